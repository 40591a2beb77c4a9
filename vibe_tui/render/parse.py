"""Markdown → blocks: the full parse of a piece of a report, and the words of what was parsed.

Everything in the source that a browser would show is in the blocks: CommonMark, GFM, footnotes,
definition lists, formulas and HTML's words. The cheap pass over a whole report is `outline`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from vibe_tui.clean import clean_text
from vibe_tui.render.blocks import (
    PLAIN,
    Align,
    Atom,
    Block,
    Code,
    Definition,
    Footnote,
    Formula,
    Heading,
    Inline,
    ListBlock,
    ListItem,
    Look,
    Paragraph,
    Quote,
    Role,
    Rule,
    Table,
    tables_inside,
)
from vibe_tui.render.html_blocks import html_blocks
from vibe_tui.render.inline import Builder, atoms_of
from vibe_tui.render.neighbours import (
    LABELS,
    Aside,
    callout,
    code_title,
    directive,
    with_formula_bars,
)
from vibe_tui.render.rules import NO_REFERENCES, References, environment, is_words, markdown_parser

BULLETS = "•◦▪"

# Quotes, list items, definitions and notes that a table may begin in.
_BEFORE_ROW = re.compile(
    r"^(?:[> \t]*(?:[-*+:~]|\d{1,9}[.)]|\[\^[^\]\s]+\]:)[ \t]+)*[> \t]*(?=\|)|^[> \t]+"
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A top-level block, or one item of a top-level list, and its lines in the source.

    `first` and `stop` count lines from 0 and `stop` is after the last. `tight` units stand close to
    the one before them.
    """

    block: Block
    first: int
    stop: int
    tight: bool = False


def parse_blocks(source: str, references: References = NO_REFERENCES) -> tuple[Block, ...]:
    """The blocks of a piece of Markdown; its links and notes may be defined in `references`."""
    source = with_formula_bars(clean_text(source))
    tokens = markdown_parser().parse(source, environment(references))
    return _BlockReader(tokens, source, references).blocks()


def parse_units(source: str, references: References = NO_REFERENCES) -> tuple[Unit, ...]:
    """As `parse_blocks`, each block with its place, and top-level lists item by item."""
    source = with_formula_bars(clean_text(source))
    tokens = markdown_parser().parse(source, environment(references))
    return tuple(_BlockReader(tokens, source, references).units())


def tables_of(source: str) -> tuple[Table, ...]:
    """Every table of a piece of Markdown, those inside quotes and lists too."""
    if "|" not in source:
        return ()
    return tuple([table for block in parse_blocks(source) for table in tables_inside(block)])


def parse_inline(source: str, references: References = NO_REFERENCES) -> Inline:
    """The atoms of one line of Markdown, such as a heading."""
    if is_words(source):
        builder = Builder()
        builder.text(source)
        return builder.finish()
    tokens = markdown_parser().parseInline(clean_text(source), environment(references))
    return atoms_of(tokens[0].children or []) if tokens else ()


class _BlockReader:
    """Turns the parser's flat list of tokens into nested blocks."""

    def __init__(self, tokens: Sequence[Token], source: str, references: References) -> None:
        self._tokens = tokens
        self._source = source
        self._references = references
        self._lines: list[str] | None = None
        self._at = 0
        self._bullets = 0
        self._wrappers: set[str] = set()

    def blocks(self) -> tuple[Block, ...]:
        """All blocks, to the end of the tokens or to the closing one of what is being read."""
        found: list[Block] = []
        while self._at < len(self._tokens):
            if self._tokens[self._at].nesting < 0:
                self._at += 1
                break
            found += self._next()
        return tuple(found)

    def units(self) -> list[Unit]:
        """The top-level blocks with their lines."""
        found: list[Unit] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            first, stop = token.map or (0, 0)
            start = self._at
            for block in self._next():
                if isinstance(block, ListBlock):
                    found += self._items(block, start)
                else:
                    found.append(Unit(block, first, stop))
        return found

    def _items(self, block: ListBlock, start: int) -> list[Unit]:
        level = self._tokens[start].level + 1
        maps = [
            token.map or (0, 0)
            for token in self._tokens[start : self._at]
            if token.type == "list_item_open" and token.level == level
        ]
        return [
            Unit(ListBlock((item,), block.loose), first, stop, tight=index > 0 and not block.loose)
            for index, (item, (first, stop)) in enumerate(zip(block.items, maps, strict=True))
        ]

    def _next(self) -> Sequence[Block]:
        """The block that starts at the current token: mostly one, from HTML any number."""
        token = self._tokens[self._at]
        self._at += 1
        match token.type:
            case "paragraph_open":
                text = self._inline()
                return [Paragraph(text)] if text else []
            case "heading_open":
                return [Heading(int(token.tag[1]), self._inline())]
            case "fence":
                return self._fence(token.info.strip(), _body(token))
            case "code_block":
                return [Code(_body(token))]
            case "math_block":
                return [Formula(token.content)]
            case "table_open":
                return [self._table()]
            case "bullet_list_open" | "ordered_list_open":
                return [self._list(token)]
            case "blockquote_open":
                return [self._quote()]
            case "container_open":
                return self._aside(token.meta["aside"], self.blocks())
            case "admonition_open":
                return self._admonition(token)
            case "dl_open":
                return self._definitions()
            case "footnote_reference_open":
                return [Footnote(str(token.meta["label"]), self.blocks())]
            case "html_block":
                return html_blocks(token.content, self._wrappers)
            case "hr":
                return [Rule()]
            case _:
                return []

    def _inline(self) -> Inline:
        """The text between the token just read and its closing one."""
        text = atoms_of(self._tokens[self._at].children or [])
        self._at += 2
        return text

    def _list(self, opening: Token) -> ListBlock:
        ordered = opening.type == "ordered_list_open"
        number = int(opening.attrs.get("start", 1)) if ordered else 0
        bullet = BULLETS[min(self._bullets, len(BULLETS) - 1)]
        self._bullets += not ordered
        items: list[ListItem] = []
        loose = False
        while self._tokens[self._at].type == "list_item_open":
            token = self._tokens[self._at]
            self._at += 1
            loose = loose or self._is_loose(token.level + 1)
            marker = f"{number + len(items)}{token.markup}" if ordered else bullet
            if "checked" in token.meta:
                marker = "☑" if token.meta["checked"] else "☐"
            items.append(ListItem(marker, self.blocks()))
        self._at += 1
        self._bullets -= not ordered
        widest = max(len(item.marker) for item in items)
        return ListBlock(
            tuple([replace(item, marker=item.marker.rjust(widest)) for item in items]), loose
        )

    def _is_loose(self, level: int) -> bool:
        """Whether the item that starts here has a paragraph of its own, not a bare text."""
        for token in self._tokens[self._at :]:
            if token.level < level:
                break
            if token.type == "paragraph_open" and token.level == level:
                return not token.hidden
        return False

    def _quote(self) -> Quote:
        opening = self._tokens[self._at]
        text = self._tokens[self._at + 1] if opening.type == "paragraph_open" else None
        found = callout(text.content) if text else None
        if text is None or found is None:
            return Quote(self.blocks())
        aside, rest = found
        text.children = inline_tokens(rest, self._references)
        return self._labelled(aside, self.blocks())

    def _labelled(self, aside: Aside, blocks: tuple[Block, ...]) -> Quote:
        """A quote under its label; a word that is no known one is of its words."""
        word, title = aside.word.lower(), self._title(aside)
        if word in LABELS:
            return Quote((*title, *blocks), word, titled=bool(title))
        named: Inline = (Atom(aside.word, Look(bold=True)),)
        if title:
            named = (*named, Atom(" · ", PLAIN), *title[0].text)
        return Quote((Paragraph(named), *blocks))

    def _title(self, aside: Aside) -> list[Paragraph]:
        title = atoms_of(inline_tokens(aside.title, self._references))
        bold = [replace(atom, look=replace(atom.look, bold=True)) for atom in title]
        return [Paragraph(tuple(bold))] if bold else []

    def _aside(self, aside: Aside, blocks: tuple[Block, ...]) -> list[Block]:
        """An aside; of a container that is none, such as a gallery, what it holds."""
        if aside.word.lower() in LABELS:
            return [self._labelled(aside, blocks)]
        blocks = (*self._title(aside), *blocks)
        return [Quote(blocks)] if aside.word == "admonition" and blocks else list(blocks)

    def _admonition(self, opening: Token) -> list[Block]:
        word = str(opening.meta["tag"])
        if self._tokens[self._at].type == "admonition_title_open":
            self._at += 3
        title = opening.content if '"' in opening.info else ""
        return [self._labelled(Aside(word, title), self.blocks())]

    def _fence(self, info: str, body: str) -> list[Block]:
        """Code under its title; formulas and directives, which are written as code is."""
        language = info.split(" ", 1)[0]
        if language == "math" and body:
            return [Formula(body)]
        found = directive(info, body)
        if found is None:
            title = code_title(info)
            named = (Atom(title, Look(Role.META)),)
            return [*([Paragraph(named)] if title else []), Code(body, language)]
        aside, inner = found
        if aside.word == "math" and inner:
            return [Formula(inner)]
        if aside.word in ("figure", "image"):
            return list(parse_blocks(f"![](<{aside.title}>)\n\n{inner}", self._references))
        if aside.word == "admonition" or aside.word in LABELS:
            return self._aside(aside, parse_blocks(inner, self._references))
        if aside.word in ("code", "code-block", "code-cell", "sourcecode"):
            return [Code(inner, aside.title.split(" ", 1)[0])]
        return [Code(body, aside.word)]

    def _definitions(self) -> list[Definition]:
        found: list[Definition] = []
        terms: list[Inline] = []
        while self._tokens[self._at].type != "dl_close":
            token = self._tokens[self._at]
            self._at += 1
            if token.type == "dt_open":
                terms.append(self._inline())
            elif terms:
                found += [Definition(term, ()) for term in terms[:-1]]
                found.append(Definition(terms[-1], self.blocks()))
                terms = []
            else:
                found[-1] = Definition(found[-1].term, found[-1].blocks + self.blocks())
        self._at += 1
        return found

    def _table(self) -> Table:
        rows: list[tuple[Inline, ...]] = []
        sources: list[tuple[str, ...]] = []
        aligns: list[Align] = []
        cells: list[Inline] = []
        words: list[str] = []
        while self._tokens[self._at].type != "table_close":
            token = self._tokens[self._at]
            self._at += 1
            if token.type == "tr_open":
                cells, words = [], []
                first = (token.map or (0, 0))[0]
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    style = str(token.attrs.get("style", ""))
                    aligns.append(Align(style.rpartition(":")[2] or "none"))
                text = self._tokens[self._at]
                words.append(text.content)
                cells.append(atoms_of(text.children or []))
            elif token.type == "tr_close":
                surplus = self._surplus(first, len(cells))
                if surplus:
                    cells[-1] = (*cells[-1], Atom(" | ", PLAIN), *parse_inline(surplus))
                    words[-1] = f"{words[-1]} | {surplus}"
                rows.append(tuple(cells))
                sources.append(tuple(words))
        self._at += 1
        return Table(rows[0], tuple(rows[1:]), tuple(aligns), sources[0], tuple(sources[1:]))

    def _surplus(self, number: int, count: int) -> str:
        """What stands in a row after its last column: GFM drops it, a reader wants it."""
        if self._lines is None:
            self._lines = self._source.split("\n")
        if number >= len(self._lines) or self._lines[number].count("|") <= count - 1:
            return ""
        line = self._lines[number].strip()
        cells = escapedSplit(_BEFORE_ROW.sub("", line))
        if cells and not cells[0].strip():
            cells.pop(0)
        if cells and not cells[-1].strip():
            cells.pop()
        return " | ".join([cell.strip() for cell in cells[count:] if cell.strip()])


def inline_tokens(source: str, references: References) -> list[Token]:
    """The inline tokens of a piece of text."""
    tokens = markdown_parser().parseInline(source, environment(references))
    return list(tokens[0].children or []) if tokens else []


def _body(token: Token) -> str:
    return token.content.removesuffix("\n").expandtabs(4)
