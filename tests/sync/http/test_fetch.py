"""Fetching over a real server on this machine: limits, redirects, versions, true causes."""

from __future__ import annotations

import gzip
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator

import httpx2
import pytest

from tests.sync.web import Answer, Handler, WebServer, serving
from vibe_tui.errors import VibeError
from vibe_tui.sync.http import fetch as fetching
from vibe_tui.sync.http.addresses import Reach, address_of, is_own, reach_of
from vibe_tui.sync.http.fetch import fetch
from vibe_tui.sync.http.parallel import Job, JobResult, run_jobs
from vibe_tui.sync.http.request import (
    Ask,
    Connection,
    FetchError,
    Limits,
    Reply,
    Validators,
    failure_of,
    status_error,
)
from vibe_tui.sync.sources.listed import shown

QUICK = Limits(total=5, connect=2, silence=0.5, size=100_000, redirects=5, patience=1)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with serving() as server:
        yield server


def get(url: str, *, limits: Limits = QUICK, known: Validators | None = None) -> Reply:
    return fetch(Ask(url, known=known or Validators()), Connection(), limits)


def failing(url: str, *, limits: Limits = QUICK) -> FetchError:
    with pytest.raises(FetchError) as caught:
        get(url, limits=limits)
    return caught.value


def test_a_page_comes_with_its_type_and_version(web: WebServer) -> None:
    date = "Wed, 12 Aug 2026 09:00:00 GMT"
    web.answers["/f"] = Answer(
        200, b"<rss/>", {"Content-Type": "text/xml", "ETag": '"1"', "Last-Modified": date}
    )
    reply = get(web.url("/f"))
    assert (reply.body.read(), reply.content_type, reply.changed) == (b"<rss/>", "text/xml", True)
    assert reply.validators == Validators('"1"', date)
    assert reply.reach is Reach.MACHINE


def test_fd_25_a_known_version_costs_one_request_and_a_new_etag_on_a_304_counts(
    web: WebServer,
) -> None:
    def answer(handler: Handler) -> None:
        handler.send_response(304)
        handler.send_header("ETag", '"2"')
        handler.end_headers()

    web.answers["/f"] = answer
    reply = get(web.url("/f"), known=Validators('"1"', "Wed, 12 Aug 2020 09:00:00 GMT"))
    assert (reply.changed, reply.validators.etag) == (False, '"2"')
    assert reply.validators.last_modified == "Wed, 12 Aug 2020 09:00:00 GMT"
    (asked,) = web.asked
    assert asked.headers["If-None-Match"] == '"1"'
    assert asked.headers["If-Modified-Since"] == "Wed, 12 Aug 2020 09:00:00 GMT"


@pytest.mark.parametrize(
    "date", ["Tue, 01 Jan 2041 00:00:00 GMT", "yesterday", "", "Mon, 01 Jan 9999 00:00:00 GMT"]
)
def test_fd_25_a_date_that_cannot_be_is_not_sent_back(web: WebServer, date: str) -> None:
    web.answers["/f"] = Answer(200, b"x", {"Last-Modified": date})
    assert get(web.url("/f")).validators == Validators()


def test_an_etag_that_cannot_be_sent_back_is_not_kept(web: WebServer) -> None:
    def answer(handler: Handler) -> None:
        handler.wfile.write('HTTP/1.1 200 好\r\nETag: "é"\r\nConnection: close\r\n\r\nx'.encode())
        handler.close_connection = True

    web.answers["/f"] = answer
    assert get(web.url("/f")).validators == Validators()


def test_a_304_that_was_not_asked_for_is_a_failure(web: WebServer) -> None:
    web.answers["/f"] = Answer(304)
    assert "304" in failing(web.url("/f")).message.en


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "404"),
        (410, "410"),
        (401, "401"),
        (500, "500"),
        (418, "418"),
        (204, "204"),
        (206, "206"),
    ],
)
def test_fd_09_a_failure_names_the_status(web: WebServer, status: int, words: str) -> None:
    web.answers["/f"] = Answer(status, b"<html><p>Oops", {"Content-Type": "text/html"})
    error = failing(web.url("/f"))
    assert f"HTTP {status}" in error.message.en
    assert (words in error.message.zh, words in error.message.en) == (True, True)


def test_fd_09_too_many_requests_names_the_wait(web: WebServer) -> None:
    web.answers["/f"] = Answer(429, b"", {"Retry-After": "600"})
    error = failing(web.url("/f"))
    assert ("429" in error.message.en, error.wait) == (True, 600)
    assert "10" in error.hint.en
    assert len(web.asked) == 1


@pytest.mark.parametrize(
    ("seconds", "said"), [(90, "90 seconds"), (600, "10 minutes"), (86_400, "24 hours")]
)
def test_a_long_wait_is_told_in_units_for_people(seconds: int, said: str) -> None:
    assert said in status_error(429, seconds).hint.en


def test_what_ends_without_an_answer_was_closed(web: WebServer) -> None:
    def close(handler: Handler) -> None:
        handler.connection.shutdown(socket.SHUT_RDWR)

    web.answers["/f"] = close
    assert "closed the connection" in failing(web.url("/f")).message.en


def test_fd_09_a_short_wait_is_waited(web: WebServer) -> None:
    answers = iter([Answer(503, b"", {"Retry-After": "1"}), Answer(200, b"now")])
    web.answers["/f"] = lambda handler: next(answers).send(handler)
    assert get(web.url("/f")).body.read() == b"now"


@pytest.mark.parametrize("wait", ["99999999999999999999", "-5", "soon", "", "1e9"])
def test_an_odd_wait_is_bounded(web: WebServer, wait: str) -> None:
    web.answers["/f"] = Answer(429, b"", {"Retry-After": wait})
    assert 0 <= failing(web.url("/f")).wait <= fetching.LONGEST_WAIT


# Redirects


def redirect(target: str, status: int = 302) -> Answer:
    return Answer(status, b"", {"Location": target})


def test_fd_26_a_redirect_is_followed_and_only_a_permanent_one_recorded(web: WebServer) -> None:
    web.answers |= {
        "/a": redirect("/b", 301),
        "/b": redirect(web.url("/c"), 308),
        "/c": redirect("d?x=1"),
        "/d": Answer(200, b"there"),
    }
    reply = get(web.url("/a"))
    assert (reply.body.read(), reply.url, reply.moved) == (
        b"there",
        web.url("/d?x=1"),
        web.url("/c"),
    )


def test_fd_26_a_move_to_a_page_that_fails_is_not_recorded(web: WebServer) -> None:
    web.answers["/a"] = redirect("/gone", 301)
    assert "404" in failing(web.url("/a")).message.en


def test_fd_26_a_move_to_a_version_that_is_known(web: WebServer) -> None:
    web.answers |= {"/a": redirect("/b", 301), "/b": Answer(200, b"x", {"ETag": '"1"'})}
    reply = get(web.url("/a"), known=Validators('"1"'))
    assert (reply.changed, reply.moved) == (False, web.url("/b"))


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"/a": Answer(302)}, "without a target"),
        ({"/a": redirect("  ")}, "without a target"),
        ({"/a": redirect("/a")}, "circle"),
        ({"/a": redirect("/b"), "/b": redirect("/a")}, "circle"),
        ({f"/{n or 'a'}": redirect(f"/{n + 1}") for n in range(12)}, "more than 5"),
    ],
    ids=["no target", "empty target", "to itself", "loop", "chain of twelve"],
)
def test_fd_26_redirects_that_lead_nowhere(
    web: WebServer, answers: dict[str, Answer], words: str
) -> None:
    web.answers |= answers
    assert words in failing(web.url("/a")).message.en
    assert len(web.asked) <= 6


def test_a_redirect_that_sets_a_cookie_is_no_loop(web: WebServer) -> None:
    def answer(handler: Handler) -> None:
        if "seen=1" in handler.headers.get("Cookie", ""):
            Answer(200, b"in").send(handler)
        else:
            Answer(302, b"", {"Location": "/a", "Set-Cookie": "seen=1"}).send(handler)

    web.answers["/a"] = answer
    assert get(web.url("/a")).body.read() == b"in"


@pytest.mark.parametrize(
    "target", ["file:///etc/hosts", "ftp://e.example/x", "javascript:x", "http://", "http://[::1"]
)
def test_a_redirect_to_no_web_address_is_refused(web: WebServer, target: str) -> None:
    web.answers["/a"] = redirect(target)
    with pytest.raises(VibeError):
        get(web.url("/a"))


@pytest.mark.parametrize("start", ["ftp://e.example/", "https://[", "https://e example/"])
def test_an_address_that_cannot_be_used_is_said_in_a_few_words(web: WebServer, start: str) -> None:
    web.answers["/a"] = redirect(start + "x" * 20_000)
    with pytest.raises(VibeError) as caught:
        get(web.url("/a"))
    assert len(caught.value.message.en) < 400


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "localhost", "0.0.0.0"]
)
def test_sec_13_a_redirect_from_elsewhere_to_this_machine_is_refused(
    web: WebServer, host: str
) -> None:
    web.answers["/secret"] = Answer(200, b"inner")
    ask = Ask(web.url("/secret", host), reach=Reach.PUBLIC)
    with pytest.raises(FetchError) as caught:
        fetch(ask, Connection(), QUICK)
    assert "local address" in caught.value.message.en
    assert web.asked == []


def test_sec_13_what_a_name_leads_to_counts_when_it_is_connected_to(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is asked for twice may give another address the second time."""
    real = socket.getaddrinfo
    told = iter(["192.0.43.7"])

    def lookup(host: str, port: int, *rest: object, **more: object) -> object:
        return real(next(told, "127.0.0.1"), port)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    web.answers["/secret"] = Answer(200, b"inner")
    ask = Ask(web.url("/secret", "rebinding.example"), reach=Reach.PUBLIC)
    with pytest.raises(FetchError) as caught:
        fetch(ask, Connection(), QUICK)
    assert "local address" in caught.value.message.en
    assert web.asked == []


def test_sec_13_an_address_that_the_user_typed_is_allowed(web: WebServer) -> None:
    web.answers |= {"/f": redirect("/g"), "/g": Answer(200, b"mine")}
    assert get(web.url("/f", "2130706433")).body.read() == b"mine"


@pytest.mark.parametrize(
    ("address", "reach"),
    [
        ("8.8.8.8", Reach.PUBLIC),
        ("2606:4700::1111", Reach.PUBLIC),
        ("198.18.0.9", Reach.PUBLIC),
        ("127.8.8.8", Reach.MACHINE),
        ("0.0.0.0", Reach.MACHINE),
        ("::1", Reach.MACHINE),
        ("::", Reach.MACHINE),
        ("::ffff:127.0.0.1", Reach.MACHINE),
        ("64:ff9b::7f00:1", Reach.MACHINE),
        ("2002:7f00:1::", Reach.MACHINE),
        ("169.254.169.254", Reach.LINK),
        ("fe80::1%eth0", Reach.LINK),
        ("10.0.0.1", Reach.PRIVATE),
        ("192.168.1.1", Reach.PRIVATE),
        ("100.64.0.1", Reach.PRIVATE),
        ("fd00::1", Reach.PRIVATE),
        ("224.0.0.1", Reach.PRIVATE),
        ("255.255.255.255", Reach.PRIVATE),
    ],
)
def test_how_far_away_an_address_is(address: str, reach: Reach) -> None:
    assert reach_of(address) is reach


def test_a_redirect_from_https_to_http_is_not_followed(web: WebServer) -> None:
    url = address_of("https://e.example/a")
    response = httpx2.Response(302, headers={"Location": "http://e.example/b"})
    with pytest.raises(FetchError) as caught:
        fetching._Fetch(Ask(str(url)), Connection(), QUICK)._target(url, response)
    assert "without encryption" in caught.value.message.en


def test_a_proxy_is_used_when_it_is_set_and_only_then(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.answers["http://e.example/f"] = Answer(200, b"through the proxy")
    web.answers["/f"] = Answer(200, b"directly")
    ask = Ask("http://e.example/f", proxy=web.url(""))
    assert fetch(ask, Connection(), QUICK).body.read() == b"through the proxy"
    monkeypatch.setenv("http_proxy", web.url(""))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    ask = Ask("http://e.example/f", proxy="env")
    assert fetch(ask, Connection(), QUICK).body.read() == b"through the proxy"
    assert fetch(Ask(web.url("/f"), proxy="env"), Connection(), QUICK).body.read() == b"directly"
    monkeypatch.delenv("no_proxy")
    assert get(web.url("/f")).body.read() == b"directly"


def test_a_proxy_that_cannot_be_used_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("all_proxy", "gopher://127.0.0.1:1")
    with pytest.raises(FetchError) as caught:
        fetch(Ask("http://e.example/", proxy="env"), Connection(), QUICK)
    assert "proxy" in caught.value.message.en


def test_sec_13_a_proxy_is_not_asked_for_a_local_address_from_elsewhere(web: WebServer) -> None:
    ask = Ask("http://127.0.0.1/x", proxy=web.url(""), reach=Reach.PUBLIC)
    with pytest.raises(FetchError) as caught:
        fetch(ask, Connection(), QUICK)
    assert ("local address" in caught.value.message.en, web.asked) == (True, [])


# Names and passwords


def test_fd_28_user_and_password_reach_their_own_server_and_no_other(web: WebServer) -> None:
    with serving() as other:
        web.answers["/路径"] = Answer(404)
        web.answers["/%E8%B7%AF%E5%BE%84"] = redirect(other.url("/x"))
        other.answers["/x"] = Answer(200, b"x")
        url = web.url("/路径?名=值").replace("http://", "http://用户:密@")
        reply = get(url)
        assert web.asked[0].path == "/%E8%B7%AF%E5%BE%84?%E5%90%8D=%E5%80%BC"
        assert web.asked[0].headers["Authorization"].startswith("Basic ")
        assert "Authorization" not in other.asked[0].headers
        assert "密" not in reply.url


@pytest.mark.parametrize(
    ("url", "typed", "own"),
    [
        ("http://e.example/x", "http://e.example/", True),
        ("https://e.example/x", "http://e.example/", True),
        ("http://e.example/x", "https://e.example/", False),
        ("http://e.example:8080/", "http://e.example/", False),
        ("https://e.example:8443/", "http://e.example/", False),
        ("https://www.e.example/", "https://e.example/", False),
    ],
)
def test_fd_28_whose_password_it_is(url: str, typed: str, own: bool) -> None:
    assert is_own(address_of(url), address_of(typed)) is own


def test_fd_28_a_password_is_in_no_message(web: WebServer) -> None:
    for url in (
        web.url("/none").replace("http://", "http://me:hunter2@"),
        "https://me:hunter2@例子..测试/",
        "ftp://me:hunter2@e.example/",
        "http://me:hunter2@127.0.0.1:1/",
    ):
        with pytest.raises(VibeError) as caught:
            get(url)
        error = caught.value
        assert "hunter2" not in f"{error.message} {error.hint} {error}"
    assert shown("http://me:p@ss@e.example/a@b") == "http://e.example/a@b"


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("e.example/feed", "https://e.example/feed"),
        ("e.example:8080/feed", "https://e.example:8080/feed"),
        ("localhost:8080/feed", "http://localhost:8080/feed"),
        ("127.0.0.1/feed", "http://127.0.0.1/feed"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("feed://e.example/feed", "http://e.example/feed"),
        ("feed:https://e.example/feed", "https://e.example/feed"),
        (" https://例子.测试/路 ", "https://xn--fsqu00a.xn--0zwm56d/%E8%B7%AF"),
    ],
)
def test_addresses_as_people_type_them(text: str, url: str) -> None:
    assert str(address_of(text)) == url


@pytest.mark.parametrize(
    "text",
    ["", "file:///etc/hosts", "http://", "http://a b/", "http://x:99999/", "https://例子..测试/"],
)
def test_what_is_no_address_is_said(text: str) -> None:
    with pytest.raises(VibeError):
        address_of(text)


# Limits


@pytest.mark.parametrize("packing", ["gzip", "gzip, gzip"])
def test_a_body_that_unpacks_to_too_much_is_refused(web: WebServer, packing: str) -> None:
    body = gzip.compress(b"\0" * 50_000_000)
    if packing != "gzip":
        body = gzip.compress(body)
    web.answers["/f"] = Answer(200, body, {"Content-Encoding": packing})
    assert "larger than" in failing(web.url("/f")).message.en


def test_compressed_and_damaged_bodies(web: WebServer) -> None:
    web.answers["/f"] = Answer(200, gzip.compress(b"<rss/>"), {"Content-Encoding": "gzip"})
    web.answers["/g"] = Answer(200, b"<rss/>", {"Content-Encoding": "gzip"})
    web.answers["/h"] = Answer(200, b"<rss/>", {"Content-Encoding": "lzma9"})
    assert get(web.url("/f")).body.read() == b"<rss/>"
    assert "damaged" in failing(web.url("/g")).message.en
    assert "lzma9" in failing(web.url("/h")).message.en


def test_a_body_that_says_it_is_too_large_is_not_read(web: WebServer) -> None:
    def answer(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "99999999")
        handler.end_headers()

    web.answers["/f"] = answer
    assert "larger than" in failing(web.url("/f")).message.en


def test_a_body_that_is_cut_off_is_a_failure(web: WebServer) -> None:
    def answer(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "100")
        handler.end_headers()
        handler.wfile.write(b"short")
        handler.close_connection = True

    web.answers["/f"] = answer
    assert "closed the connection" in failing(web.url("/f")).message.en


def test_fd_30_a_silent_server_is_given_up(web: WebServer) -> None:
    web.answers["/f"] = web.silent
    assert "does not answer in time" in failing(web.url("/f")).message.en


def run(jobs: list[Job[Reply]]) -> dict[str, JobResult[Reply]]:
    return {outcome.key: outcome for outcome in run_jobs(jobs)}


def job(web: WebServer, path: str, limits: Limits) -> Job[Reply]:
    url = web.url(path)
    return Job(path, "host", lambda line: fetch(Ask(url), line, limits), limits.total)


def test_fd_30_all_has_a_time_limit_and_the_others_go_on(web: WebServer) -> None:
    limits = Limits(total=1, silence=30)
    web.answers |= {
        "/silent": web.silent,
        "/drip": web.drip,
        "/drip-head": web.drip_head,
        "/good": Answer(200, b"good"),
    }
    outcomes = run([job(web, path, limits) for path in web.answers])
    assert outcomes["/good"].result is not None
    for path in ("/silent", "/drip", "/drip-head"):
        error = outcomes[path].error
        assert isinstance(error, FetchError)
        assert re.search("in time|within 1 seconds", error.message.en)


def test_fd_30_a_name_that_is_never_found_delays_nobody(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = threading.Event()
    real = socket.getaddrinfo

    def lookup(host: str, port: int, *rest: int, **more: int) -> object:
        if host == "black-hole.example":
            never.wait(20)
        return real("127.0.0.1", port, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    web.answers["/good"] = Answer(200, b"good")
    limits = Limits(total=0.5)
    lost = Job(
        "lost", "b", lambda line: fetch(Ask("http://black-hole.example/"), line, limits), 0.5
    )
    outcomes = run([lost, job(web, "/good", limits)])
    never.set()
    assert outcomes["/good"].result is not None
    assert outcomes["lost"].error is not None


def test_fd_30_a_run_can_be_cancelled(web: WebServer) -> None:
    web.answers["/silent"] = web.silent
    began = time.monotonic()
    jobs = [job(web, "/silent", Limits(total=60, silence=60))]
    assert list(run_jobs(jobs, lambda: bool(web.asked))) == []
    assert time.monotonic() - began < 30


def test_a_server_is_asked_by_few_at_a_time(web: WebServer) -> None:
    lock = threading.Lock()
    now = most = 0

    def answer(handler: Handler) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.02)
        with lock:
            now -= 1
        Answer(200, b"x").send(handler)

    web.answers |= {f"/{n}": answer for n in range(10)}
    outcomes = run([job(web, f"/{n}", QUICK) for n in range(10)])
    assert all(outcome.result for outcome in outcomes.values())
    assert most <= 2


def test_work_that_stumbles_is_the_failure_of_that_work_alone() -> None:
    def stumble(line: Connection) -> Reply:
        raise RecursionError("too deep")

    (outcome,) = run_jobs([Job("a", "h", stumble, 5)])
    assert outcome.error is not None
    assert "too deep" in outcome.error.message.en


# True causes


def test_nobody_there() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    error = failing(f"http://127.0.0.1:{port}/")
    assert (error.is_offline, "refuses" in error.message.en) == (True, True)


def test_no_such_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object, **more: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    error = failing("https://nowhere.example/feed")
    assert (error.is_offline, "nowhere.example" in error.message.en) == (True, True)


def test_no_tls_there(web: WebServer) -> None:
    error = failing(web.url("/f").replace("http:", "https:"))
    assert (error.is_offline, "secure" in error.message.en) == (False, True)


def test_a_certificate_that_cannot_be_verified() -> None:
    cause = ssl.SSLCertVerificationError(1, "certificate verify failed")
    cause.verify_message = "certificate has expired"
    outer = httpx2.ConnectError("x")
    outer.__cause__ = cause
    error = failure_of(outer, "e.example")
    assert (error.is_offline, "has expired" in error.message.en) == (False, True)


@pytest.mark.parametrize("answer", [b"", b"hello\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\0" * 99])
def test_no_http_there(web: WebServer, answer: bytes) -> None:
    def send(handler: Handler) -> None:
        handler.wfile.write(answer)
        handler.close_connection = True

    web.answers["/f"] = send
    assert re.search("HTTP|closed the connection", failing(web.url("/f")).message.en)


def test_a_server_without_tls_is_told_from_a_wrong_certificate(web: WebServer) -> None:
    error = failing(web.url("/f").replace("http:", "https:"))
    assert (error.is_offline, "http://" in error.hint.en) == (False, True)
