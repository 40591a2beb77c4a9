"""A pane with a page on which a passage is selected by keys, and what is then done with it."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.message import Message

from vibe_tui.text import Text
from vibe_tui.tui.messages import Said
from vibe_tui.tui.widgets.picking_pane import PickingPane
from vibe_tui.tui.widgets.select_bar import SelectBar

_NOTHING = Text("这里没有可选的文字", "There is no text to select here")
_USES = {"x": "note", "asterisk": "search_word"}


class PassagePane(PickingPane):
    """A page, which `compose` gives together with a bar for selecting."""

    @dataclass
    class PassageChosen(Message):
        """A passage was selected for this action of the screen: `note` or `search_word`."""

        action: str

    @property
    def _bar(self) -> SelectBar:
        return self.query_one(SelectBar)

    def select_by_keys(self) -> None:
        """Put a caret on the text and take the keys that move it."""
        if self.view.begin_selecting():
            self._bar.open()
        else:
            self.post_message(Said(_NOTHING))

    def _select_again(self) -> None:
        """The page was laid out or scrolled otherwise: what is selected is elsewhere."""
        if self._bar.is_open:
            self.view.show_selecting(in_sight=False)

    @on(SelectBar.Moved)
    def _caret_moved(self, event: SelectBar.Moved) -> None:
        selecting, page = self.view.key_selection, self.view.page
        if selecting is None or page is None:
            return
        if event.by == "row":
            selecting.move_rows(page, event.way)
        elif event.by == "row-end":
            selecting.move_in_row(page, end=event.way > 0)
        elif event.by == "page-end":
            selecting.move_to_end(page, end=event.way > 0)
        else:
            selecting.move(page, event.by, event.way)
        self.view.show_selecting()

    @on(SelectBar.Began)
    def _passage_began(self) -> None:
        if self.view.key_selection is not None:
            self.view.key_selection.begin()
            self._bar.set_begun(self.view.key_selection.start is not None)
            self.view.show_selecting()

    @on(SelectBar.Swapped)
    def _ends_swapped(self) -> None:
        if self.view.key_selection is not None:
            self.view.key_selection.swap()
            self.view.show_selecting()

    @on(SelectBar.Used)
    def _passage_used(self, event: SelectBar.Used) -> None:
        """Where no passage was begun, the sentence at the caret is meant."""
        selecting, page = self.view.key_selection, self.view.page
        if selecting is None or page is None:
            return
        selecting.take_sentence(page)
        self.view.show_selecting()
        self._leave_selecting()
        if event.key in _USES:
            self.post_message(self.PassageChosen(_USES[event.key]))
        else:
            self.copy_current()
            self.view.clear_selected()

    @on(SelectBar.Closed)
    def _select_closed(self) -> None:
        if self._bar.is_open:
            self._leave_selecting()
            self.view.clear_selected()

    def _leave_selecting(self) -> None:
        self._bar.close()
        self.view.end_selecting()
        self.focus_text()
