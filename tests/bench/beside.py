"""What a search screen does beside the answer: suggestions, related reports, counted facets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from vibe_tui.library.opened import read_report
from vibe_tui.library.scan import Scan
from vibe_tui.search.facets import count_kinds
from vibe_tui.search.index import Index
from vibe_tui.search.lexicon import Lexicon
from vibe_tui.search.query import parse_query
from vibe_tui.search.related import related
from vibe_tui.search.suggest import suggest

from .report import Report, percentile

TODAY = dt.date(2026, 8, 12)
BUDGET = 100.0
SLIPS = (
    *("juxian", "zhixinqujian", "置信区问", "置心区间", "侷限", "強化學習", "transfomer", "GPRO"),
    *("Tranformer", "LoAR", "局线", "强化学系", "世界摸型", "没有这样的话", "GRPO 不存在的东西"),
    *("topic:agents 摸型", "xqzzy", "智能体 genre:note"),
)

ODD = (
    *('"', "(", "[", "\\", "*", "??*", "a^", "date:[2024 to", "AND", "NOT", "OR", "1.", ".", "-"),
    *(
        "a" * 10_000,
        "局" * 10_000,
        "a " * 5_000,
        "\n",
        "限\n制",
        "\x00a\x01b",
        "\x1b[31m",
        "\ud800",
    ),
    *("title:的", "author:a", "arxiv:2", "source:a", "局限:的", "局限:a OR 摘要:b", "NOT 局限:的"),
    *("(" * 2_000, '"' * 2_000, "OR " * 2_000, "a OR b OR c", "的 " * 300, "*a", "a*b*c*", '"a b'),
)
ODD_BUDGET = 100.0


def measure_beside(
    report: Report,
    name: str,
    index: Index,
    scan: Scan,
    each: Callable[[Callable[[str], object], Sequence[str]], list[float]],
) -> None:
    """Rows for one library; `each` gives the milliseconds of asking for each text."""
    reports = scan.reports

    def count(query: str) -> int:
        return len(index.select(parse_query(query, TODAY), reports).reports)

    def mean(query: str) -> object:
        asked = parse_query(query, TODAY, typing=True)
        return index.asked(reports, lambda coverage: suggest(asked, Lexicon(coverage), count))

    def beside(report_id: str) -> object:
        one = next(one for one in reports if one.id == report_id)
        opened = read_report(one)
        return index.asked(reports, lambda coverage: related(opened, coverage))

    def spread(query: str) -> object:
        asked = parse_query(query, TODAY)
        return index.asked(reports, lambda coverage: count_kinds(asked.tree, coverage))

    def ask(query: str) -> object:
        return index.search(parse_query(query, TODAY, typing=True), reports)

    times = each(ask, ODD)
    slowest = max(times)
    said = f"{slowest:.0f} ms ({ODD[times.index(slowest)][:12]!r})"
    kept = slowest <= ODD_BUDGET
    report.add(f"slowest odd query, {name}", said, "", "", f"≤ {ODD_BUDGET:.0f} ms", kept)

    # What is loaded once for all questions is not theirs.
    mean("juxian")
    times = each(mean, SLIPS)
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    said = f"p50 {p50:.0f} ms, p95 {p95:.0f} ms"
    report.add(f"did you mean, {name}", said, "", "", f"p50 ≤ {BUDGET:.0f} ms", p50 <= BUDGET)
    times = each(beside, [one.id for one in reports[:20]])
    report.add(f"related reports, {name}", f"p50 {percentile(times, 0.5):.0f} ms")
    times = each(spread, ("局限", "GRPO", "强化学习 奖励", "置信区间"))
    report.add(f"facets, {name}", f"p50 {percentile(times, 0.5):.0f} ms")
