"""The body of a dumped article as Markdown.

Headings begin at `##`, tables are pipe tables, display formulas stand between `$$` lines, lists
are bulleted and ordered only where the text counts its lines itself. Labels that lead the items
of a list are bold (`**标签**：…`, which every Markdown renderer accepts). No word is added or lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vibe_tui.sync.dump.blocks import (
    Code,
    Formula,
    Line,
    Lines,
    Parts,
    RawBlock,
    Table,
    raw_blocks,
)
from vibe_tui.sync.dump.headings import (
    REFERENCE_CHAPTERS,
    Numbering,
    bare_name,
    find_headings,
    parse_number,
    weight,
)
from vibe_tui.sync.dump.meta import RESEARCH_LINE, with_research_line
from vibe_tui.sync.dump.text import heading, inline, paragraph

_ORDERED = re.compile(r"(\d{1,3})(?:[.)．]\s+|、\s*)(.+)")
_MARKED = re.compile(r"[-*+•·▪◦●]\s+(.+)")
_LABEL = re.compile(r"((?:[^：。；！？（]|（[^（）]*）){1,90})：(?=.)(.*)")
_LINK = re.compile(r"[^：:]{1,60}[：:]\s*https?://\S+")
_MAX_QUOTE = 60
_MAX_LABEL = 24
_SHORT_LABEL = 6


def to_markdown(body: str) -> str:
    """`body`, the text below the title, as Markdown that ends with a line break."""
    blocks = merge_loose_lists(with_research_line(raw_blocks(body)))
    levels = find_headings(blocks)
    parts: list[str] = []
    references = False
    lead = False
    for at, block in enumerate(blocks):
        if at in levels and isinstance(block, Line):
            if levels[at] == 1:
                references = bare_name(block.text) in REFERENCE_CHAPTERS
            parts.append(heading(levels[at], block.text))
        elif lead and isinstance(block, Line):
            parts.append(_write_led(block.text, blocks[at + 1 : at + 2]))
        else:
            parts.append(_write(block, references=references))
        lead = isinstance(block, Line) and block.text.endswith("：")
    return "\n\n".join(parts) + "\n" if parts else ""


def merge_loose_lists(blocks: Sequence[RawBlock]) -> list[RawBlock]:
    """Join numbered paragraphs that follow each other from 1 on: a list with empty lines."""
    merged: list[RawBlock] = []
    at = 0
    while at < len(blocks):
        end = _loose_end(blocks, at)
        if end > at + 1:
            merged.append(Lines(tuple(b.text for b in blocks[at:end] if isinstance(b, Line))))
        else:
            end = at + 1
            merged.append(blocks[at])
        at = end
    return merged


def _loose_end(blocks: Sequence[RawBlock], at: int) -> int:
    """Where the loose list that begins at `at` ends; `at` where none begins."""
    numbers: list[Numbering] = []
    for block in blocks[at:]:
        match = _ORDERED.fullmatch(block.text) if isinstance(block, Line) else None
        number = parse_number(match.string) if match else None
        if not number or number.value != (len(numbers) + 1,):
            break
        numbers.append(number)
    end = at + len(numbers)
    if len(numbers) < 2:
        return at
    # A count that goes on later belongs to paragraphs with something between them.
    for block in blocks[end:]:
        number = parse_number(block.text) if isinstance(block, Line) else None
        if number and number.follows(numbers[-1]):
            return at
    return end


def _write(block: RawBlock, *, references: bool) -> str:
    match block:
        case Line(text):
            return _write_text(text, references=references)
        case Lines(items, after):
            return _write_list(items, after, references=references)
        case Table(rows):
            return _write_table(rows)
        case Formula(tex):
            return _write_formula(tex)
        case Code(lines):
            code = "\n".join(lines)
            ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
            return f"{ticks}\n{code}\n{ticks}"


def _write_formula(tex: str) -> str:
    # No parser takes what holds the fence itself for one formula.
    return paragraph(f"$${tex}$$") if "$$" in tex else f"$$\n{tex}\n$$"


def _write_text(text: str, *, references: bool) -> str:
    if text.startswith(RESEARCH_LINE):
        return f"> {paragraph(text)}"
    if text.startswith("•") and (marked := _MARKED.fullmatch(text)):
        return f"- {paragraph(marked[1])}"
    if references and not text.endswith(("。", "：", "！", "？")):
        return f"- {paragraph(text)}"
    return paragraph(text)


def _write_led(text: str, next_: Sequence[RawBlock]) -> str:
    """A line that a line ending in a colon leads to: one link, or a statement that is quoted."""
    if _LINK.fullmatch(text):
        return f"- {paragraph(text)}"
    quoted = text.endswith(("？", "。")) and weight(text) <= _MAX_QUOTE
    follows = bool(next_) and isinstance(next_[0], Line)
    if quoted and follows and not parse_number(text) and text.count("。") < 2:
        return f"> {paragraph(text)}"
    return _write_text(text, references=False)


def _write_table(rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(inline(cell, cell=True) for cell in row)} |" for row in rows]
    lines.insert(1, f"|{' --- |' * len(rows[0])}")
    return "\n".join(lines)


def _write_list(items: Sequence[str], after: Sequence[Parts] = (), *, references: bool) -> str:
    if not _ORDERED.fullmatch(items[0]) and _counts(items[1:]) and items[0].endswith("："):
        lead = "\n".join([paragraph(items[0]), *_continued(after[:1], 0, "")])
        return f"{lead}\n\n{_write_ordered(items[1:], after[1:])}"
    if _counts(items):
        return _write_ordered(items, after)
    marked = [_MARKED.fullmatch(item) for item in items]
    if all(marked):
        items = [match[1] for match in marked if match]
    depths = _depths(items, after)
    longest = [_longest_label(level, references=references) for level in _by_depth(items, depths)]
    lines = []
    for number, (item, depth) in enumerate(zip(items, depths, strict=True)):
        indent = "  " * depth
        lines.append(f"{indent}- {_item(item, longest[depth])}")
        lines += _continued(after, number, f"{indent}  ")
    return "\n".join(lines)


def _continued(after: Sequence[Parts], number: int, indent: str) -> list[str]:
    """The lines of what follows the first words of an item: formulas and words between them."""
    lines: list[str] = []
    for part in after[number] if number < len(after) else ():
        text = _write_formula(part.tex) if isinstance(part, Formula) else paragraph(part)
        lines += ["", *(indent + line for line in text.split("\n"))]
    return [*lines, ""] if lines else []


def _depths(items: Sequence[str], after: Sequence[Parts]) -> list[int]:
    """How deep each item lies: those after one that ends in a colon are below it."""
    leads = [
        item.endswith("：") and not (number < len(after) and after[number])
        for number, item in enumerate(items)
    ]
    if not any(leads[:-1]):
        return [0] * len(items)
    first = leads.index(True)
    return [0 if number < first or lead else 1 for number, lead in enumerate(leads)]


def _by_depth(items: Sequence[str], depths: Sequence[int]) -> tuple[list[str], list[str]]:
    return (
        [item for item, depth in zip(items, depths, strict=True) if depth == 0],
        [item for item, depth in zip(items, depths, strict=True) if depth == 1],
    )


def _counts(items: Sequence[str]) -> bool:
    """Whether the text numbers its lines itself: 1, 2, 3 with other lines below them."""
    numbers = [int(match[1]) for item in items if (match := _ORDERED.fullmatch(item))]
    return (
        len(numbers) >= 2
        and bool(_ORDERED.fullmatch(items[0]))
        and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    )


def _write_ordered(items: Sequence[str], after: Sequence[Parts] = ()) -> str:
    counted = [match[2] for item in items if (match := _ORDERED.fullmatch(item))]
    longest = _longest_label(counted, references=False)
    lines = []
    indent = ""
    for number, item in enumerate(items):
        match = _ORDERED.fullmatch(item)
        if match:
            indent = " " * (len(match[1]) + 2)
            lines.append(f"{match[1]}. {_item(match[2], longest)}")
        else:
            lines.append(f"{indent}- {paragraph(item)}")
        lines += _continued(after, number, indent if match else indent + "  ")
    return "\n".join(lines)


def _longest_label(items: Sequence[str], *, references: bool) -> int:
    """How long a label of these items may be to be bold.

    Where most items are led by labels, a long one is one too; else only what can be nothing else.
    """
    if references:
        return 0
    labels = sum(1 for item in items if 0 < weight(_label(item)) <= _MAX_LABEL)
    return _MAX_LABEL if len(items) > 1 and labels * 10 >= len(items) * 6 else _SHORT_LABEL


def _item(item: str, longest: int) -> str:
    label = _label(item)
    if not label or weight(label) > longest or (longest == _SHORT_LABEL and "，" in label):
        return paragraph(item)
    return f"**{inline(label)}**：{inline(item[len(label) + 1 :])}"


def _label(item: str) -> str:
    """The label that leads `item`, without its colon; empty where it has none."""
    match = _LABEL.match(item)
    if not match or re.match(r"\s*https?://", match[2]):
        return ""
    label = match[1]
    paired = all(label.count(a) == label.count(b) for a, b in ("（）", "“”", "()", "《》", "「」"))
    whole = label.count("$") % 2 == 0 and label.count("`") % 2 == 0
    return label if paired and whole and label == label.strip() else ""
