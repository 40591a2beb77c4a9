"""A report and an app with one reader, for the tests of the page."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.message import Message

from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.document import Document
from vibe_tui.render.place import Fold
from vibe_tui.tui.look.themes import PAPER_DARK, shipped_themes
from vibe_tui.tui.reader.choices import ScreenLink
from vibe_tui.tui.reader.view import ReaderView

WIDE_TABLE = (
    "| 模型 | " + " | ".join(f"指标{at}" for at in range(15)) + " |\n"
    "|"
    + " --- |" * 16
    + "\n"
    + "".join(
        f"| 模型{row} | " + " | ".join(f"{row}.{at}" for at in range(15)) + " |\n"
        for row in range(60)
    )
)


def section(
    heading: str,
    text: str,
    *children: Section,
    level: int = 1,
    kind: SectionKind = SectionKind.OTHER,
) -> Section:
    """A section with its children."""
    return Section(heading, level, kind, text, children=children)


def report(chapters: int = 12) -> tuple[Section, ...]:
    """Chapters of several paragraphs, one with a sub-section, a long wide table at the end."""
    made = []
    for number in range(1, chapters + 1):
        paragraphs = "\n\n".join(
            f"第{number}章第{at}段，甲乙，风险 risk 与**重点准检**并列。" * (at + 2)
            for at in range(5)
        )
        children = (
            (section(f"{number}.1 小节", f"小节{number}的话。", level=2),) if number == 2 else ()
        )
        made.append(section(f"{number}. 章", paragraphs, *children))
    return (*made, section("99. 表", WIDE_TABLE))


LINKS = (
    section("一", "见[原文](https://e.example/wiki/Index_(finance))一处。"),
    section("二", "见[甲](#一)与[乙](javascript:alert(1))两处。"),
    section("三", "没有链接的话。"),
)


class ReaderApp(App[None]):
    """One reader; what it posted is in `said`."""

    def __init__(self, sections: tuple[Section, ...], folds: list[Fold] | None = None) -> None:
        super().__init__()
        self.paper = Document(sections)
        self.first_folds = folds or [Fold.OPEN] * len(self.paper.flat)
        self.said: list[Message] = []

    def compose(self) -> ComposeResult:
        yield ReaderView()

    def on_mount(self) -> None:
        for theme in shipped_themes().values():
            self.register_theme(theme)
        self.theme = PAPER_DARK
        self.view.show(self.paper, self.first_folds)
        self.view.focus()

    @property
    def view(self) -> ReaderView:
        """The reader."""
        return self.query_one(ReaderView)

    @property
    def offered(self) -> list[ScreenLink]:
        """The links that were offered to be followed."""
        offers = [event for event in self.said if isinstance(event, ReaderView.LinksOffered)]
        return [link for offer in offers for link in offer.links]

    def on_reader_view_links_offered(self, event: ReaderView.LinksOffered) -> None:
        self.said.append(event)

    def on_reader_view_mark_changed(self, event: ReaderView.MarkChanged) -> None:
        self.said.append(event)

    def on_folding_page_end_passed(self, event: ReaderView.EndPassed) -> None:
        self.said.append(event)

    def on_folding_page_heading_changed(self, event: ReaderView.HeadingChanged) -> None:
        self.said.append(event)


def rows(view: ReaderView) -> list[str]:
    """The text of the rows on screen."""
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]


def row_with(view: ReaderView, words: str) -> int:
    """The first row on screen that holds the words."""
    return next(y for y, row in enumerate(rows(view)) if words in row)
