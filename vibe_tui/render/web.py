"""A report as one self-contained HTML page: no script, no font, no picture from elsewhere.

Whatever comes from the report is escaped; only web, mail and inner links are links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from vibe_tui.render.blocks import (
    PLAIN,
    Align,
    Atom,
    Block,
    Code,
    Columns,
    Definition,
    Footnote,
    Formula,
    Heading,
    Inline,
    ListBlock,
    Look,
    Paragraph,
    Quote,
    Role,
    Rule,
    Table,
    own_texts,
    walk_blocks,
)
from vibe_tui.render.document import Document
from vibe_tui.render.formula.mathml import formula_element
from vibe_tui.render.links import OPENABLE
from vibe_tui.render.neighbours import LABELS
from vibe_tui.render.titles import drawn_title
from vibe_tui.text import Language

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_SIGNS = re.compile(r"[^\w.]+")
_WORDS = re.compile("[\u3400-\u9fff]|[A-Za-z]+")
_STYLE = Path(__file__).with_name("web.css")


def to_html(
    document: Document, title: str, language: Language, *, apart: bool = False
) -> Iterator[str]:
    """The lines of the page, its title block and all its sections.

    `language` is that of its labels; the page says in which language its text is. The sections of
    a document may each be a text `apart`, as in a digest: its notes are its own.
    """
    yield "<!DOCTYPE html>"
    yield f'<html lang="{_language_of(document, title)}">'
    yield f'<head><meta charset="utf-8"><title>{escape(drawn_title(title))}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<style>\n{_STYLE.read_text('utf-8')}</style></head>"
    yield "<body><article>"
    yield from _Writer(document, language, apart=apart).page()
    yield "</article></body></html>"


class _Writer:
    """Writes blocks; knows the names of headings and notes, and which of them are written."""

    def __init__(self, document: Document, language: Language, *, apart: bool) -> None:
        self._document = document
        self._language = language
        self._apart = apart
        self._names = _names(document)
        self._written: set[str] = set()
        self._part = ""
        self._known: frozenset[str] = frozenset()

    def page(self) -> Iterator[str]:
        document = self._document
        for block in document.front:
            yield self._title(block) or self._block(block)
        for number, section in enumerate(document.flat):
            if section.heading:
                heading = self._inline(document.heading(number))
                yield _heading(section.level, heading, self._names[number])
            blocks = [
                unit.block
                for chunk in range(len(document.chunks(number)))
                for unit in document.units(number, chunk)
            ]
            if self._apart:
                self._part, self._known = str(number), frozenset(_notes_in(blocks))
            yield from self._stacked(blocks)

    def _title(self, block: Block) -> str:
        """The heading of the whole page, if a block is its title; else empty."""
        if (
            not (isinstance(block, Paragraph) and block.text)
            or block.text[0].look.role is not Role.TITLE
        ):
            return ""
        return f"<h1>{self._inline([replace(atom, look=PLAIN) for atom in block.text])}</h1>"

    def _stacked(self, blocks: Sequence[Block]) -> Iterator[str]:
        """Blocks one after the other; the parts of one list, which come apart, are put together."""
        parts: list[Block] = []
        for block in blocks:
            if parts and not _goes_on(parts[-1], block):
                yield self._joined(parts)
                parts = []
            parts.append(block)
        if parts:
            yield self._joined(parts)

    def _joined(self, parts: Sequence[Block]) -> str:
        """One block; or the items of a list, or the entries of a list of terms, as one."""
        if isinstance(parts[0], Definition):
            return f"<dl>{''.join(map(self._block, parts))}</dl>"
        items = [item for part in parts if isinstance(part, ListBlock) for item in part.items]
        if isinstance(parts[0], ListBlock):
            return self._list(ListBlock(tuple(items), parts[0].loose))
        return self._block(parts[0])

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(text=text):
                return f"<p>{self._inline(text)}</p>"
            case Heading(level=level, text=text):
                return _heading(level, self._inline(text))
            case Code(text=text):
                return f"<pre><code>{escape(text)}</code></pre>"
            case Formula(tex=tex):
                drawn = formula_element(tex, display=True)
                if drawn:
                    return f'<div class="formula" tabindex="0">{drawn}</div>'
                return f"<pre><code>{escape(tex)}</code></pre>"
            case Table():
                return self._table(block)
            case ListBlock():
                return self._list(block)
            case Quote(blocks=blocks, label=label):
                name = LABELS[label].pick(self._language) if label else ""
                head = f"<p><strong>{escape(name)}</strong></p>" if name else ""
                return f"<blockquote>{head}{''.join(self._stacked(blocks))}</blockquote>"
            case Definition(term=term, blocks=blocks):
                meaning = "".join(self._stacked(blocks))
                return f"<dt>{self._inline(term)}</dt>" + (f"<dd>{meaning}</dd>" if blocks else "")
            case Footnote(label=label, blocks=blocks):
                look = Look(Role.LINK, link=f"#fnref-{label}")
                back = self._linked(escape(f"[{label}]"), Atom("", look))
                mark = self._mark(f"fn-{label}")
                return f"<aside{mark}>{back} {''.join(self._stacked(blocks))}</aside>"
            case Rule():
                return "<hr>"
            case Columns(titles=titles, stacks=stacks):
                heads = "".join(f"<th>{self._inline(title)}</th>" for title in titles)
                cells = "".join(f"<td>{''.join(self._stacked(stack))}</td>" for stack in stacks)
                table = f"<table><tr>{heads}</tr><tr>{cells}</tr></table>"
                return _scrolled(table, "columns")

    def _list(self, block: ListBlock) -> str:
        first = block.items[0].marker.strip()
        ordered = first[:1].isdigit()
        rows: list[str] = []
        for item in block.items:
            marker = item.marker.strip()
            box = f"{marker} " if marker in ("☐", "☑") else ""
            value = f' value="{int(marker[:-1])}"' if ordered and marker[:-1].isdecimal() else ""
            inner = "".join(self._stacked(item.blocks))
            if not block.loose and item.blocks and isinstance(item.blocks[0], Paragraph):
                inner = inner.replace("<p>", "", 1).replace("</p>", "", 1)
            rows.append(f"<li{value}>{box}{inner}</li>")
        marked = ' class="marked"' if first in ("☐", "☑") else ""
        name = "ol" if ordered else "ul"
        return f"<{name}{marked}>{''.join(rows)}</{name}>"

    def _table(self, table: Table) -> str:
        def row(cells: Sequence[Inline], name: str) -> str:
            drawn: list[str] = []
            for index, cell in enumerate(cells):
                align = table.aligns[index] if index < len(table.aligns) else Align.NONE
                place = f' class="{align.value}"' if align in (Align.RIGHT, Align.CENTER) else ""
                drawn.append(f"<{name}{place}>{self._inline(cell)}</{name}>")
            return f"<tr>{''.join(drawn)}</tr>"

        body = "\n".join([row(cells, "td") for cells in table.rows])
        head = f"<thead>{row(table.header, 'th')}</thead>"
        return _scrolled(f"<table>{head}<tbody>\n{body}</tbody></table>")

    def _inline(self, text: Sequence[Atom]) -> str:
        return "".join(map(self._atom, text))

    def _atom(self, atom: Atom) -> str:
        if atom.text == "\n":
            return "<br>"
        look = atom.look
        drawn = escape(atom.text)
        if look.role is Role.CODE:
            drawn = f"<code>{drawn}</code>"
        elif look.role is Role.MATH:
            drawn = formula_element(atom.source, display=False) or f"<code>{drawn}</code>"
        elif look.role is Role.HIGHLIGHT:
            drawn = f"<mark>{drawn}</mark>"
        elif look.role in (Role.META, Role.NOTICE):
            drawn = f'<span class="{look.role.value}">{drawn}</span>'
        for is_on, name in (
            (look.bold or look.role is Role.TITLE, "strong"),
            (look.italic, "em"),
            (look.strike, "del"),
        ):
            if is_on:
                drawn = f"<{name}>{drawn}</{name}>"
        return self._linked(drawn, atom)

    def _linked(self, drawn: str, atom: Atom) -> str:
        """What was drawn as a link; where it may not be one, with the target as words."""
        target = atom.look.link
        if not target.lower().startswith((*OPENABLE, "#")):
            shown = target and target != atom.text
            return f'{drawn} <span class="meta">({escape(target)})</span>' if shown else drawn
        mark = ""
        if target.startswith(("#fn-", "#fnref-")):
            name = target[1:]
            if not self._leads(name):
                return drawn
            target = f"#{self._of_part(name)}"
            if name.startswith("fn-"):
                mark = self._mark(f"fnref-{name.removeprefix('fn-')}")
        elif target.startswith("#"):
            place = self._document.place_of(target)
            if place is None:
                return drawn
            target = f"#{self._names.get(place.section, '')}"
        return f'<a{mark} href="{escape(target, quote=True)}">{drawn}</a>'

    def _leads(self, name: str) -> bool:
        """Whether there is a note, or a mark of one, of that name."""
        return name in self._known if self._apart else self._document.place_of(name) is not None

    def _of_part(self, name: str) -> str:
        """The name of a note or its mark, as no other part of the page has it."""
        kind, _, label = name.partition("-")
        return f"{kind}{self._part}-{label}"

    def _mark(self, name: str) -> str:
        """The attribute that names a note or its mark, for the first of that name."""
        name = self._of_part(name)
        if name in self._written:
            return ""
        self._written.add(name)
        return f' id="{escape(name, quote=True)}"'


def _notes_in(blocks: Sequence[Block]) -> Iterator[str]:
    """The names of the notes in some blocks, and of the marks that lead to them."""
    for block in blocks:
        for inner in walk_blocks(block):
            if isinstance(inner, Footnote):
                yield f"fn-{inner.label}"
            for text in own_texts(inner):
                for atom in text:
                    if atom.look.link.startswith("#fn-"):
                        yield f"fnref-{atom.look.link.removeprefix('#fn-')}"


def _names(document: Document) -> dict[int, str]:
    """A name for every heading, each another, and none that a note could have."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    for number, section in enumerate(document.flat):
        if section.heading:
            name = _SIGNS.sub("-", document.title(number)).strip("-")
            if not name or name in taken or name.startswith("fn"):
                name = f"s{number}-{name}".strip("-")
            taken.add(name)
            names[number] = name
    return names


def _heading(level: int, text: str, name: str = "") -> str:
    """A heading below that of the page; by `name` links find it."""
    level = min(max(level, 1) + 1, 6)
    mark = f' id="{escape(name, quote=True)}"' if name else ""
    return f"<h{level}{mark}>{text}</h{level}>"


def _scrolled(table: str, kind: str = "") -> str:
    """A table that scrolls sideways where a window is too narrow for it, by keys as well."""
    return f'<div class="{f"scroll {kind}".strip()}" tabindex="0">{table}</div>'


def _goes_on(before: Block, block: Block) -> bool:
    """Whether two blocks that follow each other are parts of one list."""
    if isinstance(before, ListBlock) and isinstance(block, ListBlock):
        first, second = before.items[-1].marker.strip(), block.items[0].marker.strip()
        return first[:1].isdigit() == second[:1].isdigit()
    return isinstance(before, Definition) and isinstance(block, Definition)


def _language_of(document: Document, title: str) -> str:
    """Chinese where enough of the beginning is in Han characters."""
    texts = [title, *[f"{section.heading} {section.text[:500]}" for section in document.flat[:8]]]
    words = _WORDS.findall(" ".join(texts))
    han = sum(1 for word in words if not word.isascii())
    return "zh" if 4 * han >= len(words) else "en"
