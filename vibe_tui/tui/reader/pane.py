"""The pane with the report: the text, and over it find bar, link picker and a notice.

A container that lets its widgets work together; the screen has one thing to set, which posts
messages. It asks no service.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from vibe_tui.cells import cut
from vibe_tui.config import Config
from vibe_tui.fold import Term
from vibe_tui.model.report import Report
from vibe_tui.model.section import FULL, Lens
from vibe_tui.render.document import Document
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.place import SHOWING, Fold, Match, Place
from vibe_tui.render.titles import shown_title
from vibe_tui.search.passages import Passage
from vibe_tui.service.notes import Placed
from vibe_tui.service.opening import OpenReport, Target, nearest_section
from vibe_tui.text import Text
from vibe_tui.tui.actions import all_actions
from vibe_tui.tui.keys import Action, with_keys
from vibe_tui.tui.reader.bars import FindBar, SelectBar
from vibe_tui.tui.reader.choices import LinkPicker
from vibe_tui.tui.reader.marks import NoteMarks
from vibe_tui.tui.reader.picking import PickingPane
from vibe_tui.tui.reader.pictures import PictureCells
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.words import NO_HEADINGS, NO_NEXT_SECTION, NO_PREVIOUS_SECTION, NO_SECTION_HERE

_ABSENT = Text(
    "这篇报告没有“{lens}”。按 ‹lens-full› 看全文",
    "This report has no “{lens}”. ‹lens-full› shows the full text",
)
_NEAREST = Text("，按 ‹open› 看最接近的“{name}”", ", ‹open› what comes nearest: “{name}”")
_BEGINNING = Text("开头", "the beginning")
_LONGEST_NAME = 40
_NO_WIDER = Text("没有更宽的地方了", "There is no room for wider text")
_NO_NARROWER = Text("不能再窄了", "The text gets no narrower")
_NO_HITS = Text(
    "没有标出的命中；按 ‹search› 搜索或按 ‹find› 查找",
    "Nothing is marked; ‹search› searches, ‹find› finds",
)
_HITS = Text("命中 {current}/{total}", "hit {current}/{total}")


class ReaderPane(PickingPane):
    """One report with what belongs to reading it."""

    DEFAULT_CSS = """
    ReaderPane > #notice {
        display: none;
        height: auto;
        padding: 0 3;
        color: $text-muted;
        text-style: italic;
    }
    ReaderPane.-notice > #notice { display: block; }
    ReaderPane > ReaderView { height: 1fr; }
    """

    VIEW: ClassVar[type[ReaderView]] = ReaderView
    """What draws the text."""

    @dataclass
    class EndReached(Message):
        """The end of the report is on screen."""

    @dataclass
    class NextUnreadRequested(Message):
        """A page further was asked for at the end."""

    def __init__(self, config: Config) -> None:
        super().__init__(config.language)
        self._config = config
        self._report: Report | None = None
        self._lens = FULL
        self._end_told = False
        self._just_shown = False
        self._framed = ("", "")
        self._hit = 0
        self._hits = 0
        self.terms: tuple[Term, ...] = ()
        self.actions: Sequence[Action] = all_actions()
        """Those in force, for sentences that name a key."""

    def compose(self) -> ComposeResult:
        yield Static("", id="notice", markup=False)
        yield self.VIEW(
            text_width=self._config.text_width,
            options=PageOptions(
                language=self._language,
                pangu=self._config.pangu,
                ascii_borders=self._config.ascii_borders,
            ),
        )
        yield LinkPicker()
        yield FindBar(language=self._language)
        yield SelectBar(language=self._language)

    def on_mount(self) -> None:
        """Let the page show pictures, where the settings want that."""
        if self._config.images:
            view = self.view
            view.pictures = PictureCells(self._jobs, view.redraw, view.give_up_picture)

    @property
    def place(self) -> Place | None:
        """What is being read, to come back to."""
        return self.view.place

    @property
    def progress(self) -> int:
        """How much was read, as a percentage."""
        return round(self.view.progress * 100)

    # What it shows

    @property
    def report_here(self) -> Report | None:
        """The report that is being read, where there is one."""
        return self._report

    def show(self, opened: OpenReport, target: Target | None, place: Place | None) -> None:
        """Show a report from the place where it was left, or at a target with its words marked."""
        start = place if target is None else opened.place_of(target)
        self._report = opened.report
        self.paper_of = lambda report: opened.paper
        self.terms = target.terms if target is not None else ()
        self.show_document(opened.document, opened.lens, opened.folds, start)
        self.set_notes(opened.notes)
        if target is None:
            return
        if start is not None and isinstance(target.at, Passage):
            # A hit is seen under the heading of its section, where there is room.
            self.view.go_to_section(start.section)
        elif start is not None:
            self.view.go_to_place(start)
        self.view.set_marks(opened.matches, start)

    def show_again(self, opened: OpenReport, terms: tuple[Term, ...]) -> None:
        """Show a report whose file changed, where it was being read, with its words marked."""
        mark, place, block = self.view.current_mark, self.place, self.view.current_block
        self.show(opened, None, place)
        if place is not None:
            self.view.return_to(place, block)
        self.terms = terms
        self.view.keep_marks(opened.matches, mark)

    def show_document(
        self, document: Document, lens: Lens, folds: Sequence[Fold], place: Place | None
    ) -> None:
        """Show a text from a place in it, or its beginning."""
        self._end_told = False
        self._just_shown = True
        self.view.show(document, folds, place=place)
        self._set_lens(lens, folds)

    def change_lens(self, lens: Lens, folds: Sequence[Fold]) -> None:
        """The same text under another lens."""
        self.view.set_folds(folds)
        self._set_lens(lens, folds)

    def _set_lens(self, lens: Lens, folds: Sequence[Fold]) -> None:
        """Name the lens, and say where it finds nothing; a text without parts says so itself."""
        self._lens = lens
        absent = bool(folds) and not lens.is_full and not SHOWING.intersection(folds)
        self.set_class(absent, "-notice")
        words = self._in_words(_ABSENT.format(lens=lens.name)) if absent else ""
        document, self.view.nearest = self.view.document, None
        if absent and document is not None:
            self.view.nearest = nearest = nearest_section(document.flat, lens)
            if nearest is not None:
                name = document.title(nearest) or _BEGINNING.pick(self._language)
                words += self._in_words(_NEAREST).format(name=cut(name, _LONGEST_NAME))
        self.query_one("#notice", Static).update(Content(words))
        self._say_progress()

    def _in_words(self, text: Text) -> str:
        return with_keys(text, self.actions).pick(self._language)

    def _say_progress(self) -> None:
        """The running head: lens, and the title once it is out of sight; below, how far it is."""
        place = self.view.top_place
        head = [] if self._lens.is_full else [self._lens.name.pick(self._language)]
        if self._report is not None and place is not None and place.section >= 0:
            head.append(shown_title(self._report, self._language))
        self._say_where(head, [f"{self.progress}%"])

    def _say_where(self, head: Sequence[str], foot: Sequence[str]) -> None:
        """Set what stands in the border, below with the hits before all else.

        Only where it changed: each setting draws the pane again.
        """
        hits = _HITS.format(current=self._hit, total=self._hits).pick(self._language)
        framed = (" · ".join(head), " · ".join([*([hits] if self._hits else []), *foot]))
        if framed != self._framed:
            self._framed = framed
            self.border_title, self.border_subtitle = Content(framed[0]), Content(framed[1])

    def step_back(self) -> bool:
        """Take away what was found here; False when nothing was."""
        if not self._hits or self.terms:
            return False
        self.view.set_marks(())
        return True

    # Moving

    def next_section(self, step: int) -> None:
        """The next or previous heading."""
        if self._has_headings() and not self.view.next_heading(step):
            self._say(NO_NEXT_SECTION if step > 0 else NO_PREVIOUS_SECTION)

    def toggle_fold(self) -> None:
        """Fold or open the current section."""
        if self._has_headings() and not self.view.toggle_fold():
            self._say(NO_SECTION_HERE)

    def toggle_all_folds(self) -> None:
        """Fold or open all sections."""
        if self._has_headings():
            self.view.toggle_all()

    def _has_headings(self) -> bool:
        """Whether what is shown is divided by headings; if not, say so."""
        document = self.view.document
        if document is None:
            return False
        if any(section.level for section in document.flat):
            return True
        self._say(NO_HEADINGS)
        return False

    def change_width(self, steps: int) -> None:
        """Make the text wider or narrower."""
        before = self.view.text_width
        self.view.widen(steps)
        if self.view.text_width == before:
            self._say(_NO_WIDER if steps > 0 else _NO_NARROWER)

    def set_width(self, cells: int) -> None:
        """Make the text this wide."""
        self.view.text_width = cells

    @on(ReaderView.Moved)
    def _moved(self) -> None:
        self._say_progress()
        self._show_selected(in_sight=False)
        at_end = self.view.at_end
        if self._just_shown or not self.view.is_whole:
            # A report that fits on the screen, or is folded to fit, was not read through.
            self._just_shown = False
        elif at_end and not self._end_told:
            self.post_message(self.EndReached())
        self._end_told = self._end_told or at_end

    @on(ReaderView.EndPassed)
    def _end_passed(self) -> None:
        if self.view.is_whole:
            self.post_message(self.EndReached())
        self.post_message(self.NextUnreadRequested())

    # Hits

    def next_hit(self, step: int) -> bool:
        """Go to the next or previous mark; False where none is, or none after search's last."""
        if not self._hits:
            if not self.terms:
                self._say(_NO_HITS)
            return False
        if step > 0 and self.terms and self._hit == self._hits:
            return False
        self.view.next_mark(step)
        return True

    def wrap_hits(self) -> None:
        """Go on at the first mark after the last one."""
        if self._hits:
            self.view.next_mark(1)

    @on(ReaderView.MarkChanged)
    def _mark_changed(self, event: ReaderView.MarkChanged) -> None:
        self._hit, self._hits = event.current, event.total
        self.query_one(FindBar).set_count(event.current, event.total)
        self._say_progress()

    # Finding in the report

    def open_find(self) -> None:
        """Ask for words to find here."""
        self.query_one(FindBar).open()

    @on(FindBar.Changed)
    def _find_changed(self, event: FindBar.Changed) -> None:
        document, words = self.view.document, event.text.strip()
        if document is None or not words:
            self.view.set_marks(())
            return
        terms = (Term(words, prefix=True),)
        self._jobs.run("find", lambda _: document.find(terms), self._found, self._tell)

    def _found(self, matches: Sequence[Match]) -> None:
        self.terms = ()
        self.view.set_marks(matches)

    @on(FindBar.Stepped)
    def _find_stepped(self, event: FindBar.Stepped) -> None:
        self.view.next_mark(event.step)

    @on(FindBar.Closed)
    def _find_closed(self, event: FindBar.Closed) -> None:
        if not event.kept:
            self._jobs.cancel("find")
            self.view.set_marks(())
        self.focus_text()

    # Notes

    def set_notes(self, notes: Sequence[Placed]) -> None:
        """Show these notes on the text."""
        self.view.set_notes(NoteMarks(notes))
