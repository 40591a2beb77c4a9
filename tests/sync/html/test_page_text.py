"""The article in a web page."""

from __future__ import annotations

import sys

import pytest

from vibe_tui.sync.html.page import text_of_page

WORDS = "".join(
    f"<p>正文第 {n} 段，讲 <b>强化学习</b> 与多 Agent 协作的细节。</p>" for n in range(20)
)
NAV = '<nav><a href="/">首页</a></nav>'
FOOT = "<footer>版权所有</footer>"


def text_of(html: str, kind: str = "text/html; charset=utf-8") -> str:
    return text_of_page(html.encode(), kind, "https://e.example/a/", "题目")


@pytest.mark.parametrize(
    "html",
    [
        f"<html><body>{NAV}<article><h1>题目</h1>{WORDS}</article>{FOOT}",
        f"<html><body>{NAV}<main>{WORDS}</main>{FOOT}",
        f"<html><body>{NAV}<article>短</article><main>{WORDS}</main>{FOOT}",
    ],
    ids=["article", "main", "a short article"],
)
def test_what_a_page_calls_its_article_is_taken(html: str) -> None:
    text = text_of(html)
    assert text.startswith("正文第 0 段，讲 **强化学习**")
    assert "正文第 19 段" in text
    assert "首页" not in text
    assert "版权所有" not in text


def test_the_encoding_that_a_page_names_counts() -> None:
    page = f"<html><head><meta charset='big5'></head><article>{'一個測試，'.ljust(300, '字')}"
    assert text_of_page(page.encode("big5"), "", "https://e.example/a/", "題目")[:5] == "一個測試，"


def test_a_page_that_does_not_say_is_looked_through() -> None:
    pytest.importorskip("trafilatura")
    text = text_of(f"<html><body>{NAV}<div class=post><h2>小节</h2>{WORDS}</div>{FOOT}")
    assert "正文第 19 段" in text
    assert "首页" not in text


def test_without_help_the_whole_page_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", None)
    assert "正文第 19 段" in text_of(f"<html><body><div>{WORDS}</div>")


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        (WORDS, "application/pdf"),
        ("<div>" * 200_000, "text/html"),
        ("<p>" * 5_000, "text/html"),
        ("", "text/html"),
    ],
    ids=["another type", "too deep", "never closed", "empty"],
)
def test_what_is_no_page_gives_nothing(html: str, kind: str) -> None:
    assert text_of(html, kind) == ""
