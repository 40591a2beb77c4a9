"""What a command writes: its data on standard output, everything else on standard error.

Data is UTF-8 whatever the locale. Text for people is cleaned of control codes; JSON keeps every
character of the data: what a terminal might act on is written as a `\\u` escape.

Standard error is the only place of the command line where a failure becomes words. Every message is
one cleaned line; no traceback reaches a user unless `VIBE_DEBUG` or `--debug` asks for it.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from types import TracebackType
from typing import TextIO

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.config import is_dumb, no_colour
from vibe_tui.errors import Problem, VibeError
from vibe_tui.service import NothingFoundError
from vibe_tui.text import Language, Text

PIPE_WIDTH = 80

_UNSAFE_IN_JSON = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb]"
)


class Output:
    """Writes a command's data."""

    def __init__(self, stream: TextIO | None, environ: Mapping[str, str]) -> None:
        self._stream = stream
        self._environ = environ

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks at it."""
        return self._stream is not None and self._stream.isatty()

    @property
    def has_colour(self) -> bool:
        """Whether colour codes are wanted unasked."""
        environ = self._environ
        plain = no_colour(environ) or is_dumb(environ) or not environ.get("TERM")
        return self.is_terminal and not plain

    @property
    def width(self) -> int:
        """Cells of the terminal; 80 where there is none."""
        return (
            shutil.get_terminal_size((PIPE_WIDTH, 24)).columns if self.is_terminal else PIPE_WIDTH
        )

    @property
    def room(self) -> int:
        """Cells that a line is cut to; 0 in a pipe, where lines stay whole."""
        return self.width if self.is_terminal else 0

    def line(self, text: str) -> None:
        """One line, cleaned."""
        self.styled(clean_line(text))

    def text(self, text: str) -> None:
        """Lines as they are, each cleaned."""
        self.styled(clean_text(text).rstrip("\n"))

    def styled(self, line: str) -> None:
        """A line whose colour codes are our own, its text clean already."""
        if self._stream is None:
            raise OSError(errno.EBADF, "standard output is closed")
        self._stream.write(line + "\n")

    def lines(self, lines: Iterable[str]) -> None:
        """Several lines, as `styled`."""
        for line in lines:
            self.styled(line)

    def json(self, value: object) -> None:
        """One JSON value, indented."""
        self.styled(to_json(value))

    def flush(self) -> None:
        """Hand everything over. Raises `OSError` when nobody takes it."""
        if self._stream is not None:
            self._stream.flush()


def to_json(value: object) -> str:
    """JSON that is readable, and safe to show on a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def use_utf8() -> None:
    """Write UTF-8 on the standard streams, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


PROGRAM = "vibe"
INTERRUPTED = 130
LONGEST_NAME = 200
"""Characters that are shown of a name that is no text."""


class ExitCode(IntEnum):
    """What a command's end means to a script."""

    DONE = 0
    NOTHING = 1
    FAILED = 2


class UsageError(VibeError):
    """The command was typed wrongly."""


class Diagnostics:
    """Writes lines to standard error; silent where it is closed."""

    def __init__(
        self, stream: TextIO | None, language: Language, *, has_codes: bool = True
    ) -> None:
        """`has_codes`: whether a terminal that `stream` leads to can take back what it shows."""
        self.language = language
        self._has_codes = has_codes
        self._stream = stream

    def note(self, text: Text) -> None:
        """One line of narration."""
        self._say(text.pick(self.language))

    def problems(self, problems: Iterable[Problem]) -> None:
        """One line for each, the same line only once."""
        for line in dict.fromkeys(problem.line(self.language) for problem in problems):
            self._say(line)

    def error(self, error: VibeError) -> None:
        """The one line that ends a command."""
        self._say(f"{PROGRAM}: {error.line(self.language)}")

    def progress(self, what: Text) -> Callable[[int, int], None]:
        """A function that shows how far something slow is, where a person looks at it."""
        stream = self._stream
        if stream is None or not self._has_codes or not stream.isatty():
            return lambda done, total: None

        def show(done: int, total: int) -> None:
            line = "" if done >= total else f"{what.pick(self.language)} {done}/{total}"
            stream.write(f"\r\x1b[K{line}")
            stream.flush()

        return show

    def trace(self, error: BaseException) -> None:
        """The traceback, for whoever asked for it."""
        for line in traceback.format_exception(error):
            for part in line.splitlines():
                self._say(clean_text(part))

    def _say(self, line: str) -> None:
        if self._stream is None:
            return
        try:
            print(clean_line(line), file=self._stream, flush=True)
        except OSError:
            self._stream = None


class Ending:
    """A `with` block around a command: whatever leaves it becomes an exit code and one line.

    `code` is what the process ends with; the block sets it when it succeeds.
    """

    def __init__(self, diagnostics: Diagnostics, *, debug: bool = False) -> None:
        self.code: int = ExitCode.DONE
        self._diagnostics = diagnostics
        self.debug = debug

    def __enter__(self) -> Ending:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if error is None or isinstance(error, SystemExit):
            return False
        if isinstance(error, BrokenPipeError):
            _discard_stdout()
            self.code = ExitCode.DONE
            return True
        if isinstance(error, KeyboardInterrupt):
            self.code = INTERRUPTED
            return True
        if self.debug:
            self._diagnostics.trace(error)
        self._diagnostics.error(_as_vibe_error(error))
        nothing = isinstance(error, NothingFoundError)
        self.code = ExitCode.NOTHING if nothing else ExitCode.FAILED
        return True


def _as_vibe_error(error: BaseException) -> VibeError:
    """What to tell a person about `error`, whatever it is."""
    if isinstance(error, VibeError):
        return error
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        where = f"{error.filename}: {reason}" if error.filename else reason
        return VibeError(Text("{w}", "{w}").format(w=where))
    if isinstance(error, UnicodeEncodeError) and "\ud800" <= error.object[error.start] <= "\udfff":
        # A byte that is no text, as the system gives it in names.
        return VibeError(
            Text("{t} 里有不是 UTF-8 的字节", "{t} holds bytes that are no UTF-8").format(
                t=error.object[-LONGEST_NAME:]
            ),
            Text("请改名，或另选地方", "Rename it, or take another place"),
        )
    if isinstance(error, UnicodeEncodeError):
        return VibeError(
            Text("这个区域设置写不了“{t}”", 'this locale cannot write "{t}"').format(
                t=error.object[error.start : error.end]
            ),
            Text("设 LC_ALL=C.UTF-8 再试", "Set LC_ALL=C.UTF-8"),
        )
    return VibeError(
        Text("内部错误 {e}", "internal error {e}").format(e=f"{type(error).__name__}: {error}"),
        Text(
            "这是 vibe 的缺陷；用 VIBE_DEBUG=1 再运行一次可得到报告缺陷所需的细节",
            "This is a fault of vibe; run it again with VIBE_DEBUG=1 for the details to report",
        ),
    )


def _discard_stdout() -> None:
    """Keep the interpreter from complaining about a reader that left."""
    if sys.stdout is sys.__stdout__ and sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
