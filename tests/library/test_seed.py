"""The publication's own text through the library: kinds, lenses, names, topics."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from vibe_tui.library.lens import apply_lens
from vibe_tui.library.opened import Opened
from vibe_tui.library.scan import Library
from vibe_tui.library.store import Store
from vibe_tui.library.walk import Root
from vibe_tui.model.report import TOPICS
from vibe_tui.model.section import LIMITATIONS, SUMMARY, Lens, Section
from vibe_tui.state.catalogue import Catalogue
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origins
from vibe_tui.sync.import_files import import_paths

TODAY = dt.date(2026, 8, 12)

Shelf = dict[str, Opened]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    seed = Path(__file__).resolve().parents[3] / "shared" / "seeds" / "vibe-research.txt"
    if not seed.is_file():
        pytest.skip("the publication's text is not on this machine")
    folder = tmp_path_factory.mktemp("shelf")
    state = StateDatabase.open(folder / "state.db")
    root = folder / "library"
    import_paths([seed], Store(root), Origins(state, root), today=TODAY)
    library = Library([Root(root)], Catalogue(folder / "cache"), lambda: TODAY)
    yield {report.short_title: library.read(report) for report in library.scan().reports}
    state.close()


def named(shelf: Shelf, name: str) -> Opened:
    (found,) = (opened for title, opened in shelf.items() if name in title)
    return found


def kept(opened: Opened, lens: Lens) -> list[str]:
    """Headings of the sections that stay with their text, not as bare headings above them."""
    found = []
    for top in apply_lens(opened.sections, lens):
        found += [one.heading for one in top.walk() if lens.keeps(one)]
    return found


def everything(sections: tuple[Section, ...]) -> list[Section]:
    return [one for top in sections for one in top.walk()]


LIMITATION_HEADINGS = {
    "Kitesurf": ["已知限制", "安全威胁模型与局限", "根本性局限与风险"],
    "Agent Team": ["局限与风险"],
    "MCP": ["局限与潜在挑战"],
    "梁文锋": ["局限与风险"],
    "Anthropic": [],
    "TurboVLA": ["8. 局限与批判性分析", "8.2 尚未解决的问题", "8.3 对论文结论的准确表述"],
    "MerchantBench": [
        "9. 局限与需要补充的证据",
        "9.1 统计样本不足以支撑精细排名",
        "9.2 人类基线代表性有限",
        "9.3 真实数据支撑环境，但不随公开代码发布",
        "9.4 仿真有效性仍需现实校准",
        "9.5 框架对比包含多个同时变化的因素",
        "9.6 自摘要会把模型能力与记忆质量绑定",
        "9.7 评测成本和资源效率没有进入主结论",
        "9.8 终局资产目标仍可能诱导不现实策略",
        "10.3 潜在风险",
    ],
}


@pytest.mark.parametrize("name", LIMITATION_HEADINGS)
def test_limitations(shelf: Shelf, name: str) -> None:
    assert kept(named(shelf, name), LIMITATIONS) == LIMITATION_HEADINGS[name]


def test_every_report_but_one_has_limitations(shelf: Shelf) -> None:
    assert [title for title, one in shelf.items() if not kept(one, LIMITATIONS)] == [
        title for title in shelf if "Anthropic" in title
    ]


def test_every_report_has_one_summary(shelf: Shelf) -> None:
    for opened in shelf.values():
        assert kept(opened, SUMMARY) in (["执行摘要"], ["概述"])


def test_no_words_are_lost_in_sections(shelf: Shelf) -> None:
    for opened in shelf.values():
        sections = everything(opened.sections)
        words = "".join(f"{one.heading}{one.text}" for one in sections)
        body = opened.body.replace("#", "")
        assert "".join(words.replace("#", "").split()) == "".join(body.split())


def test_short_titles_and_column(shelf: Shelf) -> None:
    assert {"SFT Conflicts, RL Coexists", "AgentOPSD", "RLSVR / SpyRL", "TurboVLA"} <= set(shelf)
    assert named(shelf, "AgentOPSD").report.column == "硅基写手"


MAIN_TOPIC = {
    "SFT Conflicts": "rl-post-training",
    "Kitesurf": "platforms-protocols",
    "AgentOPSD": "rl-post-training",
    "MerchantBench": "agents",
    "SpyRL": "rl-post-training",
    "Agent Team": "agents",
    "Anthropic": "safety-governance",
    "AskChem": "retrieval-science",
    "TurboVLA": "embodied-robotics",
    "MCP": "platforms-protocols",
    "Kimi K3": "foundation-models",
    "AREX": "retrieval-science",
    "SLAI T-Rex": "systems-infra",
    "梁文锋": "industry-strategy",
    "ABot-World": "multimodal-generation",
}


@pytest.mark.parametrize("name", MAIN_TOPIC)
def test_topics(shelf: Shelf, name: str) -> None:
    topics = named(shelf, name).report.topics
    assert topics[0] == MAIN_TOPIC[name]
    assert len(topics) <= 3
    assert set(topics) <= {topic.id for topic in TOPICS}
