"""All worlds that a view of a small study position of Voltage allows, counted one by one.

Written from section 4 of docs/rules/voltage.md alone: which physical card carries which back (all choices,
where backs are random), which card lies where, and which cards K and the pairs are (VC-14, VC-15), every such
assignment weighing the same; those that do not look like the view are thrown away. Far too slow for more than a
dozen cards.
"""

import itertools
import re
from collections import Counter

from leyden.games.voltage.cards import KIND_BY_NAME, KIND_NAMES
from leyden.games.voltage.state import NUMBERS

CARD = re.compile(r"(?:[OGBP][123]|[SF])\*?")
ANY = None  # a back that is not known


def named(text, back_known=True):
    """Cards of a text as (face, back)."""
    kinds = [KIND_BY_NAME[name] for name in CARD.findall(text)]
    return [(kind >> 1, bool(kind & 1) if back_known else ANY) for kind in kinds]


def text_of(cards):
    return "".join(KIND_NAMES[2 * face + lit] for face, lit in sorted(cards))


def backs(game):
    """Every choice of Transformers among the physical cards."""
    kinds = game.deck.cards()
    if not game.deck.loose:
        yield [(kind >> 1, bool(kind & 1)) for kind in kinds]
        return
    for lit in itertools.combinations(range(len(kinds)), game.deck.loose):
        yield [(kind >> 1, card in lit) for card, kind in enumerate(kinds)]


def fillings(cards, free, slots):
    """Every way to put free cards into labelled slots: the cards, slot by slot."""
    if not slots:
        yield ()
        return
    face, back = slots[0]
    for card in free:
        if cards[card][0] == face and back in (ANY, cards[card][1]):
            for rest in fillings(cards, free - {card}, slots[1:]):
                yield card, *rest


class Known:
    """What the view says, as labelled slots."""

    def __init__(self, view):
        game = view.game
        open_backs = not game.tables.private
        self.zones = {}
        for p, hand in enumerate(view.hands):
            if p == view.seat:
                self.zones["hand", p] = named("".join(KIND_NAMES[kind] for kind in hand.kinds))
        for t, terminal in enumerate(view.terminals):
            for p, side in enumerate(terminal.sides):
                back = side.lit if open_backs else [ANY] * len(side.faces)
                self.zones["side", p, t] = list(zip(side.faces, back, strict=True))
        self.zones["discard"] = named(view.discard, open_backs)
        by_kind = not game.known_by_face
        self.in_hand = [named(hand.known, by_kind) for hand in view.hands]
        self.in_either = named(view.known_of_both, by_kind)
        self.both_sides_seen = named(view.paired)

    def slots(self):
        return [slot for zone in self.zones.values() for slot in zone]

    def by_zone(self, filling):
        cards = iter(filling)
        return {zone: [next(cards) for _ in slots] for zone, slots in self.zones.items()}


def hidden_hands(view, known, cards, free, paired):
    """Every way to deal the hands that the viewer does not see, and to say which of their cards are the known ones.

    (hand of A, hand of B), (known cards of each); none of them is one of the pairs.
    """
    single = free - paired
    sizes = [hand.size for hand in view.hands]
    if view.seat is None:
        for seen in fillings(cards, single, known.in_either):
            left = free - set(seen)
            for others in itertools.combinations(left, sum(sizes) - len(seen)):
                both = {*seen, *others}
                for hand in itertools.combinations(both, sizes[0]):
                    mine = set(hand)
                    yield (mine, both - mine), (set(seen) & mine, set(seen) - mine)
        return
    you = 1 - view.seat
    for seen in fillings(cards, single, known.in_hand[you]):
        for others in itertools.combinations(free - set(seen), sizes[you] - len(seen)):
            hands, knows = [None, None], [None, None]
            hands[you], knows[you] = {*seen, *others}, set(seen)
            yield hands, knows


def assignments(view):
    """Every assignment of cards to places that the view may allow, as the parts of a state that differ."""
    known, everything = Known(view), frozenset(range(view.game.deck.size))
    json = view.to_json()
    for cards in backs(view.game):
        for paired in fillings(cards, everything, known.both_sides_seen):
            for filling in fillings(cards, everything - set(paired), known.slots()):
                zones = known.by_zone(filling)
                free = everything - set(filling)
                for hands, knows in hidden_hands(view, known, cards, free, set(paired)):
                    hands = [zones["hand", p] if hand is None else hand for p, hand in enumerate(hands)]
                    lit = [sum(cards[card][1] for card in hand) for hand in hands]
                    least, most = json["bounds"]
                    if view.game.tables.private and not all(least[p] <= lit[p] <= most[p] for p in (0, 1)):
                        continue  # what all have seen of the backs of drawn cards
                    pile = free - set(hands[0]) - set(hands[1])
                    for top in pile or {None}:
                        if top is None or view.top_lit is None or cards[top][1] == view.top_lit:
                            yield parts(view, cards, zones, hands, knows, pile, set(paired))


def parts(view, cards, zones, hands, knows, pile, paired):
    def text(some):
        return text_of(cards[card] for card in some)

    def faces(some):
        return text_of((cards[card][0], False) for card in some)

    known = ["", ""]
    for p, some in enumerate(knows):
        if some is None:
            known[p] = view.hands[p].known
        else:
            known[p] = faces(some) if view.game.known_by_face else text(some)
    fresh = view.sight.fresh
    sides = tuple(tuple(text(zones["side", p, t]) for t in range(4)) for p in range(2))
    loose = sum(cards[card][1] for card in pile) if fresh else 0
    return (
        tuple(text(hand) for hand in hands),
        sides,
        faces(pile) if fresh else text(pile),
        loose,
        text(zones["discard"]),
        tuple(known),
        tuple(text(paired - set(own)) for own in (*hands, ())),
    )


def worlds(view):
    """Every state with that view, and in how many ways it comes about."""
    sight, json = view.sight, view.to_json()
    numbers = [name for name in NUMBERS if name != "loose"]
    for (hands, sides, pile, loose, discard, known, paired), ways in Counter(assignments(view)).items():
        both = view.known_of_both if view.seat is None else text_of(named(known[0] + known[1]))
        state = view.game._state_from(
            {
                "game": "voltage",
                **view.game.to_json(),
                "hands": list(hands),
                "sides": [list(row) for row in sides],
                "pile": pile,
                "order": "",
                "discard": discard,
                "known": [*known, both],
                "paired": list(paired),
                "plus": [int(terminal.plus) for terminal in view.terminals],
                "score": list(view.scores),
                "least": json["bounds"][0],
                "most": json["bounds"][1],
                "turn": view.turn,
                "loose": loose,
                **{name: getattr(sight, name) for name in numbers},
            }
        )
        if state.observation(view.seat) == view:
            yield state, ways


def key(state):
    """What distinguishes two worlds: where every card lies, its back, and what is known of hands."""
    json = state.to_json()
    return tuple(str(json[name]) for name in ("hands", "sides", "pile", "discard", "known", "top", "loose"))
