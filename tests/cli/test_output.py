"""Standard output: harmless to a terminal, complete for a program."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cli.main import run_command
from vibe_tui.cli.streams import Output, to_json

NASTY = [
    pytest.param("\x1b[2J", id="clear screen"),
    pytest.param("\x1b]0;x\x07", id="set the title"),
    pytest.param("\x1b]52;c;eA==\x07", id="write the clipboard"),
    pytest.param("\x9b31m", id="C1 colour"),
    pytest.param("\x07" * 50, id="bells"),
    pytest.param("真\r假行", id="carriage return"),
    pytest.param("\u202eabc", id="right to left"),
    pytest.param("\x7f\u2066\u2028", id="others"),
]
UNSAFE = {
    *map(chr, range(0x20)),
    *map(chr, range(0x7F, 0xA0)),
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029",
} - {"\n"}


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("text", NASTY)
def test_lines_are_harmless(text: str) -> None:
    stream = io.StringIO()
    out = Output(stream, {})
    out.line(text)
    out.text(text)
    assert not UNSAFE & set(stream.getvalue())
    # In a text of several lines a carriage return ends one, as a line feed does.
    assert stream.getvalue().count("\n") == 2 + ("\r" in text)


@pytest.mark.parametrize("text", NASTY)
def test_json_is_harmless_and_loses_nothing(text: str) -> None:
    shown = to_json({text: [text]})
    assert not UNSAFE & set(shown)
    assert json.loads(shown) == {text: [text]}


@given(st.text())
def test_any_text_survives_json(text: str) -> None:
    shown = to_json(text)
    assert not UNSAFE & set(shown)
    assert json.loads(shown) == text
    shown.encode("utf-8")


def test_json_keeps_chinese_readable() -> None:
    assert to_json(["局限性 ₂"]) == '[\n  "局限性 ₂"\n]'


def test_markup_is_words() -> None:
    stream = io.StringIO()
    Output(stream, {}).line("[硅基写手] [red]x[/red] [/")
    assert stream.getvalue() == "[硅基写手] [red]x[/red] [/\n"


@pytest.mark.parametrize(
    ("stream", "environ", "colour"),
    [
        pytest.param(io.StringIO(), {"TERM": "xterm"}, False, id="a pipe"),
        pytest.param(Screen(), {"TERM": "xterm"}, True, id="a terminal"),
        pytest.param(Screen(), {"TERM": "dumb"}, False, id="a dumb one"),
        pytest.param(Screen(), {}, False, id="an unknown one"),
        pytest.param(Screen(), {"TERM": "xterm", "NO_COLOR": "1"}, False, id="NO_COLOR"),
    ],
)
def test_colour_is_for_terminals(
    stream: io.StringIO, environ: dict[str, str], colour: bool
) -> None:
    assert Output(stream, environ).has_colour is colour


def test_a_pipe_is_80_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "33")
    assert Output(io.StringIO(), {}).width == 80
    assert Output(Screen(), {}).width == 33
    assert (Output(io.StringIO(), {}).room, Output(Screen(), {}).room) == (0, 33)


@pytest.mark.parametrize("term", ["dumb", "DUMB", "unknown"])
def test_a_terminal_without_codes_gets_none(
    term: str, library: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = Screen(), Screen()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    environ = {"TERM": term, "LANG": "en"}
    for words in (("list",), ("search", "置信区间"), ("show", "透镜"), ("index", "--rebuild")):
        assert run_command(["--library", str(library), *words], environ) == 0
    assert "置信区间" in out.getvalue()
    assert "\x1b" not in out.getvalue() + err.getvalue()
    assert run_command(["--library", str(library)], environ) == 2
    assert f"a TERM={term} terminal cannot show the reader" in err.getvalue()


@pytest.mark.parametrize(("no_color", "colour"), [("", True), ("0", False), ("1", False)])
def test_no_color_is_a_wish_when_it_says_something(no_color: str, colour: bool) -> None:
    assert Output(Screen(), {"TERM": "xterm", "NO_COLOR": no_color}).has_colour is colour
