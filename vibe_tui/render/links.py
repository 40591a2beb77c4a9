"""Which link targets may be opened, and how. Pure: opens nothing itself.

Only http, https and mail addresses leave the program; anchors and files beside the report stay
inside it; every other scheme is refused, whatever its case and the blanks before it.
"""

from __future__ import annotations

import re
from enum import Enum
from urllib.parse import unquote

from vibe_tui.clean import clean_line

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|webp|avif|bmp)(?:[?#].*)?$", re.IGNORECASE)
_OUTSIDE = {"http", "https", "mailto"}


class LinkKind(Enum):
    """Where a link leads."""

    OUTSIDE = "outside"
    ANCHOR = "anchor"
    FILE = "file"
    REFUSED = "refused"


def link_kind(target: str) -> LinkKind:
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


def shown_target(target: str) -> str:
    """A target as a person reads it: the names of files and headings in their own characters.

    What leaves the program stays as it is written, so that nothing in it is hidden.
    """
    inside = link_kind(target) in (LinkKind.ANCHOR, LinkKind.FILE)
    return clean_line(unquote(target) if inside else target)


def is_picture(target: str) -> bool:
    """Whether a target names a picture that can be shown."""
    return _PICTURE.search(target) is not None
