"""The part of the main screen that leads to the screens beside it.

Each of them is made when it is first wanted and then kept, so that it is found as it was left.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from vibe_tui.errors import VibeError
from vibe_tui.model.lens import FULL, Lens
from vibe_tui.model.report import Report
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.reader.screen import ReadingScreen

if TYPE_CHECKING:
    from vibe_tui.tui.search.saved import SavedSearches


class ScreenBeside(ReadingScreen):
    """A list and a report, and the ways to notes, sources, searches, digest, comparison, papers."""

    @property
    @abstractmethod
    def list_query(self) -> str:
        """What filters the list."""

    @abstractmethod
    def filter_by(self, query: str) -> None:
        """Filter the list."""

    @property
    @abstractmethod
    def doing(self) -> Text | None:
        """What goes on in the background."""

    @abstractmethod
    def action_sync(self) -> None:
        """Fetch what is new from the sources."""

    @property
    def _lens(self) -> Lens:
        return self.session.lens if self.session is not None else FULL

    def action_notes(self) -> None:
        """All notes; the screen is made once and keeps what was asked."""
        from vibe_tui.tui.notes.screen import NOTES, NotesScreen

        if not self.app.is_screen_installed(NOTES):
            self.app.install_screen(NotesScreen(self._service, self.look_at_notes), NOTES)
        self.app.push_screen(NOTES)

    def action_sources(self) -> None:
        """How the sources fare; the list then shows the reports of the chosen one."""
        from vibe_tui.tui.library.sources import SourcesScreen

        def chosen(source: str | None) -> None:
            from vibe_tui.search.query import query_by

            if source is not None:
                self.filter_by(query_by("source", source))

        screen = SourcesScreen(self._service, self.action_sync, lambda: self.doing)
        self.app.push_screen(screen, chosen)

    # Searches

    def _saved_searches(self) -> SavedSearches:
        from vibe_tui.tui.search.saved import SavedSearches

        return SavedSearches(self, self._service, self.jobs)

    def action_recall(self) -> None:
        """Filter the list by a saved or an earlier search."""
        self._saved_searches().pick(self.filter_by)

    def action_save_search(self) -> None:
        """Give the filter a name."""
        self._saved_searches().save(self.list_query, lambda: None)

    def action_search(self, query: str = "") -> None:
        """The search screen, made once: it keeps what was asked and found, unless `query` is."""
        from vibe_tui.tui.search.screen import SEARCH, SearchScreen

        if not self.app.is_screen_installed(SEARCH):
            self.app.install_screen(SearchScreen(self._service), SEARCH)
        screen = self.app.get_screen(SEARCH, SearchScreen)
        if query:
            screen.ask(query)
        self.app.push_screen(screen)

    def action_search_word(self) -> None:
        """Search everything for what is selected, or for a word of the block here."""
        from vibe_tui.tui.reader.word_picking import pick_word

        self.with_session(
            lambda session: pick_word(
                self.pane, self.jobs, session.shown, self.action_search, self.tell
            )
        )

    # Several reports at once

    def action_digest(self) -> None:
        """The listed reports in one scroll; the screen is made once and keeps its place."""
        from vibe_tui.tui.several.digest import DIGEST, DigestScreen

        if not self.reports.reports:
            self.say(words.NO_REPORTS_HERE)
            return
        if not self.app.is_screen_installed(DIGEST):
            self.app.install_screen(DigestScreen(self._service, self._actions), DIGEST)
        self.app.push_screen(DIGEST)
        digest = self.app.get_screen(DIGEST, DigestScreen)
        digest.ask(tuple(self.reports.reports), self.list_query, self._lens)

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

    def action_clear_comparison(self) -> None:
        """Unmark all reports that were to be compared."""
        count = self._service.comparing.clear()
        self._marks_changed()
        self.say(words.CLEARED.format(n=count) if count else words.NOTHING_MARKED)

    def action_compare(self) -> None:
        """The marked reports beside each other; the screen is made once and keeps its place."""
        from vibe_tui.tui.several.compare import COMPARISON, CompareScreen

        reports = self._service.comparing.reports
        if len(reports) < 2:
            self.say(words.TOO_FEW_MARKED.format(n=len(reports)))
            return
        if not self.app.is_screen_installed(COMPARISON):
            self.app.install_screen(CompareScreen(self._service, self._actions), COMPARISON)
        self.app.push_screen(COMPARISON)
        self.app.get_screen(COMPARISON, CompareScreen).ask(reports, self._lens)

    def action_papers(self) -> None:
        """The papers behind the listed reports; the screen is made once and kept."""
        from vibe_tui.tui.several.papers import PAPERS, PapersScreen

        if not self.reports.reports:
            self.say(words.NO_REPORTS_HERE)
            return
        if not self.app.is_screen_installed(PAPERS):
            self.app.install_screen(PapersScreen(self._service), PAPERS)
        self.app.push_screen(PAPERS)
        self.app.get_screen(PAPERS, PapersScreen).ask(self.reports.reports)
