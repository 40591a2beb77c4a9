"""Search in everything ever published: passages while typing, each in its report beside them.

Each thing is asked in a thread, where the newest of its kind wins; a query is read there once, and
what it found, its facets and suggestions go by that reading. The screen is kept when it is left, so
that coming back finds query, results and selection as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.types import CSSPathType
from textual.widgets import Input, Static

from vibe_tui.errors import VibeError
from vibe_tui.files import Cancelled
from vibe_tui.model.note import Note
from vibe_tui.search.facets import Share, facets_in, narrowed
from vibe_tui.search.language import TokenKind
from vibe_tui.search.query import Query
from vibe_tui.service import Service
from vibe_tui.service.notes import Noted
from vibe_tui.state.session import Search
from vibe_tui.text import Text
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.jobs import Again, load_all
from vibe_tui.tui.keys import Scope
from vibe_tui.tui.messages import ResultChosen
from vibe_tui.tui.screens import QueryInput
from vibe_tui.tui.search.facets import FacetBar
from vibe_tui.tui.search.results import MOST, Result, Results, find_results
from vibe_tui.tui.search.results_screen import ResultsScreen
from vibe_tui.tui.search.saved import Offer, Offers, Recall, SavedSearches
from vibe_tui.tui.status import StatusBar

if TYPE_CHECKING:
    from vibe_tui.search.suggest import Suggestion

SEARCH = "search"
"""The name under which the screen is installed."""

FACETS_AFTER = 0.12
SHORT = 16
"""Below so many rows the query has no border."""

_PLACEHOLDER = Text(
    "词语 “短语” -排除 标题: 局限: 主题: is:unread since:7d",
    'words "a phrase" -not title: section: topic: is:unread since:7d',
)
_START = Text("在全部报告中查找词语、数字、人名或编号", "Find a word, a number or a name anywhere")
_NOTHING = Text("0 篇报告", "0 reports")
_COUNT = Text("{total} 篇报告", "{total} reports")
_COUNT_SHOWN = Text("{total} 篇报告，列出前 {shown} 篇", "{total} reports, the first {shown} shown")
_NOTES = Text("{n} 条标注", "{n} notes")
_MEANT = Text("是不是要找", "Did you mean")
_NAMES = Text("可以接着写", "Names that begin so")
_NO_IDEA = Text("没有相近的词", "Nothing similar was found")
_TRY_FEWER = Text("没有相近的词；可以少写一个词", "Nothing similar; try one word less")
_TRY_WITHOUT = Text("没有相近的词；可以去掉 {field}", "Nothing similar; try it without {field}")
_NO_FACETS = Text("没有可选的筛选", "nothing to narrow by")
_HINTS = (
    ("enter", Text("打开", "Open")),
    ("↑ ↓", Text("选择", "Select")),
    ("tab", Text("筛选", "Narrow")),
    ("esc", Text("返回", "Back")),
    ("ctrl+s", Text("保存", "Save")),
    ("ctrl+r", Text("已存与最近", "Saved, recent")),
)
_FACET_HINTS = (
    ("a b c", Text("加上或去掉这个筛选", "Narrow by it, or no longer")),
    ("esc", Text("回到查询", "Back to the query")),
)


def nothing_similar(query: Query) -> Text:
    """That there is nothing to offer, and what may be left out of what was typed."""
    kinds = [token.kind for token in query.tokens]
    for token in query.tokens:
        if token.kind is TokenKind.FIELD:
            return _TRY_WITHOUT.format(field=f"{token.text}:")
    return _TRY_FEWER if kinds.count(TokenKind.WORD) > 1 else _NO_IDEA


class SearchScreen(ResultsScreen):
    """The query, what is said of the answer, its facets, its passages, and one in its report."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["results_screen.tcss", "screen.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.SEARCH)]

    def __init__(self, service: Service) -> None:
        super().__init__(service)
        self._is_ready = False
        self._asked = ""
        self._query: Query | None = None
        self._in_a_hurry = False
        self._again = Again(self, lambda: self._search(self._asked))
        self._saved = SavedSearches(self, service, self._jobs)
        self._recall = Recall()
        self._searches: Sequence[Search] = ()

    def compose(self) -> ComposeResult:
        with Horizontal(id="query"):
            yield Static("/", id="sign", markup=False)
            yield QueryInput(placeholder=Content(_PLACEHOLDER.pick(self._language)).plain)
        yield Static(_START.pick(self._language), id="note", markup=False)
        yield FacetBar(self._config.topics, self._language)
        yield from self.compose_results()
        yield Offers()
        yield StatusBar()

    def on_mount(self) -> None:
        self.hint(_HINTS)
        self._begin()
        self._is_ready = True
        self.ask(self._asked)

    def on_screen_resume(self) -> None:
        self._box.focus()
        if self._asked.strip():
            self._search(self._asked)
        self._load_searches()

    @property
    def _box(self) -> QueryInput:
        return self.query_one(QueryInput)

    @property
    def _offers(self) -> Offers:
        return self.query_one(Offers)

    # Asking

    def ask(self, query: str) -> None:
        """Put `query` into the input and search for it; before the screen is shown, too."""
        self._asked = query
        if self._is_ready:
            self._box.value = query
            self._box.cursor_position = len(query)

    @on(Input.Changed)
    def _query_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, query: str) -> None:
        self._asked = query
        self._in_a_hurry = False
        if not query.strip():
            self._begin()
            return

        def work(cancelled: Cancelled) -> Results:
            load_all()
            return find_results(self._service, self._service.parse(query, typing=True))

        self._jobs.run("search", work, self._received, self._failed)

    def _begin(self) -> None:
        """Nothing is asked: offer what was asked before."""
        for group in ("search", "facets", "preview"):
            self._jobs.cancel(group)
        for timer in self._waiting.values():
            timer.stop()
        self._again.answered(0)
        self._query = self._previewed = None
        self.results.show(())
        self.query_one(FacetBar).show((), ())
        self.show_note(_START)
        self._offers.show(self._saved.groups(self._searches), select=False)
        self.set_class(True, "-offers")

    def _received(self, results: Results) -> None:
        query, total = results.query, results.total
        again = self._answered == query.text
        self._query = query
        self.set_class(False, "-offers")
        self.results.show(results.listed, again=again)
        self._again.answered(results.unread)
        if not total:
            note = _NOTHING
        elif total > MOST:
            note = _COUNT_SHOWN.format(total=total, shown=MOST)
        else:
            note = _COUNT.format(total=total)
        notes = _NOTES.format(n=results.notes) if results.notes else None
        self.show_note(note, notes, results.note)
        follow = self._spread if total or results.notes else self._suggest
        self.later("facets", FACETS_AFTER, lambda: follow(query))
        if self._in_a_hurry:
            self._in_a_hurry = False
            self._submitted()

    def _failed(self, error: VibeError) -> None:
        self.results.show(())
        self.failed(error)

    # Facets

    def _spread(self, query: Query) -> None:
        def show(shares: Sequence[Share]) -> None:
            if self._asked == query.text:
                chosen = facets_in(query, self._config.topics)
                self.query_one(FacetBar).show(shares, chosen)

        finder = self._service.finder
        self._jobs.run("facets", lambda cancelled: finder.facets(query), show, self._failed)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The facets have keys of their own."""
        self.hint(_FACET_HINTS if isinstance(event.widget, FacetBar) else _HINTS)

    def action_facets(self) -> None:
        bar = self.query_one(FacetBar)
        if bar.shares:
            bar.focus()
        else:
            self.say(_NO_FACETS)

    @on(FacetBar.Picked)
    def _facet_picked(self, event: FacetBar.Picked) -> None:
        self._box.focus()
        query = self._service.parse(self._box.value)
        self.ask(narrowed(query, event.facet, self._config.topics))

    @on(FacetBar.Left)
    def _facets_left(self) -> None:
        self._box.focus()

    # Suggestions

    def _suggest(self, query: Query) -> None:
        def offer(suggestions: Sequence[Suggestion]) -> None:
            if self._asked == query.text:
                self._offer(suggestions)

        self.query_one(FacetBar).show((), facets_in(query, self._config.topics))
        finder = self._service.finder
        self._jobs.run("facets", lambda cancelled: finder.suggest(query), offer, self._failed)

    def _offer(self, suggestions: Sequence[Suggestion]) -> None:
        """What may have been meant; enter takes the first."""
        from vibe_tui.search.suggest import REASONS, Why

        about = [
            f"{_COUNT.format(total=one.total).pick(self._language)} · "
            + REASONS[one.why].pick(self._language)
            for one in suggestions
        ]
        offers = [Offer(one.query, word) for one, word in zip(suggestions, about, strict=True)]
        heading = _MEANT
        if not offers and self._query is not None:
            heading = nothing_similar(self._query)
        elif any(one.why is Why.NAME for one in suggestions):
            heading = _NAMES
        self._offers.show([(heading.pick(self._language), offers)], select=True)
        self.set_class(True, "-offers")

    def on_resize(self, event: events.Resize) -> None:
        """On a low screen the query has no border."""
        self.set_class(event.size.height < SHORT, "-short")

    # Queries to come back to

    def _load_searches(self) -> None:
        self._saved.load(self._know_searches)

    def _know_searches(self, searches: Sequence[Search]) -> None:
        self._searches = searches
        latest = sorted(searches, key=lambda search: -search.used)
        self._recall.entries = [search.query for search in latest]
        if not self._asked.strip():
            self._begin()

    def action_recall(self) -> None:
        self.ask("")

    def action_save_search(self) -> None:
        """Ask for a name for the query, or for the one under the cursor."""
        offer = self._offers.selected if self.has_class("-offers") else None
        self._saved.save(offer.query if offer is not None else self._box.value, self._load_searches)

    def _remember(self) -> None:
        self._saved.remember(self._answered, self._load_searches)

    @property
    def _answered(self) -> str:
        return self._query.text if self._query is not None else ""

    # Choosing

    @on(Input.Submitted)
    def _submitted(self) -> None:
        """Open what is selected; when the answer is still to come, what it brings first."""
        if self._asked.strip() != self._answered.strip():
            self._in_a_hurry = True
        elif self.has_class("-offers"):
            offer = self._offers.selected
            if offer is not None:
                self.ask(offer.query)
        else:
            self.action_open()

    @on(Offers.Chosen)
    def _offer_chosen(self, event: Offers.Chosen) -> None:
        self.ask(event.offer.query)

    def choose(self, result: Result) -> None:
        """Read on at `result`; those after it can be gone to from there."""
        if not self.is_active:
            return
        self._remember()
        if isinstance(result.target.at, Note):
            self._box.select_all()
            noted = Noted(result.target.at, result.report)
            from vibe_tui.tui.notes.writing import open_note

            open_note(self, self._service, self._jobs, noted, SEARCH)
            return
        results = self.results.items
        at = results.index(result) if result in results else len(results)
        self._leave()
        self.app.post_message(ResultChosen(result, tuple(results[at + 1 :]), SEARCH))

    def action_result_down(self) -> None:
        if self.has_class("-offers"):
            self._offers.move(1)
        else:
            super().action_result_down()

    def action_result_up(self) -> None:
        """The result above; at the top of the list an earlier query, where none was typed."""
        offered = self.has_class("-offers")
        at_top = self._offers.selected is None if offered else not self.results.index
        earlier = self._recall.older(self._box.value) if at_top else None
        if earlier is not None:
            self.ask(earlier)
        elif offered:
            self._offers.move(-1)
        else:
            super().action_result_up()

    def action_back(self) -> None:
        if self._answered.strip() and self.results.items:
            self._remember()
        self._leave()

    def _leave(self) -> None:
        """Go; when somebody comes back, what is typed takes the place of the query."""
        self._box.select_all()
        self.dismiss()
