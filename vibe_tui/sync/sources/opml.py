"""Lists of sources in OPML, as other feed readers write and read them.

Nested outlines become a source's group, their names joined by `/`; a group that is the name of a
topic gives that topic too. No entity or DTD of such a file is followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent, tostring

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from vibe_tui.errors import VibeError
from vibe_tui.model.topic import Topic
from vibe_tui.sync.sources.listed import Source, shown
from vibe_tui.text import Text

DEEPEST = 8
"""Levels of nested outlines that become a group; deeper ones count as the last."""

_BARE_AMPERSAND = re.compile(rb"&(?!(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z][\w.-]*);)")
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class ListedFeed:
    """One feed of a list."""

    url: str
    name: str
    group: str
    topics: tuple[str, ...] = ()


def read_opml(data: bytes, where: str, topics: Sequence[Topic] = ()) -> tuple[ListedFeed, ...]:
    """The feeds of an OPML file, each address once. Raises `VibeError`."""
    try:
        root = fromstring(_BARE_AMPERSAND.sub(b"&amp;", data.strip()), forbid_dtd=True)
    except DefusedXmlException as error:
        raise _no_opml(where, Text("含有 DTD 或实体", "holds a DTD or entities")) from error
    except (ParseError, ValueError, LookupError) as error:
        raise _no_opml(where, Text(str(error), str(error))) from error
    if _local(root).lower() != "opml":
        raise _no_opml(where, Text("不是 OPML", "is no OPML"))
    names = {
        name.casefold(): topic.id
        for topic in topics
        for name in (topic.id, topic.name.zh, topic.name.en)
    }
    found: dict[str, ListedFeed] = {}
    for outline in _outlines(root, names):
        found.setdefault(outline.url, outline)
    return tuple(found.values())


def write_opml(sources: Iterable[Source]) -> str:
    """An OPML file of the sources that have a web address, nested by group.

    Such lists are made to be passed on: user names and passwords are left out.
    """
    root = Element("opml", version="2.0")
    SubElement(SubElement(root, "head"), "title").text = "Vibe"
    body = SubElement(root, "body")
    groups: dict[tuple[str, ...], Element] = {(): body}
    for source in sources:
        if not source.url:
            continue
        parent = body
        path = tuple(filter(None, source.group.split("/")))
        for depth in range(1, len(path) + 1):
            key = path[:depth]
            if key not in groups:
                name = _clean(key[-1])
                groups[key] = SubElement(parent, "outline", text=name, title=name)
            parent = groups[key]
        name = _clean(source.label)
        outline = SubElement(
            parent, "outline", type="rss", text=name, title=name, xmlUrl=_clean(shown(source.url))
        )
        if source.topics:
            outline.set("category", ",".join(map(_clean, source.topics)))
    indent(ElementTree(root))
    text: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _outlines(root: Element, names: Mapping[str, str]) -> Iterator[ListedFeed]:
    """Feeds in document order, without recursion: a file may nest as deep as it likes."""
    todo: list[tuple[Element, tuple[str, ...]]] = [(root, ())]
    while todo:
        element, path = todo.pop()
        attributes = {name.lower(): value.strip() for name, value in element.attrib.items()}
        name = " ".join((attributes.get("title") or attributes.get("text") or "").split())
        url = attributes.get("xmlurl", "")
        if url:
            labels = [*path, *attributes.get("category", "").split(",")]
            topics = [names.get(label.strip().strip("/").casefold(), "") for label in labels]
            yield ListedFeed(url, name, "/".join(path), tuple(dict.fromkeys(filter(None, topics))))
        if _local(element).lower() == "outline" and name:
            path = (*path, name.replace("/", "-"))[:DEEPEST]
        todo += [(child, path) for child in reversed(element)]


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _clean(text: str) -> str:
    return _NO_XML.sub("", text)


def _no_opml(where: str, why: Text) -> VibeError:
    return VibeError(
        Text(f"{where}：无法读取订阅清单（{why.zh}）", f"{where}: unreadable list ({why.en})"),
        Text("请从原来的阅读器重新导出", "export it again from the other reader"),
    )
