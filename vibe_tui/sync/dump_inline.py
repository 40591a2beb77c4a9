"""Plain text to inline Markdown: what Markdown would swallow is escaped, and nothing else.

Inline code, `$…$` formulas and bare addresses of the text are kept as what they are (addresses
as `<…>`, so that they end before the first Han or full-width sign everywhere). Escapes are kept
few, so that the Markdown stays readable and a table cell mostly equals its source.
"""

from __future__ import annotations

import re

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_TOKEN = re.compile(
    r"""
    (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?P<inside>.*?[^`])(?P=ticks)(?!`))
  | (?P<math>\$\$(?!\s*\$)(?:[^$\\]|\\.)+\$\$(?![0-9$])
            |\$(?![\s$])(?:[^$\\]|\\.)+(?<!\s)\$(?![0-9$]))
  | (?P<url>https?://[!-~]+)
    """,
    re.VERBOSE,
)
_URL_STOP = re.compile(r"[<>\"`|\\^{}\[\]]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_BLOCK_START = re.compile(
    r"#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|[:~](?=\s)|~~~|[=\-]+\s*$|(?:[-_*]\s*){3,}$"
)
_NUMBER_START = re.compile(r"(\d{1,9})([.)])(?=\s|$)")


def has_han(text: str) -> bool:
    """Whether `text` holds a Han character or a full-width sign."""
    return _HAN.search(text) is not None


def inline(text: str, *, cell: bool = False) -> str:
    """`text` as inline Markdown that shows exactly its words; `cell` is for table cells."""
    text = " ".join(text.split())
    parts: list[tuple[bool, str]] = []
    at = 0
    for start, end, kind in _spans(text):
        parts.append((False, text[at:start]))
        parts.append((True, f"<{text[start:end]}>" if kind == "url" else text[start:end]))
        at = end
    parts.append((False, text[at:]))
    words = "".join(part for kept, part in parts if not kept)
    # One sign alone pairs with nothing.
    pairs = "".join(sign for sign in "*~" if words.count(sign) > 1)
    line = "".join(part if kept else _escape(part, pairs) for kept, part in parts)
    return line.replace("|", r"\|") if cell else line


def paragraph(text: str) -> str:
    """`text` as the one line of a paragraph or list item, safe at the start of a block."""
    line = inline(text)
    start = _BLOCK_START.match(line)
    if start:
        return "\\" + line
    number = _NUMBER_START.match(line)
    if number:
        return f"{number[1]}\\{line[number.end(1) :]}"
    return "&#91;" if line == r"\[" else line


def heading(level: int, text: str) -> str:
    """A heading of the body; level 1 is written `##`, because the title is no part of it."""
    line = re.sub(r"(?<=\s)(#+)$", r"\\\1", inline(text))
    return f"{'#' * (level + 1)} {line}"


def _spans(text: str) -> list[tuple[int, int, str]]:
    """The stretches that stay as they are: code, formulas, addresses."""
    found: list[tuple[int, int, str]] = []
    at = 0
    while match := _TOKEN.search(text, at):
        start, end = match.span()
        kind = "code" if match["code"] else "math" if match["math"] else "url"
        if kind == "url":
            end = start + len(_trim(match["url"]))
        if kind == "math" and not _is_formula(match["math"], text[start - 1 : start]):
            at = start + 1
            continue
        if kind != "url" or end > start + len("https://"):
            found.append((start, end, kind))
        at = max(end, start + 1)
    return found


def _trim(url: str) -> str:
    """A bare address without what belongs to the sentence around it."""
    stop = _URL_STOP.search(url)
    if stop:
        url = url[: stop.start()]
    while url:
        last = url[-1]
        if last in ".,;:!?'*_~$" or (last == ")" and url.count(")") > url.count("(")):
            url = url[:-1]
            continue
        break
    return url


def _is_formula(math: str, before: str) -> bool:
    """Whether `$…$` is TeX; two amounts of money with Chinese between them are not."""
    if before in {"\\", "$"} or before.isdigit():
        return False
    return not has_han(math) or "\\" in math


def _escape(text: str, pairs: str) -> str:
    text = re.sub(r"[\\`\[$]", r"\\\g<0>", text)
    for sign in pairs:
        text = text.replace(sign, "\\" + sign)
    text = re.sub(r"_+", _underscore, text)
    return _TAG.sub(r"\\<", _ENTITY.sub(r"\\&", text))


def _underscore(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    if before.isalnum() and after.isalnum():
        return match.group()
    return "\\_" * len(match.group())
