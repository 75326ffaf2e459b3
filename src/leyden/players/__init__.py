"""Everything that picks a move from a view. Players are made by name; a new one adds a line here."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence

from leyden import games
from leyden.core.contract import Action, BadInput, Game, Illegal, Refusal, Seat, View
from leyden.core.options import BadOption, nearest
from leyden.core.streams import Stream, Streams
from leyden.players.bot import Bot, Choice, FunctionBot, RandomBot
from leyden.table import Record, Table

Player = Bot | str | type[Bot] | Callable[[View], Choice | Action]

_EVERYWHERE = {"random": RandomBot}
_BY_GAME = {
    ("greedy", "voltage"): ("leyden.players.greedy_voltage", "GreedyVoltage"),
    ("greedy", "powerswitch"): ("leyden.players.greedy_powerswitch", "GreedyPowerSwitch"),
}


def names(game: str) -> tuple[str, ...]:
    """The players a game has, weakest first."""
    return (*_EVERYWHERE, *(name for name, of in _BY_GAME if of == game))


def make(name: str, game: Game) -> Bot:
    """A player by name; an unknown name is answered with the nearest known ones."""
    if name in _EVERYWHERE:
        return _EVERYWHERE[name]()
    if (name, game.name) not in _BY_GAME:
        raise BadOption(f"no player of {game.title} is called {name}: {nearest(name, names(game.name))}")
    module, cls = _BY_GAME[name, game.name]
    bot: Bot = getattr(importlib.import_module(module), cls)()
    return bot


def play(game: Game | str, bots: Sequence[Player], *, seed: int | str = 0) -> Record:
    """Play a whole game; the same seed and players give the same record.

    A game by its name has its default options. A player is a name, a Bot or its class, or a function that picks an
    action from a view: `play("voltage", ["greedy", lambda view: view.legal[0]])`.
    """
    game = games.as_game(game)
    if not isinstance(bots, list | tuple):
        raise TypeError(f"players come in a list, one for each seat, as in {['random'] * game.seats}, not as {bots!r}")
    if len(bots) != game.seats:
        raise BadOption(f"{game.title} needs {game.seats} players, not {len(bots)}")
    seated = [as_bot(bot, game) for bot in bots]
    tags = {game.seat_names[i]: bot.name for i, bot in enumerate(seated)}
    table = Table(game, seed, tags=tags)
    luck = [Streams(seed).stream("player", seat) for seat in range(game.seats)]
    told = [0] * game.seats
    for i, bot in enumerate(seated):
        bot.begin(game, Seat(i))
    while not table.over:
        for seat in table.acting:
            bot = seated[seat]
            bot.saw(tuple(table.events(seat, told[seat])))
            told[seat] = len(table.steps)
            table.push(chosen(bot, table.view(seat), luck[seat]).action, seat)
    assert table.state.outcome is not None
    for bot in seated:
        bot.end(table.state.outcome)
    return table.record


def as_bot(player: Player, game: Game) -> Bot:
    """The player that is meant, seated: by name, a Bot, its class, or a function from a view to an action."""
    if isinstance(player, Bot):
        return player
    if isinstance(player, str):
        return make(player, game)
    if isinstance(player, type):
        if issubclass(player, Bot):
            return player()
    elif callable(player):
        return FunctionBot(player)
    raise TypeError(
        f"a player is a name ({', '.join(names(game.name))}), a Bot or a function of a view, not {player!r}"
    )


def chosen(bot: Bot, view: View, luck: Stream) -> Choice:
    """What a bot chooses, if it may: TypeError or `Illegal` name the bot that does not keep to the rules."""
    if not view.legal:  # it is another's turn; or a study position, which can run out of cards
        raise BadInput(f"{bot.name} cannot choose: its seat has no legal action here")
    choice = bot.choose(view, luck)
    if isinstance(choice, Action):
        choice = Choice(choice)
    if not isinstance(choice, Choice):
        raise TypeError(f"{bot.name} answered {choice!r}; `choose` returns an action, for example view.legal[0]")
    refusal = view.refusal(choice.action)
    if refusal is not None:
        text = f"{bot.name} chose {choice.action}: {refusal.text}"
        raise Illegal(Refusal(refusal.rule, text, refusal.legal))
    return choice


__all__ = ["Bot", "Choice", "FunctionBot", "Player", "RandomBot", "as_bot", "chosen", "make", "names", "play"]
