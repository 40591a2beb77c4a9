"""The list and the report beside each other: the main screen without its ways to other screens.

Lays out the panes, one at a time when narrow, and passes on what they post: to the loader what
concerns the list, to the session what concerns the open report. Says at the foot what keys do here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from vibe_tui.config import Config
from vibe_tui.model.report import Listing, Report
from vibe_tui.service import Service
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.keys import Action, Scope, help_key, hints_of, show_key
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.loader import LibraryLoader
from vibe_tui.tui.library.marking import Resuming
from vibe_tui.tui.library.pane import ListPane
from vibe_tui.tui.reader.screen import ReadingScreen
from vibe_tui.tui.screens import QueryInput
from vibe_tui.tui.status import Notices, StatusBar, keys_taken

LOOK_EVERY = 2.0
"""Seconds between looks at what another `vibe` marked."""


class LibraryScreen(ReadingScreen):
    """List, report and outline."""

    AUTO_FOCUS: ClassVar[str | None] = "ReportList"

    def __init__(
        self, service: Service, actions: Sequence[Action], *, start: Path | None = None
    ) -> None:
        super().__init__(service, actions)
        self._start = start
        self._looked = False
        self._note: Text | None = None
        self._resuming = Resuming(self, service, self.jobs)
        self._library = LibraryLoader(
            self, service, self.jobs, self._listed, self._refreshed, self._status
        )

    def compose(self) -> ComposeResult:
        with Horizontal(id="panes"):
            yield ListPane(self._marks, self._service.today, self._config)
            yield Static("", id="blank", markup=False)
        yield Notices()
        yield StatusBar()

    def on_mount(self) -> None:
        self._say_hints()
        self.set_interval(LOOK_EVERY, self._look_at_marks)
        self._resuming.begin()
        self._library.start(self._first_listed)

    # The list

    @property
    def side(self) -> ListPane:
        """The pane with the list."""
        return self.query_one(ListPane)

    def _first_listed(self, reports: Sequence[Report]) -> None:
        """The newest reports; all the others, and what draws one, come behind their first frame."""
        self.side.show(reports)
        self._resuming.listed(reports, whole=False)
        self.call_after_refresh(self._go_on)

    def _go_on(self) -> None:
        self.load_reader_pane()
        self._library.show("")

    def reader_loaded(self) -> None:
        """Everything is on the screen: time to look at the disk."""
        self._library.refresh()
        self._library.watch()

    def _listed(self, listing: Listing) -> None:
        query = self._library.in_force
        self.side.show(listing.reports, query)
        if not query:
            self._resuming.listed(listing.reports, whole=True)
        self.side.set_class(self._looked, "-true")
        self._say_counts()
        self._say_hints()
        note = listing.note if self._library.query else None
        if note != self._note:
            self._note = note
            self._status(self._library.doing)
        self.with_session(lambda session: session.look_again(listing.reports))
        if self._looked and self._start is not None:
            path, self._start = self._start, None
            self._find_start(path)

    def _refreshed(self) -> None:
        """The disk was looked at: the next list has all, and an empty one is worth a word."""
        self._looked = True

    def _find_start(self, path: Path) -> None:
        """Read the report whose file was named when the program began."""
        from vibe_tui.service.opening import report_at

        def work(cancelled: object) -> Report | None:
            return report_at(self._service.reports().reports, path)

        self.jobs.run("start", work, self._begin_with, self.tell)

    def _begin_with(self, report: Report | None) -> None:
        if report is not None:
            self.reports.select(report.id)
            self._read(report)

    def _read(self, report: Report) -> None:
        self.with_session(lambda session: session.read(report))

    @on(ReportList.Highlighted)
    def _highlighted(self, event: ReportList.Highlighted) -> None:
        self.with_session(lambda session: session.preview(event.report))

    @on(ReportList.OpenRequested)
    def _open_requested(self, event: ReportList.OpenRequested) -> None:
        self._read(event.report)

    @on(ListPane.Filtered)
    def _filtered(self, event: ListPane.Filtered) -> None:
        if event.query != self._library.query:
            self._library.show(event.query)

    def filter_by(self, query: str) -> None:
        """Filter the list, with the list in front of the person."""
        if self.is_reading:
            self._enter_list()
        self.side.filter(query)

    def _look_at_marks(self) -> None:
        def done(changed: bool) -> None:
            if changed:
                self._marks_changed()

        # One that took its place would find nothing new, and what this one found were lost.
        if not self.jobs.is_running("marks"):
            self.jobs.run("marks", lambda _: self._service.reading.look(), done, self.tell)

    def _marks_changed(self) -> None:
        super()._marks_changed()
        self.side.look_at_top(is_reading=self.is_reading)
        self._say_counts()
        self._library.tell(self._service.state_problems)
        self._say_hints()

    def _say_counts(self) -> None:
        self.side.say_counts(self._actions, is_gone=bool(self._library.gone))

    def action_group(self) -> None:
        self.reports.regroup(group_by=self.reports.group_by.next())
        self._resuming.keep()
        self._say_counts()

    def action_order(self) -> None:
        self.reports.regroup(newest_first=not self.reports.newest_first)
        self._resuming.keep()
        self._say_counts()

    def action_find(self) -> None:
        if self.is_reading:
            super().action_find()
        else:
            self.side.open_filter()

    # Panes

    def action_lens(self, lens_id: str) -> None:
        super().action_lens(lens_id)
        self._say_lens()

    def action_toggle_lens(self, lens_id: str) -> None:
        super().action_toggle_lens(lens_id)
        self._say_lens()

    def _say_lens(self) -> None:
        """Which lens is on, where no report shows it."""
        if self.session is not None and self.has_class("-narrow") and not self.is_reading:
            self.say(words.LENS_IS.format(lens=self.session.lens.name))

    def remember(self) -> None:
        self._resuming.keep()

    def on_screen_resume(self) -> None:
        """Marks may have changed on the screen that was above."""
        if self.is_mounted:
            self.reports.marks_changed()
            self._say_hints()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if self.side in event.widget.ancestors_with_self:
            self._leave_report()
        else:
            self.add_class("-reading")
        self._say_hints()
        self._resuming.keep()

    def _enter_list(self) -> None:
        self._leave_report()
        self.remove_class("-text-only")
        self.reports.focus()

    def _leave_report(self) -> None:
        """Nobody reads any more: keep the place, which may make the report one to go on with."""
        if self.is_reading:
            self.with_session(lambda session: session.attention.pause())
            self.remove_class("-reading")

    def action_other_pane(self) -> None:
        if self.is_reading:
            self._enter_list()
        elif self.reports.selected is not None:
            self._read(self.reports.selected)

    def action_back(self) -> None:
        """One step back: outline, text only, marks, the list, the filter."""
        if self.has_class("-outline"):
            self.remove_class("-outline")
            self.enter_reader()
        elif self.has_class("-text-only"):
            self.remove_class("-text-only")
        elif self.is_reading:
            if not self.pane.step_back() and not self.go_back():
                self._enter_list()
        elif self.side.is_filtering:
            self.side.filter("")

    def action_text_only(self) -> None:
        if not self.is_reading:
            self.action_other_pane()
        self.toggle_class("-text-only")

    def action_outline(self) -> None:
        if self.has_class("-outline"):
            self.action_back()
        elif self.session is not None and self.session.shown is not None:
            if not self.outline.items:
                self.say(words.NO_HEADINGS)
                return
            self.add_class("-outline")
            self.outline.focus()

    # Words

    def take_settings(self, config: Config, actions: Sequence[Action]) -> None:
        super().take_settings(config, actions)
        self._say_hints()

    def _status(self, text: Text | None) -> None:
        """Say what is to be said of the filter; where that is nothing, what goes on."""
        text = self._note if self._note is not None else text
        self.query_one(StatusBar).status = text.pick(self._language) if text is not None else ""

    def _say_hints(self) -> None:
        here = {Scope.READER if self.is_reading else Scope.LIST, Scope.MAIN, Scope.APP}
        marked = len(self._service.comparing.reports)
        now = {"compare": words.MARKED.format(n=marked)} if marked else {}
        if self._library.query and not self.is_reading:
            now["back"] = words.CLEAR_FILTER
        first = [
            (show_key(action.keys[0]), now[action.id].pick(self._language))
            for action in self._actions
            if action.id in now and action.keys
        ]
        hints = hints_of(self._actions, here, self._language)
        if isinstance(self.focused, QueryInput):
            # Letters are for the filter now.
            saved = [action for action in self._actions if action.id in ("recall", "save-search")]
            hints = hints_of(saved, here, self._language, "recall", "save-search")
            first = [("enter", words.TO_LIST.pick(self._language)), *first]
        taken = keys_taken(self.focused, self._language)
        shown = [*first, *hints] if taken is None else taken
        self.query_one(StatusBar).set_hints(shown, help_key(self._actions))
