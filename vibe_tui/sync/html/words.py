"""Inline elements of a page put into runs: words, marks, links, formulas, code, pictures.

Scripts, styles, frames, trackers and what a page hides give nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from vibe_tui.sync.dump.text import escape, formula
from vibe_tui.sync.html.code import is_numbers
from vibe_tui.sync.html.inline import Run
from vibe_tui.sync.html.links import absolute, destination, is_tracker, picture_address
from vibe_tui.sync.html.marks import Kind, Piece
from vibe_tui.sync.html.math import RENDERED, Tex, tex_of
from vibe_tui.sync.html.notes import Notes
from vibe_tui.sync.html.tree import BLOCKS, Node

_UNSEEN_NAMES = (
    "script style head template iframe frame frameset noframes embed applet object meta link base"
    " title rp col colgroup datalist param source track area map input canvas annotation"
)
_UNSEEN = frozenset(_UNSEEN_NAMES.split())
_MARKS = {
    "b": "strong", "strong": "strong", "i": "em", "em": "em", "cite": "em", "dfn": "em",
    "var": "em", "s": "del", "strike": "del", "del": "del",
}  # fmt: skip
_CODE = frozenset(("code", "tt", "kbd", "samp"))
_ANCHORS = frozenset(("headerlink", "anchor", "heading-anchor", "header-anchor", "anchorjs-link"))
_HIDDEN = re.compile(r"(?:^|;)\s*display\s*:\s*none", re.IGNORECASE)
_INVISIBLE = re.compile(r"(?:^|;)\s*visibility\s*:\s*hidden", re.IGNORECASE)
_SIGNS = frozenset(("¶", "#", "§", "🔗", "^", "↑", "↩", "⏎"))
"""Words of links that only lead to a place in the page, or back."""


def unseen(node: Node) -> bool:
    """Whether a browser shows nothing of an element, whatever is in it."""
    if node.tag == "script":
        return not node.get("type").casefold().startswith("math/tex")
    if node.tag in _UNSEEN and not (node.tag == "input" and node.get("type") == "checkbox"):
        return True
    style = node.get("style")
    # Blocks that are invisible at first are shown by a script: whole articles, at WeChat's.
    invisible = _INVISIBLE.search(style) is not None and not node.holds_blocks
    if "hidden" in node.attributes or _HIDDEN.search(style) or invisible:
        return tex_of(node) is None and node.first("math") is None
    return bool(node.classes & RENDERED) and tex_of(node) is None


class Words:
    """Puts inline elements of one page into runs; addresses are seen from `base`.

    `places` are the names inside the page that lead to a heading, with what to call it.
    """

    def __init__(self, base: str, notes: Notes, places: Mapping[str, str]) -> None:
        self._base = base
        self._notes = notes
        self._places = places
        self._pictures: set[str] = set()

    def formula(self, node: Node) -> Tex | None:
        """The formula that an element shows, if it shows one."""
        return tex_of(node)

    def mark_of(self, node: Node) -> Piece | None:
        """The mark that an element puts around its words."""
        if node.tag in _MARKS:
            return Piece(Kind.OPEN, _MARKS[node.tag])
        if node.tag == "a" and (target := self._target(node)):
            return Piece(Kind.OPEN, "a", target)
        return None

    def add(self, child: Node | str, run: Run) -> None:
        """Put an inline element, or words, at the end of a run."""
        if isinstance(child, str):
            run.add(Kind.WORDS, child)
            return
        if id(child) in self._notes.backs:
            return
        if id(child) in self._notes.marks:
            run.add(Kind.READY, f"[^{self._notes.marks[id(child)]}]")
            return
        if unseen(child):
            return
        if found := tex_of(child):
            self._add_formula(found, run)
            return
        self._add_element(child, run)

    def add_all(self, node: Node, run: Run) -> None:
        """Put all that is in an element into a run, blocks and their words included."""
        for child in node.children:
            is_block = isinstance(child, Node) and child.tag in BLOCKS
            if is_block:
                run.add(Kind.WORDS, " ")
            self.add(child, run)
            if is_block:
                run.add(Kind.WORDS, " ")

    def lines(self, node: Node) -> list[Run]:
        """What is in a table cell, a run for each block or item."""
        runs = [Run()]
        self._add_lines(node, runs, ())
        return [run for run in runs if not run.is_empty]

    def _add_lines(self, node: Node, runs: list[Run], marks: tuple[Piece, ...]) -> None:
        for number, child in enumerate(node.children):
            if isinstance(child, str) or unseen(child) or tex_of(child):
                self._add_marked(child, runs[-1], marks)
            elif child.tag in {"pre", "listing", "xmp"}:
                lines = child.text().split("\n")
                runs += [Run([Piece(Kind.CODE, line)]) for line in lines if line.strip()]
                runs.append(Run())
            elif child.tag in BLOCKS or child.holds_blocks:
                cell = child.tag in ("td", "th") and number
                if cell:
                    runs[-1].add(Kind.WORDS, " ")
                else:
                    runs.append(Run())
                if child.tag == "li":
                    runs[-1].add(Kind.WORDS, self._marker(node, child))
                opening = self.mark_of(child)
                self._add_lines(child, runs, (*marks, opening) if opening else marks)
                if not cell and child.tag not in ("td", "th"):
                    runs.append(Run())
            else:
                self._add_marked(child, runs[-1], marks)

    def _add_marked(self, child: Node | str, run: Run, marks: tuple[Piece, ...]) -> None:
        for mark in marks:
            run.add(mark.kind, mark.text, mark.target)
        self.add(child, run)
        for mark in reversed(marks):
            run.add(Kind.CLOSE, mark.text)

    def _marker(self, around: Node, item: Node) -> str:
        items = [one for one in around.children if isinstance(one, Node) and one.tag == "li"]
        if around.tag != "ol":
            return "• "
        start = around.get("start").strip()
        first = int(start) if re.fullmatch(r"\d{1,9}", start) else 1
        return f"{first + items.index(item)}. "

    def _add_formula(self, found: Tex, run: Run) -> None:
        if not found.tex:
            return
        if found.display and "$$" not in found.tex:
            run.add(Kind.DISPLAY, found.tex)
        else:
            run.add(Kind.READY, formula(found.tex))

    def _add_element(self, node: Node, run: Run) -> None:
        tag = node.tag
        if tag == "br":
            run.add(Kind.BREAK)
        elif tag == "img":
            self._add_picture(node, run)
        elif tag == "input":
            run.add(Kind.READY, "[x]" if "checked" in node.attributes else "[ ]")
            run.add(Kind.WORDS, " ")
        elif tag in _CODE:
            self._add_code(node, run)
        elif tag == "a":
            self._add_link(node, run)
        elif tag in {"sub", "sup"}:
            self._add_script(node, run)
        elif tag == "q":
            run.add(Kind.WORDS, "“")
            self.add_all(node, run)
            run.add(Kind.WORDS, "”")
        elif tag == "rt":
            run.add(Kind.WORDS, "(")
            self.add_all(node, run)
            run.add(Kind.WORDS, ")")
        elif tag in {"svg", "select"}:
            for one in node.elements():
                if one.tag in {"text", "option", "foreignobject"}:
                    run.add(Kind.WORDS, f" {' '.join(one.text().split())} ")
        elif tag in {"button", "label", "textarea", "option"}:
            run.add(Kind.WORDS, " ")
            self.add_all(node, run)
            run.add(Kind.WORDS, " ")
        elif tag in {"audio", "video"}:
            self._add_media(node, run)
        elif is_numbers(node) and node.get("data-line-number"):
            return
        elif mark := self.mark_of(node):
            run.add(mark.kind, mark.text, mark.target)
            self.add_all(node, run)
            run.add(Kind.CLOSE, mark.text)
        else:
            self.add_all(node, run)

    def _add_code(self, node: Node, run: Run) -> None:
        links = [one for one in node.elements() if one.tag == "a" and self._target(one)]
        code = node.text()
        if not code.strip():
            run.add(Kind.WORDS, node.text())
        elif len(links) == 1 and links[0].text().strip() == node.text().strip():
            run.add(Kind.OPEN, "a", self._target(links[0]))
            run.add(Kind.CODE, code)
            run.add(Kind.CLOSE, "a")
        else:
            run.add(Kind.CODE, code)

    def _add_link(self, node: Node, run: Run) -> None:
        words = node.text().strip()
        if node.classes & _ANCHORS and not any(char.isalnum() for char in words):
            return
        if words.rstrip("\ufe0e\ufe0f") in _SIGNS and node.get("href").startswith("#"):
            return
        target = self._target(node)
        bare = target.removeprefix("mailto:")
        named = target and words in {target, bare, bare.removesuffix("/")}
        if named and re.fullmatch(r"[!-;=?-~]+", target) and node.first("img") is None:
            run.add(Kind.READY, f"<{target if words == target else words}>")
            return
        if target:
            run.add(Kind.OPEN, "a", target)
        self.add_all(node, run)
        if target:
            run.add(Kind.CLOSE, "a")

    def _add_script(self, node: Node, run: Run) -> None:
        """A subscript or superscript, in tags that Markdown keeps; a citation is a plain link."""
        inner = Run()
        self.add_all(node, inner)
        plain = all(one.kind is Kind.WORDS for one in inner.pieces) and not inner.is_empty
        if plain:
            run.add(Kind.READY, f"<{node.tag}>")
        run.pieces += inner.pieces
        if plain:
            run.add(Kind.READY, f"</{node.tag}>")

    def _add_picture(self, node: Node, run: Run) -> None:
        if is_tracker(node):
            return
        alt = " ".join(node.get("alt").split())
        address = picture_address(node, self._base)
        is_sign = bool(node.classes & {"emoji", "wp-smiley"}) and alt
        if is_sign or not address:
            run.add(Kind.WORDS, alt)
        elif address not in self._pictures or alt:
            self._pictures.add(address)
            words = escape(alt, "*~").replace("]", "\\]")
            run.add(Kind.READY, f"![{words}]({destination(address)})")

    def _add_media(self, node: Node, run: Run) -> None:
        source = node.get("src") or next((one.get("src") for one in _sources(node)), "")
        address = absolute(source, self._base) if source else ""
        if address:
            run.add(Kind.WORDS, " ")
            run.add(Kind.OPEN, "a", address)
            run.add(Kind.WORDS, address.partition("?")[0].rstrip("/").rpartition("/")[2] or address)
            run.add(Kind.CLOSE, "a")
            run.add(Kind.WORDS, " ")

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


def _sources(node: Node) -> Iterator[Node]:
    return (one for one in node.elements() if one.tag == "source" and one.get("src"))
