"""Lists of papers: stubs, and what they add to reports about the same papers."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from tests.sync.feeds import item, rss
from vibe_tui.library.front_matter import mapping, read_front_matter, words
from vibe_tui.library.store import Store
from vibe_tui.render.outline import outline
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origins
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.import_files import import_paths
from vibe_tui.sync.incoming import ImportResult

ATOM = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title type="html">ArXiv Query: search_query=all:electron</title>
<id>http://arxiv.org/api/x</id><updated>2026-08-11T00:00:00-04:00</updated>
<entry><id>http://arxiv.org/abs/2608.03573v2</id><updated>2026-08-06T17:59:59Z</updated>
<published>2026-08-04T17:59:59Z</published><title>SFT Conflicts,
  RL Coexists: $\\pi_0$</title><summary>  We study $x_i$ &lt; 3
and *more*.
</summary><author><name>Kejian Zhu</name></author><author><name>Jun Zhao</name></author>
<link href="http://arxiv.org/abs/2608.03573v2" rel="alternate" type="text/html"/>
<link title="pdf" href="http://arxiv.org/pdf/2608.03573v2" rel="related" type="application/pdf"/>
<category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/>
<category term="cs.LG" scheme="http://arxiv.org/schemas/atom"/></entry></feed>"""

DAILY = json.dumps([
    {
        "paper": {
            "id": "2608.03573", "title": "SFT Conflicts, RL Coexists", "upvotes": 3,
            "summary": "We study\n$x_i$.", "publishedAt": "2026-08-04T00:00:00.000Z",
            "authors": [{"name": "Kejian Zhu"}, {"name": "Jun Zhao"}, {"name": 1}, None],
            "githubRepo": "https://github.com/x/y", "organization": {"name": "CASIA"},
        },
        "publishedAt": "2026-08-10T00:00:00.000Z", "title": "SFT Conflicts",
    },
    {"paper": {"id": "no id", "title": "x"}},
])  # fmt: skip

TABLE = (
    "&lt;h2&gt;论文基本信息&lt;/h2&gt;&lt;table&gt;&lt;tr&gt;&lt;th&gt;项目&lt;/th&gt;&lt;th&gt;内容"
    "&lt;/th&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;论文编号&lt;/td&gt;&lt;td&gt;arXiv:2608.03573v2&lt;/td&gt;"
    "&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;作者&lt;/td&gt;&lt;td&gt;Kejian Zhu 等&lt;/td&gt;&lt;/tr&gt;"
    "&lt;/table&gt;"
)
REPORT = rss(
    item("解读", "g1", "https://v.example/1", "Tue, 11 Aug 2026 00:00:00 GMT", TABLE), title="V"
)


def bring(folder: Path, name: str, text: str) -> ImportResult:
    path = folder / name
    path.write_text(text, "utf-8")
    library = folder / "library"
    origins = Origins(StateDatabase.open(folder / "state.db"), library)
    return import_paths([path], Store(library), origins, today=dt.date(2026, 8, 12))


def only_file(folder: Path) -> str:
    (path,) = (folder / "library").rglob("*.md")
    return path.read_text("utf-8")


def test_an_answer_of_arxiv() -> None:
    (found,) = read_feed(Spool(ATOM.encode()), "arxiv.xml").items
    assert (found.title, found.source) == ("SFT Conflicts, RL Coexists: $\\pi_0$", "arxiv")
    assert (str(found.date), found.author) == ("2026-08-04", "Kejian Zhu、Jun Zhao")
    assert found.meta["paper"] == {
        "title": "SFT Conflicts, RL Coexists: $\\pi_0$",
        "arxiv": "2608.03573",
        "version": "v2",
        "authors": ["Kejian Zhu", "Jun Zhao"],
        "categories": ["cs.CL", "cs.LG"],
        "links": {
            "abs": "https://arxiv.org/abs/2608.03573",
            "pdf": "https://arxiv.org/pdf/2608.03573",
        },
    }
    assert [heading.text for heading in outline(found.body).headings] == ["摘要", "论文基本信息"]
    assert "We study $x_i$ < 3 and *more*." in found.body.replace("\\", "")


def test_the_feed_of_arxiv() -> None:
    text = rss(
        "<title>T</title><link>https://arxiv.org/abs/2608.03573</link>"
        "<guid>oai:arXiv.org:2608.03573v1</guid><dc:creator>A B, C D</dc:creator>"
        "<description>arXiv:2608.03573v1 Announce Type: new\nAbstract: We study.</description>"
    )
    (found,) = read_feed(Spool(text.encode()), "x").items
    assert (found.author, found.stub) == ("A B、C D", True)
    assert "\n\nWe study.\n\n" in found.body


OF_OTHERS = {
    "a list": ("&lt;p&gt;甲&lt;/p&gt;&lt;ul&gt;&lt;li&gt;乙&lt;/ul&gt;", "", "甲\n\n- 乙\n"),
    "a picture": (
        "甲&lt;img src='https://e.example/a.png'&gt;",
        "",
        "甲![](https://e.example/a.png)\n",
    ),
    "two texts": (
        "What I think of it.",
        "<content:encoded>&lt;p&gt;Abstract: we study it.&lt;/p&gt;</content:encoded>",
        "What I think of it.\n\nAbstract: we study it.\n",
    ),
}


@pytest.mark.parametrize(("text", "more", "body"), OF_OTHERS.values(), ids=OF_OTHERS)
def test_what_others_write_of_papers_is_no_abstract(text: str, more: str, body: str) -> None:
    link = "https://arxiv.org/abs/2608.03573"
    (found,) = read_feed(Spool(rss(item("题", link=link, text=text) + more).encode()), "f").items
    assert (found.stub, found.body) == (False, body)


def test_daily_papers() -> None:
    (found,) = read_feed(Spool(DAILY.encode()), "daily.json").items
    assert (found.source, str(found.date)) == ("hf-daily-papers", "2026-08-10")
    paper = mapping(found.meta["paper"])
    assert (paper["authors"], paper["institutions"]) == (["Kejian Zhu", "Jun Zhao"], ["CASIA"])
    assert list(mapping(paper["links"])) == ["hf", "abs", "pdf", "code"]
    assert read_feed(Spool(b"[]"), "daily.json").items == ()


def test_a_broken_entry_of_the_daily_papers_stops_no_other() -> None:
    broken = [*json.loads(DAILY), {"paper": None}, {"paper": {"id": 5}}, 7, None]
    titles = [one.title for one in read_feed(Spool(DAILY.encode()), "d.json").items]
    assert [
        one.title for one in read_feed(Spool(json.dumps(broken).encode()), "d.json").items
    ] == titles


@pytest.mark.parametrize(("name", "text"), [("a.xml", ATOM), ("d.json", DAILY)])
def test_stubs_stay_what_they_are(tmp_path: Path, name: str, text: str) -> None:
    assert len(bring(tmp_path, name, text).added) == 1
    assert bring(tmp_path, name, text) == ImportResult(unchanged=1)
    assert "stub: true" in only_file(tmp_path)


@pytest.mark.parametrize(("name", "text"), [("a.xml", ATOM), ("d.json", DAILY)])
def test_a_stub_adds_to_the_report_of_its_paper(tmp_path: Path, name: str, text: str) -> None:
    (id_,) = bring(tmp_path, "v.xml", REPORT).added
    assert bring(tmp_path, name, text) == ImportResult(updated=(id_,))
    meta, body, _, _ = read_front_matter(only_file(tmp_path), "x")
    assert (meta["title"], meta["source"], "stub" in meta) == ("解读", "v", False)
    assert "Kejian Zhu 等" in body
    assert words(mapping(meta["paper"])["authors"]) == "Kejian Zhu、Jun Zhao"
    for again in (text, REPORT, text):
        kind = "v.xml" if again is REPORT else name
        assert bring(tmp_path, kind, again) == ImportResult(unchanged=1)
    changed = bring(tmp_path, "v.xml", REPORT.replace("解读", "新解读"))
    assert changed == ImportResult(updated=(id_,))
    assert "Jun Zhao" in only_file(tmp_path)


def test_a_report_takes_the_place_of_a_stub(tmp_path: Path) -> None:
    (id_,) = bring(tmp_path, "d.json", DAILY).added
    assert bring(tmp_path, "v.xml", REPORT) == ImportResult(updated=(id_,))
    text = only_file(tmp_path)
    assert "stub" not in text
    assert "论文编号" in text
    assert bring(tmp_path, "d.json", DAILY) == ImportResult(unchanged=1)
    assert only_file(tmp_path) == text


def test_an_edited_report_is_not_touched(tmp_path: Path) -> None:
    bring(tmp_path, "v.xml", REPORT)
    (path,) = (tmp_path / "library").rglob("*.md")
    path.write_text(path.read_text("utf-8") + "\n批注\n", "utf-8")
    before = path.read_text("utf-8")
    assert bring(tmp_path, "d.json", DAILY) == ImportResult(unchanged=1)
    assert path.read_text("utf-8") == before


def test_a_report_that_no_source_wrote_counts_too(tmp_path: Path) -> None:
    path = tmp_path / "library" / "2026" / "2026-08-01-mine.md"
    path.parent.mkdir(parents=True)
    path.write_text('---\ntitle: 我的\npaper:\n  arxiv: "2608.03573"\n---\n\n文\n', "utf-8")
    assert bring(tmp_path, "d.json", DAILY).added == ()
    assert only_file(tmp_path).count("文\n") == 1


def test_two_stubs_of_one_paper_do_not_share_a_report(tmp_path: Path) -> None:
    path = tmp_path / "library" / "2026" / "2026-08-01-mine.md"
    path.parent.mkdir(parents=True)
    path.write_text('---\ntitle: 我的\npaper:\n  arxiv: "2608.03573"\n---\n\n文\n', "utf-8")
    entry = (
        "<title>{t}</title><link>https://arxiv.org/abs/2608.03573{v}</link>"
        "<guid>oai:arXiv.org:2608.03573{v}</guid>"
        "<description>arXiv:2608.03573 Announce Type: new\nAbstract: About {t}.</description>"
    )
    text = rss(entry.format(t="A", v="v1") + "</item><item>" + entry.format(t="B", v="v2"))
    assert len(bring(tmp_path, "a.xml", text).added) == 1
