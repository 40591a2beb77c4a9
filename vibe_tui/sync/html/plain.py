"""What a browser shows of a page, and what programs put in ways of their own made plain HTML.

LaTeXML (arXiv) keeps footnotes in the text and equations in tables; editors such as WeChat's set
bold and italic by style alone; frames hold videos; pictures that load late stand there twice.
Scripts, styles, frames and what a page hides show nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from vibe_tui.sync.html.layout import with_marker
from vibe_tui.sync.html.links import is_tracker
from vibe_tui.sync.html.math import RENDERED, tex_of
from vibe_tui.sync.html.tree import BLOCKS, PREFORMATTED, Node

_UNSEEN_NAMES = (
    "script style head template iframe frame frameset noframes embed meta link base title rp"
    " col colgroup datalist param source track area canvas annotation"
)
_UNSEEN = frozenset(_UNSEEN_NAMES.split())
_FILLED = frozenset(("hidden", "password", "range", "color", "file"))
"""Kinds of `input` whose values nobody sees."""
_HIDDEN = re.compile(r"(?:^|;)\s*display\s*:\s*none", re.IGNORECASE)
_INVISIBLE = re.compile(r"(?:^|;)\s*visibility\s*:\s*hidden", re.IGNORECASE)

_VIDEOS = re.compile(
    r"(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|bilibili\.com|youku\.com|v\.qq\.com)$"
)
_STYLED_NAMES = "span font p div section a em i u b strong small li dd td label blockquote mark"
_STYLED = frozenset(_STYLED_NAMES.split())
_STYLES = (
    ("strong", re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)),
    ("em", re.compile(r"font-style\s*:\s*(?:italic|oblique)", re.IGNORECASE)),
    ("del", re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through", re.IGNORECASE)),
    ("sup", re.compile(r"vertical-align\s*:\s*super", re.IGNORECASE)),
    ("sub", re.compile(r"vertical-align\s*:\s*sub\b", re.IGNORECASE)),
)
_CLASSES = {"ltx_font_bold": "strong", "ltx_font_italic": "em"}
_ROLES = {
    "table": "table", "grid": "table", "rowgroup": "tbody", "row": "tr", "cell": "td",
    "gridcell": "td", "columnheader": "th", "rowheader": "th",
}  # fmt: skip
"""What the elements of a table are where only their roles say so."""
_PRESERVED = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_CLASS_RULE = re.compile(r"(?<![\w#.>+~ -])\.([\w-]+)\s*\{([^{}]*)\}")
"""What the style of a page says of one class: editors of documents set words so."""
_BODY_PRESERVED = re.compile(rf"(?:^|[\s,}}])body\s*\{{[^{{}}]*{_PRESERVED.pattern}", re.IGNORECASE)
_COLLAPSED = re.compile(r"white-space\s*:\s*(?:normal|nowrap)", re.IGNORECASE)
_HOLDERS = frozenset(("ul", "ol", "dl", "menu", "dir", "table", "thead", "tbody", "tfoot", "tr"))
"""Elements that show no words of their own."""
_BLANKS = re.compile(r"[ \t\n\f]+")
_NORMAL = re.compile(r"font-(?:weight|style)\s*:\s*(?:normal|[1-5]00)", re.IGNORECASE)
_MARKS = frozenset(("b", "strong", "i", "em"))
_APART = frozenset(("ltx_bibblock", "ltx_tag_bibitem", "selected-value"))
_NOTE_SIGNS = frozenset(("ltx_note_mark", "ltx_tag_note", "ltx_note_type"))


def unseen(node: Node) -> bool:
    """Whether a browser shows nothing of an element, whatever is in it."""
    if node.tag == "script":
        return not node.get("type").casefold().startswith("math/tex")
    if node.tag in _UNSEEN or (node.tag == "input" and node.get("type").casefold() in _FILLED):
        return True
    style = node.get("style")
    # Blocks that are invisible at first are shown by a script: whole articles, at WeChat's.
    invisible = _INVISIBLE.search(style) is not None and not node.holds_blocks
    is_hidden = "hidden" in node.attributes or _HIDDEN.search(style) or invisible
    return bool(is_hidden) and tex_of(node) is None and node.first("math") is None


def is_block(node: Node) -> bool:
    """Whether an element stands on lines of its own: it is a block, or holds one."""
    if unseen(node) or tex_of(node):
        return False
    if node.tag in BLOCKS or node.tag in PREFORMATTED:
        return True
    return node.tag not in {"svg", "select", "audio", "video"} and node.holds_blocks


def make_plain(page: Node) -> None:
    """Change `page` so that it says the same in the usual elements; doing it twice does no harm."""
    notes: list[Node] = []
    preformatted: set[int] = set()
    lined: set[int] = set()
    styles = " ".join(one.text() for one in page.elements() if one.tag == "style")
    if _BODY_PRESERVED.search(styles):
        lined |= {id(one) for one in page.elements() if one.tag == "body"}
    rules = {name: rule for name, rule in _CLASS_RULE.findall(styles) if _marked(rule)}
    for span in page.elements() if rules else ():
        if span.tag == "span" and (named := [rules[one] for one in span.classes if one in rules]):
            span.attributes["style"] = ";".join([*named, span.get("style")])
    for parent in list(page.elements()):
        inside = [child for child in parent.children if isinstance(child, Node)]
        doubles = {id(child) for child in (*_late_pictures(inside), *_drawn_formulas(inside))}
        parent.children = [
            plain
            for child in parent.children
            if id(child) not in doubles
            for plain in _plain(child, notes)
        ]
        if parent.tag in PREFORMATTED or id(parent) in preformatted:
            preformatted |= {id(child) for child in inside}
        else:
            parent.children = [_with_lines(child) for child in parent.children]
            style = parent.get("style")
            is_lined = id(parent) in lined and not _COLLAPSED.search(style)
            if is_lined or _PRESERVED.search(style):
                lined |= {id(child) for child in inside}
                if parent.tag not in _HOLDERS:
                    parent.children = list(_broken(parent.children))
    page.children += notes


def _plain(child: Node | str, notes: list[Node]) -> Iterator[Node | str]:
    if isinstance(child, str):
        yield child
        return
    if child.tag in {"td", "th"} and unseen(child):
        return
    classes = child.classes
    if child.tag == "amp-img":
        child.tag = "img"
    if "ltx_note" in classes and (content := _of_class(child, "ltx_note_content")):
        yield _mark(content, notes)
    elif "ltx_eqn_table" in classes and child.first("math") and not child.first("table"):
        yield Node("div", {"id": child.get("id")}, list(_equations(child)))
    elif classes & _APART:
        yield from (" ", child, " ")
    elif child.tag in ("iframe", "embed"):
        yield _link_to_frame(child)
    else:
        if child.tag == "cite" and "ltx_cite" in classes:
            child.tag = "span"
        elif "ltx_p" in classes:
            child.tag = "p"
        elif child.tag == "li" and "ltx_item" in classes:
            _count(child)
        elif "checkbox-on" in classes or "checkbox-off" in classes:
            checked = {"checked": ""} if "checkbox-on" in classes else {}
            child = Node("input", {"type": "checkbox", **checked})
        elif child.get("role") in {"table", "grid"}:
            _set_table(child)
        _mark_style(child)
        yield child


def _count(item: Node) -> None:
    """Make the marker of an item, which stands in it, that of the item or its first words."""
    marker = _of_class(item, "ltx_tag_item")
    if marker is None or marker not in item.children:
        return
    item.children.remove(marker)
    words = marker.text().strip()
    if words[:-1].isdecimal() and words.isascii():
        item.attributes |= {"value": words[:-1], "style": ""}
    elif any(map(str.isalnum, words)):
        item.children = with_marker(item, words).children


def _set_table(table: Node) -> None:
    """Make a table of elements that only their roles call one, where all words are in its cells."""
    cells = [one for one in table.elements() if _ROLES.get(one.get("role")) in {"td", "th"}]
    said = sum(len("".join(cell.text().split())) for cell in cells)
    if cells and said == len("".join(table.text().split())):
        for one in table.elements():
            one.tag = _ROLES.get(one.get("role"), one.tag)


def _mark(content: Node, notes: list[Node]) -> Node:
    """The mark of a footnote, the text of which goes to the end of the page."""
    number = len(notes) + 1
    name, back = f"vibe-note-{number}", f"vibe-mark-{number}"
    words = [
        one for one in content.children if isinstance(one, str) or not one.classes & _NOTE_SIGNS
    ]
    notes.append(Node("div", {"id": name}, [*words, Node("a", {"href": f"#{back}"}, ["↩"])]))
    return Node("a", {"id": back, "href": f"#{name}"}, [str(number)])


def _equations(table: Node) -> Iterator[Node]:
    """Each row of a table of equations as a display formula with its number."""
    for row in (node for node in table.elements() if node.tag == "tr"):
        parts = [tex_of(node) for node in row.elements() if node.tag == "math"]
        tex = " ".join(part.tex.removeprefix("\\displaystyle").strip() for part in parts if part)
        number = _of_class(row, "ltx_tag_equation", "ltx_tag_equationgroup")
        if not tex:
            yield Node("p", {}, row.children)
            continue
        if number and number.text().strip():
            tex += rf" \qquad \text{{{number.text().strip()}}}"
        yield Node("p", {}, [Node("math", {"display": "block", "alttext": tex})])


def _link_to_frame(frame: Node) -> Node:
    """A link to the film, or to what has a title, that a frame shows; others stay what they are."""
    address = frame.get("src") or frame.get("data-src")
    address = f"https:{address}" if address.startswith("//") else address
    try:
        place = urlsplit(address)
    except ValueError:
        return frame
    title = frame.get("title").strip()
    is_shown = (title and not is_tracker(frame)) or _VIDEOS.search(place.hostname or "")
    if place.scheme not in ("http", "https") or not is_shown or unseen(Node("a", frame.attributes)):
        return frame
    words = title or f"{place.hostname}{place.path}"
    return Node("p", {}, [Node("a", {"href": address}, [words])])


def _broken(children: Sequence[Node | str]) -> Iterator[Node | str]:
    """What keeps the ends of its lines by its style alone, with breaks in their places."""
    for child in children:
        lines: Sequence[Node | str] = child.split("\n") if isinstance(child, str) else (child,)
        for number, line in enumerate(lines):
            if number:
                yield Node("br")
            yield line


def _with_lines(code: Node | str) -> Node | str:
    """Code that is set in lines without a `pre` around it, in one; all else as it is."""
    if isinstance(code, str) or code.tag != "code":
        return code
    if _PRESERVED.search(code.get("style")):
        return Node("pre", code.attributes, code.children)
    if not any(isinstance(one, Node) and one.tag == "br" for one in code.children):
        return code
    # Only `br` ends a line there, and only hard blanks set it in.
    parts: list[Node | str] = []
    for one in code.children:
        words = _BLANKS.sub(" ", one) if isinstance(one, str) else one
        begins = not parts or (isinstance(parts[-1], Node) and parts[-1].tag == "br")
        parts.append(words.lstrip(" ") if isinstance(words, str) and begins else words)
    return Node("pre", code.attributes, parts)


def _mark_style(node: Node) -> None:
    """Put marks where only the style of an element says bold, italic or struck out."""
    style = node.get("style")
    named = [tag for name, tag in _CLASSES.items() if name in node.classes]
    if not (style or named) or node.tag not in _STYLED:
        return
    if node.tag in _MARKS and _NORMAL.search(style):
        node.tag = "span"
    for tag in (*named, *_marked(style)):
        inner = node.children[0] if len(node.children) == 1 else None
        is_marked = isinstance(inner, Node) and inner.tag == tag
        if not is_marked and node.tag != tag:
            node.children = [Node(tag, {}, node.children)]


def _marked(style: str) -> list[str]:
    """The elements that say what a style says of words."""
    return [tag for tag, pattern in _STYLES if pattern.search(style)]


def _late_pictures(nodes: Sequence[Node]) -> Iterator[Node]:
    """The pictures that only a script fills in, where the same one stands there for others."""
    if any(one.tag == "noscript" and one.first("img") for one in nodes):
        for one in nodes:
            is_late = one.get("src").startswith("data:") or "lazy" in one.get("class").casefold()
            if one.tag == "img" and is_late:
                yield one


def _drawn_formulas(nodes: Sequence[Node]) -> Iterator[Node]:
    """What a script has drawn of a formula whose source stands beside it."""
    drawn = [one for one in nodes if one.classes & RENDERED]
    if drawn and any(map(tex_of, nodes)):
        is_written = any(one.tag == "script" and tex_of(one) for one in nodes)
        yield from (one for one in drawn if is_written or tex_of(one) is None)


def _of_class(node: Node, *names: str) -> Node | None:
    return next((one for one in node.elements() if one.classes.intersection(names)), None)
