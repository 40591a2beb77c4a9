"""No word of the interface is missing in either language: the source itself is read for them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

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


def test_each_message_says_the_same_in_both_languages() -> None:
    for path in MODULES:
        for line, zh, en in texts(tree(path)):
            where = f"{name(path)}:{line}"
            assert bool(zh.strip()) is bool(en.strip()), where
            assert fields(zh) == fields(en), where
            assert not _HAN.search(_QUOTED.sub("", en)), f"{where}: Chinese in {en!r}"
            words = re.sub(r"\{[^}]*\}", "", zh)
            has_words = re.search(r"[a-z]{3}", re.sub(r"\{[^}]*\}", "", en), re.IGNORECASE)
            is_chinese = zh == en or _HAN.search(words) or not has_words
            assert is_chinese, f"{where}: {zh!r} is not Chinese"


def test_no_chinese_stands_alone() -> None:
    """In the app Chinese words stand in a `Text`, or with their English after a `|`."""
    for path in APP:
        module = tree(path)
        allowed = set(_not_said(module))
        for node in ast.walk(module):
            words = str(node.value) if isinstance(node, ast.Constant) else ""
            if id(node) not in allowed and _WORD.search(words):
                _, _, en = words.partition("|")
                alone = not en.strip() or _HAN.search(en)
                assert not alone, f"{name(path)}:{getattr(node, 'lineno', 0)}: {words!r}"


def _not_said(module: ast.Module) -> Iterator[int]:
    """The parts of a `Text`, docstrings, and keys of tables: words looked for, not said."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(module):
        if is_call_of(node, "Text"):
            yield from map(id, ast.walk(node))
        elif isinstance(node, ast.Dict):
            yield from map(id, node.keys)
        elif isinstance(node, documented):
            yield from (id(one.value) for one in node.body if isinstance(one, ast.Expr))


def test_no_english_stands_alone() -> None:
    """What a widget is given to say, or the person is told, is no word of one language."""
    for path in APP:
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            said = node.args[:1] if called in {"notify", "say"} else []
            said += (
                node.args[:1] if is_call_of(node, "Static", "Label", "Button", "Content") else []
            )
            said += [one.value for one in node.keywords if one.arg in {"placeholder", "title"}]
            for one in said:
                words = str(one.value) if isinstance(one, ast.Constant) else ""
                assert not re.search(r"[A-Za-z]{2}", words), (
                    f"{name(path)}:{node.lineno}: {words!r}"
                )
