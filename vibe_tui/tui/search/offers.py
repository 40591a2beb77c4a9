"""Queries to pick from: saved ones, those asked last, or what may have been meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from vibe_tui.clean import clean_line
from vibe_tui.tui.look.styles import StyleBook

LEAST = 8
"""Columns for which the height is reckoned where there are fewer."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A query and a word about it; `name` stands for the query where it has one."""

    query: str
    about: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class OfferGroup:
    """Offers under a heading."""

    heading: str
    offers: Sequence[Offer]


class Offers(OptionList, can_focus=False):
    """The screen moves the cursor; what is chosen is posted."""

    DEFAULT_CSS = """
    Offers, Offers:focus {
        border: none;
        padding: 0 1;
        height: 1fr;
        background: $background;
        scrollbar-size-vertical: 1;
    }
    Offers > .option-list--option-disabled { color: $text-muted; }
    """

    @dataclass
    class Chosen(Message):
        """This query is wanted."""

        offer: Offer

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._offers: list[Offer] = []

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Textual's own list fails where it is given no room at all."""
        return super().get_content_height(container, viewport, max(width, LEAST))

    @property
    def offers(self) -> Sequence[Offer]:
        """All that can be picked."""
        return self._offers

    @property
    def selected(self) -> Offer | None:
        """The offer under the cursor."""
        option = self.highlighted_option
        return self._offers[int(option.id)] if option is not None and option.id else None

    def show(self, groups: Sequence[OfferGroup], *, select: bool) -> None:
        """Show these; `select` puts the cursor on the first."""
        self.clear_options()
        self._offers = []
        quiet = Style.from_rich_style(StyleBook(self.app.theme_variables).shades.dim)
        for group in groups:
            if self._offers:
                self.add_option(Option("", disabled=True))
            self.add_option(Option(Content.styled(group.heading, quiet), disabled=True))
            for offer in group.offers:
                shown = clean_line(offer.name or offer.query)
                about = clean_line(offer.about or (offer.query if offer.name else ""))
                row = Content.assemble("  ", shown, ("   " + about, quiet) if about else "")
                self.add_option(Option(row, id=str(len(self._offers))))
                self._offers.append(offer)
        self.highlighted = None
        if select and self._offers:
            self.action_first()

    def move(self, step: int) -> None:
        """To the next or previous offer, stopping at the ends."""
        here = self.selected
        at = self._offers.index(here) + step if here is not None else 0 if step > 0 else -1
        if 0 <= at < len(self._offers):
            self.highlighted = self.get_option_index(str(at))
        elif at < 0:
            self.highlighted = None

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id:
            self.post_message(self.Chosen(self._offers[int(event.option_id)]))
