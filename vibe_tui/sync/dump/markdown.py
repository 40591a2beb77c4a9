"""The body of a dumped article as Markdown.

Headings begin at `##`, tables are pipe tables, display formulas stand between `$$` lines, lists
are bulleted and ordered only where the text counts its lines itself. Labels that lead the items
of a list are bold (`**标签**：…`, which every Markdown renderer accepts). No word is added or lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vibe_tui.sync.dump.blocks import (
    RawBlock,
    RawCode,
    RawFormula,
    RawItem,
    RawLine,
    RawList,
    RawTable,
    raw_blocks,
)
from vibe_tui.sync.dump.headings import (
    REFERENCE_CHAPTERS,
    Numbering,
    find_headings,
    parse_number,
    unnumbered,
    weight,
)
from vibe_tui.sync.escape import as_heading, as_inline, as_paragraph
from vibe_tui.sync.facts import RESEARCH_LINE, RESEARCH_PARTS

_ORDERED = re.compile(r"(\d{1,3})(?:[.)．]\s+|、\s*)(.+)")
_MARKED = re.compile(r"[-*+•·▪◦●]\s+(.+)")
_LABEL = re.compile(r"((?:[^：。；！？（]|（[^（）]*）){1,90})：(?=.)(.*)")
_LINK = re.compile(r"[^：:]{1,60}[：:]\s*https?://\S+")
_MAX_QUOTE = 60
_MAX_LABEL = 24
_SHORT_LABEL = 6


def dump_to_markdown(body: str) -> str:
    """`body`, the text below the title, as Markdown that ends with a line break."""
    blocks = _merge_loose_lists(_with_research_line(raw_blocks(body)))
    levels = find_headings(blocks)
    parts: list[str] = []
    references = False
    lead = False
    for at, block in enumerate(blocks):
        if at in levels and isinstance(block, RawLine):
            if levels[at] == 1:
                references = unnumbered(block.text) in REFERENCE_CHAPTERS
            parts.append(as_heading(levels[at], block.text))
        elif lead and isinstance(block, RawLine):
            parts.append(_write_led(block.text, blocks[at + 1 : at + 2]))
        else:
            parts.append(_write(block, references=references))
        lead = isinstance(block, RawLine) and block.text.endswith("：")
    return "\n\n".join(parts) + "\n" if parts else ""


def _with_research_line(blocks: Sequence[RawBlock]) -> list[RawBlock]:
    """`blocks` with what tells how the article was made on one line, as it mostly stands."""
    start = next((at for at, one in enumerate(blocks[:3]) if _opens_research(one)), len(blocks))
    end = start
    parts: list[str] = []
    while end < len(blocks) and (texts := _texts(blocks[end])):
        if not all(text.startswith(RESEARCH_PARTS) for text in texts):
            break
        parts += texts
        end += 1
    return [*blocks[:start], *([RawLine(" ".join(parts))] if parts else []), *blocks[end:]]


def _opens_research(block: RawBlock) -> bool:
    return any(text.startswith(RESEARCH_LINE) for text in _texts(block)[:1])


def _texts(block: RawBlock) -> Sequence[str]:
    if isinstance(block, RawList) and not any(item.rest for item in block.items):
        return [item.text for item in block.items]
    return (block.text,) if isinstance(block, RawLine) else ()


def _merge_loose_lists(blocks: Sequence[RawBlock]) -> list[RawBlock]:
    """Join numbered paragraphs that follow each other from 1 on: a list with empty lines."""
    merged: list[RawBlock] = []
    at = 0
    while at < len(blocks):
        end = _loose_end(blocks, at)
        if end > at + 1:
            lines = (one.text for one in blocks[at:end] if isinstance(one, RawLine))
            merged.append(RawList(tuple(map(RawItem, lines))))
        else:
            end = at + 1
            merged.append(blocks[at])
        at = end
    return merged


def _loose_end(blocks: Sequence[RawBlock], at: int) -> int:
    """Where the loose list that begins at `at` ends; `at` where none begins."""
    numbers: list[Numbering] = []
    for block in blocks[at:]:
        match = _ORDERED.fullmatch(block.text) if isinstance(block, RawLine) else None
        number = parse_number(match.string) if match else None
        if not number or number.value != (len(numbers) + 1,):
            break
        numbers.append(number)
    end = at + len(numbers)
    if len(numbers) < 2:
        return at
    # A count that goes on later belongs to paragraphs with something between them.
    for block in blocks[end:]:
        number = parse_number(block.text) if isinstance(block, RawLine) else None
        if number and number.follows(numbers[-1]):
            return at
    return end


def _write(block: RawBlock, *, references: bool) -> str:
    match block:
        case RawLine(text):
            return _write_text(text, references=references)
        case RawList(items):
            return _write_list(items, references=references)
        case RawTable(rows):
            return _write_table(rows)
        case RawFormula(tex):
            return _write_formula(tex)
        case RawCode(lines):
            code = "\n".join(lines)
            ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
            return f"{ticks}\n{code}\n{ticks}"


def _write_formula(tex: str) -> str:
    # No parser takes what holds the fence itself for one formula.
    return as_paragraph(f"$${tex}$$") if "$$" in tex else f"$$\n{tex}\n$$"


def _write_text(text: str, *, references: bool) -> str:
    if text.startswith(RESEARCH_LINE):
        return f"> {as_paragraph(text)}"
    if text.startswith("•") and (marked := _MARKED.fullmatch(text)):
        return f"- {as_paragraph(marked[1])}"
    if references and not text.endswith(("。", "：", "！", "？")):
        return f"- {as_paragraph(text)}"
    return as_paragraph(text)


def _write_led(text: str, next_: Sequence[RawBlock]) -> str:
    """A line that a line ending in a colon leads to: one link, or a statement that is quoted."""
    if _LINK.fullmatch(text):
        return f"- {as_paragraph(text)}"
    quoted = text.endswith(("？", "。")) and weight(text) <= _MAX_QUOTE
    follows = bool(next_) and isinstance(next_[0], RawLine)
    if quoted and follows and not parse_number(text) and text.count("。") < 2:
        return f"> {as_paragraph(text)}"
    return _write_text(text, references=False)


def _write_table(rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(as_inline(cell, cell=True) for cell in row)} |" for row in rows]
    lines.insert(1, f"|{' --- |' * len(rows[0])}")
    return "\n".join(lines)


def _write_list(items: Sequence[RawItem], *, references: bool) -> str:
    texts = [item.text for item in items]
    if not _ORDERED.fullmatch(texts[0]) and _counts(items[1:]) and texts[0].endswith("："):
        lead = "\n".join([as_paragraph(texts[0]), *_continued(items[0], "")])
        return f"{lead}\n\n{_write_ordered(items[1:])}"
    if _counts(items):
        return _write_ordered(items)
    marked = [_MARKED.fullmatch(text) for text in texts]
    if all(marked):
        texts = [match[1] for match in marked if match]
    depths = _depths(items)
    longest = [
        _longest_label([text for text, own in zip(texts, depths, strict=True) if own == depth])
        for depth in (0, 1)
    ]
    lines: list[str] = []
    for item, text, depth in zip(items, texts, depths, strict=True):
        indent = "  " * depth
        lines.append(f"{indent}- {_item(text, 0 if references else longest[depth])}")
        lines += _continued(item, f"{indent}  ")
    return "\n".join(lines)


def _continued(item: RawItem, indent: str) -> list[str]:
    """The lines of what follows the first words of an item: formulas and words between them."""
    lines: list[str] = []
    for part in item.rest:
        text = _write_formula(part.tex) if isinstance(part, RawFormula) else as_paragraph(part)
        lines += ["", *(indent + line for line in text.split("\n"))]
    return [*lines, ""] if lines else []


def _depths(items: Sequence[RawItem]) -> list[int]:
    """How deep each item lies: those after one that ends in a colon are below it."""
    leads = [item.text.endswith("：") and not item.rest for item in items]
    if not any(leads[:-1]):
        return [0] * len(items)
    first = leads.index(True)
    return [0 if number < first or lead else 1 for number, lead in enumerate(leads)]


def _counts(items: Sequence[RawItem]) -> bool:
    """Whether the text numbers its lines itself: 1, 2, 3 with other lines below them."""
    numbers = [int(match[1]) for item in items if (match := _ORDERED.fullmatch(item.text))]
    return (
        len(numbers) >= 2
        and bool(_ORDERED.fullmatch(items[0].text))
        and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    )


def _write_ordered(items: Sequence[RawItem]) -> str:
    longest = _longest_label([m[2] for item in items if (m := _ORDERED.fullmatch(item.text))])
    lines: list[str] = []
    indent = ""
    for item in items:
        match = _ORDERED.fullmatch(item.text)
        if match:
            indent = " " * (len(match[1]) + 2)
            lines.append(f"{match[1]}. {_item(match[2], longest)}")
        else:
            lines.append(f"{indent}- {as_paragraph(item.text)}")
        lines += _continued(item, indent if match else indent + "  ")
    return "\n".join(lines)


def _longest_label(items: Sequence[str]) -> int:
    """How long a label of these items may be to be bold.

    Where most items are led by labels, a long one is one too; else only what can be nothing else.
    """
    labels = sum(1 for item in items if 0 < weight(_label(item)) <= _MAX_LABEL)
    return _MAX_LABEL if len(items) > 1 and labels * 10 >= len(items) * 6 else _SHORT_LABEL


def _item(item: str, longest: int) -> str:
    label = _label(item)
    if not label or weight(label) > longest or (longest == _SHORT_LABEL and "，" in label):
        return as_paragraph(item)
    return f"**{as_inline(label)}**：{as_inline(item[len(label) + 1 :])}"


def _label(item: str) -> str:
    """The label that leads `item`, without its colon; empty where it has none."""
    match = _LABEL.match(item)
    if not match or re.match(r"\s*https?://", match[2]):
        return ""
    label = match[1]
    paired = all(label.count(a) == label.count(b) for a, b in ("（）", "“”", "()", "《》", "「」"))
    whole = label.count("$") % 2 == 0 and label.count("`") % 2 == 0
    return label if paired and whole and label == label.strip() else ""
