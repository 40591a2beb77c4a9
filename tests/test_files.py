"""Whole files or none, links kept, and what is no file left as it is."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from vibe_tui.files import create_text, write_text


def test_a_file_is_replaced_with_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.md"
    write_text(path, "一\n")
    path.chmod(0o600)
    write_text(path, "二\n")
    assert (path.read_text("utf-8"), path.stat().st_mode & 0o777) == ("二\n", 0o600)
    assert list(path.parent.iterdir()) == [path]


def test_a_new_file_is_as_private_as_its_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_text(tmp_path / "a.md", "一")
        assert create_text(tmp_path / "b.md", "二")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_a_private_file_has_no_more_rights_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rights: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: rights.append(os.fstat(handle).st_mode & 0o777))
    path = tmp_path / "a.toml"
    write_text(path, "一", private=True)
    write_text(path, "二", private=True)
    path.chmod(0o640)
    write_text(path, "三")
    assert (rights, path.stat().st_mode & 0o777) == ([0o600, 0o600, 0o640], 0o640)


def test_a_new_file_replaces_none(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    assert create_text(path, "一\r\n")
    assert not create_text(path, "二")
    assert path.read_bytes() == "一\r\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "config.toml"
    write_text(target, "old")
    link = tmp_path / "config.toml"
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text("utf-8") == "new"


def test_a_folder_is_refused_by_its_own_name(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        write_text(tmp_path, "x")
    assert caught.value.filename == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        write_text(pipe, "字")
    assert pipe.is_fifo()


def test_a_full_disk_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for write in (write_text, create_text):
        with pytest.raises(OSError, match="No space") as caught:
            write(tmp_path / "a.md", "字")
        assert caught.value.filename == str(tmp_path / "a.md")
    assert list(tmp_path.iterdir()) == []
