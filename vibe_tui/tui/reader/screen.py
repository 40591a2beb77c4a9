"""The half of the main screen that has to do with the open report.

What draws a report is loaded behind the first frame: the list is there at once, and the pane with
its outline joins it a moment later. What needs them before then waits for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual.containers import Horizontal

from vibe_tui.config import Config
from vibe_tui.model.report import Report
from vibe_tui.model.section import FULL
from vibe_tui.service import Service
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import load_reader
from vibe_tui.tui.keys import Action
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.messages import ReportChosen, ResultChosen
from vibe_tui.tui.reader.pane_screen import PaneScreen

if TYPE_CHECKING:
    from vibe_tui.service.opening import OpenReport
    from vibe_tui.tui.reader.exporting import Made
    from vibe_tui.tui.reader.outline import OutlineList
    from vibe_tui.tui.reader.pane import ReaderPane
    from vibe_tui.tui.reader.session import ReadingSession
    from vibe_tui.tui.reader.view import ReaderView


_LOST = Text(
    "{notes}在原文里找不到了；‹notes› 看全部",
    "{notes} lost in the report's text; ‹notes› shows all notes",
)


class ReadingScreen(PaneScreen):
    """A list and, once that is loaded, a report with its outline."""

    def __init__(self, service: Service, actions: Sequence[Action]) -> None:
        super().__init__(service, actions)
        self.session: ReadingSession | None = None
        self._waiting: list[Callable[[ReadingSession], object]] = []
        self._came_from = ""
        self._came_for = ""

    # Loading the pane

    def load_reader_pane(self) -> None:
        """Bring the pane and the outline, in the background."""
        self.jobs.run("reader", lambda cancelled: load_reader(), self._add_reader_pane, self.tell)

    async def _add_reader_pane(self, _: None) -> None:
        from vibe_tui.tui.reader.outline import OutlineList
        from vibe_tui.tui.reader.pane import ReaderPane
        from vibe_tui.tui.reader.session import ReadingSession

        outline = OutlineList()
        outline.border_title = words.OUTLINE.pick(self._language)
        pane = ReaderPane(self._config)
        pane.actions = self._actions
        await self.query_one("#panes", Horizontal).mount(outline, pane)
        await self.query("#blank").remove()
        session = self.session = ReadingSession(
            self.reports,
            self.pane,
            self._service,
            self.jobs,
            self._marks,
            is_reading=lambda: self.is_reading,
            has_eyes=lambda: self.is_active and self.app.app_focus,
            enter=self.enter_reader,
            opened=self.report_shown,
        )
        self.watch(self.app, "app_focus", self._look_at_eyes, init=False)
        for call in self._waiting:
            call(session)
        self._waiting.clear()
        self.reader_loaded()

    def _look_at_eyes(self) -> None:
        """Something lies over the screen, or no longer."""
        if self.session is not None:
            self.session.attention.look()

    on_screen_suspend = _look_at_eyes

    def on_screen_resume(self) -> None:
        """The report may have the person's attention again."""
        self._look_at_eyes()

    def hand_to_editor(self, path: Path, line: int) -> None:
        """Let the editor have the terminal: time there is not spent reading."""
        self.with_session(lambda session: session.attention.pause())
        super().hand_to_editor(path, line)
        self._look_at_eyes()

    def reader_loaded(self) -> None:
        """The pane is there; the screen with the list goes on from here."""

    def with_session(self, call: Callable[[ReadingSession], object]) -> None:
        """Do something with the session, now or as soon as it is there."""
        if self.session is None:
            self._waiting.append(call)
        else:
            call(self.session)

    def with_pane(self, call: Callable[[ReaderPane], object]) -> None:
        """Do something with the pane, now or as soon as it is there."""
        self.with_session(lambda session: call(self.pane))

    # What the session is about

    @property
    def reports(self) -> ReportList:
        """The list."""
        return self.query_one(ReportList)

    @property
    def pane(self) -> ReaderPane:
        """The pane with the report, once there is one."""
        from vibe_tui.tui.reader.pane import ReaderPane

        return self.query_one(ReaderPane)

    @property
    def outline(self) -> OutlineList:
        """The outline, once there is one."""
        from vibe_tui.tui.reader.outline import OutlineList

        return self.query_one(OutlineList)

    @property
    def is_reading(self) -> bool:
        """Whether the report, not the list, has the person's attention."""
        return self.has_class("-reading")

    def enter_reader(self) -> None:
        """Give the keys to the report."""
        self.add_class("-reading")
        self.pane.focus_text()

    def report_shown(self, shown: OpenReport) -> None:
        """Another report is in the pane."""
        from vibe_tui.tui.reader.outline import outline_rows

        self.jobs.run(
            "outline",
            lambda cancelled: outline_rows(shown.document, self._language),
            self.outline.show,
            self.tell,
        )
        self.remember()
        if lost := self.pane.view.notes.lost:
            self.say(_LOST.format(notes=words.notes(lost)))

    def take_settings(self, config: Config, actions: Sequence[Action]) -> None:
        """Other settings are in force."""
        self._actions = actions
        self.with_pane(lambda pane: setattr(pane, "actions", actions))
        if config.text_width != self._config.text_width:
            self.with_pane(lambda pane: pane.set_width(config.text_width))
        self._config = config

    def save(self) -> None:
        """Write what is to be remembered, at the end."""
        self.remember()
        if self.session is not None:
            self.session.attention.pause()
        self.jobs.flush()

    def remember(self) -> None:
        """The screen is to be found as it is now; the screen with the list knows how."""

    def _marks_changed(self) -> None:
        """Reading marks changed; the screen with the list says so."""
        self.reports.marks_changed()

    @property
    def subject(self) -> Report | None:
        """The report that is read, or the one selected in the list."""
        if self.is_reading and self.session is not None:
            return self.session.report
        return self.reports.selected

    @property
    def line_here(self) -> int:
        """The line of its file that is being read."""
        return self.session.line if self.session is not None and self.is_reading else 1

    def follow(self, target: str) -> None:
        """Go where a link inside the library leads, or say that it leads nowhere."""
        self.with_session(lambda session: session.follow(target))

    def what_to_export(self) -> tuple[str, Made] | None:
        """The report here, while it is read as its lens shows it."""
        report, service, session = self.subject, self._service, self.session
        if report is None:
            return None
        lens = session.lens if session is not None and self.is_reading else FULL

        def make(form: str) -> str:
            from vibe_tui.service.written import report_text

            return report_text(service, service.open(report), lens, form, self._config.text_width)

        return report.id, make

    # What the pane and the outline post

    def on_reader_pane_end_reached(self) -> None:
        self.with_session(lambda session: session.attention.count_as_read())

    def on_reader_pane_next_unread_requested(self) -> None:
        self.action_next_unread()

    def on_page_view_moved(self) -> None:
        self.with_session(lambda session: session.attention.moved())

    def on_folding_page_heading_changed(self, event: ReaderView.HeadingChanged) -> None:
        self.outline.set_current(event.section)

    def on_outline_list_jumped(self, event: OutlineList.Jumped) -> None:
        self.remove_class("-outline")
        self.with_session(lambda session: session.go_to_section(event.section))
        self.enter_reader()

    # Notes

    def look_at_notes(self) -> None:
        """The notes may have changed."""
        self.with_session(lambda session: session.look_at_notes())

    def action_note(self) -> None:
        """Note something on the passage, the block or the report here; or change what was noted."""
        self.with_subject(self._write_note)

    def _write_note(self, report: Report) -> None:
        from vibe_tui.tui.notes.writing import Noting

        noting, session = Noting(self, self._service, self.jobs, self.look_at_notes), self.session
        if session is None or not self.is_reading or session.shown is None:
            noting.write(report, (), None)
            return
        here = self.pane.view.note_here()
        if here is not None:
            noting.change(here.note)
        else:
            noting.write(report, self.pane.view.passage(), session.shown.document)
            self.pane.view.clear_selected()

    # What keys do

    def action_next_unread(self) -> None:
        self.with_session(lambda session: session.next_unread())

    def action_step(self, by: int) -> None:
        self.with_session(lambda session: session.step(by))

    def action_history_back(self) -> None:
        """The screen where the open report was chosen, else the report before."""
        report = self.session.report if self.session is not None else None
        if report is None or report.id != self._came_for or not self.go_back():
            self.with_session(lambda session: session.back())

    def action_history_forward(self) -> None:
        self.with_session(lambda session: session.forward())

    def action_lens(self, lens_id: str) -> None:
        lens = self._config.lens(lens_id)
        if lens is not None:
            self.with_session(lambda session: session.set_lens(lens))

    def action_toggle_lens(self, lens_id: str) -> None:
        self.with_session(lambda session: session.toggle_lens(lens_id))

    def action_select(self) -> None:
        """Select a passage of the report by keys."""

        def select(session: ReadingSession) -> None:
            if session.shown is not None:
                self.enter_reader()
                self.pane.select_by_keys()

        self.with_session(select)

    def on_picking_pane_passage_chosen(self, event: ReaderPane.PassageChosen) -> None:
        self.call_later(self.run_action, event.action)

    def action_related(self) -> None:
        """What belongs beside the report here."""
        from vibe_tui.tui.search.results_screen import RelatedScreen

        self.with_subject(lambda report: self.app.push_screen(RelatedScreen(self._service, report)))

    def open_result(self, event: ResultChosen) -> None:
        """Read the passage that was chosen in the search screen, which `escape` goes back to."""
        self.with_session(lambda session: session.open_result(event.result, event.later))
        self._came_from, self._came_for = event.came_from, event.result.report.id

    def open_chosen(self, event: ReportChosen) -> None:
        """Read a report that was chosen in another screen, which `escape` goes back to."""
        from vibe_tui.service.opening import Target

        target = Target(event.place) if event.place is not None else None

        def read(session: ReadingSession) -> None:
            self.reports.select(event.report.id)
            session.read(event.report, target)

        self.with_session(read)
        self._came_from, self._came_for = event.came_from, event.report.id

    def go_back(self) -> bool:
        """Return to the screen where the open report was chosen; whether there is one."""
        name, self._came_from = self._came_from, ""
        if name:
            self.with_session(lambda session: session.attention.keep_place())
            self.app.push_screen(name)
        return bool(name)

    def action_next_hit(self) -> None:
        self.with_session(lambda session: session.next_hit())
