"""What the last visit to a source means for the next one: whether it is due, and what to ask; and
what is remembered of this one.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from vibe_tui.state.sources import Visit
from vibe_tui.sync import addresses
from vibe_tui.sync.addresses import Reach
from vibe_tui.sync.request import Ask, Validators
from vibe_tui.sync.source_settings import settings_of
from vibe_tui.sync.sources import Source, shown
from vibe_tui.text import Text


def known_visit(source: Source, visit: Visit) -> Visit:
    """The last visit as far as it counts for `source` as it is set now."""
    if visit.url != place_of(source):
        return Visit()
    if visit.settings != settings_of(source):
        return Visit(url=visit.url, moved=visit.moved, reach=visit.reach, succeeded=visit.succeeded)
    return visit


def place_of(source: Source) -> str:
    """Where `source` is, as it may be written down."""
    return shown(source.url) or source.path


def ask_for(source: Source, visit: Visit, proxy: str = "") -> Ask:
    """What to fetch for `source`. An address it has moved to is not one that the user typed."""
    known = Validators(visit.etag, visit.modified)
    if not visit.moved:
        return Ask(source.url, source.headers, known, proxy=proxy)
    typed, moved = addresses.parse(source.url), addresses.parse(visit.moved)
    if addresses.is_own(moved, typed):
        url = str(moved.copy_with(userinfo=typed.userinfo))
        return Ask(url, source.headers, known, proxy=proxy)
    return Ask(str(moved), {}, known, Reach(visit.reach or Reach.PUBLIC), proxy)


def not_now(source: Source, visit: Visit, now: dt.datetime, named: bool) -> Text | None:
    """Why `source` is left out of this run; `None` where it is not."""
    if not source.enabled and not named:
        return Text("已停用", "is switched off")
    wait = _moment(visit.wait_until)
    if wait is not None and now < wait and visit.url == place_of(source):
        clock = wait.astimezone().strftime("%H:%M")
        return Text(f"服务器要求等到 {clock}", f"the server asks to wait until {clock}")
    last = _moment(visit.succeeded)
    if source.interval and not named and last is not None:
        due = last + dt.timedelta(seconds=source.interval)
        # A clock that was set back must not put a source off for ever.
        if last <= now < due - dt.timedelta(seconds=1):
            clock = due.astimezone().strftime("%m-%d %H:%M")
            return Text(f"下次在 {clock}", f"is due at {clock}")
    return None


def succeeded(source: Source, now: dt.datetime) -> Visit:
    """A visit to `source` that went well."""
    at = _written(now)
    return Visit(url=place_of(source), settings=settings_of(source), checked=at, succeeded=at)


def failed(source: Source, before: Visit, why: Text, now: dt.datetime, wait: float = 0.0) -> Visit:
    """The last good visit with the failure of this one; a move that fails is forgotten.

    `wait` is how many seconds the server wants to be left alone.
    """
    return replace(
        before,
        url=place_of(source),
        settings=settings_of(source),
        moved="",
        checked=_written(now),
        wait_until=_written(now + dt.timedelta(seconds=wait)) if wait else before.wait_until,
        error_zh=why.zh,
        error_en=why.en,
    )


def _written(moment: dt.datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _moment(text: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(text)
    except ValueError:
        return None
