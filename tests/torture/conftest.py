"""For torture: a server on this machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sync.web import WebServer, serving


@pytest.fixture
def web() -> Iterator[WebServer]:
    """A server on this machine."""
    with serving() as server:
        yield server
