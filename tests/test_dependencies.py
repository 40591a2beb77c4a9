"""What is imported is declared, with an upper bound; what is installed for a check is pinned."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NEEDED: list[str] = PROJECT["dependencies"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
DECLARED = [*NEEDED, *chain.from_iterable(EXTRAS.values())]
OURS = {"vibe_tui", "tests"}


def name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def imported(folder: str) -> set[str]:
    """The distributions that the modules of a folder import."""
    modules: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    known = packages_distributions()
    others = modules - set(sys.stdlib_module_names) - OURS
    return {name(known[module][0]) for module in others if module in known}


def extra_of(requirement: str) -> str:
    """The extra that a requirement belongs to; empty for what is always needed."""
    found = re.search(r"extra == ['\"]([^'\"]+)", requirement)
    return found[1] if found else ""


def installed_with(requirements: list[str]) -> Iterator[str]:
    """What these require, and all that is installed because of them."""
    seen: set[tuple[str, str]] = set()
    waiting = list(requirements)
    while waiting:
        text = waiting.pop()
        extras = re.match(r"[\w.-]+\[([^]]*)\]", text)
        for extra in ("", *(extras[1].split(",") if extras else ())):
            one = (name(text), extra.strip())
            if one in seen:
                continue
            seen.add(one)
            try:
                further = requires(one[0]) or []
            except PackageNotFoundError:
                continue
            waiting += [line for line in further if extra_of(line) == one[1]]
            yield one[0]


def test_what_is_imported_is_declared_and_the_other_way_round() -> None:
    used, declared = imported("vibe_tui"), set(map(name, DECLARED))
    assert used <= declared
    assert set(map(name, NEEDED)) <= used
    assert imported("tests") <= declared


def test_every_requirement_has_an_upper_bound() -> None:
    assert [one for one in DECLARED if not re.search(r">=[\d.]+,<[\d.]+$", one)] == []


def test_everything_installed_for_a_check_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").split()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    assert set(installed_with(DECLARED)) <= set(map(name, lines))
