"""Reports that belong beside one, and why: papers, code, models and benchmarks, terms, topics.

What a report names is looked up in the index of all others; rare names weigh more, and what most
reports share says nothing. Only indexed texts are known.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from vibe_tui.fold import is_han, needle_of
from vibe_tui.library.opened import Opened
from vibe_tui.model.report import ARXIV_ID, Genre, Paper, Report
from vibe_tui.search.coverage import Coverage
from vibe_tui.search.keyterms import key_terms
from vibe_tui.search.lexicon import Lexicon
from vibe_tui.search.text import folded_parts
from vibe_tui.text import Text


class Bond(Enum):
    """What two reports have in common."""

    PAPER = "paper"
    CODE = "code"
    NAME = "name"
    TERM = "term"
    TOPIC = "topic"


BONDS = {
    Bond.PAPER: Text("同一篇论文", "the same paper"),
    Bond.CODE: Text("同一个代码库", "the same code"),
    Bond.NAME: Text("都提到", "both name"),
    Bond.TERM: Text("都讲", "both are about"),
    Bond.TOPIC: Text("主题相同", "the same topic"),
}
_WEIGHTS = {Bond.PAPER: 6.0, Bond.CODE: 5.0, Bond.NAME: 1.6, Bond.TERM: 1.0, Bond.TOPIC: 0.5}

SHOWN = 4
"""Things in common that are named for each bond."""

_MOST_NAMES, _MOST_TERMS = 40, 30
_COMMON = 0.3
"""What stands in more than this times the number of texts to the power of 3/4 binds nothing."""

_ARXIV = re.compile(rf"(?<![\d.])({ARXIV_ID})(?:v\d+)?(?!\.\d)")
_CODE = re.compile(r"github\.com/([\w.-]+/[\w-]+(?:\.[\w-]+)*)")
_NAME = re.compile(r"(?<![\w.@/-])[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*(?![\w@/-])")
_PLAIN_NAMES = frozenset(
    re.findall(
        r"\S+",
        "pdf html api gpu gpus cpu url urls http https json svg png ui sdk id ids tex ai llm llms "
        "rl ml nlp cs.cl cs.lg cs.ai cs.cv arxiv github huggingface readme faq ceo cto vram flops "
        "apache-2.0 gpu-hours rest",
    )
)


@dataclass(frozen=True, slots=True)
class Reason:
    """What binds two reports, the strongest first."""

    bond: Bond
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Related:
    """A report beside another, and why."""

    report_id: str
    score: float
    reasons: tuple[Reason, ...]


def related(opened: Opened, coverage: Coverage, most: int = 20) -> tuple[Related, ...]:
    """The `most` reports of `coverage` that have most in common with the opened one.

    May raise what damaged files raise.
    """
    report, text = opened.report, opened.body
    weigher = _Weigher(report, coverage)
    for bond, name, needle in _named(opened.paper, text):
        weigher.add(bond, name, needle)
    for term in _terms(report, coverage, weigher.lexicon):
        weigher.add(Bond.TERM, _written(term, text), term, 1.0 if is_han(term[0]) else 0.5)
    weigher.add_twins()
    weigher.add_topics()
    return weigher.best(most)


class _Weigher:
    """Collects what binds other reports to one."""

    def __init__(self, report: Report, coverage: Coverage) -> None:
        self.lexicon = Lexicon(coverage)
        self._report = report
        self._coverage = coverage
        self._known: set[str] = set()
        self._bonds: defaultdict[int, dict[tuple[Bond, str], float]] = defaultdict(dict)
        self._twins: frozenset[int] = frozenset()
        self._others = {
            position
            for position, other in enumerate(coverage.corpus.reports)
            if other.id != report.id and other.genre is not Genre.INDEX
        }

    def add(self, bond: Bond, name: str, needle: str, share: float = 1.0) -> None:
        """Bind the reports that hold `needle`, by `name`, with a `share` of the bond's weight."""
        if needle in self._known:
            return
        self._known.add(needle)
        most = max(4, int(_COMMON * self.lexicon.size**0.75))
        # An id is also found with its version.
        prefix = bond is Bond.PAPER
        if not 0 < self.lexicon.about(needle, prefix=prefix) <= 2 * most:
            return
        holding = [
            position
            for position in self.lexicon.positions(needle, prefix=prefix)
            if position in self._others
        ]
        if 0 < len(holding) <= most:
            self._bind(bond, name, holding, share)

    def add_twins(self) -> None:
        """Reports on the very paper that this one is about, which come before all others."""
        arxiv, reports = self._report.arxiv, self._coverage.corpus.reports
        if arxiv:
            self._twins = frozenset(n for n in self._others if reports[n].arxiv == arxiv)
            self._bind(Bond.PAPER, arxiv, sorted(self._twins))

    def add_topics(self) -> None:
        """Reports of the same topics are bound, the more the rarer the topic."""
        counts = Counter(t for report in self._coverage.corpus.reports for t in report.topics)
        for topic in self._report.topics:
            holding = [
                position
                for position, other in enumerate(self._coverage.corpus.reports)
                if topic in other.topics and position in self._others
            ]
            if counts[topic] > 1:
                self._bind(Bond.TOPIC, topic, holding)

    def _bind(self, bond: Bond, name: str, positions: Sequence[int], share: float = 1.0) -> None:
        total = len(self._coverage.corpus.reports)
        if not positions:
            return
        worth = share * _WEIGHTS[bond] * math.log1p(total / len(positions))
        for position in positions:
            self._bonds[position][bond, name] = worth

    def best(self, most: int) -> tuple[Related, ...]:
        """Those on the same paper, then those bound most, the newer first among equals."""
        newest = self._coverage.corpus.recency
        scores = {position: sum(bonds.values()) for position, bonds in self._bonds.items()}
        ranked = sorted(
            scores,
            key=lambda position: (
                position not in self._twins,
                -round(scores[position], 3),
                newest[position],
            ),
        )
        return tuple(
            Related(
                self._coverage.corpus.reports[position].id,
                round(scores[position], 2),
                _reasons(self._bonds[position]),
            )
            for position in ranked[:most]
        )


def _reasons(bonds: dict[tuple[Bond, str], float]) -> tuple[Reason, ...]:
    reasons = []
    for bond in Bond:
        names = {name: worth for (kind, name), worth in bonds.items() if kind is bond}
        if names:
            best = sorted(names, key=lambda name: (-names[name], name))[:SHOWN]
            reasons.append(Reason(bond, tuple(best)))
    return tuple(reasons)


def _named(paper: Paper, text: str) -> list[tuple[Bond, str, str]]:
    """Papers, code and names in a report with their folded forms, the most frequent first."""
    papers = dict.fromkeys(filter(None, (paper.arxiv, *_ARXIV.findall(text))))
    links = " ".join(target for _, target in paper.links)
    codes = dict.fromkeys(name.removesuffix(".git") for name in _CODE.findall(f"{text} {links}"))
    counts = Counter(filter(_is_name, _NAME.findall(text)))
    names = [name for name, _ in counts.most_common(_MOST_NAMES)]
    found = [(Bond.PAPER, paper) for paper in papers]
    found += [(Bond.CODE, code) for code in codes]
    found += [(Bond.NAME, name) for name in names]
    return [(bond, name, needle_of(name)) for bond, name in found]


def _is_name(word: str) -> bool:
    """Whether a word looks like that of a model, a method or a benchmark: GSM8K, SWE-bench, ReAct.

    A capital inside, or a digit, tells it from other words.
    """
    if len(word) < 3 or word.casefold() in _PLAIN_NAMES:
        return False
    inner = word[1:]
    has_letters = sum(char.isalpha() for char in word) >= 2
    marked = any(char.isupper() for char in inner) or any(char.isdigit() for char in inner)
    return has_letters and marked


def _terms(report: Report, coverage: Coverage, lexicon: Lexicon) -> Iterable[str]:
    for position, other in enumerate(coverage.corpus.reports):
        if other.id == report.id and coverage.has_text(position):
            parts = folded_parts(coverage.record(position).decode())
            lines = [line for _, lines in parts for line in lines]
            return key_terms(lines, lexicon.about, lexicon.size, _MOST_TERMS)
    return ()


def _written(term: str, text: str) -> str:
    """A folded term as the report writes it."""
    if is_han(term[0]):
        return term
    found = re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text, re.IGNORECASE)
    return found.group() if found else term
