"""Front matter of other programs: TOML between `+++`, and JSON."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.front_matter import day_of, read_front_matter


@pytest.mark.parametrize(
    "text",
    [
        '+++\ntitle = "甲"\ndate = 2024-01-02T23:30:00+08:00\ntags = ["x"]\n+++\n\n正文\n',
        '\ufeff+++\r\ntitle = "甲"\r\ndate = 2024-01-02\r\ntags = ["x"]\r\n+++\r\n\r\n正文\r\n',
        '{\n "title": "甲",\n "date": "2024-01-02",\n "tags": ["x"]\n}\n\n正文\n',
    ],
    ids=["toml", "toml with a mark and CRLF", "json"],
)
def test_it_is_read(text: str) -> None:
    meta, body, line, problems = read_front_matter(text, "a.md")
    assert (meta["title"], meta["tags"], problems) == ("甲", ["x"], ())
    assert str(day_of(meta["date"])) == "2024-01-02"
    assert body.strip() == "正文"
    assert text.replace("\r\n", "\n").split("\n")[line - 1 :] == body.split("\n")


def test_toml_that_cannot_be_read_is_named_by_line_and_hides_no_text() -> None:
    meta, body, _, (problem,) = read_front_matter("+++\ntitle = 甲\n+++\n正文\n", "a.md")
    assert (meta, body, problem.where) == ({}, "正文\n", "a.md:2")


@pytest.mark.parametrize(
    "text",
    [
        "+++\nno end\n",
        "+++++\ntitle = 1\n+++++\n",
        "{{< figure >}}\n\ntext",
        '{"a": 1}\n\ntext',
        '{"title": "x"} and more\n',
        '{"title": ',
        "{",
        "+",
    ],
)
def test_what_is_none_stays_text(text: str) -> None:
    assert read_front_matter(text, "a.md") == ({}, text, 1, ())


@given(st.text(alphabet='+{}"=\n ta1:,[]', max_size=60))
def test_nothing_makes_it_fail(text: str) -> None:
    assert read_front_matter(text, "a.md").body in text.replace("\r\n", "\n")
