"""What folding keys do to the folds of a document's sections. Pure.

`flat` is every section in the order of the document; a section's descendants follow it. A folded
section hides its descendants behind its one line; opening it shows all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vibe_tui.model.section import Section
from vibe_tui.render.document import Fold

SHOWING = frozenset({Fold.OPEN, Fold.TABLES})
"""Folds under which a section's own text, or a part of it, is on the page."""
CLOSED = frozenset({Fold.FOLDED, Fold.TABLES})
"""Folds under which a heading that is on the page can be opened."""


def _end(flat: Sequence[Section], section: int) -> int:
    """The index after the last descendant."""
    return section + sum(1 for _ in flat[section].walk())


def _ancestors(flat: Sequence[Section], section: int) -> list[int]:
    """The sections that `section` stands under, outermost first."""
    found: list[int] = []
    at, end = 0, len(flat)
    while at < min(section, end):
        stop = _end(flat, at)
        if stop > section:
            found.append(at)
            at, end = at + 1, stop
        else:
            at = stop
    return found


def _with_tree(
    flat: Sequence[Section], folds: Sequence[Fold], section: int, *, fold: bool
) -> tuple[Fold, ...]:
    changed = list(folds)
    end = _end(flat, section)
    changed[section:end] = [Fold.HIDDEN if fold else Fold.OPEN] * (end - section)
    if fold:
        changed[section] = Fold.FOLDED
    return tuple(changed)


def toggled(flat: Sequence[Section], folds: Sequence[Fold], section: int) -> tuple[Fold, ...]:
    """Open the section when it is closed, else fold it; text before any heading stays open."""
    if not 0 <= section < len(flat) or not flat[section].heading:
        return tuple(folds)
    return _with_tree(flat, folds, section, fold=folds[section] not in CLOSED)


def toggled_all(flat: Sequence[Section], folds: Sequence[Fold]) -> tuple[Fold, ...]:
    """Fold every chapter when all sections are open, else open all.

    Chapters are the outermost headings of which there is more than one.
    """
    if any(fold is not Fold.OPEN for fold in folds):
        return (Fold.OPEN,) * len(flat)
    levels = sorted({section.level for section in flat if section.heading})
    for level in levels:
        if sum(1 for section in flat if section.level == level) > 1 or level == levels[-1]:
            changed = tuple(folds)
            for at, section in enumerate(flat):
                if section.heading and section.level == level:
                    changed = _with_tree(flat, changed, at, fold=True)
            return changed
    return tuple(folds)


def opened(
    flat: Sequence[Section], folds: Sequence[Fold], sections: Collection[int]
) -> tuple[Fold, ...]:
    """Show these sections' text; what they stand under becomes a heading that is open."""
    changed = list(folds)
    for section in sections:
        if changed[section] is Fold.OPEN:
            continue
        changed[section] = Fold.OPEN
        for above in _ancestors(flat, section):
            if changed[above] is not Fold.OPEN:
                _uncover(flat, changed, above)
    return tuple(changed)


def _uncover(flat: Sequence[Section], folds: list[Fold], section: int) -> None:
    """Open a section, its hidden children becoming folded headings."""
    folds[section] = Fold.OPEN
    at, end = section + 1, _end(flat, section)
    while at < end:
        if folds[at] is Fold.HIDDEN:
            folds[at] = Fold.FOLDED
        at = _end(flat, at)


def next_heading(
    flat: Sequence[Section], folds: Sequence[Fold], here: int, step: int
) -> int | None:
    """The next heading on the page in direction `step` (1 or -1)."""
    at = here + step
    while 0 <= at < len(flat):
        if flat[at].heading and folds[at] is not Fold.HIDDEN:
            return at
        at += step
    return None
