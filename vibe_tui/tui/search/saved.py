"""Queries to pick from: saved ones, those asked last, or what may have been meant.

`Offers` lists them, in the search screen and in a box over any screen with a query; `SavedSearches`
gives one a name; `Recall` goes back through the earlier ones, as a shell does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from vibe_tui.clean import clean_row
from vibe_tui.service import Service
from vibe_tui.state.session import Search
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.look.strips import StyleBook
from vibe_tui.tui.screens import PromptScreen, TopScreen

LEAST = 8
"""Columns for which the height is reckoned where there are fewer."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A query and a word about it; `name` stands for the query where it has one."""

    query: str
    about: str = ""
    name: str = ""


OfferGroups = Sequence[tuple[str, Sequence[Offer]]]
"""Offers under headings."""


class Offers(OptionList, can_focus=False):
    """The screen moves the cursor; what is chosen is posted."""

    DEFAULT_CSS = """
    Offers, Offers:focus {
        border: none;
        padding: 0 1;
        height: 1fr;
        background: $background;
        scrollbar-size-vertical: 1;
    }
    Offers > .option-list--option-disabled { color: $text-muted; }
    """

    @dataclass
    class Chosen(Message):
        """This query is wanted."""

        offer: Offer

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._offers: list[Offer] = []

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Textual's own list fails where it is given no room at all."""
        return super().get_content_height(container, viewport, max(width, LEAST))

    @property
    def offers(self) -> Sequence[Offer]:
        """All that can be picked."""
        return self._offers

    @property
    def selected(self) -> Offer | None:
        """The offer under the cursor."""
        option = self.highlighted_option
        return self._offers[int(option.id)] if option is not None and option.id else None

    def show(self, groups: OfferGroups, *, select: bool) -> None:
        """Show these; `select` puts the cursor on the first."""
        self.clear_options()
        self._offers = []
        quiet = Style.from_rich_style(StyleBook(self.app.theme_variables).shades.dim)
        for heading, offers in groups:
            if self._offers:
                self.add_option(Option("", disabled=True))
            self.add_option(Option(Content.styled(heading, quiet), disabled=True))
            for offer in offers:
                shown = clean_row(offer.name or offer.query)
                about = clean_row(offer.about or (offer.query if offer.name else ""))
                row = Content.assemble("  ", shown, ("   " + about, quiet) if about else "")
                self.add_option(Option(row, id=str(len(self._offers))))
                self._offers.append(offer)
        self.highlighted = None
        if select and self._offers:
            self.action_first()

    def move(self, step: int) -> None:
        """To the next or previous offer, stopping at the ends."""
        here = self.selected
        at = self._offers.index(here) + step if here is not None else 0 if step > 0 else -1
        if 0 <= at < len(self._offers):
            self.highlighted = self.get_option_index(str(at))
        elif at < 0:
            self.highlighted = None

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id:
            self.post_message(self.Chosen(self._offers[int(event.option_id)]))


class RecallScreen(TopScreen[str], ModalScreen[str]):
    """Answers with the query, empty for none."""

    CSS_PATH = "saved.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+r", "dismiss('')", show=False),
        Binding("down,j,ctrl+n", "move(1)", show=False),
        Binding("up,k,ctrl+p", "move(-1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    def __init__(self, groups: OfferGroups) -> None:
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
    "还没有搜索过；‹save-search› 保存正在用的查询",
    "Nothing was searched yet; ‹save-search› saves a query",
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
        self._service = service
        self._finder = service.finder
        self._language = service.config.language
        self._jobs = jobs

    def load(self, done: Callable[[Sequence[Search]], None]) -> None:
        """All that are kept."""
        self._jobs.run(
            "searches", lambda cancelled: self._finder.searches(), done, self._screen.tell
        )

    def groups(self, searches: Sequence[Search]) -> OfferGroups:
        """Those with a name, then the latest of the others, under their headings."""
        saved = [Offer(s.query, name=s.name) for s in searches if s.name]
        recent = [Offer(s.query) for s in searches if not s.name][:RECENT]
        groups = ((_SAVED, saved), (_RECENT, recent))
        return [(name.pick(self._language), some) for name, some in groups if some]

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
                told = _KEPT.format(name=name) if name else _DROPPED
                self._screen.say(told if self._service.is_kept else words.IN_MEMORY)
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
