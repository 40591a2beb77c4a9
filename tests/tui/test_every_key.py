"""Every key of the action table, pressed in the real app on the bundled reports, does what it says.

A scenario is a line of steps for one scope: an action, one of its keys, and the effect that must be
seen. A step without an effect only leads to the next. That no action, no key and no scope of the
table is left out is checked too.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

import pytest
from textual.content import Content

from tests.tui.conftest import Person, sit_down
from vibe_tui.paths import bundled_content
from vibe_tui.tui.actions import all_actions
from vibe_tui.tui.keys import Scope, plain_key
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.notes.screen import NoteList
from vibe_tui.tui.reader.bars import SelectBar
from vibe_tui.tui.reader.choices import LinkPicker
from vibe_tui.tui.reader.page import PageView
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.search.results import ResultList
from vibe_tui.tui.search.results_screen import Preview
from vibe_tui.tui.status import StatusBar

pytestmark = pytest.mark.painted


@dataclass(frozen=True)
class Look:
    """What somebody sees of the app."""

    screen: str
    focus: str
    row: int
    selected: str
    listed: str
    side: str
    page: str
    frame: str
    said: str
    results: int
    preview: str
    classes: frozenset[str]
    offers: int
    clipboard: str
    unread: int
    starred: int
    handed_over: int
    running: bool


Effect = Callable[[Look, Look], bool]
Step = tuple[str, str, Effect | None]
"""An action, one of its keys, and the effect; without one it only leads to the next."""


def _lines(view: PageView | ReportList) -> str:
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))


def _titles(widget: ReaderPane) -> str:
    return Content.from_markup(f"{widget.border_title} | {widget.border_subtitle}").plain


def look(person: Person, handed: list[object]) -> Look:
    """The app as it is now."""
    app, screen, main = person.app, person.app.screen, person.main
    reports, side = main.reports, main.query_one("#side")
    marks = [main._marks.of(report) for report in reports.reports]
    pages = [view for view in screen.query(ReaderView) if view.display]
    panes = list(screen.query(ReaderPane))
    bars = list(screen.query(StatusBar))
    lists = [*screen.query(ResultList), *screen.query(NoteList)]
    previews = list(screen.query(Preview))
    pickers = [picker for picker in screen.query(LinkPicker) if picker.has_class("-open")]
    open_ = {f"{type(w).__name__}-open" for w in screen.query(".-open")}
    open_ |= {"SelectBar-open" for bar in screen.query(SelectBar) if bar.is_open}
    return Look(
        screen=type(screen).__name__,
        focus=type(app.focused).__name__,
        row=reports.index,
        selected=reports.selected.title if reports.selected is not None else "",
        listed=_lines(reports),
        side=f"{side.border_title} | {side.border_subtitle}",
        page=_lines(pages[0]) if pages else "",
        frame=_titles(panes[0]) if panes else "",
        said=bars[0].notice if bars else "",
        results=lists[0].index if lists else -1,
        preview=_lines(previews[0]) if previews else "",
        classes=frozenset(screen.classes | open_),
        offers=len(pickers[0]._choices) if pickers else 0,
        clipboard=app.clipboard,
        unread=sum(mark.unread for mark in marks),
        starred=sum(mark.starred for mark in marks),
        handed_over=len(handed),
        running=app.is_running and app._exit is False,
    )


# What is to be seen


def other(*names: str) -> Effect:
    """These parts of what is seen are others than before."""
    return lambda before, after: all(getattr(before, n) != getattr(after, n) for n in names)


def on(screen: str) -> Effect:
    """This screen is the one on top, and was not before."""
    return lambda before, after: after.screen == screen != before.screen


def says(words: str) -> Effect:
    """These words stand at the foot of the screen."""
    return lambda before, after: words in after.said


def shows(words: str) -> Effect:
    """These words are on the page."""
    return lambda before, after: words in after.page


def has(name: str) -> Effect:
    """The screen, or a part of it, is in this state, and was not before."""
    return lambda before, after: name in after.classes and name not in before.classes


def lost(name: str) -> Effect:
    """The screen, or a part of it, is no longer in this state."""
    return lambda before, after: name in before.classes and name not in after.classes


def way(name: str, sign: int) -> Effect:
    """A number grows or shrinks."""
    return lambda before, after: (getattr(after, name) - getattr(before, name)) * sign > 0


def read(words: str) -> Effect:
    """A report whose title has these words is the selected one, and another was."""
    return lambda b, a: words in a.selected and a.selected != b.selected


down, up = way("row", 1), way("row", -1)
turned = other("page")

LENSES: tuple[tuple[str, str, str], ...] = (
    ("lens-summary", "2", "执行摘要"),
    ("lens-limitations", "3", "局限性"),
    ("lens-takeaways", "4", "结论要点"),
    ("lens-brief", "5", "速读"),
    ("lens-results", "6", "结果"),
    ("lens-method", "7", "方法"),
    ("lens-tables", "8", "只看表格"),
)


def headed(words: str) -> Effect:
    """The frame of the text, or the text itself, says these words."""
    return lambda before, after: words in after.frame or words in after.page


LENS_STEPS: list[Step] = [(id_, key, headed(name)) for id_, key, name in LENSES]

TO_PAPER: list[Step] = [("", "g", None), ("", "j", None), ("", "j", None)]
"""From wherever in the list to the newest paper, past the two guides."""

LIST: list[Step] = [
    ("line-down", "j", down),
    ("line-down", "down", down),
    ("line-up", "k", up),
    ("line-up", "up", up),
    ("line-down", "ctrl+e", down),
    ("line-up", "ctrl+y", up),
    ("page-down", "ctrl+f", down),
    ("page-up", "ctrl+b", up),
    ("page-down", "space", down),
    ("page-up", "b", up),
    ("page-down", "pagedown", down),
    ("page-up", "pageup", up),
    ("half-down", "ctrl+d", down),
    ("half-up", "ctrl+u", up),
    ("bottom", "G", down),
    ("top", "g", up),
    ("bottom", "end", down),
    ("top", "home", up),
    ("left", "left", lambda b, a: "▸" in a.listed and "▸" not in b.listed),
    ("right", "right", None),
    ("left", "h", lambda b, a: "▸" in a.listed and "▸" not in b.listed),
    ("right", "right", lambda b, a: "▸" not in a.listed),
    *TO_PAPER,
    ("open", "enter", has("-reading")),
    ("", "escape", None),
]

MAIN_LIST: list[Step] = [
    ("next-report", "J", down),
    ("previous-report", "K", up),
    ("read", "u", way("unread", -1)),
    ("next-unread", ".", other("selected")),
    ("undo", "U", way("unread", 1)),
    ("star", "m", way("starred", 1)),
    ("group", "r", lambda b, a: "按主题" in a.side),
    ("order", "O", lambda b, a: "旧的在前" in a.side),
    ("mark-comparison", "c", lambda b, a: "◇" in a.listed and "◇" not in b.listed),
    ("compare", "C", says("已标 1 篇")),
    ("clear-comparison", "ctrl+x", lambda b, a: "◇" not in a.listed),
    ("mark-all-read", "A", on("AskScreen")),
    ("", "n", on("MainScreen")),
    ("mark-all-read", "a", on("AskScreen")),
    ("back", "escape", on("MainScreen")),
    ("papers", "P", on("PapersScreen")),
    ("", "escape", on("MainScreen")),
    ("digest", "D", on("DigestScreen")),
    ("", "escape", on("MainScreen")),
    ("notes", "X", on("NotesScreen")),
    ("", "escape", on("MainScreen")),
    ("related", "R", on("RelatedScreen")),
    ("", "escape", on("MainScreen")),
    ("search", "slash", on("SearchScreen")),
    ("", "escape", on("MainScreen")),
    ("sources", "F", on("SourcesScreen")),
    ("", "escape", on("MainScreen")),
    ("sync", "S", says("还没有来源")),
    ("edit", "e", way("handed_over", 1)),
    ("export", "E", on("AskScreen")),
    ("", "escape", on("MainScreen")),
    ("find", "f", other("focus")),
    ("", "t", None),
    ("", "enter", None),
    ("save-search", "ctrl+s", on("PromptScreen")),
    ("", "x", None),
    ("", "enter", on("MainScreen")),
    ("recall", "ctrl+r", on("RecallScreen")),
    ("", "escape", on("MainScreen")),
    ("", "escape", None),
    ("", "g", None),
    ("", "j", None),
    ("other-pane", "tab", has("-reading")),
    ("", "tab", lost("-reading")),
]

READER: list[Step] = [
    *TO_PAPER,
    ("", "enter", has("-reading")),
    ("line-down", "j", turned),
    ("line-up", "k", turned),
    ("line-down", "down", turned),
    ("line-up", "up", turned),
    ("line-down", "ctrl+e", turned),
    ("line-up", "ctrl+y", turned),
    ("page-down", "ctrl+f", turned),
    ("page-up", "ctrl+b", turned),
    ("page-down", "space", turned),
    ("page-up", "b", turned),
    ("page-down", "pagedown", turned),
    ("page-up", "pageup", turned),
    ("half-down", "ctrl+d", turned),
    ("half-up", "ctrl+u", turned),
    ("bottom", "G", turned),
    ("top", "g", turned),
    ("bottom", "end", turned),
    ("top", "home", turned),
    ("", "l", None),
    ("", "[", None),
    ("open", "enter", turned),
    ("", "1", None),
    ("", "G", None),
]

WIDE_TABLE: list[Step] = [
    ("", "f", other("focus")),
    *[("", letter, None) for letter in "arex"],
    ("", "enter", None),
    ("", "enter", has("-reading")),
    ("", "f", has("FindBar-open")),
    *[("", letter, None) for letter in "六个基准"],
    ("", "enter", None),
    ("right", "right", turned),
    ("left", "left", turned),
    ("", "right", turned),
    ("left", "h", turned),
]

MAIN_READER: list[Step] = [
    *TO_PAPER,
    ("", "enter", has("-reading")),
    ("next-section", "]", turned),
    ("", "]", None),
    ("previous-section", "[", turned),
    ("fold", "z", shows("▸")),
    ("", "z", None),
    ("fold-all", "Z", shows("▸")),
    ("", "Z", None),
    ("summary", "s", headed("执行摘要")),
    ("limitations", "l", headed("局限性")),
    *LENS_STEPS,
    ("lens-full", "1", other("frame")),
    ("outline", "t", has("-outline")),
    ("", "t", lost("-outline")),
    ("narrower", "-", turned),
    ("wider", "+", turned),
    ("", "-", turned),
    ("wider", "=", turned),
    ("text-only", "w", has("-text-only")),
    ("", "w", lost("-text-only")),
    ("", "g", None),
    ("links", "o", way("offers", 1)),
    ("", "escape", way("offers", -1)),
    ("copy", "y", way("offers", 1)),
    ("", "y", other("clipboard")),
    ("select", "V", has("SelectBar-open")),
    ("", "escape", lost("SelectBar-open")),
    ("search-word", "*", way("offers", 1)),
    ("", "escape", None),
    ("", "8", None),
    ("table", "v", on("TableViewer")),
    ("", "escape", on("MainScreen")),
    ("", "1", None),
    ("find", "f", has("FindBar-open")),
    ("", "的", None),
    ("", "enter", None),
    ("next-hit", "n", other("frame")),
    ("previous-hit", "N", other("frame")),
    ("", "escape", None),
    ("note", "x", on("NoteEditor")),
    ("", "enter", on("MainScreen")),
    ("next-report", "J", other("selected", "page")),
    ("previous-report", "K", other("selected", "page")),
    ("next-unread", ".", other("selected", "page")),
    ("history-back", "H", other("selected", "page")),
    ("history-forward", "L", other("selected", "page")),
    ("history-back", "ctrl+o", other("selected", "page")),
    ("history-forward", "ctrl+i", other("selected", "page")),
    ("back", "escape", lost("-reading")),
]

SEARCH: list[Step] = [
    ("", "slash", on("SearchScreen")),
    ("", "局", None),
    ("", "限", None),
    ("result-down", "down", way("results", 1)),
    ("result-down", "ctrl+n", way("results", 1)),
    ("result-up", "up", way("results", -1)),
    ("result-up", "ctrl+p", way("results", -1)),
    ("result-page-down", "pagedown", way("results", 1)),
    ("result-page-up", "pageup", way("results", -1)),
    ("preview-down", "shift+down", other("preview")),
    ("preview-up", "shift+up", other("preview")),
    ("facets", "tab", other("focus")),
    ("", "escape", None),
    ("save-search", "ctrl+s", on("PromptScreen")),
    ("", "x", None),
    ("", "enter", on("SearchScreen")),
    ("recall", "ctrl+r", has("-offers")),
    ("back", "escape", on("MainScreen")),
]


def several(leaves: str) -> list[Step]:
    """What a screen with several reports does."""
    return [
        ("next-section", "]", turned),
        ("", "]", None),
        ("previous-section", "[", turned),
        ("fold", "z", shows("▸")),
        ("", "z", None),
        ("fold-all", "Z", shows("▸")),
        ("", "Z", None),
        ("limitations", "l", headed("局限性")),
        ("summary", "s", headed("执行摘要")),
        *LENS_STEPS[1:],
        ("lens-summary", "2", headed("执行摘要")),
        ("lens-full", "1", other("frame")),
        ("narrower", "-", turned),
        ("wider", "+", turned),
        ("next-report", "J", other("frame")),
        ("previous-report", "K", other("frame")),
        ("find", "f", has("FindBar-open")),
        ("", "的", None),
        ("", "enter", None),
        ("next-hit", "n", other("frame")),
        ("previous-hit", "N", other("frame")),
        ("", "escape", None),
        ("select", "V", has("SelectBar-open")),
        ("", "escape", lost("SelectBar-open")),
        ("copy", "y", way("offers", 1)),
        ("", "y", other("clipboard")),
        ("edit", "e", way("handed_over", 1)),
        ("export", "E", on("AskScreen")),
        ("", "escape", on(leaves)),
        ("", "8", None),
        ("", "]", None),
        ("table", "v", on("TableViewer")),
        ("", "escape", on(leaves)),
        ("", "1", None),
    ]


DIGEST: list[Step] = [
    *TO_PAPER,
    ("", "D", on("DigestScreen")),
    ("", "J", None),
    ("mark-comparison", "c", says("共 1 篇")),
    ("read", "u", way("unread", -1)),
    ("star", "m", way("starred", 1)),
    ("undo", "U", way("starred", -1)),
    ("outline", "t", has("-outline")),
    ("", "t", lost("-outline")),
    ("note", "x", on("NoteEditor")),
    ("", "escape", on("DigestScreen")),
    *several("DigestScreen"),
    ("", "G", None),
    ("links", "o", way("offers", 1)),
    ("", "escape", way("offers", -1)),
    ("back", "escape", on("MainScreen")),
    ("", "D", on("DigestScreen")),
    ("search", "slash", on("SearchScreen")),
    ("", "escape", on("MainScreen")),
    ("", "D", on("DigestScreen")),
    ("compare", "C", lambda b, a: a.screen == "MainScreen" and "已标 1 篇" in a.said),
]

COMPARE: list[Step] = [
    *TO_PAPER,
    ("", "c", None),
    ("", "J", None),
    ("", "J", None),
    ("", "c", None),
    ("", "C", on("CompareScreen")),
    ("other-pane", "tab", other("frame")),
    ("", "K", other("frame")),
    ("read", "u", way("unread", -1)),
    ("star", "m", way("starred", 1)),
    ("undo", "U", way("starred", -1)),
    ("", "]", None),
    *several("CompareScreen"),
    ("", "g", None),
    ("links", "o", way("offers", 1)),
    ("", "escape", way("offers", -1)),
    ("search", "slash", on("SearchScreen")),
    ("", "escape", on("MainScreen")),
    ("", "C", on("CompareScreen")),
    ("back", "escape", on("MainScreen")),
    ("", "C", on("CompareScreen")),
    ("mark-comparison", "c", on("MainScreen")),
]

NOTES: list[Step] = [
    *TO_PAPER,
    ("", "x", on("NoteEditor")),
    ("", "甲", None),
    ("", "enter", on("MainScreen")),
    ("", "j", None),
    ("", "x", on("NoteEditor")),
    ("", "乙", None),
    ("", "enter", on("MainScreen")),
    ("", "X", on("NotesScreen")),
    ("result-down", "down", way("results", 1)),
    ("result-up", "up", way("results", -1)),
    ("result-down", "ctrl+n", way("results", 1)),
    ("result-up", "ctrl+p", way("results", -1)),
    ("result-page-down", "pagedown", way("results", 1)),
    ("result-page-up", "pageup", way("results", -1)),
    ("export-notes", "ctrl+s", on("AskScreen")),
    ("", "escape", on("NotesScreen")),
    ("delete-note", "ctrl+r", says("已删除")),
    ("back", "escape", on("MainScreen")),
]

APP: list[Step] = [
    ("help", "question_mark", on("HelpScreen")),
    ("", "escape", on("MainScreen")),
    ("palette", "ctrl+p", on("CommandPalette")),
    ("", "escape", on("MainScreen")),
    ("palette", ":", on("CommandPalette")),
    ("", "escape", on("MainScreen")),
    ("redraw", "ctrl+l", None),  # What it writes is read in test_terminal.
    ("stop", "ctrl+c", says("按 q 退出")),
    ("suspend", "ctrl+z", way("handed_over", 1)),
    ("quit", "q", lambda b, a: not a.running),
]

SCENARIOS: tuple[tuple[str, Scope, list[Step]], ...] = (
    ("list", Scope.LIST, LIST),
    ("main, in the list", Scope.MAIN, MAIN_LIST),
    ("reader", Scope.READER, READER),
    ("a wide table", Scope.READER, WIDE_TABLE),
    ("main, in the report", Scope.MAIN, MAIN_READER),
    ("search", Scope.SEARCH, SEARCH),
    ("digest", Scope.DIGEST, DIGEST),
    ("compare", Scope.COMPARE, COMPARE),
    ("notes", Scope.NOTES, NOTES),
    ("app", Scope.APP, APP),
)


@pytest.mark.parametrize(
    ("scope", "steps"), [s[1:] for s in SCENARIOS], ids=[name for name, *_ in SCENARIOS]
)
async def test_every_key_is_seen_to_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scope: Scope, steps: list[Step]
) -> None:
    shutil.copytree(bundled_content(), tmp_path / "library")
    handed: list[object] = []
    monkeypatch.setattr(
        "vibe_tui.tui.terminal.programs.Opener.edit", lambda *words: handed.append(words)
    )
    monkeypatch.setattr(
        "vibe_tui.tui.terminal.programs.return_to_shell", lambda: handed.append("shell")
    )
    known = {action.id: action for action in all_actions()}
    async with sit_down(tmp_path, size=(120, 24)) as person:
        for number, (id_, key, effect) in enumerate(steps):
            if id_:
                assert scope in known[id_].scopes, id_
                assert plain_key(key) in {plain_key(one) for one in known[id_].keys}, id_
            before = look(person, handed)
            await person.press(key)
            if id_ == "quit":
                assert person.app._exit
                return
            if effect is None:
                continue
            after = look(person, handed)
            pairs = [
                (f.name, getattr(before, f.name), getattr(after, f.name)) for f in fields(Look)
            ]
            differ = [pair for pair in pairs if pair[1] != pair[2]]
            assert effect(before, after), (number, id_, key, differ)


def test_no_action_no_scope_and_no_key_is_left_out() -> None:
    pressed = {(id_, plain_key(key)) for *_, steps in SCENARIOS for id_, key, _ in steps}
    where = {(id_, scope) for _, scope, steps in SCENARIOS for id_, *_ in steps}
    for action in all_actions():
        assert all((action.id, plain_key(key)) in pressed for key in action.keys), action.id
        assert all((action.id, scope) in where for scope in action.scopes), action.id
