"""The themes of the reader, ours in `themes.toml`, and the user's.

Each is a Textual theme, so all of Textual's own can be chosen too. What a page needs beyond their
colours (dim, rule, mark …) stands in `variables` under `page-…`; a `StyleBook` derives it for a
theme that does not say.

The user's own are TOML files in the folder `themes` beside the settings. A file sets colours over
one of our themes (`base`, the dark paper by default) under Textual's names (`accent`, `background`
…), and in `[variables]` what else a theme may say. Its name is that of the file. One with anything
wrong is not loaded; the others are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from textual.color import Color, ColorParseError
from textual.theme import Theme

from vibe_tui.config import Config
from vibe_tui.errors import Problem
from vibe_tui.text import Text
from vibe_tui.toml_file import TomlError, TomlReader, parse_toml, read_toml

PAPER_DARK, PAPER_LIGHT, TERMINAL = "paper-dark", "paper-light", "terminal"
"""The names of our own."""

COLOURS = (
    "primary",
    "secondary",
    "accent",
    "foreground",
    "background",
    "surface",
    "panel",
    "boost",
    "warning",
    "error",
    "success",
)

_NOT_READ = Text("主题读不了：{why}", "the theme cannot be read: {why}")
_NO_BASE = Text("没有主题 {value}", "names no theme of ours: {value}")
_UNKNOWN = Text("没有这一项", "is no such thing of a theme")
_NO_THEME = Text("没有主题“{name}”，用默认值", 'there is no theme "{name}"; the default is used')
_SEE_THEMES = Text("命令面板的“换主题”列出全部", "Change theme in the palette lists them")


@cache
def shipped_themes() -> Mapping[str, Theme]:
    """Our own, by name."""
    tables = tomllib.loads(Path(__file__).with_name("themes.toml").read_text("utf-8"))
    return {name: Theme(name, **table) for name, table in tables.items()}


def unknown_theme(config: Config, path: Path, known: Collection[str]) -> tuple[Problem, ...]:
    """What is said where the theme that `config`, read from `path`, sets is none of the `known`."""
    if config.theme in known or config.theme in ("auto", "dark", "light"):
        return ()
    where = f"{path}:{config.lines.get('theme', 1)}"
    return (Problem(where, _NO_THEME.format(name=config.theme), _SEE_THEMES),)


def user_themes(folder: Path) -> tuple[tuple[Theme, ...], tuple[Problem, ...]]:
    """The themes of the files in `folder`, which need not exist, and what is wrong with others."""
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        return (), ()
    themes: list[Theme] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            text = read_toml(path)
            reader = TomlReader(path, text)
            theme = _theme(path.stem, parse_toml(text, path), reader)
        except TomlError as error:
            problems.append(Problem(error.where, _NOT_READ.format(why=error.reason)))
            continue
        problems += reader.problems
        themes += [] if reader.problems else [theme]
    return tuple(themes), tuple(problems)


def _theme(name: str, values: Mapping[str, object], reader: TomlReader) -> Theme:
    base = shipped_themes().get(str(values.get("base", PAPER_DARK)))
    if base is None:
        reader.wrong("base", _NO_BASE.format(value=values["base"]))
        base = shipped_themes()[PAPER_DARK]
    variables = values.get("variables", {})
    if not isinstance(variables, Mapping):
        reader.expect("variables", "[variables]")
        variables = {}
    for key in values:
        if key not in (*COLOURS, "base", "dark", "variables"):
            reader.wrong(key, _UNKNOWN)
    colours = {key: values[key] for key in COLOURS if key in values}
    for key, value in (*colours.items(), *variables.items()):
        if not _is_colour(key, value):
            reader.expect(key, "#rrggbb, ansi_red …")
    dark = reader.flag(values, "dark", base.dark)
    theme = replace(base, name=name, dark=dark, variables={**base.variables, **variables})
    for key, colour in colours.items():
        setattr(theme, key, colour)
    return theme


def _is_colour(key: str, value: object) -> bool:
    """Whether `value` is a colour, or what stands for one: a text's style, the faint text `dim`."""
    if not isinstance(value, str) or value == "dim" or key.endswith("-style"):
        return isinstance(value, str)
    try:
        Color.parse(value)
    except ColorParseError:
        return False
    return True
