"""A symbolic link is never followed out of the folder that was named, read in place or copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a note, links that stay in it, and links that lead out."""
    secret = tmp_path / "elsewhere" / "secret.md"
    (secret.parent / "deep").mkdir(parents=True)
    secret.write_text("# SECRET\n\nSECRET WORDS\n", "utf-8")
    (secret.parent / "deep" / "other.md").write_text("# SECRET\n\nOTHER\n", "utf-8")
    folder = tmp_path / "notes"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "note.md").write_text("# Inside\n\nA note.\n", "utf-8")
    (folder / "inner.md").symlink_to(folder / "sub" / "note.md")
    (folder / "relative.md").symlink_to("sub/note.md")
    (folder / "out.md").symlink_to(secret)
    (folder / "up.txt").symlink_to("../elsewhere/secret.md")
    (folder / "hop.markdown").symlink_to(folder / "out.md")
    (folder / "page.html").symlink_to(secret)
    (folder / "whole").symlink_to(secret.parent)
    (folder / "nowhere.md").symlink_to(tmp_path / "gone.md")
    (folder / "round.md").symlink_to(folder / "round.md")
    return folder


def written(library: Path) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(library.rglob("*.md")))


@pytest.mark.parametrize("way", ["import", "copy", "in place"])
def test_what_lies_outside_the_folder_is_not_read(
    folder: Path, tmp_path: Path, run: Run, way: str
) -> None:
    library = ("--lang", "en", "--library", tmp_path / "library")
    if way == "import":
        result = run(*library, "import", folder)
    else:
        copy = ["--copy"] if way == "copy" else []
        assert run(*library, "source", "add", folder, *copy).code == 0
        result = run(*library, "sync")
    found = run(*library, "search", "Inside")
    assert (result.code, found.code) == (0, 0)
    assert run(*library, "search", "SECRET").code == 1
    assert "SECRET" not in written(tmp_path / "library")
    said = result.err + found.err
    assert f"{folder / 'out.md'}: is a link that leads out" in said
    assert f"{folder / 'whole'}: is a link to a folder" in said
    assert f"{folder / 'nowhere.md'}: is a link that leads nowhere" in said
    assert "inner.md" not in said


def test_a_folder_that_was_named_by_a_link_is_read(folder: Path, tmp_path: Path, run: Run) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert run("--library", tmp_path / "library", "import", link).code == 0
    assert "A note." in written(tmp_path / "library")
    assert "SECRET" not in written(tmp_path / "library")


def test_a_file_that_was_named_itself_may_be_a_link(folder: Path, tmp_path: Path, run: Run) -> None:
    assert run("--library", tmp_path / "library", "import", folder / "out.md").code == 0
    assert "SECRET WORDS" in written(tmp_path / "library")
