"""A report with its text, split into front matter and sections.

Reading bytes as text never fails: broken ones become `�`, and that is said.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.clean import line_feeds
from vibe_tui.errors import Problem, VibeError
from vibe_tui.files import read_regular
from vibe_tui.model.report import NO_PAPER, Paper, Report
from vibe_tui.model.section import OwnNames, Section
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.library.front_matter import FrontMatter, Meta


@dataclass(frozen=True, slots=True)
class Opened:
    """A report with its text: `text` is the whole file, `body` what follows the front matter.

    `paper` is the one that the text is about.
    """

    report: Report
    text: str
    body: str
    sections: tuple[Section, ...]
    meta: Meta = field(default_factory=dict)
    paper: Paper = NO_PAPER
    problems: tuple[Problem, ...] = ()


def read_report(report: Report, text: str | None = None, own: OwnNames = ()) -> Opened:
    """`report` from its file, or from `text`. Raises `VibeError` where it cannot be read.

    `own` are the names of sections in the settings.
    """
    if text is not None:
        return _opened(report, text, own)
    from vibe_tui.library.walk import incoming_beside, no_access

    path = report.path
    try:
        data = read_regular(Path(path))
    except OSError as error:
        problem = no_access(path, error)
        zh, en = problem.message.zh, problem.message.en
        raise VibeError(Text(f"{path} {zh}", f"{path} {en}"), problem.hint) from error
    text, odd = decode_report(data)
    problems = [Problem(path, odd)] if odd else []
    if beside := incoming_beside(path):
        problems.append(beside)
    return _opened(report, text, own, tuple(problems))


def sections_of(report: Report, text: str | None, own: OwnNames) -> tuple[Section, ...]:
    """The top-level sections of `read_report(report, text, own)`."""
    return read_report(report, text, own).sections


def _opened(report: Report, text: str, own: OwnNames, problems: tuple[Problem, ...] = ()) -> Opened:
    """`report` with `text`; `problems` are those of reading it."""
    from vibe_tui.library.metadata import paper_in

    front, title, sections = parse_report(text, report.path, own)
    paper = paper_in(front.meta, sections, title)
    problems = (*problems, *front.problems)
    return Opened(report, text, front.body, sections, front.meta, paper, problems)


def parse_report(
    text: str, where: str, own: OwnNames = ()
) -> tuple[FrontMatter, str, tuple[Section, ...]]:
    """Front matter, title and sections of a whole file; `where` is its path.

    Sections have the names that are known, those of the settings (`own`), and those that the front
    matter gives them: `sections: {limitations: [踩坑]}`.
    """
    # Imported here: a start that reads no file needs no parser.
    from vibe_tui.library.front_matter import read_front_matter
    from vibe_tui.library.metadata import own_names, title_in
    from vibe_tui.library.split import split_at
    from vibe_tui.render.outline import headings_of

    front = read_front_matter(text, where)
    found = headings_of(front.body)
    first = found[0].text if found else ""
    title = title_in(front, first, where)
    own = (*own, *own_names(front.meta))
    return front, title, split_at(front.body, found, front.body_line, title, own)


BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BROKEN = Text("有无法解码的字节，显示为 �", "holds bytes that are no text; they are shown as �")
_GUESSED = Text("不是 UTF-8，按 GB18030 读取", "is not UTF-8; read as GB18030")


def decode_report(data: bytes) -> tuple[str, Text | None]:
    """The text with `\\n` for every line break, and what was odd about its encoding."""
    text, oddity = _decoded(data)
    return line_feeds(text), oddity


def _decoded(data: bytes) -> tuple[str, Text | None]:
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _as(data[len(mark) :], encoding)
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        if error.start < len(data) - 4 and b"\0" not in data:
            text, problem = _as(data, "gb18030")
            if problem is None and _reads_as_chinese(text):
                return text, _GUESSED
    return _as(data, "utf-8")


def _as(data: bytes, encoding: str) -> tuple[str, Text | None]:
    try:
        return data.decode(encoding), None
    except UnicodeDecodeError:
        return data.decode(encoding, errors="replace"), _BROKEN


def _reads_as_chinese(text: str) -> bool:
    """Whether what is not ASCII is mostly common Han characters and their punctuation."""
    beyond = [char for char in text[:20_000] if char > "\x7f"]
    common = sum(
        "\u4e00" <= char <= "\u9fff" or "\u3000" <= char <= "\u301f" or "\uff00" <= char <= "\uff5e"
        for char in beyond
    )
    return common > 0.9 * len(beyond)
