"""What keys do on every screen on which reports are read."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.errors import VibeError
from vibe_tui.model.report import Report
from vibe_tui.paths import short_path
from vibe_tui.service import Service
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.keys import Action
from vibe_tui.tui.library.marking import Marking
from vibe_tui.tui.screens import TopScreen
from vibe_tui.tui.terminal.programs import Opener

if TYPE_CHECKING:
    from vibe_tui.tui.reader.exporting import Made
    from vibe_tui.tui.reader.pane import ReaderPane


class PaneScreen(TopScreen[None]):
    """A screen with a pane on which reports are read, one of which keys are about."""

    def __init__(
        self, service: Service, actions: Sequence[Action], name: str | None = None
    ) -> None:
        super().__init__(name=name)
        self._service = service
        self._config = service.config
        self._language = service.config.language
        self._actions = actions
        self.jobs = Jobs(self)
        self._marks = Marking(service, self.jobs, self._marks_changed, self.tell)
        self._opener = Opener(self, self.jobs, self._language)

    @abstractmethod
    def with_pane(self, call: Callable[[ReaderPane], object]) -> None:
        """Do something with the pane, now or as soon as it is there."""

    @property
    @abstractmethod
    def subject(self) -> Report | None:
        """The report that keys are about, where there is one."""

    @property
    @abstractmethod
    def line_here(self) -> int:
        """The line of its file that is being read."""

    @abstractmethod
    def follow(self, target: str) -> None:
        """Go where a link inside the library leads."""

    @abstractmethod
    def look_again(self) -> None:
        """The file of the report here may have changed."""

    def look_at_notes(self) -> None:
        """The notes may have changed."""

    def _marks_changed(self) -> None:
        """Reading marks changed, or what is marked to be compared."""

    def with_subject(self, call: Callable[[Report], object]) -> None:
        """Do something with the report here; where none is selected, say so."""
        report = self.subject
        if report is None:
            self.say(words.NO_REPORT_SELECTED)
        else:
            call(report)

    # Marks

    def action_read(self) -> None:
        self.with_subject(self._marks.toggle_read)

    def action_star(self) -> None:
        self.with_subject(self._marks.toggle_star)

    def action_undo(self) -> None:
        """Take back the last change."""

        def undone(change: Text | None) -> None:
            self.say(words.undone(change))
            self.look_at_notes()

        self._marks.undo(undone)

    def action_mark_comparison(self) -> None:
        """Mark the report here to be compared, or no longer."""
        self.with_subject(self._mark_comparison)

    def _mark_comparison(self, report: Report) -> None:
        try:
            marked = self._service.comparing.toggle(report)
        except VibeError as error:
            self.tell(error)
            return
        self._marks_changed()
        count = len(self._service.comparing.reports)
        self.say(words.marked_for_comparison(marked, count))

    # Other programs

    def on_picking_pane_link_chosen(self, event: ReaderPane.LinkChosen) -> None:
        if not self._opener.open_link(event.target, seen=event.seen):
            self.follow(event.target)

    def action_edit(self) -> None:
        """Hand the terminal to the editor, then look at what it changed."""
        self.with_subject(self._edit)

    def _edit(self, report: Report) -> None:
        line = self.line_here
        if not self._service.is_bundled(report):
            self.hand_to_editor(Path(report.path), line)
            return

        def copied(path: Path) -> None:
            self.say(words.COPIED_TO_LIBRARY.format(path=short_path(str(path), whole=True)))
            self.hand_to_editor(path, line)

        self.jobs.run("edit", lambda _: self._service.own_copy(report), copied, self.tell)

    def hand_to_editor(self, path: Path, line: int) -> None:
        """Let the editor have the terminal, then look at what it changed."""
        self._opener.edit(path, line, os.environ)
        self.look_again()

    # Exporting

    @abstractmethod
    def what_to_export(self) -> tuple[str, Made] | None:
        """The name of what is here, and what makes a text of it."""

    def action_export(self) -> None:
        """Write what is here to a file, or copy it."""
        from vibe_tui.tui.reader.exporting import offer_export

        found = self.what_to_export()
        if found is None:
            self.say(words.NO_REPORT_SELECTED)
        else:
            offer_export(self, self.jobs, self._language, *found)

    # What keys do with the pane

    def action_pane(self, name: str, *step: int) -> None:
        """Have the pane do what the table of actions names."""
        self.with_pane(lambda pane: getattr(pane, name)(*step))

    def action_select(self) -> None:
        self.with_pane(lambda pane: pane.select_by_keys())

    def action_find(self) -> None:
        self.with_pane(lambda pane: pane.open_find())

    def action_next_hit(self) -> None:
        self.with_pane(lambda pane: pane.next_hit(1))
