"""Bytes that are too many for the memory are in a file that nobody sees."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sync.desk import Desk, feed, item
from tests.sync.web import WebServer
from vibe_tui.errors import VibeError
from vibe_tui.sync.http.request import IN_MEMORY, PART, Spool

resource = pytest.importorskip("resource")
MANY = bytes(range(256)) * (IN_MEMORY // 256 + 1)


@given(st.lists(st.binary(max_size=50)), st.integers(0, 60), st.integers(0, 60))
def test_what_was_written_is_read(parts: list[bytes], start: int, end: int) -> None:
    spool = Spool()
    for part in parts:
        spool.write(part)
        spool.read(0, 1)
    whole = b"".join(parts)
    assert (spool.size, spool.read()) == (len(whole), whole)
    assert spool.read(start, end) == whole[start:end]
    assert b"".join(spool.parts(start)) == whole[start:]


def test_many_bytes_are_read_in_parts() -> None:
    spool = Spool(MANY)
    spool.write(b"end")
    assert max(map(len, spool.parts())) == PART
    assert b"".join(spool.parts()) == spool.read() == MANY + b"end"


def test_nothing_is_left_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    spool = Spool(MANY)
    # Nothing to clear away after a crash, either.
    assert list(tmp_path.iterdir()) == []
    del spool
    gc.collect()


def test_no_folder_for_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spool = Spool(b"few")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(VibeError, match="No such file"):
        spool.write(MANY)


def test_no_room_for_the_file() -> None:
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (IN_MEMORY, most[1]))
    try:
        with pytest.raises(VibeError, match="too large") as caught:
            Spool(MANY).read()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert "TMPDIR" in caught.value.hint.en


def test_a_feed_that_finds_no_room_is_one_problem(
    desk: Desk, web: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.answers["/large"] = feed([item(1, content_html="字" * IN_MEMORY)])
    web.answers["/small"] = feed([item(2)])
    desk.add_raw(web.url("/large"), "large")
    desk.add_raw(web.url("/small"), "small")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    result = desk.service.keeper.sync((), desk.service.today(), None, None, lambda: None)
    (error,) = result.errors
    assert error.where == "large"
    assert error.message.en.startswith("no temporary file can be written")
    assert len(result.added) == 1
