"""Imports files and folders into the library.

Importing again changes nothing and touches no file. A bad file or item stops no other one: it
becomes one problem that names it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.store import Store
from vibe_tui.library.walk import is_report_name
from vibe_tui.state.origins import Origins
from vibe_tui.sync.files import Found, find_files, read_file
from vibe_tui.sync.incoming import Item
from vibe_tui.sync.place import Placer, Progress, Tally
from vibe_tui.text import Text


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What became of the items: ids of reports, a count, and lines for people.

    `notes` say what was odd about items that were taken all the same.
    """

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    unchanged: int = 0
    skipped: tuple[Problem, ...] = ()
    errors: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


def import_paths(
    paths: Iterable[Path],
    store: Store,
    origins: Origins,
    progress: Progress | None = None,
    *,
    today: dt.date,
) -> ImportResult:
    """Import files and folders; `today` files reports that have no date of their own."""
    tally = Tally()
    placer = Placer(store, origins, today, revive=True)
    for path in paths:
        if _listed(path, store):
            tally.skipped.append(
                Problem(str(path), Text("已在文库中", "is in the library already"))
            )
            continue
        troubles = len(tally.errors)
        files = 0
        for found in find_files(path, tally.errors.append):
            if found.named or not _inside(found.path, store):
                files += 1
                reports = reports_in(found, tally)
                placer.place_all(reports, str(found.path), tally, progress)
        if not files and len(tally.errors) == troubles:
            tally.errors.append(
                Problem(
                    str(path),
                    Text("没有可导入的文件", "holds nothing to import"),
                    Text(
                        "可导入文本转储、Markdown、网页和订阅文件",
                        "it can be text dumps, Markdown, web pages and feeds",
                    ),
                )
            )
    return ImportResult(
        tuple(tally.added),
        tuple(tally.updated),
        tally.unchanged,
        tuple(tally.skipped),
        tuple(tally.errors),
        tuple(tally.notes),
    )


def _listed(path: Path, store: Store) -> bool:
    """Whether `path` is a report of the library or one of its folders."""
    try:
        return (is_report_name(path.name) or path.is_dir()) and _inside(path, store)
    except OSError:
        return False


def _inside(path: Path, store: Store) -> bool:
    try:
        return path.resolve().is_relative_to(store.root.resolve())
    except (OSError, RuntimeError):
        return False


def reports_in(found: Found, tally: Tally) -> tuple[Item, ...]:
    """The reports of one file; what is no report is an error if it was named, else left out.

    Both are told in `tally`, and so is what was odd.
    """
    try:
        contents = read_file(found.path)
    except VibeError as error:
        where, message = _named(found.path, error)
        lines = tally.errors if found.named else tally.skipped
        lines.append(Problem(where, message, error.hint))
        return ()
    tally.errors += contents.problems
    tally.notes += contents.notes
    return contents.reports


def _named(path: Path, error: VibeError) -> tuple[str, Text]:
    """The place and the message of `error`, whose text begins with the place."""
    zh, en = error.message.zh, error.message.en
    place, colon, rest = en.partition(": ")
    if not colon or not place.startswith(str(path)):
        return str(path), error.message
    return place, Text(zh.removeprefix(f"{place}："), rest)
