"""Blocks → lines at a width: headings, lists, quotes, columns of text and what stands in them.

A laid block has no empty line before or after it; the caller sets blocks apart. The `at` of a run
is its offset in `plain_of(block)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from vibe_tui.cells import cell_width, cut
from vibe_tui.render.blocks import (
    Atom,
    Block,
    Code,
    Columns,
    Definition,
    Footnote,
    Formula,
    Heading,
    Inline,
    Laid,
    Line,
    ListBlock,
    Look,
    Paragraph,
    Quote,
    Role,
    Rule,
    Run,
    Table,
    plain_inline,
    plain_of,
)
from vibe_tui.render.code import lay_code
from vibe_tui.render.neighbours import LABELS
from vibe_tui.render.table import GAP, Borders, lay_table
from vibe_tui.render.wrap import wrap
from vibe_tui.text import Language

COLUMN_LEAST = 38
"""Cells below which a column of running text is no longer read with ease."""

LEAST = 10
"""Cells that a text keeps however deep it stands; indentation gives way first."""

_ASCII_MARKERS = {"•": "-", "◦": "-", "▪": "-", "☐": "[ ]", "☑": "[x]"}
_BORDER = Look(Role.BORDER)
_MARKER = Look(Role.MARKER)
_QUOTE = Look(Role.QUOTE)
EMPTY = Line()


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How pages are set. `scroll` allows what is too wide to scroll sideways.

    `packed` sets tables that have become records in fewer lines.
    """

    language: Language = "zh"
    scroll: bool = True
    pangu: bool = False
    ascii_borders: bool = False
    packed: bool = False

    @property
    def borders(self) -> Borders:
        """The signs for rules and borders."""
        return Borders.ASCII if self.ascii_borders else Borders.UNICODE


def lay(
    block: Block, width: int, options: PageOptions, at: int = 0, sample: Table | None = None
) -> Laid:
    """`block` in lines of `width` cells; `at` is the offset of its words in an outer block's.

    The columns of a table are those of `sample`, where it is a piece of a longer one.
    """
    match block:
        case Paragraph(text=text):
            return Laid(tuple(wrap(text, width, at=at, pangu=options.pangu)))
        case Heading(level=level, text=text):
            return Laid(tuple(lay_heading(text, level, width, options, at)))
        case Table():
            table = lay_table(
                block,
                width,
                scroll=options.scroll,
                borders=options.borders,
                sample=sample,
                packed=options.packed,
            )
            return _moved(table, at)
        case Formula(tex=tex):
            from vibe_tui.render.formula.display import display_formula

            return _moved(display_formula(tex, width, scroll=options.scroll), at)
        case Code():
            return _moved(lay_code(block, width, scroll=options.scroll), at)
        case ListBlock():
            return Laid(tuple(_list(block, width, options, at)))
        case Quote():
            return Laid(tuple(_quote(block, width, options, at)))
        case Definition(term=term, blocks=blocks):
            head = wrap(_bold(term), width, at=at)
            inner = _inside(
                blocks, "  ", _MARKER, width, options, at + len(plain_inline(term)) + 1, loose=True
            )
            return Laid((*head, *inner))
        case Footnote(label=label, blocks=blocks):
            look = Look(Role.LINK, link=f"#fnref-{label}")
            return Laid(tuple(_inside(blocks, f"[{label}] ", look, width, options, at, loose=True)))
        case Rule():
            sign = "- " if options.ascii_borders else "─ "
            drawn = (sign * 12).strip()[: max(width, 1)]
            blank = Run(" " * ((width - len(drawn)) // 2))
            return Laid((Line((blank, Run(drawn, _BORDER))),))
        case Columns():
            return _columns(block, width, options, at)


def lay_heading(
    text: Inline, level: int, width: int, options: PageOptions, at: int = 0
) -> list[Line]:
    """A heading told by weight; one of the first level has a thin rule under it."""
    role = Role.HEADING if level <= 2 else Role.SUBHEADING
    lines = wrap(_bold(text, role), width, at=at)
    if level == 1:
        sign = "-" if options.ascii_borders else "─"
        lines.append(Line((Run(sign * width, _BORDER),)))
    return lines


def _bold(text: Inline, role: Role = Role.TEXT) -> Inline:
    return tuple(
        [
            replace(
                atom,
                look=replace(
                    atom.look,
                    bold=True,
                    role=role if atom.look.role is Role.TEXT else atom.look.role,
                ),
            )
            for atom in text
        ]
    )


def _moved(laid: Laid, at: int) -> Laid:
    return replace(laid, lines=tuple([line.moved(at) for line in laid.lines])) if at else laid


def _list(block: ListBlock, width: int, options: PageOptions, at: int) -> list[Line]:
    lines: list[Line] = []
    for index, item in enumerate(block.items):
        if index and block.loose:
            lines.append(EMPTY)
        marker = item.marker
        if options.ascii_borders:
            marker = _ASCII_MARKERS.get(marker, marker)
        lines += _inside(item.blocks, f"{marker} ", _MARKER, width, options, at, loose=block.loose)
        at += sum(len(plain_of(inner)) + 1 for inner in item.blocks)
    return lines


def _inside(
    blocks: Sequence[Block],
    marker: str,
    look: Look,
    width: int,
    options: PageOptions,
    at: int,
    *,
    loose: bool,
) -> list[Line]:
    """Blocks after a marker, hanging from it."""
    hang = cell_width(marker)
    above: list[Line] = []
    if width - hang < LEAST:
        # Too narrow to hang from: the marker has its own line.
        if marker.strip():
            above = [line.aside() for line in wrap((Atom(marker.strip(), look),), width)]
        marker, hang = "", 0
    lines = _stack(blocks, width - hang, options, at, loose=loose)
    if not marker:
        return above + lines
    blank = Run(" " * hang)
    first, *rest = lines or [EMPTY]
    return [
        Line((Run(marker, look), *first.runs)),
        *[Line((blank, *line.runs)) if line.runs else line for line in rest],
    ]


def _stack(
    blocks: Sequence[Block], width: int, options: PageOptions, at: int, *, loose: bool
) -> list[Line]:
    """Blocks inside another, one under the other; they do not scroll on their own."""
    options = replace(options, scroll=False)
    lines: list[Line] = []
    for index, inner in enumerate(blocks):
        if index and (loose or not isinstance(inner, ListBlock)):
            lines.append(EMPTY)
        lines += lay(inner, width, options, at).lines
        at += len(plain_of(inner)) + 1
    return lines


def _columns(block: Columns, width: int, options: PageOptions, at: int) -> Laid:
    options = replace(options, packed=True)
    stacks: list[list[Line]] = []
    widths = [cells for _, cells in column_spans(width, block.count)]
    for stack, cells in zip(block.stacks, widths, strict=False):
        stacks.append(_stack(stack, cells, options, at, loose=False))
        at += sum(len(plain_of(inner)) + 1 for inner in stack)
    head = title_lines(block.titles, width, block.count, options.borders)
    body = side_by_side(stacks, width, block.count, options.borders)
    return Laid((*head, *body), head=len(head))


def _quote(block: Quote, width: int, options: PageOptions, at: int) -> list[Line]:
    sign = "| " if options.ascii_borders else "│ "
    if width - len(sign) < LEAST:
        sign = ""
    room = width - len(sign)
    blocks = block.blocks
    inner: list[Line] = []
    if block.label:
        label = Atom(LABELS[block.label].pick(options.language), Look(Role.QUOTE, bold=True))
        match blocks:
            case (Paragraph(text=title), *rest) if block.titled:
                inner += _labelled(label, title, room, at)
                at += len(plain_inline(title)) + 1
                blocks = tuple(rest)
            case _:
                inner += _labelled(label, (), room, at)
    inner += _stack(blocks, room, options, at, loose=True)
    bar = (Run(sign, _BORDER),) if sign else ()
    return [Line((*bar, *[_quoted(run) for run in line.runs])) for line in inner]


def _labelled(label: Atom, title: Inline, width: int, at: int) -> list[Line]:
    """`label · title`; only the title is of the block's words."""
    label = replace(label, text=f"{label.text} · ") if title else label
    lines = wrap((label, *title), width, at=at - len(label.text))
    return [
        Line(tuple([run if run.at >= at else Run(run.text, run.look) for run in line.runs]))
        for line in lines
    ]


def _quoted(run: Run) -> Run:
    look = run.look
    if look.role is not Role.TEXT:
        return run
    quoted = _QUOTE if look == Look() else replace(look, role=Role.QUOTE)
    return Run(run.text, quoted, run.at)


def fitting(width: int, wanted: int) -> int:
    """How many of `wanted` columns stand side by side, when all rows of them are as even as can be.

    Seven on a page with room for three are three, three and one; four are two and two.
    """
    most = max(1, (width + GAP) // (COLUMN_LEAST + GAP))
    rows = -(-wanted // most)
    return max(1, -(-wanted // max(rows, 1)))


def whole_width(cells: int, count: int) -> int:
    """The width of a page with `count` columns of so many cells."""
    return count * (cells + GAP) - GAP


def column_spans(width: int, count: int) -> tuple[tuple[int, int], ...]:
    """First cell and cells of each of `count` columns on a page of `width`."""
    room = max(count, width - GAP * (count - 1))
    each, more = divmod(room, count)
    found: list[tuple[int, int]] = []
    x = 0
    for index in range(count):
        cells = each + (index < more)
        found.append((x, cells))
        x += cells + GAP
    return tuple(found)


def side_by_side(
    stacks: Sequence[Sequence[Line]], width: int, count: int, borders: Borders
) -> list[Line]:
    """The rows of some stacks of lines, each no wider than its column."""
    places = column_spans(width, count)[: len(stacks)]
    bar = borders.value[0]
    rows: list[Line] = []
    for level in zip_longest(*stacks, fillvalue=Line()):
        runs: list[Run] = []
        used = 0
        for (x, _), line in zip(places, level, strict=True):
            if x:
                runs += [Run(" " * (x - 2 - used)), Run(bar, _BORDER), Run(" ")]
            runs += line.runs
            used = x + line.width
        rows.append(Line(tuple(runs)))
    return rows


def title_lines(
    titles: Sequence[Inline], width: int, count: int, borders: Borders
) -> tuple[Line, ...]:
    """One row with a title over each column, and the rule below it."""
    places = column_spans(width, count)[: len(titles)]
    named = [[_one_line(title, cells)] for title, (_, cells) in zip(titles, places, strict=True)]
    _, rule, cross = borders.value
    across = f"{rule}{cross}{rule}".join(rule * cells for _, cells in places)
    return (*side_by_side(named, width, count, borders), Line((Run(across, _BORDER),)))


def _one_line(title: Inline, cells: int) -> Line:
    """A title that is decoration: cut to its column, and no part of the words below it."""
    runs: list[Run] = []
    for atom in title:
        text = cut(atom.text, cells)
        if text:
            runs.append(Run(text, atom.look))
        cells -= cell_width(text)
        if text != atom.text:
            break
    return Line(tuple(runs))
