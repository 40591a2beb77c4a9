"""What can be copied of the current block: its words, links, formulas, Markdown, the citation.

Pure: gives choices, first the one that is wanted most; their targets are what is copied.
"""

from __future__ import annotations

from collections.abc import Sequence

from vibe_tui.model.report import Report
from vibe_tui.render.document import BlockId, Document
from vibe_tui.text import Language, Text
from vibe_tui.tui.block_parts import formulas_at
from vibe_tui.tui.screen_links import ScreenLink
from vibe_tui.tui.widgets.link_picker import Choice

_TEXT = Text("文字", "Text")
_FORMULA = Text("公式", "Formula")
_CITATION = Text("引文", "Citation")
_AND_OTHERS = Text(" 等", " et al.")
_MANY_AUTHORS = 3


def copy_choices(
    document: Document,
    block: BlockId,
    links: Sequence[ScreenLink],
    report: Report | None,
    language: Language,
) -> list[Choice]:
    """What `block` of `report` offers; `links` are those of it that can be seen."""
    plain = document.plain(block)
    choices = [Choice(_TEXT.pick(language), plain)] if plain.strip() else []
    choices += [Choice(link.text, link.target) for link in links]
    choices += [Choice(_FORMULA.pick(language), tex) for tex in formulas_at(document, block)]
    choices.append(Choice("Markdown", document.source(block)))
    if report is not None:
        choices.append(Choice(_CITATION.pick(language), citation(report, language)))
    first_of_each = {choice.target: choice for choice in reversed(choices) if choice.target.strip()}
    return [choice for choice in choices if first_of_each.get(choice.target) is choice]


def citation(report: Report, language: Language) -> str:
    """One line that names the paper or, where there is none, the report."""
    paper = report.paper
    authors = list(paper.authors) or ([report.author] if report.author else [])
    names = ", ".join(authors[:_MANY_AUTHORS])
    if max(len(authors), paper.author_count) > _MANY_AUTHORS:
        names += _AND_OTHERS.pick(language)
    number = f"arXiv:{paper.arxiv}{paper.version}" if paper.arxiv else ""
    address = f"https://arxiv.org/abs/{paper.arxiv}" if paper.arxiv else report.url
    title = paper.title or report.title
    parts = (names, title, number or report.date.isoformat(), address)
    return ". ".join(part.rstrip(".") for part in parts if part)
