"""A Whoosh codec whose posting lists are sets of documents.

Whoosh keeps positions, weights and block statistics of every posting; a filter needs none of
them. Here the value of a term in Whoosh's ordered hash file is its set of documents itself
(`bits`), and pairs of characters share a value (`table`). `documents` gives the set of a term;
Whoosh's own queries work too, through `matcher`.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3FieldWriter, W3Segment, W3TermInfo, W3TermsReader
from whoosh.filedb.filestore import FileStorage, Storage
from whoosh.filedb.filetables import FileFormatError
from whoosh.filedb.structfile import StructFile
from whoosh.formats import Format
from whoosh.matching import ListMatcher
from whoosh.reading import TermNotFound
from whoosh.scoring import BaseScorer
from whoosh.system import pack_ushort

from vibe_tui.search.engine.terms import Values, look_up, members, seconds_in, split_term, unpack


class SetCodec(W3Codec):
    """Whoosh's third codec with sets of documents in place of postings."""

    def field_writer(self, storage: Storage, segment: W3Segment) -> SetFieldWriter:
        """The writer of terms; give them in rising order of field name and bytes."""
        return SetFieldWriter(self, storage, segment)

    def terms_reader(self, storage: Storage, segment: W3Segment) -> SetTermsReader:
        """The reader of what `field_writer` wrote. Raises `OSError`, `ValueError`."""
        name = segment.make_filename(self.TERMS_EXT)
        try:
            return SetTermsReader(self, storage.open_file(name), storage.file_length(name), None)
        except FileFormatError as error:
            raise ValueError(name) from error

    def new_segment(self, storage: Storage, indexname: str) -> W3Segment:
        """A segment that is written and read by this codec."""
        return W3Segment(self, indexname)


class SetFieldWriter(W3FieldWriter):
    """Writes terms with their documents."""

    def add_values(self, values: Values) -> None:
        """Write all names and values of the field begun last."""
        field = pack_ushort(self._fieldid)
        for name, value in values:
            self._tindex.add(field + name, value)


class SetTermsReader(W3TermsReader):
    """Reads sets of documents; also as Whoosh's matchers."""

    def documents(self, fieldname: str, term: bytes) -> int:
        """The documents that hold `term`, one bit each."""
        place = split_term(term.decode("utf-8"))
        if place is None:
            data = self._tindex.get(self._keycoder(fieldname, term))
        else:
            table = self._tindex.get(self._keycoder(fieldname, place[0]))
            data = look_up(table, place[1]) if table else b""
        return unpack(data) if data else 0

    def values(self, fieldname: str) -> Values:
        """All names and values of a field."""
        field = self._keycoder(fieldname, b"")
        for key, value in self._tindex.items_from(field):
            if not key.startswith(field):
                return
            yield key[len(field) :], value

    def seconds(self, fieldname: str, first: str) -> Sequence[int]:
        """The codes of characters that follow `first` in the pairs of a field; 0 is none."""
        place = split_term(first)
        table = self._tindex.get(self._keycoder(fieldname, place[0])) if place else None
        return seconds_in(table) if table else ()

    def term_info(self, fieldname: str, term: bytes) -> W3TermInfo:
        """How many documents hold `term`. Raises `TermNotFound`."""
        found = members(self.documents(fieldname, term))
        if not found:
            raise TermNotFound(f"{fieldname}:{term!r}")
        return W3TermInfo(
            weight=len(found), df=len(found), maxweight=1, minid=found[0], maxid=found[-1]
        )

    def doc_frequency(self, fieldname: str, term: bytes) -> int:
        """How many documents hold `term`."""
        return self.documents(fieldname, term).bit_count()

    def matcher(
        self, fieldname: str, term: bytes, format_: Format, scorer: BaseScorer | None = None
    ) -> ListMatcher:
        """The documents that hold `term`, for Whoosh's own queries."""
        info = self.term_info(fieldname, term)
        found = members(self.documents(fieldname, term))
        return ListMatcher(
            found, format=format_, scorer=scorer, term=(fieldname, term), terminfo=info
        )

    def close(self) -> None:
        """Let go of the file."""
        self._tindex.close()


class MappedStorage(FileStorage):
    """Files written as usual, opened as memory maps, and without pickles in either."""

    def create_file(self, name: str, **options: Any) -> StructFile:
        """A new file called `name`. Raises `OSError`."""
        return _PlainFile((Path(self.folder) / name).open("wb"), name=name)

    def open_file(self, name: str, **options: Any) -> StructFile:
        """The file called `name`. Raises `OSError`."""
        return _MappedFile(map_file(Path(self.folder) / name), name=name, **options)


class _PlainFile(StructFile):
    """What Whoosh would pickle is JSON here: any Python can read it, and it can do no harm."""

    def write_pickle(self, value: object, protocol: int = 0) -> None:
        data = json.dumps(value).encode()
        self.write_int(len(data))
        self.write(data)

    def read_pickle(self) -> object:
        return json.loads(self.read(self.read_int()))


class _MappedFile(_PlainFile):
    """Random access moves no shared position, so threads may share it."""

    def get(self, position: int, length: int) -> bytes:
        data: bytes = self.file[position : position + length]
        return data


def map_file(path: Path) -> mmap.mmap:
    """The bytes of `path`, mapped, or read where the file system cannot map. Raises `OSError`."""
    with path.open("rb") as stream:
        try:
            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):
            data = stream.read()
    copy = mmap.mmap(-1, max(1, len(data)))
    copy.write(data)
    copy.seek(0)
    return copy
