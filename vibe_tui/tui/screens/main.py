"""The main screen: the list at the left, the report at the right, one pane at a time when narrow.

A traffic controller: it lays out, hears what its widgets post and what keys ask for, and passes it
on: to the librarian what concerns the list, to the desk what concerns the open report.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static

from vibe_tui.errors import Problem, VibeError
from vibe_tui.model.report import Report
from vibe_tui.model.section import KIND_NAMES, SectionKind
from vibe_tui.service import Listing, Service
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.actions import Action, Scope, bindings
from vibe_tui.tui.desk import Desk
from vibe_tui.tui.door import Door
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.keys import show_key
from vibe_tui.tui.librarian import Ears, Librarian
from vibe_tui.tui.marking import Marking
from vibe_tui.tui.messages import Said, WentWrong
from vibe_tui.tui.reading import Shown
from vibe_tui.tui.screens.ask import AskScreen
from vibe_tui.tui.screens.search import SearchScreen
from vibe_tui.tui.widgets.outline import Entry, Outline
from vibe_tui.tui.widgets.query_input import QueryInput
from vibe_tui.tui.widgets.reader_pane import ReaderPane
from vibe_tui.tui.widgets.reader_view import ReaderView
from vibe_tui.tui.widgets.report_list import ReportList
from vibe_tui.tui.widgets.status_bar import StatusBar


class MainScreen(Screen[None]):
    """List, report and outline."""

    AUTO_FOCUS = "ReportList"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.MAIN)]

    def __init__(
        self, service: Service, actions: Sequence[Action], *, start: Path | None = None
    ) -> None:
        super().__init__()
        self._service = service
        self._config = service.config
        self._language = service.config.language
        self._actions = actions
        self._start = start
        jobs = self.jobs = Jobs(self)
        self._marks = Marking(service, jobs, self._marks_changed, self.tell)
        ears = Ears(self._listed, self._refreshed, self._status, self.tell)
        self._library = Librarian(self, service, jobs, ears)
        self._door = Door(self, jobs, service.config.language)
        self._desk = Desk(self, service, jobs, self._marks, service.config)

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
            yield Outline()
            yield ReaderPane(self._config)
        yield StatusBar()

    def on_mount(self) -> None:
        self.query_one(Outline).border_title = words.OUTLINE.pick(self._language)
        self._say_hints()
        self._library.start()

    # What the desk needs

    @property
    def reports(self) -> ReportList:
        """The list."""
        return self.query_one(ReportList)

    @property
    def pane(self) -> ReaderPane:
        """The pane with the report."""
        return self.query_one(ReaderPane)

    @property
    def is_reading(self) -> bool:
        """Whether the report, not the list, has the person's attention."""
        return self.has_class("-reading")

    def enter_reader(self) -> None:
        """Give the keys to the report."""
        self.add_class("-reading")
        self.pane.focus_text()

    def report_shown(self, shown: Shown) -> None:
        """Another report is in the pane: its outline, and the keys that go with it."""
        sections = list(enumerate(shown.document.flat))
        names = {kind: name.pick(self._language) for kind, name in KIND_NAMES.items()}
        names[SectionKind.OTHER] = ""
        self.query_one(Outline).show(
            [
                Entry(at, section.level - 1, shown.document.title(at), names[section.kind])
                for at, section in sections
                if section.level
            ]
        )
        self._say_hints()

    def say(self, text: Text) -> None:
        """Tell the person."""
        self.app.post_message(Said(text))

    def tell(self, problem: Problem | VibeError) -> None:
        """Tell the person what failed."""
        self.app.post_message(WentWrong(problem))

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call in some seconds."""
        return self.set_timer(seconds, call)

    # The list

    def _listed(self, listing: Listing) -> None:
        self.reports.show(listing.reports)
        self._say_counts()
        self._status(listing.note if self._library.query else None)

    def _refreshed(self) -> None:
        """The list is true now: only now is an empty one worth a word."""
        self.query_one("#side").add_class("-true")
        path, self._start = self._start, None
        if path is not None:
            wanted = path.resolve()
            for report in self.reports.reports:
                if Path(report.path).resolve() == wanted:
                    self.reports.select(report.id)
                    self._desk.read(report)

    def _say_counts(self) -> None:
        reports = self.reports.reports
        unread = sum(self._marks.of(report).unread for report in reports)
        side = self.query_one("#side", Vertical)
        title = [words.LIST_TITLE, self.reports.group_by.label]
        title += [] if self.reports.newest_first else [words.OLDEST]
        counts = [words.COUNT.format(n=len(reports))]
        counts += [words.UNREAD.format(n=unread)] if unread else []
        side.border_title = Content(" · ".join(text.pick(self._language) for text in title))
        side.border_subtitle = Content(" · ".join(text.pick(self._language) for text in counts))
        side.set_class(not reports, "-empty")
        empty = words.NO_MATCH if self._library.query else words.NO_REPORTS
        self.query_one("#empty", Static).update(Content(empty.pick(self._language)))

    @on(ReportList.Highlighted)
    def _highlighted(self, event: ReportList.Highlighted) -> None:
        self._desk.preview(event.report)

    @on(ReportList.OpenRequested)
    def _open_requested(self, event: ReportList.OpenRequested) -> None:
        self._desk.read(event.report)

    def _marks_changed(self) -> None:
        self.reports.marks_changed()
        self._say_counts()

    def action_group(self) -> None:
        self.reports.regroup(group_by=self.reports.group_by.next())
        self._say_counts()

    def action_order(self) -> None:
        self.reports.regroup(newest_first=not self.reports.newest_first)
        self._say_counts()

    def action_find(self) -> None:
        if self.is_reading:
            self.pane.open_find()
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

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        reading = any(
            isinstance(node, ReaderPane | Outline) for node in event.widget.ancestors_with_self
        )
        self.set_class(reading, "-reading")
        self._say_hints()

    def _enter_list(self) -> None:
        self._desk.keep_place()
        self.remove_class("-reading", "-text-only")
        self.reports.focus()

    def action_other_pane(self) -> None:
        if self.is_reading:
            self._enter_list()
        elif self.reports.selected is not None:
            self._desk.read(self.reports.selected)

    def action_back(self) -> None:
        """One step back: outline, text only, marks, the list, the filter."""
        if self.has_class("-outline"):
            self.remove_class("-outline")
            self.enter_reader()
        elif self.has_class("-text-only"):
            self.remove_class("-text-only")
        elif self.is_reading:
            if not self.pane.step_back():
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
        elif self._desk.shown is not None:
            self.add_class("-outline")
            self.query_one(Outline).focus()

    @on(ReaderView.HeadingChanged)
    def _heading_changed(self, event: ReaderView.HeadingChanged) -> None:
        self.query_one(Outline).set_current(event.section)

    @on(Outline.Jumped)
    def _jumped(self, event: Outline.Jumped) -> None:
        self.remove_class("-outline")
        self.pane.go_to_section(event.section)
        self.enter_reader()

    # The report

    @on(ReaderPane.EndReached)
    def _end_reached(self) -> None:
        self._desk.count_as_read()

    @on(ReaderPane.NextUnreadRequested)
    def action_next_unread(self) -> None:
        self._desk.next_unread()

    def action_next_report(self) -> None:
        self._desk.step(1)

    def action_previous_report(self) -> None:
        self._desk.step(-1)

    def action_history_back(self) -> None:
        self._desk.back()

    def action_history_forward(self) -> None:
        self._desk.forward()

    def action_lens(self, lens_id: str) -> None:
        lens = self._config.lens(lens_id)
        if lens is not None:
            self._desk.set_lens(lens)

    def action_summary(self) -> None:
        self._desk.toggle_lens("summary")

    def action_limitations(self) -> None:
        self._desk.toggle_lens("limitations")

    def action_next_section(self) -> None:
        self.pane.next_section(1)

    def action_previous_section(self) -> None:
        self.pane.next_section(-1)

    def action_fold(self) -> None:
        self.pane.toggle_fold()

    def action_fold_all(self) -> None:
        self.pane.toggle_all_folds()

    def action_copy(self) -> None:
        self.pane.copy_current()

    def action_wider(self) -> None:
        self.pane.change_width(1)

    def action_narrower(self) -> None:
        self.pane.change_width(-1)

    @property
    def _subject(self) -> Report | None:
        """What marks are for: the report that is read, or the one selected in the list."""
        return self._desk.report if self.is_reading else self.reports.selected

    def action_read(self) -> None:
        if self._subject is not None:
            self._desk.stop_counting()
            self._marks.toggle_read(self._subject)

    def action_star(self) -> None:
        if self._subject is not None:
            self._marks.toggle_star(self._subject)

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
        self._marks.undo(lambda done: self.say(words.UNDONE if done else words.NOTHING_TO_UNDO))

    # Search

    def action_search(self) -> None:
        self.app.push_screen("search")

    def open_result(self, event: SearchScreen.ResultChosen) -> None:
        """Read the passage that was chosen in the search screen."""
        self._desk.open_result(event.result, event.terms, event.later)

    def action_next_hit(self) -> None:
        self._desk.next_hit()

    def action_previous_hit(self) -> None:
        self.pane.next_hit(-1)

    # Out of the reader

    def action_links(self) -> None:
        self.pane.pick_link()

    @on(ReaderPane.LinkChosen)
    def _link_chosen(self, event: ReaderPane.LinkChosen) -> None:
        inside = not self._door.open_link(event.target, seen=event.seen)
        if inside and not self._desk.follow(event.target):
            self.say(words.NO_TARGET.format(target=event.target))

    def action_edit(self) -> None:
        """Hand the terminal to the editor, then look at what it changed."""
        report = self._subject
        if report is not None:
            line = self._desk.line if self.is_reading else 1
            self._door.edit(Path(report.path), line, os.environ)
            self._library.refresh()
            self._desk.reload()

    # Words

    def _status(self, text: Text | None) -> None:
        self.query_one(StatusBar).status = text.pick(self._language) if text is not None else ""

    def _say_hints(self) -> None:
        here = {Scope.READER if self.is_reading else Scope.LIST, Scope.MAIN, Scope.APP}
        self.query_one(StatusBar).set_hints(
            (show_key(action.keys[0]), action.label.pick(self._language))
            for action in self._actions
            if action.hint and action.keys and here & set(action.scopes)
        )
