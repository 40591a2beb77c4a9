"""Back and forward through what was read."""

from __future__ import annotations

from vibe_tui.tui.history import LIMIT, History


def test_back_and_forward() -> None:
    history = History()
    for name in "abc":
        history.visit(name)
    assert [history.back(), history.back(), history.back()] == ["b", "a", ""]
    assert [history.forward(), history.forward(), history.forward()] == ["b", "c", ""]


def test_a_new_stop_cuts_off_what_lay_ahead() -> None:
    history = History()
    for name in "abc":
        history.visit(name)
    history.back()
    history.visit("d")
    assert history.forward() == ""
    assert [history.back(), history.back()] == ["b", "a"]


def test_the_same_report_is_one_stop() -> None:
    history = History()
    history.visit("a")
    history.visit("a")
    assert history.back() == ""


def test_it_does_not_grow_for_ever() -> None:
    history = History()
    for number in range(LIMIT + 50):
        history.visit(str(number))
    assert len(history.stops) == LIMIT
    assert history.back() == str(LIMIT + 48)
