"""The files of the index: sets, tables, terms, packed lines."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st
from whoosh.query import And, Prefix, Term
from whoosh.searching import Searcher

from tests.search.library import entries
from vibe_tui.search.engine.segment import open_segment, write_segment
from vibe_tui.search.engine.terms import (
    look_up,
    members,
    pack,
    pack_table,
    set_of,
    table_rows,
    terms_of,
    unpack,
)
from vibe_tui.search.text import TextParts, parts_of

DOCUMENTS = st.sets(st.integers(0, 65_534), min_size=1, max_size=300).map(sorted)


@given(st.one_of(DOCUMENTS, st.integers(1, 3_000).map(lambda n: list(range(0, n * 2, 2)))))
@example([5, 260]).via("the widest gap of one byte")
@example([5, 261]).via("the narrowest of two")
@example([255, 300])
@example([256, 300])
def test_a_set_is_unpacked_as_it_was(documents: list[int]) -> None:
    assert members(unpack(pack(set_of(documents)))) == documents


@given(st.dictionaries(st.integers(0, 0xFFFF), DOCUMENTS, min_size=1, max_size=40))
def test_a_table_gives_each_row(rows: dict[int, list[int]]) -> None:
    table = pack_table([(name, set_of(rows[name])) for name in sorted(rows)])
    assert [(name, members(unpack(data))) for name, data in table_rows(table)] == sorted(
        rows.items()
    )
    for name, documents in rows.items():
        assert members(unpack(look_up(table, name))) == documents
    assert look_up(table, 0x10000) == b""
    missing = next(name for name in range(len(rows) + 1) if name not in rows)
    assert look_up(table, missing) == b""


def test_a_large_table_gives_each_row() -> None:
    rows = {name: list(range(name % 7, 40_000, 3 + name % 50)) for name in range(1, 300)}
    table = pack_table([(name, set_of(documents)) for name, documents in rows.items()])
    assert all(members(unpack(look_up(table, name))) == rows[name] for name in rows)


def test_terms_of_a_text() -> None:
    terms = terms_of("c++与rl\n24.9%")
    assert terms >= {
        "c",
        "+",
        "c+",
        "++",
        "+与",
        "与",
        "与r",
        "rl",
        "24.9",
        "9%",
        "\x01rl",
        "\x0124",
    }
    assert not terms & {"l2", "l\n", "24", "4.9", "r"}


def test_whoosh_reads_the_terms_with_its_own_queries(tmp_path: Path) -> None:
    write_segment(tmp_path / "s", [one.stored for one in entries()])
    reader = open_segment(tmp_path / "s").reader
    searcher = Searcher(reader)
    assert set(searcher.docs_for_query(Term("text", "grpo"))) == {0, 1, 2}
    both = And([Term("text", "grpo"), Term("summary", "exploratory")])
    assert set(searcher.docs_for_query(both)) == {1}
    assert set(searcher.docs_for_query(Prefix("text", "explor"))) == {1}


def test_lines_are_unpacked_one_for_one() -> None:
    for entry in entries():
        stored = entry.stored
        made = parts_of(entry.report, entry.paper, entry.sections)
        parts = TextParts(stored.record.encode(), stored.packed)
        assert [parts[number] for number in range(len(parts))] == made
        folded = stored.record.split("\x02")[1:]
        assert [part.count("\n") - 1 for part in folded] == [len(part.lines) for part in made]
