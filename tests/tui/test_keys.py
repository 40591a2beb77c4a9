"""The user's own keys: applied, and refused by name where they cannot be."""

from __future__ import annotations

import pytest

from vibe_tui.tui.actions import all_actions
from vibe_tui.tui.keys import Action, plain_key, rebind, show_keys

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
    assert shown["line-down"] == "j ↓"
    assert shown["back"] == "esc"
    assert shown["next-unread"] == "."
