"""The key tables of the READMEs are the action table."""

from __future__ import annotations

import pytest

from tests.pictures.readme import READMES, ROOT, START, STOP, key_table, with_keys
from vibe_tui.text import Language
from vibe_tui.tui.actions import all_actions


@pytest.mark.parametrize(("name", "language"), READMES.items())
def test_the_readme_has_every_key(name: str, language: Language) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert START in text
    assert STOP in text
    assert text == with_keys(text, language), "run `make pictures`"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_table_names_every_action(language: Language) -> None:
    table = key_table(language)
    assert all(f"| `{action.id}` |" in table for action in all_actions())
