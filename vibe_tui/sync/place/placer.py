"""Puts the items of one source into the library, and remembers which file each one became.

Items are named (`naming`), matched with the files that are known (`known`), and only those that are
new or say something new are made, some at a time. Each becomes a file of its own, or its file is
brought to the text that its source has now, keeping its id (`renew`). A file is whole or not
written at all; what the user deleted stays so until it is asked for. One item that is wrong is one
line.
"""

from __future__ import annotations

import datetime as dt
import errno
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import words
from vibe_tui.library.store import Store
from vibe_tui.state.origins import Origin, Origins
from vibe_tui.sync.guard import attempt
from vibe_tui.sync.incoming import Draft, Incoming, Item, Tally
from vibe_tui.sync.papers import PAPER
from vibe_tui.sync.place.known import KnownFiles, hash_of_text, text_of
from vibe_tui.sync.place.naming import (
    FILE,
    SHARED,
    Named,
    NamedItems,
    identities,
    imported,
    name_all,
)
from vibe_tui.sync.place.renew import Renewal
from vibe_tui.text import Text

Prepare = Callable[[Sequence[Incoming]], Sequence[Incoming]]
"""Adds to reports what has to be fetched; gives them in the same order."""

GROUP = 16
"""Reports that are made before their pages and pictures are fetched, side by side."""

_CUT = Text("没有传完，没有取", "is cut and was left out")
_ONLY_WORDS = Text("太大，只取了文字", "is too large to be laid out: only its words were taken")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


class Placer:
    """Puts items into one library.

    With `revive`, reports that the user deleted come back. `listed` are the ids of the sources that
    there are now, where that is known. `today` files what has no date of its own.
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
        self._known = KnownFiles(store, origins, listed)
        self._renewal = Renewal(store, origins)

    def place_all(
        self,
        items: Iterable[Item],
        where: str,
        tally: Tally,
        progress: Callable[[str], None] = lambda title: None,
        prepare: Prepare | None = None,
    ) -> None:
        """Place each item of one source and count it in `tally`; one that is wrong is an error that
        names it. `progress` is told what is being placed.

        What the system refuses to write it refuses for the others too: those are left.
        """
        found = name_all(tuple(map(self._with_title, items)), self._is_shared)
        for item in found.repeats:
            title = Text("「{t}」重复", "“{t}” comes twice").format(t=item.feed_title)
            tally.skipped.append(Problem(where, title))
        known = self._known.match(found.named)
        taken = {origin.path for origin in known.values()}
        used = found.every
        size = GROUP if prepare else 1
        for start in range(0, len(found.named), size):
            group: list[tuple[Named, Incoming, Origin | None]] = []
            for at, named in enumerate(found.named[start : start + size], start):
                progress(named.item.feed_title)
                origin = known.get(at)
                if origin:
                    origin = self._known.found_again(named.item, origin)
                    taken.add(origin.path)
                    if self._is_left(named.item, origin, tally):
                        continue
                report = _made(named.item, where, tally)
                if report:
                    group.append((named, report, origin))
            reports: Sequence[Incoming] = [report for _, report, _ in group]
            reports = prepare(reports) if prepare else reports
            for (named, _, origin), report in zip(group, reports, strict=True):
                names = _names(named, report, found, used)
                used.update(names)
                # What may lack something is to be looked at again, whatever its source says.
                entry = named.item.digest if report.final and report.whole else ""
                path = attempt(partial(self._place, report, names, entry, origin, taken, tally))
                if not isinstance(path, VibeError):
                    taken.add(path)
                    continue
                tally.errors.append(Problem(f"{where}: {report.title}", path.message, path.hint))
                if self._is_shut(path):
                    return

    @staticmethod
    def _is_shut(error: VibeError) -> bool:
        """Whether the system would refuse to write any other report too."""
        cause = error.__cause__
        if not isinstance(cause, OSError):
            return False
        # Of a report that is there, only its own file may be to blame.
        named = str(cause.filename or ".md")
        return cause.errno in _NO_ROOM or not named.endswith(".md")

    def _with_title(self, item: Item) -> Item:
        """`item` with a title to know it by; that of a known one is not needed."""
        if item.feed_title or not isinstance(item, Draft):
            return item
        if self._origins.find_entry(item.digest) is not None:
            return item
        made = attempt(item.make)
        # What fails is made again when it is placed, and told then.
        return item if isinstance(made, VibeError) else replace(item, feed_title=made.feed_title)

    def _is_shared(self, item: Item, name: str) -> bool:
        return self._origins.find(item.source, [SHARED + name]) is not None

    def _is_left(self, item: Item, origin: Origin, tally: Tally) -> bool:
        """Whether the file of an item needs nothing: it is as it should be, or stays deleted."""
        if self._is_deleted(origin):
            tally.deleted += 1
            return True
        same = bool(item.digest) and item.digest == origin.entry
        if same and self._store.path(origin.path).exists():
            tally.unchanged += 1
            return True
        return False

    def _is_deleted(self, origin: Origin) -> bool:
        """Whether a file that was written is gone, and is to stay so."""
        written = bool(origin.hash) and not self._revive
        return written and not self._store.path(origin.path).exists()

    def _place(
        self,
        report: Incoming,
        names: tuple[str, ...],
        entry: str,
        origin: Origin | None,
        taken: Collection[str],
        tally: Tally,
    ) -> str:
        """Write a report, and remember it; the path of its file, empty where it stays deleted.

        `entry` is what its source says.
        """
        text = text_of(report)
        if origin is None:
            origin = self._known.remembered(report, names)
            if origin is None or origin.path in taken:
                day = report.date or self._today
                origin = self._known.of_others(report, text, names, taken, day)
            origin = self._known.found_again(report, origin) if origin else None
            if origin and self._is_deleted(origin):
                tally.deleted += 1
                self._origins.record(report.source, names, origin.path, origin.hash, origin.entry)
                return ""
        if origin is None and not (report.whole or report.guid or report.url or report.date):
            # Which report it will be nobody knows yet.
            tally.skipped.append(Problem(report.title, _CUT))
            return ""
        if origin is None:
            path = self._store.add(text, report.date or self._today, report.feed_title)
            tally.added.append(path.stem)
            relative = self._store.relative(path)
            self._origins.record(report.source, names, relative, hash_of_text(text), entry)
            return relative
        written = self._renewal.renew(report, text, origin, entry, tally)
        if (written, entry) != (origin.hash, origin.entry) or any(
            self._origins.find(report.source, [name]) is None for name in names
        ):
            self._origins.record(report.source, names, origin.path, written, entry)
        return origin.path


def _made(item: Item, where: str, tally: Tally) -> Incoming | None:
    """The report that `item` becomes; an error of `tally` and nothing where it cannot be made."""
    made = attempt(item.make)
    if not isinstance(made, VibeError):
        if made.only_words:
            tally.notes.append(Problem(f"{where}: {made.title}", _ONLY_WORDS))
        return made
    tally.errors.append(Problem(f"{where}: {item.feed_title}", made.message, made.hint))
    return None


def _names(
    named: Named, report: Incoming, found: NamedItems, used: Collection[str]
) -> tuple[str, ...]:
    """The names to keep of a report: those of its item, those that only its text tells and no
    other one has, the paper's, and those that told none apart."""
    own = identities(report)
    more = [name for name in own if name[:5] in ("title", "arxiv") and name not in used]
    paper = [PAPER + report.paper] if report.paper else []
    is_file = report.guid.startswith(FILE) or not words(report.meta.get("source"))
    files = imported(report) if is_file else ()
    both = sorted(SHARED + name for name in own if name in found.shared)
    return tuple(dict.fromkeys((*named.names, *more, *paper, *files, *both)))
