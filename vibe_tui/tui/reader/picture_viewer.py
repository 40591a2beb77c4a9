"""The pictures of a report one by one on the whole screen, as well as the terminal can draw them.

It is given pictures that are in files; they are decoded in a worker, to no more pixels than a
screen has. Cells are made there too; pixels that the terminal draws are sent by `textual-image`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.render.pictures import Picture, cells_of
from vibe_tui.text import Language, Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.reader.pictures import draws_pixels, pixels_of, strips_of
from vibe_tui.tui.top_screen import TopScreen

if TYPE_CHECKING:
    from PIL.Image import Image

_PIXELS = (800, 600)
"""Half of what is kept of a large picture each way."""

_KEYS = Text(
    "← → 上一张、下一张 · y 复制文件名 · esc 返回",
    "← → previous, next · y copy file name · esc back",
)
_COPIED = Text("已复制 {path}", "copied {path}")


class Cells(Widget):
    """A picture in cells."""

    def __init__(self, strips: Sequence[Strip]) -> None:
        super().__init__(classes="picture")
        self.strips = strips

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.strips[0].cell_length

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.strips)

    def render_line(self, y: int) -> Strip:
        """A row of the picture."""
        return self.strips[y] if y < len(self.strips) else Strip.blank(self.size.width)


class PictureViewer(TopScreen[None]):
    """Pictures, full screen, beginning with the one at `at`."""

    CSS_PATH = "picture_viewer.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,l,j,n,space", "step(1)", show=False),
        Binding("left,up,h,k,N,b", "step(-1)", show=False),
        Binding("y", "copy", show=False),
        Binding("escape,q,v,enter", "close", show=False),
    ]

    def __init__(self, pictures: Sequence[Picture], at: int, language: Language) -> None:
        super().__init__()
        self._pictures = pictures
        self._at = at
        self._language: Language = language
        self._jobs = Jobs(self)

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield Container(id="frame")
        yield Static(_KEYS.pick(self._language), id="keys", markup=False)

    def on_resize(self) -> None:
        """Show the picture in all the room there is."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        picture = self._pictures[self._at]
        words = [clean_line(picture.caption), f"{picture.width} × {picture.height}"]
        if len(self._pictures) > 1:
            words.append(f"{self._at + 1}/{len(self._pictures)}")
        self.query_one("#title", Static).update(Content(" · ".join(filter(None, words))))
        room = self.query_one("#frame").size
        if draws_pixels():
            self._jobs.run(
                "picture",
                lambda _: pixels_of(picture.path, *_PIXELS),
                self._decoded,
                self._failed,
            )
        elif room:
            cells = cells_of(picture, room.width, room.height, enlarged=True)
            self._jobs.run(
                "picture",
                lambda _: Cells(strips_of(picture.path, *cells)),
                self._frame,
                self._failed,
            )

    async def _decoded(self, image: Image) -> None:
        from textual_image.widget import Image as Pixels

        await self._frame(Pixels(image, classes="picture"))

    def _failed(self, error: VibeError) -> None:
        words = Static(error.message.pick(self._language), markup=False, classes="picture")
        self.call_later(self._frame, words)

    async def _frame(self, widget: Widget) -> None:
        frame = self.query_one("#frame")
        await frame.remove_children()
        await frame.mount(widget)

    # What keys do

    def action_step(self, by: int) -> None:
        """The next or previous picture."""
        at = max(0, min(self._at + by, len(self._pictures) - 1))
        if at != self._at:
            self._at = at
            self._show()

    def action_copy(self) -> None:
        """Copy the name of the file, for a program that shows pictures."""
        path = str(Path(self._pictures[self._at].path))
        self.app.copy_to_clipboard(path)
        self.notify(clean_line(_COPIED.format(path=path).pick(self._language)), markup=False)

    def action_close(self) -> None:
        """Back to the report."""
        self.dismiss()
