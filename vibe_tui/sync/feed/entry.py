"""One entry of a feed, whatever its format, and the report that it becomes.

The text with the most words is taken, so that a teaser never wins over the article, in whatever
order they stand; one that says what that does not stands before it, a caption behind it. Titles and
names are one line; an entry without a title is called by its first words.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from mimetypes import guess_type
from urllib.parse import unquote

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.errors import VibeError
from vibe_tui.fold import fold_text
from vibe_tui.render.html import BLOCK_NAMES
from vibe_tui.render.parse import parse_inline
from vibe_tui.sync.escape import escape, kept_spans
from vibe_tui.sync.facts import describe, written_line
from vibe_tui.sync.feed.dates import UNDATED, When, first_date
from vibe_tui.sync.html.convert import (
    Converted,
    bare_words,
    html_to_line,
    html_to_markdown,
)
from vibe_tui.sync.html.links import absolute, destination
from vibe_tui.sync.html.marks import INVISIBLE
from vibe_tui.sync.html.tree import is_html
from vibe_tui.sync.incoming import MAX_TITLE, ORDER, Incoming
from vibe_tui.text import Text

MAX_ITEMS = 20_000
"""Entries of a feed that are taken."""
_LONGEST_LINE = 4_000
"""Characters of a title or a name that are looked at."""
UNTITLED = "无题"
_FIRST_WORDS = 60
_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\](?:>|&gt;)|\Z)", re.DOTALL)
_ESCAPED = re.compile(
    r"\s*<(p|div|h[1-6]|ul|ol|table|article|section|blockquote|figure)\b.*</\1>\s*", re.DOTALL
)
_LINED = re.compile(rf"<(?:{'|'.join(sorted(BLOCK_NAMES))}|br)\b", re.IGNORECASE)
"""What tells where the lines of HTML end."""
_APART = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"\n(?![^<>]*>)")
_SENTENCE_END = re.compile("(?<=[。！？])|(?<=[!?])(?=[\u2e80-\uffef])|(?<=[.!?])\\s")
_ADDRESS = re.compile(r"https?://[^\s)>]+")
_LEADS_ON = re.compile(
    r"\b(?:read (?:the |this )?(?:more|full|rest|whole|article|on\b)|continue reading|click here"
    r"|appeared first on|view original)|(?:阅读|查看|点击)(?:更多|全文|原文|详情|这里)|继续阅读",
    re.IGNORECASE,
)
"""How a teaser ends in words of its own."""
_WORD = re.compile(r"[^\W_\u2e80-\uffef]{3,}|[\u2e80-\u9fff]{2}")
"""A word of a text, or about one of Chinese."""
_LEAST, _PART, _MOST_PARTS = 6, 12, 100
"""Letters of a text that says something, and of a part by which it is compared; parts that are."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_HAN = re.compile("[\u4e00-\u9fff]")
_WEB = re.compile(r"https?://.", re.IGNORECASE)
_BY = re.compile(r"(?:by|posted by|written by)\s+(?=\S)|(?:作者|文)\s*[：:/／]\s*", re.IGNORECASE)
_MAIL = re.compile(r"^\S+@\S+\s+\((.+)\)$|^(.+?)\s*(?:<\S+@\S+>|\(\S+@\S+\))$")


@dataclass(frozen=True, slots=True)
class Body:
    """A text of an entry; its addresses are seen from `base`.

    `is_html` is what is declared: that it is HTML or that it is none; `None` where nothing is. A
    caption says what is seen in a picture or a film; Markdown is what it is.
    """

    value: str
    is_html: bool | None = None
    base: str = ""
    is_caption: bool = False
    is_markdown: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """What a feed says of one entry.

    `pictures` and `enclosures`, recordings for example, are addresses of what comes with it.
    Of one that could not be read, `fault` says why.
    """

    title: str = ""
    link: str = ""
    guid: str = ""
    authors: tuple[str, ...] = ()
    when: When = UNDATED
    bodies: tuple[Body, ...] = ()
    tags: tuple[str, ...] = ()
    enclosures: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    fault: VibeError | None = field(default=None, repr=False)


Take = Callable[[Entry], None]
"""Is given the entries of a feed, one after the other."""


@dataclass(frozen=True, slots=True)
class FeedHead:
    """What a feed says of itself; its `authors` are those of entries that name none.

    `notes` say what was odd about it and was mended; one that is not `whole` breaks off.
    """

    title: str = ""
    link: str = ""
    authors: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    whole: bool = True


def unread(title: str, fault: VibeError) -> Entry:
    """The entry that stands for one that could not be read."""
    return Entry(line_of(Body(title)) or UNTITLED, fault=fault)


def when_of(dates: Iterable[str], texts: Iterable[Body]) -> When:
    """The first of `dates`, as written, that names a day; `texts` tell whether it is Chinese."""
    return first_date(dates, chinese=any(_HAN.search(text.value) for text in texts))


def incoming_of(entry: Entry, source: str, base: str, *, as_words: bool = False) -> Incoming:
    """The report that an entry becomes; `as_words`, no more is taken of its texts than words."""
    url = page_of(entry, base)
    convert = partial(_converted, base=url or base, title=entry.title, as_words=as_words)
    converted = _markdown(entry.bodies, convert, entry.title)
    body = _with_enclosures(converted.markdown, entry, base)
    when = entry.when
    feed_title = (entry.title or _first_words(body) or url or entry.guid or UNTITLED)[:MAX_TITLE]
    title = clean_line(converted.title)[:MAX_TITLE] or feed_title
    author = "、".join(dict.fromkeys(filter(None, map(name_of, entry.authors))))
    meta: dict[str, object] = {
        "title": title,
        "feed_title": feed_title if feed_title != title else "",
        "date": when.day,
        "published": when.moment or "",
        "author": author,
        "source": source,
        "url": url,
        "guid": entry.guid if entry.guid != url else "",
        "tags": [clean_line(tag) for tag in entry.tags],
    }
    meta |= describe(title, body)
    return Incoming(
        title=title,
        feed_title=feed_title,
        source=source,
        date=when.day,
        published=when.moment,
        author=author,
        url=url,
        guid=entry.guid,
        meta={key: meta[key] for key in ORDER if meta.get(key)},
        body=body,
        only_words=converted.is_only_words,
    )


def page_of(entry: Entry, base: str) -> str:
    """The address of the page of an entry; empty for what leads to no page, `file:` for example."""
    address = clean_line(absolute(entry.link, base)) if entry.link.strip() else ""
    return "" if _SCHEME.match(address) and not _WEB.match(address) else address


def media_kind(media_type: str, address: str) -> str:
    """The first half of a media type, told by the ending of the address where it is not said."""
    if media_type:
        return media_type.partition("/")[0].strip().lower()
    guessed = guess_type(address.partition("?")[0])[0] or ""
    return guessed.partition("/")[0]


def line_of(title: Body) -> str:
    """A title on one line. Words in angle brackets stay where they are no tags."""
    words = body_words(replace(title, value=title.value[:_LONGEST_LINE]))
    return clean_line(" ".join(words.translate(INVISIBLE).split()))[:MAX_TITLE].strip()


def body_words(body: Body) -> str:
    """The words of a text, those of HTML on one line."""
    value = _CDATA.sub(r"\1", body.value)
    if body.is_html is False:
        return value
    return html_to_line(value) if body.is_html or is_html(value) else html.unescape(value)


def name_of(author: str) -> str:
    """A name without its mail address and what bylines begin with, on one line."""
    words = " ".join(html_to_line(author[:_LONGEST_LINE]).split())
    match = _MAIL.match(words)
    name = clean_line((match[1] or match[2]) if match else words).strip('" ')
    return _BY.sub("", name, count=1) if _BY.match(name) else name


def _markdown(
    bodies: tuple[Body, ...], convert: Callable[[Body], Converted], title: str
) -> Converted:
    """The text with the most words as Markdown, with what only the others say around it."""
    found = [(convert(body), body.is_caption) for body in dict.fromkeys(bodies)]
    if len(found) < 2:
        return found[0][0] if found else Converted("")
    words = {id(one): _letters(one.markdown) for one, _ in found}
    texts = [one for one, is_caption in found if one.markdown and not is_caption]
    best = max(
        texts or [one for one, _ in found],
        key=lambda one: (len(words[id(one)]), len(one.markdown)),
    )
    before, behind = "", ""
    said = _letters(title) + words[id(best)]
    for one, is_caption in found:
        own = words[id(one)]
        new = one.markdown if not own and one.markdown not in best.markdown else ""
        if own and own not in said:
            new = one.markdown if is_caption else _unsaid(one.markdown, said)
        if one is not best and new:
            said += own
            before += "" if is_caption else f"{new}\n"
            behind += f"\n{new}" if is_caption else ""
    return replace(best, markdown=f"{before}{best.markdown}{behind}")


def _unsaid(markdown: str, said: str) -> str:
    """The paragraphs of a text in which a sentence says more than is `said`; all where most do."""
    if _says_more(_letters(" ".join(_sentences(markdown))), said):
        return markdown
    parts = [markdown] if "```" in markdown or "$$" in markdown else _APART.split(markdown)
    new = (part.strip() for part in parts if any(_is_new(one, said) for one in _sentences(part)))
    return "".join(f"{part}\n\n" for part in new)[:-1]


def _sentences(markdown: str) -> Iterator[str]:
    """The sentences of a text but those that lead to the rest of it."""
    return (one for one in _SENTENCE_END.split(markdown) if not _LEADS_ON.search(one))


def _is_new(sentence: str, said: str) -> bool:
    """Whether a sentence has a word that is nowhere in what is `said`, addresses left out."""
    words = _WORD.findall(fold_text(_ADDRESS.sub("", sentence)))
    return len(_letters(sentence)) >= _LEAST and any(word not in said for word in words)


def _says_more(words: str, said: str) -> bool:
    """Whether most of a text is not among what is `said`; a teaser may end in words of its own."""
    if len(words) < _LEAST:
        return False
    parts = [words[at : at + _PART] for at in range(0, max(1, len(words) - _PART + 1), _PART)]
    return 2 * sum(part not in said for part in parts[:_MOST_PARTS]) > len(parts[:_MOST_PARTS])


def _letters(markdown: str) -> str:
    """The letters and digits of a text as they are compared, without those of addresses."""
    return "".join(filter(str.isalnum, fold_text(_ADDRESS.sub("", markdown))))


def _converted(body: Body, base: str, title: str, *, as_words: bool) -> Converted:
    value = _CDATA.sub(r"\1", body.value).strip()
    if body.is_markdown:
        return Converted(f"{clean_text(value)}\n")
    if body.is_html is not False and "<" not in value:
        plain = html.unescape(value)
        value = plain if body.is_html is None or _ESCAPED.fullmatch(plain) else value
    said = body.is_html if body.is_html is not None else is_html(value)
    if not said:
        value = _as_html(html.escape(value, quote=False))
    elif body.is_html is None and not _LINED.search(value):
        value = _as_html(value)
    if as_words:
        return Converted(bare_words(value), is_only_words=True)
    return html_to_markdown(value, base=absolute(body.base, base) or base, title=title)


def _as_html(text: str) -> str:
    """Words that have no tags for it as paragraphs of HTML, in the lines in which they stand."""
    text = clean_text(text).strip("\n")
    parts: list[str] = []
    at = 0
    for start, stop, _ in (*kept_spans(text), (len(text), len(text), "")):
        # Lines also end inside of tags, and in formulas; a paragraph in none.
        kept = "" if _APART.search(text, start, stop) else text[start:stop]
        before = text[at : stop - len(kept)]
        parts += [_LINE_END.sub("<br>", _APART.sub("</p><p>", before)), kept]
        at = stop
    # A tag that was cut off at the end is to stay the end.
    return f"<p>{''.join(parts)}"


def _first_words(body: str) -> str:
    """The first words of a text, up to the end of a sentence or so; else its picture's name."""
    for line in body.split("\n"):
        words = written_line(parse_inline(re.sub(r"^[#>\s*-]+", "", line.removesuffix("\\"))))
        if any(char.isalnum() for char in words):
            sentence = _SENTENCE_END.split(words, maxsplit=1)[0]
            short = sentence[:_FIRST_WORDS]
            return clean_line(short if short == sentence else short.rstrip() + "…")
    picture = re.search(r"!\[\]\([^)]*?([^/()?]+)(?:\?[^)]*)?\)", body)
    return clean_line(picture[1]) if picture else ""


def _with_enclosures(body: str, entry: Entry, base: str) -> str:
    """`body`, then the pictures that come with its entry, and links to what else does."""
    parts = [body] if body else []
    parts += [f"!{link}\n" for link in _links(entry.pictures, body, base)]
    links = "".join(f"- {link}\n" for link in _links(entry.enclosures, body, base))
    return "\n".join((*parts, links) if links else parts)


def _links(addresses: tuple[str, ...], body: str, base: str) -> Iterator[str]:
    """A link named by its file for each of `addresses` that `body` does not show already."""
    for address in dict.fromkeys(clean_line(absolute(one, base)) for one in addresses):
        place = address.partition("?")[0]
        if _WEB.match(address) and place not in body:
            name = unquote(place.rstrip("/").rpartition("/")[2]) or address
            yield f"[{escape(name, '*~').replace(']', '')}]({destination(address)})"
