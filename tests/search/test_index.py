"""The index as a cache: updated by what changed, never half there, never in the way."""

from __future__ import annotations

import datetime as dt
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.search.library import TODAY, Entry, entries, entry
from vibe_tui.errors import VibeError
from vibe_tui.library.split import split
from vibe_tui.model.report import TOPICS, Report, Topic
from vibe_tui.model.section import Section
from vibe_tui.search.coverage import Corpus, cover
from vibe_tui.search.engine import build, write
from vibe_tui.search.engine.generation import FILE, open_view
from vibe_tui.search.engine.write import locked
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query
from vibe_tui.search.text import Pending
from vibe_tui.text import Text

ALL = {made.report.id: made for made in entries()}


def ids(index: Index, text: str, made: list[Entry]) -> list[str]:
    """The ids that answer, in the order of the reports."""
    chosen = index.select(parse_query(text, TODAY), tuple(e.report for e in made)).reports
    return [report.id for report in chosen]


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """An index that reads what it has not indexed."""
    return Index(tmp_path / "deep" / "index", lambda report: ALL[report.id].sections)


def test_the_folder_is_made(index: Index) -> None:
    index.update(entries())
    assert ids(index, "GRPO", entries()) == ["one", "two", "three"]
    assert open_view(index.folder).damaged == ()


def test_search_scans_until_there_is_an_index(index: Index) -> None:
    answer = index.search(parse_query("置信区间", TODAY), tuple(e.report for e in entries()))
    assert (answer.total, answer.note) == (2, None)
    assert answer.hits[0].passages[0].marks
    assert not index.folder.exists()


def test_what_is_scanned_is_told(index: Index) -> None:
    reports = tuple(e.report for e in ALL.values())
    asked = parse_query("置信区间", TODAY)
    told: list[tuple[int, int]] = []

    def reading(done: int, total: int) -> None:
        told.append((done, total))

    index.search(asked, reports, reading=reading)
    assert told == [(1, 3), (2, 3), (3, 3), (3, 3)]
    index.update(ALL.values())
    told.clear()
    index.search(asked, reports, reading=reading)
    index.select(asked, reports, reading=reading)
    assert not told


def test_what_has_changed_since_is_read_anew(tmp_path: Path) -> None:
    texts = {"a": "旧的话。", "b": "另一句旧的话。"}
    index = Index(tmp_path, lambda report: split(f"## 概述\n\n{texts[report.id]}\n"))
    for name, text in texts.items():
        index.update([entry(name, f"## 概述\n\n{text}\n", stamp="h1")])
    texts["a"] = "新的话。"
    date = dt.date(2026, 8, 11)
    reports = tuple(
        Report(name, name, f"/{name}.md", date.isoformat(), hash=stamp)
        for name, stamp in (("a", "h2"), ("b", "h1"))
    )
    for query, ids in {"旧的": ["b"], "新的": ["a"], "的话": ["a", "b"], "-旧的": ["a"]}.items():
        asked = parse_query(query, TODAY)
        chosen = index.select(asked, reports)
        assert ([report.id for report in chosen.reports], chosen.note) == (ids, None), query
        answer = index.search(asked, reports)
        assert sorted(hit.report_id for hit in answer.hits) == ids, query


def test_without_texts_titles_and_metadata_answer_and_say_so(tmp_path: Path) -> None:
    reports = tuple(e.report for e in entries())
    answer = Index(tmp_path).search(parse_query("世界模型", TODAY), reports)
    assert [hit.report_id for hit in answer.hits] == ["one"]
    assert answer.note is not None
    assert "3" in answer.note.zh


@pytest.mark.parametrize("query", ["φ-DPO", r"$\varphi$-DPO", "title:φ-DPO", "x₁"])
def test_a_formula_in_a_title_is_found(tmp_path: Path, query: str) -> None:
    made = entry("a", "文", r"On $\varphi$-DPO and $x_1$")
    index = Index(tmp_path / "index")
    asked = parse_query(query, TODAY)
    for _ in range(2):
        assert [hit.report_id for hit in index.search(asked, (made.report,)).hits] == ["a"]
        index.update([made])


def test_what_is_scanned_is_ranked_like_what_is_indexed(tmp_path: Path) -> None:
    made = [
        entry("body", "## 方法\n\n提到 GRPO。"),
        entry("heading", "## GRPO 的优势\n\n没有别的。"),
        entry("summary", "## 摘要\n\n讲 GRPO。"),
        entry("title", "## 方法\n\n没有别的。", "GRPO 详解"),
    ]
    sections = {one.report.id: one.sections for one in made}
    index = Index(tmp_path / "index", lambda report: sections[report.id])
    reports = tuple(one.report for one in made)
    asked = parse_query("GRPO", TODAY)
    scanned = [hit.report_id for hit in index.search(asked, reports).hits]
    index.update(made)
    assert scanned == [hit.report_id for hit in index.search(asked, reports).hits]
    assert scanned == ["title", "heading", "summary", "body"]


def test_topics_have_the_names_of_the_settings(tmp_path: Path) -> None:
    own = (Topic("agents", Text("我的主题", "My own")),)
    reports = tuple(e.report for e in ALL.values())
    for topics in (own, TOPICS):
        index = Index(tmp_path, topics=topics)
        for query in ("topic:我的主题", "topic:own", "topic:agents", "主题：智能体", "topic:评测"):
            known = topics is own if query in ("topic:我的主题", "topic:own") else True
            if query == "主题：智能体":
                known = topics is TOPICS
            found = index.select(parse_query(query, TODAY), reports)
            assert (bool(found.reports), found.note) == (known, None), (query, topics)


def test_only_what_changed_is_written(index: Index) -> None:
    index.update(entries())
    before = {path: path.stat().st_ino for path in index.folder.rglob("records")}
    changed = entry("two", "## 新\n\n区块链", stamp="2")
    index.update([changed], ["three"])
    after = {path: path.stat().st_ino for path in index.folder.rglob("records")}
    assert before.items() <= after.items()
    assert len(after) == 2
    made = [ALL["one"], changed]
    assert ids(index, "区块链", made) == ["two"]
    assert ids(index, "exploratory", made) == []
    assert index.stale({"one": "1", "two": "2", "four": "1"}) == (["four"], [])
    assert index.stale({"one": "0"}) == (["one"], ["two"])


def test_what_is_gone_is_forgotten(index: Index) -> None:
    index.update(entries())
    index.update([], ["one", "two", "three"])
    assert index.stale({}) == ([], [])
    assert [path for path in index.folder.iterdir() if path.is_dir()] == []


def test_many_small_updates_are_joined(index: Index) -> None:
    made = [entry(f"r{number}", f"## 节\n\n第{number}篇 word{number}") for number in range(20)]
    for one in made:
        index.update([one])
    assert len([path for path in index.folder.iterdir() if path.is_dir()]) <= write.MOST_SMALL
    assert ids(index, "word7 OR word19", made) == ["r7", "r19"]


def test_a_rebuild_starts_anew(index: Index) -> None:
    index.update([entry("old", "## 旧\n\n旧文")])
    index.update(entries(), None)
    assert index.stale(dict.fromkeys(ALL, "1")) == ([], [])


def test_the_old_index_answers_during_a_rebuild(index: Index) -> None:
    index.update(entries())
    old = set(index.folder.glob("s-*"))
    seen: list[list[str]] = []
    blind = Index(index.folder)

    def look(done: int) -> None:
        seen.append(ids(blind, "GRPO", entries()))

    index.update(entries(), None, look)
    assert seen == [["one", "two", "three"]] * 3
    assert not old & set(index.folder.glob("s-*"))
    assert ids(blind, "GRPO", entries()) == ["one", "two", "three"]


def test_many_reports_are_indexed_by_other_processes(tmp_path: Path) -> None:
    made = [entry(f"r{number}", f"## 节\n\n第{number}篇 word{number}") for number in range(130)]
    index = Index(tmp_path / "index")
    told: list[int] = []
    index.update(made, progress=told.append, workers=2)
    assert told[-1] == 130
    assert ids(index, "word7 OR word129", made) == ["r7", "r129"]


def test_without_other_processes_this_one_indexes_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*arguments: object, **named: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(build, "ProcessPoolExecutor", refused)
    made = [entry(f"r{number}", f"## 节\n\n第{number}篇 word{number}") for number in range(130)]
    index = Index(tmp_path / "index")
    index.update(made, workers=2)
    assert ids(index, "word7 OR word129", made) == ["r7", "r129"]


def unread(made: Entry, *, gone: bool = False) -> Pending:
    """That report, read only when it is indexed; it cannot be read when it is gone."""
    return Pending(made.report, partial(sections, made, gone), made.stamp)


def sections(made: Entry, gone: bool) -> tuple[Section, ...]:
    if gone:
        raise VibeError(Text("读不了", "cannot be read"))
    return made.sections


@pytest.mark.parametrize("number", [4, 130], ids=["here", "in other processes"])
def test_what_cannot_be_read_any_more_is_left_out(tmp_path: Path, number: int) -> None:
    made = [entry(f"r{n}", f"## 节\n\n第{n}篇 word{n}") for n in range(number)]
    index = Index(tmp_path / "index")
    index.update([unread(one, gone=one is made[1]) for one in made], workers=2)
    assert ids(index, f"word0 OR word1 OR word{number - 1}", made) == ["r0", f"r{number - 1}"]
    assert index.stale({one.report.id: one.stamp for one in made}) == (["r1"], [])


def test_where_nothing_can_be_read_nothing_is_left_behind(tmp_path: Path) -> None:
    made = [entry("one", "## 节\n\n文")]
    index = Index(tmp_path / "index")
    index.update([unread(one, gone=True) for one in made])
    assert not list((tmp_path / "index").glob("s-*"))
    index.update(made)
    assert (ids(index, "文", made), index.problems()) == (["one"], ())


def test_cancelling_keeps_what_is_finished(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.update(entries())
    index.update([entry("late", "## 节\n\n文")], cancelled=lambda: True)
    assert index.stale(dict.fromkeys((*ALL, "late"), "1")) == (["late"], [])


def _restamp(folder: Path, key: str, value: str) -> None:
    data = json.loads((folder / FILE).read_text().splitlines()[0])
    data["stamp"][key] = value
    text = json.dumps(data)
    (folder / FILE).write_text(f"{text}\n{zlib.crc32(text.encode())}\n")


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for place in random.Random(1).sample(range(len(data)), 5):
        data[place] ^= 0x41
    path.write_bytes(data)


def _on_file(name: str, harm: Callable[[Path], object], folder: Path) -> None:
    harm(next(folder.rglob(name)))


FILES = ("*.trm", "records", "lines", "reports.json")
DAMAGE: dict[str, Callable[[Path], object]] = {
    "generation cut short": lambda f: (f / FILE).write_bytes((f / FILE).read_bytes()[:3]),
    "generation is no JSON": lambda f: (f / FILE).write_text("\x00\x01"),
    "generation of another shape": lambda f: (f / FILE).write_text('{"stamp": []}'),
    "generation missing": lambda f: (f / FILE).unlink(),
    "another version": lambda f: _restamp(f, "whoosh", "1.0"),
    "another layout": lambda f: _restamp(f, "layout", "0"),
    "segment deleted": lambda f: shutil.rmtree(next(f.glob("s-*"))),
    **{f"{name} cut short": partial(_on_file, name, _cut) for name in FILES},
    **{f"{name} flipped": partial(_on_file, name, _flip) for name in FILES},
    **{f"{name} deleted": partial(_on_file, name, Path.unlink) for name in FILES},
}


@pytest.mark.parametrize("open_first", [True, False], ids=["while open", "before opening"])
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_damage_is_scanned_around_and_mended(
    index: Index, damage: Callable[[Path], object], open_first: bool
) -> None:
    index.update(entries())
    if open_first:
        assert ids(index, "置信区间", entries()) == ["one", "two"]
    else:
        index = Index(index.folder, lambda report: ALL[report.id].sections)
    damage(index.folder)
    assert ids(index, "置信区间", entries()) == ["one", "two"]
    changed, gone = index.stale(dict.fromkeys(ALL, "1"))
    assert changed
    index.update([ALL[name] for name in changed], gone)
    assert index.problems() == ()
    assert index.stale(dict.fromkeys(ALL, "1")) == ([], [])
    assert ids(index, "GRPO", entries()) == ["one", "two", "three"]


@pytest.mark.parametrize("name", FILES)
def test_only_the_damaged_segment_is_built_again(index: Index, name: str) -> None:
    index.update(entries()[:2])
    whole = set(index.folder.glob("s-*"))
    index.update(entries()[2:])
    bad = next(path for path in index.folder.glob("s-*") if path not in whole)
    _flip(next(bad.glob(name)))
    assert index.stale(dict.fromkeys(ALL, "1")) == (["three"], [])
    assert len(index.problems()) == 1
    index.update([ALL["three"]])
    assert whole < set(index.folder.glob("s-*"))
    assert not bad.exists()
    assert index.problems() == ()


def test_a_second_writer_waits_then_says_one_line(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.update(entries())
    monkeypatch.setattr(write, "LOCK_SECONDS", 0.1)
    with locked(index.folder), pytest.raises(VibeError) as raised:
        index.update([entry("x", "## x\n\nx")])
    assert "\n" not in raised.value.message.zh
    assert ids(index, "GRPO", entries()) == ["one", "two", "three"]
    index.update([entry("x", "## x\n\nx")])


def test_a_reader_that_would_like_to_write_does_not_wait(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sleep(seconds: float) -> None:
        pytest.fail(f"waited {seconds} s")

    monkeypatch.setattr(time, "sleep", sleep)
    index.update(entries()[:1])
    with locked(index.folder), pytest.raises(VibeError):
        index.update(entries(), waits=False)
    assert ids(index, "GRPO", entries()) == ["one", "two", "three"]


def test_a_folder_that_cannot_be_made_is_one_line_and_search_scans(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the cache should be")
    index = Index(tmp_path / "cache" / "index", lambda report: ALL[report.id].sections)
    with pytest.raises(VibeError) as raised:
        index.update(entries())
    assert "\n" not in raised.value.message.zh
    assert ids(index, "置信区间", entries()) == ["one", "two"]


def test_a_full_disk_leaves_the_old_generation(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.update(entries())

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VibeError) as raised:
        index.update([entry("x", "## x\n\nx")])
    assert "No space left" in raised.value.message.en
    monkeypatch.undo()
    assert ids(index, "GRPO", entries()) == ["one", "two", "three"]
    assert len(list(index.folder.glob("s-*"))) == 1


WRITER = """
import sys
from pathlib import Path
from tests.search.library import Entry, entry
from vibe_tui.search.index import Index
index = Index(Path(sys.argv[1]))
for turn in range(10_000):
    text = f"## {turn}\\n\\n文 turn{turn}"
    index.update([entry(f"r{n}", text, stamp=str(turn)) for n in range(8)])
    print(turn, flush=True)
"""


def _writer(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder)],
        cwd=Path(__file__).resolve().parents[2],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_reader_beside_a_writer_sees_whole_generations(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    made = [entry(f"r{number}", "") for number in range(8)]
    reports = tuple(e.report for e in made)
    index = Index(folder)
    with _writer(folder) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        for _ in range(60):
            answer = index.search(parse_query("turn*", TODAY), reports)
            assert answer.total == 8
            assert answer.note is None
            time.sleep(0.01)
        writer.kill()


def test_killing_a_writer_leaves_a_whole_generation(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    reports = tuple(entry(f"r{number}", "").report for number in range(8))
    rng = random.Random(2)
    for _ in range(4):
        with _writer(folder) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(rng.random() * 0.2)
            os.kill(writer.pid, signal.SIGKILL)
        index = Index(folder)
        assert index.search(parse_query("turn*", TODAY), reports).total == 8
        assert index.problems() == ()
    Index(folder).update([entry("last", "## x\n\n完")])
    named = {state.name for state in open_view(folder).states}
    assert {path.name for path in folder.glob("s-*")} == named


def test_copies_of_a_segment_do_no_harm(index: Index) -> None:
    index.update(entries())
    segment = next(index.folder.glob("s-*"))
    shutil.copytree(segment, segment.with_name("s-copy"))
    assert ids(index, "GRPO", entries()) == ["one", "two", "three"]
    index.update([], ["one"])
    assert not segment.with_name("s-copy").exists()


def test_texts_may_be_scanned_while_others_look(tmp_path: Path) -> None:
    reports = tuple(entry(f"r{number}", "").report for number in range(2000))
    stored = entry("r", "文").stored
    corpus, view = Corpus(reports), open_view(tmp_path)
    before = cover(corpus, view, None)

    def keep_all() -> None:
        for position in range(2000):
            before.keep(position, stored)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(1) as pool:
            keeping = pool.submit(keep_all)
            while not keeping.done():
                cover(corpus, view, before)
    finally:
        sys.setswitchinterval(usual)
    assert len(cover(corpus, view, before).scanned) == 2000
