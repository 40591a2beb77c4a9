"""Content that a parser takes for ever to read, or too much memory, is ended, and others go on."""

from __future__ import annotations

import os
import re
import resource
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from tests.sync.desk import TODAY
from tests.sync.feeds import item, rss
from vibe_tui.errors import VibeError
from vibe_tui.files import CANCELLED
from vibe_tui.library.store import Store
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origins
from vibe_tui.sync import import_files
from vibe_tui.sync.feed.read import MAX_PARTS, read_feed
from vibe_tui.sync.guard import TooMuchError, Workshop, apart
from vibe_tui.sync.html import tree
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.import_files import import_paths
from vibe_tui.sync.incoming import ImportResult, Incoming

FOR_EVER = partial(re.match, "(a+)+$", "a" * 60 + "b")
TOO_MUCH = {
    "for ever": FOR_EVER,
    "all memory": partial(bytes, 1 << 40),
    "an end of the process": partial(os._exit, 3),
}


@pytest.mark.parametrize("work", TOO_MUCH.values(), ids=TOO_MUCH)
def test_work_that_takes_too_much_is_ended_and_the_next_is_done(work: partial[object]) -> None:
    with Workshop(seconds=0.7, heavy=10):
        with pytest.raises(TooMuchError):
            apart(work, 10)
        assert apart(partial(len, "abc"), 10) == 3


def test_work_that_fails_says_why() -> None:
    with Workshop(heavy=0), pytest.raises(VibeError, match=r"ValueError: .*'x'") as caught:
        apart(partial(int, "x"), 0)
    assert not isinstance(caught.value, TooMuchError)


def test_what_is_light_is_done_here() -> None:
    with Workshop(heavy=10):
        assert apart(partial(os.getpid), 9) == os.getpid()
        assert apart(partial(os.getpid), 10) != os.getpid()
    assert apart(partial(os.getpid), 10) == os.getpid()


def test_a_run_that_is_cancelled_ends_its_work_at_once() -> None:
    asked = count()
    with Workshop(lambda: next(asked) > 3, seconds=600, heavy=0):
        with pytest.raises(VibeError) as caught:
            apart(FOR_EVER, 0)
        assert caught.value.message == CANCELLED
        with pytest.raises(VibeError):
            apart(partial(len, ""), 0)


@pytest.mark.parametrize("start", ["<math>", "<svg>", "<iframe>", "<title>", "<!--"])
def test_of_what_is_never_closed_the_words_are_read_in_time(start: str) -> None:
    html = "<p>之前</p><title></title><!-- -->" + start * 15_000
    with Workshop(seconds=8, heavy=0):
        assert "之前" in apart(partial(tree.words_escaped, html), 0)


def test_a_run_that_is_over_begins_no_work() -> None:
    """As a thread might that was given up."""
    with Workshop(heavy=0) as shop:
        pass
    with pytest.raises(VibeError):
        shop.do(partial(len, ""))


def test_a_signal_ends_the_work_with_the_run() -> None:
    class Signal(BaseException):
        """As `ctrl+c` raises one wherever the program is."""

    def struck() -> bool:
        raise Signal

    with pytest.raises(Signal), Workshop(struck, seconds=600, heavy=0) as shop:
        shop.do(FOR_EVER)
    assert not shop._all


@pytest.mark.skipif(sys.platform == "win32", reason="no such process")
def test_where_no_process_can_be_begun_it_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/none")
    with Workshop(heavy=0):
        assert apart(partial(os.getpid), 0) == os.getpid()


def _numbered(form: str) -> Callable[[int], str]:
    return lambda size: rss(item("好") + "".join(form.format(n) for n in range(size)), item("后"))


def _long(form: str) -> Callable[[int], str]:
    return lambda size: rss(item("好") + form.format("a" * size), item("后"))


def _attributes(size: int) -> str:
    return " ".join(f'a{n}="1"' for n in range(size))


FEEDS: dict[str, Callable[[int], str]] = {
    "a long author": _long("<author>{}</author>"),
    "a long address of mail": lambda size: _long("<author>{}</author>")(size).replace("aa", "a@"),
    "an author of references": lambda size: _long("<author>{}</author>")(size).replace(
        "a", "&#97;"
    ),
    "an author of pieces": lambda size: rss(
        item("好") + f"<author>{'<![CDATA[aa]]>' * size}</author>", item("后")
    ),
    "an author with parts": _long("<author><name>甲</name><email>{}</email></author>"),
    "authors without end": lambda size: _long("<author>" * (size // 100) + "{}")(size),
    "a long date": _long("<pubDate>{}</pubDate>"),
    "a long title": lambda size: rss(item("好" * size), item("后")),
    "a long guid": lambda size: rss(item("好", guid="a" * size), item("后")),
    "many tags": _numbered("<category>{}</category>"),
    "many files": _numbered('<enclosure url="https://e.example/{}.mp3" type="audio/mpeg"/>'),
    "many authors": _numbered("<dc:creator>n{}</dc:creator>"),
    "many attributes": lambda size: rss(item("好") + f"<a {_attributes(size)}/>", item("后")),
    "deep elements": lambda size: rss(item("好") + "<a>" * size + "</a>" * size, item("后")),
    "elements without end": lambda size: rss(item("好") + "<q:a>" * size, item("后")),
    "fat HTML": lambda size: rss(item("好", text="&lt;p&gt;a&lt;i&gt;b" * size), item("后")),
    "deep HTML": lambda size: rss(item("好", text="&lt;div&gt;" * size + "深"), item("后")),
    "a table": lambda size: rss(item("好", text="&lt;td&gt;1" * size), item("后")),
    "signs": lambda size: rss(item("好", text="*a_`$[" * size), item("后")),
    "bare signs": lambda size: rss(item("好", text="&a" * size), item("后")),
}


def _check(text: str, seconds: float, heavy: int) -> None:
    """Each entry is a report, or says that it took too much; and none takes the others along."""
    with Workshop(seconds=seconds, heavy=heavy):
        feed = read_feed(Spool(text.encode()), "f.xml")
        assert len(feed.drafts) == 2
        assert isinstance(feed.drafts[1].make(), Incoming)
        try:
            report = feed.drafts[0].make()
        except VibeError as error:
            assert isinstance(error, TooMuchError) or "read" in error.message.en
        else:
            assert len(report.title) <= 500
            assert len(report.guid) <= 8000
            assert report.body.count("\n- ") <= MAX_PARTS


@pytest.mark.parametrize("form", FEEDS.values(), ids=FEEDS)
def test_a_feed_that_is_made_to_be_slow(form: Callable[[int], str]) -> None:
    _check(form(1200), seconds=0.5, heavy=6000)


@pytest.mark.torture
@pytest.mark.parametrize("size", [20_000, 100_000, 600_000])
@pytest.mark.parametrize("form", FEEDS.values(), ids=FEEDS)
def test_a_large_feed_that_is_made_to_be_slow(form: Callable[[int], str], size: int) -> None:
    _check(form(size), seconds=5, heavy=64 * 1024)
    for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        assert resource.getrusage(whose).ru_maxrss < 1.6 * 1024**2


def _import(folder: Path, text: str) -> ImportResult:
    (folder / "a.html").write_text(text, "utf-8")
    library = folder / "library"
    origins = Origins(StateDatabase.open(folder / "s.db"), library)
    return import_paths([folder / "a.html"], Store(library), origins, today=TODAY)


def test_a_page_that_takes_too_long_is_only_words_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = partial(Workshop, seconds=0.6, heavy=1000)
    monkeypatch.setattr(import_files, "Workshop", shop)
    result = _import(tmp_path, "<title>好</title>" + "<p><b>a <i>字</b>" * 9_000)
    assert (len(result.added), len(result.errors)) == (1, 0)
    assert ["only its words" in note.message.en for note in result.notes] == [True]
    assert "a 字" in next((tmp_path / "library").rglob("*.md")).read_text("utf-8")


def test_a_page_of_too_many_elements_is_only_words_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "MAX_TAGS", 1000)
    result = _import(tmp_path, "<title>好</title>" + "<i>字</i>" * 1000)
    assert (len(result.added), len(result.notes)) == (1, 1)
    assert "only its words" in result.notes[0].message.en
