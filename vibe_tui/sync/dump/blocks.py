"""The body of a dumped article as raw blocks: what the layout of its lines alone tells.

A dump keeps blank lines between blocks; list items, table rows and lines of code follow each
other without one. Display formulas may run over blank lines, which is capped. Nothing is
interpreted here beyond that: headings are found later, among the single lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vibe_tui.sync.escape import has_han

MAX_FORMULA_LINES = 60

_FENCE = "$$"
_BRACKETS = {r"\[": r"\]"}
_ENVIRONMENT = re.compile(
    r"\\begin\{(equation|align|aligned|gather|gathered|multline|split|cases|array|[pbvBV]?matrix)"
    r"\*?\}"
)
_EATEN_BRACKETS = re.compile(r"\[ .*\\[A-Za-z]{2,}.* \]")
_ENVIRONMENT_END = re.compile(r"\\end\{[a-zA-Z]+\*?\}[.,，。]?$")
_TEXT_COMMAND = re.compile(r"\\(?:text|mathrm|mbox|operatorname)\w*\*?\{[^{}]*\}")
_HAN_RUN = re.compile(r"[\u3400-\u9fff，。；：]{9}")
_REMARK = re.compile(r"(?:#|//).*|\"[^\"]*\"|'[^']*'")
_DIAGRAM = re.compile(
    r"(?:graph|flowchart) (?:TB|TD|BT|RL|LR)\b"
    r"|(?:sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|gantt|mindmap|timeline)$"
)
_ARROWS_ONLY = re.compile(r"[\s↓↑▼▲⬇⇩│|]+")
_ARROW = re.compile(r"\s(?:->|-->|=>|→|⟶|➜)\s")
_CODE_LINE = re.compile(
    r"(?:GET|POST|PUT|PATCH|DELETE|HEAD) /\S*"
    r"|[$>] [\w./-]+.*|#!?\s?.*|//.*|--\w.*|@\w+(?:\(.*\))?"
    r"|(?:curl|pip|npm|git|python3?|docker|cd|uv|make|export|sudo|ssh) [\w./-]+.*"
    r"|(?:def|class|func|fn|function|async def)\s+\w+.*[:({]"
    r"|(?:import|from)\s+[\w.]+(?:\s+import\s+.+|\s+as\s+\w+)?"
    r"|(?:for|while|if|elif|else|try|except|with)\b.*[:{]|return\b[^,.]*"
    r"|(?:const|let|var)\s+\w+\s*=.*|[\w.\[\]\"']+\s*(?:=|\+=|:=)\s*\S.*"
    r"|[a-z_][\w.]*\(.*\)[;:]?|[{}\[\]();,]+|</?\w+[^>]*>|\"[\w-]+\"\s*:.*|\d+:\s.*"
)


@dataclass(frozen=True, slots=True)
class RawFormula:
    """A display formula: its TeX as it stands, without the fences and without blank lines."""

    tex: str


Parts = tuple[str | RawFormula, ...]


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line that stands alone: a paragraph or a heading.

    What stood beside a display formula on its line is not `whole`, and so no heading.
    """

    text: str
    whole: bool = True


@dataclass(frozen=True, slots=True)
class RawItem:
    """One line of a list; `rest` are the display formulas in it, and the words behind those."""

    text: str
    rest: Parts = ()


@dataclass(frozen=True, slots=True)
class RawList:
    """Lines that follow each other: a list."""

    items: tuple[RawItem, ...]


@dataclass(frozen=True, slots=True)
class RawTable:
    """Tab-separated rows, the first one the header; every row has the same number of cells."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RawCode:
    """Lines of code, of a protocol or of a flow of arrows, kept as they are."""

    lines: tuple[str, ...]


RawBlock = RawLine | RawList | RawTable | RawFormula | RawCode


def raw_blocks(body: str) -> list[RawBlock]:
    """The blocks of `body` in order."""
    blocks: list[RawBlock] = []
    for run in _runs(body.split("\n")):
        last = blocks[-1] if blocks else None
        lead = isinstance(last, RawCode) or (isinstance(last, RawLine) and _leads(last.text))
        for block in _blocks_of(run, lead=lead):
            if isinstance(block, RawCode) and blocks and isinstance(blocks[-1], RawCode):
                blocks[-1] = RawCode((*blocks[-1].lines, "", *block.lines))
            else:
                blocks.append(block)
    return blocks


def _leads(text: str) -> bool:
    return text.rstrip().endswith(("：", ":"))


def _runs(lines: Sequence[str]) -> Iterator[list[Parts]]:
    """The runs of lines between blank ones, with formulas gathered across those."""
    run: list[Parts] = []
    at = 0
    while at < len(lines):
        end = _formula_end(lines, at)
        if end > at:
            kept = [line.strip() for line in lines[at : end + 1] if line.strip()]
            run.append(_parts("\n".join(kept)))
            at = end
        elif lines[at].strip():
            run.append((lines[at],) if "\t" in lines[at] else _parts(lines[at]))
        elif run:
            yield run
            run = []
        at += 1
    if run:
        yield run


def _formula_end(lines: Sequence[str], at: int) -> int:
    """The line on which a formula that opens on line `at` closes; -1 where none does.

    A sentence inside tells that the sign which opened it was no fence.
    """
    line = lines[at].strip()
    if not ("$$" in line or line.startswith("\\")) or "\t" in line:
        return -1
    closing = _BRACKETS.get(line)
    environment = _ENVIRONMENT.match(line)
    depth = 0
    for end in range(at, min(len(lines), at + MAX_FORMULA_LINES)):
        inner = lines[end].strip()
        if end > at and _HAN_RUN.search(_TEXT_COMMAND.sub("", inner)):
            return -1
        if closing:
            if inner == closing:
                return end
        elif environment and "$" not in line:
            name = environment.group().removeprefix(r"\begin")
            depth += inner.count(r"\begin" + name) - inner.count(r"\end" + name)
            if depth <= 0:
                return end
        elif end > at and len(_fences(inner)) % 2:
            return end
        elif end == at and len(_fences(inner)) % 2 == 0:
            return -1
    return -1


def _fences(line: str) -> list[int]:
    """Where `$$` stands in `line`, outside inline code."""
    code = [match.span() for match in re.finditer(r"`[^`]*`", line)]
    return [
        match.start()
        for match in re.finditer(r"\$\$", line)
        if not any(start < match.start() < end for start, end in code)
    ]


def _parts(text: str) -> Parts:
    """`text` cut at its display formulas; text without one comes back whole."""
    whole = text.strip()
    if whole.startswith("\\[") and whole.endswith("\\]") and whole[2:-2].strip():
        return (RawFormula(whole[2:-2].strip()),)
    environment = _ENVIRONMENT.match(whole) and _ENVIRONMENT_END.search(whole)
    if _EATEN_BRACKETS.fullmatch(whole) or environment:
        return (RawFormula(whole),)
    fences = _fences(text)
    if len(fences) % 2:
        fences.pop()
    parts: list[str | RawFormula] = []
    at = 0
    for opening, closing in zip(fences[::2], fences[1::2], strict=True):
        tex = text[opening + 2 : closing].strip()
        if tex:
            parts += [text[at:opening], RawFormula(tex)]
            at = closing + 2
    parts.append(text[at:])
    return tuple(part for part in parts if isinstance(part, RawFormula) or part.strip())


def _blocks_of(run: Sequence[Parts], *, lead: bool) -> Iterator[RawBlock]:
    """What a run of lines is; `lead` tells that a line ending in a colon stands before it."""
    if any(isinstance(part, RawFormula) for parts in run for part in parts):
        yield from _with_formulas(run)
        return
    texts = [part for parts in run for part in parts if isinstance(part, str)]
    if len(texts) == 1:
        text = " ".join(texts[0].split())
        yield RawCode((text,)) if _is_flow(text, lead=lead) else RawLine(text)
        return
    tabbed = [number for number, text in enumerate(texts) if "\t" in text]
    if len(tabbed) >= 2 and len(tabbed) * 2 >= len(texts):
        first = tabbed[0] if tabbed[0] == 1 and len(texts) > 3 else 0
        if first:
            yield RawLine(texts[0].strip())
        yield _table(texts[first:])
    elif _is_code(texts):
        yield RawCode(tuple(text.rstrip() for text in texts))
    else:
        yield RawList(tuple(RawItem(" ".join(text.split())) for text in texts))


def _with_formulas(run: Sequence[Parts]) -> Iterator[RawBlock]:
    """Lines with display formulas in them: a list where several begin with words."""
    while run and isinstance(run[0][0], RawFormula) and len(run[0]) == 1:
        yield run[0][0]
        run = run[1:]
    items: list[list[str | RawFormula]] = []
    for parts in run:
        if isinstance(parts[0], str) or not items:
            items.append([])
        items[-1] += parts
    if len(items) == 1 or any(isinstance(item[0], RawFormula) for item in items):
        for item in items:
            for part in item:
                yield (
                    part if isinstance(part, RawFormula) else RawLine(" ".join(part.split()), False)
                )
    elif items:
        yield RawList(
            tuple(RawItem(" ".join(str(item[0]).split()), tuple(item[1:])) for item in items)
        )


def _table(lines: Sequence[str]) -> RawTable:
    rows = [[cell.strip() for cell in line.split("\t")] for line in lines]
    width = max(len(row) for row in rows)
    return RawTable(tuple(tuple(row + [""] * (width - len(row))) for row in rows))


def _is_flow(text: str, *, lead: bool) -> bool:
    """`A -> B -> C` on a line of its own is a drawing, not a sentence."""
    arrows = len(_ARROW.findall(text))
    if re.search(r"[。；，：！？$`]", text) or not lead:
        return False
    return arrows >= 2 or _is_code_line(text)


def _is_code(lines: Sequence[str]) -> bool:
    """Most lines look like code, and few of them like a sentence."""
    if _DIAGRAM.match(lines[0].strip()) or any(_ARROWS_ONLY.fullmatch(line) for line in lines):
        return True
    sentences = sum(1 for line in lines if re.search(r"[。；！？]$", _REMARK.sub("", line)))
    hits = sum(1 for line in lines if _is_code_line(line) or _drawing(line))
    return sentences * 4 <= len(lines) and hits * 3 >= len(lines) * 2


def _is_code_line(line: str) -> bool:
    """Whether `line` is indented, or a statement or command; Chinese may stand in its remark."""
    if line.startswith(("  ", "\t")):
        return True
    code = _REMARK.sub("", line)
    return bool(_CODE_LINE.fullmatch(line.strip())) and not has_han(code)


def _drawing(line: str) -> bool:
    return bool(re.search(r"[├└│┌┐┘─▼↓]", line)) or len(_ARROW.findall(line)) >= 2
