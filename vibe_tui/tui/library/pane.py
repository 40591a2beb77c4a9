"""The pane with the list of reports: the filter above it, in its frame what it shows and how many.

It knows the reading marks, so that what was begun or starred stands at its top; what it lists is
given to it. It posts what the filter says while that is typed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from vibe_tui.config import Config
from vibe_tui.library.groups import CONTINUE, STARRED, ReportGroup
from vibe_tui.model.report import Report
from vibe_tui.tui import words
from vibe_tui.tui.keys import Action, with_keys
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.marking import Marking
from vibe_tui.tui.screens import QueryInput


class ListPane(Vertical):
    """The list and its filter."""

    @dataclass
    class Filtered(Message):
        """The person wants to see only what this query lets through."""

        query: str

    def __init__(self, marks: Marking, today: Callable[[], dt.date], config: Config) -> None:
        super().__init__(id="side")
        self._marks = marks
        self._today = today
        self._config = config
        self._top: Sequence[ReportGroup] = ()
        self._new: frozenset[str] = frozenset()
        self._query = ""

    def compose(self) -> ComposeResult:
        language = self._config.language
        yield QueryInput(placeholder=words.FILTER.pick(language), id="filter")
        yield Static("", id="empty", markup=False)
        yield ReportList(
            today=self._today,
            marks=self._marks.of,
            topics=self._config.topics,
            language=language,
            ascii_only=self._config.ascii_borders,
        )

    @property
    def reports(self) -> ReportList:
        """The list itself."""
        return self.query_one(ReportList)

    def show(self, reports: Sequence[Report], query: str = "") -> None:
        """List what `query` lets through; without one, what was begun or starred is at the top."""
        self._query = query
        self._top = self._marks.above(reports)
        self._new = self._marks.new(reports)
        self.reports.show(reports, () if query else self._top, self._new)

    def look_at_top(self, *, is_reading: bool) -> None:
        """List anew where the top is no longer so: while a report is read, only for the stars.

        What came last, and has been read, goes to its days.
        """
        reports = self.reports.reports
        seen = {STARRED} if is_reading else {STARRED, CONTINUE}
        now, before = (
            [(group.key, group.reports) for group in groups if group.key in seen]
            for groups in (self._marks.above(reports), self._top)
        )
        if now != before or (not is_reading and self._marks.new(reports) != self._new):
            self.show(reports, self._query)

    def say_counts(self, actions: Sequence[Action], *, is_gone: bool) -> None:
        """Say in the frame what is listed; in an empty list why, which may be a folder's end."""
        language, reports = self._config.language, self.reports
        unread = self._marks.unread(reports.reports)
        title = [words.LIST_TITLE, reports.group_by.label]
        title += [] if reports.newest_first else [words.OLDEST]
        title += [words.FILTERED] if self._query else []
        counts = [words.reports(len(reports.reports))]
        counts += [words.UNREAD.format(n=unread)] if unread else []
        self.border_title = Content(" · ".join(text.pick(language) for text in title))
        self.border_subtitle = Content(" · ".join(text.pick(language) for text in counts))
        self.set_class(not reports.reports, "-empty")
        empty = words.FOLDER_GONE if is_gone else words.NO_REPORTS
        empty = words.NO_MATCH if self._query else empty
        self.query_one("#empty", Static).update(Content(with_keys(empty, actions).pick(language)))

    # The filter

    @property
    def is_filtering(self) -> bool:
        """Whether the filter can be seen."""
        return self.has_class("-filtered")

    def open_filter(self) -> None:
        """Let the person type a filter."""
        self.add_class("-filtered")
        self.query_one("#filter", QueryInput).focus()

    def filter(self, query: str) -> None:
        """Filter by `query`, or show everything where that is empty."""
        self.set_class(bool(query), "-filtered")
        self.query_one("#filter", QueryInput).value = query
        self.reports.focus()

    @on(Input.Changed, "#filter")
    def _typed(self, event: Input.Changed) -> None:
        self.post_message(self.Filtered(event.value))

    @on(Input.Submitted, "#filter")
    def _kept(self, event: Input.Submitted) -> None:
        self.set_class(bool(event.value), "-filtered")
        self.reports.focus()
