"""Writes what a screen shows into a file, or hands it to the clipboard: in one of three forms.

The name of a new file is offered. One that is there already is replaced only when that is wanted;
an empty name means the clipboard. Making the text and writing it are done in a thread.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.files import create_text, write_text
from vibe_tui.paths import short_path
from vibe_tui.text import Language, Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.screens import AskScreen, PromptScreen, TopScreen
from vibe_tui.tui.terminal.programs import copy

_TITLE = Text("导出", "Export")
_FORMS = (
    ("m", Text("Markdown", "Markdown")),
    ("h", Text("HTML 网页", "HTML")),
    ("t", Text("纯文本", "plain text")),
    ("escape", Text("取消", "cancel")),
)
_ENDINGS = {"m": ("md", ".md"), "h": ("html", ".html"), "t": ("text", ".txt")}
"""The form by its key, and how the name of a file in it ends."""

_WHERE = Text("写到哪个文件；名字留空则复制", "The file to write; no name copies it")
_HINT = Text("enter 写入 · esc 取消", "enter writes · esc cancels")
_THERE = Text("{path} 已经有了，要替换吗", "{path} is there already: replace it?")
_WRITTEN = Text("已写入 {path}", "written to {path}")
_NOTHING = Text("没有可导出的内容", "there is nothing to export")
_NOT_WRITTEN = Text("写不了 {path}：{error}", "cannot write {path}: {error}")
_MOST_NAMES = 100

Made = Callable[[str], str]
"""Makes the text in a form: `md`, `html` or `text`. For a worker."""


def offer_export(
    screen: TopScreen[None], jobs: Jobs, language: Language, name: str, make: Made
) -> None:
    """Ask for a form and a file, and write what `make` makes there; `name` has no ending."""
    stem = name.replace("/", "-") or "vibe"

    def chosen(key: str | None) -> None:
        if key:
            form, ending = _ENDINGS[key]
            offered = short_path(str(_free_name(stem, ending)), whole=True)
            prompt = PromptScreen(_TITLE, _WHERE.pick(language), offered, _HINT, language)
            screen.app.push_screen(prompt, lambda path: named(form, path))

    def named(form: str, path: str | None) -> None:
        if path is not None:
            jobs.run("export", lambda _: make(form), lambda text: write(text, path), screen.tell)

    def write(text: str, path: str) -> None:
        if not text.strip():
            screen.say(_NOTHING)
        elif not path:
            copy(screen, text, words.characters(len(text)))
        else:
            _write(screen, jobs, language, Path(path).expanduser(), text)

    screen.app.push_screen(AskScreen(_TITLE, Text(name, name), _FORMS, language), chosen)


def _write(screen: TopScreen[None], jobs: Jobs, language: Language, path: Path, text: str) -> None:
    def attempt(cancelled: object) -> bool:
        return _attempt(path, lambda: create_text(path, text))

    def replace(key: str | None) -> None:
        if key:
            jobs.run("export", lambda _: _attempt(path, overwrite), lambda _: say(), screen.tell)

    def overwrite() -> bool:
        write_text(path, text)
        return True

    def say() -> None:
        screen.say(_WRITTEN.format(path=shown))

    def done(is_new: bool) -> None:
        if is_new:
            say()
        else:
            ask = AskScreen(_TITLE, _THERE.format(path=shown), words.YES_NO, language)
            screen.app.push_screen(ask, replace)

    shown = short_path(str(path.absolute()), whole=True)
    jobs.run("export", attempt, done, screen.tell)


def _attempt(path: Path, write: Callable[[], bool]) -> bool:
    try:
        return write()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise VibeError(_NOT_WRITTEN.format(path=str(path), error=reason)) from error


def _free_name(stem: str, ending: str) -> Path:
    """A file in the current folder that is not there yet."""
    folder = Path.cwd()
    names = (f"{stem}-{number}" if number > 1 else stem for number in range(1, _MOST_NAMES))
    paths = [folder / f"{name}{ending}" for name in names]
    return next((path for path in paths if not path.exists()), paths[0])
