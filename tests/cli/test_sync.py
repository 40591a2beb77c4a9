"""`sync`, `source` and `doctor` as scripts and people see them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.sync.web import Answer, WebServer, serving

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def web() -> Iterator[WebServer]:
    with serving() as server:
        yield server


@pytest.fixture
def feed(web: WebServer) -> str:
    items = [
        {
            "id": f"g{n}",
            "url": f"https://e.example/{n}",
            "title": f"第 {n} 篇 [red]x[/red]\x1b[2J",
            "date_published": "2026-08-01T00:00:00Z",
            "content_html": f"<h2>摘要</h2><p>独特词{n}</p>",
        }
        for n in range(3)
    ]
    body = json.dumps(
        {"version": "https://jsonfeed.org/version/1.1", "title": "日报", "items": items}
    )
    web.answers["/f"] = Answer(200, body.encode(), {"ETag": '"1"'})
    page = b"<html><title>Blog</title><link rel=alternate type=application/feed+json href=/f>"
    web.answers["/"] = Answer(200, page, {"Content-Type": "text/html"})
    return web.url("/f")


def test_from_a_page_to_a_found_passage(
    run: Run, web: WebServer, feed: str, tmp_path: Path
) -> None:
    library = ("--library", tmp_path / "lib")
    added = run(*library, "source", "add", web.url("/"), "--json")
    assert (added.code, added.json[0]["id"], added.json[0]["url"]) == (0, "日报", feed)
    synced = run(*library, "sync", "--json")
    assert synced.code == 0
    assert (len(synced.json["added"]), synced.json["errors"]) == (3, [])
    assert set(synced.json) >= {"added", "updated", "unchanged", "skipped", "errors"}
    assert run(*library, "search", "独特词1", "--json").json["total"] == 1
    again = run(*library, "sync", "--json")
    assert (again.code, again.json["added"], again.json["unchanged"]) == (0, [], 3)
    (listed,) = run(*library, "source", "list", "--json").json
    assert (listed["reports"], listed["error"]) == (3, None)
    assert "\x1b" not in run(*library, "sync").out + run(*library, "list").out


def test_some_fail_and_all_fail(run: Run, web: WebServer, feed: str, tmp_path: Path) -> None:
    library = ("--library", tmp_path / "lib")
    run(*library, "source", "add", web.url("/none"), "--id", "bad")
    failed = run(*library, "sync", "--json")
    assert (failed.code, failed.json["errors"][0]["source"]) == (2, "bad")
    assert "404" in failed.json["errors"][0]["message"]
    assert failed.err.count("404") == 1
    run(*library, "source", "add", feed)
    assert run(*library, "sync").code == 1
    assert run(*library, "sync", "日报").code == 0
    assert run(*library, "sync", "nobody").code == 2


def test_an_address_that_does_not_answer_is_added_with_a_warning(run: Run) -> None:
    added = run("source", "add", "http://127.0.0.1:1/feed", "--name", "无人", "--lang", "en")
    assert added.code == 0
    assert "refuses connections" in added.err
    assert "added as it is" in added.err
    assert run("source", "add", "http://127.0.0.1:1/feed").code == 0
    assert len(run("source", "list", "--json").json) == 1


def test_no_network_is_said_in_one_line(run: Run) -> None:
    for port in (1, 2, 3):
        run("source", "add", f"http://127.0.0.1:{port}/feed", "--id", f"s{port}")
    synced = run("sync", "--lang", "en")
    assert synced.code == 2
    lines = synced.err.splitlines()
    assert [line for line in lines if "127.0.0.1" in line] == lines[:1]
    assert "no network" in lines[0]


def test_no_sources(run: Run) -> None:
    synced = run("sync", "--json", "--lang", "en")
    assert (synced.code, synced.json["added"]) == (0, [])
    for told in (synced, run("sync", "--lang", "en"), run("source", "list", "--lang", "en")):
        (line,) = told.err.splitlines()
        assert "vibe source add" in line


@pytest.mark.parametrize(
    "words",
    [
        ("source",),
        ("source", "steal"),
        ("source", "add"),
        ("source", "remove"),
        ("source", "import"),
        ("source", "list", "x"),
        ("source", "add", "file:///etc/hosts"),
        ("source", "add", "ftp://e.example"),
        ("source", "add", "./nowhere"),
        ("source", "add", ""),
        ("source", "add", " "),
        ("source", "add", "nowhere"),
        ("--library", "nowhere", "source", "list"),
        ("--library", "nowhere", "doctor"),
        ("source", "remove", "nobody"),
        ("source", "import", "nowhere.opml"),
        ("source", "add", "https://e.example", "--genre", "novel"),
        ("source", "add", "https://e.example", "--header", "x"),
        ("source", "add", "https://e.example", "--interval", "often"),
        ("sync", "--every", "often"),
        ("sync", "--every", "0"),
    ],
)
def test_wrong_usage(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert (result.code, result.out) == (2, "")
    assert len(result.err.splitlines()) == 1
    assert "Traceback" not in result.err


def test_remove_and_opml(run: Run, tmp_path: Path) -> None:
    opml = tmp_path / "x.opml"
    opml.write_text(
        '<opml><body><outline text="AI"><outline text="甲" xmlUrl="https://e.example/a"/>'
        '<outline text="乙" xmlUrl="https://e.example/b"/></outline></body></opml>',
        "utf-8",
    )
    assert [row["id"] for row in run("source", "import", opml, "--json").json] == ["甲", "乙"]
    assert run("source", "import", opml, "--json").json == []
    assert run("source", "remove", "甲").code == 0
    exported = run("source", "export").out
    assert "https://e.example/b" in exported
    assert "https://e.example/a" not in exported
    out = tmp_path / "out.opml"
    assert run("source", "export", "-o", out).code == 0
    assert out.read_text("utf-8").strip() == exported.strip()


def test_an_opml_list_gives_only_addresses_that_can_be_fetched(run: Run, tmp_path: Path) -> None:
    opml = tmp_path / "x.opml"
    opml.write_text(
        '<opml><body><outline text="甲" xmlUrl="feed://e.example/a"/>'
        '<outline text="坏" xmlUrl="javascript:x"/><outline text="盘" xmlUrl="file:///etc/hosts"/>'
        '<outline text="甲二" xmlUrl="http://e.example/a"/></body></opml>',
        "utf-8",
    )
    imported = run("source", "import", opml, "--json", "--lang", "en")
    assert [row["url"] for row in imported.json] == ["http://e.example/a"]
    assert imported.code == 1
    assert imported.err.count("only http and https") == 2


def test_a_password_is_not_shown(run: Run) -> None:
    results = [
        run("source", "add", "http://me:hunter2@127.0.0.1:1/f", "--id", "s"),
        run("source", "list"),
        run("source", "list", "--json"),
        run("source", "export"),
        run("sync"),
        run("doctor"),
    ]
    assert all("hunter2" not in result.out + result.err for result in results)


def test_a_folder_is_shown_beside_a_named_library(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "甲.md").write_text("# 甲篇\n\n文\n", "utf-8")
    library = ("--library", tmp_path / "lib")
    run(*library, "source", "add", notes)
    assert run(*library, "sync", "--json").json["added"] == ["甲"]
    assert [row["id"] for row in run(*library, "list", "--json").json] == ["甲"]
    assert list((tmp_path / "lib").iterdir()) == []


def test_a_broken_list_of_sources_stops_nothing_else(run: Run, home: Path, library: Path) -> None:
    path = Path(run("paths", "--json").json["sources"])
    path.parent.mkdir(parents=True)
    path.write_text("[[sources]\n", "utf-8")
    assert run("--library", library, "list").code == 0
    result = run("--library", library, "source", "list")
    assert f"{path}:1" in result.err
    assert result.code == 2
    assert run("--library", library, "source", "add", "http://127.0.0.1:1/").code == 2
    assert run("--library", library, "sync").code == 2
    assert path.read_text("utf-8") == "[[sources]\n"


def test_doctor_names_papers_with_several_reports(run: Run, tmp_path: Path) -> None:
    head = "# {n}\n\narXiv: 2511.22862\n\n## 方法\n\n" + "甲乙丙丁。" * 40
    for name in ("a", "b"):
        (tmp_path / f"{name}.md").write_text(head.format(n=name), "utf-8")
    told = run("--library", tmp_path, "--lang", "en", "doctor").out
    assert "1 with several reports: 2511.22862 (a, b)" in told
    (tmp_path / "b.md").unlink()
    assert "several reports" not in run("--library", tmp_path, "--lang", "en", "doctor").out


def test_doctor_looks_and_mends(run: Run, library: Path) -> None:
    half = library / "2026" / ".vibe-x.tmp"
    half.write_text("half", "utf-8")
    sick = run("--library", library, "doctor", "--json")
    assert (sick.code, sick.json["ok"]) == (1, False)
    assert {check["name"] for check in sick.json["checks"]} == {
        "paths",
        "settings",
        "library",
        "state",
        "index",
        "sources",
        "files",
    }
    assert sick.json["versions"]["python"]
    run("--library", library, "doctor", "--fix")
    assert not half.exists()
    mended = run("--library", library, "doctor", "--json", "--lang", "en").json
    assert {check["name"]: check["message"] for check in mended["checks"]}["index"] == (
        "is up to date"
    )


@pytest.mark.parametrize("words", [("sync",), ("sync", "--every", "1h")])
def test_control_c_ends_a_sync_at_once(
    web: WebServer, tmp_path: Path, words: tuple[str, ...]
) -> None:
    web.answers["/silent"] = web.silent
    environ = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    vibe = [sys.executable, "-m", "vibe_tui"]
    config = tmp_path / "c.toml"
    config.write_text("", "utf-8")
    (tmp_path / "sources.toml").write_text(
        f'[[sources]]\nid = "s"\nurl = "{web.url("/silent")}"\n', "utf-8"
    )
    process = subprocess.Popen(
        [*vibe, "--config", str(config), *words],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not web.asked:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_every_syncs_again(web: WebServer, feed: str, tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    vibe = [sys.executable, "-m", "vibe_tui"]
    subprocess.run([*vibe, "source", "add", feed], env=environ, check=True, capture_output=True)
    web.asked.clear()
    process = subprocess.Popen(
        [*vibe, "sync", "--every", "1s"],
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while len(web.asked) < 3 and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert [asked.headers.get("If-None-Match") for asked in web.asked[:3]] == [None, '"1"', '"1"']


def test_fd_34_only_sync_and_source_add_use_the_network(
    run: Run, web: WebServer, feed: str, tmp_path: Path
) -> None:
    library = ("--library", tmp_path / "lib")
    run(*library, "source", "add", feed)
    run(*library, "sync")
    web.asked.clear()
    for words in (("list",), ("search", "独特词1"), ("source", "list"), ("doctor",), ("index",)):
        assert run(*library, *words).code == 0
    assert web.asked == []


def test_importing_a_report_with_a_broken_front_matter_succeeds_and_says_so(
    run: Run, tmp_path: Path, library: Path
) -> None:
    path = tmp_path / "bad.md"
    path.write_text("---\ntitle: 展望: 下半年\n---\n\n# 年报\n\n正文\n", "utf-8")
    done = run("--library", library, "import", path, "--json", "--lang", "en")
    assert (done.code, len(done.json["added"]), done.json["errors"]) == (0, 1, [])
    assert [note["source"] for note in done.json["notes"]] == [f"{path}:2"]
    assert f"{path}:2" in done.err


def test_a_library_that_cannot_be_made_is_one_line_with_a_hint(
    run: Run, tmp_path: Path, library: Path
) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    there = tmp_path / "file" / "library"
    (tmp_path / "a.md").write_text("# 题\n", "utf-8")
    for command in (["import", tmp_path / "a.md"], ["sync"], ["source", "add", tmp_path]):
        done = run("--library", there, *command, "--lang", "en")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "--library" in done.err
