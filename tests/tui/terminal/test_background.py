"""What a terminal answers about its background, and what of its input is no answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.tui.start import Answers, dark_by_environment, is_dark

LIGHT = "\x1b]11;rgb:fafa/f7f7/f0f0\x1b\\"
DARK = "\x1b]11;rgb:1b/1a/18\x07"
DEVICE = "\x1b[?62;22c"


@pytest.mark.parametrize(
    ("sent", "rest", "dark", "complete"),
    [
        (LIGHT + DEVICE, "", False, True),
        (DARK + DEVICE, "", True, True),
        (DEVICE, "", None, True),
        ("j" + LIGHT + "k" + DEVICE + "q", "jkq", False, True),
        ("\x1b]11;rgba:ffff/ffff/ffff/ffff\x1b\\" + DEVICE, "", False, True),
        ("jjq", "jjq", None, False),
        ("\x1b[A\x1b[<0;3;4M", "\x1b[A\x1b[<0;3;4M", None, False),
        ("一二", "一二", None, False),
    ],
    ids=["light", "dark", "no-answer", "typed-between", "alpha", "keys", "sequences", "han"],
)
def test_answers_are_taken_out(sent: str, rest: str, dark: bool | None, complete: bool) -> None:
    answers = Answers()
    got = answers.feed(sent)
    assert (got + answers.flush(), answers.dark, answers.complete) == (rest, dark, complete)


@given(st.integers(0, 60), st.integers(0, 60), st.sampled_from([LIGHT, DARK]))
def test_it_does_not_matter_where_the_answer_is_cut(first: int, second: int, answer: str) -> None:
    sent = "ab" + answer + "c" + DEVICE + "d"
    cuts = sorted((min(first, len(sent)), min(second, len(sent))))
    answers = Answers()
    parts = (sent[: cuts[0]], sent[cuts[0] : cuts[1]], sent[cuts[1] :])
    assert "".join(answers.feed(part) for part in parts if part) == "abcd"
    assert answers.dark is (answer == DARK)


def test_the_escape_key_is_held_back_only_until_it_is_asked_for() -> None:
    answers = Answers()
    assert answers.feed("\x1b") == ""
    assert answers.flush() == "\x1b"
    answers.feed(DEVICE)
    assert answers.feed("\x1b") == "\x1b"


@given(st.text())
def test_nothing_that_was_typed_is_lost(typed: str) -> None:
    answers = Answers()
    kept = answers.feed(typed) + answers.flush()
    assert kept == typed or answers.complete or answers.dark is not None


@pytest.mark.parametrize(
    ("value", "dark"),
    [
        ("15;0", True),
        ("0;15", False),
        ("0;default;15", False),
        ("7;8", True),
        ("0;7", False),
        ("default", None),
        ("", None),
        ("15;x", None),
    ],
)
def test_the_environment_may_tell(value: str, dark: bool | None) -> None:
    assert dark_by_environment({"COLORFGBG": value} if value else {}) is dark


def test_colours_of_any_length() -> None:
    assert is_dark("0", "0", "0")
    assert is_dark("1b1b", "1a1a", "1818")
    assert not is_dark("f", "f", "f")
    assert not is_dark("ffff", "ffff", "0000")
