"""Topics: the short list of subjects that a report may have one to three of."""

from __future__ import annotations

from dataclasses import dataclass

from vibe_tui.text import Text


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject; `id` is what front matter, queries and JSON use."""

    id: str
    name: Text


TOPICS: tuple[Topic, ...] = (
    Topic("rl-post-training", Text("强化学习与后训练", "RL and post-training")),
    Topic("agents", Text("智能体与多智能体", "Agents and multi-agent systems")),
    Topic("foundation-models", Text("基础模型与架构", "Foundation models and architectures")),
    Topic("embodied-robotics", Text("具身智能与机器人", "Embodied AI and robotics")),
    Topic("multimodal-generation", Text("语音、视频与世界模型", "Speech, video and world models")),
    Topic("systems-infra", Text("训练系统与推理基础设施", "Training systems and inference")),
    Topic("evaluation", Text("评测与基准", "Evaluation and benchmarks")),
    Topic("data-engineering", Text("数据工程与合成数据", "Data engineering and synthetic data")),
    Topic("retrieval-science", Text("检索、深度研究与科学知识", "Retrieval and deep research")),
    Topic("safety-governance", Text("安全与治理", "Safety and governance")),
    Topic("platforms-protocols", Text("平台、协议与产品", "Platforms, protocols and products")),
    Topic("industry-strategy", Text("产业观察与公司战略", "Industry and strategy")),
)
