"""`leyden play`: a game at a plain terminal, line by line, against the computer or with two people at one screen."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from leyden import players
from leyden.core.contract import BadInput, Game, Seat
from leyden.core.options import BadOption, nearest
from leyden.table import Record, Table
from leyden.terminal.commands import Leave, sentence
from leyden.terminal.screen import Screen
from leyden.terminal.session import PERSON, Ask, Say, Session

REFUSED, MISUSED, INTERRUPTED = 1, 2, 130  # exit codes besides 0


def play(
    game: Game,
    *,
    seat: str = "A",
    against: str = "greedy",
    seed: int | str | None = None,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    first: str | None = None,
    say: Say = print,
    ask: Ask | None = None,
    colour: bool | None = None,
    width: int | None = None,
) -> int:
    """Play a game; the exit code: 0, 1 for a file that cannot be used, 2 for names that do not exist, 130 for Ctrl-C.

    A resumed game is saved to the file it came from, unless `save` names another.
    """
    screen = Screen.here(colour=colour, width=width)

    def told(text: str) -> None:
        say(screen.letters(text))

    session = None
    by_hand, ask = ask is None, ask or typed
    try:
        seated = _seated(game, seat, against)
        if resume is None:
            table = _new(game, seated, seed, first, told, ask)
        else:
            table, seated = _resumed(game, Path(resume), seated, seed)
        session = Session(table, seated, told, ask, screen)
        if by_hand:
            _line_editing(alone=_alone(seated))
        if not session.keep_in(save or resume, known=resume):
            return REFUSED
        session.run()
    except (BadInput, BadOption) as problem:
        told(screen.wrap(sentence(str(problem))))
        return MISUSED if isinstance(problem, BadOption) else REFUSED
    except (EOFError, Leave, KeyboardInterrupt) as end:
        if not isinstance(end, Leave):
            told("")
        if session is not None:
            session.leave()
        return INTERRUPTED if isinstance(end, KeyboardInterrupt) else 0
    return 0


def typed(prompt: str) -> str:
    """A line from the keyboard, or from whatever stands in its place."""
    if sys.stdin is None:
        raise EOFError
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"  # means nothing, and is answered so


def _line_editing(*, alone: bool) -> None:
    """Give `input` its arrow keys; two people at one screen must not find what the other has typed."""
    with contextlib.suppress(ImportError):
        import readline

        if not alone:
            readline.set_auto_history(False)


def _seat(game: Game, name: str) -> str:
    """A seat's name as the game writes it."""
    if name.strip().upper() not in game.seat_names:
        raise BadOption(f"there is no seat {name} in {game.title}: {nearest(name.upper(), game.seat_names)}")
    return name.strip().upper()


def _seated(game: Game, seat: str, against: str) -> dict[Seat, str]:
    """Who sits where: `person`, or the name of a computer player."""
    name = _seat(game, seat)
    if against != PERSON and against not in players.names(game.name):
        raise BadOption(f"nobody is called {against}: {nearest(against, [*players.names(game.name), PERSON])}")
    return {Seat(i): PERSON if each == name else against for i, each in enumerate(game.seat_names)}


def _new(game: Game, seated: dict[Seat, str], seed: int | str | None, first: str | None, say: Say, ask: Ask) -> Table:
    """A new table; where the oldest begins, the host is asked who that is."""
    if first is None and game.options.get("first_player") == "oldest":
        first = _oldest(game, seated, say, ask)
    tags = {game.seat_names[seat]: name for seat, name in seated.items()}
    settled = game.options.get("first_player")
    if first is None or _seat(game, first) == settled:
        return Table(game, seed, tags=tags)
    if settled in game.seat_names:
        raise BadOption(f"first {first}: with first_player={settled} it is settled who begins")
    return Table(game, seed, draws=[f"first {_seat(game, first)}"], tags=tags)


def _oldest(game: Game, seated: dict[Seat, str], say: Say, ask: Ask) -> str:
    who = " or ".join(
        f"{game.seat_names[seat]} ({'the computer' if name != PERSON else 'you' if _alone(seated) else 'a person'})"
        for seat, name in seated.items()
    )
    while True:
        answer = ask(f"The oldest player begins. Who is that: {who}? ").strip().upper()
        if answer in game.seat_names:
            return answer
        say(f"Please answer {' or '.join(game.seat_names)}.")


def _alone(seated: dict[Seat, str]) -> bool:
    return list(seated.values()).count(PERSON) == 1


def _resumed(game: Game, path: Path, seated: dict[Seat, str], seed: int | str | None) -> tuple[Table, dict[Seat, str]]:
    """The table of an unfinished record and who sits there: as its tags say, where they say it."""
    try:
        record = Record.load(path)
    except OSError as problem:
        raise BadInput(f"the file {path} cannot be read: {problem.strerror}") from None
    except BadInput as problem:
        raise BadInput(f"the file {path} cannot be resumed: {problem}") from None
    if record.game.name != game.name:
        raise BadInput(f"{path} is a record of {record.game.title}, not of {game.title}")
    if record.notes:
        raise BadInput(f"the file {path} holds {record.notes[0]}; it cannot be played on")
    if record.outcome is not None:
        raise BadInput(f"the game in {path} is finished: {record.outcome.reason}")
    if record.tags.get("Result", "*") != "*":
        why = {"resign": "was given up"}.get(record.tags.get("Termination", ""), "is over")
        raise BadInput(f"the game in {path} {why} ({record.tags['Result']}); it cannot be played on")
    for number, name in enumerate(record.game.seat_names):
        if name in record.tags:
            tag = record.tags[name]
            seated[Seat(number)] = tag if tag in players.names(game.name) else PERSON
    if PERSON not in seated.values():
        raise BadInput(f"in the game in {path} the computer plays for everybody; there is no seat for you")
    table = Table.resume(record, seed)
    table.tags.pop("Termination", None)  # "abandoned", no longer
    return table, seated
