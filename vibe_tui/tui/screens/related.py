"""The reports that belong beside one, each with the reason, and a look into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.fold import Term
from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.render.document import PageOptions
from vibe_tui.search.answer import Hit, Passage
from vibe_tui.search.related import Bond, Related
from vibe_tui.service import Service
from vibe_tui.service.finding import reason_words
from vibe_tui.text import Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import ResultChosen
from vibe_tui.tui.preload import load_all
from vibe_tui.tui.results import Found, Result
from vibe_tui.tui.rows import shown_title
from vibe_tui.tui.screens.top import TopScreen
from vibe_tui.tui.search_jobs import SearchJobs, View
from vibe_tui.tui.widgets.preview import Preview
from vibe_tui.tui.widgets.result_list import ResultList
from vibe_tui.tui.widgets.status_bar import StatusBar

PREVIEW_AFTER = 0.06

_TITLE = Text("与《{title}》相关", "Related to {title}")
_LOOKING = Text("正在找…", "looking…")
_COUNT = Text("{n} 篇，关系近的在前", "{n} reports, the closest first")
_NONE = Text("没有找到相关的报告", "Nothing related was found")
_HINTS = (
    ("enter", Text("打开", "Open")),
    ("j k", Text("选择", "Select")),
    ("esc", Text("返回", "Back")),
)


class RelatedScreen(TopScreen[None]):
    """What is related to `report`."""

    CSS_PATH = "related.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,R", "dismiss", show=False),
        Binding("down,j,ctrl+n", "move(1)", show=False),
        Binding("up,k,ctrl+p", "move(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("pageup,b", "page(-1)", show=False),
        Binding("shift+down", "scroll(0.5)", show=False),
        Binding("shift+up", "scroll(-0.5)", show=False),
        Binding("enter", "open", show=False),
    ]

    def __init__(self, service: Service, report: Report) -> None:
        super().__init__()
        self._service = service
        self._report = report
        self._config = service.config
        self._language = service.config.language
        self._jobs = Jobs(self)
        self._search_jobs = SearchJobs(service, self._jobs)
        self._shared: dict[str, tuple[Term, ...]] = {}
        self._waiting: Timer | None = None

    def compose(self) -> ComposeResult:
        config = self._config
        title = _TITLE.pick(self._language).format(title=shown_title(self._report, self._language))
        yield Static(Content(title), id="title")
        yield Static(_LOOKING.pick(self._language), id="note", markup=False)
        with Horizontal(id="panes"):
            yield ResultList(today=self._service.today, language=self._language)
            yield Preview(
                text_width=config.text_width,
                options=PageOptions(
                    language=self._language,
                    pangu=config.pangu,
                    ascii_borders=config.ascii_borders,
                ),
            )
        yield StatusBar()

    def on_mount(self) -> None:
        self.query_one(StatusBar).set_hints(
            (key, label.pick(self._language)) for key, label in _HINTS
        )

        def work(cancelled: object) -> Sequence[tuple[Report, Related]]:
            load_all()
            found = self._service.finder.related(self._report)
            return [(self._service.report(one.report_id), one) for one in found]

        self._jobs.run("related", work, self._show, self._failed)

    def _show(self, found: Sequence[tuple[Report, Related]]) -> None:
        self._shared = {
            one.report_id: tuple(
                Term(item, prefix=reason.bond is Bond.PAPER)
                for reason in one.reasons
                if reason.bond is not Bond.TOPIC
                for item in reason.items
            )
            for _, one in found
        }
        self.query_one(ResultList).show([Found(report, self._hit(one)) for report, one in found])
        self._say(_COUNT.format(n=len(found)) if found else _NONE)

    def _hit(self, one: Related) -> Hit:
        """The reasons as the one passage of a result."""
        words = " · ".join(reason_words(reason, self._config) for reason in one.reasons)
        return Hit(one.report_id, one.score, (Passage("", SectionKind.OTHER, words, (), -1),))

    def _failed(self, error: VibeError) -> None:
        self._say(error.message)

    def _say(self, text: Text) -> None:
        self.query_one("#note", Static).update(Content(clean_line(text.pick(self._language))))

    # The preview, with what both have in common marked

    @on(ResultList.Highlighted)
    def _highlighted(self) -> None:
        if self._waiting is not None:
            self._waiting.stop()
        self._waiting = self.set_timer(PREVIEW_AFTER, self._preview)

    def on_resize(self, event: events.Resize) -> None:
        self._highlighted()

    def _preview(self) -> None:
        chosen = self.query_one(ResultList).selected
        if chosen is not None and self.query_one(Preview).display:
            terms = self._shared.get(chosen.found.report.id, ())
            result = Result(chosen.found, None)
            self._search_jobs.preview(result, terms, self._show_preview, self._failed)

    def _show_preview(self, view: View) -> None:
        preview = self.query_one(Preview)
        preview.show_passage(view.shown, view.target)
        preview.border_title = Content(shown_title(view.shown.report, self._language))

    # What keys do

    def action_move(self, step: int) -> None:
        self.query_one(ResultList).move(step)

    def action_page(self, step: int) -> None:
        results = self.query_one(ResultList)
        results.move(step * results.page())

    def action_scroll(self, screens: float) -> None:
        self.query_one(Preview).scroll_screens(screens)

    def action_open(self) -> None:
        chosen = self.query_one(ResultList).selected
        if chosen is not None:
            self._open(chosen)

    @on(ResultList.OpenRequested)
    def _clicked(self, event: ResultList.OpenRequested) -> None:
        self._open(event.result)

    @on(Preview.OpenRequested)
    def _preview_clicked(self) -> None:
        self.action_open()

    def _open(self, result: Result) -> None:
        self.dismiss()
        self.app.post_message(ResultChosen(Result(result.found, None), (), ()))
