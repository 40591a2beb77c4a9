"""The list of sources: read with checks, changed with its comments kept, passed on as OPML."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.errors import VibeError
from vibe_tui.model.report import TOPICS
from vibe_tui.sync.sources.adding import feed_links, is_feed, is_page, page_title
from vibe_tui.sync.sources.file import FreeIds, SourcesFile, read_opml, write_opml
from vibe_tui.sync.sources.listed import Source, parse_sources, read_sources, seconds_of

WHERE = Path("sources.toml")

WHOLE = """\
# 我的来源
proxy = "env"

[[sources]]
id = "daily"
name = "日报"
url = "https://e.example/feed"
group = "AI/论文"
topics = ["agents"]
genre = "news"
column = "栏"
interval = "6h"
limit = 50
timeout = "90s"
full_text = true
images = true
enabled = false
headers = { "X-Key" = "a b" }

[[sources]]
id = "notes"
path = "~/notes"
copy = true
"""


def test_every_option_is_read() -> None:
    sources, problems = parse_sources(WHOLE, WHERE)
    assert problems == ()
    assert sources.proxy == "env"
    assert sources.all == (
        Source(
            "daily",
            name="日报",
            url="https://e.example/feed",
            group="AI/论文",
            topics=("agents",),
            genre="news",
            column="栏",
            interval=6 * 3600,
            limit=50,
            timeout=90,
            full_text=True,
            images=True,
            enabled=False,
            headers={"X-Key": "a b"},
        ),
        Source("notes", path="~/notes", copy=True),
    )


GOOD = '[[sources]]\nid = "a"\nurl = "https://e.example/a"\n'


@pytest.mark.parametrize(
    ("text", "line", "key", "ids"),
    [
        ("[[sources]]\nid = 'a b'\nurl = 'x'\n", 2, "id", []),
        ("[[sources]]\nurl = 'x'\n", 1, "id", []),
        ("[[sources]]\nid = 'a'\n", 1, "url", []),
        ("[[sources]]\nid = 'a'\nurl = 'x'\npath = 'y'\n", 3, "url", []),
        (GOOD + "genre = 'novel'\n", 4, "genre", ["a"]),
        (GOOD + "limit = -1\n", 4, "limit", ["a"]),
        (GOOD + "limit = true\n", 4, "limit", ["a"]),
        (GOOD + "interval = 'often'\n", 4, "interval", ["a"]),
        (GOOD + "topics = 'agents'\n", 4, "topics", ["a"]),
        (GOOD + "topics = [1]\n", 4, "topics", ["a"]),
        (GOOD + "full_text = 'yes'\n", 4, "full_text", ["a"]),
        (GOOD + "enabled = 1\n", 4, "enabled", ["a"]),
        (GOOD + "headers = 'x'\n", 4, "headers", ["a"]),
        (GOOD + "[sources.headers]\nX = 'é'\n", 5, "X", ["a"]),
        (GOOD + '[sources.headers]\nX = "a\\nb"\n', 5, "X", ["a"]),
        (GOOD + "headers = { a = 1 }\n", 4, "a", ["a"]),
        (GOOD + "name = 7\n", 4, "name", ["a"]),
        (GOOD + "nmae = 'x'\n", 4, "nmae", ["a"]),
        (GOOD + "\n" + GOOD, 6, "id", ["a"]),
        ("proxy = 'socks5://x'\n" + GOOD, 1, "proxy", ["a"]),
        ("speed = 1\n" + GOOD, 1, "speed", ["a"]),
        ("sources = 1\n", 1, "sources", []),
    ],
)
def test_what_is_wrong_is_named_by_line_and_key_and_the_rest_stands(
    text: str, line: int, key: str, ids: list[str]
) -> None:
    sources, problems = parse_sources(text, WHERE)
    (problem,) = problems
    assert problem.where == f"sources.toml:{line}"
    assert f'"{key}"' in problem.message.en
    assert [source.id for source in sources.all] == ids


def test_unknown_settings_are_named_in_the_order_of_the_file() -> None:
    keys = ["zeta", "beta", "omega", "alpha", "iota", "eta"]
    lines = "".join(f"{key} = 1\n" for key in keys)
    _, problems = parse_sources(lines + GOOD + lines, WHERE)
    assert [problem.message.en.split('"')[1] for problem in problems] == keys * 2


def test_no_file_and_no_toml(tmp_path: Path) -> None:
    path = tmp_path / "sources.toml"
    assert read_sources(path) == parse_sources("", path)
    path.write_text("[[sources]]\nid =\n", "utf-8")
    sources, (problem,) = read_sources(path)
    assert (sources.all, problem.where) == ((), f"{path}:2")
    path.write_bytes(b"\xff\xfe")
    assert len(read_sources(path)[1]) == 1


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("30m", 1800),
        ("6h", 21600),
        ("1d", 86400),
        ("90s", 90),
        ("15", 900),
        ("x", None),
        ("", None),
    ],
)
def test_spans(text: str, seconds: int | None) -> None:
    assert seconds_of(text) == seconds


# Changing the file


COMMENTED = """\
# first of all

# about a
[[sources]]
id = "a" # short
url = "https://e.example/a"
# inside a
topics = [
  "agents", # many
]

[sources.headers]
X = "1"

# about b
[[sources]]
url = "https://e.example/b"
id = 'b'
# the end
"""


def test_a_source_is_added_with_all_else_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "sources.toml"
    file = SourcesFile(path)
    file.add([Source("new", url="https://e.example/n", interval=5400, headers={"X": "1"})])
    first = path.read_text("utf-8")
    assert first.startswith("# ")
    assert file.read()[1].all[0].interval == 5400
    path.write_text(COMMENTED, "utf-8")
    file.add([Source("c", name='引号"与\\', path="/x", topics=("agents", "evaluation"))])
    text = path.read_text("utf-8")
    assert text.startswith(COMMENTED.rstrip())
    _, sources = file.read()
    assert [source.id for source in sources.all] == ["a", "b", "c"]
    assert sources.all[2].name == '引号"与\\'


@pytest.mark.parametrize(("id_", "left"), [("a", "b"), ("b", "a")])
def test_a_source_is_removed_and_comments_stay(tmp_path: Path, id_: str, left: str) -> None:
    path = tmp_path / "sources.toml"
    path.write_text(COMMENTED, "utf-8")
    file = SourcesFile(path)
    before = file.read()[1].get(left)
    file.remove(id_)
    text, sources = file.read()
    assert sources.all == (before,)
    for comment in ("# first of all", "# about a", "# about b", "# the end"):
        assert comment in text


@pytest.mark.parametrize(
    "text",
    [
        'sources = [{id = "a", url = "https://x.example"}, {id = "b", url = "https://y.example"}]\n',
        '[[ "sources" ]]\nid = "a"\nurl = "https://x.example"\n[["sources"]]\nid = "b"\n'
        'url = "https://y.example"\n',
        '[[sources]]\nid = "b"\nurl = "https://y.example"\nname = """\n[[sources]]\nid = "a"\n"""\n'
        '[[sources]]\nid = "a"\nurl = "https://x.example"\n',
    ],
    ids=["inline", "quoted", "a header inside a string"],
)
def test_an_unusual_way_of_writing_is_changed_too(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sources.toml"
    path.write_text(text, "utf-8")
    file = SourcesFile(path)
    file.remove("a")
    assert [source.id for source in file.read()[1].all] == ["b"]


def test_a_file_that_is_no_toml_is_never_changed(tmp_path: Path) -> None:
    path = tmp_path / "sources.toml"
    path.write_text("[[sources]\n", "utf-8")
    with pytest.raises(VibeError) as caught:
        SourcesFile(path).add([Source("a", url="https://x.example")])
    assert f"{path}:1" in caught.value.message.en
    with pytest.raises(VibeError):
        SourcesFile(path).remove("a")
    assert path.read_text("utf-8") == "[[sources]\n"


@pytest.mark.parametrize(
    "text",
    ["sources = 5\n", "[sources]\na = 1\n", 'sources = [{id = "a", url = "x"}]\n'],
    ids=["a number", "one table", "an inline list"],
)
def test_a_file_that_would_be_no_toml_with_one_more_is_left(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sources.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(VibeError) as caught:
        SourcesFile(path).add([Source("b", url="https://x.example")])
    assert str(path) in caught.value.message.en
    assert path.read_text("utf-8") == text


def test_a_list_in_another_encoding_is_to_be_mended_not_given_rights(tmp_path: Path) -> None:
    path = tmp_path / "sources.toml"
    path.write_bytes("# 来源\n".encode("gbk"))
    with pytest.raises(VibeError) as caught:
        SourcesFile(path).read()
    assert caught.value.hint is not None
    assert "mend" in caught.value.hint.en


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    kept = tmp_path / "kept.toml"
    kept.write_text("# kept\n", "utf-8")
    link = tmp_path / "sources.toml"
    link.symlink_to(kept)
    SourcesFile(link).add([Source("a", url="https://x.example")])
    assert link.is_symlink()
    assert "# kept" in kept.read_text("utf-8")
    assert SourcesFile(link).read()[1].get("a")


@pytest.mark.parametrize("before", ["", "# mine\n"])
def test_a_file_with_a_password_is_at_no_time_but_for_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    path = tmp_path / "sources.toml"
    if before:
        path.write_text(before, "utf-8")
        path.chmod(0o644)
    rights: list[int] = []
    replace = Path.replace

    def seen(temporary: Path, target: Path) -> Path:
        rights.append(temporary.stat().st_mode & 0o777)
        return replace(temporary, target)

    monkeypatch.setattr(Path, "replace", seen)
    SourcesFile(path).add([Source("a", url="https://me:secret@x.example")])
    assert rights == [0o600] == [path.stat().st_mode & 0o777]


@given(st.lists(st.text(max_size=30), max_size=6))
def test_ids_are_usable_and_distinct(names: list[str]) -> None:
    taken = ["a", "source"]
    ids = FreeIds(taken)
    for name in (*names, "A", "a 2", "A"):
        id_ = ids.make(name)
        assert id_ not in taken
        taken.append(id_)
        block = f"[[sources]]\nid = \"{id_}\"\nurl = 'https://x.example'\n"
        assert parse_sources(block, WHERE)[1] == ()


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_name_survives_the_file(name: str, group: str) -> None:
    from vibe_tui.sync.sources.file import _block

    source = Source("a", name=name.strip(), url="https://x.example", group=group.strip())
    assert tomllib.loads(_block(source))["sources"][0].get("name", "") == name.strip()
    assert parse_sources(_block(source), WHERE)[0].all == (source,)


# OPML


NESTED = """<?xml version="1.0"?>
<opml version="1.0"><head><title>x</title></head><body>
<outline text="AI"><outline text="智能体与多智能体">
  <outline type="rss" text="R&D 日报" xmlUrl="https://e.example/a?x=1&amp;y=2"/>
</outline></outline>
<outline title="b" xmlUrl="https://e.example/b" category="/agents,other"/>
<outline title="again" xmlUrl="https://e.example/b"/>
<outline text="no feed"/>
</body></opml>"""


def test_nested_outlines_become_groups_and_topics() -> None:
    first, second = read_opml(NESTED.encode(), "x.opml", TOPICS)
    assert (first.url, first.name) == ("https://e.example/a?x=1&y=2", "R&D 日报")
    assert (first.group, first.topics) == ("AI/智能体与多智能体", ("agents",))
    assert (second.name, second.group, second.topics) == ("b", "", ("agents",))


def test_opml_comes_back_as_it_was_written() -> None:
    sources = [
        Source("a", name="甲 <&> \x1b", url="https://e.example/a?x=1&y=2", group="AI/论文"),
        Source("b", url="https://me:pw@e.example/b", topics=("agents",)),
        Source("c", path="/notes"),
    ]
    text = write_opml(sources)
    assert "pw" not in text
    first, second = read_opml(text.encode(), "x", TOPICS)
    assert (first.name, first.url, first.group) == ("甲 <&>", sources[0].url, "AI/论文")
    assert (second.url, second.topics) == ("https://e.example/b", ("agents",))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not xml",
        b"<html><body>x</body></html>",
        b"<opml><body>",
        b'<!DOCTYPE opml SYSTEM "file:///etc/hostname"><opml/>',
        b'<!DOCTYPE opml [<!ENTITY a "aaaa">]><opml><outline xmlUrl="&a;"/></opml>',
        b"\xff\xfe\x00",
        b'<?xml version="1.0" encoding="klingon"?><opml/>',
    ],
)
def test_what_is_no_list_is_refused(data: bytes) -> None:
    with pytest.raises(VibeError) as caught:
        read_opml(data, "x.opml")
    assert "x.opml" in caught.value.message.en


@pytest.mark.parametrize(
    ("declared", "encoding", "name"),
    [
        ("GBK", "gbk", "朱镕基与智能体"),
        ("gb2312", "gbk", "朱镕基与智能体"),
        ("GB18030", "gb18030", "朱镕基与智能体"),
        ("Big5", "big5", "許功蓋的債券市場"),
        ("UTF-16", "utf-16", "朱镕基与智能体"),
        ("EUC-JP", "euc_jp", "日本語のフィード"),
        ("windows-1251", "cp1251", "Лента новостей"),
        ("UTF-8", "utf-8-sig", "朱镕基与智能体"),
        ("UTF-8", "gbk", "朱镕基与智能体"),
    ],
)
def test_lists_in_any_encoding_are_read(declared: str, encoding: str, name: str) -> None:
    text = (
        f'<?xml version="1.0" encoding="{declared}"?><opml version="2.0"><body><outline '
        f'text="{name}"><outline text="{name}" xmlUrl="https://e.example/?a=1&b=2"/></outline>'
        "</body></opml>"
    )
    (outline,) = read_opml(text.encode(encoding), "x.opml")
    assert (outline.name, outline.group, outline.url) == (name, name, "https://e.example/?a=1&b=2")


def test_outlines_may_nest_as_deep_as_they_like() -> None:
    deep = b"<outline text='g'>" * 20_000
    data = b"<opml><body>" + deep + b"<outline xmlUrl='https://e.example'/>"
    data += b"</outline>" * 20_000 + b"</body></opml>"
    (outline,) = read_opml(data, "x")
    assert outline.group.count("/") < 20


# Pages that name their feeds


@pytest.mark.parametrize(
    ("data", "kind", "page"),
    [
        (b"<!DOCTYPE html><html>", "", True),
        (b"\xef\xbb\xbf \n<html>", "text/xml", True),
        (b"<p>hi", "text/html; charset=x", True),
        (b"<?xml version='1.0'?><rss><channel><title>x", "text/html", False),
        (b"<rdf:RDF>", "text/html", False),
        (b'{"items": []}', "text/html", False),
        (b"<feed><title>x</title><entry><content>&lt;html>", "application/xml", False),
        (b"<!-- <title>x --><rss>", "text/html", False),
        (b"<!DOCTYPE html PUBLIC ''><rss><channel><title>x", "", False),
        (b"<CHANNEL><TITLE>x</TITLE>", "", False),
        (b"<!-- <rss> --><!doctype html><p>x", "", True),
        (b"", "text/html", True),
        (b"", "", False),
    ],
)
def test_pages_are_told_from_feeds(data: bytes, kind: str, page: bool) -> None:
    assert is_page(data, kind) is page


def test_a_page_names_its_feeds() -> None:
    page = """<html><head><title> 博客\n&amp; 笔记 </title><base href="/sub/">
    <link rel="alternate" type="application/rss+xml" title="Comments" href="comments/feed">
    <link REL='feed alternate' type='application/atom+xml; charset=utf-8' href='../atom.xml'>
    <link rel="alternate" type="text/html" href="/en">
    <link rel="alternate" type="application/rss+xml" href="javascript:x">
    <link rel="alternate" type="application/rss+xml" href="http://[">
    """.encode()
    links = feed_links(page, "https://e.example/a/b")
    assert [link.url for link in links] == [
        "https://e.example/atom.xml",
        "https://e.example/sub/comments/feed",
    ]
    assert page_title(page) == "博客 & 笔记"


@pytest.mark.parametrize(
    ("said", "encoding"),
    [
        ("", "utf-8"),
        ("<meta charset=gbk>", "gbk"),
        ("<meta charset=big5>", "big5"),
        ("<meta charset=gbk>", "utf-8"),
        ("<meta charset=no-such-thing>", "utf-8"),
        ("", "gb18030"),
        ("", "utf-16"),
    ],
)
def test_the_title_of_a_page_in_any_encoding(said: str, encoding: str) -> None:
    page = f"<html><head>{said}<title>人工智能日刊</title></head>"
    assert page_title(page.encode(encoding)) == "人工智能日刊"


def test_links_that_look_like_feeds_come_after_those_that_are_named() -> None:
    page = """<html><body><a href="/about">feed me</a> <a href="/feed/?x=1">RSS</a>
    <a href="blog/index.xml">订阅</a> <a href="/feedback">b</a>
    <link rel="alternate" type="text/xml" href="/posts.xml"></body></html>""".encode()
    links = feed_links(page, "https://e.example/")
    assert [(link.url, link.is_named) for link in links] == [
        ("https://e.example/posts.xml", True),
        ("https://e.example/feed/?x=1", False),
        ("https://e.example/blog/index.xml", False),
    ]


@pytest.mark.parametrize(
    ("data", "is_one"),
    [(b"<?xml version='1.0'?><rss>", True), (b"<urlset>", False), (b"<html><rss>", False)],
)
def test_what_a_link_leads_to_is_looked_at(data: bytes, is_one: bool) -> None:
    assert is_feed(data, "application/xml") is is_one


@pytest.mark.parametrize("bad", ["..", ".", "a/b", "a\\u001bb", "字" * 300])
def test_a_listed_source_whose_id_cannot_be_is_left_out_in_words(bad: str) -> None:
    text = f'[[sources]]\nid = "{bad}"\npath = "x"\n\n[[sources]]\nid = "ok"\npath = "y"\n'
    sources, problems = parse_sources(text, WHERE)
    assert [source.id for source in sources.all] == ["ok"]
    assert [problem.where for problem in problems] == ["sources.toml:2"]
    assert "letters and digits" in problems[0].message.en
