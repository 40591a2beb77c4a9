"""Makes of a report what the index keeps: its parts as lines of visible text, folded and packed."""

from __future__ import annotations

from collections.abc import Sequence

from vibe_tui.clean import clean_line
from vibe_tui.fold import fold_text
from vibe_tui.model.report import Report
from vibe_tui.model.section import Section
from vibe_tui.search.record import (
    CODE_OF,
    FACTS,
    PART,
    TITLE,
    Entry,
    Part,
    StoredReport,
    pack_parts,
)
from vibe_tui.search.visible import heading_line, references_of, visible_lines

PATH_JOINER = " › "


def parts_of(report: Report, sections: Sequence[Section]) -> list[Part]:
    """The searched parts of a report; `sections` are its top-level ones."""
    titles = dict.fromkeys(filter(None, (report.title, report.feed_title)))
    paper = report.paper
    facts = (
        "、".join(dict.fromkeys(filter(None, (report.author, *paper.authors)))),
        paper.title,
        f"arXiv:{paper.arxiv}" if paper.arxiv else "",
        "、".join(paper.institutions),
        "、".join(paper.categories),
        report.url,
    )
    parts = [
        Part(TITLE, "", -1, tuple(map(clean_line, titles))),
        Part(FACTS, "", -1, tuple(map(clean_line, filter(None, facts)))),
    ]
    index = 0
    references = references_of(sections)

    def walk(some: Sequence[Section], above: tuple[str, ...]) -> None:
        nonlocal index
        for section in some:
            heading = heading_line(section.heading, references)
            path = (*above, heading) if heading else above
            lines = (heading, *visible_lines(section.text, references))
            parts.append(Part(CODE_OF[section.kind], PATH_JOINER.join(path), index, lines))
            index += 1
            walk(section.children, path)

    walk(sections, ())
    return parts


def stored_report(entry: Entry) -> StoredReport:
    """Fold and pack a report."""
    parts = parts_of(entry.report, entry.sections)
    folded = _folded(parts)
    return StoredReport(entry.report.id, entry.stamp, _joined(folded), pack_parts(parts, folded))


def metadata_record(report: Report) -> str:
    """The record that a report would have without its text."""
    return _joined(_folded(parts_of(report, ())))


def _folded(parts: Sequence[Part]) -> list[str]:
    return ["\n".join((part.code, *map(fold_text, part.lines), "")) for part in parts]


def _joined(folded: Sequence[str]) -> str:
    return "".join([PART + text for text in folded])
