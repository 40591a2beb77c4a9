"""The page on screen: what moves it, what keeps it where it was, what enter and folding do."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from textual.app import ComposeResult

from tests.tui.reader.reading_page import (
    LINKS,
    WIDE_TABLE,
    ReaderApp,
    report,
    row_with,
    rows,
    section,
)
from vibe_tui.library.split import split
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.place import Fold
from vibe_tui.tui.reader.view import ReaderView


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12), (20, 5), (3, 2)], ids=str)
async def test_rows_fill_the_width_and_no_more(size: tuple[int, int]) -> None:
    app = ReaderApp(report())
    async with app.run_test(size=size) as pilot:
        for key in ("down", "space", "G", "up", "b", "g", "ctrl+d", "right"):
            await pilot.press(key)
            for y in range(app.view.size.height):
                assert (
                    app.view.render_line(y).cell_length == app.view.scrollable_content_region.width
                )


async def test_rows_that_were_drawn_are_not_drawn_again() -> None:
    app = ReaderApp(report())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "j", "j")
        before = app.view.render_lines(app.view.size.region)
        app.view.scroll_lines(3)
        after = app.view.render_lines(app.view.size.region)
        same = [old is new for old, new in zip(before[3:], after, strict=False)]
        assert sum(same) > len(same) // 2


async def test_the_scrollbar_shows_where_the_page_is() -> None:
    app = ReaderApp(report())
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.view.vertical_scrollbar
        assert bar.position == 0
        await pilot.press("G")
        assert app.view.page is not None
        assert bar.window_virtual_size == app.view.page.height
        assert bar.position == app.view.page.height - app.view.size.height
        app.view.scroll_to(y=3, animate=False)
        await pilot.pause()
        assert bar.position <= 3
        assert app.view.scroll_offset.y == 3


async def test_the_text_is_centred_and_adjustable() -> None:
    app = ReaderApp(report())
    async with app.run_test(size=(120, 40)) as pilot:
        view = app.view
        lengths = [len(row) - len(row.lstrip()) for row in rows(view) if row.strip(" ▎")]
        assert min(lengths) >= 14
        width = view.text_width
        view.widen(-2)
        await pilot.pause()
        assert view.text_width == width - 8
        view.widen(-100)
        await pilot.pause()
        assert view.text_width >= 20


async def test_keys_scroll_and_the_end_is_told() -> None:
    app = ReaderApp(report(2))
    async with app.run_test(size=(80, 24)) as pilot:
        first = rows(app.view)
        await pilot.press("j", "j", "k")
        assert [row.strip(" ▎") for row in rows(app.view)[:-1]] == [
            row.strip(" ▎") for row in first[1:]
        ]
        await pilot.press("G")
        assert app.view.at_end
        assert app.view.progress == 1.0
        await pilot.press("space")
        assert any(isinstance(event, ReaderView.EndPassed) for event in app.said)
        await pilot.press("g")
        assert rows(app.view) == first


async def test_scrolling_up_into_unlaid_text_shows_every_row() -> None:
    app = ReaderApp(report(30))
    async with app.run_test(size=(60, 12)) as pilot:
        view = app.view
        view.go_to_section(20)
        await pilot.pause()
        seen = [rows(view)[0]]
        for _ in range(120):
            view.scroll_lines(-1)
            seen.append(rows(view)[0])
            await pilot.pause()
        assert view.page is not None
        top = view.page.section_row(20)
        laid = [line.line.text for line in view.page.lines(top - 120, 121)]
        assert [row.strip(" ▎") for row in reversed(seen)] == [text.strip() for text in laid]


@pytest.mark.parametrize(
    "keys", [["space"] * 4, ["G"], ["j"] * 7, []], ids=["pages", "end", "rows", "top"]
)
async def test_resizing_there_and_back_changes_nothing(keys: list[str]) -> None:
    app = ReaderApp(report())
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press(*keys)
        before, place = rows(app.view), app.view.place
        await pilot.resize_terminal(40, 30)
        await pilot.pause()
        narrow = next(row for row in rows(app.view) if row.strip(" ▎"))
        assert narrow.strip(" ▎")[:4] in "".join(before)
        await pilot.resize_terminal(120, 30)
        await pilot.pause()
        assert rows(app.view) == before
        assert app.view.place == place


async def test_a_change_of_theme_keeps_the_rows() -> None:
    app = ReaderApp(report())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "space")
        before = rows(app.view)
        app.theme = "paper-light"
        await pilot.pause()
        assert rows(app.view) == before
        app.theme = "terminal"
        await pilot.pause()
        assert rows(app.view) == before


async def test_headings_are_stepped_through_folded_ones_included() -> None:
    app = ReaderApp(report(4))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        flat = app.paper.flat
        view.toggle_fold(1)
        headings = []
        for _ in range(len(flat)):
            view.next_heading(1)
            await pilot.pause()
            headings.append(flat[view.current_section].heading)
        assert headings[:3] == ["3. 章", "4. 章", "99. 表"]
        view.next_heading(-1)
        await pilot.pause()
        assert flat[view.current_section].heading == "4. 章"
        view.scroll_lines(6)
        await pilot.pause()
        view.next_heading(-1)
        await pilot.pause()
        assert rows(view)[0].endswith("4. 章")


async def test_folding_keeps_the_heading_on_its_row() -> None:
    app = ReaderApp(report(6))
    async with app.run_test(size=(80, 30)) as pilot:
        view = app.view
        view.go_to_section(3)
        view.scroll_lines(-5)
        await pilot.pause()
        y = row_with(view, app.paper.flat[3].heading)
        view.toggle_fold(3)
        await pilot.pause()
        assert rows(view)[y].strip(" ▎").startswith("▸ ")
        assert view.folds[3] == Fold.FOLDED
        await pilot.press("enter")
        assert view.folds[3:4] == (Fold.OPEN,)
        assert row_with(view, app.paper.flat[3].heading) == y


async def test_folding_all_and_opening_all() -> None:
    app = ReaderApp(report(6))
    async with app.run_test(size=(80, 30)) as pilot:
        view = app.view
        view.toggle_all()
        await pilot.pause()
        assert sum(row.strip(" ▎").startswith("▸") for row in rows(view)) == 7
        view.toggle_all()
        await pilot.pause()
        assert set(view.folds) == {Fold.OPEN}


async def test_a_click_opens_a_folded_heading() -> None:
    app = ReaderApp(report(6))
    async with app.run_test(size=(80, 30)) as pilot:
        view = app.view
        view.toggle_all()
        await pilot.pause()
        await pilot.click(ReaderView, offset=(10, row_with(view, "3. 章")))
        assert view.folds[3] is Fold.OPEN
        assert isinstance(app.said[-1], ReaderView.HeadingChanged)


async def test_a_lens_shows_its_first_section_and_full_text_comes_back_to_the_place() -> None:
    app = ReaderApp(report(12))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        view.go_to_section(2)
        view.scroll_lines(3)
        await pilot.pause()
        before = rows(view)
        folds = [Fold.HIDDEN] * len(app.paper.flat)
        folds[10] = Fold.OPEN
        view.set_folds(folds)
        await pilot.pause()
        assert any(app.paper.flat[10].heading in row for row in rows(view))
        view.set_folds([Fold.OPEN] * len(app.paper.flat))
        await pilot.pause()
        assert rows(view) == before


async def test_enter_follows_the_only_link_and_offers_several() -> None:
    app = ReaderApp(LINKS)
    async with app.run_test(size=(80, 24)) as pilot:
        for section_, expected in ((0, "https://e.example/wiki/Index_(finance)"), (2, None)):
            view = app.view
            y = row_with(view, "处。" if section_ == 0 else "没有")
            await pilot.click(ReaderView, offset=(view.size.width - 8, y))
            app.said.clear()
            await pilot.press("enter")
            assert [link.target for link in app.offered] == ([expected] if expected else [])
        await pilot.click(ReaderView, offset=(70, row_with(app.view, "两处")))
        app.said.clear()
        await pilot.press("enter")
        assert [link.target for link in app.offered] == ["#一", "javascript:alert(1)"]


async def test_a_click_on_a_link_asks_for_its_target_and_opens_nothing() -> None:
    app = ReaderApp(LINKS)
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        y = row_with(view, "原文")
        x = 2 * rows(view)[y].lstrip(" ▎").index("原") + view.size.width - view.region.width
        left = len(rows(view)[y]) - len(rows(view)[y].lstrip(" ▎"))
        await pilot.click(ReaderView, offset=(left + x, y))
        assert [link.text for link in app.offered] == ["原文"]


async def test_a_place_gone_to_is_opened_and_current_also_where_it_cannot_be_at_the_top() -> None:
    sections = split("## 甲\n\n正文[^1]。\n\n## 乙\n\n末段。\n\n[^1]: 来源。\n")
    app = ReaderApp(sections, [Fold.OPEN, Fold.FOLDED])
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        for target, words in (("#fn-1", "[1] 来源。"), ("#fnref-1", "正文[1]。")):
            place = view.document.place_of(target) if view.document else None
            assert place is not None
            view.go_to_place(place)
            await pilot.pause()
            assert view.current_block == place.block
            assert words in rows(view)[row_with(view, words)]
        await pilot.press("enter")
        assert [link.target for link in app.offered] == ["#fn-1"]


async def test_letters_are_drawn_over_the_links() -> None:
    app = ReaderApp(LINKS)
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        links = view.links_on_screen()
        assert [link.text for link in links] == ["原文", "甲", "乙"]
        view.show_hints(links, ["a", "s", "d"])
        await pilot.pause()
        assert "a" in rows(view)[links[0].y]
        view.show_hints((), ())
        assert "a" not in rows(view)[links[0].y]


async def test_a_wide_table_scrolls_beside_its_first_column() -> None:
    app = ReaderApp(report(1))
    async with app.run_test(size=(60, 24)) as pilot:
        view = app.view
        view.go_to_section(1)
        view.scroll_lines(4)
        await pilot.pause()
        assert "›" in "".join(rows(view))
        await pilot.press("right", "right")
        moved = rows(view)
        assert any("模型9 " in row for row in moved)
        await pilot.press(*["right"] * 30)
        assert any("9.14" in row for row in rows(view))
        assert "›" not in "".join(rows(view))
        await pilot.press(*["left"] * 40)
        assert any("9.0" in row for row in rows(view))


async def test_the_header_of_a_long_table_stays_in_sight() -> None:
    app = ReaderApp(report(1))
    async with app.run_test(size=(60, 16)) as pilot:
        view = app.view
        view.go_to_section(1)
        view.scroll_lines(30)
        await pilot.pause()
        assert "指标0" in rows(view)[0]
        seen = {row.strip(" ▎").split(" ")[0] for row in rows(view)}
        for _ in range(4):
            await pilot.press("space")
            seen |= {row.strip(" ▎").split(" ")[0] for row in rows(view)}
        assert {f"模型{at}" for at in range(28, 60)} <= seen


async def test_closing_leaves_an_empty_page() -> None:
    app = ReaderApp(report(3))
    async with app.run_test(size=(60, 16)) as pilot:
        app.view.close()
        await pilot.press("j", "G", "space", "enter", "left", "[", "]")
        app.view.next_heading(1)
        app.view.toggle_fold()
        app.view.toggle_all()
        app.view.next_mark(1)
        assert app.view.selected_text() == ""
        assert not "".join(rows(app.view)).strip()


async def test_a_report_without_sections_is_an_empty_page() -> None:
    app = ReaderApp(())
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.press("j", "G", "space", "enter", "g")
        app.view.next_heading(1)
        app.view.toggle_all()
        assert not "".join(rows(app.view)).strip()


async def test_text_before_any_heading_is_read_too() -> None:
    app = ReaderApp((section("", "开头的话。", level=0), section("一", "后面的话。")))
    async with app.run_test(size=(60, 16)) as pilot:
        app.view.toggle_fold()
        app.view.next_heading(1)
        await pilot.pause()
        assert app.view.current_section == 1


@pytest.mark.parametrize(
    ("text", "target"),
    [
        (
            "[指数](https://e.example/wiki/Index_(finance))",
            "https://e.example/wiki/Index_(finance)",
        ),
        ("[x](/报告/(甲)-乙)", "/报告/(甲)-乙"),
        ("[y](<a b (1).md>)", "a b (1).md"),
        ("[见](第二章.md#风险)", "第二章.md#风险"),
        ("[b](#风险提示)", "#风险提示"),
        ("[c](x'\\))", "x')"),
        ("[@click=app.quit](https://e.example/a\"b'c)", "https://e.example/a\"b'c"),
        ("**[粗](https://e.example)**", "https://e.example"),
        ("[j](javascript:alert(1))", "javascript:alert(1)"),
    ],
)
async def test_a_link_is_asked_for_as_it_was_written(text: str, target: str) -> None:
    app = ReaderApp((section("一", text),))
    async with app.run_test(size=(80, 12)) as pilot:
        view = app.view
        await pilot.click(ReaderView, offset=(70, row_with(view, view.links_on_screen()[0].text)))
        await pilot.press("enter")
        assert [unquote(link.target) for link in app.offered] == [target]
        for y in range(view.size.height):
            for piece in view.render_line(y):
                assert piece.style is not None
                assert "@click" not in piece.style.meta
                assert (piece.style.link or "https:").startswith("https:")


@pytest.mark.parametrize(
    "text", ["[red]红[/red]", "[@click=app.quit]甲[/]", "[@click=]乙[/]", "[/"]
)
async def test_brackets_are_words(text: str) -> None:
    app = ReaderApp((section(text, text),))
    async with app.run_test(size=(80, 12)):
        assert sum(text in row for row in rows(app.view)) == 2


async def test_nothing_but_ascii_is_drawn_around_the_text_where_that_is_asked_for() -> None:
    class AsciiApp(ReaderApp):
        def compose(self) -> ComposeResult:
            yield ReaderView(options=PageOptions(ascii_borders=True))

    app = AsciiApp((section("One", WIDE_TABLE.replace("模型", "m").replace("指标", "v")),))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("j")
        assert "".join(rows(app.view)).isascii()
        assert ">" in "".join(rows(app.view))
