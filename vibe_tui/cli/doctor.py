"""`vibe doctor`: what is wrong with places, reports, state, index and sources; `vibe index`.

Looking changes nothing. With `--fix` the index is brought up to date or rebuilt, and files that a
killed run left half written are removed. Reports are never touched. `--headings` lists the headings
that say nothing of what stands under them, to be given a kind in the settings.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from vibe_tui import __version__
from vibe_tui.clean import clean_line
from vibe_tui.cli.command import Command, Context, switch
from vibe_tui.cli.finding import INDEXING
from vibe_tui.cli.read import settings_problems
from vibe_tui.cli.streams import ExitCode
from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.headings import bare_name
from vibe_tui.library.store import clear_leftovers, leftovers, written_folders
from vibe_tui.library.walk import INCOMING, is_beside
from vibe_tui.model.report import Genre
from vibe_tui.model.section import SectionKind
from vibe_tui.search.index import Progress
from vibe_tui.service import Service
from vibe_tui.sync.guard import attempt
from vibe_tui.text import Text

PACKAGES = (
    "textual",
    "rich",
    "markdown-it-py",
    "Whoosh-Reloaded",
    "httpx2",
    "feedparser",
    "selectolax",
)

_READING = Text("正在读报告", "reading reports")
_HOW = Text(
    "把需要的行放进设置：[kinds] 下 类型 = [ … ]。类型有 {kinds}",
    "put the lines you want into the settings, under [kinds], as KIND = [ … ]. Kinds: {kinds}",
)
_FAILED = Text("不可用", "is of no use")
_MOST_PAPERS = 3
_BYTES_EACH = 5
"""What the index takes for one character of text, about."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; it is well where there are no problems."""

    name: str
    line: Text
    problems: tuple[Problem, ...] = ()


def _versions() -> dict[str, str]:
    """The versions of the program and of what it stands on; empty where a package is missing."""
    found = {"vibe": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found


def checks(service: Service, *, fix: bool, progress: Progress | None = None) -> Iterator[Check]:
    """Every check in turn, whatever comes of those before it. Slow."""
    every: dict[str, Callable[[], Check | None]] = {
        "paths": partial(_places, service),
        "library": partial(_reports, service),
        "papers": partial(_twins, service),
        "state": partial(_state, service),
        "index": partial(_index, service, fix, progress),
        "sources": partial(_sources, service),
        "files": partial(_leftovers, service, fix),
    }
    for name, look in every.items():
        found = attempt(look)
        if isinstance(found, VibeError):
            yield Check(name, _FAILED, (Problem(name, found.message, found.hint),))
        elif found:
            yield found


def _places(service: Service) -> Check:
    paths = service.paths
    problems = [
        Problem(
            str(path),
            Text("不可写", "cannot be written"),
            Text("请检查权限", "check its permissions"),
        )
        for path in (paths.library, paths.state.parent, paths.cache, paths.config.parent)
        if not _is_writable(path)
    ]
    return Check("paths", Text(str(paths.library), str(paths.library)), tuple(problems))


def _is_writable(path: Path) -> bool:
    there = _existing(path)
    return there.is_dir() and os.access(there, os.W_OK)


def _existing(path: Path) -> Path:
    """`path`, or the nearest folder above it that is there."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def _reports(service: Service) -> Check:
    service.refresh()
    reports = service.reports().reports
    bundled = sum(1 for report in reports if report.bundled)
    line = Text("{n} 篇报告，其中自带 {b} 篇", "{n} reports, {b} of them bundled")
    state = set(service.state_problems)
    problems = tuple(problem for problem in service.problems if problem not in state)
    return Check("library", line.format(n=len(reports), b=bundled), problems)


def _twins(service: Service) -> Check | None:
    """What is said of papers that several reports are about; that is no fault."""
    ids: dict[str, list[str]] = {}
    for report in service.reports().reports:
        if report.arxiv and report.genre is not Genre.INDEX:
            ids.setdefault(report.arxiv, []).append(report.id)
    several = {arxiv: found for arxiv, found in ids.items() if len(found) > 1}
    if not several:
        return None
    named = list(several.items())[:_MOST_PAPERS]
    some = "; ".join(clean_line(f"{arxiv} ({', '.join(sorted(found))})") for arxiv, found in named)
    some += "; …" if len(several) > len(named) else ""
    line = Text("{n} 篇论文有不止一篇报告：{s}", "{n} with several reports: {s}")
    return Check("papers", line.format(n=len(several), s=some))


def _state(service: Service) -> Check:
    path = service.paths.state
    return Check("state", Text(str(path), str(path)), tuple(service.state_problems))


def _index(service: Service, fix: bool, progress: Progress | None) -> Check:
    if fix:
        service.indexing.update(progress)
    waiting, problems = service.indexing.health()
    if waiting:
        problems += tuple(_space(service, waiting))
        line = Text(
            "{n} 篇待更新，搜索时自动完成", "{n} reports to be indexed, done by the next search"
        ).format(n=waiting)
    else:
        line = Text("是最新的", "is up to date")
    return Check("index", line, problems)


def _space(service: Service, waiting: int) -> Iterator[Problem]:
    """What is said where the disk has no room for the reports that wait to be indexed."""
    reports = service.reports().reports
    chars = sum(report.chars for report in reports) * waiting // max(1, len(reports))
    place = _existing(service.paths.cache)
    free = shutil.disk_usage(place).free
    if free < chars * _BYTES_EACH:
        yield Problem(
            str(place),
            Text("磁盘满了，索引写不下", "the disk is full: the index finds no room"),
            Text("清出空间；搜索会直接查原文", "make room; search reads the texts instead"),
        )


def _sources(service: Service) -> Check:
    statuses = service.sources()
    problems = list(service.keeper.read()[1])
    problems += [
        Problem(status.source.label, status.visit.error)
        for status in statuses
        if status.visit.error is not None
    ]
    line = Text("{n} 个来源", "{n} sources").format(n=len(statuses))
    return Check("sources", line, tuple(problems))


def _leftovers(service: Service, fix: bool) -> Check:
    library = service.paths.library
    half = tuple(leftovers(library))
    if fix and half:
        with service.keeper.writing():
            clear_leftovers(library)
        half = tuple(path for path in half if path.exists())
    beside = sum(
        is_beside(path.name)
        for folder in written_folders(library)
        for path in folder.glob("*.incoming*.md")
    )
    line = Text(
        "{n} 篇新内容没有覆盖原文，另存为 {e}", "{n} texts of sources beside reports ({e})"
    ).format(n=beside, e=f"*{INCOMING}")
    problems = tuple(
        Problem(
            str(path),
            Text("是中断时留下的半个文件", "is half a file that a killed run left"),
            Text("用 vibe doctor --fix 清除", "vibe doctor --fix clears it away"),
        )
        for path in half
    )
    return Check("files", line, problems)


def headings_without_kind(
    service: Service, progress: Callable[[int, int], None] | None = None
) -> list[tuple[str, int]]:
    """Headings that have no kind, each with the number of reports that have it, most first. Slow.

    They are as the settings name them: without number, marks and what follows a colon.
    """
    counts: Counter[str] = Counter()
    service.refresh()
    reports = service.reports().reports
    for number, report in enumerate(reports):
        if progress is not None:
            progress(number, len(reports))
        try:
            sections = service.open(report).sections
        except VibeError:
            continue
        flat = (one for top in sections for one in top.walk())
        unknown = (one.heading for one in flat if one.kind is SectionKind.OTHER and one.heading)
        counts.update({bare_name(heading)[0] for heading in unknown} - {""})
    return counts.most_common()


def _list_headings(context: Context) -> ExitCode:
    found = headings_without_kind(context.service, context.err.progress(_READING))
    if context.json:
        context.out.json([{"heading": name, "reports": count} for name, count in found])
    elif found:
        kinds = ", ".join(kind.value for kind in SectionKind if kind is not SectionKind.OTHER)
        context.err.note(_HOW.format(kinds=kinds))
    for name, count in () if context.json else found:
        context.out.line(f"{json.dumps(clean_line(name), ensure_ascii=False)},  # {count}")
    return ExitCode.DONE if found else ExitCode.NOTHING


def _doctor(context: Context, arguments: Namespace) -> ExitCode:
    """Print each check with what is wrong; needs nothing to be well, nor to exist."""
    if arguments.headings:
        return _list_headings(context)
    progress = context.err.progress(INDEXING)
    versions = _versions()
    file = str(context.paths.config)
    found = [
        Check("settings", Text(file, file), settings_problems(context)),
        *checks(context.service, fix=arguments.fix, progress=progress),
    ]
    well = not any(check.problems for check in found)
    if context.json:
        context.out.json(
            {
                "ok": well,
                "versions": versions,
                "checks": [
                    {
                        "name": check.name,
                        "ok": not check.problems,
                        "message": context.pick(check.line),
                        "problems": [one.line(context.config.language) for one in check.problems],
                    }
                    for check in found
                ],
            }
        )
    else:
        context.out.line("  ".join(f"{name} {text or '-'}" for name, text in versions.items()))
        for check in found:
            sign = "!" if check.problems else "✓"
            context.out.line(f"{sign} {check.name:8} {context.pick(check.line)}")
            for problem in check.problems:
                context.out.line(f"    {problem.line(context.config.language)}")
    return ExitCode.DONE if well else ExitCode.NOTHING


DOCTOR = Command(
    "doctor",
    "[--fix | --headings] [--json]",
    Text("检查设置、文库、索引和来源", "check settings, library, index and sources"),
    _doctor,
    [
        switch("--headings", "列出还没有类型的章节名|list headings that have no kind"),
        switch(
            "--fix", "更新或重建索引，清除残留文件|bring the index up to date, clear leftovers away"
        ),
    ],
)


def _index_command(context: Context, arguments: Namespace) -> ExitCode:
    """Index what changed since the last time."""
    service = context.service
    service.refresh()
    work = service.indexing.rebuild if arguments.rebuild else service.indexing.update
    work(context.err.progress(INDEXING))
    context.err.problems(service.problems)
    total = len(service.reports().reports)
    if context.json:
        context.out.json({"reports": total})
    else:
        context.err.note(
            Text("索引已就绪：{n} 篇报告", "the index is ready: {n} reports").format(n=total)
        )
    return ExitCode.DONE


INDEX = Command(
    "index",
    "[--rebuild] [--json]",
    Text("更新或重建搜索索引", "update or rebuild the search index"),
    _index_command,
    [
        switch(
            "--rebuild", "全部重建，其间旧索引照用|build it all anew; the old one answers meanwhile"
        )
    ],
)
