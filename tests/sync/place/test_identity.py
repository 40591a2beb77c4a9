"""The same article, however its feed changes; different ones, however alike."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tests.sync.feeds import item, rss
from vibe_tui.config import Config
from vibe_tui.paths import Paths
from vibe_tui.service import Service
from vibe_tui.state.origins import Origin
from vibe_tui.sync.incoming import ImportResult, Incoming
from vibe_tui.sync.place.naming import Named, match_all, name_all

DAY = "Tue, 11 Aug 2026 00:00:00 GMT"
NEXT = "Wed, 12 Aug 2026 00:00:00 GMT"
LINK = "https://e.example/L"


class Home:
    """A library behind a service, and feeds saved beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        paths = Paths(
            config=folder / "config.toml",
            sources=folder / "sources.toml",
            library=folder / "library",
            bundled=folder / "bundled",
            state=folder / "state.db",
            cache=folder / "cache",
            explicit=True,
        )
        self.service = Service(paths, Config(), today=lambda: dt.date(2026, 8, 12))

    def bring(self, *items: str, title: str = "源") -> ImportResult:
        path = self.folder / "feed.xml"
        path.write_text(rss(*items, title=title), "utf-8")
        return self.service.import_paths([path])

    def files(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / "library").rglob("*.md"))


@pytest.fixture
def place(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_fd_12_a_new_guid_a_new_title_and_the_old_guid_again(place: Home) -> None:
    (id_,) = place.bring(item("一", "a", LINK, DAY)).added
    place.service.refresh()
    place.service.reading.set_star([place.service.find(id_)], True)
    for changed in (
        item("二", "b", LINK, DAY),
        item("二", "a", LINK, DAY, "新"),
        item("三", "a", LINK, NEXT),
        item("三", "a", "https://e.example/M", NEXT, "再新"),
    ):
        assert place.bring(changed) == ImportResult(updated=(id_,))
    place.service.refresh()
    report = place.service.find(id_)
    assert (report.title, place.service.reading.mark(report).starred) == ("三", True)


def test_fd_11_without_guid_the_link_counts(place: Home) -> None:
    items = [item("一", None, f"{LINK}1"), item("二", "", f"{LINK}2"), item("三", " ", f"{LINK}3")]
    assert len(place.bring(*items).added) == 3
    assert place.bring(*items) == ImportResult(unchanged=3)


def test_fd_13_ten_items_with_one_guid_are_ten(place: Home) -> None:
    items = [item(f"题{n}", "0", f"{LINK}{n}", DAY) for n in range(10)]
    assert len(place.bring(*items).added) == 10
    assert place.bring(*reversed(items)) == ImportResult(unchanged=10)
    # What the feed holds later is none of the ten, although the guid is unique now.
    assert len(place.bring(item("新", "0", f"{LINK}n", NEXT)).added) == 1
    assert len(place.files()) == 11


def test_one_link_for_all_items_tells_none_apart(place: Home) -> None:
    items = [item(f"题{n}", str(n), "https://e.example/", DAY) for n in range(3)]
    assert len(place.bring(*items).added) == 3
    assert place.bring(*items[::-1]) == ImportResult(unchanged=3)
    assert len(place.bring(item("新", "9", "https://e.example/", NEXT)).added) == 1


@pytest.mark.parametrize("guid", [None, "0"])
def test_items_that_differ_in_nothing_but_an_undated_title(place: Home, guid: str | None) -> None:
    items = [item(f"题{n}", guid, LINK) for n in range(4)]
    assert len(place.bring(*items).added) == 4
    assert place.bring(*reversed(items)).unchanged == 4
    assert place.bring(item("题1", guid, LINK, text="新")).updated == ("2026-08-12-题1",)


def test_fd_14_undated_items_stay_on_the_day_they_were_first_seen(place: Home) -> None:
    items = [item("一", "1", LINK), item("二"), item("三", None, f"{LINK}3")]
    ids = place.bring(*items).added
    assert [id_[:10] for id_ in ids] == ["2026-08-12"] * 3
    later = Home(place.folder)
    assert later.bring(*items) == ImportResult(unchanged=3)


def test_an_undated_item_with_a_new_guid_and_link_is_a_new_one(place: Home) -> None:
    place.bring(item("周报", "1", f"{LINK}1"))
    assert len(place.bring(item("周报", "2", f"{LINK}2")).added) == 1


def test_equal_titles_on_one_day(place: Home) -> None:
    first, second = (
        item("快讯", "1", f"{LINK}1", DAY, "甲"),
        item("快讯", "2", f"{LINK}2", DAY, "乙"),
    )
    place.bring(first)
    assert len(place.bring(second, first).added) == 1
    assert place.bring(first, second) == ImportResult(unchanged=2)


def test_items_with_nothing_but_their_text(place: Home) -> None:
    items = [item("快讯", text=text) for text in ("丙", "乙", "甲")]
    assert len(place.bring(*items).added) == 3
    assert place.bring(*items) == ImportResult(unchanged=3)
    # Feeds put the newest first.
    assert len(place.bring(item("快讯", text="丁"), *items).added) == 1


def test_the_same_item_twice_is_one(place: Home) -> None:
    old, new = item("题", "1", LINK, DAY, "旧"), item("题", "1", LINK, DAY, "旧")
    result = place.bring(old, new, old)
    assert (len(result.added), len(result.skipped)) == (1, 2)


def test_two_feeds_with_the_same_news_keep_their_own(place: Home) -> None:
    place.bring(item("快讯", "1", f"{LINK}1", DAY), title="甲源")
    assert len(place.bring(item("快讯", "9", f"{LINK}9", DAY), title="乙源").added) == 1


def test_what_vanished_stays(place: Home) -> None:
    place.bring(item("一", "1", f"{LINK}1", DAY), item("二", "2", f"{LINK}2", DAY))
    assert place.bring(item("二", "2", f"{LINK}2", DAY)) == ImportResult(unchanged=1)
    assert len(place.files()) == 2


DUMP = """\
源

甲报告

Ann — Tue, 11 Aug 2026 00:00:00 GMT

甲报告

概述

纯文本。

参考资料

甲
"""


def test_a_feed_takes_over_what_was_imported_with_its_marks(place: Home) -> None:
    path = place.folder / "dump.txt"
    path.write_text(DUMP, "utf-8")
    (id_,) = place.service.import_paths([path]).added
    place.service.refresh()
    place.service.reading.set_read([place.service.find(id_)], True)
    feed = item("甲报告", "g", LINK, DAY, "&lt;h2&gt;概述&lt;/h2&gt;有 &lt;b&gt;粗体&lt;/b&gt;。")
    assert place.bring(feed, title="另一个名字") == ImportResult(updated=(id_,))
    place.service.refresh()
    report = place.service.find(id_)
    assert (report.url, place.service.reading.mark(report).unread) == (LINK, False)
    assert place.service.import_paths([path]) == ImportResult(unchanged=1)


def test_an_edited_report_keeps_the_edit(place: Home) -> None:
    (id_,) = place.bring(item("一", "1", LINK, DAY)).added
    path = place.folder / "library" / "2026" / f"{id_}.md"
    edited = path.read_text("utf-8") + "\n批注\n"
    path.write_text(edited, "utf-8")
    result = place.bring(item("一", "1", LINK, DAY, "新"))
    assert [one.where for one in result.skipped] == [id_]
    assert path.read_text("utf-8") == edited


NOTE = "---\ntitle: 甲报告\ndate: 2026-08-11\ntags: [我的]\nmine: 1\n---\n\n纯文本。\n"
PAGE = (
    "<html><head><title>甲报告</title><meta name=date content=2026-08-11>"
    f"<link rel=canonical href={LINK}></head><body><article><p>纯文本。</p></article></body></html>"
)


@pytest.mark.parametrize(("name", "text"), [("note.md", NOTE), ("page.html", PAGE)])
def test_a_feed_takes_over_any_file_that_was_imported(place: Home, name: str, text: str) -> None:
    path = place.folder / name
    path.write_text(text, "utf-8")
    (id_,) = place.service.import_paths([path]).added
    place.service.refresh()
    place.service.reading.set_read([place.service.find(id_)], True)
    items = (
        item("甲报告", "g", LINK, DAY, "有 &lt;b&gt;粗体&lt;/b&gt;。"),
        item("乙", "h", LINK + "2", DAY),
    )
    assert place.bring(*items).updated == (id_,)
    assert place.bring(items[0].replace("粗体", "斜体"), items[1]).updated == (id_,)
    place.service.refresh()
    found = place.service.find(id_)
    assert (found.url, place.service.reading.mark(found).unread) == (LINK, False)
    written = place.service.open(found)
    assert "斜体" in written.body
    assert (written.meta.get("mine"), written.meta["title"]) == (
        1 if text == NOTE else None,
        "甲报告",
    )
    assert place.service.import_paths([path]) == ImportResult(unchanged=1)


def test_a_teaser_does_not_replace_what_was_imported_whole(place: Home) -> None:
    path = place.folder / "note.md"
    path.write_text(NOTE.replace("纯文本。", "很长的全文。" * 50), "utf-8")
    (id_,) = place.service.import_paths([path]).added
    for teaser in ("开头……", "改了的开头……"):
        assert place.bring(item("甲报告", "g", LINK, DAY, teaser)) == ImportResult(unchanged=1)
    assert place.files() == [id_]
    place.service.refresh()
    assert "全文" in place.service.open(place.service.find(id_)).body


def test_two_files_of_one_title_are_two(place: Home) -> None:
    for name in ("a.md", "b.md"):
        (place.folder / name).write_text(NOTE + name, "utf-8")
    both = place.service.import_paths([place.folder / "a.md", place.folder / "b.md"])
    assert len(both.added) == 2


def test_an_edited_report_says_that_its_source_has_more_until_that_is_taken(place: Home) -> None:
    (id_,) = place.bring(item("一", "1", LINK, DAY)).added
    path = place.folder / "library" / "2026" / f"{id_}.md"
    path.write_text(path.read_text("utf-8") + "\n批注\n", "utf-8")
    place.bring(item("一", "1", LINK, DAY, "新"))
    beside = path.with_name(f"{id_}.incoming.md")
    place.service.refresh()
    (problem,) = place.service.open(place.service.find(id_)).problems
    assert problem.where == beside.name
    beside.replace(path)
    place.service.refresh()
    assert not place.service.open(place.service.find(id_)).problems
    assert place.bring(item("一", "1", LINK, DAY, "更新")).updated == (id_,)


def report(guid: str, url: str = "", title: str = "题") -> Incoming:
    return Incoming(title, title, "s", guid=guid, url=url)


def test_names_that_are_shared_name_nobody() -> None:
    naming = name_all([report("0", "a"), report("0", "b"), report("1", "b")])
    assert [one.names for one in naming.named] == [("url:a",), ("url:b",), ("guid:1",)]
    assert naming.shared == {"guid:0", "url:b"}


def test_the_surest_name_of_all_wins() -> None:
    x, y = Origin("s", "x", ""), Origin("s", "y", "")
    known = {"guid:1": x, "url:b": x, "url:c": y}
    named = [
        Named(report("9", "b"), ("guid:9", "url:b")),
        Named(report("1", "c"), ("guid:1", "url:c")),
    ]
    found = match_all(named, lambda _, names: next(map(known.get, names), None), {})
    assert found == {1: x}
