"""Which file of the library an item of a source already has, if any.

By what sync remembers first: its names, its text, what its source said. Then by what stands in the
files that nobody is known to have written: the state may be lost, and users rename and move
reports. The library is looked at once, and its files are read only when bytes count.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.files import check_regular, read_regular
from vibe_tui.library.front_matter import dump_front_matter, mapping, read_front_matter, words
from vibe_tui.library.store import Store
from vibe_tui.library.walk import Root, Walk
from vibe_tui.state.origins import Origin, Origins, content_hash
from vibe_tui.sync.incoming import Incoming, Item
from vibe_tui.sync.papers import PAPER, is_stub
from vibe_tui.sync.place.naming import (
    FILE,
    IMPORTED,
    Named,
    identities,
    imported,
    is_worldwide,
    match_all,
    titled,
)
from vibe_tui.text import Text

_DAY = len("2026-08-01")
_HEAD = 8192
_LINE = re.compile(
    r"^(?P<key>source|guid|url|title|feed_title|date):[ \t]+(?P<value>.*?)\s*$", re.M
)


class KnownFiles:
    """The files of a library and the items that they came from.

    `listed` are the ids of the sources that there are now, where that is known: what others gave
    may be taken over.
    """

    def __init__(self, store: Store, origins: Origins, listed: Collection[str] | None) -> None:
        self._store = store
        self._origins = origins
        self._listed = listed

    def match(self, named: Sequence[Named]) -> dict[int, Origin]:
        """The files of items by what is remembered of them: each item by its place."""
        same: dict[int, Origin] = {}
        for at, one in enumerate(named):
            item = one.item
            origin = self._origins.find_entry(item.digest)
            if origin is None and isinstance(item, Incoming) and not (item.guid or item.url):
                # Of two items of one day and one title, only their texts tell which is which.
                origin = self._origins.find_text(hash_of_text(text_of(item)))
            if origin and origin.source == item.source:
                same[at] = origin
        return match_all(named, self.remembered, same)

    def remembered(self, item: Item, names: Sequence[str]) -> Origin | None:
        """The file that the item's own source gave under the first of `names` that it knows."""
        own = (name for name in names if not name.startswith(IMPORTED))
        return self._origins.find(item.source, own)

    def found_again(self, item: Item, origin: Origin) -> Origin:
        """`origin` with its file where the user moved it; as it is where that is gone."""
        if not origin.hash or self._store.path(origin.path).exists():
            return origin
        moved = self._stray.with_hash(origin.hash)
        moved = moved or self._stray.of_names(item, identities(item), None)
        if not moved:
            return origin
        self._origins.move(origin.path, moved)
        return replace(origin, path=self._stray.take(moved))

    def of_others(
        self,
        report: Incoming,
        text: str,
        names: Sequence[str],
        taken: Collection[str],
        day: dt.date,
    ) -> Origin | None:
        """The file of a report that its own source has not given yet, if the library has it.

        None of `taken` is; `text` is the whole file, `day` that under which it is filed.
        """
        new = hash_of_text(text)
        if report.guid.startswith(FILE) and (copy := self._origins.find_text(new)):
            return copy
        if gone := self._of_gone_source(report, names, taken):
            return gone
        shared = [name for name in titled(report) if name in names]
        if not report.guid.startswith(FILE):
            shared += imported(report)
        for name in shared:
            for other in self._free(name, taken):
                if self._may_take(report, other):
                    return other
        if paper := report.paper:
            for other in self._free(PAPER + paper, taken):
                there = meta_of(self._store.path(other.path))
                if there and is_stub(there) != report.stub:
                    return other
            if report.stub and (stray := self._stray.about(paper)):
                return Origin(report.source, self._stray.take(stray), "")
        relative = self._stray.of_names(report, names, self._listed)
        relative = relative or self._unremembered(report, new, day)
        return Origin(report.source, self._stray.take(relative), "") if relative else None

    def _free(self, name: str, taken: Collection[str]) -> Iterator[Origin]:
        """The files that any source gave under `name` and that are nobody's yet."""
        return (one for one in self._origins.find_anywhere(name) if one.path not in taken)

    def _of_gone_source(
        self, report: Incoming, names: Sequence[str], taken: Collection[str]
    ) -> Origin | None:
        """The file of this report by a source that is not listed any more: renamed, most likely."""
        if self._listed is None:
            return None
        for name in names:
            for other in self._free(name, taken) if name.startswith(("guid:", "url:")) else ():
                if other.source not in self._listed:
                    there = meta_of(self._store.path(other.path))
                    same = words(there.get("feed_title") or there.get("title")) == report.feed_title
                    if is_worldwide(name) or same:
                        return other
        return None

    def _may_take(self, report: Incoming, other: Origin) -> bool:
        """Whether the file of an equal title is this report, and not one of another feed."""
        if other.source == report.source:
            return True
        if self._listed and {other.source, report.source} <= set(self._listed):
            return False
        if not (report.guid or report.url):
            return True
        return is_import(meta_of(self._store.path(other.path)))

    def _unremembered(self, report: Incoming, new: str, day: dt.date) -> str:
        """The file that is this report although state does not know of it; empty for none."""
        alike = ""
        for relative in self._stray.of_day(day):
            data = read(self._store.path(relative))
            if content_hash(data) == new:
                return relative
            meta = read_front_matter(data.decode("utf-8", "replace"), relative).meta
            feed_title = words(meta.get("feed_title")) or words(meta.get("title"))
            same = words(meta.get("source")) == report.source and feed_title == report.feed_title
            if same and not report.guid.startswith(FILE):
                alike = alike or relative
        return alike or ("" if report.date else self._stray.with_hash(new))

    @cached_property
    def _stray(self) -> Unclaimed:
        return Unclaimed(self._store.root, self._origins.paths())


class Unclaimed:
    """The files below `root` whose path, relative and with `/`, is not one of `known`."""

    def __init__(self, root: Path, known: Collection[str]) -> None:
        self._root = root
        self._paths = sorted(path for path in Walk(Root(root)).files if path not in known)
        self._taken: set[str] = set()

    def of_day(self, day: dt.date) -> tuple[str, ...]:
        """The files in the folder of the year of `day` whose names begin with it."""
        return tuple(self._free(self._by_day.get(f"{day.year:04d}/{day.isoformat()}")))

    def with_hash(self, wanted: str) -> str:
        """The file with these bytes; empty where there is none."""
        return next(self._free(self._by_hash.get(wanted)), "")

    def of_names(self, item: Item, names: Collection[str], listed: Collection[str] | None) -> str:
        """The only file whose front matter says one of the `names` of an item; empty for none.

        It is of the item's source, or of none of `listed` where all the world knows the name.
        """
        for name in names:
            foreign = listed is not None and is_worldwide(name)
            fit = [
                path
                for path, source in self._by_name.get(name, ())
                if path not in self._taken
                and (source == item.source or (foreign and source not in (listed or ())))
            ]
            if len(fit) == 1:
                return fit[0]
        return ""

    def about(self, paper: str) -> str:
        """A file whose front matter names the arXiv id `paper`; empty where there is none."""
        return next(self._free(self._by_paper.get(paper)), "")

    def take(self, path: str) -> str:
        """`path`, which has an owner from now on."""
        self._taken.add(path)
        return path

    def _free(self, paths: Sequence[str] | None) -> Iterator[str]:
        """Those of `paths` that have no owner yet."""
        return (path for path in paths or () if path not in self._taken)

    @cached_property
    def _by_day(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in self._paths:
            folder, _, name = path.rpartition("/")
            found[f"{folder}/{name[:_DAY]}"].append(path)
        return found

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[str, str]]]:
        """The files, with their sources, by what the plain lines of their front matter say.

        That costs a tenth of reading it as YAML.
        """
        found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for path, data in self._contents(_HEAD):
            head = data.decode("utf-8", "replace").partition("\n---")[0]
            said = {line["key"]: _plain(line["value"]) for line in _LINE.finditer(head)}
            url, source = said.get("url", ""), said.get("source", "")
            # A guid that is the address too is not written.
            names = {f"guid:{said.get('guid') or url}", f"url:{url}"}
            if not (url or said.get("guid") or said.get("date")):
                names = {f"title:{said.get('feed_title') or said.get('title', '')}"}
            for name in names:
                found[name].append((path, source))
        return found

    @cached_property
    def _by_hash(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path, data in self._contents():
            found[content_hash(data)].append(path)
        return found

    @cached_property
    def _by_paper(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path, meta in self._front_matter():
            found[words(mapping(meta.get("paper")).get("arxiv"))].append(path)
        return found

    def _front_matter(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        """The front matter of each file, as far as it is short."""
        for path, data in self._contents(_HEAD):
            head = data.decode("utf-8", "replace").partition("\n---")[0]
            yield path, read_front_matter(f"{head}\n---\n", path).meta

    def _contents(self, size: int = -1) -> Iterator[tuple[str, bytes]]:
        """The bytes of each file, `size` of them at most, all where it is negative."""
        for path in self._paths:
            try:
                check_regular(Path(self._root, path))
                with Path(self._root, path).open("rb") as file:
                    data = file.read(size)
            except OSError:
                # Gone or unreadable since the walk: it is none of ours then.
                continue
            yield path, data


def _plain(value: str) -> str:
    """A value of YAML that is written on one line."""
    if value[:1] == "'":
        return value[1:-1].replace("''", "'")
    if value[:1] == '"':
        try:
            return str(json.loads(value))
        except ValueError:
            return value[1:-1]
    return value


def text_of(report: Incoming) -> str:
    """The whole file of a report."""
    return dump_front_matter(report.meta, report.body)


def hash_of_text(text: str) -> str:
    """The hash of a file with this text."""
    return content_hash(text.encode("utf-8"))


def meta_of(path: Path) -> Mapping[str, object]:
    """The front matter of a file; empty where there is none. Raises `VibeError`."""
    return read_front_matter(read(path).decode("utf-8", "replace"), str(path)).meta


def read(path: Path) -> bytes:
    """The bytes of a file, none where there is no file. Raises `VibeError`."""
    try:
        return read_regular(path)
    except FileNotFoundError:
        return b""
    except OSError as error:
        reason = error.strerror or str(error)
        raise VibeError(
            Text(f"无法读取 {path}（{reason}）", f"cannot read {path} ({reason})"),
            Text("请检查权限", "check its permissions"),
        ) from error


def is_import(meta: Mapping[str, object]) -> bool:
    """Whether a report was read from a file, and no source has said where it belongs."""
    url, source = words(meta.get("url")), words(meta.get("source"))
    return not words(meta.get("guid")) and not (url and source)
