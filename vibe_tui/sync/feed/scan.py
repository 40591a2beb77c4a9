"""Text that comes in parts, looked at through a window; and which of it is markup.

As much is taken into the window as is needed to tell what stands there, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

Parts = Callable[[], Iterator[str]]
"""Gives a text from its beginning, some of it at a time."""

_LITERAL = re.compile(r"<!\[CDATA\[|<!--")
_COMMENT_END = re.compile(r"-->")
_CDATA_END = re.compile(r"\]\]>")
_CDATA_STOP = re.compile(r"\]\]>|<!\[CDATA\[")
_LONGEST = len("<![CDATA[")
_ENTRY_END = re.compile(r"</(?:[\w.-]+:)?(?:item|entry)\s*>", re.IGNORECASE)


class Window:
    """A part of a longer text: `text`, of which all before `at` is done with."""

    def __init__(self, parts: Iterator[str]) -> None:
        self._parts = parts
        self._passed = 0
        self.text = ""
        self.at = 0

    @property
    def place(self) -> int:
        """How many characters of the whole text are done with."""
        return self._passed + self.at

    @property
    def is_empty(self) -> bool:
        """Whether all of the text is done with."""
        return self.at == len(self.text) and not self.more()

    def more(self, wanted: int = 1) -> bool:
        """Take in at least `wanted` characters, and as many as are left; whether there were any."""
        kept = self.text[self.at :]
        wanted = max(wanted, len(kept))
        taken: list[str] = []
        for part in self._parts:
            taken.append(part)
            wanted -= len(part)
            if wanted <= 0:
                break
        self._passed += self.at
        self.text = "".join((kept, *taken))
        self.at = 0
        return any(taken)

    def take(self, end: int) -> str:
        """The text up to `end`, which is done with then."""
        taken = self.text[self.at : end]
        self.at = end
        return taken

    def search(self, pattern: re.Pattern[str], skipped: int) -> re.Match[str] | None:
        """Where a short `pattern` first fits behind so many more characters, in what is to come."""
        while True:
            found = pattern.search(self.text, self.at + skipped)
            if found:
                return found
            skipped = max(skipped, len(self.text) - self.at - _LONGEST + 1)
            if not self.more():
                return None


class Kind(Enum):
    """What a piece of XML is."""

    MARKUP = "markup"
    LITERAL = "literal"
    UNCLOSED = "unclosed"


@dataclass(frozen=True, slots=True)
class Ends:
    """Where in a text the last comment and the last CDATA end; -1 where none does."""

    comment: int
    cdata: int


def last_ends(parts: Iterator[str]) -> Ends:
    """The last ends in the text that comes in `parts`."""
    comment = cdata = -1
    before = ""
    at = 0
    for part in parts:
        text = before + part
        comment = max(comment, at + text.rfind("-->")) if "-->" in text else comment
        cdata = max(cdata, at + text.rfind("]]>")) if "]]>" in text else cdata
        before = text[-2:]
        at += len(text) - len(before)
    return Ends(comment, cdata)


def pieces(window: Window, last: Ends) -> Iterator[tuple[Kind, str]]:
    """The text in its pieces, and what they are.

    No piece of markup ends inside of a name, a reference or a line break. A comment without an end
    is text; CDATA without an end is `UNCLOSED`, and markup what follows it.
    """
    while not window.is_empty:
        literal = _LITERAL.search(window.text, window.at)
        if literal is None:
            end = _end_of_markup(window)
            if end > window.at:
                yield Kind.MARKUP, window.take(end)
            elif not window.more():
                yield Kind.MARKUP, window.take(len(window.text))
            continue
        if literal.start() > window.at:
            yield Kind.MARKUP, window.take(literal.start())
        begin = literal[0]
        end_of = _end_of_comment if begin == "<!--" else _end_of_cdata
        closing = end_of(window, last)
        if closing:
            yield Kind.LITERAL, window.take(closing.end())
        else:
            kind = Kind.MARKUP if begin == "<!--" else Kind.UNCLOSED
            yield kind, window.take(window.at + len(begin))


def _end_of_markup(window: Window) -> int:
    """Up to where the window can be told to be markup, whatever follows it."""
    text, at = window.text, window.at
    # A line break may be of two characters: it goes with what is before it.
    return max(text.rfind("<", at), text.rfind(" ", at), text.rfind("\n", at) + 1)


def _end_of_comment(window: Window, last: Ends) -> re.Match[str] | None:
    return window.search(_COMMENT_END, len("<!--")) if window.place < last.comment else None


def _end_of_cdata(window: Window, last: Ends) -> re.Match[str] | None:
    """The end of CDATA; none where that would hold the end of an entry and the next CDATA."""
    if window.place > last.cdata:
        return None
    stop = window.search(_CDATA_STOP, _LONGEST)
    if stop is None or stop[0] == "]]>":
        return stop
    if _ENTRY_END.search(window.text, window.at, stop.start()):
        return None
    return window.search(_CDATA_END, stop.end() - window.at)
