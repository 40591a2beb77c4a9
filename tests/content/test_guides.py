"""The two guides: what they say of keys, queries and commands, and the sheet of all Markdown."""

from __future__ import annotations

import datetime as dt
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from tests.content.bundled import GUIDES, REPORTS, atoms, every_guide, flat, formulas, read
from tests.formulas import is_damaged
from tests.pictures.readme import READMES, ROOT
from vibe_tui.cli.main import COMMANDS, run_command
from vibe_tui.cli.streams import ExitCode
from vibe_tui.config import Config, load_config
from vibe_tui.model.section import Section
from vibe_tui.paths import Paths, bundled_content
from vibe_tui.render.blocks import (
    IMAGE_SIGN,
    Align,
    Block,
    Code,
    Columns,
    Heading,
    ListBlock,
    Quote,
    Role,
    Table,
)
from vibe_tui.service import Service
from vibe_tui.text import Language
from vibe_tui.tui.actions import all_actions
from vibe_tui.tui.keys import show_key

SHEET = next(path for path in GUIDES if "使用指南" in path.stem)
ADMONITIONS = ("note", "tip", "important", "warning", "caution")
CODE = re.compile(r"`([^`]+)`")


def under(path: Path, *headings: str) -> Iterator[Section]:
    """The sections below one that has any of these headings, itself too."""
    for section in read(path).sections:
        if section.heading in headings:
            yield from section.walk()


def first_cells(text: str) -> Iterator[str]:
    """What stands in code in the first column of the tables of a text."""
    for line in text.split("\n"):
        if line.startswith("| ") and "---" not in line:
            yield from CODE.findall(line.split(" | ")[0])


@every_guide
def test_every_key_of_the_reader_and_no_other_is_in_the_guide(path: Path) -> None:
    keys = {show_key(key) for action in all_actions() for key in action.keys}
    said = {
        key
        for section in under(path, "按键", "Keys", "视图", "Lenses")
        for key in (*first_cells(section.text), *CODE.findall(running(section)))
        if key in keys or len(key) == 1 or re.fullmatch(r"(ctrl|shift)\+\w+", key)
    }
    assert said == keys


def running(section: Section) -> str:
    """The lines of a section that are no table."""
    return "\n".join(line for line in section.text.split("\n") if not line.startswith("|"))


@every_guide
def test_every_lens_is_in_the_guide(path: Path) -> None:
    text = "\n".join(section.text for section in under(path, "视图", "Lenses"))
    language: Language = "en" if read(path).meta["lang"] == "en" else "zh"
    for lens in Config().lenses:
        assert re.search(rf"`{lens.key}`.*\b{lens.name.pick(language)}\b", text)
        assert f"`{lens.id}`" in text


QUERIES = [
    query
    for path in GUIDES
    for section in under(path, "查找", "Search")
    for query in first_cells(section.text)
]
README_TEXTS = [(ROOT / name).read_text("utf-8") for name in READMES]
QUERIES += [
    query
    for text in README_TEXTS
    for query in first_cells(
        re.split("^## (?:搜索|Search)$", text, flags=re.M)[1].split("\n## ")[0]
    )
]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    home = tmp_path_factory.mktemp("guides")
    paths = Paths(
        config=home / "config.toml",
        sources=home / "sources.toml",
        library=home / "library",
        bundled=bundled_content(),
        state=home / "state.db",
        cache=home / "cache",
    )
    made = Service(paths, Config(), today=lambda: dt.date(2027, 8, 12))
    made.refresh()
    made.indexing.update()
    return made


@pytest.mark.parametrize("query", QUERIES)
def test_every_query_of_the_guides_and_readmes_finds_a_report(query: str, service: Service) -> None:
    listing = service.reports(service.parse(query))
    assert listing.note is None
    assert {report.id for report in listing.reports} & {path.stem for path in REPORTS}


def fenced(language: str) -> list[str]:
    """The code blocks of the guides in this language."""
    return [
        block.text
        for path in GUIDES
        for block in flat(read(path).blocks)
        if isinstance(block, Code) and block.language == language
    ]


README_BLOCKS = [
    "\n".join(line for line in block.split("\n") if line.startswith("vibe "))
    for text in README_TEXTS
    for block in re.findall(r"^```(?:bash|sh|console)?\n(.*?)^```", text, flags=re.M | re.S)
]
COMMAND_LINES = [
    shlex.split(line, comments=True)
    for code in (*fenced("bash"), *README_BLOCKS)
    for line in code.split("\n")
    if line.strip() and not re.search(r"\bID\b", line)
]
READING = {"list", "show", "search", "related", "digest", "compare", "papers"}


@pytest.mark.parametrize("line", COMMAND_LINES, ids=" ".join)
def test_every_command_line_of_the_guides_works(
    line: list[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    program, *given = line[: line.index("|")] if "|" in line else line
    assert program == "vibe"
    if given[0] in READING:
        assert run_command(given, {}) == ExitCode.DONE
    else:
        assert given[0] in COMMANDS or given[0].startswith("~/")


@pytest.mark.parametrize("settings", fenced("toml"))
def test_settings_of_the_guides_are_taken(settings: str, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(settings, "utf-8")
    config, problems = load_config(file, {})
    assert problems == ()
    assert config != Config()
    actions = {action.id for action in all_actions()}
    assert set(config.keys) <= actions


def test_the_sheet_has_every_kind_of_block() -> None:
    blocks = list(flat(read(SHEET).blocks))
    assert {type(block) for block in blocks} == set(get_args(Block)) - {Columns}
    assert {block.label for block in blocks if isinstance(block, Quote)} == {"", *ADMONITIONS}
    assert {block.level for block in blocks if isinstance(block, Heading)} == {2, 3, 4, 5, 6}
    aligns = {align for block in blocks if isinstance(block, Table) for align in block.aligns}
    assert aligns == set(Align)
    lists = [block for block in blocks if isinstance(block, ListBlock)]
    assert {block.loose for block in lists} == {True, False}
    assert {item.marker.strip()[-1] for block in lists for item in block.items} == set("•◦▪.)☐☑")
    assert "" in {block.language for block in blocks if isinstance(block, Code)}


def test_the_sheet_has_every_look_of_words() -> None:
    found = list(atoms(read(SHEET).blocks))
    looks = [atom.look for atom in found]
    assert {look.role for look in looks} == {Role.TEXT, Role.CODE, Role.MATH, Role.LINK}
    for name in ("bold", "italic", "strike"):
        assert any(getattr(look, name) for look in looks), name
    assert any(look.bold and look.italic for look in looks)
    assert any(look.bold and look.link for look in looks)
    assert "\n" in {atom.text for atom in found}
    assert {"₂", "⁶"} <= set("".join(atom.text for atom in found))
    links = {look.link.partition(":")[0].partition("#")[0] for look in looks if look.link}
    assert {"https", "mailto", ""} <= links
    assert any(link.endswith(".md") for link in links)
    assert any(look.link.startswith("#fn-") for look in looks)


def test_the_sheet_shows_a_damaged_formula_and_a_picture_that_is_there() -> None:
    opened = read(SHEET)
    assert len([tex for tex in formulas(opened.blocks) if is_damaged(tex)]) == 1
    [picture] = [atom for atom in atoms(opened.blocks) if atom.text.startswith(IMAGE_SIGN)]
    assert (SHEET.parent / picture.source).is_file()
