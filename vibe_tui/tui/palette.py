"""What the palette finds: actions and themes, and in the reader's language that it finds none."""

from __future__ import annotations

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.system_commands import SystemCommandsProvider
from textual.theme import ThemeProvider

from vibe_tui.text import Language, Text

_NONE = Text("没有匹配", "no match")


class ActionProvider(SystemCommandsProvider):
    """The app's actions by name; before anything is typed, in the order of the help sheet."""

    async def discover(self) -> Hits:
        """All actions."""
        for name, help_text, run, _ in self.app.get_system_commands(self.screen):
            yield DiscoveryHit(name, run, help=help_text)

    async def search(self, query: str) -> Hits:
        """The actions whose names match."""
        async for hit in _or_none(super().search(query), self):
            yield hit


class PaperProvider(ThemeProvider):
    """Themes by name."""

    async def search(self, query: str) -> Hits:
        """The themes whose names match."""
        async for hit in _or_none(super().search(query), self):
            yield hit


async def _or_none(hits: Hits, provider: Provider) -> Hits:
    """`hits`, or a line that says there are none; to choose it changes nothing."""
    empty = True
    async for hit in hits:
        empty = False
        yield hit
    if empty:
        language: Language = getattr(provider.app, "language", "zh")
        yield Hit(1, _NONE.pick(language), lambda: None)
