"""For tests of sync: feeds written by hand, and the publication's own text as one."""

from __future__ import annotations

from email.utils import format_datetime
from html import escape

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from vibe_tui.sync.dump.read import Dump

NAMESPACES = (
    'xmlns:content="http://purl.org/rss/1.0/modules/content/" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"'
)


def rss(*items: str, title: str = "源", head: str = "", declaration: str = "") -> str:
    """An RSS feed of `items`, each the inside of an `item`."""
    listed = "".join(f"<item>{item}</item>" for item in items)
    return (
        f'<?xml version="1.0"{declaration}?>{head}<rss version="2.0" {NAMESPACES}><channel>'
        f"<title>{title}</title><link>https://e.example/</link>{listed}</channel></rss>"
    )


def item(
    title: str = "题", guid: str | None = None, link: str = "", date: str = "", text: str = "文"
) -> str:
    """The inside of an RSS item; what is empty is left out."""
    parts = [f"<title>{title}</title>" if title else ""]
    if guid is not None:
        parts.append(f'<guid isPermaLink="false">{guid}</guid>')
    parts.append(f"<link>{link}</link>" if link else "")
    parts.append(f"<pubDate>{date}</pubDate>" if date else "")
    parts.append(f"<description>{text}</description>")
    return "".join(parts)


def atom(*entries: str, base: str = "") -> str:
    """An Atom feed of `entries`, each the inside of an `entry`."""
    listed = "".join(f"<entry>{entry}</entry>" for entry in entries)
    return f'<feed xmlns="http://www.w3.org/2005/Atom"{base}><title>源</title>{listed}</feed>'


def as_feed(dump: Dump, *, katex: bool = False) -> bytes:
    """A dump as the feed that its articles once came in: full HTML, with links and ids.

    Formulas stand in the text between dollar signs, or as KaTeX writes them.
    """
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    dollarmath_plugin(
        parser,
        allow_space=False,
        allow_digits=False,
        double_inline=True,
        renderer=lambda tex, options: _formula(tex, options["display_mode"], katex=katex),
    )
    items: list[str] = []
    for number, report in enumerate(dump.items):
        html = f"<h1>{escape(report.title)}</h1>{parser.render(report.body)}"
        date = format_datetime(report.published) if report.published else ""
        title = escape(report.feed_title, quote=False)
        html = html.replace("]]>", "]]]]><![CDATA[>")
        items.append(
            item(title, f"id-{number}", f"https://v.example/{number}", date, "短")
            + f"<dc:creator>{report.author}</dc:creator>"
            f"<content:encoded><![CDATA[{html}]]></content:encoded>"
        )
    return rss(*items, title=dump.name).encode()


def _formula(tex: str, display: bool, *, katex: bool) -> str:
    if not katex:
        return escape(f"$${tex}$$" if display else f"${tex}$")
    inner = (
        '<span class="katex"><span class="katex-mathml"><math><semantics><mrow></mrow>'
        f'<annotation encoding="application/x-tex">{escape(tex)}</annotation></semantics></math>'
        f'</span><span class="katex-html" aria-hidden="true">{escape(tex)}</span></span>'
    )
    return f'<span class="katex-display">{inner}</span>' if display else inner
