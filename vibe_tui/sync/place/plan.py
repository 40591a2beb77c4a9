"""What to do with an incoming report: how it is known again, and what may be written.

Pure decisions, no files. A report is known by its guid, if no other item of its feed has that; then
by its address, on the same terms; then by its day with the feed's title, its own title, or the
paper it is about. A file that differs from what was last written was edited by its user and is
never overwritten.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from vibe_tui.sync.incoming import Item


class Step(Enum):
    """What happens to one report."""

    ADD = "add"
    UPDATE = "update"
    KEEP = "keep"
    SET_BESIDE = "set beside"


FILE = "file:"
"""Begins the guid of a report that is known by nothing but the file it was read from."""

SHARED = "shared:"
"""Begins the name under which it is kept that a guid or an address stood for several items."""

IMPORTED = "imported:"
"""Begins the names by which sources know again what a user imported: day and title, address."""

_SUREST_FIRST = ("guid:", "url:", "title:", "arxiv:")


@dataclass(frozen=True, slots=True)
class Named:
    """A report with the names under which it is known again, the surest first."""

    report: Item
    names: tuple[str, ...]

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The names that begin with `kind`."""
        return tuple(name for name in self.names if name.startswith(kind))


@dataclass(frozen=True, slots=True)
class Naming:
    """The reports of one reading, each with names no other has; `shared` names told none apart.

    `repeats` are items that came twice, `every` is each name that one of the reports has.
    """

    reports: tuple[Named, ...]
    shared: frozenset[str] = frozenset()
    repeats: tuple[Item, ...] = ()
    every: frozenset[str] = frozenset()


def identities(report: Item) -> tuple[str, ...]:
    """The names under which `report` might be known again, the surest first."""
    day = report.date.isoformat() if report.date else ""
    named = [("guid", report.guid), ("url", report.url)]
    # A title without a day says too little of an item that has a guid or an address.
    if not report.guid.startswith(FILE) and (day or not (report.guid or report.url)):
        named += [("title", title) for title in _titles(report)]
        named.append(("arxiv", f"{day} {report.paper}" if day and report.paper else ""))
    return tuple(dict.fromkeys(f"{kind}:{value}" for kind, value in named if value))


def _titles(report: Item) -> tuple[str, ...]:
    """The day, if there is one, with each title."""
    day = f"{report.date.isoformat()} " if report.date else ""
    return tuple(f"{day}{title}" for title in (report.feed_title, report.title) if title)


def imported(report: Item) -> tuple[str, ...]:
    """The names that hold between a source and what was read from a file before."""
    titles = _titles(report) if report.date else ()
    return tuple(dict.fromkeys(IMPORTED + name for name in (*titles, report.url) if name))


def titled(report: Item) -> tuple[str, ...]:
    """The identities that hold across sources: the day with a title."""
    if report.date is None:
        return ()
    return tuple(name for name in identities(report) if name.startswith("title:"))


def is_worldwide(name: str) -> bool:
    """Whether a name is one that no other source can have given to something else."""
    kind, _, value = name.partition(":")
    return kind == "url" or "://" in value or value.startswith(("tag:", "urn:")) or len(value) > 31


def name_all(
    reports: Sequence[Item], is_shared: Callable[[Item, str], bool] = lambda *_: False
) -> Naming:
    """Give each report the names that no other of its source has.

    `is_shared` tells names that stood for several items before. Items that share all their names
    are counted from the end, where feeds have the oldest.
    """
    kept, repeats = _distinct(reports)
    told = [identities(one) for one in kept]
    counts = Counter((one.source, n) for one, names in zip(kept, told, strict=True) for n in names)
    shared = {
        name for (_, name), count in counts.items() if count > 1 and name[:4] in ("guid", "url:")
    }
    titles = Counter((one.source, title) for one in kept for title in set(_titles(one)))
    used: Counter[tuple[str, str]] = Counter()
    named: list[Named] = []
    for report, names in zip(reversed(kept), reversed(told), strict=True):
        own = tuple(
            name
            for name in names
            if counts[report.source, name] == 1
            and not (name[:4] in ("guid", "url:") and is_shared(report, name))
        )
        if not own:
            # Better than a place in the feed.
            only = (title for title in _titles(report) if titles[report.source, title] == 1)
            own = tuple(dict.fromkeys(f"title:{title}" for title in only))
        if not own and names:
            last = names[-1]
            used[report.source, last] += 1
            number = used[report.source, last]
            own = (last if number == 1 else f"{last}#{number}",)
        named.append(Named(report, own))
    every = frozenset(name for names in told for name in names)
    return Naming(tuple(reversed(named)), frozenset(shared), repeats, every)


def _distinct(reports: Sequence[Item]) -> tuple[list[Item], tuple[Item, ...]]:
    """The reports without those that came twice.

    Two are one where they have guid, address, day and titles in common, or the title and all that
    they say where they lack one of these: then the newest is kept, which is the first of equals.
    """
    kept: list[Item] = []
    places: dict[object, int] = {}
    repeats: list[Item] = []
    for report in reports:
        names = (report.source, report.feed_title, *identities(report))
        known = bool(report.guid and report.url)
        key = names if known else (names, report.said)
        if key not in places:
            places[key] = len(kept)
            kept.append(report)
            continue
        at = places[key]
        repeats.append(report)
        if _moment(report) > _moment(kept[at]):
            kept[at] = report
    return kept, tuple(repeats)


def _moment(report: Item) -> str:
    """The moment of a report in a form that sorts."""
    return report.published.isoformat() if report.published else ""


_Found = TypeVar("_Found")


def match_all(
    reports: Sequence[Named],
    find: Callable[[Item, tuple[str, ...]], _Found | None],
    key: Callable[[_Found], str],
    same: Mapping[int, _Found],
) -> Iterator[tuple[int, _Found]]:
    """Which report is which known item: by the surest names of all first, each item once.

    `find` looks an item up by names of one kind; `key` tells items apart; `same` are those known
    before by what they say.
    """
    yield from same.items()
    taken = {key(found) for found in same.values()}
    left = [at for at in range(len(reports)) if at not in same]
    for kind in _SUREST_FIRST:
        missing: list[int] = []
        for at in left:
            names = reports[at].of_kind(kind)
            found = find(reports[at].report, names) if names else None
            if found is None or key(found) in taken:
                missing.append(at)
                continue
            taken.add(key(found))
            yield at, found
        left = missing


def step_for(*, current: str, written: str, new: str) -> Step:
    """What to do with a report that has a file; all three are hashes of a whole file.

    `current` is what stands there, empty where the file is gone; `written` what was last written
    there, empty where nobody remembers; `new` what the source has now.
    """
    if not current:
        return Step.ADD
    if current == new or written == new:
        return Step.KEEP
    return Step.UPDATE if current == written else Step.SET_BESIDE


def day_of(report: Item, today: dt.date) -> dt.date:
    """The day under which a new report is filed: its own, else the day it was first seen."""
    return report.date or today
