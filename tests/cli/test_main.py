"""Finding the command, the global options, and what is typed wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from vibe_tui import __version__
from vibe_tui.cli.main import COMMANDS, parse_request


@pytest.mark.parametrize(
    ("line", "command", "words", "options", "flags"),
    [
        pytest.param("list", "list", [], {}, set(), id="a command"),
        pytest.param("", "", [], {}, set(), id="nothing"),
        pytest.param("a.md b", "", ["a.md", "b"], {}, set(), id="paths"),
        pytest.param("-", "", ["-"], {}, set(), id="standard input"),
        pytest.param("./list", "", ["./list"], {}, set(), id="a file of that name"),
        pytest.param("-- list", "", ["--", "list"], {}, set(), id="after dashes"),
        pytest.param("a.md list", "", ["a.md", "list"], {}, set(), id="only the first word"),
        pytest.param(
            "--library L list --json", "list", [], {"--library": "L"}, {"--json"}, id="around"
        ),
        pytest.param(
            "list --library=L x", "list", ["x"], {"--library": "L"}, set(), id="after, with ="
        ),
        pytest.param("search -- --json", "search", ["--", "--json"], {}, set(), id="a literal"),
        pytest.param("show -h", "show", ["--help"], {}, set(), id="short help"),
        pytest.param("search -hallu", "search", ["-hallu"], {}, set(), id="a word left out"),
    ],
)
def test_the_words_are_told_apart(
    line: str, command: str, words: list[str], options: dict[str, str], flags: set[str]
) -> None:
    request = parse_request(line.split())
    assert (request.command.name, request.words) == (command, words)
    assert (request.options, request.flags) == (options, flags)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("--library", id="no value"),
        pytest.param("--library= list", id="an empty value"),
        pytest.param("--lang fr list", id="unknown language"),
        pytest.param("lst", id="a misspelt command"),
        pytest.param("no-such-file.md", id="a missing path"),
        pytest.param("--unknown", id="unknown option"),
        pytest.param("list --unknown", id="unknown option of a command"),
        pytest.param("show", id="no id"),
        pytest.param("show x --format pdf", id="unknown format"),
        pytest.param("show x --width 3", id="too narrow"),
        pytest.param("show x --lens 局", id="unknown lens"),
        pytest.param("search", id="no query"),
        pytest.param("search x --limit 0", id="no limit"),
        pytest.param("digest", id="no lens"),
        pytest.param("import", id="nothing to import"),
        pytest.param("paths extra", id="a word too many"),
        pytest.param("--config no-such-file.toml list", id="missing settings"),
        pytest.param("--config . list", id="a folder for settings"),
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_wrong_usage_is_one_line_and_2(
    run: Run, line: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = () if line.startswith(("--library", "--lang")) else ("--lang", lang)
    result = run(*line.split(), *own)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert result.err.startswith("vibe")


def test_what_is_wrong_is_said_in_the_language_asked_for(run: Run) -> None:
    for line in ("--lang en --library", "--library= --lang en list", "--lang=en --config"):
        assert "needs a value" in run(*line.split()).err
    assert "缺值" in run("--lang", "zh", "--library", environ={"LANG": "en_US.UTF-8"}).err


@pytest.mark.parametrize(
    ("line", "query"),
    [
        pytest.param("-- 透镜", "透镜", id="behind dashes"),
        pytest.param("透镜 -- --json -x", "透镜 --json -x", id="options behind dashes"),
        pytest.param("-genre:paper OR 透镜", "-genre:paper OR 透镜", id="in their order"),
        pytest.param("透镜 -论文 --limit 2 OR -x", "透镜 -论文 OR -x", id="around an option"),
        pytest.param("- 透镜", "- 透镜", id="a sign alone"),
    ],
)
def test_words_of_a_query_stay_as_they_were_typed(
    run: Run, library: Path, line: str, query: str
) -> None:
    assert run("search", "--json", "--library", library, *line.split()).json["query"] == query


def test_what_stands_behind_dashes_is_no_option(run: Run, tmp_path: Path) -> None:
    (tmp_path / "-名.md").write_text("# 减号\n\n正文。\n", "utf-8")
    assert run("show", "--library", tmp_path, "--", "-名").code == 0
    for words in (["show", "--", "甲", "-乙"], ["import", "--", "-x.txt"]):
        result = run("--library", tmp_path, *words)
        assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
        assert "\0" not in result.err


def test_help_names_every_command(run: Run) -> None:
    for lang in ("zh", "en"):
        result = run("--help", "--lang", lang)
        assert result.code == 0
        for name in COMMANDS:
            assert f"\n  {name} " in result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert (result.code, result.err) == (0, "")
    assert f"vibe {name}" in result.out


@pytest.mark.parametrize("line", ["--version", "-V", "list --version", "--json --version search"])
def test_version(run: Run, line: str) -> None:
    assert run(*line.split()).out == f"vibe {__version__}\n"


def test_only_what_is_missing_is_called_missing(run: Run) -> None:
    err = run("source", "--lang", "en").err
    assert "add|remove|list" in err
    assert "URL" not in err


def test_without_a_terminal_it_says_what_to_use(run: Run, library: Path) -> None:
    for words in ([], ["--library", library], [library], [library / "2026"]):
        result = run(*words)
        assert (result.code, result.out) == (2, "")
        assert "vibe list" in result.err
        assert result.err.count("\n") == 1


def test_wrong_settings_are_named_and_stop_nothing(run: Run, tmp_path: Path) -> None:
    settings = tmp_path / "own.toml"
    settings.write_text("mouse = 3\n")
    result = run("paths", "--config", settings, "--json")
    assert result.code == 0
    assert result.json["config"] == str(settings)
    assert f"{settings}:1" in result.err
