"""Picking by letter, and the find bar: keys in, messages out."""

from __future__ import annotations

import pytest
from textual import events
from textual.app import App, ComposeResult

from vibe_tui.render.links import shown_target
from vibe_tui.tui.look.themes import PAPER_DARK, shipped_themes
from vibe_tui.tui.reader.bars import FindBar
from vibe_tui.tui.reader.choices import LETTERS, Choice, LinkPicker, labels

CHOICES = [
    Choice("原文", "https://e.example/a"),
    Choice("[@click=app.quit]x[/]", "x')"),
    Choice("坏\x1b[2J", "javascript:alert(1)"),
]


class PickApp(App[None]):
    """A picker and a find bar, and what they said."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[object] = []
        self.whole = False

    def compose(self) -> ComposeResult:
        yield LinkPicker()
        yield FindBar()

    def on_mount(self) -> None:
        self.register_theme(shipped_themes()[PAPER_DARK])
        self.theme = PAPER_DARK

    def on_link_picker_picked(self, event: LinkPicker.Picked) -> None:
        self.said.append(event.choice.target)
        self.whole = event.whole

    def on_link_picker_dismissed(self, event: LinkPicker.Dismissed) -> None:
        self.said.append("cancelled")

    def on_find_bar_changed(self, event: FindBar.Changed) -> None:
        self.said.append(event.text)

    def on_find_bar_stepped(self, event: FindBar.Stepped) -> None:
        self.said.append(event.step)

    def on_find_bar_closed(self, event: FindBar.Closed) -> None:
        self.said.append(("kept", event.kept))


def test_labels_are_distinct_and_no_prefix_of_each_other() -> None:
    assert labels(3) == list(LETTERS[:3])
    for count, letters in ((60, 2), (700, 3)):
        many = labels(count)
        assert len(set(many)) == count
        assert all(len(label) == letters for label in many)


async def test_a_letter_picks_and_text_is_shown_as_written() -> None:
    app = PickApp()
    async with app.run_test(size=(60, 12)) as pilot:
        picker = app.query_one(LinkPicker)
        picker.open(CHOICES)
        await pilot.pause()
        rows = [picker.render_line(y).text for y in range(3)]
        assert "原文" in rows[0]
        assert "https://e.example/a" in rows[0]
        assert "[@click=app.quit]x[/]" in rows[1]
        assert "\x1b" not in rows[2]
        assert "javascript:alert(1)" in rows[2]
        await pilot.press("s")
        assert app.said == ["x')"]
        assert not picker.has_class("-open")


@pytest.mark.parametrize(
    ("choice", "whole"),
    [
        (Choice("原文", "https://e.example/a"), True),
        (Choice("原文", "https://e.example/" + "a" * 60), False),
        (Choice("长" * 60, "https://e.example/a"), True),
        (Choice("https://e.example/" + "a" * 30, "https://e.example/" + "a" * 30), True),
        (Choice("https://e.example/" + "a" * 60, "https://e.example/" + "a" * 60), False),
        (Choice("锚", "#%E9%A3%8E%E9%99%A9" * 2), True),
    ],
)
async def test_it_knows_whether_all_of_a_target_was_shown(choice: Choice, whole: bool) -> None:
    app = PickApp()
    async with app.run_test(size=(60, 12)) as pilot:
        picker = app.query_one(LinkPicker)
        picker.open([choice])
        await pilot.pause()
        assert (shown_target(choice.target) in picker.render_line(0).text) is whole
        await pilot.press("a")
        assert app.whole is whole


async def test_a_choice_out_of_sight_was_not_shown() -> None:
    app = PickApp()
    async with app.run_test(size=(60, 12)) as pilot:
        picker = app.query_one(LinkPicker)
        picker.open([Choice(str(at), f"t{at}") for at in range(40)])
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert picker.render_line(0).text.startswith(" sa ")
        await pilot.press("a")
        assert app.whole
        picker.open([Choice(str(at), f"t{at}") for at in range(40)])
        await pilot.pause()
        await pilot.press("a", "m")
        assert app.said == ["t26", "t25"]
        assert not app.whole


async def test_a_letter_that_is_typed_ahead_of_the_list_scrolls_it() -> None:
    app = PickApp()
    async with app.run_test(size=(60, 12)) as pilot:
        picker = app.query_one(LinkPicker)
        picker.open([Choice(str(at), f"t{at}") for at in range(40)])
        app.post_message(events.Key("s", "s"))
        await pilot.pause()
        await pilot.pause()
        assert picker.render_line(0).text.startswith(" sa ")
        await pilot.press("backspace")
        assert picker.render_line(0).text.startswith(" aa ")


async def test_two_letters_escape_and_unknown_keys() -> None:
    app = PickApp()
    async with app.run_test(size=(60, 12)) as pilot:
        picker = app.query_one(LinkPicker)
        picker.open([Choice(str(at), f"t{at}") for at in range(30)])
        await pilot.press("1", "a", "backspace", "a", "s")
        assert app.said == ["t1"]
        picker.open(CHOICES)
        await pilot.press("escape")
        assert app.said == ["t1", "cancelled"]


async def test_a_click_picks() -> None:
    app = PickApp()
    async with app.run_test(size=(60, 12)) as pilot:
        app.query_one(LinkPicker).open(CHOICES)
        await pilot.pause()
        await pilot.click(LinkPicker, offset=(5, 1))
        assert app.said == ["https://e.example/a"]


async def test_finding_tells_what_is_typed_and_how_it_ends() -> None:
    app = PickApp()
    async with app.run_test(size=(60, 12)) as pilot:
        bar = app.query_one(FindBar)
        bar.open()
        await pilot.press("r", "i", "down", "up", "enter")
        assert app.said == ["r", "ri", 1, -1, ("kept", True)]
        assert not bar.has_class("-open")
        bar.open()
        await pilot.press("escape")
        assert app.said[-1] == ("kept", False)


async def test_the_count_stands_at_the_end_of_the_bar() -> None:
    app = PickApp()
    async with app.run_test(size=(60, 12)) as pilot:
        bar = app.query_one(FindBar)
        bar.open()
        await pilot.press("r")
        bar.set_count(3, 12)
        await pilot.pause()
        assert "3/12" in str(bar.query_one("#find-count").render())
        bar.set_count(0, 0)
        await pilot.pause()
        assert "没有" in str(bar.query_one("#find-count").render())
