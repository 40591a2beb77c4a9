"""`vibe config`: the settings in force, or with `--sample` a documented file to start from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import fields

from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.output import to_json
from vibe_tui.config import SAMPLE, SETTINGS, Config
from vibe_tui.library.topics import shipped_words
from vibe_tui.text import Language, Text


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe config`."""
    sample = Text("打印带说明的配置样例", "print a documented file of settings")
    parser.add_argument("--sample", action="store_true", default=False, help=sample.pick(language))


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print the settings as TOML that the file may hold, or as JSON."""
    if arguments.sample:
        context.out.text(SAMPLE)
    elif context.json:
        context.out.json({"file": str(context.paths.config), **settings(context.config)})
    else:
        context.out.text(_toml(settings(context.config)))
    return ExitCode.DONE


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


COMMAND = Command(
    "config",
    "[--sample] [--json]",
    Text("现在的设置", "the settings in force"),
    run,
    configure,
)
