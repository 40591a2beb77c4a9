"""The words of a block that may be looked for elsewhere, and where they are on screen. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from vibe_tui.cells import cell_width
from vibe_tui.clean import clean_line
from vibe_tui.render.document import BlockId, Document, PageLine
from vibe_tui.search.keyterms import words_in
from vibe_tui.tui.screen_links import ScreenLink

MOST = 26
LONGEST = 80
"""Characters of a selection that are looked for."""

_QUOTES = re.compile('["“”„‟＂]')
_PLAIN = re.compile(r"[\w.%+#]+(?:-[\w.%+#]+)*")


def words_of(document: Document, body: str, block: BlockId) -> tuple[str, list[tuple[int, int]]]:
    """The text of a block, and the words in it; `body` is the whole report, whose phrases count."""
    text = document.plain(block)
    return text, words_in(text, body.splitlines(), MOST)


def words_on_screen(
    rows: Iterable[tuple[int, PageLine]],
    block: BlockId,
    text: str,
    spans: Sequence[tuple[int, int]],
) -> list[ScreenLink]:
    """The words whose beginning can be seen, in the order of the screen."""
    found: list[ScreenLink] = []
    waiting = list(spans)
    for y, row in rows:
        x = 0
        for run in row.line.runs:
            end = run.at + len(run.text)
            if row.block == block and run.at >= 0:
                for span in [span for span in waiting if run.at <= span[0] < end]:
                    waiting.remove(span)
                    word = text[slice(*span)]
                    before = cell_width(run.text[: span[0] - run.at])
                    found.append(ScreenLink(y, x + before, cell_width(word), word, word))
            x += cell_width(run.text)
    return found


def query_for(words: str) -> str:
    """A query that looks for `words` as they stand."""
    line = " ".join(clean_line(_QUOTES.sub(" ", words)).split())[:LONGEST].strip()
    return line if _PLAIN.fullmatch(line) else f'"{line}"' if line else ""
