"""The tree of a query: what a report must be, before anybody decides how to find out.

`Word` asks the text of a report, or one of its metadata fields. `Fact` asks its metadata by a
value. `Scope` limits the words below it to sections of some kinds, of which there must be one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from vibe_tui.fold import Term, needle_of
from vibe_tui.model.section import SectionKind


@dataclass(frozen=True, slots=True)
class All:
    """Every report."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number or phrase. `field` is empty for the whole text, else `title` or `author`.

    `typing`: the prefix was not asked for; the caret stands at its end.
    """

    term: Term
    field: str = ""
    typing: bool = False

    @property
    def needle(self) -> str:
        """The folded form to look for."""
        return needle_of(self.term.text)


@dataclass(frozen=True, slots=True)
class Days:
    """Reports of a stretch of days, both ends included; `None` is open."""

    first: dt.date | None = None
    last: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Reports whose metadata `field` (`topic`, `genre`, `is` …) has the folded `value`."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Reports whose sections of `kinds` satisfy `child`."""

    kinds: frozenset[SectionKind]
    child: Node


@dataclass(frozen=True, slots=True)
class Not:
    """Reports that are not what `child` says."""

    child: Node


@dataclass(frozen=True, slots=True)
class And:
    """Reports that are all of it."""

    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Reports that are any of it."""

    children: tuple[Node, ...]


Node = All | Word | Days | Fact | Scope | Not | And | Or


@dataclass(frozen=True, slots=True)
class Sought:
    """A word that a matching text may hold; in sections of `kinds`, where there are any."""

    word: Word
    kinds: frozenset[SectionKind] = frozenset()


def sought_in(node: Node, kinds: frozenset[SectionKind] = frozenset()) -> Iterator[Sought]:
    """The words of a query that are under no `Not`."""
    match node:
        case Word():
            yield Sought(node, kinds)
        case And(children) | Or(children):
            for child in children:
                yield from sought_in(child, kinds)
        case Scope(inner, child):
            yield from sought_in(child, inner)
        case _:
            return


def asks_text(node: Node) -> bool:
    """Whether the text of a report is needed to answer."""
    match node:
        case Word():
            return not node.field
        case And(children) | Or(children):
            return any(map(asks_text, children))
        case Not(child):
            return asks_text(child)
        case Scope():
            return True
        case _:
            return False
