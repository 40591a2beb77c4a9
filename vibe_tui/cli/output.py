"""Standard output: data and nothing else, in UTF-8 whatever the locale.

Text for people is cleaned of control codes. JSON keeps every character of the data: what a
terminal might act on is written as a `\\u` escape.
"""

from __future__ import annotations

import errno
import io
import json
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import TextIO

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.config import is_dumb, no_colour

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
