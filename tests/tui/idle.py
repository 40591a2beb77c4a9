"""Waits until an app has nothing left to do, and not for a while that is long enough as a rule.

Textual's own pilot sleeps 20 ms or more, several times a key, and then takes the process for idle
when it used little time meanwhile. Here it is asked whether a callback waits, or a timer is due.
"""

from __future__ import annotations

import asyncio

FRAME = 0.025
"""Seconds within which a timer that draws what changed is due."""


async def until_idle(soon: float = FRAME, max_sleep: float = 1) -> None:
    """Let everything run that can, and the timers that are due in `soon` seconds."""
    loop = asyncio.get_running_loop()
    end = loop.time() + max_sleep
    quiet = 0
    while quiet < 2 and loop.time() < end:
        await asyncio.sleep(0)
        due = _next_timer(loop)
        if _has_work(loop):
            quiet = 0
        elif due <= loop.time() + soon:
            await asyncio.sleep(max(0.0, due - loop.time()))
            quiet = 0
        else:
            quiet += 1


def _has_work(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether callbacks wait; no loop tells that in public."""
    return bool(vars(loop)["_ready"])


def _next_timer(loop: asyncio.AbstractEventLoop) -> float:
    """When the next timer is due, by the loop's clock."""
    timers: list[asyncio.TimerHandle] = vars(loop)["_scheduled"]
    return min((timer.when() for timer in timers if not timer.cancelled()), default=float("inf"))
