"""What each command prints and how it ends, on a small library of our own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from vibe_tui.cells import cell_width
from vibe_tui.cli.finding import rows
from vibe_tui.cli.read import root_of
from vibe_tui.config import Config
from vibe_tui.library.walk import Root
from vibe_tui.model.section import LENSES
from vibe_tui.paths import find_paths
from vibe_tui.service import Service

LENS_ID = "2026-08-11-小模型的透镜实验"
ROOT = Path(__file__).resolve().parents[2]
LIST_FIELDS = [
    "id",
    "title",
    "feed_title",
    "short_title",
    "date",
    "date_precision",
    "author",
    "authors",
    "source",
    "url",
    "genre",
    "topics",
    "tags",
    "folder",
    "arxiv",
    "venue",
    "chars",
    "path",
    "unread",
    "starred",
]


def test_list_is_newest_first_with_every_field(run: Run, library: Path) -> None:
    result = run("list", "--library", library, "--json")
    assert (result.code, result.err) == (0, "")
    assert [one["date"] for one in result.json] == ["2026-08-11", "2026-08-10", "2026-08-09"]
    assert all(list(one) == LIST_FIELDS for one in result.json)
    lens, review, _ = result.json
    assert lens["id"] == LENS_ID
    assert lens["title"].startswith("[硅基写手] ")
    assert lens["feed_title"] == "[硅基写手] 每日解读：透镜"
    assert review["feed_title"] is None
    assert (lens["arxiv"], lens["genre"], lens["author"]) == ("2608.00001", "paper", "甲")
    assert (review["genre"], review["arxiv"], review["url"]) == ("incident-review", None, None)
    assert lens["topics"] == ["agents", "evaluation"]
    assert Path(lens["path"]).is_file()
    assert (lens["unread"], lens["starred"]) == (True, False)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        pytest.param(["透镜"], [LENS_ID], id="a word of the title"),
        pytest.param(["genre:incident-review"], ["2026-08-10-一次复盘"], id="a field"),
        pytest.param(["is:unread", "topic:agents"], [LENS_ID], id="two words"),
        pytest.param(["date:2026-08-11"], [LENS_ID], id="a date"),
        pytest.param(
            ["date:2026-08", "-透镜", "-数据"], ["2026-08-10-一次复盘"], id="words left out"
        ),
        pytest.param(["局限:置信区间"], [LENS_ID], id="a kind of section"),
    ],
)
def test_list_takes_a_query(run: Run, library: Path, query: list[str], ids: list[str]) -> None:
    result = run("list", *query, "--library", library, "--json")
    assert [one["id"] for one in result.json] == ids
    assert result.code == 0


def test_list_without_a_match_is_1_and_an_empty_list(run: Run, library: Path) -> None:
    result = run("list", "topic:law", "--library", library, "--json")
    assert (result.code, result.json) == (1, [])
    assert result.err.count("\n") == 1


def test_list_in_a_pipe_has_whole_lines_without_tabs(run: Run, library: Path) -> None:
    lines = run("list", "--library", library).out.splitlines()
    assert len(lines) == 3
    assert LENS_ID in lines[0]
    assert not any("\t" in line for line in lines)


def test_list_on_a_terminal_is_in_columns_of_cells(home: Path, library: Path) -> None:
    paths = find_paths({}, library=library)
    service = Service(paths, Config())
    service.refresh()
    for width in (20, 40, 80):
        lines = rows(service.reports().reports, width)
        assert len(lines) == 3
        assert all(cell_width(line) <= width for line in lines)


def test_show_json_has_every_key(run: Run, library: Path) -> None:
    result = run("show", "透镜", "--library", library, "--format", "json")
    assert result.code == 0
    assert list(result.json) == ["id", "title", "meta", "sections"]
    assert result.json["id"] == LENS_ID
    assert result.json["meta"]["paper"]["arxiv"] == "2608.00001"
    sections = result.json["sections"]
    assert [(s["heading"], s["level"], s["kind"]) for s in sections] == [
        ("1. 执行摘要", 1, "summary"),
        ("2. 方法详解", 1, "method"),
        ("3. 局限性", 1, "limitations"),
    ]
    keys = ["heading", "level", "kind", "text", "tables", "children"]
    assert all(list(section) == keys for section in sections)
    method = sections[1]
    assert method["tables"] == [
        {"header": ["模型", "准确率"], "rows": [["甲|乙", "42.5%"], ["丙", "7"]]}
    ]
    assert method["text"].startswith("先看表。")
    assert "| 丙 | 7 |" in method["text"]
    assert "$$" not in method["text"]
    (training,) = method["children"]
    assert (training["heading"], training["level"], training["kind"]) == ("2.1 训练", 2, "method")


def test_show_json_under_a_lens_keeps_only_its_sections(run: Run, library: Path) -> None:
    result = run("show", LENS_ID, "--library", library, "--json", "--lens", "局限性")
    (only,) = result.json["sections"]
    assert only["heading"] == "3. 局限性"
    assert [child["kind"] for child in only["children"]] == ["limitations"]


def test_show_json_of_tables_has_only_tables(run: Run, library: Path) -> None:
    result = run("show", LENS_ID, "--library", library, "--json", "--lens", "tables")
    (only,) = result.json["sections"]
    assert only["text"].startswith("| 模型")
    assert only["children"] == []


@pytest.mark.parametrize("form", ["text", "ansi", "md", "json"])
def test_an_absent_kind_is_said_honestly(run: Run, library: Path, form: str) -> None:
    result = run("show", "复盘", "--library", library, "--lens", "limitations", "--format", form)
    assert result.code == 1
    assert "局限性" in result.err
    if form == "json":
        assert result.json["sections"] == []
        assert result.json["title"]
    else:
        assert result.out == ""


def test_show_text_is_the_page_of_the_reader(run: Run, library: Path) -> None:
    full = run("show", LENS_ID, "--library", library, "--width", "50")
    assert full.code == 0
    assert "\x1b" not in full.out
    for words in ("小模型的透镜实验", "2026-08-11", "arXiv:2608.00001", "甲|乙", "π₀.₅", "三十条"):
        assert words in full.out
    folded = run("show", LENS_ID, "--library", library, "--lens", "limitations")
    assert "▸ 2. 方法详解" in folded.out
    assert "甲|乙" not in folded.out
    assert "三十条" in folded.out


def test_folded_sections_are_left_out_when_the_settings_say_so(
    run: Run, library: Path, tmp_path: Path
) -> None:
    settings = tmp_path / "c.toml"
    settings.write_text('folded = "hide"\n')
    shown = run("show", LENS_ID, "--library", library, "--lens", "summary", "--config", settings)
    assert "方法详解" not in shown.out
    assert "42.5%" in shown.out


def test_show_has_colour_on_demand(run: Run, library: Path) -> None:
    assert "\x1b[1m" in run("show", LENS_ID, "--library", library, "--format", "ansi").out


def test_show_html_is_one_page_of_what_the_lens_keeps(run: Run, library: Path) -> None:
    page = run("show", LENS_ID, "--library", library, "--format", "html").out
    assert page.startswith("<!DOCTYPE html>\n")
    assert page.endswith("</html>\n")
    assert "<title>[硅基写手] 每日解读：小模型的透镜实验</title>" in page
    assert "方法详解" in page
    summary = run(
        "show", LENS_ID, "--library", library, "--format", "html", "--lens", "summary"
    ).out
    assert "执行摘要" in summary
    assert "方法详解" not in summary


def test_show_md_is_markdown_of_the_sections(run: Run, library: Path) -> None:
    text = run("show", LENS_ID, "--library", library, "--format", "md", "--lens", "summary").out
    assert text.startswith("# [硅基写手] 每日解读：小模型的透镜实验\n\n## 1. 执行摘要\n\n本文用")
    assert "局限" not in text


@pytest.mark.parametrize(
    ("part", "code", "word"),
    [
        pytest.param("2026-08", 2, LENS_ID, id="several"),
        pytest.param("没有", 1, "没有", id="none"),
        pytest.param("", 1, "", id="empty"),
        pytest.param("NASTY", 0, "", id="other case"),
    ],
)
def test_an_id_is_any_unique_part(run: Run, library: Path, part: str, code: int, word: str) -> None:
    result = run("show", part, "--library", library, "--json")
    assert result.code == code
    assert word in result.err
    assert bool(result.out) is (code == 0)


def test_a_whole_id_wins_over_a_longer_one(run: Run, library: Path) -> None:
    longer = library / "2026" / f"{LENS_ID}-2.md"
    longer.write_text("---\ntitle: 第二\n---\n\n文\n", "utf-8")
    assert run("show", LENS_ID, "--library", library, "--json").json["id"] == LENS_ID


def test_search_finds_passages(run: Run, library: Path) -> None:
    result = run("search", "置信区间", "--library", library, "--json")
    assert (result.code, result.err) == (0, "")
    assert list(result.json)[:5] == ["query", "total", "took_ms", "note", "hits"]
    assert (result.json["query"], result.json["total"]) == ("置信区间", 1)
    (hit,) = result.json["hits"]
    assert list(hit) == ["id", "title", "date", "score", "passages"]
    assert hit["id"] == LENS_ID
    (passage,) = hit["passages"]
    assert list(passage) == ["section", "kind", "snippet"]
    assert (passage["section"], passage["kind"]) == ("3. 局限性", "limitations")
    assert "置信区间" in passage["snippet"]


def test_search_joins_the_heading_path(run: Run, library: Path) -> None:
    result = run("search", "三十条", "--library", library, "--json")
    assert result.json["hits"][0]["passages"][0]["section"] == "3. 局限性 › 3.1 样本量"
    assert "3. 局限性 › 3.1 样本量: " in run("search", "三十条", "--library", library).out


def test_search_limits_reports_but_counts_all(run: Run, library: Path) -> None:
    result = run("search", "date:2026-08", "--limit", "1", "--library", library, "--json")
    assert (result.json["total"], len(result.json["hits"])) == (3, 1)


def test_search_without_a_match_is_1(run: Run, library: Path) -> None:
    result = run("search", "区块链", "--library", library, "--json")
    assert (result.code, result.json["total"], result.json["hits"]) == (1, 0, [])
    assert run("search", "区块链", "--library", library).out == ""


def test_index_can_be_rebuilt(run: Run, library: Path) -> None:
    for words in (["index"], ["index"], ["index", "--rebuild"]):
        result = run(*words, "--library", library, "--json")
        assert (result.code, result.json) == (0, {"reports": 3})


def test_digest_is_one_lens_over_reports(run: Run, library: Path, tmp_path: Path) -> None:
    result = run("digest", "--lens", "summary", "--library", library, "--json")
    assert [one["id"] for one in result.json][:2] == [LENS_ID, "2026-08-10-一次复盘"]
    target = tmp_path / "out.md"
    words = ["digest", "--lens", "summary", "--format", "md", "-o", target, "--library", library]
    result = run(*words)
    assert (result.code, result.out) == (0, "")
    assert target.read_text("utf-8").startswith("# [硅基写手]")
    text = run("digest", "透镜", "--lens", "limitations", "--library", library).out
    assert "三十条" in text
    assert "方法详解" not in text


def test_digest_has_one_heading_line_a_report_and_says_who_has_nothing(
    run: Run, library: Path
) -> None:
    lines = run("digest", "--lens", "limitations", "--library", library).out.split("\n")
    assert lines[0] == "汇读：局限性"
    assert "1 篇报告 · 2 篇没有“局限性”，列在末尾" in lines
    assert [line for line in lines if "透镜实验" in line] == [
        "每日解读：小模型的透镜实验  2026-08-11"
    ]
    assert lines.index("没有“局限性”的 2 篇") < lines.index("2026-08-10  一次没有讲局限的复盘")
    tables = run("digest", "--lens", "tables", "--library", library).out
    assert "42.5%" in tables
    assert "一次没有讲局限的复盘" in tables.partition("没有“只看表格”")[2]


def test_digest_as_one_html_page(run: Run, library: Path) -> None:
    out = run("digest", "--lens", "summary", "--format", "html", "--library", library).out
    assert out.startswith("<!DOCTYPE html>")
    assert (out.count("<h1"), out.count("<h2")) == (1, 3)
    assert "[TODO]" in out
    assert "方法详解" not in out


def test_a_dash_is_standard_output(
    run: Run, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["digest", "--lens", "summary", "--format", "md"], ["source", "export"]):
        whole = run(*words, "--library", library)
        assert run(*words, "--library", library, "-o", "-") == whole
        assert whole.out
        written = run(*words, "--library", library, "-o", "to.txt")
        assert (written.code, written.out, "to.txt" in written.err) == (0, "", True)
        assert Path("to.txt").read_text("utf-8") == whole.out
    assert not Path("-").exists()


def test_no_folder_is_made_for_a_file_that_is_written(
    run: Run, library: Path, tmp_path: Path
) -> None:
    target = tmp_path / "misspelt" / "out.md"
    for words in (["digest", "--lens", "summary"], ["source", "export"]):
        result = run(*words, "--library", library, "-o", target)
        assert (result.code, result.out) == (2, "")
        assert "misspelt" in result.err
    assert not target.parent.exists()


def test_digest_of_nothing_is_1_and_writes_nothing(run: Run, library: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    words = ["digest", "复盘", "--lens", "limitations", "--library", library]
    assert run(*words, "-o", target).code == 1
    assert not target.exists()
    assert run(*words, "--json").json == []
    for command in (["digest", "--lens", "full"], ["papers"], ["list"]):
        nothing = run(*command, "topic:law", "--library", library)
        assert (nothing.code, nothing.out, nothing.err) == (1, "", "没有符合的报告\n")


def test_paths_need_nothing_to_exist(run: Run, home: Path) -> None:
    result = run("paths", "--json")
    assert result.code == 0
    assert list(result.json) == ["library", "bundled", "config", "sources", "state", "cache"]
    assert list(home.iterdir()) == []


def test_config_prints_a_file_that_means_the_same(run: Run, tmp_path: Path) -> None:
    first = run("config")
    copy = tmp_path / "copy.toml"
    copy.write_text(first.out, "utf-8")
    second = run("config", "--config", copy)
    assert (second.code, second.err) == (0, "")
    assert second.out == first.out
    assert [lens["id"] for lens in run("config", "--json").json["lenses"]] == [
        lens.id for lens in LENSES
    ]
    assert run("config", "--sample").out.startswith("# 界面语言")


def test_a_named_library_leaves_the_bundled_reports_out(run: Run, library: Path) -> None:
    bundled = run("list", "--json")
    assert bundled.code == 0
    assert len(bundled.json) >= 3
    named = {one["id"] for one in run("list", "--library", library, "--json").json}
    assert not named & {one["id"] for one in bundled.json}


@pytest.mark.parametrize("command", ["list", "show x", "search x", "index", "digest --lens full"])
def test_a_named_library_that_is_missing_is_2(run: Run, tmp_path: Path, command: str) -> None:
    result = run(*command.split(), environ={"VIBE_LIBRARY": str(tmp_path / "none")})
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert not (tmp_path / "none").exists()


def test_reading_a_library_writes_nothing_into_it(run: Run, library: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in library.rglob("*")}
    for words in (["list"], ["search", "透镜"], ["show", "透镜"], ["index", "--rebuild"]):
        run(*words, "--library", library)
    assert {path: path.stat().st_mtime_ns for path in library.rglob("*")} == before


def test_roots_can_be_files_and_text(home: Path, library: Path) -> None:
    file = next(library.rglob("*透镜*.md"))
    text = Root(Path("stdin.md"), "text", text="# 标题\n\n正文。\n")
    service = Service(find_paths({}), Config(), roots=[Root(file, "file"), text])
    service.refresh()
    assert {report.title for report in service.reports().reports} == {
        "[硅基写手] 每日解读：小模型的透镜实验",
        "标题",
    }
    service.indexing.update()
    assert service.search(service.parse("正文")).total == 1


def test_a_text_beside_a_folder_has_a_state_of_its_own(
    home: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (b"# One\n", b"# Another\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
        roots = [root_of("-", alone=False), Root(library, "folder")]
        service = Service(find_paths({}), Config(), roots=roots)
        service.refresh()
        report = next(one for one in service.reports().reports if one.id.startswith("stdin"))
        assert not service.reading.mark(report).starred
        service.reading.set_star([report], True)
        service.close()


def test_import_json(run: Run, tmp_path: Path, library: Path) -> None:
    own = tmp_path / "own"
    report = next(library.rglob("*透镜*.md"))
    result = run("import", report, "--library", own, "--json")
    assert result.code == 0
    assert list(result.json) == ["added", "updated", "unchanged", "skipped", "errors", "notes"]
    assert len(result.json["added"]) == 1
    again = run("import", report, "--library", own, "--json")
    assert (again.code, again.json["added"], again.json["unchanged"]) == (0, [], 1)
    listed = run("list", "--library", own, "--json").json
    assert [one["id"] for one in listed] == result.json["added"]
    assert json.dumps(listed[0]["topics"]) == json.dumps(["agents", "evaluation"])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tag:地图", ["map"]),
        ('tag:"visual slam"', ["map"]),
        ("tag:地", []),
        ("folder:ICRA2025", ["map"]),
        ("folder:icra2025/robots", ["map"]),
        ("folder:robots", ["map"]),
        ("folder:ICRA", []),
        ("目录:diary", ["walk"]),
        ("venue:icra", ["map"]),
        ("year:2024", ["map"]),
        ("date:2024-10", ["map"]),
        ("date:2024-11", []),
        ("author:王小明", ["map"]),
        ("genre:paper", ["map"]),
    ],
)
def test_queries_for_what_notes_say(run: Run, tmp_path: Path, query: str, found: list[str]) -> None:
    head = (
        "**会议**: ICRA 2025\n**作者**: 王小明\n**arXiv**: 2410.04680\n"
        "**标签**: 地图, Visual SLAM\n"
    )
    for name, text in (
        ("ICRA2025/robots/map", f"# 甲\n\n{head}\n## 方法\n\n字\n"),
        ("diary/walk", "# 散步\n"),
    ):
        path = tmp_path / "notes" / f"{name}.md"
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    result = run("list", "--library", tmp_path / "notes", query, "--json")
    assert [one["id"] for one in result.json] == found


PITFALLS = "# 甲\n\n## 翻车现场\n\n坑\n\n## 方法\n\n法\n\n### 细枝\n\n末节\n"


def test_headings_without_a_kind_become_settings(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for name in "ab":
        (notes / f"{name}.md").write_text(PITFALLS, "utf-8")
    listed = run("doctor", "--headings", "--library", notes)
    assert (listed.code, listed.out) == (0, '"翻车现场",  # 2\n')
    config = tmp_path / "config.toml"
    config.write_text(f"[kinds]\nlimitations = [\n{listed.out}]\n", "utf-8")
    show = ("show", "a", "--lens", "limitations", "--format", "json", "--library", notes)
    assert run(*show).code == 1
    shown = run(*show, "--config", config)
    assert [one["heading"] for one in shown.json["sections"]] == ["翻车现场"]


def test_front_matter_gives_sections_a_kind(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"---\nsections: {{limitations: [翻车现场]}}\n---\n{PITFALLS}", "utf-8")
    shown = run("show", path, "--lens", "limitations", "--format", "json")
    assert [one["heading"] for one in shown.json["sections"]] == ["翻车现场"]


def test_a_wrong_kind_in_the_settings_is_named(run: Run, library: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[kinds]\nrisks = ["翻车现场"]\nmethod = "法"\n', "utf-8")
    result = run("list", "--library", library, "--config", config)
    assert result.code == 0
    assert "risks" in result.err
    assert "method" in result.err


def test_a_file_is_shown_as_a_report_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(PITFALLS, "utf-8")
    assert "末节" in run("show", path).out
    assert run("show", path, "--lens", "method", "--format", "md").out.startswith("# 甲\n\n## 方法")


def test_standard_input_is_shown_too(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vibe_tui", "show", "-"],
        input=PITFALLS.encode(),
        env={**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "末节" in done.stdout.decode()
