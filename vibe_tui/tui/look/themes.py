"""The themes of the reader, ours in `themes.toml`, and the user's.

Each is a Textual theme, so all of Textual's own can be chosen too. What a page needs beyond their
colours (dim, rule, mark …) stands in `variables` under `page-…`; a `StyleBook` derives it for a
theme that does not say.

The user's own are TOML files in the folder `themes` beside the settings. A file sets colours over
one of our themes (`base`, the dark paper by default) under Textual's names (`accent`, `background`
…), and in `[variables]` what else a theme may say. Its name is that of the file. What is wrong
gives one `Problem` a file, and the other themes are loaded.
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
from vibe_tui.toml_file import TomlError, parse_toml, read_toml

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
_NO_COLOUR = Text("“{key}” 不是颜色：{value}", '"{key}" is no colour: {value}')
_UNKNOWN = Text("没有 “{key}” 这一项", 'there is no "{key}"')
_NO_BASE = Text("没有主题 {value}", "there is no theme {value}")
_NO_THEME = Text("没有主题“{name}”，用默认值", 'there is no theme "{name}"; the default is used')
_SEE_THEMES = Text("命令面板的“换主题”列出全部", "Change theme in the palette lists them")
_HINT = Text("颜色写作 #rrggbb 或 ansi_red", "colours are written #rrggbb or ansi_red")


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


class _WrongError(Exception):
    """What is wrong with a theme."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def user_themes(folder: Path) -> tuple[tuple[Theme, ...], tuple[Problem, ...]]:
    """The themes of the files in `folder`, which need not exist, and what is wrong with others."""
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        return (), ()
    themes: list[Theme] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            themes.append(_theme(path.stem, parse_toml(read_toml(path), path)))
        except _WrongError as error:
            problems.append(Problem(str(path), error.message, _HINT))
        except TomlError as error:
            problems.append(Problem(error.where, _NOT_READ.format(why=error.reason)))
    return tuple(themes), tuple(problems)


def _theme(name: str, values: Mapping[str, object]) -> Theme:
    base = shipped_themes().get(str(values.get("base", PAPER_DARK)))
    if base is None:
        raise _WrongError(_NO_BASE.format(value=values["base"]))
    dark = values.get("dark", base.dark)
    variables = values.get("variables", {})
    if not isinstance(dark, bool):
        raise _WrongError(_NO_COLOUR.format(key="dark", value=dark))
    if not isinstance(variables, Mapping):
        raise _WrongError(_UNKNOWN.format(key="variables"))
    for key in values:
        if key not in (*COLOURS, "base", "dark", "variables"):
            raise _WrongError(_UNKNOWN.format(key=key))
    colours = {key: _colour(key, values[key]) for key in COLOURS if key in values}
    own = {str(key): _variable(str(key), value) for key, value in variables.items()}
    theme = replace(base, name=name, dark=dark, variables={**base.variables, **own})
    for key, colour in colours.items():
        setattr(theme, key, colour)
    return theme


def _colour(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise _WrongError(_NO_COLOUR.format(key=key, value=value))
    try:
        Color.parse(value)
    except ColorParseError as error:
        raise _WrongError(_NO_COLOUR.format(key=key, value=value)) from error
    return value


def _variable(key: str, value: object) -> str:
    """A colour, but for text styles and the `dim` that stands for faint text."""
    if isinstance(value, str) and (value == "dim" or key.endswith("-style")):
        return value
    return _colour(key, value)
