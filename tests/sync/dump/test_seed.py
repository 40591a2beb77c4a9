"""The importer on the publication's own text: exact, and nothing lost.

The record of headings was checked by hand against the text. Tables, formulas and lists are counted
here from the layout of the source alone, apart from the importer's own code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest

from vibe_tui.render.outline import outline
from vibe_tui.sync.dump.read import Dump, read_dump

RECORD = Path(__file__).with_name("seed_headings.txt")
BYLINE = re.compile(r"\S.* — \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT")
Words = Callable[[str], str]


@pytest.fixture
def dump(seed: Path) -> Dump:
    return read_dump(seed.read_text("utf-8"), seed.name)


@pytest.fixture
def sources(seed: Path) -> list[list[str]]:
    """The lines of each article below its titles."""
    lines = seed.read_text("utf-8").split("\n")
    starts = [at for at, line in enumerate(lines) if BYLINE.fullmatch(line)]
    stops = [at - 2 for at in starts[1:]] + [len(lines)]
    return [lines[start + 2 : stop] for start, stop in zip(starts, stops, strict=True)]


def test_items_with_dates_titles_and_genres(dump: Dump) -> None:
    assert (dump.name, dump.problems) == ("Vibe Research", ())
    assert {item.source for item in dump.items} == {"vibe-research"}
    assert [(str(item.date), item.meta["genre"]) for item in dump.items] == [
        ("2026-08-11", "paper"),
        ("2026-08-09", "deep-dive"),
        ("2026-08-08", "paper"),
        ("2026-08-06", "paper"),
        ("2026-08-04", "paper"),
        ("2026-08-03", "deep-dive"),
        ("2026-08-01", "incident-review"),
        ("2026-08-01", "paper"),
        ("2026-07-31", "paper"),
        ("2026-07-29", "news"),
        ("2026-07-29", "paper"),
        ("2026-07-25", "paper"),
        ("2026-07-24", "paper"),
        ("2026-07-23", "interview"),
        ("2026-07-23", "paper"),
    ]
    assert {item.author for item in dump.items} == {"Yooooo"}
    longer = [item.title.removeprefix(item.feed_title) for item in dump.items]
    assert [rest for rest in longer if rest] == [
        ": Open Frontier Intelligence",
        ": Towards a Recursively Self-Improving Agent for Deep Research",
        ": Full-Parameter Post-training of the DeepSeek-V4 Family on Ascend SuperPOD",
        ": Infinite Interactive World Rollout on a Single Desktop GPU",
    ]


def test_every_heading_with_its_level(dump: Dump) -> None:
    found = []
    for item in dump.items:
        found.append(f"@ {item.date} {item.feed_title}")
        found += [f"{one.level - 1} {one.text}" for one in outline(item.body).headings]
    assert found == RECORD.read_text("utf-8").splitlines()


def test_every_table_with_its_rows_and_columns(dump: Dump, sources: list[list[str]]) -> None:
    total = 0
    for item, source in zip(dump.items, sources, strict=True):
        wanted = [
            [len(line.split("\t")) for line in run]
            for tabbed, run in groupby(source, key=lambda line: "\t" in line)
            if tabbed
        ]
        lines = [line for line in outside_code(item.body) if not re.fullmatch(r"\|[ |-]+\|", line)]
        found = [
            [len(re.split(r"(?<!\\)\|", line)) - 2 for line in run]
            for piped, run in groupby(lines, key=lambda line: line.startswith("| "))
            if piped
        ]
        assert found == wanted, item.title
        total += len(found)
    assert total == 80


def test_every_display_formula_in_one_piece(dump: Dump, sources: list[list[str]]) -> None:
    total = 0
    for item, source in zip(dump.items, sources, strict=True):
        wanted = "\n".join(source).split("$$")[1::2]
        found = re.findall(r"^\$\$\n(.+?)\n\$\$$", item.body, re.MULTILINE | re.DOTALL)
        assert ["".join(tex.split()) for tex in found] == ["".join(tex.split()) for tex in wanted]
        assert not any("\n\n" in tex for tex in found)
        total += len(found)
    assert total == 37


def test_every_list(dump: Dump, sources: list[list[str]]) -> None:
    for item, source in zip(dump.items, sources, strict=True):
        text = re.sub(r"\$\$.*?\$\$", "", "\n".join(source), flags=re.DOTALL)
        wanted = [
            len(run.split("\n"))
            for run in re.split(r"\n\s*\n", text.strip())
            if "\n" in run.strip() and "\t" not in run and not run.startswith("GET /")
        ]
        found = [
            len(list(run))
            for bullet, run in groupby(outside_code(item.body), key=lambda line: line[:2] == "- ")
            if bullet
        ]
        single = [length for length in found if length == 1]
        assert [length for length in found if length > 1] == wanted, item.title
        assert len(single) <= 1


def test_no_word_is_lost(
    dump: Dump, sources: list[list[str]], squeezed_words: Words, shown_words: Words
) -> None:
    for item, source in zip(dump.items, sources, strict=True):
        wanted = squeezed_words("\n".join(source[2:]))
        assert source[0] == item.title
        assert shown_words(item.body) == wanted


@pytest.mark.parametrize(
    ("item", "paper"),
    [
        (0, ("2608.03573", "v2", 8, 0, 3, "cs.CL cs.LG", "hf abs pdf html code")),
        (3, ("2607.28956", "v2", 13, 0, 4, "cs.AI", "hf abs pdf html code")),
        (4, ("2607.23802", "v2", 11, 0, 6, "", "hf abs pdf html code")),
        (7, ("2607.28618", "v1", 4, 0, 2, "cs.CL cs.AI cs.IR cs.LG", "hf abs pdf html code")),
        (10, ("2607.24653", "v1", 4, 401, 2, "cs.CL cs.LG", "hf abs pdf code")),
        (11, ("2607.21461", "v1", 4, 24, 1, "cs.AI", "hf abs pdf html code")),
        (12, ("2607.20145", "v1", 3, 65, 2, "cs.CL cs.AI", "hf abs pdf code")),
        (14, ("2607.19191", "v1", 1, 41, 2, "cs.CV cs.AI cs.LG", "hf abs pdf html code")),
    ],
)
def test_facts_of_the_paper(
    dump: Dump, item: int, paper: tuple[str, str, int, int, int, str, str]
) -> None:
    found = dump.items[item].meta["paper"]
    assert isinstance(found, dict)
    assert paper == (
        found["arxiv"],
        found["version"],
        len(found["authors"]),
        found.get("author_count", 0),
        len(found["institutions"]),
        " ".join(found.get("categories", [])),
        " ".join(found["links"]),
    )


def test_how_the_article_was_made(dump: Dump) -> None:
    research = dump.items[0].meta["research"]
    assert isinstance(research, dict)
    assert (research["at"], research["source_date"]) == ("2026-08-11 09:02", "2026-08-10")
    assert research["path"][:3] == ["Daily Papers 列表", "Hugging Face 详情页", "arXiv v2 摘要页"]
    assert len(research["path"]) == 5


def outside_code(body: str) -> list[str]:
    """The lines of `body` that are in no code block."""
    lines: list[str] = []
    inside = False
    for line in body.split("\n"):
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            lines.append(line)
    return lines
