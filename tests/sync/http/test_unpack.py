"""What servers send packed, in all the ways in which they say so, and what they only claim."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sync.web import Answer, WebServer, serving
from vibe_tui.sync.http.fetch import fetch
from vibe_tui.sync.http.request import Ask, Connection, FetchError
from vibe_tui.sync.http.unpack import unpacked

FEED = b'<?xml version="1.0"?><rss version="2.0"></rss>' + "<!-- 报告 -->".encode() * 40


def raw(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def unpack(data: bytes, *packings: str, size: int = 7) -> bytes:
    parts = (data[at : at + size] for at in range(0, len(data), size))
    return b"".join(unpacked(parts, packings, iter))


GOOD = {
    "gzip": (gzip.compress(FEED), ("gzip",)),
    "x-gzip": (gzip.compress(FEED), ("x-gzip",)),
    "in capitals": (gzip.compress(FEED), (" GZIP ",)),
    "in two members": (gzip.compress(FEED[:50]) + gzip.compress(FEED[50:]), ("gzip",)),
    "padded": (gzip.compress(FEED) + b"\0" * 100, ("gzip",)),
    "with something behind it": (gzip.compress(FEED) + b"<html>", ("gzip",)),
    "zlib": (zlib.compress(FEED), ("deflate",)),
    "raw deflate": (raw(FEED), ("deflate",)),
    "gzip called deflate": (gzip.compress(FEED), ("deflate",)),
    "twice": (gzip.compress(zlib.compress(FEED)), ("deflate", "gzip")),
    "gzip and identity": (gzip.compress(FEED), ("gzip", "identity")),
    "a packed file": (gzip.compress(FEED), ()),
    "a packed file, packed again": (gzip.compress(gzip.compress(FEED)), ("gzip",)),
    "nothing": (FEED, ()),
    "identity": (FEED, ("identity",)),
    "a name that is none": (FEED, ("none",)),
    "the name of an encoding": (FEED, ("utf-8",)),
    "gzip that is none": (FEED, ("gzip",)),
    "deflate that is none": (FEED, ("deflate",)),
    "br that is none": (b"\n " + FEED, ("br",)),
}


@pytest.mark.parametrize("size", [1, 7, 1_000_000])
@pytest.mark.parametrize(("data", "packings"), GOOD.values(), ids=GOOD.keys())
def test_what_was_packed_is_unpacked(data: bytes, packings: tuple[str, ...], size: int) -> None:
    assert unpack(data, *packings, size=size).strip() == FEED


BAD = {
    "damaged": (b"not gzip at all", "gzip", "damaged"),
    "damaged inside": (gzip.compress(FEED)[:10] + b"\xff" * 40, "gzip", "damaged"),
    "a wrong sum": (gzip.compress(FEED)[:-8] + bytes(8), "gzip", "damaged"),
    "cut short": (gzip.compress(FEED)[:-9], "gzip", "end too early"),
    "raw, cut short": (raw(FEED)[:-9], "deflate", "end too early"),
    "brotli": (b"\x0b\x02\x80hello\x03", "br", "packed as br"),
}


@pytest.mark.parametrize(("data", "packing", "why"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_unpacked_is_refused(data: bytes, packing: str, why: str) -> None:
    with pytest.raises(FetchError) as failure:
        unpack(data, packing)
    assert why in failure.value.message.en


def test_a_bomb_inside_of_a_bomb_is_seen_in_every_layer() -> None:
    bomb = gzip.compress(gzip.compress(bytes(50_000_000)))
    most = 0

    def checked(parts: Iterable[bytes]) -> Iterator[bytes]:
        nonlocal most
        size = 0
        for part in parts:
            size += len(part)
            most = max(most, size)
            if size > 3_000_000:
                raise OverflowError
            yield part

    with pytest.raises(OverflowError):
        list(unpacked([bomb, b""], ["gzip"], checked))
    assert most < 5_000_000


@given(st.binary(), st.sampled_from(["gzip", "deflate", "br", ""]))
def test_no_bytes_bring_it_down(data: bytes, packing: str) -> None:
    try:
        unpack(data, packing)
    except FetchError as failure:
        assert packing or data.startswith(b"\x1f\x8b"), failure


def test_packed_answers_of_a_server_are_read_and_cut_ones_are_told() -> None:
    with serving() as web:
        ask_for_all(web)
        assert {one.headers["Accept-Encoding"] for one in web.asked} == {"gzip, deflate"}


def ask_for_all(web: WebServer) -> None:
    for name, (data, packings) in GOOD.items():
        web.answers["/f"] = Answer(200, data, {"Content-Encoding": ", ".join(packings)})
        assert fetch(Ask(web.url("/f")), Connection()).body.read().strip() == FEED, name
    web.answers["/f"] = Answer(200, gzip.compress(FEED)[:-9], {"Content-Encoding": "gzip"})
    with pytest.raises(FetchError, match="end too early"):
        fetch(Ask(web.url("/f")), Connection())
