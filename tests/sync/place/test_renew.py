"""What a source has now against what is stored: nothing that was whole is taken away by less."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from tests.sync.desk import Desk, desk_in, feed
from tests.sync.desk import item as json_item
from tests.sync.feeds import atom, item, rss
from tests.sync.web import Answer, WebServer
from vibe_tui.library.store import Store
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origins
from vibe_tui.sync.feed.split import SplitFeed
from vibe_tui.sync.import_files import import_paths
from vibe_tui.sync.incoming import ImportResult
from vibe_tui.sync.place.renew import says_less

WHOLE = "".join(f"全文的第{n}句话有好几个字。" for n in "甲乙丙丁戊己庚辛壬癸")
DAY = "Tue, 11 Aug 2026 08:00:00 GMT"


class Shelf:
    """A library that one feed file is imported into, again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = folder / "library"

    def bring(
        self, text: str | bytes, name: str = "feed.xml", *, state: str = "s.db", day: int = 12
    ) -> ImportResult:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        origins = Origins(StateDatabase.open(self.folder / state), self.library)
        today = dt.date(2026, 8, day)
        return import_paths([path], Store(self.library), origins, today=today)

    @property
    def reports(self) -> dict[str, str]:
        return {
            path.name: path.read_text("utf-8")
            for path in sorted(self.library.rglob("*.md"))
            if ".incoming" not in path.name
        }

    @property
    def beside(self) -> dict[str, str]:
        return {
            re.sub(r".*(\.incoming.*)", r"\1", path.name): path.read_text("utf-8")
            for path in sorted(self.library.rglob("*.incoming*.md"))
        }

    @property
    def only(self) -> Path:
        (path,) = (one for one in self.library.rglob("*.md") if ".incoming" not in one.name)
        return path


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def one(text: str, guid: str = "1") -> str:
    return rss(item("甲报告", guid, f"https://e.example/{guid}", DAY, text))


TEXTS = tuple(f"{n}一。&lt;p&gt;二{n}，写着 &lt;/rss&gt; 和字。" for n in "甲乙")


def _named(at: int) -> tuple[str, str, str]:
    return f"题{at}", f"id-{at}", f"https://e.example/{at}"


def _rss() -> str:
    return rss(*(item(*_named(at), DAY, text) for at, text in zip((1, 11), TEXTS, strict=True)))


def _cdata() -> str:
    """With the text first, and names behind it."""
    return rss(
        *(
            f"<title>题{at}</title><description><![CDATA[<p>{unescape(text)}</rss>]]></description>"
            f"<link>https://e.example/{at}</link><guid>id-{at}</guid>"
            for at, text in zip((1, 11), TEXTS, strict=True)
        )
    )


def _atom() -> str:
    return atom(
        *(
            f'<title>题{at}</title><id>id-{at}</id><link href="https://e.example/{at}"/>'
            f'<updated>2026-08-11T08:00:00Z</updated><content type="html">{text}</content>'
            for at, text in zip((1, 11), TEXTS, strict=True)
        )
    )


def _json() -> str:
    return feed([json_item(n, content_html=WHOLE[:20] + str(n)) for n in (1, 11)]).body.decode()


def _dump() -> str:
    text = "概述\n\n正文{n}。\n\n第二句。\n\n参考资料\n\n[1] 甲{n}\n"
    return "源\n\n" + "\n".join(
        f"{n}报告\n\nAnn — Tue, {n} Aug 2026 08:00:00 GMT\n\n{n}报告\n\n{text.format(n=n)}"
        for n in (10, 11)
    )


FORMATS = {
    "RSS": (_rss, "f.xml"),
    "RSS with names last": (_cdata, "f.xml"),
    "Atom": (_atom, "f.xml"),
    "JSON Feed": (_json, "f.json"),
    "dump": (_dump, "f.txt"),
}


@pytest.mark.parametrize("make", [_rss, _cdata, _atom])
def test_a_feed_that_is_cut_anywhere_says_so_and_has_no_half_tag(make: Callable[[], str]) -> None:
    text = make()
    for stop in range(text.index("<title>"), text.rindex("</")):
        split = SplitFeed(iter([text[:stop]]))
        assert not re.search("<[^<>]*$", "".join(split.entries())), stop
        assert split.is_whole == bool(re.search("</(channel|feed)>$", text[:stop])), stop


@pytest.mark.parametrize(("make", "name"), FORMATS.values(), ids=FORMATS)
def test_a_feed_that_is_cut_takes_nothing_away(
    shelf: Shelf, make: Callable[[], str], name: str
) -> None:
    data = make().encode()
    assert len(shelf.bring(data, name).added) == 2
    whole = shelf.reports
    for stop in range(len(data) - 1, 0, -max(1, len(data) // 24)):
        result = shelf.bring(data[:stop], name)
        assert (result.added, result.updated, shelf.reports) == ((), (), whole), stop
    assert shelf.bring(data, name) == ImportResult(unchanged=2)
    assert shelf.beside == {}


def test_a_changed_text_of_an_answer_that_breaks_off_waits_beside(shelf: Shelf) -> None:
    shelf.bring(one(WHOLE))
    whole = shelf.reports
    new = one("另一版。" + WHOLE)
    result = shelf.bring(new[: new.rindex("</item>")])
    assert (result.updated, len(result.skipped)) == ((), 1)
    assert "broke off" in result.skipped[0].message.en
    assert (shelf.reports, list(shelf.beside)) == (whole, [".incoming.md"])
    assert shelf.bring(new).updated == (shelf.only.stem,)
    assert shelf.beside == {}


def test_a_sync_whose_answer_is_cut_says_so_and_is_made_good(web: WebServer, desk: Desk) -> None:
    data = one(WHOLE).encode()
    desk.add_raw(web.url("/f"), "s")
    web.answers["/f"] = Answer(200, data)
    desk.sync()
    whole = desk.files
    web.answers["/f"] = Answer(200, data[: data.index("好几".encode()) + 60])
    result = desk.sync()
    assert (result.added, result.updated, desk.files) == ((), (), whole)
    assert "breaks off" in result.sources[0].notes[-1].message.en
    web.answers["/f"] = Answer(200, one(WHOLE + "更正。").encode())
    assert len(desk.sync().updated) == 1


EMPTY = ("", " ", "&lt;p&gt;&lt;/p&gt;", "&lt;div&gt;&amp;nbsp;&lt;/div&gt;")


@pytest.mark.parametrize("text", EMPTY)
def test_an_emptied_text_is_dropped_and_told(shelf: Shelf, text: str) -> None:
    shelf.bring(one(WHOLE))
    whole = shelf.reports
    result = shelf.bring(one(text))
    assert (result.updated, result.unchanged, len(result.skipped)) == ((), 0, 1)
    assert "empty" in result.skipped[0].message.en
    assert (shelf.reports, shelf.beside) == (whole, {})
    assert shelf.bring(one(text)) == ImportResult(unchanged=1)
    assert shelf.bring(one(WHOLE + "补一句。")).updated == (shelf.only.stem,)


TEASERS = {
    "an invitation": "Please subscribe",
    "a wall in Chinese": "本文仅限会员阅读，请登录后查看全文。",
    "a link": '&lt;a href="https://e.example/a/very/long/address/of/comments"&gt;Comments&lt;/a&gt;',
    "the first words": "全文的第甲句话有好几个字。全文的第…",
    "most of it, cut": WHOLE[:-20] + " […]",
    "most of it, cut, and a footer": WHOLE[:-30] + " […]&lt;p&gt;The post appeared on E.&lt;/p&gt;",
    "most of it, and a way to more": WHOLE[:-40] + "&lt;p&gt;Read more at E.&lt;/p&gt;",
    "all but its end": WHOLE[:-12],
    "half of it": WHOLE[: len(WHOLE) // 2].replace("有", "没有"),
}


@pytest.mark.parametrize("text", TEASERS.values(), ids=TEASERS)
def test_much_less_goes_beside_what_is_stored(shelf: Shelf, text: str) -> None:
    shelf.bring(one(WHOLE))
    whole = shelf.reports
    result = shelf.bring(one(text))
    assert (result.updated, len(result.skipped)) == ((), 1)
    assert "shorter" in result.skipped[0].message.en
    assert list(shelf.beside) == [".incoming.md"]
    assert shelf.reports == whole
    assert shelf.bring(one(text)) == ImportResult(unchanged=1)
    assert shelf.bring(one(WHOLE + "补一句。")).updated == (shelf.only.stem,)
    assert shelf.beside == {}


CORRECTIONS = {
    "a word": WHOLE.replace("好几个", "几个", 1),
    "its first sentence less": WHOLE[12:],
    "a fifth less": "如今" + WHOLE[: -len(WHOLE) // 5],
    "other words": "换了一种说法，字数差不多。" * 11,
    "more": WHOLE * 2,
}


@pytest.mark.parametrize("text", CORRECTIONS.values(), ids=CORRECTIONS)
def test_a_correction_updates(shelf: Shelf, text: str) -> None:
    shelf.bring(one(WHOLE))
    assert shelf.bring(one(text)).updated == (shelf.only.stem,)
    assert shelf.beside == {}


def test_a_text_about_subscriptions_can_be_shortened() -> None:
    stored = "How to subscribe to a feed: first find its address, then give it to the reader."
    assert not says_less(stored.replace("first ", ""), stored)


def test_a_teaser_that_changes_every_day_is_one_file(shelf: Shelf) -> None:
    shelf.bring(one(WHOLE))
    for day in range(5):
        shelf.bring(one(f"Please subscribe: day {day}"))
    assert list(shelf.beside) == [".incoming.md"]


def test_a_text_beside_that_was_edited_is_the_users(shelf: Shelf) -> None:
    shelf.bring(one(WHOLE))
    report = shelf.only
    report.write_text(report.read_text("utf-8") + "\n批注\n", "utf-8")
    shelf.bring(one(WHOLE + "第二版。"))
    first = report.with_name(f"{report.stem}.incoming.md")
    first.write_text(first.read_text("utf-8") + "\n我的合并\n", "utf-8")
    result = shelf.bring(one(WHOLE + "第三版。"))
    assert [".incoming-2.md" in one.message.en for one in result.skipped] == [True]
    assert "我的合并" in shelf.beside[".incoming.md"]
    assert "第三版" in shelf.beside[".incoming-2.md"]
    shelf.bring(one(WHOLE + "第四版。"))
    assert "第四版" in shelf.beside[".incoming-2.md"]
    assert "批注" in report.read_text("utf-8")
    assert len(shelf.reports) == 1


def test_a_teaser_does_not_replace_a_whole_text_that_waits_beside(shelf: Shelf) -> None:
    shelf.bring(one(WHOLE))
    report = shelf.only
    report.write_text(report.read_text("utf-8") + "\n批注\n", "utf-8")
    shelf.bring(one(WHOLE + "第二版。"))
    shelf.bring(one("Please subscribe"))
    assert "第二版" in shelf.beside[".incoming.md"]
    assert "subscribe" in shelf.beside[".incoming-2.md"]


@pytest.mark.parametrize("at", ["the report", "the text beside it"])
def test_an_edit_made_while_the_file_is_written_is_kept(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """As on a slow disk, where to flush takes seconds."""
    shelf.bring(one(WHOLE))
    report = path = shelf.only
    if at == "the text beside it":
        report.write_text(report.read_text("utf-8") + "\n批注\n", "utf-8")
        shelf.bring(one(WHOLE + "第二版。"))
        path = report.with_name(f"{report.stem}.incoming.md")
    real = os.fsync
    edited: list[str] = []

    def slow(number: int) -> None:
        real(number)
        if not edited:
            edited.append(path.read_text("utf-8") + "\n刚写的\n")
            path.write_text(edited[0], "utf-8")

    monkeypatch.setattr(os, "fsync", slow)
    result = shelf.bring(one(WHOLE + "第三版。"))
    assert (result.updated, len(result.skipped)) == ((), 1)
    assert path.read_text("utf-8") == edited[0]
    assert any("第三版" in text for text in shelf.beside.values())


UNDATED = {
    "a guid": rss(item("甲", "id-1", text=WHOLE), item("乙", "id-2", text=WHOLE)),
    "an address": rss(
        item("甲", link="https://e.example/1", text=WHOLE),
        item("乙", link="https://e.example/2", text=WHOLE),
    ),
    "both": rss(item("甲", "id: '1'", "https://e.example/1", text=WHOLE)),
    "its title": rss(item("甲", text=WHOLE), item("乙", text=WHOLE)),
    "an address as guid": rss(item("甲", "https://e.example/1", text=WHOLE)),
}


@pytest.mark.parametrize("text", UNDATED.values(), ids=UNDATED)
def test_undated_reports_are_known_without_state(shelf: Shelf, text: str) -> None:
    added = shelf.bring(text).added
    before = shelf.reports
    for day in (13, 14):
        result = shelf.bring(text, state=f"{day}.db", day=day)
        assert result == ImportResult(unchanged=len(added))
    moved = shelf.library / "收藏" / "一.md"
    moved.parent.mkdir()
    (shelf.library / "2026" / f"{added[0]}.md").rename(moved)
    assert shelf.bring(text, state="15.db", day=15) == ImportResult(unchanged=len(added))
    assert sorted(shelf.reports.values()) == sorted(before.values())


def test_a_note_without_a_date_is_known_without_state(shelf: Shelf) -> None:
    shelf.bring("# 一\n\n文\n", "a.md")
    assert shelf.bring("# 一\n\n文\n", "a.md", state="2.db", day=13) == ImportResult(unchanged=1)


def test_one_guid_for_ten_is_nobodys_without_state(shelf: Shelf) -> None:
    texts = [item(f"第 {n}", "0", f"https://e.example/{n}", text=WHOLE + str(n)) for n in range(10)]
    assert len(shelf.bring(rss(*texts)).added) == 10
    result = shelf.bring(rss(texts[3]), state="2.db", day=13)
    assert result == ImportResult(unchanged=1)


def test_a_library_of_another_machine_is_known_under_another_name(
    web: WebServer, desk: Desk
) -> None:
    entry = {k: v for k, v in json_item(1).items() if k != "date_published"}
    web.answers["/f"] = feed([entry | {"id": "https://e.example/1"}])
    desk.add(web.url("/f"), "there")
    desk.sync()
    files = set(desk.files)
    desk.service.keeper.remove("there")
    desk.service.close()
    desk.paths.state.unlink()
    other = desk_in(desk.paths.library.parent)
    other.add(web.url("/f"), "here")
    assert other.sync().added == ()
    assert set(other.files) == files
