"""Whether a text that a source has now says less than the one that is stored.

Answers break off, paywalls close, and servers cut: what is left of an article then must not take
its place. A correction may shorten a text by some words or a part; what takes a third of it away or
nothing but its end, or leaves only an invitation to read it elsewhere, is no correction. Pure
decisions, no files.
"""

from __future__ import annotations

import re

_TARGET = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<?\bhttps?://[^\s>]+>?")
_HAN = re.compile("[\u3400-\u9fff]")
_MORE = re.compile(
    r"subscri|sign(?:ing)?[ -]?(?:in|up)\b|log[ -]?in\b|paywall|(?:members?|subscribers?)[ -]only"
    r"|read (?:more|on|the (?:full|whole|rest))|continue reading|full (?:article|text|story)"
    r"|no longer available|订阅|登[录陆]|注册|会员|付费|继续阅读|(?:阅读|查看)(?:全文|原文|更多)",
    re.IGNORECASE,
)
_CUT_MARK = re.compile(r"(?:\[?(?:…|\.{3}|&hellip;)+\]?|\\?\[(?:…|\.{3})\\?\]|\s)+$")
_FEW = 24
"""Of a text that has lost no more than this, nothing can be told by its length."""
_TEASER = 400
"""What has more than this is no invitation any more."""


def amount(body: str) -> int:
    """How much Markdown says: its letters and digits, without addresses, a Han one for two."""
    words = _TARGET.sub("]", body)
    return sum(map(str.isalnum, words)) + len(_HAN.findall(words))


def says_nothing(body: str) -> bool:
    """Whether Markdown has neither a word nor a picture."""
    return amount(body) == 0 and "![" not in body


def says_less(new: str, stored: str) -> bool:
    """Whether the Markdown `new` is much less than `stored`, only its beginning, or only leads to
    where it was."""
    now, before = amount(new), amount(stored)
    if now >= before:
        return False
    if now == 0 or (before - now > _FEW and 3 * now < 2 * before):
        return True
    if now <= _TEASER and _MORE.search(new) and not _MORE.search(stored):
        return True
    return begins(stored, _CUT_MARK.sub("", new))


def begins(text: str, start: str) -> bool:
    """Whether `text` begins with `start`, whose last character may be cut."""
    return text.lstrip().startswith(start.strip()[:-1])
