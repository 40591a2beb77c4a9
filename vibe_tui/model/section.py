"""Sections of a report, the kinds they can be of, and lenses: choices of kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from vibe_tui.text import Text


class SectionKind(StrEnum):
    """What a section is for."""

    SUMMARY = "summary"
    BASICS = "basics"
    BACKGROUND = "background"
    CONTRIBUTIONS = "contributions"
    METHOD = "method"
    ANALYSIS = "analysis"
    EXPERIMENTS = "experiments"
    RESULTS = "results"
    LIMITATIONS = "limitations"
    STRENGTHS = "strengths"
    USE_CASES = "use-cases"
    IMPACT = "impact"
    RELATED = "related"
    TAKEAWAYS = "takeaways"
    REFERENCES = "references"
    OTHER = "other"


KIND_NAMES: dict[SectionKind, Text] = {
    SectionKind.SUMMARY: Text("执行摘要", "Summary"),
    SectionKind.BASICS: Text("基本信息", "Basics"),
    SectionKind.BACKGROUND: Text("背景", "Background"),
    SectionKind.CONTRIBUTIONS: Text("贡献", "Contributions"),
    SectionKind.METHOD: Text("方法", "Method"),
    SectionKind.ANALYSIS: Text("解析", "Analysis"),
    SectionKind.EXPERIMENTS: Text("实验设计", "Experiments"),
    SectionKind.RESULTS: Text("实验结果", "Results"),
    SectionKind.LIMITATIONS: Text("局限性", "Limitations"),
    SectionKind.STRENGTHS: Text("优势", "Strengths"),
    SectionKind.USE_CASES: Text("适用场景", "Use cases"),
    SectionKind.IMPACT: Text("影响", "Impact"),
    SectionKind.RELATED: Text("相关工作", "Related work"),
    SectionKind.TAKEAWAYS: Text("结论要点", "Takeaways"),
    SectionKind.REFERENCES: Text("参考", "References"),
    SectionKind.OTHER: Text("其他", "Other"),
}


OwnNames = tuple[tuple[SectionKind, tuple[str, ...]], ...]
"""Names that a person gives to sections of a kind, beside those that are known."""


Spans = tuple[tuple[int, int], ...]
"""Lines of a text, counted from 0: each span is one up to another."""


class Section(NamedTuple):
    """A heading and what stands under it.

    `heading` is Markdown source with its number and without `#`; it is empty, at level 0, for the
    text before the first heading. `level` counts from 1, the report's shallowest. `text` is the
    section's own Markdown: its sub-sections are `children`. `line` is the 1-based line of the
    heading in the file (of the first text line at level 0), `text_line` that where `text` begins.
    `also` are further kinds of a heading that names several (`优点与局限`). `limits` are lines of a
    text of another kind that a bold label says are the report's limits.
    A tuple, because a long report has thousands.
    """

    heading: str
    level: int
    kind: SectionKind
    text: str
    line: int = 1
    children: tuple[Section, ...] = ()
    text_line: int = 1
    also: tuple[SectionKind, ...] = ()
    limits: Spans = ()

    @property
    def kinds(self) -> tuple[SectionKind, ...]:
        """Everything the section is for, the main kind first."""
        return (self.kind, *self.also)

    def walk(self) -> Iterator[Section]:
        """This section and all below it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Lens:
    """A named choice of kinds. No kinds means everything; `tables_only` keeps only tables."""

    id: str
    name: Text
    key: str
    kinds: frozenset[SectionKind] = frozenset()
    tables_only: bool = False

    @property
    def is_full(self) -> bool:
        """Whether the lens leaves nothing out."""
        return not self.kinds and not self.tables_only

    def wants(self, kind: SectionKind) -> bool:
        """Whether sections of `kind` stay open."""
        return not self.kinds or kind in self.kinds

    def keeps(self, section: Section) -> bool:
        """Whether `section`, which may be of several kinds, stays open."""
        return any(self.wants(kind) for kind in section.kinds)


def _lens(id_: str, zh: str, en: str, key: str, *kinds: SectionKind) -> Lens:
    return Lens(id_, Text(zh, en), key, frozenset(kinds))


FULL = _lens("full", "全文", "Full text", "1")
SUMMARY = _lens("summary", "执行摘要", "Summary", "2", SectionKind.SUMMARY)
LIMITATIONS = _lens("limitations", "局限性", "Limitations", "3", SectionKind.LIMITATIONS)

LENSES: tuple[Lens, ...] = (
    FULL,
    SUMMARY,
    LIMITATIONS,
    _lens("takeaways", "结论要点", "Takeaways", "4", SectionKind.TAKEAWAYS),
    _lens(
        "brief",
        "速读",
        "Brief",
        "5",
        SectionKind.SUMMARY,
        SectionKind.LIMITATIONS,
        SectionKind.TAKEAWAYS,
    ),
    _lens("results", "结果", "Results", "6", SectionKind.RESULTS, SectionKind.EXPERIMENTS),
    _lens("method", "方法", "Method", "7", SectionKind.CONTRIBUTIONS, SectionKind.METHOD),
    Lens("tables", Text("只看表格", "Tables only"), "8", tables_only=True),
)
