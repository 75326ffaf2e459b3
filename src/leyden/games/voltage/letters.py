"""Letters as the notation writes them, out of those that people, phones and the rules' own text use for them."""

from __future__ import annotations

import unicodedata

_LOOKALIKES = {
    **dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{FIGURE DASH}", "-"),
    **dict.fromkeys("\N{ASTERISK OPERATOR}\N{LOW ASTERISK}", "*"),
    **dict.fromkeys("\N{TILDE OPERATOR}\N{SMALL TILDE}\N{WAVE DASH}", "~"),
    "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}": "^",
    "\N{DIVIDES}": "|",
    "\N{RATIO}": ":",
}


def plain(text: str) -> str:
    """The text in the letters of the notation, each in its place: minus signs, stars, tildes, full-width letters."""
    return text if text.isascii() else "".join(map(_letter, text))


def _letter(letter: str) -> str:
    simple = unicodedata.normalize("NFKC", letter)
    if len(simple) > 1:
        simple = letter  # one letter for one, so that columns stay
    return _LOOKALIKES.get(simple, simple)
