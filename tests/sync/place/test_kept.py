"""What was synced once: the same again, deleted, moved, edited, and its source renamed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sync.desk import Desk, feed, item
from tests.sync.web import WebServer
from vibe_tui.library.store import Store
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origins, Visits
from vibe_tui.sync.feed.entry import Entry, incoming_of
from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.sources.file import SourcesFile
from vibe_tui.sync.sources.listed import Source
from vibe_tui.sync.sync import Surroundings, sync_sources

Two = tuple[dict[str, object], dict[str, object]]


@pytest.fixture
def two() -> Two:
    return item(1), item(2)


def _file(desk: Desk, part: str) -> Path:
    return next(path for path in desk.paths.library.rglob("*.md") if part in path.name)


def test_only_what_is_new_is_made(
    web: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def noted(entry: Entry, source: str, base: str) -> Incoming:
        made.append(entry.title)
        return incoming_of(entry, source, base)

    monkeypatch.setattr("vibe_tui.sync.feed.read.incoming_of", noted)
    state = StateDatabase.open(tmp_path / "state.db")
    library = tmp_path / "library"
    around = Surroundings(
        store=Store(library),
        origins=Origins(state, library),
        visits=Visits(state, library),
        now=dt.datetime(2026, 8, 12, tzinfo=dt.UTC),
        today=dt.date(2026, 8, 12),
    )
    source = Source("s", url=web.url("/f"))
    items = [item(n) for n in range(20)]
    web.answers["/f"] = feed(items)
    assert len(sync_sources([source], around).added) == 20
    made.clear()
    items[7] = item(7, content_html="<p>改了</p>")
    web.answers["/f"] = feed([item(30), *items])
    result = sync_sources([source], around)
    assert (len(result.added), len(result.updated), result.unchanged) == (1, 1, 19)
    assert made == ["第 30 篇", "第 7 篇"]


def test_what_the_user_deleted_stays_deleted_until_it_is_asked_for(
    web: WebServer, desk: Desk, two: Two
) -> None:
    web.answers["/f"] = feed(two)
    desk.add(web.url("/f"))
    desk.sync()
    gone = _file(desk, "第-1-篇")
    gone.unlink()
    web.answers["/f"] = feed([item(1, title="新题"), item(2), item(3)])
    result = desk.sync()
    assert (len(result.added), result.updated, result.unchanged) == (1, (), 1)
    assert not gone.exists()
    assert "--again" in result.sources[0].line.en
    assert desk.sync().added == ()
    back = desk.service.sync((), again=True)
    assert (back.added, back.unchanged) == ((gone.stem,), 2)
    assert "新题" in gone.read_text("utf-8")


def test_what_a_sync_brought_stays_new_until_one_brings_more(
    web: WebServer, desk: Desk, two: Two, tmp_path: Path
) -> None:
    def new() -> set[str]:
        query = desk.service.parse("is:new")
        return {report.id for report in desk.service.reports(query).reports}

    folder = tmp_path / "in place"
    folder.mkdir()
    (folder / "n.md").write_text("# 笔记\n\n文", "utf-8")
    web.answers["/f"] = feed(two)
    desk.add(web.url("/f"))
    assert new() == set()
    first = set(desk.sync().added)
    assert new() == first
    desk.sync()
    assert new() == first
    desk.add(folder)
    assert desk.sync().added == ("n",)
    assert new() == first
    web.answers["/f"] = feed([item(3), *two])
    assert new() != set(desk.sync().added) == new()


def test_an_emptied_library_is_filled_anew(web: WebServer, desk: Desk, two: Two) -> None:
    web.answers["/f"] = feed(two, etag='"1"')
    desk.add(web.url("/f"))
    first = desk.sync().added
    for path in desk.paths.library.rglob("*.md"):
        path.unlink()
    assert desk.sync().added == first


@pytest.mark.parametrize("added", ["", "\n批注\n"])
def test_a_moved_file_is_not_a_deleted_one(
    web: WebServer, desk: Desk, two: Two, added: str
) -> None:
    web.answers["/f"] = feed(two)
    desk.add(web.url("/f"))
    desk.sync()
    moved = desk.paths.library / "收藏" / "好.md"
    moved.parent.mkdir()
    _file(desk, "第-1-篇").rename(moved)
    moved.write_text(text := moved.read_text("utf-8") + added, "utf-8")
    web.answers["/f"] = feed([item(1, content_html="<p>新文</p>"), item(2)])
    result = desk.sync()
    assert result.added == ()
    assert len(list(desk.paths.library.rglob("*.md"))) == (3 if added else 2)
    if added:
        assert [one.where for one in result.skipped] == ["好"]
        assert moved.read_text("utf-8") == text
    else:
        assert result.updated == ("好",)


def _rename_in_the_file(desk: Desk, web: WebServer) -> None:
    path = desk.paths.sources
    path.write_text(path.read_text("utf-8").replace('id = "old"', 'id = "new"'), "utf-8")


def _remove_and_add(desk: Desk, web: WebServer) -> None:
    desk.service.keeper.remove("old")
    desk.add(web.url("/f"), "new")


@pytest.mark.parametrize("rename", [_rename_in_the_file, _remove_and_add])
def test_a_renamed_source_keeps_its_reports_and_their_marks(
    web: WebServer, desk: Desk, two: Two, rename: Callable[[Desk, WebServer], None]
) -> None:
    web.answers["/f"] = feed(two, etag='"1"')
    desk.add(web.url("/f"), "old")
    ids = desk.sync().added
    desk.service.reading.set_star([desk.service.find(ids[0])], True)
    edited = _file(desk, ids[1])
    edited.write_text(edited.read_text("utf-8") + "\n批注\n", "utf-8")
    rename(desk, web)
    result = desk.sync()
    assert (result.added, result.updated) == ((), (ids[0],))
    report = desk.service.find(ids[0])
    assert (report.source, desk.service.reading.mark(report).starred) == ("new", True)
    assert len(list(desk.paths.library.rglob("*.md"))) == 2 + len(result.skipped)
    assert desk.sync().unchanged == 2


def test_another_feed_with_small_numbers_for_guids_takes_nothing_over(
    web: WebServer, desk: Desk
) -> None:
    web.answers |= {
        "/a": feed([item(1, id="1")]),
        "/b": feed([item(2, id="1")]),
    }
    desk.add(web.url("/a"), "a")
    desk.sync()
    desk.service.keeper.remove("a")
    desk.add(web.url("/b"), "b")
    assert len(desk.sync().added) == 1


WORLDWIDE = {
    "an address as guid": ({"id": "https://e.example/g"}, True),
    "a tag": ({"id": "tag:e.example,2026:1"}, True),
    "a UUID": ({"id": "urn:uuid:1"}, True),
    "a long hash": ({"id": "0123456789abcdef" * 2}, True),
    "a word": ({"id": "0123456789abcdef0123456789abcde"}, False),
    "a number": ({"id": "7"}, False),
    "a word that has a tag inside": ({"id": "a-tag:1"}, False),
    "a page of its own": ({"id": "7", "url": "https://e.example/p"}, True),
}


@pytest.mark.parametrize(("said", "is_taken"), WORLDWIDE.values(), ids=WORLDWIDE.keys())
def test_a_source_that_is_gone_leaves_what_the_whole_world_calls_by_one_name(
    web: WebServer, desk: Desk, said: dict[str, object], is_taken: bool
) -> None:
    """Whatever the report is called by now, and whenever it was written."""
    web.answers |= {
        "/a": feed([item(1) | {"url": ""} | said]),
        "/b": feed([item(2) | {"url": ""} | said]),
    }
    desk.add(web.url("/a"), "a")
    (id_,) = desk.sync().added
    desk.service.keeper.remove("a")
    desk.add(web.url("/b"), "b")
    result = desk.sync()
    assert (result.updated == (id_,), len(result.added)) == (is_taken, not is_taken)


def test_what_was_deleted_under_the_old_name_stays_deleted(
    web: WebServer, desk: Desk, two: Two
) -> None:
    web.answers["/f"] = feed(two)
    desk.add(web.url("/f"), "old")
    desk.sync()
    _file(desk, "第-1-篇").unlink()
    _remove_and_add(desk, web)
    for _ in range(2):
        assert desk.sync().added == ()


def test_a_source_in_use_keeps_what_it_shares(web: WebServer, desk: Desk, two: Two) -> None:
    web.answers |= {"/a": feed(two), "/b": feed(two, title="另一个")}
    desk.add(web.url("/a"), "a")
    desk.add(web.url("/b"), "b")
    assert len(desk.sync().added) == 4
    assert SourcesFile(desk.paths.sources).read()[1].get("a") is not None
