"""Topics for reports that name none: weighted words, title and summary counting most.

The words are in `topics.toml`; settings replace those of a topic. A report gets up to three
topics: the best, and those that come near it. Where nothing speaks clearly for any it has none.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from vibe_tui.model.report import TOPICS, Topic

Keywords = Mapping[str, tuple[str, ...]]
"""Topic id → words that speak for it."""

NO_WORDS: Keywords = MappingProxyType({})

MOST = 3
NEAR = 0.45
"""Share of the best topic's weight that another needs to be listed too."""

_WEIGHTS = (9.0, 2.5, 1.5, 1.0)
"""What words in the title, the summary, the headings and the text count."""
_WEAK = 0.3
"""What a weak word counts beside a strong one."""
_ENOUGH = 2.5, 4.0
"""The weight of strong or of weak words below which nothing speaks for a topic: of one strong word
in the summary, of two weak ones in the title."""

_LONGEST = 4_000
_TOKEN = re.compile(r"[a-z0-9]+")


class _Words(NamedTuple):
    """The words of a topic: Latin ones, as one to three tokens each, and all others."""

    topic: str
    latin: tuple[str, ...]
    others: tuple[str, ...]
    weak_latin: tuple[str, ...]
    weak_others: tuple[str, ...]


def topics_of(
    title: str, summary: str, headings: Iterable[str], text: str, own: Keywords = NO_WORDS
) -> tuple[str, ...]:
    """Up to three topic ids, the best first; `own` are the words of topics in the settings.

    A topic of `own` without words keeps those that ship; one that is not in it is not given, unless
    `own` is empty.
    """
    words = _words(tuple(own.items()))
    strong = {topic.topic: 0.0 for topic in words}
    weak = dict(strong)
    for weight, part in zip(
        _WEIGHTS, (title, summary, "\n".join(headings), text[:_LONGEST]), strict=True
    ):
        folded = part.casefold()
        tokens = _TOKEN.findall(folded)
        counts = Counter(tokens)
        counts.update(map(" ".join, pairwise(tokens)))
        counts.update(map(" ".join, zip(tokens, tokens[1:], tokens[2:], strict=False)))
        for topic in words:
            hits = sum([counts[word] for word in topic.latin])
            hits += sum([folded.count(word) for word in topic.others])
            strong[topic.topic] += weight * math.log2(1 + hits)
            hits = sum([counts[word] for word in topic.weak_latin])
            hits += sum([folded.count(word) for word in topic.weak_others])
            weak[topic.topic] += weight * math.log2(1 + hits) * _WEAK
    weights = {
        topic: weight + weak[topic]
        for topic, weight in strong.items()
        if weight >= _ENOUGH[0] or weak[topic] >= _ENOUGH[1]
    }
    ranked = sorted(weights, key=lambda topic: -weights[topic])
    return tuple(topic for topic in ranked[:MOST] if weights[topic] >= NEAR * weights[ranked[0]])


def topic_ids(names: Iterable[str], topics: Iterable[Topic] = TOPICS) -> tuple[str, ...]:
    """`names` as ids: a topic's name in either language counts as its id, others stay."""
    known = {
        name.casefold(): topic.id
        for topic in topics
        for name in (topic.id, topic.name.zh, topic.name.en)
    }
    return tuple(dict.fromkeys(known.get(name.casefold(), name) for name in names))


@lru_cache(maxsize=8)
def _words(own: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[_Words, ...]:
    shipped = _shipped()
    found = []
    for topic, words in own or [(topic, ()) for topic in shipped]:
        strong, weak = (words, ()) if words else shipped.get(topic, ((), ()))
        found.append(_Words(topic, *_by_script(strong), *_by_script(weak)))
    return tuple(found)


def _by_script(words: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    folded = [word.casefold() for word in words]
    latin = [" ".join(_TOKEN.findall(word)[:3]) for word in folded if word.isascii()]
    return tuple(filter(None, latin)), tuple(word for word in folded if not word.isascii())


def shipped_words() -> Keywords:
    """The words of each topic that decide alone, as they ship."""
    return {topic: strong for topic, (strong, _) in _shipped().items()}


@cache
def _shipped() -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    tables = tomllib.loads(Path(__file__).with_name("topics.toml").read_text("utf-8"))
    return {id_: (tuple(table["strong"]), tuple(table["weak"])) for id_, table in tables.items()}
