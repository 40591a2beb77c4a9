"""What a report file says about itself: the row that the catalogue keeps of it.

Front matter of other programs (Hugo, Jekyll, Obsidian) is read under its usual names too; what is
not written is derived, from the head of the text first. Everything here takes any value and never
raises; words from outside are made harmless before they are kept.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from vibe_tui.clean import clean_line
from vibe_tui.errors import Problem
from vibe_tui.fold import count_words, fold_text
from vibe_tui.library.front_matter import (
    CHINESE_KEYS,
    FrontMatter,
    as_written,
    date_of,
    day_in,
    mapping,
    moment_of,
    name_list,
    word_list,
    words,
)
from vibe_tui.library.head import ARXIV, HeadFacts, head_facts, month_of_arxiv
from vibe_tui.library.headings import bare_name
from vibe_tui.library.names import column_of
from vibe_tui.library.topics import Keywords, topic_ids, topics_of
from vibe_tui.library.walk import Stamp
from vibe_tui.model.report import NO_PAPER, Genre, Paper, Report
from vibe_tui.model.section import OwnNames, Section, SectionKind
from vibe_tui.state.catalogue import CatalogueRow
from vibe_tui.text import Text

# 访问、访存、访客 are not interviews.
_INTERVIEW = re.compile(r"访(?![问存客])|对话|交流会|\binterview", re.IGNORECASE)
_LINKED = re.compile(r"(?<!!)\[\[?[^\[\]]+(?:\[[^\[\]]*\][^\[\]]*)*\](?:\]|\()")
_LONG, _SECTIONED = 1_500, 3
"""Characters and headings of a deep dive."""
_LISTED, _MOSTLY = 5, 0.6
"""How many lines of an index hold a link, and which share of all."""
_NEWS = re.compile(r"规范|发布|推出|\bintroducing\b", re.IGNORECASE)


def genre_of(title: str, text: str, headings: Sequence[str], *, has_paper: bool) -> Genre:
    """The genre by the rules of the design, the first that holds."""
    if _is_index(text):
        return Genre.INDEX
    if has_paper:
        return Genre.PAPER
    if any(bare_name(heading)[0] == "文档索引" for heading in headings):
        return Genre.INCIDENT_REVIEW
    if _INTERVIEW.search(title):
        return Genre.INTERVIEW
    if _NEWS.search(title):
        return Genre.NEWS
    is_long = count_words(text) >= _LONG and len(headings) >= _SECTIONED
    return Genre.DEEP_DIVE if is_long else Genre.NOTE


def _is_index(text: str) -> bool:
    """Whether a text is a list of links: most lines hold one that begin something."""
    if text.count("](") + text.count("]]") < _LISTED:
        return False
    lines = [line for line in text.splitlines() if line.strip(" |:-") and line[0] not in "#<>: \t"]
    linked = sum(_LINKED.search(line) is not None for line in lines)
    return linked >= _LISTED and linked >= _MOSTLY * len(lines)


_DATES = ("date", "published", "pubDate", "publishDate", "pubDatetime", "created", "created_at")
_MARKUP = re.compile(r"[*`]|!?\[([^\[\]]*)\]\([^()]*\)|\\([!-/:-@\[-`{-~])")
_TAGS = ("tags", "tag", "keywords", "categories")
_HASHTAG = re.compile(r"(?:^|(?<=[\s(（，。；、]))#([^\W\d_](?:[\w/-]*\w)?)(?![\w#])")
_CODE_OR_TARGET = re.compile(
    r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)|`[^`\n]*`|\]\([^()\n]*\)", re.MULTILINE | re.DOTALL
)
_MOST_TAGS = 64
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
    head = head_facts(sections, title)
    paper = _paper(meta, flat, head)
    genre = _genre(meta, title, paper, flat, front.body)
    if genre is Genre.INDEX:
        # It is about none of the papers that it lists.
        head, paper = HeadFacts(), NO_PAPER
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
        genre=genre,
        chars=count_words(front.body),
        author=clean_line(words(meta.get("author")) or words(meta.get("authors"))),
        column=clean_line(words(meta.get("column"))) or column_of(title),
        feed_title="" if feed_title == title else feed_title,
        url=clean_line(words(meta.get("url")) or words(meta.get("link"))),
        guid=clean_line(words(meta.get("guid"))),
        published=_moment(meta),
        arxiv=paper.arxiv,
        version=paper.version,
        venue=paper.venue,
        tags=_tags(meta, head, front.body),
        hash=content_hash,
        bundled=bundled,
    )
    problems = (*front.problems, *problems)
    return CatalogueRow(stamp, today.isoformat(), report, paper, _kinds(flat), problems)


def _kinds(flat: Sequence[Section]) -> dict[str, int]:
    """How many sections of each kind there are, and under `TABLES` how many may hold a table."""
    counts = Counter(kind.value for one in flat for kind in one.kinds)
    counts[SectionKind.LIMITATIONS.value] += sum(bool(one.limits) for one in flat)
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


def own_names(meta: Mapping[str, object]) -> OwnNames:
    """The names that a report's front matter gives to its sections, by kind."""
    written = mapping(meta.get("sections"))
    return tuple((kind, word_list(written[kind.value])) for kind in SectionKind if kind in written)


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


def _genre(
    meta: Mapping[str, object],
    title: str,
    paper: Paper,
    flat: Sequence[Section],
    text: str,
) -> Genre:
    written = words(meta.get("genre")).casefold()
    if written in list(Genre):
        return Genre(written)
    headings = [section.heading for section in flat if section.heading]
    has_paper = bool(paper.arxiv or paper.doi or paper.openreview)
    return genre_of(title, text, headings, has_paper=has_paper)


def _tags(meta: Mapping[str, object], head: HeadFacts, text: str) -> tuple[str, ...]:
    """The tags of the front matter, of the head, and those in the text, each once."""
    written = [word for key in _TAGS for word in word_list(meta.get(key))]
    hashed = _HASHTAG.findall(_CODE_OR_TARGET.sub(" ", text)) if _HASHTAG.search(text) else ()
    found = (clean_line(tag).strip().strip("#") for tag in (*written, *head.keywords, *hashed))
    folded = {fold_text(tag): tag for tag in reversed([tag for tag in found if tag])}
    return tuple(reversed(folded.values()))[:_MOST_TAGS]


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


def paper_in(meta: Mapping[str, object], sections: Sequence[Section], title: str) -> Paper:
    """The paper that the front matter and the head of a text with this title name."""
    flat = [section for top in sections for section in top.walk()]
    return _paper(_in_english(meta), flat, head_facts(sections, title))


def _paper(meta: Mapping[str, object], flat: Sequence[Section], head: HeadFacts) -> Paper:
    """The paper: front matter wins over the head, the head over the table of basic facts."""
    written = mapping(meta.get("paper"))
    arxiv = words(written.get("arxiv")) or words(meta.get("arxiv")) or head.arxiv
    if not arxiv:
        basics = "\n".join(s.text for s in flat if s.kind is SectionKind.BASICS)
        found = {*ARXIV.findall(basics)}
        arxiv = found.pop() if len(found) == 1 else ""
    authors = name_list(written.get("authors")) or name_list(meta.get("authors")) or head.authors
    venue = words(written.get("venue")) or words(meta.get("venue")) or words(meta.get("journal"))
    links = mapping(written.get("links")) or dict(head.links)
    count = words(written.get("author_count"))
    return Paper(
        title=clean_line(words(written.get("title")) or head.title),
        arxiv=clean_line(arxiv),
        version=clean_line(words(written.get("version"))),
        authors=tuple(map(clean_line, authors)),
        author_count=int(count) if count.isascii() and count.isdigit() and len(count) < 9 else 0,
        institutions=tuple(
            map(clean_line, name_list(written.get("institutions")) or head.institutions)
        ),
        categories=tuple(map(clean_line, word_list(written.get("categories")))),
        links=tuple(
            (clean_line(str(key)), clean_line(words(value)))
            for key, value in links.items()
            if words(value)
        ),
        venue=clean_line(venue or head.venue),
        doi=clean_line(_doi(written.get("doi")) or _doi(meta.get("doi")) or head.doi),
        openreview=clean_line(words(written.get("openreview")) or head.openreview),
    )


def _doi(value: object) -> str:
    return re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", words(value), flags=re.I)
