"""Entry point of `vibe`, `vibe-reader` and `python -m vibe_tui`."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run the command line, with file names and words in UTF-8 whatever the locale says."""
    if sys.getfilesystemencoding() != "utf-8" and not sys.flags.utf8_mode:
        python = [sys.executable, "-X", "utf8", "-P", "-m", "vibe_tui"]
        os.execv(sys.executable, [*python, *sys.argv[1:]])
    from vibe_tui.cli.main import run_command
    from vibe_tui.stuck import end_process

    try:
        code = run_command()
    except SystemExit as end:
        # A reader that was sent a signal.
        code = end.code if isinstance(end.code, int) else 1
    return end_process(code)


if __name__ == "__main__":
    sys.exit(main())
