"""The query language: one grammar for the list filter, the search screen and the command line.

    any  = all ("OR" all)*
    all  = item+                            "AND" may stand between
    item = ("NOT" | "-")* (group | field ":" ("NOT" | "-")* (group | value) | value)
    value = word | word"*" | '"' phrase '"'

It is total: every string has a reading, and where that is not the obvious one `note` says so. A
`section:` beside words limits them to sections of that kind.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from vibe_tui.clean import clean_line
from vibe_tui.fold import Term, is_word, needle_of
from vibe_tui.search.language import (
    KIND_OF_NAME,
    Token,
    TokenKind,
    field_of,
    query_tokens,
    read_value,
)
from vibe_tui.search.tree import (
    QUOTES,
    All,
    And,
    Condition,
    Not,
    Or,
    Within,
    Word,
    asks_text,
    bare,
    sought_in,
)
from vibe_tui.text import Text

MAX_WORDS = 64
MAX_DEPTH = 24
MAX_LENGTH = 4000
LONGEST = 80
"""Characters of words from a page that are looked for."""

_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
"""Control codes that are no white space."""

_FORMULA = re.compile(r"\$([^$\n]*[\\_^][^$\n]*|[^\W\d_])\$")
"""A formula as Markdown writes it. What is no letter and has no mark of one may be two prices."""

_QUOTED = re.compile(f"[{QUOTES}]")
_PLAIN = re.compile(r"[\w.%+#]+(?:-[\w.%+#]+)*")
"""Words that need no quotes."""

_CODES = Text("控制字符当作空格", "control codes are read as spaces")
_TOO_MANY = Text("词太多，只用了前 {n} 个", "too many words: only the first {n} count")
_TOO_LONG = Text("太长，只读了前 {n} 个字符", "too long: only the first {n} characters count")
_NO_VALUE = Text("{name} 后面没有内容，已忽略", "{name} has no value and is left out")
_WRONG = Text("{name} 不认识“{value}”", "{name} does not know “{value}”")
_AS_WORDS = Text("{wrong}，按普通词处理", "{wrong}: read as plain words")
_BRACKETS = Text("不成对的括号已忽略", "unpaired brackets are left out")
_OPERATOR = Text("多余的 {name} 已忽略", "a stray {name} is left out")
_AS_WORD = Text("{name} 按普通词处理", "{name} is read as a plain word")


@dataclass(frozen=True, slots=True)
class Query:
    """A query as read. `terms` are the things to mark in a text; `fields_only` needs no text.

    `tokens` are those of the text as it was typed, for whoever writes another query out of it.
    `wrong` is said of the first value that its field cannot have.
    """

    text: str
    tree: Condition
    note: Text | None
    terms: tuple[Term, ...]
    fields_only: bool
    typing: bool = False
    tokens: tuple[Token, ...] = ()
    wrong: Text | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it asks nothing, so that every report answers."""
        return isinstance(self.tree, All)


def parse_query(text: str, today: dt.date, *, typing: bool = False) -> Query:
    """Read `text`; with `typing` the word at its end also matches as a prefix."""
    reader = _Parser(today)
    if len(text) > MAX_LENGTH:
        reader.say(_TOO_LONG.format(n=MAX_LENGTH))
    cut = text[:MAX_LENGTH]
    if _CONTROL.search(cut):
        reader.say(_CODES)
        cut = _CONTROL.sub(" ", cut)
    if "$" in cut:
        cut = _FORMULA.sub(_as_shown, cut)
    tokens = query_tokens(cut, reader.say)
    if typing and tokens and tokens[-1].kind is TokenKind.WORD and tokens[-1].end == len(cut):
        reader.caret = tokens[-1]
    tree = reader.read(tokens)
    notes = list(dict.fromkeys(reader.notes))[:3]
    note = Text("；".join(n.zh for n in notes), "; ".join(n.en for n in notes)) if notes else None
    words = [sought.word for sought in sought_in(tree)]
    terms = tuple(dict.fromkeys(word.term for word in words if word.field in ("", "title")))
    if cut != text:
        tokens = query_tokens(text, lambda _: None)
    fields_only = not asks_text(tree)
    return Query(text, tree, note, terms, fields_only, typing, tuple(tokens), reader.wrong)


def _as_shown(formula: re.Match[str]) -> str:
    """A formula as the page shows it and the index knows it, in quotes if it stands in none."""
    from vibe_tui.render.formula.inline import inline_formula

    shown = inline_formula(formula[1]).strip()
    if not shown:
        return formula[0]
    quotes = sum(char in QUOTES for char in formula.string[: formula.start()])
    return shown if quotes % 2 or _PLAIN.fullmatch(shown) else f'"{shown}"'


def query_for(words: str) -> str:
    """A query that looks for `words` as they stand; empty where there are none."""
    line = " ".join(clean_line(_QUOTED.sub(" ", words)).split())[:LONGEST].strip()
    return line if _PLAIN.fullmatch(line) else f'"{line}"' if line else ""


def query_by(field: str, value: str) -> str:
    """A query for a whole value of a field; a quote in it, which ends it, is left out."""
    return f'{field}:"{bare(value)}"'


class _Parser:
    """Recursive descent over the tokens of one query."""

    def __init__(self, today: dt.date) -> None:
        self.notes: list[Text] = []
        self.wrong: Text | None = None
        self.caret: Token | None = None
        self._today = today
        self._tokens: list[Token] = []
        self._at = 0
        self._words = 0

    def say(self, note: Text) -> None:
        """Remember that something was not read as it may have been meant."""
        self.notes.append(note)

    def read(self, tokens: list[Token]) -> Condition:
        """The tree of all tokens."""
        operators = (TokenKind.AND, TokenKind.OR, TokenKind.NOT)
        if tokens and all(token.kind in operators for token in tokens):
            named = [token for token in tokens if token.text.isalpha()]
            for token in named:
                self.say(_AS_WORD.format(name=token.text))
            tokens = [Token(TokenKind.WORD, token.text, token.end) for token in named]
        self._tokens = tokens
        found: list[Condition] = []
        while self._at < len(tokens):
            node = self._any("", 0)
            if node is not None:
                found.append(node)
            if self._at < len(tokens):
                self.say(_BRACKETS)
                self._at += 1
        return _all_of(found) or All()

    def _peek(self) -> TokenKind | None:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else None

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _any(self, field: str, depth: int) -> Condition | None:
        choices: list[Condition] = []
        while True:
            node = self._all(field, depth)
            if node is not None:
                choices.append(node)
            if self._peek() is not TokenKind.OR:
                break
            operator = self._take()
            if node is None or self._peek() in (None, TokenKind.CLOSE):
                self.say(_OPERATOR.format(name=operator.text))
        if len(choices) > 1:
            return Or(tuple(choices))
        return choices[0] if choices else None

    def _all(self, field: str, depth: int) -> Condition | None:
        found: list[Condition] = []
        while (kind := self._peek()) not in (None, TokenKind.CLOSE, TokenKind.OR):
            if kind is TokenKind.AND:
                operator = self._take()
                if not found or self._peek() in (None, TokenKind.CLOSE, TokenKind.OR):
                    self.say(_OPERATOR.format(name=operator.text))
                continue
            node = self._item(field, depth)
            if node is not None:
                found.append(node)
        return _all_of(found)

    def _item(self, field: str, depth: int) -> Condition | None:
        negated = False
        while self._peek() is TokenKind.NOT:
            operator = self._take()
            negated = not negated
            if self._peek() in (None, TokenKind.CLOSE, TokenKind.OR, TokenKind.AND):
                if operator.text.isalpha():
                    self.say(_OPERATOR.format(name=operator.text))
                return None
        node = self._primary(field, depth)
        return Not(node) if negated and node is not None else node

    def _primary(self, field: str, depth: int) -> Condition | None:
        token = self._take()
        match token.kind:
            case TokenKind.OPEN:
                return self._group(field, depth)
            case TokenKind.FIELD:
                return self._field(token, depth)
            case _:
                return self._leaf(field, token)

    def _group(self, field: str, depth: int) -> Condition | None:
        if depth >= MAX_DEPTH:
            self.say(_BRACKETS)
            return None
        node = self._any(field, depth + 1)
        if self._peek() is TokenKind.CLOSE:
            self._take()
        else:
            self.say(_BRACKETS)
        return node

    def _field(self, token: Token, depth: int) -> Condition | None:
        name = token.text
        field = name if name.startswith("date") and name != "date" else field_of(name)
        node: Condition | None = None
        negated = False
        while self._peek() is TokenKind.NOT:
            self._take()
            negated = not negated
        if self._peek() in (TokenKind.WORD, TokenKind.PHRASE, TokenKind.OPEN):
            scope = field if field.startswith("section:") else ""
            inner = "" if scope else field
            value = self._take()
            if value.kind is TokenKind.OPEN:
                node = self._group(inner, depth)
            else:
                node = self._leaf(inner, value, name)
            if node is not None:
                node = Not(node) if negated else node
                return Within(frozenset({KIND_OF_NAME[needle_of(name)]}), node) if scope else node
        self.say(_NO_VALUE.format(name=name))
        return None

    def _leaf(self, field: str, token: Token, name: str = "") -> Condition | None:
        self._words += 1
        if self._words > MAX_WORDS:
            self.say(_TOO_MANY.format(n=MAX_WORDS))
            return None
        typing = token is self.caret and is_word(needle_of(token.text)[-1])
        prefix = token.prefix or typing
        if field == "section":
            kind = KIND_OF_NAME.get(needle_of(token.text))
            if kind:
                return Within(frozenset({kind}), All())
        elif field:
            node = read_value(field, token.text, self._today, prefix=prefix)
            if node is not None:
                return node
        if field:
            wrong = _WRONG.format(name=name or field, value=token.text)
            self.wrong = self.wrong or wrong
            self.say(_AS_WORDS.format(wrong=wrong))
        return Word(Term(token.text, prefix), typing=typing and not token.prefix)


def _all_of(nodes: Sequence[Condition]) -> Condition | None:
    """All of `nodes`, with a bare scope among them put around the words beside it."""
    scopes = [node for node in nodes if isinstance(node, Within) and isinstance(node.child, All)]
    if scopes:
        words = [node for node in nodes if asks_text(node) and not isinstance(node, Within)]
        rest = [node for node in nodes if node not in scopes and node not in words]
        kinds = frozenset().union(*(scope.kinds for scope in scopes))
        nodes = [*rest, Within(kinds, _all_of(words) or All())]
    if len(nodes) > 1:
        return And(tuple(nodes))
    return nodes[0] if nodes else None
