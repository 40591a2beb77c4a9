"""The names under which an item of a source is known again, and which known file it is.

Pure decisions, no files. An item is known by its guid, if no other one of its feed has that; then
by its address, on the same terms; then by its day with the feed's title, its own title, or the
paper it is about.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from vibe_tui.state.origins import Origin
from vibe_tui.sync.incoming import Item

FILE = "file:"
"""Begins the guid of a report that is known by nothing but the file it was read from."""

SHARED = "shared:"
"""Begins the name under which it is kept that a guid or an address stood for several items."""

IMPORTED = "imported:"
"""Begins the names by which sources know again what a user imported: day and title, address."""

_SUREST_FIRST = ("guid:", "url:", "title:", "arxiv:")


@dataclass(frozen=True, slots=True)
class Named:
    """An item with the names under which it is known again, the surest first."""

    item: Item
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedItems:
    """The items of one reading, each with names no other has; `shared` names told none apart.

    `repeats` are items that came twice, `every` is each name that one of the items has.
    """

    named: tuple[Named, ...]
    shared: frozenset[str]
    repeats: tuple[Item, ...]
    every: set[str]


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
    value = name.partition(":")[2]
    return "://" in value or value.startswith(("tag:", "urn:")) or len(value) > 31


def name_all(
    reports: Sequence[Item], is_shared: Callable[[Item, str], bool] = lambda *_: False
) -> NamedItems:
    """Give each report the names that no other of its source has.

    `is_shared` tells names that stood for several items before. Items that share all their names
    are counted from the end, where feeds have the oldest.
    """
    kept, repeats = _distinct(reports)
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    titles: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in kept:
        counts[one.item.source].update(one.names)
        titles[one.item.source].update(set(_titles(one.item)))
    used: Counter[tuple[str, str]] = Counter()
    named: list[Named] = []
    for one in reversed(kept):
        source = one.item.source
        own = tuple(
            name
            for name in one.names
            if counts[source][name] == 1 and not (_is_sure(name) and is_shared(one.item, name))
        )
        if not own:
            # Better than a place in the feed.
            only = (title for title in _titles(one.item) if titles[source][title] == 1)
            own = tuple(dict.fromkeys(f"title:{title}" for title in only))
        if not own and one.names:
            last = one.names[-1]
            used[source, last] += 1
            number = used[source, last]
            own = (last if number == 1 else f"{last}#{number}",)
        named.append(one if own == one.names else Named(one.item, own))
    each = [(name, n) for counted in counts.values() for name, n in counted.items()]
    shared = frozenset(name for name, n in each if n > 1 and _is_sure(name))
    return NamedItems(tuple(reversed(named)), shared, repeats, {name for name, _ in each})


def _is_sure(name: str) -> bool:
    return name.startswith(("guid:", "url:"))


def _distinct(items: Sequence[Item]) -> tuple[list[Named], tuple[Item, ...]]:
    """The items with all their names, without those that came twice.

    Two are one where they have guid, address, day and titles in common, or the title and all that
    they say where they lack one of these: then the newest is kept, which is the first of equals.
    """
    kept: list[Named] = []
    places: dict[object, int] = {}
    repeats: list[Item] = []
    for item in items:
        named = Named(item, identities(item))
        names = (item.source, item.feed_title, named.names)
        key = names if item.guid and item.url else (names, item.said)
        if key not in places:
            places[key] = len(kept)
            kept.append(named)
            continue
        at = places[key]
        repeats.append(item)
        if _moment(item) > _moment(kept[at].item):
            kept[at] = named
    return kept, tuple(repeats)


def _moment(report: Item) -> str:
    """The moment of a report in a form that sorts."""
    return report.published.isoformat() if report.published else ""


def match_all(
    named: Sequence[Named],
    find: Callable[[Item, Sequence[str]], Origin | None],
    same: Mapping[int, Origin],
) -> dict[int, Origin]:
    """Which item is which known file: by the surest names of all first, each file once.

    `find` looks a file up by names of one kind; `same` are those known before by what they say.
    """
    found = dict(same)
    taken = {origin.path for origin in same.values()}
    for kind in _SUREST_FIRST:
        for at, one in enumerate(named):
            names = [name for name in one.names if name.startswith(kind)]
            origin = find(one.item, names) if names and at not in found else None
            if origin and origin.path not in taken:
                taken.add(origin.path)
                found[at] = origin
    return found
