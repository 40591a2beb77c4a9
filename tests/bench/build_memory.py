"""The most memory that building an index takes, over the program and the processes it starts.

Run as a module of its own with a library and a folder, it indexes all of the library there. What
pages are shared by several processes counts once (PSS); this is known on Linux alone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from vibe_tui.config import Config
from vibe_tui.paths import Paths
from vibe_tui.service import Service

from .report import Report

ROOT = Path(__file__).resolve().parents[2]
_EVERY = 0.05
_PSS = re.compile(r"^Pss:\s+(\d+)", re.MULTILINE)


def measure_build_memory(report: Report, name: str, library: Path, folder: Path) -> None:
    """A row for one library, whose index is made in `folder`."""
    if not Path("/proc/self/smaps_rollup").exists():
        report.add(f"most memory of a full build, {name}", "", "known on Linux alone")
        return
    size = sum(path.stat().st_size for path in library.rglob("*.md")) / 1e6
    command = [sys.executable, "-m", "tests.bench.build_memory", str(library), str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        before = float(program.stdout.readline())
        most = before
        while program.poll() is None:
            most = max(most, _memory(program.pid))
            time.sleep(_EVERY)
    report.add(
        f"most memory of a full build, {name}",
        f"{most:.0f} MB over all processes",
        f"the text {size:.0f} MB, before the build {before:.0f} MB",
    )


def _memory(process: int) -> float:
    """Megabytes of a process and all that it has started."""
    return sum(map(_own_memory, _tree(process)))


def _own_memory(process: int) -> float:
    try:
        found = _PSS.search(Path(f"/proc/{process}/smaps_rollup").read_text())
    except OSError:
        # It has ended meanwhile.
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def _tree(process: int) -> Iterator[int]:
    yield process
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found = children.read_text().split()
        except OSError:
            continue
        for child in found:
            yield from _tree(int(child))


def _build(library: Path, folder: Path) -> None:
    """Index `library`; before that, print the megabytes that are held."""
    paths = Paths(
        config=folder / "config.toml",
        sources=folder / "sources.toml",
        library=library,
        bundled=library,
        state=folder / "state.db",
        cache=folder / "cache",
        explicit=True,
    )
    service = Service(paths, Config())
    service.refresh()
    print(_own_memory(os.getpid()), flush=True)
    service.indexing.update()


if __name__ == "__main__":
    _build(Path(sys.argv[1]), Path(sys.argv[2]))
