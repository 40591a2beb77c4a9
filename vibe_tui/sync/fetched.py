"""What a visit to a web source brings: the answer, and its reports where it is a new one.

The work is done in the threads of `parallel`; nothing is written.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from vibe_tui.state.sources import Visit
from vibe_tui.sync import addresses
from vibe_tui.sync.feed.read import Feed
from vibe_tui.sync.fetch import fetch
from vibe_tui.sync.parallel import Job
from vibe_tui.sync.request import UNKNOWN, Limits, Line, Reply
from vibe_tui.sync.source_settings import with_settings
from vibe_tui.sync.sources import Source
from vibe_tui.sync.spool import Spool
from vibe_tui.sync.visiting import ask_for, succeeded
from vibe_tui.text import Text

Reader = Callable[[Reply, Source], Feed]
"""Makes reports of what a source answered."""


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

    def __init__(self, limits: Limits, proxy: str, reader: Reader) -> None:
        self._limits = limits
        self._proxy = proxy
        self._reader = reader
        # Reading is work for the processor: one at a time leaves some of it to the user.
        self._reading = threading.Lock()

    def job(self, source: Source, visit: Visit) -> Job[Fetched]:
        """A visit to `source`, whose last one was `visit`. Raises `VibeError`."""
        limits = self._limits
        if source.timeout:
            limits = replace(limits, total=float(source.timeout), silence=float(source.timeout))
        ask = ask_for(source, visit, self._proxy)
        host = addresses.parse(ask.url).host

        def work(line: Line) -> Fetched:
            reply = fetch(ask, line, limits)
            digest = _digest(reply.body)
            if not reply.changed or digest == visit.digest:
                return Fetched(reply, visit.digest)
            with self._reading:
                feed = self._read(reply, source)
            # The bytes are not needed any more, and there may be many.
            reply = replace(reply, body=Spool())
            if not feed.whole:
                return Fetched(replace(reply, validators=UNKNOWN), "", feed)
            return Fetched(reply, digest, feed)

        return Job(source.id, host, work, limits.total)

    def _read(self, reply: Reply, source: Source) -> Feed:
        """What `reply` holds, as it is to be written for `source`."""
        feed = self._reader(reply, source)
        items = feed.drafts[: source.limit or None]
        return replace(feed, drafts=tuple(with_settings(item, source) for item in items))


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
