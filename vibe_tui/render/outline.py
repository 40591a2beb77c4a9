"""The cheap pass over a whole report: where its top-level blocks are, without reading their words.

One walk over the lines, linear in the text. It agrees with the full parser about what is a heading,
a code block, a table or a formula: where the walk cannot know (definitions of links, lazy lines of
lists and quotes) the parser itself reads the few lines concerned.
"""

from __future__ import annotations

import re

from markdown_it.rules_block.html_block import HTML_SEQUENCES
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from vibe_tui.render.marks import Kind, Mark, Outline, References, line_starts
from vibe_tui.render.rules import environment, formula_lines, markdown


def outline(text: str) -> Outline:
    """Where the top-level blocks of `text` are."""
    return _Scanner(text).scan()


_BLANK = " \t\r"
_SPECIAL = frozenset("#`~$\\<>-*+_=|:[0123456789 \t")
_HASHES = re.compile(r"(#{1,6})(?:[ \t]+|\r?$)")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?$")
_ITEM = re.compile(r"([-*+]|\d{1,9}[.)])([ \t]+|\r?$)")
_INNER = re.compile(r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)*")
_SETEXT = re.compile(r"(?:=+|-+)[ \t\r]*$")
_DELIMITERS = re.compile(r"(?:[|:][-:| \t]+|-[-:|][-:| \t]*)\r?$")
_ALIGN = re.compile(r":?-+:?$")
_DEFINITION = re.compile(r"[ \t]*[:~][ \t]+[^ \t\r]")
_NOTE = re.compile(r"\[\^[^\] ]+\]:")
_KINDS = {
    "heading_open": Kind.HEADING,
    "fence": Kind.CODE,
    "code_block": Kind.CODE,
    "table_open": Kind.TABLE,
    "math_block": Kind.FORMULA,
    "bullet_list_open": Kind.LIST,
    "ordered_list_open": Kind.LIST,
    "blockquote_open": Kind.QUOTE,
    "html_block": Kind.HTML,
    "hr": Kind.RULE,
    "footnote_reference_open": Kind.NOTE,
}


def _indent(line: str) -> int:
    """Columns of white space before the text of a line."""
    columns = 0
    for char in line:
        if char == " ":
            columns += 1
        elif char == "\t":
            columns += 4 - columns % 4
        else:
            break
    return columns


class _Scanner:
    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.marks: list[Mark] = []
        self.links: dict[str, dict[str, str]] = {}
        self.notes: set[str] = set()

    def scan(self) -> Outline:
        lines = self.lines
        count = len(lines)
        number = 0
        while number < count:
            line = lines[number]
            if not line or not line.strip(_BLANK):
                number += 1
            elif line[0] in _SPECIAL:
                number = self._special(number)
            else:
                number = self._paragraph(number)
        references = References(self.links, frozenset(self.notes))
        return Outline(tuple(self.marks), line_starts(lines), references)

    def _mark(self, kind: Kind, first: int, stop: int, level: int = 0, text: str = "") -> int:
        self.marks.append(Mark(kind, first, stop, level, text))
        return stop

    def _is_blank(self, number: int) -> bool:
        return not self.lines[number].strip(_BLANK)

    def _body(self, number: int) -> str | None:
        return self.lines[number].strip(_BLANK) if number < len(self.lines) else None

    def _special(self, number: int) -> int:
        """A block whose first character may mean something."""
        line = self.lines[number]
        if _indent(line) >= 4:
            return self._indented(number)
        if self._is_table(number):
            return self._table(number)
        body = line.lstrip(_BLANK)
        match body[0]:
            case "#" if found := _HASHES.match(body):
                return self._mark(
                    Kind.HEADING, number, number + 1, len(found.group(1)), heading_text(body)
                )
            case "`" | "~" if found := _FENCE.match(body):
                return self._fence(number, found.group(1) or found.group(2))
            case "$" | "\\" if formula := formula_lines(self._body, number):
                return self._mark(Kind.FORMULA, number, formula[0])
            case "<":
                return self._html(number, body)
            case ">":
                return self._quote(number)
            case "-" | "*" | "_" if _RULE.match(body):
                return self._mark(Kind.RULE, number, number + 1)
            case char if (char in "-*+" or char.isdigit()) and _ITEM.match(body):
                return self._list(number)
            case "[" if self._defines(number):
                return self._read(number)
        return self._paragraph(number)

    def _defines(self, number: int) -> bool:
        """Whether the paragraph at `number` may define a link or a note."""
        while number < len(self.lines) and not self._is_blank(number):
            if "]:" in self.lines[number]:
                return True
            number += 1
        return False

    def _indented(self, number: int) -> int:
        stop = number
        at = number
        while at < len(self.lines):
            if not self._is_blank(at):
                if _indent(self.lines[at]) < 4:
                    break
                stop = at + 1
            at += 1
        return self._mark(Kind.CODE, number, stop)

    def _fence(self, number: int, fence: str) -> int:
        char = fence[0]
        for at in range(number + 1, len(self.lines)):
            line = self.lines[at]
            if char in line:
                body = line.strip(_BLANK)
                if len(body) >= len(fence) and body == char * len(body) and _indent(line) < 4:
                    return self._mark(Kind.CODE, number, at + 1)
        return self._mark(Kind.CODE, number, len(self.lines))

    def _html(self, number: int, body: str) -> int:
        closing = next((end for start, end, _ in HTML_SEQUENCES if start.search(body)), None)
        if closing is None:
            return self._paragraph(number)
        at = number
        if closing.pattern == "^$":
            while at < len(self.lines) and not self._is_blank(at):
                at += 1
            return self._mark(Kind.HTML, number, at)
        while at < len(self.lines):
            at += 1
            if closing.search(self.lines[at - 1]):
                break
        return self._mark(Kind.HTML, number, at)

    def _is_table(self, number: int) -> bool:
        """Whether a table's header is on line `number` and its delimiter row below."""
        if number + 1 >= len(self.lines):
            return False
        below = self.lines[number + 1]
        row = below.strip(_BLANK)
        if len(row) < 2 or not _DELIMITERS.match(row) or "|" not in self.lines[number]:
            return False
        if _indent(below) >= 4 or _indent(self.lines[number]) >= 4:
            return False
        cells = row.split("|")
        inner = [
            cell.strip()
            for index, cell in enumerate(cells)
            if cell.strip() or 0 < index < len(cells) - 1
        ]
        if not all(_ALIGN.match(cell) for cell in inner):
            return False
        header = escapedSplit(self.lines[number].strip(_BLANK))
        if header and not header[0]:
            header.pop(0)
        if header and not header[-1]:
            header.pop()
        return bool(header) and len(header) == len(inner)

    def _table(self, number: int) -> int:
        at = number + 2
        while at < len(self.lines) and not self._is_blank(at):
            if _indent(self.lines[at]) >= 4 or self._interrupts(at, in_paragraph=False):
                break
            at += 1
        return self._mark(Kind.TABLE, number, at)

    def _interrupts(self, number: int, *, in_paragraph: bool) -> bool:
        """Whether a line, indented less than four columns, ends what stands before it."""
        body = self.lines[number].lstrip(_BLANK)
        match body[0]:
            case "#":
                return _HASHES.match(body) is not None
            case "`" | "~":
                return _FENCE.match(body) is not None
            case ">":
                return True
            case "$" | "\\":
                return formula_lines(self._body, number) is not None
            case "<":
                return any(
                    opening.search(body) for opening, _, interrupts in HTML_SEQUENCES if interrupts
                )
            case "[":
                return in_paragraph and _NOTE.match(body) is not None
        if _RULE.match(body):
            return True
        item = _ITEM.match(body)
        if item is None or not in_paragraph:
            return item is not None
        sign = item.group(1)
        return bool(body[item.end() :].strip(_BLANK)) and (
            not sign[0].isdigit() or int(sign[:-1]) == 1
        )

    def _paragraph(self, number: int) -> int:
        lines = self.lines
        if self._is_table(number):
            return self._table(number)
        below = number + 1
        if below < len(lines):
            if self._is_blank(below):
                below += 1
            if below < len(lines) and _DEFINITION.match(lines[below]):
                return self._read(number)
        at = number + 1
        while at < len(lines):
            line = lines[at]
            if not line:
                break
            if line[0] in _SPECIAL:
                body = line.strip(_BLANK)
                if not body:
                    break
                if _indent(line) < 4:
                    if body[0] in "|:-" and at - 1 > number and self._is_table(at - 1):
                        self._mark(Kind.TEXT, number, at - 1)
                        return self._table(at - 1)
                    if body[0] in "=-" and _SETEXT.match(body):
                        text = " ".join([line.strip() for line in lines[number:at]])
                        return self._mark(
                            Kind.HEADING, number, at + 1, 1 if body[0] == "=" else 2, text
                        )
                    if self._interrupts(at, in_paragraph=True):
                        break
            at += 1
        return self._mark(Kind.TEXT, number, at)

    def _quote(self, number: int) -> int:
        lines = self.lines
        plain = True
        at = number
        while at < len(lines):
            line = lines[at]
            if "]:" in line:
                return self._read(number)
            body = line.strip(_BLANK)
            if not body:
                break
            if body[0] == ">" and _indent(line) < 4:
                inner = body.lstrip("> \t")
                plain = plain and bool(inner) and inner[0] not in _SPECIAL
            elif _indent(line) < 4 and self._interrupts(at, in_paragraph=False):
                break
            elif not plain or (_indent(line) >= 4 and body[0] in _SPECIAL):
                return self._read(number)
            at += 1
        return self._mark(Kind.QUOTE, number, at)

    def _list(self, number: int) -> int:
        lines = self.lines
        marks: list[Mark] = []
        first = stop = at = number
        content = 0
        sign = ""
        plain = after_blank = False
        while at < len(lines):
            line = lines[at]
            body = line.strip(_BLANK)
            if not body:
                after_blank = True
                at += 1
                continue
            if "]:" in line:
                return self._read(number)
            indent = _indent(line)
            item = _ITEM.match(body)
            if at > number and indent >= content:
                plain = plain and body[0] not in _SPECIAL and indent < content + 4
            elif item and not _RULE.match(body):
                if indent >= 4 or not body[item.end() :].strip():
                    return self._read(number)
                if at > number:
                    if item.group(1)[-1] != sign and self._is_table(at):
                        break
                    marks.append(Mark(Kind.ITEM if marks else Kind.LIST, first, stop))
                    first = at
                sign = item.group(1)[-1]
                content = indent + _content_column(line[len(line) - len(line.lstrip(_BLANK)) :])
                inner = body[_end(_INNER, body) :]
                plain = bool(inner) and inner[0] not in _SPECIAL
            elif after_blank or (indent < 4 and self._interrupts(at, in_paragraph=True)):
                break
            elif not plain:
                return self._read(number)
            after_blank = False
            at += 1
            stop = at
        marks.append(Mark(Kind.ITEM if marks else Kind.LIST, first, stop))
        self.marks += marks
        return stop

    def _read(self, number: int) -> int:
        """Let the parser read the lines from `number` to where nothing goes on for certain."""
        stop = end = self._certain_end(number)
        while self._is_blank(end - 1):
            end -= 1
        env = environment()
        tokens: list[Token] = []
        md = markdown()
        md.block.parse("\n".join(self.lines[number:stop]).replace("\r", ""), md, env, tokens)
        for index, token in enumerate(tokens):
            if token.level or token.nesting < 0 or token.map is None:
                continue
            kind = _KINDS.get(token.type, Kind.TEXT)
            first, last = token.map
            if kind in (Kind.CODE, Kind.HTML) and number + last >= end:
                stop = number + first
                break
            heading = tokens[index + 1].content if kind is Kind.HEADING else ""
            level = int(token.tag[1]) if kind is Kind.HEADING else 0
            text = " ".join([line.strip() for line in heading.split("\n")])
            self._mark(kind, number + first, number + last, level, text)
        for label, link in env["references"].items():
            self.links.setdefault(label, {"href": link["href"], "title": link["title"]})
        notes = env.get("footnotes", {}).get("refs", {})
        self.notes.update(label[1:] for label in notes)
        return stop

    def _certain_end(self, number: int) -> int:
        """The first line after an empty one that nothing before it can take in."""
        at = number + 1
        while at < len(self.lines):
            line = self.lines[at]
            if (
                line.strip(_BLANK)
                and not self.lines[at - 1].strip(_BLANK)
                and line[0] not in " \t:~"
                and not _ITEM.match(line)
            ):
                break
            at += 1
        return at


def _end(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.match(text)
    return match.end() if match else 0


def _content_column(text: str) -> int:
    """The column at which an item's own text starts, counted from its marker."""
    item = _ITEM.match(text)
    if item is None:
        return 2
    sign = len(item.group(1))
    blank = _indent(" " * sign + item.group(2)) - sign
    return sign + (blank if 1 <= blank <= 4 else 1)


def heading_text(body: str) -> str:
    """The words of an ATX heading: without its signs and without closing ones."""
    text = body.lstrip("#").strip(_BLANK) if body else ""
    start = len(body) - len(body.lstrip("#"))
    rest = body[start:].rstrip(_BLANK)
    bare = rest.rstrip("#")
    if bare != rest and (not bare or bare[-1] in " \t"):
        return bare.strip(_BLANK)
    return text
