"""What any part of the app may post to the app itself: words for the person."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from vibe_tui.errors import Problem, VibeError
from vibe_tui.text import Text


@dataclass
class Said(Message):
    """A short notice."""

    text: Text


@dataclass
class WentWrong(Message):
    """Something failed, or is not as it should be, while the rest goes on."""

    problem: Problem | VibeError
