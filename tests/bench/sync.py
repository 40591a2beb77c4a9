"""Syncs feeds of some sizes from a server on this machine, and one of them once more unchanged.

Run as a module of its own with an address and a folder, it syncs once and prints what that took.
"""

from __future__ import annotations

import gzip
import html
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.sync.desk import TODAY, desk_in
from tests.sync.web import Answer, serving

from .library import texts
from .report import Report

ROOT = Path(__file__).resolve().parents[2]
SIZES = (100, 1000, 4000)
MANY = 1000
FORMS = ("gzip", "in GBK with bare signs", "with a broken entry", "as JSON Feed")
MORE_MEMORY = 10
"""Megabytes that a long feed may take beyond a short one."""


def measure(report: Report) -> None:
    """Items per second, memory, and what a second sync costs."""
    with tempfile.TemporaryDirectory() as folder:
        alone = [_Alone(Path(folder) / f"alone-{count}", count) for count in SIZES]
        others = [_Alone(Path(folder) / form, MANY, form) for form in FORMS]
        whole = _Whole(Path(folder) / "whole", MANY)
    for one in alone:
        report.add(
            f"first sync, {one.count} articles ({one.megabytes:.1f} MB)",
            f"{one.count / one.seconds:.0f} items/s, {one.count / one.cpu:.0f} a CPU second",
            f"feedparser alone {one.count / one.parse:.0f} a CPU second",
        )
    least = alone[0].memory
    for one in (*alone, *others):
        report.add(
            f"most memory while {one.name} are synced",
            f"{one.memory:.0f} MB",
            budget=f"{MORE_MEMORY} MB more",
            kept=one.memory <= least + MORE_MEMORY,
        )
    report.add(
        f"first sync of {MANY} articles with the index",
        f"{MANY / whole.first:.0f} items/s",
    )
    report.add(
        "second sync, nothing changed",
        f"{whole.again:.2f} s, {whole.requests} request, {whole.written} files written",
        f"vibe paths {whole.start:.2f} s",
        budget="one conditional request, no write",
        kept=whole.requests == 1 and whole.conditional and not whole.written,
    )


class _Alone:
    """A feed of `count` articles that is fetched, read and placed, and not indexed."""

    def __init__(self, folder: Path, count: int, form: str = "") -> None:
        folder.mkdir()
        body = _in_form(_feed(count), form)
        packed = form == "gzip"
        self.name = f"{count} articles {form}".strip()
        self.count = count
        self.megabytes = len(body) / 1e6
        self.parse = 0.0 if form else _parse_time(body)
        headers = {"Content-Encoding": "gzip"} if packed else {}
        with serving() as web:
            web.answers["/feed"] = Answer(200, gzip.compress(body) if packed else body, headers)
            command = [sys.executable, "-m", "tests.bench.sync", web.url("/feed"), str(folder)]
            done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        self.seconds, self.cpu, self.memory = map(float, done.stdout.split())


def _sync_once(url: str, folder: Path) -> None:
    """Sync a source, and print seconds, seconds of the processor and the most megabytes held."""
    desk = desk_in(folder)
    desk.add_raw(url, "feed", timeout=600)
    began, worked = time.perf_counter(), time.process_time()
    desk.service.keeper.sync((), TODAY, None, None, lambda: None)
    seconds, cpu = time.perf_counter() - began, time.process_time() - worked
    print(seconds, cpu, _most_memory())


def _most_memory() -> float:
    """The most megabytes that this process held; what its parent held is not counted."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    if found:
        return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class _Whole:
    """A feed of `count` articles, synced twice by the command into a library in `folder`."""

    def __init__(self, folder: Path, count: int) -> None:
        folder.mkdir()
        library = folder / "library"
        environ = {"HOME": str(folder), "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
        vibe = [sys.executable, "-m", "vibe_tui", "--library", str(library)]
        body = _feed(count)
        with serving() as web:
            web.answers["/feed"] = Answer(200, body, {"ETag": '"1"', "Content-Type": "text/xml"})
            _timed([*vibe, "source", "add", web.url("/feed"), "--timeout", "10m"], environ)
            self.start = _timed([*vibe, "paths"], environ)
            self.first = _timed([*vibe, "sync"], environ)
            before = _stamps(library)
            web.asked.clear()
            self.again = _timed([*vibe, "sync"], environ)
            after = _stamps(library)
        self.requests = len(web.asked)
        self.conditional = all("If-None-Match" in asked.headers for asked in web.asked)
        self.written = sum(1 for path in after if after[path] != before.get(path))


def _in_form(feed: bytes, form: str) -> bytes:
    """The feed of articles in another form."""
    match form:
        case "in GBK with bare signs":
            text = feed.decode().replace("</title><guid>", " R&D</title><guid>")
            return f'<?xml version="1.0" encoding="gbk"?>{text}'.encode("gb18030")
        case "with a broken entry":
            return feed.replace(b"<guid>g50</guid>", b"<guid>g50</giud>")
        case "as JSON Feed":
            return json.dumps({"title": "t", "items": list(_items(feed.decode()))}).encode()
    return feed


def _items(rss: str) -> Iterator[dict[str, str]]:
    item = re.compile("<title>(.*)</title><guid>(.*)</guid>.*<description>(.*)</description>")
    for part in rss.split("<item>")[1:]:
        if found := item.match(part):
            title, guid, body = map(html.unescape, found.groups())
            yield {"id": guid, "title": title, "content_html": body}


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

    began = time.process_time()
    feedparser.parse(body)
    return time.process_time() - began


def _timed(command: list[str], environ: dict[str, str]) -> float:
    """Seconds that a command took."""
    began = time.perf_counter()
    subprocess.run(
        command,
        env=environ,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - began


def _stamps(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


if __name__ == "__main__":
    _sync_once(sys.argv[1], Path(sys.argv[2]))
