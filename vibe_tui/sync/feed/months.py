"""Names of months, in the languages whose feeds write them."""

from __future__ import annotations

import re
import unicodedata

MONTH = r"(?:\d{1,2}\s*[月월]|[^\W\d_]{3,})"
"""The pattern of a word that may be a month."""

# How the names begin, without accents: English, German, French, Spanish, Portuguese, Italian,
# Dutch, Swedish, Polish, Czech, Romanian, Hungarian, Finnish, Turkish, Russian, Ukrainian, Greek.
_BEGIN = {
    1: "jan ene gen ian sty led tam oca янв січ ιαν",
    2: "feb fev lut uno hel sub фев лют φεβ",
    3: "mar mrz mrt maa bre мар бер μαρ",
    4: "apr abr avr kwi dub huh nis апр кві απρ",
    5: "may mai mag maj mei kve tou маи мая тра μαι",
    6: "jun juin giu iun cze cerv kes haz июн чер ιουν",
    7: "jul juil lug iul lip cervenec cervence hei tem июл лип ιουλ",
    8: "aug ago aou sie srp elo agu авг сер αυγ",
    9: "sep set szep wrz zar syy eyl сен вер σεπ",
    10: "oct okt out ott paz rij lok eki окт жов οκτ",
    11: "nov noi lis marras kas ноя лис νοε",
    12: "dec dez dic des gru pro jou ara дек гру δεκ",
}
_MONTHS = {begin: month for month, begins in _BEGIN.items() for begin in begins.split()}
_LENGTHS = sorted({len(begin) for begin in _MONTHS}, reverse=True)


def month_of(word: str) -> int:
    """The number of a month by its number or name; 0 for other words."""
    if number := re.match(r"\d+", word):
        return int(number[0])
    letters = unicodedata.normalize("NFKD", word.casefold())
    plain = "".join(char for char in letters if not unicodedata.combining(char))
    return next((_MONTHS[plain[:size]] for size in _LENGTHS if plain[:size] in _MONTHS), 0)
