"""Long feeds are cut into short ones, and nobody can tell from what is read of them."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sync.feeds import NAMESPACES
from vibe_tui.sync.feed.cut import cut
from vibe_tui.sync.feed.mend import mended
from vibe_tui.sync.feed.xml import xml_listing
from vibe_tui.sync.http.request import Spool

RSS = f'<rss version="2.0" {NAMESPACES} xml:base="https://e.example/b/"><channel>%s</channel></rss>'
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="urn:a" xml:base="https://e.example/">'
    "<title>源</title><author><name>众人</name></author>%s<link href='https://e.example/'/></feed>"
)
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns="http://purl.org/rss/1.0/"><channel><title>源</title></channel>%s</rdf:RDF>'
)


def pieces(text: str, batch: int = 1) -> list[bytes]:
    return list(cut(Spool(text.encode()), batch))


def entries(text: str, batch: int) -> tuple[object, ...]:
    listing = xml_listing(Spool(text.encode()), batch)
    return listing.title, listing.link, tuple(listing.entries)


ITEMS = "".join(f"<item><title>题{n}</title><guid>{n}</guid></item>\n" for n in range(40))
ENTRIES = "".join(f"<entry><title>题{n}</title><id>{n}</id></entry>" for n in range(40))


@pytest.mark.parametrize(
    "whole",
    [
        RSS % f"<title>源</title>{ITEMS}",
        RSS % f"{ITEMS}<title>源</title><link>https://e.example/</link>",
        RSS % f"{ITEMS}<image><title>图</title></image>{ITEMS}<title>源</title>",
        ATOM % ENTRIES,
        ATOM % ENTRIES.replace("<entry", "<a:x>甲</a:x><entry"),
        (ATOM % ENTRIES).replace("entry", "b:entry").replace("<feed", "<feed xmlns:b='urn:b'"),
        RDF % ITEMS,
    ],
)
def test_the_pieces_say_what_the_whole_says(whole: str) -> None:
    assert entries(whole, 1) == entries(whole, 10**9)


def test_a_feed_is_cut_at_its_entries() -> None:
    assert pieces(RSS % "<item>一</item> <item>二</item><a/>", 200) == [
        (RSS % "<item>一</item><item>二</item> <a/>").encode()
    ]
    assert len(pieces(RSS % ITEMS)) > 5
    assert len(pieces(RSS % ITEMS, 10**9)) == 1


@pytest.mark.parametrize(
    "unsafe",
    [
        RSS % ITEMS.replace("题7", "<item/>"),
        RSS % f"{ITEMS}<item/>",
        RSS % f"{ITEMS}<x><item>深</item></x>",
        RSS % f"{ITEMS}</channel><channel>{ITEMS}",
        f"<page>{ITEMS}</page>",
        "",
    ],
)
def test_what_cannot_be_cut_for_certain_stays_whole(unsafe: str) -> None:
    assert pieces(unsafe) == [unsafe.encode()]


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
    assert len(pieces(broken)) > 5
    listing = xml_listing(Spool(broken.encode()), 1)
    found = tuple(listing.entries)
    whole = tuple(xml_listing(Spool(broken.encode())).entries)
    assert [one.title.value for one in found] == [one.title.value for one in whole]
    assert len({one.guid for one in found if one.guid}) == guids


def test_a_text_around_broken_entries_stays_outside_of_them() -> None:
    broken = (RSS % f"<content>外</content>{ITEMS}")[:-20]
    assert pieces(broken) == [broken.encode()]


def test_what_looks_like_entries_in_texts_is_none() -> None:
    for text in (
        "<![CDATA[</item><item>]]>",
        "<!-- </item><item> -->",
        "&lt;/item&gt;<?a <item>?>",
    ):
        whole = RSS % ITEMS.replace("题7", text)
        assert len(pieces(whole)) > 5
        assert entries(whole, 1) == entries(whole, 10**9)


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
    whole = RSS % f"{''.join(around)}{items}{''.join(around)}"
    assert entries(whole, 1) == entries(whole, 10**9)
    atom = ATOM.replace("xmlns:a", f"{NAMESPACES} xmlns:a") % items.replace("item>", "entry>")
    assert entries(atom, 1) == entries(atom, 10**9)


LONG = "x" * 70_000
WORDS = st.sampled_from(
    (
        *("&", "&amp;", "&lt;", "&nbsp;", "&#8217;", "&#xD83D;&#xDE00;", "\r\n", "文", "<b>"),
        *("<![CDATA[&]]>", "<!-- & -->", "\x13", LONG),
    )
)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=30), st.integers(1, 100_000))
def test_mending_in_pieces_is_mending(parts: list[str], size: int) -> None:
    """Long texts are mended as short ones are, whatever stands where they are cut."""
    long = "".join(parts)
    cuts = [long[at : at + size] for at in range(0, len(long), size)] if size > 999 else [long]
    short = "".join(part.replace(LONG, "x") for part in parts)
    once = mended(partial(iter, cuts)).xml.read().decode().replace(LONG, "x")
    assert once == mended(partial(iter, [short])).xml.read().decode()
    assert once == mended(partial(iter, list(short))).xml.read().decode()
