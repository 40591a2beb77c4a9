"""Programs that are killed at any moment lose nothing and leave nothing half done.

Five hundred kills: while files are imported, a source is synced, the index is built and marks are
set, each beside edits by hand. After each, all that is there is whole.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.sync.desk import Desk, desk_in, feed
from tests.sync.desk import item as json_item
from tests.sync.web import WebServer
from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.library.walk import is_beside

ROOT = Path(__file__).resolve().parents[2]
KILLS = 125
ITEMS, PARTS = 16, 24
pytestmark = pytest.mark.torture


@contextmanager
def _working(kind: str, folder: Path, *files: Path) -> Iterator[subprocess.Popen[str]]:
    """The work, as it begins; killed at the end."""
    command = [sys.executable, "-m", "tests.torture.work", kind, str(folder), *map(str, files)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def _killed(kind: str, folder: Path, moment: float, *files: Path) -> list[str]:
    """What the work said before it was killed so many seconds after it began."""
    with _working(kind, folder, *files) as process:
        time.sleep(moment)
        process.kill()
        return process.communicate()[0].splitlines()


def _duration(kind: str, folder: Path, *files: Path) -> float:
    with _working(kind, folder, *files) as process:
        began = time.monotonic()
        process.communicate()
        return time.monotonic() - began


def _body(number: int, version: int) -> str:
    return "".join(f"<p>{number} 号第 {part} 段，版 {version}。</p>" for part in range(PARTS))


def _version(web: WebServer, version: int) -> bytes:
    items = [json_item(n, content_html=_body(n, version)) for n in range(ITEMS)]
    web.answers["/f"] = answer = feed(items)
    return answer.body


class _Shelf:
    """Looks at a library, some of whose files were edited by hand."""

    def __init__(self, desk: Desk) -> None:
        self.root = desk.paths.library
        self.edited: dict[Path, str] = {}

    def files(self) -> list[Path]:
        found = self.root.rglob("*.md") if self.root.is_dir() else iter(())
        return sorted(path for path in found if not is_beside(path.name))

    def edit(self, number: int) -> None:
        """Add a line of one's own to one file, at most to half of all."""
        files = self.files()
        if len(self.edited) < ITEMS // 2 and files:
            path = files[number % len(files)]
            text = path.read_text("utf-8") + f"\n批注 {number}\n"
            path.write_text(text, "utf-8")
            self.edited[path] = text

    def check(self, newest: int) -> int:
        """How many reports there are, all whole; each says one version, and none is there twice."""
        guids: list[object] = []
        for path in self.files():
            text = path.read_text("utf-8")
            if path in self.edited:
                assert text == self.edited[path], path
            found = read_front_matter(text, str(path))
            assert not found.problems, path
            guids.append(found.meta["guid"])
            versions = [
                part.partition("版 ")[2] for part in found.body.split("。") if "版 " in part
            ]
            assert len(versions) == PARTS, path
            assert len(set(versions)) == 1, path
            assert int(versions[0]) <= newest, path
        assert len(set(guids)) == len(guids)
        return len(guids)


@pytest.mark.parametrize("kind", ["import", "sync"])
def test_what_comes_in_is_whole_whenever_it_is_killed(
    kind: str, web: WebServer, tmp_path: Path
) -> None:
    desk = desk_in(tmp_path)
    desk.add_raw(web.url("/f"), "s", timeout=30)
    file = tmp_path / "f.json"
    moments = random.Random(kind)
    file.write_bytes(_version(web, 0))
    longest = _duration(kind, tmp_path, file)
    shelf = _Shelf(desk)
    for version in range(1, KILLS + 1):
        file.write_bytes(_version(web, version))
        shelf.edit(version)
        _killed(kind, tmp_path, moments.random() * longest, file)
        assert shelf.check(version) == ITEMS
    _duration(kind, tmp_path, file)
    assert shelf.check(KILLS) == ITEMS
    whole = sum(f"版 {KILLS}。" in path.read_text("utf-8") for path in shelf.files())
    assert whole == ITEMS - len(shelf.edited)
    left = [path.name for path in desk.paths.library.rglob("*") if path.suffix not in (".md", "")]
    assert left == []


def test_the_index_answers_whenever_its_writer_is_killed(web: WebServer, tmp_path: Path) -> None:
    desk = desk_in(tmp_path)
    web.answers["/f"] = feed([json_item(n, content_html=_body(n, 0)) for n in range(ITEMS)])
    desk.add_raw(web.url("/f"), "s", timeout=30)
    desk.sync()
    longest = _duration("index", tmp_path)
    moments = random.Random(1)
    for number in range(KILLS):
        _killed("index", tmp_path, moments.random() * longest)
        service = desk_in(tmp_path).service
        service.refresh()
        query = service.parse(f'"{number % ITEMS} 号第 {number % PARTS} 段"')
        assert len(service.search(query).hits) >= 1
        assert service.search(service.parse("版"), 100).total == ITEMS
        service.close()


def test_each_mark_that_was_set_is_there_whenever_it_is_killed(
    web: WebServer, tmp_path: Path
) -> None:
    desk = desk_in(tmp_path)
    web.answers["/f"] = feed([json_item(n) for n in range(ITEMS)])
    desk.add_raw(web.url("/f"), "s", timeout=30)
    desk.sync()
    moments = random.Random(2)
    lost = 0
    for _ in range(KILLS):
        said = [line.split("\t") for line in _killed("state", tmp_path, moments.random() / 5)]
        service = desk_in(tmp_path).service
        service.refresh()
        assert service.state_problems == ()
        stars = {one.id: service.reading.mark(one).starred for one in service.reports().reports}
        # The one that comes after the last one said may have been set or not.
        lost += sum(stars[id_] != (is_set == "True") for id_, is_set in said[-(ITEMS - 1) :])
        service.close()
    assert lost == 0
