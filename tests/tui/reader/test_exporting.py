"""Writing what a screen shows to a file, or copying it; and what is said of a copy."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from tests.tui.conftest import Person, sit_down
from vibe_tui.tui.screens import AskScreen, PromptScreen, QueryInput
from vibe_tui.tui.status import Notices, StatusBar

LIST: tuple[str, ...] = ()
READER = ("enter",)
LENS = (*READER, "l")
DIGEST, PAPERS, NOTES = ("D",), ("P",), (*READER, "x", "z", "enter", "X")
COMPARISON = ("c", "j", "c", "C")


def notice(person: Person) -> str:
    return person.app.screen.query_one(StatusBar).notice


@pytest.mark.parametrize(
    ("keys", "form", "name", "words", "absent"),
    [
        (LIST, "m", "2026-08-11-透镜实验.md", "## 1. 执行摘要", "▸"),
        (READER, "t", "2026-08-11-透镜实验.txt", "样本只有三十条。", "## "),
        (READER, "h", "2026-08-11-透镜实验.html", "样本只有三十条。</p>", "## "),
        (LENS, "m", "2026-08-11-透镜实验.md", "样本只有三十条。", "执行摘要"),
        (DIGEST, "m", "digest-summary.md", "谈公司的下一步", "样本只有三十条"),
        (COMPARISON, "h", "comparison.html", "样本只有三十条", "## "),
        (NOTES, "m", "notes.md", "\nz\n", "▸"),
    ],
)
async def test_what_is_here_becomes_a_file(
    own: Path,
    monkeypatch: pytest.MonkeyPatch,
    keys: tuple[str, ...],
    form: str,
    name: str,
    words: str,
    absent: str,
) -> None:
    monkeypatch.chdir(own)
    async with sit_down(own) as person:
        await person.press(*keys, "ctrl+s" if keys is NOTES else "E", form)
        assert isinstance(person.app.screen, PromptScreen)
        assert person.app.screen.query_one(QueryInput).value.endswith(name)
        await person.press("enter")
        assert notice(person).startswith("已写入 ")
    text = (own / name).read_text("utf-8")
    assert words in text
    assert absent not in text


async def test_a_file_that_is_there_is_replaced_only_when_that_is_wanted(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own)
    there = own / "2026-08-11-透镜实验.md"
    there.write_text("我的", encoding="utf-8")

    async def export_there(answer: str) -> str:
        await person.press("E", "m")
        box = person.app.screen.query_one(QueryInput)
        assert box.value.endswith("透镜实验-2.md")
        box.value = str(there)
        await person.press("enter")
        assert isinstance(person.app.screen, AskScreen)
        await person.press(answer)
        return there.read_text("utf-8")

    async with sit_down(own) as person:
        assert await export_there("n") == "我的"
        assert "执行摘要" in await export_there("y")
        await person.press("E", "m")
        person.app.screen.query_one(QueryInput).value = str(own / "no" / "a.md")
        await person.press("enter")
        assert "写不了" in person.main.query_one(Notices).notices[-1]


async def test_without_a_name_it_is_copied(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("E", "m")
        person.app.screen.query_one(QueryInput).value = ""
        await person.press("enter")
        assert "## 1. 执行摘要" in person.app.clipboard
        assert notice(person).startswith("已交给终端的剪贴板：")


@pytest.mark.parametrize(
    ("status", "said"), [(0, "已复制"), (1, "已交给终端的剪贴板"), (None, "已交给终端的剪贴板")]
)
async def test_copied_is_said_only_where_it_is_known(
    own: Path, monkeypatch: pytest.MonkeyPatch, status: int | None, said: str
) -> None:
    taken = own / "taken"
    if status is not None:
        tmux = own / "bin" / "tmux"
        tmux.parent.mkdir()
        tmux.write_text(f'#!/bin/sh\necho "$@" > {taken}\ncat >> {taken}\nexit {status}\n')
        tmux.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmux.parent}:/usr/bin:/bin")
    else:
        monkeypatch.setenv("PATH", str(own))
    monkeypatch.setenv("TMUX", "socket,1,0")
    async with sit_down(own) as person:
        await person.press("enter", "y", "y")
        await person.until(lambda: bool(notice(person)))
        assert notice(person).startswith(said)
        assert (
            status is None
            or taken.read_text("utf-8") == "load-buffer -w -\n" + person.app.clipboard
        )


async def test_without_a_browser_the_address_is_shown_and_copied(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(using: str | None = None) -> webbrowser.BaseBrowser:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    async with sit_down(own) as person:
        await person.press("enter", "o", "a")
        assert isinstance(person.app.screen, AskScreen)
        assert person.app.clipboard == "https://e.example/lens"
