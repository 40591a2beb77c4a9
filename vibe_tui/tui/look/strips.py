"""How lines look: `Look` → Rich style under a theme, lines → Textual strips. Text is never markup.

Pure: a `StyleBook` is made from a theme's variables (as Textual resolves them) and answers from a
table afterwards. Emphasis is by weight and shade; one accent colour marks links, the current block
and signs. Only web and mail links become terminal hyperlinks, percent-encoded, so that no target
can bring a control code. `StyledWidget` is what widgets have in common that draw with it.

Strips know the three things a page line can need on screen: marks over words (by offset in the
block's text), a sideways window with frozen first cells, and a selection (by cell).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

from vibe_tui.cells import cell_width, graphemes
from vibe_tui.render.blocks import Line, Look, Role, Run

_FALLBACKS = {
    "page-keyword": "accent",
    "page-string": "success",
    "page-name": "secondary",
    "page-mark": "background",
    "page-mark-background": "warning",
    "page-current": "background",
    "page-current-background": "accent",
}
_TINT = 0.22
_URL_SAFE = "/:?#[]@!$&'()*+,;=%-._~"
_OPENABLE = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True)
class Shades:
    """The styles that are not a role: the page's furniture and its highlights."""

    text: Style
    dim: Style
    accent: Style
    rule: Style
    mark: Style
    note: Style
    current: Style
    selection: Style
    strong: Style
    cursor: Style


def _parse(value: str) -> RichColor:
    return Color.parse(value).rich_color


def _mix(variables: Mapping[str, str], amount: float) -> str:
    """The foreground moved towards the background; the terminal's own colours cannot be mixed."""
    fore = Color.parse(variables["foreground"])
    back = Color.parse(variables["background"])
    if fore.ansi is not None or back.ansi is not None:
        return "dim"
    return fore.blend(back, amount, alpha=1).hex


def _shaded(value: str) -> Style:
    """A foreground; `dim` stands for the terminal's faint text where no colour is known."""
    return Style(dim=True) if value == "dim" else Style(color=_parse(value))


def _on(fore: str, back: str) -> Style:
    """A foreground on a background; Textual's `auto 87%` is whatever stands out there."""
    ground = Color.parse(back)
    if fore.startswith("auto"):
        return Style(color=ground.get_contrast_text(1).rich_color, bgcolor=ground.rich_color)
    return Style(color=_parse(fore), bgcolor=ground.rich_color)


def _note(named: Mapping[str, str]) -> Style:
    """A highlight that reading hardly notices: a tint, else an underline."""
    back, mark = Color.parse(named["background"]), Color.parse(named["page-mark-background"])
    if back.ansi is not None or mark.ansi is not None:
        return Style(underline=True)
    return Style(bgcolor=back.blend(mark, _TINT, alpha=1).rich_color)


class StyleBook:
    """The styles of one theme, looked up by `Look`."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        named = dict(variables)
        named.setdefault("page-dim", _mix(variables, 0.4))
        named.setdefault("page-rule", _mix(variables, 0.75))
        named.setdefault("page-code", variables["foreground"])
        named.setdefault("page-shade", variables["surface"])
        for name, source in _FALLBACKS.items():
            named.setdefault(name, variables[source])
        dim = _shaded(named["page-dim"])
        accent = _shaded(variables["accent"])
        selection = _on(
            variables["screen-selection-foreground"], variables["screen-selection-background"]
        )
        cursor = _on(variables["block-cursor-foreground"], variables["block-cursor-background"])
        self.shades = Shades(
            text=_shaded(variables["foreground"]),
            dim=dim,
            accent=accent,
            rule=_shaded(named["page-rule"]),
            mark=_on(named["page-mark"], named["page-mark-background"]),
            note=_note(named),
            current=_on(named["page-current"], named["page-current-background"]) + Style(bold=True),
            selection=selection,
            strong=Style(bold=True),
            cursor=cursor,
        )
        self._roles = self._make_roles(named)
        self._known: dict[Look, Style] = {}

    def _make_roles(self, named: Mapping[str, str]) -> dict[Role, Style]:
        shades = self.shades
        strong = shades.strong
        code = _shaded(named["page-code"])
        shade = named["page-shade"]
        if Color.parse(shade).ansi is None:
            code += Style(bgcolor=_parse(shade))
        keyword, string, name = (
            code + _shaded(named[key]) for key in ("page-keyword", "page-string", "page-name")
        )
        return {
            Role.TEXT: shades.text,
            Role.TITLE: shades.text + strong,
            Role.HEADING: shades.text + strong,
            Role.SUBHEADING: shades.text + strong,
            Role.META: shades.dim,
            Role.MARKER: shades.dim,
            Role.QUOTE: shades.dim,
            Role.CODE: code,
            Role.CODE_KEYWORD: keyword,
            Role.CODE_STRING: string,
            Role.CODE_COMMENT: code + shades.dim,
            Role.CODE_NUMBER: string,
            Role.CODE_NAME: name,
            Role.MATH: shades.text,
            Role.HIGHLIGHT: shades.accent,
            Role.LINK: shades.text + Style(underline=True),
            Role.BORDER: shades.rule,
            Role.TABLE_HEADER: shades.text + strong,
            Role.FOLD: shades.dim,
            Role.NOTICE: shades.dim + Style(italic=True),
        }

    def of(self, look: Look) -> Style:
        """The style of a run."""
        style = self._known.get(look)
        if style is None:
            style = self._known[look] = self._make(look)
        return style

    def _make(self, look: Look) -> Style:
        style = self._roles[look.role]
        if look.link:
            style += self.shades.accent + Style(underline=True)
        return style + Style(
            bold=look.bold or None,
            italic=look.italic or None,
            strike=look.strike or None,
            link=hyperlink(look.link) or None,
        )


def hyperlink(target: str) -> str:
    """`target` as a terminal may open it, or empty when it is no web or mail address."""
    if not target.lower().startswith(_OPENABLE):
        return ""
    return quote(target, safe=_URL_SAFE, errors="replace")


class StyledWidget(Widget):
    """Has the styles of the theme that is in force; they are made once for each theme.

    Put it behind a scroll view among the bases: Textual takes styles and bindings from the first.
    """

    _made: tuple[Mapping[str, str], StyleBook] | None = None

    @property
    def _book(self) -> StyleBook:
        variables = self.app.theme_variables
        if self._made is None or self._made[0] is not variables:
            self._made = (variables, StyleBook(variables))
        return self._made[1]


Hint = tuple[str, str]
"""A key, and what it does here."""

_HINT_GAP = 2


@dataclass(frozen=True, slots=True)
class Tint:
    """A stretch of a block's text to mark: `[start, end)`.

    `current` is the match last jumped to; a `note` is a passage that the reader marked for good.
    """

    start: int
    end: int
    current: bool = False
    note: bool = False


def draw(line: Line, book: StyleBook, marks: Sequence[Tint] = ()) -> Strip:
    """The line's own cells, without margins."""
    segments: list[Segment] = []
    for run in line.runs:
        style = book.of(run.look)
        if marks and run.at >= 0:
            segments.extend(_marked(run, style, book, marks))
        elif run.text:
            segments.append(Segment(run.text, style))
    return Strip(segments)


def _marked(run: Run, style: Style, book: StyleBook, marks: Sequence[Tint]) -> Iterable[Segment]:
    """The run cut at the ends of the marks that touch it; marks are sorted and do not overlap."""
    done, stop = 0, len(run.text)
    first = bisect_right(marks, run.at, key=lambda mark: mark.end)
    for mark in islice(marks, first, None):
        if mark.start >= run.at + stop:
            break
        start, end = max(mark.start - run.at, done), min(mark.end - run.at, stop)
        if start > done:
            yield Segment(run.text[done:start], style)
        yield Segment(run.text[start:end], style + _shade(mark, book))
        done = end
    if done < stop:
        yield Segment(run.text[done:], style)


def _shade(mark: Tint, book: StyleBook) -> Style:
    if mark.note:
        return book.shades.note
    return book.shades.current if mark.current else book.shades.mark


def hint_strip(
    hints: Sequence[Hint],
    width: int,
    shades: Shades,
    base: Style,
    reserved: int = 0,
    always: str = "",
) -> Strip:
    """A line of keys and what they do. From the end those are left out that find no room beside
    `reserved`, before them all others than the one whose key is `always`."""
    shown, room = list(hints), width - reserved
    while shown and 1 + sum(map(_cells, shown)) - _HINT_GAP > room - 1:
        left_out = -2 if len(shown) > 1 and shown[-1][0] == always else -1
        del shown[left_out]
    segments = [Segment(" ", base)]
    for key, label in shown:
        segments += [
            Segment(key, base + shades.accent),
            Segment(f" {label}", base + shades.dim),
            Segment(" " * _HINT_GAP, base),
        ]
    return Strip(segments).adjust_cell_length(max(0, room), base)


def _cells(hint: Hint) -> int:
    key, label = hint
    return cell_width(key) + 1 + cell_width(label) + _HINT_GAP


def window(strip: Strip, frozen: int, x: int, width: int) -> Strip:
    """The cells `[0, frozen)` and then the ones from `frozen + x`, `width` cells in all."""
    if strip.cell_length <= width:
        return strip
    if not frozen:
        return strip.crop(x, x + width)
    left = min(frozen, width)
    rest = strip.crop(left + x, left + x + width - left)
    return Strip.join((strip.crop(0, left), rest))


def select(strip: Strip, start: int, end: int, style: Style) -> Strip:
    """The strip with the cells `[start, end)` in a selection's style."""
    start, end = max(start, 0), min(end, strip.cell_length)
    if start >= end:
        return strip
    before, chosen, after = (
        strip.crop(0, start),
        strip.crop(start, end),
        strip.crop(end, strip.cell_length),
    )
    plain = [Segment(text, (own or Style()) + style) for text, own, _ in chosen]
    return Strip.join((before, Strip(plain), after))


def overlay(strip: Strip, start: int, text: str, style: Style) -> Strip:
    """The strip with `text` drawn over its cells from `start`."""
    badge = Strip([Segment(text, style)])
    end = start + badge.cell_length
    return Strip.join((strip.crop(0, start), badge, strip.crop(end, strip.cell_length)))


def addressed(strip: Strip, row: int) -> Strip:
    """The strip with Textual's selection offsets, `x` counted in cells.

    Textual counts the characters of a segment up to the pointer, and so misses by one on the right
    half of a wide character. One wide character a segment makes that count the cell itself.
    """
    segments: list[Segment] = []
    x = 0
    for text, style, _ in strip:
        pieces = [(text, len(text))] if text.isascii() else graphemes(text)
        for piece, width in pieces:
            offset = Style.from_meta({"offset": (x, row)})
            segments.append(Segment(piece, (style or Style()) + offset))
            x += width
    return Strip(segments, strip.cell_length)


def span_in_cells(runs: Iterable[Run], start: int, end: int) -> Iterable[tuple[int, int]]:
    """Offsets `[s, e)` in the block's text of the characters that have a cell in `[start, end)`."""
    x = 0
    for run in runs:
        width = cell_width(run.text)
        if run.at >= 0 and x < end and x + width > start:
            yield _cut(run, start - x, end - x)
        x += width


def _cut(run: Run, start: int, end: int) -> tuple[int, int]:
    if start <= 0 and end >= cell_width(run.text):
        return run.at, run.at + len(run.text)
    first = last = -1
    x = at = 0
    for piece, width in graphemes(run.text):
        if x < end and x + width > start:
            first, last = (at if first < 0 else first), at + len(piece)
        x, at = x + width, at + len(piece)
    return run.at + max(first, 0), run.at + max(last, 0)
