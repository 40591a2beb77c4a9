"""Faults that users of other feed readers reported, each over a real server into the library."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

import pytest

from tests.sync.desk import Desk
from tests.sync.feeds import atom, item, rss
from tests.sync.web import Answer, WebServer
from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.model.report import Report


@dataclass(frozen=True)
class Stored:
    """A file that a sync wrote."""

    title: str
    meta: dict[str, object]
    body: str


def bring(web: WebServer, desk: Desk, data: bytes | str, kind: str = "application/xml") -> None:
    body = data if isinstance(data, bytes) else data.encode()
    web.answers["/feed"] = Answer(200, body, {"Content-Type": kind})
    if desk.service.keeper.read()[0].get("s") is None:
        desk.add_raw(web.url("/feed"), "s", timeout=60)
    desk.sync()


def stored(desk: Desk) -> list[Stored]:
    """The files of the library by their dates and titles."""
    found = []
    for path in sorted(desk.paths.library.rglob("*.md")):
        meta, body, _, problems = read_front_matter(path.read_text("utf-8"), path.name)
        assert problems == ()
        title = meta.get("feed_title") or meta["title"]
        found.append(Stored(str(title), dict(meta), body.strip("\n")))
    return found


def one(web: WebServer, desk: Desk, data: bytes | str, kind: str = "application/xml") -> Stored:
    bring(web, desk, data, kind)
    (found,) = stored(desk)
    return found


def note(desk: Desk) -> str:
    (status,) = desk.service.sources()
    return status.visit.note.en if status.visit.note else ""


def error(desk: Desk) -> str:
    (status,) = desk.service.sources()
    return status.visit.error.en if status.visit.error else ""


GB2312 = ' encoding="gb2312"'
ENCODED = {
    "FD-01 GBK called gb2312 with a stray byte": (
        rss(item("朱镕基讲话", text="正文一段@"), declaration=GB2312)
        .encode("gbk")
        .replace(b"@", b"\xff"),
        "application/xml",
        ("朱镕基讲话", "正文一段\ufffd"),
    ),
    "FD-02 only the header tells": (
        rss(item("研究报告")).encode("gbk"),
        "application/xml; charset=gbk",
        ("研究报告", "文"),
    ),
    "FD-02 UTF-8 wins over what is claimed": (
        rss(item("研究报告"), declaration=' encoding="iso-8859-1"').encode(),
        "application/xml; charset=ISO-8859-1",
        ("研究报告", "文"),
    ),
    "FD-02 windows-1251 called latin-1": (
        rss(item("Отчёт о рынке", text="Рынок растёт быстро"), title="Лента").encode("cp1251"),
        "application/xml; charset=iso-8859-1",
        ("Отчёт о рынке", "Рынок растёт быстро"),
    ),
    "FD-03 Big5": (
        rss(
            item("許功蓋", text="許功蓋的報告內容"), declaration=' encoding="big5"', title="訂閱"
        ).encode("big5"),
        "application/xml",
        ("許功蓋", "許功蓋的報告內容"),
    ),
    "UTF-16 with a mark": (
        rss(item("报告"), declaration=' encoding="utf-16"').encode("utf-16"),
        "application/xml",
        ("报告", "文"),
    ),
    "a mark and leading blank lines": (
        b"\xef\xbb\xbf\n\n" + rss(item("报告")).encode(),
        "application/xml",
        ("报告", "文"),
    ),
}


@pytest.mark.parametrize(("data", "kind", "words"), ENCODED.values(), ids=ENCODED.keys())
def test_encodings(
    web: WebServer, desk: Desk, data: bytes, kind: str, words: tuple[str, str]
) -> None:
    found = one(web, desk, data, kind)
    assert (found.title, found.body) == words


def test_fd_05_bare_ampersands(web: WebServer, desk: Desk) -> None:
    found = one(web, desk, rss(item("R&D 支出", link="https://e.example/?a=1&q=80")))
    assert (found.title, found.meta["url"]) == ("R&D 支出", "https://e.example/?a=1&q=80")
    assert note(desk) == "2 bare & were read as text"


def test_fd_06_control_codes_and_cut_characters(web: WebServer, desk: Desk) -> None:
    data = rss(item(text="甲@乙#丙")).encode().replace(b"@", b"\0\x13").replace(b"#", b"\xe6\x96")
    assert one(web, desk, data).body == "甲乙\ufffd丙"


@pytest.mark.parametrize("data", [b'<rss version="2.0"></rss>', b"", b"  \n "])
def test_fd_08_nothing_in_it(web: WebServer, desk: Desk, data: bytes) -> None:
    bring(web, desk, data)
    assert (stored(desk), error(desk)) == ([], "")


def test_fd_09_pages_instead_of_feeds(web: WebServer, desk: Desk) -> None:
    page = b"<!doctype html><title>Sign in</title><input type=password>"
    for number, (status, words) in enumerate(
        ((500, "HTTP 500"), (200, "a login page"), (404, "HTTP 404"), (429, "HTTP 429"))
    ):
        headers = {"Content-Type": "text/html", "Retry-After": "900"}
        web.answers[f"/{number}"] = Answer(status, page, headers)
        desk.add_raw(web.url(f"/{number}"), f"s{number}")
        result = desk.sync(f"s{number}")
        assert words in result.errors[0].message.en
        assert "syntax" not in result.errors[0].message.en
    asked = [one.path for one in web.asked]
    desk.sync()
    assert [one.path for one in web.asked].count("/3") == asked.count("/3")


DATES = {
    "FD-17 a named zone": ("Sun, 03 Nov 2024 09:05:00 EST", "2024-11-03", "09:05:00-05:00"),
    "FD-17 no zone is UTC": ("Sun, 03 Nov 2024 09:05:00", "2024-11-03", "09:05:00+00:00"),
    "FD-17 a colon": ("Sun, 03 Nov 2024 23:05:00 +08:00", "2024-11-03", "23:05:00+08:00"),
    "FD-18 1601": ("Mon, 01 Jan 1601 00:00:00 GMT", "1601-01-01", "00:00:00"),
    "FD-18 2041": ("Tue, 01 Jan 2041 00:00:00 GMT", "2041-01-01", "00:00:00"),
    "FD-18 9999": ("Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31", "23:59:59"),
}


@pytest.mark.parametrize(("written", "day", "clock"), DATES.values(), ids=DATES.keys())
def test_dates(web: WebServer, desk: Desk, written: str, day: str, clock: str) -> None:
    found = one(web, desk, rss(item(date=written)))
    assert str(found.meta["date"]) == day
    assert clock in str(found.meta["published"])


def test_fd_18_what_is_to_come_does_not_stay_on_top(web: WebServer, desk: Desk) -> None:
    future = item("未来", "f", date="Fri, 31 Dec 9999 23:59:59 GMT")
    bring(web, desk, rss(future, item("今天", "t", date="Wed, 12 Aug 2026 08:00:00 GMT")))
    listed: tuple[Report, ...] = desk.service.reports().reports
    assert [report.title for report in listed] == ["今天", "未来"]


ADDRESSES = {
    "FD-19 xml:base": (
        atom(
            '<title>题</title><id>1</id><content type="html">&lt;img src="t.png"></content>',
            base=' xml:base="https://e.example/r/"',
        ),
        "![](https://e.example/r/t.png)",
    ),
    "FD-19 no scheme": (
        rss(item(link="https://e.example/", text="&lt;img src='//cdn.example/x.png'>")),
        "![](https://cdn.example/x.png)",
    ),
}


@pytest.mark.parametrize(("data", "shown"), ADDRESSES.values(), ids=ADDRESSES.keys())
def test_relative_addresses(web: WebServer, desk: Desk, data: str, shown: str) -> None:
    assert one(web, desk, data).body == shown


def test_fd_19_a_relative_link(web: WebServer, desk: Desk) -> None:
    assert one(web, desk, rss(item(link="/r/1"))).meta["url"] == web.url("/r/1")


def test_fd_20_the_full_text_whatever_stands_first(web: WebServer, desk: Desk) -> None:
    parts = (
        "<content:encoded>全文，比导语长得多。</content:encoded>",
        "<description>导语</description>",
    )
    texts = []
    for number, order in enumerate((parts, parts[::-1])):
        bring(web, desk, rss(f"<title>题</title><guid>{number}</guid>{''.join(order)}"))
        texts.append(stored(desk)[-1].body)
    assert texts == ["全文，比导语长得多。"] * 2


def test_fd_21_escaped_cdata(web: WebServer, desk: Desk) -> None:
    text = "&lt;![CDATA[结论正文]]&gt;"
    assert one(web, desk, rss(item(text=text))).body == "结论正文"


def test_fd_24_breaks_in_names_and_no_title(web: WebServer, desk: Desk) -> None:
    bring(
        web,
        desk,
        rss(
            item("一\n二\t三: 四", "1") + "<author>甲\n乙</author>",
            item("", "2", text="&lt;p>开头的话。后面的话。&lt;/p>"),
        ),
    )
    assert sorted(found.title for found in stored(desk)) == ["一 二 三: 四", "开头的话。"]
    assert {found.meta.get("author") for found in stored(desk)} == {"甲 乙", None}


def test_fd_29_a_hundred_thousand_entities(web: WebServer, desk: Desk) -> None:
    text = "&lt;p>" + "数据 &amp;lt; 阈值，" * 110_000 + "&lt;/p>"
    found = one(web, desk, rss(item(text=text)))
    assert found.body.count("<") == 110_000
    assert error(desk) == ""


def test_sec_11_no_file_that_a_dtd_names_is_opened(
    web: WebServer, desk: Desk, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("机密", "utf-8")
    head = f'<!DOCTYPE rss SYSTEM "{secret.as_uri()}" [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    found = one(web, desk, rss(item("题 &x;", text="甲&x;乙"), head=head))
    assert "机密" not in found.body + found.title
    assert note(desk).startswith("its DTD and entities were not followed")


def test_sec_16_entities_that_multiply(web: WebServer, desk: Desk) -> None:
    bomb = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    head = f'<!DOCTYPE rss [<!ENTITY e0 "x">{bomb}]>'
    found = one(web, desk, rss(item("题", text="前&e9;后"), head=head))
    assert len(found.body) < 20


def test_sec_15_scripts_give_no_words(web: WebServer, desk: Desk) -> None:
    page = "前<script>x()</script><style>b{}</style><iframe src='javascript:x'></iframe>后"
    bring(
        web,
        desk,
        rss(
            item("甲", "1", text=escape(page)), item("乙", "2", text=escape(f"<![CDATA[{page}]]>"))
        ),
    )
    assert [re.sub(r"\s", "", found.body) for found in stored(desk)] == ["前后", "前后"]


HOSTILE = {
    "SEC-01": "年报\x1b]8;;https://evil.example\x07点此\x1b]8;;\x07",
    "SEC-02": "甲\x1b[2J\x1b]0;x\x07\x1b]52;c;eA==\x07\x9b31m" + "\x07" * 50 + "\r假行\u202e",
    "SEC-04": "[/年报/2024] 数据",
    "SEC-05": "[TODO] [重要] [IMPORTANT] [red]红[/red] [[a b] c]",
    "SEC-07": "[@click=]甲[/] [@click=app.quit]甲[/]",
    "SEC-09": '"; touch /tmp/pwn; # $(touch /tmp/pwn)',
    "a path": "../../../etc/passwd",
    "a device": "CON",
    "five hundred characters": "长" * 500,
    "emoji only": "📈🇨🇳👩‍🔬",
}


@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_titles(web: WebServer, desk: Desk, title: str) -> None:
    found = one(web, desk, rss(item(escape(title), "1", text=escape(f"<p>{escape(title)}</p>"))))
    for words in (found.title, found.body, *(path for path in desk.files)):
        assert re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", words) is None
    kept = "".join(filter(str.isalpha, title))
    assert "".join(filter(str.isalpha, found.title)) == kept
    for path in desk.files:
        assert re.fullmatch(r"2026/2026-08-12-[^/\\]+\.md", path)
        assert len(Path(path).name.encode()) <= 255


def test_sec_08_dangerous_schemes(web: WebServer, desk: Desk) -> None:
    bad = ("javascript:x", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "\tjavascript:x")
    for number, address in enumerate((*bad, "file:///etc/hosts", "smb://h/x", "ssh://-oX")):
        bring(web, desk, rss(item(f"题{number}", str(number), link=address)))
    assert [found.meta.get("url") for found in stored(desk)] == [None] * 8
    links = "".join(f"<a href='{address}'>词{n}</a>" for n, address in enumerate(bad))
    bring(web, desk, rss(item("链接", "9", text=escape(links))))
    (found,) = (found for found in stored(desk) if found.title == "链接")
    assert found.body == "词0词1词2词3词4"


TABLES = {
    "HT-01 blocks in cells": (
        "<table><tr><th>a</th><th>b</th></tr>"
        "<tr><td><p>甲</p><p>乙</p></td><td><ul><li>一</li><li>二</li></ul></td></tr></table>",
        "| a | b |\n| --- | --- |\n| 甲<br>乙 | • 一<br>• 二 |",
    ),
    "HT-02 pipes": (
        "<table><tr><th>a</th></tr><tr><td>涨|跌</td></tr><tr><td>左\\|右</td></tr>"
        "<tr><td><code>a|b</code></td></tr></table>",
        "| a |\n| --- |\n| 涨\\|跌 |\n| 左\\\\\\|右 |\n| `a\\|b` |",
    ),
    "HT-05 underscores in code": (
        "<div><pre><code><span>net_profit_ratio</span></code></pre></div>",
        "```\nnet_profit_ratio\n```",
    ),
    "HT-06 deep": ("<div>" * 3000 + "结论" + "</div>" * 3000, "结论"),
    "HT-06 unclosed": ("<p>甲<b>乙", "甲**乙**"),
    "HT-06 an item without a list": ("<li>甲", "- 甲"),
    "HT-07 lists inside lists": (
        "<ul><li>甲<ol><li>乙<ul><li>丙</li></ul></li></ol></li></ul>",
        "- 甲\n  1. 乙\n     - 丙",
    ),
    "HT-09 closed twice": ("<ul><li>甲</ul></ul>", "- 甲"),
}


@pytest.mark.parametrize(("html", "markdown"), TABLES.values(), ids=TABLES.keys())
def test_html(web: WebServer, desk: Desk, html: str, markdown: str) -> None:
    assert one(web, desk, rss(item(text=escape(html)))).body == markdown


def test_a_picture_that_comes_with_an_entry_is_kept_where_the_source_says_so(
    web: WebServer, desk: Desk
) -> None:
    web.answers["/c.png"] = Answer(200, b"\x89PNG", {"Content-Type": "image/png"})
    web.answers["/f"] = Answer(
        200, rss(item(text="文") + '<enclosure url="/c.png" type="image/png"/>').encode()
    )
    desk.add(web.url("/f"), "s", images=True)
    desk.sync()
    (found,) = stored(desk)
    picture = re.fullmatch(r"文\n\n!\[c\.png\]\(\.\./(assets/\w+\.png)\)", found.body)
    assert picture
    assert desk.files[picture[1]] == b"\x89PNG"
    asked = len(web.asked)
    web.answers["/f"] = Answer(200, rss(item("新", "2"), item(text="文")).encode())
    desk.sync()
    assert [one.path for one in web.asked[asked:]] == ["/f"]
