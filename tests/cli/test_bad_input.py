"""What cannot be read is named in one line each; nothing is half written, nothing else stops."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("只是一段话。\n\n不是转储。\n".encode(), id="no dump"),
        pytest.param(b"", id="empty"),
        pytest.param(b"\n \n", id="blank"),
        pytest.param(bytes(range(128, 256)) * 20, id="no known encoding"),
        pytest.param(b"\0\1\2", id="binary"),
    ],
)
def test_a_file_that_is_no_dump(run: Run, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(data)
    own = tmp_path / "own"
    result = run("import", file, "--library", own, "--json")
    assert result.code == 2
    assert [one["source"].split(":")[0] for one in result.json["errors"]] == [str(file)]
    assert result.json["errors"][0]["message"]
    assert result.err.count(str(file)) == 1
    assert result.err.count("\n") == 1
    assert not own.exists()


def test_an_empty_path_is_not_the_folder_one_stands_in(
    run: Run, tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(library)
    result = run("import", "", "--library", tmp_path / "own")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert not (tmp_path / "own").exists()


def test_a_library_of_which_nothing_can_be_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "甲.md").write_text("甲", "utf-8")

    read = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path.suffix == ".md":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refused)
    result = run("list", "--library", own)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "甲.md" in result.err


def test_a_report_without_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "空.md").write_text("---\ntitle: 空的\n---\n", "utf-8")
    shown = run("show", "空", "--library", tmp_path, "--format", "json")
    assert (shown.code, shown.json["sections"]) == (1, [])
    assert shown.err == "《空的》没有正文\n"


def test_a_missing_path_stops_no_other(run: Run, tmp_path: Path, library: Path) -> None:
    missing = tmp_path / "none.txt"
    good = next(library.rglob("*透镜*.md"))
    result = run("import", missing, good, "--library", tmp_path / "own")
    assert result.code == 1
    assert result.out.startswith("+ ")
    assert str(missing) in result.err
    assert run("import", missing, "--library", tmp_path / "own").code == 2


def test_a_library_that_is_a_file(run: Run, tmp_path: Path, library: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    for words in (["list"], ["import", library]):
        result = run(*words, "--library", file)
        assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert file.read_text() == "x"


@pytest.mark.parametrize("way", ["option", "environment", "below it"])
@pytest.mark.parametrize(
    "words", [["list"], ["search", "x"], ["sync"], ["import", "."], ["source", "add", "."]]
)
def test_a_file_that_is_named_as_the_library_is_said_to_be_one(
    run: Run, tmp_path: Path, way: str, words: list[str]
) -> None:
    file = tmp_path / "file.md"
    file.write_text("# x")
    where = file / "below" if way == "below it" else file
    option = [] if way == "environment" else ["--library", where]
    environ = {"VIBE_LIBRARY": str(where), "TERM": "xterm"}
    result = run("--lang", "en", *option, *words, environ=environ)
    assert f"{file} is a file, no folder" in result.err
    assert (result.code, result.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    "bad",
    ["..", ".", "...", "a/b", "a\\b", "a\x1bb", "a\nb", "", " ", "a b", ".a", "a.", "字" * 300],
)
def test_an_id_of_a_source_that_cannot_be_is_refused_in_words(
    run: Run, tmp_path: Path, bad: str
) -> None:
    options = ("--lang", "en", "--library", tmp_path / "library")
    result = run(*options, "source", "add", tmp_path, "--id", bad)
    assert (result.code, result.out) == (2, "")
    assert "--id cannot be" in result.err
    assert "80 characters at most" in result.err
    assert "\x1b" not in result.err
    assert run(*options, "source", "list").out == ""


@pytest.mark.parametrize("good", ["a", "每日", "a.b-c_d", "2026", "字" * 80])
def test_an_id_of_a_source_is_taken_as_it_is(run: Run, tmp_path: Path, good: str) -> None:
    options = ("--library", tmp_path / "library")
    assert run(*options, "source", "add", tmp_path, "--id", good).code == 0
    assert run(*options, "source", "list").out.startswith(f"{good}  ")


def test_a_bad_report_is_named_and_hides_neither_itself_nor_others(run: Run, library: Path) -> None:
    bad = library / "2026" / "2026-08-12-坏.md"
    bad.write_text("---\ntitle: 坏的\ndate: 2026-08-12\n\n正文还在。\n", "utf-8")
    result = run("list", "--library", library)
    assert (result.code, len(result.out.splitlines())) == (0, 4)
    assert result.err.count(str(bad)) == 1
    shown = run("show", "坏", "--library", library)
    assert shown.code == 0
    assert "正文还在" in shown.out


def test_an_unreadable_cache_is_rebuilt_without_a_word(run: Run, library: Path, home: Path) -> None:
    words = [("list",), ("search", "置信区间"), ("show", "透镜")]
    good = [run(*one, "--library", library) for one in words]
    for data in (b"", b"garbage" * 100):
        caches = [path for path in (home / "xdg_cache_home").rglob("*") if path.is_file()]
        assert len(caches) > 3
        for path in caches:
            path.write_bytes(data)
        assert [run(*one, "--library", library) for one in words] == good


@pytest.mark.parametrize("folder", ["xdg_cache_home", "xdg_data_home"])
def test_reading_works_where_nothing_can_be_written(
    run: Run, library: Path, home: Path, folder: str
) -> None:
    (home / folder).write_text("a file in the folder's place")
    for words in (["list"], ["show", "透镜"], ["search", "置信区间"]):
        result = run(*words, "--library", library)
        assert result.code == 0
        assert "透镜" in result.out
        assert result.err.count("\n") <= 1


def test_an_empty_home_is_filled_with_what_is_needed(run: Run, library: Path, home: Path) -> None:
    assert run("search", "置信区间", "--library", library).code == 0
    assert {path.name for path in home.iterdir()} == {"xdg_cache_home", "xdg_data_home"}


def test_a_command_closes_what_it_opened(run: Run, library: Path, home: Path) -> None:
    for words in (
        ["list"],
        ["search", "置信区间"],
        ["import", library],
        ["sync"],
        ["show", "没有"],
    ):
        run(*words, "--library", library)
        assert [*home.rglob("*.db")]
        assert not [*home.rglob("*-wal")], words


def test_an_empty_library_says_what_to_do(run: Run, tmp_path: Path) -> None:
    result = run("list", "--library", tmp_path)
    assert (result.code, result.out) == (1, "")
    assert "vibe import" in result.err


@pytest.mark.skipif(sys.platform != "linux", reason="names there are text")
@pytest.mark.parametrize("words", [["list"], ["search", "x"], ["import", "."], ["doctor"]])
def test_a_place_whose_name_is_no_text_is_refused_in_true_words(
    run: Run, tmp_path: Path, words: list[str]
) -> None:
    bad = tmp_path / os.fsdecode(b"caf\xe9")
    bad.mkdir()
    result = run("--lang", "en", "--library", bad, *words)
    assert (result.code, result.out) == (2, "")
    assert "holds bytes that are no UTF-8" in result.err
    assert "locale" not in result.err


@pytest.mark.skipif(sys.platform != "linux", reason="names there are text")
def test_a_home_whose_name_is_no_text_serves(
    run: Run, tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / os.fsdecode(b"caf\xe9") / name))
    for words in (["list"], ["search", "置信区间"], ["index"], ["sync"], ["doctor"]):
        assert run("--library", library, *words).code in (0, 1)
    assert "透镜" in run("--library", library, "search", "置信区间").out
