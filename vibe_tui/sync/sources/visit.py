"""A visit to a source: whether it is due, what to ask, what it brings, what is remembered of it.

What a web source answers is fetched and read in the threads of `parallel`; nothing is written.
Reports come as the settings of their source want them: with its topics, genre and column. What a
file of the user says of itself wins over these; they win over what was guessed from a web text.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import threading
from dataclasses import dataclass, replace

from vibe_tui.errors import VibeError
from vibe_tui.state.origins import Visit
from vibe_tui.sync.feed.read import Feed, read_feed
from vibe_tui.sync.http import addresses
from vibe_tui.sync.http.addresses import Reach
from vibe_tui.sync.http.fetch import fetch
from vibe_tui.sync.http.parallel import Job
from vibe_tui.sync.http.request import (
    UNKNOWN,
    Ask,
    Connection,
    FetchError,
    Limits,
    Reply,
    Spool,
    Validators,
    without_place,
)
from vibe_tui.sync.incoming import FORM, Draft, Incoming, Item
from vibe_tui.sync.sources.adding import HEAD, is_page, page_title
from vibe_tui.sync.sources.listed import Source
from vibe_tui.text import Text


def known_visit(source: Source, visit: Visit) -> Visit:
    """The last visit as far as it counts for `source` as it is set now."""
    if visit.url != source.place:
        return Visit()
    if visit.settings != settings_of(source):
        return Visit(url=visit.url, moved=visit.moved, reach=visit.reach, succeeded=visit.succeeded)
    return visit


def ask_for(source: Source, visit: Visit, proxy: str = "") -> Ask:
    """What to fetch for `source`. An address it has moved to is not one that the user typed."""
    known = Validators(visit.etag, visit.modified)
    if not visit.moved:
        return Ask(source.url, source.headers, known, proxy=proxy)
    typed, moved = addresses.address_of(source.url), addresses.address_of(visit.moved)
    if addresses.is_own(moved, typed):
        url = str(moved.copy_with(userinfo=typed.userinfo))
        return Ask(url, source.headers, known, proxy=proxy)
    return Ask(str(moved), {}, known, Reach(visit.reach or Reach.PUBLIC), proxy)


def not_now(source: Source, visit: Visit, now: dt.datetime, named: bool) -> Text | None:
    """Why `source` is left out of this run; `None` where it is not."""
    if not source.enabled and not named:
        return Text("已停用", "is switched off")
    wait = _moment(visit.wait_until)
    checked = _moment(visit.checked)
    # Neither here nor below may a clock that was set back put a source off for ever.
    in_time = checked is None or checked <= now
    if wait is not None and now < wait and in_time and not named and visit.url == source.place:
        clock = wait.astimezone().strftime("%H:%M")
        return Text(f"服务器要求等到 {clock}", f"the server asks to wait until {clock}")
    last = _moment(visit.succeeded)
    if source.interval and not named and last is not None:
        due = last + dt.timedelta(seconds=source.interval)
        if last <= now < due - dt.timedelta(seconds=1):
            clock = due.astimezone().strftime("%m-%d %H:%M")
            return Text(f"下次在 {clock}", f"is due at {clock}")
    return None


def succeeded(source: Source, now: dt.datetime) -> Visit:
    """A visit to `source` that went well."""
    at = _written(now)
    return Visit(url=source.place, settings=settings_of(source), checked=at, succeeded=at)


def failed(source: Source, before: Visit, why: Text, now: dt.datetime, wait: float = 0.0) -> Visit:
    """The last good visit with the failure of this one; a move that fails is forgotten.

    `wait` is how many seconds the server wants to be left alone.
    """
    return replace(
        before,
        url=source.place,
        settings=settings_of(source),
        moved="",
        checked=_written(now),
        wait_until=_written(now + dt.timedelta(seconds=wait)) if wait else before.wait_until,
        error_zh=why.zh,
        error_en=why.en,
    )


def _written(moment: dt.datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _moment(text: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(text)
    except ValueError:
        return None


_ORDER = (
    "title", "feed_title", "column", "date", "published", "author", "source", "url", "guid",
    "genre", "topics", "lang",
)  # fmt: skip
"""The order of front matter; what else there is follows."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a visit to a web source brought; no feed where it has not changed.

    `digest` and the validators of `reply` tell this version from others. They are empty where some
    of it is missing, so that the next visit asks for all of it.
    """

    reply: Reply
    digest: str
    feed: Feed | None = None


class Fetcher:
    """Visits web sources within `limits`, by way of `proxy` where there is one."""

    def __init__(self, limits: Limits, proxy: str) -> None:
        self._limits = limits
        self._proxy = proxy
        # Reading is work for the processor: one at a time leaves some of it to the user.
        self._reading = threading.Lock()

    def job(self, source: Source, visit: Visit) -> Job[Fetched]:
        """A visit to `source`, whose last one was `visit`. Raises `VibeError`."""
        limits = self._limits
        if source.timeout:
            limits = replace(limits, total=float(source.timeout), silence=float(source.timeout))
        ask = ask_for(source, visit, self._proxy)
        host = addresses.address_of(ask.url).host

        def work(connection: Connection) -> Fetched:
            reply = fetch(ask, connection, limits)
            digest = _digest(reply.body)
            if not reply.changed or digest == visit.digest:
                return Fetched(reply, visit.digest)
            with self._reading:
                feed = read_reply(reply, source)
                items = feed.drafts[: source.limit or None]
                feed = replace(feed, drafts=tuple(with_settings(one, source) for one in items))
            # The bytes are not needed any more, and there may be many.
            reply = replace(reply, body=Spool())
            if not feed.whole:
                return Fetched(replace(reply, validators=UNKNOWN), "", feed)
            return Fetched(reply, digest, feed)

        return Job(source.id, host, work, limits.total)


def read_reply(reply: Reply, source: Source) -> Feed:
    """The reports in `reply`. Raises `VibeError` where it is no feed, a web page for example."""
    refuse_page(reply)
    where = source.id
    try:
        return read_feed(
            reply.body, where, source=source.id, url=reply.url, content_type=reply.content_type
        )
    except VibeError as error:
        raise FetchError(without_place(error, where), error.hint) from error


def refuse_page(reply: Reply) -> None:
    """Raise `FetchError` where `reply` is a web page, as a login or an error page is."""
    head = reply.body.read(0, HEAD)
    if not is_page(head, reply.content_type):
        return
    title = page_title(head)
    named_zh, named_en = (f"「{title}」", f' "{title}"') if title else ("", "")
    login = re.search(r"type\s*=\s*[\"']?password", head[:200_000].decode("latin-1"), re.I)
    if login:
        raise FetchError(
            Text(f"得到的是登录页{named_zh}，不是订阅源", f"gives a login page{named_en}, no feed"),
            Text("请在来源里写上账号或请求头", "give the source a user or headers"),
        )
    raise FetchError(
        Text(f"得到的是网页{named_zh}，不是订阅源", f"gives a web page{named_en}, no feed"),
        Text(
            "用 vibe source add 加网页地址可找到它的订阅源",
            "vibe source add finds the feed of a page",
        ),
    )


def visit_with(fetched: Fetched, source: Source, before: Visit, now: dt.datetime) -> Visit:
    """What is to be remembered of a visit, once what it brought is in the library."""
    reply, feed = fetched.reply, fetched.feed
    note = before.note or Text("", "")
    if feed is not None:
        note = Text("；".join(n.zh for n in feed.notes), "; ".join(n.en for n in feed.notes))
    return replace(
        succeeded(source, now),
        etag=reply.validators.etag,
        modified=reply.validators.last_modified,
        digest=fetched.digest,
        moved=reply.moved or before.moved,
        reach=reply.reach,
        note_zh=note.zh,
        note_en=note.en,
        items=before.items if feed is None else len(feed.drafts),
    )


def _digest(body: Spool) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in body.parts():
        digest.update(part)
    return digest.hexdigest()


def settings_of(source: Source) -> str:
    """Names the settings that shape the reports of `source`: under others they are read anew."""
    shaping = (
        FORM,
        source.topics,
        source.genre,
        source.column,
        source.limit,
        source.full_text,
        source.images,
        source.copy,
        sorted(source.headers.items()),
    )
    return hashlib.blake2b(repr(shaping).encode(), digest_size=8).hexdigest()


def with_settings(item: Item, source: Source) -> Item:
    """`item` as it is written for `source`."""
    if isinstance(item, Draft):
        return replace(
            item,
            source=source.id,
            make=lambda: _with_settings(item.make(), source),
            digest=f"{item.digest}:{settings_of(source)}:{source.id}",
        )
    return _with_settings(item, source)


def _with_settings(report: Incoming, source: Source) -> Incoming:
    id_ = source.id if source.url else report.source or source.id
    given: dict[str, object] = {
        "source": id_,
        "column": source.column,
        "genre": source.genre,
        "topics": list(source.topics),
    }
    meta = dict(report.meta)
    for key, value in given.items():
        if value and (source.url or not meta.get(key)):
            meta[key] = value
    rank = {key: number for number, key in enumerate(_ORDER)}
    ordered = sorted(meta, key=lambda key: rank.get(key, len(rank)))
    return replace(report, source=id_, meta={key: meta[key] for key in ordered})
