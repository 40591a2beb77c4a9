"""Whatever happens to the bytes of the index, the answer is that of a scan, and doctor says so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from vibe_tui.config import Config
from vibe_tui.paths import Paths
from vibe_tui.service import Service
from vibe_tui.service.health import look

CONTENT = Path(__file__).resolve().parents[2] / "content"
QUERIES = ("置信区间", "GRPO", "局限:数据", "的 -MCP", "gr*")


def service_in(folder: Path) -> Service:
    """A service of the bundled reports whose index is in `folder`."""
    paths = Paths(
        config=folder / "config.toml",
        sources=folder / "sources.toml",
        library=CONTENT,
        bundled=CONTENT,
        state=folder / "state.db",
        cache=folder / "cache",
        explicit=True,
    )
    return Service(paths, Config())


Answers = list[tuple[int, dict[str, list[str]]]]


def answers(service: Service) -> Answers:
    """For each query the total, and the reports with their snippets."""
    found = [service.search(service.parse(query), 100) for query in QUERIES]
    return [
        (
            answer.total,
            {hit.report_id: [passage.snippet for passage in hit.passages] for hit in answer.hits},
        )
        for answer in found
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an index of the bundled reports, in several segments."""
    folder = tmp_path_factory.mktemp("whole")
    service = service_in(folder)
    service.refresh()
    service.update_index()
    return folder


@pytest.fixture(scope="module")
def right(whole: Path) -> Answers:
    """What is to be answered, as the index says it."""
    service = service_in(whole)
    service.refresh()
    return answers(service)


def zero(data: bytearray, start: int, size: int) -> None:
    data[start : start + size] = bytes(len(data[start : start + size]))


def flip(data: bytearray, start: int, size: int) -> None:
    data[start] ^= 1 << size % 8


def cut(data: bytearray, start: int, size: int) -> None:
    del data[start:]


def cut_out(data: bytearray, start: int, size: int) -> None:
    del data[start : start + size]


HARMS: dict[str, Callable[[bytearray, int, int], None]] = {
    "zeroed": zero,
    "one bit flipped": flip,
    "truncated": cut,
    "a piece missing": cut_out,
}


def harm(path: Path, how: Callable[[bytearray, int, int], None], where: float, size: int) -> bool:
    """Damage a file, leave its times as they were; whether its bytes are others now."""
    times = path.stat()
    before = path.read_bytes()
    data = bytearray(before)
    how(data, min(int(where * len(data)), len(data) - 1), size)
    path.write_bytes(data)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return data != before


@settings(max_examples=24, phases=(Phase.explicit, Phase.generate))
@given(
    how=st.sampled_from(sorted(HARMS)),
    which=st.floats(0, 0.999),
    where=st.floats(0, 1),
    size=st.integers(1, 5_000),
    while_open=st.booleans(),
)
def test_any_damaged_byte_is_noticed(
    tmp_path_factory: pytest.TempPathFactory,
    whole: Path,
    right: Answers,
    how: str,
    which: float,
    where: float,
    size: int,
    while_open: bool,
) -> None:
    folder = tmp_path_factory.mktemp("harmed") / "home"
    shutil.copytree(whole, folder)
    service = service_in(folder)
    service.refresh()
    if while_open:
        assert answers(service) == right
    files = sorted(path for path in folder.rglob("cache/index/**/*") if path.is_file())
    files = [path for path in files if path.stat().st_size]
    changed = harm(files[int(which * len(files))], HARMS[how], where, size)
    assert answers(service) == right
    index = next(check for check in look(service, fix=False) if check.name == "index")
    assert bool(index.problems) == changed
    service.update_index()
    assert answers(service) == right
    assert service.index_health() == (0, ())


def said(service: Service, name: str) -> list[str]:
    """What doctor says is wrong with one thing."""
    check = next(check for check in look(service, fix=False) if check.name == name)
    return [problem.line("zh") for problem in check.problems]


def test_doctor_says_where_the_disk_has_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = service_in(tmp_path)
    assert said(service, "index") == []
    full = shutil.disk_usage(tmp_path)._replace(free=1_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    (line,) = said(service, "index")
    assert "磁盘满了" in line


def test_doctor_says_where_the_cache_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in its place")
    service = service_in(tmp_path)
    (line,) = said(service, "paths")
    assert str(tmp_path / "cache") in line
    assert said(service, "index") == []
    assert service.search(service.parse("置信区间")).total
