"""How long a text is to its reader: the number that the interface calls 字, or words.

One measure for the length of a report, of a section and of what is folded away.
"""

from __future__ import annotations

import re

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’-][A-Za-z\u00c0-\u024f]+)*")


def count_words(text: str) -> int:
    """Han characters plus Latin words; numbers and signs do not count."""
    return sum(map(len, _HAN.findall(text))) + len(_LATIN.findall(text))
