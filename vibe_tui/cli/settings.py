"""`vibe config`: the settings in force; `vibe paths`: where the files of this user are."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import fields

from vibe_tui.cli.command import Command, Context, switch
from vibe_tui.cli.read import settings_problems
from vibe_tui.cli.streams import ExitCode, to_json
from vibe_tui.config import SAMPLE, SETTINGS, Config
from vibe_tui.library.topics import shipped_words
from vibe_tui.text import Text


def _config(context: Context, arguments: Namespace) -> ExitCode:
    """Print the settings as TOML that the file may hold, or as JSON; a wrong one is exit 1."""
    if arguments.sample:
        context.out.text(SAMPLE)
        return ExitCode.DONE
    wrong = settings_problems(context)
    if context.json:
        problems = [one.line(context.config.language) for one in wrong]
        file = str(context.paths.config)
        context.out.json({"file": file, **settings(context.config), "problems": problems})
    else:
        context.out.text(_toml(settings(context.config)))
    context.err.problems(wrong)
    return ExitCode.NOTHING if wrong else ExitCode.DONE


def settings(config: Config) -> dict[str, object]:
    """The settings as the file names them."""
    values = {f.name: getattr(config, f.name) for f in fields(config) if f.name in SETTINGS}
    return values | {
        "keys": dict(config.keys),
        "kinds": {kind.value: list(names) for kind, names in config.kinds},
        "lenses": [
            {
                "id": lens.id,
                "name": lens.name.pick(config.language),
                "key": lens.key,
                "kinds": sorted(lens.kinds),
            }
            for lens in config.lenses
        ],
        "topics": [
            {
                "id": topic.id,
                "name": topic.name.pick(config.language),
                "keywords": list(
                    config.keywords.get(topic.id) or shipped_words().get(topic.id, ())
                ),
            }
            for topic in config.topics
        ],
    }


def _toml(values: dict[str, object]) -> str:
    """TOML of one level of tables; JSON strings, numbers and lists of strings are TOML too."""
    lines: list[str] = []
    for key, value in values.items():
        if isinstance(value, dict):
            lines += ["", f"[{key}]"]
            lines += [f"{to_json(name)} = {to_json(item)}" for name, item in value.items()]
        elif isinstance(value, list):
            for entry in value:
                if entry.get("kinds") == []:
                    continue  # `full` and `tables` are not made of kinds: no file can hold them.
                lines += ["", f"[[{key}]]"]
                lines += [f"{name} = {_inline(item)}" for name, item in entry.items()]
        else:
            lines.append(f"{key} = {to_json(value)}")
    return "\n".join(lines)


def _inline(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(to_json(item) for item in value) + "]"
    return to_json(value)


CONFIG = Command(
    "config",
    "[--sample] [--json]",
    Text("现在的设置", "the settings in force"),
    _config,
    [switch("--sample", "打印带说明的配置样例|print a documented file of settings")],
)


def _paths(context: Context, _: Namespace) -> ExitCode:
    """Print one path a line, or all as one JSON object. Needs none of them to exist."""
    paths = context.paths
    places = {
        "library": paths.library,
        "bundled": paths.bundled,
        "config": paths.config,
        "sources": paths.sources,
        "state": paths.state,
        "cache": paths.cache,
    }
    if context.json:
        context.out.json({name: str(path) for name, path in places.items()})
    else:
        for name, path in places.items():
            context.out.line(f"{name:8} {path}")
    return ExitCode.DONE


PATHS = Command(
    "paths",
    "[--json]",
    Text("文库、配置和缓存在哪里", "where the library, the settings and the caches are"),
    _paths,
)
