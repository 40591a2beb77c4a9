"""Reports, papers and sections as other programs see them: fields of JSON."""

from __future__ import annotations

from vibe_tui.cli.command import Context
from vibe_tui.model.report import Paper, Report
from vibe_tui.model.section import Section


def report_fields(context: Context, report: Report) -> dict[str, object]:
    """A report as other programs see it."""
    mark = context.service.reading.mark(report)
    return {
        "id": report.id,
        "title": report.title,
        "feed_title": report.feed_title or None,
        "short_title": report.short_title,
        "date": report.date or None,
        "date_precision": report.date_precision,
        "author": report.author or None,
        "authors": list(context.service.paper(report).authors),
        "source": report.source or None,
        "url": report.url or None,
        "genre": report.genre.value,
        "topics": list(report.topics),
        "tags": list(report.tags),
        "folder": report.folder or None,
        "arxiv": report.arxiv or None,
        "venue": report.venue or None,
        "chars": report.chars,
        "path": report.path,
        "unread": mark.unread,
        "starred": mark.starred,
    }


def paper_fields(paper: Paper) -> dict[str, object]:
    """The paper behind a report as other programs see it; empty values where it has none."""
    return {
        "paper_title": paper.title,
        "arxiv": paper.arxiv,
        "version": paper.version,
        "authors": list(paper.authors),
        "author_count": max(paper.author_count, len(paper.authors)),
        "institutions": list(paper.institutions),
        "categories": list(paper.categories),
        "links": dict(paper.links),
    }


def section_fields(section: Section) -> dict[str, object]:
    """One section with all below it; every key is always there."""
    from vibe_tui.render.parse import tables_of

    return {
        "heading": section.heading,
        "level": section.level,
        "kind": section.kind.value,
        "text": section.text,
        "tables": [
            {
                "header": list(table.source_header),
                "rows": [list(row) for row in table.source_rows],
            }
            for table in tables_of(section.text)
        ],
        "children": [section_fields(child) for child in section.children],
    }
