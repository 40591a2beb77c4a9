"""Keeps the key tables of the READMEs true: they stand between two comments."""

from __future__ import annotations

from pathlib import Path

from vibe_tui.text import Language, Text
from vibe_tui.tui.actions import all_actions
from vibe_tui.tui.keys import Action, show_key

ROOT = Path(__file__).resolve().parents[2]
READMES: dict[str, Language] = {"README.md": "zh", "README.en.md": "en"}
START, STOP = "<!-- keys -->\n\n", "\n\n<!-- /keys -->"


def with_keys(text: str, language: Language) -> str:
    """`text` with the table of now; unchanged where it has no place for one."""
    before, start, rest = text.partition(START)
    _, stop, after = rest.partition(STOP)
    return before + start + key_table(language) + stop + after if start and stop else text


def key_table(language: Language) -> str:
    """The keys as a Markdown table, with the ids that the config rebinds."""
    head = Text("| 键 | 操作 | 说明 | 改键用名 |", "| keys | action | what it does | id |")
    rows = [
        f"| {_code(action)} | {action.label.pick(language)} | {action.tooltip.pick(language)} "
        f"| `{action.id}` |"
        for action in all_actions()
    ]
    return "\n".join([head.pick(language), "| --- | --- | --- | --- |", *rows])


def _code(action: Action) -> str:
    return " ".join(f"`{show_key(key)}`" for key in action.keys)


def write_keys() -> None:
    """Bring both READMEs up to date."""
    for name, language in READMES.items():
        path = ROOT / name
        path.write_text(with_keys(path.read_text("utf-8"), language), encoding="utf-8")
