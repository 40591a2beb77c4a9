"""Where a lens that finds nothing leads, and a link to another note."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.library.split import split
from vibe_tui.model.report import Report
from vibe_tui.model.section import LENSES, Lens
from vibe_tui.service.opening import find_beside, nearest_section

BY_ID = {lens.id: lens for lens in LENSES}


def nearest(text: str, lens: Lens) -> str | None:
    flat = [one for top in split(text) for one in top.walk()]
    at = nearest_section(flat, lens)
    return flat[at].heading if at is not None else None


@pytest.mark.parametrize(
    ("text", "lens", "heading"),
    [
        pytest.param(
            "## 背景\n\n现有方法的局限、局限。\n\n## 我的看法\n\n不足是只测了一种语言。\n",
            "limitations",
            "我的看法",
            id="not what is said of others",
        ),
        pytest.param(
            "## Notes\n\nNice.\n\n### Thoughts\n\nOne Limitation: only English.\n",
            "limitations",
            "Thoughts",
            id="a section inside another",
        ),
        pytest.param(
            "## 方法\n\n甲。\n\n## 结论\n\n乙。\n", "limitations", "结论", id="else the takeaways"
        ),
        pytest.param("## 摘要\n\n甲。\n", "takeaways", "摘要", id="else the summary"),
        pytest.param("没有标题。有不足。\n", "limitations", "", id="a text without headings"),
        pytest.param("## 想法\n\n甲。\n", "limitations", None, id="nothing is near"),
        pytest.param("## 结论\n\n甲。\n", "tables", None, id="no text stands for tables"),
    ],
)
def test_what_comes_nearest(text: str, lens: str, heading: str | None) -> None:
    assert nearest(text, BY_ID[lens]) == heading


def test_a_note_that_is_named_is_found_wherever_it_stands_the_nearest_first(tmp_path: Path) -> None:
    files = ("a/x/笔记.md", "a/笔记.md", "b/笔记.md", "b/Other.md")
    reports = [Report(str(at), "", file, root=str(tmp_path)) for at, file in enumerate(files)]
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    here = Report("here", "", "a/这里.md", root=str(tmp_path))

    def found(name: str) -> str | None:
        report = find_beside(reports, here, name)
        return report.id if report else None

    names = [
        "笔记",
        "笔记.md",
        "x/笔记",
        "b/%E7%AC%94%E8%AE%B0",
        "other",
        "没有",
        "../../etc/passwd",
    ]
    assert [found(name) for name in names] == ["1", "1", "0", "2", "3", None, None]
