"""An action: something that a person can do, its keys, its words, and where it can be done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vibe_tui.text import Text


class Scope(Enum):
    """Where an action can be called: the widget or screen that has its method."""

    APP = "app"
    MAIN = "main"
    LIST = "list"
    READER = "reader"
    SEARCH = "search"
    DIGEST = "digest"
    COMPARE = "compare"
    NOTES = "notes"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do. `call` is the Textual action string where it is not the id's method.

    `hint` actions stand in the line at the foot of the screen.
    """

    id: str
    keys: tuple[str, ...]
    label: Text
    tooltip: Text
    scopes: tuple[Scope, ...] = (Scope.MAIN,)
    call: str = ""
    hint: bool = False

    @property
    def method(self) -> str:
        """The Textual action that a binding or the palette runs."""
        return self.call or self.id.replace("-", "_")


def action(
    id_: str,
    keys: str,
    label: str,
    tooltip: str,
    scopes: tuple[Scope, ...] = (Scope.MAIN,),
    *,
    hint: bool = False,
) -> Action:
    """`label` and `tooltip` are Chinese and English with a `|` between them."""
    words = Text(*label.split("|")), Text(*tooltip.split("|"))
    return Action(id_, tuple(keys.split()), *words, scopes, hint=hint)
