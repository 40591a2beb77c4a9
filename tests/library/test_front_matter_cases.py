"""Faults of front matter that users of other programs reported, each in a library of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.sync.desk import Desk, desk_in
from vibe_tui.library.front_matter import dump_front_matter, read_front_matter
from vibe_tui.model.report import Report
from vibe_tui.service import Service


@dataclass(frozen=True)
class Shown:
    """A report as its reader sees it: `told` are the lines of the file that messages name."""

    title: str
    text: str
    told: tuple[str, ...] = ()


BOMB = "k0: &k0 [报]\n" + "".join(
    f"k{n}: &k{n} [{','.join([f'*k{n - 1}'] * 8)}]\n" for n in range(1, 9)
)
CASES = {
    "FM-01 a mark of byte order": ("\ufeff---\ntitle: 年报\n---\n正文", Shown("年报", "正文")),
    "FM-03 an unquoted colon": (
        "---\ntitle: 展望: 下半年\n---\n# 年报\n\n正文",
        Shown("年报", "正文", ("2",)),
    ),
    "FM-03 no heading": ("---\ntitle: 展望: 下半年\n---\n正文", Shown("a", "正文", ("2",))),
    "FM-04 tabs": ("---\ntags:\n\t- 宏观\n---\n# 年报\n\n正文", Shown("年报", "正文", ("3",))),
    "FM-06 a key twice": ("---\ntitle: 甲\ntitle: 乙\n---\n正文", Shown("乙", "正文", ("3",))),
    "FM-06 in two languages": ("---\n标题: 甲\ntitle: 乙\n---\n正文", Shown("乙", "正文", ("2",))),
    "FM-08 no closing fence": ("---\ntitle: 甲\n\n# 正文\n\n后", Shown("正文", "后", ("1",))),
    "FM-09 rules in the text": (
        "---\ntitle: 甲\n---\n一\n\n---\n\n二\n\n---\n\n三\n\n---\n\n四",
        Shown("甲", "四"),
    ),
    "FM-09 dashes in a value": ('---\ntitle: "甲 --- 乙"\n---\n正文', Shown("甲 --- 乙", "正文")),
    "FM-09 a rule first": ("----------\n\n正文", Shown("a", "正文")),
    "FM-11 aliases that multiply": (
        f"---\ntitle: 甲\n{BOMB}tags: *k8\n---\n正文",
        Shown("a", "正文", ("2",)),
    ),
    "FM-12 a comment": ("---\n# draft: true\ntitle: 甲\n---\n正文", Shown("甲", "正文")),
    "FM-14 a number": ("---\ntitle: 2024\n---\n正文", Shown("2024", "正文")),
    "FM-14 yes": ("---\ntitle: yes\n---\n正文", Shown("yes", "正文")),
    "FM-14 null": ("---\ntitle: null\n---\n正文", Shown("null", "正文")),
    "FM-14 a list": ("---\ntitle: [甲]\n---\n正文", Shown("[甲]", "正文")),
    "FM-14 tags on a line": ("---\ntitle: 甲\ntags: 宏观, 债券\n---\n正文", Shown("甲", "正文")),
    "FM-14 two megabytes": (f"---\ntitle: 甲\nx: {'长' * 700_000}\n---\n正文", Shown("甲", "正文")),
}


def _read(desk: Desk, text: str) -> tuple[Report, Service]:
    path = desk.paths.library / "a.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    desk.service.refresh()
    (report,) = desk.service.reports().reports
    return report, desk.service


@pytest.mark.parametrize(("text", "shown"), CASES.values(), ids=CASES.keys())
def test_a_report_opens_whatever_opens_it(tmp_path: Path, text: str, shown: Shown) -> None:
    report, service = _read(desk_in(tmp_path), text)
    opened = service.open(report)
    told = tuple(p.where.rpartition(":")[2] for p in opened.problems)
    assert (report.title, told) == (shown.title, shown.told)
    assert shown.text in opened.body
    assert (tmp_path / "library" / "a.md").read_text("utf-8") == text


FIRST_OF_MARCH = (
    "2025-03-01T23:30:00+08:00",
    "2025-03-01",
    '"2025-03-01 23:30"',
    "2025年3月1日",
    "20250301",
)


@pytest.mark.parametrize("written", FIRST_OF_MARCH)
def test_fm_05_a_day_is_the_day_as_written(tmp_path: Path, written: str) -> None:
    text = f"---\ntitle: 甲\ndate: {written}\nopen: 10:00\n---\n\n正文\n"
    report, _ = _read(desk_in(tmp_path), text)
    assert report.date == "2025-03-01"
    meta, body, _, _ = read_front_matter(text, "a.md")
    back = read_front_matter(dump_front_matter(meta, body), "a.md")
    assert (back.meta, "10:00" in dump_front_matter(meta, body)) == (meta, True)
