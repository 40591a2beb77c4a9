"""Puts the reports of one source into the library, and remembers which file each one became.

Each file is whole or not written at all. A changed report is written into its own file, which
keeps its id; where the user edited that file, the new text goes beside it. A report that is there
already is not touched.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import dump_front_matter, read_front_matter
from vibe_tui.library.metadata_values import words
from vibe_tui.library.store import INCOMING, Store
from vibe_tui.state.origins import Origin, Origins, content_hash
from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.plan import FILE, Step, day_of, identities, step_for, titled
from vibe_tui.sync.strays import Strays
from vibe_tui.text import Text

Progress = Callable[[str, int, int], None]
"""Called with what is being placed, how many items are done, and of how many."""


@dataclass(slots=True)
class Tally:
    """What became of the items so far: ids of reports, a count, and lines for people."""

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: int = 0
    skipped: list[Problem] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)


class Placer:
    """Puts incoming reports into the library, and remembers which file each one became."""

    def __init__(self, store: Store, origins: Origins, today: dt.date, tally: Tally) -> None:
        self._store = store
        self._origins = origins
        self._today = today
        self._tally = tally
        self._claimed: dict[tuple[str, str], str] = {}
        self._strays: Strays | None = None

    def place_all(
        self, reports: Iterable[Incoming], where: str, progress: Progress | None = None
    ) -> None:
        """Place each report of one source; one that is wrong is an error that names it.

        What the system refuses to write it refuses for the others too: those are left.
        """
        reports = tuple(reports)
        self._claimed.clear()
        for done, report in enumerate(reports):
            if progress:
                progress(report.title, done, len(reports))
            try:
                self._place(report, where)
            except VibeError as error:
                self._tally.errors.append(
                    Problem(f"{where}: {report.title}", error.message, error.hint)
                )
                if isinstance(error.__cause__, OSError):
                    return
        if progress and reports:
            progress(reports[-1].title, len(reports), len(reports))

    def _place(self, report: Incoming, where: str) -> None:
        text = dump_front_matter(report.meta, report.body)
        new = content_hash(text.encode("utf-8"))
        names = self._names(report, new)
        if not names:
            self._tally.skipped.append(
                Problem(where, Text(f"「{report.title}」重复", f"“{report.title}” comes twice"))
            )
            return
        origin = self._known(report, names, new)
        if origin is not None:
            origin = self._found_again(origin)
        if origin is None:
            path = self._store.add(
                report.meta, report.body, day_of(report, self._today), report.feed_title
            )
            self._origins.record(report.source, names, self._store.relative(path), new)
            self._tally.added.append(path.stem)
            return
        self._renew(report, origin, names, new)

    def _renew(self, report: Incoming, origin: Origin, names: tuple[str, ...], new: str) -> None:
        """Bring the file that a report has to the text that its source has now."""
        path = self._store.path(origin.path)
        current = _hash_of(path)
        written = origin.hash
        step = step_for(current=current, written=written, new=new)
        if current and not report.whole:
            step = Step.KEEP
        match step:
            case Step.KEEP:
                self._tally.unchanged += 1
                written = new if current == new else written
            case Step.ADD:
                self._store.update(path, report.meta, report.body)
                self._tally.added.append(path.stem)
                written = new
            case Step.UPDATE:
                self._store.update(path, report.meta, report.body)
                self._tally.updated.append(path.stem)
                written = new
            case Step.SET_BESIDE:
                beside = path.with_name(path.stem + INCOMING)
                if _hash_of(beside) == new:
                    self._tally.unchanged += 1
                else:
                    self._store.set_beside(path, report.meta, report.body)
                    self._tally.skipped.append(
                        Problem(
                            path.stem,
                            Text(
                                f"你改过这篇，新内容在 {beside.name}",
                                f"you edited this report; the new text is in {beside.name}",
                            ),
                        )
                    )
        if written != origin.hash or any(
            self._origins.find(report.source, [name]) is None for name in names
        ):
            self._origins.record(report.source, names, origin.path, written)

    def _names(self, report: Incoming, new: str) -> tuple[str, ...]:
        """The identities of `report` that no other item of its source has.

        An item that shares them all gets names with a number; none where it is the same item.
        """
        names = identities(report)
        number = 1
        while True:
            keys = [(report.source, name if number == 1 else f"{name}#{number}") for name in names]
            free = [key for key in keys if key not in self._claimed]
            if not free and any(self._claimed[key] == new for key in keys):
                return ()
            if free or not keys:
                self._claimed.update((key, new) for key in free)
                return tuple(name for _, name in free)
            number += 1

    def _known(self, report: Incoming, names: tuple[str, ...], new: str) -> Origin | None:
        """The file that `report` has already, as state remembers or as the library shows."""
        origin = self._origins.find(report.source, names)
        if origin:
            return origin
        for name in titled(report):
            if name in names:
                for other in self._origins.find_anywhere(name):
                    return other
        relative = self._unremembered(report, new)
        return Origin(report.source, names[0], relative, "") if relative else None

    def _unremembered(self, report: Incoming, new: str) -> str:
        """The file that is this report although state does not know of it; empty for none."""
        alike = ""
        for relative in self._stray().of_day(day_of(report, self._today)):
            data = _read(self._store.path(relative))
            if content_hash(data) == new:
                return self._stray().take(relative)
            meta = read_front_matter(data.decode("utf-8", "replace"), relative).meta
            feed_title = words(meta.get("feed_title")) or words(meta.get("title"))
            same = words(meta.get("source")) == report.source and feed_title == report.feed_title
            if same and not report.guid.startswith(FILE):
                alike = alike or relative
        return self._stray().take(alike) if alike else ""

    def _found_again(self, origin: Origin) -> Origin:
        """`origin` with its file where the user moved it; as it is where that is gone."""
        if not origin.hash or self._store.path(origin.path).exists():
            return origin
        moved = self._stray().with_hash(origin.hash)
        if not moved:
            return origin
        self._origins.move(origin.path, moved)
        return replace(origin, path=self._stray().take(moved))

    def _stray(self) -> Strays:
        if self._strays is None:
            self._strays = Strays(self._store.root, self._origins.paths())
        return self._strays


def _hash_of(path: Path) -> str:
    """The hash of a file's bytes; empty where there is no file. Raises `VibeError`."""
    data = _read(path)
    return content_hash(data) if data else ""


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        reason = error.strerror or str(error)
        raise VibeError(
            Text(f"无法读取 {path}（{reason}）", f"cannot read {path} ({reason})"),
            Text("请检查权限", "check its permissions"),
        ) from error
