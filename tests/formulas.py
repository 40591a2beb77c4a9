"""What tests of formulas ask."""

from __future__ import annotations

from vibe_tui.render.formula.mathml import formula_element


def is_damaged(tex: str) -> bool:
    """Whether a formula can only be shown as its source."""
    return not formula_element(tex, display=True)
