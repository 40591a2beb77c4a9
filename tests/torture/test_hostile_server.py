"""A server that does whatever it likes: one sync of all its addresses brings what is good."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.sync.desk import desk_in
from tests.sync.desk import feed as json_feed
from tests.sync.desk import item as json_item
from tests.sync.feeds import item, rss
from tests.sync.web import Answer, Handler, WebServer

pytestmark = pytest.mark.torture

Send = Callable[[Handler], None]
GOOD = rss(item("好", guid="g", text="正文")).encode()
XML = {"Content-Type": "application/rss+xml"}
MB = 1024 * 1024


def _raw(*parts: bytes) -> Send:
    """An answer as it is written, whatever it is."""

    def send(handler: Handler) -> None:
        handler.close_connection = True
        for part in parts:
            handler.wfile.write(part)

    return send


def _head(*lines: str, status: str = "200 OK") -> bytes:
    return "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status}", *lines, "")).encode("latin-1")


def _for_ever(start: bytes, part: bytes) -> Send:
    def send(handler: Handler) -> None:
        handler.close_connection = True
        handler.wfile.write(start)
        while not handler.server.closing.wait(0.001):
            handler.wfile.write(part)

    return send


def _moved(where: str, status: int = 302) -> Answer:
    return Answer(status, b"", {"Location": where})


def _good(body: bytes = GOOD, **headers: str) -> Answer:
    return Answer(200, body, XML | {name.replace("_", "-"): said for name, said in headers.items()})


def _with_types(entities: bytes) -> bytes:
    """A feed whose text is an entity of its own."""
    return (
        b"<!DOCTYPE a ["
        + entities
        + b"]>"
        + GOOD.partition(b"?>")[2].replace("正".encode(), b"&x;")
    )


LAUGHS = b"".join(b'<!ENTITY x%d "%s">' % (n, b"&x%d;" % (n - 1) * 10) for n in range(1, 12))
CHUNKED = _head("Content-Type: text/xml", "Transfer-Encoding: chunked")
OK = _head("Content-Type: text/xml", "Connection: close")

# What each address does, and what is said of it; nothing where its report comes all the same.
ADDRESSES: Mapping[str, tuple[Answer | Send, str]] = {
    # No answer, or one without an end
    "silent": (lambda handler: handler.server.silent(handler), "does not answer|within"),
    "slow-head": (lambda handler: handler.server.drip_head(handler), "does not answer|within"),
    "slow-body": (lambda handler: handler.server.drip(handler), "within|does not answer"),
    "closed": (_raw(), "closed the connection"),
    "head-only": (_raw(b"HTTP/1.1 200 OK\r\nContent-"), "HTTP|closed"),
    "endless": (_for_ever(OK, b"<!-- -->" * 8192), "larger than|within"),
    "endless-chunks": (_for_ever(CHUNKED, b"4\r\n<a/>\r\n"), "within|larger"),
    "endless-header": (_for_ever(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n" * 500), "HTTP|within"),
    "long-header": (_raw(_head("X: " + "y" * MB), GOOD), "HTTP|within"),
    # Not what it says
    "too-short": (_raw(_head("Content-Length: 99999"), GOOD), "closed|HTTP"),
    "too-long": (_raw(_head("Content-Length: 20"), GOOD), "no feed"),
    "claims-much": (_raw(_head(f"Content-Length: {10**15}")), "larger than"),
    "claims-less-than-none": (_raw(_head("Content-Length: -5"), GOOD), "HTTP"),
    "two-lengths": (_raw(_head("Content-Length: 5", "Content-Length: 9"), GOOD), "HTTP"),
    "bad-chunks": (_raw(CHUNKED, b"zz\r\nx\r\n"), "HTTP"),
    "cut-chunks": (_raw(CHUNKED, b"ff\r\n<rss>"), "closed|HTTP"),
    "no-http": (_raw(b"SSH-2.0-x\r\n"), "HTTP|closed"),
    "zeros": (_raw(bytes(5000)), "HTTP"),
    "old-http": (_raw(b"HTTP/0.9 200 OK\r\n\r\n", GOOD), ""),
    "status-none": (_raw(_head(status="abc")), "HTTP"),
    "status-99": (_raw(_head(status="099 x")), "HTTP|no content"),
    "status-999": (_raw(_head("Content-Length: 0", status="999 x")), "999"),
    "control-codes": (_raw(_head("Content-Length: 0", status="404 \x1b]0;x\x07")), "404|HTTP"),
    # Refusals
    **{str(n): (Answer(n, b"no"), str(n)) for n in (400, 401, 403, 404, 407, 410, 418, 451)},
    **{str(n): (Answer(n, b"no"), str(n)) for n in (500, 502, 503, 504)},
    "empty-204": (Answer(204), "204"),
    "part-206": (Answer(206, GOOD[:200], XML), "206"),
    "unasked-304": (_raw(_head(status="304 Not Modified")), "304"),
    "busy": (Answer(429, b"", {"Retry-After": "86400"}), "429"),
    "busy-for-ever": (Answer(429, b"", {"Retry-After": "9" * 30}), "429"),
    "busy-until-never": (Answer(503, b"", {"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}), "503"),
    # Elsewhere
    "nowhere": (Answer(302), "without a target"),
    "to-itself": (_moved("/to-itself"), "circle"),
    "chain": (_moved("/chain?" + "x" * 20), "circle|redirects"),
    "to-a-file": (_moved("file:///etc/passwd"), "only http"),
    "to-script": (_moved("javascript:alert(1)"), "only http"),
    "to-a-long-address": (_moved("http://" + "a" * 100_000), "no usable address|host"),
    "to-codes": (_moved("http://\x1b[31m/"), "address|host|HTTP"),
    # Packed
    "bomb": (_good(gzip.compress(bytes(80 * MB)), Content_Encoding="gzip"), "larger than"),
    "bomb-in-a-bomb": (
        _good(gzip.compress(gzip.compress(bytes(80 * MB))), Content_Encoding="gzip, gzip"),
        "larger than",
    ),
    "cut-gzip": (_good(gzip.compress(GOOD * 9)[:60], Content_Encoding="gzip"), "end too early"),
    "bad-gzip": (_good(b"\x1f\x8b" + b"x" * 99, Content_Encoding="gzip"), "damaged"),
    "unknown-packing": (_good(b"\x01" * 99, Content_Encoding="br"), "unknown"),
    "text-called-gzip": (_good(Content_Encoding="gzip"), ""),
    "unnamed-gzip": (_good(gzip.compress(GOOD)), ""),
    "raw-deflate": (_good(zlib.compress(GOOD)[2:-4], Content_Encoding="deflate"), ""),
    # Bodies
    "empty": (_good(b""), ""),
    "a-page": (Answer(200, b"<html><title>Log in</title><input type=password>"), "login page"),
    "a-picture": (
        Answer(200, b"\x89PNG\r\n" + bytes(99), {"Content-Type": "image/png"}),
        "no feed",
    ),
    "words": (_good(b"hello"), "no feed"),
    "an-entity": (_good(_with_types(b'<!ENTITY x SYSTEM "file:///etc/passwd">')), ""),
    "laughs": (_good(_with_types(b'<!ENTITY x "ha">' + LAUGHS)), ""),
    "another-encoding": (_good(rss(item("好")).encode("utf-16")), ""),
    "codes-in-it": (_good(rss(item("好\x1b]0;x\x07", text="\x9b31m\u202e")).encode()), ""),
    "names-of-files": (_good(rss(item("../../../../etc/passwd", guid="../..")).encode()), ""),
    "deep-json": (Answer(200, b'{"version":"1","items":' + b"[" * 100_000), "no feed"),
    "a-good-one": (json_feed([json_item(1)]), ""),
}


def test_whatever_a_server_does_the_others_come(web: WebServer, tmp_path: Path) -> None:
    desk = desk_in(tmp_path)
    for name, (answer, _) in ADDRESSES.items():
        web.answers[f"/{name}"] = answer
        desk.add_raw(web.url(f"/{name}"), name, timeout=3)
    assert len(ADDRESSES) >= 58
    for _ in range(2):
        result = desk.sync(*ADDRESSES)
        said = {one.id: one.error.message.en if one.error else "" for one in result.sources}
        odd = {
            name: said[name]
            for name, (_, words) in ADDRESSES.items()
            if bool(words) != bool(said[name]) or not re.search(words, said[name])
        }
        assert not odd
        assert not [words for words in said.values() if len(words) > 500 or not words.isprintable()]
    texts = {path.name: path.read_text("utf-8") for path in desk.paths.library.rglob("*.md")}
    good = [name for name, (_, words) in ADDRESSES.items() if not words and name != "empty"]
    assert len(texts) == len(good)
    assert not re.search("[\x1b\x07\x9b\u202e]|root:", "".join(texts.values()))
    assert {path.name for path in tmp_path.iterdir()} <= {"library", "config", "data", "cache"}
