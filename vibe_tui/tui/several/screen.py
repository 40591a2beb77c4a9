"""What the screens have in common on which several reports are read at once, under one lens.

Such a screen is made once and kept: whoever opens a report from it comes back to the same place.
What it shows is made in a worker; the screen for each way of reading says how. One of the reports
is the one that is being read, which keys are about.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult

from vibe_tui.model.report import Report
from vibe_tui.model.section import Lens
from vibe_tui.render.place import Place
from vibe_tui.search.query import query_for
from vibe_tui.service import Service
from vibe_tui.tui import words
from vibe_tui.tui.keys import Action, Scope, help_key, hints_of
from vibe_tui.tui.messages import ReportChosen
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.reader.pane_screen import PaneScreen
from vibe_tui.tui.status import StatusBar, keys_taken


class SeveralScreen(PaneScreen):
    """One pane over the whole screen; `name` is the one under which it is installed."""

    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "ReaderView"
    SCOPES: tuple[Scope, ...] = ()
    PANE: ClassVar[type[ReaderPane]]

    def __init__(self, service: Service, actions: Sequence[Action], lens: Lens, name: str) -> None:
        super().__init__(service, actions, name)
        self._lens = lens

    @property
    @abstractmethod
    def pane(self) -> ReaderPane:
        """The pane with the text."""

    def with_pane(self, call: Callable[[ReaderPane], object]) -> None:
        """Do something with the pane."""
        call(self.pane)

    @abstractmethod
    def make(self) -> None:
        """Make what the screen shows under the lens of now, beginning where the reader is."""

    @property
    def subject(self) -> Report | None:
        """The report that is being read."""
        return self.pane.report_here

    def look_again(self) -> None:
        """Read the reports again."""
        self.make()

    def compose(self) -> ComposeResult:
        yield self.new_pane()
        yield StatusBar()

    def new_pane(self) -> ReaderPane:
        """A pane for what the screen shows."""
        pane = self.PANE(self._config)
        pane.paper_of = self._service.paper
        return pane

    def on_mount(self) -> None:
        self._say_hints()

    def on_descendant_focus(self) -> None:
        """Some parts take all keys for themselves."""
        self._say_hints()

    def _say_hints(self) -> None:
        here = {*self.SCOPES, Scope.READER, Scope.APP}
        hints = keys_taken(self.focused, self._language)
        if hints is None:
            hints = hints_of(self._actions, here, self._language, "back")
        self.query_one(StatusBar).set_hints(hints, help_key(self._actions))

    # Leaving for a report and other programs

    def open_report(self, report: Report, place: Place | None) -> None:
        """Read a report on the main screen, which leads back here."""
        self.app.post_message(ReportChosen(report, place, self.name or ""))

    def action_search(self) -> None:
        """Search everything; what is found opens on the main screen."""
        self._run_below("search")

    def _run_below(self, action: str) -> None:
        self.dismiss()
        self.app.call_later(self.app.run_action, action, self.app.screen_stack[0])

    def action_compare(self) -> None:
        """Compare what is marked."""
        self._run_below("compare")

    # What keys do

    def action_toggle_lens(self, lens_id: str) -> None:
        self.action_lens(lens_id)

    def action_lens(self, lens_id: str) -> None:
        lens = self._config.lens(lens_id)
        if lens is not None and lens != self._lens:
            self._lens = lens
            self.make()

    @on(ReaderPane.PassageChosen)
    def _passage_chosen(self, event: ReaderPane.PassageChosen) -> None:
        """Search for the passage, or note something on it."""
        query = query_for(self.pane.view.selected_text())
        if event.action == "search_word" and query:
            self.pane.view.clear_selected()
            self._run_below(f"search({query!r})")
        else:
            self.note_passage()

    def note_passage(self) -> None:
        """Note something on what is selected, where the screen can."""
        self.pane.view.clear_selected()
        self.say(words.NOTE_IN_REPORT)

    def action_back(self) -> None:
        if not self.pane.step_back():
            self.dismiss()
