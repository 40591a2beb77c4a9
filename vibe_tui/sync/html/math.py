"""Formulas of a page as the TeX that they were written in.

Where renderers keep it: annotations of MathML, KaTeX, MathJax 2–4, pictures of formulas and the
delimiters of Pandoc. MathML without a source is written as TeX, as far as papers use it: scripts,
fractions, roots, accents, tables, letters and signs. What is not known is written as its words, so
that none is lost.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
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
    "\\": r"\backslash", "_": r"\_", "^": r"\text{^}", "~": r"\sim",
}  # fmt: skip
_ACCENTS = {
    _SIGNS.get(sign, sign): tex
    for signs, tex in (
        ("^ˆ", r"\hat"), ("¯‾―–", r"\bar"), ("~˜", r"\tilde"), ("→⃗", r"\vec"), ("˙", r"\dot"),
        ("¨", r"\ddot"), ("⏞︷", r"\overbrace"),
    )
    for sign in signs
}  # fmt: skip
_STYLED = (
    ("double-struck", r"\mathbb"), ("script", r"\mathcal"), ("fraktur", r"\mathfrak"),
    ("monospace", r"\mathtt"), ("sans-serif", r"\mathsf"), ("bold", r"\mathbf"),
)  # fmt: skip
_ENCLOSED = (("box", r"\boxed"), ("diagonalstrike", r"\cancel"), ("radical", r"\sqrt"))
_FENCES = (("open", "("), ("separators", ","), ("close", ")"))
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
    if node.tag == "mtext":
        words = node.text()
        before, after = " " * words[:1].isspace(), " " * words[-1:].isspace()
        return re.sub(r"\{(.*)\}", rf"{{{before}\1{after}}}", _text(words)) or " "
    if node.tag in {"annotation", "annotation-xml", "mphantom", "mprescripts"}:
        return ""
    if node.tag == "mglyph":
        return _text(node.get("alt"))
    if node.tag == "mspace":
        return r"\, "
    if node.tag == "mfrac" and node.get("linethickness")[:1] == "0" and len(children) > 1:
        return rf"{{{_tex(children[0])} \atop {_tex(children[1])}}}"
    write = _WRITERS.get(node.tag)
    if write and len(children) >= _NEEDED.get(node.tag, 1):
        return write([_tex(child) for child in children])
    if node.tag == "mfenced":
        signs = [node.attributes.get(*one).strip() for one in _FENCES]
        begin, between, end = (f"{_SIGNS.get(sign[:1], sign[:1])} " for sign in signs)
        return f"{begin}{between.join(map(_tex, children))}{end}"
    if node.tag == "mmultiscripts" and children:
        return _with_scripts(children)
    if node.tag == "menclose":
        mark = next((tex for name, tex in _ENCLOSED if name in node.get("notation")), "")
        inner = "".join(map(_tex, children))
        return f"{mark}{{{inner}}}" if mark else inner
    parts = [_text(child) if isinstance(child, str) else _tex(child) for child in node.children]
    return "".join(part for part in parts if part.strip())


def _text(words: str) -> str:
    """Words that are none of the formula."""
    words = " ".join(re.sub(r"[{}$%#&_]", r"\\\g<0>", words).split())
    return rf"\text{{{words}}}" if words else ""


def _with_scripts(parts: list[Node]) -> str:
    """A base with pairs of scripts behind it, and, after `mprescripts`, before it."""
    behind, before = "", "{}"
    at = 1
    is_before = False
    while at < len(parts):
        if parts[at].tag == "mprescripts":
            is_before = True
            at += 1
            continue
        pair = zip("_^", parts[at : at + 2], strict=False)
        tex = "".join(f"{sign}{_group(one)}" for sign, part in pair if (one := _tex(part).strip()))
        behind, before = (behind, before + tex) if is_before else (behind + tex, before)
        at += 2
    return f"{before if before != '{}' else ''}{_limits(_tex(parts[0]))}{behind}"


def _sign(node: Node) -> str:
    words = "".join(char for char in node.text().strip() if char not in _UNSEEN)
    if words in _FUNCTIONS:
        return f"\\{words} "
    tex = "".join(f"{_SIGNS[char]} " if char in _SIGNS else char for char in words)
    if node.tag == "mi" and len(words) > 1 and words.isascii():
        return rf"\mathrm{{{words}}}"
    named = next((tex for name, tex in _STYLED if name in node.get("mathvariant")), "")
    return f"{named}{{{tex.strip()}}}" if named else tex


def _group(tex: str) -> str:
    tex = tex.strip()
    return tex if len(tex) == 1 else f"{{{tex}}}"


def _over(parts: list[str]) -> str:
    if accent := _ACCENTS.get(parts[1].strip()):
        return f"{accent}{{{parts[0].strip()}}}"
    return f"{_limits(parts[0])}^{_group(parts[1])}"


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
    "mlabeledtr": lambda p: " & ".join(part.strip() for part in (*p[1:], p[0])),
}
_NEEDED = {"msup": 2, "msub": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3,
           "mfrac": 2, "mroot": 2}  # fmt: skip


_LEAVES = frozenset(("mi", "mn", "mo", "ms", "mtext"))
_BEHIND = frozenset(("mjx-over", "mjx-root"))
"""What MathJax draws before what it belongs to."""

_RENDERED_NAMES = (
    "MathJax MathJax_Preview MathJax_Display MathJax_CHTML MathJax_SVG MathJax_SVG_Display"
    " MathJax_Error MathJax_Processing katex-html"
)
RENDERED = frozenset(_RENDERED_NAMES.split())
_TEX_CLASS_NAMES = "latex tex ztext-math mathImg equation_image equation-img"
_TEX_CLASSES = frozenset(_TEX_CLASS_NAMES.split())
_OWN_TEX = frozenset(("data-formula", "data-tex", "data-latex", "data-katex", "data-attrs"))
"""Where an element without words of its own keeps the formula that a script draws in it."""
_TEX_DATA = ("data-latex", "data-tex", "data-katex", "data-formula", "data-equation", "data-math")
_DELIMITERS = (("\\(", "\\)", False), ("\\[", "\\]", True), ("$$", "$$", True), ("$", "$", False))
_IMAGES = (
    ("/equation", "tex"), ("/latex.php", "latex"), ("/render/math", "math"), ("/chart", "chl"),
    ("math.vercel.app", "from"),
)  # fmt: skip
"""What draws pictures of formulas, and what it calls the TeX of one."""
_HEIGHT = re.compile(r"translate\([-\d.]+, *(-?[\d.]+)\)")
_GLYPH = re.compile(r"(?:^|\s)(?:mjx-)?c([0-9A-F]{2,5})(?:\s|$)")
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
        tex = _data(node) or (_annotated(inner) if inner else mathml_to_tex(_undrawn(node)))
        return Tex(tex, node.get("display") == "true") if tex else None
    if tag == "svg" and any("data-mml-node" in one.attributes for one in node.elements()):
        return Tex(mathml_to_tex(_undrawn(node)), "block" in node.get("style"))
    if "MathJax" in classes:
        inner = node.first("math")
        return Tex(_annotated(inner), inner.get("display") == "block") if inner else None
    if classes & {"katex-display", "katex", "katex-block", "mwe-math-element"}:
        inner = node.first("math")
        is_block = inner is not None and inner.get("display") == "block"
        is_display = is_block or bool(classes & {"katex-display", "katex-block"})
        return Tex(_annotated(inner), is_display) if inner else None
    if "katex-error" in classes:
        return Tex(node.text())
    named = tag in {"tex-math", "d-math"}
    if named or classes & {"math", "math-inline", "math-display", "ztext-math", "language-math"}:
        tex = _data(node) or node.text().strip()
        plain = named or bool(_data(node)) or bool(classes & {"ztext-math", "language-math"})
        delimited = any(tex.startswith(a) and tex.endswith(b) for a, b, _ in _DELIMITERS)
        if (plain or delimited) and not node.first("math", "mjx-container", "script"):
            is_display = "block" in node.attributes or bool(classes & {"display", "math-display"})
            return Tex(tex, is_display)
    if not _OWN_TEX & node.attributes.keys():
        return None
    kept = "data-attrs" in node.attributes
    own = _substack(node) if kept else next(filter(None, map(node.get, _TEX_DATA)), "")
    return Tex(own, tag in {"div", "section"}) if own and not node.text().strip() else None


def _substack(node: Node) -> str:
    """The formula that an editor keeps for its own script, with what else it knows of it."""
    try:
        kept = json.loads(node.get("data-attrs"))
    except ValueError:
        return ""
    tex = kept.get("persistentExpression") if isinstance(kept, dict) else None
    return tex if isinstance(tex, str) else ""


def _annotated(math: Node) -> str:
    """The TeX beside MathML, else what the MathML says in TeX."""
    for node in math.elements():
        if node.tag == "annotation" and "tex" in node.get("encoding").casefold():
            return node.text()
    return math.get("alttext") or _data(math) or mathml_to_tex(math)


def _undrawn(node: Node) -> Node:
    """The MathML that MathJax drew, whose names it leaves at what it draws."""
    name = _drawn_name(node) or "math"
    if name in _LEAVES:
        return _drawn_sign(name, node)
    parts = list(_drawn_parts(node))
    if name in {"msqrt", "mroot"}:
        # The sign of a root is drawn as one of its parts.
        parts = [one for one in parts if one.text() != "√"]
    if name in {"msubsup", "munderover"} and len(parts) == len("abc"):
        heights = [float(one.get("height") or at) for at, one in enumerate(reversed(parts))]
        parts[1:] = parts[:0:-1] if heights[0] < heights[1] else parts[1:]
    if parts and any(one.tag in _BEHIND for one in node.children[:1] if isinstance(one, Node)):
        parts = [*parts[1:], parts[0]]
    name = "mover" if name == "munderover" and len(parts) == len("ab") else name
    height = _HEIGHT.search(node.get("transform"))
    said = {"height": height[1]} if height else {}
    lines = [one for one in node.elements() if one.tag in {"rect", "mjx-line"}]
    return Node(name, said if lines else said | {"linethickness": "0"}, [*parts])


def _drawn_name(node: Node) -> str:
    name = node.get("data-mml-node") or node.tag.removeprefix("mjx-")
    is_named = name != node.tag and (name[:1] == "m" or name.casefold() == "texatom")
    return name if is_named else ""


def _drawn_parts(node: Node) -> Iterator[Node]:
    for child in node.children:
        if isinstance(child, str):
            continue
        if _drawn_name(child):
            yield _undrawn(child)
        elif _glyph(child):
            yield _drawn_sign("mo", child)
        else:
            yield from _drawn_parts(child)


def _drawn_sign(name: str, node: Node) -> Node:
    """The signs that MathJax draws, each named by its code, and what it sets in plain letters."""
    signs = "".join(map(_glyph, node.elements()))
    style = unicodedata.name(signs[0], "").casefold() if len(signs) == 1 else ""
    height = _HEIGHT.search(node.get("transform"))
    said = {"mathvariant": style if style.startswith("mathematical") else ""}
    said |= {"height": height[1]} if height else {}
    return Node(name, said, [unicodedata.normalize("NFKC", signs)])


def _glyph(node: Node) -> str:
    if node.tag in {"text", "mjx-utext"}:
        return node.text()
    found = _GLYPH.search(f"{node.get('class')} c{node.get('data-c')}")
    return chr(int(found[1], 16)) if found else ""


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
    host = address.hostname or ""
    for place, name in _IMAGES:
        if place in (host, f"/{address.path.rpartition('/')[2]}") or address.path.endswith(place):
            named = named or next(iter(parse_qs(address.query).get(name, ())), "")
    if host.endswith("codecogs.com"):
        named = named or alt or unquote(address.query)
    if any(name.startswith("mwe-math-fallback") for name in node.classes):
        named = named or alt
    delimited = any(alt.startswith(a) and alt.endswith(b) for a, b, _ in _DELIMITERS)
    if node.classes & _TEX_CLASSES or (delimited and "\\" in alt):
        named = named or alt
    return Tex(named, "display" in node.get("class")) if named else None
