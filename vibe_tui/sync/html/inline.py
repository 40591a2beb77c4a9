"""Inline elements of a page as fragments of runs: words, links, formulas, code, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from vibe_tui.sync.escape import escape, formula
from vibe_tui.sync.html.code import code_text, is_numbers
from vibe_tui.sync.html.layout import item_markers
from vibe_tui.sync.html.links import Footnotes, absolute, destination, is_tracker, picture_address
from vibe_tui.sync.html.marks import (
    BOLD,
    ITALIC,
    STRUCK,
    Content,
    Fragment,
    InlineMark,
    Marks,
    with_mark,
)
from vibe_tui.sync.html.math import tex_of
from vibe_tui.sync.html.plain import is_block, unseen
from vibe_tui.sync.html.tree import BLOCKS, PREFORMATTED, Node

_MARKS = {
    "b": BOLD, "strong": BOLD, "i": ITALIC, "em": ITALIC, "cite": ITALIC, "dfn": ITALIC,
    "var": ITALIC, "s": STRUCK, "strike": STRUCK, "del": STRUCK,
}  # fmt: skip
_AROUND = {
    "q": ("“", "”"), "rt": ("(", ")"), "button": (" ", " "), "label": (" ", " "),
    "textarea": (" ", " "),
}  # fmt: skip
"""What a browser shows around the words of an element."""
_CODE = frozenset(("code", "tt", "kbd", "samp"))
_ANCHORS = frozenset(("headerlink", "anchor", "heading-anchor", "header-anchor", "anchorjs-link"))
_SIGNS = frozenset(("¶", "#", "§", "🔗", "^", "↑", "↩", "⏎"))
"""Words of links that only lead to a place in the page, or back."""


class InlineReader:
    """Reads the inline elements of one page; addresses are seen from `base`.

    `places` are the names inside the page that lead to a heading, with what to call it.
    """

    def __init__(self, base: str, notes: Footnotes, places: Mapping[str, str]) -> None:
        self._base = base
        self._notes = notes
        self._places = places
        self._pictures: set[str] = set()

    def marks_in(self, node: Node, marks: Marks) -> Marks:
        """The marks around what is inside an element that stands in `marks`."""
        mark = _MARKS.get(node.tag)
        if mark is None and node.tag == "a" and (target := self._target(node)):
            mark = InlineMark("", target)
        return with_mark(marks, mark) if mark else marks

    def read(self, child: Node | str, marks: Marks = ()) -> Iterator[Fragment]:
        """What an inline element or words show, `marks` around it."""
        if isinstance(child, str):
            yield Fragment(Content.WORDS, child, marks)
        elif label := self._notes.marks.get(id(child)):
            yield Fragment(Content.MARKDOWN, f"[^{label}]", marks)
        elif id(child) in self._notes.backs or unseen(child):
            return
        elif found := tex_of(child):
            if found.display and "$$" not in found.tex:
                yield Fragment(Content.DISPLAY, found.tex, marks)
            elif found.tex:
                yield Fragment(Content.MARKDOWN, formula(found.tex), marks)
        else:
            yield from self._element(child, marks)

    def read_all(self, node: Node, marks: Marks = ()) -> Iterator[Fragment]:
        """What all that is in an element shows, blocks and their words included."""
        for child in node.children:
            apart = isinstance(child, Node) and child.tag in BLOCKS
            if apart:
                yield Fragment(Content.WORDS, " ", marks)
            yield from self.read(child, marks)
            if apart:
                yield Fragment(Content.WORDS, " ", marks)

    def lines(self, cell: Node) -> list[list[Fragment]]:
        """What is in a table cell, a run for each block or item."""
        runs: list[list[Fragment]] = [[]]
        self._add_lines(cell, runs, ())
        return [run for run in runs if not all(one.is_blank for one in run)]

    def _add_lines(self, node: Node, runs: list[list[Fragment]], marks: Marks) -> None:
        markers = item_markers(node)
        for at, child in enumerate(node.children):
            if isinstance(child, str) or not is_block(child):
                runs[-1] += self.read(child, marks)
            elif child.tag in PREFORMATTED:
                lines = code_text(child).split("\n")
                runs += [[Fragment(Content.CODE, line)] for line in lines if line.strip()]
                runs.append([])
            else:
                is_cell = child.tag in ("td", "th")
                if is_cell and at:
                    runs[-1].append(Fragment(Content.WORDS, " "))
                else:
                    runs.append([])
                if child.tag == "li":
                    marker = markers.get(id(child), "•")
                    runs[-1].append(Fragment(Content.WORDS, f"{marker} "))
                self._add_lines(child, runs, self.marks_in(child, marks))
                if not is_cell:
                    runs.append([])

    def _element(self, node: Node, marks: Marks) -> Iterator[Fragment]:
        tag = node.tag
        if tag == "br":
            yield Fragment(Content.BREAK, "", marks)
        elif tag == "img":
            yield from self._picture(node, node, marks)
        elif tag == "picture":
            inner = node.first("img") or node
            named = inner if picture_address(inner, self._base) else node
            yield from self._picture(named, inner, marks)
        elif tag == "input":
            yield from self._input(node, marks)
        elif tag in _CODE:
            yield from self._code(node, marks)
        elif tag == "a":
            yield from self._link(node, marks)
        elif tag in {"sub", "sup"}:
            yield from self._script(node, marks)
        elif tag in {"svg", "select"}:
            for one in node.elements():
                said = one.get("label") if one.tag in {"option", "optgroup"} else ""
                words = one.text() if one.tag in {"text", "option", "foreignobject"} else ""
                yield Fragment(Content.WORDS, f" {' '.join((said or words).split())} ", marks)
        elif tag in {"audio", "video"}:
            yield from self._media(node, marks)
        elif not (is_numbers(node) and node.get("data-line-number")):
            before, after = _AROUND.get(tag, ("", ""))
            yield Fragment(Content.WORDS, before, marks)
            yield from self.read_all(node, self.marks_in(node, marks))
            yield Fragment(Content.WORDS, after, marks)

    def _input(self, node: Node, marks: Marks) -> Iterator[Fragment]:
        """A box with its mark, or the words in a field or on a button."""
        kind = node.get("type").casefold()
        if kind in {"checkbox", "radio"}:
            box = "[x]" if "checked" in node.attributes else "[ ]"
            yield Fragment(Content.MARKDOWN, box, marks)
            yield Fragment(Content.WORDS, " ", marks)
        else:
            words = node.get("alt" if kind == "image" else "value")
            yield Fragment(Content.WORDS, f" {words} ", marks)

    def _code(self, node: Node, marks: Marks) -> Iterator[Fragment]:
        code = code_text(node)
        links = [one for one in node.elements() if one.tag == "a" and self._target(one)]
        if len(links) == 1 and links[0].text().strip() == code.strip():
            marks = self.marks_in(links[0], marks)
        yield Fragment(Content.WORDS, " " * code[:1].isspace(), marks)
        yield Fragment(Content.CODE if code.strip() else Content.WORDS, code, marks)
        yield Fragment(Content.WORDS, " " * code[-1:].isspace(), marks)

    def _link(self, node: Node, marks: Marks) -> Iterator[Fragment]:
        words = node.text().strip()
        if node.classes & _ANCHORS and not any(char.isalnum() for char in words):
            return
        if words.rstrip("\ufe0e\ufe0f") in _SIGNS and node.get("href").startswith("#"):
            return
        target = self._target(node)
        bare = target.removeprefix("mailto:")
        named = target and words in {target, bare, bare.removesuffix("/")}
        if named and re.fullmatch(r"[!-;=?-~]+", target) and node.first("img") is None:
            address = target if words == target else words
            yield Fragment(Content.MARKDOWN, f"<{address}>", marks)
        else:
            yield from self.read_all(node, self.marks_in(node, marks))

    def _script(self, node: Node, marks: Marks) -> Iterator[Fragment]:
        """A subscript or superscript, in tags that Markdown keeps; a citation is a plain link."""
        inner = list(self.read_all(node, marks))
        links = any(mark.target for one in inner for mark in one.marks[len(marks) :])
        plain = not links and all(map(_may_be_raised, inner))
        if plain and not all(one.is_blank for one in inner):
            opening = Fragment(Content.MARKDOWN, f"<{node.tag}>", marks)
            inner = [opening, *inner, Fragment(Content.MARKDOWN, f"</{node.tag}>", marks)]
        yield from inner

    def _picture(self, node: Node, named: Node, marks: Marks) -> Iterator[Fragment]:
        """The picture of an element, with the words that `named` says of it."""
        if is_tracker(named):
            return
        alt = " ".join((named.get("alt") or named.get("title")).split())
        address = picture_address(node, self._base)
        is_sign = bool(named.classes & {"emoji", "wp-smiley"}) and alt
        if is_sign or not address:
            yield Fragment(Content.WORDS, alt, marks)
        elif address not in self._pictures or alt:
            self._pictures.add(address)
            words = escape(alt, "*~").replace("]", "\\]")
            yield Fragment(Content.MARKDOWN, f"![{words}]({destination(address)})", marks)

    def _media(self, node: Node, marks: Marks) -> Iterator[Fragment]:
        named = (one.get("src") for one in node.elements() if one.tag in (node.tag, "source"))
        source = next(filter(None, named), "")
        if address := absolute(source, self._base) if source else "":
            words = address.partition("?")[0].rstrip("/").rpartition("/")[2] or address
            yield Fragment(Content.WORDS, " ", marks)
            link = with_mark(marks, InlineMark("", address))
            yield Fragment(Content.WORDS, words, link)
            yield Fragment(Content.WORDS, " ", marks)
        else:
            yield from self.read_all(node, marks)

    def _target(self, node: Node) -> str:
        address = node.get("href").strip()
        if not address or address == "#":
            return ""
        page, _, name = address.partition("#")
        if name and (not page or page == self._base.partition("#")[0]):
            if heading := self._places.get(unquote(name)):
                return f"#{heading}"
            if not self._base:
                return ""
        return absolute(address, self._base)


def _may_be_raised(one: Fragment) -> bool:
    """Whether something may stand in a subscript or superscript of Markdown."""
    return one.content is Content.WORDS or one.text.startswith(("<su", "</su"))
