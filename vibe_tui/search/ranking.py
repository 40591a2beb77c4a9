"""Puts the reports that answer in order and takes the passages of the best.

The index says cheaply which of them have a word in title, heading or summary; a few hundred of the
most promising, filled up with the newest, are then scored by their text.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

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
    score,
)
from vibe_tui.search.query import Query
from vibe_tui.search.shelf import Shelf
from vibe_tui.search.tree import Node, Or, Word, positive_words

MOST_WORDS = 8
SCORED = 64
_TIERS = (("title", IN_TITLE), ("heading", IN_HEADING), ("summary", IN_SUMMARY))


def rank(
    query: Query, found: Found, matchers: Sequence[Matcher], shelf: Shelf, limit: int
) -> tuple[Hit, ...]:
    """The best `limit` reports of `found`."""
    positions = [
        shelf.documents[number][document]
        for number, bits in enumerate(found.sets)
        for document in members(bits)
    ]
    positions += found.loose
    words = _words(query.tree)
    newest = shelf.recency.__getitem__
    if not words:
        return tuple(
            _hit(query, shelf, p, (), 0.0) for p in heapq.nsmallest(limit, positions, newest)
        )
    weights = _weights(words, matchers, len(shelf.reports))
    promise = _promise(query.tree, words, weights, found, matchers, shelf)
    chosen = heapq.nsmallest(
        max(SCORED, 2 * limit), positions, key=lambda p: (-promise.get(p, 0.0), newest(p))
    )
    scored = [(-round(_score(shelf, p, words, weights), 3), newest(p), p) for p in chosen]
    best = sorted(scored)[:limit]
    return tuple(_hit(query, shelf, p, words, -worth) for worth, _, p in best)


def _words(tree: Node) -> tuple[Word, ...]:
    """The words to rank by, each once; a title word counts like any other."""
    kept = {(word.needle, word.term.prefix): word for word in positive_words(tree)}
    return tuple(kept.values())[:MOST_WORDS]


def _weights(words: Sequence[Word], matchers: Sequence[Matcher], reports: int) -> list[float]:
    """How much each word tells: rare ones more."""
    counts = [sum(m.filtered(word)[0].bit_count() for m in matchers) for word in words]
    return [math.log(2 + reports / (1 + count)) for count in counts]


def _promise(
    tree: Node,
    words: Sequence[Word],
    weights: Sequence[float],
    found: Found,
    matchers: Sequence[Matcher],
    shelf: Shelf,
) -> dict[int, float]:
    """By position, what the fields of the index say of a report beyond that it answers."""
    promise: dict[int, float] = {}
    some = _has_choice(tree)
    for number, (bits, matcher) in enumerate(zip(found.sets, matchers, strict=True)):
        row = shelf.documents[number]
        for word, weight in zip(words, weights, strict=True):
            rest = bits
            for name, tier in _TIERS:
                holding = matcher.filtered(word, name)[0] & rest
                rest &= ~holding
                for document in members(holding):
                    position = row[document]
                    promise[position] = promise.get(position, 0.0) + weight * tier
            if some:
                for document in members(matcher.filtered(word)[0] & rest):
                    position = row[document]
                    promise[position] = promise.get(position, 0.0) + weight * IN_BODY
    return promise


def _has_choice(node: Node) -> bool:
    """Whether an answer need not hold all the words."""
    match node:
        case Or():
            return True
        case _:
            children = getattr(node, "children", None) or (getattr(node, "child", None),)
            return any(child is not None and _has_choice(child) for child in children)


def _score(shelf: Shelf, position: int, words: Sequence[Word], weights: Sequence[float]) -> float:
    return score(shelf.record(position), words, weights) if shelf.has_text(position) else 0.0


def _hit(query: Query, shelf: Shelf, position: int, words: Sequence[Word], worth: float) -> Hit:
    report_id = shelf.reports[position].id
    if not shelf.has_text(position):
        return Hit(report_id, worth, ())
    parts = shelf.parts(position)
    if not words:
        return Hit(report_id, worth, opening(parts))
    passages = passages_of(shelf.record(position), parts, words, query.terms)
    return Hit(report_id, worth, passages or opening(parts))
