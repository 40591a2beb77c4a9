"""Comparing reports: which are marked, what is known of them, what stands beside what."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import make_service, own
from vibe_tui.config import Config
from vibe_tui.errors import VibeError
from vibe_tui.model.section import FULL, LENSES, LIMITATIONS, SectionKind
from vibe_tui.render.page import Page
from vibe_tui.render.plain import to_text
from vibe_tui.service import Service
from vibe_tui.service.comparison import ORDER, compare, fact_rows
from vibe_tui.service.papers import PaperColumns, about_papers, paper_links
from vibe_tui.service.reading_state import MOST

__all__ = ["own"]

PAPER = """\
---
title: 甲的论文
date: 2026-08-01
genre: paper
topics: [agents]
paper:
  title: Paper of A
  arxiv: "2608.00002"
  version: v2
  authors: [A One, B Two, C Three, D Four]
  author_count: 9
  institutions: [甲大学]
  categories: [cs.CL]
  links: {code: "https://code.example/a", pdf: "https://arxiv.org/pdf/2608.00002"}
---

## 摘要

{words}
"""


@pytest.fixture
def service(own: Path) -> Service:
    (own / "library" / "甲.md").write_text(PAPER.replace("{words}", "甲的话。"), "utf-8")
    made = make_service(own)
    made.refresh()
    return made


def titles(service: Service) -> list[str]:
    return [report.title for report in service.comparing.reports]


def test_taking_out_what_is_not_marked_changes_nothing(service: Service) -> None:
    one, two, *_ = service.reports().reports
    service.comparing.toggle(one)
    service.comparing.remove(two)
    service.comparing.remove(one)
    service.comparing.remove(one)
    assert titles(service) == []
    service.reading.undo()
    assert titles(service) == [one.title]


def test_marks_are_kept_in_order_and_can_be_taken_back(service: Service) -> None:
    one, two, *_ = service.reports().reports
    assert service.comparing.toggle(two)
    assert service.comparing.toggle(one)
    assert titles(service) == [two.title, one.title]
    assert not service.comparing.toggle(two)
    assert titles(service) == [one.title]
    said = service.reading.undo()
    assert said is not None
    assert said.zh.startswith("取消对照标记：")
    assert service.comparing.holds(two)
    service.comparing.clear()
    assert service.comparing.reports == ()
    assert service.comparing.clear() == 0
    service.reading.undo()
    assert {one.title, two.title} == set(titles(service))


def test_what_vanishes_is_passed_over_until_it_comes_back(service: Service, own: Path) -> None:
    report = service.find("甲")
    service.comparing.toggle(report)
    path = own / "library" / "甲.md"
    text = path.read_text("utf-8")
    path.unlink()
    service.refresh()
    assert service.comparing.reports == ()
    path.write_text(text.replace("甲的论文", "新题"), "utf-8")
    service.refresh()
    assert titles(service) == ["新题"]


def test_there_is_a_limit_that_is_said(own: Path) -> None:
    for number in range(MOST + 1):
        (own / "library" / f"{number}.md").write_text(f"# 题{number}\n", "utf-8")
    service = make_service(own)
    service.refresh()
    reports = service.reports(service.parse("title:题")).reports
    assert len(reports) == MOST + 1
    for report in reports[:MOST]:
        service.comparing.toggle(report)
    with pytest.raises(VibeError) as caught:
        service.comparing.toggle(reports[MOST])
    assert str(MOST) in caught.value.message.zh
    assert len(service.comparing.reports) == MOST


def test_every_kind_has_its_place() -> None:
    assert sorted(ORDER) == sorted(SectionKind)


def test_only_facts_that_somebody_has(service: Service) -> None:
    paper, interview = service.find("甲"), service.find("没有局限")
    facts = {fact.id: fact for fact in fact_rows([paper, interview], Config(), service.paper)}
    assert facts["authors"].values == ("A One、B Two、C Three 等 9 人", "")
    assert facts["arxiv"].links == ("https://arxiv.org/abs/2608.00002", "")
    assert facts["code"].values == ("code.example/a", "")
    assert "source" not in facts
    assert not facts["date"].is_same
    assert all(fact.is_same for fact in fact_rows([paper, paper], Config(), service.paper))


def test_a_file_that_is_gone_says_so_in_its_column(service: Service, own: Path) -> None:
    paper, interview = service.find("甲"), service.find("没有局限")
    (own / "library" / "甲.md").unlink()
    comparison = compare(service, [paper, interview], FULL)
    assert comparison.reports[0].opened is None
    shown = "\n".join(to_text(Page(comparison.document(), 100)))
    assert "读不出这篇报告" in shown
    assert "谈公司的下一步" in shown


def test_a_lens_chooses_the_kinds(service: Service) -> None:
    paper, other = service.find("甲"), service.find("透镜")
    everything = [part.kind for part in compare(service, [paper, other], FULL).parts]
    assert everything == [SectionKind.SUMMARY, SectionKind.METHOD, SectionKind.LIMITATIONS]
    (part,) = compare(service, [paper, other], LIMITATIONS).parts
    assert not part.sections[0]
    assert part.sections[1]
    tables = next(lens for lens in LENSES if lens.tables_only)
    (part,) = compare(service, [paper, other], tables).parts
    assert part.kind is SectionKind.METHOD


def test_papers_and_their_links(service: Service) -> None:
    reports = about_papers(service.reports().reports, service.paper)
    assert [report.title for report in reports] == ["甲的论文"]
    assert paper_links(reports[0], service.paper(reports[0]), "zh") == (
        ("arXiv 摘要页", "https://arxiv.org/abs/2608.00002"),
        ("PDF", "https://arxiv.org/pdf/2608.00002"),
        ("代码", "https://code.example/a"),
    )
    columns = PaperColumns(Config(), service.paper)
    assert list(columns.cells(reports[0])) == [
        "甲的论文",
        "Paper of A",
        "2608.00002",
        "v2",
        "2026-08-01",
        "A One 等 9 人",
        "甲大学",
        "cs.CL",
        "有",
        "智能体与多智能体",
    ]
    links = [atom.look.link for cell in columns.drawn(reports[0]) for atom in cell]
    assert [link for link in links if link] == [
        "https://arxiv.org/abs/2608.00002",
        "https://code.example/a",
    ]
