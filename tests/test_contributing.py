"""The map of the house in CONTRIBUTING names files that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
_PATH = re.compile(r"(?:[a-z_]+/)*[a-z_]+\.(?:py|toml|txt|md)|[a-z_]+(?:/[a-z_]+)+")


def missing(text: str) -> list[str]:
    """The paths of a text that lead nowhere, from the root or from any folder of the package."""
    package = ROOT / "vibe_tui"
    known = {str(one.relative_to(package)) for one in package.rglob("*")}
    pieces = [*re.findall(r"`([^`\n]+)`", text), *re.findall(r"\S+\.py", text)]
    paths = set(filter(_PATH.fullmatch, pieces))
    return sorted(
        path
        for path in paths
        if not (ROOT / path).exists()
        and not any(f"/{one}".endswith((f"/{path}", f"/{path}.py")) for one in known)
    )


def test_every_path_of_the_map_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert missing(text) == []
    assert missing(text.replace("place/renew", "place/renewing")) == ["place/renewing"]
    assert missing(text.replace("sync/guard.py", "sync/guards.py")) == ["sync/guards.py"]
