"""What a section is for, told from its heading.

Whole names are matched first, without numbers, markup and what follows a colon; a heading without
a kind of its own inherits the nearest one above it. Keywords inside a name never count:
`文本摘要任务` is no summary. Three rules go beyond the table of names:

- A summary is one of the whole report, so `4.1 概述` below 方法详解 is none.
- Below a section that has a kind, a name with a colon (`7.2 实验设计：样本太少`) is a statement
  about that section's matter; only limitations and strengths break out of it.
- A heading made of several kinds (优势、局限与适用场景) is none of them where it has sub-sections.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from vibe_tui.model.section import SectionKind

_NAMES: dict[SectionKind, str] = {
    SectionKind.SUMMARY: """
        执行摘要 概述 摘要 内容摘要 tl;dr tldr executive_summary abstract summary
    """,
    SectionKind.BASICS: "论文基本信息 基本信息",
    SectionKind.BACKGROUND: """
        背景与动机 背景与问题 背景 研究背景 background introduction motivation
        background_and_motivation
    """,
    SectionKind.CONTRIBUTIONS: """
        核心贡献 主要贡献 contributions key_contributions main_contributions
    """,
    SectionKind.METHOD: """
        方法详解 模型方法详解 模型架构详解 训练方法 数据管线详解 推理流程 方法 method methods
        methodology
    """,
    SectionKind.ANALYSIS: "核心内容解析 关键概念与机制",
    SectionKind.EXPERIMENTS: """
        实验设计 训练与实验设计 实验设置 experiments experimental_setup
    """,
    SectionKind.RESULTS: """
        实验结果 主要实验结果 核心实验结果 实验设计与结果 实验与结果 案例研究 消融实验
        超参数敏感性 results ablation ablations ablation_study
    """,
    SectionKind.LIMITATIONS: """
        局限 局限性 局限与批判性分析 局限与审慎解读 局限与风险 局限与证据边界
        局限与需要补充的证据 局限、风险与未回答问题 局限与潜在挑战 局限与潜在风险
        根本性局限与风险 已知限制 潜在风险 不足 不足之处 limitations
    """,
    SectionKind.STRENGTHS: "优势 核心优势 论文较扎实的部分 strengths",
    SectionKind.USE_CASES: "适用场景 use_cases",
    SectionKind.IMPACT: "应用影响 应用与影响 复现与落地建议 impact",
    SectionKind.RELATED: """
        相关工作 与相关工作的关系 相关工作与论文定位 相关工作定位 相关工作中的位置 related_work
    """,
    SectionKind.TAKEAWAYS: """
        关键要点总结 要点总结 结论 综合评价 总结判断 一句话结论 总结 conclusion conclusions
        takeaways key_takeaways
    """,
    SectionKind.REFERENCES: "参考资料 联网参考来源 核心资料 参考文献 references",
}
KINDS: dict[str, SectionKind] = {
    name.replace("_", " "): kind for kind, names in _NAMES.items() for name in names.split()
}

_BEGINNINGS = {"如何理解这篇论文的真正": SectionKind.ANALYSIS}
_ENDINGS = {
    "如何工作": SectionKind.METHOD,
    "方法详解": SectionKind.METHOD,
    "模型架构详解": SectionKind.METHOD,
}
_LIMITING = ("局限", "局限性", "限制", "风险")
_LIMITATIONS = re.compile(r"(?:局限性?[与和及、]|limitations (?:and|&) ).+|(?:.*\b)?limitations")
_BREAK_OUT = frozenset({SectionKind.LIMITATIONS, SectionKind.STRENGTHS})

_LONGEST = 300
_NUMERAL = "[〇零一二三四五六七八九十百]+"
_NUMBER = re.compile(
    rf"(?:第\s*(?:{_NUMERAL}|\d+)\s*[章节部篇讲]分?|[(\[]\s*(?:{_NUMERAL}|\d+|[a-z])\s*[)\]]"
    rf"|{_NUMERAL}\s*[、.)]|(?:chapter|section|part)\s+\d+|§\s*[\d.]+|\d+(?:\.\d+)*\s*[.)、]?"
    r"|(?:[a-z]|[ivx]+)\s*[.)](?=\s))[\s:、.—-]*"
)
_HAN_GAP = re.compile(r"(?<=[\u3400-\u9fff]) +(?=[\u3400-\u9fff])")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_TAG = re.compile(r"<[^<>]*>|\{[#.][^{}]*\}\s*$")
_EMPHASIS = re.compile(r"(?<!\\)[*`]|(?<!\\)__")
_has_markup = re.compile(r"[\[<{*`_\\]").search
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_EDGE = re.compile(r"^[^\w(\[§]+|[^\w)\]+%]+$")
_JOINT = re.compile(r"、|,|/|&|与|和|及|\band\b")


def kind_of(
    heading: str, parent_kinds: Sequence[SectionKind] = (), *, has_children: bool = False
) -> SectionKind:
    """The kind of the section under `heading` (Markdown source); `parent_kinds` outermost first."""
    name = _name_of(heading)
    other = SectionKind.OTHER
    inherited = parent_kinds[-1] if parent_kinds else other
    nested = parent_kinds.count(other) < len(parent_kinds)
    if name.kind is not None:
        is_matter = name.kind is SectionKind.SUMMARY or (
            name.has_colon and name.kind not in _BREAK_OUT
        )
        return inherited if nested and is_matter else name.kind
    if nested or (has_children and name.is_combined):
        return inherited
    return SectionKind.LIMITATIONS if name.is_limiting else inherited


class _Name(NamedTuple):
    """What a heading tells by itself: the kind that its name is known for, if it is, and else
    whether it joins several kinds or ends as limitations do."""

    kind: SectionKind | None
    has_colon: bool
    is_combined: bool = False
    is_limiting: bool = False


@lru_cache(maxsize=4096)
def _name_of(heading: str) -> _Name:
    name, has_colon = bare_name(heading)
    kind = _named(name)
    if kind is not None:
        return _Name(kind, has_colon)
    limiting = name.endswith(_LIMITING) or _LIMITATIONS.fullmatch(name) is not None
    return _Name(None, has_colon, _is_combined(name), limiting)


def bare_name(heading: str) -> tuple[str, bool]:
    """`heading` without markup, number and what follows a colon, and whether a colon was there.

    Widths and case are folded. A long report has thousands of headings, most of them plain: what
    cannot be there is not looked for.
    """
    text = heading[:_LONGEST]
    if _has_markup(text):
        text = _TAG.sub("", _LINK.sub(r"\1", text))
        text = _ESCAPE.sub(r"\1", _EMPHASIS.sub("", text))
    text = _without_edges(unicodedata.normalize("NFKC", text).casefold().strip())
    number = _NUMBER.match(text)
    if number and number.end() < len(text):
        text = text[number.end() :]
    name, colon, rest = text.partition(":")
    name = _without_edges(name)
    if " " in name or not name.isprintable():
        name = _HAN_GAP.sub("", " ".join(name.split()))
    return name, bool(colon and rest.strip())


def _without_edges(text: str) -> str:
    """`text` from its first letter, digit or bracket to its last."""
    return text if text[:1].isalnum() and text[-1:].isalnum() else _EDGE.sub("", text)


def _named(name: str) -> SectionKind | None:
    for form in (name, _ASIDE.sub("", name)) if name.endswith(")") else (name,):
        if form in KINDS:
            return KINDS[form]
        for beginning, kind in _BEGINNINGS.items():
            if form.startswith(beginning) and form != beginning:
                return kind
        for ending, kind in _ENDINGS.items():
            if form.endswith(ending) and form != ending:
                return kind
    return None


def _is_combined(name: str) -> bool:
    kinds: set[SectionKind] = set()
    for part in _JOINT.split(name):
        kind = KINDS.get(part.strip())
        if kind is None:
            return False
        kinds.add(kind)
    return len(kinds) > 1
