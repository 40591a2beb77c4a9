"""JSON Feed (versions 1 and 1.1) as entries. Values of wrong types count as absent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vibe_tui.sync.feed.entry import Body, Entry, as_html, kind_of


def is_json_feed(data: object) -> bool:
    """Whether parsed JSON is a feed."""
    if not isinstance(data, Mapping):
        return False
    named = "jsonfeed.org" in _words(data.get("version"))
    return isinstance(data.get("items"), list) and (named or "title" in data)


def json_entries(data: Mapping[str, object]) -> Iterator[Entry]:
    """The entries of a JSON feed; those that were given are dropped from `data`."""
    items = data.get("items")
    shared = _authors(data)
    waiting = items[::-1] if isinstance(items, list) else []
    if isinstance(items, list):
        items.clear()
    while waiting:
        item = waiting.pop()
        if isinstance(item, Mapping):
            yield _entry(item, shared)


def _entry(item: Mapping[str, object], shared: tuple[str, ...]) -> Entry:
    link = _words(item.get("url")) or _words(item.get("external_url"))
    texts = [
        Body(_words(item.get("content_html"))),
        _plain(item.get("content_text")),
        _plain(item.get("summary")),
    ]
    tags = item.get("tags")
    files = list(_files(item.get("attachments")))
    return Entry(
        title=Body(_words(item.get("title")), is_html=False),
        link=link,
        guid=_words(item.get("id")),
        authors=_authors(item) or shared,
        dates=(_words(item.get("date_published")), _words(item.get("date_modified"))),
        bodies=tuple(text for text in texts if text.value),
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
            yield kind_of(_words(one.get("mime_type")), address), address


def _plain(value: object) -> Body:
    """Text that is none but what it says: `<div>` in it is a word."""
    words = _words(value)
    return Body(as_html(words, lines=True) if words.strip() else "")


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
