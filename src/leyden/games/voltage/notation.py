"""VFEN, the position text of Voltage, and the texts of actions (sections 7.1 and 7.2 of the rules).

One printer, strict; one reader, forgiving about spaces, order of cards, capitals and look-alike letters, never
about meaning (VC-18). Additions of ours (VC-13): phase `deal`; `+` behind a phase while a card is on its way; `^?`
behind a pile whose top back is not revealed yet; `~n` behind a pile with n Transformer backs that are not assigned to
faces; `tA=0-4` for the bounds of private backs; `qA=cards` for cards of random backs seen from both sides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from leyden.core.contract import BadInput, Seat
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import SEAT_LETTERS, VoltageAction
from leyden.games.voltage.cards import COLOURS, FACE_NAMES, KIND_BY_NAME, KIND_NAMES, KINDS, Deck
from leyden.games.voltage.letters import plain
from leyden.games.voltage.view import phase_text
from leyden.games.voltage.zones import KNOWN_BY, Deal, faces_of, kind_text, kinds_of, known, pairs

if TYPE_CHECKING:
    from leyden.games.voltage.game import Voltage
    from leyden.games.voltage.state import VoltageState
    from leyden.games.voltage.view import VoltageView

CARD = re.compile(r"(?:[OGBP][123]|[SF])\*?")
_ANY_CARD = re.compile(rf"\s*({CARD.pattern})", re.I | re.A)  # as people write it
_SIDE_CARDS = [re.compile(rf"(?:{colour}?([123]\*?)|([SF]\*?))", re.I | re.A) for colour in COLOURS]
MOST_TURNS = 32_000  # that can be written down; no game has a hundred
FIELDS = "board scores state handA handB pile discard turn"


# ------------------------------------------------------------------- printing
def _side_text(kinds: Sequence[int]) -> str:
    return "".join(KIND_NAMES[k][1:] if k < 2 * r.BYPASS else KIND_NAMES[k] for k in kinds)


def _seat_text(s: Any) -> str:
    return "?" if s.first == r.EITHER else "AB"[s.player]


def position_text(state: VoltageState) -> str:
    """The VFEN of a state: the whole truth."""
    g, s = state.game.tables, state.record

    def text(cards: int) -> str:
        return kind_text(kinds_of(g, cards, s.lit)) or "-"

    board = "/".join(
        ("+" if s.plus[t] else "-") + "|".join(_side_text(kinds_of(g, s.side[p][t], s.lit)) for p in range(r.SEATS))
        for t in range(r.TERMINALS)
    )
    fields = [
        board,
        f"{s.score[0]}:{s.score[1]}",
        _seat_text(s) + phase_text(g, s),
        text(s.hand[0]),
        text(s.hand[1]),
        _pile_text(state, s),
        text(s.discard),
        str(s.turn),
    ]
    known_a, known_b, both = (known_cards(state, cards) for cards in s.known)
    fields += [f"{name}={''.join(cards)}" for name, cards in (("kA", known_a), ("kB", known_b)) if cards]
    if sorted(known_a + known_b) != sorted(both):
        fields.append(f"kAB={''.join(both) or '-'}")
    fields += [f"q{who}={text(cards)}" for who, cards in zip("ABS", s.paired, strict=True) if cards]
    return " ".join(fields + _bounds(g, s))


def known_cards(state: VoltageState, cards: int) -> list[str]:
    """Cards of K by kind, or by face where that is all that is known."""
    g, s = state.game.tables, state.record
    if state.game.known_by_face:
        return [FACE_NAMES[face] for face in faces_of(g, cards)]
    return [KIND_NAMES[kind] for kind in kinds_of(g, cards, s.lit)]


def _bounds(g: Any, s: Any) -> list[str]:
    """Private backs: how many Transformers each hand has at least and at most, as all could see."""
    return [f"t{'AB'[p]}={s.least[p]}-{s.most[p]}" for p in range(r.SEATS) if g.private]


def _pile_text(state: VoltageState, s: Any) -> str:
    g = state.game.tables
    if not s.pile:
        return "0"
    order = state.order
    rest = list(kinds_of(g, s.pile, s.lit))
    for kind in order:
        rest.remove(kind)
    text = f"={kind_text(order)}" if order else ""
    if rest:
        text += "{" + kind_text(rest) + "}"
    if s.fresh:
        text += f"~{s.loose}"
    if s.top == r.UNSEEN:
        return text + "^?"
    if order or not (s.fresh or len({kind & 1 for kind in rest}) > 1):
        return text
    return text + ("^*" if s.top == r.LIT else "^")


def view_text(view: VoltageView) -> str:
    """The redacted VFEN of a view: hidden cards as ?, the pile as a number."""
    v = view.sight
    board = "/".join(("+" if t.plus else "-") + f"{t.sides[0].text}|{t.sides[1].text}" for t in view.terminals)
    top = "" if not view.pile_size else "^?" if view.top_lit is None else "*" if view.top_lit else ""
    fields = [
        board,
        f"{view.scores[0]}:{view.scores[1]}",
        _seat_text(v) + view.phase,
        str(view.hands[0]),
        str(view.hands[1]),
        f"{view.pile_size}{top}",
        view.discard or "-",
        str(view.turn),
    ]
    known = (("kA", view.hands[0].known), ("kB", view.hands[1].known), ("kAB", view.known_of_both))
    fields += [f"{name}={cards}" for name, cards in known if cards]
    fields += [f"q{'S' if view.seat is None else 'AB'[view.seat]}={view.paired}"] if view.paired else []
    return " ".join(fields + _bounds(view.game.tables, v))


# -------------------------------------------------------------------- reading
@dataclass
class _Position:
    """A VFEN taken apart, before anything is believed."""

    plus: list[int]
    sides: list[list[list[int]]]  # [seat][terminal] kinds
    scores: tuple[int, int]
    seat: str
    phase: str
    drawing: bool
    hands: list[list[int]]
    order: list[int]
    rest: list[int]
    top: str | None  # "", "*", "?" or None where nothing is written
    loose: int
    fresh: bool
    discard: list[int]
    turn: int
    known: dict[str, list[int]]
    bounds: dict[str, tuple[int, int]]

    def kinds(self) -> list[int]:
        """Every card written."""
        cards = [*self.hands[0], *self.hands[1], *self.order, *self.rest, *self.discard]
        return cards + [kind for row in self.sides for side in row for kind in side]


def _fail(column: int, text: str, rule: str = "") -> BadInput:
    return BadInput(text, column=column + 1, rule=rule)


def read_cards(text: str, column: int = 0, terminal: int | None = None) -> list[str]:
    """Card names one after another, on a terminal without its colour; BadInput with the column of what is none."""
    pattern = _ANY_CARD if terminal is None else _SIDE_CARDS[terminal]
    found, at, end = [], 0, len(text.rstrip())
    while at < end:
        match = pattern.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            known = "O1 … P3, S, F" if terminal is None else "1, 2, 3, S, F"
            raise _fail(
                column + at, f"{text[at : at + 2]!r} is not a card; cards are {known}, with * for a Transformer"
            )
        found.append(match[match.lastindex or 0].upper())
        at = match.end()
    return found


def _hand(text: str, column: int) -> list[int]:
    if "?" in text:
        wanted = "write every card in place of ?, and the pile as {cards}"
        raise _fail(column + text.index("?"), f"hidden cards make a player's view, not a position; {wanted}")
    return [] if text == "-" else [KIND_BY_NAME[name] for name in read_cards(text, column)]


def _board(text: str, column: int) -> tuple[list[int], list[list[list[int]]]]:
    parts = text.split("/")
    if len(parts) != r.TERMINALS:
        raise _fail(column, f"the board has {len(parts)} terminals instead of 4 (O/G/B/P)", "V-4")
    plus, sides = [], [[[0] * 0 for _ in range(r.TERMINALS)] for _ in range(r.SEATS)]
    for t, part in enumerate(parts):
        sign, cards = part[:1], part[1:]
        if sign not in ("+", "-"):
            raise _fail(column, f"terminal {COLOURS[t]} starts with its sign, + or -, not {sign!r}", "V-4")
        if cards.count("|") > 1 or (cards and "|" not in cards):
            raise _fail(column, f"terminal {COLOURS[t]} is written as sign, A's cards, |, B's cards", "V-24")
        plus.append(int(sign == "+"))
        at = column + 1
        for p, side in enumerate(cards.split("|") if cards else ("", "")):
            names = read_cards(side, at, t)
            sides[p][t] = [KIND_BY_NAME[n if n[0] in "SF" else COLOURS[t] + n] for n in names]
            at += len(side) + 1
        count = len(sides[0][t]) + len(sides[1][t])
        if count >= r.SET_SIZE:
            raise _fail(column, f"terminal {COLOURS[t]} holds {count} cards; a set of five is scored at once", "V-34")
        column += len(part) + 1
    return plus, sides


_PILE = re.compile(
    r"(?:=(?P<order>[^{}^~]*))?(?:\{(?P<rest>[^{}]*)\})?(?:~(?P<loose>[0-9]{1,2}))?(?:\^(?P<top>[*?]?))?"
)


def _pile(text: str, column: int) -> tuple[list[int], list[int], str | None, str | None]:
    if text == "0":
        return [], [], None, None
    match = _PILE.fullmatch(text)
    if match is None or not text or (match["order"] is None and match["rest"] is None):
        hint = "a number of cards makes a player's view, not a position; " if text[:1].isdigit() else ""
        raise _fail(column, f"{hint}the pile is written =cards (top first), {{cards}} (order unknown) or 0")
    order = read_cards(match["order"] or "", column + 1)
    rest = read_cards(match["rest"] or "", column + (match.start("rest") if match["rest"] is not None else 0))
    return [KIND_BY_NAME[c] for c in order], [KIND_BY_NAME[c] for c in rest], match["top"], match["loose"]


_STATE = re.compile(r"(?P<seat>[AB?])(?P<phase>deal|m|p-?[OGBP]|d1?|fd|fe2?|x)(?P<drawing>\+?)", re.I | re.A)


def take_apart(text: str) -> _Position:
    """Read a VFEN's fields; behind a ; stands a comment."""
    text = plain(text).partition(";")[0]
    fields = [(m[0], m.start()) for m in re.finditer(r"\S+", text)]
    if len(fields) < 8:
        raise _fail(len(text), f"a position has eight fields ({FIELDS}), this one has {len(fields)}")
    board, scores, state, hand_a, hand_b, pile, discard, turn = fields[:8]
    plus, sides = _board(*board)
    match = re.fullmatch(r"([0-9]):([0-9])", scores[0])
    if not match:
        raise _fail(scores[1], f"the scores are written A:B, for example 2:1, not {scores[0]!r}", "V-6")
    phase = _STATE.fullmatch(state[0])
    if not phase:
        raise _fail(state[1], f"{state[0]!r} is not an active seat with a phase, for example Am, BpO, Afd", "6.1")
    if not re.fullmatch(r"[1-9][0-9]{0,4}", turn[0]) or int(turn[0]) > MOST_TURNS:
        raise _fail(turn[1], f"the turn is a number from 1 to {MOST_TURNS}, not {turn[0]!r}")
    known, bounds = _extras(fields[8:])
    hands = [_hand(*hand_a), _hand(*hand_b)]
    order, rest, top, loose = _pile(*pile)
    return _Position(
        plus,
        sides,
        (int(match[1]), int(match[2])),
        phase["seat"].upper(),
        _phase_name(phase["phase"]),
        bool(phase["drawing"]),
        hands,
        order,
        rest,
        top,
        int(loose or 0),
        loose is not None,
        _hand(*discard),
        int(turn[0]),
        known,
        bounds,
    )


def _phase_name(text: str) -> str:
    """A phase as it is printed: `pO`, whatever its capitals."""
    text = text.lower()
    return text[:-1] + text[-1].upper() if text[0] == "p" else text


def _extras(fields: Sequence[tuple[str, int]]) -> tuple[dict[str, list[int]], dict[str, tuple[int, int]]]:
    """The optional fields behind the eight: known cards, cards seen from both sides, bounds."""
    known: dict[str, list[int]] = {}
    bounds: dict[str, tuple[int, int]] = {}
    for extra, column in fields:
        name, _, value = extra.partition("=")
        name = name[:1].lower() + name[1:].upper()
        if name in known or name in bounds:
            raise _fail(column, f"{name} is written twice")
        if name in ("kA", "kB", "kAB", "qA", "qB", "qS") and value:
            known[name] = _hand(value, column + len(name) + 1)
        elif name in ("tA", "tB") and (match := re.fullmatch(r"([0-6])-([0-6])", value)):
            bounds[name] = int(match[1]), int(match[2])
        else:
            wanted = "kA=cards, kB=cards, kAB=cards, qA=cards, qB=cards, qS=cards, tA=0-4, tB=0-4"
            raise _fail(column, f"{extra!r} is none of {wanted}", "VQ-37")
    return known, bounds


def read_position(game: Voltage, text: str) -> VoltageState:
    """The state of a VFEN. Fewer than 56 cards make a study position, with a deck of just these cards."""
    from leyden.games.voltage.state import VoltageState

    read = take_apart(text)
    cards = read.kinds()
    if len(cards) > game.deck.size:
        raise BadInput(f"{len(cards)} cards in a game of {game.deck.size}", rule="I-1")
    if len(cards) < game.deck.size:
        counts = tuple(cards.count(kind) for kind in range(KINDS))
        if random_backs(game):  # which face has which back is a secret; the deck is not
            faces = tuple(n for face in range(0, KINDS, 2) for n in (counts[face] + counts[face + 1], 0))
            game = game.with_deck(Deck(faces, read.loose + sum(counts[1::2])))
        else:
            game = game.with_deck(Deck(counts))
    _check(game, read)
    s = _record(game, read)
    state = VoltageState(game, s, tuple(read.order))
    if state.acting and not state.legal_ids(s.player):  # I-5: only where nothing can be drawn, so in no game
        raise BadInput(
            f"{read.seat} has no legal action: nothing in hand can be played, and both piles are empty",
            rule="I-3",
        )
    return state


def random_backs(game: Voltage) -> bool:
    """Whether backs are secretly assigned to faces (VQ-2)."""
    return game.options["transformer_backs"] == "uniform_random"


def _check(game: Voltage, read: _Position) -> None:
    """What no table can show, each with its rule."""
    target = game.tables.target
    for p, hand in enumerate(read.hands):
        if len(hand) > r.HAND_LIMIT:
            raise BadInput(f"{'AB'[p]} holds {len(hand)} cards; a hand never exceeds six", rule="V-17")
    best = max(read.scores)
    if read.phase == "x" and (best != target or min(read.scores) >= target):
        raise BadInput(
            f"the game is over when one player has {_sets(target)}, not at {read.scores[0]}:{read.scores[1]}",
            rule="V-51",
        )
    if read.phase != "x" and best >= target:
        raise BadInput(f"with {_sets(best)} the game is over (phase x)", rule="V-51")
    if "-" in read.phase and not game.tables.printed_colours:
        raise BadInput(f"phase {read.phase} exists only with two_plays=printed_colours", rule="VQ-7")
    if read.phase in ("d1", "fe2") and not game.tables.flips_last:
        raise BadInput(f"phase {read.phase} exists only with flip_timing=end_of_draws", rule="VQ-26")
    if read.phase == "fd" and game.tables.flips_last:
        raise BadInput("phase fd does not exist with flip_timing=end_of_draws", rule="VQ-26")
    if read.drawing and (read.phase[0] not in "mpd" or read.phase == "deal"):
        raise BadInput(f"no card is on its way in phase {read.phase}", rule="V-42")
    if read.drawing and not read.order and not read.rest:
        raise BadInput("no card can be on its way from an empty pile", rule="V-42")
    if read.fresh and not random_backs(game):
        raise BadInput("unassigned backs (~) exist only with transformer_backs=uniform_random", rule="VQ-2")
    if read.bounds and not game.tables.private:
        raise BadInput("tA and tB exist only with hand_backs=private", rule="VC-14")
    if any(name[0] == "q" for name in read.known) and (game.tables.private or not random_backs(game)):
        raise BadInput("qA, qB and qS exist only with transformer_backs=uniform_random and public backs", rule="VC-15")
    if read.fresh and any(name[0] == "k" for name in read.known):
        raise BadInput("hands are known only after the first pile has run out (no ~ then)", rule="VQ-37")
    if read.seat == "?" and read.phase != "deal":
        raise BadInput("it is settled who begins before cards are dealt", rule="V-11")
    _check_room(read)
    if read.phase == "deal":
        _check_deal(read)
    if not game.study:
        _check_full(game, read)


def _sets(number: int) -> str:
    return "1 set" if number == 1 else f"{number} sets"


def _check_room(read: _Position) -> None:
    """V-17: whoever still owes a draw has room for it, or six cards would be exceeded on the way."""
    owed = 2 if read.phase == "m" and read.drawing else int(read.phase[0] == "p" or read.phase in ("d", "d1", "fd"))
    held = len(read.hands["AB".find(read.seat)])
    if held > r.HAND_LIMIT - owed:
        phase = read.phase + "+" * read.drawing
        raise BadInput(f"{read.seat} holds {held} cards; in phase {phase} at most {r.HAND_LIMIT - owed}", rule="V-17")


def _check_deal(read: _Position) -> None:
    """VQ-46: the first player is one card ahead at most; enough cards are left, and none lie elsewhere."""
    first = max("AB".find(read.seat), 0)
    mine, yours = len(read.hands[first]), len(read.hands[1 - first])
    dealt = mine + yours
    if mine - yours not in (0, 1) or dealt >= r.SEATS * r.HAND_DEALT or (read.seat == "?" and dealt):
        raise BadInput(
            f"A holds {len(read.hands[0])} cards and B {len(read.hands[1])}; four each are dealt in turn, from the "
            "first player on",
            rule="VQ-46",
        )
    if len(read.kinds()) > dealt + len(read.order) + len(read.rest) or read.turn != 1 or max(read.scores):
        raise BadInput(
            "while cards are dealt nothing has been played: no cards lie elsewhere, it is turn 1, 0:0", rule="V-8"
        )
    if len(read.kinds()) < r.SEATS * r.HAND_DEALT:
        raise BadInput(f"{len(read.kinds())} cards are too few to deal four to each player", rule="V-8")


_FLIPS_DUE = {"fd": 1, "fe": 1, "fe2": 2, "d1": 1}  # and as many Transformers drawn, which are still in hand


def _check_full(game: Voltage, read: _Position) -> None:
    """VC-1: kind counts and parity are checked in full positions only."""
    cards = read.kinds()
    if game.deck.loose:
        lit = sum(kind & 1 for kind in cards) + read.loose
        if lit != game.deck.loose:
            raise BadInput(f"{lit} Transformers instead of {game.deck.loose}", rule="V-3")
        for face in range(r.FACES):
            have, want = sum(k >> 1 == face for k in cards), sum(game.deck.counts[2 * face : 2 * face + 2])
            if have != want:
                raise BadInput(f"{have} of {FACE_NAMES[face]} instead of {want}", rule="V-2")
    for kind in range(0 if game.deck.loose else KINDS):
        if cards.count(kind) != game.deck.counts[kind]:
            raise BadInput(f"{cards.count(kind)} of {KIND_NAMES[kind]} instead of {game.deck.counts[kind]}", rule="V-2")
    if read.phase in ("deal", "x"):
        return
    odd = read.phase[0] in "pd" or read.phase == "fd"
    for p, hand in enumerate(read.hands):
        wanted = int(odd and "AB"[p] == read.seat)
        if len(hand) % 2 != wanted:
            even = "an odd number is held" if wanted else "an even number is held"
            raise BadInput(f"{'AB'[p]} holds {len(hand)} cards; in phase {read.phase} {even}", rule="V-18")
    drawn = sum(kind & 1 for kind in read.hands["AB".index(read.seat)])
    if drawn < _FLIPS_DUE.get(read.phase, 0):
        raise BadInput(
            f"phase {read.phase}, but no Transformer was drawn: {read.seat} holds too few of them", rule="V-43"
        )
    t = COLOURS.find(read.phase[-1])
    if t >= 0 and not read.sides[0][t] and not read.sides[1][t] and not max(read.scores):
        raise BadInput(
            f"phase {read.phase}, but nothing was played on {COLOURS[t]}: it is empty, and no set was scored",
            rule="V-16",
        )


def _record(game: Voltage, read: _Position) -> Any:
    """The rules' record of a checked position."""
    g, s = game.tables, r.State.new()
    deal = Deal(g)
    s.turn = read.turn
    s.score[0], s.score[1] = read.scores
    for p in range(r.SEATS):
        s.hand[p] = deal.take(read.hands[p])
        for t in range(r.TERMINALS):
            s.side[p][t] = deal.take(read.sides[p][t])
            s.plus[t] = read.plus[t]
    s.discard = deal.take(read.discard)
    s.pile = deal.take([*read.order, *read.rest])
    s.loose, s.fresh = read.loose, int(read.fresh and g.loose > 0)
    s.lit = deal.lit if g.loose else g.lit
    _phase(s, read)
    _top(s, read)
    _memory(game, s, read.known)
    if g.private:
        for p, name in enumerate(("tA", "tB")):
            s.least[p], s.most[p] = read.bounds.get(name, (0, len(read.hands[p])))
            if not s.least[p] <= sum(kind & 1 for kind in read.hands[p]) <= s.most[p]:
                raise BadInput(f"{name} does not allow the Transformers of that hand", rule="VQ-32")
    return s


def _memory(game: Voltage, s: Any, read: dict[str, list[int]]) -> None:
    """K and the pairs; spectators know both hands together as the players do, if nothing else is written."""
    g, both = game.tables, read.get("kA", []) + read.get("kB", [])
    for p, viewer in KNOWN_BY:
        k, q = ("kA", "kB", "kAB")[p], f"q{'ABS'[viewer]}"
        try:
            s.paired[viewer] = pairs(g, s, p, read.get(q, []))
        except LookupError as missing:
            raise BadInput(f"{q} names {missing}, which is not there", rule="VC-15") from None
        try:
            s.known[p] = known(g, s, p, read.get(k, both if p == 2 else []), game.known_by_face)
        except LookupError as missing:
            beside = f" beside the cards of {q}" if s.paired[viewer] else ""
            raise BadInput(f"{k} names {missing}, which is not there{beside}", rule="VQ-37") from None


def _phase(s: Any, read: _Position) -> None:
    s.player = "AB?".index(read.seat) % 2
    s.first = r.EITHER if read.seat == "?" else s.player if read.turn % 2 else 1 - s.player
    s.played_on, phase = r.NOWHERE, read.phase
    s.drawing = int(read.drawing or phase == "deal")
    if phase == "deal":
        s.phase = r.DEAL
    elif phase == "m":
        s.phase = r.MAIN
    elif phase[0] == "p":
        s.phase, s.played_on, s.played_special = r.SECOND, COLOURS.index(phase[-1]), int("-" in phase)
    elif phase[0] == "d":
        s.phase, s.draws, s.flips = r.AGAIN, 1, int(phase == "d1")
    elif phase[0] == "f":
        s.phase, s.draws, s.flips = r.FLIP, int(phase == "fd"), 2 if phase == "fe2" else 1
    else:
        s.phase = r.OVER


def _top(s: Any, read: _Position) -> None:
    """The back on top: written, or given by the order, or the only one there is; else not revealed yet."""
    s.top = r.UNSEEN
    if not s.pile:
        return
    backs = {kind & 1 for kind in read.rest} if not read.fresh else {0, 1}
    if read.order:
        back: int | None = read.order[0] & 1
        if read.top in ("", "*") and (read.top == "*") != bool(back):
            raise BadInput("the sign behind ^ contradicts the top card of the pile", rule="VC-6")
    elif read.top in ("", "*"):
        back = int(read.top == "*")
        if back not in backs:
            raise BadInput("no card of the pile has the back written behind ^", rule="VC-6")
    else:
        back = backs.pop() if len(backs) == 1 else None
    if read.top != "?" and back is not None:
        s.top = r.LIT if back else r.PLAIN


def what_is_due(state: VoltageState) -> str:
    """What chance owes, and how a position says that it is decided (VC-6, VC-13)."""
    s = state.record
    owed = r.chances(state.game.tables, s)
    if owed == r.WHO_BEGINS:
        return "it is not settled who begins; Adeal or Bdeal says it"
    if owed == r.NEXT_FACE:
        return f"a card is on its way to {'AB'[s.player]}; draw it, or leave out the + behind the phase"
    if state.order:
        return "the back on top of the pile has still to be seen; leave out the ^? behind the pile"
    return "the back on top of the pile is not known; write ^ (plain) or ^* (a Transformer) behind the pile"


# -------------------------------------------------------------------- actions
_NUMBER = re.compile(r"([OGBP])\s*([123])\s*(\*?)\s*(?:=|@|-|on\s+)?\s*([AB]|own|mine|opp|theirs)(?:'?s side)?", re.I)
_SPECIAL = re.compile(
    r"(?:(S)|(F)|(bypass|swap)|(blown fuse|fuse))\s*(\*?)\s*(?:on\s+|@)?\s*([OGBP])\s*(?:[=x:]\s*|\s+)?"
    r"(0|-|none|nothing|[OGBP]?[123]\*?|[SF]\*?)?",
    re.I,
)
_FLIP = re.compile(r"(?:~|flip )\s*([OGBP])", re.I)
DRAW = re.compile(r"d|draw(?: a card)?", re.I)
_SUFFIX = re.compile(r"(?:\([^()]*\))?(?:\{[^{}]*\})*$")
_ELSEWHERE = re.compile(
    r"(?:orange|green|blue|purple|[OGBP])\s*[123]\s*\*?\s*(?:=|@|-|(?:on|to)\s+)?\s*(?:orange|green|blue|purple)\b.*",
    re.I,
)
_WORDS = {"orange": "O", "green": "G", "blue": "B", "purple": "P"}
MOST_LETTERS = 80  # of an action; the longest way to write one has half as many
HOW = "write O3b (a number card on B's side), SP=3 (Bypass on Purple taking the 3), FG=0, d (draw) or ~G (flip)"


def read_action(game: Voltage, text: str, seat: Seat, strict: bool = False) -> VoltageAction:
    """The action a text means to a seat; BadInput says how to write one."""
    asked = " ".join(plain(text[: 4 * MOST_LETTERS]).split())
    if len(asked) > MOST_LETTERS:
        raise BadInput(f"{asked[:40]!r}… is too long for an action; {HOW}", rule="7.1")
    bare = _SUFFIX.sub("", asked)
    found = _exact(game, bare, seat)
    if found is None and _ELSEWHERE.fullmatch(bare):  # before "orange 3 on blue" can be taken for B's side
        raise BadInput(f"{asked[:40]!r} is not an action: {OWN_TERMINAL}", rule="V-21")
    if found is None and not strict:
        bare = re.sub(r"\b(orange|green|blue|purple)\s*", lambda m: _WORDS[m[1].lower()], bare, flags=re.I).strip()
        found = _loose(game, bare, seat)
    if found is None:
        raise _not_an_action(asked[:40], bare)
    return found


OWN_TERMINAL = "a number card goes on the terminal of its own colour; say on whose side, for example O3a or O3b"
_HINTS = (
    (r"[OGBP][123]\*?\s*(?:=|@|-|on\s+)?\s*[OGP]\w*", "V-21", OWN_TERMINAL),
    (r"[SF]\*?\s*[OGBP]\s*[AB]\b.*", "V-23", "a special card always goes on the opponent's side, which is not written"),
    (r"S\*?[OGBP]=[SF]\*?", "V-28", "a Bypass can only take a number card, never a special one"),
    (r"[SF]\*?[OGBP]", "VQ-15", "say what it hits: {0}=0 for nothing, or the card there, for example {0}=3"),
    (r"[SF]\*?[OGBP]=[OGBP][123]\*?", "V-26", "a special card only reaches cards of its own terminal"),
    (r"[OGBP][123]\*?", "V-22", "say on whose side the card goes, for example {0}a or {0}b"),
    (r"[SF]\*?", "V-23", "say on which terminal, and what it hits, for example {0}P=3 or {0}P=0"),
    (r"[OGBP][4-9]\d*\*?[ab]?", "V-2", "the cards of a colour show 1, 2 or 3"),
    (
        r"(?![OGBP][123])[A-Z][0-9]\*?[ab]?",
        "V-2",
        "there is no such card; the cards are O1 to P3, S (Bypass) and F (Blown Fuse)",
    ),
    (r"(?:pass|skip|-)", "V-12", "nobody can pass: a turn is two plays, a play and a draw, or two draws"),
)


def _not_an_action(asked: str, plain: str) -> BadInput:
    """What is wrong with a text that means no action; a function of the text alone."""
    for pattern, rule, hint in _HINTS:
        if re.fullmatch(pattern, plain, re.I):
            return BadInput(f"{asked!r} is not an action: {hint.format(plain)}", rule=rule)
    return BadInput(f"{asked!r} is not an action; {HOW}", rule="7.1")


def _exact(game: Voltage, text: str, seat: Seat) -> VoltageAction | None:
    number = game.action_texts(seat).get(text)
    return None if number is None else game.actions.action(number, seat)


def _loose(game: Voltage, text: str, seat: Seat) -> VoltageAction | None:
    """Other ways people write the same thing."""
    if match := _NUMBER.fullmatch(text):
        side = match[4].lower()
        own = side in ("own", "mine") or side == SEAT_LETTERS[seat]
        owner = SEAT_LETTERS[seat if own else 1 - seat]
        return _exact(game, f"{match[1].upper()}{match[2]}{match[3]}{owner}", seat)
    if match := _SPECIAL.fullmatch(text):
        name = "S" if match[1] or match[3] else "F"
        target = (match[7] or "?").upper()  # what it hits is for the player to say (VQ-15)
        if target in ("-", "NONE", "NOTHING"):
            target = "0"
        if target[0] in COLOURS:
            target = target[1:] if target[0] == match[6].upper() else "?"
        return _exact(game, f"{name}{match[5]}{match[6].upper()}={target}", seat)
    if match := _FLIP.fullmatch(text):
        return _exact(game, f"~{match[1].upper()}", seat)
    return _exact(game, "d", seat) if DRAW.fullmatch(text) else None
