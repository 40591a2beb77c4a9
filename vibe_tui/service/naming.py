"""What reports are called: the part of an id that people type, the line that stands for one."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.model.report import Report
from vibe_tui.text import Text

CANDIDATES = 8
"""Ids named when part of one fits several reports."""


class NothingFoundError(VibeError):
    """What was asked for is not there; nothing went wrong otherwise."""


def find_report(by_id: Mapping[str, Report], part: str) -> Report:
    """The one report whose id is `part` or holds it. Raises `VibeError` when there are several."""
    wanted = _folded(part.strip())
    same = [report for id_, report in by_id.items() if _folded(id_) == wanted]
    found = same or [report for id_, report in by_id.items() if wanted in _folded(id_)]
    if not found or not wanted:
        raise no_report(part)
    if len(found) > 1:
        names = ", ".join(report.id for report in found[:CANDIDATES])
        names += f" … ({len(found)})" if len(found) > CANDIDATES else ""
        several = Text("“{p}”不止一篇：{n}", '"{p}" is part of several ids: {n}')
        raise VibeError(several.format(p=part, n=names))
    return found[0]


def no_report(part: str) -> NothingFoundError:
    """What to say where no id holds `part`."""
    return NothingFoundError(
        Text("没有编号含“{p}”的报告", 'no report has "{p}" in its id').format(p=part),
        Text("编号见 vibe list", "vibe list shows the ids"),
    )


def title_line(report: Report) -> str:
    """The one line that stands for a report, without what its siblings' titles share."""
    return clean_line(report.short_title).strip() or report.id


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
