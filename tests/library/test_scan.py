"""The library as the list sees it: new, changed, renamed and broken files; nothing read twice."""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from vibe_tui.errors import VibeError
from vibe_tui.library import scan as scanning
from vibe_tui.library import walk
from vibe_tui.library.scan import Library, ReadSoFar, Scan
from vibe_tui.library.walk import Root
from vibe_tui.model.report import NO_PAPER, Genre, Report
from vibe_tui.state.catalogue import FILE_NAME, Catalogue

TODAY = dt.date(2026, 8, 12)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    return folder


Maker = Callable[..., Library]


@pytest.fixture
def make(tmp_path: Path, root: Path) -> Maker:
    def make(*roots: Root, today: dt.date = TODAY) -> Library:
        catalogue = Catalogue(tmp_path / "cache")
        return Library(roots or (Root(root),), catalogue, lambda: today)

    return make


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def report(root: Path, day: str, name: str, body: str = "正文") -> Path:
    text = f"---\ntitle: {name}\ndate: {day}\n---\n\n{body}\n"
    return write(root / day[:4] / f"{day}-{name}.md", text)


def ids(scan: Scan) -> list[str]:
    return [one.id for one in scan.reports]


def only(scan: Scan) -> Report:
    (found,) = scan.reports
    return found


FULL = """\
---
title: "[硅基写手] 解读：SFT Conflicts"
feed_title: "[硅基写手] 解读：SFT"
date: 2026-08-11
published: 2026-08-11T08:00:00+08:00
author: Yooooo
source: vibe
url: https://e.example/a
guid: "0"
topics: [智能体与多智能体, own]
lang: zh
paper:
  title: SFT Conflicts
  arxiv: "2608.03573"
  authors: [A B, C D]
  author_count: 8
  links: {abs: https://arxiv.org/abs/2608.03573}
---

## 执行摘要

一二三 four five.
"""


def test_a_report_is_what_its_front_matter_says(root: Path, make: Maker) -> None:
    path = write(root / "2026" / "2026-08-11-sft.md", FULL)
    library = make()
    found = only(library.scan())
    assert (found.id, found.path) == ("2026-08-11-sft", str(path))
    assert (found.title, found.short_title) == (
        "[硅基写手] 解读：SFT Conflicts",
        "解读：SFT Conflicts",
    )
    assert (found.feed_title, found.column) == ("[硅基写手] 解读：SFT", "硅基写手")
    assert (found.date, found.genre) == ("2026-08-11", Genre.PAPER)
    assert found.published == "2026-08-11T00:00:00+00:00"
    assert found.topics == ("agents", "own")
    assert (found.author, found.source, found.guid) == ("Yooooo", "vibe", "0")
    paper = library.paper(found)
    assert (found.arxiv, paper.arxiv, paper.author_count) == ("2608.03573", "2608.03573", 8)
    assert paper.authors == ("A B", "C D")
    assert paper.links == (("abs", "https://arxiv.org/abs/2608.03573"),)
    assert library.read(found).paper == paper
    assert found.chars == 9


def test_a_second_scan_reads_nothing(
    root: Path, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in ("2026-08-01", "2026-08-02"):
        report(root, day, "甲")
    first = make().scan()
    monkeypatch.setattr(scanning, "parse_report", None)
    again = make()
    assert again.load().reports == first.reports
    second = again.scan()
    assert second.reports == first.reports


def test_changes_are_noticed(root: Path, make: Maker) -> None:
    one, two = (report(root, day, "甲") for day in ("2026-08-01", "2026-08-02"))
    library = make()
    first = library.scan()
    assert set(ids(first)) == {one.stem, two.stem}
    one.write_text("---\ntitle: 乙乙\ndate: 2026-08-01\n---\n新的正文\n")
    two.unlink()
    three = report(root, "2026-08-03", "丙")
    second = library.scan()
    assert ids(second) == [three.stem, one.stem]
    assert second.reports[1].title == "乙乙"


def test_a_touched_file_is_no_change(root: Path, make: Maker) -> None:
    path = report(root, "2026-08-01", "甲")
    library = make()
    first = library.scan()
    os.utime(path, ns=(1, 1))
    assert library.scan().reports == first.reports


def test_progress_is_told_in_batches(root: Path, make: Maker) -> None:
    for number in range(250):
        report(root, "2026-08-01", f"第{number}篇")
    steps: list[ReadSoFar] = []
    make().scan(steps.append)
    assert [step.done for step in steps] == [0, 100, 200, 250]


def test_newest_first_and_the_future_not_above_today(root: Path, make: Maker) -> None:
    for day in ("2026-08-10", "2041-01-01", "2026-08-13", "1601-01-01", "2026-08-11"):
        report(root, day, "甲")
    found = make().scan().reports
    assert [str(one.date) for one in found] == [
        "2026-08-13",
        "2041-01-01",
        "2026-08-11",
        "2026-08-10",
        "1601-01-01",
    ]


def test_within_a_day_the_timestamp_orders(root: Path, make: Maker) -> None:
    for name, moment in (("甲", "08:00:00+08:00"), ("乙", "01:00:00+00:00")):
        text = f"---\ntitle: {name}\ndate: 2026-08-11\npublished: 2026-08-11T{moment}\n---\n"
        write(root / f"{name}.md", text)
    assert ids(make().scan()) == ["乙", "甲"]


@pytest.mark.parametrize(
    ("name", "text", "date"),
    [
        ("a.md", "# 甲\n", ""),
        ("2025-03-01-a.md", "# 甲\n", "2025-03-01"),
        ("daily 2026-07-04.md", "# 甲\n", "2026-07-04"),
        ("daily-20260704.md", "# 甲\n", "2026-07-04"),
        ("2026-13-40.md", "# 甲\n", ""),
        ("a.md", "---\ndate: 2025-11\n---\n# 甲\n", "2025-11"),
        ("a.md", "---\ndate: 2025\n---\n# 甲\n", "2025"),
        ("2025-03-01.md", "---\ndate: 2024-01-02\n---\n# 甲\n", "2024-01-02"),
        ("a.md", "# 甲\n\n**发布时间**：2025-12-18（arXiv 2512.16093）\n\n## 方法\n", "2025-12-18"),
        ("a.md", "# 甲\n\n**arXiv**: 2511.22862\n**会议**: AAAI 2026\n\n## 方法\n", "2025-11"),
        ("a.md", "# 甲\n\n**会议**: NeurIPS 2025\n\n## 方法\n", "2025"),
        ("2025-03-01.md", "# 甲\n\n**arXiv**: 2511.22862\n\n## 方法\n", "2025-03-01"),
    ],
)
def test_a_date_says_what_is_known(
    root: Path, make: Maker, name: str, text: str, date: str
) -> None:
    write(root / name, text)
    assert only(make().scan()).date == date


def test_what_is_known_less_of_stands_behind(root: Path, make: Maker) -> None:
    for number, date in enumerate(("", "2025", "2025-11", "2025-11-03", "2026-01-01")):
        write(root / f"{number}.md", f"---\ndate: {date}\n---\n# 甲\n")
    assert ids(make().scan()) == ["4", "3", "2", "1", "0"]


def test_what_is_not_listed(root: Path, make: Maker) -> None:
    for name in (".hidden.md", ".git/a.md", "a.incoming.md", "a.txt", "B.INCOMING.MD", "c.md~"):
        write(root / name, "x")
    for name in ("a.md", "b.markdown", "c.MD"):
        write(root / name, "x")
    found = make().scan()
    assert sorted(ids(found)) == ["a", "b", "c"]
    assert found.problems == ()


def test_bad_files_are_one_problem_each_and_stop_nothing(root: Path, make: Maker) -> None:
    outside = write(root.parent / "outside.md", "x")
    report(root, "2026-08-01", "好")
    (root / "folder.md").mkdir()
    write(root / "folder.md" / "inside.md", "x")
    (root / "nowhere.md").symlink_to(root / "missing.md")
    (root / "loop.md").symlink_to(root / "loop.md")
    (root / "round").symlink_to(root)
    (root / "out.md").symlink_to(outside)
    os.mkfifo(root / "pipe.md")
    write(root / "bad.md", "---\ntitle: 甲: 乙\n---\n# 题目\n")
    (root / "broken.md").write_bytes("# 年报\n正".encode() + b"\xff" + "文内容完整。\n".encode())
    found = make().scan()
    assert sorted(ids(found)) == ["2026-08-01-好", "bad", "broken", "inside"]
    named = sorted(Path(problem.where).name for problem in found.problems)
    assert named == ["bad.md:2", "broken.md", "loop.md", "nowhere.md", "out.md", "pipe.md", "round"]
    assert next(one.title for one in found.reports if one.id == "bad") == "题目"


def test_problems_are_told_again_though_nothing_is_read(root: Path, make: Maker) -> None:
    write(root / "bad.md", "---\ntitle: 甲: 乙\n---\n# 题目\n")
    first = make().scan()
    assert make().scan().problems == first.problems != ()


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_folders_and_files_without_permission(root: Path, make: Maker) -> None:
    report(root, "2026-08-01", "好")
    closed = write(root / "closed" / "a.md", "x").parent
    secret = write(root / "secret.md", "x")
    closed.chmod(0)
    secret.chmod(0)
    try:
        found = make().scan()
    finally:
        closed.chmod(0o755)
    assert ids(found) == ["2026-08-01-好"]
    assert len(found.problems) == 2


def test_unreadable_files_are_named_by_the_reason(
    root: Path, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    report(root, "2026-08-01", "好")
    secret = write(root / "secret.md", "x")
    real = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        if path == secret:
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    found = make().scan()
    assert ids(found) == ["2026-08-01-好"]
    assert "Permission denied" in found.problems[0].line("en")


def test_stems_that_repeat_get_longer_ids(root: Path, make: Maker) -> None:
    write(root / "2024" / "readme.md", "# 甲")
    library = make()
    assert ids(library.scan()) == ["readme"]
    write(root / "2025" / "readme.md", "# 乙")
    second = library.scan()
    assert sorted(ids(second)) == ["2024/readme", "2025/readme"]


def test_short_titles_follow_their_siblings(root: Path, make: Maker) -> None:
    library = make()
    for day in ("2026-08-01", "2026-08-02"):
        report(root, day, f"解读：{day}")
    assert library.scan().reports[0].short_title == "解读：2026-08-02"
    report(root, "2026-08-03", "解读：第三")
    assert [one.short_title for one in library.scan().reports] == [
        "第三",
        "2026-08-02",
        "2026-08-01",
    ]


def test_single_files_folders_and_text(root: Path, make: Maker, tmp_path: Path) -> None:
    named = write(tmp_path / "notes" / "no_ending", "# 笔记\n\n## 局限\n\n甲\n")
    write(tmp_path / "notes" / "sibling.md", "# 另一篇\n")
    text = Root(Path("-"), "text", text="# 管道\n\n正文\n")
    library = make(Root(named, "file"), text)
    scan = library.scan()
    assert {one.title for one in scan.reports} == {"笔记", "管道"}
    by_title = {one.title: library.read(one) for one in scan.reports}
    assert by_title["管道"].body == "# 管道\n\n正文\n"
    assert [section.heading for section in by_title["笔记"].sections] == ["局限"]
    catalogue = Catalogue(tmp_path / "cache")
    assert list(catalogue.listed(".")) == []
    assert [file for file, *_ in catalogue.files(str(named.parent))] == ["no_ending"]
    whole = make(Root(tmp_path / "notes", "folder"), Root(tmp_path / "notes" / "no_ending", "file"))
    assert {one.title for one in whole.scan().reports} == {"笔记", "另一篇"}


def test_missing_places(root: Path, make: Maker, tmp_path: Path) -> None:
    assert make(Root(tmp_path / "none")).scan().problems == ()
    for kind in ("folder", "file"):
        (problem,) = make(Root(tmp_path / "none", kind)).scan().problems
        assert "none" in problem.where


def test_the_same_file_under_two_roots_is_listed_once(root: Path, make: Maker) -> None:
    path = report(root, "2026-08-01", "甲")
    found = make(Root(root), Root(path.parent, "folder"), Root(path, "file")).scan()
    assert ids(found) == [path.stem]


def test_opening(root: Path, make: Maker) -> None:
    path = write(root / "a.md", "---\ntitle: 甲\nown: [x]\n---\n\n# 甲\n\n引言\n\n## 概述\n\n乙\n")
    library = make()
    found = only(library.scan())
    opened = library.read(found)
    assert opened.meta == {"title": "甲", "own": ["x"]}
    assert [(one.heading, one.line) for one in opened.sections] == [("", 8), ("概述", 10)]
    path.unlink()
    with pytest.raises(VibeError, match=r"a\.md"):
        library.read(found)


def test_a_damaged_catalogue_is_filled_again(tmp_path: Path, root: Path, make: Maker) -> None:
    report(root, "2026-08-01", "甲")
    first = make().scan()
    file = tmp_path / "cache" / FILE_NAME
    for damage in (b"no database at all" * 100, b""):
        file.write_bytes(damage)
        for ending in ("-wal", "-shm"):
            Path(f"{file}{ending}").unlink(missing_ok=True)
        again = make().scan()
        assert (again.reports, again.problems) == (first.reports, ())


def test_rows_that_make_no_sense_are_read_anew(tmp_path: Path, root: Path, make: Maker) -> None:
    report(root, "2026-08-01", "甲")
    first = make().scan()
    damaged: tuple[tuple[str, object], ...] = (
        ("genre", "half a fact"),
        ("date", "tomorrow"),
        ("first_seen", None),
    )
    for column, value in damaged:
        with sqlite3.connect(tmp_path / "cache" / FILE_NAME) as connection:
            connection.execute(f"UPDATE files SET {column} = ?", (value,))
        connection.close()
        assert make().scan().reports == first.reports


def test_another_program_s_scan_is_taken_in(root: Path, make: Maker) -> None:
    report(root, "2026-08-01", "甲")
    one, other = make(), make()
    one.scan()
    other.scan()
    new = report(root, "2026-08-02", "乙")
    both = [new.stem, "2026-08-01-甲"]
    assert (ids(other.scan()), ids(one.scan())) == (both, both)
    new.unlink()
    assert ids(other.scan()) == ids(one.scan()) == ["2026-08-01-甲"]


def test_papers_are_read_when_they_are_asked_for(root: Path, make: Maker) -> None:
    for day in range(1, 31):
        report(root, f"2026-08-{day:02}", "甲")
        paper = FULL.replace("2608.03573", f"2608.{day:05}")
        write(root / "2026" / f"2026-08-{day:02}-甲.md", paper)
    library = make()
    found = library.scan().reports
    numbers = sorted(library.paper(one).arxiv for one in found)
    assert numbers == [f"2608.{day:05}" for day in range(1, 31)]
    path = Path(found[0].path)
    write(path, FULL.replace("2608.03573", "2609.00001"))
    assert library.paper(library.scan().reports[0]).arxiv == "2609.00001"
    text = make(Root(path, "text", text=FULL))
    (alone,) = text.scan().reports
    assert text.paper(alone).arxiv == "2608.03573"
    assert text.paper(replace(alone, file="elsewhere.md")) == NO_PAPER


def test_hostile_words_are_made_harmless(root: Path, make: Maker) -> None:
    body = '---\ntitle: "\\e[2J甲\\n乙"\nauthor: "a\\u009b31m"\nurl: "x\\u202ey"\n---\n'
    write(root / "a\x1b[2J.md", body)
    found = only(make().scan())
    for text in (found.id, found.title, found.author, found.url, found.short_title):
        assert all(char.isprintable() for char in text)


def test_large_files_open(root: Path, make: Maker) -> None:
    body = "## 甲\n\n" + "正文一段，有些字。" * 20 + "\n\n"
    path = write(root / "big.md", body * 15_000)
    assert path.stat().st_size > 7_000_000
    library = make()
    assert len(library.read(only(library.scan())).sections) == 15_000


def test_the_hour_of_a_mistyped_day_does_not_count(root: Path, make: Maker) -> None:
    for day, name in (("2026-08-12", "早"), ("2999-01-01", "错")):
        text = f"---\ntitle: {name}\ndate: {day}\npublished: {day}T08:00:00+08:00\n---\n\n正文\n"
        write(root / f"{name}.md", text)
    assert ids(make().scan()) == ["早", "错"]


def test_a_problem_goes_with_its_cause(root: Path, make: Maker) -> None:
    path = write(root / "a.md", "---\ntitle: 甲\ndate: soon\n---\n\n正文\n")
    library = make()
    assert "soon" in library.scan().problems[0].message.en
    assert make().load().problems == library.scan().problems
    write(path, "---\ntitle: 甲\ndate: 2026-08-01\n---\n\n正文\n")
    assert library.scan().problems == ()
    write(path, "---\ntitle: 甲\ndate: soon\n---\n\n又是正文\n")
    assert len(library.scan().problems) == 1
    path.unlink()
    assert library.scan().problems == ()


def test_the_largest_file_that_is_listed(
    root: Path, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk, "LARGEST", 30)
    write(root / "fits.md", "x" * 30)
    write(root / "large.md", "x" * 31)
    scan = make().scan()
    assert ids(scan) == ["fits"]
    assert [Path(problem.where).name for problem in scan.problems] == ["large.md"]


@pytest.mark.parametrize("moment", ["9999-12-31T23:30:00-08:00", "0001-01-01T00:30:00+08:00"])
def test_a_moment_beyond_all_days_is_none(root: Path, make: Maker, moment: str) -> None:
    text = f"---\ntitle: 甲\ndate: 2026-08-01\npublished: {moment}\n---\n\n正文\n"
    write(root / "a.md", text)
    assert only(make().scan()).published == ""


def test_a_number_of_authors_that_is_none(root: Path, make: Maker) -> None:
    for count, name in (("9" * 5000, "a"), ("99999999", "b"), ("-1", "c")):
        text = f"---\ntitle: {name}\npaper:\n  author_count: {count}\n---\n\n正文\n"
        write(root / f"{name}.md", text)
    library = make()
    counts = {one.title: library.paper(one).author_count for one in library.scan().reports}
    assert counts == {"a": 0, "b": 99999999, "c": 0}


NOTE = """# 地图：给机器人看的

**会议**: ICRA 2025
**作者**: 甲, 乙
**arXiv**: 2410.04680
**关键词**: 地图, 导航

## 一句话总结

说的是 #导航/室内 的事，不是 #1 也不是 `#include`。
"""


def test_facts_of_the_head_are_the_report_s(root: Path, make: Maker) -> None:
    write(root / "ICRA2025" / "robots" / "map.md", NOTE)
    library = make()
    found = only(library.scan())
    assert (found.arxiv, found.venue, found.genre) == ("2410.04680", "ICRA 2025", Genre.PAPER)
    assert found.tags == ("地图", "导航", "导航/室内")
    assert (found.folder, found.date) == ("ICRA2025/robots", "2024-10")
    assert library.paper(found).authors == ("甲", "乙")


def test_front_matter_wins_over_the_head(root: Path, make: Maker) -> None:
    front = "---\ntags: [地图学]\nvenue: CoRL 2024\npaper: {arxiv: '2401.00001'}\n---\n"
    write(root / "map.md", front + NOTE)
    found = only(make().scan())
    assert (found.arxiv, found.venue) == ("2401.00001", "CoRL 2024")
    assert found.tags[0] == "地图学"


def test_a_list_of_papers_is_about_none_of_them(root: Path, make: Maker) -> None:
    links = "\n".join(f"- [笔记 {n}](https://arxiv.org/abs/2511.0000{n})" for n in range(9))
    write(root / "README.md", f"# 🤖 笔记\n\n- [先读](https://arxiv.org/abs/2511.22862)\n{links}\n")
    (found,) = make().scan().reports
    assert (found.genre, found.date, found.arxiv) == (Genre.INDEX, "", "")


def test_of_several_papers_among_the_links_none_is_the_report_s(root: Path, make: Maker) -> None:
    links = [f"[{n}](https://arxiv.org/abs/2608.0000{n})" for n in range(2)]
    for name, text in (("a", links[0]), ("b", " ".join(links))):
        write(root / f"{name}.md", f"# 甲\n\n## 方法\n\n文\n\n## 基本信息\n\n{text}\n")
    assert {one.file: one.arxiv for one in make().scan().reports} == {
        "a.md": "2608.00000",
        "b.md": "",
    }


def test_tags_stand_in_the_text_and_neither_in_code_nor_in_links(root: Path, make: Maker) -> None:
    code = "```c\n#include <x>\n```\n\n    \n`#fff` 与 [锚](#标题)"
    write(root / "a.md", f"# 甲\n\n正文 #智能体 和（#Agent/多 也是）\n\n{code}\n")
    assert only(make().scan()).tags == ("智能体", "Agent/多")
