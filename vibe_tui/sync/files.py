"""Files and folders that a user names, read as reports: dumps, Markdown, saved pages and feeds.

What a file holds decides, not its ending: a dump may be called `.md`. Folders are walked in name
order without following links; what is no report there is passed over, while a file that was named
itself must be readable. Reading raises `VibeError` with the file's name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.library.metadata_values import day_of, moment_of, words
from vibe_tui.library.walk import INCOMING
from vibe_tui.sync.decode import decode
from vibe_tui.sync.dump.read import is_dump, read_dump
from vibe_tui.sync.incoming import Incoming, Item
from vibe_tui.sync.markup import FEEDS, PAGES, is_markup, read_markup
from vibe_tui.sync.plan import FILE
from vibe_tui.text import Text

MAX_BYTES = 256 * 1024 * 1024
MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")
READABLE = (*MARKDOWN, ".txt", ".text", *PAGES, *FEEDS)
_ATX = re.compile(r"^#\s+(.+?)\s*#*\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read; `named` tells that the user named it rather than its folder."""

    path: Path
    named: bool


@dataclass(frozen=True, slots=True)
class Contents:
    """The reports of one file, what of it could not be taken, and what was odd about the rest."""

    reports: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


def find_files(path: Path, on_problem: Callable[[Problem], None]) -> Iterator[Found]:
    """The files that `path` names: itself, or what can hold reports in a folder."""
    try:
        if not path.is_dir():
            yield Found(path, named=True)
            return
    except OSError as error:
        on_problem(_unreadable(path, error))
        return

    def failed(error: OSError) -> None:
        on_problem(_unreadable(Path(error.filename or path), error))

    for folder, names, files in os.walk(path, onerror=failed):
        # What browsers save beside a page belongs to it.
        beside = {f"{Path(name).stem}{end}" for name in files for end in ("_files", ".files")}
        names[:] = sorted(name for name in names if name[0] != "." and name not in beside)
        for name in sorted(files):
            ending = Path(name).suffix.casefold()
            if not name.startswith(".") and not name.endswith(INCOMING) and ending in READABLE:
                yield Found(Path(folder, name), named=False)


def read_file(path: Path) -> Contents:
    """The reports in the file at `path`. Raises `VibeError`."""
    where = str(path)
    data = _read(path)
    ending = path.suffix.casefold()
    if not data or data.isspace():
        raise VibeError(
            Text(f"{where}：文件是空的", f"{where}: the file is empty"),
            Text("请重新下载后再导入", "get it again and import it"),
        )
    if is_markup(data, ending):
        reports = read_markup(data, where, ending)
        return Contents(tuple(_known_by_place(report, path) for report in reports))
    text = decode(data, where, is_sure=is_dump)
    if is_dump(text):
        dump = read_dump(text, where)
        return Contents(dump.items, dump.problems)
    if ending in MARKDOWN:
        return _read_markdown(text, path)
    read_dump(text, where)
    return Contents(())


def _known_by_place(report: Item, path: Path) -> Item:
    """`report`, known by its file where neither it nor its source says how to know it."""
    if report.source or report.url or report.guid:
        return report
    return replace(report, guid=f"{FILE}{path.resolve()}")


def _read(path: Path) -> bytes:
    try:
        if not path.exists():
            raise VibeError(
                Text(f"{path}：没有这个文件", f"{path}: no such file"),
                Text("请检查路径", "check the path"),
            )
        if not path.is_file():
            raise VibeError(Text(f"{path}：不是普通文件", f"{path}: not a regular file"))
        if path.stat().st_size > MAX_BYTES:
            raise VibeError(
                Text(f"{path}：文件超过 256 MB", f"{path}: the file is larger than 256 MB"),
                Text("请分成几份再导入", "import it in parts"),
            )
        return path.read_bytes()
    except OSError as error:
        problem = _unreadable(path, error)
        raise VibeError(
            Text(f"{path}：{problem.message.zh}", f"{path}: {problem.message.en}"), problem.hint
        ) from error


def _unreadable(path: Path, error: OSError) -> Problem:
    reason = error.strerror or str(error)
    return Problem(
        str(path),
        Text(f"无法读取（{reason}）", f"cannot be read ({reason})"),
        Text("请检查权限", "check its permissions"),
    )


def _read_markdown(text: str, path: Path) -> Contents:
    """One Markdown file as one report; a front matter that cannot be read stays in the text."""
    meta, body, _, problems = read_front_matter(text, str(path))
    if problems and not meta:
        body = text
    heading = _ATX.search(body)
    title = words(meta.get("title")) or words(meta.get("标题"))
    title = title or (heading[1] if heading else path.stem)
    report = Incoming(
        title=title,
        feed_title=words(meta.get("feed_title")) or title,
        source=words(meta.get("source")),
        date=day_of(meta.get("date") or meta.get("日期") or meta.get("published")),
        published=moment_of(meta.get("published") or meta.get("date")),
        author=words(meta.get("author")),
        url=words(meta.get("url")),
        guid=words(meta.get("guid")) or f"{FILE}{path.resolve()}",
        meta={"title": title} | dict(meta),
        body=body,
    )
    return Contents((report,), notes=problems)
