"""The page: opening against Textual's `Markdown`, length, scrolling, a big table, memory.

Every measurement runs in a real app without a terminal; a frame is what the screen's compositor
makes of it. Peers run in the same process, one after the other.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import gc
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.pilot import Pilot
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Markdown

from vibe_tui.config import Config
from vibe_tui.library.split import split_at
from vibe_tui.paths import find_paths
from vibe_tui.render.document import Document
from vibe_tui.render.outline import headings_of
from vibe_tui.render.place import Fold
from vibe_tui.service import Service
from vibe_tui.tui.app import VibeApp
from vibe_tui.tui.look.strips import StyleBook, draw
from vibe_tui.tui.reader.view import ReaderView

from .library import library
from .report import Report, percentile

SIZE = (120, 40)
KEYS = 200
ROUNDS = 4
TABLE = "| 模型 | 准确率 | 延迟 | 说明 |\n| --- | ---: | --- | --- |\n" + "".join(
    f"| 模型-{at} | {at * 3.1:.1f}% | {at * 7 % 50} ms | 在**长程**任务上的表现 {at} |\n"
    for at in range(8)
)


class BareView(ScrollView, can_focus=True):
    """Ready lines, with the same styles, and nothing else."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("j", "step", show=False)]

    def __init__(self, strips: list[Strip]) -> None:
        super().__init__()
        self.strips = strips
        self.virtual_size = Size(80, len(strips))

    def render_line(self, y: int) -> Strip:
        """A line that was ready."""
        row = self.scroll_offset.y + y
        return self.strips[row] if row < len(self.strips) else Strip.blank(self.size.width)

    def action_step(self) -> None:
        """One line down."""
        self.scroll_to(y=self.scroll_offset.y + 1, animate=False)


class BenchApp(App[None]):
    """An empty place to put a widget."""

    def compose(self) -> ComposeResult:
        yield Vertical()


def text_of(characters: int, tables: int = 0) -> str:
    """A report's body of about this length, from the generated library."""
    parts: list[str] = []
    length = 0
    files = sorted(Path(library(200)).rglob("*.md"))
    for path in files * (1 + characters // 500_000):
        body = path.read_text(encoding="utf-8").split("---\n", 2)[-1]
        parts.append(body)
        length += len(body)
        if length >= characters:
            break
    text = "\n\n".join(parts)[:characters]
    found = text.split("\n\n")
    for at in range(tables):
        found.insert((at + 1) * len(found) // (tables + 1), TABLE)
    return "\n\n".join(found)


async def _drawn(widget: Widget) -> None:
    """Wait until what the widget shows now is on the screen."""
    drawn = asyncio.Event()
    widget.call_after_refresh(drawn.set)
    await drawn.wait()


def _open(view: ReaderView, text: str) -> None:
    document = Document(split_at(text, headings_of(text)))
    view.show(document, [Fold.OPEN] * len(document.flat))


async def _first_screen(text: str, times: int) -> float:
    """Seconds from text to a drawn screen of ours, the best of some."""
    best = float("inf")
    for _ in range(times):
        app = BenchApp()
        async with app.run_test(size=SIZE) as pilot:
            view = ReaderView()
            await app.query_one(Vertical).mount(view)
            await pilot.pause()
            gc.collect()
            start = perf_counter()
            _open(view, text)
            await _drawn(view)
            best = min(best, perf_counter() - start)
    return best


async def _first_screen_of_markdown(text: str, times: int) -> float:
    """The same for Textual's widget."""
    best = float("inf")
    for _ in range(times):
        app = BenchApp()
        async with app.run_test(size=SIZE) as pilot:
            view = Markdown()
            await app.query_one(Vertical).mount(view)
            await pilot.pause()
            gc.collect()
            start = perf_counter()
            await view.update(text)
            await _drawn(view)
            best = min(best, perf_counter() - start)
    return best


async def _keys(pilot: Pilot[None] | Pilot[int]) -> float:
    """Processor seconds that a key takes from press to frame, the driver's waiting left out."""
    await pilot.press(*["j"] * 10)
    start = process_time()
    await pilot.press(*["j"] * KEYS)
    return (process_time() - start) / KEYS


@asynccontextmanager
async def _alone(view: ReaderView | None, text: str) -> AsyncIterator[tuple[Pilot[None], Widget]]:
    """The reader alone on the screen, or in its place a bare view of the lines it would show."""
    app = BenchApp()
    async with app.run_test(size=SIZE) as pilot:
        reader = view or ReaderView()
        await app.query_one(Vertical).mount(reader)
        _open(reader, text)
        await pilot.pause()
        shown: Widget = reader
        if view is None and reader.page is not None:
            book = StyleBook(app.theme_variables)
            shown = BareView([draw(row.line, book) for row in reader.page.lines(0, 2 * KEYS)])
            await reader.remove()
            await app.query_one(Vertical).mount(shown)
        shown.focus()
        await pilot.pause()
        yield pilot, shown


async def _key_alone(text: str, *, bare: bool) -> float:
    async with _alone(None if bare else ReaderView(), text) as (pilot, _):
        return await _keys(pilot)


async def _frame_alone(text: str, *, bare: bool) -> float:
    async with _alone(None if bare else ReaderView(), text) as (_, view):
        return await _frames(view)


async def _key_in_app(text: str) -> float:
    """As `_keys`, in the whole program: its main screen with the list, the report open."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        files = home / "library"
        files.mkdir()
        front = "---\ntitle: 一篇报告\ndate: 2026-08-11\n---\n"
        (files / "2026-08-11-report.md").write_text(front + text, encoding="utf-8")
        paths = find_paths({"HOME": folder}, library=files, config=home / "config.toml")
        paths = replace(paths, state=home / "state.db", cache=home / "cache")
        app = VibeApp(Service(paths, Config(), today=lambda: dt.date(2026, 8, 12)))
        async with app.run_test(size=SIZE) as pilot:
            while not app.screen.query(ReaderView):
                await pilot.pause(0.05)
            reader = app.screen.query_one(ReaderView)
            while reader.page is None:
                await pilot.pause(0.05)
            await pilot.press("tab")
            await pilot.pause(0.5)
            assert reader.has_focus
            return await _keys(pilot)


async def _frames(view: Widget) -> float:
    """Seconds of moving by a row and painting: the median, which other programs hardly move."""
    assert isinstance(view, ReaderView | BareView)
    step = view.action_step if isinstance(view, BareView) else view.action_line_down
    times: list[float] = []
    for _ in range(KEYS):
        start = perf_counter()
        step()
        view.render_lines(view.size.region)
        times.append(perf_counter() - start)
        await _drawn(view)
    return percentile(times, 0.5)


def _measure_scrolling(report: Report, text: str) -> None:
    """Turn by turn, and the best of each: whatever else runs disturbs all of them alike."""
    bare, alone, app = (
        min(times)
        for times in zip(
            *[
                (
                    asyncio.run(_key_alone(text, bare=True)),
                    asyncio.run(_key_alone(text, bare=False)),
                    asyncio.run(_key_in_app(text)),
                )
                for _ in range(ROUNDS)
            ],
            strict=True,
        )
    )
    for name, ours in (("the reader alone", alone), ("the whole program", app)):
        report.add(
            f"a key of scrolling, {name}",
            f"{ours * 1000:.2f} ms",
            f"bare ScrollView {bare * 1000:.2f} ms",
            f"{ours / bare:.2f} ×",
            "≤ 1.3 ×",
            ours <= 1.3 * bare,
        )
    own = asyncio.run(_frame_alone(text, bare=False))
    theirs = asyncio.run(_frame_alone(text, bare=True))
    report.add(
        "our own work in a frame",
        f"{own * 1000:.2f} ms",
        f"bare ScrollView's {theirs * 1000:.2f} ms",
        budget="≤ 2 ms",
        kept=own <= 0.002,
    )


async def _memory(text: str) -> float:
    """Bytes that an open report holds after it was read to the end, per byte of its text."""
    app = BenchApp()
    async with app.run_test(size=SIZE) as pilot:
        view = ReaderView()
        await app.query_one(Vertical).mount(view)
        _open(view, "# 暖身\n\n文\n")
        await pilot.pause()
        gc.collect()
        tracemalloc.start()
        _open(view, text)
        await pilot.pause()
        while not view.at_end:
            view.scroll_screens(1)
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return held / len(text.encode())


def measure(report: Report) -> None:
    """All rows of the page."""
    text = text_of(11_000, tables=6)
    ours = asyncio.run(_first_screen(text, 5))
    theirs = asyncio.run(_first_screen_of_markdown(text, 2))
    report.add(
        "open 11,000 characters with 6 tables",
        f"{ours * 1000:.0f} ms",
        f"Markdown widget {theirs * 1000:.0f} ms",
        f"{theirs / ours:.0f} × faster",
        "≥ 20 ×",
        theirs >= 20 * ours,
    )
    texts = text_of(10_000 // 3), text_of(1_000_000 // 3 + 50_000)
    # Turn by turn, as with the keys.
    turns = [[asyncio.run(_first_screen(text, 2)) for text in texts] for _ in range(ROUNDS)]
    small, large = (min(times) for times in zip(*turns, strict=True))
    report.add(
        "open 1 MB",
        f"{large * 1000:.0f} ms",
        f"10 KB {small * 1000:.0f} ms",
        f"{large / small:.2f} ×",
        "≤ 2 ×",
        large <= 2 * small,
    )
    _measure_scrolling(report, text_of(60_000, tables=6))
    big = "| " + " | ".join(f"列{at}" for at in range(12)) + " |\n" + "|---" * 12 + "|\n"
    big += "".join(
        "| " + " | ".join(f"{row}.{at}" for at in range(12)) + " |\n" for row in range(200)
    )
    table = asyncio.run(_first_screen(big, 5))
    report.add(
        "open a table of 200 × 12", f"{table * 1000:.0f} ms", "", "", "≤ 100 ms", table <= 0.1
    )
    held = asyncio.run(_memory(text_of(400_000)))
    report.add(
        "memory of 1 MB, read to the end", f"{held:.1f} × its size", "", "", "≤ 10 ×", held <= 10
    )
