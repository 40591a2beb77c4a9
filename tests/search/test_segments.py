"""Segments written in lots and joined: the same as if they had been written at once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.search.library import TODAY, entry
from vibe_tui.search.engine import FIELDS, write
from vibe_tui.search.engine import segment as segment_writer
from vibe_tui.search.engine.generation import open_view
from vibe_tui.search.engine.segment import Segment, join_segments, open_segment, write_segment
from vibe_tui.search.engine.terms import members, terms_of
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query
from vibe_tui.search.text import StoredReport, field_texts

WORDS = [
    "世界模型",
    "强化学习",
    "GRPO",
    "LoRA",
    "24.9%",
    "的",
    "局限",
    "𠮷",
    "C++",
    "§",
    "a",
    "word",
    "agents",
    "2608.03573",
]


def some_reports(number: int) -> list[StoredReport]:
    """Reports of words that are in many of them, and of one that is in each alone."""
    rng = random.Random(number)
    made = []
    for n in range(number):
        text = "".join(rng.choices(WORDS, k=rng.randint(1, 8)))
        body = f"## 摘要\n\n{text} 独{chr(0x4E00 + n)}\n\n## 方法\n\nonly{n}\n"
        made.append(entry(f"r{n}", body, stamp=str(n)).stored)
    return made


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def nothing() -> None:
    """Nobody has asked to stop."""


@pytest.mark.parametrize("size", [1, 7, 100])
def test_joined_segments_are_those_written_at_once(tmp_path: Path, size: int) -> None:
    reports = some_reports(150)
    write_segment(tmp_path / "whole", reports)
    sources = []
    for start in range(0, len(reports), size):
        folder = tmp_path / f"s{start}"
        write_segment(folder, reports[start : start + size])
        sources.append((folder, 0))
    ids = join_segments(tmp_path / "joined", sources, nothing)
    assert ids == tuple(stored.report_id for stored in reports)
    assert files(tmp_path / "joined") == files(tmp_path / "whole")


def test_what_is_deleted_is_not_joined(tmp_path: Path) -> None:
    reports = some_reports(150)
    write_segment(tmp_path / "a", reports[:90])
    write_segment(tmp_path / "b", reports[90:])
    deleted = [n for n in range(150) if n % 3 == 0 or 30 < n < 60]
    sets = (sum(1 << n for n in deleted if n < 90), sum(1 << n - 90 for n in deleted if n >= 90))
    sources = [(tmp_path / "a", sets[0]), (tmp_path / "b", sets[1])]
    kept = [stored for n, stored in enumerate(reports) if n not in deleted]
    write_segment(tmp_path / "whole", kept)
    assert join_segments(tmp_path / "joined", sources, nothing) == tuple(k.report_id for k in kept)
    assert files(tmp_path / "joined") == files(tmp_path / "whole")


def holding(segment: Segment, field: str, term: str) -> list[str]:
    return [segment.ids[document] for document in members(segment.documents(field, term))]


def test_each_term_finds_its_reports(tmp_path: Path) -> None:
    reports = some_reports(120)
    write_segment(tmp_path / "a", reports[:50])
    write_segment(tmp_path / "b", reports[50:])
    join_segments(tmp_path / "c", [(tmp_path / "a", 0), (tmp_path / "b", 0)], nothing)
    segment = open_segment(tmp_path / "c")
    right: dict[tuple[str, str], list[str]] = {}
    for stored in reports:
        for field, text in field_texts(stored.record).items():
            for term in terms_of(text):
                right.setdefault((field, term), []).append(stored.report_id)
    assert {field for field, _ in right} == set(FIELDS)
    for (field, term), ids in right.items():
        assert holding(segment, field, term) == ids, (field, term)


def test_a_segment_takes_no_more_than_there_is_memory_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segment_writer, "MOST_TERMS", 150)
    made = [entry(f"r{n}", f"## 节\n\n第{n}篇 word{n} " + "文" * n) for n in range(40)]
    index = Index(tmp_path / "index")
    most = 0

    def look(done: int) -> None:
        nonlocal most
        most = max(most, len(list(index.folder.glob("s-*"))))

    index.update(made, progress=look)
    chosen = index.select(parse_query("word*", TODAY), tuple(e.report for e in made))
    assert (len(chosen.reports), chosen.note) == (40, None)
    # Several were written, and at the end one was made of them.
    assert most > 1
    assert len(open_view(index.folder).states) == 1


def test_full_segments_are_made_while_others_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "BATCH", 4)
    monkeypatch.setattr(write, "FULL_REPORTS", 16)
    made = [entry(f"r{n}", f"## 节\n\n第{n}篇 word{n}") for n in range(50)]
    index = Index(tmp_path / "index")
    index.update(made)
    counts = sorted(state.live for state in open_view(index.folder).states)
    assert (sum(counts), counts[1:]) == (50, [16, 16, 16])
    for n in (0, 17, 49):
        chosen = index.select(parse_query(f"word{n}", TODAY), tuple(e.report for e in made)).reports
        assert [report.id for report in chosen] == [f"r{n}"]


def test_a_rebuild_joins_nothing_old_with_the_new(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    for n in range(write.MOST_SMALL):
        index.update([entry(f"old{n}", "## 旧\n\n旧文")])
    index.update([entry("new", "## 新\n\n新文")], None)
    assert index.stale({"new": "1"}) == ([], [])
    assert [state.live for state in open_view(index.folder).states] == [1]


def test_a_hollow_segment_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "FULL_REPORTS", 10)
    monkeypatch.setattr(write, "HOLLOW", 2)
    index = Index(tmp_path / "index")
    index.update([entry(f"r{n}", f"## 节\n\nword{n}") for n in range(10)])

    def kept(*removed: int) -> list[tuple[int, int]]:
        index.update([], [f"r{n}" for n in removed])
        return [(state.live, state.count) for state in open_view(index.folder).states]

    # As many are gone as are left; then more are.
    assert kept(0, 1, 2, 3, 4) == [(5, 10)]
    assert kept(5) == [(4, 4)]
    # They are few, so that most of them may be gone.
    assert kept(6, 7) == [(2, 4)]
    assert kept(8) == [(1, 1)]


def test_a_report_that_comes_twice_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "BATCH", 3)
    made = [entry(f"r{n % 5}", f"## 节\n\nword{n}", stamp=str(n)) for n in range(20)]
    index = Index(tmp_path / "index")
    index.update(made)
    assert index.stale({f"r{n}": str(15 + n) for n in range(5)}) == ([], [])
    assert sum(state.live for state in open_view(index.folder).states) == 5


def test_damaged_segments_are_not_joined(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    made = [entry(f"r{n}", f"## 节\n\n第{n}篇 word{n}") for n in range(write.MOST_SMALL + 1)]
    for one in made[:-1]:
        index.update([one])
    assert index.problems() == ()
    view = open_view(index.folder)
    path = view.segments[0].folder / "records"
    data, times = path.read_bytes(), path.stat()
    index.update([])

    def harm(done: int) -> None:
        path.write_bytes(data[::-1])

    index.update(made[-1:], progress=harm)
    assert path.stat().st_size == times.st_size
    reports = tuple(e.report for e in made)
    assert index.stale({report.id: "1" for report in reports})[0] == ["r0"]
    index.update(made[:1])
    assert len(index.select(parse_query("word*", TODAY), reports).reports) == len(made)
    assert index.problems() == ()
