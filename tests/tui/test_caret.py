"""The terminal's cursor, where an input method opens its window, stands in the box typed in."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input, TextArea

from tests.tui.conftest import sit_down

BOXES = {
    "search": ["slash"],
    "filter": ["f"],
    "find": ["enter", "f"],
    "palette": ["ctrl+p"],
    "note": ["enter", "x"],
}


async def test_the_caret_stands_in_a_box_empty_and_full(own: Path) -> None:
    async with sit_down(own, size=(80, 24)) as person:
        for name, keys in BOXES.items():
            await person.pilot.press(*keys)
            await person.until(lambda: isinstance(person.app.screen.focused, Input | TextArea))
            box = person.app.screen.focused
            assert isinstance(box, Input | TextArea), name
            begin = box.content_region.offset
            assert person.app.cursor_position == begin, name
            await person.pilot.press(*"a模")
            assert person.app.cursor_position - begin == (3, 0), name
            while person.app.screen is not person.main or isinstance(person.app.focused, Input):
                await person.pilot.press("escape")
            await person.pilot.press("escape", "escape")
