"""What a person can do: the table with the lenses in it, under headings, as Textual's bindings."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding

from vibe_tui.model.lens import LENSES, Lens
from vibe_tui.text import Language, Text
from vibe_tui.tui.action import Action, Scope
from vibe_tui.tui.action_table import LIBRARY, MOVING, READING, SCREEN, SEARCHING, TEXTS

__all__ = ["Action", "Scope", "all_actions", "bindings", "lens_actions", "sections"]


def lens_actions(lenses: Iterable[Lens]) -> tuple[Action, ...]:
    """One action for every lens that has a key."""
    return tuple(
        Action(
            f"lens-{lens.id}",
            (lens.key,),
            lens.name,
            Text(f"视图：{lens.name.zh}", f"Lens: {lens.name.en}"),
            TEXTS,
            call=f"lens({lens.id!r})",
        )
        for lens in lenses
        if lens.key
    )


def all_actions(lenses: Iterable[Lens] = LENSES) -> tuple[Action, ...]:
    """The whole table, in the order of the help sheet."""
    return (*MOVING, *READING, *lens_actions(lenses), *LIBRARY, *SEARCHING, *SCREEN)


def sections(lenses: Iterable[Lens] = LENSES) -> tuple[tuple[Text, tuple[Action, ...]], ...]:
    """The table under the headings of the help sheet."""
    return (
        (Text("移动", "Moving"), MOVING),
        (Text("阅读", "Reading"), READING),
        (Text("视图", "Lenses"), lens_actions(lenses)),
        (Text("文库", "Library"), LIBRARY),
        (Text("搜索结果", "Search results"), SEARCHING),
        (Text("界面", "Screen"), SCREEN),
    )


def bindings(
    scope: Scope, actions: Iterable[Action] | None = None, *, language: Language = "zh"
) -> list[Binding]:
    """Textual's bindings for what `scope` holds; their ids make them open to rebinding."""
    return [
        Binding(
            ",".join(action.keys),
            action.method,
            action.label.pick(language),
            show=False,
            tooltip=action.tooltip.pick(language),
            id=action.id,
        )
        for action in (all_actions() if actions is None else actions)
        if scope in action.scopes
    ]
