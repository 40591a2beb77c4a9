"""Runs of text between two blocks, made ready for the converter.

A `Run` collects words, marks (bold, links …) and pieces that are Markdown already (formulas, code,
addresses). Written out, its words are escaped as Markdown and disguised, so that the converter adds
its own marks and changes nothing else; `reveal` takes the disguise off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from vibe_tui.sync.dump.text import block_start, escape, formula, spans
from vibe_tui.sync.html.code import inline_code
from vibe_tui.sync.html.links import destination
from vibe_tui.sync.html.marks import (
    INVISIBLE,
    Kind,
    Piece,
    first_sign,
    is_empty,
    joined,
    last_sign,
    squeezed,
    tidied,
    unnested,
)

_FIRST = 0x10FF00
_FIRST_SIGN = 0xF0000
_DISGUISE = {chr(code): chr(_FIRST + code) for code in range(0x21, 0x7F)}
_SIGNS = re.compile("[!-/:-@\\[-`{-~\U0010ff00-\U0010ffff]")
_REVEAL = {chr(_FIRST + code): chr(code) for code in range(0x7F)}
_REVEALED = re.compile("[\U0010ff00-\U0010ff7e]")
# Words without a sign that could mean something in Markdown or in a formula or an address.
_PLAIN = re.compile(
    "\\s*[^\x00-@\\[-`{-\xbf\u200b\u2060\ufeff\U0010fe00-\U0010ffff]"
    "[^!#$&*+<=>@\\[-`{-\xa0\xad\u200b\u2060\ufeff\U0010fe00-\U0010ffff]*"
)
_HIDDEN_SPACE = chr(_FIRST + 0x20)
_TARGET = re.compile(r"\]\(u((?:[0-9a-f]+\.)+)\)")


def disguise(text: str) -> str:
    """Markdown that the converter takes for plain letters."""
    return _SIGNS.sub(_disguised, text)


def _disguised(match: re.Match[str]) -> str:
    return _DISGUISE.get(match[0], "\ufffd")


def reveal(text: str) -> str:
    """`text` of the converter as Markdown."""
    return _REVEALED.sub(_revealed, _TARGET.sub(_shown_target, text))


def _revealed(match: re.Match[str]) -> str:
    return _REVEAL[match[0]]


def _hidden_target(address: str) -> str:
    """An address that the converter takes for a word."""
    return "u" + "".join(f"{ord(char):x}." for char in destination(address))


def _shown_target(match: re.Match[str]) -> str:
    return "](" + "".join(chr(int(code, 16)) for code in match[1].split(".") if code) + ")"


@dataclass(slots=True)
class Run:
    """The pieces of one run in the order of the text.

    In one that `is_read`, the formulas and addresses are pieces of their own already.
    """

    pieces: list[Piece] = field(default_factory=list)
    is_read: bool = False

    def add(self, kind: Kind, text: str = "", target: str = "") -> None:
        """Put a piece at the end."""
        self.pieces.append(Piece(kind, text, target))

    @property
    def is_plain(self) -> bool:
        """Whether it is nothing but words that mean the same in Markdown."""
        if len(self.pieces) != 1 or self.pieces[0].kind is not Kind.WORDS:
            return False
        text = self.pieces[0].text
        return _PLAIN.fullmatch(text) is not None and "http" not in text

    @property
    def is_empty(self) -> bool:
        """Whether a reader would see nothing."""
        return is_empty(self.pieces)

    def split(self) -> list[Run | str]:
        """The run as paragraphs without display formulas, and the TeX of those between them.

        Line breaks in a row begin a new paragraph.
        """
        if self.is_plain:
            return [self]
        found: list[Run | str] = []
        open_: list[Piece] = []
        run = Run(is_read=True)
        for piece in _with_paragraphs(self._with_formulas()):
            if piece.kind in (Kind.DISPLAY, Kind.PARAGRAPH):
                run.pieces += [Piece(Kind.CLOSE, one.text) for one in reversed(open_)]
                found += [run, piece.text] if piece.kind is Kind.DISPLAY else [run]
                again = [Piece(one.kind, one.text, one.target) for one in open_]
                run = Run(again, is_read=True)
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
        if self.is_plain:
            return disguise(squeezed(self.pieces[0].text).strip())
        pieces = tidied([_inlined(one) for one in self._with_formulas()])
        marked = any(one.kind is Kind.OPEN and one.text != "a" for one in pieces)
        words = "".join(one.text for one in pieces if one.kind is Kind.WORDS)
        pairs = "".join(sign for sign in "*~" if marked or words.count(sign) > 1)
        parts: list[str] = []
        fresh, linked = at_start, False
        for at, piece in enumerate(pieces):
            match piece.kind:
                case Kind.WORDS:
                    before = last_sign(pieces, at)
                    after = first_sign(pieces, at + 1)
                    text = escape(piece.text, pairs, before, after)
                    text = text.replace("]", "\\]") if linked else text
                    if text.endswith("!") and after in ("*", "["):
                        # A bang before a link would make it a picture.
                        text = text[:-1] + "\\!"
                    parts.append(disguise(block_start(text) if fresh else text))
                    fresh = False
                case Kind.READY | Kind.CODE:
                    ready = piece.text if piece.kind is Kind.READY else inline_code(piece.text)
                    parts.append(disguise(ready).replace(" ", _HIDDEN_SPACE))
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
                    fresh = at_start
        return "".join(parts)

    def _with_formulas(self) -> list[Piece]:
        """The pieces, with the formulas and addresses in their words as pieces of their own."""
        if self.is_read:
            return self.pieces
        pieces = joined(unnested(_without_emphasis(self.pieces)))
        return [new for piece in _with_breaks_in_formulas(pieces) for new in _parts_of(piece)]


def _with_paragraphs(pieces: list[Piece]) -> Iterator[Piece]:
    """`pieces` with one that begins a paragraph for line breaks in a row."""
    held: list[Piece] = []
    breaks = 0
    for piece in pieces:
        is_said = piece.kind not in (Kind.BREAK, Kind.OPEN, Kind.CLOSE) and (
            piece.kind is not Kind.WORDS or piece.text.strip()
        )
        if piece.kind is Kind.BREAK or (breaks and not is_said):
            breaks += piece.kind is Kind.BREAK
            held.append(piece)
            continue
        if breaks > 1:
            yield Piece(Kind.PARAGRAPH)
            held = [one for one in held if one.kind is not Kind.BREAK]
        yield from (*held, piece)
        held, breaks = [], 0
    yield from held


def _inlined(piece: Piece) -> Piece:
    return Piece(Kind.READY, formula(piece.text)) if piece.kind is Kind.DISPLAY else piece


def _href(piece: Piece) -> str:
    return f' href="{_hidden_target(piece.target)}"' if piece.text == "a" else ""


def _with_breaks_in_formulas(pieces: list[Piece]) -> list[Piece]:
    """`pieces`, or the one display formula that they are: it may have breaks inside."""
    if len(pieces) > 1 and all(one.kind in (Kind.WORDS, Kind.BREAK) for one in pieces):
        whole = "".join(one.text if one.kind is Kind.WORDS else "\n" for one in pieces).strip()
        if _is_display(whole):
            return [Piece(Kind.DISPLAY, whole[2:-2].strip())]
    return pieces


def _without_emphasis(pieces: list[Piece]) -> list[Piece]:
    """Formulas whose `_` a Markdown writer took for emphasis, with their `_` again."""
    is_mark = [one.kind in (Kind.OPEN, Kind.CLOSE) and one.text == "em" for one in pieces]
    if not any(is_mark) or not any("$" in one.text for one in pieces if one.kind is Kind.WORDS):
        return pieces
    # Marks and whatever else is no words stand in the text as signs that no text holds.
    signs = {at: _FIRST_SIGN + at for at, one in enumerate(pieces) if one.kind is not Kind.WORDS}
    text = "".join(chr(signs[at]) if at in signs else one.text for at, one in enumerate(pieces))
    marks = "".join(chr(signs[at]) for at, mark in enumerate(is_mark) if mark)
    inner = "[^$\U000f0000-\U000fffff]"
    spoilt = re.compile(rf"(\$\$?)(?=[^$]*[{marks}])(?!\s)(?:{inner}|[{marks}])+(?<!\s)\1(?!\d)")
    whole = spoilt.sub(lambda match: re.sub(f"[{marks}]", "_", match[0]), text)
    found: list[Piece] = []
    for part in re.split("([\U000f0000-\U000fffff])", whole):
        is_sign = len(part) == 1 and ord(part) - _FIRST_SIGN in signs
        found.append(pieces[ord(part) - _FIRST_SIGN] if is_sign else Piece(Kind.WORDS, part))
    return [one for one in found if one.kind is not Kind.WORDS or one.text]


def _is_display(text: str) -> bool:
    inner = text[2:-2]
    fenced = text.startswith(("$$", "\\[")) and text.endswith("$$" if text[0] == "$" else "\\]")
    return fenced and len(text) > 4 and "$$" not in inner and bool(inner.strip())


def _parts_of(piece: Piece) -> list[Piece]:
    if piece.kind is not Kind.WORDS:
        return [piece]
    text = piece.text if piece.text.isascii() else piece.text.translate(INVISIBLE)
    if "$" not in text and "\\" not in text and "http" not in text:
        return [Piece(Kind.WORDS, squeezed(text))]
    if _is_display(text.strip()):
        return [Piece(Kind.DISPLAY, text.strip()[2:-2].strip())]
    found: list[Piece] = []
    at = 0
    for start, end, kind in spans(text):
        found.append(Piece(Kind.WORDS, squeezed(text[at:start])))
        part = text[start:end]
        if kind == "url":
            found.append(Piece(Kind.READY, f"<{part}>"))
        elif kind == "environment":
            found.append(Piece(Kind.DISPLAY, part))
        elif kind == "display" or part.startswith("$$"):
            found.append(Piece(Kind.DISPLAY, part[2:-2].strip()))
        else:
            found.append(
                Piece(Kind.READY, formula(part.strip("$") if part[0] == "$" else part[2:-2]))
            )
        at = end
    found.append(Piece(Kind.WORDS, squeezed(text[at:])))
    return [one for one in found if one.text]
