"""Imports files and folders: dumps, Markdown, saved pages and feeds become reports.

What a file holds decides, not its ending: a dump may be called `.md`. Folders are walked in name
order without following links out of them; what is no report there is passed over, while a file that
was named itself must be readable. Importing again changes nothing and touches no file. A bad file
or item stops no other one: it becomes one problem that names it.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import day_of, moment_of, read_front_matter, words
from vibe_tui.library.store import Store
from vibe_tui.library.walk import is_beside, is_report_name, refused_link
from vibe_tui.state.origins import Origins
from vibe_tui.sync.dump.read import is_dump, read_dump
from vibe_tui.sync.encodings import decode_feed, decode_file
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.guard import TooMuchError, Workshop, apart, attempt
from vibe_tui.sync.html.page import read_page
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import ImportResult, Incoming, Item, Tally
from vibe_tui.sync.place.naming import FILE
from vibe_tui.sync.place.placer import Placer
from vibe_tui.text import Text

MAX_BYTES = 256 * 1024 * 1024
PAGES = (".html", ".htm", ".xhtml")
FEEDS = (".xml", ".rss", ".atom", ".rdf", ".json", ".opml")
MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")
READABLE = (*MARKDOWN, ".txt", ".text", *PAGES, *FEEDS)
_ATX = re.compile(r"^#\s+(.+?)\s*#*\s*$", re.MULTILINE)
_XML = re.compile(r"\s*<(?:\?xml|rss|feed|rdf:RDF|opml)\b", re.IGNORECASE)
_PAGE = re.compile(
    r"\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S
)
_OPML = re.compile(r"(?:<\?xml\b[^>]*>\s*|<!--.*?-->\s*)*<opml\b", re.I | re.S)


def _read_markup(data: bytes, where: str, ending: str, tally: Tally) -> tuple[Item, ...] | None:
    """The reports in a page or a feed; `None` for text that somebody wrote. Raises `VibeError`."""
    start = decode_feed(Spool(data[:4096])).text.lstrip("\ufeff \t\r\n")
    is_page, is_xml = _PAGE.match(start), _XML.match(start)
    if not (is_page or is_xml or ending in (*PAGES, *FEEDS)):
        return None
    if is_page or (ending in PAGES and not is_xml):
        report = _page(data, PurePath(where).stem)
        if not report.body.strip():
            raise _nothing(where)
        return (report,)
    if _OPML.match(start):
        raise VibeError(
            Text(f"{where}：这是 OPML 清单", f"{where}: is an OPML list of feeds"),
            Text("请用 vibe source import", "use vibe source import"),
        )
    feed = read_feed(Spool(data), where)
    if not feed.drafts:
        raise _nothing(where)
    tally.notes += [Problem(where, note) for note in feed.notes]
    return feed.drafts


def _page(data: bytes, name: str) -> Incoming:
    """The report in a saved page, or its words where it is too much to be looked at."""
    try:
        return apart(partial(read_page, data, name), len(data))
    except TooMuchError:
        return apart(partial(read_page, data, name, as_words=True), len(data))


def _nothing(where: str) -> VibeError:
    return VibeError(
        Text(f"{where}：里面没有文章", f"{where}: holds no article"),
        Text("请重新保存后再导入", "save it again and import it"),
    )


def find_files(path: Path, tally: Tally) -> Iterator[Path]:
    """The files that `path` names: itself, or what can hold reports in a folder.

    What cannot be looked into is told in `tally`, and so is a link that is not followed.
    """
    try:
        if not path.is_dir():
            yield path
            return
    except OSError as error:
        tally.errors.append(_unreadable(path, error))
        return

    def failed(error: OSError) -> None:
        tally.errors.append(_unreadable(Path(error.filename or path), error))

    for folder, names, files in os.walk(path, onerror=failed):
        # What browsers save beside a page belongs to it.
        beside = {f"{Path(name).stem}{end}" for name in files for end in ("_files", ".files")}
        names[:] = sorted(name for name in names if name[0] != "." and name not in beside)
        for name in names:
            _follows(Path(folder, name), path, tally)
        for name in sorted(files):
            ending = Path(name).suffix.casefold()
            if name.startswith(".") or is_beside(name) or ending not in READABLE:
                continue
            file = Path(folder, name)
            if _follows(file, path, tally):
                yield file


def _follows(path: Path, folder: Path, tally: Tally) -> bool:
    """Whether what was met in `folder` counts; a link that does not is told in `tally`."""
    why = refused_link(path, folder) if path.is_symlink() else None
    if why is not None:
        tally.skipped.append(Problem(str(path), why))
    return why is None


def reports_in(path: Path, tally: Tally, *, is_named: bool) -> tuple[Item, ...]:
    """The reports of one file; what is no report is left out, or an error if the user named it.

    Both are told in `tally`, and so is what was odd.
    """
    found = attempt(partial(_read_file, path, tally))
    if not isinstance(found, VibeError):
        return found
    # Its text begins with the place.
    zh, en = found.message.zh, found.message.en
    place, colon, rest = en.partition(": ")
    problem = Problem(str(path), found.message, found.hint)
    if colon and place.startswith(str(path)):
        problem = Problem(place, Text(zh.removeprefix(f"{place}："), rest), found.hint)
    (tally.errors if is_named else tally.skipped).append(problem)
    return ()


def _read_file(path: Path, tally: Tally) -> tuple[Item, ...]:
    """The reports in the file at `path`. Raises `VibeError`."""
    where = str(path)
    data = _read(path)
    ending = path.suffix.casefold()
    if not data or data.isspace():
        raise VibeError(
            Text(f"{where}：文件是空的", f"{where}: the file is empty"),
            Text("请重新下载后再导入", "get it again and import it"),
        )
    found = _read_markup(data, where, ending, tally)
    if found is not None:
        return tuple(_known_by_place(report, path) for report in found)
    text = decode_file(data, where, is_sure=is_dump)
    if ending in MARKDOWN and not is_dump(text):
        return (_read_markdown(text, path, tally),)
    dump = read_dump(text, where)
    tally.errors += dump.problems
    return dump.items


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


def _read_markdown(text: str, path: Path, tally: Tally) -> Incoming:
    """One Markdown file as one report; a front matter that cannot be read stays in the text."""
    meta, body, _, problems = read_front_matter(text, str(path))
    if problems and not meta:
        body = text
    heading = _ATX.search(body)
    title = words(meta.get("title")) or words(meta.get("标题"))
    title = title or (heading[1] if heading else path.stem)
    tally.notes += problems
    return Incoming(
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


def import_paths(
    paths: Iterable[Path],
    store: Store,
    origins: Origins,
    *,
    today: dt.date,
) -> ImportResult:
    """Import files and folders; `today` files reports that have no date of their own."""
    with Workshop():
        return _import(paths, store, Placer(store, origins, today, revive=True))


def _import(paths: Iterable[Path], store: Store, placer: Placer) -> ImportResult:
    tally = Tally()
    for path in paths:
        if _listed(path, store):
            tally.skipped.append(
                Problem(str(path), Text("已在文库中", "is in the library already"))
            )
            continue
        troubles = len(tally.errors)
        files = 0
        for file in find_files(path, tally):
            if file == path or not _inside(file, store):
                files += 1
                reports = reports_in(file, tally, is_named=file == path)
                failed = attempt(partial(placer.place_all, reports, str(file), tally))
                if failed:
                    tally.errors.append(Problem(str(file), failed.message, failed.hint))
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
    return tally.result


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
