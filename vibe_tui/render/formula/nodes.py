"""What a formula is made of, between its TeX and its two forms."""

from __future__ import annotations

from dataclasses import dataclass

from vibe_tui.render.formula.signs import Kind


class DamagedFormulaError(ValueError):
    """The formula is not TeX that can be drawn without guessing."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign, or the word of a function; `loose` where the source has a space before it."""

    text: str
    kind: Kind
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """Text set as text: `\\text{…}`."""

    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes in a row; `braced` where the source has braces that belong to no command."""

    items: tuple[Node, ...]
    braced: bool = False


@dataclass(frozen=True, slots=True)
class Scripts:
    """A base with what stands below and above it: beside it, or `stacked` over and under."""

    base: Node
    below: Node | None
    above: Node | None
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class Fraction:
    """One thing over another, with a bar or (binomials) in parentheses."""

    over: Node
    under: Node
    bar: bool = True


@dataclass(frozen=True, slots=True)
class Root:
    """A square root, or the root of a degree."""

    body: Node
    degree: Node | None


@dataclass(frozen=True, slots=True)
class Accent:
    """A mark over or under a body: the command's name tells which."""

    name: str
    body: Node


@dataclass(frozen=True, slots=True)
class Fenced:
    """`\\left( … \\right)`: fences that grow with what they hold; either may be empty."""

    open: str
    body: Node
    close: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells: an environment, or lines parted by `\\\\` (then `name` is empty)."""

    name: str
    rows: tuple[tuple[Group, ...], ...]
    aligns: str = ""


Node = Sign | Words | Group | Scripts | Fraction | Root | Accent | Fenced | Grid
