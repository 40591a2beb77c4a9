"""The main screen: the list at the left, the report at the right, one pane at a time when narrow.

Lays out the widgets and passes on what they post and what keys ask for: to the loader what concerns
the list, to the session (see `reading.py`) what concerns the open report, to the opener what leaves
the reader.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from vibe_tui.config import Config
from vibe_tui.library.groups import CONTINUE, STARRED, ReportGroup
from vibe_tui.model.report import Report
from vibe_tui.service import Listing, Service
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.dialogs import AskScreen, QueryInput
from vibe_tui.tui.keys import Action, Scope, help_key, hints_of, show_key
from vibe_tui.tui.library.beside import ScreenBeside
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.loader import LibraryLoader, LoaderCallbacks
from vibe_tui.tui.library.resuming import Resuming
from vibe_tui.tui.status import Notices, StatusBar, keys_taken
from vibe_tui.tui.terminal.programs import Opener

if TYPE_CHECKING:
    from vibe_tui.tui.reader.pane import ReaderPane

LOOK_EVERY = 2.0
"""Seconds between looks at what another `vibe` marked."""


class MainScreen(ScreenBeside):
    """List, report and outline."""

    AUTO_FOCUS = "ReportList"
    SCOPES = (Scope.MAIN,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.MAIN)]

    def __init__(
        self, service: Service, actions: Sequence[Action], *, start: Path | None = None
    ) -> None:
        super().__init__(service, actions)
        self._start = start
        self._resuming = Resuming(self, service, self.jobs)
        self._looked = False
        self._top: Sequence[ReportGroup] = ()
        self._note: Text | None = None
        callbacks = LoaderCallbacks(
            self._first_listed, self._listed, self._refreshed, self._status, self.tell, self.say
        )
        self._library = LibraryLoader(self, service, self.jobs, callbacks)
        self._opener = Opener(self, self.jobs, self._language)

    def compose(self) -> ComposeResult:
        with Horizontal(id="panes"):
            with Vertical(id="side"):
                yield QueryInput(placeholder=words.FILTER.pick(self._language), id="filter")
                yield Static("", id="empty", markup=False)
                yield ReportList(
                    today=self._service.today,
                    marks=self._marks.of,
                    topics=self._config.topics,
                    language=self._language,
                    ascii_only=self._config.ascii_borders,
                )
            yield Static("", id="blank", markup=False)
        yield Notices()
        yield StatusBar()

    def on_mount(self) -> None:
        self._say_hints()
        self.set_interval(LOOK_EVERY, self._look_at_marks)
        self._resuming.begin()
        self._library.start()

    # The list

    def _first_listed(self, reports: Sequence[Report]) -> None:
        """The newest reports; all the others, and what draws one, come behind their first frame."""
        self.reports.show(reports, self._marks.above(reports))
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
        self._show(listing.reports)
        if not self._library.query:
            self._resuming.listed(listing.reports, whole=True)
        self.query_one("#side").set_class(self._looked, "-true")
        self._say_counts()
        self._say_hints()
        note = listing.note if self._library.query else None
        if note != self._note:
            self._note = note
            self._status(note if note is not None else self.doing)
        self.with_session(lambda session: session.look_again(listing.reports))

    def _show(self, reports: Sequence[Report]) -> None:
        """List these; what was begun or starred stands at the top too, unless a filter is on."""
        self._top = self._marks.above(reports)
        self.reports.show(reports, () if self._library.query else self._top)

    def _look_at_top(self) -> None:
        """List anew where the top is no longer so: while a report is read, only for the stars."""
        reports = self.reports.reports
        top = self._marks.above(reports)
        seen = {STARRED} if self.is_reading else {STARRED, CONTINUE}
        now, before = (
            [(group.key, group.reports) for group in groups if group.key in seen]
            for groups in (top, self._top)
        )
        if now != before:
            self._show(reports)

    def _refreshed(self) -> None:
        """The disk was looked at: from the next list on, an empty one is worth a word."""
        self._looked = True
        path, self._start = self._start, None
        if path is not None:
            self._find_start(path)

    def _find_start(self, path: Path) -> None:
        """Read the report whose file was named when the program began."""
        from vibe_tui.tui.reader.prepare import report_at

        def work(cancelled: object) -> Report | None:
            return report_at(self._service.reports().reports, path)

        self.jobs.run("start", work, self._begin_with, self.tell)

    def _begin_with(self, report: Report | None) -> None:
        if report is not None:
            self.reports.select(report.id)
            self._read(report)

    def _read(self, report: Report) -> None:
        self.with_session(lambda session: session.read(report))

    def _say_counts(self) -> None:
        reports = self.reports.reports
        unread = self._marks.unread(reports)
        side = self.query_one("#side", Vertical)
        title = [words.LIST_TITLE, self.reports.group_by.label]
        title += [] if self.reports.newest_first else [words.OLDEST]
        title += [words.FILTERED] if self._library.query else []
        counts = [words.reports(len(reports))]
        counts += [words.UNREAD.format(n=unread)] if unread else []
        side.border_title = Content(" · ".join(text.pick(self._language) for text in title))
        side.border_subtitle = Content(" · ".join(text.pick(self._language) for text in counts))
        side.set_class(not reports, "-empty")
        empty = words.FOLDER_GONE if self._library.gone else words.NO_REPORTS
        empty = words.NO_MATCH if self._library.query else empty
        self.query_one("#empty", Static).update(Content(empty.pick(self._language)))

    @on(ReportList.Highlighted)
    def _highlighted(self, event: ReportList.Highlighted) -> None:
        self.with_session(lambda session: session.preview(event.report))

    @on(ReportList.OpenRequested)
    def _open_requested(self, event: ReportList.OpenRequested) -> None:
        self._read(event.report)

    def _look_at_marks(self) -> None:
        def done(changed: bool) -> None:
            if changed:
                self._marks_changed()

        self.jobs.run("marks", lambda cancelled: self._service.reading.look(), done, self.tell)

    def _marks_changed(self) -> None:
        super()._marks_changed()
        self._look_at_top()
        self._say_counts()
        self._library.tell(self._service.state_problems)
        self._say_hints()

    def action_search(self, query: str = "") -> None:
        self._library.repair_index()
        super().action_search(query)

    def action_group(self) -> None:
        self.reports.regroup(group_by=self.reports.group_by.next())
        self._resuming.keep()
        self._say_counts()

    def action_order(self) -> None:
        self.reports.regroup(newest_first=not self.reports.newest_first)
        self._resuming.keep()
        self._say_counts()

    @property
    def doing(self) -> Text | None:
        return self._library.doing

    def action_sync(self) -> None:
        self._library.sync()

    def stop(self) -> bool:
        """End what goes on in the background at the person's wish; whether there was any."""
        return self._library.stop()

    def action_find(self) -> None:
        if self.is_reading:
            super().action_find()
        else:
            self.query_one("#side").add_class("-filtered")
            self.query_one("#filter", QueryInput).focus()

    @on(Input.Changed, "#filter")
    def _filter_typed(self, event: Input.Changed) -> None:
        if event.value != self._library.query:
            self._library.show(event.value)

    @on(Input.Submitted, "#filter")
    def _filter_kept(self) -> None:
        self.query_one("#side").set_class(bool(self._library.query), "-filtered")
        self.reports.focus()

    def _clear_filter(self) -> None:
        self.query_one("#filter", QueryInput).value = ""
        self.query_one("#side").remove_class("-filtered")
        self.reports.focus()

    # Panes

    def remember(self) -> None:
        self._resuming.keep()

    def on_screen_resume(self) -> None:
        """Marks may have changed on the screen that was above."""
        if self.is_mounted:
            self.reports.marks_changed()
            self._say_hints()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if self.query_one("#side") in event.widget.ancestors_with_self:
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
            self.with_session(lambda session: session.keep_place())
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
        elif self.query_one("#side").has_class("-filtered"):
            self._clear_filter()

    def action_text_only(self) -> None:
        if not self.is_reading:
            self.action_other_pane()
        self.toggle_class("-text-only")

    def action_outline(self) -> None:
        if self.has_class("-outline"):
            self.action_back()
        elif self.session is not None and self.session.shown is not None:
            if not self.session.shown.entries(self._language):
                self.say(words.NO_HEADINGS)
                return
            self.add_class("-outline")
            self.outline.focus()

    # Marks

    def action_read(self) -> None:
        def toggle(report: Report) -> None:
            self.with_session(lambda session: session.stop_counting())
            self._marks.toggle_read(report)

        self.with_subject(toggle)

    def action_star(self) -> None:
        self.with_subject(self._marks.toggle_star)

    def action_mark_all_read(self) -> None:
        unread = [report for report in self.reports.reports if self._marks.of(report).unread]
        if not unread:
            self.say(words.NO_UNREAD)
            return
        ask = AskScreen(
            words.ALL_READ,
            words.ALL_READ_HOW_MANY.format(n=len(unread)),
            words.YES_NO,
            self._language,
        )
        self.app.push_screen(ask, lambda key: self._marks.set_read(unread if key else [], True))

    def action_undo(self) -> None:
        """Take back the last change; the open report is not taken for read on account of time."""

        def undone(change: Text | None) -> None:
            self.say(words.undone(change))
            self.look_at_notes()

        self.with_session(lambda session: session.stop_counting())
        self._marks.undo(undone)

    @property
    def list_query(self) -> str:
        return self._library.query

    def filter_by(self, query: str) -> None:
        if self.is_reading:
            self._enter_list()
        self.query_one("#side").add_class("-filtered")
        self.query_one("#filter", QueryInput).value = query
        self.reports.focus()

    # Other programs

    def on_picking_pane_link_chosen(self, event: ReaderPane.LinkChosen) -> None:
        if not self._opener.open_link(event.target, seen=event.seen):
            self.with_session(lambda session: session.follow(event.target))

    def action_edit(self) -> None:
        """Hand the terminal to the editor, then look at what it changed."""

        def edit(report: Report) -> None:
            session = self.session
            line = session.line if session is not None and self.is_reading else 1
            self._opener.edit(Path(report.path), line, os.environ)
            self._library.refresh()

        self.with_subject(edit)

    # Words

    def take_settings(self, config: Config, actions: Sequence[Action]) -> None:
        super().take_settings(config, actions)
        self._say_hints()

    def _status(self, text: Text | None) -> None:
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
