"""The HTML page: well formed, self-contained, and nothing of a report can act in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from vibe_tui.library.split import split
from vibe_tui.render.document import Document
from vibe_tui.render.web import to_html

EVERYTHING = (Path(__file__).parents[1] / "corpus" / "everything.md").read_text("utf-8")
VOID = ("meta", "br", "hr")


class Reader(HTMLParser):
    """Collects words and links, and checks that tags close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        values = dict(attrs)
        self.links += [values["href"] or ""] if "href" in values else []
        self.ids += [values["id"] or ""] if "id" in values else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed("\n".join(to_html(Document(split(text)), "题 <b>", "zh")))
    reader.close()
    assert not reader.open
    return reader


def test_a_page_with_everything() -> None:
    reader = read(EVERYTHING)
    words = "".join("".join(reader.words).split())
    for word in (
        "样例报告（共24.9%）。",
        "子项Transformer",
        "警告",
        "141,006",
        "<think>思考</think>",
        "10",
    ):
        assert word in words
    assert {"table", "ol", "ul", "blockquote", "pre", "dl", "aside", "hr"} <= reader.tags
    assert "img" not in reader.tags
    assert "script" not in reader.tags
    inner = [link.removeprefix("#") for link in reader.links if link.startswith("#fn")]
    assert set(inner) <= set(reader.ids)


def test_links_inside_lead_to_the_heading_that_the_reader_goes_to() -> None:
    reader = read("## 1. 甲\n\n见[乙](#2-乙)与[无](#无)。\n\n## 2. 乙\n\n## 2. 乙\n\n文")
    assert reader.links == ["#2.-乙", "#无"]
    assert len(set(reader.ids)) == 3
    assert "2.-乙" in reader.ids


def test_a_note_that_is_mentioned_twice_has_one_way_back() -> None:
    reader = read("甲[^1]乙[^1]\n\n[^1]: 注")
    assert reader.links == ["#fn-1", "#fn-1", "#fnref-1"]
    assert reader.ids == ["fnref-1", "fn-1"]


def test_numbers_of_lists_are_kept_and_items_are_one_list() -> None:
    page = "\n".join(to_html(Document(split("9. 九\n10. 十\n")), "题", "zh"))
    assert page.count("<ol") == 1
    assert '<li value="9">九</li><li value="10">十</li>' in page


@pytest.mark.parametrize(
    "text",
    [
        "[甲](javascript:alert(1))",
        "[甲](<data:text/html,x>)",
        '![甲]("onerror=x)',
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "`</code><script>x</script>`",
        '```\n</pre><script>\n```\n# a" onclick="x',
        '$</span>"$ $$</pre><script>$$',
        '[^"><script>]: x\n\n甲[^"><script>]',
    ],
)
def test_nothing_in_a_report_acts(text: str) -> None:
    reader = read(text)
    assert not reader.tags & {"script", "img", "iframe", "object"}
    assert all(re.match(r"https?://|mailto:|#", link) for link in reader.links)
