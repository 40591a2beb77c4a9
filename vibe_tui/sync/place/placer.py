"""Puts the items of one source into the library, and remembers which file each one became.

Items are named (`naming`), matched with the files that are known (`known`), and only those that are
new or say something new are made, some at a time. Each becomes a file of its own, or its file is
brought to the text that its source has now, keeping its id; where the user edited that file, the
new text goes beside it. A file is whole or not written at all; what the user deleted stays so until
it is asked for.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import FrontMatter, dump_front_matter, read_front_matter
from vibe_tui.library.store import Store
from vibe_tui.library.values import words
from vibe_tui.library.walk import INCOMING
from vibe_tui.state.origins import Origin, Origins, content_hash
from vibe_tui.sync.http.parallel import STUMBLES
from vibe_tui.sync.incoming import ORDER, Draft, Incoming, Item
from vibe_tui.sync.papers import PAPER, enriched, is_stub
from vibe_tui.sync.place.known import KnownFiles, hash_of_text, is_import, read, text_of
from vibe_tui.sync.place.naming import (
    FILE,
    SHARED,
    Named,
    NamedItems,
    identities,
    imported,
    name_all,
)
from vibe_tui.text import Text

Prepare = Callable[[Sequence[Incoming]], Sequence[Incoming]]
"""Adds to reports what has to be fetched; gives them in the same order."""

GROUP = 16
"""Reports that are made before their pages and pictures are fetched, side by side."""

_WRITTEN = frozenset((*ORDER, "stub"))
"""Front matter that is the source's to change; what else is there is its user's."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What became of the items: ids of reports, a count, and lines for people.

    `notes` say what was odd about items that were taken all the same.
    """

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    unchanged: int = 0
    skipped: tuple[Problem, ...] = ()
    errors: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Tally:
    """What became of the items so far; `deleted` are those that stay away, as the user wants."""

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: int = 0
    deleted: int = 0
    skipped: list[Problem] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what `other` has counted too."""
        self.added += other.added
        self.updated += other.updated
        self.unchanged += other.unchanged
        self.deleted += other.deleted
        self.skipped += other.skipped
        self.errors += other.errors
        self.notes += other.notes

    @property
    def result(self) -> ImportResult:
        """All of it at the end."""
        return ImportResult(
            tuple(self.added),
            tuple(self.updated),
            self.unchanged,
            tuple(self.skipped),
            tuple(self.errors),
            tuple(self.notes),
        )


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
                entry = named.item.digest if report.final else ""
                try:
                    taken.add(self._place(report, names, entry, origin, taken, tally))
                except VibeError as error:
                    where_ = f"{where}: {report.title}"
                    tally.errors.append(Problem(where_, error.message, error.hint))
                    if isinstance(error.__cause__, OSError):
                        return

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
        if origin is None:
            path = self._store.add(text, report.date or self._today, report.feed_title)
            tally.added.append(path.stem)
            relative = self._store.relative(path)
            self._origins.record(report.source, names, relative, hash_of_text(text), entry)
            return relative
        written = self._renew(report, text, origin, entry, tally)
        if (written, entry) != (origin.hash, origin.entry) or any(
            self._origins.find(report.source, [name]) is None for name in names
        ):
            self._origins.record(report.source, names, origin.path, written, entry)
        return origin.path

    def _renew(self, report: Incoming, text: str, origin: Origin, entry: str, tally: Tally) -> str:
        """Bring the file of a report to the text that its source has now; the hash of what counts
        as written there then."""
        path = self._store.path(origin.path)
        data = read(path)
        current = content_hash(data) if data else ""
        new = hash_of_text(text)
        fate = fate_of(current=current, written=origin.hash, new=new)
        if current and not report.whole:
            fate = Fate.KEEP
        if fate in (Fate.UPDATE, Fate.SET_BESIDE):
            there = read_front_matter(data.decode("utf-8", "replace"), str(path))
            if report.stub and not is_stub(there.meta):
                return self._add_to(report, path, there, current, origin.hash, tally)
            text = _merged(report, there.meta)
            new = hash_of_text(text)
            fate = fate_of(current=current, written=origin.hash, new=new)
            said_before = bool(entry) and _said(entry) == _said(origin.entry)
            if _says_less(report, there) or (fate is Fate.SET_BESIDE and said_before):
                fate = Fate.KEEP
        match fate:
            case Fate.KEEP:
                tally.unchanged += 1
                return new if current == new else origin.hash
            case Fate.ADD:
                self._store.update(path, text)
                tally.added.append(path.stem)
            case Fate.UPDATE:
                self._store.update(path, text)
                tally.updated.append(path.stem)
            case Fate.SET_BESIDE:
                # A file that is that text one day was brought up to date by its user.
                self._set_beside(path, text, tally)
        return new

    def _set_beside(self, path: Path, text: str, tally: Tally) -> None:
        beside = path.with_name(path.stem + INCOMING)
        if read(beside) == text.encode("utf-8"):
            tally.unchanged += 1
            return
        self._store.set_beside(path, text)
        edited = Text("你改过这篇，新内容在 {f}", "you edited this report; the new text is in {f}")
        tally.skipped.append(Problem(path.stem, edited.format(f=beside.name)))

    def _add_to(
        self,
        stub: Incoming,
        path: Path,
        there: FrontMatter,
        current: str,
        written: str,
        tally: Tally,
    ) -> str:
        """Add what a list of papers says to a report about the paper, unless the user edited it;
        the hash of what counts as written there then."""
        more = enriched(there.meta, stub.meta)
        if current != written or more == there.meta:
            tally.unchanged += 1
            return written
        text = dump_front_matter(more, there.body)
        self._store.update(path, text)
        tally.updated.append(path.stem)
        return hash_of_text(text)


class Fate(Enum):
    """What happens to the file of one report."""

    ADD = "add"
    UPDATE = "update"
    KEEP = "keep"
    SET_BESIDE = "set beside"


def fate_of(*, current: str, written: str, new: str) -> Fate:
    """What to do with a report that has a file; all three are hashes of a whole file.

    `current` is what stands there, empty where the file is gone; `written` what was last written
    there, empty where nobody remembers; `new` what the source has now. A file that differs from
    what was last written was edited by its user and is never overwritten.
    """
    if not current:
        return Fate.ADD
    if current == new or written == new:
        return Fate.KEEP
    return Fate.UPDATE if current == written else Fate.SET_BESIDE


def _made(item: Item, where: str, tally: Tally) -> Incoming | None:
    """The report that `item` becomes; an error of `tally` and nothing where it cannot be made."""
    try:
        return item.make()
    except STUMBLES as error:
        fault = f"{type(error).__name__}: {error}"
        told = Text(f"内容无法处理（{fault}）", f"its content could not be handled ({fault})")
        tally.errors.append(Problem(f"{where}: {item.feed_title}", told))
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


def _merged(report: Incoming, there: Mapping[str, object]) -> str:
    """The whole file of a report with what its user added to the front matter that is there."""
    own = {
        key: value for key, value in there.items() if key not in _WRITTEN and key not in report.meta
    }
    return dump_front_matter(enriched({**report.meta, **own}, there), report.body)


def _says_less(report: Incoming, there: FrontMatter) -> bool:
    """Whether a report was read from a file and the one there came from a feed, which says more; or
    is only a teaser of what was imported."""
    if is_import(there.meta):
        return not is_import(report.meta) and 2 * len(report.body) < len(there.body)
    return is_import(report.meta)


def _said(entry: str) -> str:
    """What a source says, whatever the settings under which it is written."""
    return entry.partition(":")[0]
