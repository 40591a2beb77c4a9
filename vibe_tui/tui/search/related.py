"""The reports that belong beside one, each with the reason, and a look into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.types import CSSPathType
from textual.widgets import Static

from vibe_tui.clean import clean_row
from vibe_tui.fold import Term
from vibe_tui.model.report import Report
from vibe_tui.search.related import Bond, Related
from vibe_tui.service import Service
from vibe_tui.service.finding import reason_words
from vibe_tui.service.opening import Target
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.library.rows import shown_title
from vibe_tui.tui.messages import ReportChosen
from vibe_tui.tui.preload import load_all
from vibe_tui.tui.search.results import Result
from vibe_tui.tui.search.results_screen import ResultsScreen
from vibe_tui.tui.status import StatusBar

_TITLE = Text("与《{title}》相关", "Related to {title}")
_LOOKING = Text("正在找…", "looking…")
_COUNT = Text("{count}，关系近的在前", "{count}, the closest first")
_NONE = Text("没有找到相关的报告", "Nothing related was found")
_HINTS = (
    ("enter", Text("打开", "Open")),
    ("j k", Text("选择", "Select")),
    ("esc", Text("返回", "Back")),
)


class RelatedScreen(ResultsScreen):
    """What is related to `report`."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["results_screen.tcss", "related.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,R", "dismiss", show=False),
        Binding("down,j,ctrl+n", "result_down", show=False),
        Binding("up,k,ctrl+p", "result_up", show=False),
        Binding("pagedown,space", "result_page_down", show=False),
        Binding("pageup,b", "result_page_up", show=False),
        Binding("shift+down", "preview_down", show=False),
        Binding("shift+up", "preview_up", show=False),
        Binding("enter", "open", show=False),
    ]

    def __init__(self, service: Service, report: Report) -> None:
        super().__init__(service)
        self._report = report

    def compose(self) -> ComposeResult:
        title = _TITLE.pick(self._language).format(title=shown_title(self._report, self._language))
        yield Static(Content(title), id="title")
        yield Static(_LOOKING.pick(self._language), id="note", markup=False)
        yield from self.compose_results()
        yield StatusBar()

    def on_mount(self) -> None:
        """Look for them in a thread."""
        self.hint(_HINTS)

        def work(cancelled: object) -> Sequence[Result]:
            load_all()
            return [self._result(one) for one in self._service.finder.related(self._report)]

        self._jobs.run("related", work, self._found, self.failed)

    def _result(self, one: Related) -> Result:
        """A report with the reasons, and with what both have in common marked."""
        shared = [
            Term(item, prefix=reason.bond is Bond.PAPER)
            for reason in one.reasons
            if reason.bond is not Bond.TOPIC
            for item in reason.items
        ]
        reasons = " · ".join(reason_words(reason, self._config) for reason in one.reasons)
        report = self._service.report(one.report_id)
        return Result(report, Target(terms=tuple(shared)), words=clean_row(reasons))

    def _found(self, found: Sequence[Result]) -> None:
        self.results.show(found)
        self.show_note(_COUNT.format(count=words.reports(len(found))) if found else _NONE)

    def choose(self, result: Result) -> None:
        """Read the report from where reading stopped."""
        self.dismiss()
        self.app.post_message(ReportChosen(result.report, None))
