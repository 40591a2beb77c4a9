"""Runs groups of benchmarks; without names all of them."""

from __future__ import annotations

import argparse
from importlib import import_module

from .report import HOME, Report

GROUPS = ("search", "relevance", "topics", "page", "app", "first", "sync")
"""Modules of this folder with `measure(report)`."""


def main() -> int:
    """Run, then print the table; 1 where a budget was not kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    groups = parser.parse_args().groups or GROUPS
    report = Report()
    HOME.mkdir(parents=True, exist_ok=True)
    for name in groups:
        import_module(f".{name}", __package__).measure(report)
    print(f"\n{report.table()}")
    return 1 if any(row.kept is False for row in report.rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
