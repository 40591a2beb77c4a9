"""The report files below a folder, found in one pass that only asks for names, times and sizes.

Hidden files and folders, `*.incoming.md` and links that lead to folders or out of the root are
left out. Whatever cannot be used gives one `Problem`; the rest goes on.

Where reports are read from.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from vibe_tui.errors import Problem
from vibe_tui.text import Text

ENDINGS = (".md", ".markdown")
INCOMING = ".incoming.md"
"""Ending of the text that a source has for a file which the user edited."""

LARGEST = 64 * 1024 * 1024


class Stamp(NamedTuple):
    """What tells a changed file: modification time in nanoseconds and size in bytes."""

    mtime_ns: int
    size: int


class Found(NamedTuple):
    """Files by path relative to the root, with `/`, and what could not be used."""

    files: dict[str, Stamp]
    problems: list[Problem]


def is_report_name(name: str) -> bool:
    """Whether a file of this name is a report: Markdown, not hidden, not set beside."""
    low = name.lower()
    return low.endswith(ENDINGS) and not low.startswith(".") and not low.endswith(INCOMING)


def incoming_beside(path: str) -> Problem | None:
    """That the source of a report has a newer text, where one stands beside its file."""
    beside = Path(path).with_suffix(INCOMING)
    if not beside.is_file():
        return None
    return Problem(
        beside.name,
        Text(
            "来源后来给出的新内容：你改过这篇，所以没有覆盖",
            "is the newer text of the source: you edited this report, so it was not replaced",
        ),
        Text("合并后删去它", "delete it once it is merged"),
    )


def walk(root: Path) -> Found:
    """The reports below `root`; nothing, and no problem, where there is no such folder."""
    files: dict[str, Stamp] = {}
    problems: list[Problem] = []
    top = str(root)
    skip = len(top.rstrip("/\\")) + 1
    todo = [top]
    while todo:
        folder = todo.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    name = entry.name
                    if name.startswith("."):
                        continue
                    try:
                        if entry.is_dir(follow_symlinks=False):
                            todo.append(entry.path)
                        elif entry.is_symlink():
                            _add_link(entry, root, skip, files, problems)
                        elif is_report_name(name):
                            _add(entry.path[skip:], entry.stat(), entry.path, files, problems)
                    except OSError as error:
                        problems.append(unreadable(entry.path, error))
        except FileNotFoundError:
            continue
        except OSError as error:
            problems.append(unreadable(folder, error))
    return Found(files, problems)


def stamp_file(path: Path) -> tuple[Mapping[str, Stamp], list[Problem]]:
    """One file that was named by the user, whatever its ending, under its bare name."""
    files: dict[str, Stamp] = {}
    problems: list[Problem] = []
    try:
        _add(path.name, path.stat(), str(path), files, problems)
    except OSError as error:
        problems.append(unreadable(str(path), error))
    return files, problems


def unreadable(path: str, error: OSError) -> Problem:
    """The one line for a file or folder that the system refuses to read."""
    reason = error.strerror or str(error)
    return Problem(
        path,
        Text(f"无法读取（{reason}）", f"cannot be read ({reason})"),
        Text("请检查路径和权限", "check the path and its permissions"),
    )


def _add(
    relative: str,
    status: os.stat_result,
    path: str,
    files: dict[str, Stamp],
    problems: list[Problem],
) -> None:
    if not stat.S_ISREG(status.st_mode):
        problems.append(Problem(path, Text("不是普通文件", "is no regular file")))
    elif status.st_size > LARGEST:
        size = status.st_size // (1024 * 1024)
        problems.append(
            Problem(path, Text(f"{size} MB，过大，未列出", f"is {size} MB, too large to be listed"))
        )
    elif not relative.isprintable() and _is_no_text(relative):
        problems.append(
            Problem(
                ascii(path),
                Text("文件名不是有效文字", "its name is no valid text"),
                Text("请改名", "rename it"),
            )
        )
    else:
        files[relative.replace(os.sep, "/")] = Stamp(status.st_mtime_ns, status.st_size)


def _add_link(
    entry: os.DirEntry[str],
    root: Path,
    skip: int,
    files: dict[str, Stamp],
    problems: list[Problem],
) -> None:
    """A symbolic link counts only when it leads to a file inside the root."""
    try:
        target = Path(entry.path).resolve(strict=True)
    except (OSError, RuntimeError):
        if is_report_name(entry.name):
            problems.append(
                Problem(entry.path, Text("链接指向不存在的文件", "is a link that leads nowhere"))
            )
        return
    if target.is_dir():
        why = Text("是指向文件夹的链接，未进入", "is a link to a folder and was not followed")
        problems.append(Problem(entry.path, why))
    elif is_report_name(entry.name):
        if target.is_relative_to(root.resolve()):
            _add(entry.path[skip:], target.stat(), entry.path, files, problems)
        else:
            why = Text("链接指向文库之外，未列出", "is a link that leads out of the library")
            problems.append(Problem(entry.path, why))


def _is_no_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


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
