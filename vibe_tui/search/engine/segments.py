"""The segments of the index while it is changed, and which report counts in which of them.

Every change makes a generation. What no generation needs any more is removed from the disk.
"""

from __future__ import annotations

import shutil
from collections.abc import Container, Iterable
from pathlib import Path

from vibe_tui.search.engine.build import Built
from vibe_tui.search.engine.generation import SegmentState, View, open_view, publish


class Segments:
    """The segments in `folder`, without the reports `removed`.

    Without any that is known of them (`None`) all there are now are old: they answer until
    `drop_old`. What `known` has open is not read again.
    """

    def __init__(self, folder: Path, known: View, removed: Iterable[str] | None) -> None:
        self._folder = folder
        view = open_view(folder, known)
        self._states = {state.name: state for state in view.states}
        self._where = {
            report_id: (view.states[segment].name, document)
            for report_id, (segment, document) in view.where.items()
        }
        self._old = frozenset(self._states) if removed is None else frozenset()
        gone = [report_id for report_id in removed or () if report_id in self._where]
        for report_id in gone:
            self._delete(report_id)
        if gone or view.damaged:
            self._publish()
        for path in folder.glob("s-*"):
            # An ended process has left it, or it is damaged.
            if path.name not in self._states:
                shutil.rmtree(path, ignore_errors=True)

    @property
    def current(self) -> list[SegmentState]:
        """The segments that are not old."""
        return [state for state in self._states.values() if state.name not in self._old]

    def add(self, built: Iterable[Built], in_use: Container[str] = ()) -> None:
        """Count new segments in; their reports count nowhere else any more.

        Segments `in_use` stay on the disk.
        """
        for one in built:
            self._states[one.state.name] = one.state
            for document, report_id in enumerate(one.ids):
                self._delete(report_id)
                self._where[report_id] = (one.state.name, document)
        self._publish(in_use)

    def replace(
        self, joined: Iterable[SegmentState], built: Built, in_use: Container[str] = ()
    ) -> None:
        """Put a segment in the place of those that it was made of, as they were then.

        What was deleted in them meanwhile is deleted in it.
        """
        name = built.state.name
        self._states[name] = built.state
        places = [
            (state.name, document)
            for state in joined
            for document in range(state.count)
            if not state.deleted >> document & 1
        ]
        for document, (report_id, place) in enumerate(zip(built.ids, places, strict=True)):
            if self._where.get(report_id) == place:
                self._delete(report_id)
                self._where[report_id] = (name, document)
            else:
                self._states[name] = self._states[name].without(1 << document)
        self._publish(in_use)

    def drop_old(self) -> None:
        """Forget what is left in the old segments."""
        left = [report_id for report_id, (name, _) in self._where.items() if name in self._old]
        for report_id in left:
            self._delete(report_id)
        if left:
            self._publish()

    def _delete(self, report_id: str) -> None:
        place = self._where.pop(report_id, None)
        if place:
            name, document = place
            self._states[name] = self._states[name].without(1 << document)

    def _publish(self, in_use: Container[str] = ()) -> None:
        publish(self._folder, self._states.values())
        for name in [name for name, state in self._states.items() if not state.live]:
            if name not in in_use:
                del self._states[name]
                shutil.rmtree(self._folder / name, ignore_errors=True)
