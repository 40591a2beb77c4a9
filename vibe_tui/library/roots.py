"""Where reports are read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from vibe_tui.errors import Problem
from vibe_tui.library.walk import Stamp, stamp_file, walk
from vibe_tui.text import Text

RootKind = Literal["library", "bundled", "folder", "file", "text"]


@dataclass(frozen=True, slots=True)
class Root:
    """Where reports are read from: a folder, a single file, or a text that is in no file.

    A `library` or `bundled` folder need not exist. `source` is for reports that name none.
    """

    path: Path
    kind: RootKind = "library"
    source: str = ""
    text: str = ""


def resolved(root: Root) -> Root:
    """`root` with an absolute path and its links followed."""
    if root.kind == "text":
        return root
    return replace(root, path=root.path.expanduser().resolve())


def top_of(root: Root) -> str:
    """The folder that the files of a root are known under."""
    folder = root.path.parent if root.kind in ("file", "text") else root.path
    return folder.as_posix().rstrip("/")


def files_of(root: Root) -> tuple[Mapping[str, Stamp], list[Problem]]:
    """The files of a root by path below its top, and what could not be used."""
    if root.kind == "text":
        data = root.text.encode("utf-8", "surrogatepass")
        return {root.path.name: Stamp(hash(data), len(data))}, []
    if root.kind == "file":
        return stamp_file(root.path)
    if root.kind == "folder" and not root.path.exists():
        return {}, [Problem(str(root.path), Text("不存在", "does not exist"))]
    return walk(root.path)
