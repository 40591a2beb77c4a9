"""What the text itself says for a report: words that stand together count more."""

from __future__ import annotations

import pytest

from vibe_tui.fold import Term
from vibe_tui.search.passages import PHRASE, SAME_LINE, SAME_PART, text_score
from vibe_tui.search.text import PART
from vibe_tui.search.tree import Sought, Word

WORDS = [Sought(Word(Term("alpha"))), Sought(Word(Term("beta")))]
APART = ("alpha", "beta")


def score(*parts: str) -> float:
    record = "".join(f"{PART}\x03{part}\n" for part in parts)
    return text_score(record.encode(), WORDS, [1.0, 1.0])


@pytest.mark.parametrize(
    ("parts", "more"),
    [
        (("alpha\nbeta",), SAME_PART),
        (("alpha und beta",), SAME_PART + SAME_LINE),
        (("alpha beta",), SAME_PART + SAME_LINE + PHRASE),
    ],
)
def test_words_that_stand_together_count_more(parts: tuple[str, ...], more: float) -> None:
    assert score(*parts) - score(*APART) == pytest.approx(more)
