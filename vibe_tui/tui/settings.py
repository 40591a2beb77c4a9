"""Notices that the file of settings changed, and reads it anew. For a worker.

A file that is broken for now gives its problems and no settings: those in force stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from vibe_tui.config import Config, load_config
from vibe_tui.errors import Problem
from vibe_tui.text import Language, Text

_KEPT = Text("沿用现在的设置", "Those in force stay")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the file says now, `None` where it cannot be read, and what is wrong with it."""

    config: Config | None
    problems: tuple[Problem, ...]


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

    def look(self) -> Settings | None:
        """The settings, where the file changed since the last look."""
        stamp = self._stamp()
        if stamp == self._seen:
            return None
        self._seen = stamp
        config, problems = load_config(self._path, self._environ, self._language)
        if self._is_whole():
            return Settings(config, problems)
        return Settings(None, tuple(replace(problem, hint=_KEPT) for problem in problems))

    def _is_whole(self) -> bool:
        """Whether the file is TOML at all; an editor may be in the middle of writing it."""
        import tomllib

        try:
            tomllib.loads(self._path.read_text("utf-8-sig"))
        except FileNotFoundError:
            return True
        except (OSError, ValueError):
            return False
        return True

    def _stamp(self) -> tuple[int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return (0, 0)
        return (found.st_mtime_ns, found.st_size)
