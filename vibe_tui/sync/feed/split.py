"""The text of a feed in XML, entry by entry, each as XML that a strict parser takes.

Nothing that a DTD says is followed: it is cut off, and entities of its own stay the words they are.
Control codes go, bare `&` become text, CDATA without an end is opened; each such oddity is told
once. The tags alone tell where entries are, so that a broken one spoils no other. As much of the
text is held as one entry needs, and no more.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html.entities import html5

from vibe_tui.clean import clean_text
from vibe_tui.text import Text

_HEAD = 256 * 1024
"""Characters within which a DTD ends."""
_LOOKED_AT = 50_000
"""Characters in which a feed says what it is."""

_START = re.compile(r"[\x00-\x20\ufeff]*(?:<\?xml\b.*?\?>)?", re.DOTALL)
_DOCTYPE = re.compile(r"<!DOCTYPE\b(?:\"[^\"]*\"|'[^']*'|[^\[>\"'])*", re.IGNORECASE)
_SUBSET = re.compile(r"\[(?>\"[^\"]*\"|'[^']*'|<!--.*?-->|[^\]\"'])*+\]\s*>", re.DOTALL)
_FIRST_ELEMENT = re.compile(r"<[A-Za-z_]")
_ROOT = re.compile(r"<(?:rss|feed|rdf:RDF|channel)\b", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x06\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)"
    r"(?:#(?P<number>[0-9]{1,8}|[xX][0-9a-fA-F]{1,7});|(?P<name>[A-Za-z_][\w.-]*);)?"
)
_PAIR = re.compile(r"&#(x[dD][89abAB]\w\w|5[56]\d{3});&#(x[dD][c-fC-F]\w\w|5[67]\d{3});")
_LITERAL = re.compile(r"<!\[CDATA\[|<!--|<\?")
_CDATA = "<![CDATA["
_LONGEST = len(_CDATA)
_CLOSING = {
    begin: re.compile(re.escape(end))
    for begin, end in ((_CDATA, "]]>"), ("<!--", "-->"), ("<?", "?>"))
}
_CDATA_STOP = re.compile(r"\]\]>|<!\[CDATA\[")
_ENTRY_END = re.compile(r"</(?:[\w.-]+:)?(?:item|entry)\s*>", re.IGNORECASE)
_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>(?:[\w.-]+:)?(?:item|entry|product))(?![\w.:-])[^<>]*?(?P<empty>/?)>",
    re.IGNORECASE,
)
_OPEN_TAG = re.compile(r"<[^<>]*$")
_END = re.compile(
    r"</(?:[\w.-]+:)?(?:rss|feed|rdf|channel)\s*>|<(?:rss|feed)\b[^<>]*/>", re.IGNORECASE
)


UNDECLARED, _PLAIN = "text/x-undeclared", "text/x-plain"
"""Types of texts: the library fills in one where there is none, and then guesses."""
_TEXT = re.compile(
    r"<(?P<name>(?:(?:atom|a|rss|itunes|dc):)?"
    r"(?:title|subtitle|tagline|summary|description|abstract|info|content)"
    r"|media:(?:title|description))(?=[\s/>])"
    r"(?P<rest>(?>\"[^\"]*\"|'[^']*'|[^<>\"'])*+)>",
    re.IGNORECASE,
)
_TYPE = re.compile(r"\stype\s*=\s*(?P<value>\"[^\"]*\"|'[^']*')", re.IGNORECASE)
_PLAIN_TYPES = frozenset(("text", "plain", "text/plain"))


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


class SplitFeed:
    """The text of a feed from the character `begin` on, in its entries and what is around them.

    `start` is how the text begins, as it came, without declaration and DTD. `head` is what stands
    before the first entry, once that was taken; after the last one, `around` is what stands around
    them all, and `is_whole` whether the feed has an end.
    """

    def __init__(self, parts: Iterator[str], begin: int = 0) -> None:
        self._window = Window(parts)
        self._had_types = self._begin(begin)
        self._had_control = False
        self._bare = self._unclosed = 0
        self._endless: set[str] = set()
        self.start = self._window.text[self._window.at :][:_LOOKED_AT]
        self._before: list[str] = []
        self._after: list[str] = []
        self.is_whole = False

    @property
    def head(self) -> str:
        """What stands before the first entry."""
        return "".join(self._before)

    @property
    def around(self) -> str:
        """What stands around the entries, without them."""
        return "".join((*self._before, *self._after))

    @property
    def notes(self) -> tuple[Text, ...]:
        """What was odd about the text and was mended."""
        notes: list[Text] = []
        if self._had_control:
            notes.append(Text("去掉了控制字符", "control codes were dropped"))
        if self._had_types:
            notes.append(Text("忽略了 DTD 和它的实体", "its DTD and entities were not followed"))
        if n := self._unclosed:
            notes.append(Text(f"{n} 处 CDATA 没有结尾", f"{n} CDATA without an end"))
        if n := self._bare:
            notes.append(Text(f"修正了 {n} 处裸 &", f"{n} bare & were read as text"))
        return tuple(notes)

    def entries(self) -> Iterator[str]:
        """Each entry: from its tag to its end, or to the next one's tag where it has none."""
        wanted = ""
        outside = self._before
        parts = outside
        has_end = False
        for is_markup, piece in self._pieces():
            at = 0
            for tag in _TAG.finditer(piece) if is_markup else ():
                wanted = wanted or tag["name"]
                is_inside = parts is not outside
                if tag["name"] != wanted or (is_inside and tag["empty"]):
                    continue
                if tag["end"] and not is_inside:
                    continue
                has_end = False
                cut = tag.end() if tag["end"] else tag.start()
                parts.append(piece[at:cut])
                at = cut
                if is_inside:
                    yield "".join(parts)
                outside = parts = self._after
                if tag["empty"]:
                    at = tag.end()
                    yield tag[0]
                elif not tag["end"]:
                    parts = []
            parts.append(piece[at:])
            has_end = has_end or bool(is_markup and _END.search(piece, at))
        is_inside = parts is not outside
        # The text of CDATA without an end may speak of ends.
        is_text = is_inside and _CDATA in self._endless
        self.is_whole = has_end and not is_text
        if is_inside:
            last = "".join(parts)
            yield last if self.is_whole else _OPEN_TAG.sub("", last)

    def _begin(self, begin: int) -> bool:
        """Leave out a declaration and a DTD; whether there was one of these."""
        window = self._window
        window.more(_HEAD)
        text = window.text
        start = _START.match(text, begin)
        window.at = start.end() if start else begin
        match = _DOCTYPE.search(text, window.at)
        root = _FIRST_ELEMENT.search(text, window.at)
        if not match or (root and root.start() < match.start()):
            return False
        window.at = match.end()
        if subset := _SUBSET.match(text, window.at):
            window.at = subset.end()
        elif text.startswith("[", window.at):
            # A broken one: what follows is taken from the first element on.
            following = _ROOT.search(text, window.at)
            window.at = following.start() if following else len(text)
        elif text.startswith(">", window.at):
            window.at += 1
        return True

    def _pieces(self) -> Iterator[tuple[bool, str]]:
        """The text, mended, in pieces that are markup and others: comments, CDATA, instructions.

        A piece of markup ends before a tag. What has no end is markup, CDATA but for its beginning.
        """
        window = self._window
        while not window.is_empty:
            literal = _LITERAL.search(window.text, window.at)
            if literal is None:
                end = window.text.rfind("<", window.at)
                if end > window.at:
                    yield True, self._markup(window.take(end))
                elif not window.more():
                    yield True, self._markup(window.take(len(window.text)))
                continue
            if literal.start() > window.at:
                yield True, self._markup(window.take(literal.start()))
            begin = literal[0]
            if end := self._end_of(begin):
                yield False, self._clean(window.take(end))
            elif begin != _CDATA:
                yield True, window.take(window.at + len(begin))
            else:
                self._unclosed += 1
                window.at += len(begin)

    def _end_of(self, begin: str) -> int:
        """Where that ends which begins at the window's place; 0 where it does not.

        CDATA does not where it would hold the end of an entry and the next CDATA.
        """
        window = self._window
        if begin in self._endless:
            return 0
        skipped = len(begin)
        if begin == _CDATA:
            stop = window.search(_CDATA_STOP, skipped)
            if stop and stop[0] == begin:
                if _ENTRY_END.search(window.text, window.at, stop.start()):
                    return 0
                skipped = stop.end() - window.at
        found = window.search(_CLOSING[begin], skipped)
        if found is None:
            # Not to be looked for again and again.
            self._endless.add(begin)
            return 0
        return found.end()

    def _clean(self, piece: str) -> str:
        text = _CONTROL.sub("", piece)
        self._had_control = self._had_control or text != piece
        return clean_text(text)

    def _markup(self, piece: str) -> str:
        """Markup with references that XML knows only."""
        piece = _TEXT.sub(_typed, self._clean(piece))
        return _REFERENCE.sub(self._known, _PAIR.sub(_joined_pair, piece))

    def _known(self, match: re.Match[str]) -> str:
        if match["number"]:
            return _numbered(match["number"])
        found = html5.get(f"{match['name']};") if match["name"] else None
        if found:
            return "".join(f"&#{ord(char)};" for char in found)
        self._bare += 1
        return f"&amp;{match[0][1:]}"


def _typed(match: re.Match[str]) -> str:
    """The tag of a text with a type that tells what is declared, and whether anything is."""
    said = _TYPE.search(match["rest"])
    if said is None:
        return f'<{match["name"]} type="{UNDECLARED}"{match["rest"]}>'
    if said["value"][1:-1].strip().lower() not in _PLAIN_TYPES:
        return match[0]
    start, end = said.span("value")
    return f'<{match["name"]}{match["rest"][:start]}"{_PLAIN}"{match["rest"][end:]}>'


def _numbered(number: str) -> str:
    """A numeric reference that XML allows, as a browser reads it."""
    code = int(number[1:], 16) if number[0] in "xX" else int(number)
    if code < 0x80 and chr(code).isalnum():
        return chr(code)
    if code in (9, 10, 13) or 0x20 <= code < 0x80 or 0xA0 <= code < 0xD800:
        return f"&#{number};"
    if 0xE000 <= code < 0xFFFE or 0x10000 <= code <= 0x10FFFF:
        return f"&#{number};"
    if 0x80 <= code < 0xA0:
        return clean_text(html.unescape(f"&#{code};"))
    return clean_text(chr(code)) if code in (7, 0x1B) else ""


def _joined_pair(match: re.Match[str]) -> str:
    """Two halves of one character that a wrong writer told apart."""
    high, low = (int(one[1:], 16) if one[0] in "xX" else int(one) for one in match.groups())
    if 0xD800 <= high < 0xDC00 <= low < 0xE000:
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    return match[0]
