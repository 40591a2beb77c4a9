"""Saved web pages, feeds and answers about papers, told by what they hold."""

from __future__ import annotations

import re
from pathlib import PurePath

from vibe_tui.errors import VibeError
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.feed.text import decode_feed
from vibe_tui.sync.html.convert import html_to_line
from vibe_tui.sync.incoming import Item
from vibe_tui.sync.saved_page import read_page
from vibe_tui.sync.spool import Spool
from vibe_tui.text import Text

PAGES = (".html", ".htm", ".xhtml")
FEEDS = (".xml", ".rss", ".atom", ".rdf", ".json", ".opml")

_XML = re.compile(r"\s*<(?:\?xml|rss|feed|rdf:RDF|opml)\b", re.IGNORECASE)
_PAGE = re.compile(
    r"\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S
)


def is_markup(data: bytes, ending: str) -> bool:
    """Whether a file is a page or a feed rather than text that somebody wrote."""
    if ending in PAGES or ending in FEEDS:
        return True
    start = decode_feed(Spool(data[:4096])).text.lstrip("\ufeff")
    return bool(_XML.match(start) or _PAGE.match(start))


def read_markup(data: bytes, where: str, ending: str) -> tuple[Item, ...]:
    """The reports in a page or a feed. Raises `VibeError` naming `where`."""
    start = decode_feed(Spool(data[:4096])).text.lstrip("\ufeff \t\r\n")
    if _PAGE.match(start) or (ending in PAGES and not _XML.match(start)):
        report = read_page(data, html_to_line(PurePath(where).stem))
        if not report.body.strip():
            raise _nothing(where)
        return (report,)
    if re.match(r"(?:<\?xml\b[^>]*>\s*|<!--.*?-->\s*)*<opml\b", start, re.I | re.S):
        raise VibeError(
            Text(f"{where}：这是 OPML 清单", f"{where}: is an OPML list of feeds"),
            Text("请用 vibe source import", "use vibe source import"),
        )
    feed = read_feed(Spool(data), where)
    if not feed.drafts:
        raise _nothing(where)
    return feed.drafts


def _nothing(where: str) -> VibeError:
    return VibeError(
        Text(f"{where}：里面没有文章", f"{where}: holds no article"),
        Text("请重新保存后再导入", "save it again and import it"),
    )
