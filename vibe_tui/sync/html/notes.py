"""Footnotes of a page: marks that lead to a note, and notes that lead back.

Generators differ in tags and classes, but all of them link both ways; that alone tells a footnote
from a link inside the page.
"""

from __future__ import annotations

from dataclasses import dataclass

from vibe_tui.sync.html.tree import Node

_NOTE_TAGS_NAMES = "aside dd div li p section td"
_NOTE_TAGS = frozenset(_NOTE_TAGS_NAMES.split())
_MAX_MARK = 8


@dataclass(frozen=True, slots=True)
class Notes:
    """Labels of the links that are marks, of the elements that are notes, and links that lead back.

    Elements are named by `id()`.
    """

    marks: dict[int, str]
    notes: dict[int, str]
    backs: frozenset[int]


def notes_of(page: Node) -> Notes:
    """The footnotes of a page, labelled in the order of their marks."""
    parents: dict[int, Node] = {}
    named: dict[str, Node] = {}
    links: list[Node] = []
    for node in page.elements():
        for child in node.children:
            if isinstance(child, Node):
                parents[id(child)] = node
        name = node.get("id") or (node.get("name") if node.tag == "a" else "")
        if name:
            named.setdefault(name, node)
        if node.tag == "a" and "#" in node.get("href"):
            links.append(node)
    targets = {id(link): named.get(link.get("href").partition("#")[2]) for link in links}
    marks: dict[int, str] = {}
    notes: dict[int, str] = {}
    backs: set[int] = set()
    # The links inside each note.
    inside: dict[int, list[Node]] = {}
    order = {id(node): at for at, node in enumerate(page.elements())}
    for link in links:
        note = _note_at(targets[id(link)], parents)
        if note is None or id(link) in backs or len(link.text().strip()) > _MAX_MARK:
            continue
        if order[id(note)] < order[id(link)]:
            continue
        around = {id(node) for node in (link, *_above(link, parents, 2))}
        if id(note) not in inside:
            inside[id(note)] = [node for node in note.elements() if targets.get(id(node))]
        leading = [node for node in inside[id(note)] if id(targets[id(node)]) in around]
        if not leading:
            continue
        backs |= {id(node) for node in leading}
        marks[id(link)] = notes.setdefault(id(note), str(len(notes) + 1))
        # Further links back stand beside the first one.
        backs |= {
            id(node)
            for node in inside[id(note)]
            if node.get("href").startswith("#") and _is_arrow(node)
        }
    return Notes(marks, notes, frozenset(backs))


def _above(node: Node, parents: dict[int, Node], levels: int) -> list[Node]:
    found: list[Node] = []
    while levels and id(node) in parents:
        node = parents[id(node)]
        found.append(node)
        levels -= 1
    return found


def _note_at(target: Node | None, parents: dict[int, Node]) -> Node | None:
    """The block that a mark leads to; anchors stand inside or are the block."""
    if target is None:
        return None
    for node in (target, *_above(target, parents, 2)):
        if node.tag in _NOTE_TAGS:
            return node
    return None


def _is_arrow(link: Node) -> bool:
    words = link.text().strip()
    return not any(char.isalpha() for char in words) or "\u21a9" in words
