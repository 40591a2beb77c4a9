"""Jobs end with the app, also those that begin while it ends; each owner's groups are its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import pytest
from textual.app import App
from textual.worker import WorkerCancelled

from vibe_tui.errors import VibeError
from vibe_tui.files import Cancelled
from vibe_tui.text import Text
from vibe_tui.tui.jobs import Jobs

T = TypeVar("T")

PATIENCE = 20.0


def giving(result: T) -> Callable[[Cancelled], T]:
    """A job that gives `result`."""
    return lambda cancelled: result


class Ending(App[None]):
    """Starts a job when it is already ending, which goes on until it is cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.given_up = threading.Event()

    def on_unmount(self) -> None:
        def work(cancelled: Cancelled) -> None:
            while not cancelled() and not self.given_up.wait(0.01):
                continue

        Jobs(self).run("watch", work, lambda _: None, lambda _: None)


async def test_a_job_that_begins_while_the_app_ends_does_not_hold_it_up() -> None:
    app = Ending()
    async with app.run_test():
        app.exit()
    timer = threading.Timer(PATIENCE, app.given_up.set)
    timer.start()
    await asyncio.get_running_loop().shutdown_default_executor()
    timer.cancel()
    assert not app.given_up.is_set()


async def test_jobs_of_two_owners_do_not_end_each_other() -> None:
    app = App[None]()
    done: list[str] = []
    async with app.run_test() as pilot:
        for owner in ("page", "viewer"):
            Jobs(app).run("picture", giving(owner), done.append, lambda _: None)
        await app.workers.wait_for_complete()
        await pilot.pause()
    assert sorted(done) == ["page", "viewer"]


async def test_the_newest_job_of_a_group_wins() -> None:
    app = App[None]()
    done: list[int] = []
    async with app.run_test() as pilot:
        jobs = Jobs(app)
        for number in range(3):
            jobs.run("search", giving(number), done.append, lambda _: None)
        with suppress(WorkerCancelled):
            await app.workers.wait_for_complete()
        await pilot.pause()
    assert done == [2]


@pytest.mark.parametrize("fails", [False, True], ids=["it gives something", "it fails"])
async def test_what_a_job_gives_whose_place_was_taken_is_dropped(fails: bool) -> None:
    app = App[None]()
    told: list[object] = []
    began, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def slow(cancelled: Cancelled) -> str:
        began.set()
        may_end.wait(PATIENCE)
        ended.set()
        if fails:
            raise VibeError(Text("旧", "old"))
        return "old"

    async with app.run_test() as pilot:
        jobs = Jobs(app)
        jobs.run("search", slow, told.append, told.append)
        await asyncio.to_thread(began.wait, PATIENCE)
        jobs.run("search", giving("new"), told.append, told.append)
        while told != ["new"]:
            await asyncio.sleep(0.01)
        may_end.set()
        await asyncio.to_thread(ended.wait, PATIENCE)
        await asyncio.get_running_loop().shutdown_default_executor()
        await pilot.pause()
    assert told == ["new"]


async def test_what_is_written_at_the_end_comes_after_what_is_being_written() -> None:
    app = App[None]()
    done: list[str] = []
    began, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        began.set()
        may_end.wait(PATIENCE)
        done.append("first")

    def quick() -> None:
        done.append("second")

    async with app.run_test():
        jobs = Jobs(app)
        jobs.write(slow, lambda: None, lambda _: None)
        await asyncio.to_thread(began.wait, PATIENCE)
        jobs.write(quick, lambda: None, lambda _: None)
        threading.Timer(0.1, may_end.set).start()
        jobs.flush()
        assert done == ["first", "second"]
