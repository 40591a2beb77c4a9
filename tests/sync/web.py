"""A real web server on this machine for tests, which does as each path is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    """One request. An answer may write whatever it likes to `wfile`."""

    protocol_version = "HTTP/1.1"
    server: WebServer

    def do_GET(self) -> None:
        self.server.asked.append(Asked(self.path, dict(self.headers)))
        answer = self.server.answers.get(self.path.partition("?")[0], Answer(404, b"none"))
        if isinstance(answer, Answer):
            answer = answer.send
        try:
            answer(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Nothing on standard error."""

    def log_error(self, *words: object) -> None:
        """Nothing on standard error."""


@dataclass
class Answer:
    """What a path gives."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def send(self, handler: Handler) -> None:
        etag = self.headers.get("ETag")
        status, body = self.status, self.body
        if etag and handler.headers.get("If-None-Match") == etag:
            status, body = 304, b""
        handler.send_response(status)
        for name, value in self.headers.items():
            handler.send_header(name, value)
        if status != 304:
            handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


@dataclass(frozen=True)
class Asked:
    """One request that came."""

    path: str
    headers: dict[str, str]


class WebServer(ThreadingHTTPServer):
    """Answers by path; `asked` are the requests so far, `closing` is set when tests end."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, host: str) -> None:
        super().__init__((host, 0), Handler)
        self.host = host
        self.answers: dict[str, Answer | Callable[[Handler], None]] = {}
        self.asked: list[Asked] = []
        self.closing = threading.Event()

    def url(self, path: str, host: str = "") -> str:
        return f"http://{host or self.host}:{self.server_port}{path}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that leaves early is no fault here."""

    def silent(self, handler: Handler) -> None:
        """Accept and say nothing."""
        self.closing.wait(30)

    def drip(self, handler: Handler) -> None:
        """A byte of the body at a time."""
        handler.send_response(200)
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        while not self.closing.wait(0.05):
            handler.wfile.write(b"x")

    def drip_head(self, handler: Handler) -> None:
        """A byte of the headers at a time."""
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not self.closing.wait(0.05):
            handler.wfile.write(b"x")


@contextmanager
def serving(host: str = "127.0.0.1") -> Iterator[WebServer]:
    """A running server."""
    server = WebServer(host)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
