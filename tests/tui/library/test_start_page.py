"""The top of the list: what was begun, and what has a star."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tui.conftest import Person, make_service, sit_down
from vibe_tui.config import Config
from vibe_tui.service import Service
from vibe_tui.text import Language
from vibe_tui.tui.app import VibeApp
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.status import StatusBar


def lines(person: Person) -> list[str]:
    reports = person.main.query_one(ReportList)
    rows = (reports.render_line(y).text.strip() for y in range(reports.size.height))
    return [row for row in rows if row]


async def test_stars_are_counted_on_top_and_open_there(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("m", "j", "j", "m")
        assert lines(person)[0].startswith("▸ 星标")
        assert lines(person)[0].endswith("2")
        assert person.selected.startswith("[/年报")
        await person.press("g", "right", "j")
        assert person.selected.startswith("[硅基写手]")
        assert person.main.query_one(ReportList).row[0] == "starred"
        await person.press("U", "U")
        assert not any("星标" in line for line in lines(person))


async def test_what_was_begun_is_on_top_when_the_list_has_the_keys_again(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "enter", "space", "space")
        begun = person.main.reports.selected
        assert begun is not None
        await person.until(lambda: person.main._marks.of(begun).progress > 0)
        assert not any("继续阅读" in line for line in lines(person))
        await person.press("escape")
        assert lines(person)[0].startswith("▾ 继续阅读")
        group, report = person.main.query_one(ReportList).row
        assert group != "continue"
        assert report == "2026-08-10-没有局限"
        await person.press("enter", "G")
        await person.pilot.click(ReportList, offset=(2, 2))
        await person.press("g")
        assert not any("继续阅读" in line for line in lines(person))


async def test_the_list_begins_on_a_report(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "m", "q")
    (own / "library" / "2026" / "2026-08-12-新.md").write_text(
        "---\ntitle: 新来的\ndate: 2026-08-12\n---\n\n正文\n", "utf-8"
    )
    async with sit_down(own) as person:
        await person.until(lambda: "新来的" in "".join(lines(person)))
        assert lines(person)[0].startswith("▸ 星标")
        assert person.selected


async def test_a_filter_leaves_the_top_out(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("m", "f")
        await person.type("透镜")
        assert any("透镜" in line for line in lines(person))
        assert not any("星标" in line for line in lines(person))


@pytest.mark.parametrize(
    ("language", "title"), [("zh", "使用指南：读"), ("en", "Reading guide: open")]
)
async def test_the_first_start_begins_with_the_guide_in_the_readers_language(
    tmp_path: Path, language: Language, title: str
) -> None:
    folder = tmp_path / "bundled" / "2026"
    folder.mkdir(parents=True)
    for name, said in (
        ("2026-11-29-指南", "使用指南：读"),
        ("2026-11-29-g", "Reading guide: open"),
    ):
        (folder / f"{name}.md").write_text(
            f"---\ntitle: '{said}'\n---\n\n# {said}\n\n字\n", "utf-8"
        )
    paths = replace(make_service(tmp_path).paths, explicit=False)
    app = VibeApp(Service(paths, Config(language=language)))
    async with app.run_test(size=(80, 24)) as pilot:
        person = Person(app, pilot)
        await person.arrive()
        assert person.selected == title


async def test_a_lens_is_named_where_no_report_shows_it(own: Path) -> None:
    async with sit_down(own, size=(80, 24)) as person:
        await person.press("l")
        assert person.app.screen.query_one(StatusBar).notice == "视图：局限性"
        await person.press("l", "2")
        assert person.app.screen.query_one(StatusBar).notice == "视图：执行摘要"
