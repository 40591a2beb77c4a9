"""Results on the left, the selected one in its report on the right: what search and related share.

A screen gives `results` what it found; moving between those of one report does not read it again.
`RelatedScreen` shows the reports that belong beside one, each with the reason.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.types import CSSPathType
from textual.widgets import Static

from vibe_tui.clean import clean_line, clean_row
from vibe_tui.errors import VibeError
from vibe_tui.fold import Term
from vibe_tui.model.report import Report
from vibe_tui.model.section import FULL
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.titles import shown_title
from vibe_tui.service import Service
from vibe_tui.service.opening import OpenReport, Target, prepare
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs, load_all
from vibe_tui.tui.messages import ReportChosen
from vibe_tui.tui.reader.marks import MatchMarks
from vibe_tui.tui.reader.page import PageView
from vibe_tui.tui.screens import TopScreen
from vibe_tui.tui.search.results import Result, ResultList
from vibe_tui.tui.status import StatusBar

if TYPE_CHECKING:
    from vibe_tui.search.related import Related

PREVIEW_AFTER = 0.06


class Preview(PageView, can_focus=False):
    """A report at one of its matches; keys stay with the query."""

    @dataclass
    class OpenRequested(Message):
        """The person wants to read on here."""

    @property
    def count(self) -> tuple[int, int]:
        """The current match, counted from 1, and how many there are."""
        return self._marks.current + 1, len(self._marks)

    def show_target(self, shown: OpenReport, target: Target) -> None:
        """Show the section of `target`, the match there in sight."""
        self._marks = MatchMarks(shown.matches)
        place = shown.place_of(target)
        self.show(shown.document, shown.folds, place=place)
        view = self._viewport
        if view is None:
            return
        top = view.page.section_row(place.section) if place and place.section >= 0 else 0
        if place and any(match.section == place.section for match in shown.matches):
            self._marks.start_at(place)
            row = view.page.row_of(place)
            if not top <= row < top + view.height - 2:
                top = row - view.height // 3
        self.scroll_to_row(top)

    def on_click(self, event: events.Click) -> None:
        """Read on here."""
        if self.text_selection is None:
            self.post_message(self.OpenRequested())


class ResultsScreen(TopScreen[None]):
    """A list of results and a look into the selected one."""

    def __init__(self, service: Service) -> None:
        super().__init__()
        self._service = service
        self._config = service.config
        self._language = service.config.language
        self._jobs = Jobs(self)
        self._previewed: tuple[Result, OpenReport] | None = None
        self._waiting: dict[str, Timer] = {}

    def compose_results(self) -> ComposeResult:
        """The list and the preview."""
        config = self._config
        with Horizontal(id="panes"):
            yield ResultList(today=self._service.today, language=self._language)
            with Container(id="frame"):
                yield Preview(
                    text_width=config.text_width,
                    options=PageOptions(
                        language=self._language,
                        pangu=config.pangu,
                        ascii_borders=config.ascii_borders,
                    ),
                )

    @abstractmethod
    def choose(self, result: Result) -> None:
        """Read `result`."""

    @property
    def results(self) -> ResultList:
        """The list."""
        return self.query_one(ResultList)

    def hint(self, hints: Iterable[tuple[str, Text]]) -> None:
        """Say what keys do."""
        self.query_one(StatusBar).set_hints((key, text.pick(self._language)) for key, text in hints)

    def show_note(self, *texts: Text | None) -> None:
        """Say something of the results, above them."""
        words = [clean_line(text.pick(self._language)) for text in texts if text is not None]
        self.query_one("#note", Static).update(Content("  ".join(words)))

    def failed(self, error: VibeError) -> None:
        """Say what went wrong."""
        self.show_note(error.message, error.hint)

    def later(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Call in a moment, unless asked again before."""
        if name in self._waiting:
            self._waiting[name].stop()
        self._waiting[name] = self.set_timer(seconds, call)

    # The preview

    @on(ResultList.Highlighted)
    def _highlighted(self, event: ResultList.Highlighted) -> None:
        if event.result is None:
            self._previewed = None
            self.query_one(Preview).close()
            self._label("", "")
        else:
            self.later("preview", PREVIEW_AFTER, self._preview)

    def on_resize(self, event: events.Resize) -> None:
        """The preview may have room now."""
        self.later("preview", PREVIEW_AFTER, self._preview)

    def _preview(self) -> None:
        """Show what is selected; what is shown already stays where it was scrolled to."""
        chosen = self.results.selected
        if chosen is None or not self._frame.display:
            return

        def show(shown: OpenReport) -> None:
            self._previewed = (chosen, shown)
            self._show_preview(chosen, shown)

        if self._previewed is not None and _asks_the_same(self._previewed[0], chosen):
            before, shown = self._previewed
            self._jobs.cancel("preview")
            if before != chosen:
                show(shown)
            return
        self._jobs.run(
            "preview",
            lambda cancelled: prepare(self._service, chosen.report, FULL, chosen.target),
            show,
            self.failed,
        )

    def _show_preview(self, result: Result, shown: OpenReport) -> None:
        preview = self.query_one(Preview)
        preview.show_target(shown, result.target)
        current, total = preview.count
        title = shown_title(shown.report, self._language)
        self._label(title, f"{current}/{total}" if current else "")

    @property
    def _frame(self) -> Container:
        return self.query_one("#frame", Container)

    def _label(self, head: str, foot: str) -> None:
        self._frame.border_title, self._frame.border_subtitle = Content(head), Content(foot)

    # Choosing

    @on(ResultList.OpenRequested)
    def _clicked(self, event: ResultList.OpenRequested) -> None:
        self.choose(event.result)

    @on(Preview.OpenRequested)
    def action_open(self) -> None:
        """Read what is selected."""
        if self.results.selected is not None:
            self.choose(self.results.selected)

    # What keys do

    def action_result_down(self) -> None:
        self.results.move(1)

    def action_result_up(self) -> None:
        self.results.move(-1)

    def action_result_page_down(self) -> None:
        self.results.move(self.results.page())

    def action_result_page_up(self) -> None:
        self.results.move(-self.results.page())

    def action_preview_down(self) -> None:
        self.query_one(Preview).scroll_screens(0.5)

    def action_preview_up(self) -> None:
        self.query_one(Preview).scroll_screens(-0.5)


def _asks_the_same(one: Result, other: Result) -> bool:
    """Whether both are places in one report, with the same words marked."""
    return one.report == other.report and one.target.terms == other.target.terms


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
        from vibe_tui.search.related import Bond
        from vibe_tui.service.finding import reason_words

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
