"""For tests of sync: a server, a user, and the words of Markdown as two parsers read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from tests.sync.desk import Desk, desk_in
from tests.sync.web import WebServer, serving
from vibe_tui.render.blocks import (
    Block,
    Code,
    Definition,
    Footnote,
    Formula,
    Heading,
    Inline,
    ListBlock,
    Paragraph,
    Quote,
    Table,
)
from vibe_tui.render.parse import parse_blocks

Words = Callable[[str], str]


@pytest.fixture
def web() -> Iterator[WebServer]:
    """A server on this machine."""
    with serving() as server:
        yield server


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A user without reports or sources."""
    return desk_in(tmp_path)


@pytest.fixture(scope="session")
def squeezed_words() -> Words:
    """The words of plain text, in the form in which the others give theirs."""
    return squeezed


@pytest.fixture(scope="session", params=["our parser", "CommonMark"])
def shown_words(request: pytest.FixtureRequest) -> Words:
    """Every word of Markdown as a parser shows it, white space and formula marks left out."""
    return our_words if request.param == "our parser" else plain_words


def squeezed(text: str) -> str:
    """`text` without white space and without the marks of formulas and code."""
    return re.sub(r"[\s$`]+", "", text)


def our_words(markdown: str) -> str:
    """Every word of `markdown` in our own parser's blocks, formulas as their TeX."""
    return squeezed("".join(_words(parse_blocks(markdown))))


def plain_words(markdown: str) -> str:
    """Every word of `markdown` as a CommonMark parser with tables and formulas shows it."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True)
    return squeezed("".join(_token_words(parser.parse(markdown))))


def _words(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(text=text) | Paragraph(text=text):
                yield _inline(text)
            case Code(text=text) | Formula(tex=text):
                yield text
            case Table(header=header, rows=rows):
                for row in (header, *rows):
                    yield from map(_inline, row)
            case ListBlock(items=items):
                for item in items:
                    yield item.marker if item.marker[0].isdigit() else ""
                    yield from _words(item.blocks)
            case Quote(blocks=inner) | Footnote(blocks=inner):
                yield from _words(inner)
            case Definition(term=term, blocks=inner):
                yield _inline(term)
                yield from _words(inner)
            case _:
                yield "-----"


def _inline(text: Inline) -> str:
    return "".join(atom.source or atom.text for atom in text)


def _token_words(tokens: list[Token]) -> Iterator[str]:
    numbers: list[int] = []
    for token in tokens:
        if token.type == "inline":
            for child in token.children or []:
                yield child.content
        elif token.type == "ordered_list_open":
            numbers.append(int(token.attrs.get("start", 1)))
        elif token.type == "bullet_list_open":
            numbers.append(-1)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            numbers.pop()
        elif token.type == "list_item_open" and numbers[-1] >= 0:
            yield f"{numbers[-1]}."
            numbers[-1] += 1
        else:
            yield token.content
