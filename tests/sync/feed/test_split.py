"""Feeds are split into their entries, and nobody can tell from what is read of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sync.feeds import NAMESPACES
from vibe_tui.sync.feed.entry import Entry, FeedHead
from vibe_tui.sync.feed.split import SplitFeed
from vibe_tui.sync.feed.xml import _entry, _parse, read_xml

RSS = f'<rss version="2.0" {NAMESPACES} xml:base="https://e.example/b/"><channel>%s</channel></rss>'
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="urn:a" xml:base="https://e.example/">'
    "<title>源</title><author><name>众人</name></author>%s<link href='https://e.example/'/></feed>"
)
B = "xmlns:b='http://www.w3.org/2005/Atom'"
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns="http://purl.org/rss/1.0/"><channel><title>源</title></channel>%s</rdf:RDF>'
)


def split(text: str) -> tuple[list[str], SplitFeed]:
    feed = SplitFeed(iter([text]))
    return list(feed.entries()), feed


def entries(text: str, batch: int = 10**9) -> tuple[FeedHead, list[Entry]]:
    found: list[Entry] = []
    return read_xml(SplitFeed(iter([text])), found.append, batch=batch), found


def whole(text: str) -> list[Entry]:
    """What the library of feeds reads of all at once."""
    return [_entry(one) for one in _parse(text, "").get("entries", [])]


ITEMS = "".join(f"<item><title>题{n}</title><guid>{n}</guid></item>\n" for n in range(40))
ENTRIES = "".join(f"<entry><title>题{n}</title><id>{n}</id></entry>" for n in range(40))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (RSS % f"<title>源</title>{ITEMS}", "源"),
        (RSS % f"{ITEMS}<title>源</title><link>https://e.example/</link>", "源"),
        (RSS % f"{ITEMS}<image><title>图</title></image>{ITEMS}<title>源</title>", "源"),
        (ATOM % ENTRIES, "源"),
        (ATOM % ENTRIES.replace("<entry", "<a:x>甲</a:x><entry"), "源"),
        ((ATOM % ENTRIES).replace("entry", "b:entry").replace("<feed", f"<feed {B}"), "源"),
        (RDF % ITEMS, "源"),
        (RSS % ITEMS.replace("题7", "<item/>"), ""),
        (RSS % f"{ITEMS}<item/>", ""),
        (RSS % f"{ITEMS}<x><item>深</item></x>", ""),
        (RSS % f"{ITEMS}</channel><channel>{ITEMS}", ""),
        (RSS % ITEMS.upper().replace("ITEM>", "item>"), ""),
        (f"<page>{ITEMS}</page>", ""),
        ("", ""),
    ],
)
def test_the_entries_say_what_the_whole_says(text: str, name: str) -> None:
    head, found = entries(text)
    assert head.title == name
    assert found == whole(text)
    assert (head, found) == entries(text, 1)


def test_a_feed_is_split_at_its_entries() -> None:
    found, feed = split(RSS % "<item>一</item> <item>二</item><a/>")
    assert found == ["<item>一</item>", "<item>二</item>"]
    assert (feed.around, feed.is_whole) == (RSS % " <a/>", True)


BROKEN = {
    "a wrong end": (RSS % ITEMS.replace("<guid>7</guid>", "<guid>7</giud>"), 39),
    "a bare sign": (RSS % ITEMS.replace("题7", "a & b"), 40),
    "a prefix of no namespace": (RSS % ITEMS.replace("题7", "<u:b>x</u:b>"), 40),
    "an element that never ends": (RSS % ITEMS.replace("题7", "<br>"), 40),
    "an entry that never ends": (RSS % ITEMS.replace("</guid></item>", "</guid>", 1), 40),
    "no end at all": ((RSS % ITEMS)[:-20], 40),
    "no end of an entry": ((RSS % ITEMS)[:-60], 39),
    "a wrong end between entries": (RSS % f"{ITEMS}</p>{ITEMS}", 40),
    "an element around that never ends": (RSS % f"<br>{ITEMS}", 40),
    "entries of Atom": (ATOM % ENTRIES.replace("<id>7</id>", "<id>7"), 39),
    "a prefix that entries have": (
        (ATOM % ENTRIES.replace("<id>7</id>", "<id>7"))
        .replace("entry", "b:entry")
        .replace("<feed", "<feed xmlns:b='http://www.w3.org/2005/Atom'"),
        39,
    ),
}


@pytest.mark.parametrize(("broken", "guids"), BROKEN.values(), ids=BROKEN.keys())
def test_what_is_broken_spoils_no_other_entry(broken: str, guids: int) -> None:
    found = entries(broken, 1)[1]
    assert found == entries(broken)[1]
    assert [one.title for one in found] == [one.title for one in whole(broken)]
    assert len({one.guid for one in found if one.guid}) == guids


def test_a_text_around_entries_stays_outside_of_them() -> None:
    for text in (RSS % f"<content>外</content>{ITEMS}", RSS % f"{ITEMS}<content>外</content>"):
        for feed in (text, text[:-20]):
            assert not any(one.bodies for one in entries(feed)[1])


def test_what_looks_like_entries_in_texts_is_none() -> None:
    for text in (
        "<![CDATA[</item><item>]]>",
        "<!-- </item><item> -->",
        "&lt;/item&gt;<?a <item>?>",
    ):
        feed = RSS % ITEMS.replace("题7", text)
        assert len(split(feed)[0]) == 40
        assert entries(feed, 1)[1] == whole(feed)


PART = st.sampled_from(
    (
        "<title>题</title>",
        "<title type='html'>&lt;b>题&lt;/b></title>",
        "<link>/r/1</link>",
        "<link href='x' rel='alternate'/>",
        "<guid>g</guid>",
        "<guid isPermaLink='true'>https://e.example/g</guid>",
        "<description>一 &lt;p>二</description>",
        "<description><![CDATA[<p>三</p>]]></description>",
        "<content:encoded>四</content:encoded>",
        "<content type='xhtml' xml:base='c/'><div xmlns='http://www.w3.org/1999/xhtml'>"
        "<a href='x'>五</a></div></content>",
        "<pubDate>Tue, 11 Aug 2026 00:00:00 GMT</pubDate>",
        "<updated>2026-08-11T00:00:00Z</updated>",
        "<dc:creator>甲</dc:creator>",
        "<author><name>乙</name></author>",
        "<enclosure url='a.mp3' type='audio/mpeg'/>",
        "<category>类</category>",
        "<source url='https://o.example/'>别处</source>",
        "<source><title>别处</title><id>o</id></source>",
        "<!-- 注 -->",
        "\n",
    )
)
ENTRY = st.lists(PART, max_size=5).map(lambda parts: "".join(parts))


@settings(max_examples=60, deadline=None)
@given(st.lists(ENTRY, min_size=2, max_size=12), st.lists(PART, max_size=3))
def test_feeds_of_all_shapes(inside: list[str], around: list[str]) -> None:
    items = "".join(f"<item>{'填' * 300}{one}</item>" for one in inside)
    feed = RSS % f"{''.join(around)}{items}{''.join(around)}"
    assert entries(feed, 1) == entries(feed)
    assert _untyped(entries(RSS % items)[1]) == _untyped(whole(RSS % items))
    atom = ATOM.replace("xmlns:a", f"{NAMESPACES} xmlns:a") % items.replace("item>", "entry>")
    assert entries(atom, 1) == entries(atom)
    assert _untyped(entries(atom)[1]) == _untyped(whole(atom))


def _untyped(found: list[Entry]) -> list[Entry]:
    """Without the types of the texts, at which the library guesses."""
    return [
        replace(one, bodies=tuple(replace(body, is_html=None) for body in one.bodies))
        for one in found
    ]


LONG = "x" * 70_000
WORDS = st.sampled_from(
    (
        *("&", "&amp;", "&lt;", "&nbsp;", "&#8217;", "&#xD83D;&#xDE00;", "\r\n", "文", "<b>"),
        *("<![CDATA[&]]>", "<!-- & -->", "\x13", LONG),
    )
)


def mended(parts: list[str]) -> str:
    feed = SplitFeed(iter(parts))
    return "".join((*feed.entries(), feed.around))


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=30), st.integers(1, 100_000))
def test_mending_in_pieces_is_mending(parts: list[str], size: int) -> None:
    """Long texts are mended as short ones are, whatever stands where they are cut."""
    long = "".join(parts)
    cuts = [long[at : at + size] for at in range(0, len(long), size)] if size > 999 else [long]
    short = "".join(part.replace(LONG, "x") for part in parts)
    once = mended(cuts).replace(LONG, "x")
    assert once == mended([short]) == mended(list(short))
