"""Jobs end with the app, also those that begin while it ends."""

from __future__ import annotations

import asyncio
import threading

from textual.app import App

from vibe_tui.tui.jobs import Cancelled, Jobs

PATIENCE = 20.0


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
