"""The files of a library: where they are read from, what is there now, and what has changed.

A root is a folder, a single file, or a text that is in no file. One pass over its folders asks for
names, times and sizes only. Hidden files and folders, `*.incoming.md` and links that lead to
folders or out of the root are left out. Whatever cannot be used gives one `Problem`; the rest goes
on. A file is known by the top of its root and its path below that. Of a single file's folder only
that file counts, and a file that two roots hold counts once.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from vibe_tui.errors import Problem
from vibe_tui.state.catalogue import Catalogue
from vibe_tui.text import Text

ENDINGS = (".md", ".markdown")
INCOMING = ".incoming.md"
"""Ending of the text of a source that does not replace the report beside which it stands."""
MOST_BESIDE = 99
"""Such texts that one report has at most."""
_BESIDE = re.compile(r"\.incoming(?:-\d{1,2})?\.md$", re.IGNORECASE)

LARGEST = 64 * 1024 * 1024

RootKind = Literal["library", "bundled", "folder", "file", "text"]
Key = tuple[str, str]
"""A file: the top that it is known under, and its path below that."""
Stamp = int
"""What tells a changed file: one number for its time and size, since ten thousand are compared."""


@dataclass(frozen=True, slots=True)
class Root:
    """Where reports are read from: a folder, a single file, or a text that is in no file.

    A `library` or `bundled` folder need not exist. `source` is for reports that name none.
    """

    path: Path
    kind: RootKind = "library"
    source: str = ""
    text: str = ""

    @property
    def top(self) -> str:
        """The folder that its files are known under."""
        folder = self.path.parent if self.kind in ("file", "text") else self.path
        return folder.as_posix().rstrip("/")

    def resolved(self) -> Root:
        """The same root with an absolute path and its links followed."""
        if self.kind == "text":
            return self
        return replace(self, path=self.path.expanduser().resolve())


def is_report_name(name: str) -> bool:
    """Whether a file of this name is a report: Markdown, not hidden, not set beside."""
    low = name.lower()
    return low.endswith(ENDINGS) and not low.startswith(".") and not is_beside(low)


def is_beside(name: str) -> bool:
    """Whether a file of this name is the text of a source beside a report."""
    return _BESIDE.search(name) is not None


def beside(path: Path, number: int = 1) -> Path:
    """Where the first text of a source stands beside the report at `path`, or another one."""
    ending = f".incoming-{number}.md" if number > 1 else INCOMING
    return path.with_name(path.stem + ending)


def refused_link(link: Path, folder: Path) -> Text | None:
    """Why a symbolic link that was met in `folder` is not followed; `None` for one that is.

    It must lead to a file inside.
    """
    try:
        target = link.resolve(strict=True)
        root = folder.resolve()
    except (OSError, RuntimeError):
        return Text("链接指向不存在的文件", "is a link that leads nowhere")
    if target.is_dir():
        return Text("是指向文件夹的链接，未进入", "is a link to a folder and was not followed")
    if not target.is_relative_to(root):
        return Text("链接指向文件夹之外，未读取", "is a link that leads out of the folder")
    return None


def incoming_beside(path: str) -> Problem | None:
    """That the source of a report has another text, where one stands beside its file."""
    there = next(filter(Path.is_file, (beside(Path(path), n) for n in range(1, 4))), None)
    if there is None:
        return None
    return Problem(
        there.name,
        Text(
            "来源后来给出的内容，没有覆盖这篇：你改过它，或新内容不完整",
            "is a later text of the source, which did not replace this one: you edited it, or the"
            " later text is not whole",
        ),
        Text("合并后删去它", "delete it once it is merged"),
    )


def no_access(path: str, error: OSError) -> Problem:
    """The one line for a file or folder that the system refuses to read."""
    reason = error.strerror or str(error)
    return Problem(
        path,
        Text(f"无法读取（{reason}）", f"cannot be read ({reason})"),
        Text("请检查路径和权限", "check the path and its permissions"),
    )


class Walk:
    """The files of one root by path below its top, with `/`, and what could not be used."""

    def __init__(self, root: Root) -> None:
        self.files: dict[str, Stamp] = {}
        self.problems: list[Problem] = []
        self._root = root.path
        self._skip = len(str(root.path).rstrip("/\\")) + 1
        if root.kind == "text":
            data = root.text.encode("utf-8", "surrogatepass")
            self.files[root.path.name] = hash(data)
        elif root.kind == "file":
            # It was named by the user: its ending does not matter.
            try:
                self._add(root.path.name, root.path.stat(), str(root.path))
            except OSError as error:
                self.problems.append(no_access(str(root.path), error))
        elif root.kind == "folder" and not root.path.exists():
            self.problems.append(Problem(str(root.path), Text("不存在", "does not exist")))
        else:
            self._walk()

    def _walk(self) -> None:
        todo = [str(self._root)]
        while todo:
            folder = todo.pop()
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        if entry.name.startswith("."):
                            continue
                        try:
                            if entry.is_dir(follow_symlinks=False):
                                todo.append(entry.path)
                            elif entry.is_symlink():
                                self._add_link(entry)
                            elif is_report_name(entry.name):
                                self._add(entry.path[self._skip :], entry.stat(), entry.path)
                        except OSError as error:
                            self.problems.append(no_access(entry.path, error))
            except FileNotFoundError:
                continue
            except OSError as error:
                self.problems.append(no_access(folder, error))

    def _add(self, relative: str, status: os.stat_result, path: str) -> None:
        if not stat.S_ISREG(status.st_mode):
            self._refuse(path, Text("不是普通文件", "is no regular file"))
        elif status.st_size > LARGEST:
            size = status.st_size // (1024 * 1024)
            self._refuse(
                path, Text(f"{size} MB，过大，未列出", f"is {size} MB, too large to be listed")
            )
        elif not relative.isprintable() and _is_no_text(relative):
            why = Text("文件名不是有效文字", "its name is no valid text")
            self.problems.append(Problem(ascii(path), why, Text("请改名", "rename it")))
        else:
            self.files[relative.replace(os.sep, "/")] = hash((status.st_mtime_ns, status.st_size))

    def _add_link(self, entry: os.DirEntry[str]) -> None:
        """A symbolic link counts only when it leads to a file inside the root."""
        path = Path(entry.path)
        if is_report_name(entry.name) or path.is_dir():
            if why := refused_link(path, self._root):
                self._refuse(entry.path, why)
            else:
                self._add(entry.path[self._skip :], path.stat(), entry.path)

    def _refuse(self, path: str, why: Text) -> None:
        self.problems.append(Problem(path, why))


def _is_no_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


@dataclass(slots=True)
class Difference:
    """How the disk differs from the catalogue, and what on it could not be read."""

    stale: dict[Key, Stamp] = field(default_factory=dict)
    gone: list[Key] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class Disk:
    """All files of some roots."""

    def __init__(self, roots: Sequence[Root]) -> None:
        self._roots = tuple(root.resolved() for root in roots)
        in_files = [root for root in self._roots if root.kind != "text"]
        self.tops = tuple(dict.fromkeys(root.top for root in in_files))
        self.texts = {
            f"{root.top}/{root.path.name}": root.text for root in self._roots if root.kind == "text"
        }
        self._whole = {root.top for root in in_files if root.kind != "file"}
        self._single = {(root.top, root.path.name) for root in in_files if root.kind == "file"}
        self._read_texts: dict[Key, Stamp] = {}

    def root_at(self, top: str) -> Root:
        """The root whose files are known under `top`."""
        return next(root for root in self._roots if root.top == top)

    def holds(self, top: str, path: str) -> bool:
        """Whether the file at `path` below `top` is one of these."""
        return top in self._whole or (top, path) in self._single

    def compare(self, catalogue: Catalogue) -> Difference:
        """Compare the time and size of every file; a text in no file differs the first time."""
        difference = Difference()
        there = self._files(difference)
        for top, files in there.items():
            for path, known in catalogue.files(top):
                if not self.holds(top, path):
                    continue
                stamp = files.pop(path, None)
                if stamp is None:
                    difference.gone.append((top, path))
                elif stamp != known:
                    difference.stale[top, path] = stamp
            difference.stale.update({(top, path): stamp for path, stamp in files.items()})
        return difference

    def _files(self, difference: Difference) -> dict[str, dict[str, Stamp]]:
        """Files and their stamps by top."""
        there: dict[str, dict[str, Stamp]] = {top: {} for top in self.tops}
        known: set[str] = set()
        for root in self._roots:
            walk, top = Walk(root), root.top
            difference.problems += walk.problems
            if root.kind == "text":
                new = {(top, path): stamp for path, stamp in walk.files.items()}
                difference.stale |= {
                    key: stamp for key, stamp in new.items() if self._read_texts.get(key) != stamp
                }
                self._read_texts |= new
            elif len(self._roots) == 1:
                there[top] = walk.files
            else:
                for path, stamp in walk.files.items():
                    whole = f"{top}/{path}"
                    if whole not in known:
                        known.add(whole)
                        there[top][path] = stamp
        return there
