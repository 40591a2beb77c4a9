"""What one report knows of a paper, added to what another one says of it.

Lists of papers know all authors and the categories; a report about the paper knows the rest.
Nothing that a report says itself is replaced, but for a list of authors that it cut short.
"""

from __future__ import annotations

from collections.abc import Mapping

from vibe_tui.library.metadata_values import mapping, name_list, words

PAPER = "paper:"
"""Begins the name under which the reports about a paper are found, whatever their source."""


def is_stub(meta: Mapping[str, object]) -> bool:
    """Whether a file only stands for a paper until there is a report about it."""
    return words(meta.get("stub")).casefold() == "true"


def enriched(meta: Mapping[str, object], other: Mapping[str, object]) -> dict[str, object]:
    """`meta` with what the front matter `other` says more of the same paper."""
    own, more = mapping(meta.get("paper")), mapping(other.get("paper"))
    if not own or words(own.get("arxiv")) != words(more.get("arxiv")):
        return dict(meta)
    paper = dict(own)
    for key, value in more.items():
        paper.setdefault(key, value)
    links = {**mapping(more.get("links")), **mapping(own.get("links"))}
    if links != mapping(own.get("links")):
        paper["links"] = links
    authors = name_list(more.get("authors"))
    if len(authors) > len(name_list(own.get("authors"))):
        paper["authors"] = list(authors)
    return {**meta, "paper": paper} if paper != own else dict(meta)
