"""What headings are for: the table of the design, its rules, and names that must not match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.headings import bare_name, heading_names
from vibe_tui.library.split import settle, split
from vibe_tui.model.section import SectionKind as K


def kinds_of(heading: str, *parents: K) -> tuple[K, ...]:
    return settle(heading_names().read(heading), [(kind,) for kind in parents])


def kind_of(heading: str, *parents: K) -> K:
    return kinds_of(heading, *parents)[0]


TOP: list[tuple[str, K]] = [
    ("执行摘要", K.SUMMARY),
    ("概述", K.SUMMARY),
    ("TL;DR", K.SUMMARY),
    ("Executive Summary", K.SUMMARY),
    ("**Abstract**", K.SUMMARY),
    ("1. 论文基本信息", K.BASICS),
    ("2. 背景与动机：多任务后训练为何走向两种范式", K.BACKGROUND),
    ("3. 核心贡献", K.CONTRIBUTIONS),
    ("4. 模型架构详解", K.METHOD),
    ("4. MerchantBench 如何工作", K.METHOD),
    ("4. 推理流程：一次 AREX 研究如何运行", K.METHOD),
    ("核心内容解析", K.ANALYSIS),
    ("6. 如何理解这篇论文的真正创新", K.ANALYSIS),
    ("8. 如何理解这篇论文的真正价值", K.ANALYSIS),
    ("5. 实验设计", K.EXPERIMENTS),
    ("6. 核心实验结果", K.RESULTS),
    ("7. 消融实验：收益究竟来自哪里", K.RESULTS),
    ("7. 局限与批判性分析", K.LIMITATIONS),
    ("9. 局限与需要补充的证据", K.LIMITATIONS),
    ("10. 局限、风险与未回答问题", K.LIMITATIONS),
    ("安全威胁模型与局限", K.LIMITATIONS),
    ("不足与局限性：作者没有说的", K.LIMITATIONS),
    ("局限性与未来工作", K.LIMITATIONS),
    ("Known Limitations", K.LIMITATIONS),
    ("Limitations and Future Work", K.LIMITATIONS),
    ("第七章 局限性", K.LIMITATIONS),
    ("七、局限", K.LIMITATIONS),
    ("（七）局限性", K.LIMITATIONS),
    ("7） 局限性", K.LIMITATIONS),
    ("§7 Limitations", K.LIMITATIONS),
    ("Chapter 7: Limitations", K.LIMITATIONS),
    (r"7\. 局限性（Limitations）", K.LIMITATIONS),
    ("[局限性](#x)", K.LIMITATIONS),
    ("⚠️ 局限性", K.LIMITATIONS),
    ("优势", K.STRENGTHS),
    ("适用场景", K.USE_CASES),
    ("10. 复现与落地建议", K.IMPACT),
    ("9. 相关工作中的位置", K.RELATED),
    ("12. 综合评价", K.TAKEAWAYS),
    ("一句话结论", K.TAKEAWAYS),
    ("联网参考来源", K.REFERENCES),
    ("参考资料", K.REFERENCES),
    ("文档索引", K.OTHER),
    ("头部稳定参考系", K.OTHER),
    ("文本摘要任务", K.OTHER),
    ("风险控制流程", K.OTHER),
    ("6. 基础设施：模型能力背后的系统工作", K.OTHER),
    ("24.9% 的提升", K.OTHER),
    ("", K.OTHER),
    ("7.", K.OTHER),
]


@pytest.mark.parametrize(("heading", "kind"), TOP, ids=[heading for heading, _ in TOP])
def test_top_level(heading: str, kind: K) -> None:
    assert kind_of(heading) is kind


BELOW: list[tuple[str, K, K]] = [
    ("7.6 字符串归一与 taxonomy drift", K.LIMITATIONS, K.LIMITATIONS),
    ("8.1 论文较扎实的部分", K.LIMITATIONS, K.STRENGTHS),
    ("10.3 潜在风险", K.IMPACT, K.LIMITATIONS),
    ("已知限制", K.OTHER, K.LIMITATIONS),
    ("安全威胁模型与局限", K.OTHER, K.LIMITATIONS),
    ("9.5 双重用途安全风险", K.METHOD, K.METHOD),
    ("7.3 延迟风险要求“归因—处置—替代”完整链条", K.METHOD, K.METHOD),
    ("6.1 摘要：自动指标和成对偏好同时提升", K.RESULTS, K.RESULTS),
    ("4.1 概述", K.METHOD, K.METHOD),
    ("7.2 实验设计：样本太少", K.LIMITATIONS, K.LIMITATIONS),
    ("7.2 潜在风险：滥用", K.IMPACT, K.LIMITATIONS),
    ("两个根本缺陷", K.BACKGROUND, K.BACKGROUND),
    ("消融实验", K.EXPERIMENTS, K.RESULTS),
    ("接入与生态系统", K.OTHER, K.OTHER),
]


@pytest.mark.parametrize(("heading", "parent", "kind"), BELOW, ids=[c[0] for c in BELOW])
def test_below_a_parent(heading: str, parent: K, kind: K) -> None:
    assert kind_of(heading, parent) is kind


ABROAD: list[tuple[str, tuple[K, ...]]] = [
    ("局限性 / 可改进方向", (K.LIMITATIONS,)),
    ("已知局限", (K.LIMITATIONS,)),
    ("局限（原文第 6 节）", (K.LIMITATIONS,)),
    ("Limitation of our approach", (K.LIMITATIONS,)),
    ("Ⅲ. 侷限與風險", (K.LIMITATIONS,)),
    ("1️⃣ 局限", (K.LIMITATIONS,)),
    ("Q3: 有什么不足？", (K.LIMITATIONS,)),
    ("What are the weaknesses?", (K.LIMITATIONS,)),
    ("弱そうなところ", (K.LIMITATIONS,)),
    ("RAG 的局限", (K.LIMITATIONS,)),
    ("四、局限性与未来方向", (K.LIMITATIONS,)),
    ("优点与局限", (K.LIMITATIONS, K.STRENGTHS)),
    ("讨论与局限", (K.LIMITATIONS, K.ANALYSIS)),
    ("现有方法的局限", (K.BACKGROUND,)),
    ("前人工作的不足", (K.BACKGROUND,)),
    ("Limitations of prior work", (K.BACKGROUND,)),
    ("一句话总结", (K.SUMMARY,)),
    ("TL;DR（太长不看）", (K.SUMMARY,)),
    ("研究背景与动机", (K.BACKGROUND,)),
    ("这篇论文要解决什么问题？", (K.BACKGROUND,)),
    ("何を解決？", (K.BACKGROUND,)),
    ("核心问题", (K.BACKGROUND,)),
    ("实验关键数据", (K.RESULTS,)),
    ("消融实验要点", (K.RESULTS,)),
    ("Summary of the main results", (K.RESULTS,)),
    ("3.2 Ablation on the number of heads", (K.RESULTS,)),
    ("Experiments and Results", (K.EXPERIMENTS, K.RESULTS)),
    ("损失函数 / 训练策略", (K.METHOD,)),
    ("どうやってる？", (K.METHOD,)),
    ("亮点与洞察", (K.STRENGTHS, K.ANALYSIS)),
    ("与相关工作的对比", (K.RELATED,)),
    ("関連研究との違い", (K.RELATED,)),
    ("我们能学到什么", (K.TAKEAWAYS,)),
    ("评分 ⭐⭐⭐⭐ (4/5)", (K.TAKEAWAYS,)),
    ("Why does it matter", (K.IMPACT,)),
    ("未来工作", (K.OTHER,)),
    ("🎬 视频理解 { #video_understanding }", (K.OTHER,)),
    ("局限 2：数据集不可复现", (K.LIMITATIONS,)),
    ("附录 F：局限性——难得的清醒", (K.LIMITATIONS,)),
    ("Appendix B. Limitations", (K.LIMITATIONS,)),
    ("限界と今後の展望", (K.LIMITATIONS,)),
    ("8. What are the limitations (if any)?", (K.LIMITATIONS,)),
    ("优缺点分析", (K.LIMITATIONS, K.STRENGTHS)),
    ("解决了旧方法的缺陷", (K.BACKGROUND,)),
    ("一致性的弱化", (K.OTHER,)),
    ("Lesson 3: Paxos", (K.OTHER,)),
    ("G — Gap", (K.BACKGROUND,)),
    ("5) Case studies（硬要求：case >= 2）", (K.RESULTS,)),
    ("一、摘要（Abstract）逐句拆", (K.SUMMARY,)),
    ("One-sentence summary", (K.SUMMARY,)),
    ("Overview of regular calls", (K.OTHER,)),
    ("Summary of Findings", (K.RESULTS,)),
    ("Datasets used", (K.EXPERIMENTS,)),
    ("Intuition behind the approach", (K.ANALYSIS,)),
    ("实验补充说明", (K.EXPERIMENTS,)),
    ("补充讨论", (K.ANALYSIS,)),
    ("真正贡献是什么", (K.CONTRIBUTIONS,)),
    ("可借鑑之處", (K.TAKEAWAYS,)),
    ("関連研究とのつながり", (K.RELATED,)),
    ("論文基本資訊", (K.BASICS,)),
    ("State-of-the-art", (K.RELATED,)),
    ("自分の研究・実装への示唆", (K.TAKEAWAYS,)),
    ("Conditional Similarity Networks", (K.OTHER,)),
    ("Finding and marking", (K.OTHER,)),
    ("战略定位与发布背景", (K.OTHER,)),
    ("In Summary", (K.SUMMARY,)),
    ("My Summary", (K.SUMMARY,)),
    ("Final Discussion", (K.ANALYSIS,)),
    ("Method Summary", (K.METHOD,)),
    ("1. 跨家族“询问不足”（Under-asking）", (K.OTHER,)),
    ("方法的“局限”", (K.LIMITATIONS,)),
    ("“慢思考”的局限", (K.LIMITATIONS,)),
    ("论文总结", (K.TAKEAWAYS,)),
    ("总结一一智能体的前夜", (K.TAKEAWAYS,)),
    ("实验摘要", (K.EXPERIMENTS,)),
    ("实验发现摘要", (K.RESULTS,)),
    ("ToolX: A Benchmark for Agents", (K.OTHER,)),
    ("How is the service built?", (K.METHOD,)),
    ("How does it advance the field?", (K.CONTRIBUTIONS,)),
    ("Which datasets are used?", (K.EXPERIMENTS,)),
    ("What problems remain?", (K.LIMITATIONS,)),
]


@pytest.mark.parametrize(("heading", "kinds"), ABROAD, ids=[heading for heading, _ in ABROAD])
def test_names_of_other_people(heading: str, kinds: tuple[K, ...]) -> None:
    assert kinds_of(heading) == kinds


STAYS: list[tuple[str, K, K]] = [
    ("2.1 问题定义", K.METHOD, K.METHOD),
    ("抓取实验", K.RESULTS, K.RESULTS),
    ("ImageNet 上的结果", K.EXPERIMENTS, K.RESULTS),
    ("RLHF 的局限", K.TAKEAWAYS, K.LIMITATIONS),
    ("RLHF 的局限", K.BACKGROUND, K.BACKGROUND),
    ("Limitations and Future Work", K.TAKEAWAYS, K.LIMITATIONS),
    ("2. Results", K.SUMMARY, K.SUMMARY),
    ("人类评估", K.METHOD, K.RESULTS),
]


@pytest.mark.parametrize(("heading", "parent", "kind"), STAYS, ids=[c[0] for c in STAYS])
def test_what_is_known_by_its_head_alone_stays_below(heading: str, parent: K, kind: K) -> None:
    assert kind_of(heading, parent) is kind


def test_a_combined_heading_is_told_apart_by_its_sub_sections() -> None:
    combined, _ = split(
        "# 优势、局限与适用场景\n\n## 核心优势\n\n## 局限与风险\n\n## 适用场景\n\n# 结论\n"
    )
    assert combined.kinds == (K.OTHER,)
    assert [child.kind for child in combined.children] == [K.STRENGTHS, K.LIMITATIONS, K.USE_CASES]


def test_a_combined_heading_counts_for_each_of_its_parts() -> None:
    combined, _ = split("# 优点与局限\n\n都在这里。\n\n## 第一点\n\n# 结论\n")
    assert combined.kinds == combined.children[0].kinds == (K.LIMITATIONS, K.STRENGTHS)
    assert kind_of("结论与局限") is K.LIMITATIONS


def test_a_heading_above_all_others_is_a_title() -> None:
    (title,) = split("# A Framework for Error Analysis\n\n## TL;DR\n\n## Notes\n")
    assert title.kind is K.OTHER
    assert [child.kind for child in title.children] == [K.SUMMARY, K.OTHER]


def test_names_of_the_settings_count() -> None:
    names = heading_names(((K.LIMITATIONS, ("踩坑记录", "Gotchas")),))
    assert names.read("3. 我的踩坑记录").kinds == (K.LIMITATIONS,)
    assert names.read("Main gotchas").kinds == (K.LIMITATIONS,)


def test_the_nearest_kind_is_inherited() -> None:
    assert kind_of("任何标题", K.OTHER, K.RESULTS, K.STRENGTHS) is K.STRENGTHS


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("7.1 “RL 共存”有明确反例", "rl 共存”有明确反例"),
        ("10. 结论", "结论"),
        ("一、 结　论", "结论"),
        ("IV. Results", "results"),
        ("ＴＬ；ＤＲ", "tl;dr"),
        ("局限：甲：乙", "局限"),
        ("`代码` 与 **粗体**", "代码与粗体"),
    ],
)
def test_bare_names(heading: str, name: str) -> None:
    assert bare_name(heading)[0] == name


@given(st.text(), st.lists(st.sampled_from(list(K)), max_size=3))
def test_any_heading_has_a_kind(heading: str, parents: list[K]) -> None:
    assert set(kinds_of(heading, *parents)) <= set(K)


@pytest.mark.parametrize("piece", ["[", "[](", "!", "(", "1.", " ", "*_", "<", "一", "的", "与"])
def test_endless_headings_end(piece: str) -> None:
    assert kind_of(piece * 100_000 + "甲") is K.OTHER
