"""Passages of a document named by their words, and found again after the report was edited.

Words are compared as they are when searched (`fold`): other quotation marks, spaces or line breaks
make no difference. A passage is looked for under its own headings first, then everywhere; where it
stands more than once the words around it decide. What was edited itself is found by what is left
of it, and is said to be changed; what is not found is lost. Reads whole sections: for a worker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from itertools import islice

from vibe_tui.fold import Folded, fold, fold_text
from vibe_tui.model.note import Anchor
from vibe_tui.render.document import Document
from vibe_tui.render.place import FRONT, HEADING, BlockId, Match, Place

AROUND = 40
"""Characters before and after a passage that are kept with it."""

LIKE = 0.6
"""How much of a block must be left for it to count as the same one, edited."""

LONGEST = 4_000
"""Characters of a block that are compared for likeness: the work grows with their square."""

_SHORTEST_PIECE = 8
_ENDS = re.compile(r"[。！？；!?;\n]|\.(?=\s)")
_NUMBER = re.compile(r"^[\divxIVX一二三四五六七八九十（(]+[\d.、)）]*\s*")


class AnchorState(Enum):
    """What became of a passage."""

    FOUND = "found"
    CHANGED = "changed"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Anchored:
    """Where a passage is now: its stretches block by block; none when it is lost.

    `place` is where to go: its beginning, else the section it stood in, else nowhere (`None`).
    """

    state: AnchorState
    spans: tuple[Match, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The words of some blocks, joined by line breaks; `starts` are their offsets."""

    blocks: tuple[BlockId, ...]
    starts: tuple[int, ...]
    folded: Folded

    def ranges(self) -> Iterator[tuple[BlockId, int, int]]:
        """Each block with the start and the end of its words in the joined ones."""
        stops = [at - 1 for at in self.starts[1:]] + [len(self.folded.source)]
        yield from zip(self.blocks, self.starts, stops[: len(self.blocks)], strict=True)

    def spans(self, start: int, end: int) -> tuple[Match, ...]:
        """The parts of `[start, end)` of the joined words, block by block."""
        return tuple(
            [
                Match(block, max(start, first) - first, min(end, stop) - first)
                for block, first, stop in self.ranges()
                if max(start, first) < min(end, stop)
            ]
        )


def anchor_of(document: Document, spans: Sequence[Match]) -> Anchor:
    """The anchor of a passage given block by block; of the title block, the report as a whole."""
    inside = [span for span in spans if span.block.section != FRONT]
    if not inside:
        return Anchor()
    first, last = inside[0], inside[-1]
    words = [document.plain(span.block)[span.start : span.end] for span in inside]
    before = document.plain(first.block)[: first.start]
    after = document.plain(last.block)[last.end :]
    if len(before) < AROUND:
        before = f"{_neighbour(document, first.block, -1)}\n{before}"
    if len(after) < AROUND:
        after = f"{after}\n{_neighbour(document, last.block, 1)}"
    path = next(islice(_paths(document), first.section, None))
    return Anchor(path, "\n".join(words).strip(), before[-AROUND:], after[:AROUND])


def find_anchor(document: Document, anchor: Anchor) -> Anchored:
    """The passage that `anchor` names, as the document is now."""
    quote = fold_text(anchor.quote).strip()
    if not quote:
        return Anchored(AnchorState.FOUND)
    wanted = tuple(map(_bare, anchor.path))
    same = [section for section, path in enumerate(_paths(document)) if _is_path(path, wanted)]
    near = _stretch(document, same)
    if (spans := _exact(near, quote, anchor)) is not None:
        return Anchored(AnchorState.FOUND, spans, _start(spans))
    everywhere = _stretch(document, range(len(document.flat)))
    if (spans := _exact(everywhere, quote, anchor)) is not None:
        return Anchored(AnchorState.FOUND, spans, _start(spans))
    spans = _between(near, quote, anchor) or _piece(near, anchor) or _like(near, quote)
    spans = spans or _piece(everywhere, anchor) or _like(everywhere, quote)
    if spans:
        return Anchored(AnchorState.CHANGED, spans, _start(spans))
    return Anchored(AnchorState.LOST, (), Place(same[0], HEADING, 0, 0) if same else None)


# Words of a document


def _blocks(document: Document, section: int) -> Iterator[BlockId]:
    if document.flat[section].heading:
        yield BlockId(section, HEADING, 0)
    for chunk in range(len(document.chunks(section))):
        for unit in range(len(document.units(section, chunk))):
            yield BlockId(section, chunk, unit)


def _stretch(document: Document, sections: Sequence[int]) -> _Stretch:
    blocks: list[BlockId] = []
    starts: list[int] = []
    words: list[str] = []
    length = 0
    for section in sections:
        for block in _blocks(document, section):
            plain = document.plain(block)
            blocks.append(block)
            starts.append(length)
            words.append(plain)
            length += len(plain) + 1
    return _Stretch(tuple(blocks), tuple(starts), fold("\n".join(words)))


def _neighbour(document: Document, block: BlockId, step: int) -> str:
    """The words of the block before or after one in its section; empty where there is none."""
    blocks = list(_blocks(document, block.section))
    at = blocks.index(block) + step if block in blocks else -1
    return document.plain(blocks[at]) if 0 <= at < len(blocks) else ""


def _paths(document: Document) -> Iterator[tuple[str, ...]]:
    """The words of the headings that each section stands under, its own last."""
    above: list[tuple[int, str]] = []
    for number, section in enumerate(document.flat):
        while above and above[-1][0] >= section.level:
            above.pop()
        if section.heading:
            above.append((section.level, document.title(number)))
        yield tuple([title for _, title in above])


def _is_path(path: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether headings are the same, numbers aside."""
    pairs = zip(reversed(path), reversed(wanted), strict=False)
    return len(path) == len(wanted) and all(_bare(own) == other for own, other in pairs)


def _bare(title: str) -> str:
    """A heading without its number: chapters that were numbered anew are the same."""
    return fold_text(_NUMBER.sub("", title)).strip()


# Finding


def _start(spans: Sequence[Match]) -> Place:
    return Place(*spans[0].block, spans[0].start)


def _exact(stretch: _Stretch, quote: str, anchor: Anchor) -> tuple[Match, ...] | None:
    """The quote as it was, the occurrence whose surroundings are most alike."""
    text = stretch.folded.text
    before, after = fold_text(anchor.before), fold_text(anchor.after)
    best, score = -1, -1
    at = text.find(quote)
    while at >= 0:
        end = at + len(quote)
        like = _common(before[::-1], text[max(at - AROUND, 0) : at][::-1])
        like += _common(after, text[end : end + AROUND])
        if like > score:
            best, score = at, like
        at = text.find(quote, at + 1)
    return stretch.spans(*stretch.folded.span(best, best + len(quote))) if best >= 0 else None


def _common(one: str, other: str) -> int:
    """How many characters both begin with, white space aside."""
    one, other = one.lstrip(), other.lstrip()
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _between(stretch: _Stretch, quote: str, anchor: Anchor) -> tuple[Match, ...]:
    """What now stands between the words that were around the passage."""
    text = stretch.folded.text
    before, after = fold_text(anchor.before).strip(), fold_text(anchor.after).strip()
    if len(before) < _SHORTEST_PIECE or len(after) < _SHORTEST_PIECE:
        return ()
    start = text.find(before)
    if start < 0:
        return ()
    start += len(before)
    end = text.find(after, start)
    words = text[start:end].strip() if end >= start else ""
    if not words or end - start > 2 * len(quote) + AROUND:
        return ()
    start = text.index(words, start)
    end = start + len(words)
    return stretch.spans(*stretch.folded.span(start, end))


def _piece(stretch: _Stretch, anchor: Anchor) -> tuple[Match, ...]:
    """The longest sentence of the passage that is still there."""
    pieces = [fold_text(piece).strip() for piece in _ENDS.split(anchor.quote)]
    for piece in sorted(pieces, key=len, reverse=True):
        at = stretch.folded.text.find(piece) if len(piece) >= _SHORTEST_PIECE else -1
        if at >= 0:
            return stretch.spans(*stretch.folded.span(at, at + len(piece)))
    return ()


def _like(stretch: _Stretch, quote: str) -> tuple[Match, ...]:
    """The block that is most like the passage, if it is like enough."""
    if len(quote) > LONGEST:
        return ()
    best: tuple[Match, ...] = ()
    least = LIKE
    matcher = SequenceMatcher(None, autojunk=False)
    matcher.set_seq2(quote)
    for block, first, stop in stretch.ranges():
        words = fold_text(stretch.folded.source[first:stop]).strip()
        if not words or len(words) > LONGEST:
            continue
        matcher.set_seq1(words)
        if matcher.real_quick_ratio() > least and matcher.quick_ratio() > least:
            ratio = matcher.ratio()
            if ratio > least:
                best, least = (Match(block, 0, stop - first),), ratio
    return best
