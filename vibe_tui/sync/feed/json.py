"""JSON Feed (versions 1 and 1.1) as entries, one after the other.

Values of wrong types count as absent. An item is parsed when it is its turn: all of them are never
held at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.sync.feed.entry import (
    Body,
    Entry,
    FeedHead,
    Take,
    line_of,
    media_kind,
    unread,
    when_of,
)
from vibe_tui.sync.feed.split import Window
from vibe_tui.sync.guard import attempt

_BLANK = re.compile(r"[\ufeff\0 \t\r\n]*")
_DECODER = json.JSONDecoder()


def read_json(parts: Iterator[str], take: Take) -> FeedHead | None:
    """Gives each entry of a feed to `take`, and tells what the feed says of itself; nothing where
    JSON is no feed. Raises `ValueError` where it is broken, which may be told at its end only."""
    window = Window(parts)
    feed: dict[str, object] = {}
    for _ in _each(window, "{", "}"):
        name = str(_value(window))
        _sign(window, ":")
        if name == "items" and _next(window) == "[":
            feed[name] = []
            for _ in _each(window, "[", "]"):
                item = _value(window)
                if isinstance(item, Mapping):
                    entry = attempt(partial(_entry, item))
                    take(
                        unread(_words(item.get("title")), entry)
                        if isinstance(entry, VibeError)
                        else entry
                    )
        else:
            feed[name] = _value(window)
    if _next(window):
        raise _broken("Extra data", window.place)
    named = "jsonfeed.org" in _words(feed.get("version"))
    if not isinstance(feed.get("items"), list) or not (named or "title" in feed):
        return None
    title, link = feed.get("title"), feed.get("home_page_url")
    return FeedHead(
        line_of(Body(title)) if isinstance(title, str) else "",
        link if isinstance(link, str) else "",
        _authors(feed),
    )


def _each(window: Window, begin: str, end: str) -> Iterator[None]:
    """Comes to each member of an object or an array, which is to be taken then."""
    _sign(window, begin)
    if _next(window) == end:
        _sign(window, end)
        return
    yield
    while _sign(window, f",{end}") != end:
        yield


def _next(window: Window) -> str:
    """The sign that comes next, blanks left out; empty at the end."""
    while not window.is_empty:
        blank = _BLANK.match(window.text, window.at)
        window.at = blank.end() if blank else window.at
        if window.at < len(window.text):
            return window.text[window.at]
    return ""


def _sign(window: Window, allowed: str) -> str:
    sign = _next(window)
    if not sign or sign not in allowed:
        raise _broken(f"Expecting {' or '.join(allowed)}", window.place)
    window.at += 1
    return sign


def _value(window: Window) -> object:
    """The value that comes next, as much as that needs taken into the window."""
    _next(window)
    while True:
        try:
            value, end = _DECODER.raw_decode(window.text, window.at)
        except json.JSONDecodeError as error:
            place = window.place + error.pos - window.at
            if window.more():
                continue
            raise _broken(error.msg, place) from error
        length = end - window.at
        # What has come of a number may be one itself: of `1e+5` or of `1.5`.
        if end + len("e+5") <= len(window.text) or not window.more():
            window.at += length
            return value


def _broken(why: str, place: int) -> ValueError:
    return ValueError(f"{why}: char {place}")


def _entry(item: Mapping[str, object]) -> Entry:
    link = _words(item.get("url")) or _words(item.get("external_url"))
    texts = [
        Body(_words(item.get("content_html")), is_html=True),
        Body(_words(item.get("content_text")), is_html=False),
        Body(_words(item.get("summary")), is_html=False),
    ]
    tags = item.get("tags")
    files = list(_files(item.get("attachments")))
    title = Body(_words(item.get("title")))
    dates = (_words(item.get("date_published")), _words(item.get("date_modified")))
    return Entry(
        title=line_of(title),
        link=link,
        guid=clean_line(_words(item.get("id"))).strip(),
        authors=_authors(item),
        when=when_of(dates, (title, *texts)),
        bodies=tuple(text for text in texts if text.value.strip()),
        tags=tuple(filter(None, map(_words, tags if isinstance(tags, list) else []))),
        enclosures=tuple(address for kind, address in files if kind != "image"),
        pictures=(
            *filter(None, (_words(item.get(name)) for name in ("banner_image", "image"))),
            *(address for kind, address in files if kind == "image"),
        ),
    )


def _files(attached: object) -> Iterator[tuple[str, str]]:
    """Of what kind each attachment is, and where."""
    for one in attached if isinstance(attached, list) else []:
        if isinstance(one, Mapping) and (address := _words(one.get("url"))):
            yield media_kind(_words(one.get("mime_type")), address), address


def _authors(item: Mapping[str, object]) -> tuple[str, ...]:
    named = item.get("authors")
    people = named if isinstance(named, list) else [item.get("author")]
    return tuple(
        name
        for one in people
        if (name := _words(one.get("name") if isinstance(one, Mapping) else one))
    )


def _words(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value)
