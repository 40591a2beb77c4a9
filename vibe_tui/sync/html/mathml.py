"""Presentation MathML as TeX, for formulas whose source is not kept beside them.

Only what papers use: scripts, fractions, roots, accents, tables, letters and signs. What it does
not know it writes as its words, so that none is lost.
"""

from __future__ import annotations

from collections.abc import Callable

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
