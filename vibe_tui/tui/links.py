"""Which link targets may be opened, and how. Pure: opens nothing itself.

Only http, https and mail addresses leave the program; anchors and files beside the report stay
inside it; every other scheme is refused, whatever its case and the blanks before it.
"""

from __future__ import annotations

import re
from enum import Enum

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_OUTSIDE = {"http", "https", "mailto"}


class LinkKind(Enum):
    """Where a link leads."""

    OUTSIDE = "outside"
    ANCHOR = "anchor"
    FILE = "file"
    REFUSED = "refused"


def kind_of(target: str) -> LinkKind:
    """What opening `target` would mean."""
    bare = "".join(char for char in target if char > " ")
    if not bare or (bare != target.strip() and _SCHEME.match(bare)):
        return LinkKind.REFUSED
    scheme = _SCHEME.match(bare)
    if scheme:
        return LinkKind.OUTSIDE if scheme.group(1).lower() in _OUTSIDE else LinkKind.REFUSED
    if bare.startswith("#"):
        return LinkKind.ANCHOR
    return LinkKind.REFUSED if bare.startswith(("//", "\\")) else LinkKind.FILE
