"""For tests of sync: a user's files in a folder, and feeds to sync into them."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.sync.web import Answer
from vibe_tui.config import Config
from vibe_tui.paths import Paths
from vibe_tui.service import Service
from vibe_tui.sync.sources.file import SourcesFile
from vibe_tui.sync.sources.listed import Source
from vibe_tui.sync.sync import SyncResult

TODAY = dt.date(2026, 8, 12)


@dataclass
class Desk:
    """A user's files, and the service on them."""

    paths: Paths
    service: Service

    def add(self, where: str | Path, id_: str = "", **options: Any) -> Source:
        return self.service.keeper.add(str(where), Source(id_, **options)).source

    def add_raw(self, url: str, id_: str, timeout: int = 2) -> None:
        """As a user who writes the file, without a look at the address."""
        SourcesFile(self.paths.sources).add([Source(id_, url=url, timeout=timeout)])

    def sync(self, *ids: str) -> SyncResult:
        return self.service.sync(ids)

    @property
    def files(self) -> dict[str, bytes]:
        root = self.paths.library
        return {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file()
        }

    def stamps(self) -> dict[str, int]:
        return {
            str(path): path.stat().st_mtime_ns
            for folder in (self.paths.library, self.paths.cache)
            for path in folder.rglob("*")
        }


def paths_in(folder: Path) -> Paths:
    return Paths(
        config=folder / "config" / "config.toml",
        sources=folder / "config" / "sources.toml",
        library=folder / "library",
        bundled=folder / "bundled",
        state=folder / "data" / "state.db",
        cache=folder / "cache",
        explicit=True,
    )


def desk_in(folder: Path) -> Desk:
    paths = paths_in(folder)
    return Desk(paths, Service(paths, Config(), today=lambda: TODAY))


def feed(items: Sequence[dict[str, object]], etag: str = "", title: str = "试刊") -> Answer:
    body = {"version": "https://jsonfeed.org/version/1.1", "title": title, "items": items}
    headers = {"Content-Type": "application/feed+json"} | ({"ETag": etag} if etag else {})
    return Answer(200, json.dumps(body, ensure_ascii=False).encode(), headers)


def item(number: int, **more: object) -> dict[str, object]:
    return {
        "id": f"guid-{number}",
        "url": f"https://e.example/{number}",
        "title": f"第 {number} 篇",
        "date_published": f"2026-08-{number % 28 + 1:02d}T08:00:00Z",
        "content_html": f"<h2>摘要</h2><p>内容 {number} 号，独特词{number}。</p>",
    } | more
