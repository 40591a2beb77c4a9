"""What the index keeps of a report, how it is made, and how it is read back.

A part is the title, the facts about the report, or a section with its heading as first line; its
lines are the words that a reader sees, from the one Markdown parser. A paragraph, a heading, a
table row or a code block is one line, and what is found in a line never reaches into the next. A
record is the folded text of all parts; in it a part begins with `PART` and a code for what it is,
characters that folded text never holds. The lines are packed beside it, one for one, for snippets.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from vibe_tui.clean import clean_line
from vibe_tui.fold import fold_text
from vibe_tui.model.report import NO_PAPER, Paper, Report
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.blocks import (
    Block,
    Definition,
    Footnote,
    ListBlock,
    Quote,
    Table,
    plain_inline,
    plain_of,
)
from vibe_tui.render.document import references_in
from vibe_tui.render.parse import parse_blocks, parse_inline
from vibe_tui.render.rules import References
from vibe_tui.render.titles import drawn_title

PART = "\x02"
_CODES = [chr(code) for code in range(3, 32) if chr(code) not in "\t\n\r"]
CODE_OF = dict(zip(SectionKind, _CODES, strict=False))
KIND_OF = {code: kind for kind, code in CODE_OF.items()}
TITLE, FACTS = _CODES[-1], _CODES[-2]


@dataclass(frozen=True, slots=True)
class TextPart:
    """Text that is searched as one. `index` counts the report's sections, -1 for its metadata."""

    code: str
    path: str
    index: int
    lines: tuple[str, ...]

    @property
    def kind(self) -> SectionKind:
        """The kind of section; metadata is `basics`."""
        return KIND_OF.get(self.code, SectionKind.BASICS)


@dataclass(frozen=True, slots=True)
class Pending:
    """A report to index, and a stamp that changes whenever it does.

    `read` gives its top-level sections where it is indexed, which may be another process; it raises
    `VibeError` where they cannot be read.
    """

    report: Report
    read: Callable[[], Sequence[Section]]
    stamp: str
    paper: Paper = NO_PAPER


@dataclass(frozen=True, slots=True)
class StoredReport:
    """What the index keeps of one report: the folded record and the packed lines."""

    report_id: str
    stamp: str
    record: str
    packed: bytes


def pack_parts(parts: Sequence[TextPart], folded: Sequence[str]) -> bytes:
    """The lines of `parts`, each packed with its folded form, which says nearly the same."""
    streams = [
        _deflate("\n".join(part.lines).encode("utf-8", "replace"), text.encode("utf-8"))
        for part, text in zip(parts, folded, strict=True)
    ]
    sizes = map(len, streams)
    rows = [(part.path, part.index, size) for part, size in zip(parts, sizes, strict=True)]
    head = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    packed_head = _deflate(head, b"")
    return b"".join((len(packed_head).to_bytes(4, "little"), packed_head, *streams))


class TextParts:
    """The parts of a report, unpacked one by one when asked for.

    Reading one raises `zlib.error`, `ValueError` or `LookupError` where the bytes are damaged.
    """

    def __init__(self, record: bytes, packed: bytes) -> None:
        self._folded = record.split(PART.encode())[1:]
        self._packed = packed
        start = 4 + int.from_bytes(packed[:4], "little")
        self._rows: list[tuple[str, int, int, int]] = []
        for path, index, size in json.loads(_inflate(packed[4:start], b"")):
            self._rows.append((path, index, start, start + size))
            start += size

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> TextPart:
        path, index, start, end = self._rows[number]
        data = _inflate(self._packed[start:end], self._folded[number])
        return TextPart(self.code(number), path, index, tuple(data.decode("utf-8").split("\n")))

    def code(self, number: int) -> str:
        """What a part is, without unpacking it."""
        return chr(self._folded[number][0])

    def index(self, number: int) -> int:
        """Which section a part is, without unpacking it."""
        return self._rows[number][1]


def _deflate(data: bytes, like: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -15, 8, zlib.Z_DEFAULT_STRATEGY, like[-32_000:])
    return packer.compress(data) + packer.flush()


def _inflate(data: bytes, like: bytes) -> bytes:
    return zlib.decompressobj(-15, like[-32_000:]).decompress(data)


def part_starts(record: bytes) -> list[int]:
    """Where the parts of a record begin."""
    mark = PART.encode()
    starts = []
    at = record.find(mark)
    while at >= 0:
        starts.append(at)
        at = record.find(mark, at + 1)
    return starts


def folded_parts(record: str) -> Iterator[tuple[str, list[str]]]:
    """Code and folded lines of each part of a record."""
    for piece in record.split(PART)[1:]:
        code, _, rest = piece.partition("\n")
        yield code, rest.split("\n")[:-1]


def field_texts(record: str) -> dict[str, str]:
    """The folded lines of a record by the fields of the index."""
    fields: dict[str, list[str]] = {"heading": [], "summary": [], "text": [], "title": []}
    for code, lines in folded_parts(record):
        fields["text"] += lines
        if code == TITLE:
            fields["title"] += lines
        elif code != FACTS:
            fields["heading"] += lines[:1]
            if code == CODE_OF[SectionKind.SUMMARY]:
                fields["summary"] += lines
    return {name: "\n".join(lines) for name, lines in fields.items()}


CELLS = " | "


def references_of(sections: Iterable[Section]) -> References:
    """What the sections of a report define for each other."""
    return references_in(section.text for top in sections for section in top.walk())


def heading_line(markdown: str, references: References) -> str:
    """A heading's words."""
    return _one_line(plain_inline(parse_inline(markdown, references)))


def visible_lines(markdown: str, references: References) -> list[str]:
    """The lines of a section's own text."""
    return [line for line in _lines(parse_blocks(markdown, references)) if line]


def _lines(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Table(header=header, rows=rows):
                for row in (header, *rows):
                    yield CELLS.join(_one_line(plain_inline(cell)) for cell in row)
            case ListBlock(items=items):
                for item in items:
                    yield from _lines(item.blocks)
            case Definition(term=term, blocks=inner):
                yield _one_line(plain_inline(term))
                yield from _lines(inner)
            case Quote(blocks=inner) | Footnote(blocks=inner):
                yield from _lines(inner)
            case _:
                yield _one_line(plain_of(block))


def _one_line(text: str) -> str:
    return clean_line(text).strip()


PATH_JOINER = " › "


def parts_of(report: Report, paper: Paper, sections: Sequence[Section]) -> list[TextPart]:
    """The searched parts of a report; `sections` are its top-level ones."""
    titles = dict.fromkeys(map(drawn_title, filter(None, (report.title, report.feed_title))))
    facts = (
        "、".join(dict.fromkeys(filter(None, (report.author, *paper.authors)))),
        paper.title,
        f"arXiv:{paper.arxiv}" if paper.arxiv else "",
        "、".join(paper.institutions),
        "、".join(paper.categories),
        report.url,
    )
    parts = [
        TextPart(TITLE, "", -1, tuple(map(clean_line, titles))),
        TextPart(FACTS, "", -1, tuple(map(clean_line, filter(None, facts)))),
    ]
    index = 0
    references = references_of(sections)

    def walk(some: Sequence[Section], above: tuple[str, ...]) -> None:
        nonlocal index
        for section in some:
            heading = heading_line(section.heading, references)
            path = (*above, heading) if heading else above
            lines = (heading, *visible_lines(section.text, references))
            parts.append(TextPart(CODE_OF[section.kind], PATH_JOINER.join(path), index, lines))
            index += 1
            walk(section.children, path)

    walk(sections, ())
    return parts


def stored_report(
    report: Report, paper: Paper, sections: Sequence[Section], stamp: str = ""
) -> StoredReport:
    """Fold and pack a report."""
    parts = parts_of(report, paper, sections)
    folded = _folded(parts)
    return StoredReport(report.id, stamp, _joined(folded), pack_parts(parts, folded))


def metadata_record(report: Report, paper: Paper) -> str:
    """The record that a report would have without its text."""
    return _joined(_folded(parts_of(report, paper, ())))


def _folded(parts: Sequence[TextPart]) -> list[str]:
    return ["\n".join((part.code, *map(fold_text, part.lines), "")) for part in parts]


def _joined(folded: Sequence[str]) -> str:
    return "".join([PART + text for text in folded])
