"""Code blocks → lines: highlighted where the language is known, every character kept.

Where the reader can scroll, long lines stay whole and the margin is frozen; elsewhere they go on
in the next row. Highlighting is given up, never the text, for a block that is too large or that a
lexer would change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Code, Laid, Line, Look, Role, Run
from vibe_tui.render.wrap import chopped

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

MARGIN = 2
MAX_HIGHLIGHTED = 20_000
MAX_HIGHLIGHTED_LINE = 2_000
_CLUSTER = 8

# By the names of token types; the first entry that holds the token's type decides.
_KINDS = (
    ("Comment", Role.CODE_COMMENT),
    ("Keyword Operator.Word", Role.CODE_KEYWORD),
    ("Literal.Number", Role.CODE_NUMBER),
    ("Literal", Role.CODE_STRING),
    ("Name.Function Name.Class Name.Tag Name.Attribute Name.Decorator", Role.CODE_NAME),
)
_ROLES = [(group, role) for groups, role in _KINDS for group in groups.split()]
_LOOKS = {role: Look(role) for role in Role}


def lay_code(code: Code, width: int, *, scroll: bool) -> Laid:
    """The rows of `code`, set in by `MARGIN` cells where `width` has room for it.

    A run's `at` counts in `code.text`, which holds no tabs.
    """
    margin = MARGIN if width > 4 * MARGIN else 0
    room = max(width - margin, 1)
    rows = list(_rows(code))
    if scroll and margin and any(_width(row) > room for row in rows):
        return Laid(tuple(_line(row, margin) for row in rows), frozen=margin)
    return Laid(tuple(_line(part, margin) for row in rows for part in _cut(row, room)))


def _line(runs: Iterable[Run], margin: int) -> Line:
    return Line((Run(" " * margin), *runs) if margin else tuple(runs))


def _width(runs: Iterable[Run]) -> int:
    return sum(cell_width(run.text) for run in runs)


def _rows(code: Code) -> Iterator[list[Run]]:
    """The source lines of a block as runs."""
    row: list[Run] = []
    at = 0
    for role, text in _tokens(code):
        for count, part in enumerate(text.split("\n")):
            if count:
                yield row
                row = []
                at += 1
            if part:
                row.append(Run(part, _LOOKS[role], at))
                at += len(part)
    yield row


def _tokens(code: Code) -> list[tuple[Role, str]]:
    """The text in stretches of one role; joined they are the text itself."""
    text = code.text
    lexer = _lexer(code.language)
    if (
        lexer is None
        or len(text) > MAX_HIGHLIGHTED
        or max(map(len, text.split("\n"))) > MAX_HIGHLIGHTED_LINE
    ):
        return [(Role.CODE, text)]
    tokens = _joined([(_role(kind), value) for kind, value in lexer.get_tokens(text)])
    if "".join([value for _, value in tokens]) != text:
        return [(Role.CODE, text)]
    return tokens


def _joined(tokens: Iterable[tuple[Role, str]]) -> list[tuple[Role, str]]:
    """Neighbours of one role as one; no cluster of characters is taken apart."""
    joined: list[tuple[Role, str]] = []
    for role, value in tokens:
        if joined and (joined[-1][0] is role or _is_torn(joined[-1][1], value)):
            joined[-1] = joined[-1][0], joined[-1][1] + value
        elif value:
            joined.append((role, value))
    return joined


def _is_torn(before: str, after: str) -> bool:
    """Whether a cluster of characters begins in one text and ends in the next."""
    if before[-1] != "\u200d" and after[:1].isascii():
        return False
    end, start = before[-_CLUSTER:].rpartition("\n")[2], after[:2]
    return cell_width(end + start) != cell_width(end) + cell_width(start)


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    if not language:
        return None
    # Imported here: most reports hold no code.
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=256)
def _role(kind: _TokenType) -> Role:
    name = f"{'.'.join(kind)}."
    return next((role for group, role in _ROLES if name.startswith(f"{group}.")), Role.CODE)


def _cut(row: list[Run], room: int) -> Iterator[list[Run]]:
    """The row in stretches of at most `room` cells, cut between words where it can be."""
    if _width(row) <= room:
        yield row
        return
    index = base = 0
    for start, end in chopped("".join([run.text for run in row]), room):
        part: list[Run] = []
        while index < len(row) and base < end:
            run = row[index]
            part.append(_slice(run, max(start - base, 0), end - base))
            if base + len(run.text) > end:
                break
            base += len(run.text)
            index += 1
        yield part


def _slice(run: Run, start: int, end: int) -> Run:
    return Run(run.text[start:end], run.look, run.at + start if run.at >= 0 else -1)
