"""Paths in notices: from the home folder on, or by name alone where there is no room."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.paths import short_path


@pytest.mark.parametrize(
    ("where", "wide", "narrow"),
    [
        ("{home}/a/state.db", "~/a/state.db", "state.db"),
        ("{home}/a/config.toml:7", "~/a/config.toml:7", "config.toml:7"),
        ("{home}x/state.db", "{home}x/state.db", "state.db"),
        ("/elsewhere/state.db", "/elsewhere/state.db", "state.db"),
        ("https://e.example/feed.xml", "https://e.example/feed.xml", "https://e.example/feed.xml"),
        ("a source", "a source", "a source"),
    ],
)
def test_paths(home: Path, where: str, wide: str, narrow: str) -> None:
    where, wide = where.format(home=home), wide.format(home=home)
    assert short_path(where, whole=True) == wide
    assert short_path(where, whole=False) == narrow
