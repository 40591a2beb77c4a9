"""Makes libraries of any size that look, to a search engine, like the publication's own.

Words follow Zipf's law: Chinese ones of the field, others made of the characters of GB 2312's
first level, Latin terms, names and numbers; each report repeats a few words of its own. Reports
have the editorial template: facts in a table, numbered chapters, lists, tables, formulas. The same
size and seed give the same files.
"""

from __future__ import annotations

import datetime as dt
import math
import random
import shutil
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from .report import HOME

VERSION = 4


def _vocabulary() -> dict[str, list[str]]:
    """The lists of `words.txt` by name."""
    lists: dict[str, list[str]] = {}
    for paragraph in (
        (Path(__file__).parent / "words.txt").read_text(encoding="utf-8").split("\n\n")
    ):
        name, *words = paragraph.split()
        lists[name.strip("[]")] = words
    return lists


_WORDS = _vocabulary()
_FIELD, _SMALL, _LATIN = _WORDS["field"], _WORDS["small"], _WORDS["latin"]
_TOPICS = _WORDS["topics"]
_HEADS = {
    "2. 背景与动机": ("2.1 问题从何而来", "2.2 已有做法"),
    "3. 核心贡献": (),
    "4. 方法详解": ("4.1 总体框架", "4.2 训练目标", "4.3 推理流程"),
    "5. 实验设计": ("5.1 数据与评测",),
    "6. 主要实验结果": ("6.1 主结果", "6.2 消融实验"),
    "7. 局限与批判性分析": ("7.1 实验范围", "7.2 可复现性"),
    "8. 与相关工作的关系": (),
    "9. 关键要点总结": (),
}
_SIGNS = ("，", "，", "，", "；", "：", "、")


def library(reports: int, seed: int = 7) -> Path:
    """A folder with `reports` generated reports, made where it is not there yet."""
    folder = HOME / f"library-{VERSION}-{seed}-{reports}"
    if not folder.is_dir():
        making = folder.with_suffix(".making")
        shutil.rmtree(making, ignore_errors=True)
        for name, text in texts(reports, seed):
            path = making / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        making.rename(folder)
    return folder


def texts(reports: int, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Names and texts of generated reports."""
    maker = _Maker(random.Random(seed))
    for number in range(reports):
        date = dt.date(2026, 8, 11) - dt.timedelta(days=number // 8)
        _, text = maker.report(number, date)
        yield f"{date.year}/{date.isoformat()}-{number:05d}.md", text


class _Words:
    """A vocabulary drawn from by Zipf's law."""

    def __init__(self, words: list[str], exponent: float = 1.0) -> None:
        self.words = words
        self._weights = list(accumulate(1 / (rank + 2.7) ** exponent for rank in range(len(words))))

    def draw(self, rng: random.Random, count: int) -> list[str]:
        return rng.choices(self.words, cum_weights=self._weights, k=count)


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        level_1 = [
            bytes((high, low)).decode("gb2312")
            for high in range(0xB0, 0xD7)
            for low in range(0xA1, 0xFF)
        ]
        rng.shuffle(level_1)
        chars = _Words(level_1[:2_400], 0.7)
        made = {"".join(chars.draw(rng, rng.choice((2, 2, 2, 2, 3, 4)))) for _ in range(7_000)}
        self._han = _Words([*_FIELD, *sorted(made)], 1.02)
        letters = _Words(list("etaoinsrhldcumfpgwybvkxjqz"), 0.6)
        names = {"".join(letters.draw(rng, rng.randint(3, 10))).capitalize() for _ in range(6_000)}
        self._latin = _Words([*_LATIN, *sorted(names)], 1.1)
        self._own: list[str] = []

    def report(self, number: int, date: dt.date) -> tuple[str, str]:
        """Title and text of one report."""
        rng = self._rng
        self._own = self._han.draw(rng, 50) + self._latin.draw(rng, 10)
        model = "-".join(self._latin.draw(rng, 2))
        title = f"[硅基写手] Hugging Face Papers 每日论文解读：{model} {self._title()}"
        topics = ", ".join(sorted(set(rng.choices(_TOPICS, k=2))))
        arxiv = f"{date:%y%m}.{10_000 + number:05d}"
        size = min(18_000, max(2_000, int(rng.lognormvariate(math.log(6_200), 0.5))))
        each = max(1, size // 2_700)
        parts = [
            f'---\ntitle: "{title}"\ndate: {date.isoformat()}\nauthor: Yooooo\n'
            f"source: bench\ngenre: paper\ntopics: [{topics}]\nlang: zh\n"
            f'paper:\n  arxiv: "{arxiv}"\n  title: {model}\n---\n',
            "## 执行摘要\n",
            *(self._paragraph() for _ in range(each)),
            "## 1. 论文基本信息\n",
            f"| 项目 | 内容 |\n| --- | --- |\n| 论文编号 | arXiv:{arxiv} |\n"
            f"| 作者 | {'、'.join(self._author() for _ in range(6))} |\n",
        ]
        for head, children in _HEADS.items():
            parts.append(f"## {head}\n")
            parts += [self._block() for _ in range(0 if children else each)]
            for child in children:
                parts.append(f"### {child}：{self._title()}\n")
                parts += [self._block() for _ in range(max(1, each * 2 // 3))]
        parts.append(f"## 参考资料\n\n- {model}：https://arxiv.org/abs/{arxiv}\n")
        return title, "\n".join(parts)

    def _title(self) -> str:
        return "".join(self._rng.choices(self._own[:50], k=self._rng.randint(2, 4)))

    def _author(self) -> str:
        return " ".join(self._latin.draw(self._rng, 2))

    def _block(self) -> str:
        kind = self._rng.random()
        if kind < 0.66:
            return self._paragraph()
        if kind < 0.84:
            items = range(self._rng.randint(3, 5))
            return "".join(f"- **{self._title()}：**{self._sentence()}\n" for _ in items)
        if kind < 0.94:
            rows = "".join(
                f"| {self._han.draw(self._rng, 1)[0]} | {self._number()} | {self._number()} |\n"
                for _ in range(self._rng.randint(3, 7))
            )
            return f"| 方法 | 准确率 | 相对变化 |\n| --- | --- | --- |\n{rows}"
        return (
            f"$$\n\\mathcal{{L}}=\\sum_{{i=1}}^{{{self._rng.randint(2, 99)}}}"
            "\\log\\pi_\\theta(y_i\\mid x)\n$$\n"
        )

    def _paragraph(self) -> str:
        return "".join(self._sentence() for _ in range(self._rng.randint(3, 6))) + "\n"

    def _sentence(self) -> str:
        rng = self._rng
        words = rng.randint(10, 30)
        pieces: list[str] = []
        common, latin = self._han.draw(rng, words), self._latin.draw(rng, words)
        for position in range(words):
            kind = rng.random()
            if kind < 0.2:
                pieces.append(rng.choice(_SMALL))
            elif kind < 0.42:
                pieces.append(rng.choice(self._own))
            elif kind < 0.5:
                pieces.append(f" {latin[position]} ")
            elif kind < 0.53:
                pieces.append(f" {self._number()} ")
            else:
                pieces.append(common[position])
            if position % 7 == 6:
                pieces.append(rng.choice(_SIGNS))
        if rng.random() < 0.1:
            pieces.append(f"，记作 $\\Delta W_{{{rng.randint(1, 9)}}}$")
        return "".join(pieces).strip("，；：、 ") + "。"

    def _number(self) -> str:
        rng = self._rng
        match rng.randint(0, 4):
            case 0:
                return f"{rng.uniform(0, 100):.1f}%"
            case 1:
                return f"{rng.randint(1_000, 999_999):,}"
            case 2:
                return f"{rng.uniform(0, 50):.2f}"
            case 3:
                return f"{rng.randint(1, 512)}"
            case _:
                return f"{rng.uniform(1, 90):.1f} ms"
