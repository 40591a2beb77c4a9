"""A query asked of one report: the plain reading of the tree, which the index must agree with.

`record` is the folded text that `stored` keeps of a report. Without one, words look at the title
and the other metadata.
"""

from __future__ import annotations

from collections.abc import Collection

from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.search.facts import UNMARKED, Mark, Marks, Subject, has, question_of
from vibe_tui.search.query import Query
from vibe_tui.search.record import CODE_OF, PART
from vibe_tui.search.tree import And, Node, Not, Or, Scope, Word

__all__ = ["Mark", "holds", "limited", "matches"]


def matches(query: Query, report: Report, mark: Mark = UNMARKED, record: str | None = None) -> bool:
    """Whether `report` is what `query` asks for."""
    subject = Subject(report)
    text = subject.record if record is None else record
    return holds(query.tree, subject, lambda _: mark, text)


def holds(node: Node, subject: Subject, marks: Marks, record: str) -> bool:
    """Whether one report is what `node` says."""
    match node:
        case Word(term, field=""):
            return has(record, node.needle, prefix=term.prefix)
        case Not(child):
            return not holds(child, subject, marks, record)
        case And(children):
            return all(holds(child, subject, marks, record) for child in children)
        case Or(children):
            return any(holds(child, subject, marks, record) for child in children)
        case Scope(kinds, child):
            inside = limited(record, kinds)
            return bool(inside) and holds(child, subject, marks, inside)
        case _:
            return question_of(node)(subject, marks)


def limited(record: str, kinds: Collection[SectionKind]) -> str:
    """The parts of `record` that are sections of `kinds`."""
    codes = {CODE_OF[kind] for kind in kinds}
    return "".join(PART + part for part in record.split(PART)[1:] if part[0] in codes)
