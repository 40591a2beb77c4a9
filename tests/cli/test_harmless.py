"""Text from outside stays text: no control codes, no markup, in every output and message."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

CONTROLS = {
    *map(chr, range(0x20)),
    *map(chr, range(0x7F, 0xA0)),
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
} - {"\n"}
WORDS = ("[/年报/2024]", "[red]红[/red]", "[@click=app.quit]x[/]")

COMMANDS = [
    "list",
    "list nasty",
    "list --json",
    "search 真",
    "search IMPORTANT --json",
    "show nasty",
    "show nasty --width 30",
    "show nasty --format md",
    "show nasty --format json",
    "show nasty --lens tables",
    "show nasty --lens limitations",
    "digest --lens summary",
    "digest --lens full --format md",
    "digest --lens full --json",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_sec_03_output_and_messages_hold_no_control_codes(
    run: Run, library: Path, command: str
) -> None:
    result = run(*command.split(), "--library", library)
    assert not CONTROLS & set(result.out + result.err)


def test_ansi_holds_only_our_own_codes(run: Run, library: Path) -> None:
    out = run("show", "nasty", "--library", library, "--format", "ansi").out
    codes = {part.partition("m")[0] for part in out.split("\x1b[")[1:]}
    assert all(set(code) <= set("0123456789;") for code in codes)
    assert not CONTROLS - {"\x1b"} & set(out)


def test_sec_05_brackets_are_words(run: Run, library: Path) -> None:
    for command in ("list", "show nasty", "show nasty --format md", "digest --lens full"):
        out = run(*command.split(), "--library", library).out.replace("\n", "")
        # The heading line of a digest leaves the column out.
        words = WORDS[1:] if command.startswith("digest") else WORDS
        assert all(word in out for word in words), command
    shown = run("show", "nasty", "--library", library).out
    assert "[IMPORTANT] [[a b] c]" in shown
    assert "[/x]" in shown
    assert "[TODO]" in run("show", "复盘", "--library", library).out


def test_odd_queries_and_ids_are_words(run: Run, library: Path) -> None:
    for word in ("[", "[/x]", "\x1b[2J", "(", '"', "真:", "\ud800"):
        for command in ("search", "list", "show"):
            result = run(command, word, "--library", library)
            assert result.code in (0, 1)
            assert not CONTROLS & set(result.out + result.err)


def test_odd_paths_are_words(run: Run, tmp_path: Path) -> None:
    for name in ("\x1b[2Jx", "[red]x", "换\n行"):
        for command in ("import", "list --library"):
            result = run(*command.split(), tmp_path / name)
            assert result.code == 2
            assert not CONTROLS & set(result.out + result.err)


def test_an_odd_name_in_the_library_is_harmless(run: Run, library: Path) -> None:
    (library / "2026" / "2026-08-12-\x1b[31m红\u202e.md").write_text("# 文\n\n字\n", "utf-8")
    for command in ("list", "list --json", "show 红", "search 字"):
        result = run(*command.split(), "--library", library)
        assert result.code == 0
        assert not CONTROLS & set(result.out + result.err)
