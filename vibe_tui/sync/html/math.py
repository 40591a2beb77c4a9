"""Formulas of a page as the TeX that they were written in.

Where renderers keep it: annotations of MathML, KaTeX, MathJax 2–4, pictures of formulas and the
delimiters of Pandoc. MathML without a source is written as TeX as far as it can be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from vibe_tui.sync.html.mathml import mathml_to_tex
from vibe_tui.sync.html.tree import Node

_RENDERED_NAMES = (
    "MathJax MathJax_Preview MathJax_Display MathJax_CHTML MathJax_SVG MathJax_SVG_Display"
    " MathJax_Error MathJax_Processing katex-html"
)
RENDERED = frozenset(_RENDERED_NAMES.split())
_TEX_CLASS_NAMES = "latex tex ztext-math mathImg equation_image equation-img"
_TEX_CLASSES = frozenset(_TEX_CLASS_NAMES.split())
_TEX_DATA = ("data-latex", "data-tex", "data-katex", "data-formula", "data-equation", "data-math")
_DELIMITERS = (("\\(", "\\)", False), ("\\[", "\\]", True), ("$$", "$$", True), ("$", "$", False))
_STYLE = re.compile(r"\{\s*\\displaystyle\s+(.*)\}", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%.*")


@dataclass(frozen=True, slots=True)
class Tex:
    """One formula: its TeX without delimiters, and whether it stands on lines of its own."""

    tex: str
    display: bool = False


def tex_of(node: Node) -> Tex | None:
    """The formula that an element shows; None for everything that is none."""
    found = _written(node)
    if found is None:
        return None
    tex, display = found.tex.strip(), found.display
    for opening, closing, shown in _DELIMITERS:
        if tex.startswith(opening) and tex.endswith(closing) and len(tex) >= 2 * len(opening):
            tex, display = tex[len(opening) : -len(closing)].strip(), display or shown
            break
    if style := _STYLE.fullmatch(tex):
        tex = style[1]
    lines = (_COMMENT.sub("", line).strip() for line in tex.splitlines())
    return Tex("\n".join(line for line in lines if line), display)


def _written(node: Node) -> Tex | None:
    tag, classes = node.tag, node.classes
    if tag == "math":
        return Tex(
            _annotated(node), node.get("display") == "block" or node.get("mode") == "display"
        )
    if tag == "script":
        kind = node.get("type").casefold()
        return Tex(node.text(), "mode=display" in kind) if kind.startswith("math/tex") else None
    if tag == "img":
        return _picture(node)
    if tag == "mjx-container":
        inner = node.first("math")
        tex = _data(node) or (_annotated(inner) if inner else "")
        return Tex(tex, node.get("display") == "true") if tex else None
    if classes & {"katex-display", "katex", "katex-block", "mwe-math-element"}:
        return _rendered(node, display=bool(classes & {"katex-display", "katex-block"}))
    if "katex-error" in classes:
        return Tex(node.text())
    if classes & {"math", "math-inline", "math-display", "ztext-math"} or tag == "tex-math":
        tex = _data(node) or node.text().strip()
        plain = tag == "tex-math" or bool(_data(node)) or "ztext-math" in classes
        delimited = any(tex.startswith(a) and tex.endswith(b) for a, b, _ in _DELIMITERS)
        if (plain or delimited) and not node.first("math", "mjx-container", "script"):
            return Tex(tex, bool(classes & {"display", "math-display"}))
    return None


def _rendered(node: Node, *, display: bool) -> Tex | None:
    inner = node.first("math")
    if inner is None:
        return None
    shown = inner.get("display") == "block" and "katex" not in node.classes
    return Tex(_annotated(inner), display or shown or inner.get("display") == "block")


def _annotated(math: Node) -> str:
    """The TeX beside MathML, else what the MathML says in TeX."""
    for node in math.elements():
        if node.tag == "annotation" and "tex" in node.get("encoding").casefold():
            return node.text()
    return math.get("alttext") or _data(math) or mathml_to_tex(math)


def _data(node: Node) -> str:
    return next(
        (one.get(name) for one in node.elements() for name in _TEX_DATA if one.get(name).strip()),
        "",
    )


def _picture(node: Node) -> Tex | None:
    """A picture of a formula, which says its TeX in its words or its address."""
    alt = node.get("alt").strip()
    named = _data(node)
    try:
        address = urlsplit(node.get("src") or node.get("data-src"))
    except ValueError:
        address = urlsplit("")
    if address.path.endswith("/equation") and "tex=" in address.query:
        named = named or parse_qs(address.query)["tex"][0]
    elif address.hostname and address.hostname.endswith("codecogs.com"):
        named = named or alt or unquote(address.query)
    if any(name.startswith("mwe-math-fallback") for name in node.classes):
        named = named or alt
    if node.classes & _TEX_CLASSES:
        named = named or alt
    return Tex(named, "display" in node.get("class")) if named else None
