"""Entry point of `vibe`, `vibe-reader` and `python -m vibe_tui`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line."""
    from vibe_tui.cli.main import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
