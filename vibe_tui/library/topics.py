"""Topics for reports that name none: weighted keywords, title and summary counting most.

Keywords of Latin letters match whole words, others anywhere; case does not matter. A report gets
one to three topics: the best, and those that come near it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from vibe_tui.model.topic import TOPICS, Topic

Keywords = Mapping[str, tuple[str, ...]]
"""Topic id → words that speak for it."""

_WORDS = {
    "rl-post-training": """
        强化学习, 后训练, 奖励, 策略优化, 微调, 偏好优化, 信用分配, 自蒸馏, 优势估计, rl, rlhf,
        rlvr, grpo, ppo, dpo, sft, reward, post-training, fine-tuning,
        reinforcement learning, on-policy, off-policy, advantage, policy gradient
    """,
    "agents": """
        智能体, 多智能体, 代理, 工具调用, 长程任务, agent, agents, agentic, multi-agent,
        subagent, tool use, agent team, computer use, browser use, react, scaffold, 脚手架
    """,
    "foundation-models": """
        基础模型, 大语言模型架构, 注意力, 预训练, 混合专家, 稀疏, 开放权重, 上下文长度,
        参数规模, transformer, attention, moe, mla, foundation model, pretraining, pre-training,
        scaling law, scaling laws, open weights, architecture, 模型架构, 稀疏注意力, 线性注意力,
        tokenizer
    """,
    "embodied-robotics": """
        具身, 机器人, 机械臂, 操作策略, 双臂, 自动驾驶, 视觉语言动作, vla, robot, robotics,
        embodied, manipulation, libero, 动作块, 导航, humanoid, 人形
    """,
    "multimodal-generation": """
        语音, 视频, 世界模型, 交互世界, 图像生成, 扩散模型, 多模态, 文生图, 音频, 音乐, speech,
        video, world model, world models, interactive world, world rollout, diffusion,
        text-to-image, tts, multimodal, audio, image generation, 3d generation
    """,
    "systems-infra": """
        训练系统, 推理系统, 基础设施, 算子, 内核, 并行, 集群, 显存, 吞吐, 调度, 部署, 算力,
        国产算力, gpu, npu, kernel, kernels, cuda, inference, serving, throughput, mfu,
        kv cache, vllm, pipeline parallel, superpod, quantization, 量化推理, 编译器
    """,
    "evaluation": """
        评测, 基准, 排行榜, 测评, 评估框架, 榜单, benchmark, benchmarks, bench, leaderboard,
        evaluation, evals, arena, llm-as-a-judge
    """,
    "data-engineering": """
        数据工程, 合成数据, 数据管线, 数据清洗, 语料, 数据集, 标注, 数据引擎, 去重, 数据合成,
        synthetic data, dataset, data pipeline, data curation, corpus, annotation, data engine
    """,
    "retrieval-science": """
        检索, 深度研究, 知识图谱, 科学发现, 文献, 化学, 生物, 搜索引擎, 搜索智能体, 问答, rag,
        retrieval, deep research, search agent, knowledge graph, scientific, science, chemistry,
        browsecomp, citation
    """,
    "safety-governance": """
        安全, 对齐, 治理, 越界, 越狱, 攻击, 事故, 风险管控, 滥用, 监管, 隐私, 提示注入,
        沙箱逃逸, 网络安全, safety, alignment, security, jailbreak, red team, red teaming,
        prompt injection, governance, misuse, incident
    """,
    "platforms-protocols": """
        协议, 平台, 产品, 规范, 浏览器, 接口, 开发者, 工作流, 插件, 扩展, 企业应用, mcp, api,
        sdk, protocol, platform, browser, cloudflare, oauth, plugin, workspace, claude code,
        github
    """,
    "industry-strategy": """
        投资者, 战略, 商业化, 公司, 融资, 开源战略, 创始人, 产业, 市场, 估值, 组织, 愿景,
        竞争格局, startup, startups, funding, strategy, investor, investors, business, market,
        ceo, founder
    """,
}

KEYWORDS: Keywords = {
    id_: tuple(word.strip() for word in words.split(",")) for id_, words in _WORDS.items()
}

MOST = 3
NEAR = 0.45
"""Share of the best topic's weight that another needs to be listed too."""

_WEIGHTS = (9.0, 2.5, 1.5, 1.0)
"""What words in the title, the summary, the headings and the text count."""

_LONGEST = 4_000
_TOKEN = re.compile(r"[a-z0-9]+")
_FALLBACK = "industry-strategy"


def topics_of(
    title: str, summary: str, headings: Iterable[str], text: str, keywords: Keywords = KEYWORDS
) -> tuple[str, ...]:
    """One to three topic ids, the best first; none only where `keywords` is empty."""
    weights = dict.fromkeys(keywords, 0.0)
    parts = (title, summary, "\n".join(headings), text[:_LONGEST])
    words = _words(tuple(keywords.items()))
    for weight, part in zip(_WEIGHTS, parts, strict=True):
        folded = part.casefold()
        tokens = _TOKEN.findall(folded)
        counts = Counter(tokens)
        counts.update(map(" ".join, pairwise(tokens)))
        for topic, latin, others in words:
            hits = sum([counts[word] for word in latin]) + sum(map(folded.count, others))
            weights[topic] += weight * math.log2(1 + hits)
    ranked = sorted(weights, key=lambda topic: -weights[topic])
    if not ranked:
        return ()
    best = weights[ranked[0]]
    if not best:
        return (_FALLBACK if _FALLBACK in weights else ranked[-1],)
    return tuple(topic for topic in ranked[:MOST] if weights[topic] >= NEAR * best)


def topic_ids(names: Iterable[str], topics: Iterable[Topic] = TOPICS) -> tuple[str, ...]:
    """`names` as ids: a topic's name in either language counts as its id, others stay."""
    known = {
        name.casefold(): topic.id
        for topic in topics
        for name in (topic.id, topic.name.zh, topic.name.en)
    }
    return tuple(dict.fromkeys(known.get(name.casefold(), name) for name in names))


@lru_cache(maxsize=8)
def _words(
    keywords: tuple[tuple[str, tuple[str, ...]], ...],
) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """Per topic its words of Latin letters, as one or two tokens each, and all others."""
    found = []
    for topic, words in keywords:
        latin = [" ".join(_TOKEN.findall(w.casefold())[:2]) for w in words if w.isascii()]
        others = [w.casefold() for w in words if not w.isascii()]
        found.append((topic, tuple(filter(None, latin)), tuple(others)))
    return tuple(found)
