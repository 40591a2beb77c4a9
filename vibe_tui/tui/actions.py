"""What a person can do: the one table in `actions.txt`, in the order of the help sheet.

A line there has an action's id, its keys, where it can be called (a `Scope`), what Textual runs
where that is not the id's method, and `hint` for what is named at the foot of the screen; below
stand its label and what it does, in Chinese and English. The id is what the config rebinds and,
with `_` for `-`, the name of the method `action_…` on the widget or screen that holds its scope;
`pane(…)` is what the pane with the report does. Keys are Textual's names or single characters.
Nothing is in the table that does not work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from textual.binding import Binding

from vibe_tui.model.section import LENSES, Lens
from vibe_tui.text import Text
from vibe_tui.tui.keys import Action, Scope

_LENSES = Text("视图", "Lenses")
"""The heading of the table under which the lenses with a key stand."""

_WHOLE_PAGES = (Scope.MAIN, Scope.DIGEST, Scope.COMPARE)


def _text(words: str) -> Text:
    zh, en = words.split(" | ")
    return Text(zh.strip(), en.strip())


def _action(line: str, *words: str) -> Action:
    id_, keys, scopes, *more = [part.strip() for part in line.split("|")]
    label, tooltip = _text(words[0]), _text(" ".join(words[1:]))
    where = tuple(map(Scope, scopes.split()))
    return Action(id_, tuple(keys.split()), label, tooltip, where, "".join(more[:1]), len(more) > 1)


@cache
def _shipped() -> tuple[tuple[Text, tuple[Action, ...]], ...]:
    """The headings of the table, each with its actions."""
    table = Path(__file__).with_name("actions.txt").read_text("utf-8")
    parts: dict[Text, tuple[Action, ...]] = {}
    for block in re.split(r"\n+(?=\S)", table.strip()):
        first, *words = block.split("\n")
        if first.startswith("# "):
            heading = _text(first[2:])
            parts[heading] = ()
        else:
            parts[heading] += (_action(first, *words),)
    return tuple(parts.items())


def sections(lenses: Iterable[Lens] = LENSES) -> tuple[tuple[Text, tuple[Action, ...]], ...]:
    """The table under the headings of the help sheet; every lens with a key has an action."""
    views = [
        Action(
            f"lens-{one.id}",
            (one.key,),
            one.name,
            Text(f"视图：{one.name.zh}", f"Lens: {one.name.en}"),
            _WHOLE_PAGES,
            f"lens({one.id!r})",
        )
        for one in lenses
        if one.key
    ]
    return tuple(
        (heading, tuple(views) if heading == _LENSES else actions)
        for heading, actions in _shipped()
    )


def all_actions(lenses: Iterable[Lens] = LENSES) -> tuple[Action, ...]:
    """The whole table, in the order of the help sheet."""
    return tuple(one for _, actions in sections(lenses) for one in actions)


def bindings(scope: Scope) -> list[Binding]:
    """Textual's bindings for what `scope` holds; their ids make them open to rebinding."""
    return [
        Binding(
            ",".join(one.keys), one.method, one.label.zh, False, tooltip=one.tooltip.zh, id=one.id
        )
        for one in all_actions()
        if scope in one.scopes
    ]
