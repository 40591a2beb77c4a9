"""Nothing is missed and nothing is made up: the index against a scan of everything."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.library import TODAY, Entry, entries_of, entry, entry_of
from vibe_tui.fold import Term, fold_text, needle_of
from vibe_tui.model.report import Report
from vibe_tui.render.document import Document
from vibe_tui.search.engine.terms import filter_of, terms_of
from vibe_tui.search.index import Index
from vibe_tui.search.match import MOST_STARTS, holds, matches
from vibe_tui.search.query import parse_query
from vibe_tui.search.tree import Subject, has, unmarked
from vibe_tui.state.reading import NO_MARK

CONTENT = Path(__file__).resolve().parents[2] / "content"
LETTERS = "模型的多股数据aAbBcé0159,.._^- §+#%“”₂π 　\n"
TEXTS = st.text(st.sampled_from(LETTERS), min_size=1, max_size=40)


@given(TEXTS, TEXTS, st.booleans(), st.data())
def test_a_filter_never_rules_out_a_text_that_matches(
    text: str, other: str, prefix: bool, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    for needle in (needle_of(text[start:end]), needle_of(other)):
        if not needle:
            continue
        lines = "\n".join(fold_text(line) for line in text.split("\n"))
        wanted = filter_of(needle, prefix=prefix)
        terms = terms_of(lines)
        passed = set(wanted.terms) <= terms and (
            not wanted.start or any(term.startswith(wanted.start) for term in terms)
        )
        found = has(lines, needle, prefix=prefix)
        assert passed or not found
        assert found or not (passed and wanted.exact)


@dataclass(frozen=True)
class Indexed:
    """The bundled reports as an index finds them, and as a plain reading does."""

    index: Index
    made: list[Entry]
    records: dict[str, str]

    @property
    def reports(self) -> tuple[Report, ...]:
        return tuple(e.report for e in self.made)


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    """The bundled reports, indexed in several segments, some of them replaced since."""
    index = Index(tmp_path_factory.mktemp("exact"))
    made = entries_of(sorted(CONTENT.rglob("*.md")))
    other = entry("x", "## 旧\n\n旧的内容 old words").sections
    index.update([entry_of(e.report, other, "0") for e in made[:6]])
    for part in (made[:4], made[4:5], made[5:]):
        index.update(part)
    return Indexed(index, made, {e.report.id: e.stored.record for e in made})


def test_every_substring_is_found_exactly_where_it_is(bundled: Indexed) -> None:
    reports, records = bundled.reports, bundled.records
    lines = [line for record in records.values() for line in record.split("\n") if len(line) > 3]
    rng = random.Random(5)
    for _ in range(3_000):
        line = rng.choice(lines)
        size = min(len(line), rng.randint(1, 12))
        start = rng.randrange(len(line) - size + 1)
        text = line[start : start + size].replace('"', " ").replace("\x02", " ")
        needle = needle_of(text)
        if not needle:
            continue
        chosen = bundled.index.select(parse_query(f'"{text}"', TODAY), reports).reports
        scanned = [name for name, record in records.items() if has(record, needle)]
        assert sorted(report.id for report in chosen) == sorted(scanned), text


WORDS = st.sampled_from(
    [
        *(
            "模型",
            "的",
            "Agent",
            "GRPO",
            "SFT",
            "置信区间",
            "24.9%",
            "141006",
            "MCP",
            "RL",
            "无状态",
        ),
        *(
            "C++",
            "#1",
            "区块链",
            "a*",
            "gr*",
            "数据",
            "《",
            "§",
            "多 Agent",
            '"world model"',
            "31.2 ms",
        ),
        *("title:模型", "局限:数据", "section:summary", "topic:agents", "since:2026-08-01"),
        *("genre:paper", "作者:Vibe"),
    ]
)


def _queries() -> st.SearchStrategy[str]:
    return st.recursive(
        WORDS,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(" ".join),
            st.tuples(inner, inner).map(" OR ".join),
            inner.map("-({})".format),
            inner.map("({})".format),
            inner.map("局限:({})".format),
        ),
        max_leaves=6,
    )


@settings(deadline=None, max_examples=200)
@given(query=_queries())
def test_both_readings_of_a_query_agree(bundled: Indexed, query: str) -> None:
    asked = parse_query(query, TODAY)
    chosen = bundled.index.select(asked, bundled.reports).reports
    records = bundled.records
    scanned = [r.id for r in bundled.reports if matches(asked, Subject(r), NO_MARK, records[r.id])]
    assert [report.id for report in chosen] == scanned


@settings(deadline=None, max_examples=150)
@given(bodies=st.lists(TEXTS, min_size=1, max_size=5), query=TEXTS, typing=st.booleans())
def test_odd_texts_and_odd_queries_agree(
    tmp_path_factory: pytest.TempPathFactory, bodies: list[str], query: str, typing: bool
) -> None:
    index = Index(tmp_path_factory.mktemp("odd"))
    made = [entry(f"r{number}", body) for number, body in enumerate(bodies)]
    index.update(made)
    asked = parse_query(query, TODAY, typing=typing)
    reports = tuple(e.report for e in made)
    chosen = index.select(asked, reports).reports
    found = [
        e.report for e in made if holds(asked.tree, Subject(e.report), unmarked, e.stored.record)
    ]
    assert list(chosen) == found
    answer = index.search(asked, reports)
    assert answer.total == (0 if asked.is_empty else len(chosen))


def test_a_term_says_what_is_marked() -> None:
    asked = parse_query("标题:世界 GR* -SFT 局限:数据", TODAY)
    assert asked.terms == (Term("世界"), Term("GR", prefix=True), Term("数据"))


LANDED = (
    "的",
    "模型",
    "的 结论",
    "RL 训练",
    "数据 OR 奖励",
    "局限:样本 模型",
    "2026",
    "智能体 -MCP",
)


@pytest.mark.parametrize("query", LANDED)
def test_a_passage_is_where_it_says(bundled: Indexed, query: str) -> None:
    asked = parse_query(query, TODAY)
    documents = {e.report.id: Document(e.sections) for e in bundled.made}
    found = 0
    for hit in bundled.index.search(asked, bundled.reports).hits:
        document = documents[hit.report_id]
        matches = document.find(asked.terms)
        for passage in hit.passages:
            if passage.section_index < 0:
                continue
            here = [match for match in matches if match.section == passage.section_index]
            match = here[passage.nth]
            start, end = passage.marks[0]
            words = document.plain(match.block)
            assert words[match.start : match.end] == passage.snippet[start:end]
            # Cells of a table stand apart in either text, but by other signs.
            before = re.split("[\\t\\n]", words[: match.start])[-1][-3:]
            after = re.split("[\\t\\n]", words[match.end :])[0][:3]
            assert before + words[match.start : match.end] + after in passage.snippet
            found += 1
    assert found


def test_a_prefix_of_very_many_words_is_looked_for_in_the_texts(tmp_path: Path) -> None:
    many = " ".join(f"abcd{n}" for n in range(MOST_STARTS + 1))
    made = [entry("many", many), entry("none", "abce abcx"), entry("few", "abcd1")]
    index = Index(tmp_path)
    index.update(made)
    reports = tuple(e.report for e in made)
    for query, found in (("abcd*", ["many", "few"]), ("abce*", ["none"]), ("abcd25*", ["many"])):
        chosen = index.select(parse_query(query, TODAY), reports).reports
        assert [report.id for report in chosen] == found, query
