"""The search index: a cache of the library's text that finds every passage.

It lives in its own folder outside the library and never touches a report. Searching needs no lock:
a reader keeps the generation it has opened while another process writes the next. Reports that
are not indexed yet, or whose segment is damaged, are read and scanned instead, newest first and
for a limited time; the answer's note says how far that came.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from vibe_tui.errors import Problem
from vibe_tui.model.report import TOPICS, Listing, PaperOf, Report, Topic
from vibe_tui.search.coverage import Corpus, Coverage, Read, cover
from vibe_tui.search.engine.generation import DAMAGE, EMPTY, FILE, Generation, is_current, open_view
from vibe_tui.search.engine.terms import members
from vibe_tui.search.match import holds
from vibe_tui.search.passages import Answer
from vibe_tui.search.query import Query
from vibe_tui.search.ranking import Matching, rank
from vibe_tui.search.text import Pending
from vibe_tui.search.tree import MarkOf, no_paper, question_of, unmarked
from vibe_tui.text import Text

SCAN_SECONDS, TYPING_SECONDS = 30.0, 0.2
"""When one answer stops to read reports that are not indexed; also while it is typed."""

_NOTHING_ASKED = Text("请输入要查的词", "type something to look for")
_NOT_ALL = Text(
    "索引还没好：{left} 篇报告只查了标题和元数据",
    "the index is not ready: of {left} reports only titles and metadata were searched",
)
_NO_LIST = Text("坏了，或出自另一个版本", "is damaged, or another version's")
_DAMAGED = Text("坏了，其中的报告改查原文", "is damaged: its reports are read instead")
_REBUILD = Text(
    "下次搜索会重建；也可运行 vibe index", "the next search rebuilds it, as does vibe index"
)

Progress = Callable[[int, int], None]
"""Told how many are done, and of how many."""

_T = TypeVar("_T")


class Index:
    """The index in `folder`, which need not exist. May be used from several threads.

    `read` gives the sections of a report that is not indexed, `paper_of` its paper; `topics` have
    the names that queries may use.
    """

    def __init__(
        self,
        folder: Path,
        read: Read | None = None,
        topics: Sequence[Topic] = TOPICS,
        paper_of: PaperOf = no_paper,
    ) -> None:
        self.folder = folder
        self._read = read
        self._topics = topics
        self._paper_of = paper_of
        self._opening, self._lock = threading.Lock(), threading.Lock()
        self._view = EMPTY
        self._corpus: Corpus | None = None
        self._coverage: Coverage | None = None

    def stale(self, stamps: Mapping[str, str]) -> tuple[list[str], list[str]]:
        """Ids that must be indexed, and ids that are indexed but gone, given all current stamps."""
        view = self._current()
        changed = [name for name, stamp in stamps.items() if view.stamp_of(name) != stamp]
        return changed, [name for name in view.where if name not in stamps]

    def update(
        self,
        pending: Iterable[Pending],
        removed: Iterable[str] | None = (),
        progress: Callable[[int], None] = lambda done: None,
        cancelled: Callable[[], bool] = lambda: False,
        workers: int | None = None,
        *,
        waits: bool = True,
    ) -> None:
        """Index what is `pending` and forget `removed`; `None` is everything else.

        `progress` is told how many reports are done; what is done when `cancelled` says so stays.
        What there was answers until it is replaced. Raises `VibeError`, at once or after some
        seconds (`waits`) where another process writes.
        """
        from vibe_tui.search.engine.write import update_index

        known = self._current()
        update_index(self.folder, known, pending, removed, progress, cancelled, workers, waits)

    def problems(self) -> tuple[Problem, ...]:
        """What of the index was found damaged and is not mended yet."""
        return tuple(
            Problem(str(self.folder / name), _NO_LIST if name == FILE else _DAMAGED, _REBUILD)
            for name in self._current().damaged
        )

    def select(
        self,
        query: Query,
        reports: Sequence[Report],
        marks: MarkOf = unmarked,
        reading: Progress | None = None,
    ) -> Listing:
        """The reports that answer `query`, in the order given.

        What metadata answers needs neither the index nor the texts.
        """
        if query.fields_only:
            test = question_of(query.tree)
            with self._lock:
                subjects = self._corpus_of(reports).subjects
            return Listing(tuple(s.report for s in subjects if test(s, marks)), query.note)

        def selected(coverage: Coverage) -> Listing:
            found = self._find(query, coverage, marks, reading)
            positions = list(found.loose)
            for row, bits in zip(coverage.documents, found.sets, strict=True):
                positions += [row[document] for document in members(bits)]
            listed = tuple(reports[position] for position in sorted(positions))
            return Listing(listed, _note(query, found.unread), found.unread)

        return self.asked(reports, selected)

    def search(
        self,
        query: Query,
        reports: Sequence[Report],
        limit: int = 20,
        marks: MarkOf = unmarked,
        reading: Progress | None = None,
    ) -> Answer:
        """The best `limit` of `reports` that answer `query`, each with its passages."""
        began = time.perf_counter()
        if query.is_empty:
            return Answer(0, 0.0, query.note or _NOTHING_ASKED, ())

        def searched(coverage: Coverage) -> Answer:
            found = self._find(query, coverage, marks, reading)
            hits = rank(query, found, coverage, limit)
            took = round((time.perf_counter() - began) * 1000, 2)
            note = _note(query, found.unread)
            return Answer(found.total, took, note, hits, found.unread)

        return self.asked(reports, searched)

    def _find(
        self, query: Query, coverage: Coverage, marks: MarkOf, reading: Progress | None
    ) -> Matching:
        """What answers."""
        until = time.monotonic() + (TYPING_SECONDS if query.typing else SCAN_SECONDS)
        tree, subjects = query.tree, coverage.corpus.subjects
        matchers = coverage.matchers(marks)
        sets = tuple(
            matcher.find(tree, mask) for matcher, mask in zip(matchers, coverage.masks, strict=True)
        )
        waiting, read = coverage.loose(), 0
        # Titles first: what they take is not there for texts. Papers are looked up a few at a time,
        # those before one in the order of files.
        for subject in sorted(
            (subjects[position] for position in waiting if not query.fields_only),
            key=lambda subject: (subject.report.root, subject.report.file),
            reverse=True,
        ):
            subject.folded("record")
        answers = {
            position: holds(
                tree,
                subjects[position],
                marks,
                "" if query.fields_only else subjects[position].record,
            )
            for position in waiting
        }
        if self._read is not None and not query.fields_only:
            for position, stored in coverage.scan(self._read, until):
                read += 1
                if reading:
                    reading(read, len(waiting))
                answers[position] = holds(tree, subjects[position], marks, stored.record)
                if answers[position]:
                    coverage.keep(position, stored)
            if reading and waiting:
                reading(len(waiting), len(waiting))
        loose = [position for position, answer in answers.items() if answer]
        left = 0 if query.fields_only else len(waiting) - read
        return Matching(matchers, sets, loose, left)

    def asked(self, reports: Sequence[Report], ask: Callable[[Coverage], _T]) -> _T:
        """What `ask` finds out; where the index proves damaged, without the damaged part."""
        try:
            return ask(self._covered(reports))
        except DAMAGE:
            with self._opening:
                # Every byte is read again, and what is not as it was written is left out.
                self._view = open_view(self.folder)
            return ask(self._covered(reports))

    def _covered(self, reports: Sequence[Report]) -> Coverage:
        view = self._current()
        with self._lock:
            corpus, coverage = self._corpus_of(reports), self._coverage
            if coverage is None or coverage.view is not view or coverage.corpus is not corpus:
                self._coverage = coverage = cover(corpus, view, coverage)
            return coverage

    def _corpus_of(self, reports: Sequence[Report]) -> Corpus:
        if self._corpus is None or self._corpus.reports is not reports:
            self._corpus = Corpus(reports, self._topics, self._paper_of)
        return self._corpus

    def _current(self) -> Generation:
        """The generation on disk, opened anew where it or its files have changed."""
        with self._opening:
            if not is_current(self.folder, self._view):
                self._view = open_view(self.folder, self._view)
            return self._view


def _note(query: Query, left: int) -> Text | None:
    if not left:
        return query.note
    late = _NOT_ALL.format(left=left)
    if query.note is None:
        return late
    return Text(f"{query.note.zh}；{late.zh}", f"{query.note.en}; {late.en}")
