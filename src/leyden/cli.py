"""One command, `leyden`: it reads arguments, calls a room, prints what comes back. No logic of its own.

Exit codes: 0 all is well; 1 a record, a position, an action or a file was refused; 2 the command was not
understood; 130 it was stopped by Ctrl-C; 141 nobody read its output to the end.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from leyden import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from leyden.core.contract import Action, Event, Game, Seat
    from leyden.core.engine import Engine

T = TypeVar("T")
REFUSED, MISUSED, STOPPED, PIPE_CLOSED = 1, 2, 130, 141


class _Parser(argparse.ArgumentParser):
    """Argparse, but an unknown word is answered with the nearest known ones."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(MISUSED, f"{self.prog}: {message}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            from leyden.core.options import nearest

            raise argparse.ArgumentError(action, f"unknown: {value}; {nearest(str(value), list(action.choices))}")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    from leyden import games, players

    titles, every = " or ".join(games.names()), {name for game in games.names() for name in players.names(game)}
    top = _Parser(prog="leyden", description="Three electric card games: play, verify, measure.")
    top.add_argument("--version", action="version", version=f"leyden {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], says: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=says, description=says)
        sub.set_defaults(run=run)
        return sub

    def with_game(sub: argparse.ArgumentParser, *, optional: bool = False) -> None:
        if optional:
            first = games.names()[0]
            sub.add_argument("game", nargs="?", default=first, help=f"{titles} (default {first})")
        else:
            sub.add_argument("game", help=titles)
        help_ = "a house rule, for example reshuffle=on_need; repeat for more"
        sub.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=help_)

    sub = command("play", _play, "Play a game in this terminal.")
    with_game(sub)
    sub.add_argument("--seat", help="your seat (default: the first)")
    help_ = f"{', '.join(sorted(every))} or person (default: the strongest computer player of the game)"
    sub.add_argument("--against", metavar="WHO", help=help_)
    sub.add_argument("--seed", help="the name of the luck, to play the same deal again")
    sub.add_argument("--save", type=Path, metavar="FILE", help="keep the record here, after every move")
    sub.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game, as its record says")

    sub = command("selfplay", _selfplay, "Let computers play many games, and keep the records.")
    with_game(sub)
    sub.add_argument("--games", type=_positive, default=100, metavar="N", help="how many (default 100)")
    sub.add_argument("--players", metavar="A,B", help="who sits where (default: random everywhere)")
    sub.add_argument("--seed", default="0", help="the name of the luck (default 0)")
    sub.add_argument("--out", type=Path, metavar="FILE", help="the file of records; standard output without it")

    sub = command("verify", _verify, "Check records: every draw, every move, every tag.")
    sub.add_argument("files", nargs="+", type=Path, metavar="FILE", help="- reads standard input")
    sub.add_argument("--json", action="store_true", help="one JSON object a file")

    sub = command("legal", _legal, "List the legal actions of a position.")
    with_game(sub)
    sub.add_argument("position", help="in quotes; - reads it from standard input")
    sub.add_argument("--json", action="store_true", help="for programs")

    sub = command("apply", _apply, "Play actions in a position and show the position reached.")
    with_game(sub)
    sub.add_argument("position", help="in quotes; - reads it from standard input")
    help_ = "as `leyden legal` lists it; SEAT:ACTION where several seats decide at once"
    sub.add_argument("actions", nargs="+", metavar="ACTION", help=help_)
    sub.add_argument("--seed", default="0", help="the luck of draws whose order the position leaves open (default 0)")
    sub.add_argument("--json", action="store_true", help="for programs")

    sub = command("rules", _rules, "Show a rule with its functions and tests, or list the rules.")
    sub.add_argument("game", help=titles)
    sub.add_argument("id", nargs="?", help="for example V-30; without it, all of them")

    sub = command("warm", _warm, "Compile the rules now, so that nothing compiles later.")
    with_game(sub, optional=True)

    sub = command("bench", _bench, "Measure how fast the rules are on this machine.")
    with_game(sub, optional=True)
    sub.add_argument("--json", action="store_true", help="a list of figures")
    return top


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a number from 1, not {text!r}")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command."""
    from leyden.core.contract import BadInput, Illegal
    from leyden.core.options import BadOption

    _replace_letters()
    asked = parser().parse_args(arguments)
    try:
        code: int = asked.run(asked)
        if sys.stdout is not None:
            sys.stdout.flush()  # here a full disk can still be named
        return code
    except BadOption as problem:
        return _complain(str(problem), MISUSED)
    except (BadInput, Illegal, LookupError) as problem:
        return _complain(str(problem.args[0] if isinstance(problem, KeyError) else problem), REFUSED)
    except BrokenPipeError:  # whoever reads has seen enough
        _drop_output()
        return PIPE_CLOSED
    except OSError as problem:
        if problem.filename is None:
            _drop_output()
        return _complain(f"{problem.filename or 'standard output'}: {problem.strerror}", REFUSED)
    except MemoryError:
        return _complain("this needs more memory than there is", REFUSED)
    except KeyboardInterrupt:
        return _complain("stopped", STOPPED)


def _replace_letters() -> None:
    """What the outputs have no letters for becomes a question mark, and does not end the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complain(text: str, code: int) -> int:
    if sys.stderr is not None:
        print(f"leyden: {text}", file=sys.stderr)
    return code


def _drop_output() -> None:
    """What is still to be written can go nowhere; without this, Python would complain of it at the end."""
    with contextlib.suppress(OSError):  # a stream that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _game(asked: argparse.Namespace) -> Game:
    from leyden import games
    from leyden.core.options import read_options

    return games.load(asked.game, **read_options("; ".join(asked.option)))


def _text(position: str) -> str:
    return _piped("the position").strip() if position == "-" else position


def _piped(what: str) -> str:
    """All that comes from standard input."""
    from leyden.core.contract import BadInput

    if sys.stdin is None:
        raise BadInput(f"{what} is to come from standard input, which is closed")
    try:
        return sys.stdin.read().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise BadInput("standard input is not UTF-8 text") from None


def _progress(items: Iterable[T], total: int | None, says: str) -> Iterator[T]:
    """A progress bar on standard error, where somebody is looking."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, description=says, total=total, console=Console(stderr=True), transient=True)


def _play(asked: argparse.Namespace) -> int:
    from leyden.core.options import read_options
    from leyden.terminal.line import play

    return play(
        _game(asked),
        options=read_options("; ".join(asked.option)),
        seat=asked.seat,
        against=asked.against,
        seed=asked.seed,
        save=asked.save,
        resume=asked.resume,
    )


def _selfplay(asked: argparse.Namespace) -> int:
    from leyden.players.selfplay import selfplay
    from leyden.table.record import whole_file

    game = _game(asked)
    everywhere = ",".join(["random"] * game.seats)
    players = [name.strip() for name in (everywhere if asked.players is None else asked.players).split(",")]
    records = selfplay(game, players, games=asked.games, seed=asked.seed)
    shown = _progress(records, asked.games, "Playing")
    if asked.out is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # a record is not printed with letters replaced
        for i, record in enumerate(shown):
            print("\n" * (i > 0) + record, end="")
        return 0
    first = next(records)  # an unknown player is refused before the file is touched
    with whole_file(asked.out) as file:
        file.write(first)
        for record in shown:
            file.write("\n" + record)
    print(f"{asked.games} game{'s' * (asked.games != 1)} of {game.title} in {asked.out}")
    return 0


def _records(path: Path) -> str:
    """The text of a file of records, or of standard input, whose records must say what they are."""
    from leyden.core.contract import BadInput
    from leyden.table.record import read_text

    if str(path) != "-":
        return read_text(path)
    text = _piped("the text")
    if not re.search(r"\[\s*Game\s", text):
        raise BadInput("the tag Game is missing", line=1)
    return text


def _verify(asked: argparse.Namespace) -> int:
    from leyden.core.contract import BadInput
    from leyden.table.record import game_of

    worst = 0
    for path in asked.files:
        try:
            text = _records(path)
            verdicts = game_of(path, text).verify_records(text)
        except (BadInput, OSError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else str(problem)
            worst = _complain(f"{path}: {why}", REFUSED)
            if asked.json:
                print(json.dumps({"file": str(path), "good": 0, "bad": [why], "notes": []}))
            continue
        good, noted, bad = 0, [], []
        for verdict in _progress(verdicts, None, f"Verifying {path.name}"):
            if verdict.problem is not None:
                bad.append(str(verdict.problem))
            else:
                good += 1
                noted += [f"line {verdict.line}: {note}" for note in verdict.notes]
        worst = max(worst, REFUSED if bad else 0)
        if asked.json:
            print(json.dumps({"file": str(path), "good": good, "bad": bad, "notes": noted}))
            continue
        for line in bad + noted:
            print(f"{path}: {line}")
        print(f"{path}: {good} good, {len(bad)} bad")
    return worst


def _legal(asked: argparse.Namespace) -> int:
    game = _game(asked)
    state = game.position(_text(asked.position))
    seats = state.acting
    legal = {seat: state.legal_actions(seat) for seat in seats}
    if asked.json:
        print(json.dumps([_described(game, seat, action) for seat in seats for action in legal[seat]]))
        return 0
    if not seats:
        why = "the game is over" if state.outcome else f"chance is due: {game.chance_due(state)}"
        print(f"nobody decides here: {why}")
        return 0
    texts = {seat: [str(action) for action in legal[seat]] for seat in seats}
    several, number = len(seats) > 1, sum(map(len, texts.values()))
    print(f"{game.owners(seats)} to decide{' at once' * several}, {number} legal:")
    gap = ", " if any(" " in text for row in texts.values() for text in row) else " "
    for seat, row in texts.items():
        print(f"{game.seat_names[seat]}: " * several + gap.join(row))
    return 0


def _described(game: Game, seat: Seat, action: Action) -> dict[str, Any]:
    """An action for programs: its own JSON among the rest, or under `action` where it would not fit in there."""
    told = {"id": game.actions.id(action), "text": str(action), "seat": game.seat_names[seat]}
    data = action.to_json()
    return {**told, **data} if isinstance(data, dict) and not told.keys() & data.keys() else {**told, "action": data}


def _apply(asked: argparse.Namespace) -> int:
    from leyden.core.contract import BadInput, Illegal
    from leyden.table import Table

    game = _game(asked)
    table = Table(game, asked.seed, state=game.position(_text(asked.position)))
    told: list[Event] = []
    for number, move in enumerate(asked.actions, 1):
        seat, text = _for_seat(game, move)
        if seat is None and len(table.acting) > 1:
            who, first = game.owners(table.acting), table.acting[0]
            example = f"{game.seat_names[first]}:{table.legal(first).actions[0]}"
            raise BadInput(f"step {number}, {move}: {who} decide at once; say for whom this is, for example {example}")
        try:
            events = table.push(text, "acting" if seat is None else seat)
        except Illegal as problem:
            why = problem.refusal
            raise BadInput(f"step {number}, {move}: {why.text}", rule=why.rule) from None
        # Of what is told twice, the whole truth.
        told += [event for event in events if event.audience is None or None not in event.audience]
    if asked.json:
        print(json.dumps({"position": str(table.state), "events": [event.text for event in told]}))
        return 0
    for event in told:
        print(event.text)
    print(table.state)
    return 0


def _for_seat(game: Game, move: str) -> tuple[Seat | None, str]:
    """What SEAT:ACTION means; an action without a seat is of the one that decides."""
    from leyden.core.contract import Seat

    name, _, text = move.partition(":")
    seats = {known.upper(): Seat(number) for number, known in enumerate(game.seat_names)}
    seat = seats.get(name.strip().upper()) if text else None
    return seat, move if seat is None else text


def _rules(asked: argparse.Namespace) -> int:
    from leyden.core import rulebook
    from leyden.core.options import BadOption, nearest
    from leyden.games import game_class

    name = game_class(asked.game).name
    entries = rulebook.find(name)
    if asked.id is None:
        for entry in entries.values():
            print(f"{entry.id:7} {entry.title or entry.text}"[:110])
        return 0
    number = rulebook.spelled(name, asked.id)
    if number not in entries:
        near = nearest(number.upper(), list(entries))
        hint = f"`leyden rules {name}` lists them" if near.startswith("known") else near
        raise BadOption(f"no rule is numbered {asked.id!r}: {hint}")
    entry = entries[number]
    print(f"{entry.id} {entry.title}".rstrip())
    print(entry.text)
    none = "" if entry.rulings else "none"  # of an option nothing is claimed
    functions = ", ".join(rulebook.behind(entry, rulebook.functions(name))) or none
    tests = ", ".join(rulebook.behind(entry, rulebook.tests(name))) or none
    for title, places in (("functions", functions), ("tests", tests if rulebook.checkout() else rulebook.NO_TESTS)):
        if places:
            print(f"{title}: {places}")
    return 0


def _engine(game: Game) -> Engine:
    """The compiled rules of a game; a game may be written without any that can be compiled."""
    from leyden.core.contract import BadInput
    from leyden.core.engine import Engine

    try:
        return Engine(game)
    except TypeError as problem:
        if game.rules_module:
            raise  # not that, but a mistake
        raise BadInput(str(problem)) from None


def _warm(asked: argparse.Namespace) -> int:
    from leyden.core.rule import PURE

    engine = _engine(_game(asked))
    if PURE:
        print("nothing to compile: the rules run plain here (LEYDEN_PURE, or no Numba)")
        return 0
    name = engine.game.name
    for _ in _progress(engine.warm(), None, f"Compiling {name}"):
        pass
    print(f"{name}: compiled")
    return 0


def _bench(asked: argparse.Namespace) -> int:
    from leyden.testing.speed import measure

    game = _engine(_game(asked)).game
    figures = list(_progress(measure(game), None, "Measuring"))
    if asked.json:
        print(json.dumps([figure.to_json() for figure in figures]))
        return 0
    for figure in figures:
        print(f"{figure.game:9} {figure.measure:26} {figure.value:>16,.2f} {figure.unit}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
