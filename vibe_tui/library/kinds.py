"""What a section is for: what its heading says, or what it inherits from the sections above.

- A heading whose words are all known has its kind below most others; which, `_LEAVES` says. One of
  which only the head is known (`RAG 的局限`), or that asks, has it below no section with a kind
  of its own, but for the few of `_REFINED`.
- A summary is one of the whole report: `4.1 概述` below 方法详解 inherits. So does a name with a
  colon (`7.2 实验设计：样本太少`) below a section with a kind; only limits and strengths break out.
"""

from __future__ import annotations

from collections.abc import Sequence

from vibe_tui.library.headings import JUDGED, Kinds, Meaning
from vibe_tui.model.section import SectionKind

_JUDGEMENT = frozenset({SectionKind.TAKEAWAYS, SectionKind.ANALYSIS})
_ANY = frozenset(SectionKind)
_CORE = frozenset({SectionKind.METHOD, SectionKind.EXPERIMENTS, SectionKind.RESULTS})
_SET_APART = frozenset({SectionKind.SUMMARY, SectionKind.LIMITATIONS})
_OF_OTHERS = frozenset({SectionKind.BACKGROUND, SectionKind.RELATED})
_LEAVES: dict[SectionKind, frozenset[SectionKind]] = {
    SectionKind.LIMITATIONS: _ANY - _OF_OTHERS,
    SectionKind.STRENGTHS: _ANY,
    SectionKind.REFERENCES: _ANY,
    SectionKind.RESULTS: _ANY - _SET_APART,
    SectionKind.EXPERIMENTS: _ANY - _SET_APART,
    SectionKind.CONTRIBUTIONS: _ANY - _SET_APART,
    SectionKind.METHOD: _ANY - _SET_APART - _CORE,
    SectionKind.BACKGROUND: _ANY - _SET_APART - _CORE,
    SectionKind.ANALYSIS: _ANY - _SET_APART - _CORE,
    SectionKind.TAKEAWAYS: _ANY - _SET_APART - _CORE,
    SectionKind.RELATED: _ANY - _SET_APART - _CORE | {SectionKind.METHOD},
    SectionKind.IMPACT: _ANY - _SET_APART - _CORE | {SectionKind.METHOD},
    SectionKind.USE_CASES: _ANY - _SET_APART - _CORE | {SectionKind.METHOD},
}
"""Sections of which kinds a section below them leaves that has a name of its own kind."""
_REFINED = {
    SectionKind.RESULTS: frozenset({SectionKind.EXPERIMENTS}),
    SectionKind.LIMITATIONS: _JUDGEMENT,
    SectionKind.STRENGTHS: _JUDGEMENT,
}
"""Below which kinds a name counts of which only the head is known."""


def settle(meaning: Meaning, above: Sequence[Kinds]) -> Kinds:
    """The kinds of a section below sections of the kinds `above`, outermost first.

    `(OTHER,)` where neither its heading nor a section above it says anything.
    """
    other = (SectionKind.OTHER,)
    inherited = above[-1] if above else other
    nested = any(kinds != other for kinds in above)
    kinds = meaning.kinds
    if not kinds:
        return inherited
    if not nested:
        return kinds
    if not meaning.is_whole:
        return tuple(k for k in kinds if _REFINED.get(k, frozenset()) & {*inherited}) or inherited
    left = {*inherited}
    kinds = tuple(
        kind
        for kind in kinds
        if left <= _LEAVES.get(kind, frozenset()) and (kind in JUDGED or not meaning.has_colon)
    )
    return kinds or inherited
