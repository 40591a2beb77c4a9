"""A report as one self-contained HTML page: no script, no font, no picture from elsewhere.

Whatever comes from the report is escaped; only web, mail and inner links are links.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from vibe_tui.render.blocks import (
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
    Paragraph,
    Quote,
    Rule,
    Table,
)
from vibe_tui.render.formula import display_formula
from vibe_tui.render.layout import LABELS
from vibe_tui.render.lines import Role
from vibe_tui.render.source import Document
from vibe_tui.text import Language

FORMULA_WIDTH = 100
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_OPENABLE = ("http://", "https://", "mailto:", "#")
_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.75;
  font-family: "Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", Georgia, serif; }
h1, h2, h3, h4, h5, h6 { line-height: 1.35; margin: 2em 0 .6em; }
h1 { border-bottom: thin solid; padding-bottom: .2em; font-size: 1.5rem; }
h2 { font-size: 1.2rem; } h3, h4, h5, h6 { font-size: 1.05rem; }
pre { overflow-x: auto; padding: .6rem 1rem; background: #8881; line-height: 1.4; }
code, pre { font-family: ui-monospace, "Noto Sans Mono CJK SC", monospace; font-size: .92em; }
blockquote { margin: 1em 0; padding-left: 1em; border-left: thin solid; opacity: .85; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .3em .8em; border-bottom: thin solid #8884; text-align: left;
  vertical-align: top; }
th { border-bottom: thin solid; } .right { text-align: right; } .center { text-align: center; }
.formula { text-align: center; background: none; } .meta { opacity: .65; } .notice { opacity: .8; }
ul.marked { list-style: none; padding-left: 1.4em; }
"""


def to_html(document: Document, title: str, language: Language) -> Iterator[str]:
    """The lines of the page, its title block and all its sections."""
    yield "<!DOCTYPE html>"
    yield f'<html lang="{language}">'
    yield f'<head><meta charset="utf-8"><title>{escape(title)}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<style>{_STYLE}</style></head>"
    yield "<body><article>"
    yield from _Writer(document, language).page()
    yield "</article></body></html>"


class _Writer:
    """Writes blocks; knows the names of headings and which marks of notes have theirs."""

    def __init__(self, document: Document, language: Language) -> None:
        self._document = document
        self._language = language
        self._names = _names(document)
        self._marked: set[str] = set()

    def page(self) -> Iterator[str]:
        document = self._document
        for block in document.front:
            yield self._block(block)
        for number, section in enumerate(document.flat):
            if section.heading:
                level = min(max(section.level, 1), 6)
                name = escape(self._names[number], quote=True)
                heading = self._inline(document.heading(number))
                yield f'<h{level} id="{name}">{heading}</h{level}>'
            yield from self._stacked(
                [
                    unit.block
                    for chunk in range(len(document.chunks(number)))
                    for unit in document.units(number, chunk)
                ]
            )

    def _stacked(self, blocks: Sequence[Block]) -> Iterator[str]:
        """Blocks one after the other; the items of one list, which come apart, are put together."""
        items: ListBlock | None = None
        for block in blocks:
            if isinstance(block, ListBlock):
                if items and _goes_on(items, block):
                    items = ListBlock(items.items + block.items, items.loose)
                    continue
                if items:
                    yield self._list(items)
                items = block
                continue
            if items:
                yield self._list(items)
                items = None
            yield self._block(block)
        if items:
            yield self._list(items)

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(text=text):
                return f"<p>{self._inline(text)}</p>"
            case Heading(level=level, text=text):
                return f"<h{level}>{self._inline(text)}</h{level}>"
            case Code(text=text):
                return f"<pre><code>{escape(text)}</code></pre>"
            case Formula(tex=tex):
                return _formula(tex)
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
                return f"<dl><dt>{self._inline(term)}</dt><dd>{meaning}</dd></dl>"
            case Footnote(label=label, blocks=blocks):
                name = escape(label, quote=True)
                back = f'<a href="#fnref-{name}">[{name}]</a>'
                return f'<aside id="fn-{name}">{back} {"".join(self._stacked(blocks))}</aside>'
            case Rule():
                return "<hr>"
            case Columns(titles=titles, stacks=stacks):
                heads = "".join(f"<th>{self._inline(title)}</th>" for title in titles)
                cells = "".join(f"<td>{''.join(self._stacked(stack))}</td>" for stack in stacks)
                table = f"<table><tr>{heads}</tr><tr>{cells}</tr></table>"
                return f'<div class="scroll">{table}</div>'

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
        return f'<div class="scroll"><table>{head}<tbody>\n{body}</tbody></table></div>'

    def _inline(self, text: Inline) -> str:
        return "".join(map(self._atom, text))

    def _atom(self, atom: Atom) -> str:
        if atom.text == "\n":
            return "<br>"
        look = atom.look
        drawn = escape(atom.text)
        if look.role is Role.CODE:
            drawn = f"<code>{drawn}</code>"
        elif look.role is Role.MATH:
            drawn = f'<span title="{escape(atom.source, quote=True)}">{drawn}</span>'
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
        if not target.lower().startswith(_OPENABLE):
            shown = target and target != atom.text
            return f'{drawn} <span class="meta">({escape(target)})</span>' if shown else drawn
        mark = ""
        if target.startswith("#fn-"):
            name = f"fnref-{target.removeprefix('#fn-')}"
            mark = "" if name in self._marked else f' id="{escape(name, quote=True)}"'
            self._marked.add(name)
        elif target.startswith("#"):
            place = self._document.place_of(target)
            target = f"#{self._names.get(place.section, '')}" if place else target
        return f'<a{mark} href="{escape(target, quote=True)}">{drawn}</a>'


def _names(document: Document) -> dict[int, str]:
    """A name for every heading, each another."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    for number, section in enumerate(document.flat):
        if section.heading:
            name = "-".join(document.title(number).split())
            if not name or name in taken:
                name = f"{name}-{number}"
            taken.add(name)
            names[number] = name
    return names


def _goes_on(items: ListBlock, block: ListBlock) -> bool:
    before, after = items.items[-1].marker.strip(), block.items[0].marker.strip()
    return before[:1].isdigit() == after[:1].isdigit()


def _formula(tex: str) -> str:
    lines = display_formula(tex, FORMULA_WIDTH, scroll=False).lines
    drawn = _without_margin([line.text.rstrip() for line in lines])
    shown = escape("\n".join(drawn))
    return f'<pre class="formula" title="{escape(tex, quote=True)}">{shown}</pre>'


def _without_margin(lines: Sequence[str]) -> list[str]:
    margin = min([len(line) - len(line.lstrip()) for line in lines if line], default=0)
    return [line[margin:] for line in lines]
