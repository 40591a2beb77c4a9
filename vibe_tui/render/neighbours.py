"""Syntax of other programs: Obsidian, MkDocs, VitePress, Docusaurus, MyST, Quarto, GitHub.

Asides in their four forms, links between notes, highlights, comments, attributes, short names of
emoji, titles of code, formulas with bars in tables. Each is taken only where it is whole; what only
looks like it stays text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.admon.index import admonition as admonition_rule

from vibe_tui.text import Text

_LABELS = (
    ("note", "注意", "Note"),
    ("tip hint", "提示", "Tip"),
    ("important", "重要", "Important"),
    ("warning attention", "警告", "Warning"),
    ("caution", "当心", "Caution"),
    ("abstract summary tldr", "摘要", "Summary"),
    ("info", "信息", "Info"),
    ("todo", "待办", "To do"),
    ("success check done", "成功", "Success"),
    ("question help faq", "问题", "Question"),
    ("failure fail missing", "失败", "Failure"),
    ("danger error", "危险", "Danger"),
    ("bug", "缺陷", "Bug"),
    ("example", "示例", "Example"),
    ("quote cite", "引文", "Quote"),
    ("details", "详情", "Details"),
    ("seealso", "另见", "See also"),
)
LABELS = {word: Text(zh, en) for words, zh, en in _LABELS for word in words.split()}
"""What asides are called whose word is known."""

LineAt = Callable[[int], str | None]
"""A line without its indentation, None past the end."""


class Aside(NamedTuple):
    """A note beside the text: the word that says which, and its title in Markdown."""

    word: str
    title: str


_CALLOUT = re.compile(r"\[!([\w-]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*([^\n]*)(?:\n|$)")
_CONTAINER = re.compile(
    r"(:{3,})[ \t]*(?:\{\.(?:callout-)?(?P<styled>[^\W\d][\w-]*)(?P<attributes>[^{}]*)\}"
    r"|\{?(?P<word>[^\W\d][\w-]*)\}?(?:\[(?P<titled>[^\]]*)\])?)[ \t]*(?P<rest>[^:]*)"
)
_CLOSING = re.compile(r":{3,}")
_TITLE = re.compile(r"title=(?:\"([^\"]*)\"|'([^']*)'|(\S+))")
_FENCE = re.compile(r"`{3,}|~{3,}")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_ADMONITION = re.compile(
    r"(?:!!!|\?\?\?\+?)[ \t]+[a-z][\w-]*(?:[ \t]+[a-z-]+)*(?:[ \t]+\".*\")?[ \t]*"
)
_DIRECTIVE = re.compile(r"\{([\w:-]+)\}[ \t]*(.*)")
_OPTION = re.compile(r":[\w-]+:.*(?:\n|$)")


def callout(text: str) -> tuple[Aside, str] | None:
    """`[!word]± title` at the start of a quote, and what follows it."""
    found = _CALLOUT.match(text)
    return (Aside(found[1], found[2]), text[found.end() :]) if found else None


def container_lines(line_at: LineAt, first: int) -> tuple[int, Aside] | None:
    """The container that `::: word title` begins on line `first`: its closing line, what it is.

    It is closed, and holds no heading: that would be one of the report.
    """
    found = _CONTAINER.fullmatch((line_at(first) or "").rstrip())
    if not found:
        return None
    number, fence = first, ""
    while (line := line_at(number := number + 1)) is not None:
        line = line.rstrip()
        if signs := _FENCE.match(line):
            fence = "" if fence and line.startswith(fence) else fence or signs[0]
        elif fence:
            continue
        elif _CLOSING.fullmatch(line) and len(line) >= len(found[1]):
            title = _TITLE.search(found["attributes"] or "")
            words = next(filter(None, title.groups()), "") if title else ""
            words = words or found["titled"] or found["rest"]
            return number, Aside(found["styled"] or found["word"], words.strip())
        elif _HEADING.match(line):
            return None
    return None


def container(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`::: word title` … `:::`."""
    if not state.src.startswith(":::", state.bMarks[start] + state.tShift[start]):
        return False

    def line_at(number: int) -> str | None:
        is_out = number >= end or (
            state.sCount[number] < state.blkIndent and not state.isEmpty(number)
        )
        begin = state.bMarks[number] + state.tShift[number] if not is_out else 0
        return None if is_out else state.src[begin : state.eMarks[number]]

    found = None if state.is_code_block(start) else container_lines(line_at, start)
    if found is None:
        return False
    if not silent:
        stop, aside = found
        parent, last = state.parentType, state.lineMax
        state.parentType, state.lineMax = "container", stop
        token = state.push("container_open", "div", 1)
        token.map, token.meta = [start, stop + 1], {"aside": aside}
        state.md.block.tokenize(state, start + 1, stop)
        state.push("container_close", "div", -1)
        state.parentType, state.lineMax, state.line = parent, last, stop + 1
    return True


def admonition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`!!! word "title"` and `??? word`, where a body set in by four cells follows."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if not _ADMONITION.fullmatch(line):
        return False
    below = state.skipEmptyLines(start + 1)
    is_body = below < end and state.sCount[below] >= state.blkIndent + 4
    return is_body and admonition_rule(state, start, end, silent)


def directive(info: str, body: str) -> tuple[Aside, str] | None:
    """```` ```{word} title ```` of MyST: what it is, and what stands in it without its options."""
    found = _DIRECTIVE.fullmatch(info)
    if not found:
        return None
    while option := _OPTION.match(body):
        body = body[option.end() :]
    return Aside(found[1], found[2]), body.strip("\n")


def code_title(info: str) -> str:
    """The title that a block of code is given: `python title="a.py"`."""
    title = _TITLE.search(info)
    return next(filter(None, title.groups()), "") if title else ""


_WIKI = re.compile(r"(!?)\[\[(?![\s/\[^])([^\[\]|\n]*)(?:\|([^\[\]\n]*))?\]\](?!\()")
_NUMBERS = re.compile(r"[\d\s,.;-]*")
_PICTURE = re.compile(r".+\.(?:png|jpe?g|gif|webp|avif|bmp|svg)", re.IGNORECASE)
_SIZE = re.compile(r"\d+(?:x\d+)?")
_ATTRIBUTE = r"(?:[#.][^\W\d][\w:.-]*|[\w-]+=(?:\"[^\"]*\"|'[^']*'|[^\s{}\"']+))"
_NAMED = re.compile(rf"\{{:?[ ]*(?:[#.][^\W\d][\w:.-]*)(?:[ ]+{_ATTRIBUTE})*[ ]*\}}")
_ATTACHED = re.compile(rf"\{{:?[ ]*{_ATTRIBUTE}(?:[ ]+{_ATTRIBUTE})*[ ]*\}}")
_HIGHLIGHT = re.compile(r"==(?![\s=])[^=]+(?<!\s)==(?![A-Za-z0-9_=])")
_COMMENT = re.compile(r"%%(?!%).*?(?<!%)%%(?![A-Za-z0-9%])", re.DOTALL)


def wiki_link(state: StateInline, silent: bool) -> bool:
    """`[[note#heading|words]]` and `![[picture.png|300]]`; numbers are words."""
    found = _WIKI.match(state.src, state.pos, state.posMax)
    if not found or not (target := found[2].strip()) or _NUMBERS.fullmatch(target):
        return False
    if not silent:
        words = (found[3] or "").strip()
        if found[1] and _PICTURE.fullmatch(target):
            token = state.push("image", "img", 0)
            token.attrs = {"src": target}
            token.content = "" if _SIZE.fullmatch(words) else words
            token.children = []
            if token.content:
                state.md.inline.parse(token.content, state.md, state.env, token.children)
        else:
            state.push("link_open", "a", 1).attrs = {"href": target}
            shown = words or target.strip("#").replace("#", " › ")
            state.push("text", "", 0).content = shown
            state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def attributes(state: StateInline, silent: bool) -> bool:
    """`{#id .class}` at the end of a line, and `{width=300}` behind a link or a picture."""
    before = state.src[state.pos - 1] if state.pos else "\n"
    last = state.tokens[-1].type if state.tokens and not state.pending else ""
    attached = last in ("link_close", "image", "code_inline")
    found = (_ATTACHED if attached else _NAMED).match(state.src, state.pos, state.posMax)
    if not found or not (attached or before in " \t\n"):
        return False
    if not attached and state.src[found.end() : state.posMax].split("\n", 1)[0].strip():
        return False
    if not silent:
        state.pending = state.pending.rstrip(" \t")
    state.pos = found.end()
    return True


def highlight(state: StateInline, silent: bool) -> bool:
    """`==words==`; signs between words and numbers compare."""
    before = state.src[state.pos - 1] if state.pos else " "
    found = _HIGHLIGHT.match(state.src, state.pos, state.posMax)
    if not found or before in "=_" or (before.isascii() and before.isalnum()):
        return False
    if not silent:
        last, state.posMax = state.posMax, found.end() - 2
        state.pos += 2
        state.push("mark_open", "mark", 1)
        state.md.inline.tokenize(state)
        state.push("mark_close", "mark", -1)
        state.posMax = last
    state.pos = found.end()
    return True


def comment(state: StateInline, silent: bool) -> bool:
    """`%%…%%` that stands free is not shown."""
    before = state.src[state.pos - 1] if state.pos else " "
    if before == "%" or (before.isalnum() and before.isascii()):
        return False
    found = _COMMENT.match(state.src, state.pos, state.posMax)
    if found:
        state.pos = found.end()
        while before.isspace() and state.pos < state.posMax and state.src[state.pos] == " ":
            state.pos += 1
    return found is not None


_EMOJI = re.compile(r"(?<![A-Za-z0-9:]):[a-z+-][a-z0-9_+-]*:(?![A-Za-z0-9:])")


def emoji(state: StateInline, silent: bool) -> bool:
    """`:rocket:` is its sign."""
    found = _EMOJI.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    # Imported here: its table has thousands of names.
    from rich.emoji import Emoji

    sign = Emoji.replace(found[0])
    if sign != found[0] and not silent:
        state.pending += sign
    state.pos += len(found[0]) if sign != found[0] else 0
    return sign != found[0]


_BY_SIGN: dict[str, Callable[[StateInline, bool], bool]] = {
    "[": wiki_link,
    "!": wiki_link,
    "=": highlight,
    "{": attributes,
    "%": comment,
    ":": emoji,
}


def neighbour(state: StateInline, silent: bool) -> bool:
    """What a sign means to one of them, where it stands in running text."""
    rule = _BY_SIGN.get(state.src[state.pos])
    return rule is not None and rule(state, silent)


_DELIMITERS = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_FORMULA = re.compile(r"(?<!\\)\$(?!\s)(?:[^$\\\n]|\\.)+?\$")


def with_bars(row: str, columns: int) -> str:
    """A row of a table, the bars of formulas escaped where that gives it as many cells as it has
    columns."""
    if "$" not in row or _cells(row) == columns:
        return row
    escaped = _FORMULA.sub(lambda found: re.sub(r"(?<!\\)\|", r"\|", found[0]), row)
    return escaped if _cells(escaped) == columns else row


def with_formula_bars(text: str) -> str:
    """`text` with the bars of formulas in its tables escaped, which would end a cell."""
    if "$" not in text or "|" not in text:
        return text
    lines = text.split("\n")
    fence, columns = "", 0
    for number, line in enumerate(lines):
        signs = _FENCE.match(line.lstrip())
        if signs:
            fence = "" if fence and line.lstrip().startswith(fence) else fence or signs[0]
        if fence or not line.strip():
            columns = 0
        elif "|" in line and _DELIMITERS.fullmatch(line):
            columns = _cells(line)
            if number:
                lines[number - 1] = with_bars(lines[number - 1], columns)
        elif columns:
            lines[number] = with_bars(line, columns)
    return "\n".join(lines)


def _cells(row: str) -> int:
    """How many cells a row has, without the empty ones before its first bar and after its last."""
    cells = escapedSplit(row.strip().lstrip("> \t"))
    return (
        len(cells)
        - (len(cells) > 1 and not cells[0].strip())
        - (len(cells) > 1 and not cells[-1].strip())
    )
