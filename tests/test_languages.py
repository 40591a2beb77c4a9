"""No word of the interface is missing in either language: the source itself is read for them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "vibe_tui"
MODULES = sorted(PACKAGE.rglob("*.py"))
APP = sorted((PACKAGE / "tui").rglob("*.py"))
_HAN = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(r"[\u4e00-\u9fff]{2}")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|\([^)]*\)|（[^）]*）|\S*:\S*")


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def is_call_of(node: ast.AST, *names: str) -> bool:
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in names


def texts(module: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, Chinese and English of each message that stands in the source."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and is_call_of(node, "Text") and len(node.args) == 2:
            zh, en = (part.value if isinstance(part, ast.Constant) else None for part in node.args)
            if isinstance(zh, str) and isinstance(en, str):
                yield node.lineno, zh, en


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_each_message_says_the_same_in_both_languages(path: Path) -> None:
    for line, zh, en in texts(tree(path)):
        where = f"{name(path)}:{line}"
        assert bool(zh.strip()) is bool(en.strip()), where
        assert fields(zh) == fields(en), where
        assert not _HAN.search(_QUOTED.sub("", en)), f"{where}: Chinese in {en!r}"
        words = re.sub(r"\{[^}]*\}", "", zh)
        has_words = re.search(r"[a-z]{3}", re.sub(r"\{[^}]*\}", "", en), re.IGNORECASE)
        assert zh == en or _HAN.search(words) or not has_words, f"{where}: {zh!r} is not Chinese"


@pytest.mark.parametrize("path", APP, ids=name)
def test_no_chinese_stands_alone(path: Path) -> None:
    """In the app Chinese words stand in a `Text`, or with their English after a `|`."""
    module = tree(path)
    inside = {
        id(part) for node in ast.walk(module) if is_call_of(node, "Text") for part in ast.walk(node)
    }
    # Keys of tables are words that are looked for, not said.
    inside |= {
        id(key) for node in ast.walk(module) if isinstance(node, ast.Dict) for key in node.keys
    }
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(module):
        body = node.body if isinstance(node, documented) else []
        inside |= {id(one.value) for one in body if isinstance(one, ast.Expr)}
    for node in ast.walk(module):
        words = str(node.value) if isinstance(node, ast.Constant) else ""
        if id(node) not in inside and _WORD.search(words):
            _, _, en = words.partition("|")
            alone = not en.strip() or _HAN.search(en)
            assert not alone, f"{name(path)}:{getattr(node, 'lineno', 0)}: {words!r}"


@pytest.mark.parametrize("path", APP, ids=name)
def test_no_english_stands_alone(path: Path) -> None:
    """What a widget is given to say, or the person is told, is no word of one language."""
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        said = node.args[:1] if called in {"notify", "say"} else []
        said += node.args[:1] if is_call_of(node, "Static", "Label", "Button", "Content") else []
        said += [one.value for one in node.keywords if one.arg in {"placeholder", "title"}]
        for one in said:
            words = str(one.value) if isinstance(one, ast.Constant) else ""
            assert not re.search(r"[A-Za-z]{2}", words), f"{name(path)}:{node.lineno}: {words!r}"
