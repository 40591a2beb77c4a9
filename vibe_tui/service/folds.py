"""How the sections of a page are shown under a lens: open, folded or hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vibe_tui.library.lens import apply_lens
from vibe_tui.model.lens import Lens
from vibe_tui.model.section import Section
from vibe_tui.render.document import Fold


def folds_for(flat: Sequence[Section], lens: Lens, *, hide: bool) -> list[Fold]:
    """A fold for each of `flat`, which is every section of a report in document order.

    What the lens keeps is open. The rest folds to headings, or with `hide` is left out; of a part
    that keeps nothing only the outermost heading is shown. A heading above what is kept is bare,
    unless a text of its own is folded behind it.
    """
    if lens.is_full:
        return [Fold.OPEN] * len(flat)
    folds: list[Fold] = []
    while len(folds) < len(flat):
        folds.extend(_folds(flat[len(folds)], lens, hide))
    return folds


def _folds(section: Section, lens: Lens, hide: bool) -> Iterator[Fold]:
    if not apply_lens([section], lens):
        yield Fold.FOLDED if section.heading and not hide else Fold.HIDDEN
        yield from [Fold.HIDDEN] * (sum(1 for _ in section.walk()) - 1)
        return
    if lens.keeps(section.kind):
        yield Fold.TABLES if lens.tables_only else Fold.OPEN
    elif not section.text:
        yield Fold.OPEN
    else:
        yield Fold.FOLDED if section.heading else Fold.HIDDEN
    for child in section.children:
        yield from _folds(child, lens, hide)
