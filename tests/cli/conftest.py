"""A small library of our own, and a way to run command lines on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from vibe_tui.cli.main import run_command

LENSES = """\
---
title: "[硅基写手] 每日解读：小模型的透镜实验"
feed_title: "[硅基写手] 每日解读：透镜"
column: 硅基写手
date: 2026-08-11
author: 甲
source: sample
url: https://e.example/lens
guid: lens-1
topics: [agents, evaluation]
paper:
  title: Lens
  arxiv: "2608.00001"
  authors: [Ada Lin]
---

## 1. 执行摘要

本文用 42.5% 的算力做到同样的准确率，多 Agent 协作是关键。

## 2. 方法详解

先看表。

| 模型 | 准确率 |
| --- | ---: |
| 甲\\|乙 | 42.5% |
| 丙 | 7 |

### 2.1 训练

损失是 $\\pi_{0.5}$ 加上：

$$
L = \\frac{a}{b}
$$

## 3. 局限性

只测了一种语言，置信区间偏宽。

### 3.1 样本量

样本只有三十条。
"""

REVIEW = """\
---
title: 一次没有讲局限的复盘
date: 2026-08-10
genre: incident-review
---

## 概述

服务在夜里停了 [TODO] 两小时。
"""

NASTY = """\
---
title: "[/年报/2024] 数据 [red]红[/red] [@click=app.quit]x[/] \\e[2J\\r假行\\u202e"
date: 2026-08-09
author: "\\e]52;c;eA==\\a\\x9b31m\\e]0;x\\a"
---

## 摘要 \x1b[2J

[IMPORTANT] [[a b] c] \x9b31m\x07\x07 真\u202e假

```
\x1b]0;x\x07
```

| \x1b[31m甲 | 乙 |
| --- | --- |
| \x07 | [/x] |
"""


@dataclass(frozen=True)
class Result:
    """What one call gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The data, parsed."""
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A folder with three reports."""
    folder = tmp_path / "文库" / "2026"
    folder.mkdir(parents=True)
    for name, text in (
        ("2026-08-11-小模型的透镜实验", LENSES),
        ("2026-08-10-一次复盘", REVIEW),
        ("2026-08-09-nasty", NASTY),
    ):
        (folder / f"{name}.md").write_text(text, "utf-8", newline="\n")
    return folder.parent


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process, with a home of its own and no locale."""

    def call(*words: str | Path, environ: Mapping[str, str] | None = None) -> Result:
        code = run_command([str(word) for word in words], environ or {})
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call
