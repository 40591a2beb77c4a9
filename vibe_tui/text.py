"""Words for people, in both languages of the interface.

Whatever a person may read (an error, a label, a notice) is a `Text` with a Chinese and an
English form; the front ends pick one. Code that makes a `Text` never asks for the language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Language = Literal["zh", "en"]


@dataclass(frozen=True, slots=True)
class Text:
    """One message in Chinese and in English."""

    zh: str
    en: str

    def format(self, **values: object) -> Text:
        """Both forms with `{name}` fields filled in; of a `Text`, each takes its own form."""
        return Text(self._filled("zh", values), self._filled("en", values))

    def pick(self, language: Language) -> str:
        """The form for `language`."""
        return self.en if language == "en" else self.zh

    def _filled(self, language: Language, values: Mapping[str, object]) -> str:
        words = {
            name: value.pick(language) if isinstance(value, Text) else value
            for name, value in values.items()
        }
        return self.pick(language).format(**words)


BETWEEN = Text("、", ", ")
"""What stands between the names of a list."""
