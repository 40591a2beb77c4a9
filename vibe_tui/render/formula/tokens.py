"""TeX → tokens: what pylatexenc reads, with the arguments that `commands` declares.

Length and nesting are bounded before anything is parsed, and what TeX itself would refuse or hide
(a comment, an empty line) is refused here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexMacroNode,
    LatexNode,
    LatexSpecialsNode,
    LatexWalker,
    LatexWalkerError,
)
from pylatexenc.macrospec import EnvironmentSpec, LatexContextDb, MacroSpec, SpecialsSpec

from vibe_tui.render.formula.commands import COMMANDS, ENVIRONMENTS

MAX_LENGTH = 4_000
MAX_DEPTH = 24

Token: TypeAlias = str | LatexNode


class DamagedFormulaError(ValueError):
    """The formula is not TeX that can be drawn without guessing."""


@cache
def _context() -> LatexContextDb:
    """The commands that take arguments; every other one is a single sign or unknown."""
    context = LatexContextDb()
    context.add_context_category(
        "formula",
        macros=[
            *(
                MacroSpec(name, takes)
                for _, takes, names in COMMANDS
                if takes
                for name in names.split()
            ),
            MacroSpec("\\", "*["),
        ],
        environments=[
            EnvironmentSpec(name, "{" if name in ("array", "alignedat") else "")
            for name in ENVIRONMENTS
        ],
        specials=[SpecialsSpec("&"), SpecialsSpec("~")],
    )
    return context


def nodes_of(tex: str) -> Sequence[LatexNode]:
    """The nodes of a formula; raises `DamagedFormulaError`."""
    if len(tex) > MAX_LENGTH or _depth(tex) > MAX_DEPTH:
        raise DamagedFormulaError("too long or too deep")
    if re.search(r"(?<!\\)(?:\\\\)*%", tex):
        raise DamagedFormulaError("a comment would hide what follows it")
    if re.search(r"\n\s*\n", tex.strip()):
        raise DamagedFormulaError("an empty line ends a formula")
    walker = LatexWalker(tex, latex_context=_context(), tolerant_parsing=False)
    state = walker.make_parsing_state(in_math_mode=True)
    try:
        nodes, _, length = walker.get_latex_nodes(parsing_state=state)
    except (LatexWalkerError, RecursionError, IndexError) as error:
        raise DamagedFormulaError(str(error)) from error
    if length != len(tex):
        raise DamagedFormulaError("what stands at the end cannot be read")
    return list(nodes)


def _depth(tex: str) -> int:
    """How deeply braces, environments and fences nest, at most."""
    depth = deepest = 0
    for sign in re.findall(
        r"\\\\|\\[{}]|[{}]|\\begin|\\end|\\left\b|\\right\b|\\[A-Za-z]+(?=\\)", tex
    ):
        if sign in ("{", "\\begin", "\\left"):
            depth += 1
            deepest = max(deepest, depth)
        elif sign in ("}", "\\end", "\\right"):
            depth -= 1
    chain = max((m.count("\\") for m in re.findall(r"(?:\\[A-Za-z]+ ?){8,}", tex)), default=0)
    return max(deepest, chain // 4)


def formula_tokens(nodes: Sequence[LatexNode]) -> list[Token]:
    """Characters one by one, a run of white space as one space, and everything else as it is."""
    tokens: list[Token] = []
    for node in nodes:
        if isinstance(node, LatexCharsNode):
            for char in node.chars:
                last = tokens[-1] if tokens else None
                if char.isspace():
                    if last is None or char_of(last) != " ":
                        tokens.append(" ")
                elif unicodedata.combining(char) and isinstance(last, str):
                    tokens[-1] = last + char
                else:
                    tokens.append(char)
        elif isinstance(node, LatexSpecialsNode) and node.specials_chars == "~":
            tokens.append(" ")
        else:
            tokens.append(node)
            if isinstance(node, LatexMacroNode) and node.macro_post_space:
                tokens.append(" ")
    return tokens


def char_of(token: Token) -> str:
    """A character, empty for any other token."""
    return token if isinstance(token, str) else ""


def command_name(token: Token) -> str:
    """The name of a command, empty for any other token."""
    return str(token.macroname) if isinstance(token, LatexMacroNode) else ""
