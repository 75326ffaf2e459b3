"""Positions and actions of Power Switch as text: PSN-1, section 7. The printer is strict, the reader is not."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, NoReturn

from leyden.core.contract import BadInput
from leyden.core.options import Options
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.actions import PowerSwitchAction
from leyden.games.powerswitch.cards import (
    CARD_BY_NAME,
    CARD_NAMES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COLOURS,
    MOST_SEATS,
    MOST_SHOCKS,
    NUMBERS,
    PILE,
    SHOCK,
    SLOTS,
    WATCHER,
    kinds_of,
)
from leyden.games.powerswitch.layout import PHASE_OF, columns, pending_text, phase_text, power_text
from leyden.games.powerswitch.options import DECLARED
from leyden.games.powerswitch.sound import sound
from leyden.games.powerswitch.state import PowerSwitchState

if TYPE_CHECKING:
    from leyden.games.powerswitch.game import PowerSwitch
    from leyden.games.powerswitch.view import PowerSwitchView

FIELDS = "players dealer phase actor powercard layout pile hands switches totals round pending"
HOW = "write for example R9, *R9, d, a1, gB3, x3, pass or c=G"
MOST_LETTERS = 4000  # no position is longer
_SIGNS = str.maketrans("\u2212\u2013\u2014\u2217\u204e", "---**")  # minus, dashes; asterisks


def plain(text: str) -> str:
    """The text with the signs that the notation uses, whatever they were typed as."""
    return unicodedata.normalize("NFKC", text).translate(_SIGNS)


# -------------------------------------------------------------------- printing
def position_text(state: PowerSwitchState) -> str:
    """The position string of a state (7.2)."""
    s = state.record
    n = state.game.seats
    hands = "/".join(_list(kinds_of(s.hand[p])) for p in range(n))
    return _text(state.game, s, _pile(state, s), hands)


def _pile(state: PowerSwitchState, s: Any) -> str:
    """The pile: from the top where that is known, else in braces."""
    kinds = kinds_of(s.pile)
    if len(state.order) == len(kinds) or len(set(kinds)) < 2:
        return _list(state.order or kinds)
    return f"{{{_list(kinds)}}}"


def view_text(view: PowerSwitchView) -> str:
    """The position as a viewer knows it (7.4)."""
    pile = f"#{view.pile_size}" if view.pile_size else "-"
    if view.pile:
        pile = f"{{{_list(view.pile)}}}"
    return _text(view.game, view.sight, pile, "/".join(map(str, view.hands)))


def _text(game: PowerSwitch, s: Any, pile: str, hands: str) -> str:
    n = game.seats
    settled = s.phase not in (r.LOT_DEALER, r.DEALER)
    return " ".join(
        (
            str(n),
            str(s.dealer + 1) if settled else "-",
            phase_text(s),
            str(s.actor + 1) if s.actor != r.NOBODY else "-",
            power_text(s),
            "/".join(map(str, columns(s))),
            pile,
            hands,
            "".join(str(s.switches[p]) for p in range(n)) + ("u" if s.used else "-"),
            ",".join(str(s.totals[p]) for p in range(n)),
            f"r{s.round}",
            pending_text(game.tables, s),
        )
    )


def _list(kinds: tuple[int, ...]) -> str:
    return ",".join(CARD_NAMES[kind] for kind in kinds) or "-"


# --------------------------------------------------------------- reading positions
class _Reader:
    """Reads one position; every complaint names the field and its column."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_LETTERS:
            raise BadInput("this is too long for a position of Power Switch", rule="7.2")
        self.words = [(m[0], m.start() + 1) for m in re.finditer(r"\S+", plain(text).partition(";")[0])]
        if len(self.words) != 12:
            raise BadInput(f"a position has twelve fields, {FIELDS}; there are {len(self.words)}", rule="7.2")
        self.shocks = 0

    def fail(self, field: int, says: str, rule: str = "7.2") -> NoReturn:
        raise BadInput(says, column=self.words[field][1], line=1, rule=rule)

    def word(self, field: int) -> str:
        return self.words[field][0]

    def number(self, field: int, text: str, low: int, high: int, what: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            self.fail(field, f"{what} is a number from {low} to {high}, not {text[:20]!r}")
        return int(text)

    def cards(self, field: int, text: str) -> list[int]:
        """Cards as numbers 0 … 48, in the order written."""
        if text == "-":
            return []
        found = []
        for name in text.upper().split(","):
            if name not in CARD_BY_NAME:
                what = (
                    "a hidden card makes a player's view; here every card is needed"
                    if "#" in name or "?" in name
                    else ""
                )
                self.fail(field, what or f"{name[:20]!r} is not a card: B1 to Y12, or * for a Shock Play")
            found.append(CARD_BY_NAME[name])
        return found

    def zone(self, field: int, kinds: list[int], taken: int) -> int:
        """These cards as a set; each card only once."""
        zone = 0
        for kind in kinds:
            if kind == SHOCK:
                if self.shocks == MOST_SHOCKS:
                    self.fail(field, "there are at most three Shock Plays in the box", "P-2")
                bit, self.shocks = 1 << SLOTS + self.shocks, self.shocks + 1
            else:
                bit = 1 << kind
            if (zone | taken) & bit:
                self.fail(field, f"{CARD_NAMES[kind]} is in two places", "PI-1")
            zone |= bit
        return zone


def read_position(game: PowerSwitch, text: str) -> PowerSwitchState:
    """The state of a position string; of as many seats as it says."""
    read = _Reader(text)
    n = read.number(0, read.word(0), 2, MOST_SEATS, "the number of players")
    if n != game.seats:
        game = type(game)(Options(DECLARED, {**game.options, "seats": n}))
    s = r.State.new()
    s.round = read.number(10, read.word(10).lower().removeprefix("r"), 1, 30_000, "the round")
    _phase(read, s)
    _power(read, s)
    s.laid, s.shocked = _layout(read)
    order = _cards(read, game, s)
    _numbers(read, game, s)
    _pending(read, game, s)
    problem = sound(game.tables, s)
    if problem:
        says, _, rules = problem.partition(" [")
        raise BadInput(
            f"this position cannot be: {says}", line=1, column=1, rule=rules.partition(",")[0].rstrip("]") or "7.2"
        )
    return PowerSwitchState(game, s, order)


def _phase(read: _Reader, s: Any) -> None:
    word = read.word(2).lower()
    drawing = word.endswith("+")
    name = word.removesuffix("+")
    if name not in PHASE_OF or (drawing and name not in ("open", "turn")):
        read.fail(2, f"{word[:20]!r} is not a phase; known: {', '.join(PHASE_OF)}, and open+ and turn+")
    s.phase = PHASE_OF[name] + drawing
    if s.phase == r.ROLL and read.word(11).lower() == "c":
        s.phase = r.ROLL_COLOUR
    n = int(read.word(0))
    unsettled = s.phase in (r.LOT_DEALER, r.DEALER)
    if unsettled != (read.word(1) == "-"):
        read.fail(1, "the dealer is - before the first deal, and a seat from then on")
    s.dealer = 0 if unsettled else read.number(1, read.word(1), 1, n, "the dealer") - 1
    s.actor = r.NOBODY if read.word(3) == "-" else read.number(3, read.word(3), 1, n, "the actor") - 1


def _power(read: _Reader, s: Any) -> None:
    word = read.word(4).upper()
    s.tower, s.power = r.NO_COLOUR, 0
    if word in CARD_BY_NAME and word != "*":
        s.tower, s.power = CARD_BY_NAME[word] // NUMBERS, CARD_BY_NAME[word] % NUMBERS + 1
    elif re.fullmatch(r"[0-9]{1,2}\?", word) and 1 <= int(word[:-1]) <= NUMBERS:
        s.power = int(word[:-1])
    elif word != "-":
        read.fail(4, f"the Power Card is a card, a number with ?, or -, not {word[:20]!r}")


def _layout(read: _Reader) -> tuple[int, int]:
    parts = read.word(5).split("/")
    if len(parts) != COLOURS:
        read.fail(5, "the layout has four columns, B/G/R/Y, with / between them")
    laid = shocked = 0
    for c, part in enumerate(parts):
        match = re.fullmatch(r"-|([0-9]{1,2})(?:-([0-9]{1,2}))?((?:\*[0-9]{1,2})*)", part)
        if match is None:
            read.fail(5, f"{part[:20]!r} is not a column: write -, 8, 7-10 or 7-10*9")
        if part == "-":
            continue
        low, high = int(match[1]), int(match[2] or match[1])
        marks = [int(mark) for mark in match[3].split("*")[1:]]
        if (
            not 1 <= low <= high <= NUMBERS
            or any(not low <= mark <= high for mark in marks)
            or len({*marks}) < len(marks)
        ):
            read.fail(5, f"{part} is not a column: numbers from 1 to 12, the lower one first, each Shock Play within")
        laid |= ((1 << high) - 1 & ~((1 << low - 1) - 1)) << NUMBERS * c
        for mark in marks:
            shocked |= 1 << NUMBERS * c + mark - 1
    return laid, shocked


def _cards(read: _Reader, game: PowerSwitch, s: Any) -> tuple[int, ...]:
    """Hands and pile; the order of the pile, where it is given."""
    hands = read.word(7).split("/")
    if len(hands) != game.seats:
        read.fail(7, f"{game.seats} players have {game.seats} hands, with / between them; there are {len(hands)}")
    taken = s.laid & ~s.shocked
    for p, text in enumerate(hands):
        s.hand[p] = read.zone(7, read.cards(7, text), taken)
        taken |= s.hand[p]
    text = read.word(6)
    loose = text.startswith("{")
    if loose and not text.endswith("}"):
        read.fail(6, "the brace is not closed")
    kinds = read.cards(6, text[1:-1] if loose else text)
    s.pile = read.zone(6, kinds, taken)
    if read.shocks + s.shocked.bit_count() > MOST_SHOCKS:
        read.fail(7, "there are at most three Shock Plays in the box", "P-2")
    return () if loose or len({*kinds}) < 2 else tuple(kinds)


def _numbers(read: _Reader, game: PowerSwitch, s: Any) -> None:
    n = game.seats
    match = re.fullmatch(rf"([0-9]{{{n}}})([uU-])", read.word(8))
    if match is None:
        read.fail(8, f"the Power Switch cards are {n} digits and then u or -, not {read.word(8)[:20]!r}")
    totals = read.word(9).split(",")
    if len(totals) != n:
        read.fail(9, f"{n} players have {n} totals, with commas between them")
    for p in range(n):
        s.switches[p] = int(match[1][p])
        s.totals[p] = read.number(9, totals[p], 0, 10**9, "a total")
    s.used = int(match[2] != "-")
    present = s.pile
    for p in range(n):
        present |= s.hand[p]
    for v in (*range(n), WATCHER):
        for p in range(n):
            s.may[v][p] = present
    s.heap = present


def _pending(read: _Reader, game: PowerSwitch, s: Any) -> None:
    """What is pending; in the phase `rolls`, the rolls so far."""
    word, n = read.word(11).lower(), game.seats
    s.pending = r.NO_CARD
    if s.phase == r.DEALER:
        rolls = word.split(",")
        if len(rolls) != n:
            read.fail(11, f"in the phase rolls, {n} players have {n} rolls: a number, . for one to come, or -")
        for p in range(MOST_SEATS):
            text = rolls[p] if p < n else "-"
            s.tally[p] = {".": 0, "-": -1}.get(text, -2)
            if s.tally[p] == -2:
                s.tally[p] = read.number(11, text, 1, NUMBERS, "a roll")
    elif s.phase in (r.GIVE, r.WIN):
        letter = "a" if s.phase == r.GIVE else "w"
        if not word.startswith(letter):
            read.fail(11, f"in this phase {letter} and a seat is pending, for example {letter}2")
        s.pending = read.number(11, word[1:], 1, n, "a seat") - 1
    elif s.phase == r.RES or (s.phase == r.OPEN and word != "-"):
        match = re.fullmatch(r">([bgry][0-9]{1,2}|\*)(?:<([1-6]))?", word)
        if match is None or match[1].upper() not in CARD_BY_NAME:
            read.fail(11, "the card that must be played is written >B3, or >B3<2 if seat 2 gave it")
        kind = CARD_BY_NAME[match[1].upper()]
        source = PILE if match[2] is None else int(match[2]) - 1
        held = s.hand[s.actor] if s.actor != r.NOBODY else 0
        card = held >> SLOTS << SLOTS if kind == SHOCK else 1 << kind
        if not held & card or source == s.actor:
            read.fail(11, f"{CARD_NAMES[kind]} must be played, but it is not in the actor's hand", "P-39")
        s.pending = (card & -card).bit_length() - 1 + r.SOURCE * source
    elif match := re.fullmatch(r"g([0-9]{1,2})", word):
        s.tally[0] = int(match[1])
    elif word != "-" and not (word == "c" and s.phase == r.ROLL_COLOUR):
        read.fail(11, f"{word[:20]!r} cannot be pending in the phase {read.word(2)}")
    if s.phase == r.RES and 0 <= s.pending // r.SOURCE < n:  # who gave the card knows it
        giver, card = s.pending // r.SOURCE, 1 << s.pending % r.SOURCE
        for p in range(n):
            s.may[giver][p] &= ~card
        s.may[giver][s.actor] |= card
        s.seen[giver] |= card


# ----------------------------------------------------------------- reading actions
_CARD = r"([BGRY])[ ]?([1-9][0-9]?)"


def read_action(view: PowerSwitchView, text: str) -> PowerSwitchAction:
    """The action that a text means to the view's seat."""
    asked = text.strip()
    if len(asked) > 60:
        raise BadInput(f"{asked[:40]!r}… is too long for an action; {HOW}", rule="7.1")
    word = plain(asked).upper().replace(" ", "")
    for form, meaning in _FORMS:
        if match := re.fullmatch(form, word):
            return view.game.actions.action(meaning(view, match), view)
    raise BadInput(f"{asked[:40]!r} is not an action; {HOW}", rule="7.1")


def _of_card(view: PowerSwitchView, match: re.Match[str]) -> int:
    number = int(match[2])
    if number > NUMBERS:
        raise BadInput(f"there is no {COLOUR_NAMES[match[1]]} {number}: numbers go from 1 to 12", rule="7.1")
    return COLOUR_LETTERS.index(match[1]) * NUMBERS + number - 1


def _of_shock(view: PowerSwitchView, match: re.Match[str]) -> int:
    """A Shock Play is written as the card it stands for; that must be the next one of its column."""
    slot = _of_card(view, match)
    colour, number = divmod(slot, NUMBERS)
    column = view.columns[colour]
    name = COLOUR_NAMES[COLOUR_LETTERS[colour]]
    if not column.high:
        raise BadInput(
            f"a Shock Play cannot start {name}; only the real {name} {view.power or 'card'} can", rule="P-30"
        )
    if number == column.high:
        return r.PLAY_SHOCK + 2 * colour
    if number == column.low - 2:
        return r.PLAY_SHOCK + 2 * colour + 1
    raise BadInput(
        f"{name} reaches from {column.low} to {column.high}; {name} {number + 1} is not next to it", rule="P-30"
    )


def _of_switch(view: PowerSwitchView, match: re.Match[str]) -> int:
    n, me = view.game.seats, view.seat if view.seat is not None else view.actor
    if match[1]:
        places = int(match[2])
    elif me is None:
        raise BadInput("nobody is on turn, so nobody can switch hands", rule="P-45")
    else:
        other = int(match[2])
        if not 1 <= other <= n:
            raise BadInput(f"there is no seat {other}; the seats are 1 to {n}", rule="P-47")
        places = (other - 1 - me) % n
    if not 1 <= places < MOST_SEATS:
        raise BadInput("a hand is switched with one opponent's, not with one's own", rule="P-47")
    return r.SWITCH + places


def _of_ask(view: PowerSwitchView, match: re.Match[str]) -> int:
    mine = view.phase == "turn" and view.actor == view.seat
    if match[1] and mine and (view.asked is None or view.asked + 1 != int(match[1])):
        who = "nobody can be asked" if view.asked is None else f"the one to ask is seat {view.asked + 1}"
        raise BadInput(f"{who}: only the player to the right can be asked", rule="P-40")
    return r.ASK


def _of_colour(view: PowerSwitchView, match: re.Match[str]) -> int:
    return r.CHOOSE + COLOUR_LETTERS.index(match[1][0])


_FORMS = (
    (rf"[\^G]?{_CARD}", _of_card),
    (r"G?\*", lambda view, match: r.GIVE_SHOCK),
    (rf"\*{_CARD}", _of_shock),
    (r"\*([BGRY])([+-])", lambda view, m: r.PLAY_SHOCK + 2 * COLOUR_LETTERS.index(m[1]) + (m[2] == "-")),
    (r"X(\+?)([0-9])", _of_switch),
    (r"(?:D|DRAW|O)(?:\([^)]*\))?", lambda view, match: r.DRAW),
    (r"(?:A|ASK)([1-6]?)(?:\([^)]*\))?", _of_ask),
    (r"PASS|HOLD|KEEP", lambda view, match: r.PASS),
    (r"C[1-6]?=(BLUE|GREEN|RED|YELLOW|[BGRY])", _of_colour),
)
