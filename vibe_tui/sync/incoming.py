"""What every kind of source is turned into before it becomes a file of the library.

An `Incoming` is one report with its Markdown body and the front matter of the design, whole and
in the order in which it is written. Readers of sources make them; `plan` and `run` place them.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Incoming:
    """One report on its way into the library.

    `title` is the body's title, `feed_title` the feed's (equal where the source has only one).
    `date` is the day as the source writes it. `meta` is the front matter to write, `body` the
    Markdown below it. One that is not `whole` may have lost its end, and replaces nothing.
    A `stub` only stands for a paper until there is a report about it.
    """

    title: str
    feed_title: str
    source: str
    date: dt.date | None = None
    published: dt.datetime | None = None
    author: str = ""
    url: str = ""
    guid: str = ""
    meta: dict[str, object] = field(default_factory=dict)
    body: str = ""
    whole: bool = True
    stub: bool = False
