"""What a report file says about itself: the row that the catalogue keeps of it.

Front matter of other programs (Hugo, Jekyll, Obsidian) is read under its usual names too; what is
not written is derived: genre, topics, what the basic facts say of the paper. Everything here takes
any value and never raises; words from outside are made harmless before they are kept.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from vibe_tui.clean import clean_line
from vibe_tui.errors import Problem
from vibe_tui.fold import count_words
from vibe_tui.library.front_matter import CHINESE_KEYS, FrontMatter
from vibe_tui.library.head import HeadFacts, head_facts, month_of_arxiv
from vibe_tui.library.headings import bare_name
from vibe_tui.library.names import column_of
from vibe_tui.library.topics import Keywords, topic_ids, topics_of
from vibe_tui.library.values import (
    as_written,
    date_of,
    day_in,
    mapping,
    moment_of,
    name_list,
    word_list,
    words,
)
from vibe_tui.library.walk import Stamp
from vibe_tui.model.report import Genre, Paper, Report
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.state.catalogue import CatalogueRow
from vibe_tui.text import Text

# 访问、访存、访客 are not interviews.
_INTERVIEW = re.compile(r"访(?![问存客])|对话|交流会|\binterview", re.IGNORECASE)
_NEWS = re.compile(r"规范|发布|推出|\bintroducing\b", re.IGNORECASE)


def genre_of(title: str, *, has_arxiv: bool, headings: Iterable[str]) -> Genre:
    """The genre by the rules of the design, the first that holds."""
    if has_arxiv:
        return Genre.PAPER
    if any(bare_name(heading)[0] == "文档索引" for heading in headings):
        return Genre.INCIDENT_REVIEW
    if _INTERVIEW.search(title):
        return Genre.INTERVIEW
    return Genre.NEWS if _NEWS.search(title) else Genre.DEEP_DIVE


_DATES = ("date", "published", "pubDate", "publishDate", "pubDatetime", "created", "created_at")
_ARXIV = re.compile(r"arxiv(?:\.org/(?:abs|pdf|html)/|\s*[:：]\s*)(\d{4}\.\d{4,5})", re.IGNORECASE)
_MARKUP = re.compile(r"[*`]|!?\[([^\[\]]*)\]\([^()]*\)|\\([!-/:-@\[-`{-~])")
_DELIMITERS = frozenset("|:-> \t\r")

TABLES = "tables"
"""The name under which sections with tables are counted, beside the kinds."""


def derive(
    front: FrontMatter,
    title: str,
    sections: Sequence[Section],
    *,
    root: str,
    file: str,
    text: str,
    content_hash: str,
    stamp: Stamp,
    today: dt.date,
    source: str = "",
    bundled: bool = False,
    keywords: Keywords,
) -> CatalogueRow:
    """What is known of a file; its report has no id as yet.

    `title` is what `title_in` gave, `text` the whole file; `source` is for reports that name none.
    """
    meta = _in_english(front.meta)
    flat = [section for top in sections for section in top.walk()]
    paper = paper_in(meta, flat)
    head = head_facts(sections, title)
    date, problems = _written_date(meta, f"{root}/{file}", text)
    date = date or day_in(PurePosixPath(file).name) or _date_of_head(head, paper)
    feed_title = clean_line(words(meta.get("feed_title")))
    report = Report(
        id="",
        title=title,
        file=file,
        date=date,
        root=root,
        source=clean_line(words(meta.get("source"))) or source,
        topics=_topics(meta, f"{title}\n{paper.title}", flat, front.body, keywords),
        genre=_genre(meta, title, paper, flat),
        chars=count_words(front.body),
        author=clean_line(words(meta.get("author")) or words(meta.get("authors"))),
        column=clean_line(words(meta.get("column"))) or column_of(title),
        feed_title="" if feed_title == title else feed_title,
        url=clean_line(words(meta.get("url")) or words(meta.get("link"))),
        guid=clean_line(words(meta.get("guid"))),
        published=_moment(meta),
        arxiv=paper.arxiv,
        version=paper.version,
        hash=content_hash,
        bundled=bundled,
    )
    problems = (*front.problems, *problems)
    return CatalogueRow(*stamp, today.isoformat(), report, paper, _kinds(flat), problems)


def _kinds(flat: Sequence[Section]) -> dict[str, int]:
    """How many sections of each kind there are, and under `TABLES` how many may hold a table."""
    counts = Counter(one.kind.value for one in flat)
    counts[TABLES] = sum("|" in one.text and _may_hold_table(one.text) for one in flat)
    return counts


def _may_hold_table(text: str) -> bool:
    """Whether a line looks like the delimiter row of a table."""
    return any(
        "|" in line and "-" in line and _DELIMITERS.issuperset(line) for line in text.split("\n")
    )


def title_in(front: FrontMatter, first_heading: str, path: str) -> str:
    """The title: as front matter writes it, else the first heading, else the file's name."""
    written = as_written(_in_english(front.meta).get("title"))
    heading = _MARKUP.sub(r"\1\2", first_heading)
    name = PurePosixPath(path).stem
    titles = (clean_line(title).strip() for title in (written, heading, name))
    return next(filter(None, titles), path)


def _in_english(meta: Mapping[str, object]) -> Mapping[str, object]:
    if not any(key in meta for key in CHINESE_KEYS):
        return meta
    return {CHINESE_KEYS.get(key, key): value for key, value in meta.items()} | {
        key: value for key, value in meta.items() if key not in CHINESE_KEYS
    }


def _written_date(
    meta: Mapping[str, object], where: str, text: str
) -> tuple[str, tuple[Problem, ...]]:
    """What front matter says of the day, and what is wrong with that."""
    problems: list[Problem] = []
    for key in _DATES:
        value = words(meta.get(key))
        if date := date_of(meta.get(key)):
            return date, ()
        if value and not problems:
            line = re.search(rf"^{key}\s*:|^日期\s*:", text, re.MULTILINE)
            number = text.count("\n", 0, line.start()) + 1 if line else 1
            problems.append(
                Problem(
                    f"{where}:{number}",
                    Text(f"日期“{value}”无法识别", f"`{value}` is no date"),
                    Text("请写成 2026-08-01", "write it as 2026-08-01"),
                )
            )
    return "", tuple(problems)


def _date_of_head(head: HeadFacts, paper: Paper) -> str:
    """The published date in the head of a note, else the month of its arXiv id, else the year."""
    if len(head.published) > len("2025"):
        return head.published
    return month_of_arxiv(paper.arxiv or head.arxiv) or head.published


def _moment(meta: Mapping[str, object]) -> str:
    for key in ("published", *_DATES):
        moment = moment_of(meta.get(key))
        if moment is not None and 1 < moment.year < 9999:
            return moment.astimezone(dt.UTC).isoformat()
    return ""


def _genre(meta: Mapping[str, object], title: str, paper: Paper, flat: Sequence[Section]) -> Genre:
    written = words(meta.get("genre")).casefold()
    if written in list(Genre):
        return Genre(written)
    headings = (section.heading for section in flat)
    return genre_of(title, has_arxiv=bool(paper.arxiv), headings=headings)


def _topics(
    meta: Mapping[str, object],
    title: str,
    sections: Sequence[Section],
    body: str,
    keywords: Keywords,
) -> tuple[str, ...]:
    written = topic_ids(word_list(meta.get("topics")))
    if written:
        return tuple(clean_line(topic).replace(" ", "-") for topic in written)
    summary = "\n".join(s.text for s in sections if s.kind is SectionKind.SUMMARY)
    headings = (s.heading for s in sections if s.kind is not SectionKind.REFERENCES)
    return topics_of(title, summary, headings, body, keywords)


def paper_in(meta: Mapping[str, object], sections: Sequence[Section]) -> Paper:
    """The paper of the front matter; where it names no arXiv id, that of the basic facts."""
    written = mapping(meta.get("paper"))
    arxiv = words(written.get("arxiv")) or words(meta.get("arxiv"))
    if not arxiv:
        basics = "\n".join(s.text for s in sections if s.kind is SectionKind.BASICS)
        found = _ARXIV.search(basics)
        arxiv = found[1] if found else ""
    count = words(written.get("author_count"))
    return Paper(
        title=clean_line(words(written.get("title"))),
        arxiv=clean_line(arxiv),
        version=clean_line(words(written.get("version"))),
        authors=tuple(map(clean_line, name_list(written.get("authors")))),
        author_count=int(count) if count.isascii() and count.isdigit() and len(count) < 9 else 0,
        institutions=tuple(map(clean_line, name_list(written.get("institutions")))),
        categories=tuple(map(clean_line, word_list(written.get("categories")))),
        links=tuple(
            (clean_line(str(key)), clean_line(words(value)))
            for key, value in mapping(written.get("links")).items()
            if words(value)
        ),
    )
