"""Building the index in other processes, from a program that owns the screen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BUILD = """
import sys
from pathlib import Path
from tests.search.library import TODAY, entry
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query

class Screen:
    def write(self, text): return len(text)
    def flush(self): return None
    def fileno(self): return -1

sys.stderr = Screen()
many = [entry(f"r{n}", "正文里的词") for n in range(120)]
index = Index(Path(sys.argv[1]))
index.update(many, workers=2)
answer = index.search(parse_query("正文", TODAY), [entry.report for entry in many])
print(answer.total, answer.note)
"""


def test_an_index_is_built_where_standard_error_is_no_file(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", BUILD, str(tmp_path / "index")],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (run.returncode, run.stdout) == (0, "120 None\n"), run.stdout


ENDLESS = """
import sys
from itertools import count
from pathlib import Path
from tests.search.library import entry
from vibe_tui.search.index import Index

def progress(done):
    if done:
        print("working", flush=True)

Index(Path(sys.argv[1])).update(
    (entry(f"r{n}", "正文里的词" * 50) for n in count()), progress=progress, workers=2
)
"""


def test_workers_end_with_a_program_that_was_killed(tmp_path: Path) -> None:
    """They have its standard output too: it ends only when the last of them has."""
    program = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(tmp_path / "index")],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "working\n"
    program.kill()
    program.communicate(timeout=60)
