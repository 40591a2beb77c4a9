"""Which files are taken for pictures, and what is said of the others."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageFile

from vibe_tui.errors import VibeError
from vibe_tui.library import picture_files
from vibe_tui.library.picture_files import measured_pictures, pixels_of
from vibe_tui.library.split import split
from vibe_tui.render.document import Document
from vibe_tui.render.links import Picture


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library with one report's folder and pictures kept elsewhere in it."""
    for folder in ("library/2026", "library/assets", "elsewhere"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "library/2026/a.md").write_text("x", "utf-8")
    return tmp_path / "library"


def draw(path: Path, size: tuple[int, int] = (40, 20), mode: str = "RGB") -> None:
    Image.new(mode, size, None).save(path)


def found(library: Path, source: str) -> dict[str, Picture]:
    document = Document(split(source))
    return dict(measured_pictures(document, library / "2026/a.md", [library]))


def problem(library: Path, target: str) -> str:
    (picture,) = found(library, f"![图]({target})").values()
    assert picture.problem is not None
    return picture.problem.en


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("a.png", "2026/a.png"),
        ("../assets/a.png", "assets/a.png"),
        ("图%20一.png", "2026/图 一.png"),
        ("<图 一.png>", "2026/图 一.png"),
        ("a.png?raw=true#x", "2026/a.png"),
    ],
)
def test_pictures_of_the_library_are_found(library: Path, target: str, name: str) -> None:
    draw(library / name)
    (picture,) = found(library, f"![图]({target})").values()
    assert picture.problem is None
    assert (picture.width, picture.height) == (40, 20)
    assert picture.path == str((library / name).resolve())


@pytest.mark.parametrize(
    "target", ["https://e.example/a.png", "data:image/png;base64,AAAA", "file:///a.png", "#a"]
)
def test_what_is_no_file_is_left_alone(library: Path, target: str) -> None:
    assert found(library, f"![图]({target})") == {}


@pytest.mark.parametrize(
    "target", ["../../elsewhere/a.png", "../2026/link.png", "../folder/a.png", "{root}/a.png"]
)
def test_nothing_outside_the_library_is_opened(library: Path, target: str) -> None:
    outside = library.parent / "elsewhere"
    draw(outside / "a.png")
    (library / "2026/link.png").symlink_to(outside / "a.png")
    (library / "folder").symlink_to(outside)
    assert "outside" in problem(library, target.format(root=outside))


def test_links_inside_the_library_are_followed(library: Path) -> None:
    draw(library / "assets/a.png")
    (library / "2026/link.png").symlink_to(library / "assets/a.png")
    (picture,) = found(library, "![图](link.png)").values()
    assert picture.problem is None


def test_a_report_from_a_pipe_has_no_folder_of_its_own(library: Path) -> None:
    draw(library.parent / "elsewhere/a.png")
    document = Document(split("![图](a.png)"))
    (picture,) = measured_pictures(
        document, library.parent / "elsewhere/stdin.md", [library]
    ).values()
    assert picture.problem is not None
    assert "outside" in picture.problem.en


def png(width: int, height: int, data: bytes = b"") -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def test_what_cannot_be_shown_says_why(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = library / "2026"
    (folder / "words.png").write_text("no picture", "utf-8")
    (folder / "page.eps").write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EOF\n")
    (folder / "empty.png").write_bytes(b"")
    (folder / "folder.png").mkdir()
    os.mkfifo(folder / "pipe.png")
    (folder / "loop.png").symlink_to(folder / "loop.png")
    (folder / "bomb.png").write_bytes(png(50_000, 50_000))
    (folder / "big.png").write_bytes(png(8_000, 6_000))
    draw(folder / "heavy.bmp", (400, 400))
    monkeypatch.setattr(picture_files, "BYTES", 100_000)
    for name in ("words.png", "page.eps", "empty.png"):
        assert "no picture" in problem(library, name), name
    assert "no such file" in problem(library, "absent.png")
    assert "no such file" in problem(library, "loop.png")
    assert "no such file" in problem(library, f"{'x' * 5000}.png")
    assert "no regular file" in problem(library, "folder.png")
    assert "no regular file" in problem(library, "pipe.png")
    assert "pixels" in problem(library, "bomb.png")
    assert "pixels" in problem(library, "big.png")
    assert "larger" in problem(library, "heavy.bmp")


def test_pixels_are_no_more_than_asked_for(library: Path) -> None:
    draw(library / "a.png", (800, 400))
    image = pixels_of(str(library / "a.png"), 40, 20)
    assert image.mode == "RGB"
    assert image.size == (80, 40)


def test_transparent_pictures_stand_on_white(library: Path) -> None:
    draw(library / "a.png", mode="RGBA")
    assert pixels_of(str(library / "a.png"), 40, 20).getpixel((0, 0)) == (255, 255, 255)


def test_turned_photographs_stand_upright(library: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 20)).save(library / "2026/a.jpg", exif=exif)
    (picture,) = found(library, "![图](a.jpg)").values()
    assert (picture.width, picture.height) == (20, 40)
    assert pixels_of(picture.path, 20, 40).size == (20, 40)


def test_sizes_are_known_without_decoding(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(image: ImageFile.ImageFile) -> None:
        raise AssertionError(f"{image.format} was decoded")

    names = [f"a.{ending}" for ending in ("png", "jpg", "gif", "webp", "bmp")]
    for name in names:
        draw(library / "2026" / name)
    monkeypatch.setattr(ImageFile.ImageFile, "load", decode)
    pictures = found(library, "".join(f"![图]({name})" for name in names))
    assert [(one.width, one.height) for one in pictures.values()] == [(40, 20)] * len(names)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_every_mode_becomes_rgb(library: Path, mode: str) -> None:
    path = library / ("a.jpg" if mode == "CMYK" else "a.png")
    draw(path, mode=mode)
    assert pixels_of(str(path), 40, 20).mode == "RGB"


def test_a_file_that_ends_in_the_middle_says_so(library: Path) -> None:
    whole = png(40, 20, zlib.compress(bytes(40 * 20 * 3 + 20)))
    path = library / "2026/a.png"
    path.write_bytes(whole[:60])
    (picture,) = found(library, "![图](a.png)").values()
    assert picture.problem is None
    with pytest.raises(VibeError, match="damaged"):
        pixels_of(picture.path, 40, 20)
