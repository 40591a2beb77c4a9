"""A small library of our own for the app, and the publication's own where it is present."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.worker import WorkerCancelled

from tests.tui.idle import until_idle
from vibe_tui.config import Config
from vibe_tui.paths import Paths
from vibe_tui.service import Service
from vibe_tui.tui.app import VibeApp
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.reader.session import PREVIEW_AFTER
from vibe_tui.tui.reader.view import ReaderView

PATIENCE = 20.0
"""Seconds that a test waits for what another program or a thread brings about."""

TODAY = dt.date(2026, 8, 12)

REPORTS = {
    "2026-08-11-透镜实验": """\
---
title: "[硅基写手] 每日解读：小模型的透镜实验"
column: 硅基写手
date: 2026-08-11
topics: [agents]
url: https://e.example/lens
---

## 1. 执行摘要

小模型用少量算力做到同样的准确率，关键在逐步的信用分配。

## 2. 方法详解

### 2.1 信用分配怎样做

奖励只在终局出现，信用分配靠重放。详见[原文](https://e.example/lens)和[局限](#3-局限性)。

| 模型 | 准确率 |
| --- | ---: |
| 甲 | 42.5% |

## 3. 局限性

只测了一种语言。

### 3.1 样本量

样本只有三十条。
""",
    "2026-08-10-没有局限": """\
---
title: 一次访谈
date: 2026-08-10
topics: [industry-strategy]
---

## 概述

谈公司的下一步，也提到信用分配。

## 未来

"""
    + "\n\n".join(f"第 {number} 段。" for number in range(60)),
    "2026-07-01-方括号": """\
---
title: "[/年报/2024] [@click=app.quit]点[/] [red]红[/red]"
date: 2026-07-01
author: "[b]作者[/b]"
---

## [[/甲.md]] 与 [b]粗[/b]

正文 [重要] 与 [link=javascript:x]字[/link]。

"""
    + "\n\n".join(f"第 {number} 段。" for number in range(60)),
}


def make_service(folder: Path, config: Config | None = None) -> Service:
    """A service on the library in `folder`, which keeps its state beside it."""
    return Service(
        Paths(
            config=folder / "config.toml",
            sources=folder / "sources.toml",
            library=folder / "library",
            bundled=folder / "bundled",
            state=folder / "state.db",
            cache=folder / "cache",
            explicit=True,
        ),
        config or Config(),
        today=lambda: TODAY,
    )


async def _wait_for_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    await until_idle(max_sleep=max_sleep)


@pytest.fixture(autouse=True)
def _exact_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot wait for what there is to do, not for a while."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", _wait_for_idle)


@pytest.fixture(autouse=True)
def _unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint nothing that the test does not look at: with nobody there, that is half of the time.

    What a report or a list shows is asked of its widget. Tests marked `painted` go through every
    screen, key and size, and have each painted.
    """
    if request.node.get_closest_marker("painted") is None:
        monkeypatch.setattr(Screen, "_compositor_refresh", lambda self: None)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with our own library in it."""
    library = tmp_path / "library" / "2026"
    library.mkdir(parents=True)
    for name, text in REPORTS.items():
        (library / f"{name}.md").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def imported(tmp_path: Path, seed: Path) -> Path:
    """A folder with the publication's text imported."""
    make_service(tmp_path).import_paths([seed])
    return tmp_path


@dataclass
class Person:
    """Somebody at the keyboard."""

    app: VibeApp
    pilot: Pilot[int]

    async def press(self, *keys: str) -> None:
        """Press these, each when what the one before began in the background is done."""
        for key in keys:
            await self.pilot.press(key)
            await self._end_of_jobs()
        await self.settle()

    async def type(self, text: str) -> None:
        await self.pilot.press(*text)
        await self.settle()

    async def settle(self) -> None:
        """Wait until no job is running and nothing is waiting to be shown."""
        await until_idle(PREVIEW_AFTER + 0.02)
        for _ in range(2):
            await self._end_of_jobs()

    async def _end_of_jobs(self) -> None:
        # A job that a newer one took the place of ends as cancelled.
        with suppress(WorkerCancelled):
            workers = [w for w in self.app.workers if w.name != "watch"]
            # An empty list would mean all of them.
            if workers:
                await self.app.workers.wait_for_complete(workers)
        await self.pilot.pause()

    async def arrive(self) -> None:
        """Wait until the report pane is there and shows what is selected, if that can be shown."""
        for _ in range(40):
            await asyncio.sleep(0.02)
            await self.settle()
            # An empty list is one only after the disk was looked at.
            is_listed = bool(self.selected) or self.main.side.has_class("-true")
            if not self.main.session or not is_listed:
                continue
            is_hidden = self.main.has_class("-narrow") and not self.main.is_reading
            if self.text.strip() or is_hidden or not self.selected:
                return

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so that other programs bring about."""
        end = time.monotonic() + PATIENCE
        await self.settle()
        while not holds():
            assert time.monotonic() < end, "waited in vain"
            await asyncio.sleep(0.02)
            await self.settle()

    @property
    def main(self) -> MainScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    @property
    def selected(self) -> str:
        report = self.main.query_one(ReportList).selected
        return report.title if report is not None else ""

    @property
    def text(self) -> str:
        """What the report pane shows."""
        view = self.main.query_one(ReaderView)
        return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))

    @property
    def head(self) -> str:
        return Content.from_markup(self.main.query_one(ReaderPane).border_title or "").plain

    @property
    def foot(self) -> str:
        return str(self.main.query_one(ReaderPane).border_subtitle or "")


@asynccontextmanager
async def sit_down(
    folder: Path,
    size: tuple[int, int] = (120, 40),
    config: Config | None = None,
    start: Path | None = None,
) -> AsyncIterator[Person]:
    """The app on the library in `folder`, with somebody at the keyboard."""
    app = VibeApp(make_service(folder, config), start=start)
    async with app.run_test(size=size) as pilot:
        person = Person(app, pilot)
        await person.arrive()
        yield person
