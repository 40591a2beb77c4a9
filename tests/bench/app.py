"""The app with ten thousand reports: start, list, memory, beside a Textual app with one label.

Start and memory are those of real processes in a pseudo-terminal; the catalogue and the index are
as a reader has them on the second day.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from textual.app import App, ComposeResult
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from vibe_tui.library.groups import GroupBy
from vibe_tui.model.report import TOPICS
from vibe_tui.model.report import Report as Item
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.look.themes import PAPER_DARK, shipped_themes

from .library import library
from .report import HOME, Report

REPORTS = 10_000
STARTS = 7
SETTLE = 3.0
SIZE = (120, 40)
LABEL = "FIRSTFRAME"
PEER = f"""
from textual.app import App
from textual.widgets import Label
class One(App):
    def compose(self):
        yield Label({LABEL!r})
One().run()
"""
OURS = """
import sys
from vibe_tui.cli.main import run_command
sys.exit(run_command(["--library", sys.argv[1]]))
"""
# To index ten thousand reports takes minutes. This notes that it was done, as indexing does in the
# end: a start then looks for changes and finds none. Half of the reports are read.
USED = """
import datetime, os, sys
from pathlib import Path
from vibe_tui.config import Config
from vibe_tui.paths import find_paths
from vibe_tui.service.finding import fingerprint
from vibe_tui.service.resources import Resources
from vibe_tui.state.reading import Reading, reading_key
paths = find_paths(os.environ, library=Path(sys.argv[1]))
resources = Resources(paths, Config(), (), datetime.date.today)
reports = resources.reports
Reading(resources.state).set_read(map(reading_key, reports[::2]), True)
resources.index_note().parent.mkdir(parents=True, exist_ok=True)
resources.index_note().write_text(fingerprint(resources.index_folder(), reports), "utf-8")
"""


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds to the first frame with the words, and private memory some seconds later."""

    seconds: float
    megabytes: float


def start(code: str, arguments: Sequence[str], words: str, home: Path, settle: float) -> Start:
    """Run `code` in a terminal until it shows `words`."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environ_of(home),
    )
    os.close(slave)
    try:
        shown = b""
        while words.encode() not in shown:
            if select.select([master], [], [], 0.5)[0]:
                shown += os.read(master, 65536)
        seconds = time.perf_counter() - began
        end = time.monotonic() + settle
        while time.monotonic() < end:
            if select.select([master], [], [], 0.2)[0]:
                os.read(master, 65536)
        rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text("ascii")
        private = sum(int(kb) for kb in re.findall(r"Private_\w+:\s+(\d+)", rollup))
        return Start(seconds, private / 1024)
    finally:
        process.kill()
        process.wait()
        os.close(master)


def newest_title(folder: Path, home: Path) -> str:
    """The beginning of the first title of the list; the caches are then as on a second day."""
    command = [sys.executable, "-m", "vibe_tui", "--library", str(folder), "list", "--json"]
    listed = subprocess.run(command, env=environ_of(home), capture_output=True, check=True)
    subprocess.run([sys.executable, "-c", USED, str(folder)], env=environ_of(home), check=True)
    return str(json.loads(listed.stdout)[0]["short_title"])[:8]


def environ_of(home: Path) -> dict[str, str]:
    """An environment whose home is `home`, with compiled modules as an installation has them."""
    environ = {**os.environ, "TERM": "xterm-256color", "LANG": "zh_CN.UTF-8", "HOME": str(home)}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    environ["PYTHONPYCACHEPREFIX"] = str(home / "compiled")
    return environ | {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "CACHE")}


def measure_start(report: Report) -> None:
    """Rows for start and memory."""
    folder = library(REPORTS)
    home = HOME / "home"
    home.mkdir(parents=True, exist_ok=True)
    words = newest_title(folder, home)
    start(OURS, [str(folder)], words, home, SETTLE)
    start(PEER, [], LABEL, home, 1)
    # By turns: what else the machine does then weighs on both.
    pairs = [
        (start(PEER, [], LABEL, home, 1), start(OURS, [str(folder)], words, home, SETTLE))
        for _ in range(STARTS)
    ]
    peers, ours = zip(*pairs, strict=True)
    peer, own = median(s.seconds for s in peers), median(s.seconds for s in ours)
    report.add(
        "start, 10,000 reports",
        f"{own * 1000:.0f} ms",
        f"one label {peer * 1000:.0f} ms",
        f"{own / peer:.2f} ×",
        "≤ 1.4 ×",
        own <= 1.4 * peer,
    )
    peer, own = median(s.megabytes for s in peers), median(s.megabytes for s in ours)
    report.add(
        "private memory",
        f"{own:.0f} MB",
        f"one label {peer:.0f} MB",
        f"{own / peer:.2f} ×",
        "≤ 2.5 ×",
        own <= 2.5 * peer,
    )


class Lists(App[None]):
    """Our list, or the stock one, alone on the screen."""

    def __init__(self, stock: bool) -> None:
        super().__init__()
        self._stock = stock
        for theme in shipped_themes().values():
            self.register_theme(theme)
        self.theme = PAPER_DARK

    def compose(self) -> ComposeResult:
        yield OptionList() if self._stock else ReportList(today=lambda: dt.date(2026, 8, 11))


def items() -> list[Item]:
    """Ten thousand reports."""
    day = dt.date(2026, 8, 11)
    return [
        Item(
            id=f"r{n}",
            title=f"智能体的信用分配与多任务后训练之{n}：一种可插拔的做法",
            file=f"/r{n}.md",
            date=(day - dt.timedelta(days=n // 8)).isoformat(),
            topics=(TOPICS[n % 12].id, TOPICS[(n + 5) % 12].id),
            source=f"s{n % 9}",
            chars=4000 + n,
        )
        for n in range(REPORTS)
    ]


async def _list_times() -> dict[str, float]:
    reports = items()
    app = Lists(stock=False)
    times: dict[str, float] = {}
    async with app.run_test(size=SIZE) as pilot:
        view = app.query_one(ReportList)

        async def timed(name: str, work: Callable[[], object]) -> None:
            # Processor time: the driver of the test waits for its own clock besides.
            began = time.process_time()
            work()
            await pilot.pause()
            times[name] = time.process_time() - began

        await pilot.pause()
        await timed("open", lambda: view.show(reports))
        await timed("regroup", lambda: view.regroup(group_by=GroupBy.TOPIC))
        kept = [report for report in reports if "agents" in report.topics]
        await timed("filter", lambda: view.show(kept))
    return times


async def _stock_time() -> float:
    app = Lists(stock=True)
    titles = [report.title for report in items()]
    async with app.run_test(size=SIZE) as pilot:
        view = app.query_one(OptionList)
        await pilot.pause()
        began = time.process_time()
        view.add_options([Option(title) for title in titles])
        await pilot.pause()
        return time.process_time() - began


def measure_list(report: Report) -> None:
    """Rows for the list."""
    times = asyncio.run(_list_times())
    stock = asyncio.run(_stock_time())
    for name, seconds in times.items():
        report.add(
            f"list of 10,000 rows: {name}",
            f"{seconds * 1000:.0f} ms",
            f"OptionList {stock * 1000:.0f} ms",
            f"{stock / seconds:.0f} × faster",
            "≤ 50 ms, ≥ 20 ×",
            seconds <= 0.05 and stock >= 20 * seconds,
        )


def measure(report: Report) -> None:
    """All rows of the app."""
    measure_list(report)
    measure_start(report)
