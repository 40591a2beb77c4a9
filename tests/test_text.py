"""A message keeps its two languages apart, whatever it is filled in with."""

from __future__ import annotations

from vibe_tui.text import BETWEEN, Text


def test_each_form_takes_its_own_form_of_a_text() -> None:
    said = Text("没有“{lens}”，{n} 篇", "no {lens} in {n}").format(
        lens=Text("摘要", "summary"), n=3
    )
    assert said == Text("没有“摘要”，3 篇", "no summary in 3")


def test_braces_from_outside_are_words() -> None:
    said = Text("读不了 {why}", "cannot read {why}").format(why=Text("{x}", "{0}"))
    assert said == Text("读不了 {x}", "cannot read {0}")


def test_names_are_listed_as_each_language_does() -> None:
    assert [BETWEEN.pick(one).join("甲乙") for one in ("zh", "en")] == ["甲、乙", "甲, 乙"]
