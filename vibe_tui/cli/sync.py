"""`vibe sync` and `vibe import`: bring sources or files into the user's library, which they make.

How both say what became of the items: lines, JSON and an exit code.
"""

from __future__ import annotations

import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.cli.command import Command, Context, argument, switch
from vibe_tui.cli.streams import ExitCode, UsageError
from vibe_tui.errors import VibeError
from vibe_tui.service import Service
from vibe_tui.service.syncing import make_library
from vibe_tui.sync.sources.listed import seconds_of
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.sync.incoming import ImportResult
    from vibe_tui.sync.sync import SourceResult, Step, SyncResult

_DONE = Text(
    "新增 {a} 篇，更新 {u} 篇，未变 {n} 篇，跳过 {s} 项，出错 {e} 处",
    "{a} added, {u} updated, {n} unchanged, {s} skipped, {e} errors",
)
NO_SOURCES = Text(
    "还没有来源；用 vibe source add 网址或文件夹 添加",
    "there are no sources yet; vibe source add URL or DIR adds one",
)


def _fields(context: Context, result: ImportResult) -> dict[str, object]:
    """The fields that other programs rely on."""
    return {
        "added": list(result.added),
        "updated": list(result.updated),
        "unchanged": result.unchanged,
        "skipped": [
            {"item": one.where, "reason": context.pick(one.message)} for one in result.skipped
        ],
        "errors": [
            {"source": one.where, "message": context.pick(one.message)} for one in result.errors
        ],
        "notes": [
            {"source": one.where, "message": context.pick(one.message)} for one in result.notes
        ],
    }


def _tell_result(
    context: Context,
    result: ImportResult,
    more: Mapping[str, object] | None = None,
    instead: Text | None = None,
) -> None:
    """Print ids, or JSON with `more` fields, on standard output, and the sum on the other.

    What is said `instead` of the sum takes its place. Where everything failed there is none: the
    errors say it all.
    """
    if context.json:
        context.out.json({**_fields(context, result), **(more or {})})
    else:
        for sign, ids in (("+", result.added), ("~", result.updated)):
            for id_ in ids:
                context.out.line(f"{sign} {id_}")
    if result.errors and not (result.added or result.updated or result.unchanged or result.skipped):
        return
    context.err.note(
        instead
        or _DONE.format(
            a=len(result.added),
            u=len(result.updated),
            n=result.unchanged,
            s=len(result.skipped),
            e=len(result.errors),
        )
    )


def _exit_code(result: ImportResult, *, read_any: bool) -> ExitCode:
    """What a script is told; `read_any` is whether anything could be read at all."""
    if result.errors and not read_any:
        return ExitCode.FAILED
    return ExitCode.NOTHING if result.errors else ExitCode.DONE


_SYNCING = Text("同步", "syncing")
_WAITING = Text("另一个 vibe 正在写入，稍候", "another vibe is writing; waiting for it")
_OFFLINE = Text("没有网络：{n} 个来源都连不上（{m}）", "no network: none of {n} sources ({m})")
_EPILOG = Text(
    """\
定时同步，可以让它自己循环：
  vibe sync --every 30m
或交给系统：
  cron      */30 * * * *  vibe sync
  systemd   [Service] ExecStart=vibe sync
            [Timer]   OnCalendar=*:0/30
""",
    """\
To sync at intervals, let it run on:
  vibe sync --every 30m
or leave it to the system:
  cron      */30 * * * *  vibe sync
  systemd   [Service] ExecStart=vibe sync
            [Timer]   OnCalendar=*:0/30
""",
)


def _sync(context: Context, arguments: Namespace) -> ExitCode:
    """Fetch the sources; what fails is named and stops nothing else."""
    make_library(context.paths)
    service = context.service
    sources, problems = service.keeper.read()
    context.err.problems(problems)
    if problems and not sources.all:
        return ExitCode.FAILED
    if arguments.every is None:
        return _sync_once(context, service, arguments)
    while True:
        began = time.monotonic()
        try:
            _sync_once(context, service, arguments)
        except VibeError as error:
            context.err.error(error)
        context.out.flush()
        time.sleep(max(0.0, began + arguments.every - time.monotonic()))


def _sync_once(context: Context, service: Service, arguments: Namespace) -> ExitCode:
    ids: list[str] = arguments.sources
    instead = None if ids or service.keeper.read()[0].all else NO_SOURCES
    teller = _Teller(context)
    result = service.sync(
        ids,
        teller.tell,
        on_wait=lambda: context.err.note(_WAITING),
        again=arguments.again,
    )
    offline = result.offline and len(result.errors) > 1
    if offline:
        context.err.note(_OFFLINE.format(n=len(result.errors), m=result.errors[0].message))
    else:
        for one in teller.failed:
            context.err.problems([one.error] if one.error else [])
    for one in result.sources:
        context.err.problems(one.notes)
    named = {one.error for one in result.sources}
    context.err.problems(result.notes)
    context.err.problems(result.skipped)
    context.err.problems(error for error in result.errors if error not in named)
    _tell_result(context, result, {"sources": _sources(context, result)}, instead)
    read_any = result.added or result.updated or result.unchanged
    return _exit_code(
        result, read_any=bool(read_any) or any(one.error is None for one in result.sources)
    )


def _sources(context: Context, result: SyncResult) -> list[dict[str, object]]:
    return [
        {
            "id": one.id,
            "added": len(one.added),
            "updated": len(one.updated),
            "message": context.pick(one.line),
            "ok": one.error is None,
        }
        for one in result.sources
    ]


class _Teller:
    """Shows how far a sync is, and a line for each source as it ends."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._progress = context.err.progress(_SYNCING)
        self.failed: list[SourceResult] = []

    def tell(self, step: Step) -> None:
        """Something happened."""
        if step.result is not None:
            self._progress(1, 1)
            if step.result.error is None:
                line = step.result.line
                label = step.result.label
                self._context.err.note(Text(f"{label}：{line.zh}", f"{label}: {line.en}"))
            else:
                self.failed.append(step.result)
        self._progress(step.done, step.total)


def _span(text: str) -> int:
    seconds = seconds_of(text)
    if not seconds:
        raise ArgumentTypeError(f"{text!r}: 30m, 6h, 1d …")
    return seconds


SYNC = Command(
    "sync",
    "[SOURCE …] [--again] [--every 30m] [--json]",
    Text("从来源取来新报告", "fetch what is new from the sources"),
    _sync,
    [
        argument(
            "sources",
            "来源的编号或名字；不写就是所有到期的|"
            "ids or names of sources; without one, all that are due",
            nargs="*",
            metavar="SOURCE",
        ),
        argument(
            "--every",
            "每隔这么久再同步：30m、6h、1d|sync again after this long: 30m, 6h, 1d",
            type=_span,
            metavar="TIME",
        ),
        switch(
            "--again",
            "全部重新取来，你删除的报告也取回|"
            "read all anew; reports that you deleted come back too",
        ),
    ],
    epilog=_EPILOG,
)


def _import(context: Context, arguments: Namespace) -> ExitCode:
    """Import each path; what fails is named and stops nothing else."""
    if "" in arguments.paths:
        raise UsageError(Text("有一个路径是空的", "one of the paths is empty"))
    result = context.open_service().import_paths([Path(path) for path in arguments.paths])
    _tell_result(context, result)
    context.err.problems(result.notes)
    context.err.problems(result.skipped)
    context.err.problems(result.errors)
    read_any = result.added or result.updated or result.unchanged or result.skipped
    return _exit_code(result, read_any=bool(read_any))


IMPORT = Command(
    "import",
    "PATH … [--json]",
    Text("把文本、Markdown 等导入文库", "bring text dumps and Markdown into the library"),
    _import,
    [
        argument(
            "paths", "文本、文件或文件夹|text dumps, files or folders", nargs="+", metavar="PATH"
        )
    ],
)
