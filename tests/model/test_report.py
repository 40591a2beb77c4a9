"""A report's words come out of its packed row as they went in."""

from __future__ import annotations

import datetime as dt
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.model.report import Genre, Paper, Report, make_report, pack_paper

DAY = dt.date(2026, 8, 1)
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x1d"))


def report(id_: str = "a", path: str = "/l/2026/a.md", title: str = "[栏目] 解读：甲") -> Report:
    return make_report(id_, title, path, DAY)


@given(st.tuples(WORDS, WORDS, WORDS, WORDS))
def test_any_words_come_back(words: tuple[str, str, str, str]) -> None:
    guid, url, author, content_hash = words
    made = make_report("id", "题目", "", DAY, guid=guid, url=url, author=author, hash=content_hash)
    assert (made.guid, made.url, made.author, made.hash) == words
    assert made.origin() == ("id", guid, url)
    assert (made.title, made.chars, made.published) == ("题目", 0, None)


def test_all_that_is_known_comes_back() -> None:
    moment = dt.datetime(2026, 8, 1, 8, tzinfo=dt.UTC)
    paper = Paper("T", "2608.03573", authors=("A", "B"), links=(("abs", "https://e.example"),))
    made = make_report(
        "id",
        "题目",
        "/l/id.md",
        DAY,
        source="s",
        topics=("agents",),
        paper=paper,
        published=moment,
        genre=Genre.NEWS,
        chars=12,
        feed_title="短",
        column="栏",
    )
    assert (made.id, made.title, made.short_title, made.path) == ("id", "题目", "题目", "/l/id.md")
    assert (made.published, made.genre, made.chars, made.paper) == (moment, Genre.NEWS, 12, paper)
    assert (made.feed_title, made.column) == ("短", "栏")


@given(WORDS)
def test_no_word_runs_into_the_next(title: str) -> None:
    made = make_report("a", f"{title}\x1d{title}", "/a.md", DAY, author="甲")
    assert made.title == f"{title} {title}"
    assert made.author == "甲"


@pytest.mark.parametrize(
    ("id_", "path", "place"),
    [
        ("a", "/l/2026/a.md", "/l/2026/"),
        ("2026/a", "/l/2026/a.md", "/l/2026/a.md"),
        ("a", "/l/a.markdown", "/l/a.markdown"),
        ("a", "/a.md", "/"),
        ("a", "", ""),
    ],
)
def test_a_path_is_held_as_its_folder_where_the_id_tells_the_rest(
    id_: str, path: str, place: str
) -> None:
    made = report(id_, path)
    assert (made.path, made.place) == (path, place)
    assert made.named("b", made.title).path == path


def test_another_name_changes_nothing_else() -> None:
    one = report()
    other = one.named("2026/a", "甲")
    assert (other.id, other.short_title, other.title) == ("2026/a", "甲", one.title)
    assert (other.path, other.date) == (one.path, one.date)
    assert other != one
    assert other.named("a", one.title) == one


def test_an_id_is_found_whole() -> None:
    assert report("ab").has_id("ab")
    assert not report("ab").has_id("a")
    assert not report("a").has_id("ab")


def test_a_paper_is_fetched_once_it_is_asked_for_and_travels_along() -> None:
    asked: list[str] = []
    paper = Paper(arxiv="2608.03573")

    def fetch(path: str) -> bytes:
        asked.append(path)
        return pack_paper(paper).encode()

    one = report()
    made = Report(one.row, one.place, one.date, one.source, one.topics, fetch)
    assert (made == one, asked) == (True, [])
    assert made.paper == paper
    assert asked == [one.path]
    assert pickle.loads(pickle.dumps(made)).paper_from == pack_paper(paper).encode()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("title", "甲：A"),
        ("arxiv", "2608.03573"),
        ("version", "v2"),
        ("author_count", "7"),
        ("authors", "Juanzi Li\nJun Zhao"),
        ("institutions", "清华"),
        ("categories", "cs.CL\ncs.LG"),
    ],
)
def test_words_of_a_paper_are_had_without_the_rest(name: str, words: str) -> None:
    paper = Paper(
        title="甲：A",
        arxiv="2608.03573",
        version="v2",
        authors=("Juanzi Li", "Jun Zhao"),
        author_count=7,
        institutions=("清华",),
        categories=("cs.CL", "cs.LG"),
        links=(("hf", "https://e.example/"),),
    )
    one = make_report("a", "甲", "/l/a.md", DAY, paper=paper)
    assert one.paper_words(name) == words
    assert report().paper_words(name) == ""
