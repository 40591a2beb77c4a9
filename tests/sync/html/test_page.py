"""Saved web pages: the article and what the head says, whatever the page looks like."""

from __future__ import annotations

import pytest

from vibe_tui.sync.html.page import read_page

ARTICLE = "<h1>年度报告：全文</h1><p>" + "正文很长。" * 40 + "</p>"
HEAD = (
    '<meta charset="utf-8"><title>年度报告 | 某网站</title>'
    '<link rel="canonical" href="https://e.example/r/1">'
    '<meta name="author" content="甲"><meta property="article:published_time" '
    'content="2026-08-11T23:30:00-08:00">'
)


def page(body: str, head: str = HEAD) -> bytes:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>".encode()


def test_an_article_with_its_head() -> None:
    body = (
        f"<nav>导航</nav><header>站</header><article>{ARTICLE}<img src=t.png></article><footer>脚"
    )
    found = read_page(page(body), "x")
    assert (found.title, found.author, found.url) == (
        "年度报告：全文",
        "甲",
        "https://e.example/r/1",
    )
    assert (str(found.date), found.published and found.published.isoformat()) == (
        "2026-08-11",
        "2026-08-11T23:30:00-08:00",
    )
    assert found.body == "正文很长。" * 40 + "\n\n![](https://e.example/r/t.png)\n"


FRAMES = {
    "main": f"<nav>导航</nav><main>{ARTICLE}</main><footer>页脚</footer>",
    "role": f"<nav>导航</nav><div role=main>{ARTICLE}</div><footer>页脚</footer>",
    "WeChat": f"<div>栏</div><div id=js_content>{ARTICLE}</div>",
    "nothing marked": f"<nav>导航</nav><div>{ARTICLE}</div><aside>栏</aside><footer>页脚</footer>",
    "several articles": f"<article>短</article><article>{ARTICLE}</article><footer>页脚</footer>",
}


@pytest.mark.parametrize("body", FRAMES.values(), ids=FRAMES.keys())
def test_frames_of_a_page_are_left_out(body: str) -> None:
    found = read_page(page(body), "x")
    assert "正文很长。" in found.body
    assert not any(word in found.body for word in ("导航", "页脚", "栏", "短"))


def test_a_small_article_beside_much_text_hides_none_of_it() -> None:
    found = read_page(page(f"<article>短</article><div>{ARTICLE}</div>"), "x")
    assert "短" in found.body
    assert "正文很长。" in found.body


PARTS = {
    "a form around all": "<form><p>正文</p><p>又一段</p><b>注</b></form>",
    "a note in the text": "<div><p>正文</p><aside>注</aside></div><aside>栏</aside>",
    "who is quoted": "<blockquote><p>正文</p><footer>注</footer></blockquote><footer>页脚</footer>",
}


@pytest.mark.parametrize("body", PARTS.values(), ids=PARTS.keys())
def test_what_stands_in_the_text_is_no_frame(body: str) -> None:
    found = read_page(page(body), "x")
    assert all(word in found.body for word in ("正文", "注"))
    assert not any(word in found.body for word in ("栏", "页脚"))


HEADS = {
    "title of the page": ("<title>甲 - 站</title>", "甲 - 站", ""),
    "open graph": ("<title>站</title><meta name=og:title content='甲 &amp; 乙'>", "甲 & 乙", ""),
    "HTML in it": ("<meta property=og:title content='10&lt;sup&gt;5&lt;/sup&gt; &amp;amp; <T>'>",
                   "10⁵ & <T>", ""),
    "nothing": ("", "名字", ""),
    "JSON-LD": (
        "<script type='application/ld+json'>{\"@graph\": [{\"datePublished\": \"2026-01-02\", "
        "\"author\": [{\"name\": \"甲\"}]}]}</script>",
        "名字", "2026-01-02",
    ),
    "broken JSON-LD": ("<script type='application/ld+json'>{</script>", "名字", ""),
    "Dublin Core": ("<meta name='DC.date' content='2026-01-02'>", "名字", "2026-01-02"),
    "SEC-01": ("<title>年报\x1b[2J</title>", "年报␛[2J", ""),
}  # fmt: skip


@pytest.mark.parametrize(("head", "title", "day"), HEADS.values(), ids=HEADS.keys())
def test_what_heads_say(head: str, title: str, day: str) -> None:
    found = read_page(page("<p>文</p>", head), "名字")
    assert (found.title, str(found.date or "")) == (title, day)


def test_a_time_in_the_article() -> None:
    found = read_page(page("<p>文<time datetime='2026-01-02'>昨天</time></p>", ""), "x")
    assert str(found.date) == "2026-01-02"


@pytest.mark.parametrize("encoding", ["gbk", "big5", "utf-8", "utf-16"])
def test_encodings(encoding: str) -> None:
    html = f"<html><head><meta charset={encoding}><title>研究報告</title></head><p>功能說明"
    found = read_page(html.encode(encoding), "x")
    assert (found.title, found.body) == ("研究報告", "功能說明\n")


def test_the_address_a_browser_noted() -> None:
    html = b"<!-- saved from url=(0021)https://e.example/a/b -->\n<html><a href='c'>x</a></html>"
    found = read_page(html, "x")
    assert (found.url, found.body) == ("https://e.example/a/b", "[x](https://e.example/a/c)\n")


def test_a_page_too_deep_to_look_at() -> None:
    assert read_page(b"<html>" + b"<div>" * 100_000 + "结论".encode(), "名字").body == "结论\n"


SHOWN = {
    "WeChat": '<em id="publish_time">2026年08月11日 23:30</em>',
    "WordPress": '<span class="entry-date">August 11, 2026</span>',
    "behind one that is none": '<meta name="date" content="soon"><p class="date">2026-08-11</p>',
}


@pytest.mark.parametrize("body", SHOWN.values(), ids=SHOWN.keys())
def test_the_date_that_only_a_reader_sees(body: str) -> None:
    found = read_page(page(f"{body}<article>{ARTICLE}</article>", "<title>x</title>"), "x")
    assert str(found.date) == "2026-08-11"
