"""The rules V-1 … V-53 and the rulings VQ-1 … VQ-47, in the order of docs/rules/voltage.md.

What a vector shows already stands in test_vectors.py; here is what no vector shows, and what is true of
every deck, every hand or every turn.
"""

from collections import Counter
from fractions import Fraction

import pytest

from leyden.core.contract import BadInput, Illegal, Node, Seat
from leyden.core.options import BadOption
from leyden.core.streams import Streams
from leyden.games.voltage import Voltage
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import PlaySpecial
from leyden.games.voltage.cards import FACE_NAMES, KIND_NAMES

from .vectors import cards_in, follow, play, settled

A, B = Seat(0), Seat(1)
START = "+|/-|/-|/+| 0:0 Am O1O3P1P3 B2P3SF =O2G1B3P1 - 1"


def position(text: str, **options: object):
    return Voltage.load(**options).position(text)


def actions(state) -> set[str]:
    return {str(action) for action in state.legal_actions(state.acting[0])}


def rule_of(state, text: str) -> str:
    """The rule that refuses an action."""
    with pytest.raises(Illegal) as caught:
        state.apply(state.acting[0], state.game.parse(text, state, strict=True))
    return caught.value.refusal.rule


def table(seed: int = 0, **options: object):
    """A dealt table, the first decision due."""
    state, stream = Voltage.load(**options).start(), Streams(seed).stream("deal")
    while state.node is Node.CHANCE:
        state = state.draw(state.sample(stream))
    return state


# ----------------------------------------------------------------- 2.1 set-up
@pytest.mark.rule("V-1")
def test_there_are_two_players_with_a_side_of_every_terminal():
    state = table()
    assert state.game.seat_names == ("A", "B")
    assert state.game.seats == 2
    assert [len(terminal.sides) for terminal in state.observation(None).terminals] == [2, 2, 2, 2]


@pytest.mark.rule("V-2", "VQ-1")
def test_the_deck_has_four_cards_of_each_face():
    faces = Counter(KIND_NAMES[kind].rstrip("*") for kind in Voltage.load().deck.cards())
    assert faces == dict.fromkeys(FACE_NAMES, 4)
    assert faces.total() == 56


@pytest.mark.rule("VQ-1", "VC-3")
def test_another_split_of_the_values_keeps_twelve_cards_a_colour():
    faces = Counter(KIND_NAMES[kind].rstrip("*") for kind in Voltage.load(value_counts="5-4-3").deck.cards())
    assert [faces[f"{colour}{value}"] for colour in "OGBP" for value in "123"] == [5, 4, 3] * 4
    assert (faces["S"], faces["F"]) == (4, 4)


@pytest.mark.rule("V-3", "VQ-2")
def test_18_backs_are_transformers_one_a_face_and_two_for_each_2():
    cards = [KIND_NAMES[kind] for kind in Voltage.load().deck.cards()]
    lit = Counter(name.rstrip("*") for name in cards if name.endswith("*"))
    assert lit == {name: 2 if name.endswith("2") else 1 for name in FACE_NAMES}
    assert lit.total() == 18
    assert [at for at, name in enumerate(cards) if name.endswith("*")] == sorted(
        [12 * c + at for c in range(4) for at in (3, 6, 7, 11)] + [51, 55]
    )


@pytest.mark.rule("VQ-2", "VC-12")
def test_random_backs_are_chosen_while_the_cards_are_drawn():
    state = Voltage.load(transformer_backs="uniform_random", first_player="A").start()
    assert {str(d): p for d, p in state.chance_outcomes()} == {"^": Fraction(38, 56), "^*": Fraction(18, 56)}
    for back in "^", "^*":
        faces = state.draw(state.game.parse_draw(back, state)).chance_outcomes()
        assert {p for _, p in faces} == {Fraction(4, 56)}  # a back says nothing about the face


@pytest.mark.rule("VQ-2", "VC-13")
@pytest.mark.parametrize(("top", "after"), [("^*", "Afd G1* O1 {G2}~0^?"), ("^", "Ad G1 O1 {G2}~1^?")])
def test_a_random_back_belongs_to_a_face_once_it_is_drawn(top, after):
    state = position(f"+|/-|/-|/+| 0:0 Am - O1 {{G1G2}}~1{top} - 9", transformer_backs="uniform_random")
    state = state.apply(A, state.legal_actions(A)[0])
    drawn = next(draw for draw, _ in state.chance_outcomes() if str(draw).startswith("G1"))
    assert str(state.draw(drawn)).startswith(f"+|/-|/-|/+| 0:0 {after} ")


@pytest.mark.rule("VQ-2", "VC-3")
def test_own_backs_are_counts_by_kind():
    counts = [3, 1] * 10 + [2, 2] * 4
    assert Voltage.load(transformer_backs="custom:" + ",".join(map(str, counts))).deck.counts == tuple(counts)


@pytest.mark.rule("V-4", "V-5", "VQ-3", "VQ-4")
def test_the_tokens_start_plus_minus_minus_plus_in_the_order_orange_green_blue_purple():
    terminals = table().observation(None).terminals
    assert [(t.colour, t.plus) for t in terminals] == [("O", True), ("G", False), ("B", False), ("P", True)]


@pytest.mark.rule("VQ-3", "VQ-4")
def test_other_start_signs_are_an_option():
    assert [t.plus for t in table(initial_polarity="--++").observation(None).terminals] == [False, False, True, True]


@pytest.mark.rule("V-6", "V-9")
def test_scores_start_at_nought_and_the_discard_pile_is_empty():
    view = table().observation(None)
    assert view.scores == (0, 0)
    assert view.discard == ""
    assert all(terminal.cards == 0 for terminal in view.terminals)


@pytest.mark.rule("V-7")
def test_every_card_is_as_likely_as_another_to_be_dealt_first():
    state = Voltage.load(first_player="A").start()
    chances = Counter()
    for back, p in state.chance_outcomes():
        for card, q in state.draw(back).chance_outcomes():
            chances[str(card)] += p * q
    copies = Counter(KIND_NAMES[kind] for kind in state.game.deck.cards())
    assert chances == {name: Fraction(n, 56) for name, n in copies.items()}


@pytest.mark.rule("V-8", "VQ-46")
def test_four_cards_each_are_dealt_by_turns_beginning_with_the_first_player():
    state, seats = Voltage.load(first_player="B").start(), []
    while state.node is Node.CHANCE:
        state = state.draw(state.chance_outcomes()[0][0])
        seats += [event.data["seat"] for event in state.events if event.kind == "deal" and event.seen_by(None)]
    assert seats == list("BABABABA")
    assert [hand.size for hand in state.observation(None).hands] == [4, 4]
    assert state.observation(None).pile_size == 48


@pytest.mark.rule("V-10", "V-46")
def test_dealt_transformers_flip_nothing():
    state = Voltage.load(first_player="A").start()
    for _ in range(8):
        state = state.draw(state.game.parse_draw("^*", state))
        state = state.draw(state.chance_outcomes()[0][0])
    state = state.draw(state.game.parse_draw("^*", state))
    assert str(state).startswith("+|/-|/-|/+| 0:0 Am ")
    assert [hand.lit for hand in state.observation(None).hands] == [4, 4]


@pytest.mark.rule("V-11", "VQ-5", "VC-12")
@pytest.mark.parametrize(("option", "who"), [("A", A), ("B", B)])
def test_the_first_player_is_an_option(option, who):
    assert table(first_player=option).acting == (who,)


@pytest.mark.rule("V-11", "VQ-5")
@pytest.mark.parametrize("option", ["random", "oldest"])
def test_otherwise_it_is_told_from_outside_who_begins(option):
    state = Voltage.load(first_player=option).start()
    assert [(str(d), p) for d, p in state.chance_outcomes()] == [
        ("first A", Fraction(1, 2)),
        ("first B", Fraction(1, 2)),
    ]
    assert state.draw(state.game.parse_draw("first B", state)).record.player == B


# --------------------------------------------------------------- 2.2 the turn
@pytest.mark.rule("V-12")
def test_turns_alternate():
    state = position("+|/-|/-|/+| 0:0 Am O1G1 O2G2 =P1P1P2P2P3P3 - 1")
    seats = []
    for text in ("O1a", "d", "O2a", "d", "G1a", "d"):
        seats.append("AB"[state.acting[0]])
        state = follow(state, text)
    assert "".join(seats) == "AABBAA"


@pytest.mark.rule("V-12", "V-16")
@pytest.mark.parametrize("line", ["O1a SG=0", "SO=0 G1a"])
def test_a_new_turn_remembers_nothing_of_the_last(line):
    state = follow(position("+|/-|/-|/+| 0:0 Am O1G1S P1P2 {O2} - 1", two_plays="printed_colours"), line)
    assert state == state.game.position(str(state))
    assert (state.observation(B).played_on, state.observation(B).played_special) == (None, False)


@pytest.mark.rule("V-12", "VQ-12")
def test_there_is_no_pass():
    assert not [text for text in map(str, map(Voltage.load().actions.action, range(197))) if "pass" in text]
    assert [name for name, _ in Voltage.load().actions.blocks()][3:] == ["DrawCard", "FlipToken"]


@pytest.mark.rule("V-13", "V-15", "V-19", "VQ-6")
@pytest.mark.parametrize(
    ("line", "hand"), [("O1a d", 4), ("O1a P1a", 2), ("d d", 6)], ids=["play and draw", "two plays", "two draws"]
)
def test_a_turn_has_one_of_three_forms(line, hand):
    state = play(START, line)
    assert state.acting == (B,)
    assert state.observation(A).hands[0].size == hand


@pytest.mark.rule("V-15", "VQ-6")
def test_after_a_play_both_forms_are_open():
    assert {"P1a", "d"} <= actions(play(START, "O1a"))


@pytest.mark.rule("V-18", "VQ-11")
def test_a_completed_turn_leaves_an_even_hand():
    for line in ("O1a d", "O1a P1a", "d d"):
        assert play(START, line).observation(A).hands[0].size % 2 == 0


@pytest.mark.rule("V-19")
@pytest.mark.parametrize(
    ("hand", "two_draws", "two_plays"),
    [
        ("-", True, False),
        ("O1O2", True, False),
        ("O1G1", True, True),
        ("O1O2O2O3", True, False),
        ("O1O2O2G3", True, True),
        ("O1O1O2O2O3O3", False, False),
        ("O1O1O2O2O3S", False, True),
    ],
)
def test_the_forms_that_a_hand_allows(hand, two_draws, two_plays):
    state = position(f"+|/-|/-|/+| 0:0 Am {hand} P1P2 =P1P2P3 - 1")
    assert ("d" in actions(state)) == two_draws
    second = [follow(state, text) for text in actions(state) - {"d"}]
    assert any(actions(after) - {"d"} for after in second) == two_plays
    assert all("d" in actions(after) for after in second)


@pytest.mark.rule("V-20", "VQ-9", "VQ-10")
def test_the_second_step_is_owed_even_after_a_set():
    state = play("+12|11/-|/-|/+| 0:0 Am O3G1 P1P2 =P1P2P3 - 1", "O3a")
    assert state.observation(None).scores == (1, 0)
    assert state.acting == (A,)


@pytest.mark.rule("VQ-13")
def test_a_play_after_a_draw_is_refused():
    assert rule_of(play(START, "d"), "O1a") == "V-14"


# --------------------------------------------------------- 2.3 playing cards
@pytest.mark.rule("V-21", "V-22")
def test_a_number_card_goes_to_either_side_of_its_own_terminal():
    assert actions(position("+|/-|/-|/+| 0:0 Am O1G2B3P1 - =P2 - 1")) == {
        *("O1a", "O1b", "G2a", "G2b", "B3a", "B3b", "P1a", "P1b", "d")
    }
    for text in ("O1a", "O1b"):
        board = str(play("+|/-|/-|/+| 0:0 Am O1G2B3P1 - =P2 - 1", text)).split("/")[0]
        assert board == {"O1a": "+1|", "O1b": "+|1"}[text]


@pytest.mark.rule("V-23", "V-32")
@pytest.mark.parametrize(("seat", "board"), [("A", "+|S"), ("B", "+S|")])
def test_a_special_card_goes_to_the_opponents_side(seat, board):
    hands = "S -" if seat == "A" else "- S"
    state = follow(position(f"+|/-|/-|/+| 0:0 {seat}pG {hands} =P2 - 1"), "SO=0")
    assert str(state).split("/")[0] == board


@pytest.mark.rule("V-24")
def test_played_cards_stay_until_a_set_a_bypass_or_a_fuse_moves_them():
    state = play(START, "O1a d SO=1 d")
    assert str(state).split("/")[0] == "+S|1"
    assert str(play(START, "O1a d FO=1 d")).split("/")[0] == "+F|"


@pytest.mark.rule("V-25", "VQ-23", "VQ-47")
@pytest.mark.parametrize("split", range(6))
def test_any_split_of_five_cards_is_scored(split):
    own = max(0, split - 1)
    state = position(f"+{'1' * own}|{'1' * (4 - own)}/-|/-|/+| 0:0 Am O1G1 - =P2 - 1")
    after = follow(state, "O1a" if split else "O1b")
    (scored,) = [event for event in after.events if event.kind == "set"]
    assert scored.data["totals"] == [split, 5 - split]
    assert scored.data["winner"] == ("A" if split > 2 else "B")


@pytest.mark.rule("V-26", "VQ-20")
def test_a_bypass_may_take_any_number_card_opposite_whoever_played_it():
    state = position("+|12*3S/-|/-|/+1|1 0:0 Am O1S - =P2 - 1")
    assert {text for text in actions(state) if text[0] == "S"} == {
        *("SO=0", "SO=1", "SO=2*", "SO=3", "SG=0", "SB=0", "SP=0", "SP=1")
    }


@pytest.mark.rule("V-27")
def test_a_bypass_counts_as_a_card_worth_nothing():
    terminal = play("+|/-|/-|/+1|3 0:0 Am O1S P1P2 =O2 - 3", "SP=0").observation(None).terminals[3]
    assert (terminal.cards, terminal.sides[1].total) == (3, 3)


@pytest.mark.rule("V-31")
def test_a_fuse_has_no_target_on_the_own_side():
    assert {text for text in actions(position("+123S|/-|/-|/+| 0:0 Am O1F - =P2 - 1")) if text[:2] == "FO"} == {"FO=0"}


@pytest.mark.rule("VQ-19")
def test_a_fuse_does_not_remove_itself():
    assert rule_of(position("+|/-|/-|/+| 0:0 Am O1F - =P2 - 1"), "FO=F") == "V-29"


@pytest.mark.rule("VC-11")
@pytest.mark.parametrize(
    ("option", "board", "allowed"),
    [
        ({"special_without_target": "forbidden"}, "+1111|", set()),
        ({"special_without_target": "forbidden"}, "+111|1", {"SO=0"}),
        ({"special_effect": "compulsory"}, "+1111|", {"SO=0"}),
        ({"special_effect": "compulsory"}, "+111|1", {"SO=0"}),
    ],
)
def test_with_four_cards_there_only_the_form_without_effect_may_be_played(option, board, allowed):
    state = position(f"{board}/-|/-|/+| 0:0 Am O1S - =P2 - 1", special_as_fifth="score_first", **option)
    assert {text for text in actions(state) if text[:2] == "SO"} == allowed


# ------------------------------------------------------------- 2.4 scoring
@pytest.mark.rule("V-35", "VQ-23")
@pytest.mark.parametrize(("side", "total"), [("", 0), ("SF", 0), ("123", 6), ("2*3S*F", 5)])
def test_a_side_counts_its_number_cards(side, total):
    assert position(f"+{side}|/-|/-|/+| 0:0 Am O1 - =P2 - 1").observation(None).terminals[0].sides[0].total == total


@pytest.mark.rule("V-36", "V-37", "VQ-22")
@pytest.mark.parametrize(
    ("sign", "a", "b", "winner"),
    [("+", "3", "12", "A"), ("-", "3", "12", "B"), ("+", "1", "12", "B"), ("-", "1", "12", "A")],
)
def test_the_higher_total_wins_on_plus_and_the_lower_on_minus(sign, a, b, winner):
    state = position(f"{sign}{a}S|{b}/-|/-|/+| 0:0 Am O1G1 - =P2 - 1")
    (scored,) = [event for event in follow(state, "O1a").events if event.kind == "set"]
    assert scored.data["winner"] == winner


@pytest.mark.rule("V-37", "VQ-22")
@pytest.mark.parametrize("sign", "+-")
@pytest.mark.parametrize("seat", "AB")
def test_a_tie_is_lost_by_whoever_played_the_fifth_card(sign, seat):
    hands = "O1G1 -" if seat == "A" else "- O1G1"
    for text, board in (("O1a", "1|11"), ("O1b", "11|1")):
        state = follow(position(f"{sign}{board}S/-|/-|/+| 0:0 {seat}m {hands} =P2 - 1"), text)
        (scored,) = [event for event in state.events if event.kind == "set"]
        assert scored.data["totals"] == [2, 2]
        assert scored.data["winner"] == "BA"["AB".index(seat)]


@pytest.mark.rule("V-38", "V-39", "VQ-25")
def test_a_set_is_one_point_and_five_discarded_cards():
    state = play("+12|1S/-|/-|/+| 0:0 Am O3*G1 - =P2 B1 1", "O3*a")
    assert state.observation(None).scores == (1, 0)
    assert state.observation(None).discard == "O1O1O2O3*B1S"
    assert state.observation(None).terminals[0].cards == 0


@pytest.mark.rule("V-41", "VQ-41")
def test_a_play_touches_one_terminal_only():
    state = position("+11|11/-|1111/-1111|/+11|11 3:3 Am O1G1B1S - =P2 - 1")
    for action in state.legal_actions(A):
        after = state.apply(A, action)
        assert sum(after.observation(None).scores) - 6 == (str(action) != "d")


@pytest.mark.rule("VQ-43")
@pytest.mark.parametrize("target", range(1, 8))
def test_the_number_of_sets_that_win_is_an_option(target):
    text = f"+11|11/-|/-|/+| {target - 1}:0 Am O1G1 - =P2 - 1"
    state = follow(position(text, target_sets=target), "O1a")
    assert state.node is Node.TERMINAL
    assert state.outcome.scores == (target, 0)


# ------------------------------------------------- 2.5 drawing and Transformers
@pytest.mark.rule("V-17", "V-42")
@pytest.mark.parametrize("piles", ["=O1 -", "0 O1"])
def test_the_very_last_card_can_be_drawn(piles):
    state = position(f"+|/-|/-|/+| 0:0 Am G1 G2 {piles} 1", reshuffle="on_need")
    assert "d" in actions(state)


def test_who_decides_is_nobody_while_chance_does():
    g, s = Voltage.load().tables, r.State.new()
    r.start(g, s)
    assert r.acting(g, s) == -1
    s.phase = r.OVER
    assert r.acting(g, s) == -1


@pytest.mark.rule("V-42")
def test_one_card_is_drawn_from_the_top_into_the_drawers_hand():
    state = play(START, "d")
    assert str(state.observation(A).hands[0]) == "O1O2O3P1P3"
    assert state.order == tuple(KIND_NAMES.index(name) for name in ("G1", "B3", "P1"))


@pytest.mark.rule("V-43", "VQ-27", "V-44")
def test_a_drawn_transformer_must_flip_one_of_four_tokens():
    state = play("+|/-|/-|/+| 0:0 Am O1G1 - =P2*P3P3 - 1", "d")
    assert actions(state) == {"~O", "~G", "~B", "~P"}
    for at, text in enumerate(["~O", "~G", "~B", "~P"]):
        signs = [t.plus for t in follow(state, text).observation(None).terminals]
        assert [plus != start for plus, start in zip(signs, (True, False, False, True), strict=True)].index(True) == at


@pytest.mark.rule("VQ-27")
def test_a_flip_cannot_be_declined():
    assert rule_of(play("+|/-|/-|/+| 0:0 Am O1G1 - =P2*P3P3 - 1", "d"), "d") == "V-43"


@pytest.mark.rule("VQ-29", "V-48")
def test_a_transformer_in_the_last_step_still_flips_in_that_turn():
    state = play("+|/-|/-|/+| 0:0 Am O1G1 - =P2*P3P3 - 1", "O1a d")
    assert state.acting == (A,)
    assert follow(state, "~O").acting == (B,)


@pytest.mark.rule("VQ-30")
def test_a_transformer_drawn_again_after_the_reshuffle_flips_again():
    state = play("+|/-|/-|/+| 3:2 Am O1G1 - =P2 B1*B1* 1", "d d")
    assert state.observation(None).phase == "fe"


@pytest.mark.rule("V-46")
def test_the_reshuffle_flips_nothing():
    state = play("+|/-|/-|/+| 3:2 ApG O1 - =P2 B1*B1* 1", "d")
    assert [t.plus for t in state.observation(None).terminals] == [True, False, False, True]
    assert state.observation(None).phase == "m"


@pytest.mark.rule("V-49", "VQ-31")
def test_of_the_pile_only_the_top_back_is_seen():
    text = "+|/-|/-|/+| 0:0 Am O1G1 - ={} - 1"
    views = [position(text.format(pile)).observation(B) for pile in ("P1P2*P3", "P1P3P2*", "P3P1P2*")]
    assert views[0] == views[1] == views[2]
    assert views[0].top_lit is False
    assert position(text.format("P2*P1P3")).observation(B).top_lit is True


@pytest.mark.rule("V-50", "VQ-35", "VQ-36")
def test_the_reshuffle_waits_for_the_flip_of_the_last_card():
    state = play("+|/-|/-|/+| 3:2 Am O1G1 - =P2* B1B2 1", "d")
    assert (state.observation(None).pile_size, state.observation(None).discard) == (0, "B1B2")
    assert state.observation(None).top_lit is None
    after = follow(state, "~O")
    assert (after.observation(None).pile_size, after.observation(None).discard) == (2, "")
    assert [event.kind for event in state.apply(A, state.game.parse("~O", state)).events] == ["flip", "reshuffle"]


@pytest.mark.rule("VQ-38")
def test_with_the_whole_deck_both_piles_are_never_empty():
    # Board 16 and hands 12 leave 28 cards.
    assert 56 - (4 * (r.SET_SIZE - 1) + 2 * r.HAND_LIMIT) == 28


# ------------------------------------------------------------------- 2.6 end
@pytest.mark.rule("V-51", "V-52", "V-53")
def test_a_finished_game_has_one_winner_and_no_legal_action():
    state = play("-3|111/-|/-|/+| 2:3 Am O3G1 P1P2P3F =O2G1*B3P1 - 30", "O3a")
    assert state.node is Node.TERMINAL
    assert (state.acting, state.legal_actions(A), state.legal_actions(B)) == ((), (), ())
    assert state.outcome.ranking == ((B,), (A,))
    assert state.outcome.reason == "B has won 4 sets [V-51]"


@pytest.mark.rule("V-53", "VQ-12")
@pytest.mark.parametrize("hand", ["SSSFFF", "O1O1O1O1O2O2", "-", "S*F*"])
def test_every_hand_has_a_legal_action(hand):
    assert actions(position(f"+|/-|/-|/+| 0:0 Am {hand} - =P1P2 - 1"))


@pytest.mark.rule("VQ-39")
def test_no_game_is_longer_than_150_decisions():
    assert Voltage.load().longest == 55 + 59 + 36
    assert [Voltage.load(target_sets=w).longest for w in (1, 2, 3, 5, 6, 7)] == sorted(
        Voltage.load(target_sets=w).longest for w in (1, 2, 3, 5, 6, 7)
    )


@pytest.mark.rule("VQ-45")
def test_resigning_is_no_action_of_the_game():
    with pytest.raises(BadInput):
        Voltage.load().parse("resign", table())


# --------------------------------------------------------- 3.6 what is visible
@pytest.mark.rule("VQ-32")
def test_the_backs_of_a_hand_are_seen_but_not_with_private_backs():
    text = "+|/-|/-|/+| 0:0 Am O1O1*G1G2 P1P2 =P3P3 - 1"
    assert str(position(text).observation(B).hands[0]) == "????*"
    assert str(position(text, hand_backs="private").observation(B).hands[0]) == "????"


@pytest.mark.rule("VQ-34", "VQ-44")
def test_a_hand_has_no_order_and_its_faces_are_its_owners_alone():
    one, two = (position(f"+|/-|/-|/+| 0:0 Am {hand} P1 =P3P3 - 1") for hand in ("O1G2B3", "B3O1G2"))
    assert one == two
    other = position("+|/-|/-|/+| 0:0 Am O2G3B1 P1 =P3P3 - 1").observation(B)
    assert other.position() == one.observation(B).position()
    assert other.hands == one.observation(B).hands


@pytest.mark.rule("VQ-40", "VC-12")
@pytest.mark.parametrize("how", ["open", "top_only"])
def test_everybody_knows_the_discard_pile_however_it_is_shown(how):
    state = position("+|/-|/-|/+| 0:0 Am O1 P1 =P3P3 G1G2*F 1", discard_view=how)
    assert {state.observation(seat).discard for seat in (A, B, None)} == {"G1G2*F"}


@pytest.mark.rule("VQ-42")
def test_the_booklets_other_words_are_understood():
    state = position("+|/-|/-|/+|3 0:0 Am O1S P1F =P3P3 - 1")
    assert str(state.game.parse("swap purple 3", state)) == "SP=3"
    assert str(state.game.parse("bypass on P 3", state)) == "SP=3"
    assert str(state.game.parse("blown fuse green none", state)) == "FG=0"


@pytest.mark.rule("VQ-42")
@pytest.mark.parametrize("edition", ["2017", "2006"])
def test_both_editions_play_alike(edition):
    assert Voltage.load(edition=edition).tables.target == 4
    assert [str(a) for a in table(edition=edition).legal_actions(A)] == [str(a) for a in table().legal_actions(A)]


# -------------------------------------------------------- 13 clarifications
@pytest.mark.rule("VC-1")
def test_a_partial_position_may_hold_what_no_deck_holds():
    state = position("+|/-|/-|/+| 0:0 Am O1O1O1O1O1 S =P2P2P2P2P2 - 1")
    assert state.game.study
    assert state.game.deck.size == 11


@pytest.mark.rule("VC-2")
def test_the_vectors_leave_out_what_the_empty_pile_makes_known():
    state = play("+1|/-2|/-|/+| 2:3 Am O2G2B1S P1P2P3F =O3 B1B1B2 40", "G2a d")
    assert str(state).endswith(" 41 kA=O2O3B1S kB=P1P2P3F")


@pytest.mark.rule("VC-3")
@pytest.mark.parametrize("split", ["0-6-6", "6-1-5", "6-6-0"])
def test_apportioned_backs_need_enough_cards_of_each_value(split):
    with pytest.raises(BadOption, match="VC-3"):
        Voltage.load(value_counts=split)
    assert Voltage.load(value_counts=split, transformer_backs="uniform_random").deck.size == 56


@pytest.mark.rule("VC-6")
@pytest.mark.parametrize(
    "pile", ["=B1B1*", "{B1B1}", "{B1B1*}^", "{B1B1*}^*", "{B1B1*}^?", "=B1{B1*B2}", "=B1*{B1B2}", "0"]
)
def test_the_pile_is_written_in_the_forms_of_the_notation(pile):
    text = f"+|/-|/-|/+| 0:0 Am O1 P1 {pile} {'G1' if pile == '0' else '-'} 1"
    assert str(position(text)) == text


@pytest.mark.rule("VC-7")
def test_printed_colours_has_a_phase_for_a_special_first_play():
    state = position("+1|/-|/-|/+| 0:0 Am O2S P1P2 =O2P1 - 3", two_plays="printed_colours")
    assert follow(state, "SO=0").observation(None).phase == "p-O"
    assert follow(state, "O2a").observation(None).phase == "pO"
    assert {"O2a", "O2b"} <= actions(follow(state, "SO=0"))


@pytest.mark.rule("VC-7", "VQ-26")
def test_end_of_draws_has_a_phase_for_a_flip_that_waits_for_the_second_draw():
    state = position("+|/-|/-|/+| 0:0 Am O1G1 P1P2 =O1*G1P2 - 3", flip_timing="end_of_draws")
    after = follow(state, "d")
    assert after.observation(None).phase == "d1"
    assert actions(after) == {"d"}
    assert follow(after, "d").observation(None).phase == "fe"


@pytest.mark.rule("VC-7", "VQ-33")
def test_private_backs_are_not_written_in_a_view():
    state = position("+1*|/-|/-|/+| 0:0 Am O1*G1 P1P2* =P3*P3 G3* 1", hand_backs="private")
    assert state.observation(B).position() == "+1|/-|/-|/+| 0:0 Am ?? P1P2* 2* G3 1 tA=0-2 tB=0-2"


@pytest.mark.rule("V-45", "VQ-28")
def test_two_transformers_make_two_flips():
    state = play("+|/-|/-|/+| 0:0 Am O1G1 - =P2*P3*P3 - 1", "d ~G d ~B")
    assert [t.plus for t in state.observation(None).terminals] == [True, True, True, True]


@pytest.mark.rule("V-47")
def test_a_flip_scores_nothing_wherever_it_is_made():
    state = play("+11|11/-1|111/-1111|/+|1111 0:0 Am O1G1 - =P2*P3P3 - 1", "d")
    for after, sets in (next(settled(follow(state, f"~{t}"))) for t in "OGBP"):
        assert (after.observation(None).scores, sets) == ((0, 0), ())


@pytest.mark.rule("VQ-21")
def test_two_backs_of_one_face_are_two_targets():
    state = position("+|11*/-|/-|/+| 0:0 Am G1F - =P2 - 1")
    targets = [a for a in state.legal_actions(A) if isinstance(a, PlaySpecial) and a.terminal == 0]
    assert [a.target_text for a in targets] == ["0", "1", "1*"]
    assert cards_in(str(follow(state, "FO=1*")).split()[6]) == ["O1*"]


def test_the_table_is_set_anew_whatever_lay_on_it():
    for options in ({}, {"transformer_backs": "uniform_random"}, {"first_player": "B"}, {"hand_backs": "private"}):
        g, fresh, used = Voltage.load(**options).tables, r.State.new(), r.State.new()
        r.start(g, fresh)
        for field, (_, shape) in r.State.shapes.items():
            if len(shape) == 2:
                for row in getattr(used, field):
                    row[0], row[len(row) - 1] = 1, 1
            elif shape:
                row = getattr(used, field)
                row[0], row[len(row) - 1] = 1, 1
            else:
                setattr(used, field, 1)
        for p, row in enumerate(used.side):
            for t in range(len(row)):
                row[t] = 1 + p
        r.start(g, used)
        assert r.State.as_tuple(used) == r.State.as_tuple(fresh)
