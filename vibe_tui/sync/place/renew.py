"""Brings the file of a report to the text that its source has now, or sets that text beside it.

A file that its user edited is never overwritten, nor is a text by one that says less: much shorter,
empty, or of an answer that broke off. Such a text goes beside the file, as `<stem>.incoming.md`; an
empty one is dropped; both are told. What stands beside it and was edited, or says more, stays as
well: the next goes to `<stem>.incoming-2.md`.

Answers break off, paywalls close, and servers cut: what is left of an article then says less. A
correction may shorten a text by some words or a part; what takes a third of it away or nothing but
its end, or leaves only an invitation to read it elsewhere, is no correction.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.front_matter import FrontMatter, dump_front_matter, read_front_matter
from vibe_tui.library.store import Store
from vibe_tui.library.walk import MOST_BESIDE, beside
from vibe_tui.state.origins import Origin, Origins, content_hash
from vibe_tui.sync.incoming import ORDER, Incoming, Tally
from vibe_tui.sync.papers import enriched, is_stub
from vibe_tui.sync.place.known import hash_of_text, is_import, read
from vibe_tui.text import Text

_TARGET = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<?\bhttps?://[^\s>]+>?")
_HAN = re.compile("[\u3400-\u9fff]")
_MORE = re.compile(
    r"subscri|sign(?:ing)?[ -]?(?:in|up)\b|log[ -]?in\b|paywall|(?:members?|subscribers?)[ -]only"
    r"|read (?:more|on|the (?:full|whole|rest))|continue reading|full (?:article|text|story)"
    r"|no longer available|订阅|登[录陆]|注册|会员|付费|继续阅读|(?:阅读|查看)(?:全文|原文|更多)",
    re.IGNORECASE,
)
_CUT_MARK = re.compile(r".?[\s\\\[]*(?:…|\.\.|&hellip;)", re.DOTALL)
_FEW = 24
"""Of a text that has lost no more than this, nothing can be told by its length."""
_TEASER = 400
"""What has more than this is no invitation any more."""


def amount(body: str) -> int:
    """How much Markdown says: its letters and digits, without addresses, a Han one for two."""
    words = _TARGET.sub("]", body)
    return sum(map(str.isalnum, words)) + len(_HAN.findall(words))


def says_nothing(body: str) -> bool:
    """Whether Markdown has neither a word nor a picture."""
    return amount(body) == 0 and "![" not in body


def says_less(new: str, stored: str) -> bool:
    """Whether the Markdown `new` is much less than `stored`, or its beginning and then nothing but
    what leads to the rest."""
    now, before = amount(new), amount(stored)
    if now >= before:
        return False
    if now == 0 or (before - now > _FEW and 3 * now < 2 * before):
        return True
    here, there = _from_where_they_part(new, stored)
    if amount(here) > _TEASER:
        return False
    leads = _CUT_MARK.match(here) or (_MORE.search(here) and not _MORE.search(there))
    return bool(leads) or len(here) <= 1


def begins(text: str, start: str) -> bool:
    """Whether `text` begins with `start`, whose last character may be cut."""
    return len(_from_where_they_part(start, text)[0]) <= 1


def _from_where_they_part(one: str, other: str) -> tuple[str, str]:
    one, other = one.strip(), other.strip()
    pairs = enumerate(zip(one, other, strict=False))
    at = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    return one[at:], other[at:]


_WRITTEN = frozenset((*ORDER, "stub"))
"""Front matter that is the source's to change; what else is there is its user's."""

_BEGUN = "begun:"
"""Before the hash of what is being written to a file, where its source's word is kept."""

_EDITED = Text("你改过这篇，新内容在 {f}", "you edited this report; the new text is in {f}")
_LESS = Text(
    "新内容比原来少得多，没有覆盖；在 {f}",
    "the new text is much shorter and did not replace it; it is in {f}",
)
_BROKE_OFF = Text(
    "这次没有传完，没有覆盖；新内容在 {f}",
    "the answer broke off and did not replace it; the new text is in {f}",
)
_BLANK = Text("来源现在的内容是空的，保留了原文", "the source's text is empty now; it was kept")
_TOO_MANY = Text("旁边的新内容太多", "too many texts stand beside it")


class Fate(Enum):
    """What happens to the file of one report."""

    ADD = "add"
    UPDATE = "update"
    KEEP = "keep"
    SET_BESIDE = "set beside"


def fate_of(*, current: str, written: str, new: str) -> Fate:
    """What to do with a report that has a file; all three are hashes of a whole file.

    `current` is what stands there, empty where the file is gone; `written` what was last written
    there, empty where nobody remembers; `new` what the source has now. A file that differs from
    what was last written was edited by its user and is never overwritten.
    """
    if not current:
        return Fate.ADD
    if current == new or written == new:
        return Fate.KEEP
    return Fate.UPDATE if current == written else Fate.SET_BESIDE


class Renewal:
    """Renews the files of one library."""

    def __init__(self, store: Store, origins: Origins) -> None:
        self._store = store
        self._origins = origins

    def renew(self, report: Incoming, text: str, origin: Origin, entry: str, tally: Tally) -> str:
        """Bring the file of a report to the `text` that its source has now; the hash of what counts
        as written there then. `entry` is what the source says."""
        path = self._store.path(origin.path)
        data = read(path)
        current = content_hash(data) if data else ""
        new = hash_of_text(text)
        # What was being written when a run was killed was written, and edited by nobody.
        written = current if origin.entry == f"{_BEGUN}{current}" else origin.hash
        fate = fate_of(current=current, written=written, new=new)
        if current and report.settled:
            fate = Fate.KEEP
        if fate in (Fate.UPDATE, Fate.SET_BESIDE):
            there = read_front_matter(data.decode("utf-8", "replace"), str(path))
            if report.stub and not is_stub(there.meta):
                return self._add_to(report, path, data, there, written, tally)
            if not written and there.body.strip() == report.body.strip():
                # Nobody remembers what was written, and this is what the source says.
                tally.unchanged += 1
                return current
            text = _merged(report, there.meta)
            new = hash_of_text(text)
            fate = fate_of(current=current, written=written, new=new)
            said_before = bool(entry) and _said(entry) == _said(origin.entry)
            if _is_poorer(report, there) or (fate is Fate.SET_BESIDE and said_before):
                fate = Fate.KEEP
            elif fate is Fate.UPDATE and (why := _held_back(report, there)):
                self._set_beside(path, report, text, why, tally)
                return written
            if fate is Fate.UPDATE:
                self._origins.record("", (), origin.path, written, f"{_BEGUN}{new}")
        if fate is Fate.KEEP:
            tally.unchanged += 1
        elif fate is Fate.SET_BESIDE or not self._store.update(path, text, data):
            # A file that is that text one day was brought up to date by its user.
            self._set_beside(path, report, text, _EDITED, tally)
            return new
        else:
            (tally.added if fate is Fate.ADD else tally.updated).append(path.stem)
            current = new
        if current != new:
            return written
        self._clear_beside(path)
        return new

    def _set_beside(self, path: Path, report: Incoming, text: str, why: Text, tally: Tally) -> None:
        """Write the `text` of a report beside its file at `path`, and say `why`."""
        if says_nothing(report.body):
            tally.skipped.append(Problem(path.stem, _BLANK))
            return
        new = text.encode("utf-8")
        for number in range(1, MOST_BESIDE + 1):
            place = beside(path, number)
            there = read(place)
            if there == new:
                tally.unchanged += 1
                return
            if there and not self._may_go(place, there, report):
                continue
            if self._store.set_beside(path, text, number, there):
                self._origins.record("", (), self._store.relative(place), content_hash(new))
                tally.skipped.append(Problem(path.stem, why.format(f=place.name)))
                return
        raise VibeError(_TOO_MANY)

    def _clear_beside(self, path: Path) -> None:
        """Remove what was set beside a report that says now what its source says, unless it was
        edited."""
        for number in range(1, MOST_BESIDE + 1):
            place = beside(path, number)
            if not place.exists():
                return
            if self._is_ours(place, read(place)):
                self._store.remove(place)

    def _may_go(self, place: Path, there: bytes, report: Incoming) -> bool:
        """Whether a report may replace what stands beside it: nobody edited that, or says less."""
        stored = read_front_matter(there.decode("utf-8", "replace"), str(place)).body
        return self._is_ours(place, there) and not says_less(report.body, stored)

    def _is_ours(self, place: Path, there: bytes) -> bool:
        """Whether what stands beside a report is as it was written."""
        return self._origins.written(self._store.relative(place)) == content_hash(there)

    def _add_to(
        self,
        stub: Incoming,
        path: Path,
        data: bytes,
        there: FrontMatter,
        written: str,
        tally: Tally,
    ) -> str:
        """Add what a list of papers says to a report about the paper, unless the user edited it;
        the hash of what counts as written there then."""
        more = enriched(there.meta, stub.meta)
        text = dump_front_matter(more, there.body)
        is_new = stub.whole and more != there.meta
        if is_new and content_hash(data) == written and self._store.update(path, text, data):
            tally.updated.append(path.stem)
            return hash_of_text(text)
        tally.unchanged += 1
        return written


def _held_back(report: Incoming, there: FrontMatter) -> Text | None:
    """Why the text of a report does not replace the one that is there; nothing where it may."""
    if not report.whole:
        return _BROKE_OFF
    stands_in = is_stub(there.meta) and not report.stub
    return _LESS if not stands_in and says_less(report.body, there.body) else None


def _merged(report: Incoming, there: Mapping[str, object]) -> str:
    """The whole file of a report with what its user added to the front matter that is there."""
    own = {
        key: value for key, value in there.items() if key not in _WRITTEN and key not in report.meta
    }
    return dump_front_matter(enriched({**report.meta, **own}, there), report.body)


def _is_poorer(report: Incoming, there: FrontMatter) -> bool:
    """Whether a report was read from a file and the one there came from a feed, which says more; is
    only a teaser of what was imported; or broke off before it said anything else."""
    if not report.whole and begins(there.body, report.body):
        return True
    if is_import(there.meta):
        return not is_import(report.meta) and 2 * len(report.body) < len(there.body)
    return is_import(report.meta)


def _said(entry: str) -> str:
    """What a source says, whatever the settings under which it is written."""
    return entry.partition(":")[0]
