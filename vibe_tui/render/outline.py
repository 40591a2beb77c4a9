"""Where the top-level blocks of a report are, without reading their words: cheap, for all of it.

`outline` walks over the lines once, and agrees with the full parser about what is a heading, a code
block, a table or a formula: where it cannot know, the parser reads the few lines concerned.
`headings_of` looks only at beginnings of lines, several times faster; wherever they might hide or
make a heading that it does not see, it takes those of the outline.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, count
from operator import add
from typing import NamedTuple

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from vibe_tui.render.html import html_block_end
from vibe_tui.render.neighbours import container_lines, with_bars
from vibe_tui.render.rules import References, environment, formula_lines, markdown_parser


class BlockKind(StrEnum):
    """What a top-level block is: `TEXT` if nothing else. An `ITEM` goes on with a list."""

    HEADING = "heading"
    TEXT = "text"
    CODE = "code"
    TABLE = "table"
    FORMULA = "formula"
    LIST = "list"
    ITEM = "item"
    QUOTE = "quote"
    RULE = "rule"


class TopBlock(NamedTuple):
    """Lines `first` up to `stop`, from 0; of a heading its Markdown and the number of its `#`."""

    kind: BlockKind
    first: int
    stop: int
    level: int = 0
    text: str = ""


class HeadingMark(NamedTuple):
    """A heading: its Markdown, its lines `first` up to `stop`, counted from 0, and their offsets.

    `start` is where its first line begins, `below` where the one after its last does.
    """

    level: int
    text: str
    first: int
    stop: int
    start: int
    below: int


@dataclass(frozen=True, slots=True)
class TextOutline:
    """The blocks of a text in order, and what it defines.

    `starts[n]` is the offset of line `n`, the last one that of the text's end plus one.
    """

    blocks: tuple[TopBlock, ...]
    starts: tuple[int, ...]
    references: References

    @property
    def headings(self) -> tuple[HeadingMark, ...]:
        """The headings that stand on their own, not inside a list or quote."""
        return tuple(
            [
                HeadingMark(level, text, first, stop, self.starts[first], self.starts[stop])
                for kind, first, stop, level, text in self.blocks
                if kind is BlockKind.HEADING
            ]
        )


def outline(text: str) -> TextOutline:
    """Where the top-level blocks of `text` are."""
    return _Scanner(text).scan()


def headings_of(text: str) -> tuple[HeadingMark, ...]:
    """The headings of `text` that stand on their own, as its outline has them."""
    found = _plain_headings(f"\n{text}\n")
    return outline(text).headings if found is None else tuple(found)


_BLANK = " \t\r"
_HEADING = r"(#{1,6})(?=[ \t\r]|$)"
_FENCE = r"(`{3,}(?=[^`\n]*$)|~{3,})"

_TELLING = re.compile(
    rf"\n(?:{_HEADING}(.*)|{_FENCE}.*|(<.*)|[ \t][ \t\r]*(<|#|```|~~~)|[ \t\r]*([=-])[-= \t\r]*$)",
    re.MULTILINE,
)
_is_term = re.compile(r"\n(?:[ \t\r]*\n)?[ \t]*[:~][ \t]+\S").match
_HEADING_FOUND, _FENCE_FOUND, _HTML_FOUND, _INDENTED_FOUND = 2, 3, 4, 5


def _plain_headings(text: str) -> list[HeadingMark] | None:
    """The headings of a text that stands between two line breaks not its own; None where more than
    the beginnings of lines must be known."""
    marks: list[HeadingMark] = []
    known = counted = line = 0
    for found in _TELLING.finditer(text):
        at, end = found.span()
        if at < known:
            # Inside a block of code.
            continue
        telling = found.lastindex
        # It may belong to what stands above, a formula or a table, or be a term that is defined.
        on_text = at > known and text[text.rfind("\n", 0, at) + 1 : at].strip(_BLANK)
        if telling == _HTML_FOUND:
            if html_block_end(found[_HTML_FOUND]):
                return None
        elif on_text or telling == _INDENTED_FOUND or _is_term(text, end):
            return None
        elif telling == _HEADING_FOUND:
            hashes, rest = found.group(1, 2)
            if "|" in rest:
                return None
            line += text.count("\n", counted, at)
            counted = at
            words = heading_text(rest)
            marks.append(HeadingMark(len(hashes), words, line, line + 1, at, end))
            known = end
        elif telling == _FENCE_FOUND:
            fence = found[_FENCE_FOUND]
            closing = re.compile(rf"\n {{0,3}}{fence[0]}{{{len(fence)},}}[ \t\r]*$", re.MULTILINE)
            closed = closing.search(text, end)
            known = closed.end() if closed else len(text)
    return marks


def heading_text(rest: str) -> str:
    """The words of an ATX heading after its signs: without closing ones."""
    rest = rest.rstrip(_BLANK)
    bare = rest.rstrip("#")
    is_closed = bare != rest and (not bare or bare[-1] in " \t")
    return (bare if is_closed else rest).strip(_BLANK)


_may_begin = re.compile(
    r"[ \t\r<>|=:-]|!!![ \t]|\?{3}|#{1,6}(?:[ \t\r]|$)|[`~]{3}|\$\$|\\\[|[+*](?:[ \t\r]|$)"
    r"|[*_](?:[ \t]*[*_]){2}|\d{1,9}[.)](?:[ \t\r]|$)|\[.*\]:"
).match
"""Whether a line may begin a block of its own, or make another one of what stands above it."""

_is_heading = re.compile(_HEADING).match
_is_fence = re.compile(_FENCE).match
_is_rule = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?$").match
_is_item = re.compile(r"([-*+]|\d{1,9}[.)])([ \t]+|\r?$)").match
_is_note = re.compile(r"\[\^([^\]\s]+)\]:[ \t]+(?=[^ \t\r\[])").match
_is_plain_item = re.compile(
    r"([-*+]|\d{1,9}[.)]) {1,4}(?![ \t\r]|(?:[-*_][ \t]*){2,}\r?$|[=-]+$)"
).match
_is_delimiter_row = re.compile(r"(?:[|:][-:| \t]+|-[-:|][-:| \t]*)\r?$").match
_is_delimiter = re.compile(r":?-+:?$").match
_is_definition = re.compile(r"[ \t]*[:~][ \t]+[^ \t\r]").match
_KINDS = {
    "heading_open": BlockKind.HEADING,
    "fence": BlockKind.CODE,
    "code_block": BlockKind.CODE,
    "table_open": BlockKind.TABLE,
    "math_block": BlockKind.FORMULA,
    "bullet_list_open": BlockKind.LIST,
    "ordered_list_open": BlockKind.LIST,
    "blockquote_open": BlockKind.QUOTE,
    "admonition_open": BlockKind.QUOTE,
    "container_open": BlockKind.QUOTE,
    "hr": BlockKind.RULE,
}


def _indent(line: str) -> int:
    """Columns of white space before the text of a line."""
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4))


class _Scanner:
    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.blocks: list[TopBlock] = []
        self.links: dict[str, dict[str, str]] = {}
        self.notes: set[str] = set()

    def scan(self) -> TextOutline:
        lines = self.lines
        number = 0
        while number < len(lines):
            if self._is_blank(number):
                number += 1
            elif _may_begin(lines[number]):
                number = self._special(number)
            else:
                number = self._paragraph(number)
        # A megabyte has 26,000 lines: no step of this is Python's.
        starts = tuple(map(add, accumulate(map(len, lines), initial=0), count()))
        references = References(self.links, frozenset(self.notes))
        return TextOutline(tuple(self.blocks), starts, references)

    def _add(self, kind: BlockKind, first: int, stop: int, level: int = 0, text: str = "") -> int:
        self.blocks.append(TopBlock(kind, first, stop, level, text))
        return stop

    def _is_blank(self, number: int) -> bool:
        return not self.lines[number].strip(_BLANK)

    def _body(self, number: int) -> str | None:
        return self.lines[number].strip(_BLANK) if number < len(self.lines) else None

    def _special(self, number: int) -> int:
        """A block whose first line may mean something."""
        line = self.lines[number]
        body = line.strip(_BLANK)
        if _indent(line) >= 4:
            return self._read(number)
        if self._is_table(number):
            return self._table(number)
        if found := _is_heading(body):
            words = heading_text(body[found.end() :])
            return self._add(BlockKind.HEADING, number, number + 1, found.end(), words)
        if found := _is_fence(body):
            return self._fence(number, found[0])
        if _is_rule(body):
            return self._add(BlockKind.RULE, number, number + 1)
        if formula := formula_lines(self._body, number):
            return self._add(BlockKind.FORMULA, number, formula[0])
        if body[:3] == ":::" and (container := container_lines(self._body, number)):
            return self._add(BlockKind.QUOTE, number, container[0] + 1)
        if body[0] == "<":
            end = html_block_end(body)
            return self._html(number, end) if end else self._paragraph(number)
        return self._list(number) if _is_item(line) else self._note(number)

    def _note(self, number: int) -> int:
        """A note of one line; by the parser what may go on, or is something else."""
        line = self.lines[number]
        found = _is_note(line)
        if not found or _may_begin(line[found.end() :]):
            return self._read(number)
        at = number + 1
        while at < len(self.lines) and self._is_blank(at):
            at += 1
        if at < len(self.lines) and (at == number + 1 or not self._begins(at)):
            return self._read(number)
        self.notes.add(found[1])
        return self._add(BlockKind.TEXT, number, max(number + 1, at - 1))

    def _is_term(self, number: int) -> bool:
        """Whether a definition stands on the line below, or behind an empty one."""
        below = number + 1 + (number + 1 < len(self.lines) and self._is_blank(number + 1))
        return below < len(self.lines) and _is_definition(self.lines[below]) is not None

    def _fence(self, number: int, fence: str) -> int:
        char = fence[0]
        for at in range(number + 1, len(self.lines)):
            line = self.lines[at]
            if char in line:
                body = line.strip(_BLANK)
                if len(body) >= len(fence) and body == char * len(body) and _indent(line) < 4:
                    return self._add(BlockKind.CODE, number, at + 1)
        return self._add(BlockKind.CODE, number, len(self.lines))

    def _html(self, number: int, closing: re.Pattern[str]) -> int:
        for at in range(number, len(self.lines)):
            body = self.lines[at].strip(_BLANK)
            if closing.search(body):
                return self._add(BlockKind.TEXT, number, at + bool(body))
        return self._add(BlockKind.TEXT, number, len(self.lines))

    def _is_table(self, number: int) -> bool:
        """Whether a table's header is on line `number` and its delimiter row below."""
        if number + 1 >= len(self.lines):
            return False
        below = self.lines[number + 1]
        row = below.strip(_BLANK)
        if len(row) < 2 or not _is_delimiter_row(row) or "|" not in self.lines[number]:
            return False
        if _indent(below) >= 4 or _indent(self.lines[number]) >= 4:
            return False
        aligns = row.removeprefix("|").removesuffix("|").split("|")
        if not all(_is_delimiter(cell.strip()) for cell in aligns):
            return False
        cells = escapedSplit(with_bars(self.lines[number].strip(_BLANK), len(aligns)))
        last = len(cells) - 1
        return len(aligns) == sum(1 for at, cell in enumerate(cells) if cell or 0 < at < last)

    def _table(self, number: int) -> int:
        at = number + 2
        while at < len(self.lines) and not self._is_blank(at):
            if self.lines[at][0] != "|" and _may_begin(self.lines[at]):
                return self._read(number)
            at += 1
        return self._add(BlockKind.TABLE, number, at)

    def _paragraph(self, number: int) -> int:
        """Text up to an empty line; by the parser where a line in it may mean something."""
        lines = self.lines
        if self._is_table(number):
            return self._table(number)
        if self._is_term(number):
            return self._read(number)
        defines = lines[number][0] == "["
        at = number + 1
        while at < len(lines) and not self._is_blank(at):
            if at - 1 > number and self._is_table(at - 1):
                self._add(BlockKind.TEXT, number, at - 1)
                return self._table(at - 1)
            if (defines and "]:" in lines[at]) or (lines[at][0] != "|" and _may_begin(lines[at])):
                return self._read(number)
            at += 1
        return self._add(BlockKind.TEXT, number, at)

    def _list(self, number: int) -> int:
        """A list, item by item; by the parser where a line is neither in an item nor begins one."""
        found: list[TopBlock] = []
        at, sign, content = number, "", 0
        while at < len(self.lines):
            line = self.lines[at]
            if not line.strip(_BLANK):
                at += 1
                continue
            if "]:" in line:
                return self._read(number)
            if found and _indent(line) >= content:
                found[-1] = found[-1]._replace(stop=at + 1)
            elif (item := _is_plain_item(line)) and not self._is_table(at):
                kind = BlockKind.ITEM if item[1][-1] == sign else BlockKind.LIST
                found.append(TopBlock(kind, at, at + 1))
                sign, content = item[1][-1], item.end()
            elif found and self._is_blank(at - 1) and line[0] not in " \t:~":
                break
            else:
                return self._read(number)
            at += 1
        self.blocks += found
        return found[-1].stop

    def _read(self, number: int) -> int:
        """Let the parser read the lines from `number` to where nothing goes on for certain."""
        stop = end = self._certain_end(number)
        while self._is_blank(end - 1):
            end -= 1
        env = environment()
        tokens: list[Token] = []
        md = markdown_parser()
        md.block.parse("\n".join(self.lines[number:stop]).replace("\r", ""), md, env, tokens)
        items = 0
        for index, token in enumerate(tokens):
            if token.map is None or token.nesting < 0:
                continue
            first, last = number + token.map[0], number + token.map[1]
            if token.type == "list_item_open" and token.level == 1:
                while self._is_blank(last - 1):
                    last -= 1
                self._add(BlockKind.ITEM if items else BlockKind.LIST, first, last)
                items += 1
            kind = _KINDS.get(token.type, BlockKind.TEXT)
            if token.level or kind is BlockKind.LIST:
                items *= token.level > 0
                continue
            if token.type in ("fence", "html_block") and last >= end:
                # It may go on behind an empty line.
                stop = first
                break
            level, text = 0, ""
            if kind is BlockKind.HEADING:
                level = int(token.tag[1])
                text = " ".join([line.strip() for line in tokens[index + 1].content.split("\n")])
            self._add(kind, first, last, level, text)
        for label, link in env["references"].items():
            self.links.setdefault(label, {"href": link["href"], "title": link["title"]})
        notes = env.get("footnotes", {}).get("refs", {})
        self.notes.update(label[1:] for label in notes)
        return stop

    def _certain_end(self, number: int) -> int:
        """The first line after an empty one that nothing before it can take in."""
        for at in range(number + 1, len(self.lines)):
            if self._is_blank(at - 1) and self._begins(at):
                return at
        return len(self.lines)

    def _begins(self, number: int) -> bool:
        """Whether nothing before an empty line takes in the line behind it."""
        line = self.lines[number]
        is_own = line.strip(_BLANK) and line[0] not in " \t:~" and not _is_item(line)
        return bool(is_own) and not self._is_term(number)
