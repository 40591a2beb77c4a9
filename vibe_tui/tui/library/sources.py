"""The sources: when each was last fetched, what went wrong and why, how many reports it has.

`enter` answers with the id of a source, whose reports the list then shows. A sync goes on in the
background; while the screen is open it looks again and again at how far that is.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_line, clean_row
from vibe_tui.render.blocks import PLAIN, Line, Look, Role, Run
from vibe_tui.service import Service
from vibe_tui.service.syncing import SourceStatus, local_minute
from vibe_tui.text import Language, Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs, load_all
from vibe_tui.tui.look.line_list import ItemLine, LineList
from vibe_tui.tui.screens import TopScreen
from vibe_tui.tui.status import StatusBar

_NAME = Look(Role.TITLE)
_META = Look(Role.META)
_IN_PLACE = Text("就地读取，不用同步", "read in place, never synced")
_OFF = Text("已停用", "off")
_NEVER = Text("还没有同步过", "never synced")
_NOT_YET = Text("还没有成功过", "never succeeded")
_SYNCED = Text("上次成功 {when}", "last success {when}")
_FAILED_THEN = Text("{when} 没有成功：{why}", "failed {when}: {why}")


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
    name = cut(clean_row(source.label), max(0, width - cell_width(count) - 4))
    gap = " " * max(1, width - 2 - cell_width(name) - cell_width(count))
    yield Line((Run(" "), Run(name, _NAME), Run(gap), Run(count, _META)))

    def line(text: str, look: Look = _META) -> Line:
        return Line((Run("   "), Run(cut(clean_row(text), max(0, width - 4)), look)))

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
        yield line(_FAILED_THEN.format(when=when, why=visit.error).pick(language), PLAIN)
    elif visit.note is not None:
        yield line(visit.note.pick(language))
    yield line(status.source.place)


class SourceList(LineList[SourceStatus]):
    """Sources, one of them selected."""

    @dataclass
    class OpenRequested(Message):
        """The person chose this source."""

        status: SourceStatus

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language: Language = language
        self._statuses: Sequence[SourceStatus] = ()

    def show(self, statuses: Sequence[SourceStatus]) -> None:
        """Show these; the selected source stays so where it is still there."""
        self._statuses = statuses
        self.lay_again(statuses, lambda status: status.source.id)

    def choose(self, item: SourceStatus) -> None:
        """Ask for the reports of this source."""
        self.post_message(self.OpenRequested(item))

    def lay_out(self, width: int) -> tuple[Sequence[SourceStatus], Sequence[ItemLine]]:
        """The sources, and their lines."""
        return self._statuses, source_lines(self._statuses, width, None, self._language)


LOOK_EVERY = 1.0
"""Seconds between looks at how the visits go."""

_TITLE = Text("来源", "Sources")
_COUNT = Text("{n} 个来源", "{n} sources")
_ONE = Text("1 个来源", "1 source")
_FAILED = Text("{count}，{failed} 个上次没有成功", "{count}, {failed} failed last time")
_HINTS = (
    ("enter", Text("看它的报告", "Its reports")),
    ("S", Text("同步", "Sync")),
    ("j k", Text("选择", "Select")),
    ("esc", Text("返回", "Back")),
)


class SourcesScreen(TopScreen[str]):
    """All sources. `sync` begins to fetch them, `doing` says what is going on meanwhile."""

    CSS_PATH = "sources.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,F", "dismiss", show=False),
        Binding("down,j,ctrl+n", "move(1)", show=False),
        Binding("up,k,ctrl+p", "move(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("pageup,b", "page(-1)", show=False),
        Binding("enter", "open", show=False),
        Binding("S", "sync", show=False),
    ]

    def __init__(
        self, service: Service, sync: Callable[[], None], doing: Callable[[], Text | None]
    ) -> None:
        super().__init__()
        self._service = service
        self._language = service.config.language
        self._jobs = Jobs(self)
        self._sync = sync
        self._doing = doing

    def compose(self) -> ComposeResult:
        yield Static(Content(_TITLE.pick(self._language)), id="title")
        yield Static("", id="note", markup=False)
        yield SourceList(self._language)
        yield StatusBar()

    def on_mount(self) -> None:
        """Look at the sources, now and later."""
        self.query_one(StatusBar).set_hints(
            (key, label.pick(self._language)) for key, label in _HINTS
        )
        self._look()
        self.set_interval(LOOK_EVERY, self._look)

    def _look(self) -> None:
        def work(cancelled: object) -> Sequence[SourceStatus]:
            load_all()
            return self._service.sources()

        if not self._jobs.is_running("sources"):
            self._jobs.run("sources", work, self._show, self.tell)

    def _show(self, statuses: Sequence[SourceStatus]) -> None:
        sources = self.query_one(SourceList)
        if statuses != sources.items:
            sources.show(statuses)
        note = self._doing() or _summary(statuses)
        self.query_one("#note", Static).update(Content(clean_line(note.pick(self._language))))

    @on(SourceList.OpenRequested)
    def _clicked(self, event: SourceList.OpenRequested) -> None:
        self.dismiss(event.status.source.id)

    # What keys do

    def action_open(self) -> None:
        """Go to the list of this source's reports."""
        chosen = self.query_one(SourceList).selected
        if chosen is not None:
            self.dismiss(chosen.source.id)

    def action_sync(self) -> None:
        """Fetch what is new from all of them."""
        self._sync()
        self._look()

    def action_move(self, step: int) -> None:
        self.query_one(SourceList).move(step)

    def action_page(self, direction: int) -> None:
        sources = self.query_one(SourceList)
        sources.move(direction * sources.page())


def _summary(statuses: Sequence[SourceStatus]) -> Text:
    if not statuses:
        return words.NO_SOURCES
    count = _ONE if len(statuses) == 1 else _COUNT.format(n=len(statuses))
    failed = sum(status.visit.error is not None for status in statuses)
    return _FAILED.format(count=count, failed=failed) if failed else count
