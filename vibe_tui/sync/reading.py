"""What a web source answered, as reports; or the true reason why it is no feed."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.sync.failures import Cause, FetchError, without_place
from vibe_tui.sync.pages import HEAD, is_page, title_of
from vibe_tui.sync.request import Reply
from vibe_tui.sync.sources import Source
from vibe_tui.sync.spool import Spool
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.sync.feed.read import Feed


def read_reply(reply: Reply, source: Source) -> Feed:
    """The reports in `reply`. Raises `VibeError` where it is no feed, a web page for example."""
    from vibe_tui.sync.feed.read import read_feed

    refuse_page(reply)
    where = source.id
    try:
        return read_feed(
            reply.body, where, source=source.id, url=reply.url, content_type=reply.content_type
        )
    except VibeError as error:
        raise FetchError(Cause.CONTENT, without_place(error, where), error.hint) from error


def feed_title(reply: Reply) -> str:
    """What a feed calls itself, without reading all of it; empty where it does not say."""
    from vibe_tui.sync.feed.text import decode_feed
    from vibe_tui.sync.html.convert import html_to_line

    start = Spool(reply.body.read(0, HEAD))
    text = decode_feed(start, reply.content_type).text.lstrip("\ufeff \t\r\n")
    if text.startswith("{"):
        named = re.search(r'"title"\s*:\s*("(?:[^"\\]|\\.)*")', text)
        words = _json_string(named[1]) if named else ""
    else:
        title = re.search(r"<title\b([^>]*)>(.*?)</title", text, re.DOTALL | re.IGNORECASE)
        words = unescape(re.sub(r"<!\[CDATA\[|\]\]>", "", title[2])) if title else ""
        words = html_to_line(words) if title and "html" in title[1] else words
    return " ".join(clean_line(words).split())[:80]


def _json_string(text: str) -> str:
    """The words of a string of JSON; none where it is broken."""
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return ""


def refuse_page(reply: Reply) -> None:
    """Raise `FetchError` where `reply` is a web page, as a login or an error page is."""
    head = reply.body.read(0, HEAD)
    if not is_page(head, reply.content_type):
        return
    title = title_of(head)
    named_zh, named_en = (f"「{title}」", f' "{title}"') if title else ("", "")
    login = re.search(r"type\s*=\s*[\"']?password", head[:200_000].decode("latin-1"), re.I)
    if login:
        raise FetchError(
            Cause.CONTENT,
            Text(f"得到的是登录页{named_zh}，不是订阅源", f"gives a login page{named_en}, no feed"),
            Text("请在来源里写上账号或请求头", "give the source a user or headers"),
        )
    raise FetchError(
        Cause.CONTENT,
        Text(f"得到的是网页{named_zh}，不是订阅源", f"gives a web page{named_en}, no feed"),
        Text(
            "用 vibe source add 加网页地址可找到它的订阅源",
            "vibe source add finds the feed of a page",
        ),
    )
