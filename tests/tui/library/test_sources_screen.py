"""The sources with keys: how each fares, a sync seen to go on, the way to the reports of one."""

from __future__ import annotations

import threading
from pathlib import Path

from textual.widgets import Static

from tests.sync.web import Answer, Handler, serving
from tests.tui.conftest import Person, make_service, sit_down
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.library.sources import SourceList, SourcesScreen
from vibe_tui.tui.screens import QueryInput
from vibe_tui.tui.status import StatusBar

FEED = (
    "<rss version='2.0'><channel><title>好源</title><item><title>新的一篇</title><guid>1</guid>"
    "<pubDate>Wed, 12 Aug 2026 08:00:00 +0000</pubDate><description>正文</description></item>"
    "</channel></rss>"
).encode()
PATIENCE = 20.0


def add(folder: Path, *urls: str) -> None:
    (folder / "sources.toml").write_text(
        "".join(f'[[sources]]\nid = "s{n}"\nurl = "{url}"\n' for n, url in enumerate(urls)), "utf-8"
    )


def screen(person: Person) -> SourcesScreen:
    found = person.app.screen
    assert isinstance(found, SourcesScreen)
    return found


def listed(person: Person) -> str:
    sources = screen(person).query_one(SourceList)
    return "\n".join(sources.render_line(y).text.rstrip() for y in range(sources.size.height))


def note(person: Person) -> str:
    return str(screen(person).query_one("#note", Static).render())


async def wait_for(person: Person, words: str) -> None:
    """Until the list of sources says `words`."""
    for _ in range(200):
        if words in listed(person):
            return
        await person.pilot.pause(0.05)
    raise AssertionError(listed(person))


async def test_without_sources_it_says_how_to_add_one(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("F")
        assert note(person) == "还没有来源；用 vibe source add 地址 添加"
        await person.press("enter", "j", "pagedown", "escape")
        assert isinstance(person.app.screen, MainScreen)


async def test_a_sync_is_seen_to_go_on_and_what_failed_says_why(own: Path) -> None:
    may_answer = threading.Event()

    def slowly(handler: Handler) -> None:
        may_answer.wait(PATIENCE)
        Answer(200, FEED).send(handler)

    with serving() as web:
        web.answers["/feed"] = slowly
        add(own, web.url("/feed"), web.url("/gone"))
        async with sit_down(own) as person:
            await person.press("F")
            assert listed(person).count("还没有同步过") == 2
            assert note(person) == "2 个来源"
            await person.pilot.press("S")
            await wait_for(person, "没有这个页面（HTTP 404）")
            assert note(person).startswith("正在同步")
            may_answer.set()
            await wait_for(person, "上次成功")
            await person.settle()
            assert "1 篇" in listed(person)
            assert isinstance(person.app.screen, SourcesScreen)


async def test_a_sync_is_stopped_and_what_came_stays(own: Path) -> None:
    may_answer = threading.Event()

    def slowly(handler: Handler) -> None:
        may_answer.wait(PATIENCE)
        Answer(200, FEED).send(handler)

    with serving() as web:
        web.answers["/good"] = Answer(200, FEED)
        web.answers["/slow"] = slowly
        add(own, web.url("/good"), web.url("/slow"))
        async with sit_down(own) as person:
            await person.press("F")
            await person.pilot.press("S")
            await wait_for(person, "上次成功")
            await person.pilot.press("S", "ctrl+c")
            while note(person).startswith("正在同步"):
                await person.pilot.pause(0.05)
            assert screen(person).query_one(StatusBar).notice == "已停止；做完的留着"
            may_answer.set()
            await person.settle()
            assert note(person) == "2 个来源"
            assert "还没有同步过" in listed(person)
            await person.press("escape")
            assert "新的一篇" in [report.title for report in person.main.reports.reports]
            assert person.main.query_one(StatusBar).status == ""


async def test_enter_lists_the_reports_of_a_source(own: Path) -> None:
    with serving() as web:
        web.answers["/feed"] = Answer(200, FEED)
        add(own, web.url("/gone"), web.url("/feed"))
        service = make_service(own)
        service.refresh()
        service.sync()
        async with sit_down(own) as person:
            await person.press("F")
            assert note(person) == "2 个来源，1 个上次没有成功"
            await person.press("j", "enter")
            assert person.main.query_one("#filter", QueryInput).value == 'source:"s1"'
            assert [report.title for report in person.main.reports.reports] == ["新的一篇"]
