"""The layers of the design, checked statically and in a clean interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).resolve().parents[1]

CLEAN_START = """\
import sys
import vibe_tui.cli.main
loaded = {name.partition(".")[0] for name in sys.modules}
print(sorted(loaded & {"textual", "whoosh"}))
"""


def test_no_module_imports_a_higher_layer() -> None:
    assert (
        lint_imports(
            config_filename=str(ROOT / "pyproject.toml"), no_cache=True, is_debug_mode=False
        )
        == EXIT_STATUS_SUCCESS
    )


def test_the_command_line_loads_neither_screen_nor_index_and_makes_no_folder(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "VIBE_"))}
    done = subprocess.run(
        [sys.executable, "-B", "-c", CLEAN_START],
        env={**kept, "HOME": str(home), "PYTHONPATH": str(ROOT)},
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "[]", "")
    assert list(home.iterdir()) == []
