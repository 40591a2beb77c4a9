"""Facts of the paper from the head of a note: all that stands before its first section.

People write them in many forms: bold labels, block quotes, lists, tables of two columns, link
lines, `key:: value`, headings that are labels, the title as a link. A label counts only where it is
one of the known names of a field; an arXiv id also where the head links to one paper alone. The
text itself stays as it is.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from vibe_tui.library.front_matter import MONTHS, date_of
from vibe_tui.model.report import ARXIV_ID, arxiv_page
from vibe_tui.model.section import Section, SectionKind

_MOST_LINES = 80
_LONGEST_VALUE = 2_000
_BEFORE = re.compile(r"^(?:[\s>]|[-*+]\s|\d+[.)]\s)*")
_MARKS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)|<[^<>]*>")
_LABELLED = re.compile(r"(?P<label>[^:：|]{1,24}?)\s*(?:::|[:：])\s*(?P<value>.*)")
_ROW = re.compile(r"^\s*>?\s*\|(?P<label>[^|]*)\|(?P<value>(?:[^|\\]|\\.)*)\|\s*$")
_NEXT = re.compile(
    r"(?:\s{2,}|<br\s*/?>|\s[|｜·]\s|；)"
    r"(?=\s*\**[^\s:：|]{1,16}(?: [^\s:：|]{1,12}){0,2}\**\s*[:：])"
)
_LINK = re.compile(r"\[([^\[\]]*)\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s]*)?)>?[^()]*\)")
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]|，。；、]+")
_ID = rf"({ARXIV_ID})(?:v\d+)?(?!\.\d)"
ARXIV = re.compile(rf"arxiv(?:\.org/(?:abs|pdf|html)/|\s*(?:id)?\s*[:：]?\s*){_ID}", re.IGNORECASE)
_BARE_ID = re.compile(rf"^\W*{_ID}\W*(?:\[|\(|$)")
_DOI = re.compile(r"\b(10\.\d{4,9}/[^\s<>()\[\]，。；、]+)")
_YEAR = re.compile(r"(?<!\d)(19[5-9]\d|20[0-9]\d)(?!\d)")
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)\s*[-/.年]\s*(\d{1,2})(?:\s*[-/.月]\s*(\d{1,2})(?!\d))?")
_MONTH = re.compile(
    rf"\b(?:(\d{{1,2}})\s+)?({'|'.join(MONTHS)})[a-z]*\.?\s+(?:(\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?"
    r"((?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_TITLE_YEAR = re.compile(r"[(（]((?:19|20)\d\d)[)）]\s*$")
_NOTHING = re.compile(
    r"(?:-+|—+|/|无|暂无|未知|没有|n/?a|none|unknown|tbd|todo|null|待补充?|待更新|なし|不明)?"
)
_COMMA = re.compile(r"\s*(?:[、，]|,(?!\s*(?:jr|sr|phd)\b))\s*", re.I)
_AND = re.compile(r"\s+(?:and|&|和|与|及)\s+", re.I)
_MORE = re.compile(
    r"[\s,，]*(?:等|et\.? al\.?|ほか|他)(?:\s*(?:人|共)?\s*\d*\s*[人位名]?.*)?$", re.I
)
_ASIDE = re.compile(r"\s*[（(][^（）()]*[)）]")
_ONE_NAME = re.compile(r"[^\W\d_][a-zA-Z\u00c0-\u024f'’-]+(?: [A-Z]\.?)*")
_VENUE = re.compile(r"(?=(?:[^A-Z]*[A-Z]){3})[A-Z][A-Za-z-]{2,9} ?(?:19|20)\d\d")
_UNPUBLISHED = re.compile(
    r"\W*(?:未录用|未发表|未正式|预印本|在投|投稿|审稿|preprint|unpublished|under )", re.I
)
_TO_PAPER = re.compile(
    r"(?:(?:link|url) to )?(?:the )?(?:paper|论文|原文|論文)(?: ?(?:link|url|链接|地址))?", re.I
)
_FIRST = 3
"""Sections in which a link may lead to the paper."""
_PAIR = re.compile(r"^[^,;]+,[^,;]+$")


class HeadFacts(NamedTuple):
    """What the head says of the paper; empty where it says nothing.

    `published` is as precise as it is written: `2025-03-01`, `2025-03` or `2025`.
    """

    title: str = ""
    arxiv: str = ""
    doi: str = ""
    openreview: str = ""
    authors: tuple[str, ...] = ()
    institutions: tuple[str, ...] = ()
    venue: str = ""
    published: str = ""
    keywords: tuple[str, ...] = ()
    field: str = ""
    links: tuple[tuple[str, str], ...] = ()


def head_facts(sections: Sequence[Section], title: str = "") -> HeadFacts:
    """The facts of a note with these sections; `title` is its heading as written."""
    is_title = _is_title(sections, title)
    lines, first = _head(sections, is_title)
    found: dict[str, str] = {}
    for label, value in _pairs(lines):
        field = _fields().get(label)
        if field is not None and not _NOTHING.fullmatch(value.casefold()):
            found.setdefault(field, value)
    heading = sections[0].heading if is_title else ""
    text = "\n".join((title, heading, *lines))
    arxiv = _arxiv(found, heading, text) or _arxiv_of_link(sections)
    venue = _plain(found.get("venue", ""))
    year = (
        _YEAR.search(_plain(found.get("year", "")))
        or _YEAR.search(venue)
        or _TITLE_YEAR.search(title or heading)
    )
    dates = [found.get("published", ""), *(line for line in lines if _is_date(line))]
    published = _day(_plain(" ".join(dates))) or (year[1] if year else "")
    doi = _DOI.search(found.get("doi", "")) or _DOI.search(found.get("link", ""))
    return HeadFacts(
        title=_title(found.get("title", ""), title or heading) if arxiv or first or found else "",
        arxiv=arxiv,
        doi=doi[1].rstrip(".,;") if doi else "",
        openreview=_review(text),
        authors=_names(found.get("authors", ""), are_people=True),
        institutions=_names(found.get("institutions", "")),
        venue=venue if _is_venue(venue) else "",
        published=published,
        keywords=_words(found.get("keywords", "")),
        field=_plain(found.get("field", "")),
        links=tuple(_links(found, arxiv)),
    )


def month_of_arxiv(number: str) -> str:
    """The month in which an arXiv id was given out, as `2025-11`; empty for an impossible one."""
    year, month = number[:2], number[2:4]
    return f"20{year}-{month}" if "01" <= month <= "12" and year >= "07" else ""


def _head(sections: Sequence[Section], is_title: bool) -> tuple[list[str], bool]:
    """The lines of the head, and whether a section of facts is among them."""
    lines: list[str] = []
    has_facts = False
    top = sections[0].children if is_title else sections
    opening = [sections[0].text] if is_title else []
    for section in (*(Section("", 0, SectionKind.OTHER, text) for text in opening), *top):
        name = _label(section.heading)
        if _VENUE.fullmatch(section.heading.strip()):
            lines.append(f"venue: {section.heading}")
            name = "venue"
        if section.heading and section.kind is not SectionKind.BASICS and name not in _fields():
            break
        has_facts |= section.kind is SectionKind.BASICS
        body = section.text.splitlines()
        if name in _fields() and not any(map(_is_labelled, body)):
            body = [f"{name}: {' '.join(line.strip() for line in body if line.strip())}"]
        lines += body
        if len(lines) > _MOST_LINES:
            break
    return lines[:_MOST_LINES], has_facts


def _is_title(sections: Sequence[Section], title: str) -> bool:
    """Whether the first heading is the title of all that follows."""
    if len(sections) != 1:
        return False
    return bool(sections[0].children or (title and _plain(sections[0].heading) == title))


def _is_labelled(line: str) -> bool:
    return any(label in _fields() for label, _ in _pairs([line]))


def _pairs(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Label and value of each line that may hold them; the value is Markdown."""
    for line in lines:
        row = _ROW.match(line)
        if row:
            yield _label(row["label"]), row["value"].replace(r"\|", "|").strip()
            continue
        rest = _BEFORE.sub("", line.rstrip(), count=1)
        for piece in _NEXT.split(rest):
            label, sign, value = _parted(piece)
            if sign:
                yield _label(label), value.strip()[:_LONGEST_VALUE]


def _parted(piece: str) -> tuple[str, str, str]:
    """A label, its sign and its value; the bold around the label or the whole is taken off."""
    text = piece.strip()
    bold = re.match(r"^(\*\*|__)(.+?)\1\s*(.*)$", text)
    if bold:
        inside, after = bold[2], bold[3]
        if inside.rstrip()[-1:] in ":：":
            return inside.rstrip()[:-1], ":", after
        if after[:1] in (":", "：") and after:
            return inside, ":", after[1:]
        text = inside + after
    match = _LABELLED.match(text)
    return (match["label"], ":", match["value"]) if match else (text, "", "")


def _label(text: str) -> str:
    """A label without marks, numbers and signs, in the case and width of the tables."""
    plain = unicodedata.normalize("NFKC", _MARKS.sub("", text)).casefold()
    plain = re.sub(r"^[^\w]+|[^\w)]+$", "", plain)
    return " ".join(plain.split())


def _plain(value: str) -> str:
    """The words of a value: links give theirs."""
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", value)).split()).strip(" \\")


def _arxiv(found: dict[str, str], heading: str, text: str) -> str:
    """The id under a label for it or in the title, else the only one that the head links to or
    calls by name."""
    for field in ("arxiv", "link", "pdf", "title"):
        value = found.get(field, "")
        match = ARXIV.search(value) or (_BARE_ID.match(_plain(value)) if field == "arxiv" else None)
        if match:
            return match[1]
    ids = set(ARXIV.findall(heading)) or set(ARXIV.findall(text))
    return ids.pop() if len(ids) == 1 else ""


def _arxiv_of_link(sections: Sequence[Section]) -> str:
    """The id behind the one link that says it leads to the paper, in one of the first sections."""
    flat = [one for top in sections for one in top.walk()]
    found = [
        (number, ARXIV.search(target))
        for number, one in enumerate(flat)
        for words, target in _LINK.findall(one.text)
        if _TO_PAPER.fullmatch(words.strip())
    ]
    ids = {match[1] if match else "" for _, match in found}
    return ids.pop() if len(ids) == 1 and found[0][0] < _FIRST else ""


def _review(text: str) -> str:
    match = re.search(r"openreview\.net/(?:forum|pdf)\?id=([\w-]+)", text)
    return match[1] if match else ""


def _title(value: str, heading: str) -> str:
    """The paper's title: under its label, else the heading where that is a link to the paper."""
    if value and not _ADDRESS.fullmatch(value):
        return _plain(value)
    link = _LINK.fullmatch(heading.strip())
    return _plain(link[1]) if link else ""


def _names(value: str, *, are_people: bool = False) -> tuple[str, ...]:
    plain = _MORE.sub("", _ASIDE.sub("", _plain(value)))
    if ";" in plain or "；" in plain:
        names = [_turned(part) for part in re.split(r"\s*[;；]\s*", plain)]
    else:
        names = _turned_pairs(_COMMA.split(plain))
    if are_people:
        names = [name for part in names for name in _AND.split(part)]
    cleaned = (re.sub(r"^(?:and|&)\s+|[\s*†‡\d.\\]+$", "", name.strip()) for name in names)
    return tuple(dict.fromkeys(name for name in cleaned if name and len(name) < 80))


def _turned(name: str) -> str:
    """`Strong, Matthew` as Matthew Strong."""
    if not _PAIR.match(name):
        return name
    last, _, first = name.partition(",")
    return f"{first.strip()} {last.strip()}"


def _turned_pairs(parts: list[str]) -> list[str]:
    """`Zhang, Tong, Huang, Dong` as two people: single words, by twos."""
    if len(parts) < 4 or len(parts) % 2 or not all(map(_ONE_NAME.fullmatch, parts)):
        return parts
    return [f"{first} {last}" for last, first in zip(parts[::2], parts[1::2], strict=True)]


def _words(value: str) -> tuple[str, ...]:
    if "`" in value and not re.search(r"[,，、;；]", value):
        words = re.findall(r"`([^`]+)`", value)
    else:
        words = re.split(r"\s*[,，、;；|]\s*|(?:^|\s+)#", _plain(value))
    return tuple(dict.fromkeys(word.strip(" #.") for word in words if word.strip(" #.")))


def _is_venue(venue: str) -> bool:
    return 0 < len(venue) < 120 and not _ADDRESS.match(venue) and not _UNPUBLISHED.match(venue)


def _is_date(line: str) -> bool:
    """Whether a line holds a day or month and nothing else."""
    text = _plain(line).strip(" .()（）")
    match = _DAY.search(text) or _MONTH.search(text)
    return match is not None and len(match[0]) + 1 >= len(text)


def _day(text: str) -> str:
    match = _DAY.search(text)
    if match:
        return _checked(match[1], int(match[2]), match[3])
    match = _MONTH.search(text)
    if match:
        month = MONTHS.index(match[2].lower()) + 1
        return _checked(match[4], month, match[1] or match[3])
    year = _YEAR.search(text)
    return year[1] if year else ""


def _checked(year: str, month: int, day: str | None) -> str:
    """A day, or a month where none is named; the year of one that no calendar has."""
    return date_of(f"{year}-{month:02}-{day}" if day else f"{year}-{month:02}") or year


def _links(found: dict[str, str], arxiv: str) -> Iterator[tuple[str, str]]:
    """The addresses of the paper's pages by what they are."""
    if arxiv:
        yield "abs", arxiv_page(arxiv)
    for field in ("code", "project", "pdf"):
        address = _ADDRESS.search(found.get(field, ""))
        if address:
            yield field, address[0].rstrip(".,;)")


@cache
def _fields() -> Mapping[str, str]:
    """The field that each label stands for."""
    tables = tomllib.loads(Path(__file__).with_name("head.toml").read_text("utf-8"))
    return {name: field for field, names in tables.items() for name in names}
