"""What a page's roles look like under a theme: `Look` → Rich style.

Pure: a `StyleBook` is made from a theme's variables (as Textual resolves them) and answers from a
table afterwards. Emphasis is by weight and shade; one accent colour marks links, the current block
and signs. Only web and mail links become terminal hyperlinks, percent-encoded, so that no target
can bring a control code. `StyledWidget` is what widgets have in common that draw with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color
from textual.widget import Widget

from vibe_tui.render.blocks import Look, Role

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
