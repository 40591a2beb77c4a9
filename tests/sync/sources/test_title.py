"""What a feed calls itself, told from its beginning, whatever a server answers."""

from __future__ import annotations

import pytest

from vibe_tui.sync.http.addresses import Reach
from vibe_tui.sync.http.request import UNKNOWN, Reply, Spool
from vibe_tui.sync.sources.adding import feed_title


@pytest.mark.parametrize(
    ("body", "title"),
    [
        (b'{"title": "A \\"b\\"  c"}', 'A "b" c'),
        ('{"title": "试刊"}'.encode(), "试刊"),
        ('\ufeff\n{"title": "试刊"}'.encode(), "试刊"),
        ('{"title": "人工智能论文日报"}'.encode("gb18030"), "人工智能论文日报"),
        (b'{"items": []}', ""),
        (b'{"title": "\\q"}', ""),
        (b'{"title": "caf\xe9"}', "café"),
        (b'{"title": "a\tb"}', "a b"),
        (b'{"title": "a \\ud800"}', "a \ufffd"),
        (b"<rss><channel><title>A &amp; b</title></channel></rss>", "A & b"),
        (b"<rss><channel><title>a &#xD800;</title></channel></rss>", "a \ufffd"),
    ],
)
def test_the_title_of_a_feed(body: bytes, title: str) -> None:
    reply = Reply("https://e.example/f", Spool(body), "", UNKNOWN, Reach.PUBLIC)
    assert feed_title(reply) == title
