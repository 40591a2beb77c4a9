"""The sort of text a report is, where its front matter does not say."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vibe_tui.library.kinds import bare_name
from vibe_tui.model.report import Genre

# 访问、访存、访客 are not interviews.
_INTERVIEW = re.compile(r"访(?![问存客])|对话|交流会|\binterview", re.IGNORECASE)
_NEWS = re.compile(r"规范|发布|推出|\bintroducing\b", re.IGNORECASE)


def genre_of(title: str, *, has_arxiv: bool, headings: Iterable[str]) -> Genre:
    """The genre by the rules of the design, the first that holds."""
    if has_arxiv:
        return Genre.PAPER
    if any(bare_name(heading)[0] == "文档索引" for heading in headings):
        return Genre.INCIDENT_REVIEW
    if _INTERVIEW.search(title):
        return Genre.INTERVIEW
    return Genre.NEWS if _NEWS.search(title) else Genre.DEEP_DIVE
