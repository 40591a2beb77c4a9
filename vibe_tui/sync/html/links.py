"""Where a page leads: addresses, headings inside it, footnotes; and the pictures a reader wants.

Addresses are made absolute and safe inside Markdown; those that run code are none, and pictures
that only count readers are none. Generators write footnotes with different tags and classes, but
all of them link both ways; that alone tells a footnote from a link inside the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urljoin

from vibe_tui.sync.html.tree import HEADINGS, Node

_RUNS_CODE = re.compile(r"\s*(?:javascript|vbscript|data|about|blob)\s*:", re.IGNORECASE)
_BLANKS = re.compile(r"[\x00-\x20\x7f]+")
_UNSAFE = {"<": "%3C", ">": "%3E", "(": "%28", ")": "%29", "|": "%7C", "\\": "%5C", '"': "%22",
           "`": "%60", " ": "%20", "[": "%5B", "]": "%5D", "*": "%2A", "$": "%24"}  # fmt: skip
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-actualsrc", "data-echo", "data-url")
_TRACKERS = re.compile(
    r"//(?:[\w.-]*\.)?(?:doubleclick\.net|google-analytics\.com|scorecardresearch\.com"
    r"|pixel\.wp\.com|stats\.wordpress\.com|feedburner\.com/~r|feeds\.feedburner\.com/~"
    r"|feedsportal\.com|quantserve\.com|pixel\.quantserve\.com|hm\.baidu\.com|s\d+\.cnzz\.com)"
    r"|/b\.gif\?|[?&/]tracking[-_]?pixel|/pixel\.(?:gif|png)\b",
    re.IGNORECASE,
)

_NOTE_TAGS = frozenset(("aside", "dd", "div", "li", "p", "section", "td"))
_MAX_MARK = 8


def absolute(address: str, base: str) -> str:
    """`address` seen from `base`; empty for one that is no address or runs code."""
    address = address.strip(" \t\r\n\f")
    if _RUNS_CODE.match(_BLANKS.sub("", address)):
        return ""
    address = re.sub(r"[\t\r\n\f]", "", address)
    try:
        return urljoin(base, address) if base else address
    except ValueError:
        return address


def heading_places(page: Node) -> dict[str, str]:
    """The names in a page that lead to a heading, and the heading as a link inside a report."""
    places: dict[str, str] = {}
    waiting = [page]
    # Names since the last words: what follows them is what they lead to.
    named: list[str] = []
    while waiting:
        node = waiting.pop()
        if node.tag in HEADINGS:
            words = "-".join(re.findall(r"\w+", node.text()))
            inside = [one.get("id") or one.get("name") for one in node.elements()]
            for name in (*inside, *named):
                if name and words:
                    places.setdefault(name, words)
            named = []
            continue
        if any(isinstance(child, str) and child.strip() for child in node.children):
            named = []
        elif name := node.get("id") or node.get("name"):
            named.append(name)
        waiting += [child for child in reversed(node.children) if isinstance(child, Node)]
    return places


def destination(address: str) -> str:
    """`address` as it may stand in the brackets of a Markdown link; pairs of `()` stay."""
    paired = re.fullmatch(r"[^()]*(?:\([^()]*\)[^()]*)*", address) is not None
    return "".join(
        char if (paired and char in "()") else _UNSAFE.get(char, char)
        for char in re.sub(r"[\x00-\x20\x7f]", "%20", address)
    )


def picture_address(node: Node, base: str) -> str:
    """The address of an `img`, or of a `picture`: the real one where it is loaded late."""
    named = [node.get(name) for name in _LAZY] + [node.get("src")]
    for one in node.elements():
        named += [_best(one.get(name)) for name in ("data-srcset", "srcset")]
    for address in named:
        if address.strip() and (found := absolute(address, base)):
            return found
    return ""


def is_tracker(node: Node) -> bool:
    """Whether an `img` is there to count readers: a dot, or from an address that counts."""
    sizes = [node.get(name).strip().removesuffix("px") for name in ("width", "height")]
    style = node.get("style").replace(" ", "")
    dot = all(size in {"0", "1"} for size in sizes) or bool(
        re.search(r"(?:^|;)width:[01](?:px)?(?:;|$)", style)
        and re.search(r"(?:^|;)height:[01](?:px)?(?:;|$)", style)
    )
    return dot or bool(_TRACKERS.search(node.get("src")))


def _best(sources: str) -> str:
    """The first address of a `srcset`, which lists sizes of one picture; it may hold commas."""
    return next(iter(sources.split()), "").rstrip(",")


@dataclass(frozen=True, slots=True)
class Footnotes:
    """Labels of the links that are marks, of the elements that are notes, and links that lead back.

    Elements are named by `id()`.
    """

    marks: dict[int, str]
    notes: dict[int, str]
    backs: frozenset[int]


def footnotes_of(page: Node) -> Footnotes:
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
    return Footnotes(marks, notes, frozenset(backs))


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
