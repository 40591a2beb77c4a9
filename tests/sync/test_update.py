"""A whole sync over a real server on this machine, seen from the service."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.sync.desk import Desk, feed, item
from tests.sync.web import Answer, Handler, WebServer, serving
from vibe_tui.errors import VibeError
from vibe_tui.files import writing
from vibe_tui.state.origins import Origins
from vibe_tui.sync.http import addresses, fetch
from vibe_tui.sync.http.addresses import Reach
from vibe_tui.sync.sync import Step

ROOT = Path(__file__).resolve().parents[2]


def test_reports_are_in_the_library_and_can_be_found_at_once(web: WebServer, desk: Desk) -> None:
    web.answers["/f"] = feed([item(n) for n in range(5)])
    desk.add(web.url("/f"), "trial", topics=("agents",), genre="news", column="试刊栏")
    result = desk.sync()
    assert (len(result.added), result.unchanged, result.errors) == (5, 0, ())
    reports = desk.service.reports().reports
    assert {report.id for report in reports} == set(result.added)
    first = desk.service.find("第-3-篇")
    assert (first.source, first.topics, first.genre, first.column) == (
        "trial",
        ("agents",),
        "news",
        "试刊栏",
    )
    assert desk.service.search(desk.service.parse("独特词3")).total == 1
    (status,) = desk.service.sources()
    assert (status.reports, status.visit.error, status.visit.items) == (5, None, 5)
    assert status.visit.succeeded


def test_fd_25_a_second_sync_is_one_conditional_request_and_touches_nothing(
    web: WebServer, desk: Desk
) -> None:
    web.answers["/f"] = feed([item(n) for n in range(5)], etag='"1"')
    desk.add(web.url("/f"))
    desk.sync()
    before = desk.stamps()
    web.asked.clear()
    result = desk.sync()
    assert (result.added, result.updated, result.unchanged, result.errors) == ((), (), 5, ())
    assert [asked.headers.get("If-None-Match") for asked in web.asked] == ['"1"']
    assert desk.stamps() == before


def test_a_feed_without_versions_is_not_read_again_while_it_is_the_same(
    web: WebServer, desk: Desk
) -> None:
    web.answers["/f"] = feed([item(1)])
    desk.add(web.url("/f"))
    desk.sync()
    before = desk.stamps()
    assert desk.sync().unchanged == 1
    assert desk.stamps() == before


def test_a_feed_that_breaks_off_is_asked_for_again(web: WebServer, desk: Desk) -> None:
    body = '<rss version="2.0"><channel><item><title>甲</title><guid>1</guid></item>'
    more = "<item><title>乙</title><guid>2</guid></item></channel></rss>"
    desk.add(web.url("/f"))
    for text, added in ((body, 1), (body, 0), (body + more, 1)):
        web.answers["/f"] = Answer(200, text.encode(), {"ETag": '"1"'})
        assert len(desk.sync().added) == added
        assert "If-None-Match" not in web.asked[-1].headers
    desk.sync()
    assert web.asked[-1].headers["If-None-Match"] == '"1"'


def test_fd_25_a_new_etag_on_a_304_is_sent_from_then_on(web: WebServer, desk: Desk) -> None:
    def unchanged(handler: Handler) -> None:
        handler.send_response(304)
        handler.send_header("ETag", '"2"')
        handler.end_headers()

    web.answers["/f"] = feed([item(1)], etag='"1"')
    desk.add(web.url("/f"))
    desk.sync()
    web.answers["/f"] = unchanged
    desk.sync()
    desk.sync()
    assert web.asked[-1].headers["If-None-Match"] == '"2"'


def test_fd_25_a_date_in_2041_does_not_stop_new_items(web: WebServer, desk: Desk) -> None:
    def send(handler: Handler, answer: Answer) -> None:
        if handler.headers.get("If-Modified-Since"):
            answer = Answer(304)
        answer.send(handler)

    future = {"Last-Modified": "Tue, 01 Jan 2041 00:00:00 GMT"}
    for count in (1, 2):
        body = feed([item(n) for n in range(count)]).body
        web.answers["/f"] = partial(send, answer=Answer(200, body, future))
        if count == 1:
            desk.add(web.url("/f"))
        assert len(desk.sync().added) == 1


def test_changed_settings_read_the_feed_anew(web: WebServer, desk: Desk) -> None:
    web.answers["/f"] = feed([item(n) for n in range(3)], etag='"1"')
    source = desk.add(web.url("/f"), "trial", limit=1)
    assert len(desk.sync().added) == 1
    desk.service.keeper.remove(source.id)
    desk.add(web.url("/f"), "trial")
    assert len(desk.sync().added) == 2


def test_a_source_that_fails_harms_no_other(web: WebServer, desk: Desk) -> None:
    page = {"Content-Type": "text/html; charset=utf-8"}
    web.answers |= {
        "/404": Answer(404, b"<html>Oops", page),
        "/500": Answer(500, b"<html>Oops", page),
        "/429": Answer(429, b"", {"Retry-After": "600"}),
        "/login": Answer(200, "<html><title>登录</title><input type=password>".encode(), page),
        "/page": Answer(200, b"<!doctype html><title>Blog</title><p>Hello", page),
        "/json": Answer(200, b"{}", {"Content-Type": "application/json"}),
        "/silent": web.silent,
        "/drip": web.drip,
        "/gone": Answer(302),
    }
    for path in web.answers:
        desk.add_raw(web.url(path), path.strip("/"))
    web.answers["/good"] = feed([item(1)])
    desk.add_raw(web.url("/good"), "good")
    result = desk.sync()
    assert len(result.added) == 1
    said = {problem.where: problem.message.en for problem in result.errors}
    assert set(said) == {path.strip("/") for path in web.answers} - {"good"}
    assert {
        "404": "404" in said["404"],
        "500": "500" in said["500"],
        "429": "429" in said["429"],
        "login": "login page" in said["login"],
        "page": "Blog" in said["page"],
        "json": "no feed" in said["json"],
        "silent": "in time" in said["silent"] or "within" in said["silent"],
        "drip": "within" in said["drip"],
        "gone": "without a target" in said["gone"],
    } == dict.fromkeys(said, True)


def test_fd_09_a_server_that_asks_to_wait_is_left_alone(web: WebServer, desk: Desk) -> None:
    web.answers["/f"] = Answer(429, b"", {"Retry-After": "600"})
    desk.add_raw(web.url("/f"), "busy")
    desk.sync()
    asked = len(web.asked)
    result = desk.sync()
    assert (len(web.asked), result.errors) == (asked, ())
    assert "wait until" in result.sources[0].line.en
    # Who names it wants it now.
    desk.sync("busy")
    assert len(web.asked) == asked + 1


def test_a_source_is_asked_when_it_is_due(web: WebServer, desk: Desk) -> None:
    web.answers["/f"] = feed([item(1)])
    desk.add(web.url("/f"), "daily", interval=86400)
    desk.sync()
    asked = len(web.asked)
    desk.sync()
    assert len(web.asked) == asked
    desk.sync("daily")
    assert len(web.asked) == asked + 1


def test_fd_26_a_permanent_move_is_recorded_once_it_has_succeeded(
    web: WebServer, desk: Desk
) -> None:
    with serving() as new_home:
        web.answers["/f"] = Answer(301, b"", {"Location": new_home.url("/g")})
        desk.add_raw(web.url("/f"), "moving")
        desk.sync()
        assert desk.service.sources()[0].visit.moved == ""
        new_home.answers["/g"] = feed([item(1)])
        desk.sync()
        assert desk.service.sources()[0].visit.moved == new_home.url("/g")
        web.asked.clear()
        desk.sync()
        assert web.asked == []
        new_home.answers["/g"] = Answer(404)
        desk.sync()
        desk.sync()
        assert len(web.asked) == 1


def test_fd_28_a_password_is_neither_written_nor_said(web: WebServer, desk: Desk) -> None:
    web.answers["/f"] = feed([{"title": "相对", "id": "x", "url": "/x", "content_html": "<p>文"}])
    url = web.url("/f").replace("http://", "http://me:hunter2@")
    desk.add_raw(url, "secret")
    desk.sync()
    assert web.asked[0].headers["Authorization"].startswith("Basic ")
    web.answers["/f"] = Answer(404)
    result = desk.sync()
    assert result.errors
    assert "hunter2" not in str(result)
    for data in (*desk.files.values(), desk.paths.state.read_bytes()):
        assert b"hunter2" not in data


def test_sec_13_a_page_elsewhere_cannot_name_a_local_feed(web: WebServer, desk: Desk) -> None:
    secret = web.url("/secret", "2130706433")
    page = f'<title>x</title><link rel=alternate type="application/rss+xml" href="{secret}">'
    web.answers["/page"] = Answer(200, page.encode(), {"Content-Type": "text/html"})
    web.answers["/secret"] = feed([item(1)])
    # The same machine may name its own feeds.
    assert desk.add(web.url("/page")).url == secret


def test_a_feed_is_one_source_by_whatever_address_it_is_added(web: WebServer, desk: Desk) -> None:
    web.answers["/feed"] = feed([item(1)])
    page = b'<html><body><a href="/sitemap.xml">x</a> <a href="/feed">RSS</a></body></html>'
    web.answers["/"] = Answer(200, page, {"Content-Type": "text/html"})
    web.answers["/old"] = Answer(301, b"", {"Location": "/feed"})
    source = desk.add(web.url("/"))
    assert source.url == web.url("/feed")
    for where in ("/", "/old", "/feed"):
        assert desk.add(web.url(where)).id == source.id
    assert len(desk.service.keeper.read()[0].all) == 1


@pytest.mark.parametrize(
    ("title", "charset", "name"),
    [
        ('<title type="html">&lt;b&gt;报&lt;/b&gt;</title>', "utf-8", "报"),
        ("<title>a &lt;b&gt; 报</title>", "utf-8", "a <b> 报"),
        ("<title><![CDATA[报 & 刊]]></title>", "gbk", "报 & 刊"),
    ],
)
def test_a_source_is_called_what_its_feed_is_called(
    web: WebServer, desk: Desk, title: str, charset: str, name: str
) -> None:
    text = f'<feed xmlns="http://www.w3.org/2005/Atom">{title}</feed>'
    kind = {"Content-Type": f"application/atom+xml; charset={charset}"}
    web.answers["/f"] = Answer(200, text.encode(charset), kind)
    assert desk.add(web.url("/f")).name == name


def test_items_of_two_feeds_with_nothing_but_a_day_are_two(web: WebServer, desk: Desk) -> None:
    for path in ("/a", "/b"):
        text = (
            "<rss version='2.0'><item><title>快讯</title><pubDate>2026-08-01</pubDate></item></rss>"
        )
        web.answers[path] = Answer(200, text.encode())
        desk.add(web.url(path), path[1:])
    assert len(desk.sync().added) == 2
    assert desk.sync().unchanged == 2


@pytest.mark.parametrize("where", ["file:///etc/hosts", "ftp://e.example/f", "https://"])
def test_what_cannot_be_a_source_is_refused(desk: Desk, where: str) -> None:
    with pytest.raises(VibeError):
        desk.add(where)
    assert not desk.paths.sources.exists()


def test_fd_32_marks_made_during_a_sync_are_those_that_were_made(
    web: WebServer, desk: Desk
) -> None:
    web.answers["/a"] = feed([item(n) for n in range(3)], title="甲")
    web.answers["/b"] = feed([item(n) for n in range(3, 6)], title="乙")
    desk.add(web.url("/a"), "a")
    desk.add(web.url("/b"), "b")
    desk.sync()
    web.answers["/a"] = feed([item(n) for n in (0, 1, 2, 10, 11, 12)], title="甲")

    def mark(step: Step) -> None:
        if step.item:
            reports = [r for r in desk.service.reports().reports if r.source == "b"]
            desk.service.reading.set_read(reports, True)

    desk.service.sync((), mark)
    reports = desk.service.reports().reports
    assert {r.source for r in reports if not desk.service.reading.mark(r).unread} == {"b"}
    assert {r.source for r in reports if desk.service.reading.mark(r).unread} == {"a"}


def test_fd_30_a_sync_can_be_cancelled_and_goes_on_the_next_time(
    web: WebServer, desk: Desk
) -> None:
    web.answers["/f"] = feed([item(n) for n in range(20)], etag='"1"')
    desk.add(web.url("/f"))
    placed = 0

    def count(step: Step) -> None:
        nonlocal placed
        placed += bool(step.item)

    result = desk.service.sync((), count, lambda: placed >= 5)
    assert result.cancelled
    assert 0 < len(result.added) < 20
    again = desk.sync()
    assert len(result.added) + len(again.added) == 20
    assert len(desk.files) == 20


# What a feed only points to


def test_the_text_of_the_pages_is_taken_once(web: WebServer, desk: Desk) -> None:
    teaser = item(1, url=web.url("/1"), content_html="<p>引子</p>")
    web.answers["/f"] = feed([teaser, item(2, url=web.url("/gone"))], etag='"1"')
    article = (
        "<article><h1>第 1 篇</h1><h2>方法</h2>" + "<p>全文一段，独特词全。</p>" * 30 + "</article>"
    )
    web.answers["/1"] = Answer(
        200, f"<html><nav>菜单</nav>{article}<footer>页脚".encode(), {"Content-Type": "text/html"}
    )
    desk.add(web.url("/f"), full_text=True)
    assert len(desk.sync().added) == 2
    (text,) = (data.decode() for name, data in desk.files.items() if "第-1-篇" in name)
    assert "独特词全" in text
    assert "菜单" not in text
    assert "页脚" not in text
    before = desk.files
    web.asked.clear()
    web.answers["/f"] = feed([teaser, item(2, url=web.url("/gone"))], etag='"2"', title="新名")
    assert desk.sync().unchanged == 2
    assert desk.files == before
    assert [asked.path for asked in web.asked] == ["/f"]


def test_images_are_kept_for_reading_offline(web: WebServer, desk: Desk) -> None:
    body = '<p>看图 <img src="/a.png" alt="图"> <img src="/b.html" alt="假"></p>'
    web.answers["/f"] = feed([item(1, url=web.url("/1"), content_html=body)], etag='"1"')
    web.answers["/a.png"] = Answer(200, b"\x89PNG", {"Content-Type": "image/png"})
    web.answers["/b.html"] = Answer(200, b"<html>", {"Content-Type": "text/html"})
    desk.add(web.url("/f"), images=True)
    assert len(desk.sync().added) == 1
    (picture,) = (name for name in desk.files if name.endswith(".png"))
    (text,) = (data.decode() for name, data in desk.files.items() if name.endswith(".md"))
    assert f"](../{picture})" in text
    assert web.url("/b.html") in text
    web.answers["/f"] = feed([item(1, url=web.url("/1"), content_html=body)], etag='"2"')
    before = desk.stamps()
    web.asked.clear()
    desk.sync()
    assert "/a.png" not in {asked.path for asked in web.asked}
    assert desk.stamps() == before


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[WebServer]:
    """A server on 127.0.0.2, which counts as one of the internet."""

    def reach(address: str) -> Reach:
        return Reach.PUBLIC if address == "127.0.0.2" else addresses.reach_of(address)

    monkeypatch.setattr(fetch, "reach_of", reach)
    with serving("127.0.0.2") as server:
        yield server


def test_sec_13_nothing_from_elsewhere_leads_to_a_local_server(
    web: WebServer, elsewhere: WebServer, desk: Desk
) -> None:
    secret = web.url("/secret")
    page = f'<title>x</title><link rel=alternate type="application/rss+xml" href="{secret}">'
    article = f'<p>引子 <img src="{secret}"></p>'
    html = {"Content-Type": "text/html"}
    web.answers["/secret"] = Answer(200, b"<article>" + b"inner " * 99, html)
    elsewhere.answers |= {
        "/move": Answer(301, b"", {"Location": secret}),
        "/page": Answer(200, page.encode(), html),
        "/f": feed([item(1, url=secret, content_html=article)]),
    }
    assert desk.add(elsewhere.url("/page"), "page").url == elsewhere.url("/page")
    desk.add(elsewhere.url("/move"), "move")
    desk.add(elsewhere.url("/f"), "f", full_text=True, images=True)
    result = desk.sync()
    assert web.asked == []
    assert {error.where for error in result.errors} == {"page", "move"}
    assert len(result.added) == 1
    assert not any(b"inner" in data for data in desk.files.values())
    # What the user typed is another matter.
    desk.add_raw(secret.replace("/secret", "/own"), "own")
    web.answers["/own"] = feed([item(2)])
    assert len(desk.sync("own").added) == 1


def test_sec_13_a_move_is_no_address_that_the_user_typed(
    web: WebServer, elsewhere: WebServer, desk: Desk
) -> None:
    """A server of the internet moves for good, and its new name then leads to this machine."""
    elsewhere.answers |= {
        "/old": Answer(301, b"", {"Location": "/new"}),
        "/new": feed([item(1)]),
    }
    desk.add_raw(elsewhere.url("/old"), "s")
    desk.sync()
    visits = desk.service.keeper.visits()
    moved = web.url("/new")
    visits.record("s", replace(visits.get("s"), moved=moved))
    web.answers["/new"] = feed([item(2)])
    assert desk.sync().errors
    assert web.asked == []


# Folders and files


def test_a_folder_is_read_in_place(desk: Desk, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "甲.md").write_text("---\ntitle: 甲篇\ndate: 2026-08-01\n---\n\n独特的字\n", "utf-8")
    source = desk.add(notes)
    result = desk.sync()
    assert (result.added, result.errors, desk.files) == (("甲",), (), {})
    report = desk.service.find("甲")
    assert (report.source, Path(report.path).parent) == (source.id, notes.resolve())
    assert desk.service.search(desk.service.parse("独特的字")).total == 1
    (notes / "乙.md").write_text("# 乙篇\n\n文\n", "utf-8")
    assert desk.sync().added == ("乙",)
    assert desk.sync().added == ()
    desk.service.keeper.remove(source.id)
    desk.service.refresh()
    assert desk.service.reports().reports == ()


def test_a_folder_is_copied_when_told(desk: Desk, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "甲.md").write_text("---\ntitle: 甲篇\ndate: 2026-08-01\n---\n\n文\n", "utf-8")
    desk.add(notes, "mine", copy=True, topics=("agents",))
    assert len(desk.sync().added) == 1
    (name,) = desk.files
    assert name == "2026/2026-08-01-甲篇.md"
    before = desk.stamps()
    assert desk.sync().unchanged == 1
    assert desk.stamps() == before
    assert desk.service.find("甲篇").topics == ("agents",)


def test_what_of_a_copied_folder_is_no_report_is_said(desk: Desk, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "甲.md").write_text("# 甲篇\n\n文\n", "utf-8")
    (notes / "乙.md").write_bytes(b"")
    desk.add(notes, "mine", copy=True)
    result = desk.sync()
    assert (len(result.added), result.errors) == (1, ())
    assert [(Path(one.where).name, one.message.en) for one in result.skipped] == [
        ("乙.md", "the file is empty")
    ]


def test_a_folder_that_is_gone_is_said(desk: Desk, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    desk.add(notes)
    notes.rmdir()
    (error,) = desk.sync().errors
    assert "does not exist" in error.message.en


# One at a time, and killed


def test_two_syncs_do_not_run_at_once(web: WebServer, desk: Desk) -> None:
    web.answers["/f"] = feed([item(1)])
    desk.add(web.url("/f"))
    lock = desk.paths.lock
    told: list[str] = []
    begun = threading.Event()

    def hold() -> None:
        with writing(lock):
            begun.set()
            while not told:
                time.sleep(0.01)

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait(5)
    result = desk.service.sync((), on_wait=lambda: told.append("wait"))
    thread.join()
    assert (told, len(result.added)) == (["wait"], 1)


def test_a_sync_that_waits_too_long_says_who_is_writing(tmp_path: Path) -> None:
    lock = tmp_path / "sync.lock"
    with writing(lock), pytest.raises(VibeError) as caught, writing(lock, wait=0.1):
        pytest.fail("both hold the lock")
    assert "another vibe" in caught.value.message.en


def test_kill_9_in_a_loop_leaves_no_half_file_and_no_doubled_report(
    web: WebServer, tmp_path: Path
) -> None:
    """Each run is killed a little later than the one before; the last one completes."""
    home = tmp_path / "home"
    count = 36
    items = [item(n) for n in range(count)]
    for one in items[::3]:
        del one["date_published"]
    web.answers["/f"] = feed(items, etag='"1"')
    environ = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "VIBE_"))},
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
    }
    vibe = [sys.executable, "-m", "vibe_tui", "--library", str(tmp_path / "library")]
    subprocess.run(
        [*vibe, "source", "add", web.url("/f")], env=environ, check=True, capture_output=True
    )
    library = tmp_path / "library"
    killed = 0
    for round_ in (0, 3):
        process = subprocess.Popen(
            [*vibe, "sync"], env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        want = (round_ + 1) * count // 6
        while process.poll() is None and len(list(library.rglob("*.md"))) < want:
            time.sleep(0.001)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            killed += 1
        process.wait()
    done = subprocess.run(
        [*vibe, "sync", "--json"], env=environ, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["errors"] == []
    assert killed
    texts = [path.read_text("utf-8") for path in library.rglob("*") if path.is_file()]
    assert sorted(text.partition("guid: ")[2].split()[0] for text in texts) == sorted(
        f"guid-{n}" for n in range(count)
    )
    assert all(text.rstrip().endswith("。") for text in texts)


def test_a_file_that_was_written_when_its_run_was_killed_counts_as_edited_by_nobody(
    web: WebServer, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.add_raw(web.url("/f"), "s")
    record = Origins.record

    def killed(*given: Any, **named: Any) -> None:
        if given[2]:
            raise KeyboardInterrupt
        record(*given, **named)

    for version in range(4):
        web.answers["/f"] = feed([item(1, content_html=f"<p>第 {version} 版</p>")])
        if version in (1, 2):
            with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
                patched.setattr(Origins, "record", killed)
                desk.sync()
        else:
            desk.sync()
        assert [f"第 {version} 版" in text.decode() for text in desk.files.values()] == [True]
