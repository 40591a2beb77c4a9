"""The HTML page: well formed, self-contained, and nothing of a report can act in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from vibe_tui.library.split import split
from vibe_tui.render.blocks import Atom, Look, Paragraph, Role
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


def test_tags_that_are_words_are_words_in_the_page_and_its_headings() -> None:
    reader = read("## 关于 <eos>\n\n<image>\n\n| List<String> |\n|--|\n| the <s> token |\n")
    words = "".join(reader.words)
    for word in ("关于 <eos>", "<image>", "List<String>", "the <s> token"):
        assert word in words
    assert not {"eos", "image", "string", "s"} & reader.tags


def test_links_inside_lead_to_the_heading_that_the_reader_goes_to() -> None:
    reader = read("## 1. 甲\n\n见[乙](#2-乙)与[无](#无)。\n\n## 2. 乙\n\n## 2. 乙\n\n文")
    assert reader.links == ["#2.-乙"]
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


def page(document: Document, *, apart: bool = False) -> str:
    return "\n".join(to_html(document, "题", "zh", apart=apart))


def test_the_title_is_the_heading_of_the_page() -> None:
    title = Paragraph((Atom("题 <b>", Look(Role.TITLE, bold=True)),))
    shown = page(Document(split("## 甲\n\n### 乙\n\n文"), front=(title,)))
    assert re.findall("<(h[1-6])[^>]*>([^<]*)<", shown) == [
        ("h1", "题 &lt;b&gt;"),
        ("h2", "甲"),
        ("h3", "乙"),
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [("## 甲\n\n中文 report", "zh"), ("## One\n\nEnglish words, one 字 in many words", "en")],
)
def test_the_page_says_in_which_language_it_is(text: str, language: str) -> None:
    shown = "\n".join(to_html(Document(split(text)), "T", "zh"))
    assert f'<html lang="{language}">' in shown


def test_links_to_what_is_not_on_the_page_are_words() -> None:
    whole = split("## 甲\n\n见注[^1]与[乙](#乙)。\n\n## 乙\n\n文\n\n[^1]: 注")
    reader = Reader()
    reader.feed(page(Document(whole[:1], Document(whole).references)))
    assert reader.links == []
    assert "见注[1]与乙。" in "".join(reader.words)
    note = Reader()
    note.feed(page(Document(whole[1:], Document(whole).references)))
    assert note.links == []


def test_notes_of_texts_apart_do_not_meet() -> None:
    text = "## {0}\n\n{0}[^1]\n\n[^1]: 注{0}\n\n"
    reader = Reader()
    reader.feed(page(Document(split(text.format("甲") + text.format("乙"))), apart=True))
    assert reader.links == ["#fn0-1", "#fnref0-1", "#fn1-1", "#fnref1-1"]
    assert reader.ids == ["甲", "fnref0-1", "fn0-1", "乙", "fnref1-1", "fn1-1"]


def test_terms_and_what_they_mean_are_one_list() -> None:
    shown = page(Document(split("甲\n: 一\n\n乙\n: 二\n")))
    assert "<dl><dt>甲</dt><dd><p>一</p></dd><dt>乙</dt><dd><p>二</p></dd></dl>" in shown


def test_formulas_are_set_by_the_browser() -> None:
    shown = page(Document(split("行内 $a<b$。\n\n$$\n\\frac{a+b}{c}\n$$\n\n$$\n\\frac{a\n$$")))
    assert "<mi>a</mi><mo>&lt;</mo><mi>b</mi>" in shown
    assert '<math display="block">' in shown
    assert '<annotation encoding="application/x-tex">\\frac{a+b}{c}</annotation>' in shown
    assert "<pre><code>\\frac{a</code></pre>" in shown


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
