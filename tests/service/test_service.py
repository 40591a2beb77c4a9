"""The service: lazy, safe to share, true to what is on disk."""

from __future__ import annotations

import datetime as dt
import threading
from pathlib import Path

import pytest

from vibe_tui.config import Config
from vibe_tui.errors import VibeError
from vibe_tui.library.walk import Root
from vibe_tui.model.section import FULL, LIMITATIONS, SUMMARY
from vibe_tui.paths import Paths
from vibe_tui.render.place import Fold
from vibe_tui.render.plain import to_text
from vibe_tui.service import NothingFoundError, Service
from vibe_tui.service.digest import digest_of
from vibe_tui.text import Text

TODAY = dt.date(2026, 8, 12)

BODY = """\
## 摘要

短的开头。

## 方法

一段话。

### 训练

再一段。

| 甲 | 乙 |
| --- | --- |
| 1 | 2 |

## 优势、局限与适用场景

### 优势

好的。

### 局限

坏的。
"""


def paths_in(folder: Path, *, explicit: bool = False) -> Paths:
    return Paths(
        config=folder / "config.toml",
        sources=folder / "sources.toml",
        library=folder / "library",
        bundled=folder / "bundled",
        state=folder / "data" / "state.db",
        cache=folder / "cache",
        explicit=explicit,
    )


def add(folder: Path, stem: str, title: str, body: str = BODY) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}.md"
    path.write_text(f"---\ntitle: {title}\ndate: {stem[:10]}\n---\n\n{body}", "utf-8")
    return path


def service_in(folder: Path, config: Config | None = None, *, explicit: bool = False) -> Service:
    return Service(paths_in(folder, explicit=explicit), config or Config(), today=lambda: TODAY)


def ids(service: Service, query: str = "") -> list[str]:
    return [
        report.id for report in service.reports(service.parse(query) if query else None).reports
    ]


@pytest.fixture
def service(tmp_path: Path) -> Service:
    add(tmp_path / "library", "2026-08-11-a", "甲的报告")
    add(tmp_path / "library", "2026-08-10-b", "乙的报告", "## 概述\n\n没有别的。\n")
    made = service_in(tmp_path)
    made.refresh()
    return made


def test_making_one_touches_nothing(tmp_path: Path) -> None:
    made = service_in(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert made.problems == ()


def test_refresh_says_whether_the_list_changed(service: Service, tmp_path: Path) -> None:
    assert not service.refresh()
    path = add(tmp_path / "library", "2026-08-12-c", "丙")
    assert service.refresh()
    assert ids(service) == ["2026-08-12-c", "2026-08-11-a", "2026-08-10-b"]
    path.unlink()
    assert service.refresh()
    assert not service.refresh()


def test_a_new_start_lists_before_it_looks(service: Service, tmp_path: Path) -> None:
    add(tmp_path / "library", "2026-08-12-c", "丙")
    again = service_in(tmp_path)
    assert ids(again) == ["2026-08-11-a", "2026-08-10-b"]
    again.refresh()
    assert len(ids(again)) == 3


def test_the_bundled_reports_stand_in_while_the_library_is_empty(tmp_path: Path) -> None:
    add(tmp_path / "bundled", "2026-01-01-x", "自带")
    made = service_in(tmp_path)
    made.refresh()
    assert ids(made) == ["2026-01-01-x"]
    assert made.reports().reports[0].bundled
    add(tmp_path / "library", "2026-08-11-a", "甲")
    made.refresh()
    assert ids(made) == ["2026-08-11-a"]


def test_a_setting_shows_both_and_a_named_library_only_itself(tmp_path: Path) -> None:
    add(tmp_path / "bundled", "2026-01-01-x", "自带")
    add(tmp_path / "library", "2026-08-11-a", "甲")
    both = service_in(tmp_path, Config(show_bundled=True))
    both.refresh()
    assert ids(both) == ["2026-08-11-a", "2026-01-01-x"]
    named = service_in(tmp_path, Config(show_bundled=True), explicit=True)
    named.refresh()
    assert ids(named) == ["2026-08-11-a"]


def test_a_report_is_found_by_part_of_its_id(service: Service) -> None:
    assert service.find("11-A").title == "甲的报告"
    assert service.report("2026-08-10-b").title == "乙的报告"
    for wrong in ("none", "", " "):
        with pytest.raises(NothingFoundError):
            service.find(wrong)
    with pytest.raises(NothingFoundError):
        service.report("2026-08-10")
    with pytest.raises(VibeError, match="2026-08-11-a, 2026-08-10-b") as caught:
        service.find("2026-08")
    assert not isinstance(caught.value, NothingFoundError)


def test_nothing_is_part_of_no_id(service: Service) -> None:
    Path(service.find("11-a").path).unlink()
    service.refresh()
    assert [report.id for report in service.reports().reports] == ["2026-08-10-b"]
    with pytest.raises(NothingFoundError):
        service.find("")


def test_the_next_start_begins_with_what_was_there(service: Service, tmp_path: Path) -> None:
    service.refresh()
    known = service.reports().reports
    assert known
    assert service_in(tmp_path).front_page() == known


def test_a_file_that_is_gone_is_an_error(service: Service, tmp_path: Path) -> None:
    report = service.find("a")
    Path(report.path).unlink()
    with pytest.raises(VibeError):
        service.open(report)


FOLDS = {"o": Fold.OPEN, "f": Fold.FOLDED, "-": Fold.HIDDEN, "t": Fold.TABLES}


@pytest.mark.parametrize(
    ("lens", "hide", "folds"),
    [
        pytest.param("full", False, "oooooo", id="all"),
        pytest.param("summary", False, "of-f--", id="a chapter"),
        pytest.param("summary", True, "o-----", id="only the chapter"),
        pytest.param("limitations", False, "ff-ofo", id="a part of a chapter"),
        pytest.param("limitations", True, "---o-o", id="only the part"),
        pytest.param("tables", False, "fttf--", id="tables"),
        pytest.param("takeaways", False, "ff-f--", id="nothing"),
    ],
)
def test_folds_under_a_lens(service: Service, lens: str, hide: bool, folds: str) -> None:
    chosen = service.config.lens(lens)
    assert chosen is not None
    document = service.document(service.open(service.find("a")))
    assert service.folds(document, chosen, hide=hide) == [FOLDS[fold] for fold in folds]


def test_limits_that_a_label_names_are_in_the_catalogue_page_and_digest(tmp_path: Path) -> None:
    body = "## 评价\n\n**优点**：好。\n\n**局限**：坏。\n"
    add(tmp_path / "library", "2026-08-11-a", "甲", body)
    service = service_in(tmp_path)
    service.refresh()
    report = service.find("a")
    assert service.kinds(report)["limitations"] == 1
    opened = service.open(report)
    document = service.document(opened)
    assert service.folds(document, LIMITATIONS) == [Fold.LIMITS]
    (section,) = service.under_lens(opened, LIMITATIONS)
    assert section.text == "**局限**：坏。"
    page = service.page(digest_of(service, [report], LIMITATIONS).document(), (), 60)
    words = "\n".join(to_text(page))
    assert "局限：坏。" in words
    assert "好" not in words


def test_a_page_begins_with_the_title_block(service: Service) -> None:
    opened = service.open(service.find("a"))
    document = service.document(opened)
    lines = list(to_text(service.page(document, service.folds(document, SUMMARY), 60)))
    assert lines[0] == "甲的报告"
    assert lines[2] == "2026-08-11"
    assert any("短的开头" in line for line in lines)
    assert any("▸ 方法" in line for line in lines)


def test_lenses_keep_sections(service: Service) -> None:
    opened = service.open(service.find("a"))
    assert service.under_lens(opened, FULL) == opened.sections
    (combined,) = service.under_lens(opened, LIMITATIONS)
    assert (combined.text, [child.heading for child in combined.children]) == ("", ["局限"])


def test_marks_and_undo(service: Service, tmp_path: Path) -> None:
    first, second = service.reports().reports
    assert service.reading.mark(first).unread
    service.reading.set_read([first, second], True)
    service.reading.set_star([first], True)
    service.reading.set_place(first, "3:4", 40)
    assert not service.reading.mark(first).unread
    assert (service.reading.mark(first).starred, service.reading.mark(first).progress) == (True, 40)
    assert ids(service, "is:starred") == [first.id]
    again = service_in(tmp_path)
    again.refresh()
    assert again.reading.mark(first).place == "3:4"
    assert service.reading.undo() == Text("加星标：甲的报告", "starred: 甲的报告")
    assert not service.reading.mark(first).starred
    assert service.reading.mark(first).place == "3:4", "undoing a star loses no place"
    assert service.reading.undo() == Text("标为已读：2 篇", "marked as read: 2 reports")
    assert service.reading.mark(second).unread
    assert service.reading.undo() is None


def test_what_was_so_already_is_no_change(service: Service) -> None:
    first, second = service.reports().reports
    service.reading.set_read([first], True)
    service.reading.set_read([first, second], True)
    service.reading.set_read([first], True)
    service.reading.undo()
    assert (service.reading.mark(first).read, service.reading.mark(second).read) == (True, False)
    service.reading.undo()
    assert service.reading.mark(first).unread
    assert service.reading.undo() is None


def test_what_counts_from_before_is_taken_back_later(service: Service) -> None:
    first, second = service.reports().reports
    service.reading.set_star([second], True)
    opened = service.reading.moment()
    service.reading.set_star([first], True)
    service.reading.set_read([first], True, since=opened)
    service.reading.undo()
    assert (service.reading.mark(first).starred, service.reading.mark(first).read) == (False, True)
    service.reading.undo()
    assert (service.reading.mark(first).read, service.reading.mark(second).starred) == (False, True)


def test_the_index_follows_the_library(service: Service, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    service.indexing.update(lambda done, total: told.append((done, total)))
    assert told[-1] == (2, 2)
    assert [hit.report_id for hit in service.search(service.parse("再一段")).hits] == [
        "2026-08-11-a"
    ]
    told.clear()
    service.indexing.update(lambda done, total: told.append((done, total)))
    assert told == []
    add(tmp_path / "library", "2026-08-12-c", "丙", "## 局限\n\n再一段话。\n")
    (tmp_path / "library" / "2026-08-11-a.md").unlink()
    service.refresh()
    service.indexing.update()
    assert [hit.report_id for hit in service.search(service.parse("再一段")).hits] == [
        "2026-08-12-c"
    ]
    service.indexing.rebuild()
    assert service.search(service.parse("再一段")).total == 1


def test_search_answers_before_there_is_an_index(service: Service) -> None:
    assert [hit.report_id for hit in service.search(service.parse("再一段")).hits] == [
        "2026-08-11-a"
    ]


def test_a_list_query_says_what_it_did(service: Service) -> None:
    service.indexing.update()
    assert ids(service, "乙的") == ["2026-08-10-b"]
    assert service.reports(service.parse("date:乱写")).note is not None
    assert service.reports(service.parse("乙的")).note is None


def test_terms_are_what_to_mark(service: Service) -> None:
    assert [term.text for term in service.parse("一段 -话 is:unread").terms] == ["一段"]


def test_the_same_paper_twice_is_known_but_a_list_of_links_is_none_of_them(
    tmp_path: Path,
) -> None:
    head = "arXiv: [2511.22862](https://arxiv.org/abs/2511.22862)\n\n"
    for name in ("a", "b", "c"):
        add(tmp_path / "library", f"2026-08-01-{name}", name, head + BODY)
    add(tmp_path / "library", "2026-08-02-d", "d")
    made = service_in(tmp_path)
    made.refresh()
    twins = {report.id[-1]: made.twins(report) for report in made.reports().reports}
    found = {name: sorted(twin.id[-1] for twin in some) for name, some in twins.items()}
    assert found == {"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"], "d": []}


def test_importing_makes_the_library(tmp_path: Path) -> None:
    given = add(tmp_path / "elsewhere", "2026-08-11-a", "甲")
    made = service_in(tmp_path)
    result = made.import_paths([given])
    assert len(result.added) == 1
    made.refresh()
    assert ids(made) == list(result.added)


def test_what_the_last_import_brought_is_new_read_or_not(tmp_path: Path) -> None:
    notes = tmp_path / "elsewhere"
    made = service_in(tmp_path)
    made.import_paths([add(notes, "2026-08-01-a", "甲")])
    second = made.import_paths([add(notes, "2020-01-01-b", "乙")]).added
    made.refresh()
    assert ids(made, "is:new") == ids(made, "状态：新到") == list(second)
    made.reading.set_read(made.reports().reports, True)
    assert ids(made, "is:new") == list(second)
    assert len(ids(made, "-is:new")) == 1


def test_an_import_that_brings_nothing_leaves_what_was_new(tmp_path: Path) -> None:
    notes = tmp_path / "elsewhere"
    made = service_in(tmp_path)
    brought = made.import_paths([add(notes, "2026-08-01-a", "甲")]).added
    assert made.import_paths([notes]).added == ()
    fresh = service_in(tmp_path)
    fresh.refresh()
    assert ids(fresh, "is:new") == list(brought)


def test_another_program_and_another_library_do_not_mix_up_what_is_new(tmp_path: Path) -> None:
    reader, importer = service_in(tmp_path), service_in(tmp_path)
    reader.refresh()
    brought = importer.import_paths([add(tmp_path / "elsewhere", "2026-08-01-a", "甲")]).added
    reader.refresh()
    assert ids(reader, "is:new") == list(brought)
    # The same folder read in place: there was nothing that could have come.
    place = Service(
        paths_in(tmp_path), Config(), roots=[Root(tmp_path / "elsewhere")], today=lambda: TODAY
    )
    place.refresh()
    assert len(ids(place)) == 1
    assert ids(place, "is:new") == []


def test_a_file_in_the_librarys_place_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "library").write_text("x")
    with pytest.raises(VibeError):
        service_in(tmp_path).import_paths([tmp_path])


def test_many_threads_share_one(tmp_path: Path) -> None:
    for number in range(20):
        add(tmp_path / "library", f"2026-07-{number + 1:02}-r", f"报告{number}")
    shared = service_in(tmp_path)
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            shared.refresh()
            report = shared.reports().reports[number]
            shared.reading.set_star([report], True)
            shared.open(report)
            shared.search(shared.parse("短的开头"))
        except VibeError as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(ids(shared, "is:starred")) == 8
