"""The heading, or first paragraph, in which an article says its own title."""

from __future__ import annotations

from vibe_tui.fold import fold
from vibe_tui.sync.html.tree import HEADINGS, Node
from vibe_tui.sync.html.words import unseen

_MAX_TITLE = 300
_MIN_PART = 6
_BEFORE_ALL = frozenset(("img", "pre", "table", "math", "ul", "ol", "blockquote", "hr"))


def title_element(page: Node, title: str) -> Node | None:
    """The element that a page begins with, where that says `title` or goes on from it.

    A main heading may also say only a part of `title`, whose start or end stands for the source.
    """
    wanted = fold(title).text.strip()
    waiting: list[Node | str] = [page]
    while waiting and wanted:
        node = waiting.pop()
        if isinstance(node, str):
            if node.strip():
                return None
        elif node.tag in HEADINGS or (node.tag == "p" and node.text().strip()):
            said = fold(" ".join(node.text()[: 2 * _MAX_TITLE].split())).text.strip()
            part = node.tag == "h1" and len(said) >= _MIN_PART and _is_part(said, wanted)
            return node if part or (len(said) <= _MAX_TITLE and _goes_on(said, wanted)) else None
        elif node.tag in _BEFORE_ALL:
            return None
        elif not unseen(node):
            waiting += reversed(node.children)
    return None


def _goes_on(said: str, wanted: str) -> bool:
    """Whether `said` is `wanted`, or that and a sign with more behind it."""
    return said == wanted or (said.startswith(wanted) and not said[len(wanted)].isalnum())


def _is_part(said: str, wanted: str) -> bool:
    rest = wanted[len(said) :] if wanted.startswith(said) else ""
    before = wanted[: -len(said)] if wanted.endswith(said) else ""
    return bool(rest and not rest[0].isalnum()) or bool(before and not before[-1].isalnum())
