"""Habits that no linter checks: small modules, no broad except, nothing of one machine."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 400
MODULES = sorted((ROOT / "vibe_tui").rglob("*.py"))
TEXTS = sorted(
    path
    for pattern in ("*.md", "*.toml", "*.txt", "Makefile", ".ci/run", "tests/**/*.py")
    for path in ROOT.glob(pattern)
)

_MACHINE_PATH = re.compile(r"(?<![\w.<:/])/(?:home|root|work|Users|mnt|opt)/\w")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_a_module_is_short_and_says_what_it_is_for() -> None:
    for path in MODULES:
        text = path.read_text("utf-8")
        assert text.count("\n") <= LONGEST, name(path)
        assert not text.strip() or ast.get_docstring(ast.parse(text)), name(path)


def test_no_module_catches_everything() -> None:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ExceptHandler):
                where = f"{name(path)}:{node.lineno}"
                assert node.type is not None, f"bare except: {where}"
                caught = {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)}
                assert "Exception" not in caught, f"except Exception: {where}"
                silent = [type(s) for s in node.body] == [ast.Pass]
                assert not silent, f"an error is swallowed: {where}"


def test_no_checker_is_told_to_look_away() -> None:
    told = re.compile(r"#\s*(?:noqa|type:\s*ignore|TODO|FIXME|XXX)")
    assert [name(path) for path in MODULES if told.search(path.read_text("utf-8"))] == []


def test_no_path_of_one_machine() -> None:
    paths = [*MODULES, *TEXTS]
    assert [name(path) for path in paths if _MACHINE_PATH.search(path.read_text("utf-8"))] == []


def test_a_style_sheet_is_about_widgets_that_there_are() -> None:
    there = {"CommandPalette", "Screen", "SearchIcon", "Toast"}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                there.add(node.name)
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual"):
                there |= {alias.name for alias in node.names}
    for sheet in (ROOT / "vibe_tui").rglob("*.tcss"):
        selectors = re.sub(r"/\*.*?\*/|\{.*?\}", " ", sheet.read_text("utf-8"), flags=re.DOTALL)
        named = set(re.findall(r"(?<![-.#:\w])[A-Z]\w+", selectors))
        assert named <= there, f"{name(sheet)}: {named - there}"
