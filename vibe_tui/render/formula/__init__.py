"""TeX and its three forms: on one line, in two dimensions, as MathML; and titles that hold some."""

from __future__ import annotations

import re

_BEGIN = re.compile(r"(?<!\\)(?:\$|\\\()")


def drawn_title(title: str) -> str:
    """`title` with `$…$` and `\\(…\\)` as a page draws them; all else stays as it is."""
    begin = _BEGIN.search(title)
    if begin is None:
        return title
    # Imported here: the libraries for TeX take 20 ms, and few titles hold a formula.
    from vibe_tui.render.formula.inline import inline_formula
    from vibe_tui.render.rules import formula_at

    parts: list[str] = []
    done = 0
    while begin:
        stop = begin.end()
        if found := formula_at(title, begin.start(), len(title)):
            stop = found[0]
            parts += [
                title[done : begin.start()],
                inline_formula(found[1]) or title[begin.start() : stop],
            ]
            done = stop
        begin = _BEGIN.search(title, stop)
    return "".join((*parts, title[done:]))
