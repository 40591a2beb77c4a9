"""The pieces of a run of text, and where marks among them can stand.

Markdown takes `**` for a mark only beside the right characters. Blanks and closing signs at the
edges of a mark go outside of it; a mark that could not be told from its surroundings is dropped.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum

from vibe_tui.sync.dump.text import has_han

INVISIBLE = dict.fromkeys(map(ord, "\u200b\ufeff\u00ad\u2060"))
_SENTENCE = "。，：；、！？,.:;!?"
_BLANK = re.compile(r"\s+")
_DOUBLED = re.compile("  +")


class Kind(Enum):
    """What a piece of a run is."""

    WORDS = "words"
    READY = "ready"
    CODE = "code"
    OPEN = "open"
    CLOSE = "close"
    BREAK = "break"
    DISPLAY = "display"
    PARAGRAPH = "paragraph"


_WORDS = Kind.WORDS
_JOINED = (Kind.WORDS, Kind.CODE)
_MARKS = (Kind.OPEN, Kind.CLOSE)


@dataclass(slots=True)
class Piece:
    """One piece: words, Markdown, code, a mark with its target, or a display formula's TeX."""

    kind: Kind
    text: str = ""
    target: str = ""


SHOWN = (Kind.READY, Kind.CODE, Kind.DISPLAY)


def is_empty(pieces: list[Piece]) -> bool:
    """Whether a reader would see nothing of `pieces`."""
    return not any(
        piece.kind in SHOWN or (piece.kind is Kind.WORDS and _said(piece)) for piece in pieces
    )


def _said(piece: Piece) -> bool:
    words = piece.text.strip()
    return bool(words) and (words.isascii() or bool(words.translate(INVISIBLE).strip()))


def squeezed(text: str) -> str:
    """Blanks as one space; a line break between Han characters is none."""
    if "\n" not in text:
        return _BLANK.sub(" ", text)
    return _BLANK.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    return (
        "" if "\n" in match[0] and before and after and has_han(before) and has_han(after) else " "
    )


def tidied(pieces: list[Piece]) -> list[Piece]:
    """Marks around words only: no blanks or closing signs at their edges, no empty ones."""
    if not any(piece.kind in _MARKS for piece in pieces):
        return _spaced(joined(pieces))
    pieces = _merged(unnested(pieces))
    tidy: list[Piece] = []
    for at, piece in enumerate(pieces):
        if piece.kind is Kind.CLOSE and piece.text != "a":
            _close(tidy, piece, first_sign(pieces, at + 1))
        elif piece.kind in (Kind.WORDS, Kind.BREAK) and tidy and _opens(tidy[-1]):
            _begin(tidy, piece)
        else:
            tidy.append(piece)
    tidy = _merged(unnested([one for one in tidy if one.kind is not _WORDS or one.text]))
    return _spaced(_merged(_holding(tidy)))


def _holding(pieces: list[Piece]) -> list[Piece]:
    """Without the marks that Markdown would not take for marks where they stand."""
    while True:
        pairs = _pairs(pieces)
        starts = sorted(pairs)
        ends = {end: start for start, end in pairs.items()}
        spoilt = {
            at
            for start, end in pairs.items()
            if not _holds(pieces, start, end)
            or not _is_told_apart(pieces, start, pairs, ends, starts)
            for at in (start, end)
        }
        if not spoilt:
            return pieces
        pieces = [piece for at, piece in enumerate(pieces) if at not in spoilt]


def _pairs(pieces: list[Piece]) -> dict[int, int]:
    """Where marks begin and end, those of links left out."""
    pairs: dict[int, int] = {}
    open_: list[int] = []
    for at, piece in enumerate(pieces):
        if piece.kind is Kind.OPEN:
            open_.append(at)
        elif piece.kind is Kind.CLOSE and open_:
            start = open_.pop()
            if piece.text != "a":
                pairs[start] = at
    return pairs


def _holds(pieces: list[Piece], start: int, end: int) -> bool:
    """Whether a sign other than a Chinese one, just inside a mark, has no letter just outside."""
    before, after = last_sign(pieces, start), first_sign(pieces, end + 1)
    first, last = first_sign(pieces, start + 1), last_sign(pieces, end)
    return not ((_is_sign(first) and _is_letter(before)) or (_is_sign(last) and _is_letter(after)))


def _is_told_apart(
    pieces: list[Piece],
    start: int,
    pairs: dict[int, int],
    begun: dict[int, int],
    starts: list[int],
) -> bool:
    """Whether the asterisks of a mark are not taken for those of another one beside them."""
    end = pairs[start]
    if pieces[start].text == "del" or not start:
        return True
    if _is_asterisk(pieces[start - 1], Kind.CLOSE):
        return False
    if end + 1 >= len(pieces):
        return True
    begins = _is_asterisk(pieces[start - 1], Kind.OPEN)
    ends = _is_asterisk(pieces[end + 1], Kind.CLOSE)
    if begins == ends:
        return True
    # One mark alone inside another may begin or end with it.
    around = start - 1 if begins else begun[end + 1]
    return bisect_left(starts, pairs[around]) - bisect_left(starts, around) <= 2


def _is_asterisk(piece: Piece, kind: Kind) -> bool:
    return piece.kind is kind and piece.text in ("strong", "em")


def _is_sign(char: str) -> bool:
    return bool(char) and not char.isalnum() and not char.isspace() and not has_han(char)


def _is_letter(char: str) -> bool:
    return char.isalnum() and not has_han(char)


def _opens(piece: Piece) -> bool:
    return piece.kind is Kind.OPEN and piece.text != "a"


def _begin(tidy: list[Piece], piece: Piece) -> None:
    """Put words after opening marks, their blanks before them."""
    first = len(tidy)
    while first and _opens(tidy[first - 1]):
        first -= 1
    if piece.kind is Kind.BREAK:
        tidy.insert(first, piece)
        return
    kept = piece.text.lstrip()
    tidy.append(Piece(_WORDS, kept))
    if len(kept) < len(piece.text):
        tidy.insert(first, Piece(_WORDS, piece.text[: len(piece.text) - len(kept)]))


def _close(tidy: list[Piece], mark: Piece, following: str) -> None:
    """Put a closing mark; blanks and signs that would spoil it go behind it."""
    last = tidy[-1] if tidy else mark
    if last.kind is Kind.BREAK:
        tidy.pop()
        _close(tidy, mark, "")
        tidy.append(last)
        return
    if last.kind is not _WORDS:
        tidy.append(mark)
        return
    kept = last.text.rstrip()
    if following and not following.isspace():
        kept = kept.rstrip(_SENTENCE)
    tidy[-1] = Piece(_WORDS, kept)
    tidy += [mark, Piece(_WORDS, last.text[len(kept) :])]


def unnested(pieces: list[Piece]) -> list[Piece]:
    """Without marks inside marks of the same kind, and without marks around nothing."""
    if not any(piece.kind in _MARKS for piece in pieces):
        return pieces
    kept: list[Piece] = []
    open_: list[tuple[str, int]] = []
    for piece in pieces:
        if piece.kind is Kind.OPEN:
            inside = any(name == piece.text and start >= 0 for name, start in open_)
            open_.append((piece.text, -1 if inside else len(kept)))
            if not inside:
                kept.append(piece)
        elif piece.kind is Kind.CLOSE:
            name, start = open_.pop() if open_ else ("", -1)
            if start < 0 or name != piece.text:
                continue
            if is_empty(kept[start + 1 :]):
                del kept[start]
            else:
                kept.append(piece)
        else:
            kept.append(piece)
    return kept


def _merged(pieces: list[Piece]) -> list[Piece]:
    """Marks that end and begin again at once are one; words next to each other too."""
    kept: list[Piece] = []
    for piece in pieces:
        last = kept[-1] if kept else None
        ends = last is not None and last.kind is Kind.CLOSE and piece.kind is Kind.OPEN
        if last is not None and ends and last.text == piece.text != "a":
            kept.pop()
        else:
            kept.append(piece)
    return joined(kept)


def joined(pieces: list[Piece]) -> list[Piece]:
    """`pieces` with words, and code, that follow each other as one."""
    found: list[Piece] = []
    texts: list[str] = []
    last: Kind | None = None
    for piece in pieces:
        kind = piece.kind
        if kind is last and kind in _JOINED:
            texts.append(piece.text)
            continue
        if texts:
            found.append(_joint(last, texts))
            texts = []
        last = kind
        if kind in _JOINED:
            texts.append(piece.text)
        else:
            found.append(piece)
    if texts:
        found.append(_joint(last, texts))
    return found


def _joint(kind: Kind | None, texts: list[str]) -> Piece:
    text = "".join(texts)
    if kind is Kind.CODE:
        return Piece(Kind.CODE, text)
    return Piece(_WORDS, _DOUBLED.sub(" ", text) if "  " in text else text)


def _spaced(pieces: list[Piece]) -> list[Piece]:
    """Without blanks at the ends of lines and doubled ones; formulas apart from digits."""
    kept: list[Piece] = []
    blank = True
    for piece in pieces:
        if piece.kind is Kind.WORDS:
            text = piece.text.lstrip() if blank else piece.text
            if kept and text and kept[-1].text.endswith("$") and kept[-1].kind is Kind.READY:
                text = f" {text}" if text[0].isdigit() else text
            if not text:
                continue
            kept.append(Piece(Kind.WORDS, text))
            blank = text.endswith(" ")
        elif piece.kind is Kind.BREAK:
            if any(one.kind in (Kind.WORDS, Kind.READY, Kind.CODE) for one in kept):
                kept.append(piece)
            blank = True
        else:
            if piece.kind in (Kind.READY, Kind.CODE):
                before = last_sign(kept, len(kept))
                if piece.text.startswith("$") and (before.isdigit() or before == "$"):
                    kept.append(Piece(Kind.WORDS, " "))
                blank = False
            kept.append(piece)
    end = len(kept)
    while end and kept[end - 1].kind in (Kind.CLOSE, Kind.BREAK, _WORDS):
        end -= 1
        piece = kept[end]
        if piece.kind is not Kind.CLOSE:
            piece.text = piece.text.rstrip()
            if piece.text:
                break
            del kept[end]
    return kept


def last_sign(pieces: list[Piece], stop: int) -> str:
    """The character before the piece at `stop`, empty at the start of a line."""
    for at in range(stop - 1, -1, -1):
        piece = pieces[at]
        if piece.kind is Kind.CODE:
            return "`"
        if piece.kind in (_WORDS, Kind.READY) and piece.text:
            return piece.text[-1]
        return "" if piece.kind is Kind.BREAK else "*"
    return ""


def first_sign(pieces: list[Piece], start: int) -> str:
    """The character that the piece at `start` begins with, empty at the end of a line."""
    for at in range(start, len(pieces)):
        piece = pieces[at]
        if piece.kind is Kind.CODE:
            return "`"
        if piece.kind in (_WORDS, Kind.READY) and piece.text:
            return piece.text[0]
        if piece.kind is not Kind.CLOSE:
            return "" if piece.kind is Kind.BREAK else "*"
    return ""
