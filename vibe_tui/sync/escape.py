"""Plain text as Markdown that shows exactly its words.

What Markdown would swallow is escaped, and nothing else: escapes are kept few, so that the Markdown
stays readable and a table cell mostly equals its source. Inline code, formulas and bare addresses
are kept as what they are (addresses as `<…>`, so that they end before the first Han or full-width
sign everywhere).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vibe_tui.render.rules import formula_at

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_CODE = r"(?P<code>(?<!`)(?P<ticks>`+)(?!`)(?P<inside>.*?[^`])(?P=ticks)(?!`))"
_MATH_OR_URL = r"""
    (?P<math>\$\$(?!\s*\$)(?:[^$\\]|\\.)+\$\$(?![0-9$])
            |\$(?![\s$])(?:[^$\\]|\\.)+(?<!\s)\$(?![0-9$]))
  | (?P<url>https?://[!-~]+)
"""
# What opens a formula again before it is closed was none.
_DELIMITED = r"""
    (?P<math2>(?<!\\)\\\((?:(?!\\\().)+?\\\))
  | (?P<display>(?<!\\)\\\[(?:(?!(?<!\\)\\\[).)+?\\\])
  | (?P<environment>\\begin\{(?P<name>(?:equation|align|gather|multline|eqnarray)\*?)\}
        (?:(?!\\begin\{(?P=name)).)+?\\end\{(?P=name)\})
"""
_TOKEN = re.compile(f"{_CODE}|{_MATH_OR_URL}", re.VERBOSE)
_HTML_TOKEN = re.compile(f"{_MATH_OR_URL}|{_DELIMITED}", re.VERBOSE | re.DOTALL)
_URL_STOP = re.compile(r"[<>\"`|\\^{}\[\]]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_BLOCK_START = re.compile(
    r"#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|[:~](?=\s)|~~~|:::|!!!(?=\s)|\?\?\?|[=\-]+\s*$|(?:[-_*]\s*){3,}$"
)
_NEIGHBOURS = re.compile(
    r"(?<![A-Za-z0-9_=])=(?==(?:[^\s=]|$))|(?<![A-Za-z0-9%])%(?=%)|\{(?=:? *[#.][^\W\d])"
    r"|^\{(?=:? *[\w-]+=)|(?<![A-Za-z0-9:]):(?=[a-z+-][a-z0-9_+-]*:)"
)
"""Signs that mean something to other programs, and to our reader."""
_NUMBER_START = re.compile(r"(\d{1,9})([.)])(?=\s|$)")


def has_han(text: str) -> bool:
    """Whether `text` holds a Han character or a full-width sign."""
    return _HAN.search(text) is not None


def kept_spans(text: str, *, code: bool = False) -> Iterator[tuple[int, int, str]]:
    """The stretches that stay as they are: `code`, `math`, `display`, `environment` and `url`.

    In plain text ticks are `code`; elsewhere they are signs, and `\\(…\\)`, `\\[…\\]` and the
    environments of TeX are formulas.
    """
    token = _TOKEN if code else _HTML_TOKEN
    at = 0
    while match := token.search(text, at):
        start, end = match.span()
        kind = match.lastgroup or ""
        kind = "code" if code and match["code"] else "math" if kind == "math2" else kind
        if kind == "url":
            end = start + len(_trim(match["url"]))
        if kind == "math" and match["math"] and not _is_formula(text, start, end):
            at = start + 1
            continue
        if kind != "url" or end > start + len("https://"):
            yield start, end, kind
        at = max(end, start + 1)


def escape(text: str, pairs: str, before: str = "", after: str = "") -> str:
    """`text` between `before` and `after` with escapes; `pairs` are the signs that could pair."""
    text = re.sub(r"[\\`\[$]", r"\\\g<0>", text)
    text = _NEIGHBOURS.sub(r"\\\g<0>", text)
    for sign in pairs:
        text = text.replace(sign, "\\" + sign)
    text = re.sub(r"_+", lambda match: _underscore(match, before, after), text)
    return _TAG.sub(r"\\<", _ENTITY.sub(r"\\&", text))


def block_start(line: str) -> str:
    """`line` so that it begins no block other than a paragraph."""
    if _BLOCK_START.match(line):
        return "\\" + line
    number = _NUMBER_START.match(line)
    if number:
        return f"{number[1]}\\{line[number.end(1) :]}"
    return "&#91;" if line == r"\[" else line


def formula(tex: str) -> str:
    """TeX as an inline formula; as code where it holds a dollar sign that would end it."""
    tex = " ".join(tex.split())
    return f"`{tex}`" if re.search(r"(?<!\\)\$", tex) else f"${tex}$"


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


def _is_formula(text: str, start: int, end: int) -> bool:
    """Whether `$…$` is TeX to a reader of Markdown, and no two amounts with Chinese between."""
    before = text[start - 1 : start]
    if before == "\\" or before == "$" or formula_at(text, start, end) is None:
        return False
    return "\\" in text[start:end] or not has_han(text[start:end])


def _underscore(match: re.Match[str], before: str, after: str) -> str:
    whole = match.string
    left = whole[match.start() - 1] if match.start() else before
    right = whole[match.end()] if match.end() < len(whole) else after
    if left.isalnum() and right.isalnum():
        return match.group()
    return "\\_" * len(match.group())


def as_inline(text: str, *, cell: bool = False) -> str:
    """`text` as inline Markdown that shows exactly its words; `cell` is for table cells."""
    text = " ".join(text.split())
    parts: list[tuple[bool, str]] = []
    at = 0
    for start, end, kind in kept_spans(text, code=True):
        parts.append((False, text[at:start]))
        parts.append((True, f"<{text[start:end]}>" if kind == "url" else text[start:end]))
        at = end
    parts.append((False, text[at:]))
    words = "".join(part for kept, part in parts if not kept)
    # One sign alone pairs with nothing.
    pairs = "".join(sign for sign in "*~" if words.count(sign) > 1)
    line = "".join(part if kept else escape(part, pairs) for kept, part in parts)
    return line.replace("|", r"\|") if cell else line


def as_paragraph(text: str) -> str:
    """`text` as the one line of a paragraph or list item, safe at the start of a block."""
    return block_start(as_inline(text))


def as_heading(level: int, text: str) -> str:
    """A heading of the body; level 1 is written `##`, because the title is no part of it."""
    line = re.sub(r"(?<=\s)(#+)$", r"\\\1", as_inline(text))
    return f"{'#' * (level + 1)} {line}"
