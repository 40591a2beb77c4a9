"""Brings one report's file to the text that its source has now, and remembers it.

A changed report is written into its own file, which keeps its id; where the user edited that file,
the new text goes beside it. A file that is as it should be is not touched.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import dump_front_matter, read_front_matter
from vibe_tui.library.store import Store
from vibe_tui.library.values import words
from vibe_tui.library.walk import INCOMING
from vibe_tui.state.origins import Origin, Origins, content_hash
from vibe_tui.sync.feed.entry import ORDER
from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.papers import enriched, is_stub
from vibe_tui.sync.place.plan import Step, day_of, step_for
from vibe_tui.text import Text

_WRITTEN = frozenset((*ORDER, "stub"))
"""Front matter that is the source's to change; what else is there is its user's."""


@dataclass(slots=True)
class Tally:
    """What became of the items so far: ids of reports, counts, and lines for people.

    `deleted` are reports that the user deleted, and that were left so; `notes` say what was odd
    about an item that was taken all the same.
    """

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: int = 0
    deleted: int = 0
    skipped: list[Problem] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what `other` has counted too."""
        self.added += other.added
        self.updated += other.updated
        self.unchanged += other.unchanged
        self.deleted += other.deleted
        self.skipped += other.skipped
        self.errors += other.errors
        self.notes += other.notes


class Renewer:
    """Writes reports into files of the library, and counts what became of them."""

    def __init__(self, store: Store, origins: Origins, tally: Tally) -> None:
        self._store = store
        self._origins = origins
        self._tally = tally

    def add(
        self, report: Incoming, names: tuple[str, ...], today: dt.date, text: str, entry: str
    ) -> str:
        """Write a report into a file of its own; its path within the library."""
        path = self._store.add(text, day_of(report, today), report.feed_title)
        relative = self._store.relative(path)
        self._origins.record(report.source, names, relative, hash_of_text(text), entry)
        self._tally.added.append(path.stem)
        return relative

    def renew(
        self, report: Incoming, origin: Origin, names: tuple[str, ...], text: str, entry: str
    ) -> None:
        """Bring the file that a report has to the text that its source has now.

        `text` is the whole file, `entry` what its source says of it as a digest.
        """
        new = hash_of_text(text)
        path = self._store.path(origin.path)
        current = hash_of(path)
        written = origin.hash
        step = step_for(current=current, written=written, new=new)
        if current and not report.whole:
            step = Step.KEEP
        if step in (Step.UPDATE, Step.SET_BESIDE):
            front = read_front_matter(read(path).decode("utf-8", "replace"), str(path))
            there = front.meta
            if report.stub and not is_stub(there):
                self._add_to(report, path, there, edited=current != written)
                written = hash_of(path) if current == written else written
                self._remember(report, names, origin, written, entry)
                return
            own = {key: value for key, value in there.items() if key not in _WRITTEN}
            meta = {**report.meta, **{key: own[key] for key in own if key not in report.meta}}
            text = dump_front_matter(enriched(meta, there), report.body)
            new = hash_of_text(text)
            step = step_for(current=current, written=written, new=new)
            if _says_less(report, there, front.body):
                step = Step.KEEP
            if step is Step.SET_BESIDE and _is_same_entry(origin.entry, entry):
                step = Step.KEEP
        match step:
            case Step.KEEP:
                self._tally.unchanged += 1
                written = new if current == new else written
            case Step.ADD:
                self._store.update(path, text)
                self._tally.added.append(path.stem)
                written = new
            case Step.UPDATE:
                self._store.update(path, text)
                self._tally.updated.append(path.stem)
                written = new
            case Step.SET_BESIDE:
                self._set_beside(path, text)
                # A file that is that text one day was brought up to date by its user.
                written = new
        self._remember(report, names, origin, written, entry)

    def _set_beside(self, path: Path, text: str) -> None:
        beside = path.with_name(path.stem + INCOMING)
        if hash_of(beside) == hash_of_text(text):
            self._tally.unchanged += 1
            return
        self._store.set_beside(path, text)
        self._tally.skipped.append(
            Problem(
                path.stem,
                Text(
                    f"你改过这篇，新内容在 {beside.name}",
                    f"you edited this report; the new text is in {beside.name}",
                ),
            )
        )

    def _add_to(
        self, stub: Incoming, path: Path, there: Mapping[str, object], *, edited: bool
    ) -> None:
        """Add what a list of papers says to a report about the paper, unless the user edited it."""
        more = enriched(there, stub.meta)
        if edited or more == there:
            self._tally.unchanged += 1
            return
        front = read_front_matter(read(path).decode("utf-8", "replace"), str(path))
        self._store.update(path, dump_front_matter(more, front.body))
        self._tally.updated.append(path.stem)

    def _remember(
        self, report: Incoming, names: tuple[str, ...], origin: Origin, written: str, entry: str
    ) -> None:
        if (written, entry) != (origin.hash, origin.entry) or any(
            self._origins.find(report.source, [name]) is None for name in names
        ):
            self._origins.record(report.source, names, origin.path, written, entry)


def hash_of_text(text: str) -> str:
    """The hash of a file with this text."""
    return content_hash(text.encode("utf-8"))


def meta_of(path: Path) -> Mapping[str, object]:
    """The front matter of a file; empty where there is none. Raises `VibeError`."""
    return read_front_matter(read(path).decode("utf-8", "replace"), str(path)).meta


def hash_of(path: Path) -> str:
    """The hash of a file's bytes; empty where there is no file. Raises `VibeError`."""
    data = read(path)
    return content_hash(data) if data else ""


def read(path: Path) -> bytes:
    """The bytes of a file, none where there is no file. Raises `VibeError`."""
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


def is_import(meta: Mapping[str, object]) -> bool:
    """Whether a report was read from a file, and no source has said where it belongs."""
    url, source = words(meta.get("url")), words(meta.get("source"))
    return not words(meta.get("guid")) and not (url and source)


def _says_less(report: Incoming, there: Mapping[str, object], body: str) -> bool:
    """Whether a report was read from a file and the one there came from a feed, which says more; or
    is only a teaser of what was imported."""
    if is_import(there):
        return not is_import(report.meta) and 2 * len(report.body) < len(body)
    return is_import(report.meta)


def _is_same_entry(known: str, entry: str) -> bool:
    """Whether a source says what it said before, and only settings have changed."""
    return bool(entry) and known.partition(":")[0] == entry.partition(":")[0]
