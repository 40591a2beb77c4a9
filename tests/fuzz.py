"""All doors by which foreign content comes in, and bytes made at random to knock at them.

Whatever comes, a door gives an answer or a `VibeError`, and no control code passes.
"""

from __future__ import annotations

import datetime as dt
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.sync.feeds import atom, item, rss
from vibe_tui.config import load_config
from vibe_tui.errors import VibeError
from vibe_tui.library.front_matter import dump_front_matter, read_front_matter
from vibe_tui.library.split import split
from vibe_tui.render.document import Document
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.page import Page
from vibe_tui.search.query import parse_query
from vibe_tui.sync.dump.read import read_dump
from vibe_tui.sync.encodings import decode_file
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.html.page import read_page
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.sources.file import read_opml
from vibe_tui.sync.sources.listed import parse_sources

CORPUS = Path(__file__).parent / "corpus"
FINDS = CORPUS / "fuzz"
"""What was found once, by door."""
TODAY = dt.date(2026, 8, 12)
_CODES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def _clean(*texts: str) -> None:
    for text in texts:
        found = _CODES.search(text)
        assert found is None, (found, text[:200])


def _report(report: Incoming) -> None:
    _clean(report.title, report.feed_title, report.author, report.url, report.guid, report.body)
    text = dump_front_matter(report.meta, report.body)
    again = read_front_matter(text, "x")
    assert not again.problems, text[:500]
    assert again.body.strip() == report.body.strip()


def _text(data: bytes) -> str:
    return decode_file(data, "x", is_sure=lambda text: False)


def _feed(data: bytes) -> None:
    for draft in read_feed(Spool(data), "x").drafts:
        _report(draft.make())


def _page(data: bytes) -> None:
    _report(read_page(data, "x"))


def _dump(data: bytes) -> None:
    for report in read_dump(_text(data), "x").items:
        _report(report)


def _markdown(data: bytes) -> None:
    page = Page(Document(split(_text(data))), 40, options=PageOptions(scroll=False))
    for row in page.lines(0, 2000):
        _clean(row.line.text)
        assert row.line.width <= 40


def _front_matter(data: bytes) -> None:
    text = _text(data)
    found = read_front_matter(text, "x")
    again = read_front_matter(dump_front_matter(found.meta, found.body), "x")
    assert again.body.strip() == found.body.strip()


def _opml(data: bytes) -> None:
    read_opml(data, "x", ())


def _config(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "config.toml")
        path.write_bytes(data)
        load_config(path, {})


def _sources(data: bytes) -> None:
    parse_sources(data.decode("utf-8", "replace"), Path("x"))


def _query(data: bytes) -> None:
    parse_query(data.decode("utf-8", "replace"), TODAY)
    parse_query(data.decode("utf-8", "replace"), TODAY, typing=True)


DOORS: dict[str, Callable[[bytes], None]] = {
    "feed": _feed,
    "page": _page,
    "dump": _dump,
    "markdown": _markdown,
    "front_matter": _front_matter,
    "opml": _opml,
    "config": _config,
    "sources": _sources,
    "query": _query,
}


def knock(door: str, data: bytes) -> None:
    """Bring `data` to a door; fails where that does what none may."""
    try:
        DOORS[door](data)
    except VibeError as error:
        assert error.message.en


_HTML = (
    "<h2>摘要</h2><p>a <b>b</b> <a href='x'>c</a> $x_1$ <img src='y' alt='z'></p><ul><li>1</ul>"
    "<table><tr><th>a<td rowspan=2>b<tr><td>c</table><pre><code class='language-py'>x</code></pre>"
    "<math><mi>x</mi><msup><mi>a</mi><mn>2</mn></msup></math><blockquote>q<br>r</blockquote>"
)
_JSON = (
    '{"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":1,"url":"https://e.example'
    '/1","title":"\\u9898","content_html":"<p>a","tags":["x"],"attachments":[{"url":"y"}]}]}'
)
_TOML = (
    'language = "en"\n[[lenses]]\nid = "x"\nname = "y"\nkey = "7"\nkinds = ["summary"]\n'
    '[[sources]]\nid = "a"\nurl = "https://e.example/f"\ninterval = "6h"\nheaders = { A = "b" }\n'
)
_OPML = (
    '<opml version="2.0"><body><outline text="组"><outline type="rss" text="a" xmlUrl="https://e.example/f"'
    ' category="/x"/></outline></body></opml>'
)
_DUMP = (
    "标题一\n作者\nWed, 12 Aug 2026 08:00:00 GMT\n\n正文 **a**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    "================\n标题二\n\n## 局限性\n\n文\n"
)


def seeds(door: str) -> list[bytes]:
    """What a door is used to, to begin with."""
    entry = item("题", "g", "https://e.example/1", "Wed, 12 Aug 2026 08:00:00 GMT", "&lt;p&gt;文")
    made = {
        "feed": [
            rss(entry, entry + f"<content:encoded><![CDATA[{_HTML}]]></content:encoded>"),
            atom(
                f"<title type='html'>a</title><id>1</id><content type='html'><![CDATA[{_HTML}]]>"
                "</content><link href='x'/><author><name>n</name></author>"
            ),
            _JSON,
        ],
        "page": [f"<!doctype html><html><head><title>t</title></head><body><article>{_HTML}"],
        "dump": [_DUMP],
        "opml": [_OPML],
        "config": [_TOML],
        "sources": [_TOML],
        "query": ['limitations:(24.9% OR "LoRA") -tag:x year:2024..2026 is:new author:"甲 乙" kv*'],
    }.get(door, [])
    files = {
        "markdown": [CORPUS / "everything.md"],
        "front_matter": sorted((CORPUS / "front_matter").glob("*.md")),
    }.get(door, [])
    return [text.encode() for text in made] + [path.read_bytes() for path in files] + finds(door)


def finds(door: str) -> list[bytes]:
    """What this door stumbled over once."""
    return [path.read_bytes() for path in sorted((FINDS / door).glob("*"))]


_SIGNS = r"""
    字 < > & &#0; &#27; &x; ]]> <![CDATA[ <!-- --> <? <!DOCTYPE " ' \\ ` $ $$ | ... [ ]( ![ [^1]
    [^1]: # * _ ~~ { } [[ ]] : - .. % null 1e999 &a=*b !!python/object:x ( ) <item> </item> <entry>
    <pre> </pre> <table> <td> <math> <svg> <script> <title> <div> </div> <br> \frac{ \begin{x}
    \left( 99999999999999999999
"""
_LINES = (
    "```\n", "\n|---|\n", "---\n", "> ", "- ", "1. ", ": ", "- [ ] ", " OR ", "\n",
    "\r", "\t", "a" * 300
)  # fmt: skip
_CONTROL = (
    b"\0", b"\x1b[31m", b"\xff\xfe", b"\xc2\x9b", b"\xe2\x80\xae",
    b"\xe2\x80\x8b", b"\xed\xa0\x80"
)  # fmt: skip
_PIECES = (*(piece.encode() for piece in (*_SIGNS.split(), *_LINES)), *_CONTROL)


def inputs(door: str, seed: int) -> Iterator[bytes]:
    """Inputs without end, the same for the same `seed`."""
    chance = random.Random(f"{door} {seed}")
    known = seeds(door)
    while True:
        data = bytearray(chance.choice(known))
        for _ in range(chance.randint(1, 12)):
            at, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
            end = min(end, at + 200)
            match chance.randrange(7):
                case 0 if data:
                    at = min(at, len(data) - 1)
                    data[at] ^= 1 << chance.randrange(8)
                case 1:
                    del data[at:end]
                case 2:
                    data[at:at] = data[at:end] * chance.choice((1, 2, 30))
                case 3:
                    del data[at:]
                case 4:
                    other = chance.choice(known)
                    begin = chance.randrange(len(other) + 1)
                    data[at:end] = other[begin : begin + chance.randrange(300)]
                case 5:
                    data[at:at] = chance.choice(_PIECES) * chance.choice((1, 1, 3, 200))
                case _:
                    data[at:at] = chance.choice(_PIECES)
        yield bytes(data[:20_000])
