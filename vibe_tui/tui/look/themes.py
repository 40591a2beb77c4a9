"""The themes of the reader: paper by day and by night, the terminal's own colours, the user's.

Each is a Textual theme, so all of Textual's own can be chosen too. What a page needs beyond their
colours (dim, rule, mark …) stands in `variables` under `page-…`; `styles.py` derives it for a theme
that does not say.

The user's own are TOML files in the folder `themes` beside the settings. A file sets colours over
one of our themes (`base`, the dark paper by default) under Textual's names (`accent`, `background`
…), and in `[variables]` what else a theme may say. Its name is that of the file. What is wrong
gives one `Problem` a file, and the other themes are loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from textual.color import Color, ColorParseError
from textual.theme import Theme

from vibe_tui.errors import Problem
from vibe_tui.text import Text
from vibe_tui.toml_file import TomlError, parse_toml, read_toml

PAPER_LIGHT = Theme(
    name="paper-light",
    dark=False,
    primary="#a12825",
    secondary="#6f675c",
    accent="#a12825",
    warning="#8a5a00",
    error="#9c1f2e",
    success="#3f6b3a",
    foreground="#2a2723",
    background="#faf7f0",
    surface="#f5f1e8",
    panel="#ece6d9",
    boost="#e6dfd0",
    variables={
        "page-dim": "#756c60",
        "page-rule": "#cfc6b6",
        "page-code": "#3d3a52",
        "page-shade": "#f0ebdf",
        "page-keyword": "#8a3a2a",
        "page-string": "#4b6336",
        "page-name": "#2f5470",
        "page-mark": "#2a2723",
        "page-mark-background": "#f2d98b",
        "page-current": "#fffaf0",
        "page-current-background": "#a12825",
        "border": "#a12825",
        "border-blurred": "#d8d0c0",
        "block-cursor-background": "#e4dac6",
        "block-cursor-foreground": "#2a2723",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-background": "#eee7d9",
        "block-cursor-blurred-foreground": "#2a2723",
        "footer-key-foreground": "#a12825",
        "footer-background": "#f0ebdf",
        "footer-foreground": "#756c60",
        "input-selection-background": "#d9c7a0",
        "screen-selection-background": "#dccfae",
        "screen-selection-foreground": "#2a2723",
        "scrollbar": "#d8d0c0",
        "scrollbar-hover": "#b9ae9a",
        "scrollbar-active": "#a12825",
        "scrollbar-background": "#faf7f0",
        "scrollbar-background-hover": "#f5f1e8",
        "scrollbar-background-active": "#f5f1e8",
        "scrollbar-corner-color": "#faf7f0",
    },
)

PAPER_DARK = Theme(
    name="paper-dark",
    dark=True,
    primary="#e0906f",
    secondary="#9c9488",
    accent="#e0906f",
    warning="#d9be59",
    error="#e57f7f",
    success="#9dbb84",
    foreground="#d9d4c9",
    background="#1b1a18",
    surface="#211f1d",
    panel="#2b2926",
    boost="#33302c",
    variables={
        "page-dim": "#867e78",
        "page-rule": "#47433d",
        "page-code": "#c9c3dc",
        "page-shade": "#252320",
        "page-keyword": "#dd9a7d",
        "page-string": "#a9bd8d",
        "page-name": "#93b4cc",
        "page-mark": "#1b1a18",
        "page-mark-background": "#c3993e",
        "page-current": "#1b1a18",
        "page-current-background": "#f69a78",
        "border": "#e0906f",
        "border-blurred": "#3a3732",
        "block-cursor-background": "#3a352f",
        "block-cursor-foreground": "#f1ece1",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-background": "#2b2926",
        "block-cursor-blurred-foreground": "#d9d4c9",
        "footer-key-foreground": "#e0906f",
        "footer-background": "#211f1d",
        "footer-foreground": "#867e78",
        "input-selection-background": "#5c4a35",
        "screen-selection-background": "#4d4434",
        "screen-selection-foreground": "#f1ece1",
        "scrollbar": "#3a3732",
        "scrollbar-hover": "#5a554d",
        "scrollbar-active": "#e0906f",
        "scrollbar-background": "#1b1a18",
        "scrollbar-background-hover": "#211f1d",
        "scrollbar-background-active": "#211f1d",
        "scrollbar-corner-color": "#1b1a18",
    },
)

TERMINAL = Theme(
    name="terminal",
    ansi=True,
    dark=True,
    primary="ansi_red",
    secondary="ansi_default",
    accent="ansi_red",
    warning="ansi_yellow",
    error="ansi_bright_red",
    success="ansi_green",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        "page-dim": "dim",
        "page-rule": "dim",
        "page-code": "ansi_default",
        "page-shade": "ansi_default",
        "page-keyword": "ansi_red",
        "page-string": "ansi_green",
        "page-name": "ansi_blue",
        "page-mark": "ansi_black",
        "page-mark-background": "ansi_yellow",
        "page-current": "ansi_bright_white",
        "page-current-background": "ansi_red",
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "border": "ansi_red",
        "border-blurred": "ansi_bright_black",
        "block-cursor-foreground": "ansi_bright_white",
        "block-cursor-background": "ansi_bright_black",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-foreground": "ansi_default",
        "block-cursor-blurred-background": "ansi_default",
        "input-cursor-background": "ansi_white",
        "input-cursor-foreground": "ansi_black",
        "input-cursor-text-style": "none",
        "input-selection-background": "ansi_cyan",
        "input-selection-foreground": "ansi_black",
        "screen-selection-background": "ansi_cyan",
        "screen-selection-foreground": "ansi_black",
        "scrollbar": "ansi_bright_black",
        "scrollbar-hover": "ansi_white",
        "scrollbar-active": "ansi_red",
        "scrollbar-background": "ansi_default",
        "scrollbar-background-hover": "ansi_default",
        "scrollbar-background-active": "ansi_default",
        "scrollbar-corner-color": "ansi_default",
    },
)

THEMES: tuple[Theme, ...] = (PAPER_DARK, PAPER_LIGHT, TERMINAL)
DEFAULT_THEME = PAPER_DARK.name


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
_HINT = Text("颜色写作 #rrggbb 或 ansi_red", "colours are written #rrggbb or ansi_red")


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
    base = _base(values.get("base", DEFAULT_THEME))
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


def _base(value: object) -> Theme:
    for theme in THEMES:
        if theme.name == value:
            return theme
    raise _WrongError(_NO_BASE.format(value=value))


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
