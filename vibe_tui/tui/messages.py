"""What any part of the app may post to the app itself: words for the person, a place to go to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from vibe_tui.errors import Problem, VibeError
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.model.report import Report
    from vibe_tui.render.place import Place
    from vibe_tui.tui.search.results import Result


@dataclass
class Said(Message):
    """A short notice."""

    text: Text


@dataclass
class WentWrong(Message):
    """Something failed, or is not as it should be, while the rest goes on."""

    problem: Problem | VibeError


@dataclass
class BackgroundKnown(Message):
    """The terminal said whether its background is dark."""

    dark: bool


@dataclass
class ResultChosen(Message):
    """The person wants to read a passage that search found.

    `later` are the results after it; `came_from` names the screen to come back to.
    """

    result: Result
    later: tuple[Result, ...]
    came_from: str


@dataclass
class ReportChosen(Message):
    """The person wants to read a report at a place; none means where reading stopped.

    `came_from` is the name of the installed screen to go back to.
    """

    report: Report
    place: Place | None
    came_from: str = ""
