"""What can go wrong, said so that a person can act on it.

`VibeError` ends an operation; a `Problem` is one item that failed while the rest went on.
Only the two front ends turn either into words on a screen.
"""

from __future__ import annotations

from dataclasses import dataclass

from vibe_tui.text import Language, Text

NO_HINT = Text("", "")
_STOP = Text("。", ". ")


class VibeError(Exception):
    """An operation cannot go on. `message` names the thing, `hint` says what to do."""

    def __init__(self, message: Text, hint: Text = NO_HINT) -> None:
        super().__init__(message.en)
        self.message = message
        self.hint = hint

    def line(self, language: Language) -> str:
        """The one line a person sees; it may still hold control codes from outside."""
        return _joined(self.message, self.hint, language)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that went wrong beside others that went well.

    `where` names it: a path, `path:line`, a source or a config key.
    """

    where: str
    message: Text
    hint: Text = NO_HINT

    def line(self, language: Language) -> str:
        """The one line a person sees; it may still hold control codes from outside."""
        return f"{self.where}: {_joined(self.message, self.hint, language)}"


def _joined(message: Text, hint: Text, language: Language) -> str:
    return _STOP.pick(language).join(filter(None, (message.pick(language), hint.pick(language))))
