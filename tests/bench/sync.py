"""Syncs a feed of a thousand articles from a server on this machine, and once more unchanged."""

from __future__ import annotations

import html
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.sync.web import Answer, serving

from .library import texts
from .report import Report

ROOT = Path(__file__).resolve().parents[2]
MANY, FEW = 1000, 100


def measure(report: Report) -> None:
    """Items per second, memory, and what a second sync costs."""
    with tempfile.TemporaryDirectory() as folder:
        few = _Run(Path(folder) / "few", FEW)
        many = _Run(Path(folder) / "many", MANY)
    report.add(
        f"first sync, {MANY} articles ({many.megabytes:.1f} MB)",
        f"{MANY / many.first:.0f} items/s",
        f"feedparser alone {MANY / many.parse:.0f} items/s",
    )
    report.add(
        f"memory of the sync of {MANY} articles",
        f"{many.memory:.0f} MB",
        f"of {FEW}: {few.memory:.0f} MB",
        f"{(many.memory - few.memory) / (many.megabytes - few.megabytes):.1f} × the feed",
    )
    report.add(
        "second sync, nothing changed",
        f"{many.again:.2f} s, {many.requests} request, {many.written} files written",
        f"vibe paths {many.start:.2f} s",
        budget="one conditional request, no write",
        kept=many.requests == 1 and many.conditional and not many.written,
    )


class _Run:
    """A feed of `count` articles, synced twice into a library in `folder`."""

    def __init__(self, folder: Path, count: int) -> None:
        folder.mkdir()
        library = folder / "library"
        environ = {"HOME": str(folder), "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
        vibe = [sys.executable, "-m", "vibe_tui", "--library", str(library)]
        body = _feed(count)
        self.megabytes = len(body) / 1e6
        self.parse = _parse_time(body)
        with serving() as web:
            web.answers["/feed"] = Answer(200, body, {"ETag": '"1"', "Content-Type": "text/xml"})
            _timed([*vibe, "source", "add", web.url("/feed"), "--timeout", "10m"], environ)
            self.start = _timed([*vibe, "paths"], environ)[0]
            self.first, self.memory = _timed([*vibe, "sync"], environ)
            before = _stamps(library)
            web.asked.clear()
            self.again = _timed([*vibe, "sync"], environ)[0]
            after = _stamps(library)
        self.requests = len(web.asked)
        self.conditional = all("If-None-Match" in asked.headers for asked in web.asked)
        self.written = sum(1 for path in after if after[path] != before.get(path))


def _feed(count: int) -> bytes:
    """RSS with the text of generated reports as HTML."""
    items = []
    for number, (name, text) in enumerate(texts(count, 7)):
        body = "".join(
            f"<h2>{html.escape(line.lstrip('# '))}</h2>"
            if line.startswith("#")
            else f"<p>{html.escape(line)}</p>"
            for line in text.splitlines()
            if line.strip()
        )
        items.append(
            f"<item><title>{html.escape(name)}</title><guid>g{number}</guid>"
            f"<link>https://e.example/{number}</link>"
            f"<pubDate>Wed, 12 Aug 2026 08:00:00 +0000</pubDate>"
            f"<description>{html.escape(body)}</description></item>"
        )
    whole = f'<rss version="2.0"><channel><title>t</title>{"".join(items)}</channel></rss>'
    return whole.encode()


def _parse_time(body: bytes) -> float:
    import feedparser

    began = time.perf_counter()
    feedparser.parse(body)
    return time.perf_counter() - began


def _timed(command: list[str], environ: dict[str, str]) -> tuple[float, float]:
    """Seconds and the most megabytes that a command took."""
    began = time.perf_counter()
    process = subprocess.Popen(
        command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return time.perf_counter() - began, used.ru_maxrss / 1024


def _stamps(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
