"""In a digest: notes are shown and written, changes taken back, the outline leads to reports."""

from __future__ import annotations

from pathlib import Path

from tests.tui.conftest import Person, sit_down
from vibe_tui.tui.reader.outline import OutlineList
from vibe_tui.tui.several.digest import DigestScreen


def digest(person: Person) -> DigestScreen:
    screen = person.app.screen
    assert isinstance(screen, DigestScreen)
    return screen


def text(person: Person) -> str:
    view = digest(person).pane.view
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))


async def test_notes_of_the_reports_are_shown_and_changed(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "right_square_bracket", "V", "right_curly_bracket", "x")
        await person.type("想法")
        await person.press("enter", "D")
        assert "◆" in text(person)
        (placed,) = digest(person).pane.view.notes.placed
        span = placed.found.spans[0]
        document = digest(person).pane.document
        assert document is not None
        assert document.plain(span.block)[span.start : span.end].startswith("小模型用少量算力")


async def test_a_note_is_written_in_a_digest_and_found_in_the_report(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("D", "right_square_bracket", "V")
        await person.press("right_curly_bracket", "right_curly_bracket", "v", "l", "l", "x")
        await person.press("enter")
        assert "◇" in text(person)
        (noted,) = person.app.service.notes.find()
        assert noted.note.anchor.quote == "小模型"
        await person.press("enter")
        assert not isinstance(person.app.screen, DigestScreen)
        assert "◇" in person.text


async def test_changes_are_taken_back_in_a_digest(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("D", "right_square_bracket", "m")
        report = digest(person).pane.report_here
        assert report is not None
        assert person.app.service.reading.mark(report).starred
        await person.press("U")
        assert not person.app.service.reading.mark(report).starred


async def test_the_outline_leads_to_a_report(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("D", "t")
        outline = digest(person).query_one(OutlineList)
        assert outline.has_focus
        rows = [outline.render_line(y).text for y in range(2)]
        assert "小模型的透镜实验" in rows[0]
        assert "一次访谈" in rows[1]
        await person.press("j", "enter")
        report = digest(person).pane.report_here
        assert report is not None
        assert report.title == "一次访谈"
        assert not outline.display
        await person.press("t", "escape")
        assert not outline.display
        assert isinstance(person.app.screen, DigestScreen)
