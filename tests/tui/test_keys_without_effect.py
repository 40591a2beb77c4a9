"""A key that can do nothing here says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import sit_down
from vibe_tui.tui.status import StatusBar

TEXT = "---\ntitle: 便条\ndate: 2026-08-01\n---\n\n一段没有标题也没有链接的话。\n"


async def test_what_is_for_a_report_says_so_on_a_group(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "2026-08-01-便条.md").write_text(TEXT, encoding="utf-8")
    async with sit_down(tmp_path, size=(80, 24)) as person:
        await person.press("left")
        for key in ("u", "m", "c", "x", "e", "R"):
            person.main.query_one(StatusBar).notice = ""
            await person.press(key)
            assert person.main.query_one(StatusBar).notice == "先选一篇报告", key


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (("right_square_bracket",), "这篇报告没有标题"),
        (("left_square_bracket",), "这篇报告没有标题"),
        (("z",), "这篇报告没有标题"),
        (("Z",), "这篇报告没有标题"),
        (("enter",), "这一段没有可打开的"),
        (("plus", "plus"), "没有更宽的地方了"),
        (("minus",) * 20, "不能再窄了"),
        (("J",), "已经是列表里最后一篇"),
        (("K",), "已经是列表里第一篇"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
async def test_it_is_said(tmp_path: Path, keys: tuple[str, ...], said: str) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "2026-08-01-便条.md").write_text(TEXT, encoding="utf-8")
    async with sit_down(tmp_path, size=(80, 24)) as person:
        await person.press("enter", *keys)
        assert person.main.query_one(StatusBar).notice == said


@pytest.mark.parametrize("screen", [("enter",), ("D",), ("c", "j", "c", "C")], ids=len)
async def test_it_is_said_at_both_ends_wherever_there_are_sections(
    own: Path, screen: tuple[str, ...]
) -> None:
    async with sit_down(own) as person:
        await person.press(*screen)
        bar = person.app.screen.query_one(StatusBar)
        await person.press("g", *("left_square_bracket",) * 5)
        assert bar.notice == "已经在开头"
        await person.press("Z", "z", "G", *("right_square_bracket",) * 5)
        assert bar.notice == "后面没有章节了"


async def test_the_title_is_no_section_to_fold(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "z")
        assert person.main.query_one(StatusBar).notice == "这里不在章节里，没有可折叠的"
