"""What a search gives back."""

from __future__ import annotations

from dataclasses import dataclass

from vibe_tui.model.section import SectionKind
from vibe_tui.text import Text


@dataclass(frozen=True, slots=True)
class Passage:
    """A place in a report that answers.

    `section` is the heading path, empty for the title and the facts about the report; `snippet`
    plain text on one line, with `marks` as spans in it. To land on it: section `section_index` in
    document order (-1: the report's top), there the `nth` match of the query's terms, which stands
    `start` characters into line `line` of the section's words (line 0 is the heading).
    """

    section: str
    kind: SectionKind
    snippet: str
    marks: tuple[tuple[int, int], ...]
    section_index: int
    nth: int = 0
    line: int = 0
    start: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """A report that answers, with its best passages first."""

    report_id: str
    score: float
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Reports that answer a query, best first; `total` counts those beyond the limit too."""

    total: int
    took_ms: float
    note: Text | None
    hits: tuple[Hit, ...]
