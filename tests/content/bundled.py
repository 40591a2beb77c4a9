"""The bundled library as its tests read it: files, sections, running text, numbers, runs of Han."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from vibe_tui.library.opened import parse_report
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.paths import bundled_content
from vibe_tui.render.blocks import Atom, Block, Formula, Role, own_texts, walk_blocks
from vibe_tui.render.outline import outline
from vibe_tui.render.parse import parse_blocks

FILES = sorted(bundled_content().rglob("*.md"))
GUIDES = [path for path in FILES if "guide" in path.stem or "使用指南" in path.stem]
REPORTS = [path for path in FILES if path not in GUIDES]
PAPERS = [path for path in REPORTS if "\ngenre: paper\n" in path.read_text("utf-8")]

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
every_guide = pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
every_report = pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
every_paper = pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)

RUN = 20
"""Han characters in a row that two texts share only when one was copied from the other."""

_HAN = re.compile(r"[\u4e00-\u9fff]+")
_ROWS_OF_NAMES = ("标题", "作者", "机构", "团队", "单位")
_CODE = (Role.CODE, Role.MATH)
_LEFT_OUT = "□"
"""Stands for code, formulas and addresses where running text is looked at."""


class Opened(NamedTuple):
    """A bundled file, read."""

    meta: Mapping[str, object]
    body: str
    title: str
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]

    def walk(self) -> Iterator[Section]:
        for section in self.sections:
            yield from section.walk()

    def part(self, key: str) -> Mapping[str, object]:
        """The mapping that the front matter holds under `key`; empty where there is none."""
        found = self.meta.get(key, {})
        assert isinstance(found, dict)
        return found

    @property
    def links(self) -> Mapping[str, str]:
        found = self.part("paper").get("links", {})
        assert isinstance(found, dict)
        return {str(key): str(link) for key, link in found.items()}


@cache
def read(path: Path) -> Opened:
    front, title, sections = parse_report(path.read_text("utf-8"), path.name)
    assert not front.problems
    body = front.body
    blocks = parse_blocks(body, outline(body).references)
    return Opened(front.meta, body, title, sections, blocks)


def flat(blocks: Sequence[Block]) -> Iterator[Block]:
    """Blocks and what they hold, in order."""
    for block in blocks:
        yield from walk_blocks(block)


def texts(blocks: Sequence[Block]) -> Iterator[Sequence[Atom]]:
    """The running texts of blocks and of what they hold, cell by cell."""
    for block in flat(blocks):
        yield from own_texts(block)


def atoms(blocks: Sequence[Block]) -> Iterator[Atom]:
    for text in texts(blocks):
        yield from text


def formulas(blocks: Sequence[Block]) -> Iterator[str]:
    """The TeX of every formula, those on lines of their own first."""
    yield from (block.tex for block in flat(blocks) if isinstance(block, Formula))
    yield from (atom.source for atom in atoms(blocks) if atom.look.role is Role.MATH)


def prose(text: Sequence[Atom]) -> str:
    """A running text with a stand-in for code, formulas and bare addresses."""
    return "".join(
        _LEFT_OUT if atom.look.role in _CODE or "://" in atom.text else atom.text for atom in text
    )


def words(value: object) -> tuple[str, ...]:
    """The strings of a front matter list."""
    assert isinstance(value, (list, tuple)), value
    return tuple(map(str, value))


def own_lines(opened: Opened) -> Iterator[str]:
    """The lines that hold sentences: no titles, names, references or research paths."""
    for section in opened.walk():
        if section.kind is SectionKind.REFERENCES:
            continue
        for line in section.text.split("\n"):
            first = line.split("|")[1].strip() if line.startswith("|") and "|" in line[1:] else ""
            if not first.endswith(_ROWS_OF_NAMES) and not re.match(r"> ?(自动)?研究", line):
                yield line


def runs(text: str) -> set[str]:
    """Every run of `RUN` Han characters of a text, whatever stands between them."""
    han = "".join(_HAN.findall(text))
    return {han[start : start + RUN] for start in range(len(han) - RUN + 1)}


def numbers(text: str) -> set[str]:
    """The numbers of a text, with their percent sign, without thousands separators and signs."""
    text = re.sub(r"https?://[!-~]+", "", text)
    text = re.sub(r"(?<=\d)(?:,|\{,\})(?=\d{3})", "", text)
    return set(re.findall(r"\d+(?:\.\d+)?%?", text))
