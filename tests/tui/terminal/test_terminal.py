"""The real program in a real terminal: it starts, draws, quits, and leaves the terminal clean."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

DEADLINE = 30.0
MODES = {"1000", "1002", "1003", "1004", "1006", "1015", "1049", "2004"}
_KITTY_ON = re.compile(r"\x1b\[>\d+u")
_KITTY_OFF = "\x1b[<u"
_MODE = re.compile(r"\x1b\[\?([\d;]+)([hl])")


@dataclass
class Terminal:
    """A pseudo-terminal with a program in it, and all that the program wrote."""

    master: int
    process: subprocess.Popen[bytes]
    attributes: list[object] = field(default_factory=list)
    output: str = field(default="")
    decoder: codecs.IncrementalDecoder = field(
        default_factory=lambda: codecs.getincrementaldecoder("utf-8")("replace")
    )
    """What is read may end inside of a character."""

    def read(self, seconds: float) -> None:
        """Take what is written within `seconds`."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return
        try:
            self.output += self.decoder.decode(os.read(self.master, 65536))
        except OSError:
            time.sleep(min(seconds, 0.05))

    def wait_for(self, words: str, *, again: bool = False) -> None:
        """Read until `words` were written; with `again`, once more than until now."""
        seen = self.output.count(words) if again else 0
        end = time.monotonic() + DEADLINE
        while self.output.count(words) <= seen:
            assert time.monotonic() < end, f"no {words!r} in {self.output[-2000:]!r}"
            self.read(0.1)

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self.master, keys.encode())

    def leave(self) -> None:
        """Press escape and nothing else until it was taken: with a key behind it, it is alt."""
        self.send("\x1b")
        size = -1
        while size != len(self.output):
            size = len(self.output)
            self.read(0.5)

    def wait(self) -> int:
        """Read until the program ends; gives its status."""
        end = time.monotonic() + DEADLINE
        while self.process.poll() is None:
            assert time.monotonic() < end, "the program does not end"
            self.read(0.1)
        for _ in range(5):
            self.read(0.05)
        return self.process.returncode

    @property
    def modes(self) -> dict[str, str]:
        """The last state (`h` on, `l` off) of each private mode."""
        found: dict[str, str] = {}
        for numbers, state in _MODE.findall(self.output):
            for number in numbers.split(";"):
                found[number] = state
        return found


@contextmanager
def run(folder: Path, *arguments: str, code: str = "", **more: str) -> Iterator[Terminal]:
    """The program in a terminal of 100 by 30, with `more` in its environment."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    command = ["-c", code] if code else ["-m", "vibe_tui"]
    environ = {
        **os.environ,
        "TERM": "xterm-256color",
        "HOME": str(folder),
        "LANG": "zh_CN.UTF-8",
        **{
            name: str(folder / name.lower())
            for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        },
    }
    for name in ("VIBE_LIBRARY", "COLUMNS", "LINES"):
        environ.pop(name, None)
    environ.update(more)
    process = subprocess.Popen(
        [sys.executable, *command, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environ,
        start_new_session=True,
    )
    os.close(slave)
    terminal = Terminal(master, process, termios.tcgetattr(master))
    try:
        yield terminal
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(master)


def assert_clean(terminal: Terminal) -> None:
    modes = terminal.modes
    assert {mode: modes.get(mode) for mode in MODES} == dict.fromkeys(MODES, "l")
    assert modes.get("25") == "h", "the cursor is hidden"
    assert modes.get("7") == "h", "lines do not wrap"
    begun, ended = len(_KITTY_ON.findall(terminal.output)), terminal.output.count(_KITTY_OFF)
    assert begun == ended == 1, "keys are still reported in kitty's way"
    assert termios.tcgetattr(terminal.master) == terminal.attributes, "the terminal has changed"
    assert "Traceback" not in terminal.output


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "2026-07-24-样例.md").write_text(
        "---\ntitle: 样例报告\ndate: 2026-07-24\n---\n\n## 1. 执行摘要\n\n这是正文。\n",
        encoding="utf-8",
    )
    return folder


def test_it_starts_draws_and_quits(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("样例报告")
        terminal.wait_for("这是正文")
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


SIGNALS = [
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGALRM,
    signal.SIGUSR1,
    signal.SIGUSR2,
]


@pytest.mark.parametrize("number", SIGNALS, ids=[number.name for number in SIGNALS])
def test_a_signal_leaves_the_terminal_clean(
    tmp_path: Path, library: Path, number: signal.Signals
) -> None:
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("这是正文")
        terminal.process.send_signal(number)
        assert terminal.wait() == 128 + number
        assert_clean(terminal)


CRASH = """
import sys
from vibe_tui.cli.main import run_command
from vibe_tui.tui.library.screen import MainScreen

def fall(self):
    raise RuntimeError("[red]fell[/]")

MainScreen.action_star = fall
sys.exit(run_command(sys.argv[1:]))
"""


def test_an_exception_in_a_handler_leaves_the_terminal_clean(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library), code=CRASH) as terminal:
        terminal.wait_for("这是正文")
        terminal.send("m")
        assert terminal.wait() != 0
        assert_clean(terminal)
        assert "[red]fell[/]" in terminal.output
        assert "crash.log" in terminal.output


def test_bytes_that_are_no_text_do_not_stop_the_keys(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("这是正文")
        os.write(terminal.master, b"\x1b[M\x20\xa5\x30")
        time.sleep(0.3)
        terminal.send("?")
        terminal.wait_for("输入以查找按键")
        terminal.leave()
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


@pytest.mark.parametrize("told", [True, False], ids=["by a signal", "by the terminal alone"])
def test_a_closed_window_ends_the_program(tmp_path: Path, library: Path, told: bool) -> None:
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("这是正文")
        os.close(terminal.master)
        if told:
            terminal.process.send_signal(signal.SIGHUP)
        assert terminal.process.wait(DEADLINE) != 0
        terminal.master = os.open(os.devnull, os.O_RDWR)


def test_a_program_that_never_stopped_goes_on_only_once(tmp_path: Path, library: Path) -> None:
    """A closing window sends SIGCONT too; so may a shell."""
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("这是正文")
        terminal.process.send_signal(signal.SIGCONT)
        time.sleep(0.5)
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


def test_a_stopped_program_takes_up_the_terminal_again(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("这是正文")
        os.kill(terminal.process.pid, signal.SIGTSTP)
        os.waitpid(terminal.process.pid, os.WUNTRACED)
        for _ in range(5):
            terminal.read(0.05)
        assert not [mode for mode in MODES if terminal.modes.get(mode) == "h"]
        terminal.output = ""
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for("这是正文")
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


def test_the_whole_screen_is_drawn_again_when_asked(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("这是正文")
        for _ in range(10):
            terminal.read(0.1)
        terminal.output = ""
        terminal.send("\x0c")
        terminal.wait_for("样例报告")
        terminal.wait_for("这是正文")
        terminal.send("q")
        assert terminal.wait() == 0


SHELL = """
import os, signal, sys
child = os.fork()
if child:
    signal.signal(signal.SIGCONT, lambda *_: os.killpg(child, signal.SIGCONT))
    status = os.waitpid(child, os.WUNTRACED)[1]
    while os.WIFSTOPPED(status):
        print("the shell is back", flush=True)
        status = os.waitpid(child, os.WUNTRACED)[1]
    sys.exit(os.waitstatus_to_exitcode(status))
os.setpgrp()
from vibe_tui.cli.main import run_command
sys.exit(run_command(sys.argv[1:]))
"""
"""What a shell with jobs does: each has a group of its own, and is told to go on."""


def test_a_key_returns_to_the_shell_and_back(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library), code=SHELL) as terminal:
        terminal.wait_for("这是正文")
        terminal.send("\x1a")
        terminal.wait_for("the shell is back")
        assert terminal.modes["1049"] == "l"
        terminal.output = ""
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for("这是正文")
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


def test_without_a_shell_there_is_no_way_back(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("这是正文")
        terminal.send("\x1a")
        terminal.wait_for("没有可以回去的 shell")
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


def test_chinese_from_an_input_method_arrives(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library)) as terminal:
        terminal.wait_for("这是正文")
        terminal.send("/")
        terminal.wait_for("在全部报告中查找")
        terminal.send("\x1b[49;;20538:21048u")
        terminal.wait_for("债券")
        terminal.leave()
        terminal.send("q")
        assert terminal.wait() == 0


SLOW_END = """
import sys, time
from vibe_tui.cli.main import run_command
from vibe_tui.service import Service

close = Service.close

def slowly(self):
    print("the reader is ending", flush=True)
    time.sleep(2)
    close(self)

Service.close = slowly
sys.exit(run_command(sys.argv[1:]))
"""


def test_a_reader_that_is_stopped_while_it_ends_does_not_take_up_the_terminal(
    tmp_path: Path, library: Path
) -> None:
    with run(tmp_path, "--library", str(library), code=SLOW_END) as terminal:
        terminal.wait_for("这是正文")
        terminal.send("q")
        terminal.wait_for("the reader is ending")
        os.kill(terminal.process.pid, signal.SIGTSTP)
        os.waitpid(terminal.process.pid, os.WUNTRACED)
        terminal.process.send_signal(signal.SIGCONT)
        assert terminal.wait() == 0
        assert_clean(terminal)
