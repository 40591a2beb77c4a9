"""Puts the reports of one source into the library, and remembers which file each one became.

Each file is whole or not written at all. What a source says as it did before is neither made anew
nor touched, and what the user deleted stays so until it is asked for. Of a long feed only a few
reports are held as text at a time.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import dump_front_matter, read_front_matter
from vibe_tui.library.store import Store
from vibe_tui.library.values import words
from vibe_tui.state.origins import Origin, Origins, content_hash
from vibe_tui.sync.http.parallel import STUMBLES
from vibe_tui.sync.incoming import Draft, Incoming, Item
from vibe_tui.sync.papers import PAPER, is_stub
from vibe_tui.sync.place.plan import (
    FILE,
    IMPORTED,
    SHARED,
    Named,
    day_of,
    identities,
    imported,
    is_worldwide,
    match_all,
    name_all,
    titled,
)
from vibe_tui.sync.place.renew import Renewer, Tally, hash_of_text, is_import, meta_of, read
from vibe_tui.sync.place.unclaimed import Unclaimed
from vibe_tui.text import Text

__all__ = ["Placer", "Progress", "Tally"]

Progress = Callable[[str, int, int], None]
"""Called with what is being placed, how many items are done, and of how many."""

Prepare = Callable[[Sequence[Incoming]], Sequence[Incoming]]
"""Adds to reports what has to be fetched; gives them in the same order."""

GROUP = 16
"""Reports that are made before their pages and pictures are fetched, side by side."""


class Placer:
    """Puts incoming reports into the library, and remembers which file each one became.

    With `revive`, reports that the user deleted come back. `listed` are the ids of the sources that
    there are now, where that is known: what others gave may be taken over.
    """

    def __init__(
        self,
        store: Store,
        origins: Origins,
        today: dt.date,
        *,
        revive: bool,
        listed: Collection[str] | None = None,
    ) -> None:
        self._store = store
        self._origins = origins
        self._today = today
        self._revive = revive
        self._listed = listed
        self._feeds = frozenset(listed or ())
        self._unclaimed: Unclaimed | None = None

    def place_all(
        self,
        items: Iterable[Item],
        where: str,
        tally: Tally,
        progress: Progress | None = None,
        prepare: Prepare | None = None,
    ) -> None:
        """Place each report of one source and count it in `tally`; one that is wrong is an error
        that names it.

        What the system refuses to write it refuses for the others too: those are left.
        """
        naming = name_all(tuple(map(self._with_title, items)), self._is_shared)
        for item in naming.repeats:
            tally.skipped.append(
                Problem(
                    where, Text(f"「{item.feed_title}」重复", f"“{item.feed_title}” comes twice")
                )
            )
        same = self._same(naming.reports)
        known = dict(match_all(naming.reports, self._remembered, lambda one: one.path, same))
        taken = {origin.path for origin in known.values()}
        used = set(naming.every)
        total = len(naming.reports)
        size = GROUP if prepare else 1
        for start in range(0, total, size):
            group: list[tuple[Named, Incoming, Origin | None]] = []
            for at, named in enumerate(naming.reports[start : start + size], start):
                if progress:
                    progress(named.report.feed_title, at, total)
                origin = known.get(at)
                if origin:
                    origin = self._found_again(named.report, origin)
                    taken.add(origin.path)
                    if self._is_deleted(origin):
                        tally.deleted += 1
                        continue
                    if self._is_settled(named.report, origin):
                        tally.unchanged += 1
                        continue
                report = _made(named.report, where, tally)
                if report:
                    group.append((named, report, origin))
            reports: Sequence[Incoming] = [report for _, report, _ in group]
            reports = prepare(reports) if prepare else reports
            for (named, _, origin), report in zip(group, reports, strict=True):
                names = _names(named, report, naming.shared, used)
                used.update(names)
                try:
                    self._place(Named(report, names), named.report.digest, origin, taken, tally)
                except VibeError as error:
                    tally.errors.append(
                        Problem(f"{where}: {report.title}", error.message, error.hint)
                    )
                    if isinstance(error.__cause__, OSError):
                        return
        if progress and total:
            progress(naming.reports[-1].report.feed_title, total, total)

    def _with_title(self, item: Item) -> Item:
        """`item` with a title to know it by; that of a known one is not needed."""
        if item.feed_title or not isinstance(item, Draft):
            return item
        if self._origins.find_entry(item.digest) is not None:
            return item
        try:
            return replace(item, feed_title=item.make().feed_title)
        except STUMBLES:
            # It is made again when it is placed, and told then.
            return item

    def _is_shared(self, item: Item, name: str) -> bool:
        return self._origins.find(item.source, [SHARED + name]) is not None

    def _remembered(self, item: Item, names: tuple[str, ...]) -> Origin | None:
        own = (name for name in names if not name.startswith(IMPORTED))
        return self._origins.find(item.source, own)

    def _same(self, named: Sequence[Named]) -> dict[int, Origin]:
        """The files of items of which their source says what it said before.

        Of two items of one day and one title, only their texts tell which is which.
        """
        found: dict[int, Origin] = {}
        for at, one in enumerate(named):
            item = one.report
            origin = self._origins.find_entry(item.digest)
            if origin is None and isinstance(item, Incoming) and not (item.guid or item.url):
                origin = self._origins.find_text(hash_of_text(_text_of(item)))
            if origin and origin.source == item.source:
                found[at] = origin
        return found

    def _is_settled(self, item: Item, origin: Origin) -> bool:
        """Whether a file is there, and its source says what it said before."""
        same = bool(item.digest) and item.digest == origin.entry
        return same and self._store.path(origin.path).exists()

    def _is_deleted(self, origin: Origin) -> bool:
        """Whether a file that was written is gone, and is to stay so."""
        written = bool(origin.hash) and not self._revive
        return written and not self._store.path(origin.path).exists()

    def _place(
        self, named: Named, digest: str, origin: Origin | None, taken: set[str], tally: Tally
    ) -> None:
        report = named.report.make()
        text = _text_of(report)
        entry = digest if report.final else ""
        if origin is None:
            origin = self._remembered(report, named.names)
            if origin is None or origin.path in taken:
                origin = self._known(named, hash_of_text(text), taken)
            origin = self._found_again(report, origin) if origin else None
            if origin and self._is_deleted(origin):
                tally.deleted += 1
                self._origins.record(
                    report.source, named.names, origin.path, origin.hash, origin.entry
                )
                return
        renewer = Renewer(self._store, self._origins, tally)
        if origin is None:
            taken.add(renewer.add(report, named.names, self._today, text, entry))
            return
        renewer.renew(report, origin, named.names, text, entry)
        taken.add(origin.path)

    def _known(self, named: Named, new: str, taken: set[str]) -> Origin | None:
        """The file of a report that its own source has not given yet, if the library has it."""
        report = named.report.make()
        if report.guid.startswith(FILE) and (copy := self._origins.find_text(new)):
            return copy
        if gone := self._of_gone_source(report, named.names, taken):
            return gone
        names = [name for name in titled(report) if name in named.names]
        if not report.guid.startswith(FILE):
            names += imported(report)
        for name in names:
            for other in self._origins.find_anywhere(name):
                if other.path not in taken and self._may_take(report, other):
                    return other
        if paper := report.paper:
            for other in self._origins.find_anywhere(PAPER + paper):
                there = meta_of(self._store.path(other.path))
                if there and is_stub(there) != report.stub and other.path not in taken:
                    return other
            if report.stub and (stray := self._stray().about(paper)):
                return Origin(report.source, self._stray().take(stray), "")
        relative = self._unremembered(report, new)
        return Origin(report.source, relative, "") if relative else None

    def _of_gone_source(
        self, report: Incoming, names: tuple[str, ...], taken: set[str]
    ) -> Origin | None:
        """The file of this report by a source that is not listed any more: renamed, most likely."""
        if self._listed is None:
            return None
        for name in names:
            if name.startswith(("guid:", "url:")):
                for other in self._origins.find_anywhere(name):
                    if other.path in taken or other.source in self._listed:
                        continue
                    there = meta_of(self._store.path(other.path))
                    same = words(there.get("feed_title") or there.get("title")) == report.feed_title
                    if is_worldwide(name) or same:
                        return other
        return None

    def _may_take(self, report: Incoming, other: Origin) -> bool:
        """Whether the file of an equal title is this report, and not one of another feed."""
        if other.source != report.source and {other.source, report.source} <= self._feeds:
            return False
        if other.source == report.source or not (report.guid or report.url):
            return True
        return is_import(meta_of(self._store.path(other.path)))

    def _unremembered(self, report: Incoming, new: str) -> str:
        """The file that is this report although state does not know of it; empty for none."""
        alike = ""
        for relative in self._stray().of_day(day_of(report, self._today)):
            data = read(self._store.path(relative))
            if content_hash(data) == new:
                return self._stray().take(relative)
            meta = read_front_matter(data.decode("utf-8", "replace"), relative).meta
            feed_title = words(meta.get("feed_title")) or words(meta.get("title"))
            same = words(meta.get("source")) == report.source and feed_title == report.feed_title
            if same and not report.guid.startswith(FILE):
                alike = alike or relative
        return self._stray().take(alike) if alike else ""

    def _found_again(self, item: Item, origin: Origin) -> Origin:
        """`origin` with its file where the user moved it; as it is where that is gone."""
        if not origin.hash or self._store.path(origin.path).exists():
            return origin
        moved = self._stray().with_hash(origin.hash)
        moved = moved or self._stray().of_item(item.source, item.guid, item.url)
        if not moved:
            return origin
        self._origins.move(origin.path, moved)
        return replace(origin, path=self._stray().take(moved))

    def _stray(self) -> Unclaimed:
        if self._unclaimed is None:
            self._unclaimed = Unclaimed(self._store.root, self._origins.paths())
        return self._unclaimed


def _made(item: Item, where: str, tally: Tally) -> Incoming | None:
    """The report that `item` becomes; an error of `tally` and nothing where it cannot be made."""
    try:
        return item.make()
    except STUMBLES as error:
        fault = f"{type(error).__name__}: {error}"
        told = Text(f"内容无法处理（{fault}）", f"its content could not be handled ({fault})")
        tally.errors.append(Problem(f"{where}: {item.feed_title}", told))
        return None


def _text_of(report: Incoming) -> str:
    return dump_front_matter(report.meta, report.body)


def _names(
    named: Named, report: Incoming, shared: Collection[str], used: Collection[str]
) -> tuple[str, ...]:
    """The names to keep of a report: those of its item, those that only its text tells and no
    other one has, the paper's, and those that told none apart."""
    told = [name for name in identities(report) if name[:5] in ("title", "arxiv")]
    more = [name for name in told if name not in used]
    paper = [PAPER + report.paper] if report.paper else []
    is_file = report.guid.startswith(FILE) or not words(report.meta.get("source"))
    files = imported(report) if is_file else ()
    both = sorted(SHARED + name for name in identities(report) if name in shared)
    return tuple(dict.fromkeys((*named.names, *more, *paper, *files, *both)))
