"""Benchmarks: `python -m tests.bench [GROUP …]` prints one table of ratios beside peers.

A group is a module here with `measure(report) -> None`, named in `__main__.GROUPS`; it calls
`report.add` for each row. Ratios within one run on one machine are what counts.
"""
