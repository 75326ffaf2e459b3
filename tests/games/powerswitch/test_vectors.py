"""The vectors T-1 … T-57 of docs/rules/powerswitch.md, one by one; their positions are read from that file."""

import re

import pytest

from leyden.core.contract import Illegal
from leyden.games.powerswitch import PowerSwitch
from leyden.games.powerswitch.cards import CARD_NAMES

from .vectors import (
    RULES,
    dealt,
    fields,
    given,
    hands,
    is_over,
    legal,
    play,
    points,
    position,
    positions,
    scored,
    table,
    vector,
)

COLOURS = {"c{}=B", "c{}=G", "c{}=R", "c{}=Y"}


def colours(seat):
    return {text.format(seat) for text in COLOURS}


def refused(state, text):
    """The rule that an action of the acting seat breaks; nothing changes."""
    before = str(state)
    with pytest.raises(Illegal) as caught:
        state.apply(state.acting[0], state.game.parse(text, state))
    assert str(state) == before
    return caught.value.refusal.rule


# ---------------------------------------------------------------------- set-up
@pytest.mark.parametrize("n", range(2, 7))
def test_T_1_hands_and_pile_have_the_sizes_of_the_table(n):
    assert "24,23 / 16,16,15 / 12,12,11,11 / 10,9,9,9,9 / 8,8,8,7,7,7; pile n" in vector(1)
    wanted = {2: [24, 23], 3: [16, 16, 15], 4: [12, 12, 11, 11], 5: [10, 9, 9, 9, 9], 6: [8, 8, 8, 7, 7, 7]}
    state = dealt(PowerSwitch.load(seats=n, first_dealer=f"seat:{n}"))
    sizes = [len(hand.split(",")) for hand in hands(state)]
    pile = fields(state).pile.strip("{}").split(",")
    assert (sizes, len(pile)) == (wanted[n], n)
    assert sum(sizes) + n == {2: 49, 3: 50, 4: 50, 5: 51, 6: 51}[n]


def test_T_2_tied_leaders_roll_again_among_themselves():
    state = play(PowerSwitch.load(seats=3).start(), ">9 >12 >12")
    assert fields(state).pending == "-,.,."
    state = play(state, ">7 >4")
    assert fields(state)[1:3] == ("2", "deal")


@pytest.mark.parametrize(("dice", "card"), [(">10 >B", "B10"), (">6 >R", "R6")])
def test_T_3_the_dice_name_the_power_card(dice, card):
    state = play(dealt(PowerSwitch.load(seats=4)), dice)
    assert fields(state)[2:5:2] == ("open", card)


def test_T_4_on_d_the_dealer_chooses():
    state = play(dealt(PowerSwitch.load(seats=3, first_dealer="seat:1")), ">12 >D")
    assert fields(state)[2:5] == ("col", "1", "12?")
    assert legal(state) == colours(1)
    state = play(state, "c1=Y")
    assert fields(state)[2:5:2] == ("open", "Y12")


def on_l(dealer, totals, **options):
    """Who chooses the colour on L."""
    n = totals.count(",") + 1
    state = play(
        table("-", "", *["B1", "G1", "R1", "Y1"][:n], actor=0, phase="roll", dealer=dealer, totals=totals, **options),
        ">5 >L",
    )
    assert (fields(state).phase, legal(state)) == ("col", colours(fields(state).actor))
    return int(fields(state).actor)


def test_T_5_on_l_the_highest_total_chooses():
    assert on_l(1, "40,155,90") == 2


def test_T_6_of_equal_totals_the_first_from_the_dealers_left_chooses():
    assert on_l(3, "90,40,90,90") == 4
    assert on_l(4, "90,40,90,90") == 1
    assert on_l(3, "90,40,90,90", l_tie="dealer_first") == 3


def test_T_7_in_round_1_the_dealers_left_chooses_on_l():
    assert on_l(2, "0,0,0", round=1) == 3
    assert on_l(2, "0,0,0", round=1, l_tie="dealer_first") == 2


def test_T_8_the_dealer_chooses_on_l_if_his_total_alone_is_highest():
    assert on_l(2, "0,60,0") == 2


# --------------------------------------------------------------------- opening
def test_T_9_the_holder_places_the_power_card_and_his_left_is_next():
    state = given(9)
    assert legal(state) == {"^R8"}
    state = play(state, "^R8")
    assert fields(state)[2:6] == ("turn", "1", "R8", "-/-/8/-")
    assert legal(state) == {"B8", "G8", "R7", "x2", "x3"}


def test_T_10_cards_are_drawn_until_the_power_card_comes():
    state = given(10)
    assert legal(state) == {"o"}
    state = play(state, "o")
    assert (fields(state)[2:4], hands(state)[1], legal(state)) == (("open", "3"), "G1,G8,R9", {"o"})
    state = play(state, "o")
    assert (fields(state)[2:4], legal(state)) == (("open", "3"), {"^R8"})
    state = play(state, "^R8")
    assert (fields(state)[2:4], fields(state).pile) == (("turn", "1"), "Y1")


def test_T_11_the_last_card_of_the_pile_can_be_the_power_card():
    (text,) = positions(10)
    state = play(position(text.replace("G8,R8,Y1", "G4,Y1,R8")), "o o")
    assert fields(state).actor == "1"
    state = play(state, "o ^R8")
    assert (fields(state)[2:4], fields(state).pile) == (("turn", "2"), "-")
    assert legal(state) == {"R9", "x3", "x1"}
    stuck = play(position(text.replace("G8,R8,Y1", "G4,Y1,R8").replace("G1,R9", "G1,Y9")), "o o o ^R8")
    assert legal(stuck) == {"a1", "x3", "x1"}


# -------------------------------------------------------------- tower and lines
def test_T_12_the_rulebooks_example_of_what_can_be_played():
    assert legal(given(12)) == {"B8", "G8", "R9", "R7", "Y8"}


def test_T_13_a_line_waits_for_the_tower():
    state = table("R8", "R:8-9 B:8", "B7,B9,R7", "B1,R1")
    assert legal(state) == {"B9", "R7"}
    assert refused(state, "B7") == "P-26"
    state = play(table("R8", "R:8-9 B:8", "B7,B9,R7", "R10,Y1"), "R7 R10")
    assert "B7" in legal(state)


def test_T_14_a_line_begins_with_its_starting_card():
    state = table("R8", "R:8-9", "B9,G9", "Y1", pile="B1,B2")
    assert legal(state) == {"d"}
    state = play(state, "d")
    assert (hands(state)[0], fields(state).actor, fields(state).layout) == ("B1,B9,G9", "2", "-/-/8-9/-")


def test_T_15_a_line_grows_by_the_next_number():
    stuck = table("R8", "R:6-10 B:8", "B6,B10", "Y1")
    assert legal(stuck) == {"a2"}
    assert legal(table("R8", "R:6-10 B:8", "B6,B7,B9,B10", "Y1")) == {"B9", "B7"}


def test_T_16_a_tower_that_starts_with_12_grows_downwards():
    assert legal(table("Y12", "Y:12", "Y11,R12,*", "B1")) == {"R12", "Y11", "*Y11"}


def test_T_17_a_tower_that_starts_with_1_grows_upwards():
    assert legal(table("G1", "G:1", "G2,R1,R2,*", "B1")) == {"R1", "G2", "*G2"}


def test_T_18_who_can_play_must_not_draw():
    state = table("R8", "R:8", "B3,R7", "Y1", pile="G1,G2", switches="11-")
    assert legal(state) == {"R7", "x2"}
    assert refused(state, "d") == "P-37"


def test_T_19_lines_are_independent_of_one_another():
    assert legal(table("R8", "R:1-12 B:8 Y:8", "B9,B10,G8,Y7", "B1")) == {"B9", "G8", "Y7"}


def test_T_20_at_most_eight_cards_and_eight_shock_slots_are_open():
    state = table("R8", "R:7-9 B:8 G:8 Y:8", "B7,B9,G7,G9,R6,R10,Y7,Y9,*", "B1")
    cards = {"B7", "B9", "G7", "G9", "R6", "R10", "Y7", "Y9"}
    assert legal(state) == cards | {f"*{card}" for card in cards}


# ------------------------------------------------------------------ Shock Plays
def test_T_21_a_shock_play_starts_no_line():
    state = table("Y10", "Y:10", "B10,*", "B1")
    assert legal(state) == {"B10", "*Y11", "*Y9"}
    for column in "BGR":
        assert refused(state, f"*{column}+") == refused(state, f"*{column}-") == "P-30"


def test_T_22_a_shock_play_leads_the_lines_and_kills_its_card():
    state = play(given(22), "*R9")
    assert (fields(state).layout, fields(state).actor) == ("8/-/8-9*9/-", "3")
    assert "B9" in legal(state)
    state = play(state, "B9")
    assert legal(state) == {"a3"}
    assert refused(state, "R9") == "P-33"


def test_T_23_a_shock_play_must_be_played():
    assert legal(table("R8", "R:8", "B3,*", "B1", pile="G1")) == {"*R9", "*R7"}


def test_T_24_a_shock_play_that_fits_nowhere_stays_in_the_hand():
    state = given(24)
    assert legal(state) == {"a1"}
    state = play(state, "a1 gY9")
    assert (fields(state).actor, legal(state), hands(state)[1]) == ("3", {"a2"}, "B2,Y9,*")
    state = play(state, "a2 g*")
    assert (fields(state).actor, legal(state), hands(state)[2]) == ("1", {"Y8"}, "Y6,Y7,*")
    assert points(play(state, "Y8")) == "0,60,15"


def test_T_25_a_shock_play_can_close_the_tower_above():
    state = table("R8", "R:8-11 B:8 G:8 Y:8", "B3,*", "B1,R12")
    assert legal(state) == {"*B9", "*G9", "*Y9", "*R12", "*R7"}
    closed = play(state, "*R12")
    assert fields(closed).layout == "8/8/8-12*12/8"
    assert legal(closed) == {"a1"}


def test_T_26_a_dead_card_cannot_be_played():
    assert legal(table("R8", "R:8-9*9", "R1,R9", "B1")) == {"a2"}


def test_T_27_one_may_kill_a_card_of_ones_own():
    state = table("R8", "R:8", "R9,*", "B1,B2")
    assert legal(state) == {"R9", "*R9", "*R7"}
    state = play(play(state, "*R9"), "a1 gR9")
    assert hands(state) == ["-", "B1,B2,R9"]
    kept = table("R8", "R:8-9*9", "R9", "R10,R7")
    assert points(play(play(kept, "a2 gR10"), "R10 R7")) == "50,0"


def test_T_28_shock_plays_on_shock_plays():
    state = play(given(28), "*R9 *R10")
    assert (fields(state).layout, fields(state).actor) == ("-/-/8-10*9*10/-", "1")
    assert legal(state) == {"a3"}
    assert hands(play(state, "a3 gR10"))[0] == "G1,R9,R10"


# ------------------------------------------------------------- drawing and asking
def drawing(pile):
    return table("R8", "R:8", "G1", "B3,B4", actor=2, pile=pile)


def test_T_29_a_drawn_card_that_fits_is_played():
    state = play(drawing("G8,B1"), "d")
    assert (fields(state).phase, fields(state).pending, legal(state)) == ("res", ">G8", {"G8"})
    state = play(state, "G8")
    assert (fields(state).layout, hands(state)[1], fields(state).actor) == ("-/8/8/-", "B3,B4", "1")


def test_T_30_a_drawn_card_that_does_not_fit_is_kept():
    state = play(drawing("B1,G8"), "d")
    assert (hands(state)[1], fields(state)[2:4], fields(state).pile) == ("B1,B3,B4", ("turn", "1"), "G8")


def test_T_31_a_drawn_shock_play_must_be_played_anywhere():
    state = play(table("R8", "R:8-9 G:8", "G1", "B3,B4", actor=2, pile="*,B1"), "d")
    assert (fields(state).phase, fields(state).pending) == ("res", ">*")
    assert legal(state) == {"*G9", "*R10", "*R7"}
    assert refused(state, "pass") == refused(state, "keep") == "P-39"


def test_T_32_the_asked_player_gives_what_he_likes():
    state = play(given(32), "a1")
    assert (fields(state)[2:4], fields(state).pending) == (("give", "1"), "a2")
    assert legal(state) == {"gB2", "gG9", "gR9"}
    state = play(state, "gR9")
    assert (hands(state), fields(state)[2:4]) == (["B2,G9", "B3,B4,R9", "R10,Y8"], ("turn", "3"))
    assert points(play(table("R8", "G:8 R:8-9*9", "B2,G9", "B3,B4,R9", "R10", actor=3), "R10")).split(",")[1] == "60"


def test_T_33_a_gift_that_fits_is_played_at_once():
    state = play(given(32), "a1 gG9")
    assert (fields(state)[2:4], legal(state)) == (("res", "2"), {"G9"})
    state = play(state, "G9")
    assert (hands(state)[1], fields(state).layout) == ("B3,B4", "-/8-9/8-9*9/-")
    held = play(given(32, received="hold"), "a1 gG9")
    assert (hands(held)[1], fields(held)[2:4]) == ("B3,B4,G9", ("turn", "3"))


def test_T_34_a_shock_play_that_was_given_is_played_at_once():
    (text,) = positions(32)
    state = play(position(text.replace("B2,G9,R9", "B2,R9,*")), "a1 g*")
    assert (fields(state).phase, legal(state)) == ("res", {"*G9", "*R10", "*R7"})


def test_T_35_the_last_card_is_given_away():
    state = play(given(35), "a1 gR9")
    assert (hands(state)[0], fields(state)[2:4]) == ("-", ("turn", "3"))
    ended = play(given(35, give_last="ends_round"), "a1 gR9")
    assert points(ended) == "0,60,20"
    assert fields(scored(ended)).totals == "10,80,50"
    assert legal(given(35, give_last="exempt")) == {"a3"}
    skipped = play(given(35, give_last="sit_out"), "a1 gR9")
    assert fields(skipped)[2:4] == ("turn", "3")
    skipped = play(skipped, "R10")
    assert (fields(skipped).actor, legal(skipped)) == ("2", {"pass"})


def test_T_36_who_has_no_card_must_ask():
    state = given(36)
    assert legal(state) == {"a3"}
    out = play(state, "a3 gR11 R11")
    assert points(out) == "0,55,5"
    assert fields(scored(out)).totals == "10,75,35"
    kept = play(state, "a3 gY1")
    assert (hands(kept)[0], fields(kept)[2:4]) == ("Y1", ("turn", "2"))


def test_T_37_nobody_can_give():
    (text,) = positions(36)
    text = text.replace("turn 1", "turn 2")
    state = position(text)
    assert legal(state) == {"pass"}
    state = play(state, "pass")
    assert (fields(state).actor, legal(state)) == ("3", {"R11"})
    assert legal(position(text, empty_right="next_right")) == {"a3"}


def test_T_38_as_long_as_there_is_a_pile_nobody_is_asked():
    state = table("R8", "R:8", "B1", "B3", "B4", actor=2, pile="G2", switches="010-")
    assert legal(state) == {"d", "x3", "x1"}
    assert refused(state, "a1") == "PQ-27"


# ------------------------------------------------------------------ Power Switch
def test_T_39_a_switch_and_out():
    state = given(39)
    assert legal(state) == {"a1", "x3", "x1"}
    state = play(state, "x3")
    assert (hands(state)[1:], legal(state)) == (["R11", "B3,R9,Y11,Y12"], {"R11"})
    state = play(state, "R11")
    assert (points(state), fields(scored(state)).totals) == ("15,0,75", "25,20,105")
    assert fields(state).switches == "100u"


def test_T_40_after_a_switch_the_turn_goes_on_with_the_new_hand():
    state = play(given(40), "x3")
    assert (fields(state)[2:4], legal(state)) == (("turn", "2"), {"d"})
    state = play(state, "d")
    assert legal(state) == {"R7"}
    state = play(state, "R7")
    assert (fields(state).layout, fields(state).actor) == ("8/8/7-10*9/8", "3")
    assert "R11" in legal(state)
    ended = play(given(40, switch_stuck="end_turn"), "x3")
    assert (fields(ended)[2:4], fields(ended).pile) == (("turn", "3"), "R7,G2")


def test_T_41_one_switch_a_round_and_one_a_game():
    state = play(given(40), "x3 d R7")
    assert (fields(state).switches, legal(state)) == ("100u", {"R11"})
    state = play(state, "R11")
    assert "x2" not in legal(state)
    assert refused(state, "x2") == "P-48"
    after = scored(play(given(39), "x3 R11"))
    assert (fields(after).phase, fields(after).switches) == ("deal", "100-")
    later = table("R8", "R:8", "B1", "B3", "B4", switches="100-")
    assert legal(later) == {"a3", "x2", "x3"}
    assert legal(table("R8", "R:8", "B1", "B3", "B4", actor=2, switches="100-")) == {"a1"}


def test_T_42_no_switch_but_at_the_start_of_a_turn():
    states = [given(9), given(10), play(table("R8", "R:8", "B1,B2", "B3", switches="11-"), "a2")]
    states.append(play(table("R8", "R:8", "B1,B2", "B3", pile="R7", switches="11-"), "d"))
    states.append(table("8?", "", "B1", "B2", phase="col", switches="11-"))
    for state, phase in zip(states, ("open", "open", "give", "res", "col"), strict=True):
        assert fields(state).phase == phase
        assert not [text for text in legal(state) if text.startswith("x")]
    drawn = play(table("R8", "R:8", "B1,B2", "B3", pile="B4", switches="11-"), "d")
    assert fields(drawn)[2:4] == ("turn", "2")


def test_T_43_who_was_just_switched_with_can_be_asked():
    state = play(given(43), "x1")
    assert legal(state) == {"a1"}
    state = play(state, "a1")
    assert legal(state) == {"gB3", "gR9", "gR11"}
    assert hands(play(state, "gR9")) == ["B3,R11", "B12,R9", "G12,Y1"]


def test_T_44_taking_an_empty_hand_is_not_going_out():
    def empty(**options):
        return table("R8", "B:8 G:8 R:8-10*9 Y:8", "G12,Y1", "B3,R9,R11", "-", actor=2, switches="110-", **options)

    state = play(empty(), "x3")
    assert (hands(state), fields(state)[2:4], legal(state)) == (
        ["G12,Y1", "-", "B3,R9,R11"],
        ("turn", "2"),
        {"a1"},
    )
    assert "x3" in legal(empty())
    assert legal(empty(switch_empty="forbid")) == {"R11", "x1"}
    assert refused(empty(switch_empty="forbid"), "x3") == "PQ-33"


# ----------------------------------------------------------- end of round and game
def test_T_45_the_values_of_the_cards():
    assert points(play(given(45), "R11")) == "0,75,5"
    assert points(play(given(45, shock_in_hand="50"), "R11")) == "0,75,55"


def test_T_46_what_is_left_in_the_pile_costs_nobody():
    assert points(play(table("R8", "R:8-9*9", "R10", "R3", pile="R9"), "R10")) == "0,5"


def test_T_47_the_last_card_may_be_a_shock_play():
    assert points(play(table("R8", "R:8-10", "*", "R11,G1"), "*R11")) == "0,55"


def test_T_48_at_300_the_lowest_total_wins():
    state = play(table("R8", "R:8-9", "B3,G11,G12", "R10", "G1,R5", actor=2, totals="280,120,200"), "R10")
    state = scored(state)
    assert is_over(state)
    assert fields(state).totals == "305,120,210"
    assert state.outcome.winners == (1,)


@pytest.mark.parametrize(("cards", "total", "over"), [("G1,G2", "300", True), ("G1", "295", False)])
def test_T_49_exactly_300_is_reached(cards, total, over):
    state = play(table("R8", "R:8-9", "R10", cards, totals="100,290"), "R10")
    assert is_over(scored(state)) is over
    totals = [event.data["totals"] for event in scored(state).events if event.kind == "score"]
    assert totals == [[100, int(total)]]


def test_T_50_a_win_can_be_shared():
    def tied(**options):
        state = table("R8", "R:8-9", "R10", "G1", "G2,G3", totals="115,110,295", **options)
        return scored(play(state, "R10"))

    assert is_over(tied())
    assert tied().outcome.winners == (0, 1)
    assert fields(tied()).totals == "115,115,305"
    assert fields(tied(tie_win="extra_round"))[2] == "deal"


def test_T_51_the_round_ends_when_all_slots_are_filled():
    assert points(play(given(51), "Y12")) == "50,0"
    (text,) = positions(51)
    assert points(play(position(text.replace("B4,Y12/-", "Y12/B4")), "Y12")) == "0,50"


def test_T_52_the_deal_goes_to_the_left():
    for actor in range(1, 5):
        cards = ["R10" if seat == actor else f"G{seat}" for seat in range(1, 5)]
        state = scored(play(table("R8", "R:8-9", *cards, actor=actor, dealer=4, round=3), "R10"))
        assert (fields(state).dealer, fields(state).round) == ("1", "r4")


# ------------------------------------------------------------------- information
def view(state, seat):
    return state.observation(None if seat is None else seat - 1)


def seen_hands(state, seat):
    return view(state, seat).position().split()[7].split("/")


def test_T_53_who_knows_where_a_gift_lies():
    state = play(given(32), "a1 gR9")
    assert seen_hands(state, 3)[:2] == ["#2", "#3"]
    assert seen_hands(state, None) == ["#2", "#3", "#2"]
    assert seen_hands(state, 1)[1] == "#3{R9}"
    assert seen_hands(state, 2)[:2] == ["#2", "B3,B4,R9"]
    told = [event.text for event in state.events if event.kind == "gift" and event.seen_by(2)]
    assert told == ["1 gives a card to 2."]
    assert [e.data["card"] for e in state.events if e.kind == "gift" and e.seen_by(0) and e.seen_by(1)] == ["R9"]
    played = play(given(32), "a1 gG9 G9")
    assert [e.data["card"] for e in played.events if e.kind == "play" and e.seen_by(2) and e.seen_by(None)] == ["G9"]


def test_T_54_who_switches_knows_both_hands():
    state = play(given(43), "x1")
    assert seen_hands(state, 1)[1] == "#1{B12}"
    assert seen_hands(state, 2)[0] == "#3{B3,R9,R11}"
    assert seen_hands(state, 3)[:2] == ["#3", "#1"]


def test_T_55_who_draws_has_shown_what_he_does_not_hold():
    state = play(drawing("B1,G8"), "d")
    barred = {"B8", "G8", "Y8", "R7", "R9", "*"}
    assert "none of B8,G8,Y8,R7,R9 and no Shock" in vector(55)
    assert not [event for event in state.events if event.seen_by(0) and "B1" in str(event.to_json())]
    held = {CARD_NAMES[card] for card in view(state, 1).may_hold(1)}
    assert not held & barred
    assert {"B1", "B3", "B4"} <= held


def test_T_56_windows_to_switch_between_the_turns():
    state = table("R8", "R:8", "R9,B1,B2,B3", "Y1", "G1", switches="111-", switch_timing="anytime")
    state = play(state, "R9")
    assert (fields(state)[2:4], fields(state).pending) == (("win", "3"), "w2")
    assert legal(state) == {"x1", "x2", "hold"}
    held = play(state, "hold")
    assert (fields(held)[2:4], fields(held).pending) == (("win", "1"), "w2")
    held = play(held, "hold")
    assert (fields(held)[2:4], legal(held)) == (("turn", "2"), {"a1", "x1", "x3"})
    state = play(state, "x1")
    assert (hands(state), fields(state)[2:4]) == (["G1", "Y1", "B1,B2,B3"], ("turn", "2"))
    assert (fields(state).switches, legal(state)) == ("110u", {"a1"})


def test_T_57_the_worked_round_of_7_5():
    block = worked_round()
    state = PowerSwitch.load(seats=4, first_dealer="seat:4").start()
    for card in range(44 + 2):
        seat = card % 4 + 1
        state = play(state, f">{block[f'hand {seat}'].split(',')[card // 4]}")
    assert hands(state) == [block[f"hand {seat}"] for seat in range(1, 5)]
    assert sorted(fields(state).pile.strip("{}").split(",")) == sorted(block["pile"].split(","))
    state = play(state, f">{block['dice'][:-1]} >{block['dice'][-1]}")
    for turn in block["play"].split():
        assert fields(state).actor == turn[0]
        state = turn_of_a_record(state, turn[2:])
    score, totals = block["score"].split(" = ")
    assert (fields(state).phase, fields(state).layout, hands(state)[0]) == ("out", "1-3*1/1-3/1-4/1-5*3", "-")
    assert {"B1", "Y3"} <= set(hands(state)[1].split(","))
    assert points(state) == score
    assert fields(scored(state))[1:3] == ("1", "deal")
    assert fields(scored(state)).totals == totals


def worked_round():
    """The lines of the record in 7.5 by their first words."""
    text = RULES.read_text(encoding="utf-8").partition("### 7.5")[2].split("```")[1].replace("\n     ", " ")
    return dict(re.match(r"(hand \d|\w+) (.*)", line).groups() for line in text.strip().splitlines())


def turn_of_a_record(state, text):
    """Play `d(R7)+R7` or `a1(B3)+B3` as a record writes it (7.1)."""
    for word in text.split("+"):
        asked = re.fullmatch(r"(a\d)\((.+)\)", word)
        state = play(state, f"{asked[1]} g{asked[2]}" if asked else word)
    return state
