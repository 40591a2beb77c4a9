"""Bytes of report files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.opened import decode_report

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "encodings"


@pytest.mark.parametrize(
    ("name", "words", "odd"),
    [
        ("gb18030.md", "融资融券余额。朱镕基", "GB18030"),
        ("utf16.md", "# 年报\n\n正文", ""),
        ("broken_byte.md", "正\ufffd文继续", "no text"),
        ("cut.md", "正\ufffd", "no text"),
        ("binary.md", "ABC", "no text"),
    ],
)
def test_files(name: str, words: str, odd: str) -> None:
    text, problem = decode_report((CORPUS / name).read_bytes())
    assert words in text
    assert (odd in problem.en) if problem else not odd


@given(st.binary())
def test_any_bytes_are_text(data: bytes) -> None:
    decode_report(data)
