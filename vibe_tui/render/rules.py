"""What our Markdown has beyond the library's: a configured `MarkdownIt` and the rules it needs.

Formulas by the strict dollar rules, footnote marks that know the notes of the whole report, and a
limit on nesting that keeps the words below it.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote, html_block, list_block
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, autolink
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote.index import footnote_def

from vibe_tui.render.emphasis import (
    emphasis,
    is_cjk,
    is_cjk_punctuation,
    pair_leftovers,
    strikethrough,
)
from vibe_tui.render.html import html_block_end
from vibe_tui.render.neighbours import admonition, container, neighbour


@dataclass(frozen=True, slots=True)
class References:
    """What a report defines for all its parts: links by normalised label, labels of notes.

    A link has the keys `href` and `title`, as the parser wants them.
    """

    links: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: frozenset[str] = frozenset()


NO_REFERENCES = References()

MAX_NESTING = 100
"""Levels of quotes and lists (a list takes two) that are drawn as such; deeper signs are text."""

MAX_FORMULA_LINES = 400

_INLINE_MATH = re.compile(
    r"\$\$(?!\s*\$)((?:[^$\\]|\\.)+)\$\$|\$`([^`]+)`\$|\$(?![\s$])((?:[^$\\]|\\.)+)(?<!\s)\$(?!\$)",
    re.DOTALL,
)
_ROUND_MATH = re.compile(r"\\\(((?:(?!\\\().)+?)\\\)", re.DOTALL)
_TEX_ARGUMENT = re.compile(r"\\[A-Za-z]+|\\.|\{[^{}]*\}")
_WORDS = re.compile(r"[A-Za-z]{3,}[,.;:]? +[A-Za-z]{2,}")
_PLAIN = r"[^\r\n\\`~*_\[\]!<&${:%=]*"
is_words = re.compile(
    rf"{_PLAIN}(?:(?:%(?!%)|=(?!=)|:(?![a-z+-][a-z0-9_+-]*:)){_PLAIN})*"
).fullmatch
"""Whether a text means no more than it says, links in it aside."""
_NOTE_MARK = re.compile(r"\[\^([^\]\s]+)\]")
# `<std::string>` and `<role:user>` are words.
_ADDRESS = re.compile(
    r"<(?:[a-z][a-z\d+.-]+://|(?:mailto|tel|sms|urn|doi|news|xmpp|magnet|geo):(?!:)|[^\s<>:]+@)",
    re.IGNORECASE,
)


def _as_written(target: str) -> str:
    return target


def _any_target(target: str) -> bool:
    """Every link is one; whether it may be opened is decided where it is opened."""
    return isinstance(target, str)


# Methods of the library that are meant to be replaced.
_LINKS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("normalizeLink", _as_written),
    ("normalizeLinkText", _as_written),
    ("validateLink", _any_target),
)


@cache
def markdown_parser() -> MarkdownIt:
    """The one parser. It holds no state between parses."""
    md = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING + 20, "tasklists": True})
    for name, function in _LINKS:
        setattr(md, name, function)
    md.enable(["table", "strikethrough"])
    deflist_plugin(md)
    md.block.ruler.before(
        "reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]}
    )
    md.block.ruler.before(
        "fence", "math_block", math_block, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    md.block.ruler.at(
        "blockquote",
        _limited(blockquote),
        {"alt": ["paragraph", "reference", "blockquote", "list"]},
    )
    md.block.ruler.at(
        "list", _limited(list_block), {"alt": ["paragraph", "reference", "blockquote"]}
    )
    md.block.ruler.at("html_block", _html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    for rule in (container, admonition):
        md.block.ruler.before(
            "fence", rule.__name__, rule, {"alt": ["paragraph", "reference", "blockquote", "list"]}
        )
    md.inline.ruler.before("link", "neighbour", neighbour)
    md.core.ruler.at("inline", _inlines)
    md.inline.ruler.before("escape", "math_inline", _math_inline)
    md.inline.ruler.at("emphasis", emphasis)
    md.inline.ruler.at("strikethrough", strikethrough)
    md.inline.ruler2.after("balance_pairs", "leftovers", pair_leftovers)
    md.inline.ruler.after("image", "footnote_ref", _note_mark)
    md.inline.ruler.at("autolink", _autolink)
    return md


def _inlines(state: StateCore) -> None:
    """Parse what stands in paragraphs and cells; most of it is words alone, which need none."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        if token.children is None:
            token.children = []
        if is_words(token.content):
            token.children.append(Token("text", "", 0, content=token.content))
        else:
            state.md.inline.parse(token.content, state.md, state.env, token.children)


BlockRule = Callable[[StateBlock, int, int, bool], bool]


def _limited(rule: BlockRule) -> BlockRule:
    """`rule`, but deep inside others its signs are text, so that no word is lost."""

    def limited(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return state.level < MAX_NESTING and rule(state, start, end, silent)

    return limited


def _html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A block of HTML, which a tag that is a word does not begin."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    return html_block_end(line) is not None and html_block(state, start, end, silent)


def formula_lines(line_at: Callable[[int], str | None], first: int) -> tuple[int, str] | None:
    """The display formula that starts on line `first`: the line after it, and its TeX.

    `line_at` gives a line without its indentation, None past the end. Formulas hold no empty line.
    """
    head = (line_at(first) or "").rstrip()
    if head.startswith("\\[") and head.endswith("\\]"):
        tex = head[2:-2].strip()
        return (first + 1, tex) if _is_tex(tex) else None
    if head == "\\[":
        opening, closing = "", "\\]"
    elif head.startswith("$$"):
        opening, closing = head[2:], "$$"
        inner = opening.find("$$")
        if inner >= 0:
            one_line = inner == len(opening) - 2 and bool(opening[:inner].strip())
            return (first + 1, opening[:inner].strip()) if one_line else None
    else:
        return None
    body = [opening] if opening.strip() else []
    for number in range(first + 1, first + MAX_FORMULA_LINES):
        line = line_at(number)
        if line is None or not line.strip():
            return None
        line = line.rstrip()
        if line == closing or (closing == "$$" and line.endswith("$$")):
            if line.find("$$") not in (-1, len(line) - 2):
                return None
            body.append(line[: len(line) - 2])
            tex = "\n".join(body).strip()
            return (number + 1, tex) if tex else None
        if ("$$" in line) if closing == "$$" else (line == "\\["):
            # Opened again before it was closed.
            return None
        body.append(line)
    return None


def math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`$$ … $$` and `\\[`, `\\]` alone on their lines."""
    begin = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith(("$$", "\\["), begin) or state.is_code_block(start):
        return False

    # A formula that ends a list item stands outside of it.
    indent = state.blkIndent if state.sCount[start] >= state.blkIndent else 0

    def line_at(number: int) -> str | None:
        if number >= end or (state.sCount[number] < indent and not state.isEmpty(number)):
            return None
        return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]

    found = formula_lines(line_at, start)
    if found is None:
        return False
    if not silent:
        state.line, tex = found
        token = state.push("math_block", "math", 0)
        token.block = True
        token.content = tex
        token.map = [start, state.line]
    return True


def _math_inline(state: StateInline, silent: bool) -> bool:
    """`$x$` with nothing blank inside the dollars, `` $`x`$ ``, `\\(x\\)`."""
    is_sign = state.src[state.pos] in "$\\"
    found = formula_at(state.src, state.pos, state.posMax) if is_sign else None
    if found is None:
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content = found[1]
    state.pos = found[0]
    return True


def formula_at(text: str, start: int, end: int) -> tuple[int, str] | None:
    """The inline formula that begins at `start` and ends before `end`: where it stops, its TeX.

    Beside a digit it is money, unless it holds a command.
    """
    if text[start] == "\\":
        return _round_formula(text, start, end)
    before = text[start - 1] if start else ""
    match = _INLINE_MATH.match(text, start, end)
    if match is None or (before == "$" and match[1] is None):
        return None
    tex = match[1] or match[2] or match[3]
    beside = match[3] is not None and (before.isdigit() or text[match.end() :][:1].isdigit())
    is_money = beside and "\\" not in tex
    return None if is_money or _is_prose(tex) else (match.end(), tex.strip())


def _round_formula(text: str, start: int, end: int) -> tuple[int, str] | None:
    """The same for `\\(…\\)`, where it holds a sign of TeX and no words."""
    match = _ROUND_MATH.match(text, start, end)
    tex = match[1].strip() if match else ""
    return (match.end(), tex) if match and _is_tex(tex) else None


def _is_tex(text: str) -> bool:
    """Whether a text between brackets that Markdown may have escaped holds a sign of TeX, and no
    words."""
    bare = _TEX_ARGUMENT.sub(" ", text)
    has_words = any(map(is_cjk, bare)) or _WORDS.search(bare)
    return re.search(r"[\\^_=<>+*]", text) is not None and not has_words


def _is_prose(tex: str) -> bool:
    """Whether a Chinese clause ends outside of braces: `费用$5，收入$x` is about money."""
    if tex.isascii():
        return False
    depth = 0
    words = marks = False
    for char in tex:
        if char in "{}":
            depth += 1 if char == "{" else -1
        elif depth <= 0 and is_cjk(char):
            marks = marks or char in "。，；：！？、"
            words = words or not is_cjk_punctuation(char)
    return words and marks


def _autolink(state: StateInline, silent: bool) -> bool:
    """`<https://…>`: what has no scheme that leads somewhere is no link."""
    found = _ADDRESS.match(state.src, state.pos, state.posMax)
    return found is not None and autolink(state, silent)


def _note_mark(state: StateInline, silent: bool) -> bool:
    """`[^1]`, where the report has such a note."""
    match = _NOTE_MARK.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    here = state.env.get("footnotes", {}).get("refs", {})
    if match.group(1) not in state.env.get("notes", ()) and ":" + match.group(1) not in here:
        return False
    if not silent:
        token = state.push("footnote_ref", "", 0)
        token.content = match.group(1)
    state.pos = match.end()
    return True


def environment(references: References = NO_REFERENCES) -> dict[str, Any]:
    """What the parser must know of the rest of the report; what it finds itself is added apart."""
    return {"references": ChainMap({}, references.links), "notes": references.notes}
