"""The real process and its streams: encodings, pipes, closed ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "vibe_tui"]


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "VIBE_"))}
    return {**kept, **more}


def shell(line: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    vibe = f"{sys.executable} -m vibe_tui"
    return subprocess.run(
        ["bash", "-c", f'vibe() {{ {vibe} "$@"; }}; {line}'],
        env=environment(**more),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.parametrize("locale", ["C", "POSIX", "", "C.UTF-8"])
def test_output_is_utf_8_in_every_locale(home: Path, library: Path, locale: str) -> None:
    done = shell(
        f'vibe list --library "{library}"; vibe show 没有 --library "{library}"',
        LC_ALL=locale,
    )
    assert "小模型的透镜实验" in done.stdout.decode("utf-8")
    assert "没有" in done.stderr.decode("utf-8")


def test_names_and_words_are_utf_8_where_python_was_told_otherwise(
    home: Path, library: Path
) -> None:
    done = shell(
        f'vibe list 透镜 --library "{library}" && vibe show 透镜 --library "{library}"',
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
    )
    assert done.returncode == 0
    assert "小模型的透镜实验" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("vibe show 透镜 | head -1; exit ${PIPESTATUS[0]}", 0, id="a reader that left"),
        pytest.param("vibe show 透镜 | true; exit ${PIPESTATUS[0]}", 0, id="left at once"),
        pytest.param("vibe list | cat; exit ${PIPESTATUS[0]}", 0, id="a pipe"),
        pytest.param("vibe list >&-", 2, id="closed output"),
        pytest.param("vibe list 2>&-", 0, id="closed messages"),
        pytest.param("vibe list <&-", 0, id="closed input"),
        pytest.param("vibe </dev/null", 2, id="the reader without a keyboard"),
        pytest.param("vibe <&-", 2, id="the reader with closed input"),
        pytest.param("echo x | vibe", 2, id="the reader with piped input"),
        pytest.param("vibe | cat; exit ${PIPESTATUS[0]}", 2, id="the reader into a pipe"),
    ],
)
def test_streams_that_are_no_terminal(home: Path, library: Path, line: str, code: int) -> None:
    done = shell(line, VIBE_LIBRARY=str(library))
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"Broken" not in done.stderr
    assert b"\x1b" not in done.stdout
    assert done.stderr.count(b"\n") == (1 if code else 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line(home: Path, library: Path) -> None:
    done = shell("vibe list >/dev/full", VIBE_LIBRARY=str(library))
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_a_file_name_that_is_no_utf_8(home: Path, library: Path) -> None:
    odd = os.fsencode(library) + b"/2026/2026-08-13-\xff.md"
    try:
        Path(os.fsdecode(odd)).write_text("# 题\n", "utf-8")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    done = shell("vibe list --json; vibe list", VIBE_LIBRARY=str(library))
    assert b"Traceback" not in done.stderr
    done.stdout.decode("utf-8")


def test_a_locale_that_cannot_name_the_file_gets_one_line(home: Path, library: Path) -> None:
    done = shell(
        f'vibe list --library "{library}"', LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0 or b"LC_ALL=C.UTF-8" in done.stderr


@pytest.mark.parametrize("endless", ["yes", "cat /dev/zero", "yes 字"])
def test_standard_input_without_end_is_refused(endless: str) -> None:
    ended = shell(f"{endless} | vibe show -", LANG="en_US.UTF-8")
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"standard input is larger than 64 MB" in ended.stderr
