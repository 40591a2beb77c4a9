"""The bundled library beside the publication's own text, where that is present.

Days, titles, names, links and numbers are the source's; the sentences are not. A number that the
source does not have is worked out from its numbers, and stands in `DERIVED` with the sum.
"""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path

from tests.content.bundled import (
    REPORTS,
    every_paper,
    every_report,
    numbers,
    own_lines,
    read,
    runs,
    words,
)
from vibe_tui.model.section import SectionKind
from vibe_tui.sync.dump.read import read_dump
from vibe_tui.sync.incoming import Incoming


def _error(*shares: tuple[float, int]) -> float:
    """The standard error of a difference of shares, or of one share."""
    return math.sqrt(sum(share * (1 - share) / count for share, count in shares))


def _wilson(hits: int, count: int, sign: int) -> float:
    """One end of the 95% interval of a share."""
    z, share = 1.96, hits / count
    half = z * math.sqrt(share * (1 - share) / count + z**2 / (4 * count**2))
    return (share + z**2 / (2 * count) + sign * half) / (1 + z**2 / count)


GIVEN = math.nan
"""No sum: a known fact that the source leaves out, or an assumption that the text states."""

# What each report writes, and the sum that it comes from.
DERIVED: dict[str, dict[str, float]] = {
    "abot-world-0": {
        "712": 638.843 + 72.957,
        "16.9": 12 / 0.711_8,
        "46": 12_000 / 15.831 - 711.8,
        "0.4": 12 / 30,
        "0.76": 12 / 15.831,
        "0.7": (638.843 + 72.957) / 1000,
        "7%": 13.269 / 12.405 - 1,
        "3.4": 19.281 - 15.925,
        "0.1268": 0.6309 - 0.5041,
    },
    "梁文锋": {"36": GIVEN, "3.6": 36 / 10},
    "slai-t-rex": {
        "0.522": 52.2 / 100,
        "0.145": 14.5 / 100,
        "0.076": 0.522 * 0.145,
        "8%": 1 / (1 - 0.522 * 0.145) - 1,
        "0.253": 0.522 * 0.484,
        "34%": 1 / (1 - 0.522 * 0.484) - 1,
        "0.192": 0.522 * 0.367,
        "24%": 1 / (1 - 0.522 * 0.367) - 1,
        "10.2": 1.287 + 1.913 + 1.710 + 1.480 + 0.805 + 1.421 + 1.599,
        "3.5": 0.425 + 1.019 + 0.624 + 0.167 + 0.246 + 0.611 + 0.451,
        "394": 42 / 0.1066,
        "42": 0.1066 * 394,
        "28160": 220 * 128,
        "11.7%": 0.3422 / 2.93,
    },
    "arex": {
        "12": (1 - 0.698) * (1 - 0.610) * 100,
        "8": (1 - 0.825) * (1 - 0.552) * 100,
    },
    "kimi-k3": {
        "2.7": 2.78 / 1.04,
        "3.2": 104.2 / 32.6,
        "9.8": 53.3 - 43.5,
        "7.0": 63.0 - 56.0,
        "96": 8 * 12,
        "50": 1736 - 1686,
        "0.8": 91.2 - 90.4,
        "0.6": 94.1 - 93.5,
        "198": GIVEN,
        "43": 100 / (1 + 10 ** (50 / 400)),
        "57": 100 / (1 + 10 ** (-50 / 400)),
        "1.6": (14 / 36 - 8 / 36) / _error((14 / 36, 36), (8 / 36, 36)),
    },
    "mcp-2026-07-28": {"2": GIVEN, "20": GIVEN, "40": 2 * 20, "420": sum(range(2, 42, 2))},
    "turbovla": {
        "1954": 0.977 * 2000,
        "1938": 0.969 * 2000,
        "16": 1954 - 1938,
        "1.6": 0.008 / _error((0.977, 2000), (0.969, 2000)),
        "95%": GIVEN,
        "65%": _wilson(32, 40, -1),
        "90%": _wilson(32, 40, 1),
        "0.1": 95.5 - 95.4,
        "23": 1000 / 43.4,
    },
    "anthropic": {"85": 6 + 31 + 30 + 24 - 6},
    "askchem": {
        "95%": GIVEN,
        "94.1%": _wilson(143, 146, -1),
        "99.3%": _wilson(143, 146, 1),
        "34": 171_342 * 2 / 10_000,
        "15%": 0.15,
    },
    "agent-team": {"90": 10 * 9, "380": 20 * 19},
    "rlsvr": {"30": GIVEN},
    "merchantbench": {
        "32.8": 0.551 * 59.46,
        "18.9": 0.551 * 59.46 / math.sqrt(3),
        "6.53": 59.46 - 52.93,
    },
    "agentopsd": {"2.4": 83.6 - 81.2, "1.5": 85.9 - 84.4, "10%": 0.5 * 0.2},
    "sft-conflicts": {
        "71.0%": 1 - 9 / 31,
        "38.7%": 43 / 31 - 1,
        "17.7": (1 - 9 / 31) * 100 / 4,
        "9.7": (43 / 31 - 1) * 100 / 4,
        "11.8": (1 - 9 / 31) * 100 / 6,
        "6.5": (43 / 31 - 1) * 100 / 6,
        "13.2%": 1.066 / 0.942 - 1,
        "10.9%": 1.080 / 0.974 - 1,
        "7.3%": 1.107 / 1.032 - 1,
        "8.6%": 1.033 / 0.951 - 1,
        "7.5%": 1.051 / 0.978 - 1,
        "5.5%": 1.080 / 1.024 - 1,
        "3.2%": 1.032 - 1,
        "3.3": 1e-5 / 3e-6,
        "247": 7.4 / 3e-2,
    },
}


@cache
def articles(seed: Path) -> dict[str, Incoming]:
    """Every article of the publication by its day and title."""
    dump = read_dump(seed.read_text("utf-8"), seed.name)
    return {f"{item.date} {item.title}": item for item in dump.items}


def article_of(path: Path, seed: Path) -> Incoming:
    opened = read(path)
    article = articles(seed).get(f"{opened.meta['date']} {opened.title}")
    assert article is not None, f"no article of this day has the title {opened.title!r}"
    return article


def derived(path: Path) -> dict[str, float]:
    """The numbers of a report that are worked out."""
    return next((sums for stem, sums in DERIVED.items() if stem in path.stem), {})


def test_every_article_of_the_source_has_its_report(seed: Path) -> None:
    assert {id(article_of(path, seed)) for path in REPORTS} == {
        id(article) for article in articles(seed).values()
    }


@every_report
def test_what_the_front_matter_says_is_what_the_source_says(path: Path, seed: Path) -> None:
    meta, article = read(path).meta, article_of(path, seed)
    said = article.meta
    feed_title = article.feed_title if article.feed_title != article.title else None
    assert meta.get("feed_title") == feed_title
    for key in ("column", "genre", "lang"):
        assert meta.get(key) == said.get(key), key


@every_paper
def test_a_paper_is_described_as_the_source_does(path: Path, seed: Path) -> None:
    opened, said = read(path), article_of(path, seed).meta
    paper, research = said["paper"], said["research"]
    assert isinstance(paper, dict)
    assert isinstance(research, dict)
    ours = opened.part("paper")
    for key in ("title", "arxiv", "version", "authors", "author_count", "categories"):
        assert ours.get(key) == paper.get(key), key
    assert {**opened.links, **paper["links"]} == opened.links
    for key in ("at", "source_date"):
        assert opened.part("research")[key] == research[key]


@every_report
def test_names_and_links_are_those_of_the_source(path: Path, seed: Path) -> None:
    article = article_of(path, seed).body.replace("\\", "")
    opened = read(path)
    facts = [*opened.links.values(), *words(opened.part("paper").get("institutions", ()))]
    assert [fact for fact in facts if fact not in article] == []


@every_report
def test_latin_words_are_those_of_the_source(path: Path, seed: Path) -> None:
    """A model, a data set or a person whose name is misspelt stands nowhere in the source."""
    article = article_of(path, seed).body.replace("\\", "").casefold()
    own = {"wilson", "text", "kb"}
    body = re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$|!\[.*?\]\(.*?\)", "", read(path).body, flags=re.DOTALL)
    body = body.replace(body.rstrip().split("\n")[-1], "")
    found = {
        word
        for word in re.findall(r"[A-Za-z][A-Za-z0-9.+/'-]*[A-Za-z0-9+]", body)
        if word.casefold() not in article and word.casefold() not in own
    }
    assert {word for word in found if word != "https"} == set()


@every_report
def test_numbers_are_those_of_the_source_or_worked_out(path: Path, seed: Path) -> None:
    known = numbers(article_of(path, seed).body.replace("\\%", "%"))
    known |= {number.rstrip("%") for number in known} | set(derived(path))
    unknown = []
    for section in read(path).walk():
        for line in section.text.split("\n"):
            line = re.sub(r"^\s*\d+\. |本文据 Vibe Research \S+", "", line)
            day = re.sub(r"\d{4}-\d{2}-\d{2}", "", line)
            unknown += [(number, line) for number in numbers(day) - known]
    assert unknown == []


@every_report
def test_numbers_of_our_own_are_worked_out_right_and_used(path: Path) -> None:
    body = numbers(read(path).body)
    for written, value in derived(path).items():
        assert written in body
        if not math.isnan(value):
            shown = written.rstrip("%")
            if written.endswith("%"):
                value *= 100
            places = len(shown.partition(".")[2])
            assert abs(value - float(shown)) <= 0.5 * 10**-places + 1e-9, written


@every_report
def test_days_are_those_of_the_source(path: Path, seed: Path) -> None:
    article = article_of(path, seed)
    known = set(re.findall(r"\d{4}-\d{2}-\d{2}", article.body)) | {str(article.date)}
    for year, month, day in re.findall(r"(\d{4}) ?年 ?(\d+) ?月 ?(\d+) ?日", article.body):
        known.add(f"{year}-{int(month):02}-{int(day):02}")
    research = read(path).part("research")
    known |= {str(research.get("source_date", ""))}
    assert set(re.findall(r"\d{4}-\d{2}-\d{2}", read(path).body)) - known == set()


@every_paper
def test_limitations_are_judged_with_sums_of_our_own(path: Path) -> None:
    limits = [s.text for s in read(path).walk() if s.kind is SectionKind.LIMITATIONS]
    assert numbers("\n".join(limits)) & set(derived(path))


@every_report
def test_sentences_are_our_own(path: Path, seed: Path) -> None:
    theirs = seed_runs(seed)
    copied = [line for line in own_lines(read(path)) if runs(line) & theirs]
    assert copied == []


@cache
def seed_runs(seed: Path) -> frozenset[str]:
    return frozenset(runs(seed.read_text("utf-8")))
