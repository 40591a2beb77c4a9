"""What a feed declares its texts to be is what they are; what it does not declare is looked at."""

from __future__ import annotations

import json

import pytest

from tests.sync.feeds import NAMESPACES
from vibe_tui.render.blocks import plain_of
from vibe_tui.render.parse import parse_blocks
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import Incoming

ATOM = '<feed xmlns="http://www.w3.org/2005/Atom" {}><entry><id>1</id>{}</entry></feed>'
RSS = '<rss version="2.0" {}><channel><item><guid>1</guid>{}</item></channel></rss>'


def only(form: str, parts: str) -> Incoming:
    data = form.format(NAMESPACES, parts).encode()
    (item,) = read_feed(Spool(data), "feed.xml").items
    return item


def shown(item: Incoming) -> str:
    return "\n".join(map(plain_of, parse_blocks(item.body)))


LINES = "If n&lt;m, stop.\nSecond line.\nElse k&gt;2."
PLAIN = LINES.replace("&lt;", "<").replace("&gt;", ">")
ABSTRACT = "For $i&lt;j$ we give a bound when $p&gt;2$."
BOTH = "&lt;p&gt;a &amp;amp; b&lt;/p&gt;"
TEXTS = {
    "Atom: text": (ATOM, f'<content type="text">{LINES}</content>', PLAIN),
    "Atom: text in CDATA": (
        ATOM,
        "<summary type='text'><![CDATA[a<b>c</b>]]></summary>",
        "a<b>c</b>",
    ),
    "Atom: text/plain": (ATOM, f'<content type="text/plain">{BOTH}</content>', "<p>a &amp; b</p>"),
    "Atom: html": (ATOM, f'<content type="html">{BOTH}</content>', "a & b"),
    "Atom: nothing declared": (ATOM, f"<content>{LINES}</content>", PLAIN),
    "Atom: nothing declared, HTML": (ATOM, f"<summary>{BOTH}</summary>", "a & b"),
    "Atom: xhtml": (
        ATOM,
        '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>b</b> &lt;eos></div>'
        "</content>",
        "a b <eos>",
    ),
    "RSS: lines": (RSS, f"<description>{LINES}</description>", PLAIN),
    "RSS: an abstract of arXiv": (
        RSS,
        f"<description>{ABSTRACT}</description>",
        "For i<j we give a bound when p>2.",
    ),
    "RSS: words like tags": (
        RSS,
        "<description>Map&lt;K,V&gt; stays; the &lt;image&gt; tag, the &lt;b&gt; tag</description>",
        "Map<K,V> stays; the <image> tag, the <b> tag",
    ),
    "RSS: HTML and words like tags": (
        RSS,
        "<description><![CDATA[<p>List<String>, <b>and</b></p>\n<p>$i<j$</p>]]></description>",
        "List<String>, and\ni<j",
    ),
    "RSS: programs": (
        RSS,
        "<description>&lt;Button on={() =&gt; a}&gt;b&lt;/Button&gt; &lt;my-box c='d'&gt;e"
        "&lt;/my-box&gt; &lt;!-- f --&gt; &lt;!doctype html&gt;</description>",
        "<Button on={() => a}>b</Button> <my-box c='d'>e</my-box> <!-- f --> <!doctype html>",
    ),
    "RSS: formulas in lines": (
        RSS,
        "<description>a\n$$\nx &lt; y\n$$\nb $z\n= 1$, $5\n\nc$\u2028d</description>",
        "a\nx < y\nb z = 1, $5\nc$ d",
    ),
    "RSS: cut in a tag": (RSS, '<description>a\nb &lt;a href="http:</description>', "a\nb"),
    "RSS: lines with a link": (
        RSS,
        "<description>a &lt;a href='https://e.example/'&gt;b&lt;/a&gt;\nc\n\nd</description>",
        "a b\nc\nd",
    ),
    "RSS: declared as HTML": (
        RSS,
        f"<content:encoded>{ABSTRACT}</content:encoded>",
        "For i<j we give a bound when p>2.",
    ),
    "RSS: declared as text": (
        RSS,
        f'<description type="text">{BOTH}</description>',
        "<p>a &amp; b</p>",
    ),
    "media:description": (
        ATOM,
        f"<media:group><media:description>{LINES}</media:description></media:group>",
        PLAIN,
    ),
    "media:description, text": (
        RSS,
        f'<media:description type="plain">{BOTH}</media:description>',
        "<p>a &amp; b</p>",
    ),
    "media:description, HTML": (
        RSS,
        f'<media:description type="html">{BOTH}</media:description>',
        "a & b",
    ),
    "itunes:summary": (RSS, f"<itunes:summary>{LINES}</itunes:summary>", PLAIN),
    "dc:description": (RSS, f"<dc:description>{LINES}</dc:description>", PLAIN),
}


@pytest.mark.parametrize(("form", "parts", "words"), TEXTS.values(), ids=TEXTS.keys())
def test_a_text_is_what_it_is_declared_to_be(form: str, parts: str, words: str) -> None:
    assert shown(only(form, parts)) == words


SAID = "a<b>c</b> &amp; <p>\nd"


def test_the_text_of_json_is_text_and_its_html_is_html() -> None:
    items = [{"id": "1", "content_text": SAID}, {"id": "2", "content_html": SAID}]
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": items}
    first, second = read_feed(Spool(json.dumps(feed).encode()), "feed.json").items
    assert (shown(first), shown(second)) == (SAID, "ac &\nd")


def test_markdown_is_read_as_what_it_is_declared_to_be() -> None:
    made = only(ATOM, "<content type='text/markdown'># A\n\n- *b* &lt;T&gt; $c_1$</content>")
    assert made.body == "# A\n\n- *b* <T> $c_1$\n"


TITLES = {
    "a picture": (RSS, "<title>A &lt;img src='a.png' alt='b'&gt; c</title>", "A b c"),
    "superscript": (RSS, "<title>10&lt;sup&gt;5&lt;/sup&gt; tokens</title>", "10⁵ tokens"),
    "superscript in HTML": (ATOM, "<title type='html'>10&lt;sup&gt;5&lt;/sup&gt;</title>", "10⁵"),
    "MathML": (
        ATOM,
        "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>On "
        "<math xmlns='http://www.w3.org/1998/Math/MathML'><msup><mi>x</mi><mn>2</mn></msup></math>"
        "</div></title>",
        "On $x^2$",
    ),
    "text": (
        ATOM,
        "<title type='text'>&lt;b&gt; and &lt;/b&gt;: a&lt;i&gt;</title>",
        "<b> and </b>: a<i>",
    ),
    "a word like a tag": (
        RSS,
        "<title>Map&lt;K,V&gt; and the &lt;s&gt; token</title>",
        "Map<K,V> and the <s> token",
    ),
    "a formula": (RSS, "<title>When $i&lt;j$ and $k&gt;l$</title>", "When $i<j$ and $k>l$"),
    "tags": (RSS, "<title>&lt;i&gt;甲&lt;/i&gt;乙</title>", "甲乙"),
}


@pytest.mark.parametrize(("form", "parts", "title"), TITLES.values(), ids=TITLES.keys())
def test_a_title_keeps_its_words(form: str, parts: str, title: str) -> None:
    item = only(form, parts)
    assert (item.title, item.meta["title"]) == (title, title)


LONG = "&lt;p&gt;The whole article, which goes on for some time and has all of the words.&lt;/p&gt;"
SEVERAL = {
    "a standfirst": (
        "<description>What I learned this year</description>",
        "What I learned this year\n{}",
    ),
    "a teaser": (
        "<description>The whole &lt;b&gt;article&lt;/b&gt;, which goes on […]</description>",
        "{}",
    ),
    "a standfirst before a teaser": (
        "<description>The editor liked it: The whole article, which goes on for</description>",
        "The editor liked it: The whole article, which goes on for\n{}",
    ),
    "a teaser, then words of its own": (
        "<description>&lt;p&gt;The whole article…&lt;/p&gt;"
        "&lt;p&gt;All of the words: zebra.&lt;/p&gt;&lt;p&gt;Read more&lt;/p&gt;</description>",
        "All of the words: zebra.\n{}",
    ),
    "a teaser with a long address": (
        "<description>The whole &lt;a href='https://e.example/?"
        + "x" * 99
        + "'&gt;article&lt;/a&gt;"
        "</description>",
        "{}",
    ),
    "a picture alone": (
        "<description>&lt;img src='https://e.example/a.png'&gt;</description>",
        "▣ a.png\n{}",
    ),
    "the title": ("<description>Report of the year</description>", "{}"),
    "the same again": (f"<description>{LONG}</description>", "{}"),
    "said twice": (
        "<description>What I learned this year</description>"
        "<itunes:summary>What I learned this year</itunes:summary>",
        "What I learned this year\n{}",
    ),
    "a caption": (
        "<media:content url='https://e.example/a.png' type='image/png'><media:description>"
        "Two cats on a wall &lt;b&gt;x&lt;/b&gt;</media:description></media:content>"
        "<media:description type='plain'>Three <![CDATA[<b>]]> dogs\nat sea</media:description>",
        "{}\nTwo cats on a wall x\nThree <b> dogs\nat sea\n▣ a.png",
    ),
    "a caption longer than the text": (
        f"<media:description type='html'>&lt;p&gt;{'words ' * 40}.&lt;/p&gt;</media:description>",
        "{}\n" + "words " * 40 + ".",
    ),
    "a few letters": ("<description>短</description>", "{}"),
}


@pytest.mark.parametrize(("parts", "words"), SEVERAL.values(), ids=SEVERAL.keys())
def test_what_only_a_shorter_text_says_is_kept(parts: str, words: str) -> None:
    whole = "The whole article, which goes on for some time and has all of the words."
    full = f"<content:encoded>{LONG}</content:encoded><title>Report of the year</title>"
    for both in (full + parts, parts + full):
        assert shown(only(RSS, both)) == words.format(whole)
