"""The one object that both front ends hold: everything they do with the library goes through it."""

from __future__ import annotations

from vibe_tui.library.opened import Opened
from vibe_tui.library.walk import Root
from vibe_tui.service.service import Listing, NothingFoundError, Service
from vibe_tui.state.reading import Mark

__all__ = ["Listing", "Mark", "NothingFoundError", "Opened", "Root", "Service"]
