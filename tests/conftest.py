"""Fixtures for all tests: the real text where it is present, and a home of its own."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is slow; that is no fault of what is tested. The check tries the same examples each
# time, so that it fails for a change alone; `make torture` looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None, max_examples=300)
settings.load_profile("same")

SEED = Path(__file__).resolve().parents[2] / "shared" / "seeds" / "vibe-research.txt"


@pytest.fixture
def seed() -> Path:
    """The publication's text dump; a test that needs it skips on a machine without it."""
    if not SEED.is_file():
        pytest.skip("the publication's text is not on this machine")
    return SEED


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, so that the developer's own library and settings stay out."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(folder / name.lower()))
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("VIBE_LIBRARY", raising=False)
    return folder


@pytest.fixture(scope="session", autouse=True)
def heeded_signals() -> None:
    """Signals as in a terminal: a job in the background would hand ignored ones to its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
