"""Queries to come back to, for any screen with a query: pick one, give one a name.

Going back through earlier queries in an input, as a shell does. Pure.

Picks a saved or an earlier query.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from vibe_tui.service import Service
from vibe_tui.state.searches import Search
from vibe_tui.text import Text
from vibe_tui.tui.dialogs import PromptScreen
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.search.offers import Offer, OfferGroup, Offers
from vibe_tui.tui.top_screen import TopScreen


class RecallScreen(TopScreen[str], ModalScreen[str]):
    """Answers with the query, empty for none."""

    CSS_PATH = "saved.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+r", "dismiss('')", show=False),
        Binding("down,j,ctrl+n", "move(1)", show=False),
        Binding("up,k,ctrl+p", "move(-1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    def __init__(self, groups: Sequence[OfferGroup]) -> None:
        super().__init__()
        self._groups = groups

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Offers()

    def on_mount(self) -> None:
        self.query_one(Offers).show(self._groups, select=True)

    @on(Offers.Chosen)
    def _chosen(self, event: Offers.Chosen) -> None:
        self.dismiss(event.offer.query)

    def action_move(self, step: int) -> None:
        self.query_one(Offers).move(step)

    def action_choose(self) -> None:
        offer = self.query_one(Offers).selected
        self.dismiss(offer.query if offer is not None else "")


RECENT = 30

_SAVED = Text("已存的搜索", "Saved searches")
_RECENT = Text("最近的搜索", "Recent searches")
_NONE = Text(
    "还没有搜索过；ctrl+s 保存正在用的查询", "Nothing was searched yet; ctrl+s saves a query"
)
_EMPTY = Text("先输入要保存的查询", "type the query to save first")
_NAME_IT = Text("保存这个搜索", "Save this search")
_NAME_HINT = Text(
    "起个名字，回车保存；名字留空则不再保存", "A name, then enter; an empty name forgets it"
)
_KEPT = Text("已保存“{name}”", "“{name}” is saved")
_DROPPED = Text("已不再保存", "no longer saved")


class SavedSearches:
    """Asks for names and choices on top of one screen."""

    def __init__(self, screen: TopScreen[None], service: Service, jobs: Jobs) -> None:
        self._screen = screen
        self._finder = service.finder
        self._language = service.config.language
        self._jobs = jobs

    def load(self, done: Callable[[Sequence[Search]], None]) -> None:
        """All that are kept."""
        self._jobs.run(
            "searches", lambda cancelled: self._finder.searches(), done, self._screen.tell
        )

    def groups(self, searches: Sequence[Search]) -> list[OfferGroup]:
        """Those with a name, then the latest of the others, under their headings."""
        saved = [Offer(s.query, name=s.name) for s in searches if s.name]
        recent = [Offer(s.query) for s in searches if not s.name][:RECENT]
        groups = ((_SAVED, saved), (_RECENT, recent))
        return [OfferGroup(name.pick(self._language), some) for name, some in groups if some]

    def remember(self, query: str, done: Callable[[], None]) -> None:
        """Keep a query that led somewhere."""
        self._jobs.write(lambda: self._finder.remember(query), done, self._screen.tell)

    def pick(self, chosen: Callable[[str], None]) -> None:
        """Let the person pick one."""

        def picked(query: str | None) -> None:
            if query:
                chosen(query)

        def offer(searches: Sequence[Search]) -> None:
            if not searches:
                self._screen.say(_NONE)
                return
            self._screen.app.push_screen(RecallScreen(self.groups(searches)), picked)

        self.load(offer)

    def save(self, query: str, done: Callable[[], None]) -> None:
        """Ask for the name of `query`."""
        if not query.strip():
            self._screen.say(_EMPTY)
            return

        def ask(searches: Sequence[Search]) -> None:
            name = next((s.name for s in searches if s.query == query.strip()), "")
            prompt = PromptScreen(_NAME_IT, query, name, _NAME_HINT, self._language)
            self._screen.app.push_screen(prompt, named)

        def named(name: str | None) -> None:
            if name is None:
                return

            def saved() -> None:
                self._screen.say(_KEPT.format(name=name) if name else _DROPPED)
                done()

            self._jobs.write(lambda: self._finder.save(query, name), saved, self._screen.tell)

        self.load(ask)


class Recall:
    """Where somebody is in the list of earlier queries, newest first."""

    def __init__(self) -> None:
        self.entries: Sequence[str] = ()
        self._at = -1

    def older(self, text: str) -> str | None:
        """The query before the one in the box; `None` where `text` was typed, or there is none."""
        if not text:
            self._at = -1
        elif not self.is_at(text):
            return None
        if self._at + 1 >= len(self.entries):
            return None
        self._at += 1
        return self.entries[self._at]

    def is_at(self, text: str) -> bool:
        """Whether `text` is the query that was recalled last."""
        return 0 <= self._at < len(self.entries) and self.entries[self._at] == text
