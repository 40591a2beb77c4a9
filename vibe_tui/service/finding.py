"""What a search offers beside its answer: facets, suggestions, related reports, earlier queries.

`Service.finder` is one. All of it is slow enough for a worker.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line
from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.service.resources import Resources
from vibe_tui.state.session import Search, Searches
from vibe_tui.text import BETWEEN

if TYPE_CHECKING:
    from vibe_tui.config import Config
    from vibe_tui.search.facets import Share
    from vibe_tui.search.query import Query
    from vibe_tui.search.related import Reason, Related
    from vibe_tui.search.suggest import Suggestion
    from vibe_tui.search.tree import MarkOf


def reason_words(reason: Reason, config: Config) -> str:
    """Why two reports belong together, for people."""
    from vibe_tui.search.related import BONDS, Bond

    names = {topic.id: topic.name.pick(config.language) for topic in config.topics}
    items = reason.items
    if reason.bond is Bond.TOPIC:
        items = tuple(names.get(item, item) for item in items)
    words = BETWEEN.pick(config.language).join(map(clean_line, items))
    return f"{BONDS[reason.bond].pick(config.language)} {words}"


class Finder:
    """Answers what a search screen asks beside the search itself."""

    def __init__(self, resources: Resources, today: Callable[[], dt.date], marks: MarkOf) -> None:
        self._resources = resources
        self._today = today
        self._marks = marks

    def facets(self, query: Query) -> tuple[Share, ...]:
        """How many of the reports that answer `query` fall under each facet."""
        from vibe_tui.search.facets import count_kinds, facets_in, shares_of

        reports = self._resources.reports
        index = self._resources.index()
        found = index.select(query, reports, self._marks).reports
        kinds: Counter[SectionKind] = Counter()
        complete = True
        if not query.fields_only:
            kinds, complete = index.asked(
                reports, lambda covered: count_kinds(query.tree, covered, self._marks)
            )
        return shares_of(found, kinds, complete=complete, chosen=facets_in(query))

    def suggest(self, query: Query) -> tuple[Suggestion, ...]:
        """Other queries, for one that nothing answers."""
        from vibe_tui.search.lexicon import Lexicon
        from vibe_tui.search.query import parse_query
        from vibe_tui.search.suggest import suggest

        reports = self._resources.reports
        index = self._resources.index()

        def count(other: str) -> int:
            asked = parse_query(other, self._today())
            return len(index.select(asked, reports, self._marks).reports)

        return index.asked(reports, lambda covered: suggest(query, Lexicon(covered), count))

    def related(self, report: Report, most: int = 20) -> tuple[Related, ...]:
        """The reports that have most in common with `report`. Raises `VibeError`."""
        from vibe_tui.search.related import related

        opened = self._resources.library.read(report)
        reports = self._resources.reports
        return self._resources.index().asked(
            reports, lambda covered: related(opened, covered, most)
        )

    # Queries to come back to

    def searches(self) -> tuple[Search, ...]:
        """Those with a name, then those asked last."""
        return self._searches.all()

    def remember(self, query: str) -> None:
        """`query` was asked. Raises `VibeError`."""
        if query := clean_line(query).strip():
            self._searches.remember(query)

    def save(self, query: str, name: str) -> None:
        """Give `query` a name; an empty one takes it away. Raises `VibeError`."""
        if query := clean_line(query).strip():
            self._searches.save(query, clean_line(name).strip())

    @property
    def _searches(self) -> Searches:
        return Searches(self._resources.state)
