"""What an action is, and its keys: the user's own, which of them clash, and how they are written.

All of it is pure; the app applies the user's keys through Textual's keymap.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType

from textual.keys import KEY_NAME_REPLACEMENTS, Keys

from vibe_tui.errors import Problem
from vibe_tui.text import Language, Text

_NO_KEY = Text("没有按键“{key}”", 'there is no key "{key}"')
_KEY_NAMES = Text("写作 x、ctrl+x、f5、escape", "keys are written x, ctrl+x, f5, escape")
_MODIFIERS = {"ctrl", "alt", "shift", "super", "hyper", "meta"}
_KNOWN = {key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values())

NO_KEY = "no-key"
"""No terminal sends it: an action that lost all its keys."""


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


def rebind(
    actions: Iterable[Action],
    keys: Mapping[str, str],
    where: str,
    lines: Mapping[str, int] = MappingProxyType({}),
) -> tuple[tuple[Action, ...], tuple[Problem, ...]]:
    """`actions` with the user's `keys` (comma-separated), and what is wrong with those.

    `where` names the file in which they are set, on the `lines` of their actions. An unknown id
    and a key claimed twice in one scope are problems; of two claims, the one that the user wrote
    stands.
    """

    def place(id_: str) -> str:
        return f"{where}:{lines[id_]}" if id_ in lines else where

    problems: list[Problem] = []
    table = {action.id: action for action in actions}
    for id_, value in keys.items():
        if id_ not in table:
            problems.append(
                Problem(
                    place(id_),
                    Text(f"keys.{id_}：没有这个操作", f"keys.{id_}: no such action"),
                    Text("按 ? 查看操作名称", "press ? for the names"),
                )
            )
            continue
        wanted = tuple(key.strip() for key in value.split(",") if key.strip())
        unknown = [key for key in wanted if not is_key(key)]
        if unknown:
            names = ", ".join(unknown)
            problems.append(Problem(place(id_), _NO_KEY.format(key=names), _KEY_NAMES))
            continue
        table[id_] = replace(table[id_], keys=wanted)
    for id_ in keys:
        action = table.get(id_)
        if action is None:
            continue
        for other in list(table.values()):
            taken = {plain_key(key) for key in action.keys} & {plain_key(k) for k in other.keys}
            if other.id == id_ or not taken or not _meet(action, other):
                continue
            table[other.id] = replace(
                other, keys=tuple(key for key in other.keys if plain_key(key) not in taken)
            )
            problems.extend(_claimed_twice(key, id_, other.id, place(id_)) for key in sorted(taken))
    return tuple(table.values()), tuple(problems)


def preset_keys(name: str) -> dict[str, str]:
    """The keys of a set by its name; none without one."""
    if not name:
        return {}
    tables = tomllib.loads(Path(__file__).with_name("presets.toml").read_text("utf-8"))
    return {str(id_): str(keys) for id_, keys in tables[name].items()}


def is_key(key: str) -> bool:
    """Whether a terminal can send `key`: a character, a key by its name, either with modifiers."""
    *modifiers, base = key.split("+") if key != "+" else [key]
    if not base or not set(modifiers) <= _MODIFIERS:
        return False
    return len(base) == 1 or base in _KNOWN or _is_character(base)


def _is_character(name: str) -> bool:
    """Whether a character of Unicode has that name, written as Textual writes it."""
    try:
        unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return False
    return True


def keymap(defaults: Iterable[Action], in_force: Iterable[Action]) -> dict[str, str]:
    """The keys that are not the default ones, as Textual takes them."""
    before = {action.id: action.keys for action in defaults}
    return {
        action.id: ",".join(action.keys) or NO_KEY
        for action in in_force
        if action.keys != before[action.id]
    }


def _claimed_twice(key: str, winner: str, loser: str, where: str) -> Problem:
    return Problem(
        where,
        Text(
            f"按键 {key} 同时属于 {winner} 与 {loser}；用于 {winner}",
            f"key {key} belongs to {winner} and {loser}; it runs {winner}",
        ),
        Text(f"给 {loser} 换一个键", f"give {loser} another key"),
    )


_WIDE = {"、": "/", "。": ".", "【": "[", "】": "]", "「": "[", "」": "]", "《": "<", "》": ">"}
"""What a Chinese input method makes of keys that have no full-width form."""


def meant_key(character: str) -> tuple[str, str]:
    """The key and the character meant where an input method sent a full-width `character`."""
    plain = _WIDE.get(character) or unicodedata.normalize("NFKC", character)
    if plain == character or len(plain) != 1 or not " " <= plain <= "~":
        return "", ""
    if plain.isalnum():
        return plain, plain
    name = unicodedata.name(plain).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name), plain


_WITHIN = {Scope.LIST: Scope.MAIN, Scope.READER: Scope.MAIN}


def _meet(one: Action, other: Action) -> bool:
    """Whether both can be called in one place, so that a key cannot serve both.

    The app's own actions give way on the search screen.
    """

    def reach(action: Action) -> set[Scope]:
        scopes = set(action.scopes) | {_WITHIN.get(scope, scope) for scope in action.scopes}
        return scopes | {Scope.MAIN} if Scope.APP in scopes else scopes

    pane = {Scope.LIST, Scope.READER}
    both = set(one.scopes) | set(other.scopes)
    shared = reach(one) & reach(other)
    return bool(shared - {Scope.MAIN}) or (Scope.MAIN in shared and not both <= pane)


COUNTED = frozenset(
    {
        *("line-down", "line-up", "page-down", "page-up", "half-down", "half-up", "left", "right"),
        *("next-section", "previous-section", "next-hit", "previous-hit"),
        *("next-report", "previous-report"),
    }
)
"""The actions before which a number may stand: so often they are done."""

MOST_DIGITS = 3


class Count:
    """The number that is typed before a movement, of digits that have no use of their own."""

    def __init__(self) -> None:
        self._typed = ""

    def times(self, key: str, bound: Callable[[str], str | None]) -> int:
        """How often `key` is meant; not at all while the number is being typed.

        `bound` tells which action a key has here, `None` where it has no use.
        """
        if key.isdigit() and (self._typed or key != "0") and bound(key) is None:
            self._typed = (self._typed + key)[:MOST_DIGITS]
            return 0
        typed, self._typed = self._typed, ""
        return int(typed) if typed and bound(key) in COUNTED else 1


_NAMES = {
    "full_stop": ".",
    "slash": "/",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "asterisk": "*",
    "colon": ":",
}
_SHOWN = {
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "escape": "esc",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
}


def plain_key(key: str) -> str:
    """One name for a key, whether written as a character or by Textual's name."""
    return _NAMES.get(key, key)


def show_key(key: str) -> str:
    """A key as people read it."""
    return _SHOWN.get(key, plain_key(key))


def show_keys(action: Action) -> str:
    """All keys of an action as people read them."""
    return " ".join(show_key(key) for key in action.keys)


def hints_of(
    actions: Iterable[Action], here: Collection[Scope], language: Language, *more: str
) -> list[tuple[str, str]]:
    """Key and label of what is named at the foot where `here` holds, and of `more` by id."""
    return [
        (show_key(action.keys[0]), action.label.pick(language))
        for action in actions
        if (action.hint or action.id in more)
        and action.keys
        and not set(here).isdisjoint(action.scopes)
    ]


_NAMED = re.compile("‹([a-z-]+)›")


def with_keys(text: Text, actions: Iterable[Action]) -> Text:
    """`text` with the key that is in force for each action that stands in it as `‹id›`."""
    if "‹" not in text.en:
        return text
    keys = {action.id: show_key(action.keys[0]) for action in actions if action.keys}

    def key_of(found: re.Match[str]) -> str:
        return keys.get(found[1], "–")

    return Text(_NAMED.sub(key_of, text.zh), _NAMED.sub(key_of, text.en))


def help_key(actions: Iterable[Action]) -> str:
    """The key that shows all others, as it is written; empty where there is none."""
    found = (action.keys[0] for action in actions if action.id == "help" and action.keys)
    return show_key(next(found, ""))
