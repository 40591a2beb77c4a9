"""Where a file of ours is expected, a pipe, a device or a folder makes no command wait.

What cannot be had without the file is said; the reports are read all the same.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import Result, Run
from vibe_tui.paths import find_paths

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")

PATIENCE = 60
COMMANDS = (
    ("list",),
    ("search", "置信区间"),
    ("index",),
    ("sync",),
    ("import", "PAGE"),
    ("source", "list"),
    ("source", "add", "FOLDER"),
    ("doctor", "--fix"),
)


def ended(run: Run, *words: str | Path) -> Result:
    """What a call gives that must not wait for ever."""
    found: list[Result] = []
    thread = threading.Thread(target=lambda: found.append(run(*words)), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert found, "it hangs"
    return found[0]


def place_of(name: str, library: Path) -> list[Path]:
    """The file that is called so here; for a part of the cache, those there are."""
    paths = find_paths({}, library=library)
    cache = {
        "generation": "index/*/generation.json",
        "segment": "index/*/s-*/*",
        "index lock": "index/*/write.lock",
        "settled": "settled/*.json",
        "front": "front/*.json",
    }
    if name in cache:
        found = [*paths.cache.glob(cache[name])]
        assert found, name
        return found
    return {
        "config": [paths.config],
        "sources": [paths.sources],
        "state": [paths.state],
        "state log": [paths.state.with_name("state.db-wal")],
        "catalogue": [paths.cache / "catalogue.db"],
        "catalogue log": [paths.cache / "catalogue.db-wal"],
        "lock": [paths.lock],
    }[name]


def put(kind: str, path: Path) -> None:
    """Put a pipe, device or folder in the place of a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
@pytest.mark.parametrize(
    "name",
    [
        "config",
        "sources",
        "state",
        "state log",
        "catalogue",
        "catalogue log",
        "generation",
        "segment",
        "index lock",
        "settled",
        "front",
        "lock",
    ],
)
def test_no_command_waits_for_what_is_no_file(
    name: str, kind: str, library: Path, tmp_path: Path, run: Run
) -> None:
    page = tmp_path / "page.md"
    page.write_text("# 新的一篇\n\n正文。\n", "utf-8")
    (tmp_path / "more").mkdir()
    ended(run, "search", "--library", library, "置信区间")
    ended(run, "list", "--library", library)
    ended(run, "import", "--library", library, page)
    for path in place_of(name, library):
        put(kind, path)
    words = {"PAGE": str(page), "FOLDER": str(tmp_path / "more")}
    for command in COMMANDS:
        asked = [words.get(word, word) for word in command]
        result = ended(run, "--library", library, *asked)
        assert "internal error" not in result.err, (command, result.err)
        if command[0] in ("list", "search"):
            assert "透镜" in result.out, (command, result.err)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_a_report_and_its_newer_text_that_are_no_files_are_named(
    kind: str, library: Path, tmp_path: Path, run: Run
) -> None:
    put(kind, library / "2026" / "2026-08-12-odd.md")
    put(kind, library / "2026" / "2026-08-10-一次复盘.incoming.md")
    for command in (("list",), ("search", "置信区间"), ("show", "复盘"), ("sync",)):
        result = ended(run, "--library", library, *command)
        assert result.code == 0
        if command[0] in ("list", "search") and kind != "folder":
            assert "odd.md" in result.err


def test_a_named_pipe_or_device_is_written_to(library: Path, tmp_path: Path, run: Run) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    listener = threading.Thread(target=lambda: heard.append(pipe.read_text("utf-8")))
    listener.start()
    words = ("--library", library, "digest", "--lens", "limitations", "-o")
    assert run(*words, pipe).code == 0
    listener.join(PATIENCE)
    assert "置信区间" in heard[0]
    assert pipe.is_fifo()
    assert run(*words, os.devnull).code == 0
