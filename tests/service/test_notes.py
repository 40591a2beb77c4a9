"""Notes through the service: placed in the text as it is, taken back in turn, kept by renames."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tests.service.test_service import BODY, paths_in
from vibe_tui.config import Config
from vibe_tui.model.note import Anchor
from vibe_tui.render.anchors import AnchorState
from vibe_tui.service import Service

TODAY = dt.date(2026, 8, 12)
ANCHOR = Anchor(("方法", "训练"), "再一段", "", "。")


@pytest.fixture
def service(tmp_path: Path) -> Service:
    library = tmp_path / "library"
    library.mkdir()
    (library / "a.md").write_text(f"---\ntitle: 甲\n---\n\n{BODY}", "utf-8")
    made = Service(paths_in(tmp_path), Config(), today=lambda: TODAY)
    made.refresh()
    return made


def test_a_note_is_placed_in_the_document(service: Service) -> None:
    report = service.find("a")
    note = service.notes.add(report, ANCHOR, "想法\x1b")
    (placed,) = service.notes.placed(report, service.document(service.open(report)))
    assert placed.note == note
    assert note.text == "想法␛"
    assert placed.found.state is AnchorState.FOUND
    assert placed.found.spans[0].section == 2


def test_changes_are_taken_back_in_turn(service: Service) -> None:
    report, notes = service.find("a"), service.notes
    note = notes.add(report, ANCHOR, "一")
    changed = notes.change(note, "二")
    service.reading.set_star([report], True)
    notes.remove(changed)
    texts = [[one.note.text for one in notes.find()]]
    said = service.reading.undo()
    assert said is not None
    assert said.en == f"note removed: {ANCHOR.quote}"
    texts.append([one.note.text for one in notes.find()])
    while service.reading.undo():
        texts.append([one.note.text for one in notes.find()])
    assert texts == [[], ["二"], ["二"], ["一"], []]
    assert not service.reading.mark(report).starred


def test_a_note_follows_its_file(service: Service) -> None:
    report = service.find("a")
    service.notes.add(report, ANCHOR, "想法")
    service.refresh()
    Path(report.path).rename(Path(report.path).with_name("b.md"))
    service.refresh()
    (noted,) = service.notes.find()
    assert noted.report is not None
    assert noted.report.id == "b"
    assert service.notes.locate([noted])[noted.note.id][1] == 15
