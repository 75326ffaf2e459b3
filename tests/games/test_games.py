"""The games of the house by name."""

import pytest

from leyden import games
from leyden.core.options import BadOption


def test_every_registered_game_can_be_loaded():
    for name in games.names():
        assert games.load(name).name == name
        assert games.load(name) == games.game_class(name).load()


def test_a_game_may_be_named_in_any_capitals():
    assert games.load("Voltage") == games.load(" VOLTAGE ") == games.load("voltage")


def test_options_are_passed_on():
    assert games.load("voltage", reshuffle="on_need").options["reshuffle"] == "on_need"


@pytest.mark.parametrize(
    ("name", "hint"), [("voltge", r"did you mean voltage\?"), ("chess", "known: " + ", ".join(games.names()))]
)
def test_an_unknown_game_is_refused_with_what_is_known(name, hint):
    with pytest.raises(BadOption, match=f"no game is called {name}: {hint}"):
        games.load(name)


@pytest.mark.parametrize("name", [None, 5, ["voltage"], games.load("voltage")])
def test_a_game_is_loaded_by_a_name(name):
    with pytest.raises(TypeError, match=r'a game is loaded by its name, as in load\("voltage"\), not by'):
        games.load(name)


def test_a_game_is_meant_by_itself_or_by_its_name():
    game = games.load("voltage", reshuffle="on_need")
    assert games.as_game(game) is game
    assert games.as_game("voltage") == games.load("voltage")
    with pytest.raises(TypeError, match=r"write Table\(state.game, state=state\)"):
        games.as_game(game.start())
    with pytest.raises(TypeError, match=r"a game is wanted, as load\(\"voltage\"\) makes it, or its name, not 5"):
        games.as_game(5)
