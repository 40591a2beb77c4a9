"""Checked values of options, shared by the commands."""

from __future__ import annotations

from argparse import ArgumentTypeError


def count(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isdecimal() or not (value := int(text)):
        raise ArgumentTypeError(f"{text!r}: 1, 2, 3 …")
    return value


def width(text: str) -> int:
    """Cells of a page, 10 to 1000."""
    if not text.isdecimal() or not 10 <= (value := int(text)) <= 1000:
        raise ArgumentTypeError(f"{text!r}: 10 … 1000")
    return value
