"""Titles as lines: they are no Markdown, but formulas in them are drawn as on a page."""

from __future__ import annotations


def drawn_title(title: str) -> str:
    """`title` with `$…$` as a page draws it; all else stays as it is."""
    at = title.find("$")
    if at < 0:
        return title
    # Imported here: the libraries for TeX take 20 ms, and few titles hold a formula.
    from vibe_tui.render.formula.inline import inline_formula
    from vibe_tui.render.rules import formula_at

    parts: list[str] = []
    done = 0
    while at >= 0:
        found = formula_at(title, at, len(title)) if title[at - 1 : at] != "\\" else None
        stop = found[0] if found else at + 1
        if found:
            parts += [title[done:at], inline_formula(found[1]) or title[at:stop]]
            done = stop
        at = title.find("$", stop)
    return "".join((*parts, title[done:]))
