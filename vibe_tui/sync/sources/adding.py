"""Makes a source of what a user types: a feed's address, a page's, a folder or a file.

A page is asked which feed it has. Nothing here fails because a server does not answer: the
address is taken as typed, and a `Problem` says what was wrong.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.sync.feed.pages import HEAD, feed_links, feed_title, is_feed, is_page, page_title
from vibe_tui.sync.http import addresses
from vibe_tui.sync.http.fetch import fetch_job
from vibe_tui.sync.http.parallel import run_jobs
from vibe_tui.sync.http.request import LIMITS, Ask, Limits, Reply
from vibe_tui.sync.sources.file import FreeIds
from vibe_tui.sync.sources.listed import Source, Sources, shown
from vibe_tui.text import Text

QUICK = replace(LIMITS, total=20.0, silence=10.0)
MOST_LINKS = 5
"""Feeds of a page that are tried."""


def source_for(
    where: str, wanted: Source, sources: Sources, proxy: str = "", limits: Limits = QUICK
) -> tuple[Source, tuple[Problem, ...]]:
    """The source that `where` means, or the one of `sources` that it is already.

    Raises `VibeError` where it is neither a path nor a usable address, or its id is taken.
    """
    if not where.strip():
        raise VibeError(
            Text("来源的地址是空的", "the address of the source is empty"),
            Text("请写网址、文件夹或文件", "give an address, a folder or a file"),
        )
    path = Path(where).expanduser()
    if "://" not in where and path.exists():
        return _local(path.resolve(), wanted, sources), ()
    if _is_path(where):
        raise VibeError(
            Text(f"{where}：没有这个文件或文件夹", f"{where}: no such file or folder"),
            Text("网址请写全，如 https://…", "write an address in full: https://…"),
        )
    typed = addresses.typed(where)
    known = _known(typed, sources)
    if known is not None:
        return known, ()
    found, moved, name, problems = _look(typed, wanted, proxy or "", limits)
    known = _known(found, sources) or _known(moved, sources)
    if known is not None:
        return known, problems
    name = wanted.name or name
    id_ = _id(wanted, name or addresses.address_of(found).host.removeprefix("www."), sources)
    return replace(wanted, id=id_, name=name, url=found), problems


def _is_path(where: str) -> bool:
    """Whether `where`, which is no file, looks more like one than like an address."""
    host = where.partition("/")[0]
    return "://" not in where and (where[:1] in "./~\\" or not re.search(r"[.:]", host))


def _local(path: Path, wanted: Source, sources: Sources) -> Source:
    for source in sources.all:
        if source.path and Path(source.path).expanduser().resolve() == path:
            return source
    id_ = _id(wanted, wanted.name or path.stem, sources)
    return replace(wanted, id=id_, path=str(path))


def _id(wanted: Source, name: str, sources: Sources) -> str:
    taken = [source.id for source in sources.all]
    if not wanted.id:
        return FreeIds(taken).make(name)
    if wanted.id in taken:
        raise VibeError(
            Text(f"编号 {wanted.id} 已被占用", f"the id {wanted.id} is taken"),
            Text("换一个 --id", "give another --id"),
        )
    return wanted.id


def _known(url: str, sources: Sources) -> Source | None:
    return next((source for source in sources.all if source.url == url), None)


def _look(
    url: str, wanted: Source, proxy: str, limits: Limits
) -> tuple[str, str, str, tuple[Problem, ...]]:
    """The address of the feed that is meant, where it has moved, what it calls itself, and what is
    to be said."""
    try:
        reply = _get(Ask(url, wanted.headers, proxy=proxy), limits)
    except VibeError as error:
        return url, "", "", (_unsure(url, error.message),)
    head = reply.body.read(0, HEAD)
    if not is_page(head, reply.content_type):
        return url, reply.moved, feed_title(reply), ()
    links = feed_links(head, reply.url)
    for link in links[:MOST_LINKS]:
        try:
            found = _get(Ask(link.url, proxy=proxy, reach=reply.reach), limits)
        except VibeError:
            continue
        if is_feed(found.body.read(0, HEAD), found.content_type):
            name = feed_title(found) or page_title(head)
            others = tuple(
                Problem(other.url, Text("也是这个网页的订阅源", "is a feed of that page too"))
                for other in links
                if other.url != link.url and other.is_named
            )
            return link.url, found.moved, name, others
    why = Text("网页里没有找到订阅源", "no feed was found in the page")
    return url, "", page_title(head), (_unsure(url, why),)


def _get(ask: Ask, limits: Limits) -> Reply:
    (ended,) = run_jobs([fetch_job("", ask, limits)])
    return ended.get()


def _unsure(url: str, why: Text) -> Problem:
    return Problem(
        shown(url),
        Text(f"{why.zh}，仍按原样加入", f"{why.en}; added as it is"),
        Text("可用 vibe sync 再试", "vibe sync tries again"),
    )
