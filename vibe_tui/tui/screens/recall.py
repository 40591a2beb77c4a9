"""Picks a saved or an earlier query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from vibe_tui.tui.screens.top import TopScreen
from vibe_tui.tui.widgets.offers import OfferGroup, Offers


class RecallScreen(TopScreen[str], ModalScreen[str]):
    """Answers with the query, empty for none."""

    CSS_PATH = "recall.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+r", "dismiss('')", show=False),
        Binding("down,j,ctrl+n", "move(1)", show=False),
        Binding("up,k,ctrl+p", "move(-1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    def __init__(self, groups: Sequence[OfferGroup]) -> None:
        super().__init__()
        self._groups = groups

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Offers()

    def on_mount(self) -> None:
        self.query_one(Offers).show(self._groups, select=True)

    @on(Offers.Chosen)
    def _chosen(self, event: Offers.Chosen) -> None:
        self.dismiss(event.offer.query)

    def action_move(self, step: int) -> None:
        self.query_one(Offers).move(step)

    def action_choose(self) -> None:
        offer = self.query_one(Offers).selected
        self.dismiss(offer.query if offer is not None else "")
