"""Facets as rows of cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cells import cell_width
from vibe_tui.search.facets import Facet, Share
from vibe_tui.tui.reader.choices import LETTERS
from vibe_tui.tui.search.facets import FacetRow, Tone, facet_at, lettered_rows, offered, quiet_row

LABELS = {field: field.upper() for field in ("section", "topic", "genre", "date")}
SHARES = [
    Share(Facet("section", "局限性"), 12, more=True),
    Share(Facet("section", "方法"), 8),
    Share(Facet("topic", "agents"), 9),
    Share(Facet("genre", "paper"), 14),
    Share(Facet("date", "2026"), 17),
]


def text(row: FacetRow) -> str:
    return "".join(part for part, _, _ in row)


def name_of(facet: Facet) -> str:
    return facet.value


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (90, "SECTION  局限性 12+  方法 8  │ TOPIC  agents 9  │ GENRE  paper 14  │ DATE  2026 17"),
        (80, "SECTION  局限性 12+  │ TOPIC  agents 9  │ GENRE  paper 14  │ DATE  2026 17"),
        (40, "SECTION  局限性 12+  │ TOPIC  agents 9"),
        (3, ""),
    ],
)
def test_the_quiet_row_leaves_out_what_has_no_room(width: int, shown: str) -> None:
    assert text(quiet_row(SHARES, (), LABELS, name_of, width)) == shown


def test_letters_go_on_from_field_to_field() -> None:
    rows = lettered_rows(SHARES, (), LABELS, name_of, 80)
    assert [text(row) for row in rows] == [
        "SECTION  a 局限性 12+  s 方法 8",
        "TOPIC  d agents 9",
        "GENRE  f paper 14",
        "DATE  g 2026 17",
    ]


def test_a_spot_is_where_its_words_are() -> None:
    row = lettered_rows(SHARES, (), LABELS, name_of, 80)[0]
    before = cell_width("SECTION  a 局限性 12+  ")
    after = before + cell_width("s 方法 8")
    here = [x for x in range(80) if facet_at(row, x) == Facet("section", "方法")]
    assert here == list(range(before, after))


def test_what_is_chosen_stays_even_when_nothing_has_it() -> None:
    chosen = (Facet("genre", "news"),)
    shares = offered(SHARES, chosen, 1)
    assert Share(Facet("genre", "news"), 0) in shares
    assert len([share for share in shares if share.facet.field == "section"]) == 1
    row = quiet_row(shares, chosen, LABELS, name_of, 80)
    assert ("news", Tone.CHOSEN, chosen[0]) in row


FACETS = st.builds(
    Facet, st.sampled_from(["section", "topic", "genre", "date"]), st.text("ab字", max_size=9)
)


@given(st.lists(FACETS, unique=True, max_size=40), st.integers(1, 90), st.integers(1, 8))
def test_every_offer_has_one_spot_and_the_quiet_row_fits(
    facets: list[Facet], width: int, cap: int
) -> None:
    shares = offered([Share(facet, 3) for facet in facets], facets[:2], cap)
    assert len(shares) <= len(LETTERS)
    rows = lettered_rows(shares, (), LABELS, name_of, width)
    cells = [facet for row in rows for _, _, facet in row if facet is not None]
    assert list(dict.fromkeys(cells)) == [share.facet for share in shares]
    assert cell_width(text(quiet_row(shares, (), LABELS, name_of, width))) <= width
