"""Through every door: what a person sees in a source stands in the page and is found by search."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.library import TODAY, entry
from tests.sync.feeds import NAMESPACES
from vibe_tui.fold import fold_text
from vibe_tui.render.blocks import plain_of
from vibe_tui.render.parse import parse_blocks
from vibe_tui.search.match import matches
from vibe_tui.search.query import parse_query
from vibe_tui.search.tree import Subject
from vibe_tui.sync.dump.read import is_dump, read_dump
from vibe_tui.sync.encodings import decode_file
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.html.page import read_page
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import Incoming

NAMES = st.sampled_from(
    [
        *("eos", "PAD", "unk", "mask", "T", "extra_id_0", "end-of-text", "think", "tool_call"),
        *("|im_start|", "0x0A", "image", "s", "b", "i", "code", "img", "video", "Object"),
        *("stdio.h", "role:user", "your name", "x, y"),
    ]
)
TYPES = st.sampled_from(["int", "String", "T", "K", "Data", "Option", "std::string", "u8"])
SIGNS = st.sampled_from(
    [
        *("a < b", "x<y", "i<j, k>l", "a <b and c> d", "if p<q then", "x >= y", "a -> b", "c<=d"),
        *("R&D", "AT&T", "a && b", "x & y", "$5 and $6", "US$7", "$i<j$", "$p>2$", "$a<b>c$"),
        *("<? y", "1 << 2", "<-", "a <= b > c", "研究<eos>报告", "令 $n<m$ 时", "cat <in >out"),
        *("p<.05", "<10ms", "I <3 it", "a <> b", "</> x", "x<-5", "cat <<EOF", "<a, b>", "a<b<c"),
    ]
)
PIECE = st.one_of(
    SIGNS,
    NAMES.map("the <{}> token".format),
    NAMES.map("<{}>".format),
    st.tuples(TYPES, TYPES).map(lambda both: "{}<{}>".format(*both)),
    st.tuples(TYPES, TYPES, TYPES).map(lambda all_: "Map<{}, List<{}>> of {}".format(*all_)),
    st.tuples(TYPES, TYPES).map(lambda both: "class A<{} extends {}>".format(*both)),
)
PIECES = st.lists(PIECE, min_size=1, max_size=4)


def text_of(pieces: list[str]) -> str:
    """The pieces with words between them, so that each stands for itself."""
    return " ".join(f"w{at} {piece} v{at}." for at, piece in enumerate(pieces))


def feed(data: str) -> Incoming:
    (item,) = read_feed(Spool(data.encode()), "feed").items
    return item


def rss(element: str, text: str) -> Incoming:
    return feed(
        f"<rss version='2.0' {NAMESPACES}><channel><item><guid>1</guid>"
        f"<{element}>{text}</{element.split()[0]}></item></channel></rss>"
    )


def atom(element: str, text: str) -> Incoming:
    return feed(
        f"<feed xmlns='http://www.w3.org/2005/Atom' {NAMESPACES}><entry><id>1</id>"
        f"<{element}>{text}</{element.split()[0]}></entry></feed>"
    )


def json_feed(name: str, text: str) -> Incoming:
    items = [{"id": "1", name: text}]
    version = "https://jsonfeed.org/version/1.1"
    return feed(json.dumps({"version": version, "title": "t", "items": items}))


def dump(text: str) -> Incoming:
    byline = "Ann — Tue, 11 Aug 2026 00:00:00 GMT"
    (item,) = read_dump(f"某源\n\n甲报告\n\n{byline}\n\n甲报告：全名\n\n{text}\n", "x.txt").items
    return item


def html(text: str) -> str:
    """A page whose author forgot to escape."""
    return f"<p>Real <b>tags</b>.<br>{text} <i>End</i></p><ul><li>{text}<li>Last</ul>"


DOORS: dict[str, Callable[[str], str]] = {
    "RSS": lambda text: rss("description", escape(text)).body,
    "RSS in CDATA": lambda text: rss("description", f"<![CDATA[{text}]]>").body,
    "RSS, HTML": lambda text: rss("description", escape(html(text))).body,
    "RSS, declared": lambda text: rss("content:encoded", f"<![CDATA[{html(text)}]]>").body,
    "media": lambda text: rss("media:description", escape(text)).body,
    "Atom": lambda text: atom("summary", escape(text)).body,
    "Atom, text": lambda text: atom("content type='text'", escape(text)).body,
    "Atom, HTML": lambda text: atom("content type='html'", escape(html(text))).body,
    "JSON, text": lambda text: json_feed("content_text", text).body,
    "JSON, HTML": lambda text: json_feed("content_html", html(text)).body,
    "page": lambda text: read_page(f"<html><body>{html(text)}".encode(), "x").body,
    "table": lambda text: read_page(f"<table><tr><th>a<th>b<tr><td>{text}<td>c".encode(), "x").body,
    "escaped page": lambda text: read_page(f"<p>{escape(text)}</p>".encode(), "x").body,
    "Markdown": lambda text: decode_file(text.encode(), "x.md", is_sure=is_dump),
    "dump": lambda text: dump(text).body,
    "title of RSS": lambda text: plain_title(rss("title", escape(text))),
    "title of Atom": lambda text: plain_title(atom("title type='html'", escape(text))),
    "title of JSON": lambda text: plain_title(json_feed("title", text)),
}


def plain_title(item: Incoming) -> str:
    """A title as a code block: it is no Markdown."""
    return f"```\n{item.title}\n```\n"


def squeezed(text: str) -> str:
    return "".join(fold_text(text).replace("$", "").split())


def check(pieces: list[str], door: str) -> None:
    body = DOORS[door](text_of(pieces))
    page = squeezed("\n".join(map(plain_of, parse_blocks(body))))
    made = entry("one", body)
    for piece in pieces:
        assert squeezed(piece) in page, body
        for word in piece.replace("$", " ").split():
            query = parse_query(f'"{word}"', TODAY)
            found = matches(query, Subject(made.report), record=made.stored.record)
            assert found or not any(map(str.isalnum, word)), (word, body)


@settings(max_examples=80, deadline=None)
@given(PIECES, st.sampled_from([*DOORS]))
def test_every_word_is_in_the_page_and_found(pieces: list[str], door: str) -> None:
    check(pieces, door)


@pytest.mark.torture
@settings(max_examples=2_000, deadline=None)
@given(PIECES, st.sampled_from([*DOORS]))
def test_every_word_of_many_texts_is_in_the_page_and_found(pieces: list[str], door: str) -> None:
    check(pieces, door)
