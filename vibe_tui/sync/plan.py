"""What to do with an incoming report: how it is known again, and what may be written.

Pure decisions, no files. A report is known by the first of its identities that was seen before:
guid, then address, then its day with the feed's title, its own title, or the paper it is about. A
file that differs from what was last written was edited by its user and is never overwritten.
"""

from __future__ import annotations

import datetime as dt
from enum import Enum

from vibe_tui.library.metadata_values import mapping, words
from vibe_tui.sync.incoming import Incoming


class Step(Enum):
    """What happens to one report."""

    ADD = "add"
    UPDATE = "update"
    KEEP = "keep"
    SET_BESIDE = "set beside"


FILE = "file:"
"""Begins the guid of a report that is known by nothing but the file it was read from."""


def identities(report: Incoming) -> tuple[str, ...]:
    """The names under which `report` is known again, the surest first."""
    day = report.date.isoformat() if report.date else ""
    arxiv = words(mapping(report.meta.get("paper")).get("arxiv"))
    named = [("guid", report.guid), ("url", report.url)]
    if not report.guid.startswith(FILE):
        named += [
            ("title", f"{day} {title}".strip()) for title in (report.feed_title, report.title)
        ]
        named.append(("arxiv", f"{day} {arxiv}" if day and arxiv else ""))
    return tuple(dict.fromkeys(f"{kind}:{value}" for kind, value in named if value))


def titled(report: Incoming) -> tuple[str, ...]:
    """The identities that hold across sources: the day with a title."""
    if report.date is None:
        return ()
    return tuple(name for name in identities(report) if name.startswith("title:"))


def step_for(*, current: str, written: str, new: str) -> Step:
    """What to do with a report that has a file; all three are hashes of a whole file.

    `current` is what stands there, empty where the file is gone; `written` what was last written
    there, empty where nobody remembers; `new` what the source has now.
    """
    if not current:
        return Step.ADD
    if current == new or written == new:
        return Step.KEEP
    return Step.UPDATE if current == written else Step.SET_BESIDE


def day_of(report: Incoming, today: dt.date) -> dt.date:
    """The day under which a new report is filed: its own, else the day it was first seen."""
    return report.date or today
