"""What a lens that finds nothing offers, and the way from a report to its twin."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static

from tests.tui.conftest import Person, sit_down

NOTE = """\
---
title: {title}
date: 2026-08-12
---

arXiv: [2511.22862](https://arxiv.org/abs/2511.22862)

## 方法

{text}

## 讨论

### 杂谈

不足：只测了一种语言。
"""


def write(own: Path, **notes: str) -> None:
    folder = own / "library" / "2026"
    for path in folder.iterdir():
        path.unlink()
    for name, title in notes.items():
        text = "\n\n".join(f"第 {number} 段。" for number in range(60))
        (folder / f"{name}.md").write_text(NOTE.format(title=title, text=text), "utf-8")


def here(person: Person) -> str:
    session = person.main.session
    assert session is not None
    assert session.report is not None
    return session.report.id


def notice(person: Person) -> str:
    return str(person.main.pane.query_one("#notice", Static).render())


async def test_enter_goes_where_a_lens_that_finds_nothing_points(own: Path) -> None:
    write(own, a="甲")
    async with sit_down(own) as person:
        await person.press("enter", "l")
        assert notice(person) == "这篇报告没有“局限性”。按 1 看全文，按 enter 看最接近的“杂谈”"
        assert "只测了一种语言" not in person.text
        await person.press("enter")
        assert "只测了一种语言" in person.text
        assert "第 3 段" not in person.text
        await person.press("z")
        assert "只测了一种语言" not in person.text
        await person.press("enter")
        assert "只测了一种语言" in person.text


async def test_a_heading_that_was_chosen_is_opened_rather_than_what_is_nearest(own: Path) -> None:
    write(own, a="甲")
    async with sit_down(own) as person:
        await person.press("enter", "l", "]", "enter")
        assert "第 3 段" in person.text


async def test_a_report_leads_to_the_other_one_on_its_paper(own: Path) -> None:
    write(own, a="同题", b="同题", c="别题")
    async with sit_down(own) as person:
        await person.press("enter")
        assert "同一篇论文 · " in person.text
        line = next(line for line in person.text.split("\n") if "同一篇论文" in line)
        before = here(person)
        assert {"a": "b · 别题", "b": "a · 别题", "c": "同题 · 同题"}[before] in line
        await person.press("o", "s")
        assert here(person) in {"a", "b", "c"} - {before}
        assert "同一篇论文 · " in person.text
        await person.press("H")
        assert here(person) == before
