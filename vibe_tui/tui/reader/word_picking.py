"""`*`: what is selected, or a word of the current block picked by letter, becomes a search."""

from __future__ import annotations

from collections.abc import Callable

from vibe_tui.errors import VibeError
from vibe_tui.search.query import query_for
from vibe_tui.text import Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import Said
from vibe_tui.tui.reader.blocks import words_of
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.reader.prepare import Shown

_NO_WORDS = Text("这一段没有可查的词", "No word to look for here")


def pick_word(
    pane: ReaderPane,
    jobs: Jobs,
    shown: Shown | None,
    search: Callable[[str], None],
    failed: Callable[[VibeError], None],
) -> None:
    """Have `search` called with the query for what the person means in `pane`."""
    view = pane.view
    selected, block = view.selected_text(), view.current_block
    if selected:
        search(query_for(selected))
        return
    if block is None or shown is None:
        return

    def offer(found: tuple[str, list[tuple[int, int]]]) -> None:
        words = view.words_on_screen(block, *found)
        if words:
            pane.offer(words, lambda word: search(query_for(word)))
        else:
            pane.post_message(Said(_NO_WORDS))

    # To find the phrases of a whole report takes longer than a frame.
    jobs.run(
        "words",
        lambda cancelled: words_of(shown.document, shown.opened.body, block),
        offer,
        failed,
    )
