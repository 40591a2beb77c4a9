"""Formulas of a page as the TeX that they were written in.

Where renderers keep it: annotations of MathML, KaTeX, MathJax 2–4, pictures of formulas and the
delimiters of Pandoc. MathML without a source is written as TeX, as far as papers use it: scripts,
fractions, roots, accents, tables, letters and signs. What is not known is written as its words, so
that none is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from vibe_tui.sync.html.tree import Node

_SIGNS = {
    "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∞": r"\infty", "≤": r"\le", "≥": r"\ge",
    "≠": r"\ne", "≈": r"\approx", "∈": r"\in", "∉": r"\notin", "→": r"\to", "×": r"\times",
    "⋅": r"\cdot", "·": r"\cdot", "±": r"\pm", "∂": r"\partial", "∇": r"\nabla", "…": r"\ldots",
    "⋯": r"\cdots", "−": "-", "∼": r"\sim", "∝": r"\propto", "∪": r"\cup", "∩": r"\cap",
    "⊂": r"\subset", "⊆": r"\subseteq", "∀": r"\forall", "∃": r"\exists", "∥": r"\|",
    "⟨": r"\langle", "⟩": r"\rangle", "α": r"\alpha", "β": r"\beta", "γ": r"\gamma",
    "δ": r"\delta", "ϵ": r"\epsilon", "ε": r"\varepsilon", "ζ": r"\zeta", "η": r"\eta",
    "θ": r"\theta", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi",
    "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "ϕ": r"\phi", "φ": r"\varphi",
    "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta",
    "Θ": r"\Theta", "Λ": r"\Lambda", "Π": r"\Pi", "Σ": r"\Sigma", "Φ": r"\Phi", "Ψ": r"\Psi",
    "Ω": r"\Omega", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$",
}  # fmt: skip
_ACCENTS = {"^": r"\hat", "ˆ": r"\hat", "¯": r"\bar", "‾": r"\bar", "~": r"\tilde", "˜": r"\tilde",
            "→": r"\vec", "˙": r"\dot", "¨": r"\ddot"}  # fmt: skip
_UNSEEN = frozenset("\u2061\u2062\u2063\u2064\u200b")
_FUNCTIONS_NAMES = (
    "arg cos cosh det dim exp gcd inf ker lim ln log max min mod Pr sin sinh sup tan tanh"
)
_FUNCTIONS = frozenset(_FUNCTIONS_NAMES.split())


def mathml_to_tex(node: Node) -> str:
    """The TeX of a `math` element or of any part of one."""
    return " ".join(_tex(node).split())


def _tex(node: Node) -> str:
    children = [child for child in node.children if isinstance(child, Node)]
    if node.tag in {"mi", "mn", "mo", "ms"}:
        return _sign(node)
    if node.tag in {"mtext", "annotation-xml"}:
        words = " ".join(node.text().split())
        return rf"\text{{{words}}}" if words else " "
    if node.tag in {"annotation", "mphantom"}:
        return ""
    if node.tag == "mspace":
        return r"\, "
    write = _WRITERS.get(node.tag)
    if write and len(children) >= _NEEDED.get(node.tag, 1):
        return write([_tex(child) for child in children])
    if node.tag == "mfenced":
        inner = ",".join(_tex(child) for child in children)
        return f"{node.get('open') or '('}{inner}{node.get('close') or ')'}"
    parts = [child if isinstance(child, str) else _tex(child) for child in node.children]
    return "".join(part for part in parts if part.strip())


def _sign(node: Node) -> str:
    words = "".join(char for char in node.text().strip() if char not in _UNSEEN)
    if words in _FUNCTIONS:
        return f"\\{words} "
    tex = "".join(f"{_SIGNS[char]} " if char in _SIGNS else char for char in words)
    if node.tag == "mi" and len(words) > 1 and words.isascii():
        return rf"\mathrm{{{words}}}"
    style = {"bold": r"\mathbf", "double-struck": r"\mathbb", "script": r"\mathcal"}
    named = style.get(node.get("mathvariant"))
    return f"{named}{{{tex.strip()}}}" if named else tex


def _group(tex: str) -> str:
    tex = tex.strip()
    return tex if len(tex) == 1 else f"{{{tex}}}"


def _over(parts: list[str]) -> str:
    accent = _ACCENTS.get(parts[1].strip()) or _ACCENTS.get(_back(parts[1].strip()))
    if accent:
        return f"{accent}{{{parts[0].strip()}}}"
    return f"{_limits(parts[0])}^{_group(parts[1])}"


def _back(tex: str) -> str:
    return "→" if tex == r"\to" else tex


def _limits(base: str) -> str:
    base = base.strip()
    return base if base.startswith("\\") or len(base) == 1 else f"{{{base}}}"


def _table(rows: list[str]) -> str:
    lines = r" \\ ".join(rows)
    return rf"\begin{{matrix}}{lines}\end{{matrix}}"


_WRITERS: dict[str, Callable[[list[str]], str]] = {
    "msup": lambda p: f"{_limits(p[0])}^{_group(p[1])}",
    "msub": lambda p: f"{_limits(p[0])}_{_group(p[1])}",
    "msubsup": lambda p: f"{_limits(p[0])}_{_group(p[1])}^{_group(p[2])}",
    "munder": lambda p: f"{_limits(p[0])}_{_group(p[1])}",
    "mover": _over,
    "munderover": lambda p: f"{_limits(p[0])}_{_group(p[1])}^{_group(p[2])}",
    "mfrac": lambda p: rf"\frac{{{p[0].strip()}}}{{{p[1].strip()}}}",
    "msqrt": lambda p: rf"\sqrt{{{''.join(p).strip()}}}",
    "mroot": lambda p: rf"\sqrt[{p[1].strip()}]{{{p[0].strip()}}}",
    "mtable": _table,
    "mtr": lambda p: " & ".join(part.strip() for part in p),
}
_NEEDED = {"msup": 2, "msub": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3,
           "mfrac": 2, "mroot": 2}  # fmt: skip


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
        inner = node.first("math")
        is_block = inner is not None and inner.get("display") == "block"
        is_display = is_block or bool(classes & {"katex-display", "katex-block"})
        return Tex(_annotated(inner), is_display) if inner else None
    if "katex-error" in classes:
        return Tex(node.text())
    if classes & {"math", "math-inline", "math-display", "ztext-math"} or tag == "tex-math":
        tex = _data(node) or node.text().strip()
        plain = tag == "tex-math" or bool(_data(node)) or "ztext-math" in classes
        delimited = any(tex.startswith(a) and tex.endswith(b) for a, b, _ in _DELIMITERS)
        if (plain or delimited) and not node.first("math", "mjx-container", "script"):
            return Tex(tex, bool(classes & {"display", "math-display"}))
    return None


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
