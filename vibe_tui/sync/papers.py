"""Papers as arXiv and Hugging Face list them: a stub report each, with abstract, authors, links.

A stub is for papers that no report is about; where there is one, it only adds what that lacks: such
lists know all authors and the categories, a report about the paper knows the rest. Nothing that a
report says itself is replaced, but for a list of authors that it cut short.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vibe_tui.clean import clean_line
from vibe_tui.library.front_matter import mapping, name_list, words
from vibe_tui.model.report import ARXIV_ID, OLD_ARXIV_ID, arxiv_page
from vibe_tui.sync.escape import as_inline, as_paragraph
from vibe_tui.sync.facts import main_language
from vibe_tui.sync.feed.dates import UNDATED, When, first_date
from vibe_tui.sync.feed.entry import Entry, body_words, name_of
from vibe_tui.sync.incoming import Incoming

HF = "hf-daily-papers"
ARXIV = "arxiv"
_NAMES = {
    "hf": "Hugging Face 详情页",
    "abs": "arXiv 摘要页",
    "pdf": "arXiv PDF",
    "code": "代码仓库",
}
_CATEGORY = re.compile(r"[a-z-]+(?:\.[A-Za-z-]{2,})?")
_ANNOUNCED = re.compile(r"^\s*arXiv:\S+\s+Announce Type:.*?Abstract:\s*", re.DOTALL)
_ID = re.compile(rf"({ARXIV_ID}|{OLD_ARXIV_ID})(v\d+)?")
_ABS = re.compile(rf"https?://(?:www\.|export\.)?arxiv\.org/abs/{_ID.pattern}$")


@dataclass(frozen=True, slots=True)
class PaperEntry:
    """What a list of papers says of one."""

    arxiv: str
    title: str
    abstract: str
    version: str = ""
    authors: tuple[str, ...] = ()
    institutions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    when: When = UNDATED


def arxiv_id(address: str) -> tuple[str, str]:
    """The id and version that the address of an abstract names; empty for other addresses."""
    match = _ABS.match(address.strip())
    return (match[1], match[2] or "") if match else ("", "")


def is_daily_papers(answer: object) -> bool:
    """Whether parsed JSON is an answer of the daily papers; single entries may be broken."""
    return isinstance(answer, list) and any(
        isinstance(one, Mapping) and isinstance(one.get("paper"), Mapping) for one in answer
    )


def daily_papers(answer: object, source: str = HF) -> tuple[Incoming, ...]:
    """The stubs of an answer of the daily papers; what has no id or title is left out."""
    found = []
    for one in answer if isinstance(answer, list) else []:
        paper = _daily(one) if isinstance(one, Mapping) else None
        if paper:
            found.append(stub(paper, source))
    return tuple(found)


def paper_stub(entry: Entry, source: str) -> Incoming:
    """The stub of an entry of arXiv's own feeds."""
    number, version = arxiv_id(entry.link)
    # RSS of arXiv names all authors in one.
    names = [part for one in entry.authors for part in name_of(one).split(", ")]
    texts = [body_words(one) for one in entry.bodies]
    abstract = _ANNOUNCED.sub("", max(texts, key=len, default=""))
    return stub(
        PaperEntry(
            arxiv=number,
            title=entry.title or number,
            abstract=_text(abstract),
            version=version,
            authors=tuple(dict.fromkeys(filter(None, names))),
            categories=tuple(one for one in entry.tags if _CATEGORY.fullmatch(one)),
            links=tuple(_arxiv_links(number)),
            when=entry.when,
        ),
        source or ARXIV,
    )


def stub(paper: PaperEntry, source: str) -> Incoming:
    """The report that stands for a paper until there is one about it."""
    url = dict(paper.links).get("hf") or dict(paper.links).get("abs", "")
    about: dict[str, object] = {
        "title": paper.title,
        "arxiv": paper.arxiv,
        "version": paper.version,
        "authors": list(paper.authors),
        "institutions": list(paper.institutions),
        "categories": list(paper.categories),
        "links": dict(paper.links),
    }
    body = _body(paper)
    meta: dict[str, object] = {
        "title": paper.title,
        "date": paper.when.day,
        "published": paper.when.moment or "",
        "author": "、".join(paper.authors),
        "source": source,
        "url": url,
        "genre": "paper",
        "lang": main_language(paper.abstract),
        "stub": True,
        "paper": {key: value for key, value in about.items() if value},
    }
    return Incoming(
        title=paper.title,
        feed_title=paper.title,
        source=source,
        date=paper.when.day,
        published=paper.when.moment,
        author=str(meta["author"]),
        url=url,
        guid=f"arxiv:{paper.arxiv}",
        meta={key: value for key, value in meta.items() if value},
        body=body,
        stub=True,
    )


def _body(paper: PaperEntry) -> str:
    rows = [
        ("论文标题", paper.title),
        ("论文编号", f"arXiv:{paper.arxiv}{paper.version}"),
        ("作者", "、".join(paper.authors)),
        ("机构", "、".join(paper.institutions)),
        ("学科分类", "、".join(paper.categories)),
    ]
    lines = [f"| {name} | {as_inline(value, cell=True)} |" for name, value in rows if value]
    links = [f"- {_NAMES[kind]}：<{address}>" for kind, address in paper.links]
    abstract = "\n\n".join(as_paragraph(part) for part in re.split(r"\n\s*\n", paper.abstract))
    parts = [
        f"## 摘要\n\n{abstract}" if abstract else "",
        "## 论文基本信息\n\n| 项目 | 内容 |\n| --- | --- |\n" + "\n".join(lines),
        "核心链接：\n\n" + "\n".join(links) if links else "",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _daily(one: Mapping[str, object]) -> PaperEntry | None:
    about = one.get("paper")
    if not isinstance(about, Mapping):
        return None
    match = _ID.fullmatch(_words(about.get("id")))
    title = _words(about.get("title")) or _words(one.get("title"))
    if not match or not title:
        return None
    code = _words(about.get("githubRepo"))
    return PaperEntry(
        arxiv=match[1],
        title=title,
        abstract=_text(about.get("summary")) or _text(one.get("summary")),
        version=match[2] or "",
        authors=tuple(_names(about.get("authors"))),
        institutions=tuple(_names([about.get("organization")])),
        links=(
            ("hf", f"https://huggingface.co/papers/{match[1]}"),
            *_arxiv_links(match[1]),
            *([("code", code)] if code.startswith("https://") else []),
        ),
        when=first_date(_words(where.get("publishedAt")) for where in (one, about)),
    )


def _arxiv_links(number: str) -> Sequence[tuple[str, str]]:
    return [(form, arxiv_page(number, form)) for form in ("abs", "pdf")]


def _names(people: object) -> Iterable[str]:
    for one in people if isinstance(people, list) else []:
        if isinstance(one, Mapping) and not one.get("hidden"):
            name = _words(one.get("name")) or _words(one.get("fullname"))
            if name:
                yield name


def _words(value: object) -> str:
    return " ".join(clean_line(value).split()) if isinstance(value, str) else ""


def _text(value: object) -> str:
    """Paragraphs of plain text; lines inside them are no lines of their own."""
    if not isinstance(value, str):
        return ""
    parts = re.split(r"\n\s*\n", value)
    return "\n\n".join(words for part in parts if (words := _words(part)))


PAPER = "paper:"
"""Begins the name under which the reports about a paper are found, whatever their source."""


def is_stub(meta: Mapping[str, object]) -> bool:
    """Whether a file only stands for a paper until there is a report about it."""
    return words(meta.get("stub")).casefold() == "true"


def enriched(meta: Mapping[str, object], other: Mapping[str, object]) -> dict[str, object]:
    """`meta` with what the front matter `other` says more of the same paper."""
    own, more = mapping(meta.get("paper")), mapping(other.get("paper"))
    if not own or words(own.get("arxiv")) != words(more.get("arxiv")):
        return dict(meta)
    paper = dict(own)
    for key, value in more.items():
        paper.setdefault(key, value)
    links = {**mapping(more.get("links")), **mapping(own.get("links"))}
    if links != mapping(own.get("links")):
        paper["links"] = links
    authors = name_list(more.get("authors"))
    if len(authors) > len(name_list(own.get("authors"))):
        paper["authors"] = list(authors)
    return {**meta, "paper": paper} if paper != own else dict(meta)
