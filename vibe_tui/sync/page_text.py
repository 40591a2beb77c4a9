"""The article in a web page, as Markdown.

A page that says where its article is, is believed. For others `trafilatura` finds it, where that
is installed; without it, the whole page is the article.
"""

from __future__ import annotations

from vibe_tui.sync.feed.text import decode_page
from vibe_tui.sync.html.convert import convert_node, html_to_markdown, is_too_deep
from vibe_tui.sync.html.tree import Node, parse_html
from vibe_tui.sync.request import Reply

ENOUGH = 200
"""Characters from which what a page calls its article is taken for one."""


def text_of_page(reply: Reply, title: str) -> str:
    """The article of the page in `reply` without its title; empty where it is no page."""
    kind = reply.content_type.partition(";")[0].strip().lower()
    if kind not in ("text/html", "application/xhtml+xml", ""):
        return ""
    html = decode_page(reply.body, reply.content_type).text
    if is_too_deep(html):
        return ""
    article = _article(parse_html(html))
    if article is not None:
        return convert_node(article, base=reply.url, title=title).markdown
    return html_to_markdown(_found(html, reply.url) or html, base=reply.url, title=title).markdown


def _article(page: Node) -> Node | None:
    """The one element that the page itself calls its article."""
    for tag in ("article", "main"):
        named = [node for node in page.elements() if node.tag == tag]
        if len(named) == 1 and len(named[0].text().strip()) >= ENOUGH:
            return named[0]
    return None


def _found(html: str, url: str) -> str:
    """The article that `trafilatura` sees, as HTML; empty where it sees none, or is missing."""
    try:
        import trafilatura
    except ImportError:
        return ""
    found = trafilatura.extract(
        html,
        url=url,
        output_format="html",
        include_comments=False,
        include_tables=True,
        include_links=True,
        include_images=True,
        include_formatting=True,
    )
    return found or ""
