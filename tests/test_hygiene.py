"""Habits that no linter checks: small modules, no broad except, nothing of one machine."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_is_short_and_says_what_it_is_for(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= LONGEST
    assert not text.strip() or ast.get_docstring(ast.parse(text))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_module_catches_everything(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"bare except at line {node.lineno}"
            caught = {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)}
            assert "Exception" not in caught, f"except Exception at line {node.lineno}"
            silent = [type(s) for s in node.body] == [ast.Pass]
            assert not silent, f"an error is swallowed at line {node.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_checker_is_told_to_look_away(path: Path) -> None:
    assert not re.search(r"#\s*(?:noqa|type:\s*ignore|TODO|FIXME|XXX)", path.read_text("utf-8"))


@pytest.mark.parametrize("path", [*MODULES, *TEXTS], ids=name)
def test_no_path_of_one_machine(path: Path) -> None:
    assert not _MACHINE_PATH.search(path.read_text("utf-8"))
