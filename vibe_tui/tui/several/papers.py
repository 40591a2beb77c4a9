"""The papers behind the reports that the list shows: a table to sort, filter, copy and open from.

Its rows are made, folded and sorted in a worker: there may be ten thousand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from vibe_tui.model.report import Report
from vibe_tui.render.plain import markdown_table
from vibe_tui.service import Service
from vibe_tui.service.papers import PaperColumns, about_papers, paper_links
from vibe_tui.service.written import as_form
from vibe_tui.text import Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import ReportChosen
from vibe_tui.tui.reader.choices import Choice, LinkPicker
from vibe_tui.tui.reader.exporting import offer_export
from vibe_tui.tui.tables.grid import GridRows
from vibe_tui.tui.tables.viewer import COPYING, TableViewer
from vibe_tui.tui.terminal.programs import Opener

PAPERS = "papers"
"""The name under which the screen is installed."""

_TITLE = Text("论文", "Papers")
_KEYS = (
    ("enter", Text("打开报告", "Open report")),
    ("esc", Text("返回", "Back")),
    ("s", Text("排序", "Sort")),
    ("f", Text("筛选", "Filter")),
    ("o", Text("链接", "Links")),
    ("E", Text("导出", "Export")),
    *COPYING,
)
_LISTING = Text("正在列出论文…", "listing the papers…")
_NONE = Text("列出的报告都不是关于论文的", "none of the listed reports is about a paper")
_NO_LINKS = Text("这篇没有链接", "this one has no links")


class PapersScreen(TableViewer):
    """A table of papers."""

    CSS_PATH = "../tables/viewer.tcss"

    KEYS = _KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", show=False),
        Binding("o", "links", show=False),
        Binding("E", "export", show=False, id="export"),
        Binding("P", "close", show=False),
    ]

    def __init__(self, service: Service) -> None:
        language = service.config.language
        super().__init__(GridRows((), (), lambda at: ()), _TITLE.pick(language), language)
        self._service = service
        self._jobs = Jobs(self)
        self._opener = Opener(self, self._jobs, language)
        self._asked: Sequence[Report] | None = None
        self._reports: Sequence[Report] = ()

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield LinkPicker()

    # What it shows

    def ask(self, reports: Sequence[Report]) -> None:
        """Show the papers behind these, as they were left if they are the same reports."""
        if reports == self._asked:
            return
        self._asked = reports
        self.call_later(self._say, _LISTING)

        def work(cancelled: object) -> tuple[Sequence[Report], GridRows]:
            papers = about_papers(reports, self._service.paper)
            columns = PaperColumns(self._service.config, self._service.paper)
            cells = tuple([columns.cells(paper) for paper in papers])
            rows = GridRows(columns.header, cells, lambda at: columns.drawn(papers[at]))
            rows.fold()
            grid = self._grid
            rows.ordered(grid.sorted_by, grid.order)
            return papers, rows

        self._jobs.run("papers", work, lambda made: self._show(*made), self.tell)

    def _show(self, reports: Sequence[Report], rows: GridRows) -> None:
        self._reports = reports
        self._grid.show(rows)
        self._say_title()
        if not reports:
            self._say(_NONE)

    @property
    def _chosen(self) -> Report | None:
        grid = self._grid
        return self._reports[grid.shown[grid.row]] if grid.shown else None

    # What keys do

    def action_sort(self) -> None:
        """Sort by the cursor's column, in a worker."""
        grid = self._grid
        rows, column, order = grid.rows, grid.column, grid.next_order
        self._jobs.run(
            "sort",
            lambda _: rows.ordered(column, order),
            lambda _: self._sorted(column),
            self.tell,
        )

    def _sorted(self, column: int) -> None:
        if self._grid.column == column:
            super().action_sort()

    def action_open(self) -> None:
        """Read the report; going back leads here."""
        if (report := self._chosen) is not None:
            self.app.post_message(ReportChosen(report, None, PAPERS))

    def action_export(self) -> None:
        """Write the rows shown to a file, or copy them."""
        rows, shown = self._grid.rows, self._grid.shown
        title = _TITLE.pick(self._language)
        table = markdown_table(rows.source_header, [rows.source_rows[at] for at in shown])
        text = f"# {title}\n\n{table}" if shown else ""
        width = self._service.config.text_width
        offer_export(
            self,
            self._jobs,
            self._language,
            PAPERS,
            lambda form: as_form(self._service, title, text, form, width) if text else "",
        )

    def action_links(self) -> None:
        """Pick one of the paper's links by its letter."""
        report = self._chosen
        if report is None:
            return
        links = paper_links(report, self._service.paper(report), self._language)
        if links:
            choices = [Choice(name, target) for name, target in links]
            self.query_one(LinkPicker).open(choices)
        else:
            self._say(_NO_LINKS)

    @on(LinkPicker.Picked)
    def _picked(self, event: LinkPicker.Picked) -> None:
        self._grid.focus()
        if not self._opener.open_link(event.choice.target, seen=event.whole):
            self.say(_NO_LINKS)

    @on(LinkPicker.Dismissed)
    def _cancelled(self) -> None:
        self._grid.focus()
