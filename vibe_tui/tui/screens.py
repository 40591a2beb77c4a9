"""What screens are made of: one that acts only on top, boxes that ask, and the line to type into.

Keys and clicks wait in queues: what was meant for a screen may arrive when it has already gone or
lies under another one. A second `enter` must then neither close the screen below nor open anything.
What a box asks about may come from outside: it is shown literally.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.geometry import Offset
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widgets import Input, Static

from vibe_tui.clean import clean_line
from vibe_tui.errors import Problem, VibeError
from vibe_tui.text import Language, Text
from vibe_tui.tui.keys import show_key
from vibe_tui.tui.messages import Said, WentWrong


def keep_caret(screen: Screen[Any], owner: DOMNode) -> None:
    """Let the terminal's cursor, where an input method opens its window, stand in the box typed in.

    Textual knows that place only once something was typed: a box gets the focus before its place.
    Behind the text its own input is one cell too far.
    """

    def place(_: object) -> None:
        box = screen.focused
        # Only boxes have it. To ask for their classes would load them all at a start.
        caret: Offset | None = getattr(box, "cursor_screen_offset", None)
        if box is not None and caret is not None:
            behind = isinstance(box, Input) and box.cursor_at_end and type(box) is not QueryInput
            box.app.cursor_position = caret - (behind, 0)

    screen.screen_layout_refresh_signal.subscribe(owner, place, immediate=True)


class TopScreen(Screen[ScreenResultType]):
    """Leaves once, and takes the keys of its own actions only while it can be seen."""

    def on_mount(self) -> None:
        """Follow the box that is typed in."""
        keep_caret(self, self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action may run now."""
        return self.is_active and super().check_action(action, parameters)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Go, with an answer, unless already gone."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def say(self, text: Text) -> None:
        """Tell the person."""
        self.app.post_message(Said(text))

    def tell(self, problem: Problem | VibeError) -> None:
        """Tell the person what failed, or is not as it should be."""
        self.app.post_message(WentWrong(problem))


class AskScreen(TopScreen[str], ModalScreen[str]):
    """Answers with the key of the choice that was made, or an empty string for `escape`.

    Choices are pairs of key and label; `y` stands beside `enter` where it has no choice of its own,
    `n` beside `escape`. A subject that is too long for the screen scrolls.
    """

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,n", "choose('')", show=False),
    ]

    def __init__(
        self, title: Text, subject: Text, choices: Sequence[tuple[str, Text]], language: Language
    ) -> None:
        super().__init__()
        self._title = title.pick(language)
        self._subject = clean_line(subject.pick(language))
        yes = ["y"] if "y" not in dict(choices) else []
        beside = {"enter": yes, "escape": ["n"]}
        self._choices = [
            ([key, *beside.get(key, [])], label.pick(language)) for key, label in choices
        ]

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            with VerticalScroll(id="scroll"):
                yield Static(Content(self._subject), id="subject")
            shown = [f"{' '.join(map(show_key, keys))} {label}" for keys, label in self._choices]
            yield Static(Content("   ".join(shown)), id="choices")

    def on_mount(self) -> None:
        for keys, _ in self._choices:
            if "escape" not in keys:
                self._bindings.bind(",".join(keys), f"choose({keys[0]!r})", show=False)

    def action_choose(self, key: str) -> None:
        self.dismiss(key)


class QueryInput(Input):
    """An `Input` on one row, without a frame."""

    DEFAULT_CSS = """
    QueryInput { border: none; height: 1; padding: 0 1; background: $background; }
    QueryInput:focus { border: none; background: $background; background-tint: $background 0%; }
    """

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the caret is drawn."""
        return super().cursor_screen_offset - (self.cursor_at_end, 0)


class PromptScreen(TopScreen[str | None], ModalScreen[str | None]):
    """Answers with the line, or `None` for `escape`."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", show=False)]

    def __init__(self, title: Text, subject: str, value: str, hint: Text, language: Language):
        super().__init__()
        self._title = title.pick(language)
        self._subject = clean_line(subject)
        self._value = clean_line(value)
        self._hint = hint.pick(language)

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            yield Static(Content(self._subject), id="subject")
            yield QueryInput(self._value)
            yield Static(Content(self._hint), id="hint")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_give_up(self) -> None:
        self.dismiss(None)
