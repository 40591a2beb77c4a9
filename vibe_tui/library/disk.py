"""The files of all roots of a library, and how the disk differs from the catalogue.

A file is known by the top of its root and its path below that. Of a single file's folder only that
file counts, and a file that two roots hold counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vibe_tui.errors import Problem
from vibe_tui.library.walk import Root, Stamp, files_of, resolved, top_of
from vibe_tui.state.catalogue import Catalogue

Key = tuple[str, str]
"""A file: the top that it is known under, and its path below that."""


@dataclass(slots=True)
class Difference:
    """How the disk differs from the catalogue, and what on it could not be read."""

    stale: dict[Key, Stamp] = field(default_factory=dict)
    gone: list[Key] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class Disk:
    """All files of some roots."""

    def __init__(self, roots: Sequence[Root]) -> None:
        self._roots = tuple(resolved(root) for root in roots)
        in_files = [root for root in self._roots if root.kind != "text"]
        self.tops = tuple(dict.fromkeys(map(top_of, in_files)))
        self.texts = {
            f"{top_of(root)}/{root.path.name}": root.text
            for root in self._roots
            if root.kind == "text"
        }
        self._whole = {top_of(root) for root in in_files if root.kind != "file"}
        self._single = {(top_of(root), root.path.name) for root in in_files if root.kind == "file"}
        self._read_texts: dict[Key, Stamp] = {}

    def root_at(self, top: str) -> Root:
        """The root whose files are known under `top`."""
        return next(root for root in self._roots if top_of(root) == top)

    def holds(self, top: str, path: str) -> bool:
        """Whether the file at `path` below `top` is one of these."""
        return top in self._whole or (top, path) in self._single

    def compare(self, catalogue: Catalogue) -> Difference:
        """Compare the time and size of every file; a text in no file differs the first time."""
        difference = Difference()
        there = self._files(difference)
        for top, files in there.items():
            for path, *known in catalogue.files(top):
                if not self.holds(top, path):
                    continue
                stamp = files.pop(path, None)
                if stamp is None:
                    difference.gone.append((top, path))
                elif stamp != tuple(known):
                    difference.stale[top, path] = stamp
            difference.stale.update({(top, path): stamp for path, stamp in files.items()})
        return difference

    def _files(self, difference: Difference) -> dict[str, dict[str, Stamp]]:
        """Files and their stamps by top."""
        there: dict[str, dict[str, Stamp]] = {top: {} for top in self.tops}
        known: set[str] = set()
        for root in self._roots:
            found, problems = files_of(root)
            difference.problems += problems
            top = top_of(root)
            if root.kind == "text":
                new = {(top, path): stamp for path, stamp in found.items()}
                difference.stale |= {
                    key: stamp for key, stamp in new.items() if self._read_texts.get(key) != stamp
                }
                self._read_texts |= new
            elif len(self._roots) == 1:
                there[top] = dict(found)
            else:
                for path, stamp in found.items():
                    whole = f"{top}/{path}"
                    if whole not in known:
                        known.add(whole)
                        there[top][path] = stamp
        return there
