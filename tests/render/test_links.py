"""Which targets may be opened, and how; room for the pictures that a report names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.split import split
from vibe_tui.render.blocks import PictureRow
from vibe_tui.render.document import Document
from vibe_tui.render.links import (
    ROWS,
    LinkKind,
    Picture,
    captions_of,
    cells_of,
    is_picture,
    link_kind,
    shown_target,
)
from vibe_tui.render.page import Page, PageLine
from vibe_tui.render.parse import parse_blocks
from vibe_tui.render.plain import to_text
from vibe_tui.text import Text


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("https://e.example/a", LinkKind.OUTSIDE),
        ("HTTP://e.example", LinkKind.OUTSIDE),
        ("mailto:a@e.example", LinkKind.OUTSIDE),
        ("#风险", LinkKind.ANCHOR),
        ("第二章.md#风险", LinkKind.FILE),
        ("../2024/a.md", LinkKind.FILE),
        ("javascript:x", LinkKind.REFUSED),
        ("JaVaScRiPt:x", LinkKind.REFUSED),
        ("\tjavascript:x", LinkKind.REFUSED),
        ("java\nscript:x", LinkKind.REFUSED),
        ("data:text/html,x", LinkKind.REFUSED),
        ("file:///etc/hosts", LinkKind.REFUSED),
        ("vbscript:x", LinkKind.REFUSED),
        ("smb://h/x", LinkKind.REFUSED),
        ("ssh://-oX", LinkKind.REFUSED),
        ("//host/share", LinkKind.REFUSED),
        ("\\\\host\\share", LinkKind.REFUSED),
        ("", LinkKind.REFUSED),
    ],
)
def test_kind_of(target: str, kind: LinkKind) -> None:
    assert link_kind(target) is kind


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        ("#%E9%A3%8E%E9%99%A9", "#风险"),
        ("../2025/%E6%97%A7%20%E6%96%87.md#a", "../2025/旧 文.md#a"),
        ("https://e.example/%E9%A3%8E?a=%2F", "https://e.example/%E9%A3%8E?a=%2F"),
        ("javascript:%61", "javascript:%61"),
        ("a%1b%0ab.md", "a␛ b.md"),
    ],
)
def test_targets_inside_are_shown_in_their_own_characters(target: str, shown: str) -> None:
    assert shown_target(target) == shown


@pytest.mark.parametrize("name", ["a.png", "A.JPG", "../a.webp?raw=1", "a.jpeg#x"])
def test_pictures_are_known_by_name(name: str) -> None:
    assert is_picture(name)


@pytest.mark.parametrize("name", ["a.md", "a.png.md", "png", "#a.png/b"])
def test_other_names_are_no_pictures(name: str) -> None:
    assert not is_picture(name)


TEXT = """\
## 甲

前文。

![曲线](a.png)

后文。

- 一项 ![小图](b.png)
- 又一项

| 表 | 图 |
| --- | --- |
| 值 | ![格](c.png) |
"""
BROKEN = Text("文件坏了", "the file is broken")


def page(width: int, **pictures: Picture) -> Page:
    document = Document(split(TEXT))
    document.pictures = {f"{name}.png": picture for name, picture in pictures.items()}
    return Page(document, width)


def rows_of(page: Page) -> list[PageLine]:
    return list(page.all_lines())


@pytest.mark.parametrize(
    ("source", "targets"),
    [
        ("![甲](a.png) 和 ![乙](b.png)", ["a.png", "b.png"]),
        ("![甲](a.png)![甲](a.png)", ["a.png"]),
        ("[![甲](a.png)](https://e.example)", ["a.png"]),
        ("> - ![甲](a.png)", ["a.png"]),
        ('<img src="a.png" alt="甲">', ["a.png"]),
        ("$x$ 与 [甲](a.png)", []),
    ],
)
def test_targets_of_a_block(source: str, targets: list[str]) -> None:
    assert list(captions_of(parse_blocks(source)[0])) == targets


def test_targets_of_a_report() -> None:
    captions = {"a.png": "曲线", "b.png": "小图", "c.png": "格"}
    assert Document(split(TEXT)).captions() == captions
    assert list(Document(split(TEXT)).captions()) == list(captions)
    assert Document(split("## 甲\n\n没有图。")).captions() == {}


@pytest.mark.parametrize(
    ("pixels", "room", "cells"),
    [
        ((800, 400), (88, 20), (80, 20)),
        ((800, 400), (40, 20), (40, 10)),
        ((80, 32), (88, 20), (10, 2)),
        ((400, 4000), (88, 20), (4, 20)),
        ((20_000, 3), (88, 20), (88, 1)),
        ((1, 1), (88, 20), (1, 1)),
    ],
)
def test_cells_of_a_picture(
    pixels: tuple[int, int], room: tuple[int, int], cells: tuple[int, int]
) -> None:
    assert cells_of(Picture(*pixels), *room) == cells


@given(st.integers(1, 100_000), st.integers(1, 100_000), st.integers(1, 200), st.integers(1, 60))
def test_a_picture_stays_in_its_room(width: int, height: int, columns: int, rows: int) -> None:
    found = cells_of(Picture(width, height), columns, rows)
    assert 1 <= found[0] <= columns
    assert 1 <= found[1] <= rows


def test_rows_stand_under_the_block_that_names_the_picture() -> None:
    rows = rows_of(page(40, a=Picture(160, 64)))
    shown = [row for row in rows if row.picture]
    assert [row.picture for row in shown] == [PictureRow("a.png", 20, 4, row) for row in range(4)]
    above = rows[rows.index(shown[0]) - 1]
    assert above.line.text == "▣ 曲线"
    assert above.block == shown[0].block
    assert rows[rows.index(shown[-1]) + 2].line.text == "后文。"


def test_lists_and_tables_show_theirs_too() -> None:
    rows = rows_of(page(40, b=Picture(80, 32), c=Picture(80, 32)))
    assert [row.picture.target for row in rows if row.picture] == ["b.png"] * 2 + ["c.png"] * 2


def test_a_picture_is_no_higher_than_a_screen() -> None:
    rows = rows_of(page(88, a=Picture(4000, 8000)))
    assert len([row for row in rows if row.picture]) == ROWS


@pytest.mark.parametrize("width", [12, 20, 80])
def test_what_fails_is_said_in_words(width: int) -> None:
    text = "".join(row.line.text.strip() for row in rows_of(page(width, a=Picture(problem=BROKEN))))
    assert "▣ 曲线（图未显示：文件坏了）后文。" in text
    assert all(row.line.width <= width for row in rows_of(page(width, a=Picture(problem=BROKEN))))


def test_without_pictures_only_the_caption_stands() -> None:
    assert not any(row.picture for row in rows_of(page(40)))
    assert "▣ 曲线" in "\n".join(to_text(page(40)))


def test_a_row_of_a_picture_is_found_again_at_another_width() -> None:
    wide, narrow = page(88, a=Picture(800, 400)), page(44, a=Picture(800, 400))
    top = next(row for row, line in enumerate(wide.lines(0, 100)) if line.picture)
    place = wide.place_at(top + 5)
    narrow.lines(0, 100)
    found = narrow.lines(narrow.row_of(place), 1)[0]
    assert found.picture == PictureRow("a.png", 44, 11, 5)
    assert wide.row_of(place) == top + 5
