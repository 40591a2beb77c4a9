"""A pane with a page of which things are picked and taken: links, words, tables, pictures, copies.

Where there are several they are offered by letter. It opens no link: which one was chosen is
posted.

A pane with a page on which a passage is selected by keys, and what is then done with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import on
from textual.containers import Vertical
from textual.message import Message

from vibe_tui.model.report import Paper, Report
from vibe_tui.text import Language, Text
from vibe_tui.tui.messages import Said
from vibe_tui.tui.reader.blocks import copy_choices
from vibe_tui.tui.reader.link_picker import Choice, LinkPicker, ScreenLink
from vibe_tui.tui.reader.prepare import Shown
from vibe_tui.tui.reader.select_bar import SelectBar
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.tables.grid import rows_of
from vibe_tui.tui.tables.viewer import TableViewer

_NO_LINKS = Text("屏幕上没有链接", "No link on screen")
_NOTHING = Text("这一段没有可打开的", "Nothing to open in this passage")
_NO_TABLE = Text("屏幕上没有表格", "No table on screen")
_COPIED = Text("已复制 {n} 字", "{n} characters copied")


class PickingPane(Vertical):
    """A page, which `compose` gives together with a link picker, and what is taken from it."""

    @dataclass
    class LinkChosen(Message):
        """A link is to be followed. `seen` when its target was shown to the person."""

        target: str
        seen: bool

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language: Language = language
        self._shown: Shown | None = None
        self._take: Callable[[str], None] = self._follow
        self._whole = False

    @property
    def view(self) -> ReaderView:
        """The text."""
        return self.query_one(ReaderView)

    def focus_text(self) -> None:
        """Give the keys to the text."""
        self.view.focus()

    # Links

    def pick_link(self) -> None:
        """Offer the links on screen by letter."""
        links = self.view.links_on_screen()
        if links:
            self.offer(links, self._follow)
        else:
            self.post_message(Said(_NO_LINKS))

    @on(ReaderView.LinksOffered)
    def _links_offered(self, event: ReaderView.LinksOffered) -> None:
        if event.links:
            self.offer(event.links, self._follow)
        else:
            self.post_message(Said(_NOTHING))

    def offer(self, links: Sequence[ScreenLink], take: Callable[[str], None]) -> None:
        """Let one of these be picked by its letter; `take` is given its target."""
        self._take = take
        picker = self.query_one(LinkPicker)
        picker.open([Choice(link.text, link.target) for link in links])
        self.view.show_hints(links, picker.labels)

    @on(LinkPicker.Picked)
    def _picked(self, event: LinkPicker.Picked) -> None:
        self._put_away_picker()
        self._whole = event.whole
        self._take(event.choice.target)

    def _follow(self, target: str) -> None:
        if not self.open_picture(target):
            self.post_message(self.LinkChosen(target, seen=self._whole))

    @on(LinkPicker.Cancelled)
    def _put_away_picker(self) -> None:
        self.view.show_hints((), ())
        self.focus_text()

    @on(ReaderView.LinkRequested)
    def _link_requested(self, event: ReaderView.LinkRequested) -> None:
        if not self.open_picture(event.target):
            self.post_message(self.LinkChosen(event.target, seen=False))

    # Tables and pictures

    def open_picture(self, target: str) -> bool:
        """Look at a picture on the whole screen, where it is one that is shown here."""
        document = self.view.document
        known = document.pictures if document is not None else {}
        picture = known.get(target)
        if picture is None or picture.problem is not None:
            return False
        from vibe_tui.tui.reader.pictures import PictureViewer

        shown = [one for one in known.values() if one.problem is None]
        self.app.push_screen(PictureViewer(shown, shown.index(picture), self._language))
        return True

    def open_table(self) -> None:
        """Look at the table or the picture here on the whole screen.

        What the current block holds comes first, then a table on screen, then a picture.
        """
        if self.open_picture(self.view.picture_on_screen(here=True)):
            return
        found = self.view.table_here()
        if found is None:
            if not self.open_picture(self.view.picture_on_screen()):
                self.post_message(Said(_NO_TABLE))
            return
        table, title = found
        self.app.push_screen(TableViewer(rows_of(table), title, self._language))

    # Copying

    def copy_current(self) -> None:
        """Copy the selection, or else what is picked of the current block."""
        view, shown = self.view, self._shown
        selected = view.selected_text()
        block = view.current_block
        if selected:
            self._copy(selected)
        elif block is not None and shown is not None:
            links = view.links_of_block()
            choices = copy_choices(shown.document, block, links, self._cited(), self._language)
            self._take = self._copy
            self.query_one(LinkPicker).open(choices, first="y")

    def _cited(self) -> tuple[Report, Paper] | None:
        """What the citation names."""
        shown = self._shown
        return (shown.report, shown.opened.paper) if shown is not None else None

    def _copy(self, text: str) -> None:
        self.app.copy_to_clipboard(text)
        self.post_message(Said(_COPIED.format(n=len(text))))


_NO_TEXT = Text("这里没有可选的文字", "There is no text to select here")
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
            self.post_message(Said(_NO_TEXT))

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
