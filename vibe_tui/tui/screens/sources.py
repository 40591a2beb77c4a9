"""The sources: when each was last fetched, what went wrong and why, how many reports it has.

`enter` answers with the id of a source, whose reports the list then shows. A sync goes on in the
background; while the screen is open it looks again and again at how far that is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from vibe_tui.clean import clean_line
from vibe_tui.service import Service
from vibe_tui.service.syncing import SourceStatus
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.preload import load_all
from vibe_tui.tui.screens.top import TopScreen
from vibe_tui.tui.widgets.source_list import SourceList
from vibe_tui.tui.widgets.status_bar import StatusBar

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
