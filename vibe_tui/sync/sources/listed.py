"""The sources of a user, as `sources.toml` lists them, checked.

`read_sources` never fails over a value: each that is unknown or wrong gives one `Problem` naming
file, line and key, and the default stands; an entry without a usable id and address is left out.
Writes nothing; see `file`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from vibe_tui.errors import Problem
from vibe_tui.model.report import Genre
from vibe_tui.text import Text
from vibe_tui.toml_file import TomlError, TomlReader, parse_toml, read_toml

TABLE = "sources"
ID = re.compile(r"\w(?:[\w.-]{0,78}\w)?")
ID_RULE = Text(
    "由字母、数字和其间的 . - 组成，至多 80 个字符",
    "is of letters and digits, with . and - between them, 80 characters at most",
)
_SPAN = re.compile(r"(\d{1,6})\s*([smhd]?)")
_SECONDS = {"s": 1, "m": 60, "": 60, "h": 3600, "d": 86400}
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e]*")


@dataclass(frozen=True, slots=True)
class Source:
    """Where reports come from: a web address, or a folder or file of this machine.

    `interval` and `timeout` are seconds, 0 for none and for the usual; `limit` is how many items
    of a feed are taken, 0 for all. A folder is read in place unless `copy` is set.
    """

    id: str
    name: str = ""
    url: str = ""
    path: str = ""
    group: str = ""
    topics: tuple[str, ...] = ()
    genre: str = ""
    column: str = ""
    interval: int = 0
    limit: int = 0
    timeout: int = 0
    full_text: bool = False
    images: bool = False
    copy: bool = False
    enabled: bool = True
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """What to call it in a line for people."""
        return self.name or self.id

    @property
    def place(self) -> str:
        """Its address, folder or file, as it may be shown and written down."""
        return shown(self.url) or self.path

    @property
    def folder(self) -> Path | None:
        """The folder that is read in place."""
        if not self.path or self.copy or not self.enabled:
            return None
        path = Path(self.path).expanduser()
        return path if path.is_dir() else None


@dataclass(frozen=True, slots=True)
class Sources:
    """All sources in the order of the file, and the proxy for fetching them, if any."""

    all: tuple[Source, ...] = ()
    proxy: str = ""

    def get(self, id_: str) -> Source | None:
        """The source with this id."""
        return next((source for source in self.all if source.id == id_), None)


def shown(address: str) -> str:
    """`address` as people may see it: without user name and password."""
    return re.sub(r"(?<=//)[^/?#]*@", "", address)


def seconds_of(text: str) -> int | None:
    """A span such as `30m`, `6h`, `1d` or plain minutes, in seconds; `None` if it is no span."""
    span = _SPAN.fullmatch(text.strip().lower())
    return int(span[1]) * _SECONDS[span[2]] if span else None


def read_sources(path: Path) -> tuple[Sources, tuple[Problem, ...]]:
    """The sources of the file at `path`, which need not exist, and what was wrong with it."""
    try:
        text = read_toml(path)
    except TomlError as error:
        return Sources(), (unreadable_list(error),)
    return parse_sources(text, path)


def parse_sources(text: str, path: Path) -> tuple[Sources, tuple[Problem, ...]]:
    """As `read_sources`, of a text that stands in `path`."""
    try:
        values = parse_toml(text, path)
    except TomlError as error:
        return Sources(), (unreadable_list(error),)
    reader = _SourcesReader(path, text)
    return reader.read(values), tuple(reader.problems)


def unreadable_list(error: TomlError) -> Problem:
    """The list of sources cannot be read at all."""
    return Problem(
        error.where,
        Text("来源清单读不了（{r}）", "the list of sources is unreadable ({r})").format(
            r=error.reason
        ),
        Text("请改正这个文件", "mend the file"),
    )


class _SourcesReader(TomlReader):
    """Takes the values of one file over."""

    def read(self, values: Mapping[str, object]) -> Sources:
        self._no_others(values, (TABLE, "proxy"))
        proxy = values.get("proxy", "")
        if not isinstance(proxy, str) or not (
            proxy in ("", "env") or re.match(r"https?://.", proxy)
        ):
            self.expect("proxy", '"env", "http://…"')
            proxy = ""
        entries = values.get(TABLE, [])
        if not isinstance(entries, list):
            self.expect(TABLE, f"[[{TABLE}]]")
            entries = []
        starts = self.tables(TABLE, len(entries))
        found: dict[str, Source] = {}
        for start, entry in zip(starts, entries, strict=True):
            source = self._source(entry, start) if isinstance(entry, dict) else None
            if source is not None and source.id in found:
                self.wrong("id", Text("与前面的重复", "is taken by an earlier source"), start)
            elif source is not None:
                found[source.id] = source
        return Sources(tuple(found.values()), proxy)

    def _source(self, entry: Mapping[str, object], start: int) -> Source | None:
        self._no_others(entry, [each.name for each in fields(Source)], start)
        words = {key: self._words(entry, key, start) for key in ("id", "name", "url", "path")}
        if not ID.fullmatch(words["id"]):
            self.wrong(
                "id",
                Text("不能用：编号{r}", "cannot be used: an id {r}").format(r=ID_RULE),
                start,
            )
            return None
        if bool(words["url"]) == bool(words["path"]):
            self.wrong(
                "url", Text("url 和 path 应有且只有一个", "or path: give one of them"), start
            )
            return None
        genre = self._words(entry, "genre", start)
        if genre and genre not in list(Genre):
            self.expect("genre", ", ".join(Genre), start)
            genre = ""
        return Source(
            **words,
            group=self._words(entry, "group", start),
            topics=self._topics(entry.get("topics", []), start),
            genre=genre,
            column=self._words(entry, "column", start),
            interval=self._span(entry, "interval", start),
            limit=self._count(entry, "limit", start),
            timeout=self._span(entry, "timeout", start, plain=1),
            full_text=self.flag(entry, "full_text", start=start),
            images=self.flag(entry, "images", start=start),
            copy=self.flag(entry, "copy", start=start),
            enabled=self.flag(entry, "enabled", True, start),
            headers=self._headers(entry.get("headers", {}), start),
        )

    def _no_others(
        self, values: Mapping[str, object], known: Collection[str], start: int = 0
    ) -> None:
        """Note each key that is not one of `known`, in the order of the file."""
        for key in values:
            if key not in known:
                self.wrong(key, Text("没有这个设置", "there is no such setting"), start)

    def _words(self, entry: Mapping[str, object], key: str, start: int) -> str:
        value = entry.get(key, "")
        if isinstance(value, str):
            return value.strip()
        self.expect(key, '"…"', start)
        return ""

    def _count(self, entry: Mapping[str, object], key: str, start: int) -> int:
        value = entry.get(key, 0)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.expect(key, "1, 2, 3 …", start)
        return 0

    def _span(self, entry: Mapping[str, object], key: str, start: int, plain: int = 60) -> int:
        value = entry.get(key, 0)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1_000_000:
            return value * plain
        seconds = seconds_of(value) if isinstance(value, str) else None
        if seconds is None:
            self.expect(key, '"30m", "6h", "1d"', start)
        return seconds or 0

    def _topics(self, value: object, start: int) -> tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(one, str) and one for one in value):
            return tuple(dict.fromkeys(value))
        self.expect("topics", '["…"]', start)
        return ()

    def _headers(self, value: object, start: int) -> dict[str, str]:
        if not isinstance(value, dict):
            self.expect("headers", '{ Name = "…" }', start)
            return {}
        headers: dict[str, str] = {}
        for name, text in value.items():
            usable = isinstance(text, str) and _HEADER_VALUE.fullmatch(text)
            if usable and _HEADER.fullmatch(name):
                headers[name] = text
            else:
                self.expect(name, '"…" (ASCII)', self.line("headers", start))
        return headers
