"""Which links leave the reader, which stay, and which are refused (SEC-08)."""

from __future__ import annotations

import pytest

from vibe_tui.tui.links import LinkKind, kind_of


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
    assert kind_of(target) is kind
