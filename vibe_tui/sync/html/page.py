"""A web page as a report, or the article of one: what the page marks as such.

Without such a mark it is all of the page but what frames it; of a page that was fetched, what
`trafilatura` finds, where that is installed. What the head of a page says becomes front matter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.sync.encodings import decode_page
from vibe_tui.sync.facts import describe
from vibe_tui.sync.feed.dates import first_date
from vibe_tui.sync.feed.entry import Body, line_of
from vibe_tui.sync.html.convert import Converted, bare_words, convert_page, html_to_markdown
from vibe_tui.sync.html.links import absolute
from vibe_tui.sync.html.plain import unseen
from vibe_tui.sync.html.tree import Node, parse_page
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import MAX_TITLE, ORDER, Incoming

_SAVED_FROM = re.compile(r"<!-- saved from url=\(\d+\)(\S+) -->")
_FRAMES = frozenset(("nav", "form", "dialog", "footer", "header", "aside"))
_ARTICLES = frozenset(
    ("js_content", "post-content", "entry-content", "article-content", "markdown-body")
)
_DATES = (
    "article:published_time", "datepublished", "date", "pubdate", "publishdate", "publish-date",
    "dc.date", "dc.date.issued", "dcterms.created", "citation_publication_date", "citation_date",
    "shown",
)  # fmt: skip
_AUTHORS = (
    "author", "article:author", "og:article:author", "dc.creator", "byl", "citation_author",
)  # fmt: skip
_SHOWN = frozenset(
    ("publish_time", "publish-time", "publish-date", "post-date", "entry-date", "pubdate", "date")
)
"""Ids and classes of the words that tell a reader the date."""
_SUFFIX = re.compile(r"\s+[|–—_·-]\s+[^|–—_·]{1,40}$")


@dataclass(slots=True)
class Head:
    """What a page says of itself, by name in small letters."""

    named: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, value: str) -> None:
        """Keep one value of one line."""
        words = " ".join(clean_line(value).split())
        if name and words:
            self.named.setdefault(name.casefold(), []).append(words)

    def first(self, *names: str) -> str:
        """The first value of the first name that has one."""
        return next((self.named[name][0] for name in names if name in self.named), "")

    @property
    def title(self) -> str:
        """The title, of which some pages say that it is HTML, and some do not."""
        return line_of(Body(self.first("og:title", "title")))

    def all(self, *names: str) -> list[str]:
        """All values of the first name that has any."""
        return next((self.named[name] for name in names if name in self.named), [])


def read_page(data: bytes, name: str, *, as_words: bool = False) -> Incoming:
    """The report that a saved page holds; `name` is its title where it has none.

    `as_words`, no more is taken than its words.
    """
    html = clean_text(decode_page(Spool(data)).text)
    noted = _SAVED_FROM.search(html[:4096])
    page = None if as_words else parse_page(html)
    if page is None:
        words = Converted(bare_words(html), is_only_words=True)
        return _report(Head(), words, name, noted[1] if noted else "")
    head = _head_of(page)
    url = head.first("canonical", "og:url") or (noted[1] if noted else "")
    base = _base_of(page) or url
    title = _SUFFIX.sub("", head.title)
    article = _marked_article(page) or _unframed(page)
    return _report(head, convert_page(article, base=base, title=title), name, url)


def text_of_page(data: bytes, content_type: str, url: str, title: str) -> str:
    """The article of the page that came from `url`, without its title; empty where it is no page.

    Where the page does not say what its article is, `trafilatura` is asked if it is installed.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in ("text/html", "application/xhtml+xml", ""):
        return ""
    html = decode_page(Spool(data), content_type).text
    page = parse_page(html)
    if page is None:
        return ""
    base = absolute(_base_of(page), url) or url
    article = _marked_article(page)
    if article is None and (found := _found(html, url)):
        return html_to_markdown(found, base=base, title=title).markdown
    return convert_page(article or _unframed(page), base=base, title=title).markdown


def _base_of(page: Node) -> str:
    base = page.first("base")
    return base.get("href") if base else ""


def _report(head: Head, converted: Converted, name: str, url: str) -> Incoming:
    title = (converted.title or head.title or name)[:MAX_TITLE]
    when = first_date(date for name in _DATES for date in head.all(name))
    author = "、".join(dict.fromkeys(head.all(*_AUTHORS)))
    meta: dict[str, object] = {
        "title": title,
        "date": when.day,
        "published": when.moment or "",
        "author": "" if "://" in author else author,
        "url": url if url.startswith(("http://", "https://")) else "",
    }
    meta |= describe(title, converted.markdown)
    return Incoming(
        title=title,
        feed_title=title,
        source="",
        date=when.day,
        published=when.moment,
        author=str(meta["author"]),
        url=str(meta["url"]),
        meta={key: meta[key] for key in ORDER if meta.get(key)},
        body=converted.markdown,
        only_words=converted.is_only_words,
    )


def _head_of(page: Node) -> Head:
    head = Head()
    for node in page.elements():
        if node.tag == "title" and "title" not in head.named:
            head.add("title", node.text())
        elif node.tag == "meta":
            head.add(
                node.get("property") or node.get("name") or node.get("itemprop"),
                node.get("content"),
            )
        elif node.tag == "link" and "canonical" in node.get("rel").casefold().split():
            head.add("canonical", node.get("href"))
        elif node.tag == "script" and "ld+json" in node.get("type"):
            for name, value in _linked_data(node.text()):
                head.add(name, value)
    for node in page.elements():
        if node.tag == "time" and node.get("datetime"):
            head.add("datepublished", node.get("datetime"))
        elif node.get("itemprop") == "datePublished":
            head.add("datepublished", node.get("content") or node.text())
        elif node.get("id") in _SHOWN or node.classes & _SHOWN:
            head.add("shown", node.text())
    return head


def _linked_data(text: str) -> Iterator[tuple[str, str]]:
    """Date and authors of JSON-LD."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    graph = data.get("@graph", [data]) if isinstance(data, Mapping) else data
    for one in graph if isinstance(graph, list) else []:
        if not isinstance(one, Mapping):
            continue
        if isinstance(one.get("datePublished"), str):
            yield "datepublished", one["datePublished"]
        authors = one.get("author")
        for author in authors if isinstance(authors, list) else [authors]:
            name = author.get("name") if isinstance(author, Mapping) else author
            if isinstance(name, str):
                yield "author", name


def _marked_article(page: Node) -> Node | None:
    """The part of a page that it marks as its article, where that is not the least of its text."""
    body = page.first("body") or page
    whole = _length(body)
    marked = [
        node
        for node in body.elements()
        if node.tag in {"article", "main"}
        or node.get("role") in {"main", "article"}
        or node.get("id") in _ARTICLES
        or node.classes & _ARTICLES
    ]
    articles = [node for node in marked if node.tag != "main" and node.get("role") != "main"]
    for group in (articles, marked):
        longest = max(group, key=_length, default=None)
        if longest is not None and 3 * _length(longest) >= whole:
            return longest
    return None


def _unframed(page: Node) -> Node:
    """All of a page but what frames it, which is cut out."""
    body = page.first("body") or page
    whole = _length(body)
    for node in list(body.elements()):
        node.children = [
            child
            for child in node.children
            if isinstance(child, str)
            or child.tag not in _FRAMES
            or _is_content(child, node)
            or 2 * _length(child) > whole
        ]
    return body


def _is_content(node: Node, parent: Node) -> bool:
    """Whether a frame of a page is none: the head of the article, or a part of its text."""
    if node.tag == "header":
        return parent.tag != "body" or node.first("h1") is not None
    if node.tag == "footer":
        return parent.tag in ("blockquote", "figure")
    return node.tag == "aside" and any(
        isinstance(child, Node) and child.tag == "p" for child in parent.children
    )


def _length(node: Node) -> int:
    """How many characters a reader would see, about."""
    length = 0
    waiting: list[Node | str] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            length += len("".join(one.split()))
        elif not unseen(one):
            waiting += one.children
    return length


def _found(html: str, url: str) -> str:
    """The article that `trafilatura` sees, as HTML; empty where it sees none, or is missing."""
    try:
        import trafilatura
    except ImportError:
        return ""
    found = trafilatura.extract(
        html,
        url=url,
        output_format="html",
        include_comments=False,
        include_tables=True,
        include_links=True,
        include_images=True,
        include_formatting=True,
    )
    return found or ""
