"""Everything that picks a move from a view. Players are made by name; a new one adds a line here."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from leyden.core.contract import Action, Game, Illegal, Refusal, Seat, View
from leyden.core.options import BadOption, nearest
from leyden.core.streams import Stream, Streams
from leyden.players.bot import Bot, Choice, RandomBot
from leyden.table import Record, Table

_EVERYWHERE = {"random": RandomBot}
_BY_GAME = {("greedy", "voltage"): ("leyden.players.greedy_voltage", "GreedyVoltage")}


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


def play(game: Game, bots: Sequence[Bot | str], *, seed: int | str = 0) -> Record:
    """Play a whole game; the same seed and players give the same record."""
    if len(bots) != game.seats:
        raise BadOption(f"{game.title} needs {game.seats} players, not {len(bots)}")
    seated = [make(bot, game) if isinstance(bot, str) else bot for bot in bots]
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
            table.push(chosen(bot, table.view(seat), luck[seat]), seat)
    assert table.state.outcome is not None
    for bot in seated:
        bot.end(table.state.outcome)
    return table.record


def chosen(bot: Bot, view: View, luck: Stream) -> Action:
    """What a bot chooses, if it may: TypeError or `Illegal` name the bot that does not keep to the rules."""
    choice = bot.choose(view, luck)
    if not isinstance(choice, Choice):
        raise TypeError(f"{bot.name} answered {choice!r}; `choose` returns a Choice, for example Choice(view.legal[0])")
    refusal = view.refusal(choice.action)
    if refusal is not None:
        text = f"{bot.name} chose {choice.action}: {refusal.text}"
        raise Illegal(Refusal(refusal.rule, text, refusal.legal))
    return choice.action


__all__ = ["Bot", "Choice", "RandomBot", "chosen", "make", "names", "play"]
