"""A report: one Markdown file with front matter, and what is known of it without its text.

A library of ten thousand reports is held in memory. What few of them are asked for, the paper that
a report is about among it, is no part of `Report`: the library looks it up. A report has one to
three `TOPICS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from vibe_tui.text import Text


class Genre(StrEnum):
    """What sort of text a report is."""

    PAPER = "paper"
    DEEP_DIVE = "deep-dive"
    NEWS = "news"
    INTERVIEW = "interview"
    INCIDENT_REVIEW = "incident-review"
    NOTE = "note"
    INDEX = "index"


GENRE_NAMES: dict[Genre, Text] = {
    Genre.PAPER: Text("论文", "Paper"),
    Genre.DEEP_DIVE: Text("深度", "Deep dive"),
    Genre.NEWS: Text("新闻", "News"),
    Genre.INTERVIEW: Text("访谈", "Interview"),
    Genre.INCIDENT_REVIEW: Text("事故复盘", "Incident review"),
    Genre.NOTE: Text("笔记", "Note"),
    Genre.INDEX: Text("索引", "Index"),
}


ARXIV_ID = r"\d{4}\.\d{4,5}(?!\d)"
"""An arXiv id in a regular expression; those given out before April 2007 are `OLD_ARXIV_ID`."""
OLD_ARXIV_ID = r"[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?!\d)"


def arxiv_page(number: str, form: str = "abs") -> str:
    """The address of a paper on arXiv: its abstract, or another `form` such as `pdf`."""
    return f"https://arxiv.org/{form}/{number}"


class Paper(NamedTuple):
    """The paper that a report is about, as its front matter and the head of its text say."""

    title: str = ""
    arxiv: str = ""
    version: str = ""
    authors: tuple[str, ...] = ()
    author_count: int = 0
    institutions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    venue: str = ""
    doi: str = ""
    openreview: str = ""


NO_PAPER = Paper()


@dataclass(frozen=True, slots=True)
class Report:
    """One report's metadata, front matter and derived values together.

    `file` is below the folder `root`, with `/`; both are empty for a report that is in no file.
    `date` is what is known of the day, as ISO text: `2026-08-01`, `2026-08`, `2026` or nothing;
    `published` the moment in UTC as ISO text, where it is known. `feed_title` is empty where it
    equals the title, whose part from `start` on is the short title. `arxiv` and `version` name the
    paper, `venue` where it appeared. `chars` counts Han characters and Latin words of the body.
    `hash` is that of the file's content; `bundled` reports came with the program.
    """

    id: str
    title: str
    file: str
    date: str = ""
    root: str = ""
    source: str = ""
    topics: tuple[str, ...] = ()
    genre: Genre = Genre.DEEP_DIVE
    chars: int = 0
    author: str = ""
    column: str = ""
    feed_title: str = ""
    url: str = ""
    guid: str = ""
    published: str = ""
    arxiv: str = ""
    version: str = ""
    venue: str = ""
    tags: tuple[str, ...] = ()
    hash: str = ""
    start: int = 0
    bundled: bool = False

    @property
    def path(self) -> str:
        """The absolute path of the file."""
        return f"{self.root}/{self.file}" if self.root else self.file

    @property
    def folder(self) -> str:
        """The folder of the file below the root, with `/`; empty for one that is right below it."""
        return self.file.rpartition("/")[0] if self.root else ""

    @property
    def date_precision(self) -> str:
        """How much of the day is known: `day`, `month`, `year` or `none`."""
        return {10: "day", 7: "month", 4: "year"}.get(len(self.date), "none")

    @property
    def first_day(self) -> str:
        """The first of the days that `date` may mean, as ISO text; empty where it means none."""
        return f"{self.date}-01-01"[:10] if self.date else ""

    @property
    def short_title(self) -> str:
        """The title without its column tag and without a part before a `：` that siblings share.

        Never empty where the title is not.
        """
        return self.title[self.start :]


PaperOf = Callable[[Report], Paper]
"""Looks up the paper that a report is about."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Reports that answer a query, newest first, and what is to be said about the query.

    The texts of `unread` reports were not asked: later there may be more.
    """

    reports: tuple[Report, ...]
    note: Text | None = None
    unread: int = 0


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
