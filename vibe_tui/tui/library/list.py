"""The list of reports: rows of fixed height drawn by the Line API, in groups that fold.

Ten thousand reports cost nothing but a list of rows; a row's cells are made when it is painted and
kept by everything that changes them. The widget knows no service: reports, marks and names are
given to it, and it posts what the person chose.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Sequence
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

from vibe_tui.library.groups import GroupBy, ReportGroup, group_reports
from vibe_tui.model.report import TOPICS, Report, Topic
from vibe_tui.text import Language
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.keys import Scope
from vibe_tui.tui.library.rows import (
    ROW_HEIGHT,
    ReportRows,
    RowLook,
    RowMark,
    RowStyles,
    group_strips,
    report_strips,
)
from vibe_tui.tui.look.strips import StyleBook

_NO_MARK = RowMark()


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
        marks: Callable[[Report], RowMark] = lambda report: _NO_MARK,
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
        self._above: Sequence[ReportGroup] = ()
        self._new: Collection[str] = ()
        self._rows = ReportRows()
        self._styles: dict[tuple[bool, bool], RowStyles] = {}
        self._strips: LRUCache[object, tuple[Strip, Strip]] = LRUCache(400)

    # What it shows

    @property
    def selected(self) -> Report | None:
        """The report under the cursor."""
        row = self._rows[self.index] if self.index < len(self._rows) else None
        return row if isinstance(row, Report) else None

    @property
    def row(self) -> tuple[str, str]:
        """The name of the row under the cursor: its group and, unless it is a heading, report."""
        return self._rows.name_of(self.index)

    @property
    def reports(self) -> Sequence[Report]:
        """What is shown, newest first, folded groups included."""
        return self._reports

    def show(
        self,
        reports: Sequence[Report],
        above: Sequence[ReportGroup] = (),
        new: Collection[str] = (),
    ) -> None:
        """Show these, given newest first, and groups `above` them; the selection stays.

        By date, those whose ids are `new` come first.
        """
        self._reports = reports
        self._above = above
        self._new = new
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
        found = self._rows.bring(report_id, self.index)
        self._measure()
        if found >= 0:
            self.index = found
        return found >= 0

    def select_row(self, group_key: str, report_id: str) -> bool:
        """Select the row of that name; False when it is not shown."""
        found = self._rows.find(group_key, report_id)
        if found >= 0:
            self._move_to(found)
        return found >= 0

    def neighbour(
        self, step: int, wanted: Callable[[Report], bool] = lambda report: True
    ) -> Report | None:
        """The nearest report from the selection in direction `step` (1 or -1) that is wanted.

        Folded groups are passed over.
        """
        return self._rows.neighbour(self.index, step, wanted)

    # ReportRows

    def _regroup(self) -> None:
        group_key, report_id = self._rows.name_of(self.index)
        index = self.index
        groups = group_reports(
            self._reports,
            self.group_by,
            today=self._day,
            topics=self._topics,
            newest_first=self.newest_first,
            new=self._new,
        )
        self._rows.set_groups([*self._above, *groups])
        self._measure()
        found = self._rows.find(group_key, report_id)
        if found < 0 and report_id:
            found = self._rows.find_anywhere(report_id)
        if found < 0:
            found = min(index, len(self._rows) - 1) if report_id else self._rows.first_report()
        elif self.scroll_offset.y:
            # The row stays where it is on screen, whatever came above it.
            self.scroll_to(y=self.scroll_offset.y + (found - index) * ROW_HEIGHT, animate=False)
        self._move_to(max(0, found))

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._rows) * ROW_HEIGHT)
        self.refresh()

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
        if self._rows.is_heading(self.index - 1):
            top -= ROW_HEIGHT
        bottom = (self.index + 1) * ROW_HEIGHT
        if top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False)
        elif height and bottom > self.scroll_offset.y + height:
            self.scroll_to(y=bottom - height, animate=False)

    def _step(self, by: int) -> None:
        """Move by some rows; the heading of an open group is passed over."""
        if len(self._rows):
            self._move_to(self._rows.stop(self.index, by))

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
        self._move_to(self._rows.edge(1))

    def action_bottom(self) -> None:
        self._move_to(self._rows.edge(-1))

    def action_left(self) -> None:
        self._set_open(False)

    def action_right(self) -> None:
        self._set_open(True)

    def action_open(self) -> None:
        if not len(self._rows):
            return
        row = self._rows[self.index]
        if isinstance(row, Report):
            self.post_message(self.OpenRequested(row))
        else:
            self._set_open(not self._rows.is_open(row))

    def _set_open(self, is_open: bool) -> None:
        """Fold or open the group that the selection stands in; when folded, the one around it."""
        if not len(self._rows):
            return
        group = self._rows.group_of(self.index)
        if group.inside and not is_open and not self._rows.is_open(group):
            group = self._rows.group_of(self._rows.find(group.inside))
        if self._rows.is_open(group) is not is_open:
            self._rows.set_open(group, is_open)
            self._measure()
            self._move_to(self._rows.find(group.key))

    # Mouse

    def on_click(self, event: events.Click) -> None:
        index = (int(self.scroll_offset.y) + event.y) // ROW_HEIGHT
        if index >= len(self._rows):
            return
        again = index == self.index
        self._move_to(index)
        row = self._rows[index]
        if isinstance(row, ReportGroup) or again or event.chain > 1:
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
        if isinstance(row, ReportGroup):
            is_open = self._rows.is_open(row)
            key: object = (row, is_open, look)
            strips = self._strips.get(key)
            if strips is None:
                label = row.label.pick(self._language)
                inner = bool(row.inside)
                strips = group_strips(label, row.count, is_open, look, styles, inner=inner)
                self._strips[key] = strips
            return strips[part]
        mark = self._marks(row)
        badge = self._rows.badge(index)
        key = (row, mark, look, badge)
        strips = self._strips.get(key)
        if strips is None:
            strips = report_strips(row, mark, look, styles, self._topic_names, badge)
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
