"""The action table is whole: each action has a method, words in both languages, keys of its own."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from vibe_tui.model.section import LENSES
from vibe_tui.tui.actions import all_actions, bindings, sections
from vibe_tui.tui.app import VibeApp
from vibe_tui.tui.keys import Action, Scope, plain_key
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.notes.screen import NotesScreen
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.search.screen import SearchScreen
from vibe_tui.tui.several.compare import CompareScreen
from vibe_tui.tui.several.digest import DigestScreen

HOLDERS: dict[Scope, type] = {
    Scope.APP: VibeApp,
    Scope.MAIN: MainScreen,
    Scope.LIST: ReportList,
    Scope.READER: ReaderView,
    Scope.SEARCH: SearchScreen,
    Scope.DIGEST: DigestScreen,
    Scope.COMPARE: CompareScreen,
    Scope.NOTES: NotesScreen,
}
ACTIONS = all_actions()


@pytest.mark.parametrize("action", ACTIONS, ids=[action.id for action in ACTIONS])
def test_every_action_works_where_it_is_bound(action: Action) -> None:
    name, _, values = action.method.partition("(")
    for scope in action.scopes:
        assert callable(getattr(HOLDERS[scope], f"action_{name}", None)), (action.id, scope)
    if name == "pane":
        assert callable(getattr(ReaderPane, values.split("'")[1], None)), action.id


@pytest.mark.parametrize("action", ACTIONS, ids=[action.id for action in ACTIONS])
def test_every_action_says_what_it_does_in_both_languages(action: Action) -> None:
    for text in (action.label, action.tooltip):
        assert re.search(r"[\u4e00-\u9fff]", text.zh)
        assert re.fullmatch(r"[ -~]*[a-z][ -~]*", text.en)


def test_ids_are_unique() -> None:
    assert [id_ for id_, n in Counter(action.id for action in ACTIONS).items() if n > 1] == []


@pytest.mark.parametrize("pane", [Scope.LIST, Scope.READER])
def test_no_key_means_two_things_in_one_place(pane: Scope) -> None:
    here = {pane, Scope.MAIN, Scope.APP}
    keys = Counter(
        plain_key(key) for action in ACTIONS if here & set(action.scopes) for key in action.keys
    )
    assert [key for key, n in keys.items() if n > 1] == []


def test_every_lens_has_its_key() -> None:
    keys = {action.id: action.keys for action in ACTIONS}
    assert all(keys[f"lens-{lens.id}"] == (lens.key,) for lens in LENSES)


def test_the_help_sheet_has_every_action() -> None:
    assert [action for _, actions in sections() for action in actions] == list(ACTIONS)


def test_bindings_carry_ids_for_rebinding() -> None:
    assert all(binding.id and binding.tooltip for binding in bindings(Scope.MAIN))
