"""The user's own keys: applied, and refused by name where they cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import sit_down
from vibe_tui.config import PRESETS, Config
from vibe_tui.tui.actions import all_actions
from vibe_tui.tui.keys import Action, Count, plain_key, preset_keys, rebind, show_keys
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.screens import AskScreen
from vibe_tui.tui.status import StatusBar

WHERE = "config.toml"


def keys_of(actions: tuple[Action, ...], id_: str) -> tuple[str, ...]:
    return next(action.keys for action in actions if action.id == id_)


def test_a_key_is_replaced() -> None:
    actions, problems = rebind(all_actions(), {"outline": "T, ctrl+t"}, WHERE)
    assert keys_of(actions, "outline") == ("T", "ctrl+t")
    assert problems == ()


def test_an_unknown_action_is_named() -> None:
    actions, problems = rebind(all_actions(), {"fly": "F"}, WHERE)
    assert actions == all_actions()
    assert [problem.where for problem in problems] == [WHERE]
    assert "keys.fly" in problems[0].message.en


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("x", True),
        ("ctrl+x", True),
        ("ctrl+shift+up", True),
        ("f5", True),
        ("full_stop", True),
        ("slash", True),
        ("+", True),
        ("。", True),
        ("nonsense", False),
        ("ctrl+", False),
        ("strg+x", False),
    ],
)
def test_a_key_that_no_terminal_sends_is_named(key: str, known: bool) -> None:
    actions, problems = rebind(all_actions(), {"star": key}, WHERE)
    assert (keys_of(actions, "star") == (key,)) is known
    assert any("no key" in problem.message.en for problem in problems) is not known


def test_the_line_in_the_settings_is_named() -> None:
    keys, lines = {"fly": "F", "outline": "s"}, {"fly": 7, "outline": 9}
    _, problems = rebind(all_actions(), keys, WHERE, lines)
    assert [problem.where for problem in problems] == [f"{WHERE}:7", f"{WHERE}:9"]


@pytest.mark.parametrize(
    ("id_", "key", "loser"),
    [
        ("outline", "s", "summary"),
        ("outline", "j", "line-down"),
        ("outline", "?", "help"),
        ("line-down", "s", "summary"),
        ("outline", "full_stop", "next-unread"),
    ],
)
def test_a_key_claimed_twice_goes_to_the_user_and_is_reported(
    id_: str, key: str, loser: str
) -> None:
    actions, problems = rebind(all_actions(), {id_: key}, WHERE)
    assert keys_of(actions, id_) == (key,)
    assert plain_key(key) not in [plain_key(k) for k in keys_of(actions, loser)]
    assert len(problems) == 1
    assert id_ in problems[0].message.en
    assert loser in problems[0].message.en


def test_the_search_screen_has_keys_of_its_own() -> None:
    _, problems = rebind(all_actions(), {"outline": "ctrl+n"}, WHERE)
    assert problems == ()


def test_keys_are_shown_as_people_write_them() -> None:
    shown = {action.id: show_keys(action) for action in all_actions()}
    assert shown["line-down"] == "j ↓ ctrl+e"
    assert shown["back"] == "esc"
    assert shown["next-unread"] == "."


@pytest.mark.parametrize("name", PRESETS)
def test_a_set_of_keys_is_whole(name: str) -> None:
    keys = preset_keys(name)
    actions, _ = rebind(all_actions(), keys, WHERE)
    assert [action.id for action in actions if not action.keys] == []
    for id_, wanted in keys.items():
        assert ",".join(keys_of(actions, id_)) == wanted, id_


@pytest.mark.parametrize(
    ("typed", "times"),
    [
        ("j", [1]),
        ("3j", [0, 3]),
        ("12j]", [0, 0, 12, 1]),
        ("10j", [0, 0, 10]),
        ("0j", [1, 1]),
        ("3qj", [0, 1, 1]),
        ("12345j", [0, 0, 0, 0, 0, 123]),
        ("5?j", [0, 1, 1]),
    ],
)
def test_a_number_before_a_movement_says_how_often(typed: str, times: list[int]) -> None:
    bound = {"j": "line-down", "]": "next-section", "q": "quit"}
    count = Count()
    assert [count.times(key, bound.get) for key in typed] == times


async def test_the_keys_of_vim_count(own: Path) -> None:
    async with sit_down(own, size=(80, 12), config=Config(preset="vim")) as person:
        await person.press("j", "enter", "1", "2", "j")
        view = person.app.screen.query_one(ReaderView)
        twelve = view.scroll_offset.y
        await person.press("g", *("j",) * 12)
        assert view.scroll_offset.y == twelve > 0
        await person.press("g", "g", "i")
        assert not view.is_whole
        await person.press("alt+1")
        assert view.is_whole


async def test_a_key_without_a_use_says_once_which_shows_all(own: Path) -> None:
    async with sit_down(own) as person:
        bar = person.main.query_one(StatusBar)
        for key, said in (("ctrl+q", "ctrl+q 不是这里的键；? 看全部"), ("Q", "")):
            bar.notice = ""
            await person.press(key)
            assert bar.notice == said
        assert person.app.is_running


async def test_ctrl_q_is_a_key_like_others(own: Path) -> None:
    async with sit_down(own, config=Config(keys={"outline": "ctrl+q"})) as person:
        await person.press("enter", "ctrl+q")
        assert person.main.has_class("-outline")


@pytest.mark.parametrize(("key", "left"), [("y", 0), ("enter", 0), ("n", 3), ("escape", 3)])
async def test_y_and_n_answer_a_question(own: Path, key: str, left: int) -> None:
    async with sit_down(own) as person:
        await person.press("a")
        assert isinstance(person.app.screen, AskScreen)
        await person.press(key)
        reading = person.app.service.reading
        assert sum(reading.mark(report).unread for report in person.main.reports.reports) == left
