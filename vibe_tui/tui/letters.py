"""The letters by which one of several things is picked: those under the fingers first. Pure."""

from __future__ import annotations

from itertools import islice, product

LETTERS = "asdfghjklqwertyuiopzxcvbnm"


def labels(count: int, first: str = "") -> list[str]:
    """Letters for `count` things: one each while they last, else two or more, never a prefix.

    The first thing has the letter `first`, where one is named and letters last.
    """
    if count <= len(LETTERS):
        return list((first + LETTERS.replace(first, "") if first else LETTERS)[:count])
    length = 2
    while len(LETTERS) ** length < count:
        length += 1
    return ["".join(letters) for letters in islice(product(LETTERS, repeat=length), count)]
