"""The bytes of a file to import as clean text, or a clear refusal.

Reading a report in the library shows broken bytes; importing one must not write them down. An
encoding that had to be guessed is taken only where the text then reads as what was expected.
Line breaks become `\\n`, control codes visible signs.
"""

from __future__ import annotations

from collections.abc import Callable

from vibe_tui.clean import clean_text
from vibe_tui.errors import VibeError
from vibe_tui.library import decode as lenient
from vibe_tui.text import Text

_BROKEN = "\ufffd"


def decode(data: bytes, where: str, *, is_sure: Callable[[str], bool]) -> str:
    """`data` as clean text; `is_sure` tells whether a guess reads as what is expected.

    Raises `VibeError` naming `where` when no encoding fits. A file that was cut in the middle of
    its last character loses those bytes.
    """
    text, oddity = lenient.decode(data)
    if oddity and b"\0" in data:
        for encoding in ("utf-16-le", "utf-16-be"):
            guess = data.decode(encoding, errors="replace")
            if _BROKEN not in guess and is_sure(guess):
                return clean(guess)
    if oddity and _BROKEN in text:
        whole = text.removesuffix(_BROKEN)
        if _BROKEN not in whole:
            return clean(whole)
        line = whole[: whole.index(_BROKEN)].count("\n") + 1
        raise VibeError(
            Text(f"{where}:{line}：认不出文字编码", f"{where}:{line}: unknown text encoding"),
            Text("请另存为 UTF-8 后再导入", "save it as UTF-8 and import it again"),
        )
    return clean(text)


def clean(text: str) -> str:
    """`text` without a byte order mark, with `\\n` for every line break and control codes seen."""
    return clean_text(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
