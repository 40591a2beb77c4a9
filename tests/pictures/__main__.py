"""Pictures of the screens, for the README: `python -m tests.pictures [FOLDER]` writes SVG files.

Without a folder it also brings the key tables of the READMEs up to date.

They show the bundled reports on a fixed day, so that they change only when the reader does.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.pictures.readme import write_keys
from tests.pictures.svg import put_on_cells
from tests.tui.conftest import Person
from vibe_tui.config import Config
from vibe_tui.paths import Paths, bundled_content
from vibe_tui.service import Service
from vibe_tui.text import Language
from vibe_tui.tui.app import VibeApp

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Picture:
    """One screen: the keys that lead to it, and the settings it is shown with."""

    name: str
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    theme: str = "auto"
    language: Language = "zh"


# Down past the two guides to the newest paper.
PAPER = ("j", "j")

PICTURES = (
    Picture("main-120x40", (120, 40), (*PAPER, "enter")),
    Picture("main-80x24", (80, 24), (*PAPER, "enter")),
    Picture("list-80x24", (80, 24)),
    Picture("light-120x40", (120, 40), (*PAPER, "enter"), theme="light"),
    Picture("limitations-120x40", (120, 40), (*PAPER, "enter", "l")),
    Picture("search-120x40", (120, 40), ("/", *"局限 证据")),
    Picture("help-120x40", (120, 40), ("?",)),
    Picture("outline-120x40", (120, 40), (*PAPER, "enter", "t")),
    Picture("english-120x40", (120, 40), (*PAPER, "enter"), language="en"),
)


async def draw(picture: Picture, folder: Path) -> None:
    """Write one picture."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        paths = Paths(
            config=home / "config.toml",
            sources=home / "sources.toml",
            library=home / "library",
            bundled=bundled_content(),
            state=home / "state.db",
            cache=home / "cache",
        )
        config = Config(language=picture.language, theme=picture.theme)
        service = Service(paths, config, today=latest)
        service.refresh()
        service.indexing.update()
        app = VibeApp(service)
        async with app.run_test(size=picture.size) as pilot:
            person = Person(app, pilot)
            await person.arrive()
            for key in picture.keys:
                await person.press("space" if key == " " else key)
            await person.settle()
            svg = app.export_screenshot(title="vibe")
    path = folder / f"{picture.name}.svg"
    path.write_text(put_on_cells(svg), encoding="utf-8")


def latest() -> dt.date:
    """The day of the newest bundled report."""
    days = [path.name[:10] for path in bundled_content().rglob("*.md")]
    return dt.date.fromisoformat(max(days))


def main() -> None:
    """Write all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    if folder == FOLDER:
        write_keys()
    for picture in PICTURES:
        asyncio.run(draw(picture, folder))


main()
