"""The main screen: what keys do with the library, and the ways to all other screens.

List and report are laid out by `list_screen.py`. Screens that are asked for are made once and kept,
where they keep what was asked or a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from vibe_tui.model.section import FULL, Lens
from vibe_tui.tui import words
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.keys import Scope
from vibe_tui.tui.library.list_screen import LibraryScreen
from vibe_tui.tui.screens import AskScreen

if TYPE_CHECKING:
    from vibe_tui.tui.search.saved import SavedSearches


class MainScreen(LibraryScreen):
    """List, report and outline, and what leads elsewhere."""

    SCOPES = (Scope.MAIN,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.MAIN)]

    # The library

    def action_sync(self) -> None:
        """Fetch what is new from the sources."""
        self._library.sync()

    def stop(self) -> bool:
        """End what goes on in the background at the person's wish; whether there was any."""
        return self._library.stop()

    # Marks

    def action_read(self) -> None:
        """Mark as read or unread; the open report is not taken for read on account of time."""
        self.with_session(lambda session: session.attention.stop_counting())
        super().action_read()

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
        self.with_session(lambda session: session.attention.stop_counting())
        super().action_undo()

    def look_again(self) -> None:
        """Look at the disk."""
        self._library.refresh()

    # Other screens

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

        screen = SourcesScreen(self._service, self._library.sync, lambda: self._library.doing)
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
        self._saved_searches().save(self._library.query, lambda: None)

    def action_search(self, query: str = "") -> None:
        """The search screen, made once: it keeps what was asked and found, unless `query` is."""
        from vibe_tui.tui.search.screen import SEARCH, SearchScreen

        self._library.repair_index()
        if not self.app.is_screen_installed(SEARCH):
            self.app.install_screen(SearchScreen(self._service), SEARCH)
        screen = self.app.get_screen(SEARCH, SearchScreen)
        if query:
            screen.ask(query)
        self.app.push_screen(screen)

    def action_search_word(self) -> None:
        """Search everything for what is selected, or for a word of the block here."""
        self.with_session(lambda session: session.pick_word(self.action_search))

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
        digest.ask(tuple(self.reports.reports), self._library.in_force, self._lens)

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
