"""Lenses: a choice of section kinds. The rest of a report folds to its headings."""

from __future__ import annotations

from dataclasses import dataclass

from vibe_tui.model.section import Section, SectionKind
from vibe_tui.text import Text


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
