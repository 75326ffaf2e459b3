"""Reading VGR: words with their places, then a game played through that must be the one described.

What a reader must reject is listed in 7.3 and VC-5: every wrong tag, an illegal action, a missing owed
step, a step too many, a wrong note. How a thing is spelled does not matter: actions are read as `game.parse`
reads them, and cards and tags in any capitals. A record for one seat is read, and said to be not checkable in full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from leyden.core.contract import BadInput, Script, Seat, check_tag
from leyden.core.options import BadOption, folded, read_options
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import VoltageAction, VoltageDraw
from leyden.games.voltage.cards import DECK_SIZE, FACE_NAMES, KIND_BY_NAME, KINDS
from leyden.games.voltage.letters import plain
from leyden.games.voltage.notation import DRAW, MOST_LETTERS, read_action, read_cards
from leyden.games.voltage.record import Tale, full_token, result_tags
from leyden.games.voltage.zones import kind_text, kinds_of

if TYPE_CHECKING:
    from leyden.games.voltage.game import Voltage

MOST_WORDS = 2000  # in one record; no game has more than a few hundred
_LEX = re.compile(
    r'\s+|;[^\n]*|\[\s*(?P<tag>\w+)\s+"(?P<value>[^"\n]*)"\s*\]'
    r"|(?P<word>[0-9]{1,4}\.?[ \t]+[ABab][.:]?(?!\S)|[^\s\[\];]+)"
)
_TURN = re.compile(r"([0-9]{1,4})([AB])")
_ANY_TURN = re.compile(r"([0-9]{1,4})\.?\s*([ABab])[.:]?")  # as people write it
PILE = re.compile(
    r"(?P<order>[^{}~^]*)(?:\{(?P<rest>[^{}]*)\}\s*(?:~(?P<loose>[0-9]{1,2}))?\s*(?:\^(?P<top>\*?))?\s*)?"
)
REQUIRED = ("Game", "Format", "First", "Options", "Result")
DEALS = ("DealA", "DealB")
TERMINATIONS = ("normal", "resign", "time", "abandoned")


def _packed(text: str) -> str:
    return text.replace(" ", "").upper()


# How the values of our own tags are spelled. Names and the like stand as they are written.
_SPELLED: dict[str, Callable[[str], str]] = {
    "Game": lambda text: "Voltage" if text.strip().lower() == "voltage" else text,
    "View": lambda text: text.strip().upper() if len(text.strip()) == 1 else text.strip().lower(),
    **dict.fromkeys(("Format", "First", "Edition", "Score", "Result"), _packed),
    "Termination": lambda text: text.strip().lower(),
    **dict.fromkeys(("Options", "Deck", "DealA", "DealB", "Reshuffle"), str),
}


@dataclass
class Word:
    """A word of a file and where it stands."""

    text: str
    line: int
    column: int
    inside: int = 0  # how far behind its column the text begins: a tag's value

    def fail(self, text: str, rule: str = "", at: int | None = None) -> NoReturn:
        """Refuse the record because of this word, or of the letter at a place in it."""
        raise BadInput(text, line=self.line, column=self.column + (0 if at is None else self.inside + at), rule=rule)


@dataclass
class Raw:
    """One record taken apart."""

    tags: dict[str, Word] = field(default_factory=dict)
    reshuffles: list[Word] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    begin: int = 0
    end: int = 0


def records(text: str) -> Iterator[Raw]:
    """Split a file into records: a tag behind movetext, or a second Game tag, begins the next one (VC-9)."""
    raw, at, line, start = Raw(), 0, 1, 0
    while at < len(text):
        match = _LEX.match(text, at)
        if match is None:
            raise BadInput(
                f'{text[at : at + 12]!r} is neither a tag [Name "value"] nor a word', line=line, column=at - start + 1
            )
        if match["tag"]:
            if raw.words or (match["tag"] == "Game" and "Game" in raw.tags):
                raw.end = at
                yield raw
                raw = Raw(begin=at)
            _add_tag(raw, match["tag"], Word(match["value"], line, at - start + 1, match.start("value") - at))
        elif match["word"]:
            word = plain(match["word"])
            turn = _ANY_TURN.fullmatch(word)
            raw.words.append(Word(turn[1] + turn[2].upper() if turn else word, line, at - start + 1))
            if len(match["word"]) > MOST_LETTERS:
                raw.words[-1].fail(f"{match['word'][:40]!r}… is too long for an action or a turn number", "7.1")
            if len(raw.words) > MOST_WORDS:
                raw.words[-1].fail(f"more than {MOST_WORDS} words in one record; no game is that long", "I-7")
        newlines = match[0].count("\n")
        if newlines:
            line += newlines
            start = at + match[0].rindex("\n") + 1
        at = match.end()
    if raw.tags or raw.words:
        raw.end = len(text)
        yield raw


def _add_tag(raw: Raw, name: str, word: Word) -> None:
    try:
        check_tag(name, word.text)  # what could not be written again is not read either
    except BadInput as problem:
        word.fail(problem.text, "7.3")
    if name in _SPELLED:
        word.text = _SPELLED[name](plain(word.text))
    if name == "Reshuffle":
        raw.reshuffles.append(word)
    elif name in raw.tags:
        word.fail(f"the tag {name} is given twice", "7.3")
    else:
        raw.tags[name] = word


def read_all(text: str) -> Iterator[Script]:
    """The records of a file as scripts, each checked."""
    found = False
    for raw in records(text):
        found = True
        yield check(raw, text)
    if not found:
        raise BadInput("the file holds no record", line=1)


# -------------------------------------------------------------------- checking
def check(raw: Raw, text: str = "") -> Script:
    """A record's script; BadInput with the place of the first thing that is wrong."""
    game = _game(raw)
    tags = {name: word.text for name, word in raw.tags.items()}
    if "View" in raw.tags:
        return _seen(raw, game, tags, text)
    if "Deck" not in raw.tags and not ("DealA" in raw.tags and "DealB" in raw.tags):
        _place(raw).fail("the tag Deck is missing (or DealA and DealB with every draw written)", "7.3")
    return _Checker(raw, game).run(tags)


def _place(raw: Raw) -> Word:
    """Where to point when something is missing: the record's first tag or word."""
    return next(iter(raw.tags.values()), raw.words[0] if raw.words else Word("", 1, 1))


def _game(raw: Raw) -> Voltage:
    from leyden.games.voltage.game import Voltage

    for name in REQUIRED:
        if name not in raw.tags:
            _place(raw).fail(f"the tag {name} is missing", "7.3")
    if raw.tags["Game"].text != "Voltage":
        raw.tags["Game"].fail(f"this is a record of {raw.tags['Game'].text}, not of Voltage", "7.3")
    if raw.tags["Format"].text != "VGR/1":
        raw.tags["Format"].fail(f"the format {raw.tags['Format'].text} is not known; known: VGR/1", "7.3")
    place = raw.tags["Options"]
    try:
        options = read_options(place.text)
        game = Voltage.load(**options)
        if "Edition" in raw.tags:  # the tag alone says it, too
            place = raw.tags["Edition"]
            options = {folded(name): value for name, value in options.items()}
            if options.setdefault("edition", place.text) != place.text:
                place.fail(f"Edition {place.text} contradicts edition={options['edition']} in Options", "3.8")
            game = Voltage.load(**options)
    except BadOption as problem:
        place.fail(str(problem), "3.8")
    first = raw.tags["First"]
    if first.text not in ("A", "B"):
        first.fail(f"First is A or B, not {first.text!r}", "V-11")
    if game.options["first_player"] in ("A", "B") and first.text != game.options["first_player"]:
        first.fail(f"First {first.text} contradicts first_player={game.options['first_player']}", "VC-12")
    _ending(raw)
    return game


def _ending(raw: Raw) -> None:
    if raw.tags["Result"].text not in ("1-0", "0-1", "*"):
        raw.tags["Result"].fail(f"the result is 1-0, 0-1 or *, not {raw.tags['Result'].text!r}", "7.3")
    end = raw.tags.get("Termination")
    if end and end.text not in TERMINATIONS:
        end.fail(f"the termination is one of {', '.join(TERMINATIONS)}, not {end.text!r}", "VC-10")
    if end and end.text == "resign" and raw.tags["Result"].text == "*":
        end.fail("who resigns loses: the result is 1-0 or 0-1, not *", "VC-10")


def _seen(raw: Raw, game: Voltage, tags: dict[str, str], text: str) -> Script:
    """A player's-view record: its words are read, its hidden cards cannot be checked (VC-4)."""
    view = raw.tags["View"]
    if view.text not in ("A", "B", "spectator"):
        view.fail(f"View is A, B or spectator, not {view.text!r}", "VC-4")
    for name in ("Deck", "Reshuffle"):
        if name in raw.tags or (name == "Reshuffle" and raw.reshuffles):
            view.fail(f"View {view.text}, but the tag {name} shows what nobody at the table saw", "VC-4")
    seat = Seat(0)
    for word in raw.words:
        if turn := _TURN.fullmatch(word.text):
            seat = Seat("AB".index(turn[2]))
            continue
        try:
            read_action(game, word.text, seat)
        except BadInput as problem:
            word.fail(problem.text, "7.1")
    note = f"a record as {view.text} saw it, not checkable in full"
    return Script(game, tags, (), (note,), text[raw.begin : raw.end])


def _cards(word: Word, text: str, at: int = 0) -> list[int]:
    """The cards that stand in a word, from a place in it on."""
    try:
        return [KIND_BY_NAME[name] for name in read_cards(text, at)]
    except BadInput as problem:
        word.fail(problem.text, "7.1", (problem.column or 1) - 1)


class _Source:
    """Where the draws of a record come from, in order."""

    def __init__(self, raw: Raw, game: Voltage) -> None:
        self.raw, self.game = raw, game
        self.pending: list[int] = []  # kinds still to come
        self.word = _place(raw)
        self.rest: list[int] | None = None  # kinds nobody drew; None: not known
        self.top: str | None = None
        self.loose = 0
        self.shuffles = list(raw.reshuffles)
        self.from_words = "Deck" not in raw.tags
        self.hands = hands = self._deals()
        if self.from_words:  # VC-4: no Deck, but both deals; every draw is written at its action
            first = "AB".index(raw.tags["First"].text)
            for one, other in zip(hands[first], hands[1 - first], strict=True):
                self.pending += [one, other]
        else:
            self._open(raw.tags["Deck"])
            self._check_deck()

    def _deals(self) -> dict[int, list[int]]:
        """The hands at the start, as far as tags name them."""
        hands = {}
        for p, name in enumerate(DEALS):
            if name in self.raw.tags:
                self.word = self.raw.tags[name]
                hands[p] = _cards(self.word, self.word.text)
                if len(hands[p]) != r.HAND_DEALT:
                    self.word.fail(f"{name} has {len(hands[p])} cards instead of {r.HAND_DEALT}", "V-8")
        return hands

    def _open(self, word: Word) -> None:
        self.word = word
        match = PILE.fullmatch(word.text)
        if match is None:
            word.fail("cards are written top first, those that nobody drew behind them in braces: O1P3*{B1B2}", "7.3")
        self.pending += _cards(word, match["order"])
        self.rest = _cards(word, match["rest"], match.start("rest")) if match["rest"] else []
        self.top, self.loose = match["top"], int(match["loose"] or 0)

    def _check_deck(self) -> None:
        cards = self.pending + (self.rest or [])
        if len(cards) != DECK_SIZE:
            self.word.fail(f"the deck has {len(cards)} cards instead of {DECK_SIZE}", "V-2")
        deck = self.game.deck
        if deck.loose:
            lit = sum(kind & 1 for kind in cards) + self.loose
            if lit != deck.loose:
                self.word.fail(f"the deck has {lit} Transformers instead of {deck.loose}", "V-3")
        for kind in range(0, KINDS, 2):
            have = cards.count(kind), cards.count(kind + 1)
            want = deck.counts[kind], deck.counts[kind + 1]
            if (sum(have), 0 if deck.loose else have[1]) != (sum(want), 0 if deck.loose else want[1]):
                name = FACE_NAMES[kind >> 1]
                self.word.fail(
                    f"the deck has {have[0]} {name} and {have[1]} {name}*, not {want[0]} and {want[1]}", "V-2"
                )

    def reshuffle(self, pile: list[int]) -> None:
        """The discard pile was shuffled: the next Reshuffle tag must hold just these cards."""
        if self.from_words:
            return
        if not self.shuffles:
            self.word.fail("the pile runs out, but the tag Reshuffle is missing", "VC-8")
        self._open(self.shuffles.pop(0))
        if sorted(self.pending + (self.rest or [])) != sorted(pile):
            self.word.fail("Reshuffle does not hold the cards of the discard pile", "V-50")

    def next_draw(self, tale: Tale, ahead: tuple[Word, int, str] | None, ends: bool) -> VoltageDraw | None:
        """What chance did next; None when the record does not say, which it need not of the last top back."""
        owed = r.chances(tale.game.tables, tale.s)
        if owed == r.WHO_BEGINS:
            return VoltageDraw(r.FIRST_A + "AB".index(self.raw.tags["First"].text))
        if not self.pending and self.from_words and ahead is not None:
            word, at, text = ahead
            self.pending = _cards(word, text, at)
        kind = self.pending[0] if self.pending else None
        if owed == r.NEXT_BACK:
            if kind is None:
                if self.top is None:
                    return None if ends and not self.from_words else self._any_back(tale)
                return VoltageDraw(r.LIT_BACK if self.top else r.PLAIN_BACK)
            return VoltageDraw(r.LIT_BACK if kind & 1 else r.PLAIN_BACK)
        if kind is None:
            return None
        self.pending.pop(0)
        return VoltageDraw(r.FACE_DRAWN + (kind >> 1), bool(kind & 1))

    def _any_back(self, tale: Tale) -> VoltageDraw:
        """The back of a card that nobody drew any more, which a record need not write (VC-4): plain, if any is left."""
        plain = r.weight(tale.game.tables, tale.s, r.PLAIN_BACK)
        return VoltageDraw(r.PLAIN_BACK if plain else r.LIT_BACK)


_TOKEN = re.compile(r"(?P<action>[^({]+)(?:\((?P<drew>[^)]*)\))?(?P<notes>(?:\{[^{}]*\})*)")


class _Checker:
    """Plays a record through."""

    def __init__(self, raw: Raw, game: Voltage) -> None:
        self.raw, self.game = raw, game
        self.tale = Tale(game)
        self.source = _Source(raw, game)
        self.words = [w for w in raw.words if not _TURN.fullmatch(w.text)]

    def run(self, tags: dict[str, str]) -> Script:
        """The script; refuses what does not fit."""
        s, at = self.tale.s, 0
        turn: tuple[int, int] | None = None
        for word in self.raw.words:
            header = _TURN.fullmatch(word.text)
            self._chance(at)
            if header:
                turn = int(header[1]), "AB".index(header[2])
                self._header(word, turn)
                continue
            if s.phase == r.OVER:
                word.fail("the game is over; nothing can follow", "V-51")
            if turn is None:
                word.fail("a turn begins with its number and seat, for example 1A", "7.3")
            if turn != (s.turn, s.player):
                self._read(word, Seat(s.player))  # a word that means nothing is no step too many
                if word.text.startswith("~"):
                    word.fail("no Transformer was drawn, so there is nothing to flip", "V-46")
                word.fail(f"turn {turn[0]}{'AB'[turn[1]]} has had its two steps", "V-13")
            self._action(word, at)
            at += 1
        self._chance(at)
        return self._finish(tags, turn)

    def _header(self, word: Word, turn: tuple[int, int]) -> None:
        s = self.tale.s
        if s.phase == r.OVER:
            word.fail("the game is over; nothing can follow", "V-51")
        owed = (s.turn, s.player)
        if turn == owed and s.phase == r.MAIN:
            return
        if s.phase != r.MAIN:
            missing = "a flip" if s.phase == r.FLIP else "the second step"
            word.fail(f"turn {s.turn}{'AB'[s.player]} still owes {missing}", "V-43" if s.phase == r.FLIP else "V-20")
        word.fail(f"this is turn {owed[0]}{'AB'[owed[1]]}, not {word.text}", "V-12")

    def _chance(self, at: int) -> None:
        """Draw what is due, from the record."""
        tale = self.tale
        while r.chances(self.game.tables, tale.s) != r.NOTHING:
            ends = at == len(self.words)
            draw = self.source.next_draw(tale, self._ahead(at), ends)
            if draw is None:
                if tale.s.drawing and at:
                    self.words[at - 1].fail("the record does not say which card was drawn", "VC-4")
                if not ends:
                    self.source.word.fail("the record does not say which cards were dealt", "VC-4")
                return
            if not r.weight(self.game.tables, tale.s, draw.outcome):
                self.source.word.fail(f"{draw} cannot be drawn here: no such card is left", "V-42")
            piles = len(tale.piles)
            tale.draw(draw)
            if len(tale.piles) > piles:
                self._reshuffled()

    def _ahead(self, at: int) -> tuple[Word, int, str] | None:
        """The next drawn card that is written, with its place: at the action just taken if under way, or later."""
        begin = at - 1 if at and self.tale.s.drawing else at
        for word in self.words[begin:]:
            match = _TOKEN.fullmatch(word.text)
            if match and DRAW.fullmatch(match["action"]):
                return None if match["drew"] is None else (word, match.start("drew"), match["drew"])
        return None

    def _reshuffled(self) -> None:
        s, game = self.tale.s, self.game
        self.source.reshuffle(list(kinds_of(game.tables, s.pile, s.lit)))

    def _action(self, word: Word, at: int) -> None:
        game, tale = self.game, self.tale
        match = _TOKEN.fullmatch(word.text)
        seat = Seat(tale.s.player)
        action = self._read(word, seat)
        number = game.actions.id(action)
        words = [0] * r.WORDS
        r.legal(game.tables, tale.s, seat, words)
        if not words[number // r.WORD] >> number % r.WORD & 1:
            self._refuse(word, number, seat)
        piles = len(tale.piles)
        tale.act(game.actions.action(number, seat))
        if len(tale.piles) > piles:
            self._reshuffled()
        self._chance(at + 1)
        assert match is not None
        self._notes(word, match)

    def _read(self, word: Word, seat: Seat) -> VoltageAction:
        match = _TOKEN.fullmatch(word.text)
        try:
            return read_action(self.game, match["action"] if match else word.text, seat)
        except BadInput as problem:
            word.fail(problem.text, "7.1")

    def _refuse(self, word: Word, number: int, seat: Seat) -> NoReturn:
        from leyden.games.voltage.state import VoltageState

        refusal = VoltageState(self.game, self.tale.s.copy()).refusal(seat, self.game.actions.action(number, seat))
        assert refusal is not None
        word.fail(f"{word.text}: {refusal.text}", refusal.rule)

    def _notes(self, word: Word, match: re.Match[str]) -> None:
        """Optional notes are optional, but a wrong one is rejected (VC-5)."""
        move = self.tale.moves[-1]
        drew = match["drew"]
        if drew is not None and (move.drew is None or drew.upper() != str(move.drew)):
            word.fail(f"({drew}) is noted, but {move.drew or 'nothing'} was drawn", "VC-5", match.start("drew") - 1)
        wanted = full_token(move)[len(str(move.action)) :]
        for note in re.findall(r"\{[^{}]*\}", match["notes"]):
            if note.lower() not in re.findall(r"\{[^{}]*\}", wanted.lower()):
                word.fail(f"the note {note} is wrong; {wanted or 'nothing'} happened", "VC-5")

    def _finish(self, tags: dict[str, str], turn: tuple[int, int] | None) -> Script:
        s, raw = self.tale.s, self.raw
        over = s.phase == r.OVER
        for p, kinds in self.source.hands.items():
            if sorted(kinds) != sorted(self.tale.deals[p]):
                name, dealt = DEALS[p], kind_text(self.tale.deals[p])
                raw.tags[name].fail(f"{name} contradicts Deck, which deals {'AB'[p]} {dealt or 'nothing'}", "VC-5")
        if self.source.shuffles:
            self.source.shuffles[0].fail("the pile never ran out; this Reshuffle is not needed", "VC-5")
        if self.source.pending and over and self.source.rest:
            self.source.word.fail("more cards are written as drawn than were drawn", "VC-5")
        result, end = raw.tags["Result"], raw.tags.get("Termination")
        last = raw.words[-1] if raw.words else result
        if over and (end and end.text != "normal"):
            end.fail(f"the game was finished, so its termination is normal, not {end.text}", "VC-10")
        if not over and end and end.text == "normal":
            last.fail(f"the record ends in turn {s.turn}{'AB'[s.player]}, before the game is over", "VC-10")
        if not over and result.text != "*" and end is None:
            result.fail(f"the result {result.text} needs a finished game, or a Termination", "VC-10")
        made = result_tags(s, tags)
        for name in ("Result", "Score"):
            if name in raw.tags and (over or name == "Score") and raw.tags[name].text != made[name]:
                raw.tags[name].fail(f"{name} is {made[name]}, not {raw.tags[name].text}", "VC-5")
        return Script(self.game, tags, tuple(self.tale.steps))
