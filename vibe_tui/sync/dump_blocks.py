"""The body of a dumped article as raw blocks: what the layout of its lines alone tells.

A dump keeps blank lines between blocks; list items, table rows and lines of code follow each
other without one. Display formulas may run over blank lines, which is capped. Nothing is
interpreted here beyond that: headings are found later, among the single lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vibe_tui.sync.dump_inline import has_han

MAX_FORMULA_LINES = 60

_FENCE = "$$"
_BRACKETS = {r"\[": r"\]"}
_ENVIRONMENT = re.compile(
    r"\\begin\{(equation|align|aligned|gather|gathered|multline|split|cases|array|[pbvBV]?matrix)"
    r"\*?\}"
)
_EATEN_BRACKETS = re.compile(r"\[ .*\\[A-Za-z]{2,}.* \]")
_ARROW = re.compile(r"\s(?:->|-->|=>|→|⟶|➜)\s")
_CODE_LINE = re.compile(
    r"(GET|POST|PUT|PATCH|DELETE|HEAD) /"
    r"|[$#>] \w|(curl|pip|npm|git|python3?|docker|cd|uv|make|export|sudo) [\w./-]"
    r"|(def|class|import|from|return|for|while|if|elif|else|try|const|let|var|func|fn|async)\b.*"
    r"|[\w.\[\]\"']+\s*(=|\+=|:=)\s*\S.*"
    r"|[\w.]+\(.*\)[;:]?$"
    r"|[{}\[\]();,]+$|</?\w+[^>]*>$|\"[\w-]+\"\s*:.*|//.*|--\w.*|@\w+"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line that stands alone: a paragraph or a heading."""

    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that follow each other: a list. `formulas` of an item stand in it as `Formula`."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Tab-separated rows, the first one the header; every row has the same number of cells."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """A display formula: its TeX as it stands, without the fences and without blank lines."""

    tex: str


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of code, of a protocol or of a flow of arrows, kept as they are."""

    lines: tuple[str, ...]


RawBlock = Line | Lines | Table | Formula | Code


def raw_blocks(body: str) -> list[RawBlock]:
    """The blocks of `body` in order."""
    blocks: list[RawBlock] = []
    for run in _runs(body.split("\n")):
        lead = isinstance(blocks[-1], Line) and _leads(blocks[-1].text) if blocks else False
        for block in _blocks_of(run, lead=lead):
            if isinstance(block, Code) and blocks and isinstance(blocks[-1], Code):
                blocks[-1] = Code((*blocks[-1].lines, "", *block.lines))
            else:
                blocks.append(block)
    return blocks


def _leads(text: str) -> bool:
    return text.rstrip().endswith(("：", ":"))


def _runs(lines: Sequence[str]) -> Iterator[list[str | Formula]]:
    """The runs of lines between blank ones, with formulas gathered across those."""
    run: list[str | Formula] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        end = _formula_end(lines, at)
        if end > at:
            text = "\n".join(part.strip() for part in lines[at : end + 1] if part.strip())
            run.extend(_split_formulas(text))
            at = end + 1
            continue
        if line.strip():
            run.extend(_split_formulas(line))
        elif run:
            yield run
            run = []
        at += 1
    if run:
        yield run


def _formula_end(lines: Sequence[str], at: int) -> int:
    """The line on which a formula that opens on line `at` closes; -1 where none does."""
    line = lines[at].strip()
    closing = _BRACKETS.get(line)
    environment = _ENVIRONMENT.match(line)
    limit = min(len(lines), at + MAX_FORMULA_LINES)
    if closing:
        return next((i for i in range(at + 1, limit) if lines[i].strip() == closing), -1)
    if environment and "$" not in line:
        name = environment.group().removeprefix(r"\begin")
        depth = 0
        for i in range(at, limit):
            depth += lines[i].count(r"\begin" + name) - lines[i].count(r"\end" + name)
            if depth == 0:
                return i if i > at else -1
        return -1
    if _unescaped_fences(line) % 2:
        for i in range(at + 1, limit):
            if _unescaped_fences(lines[i]) % 2:
                return i
    return -1


def _unescaped_fences(line: str) -> int:
    return len(re.findall(r"(?<!\\)\$\$", re.sub(r"`[^`]*`", "", line)))


def _split_formulas(text: str) -> Iterator[str | Formula]:
    """`text` cut at its display formulas; text without one comes back whole."""
    whole = text.strip()
    if whole.startswith(r"\[") and whole.endswith(r"\]"):
        yield Formula(whole[2:-2].strip())
        return
    environment = _ENVIRONMENT.match(whole)
    if _EATEN_BRACKETS.fullmatch(whole) or (
        environment and re.search(r"\\end\{[a-zA-Z]+\*?\}[.,，。]?$", whole)
    ):
        yield Formula(whole)
        return
    if "\t" in text or _unescaped_fences(text) < 2:
        yield text
        return
    parts = re.split(r"(?<!\\)\$\$", text)
    if len(parts) % 2 == 0:
        parts[-2:] = [f"{parts[-2]}$${parts[-1]}"]
    for number, part in enumerate(parts):
        if not part.strip():
            continue
        yield Formula(part.strip()) if number % 2 else part.strip()


def _blocks_of(run: list[str | Formula], *, lead: bool) -> Iterator[RawBlock]:
    """What a run of lines is; `lead` tells that a line ending in a colon stands before it."""
    texts = [part for part in run if isinstance(part, str)]
    if len(texts) != len(run):
        yield from _around_formulas(run, len(texts))
        return
    if len(texts) == 1:
        text = texts[0].strip()
        yield Code((text,)) if _is_flow(text, lead=lead) else Line(text)
        return
    tabbed = [number for number, text in enumerate(texts) if "\t" in text]
    if len(tabbed) >= 2 and len(tabbed) * 2 >= len(texts):
        first = tabbed[0] if tabbed[0] == 1 and len(texts) > 3 else 0
        if first:
            yield Line(texts[0].strip())
        yield _table(texts[first:])
    elif _is_code(texts):
        yield Code(tuple(text.rstrip() for text in texts))
    else:
        yield Lines(tuple(" ".join(text.split()) for text in texts))


def _around_formulas(run: list[str | Formula], texts: int) -> Iterator[RawBlock]:
    pending: list[str] = []
    for part in [*run, None]:
        if isinstance(part, str):
            pending.append(" ".join(part.split()))
            continue
        if pending:
            yield Lines(tuple(pending)) if len(pending) > 1 else Line(pending[0])
        pending = []
        if part is not None:
            yield part


def _table(lines: Sequence[str]) -> Table:
    rows = [[cell.strip() for cell in line.split("\t")] for line in lines]
    width = max(len(row) for row in rows)
    return Table(tuple(tuple(row + [""] * (width - len(row))) for row in rows))


def _is_flow(text: str, *, lead: bool) -> bool:
    """`A -> B -> C` on a line of its own is a drawing, not a sentence."""
    arrows = len(_ARROW.findall(text))
    if re.search(r"[。；，：！？$`]", text) or not lead:
        return False
    return arrows >= 2 or (bool(_CODE_LINE.match(text)) and not has_han(text))


def _is_code(lines: Sequence[str]) -> bool:
    """Most lines look like code, and none like a sentence."""
    if any(re.search(r"[。；！？]$", line) for line in lines):
        return False
    hits = sum(1 for line in lines if _CODE_LINE.match(line.strip()) or _drawing(line))
    return hits * 3 >= len(lines) * 2


def _drawing(line: str) -> bool:
    return bool(re.search(r"[├└│┌┐┘─▼↓]", line)) or len(_ARROW.findall(line)) >= 2
