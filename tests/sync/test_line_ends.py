"""A carriage return ends a line, alone or before a line feed, wherever text comes from."""

from __future__ import annotations

import json
from itertools import cycle

import pytest

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.library.front_matter import dump_front_matter, read_front_matter
from vibe_tui.library.opened import decode_report, parse_report
from vibe_tui.render.blocks import Heading
from vibe_tui.render.parse import parse_blocks
from vibe_tui.sync.dump.read import is_dump, read_dump
from vibe_tui.sync.encodings import decode_file
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.html.convert import html_to_markdown
from vibe_tui.sync.http.request import Spool

ENDS = {
    "CR": ("\r",),
    "CRLF": ("\r\n",),
    "CRLF and CR": ("\r\n", "\r"),
    "CR, then LF": ("\r",) * 4 + ("\n",) * 40,
    "LF, then CR": ("\n",) * 4 + ("\r",) * 40,
}
every_end = pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS.keys())


def ended(text: str, ends: tuple[str, ...]) -> str:
    """`text` with these line ends, one after the other."""
    lines = text.split("\n")
    text = ""
    for line, end in zip(lines[:-1], cycle(ends), strict=False):
        # Around an empty line the two signs would be one line end.
        text += line + ("\r" if end == "\n" and not line and text.endswith("\r") else end)
    return text + lines[-1]


REPORT = (
    "---\ntitle: 年报\ntags:\n- 甲\n---\n\n# 年报\n\n## 一\n\n| a | b |\n| --- | --- |\n| c | d |\n"
)


@every_end
def test_a_report_has_its_metadata_and_its_headings(ends: tuple[str, ...]) -> None:
    text, oddity = decode_report(ended(REPORT, ends).encode())
    front, title, sections = parse_report(text, "x.md")
    assert (text, oddity, title, front.meta) == (
        REPORT,
        None,
        "年报",
        {"title": "年报", "tags": ["甲"]},
    )
    assert [one.heading for one in sections] == ["一"]


@every_end
@pytest.mark.parametrize(
    "text",
    [
        REPORT,
        REPORT.replace(
            "---\ntitle: 年报\ntags:\n- 甲\n---", "+++\ntitle = '年报'\ntags = ['甲']\n+++"
        ),
    ],
)
def test_front_matter_of_any_kind_is_read(text: str, ends: tuple[str, ...]) -> None:
    found = read_front_matter(ended(text, ends), "x.md")
    assert (found, "\r" in found.body) == (read_front_matter(text, "x.md"), False)
    assert dump_front_matter(found.meta, ended("a\nb\n", ends)).endswith("---\n\na\nb\n")


@every_end
def test_files_to_import_and_dumps_have_their_lines(ends: tuple[str, ...]) -> None:
    byline = "Ann — Tue, 11 Aug 2026 00:00:00 GMT"
    dump = f"某源\n\n甲报告\n\n{byline}\n\n甲报告：全名\n\n1. 概述\n\n甲的正文。\n"
    assert decode_file(ended(REPORT, ends).encode(), "x.md", is_sure=is_dump) == REPORT
    assert read_dump(ended(dump, ends), "x.txt") == read_dump(dump, "x.txt")


@every_end
def test_texts_of_feeds_and_pages_have_their_lines(ends: tuple[str, ...]) -> None:
    text = ended("a\nb\n\nc", ends)
    item = f"<item><guid>1</guid><description>{text}</description></item>"
    xml = f"<rss version='2.0'><channel>{item}</channel></rss>"
    items = [{"id": "1", "content_text": text}]
    data = {"version": "https://jsonfeed.org/version/1", "title": "t", "items": items}
    for feed in (xml, json.dumps(data)):
        assert read_feed(Spool(feed.encode()), "x").items[0].body == "a\\\nb\n\nc\n"
    assert html_to_markdown(f"<pre>{text}</pre>").markdown == "```\na\nb\n\nc\n```\n"


@every_end
def test_markdown_has_its_blocks(ends: tuple[str, ...]) -> None:
    blocks = parse_blocks(ended("# 甲\n\n文\n\n## 乙\n\n文\n", ends))
    assert [isinstance(one, Heading) for one in blocks] == [True, False, True, False]
    assert clean_text(ended("a\nb\nc", ends)) == "a\nb\nc"


def test_a_line_is_one_line() -> None:
    assert clean_line("年报\r假行") == "年报 假行"


def test_the_line_ends_of_unicode_keep_words_apart() -> None:
    assert clean_text("a\u2028b\u2029c") == clean_line("a\u2028b\u2029c") == "a b c"
