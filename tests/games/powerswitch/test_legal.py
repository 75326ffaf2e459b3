"""The rules against the same rules written on lists of names (`reference.py`): every legal action and every position of
random games, and of random positions that few games come to, with every option.
"""

import random

import pytest

from leyden.core.contract import BadInput, Node
from leyden.core.rule import PURE
from leyden.games.powerswitch import PowerSwitch

from .reference import CARDS, COLOURS, Table, of_position, written
from .vectors import position

SMALL_HANDS = {2: 30, 3: 28, 4: 22, 5: 20, 6: 18}  # pile_size: rounds with few cards come to odd ends
OPTIONS = [
    {},
    {"preset": "family"},
    {"preset": "even-die"},
    {"end_rule": "rounds:2"},
    {"colour_die": "DL"},
    {"colour_die": "LLLB", "l_tie": "dealer_first", "first_dealer": "random"},
    {"first_dealer": "seat:2", "number_die": "1,1,12"},
    {"shock_forced": "false", "shock_in_hand": "25", "dead_value": "20", "shock_count": "3"},
    {"shock_count": "0", "pile_size": "0"},
    {"shock_count": "3", "pile_size": "1", "give_rule": "worst"},
    {"give_rule": "worst", "shock_in_hand": "50"},
    {"received": "hold", "shock_forced": "false", "shock_count": "3"},
    {"give_last": "ends_round", "received": "hold"},
    {"give_last": "exempt"},
    {"give_last": "exempt", "empty_right": "next_right", "switch_empty": "forbid"},
    {"give_last": "sit_out"},
    {"give_last": "sit_out", "switch_timing": "anytime", "switches_per_game": "3"},
    {"empty_right": "next_right"},
    {"switch_timing": "anytime", "switches_per_game": "9"},
    {"switch_timing": "anytime", "switch_empty": "forbid", "switch_stuck": "end_turn"},
    {"switch_stuck": "end_turn", "switches_per_game": "9", "shock_forced": "false"},
    {"switch_stuck": "end_turn", "received": "hold", "switches_per_game": "9"},
    {"switch_empty": "forbid", "switches_per_game": "5"},
    {"switches_per_game": "0", "target": "20", "tie_win": "extra_round"},
    {"target": "5", "max_rounds": "1", "tie_win": "extra_round"},
    {"hand_counts": "hidden", "reveal_pile_end": "true", "end_rule": "rounds:1"},
]
IDS = [" ".join(f"{k}={v}" for k, v in options.items()) or "default" for options in OPTIONS]
STEPS, POSITIONS = (120, 20) if PURE else (250, 60)


def as_multiset(text):
    """A position with its pile as a multiset."""
    fields = text.split()
    pile = fields[6].strip("{}")
    fields[6] = written([] if pile == "-" else pile.split(","))
    return " ".join(fields)


def compare(state, table, luck, steps):
    """Play on by luck, both ways; the kinds of what was done."""
    met = set()
    for _ in range(steps):
        assert as_multiset(str(state)) == table.position()
        if state.node is Node.TERMINAL:
            assert (table.phase, table.legal(), table.chance()) == ("over", set(), {})
            lowest = min(table.totals.values())
            assert state.outcome.winners == tuple(p for p in range(table.n) if table.totals[p + 1] == lowest)
            met.add("over")
            break
        if state.node is Node.CHANCE:
            outcomes = {str(draw): chance for draw, chance in state.chance_outcomes()}
            assert outcomes == table.chance()
            (text,) = luck.choices(list(outcomes), list(outcomes.values()))
            state = state.draw(state.game.parse_draw(text, state))
            met.add(table.phase)
            table.happen(text)
            continue
        (seat,) = state.acting
        legal = {str(action): action for action in state.legal_actions(seat)}
        assert set(legal) == table.legal()
        assert [s for s in range(table.n) if state.legal_actions(s)] == [seat] == [table.actor - 1]
        text = luck.choice(list(legal) * 6 + [text for text in legal if text[0] not in "xk"] * 6)
        met.add(f"{table.phase} {text[0] if text[0] in '*xoda' or text in ('pass', 'keep', 'hold') else 'card'}")
        state = state.apply(seat, legal[text])
        table.do(text)
    return met


@pytest.mark.rule(
    *("P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "P-7", "P-8", "P-9", "P-10", "P-11", "P-16", "P-22", "P-28", "P-29"),
    *("P-32", "P-35", "P-38", "P-45", "P-46", "P-47", "P-56", "PQ-4", "PQ-9", "PQ-10", "PQ-11", "PQ-13", "PQ-15"),
    *("PQ-17", "PQ-26", "PQ-28", "PQ-30", "PQ-31", "PQ-34", "PQ-37", "PQ-39", "PQ-40", "PQ-42", "PC-4", "PC-12"),
)
@pytest.mark.parametrize("options", OPTIONS, ids=IDS)
def test_whole_games_go_as_the_rules_say_word_for_word(options):
    luck = random.Random(str(options))
    met = set()
    for n in range(2, 7):
        more = {"pile_size": SMALL_HANDS[n]} if luck.random() < 0.5 and "pile_size" not in options else {}
        game = PowerSwitch.load(seats=n, **{"first_dealer": f"seat:{n}", **options, **more})
        met |= compare(game.start(), Table(game.options), luck, STEPS)
    assert {"open card", "turn card", "turn d", "give card"} <= met or options.get("pile_size") == "0"


def a_position(luck, n):
    """A layout that may be, with hands and a pile of some other cards."""
    colour, number = luck.choice(COLOURS), luck.randint(1, 12)
    low, high = luck.randint(1, number), luck.randint(number, 12)
    if luck.random() < 0.2:
        low, high = 1, 12
    columns, shocks = {}, 3
    for c in COLOURS:
        if c == colour:
            columns[c] = (low, high)
        elif luck.random() < 0.75:
            columns[c] = (luck.randint(low, number), luck.randint(number, high))
            if luck.random() < 0.4:
                columns[c] = (low, high)
    filled, layout = [], []
    for c in COLOURS:
        if c not in columns:
            layout.append("-")
            continue
        first, last = columns[c]
        marked = [k for k in range(first, last + 1) if k != number and luck.random() < 0.15][:shocks]
        shocks -= len(marked)
        filled += [f"{c}{k}" for k in range(first, last + 1) if k not in marked]
        layout.append((f"{first}-{last}" if last > first else f"{first}") + "".join(f"*{k}" for k in marked))
    rest = [card for card in CARDS if card not in filled]
    luck.shuffle(rest)
    rest = ["*"] * luck.randint(0, shocks) + rest
    hands = []
    for _ in range(n):
        size = luck.choice((0, 1, 1, 2, 3, 5))
        hands.append(luck.sample(rest, min(size, len(rest))))
        for card in hands[-1]:
            rest.remove(card)
    pile = luck.sample(rest, min(luck.choice((0, 0, 1, 2)), len(rest)))
    if not any(hands):
        return None
    used = luck.choice("-u")
    return (
        f"{n} {luck.randint(1, n)} turn {luck.randint(1, n)} {colour}{number} {'/'.join(layout)} "
        f"{f'{{{written(pile)}}}' if len({*pile}) > 1 else written(pile)} {'/'.join(map(written, hands))} "
        f"{''.join(luck.choice('01') for _ in range(n))}{used} "
        f"{','.join(str(5 * luck.randint(0, 70)) for _ in range(n))} r{luck.randint(1, 5)} -"
    )


@pytest.mark.rule("P-27", "P-36", "P-41", "P-43", "P-45", "P-51", "P-52", "PQ-23", "PQ-25", "PQ-33", "PQ-38", "PQ-49")
@pytest.mark.parametrize("options", OPTIONS, ids=IDS)
def test_play_goes_on_from_any_position_as_the_rules_say(options):
    luck = random.Random(str(options))
    met, played = set(), 0
    while played < POSITIONS:
        n = luck.randint(2, 6)
        text = a_position(luck, n)
        if text is None:
            continue
        try:
            state = position(text, **options)
        except BadInput:
            continue  # all 48 cards were there, and not as many Shock Plays as there must be
        table = of_position(text, state.game.options)
        met |= compare(state, table, luck, 40)
        played += 1
    wanted = {"turn card", "turn *", "turn d", "turn a", "res card", "give card", "out"}
    wanted |= {"turn x"} if options.get("switches_per_game") != "0" else set()
    assert PURE or wanted <= met
