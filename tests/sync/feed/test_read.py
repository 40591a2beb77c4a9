"""Feeds: one case for each oddity that users of other readers reported, and its kin."""

from __future__ import annotations

import datetime as dt
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sync.feeds import atom, item, rss
from vibe_tui.errors import VibeError
from vibe_tui.library.front_matter import dump_front_matter, read_front_matter
from vibe_tui.sync.feed.read import Feed, read_feed
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import Incoming

FULL = "<content:encoded><![CDATA[<p>全文 <b>很</b>长，比摘要多得多</p>]]></content:encoded>"
TEASER = "<description>摘要</description>"


def read(text: str | bytes, content_type: str = "", url: str = "") -> Feed:
    data = text if isinstance(text, bytes) else text.encode()
    return read_feed(Spool(data), "feed.xml", content_type=content_type, url=url)


def only(text: str | bytes, content_type: str = "", url: str = "") -> Incoming:
    (found,) = read(text, content_type, url).items
    return found


def declared(encoding: str) -> str:
    return f' encoding="{encoding}"'


FRENCH = rss(item("Café déjà vu", text="x"), title="x", declaration=declared("iso-8859-1"))
RUSSIAN = rss(item("Привет, мир", text="Это проверка"), title="x")
CHINESE = rss(item("镕基的研究", text="中文内容，测试编码"))
ENCODINGS = {
    "FD-01 GBK called gb2312": (
        rss(item("镕基的研究", text="中文内容"), declaration=declared("gb2312")).encode("gbk"),
        "", "gb18030", "镕基的研究",
    ),
    "FD-02 only in the header": (
        CHINESE.encode("gbk"), "text/xml; charset=gbk", "gb18030", "镕基的研究",
    ),
    "FD-02 header against file": (
        rss(item("镕基"), declaration=declared("utf-8")).encode(),
        "text/xml; charset=ISO-8859-1", "utf-8", "镕基",
    ),
    "FD-02 UTF-8 called GBK": (
        rss(item("镕基"), declaration=declared("gbk")).encode(), "", "utf-8", "镕基",
    ),
    "FD-02 Cyrillic called Latin": (
        RUSSIAN.replace('"1.0"', '"1.0" encoding="iso-8859-1"').encode("cp1251"),
        "", "cp1251", "Привет, мир",
    ),
    "Cyrillic of another kind": (
        RUSSIAN.encode("koi8-r"), "", "koi8-r", "Привет, мир",
    ),
    "FD-03 Big5": (
        rss(item("許功蓋"), declaration=declared("big5")).encode("big5"), "", "big5hkscs", "許功蓋",
    ),
    "Big5 that nobody named": (
        rss(item("這是繁體中文的內容", text="我們在這裡測試編碼")).encode("big5"),
        "", "big5hkscs", "這是繁體中文的內容",
    ),
    "GB18030 that nobody named": (CHINESE.encode("gb18030"), "", "gb18030", "镕基的研究"),
    "Latin": (
        FRENCH.encode("latin-1"),
        "", "cp1252", "Café déjà vu",
    ),
    "Japanese that nobody named": (
        rss(item("研究の報告です", text="これは日本語の文章です"), title="x").encode("euc_jp"),
        "", "euc_jp", "研究の報告です",
    ),
    "Japanese of another kind": (
        rss(item("研究の報告です", text="これは日本語の文章です"), title="x").encode("cp932"),
        "", "cp932", "研究の報告です",
    ),
    "Korean that nobody named": (
        rss(item("연구 보고서", text="이것은 한국어 문장입니다"), title="x").encode("euc_kr"),
        "", "cp949", "연구 보고서",
    ),
    "a name that does not exist": (
        rss(item("镕基"), declaration=declared("x-none")).encode(), "charset=nope", "utf-8", "镕基",
    ),
    "mark and UTF-8": (b"\xef\xbb\xbf" + rss(item("镕基")).encode(), "", "utf-8", "镕基"),
    "UTF-16": (rss(item("镕基")).encode("utf-16"), "", "utf-16-le", "镕基"),
    "UTF-16 without a mark": (rss(item("镕基")).encode("utf-16-be"), "", "utf-16-be", "镕基"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("data", "content_type", "encoding", "title"), ENCODINGS.values(), ids=ENCODINGS.keys()
)
def test_encodings(data: bytes, content_type: str, encoding: str, title: str) -> None:
    feed = read(data, content_type)
    assert (feed.encoding, feed.items[0].title) == (encoding, title)
    assert "\ufffd" not in feed.items[0].body


BROKEN = {
    "FD-01 one byte in GBK": (
        rss(item("研究报告", text="中文|内容"), declaration=declared("gbk")).encode("gbk"),
        b"|", b"\xff",
    ),
    "FD-01 one byte in UTF-8": (rss(item("研究报告", text="中文|内容")).encode(), b"|", b"\xff"),
    "FD-06 a cut character": (rss(item("研究报告", text="中文|内容")).encode(), b"|", b"\xe7\xa0"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "place", "bad"), BROKEN.values(), ids=BROKEN.keys())
def test_a_bad_byte_is_one_sign(data: bytes, place: bytes, bad: bytes) -> None:
    feed = read(data.replace(place, bad))
    assert feed.items[0].title == "研究报告"
    assert feed.items[0].body == "中文\ufffd内容\n"
    assert any("\ufffd" in note.zh for note in feed.notes)


TITLES = {
    "FD-05": ("R&D 支出", "R&D 支出"),
    "FD-05 right": ("R&amp;D 支出", "R&D 支出"),
    "FD-05 an entity of HTML": ("甲&nbsp;乙&mdash;丙", "甲 乙—丙"),
    "FD-05 an entity of nobody": ("甲&foo;乙&;&#;", "甲&foo;乙&;&#;"),
    "FD-06": ("a\x00b\x13c", "abc"),
    "FD-06 as a number": ("a&#19;b&#0;c&#xFFFE;", "abc"),
    "two halves of an emoji": ("&#55357;&#56832;", "😀"),
    "FD-24": ("甲\n\t: 乙", "甲 : 乙"),
    "HTML": ("甲 &lt;b&gt;乙&lt;/b&gt;&lt;br/&gt;", "甲 乙"),
    "HTML in CDATA": ("<![CDATA[甲 <i>乙</i> &amp; 丙]]>", "甲 乙 & 丙"),
    "escaped twice": ("AT&amp;amp;T &amp;lt;b&amp;gt;", "AT&T <b>"),
    "angle brackets": ("&lt;甲&gt; a &lt; b", "<甲> a < b"),
    "SEC-01": ("年报\x1b]8;;https://evil.example\x07点此", "年报␛]8;;https://evil.example␇点此"),
    "SEC-02": ("a&#27;[2J&#x202e;b\x9bc", "a␛[2J\ufffdb\ufffdc"),
    "SEC-04": ("[/年报/2024] [red]数据[/red]", "[/年报/2024] [red]数据[/red]"),
    "SEC-09": ('"; touch /tmp/pwn; #', '"; touch /tmp/pwn; #'),
    "names": ("../../etc/CON", "../../etc/CON"),
    "signs only": ("🎉🎉", "🎉🎉"),
}


@pytest.mark.parametrize(("written", "title"), TITLES.values(), ids=TITLES.keys())
def test_titles_are_one_line(written: str, title: str) -> None:
    found = only(rss(item(written)))
    assert found.title == found.feed_title == title
    meta, _, _, problems = read_front_matter(dump_front_matter(found.meta, found.body), "x")
    assert (meta["title"], problems) == (title, ())


def test_a_long_title_is_cut() -> None:
    assert len(only(rss(item("甲" * 5000))).title) == 500


UNTITLED = {
    "first sentence": ("没有标题的一句。后文。", "没有标题的一句。"),
    "first words": ("很" * 100, "很" * 60 + "…"),
    "first heading": ("&lt;h2&gt;概述&lt;/h2&gt;正文", "概述"),
    "picture": ("&lt;img src='https://x/a/图.png?b=1'&gt;", "图.png"),
    "nothing": ("", "https://e.example/1"),
}


@pytest.mark.parametrize(("text", "title"), UNTITLED.values(), ids=UNTITLED.keys())
def test_an_item_without_a_title(text: str, title: str) -> None:
    assert only(rss(item("", link="https://e.example/1", text=text))).title == title


def test_what_says_nothing_is_no_item() -> None:
    assert read(rss("", "<description> </description>")).items == ()


def test_links_with_bare_ampersands() -> None:
    feed = read(rss(item("x", link="https://e.example/?a=1&q=80")))
    assert feed.items[0].url == "https://e.example/?a=1&q=80"
    assert [note.en for note in feed.notes] == ["1 bare & were read as text"]


@pytest.mark.parametrize("data", [b"", b"  \n ", b'<rss version="2.0"></rss>', b"<feed/>"])
def test_a_feed_of_nothing(data: bytes) -> None:
    assert read(data).items == ()


REFUSED = {
    "FD-09 a page": ("<!doctype html><html><title>Login</title></html>", "it is a web page"),
    "a page of XML": ("<?xml version='1.0'?><html xmlns='x'></html>", "it is a web page"),
    "OPML": ("<opml version='2.0'></opml>", "OPML"),
    "site map": ("<urlset></urlset>", "site map"),
    "other XML": ("<svg></svg>", "no RSS, Atom or RDF"),
    "text": ("just text", "no RSS, Atom or RDF"),
    "other JSON": ('{"error": 1}', "holds no items"),
    "broken JSON": ('{"items": [', "broken JSON"),
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_feed_is_told_by_its_name(text: str, reason: str) -> None:
    with pytest.raises(VibeError) as caught:
        read(text)
    assert caught.value.message.en.startswith("feed.xml: no feed")
    assert reason in caught.value.message.en


def test_text_wins_over_teaser_in_any_order() -> None:
    first, second = read(
        rss(f"<title>a</title>{FULL}{TEASER}", f"<title>a</title>{TEASER}{FULL}")
    ).items
    assert first.body == second.body == "全文 **很**长，比摘要多得多\n"


BODIES = {
    "FD-21 escaped CDATA": ("&lt;![CDATA[结论正文]]&gt;", "结论正文"),
    "SEC-15": (
        "<![CDATA[前<script>x()</script><style>b{}</style><iframe src='x:y'></iframe>后]]>",
        "前后",
    ),
    "SEC-15 in escaped CDATA": ("&lt;![CDATA[前&lt;script&gt;x()&lt;/script&gt;后]]&gt;", "前后"),
    "HTML escaped twice": ("&amp;lt;p&amp;gt;甲&amp;lt;/p&amp;gt;", "甲"),
    "tags that are talked about": ("用 &amp;lt;b&amp;gt; 标签", "用 \\<b> 标签"),
    "ampersands in CDATA": ("<![CDATA[R&D &amp; &nbsp;x]]>", "R&D & x"),
    "plain text": ("一\n二\n\n三", "一\\\n二\n\n三"),
    "plain signs": ("- 1 * 2\n# 3", "\\- 1 * 2\\\n\\# 3"),
    "tags of XML": ("<p>甲 <b>乙</b></p>", "甲 **乙**"),
    "control codes": ("a\x1b[2Jb", "a␛\\[2Jb"),
}


@pytest.mark.parametrize(("written", "body"), BODIES.values(), ids=BODIES.keys())
def test_texts(written: str, body: str) -> None:
    assert only(rss(item(text=written))).body.strip() == body


DATES = {
    "FD-17 a named zone": (
        "Sun, 03 Nov 2024 09:05:00 EST",
        "2024-11-03",
        "2024-11-03T09:05:00-05:00",
    ),
    "FD-17 no zone": ("Sun, 03 Nov 2024 09:05:00", "2024-11-03", "2024-11-03T09:05:00+00:00"),
    "FD-17 a colon": (
        "Sun, 03 Nov 2024 09:05:00 +08:00",
        "2024-11-03",
        "2024-11-03T09:05:00+08:00",
    ),
    "a day that UTC moves": (
        "Sun, 03 Nov 2024 23:30:00 -0800",
        "2024-11-03",
        "2024-11-03T23:30:00-08:00",
    ),
    "ISO": ("2024-11-03T00:30:00+08:00", "2024-11-03", "2024-11-03T00:30:00+08:00"),
    "a day only": ("2024-11-03", "2024-11-03", ""),
    "Chinese": ("2024年11月3日 9:05", "2024-11-03", "2024-11-03T09:05:00+00:00"),
    "seconds": ("1730624700", "2024-11-03", "2024-11-03T09:05:00+00:00"),
    "two digits": ("Sun, 3 Nov 24 09:05 GMT", "2024-11-03", "2024-11-03T09:05:00+00:00"),
    "FD-18 1601": ("Mon, 01 Jan 1601 00:00:00 GMT", "1601-01-01", "1601-01-01T00:00:00+00:00"),
    "FD-18 9999": ("Fri, 31 Dec 9999 23:59:59 -0500", "9999-12-31", "9999-12-31T23:59:59-05:00"),
    "FD-18 2041": ("Tue, 01 Jan 2041 00:00:00 GMT", "2041-01-01", "2041-01-01T00:00:00+00:00"),
    "an hour that is none": ("Sun, 3 Nov 2024 24:00:00 GMT", "2024-11-03", ""),
    "no day": ("0000-00-00T00:00:00Z", "", ""),
    "words": ("yesterday", "", ""),
    "FD-14 none": ("", "", ""),
}


@pytest.mark.parametrize(("written", "day", "moment"), DATES.values(), ids=DATES.keys())
def test_dates_are_as_written(written: str, day: str, moment: str) -> None:
    found = only(rss(item(date=written)))
    assert (found.date.isoformat() if found.date else "") == day
    assert (found.published.isoformat() if found.published else "") == moment
    assert str(found.meta.get("date", "")) == day


def test_a_later_date_counts_where_the_first_is_none() -> None:
    found = only(atom("<title>x</title><published>soon</published><updated>2024-11-03</updated>"))
    assert found.date == dt.date(2024, 11, 3)


def test_relative_addresses_of_atom() -> None:
    entry = (
        '<title>x</title><link href="1"/><content type="html" xml:base="sub/">'
        "&lt;img src='t.png'&gt; &lt;img src='//cdn.example/x.png'&gt;</content>"
    )
    found = only(atom(entry, base=' xml:base="https://e.example/r/"'))
    assert found.url == "https://e.example/r/1"
    assert found.body == "![](https://e.example/r/sub/t.png) ![](https://cdn.example/x.png)\n"


def test_relative_addresses_of_rss() -> None:
    text = rss(item(link="/r/1", text="&lt;a href='2'&gt;x&lt;/a&gt;"))
    found = only(text, url="https://feeds.example/a/feed.xml")
    assert (found.url, found.body) == (
        "https://feeds.example/r/1", "[x](https://feeds.example/r/2)\n",
    )  # fmt: skip
    assert only(text).url == "https://e.example/r/1"


def test_a_guid_that_is_no_address_is_no_link() -> None:
    text = rss(
        "<title>a</title><guid>12345</guid>", "<title>b</title><guid>https://e.example/b</guid>"
    )
    items = read(text, url="https://feeds.example/feed.xml").items
    assert [(one.guid, one.url) for one in items] == [
        ("12345", ""),
        ("https://e.example/b", "https://e.example/b"),
    ]


MEDIA = 'xmlns:media="http://search.yahoo.com/mrss/"'
ATTACHED = {
    "a recording": (
        '<enclosure url="/a%20b.mp3" type="audio/mpeg"/>',
        "- [a b.mp3](https://e.example/a%20b.mp3)\n",
    ),
    "a picture": (
        '<enclosure url="/c.png?w=9" type="image/png"/>',
        "![c.png](https://e.example/c.png?w=9)\n",
    ),
    "a picture by its ending": (
        '<enclosure url="/c.jpeg"/>',
        "![c.jpeg](https://e.example/c.jpeg)\n",
    ),
    "pictures before recordings": (
        '<enclosure url="/a.mp3"/><enclosure url="/c.png"/>',
        "![c.png](https://e.example/c.png)\n\n- [a.mp3](https://e.example/a.mp3)\n",
    ),
    "media:content": (
        f'<media:content {MEDIA} url="https://e.example/m" medium="image"/>',
        "![m](https://e.example/m)\n",
    ),
    "media:thumbnail alone": (
        f'<media:thumbnail {MEDIA} url="https://e.example/t.jpg"/>',
        "![t.jpg](https://e.example/t.jpg)\n",
    ),
    "media:thumbnail beside a picture": (
        f'<media:thumbnail {MEDIA} url="/t.jpg"/><enclosure url="/c.png"/>',
        "![c.png](https://e.example/c.png)\n",
    ),
    "SEC-08 no address of the web": (
        '<enclosure url="file:///etc/passwd" type="image/png"/><enclosure url="javascript:x"/>',
        "",
    ),
}


@pytest.mark.parametrize(("more", "shown"), ATTACHED.values(), ids=ATTACHED.keys())
def test_what_comes_with_an_entry(more: str, shown: str) -> None:
    found = only(rss(item(text="文") + more), url="https://e.example/")
    assert found.body == "文\n" + (f"\n{shown}" if shown else "")
    shows = rss(item(text="&lt;img src='https://e.example/c.png'>") + ATTACHED["a picture"][0])
    assert only(shows, url="https://e.example/").body == "![](https://e.example/c.png)\n"


@pytest.mark.parametrize("address", ["file:///etc/hosts", "javascript:x", "ssh://-oX", "data:,x"])
def test_sec_08_what_is_no_page_is_no_address_of_one(address: str) -> None:
    found = only(rss(item(link=address)))
    assert (found.url, "url" in found.meta) == ("", False)


AUTHORS = {
    "FD-24 a newline": ("<author>甲\n乙</author>", "甲 乙"),
    "mail and name": ("<author>a@e.example (甲)</author>", "甲"),
    "name and mail": ("<dc:creator>甲 &lt;a@e.example&gt;</dc:creator>", "甲"),
    "two": ("<dc:creator>甲</dc:creator><dc:creator>乙</dc:creator>", "甲、乙"),
    "SEC-02": ("<author>甲\x1b[2J</author>", "甲␛[2J"),
    "none": ("", ""),
    "a byline": ("<dc:creator>By 甲 Li</dc:creator>", "甲 Li"),
    "a Chinese byline": ("<dc:creator>作者：甲</dc:creator>", "甲"),
    "a name that begins like a byline": ("<dc:creator>Byron</dc:creator>", "Byron"),
}


@pytest.mark.parametrize(("written", "author"), AUTHORS.values(), ids=AUTHORS.keys())
def test_authors(written: str, author: str) -> None:
    assert only(rss(item() + written)).author == author


def test_xhtml_of_atom_with_formulas() -> None:
    entry = (
        '<title type="html">A &amp;amp; &lt;i&gt;B&lt;/i&gt;</title>'
        "<author><name>甲</name></author>"
        '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>得 '
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi>'
        '<annotation encoding="application/x-tex">x^2</annotation></semantics></math>。</p>'
        "<table><tr><td>a|b</td><td>c</td></tr></table></div></content>"
    )
    found = only(atom(entry))
    assert (found.title, found.author) == ("A & B", "甲")
    assert found.body == "得 $x^2$。\n\n| a\\|b | c |\n| --- | --- |\n"


def test_rdf() -> None:
    text = (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<channel rdf:about="x"><title>源</title></channel><item rdf:about="https://e.example/1">'
        "<title>题</title><link>https://e.example/1</link><dc:date>2024-11-03</dc:date>"
        "<dc:creator>甲</dc:creator><description>文</description></item></rdf:RDF>"
    )
    found = only(text)
    assert (found.title, found.author, str(found.date), found.source) == (
        "题",
        "甲",
        "2024-11-03",
        "源",
    )


def test_rss_0_91_and_a_feed_that_ends_in_the_middle() -> None:
    old = '<rss version="0.91"><channel><item><title>甲</title></item></channel></rss>'
    assert [one.title for one in read(old).items] == ["甲"]
    cut = rss(item("甲"), item("乙", text="很长的一段"))
    assert [one.title for one in read(cut[: cut.index("一段")]).items] == ["甲", "乙"]


def test_json_feed() -> None:
    data = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "源",
        "home_page_url": "https://e.example/",
        "authors": [{"name": "甲"}],
        "items": [
            {"id": 7, "url": "/1", "title": "一", "content_html": "<p>文 <b>粗</b></p>",
             "date_published": "2024-11-03T00:30:00+08:00", "tags": ["t", 3, None]},
            {"id": "b", "content_text": "a < b\n- c\n\n二", "authors": [{"name": "乙"}]},
            "no item",
            {},
        ],
    }  # fmt: skip
    feed = read(json.dumps(data))
    first, second = feed.items
    assert (first.guid, first.url, first.author) == ("7", "https://e.example/1", "甲")
    assert (str(first.date), first.body, first.meta["tags"]) == (
        "2024-11-03",
        "文 **粗**\n",
        ["t", "3"],
    )
    assert (second.title, second.author, second.body) == ("a < b", "乙", "a < b\\\n\\- c\n\n二\n")


def test_the_plain_text_of_a_json_feed_holds_no_tags() -> None:
    text = "put <div> and\nvector<T> in\n\na &amp; b"
    data = {"version": "https://jsonfeed.org/version/1", "items": [{"content_text": text}]}
    (found,) = read(json.dumps(data)).items
    assert found.body == "put \\<div> and\\\nvector\\<T> in\n\na \\&amp; b\n"


def test_sec_02_in_every_place_of_a_json_feed() -> None:
    odd = "甲\x1b[2J\x9b31m\x07\u202e\r乙"
    entry: dict[str, object] = dict.fromkeys(("id", "url", "title", "content_html"), odd)
    entry |= {"authors": [{"name": odd}], "tags": [odd], "attachments": [{"url": odd}]}
    found = only(json.dumps({"title": odd, "home_page_url": odd, "items": [entry]}))
    text = dump_front_matter(found.meta, found.body) + found.title + found.url + found.guid
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


BOMB = (
    "<!DOCTYPE lolz [<!ENTITY lol 'ha'><!ENTITY a '&lol;&lol;&lol;'><!ENTITY b '&a;&a;&a;'>"
    "<!ENTITY nbsp '&#160;'>]>"
)


@pytest.mark.parametrize(
    "head",
    [
        BOMB,
        "<!DOCTYPE rss SYSTEM 'file:///etc/hostname'>",
        "<!DOCTYPE rss [<!ENTITY b SYSTEM 'file:///etc/hostname'>]>",
        "<!DOCTYPE rss [<!ENTITY % x SYSTEM 'http://127.0.0.1:1/x.dtd'> %x; ]>",
        "<!DOCTYPE rss PUBLIC '-//x//DTD RSS 0.91//EN' 'http://e.example/d' [ <!-- ]> --> ]>",
        "<!DOCTYPE rss [ <!ENTITY b ",
    ],
)
def test_dtds_and_their_entities_are_not_followed(head: str) -> None:
    feed = read(rss(item("题 &b;", text="甲&b;乙"), head=head))
    assert (feed.items[0].title, feed.items[0].body) == ("题 &b;", "甲\\&b;乙\n")
    assert any("DTD" in note.en for note in feed.notes)


def test_an_honest_entry_with_many_entities() -> None:
    text = "&lt;p&gt;数据 &amp;lt; 值 &amp;amp; 据&lt;/p&gt;\n" * 27_500
    found = only(rss(item(text=text + "x" * 3_000_000)))
    assert found.body.count("数据 < 值 & 据") == 27_500


@pytest.mark.parametrize(
    "name",
    ["feed.xml", "a/甲.rss", "https://e.example/feed"],
)
def test_a_feed_without_a_name_is_called_by_its_place(name: str) -> None:
    (found,) = read_feed(Spool(rss(item(), title="").encode()), name).items
    assert found.source
    assert re.fullmatch(r"[\w-]+", found.source)


def test_a_source_that_is_given_is_kept() -> None:
    (found,) = read_feed(Spool(rss(item()).encode()), "x", source="mine").items
    assert found.source == found.meta["source"] == "mine"


ODD = "<>&;#![]CDATA-/='\" \n\x00\x1b甲a1"


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from(ODD), max_size=120), st.binary(max_size=60))
def test_no_text_brings_a_feed_down(text: str, data: bytes) -> None:
    feed = read(rss(item("甲", text=text)).encode().replace("文".encode(), data))
    assert [one.title for one in feed.items][:1] in (["甲"], [])
    try:
        read(data + text.encode())
    except VibeError as error:
        assert "feed.xml" in error.message.en


OTHER_LANGUAGES = (
    ("sam., 01 août 2026 10:00:00 +0200", dt.date(2026, 8, 1)),
    ("Sábado, 01 Ago 2026", dt.date(2026, 8, 1)),
    ("1 de agosto de 2026", dt.date(2026, 8, 1)),
    ("Di, 1. Dezember 2026", dt.date(2026, 12, 1)),
    ("Mi, 14 Mär 2026 10:00:00 GMT", dt.date(2026, 3, 14)),
    ("Сб, 09 май 2026 10:00:00 +0300", dt.date(2026, 5, 9)),
    ("Xyz, 09 Quark 2026", None),
)


@pytest.mark.parametrize(("written", "day"), OTHER_LANGUAGES)
def test_months_in_other_languages(written: str, day: dt.date | None) -> None:
    assert only(rss(item(date=written))).date == day


def test_cdata_that_was_never_closed_hides_nothing() -> None:
    open_ = "<title>一</title><description><![CDATA[甲 <b>乙</b></description>"
    feed = read(rss(open_, "<title><![CDATA[二]]></title><description>丙</description>", open_))
    assert [(one.title, one.body) for one in feed.items] == [
        ("一", "甲 **乙**\n"),
        ("二", "丙\n"),
        ("一", "甲 **乙**\n"),
    ]
    assert [note.en for note in feed.notes] == ["2 CDATA without an end"]


ENDLESS = {
    "openers of CDATA": rss(item(text="<![CDATA[" * 100_000)),
    "unclosed CDATA in each item": rss(*["<description><![CDATA[x</description>"] * 1_000),
    "a subset of comments": f"<!DOCTYPE rss [{'<!---->' * 60}<rss version='2.0'></rss>",
    "openers of comments": "<!--" * 250_000 + rss(item()),
    "openers of instructions": "<?" * 500_000 + rss(item()),
    "tags in a title": rss(item("&lt;b>" * 70_000)),
    "tags without an end": rss(item(text="&lt;b " * 70_000)),
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
def test_md_20_patterns_that_repeat_come_to_an_end(text: str) -> None:
    """Each of these would take minutes where a pattern is looked for from every place anew."""
    try:
        items = read(text).items
    except VibeError:
        return
    assert len(items) <= 1_000


def test_fd_19_a_base_ends_with_what_has_it() -> None:
    """Planets put a base on the text of each entry; the links of the next one have none of it."""
    own = '<content type="html" xml:base="https://one.example/x/">&lt;img src="1.png"></content>'
    plain = '<content type="html">&lt;img src="2.png"></content>'
    first, second = read(
        atom(
            f'<title>甲</title><id>1</id>{own}<link href="p1"/>',
            f'<title>乙</title><id>2</id>{plain}<link href="p2"/>',
        ),
        url="https://feed.example/f/",
    ).items
    assert (first.url, first.body) == (
        "https://feed.example/f/p1",
        "![](https://one.example/x/1.png)\n",
    )
    assert (second.url, second.body) == (
        "https://feed.example/f/p2",
        "![](https://feed.example/f/2.png)\n",
    )


def test_what_a_server_says_before_a_feed_is_skipped() -> None:
    before = "<br />\n<b>Warning</b>: Undefined index in <b>/x.php</b> on line <b>3</b><br />\n"
    feed = read((before + rss(item("甲"))).encode())
    assert [one.title for one in feed.items] == ["甲"]
    assert "skipped" in feed.notes[0].en


WHOLE = (
    rss(item("甲")),
    rss(item("甲")) + "<!-- x -->",
    rss(item("甲")) + "<script>x</script></html>",
    atom("<title>甲</title>"),
    "<rss version='2.0'/>",
    "",
    '{"version": "https://jsonfeed.org/version/1", "title": "", "items": []}',
)


@pytest.mark.parametrize("text", WHOLE)
def test_a_feed_with_an_end_is_whole(text: str) -> None:
    assert read(text.encode()).whole


@pytest.mark.parametrize("lost", [20, 40, 60])
def test_a_feed_that_breaks_off_says_so(lost: int) -> None:
    feed = read(rss(item("甲"), item("乙")).encode()[:-lost])
    assert not feed.whole
    assert "breaks off" in feed.notes[-1].en
    assert feed.items[0].title == "甲"
