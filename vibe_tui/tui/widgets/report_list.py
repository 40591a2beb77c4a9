"""The list of reports: rows of fixed height drawn by the Line API, in groups that fold.

Ten thousand reports cost nothing but a list of rows; a row's cells are made when it is painted and
kept by everything that changes them. The widget knows no service: reports, marks and names are
given to it, and it posts what the person chose.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.cache import LRUCache
from textual.color import Color
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from vibe_tui.model.report import Report
from vibe_tui.model.topic import TOPICS, Topic
from vibe_tui.text import Language
from vibe_tui.tui.actions import Scope, bindings
from vibe_tui.tui.grouping import CONTINUE, Group, GroupBy, group_reports
from vibe_tui.tui.rows import ROW_HEIGHT, RowLook, RowMark, RowStyles, group_strips, report_strips
from vibe_tui.tui.styles import StyleBook

Row = Group | Report

_UNMARKED = RowMark()


class ReportList(ScrollView, can_focus=True):
    """Reports in groups, one of them (or a group) selected."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.LIST)]

    DEFAULT_CSS = """
    ReportList {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        background: $background;
    }
    """

    index: reactive[int] = reactive(0, init=False)

    @dataclass
    class Highlighted(Message):
        """Another row was selected; `report` is None on a group or in an empty list."""

        report: Report | None

    @dataclass
    class OpenRequested(Message):
        """The person wants to read this report."""

        report: Report

    def __init__(
        self,
        *,
        today: Callable[[], dt.date] = dt.date.today,
        marks: Callable[[Report], RowMark] = lambda report: _UNMARKED,
        topics: Sequence[Topic] = TOPICS,
        language: Language = "zh",
        ascii_only: bool = False,
    ) -> None:
        super().__init__()
        self.group_by = GroupBy.DATE
        self.newest_first = True
        self._today = today
        self._day = today()
        self._marks = marks
        self._topics = topics
        self._topic_names = {topic.id: topic.name.pick(language) for topic in topics}
        self._language: Language = language
        self._ascii_only = ascii_only
        self._reports: Sequence[Report] = ()
        self._begun: Sequence[Report] = ()
        self._groups: list[Group] = []
        self._folded: set[str] = set()
        self._rows: list[Row] = []
        self._starts: list[int] = []
        self._styles: dict[tuple[bool, bool], RowStyles] = {}
        self._strips: LRUCache[object, tuple[Strip, Strip]] = LRUCache(400)

    # What it shows

    @property
    def selected(self) -> Report | None:
        """The report under the cursor."""
        row = self._rows[self.index] if self.index < len(self._rows) else None
        return row if isinstance(row, Report) else None

    @property
    def reports(self) -> Sequence[Report]:
        """What is shown, newest first, folded groups included."""
        return self._reports

    def show(self, reports: Sequence[Report], begun: Sequence[Report] = ()) -> None:
        """Show these, given newest first, and `begun` above them; the selection stays."""
        self._reports = reports
        self._begun = begun
        self._day = self._today()
        self._regroup()

    def regroup(self, *, group_by: GroupBy | None = None, newest_first: bool | None = None) -> None:
        """Change grouping or order, keeping the selection."""
        self.group_by = group_by or self.group_by
        self.newest_first = self.newest_first if newest_first is None else newest_first
        self._regroup()

    def marks_changed(self) -> None:
        """Draw again after reading marks changed."""
        self.refresh()

    def select(self, report_id: str) -> bool:
        """Select this report, opening its group; False when it is not shown."""
        here, _ = self._position()
        # A report may stand in several groups: the one of the selection first, then real ones.
        order = sorted(self._groups, key=lambda g: (g.key != here, g.key == CONTINUE))
        for group in order:
            if any(report.id == report_id for report in group.reports):
                if group.key in self._folded:
                    self._folded.discard(group.key)
                    self._flatten()
                self.index = self._find(group.key, report_id)
                return True
        return False

    def neighbour(
        self, step: int, wanted: Callable[[Report], bool] = lambda report: True
    ) -> Report | None:
        """The nearest report from the selection in direction `step` (1 or -1) that is wanted.

        Folded groups are passed over.
        """
        at = self.index + step
        while 0 <= at < len(self._rows):
            row = self._rows[at]
            if isinstance(row, Report) and wanted(row):
                return row
            at += step
        return None

    # Rows

    def _regroup(self) -> None:
        group_key, report_id = self._position()
        index = self.index
        self._groups = group_reports(
            self._reports,
            self.group_by,
            today=self._day,
            topics=self._topics,
            newest_first=self.newest_first,
            begun=self._begun,
        )
        self._flatten()
        found = self._find(group_key, report_id)
        if found < 0 and report_id:
            found = self._find_anywhere(report_id)
        if found < 0:
            found = min(index, len(self._rows) - 1) if report_id else self._first_stop()
        self._move_to(max(0, found))

    def _flatten(self) -> None:
        rows: list[Row] = []
        starts: list[int] = []
        for group in self._groups:
            starts.append(len(rows))
            rows.append(group)
            if group.key not in self._folded:
                rows.extend(group.reports)
        self._rows = rows
        self._starts = starts
        self._measure()
        self.refresh()

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._rows) * ROW_HEIGHT)

    def _position(self) -> tuple[str, str]:
        if not self._rows:
            return "", ""
        row = self._rows[min(self.index, len(self._rows) - 1)]
        if isinstance(row, Group):
            return row.key, ""
        return self._group_of(self.index).key, row.id

    def _group_of(self, index: int) -> Group:
        at = max((start for start in self._starts if start <= index), default=0)
        return self._groups[self._starts.index(at)]

    def _find(self, group_key: str, report_id: str) -> int:
        for group, start in zip(self._groups, self._starts, strict=True):
            if group.key != group_key:
                continue
            if not report_id or group.key in self._folded:
                return start
            for offset, report in enumerate(group.reports):
                if report.id == report_id:
                    return start + 1 + offset
        return -1

    def _find_anywhere(self, report_id: str) -> int:
        for at, row in enumerate(self._rows):
            if isinstance(row, Report) and row.id == report_id:
                return at
        return -1

    def _first_stop(self) -> int:
        return self._edge(1)

    # Moving

    def _move_to(self, index: int) -> None:
        index = max(0, min(index, len(self._rows) - 1))
        if index == self.index:
            self._show_selected()
            self.post_message(self.Highlighted(self.selected))
        else:
            self.index = index

    def watch_index(self, old: int, new: int) -> None:
        for index in (old, new):
            self.refresh_lines(index * ROW_HEIGHT, ROW_HEIGHT)
        self._show_selected()
        self.post_message(self.Highlighted(self.selected))

    def _show_selected(self) -> None:
        height = self.scrollable_content_region.height
        top = self.index * ROW_HEIGHT
        if self.index - 1 in self._starts:
            top -= ROW_HEIGHT
        bottom = (self.index + 1) * ROW_HEIGHT
        if top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False)
        elif height and bottom > self.scroll_offset.y + height:
            self.scroll_to(y=bottom - height, animate=False)

    def _step(self, by: int) -> None:
        """Move by some rows; the heading of an open group is passed over."""
        target = max(0, min(self.index + by, len(self._rows) - 1))
        way = 1 if by > 0 else -1
        while 0 <= target < len(self._rows) and self._is_open_heading(target):
            target += way
        if not 0 <= target < len(self._rows):
            # Nothing further that way: the last stop before the end.
            target = self._edge(-way)
        self._move_to(target)

    def _edge(self, way: int) -> int:
        """The first row (1) or the last (-1) that is a stop."""
        at = 0 if way > 0 else len(self._rows) - 1
        while 0 <= at < len(self._rows) and self._is_open_heading(at):
            at += way
        return at

    def _is_open_heading(self, index: int) -> bool:
        row = self._rows[index]
        return isinstance(row, Group) and row.key not in self._folded

    def _page(self) -> int:
        return max(1, self.scrollable_content_region.height // ROW_HEIGHT)

    def action_line_down(self) -> None:
        self._step(1)

    def action_line_up(self) -> None:
        self._step(-1)

    def action_page_down(self) -> None:
        self._step(self._page())

    def action_page_up(self) -> None:
        self._step(-self._page())

    def action_half_down(self) -> None:
        self._step(max(1, self._page() // 2))

    def action_half_up(self) -> None:
        self._step(-max(1, self._page() // 2))

    def action_top(self) -> None:
        self._move_to(self._edge(1))

    def action_bottom(self) -> None:
        self._move_to(self._edge(-1))

    def action_left(self) -> None:
        self._set_open(False)

    def action_right(self) -> None:
        self._set_open(True)

    def action_open(self) -> None:
        if not self._rows:
            return
        row = self._rows[self.index]
        if isinstance(row, Report):
            self.post_message(self.OpenRequested(row))
        else:
            self._set_open(row.key in self._folded)

    def _set_open(self, is_open: bool) -> None:
        """Fold or open the group that the selection stands in."""
        if not self._rows:
            return
        group = self._group_of(self.index)
        if (group.key not in self._folded) is is_open:
            return
        if is_open:
            self._folded.discard(group.key)
        else:
            self._folded.add(group.key)
        self._flatten()
        self._move_to(self._find(group.key, ""))

    # Mouse

    def on_click(self, event: events.Click) -> None:
        index = (int(self.scroll_offset.y) + event.y) // ROW_HEIGHT
        if index >= len(self._rows):
            return
        again = index == self.index
        self._move_to(index)
        row = self._rows[index]
        if isinstance(row, Group) or again or event.chain > 1:
            self.action_open()

    # Drawing

    def on_resize(self) -> None:
        self._measure()
        self._show_selected()

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        index, part = divmod(y + int(self.scroll_offset.y), ROW_HEIGHT)
        if index >= len(self._rows):
            return Strip.blank(width, self._row_styles(False, False).text)
        row = self._rows[index]
        selected = index == self.index
        look = RowLook(width, selected, self.has_focus, self._day, self._language, self._ascii_only)
        styles = self._row_styles(selected, self.has_focus)
        if isinstance(row, Group):
            is_open = row.key not in self._folded
            key: object = (row, is_open, look)
            strips = self._strips.get(key)
            if strips is None:
                label = row.label.pick(self._language)
                strips = group_strips(label, len(row.reports), is_open, look, styles)
                self._strips[key] = strips
            return strips[part]
        mark = self._marks(row)
        key = (row.id, row.path, mark, look)
        strips = self._strips.get(key)
        if strips is None:
            strips = report_strips(row, mark, look, styles, self._topic_names)
            self._strips[key] = strips
        return strips[part]

    def _row_styles(self, selected: bool, focused: bool) -> RowStyles:
        known = self._styles.get((selected, focused))
        if known is None:
            known = self._styles[selected, focused] = self._make_styles(selected, focused)
        return known

    def _make_styles(self, selected: bool, focused: bool) -> RowStyles:
        variables = self.app.theme_variables
        shades = StyleBook(variables).shades
        blank = base = self.visual_style.rich_style
        if selected:
            name = "block-cursor-background" if focused else "block-cursor-blurred-background"
            base += _background(variables[name])
        return RowStyles(
            text=base + shades.text,
            unread=base + shades.text + Style(bold=True),
            dim=base + shades.dim,
            accent=base + shades.accent,
            rule=base + shades.rule,
            blank=blank + shades.text,
        )


def _background(value: str) -> Style:
    return Style(bgcolor=Color.parse(value).rich_color)
