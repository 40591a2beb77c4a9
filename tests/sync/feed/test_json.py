"""A long JSON feed is read item by item, in parts that know nothing of where items begin."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.sync.feed.entry import Entry, FeedHead
from vibe_tui.sync.feed.json import read_json

WORDS = st.text(alphabet='ab"\\\\/{}[]:, \n字𠮷\ud800', max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
ITEMS = st.fixed_dictionaries({"id": VALUES}, optional={"title": WORDS, "x": VALUES})
FEED = st.dictionaries(WORDS, VALUES, max_size=3)


def cut(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


def read(parts: Iterable[str]) -> tuple[FeedHead | None, list[Entry]]:
    found: list[Entry] = []
    return read_json(iter(parts), found.append), found


@given(FEED, st.lists(ITEMS | VALUES, max_size=4), st.integers(1, 9), st.sampled_from((None, 1)))
def test_parts_say_what_the_whole_says(
    more: dict[str, object], items: list[object], size: int, indent: int | None
) -> None:
    feed = {"title": "源", "items": items, **more, "authors": [{"name": "众人"}]}
    for ensure_ascii in (True, False):
        text = json.dumps(feed, ensure_ascii=ensure_ascii, indent=indent)
        head, found = read([text])
        assert head is not None
        assert head.authors == ("众人",)
        assert (head, found) == read(cut(text, size))
        assert len(found) == sum(isinstance(one, dict) for one in items)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"items": [{"id": 1}', "Expecting , or ]: char 20"),
        ('{"items": [{"id": 1}]', "Expecting , or }: char 21"),
        ('{"items": [{"id": 1}]} x', "Extra data: char 23"),
        ('{"items": [{"id" 1}]}', "Expecting ':' delimiter: char 17"),
        ('{"items": [1,]}', "Expecting value: char 13"),
        ('{"items" []}', "Expecting :: char 9"),
        ('{"items": ["\x13"]}', "Invalid control character at: char 12"),
        ('{"title": "a', "Unterminated string starting at: char 10"),
        ("{", "Expecting value: char 1"),
    ],
)
def test_broken_json_is_refused(text: str, why: str) -> None:
    for size in (1, 3, 100):
        with pytest.raises(ValueError, match="char") as caught:
            read(cut(text, size))
        assert str(caught.value) == why


def test_json_without_items_is_no_feed() -> None:
    for text in ("{}", '{"title": "a"}', '{"items": 1, "title": "a"}', '{"items": []}'):
        assert read([text])[0] is None
