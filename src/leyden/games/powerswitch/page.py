"""The text of a file of records, read from left to right: gaps, words, cards, tags, and the places of complaints."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from leyden.core.contract import BadInput
from leyden.games.powerswitch.cards import CARD_BY_NAME, SHOCK

_GAP = re.compile(r"(?:\s|;[^\n]*)*")
_TAG = re.compile(r'\[\s*(\w+)\s+"([^"\n]*)"\s*\]')
_WORD = re.compile(r"[^\s\[\];]{1,24}")
_LETTERS = re.IGNORECASE | re.ASCII
_CARD = re.compile(r"[BGRY](?:1[0-2]|[1-9])(?![0-9])|\*(?![BGRY0-9*])", _LETTERS)
NUMBER = re.compile(r"[0-9]{1,9}(?![0-9])")


def pattern(text: str) -> re.Pattern[str]:
    """Something that stands in a record, in small or capital letters."""
    return re.compile(text, _LETTERS)


COMMA, DASH, SLASH, BEGIN, END = map(pattern, (",", r"-(?![0-9A-Z])", "/", r"\{", r"\}"))


class Card(NamedTuple):
    """A card as it stands in a record: its number 0 … 48, and where."""

    kind: int
    at: int


class Tag(NamedTuple):
    """The value of a tag, and where it stands."""

    text: str
    at: int


class Page:
    """A text and how far it is read."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.skip()

    def fail(self, says: str, rule: str = "", at: int | None = None) -> NoReturn:
        """Refuse the text for what stands at a place; without one, for what comes next."""
        if at is None:
            self.skip()
            at = self.at
        line, column = self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)
        raise BadInput(says, line=line, column=column, rule=rule)

    def skip(self) -> None:
        """Go on to the next word: blanks and comments mean nothing."""
        gap = _GAP.match(self.text, self.at)
        assert gap is not None
        self.at = gap.end()

    def look(self, what: re.Pattern[str]) -> re.Match[str] | None:
        """What comes next, if it is this."""
        self.skip()
        return what.match(self.text, self.at)

    def take(self, what: re.Pattern[str]) -> re.Match[str] | None:
        """What comes next, if it is this; then it is read."""
        match = self.look(what)
        if match is not None:
            self.at = match.end()
        return match

    @property
    def word(self) -> str:
        """The next word, for a complaint."""
        match = self.look(_WORD)
        return repr(match[0]) if match else repr(self.text[self.at : self.at + 1]) if self.more else "the end"

    @property
    def more(self) -> bool:
        """Whether anything follows at all."""
        self.skip()
        return self.at < len(self.text)

    @property
    def tags_follow(self) -> bool:
        """Whether a record ends here: with the file, or with the tags of the next one (PC-1)."""
        return not self.more or self.text[self.at] == "["

    def tags(self) -> dict[str, Tag]:
        """The tags that stand here; a second Game tag belongs to the next record."""
        found: dict[str, Tag] = {}
        while match := self.look(_TAG):
            if match[1] == "Game" and "Game" in found:
                break
            if match[1] in found:
                self.fail(f"the tag {match[1][:24]} is given twice", "7.3")
            found[match[1]] = Tag(match[2], self.at)
            self.at = match.end()
        if not found:
            self.fail(f'a record begins with tags like [Game "Power Switch"], not with {self.word}', "7.3")
        return found

    # ------------------------------------------------------------------- lists
    def card(self) -> Card:
        """A card."""
        match = self.take(_CARD)
        if match is None:
            self.fail(f"{self.word} is not a card: B1 to Y12, or * for a Shock Play", "7.1")
        return Card(CARD_BY_NAME.get(match[0].upper(), SHOCK), match.start())

    def cards(self) -> list[Card]:
        """Cards with commas between them; `-` for none."""
        if self.take(DASH):
            return []
        found = [self.card()]
        while self.take(COMMA):
            found.append(self.card())
        return found

    def pile(self) -> tuple[list[Card], list[Card]]:
        """A pile: cards from the top, and in braces those of no known order (PC-13)."""
        order: list[Card] = []
        if self.take(DASH):
            return order, order
        while not self.take(BEGIN):
            order.append(self.card())
            if not self.take(COMMA) and not self.look(BEGIN):
                return order, []
        rest = [] if self.look(END) else self.cards()
        if not self.take(END):
            self.fail(f"the brace is not closed: }} is missing before {self.word}", "7.3")
        return order, rest

    def number(self) -> int:
        """A whole number."""
        match = self.take(NUMBER)
        if match is None:
            self.fail(f"{self.word} is not a number", "7.3")
        return int(match[0])

    def numbers(self) -> list[int]:
        """Numbers with commas between them."""
        found = [self.number()]
        while self.take(COMMA):
            found.append(self.number())
        return found
