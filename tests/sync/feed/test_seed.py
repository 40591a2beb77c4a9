"""The publication as the feed it comes in: the same reports as its text dump, and no worse."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from tests.conftest import SEED
from tests.sync.conftest import our_words
from tests.sync.feeds import as_feed
from vibe_tui.library.store import Store
from vibe_tui.render.outline import outline
from vibe_tui.render.parse import tables_of
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origins
from vibe_tui.sync.dump.read import Dump, read_dump
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.import_files import import_paths
from vibe_tui.sync.incoming import ImportResult, Incoming

TODAY = dt.date(2026, 8, 12)


Pairs = list[tuple[Incoming, Incoming]]
"""Reports by the dump, and the same ones by the feed."""


@pytest.fixture(scope="module")
def dump() -> Dump:
    if not SEED.is_file():
        pytest.skip("the publication's text is not on this machine")
    return read_dump(SEED.read_text("utf-8"), SEED.name)


@pytest.fixture(scope="module", params=["dollars", "KaTeX"])
def pairs(request: pytest.FixtureRequest, dump: Dump) -> Pairs:
    feed = read_feed(Spool(as_feed(dump, katex=request.param == "KaTeX")), "feed.xml")
    assert feed.notes == ()
    return list(zip(dump.items, feed.items, strict=True))


def test_the_same_reports(pairs: Pairs) -> None:
    for ours, theirs in pairs:
        for name in ("title", "feed_title", "source", "date", "published", "author"):
            assert getattr(theirs, name) == getattr(ours, name)
        assert theirs.meta == {**ours.meta, "url": theirs.url, "guid": theirs.guid}


def test_the_same_headings_tables_formulas_and_words(pairs: Pairs) -> None:
    for ours, theirs in pairs:
        headings = [
            [(h.level, h.text) for h in outline(one.body).headings] for one in (ours, theirs)
        ]
        assert headings[0] == headings[1]
        assert tables_of(theirs.body) == tables_of(ours.body)
        formulas = [
            [
                "".join(tex.split())
                for tex in re.findall(r"^\$\$\n(.+?)\n\$\$$", one.body, re.M | re.S)
            ]
            for one in (ours, theirs)
        ]
        assert formulas[0] == formulas[1]
        assert our_words(theirs.body) == our_words(ours.body)


def test_bold_lists_and_links_are_no_worse(pairs: Pairs) -> None:
    for ours, theirs in pairs:
        for sign in ("**", "\n- ", "](http", "<http", "`"):
            assert theirs.body.count(sign) >= ours.body.count(sign), (ours.title, sign)


def bring(folder: Path, path: Path) -> ImportResult:
    library = folder / "library"
    origins = Origins(StateDatabase.open(folder / "state.db"), library)
    return import_paths([path], Store(library), origins, today=TODAY)


def test_the_feed_takes_over_what_was_imported(tmp_path: Path, dump: Dump, seed: Path) -> None:
    first = bring(tmp_path, seed)
    path = tmp_path / "feed.xml"
    path.write_bytes(as_feed(dump))
    second = bring(tmp_path, path)
    assert (second.added, second.skipped, second.errors) == ((), (), ())
    assert sorted(second.updated) == sorted(first.added)
    assert bring(tmp_path, path).unchanged == len(dump.items)
    # The poorer text does not come back over the richer one.
    assert bring(tmp_path, seed) == ImportResult(unchanged=len(dump.items))
