"""Which links leave the reader, which stay, and which are refused (SEC-08)."""

from __future__ import annotations

import pytest

from vibe_tui.render.links import LinkKind, is_picture, link_kind, shown_target


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
