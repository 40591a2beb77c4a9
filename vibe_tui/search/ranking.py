"""Puts the reports that answer in order and takes the passages of the best.

The index says which of them have a word in the title, a heading or the summary; the most promising
of them, filled up with the newest, are then looked at: words that stand there often, or near each
other, or as one phrase, count extra. At equal worth the newer report comes first.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import replace

from vibe_tui.search.answer import Hit
from vibe_tui.search.bits import members
from vibe_tui.search.match import Found, Matcher
from vibe_tui.search.passages import (
    IN_BODY,
    IN_HEADING,
    IN_SUMMARY,
    IN_TITLE,
    opening,
    passages_of,
    text_score,
)
from vibe_tui.search.query import Query
from vibe_tui.search.shelf import Shelf
from vibe_tui.search.tree import And, Node, Not, Or, Scope, Sought, sought_in

MOST_WORDS = 8
SCORED = 32
_TIERS = (("title", IN_TITLE), ("heading", IN_HEADING), ("summary", IN_SUMMARY))
_WHOLE = 4.0
"""What a whole word counts while a prefix of it is typed."""


def rank(
    query: Query, found: Found, matchers: Sequence[Matcher], shelf: Shelf, limit: int
) -> tuple[Hit, ...]:
    """The best `limit` reports of `found`."""
    positions: list[int] = []
    for row, bits in zip(shelf.documents, found.sets, strict=True):
        positions += map(row.__getitem__, members(bits))
    positions += found.loose
    newest = shelf.lot.recency.__getitem__
    words = _words(query.tree)
    if not words:
        first = heapq.nsmallest(limit, positions, newest)
        return tuple(_hit(query, shelf, position, (), 0.0) for position in first)
    weights = _weights(words, matchers, len(shelf.places))
    promise = _promise(query.tree, words, weights, found, matchers, shelf)
    most = max(SCORED, 2 * limit)
    best = heapq.nsmallest(most, promise, lambda p: (-promise[p], newest(p)))
    chosen = dict.fromkeys((*best, *heapq.nsmallest(most, positions, newest)))
    scored = []
    for position in list(chosen)[:most]:
        worth = promise.get(position, 0.0)
        if shelf.has_text(position):
            worth += text_score(shelf.record(position), words, weights)
        scored.append((-round(worth, 3), newest(position), position))
    scored.sort()
    return tuple(_hit(query, shelf, p, words, -worth) for worth, _, p in scored[:limit])


def _words(tree: Node) -> tuple[Sought, ...]:
    """The words to rank by, each once; a title word counts like any other."""
    kept = {(s.word.needle, s.word.term.prefix, s.kinds): s for s in sought_in(tree)}
    return tuple(kept.values())[:MOST_WORDS]


def _weights(words: Sequence[Sought], matchers: Sequence[Matcher], reports: int) -> list[float]:
    """How much each word tells: rare ones more."""
    counts = [sum(m.filtered(s.word)[0].bit_count() for m in matchers) for s in words]
    return [math.log(2 + reports / (1 + count)) for count in counts]


def _promise(
    tree: Node,
    words: Sequence[Sought],
    weights: Sequence[float],
    found: Found,
    matchers: Sequence[Matcher],
    shelf: Shelf,
) -> dict[int, float]:
    """By position, what the index says for a report beyond that it answers."""
    promise: dict[int, float] = {}
    some = _has_choice(tree)

    def add(row: Sequence[int], bits: int, worth: float) -> None:
        for document in members(bits):
            position = row[document]
            promise[position] = promise.get(position, 0.0) + worth

    for row, bits, matcher in zip(shelf.documents, found.sets, matchers, strict=True):
        for sought, weight in zip(words, weights, strict=True):
            word = sought.word
            rest = bits
            for name, tier in () if sought.kinds else _TIERS:
                holding = matcher.filtered(word, name)[0] & rest
                rest &= ~holding
                add(row, holding, weight * tier)
            if some:
                add(row, matcher.filtered(word)[0] & rest, weight * IN_BODY)
            if word.typing:
                whole = replace(word, term=replace(word.term, prefix=False))
                add(row, matcher.filtered(whole)[0] & bits, weight * _WHOLE)
    return promise


def _has_choice(node: Node) -> bool:
    """Whether an answer need not hold all the words."""
    match node:
        case Or():
            return True
        case And(children):
            return any(map(_has_choice, children))
        case Scope(_, child) | Not(child):
            return _has_choice(child)
        case _:
            return False


def _hit(query: Query, shelf: Shelf, position: int, words: Sequence[Sought], worth: float) -> Hit:
    report_id = shelf.lot.reports[position].id
    if not shelf.has_text(position):
        return Hit(report_id, worth, ())
    parts = shelf.parts(position)
    if not words:
        return Hit(report_id, worth, opening(parts))
    passages = passages_of(shelf.record(position), parts, words, query.terms)
    return Hit(report_id, worth, passages or opening(parts))
