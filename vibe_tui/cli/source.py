"""`vibe source`: the list of sources: add, remove, list, import and export."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.cli.command import OUTPUT, Command, Context, argument, count, switch
from vibe_tui.cli.streams import ExitCode, UsageError
from vibe_tui.cli.sync import NO_SOURCES
from vibe_tui.model.report import Genre
from vibe_tui.service import Service
from vibe_tui.service.syncing import make_library
from vibe_tui.sync.sources.listed import ID, ID_RULE, Source, seconds_of, shown
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.service.syncing import SourceStatus

_EPILOG = Text(
    """\
来源记在 sources.toml（位置见 vibe paths），也可手写：
  [[sources]]
  id = "daily"
  url = "https://…"        # 或 path = "~/notes"
  interval = "6h"          # 其余选项同上，- 写作 _
  enabled = true
文件开头可写 proxy = "env"（用环境变量里的代理）或 proxy = "http://…"。
""",
    """\
Sources are kept in sources.toml (see vibe paths), which may be edited by hand:
  [[sources]]
  id = "daily"
  url = "https://…"        # or path = "~/notes"
  interval = "6h"          # the other options as above, with _ for -
  enabled = true
At its head, proxy = "env" (the proxy of the environment) or proxy = "http://…" may stand.
""",
)

ACTIONS = ("add", "remove", "list", "import", "export")


def _source(context: Context, arguments: Namespace) -> ExitCode:
    """Do what the first word says."""
    names: list[str] = arguments.names
    needs = {"add": "URL|DIR|FILE", "remove": "ID", "import": "FILE"}.get(arguments.action)
    if needs and not names:
        raise UsageError(
            Text(f"source {arguments.action} 后面缺 {needs}", f"source {arguments.action} {needs}")
        )
    if not needs and names:
        raise UsageError(Text(f"多余的 {names[0]}", f"{names[0]} is not expected"))
    if arguments.action == "add":
        make_library(context.paths)
    service = context.service
    match arguments.action:
        case "add":
            return _add(context, service, arguments)
        case "remove":
            return _remove(context, service, names)
        case "import":
            return _import(context, service, names)
        case "export":
            return _export(context, service, arguments.output)
        case _:
            return _list(context, service)


def _add(context: Context, service: Service, arguments: Namespace) -> ExitCode:
    wanted = Source(
        arguments.id or "",
        name=arguments.name,
        group=arguments.group,
        topics=tuple(arguments.topic),
        genre=arguments.genre,
        column=arguments.column,
        interval=arguments.interval,
        limit=arguments.limit,
        timeout=arguments.timeout,
        full_text=arguments.full_text,
        images=arguments.images,
        copy=arguments.copy,
        headers=dict(arguments.header),
    )
    rows: list[dict[str, object]] = []
    for where in arguments.names:
        added = service.keeper.add(where, wanted)
        source = added.source
        context.err.problems(added.problems)
        rows.append({**_row(source), "added": added.is_new})
        if not context.json:
            context.out.line(f"{source.id}  {source.place}")
        if added.is_new:
            text = Text("已添加 {s}；用 vibe sync 取来报告", "added {s}; vibe sync fetches it")
        else:
            text = Text("{s} 已在来源中", "{s} is a source already")
        context.err.note(text.format(s=source.label))
    if context.json:
        context.out.json(rows)
    return ExitCode.DONE


def _remove(context: Context, service: Service, names: list[str]) -> ExitCode:
    gone = [service.keeper.remove(name) for name in names]
    if context.json:
        context.out.json([_row(source) for source in gone])
    for source in gone:
        text = Text("已移除来源 {s}；取来的报告仍在文库中", "removed {s}; its reports stay")
        context.err.note(text.format(s=source.label))
    return ExitCode.DONE


def _import(context: Context, service: Service, names: list[str]) -> ExitCode:
    rows: list[dict[str, object]] = []
    code = ExitCode.DONE
    for name in names:
        new, problems = service.keeper.import_opml(Path(name), context.config.topics)
        context.err.problems(problems)
        code = ExitCode.NOTHING if problems else code
        rows += [_row(source) for source in new]
        context.err.note(
            Text("{f}：新增 {n} 个来源", "{f}: {n} new sources").format(f=name, n=len(new))
        )
    if context.json:
        context.out.json(rows)
    else:
        for row in rows:
            context.out.line(f"{row['id']}  {row['url']}")
    return code


def _export(context: Context, service: Service, file: str) -> ExitCode:
    from vibe_tui.sync.sources.file import write_opml

    context.hand_over(write_opml(service.keeper.read()[0].all), file)
    return ExitCode.DONE


def _list(context: Context, service: Service) -> ExitCode:
    problems = service.keeper.read()[1]
    context.err.problems(problems)
    statuses = service.sources()
    code = ExitCode.FAILED if problems and not statuses else ExitCode.DONE
    if context.json:
        context.out.json([_status(context, status) for status in statuses])
        return code
    for status in statuses:
        context.out.line("  ".join(_words(context, status)))
    if not statuses and not problems:
        context.err.note(NO_SOURCES)
    return code


def _words(context: Context, status: SourceStatus) -> list[str]:
    from vibe_tui.service.syncing import local_minute

    source, visit = status.source, status.visit
    words = [source.id, context.pick(Text("{n} 篇", "{n} reports").format(n=status.reports))]
    if not source.enabled:
        words.append(context.pick(Text("已停用", "off")))
    if visit.succeeded:
        words.append(local_minute(visit.succeeded))
    elif not visit.error:
        words.append(context.pick(Text("还没有同步过", "never synced")))
    if visit.error:
        words.append(context.pick(visit.error))
    return [*words, status.source.place]


def _row(source: Source) -> dict[str, object]:
    return {
        "id": source.id,
        "name": source.label,
        "url": shown(source.url),
        "path": source.path,
        "topics": list(source.topics),
        "group": source.group,
        "enabled": source.enabled,
    }


def _status(context: Context, status: SourceStatus) -> dict[str, object]:
    visit = status.visit
    return {
        **_row(status.source),
        "moved": visit.moved,
        "reports": status.reports,
        "items": visit.items,
        "checked": visit.checked or None,
        "succeeded": visit.succeeded or None,
        "error": context.pick(visit.error) if visit.error else None,
        "note": context.pick(visit.note) if visit.note else None,
    }


def _id(text: str) -> str:
    if not ID.fullmatch(text):
        refused = Text("--id 不能是 {t}：编号{r}", "--id cannot be {t}: an id {r}")
        raise UsageError(refused.format(t=repr(text[:40]), r=ID_RULE))
    return text


def _span(text: str) -> int:
    seconds = seconds_of(text)
    if seconds is None:
        raise ArgumentTypeError(f"{text!r}: 30m, 6h, 1d")
    return seconds


def _seconds(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else _span(text)


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip() or not text.isascii() or not text.isprintable():
        raise ArgumentTypeError(f"{text!r}: 'NAME: VALUE'")
    return name.strip(), value.strip()


SOURCE = Command(
    "source",
    "add|remove|list|import|export [URL|DIR|FILE|ID …] [--json]",
    Text("管理来源", "the list of sources"),
    _source,
    [
        argument("action", "", choices=ACTIONS, metavar="|".join(ACTIONS)),
        argument(
            "names",
            "要添加的网址、文件夹或文件，或要移除的编号|what to add, or an id to remove",
            nargs="*",
            default=[],
            metavar="URL|DIR|FILE|ID",
        ),
        argument("--id", "编号|its id", type=_id),
        argument("--name", "名字|its name", default=""),
        argument("--group", "分组|a group, for OPML", default=""),
        argument(
            "--topic",
            "报告的主题，可多次|topic of its reports; may be repeated",
            action="append",
            default=[],
            metavar="TOPIC",
        ),
        argument("--genre", ", ".join(Genre), default="", choices=("", *Genre), metavar="GENRE"),
        argument("--column", "报告的栏目|column of its reports", default=""),
        argument("--interval", "30m, 6h, 1d", type=_span, default=0, metavar="TIME"),
        argument("--limit", "只取前 N 项|first N items", type=count, default=0, metavar="N"),
        argument("--timeout", "60s, 2m", type=_seconds, default=0, metavar="TIME"),
        argument(
            "--header",
            "请求头，可多次|a request header; may be repeated",
            action="append",
            default=[],
            type=_header,
            metavar="'NAME: VALUE'",
        ),
        switch("--full-text", "取原网页的全文|take the full text of the pages"),
        switch("--images", "下载图片供离线阅读|download images for reading offline"),
        switch(
            "--copy", "把文件夹里的报告复制进文库|copy the reports of a folder into the library"
        ),
        OUTPUT,
    ],
    epilog=_EPILOG,
)
