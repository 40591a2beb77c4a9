"""The bundled library: form and facts of every report in `content/`.

Facts are compared with the publication's own text where it is present: names, numbers in tables,
days and links are the source's; the sentences are not.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from markdown_it.rules_block.table import escapedSplit

from vibe_tui.library.metadata import count_chars
from vibe_tui.library.opened import parse_report
from vibe_tui.library.scan import Library, Root
from vibe_tui.library.slug import slugify
from vibe_tui.model.report import Genre
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.model.topic import TOPICS
from vibe_tui.paths import bundled_content
from vibe_tui.render.blocks import (
    Atom,
    Block,
    Definition,
    Footnote,
    Formula,
    Heading,
    ListBlock,
    Paragraph,
    Quote,
    Table,
)
from vibe_tui.render.formula import is_damaged
from vibe_tui.render.lines import Role
from vibe_tui.render.marks import Kind
from vibe_tui.render.outline import outline
from vibe_tui.render.parse import parse_blocks
from vibe_tui.state.catalogue import Catalogue
from vibe_tui.sync.dump import read_dump

FILES = sorted(bundled_content().rglob("*.md"))
GUIDES = [path for path in FILES if "guide" in path.stem or "使用指南" in path.stem]
REPORTS = [path for path in FILES if path not in GUIDES]
PAPERS = [path for path in REPORTS if "\ngenre: paper\n" in path.read_text("utf-8")]
HAN = re.compile(r"[\u4e00-\u9fff]+")
RUN = 20
"""Han characters in a row that two texts share only when one was copied from the other."""

KNOWN_KEYS = {
    *("title", "column", "date", "published", "author", "source", "url", "guid", "genre"),
    *("feed_title", "topics", "lang", "paper", "research"),
}
PAPER_KEYS = {"title", "arxiv", "version", "authors", "institutions", "links"}
MORE_PAPER_KEYS = {"author_count", "categories"}
KINDS_NEEDED: dict[str, set[SectionKind]] = {
    Genre.PAPER: {
        SectionKind.SUMMARY,
        SectionKind.BASICS,
        SectionKind.RESULTS,
        SectionKind.LIMITATIONS,
        SectionKind.REFERENCES,
    },
    Genre.INCIDENT_REVIEW: {SectionKind.SUMMARY, SectionKind.REFERENCES},
}
OTHER_KINDS_NEEDED = {SectionKind.SUMMARY, SectionKind.LIMITATIONS, SectionKind.REFERENCES}
ROWS_OF_NAMES = ("标题", "作者", "机构", "团队", "单位")

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
every_report = pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
every_paper = pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)


class Opened(NamedTuple):
    """A file of the shelf, read."""

    meta: Mapping[str, object]
    body: str
    title: str
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]

    def walk(self) -> Iterator[Section]:
        for section in self.sections:
            yield from section.walk()

    @property
    def paper(self) -> dict[str, object]:
        found = self.meta.get("paper", {})
        assert isinstance(found, dict)
        return found


@cache
def read(path: Path) -> Opened:
    front, title, sections = parse_report(path.read_text("utf-8"), path.name)
    assert not front.problems
    body = front.body
    blocks = parse_blocks(body, outline(body).references)
    return Opened(front.meta, body, title, sections, blocks)


def flat(blocks: Sequence[Block]) -> Iterator[Block]:
    """Blocks and what they hold, in order."""
    for block in blocks:
        yield block
        match block:
            case ListBlock(items=items):
                for item in items:
                    yield from flat(item.blocks)
            case Quote(blocks=inner) | Footnote(blocks=inner) | Definition(blocks=inner):
                yield from flat(inner)


def atoms(blocks: Sequence[Block]) -> Iterator[Atom]:
    """The running text of blocks and of what they hold, cell by cell."""
    for block in flat(blocks):
        match block:
            case Heading(text=text) | Paragraph(text=text) | Definition(term=text):
                yield from text
            case Table(header=header, rows=rows):
                for row in (header, *rows):
                    for cell in row:
                        yield from cell


def formulas(blocks: Sequence[Block]) -> Iterator[str]:
    """The TeX of every formula, those on lines of their own first."""
    yield from (block.tex for block in flat(blocks) if isinstance(block, Formula))
    yield from (atom.source for atom in atoms(blocks) if atom.look.role is Role.MATH)


def words(value: object) -> tuple[str, ...]:
    """The strings of a front matter list."""
    assert isinstance(value, (list, tuple)), value
    return tuple(map(str, value))


# --- form -------------------------------------------------------------------------------------


def test_there_is_a_shelf() -> None:
    assert len(REPORTS) >= 15
    titles = [read(path).title for path in FILES]
    assert len(set(titles)) == len(titles)


@every_report
def test_long_enough_to_be_worth_opening(path: Path) -> None:
    assert count_chars(read(path).body) >= 1500


def test_the_library_reads_it_without_a_word_of_complaint(tmp_path: Path) -> None:
    library = Library(
        [Root(bundled_content(), "bundled")], Catalogue(tmp_path), lambda: dt.date(2026, 8, 12)
    )
    scan = library.scan()
    assert scan.problems == ()
    assert {report.id for report in scan.reports} == {path.stem for path in FILES}
    assert not [report.id for report in scan.reports if report.warning or not report.bundled]


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
    assert (meta["genre"] == Genre.PAPER) == ("paper" in meta)


@every_paper
def test_facts_of_a_paper_stand_in_its_table_too(path: Path) -> None:
    opened = read(path)
    paper = opened.paper
    assert set(paper) - MORE_PAPER_KEYS == PAPER_KEYS
    assert re.fullmatch(r"\d{4}\.\d{5}", str(paper["arxiv"]))
    assert re.fullmatch(r"v\d+", str(paper["version"]))
    basics = "\n".join(
        section.text for section in opened.walk() if section.kind is SectionKind.BASICS
    )
    links = paper["links"]
    assert isinstance(links, dict)
    assert {"hf", "abs", "pdf"} <= set(links)
    assert opened.meta["url"] == links["hf"]
    for name in ("hf", "abs", "pdf", "html"):
        assert str(paper["arxiv"]) in str(links.get(name, paper["arxiv"]))
    wanted = [str(paper["title"]), f"arXiv:{paper['arxiv']}", *words(paper["authors"])]
    assert [word for word in wanted if word not in basics] == []


@every_report
def test_kinds_of_sections(path: Path) -> None:
    opened = read(path)
    needed = KINDS_NEEDED.get(str(opened.meta["genre"]), OTHER_KINDS_NEEDED)
    found = {section.kind for section in opened.walk() if section.text or section.children}
    assert needed - found == set()


@every_file
def test_no_heading_stands_empty(path: Path) -> None:
    for section in read(path).walk():
        assert section.text or section.children, section.heading


@every_file
def test_tables_are_rectangular(path: Path) -> None:
    body = read(path).body
    lines = body.split("\n")
    inside: set[int] = set()
    for mark in outline(body).marks:
        if mark.kind is Kind.TABLE:
            rows = [line for line in lines[mark.first : mark.stop] if line.strip()]
            widths = {len(escapedSplit(row.strip().strip("|"))) for row in rows}
            assert len(widths) == 1, rows[0]
        if mark.kind in (Kind.TABLE, Kind.CODE, Kind.FORMULA):
            inside |= set(range(mark.first, mark.stop))
    stray = [line for n, line in enumerate(lines) if line.startswith("|") and n not in inside]
    assert stray == []


@every_file
def test_formulas_are_whole(path: Path) -> None:
    assert [tex for tex in formulas(read(path).blocks) if is_damaged(tex)] == []


@every_report
def test_no_markup_is_left_over(path: Path) -> None:
    for atom in atoms(read(path).blocks):
        if atom.look.role not in (Role.CODE, Role.MATH):
            assert not re.search(r"\$|\*\*|`|\]\(|\\[a-zA-Z]", atom.text), atom.text


@every_file
def test_links_are_well_formed(path: Path) -> None:
    opened = read(path)
    targets = [atom.look.link for atom in atoms(opened.blocks)]
    links = opened.paper.get("links", {})
    assert isinstance(links, dict)
    outside = [str(link) for link in links.values()]
    outside += [link for link in targets if "://" in link]
    for link in outside:
        parts = urlsplit(link)
        assert parts.scheme == "https", link
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", parts.netloc), link
        assert re.fullmatch(r"[!-~]*[\w/=~-]", link), link
    for link in set(links.values()):
        assert str(link) in opened.body, link


@every_report
def test_no_sentence_serves_twice(path: Path) -> None:
    """Reports read each differently: none repeats a long run of another."""
    others = set[str]().union(*(own_runs(other) for other in REPORTS if other != path))
    shared = [line for line in own_lines(read(path)) if runs(line) & others]
    assert shared == []


@cache
def own_runs(path: Path) -> set[str]:
    return set[str]().union(*map(runs, own_lines(read(path))))


# --- facts, where the publication's text is present -------------------------------------------


@cache
def articles(seed: Path) -> dict[str, str]:
    """The text of every article of the publication by its day and title."""
    dump = read_dump(seed.read_text("utf-8"), seed.name)
    return {
        f"{item.date} {title}": item.body
        for item in dump.items
        for title in (item.feed_title, item.title)
    }


def article_of(path: Path, seed: Path) -> str:
    opened = read(path)
    body = articles(seed).get(f"{opened.meta['date']} {opened.title}")
    assert body is not None, f"no article of this day has the title {opened.title!r}"
    return body


@every_report
def test_names_and_links_are_those_of_the_source(path: Path, seed: Path) -> None:
    article = article_of(path, seed).replace("\\", "")
    paper = read(path).paper
    facts = [str(paper[key]) for key in ("title", "arxiv") if key in paper]
    for key in ("authors", "institutions"):
        facts += words(paper.get(key, ()))
    links = paper.get("links", {})
    assert isinstance(links, dict)
    facts += map(str, links.values())
    assert [fact for fact in facts if fact not in article] == []


@every_report
def test_numbers_in_tables_are_those_of_the_source(path: Path, seed: Path) -> None:
    known = numbers(article_of(path, seed))
    for section in read(path).walk():
        rows = [line for line in section.text.split("\n") if line.startswith("|")]
        for row in rows:
            unknown = numbers(row) - known
            assert unknown == set(), row


@every_report
def test_sentences_are_our_own(path: Path, seed: Path) -> None:
    theirs = seed_runs(seed)
    copied = [line for line in own_lines(read(path)) if runs(line) & theirs]
    assert copied == []


@cache
def seed_runs(seed: Path) -> frozenset[str]:
    return frozenset(runs(seed.read_text("utf-8")))


def runs(text: str) -> set[str]:
    """Every run of `RUN` Han characters of a text, whatever stands between them."""
    han = "".join(HAN.findall(text))
    return {han[start : start + RUN] for start in range(len(han) - RUN + 1)}


def own_lines(opened: Opened) -> Iterator[str]:
    """The lines that hold sentences: no titles, names, references or research paths."""
    for section in opened.walk():
        if section.kind is SectionKind.REFERENCES:
            continue
        for line in section.text.split("\n"):
            first = line.split("|")[1].strip() if line.startswith("|") and "|" in line[1:] else ""
            if not first.endswith(ROWS_OF_NAMES) and not re.match(r"> ?(自动)?研究", line):
                yield line


def numbers(text: str) -> set[str]:
    """The numbers of a text, without thousands separators and signs."""
    text = re.sub(r"(?<=\d)(?:,|\{,\})(?=\d{3})", "", text)
    return set(re.findall(r"\d+(?:\.\d+)?", text))
