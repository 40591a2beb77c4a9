"""The rows of the report list: groups and their reports one below the other, folded or open.

Pure bookkeeping, apart from the widget that draws it. A row is named by group and report, because a
report may stand in several groups; that name outlives every change of the list.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from vibe_tui.model.report import Report
from vibe_tui.tui.grouping import CONTINUE, STARRED, Group

Row = Group | Report


class Rows:
    """Groups as rows. Headings of open groups are no stops for the selection."""

    def __init__(self) -> None:
        self._groups: Sequence[Group] = ()
        self._folded = {STARRED}
        self._rows: list[Row] = []
        self._starts: list[int] = []

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> Row:
        return self._rows[index]

    def set_groups(self, groups: Sequence[Group]) -> None:
        """Other groups; those that were folded stay so."""
        self._groups = groups
        self._flatten()

    def is_open(self, group: Group) -> bool:
        """Whether the reports of `group` are rows."""
        return group.key not in self._folded

    def set_open(self, group: Group, is_open: bool) -> None:
        """Fold or open `group`."""
        (self._folded.discard if is_open else self._folded.add)(group.key)
        self._flatten()

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

    # Names

    def name_of(self, index: int) -> tuple[str, str]:
        """Group and report of a row; the report is empty for a heading."""
        if not self._rows:
            return "", ""
        row = self._rows[min(index, len(self._rows) - 1)]
        if isinstance(row, Group):
            return row.key, ""
        return self.group_of(index).key, row.id

    def group_of(self, index: int) -> Group:
        """The group that a row belongs to."""
        return self._groups[max(0, bisect_right(self._starts, index) - 1)]

    def is_heading(self, index: int) -> bool:
        """Whether a row is the heading of a group."""
        return 0 <= index < len(self._rows) and isinstance(self._rows[index], Group)

    def find(self, group_key: str, report_id: str = "") -> int:
        """The row of that name, the heading for a folded group; -1 where there is none."""
        for group, start in zip(self._groups, self._starts, strict=True):
            if group.key != group_key:
                continue
            if not report_id or group.key in self._folded:
                return start
            for offset, report in enumerate(group.reports):
                if report.has_id(report_id):
                    return start + 1 + offset
        return -1

    def find_anywhere(self, report_id: str) -> int:
        """The first row of a report; -1 where there is none."""
        for at, row in enumerate(self._rows):
            if isinstance(row, Report) and row.has_id(report_id):
                return at
        return -1

    def bring(self, report_id: str, near: int) -> int:
        """The row of a report, its group opened for it; -1 where it is in none.

        Of several, the one in the group of row `near`, else one that is in no group on top.
        """
        here, _ = self.name_of(near)
        top = (CONTINUE, STARRED)
        for group in sorted(self._groups, key=lambda g: (g.key != here, g.key in top)):
            if any(report.has_id(report_id) for report in group.reports):
                if not self.is_open(group):
                    self.set_open(group, True)
                return self.find(group.key, report_id)
        return -1

    # Stops

    def stop(self, index: int, by: int) -> int:
        """The stop that is `by` rows from `index`, or the last one that way."""
        target = max(0, min(index + by, len(self._rows) - 1))
        way = 1 if by > 0 else -1
        while 0 <= target < len(self._rows) and self._is_open_heading(target):
            target += way
        return target if 0 <= target < len(self._rows) else self.edge(-way)

    def edge(self, way: int) -> int:
        """The first stop (1) or the last (-1)."""
        at = 0 if way > 0 else len(self._rows) - 1
        while 0 <= at < len(self._rows) and self._is_open_heading(at):
            at += way
        return at

    def first_report(self) -> int:
        """The first row with a report, else the first stop."""
        found = (at for at, row in enumerate(self._rows) if isinstance(row, Report))
        return next(found, self.edge(1))

    def _is_open_heading(self, index: int) -> bool:
        row = self._rows[index]
        return isinstance(row, Group) and row.key not in self._folded

    def neighbour(self, index: int, step: int, wanted: Callable[[Report], bool]) -> Report | None:
        """The nearest report from `index` in direction `step` (1 or -1) that is wanted."""
        at = index + step
        while 0 <= at < len(self._rows):
            row = self._rows[at]
            if isinstance(row, Report) and wanted(row):
                return row
            at += step
        return None
