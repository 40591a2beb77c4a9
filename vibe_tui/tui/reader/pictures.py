"""Pictures: as cells of the page, and one by one on the whole screen.

On the page they are half blocks in two colours, which any terminal with colour draws. Paint asks
for a row and gets what is ready; what is not is decoded in a worker, the newest wish first, and
then the page draws again; for a picture that turns out to be broken it shows words. On the whole
screen the terminal draws pixels where it can, sent by `textual-image`. `load_drawing` asks the
terminal what it can draw, and so must run before Textual reads the keyboard.
"""

from __future__ import annotations

import io
import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.console import Console
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.containers import Container
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.library.picture_files import pixels_of
from vibe_tui.render.blocks import PictureRow
from vibe_tui.render.links import Picture, cells_of
from vibe_tui.text import Language, Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.screens import TopScreen
from vibe_tui.tui.terminal.programs import copy

if TYPE_CHECKING:
    from PIL.Image import Image

_KEPT = 24
"""Pictures whose cells are kept."""

_WANTED = 6
"""Pictures that wait to be decoded; of those asked for before them the page asks again."""

_ARE_YOU_THERE = "\x1b[5n"
_HERE = b"\x1b[0n"
_PATIENCE = 1.0

NOT_INSTALLED = VibeError(
    Text("显示图片要先装 textual-image", "showing pictures needs textual-image"),
    Text(
        "装上 images 附加包（见 README），或在设置里写 images = false",
        "install the extra “images” (see the README), or set images = false",
    ),
)


class _Key(NamedTuple):
    path: str
    stamp: int
    columns: int
    rows: int


class PictureCells:
    """The cells of the pictures on one page. `ready` and `broken` are called on the UI thread."""

    def __init__(
        self, jobs: Jobs, ready: Callable[[], None], broken: Callable[[str, Text], None]
    ) -> None:
        self._jobs = jobs
        self._ready = ready
        self._broken = broken
        self._cells: LRUCache[_Key, tuple[Strip, ...]] = LRUCache(_KEPT)
        self._wanted: list[_Key] = []
        self._decoding = False

    def strip(self, picture: Picture, row: PictureRow) -> Strip:
        """The cells of a row, blank until they are ready."""
        key = _Key(picture.path, picture.stamp, row.columns, row.rows)
        cells = self._cells.get(key)
        if cells is not None:
            return cells[row.row]
        if key not in self._wanted:
            self._wanted = [*self._wanted, key][-_WANTED:]
            if not self._decoding:
                self._next()
        return Strip.blank(row.columns)

    def _next(self) -> None:
        self._decoding = bool(self._wanted)
        if self._wanted:
            key = self._wanted[-1]
            self._jobs.run(
                "picture",
                lambda _: strips_of(key.path, key.columns, key.rows),
                partial(self._decoded, key),
                partial(self._failed, key),
            )

    def _decoded(self, key: _Key, cells: tuple[Strip, ...]) -> None:
        self._cells.set(key, cells)
        self._done(key)
        self._ready()

    def _failed(self, key: _Key, error: VibeError) -> None:
        self._done(key)
        self._broken(key.path, error.message)

    def _done(self, key: _Key) -> None:
        self._wanted = [wanted for wanted in self._wanted if wanted != key]
        self._next()


def strips_of(path: str, columns: int, rows: int) -> tuple[Strip, ...]:
    """A picture in `columns` × `rows` cells. For a worker. Raises `VibeError`."""
    from textual_image.renderable import HalfcellImage

    drawn = HalfcellImage(pixels_of(path, columns, 2 * rows), width=columns, height=rows)
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system="truecolor", width=columns
    )
    lines = Segment.split_lines(console.render(drawn))
    return tuple([Strip(Segment.simplify(line), columns) for line in lines])


def draws_pixels() -> bool:
    """Whether the terminal draws pictures themselves, by Sixel or by Kitty's protocol."""
    from textual_image.renderable import Image, SixelImage, TGPImage

    return Image in (SixelImage, TGPImage)


def load_drawing() -> None:
    """Import what draws pictures, which asks the terminal. Raises `VibeError` where it is missing.

    Before Textual starts: an answer that comes late, over a slow line, would be taken for keys.
    """
    try:
        import_module("textual_image.widget")
    except ImportError:
        raise NOT_INSTALLED from None
    _wait_for_answers()


def _wait_for_answers() -> None:
    """Read what the terminal still answers: it answers in order, so ask one thing more."""
    if sys.platform == "win32":
        return
    import termios
    import tty

    out, keys = sys.__stdout__, sys.__stdin__
    if out is None or keys is None or not (out.isatty() and keys.isatty()):
        return
    with suppress(OSError, termios.error):
        number = keys.fileno()
        before = termios.tcgetattr(number)
        tty.setcbreak(number, termios.TCSANOW)
        try:
            out.write(_ARE_YOU_THERE)
            out.flush()
            answer, until = b"", time.monotonic() + _PATIENCE
            while _HERE not in answer and (left := until - time.monotonic()) > 0:
                if select.select([number], [], [], left)[0]:
                    answer += os.read(number, 1024)
        finally:
            termios.tcsetattr(number, termios.TCSANOW, before)


_PIXELS = (800, 600)
"""Half of what is kept of a large picture each way."""

_KEYS = Text(
    "← → 上一张、下一张 · y 复制文件名 · esc 返回",
    "← → previous, next · y copy file name · esc back",
)


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

    CSS_PATH = "pictures.tcss"
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
        copy(self, path, Text(path, path))

    def action_close(self) -> None:
        """Back to the report."""
        self.dismiss()
