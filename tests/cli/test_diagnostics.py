"""Failures end as one line and an exit code."""

from __future__ import annotations

import io

import pytest

from vibe_tui.cli.streams import INTERRUPTED, Diagnostics, Ending, ExitCode, UsageError
from vibe_tui.errors import Problem, VibeError
from vibe_tui.text import Language, Text


def run(
    error: BaseException, *, debug: bool = False, language: Language = "zh"
) -> tuple[int, list[str]]:
    stream = io.StringIO()
    with Ending(Diagnostics(stream, language), debug=debug) as outcome:
        raise error
    return outcome.code, stream.getvalue().splitlines()


MISSING = FileNotFoundError(2, "No such file or directory", "缺失.txt")


@pytest.mark.parametrize(
    ("error", "language", "line"),
    [
        pytest.param(
            VibeError(Text("坏了", "broken"), Text("修它", "Mend it")),
            "zh",
            "vibe: 坏了。修它",
            id="Chinese",
        ),
        pytest.param(
            VibeError(Text("坏了", "broken"), Text("修它", "Mend it")),
            "en",
            "vibe: broken. Mend it",
            id="English",
        ),
        pytest.param(UsageError(Text("错", "wrong")), "zh", "vibe: 错", id="without a hint"),
        pytest.param(MISSING, "en", "vibe: 缺失.txt: No such file or directory", id="a file"),
        pytest.param(
            VibeError(Text("\x1b[2J坏\n了", "")), "zh", "vibe: ␛[2J坏 了", id="control codes"
        ),
    ],
)
def test_an_error_is_one_line(error: BaseException, language: Language, line: str) -> None:
    assert run(error, language=language) == (ExitCode.FAILED, [line])


def test_an_unforeseen_error_is_named_without_a_traceback() -> None:
    code, lines = run(ZeroDivisionError("division by zero"))
    assert code == ExitCode.FAILED
    assert len(lines) == 1
    assert "ZeroDivisionError" in lines[0]
    assert "VIBE_DEBUG" in lines[0]


def test_the_traceback_is_there_for_who_asks() -> None:
    _, lines = run(ZeroDivisionError(), debug=True)
    assert any("Traceback" in line for line in lines)


def test_ctrl_c_says_nothing() -> None:
    assert run(KeyboardInterrupt()) == (INTERRUPTED, [])


def test_a_reader_that_left_is_no_error() -> None:
    assert run(BrokenPipeError()) == (ExitCode.DONE, [])


def test_a_problem_is_said_once() -> None:
    stream = io.StringIO()
    problem = Problem("a.md:3", Text("坏", "bad"))
    Diagnostics(stream, "en").problems([problem, problem, Problem("b.md", Text("坏", "bad"))])
    assert stream.getvalue() == "a.md:3: bad\nb.md: bad\n"


class Full(io.StringIO):
    """A stream that takes nothing."""

    tries = 0

    def write(self, text: str) -> int:
        self.tries += 1
        raise OSError(28, "No space left on device")


def test_no_standard_error_is_no_crash() -> None:
    full = Full()
    for stream in (None, full):
        err = Diagnostics(stream, "zh")
        err.note(Text("话", "words"))
        err.note(Text("话", "words"))
    assert full.tries == 1, "a stream that takes nothing is not tried again"
