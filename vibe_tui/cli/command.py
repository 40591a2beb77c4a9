"""What a command is: a name, a sentence, its arguments, and a function; and what help says of all.

`Context` is all that a command's function gets: settings, streams, and the service, which is made
on first use. Commands never touch `sys` or the environment. Arguments that several commands have
stand here, and the checks of their values.
"""

from __future__ import annotations

import errno
import os
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from vibe_tui.cli.streams import Diagnostics, ExitCode, Output, UsageError
from vibe_tui.config import Config
from vibe_tui.errors import Problem, VibeError
from vibe_tui.files import write_text
from vibe_tui.model.section import Lens
from vibe_tui.paths import Paths
from vibe_tui.service import Root, Service
from vibe_tui.service.resources import refuse_file
from vibe_tui.text import Language, Text


@dataclass
class Context:
    """The surroundings of one run; `problems` are those of the settings."""

    paths: Paths
    config: Config
    environ: Mapping[str, str]
    out: Output
    err: Diagnostics
    json: bool = False
    problems: tuple[Problem, ...] = ()
    at_end: ExitStack = field(default_factory=ExitStack)

    @cached_property
    def service(self) -> Service:
        """The service, on a library that is there. Raises `VibeError` where a named one is not."""
        library = self.paths.library
        if self.paths.explicit and not library.is_dir():
            refuse_file(library)
            raise VibeError(
                Text("没有文库 {p}", "no library at {p}").format(p=library),
                Text("用 vibe import 建立它", "vibe import makes one"),
            )
        if self.paths.explicit:
            # A folder that cannot be looked into is said by the system's own words.
            os.scandir(library).close()
        return self.open_service()

    def open_service(self, roots: Sequence[Root] = ()) -> Service:
        """A service whose library need not be there; it is closed when the command ends.

        Raises `UnicodeEncodeError` for a place whose name is no text: state could not keep it.
        """
        for path in (self.paths.library, *(root.path for root in roots)):
            str(path.absolute()).encode("utf-8")
        service = Service(self.paths, self.config, roots=roots)
        self.at_end.callback(service.close)
        return service

    def pick(self, text: Text) -> str:
        """`text` in the language of this run."""
        return text.pick(self.config.language)

    def form(self, asked: str, default: str = "text") -> str:
        """The format to print: that of `--format` if `asked`, else JSON by `--json`, else this."""
        return asked or ("json" if self.json else default)

    def lens(self, name: str) -> Lens:
        """The lens with this id or name. Raises `UsageError` with those there are."""
        lenses = self.config.lenses
        for one in lenses:
            if name.lower() in (one.id.lower(), one.name.zh.lower(), one.name.en.lower()):
                return one
        there = Text("可用的有 {all}", "There are {all}").format(
            all=", ".join(o.id for o in lenses)
        )
        raise UsageError(Text("没有视图 {n}", "no lens {n}").format(n=name), there)

    def page_width(self, asked: int = 0) -> int:
        """Cells of a page: as asked, else what screen and settings allow."""
        return asked or min(self.out.width, self.config.text_width)

    def end(self, found: object, absent: Text) -> ExitCode:
        """How a command ends that `found` something, or else says what is `absent`."""
        if not found:
            self.err.note(absent)
        return ExitCode.DONE if found else ExitCode.NOTHING

    def hand_over(self, text: str, file: str) -> None:
        """Write `text` to a file, pipe or device and say so; print it where `file` is empty."""
        if not file:
            self.out.text(text)
            return
        path = Path(file)
        if path.is_fifo() or path.is_char_device():
            path.write_text(text, "utf-8", newline="")
        else:
            write_text(path, text)
        self.err.note(Text("已写入 {f}", "written to {f}").format(f=file))


@dataclass(frozen=True)
class Argument:
    """One argument of a command, as argparse takes it, with its help in both languages."""

    names: Sequence[str]
    help: Text
    options: Mapping[str, Any]


def argument(names: str, help_: str, **options: object) -> Argument:
    """`help_` is Chinese and English with a `|` between them."""
    chinese, _, english = help_.partition("|")
    return Argument(names.split(), Text(chinese, english or chinese), options)


def switch(name: str, help_: str) -> Argument:
    """An option without a value."""
    return argument(name, help_, action="store_true", default=False)


@dataclass(frozen=True)
class Command:
    """One word after `vibe`. `query` tells that free words, even `-word`, are a query."""

    name: str
    usage: str
    summary: Text
    run: Callable[[Context, Namespace], ExitCode]
    arguments: Sequence[Argument] = ()
    query: bool = False
    epilog: Text | None = None


_USAGE = Text("用法见 {p} --help", "See {p} --help")
_OR_A_WORD = Text(
    "要查这个词，就写 {p} -- 词；用法见 {p} --help",
    "To look for the word: {p} -- WORD. See {p} --help",
)
_MISTAKES = (
    (re.compile(r"the following arguments are required: (.+)"), r"缺少 \1"),
    (re.compile(r"unrecognized arguments: (.+)"), r"不认识 \1"),
    (re.compile(r"argument (\S+): expected .+"), r"\1 后面缺值"),
    (
        re.compile(r"argument (\S+): invalid choice: (\S+) \((?:choose from )?(.+)\)"),
        r"\1 不能是 \2，可用 \3",
    ),
    (re.compile(r"argument (\S+): (.+)"), r"\1 的值不对：\2"),
)
_TITLES = {"usage:": "用法：", "positional arguments:": "参数：", "options:": "选项："}


class Parser(ArgumentParser):
    """An argument parser that raises instead of ending the process, and knows Chinese."""

    takes_query = False

    def error(self, message: str) -> NoReturn:
        """Say what was typed wrongly, and how it is typed."""
        chinese = message = message.replace("\0", "").replace(r"\x00", "")
        for pattern, words in _MISTAKES:
            if pattern.fullmatch(message):
                chinese = pattern.sub(words, message)
                break
        hint = _USAGE
        if self.takes_query and message.startswith("unrecognized"):
            hint = _OR_A_WORD
        raise UsageError(Text(chinese, message), hint.format(p=self.prog))

    def help_in(self, language: Language) -> str:
        """The help of the command."""
        lines = self.format_help().split("\n")
        if language == "zh":
            for english, chinese in _TITLES.items():
                lines = [
                    line.replace(english, chinese) if line.startswith(english) else line
                    for line in lines
                ]
        return "\n".join(lines)


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


ID = argument("id", "编号的任一部分，只要唯一|any unique part of an id", metavar="ID")
QUERY = argument(
    "query",
    "查询，与搜索同一语法；不写就是全部|a query, as in search; all without one",
    nargs="*",
    metavar="QUERY",
)
LENS = argument(
    "--lens",
    "视图，如 summary、limitations|a lens, such as summary or limitations",
    default="full",
    metavar="L",
)
WIDTH = argument("--width", "多少列宽|cells a line", type=width, default=0, metavar="N")
OUTPUT = argument(
    "-o --output",
    "写到文件，- 是标准输出|write to a file; - is standard output",
    type=output,
    default="",
    metavar="FILE",
)


def formats(*names: str) -> Argument:
    """`--format`; without it `Context.form` decides."""
    return argument("--format", "格式|what to print", choices=names, default="")


def limit(default: int) -> Argument:
    """`--limit`."""
    return argument(
        "--limit", "最多几篇报告|how many reports at most", type=count, default=default, metavar="N"
    )


_PAGE = Text(
    """\
{summary}

用法：
  vibe [PATH …]      打开阅读器：文库，或文件、文件夹、-（标准输入）
  vibe 命令 [选项]   与命令同名的文件写成 ./list

命令：
{commands}

全局选项，放在命令前后都可以：
  --library DIR      用这个文库（也可设 VIBE_LIBRARY），不列自带报告
  --config FILE      用这个配置文件
  --json             输出 JSON
  --lang zh|en       界面语言
  --help             帮助；vibe 命令 --help 看该命令的用法
  --version          版本
""",
    """\
{summary}

Usage:
  vibe [PATH …]             open the reader: the library, or files, folders, - (standard input)
  vibe COMMAND [options]    write ./list for a file with the name of a command

Commands:
{commands}

Global options, before or after the command:
  --library DIR      use this library (or VIBE_LIBRARY), without the bundled reports
  --config FILE      use this file of settings
  --json             print JSON
  --lang zh|en       language of the interface
  --help             help; vibe COMMAND --help for one command
  --version          version
""",
)


def help_page(summary: Text, commands: Iterable[Command], language: Language) -> str:
    """The help of `vibe` itself."""
    rows = [(command.name, command.summary.pick(language)) for command in commands]
    wide = max(len(name) for name, _ in rows)
    listed = "\n".join(f"  {name:{wide}}  {what}" for name, what in rows)
    return _PAGE.pick(language).format(summary=summary.pick(language), commands=listed)
