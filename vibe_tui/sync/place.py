"""Puts the reports of one source into the library, and remembers which file each one became.

Each file is whole or not written at all. A changed report is written into its own file, which
keeps its id; where the user edited that file, the new text goes beside it. A report that is there
already is not touched.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import dump_front_matter, read_front_matter
from vibe_tui.library.metadata_values import words
from vibe_tui.library.store import INCOMING, Store
from vibe_tui.state.origins import Origin, Origins, content_hash
from vibe_tui.sync.enrich import PAPER, enriched, is_stub
from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.plan import (
    FILE,
    SHARED,
    Named,
    Step,
    arxiv_of,
    day_of,
    identities,
    match_all,
    name_all,
    step_for,
    titled,
)
from vibe_tui.sync.unclaimed import Unclaimed
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
        self._unclaimed: Unclaimed | None = None

    def place_all(
        self, reports: Iterable[Incoming], where: str, progress: Progress | None = None
    ) -> None:
        """Place each report of one source; one that is wrong is an error that names it.

        What the system refuses to write it refuses for the others too: those are left.
        """
        naming = name_all(tuple(reports), self._is_shared)
        for report in naming.repeats:
            self._tally.skipped.append(
                Problem(where, Text(f"「{report.title}」重复", f"“{report.title}” comes twice"))
            )
        texts = [_hash_of_text(one.report.meta, one.report.body) for one in naming.reports]
        same = self._unchanged(naming.reports, texts)
        known = dict(match_all(naming.reports, self._remembered, lambda one: one.path, same))
        taken = {origin.path for origin in known.values()}
        total = len(naming.reports)
        for at, named in enumerate(naming.reports):
            report = named.report
            if progress:
                progress(report.title, at, total)
            both = {SHARED + name for name in identities(report) if name in naming.shared}
            try:
                self._place(_with_kept_names(named, both), texts[at], known.get(at), taken)
            except VibeError as error:
                self._tally.errors.append(
                    Problem(f"{where}: {report.title}", error.message, error.hint)
                )
                if isinstance(error.__cause__, OSError):
                    return
        if progress and total:
            progress(naming.reports[-1].report.title, total, total)

    def _is_shared(self, report: Incoming, name: str) -> bool:
        return self._origins.find(report.source, [SHARED + name]) is not None

    def _remembered(self, report: Incoming, names: tuple[str, ...]) -> Origin | None:
        return self._origins.find(report.source, names)

    def _unchanged(self, reports: Sequence[Named], texts: Sequence[str]) -> dict[int, Origin]:
        """The files of reports that nothing but a title names, where their text is as it was.

        Of two items of one day and one title, only their texts tell which is which.
        """
        found: dict[int, Origin] = {}
        for at, (named, text) in enumerate(zip(reports, texts, strict=True)):
            if named.report.guid or named.report.url:
                continue
            origin = self._origins.find_text(text)
            if origin and origin.source == named.report.source:
                found[at] = origin
        return found

    def _place(self, named: Named, new: str, origin: Origin | None, taken: set[str]) -> None:
        report, names = named.report, named.names
        origin = origin or self._known(named, new, taken)
        if origin is not None:
            origin = self._found_again(origin)
        if origin is None:
            path = self._store.add(
                report.meta, report.body, day_of(report, self._today), report.feed_title
            )
            relative = self._store.relative(path)
            self._origins.record(report.source, names, relative, new)
            self._tally.added.append(path.stem)
        else:
            relative = origin.path
            self._renew(report, origin, names, new)
        taken.add(relative)

    def _renew(self, report: Incoming, origin: Origin, names: tuple[str, ...], new: str) -> None:
        """Bring the file that a report has to the text that its source has now."""
        path = self._store.path(origin.path)
        current = _hash_of(path)
        written = origin.hash
        meta: Mapping[str, object] = report.meta
        step = step_for(current=current, written=written, new=new)
        if current and not report.whole:
            step = Step.KEEP
        if step in (Step.UPDATE, Step.SET_BESIDE):
            there = _meta_of(path)
            if report.stub and not is_stub(there):
                self._add_to(report, path, there, edited=current != written)
                written = _hash_of(path) if current == written else written
                self._remember(report, names, origin, written)
                return
            meta = enriched(report.meta, there)
            new = _hash_of_text(meta, report.body)
            step = step_for(current=current, written=written, new=new)
            if _says_less(report, there):
                step = Step.KEEP
        match step:
            case Step.KEEP:
                self._tally.unchanged += 1
                written = new if current == new else written
            case Step.ADD:
                self._store.update(path, meta, report.body)
                self._tally.added.append(path.stem)
                written = new
            case Step.UPDATE:
                self._store.update(path, meta, report.body)
                self._tally.updated.append(path.stem)
                written = new
            case Step.SET_BESIDE:
                self._set_beside(path, meta, report.body, new)
        self._remember(report, names, origin, written)

    def _set_beside(self, path: Path, meta: Mapping[str, object], body: str, new: str) -> None:
        beside = path.with_name(path.stem + INCOMING)
        if _hash_of(beside) == new:
            self._tally.unchanged += 1
            return
        self._store.set_beside(path, meta, body)
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
        text = read_front_matter(_read(path).decode("utf-8", "replace"), str(path))
        self._store.update(path, more, text.body)
        self._tally.updated.append(path.stem)

    def _remember(
        self, report: Incoming, names: tuple[str, ...], origin: Origin, written: str
    ) -> None:
        if written != origin.hash or any(
            self._origins.find(report.source, [name]) is None for name in names
        ):
            self._origins.record(report.source, names, origin.path, written)

    def _known(self, named: Named, new: str, taken: set[str]) -> Origin | None:
        """The file of a report that its own source has not given yet, if the library has it."""
        report = named.report
        if report.guid.startswith(FILE) and (copy := self._origins.find_text(new)):
            return copy
        for name in titled(report):
            if name in named.names:
                for other in self._origins.find_anywhere(name):
                    if other.path not in taken and self._may_take(report, other):
                        return other
        if paper := arxiv_of(report):
            for other in self._origins.find_anywhere(PAPER + paper):
                there = _meta_of(self._store.path(other.path))
                if there and is_stub(there) != report.stub and other.path not in taken:
                    return other
            if report.stub and (stray := self._stray().about(paper)):
                return Origin(report.source, named.names[0], stray, "")
        relative = self._unremembered(report, new)
        return Origin(report.source, named.names[0], relative, "") if relative else None

    def _may_take(self, report: Incoming, other: Origin) -> bool:
        """Whether the file of an equal title is this report, and not one of another feed."""
        if other.source == report.source or not (report.guid or report.url):
            return True
        there = _meta_of(self._store.path(other.path))
        return not (words(there.get("guid")) or words(there.get("url")))

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

    def _stray(self) -> Unclaimed:
        if self._unclaimed is None:
            self._unclaimed = Unclaimed(self._store.root, self._origins.paths())
        return self._unclaimed


def _with_kept_names(named: Named, shared: Iterable[str]) -> Named:
    """`named` with what is kept beside its names: the paper's, and those that told none apart."""
    paper = arxiv_of(named.report)
    more = (*([PAPER + paper] if paper else []), *sorted(shared))
    return Named(named.report, (*named.names, *more))


def _says_less(report: Incoming, there: Mapping[str, object]) -> bool:
    """Whether a report was made of plain text and its file by a feed, which says more."""
    plain = not (report.guid or report.url)
    return plain and bool(words(there.get("guid")) or words(there.get("url")))


def _hash_of_text(meta: Mapping[str, object], body: str) -> str:
    return content_hash(dump_front_matter(meta, body).encode("utf-8"))


def _meta_of(path: Path) -> Mapping[str, object]:
    """The front matter of a file; empty where there is none. Raises `VibeError`."""
    return read_front_matter(_read(path).decode("utf-8", "replace"), str(path)).meta


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
