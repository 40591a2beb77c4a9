"""A pane with a page on which things are picked and taken: links, words, tables, passages, copies.

Where there are several they are offered by letter; a passage is selected by keys, in the same way
as by the mouse. It opens no link: which one was chosen is posted.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from textual import on
from textual.containers import Vertical
from textual.message import Message

from vibe_tui.errors import VibeError
from vibe_tui.model.report import NO_PAPER, Paper, Report
from vibe_tui.search.query import query_for
from vibe_tui.text import Language, Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import Said, WentWrong
from vibe_tui.tui.reader.bars import MOVES, USES, SelectBar
from vibe_tui.tui.reader.choices import Choice, LinkPicker, ScreenLink, copy_choices, words_of
from vibe_tui.tui.reader.selection import KeySelection
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.tables.grid import GridRows
from vibe_tui.tui.tables.viewer import TableViewer
from vibe_tui.tui.terminal.programs import copy
from vibe_tui.tui.words import characters

_NO_LINKS = Text("屏幕上没有链接", "No link on screen")
_NOTHING = Text("这一段没有可打开的", "Nothing to open in this passage")
_READING = Text("正在读这张表…", "Reading the table…")
_NO_TABLE = Text("屏幕上没有表格", "No table on screen")
_NO_TEXT = Text("这里没有可选的文字", "There is no text to select here")
_NO_WORDS = Text("这一段没有可查的词", "No word to look for here")
_ACTIONS = {"x": "note", "asterisk": "search_word"}


class PickingPane(Vertical):
    """A page, which `compose` gives together with a link picker and a bar for selecting."""

    @dataclass
    class LinkChosen(Message):
        """A link is to be followed. `seen` when its target was shown to the person."""

        target: str
        seen: bool

    @dataclass
    class PassageChosen(Message):
        """A passage was selected for this action of the screen: `note` or `search_word`."""

        action: str

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language: Language = language
        self._jobs = Jobs(self)
        self.paper_of: Callable[[Report], Paper] = lambda report: NO_PAPER
        self._take: Callable[[str, bool], None] = self._follow
        self.caret: KeySelection | None = None

    @property
    def view(self) -> ReaderView:
        """The text."""
        return self.query_one(ReaderView)

    @property
    @abstractmethod
    def report_here(self) -> Report | None:
        """The report that is being read, where there is one."""

    @property
    def cited(self) -> tuple[Report, Paper] | None:
        """What a citation names: the report that is being read, and the paper it is about."""
        report = self.report_here
        return (report, self.paper_of(report)) if report is not None else None

    def focus_text(self) -> None:
        """Give the keys to the text."""
        self.view.focus()

    def _say(self, text: Text) -> None:
        self.app.post_message(Said(text))

    def _tell(self, error: VibeError) -> None:
        self.app.post_message(WentWrong(error))

    # Links and words

    def pick_link(self) -> None:
        """Offer the links on screen by letter."""
        self._offer(self.view.links_on_screen(), self._follow, _NO_LINKS)

    @on(ReaderView.LinksOffered)
    def _links_offered(self, event: ReaderView.LinksOffered) -> None:
        if len({link.target for link in event.links}) == 1:
            self._follow(event.links[0].target, seen=False)
        else:
            self._offer(event.links, self._follow, _NOTHING)

    def pick_word(self, body: str, search: Callable[[str], None]) -> None:
        """Have `search` called with a query for what is selected, or for a word of the current
        block that is picked; `body` is the whole report, whose phrases count."""
        view = self.view
        selected, block, document = view.selected_text(), view.current_block, view.document
        if selected:
            search(query_for(selected))
        elif block is not None and document is not None:

            def offer(found: tuple[str, list[tuple[int, int]]]) -> None:
                words = view.words_on_screen(block, *found)
                self._offer(words, lambda word, _: search(query_for(word)), _NO_WORDS)

            # To find the phrases of a whole report takes longer than a frame.
            self._jobs.run("words", lambda _: words_of(document, body, block), offer, self._tell)

    def _offer(
        self, links: Sequence[ScreenLink], take: Callable[[str, bool], None], nothing: Text
    ) -> None:
        """Let one of these be picked by its letter, over which it stands; where there are none,
        say `nothing`. `take` is given its target, and whether all of that was to be seen."""
        if not links:
            self._say(nothing)
            return
        self._take = take
        picker = self.query_one(LinkPicker)
        picker.open([Choice(link.text, link.target) for link in links])
        self.view.show_hints(links, picker.labels)

    @on(LinkPicker.Picked)
    def _picked(self, event: LinkPicker.Picked) -> None:
        self._put_away_picker()
        self._take(event.choice.target, event.whole)

    @on(LinkPicker.Dismissed)
    def _put_away_picker(self) -> None:
        self.view.show_hints((), ())
        self.focus_text()

    def _follow(self, target: str, seen: bool) -> None:
        if not self._open_picture(target):
            self.post_message(self.LinkChosen(target, seen))

    # Tables and pictures

    def _open_picture(self, target: str) -> bool:
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
        if self._open_picture(self.view.picture_on_screen(here=True)):
            return
        here = self.view.table_here()
        if here is not None and len(here.chunks) == 1:
            self._show_table(GridRows.of_table(here.part), here.title)
        elif here is not None:
            self._say(_READING)
            self._jobs.run(
                "table",
                lambda cancelled: GridRows.of_parts(
                    takewhile(lambda part: not cancelled(), here.tables()), here.document.references
                ),
                lambda rows: self._show_table(rows, here.title),
                self._tell,
            )
        elif not self._open_picture(self.view.picture_on_screen()):
            self._say(_NO_TABLE)

    def _show_table(self, rows: GridRows, title: str) -> None:
        if self.screen.is_current:
            self.app.push_screen(TableViewer(rows, title, self._language))

    # Copying

    def copy_current(self) -> None:
        """Copy the selection, or else what is picked of the current block."""
        view = self.view
        selected, block, document = view.selected_text(), view.current_block, view.document
        if selected:
            self._copy(selected)
        elif block is not None and document is not None:
            links = view.links_of_block()
            self._offer_copies(copy_choices(document, block, links, self.cited, self._language))

    def _offer_copies(self, choices: Sequence[Choice]) -> None:
        self._take = self._copy
        self.query_one(LinkPicker).open(choices, first="y")

    def _copy(self, text: str, seen: bool = True) -> None:
        copy(self, text, characters(len(text)))

    # Selecting by keys

    @property
    def _bar(self) -> SelectBar:
        return self.query_one(SelectBar)

    def select_by_keys(self) -> None:
        """Put a caret on the current block and take the keys that move it."""
        block = self.view.current_block
        if block is None:
            self._say(_NO_TEXT)
            return
        self.caret = KeySelection(block)
        self._show_selected()
        self._bar.open()

    def _show_selected(self, *, in_sight: bool = True) -> None:
        """Select what the keys have selected; with `in_sight`, scroll to the caret first.

        What the page shows may have been laid out or scrolled otherwise since.
        """
        page = self.view.page
        if self.caret is None or page is None:
            return
        if in_sight and (cell := self.caret.caret_cell(page)) is not None:
            self.view.scroll_to_cell(cell)
            # What came into sight was laid out only now, and may have moved other rows.
            self.view.scroll_to_column(self.caret.caret_cell(page) or cell)
        if (cells := self.caret.cells(page)) is not None:
            self.view.select_cells(*cells)

    @on(SelectBar.Pressed)
    def _select_pressed(self, event: SelectBar.Pressed) -> None:
        caret, page = self.caret, self.view.page
        if caret is None or page is None:
            return
        if event.key in MOVES:
            caret.move(page, *MOVES[event.key])
        elif event.key == "o":
            caret.swap()
        elif event.key == "v":
            caret.begin()
            self._bar.set_begun(caret.start is not None)
        else:
            # Where no passage was begun, the sentence at the caret is meant.
            caret.take_sentence(page)
        self._show_selected()
        if event.key in USES:
            self._leave_selecting()
            if event.key in _ACTIONS:
                self.post_message(self.PassageChosen(_ACTIONS[event.key]))
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
        self.caret = None
        self.focus_text()
