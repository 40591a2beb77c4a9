"""Blocks of a dump as Markdown: headings by number and name, tables, lists, formulas, code."""

from __future__ import annotations

import re

import pytest

from vibe_tui.sync.dump.markdown import dump_to_markdown

P = "这里是一段说明文字，讲清楚来龙去脉，并且以句号结尾。"


# Each line is a block; a heading has its level in front, `.` stands for a paragraph.
OUTLINES = {
    "numbers of three levels": """
        # 执行摘要 / . / # 1. 引言 / . / # 2. 方法 / ## 2.1 总览 / . / ### 2.1.1 编码器 / .
        ### 2.1.2 解码器 / . / ## 2.2 训练 / . / # 3. 结果 / . / # 参考资料 / 甲，2026.""",
    "numbers under an unnumbered chapter": """
        # 概述 / . / # 核心内容解析 / . / ## 1. 甲 / . / ### 1.1 甲一 / . / ## 2. 乙 / .
        # 关键概念与机制 / ## 1. 丙 / . / # 优势、局限与适用场景 / ## 优势 / . / ## 已知限制 / .""",
    "chapters and parts in Chinese": """
        # 第一章 绪论 / . / ## 第一节 背景 / . / ### 1. 起点 / .
        ### 2. 终点 / . / # 第二章 方法 / .""",
    "Chinese numbers with others below": """
        # 概述 / . / # 一、背景 / . / ## （一）市场 / . / ## （二）政策 / . / # 二、方法 / .
        ## 1. 数据 / . / ## 2. 模型 / . / # 三、结论 / .""",
    "appendix": """
        # 1. 引言 / . / # 2. 结论 / . / # 参考资料 / 甲，2026. / # 附录 A：更多结果 / .
        ## A.1 数据 / . / ## A.2 模型 / . / # 附录 B / .""",
    "bare numbers": "# 1 引言 / . / # 2 方法 / . / ## 2.1 数据 / . / # 3 结论 / .",
    "bare numbers that count nothing": "# 核心内容解析 / ## 3 个结论 / . / ## 26 项工具 / .",
    "no space after the number": "# 1.引言 / . / # 2.方法 / . / ## 2.1数据 / .",
    "decimals at the start of a sentence": """
        # 1. 引言 / . / # 2. 方法 / . / 2.5 倍的提升来自三处，合计如下： / .
        3.14 是圆周率 / 4.8 个百分点说明问题 / ## 2.1 小结 / .
        14.7 万篇论文很多。 / # 3. 完 / .""",
    "run-in numbers": """
        # 核心内容解析 / ## 架构 / . / 1. 引擎 (门面) 负责处理请求。 / 2. 渲染 负责像素，流程如下：
        . / 3. 沙箱 负责网络。 / ## 测试策略 / .""",
    "question mark and colon": """
        # 1. 为什么“运行很久”不等于“长期能力”？ / . / # 2. 结果：快、好、省 / .""",
    "an interview": """
        # 概述 / . / # 核心内容解析 / ## 为什么现在开源？ / . / 李明：我们很看重。
        李明：对 / 李明：不会
        王五：好的 / 问：第二个问题？ / 答：没有 / # 关键要点总结 / .""",
    "short lines that are none": """
        # 背景与问题 / （以下来自外部报道。） / 图 1：系统架构 / . / “引文一句” / . / 来源：公告 / .
        甲 -> 乙 -> 丙 / . / 核心链接： / .""",
    "after a colon and beside formulas": """
        核心问题是： / 语言是否必须经由大模型 / . / 则有 $$a=b$$ 成立 / . / 目标函数 / $$ x $$""",
    "a single reference and an empty chapter": """
        # 参考资料 / 某某报告 - 某人 (2026) / # 联网参考来源""",
    "quotation marks at both ends": """
        # 核心内容解析 / ## “便宜”不等于“免费” / . / “整句引文” / . / （旁注） / .""",
    "names that begin like captions": """
        # 核心内容解析 / ## Figure AI 的路线 / . / ## Table Transformer 的启示 / .
        ## 图神经网络的回归 / . / 图 2 系统架构 / . / Table 3. Results / .
        单位：毫秒 / . / 流程如下图所示 / . / ## 单位经济模型 / .""",
    "signs in front": "# 核心内容解析 / ## .NET 与 C# 的差异 / . / ## #1 论文的意义 / .",
    "an inner run up to the next chapter's number": """
        # 1. 背景 / . / # 2. 方法 / ## 1. 清洗 / . / ## 2. 训练 / . / # 3. 结果 / ## 3.1 主结果
        . / ## 3.2 消融 / . / # 4. 结论 / .""",
    "an inner run past the next chapter's number": """
        # 1. 背景 / . / # 2. 方法 / ## 1. 清洗 / . / ## 2. 训练 / . / ## 3. 评测 / . / # 3. 结果
        . / # 4. 结论 / .""",
    "a run with commas that begins anew": """
        # 核心内容解析 / ## 1. 先读后写，读写分离 / . / ## 2. 先写后读，最终一致 / .
        # 关键概念与机制 / ## 1. 先验证，再生成：两段式流程 / . / ## 2. 先失败，再恢复 / .""",
    "a section that begins with one below it": """
        # 关键概念与机制 / ## 核心组件 / ## 网关 / . / # 优势、局限与适用场景 / ## 优势 / .""",
    "an amount with the next number": """
        # 1. 背景 / ## 1.1 动机 / . / 1.2 倍的提升来自两处：缓存与并行 / ## 1.2 天级的任务 / .""",
    "an opening that is no template chapter": """
        ## TL;DR / . / # 1. 论文基本信息 / . / # 2. 数据管线详解 / ## 2.1 采集 / .
        # 3. 总结判断 / . / # 参考资料 / 甲，2026.""",
    "words that join": "# 1. 背景 / . / 其中 / 变量为输入；变量为输出。 / 以及 / . / # 2. 结论 / .",
    "two short lines in a row, and three": """
        # 核心内容解析 / ## 系统架构 / ## 数据采集 / . / ## 模型训练 / . / 数据 / 模型 / 评测 / .
        甲方 / 乙方 / 丙方 / 丁方 / .""",
    "chapters between short lines": """
        # 核心内容解析 / ## 系统架构 / # 关键概念与机制 / ## 数据采集 / # 联网补充 / ## 结语 / .""",
    "English": """
        # Abstract / Some text. / # 1. Introduction / Text. / # 2. Results: fast, cheap and good
        Text. / # References / A. Author. Title. 2026.""",
}


@pytest.mark.parametrize("outline", OUTLINES.values(), ids=OUTLINES)
def test_headings(outline: str) -> None:
    blocks = [block.strip() for block in re.split(r" / |\n", outline) if block.strip()]
    source = [re.sub("^#+ ", "", P if block == "." else block) for block in blocks]
    body = dump_to_markdown("\n\n".join(source))
    found = re.findall("^##+ .*$", body, re.MULTILINE)
    assert found == [f"#{block}" for block in blocks if block.startswith("#")]


@pytest.mark.parametrize(
    ("source", "markdown"),
    [
        pytest.param(
            "名\t甲\t乙\n速\t\t3\n\t1\t2\n注",
            "| 名 | 甲 | 乙 |\n| --- | --- | --- |\n| 速 |  | 3 |\n|  | 1 | 2 |\n| 注 |  |  |\n",
            id="empty cells and short rows",
        ),
        pytest.param(
            "名\t值\n+ AskChem\t$a|b$\n- 无\t`x|y`",
            "| 名 | 值 |\n| --- | --- |\n| + AskChem | $a\\|b$ |\n| - 无 | `x\\|y` |\n",
            id="formulas, code and signs in cells",
        ),
        pytest.param(
            "名\t值\n甲\t1\t2",
            "| 名 | 值 |  |\n| --- | --- | --- |\n| 甲 | 1 | 2 |\n",
            id="a row longer than the header",
        ),
        pytest.param(
            "策略：外部轨迹；\n权重：同向提升。",
            "- **策略**：外部轨迹；\n- **权重**：同向提升。\n",
            id="labels",
        ),
        pytest.param(
            "自动研究时间：2026-08-11 09:02\n来源日期：Aug 10\n\n研究路径：甲 -> 乙。\n\n概述",
            "> 自动研究时间：2026-08-11 09:02 来源日期：Aug 10 研究路径：甲 -> 乙。\n\n## 概述\n",
            id="how it was made, on several lines",
        ),
        pytest.param(
            "速度（p95：毫秒）：很快；\n成本：低；",
            "- **速度（p95：毫秒）**：很快；\n- **成本**：低；\n",
            id="a label with a colon in brackets",
        ),
        pytest.param(
            "先做一件事；\n再做另一件：两步；\n然后完成。\n关键设计：自包含。",
            "- 先做一件事；\n- **再做另一件**：两步；\n- 然后完成。\n- **关键设计**：自包含。\n",
            id="few labels",
        ),
        pytest.param(
            "包括：\n\n数据：\n甲\n乙\n模型：\n丙",
            "包括：\n\n- 数据：\n  - 甲\n  - 乙\n- 模型：\n  - 丙\n",
            id="lines below others",
        ),
        pytest.param(
            "1. 准备：\n下载\n解压\n2. 训练\n3. 评测",
            "1. 准备：\n   - 下载\n   - 解压\n2. 训练\n3. 评测\n",
            id="ordered with lines below",
        ),
        pytest.param(
            f"{P}\n\n1. 第一步做准备\n\n2. 第二步做训练\n\n{P}",
            f"{P}\n\n1. 第一步做准备\n2. 第二步做训练\n\n{P}\n",
            id="ordered with empty lines",
        ),
        pytest.param(
            "核心链接：\n\narXiv：https://arxiv.org/abs/2608.03573",
            "核心链接：\n\n- arXiv：<https://arxiv.org/abs/2608.03573>\n",
            id="a single link",
        ),
        pytest.param(
            "推导为：\n\n$$\n\\begin{aligned}\na &= b \\\\\n\nc &= d\n\\end{aligned}\n$$\n\n随后。",
            "推导为：\n\n$$\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n$$\n\n随后。\n",
            id="a formula over empty lines",
        ),
        pytest.param(
            "$$ Z\n\nP_v(I)\n\nE\ne $$",
            "$$\nZ\nP_v(I)\nE\ne\n$$\n",
            id="a damaged formula in pieces",
        ),
        pytest.param(
            "则有 $$a=b$$ 与 $$c=d$$ 成立。",
            "则有\n\n$$\na=b\n$$\n\n与\n\n$$\nc=d\n$$\n\n成立。\n",
            id="formulas inside a line",
        ),
        pytest.param(
            "先定义 $$ L $$ 其中 x 是样本\n最后更新",
            "- 先定义\n\n  $$\n  L\n  $$\n\n  其中 x 是样本\n\n- 最后更新\n",
            id="a formula inside an item",
        ),
        pytest.param(
            f"这里有 $$ 符号。\n\n{P}\n\n又有 $$ 一次。",
            f"这里有 \\$\\$ 符号。\n\n{P}\n\n又有 \\$\\$ 一次。\n",
            id="fences that are none",
        ),
        pytest.param(
            "\\begin{align}\na &= b\n\\end{align}",
            "$$\n\\begin{align}\na &= b\n\\end{align}\n$$\n",
            id="an environment without fences",
        ),
        pytest.param(
            "[ \\mathcal{L} = \\sum_i x_i^2 ]",
            "$$\n[ \\mathcal{L} = \\sum_i x_i^2 ]\n$$\n",
            id="a formula whose fences lost their backslashes",
        ),
        pytest.param(
            "端点：\n\nGET /api/search?q=CO2\nGET /api/claims/{id}",
            "端点：\n\n```\nGET /api/search?q=CO2\nGET /api/claims/{id}\n```\n",
            id="lines of a protocol",
        ),
        pytest.param(
            "沿以下链路推进：\n\nOrder -> Shipped -> Settled",
            "沿以下链路推进：\n\n```\nOrder -> Shipped -> Settled\n```\n",
            id="a flow of arrows",
        ),
        pytest.param(
            "代码：\n\ndef f(x):\n    return x + 1\n\nprint(f(2))",
            "代码：\n\n```\ndef f(x):\n    return x + 1\n\nprint(f(2))\n```\n",
            id="code with an empty line",
        ),
        pytest.param(
            "流程：\n\n用户输入\n↓\n检索 → 排序\n↓\n输出",
            "流程：\n\n```\n用户输入\n↓\n检索 → 排序\n↓\n输出\n```\n",
            id="a flow downwards",
        ),
        pytest.param(
            "特点：\n\nfor tasks with labels\nreturn to baseline, mostly\nOpenAI(2026)",
            "特点：\n\n- for tasks with labels\n- return to baseline, mostly\n- OpenAI(2026)\n",
            id="English lines that are no code",
        ),
        pytest.param(
            "问题是：\n\n语言是否必须经由大模型？\n\n答案是否定的。",
            "问题是：\n\n> 语言是否必须经由大模型？\n\n答案是否定的。\n",
            id="a quoted question",
        ),
        pytest.param(
            "自动研究时间：2026-08-11 09:02 来源日期：甲。",
            "> 自动研究时间：2026-08-11 09:02 来源日期：甲。\n",
            id="the line of research",
        ),
        pytest.param("", "", id="nothing"),
    ],
)
def test_blocks(source: str, markdown: str) -> None:
    assert dump_to_markdown(source) == markdown
