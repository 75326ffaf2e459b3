"""A table plays chance, refuses well, takes back what was not revealed, and keeps the record."""

import pickle

import numpy as np
import pytest

import leyden
from leyden.core.contract import Node, Seat
from leyden.table.table import LegalMoves

VOLTAGE = leyden.load("voltage", first_player="A")


def play_on(table, moves):
    """Play the first legal action that many times."""
    for _ in range(moves):
        if table.over:
            return
        table.push(next(iter(table.legal())))


@pytest.fixture
def table():
    return leyden.Table(VOLTAGE, seed=7)


def test_a_new_table_is_dealt_and_waits_for_somebody(table):
    assert table.state.node is Node.DECISION
    assert table.acting == (Seat(0),)
    assert not table.over
    assert len(table.steps) == 17  # eight cards, each a back and a face, and the back on top


def test_the_same_seed_deals_the_same_game(table):
    again = leyden.Table(VOLTAGE, seed=7)
    play_on(table, 30)
    play_on(again, 30)
    assert again.state == table.state
    assert leyden.Table(VOLTAGE, seed=8).state != leyden.Table(VOLTAGE, seed=7).state


def test_without_a_seed_every_table_is_another():
    assert leyden.Table(VOLTAGE).seed != leyden.Table(VOLTAGE).seed


def test_a_move_is_a_text_or_an_action(table):
    action = table.legal().actions[0]
    told = table.push(str(action))
    assert table.steps[17].move == action
    assert any(event.kind in ("play", "draws") for event in told)


def test_an_illegal_move_names_its_rule_and_changes_nothing(table):
    before, steps = table.state, table.steps
    with pytest.raises(leyden.Illegal, match=r"V-46"):
        table.push("~O")
    with pytest.raises(leyden.BadInput, match="is not an action"):
        table.push("hello")
    with pytest.raises(leyden.Illegal, match="A's turn"):
        table.push("d", seat=1)
    assert (table.state, table.steps) == (before, steps)


def test_nothing_can_be_pushed_after_the_end(table):
    play_on(table, 200)
    assert table.over
    assert table.acting == ()
    with pytest.raises(leyden.Illegal, match="V-51"):
        table.push("d")
    assert len(table.legal()) == 0


def test_a_play_can_be_taken_back_before_anything_is_revealed(table):
    before = table.state
    play = next(a for a in table.legal() if str(a) != "d")
    table.push(play)
    assert table.state != before
    assert table.pop().move == play
    assert table.state == before


def test_a_draw_cannot_be_taken_back_except_in_analysis(table):
    before = table.state
    table.push("d")
    with pytest.raises(leyden.NoUndo, match="revealed"):
        table.pop()
    assert table.pop(analysis=True).seat == 0
    assert table.state == before
    table.push("d")  # and the luck is the same again


def test_taking_back_keeps_the_luck(table):
    other = table.fork()
    table.push("d")
    first = table.state
    table.pop(analysis=True)
    table.push("d")
    other.push("d")
    assert table.state == first == other.state


def test_there_is_nothing_to_take_back_at_the_start(table):
    with pytest.raises(leyden.NoUndo, match="nothing"):
        table.pop()


def test_a_fork_goes_its_own_way(table):
    other = table.fork()
    other.push("d")
    assert other.state != table.state
    assert len(other.steps) > len(table.steps)


def test_views_and_events_are_those_of_a_seat(table):
    play_on(table, 5)
    assert table.view(0).seat == 0
    assert table.view().seat == table.acting[0]
    assert table.spectator().seat is None
    seen = {event.text for event in table.events(0)}
    hidden = [e for e in table.events(1) if e.kind == "deal" and e.data["seat"] == "B" and e.data["card"][0] != "?"]
    assert len(hidden) == 4
    assert not seen & {event.text for event in hidden}
    assert len(list(table.events(None))) == len(list(table.events(None, since=0)))


def test_legal_moves_know_texts_and_can_be_read(table):
    legal = table.legal()
    assert "d" in legal
    assert "~O" not in legal
    assert "nonsense" not in legal
    assert legal.actions[0] in legal
    assert repr(legal).startswith(f"<{len(legal)} legal: ")
    assert isinstance(table.legal(1), LegalMoves)
    assert len(table.legal(1)) == 0


def test_a_table_can_begin_from_a_position_but_then_has_no_record():
    position = "+|/-|/-|/+| 0:0 Am O1G2B1S P1P2P3F =O1*G1 - 1"
    table = leyden.Table(VOLTAGE, state=VOLTAGE.position(position))
    table.push("d")
    assert "O1*" in str(table.state)
    with pytest.raises(leyden.BadInput, match="began from a position"):
        _ = table.record


@pytest.mark.rule("VQ-5", "VC-17")
def test_the_host_says_who_is_oldest():
    game = leyden.load("voltage", first_player="oldest")
    for seat, name in enumerate("AB"):
        table = leyden.Table(game, seed=3, draws=[f"first {name}"])
        assert table.acting == (seat,)
        assert table.record.verify().tags.get("Rng") == "splitmix64 3"
    with pytest.raises(leyden.BadInput, match="chance cannot give"):
        leyden.Table(game, seed=3, draws=["first C"])


def test_a_saved_game_goes_on_as_if_it_had_not_stopped(table, tmp_path):
    play_on(table, 9)
    table.tags["A"] = "Ann"
    path = table.record.save(tmp_path / "game.vgr")
    resumed = leyden.Table.resume(leyden.Record.load(path))
    assert resumed.state == table.state
    assert resumed.tags["A"] == "Ann"
    play_on(table, 200)
    play_on(resumed, 200)
    assert str(resumed.record) == str(table.record)


def test_a_redacted_game_cannot_be_resumed(table):
    play_on(table, 5)
    with pytest.raises(leyden.BadInput, match="not checkable"):
        leyden.Table.resume(table.record.redact(Seat(0)))


def test_a_table_says_what_it_is(table):
    assert repr(table).startswith("<table of Voltage: 17 steps")


def test_none_is_a_spectator_and_nothing_the_seat_that_decides(table):
    assert table.view(None) == table.spectator()
    assert table.view() == table.view(0)
    assert len(table.legal(None)) == 0
    assert list(table.legal()) == list(table.legal(0))
    assert list(table.events(None)) == list(table.events())
    with pytest.raises(leyden.BadInput, match="a spectator has no moves"):
        table.push("d", None)
    play_on(table, 200)
    assert table.view() == table.spectator()


def test_a_table_takes_seats_of_any_whole_number(table):
    seat = np.int64(0)
    assert pickle.dumps(table.view(seat)) == pickle.dumps(table.view(0))
    assert list(table.events(seat)) == list(table.events(0))
    assert type(table.legal(seat).seat) is int
    table.push("d", seat)
    assert type(table.steps[17].seat) is int
    for no_seat in (1.0, 2, "A"):
        for asked in (table.view, table.legal, lambda s: table.push("d", s), lambda s: list(table.events(s))):
            with pytest.raises(ValueError, match="Voltage has seats"):
                asked(no_seat)


def test_legal_moves_have_their_places(table):
    legal = table.legal()
    assert [legal[at] for at in range(len(legal))] == list(legal)
    assert legal[-1] == list(legal)[-1]


def test_a_table_takes_a_game_by_name():
    assert leyden.Table("voltage", seed=1).state == leyden.Table(leyden.load("voltage"), seed=1).state


@pytest.mark.parametrize(
    ("game", "says"), [(VOLTAGE.start(), "this is a state"), (None, "a game is wanted"), (5, "a game is wanted")]
)
def test_a_table_says_what_it_takes(game, says):
    with pytest.raises(TypeError, match=says):
        leyden.Table(game)


def test_the_tags_of_a_table_are_texts():
    with pytest.raises(leyden.BadInput, match="the value of the tag A is a text, not 5"):
        leyden.Table(VOLTAGE, tags={"A": 5})


def test_who_takes_back_what_was_revealed_is_told_of_analysis(table):
    table.push("d")
    with pytest.raises(leyden.NoUndo) as caught:
        table.pop()
    assert caught.value.__notes__ == ["In analysis it can: pop(analysis=True)."]
