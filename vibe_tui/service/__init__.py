"""The one object that both front ends hold: everything they do with the library goes through it."""

from __future__ import annotations

from vibe_tui.library.walk import Root
from vibe_tui.service.service import NothingFoundError, Service

__all__ = ["NothingFoundError", "Root", "Service"]
