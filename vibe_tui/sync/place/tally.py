"""What becomes of the items of a sync or an import, counted as they are placed."""

from __future__ import annotations

from dataclasses import dataclass, field

from vibe_tui.errors import Problem


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What became of the items: ids of reports, a count, and lines for people.

    `notes` say what was odd about items that were taken all the same.
    """

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    unchanged: int = 0
    skipped: tuple[Problem, ...] = ()
    errors: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Tally:
    """What became of the items so far; `deleted` are those that stay away, as the user wants."""

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: int = 0
    deleted: int = 0
    skipped: list[Problem] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what `other` has counted too."""
        self.added += other.added
        self.updated += other.updated
        self.unchanged += other.unchanged
        self.deleted += other.deleted
        self.skipped += other.skipped
        self.errors += other.errors
        self.notes += other.notes

    @property
    def result(self) -> ImportResult:
        """All of it at the end."""
        return ImportResult(
            tuple(self.added),
            tuple(self.updated),
            self.unchanged,
            tuple(self.skipped),
            tuple(self.errors),
            tuple(self.notes),
        )
