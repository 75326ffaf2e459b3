"""What hardly happens: refused records and JSON, views of nothing, Shock Plays that are told apart by what is known."""

import pytest

from leyden.core.contract import BadInput, Draw, Illegal
from leyden.core.streams import Stream
from leyden.games import load
from leyden.games.powerswitch import PowerSwitch, knowledge, worlds
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.cards import SHOCKS, SLOTS
from leyden.games.powerswitch.sound import sound

THREE = PowerSwitch.load(seats=3)
POSITION = "3 1 turn 2 R8 8/8/8-10*9/8 - B12/B3,R9,R11/G12,Y1 110- 10,20,30 r2 -"
SHOCK, OTHER = 1 << SLOTS, 2 << SLOTS


def state(text=POSITION):
    return THREE.position(text)


def table(text=POSITION):
    return state(text).record


# ------------------------------------------------------------------ the doors
def test_what_is_no_action_no_draw_and_no_view_is_named():
    voltage = load("voltage")
    with pytest.raises(ValueError, match="is not an action of Power Switch"):
        THREE.actions.id(voltage.actions.action(0))
    with pytest.raises(TypeError, match="needs a view or a state of Power Switch"):
        THREE.parse("R9", voltage.start())
    with pytest.raises(TypeError, match="needs the state in which chance decides"):
        THREE.parse_draw("R9", THREE)
    with pytest.raises(TypeError, match="from its own views"):
        THREE.determinize(voltage.start().observation(0), 1)
    with pytest.raises(BadInput, match="other options"):
        load("powerswitch").determinize(state().observation(0), 1)
    with pytest.raises(ValueError, match="nothing is owed by chance here"):
        state().sample(1)

    class Odd(Draw):
        def __str__(self):
            return "odd"

    with pytest.raises(Illegal, match="chance owes nothing here"):
        state().draw(Odd())
    with pytest.raises(Illegal, match="chance cannot give odd here"):
        THREE.start().draw(Odd())
    with pytest.raises(Illegal, match="is no outcome of chance"):
        THREE.start().draw("9")


def test_values_say_what_they_are():
    assert repr(THREE) == "<Power Switch: seats=3>"
    assert repr(state()) == f"<powerswitch {POSITION}>"
    assert state()._repr_html_().startswith("<svg")
    assert THREE.__deepcopy__({}) is THREE
    assert PowerSwitch.load(give_last="Ends-Round").options["give_last"] == "ends_round"
    assert state("3 1 give 1 R8 8/8/8-10*9/8 - B12/B3,R9,R11/G12,Y1 110- 10,20,30 r2 a2").observation(0).asked is None


def test_a_view_that_no_table_shows_deals_no_world(monkeypatch):
    monkeypatch.setattr(worlds, "MOST_TRIES", 20)
    view = state().observation(0)
    view._v.may[1] = 0
    with pytest.raises(BadInput, match="no table looks like this view"):
        THREE.determinize(view, 1)


# -------------------------------------------------------------------- positions
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3 1 turn 2 R8 8/8/8/8 - *,*/*,*/G12 110- 0,0,0 r2 -", r"at most three Shock Plays in the box \[P-2\]"),
        ("3 1 res 2 R8 8/8/8/8 - B12/B3/G12 110- 0,0,0 r2 >B9", r"B9 must be played, but it is not .* \[P-39\]"),
        ("3 1 res 2 R8 8/8/8/8 - B12/B3/G12 110- 0,0,0 r2 >B3", "cannot be played"),
        ("3 1 give 1 R8 8/8/8/8 - -/B3/G12 110- 0,0,0 r2 a2", "what is pending does not fit"),
        ("3 1 open 2 R8 -/-/-/- - B12/B3/G12 110- 0,0,0 r2 -", r"the Power Card is missing \[P-16\]"),
        ("3 1 open 2 R8 -/-/-/- - B12/B3,R8/G12 110- 0,0,0 r2 >B3", "the card that was drawn is not the Power Card"),
        ("3 - rolls - - -/-/-/- - -/-/- 111- 0,0,0 r1 1,2,3", "before the deal is over the whole deck is there"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, says):
    with pytest.raises(BadInput, match=says):
        state(text)


def test_a_deal_out_of_turn_is_refused():
    dealing = THREE.start()
    luck = Stream([7])
    while dealing.record.phase != r.DEAL or len(dealing.record.hand) < 2 or not dealing.record.hand[0]:
        dealing = dealing.draw(dealing.sample(luck))
    data = dealing.to_json()
    data["hand"][0], data["hand"][1] = "0", f"{int(data['hand'][0], 16) | int(data['hand'][1], 16):x}"
    with pytest.raises(BadInput, match=r"dealt one at a time from the dealer's left \[P-9\]"):
        THREE.from_json(data)


def test_json_with_a_gap_a_wrong_card_or_another_order_is_refused():
    data = state().to_json()
    laid = int(data["laid"], 16)
    with pytest.raises(BadInput, match=r"a column has a gap \[P-25\]"):
        THREE.from_json({**data, "laid": f"{laid | 1 << 24:x}"})
    with pytest.raises(BadInput, match="the order of the pile names other cards"):
        THREE.from_json({**data, "order": [5]})
    must = state("3 1 res 2 R8 8/8/8/8 - B12/B3,R9/G12 110- 0,0,0 r2 >R9").to_json()
    with pytest.raises(BadInput, match="the card that must be played is not in the hand"):
        THREE.from_json({**must, "pending": must["pending"] - 1})


def test_seats_that_nobody_has_hold_and_roll_nothing():
    s = table()
    s.totals[5] = 5
    assert sound(THREE.tables, s) == "a seat that nobody has holds something"
    s = THREE.start().record
    s.tally[5] = 0
    assert sound(THREE.tables, s) == "a seat that nobody has rolls"
    s.tally[0] = s.tally[1] = s.tally[2] = 3
    s.tally[5] = -1
    assert sound(THREE.tables, s) == "nobody is to roll for the deal [P-5]"


def test_nobody_switches_while_chance_decides():
    with pytest.raises(BadInput, match=r"nobody is on turn, so nobody can switch hands \[P-45\]"):
        THREE.parse("x2", THREE.start().observation(None))


# ------------------------------------------------------------------ Shock Plays
@pytest.mark.rule("PQ-48", "I-5")
def test_a_shock_play_stands_for_the_one_of_which_most_was_known():
    s = table("3 1 turn 2 R8 8/8/8-10*9/8 Y5 B12/B3,*,*/G12,Y1 110- 10,20,30 r2 -")
    s.may[0][2] &= ~OTHER  # what seat 1 knows of the other one: it is with seat 2 or in the pile
    knowledge.saw_shock(3, s, 0, 1, SHOCK, SHOCK | OTHER)
    assert s.may[0][1] & SHOCKS == OTHER
    assert s.may[0][2] & SHOCKS == OTHER  # for the one that is left may be either


@pytest.mark.rule("PQ-48")
def test_of_equal_shock_plays_the_one_that_was_not_seen_goes_first():
    s = table("3 1 turn 2 R8 8/8/8-10*9/8 - B12/B3,*,*/G12,Y1 110- 10,20,30 r2 -")
    s.seen[0] |= SHOCK
    assert r.pick_shock(s, SHOCK | OTHER) == OTHER
    s.seen[0] = OTHER
    assert r.pick_shock(s, SHOCK | OTHER) == SHOCK


def test_there_is_no_outcome_below_zero_and_no_seat_among_empty_hands():
    assert r.weight(THREE.tables, THREE.start().record, -1) == 0
    assert r.with_cards(THREE.tables, r.State.new(), 1) == 1
