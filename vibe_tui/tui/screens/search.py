"""Search in everything ever published: passages while typing, enter opens one.

The screen is kept when it is left, so that coming back finds query, results and selection as they
were. Searching runs in a thread; an answer to an older query is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.fold import Term
from vibe_tui.search.answer import Answer
from vibe_tui.service import Service
from vibe_tui.text import Text
from vibe_tui.tui.actions import Scope, bindings
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import ResultChosen
from vibe_tui.tui.parts import load_all
from vibe_tui.tui.results import Found, Result
from vibe_tui.tui.widgets.query_input import QueryInput
from vibe_tui.tui.widgets.result_list import ResultList
from vibe_tui.tui.widgets.status_bar import StatusBar

RESULTS = 50

_PLACEHOLDER = Text(
    "词语 “短语” -排除 标题: 局限: 主题: is:unread since:7d",
    'words "a phrase" -not title: section: topic: is:unread since:7d',
)
_START = Text("在全部报告中查找词语、数字、人名或编号", "Find a word, a number or a name anywhere")
_NOTHING = Text("没有找到。", "Nothing found. ")
_COUNT = Text("{total} 篇报告", "{total} reports")
_COUNT_SHOWN = Text("{total} 篇报告，列出前 {shown} 篇", "{total} reports, the first {shown} shown")
_HINTS = (
    ("enter", Text("打开", "Open")),
    ("↑ ↓", Text("选择", "Select")),
    ("esc", Text("返回", "Back")),
)


class SearchScreen(Screen[None]):
    """The query, a line about the answer, and the passages."""

    CSS_PATH = "search.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.SEARCH)]

    def __init__(self, service: Service) -> None:
        super().__init__()
        self._service = service
        self._language = service.config.language
        self._jobs = Jobs(self)
        self._terms: tuple[Term, ...] = ()
        self._asked = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="query"):
            yield Static("/", id="sign", markup=False)
            yield QueryInput(placeholder=Content(_PLACEHOLDER.pick(self._language)).plain)
        yield Static(_START.pick(self._language), id="note", markup=False)
        yield ResultList(language=self._language)
        yield StatusBar()

    def on_mount(self) -> None:
        self.query_one(StatusBar).set_hints(
            (key, label.pick(self._language)) for key, label in _HINTS
        )
        self.query_one(QueryInput).focus()

    def ask(self, query: str) -> None:
        """Put `query` into the input and search for it."""
        box = self.query_one(QueryInput)
        box.value = query
        box.cursor_position = len(query)

    @on(Input.Changed)
    def _query_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def on_screen_resume(self) -> None:
        self.query_one(QueryInput).focus()
        if self._asked:
            self._search(self._asked)

    def _search(self, query: str) -> None:
        self._asked = query
        if not query.strip():
            self._jobs.cancel("search")
            self._show(Answer(0, 0.0, None, ()), (), ())
            self._say(_START)
            return

        def work(cancelled: object) -> tuple[Answer, list[Found], tuple[Term, ...]]:
            load_all()
            answer = self._service.search(query, RESULTS, typing=True)
            found = [Found(self._service.report(hit.report_id), hit) for hit in answer.hits]
            return answer, found, self._service.terms(query)

        self._jobs.run("search", work, lambda result: self._show(*result), self._failed)

    def _show(self, answer: Answer, found: Iterable[Found], terms: tuple[Term, ...]) -> None:
        self._terms = terms
        shown = list(found)
        self.query_one(ResultList).show(shown)
        if not answer.total:
            note = _NOTHING
        elif answer.total > len(shown):
            note = _COUNT_SHOWN.format(total=answer.total, shown=len(shown))
        else:
            note = _COUNT.format(total=answer.total)
        self._say(note, answer.note)

    def _failed(self, error: VibeError) -> None:
        self.query_one(ResultList).show(())
        self._say(error.message, error.hint)

    def _say(self, *texts: Text | None) -> None:
        words = [clean_line(text.pick(self._language)) for text in texts if text is not None]
        self.query_one("#note", Static).update(Content("  ".join(words)))

    @on(Input.Submitted)
    def _submitted(self) -> None:
        chosen = self.query_one(ResultList).selected
        if chosen is not None:
            self._choose(chosen)

    @on(ResultList.OpenRequested)
    def _clicked(self, event: ResultList.OpenRequested) -> None:
        self._choose(event.result)

    def _choose(self, result: Result) -> None:
        results = self.query_one(ResultList).results
        later = tuple(results[results.index(result) + 1 :])
        self.dismiss()
        self.app.post_message(ResultChosen(result, self._terms, later))

    def action_result_down(self) -> None:
        self.query_one(ResultList).move(1)

    def action_result_up(self) -> None:
        self.query_one(ResultList).move(-1)

    def action_page_down(self) -> None:
        results = self.query_one(ResultList)
        results.move(results.page())

    def action_page_up(self) -> None:
        results = self.query_one(ResultList)
        results.move(-results.page())

    def action_back(self) -> None:
        self.dismiss()
