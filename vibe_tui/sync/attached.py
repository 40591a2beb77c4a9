"""Fetches what a feed only points to: the page of an article, and its images.

Only for sources that say so. Pages are fetched for articles that are not in the library yet; what
a page does not give leaves the feed's own text. Images are kept below `assets/`, named by their
address, so that the same article always has the same text. An address in a feed comes from
outside: it is fetched as one, within limits, and never from a local server.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.files import Cancelled, write_bytes
from vibe_tui.library.store import ASSETS
from vibe_tui.state.origins import Origins
from vibe_tui.sync.facts import describe
from vibe_tui.sync.guard import apart, attempt
from vibe_tui.sync.html.page import text_of_page
from vibe_tui.sync.http.fetch import fetch_job
from vibe_tui.sync.http.parallel import Job, run_jobs
from vibe_tui.sync.http.request import Ask, Limits, Reply
from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.place.naming import identities
from vibe_tui.sync.sources.listed import Source

LIMITS = Limits(total=40.0, silence=15.0, size=16 * 1024 * 1024)
"""Of one page or one picture."""
PICTURE_ACCEPT = "image/*,*/*;q=0.1"
ENDINGS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/avif": ".avif",
    "image/svg+xml": ".svg",
}
_IMAGE = re.compile(r"(!\[(?:[^\]\\]|\\.)*\]\(<?)(https?://[^\s)>]+)")

Tell = Callable[[Problem], None]
"""Is told of a page or a picture that could not be taken."""


def with_pages(
    items: Sequence[Incoming],
    source: Source,
    feed: Reply,
    origins: Origins,
    proxy: str,
    cancelled: Cancelled,
    tell: Tell,
) -> list[Incoming]:
    """`items` with the text of their pages, those that are known already left as they are."""
    new: dict[str, Incoming] = {}
    kept = list(items)
    for number, item in enumerate(items):
        if origins.find(source.id, identities(item)) is not None:
            # The file has the page's text; the feed's teaser must not replace it.
            kept[number] = replace(item, settled=True)
        elif item.url:
            new[str(number)] = item
    asks = {key: Ask(item.url, reach=feed.reach, proxy=proxy) for key, item in new.items()}
    for key, reply in _replies(asks, cancelled):
        item = new[key]
        paged = attempt(partial(_with_page, item, reply))
        if isinstance(paged, VibeError):
            tell(Problem(item.url, paged.message, paged.hint))
        else:
            kept[int(key)] = paged
    return kept


def _with_page(item: Incoming, reply: Reply) -> Incoming:
    """`item` with the text of its page, where that is longer."""
    data = reply.body.read()
    work = partial(text_of_page, data, reply.content_type, reply.url, item.title)
    body = apart(work, len(data))
    if len(body) <= len(item.body):
        return item
    meta = dict(item.meta)
    for name, value in describe(item.title, body).items():
        meta.setdefault(name, value)
    return replace(item, body=body, meta=meta)


def with_images(
    items: Sequence[Incoming],
    feed: Reply,
    library: Path,
    proxy: str,
    cancelled: Cancelled,
    tell: Tell,
) -> list[Incoming]:
    """`items` with the images that could be fetched kept in the library and named from there."""
    wanted = {url for item in items for _, url in _IMAGE.findall(item.body)}
    folder = library / ASSETS
    have = {path.stem: path.name for path in folder.glob("*")} if folder.is_dir() else {}
    asks = {
        url: Ask(url, reach=feed.reach, proxy=proxy, accept=PICTURE_ACCEPT)
        for url in sorted(wanted)
        if _name(url) not in have
    }
    for url, reply in _replies(asks, cancelled):
        kind = reply.content_type.partition(";")[0].strip().lower()
        if kind in ENDINGS and reply.body.size:
            name = _name(url) + ENDINGS[kind]
            failed = attempt(partial(write_bytes, folder / name, reply.body.read()))
            if failed:
                # What refuses one picture refuses the others.
                tell(Problem(str(folder), failed.message, failed.hint))
                break
            have[_name(url)] = name

    def local(found: re.Match[str]) -> str:
        name = have.get(_name(found[2]))
        return f"{found[1]}../{ASSETS}/{name}" if name else found[0]

    kept = [replace(item, body=_IMAGE.sub(local, item.body)) for item in items]
    # What could not be fetched is asked for again with the next change of the feed.
    return [replace(item, final=not _IMAGE.search(item.body)) for item in kept]


def _replies(asks: dict[str, Ask], cancelled: Cancelled) -> Iterator[tuple[str, Reply]]:
    """What came of what was asked, as it comes; failures are left out."""
    jobs: list[Job[Reply]] = []
    for key, ask in asks.items():
        with suppress(VibeError):
            jobs.append(fetch_job(key, ask, LIMITS))
    for outcome in run_jobs(jobs, cancelled):
        if outcome.result is not None:
            yield outcome.key, outcome.result


def _name(url: str) -> str:
    return hashlib.blake2b(url.encode(), digest_size=12).hexdigest()
