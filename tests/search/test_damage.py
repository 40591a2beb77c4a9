"""Whatever happens to the bytes of the index, the answer is that of a scan, and doctor says so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from vibe_tui.cli.doctor import checks
from vibe_tui.config import Config
from vibe_tui.paths import Paths
from vibe_tui.service import Service

TEXTS = {
    "甲": "## 执行摘要\n\nGRPO 训练的置信区间。\n\n## 局限\n\n数据太少，的确没有置信区间。",
    "乙": "## 方法\n\n| 模型 | 延迟 |\n| --- | --- |\n| Qwen2.5-7B | 31.2 ms |\n\n的 MCP 规范。",
    "丙": "## 摘要\n\n" + "长的一段话，" * 200 + "\n\n## 已知限制\n\n合成的数据。",
    "丁": "## 结论\n\ngrounding 与 GRPO，95% 置信区间。",
    "戊": "## 背景\n\n别的事。",
}
QUERIES = ("置信区间", "GRPO", "局限:数据", "的 -MCP", "gr*")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a few reports."""
    folder = tmp_path_factory.mktemp("library")
    for name, text in TEXTS.items():
        (folder / f"{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    return folder


def service_in(folder: Path, library: Path) -> Service:
    """A service of these reports whose index is in `folder`."""
    paths = Paths(
        config=folder / "config.toml",
        sources=folder / "sources.toml",
        library=library,
        bundled=library,
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
def whole(tmp_path_factory: pytest.TempPathFactory, library: Path) -> Path:
    """A folder with an index of these reports, in two segments."""
    folder = tmp_path_factory.mktemp("whole")
    late = library / "戊.md"
    text = late.read_bytes()
    late.unlink()
    for _ in range(2):
        service = service_in(folder, library)
        service.refresh()
        service.indexing.update()
        late.write_bytes(text)
    assert len(list(folder.rglob("records"))) == 2
    return folder


@pytest.fixture(scope="module")
def right(whole: Path, library: Path) -> Answers:
    """What is to be answered, as the index says it."""
    service = service_in(whole, library)
    service.refresh()
    found = answers(service)
    assert [total for total, _ in found] == [2, 2, 2, 3, 2]
    return found


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


@settings(max_examples=30, deadline=None, phases=(Phase.explicit, Phase.generate))
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
    library: Path,
    right: Answers,
    how: str,
    which: float,
    where: float,
    size: int,
    while_open: bool,
) -> None:
    folder = tmp_path_factory.mktemp("harmed") / "home"
    shutil.copytree(whole, folder)
    service = service_in(folder, library)
    service.refresh()
    if while_open:
        assert answers(service) == right
    files = sorted(path for path in folder.rglob("cache/index/**/*") if path.is_file())
    files = [path for path in files if path.stat().st_size]
    changed = harm(files[int(which * len(files))], HARMS[how], where, size)
    assert answers(service) == right
    index = next(check for check in checks(service, fix=False) if check.name == "index")
    assert bool(index.problems) == changed
    service.indexing.update()
    assert answers(service) == right
    assert service.indexing.health() == (0, ())


def said(service: Service, name: str) -> list[str]:
    """What doctor says is wrong with one thing."""
    check = next(check for check in checks(service, fix=False) if check.name == name)
    return [problem.line("zh") for problem in check.problems]


def test_doctor_says_where_the_disk_has_no_room(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = service_in(tmp_path, library)
    assert said(service, "index") == []
    full = shutil.disk_usage(tmp_path)._replace(free=1_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    (line,) = said(service, "index")
    assert "磁盘满了" in line


def test_doctor_says_where_the_cache_is_no_folder(tmp_path: Path, library: Path) -> None:
    (tmp_path / "cache").write_text("a file in its place")
    service = service_in(tmp_path, library)
    (line,) = said(service, "paths")
    assert str(tmp_path / "cache") in line
    assert said(service, "index") == []
    assert service.search(service.parse("置信区间")).total
