"""Titles written as Markdown say the same words when they are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.clean import clean_line
from vibe_tui.render.blocks import Heading, plain_of
from vibe_tui.render.parse import parse_blocks
from vibe_tui.render.plain import markdown_heading

SIGNS = st.text(st.sampled_from("甲a1 \\`*_[]()<>&$~#!|^:;/.-（。“"), min_size=1, max_size=16)


def read(markdown: str) -> str:
    (block,) = parse_blocks(markdown)
    assert isinstance(block, Heading)
    return " ".join(plain_of(block).split())


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("[硅基写手] SLAI T-Rex：全参数", "# [硅基写手] SLAI T-Rex：全参数"),
        ("snake_case 与 C# 的 a*b", "# snake_case 与 C# 的 a*b"),
        ("**粗** 与 `码`", r"# \*\*粗\*\* 与 \`码\`"),
        ("<br> 与 &lt;", r"# \<br\> 与 \&lt;"),
        ("成本 $x$", r"# 成本 \$x\$"),
        ("C #", r"# C \#"),
        ("[a](b)", r"# \[a\](b)"),
    ],
)
def test_only_what_would_mean_something_is_escaped(words: str, written: str) -> None:
    assert markdown_heading(words, 1) == written
    assert read(written) == words


@given(st.one_of(SIGNS, st.text(min_size=1)), st.integers(1, 6))
def test_every_heading_reads_back_as_its_words(words: str, level: int) -> None:
    said = " ".join(clean_line(words).split())
    assert read(markdown_heading(words, level)) == said
