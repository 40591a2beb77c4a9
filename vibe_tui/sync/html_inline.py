"""Runs of text between two blocks, made ready for the converter.

A `Run` collects words, marks (bold, links …) and pieces that are Markdown already (formulas, code,
addresses). Written out, its words are escaped as Markdown and disguised, so that the converter adds
its own marks and changes nothing else; `reveal` takes the disguise off.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from vibe_tui.sync.html_links import destination
from vibe_tui.sync.inline_text import block_start, escape, formula, has_han, spans

_FIRST = 0x10FF00
_DISGUISE = {code: chr(_FIRST + code) for code in range(0x21, 0x7F) if not chr(code).isalnum()}
_DISGUISE |= {ord(" "): " "} | dict.fromkeys(range(_FIRST, 0x110000), "\ufffd")
_REVEAL = {_FIRST + code: chr(code) for code in range(0x7F)}
_HIDDEN_SPACE = chr(_FIRST + 0x20)
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\ufeff\u00ad\u2060"))
_SENTENCE = "。，：；、！？,.:;!?"
_TARGET = re.compile(r"\]\(u((?:[0-9a-f]+\.)+)\)")
_BLANK = re.compile(r"\s+")


class Kind(Enum):
    """What a piece of a run is."""

    WORDS = "words"
    READY = "ready"
    OPEN = "open"
    CLOSE = "close"
    BREAK = "break"
    DISPLAY = "display"


_WORDS = Kind.WORDS


@dataclass(slots=True)
class Piece:
    """One piece: words, Markdown, a tag with its attributes, or a display formula's TeX."""

    kind: Kind
    text: str = ""
    target: str = ""


def disguise(text: str) -> str:
    """Markdown that the converter takes for plain letters."""
    return text.translate(_DISGUISE)


def reveal(text: str) -> str:
    """`text` of the converter as Markdown."""
    return _TARGET.sub(_shown_target, text).translate(_REVEAL)


def _hidden_target(address: str) -> str:
    """An address that the converter takes for a word."""
    return "u" + "".join(f"{ord(char):x}." for char in destination(address))


def _shown_target(match: re.Match[str]) -> str:
    return "](" + "".join(chr(int(code, 16)) for code in match[1].split(".") if code) + ")"


@dataclass(slots=True)
class Run:
    """The pieces of one run in the order of the text."""

    pieces: list[Piece] = field(default_factory=list)

    def add(self, kind: Kind, text: str = "", target: str = "") -> None:
        """Put a piece at the end."""
        self.pieces.append(Piece(kind, text, target))

    @property
    def is_empty(self) -> bool:
        """Whether a reader would see nothing."""
        return not any(
            piece.kind in (Kind.READY, Kind.DISPLAY) or (piece.kind is Kind.WORDS and _said(piece))
            for piece in self.pieces
        )

    def split(self) -> list[Run | str]:
        """The run as runs without display formulas, and the TeX of those between them."""
        found: list[Run | str] = []
        open_: list[Piece] = []
        run = Run()
        for piece in self._with_formulas():
            if piece.kind is Kind.DISPLAY:
                run.pieces += [Piece(Kind.CLOSE, one.text) for one in reversed(open_)]
                found += [run, piece.text]
                run = Run([Piece(one.kind, one.text, one.target) for one in open_])
                continue
            if piece.kind is Kind.OPEN:
                open_.append(piece)
            elif piece.kind is Kind.CLOSE and open_:
                open_.pop()
            run.pieces.append(piece)
        found.append(run)
        return [one for one in found if isinstance(one, str) or not one.is_empty]

    def write(self, *, at_start: bool = True) -> str:
        """The run as HTML for the converter; `at_start` of a block signs could begin a list."""
        pieces = _tidied([one for one in self._with_formulas() if one.kind is not Kind.DISPLAY])
        marked = any(one.kind is Kind.OPEN and one.text != "a" for one in pieces)
        words = "".join(one.text for one in pieces if one.kind is Kind.WORDS)
        pairs = "".join(sign for sign in "*~" if marked or words.count(sign) > 1)
        parts: list[str] = []
        fresh, linked = at_start, False
        for at, piece in enumerate(pieces):
            match piece.kind:
                case Kind.WORDS:
                    before = _last_sign(pieces, at)
                    after = _first_sign(pieces, at + 1)
                    text = escape(piece.text, pairs, before, after)
                    text = text.replace("]", "\\]") if linked else text
                    parts.append(disguise(block_start(text) if fresh else text))
                    fresh = False
                case Kind.READY:
                    parts.append(disguise(piece.text).replace(" ", _HIDDEN_SPACE))
                    fresh = False
                case Kind.OPEN:
                    linked = linked or piece.text == "a"
                    fresh = fresh and linked
                    parts.append(f"<{piece.text}{_href(piece)}>")
                case Kind.CLOSE:
                    linked = linked and piece.text != "a"
                    parts.append(f"</{piece.text}>")
                case _:
                    parts.append("<br>")
                    fresh = True
        return "".join(parts)

    def _with_formulas(self) -> list[Piece]:
        """The pieces, with the formulas and addresses in their words as pieces of their own."""
        return [new for piece in _joined(self.pieces) for new in _parts_of(piece)]


def _href(piece: Piece) -> str:
    return f' href="{_hidden_target(piece.target)}"' if piece.text == "a" else ""


def _said(piece: Piece) -> bool:
    return bool(piece.text.translate(_INVISIBLE).strip())


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Words next to each other as one piece; a formula may have breaks inside."""
    joined: list[Piece] = []
    for piece in pieces:
        if piece.kind is Kind.WORDS and joined and joined[-1].kind is Kind.WORDS:
            joined[-1] = Piece(Kind.WORDS, joined[-1].text + piece.text)
        else:
            joined.append(piece)
    texts = [one.text if one.kind is Kind.WORDS else "\n" for one in joined]
    broken = all(one.kind in (Kind.WORDS, Kind.BREAK) for one in joined)
    if broken and len(joined) > 1:
        whole = "".join(texts).strip()
        if _is_display(whole):
            return [Piece(Kind.DISPLAY, whole[2:-2].strip())]
    return joined


def _is_display(text: str) -> bool:
    inner = text[2:-2]
    fenced = text.startswith(("$$", "\\[")) and text.endswith("$$" if text[0] == "$" else "\\]")
    return fenced and len(text) > 4 and "$$" not in inner and bool(inner.strip())


def _parts_of(piece: Piece) -> list[Piece]:
    if piece.kind is not Kind.WORDS:
        return [piece]
    text = piece.text.translate(_INVISIBLE)
    if _is_display(text.strip()):
        return [Piece(Kind.DISPLAY, text.strip()[2:-2].strip())]
    found: list[Piece] = []
    at = 0
    for start, end, kind in spans(text):
        found.append(Piece(Kind.WORDS, _squeezed(text[at:start])))
        part = text[start:end]
        if kind == "url":
            found.append(Piece(Kind.READY, f"<{part}>"))
        elif kind == "display":
            found.append(Piece(Kind.DISPLAY, part[2:-2].strip()))
        else:
            found.append(
                Piece(Kind.READY, formula(part.strip("$") if part[0] == "$" else part[2:-2]))
            )
        at = end
    found.append(Piece(Kind.WORDS, _squeezed(text[at:])))
    return [one for one in found if one.text]


def _squeezed(text: str) -> str:
    """Blanks as one space; a line break between Han characters is none."""
    return _BLANK.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    return (
        "" if "\n" in match[0] and before and after and has_han(before) and has_han(after) else " "
    )


def _tidied(pieces: list[Piece]) -> list[Piece]:
    """Marks around words only: no blanks or closing signs at their edges, no empty ones."""
    pieces = _merged(_unnested(pieces))
    tidy: list[Piece] = []
    for at, piece in enumerate(pieces):
        if piece.kind is Kind.CLOSE and piece.text != "a":
            _close(tidy, piece, _first_sign(pieces, at + 1))
        elif piece.kind in (Kind.WORDS, Kind.BREAK) and tidy and _opens(tidy[-1]):
            _begin(tidy, piece)
        else:
            tidy.append(piece)
    return _spaced(_merged(_unnested([one for one in tidy if one.kind is not _WORDS or one.text])))


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


def _unnested(pieces: list[Piece]) -> list[Piece]:
    """Without marks inside marks of the same kind, and without marks around nothing."""
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
            inner = Run(kept[start + 1 :])
            if inner.is_empty:
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
        if last and piece.kind is Kind.WORDS and last.kind is Kind.WORDS:
            kept[-1] = Piece(Kind.WORDS, _squeezed(last.text + piece.text))
        elif (
            last
            and last.kind is Kind.CLOSE
            and piece.kind is Kind.OPEN
            and last.text == piece.text != "a"
        ):
            kept.pop()
        else:
            kept.append(piece)
    return kept


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
            if any(one.kind in (Kind.WORDS, Kind.READY) for one in kept):
                kept.append(piece)
            blank = True
        else:
            if piece.kind is Kind.READY:
                if piece.text.startswith("$") and _last_sign(kept, len(kept)).isdigit():
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


def _last_sign(pieces: list[Piece], stop: int) -> str:
    """The character before the piece at `stop`, empty at the start of a line."""
    for at in range(stop - 1, -1, -1):
        piece = pieces[at]
        if piece.kind in (_WORDS, Kind.READY) and piece.text:
            return piece.text[-1]
        return "" if piece.kind is Kind.BREAK else "*"
    return ""


def _first_sign(pieces: list[Piece], start: int) -> str:
    """The character that the piece at `start` begins with, empty at the end of a line."""
    for at in range(start, len(pieces)):
        piece = pieces[at]
        if piece.kind in (_WORDS, Kind.READY) and piece.text:
            return piece.text[0]
        if piece.kind is not Kind.CLOSE:
            return "" if piece.kind is Kind.BREAK else "*"
    return ""
