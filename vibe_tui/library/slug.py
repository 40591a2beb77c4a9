"""Readable file names out of titles, safe on every file system.

Letters, digits and their marks stay (Chinese stays Chinese), in lower case and NFC; everything
else becomes a single hyphen. What is left is never empty, a reserved device name, or hidden.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 120
"""Bytes of a slug: with a date and any ending it stays below every file system's limit."""

NAMELESS = "report"
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin|conout|com\d|lpt\d)$")


def slugify(title: str, longest: int = LONGEST) -> str:
    """A name for `title` of at most `longest` bytes of UTF-8, cut at a hyphen where one is near."""
    text = unicodedata.normalize("NFC", title).casefold()
    parts = re.split(r"-+", "".join(char if _stays(char) else "-" for char in text[:2000]))
    slug = "-".join(filter(None, (_without_leading_marks(part) for part in parts)))
    slug = unicodedata.normalize("NFC", slug)
    if len(slug.encode()) > longest:
        cut = slug.encode()[:longest].decode(errors="ignore")
        at_hyphen = cut.rfind("-")
        slug = cut[:at_hyphen] if at_hyphen > len(cut) * 2 // 3 else cut.rstrip("-")
    if not slug:
        return NAMELESS
    return f"{slug}-{NAMELESS}" if _RESERVED.match(slug) else slug


def _stays(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LN" or (category in ("Mn", "Mc") and not 0xFE00 <= ord(char) <= 0xFE0F)


def _without_leading_marks(part: str) -> str:
    while part and unicodedata.category(part[0])[0] == "M":
        part = part[1:]
    return part
