"""A table's rows sorted and filtered. Pure.

Cells are compared as what they say: `24.9%`, `1.2×`, `0.8 ± 0.1`, `12.4*`, `141,006`, `31.2 ms`,
`1.5B`, `3 万`, `3×10⁻²` and `35/40` are numbers in their units, `2026-08-11` is a day. What holds
no number comes after them, and a dash or nothing comes last in both directions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from enum import Enum

from vibe_tui.fold import fold

_NUMBER = re.compile(
    r"(?P<value>\d[\d,]*(?:\.\d+)?|\.\d+)(?:[eE](?P<power>[-+]?\d+))?"
    r"(?:\^(?P<raised>[-+]?\d+)|\s*[×x·*]\s*10\^(?P<ten>[-+]?\d+))?"
    r"\s*(?P<unit>[^\d\s±()（）,，;；/]*)"
)
_RATIO = re.compile(r"(\d+)/(\d+)")
_RAISED = re.compile("[⁺⁻]?[⁰¹²³⁴-⁹]+")
_SMALL_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_LETTER = re.compile(r"[^\W\d_]")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_MINUS = ("-", "−", "–")
_BEFORE = " \t-+−–±~≈<>≤≥=*$¥€£约#"
_EMPTY = frozenset({"", "-", "–", "—", "－", "−", "/", "n/a", "na", "无", "--", "——", "…", "?"})
_SIZES = (
    ("k kb 千", 1e3),
    ("万", 1e4),
    ("m mb 百万", 1e6),
    ("亿", 1e8),
    ("b g gb", 1e9),
    ("t tb", 1e12),
    ("ns", 1e-9),
    ("μs µs us", 1e-6),
    ("ms 毫秒", 1e-3),
    ("s 秒", 1.0),
    ("min 分钟", 60.0),
    ("h 小时", 3600.0),
    ("天", 86400.0),
    *zip(("kib", "mib", "gib", "tib"), (2.0**10, 2.0**20, 2.0**30, 2.0**40), strict=True),
)
_UNITS = {unit: size for units, size in _SIZES for unit in units.split()}
_WORDS = 12
"""Letters that stand beside a number, as units and notes; a cell with more is a text."""


class Order(Enum):
    """How a column is sorted."""

    NONE = ""
    UP = "▲"
    DOWN = "▼"


def number_of(cell: str) -> float | None:
    """The number that a cell says, in its unit's base, or None when it says none."""
    found = _number_in(cell.strip())
    return found if found is not None and math.isfinite(found) else None


def _number_in(text: str) -> float | None:
    if day := _DAY.fullmatch(text):
        return float("".join(day.groups()))
    if (ratio := _RATIO.fullmatch(text)) and float(ratio[2]):
        return float(ratio[1]) / float(ratio[2])
    text = _RAISED.sub(lambda raised: "^" + raised.group().translate(_SMALL_DIGITS), text)
    match = _NUMBER.search(text)
    before = text[: match.start()] if match is not None else ""
    if match is None or before.strip(_BEFORE):
        return None
    value = float(match["value"].replace(",", ""))
    if match["raised"] and value == 10.0:
        value = _ten_to(match["raised"])
    elif power := match["power"] or match["ten"]:
        value *= _ten_to(power)
    unit = match["unit"].strip("*†‡%×x")
    scale = _UNITS.get(unit, _UNITS.get(unit.lower(), 1.0))
    return -value * scale if before.rstrip().endswith(_MINUS) else value * scale


def _ten_to(power: str) -> float:
    return math.pow(10.0, max(-300.0, min(300.0, float(power))))


def is_empty(cell: str) -> bool:
    """Whether a cell stands for "nothing"."""
    return cell.strip().casefold() in _EMPTY


def is_numeric(cells: Sequence[str]) -> bool:
    """Whether most of a column's filled cells are numbers with little beside them."""
    filled = [cell for cell in cells if not is_empty(cell)]
    numbers = [cell for cell in filled if number_of(cell) is not None]
    bare = sum(1 for cell in numbers if len(_LETTER.findall(cell)) <= _WORDS)
    return bool(filled) and bare * 2 > len(filled)


def sorted_rows(rows: Sequence[Sequence[str]], column: int, order: Order) -> list[int]:
    """Indices of `rows` in the order of a column; equal cells stay as they were."""
    indices = list(range(len(rows)))
    if order is Order.NONE:
        return indices
    cells = [row[column] if column < len(row) else "" for row in rows]
    empty = [at for at in indices if is_empty(cells[at])]
    down = order is Order.DOWN
    if is_numeric(cells):
        numbers = {at: value for at in indices if (value := number_of(cells[at])) is not None}
        first = sorted(numbers, key=lambda at: -numbers[at] if down else numbers[at])
        words = [at for at in indices if at not in numbers and not is_empty(cells[at])]
    else:
        first, words = [], [at for at in indices if not is_empty(cells[at])]
    words.sort(key=lambda at: fold(cells[at]).text, reverse=down)
    return [*first, *words, *empty]


def folded_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """The words of each row as `matching_rows` compares them."""
    return [fold("\t".join(row)).text for row in rows]


def matching_rows(folded: Sequence[str], words: str) -> list[int]:
    """Indices of the rows that hold all the words, wherever in the row."""
    wanted = [fold(word).text for word in words.split()]
    return [at for at, text in enumerate(folded) if all(word in text for word in wanted)]
