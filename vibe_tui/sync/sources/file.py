"""Lists of sources that are written: `sources.toml`, and OPML for other feed readers.

A change of `sources.toml` keeps everything else in it, comments included, and is written whole or
not at all; a file that cannot be read as TOML is never changed.

Nested outlines of OPML become a source's group, their names joined by `/`; a group that is the name
of a topic gives that topic too. No entity or DTD of such a file is followed.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent, tostring

import tomlkit
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring
from tomlkit.items import Item

from vibe_tui.errors import Problem, VibeError
from vibe_tui.files import write_text
from vibe_tui.model.report import Topic
from vibe_tui.sync.encodings import decode_feed
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.sources.listed import (
    TABLE,
    Source,
    Sources,
    parse_sources,
    shown,
    unreadable_list,
)
from vibe_tui.text import Text
from vibe_tui.toml_file import TomlError, parse_toml, read_toml

HEADER = """\
# 报告来源；用 vibe source add|remove|list 管理，也可手写
# Sources of reports; kept by vibe source add|remove|list, or by hand
"""
_START = re.compile(rf"\s*\[\[\s*{TABLE}\s*\]\]")
_SECRET = re.compile(r"://[^/\s]*@|\bheaders\b")
_SUB = re.compile(rf"\s*\[+\s*{TABLE}\s*\.")


class SourcesFile:
    """The file at `path`, which need not exist."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> tuple[str, Sources]:
        """The text and its sources. Raises `VibeError` where it is no TOML."""
        try:
            text = read_toml(self._path)
            parse_toml(text, self._path)
        except TomlError as error:
            problem = unreadable_list(error)
            said = Text("{where}：{what}", "{where}: {what}")
            raise VibeError(
                said.format(where=problem.where, what=problem.message), problem.hint
            ) from error
        return text, parse_sources(text, self._path)[0]

    def add(self, sources: Iterable[Source]) -> None:
        """Append `sources`, whose ids are free. Raises `VibeError`."""
        text, known = self.read()
        new = tuple(sources)
        blocks = "\n".join(_block(source) for source in new)
        if blocks:
            before = f"{text.rstrip()}\n\n" if text.strip() else f"{HEADER}\n"
            longer, problems = parse_sources(before + blocks, self._path)
            if len(longer.all) < len(known.all) + len(new):
                raise _in_the_way(str(self._path), problems)
            self._write(before + blocks)

    def remove(self, id_: str) -> None:
        """Take out the source with this id. Raises `VibeError` where there is none."""
        text, sources = self.read()
        if sources.get(id_) is None:
            raise no_source(id_, sources)
        kept = tuple(source for source in sources.all if source.id != id_)
        shorter = _without(text, id_)
        if parse_sources(shorter, self._path)[0].all != kept:
            shorter = _without_item(text, id_)
        self._write(shorter)

    def _write(self, text: str) -> None:
        try:
            # A link, as those of kept settings are, stays one.
            write_text(self._path.resolve(), text, private=_SECRET.search(text) is not None)
        except OSError as error:
            raise _refused(str(self._path), error.strerror or str(error)) from error


def no_source(id_: str, sources: Sources) -> VibeError:
    """There is no source called `id_`; these there are."""
    names = ", ".join(source.id for source in sources.all)
    return VibeError(
        Text(f"没有来源 {id_}", f"no source {id_}"),
        Text(f"现有：{names}", f"there are {names}")
        if names
        else Text("用 vibe source add 添加", "vibe source add adds one"),
    )


class FreeIds:
    """Makes ids of names, each one another than those that are `taken` and that were made."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._numbers: Counter[str] = Counter()

    def make(self, name: str) -> str:
        """A new id made from `name`."""
        words = re.sub(r"[^\w.]+", "-", unicodedata.normalize("NFKC", name).casefold())
        stem = re.sub(r"[-_.]{2,}", "-", words)[:40].strip("-_.") or "source"
        id_ = stem
        while id_ in self._taken:
            self._numbers[stem] += 1
            id_ = f"{stem}-{self._numbers[stem] + 1}"
        self._taken.add(id_)
        return id_


def _block(source: Source) -> str:
    """One `[[sources]]` entry with what is not the default."""
    table = tomlkit.table()
    plain = Source("")
    for each in fields(Source):
        value = getattr(source, each.name)
        if value == getattr(plain, each.name):
            continue
        table.add(each.name, _item(each.name, value))
    array = tomlkit.aot()
    array.append(table)
    document = tomlkit.document()
    document.add(TABLE, array)
    return tomlkit.dumps(document)


def _item(key: str, value: object) -> Item:
    if isinstance(value, int) and key == "interval":
        unit, size = next(
            u for u in (("d", 86400), ("h", 3600), ("m", 60), ("s", 1)) if not value % u[1]
        )
        return tomlkit.item(f"{value // size}{unit}")
    if isinstance(value, dict):
        inline = tomlkit.inline_table()
        inline.update(value)
        return inline
    return tomlkit.item(list(value) if isinstance(value, tuple) else value)


def _without(text: str, id_: str) -> str:
    """`text` without the lines of one entry; comments above and below it stay."""
    lines = text.splitlines(keepends=True)
    starts = [n for n, line in enumerate(lines) if _START.match(line)]
    wanted = re.compile(rf"\s*[\"']?id[\"']?\s*=\s*[\"']{re.escape(id_)}[\"']\s*(?:#.*)?$")
    for start in starts:
        end = start + 1
        while end < len(lines) and (
            not lines[end].lstrip().startswith("[") or _SUB.match(lines[end])
        ):
            end += 1
        if any(wanted.match(line) for line in lines[start:end]):
            while lines[end - 1].strip() == "" or lines[end - 1].lstrip().startswith("#"):
                end -= 1
            while end < len(lines) and not lines[end].strip():
                end += 1
            return "".join(lines[:start] + lines[end:])
    return text


def _without_item(text: str, id_: str) -> str:
    """As `_without`, for an entry that is written in an unusual way."""
    document = tomlkit.parse(text)
    entries = document[TABLE]
    if isinstance(entries, list):
        for at, entry in enumerate(entries):
            if entry.get("id") == id_:
                del entries[at]
                break
    return tomlkit.dumps(document)


def _in_the_way(where: str, problems: Sequence[Problem]) -> VibeError:
    """What stands in the file leaves no room for another source."""
    why = problems[-1].message if problems else Text("", "")
    return VibeError(
        Text(f"{where}：加不进新来源（{why.zh}）", f"{where}: takes no new source ({why.en})"),
        Text("请先改正这个文件", "mend the file first"),
    )


def _refused(where: str, reason: str) -> VibeError:
    return VibeError(
        Text(f"{where}：无法读写（{reason}）", f"{where}: cannot be read or written ({reason})"),
        Text("请检查权限", "check its permissions"),
    )


DEEPEST = 8
"""Levels of nested outlines that become a group; deeper ones count as the last."""

_DECLARATION = re.compile(
    r"\s*<\?xml\b(?:[^>]*?encoding\s*=\s*[\"'](?P<encoding>[^\"'>]*))?[^>]*\?>", re.IGNORECASE
)
_BARE_AMPERSAND = re.compile(r"&(?!(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z][\w.-]*);)")
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
        # The parser knows few encodings; as UTF-8 it takes what any of them says.
        text = decode_feed(Spool(data)).text
        if declared := _DECLARATION.match(text):
            codecs.lookup(declared["encoding"] or "utf-8")
            text = text[declared.end() :]
        text = _NO_XML.sub("", _BARE_AMPERSAND.sub("&amp;", text)).strip()
        root = fromstring(text.encode(), forbid_dtd=True)
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
