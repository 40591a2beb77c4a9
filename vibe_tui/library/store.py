"""Writes reports into the library: `<root>/<YYYY>/<YYYY-MM-DD>-<slug>.md`.

Whole files or none, never outside the root (whatever titles and links in it say), never over a
file that another run made. Failures are `VibeError`s that name the path. Slugs are readable and
safe on every file system: letters, digits and their marks stay (Chinese stays Chinese), in lower
case and NFC, everything else becomes a single hyphen; never empty, reserved, or hidden.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.files import create_text, replace_text
from vibe_tui.library.walk import beside
from vibe_tui.text import Text

LONGEST = 120
"""Bytes of a slug: with a date and any ending it stays below every file system's limit."""

NAMELESS = "report"
ASSETS = "assets"
"""The folder of the library in which the pictures of its reports are kept."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin|conout|com\d|lpt\d)$")


def slugify(title: str, longest: int = LONGEST) -> str:
    """A name for `title` of at most `longest` bytes of UTF-8, cut at a hyphen where one is near."""
    text = unicodedata.normalize("NFC", title).casefold()
    parts = re.split(r"-+", "".join(char if _stays(char) else "-" for char in text[:2000]))
    slug = "-".join(filter(None, (_without_leading_marks(part) for part in parts)))
    slug = unicodedata.normalize("NFC", slug)
    if len(slug.encode()) > longest:
        cut = slug.encode()[:longest].decode(errors="ignore")
        at_hyphen = cut.rfind("-")
        slug = cut[:at_hyphen] if at_hyphen > len(cut) * 2 // 3 else cut.rstrip("-")
    if not slug:
        return NAMELESS
    return f"{slug}-{NAMELESS}" if _RESERVED.match(slug) else slug


def _stays(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LN" or (category in ("Mn", "Mc") and not 0xFE00 <= ord(char) <= 0xFE0F)


def _without_leading_marks(part: str) -> str:
    while part and unicodedata.category(part[0])[0] == "M":
        part = part[1:]
    return part


class Store:
    """The library folder that this program writes to. The folder is made with the first file."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._taken: dict[Path, set[str]] = {}

    @property
    def is_empty(self) -> bool:
        """Whether there is no report in it, or no folder at all."""
        return next(self.root.rglob("*.md"), None) is None

    def add(self, text: str, date: dt.date, title: str) -> Path:
        """Write a new report and give its path; its name is not one that is taken."""
        folder = self._inside(self.root / f"{date.year:04d}")
        stem = f"{date.isoformat()}-{slugify(title)}"
        name = stem
        number = 1
        with _failing_as(folder):
            folder.mkdir(parents=True, exist_ok=True)
            taken = self._names(folder)
            while _folded(name) in taken or not create_text(folder / f"{name}.md", text):
                taken.add(_folded(name))
                number += 1
                name = f"{stem}-{number}"
            taken.add(_folded(name))
        return folder / f"{name}.md"

    def update(self, path: Path, text: str, old: bytes) -> bool:
        """Replace a report that held `old`; `False`, with nothing written, where it was edited
        since."""
        path = self._inside(path)
        with _failing_as(path):
            return replace_text(path, text, old)

    def set_beside(self, path: Path, text: str, number: int = 1, old: bytes = b"") -> bool:
        """Write a text beside a report, over the `old` one there; `False` where that was edited."""
        return self.update(beside(path, number), text, old)

    def remove(self, path: Path) -> None:
        """Remove a file of the library."""
        path = self._inside(path)
        with _failing_as(path):
            path.unlink(missing_ok=True)

    def relative(self, path: Path) -> str:
        """`path` within the library, with `/`: the form that `Origins` keeps."""
        return self._inside(path).relative_to(self.root.resolve()).as_posix()

    def path(self, relative: str) -> Path:
        """The file that `relative` names; raises `VibeError` where that is outside."""
        return self._inside(self.root / relative)

    def _inside(self, path: Path) -> Path:
        """`path` with its links followed. A link that leads out of the library is refused."""
        try:
            found = path.resolve()
            root = self.root.resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise VibeError(Text(f"{path} 不是可用的路径", f"{path} is no usable path")) from error
        if not found.is_relative_to(root):
            raise VibeError(
                Text(f"{path} 在文库之外", f"{path} is outside the library"),
                Text("请移走通向别处的链接", "move the link that leads elsewhere out of the way"),
            )
        return found

    def _names(self, folder: Path) -> set[str]:
        if folder not in self._taken:
            self._taken[folder] = {
                _folded(file.name.removesuffix(".md")) for file in folder.iterdir()
            }
        return self._taken[folder]


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


@contextmanager
def _failing_as(path: Path) -> Iterator[None]:
    """Say what cannot be written, where the system refuses."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise VibeError(
            Text(f"无法写入 {path}（{reason}）", f"cannot write {path} ({reason})"),
            Text("请检查权限和磁盘空间", "check its permissions and the room on the disk"),
        ) from error


def written_folders(library: Path) -> Iterator[Path]:
    """The folders of `library` into which a sync writes."""
    yield library
    yield library / ASSETS
    yield from library.glob("[0-9][0-9][0-9][0-9]")


def leftovers(library: Path) -> Iterator[Path]:
    """The half-written files in `library`; those of a run that goes on are among them."""
    for folder in written_folders(library):
        yield from folder.glob(".vibe-*.tmp")


def clear_leftovers(library: Path) -> int:
    """Remove the half-written files; how many there were. Call it only while holding the lock."""
    cleared = 0
    for path in tuple(leftovers(library)):
        try:
            path.unlink()
        except OSError:
            continue
        cleared += 1
    return cleared
