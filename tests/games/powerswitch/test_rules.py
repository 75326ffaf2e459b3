"""Rules, rulings and options of Power Switch that the vectors leave open, each at a position where they matter."""

from fractions import Fraction

import pytest

from leyden.games.powerswitch import PowerSwitch
from leyden.games.powerswitch import rules as r

from .vectors import dealt, fields, hands, is_over, legal, play, points, position, scored, table, whole_hand


def chances(state):
    """What chance can do, with the probabilities."""
    return {str(draw): p for draw, p in state.chance_outcomes()}


def seen(state, seat):
    """The position as a seat (1 … n; None: a spectator) knows it, field by field."""
    return state.observation(None if seat is None else seat - 1).position().split()


# ---------------------------------------------------------------------- set-up
@pytest.mark.rule("P-1", "P-2")
def test_the_number_of_players_settles_the_number_of_shock_plays():
    for n, shocks in {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}.items():
        state = PowerSwitch.load(seats=n, first_dealer="seat:1").start()
        assert chances(state)["*"] == Fraction(shocks, 48 + shocks)
        assert sum(chances(state).values()) == 1
        assert len(chances(state)) == 49


@pytest.mark.rule("P-2")
@pytest.mark.parametrize("count", range(4))
def test_shock_count_puts_that_many_shock_plays_into_the_deck(count):
    state = PowerSwitch.load(seats=4, first_dealer="seat:1", shock_count=count).start()
    assert chances(state).get("*", 0) == Fraction(count, 48 + count)


@pytest.mark.rule("P-3", "P-4", "PC-12")
def test_everybody_has_his_power_switch_cards_and_no_points():
    assert fields(PowerSwitch.load(seats=3).start())[8:10] == ("111-", "0,0,0")
    assert fields(PowerSwitch.load(seats=3, switches_per_game=4).start()).switches == "444-"
    assert fields(PowerSwitch.load(seats=3, switches_per_game=0).start()).switches == "000-"


@pytest.mark.rule("PQ-3", "PC-2")
def test_the_first_dealer_may_be_settled_by_lot_or_beforehand():
    state = PowerSwitch.load(seats=5, first_dealer="random").start()
    assert chances(state) == {f"=>{seat}": Fraction(1, 5) for seat in range(1, 6)}
    assert fields(play(state, ">=>4"))[1:3] == ("4", "deal")
    assert fields(PowerSwitch.load(seats=5, first_dealer="seat:5").start())[1:3] == ("5", "deal")


@pytest.mark.rule("P-5", "PQ-3")
def test_only_the_leaders_roll_again_and_again():
    state = play(PowerSwitch.load(seats=4).start(), ">12 >3 >12 >12")
    assert fields(state).pending == ".,-,.,."
    state = play(state, ">5 >5 >4")
    assert fields(state).pending == ".,-,.,-"
    assert fields(play(state, ">1 >2"))[1:3] == ("3", "deal")


@pytest.mark.rule("P-9", "PQ-4")
def test_dealing_begins_at_the_dealers_left():
    state = play(PowerSwitch.load(seats=4, first_dealer="seat:3").start(), ">B1 >B2 >B3 >B4 >B5")
    assert hands(state) == ["B2", "B3", "B4", "B1,B5"]


@pytest.mark.rule("P-11", "P-12", "PQ-1", "PQ-2")
def test_the_faces_of_the_dice_are_options():
    fair = dealt(PowerSwitch.load(seats=2))
    assert chances(fair) == {str(k): Fraction(1, 12) for k in range(1, 13)}
    assert chances(play(fair, ">3")) == dict.fromkeys("BGRYDL", Fraction(1, 6))
    odd = dealt(PowerSwitch.load(seats=2, number_die="2,4,4", colour_die="BBD", first_dealer="seat:1"))
    assert chances(odd) == {"2": Fraction(1, 3), "4": Fraction(2, 3)}
    assert chances(play(odd, ">4")) == {"B": Fraction(2, 3), "D": Fraction(1, 3)}


@pytest.mark.rule("P-10", "P-15", "PQ-6")
def test_the_chooser_knows_his_hand_and_must_choose_one_of_four_colours():
    state = play(dealt(PowerSwitch.load(seats=2, first_dealer="seat:1")), ">3 >D")
    assert len(legal(state)) == 4
    assert seen(state, 1)[7].split("/")[0] == hands(state)[0]
    for colour in "GRY":
        after = play(table("8?", "", "B1,G8", "G1,R8,Y8", phase="col", pile="B8"), f"c1={colour}")
        assert fields(after).power == f"{colour}8"


@pytest.mark.rule("P-14", "PQ-7")
def test_on_l_the_totals_of_the_rounds_before_count():
    state = table("-", "", "B1,*", "G1", "R1", actor=0, phase="roll", totals="5,10,0", dealer=3, shock_in_hand="50")
    assert fields(play(state, ">5 >L")).actor == "2"


# --------------------------------------------------------------------- opening
@pytest.mark.rule("P-16", "P-17", "PQ-8", "PQ-31")
def test_the_holder_has_no_choice_but_to_place_the_power_card():
    state = table("R8", "", "R8,R9,*", "B1", phase="open", switches="11-")
    assert legal(state) == {"^R8"}


@pytest.mark.rule("P-18", "P-20", "PQ-9", "PQ-10")
def test_who_draws_in_the_opening_plays_nothing_and_who_has_not_drawn_does_not_draw():
    state = table("R8", "", "B1", "B2", "B3", phase="open", actor=2, pile="G8,R8,Y1", switches="111-")
    state = play(state, "o")
    assert (legal(state), hands(state)[1]) == ({"o"}, "B2,G8")
    state = play(state, "o ^R8")
    assert (fields(state).actor, hands(state), fields(state).pile) == ("1", ["B1", "B2,G8", "B3"], "Y1")


@pytest.mark.rule("P-8", "P-18", "PC-12")
def test_a_large_pile_can_take_more_than_one_lap_in_the_opening():
    cards = "B1,B2,B3,B4,R8"
    state = table("R8", "", "G1", "G2", phase="open", actor=2, pile=cards, switches="11-")
    state = play(state, "o o o o o")
    assert (fields(state).actor, legal(state), hands(state)) == ("2", {"^R8"}, ["B2,B4,G1", "B1,B3,G2,R8"])


@pytest.mark.rule("P-8")
def test_without_a_pile_the_power_card_is_in_a_hand_and_who_is_stuck_asks():
    game = PowerSwitch.load(seats=3, pile_size=0, first_dealer="seat:1")
    state = play(dealt(game), ">7 >G")
    assert fields(state).pile == "-"
    assert legal(state) == {"^G7"}
    assert sorted(len(hand.split(",")) for hand in hands(state)) == [16, 17, 17]


@pytest.mark.rule("P-51")
def test_who_places_the_power_card_as_his_last_card_is_out():
    state = table("R8", "", "R8", "B1,G7", phase="open")
    assert points(play(state, "^R8")) == "0,15"


# --------------------------------------------------------- the layout, Shock Plays
@pytest.mark.rule("P-26", "P-31", "PQ-13")
def test_a_shock_play_in_the_tower_leads_and_in_a_line_goes_on():
    state = table("R8", "R:8-10*9 B:8-9*9", "B10,G1", "B1")
    assert "B10" in legal(state)


@pytest.mark.rule("P-32", "PQ-15", "PQ-17")
def test_a_shock_play_fills_only_the_next_slot_and_stays_there():
    state = table("R8", "R:8", "*,R9", "B1,R10")
    for bridge in ("*R10", "*B9"):
        with pytest.raises(ValueError, match="P-30"):
            state.game.parse(bridge, state)
    state = play(state, "*R9 R10")
    assert legal(state) == {"a2"}
    assert fields(state).layout == "-/-/8-10*9/-"


@pytest.mark.rule("PQ-15")
def test_a_shock_play_may_stand_for_a_1_or_a_12():
    assert legal(table("R8", "R:2-11", "*", "B1")) == {"*R1", "*R12"}


@pytest.mark.rule("P-33", "P-53", "PQ-20")
@pytest.mark.parametrize(("value", "wanted"), [("50", "0,55"), ("7", "0,12")])
def test_a_dead_card_costs_its_price_whatever_its_number(value, wanted):
    state = table("R8", "R:8-10*9 B:8-9*9", "R11", "B9,G3", dead_value=value)
    assert points(play(state, "R11")) == wanted


@pytest.mark.rule("P-53", "PQ-19")
@pytest.mark.parametrize("value", ["0", "10", "25", "50", "7"])
def test_a_shock_play_in_the_hand_costs_what_is_agreed(value):
    assert points(play(table("R8", "R:8", "R9", "B6,B7,*", shock_in_hand=value), "R9")) == f"0,{15 + int(value)}"


@pytest.mark.rule("PQ-48")
def test_shock_plays_are_alike():
    state = table("R8", "R:8", "*,*,B1", "*", actor=1)
    assert len([text for text in legal(state) if text.startswith("*")]) == 2
    asked = play(table("R8", "R:8", "B1", "*,*,B2"), "a2")
    assert legal(asked) == {"gB2", "g*"}
    one, other = play(state, "*R9 *R10"), play(table("R8", "R:8", "*,B1,*", "*"), "*R9 *R10")
    assert (one, hash(one)) == (other, hash(other))


# ----------------------------------------------------------- shock_forced = false
@pytest.mark.rule("PQ-16", "PC-9", "PI-5")
def test_a_shock_play_need_not_be_played_if_that_is_agreed():
    def of(hand, other="G1", pile="-"):
        return table("R8", "R:8", hand, other, pile=pile, shock_forced="false")

    assert legal(of("B3,*", pile="G2")) == {"*R9", "*R7", "d"}
    assert legal(of("B3,*")) == {"*R9", "*R7", "a2"}
    assert legal(of("B3,*", other="-")) == {"*R9", "*R7", "pass"}
    assert legal(of("B3,R9,*", pile="G2")) == {"R9", "*R9", "*R7"}
    drawn = play(of("B3", pile="*,G2"), "d")
    assert (fields(drawn).phase, legal(drawn)) == ("res", {"*R9", "*R7", "keep"})
    kept = play(drawn, "keep")
    assert (hands(kept)[0], fields(kept)[2:4]) == ("B3,*", ("turn", "2"))
    given = play(of("B3", other="*,G1"), "a2 g*")
    assert legal(given) == {"*R9", "*R7", "keep"}
    assert hands(play(given, "keep")) == ["B3,*", "G1"]
    assert legal(play(of("B3", pile="R9,G2"), "d")) == {"R9"}


@pytest.mark.rule("PC-9", "PC-3")
def test_a_kept_shock_play_looks_like_any_kept_card():
    drawn = play(table("R8", "R:8", "B3", "G1", pile="*,G2", shock_forced="false"), "d")
    assert (seen(drawn, 1)[11], seen(drawn, 2)[11], seen(drawn, None)[11]) == (">*", ">?", ">?")
    kept = play(drawn, "keep")
    plain = play(table("R8", "R:8", "B3", "G1", pile="G7,G2", shock_forced="false"), "d")
    assert seen(kept, 2)[:11] == seen(plain, 2)[:11]


@pytest.mark.rule("PC-9", "PQ-32")
def test_a_shock_play_keeps_the_turn_alive_after_a_switch():
    state = table(
        "R8", "R:8", "B3", "G1,*", "G2", switches="111-", switch_stuck="end_turn", shock_forced="false", pile="Y1"
    )
    after = play(state, "x2")
    assert (fields(after)[2:4], legal(after)) == (("turn", "1"), {"*R9", "*R7", "d"})
    assert fields(play(state, "x3"))[2:4] == ("turn", "2")


# ------------------------------------------------------------ drawing and asking
@pytest.mark.rule("P-38", "PQ-22", "PQ-51", "PC-3")
def test_what_somebody_draws_and_keeps_nobody_else_sees():
    state = play(table("R8", "R:8", "B3", "G1", "G2", pile="B7,R9"), "d")
    assert seen(state, 1)[7] == "B3,B7/#1/#1"
    assert seen(state, 2)[7] == "#2/G1/#1"
    assert not [e for e in state.events if e.seen_by(1) and "B7" in str(e.to_json())]
    shown = play(table("R8", "R:8", "B3", "G1", "G2", pile="R7,R9"), "d R7")
    assert [e.data["card"] for e in shown.events if e.kind == "play" and e.seen_by(1)] == ["R7"]


@pytest.mark.rule("PQ-23")
def test_under_give_rule_worst_one_of_the_dearest_cards_is_given():
    def asked(**options):
        return legal(play(table("R8", "R:8-9*9", "B1", "B2,B7,G10,R9,*", give_rule="worst", **options), "a2"))

    assert asked() == {"gR9"}
    assert asked(dead_value="10") == {"gB7", "gG10", "gR9"}
    assert asked(dead_value="0") == {"gB7", "gG10"}
    assert asked(shock_in_hand="50") == {"gR9", "g*"}


@pytest.mark.rule("PQ-24", "PC-10")
def test_under_received_hold_turns_without_a_play_end_the_round():
    state = table("R8", "R:8", "R7,B1", "B2,B3", received="hold", actor=2)
    for k in range(1, 8):
        me, you = (2, 1) if k % 2 else (1, 2)
        assert f"a{you}" in legal(state)
        state = play(state, f"a{you} gR7") if "gR7" in legal(play(state, f"a{you}")) else play(state, f"a{you} gB2")
        assert (fields(state).pending, fields(state).actor) == (f"g{k}", str(you))
        assert whole_hand(state, me)
    blocked = play(state, "a2 gR7")
    assert fields(blocked).phase == "out"
    assert points(blocked).count(",") == 1
    assert "R7" in hands(blocked)[0].split(",")


@pytest.mark.rule("PC-10")
def test_under_received_hold_a_play_or_a_draw_begins_the_count_anew():
    state = play(table("R8", "R:8", "R7,B1", "B2,B3", received="hold", actor=2), "a1 gB1")
    assert fields(state).pending == "g1"
    assert fields(play(state, "R7")).phase == "out"
    state = play(table("R8", "R:8", "R7,G9,B1", "B2,B3", received="hold", actor=2), "a1 gB1 R7")
    assert fields(state).pending == "-"
    text = "2 1 turn 1 R8 -/-/8/- G1,G2 B1,B4/B2,B3 00- 0,0 r2 g3"
    assert fields(play(position(text, received="hold"), "d")).pending == "-"


@pytest.mark.rule("PC-10")
def test_a_turn_that_began_with_a_pile_is_not_counted():
    last = table("R8", "R:8", "B3", "B4", pile="*", received="hold", shock_forced="false")
    assert fields(play(last, "d keep")).pending == "-"
    assert fields(play(table("R8", "R:8", "B3", "B4", pile="B1", received="hold"), "d")).pending == "-"


@pytest.mark.rule("PC-10", "PQ-32")
def test_a_turn_that_a_switch_ends_is_counted():
    state = table("R8", "R:8", "R7,B1", "B2,B3", switches="10-", received="hold", switch_stuck="end_turn")
    assert fields(play(state, "x2")).pending == "g1"


@pytest.mark.rule("PQ-25", "P-44")
def test_under_exempt_nobody_gives_his_last_card():
    state = table("R8", "R:8", "B1", "B2", "B3", actor=2, give_last="exempt")
    assert legal(state) == {"pass"}
    assert legal(table("R8", "R:8", "B1", "B2", "B3,B4", actor=2, give_last="exempt")) == {"a3"}
    assert legal(table("R8", "R:8", "B1,B5", "B2", "B3,B4", actor=2, give_last="exempt")) == {"a1"}


@pytest.mark.rule("PQ-25", "PC-11")
def test_under_ends_round_a_last_gift_that_fits_is_not_played():
    ended = play(table("R8", "R:8", "R9", "B2,B3", actor=2, give_last="ends_round"), "a1 gR9")
    assert (fields(ended).phase, fields(ended).layout) == ("out", "-/-/8/-")
    assert points(ended) == "0,20"
    more = play(table("R8", "R:8", "R9,B1", "B2,B3", actor=2, give_last="ends_round"), "a1 gR9")
    assert legal(more) == {"R9"}


@pytest.mark.rule("PQ-25", "PC-11")
def test_under_sit_out_only_turns_are_skipped():
    state = table("R8", "R:8", "R9,B1", "-", "B2,B3", give_last="sit_out")
    assert fields(play(state, "R9")).actor == "3"
    alone = table("R8", "R:8-9*9", "B1", "R10,B2", actor=2, give_last="sit_out")
    after = play(alone, "R10")
    assert fields(after).actor == "1"
    after = play(after, "a2 gB2")
    assert (fields(after).actor, hands(after)) == ("1", ["B1,B2", "-"])


@pytest.mark.rule("PQ-26", "P-43")
def test_under_next_right_the_next_hand_to_the_right_is_asked():
    assert legal(table("R8", "R:8", "-", "B1", "-", actor=2, empty_right="next_right")) == {"pass"}
    assert legal(table("R8", "R:8", "-", "B1", "-", "B2", actor=2, empty_right="next_right")) == {"a4"}
    assert legal(table("R8", "R:8", "-", "B1", "-", "B2", actor=2)) == {"pass"}


@pytest.mark.rule("PQ-40")
def test_of_two_players_each_is_to_the_right_and_to_the_left_of_the_other():
    state = play(table("R8", "R:8", "B1", "B2,B3", switches="11-"), "a2 gB2")
    assert (fields(state).actor, legal(state)) == ("2", {"a1", "x1"})


# ------------------------------------------------------------------ Power Switch
@pytest.mark.rule("P-45", "P-47", "P-48", "PQ-34", "PQ-43")
def test_a_switch_takes_everything_but_the_power_switch_cards():
    state = table("R8", "R:8-10*9", "R9,*", "B1,B2,B3", "R11", switches="111-")
    after = play(state, "x2")
    assert (hands(after), fields(after).switches) == (["B1,B2,B3", "R9,*", "R11"], "011u")
    out = play(state, "x3 R11")
    assert (fields(out).phase, hands(out)) == ("out", ["-", "B1,B2,B3", "R9,*"])


@pytest.mark.rule("P-46", "PQ-35")
def test_who_has_drawn_or_been_given_a_card_cannot_switch_any_more():
    drawn = play(table("R8", "R:8", "B1", "B2", "B3", pile="R7", switches="111-"), "d")
    assert legal(drawn) == {"R7"}
    given = play(table("R8", "R:8", "B1", "B2", "R7,B3", switches="111-"), "a3 gR7")
    assert legal(given) == {"R7"}


@pytest.mark.rule("P-49", "P-50", "PQ-33")
@pytest.mark.parametrize(("mine", "other", "allowed"), [("B1", "-", False), ("-", "B1", False), ("B1", "B2", True)])
def test_under_switch_empty_forbid_no_hand_may_be_empty(mine, other, allowed):
    assert "x2" in legal(table("R8", "R:8", mine, other, "B3", switches="111-"))
    assert ("x2" in legal(table("R8", "R:8", mine, other, "B3", switches="111-", switch_empty="forbid"))) == allowed


@pytest.mark.rule("P-3", "PC-12")
def test_with_more_power_switch_cards_one_can_switch_again_in_another_round():
    state = play(table("R8", "R:8", "R9", "B2", "B3", switches="222-", switches_per_game="2"), "x2 a3")
    assert fields(state).switches == "122u"
    assert not [text for text in legal(state) if text[0] == "x"]
    assert "x2" in legal(table("R8", "R:8", "R9", "B2", "B3", switches="122-", switches_per_game="2"))
    assert "x2" not in legal(table("R8", "R:8", "R9", "B2", "B3", switches="000-", switches_per_game="0"))


@pytest.mark.rule("PQ-32", "PQ-36")
def test_under_end_turn_a_switch_that_leaves_something_to_play_goes_on():
    state = table("R8", "R:8", "B1", "R9,B2", "B3", switches="111-", switch_stuck="end_turn")
    assert legal(play(state, "x2")) == {"R9"}
    assert fields(play(state, "x3"))[2:4] == ("turn", "2")


# ----------------------------------------------------- switch_timing = anytime (6.5)
def timed(*cards, switches, **options):
    return play(table("R8", "R:8", *cards, switches=switches, switch_timing="anytime", **options), "R9")


@pytest.mark.rule("PQ-30", "PC-8")
def test_only_seats_that_can_switch_are_polled_and_not_the_one_about_to_act():
    after = timed("R9,B1", "B2", "B3", "B4", switches="1101-")
    assert (fields(after)[2:4], fields(after).pending, legal(after)) == (("win", "4"), "w2", {"hold", "x1", "x2", "x3"})
    after = play(after, "hold")
    assert (fields(after)[2:4], fields(after).pending) == (("win", "1"), "w2")
    assert fields(play(after, "hold"))[2:4] == ("turn", "2")
    assert fields(timed("R9,B1", "B2", "B3", switches="010-"))[2:4] == ("turn", "2")
    assert fields(timed("R9,B1", "B2", "B3", switches="111u"))[2:4] == ("turn", "2")
    forbidden = timed("R9,B1", "B2", "-", switches="111-", switch_empty="forbid")
    assert (fields(forbidden)[2:4], legal(forbidden)) == (("win", "1"), {"hold", "x2"})


@pytest.mark.rule("PC-8")
def test_no_window_opens_behind_the_power_card_nor_at_the_end_of_a_round():
    placed = play(table("R8", "", "R8,B1", "B2", "B3", phase="open", switches="111-", switch_timing="anytime"), "^R8")
    assert fields(placed)[2:4] == ("turn", "2")
    assert fields(timed("R9", "B2", "B3", switches="111-")).phase == "out"


@pytest.mark.rule("PC-8", "PQ-33")
def test_a_switch_out_of_turn_gives_no_play_and_can_leave_who_acts_next_empty_handed():
    after = play(timed("R9,B1", "B2", "R10,B3", "-", switches="1111-"), "x4")
    assert (fields(after)[2:4], hands(after)) == (("turn", "2"), ["B1", "B2", "-", "B3,R10"])
    state = play(timed("R9,B1", "B2", "R10,B3", "-", switches="1111-"), "hold x2")
    assert (fields(state)[2:4], hands(state)[1], legal(state)) == (("turn", "2"), "-", {"a1"})
    skipped = play(timed("R9,B1", "B2", "R10,B3", "-", switches="1111-", give_last="sit_out"), "hold x2")
    assert fields(skipped)[2:4] == ("turn", "3")


# ------------------------------------------------------------- round and game end
@pytest.mark.rule("P-51", "PQ-21", "PQ-37")
def test_the_round_ends_at_once_for_all():
    state = play(table("R8", "R:8", "*", "R9", "R10", switches="111-", switch_timing="anytime"), "*R9")
    assert fields(state).phase == "out"
    assert points(state) == "0,50,10"


@pytest.mark.rule("P-52", "PQ-28")
def test_a_full_layout_ends_the_round_though_somebody_holds_cards():
    state = table("R8", "R:1-12 B:1-12 G:1-12*3 Y:2-12", "G3,Y1", "-", "*")
    state = play(state, "Y1")
    assert (fields(state).phase, points(state)) == ("out", "50,0,0")


@pytest.mark.rule("P-54", "PQ-45")
def test_power_switch_cards_count_nothing():
    state = play(table("R8", "R:8", "R9", "B1", "G1", totals="300,5,5", switches="010-"), "R9")
    assert (points(state), scored(state).outcome.winners) == ("0,5,5", (1, 2))


@pytest.mark.rule("P-6", "P-56", "PQ-39", "PC-4")
def test_after_a_round_the_table_is_cleared_and_spent_cards_do_not_come_back():
    out = play(table("R8", "R:8", "R9", "B1", "G1", switches="011u", dealer=3, round=4), "R9")
    assert fields(out)[8:11] == ("011u", "0,0,0", "r4")
    text = str(scored(out)).split()
    assert text[:6] == ["3", "1", "deal", "-", "-", "-/-/-/-"]
    assert text[7:] == ["-/-/-", "011-", "0,5,5", "r5", "-"]
    assert sum(chances(scored(out)).values()) == 1
    assert len(chances(scored(out))) == 49


@pytest.mark.rule("P-7")
def test_every_round_has_the_whole_deck_again():
    state = scored(play(table("R8", "R:8", "R9", "B1", "G1"), "R9"))
    assert state.record.pile.bit_count() == 50


@pytest.mark.rule("P-55", "PC-4")
def test_at_the_end_of_the_game_the_table_stays_as_it_was():
    over = scored(play(table("R8", "R:8", "R9", "B1,*", totals="10,295"), "R9"))
    assert fields(over)[2:8] == ("over", "-", "R8", "-/-/8-9/-", "-", "-/B1,*")
    assert fields(over).totals == "10,300"
    assert over.outcome.ranking == ((0,), (1,))


@pytest.mark.rule("P-57")
def test_another_target_may_be_agreed():
    def end(target):
        return is_over(scored(play(table("R8", "R:8", "R9", "B7", totals="0,140", target=target), "R9")))

    assert (end("150"), end("151"), end("300")) == (True, False, False)


@pytest.mark.rule("PC-12")
def test_a_fixed_number_of_rounds_ignores_the_target():
    def end(round, totals="0,400", **options):
        state = table("R8", "R:8", "R9", "B7", totals=totals, round=round, end_rule="rounds:3", **options)
        return is_over(scored(play(state, "R9")))

    assert (end(2), end(3), end(4)) == (False, True, True)
    assert (end(3, "10,0"), end(3, "10,0", tie_win="extra_round")) == (True, False)


@pytest.mark.rule("PQ-38", "PQ-49", "PC-12")
def test_max_rounds_ends_the_game_even_with_equal_totals():
    def end(round, totals="0,0", **options):
        return is_over(scored(play(table("R8", "R:8", "R9", "B7", totals=totals, round=round, **options), "R9")))

    assert (end(5), end(5, max_rounds=5), end(4, max_rounds=5)) == (False, True, False)
    assert end(9, "310,290", tie_win="extra_round")
    assert not end(9, "310,300", tie_win="extra_round")
    assert end(9, "310,300", tie_win="extra_round", max_rounds=9)


@pytest.mark.rule("P-53", "PQ-49")
def test_a_round_can_score_nothing_for_all():
    assert points(play(table("R8", "R:8", "R9", "-", "*"), "R9")) == "0,0,0"


# -------------------------------------------------------------------- what is seen
@pytest.mark.rule("PQ-41", "PC-12")
def test_hidden_hand_counts_hide_the_sizes_but_not_the_pile():
    def view(seat, **options):
        return seen(play(table("R8", "R:8", "B1,G1", "B2", "B3", pile="-", **options), "a3 gB3"), seat)

    assert (view(1)[7], view(3)[7], view(None)[7]) == ("B1,B3,G1/#1/-", "#3{B3}/#1/-", "#3/#1/-")
    assert view(1, hand_counts="hidden")[7].startswith("B1,B3,G1/#?/")
    assert view(3, hand_counts="hidden")[7].startswith("#?{B3}/#?/")
    counted = seen(table("R8", "R:8", "B1", "B2", pile="G1,G2", hand_counts="hidden"), 1)
    assert counted[6] == "#2"


@pytest.mark.rule("PQ-44")
def test_the_rest_of_the_pile_is_shown_only_if_that_is_agreed():
    def view(seat, **options):
        return seen(play(table("R8", "R:8", "R9", "B2", pile="G1,G2", **options), "R9"), seat)

    assert (view(1)[6:8], view(None)[6:8]) == (["#2", "-/B2"], ["#2", "-/B2"])
    assert view(1, reveal_pile_end="true")[6] == view(None, reveal_pile_end="true")[6] == "{G1,G2}"


@pytest.mark.rule("PC-5", "I-4", "I-5", "I-6")
def test_what_was_seen_follows_the_cards():
    state = play(table("R8", "R:8", "B1,B2,R9", "G1,G2", "Y1,Y2,Y3", switches="111-"), "x2")
    assert (seen(state, 1)[7], seen(state, 2)[7]) == ("G1,G2/#3{B1,B2,R9}/#3", "#2{G1,G2}/B1,B2,R9/#3")
    state = play(state, "a3 gY1")
    assert seen(state, 2)[7] == "#3{G1,G2}/B1,B2,R9/#2"
    assert seen(state, 3)[7] == "#3{Y1}/#3/Y2,Y3"
    state = play(state, "R9")
    assert seen(state, 1)[7] == "G1,G2,Y1/#2{B1,B2}/#2"
    state = play(state, "a2 gB1")
    assert seen(state, 1)[7] == "G1,G2,Y1/#1/#3"
    assert seen(state, 2)[7] == "#3{G1,G2}/B2/#3{B1}"


@pytest.mark.rule("PC-5", "I-5")
def test_a_known_last_card_is_still_known_when_it_is_given():
    state = table("R8", "R:8", "B1,B2", "G1", "Y1,Y2", switches="111-", actor=2)
    state = play(state, "x1 a1 gG1")
    assert seen(state, 2)[7] == "-/B1,B2,G1/#2"
    state = play(table("R8", "R:8", "-", "B1", "Y1,Y2"), "a3 gY1")
    assert seen(state, 3)[7] == "#1{Y1}/#1/Y2"
    assert seen(play(state, "a1 gY1"), 3)[7] == "-/#2{Y1}/Y2"
    several = play(table("R8", "R:8", "G1", "B1", "Y1,Y2"), "a3 gY1 a1 gY1")
    assert seen(several, 3)[7] == "#1/#2/Y2"


@pytest.mark.rule("PC-6")
def test_texts_name_seats_and_ids_do_not():
    for actor in range(1, 5):
        state = table("R8", "R:8", "B1", "B2", "B3", "B4", actor=actor, switches="1111-")
        ids = {str(action): state.game.actions.id(action) for action in state.legal_actions(actor - 1)}
        right = (actor - 2) % 4 + 1
        assert ids[f"a{right}"] == r.ASK
        assert [ids[f"x{(actor - 1 + k) % 4 + 1}"] for k in (1, 2, 3)] == [57, 58, 59]


@pytest.mark.rule("PC-1")
def test_cards_are_written_in_order_and_read_in_any():
    text = "2 1 turn 1 R8 -/-/8/- - *,Y1,B12,B2/G1 00- 0,0 r2 -"
    assert str(position(text)) == text.replace("*,Y1,B12,B2", "B2,B12,Y1,*")
