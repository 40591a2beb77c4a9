"""The first hour with a big library: nothing of it is known, then nothing of it is indexed."""

from __future__ import annotations

import os
import shutil
import threading
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from vibe_tui.config import Config
from vibe_tui.paths import find_paths
from vibe_tui.service import Service
from vibe_tui.tui.jobs import load_all

from .app import OURS, newest_title, start
from .library import library
from .report import HOME, Report

FILES, INDEXED = 4_000, 1_000
STARTS = 5
PAUSE = 0.5
"""Seconds between two queries of a person."""
FRAME = "退出"
"""Stands in the last line of the first frame."""
ASKED = ("信用分配", "GRPO", "智能体 训练", "48.12", "topic:agents 奖励", "的")


def measure_cold_start(report: Report) -> None:
    """How long after its first frame a list of unknown files has rows."""
    folder = library(FILES)
    newest = newest_title(folder, _home("known"))
    # By turns: what else the machine does then weighs on both.
    pairs = [
        [start(OURS, [str(folder)], words, _home("cold"), 0).seconds for words in (FRAME, newest)]
        for _ in range(STARTS)
    ]
    frame, row = map(median, zip(*pairs, strict=True))
    report.add(
        f"cold start of {FILES:,} files",
        f"first rows {row - frame:.2f} s later",
        f"first frame {frame:.2f} s",
        "",
        "≤ 1 s after the frame",
        row - frame <= 1,
    )


def measure_filter(report: Report) -> None:
    """How soon a filter answers while the index is made, and whether it knows all in the end."""
    home = _home("indexing")
    found = find_paths(os.environ, library=library(INDEXED))
    service = Service(replace(found, state=home / "state.db", cache=home / "cache"), Config())
    service.refresh()
    load_all()
    worker = threading.Thread(target=service.indexing.update)
    worker.start()
    times = []
    for text in ASKED:
        began = time.perf_counter()
        service.reports(service.parse(text, typing=True))
        times.append(time.perf_counter() - began)
        time.sleep(PAUSE)
    worker.join()
    unread = sum(service.reports(service.parse(text, typing=True)).unread for text in ASKED)
    service.close()
    slowest = max(times)
    report.add(
        f"filter while {INDEXED:,} files are indexed",
        f"slowest answer {slowest:.2f} s",
        "",
        f"{unread} texts unread in the end",
        "≤ 0.3 s, none unread",
        slowest <= 0.3 and not unread,
    )


def _home(name: str) -> Path:
    """An empty folder."""
    folder = HOME / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def measure(report: Report) -> None:
    """Both rows."""
    measure_cold_start(report)
    measure_filter(report)
