"""Bytes made at random do no harm at any door; what did once stays a case.

`make fuzz` tries thousands; a find is written to the corpus, and is tried in each check from then.
`VIBE_FUZZ=8` in the environment tries others than the usual.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from itertools import islice

import pytest

from tests.fuzz import DOORS, FINDS, finds, inputs, knock

COUNT = 3000
SECONDS = 20


@pytest.mark.parametrize("door", DOORS)
def test_what_was_found_once_and_some_others(door: str) -> None:
    for data in (*finds(door), *islice(inputs(door, 0), 3)):
        knock(door, data)


def _too_long(*_: object) -> None:
    raise TimeoutError


@pytest.mark.fuzz
@pytest.mark.skipif(sys.platform == "win32", reason="no alarm")
@pytest.mark.parametrize("door", DOORS)
def test_fuzz(door: str) -> None:
    before = signal.signal(signal.SIGALRM, _too_long)
    found = []
    for data in islice(inputs(door, int(os.environ.get("VIBE_FUZZ", "1"))), COUNT):
        signal.alarm(SECONDS)
        try:
            knock(door, data)
        except BaseException as error:
            folder = FINDS / door
            folder.mkdir(parents=True, exist_ok=True)
            name = hashlib.blake2b(data, digest_size=6).hexdigest()
            (folder / name).write_bytes(data)
            found.append((name, repr(error)[:300]))
            if not isinstance(error, Exception):
                raise
        finally:
            signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert not found
