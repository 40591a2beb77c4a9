"""The command line: finds the command, reads the options, runs it, ends with its exit code.

Global options are taken wherever they stand, before or after the command. A first word that is no
command is a path to read. Only the command that is run is imported.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from vibe_tui import __version__
from vibe_tui.cli import read
from vibe_tui.cli.command import Command, Context, Parser, help_page
from vibe_tui.cli.streams import (
    PROGRAM,
    Diagnostics,
    Ending,
    ExitCode,
    Output,
    UsageError,
    use_utf8,
)
from vibe_tui.config import is_dumb, load_config, locale_language
from vibe_tui.paths import find_paths
from vibe_tui.text import Language, Text

COMMANDS = {
    "import": "sync",
    "sync": "sync",
    "source": "source",
    "list": "finding",
    "show": "reading",
    "search": "finding",
    "related": "finding",
    "digest": "reading",
    "compare": "reading",
    "papers": "finding",
    "notes": "notes",
    "index": "doctor",
    "doctor": "doctor",
    "paths": "settings",
    "config": "settings",
}
"""The module of each command, by its name, which it has there in capitals."""

_VALUES = ("--library", "--config", "--lang")
_FLAGS = ("--json", "--debug")
_LONG = {"-h": "--help", "-V": "--version"}


@dataclass
class Request:
    """The words of one call, told apart."""

    command: Command
    words: list[str]
    options: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)


def run_command(argv: Sequence[str] | None = None, environ: Mapping[str, str] | None = None) -> int:
    """Run one command line and return its exit code."""
    use_utf8()
    environ = os.environ if environ is None else environ
    err = Diagnostics(sys.stderr, locale_language(environ), has_codes=not is_dumb(environ))
    out = Output(sys.stdout, environ)
    with Ending(err, debug=bool(environ.get("VIBE_DEBUG"))) as ending:
        request = parse_request(sys.argv[1:] if argv is None else argv)
        ending.debug |= "--debug" in request.flags
        ending.code = _run(request, out, err, environ)
        out.flush()
    return ending.code


def parse_request(argv: Sequence[str]) -> Request:
    """Take the global options out of `argv` and find the command."""
    request = Request(read.COMMAND, [])
    words = iter(argv)
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            request.words += [word, *words]
        elif name in _VALUES:
            request.options[name] = value if equals else next(words, "")
        elif word in _FLAGS:
            request.flags.add(word)
        else:
            request.words.append(_LONG.get(word, word))
    first = next((n for n, word in enumerate(request.words) if not word.startswith("-")), None)
    if first is not None and "--" not in request.words[:first]:
        name = request.words[first]
        if name in COMMANDS:
            request.command = command_of(name)
            del request.words[first]
    return request


def _check_options(options: Mapping[str, str]) -> None:
    """Raise `UsageError` for a global option that has no value, or one there is not."""
    for name, value in options.items():
        if not value:
            raise UsageError(Text("{o} 后面缺值", "{o} needs a value").format(o=name))
    if options.get("--lang", "zh") not in ("zh", "en"):
        raise UsageError(Text("--lang 只能是 zh 或 en", "--lang is zh or en"))


def command_of(name: str) -> Command:
    """The command of this name, which `COMMANDS` holds."""
    command: Command = getattr(import_module(f"vibe_tui.cli.{COMMANDS[name]}"), name.upper())
    return command


def _refuse_misspelt(word: str) -> None:
    """Raise `UsageError` for a word that looks like a command and names no file."""
    import difflib

    near = difflib.get_close_matches(word, COMMANDS, 1)
    if near and not os.path.lexists(word):
        raise UsageError(
            Text("没有这个命令或文件：{w}", "no such command or file: {w}").format(w=word),
            Text("是不是 vibe {c}？", "Did you mean vibe {c}?").format(c=near[0]),
        )


def _run(request: Request, out: Output, err: Diagnostics, environ: Mapping[str, str]) -> ExitCode:
    err.language = _language(request) or err.language
    _check_options(request.options)
    named = {name: Path(request.options[name]) for name in _VALUES[:2] if name in request.options}
    paths = find_paths(environ, library=named.get("--library"), config=named.get("--config"))
    if "--config" in named and not paths.config.is_file():
        raise UsageError(Text("没有配置文件 {p}", "no settings at {p}").format(p=paths.config))
    config, problems = load_config(paths.config, environ, _language(request))
    err.language = config.language
    command = request.command
    if command.name not in ("config", "doctor"):  # These say more of it.
        err.problems(problems)
    if "--version" in _before_dashes(request.words):
        out.line(f"{PROGRAM} {__version__}")
        return ExitCode.DONE
    parser = _parser(command, config.language)
    if "--help" in _before_dashes(request.words):
        page = help_page(read.COMMAND.summary, map(command_of, COMMANDS), config.language)
        out.text(page if command is read.COMMAND else parser.help_in(config.language))
        return ExitCode.DONE
    if command is read.COMMAND and request.words:
        _refuse_misspelt(request.words[0])
    arguments = _arguments(command, parser, request.words)
    context = Context(
        paths, config, environ, out, err, json="--json" in request.flags, problems=problems
    )
    with context.at_end:
        return command.run(context, arguments)


def _language(request: Request) -> Language | None:
    languages: dict[str, Language] = {"zh": "zh", "en": "en"}
    return languages.get(request.options.get("--lang", ""))


def _before_dashes(words: Sequence[str]) -> Sequence[str]:
    return words[: words.index("--")] if "--" in words else words


def _parser(command: Command, language: Language) -> Parser:
    name = f"{PROGRAM} {command.name}".strip()
    parser = Parser(
        prog=name,
        usage=f"{name} {command.usage}".strip(),
        description=command.summary.pick(language),
        epilog=command.epilog.pick(language) if command.epilog else None,
        formatter_class=RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.takes_query = command.query
    for one in command.arguments:
        parser.add_argument(*one.names, help=one.help.pick(language), **one.options)
    return parser


def _arguments(command: Command, parser: Parser, words: list[str]) -> Namespace:
    """Parse a command's own words; what looks like an option may be part of a query.

    Such words, and all behind `--`, are handed on behind a NUL, which no word of a command line
    holds: argparse then takes them for what they are, wherever they stand.
    """
    before = _before_dashes(words)
    own = re.findall(r"(?<=\[)-\w", command.usage)
    shielded = [
        f"\0{word}" if command.query and word not in own and re.match(r"-(?!-\w|$)", word) else word
        for word in before
    ]
    shielded += [f"\0{word}" for word in words[len(before) + 1 :]]
    arguments = parser.parse_intermixed_args(shielded)
    for name, value in vars(arguments).items():
        if isinstance(value, str):
            setattr(arguments, name, value.removeprefix("\0"))
        elif isinstance(value, list):
            setattr(arguments, name, [word.removeprefix("\0") for word in value])
    if command.query:
        arguments.query = " ".join(arguments.query)
    return arguments
