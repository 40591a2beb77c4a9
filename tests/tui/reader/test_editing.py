"""A report that came with the program is the reader's own before an editor gets it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.tui.conftest import sit_down
from vibe_tui.paths import Paths

NAME = "2026/2026-08-11-透镜实验.md"


async def test_a_bundled_report_is_first_copied_into_the_library(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[tuple[Path, int]] = []

    def paths(**given: Any) -> Paths:
        return Paths(**{**given, "explicit": False})

    def edit(opener: object, path: Path, line: int, environ: Mapping[str, str]) -> None:
        handed.append((path, line))
        path.write_text(path.read_text("utf-8").replace("准确率", "精度"), encoding="utf-8")

    monkeypatch.setattr("tests.tui.conftest.Paths", paths)
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.Opener.edit", edit)
    (own / "library").rename(own / "bundled")
    written = (own / "bundled" / NAME).read_text("utf-8")
    async with sit_down(own) as person:
        await person.press("enter", "]")
        said = []
        monkeypatch.setattr(person.main, "say", lambda text: said.append(text.zh))
        await person.press("e")
        await person.until(lambda: "精度" in person.text)
        assert handed == [(own / "library" / NAME, 9)]
        assert said[0].startswith("自带的报告先复制到了文库：")
        await person.press("e")
        assert handed == [(own / "library" / NAME, 9)] * 2
        assert len(said) == 1
    assert (own / "bundled" / NAME).read_text("utf-8") == written
