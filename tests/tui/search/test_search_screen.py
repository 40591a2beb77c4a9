"""The search screen with real keys: results, preview, facets, history, saved searches."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events
from textual.content import Content
from textual.geometry import Region
from textual.widgets import Input, Static

from tests.tui.conftest import Person, sit_down
from vibe_tui.search.facets import Facet
from vibe_tui.search.query import parse_query
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.screens import PromptScreen, QueryInput
from vibe_tui.tui.search.facets import FacetBar
from vibe_tui.tui.search.results import ResultList
from vibe_tui.tui.search.results_screen import Preview
from vibe_tui.tui.search.saved import Offers, RecallScreen
from vibe_tui.tui.search.screen import SearchScreen, nothing_similar
from vibe_tui.tui.status import StatusBar


class Searcher:
    """Somebody in front of the search screen."""

    def __init__(self, person: Person) -> None:
        self.person = person

    @property
    def screen(self) -> SearchScreen:
        screen = self.person.app.screen
        assert isinstance(screen, SearchScreen)
        return screen

    @property
    def query(self) -> str:
        return self.screen.query_one(QueryInput).value

    @property
    def results(self) -> list[str]:
        found = self.screen.query_one(ResultList).items
        return list(dict.fromkeys(result.report.title for result in found))

    @property
    def note(self) -> str:
        return str(self.screen.query_one("#note", Static).visual)

    @property
    def preview(self) -> str:
        view = self.screen.query_one(Preview)
        return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))

    @property
    def offers(self) -> list[str]:
        return [offer.query for offer in self.screen.query_one(Offers).offers]

    @property
    def facets(self) -> dict[str, int]:
        shares = self.screen.query_one(FacetBar).shares
        return {str(share.facet): share.reports for share in shares}

    async def until(self, true: Callable[[], object]) -> None:
        """Wait for what comes a moment later."""
        for _ in range(40):
            if true():
                return
            await self.person.settle()
        raise AssertionError(self.note)


async def search(person: Person, query: str) -> Searcher:
    await person.press("slash")
    await person.type(query)
    return Searcher(person)


async def test_results_stand_beside_the_passage_in_its_report(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "信用分配")
        await seen.until(lambda: "信用分配" in seen.preview)
        assert "2 篇报告" in seen.note
        frame = seen.screen.query_one("#frame")
        title = Content.from_markup(frame.border_title or "").plain
        assert seen.results[0].endswith(title)
        before = seen.preview
        for _ in seen.results:
            await person.press("down", "down")
        await seen.until(lambda: seen.preview != before)
        assert frame.border_subtitle


async def test_a_narrow_screen_shows_results_alone_and_reads_no_report(own: Path) -> None:
    async with sit_down(own, size=(80, 24)) as person:
        seen = await search(person, "信用分配")
        assert len(seen.results) == 2
        assert not seen.screen.query_one("#frame").display
        assert seen.screen.query_one(Preview).document is None


async def test_the_preview_scrolls_while_the_query_has_the_keys(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "访谈 段")
        await seen.until(lambda: seen.preview.strip())
        before = seen.preview
        await person.press("shift+down")
        assert seen.preview != before
        await person.press("shift+up")
        await person.type("落")
        assert seen.query == "访谈 段落"


async def test_a_half_typed_word_is_marked_where_it_is_opened(own: Path) -> None:
    async with sit_down(own) as person:
        await search(person, "信用分")
        await person.press("enter")
        assert person.foot.startswith("命中")
        assert "信用分配" in person.text


async def test_facets_are_counted_and_written_into_the_query_by_letter(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "信用分配")
        await seen.until(lambda: seen.facets)
        assert seen.facets["topic:agents"] == 1
        assert seen.facets["date:2026"] == 2
        await person.press("tab")
        bar = seen.screen.query_one(FacetBar)
        assert person.app.focused is bar
        assert len(bar.rows) == 4
        at = list(seen.facets).index("topic:agents")
        letter = "asdfghjklqwertyuiopzxcvbnm"[at]
        assert any(f"{letter} 智能体与多智能体 1" in row for row in bar.rows)
        await person.press(letter)
        assert seen.query == "topic:agents 信用分配"
        assert len(seen.results) == 1
        assert isinstance(person.app.focused, Input)
        await seen.until(lambda: seen.facets.get("date:2026") == 1)

        await person.press("tab")
        await seen.until(lambda: Facet("topic", "agents") in [s.facet for s in bar.shares])
        await person.press("asdfghjklqwertyuiopzxcvbnm"[list(seen.facets).index("topic:agents")])
        assert seen.query == "信用分配"
        assert len(seen.results) == 2


async def test_tab_and_escape_leave_the_facets_as_they_are(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "信用分配")
        await seen.until(lambda: seen.facets)
        foot = seen.screen.query_one(StatusBar)
        hints = foot.hints
        for key in ("tab", "escape"):
            await person.press("tab")
            assert foot.hints[0][0] == "a b c"
            await person.press(key)
            assert foot.hints == hints
            assert isinstance(person.app.focused, Input)
            assert seen.query == "信用分配"


@pytest.mark.parametrize(("most", "said"), [(2, "2 篇报告"), (1, "2 篇报告，列出前 1 篇")])
async def test_the_note_says_how_many_are_listed(
    own: Path, monkeypatch: pytest.MonkeyPatch, most: int, said: str
) -> None:
    monkeypatch.setattr("vibe_tui.tui.search.results.MOST", most)
    monkeypatch.setattr("vibe_tui.tui.search.screen.MOST", most)
    async with sit_down(own) as person:
        seen = await search(person, "信用分配")
        await seen.until(lambda: seen.note == said)
        assert len(seen.results) == most


async def test_a_query_that_finds_nothing_ends_with_a_count_of_zero(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "没有这样的话")
        assert "0 篇报告" in seen.note
        assert seen.preview.strip() == ""


async def test_what_may_have_been_meant_is_offered_and_enter_takes_it(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "信用分佩")
        await seen.until(lambda: seen.offers)
        assert seen.offers[0] == "信用分配"
        assert "0 篇报告" in seen.note
        await person.press("enter")
        assert seen.query == "信用分配"
        assert len(seen.results) == 2


async def test_where_nothing_is_near_the_screen_says_what_to_try(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "zzqqxx")
        await seen.until(lambda: "没有相近的词" in shown(seen.screen.query_one(Offers)))
        assert seen.offers == []
        await person.press("down", "enter")
        assert seen.query == "zzqqxx"


def shown(offers: Offers) -> str:
    return "\n".join(str(option.prompt) for option in offers.options)


@pytest.mark.parametrize(
    ("query", "said"),
    [("“信用", "未闭合的引号按普通词处理"), ("genre:x 信用", "按普通词处理"), ("(信用", "括号")],
)
async def test_the_note_says_how_an_odd_query_was_read(own: Path, query: str, said: str) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "")
        seen.screen.ask(query)
        await person.settle()
        assert said in seen.note


async def test_queries_that_led_somewhere_come_back_with_up(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "信用分配")
        await person.press("enter", "slash", "ctrl+r")
        await person.type("样本")
        await person.press("escape", "slash", "ctrl+r")
        await seen.until(lambda: seen.offers == ["样本", "信用分配"])
        await person.press("up")
        assert seen.query == "样本"
        await person.press("ctrl+p")
        assert seen.query == "信用分配"
        await person.press("up")
        assert seen.query == "信用分配"
        assert seen.results


async def test_typed_words_are_not_replaced_by_earlier_ones(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "信用分配")
        await person.press("enter", "slash", "end")
        await person.type(" 样本")
        await person.press("up")
        assert seen.query == "信用分配 样本"


async def test_a_search_is_saved_by_name_and_offered_again(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "局限:样本")
        await person.press("ctrl+s")
        assert isinstance(person.app.screen, PromptScreen)
        await person.type("样本量")
        await person.press("enter", "ctrl+r")
        await seen.until(lambda: seen.offers == ["局限:样本"])
        assert seen.screen.query_one(Offers).offers[0].name == "样本量"
        await person.press("down", "enter")
        assert seen.query == "局限:样本"
        assert seen.results

        await person.press("ctrl+s", "ctrl+u", "enter", "ctrl+r")
        await seen.until(lambda: [o.name for o in seen.screen.query_one(Offers).offers] == [""])


async def test_searches_are_kept_from_one_start_to_the_next(own: Path) -> None:
    async with sit_down(own) as person:
        await search(person, "信用分配")
        await person.press("enter", "q")
    async with sit_down(own) as person:
        seen = await search(person, "")
        await seen.until(lambda: seen.offers == ["信用分配"])


async def test_a_saved_search_filters_the_list(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("f")
        await person.type("访谈")
        await person.press("enter", "ctrl+s")
        await person.type("talks")
        await person.press("enter", "escape")
        reports = person.main.query_one(ReportList)
        await person.until(lambda: len(reports.reports) == 3)
        await person.press("enter", "ctrl+r")
        assert isinstance(person.app.screen, RecallScreen)
        await person.press("enter")
        await person.until(lambda: len(reports.reports) == 1)
        assert person.app.focused is reports
        assert "访谈" in person.selected


async def test_without_any_search_ctrl_r_says_so(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("ctrl+r")
        assert person.app.screen is person.main
        assert "没有搜索过" in person.main.query_one(StatusBar).notice


def _keys(person: Person, *keys: tuple[str, str | None]) -> None:
    """Keys that arrive all at once, faster than screens open."""
    for key, character in keys:
        person.app.post_message(events.Key(key, character))


async def test_what_is_typed_right_after_the_key_that_opens_the_screen_arrives_there(
    own: Path,
) -> None:
    async with sit_down(own) as person:
        for _ in range(2):
            _keys(person, ("slash", "/"), ("信", "信"), ("用", "用"), ("u", "u"))
            await person.settle()
            assert Searcher(person).query == "信用u"
            await person.press("escape")


async def test_enter_before_the_answer_opens_what_the_answer_brings_first(own: Path) -> None:
    async with sit_down(own) as person:
        searcher = await search(person, "公司")
        await searcher.until(lambda: searcher.results)
        await person.press("escape")
        _keys(person, ("slash", "/"), *((sign, sign) for sign in "透镜"), ("enter", "\r"))
        await person.until(lambda: person.app.screen is person.main)
        assert "透镜" in person.text


async def test_a_second_click_on_a_result_that_was_opened_does_nothing(own: Path) -> None:
    async with sit_down(own) as person:
        searcher = await search(person, "信用分配")
        await searcher.until(lambda: searcher.results)
        results = searcher.screen.query_one(ResultList)
        for result in (results.items[0], results.items[-1]):
            results.post_message(ResultList.OpenRequested(result))
        await person.settle()
        assert person.app.screen_stack == [person.main]
        assert "信用分配" in person.text


def listed(searcher: Searcher) -> str:
    results = searcher.screen.query_one(ResultList)
    return "\n".join(results.render_line(y).text.rstrip() for y in range(results.size.height))


async def write_note(person: Person, text: str) -> None:
    """A note on the block that is current in the open report."""
    await person.press("x")
    await person.type(text)
    await person.press("enter")


async def test_notes_are_found_under_their_report(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "]")
        await write_note(person, "信用分配值得复现")
        searcher = await search(person, "信用分配")
        await searcher.until(lambda: "2 篇报告" in searcher.note)
        assert "1 条标注" in searcher.note
        assert "标注 ›" in listed(searcher)
        assert "值得复现" in listed(searcher)


async def test_signs_that_choose_the_looks_of_an_emoji_shift_no_mark(own: Path) -> None:
    path = own / "library" / "2026" / "2026-08-13-表情.md"
    path.write_text("---\ntitle: ⚠️ 表情\n---\n\n## ⚙️ 节\n\n👍🏽 与 ⚠️ 以后的异体字。\n", "utf-8")
    async with sit_down(own) as person:
        searcher = await search(person, "异体字")
        await searcher.until(lambda: "1 篇报告" in searcher.note)
        assert "⚠ 表情" in listed(searcher)
        assert "⚙ 节" in listed(searcher)
        assert "👍 与 ⚠ 以后的异体字。" in listed(searcher)
        (result,) = searcher.screen.query_one(ResultList).items
        assert [result.words[start:end] for start, end in result.marks] == ["异体字"]


async def test_words_that_only_a_note_holds_lead_to_its_passage(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "]")
        await write_note(person, "值得复现")
        await person.press("escape")
        searcher = await search(person, "值得复")
        await searcher.until(lambda: "1 条标注" in searcher.note)
        assert "0 篇报告" in searcher.note
        assert len(searcher.screen.query_one(ResultList).items) == 1
        assert not searcher.screen.has_class("-offers")
        await person.press("enter")
        await person.until(lambda: person.app.screen is person.main)
        await person.until(lambda: person.main.pane.view.note_here() is not None)


async def test_the_frame_names_the_report_and_counts_its_matches(own: Path) -> None:
    async with sit_down(own) as person:
        searcher = await search(person, "信用分配")
        await searcher.until(lambda: "信用分配" in searcher.preview)
        frame = searcher.screen.query_one("#frame")
        rows = [row.text for row in frame.render_lines(Region(0, 0, *frame.outer_size))]
        assert "小模型的透镜实验" in rows[0]
        assert "/3" in rows[-1]


async def test_an_index_that_is_lost_meanwhile_is_built_again(own: Path) -> None:
    async with sit_down(own) as person:
        await person.until(lambda: any(own.rglob("generation.json")))
        shutil.rmtree(next(own.rglob("generation.json")).parent)
        searcher = await search(person, "信用分配")
        await searcher.until(lambda: "2 篇报告" in searcher.note)
        await person.until(lambda: any(own.rglob("generation.json")))


async def test_back_from_a_hit_is_back_at_it(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("slash")
        await person.type("信用")
        results = person.app.screen.query_one(ResultList)
        await person.press("down", "down")
        chosen, offset = results.selected, results.scroll_offset
        assert results.index == 2, results.items
        await person.press("enter", "escape")
        assert person.app.screen.query_one(ResultList).selected == chosen
        assert results.scroll_offset == offset


async def test_a_report_gone_to_from_a_hit_has_no_hits_of_the_one_before(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("slash")
        await person.type("信用分配")
        await person.press("enter")
        assert "命中" in person.foot
        await person.press("J", "J")
        assert "信用分配" not in person.text
        assert "命中" not in person.foot


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("zzqqxx", "没有相近的词"),
        ("zzqqxx qqzzyy", "没有相近的词；可以少写一个词"),
        ("体裁:论文 zzqqxx", "没有相近的词；可以去掉 体裁:"),
    ],
)
def test_what_is_said_of_nothing_fits_what_was_typed(query: str, said: str) -> None:
    assert nothing_similar(parse_query(query, dt.date(2026, 8, 12))).zh == said


@pytest.mark.parametrize("key", ["escape", "slash"])
async def test_back_from_a_hit_the_preview_is_where_it_was_scrolled_to(own: Path, key: str) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "访谈 段")
        await seen.until(lambda: seen.preview.strip())
        landed = seen.preview
        await person.press("shift+down")
        scrolled = seen.preview
        assert scrolled != landed
        await person.press("enter", key)
        assert seen.preview == scrolled
        await person.pilot.resize_terminal(120, 30)
        await person.settle()
        assert seen.preview.split("\n")[0] == scrolled.split("\n")[0]


async def test_past_the_last_hit_comes_the_next_report_and_back_the_results(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "信用分配")
        second = seen.results[1]
        here = next(n for n, one in enumerate(seen.screen.results.items) if "重放" in one.words)
        await person.press(*["down"] * here)
        chosen = seen.screen.results.selected
        await person.press("enter")
        assert "命中 3/3" in person.foot
        await person.press("n")
        assert person.selected == second
        assert "命中 1/1" in person.foot
        await person.press("n")
        assert "命中 1/1" in person.foot
        await person.press("escape")
        assert seen.screen.results.selected == chosen


async def test_no_hits_follow_in_a_report_that_was_gone_to_otherwise(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("G", "enter")
        here = person.selected
        await search(person, "信用分配")
        await person.press("enter", "H", "escape", "H")
        assert person.selected == here
        await person.press("n")
        assert person.selected == here


async def test_on_a_smaller_screen_the_result_that_was_left_is_in_sight(own: Path) -> None:
    async with sit_down(own) as person:
        seen = await search(person, "信用分配")
        await person.press("pagedown", "pagedown", "enter", "escape")
        results = seen.screen.results
        assert results.selected is not None
        assert results.selected.words.startswith("谈公司的下一步")
        await person.pilot.resize_terminal(40, 12)
        await person.settle()
        shown = [results.render_line(y).text for y in range(results.size.height)]
        assert any("谈公司的下一步" in line for line in shown)
