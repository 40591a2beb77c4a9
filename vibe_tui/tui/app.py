"""The reader as a Textual app: themes, keys, palette, and a terminal left as it was found.

The app holds the service and gives it to its screens; what a person does is in the screens. It
turns errors into one line each, literally: no text from outside is markup here.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import Any, ClassVar

from textual import events, on
from textual.app import SystemCommand
from textual.binding import BindingType
from textual.command import CommandPalette, Provider
from textual.driver import Driver
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from vibe_tui.clean import clean_line
from vibe_tui.config import Config, SettingsWatch
from vibe_tui.errors import Problem, VibeError
from vibe_tui.paths import short_path
from vibe_tui.service import Service
from vibe_tui.text import Text
from vibe_tui.tui.actions import all_actions, bindings, sections
from vibe_tui.tui.jobs import Jobs, Threads
from vibe_tui.tui.keys import (
    Action,
    Count,
    Scope,
    help_key,
    keymap,
    meant_key,
    show_key,
    show_keys,
    with_keys,
)
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.look.themed_app import ThemedApp
from vibe_tui.tui.messages import ReportChosen, ResultChosen, Said, WentWrong
from vibe_tui.tui.screens import keep_caret
from vibe_tui.tui.start import Asked, keys_in_force
from vibe_tui.tui.status import Notices, StatusBar, keys_taken
from vibe_tui.tui.terminal.driver import write_crash_log

_THEME = Text("换主题", "Change theme")
_THEME_HELP = Text("从列表里选一个主题", "Pick a theme from a list")
ROOM_FOR_PATHS = 60
"""Columns from which the path of what is wrong is said, not only the file's name."""

ROOM_FOR_PALETTE = 8
"""Columns that the palette needs."""

ENDING_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGALRM", "SIGUSR1", "SIGUSR2")
    if hasattr(signal, name)
)
"""Signals that end a program, and leave it the time to tidy up."""

LOOK_EVERY = 2.0
"""Seconds between looks at the file of settings."""

_SETTINGS = Text("设置已更新", "settings taken in")
_SETTINGS_LATER = Text(
    "设置已更新；其中一些下次启动生效", "settings taken in; some need a new start"
)
_FIND_COMMAND = Text("输入以查找操作…", "Type to find an action…")
_FIND_THEME = Text("输入以查找主题…", "Type to find a theme…")
_NO_SUCH_KEY = Text("{key} 不是这里的键；{help} 看全部", "{key} is no key here; {help} shows all")
_STOPPED = Text("已停止；做完的留着", "stopped; what is done stays")
_HOW_TO_QUIT = Text("按 ‹quit› 退出", "Press ‹quit› to quit")
_JOB_FAILED = Text("后台任务 {name} 出错：{error}", "background job {name} failed: {error}")
_CRASHED = Text(
    "vibe 出错退出：{error}。详情在 {log}，请随问题报告附上",
    "vibe stopped on an error: {error}. Details are in {log}; please attach it to a report",
)


def _actions_by_name() -> type[Provider]:
    from vibe_tui.tui.help import ActionProvider

    return ActionProvider


class VibeApp(ThemedApp, inherit_bindings=False):
    """The reader on one library."""

    CSS_PATH: ClassVar[str | PurePath | list[str | PurePath] | None] = [
        "app.tcss",
        "library/screen.tcss",
    ]
    TITLE = "Vibe"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.APP)]
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_actions_by_name}

    def __init__(
        self,
        service: Service,
        *,
        start: Path | None = None,
        problem: VibeError | None = None,
        dark: bool | None = None,
        asked: Asked | None = None,
    ) -> None:
        """`dark` is the terminal's background as far as known, `asked` what it may answer yet."""
        super().__init__(service, dark)
        self.asked = asked
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (150, "-vast")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (8, "-high")]
        self.language = service.config.language
        self.failure = ""
        config = service.config
        self.actions_in_force, problems = self._rebind(config)
        self._problems: list[Problem | VibeError] = [
            *problems,
            *([problem] if problem is not None else []),
        ]
        self._start = start
        self._count = Count()
        self._told_help = False
        self.set_keymap(keymap(all_actions(config.lenses), self.actions_in_force))
        shipped = {one.id for one in all_actions()}
        for one in self.actions_in_force:
            if one.id not in shipped:
                # The screens know the keys of the lenses that ship; these are the user's.
                self.bind(",".join(one.keys), f"screen.{one.method}", show=False)
        self._jobs = Jobs(self)

    def get_driver_class(self) -> type[Driver]:
        found = super().get_driver_class()
        if sys.platform == "win32":
            return found
        from textual.drivers.linux_driver import LinuxDriver

        from vibe_tui.tui.terminal.driver import SturdyDriver

        return SturdyDriver if found is LinuxDriver else found

    async def on_event(self, event: events.Event) -> None:
        """Take keys as they are meant while an input method is on, where no text is typed, and as
        often as the number before them says; what is pasted into a box, as one harmless line."""
        if isinstance(event, events.Paste) and isinstance(self.focused, Input):
            event.text = clean_line(event.text.strip())
        if isinstance(event, events.Key) and not event.is_forwarded:
            focused = self.focused
            key, character = meant_key(event.character or "")
            is_text = focused is not None and focused.check_consume_key(event.key, event.character)
            event = events.Key(key, character) if key and not is_text else event
            for _ in range(1 if is_text else self._count.times(event.key, self._bound)):
                await super().on_event(events.Key(event.key, event.character))
            return
        await super().on_event(event)

    def _bound(self, key: str) -> str | None:
        """The id of the action that a key has here, if it has one; `None` where it has no use."""
        active = self.screen.active_bindings.get(key)
        if active is not None:
            return active.binding.id or ""
        return None if keys_taken(self.focused, self.language) is None else ""

    def get_default_screen(self) -> Screen[None]:
        return MainScreen(self.service, self.actions_in_force, start=self._start)

    def on_mount(self) -> None:
        asyncio.get_running_loop().set_default_executor(Threads())
        self._catch_signals()
        for problem in self._problems:
            self.post_message(WentWrong(problem))
        self.call_after_refresh(self._follow_settings)

    # Settings

    def _follow_settings(self) -> None:
        """Offer the user's themes too, and take in what changes in the file of settings."""
        self.tell_all(self.load_themes())
        watch = SettingsWatch(self.service.paths.config, os.environ, self.language)
        self.check_theme()
        self._jobs.run("problems", lambda _: watch.problems(), self.tell_all, self._tell)

        def look() -> None:
            # One that took its place would find nothing new, and what this one found were lost.
            if not self._jobs.is_running("settings"):
                self._jobs.run("settings", lambda _: watch.look(), self._take_settings, self._tell)

        self.set_interval(LOOK_EVERY, look)

    def _take_settings(self, found: tuple[Config | None, tuple[Problem, ...]] | None) -> None:
        """Theme, keys and text width at once; the rest needs a new start, and that is said."""
        new, problems = found or (None, ())
        self.tell_all(problems)
        old = self.service.config
        if new is None or new == old:
            return
        # What draws pictures was loaded before the app began, or never will be.
        self.service.use(replace(new, images=old.images))
        if new.theme != old.theme:
            self.theme = self.chosen_theme(new.theme)
            self.check_theme()
        self.actions_in_force, problems = self._rebind(new)
        self.tell_all(problems)
        self.set_keymap(keymap(all_actions(old.lenses), self.actions_in_force))
        for screen in self.screen_stack:
            if isinstance(screen, MainScreen):
                screen.take_settings(new, self.actions_in_force)
        at_once = replace(
            new, theme=old.theme, keys=old.keys, preset=old.preset, text_width=old.text_width
        )
        self.post_message(Said(_SETTINGS if at_once == old else _SETTINGS_LATER))

    def _rebind(self, config: Config) -> tuple[tuple[Action, ...], tuple[Problem, ...]]:
        """The table with the user's keys, for the lenses that the app began with."""
        return keys_in_force(config, self.service.config.lenses, self.service.paths.config)

    def _tell(self, error: VibeError) -> None:
        self.post_message(WentWrong(error))

    # Words for people

    @on(WentWrong)
    def _went_wrong(self, event: WentWrong) -> None:
        problem = event.problem
        if isinstance(problem, Problem):
            where = short_path(problem.where, whole=self.size.width >= ROOM_FOR_PATHS)
            problem = replace(problem, where=where)
        self._warn(problem.line(self.language))

    @on(Said)
    def _said(self, event: Said) -> None:
        """At the foot of the screen where it has one, else as a toast."""
        text = with_keys(event.text, self.actions_in_force)
        words = clean_line(text.pick(self.language))
        bars = list(self.screen.query(StatusBar))
        if bars and bars[0].display:
            bars[0].say(words)
        else:
            self.notify(words, timeout=3, markup=False)

    @on(ResultChosen)
    def _result_chosen(self, event: ResultChosen) -> None:
        self._main_screen().open_result(event)

    @on(ReportChosen)
    def _report_chosen(self, event: ReportChosen) -> None:
        self._main_screen().open_chosen(event)

    def _main_screen(self) -> MainScreen:
        """The main screen, with nothing above it any more."""
        while not isinstance(self.screen, MainScreen):
            self.pop_screen()
        return self.screen

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR:
            error = _JOB_FAILED.format(name=event.worker.name, error=event.worker.error)
            self._warn(error.pick(self.language))

    def _warn(self, words: str) -> None:
        """Show a failure in lines of its own, or as a toast where a screen has none."""
        places = list(self.screen.query(Notices))
        if places:
            places[0].add(words)
        else:
            self.notify(clean_line(words), severity="warning", markup=False)

    # Actions of every screen

    def on_key(self, event: events.Key) -> None:
        """Send a key on its way again that was typed ahead of the screen it is meant for.

        Keys that follow the one that opens a screen were on their way to the old one. An input
        lets nothing that it takes come here, so what it would take never got to it.
        """
        focused = self.screen.focused
        taken = focused is not None and focused.check_consume_key(event.key, event.character)
        if taken and isinstance(focused, Input) and event.character:
            event.prevent_default()
            focused.replace(event.character, *focused.selection)
        elif taken or not self.screen.is_mounted:
            event.prevent_default()
            self.post_message(events.Key(event.key, event.character))
        elif not self._told_help and self._bound(event.key) is None:
            self._told_help = True
            words = {"key": show_key(event.key), "help": help_key(self.actions_in_force)}
            self.post_message(Said(_NO_SUCH_KEY.format(**words)))

    def action_help(self) -> None:
        from vibe_tui.tui.help import HelpScreen

        parts = [
            (heading, [self._in_force(action) for action in actions])
            for heading, actions in sections(self.service.config.lenses)
        ]
        self.push_screen(HelpScreen(parts, self.language))

    async def action_quit(self) -> None:
        self._save()
        await super().action_quit()

    def _save(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, MainScreen):
                screen.save()

    def action_stop(self) -> None:
        """End a sync or an indexing; where none goes on, the person may have meant to quit."""
        main = (screen for screen in self.screen_stack if isinstance(screen, MainScreen))
        stopped = next(main).stop()
        self.post_message(Said(_STOPPED if stopped else _HOW_TO_QUIT))

    @on(Driver.SignalResume)
    def action_redraw(self) -> None:
        """Draw everything again: something else wrote over it, or the shell had the terminal."""
        self.refresh(layout=True)

    def action_suspend(self) -> None:
        from vibe_tui.tui.terminal.programs import return_to_shell

        self._save()
        try:
            return_to_shell()
        except VibeError as error:
            self.post_message(WentWrong(error))

    def action_command_palette(self) -> None:
        """The palette, asking in the reader's language."""
        if not isinstance(self.screen, CommandPalette) and self.size.width >= ROOM_FOR_PALETTE:
            self._open_palette(_FIND_COMMAND, id="--command-palette")

    def _open_palette(self, ask: Text, **options: Any) -> None:
        palette = CommandPalette(placeholder=ask.pick(self.language), **options)
        keep_caret(palette, self)
        self.push_screen(palette)

    def on_resize(self, event: events.Resize) -> None:
        """Put the palette away where it has no room: Textual's list of options fails there."""
        if event.size.width < ROOM_FOR_PALETTE and isinstance(self.screen, CommandPalette):
            self.pop_screen()

    def search_themes(self) -> None:
        """The list of themes, asking in the reader's language."""
        from vibe_tui.tui.help import PaperProvider

        self._open_palette(_FIND_THEME, providers=[PaperProvider])

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: every action that the screen below can run."""
        scopes = {Scope.APP, *getattr(screen, "SCOPES", ())}
        for action in self.actions_in_force:
            if action.id != "palette" and scopes & set(action.scopes):
                yield SystemCommand(
                    f"{action.label.pick(self.language)}  {show_keys(action)}",
                    action.tooltip.pick(self.language),
                    partial(self._run, action, screen),
                )
        yield SystemCommand(
            _THEME.pick(self.language), _THEME_HELP.pick(self.language), self.action_change_theme
        )

    async def _run(self, action: Action, screen: Screen[object]) -> None:
        await self.run_action(action.method, self if Scope.APP in action.scopes else screen)

    def _in_force(self, action: Action) -> Action:
        return next((known for known in self.actions_in_force if known.id == action.id), action)

    # The terminal as it was

    def _catch_signals(self) -> None:
        """Quit in the ordinary way on signals that end it, so that the terminal is restored."""
        if sys.platform == "win32" or self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for number in ENDING_SIGNALS:
            loop.add_signal_handler(number, self._leave, 128 + number)

    def _leave(self, code: int) -> None:
        self._save()
        self.exit(code, return_code=code)

    def _fatal_error(self) -> None:
        """End after an exception nobody handled: one line for people, the rest in a file."""
        error = sys.exception()
        log = write_crash_log(self.service.paths.cache)
        name = f"{type(error).__name__}: {error}"
        self.failure = clean_line(_CRASHED.format(error=name, log=log).pick(self.language))
        self._close_messages_no_wait()
