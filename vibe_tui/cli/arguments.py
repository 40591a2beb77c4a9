"""Options that several commands have, and the checks of their values."""

from __future__ import annotations

import errno
import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path

from vibe_tui.cli.diagnostics import UsageError
from vibe_tui.config import Config
from vibe_tui.model.lens import Lens
from vibe_tui.text import Language, Text


def add_id(parser: ArgumentParser, language: Language) -> None:
    """The argument `ID`: the report that the command is about."""
    help_ = Text("编号的任一部分，只要唯一", "any unique part of an id")
    parser.add_argument("id", metavar="ID", help=help_.pick(language))


def add_format(parser: ArgumentParser, formats: Sequence[str], language: Language) -> None:
    """`--format`; without it `Context.form` decides."""
    help_ = Text("格式", "what to print")
    parser.add_argument("--format", choices=formats, default="", help=help_.pick(language))


def count(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isdecimal() or not (value := int(text)):
        raise ArgumentTypeError(f"{text!r}: 1, 2, 3 …")
    return value


def width(text: str) -> int:
    """Cells of a page, 10 to 1000."""
    if not text.isdecimal() or not 10 <= (value := int(text)) <= 1000:
        raise ArgumentTypeError(f"{text!r}: 10 … 1000")
    return value


def output(text: str) -> str:
    """A file to write to, whose folder exists; empty for `-`, which is standard output."""
    if not Path(text).parent.is_dir():
        raise ArgumentTypeError(f"{text!r}: {os.strerror(errno.ENOENT)}")
    return "" if text == "-" else text


def lens(name: str, config: Config) -> Lens:
    """The lens with this id or name. Raises `UsageError` with those there are."""
    for one in config.lenses:
        if name.lower() in (one.id.lower(), one.name.zh.lower(), one.name.en.lower()):
            return one
    raise UsageError(
        Text("没有视图 {n}", "no lens {n}").format(n=name),
        Text("可用的有 {all}", "There are {all}").format(
            all=", ".join(one.id for one in config.lenses)
        ),
    )
