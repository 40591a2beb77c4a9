"""Importing into a library: once, again, changed, edited by the user, and what cannot be read."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.library.store import Store
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origins
from vibe_tui.sync.import_files import import_paths
from vibe_tui.sync.incoming import ImportResult

TODAY = dt.date(2026, 8, 12)
DUMP = """\
Some Feed

[栏] 甲报告

Ann — Tue, 11 Aug 2026 23:30:00 -0800

[栏] 甲报告：全名

概述

甲的正文。

参考资料

甲

乙报告

Bob — Mon, 10 Aug 2026 00:00:00 GMT

乙报告

概述

乙的正文。

参考资料

乙
"""
FIRST = "2026-08-11-栏-甲报告"
SECOND = "2026-08-10-乙报告"


class Home:
    """A library, its state, and files to import."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = folder / "library"

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def bring(self, *paths: Path, state: str = "state.db") -> ImportResult:
        database = StateDatabase.open(self.folder / state)
        origins = Origins(database, self.library)
        return import_paths(paths, Store(self.library), origins, today=TODAY)

    def report(self, id_: str) -> Path:
        return self.library / id_[:4] / f"{id_}.md"

    def files(self) -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in self.library.rglob("*.md")}


@pytest.fixture
def place(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_items_become_files_with_front_matter(place: Home) -> None:
    result = place.bring(place.write("feed.txt", DUMP))
    assert result == ImportResult(added=(FIRST, SECOND))
    meta, body, _, problems = read_front_matter(place.report(FIRST).read_text("utf-8"), "x")
    assert problems == ()
    assert {key: str(value) for key, value in meta.items()} == {
        "title": "[栏] 甲报告：全名",
        "feed_title": "[栏] 甲报告",
        "column": "栏",
        "date": "2026-08-11",
        "published": "2026-08-11T23:30:00-08:00",
        "author": "Ann",
        "source": "some-feed",
        "genre": "note",
        "lang": "zh",
    }
    assert body.strip() == "## 概述\n\n甲的正文。\n\n## 参考资料\n\n- 甲"


def test_importing_again_touches_nothing(place: Home) -> None:
    path = place.write("feed.txt", DUMP)
    place.bring(path)
    before = place.files()
    assert place.bring(path) == ImportResult(unchanged=2)
    assert place.files() == before


def test_a_changed_item_keeps_its_id(place: Home) -> None:
    place.bring(place.write("feed.txt", DUMP))
    changed = DUMP.replace("甲的正文。", "甲的新正文。").replace(
        "[栏] 甲报告：全名", "[栏] 甲报告：改名"
    )
    assert place.bring(place.write("feed.txt", changed)) == ImportResult(
        updated=(FIRST,), unchanged=1
    )
    text = place.report(FIRST).read_text("utf-8")
    assert "甲的新正文。" in text
    assert "改名" in text
    assert len(place.files()) == 2


def test_a_file_that_the_user_moved_is_followed(place: Home) -> None:
    place.bring(place.write("feed.txt", DUMP))
    moved = place.library / "读过" / "我的名字.md"
    moved.parent.mkdir()
    place.report(FIRST).rename(moved)
    assert place.bring(place.write("feed.txt", DUMP)) == ImportResult(unchanged=2)
    changed = place.write("feed.txt", DUMP.replace("甲的正文", "甲的新正文"))
    assert place.bring(changed) == ImportResult(updated=("我的名字",), unchanged=1)
    assert "甲的新正文" in moved.read_text("utf-8")


def test_items_of_one_day_and_title_are_told_apart_by_their_text(place: Home) -> None:
    first, _, second = DUMP.replace("乙报告", "[栏] 甲报告").partition("[栏] 甲报告\n\nBob")
    head, first = first.split("\n\n", 1)
    second = f"[栏] 甲报告\n\nBob{second}\n".replace("10 Aug", "11 Aug")

    def bring(*items: str) -> ImportResult:
        return place.bring(place.write("feed.txt", f"{head}\n\n{''.join(items)}"))

    assert bring(first, second) == ImportResult(added=(FIRST, f"{FIRST}-2"))
    assert bring(second, first) == ImportResult(unchanged=2)
    assert bring(second) == ImportResult(unchanged=1)
    changed = second.replace("乙的正文", "乙的新正文")
    assert bring(changed, first) == ImportResult(updated=(f"{FIRST}-2",), unchanged=1)
    assert "甲的正文" in place.report(FIRST).read_text("utf-8")


def test_a_file_is_known_again_where_it_was_moved_or_copied(place: Home) -> None:
    first = place.write("in/甲.md", "---\ntitle: 甲\ndate: 2026-08-01\n---\n\n正文\n")
    place.write("in/copy/甲.md", first.read_bytes())
    assert place.bring(place.folder / "in") == ImportResult(added=("2026-08-01-甲",), unchanged=1)
    (place.folder / "in").rename(place.folder / "moved")
    assert place.bring(place.folder / "moved") == ImportResult(unchanged=2)
    other = place.write("moved/乙.md", "---\ntitle: 甲\ndate: 2026-08-01\n---\n\n另一篇\n")
    assert place.bring(other).added == ("2026-08-01-甲-2",)


def test_items_of_one_title_find_their_files_when_state_is_lost(place: Home) -> None:
    twins = DUMP.replace("乙报告", "[栏] 甲报告").replace("10 Aug", "11 Aug")
    place.bring(place.write("feed.txt", twins))
    before = place.files()
    assert place.bring(place.folder / "feed.txt", state="new.db") == ImportResult(unchanged=2)
    assert place.files() == before


def test_a_file_that_the_user_edited_is_kept(place: Home) -> None:
    place.bring(place.write("feed.txt", DUMP))
    report = place.report(FIRST)
    edited = report.read_text("utf-8").replace("甲的正文", "我的批注")
    report.write_text(edited, "utf-8")
    assert place.bring(place.write("feed.txt", DUMP)) == ImportResult(unchanged=2)
    changed = place.write("feed.txt", DUMP.replace("甲的正文", "甲的新正文"))
    result = place.bring(changed)
    assert (result.unchanged, [one.where for one in result.skipped]) == (1, [FIRST])
    assert report.read_text("utf-8") == edited
    beside = report.with_name(f"{FIRST}.incoming.md")
    assert "甲的新正文" in beside.read_text("utf-8")
    assert place.bring(changed) == ImportResult(unchanged=2)


def test_a_library_whose_state_was_lost_is_known_again(place: Home) -> None:
    path = place.write("feed.txt", DUMP)
    place.bring(path)
    before = place.files()
    assert place.bring(path, state="new.db") == ImportResult(unchanged=2)
    assert place.files() == before
    place.report(SECOND).write_text(place.report(SECOND).read_text("utf-8") + "\n批注\n", "utf-8")
    result = place.bring(path, state="third.db")
    assert (result.unchanged, len(result.skipped), len(result.added)) == (1, 1, 0)
    assert "批注" in place.report(SECOND).read_text("utf-8")


def test_a_deleted_report_comes_back_under_its_id(place: Home) -> None:
    path = place.write("feed.txt", DUMP)
    place.bring(path)
    place.report(FIRST).unlink()
    assert place.bring(path) == ImportResult(added=(FIRST,), unchanged=1)


def test_equal_titles_on_one_day_are_two_reports(place: Home) -> None:
    twice = DUMP.replace("乙报告", "[栏] 甲报告").replace("Mon, 10 Aug", "Tue, 11 Aug")
    path = place.write("feed.txt", twice)
    assert len(place.bring(path).added) == 2
    assert place.bring(path) == ImportResult(unchanged=2)


def test_the_same_item_twice_is_one_report(place: Home) -> None:
    again = DUMP + "\n" + DUMP.partition("\n\n")[2]
    result = place.bring(place.write("feed.txt", again))
    assert (len(result.added), len(result.skipped)) == (2, 2)


def test_several_dumps_joined_and_in_a_folder(place: Home) -> None:
    place.write("in/a.txt", DUMP + "\n" + DUMP.replace("甲", "丙").replace("乙", "丁"))
    place.write("in/b.txt", DUMP.replace("\n", "\r\n"))
    place.write("in/notes.txt", "随手记下的几句话。\n")
    place.write("in/.hidden/c.txt", DUMP)
    place.write("in/picture.png", b"\x89PNG")
    result = place.bring(place.folder / "in")
    assert (len(result.added), result.unchanged, result.errors) == (4, 2, ())
    assert [Path(one.where).name for one in result.skipped] == ["notes.txt"]


def test_markdown_is_copied_with_its_front_matter(place: Home) -> None:
    text = (
        "---\ntitle: 周报\ndate: 2026-03-01\ntags: [宏观]\nown: 留着\n---\n\n## 正文\n\n一 *二*\n"
    )
    path = place.write("weekly.md", text)
    assert place.bring(path) == ImportResult(added=("2026-03-01-周报",))
    meta, body, _, _ = read_front_matter(place.report("2026-03-01-周报").read_text("utf-8"), "x")
    assert (meta["own"], meta["tags"], body.strip()) == ("留着", ["宏观"], "## 正文\n\n一 *二*")
    assert place.bring(path) == ImportResult(unchanged=1)


def test_markdown_without_front_matter_is_filed_today(place: Home) -> None:
    assert place.bring(place.write("a/README.md", "# 标题 *甲*\n\n正文\n")).added == (
        "2026-08-12-标题-甲",
    )
    assert place.bring(place.write("b/README.md", "# 标题 *甲*\n\n别的\n")).added == (
        "2026-08-12-标题-甲-2",
    )


def test_front_matter_that_cannot_be_read_hides_nothing(place: Home) -> None:
    result = place.bring(place.write("bad.md", "---\ntitle: 展望: 下半年\n---\n\n# 年报\n\n正文\n"))
    assert [Path(one.where).name for one in result.notes] == ["bad.md:2"]
    text = place.report(result.added[0]).read_text("utf-8")
    assert "展望: 下半年" in text
    assert "正文" in text


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("empty.txt", b"", "empty"),
        ("blank.txt", b" \n\n", "empty"),
        ("prose.txt", "一段文字。\n\n又一段。\n".encode(), "not a text dump"),
        ("feed.xml", b"<?xml version='1.0'?><rss></rss>", "holds no article"),
        ("page.html", b"<!doctype html><script>x()</script>", "holds no article"),
        ("map.xml", b"<urlset><url><loc>https://e.example/</loc></url></urlset>", "a site map"),
        ("list.opml", b"<?xml version='1.0'?><opml version='2.0'></opml>", "an OPML list"),
        ("data.json", b'{"a": 1}', "holds no items"),
        ("cut.json", b'{"items": [{', "broken JSON"),
        ("bytes.txt", DUMP.encode().replace(b"Some", b"So\xffme"), "encoding"),
        ("noise.txt", bytes(range(256)) * 9, "encoding"),
    ],
)
def test_what_cannot_be_imported_gets_one_line(
    place: Home, name: str, data: bytes, message: str
) -> None:
    path = place.write(name, data)
    result = place.bring(path, place.write("good.txt", DUMP))
    assert [one.where.startswith(str(path)) for one in result.errors] == [True]
    assert message in result.errors[0].message.en
    assert len(result.added) == 2


def test_who_imports_plain_text_is_told_how(place: Home) -> None:
    path = place.write("prose.txt", "# 一段文字\n\n又一段。\n")
    assert [".md" in one.hint.en and ".md" in one.hint.zh for one in place.bring(path).errors] == [
        True
    ]
    assert place.bring(path.rename(path.with_suffix(".md"))).errors == ()


def test_saved_pages_and_feeds_in_a_folder(place: Home) -> None:
    place.write("in/页.html", "<title>页</title><p>一 <b>二</b></p>")
    place.write("in/页_files/ad.html", "<p>广告</p>")
    place.write("in/f.xml", "<rss><channel><item><title>甲</title></item></channel></rss>")
    place.write("in/package.json", "{}")
    result = place.bring(place.folder / "in")
    assert (result.added, result.errors) == (("2026-08-12-甲", "2026-08-12-页"), ())
    assert [Path(one.where).name for one in result.skipped] == ["package.json"]
    assert place.bring(place.folder / "in").unchanged == 2


def test_a_path_that_is_not_there_and_an_empty_folder(place: Home) -> None:
    (place.folder / "none").mkdir()
    result = place.bring(place.folder / "missing.txt", place.folder / "none")
    assert [one.message.en for one in result.errors] == ["no such file", "holds nothing to import"]
    assert not place.library.exists()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "gb18030"])
def test_encodings(place: Home, encoding: str) -> None:
    place.bring(place.write("feed.txt", DUMP))
    assert place.bring(place.write("feed.txt", DUMP.encode(encoding))) == ImportResult(unchanged=2)


def test_a_dump_that_is_cut(place: Home) -> None:
    for stop in (DUMP.index("乙的正文") + 3, DUMP.index("Bob") + 39):
        cut = place.write("cut.txt", DUMP[:stop])
        result = Home(place.folder / str(stop)).bring(cut)
        assert (result.added, len(result.errors)) == ((FIRST,), 1)
    in_a_character = place.write("cut.txt", DUMP[: DUMP.index("正文")].encode() + "正".encode()[:2])
    assert place.bring(in_a_character).added == (FIRST,)


def test_a_text_that_may_be_cut_replaces_no_whole_one(place: Home) -> None:
    place.bring(place.write("feed.txt", DUMP))
    report = place.library / "2026" / f"{SECOND}.md"
    whole = report.read_bytes()
    result = place.bring(place.write("feed.txt", DUMP[: DUMP.rindex("参考资料")]))
    assert (result.updated, result.unchanged, len(result.errors)) == ((), 2, 1)
    assert report.read_bytes() == whole


def test_the_library_is_not_imported_into_itself(place: Home) -> None:
    place.bring(place.write("feed.txt", DUMP))
    result = place.bring(place.library, place.folder)
    assert (result.added, len(result.skipped), result.unchanged) == ((), 1, 2)


def test_a_dump_that_lies_in_the_library_is_imported(place: Home) -> None:
    assert place.bring(place.write("library/feed.txt", DUMP)).added == (FIRST, SECOND)


def test_names_from_outside_stay_in_the_library(place: Home) -> None:
    hostile = DUMP.replace("[栏] 甲报告", "../../../etc/甲").replace("乙报告", "CON")
    result = place.bring(place.write("feed.txt", hostile))
    assert len(result.added) == 2
    assert {path.parent for path in place.folder.rglob("*.md")} == {place.library / "2026"}


def test_control_codes_do_not_reach_a_file(place: Home) -> None:
    hostile = DUMP.replace("甲报告", "甲\x1b[2J报告").replace("乙的", "乙\x9b31m\x07的")
    place.bring(place.write("feed.txt", hostile))
    for path in place.library.rglob("*.md"):
        assert not any(char < " " and char != "\n" for char in path.read_text("utf-8"))


def test_a_library_that_cannot_be_written_is_one_error(place: Home) -> None:
    place.write("library/2026", "a file where a folder should be")
    result = place.bring(place.write("feed.txt", DUMP))
    assert (result.added, len(result.errors)) == ((), 1)
