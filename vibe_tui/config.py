"""The settings of the user, checked: language, measures, lenses, topics, keys and theme.

`load_config` reads one TOML file and the locale; it never fails over a value. Each value that is
unknown or wrong gives one `Problem` that names file, line and key, and the default stands.
Writes nothing; `SAMPLE` is the documented form of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Literal, TypeVar

from vibe_tui.clean import clean_line
from vibe_tui.errors import Problem
from vibe_tui.model.report import TOPICS, Topic
from vibe_tui.model.section import LENSES, Lens, OwnNames, SectionKind
from vibe_tui.text import Language, Text
from vibe_tui.toml_file import TomlError, TomlReader, parse_toml, read_toml

Folded = Literal["fold", "hide"]
_Word = TypeVar("_Word", bound=str)

TEXT_WIDTHS = range(20, 401)
READ_AFTER = range(3601)
PRESETS = ("vim", "newsboat", "less")
"""Sets of keys that ship."""

SAMPLE = """\
# 界面语言 / language of the interface: "auto" (by locale), "zh", "en"
language = "auto"
# 正文最宽多少列 / widest text column, in cells
text_width = 88
# 打开多少秒后算已读；0 是只有读到末尾才算 / seconds after which an open report counts as
# read; 0: only its end does
read_after = 4
# 视图之外的章节：折叠成一行或隐藏 / sections outside a lens: "fold" or "hide"
folded = "fold"
# 自己的文库之外也列出自带报告 / list the bundled reports beside your own
show_bundled = false
# 主题 / theme: "auto"（随终端的深浅 / by the terminal's background）, "light", "dark",
# "terminal", 其他见命令面板 / others in the palette;
# 自己的主题写在本文件旁的 themes/名字.toml / your own: themes/NAME.toml beside this file
theme = "auto"
# 汉字与拉丁字母之间显示空隙 / show a gap between Han and Latin text
pangu = false
# 表格边框只用 ASCII / draw table borders in ASCII
ascii_borders = false
# 在报告里显示文库中的图片（要装 images 附加包）/ show pictures that are in the library
# inside reports (needs the extra "images")
images = false
# 鼠标 / mouse
mouse = true

# 改键：动作名 = 键 / keys by action id (see ? in the reader);
# preset 用别的程序的键，数字是次数 / the keys of another program, digits are counts:
# "vim", "newsboat", "less"；也可只写 keys = "vim" / or just keys = "vim"
[keys]
# preset = "vim"
# "next-section" = "]"

# 自己的视图 / a lens of your own
# [[lenses]]
# id = "risks"
# name = "风险"
# key = "9"
# kinds = ["limitations", "impact"]

# 自己笔记里的章节名属于哪一类（vibe doctor --headings 列出还没有类型的）/ what sections of
# your notes are for (vibe doctor --headings lists those that have no kind)
[kinds]
# limitations = ["踩坑"]

# 自己的主题词（写了就代替自带的表）/ topics of your own, instead of the ones that ship
# [[topics]]
# id = "agents"
# name = "智能体"
# keywords = ["agent", "智能体"]
"""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force. `keywords` holds the user's words per topic id, where given, `kinds`
    the names of sections per kind, `preset` the name of a set of keys that `keys` changes.

    `lines` tells on which line of the file a setting, or the key of an action, stands.
    """

    language: Language = "zh"
    text_width: int = 88
    read_after: int = 4
    folded: Folded = "fold"
    show_bundled: bool = False
    theme: str = "auto"
    pangu: bool = False
    ascii_borders: bool = False
    images: bool = False
    mouse: bool = True
    lenses: tuple[Lens, ...] = LENSES
    topics: tuple[Topic, ...] = TOPICS
    keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: OwnNames = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    preset: str = ""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def lens(self, id_: str) -> Lens | None:
        """The lens with this id."""
        return next((lens for lens in self.lenses if lens.id == id_), None)


SETTINGS = frozenset(f.name for f in fields(Config)) - {"keywords", "lines", "preset"}
"""The names that a file of settings may set at its top."""


def locale_language(environ: Mapping[str, str]) -> Language:
    """English where the locale says so, else Chinese."""
    locale = next((environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(k)), "")
    return "en" if re.match(r"en\b|en_", locale, re.IGNORECASE) else "zh"


def no_colour(environ: Mapping[str, str]) -> bool:
    """Whether the user wants no colour: an empty `NO_COLOR` says nothing."""
    return bool(environ.get("NO_COLOR"))


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether the terminal knows no codes, by its own word."""
    return environ.get("TERM", "").lower() in ("dumb", "unknown")


def load_config(
    path: Path, environ: Mapping[str, str], language: Language | None = None
) -> tuple[Config, tuple[Problem, ...]]:
    """The settings of the file at `path`, which need not exist, and what was wrong with it.

    `language` overrides both the file and the locale.
    """
    config, problems = _load(path, Config(language=locale_language(environ)))
    return replace(config, language=language or config.language), problems


def _load(path: Path, default: Config) -> tuple[Config, tuple[Problem, ...]]:
    try:
        text = read_toml(path)
        values = parse_toml(text, path)
    except TomlError as error:
        return default, (
            Problem(
                error.where,
                Text("配置读不了（{r}）", "unreadable settings ({r})").format(r=error.reason),
                Text("用默认设置", "The defaults are used"),
            ),
        )
    reader = _ConfigReader(path, text)
    return reader.read(values, default), tuple(reader.problems)


class _ConfigReader(TomlReader):
    """Builds a `Config` from the values of one file."""

    wrong_value = Text("“{k}” {w}，用默认值", '"{k}" {w}; the default is used')

    def read(self, values: Mapping[str, object], default: Config) -> Config:
        for key in values:
            if key not in SETTINGS:
                self.wrong(key, Text("没有这个设置", "there is no such setting"))
        topics, keywords = self._topics(values.get("topics"), default.topics)
        theme = values.get("theme", default.theme)
        if not isinstance(theme, str):
            self.expect("theme", '"auto"')
            theme = default.theme
        keys, preset = self._keys(values.get("keys"))
        language: Language | Literal["auto"] = self._choice(
            values, "language", ("auto", "zh", "en"), "auto"
        )
        return replace(
            default,
            language=default.language if language == "auto" else language,
            text_width=self.number(values, "text_width", TEXT_WIDTHS, default.text_width),
            read_after=self.number(values, "read_after", READ_AFTER, default.read_after),
            folded=self._choice(values, "folded", ("fold", "hide"), default.folded),
            show_bundled=self.flag(values, "show_bundled", default.show_bundled),
            theme=theme,
            pangu=self.flag(values, "pangu", default.pangu),
            ascii_borders=self.flag(values, "ascii_borders", default.ascii_borders),
            images=self.flag(values, "images", default.images),
            mouse=self.flag(values, "mouse", default.mouse),
            lenses=self._lenses(values.get("lenses"), default.lenses),
            topics=topics,
            keywords=keywords,
            kinds=self._kinds(values.get("kinds")),
            keys=keys,
            preset=preset,
            lines={
                **{name: self.line(name) for name in values},
                **{action: self.line(action, self.line("keys")) for action in keys},
            },
        )

    def _choice(
        self, values: Mapping[str, object], key: str, allowed: tuple[_Word, ...], default: _Word
    ) -> _Word:
        value = values.get(key, default)
        for one in allowed:
            if one == value:
                return one
        self.expect(key, ", ".join(f'"{one}"' for one in allowed))
        return default

    def _keys(self, value: object) -> tuple[dict[str, str], str]:
        """The keys by action, and the name of a set of keys."""
        keys: dict[str, str] = {}
        where, value = ("preset", value) if isinstance(value, dict) else ("keys", {"preset": value})
        preset = value.get("preset")
        if preset is not None and preset not in PRESETS:
            self.expect(where, ", ".join(f'"{one}"' for one in PRESETS))
            preset = None
        for action, chosen in value.items():
            if action == "preset":
                continue
            if isinstance(chosen, str) and chosen.strip():
                keys[action] = chosen
            else:
                self.expect(action, '"x"')
        return keys, str(preset or "")

    def _kinds(self, value: object) -> OwnNames:
        if value is not None and not isinstance(value, dict):
            self.expect("kinds", "[kinds]")
        found: list[tuple[SectionKind, tuple[str, ...]]] = []
        for kind, names in value.items() if isinstance(value, dict) else ():
            if kind not in list(SectionKind):
                self.expect(kind, ", ".join(SectionKind))
            elif not isinstance(names, list) or not all(isinstance(n, str) and n for n in names):
                self.expect(kind, '["…"]')
            else:
                found.append((SectionKind(kind), tuple(names)))
        return tuple(found)

    def _lenses(self, value: object, default: tuple[Lens, ...]) -> tuple[Lens, ...]:
        lenses = {lens.id: lens for lens in default}
        for at, entry in self._entries(value, "lenses"):
            kinds = entry.get("kinds", [])
            names = [k for k in kinds if isinstance(k, str)] if isinstance(kinds, list) else []
            unknown = [name for name in names if name not in list(SectionKind)]
            if not names or unknown:
                self.expect("kinds", ", ".join(SectionKind), at)
                continue
            id_, key = str(entry["id"]), entry.get("key", "")
            if not isinstance(key, str):
                self.expect("key", '"9"', at)
                key = ""
            kept = frozenset(SectionKind(name) for name in names)
            lenses[id_] = Lens(id_, _name(entry), key, kept)
        return tuple(lenses.values())

    def _topics(
        self, value: object, default: tuple[Topic, ...]
    ) -> tuple[tuple[Topic, ...], dict[str, tuple[str, ...]]]:
        topics: dict[str, Topic] = {}
        keywords: dict[str, tuple[str, ...]] = {}
        for at, entry in self._entries(value, "topics"):
            id_ = str(entry["id"])
            words = entry.get("keywords", [])
            if not isinstance(words, list) or not all(isinstance(w, str) and w for w in words):
                self.expect("keywords", '["…"]', at)
                words = []
            topics[id_] = Topic(id_, _name(entry))
            if words:
                keywords[id_] = tuple(words)
        return tuple(topics.values()) or default, keywords

    def _entries(self, value: object, table: str) -> list[tuple[int, dict[str, object]]]:
        """The usable `[[table]]` entries, each with its line."""
        if value is None:
            return []
        if not isinstance(value, list):
            self.expect(table, f"[[{table}]]")
            return []
        entries: list[tuple[int, dict[str, object]]] = []
        for at, entry in zip(self.tables(table, len(value)), value, strict=True):
            id_ = entry.get("id") if isinstance(entry, dict) else None
            if isinstance(id_, str) and re.fullmatch(r"[\w-]+", id_):
                entries.append((at, entry))
            else:
                self.expect("id", '"a-name"', at)
        return entries


def _name(entry: Mapping[str, object]) -> Text:
    """How an entry is called, as it may be shown; by its id where it has no name."""
    id_ = entry["id"]
    name = entry.get("name", id_)
    zh, en = (name.get("zh"), name.get("en")) if isinstance(name, dict) else (name, name)
    return Text(clean_line(str(zh or en or id_)), clean_line(str(en or zh or id_)))


_KEPT = Text("沿用现在的设置", "Those in force stay")


class SettingsWatch:
    """Looks at the file when asked. The language stays the one the program began with."""

    def __init__(self, path: Path, environ: Mapping[str, str], language: Language) -> None:
        self._path = path
        self._environ = environ
        self._language: Language = language
        self._seen = self._stamp()

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the settings that the program began with."""
        return load_config(self._path, self._environ, self._language)[1]

    def look(self) -> tuple[Config | None, tuple[Problem, ...]] | None:
        """The settings and what is wrong with them, where the file changed since the last look.

        A file that is broken for now, as while it is being written, gives no settings.
        """
        stamp = self._stamp()
        if stamp == self._seen:
            return None
        self._seen = stamp
        config, problems = load_config(self._path, self._environ, self._language)
        try:
            parse_toml(read_toml(self._path), self._path)
        except TomlError:
            return None, tuple(replace(problem, hint=_KEPT) for problem in problems)
        return config, problems

    def _stamp(self) -> tuple[int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return (0, 0)
        return (found.st_mtime_ns, found.st_size)
