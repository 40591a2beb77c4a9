"""The reports that belong beside one, each with the reason, and a look into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.types import CSSPathType
from textual.widgets import Static

from vibe_tui.fold import Term
from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.search.passages import Hit, Passage
from vibe_tui.search.related import Bond, Related
from vibe_tui.service import Service
from vibe_tui.service.finding import reason_words
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.library.rows import shown_title
from vibe_tui.tui.messages import ResultChosen
from vibe_tui.tui.preload import load_all
from vibe_tui.tui.search.results import Found, Result
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
        self._shared: dict[str, tuple[Term, ...]] = {}

    def compose(self) -> ComposeResult:
        title = _TITLE.pick(self._language).format(title=shown_title(self._report, self._language))
        yield Static(Content(title), id="title")
        yield Static(_LOOKING.pick(self._language), id="note", markup=False)
        yield from self.compose_results()
        yield StatusBar()

    def on_mount(self) -> None:
        """Look for them in a thread."""
        self.hint(_HINTS)

        def work(cancelled: object) -> Sequence[tuple[Report, Related]]:
            load_all()
            found = self._service.finder.related(self._report)
            return [(self._service.report(one.report_id), one) for one in found]

        self._jobs.run("related", work, self._found, self.failed)

    def _found(self, found: Sequence[tuple[Report, Related]]) -> None:
        self._shared = {
            one.report_id: tuple(
                Term(item, prefix=reason.bond is Bond.PAPER)
                for reason in one.reasons
                if reason.bond is not Bond.TOPIC
                for item in reason.items
            )
            for _, one in found
        }
        self.show([Found(report, self._hit(one)) for report, one in found])
        self.show_note(_COUNT.format(count=words.reports(len(found))) if found else _NONE)

    def _hit(self, one: Related) -> Hit:
        """The reasons as the one passage of a result."""
        words = " · ".join(reason_words(reason, self._config) for reason in one.reasons)
        return Hit(one.report_id, one.score, (Passage("", SectionKind.OTHER, words, (), -1),))

    def terms_of(self, result: Result) -> tuple[Term, ...]:
        """What both reports have in common."""
        return self._shared.get(result.found.report.id, ())

    def choose(self, result: Result) -> None:
        """Read the report from where reading stopped."""
        self.dismiss()
        self.app.post_message(ResultChosen(Result(result.found, None), (), ()))
