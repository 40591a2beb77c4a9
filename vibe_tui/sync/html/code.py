"""Code blocks of a page: their text as it stands and the language they name.

Line numbers that highlighters put beside the code are no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from vibe_tui.clean import line_feeds
from vibe_tui.render.html import raised
from vibe_tui.sync.html.math import tex_of
from vibe_tui.sync.html.plain import unseen
from vibe_tui.sync.html.tree import Node

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush|code)[-:](?!snippet)\s*([\w+#.-]+)"
)
_LANGUAGE_DATA = ("data-lang", "data-language", "data-enlighter-language")
_NOT_LANGUAGES_NAMES = "block wrapper toolbar plaintext text none nohighlight highlighter"
_NOT_LANGUAGES = frozenset(_NOT_LANGUAGES_NAMES.split())
_NUMBERS_NAMES = (
    "lineno linenos line-number line-numbers line-numbers-rows linenumber linenumbers ln lnt"
    " gutter rouge-gutter hljs-ln-numbers code-line-number CodeMirror-linenumber crayon-num"
)
_NUMBERS = frozenset(_NUMBERS_NAMES.split())
_LINES = frozenset(("div", "li", "tr", "p"))


def code_of(node: Node, around: Iterable[Node] = ()) -> str:
    """The fenced block for a `pre`; `around` are the elements it stands in, nearest first."""
    text = line_feeds(code_text(node)).replace("\xa0", " ")
    text = re.sub(r"(?m)^(?:\A(?:[ \t]*\n)+)|\s+\Z|[^\S\n]+$", "", text)
    if not text:
        return ""
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{ticks}{_language(node, around)}\n{text}\n{ticks}"


def code_text(node: Node) -> str:
    """The text of code, with what a picture, a formula or a raised sign in it says."""
    return "".join(_text(node))


def inline_code(text: str) -> str:
    """`text` as inline code; empty for blanks."""
    text = " ".join(text.split())
    if not text:
        return ""
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def is_numbered_code(table: Node) -> bool:
    """Whether a table is only the frame of code with its line numbers beside it."""
    cells = [node for node in table.elements() if node.tag in ("td", "th")]
    numbers = [cell for cell in cells if any(map(is_numbers, _alone(cell)))]
    return bool(numbers) and table.first("pre") is not None


def _alone(cell: Node) -> Iterable[Node]:
    """The elements of a cell that holds nothing but digits; else only itself."""
    return cell.elements() if re.fullmatch(r"[\d\s]+", cell.text()) else (cell,)


def is_numbers(node: Node) -> bool:
    """Whether an element holds the numbers of lines."""
    named = node.classes & _NUMBERS or "data-line-number" in node.attributes
    return bool(named) and re.fullmatch(r"[\d\s.:|]*", node.text()) is not None


def _is_line(node: Node) -> bool:
    """Whether an element is a line by its class or its style."""
    named = any(re.fullmatch(r"(?:.*[-_])?line", name) for name in node.classes)
    return named or re.search(r"display\s*:\s*block", node.get("style")) is not None


def _text(node: Node) -> Iterable[str]:
    """The text inside, where elements that are lines begin and end on lines of their own."""
    begun = False
    # Some writers put each line into a `code` or a `span` of its own.
    elements = [child for child in node.children if isinstance(child, Node)]
    has_lines = any(isinstance(child, str) and "\n" in child for child in node.children)
    codes = 0 if has_lines else sum(child.tag == "code" for child in elements)
    are_lines = "\n" not in node.text() and any(map(_is_line, elements))
    for child in node.children:
        if isinstance(child, str):
            begun = begun or bool(child)
            yield child
        elif child.tag == "br":
            yield "\n"
        elif formula := tex_of(child):
            yield formula.tex
        elif child.tag == "img":
            yield child.get("alt")
        elif child.tag != "button" and not unseen(child) and not is_numbers(child):
            inner = code_text(child)
            if child.tag in {"sub", "sup"}:
                (inner,) = raised([inner], up=child.tag == "sup")
            is_line = child.tag in _LINES or (codes > 1 and child.tag == "code")
            is_line = is_line or (are_lines and _is_line(child))
            if is_line and begun:
                yield "\n"
            yield inner.removesuffix("\n") if is_line else inner
            begun = begun or bool(inner) or is_line


def _language(node: Node, around: Iterable[Node]) -> str:
    code = node.first("code")
    for one in (node, *around) if code is None else (code, node, *around):
        match = _LANGUAGE.search(one.get("class"))
        found = match[1] if match else next(filter(None, map(one.get, _LANGUAGE_DATA)), "")
        if not found and one.tag in {"pre", "code"}:
            found = one.get("lang")
        if not found and "sourceCode" in one.classes:
            found = next((name for name in one.get("class").split() if name != "sourceCode"), "")
        found = found.strip().casefold()
        if found not in _NOT_LANGUAGES and re.fullmatch(r"[\w+#.-]+", found):
            return found
        if "mermaid" in one.classes:
            return "mermaid"
    return ""
