"""Runs of inline text as Markdown: one line, or paragraphs and the display formulas in them.

Words are escaped where they stand, so that they mean nothing but themselves; formulas and addresses
in them are told first, and stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from vibe_tui.sync.escape import block_start, escape, formula, has_han, kept_spans
from vibe_tui.sync.html.code import inline_code
from vibe_tui.sync.html.links import destination
from vibe_tui.sync.html.marks import (
    INVISIBLE,
    ITALIC,
    Content,
    Fragment,
    Fragments,
    InlineMark,
    Marks,
    following,
    joined,
    preceding,
    shared,
    tidied,
)

_BLANK = re.compile(r"\s+")
# Words without a sign that could mean something in Markdown or in a formula or an address.
_PLAIN = re.compile(
    "\\s*[^\x00-@\\[-`{-\xbf\u200b\u2060\ufeff][^!#$&*+<=>@\\[-`{-\xa0\xad\u200b\u2060\ufeff]*"
)
# Stand in a text for what is no words of the run, and for the edge of an emphasis.
_GAP, _EDGE, _SPOILT = "\ufdd0", "\ufdd1", "\ufdd2"
_STAND_IN = re.compile(f"[{_GAP}{_EDGE}{_SPOILT}]")
_FENCE = re.compile(r"\$\$|(?<!\\)\\[\[\]]")
_SPOILT_FORMULA = re.compile(
    rf"(\$\$?)(?=[^$]*{_EDGE})(?!\s)(?:[^${_GAP}])+(?<![\s{_GAP}])\1(?!\d)"
)

_DEFINITION = re.compile(r"\[(?:\^[^\] ]+|(?:[^\[\]\\]|\\.)+)\]:", re.DOTALL)
"""What defines a link or a note at the start of a paragraph."""


def is_blank(run: Fragments) -> bool:
    """Whether a reader would see nothing of a run."""
    return all(one.is_blank for one in run)


def write_line(run: Fragments, line_break: str = "") -> str:
    """A run as one line that begins no block; breaks are `line_break`, or blanks without one."""
    return _plain(run) or _write(
        [_inlined(one, line_break) for one in _read(run)], line_break, at_start=False
    )


def write_paragraphs(run: Fragments) -> Iterator[str]:
    """A run as paragraphs and the display formulas between them, as blocks of Markdown.

    Line breaks in a row begin a new paragraph.
    """
    if plain := _plain(run):
        yield plain
        return
    for part in _split(_read(run)):
        if isinstance(part, str):
            yield f"$$\n{part}\n$$"
        elif not is_blank(part):
            yield _write(part, "\\\n", at_start=True)


def _plain(run: Fragments) -> str:
    """A run that is nothing but words that mean the same in Markdown; empty for any other."""
    if len(run) != 1 or run[0].content is not Content.WORDS or run[0].marks:
        return ""
    text = run[0].text
    return _squeezed(text).strip() if _PLAIN.fullmatch(text) and "http" not in text else ""


def _squeezed(text: str) -> str:
    """Blanks as one space; a line break between Han characters is none."""
    return _BLANK.sub(_blank if "\n" in text else " ", text)


def _blank(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    return "" if "\n" in match[0] and has_han(before) and has_han(after) else " "


def _read(run: Fragments) -> list[Fragment]:
    """A run with the formulas and addresses in its words as fragments of their own."""
    run = joined(_without_emphasis(joined(run)))
    if len(run) > 1 and all(one.content in (Content.WORDS, Content.BREAK) for one in run):
        # A display formula alone in its paragraph may have breaks inside.
        whole = "".join(one.text or "\n" for one in run).strip()
        if _is_display(whole):
            return [Fragment(Content.DISPLAY, whole[2:-2].strip())]
    return [part for one in run for part in _parts(one)]


def _without_emphasis(run: Fragments) -> Fragments:
    """A run with the `_` in formulas that a writer of Markdown took for emphasis."""
    words = "".join(one.text for one in run if one.content is Content.WORDS)
    if "$" not in words or _STAND_IN.search(words):
        return run
    if not any(ITALIC in one.marks for one in run):
        return run
    texts: list[str] = []
    before: Fragment | None = None
    for one in run:
        is_words = one.content is Content.WORDS
        is_edge = is_words and before is not None and before.content is Content.WORDS
        is_edge = is_edge and before is not None and _upright(before) == _upright(one)
        texts += [_EDGE if is_edge else _GAP, one.text if is_words else ""]
        before = one
    whole = _SPOILT_FORMULA.sub(lambda match: match[0].replace(_EDGE, _SPOILT), "".join(texts))
    found: list[Fragment] = []
    parts = re.split(f"({_STAND_IN.pattern})", whole)[1:]
    for one, edge, text in zip(run, parts[::2], parts[1::2], strict=True):
        if edge == _SPOILT:
            found[-1] = Fragment(Content.WORDS, f"{found[-1].text}_{text}", _upright(one))
        else:
            found.append(one)
    return found


def _upright(one: Fragment) -> Marks:
    return tuple(mark for mark in one.marks if mark is not ITALIC)


def _is_display(text: str) -> bool:
    inner = text[2:-2]
    fenced = text.startswith(("$$", "\\[")) and text.endswith("$$" if text[0] == "$" else "\\]")
    return fenced and len(text) > 4 and not _FENCE.search(inner) and bool(inner.strip())


def _parts(one: Fragment) -> Iterator[Fragment]:
    """Words as words, formulas and addresses."""
    if one.content is not Content.WORDS:
        yield one
        return
    text = one.text if one.text.isascii() else one.text.translate(INVISIBLE)
    if _is_display(text.strip()):
        yield Fragment(Content.DISPLAY, text.strip()[2:-2].strip(), one.marks)
        return
    at = 0
    is_known = "$" in text or "\\" in text or "http" in text
    for start, end, kind in kept_spans(text) if is_known else ():
        yield Fragment(Content.WORDS, _squeezed(text[at:start]), one.marks)
        part, content = text[start:end], Content.DISPLAY
        if kind == "url":
            part, content = f"<{part}>", Content.MARKDOWN
        elif kind == "display" or part.startswith("$$"):
            part = part[2:-2].strip()
        elif kind != "environment":
            part = formula(part.strip("$") if part[0] == "$" else part[2:-2])
            content = Content.MARKDOWN
        yield Fragment(content, part, one.marks)
        at = end
    yield Fragment(Content.WORDS, _squeezed(text[at:]), one.marks)


def _inlined(one: Fragment, line_break: str) -> Fragment:
    """A fragment, a display formula as an inline one."""
    if one.content is Content.BREAK and not line_break:
        return Fragment(Content.WORDS, " ", one.marks)
    is_display = one.content is Content.DISPLAY
    return Fragment(Content.MARKDOWN, formula(one.text), one.marks) if is_display else one


def _split(run: Fragments) -> Iterator[list[Fragment] | str]:
    """The paragraphs of a run, which line breaks in a row end, and the TeX between them."""
    paragraph: list[Fragment] = []
    held: list[Fragment] = []
    for one in run:
        if one.content is Content.DISPLAY:
            yield paragraph
            yield one.text
            paragraph, held = [], []
        elif one.content is Content.BREAK or (held and one.is_blank):
            held.append(one)
        else:
            if sum(other.content is Content.BREAK for other in held) > 1:
                yield paragraph
                paragraph, held = [], []
            paragraph += [*held, one]
            held = []
    yield paragraph


def _write(run: Fragments, line_break: str, *, at_start: bool) -> str:
    """A run as Markdown; `at_start` of a paragraph its signs could begin a list or a heading."""
    run = tidied(run)
    words = "".join([one.text for one in run if one.content is Content.WORDS])
    is_marked = any(mark.sign for one in run for mark in one.marks)
    pairs = "".join(sign for sign in "*~" if is_marked or words.count(sign) > 1)
    parts: list[str] = []
    open_: Marks = ()
    fresh = at_start
    for at, one in enumerate(run):
        kept = shared(open_, one.marks)
        parts += [_closing(mark) for mark in reversed(open_[kept:])]
        parts += [mark.sign or "[" for mark in one.marks[kept:]]
        fresh = fresh and len(one.marks) == kept
        open_ = one.marks
        if one.content is Content.BREAK:
            parts.append(line_break)
        elif one.content is Content.CODE:
            parts.append(inline_code(one.text))
        elif one.content is Content.WORDS:
            after = following(run, at)
            text = escape(one.text, pairs, preceding(run, at), after)
            if any(mark.target for mark in open_):
                text = text.replace("]", "\\]")
            if text.endswith("!") and after in ("*", "["):
                # A bang before a link would make it a picture.
                text = text[:-1] + "\\!"
            parts.append(block_start(text) if fresh else text)
        else:
            parts.append(one.text)
        fresh = at_start and one.content is Content.BREAK
    written = "".join((*parts, *map(_closing, reversed(open_))))
    if not (label := _DEFINITION.match(written)):
        return written
    link = next((mark for mark in run[0].marks if mark.target), None)
    if link is None:
        return f"{label[0][:-1]}\\:{written[label.end() :]}"
    # Code and formulas take no escapes.
    plain = [replace(one, marks=tuple(m for m in one.marks if m is not link)) for one in run]
    return _write(plain, line_break, at_start=at_start)


def _closing(mark: InlineMark) -> str:
    return mark.sign or f"]({destination(mark.target)})"
