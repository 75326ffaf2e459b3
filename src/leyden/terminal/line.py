"""`leyden play`: a game at a plain terminal, line by line, against the computer or with two people at one screen."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from leyden import players
from leyden.core.contract import BadInput, Game, Seat
from leyden.core.options import BadOption, nearest
from leyden.table import Record, Table
from leyden.terminal.commands import Leave
from leyden.terminal.screen import Screen
from leyden.terminal.session import PERSON, Ask, Say, Session

INTERRUPTED = 130  # the exit code of Ctrl-C


def play(
    game: Game,
    *,
    options: Collection[str] | None = None,
    seat: str | None = None,
    against: str | None = None,
    seed: int | str | None = None,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    first: str | None = None,
    say: Say = print,
    ask: Ask | None = None,
    colour: bool | None = None,
    width: int | None = None,
) -> int:
    """Play a game, from the first seat against the strongest computer player if nothing is said; the exit code: 0, or
    130 for Ctrl-C. BadInput for a file that cannot be used, BadOption for a name that does not exist.

    A resumed game is saved to the file it came from, unless `save` names another. Who plays it and by which options,
    its record says; BadOption for a `seat`, an opponent or one of these `options` (by default those of `game` that
    were changed) that contradicts it. Its luck goes on from `seed`, or from its own.
    """
    screen = Screen.here(colour=colour, width=width)

    def told(text: str) -> None:
        say(screen.letters(text))

    session = None
    by_hand, ask = ask is None, ask or typed
    try:
        seated = _seated(game, {}, seat, against)
        if resume is None:
            table = _new(game, seated, seed, first, told, ask)
        else:
            record = _unfinished(game, path := Path(resume))
            known = _known(record, path)
            said = {name: game.options[name] for name in (game.options.changed() if options is None else options)}
            _agrees(record, path, known, said, seat, against, first)
            seated = _seated(game, known, seat, against)
            table = _resumed(record, seated, seed)
        session = Session(table, seated, told, ask, screen)
        if by_hand:
            _line_editing(alone=_alone(seated))
        file = resume if save is None else save
        if file is not None:
            session.keep_in(file, known=resume)
        session.run()
    except (EOFError, Leave, KeyboardInterrupt) as end:
        if not isinstance(end, Leave):
            told("")
        if session is not None:
            session.leave(asked=isinstance(end, Leave))
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


def _seated(game: Game, known: Mapping[str, str], seat: str | None, against: str | None) -> dict[Seat, str]:
    """Who sits where: `person`, or the name of a computer player. What is `known` stands."""
    computers = players.names(game.name)
    if against is not None and against != PERSON and against not in computers:
        raise BadOption(f"nobody is called {against}: {nearest(against, [*computers, PERSON])}")
    mine, other = _mine(game, known, seat), computers[-1] if against is None else against
    return {Seat(i): known.get(name, PERSON if name == mine else other) for i, name in enumerate(game.seat_names)}


def _mine(game: Game, known: Mapping[str, str], seat: str | None) -> str:
    """The seat of who starts the game: the one that is said, or the first that no computer has."""
    if seat is not None:
        return _seat(game, seat)
    return next(name for name in game.seat_names if known.get(name, PERSON) == PERSON)


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


def _unfinished(game: Game, path: Path) -> Record:
    """The one record of a file, which can be played on."""
    try:
        records = list(Record.load_all(path))
    except OSError as problem:
        raise BadInput(f"the file {path} cannot be read: {problem.strerror}") from None
    except BadInput as problem:
        raise BadInput(f"the file {path} cannot be resumed: {problem}") from None
    if len(records) != 1:
        raise BadInput(
            f"the file {path} holds {len(records)} games, and one is needed: keep that one in a file of its own"
        )
    (record,) = records
    if record.game.name != game.name:
        raise BadOption(f"{path} is a record of {record.game.title}, not of {game.title}")
    if record.notes:
        raise BadInput(f"the file {path} holds {record.notes[0]}; it cannot be played on")
    if record.outcome is not None:
        raise BadInput(f"the game in {path} is finished: {record.outcome.reason}")
    if record.tags.get("Result", "*") != "*":
        why = {"resign": "was given up"}.get(record.tags.get("Termination", ""), "is over")
        raise BadInput(f"the game in {path} {why} ({record.tags['Result']}); it cannot be played on")
    return record


def _known(record: Record, path: Path) -> dict[str, str]:
    """Who sits where as far as a record says it; who is no computer player is a person."""
    game, computers = record.game, players.names(record.game.name)
    tags = {name: record.tags[name] for name in game.seat_names if name in record.tags}
    known = {name: tag if tag in computers else PERSON for name, tag in tags.items()}
    if len(known) == game.seats and PERSON not in known.values():
        raise BadInput(f"in the game in {path} the computer plays for everybody; there is no seat for you")
    return known


def _agrees(
    record: Record,
    path: Path,
    known: Mapping[str, str],
    options: Mapping[str, str],
    seat: str | None,
    against: str | None,
    first: str | None,
) -> None:
    """BadOption for the first thing said that is not so in the record: nothing is dropped in silence."""
    game = record.game
    for name, value in options.items():
        if game.options[name] != value:
            raise BadOption(f"--option {name}={value}: the game in {path} has {name}={game.options[name]}")
    mine = _mine(game, known, seat)
    for name, player in known.items():
        flag, wanted = ("--seat", PERSON) if name == mine else ("--against", against)
        if wanted is not None and player != wanted:
            who = "a person" if player == PERSON else player
            raise BadOption(f"{flag} {name if name == mine else against}: in {path} {name} is played by {who}")
    if first is not None and _seat(game, first) != record.tags.get("First"):
        raise BadOption(f"first {first}: in {path} it is settled who begins")


def _resumed(record: Record, seated: Mapping[Seat, str], seed: int | str | None) -> Table:
    """The table of an unfinished record, which says from now on who sits there."""
    table = Table.resume(record, seed)
    table.tags.pop("Termination", None)  # "abandoned", no longer
    for seat, name in seated.items():
        table.tags.setdefault(record.game.seat_names[seat], name)
    return table
