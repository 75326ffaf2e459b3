"""Study positions (VC-16): fewer cards than the deck, played on from where they stand, and never dealt."""

import pytest

import leyden
from leyden.core.contract import BadInput, Seat
from leyden.core.engine import Engine
from leyden.core.streams import Streams
from leyden.games.voltage import Voltage
from leyden.players import chosen, make
from leyden.table import Table

from .vectors import follow

A, B = Seat(0), Seat(1)
TEXT = "+|/-|/-|/+| 0:0 Am O1G2 P1P2 {O2G1B3} - 1"


@pytest.mark.rule("VC-16")
@pytest.mark.parametrize(
    "begin",
    [
        lambda game: game.start(),
        Engine,
        Table,
        lambda game: leyden.play(game, ["random", "random"]),
    ],
)
def test_a_study_position_is_not_dealt(begin):
    with pytest.raises(BadInput, match=r"a study position has no deal; .*Table\(game, state=state\) \[VC-16\]"):
        begin(Voltage.load().position(TEXT).game)


@pytest.mark.rule("VC-16")
def test_a_study_position_is_played_on_from_where_it_stands():
    state = Voltage.load().position(TEXT)
    table = Table(state.game, seed=1, state=state)
    table.push("O1a")
    table.push("d")
    assert str(table.state).startswith("+1|/-|/-|/+| 0:0 Bm ")


@pytest.mark.rule("VC-16", "I-5")
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_player_that_can_do_nothing_says_so(name):
    state = follow(Voltage.load().position("+|/-|/-|/+| 0:0 Am O1 - =O2 - 1"), "O1a d")
    assert state.acting == (B,)
    assert state.legal_actions(B) == ()  # no card in hand, and none to draw
    with pytest.raises(BadInput, match=f"{name} cannot choose: its seat has no legal action here"):
        chosen(make(name, state.game), state.observation(B), Streams(0).stream("player"))


@pytest.mark.rule("VC-16")
@pytest.mark.parametrize("deck", [{}, [], 0, "", False])
def test_a_study_deck_as_json_is_whole_or_refused(deck):
    game = Voltage.load()
    with pytest.raises(BadInput, match="not a position of Voltage as JSON"):
        game.from_json({**game.start().to_json(), "deck": deck})
