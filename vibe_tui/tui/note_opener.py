"""Goes from a note to its passage in the report, and says where that has changed or is gone."""

from __future__ import annotations

from vibe_tui.render.anchors import AnchorState, Found
from vibe_tui.render.document import Place
from vibe_tui.service import Service
from vibe_tui.service.notes import Noted
from vibe_tui.text import Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import ReportChosen
from vibe_tui.tui.screens.top import TopScreen

_TOP = Place(-1, 0, 0, 0)
"""The title: a note on the whole report leads there, and one that lost its place."""

_GONE = Text("这篇报告不在文库里了", "This report is no longer in the library")
_LOST = Text("原文改动太多，找不到这一段了", "The passage is gone from the report")
_CHANGED = Text("原文在标注之后改过", "The passage was edited since")


class NoteOpener:
    """Opens notes for one screen, which is installed as `name` and can be come back to."""

    def __init__(self, screen: TopScreen[None], service: Service, jobs: Jobs, name: str) -> None:
        self._screen = screen
        self._service = service
        self._jobs = jobs
        self._name = name

    def open(self, noted: Noted) -> None:
        """Read the report at the passage, which is looked for in a thread."""
        report = noted.report
        if report is None:
            self._screen.say(_GONE)
            return

        def done(located: dict[int, tuple[Found, int]]) -> None:
            found = located[noted.note.id][0] if noted.note.id in located else None
            if found is not None and found.state is not AnchorState.FOUND:
                self._screen.say(_LOST if found.state is AnchorState.LOST else _CHANGED)
            place = found.place or _TOP if found is not None else None
            self._screen.app.post_message(ReportChosen(report, place, self._name))

        self._jobs.run(
            "locate-note",
            lambda cancelled: self._service.notes.locate([noted]),
            done,
            self._screen.tell,
        )
