"""Makes text from outside harmless to a terminal.

Control codes (C0, DEL, C1), bidirectional overrides and isolates, and lone surrogates become a
visible stand-in of one cell, so that nothing that was in the source disappears unseen. The line
ends that only Unicode knows become spaces.
"""

from __future__ import annotations

import re

_KEEP = "\n\t\r"
_LINE_ENDS = "\u2028\u2029"
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufff9-\ufffb]"
)
_UNSAFE_IN_LINE = re.compile(f"[{_KEEP}]|{_UNSAFE.pattern}")


def _stand_in(match: re.Match[str]) -> str:
    char = match.group()
    code = ord(char)
    if char in _KEEP or char in _LINE_ENDS:
        return " "
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return "\ufffd"


def line_feeds(text: str) -> str:
    """`text` with `\\n` for every line break, for a carriage return alone too."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def clean_text(text: str) -> str:
    """`text` with line breaks as `\\n`, tabs kept, and every other control code made visible."""
    return _UNSAFE.sub(_stand_in, line_feeds(text))


_UNSETTLED = re.compile("\ufe0f|(?<=\\S)[\U0001f3fb-\U0001f3ff]")


def clean_line(text: str) -> str:
    """`text` on one line: breaks and tabs become spaces, other control codes visible signs."""
    return _UNSAFE_IN_LINE.sub(_stand_in, text)


def clean_row(text: str) -> str:
    """`text` as a row of a list shows it: on one line, and as wide on every terminal.

    The signs after an emoji that choose its looks (U+FE0F, tones of skin) go: in tmux they change
    its width by another rule than elsewhere, and what stands beside it would be shifted.
    """
    return _UNSETTLED.sub("", clean_line(text))
