"""What a list of sources looks like: each with how its last visit went, as lines. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_line
from vibe_tui.render.lines import PLAIN, Line, Look, Role, Run
from vibe_tui.service.syncing import SourceStatus, local_minute
from vibe_tui.text import Language, Text
from vibe_tui.tui import words
from vibe_tui.tui.item_lines import ItemLine

_TITLE = Look(Role.TITLE)
_META = Look(Role.META)
_IN_PLACE = Text("就地读取，不用同步", "read in place, never synced")
_OFF = Text("已停用", "off")
_NEVER = Text("还没有同步过", "never synced")
_NOT_YET = Text("还没有成功过", "never succeeded")
_SYNCED = Text("上次成功 {when}", "last success {when}")
_FAILED = Text("{when} 没有成功：{why}", "failed {when}: {why}")


def source_lines(
    statuses: Sequence[SourceStatus], width: int, zone: dt.tzinfo | None, language: Language
) -> list[ItemLine]:
    """The lines that show these sources, their times in `zone` (the machine's where `None`)."""
    lines: list[ItemLine] = []
    for number, status in enumerate(statuses):
        if lines:
            lines.append(ItemLine(Line(), -1))
        lines += [ItemLine(line, number) for line in _lines(status, width, zone, language)]
    return lines


def _lines(
    status: SourceStatus, width: int, zone: dt.tzinfo | None, language: Language
) -> Iterator[Line]:
    source, visit = status.source, status.visit
    count = words.reports(status.reports).pick(language)
    name = cut(clean_line(source.label), max(0, width - cell_width(count) - 4))
    gap = " " * max(1, width - 2 - cell_width(name) - cell_width(count))
    yield Line((Run(" "), Run(name, _TITLE), Run(gap), Run(count, _META)))

    def line(text: str, look: Look = _META) -> Line:
        return Line((Run("   "), Run(cut(clean_line(text), max(0, width - 4)), look)))

    if source.folder is not None:
        last = _IN_PLACE
    elif visit.succeeded:
        last = _SYNCED.format(when=local_minute(visit.succeeded, zone))
    else:
        last = _NEVER if visit.error is None else _NOT_YET
    parts = [last] if source.enabled else [_OFF, last]
    yield line(" · ".join(part.pick(language) for part in parts))
    if visit.error is not None:
        when = local_minute(visit.checked, zone)
        yield line(_FAILED.format(when=when, why=visit.error).pick(language), PLAIN)
    elif visit.note is not None:
        yield line(visit.note.pick(language))
    yield line(status.place)
