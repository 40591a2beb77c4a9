"""How `import` and `sync` say what became of the items: lines, JSON and an exit code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vibe_tui.cli.command import Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.sync.run import ImportResult

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


def show(
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


def exit_code(result: ImportResult, *, read_any: bool) -> ExitCode:
    """What a script is told; `read_any` is whether anything could be read at all."""
    if result.errors and not read_any:
        return ExitCode.FAILED
    return ExitCode.NOTHING if result.errors else ExitCode.DONE
