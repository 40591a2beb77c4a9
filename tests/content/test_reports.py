"""The bundled library: the form of every report in `content/`."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it.rules_block.table import escapedSplit

from tests.content.bundled import (
    FILES,
    REPORTS,
    atoms,
    every_file,
    every_paper,
    every_report,
    flat,
    formulas,
    own_lines,
    prose,
    read,
    runs,
    texts,
    words,
)
from tests.formulas import is_damaged
from vibe_tui.config import Config
from vibe_tui.fold import count_words
from vibe_tui.library.scan import Library
from vibe_tui.library.store import slugify
from vibe_tui.library.walk import Root
from vibe_tui.model.report import TOPICS, Genre
from vibe_tui.model.section import SectionKind
from vibe_tui.paths import bundled_content
from vibe_tui.render.blocks import Role, Table
from vibe_tui.render.document import Document
from vibe_tui.render.outline import BlockKind, outline
from vibe_tui.render.table import Borders, lay_table
from vibe_tui.state.catalogue import Catalogue

KNOWN_KEYS = {
    *("title", "column", "date", "published", "author", "source", "url", "guid", "genre"),
    *("feed_title", "topics", "lang", "paper", "research"),
}
PAPER_KEYS = {"title", "arxiv", "version", "authors", "institutions", "links"}
MORE_PAPER_KEYS = {"author_count", "categories"}
SHORTEST, LONGEST = 1500, 4000

# The sections of each genre's template, in their order; others may stand between them.
TEMPLATES: dict[str, list[SectionKind]] = {
    Genre.PAPER: [
        SectionKind.SUMMARY,
        SectionKind.BASICS,
        SectionKind.BACKGROUND,
        SectionKind.CONTRIBUTIONS,
        SectionKind.METHOD,
        SectionKind.EXPERIMENTS,
        SectionKind.RESULTS,
        SectionKind.LIMITATIONS,
        SectionKind.IMPACT,
        SectionKind.RELATED,
        SectionKind.TAKEAWAYS,
        SectionKind.REFERENCES,
    ],
    Genre.INCIDENT_REVIEW: [
        SectionKind.SUMMARY,
        SectionKind.TAKEAWAYS,
        SectionKind.LIMITATIONS,
        SectionKind.REFERENCES,
    ],
}
OTHER_TEMPLATE = [
    SectionKind.SUMMARY,
    SectionKind.BACKGROUND,
    SectionKind.ANALYSIS,
    SectionKind.STRENGTHS,
    SectionKind.LIMITATIONS,
    SectionKind.USE_CASES,
    SectionKind.TAKEAWAYS,
    SectionKind.REFERENCES,
]

SLIPS = {
    "no space between Han and Latin": r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]",
    "half-width mark beside Han": r"[\u4e00-\u9fff] ?[,;:!?()]|[,;:!?()] ?[\u4e00-\u9fff]",
    "space inside Chinese": r"[\u4e00-\u9fff] +[\u4e00-\u9fff]",
    "space beside a full-width mark": r"[，。；：、（）“”《》] | [，。；：、）”》]",
    "straight quotation mark": r"\"|(?<![A-Za-z])'|'(?![A-Za-z])",
    "range without –": r"\d ?[-~—] ?\d+(?:\.\d+)?(?:%| ?倍)",
    "single dash or dots": r"(?<![—\d])—(?!—)(?=[\u4e00-\u9fff，])|(?<!…)…(?!…)|\.\.\.",
}
# Words of a title that the source writes without a space, and graph and curve names with a dash.
AS_WRITTEN = re.compile(r"从Multi-Agent到Agent Team|变量—约束图|长度—准确率")


def test_there_is_a_shelf() -> None:
    assert len(REPORTS) >= 15
    titles = [read(path).title for path in FILES]
    assert len(set(titles)) == len(titles)


@every_report
def test_long_enough_to_be_worth_opening_and_no_longer(path: Path) -> None:
    assert SHORTEST <= count_words(read(path).body) <= LONGEST


def test_the_library_reads_it_without_a_word_of_complaint(tmp_path: Path) -> None:
    library = Library(
        [Root(bundled_content(), "bundled")], Catalogue(tmp_path), lambda: dt.date(2026, 8, 12)
    )
    scan = library.scan()
    assert scan.problems == ()
    assert {report.id for report in scan.reports} == {path.stem for path in FILES}
    assert not [report.id for report in scan.reports if not report.bundled]


@every_file
def test_name_and_day(path: Path) -> None:
    day, slug = path.stem[:10], path.stem[11:]
    assert path.parent.name == day[:4]
    assert path.stem[10] == "-"
    assert slug == slugify(slug)
    assert str(read(path).meta["date"]) == dt.date.fromisoformat(day).isoformat()


@every_file
def test_front_matter(path: Path) -> None:
    meta = read(path).meta
    assert set(meta) <= KNOWN_KEYS
    assert meta["source"] == "bundled"
    assert meta["genre"] in {genre.value for genre in Genre}
    assert meta["lang"] in {"zh", "en"}
    for key in ("title", "author"):
        assert isinstance(meta[key], str)
        assert meta[key]
    topics = words(meta["topics"])
    assert 1 <= len(topics) <= 3
    assert set(topics) <= {topic.id for topic in TOPICS}
    assert (meta["genre"] == Genre.PAPER) == ("paper" in meta) == ("research" in meta)


@every_paper
def test_facts_of_a_paper_stand_in_its_table_too(path: Path) -> None:
    opened = read(path)
    paper, links = opened.part("paper"), opened.links
    assert set(paper) - MORE_PAPER_KEYS == PAPER_KEYS
    assert re.fullmatch(r"\d{4}\.\d{5}", str(paper["arxiv"]))
    assert re.fullmatch(r"v\d+", str(paper["version"]))
    basics = "\n".join(
        section.text for section in opened.walk() if section.kind is SectionKind.BASICS
    )
    assert {"hf", "abs", "pdf"} <= set(links)
    assert opened.meta["url"] == links["hf"]
    for name in ("hf", "abs", "pdf", "html"):
        assert str(paper["arxiv"]) in links.get(name, str(paper["arxiv"]))
    wanted = [str(paper["title"]), f"arXiv:{paper['arxiv']}", str(paper["version"])]
    wanted += [*words(paper["authors"]), *words(paper.get("categories", ())), *links.values()]
    if "author_count" in paper:
        wanted.append(f"{paper['author_count']} 位作者")
    assert [word for word in wanted if word not in basics] == []


@every_paper
def test_a_paper_opens_with_how_its_report_was_made(path: Path) -> None:
    opened = read(path)
    research = opened.part("research")
    assert list(research) == ["at", "source_date", "path"]
    dt.datetime.strptime(str(research["at"]), "%Y-%m-%d %H:%M")
    dt.date.fromisoformat(str(research["source_date"]))
    opening = opened.body.lstrip().split("\n\n")[0]
    assert f"自动研究时间：{research['at']}" in opening
    assert f"来源日期：{research['source_date']}" in opening
    assert f"研究路径：{' → '.join(words(research['path']))}" in opening


@every_report
def test_sections_stand_in_the_order_of_the_template(path: Path) -> None:
    opened = read(path)
    template = TEMPLATES.get(str(opened.meta["genre"]), OTHER_TEMPLATE)
    ahead = iter([section.kind for section in opened.walk() if section.text or section.children])
    assert [kind for kind in template if kind not in ahead] == []


@every_report
def test_the_last_words_name_the_source(path: Path) -> None:
    opened = read(path)
    last = opened.body.rstrip().split("\n")[-1]
    assert last.startswith(f"本文据 Vibe Research {opened.meta['date']} 的同题报告改写")


@every_file
def test_no_heading_stands_empty(path: Path) -> None:
    for section in read(path).walk():
        assert section.text or section.children, section.heading


@every_file
def test_tables_are_rectangular(path: Path) -> None:
    body = read(path).body
    lines = body.split("\n")
    inside: set[int] = set()
    for mark in outline(body).blocks:
        if mark.kind is BlockKind.TABLE:
            rows = [line for line in lines[mark.first : mark.stop] if line.strip()]
            widths = {len(escapedSplit(row.strip().strip("|"))) for row in rows}
            assert len(widths) == 1, rows[0]
        if mark.kind in (BlockKind.TABLE, BlockKind.CODE, BlockKind.FORMULA):
            inside |= set(range(mark.first, mark.stop))
    stray = [line for n, line in enumerate(lines) if line.startswith("|") and n not in inside]
    assert stray == []


@every_report
def test_tables_fit_the_page_that_the_reader_sets(path: Path) -> None:
    """Rows stay rows, and what heads a column takes two lines at most."""
    for block in flat(read(path).blocks):
        if isinstance(block, Table):
            laid = lay_table(block, Config().text_width, scroll=False, borders=Borders.UNICODE)
            assert 2 <= laid.head <= 3, block.source_header


@every_report
def test_formulas_are_whole(path: Path) -> None:
    assert [tex for tex in formulas(read(path).blocks) if is_damaged(tex)] == []


@every_report
def test_no_markup_is_left_over(path: Path) -> None:
    for atom in atoms(read(path).blocks):
        if atom.look.role not in (Role.CODE, Role.MATH):
            assert not re.search(r"\$|\*\*|`|\]\(|\\[a-zA-Z]", atom.text), atom.text


@every_report
def test_chinese_is_set_as_a_careful_editor_sets_it(path: Path) -> None:
    text = AS_WRITTEN.sub("□", "\n".join(map(prose, texts(read(path).blocks))))
    found = [
        (slip, text[max(0, match.start() - 8) : match.end() + 8])
        for slip, pattern in SLIPS.items()
        for match in re.finditer(pattern, text)
    ]
    assert found == []


@every_file
def test_links_are_well_formed(path: Path) -> None:
    opened = read(path)
    targets = [atom.look.link for atom in atoms(opened.blocks)]
    for link in [*opened.links.values(), *(link for link in targets if "://" in link)]:
        parts = urlsplit(link)
        assert parts.scheme == "https", link
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", parts.netloc), link
        assert re.fullmatch(r"[!-~]*[\w/=~-]", link), link
    assert [link for link in opened.links.values() if link not in opened.body] == []


@every_file
def test_links_inside_the_library_lead_somewhere(path: Path) -> None:
    lost = []
    for link in {atom.look.link for atom in atoms(read(path).blocks)}:
        if not link or "://" in link or link.startswith("mailto:"):
            continue
        name, _, part = unquote(link).partition("#")
        file = path.parent / name if name else path
        if not file.is_file() or (part and document(file).place_of(f"#{part}") is None):
            lost.append(link)
    assert lost == []


@cache
def document(path: Path) -> Document:
    opened = read(path)
    return Document(opened.sections, outline(opened.body).references)


@every_report
def test_no_sentence_serves_twice(path: Path) -> None:
    """Reports read each differently: none repeats a long run of another."""
    others = set[str]().union(*(own_runs(other) for other in REPORTS if other != path))
    shared = [line for line in own_lines(read(path)) if runs(line) & others]
    assert shared == []


@cache
def own_runs(path: Path) -> set[str]:
    return set[str]().union(*map(runs, own_lines(read(path))))
