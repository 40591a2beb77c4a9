"""Pictures on the page and on the whole screen, by keys; nothing of it where it is not wanted."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import textual_image.widget
from PIL import Image
from textual.message_pump import MessagePump
from textual.strip import Strip
from textual.widgets import Static

from tests.tui.conftest import Person, make_service, sit_down
from tests.tui.library.test_main_screen import notices
from vibe_tui.config import Config
from vibe_tui.errors import VibeError
from vibe_tui.render.blocks import PictureRow
from vibe_tui.render.links import Picture
from vibe_tui.tui.app import VibeApp
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.reader import pictures
from vibe_tui.tui.reader.pictures import Cells, PictureCells, PictureViewer, strips_of
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.start import load_pictures
from vibe_tui.tui.tables.viewer import TableViewer

pytestmark = pytest.mark.painted

REPORT = """\
---
title: 带图的报告
date: 2026-08-12
---

## 甲

前文。

![曲线](../assets/a.png)

| 表 | 值 |
| --- | --- |
| 乙 | 1 |

![坏图](broken.png) 与 ![外面](../../secret.png)

![半张](cut.png)

![红](red.png)

"""
SHOWN = Config(images=True)


@pytest.fixture
def illustrated(own: Path) -> Path:
    """The library with one more report, the newest, that has pictures."""
    library = own / "library"
    (library / "assets").mkdir()
    Image.effect_noise((320, 160), 60).save(library / "assets/a.png")
    Image.new("RGB", (160, 320), (255, 0, 0)).save(library / "2026/red.png")
    Image.new("RGB", (80, 80)).save(own / "secret.png")
    (library / "2026/broken.png").write_text("nothing", "utf-8")
    whole = (library / "assets/a.png").read_bytes()
    (library / "2026/cut.png").write_bytes(whole[: len(whole) // 2])
    text = REPORT + "\n\n".join(f"第 {number} 段。" for number in range(60))
    (library / "2026/2026-08-12-带图.md").write_text(text, "utf-8")
    return own


def picture_rows(person: Person) -> list[str]:
    """The rows of the text that hold cells of pictures."""
    return [line.strip() for line in person.text.split("\n") if "▀" in line]


def colours(person: Person) -> set[str]:
    """The colours of those cells."""
    view = person.main.query_one(ReaderView)
    strips: list[Strip] = [view.render_line(y) for y in range(view.size.height)]
    return {
        str(style.color.triplet.hex)
        for strip in strips
        for text, style, _ in strip
        if style and "▀" in text and style.color and style.color.triplet
    }


async def test_a_picture_stands_under_its_caption(illustrated: Path) -> None:
    async with sit_down(illustrated, config=SHOWN) as person:
        await person.press("enter")
        lines = person.text.split("\n")
        at = next(y for y, line in enumerate(lines) if "▣ 曲线" in line)
        assert [line.strip() for line in lines[at + 1 : at + 11]] == ["▀" * 40] * 10
        assert not lines[at + 11].strip()
        assert len(colours(person)) > 20


async def test_what_cannot_be_shown_says_why(illustrated: Path) -> None:
    async with sit_down(illustrated, config=SHOWN) as person:
        await person.press("enter")
        assert "（图未显示：不是能显示的图片）" in person.text
        assert "（图未显示：在文库之外）" in person.text
        await person.press("]", "ctrl+d")
        assert "（图未显示：文件已损坏）" in person.text
        assert "#ff0000" in colours(person)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
async def test_a_picture_is_no_wider_than_the_text(
    illustrated: Path, size: tuple[int, int]
) -> None:
    async with sit_down(illustrated, size=size, config=SHOWN) as person:
        await person.press("enter", "]", "j", "j", "j", "j")
        rows = picture_rows(person)
        assert rows
        assert {row.count("▀") for row in rows[:3]} == {min(40, size[0] - 7)}


async def test_resizing_keeps_the_place(illustrated: Path) -> None:
    async with sit_down(illustrated, config=SHOWN) as person:
        await person.press("enter", "]", "]", *["down"] * 9)
        view = person.main.query_one(ReaderView)
        before = view.place
        assert "▀" in person.text.split("\n")[0]
        for width in (60, 40, 120):
            await person.pilot.resize_terminal(width, 40)
            await person.settle()
        assert view.place == before
        assert "▀" in person.text.split("\n")[0]


async def test_the_whole_screen_for_each_picture(illustrated: Path) -> None:
    async with sit_down(illustrated, size=(120, 24), config=SHOWN) as person:
        await person.press("enter", "]")
        before = person.text
        await person.press("o", "a")
        viewer = person.app.screen
        assert isinstance(viewer, PictureViewer)
        title = viewer.query_one("#title", Static)
        assert "曲线 · 320 × 160 · 1/3" in str(title.render())
        assert viewer.query_one(Cells).size == (88, 22)
        await person.press("right")
        assert "半张" in str(title.render())
        assert "损坏" in str(viewer.query_one(".picture", Static).render())
        await person.press("right", "right")
        assert "红 · 160 × 320 · 3/3" in str(title.render())
        await person.press("escape")
        assert person.app.screen is person.main
        assert person.text == before


async def test_v_on_a_picture_and_v_on_a_table(illustrated: Path) -> None:
    async with sit_down(illustrated, config=SHOWN) as person:
        view = person.main.query_one(ReaderView)
        await person.press("enter", "v")
        assert isinstance(person.app.screen, TableViewer)
        await person.press("escape")
        row = next(y for y, line in enumerate(person.text.split("\n")) if "▀" in line)
        await person.pilot.click(ReaderView, offset=(10, row + 1))
        await person.settle()
        assert view.picture_on_screen(here=True) == "../assets/a.png"
        await person.press("v")
        assert isinstance(person.app.screen, PictureViewer)


async def test_enter_on_a_picture_shows_it(illustrated: Path) -> None:
    async with sit_down(illustrated, config=SHOWN) as person:
        await person.press("enter")
        view = person.main.query_one(ReaderView)
        y = next(y for y, line in enumerate(person.text.split("\n")) if "▣ 曲线" in line)
        await person.pilot.click(ReaderView, offset=(view.size.width - 3, y))
        await person.press("enter")
        assert isinstance(person.app.screen, PictureViewer)


async def test_nothing_is_shown_by_default(illustrated: Path) -> None:
    async with sit_down(illustrated) as person:
        await person.press("enter")
        assert "▣ 曲线" in person.text
        assert not picture_rows(person)
        assert "图未显示" not in person.text


def test_nothing_is_imported_by_default(illustrated: Path) -> None:
    """In a program of its own: this one has imported it already."""
    script = f"""
import asyncio, sys
from pathlib import Path
from tests.tui.conftest import sit_down

async def read() -> None:
    async with sit_down(Path({str(illustrated)!r})) as person:
        await person.press("enter")
        assert "▣ 曲线" in person.text

asyncio.run(read())
found = [name for name in sys.modules if name.partition(".")[0] in ("PIL", "textual_image")]
assert not found, found
"""
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_cells_are_two_pixels_each(tmp_path: Path) -> None:
    image = Image.new("RGB", (400, 400), "white")
    image.paste("black", (0, 200, 400, 400))
    image.save(tmp_path / "a.png")
    strips = strips_of(str(tmp_path / "a.png"), 40, 21)
    assert [strip.text for strip in strips] == ["▀" * 40] * 21
    colours = [
        str(colour.triplet.hex)
        for strip in (strips[0], strips[-1])
        for _, style, _ in strip
        if style
        for colour in (style.color, style.bgcolor)
        if colour and colour.triplet
    ]
    assert colours == ["#ffffff"] * 2 + ["#000000"] * 2


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(pictures, "import_module", missing)
    with pytest.raises(VibeError, match="textual-image"):
        pictures.load_drawing()


async def test_pixels_are_sent_where_the_terminal_draws_them(
    illustrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "draws_pixels", lambda: True)
    async with sit_down(illustrated, config=SHOWN) as person:
        await person.press("enter", "]", "o", "a")
        (shown,) = person.app.screen.query(textual_image.widget.Image)
        assert isinstance(shown.image, Image.Image)
        assert shown.image.size == (320, 160)


async def test_the_app_goes_on_without_the_extra(
    illustrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(pictures, "import_module", missing)
    service = make_service(illustrated, SHOWN)
    app = VibeApp(service, problem=load_pictures(service))
    async with app.run_test(size=(120, 40)) as pilot:
        person = Person(app, pilot)
        await person.arrive()
        await person.press("enter")
        assert any("textual-image" in notice for notice in notices(person))
        assert "▣ 曲线" in person.text
        assert not picture_rows(person)


def test_of_pictures_that_wait_the_one_asked_for_last_comes_first() -> None:
    asked: list[str] = []
    done: list[Callable[[tuple[Strip, ...]], object]] = []

    class Waiting(Jobs):
        """Jobs that end when the test says so."""

        def run(self, *job: Any) -> None:
            asked.append(job[2].args[0].path)
            done.append(job[2])

    cells = PictureCells(Waiting(MessagePump()), lambda: None, lambda path, problem: None)
    for name in "abc":
        cells.strip(Picture(8, 8, path=name), PictureRow(name, 4, 2, 0))
    assert asked == ["a"]
    done[0]((Strip.blank(4),) * 2)
    assert asked == ["a", "c"]
    done[1]((Strip.blank(4),) * 2)
    assert asked == ["a", "c", "b"]
