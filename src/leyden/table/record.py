"""A game as it was played: read, write, replay, redact, verify."""

from __future__ import annotations

import codecs
import contextlib
import errno
import functools
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from leyden import games
from leyden.core.contract import BadInput, Draw, Game, Outcome, Script, State, Step, check_text

MOST_BYTES = 1 << 30


class Record:
    """A record that its game has checked. `str(record)` is the text a file holds."""

    def __init__(self, script: Script) -> None:
        if not isinstance(script, Script):
            raise TypeError(
                f"a record is read by Record.load(path) or Record.parse(text), not made from {script!r:.80}"
            )
        self.script = script

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.script.game

    @functools.cached_property
    def tags(self) -> Mapping[str, str]:
        """Names, result, options and whatever else stands in the head."""
        return self.game.tags_of(self.script)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every action and every draw of chance, in order; none in a redacted record."""
        return self.script.steps

    @property
    def notes(self) -> tuple[str, ...]:
        """Why the record cannot be checked in full, if it cannot."""
        return self.script.notes

    def states(self) -> Iterator[State]:
        """The start, then the state after each step; no generator of luck is needed."""
        if self.notes:
            raise BadInput(f"this record cannot be replayed: it is {self.notes[0]}")
        state = self.game.start()
        yield state
        for step in self.steps:
            state = advance(state, step)
            yield state

    @property
    def final(self) -> State:
        """The last state."""
        return list(self.states())[-1]

    @property
    def outcome(self) -> Outcome | None:
        """The result; None for an unfinished game. What a seat saw of a game has it only in its tags."""
        if self.notes:
            raise BadInput(f"`tags` tell the result of this record, not `outcome`: it is {self.notes[0]}")
        return self.final.outcome

    def verify(self) -> Record:
        """Play the game through by the rules and by its text; BadInput names what is wrong."""
        if self.notes:
            return self
        (again,) = self.game.read_scripts(str(self))
        if again.steps != self.steps:
            raise BadInput("the text of this record is another game")
        return self

    def redact(self, seat: int | None) -> Record:
        """The same game as a seat (None: a spectator) saw it."""
        seat = self.game.check_seat(seat)
        (script,) = self.game.read_scripts(self.game.write_script(self.script, seat))
        return Record(script)

    def __str__(self) -> str:
        return self.game.write_script(self.script)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return False
        mine, yours = ((r.game, r.steps, r.script.text) for r in (self, other))  # a redacted one is all text
        return mine == yours and self.tags == other.tags

    def __hash__(self) -> int:
        return hash((self.game, self.steps, self.script.text))

    def __repr__(self) -> str:
        decisions = sum(step.seat is not None for step in self.steps)
        what = self.notes[0] if self.notes else f"{decisions} actions"
        return f"<record of {self.game.title}: {what}, {self.tags.get('Result', '*')}>"

    def save(self, path: str | os.PathLike[str], *, append: bool = False) -> Path:
        """Write the record to a file; a new file replaces the old one only when it is complete."""
        path = Path(path)
        if append and path.is_file():
            old = path.read_text(encoding="utf-8")
            text = f"{old.rstrip()}\n\n{self}" if old.strip() else str(self)
        else:
            text = str(self)
        with whole_file(path) as file:
            file.write(text)
        return path

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """The one record of a file."""
        found = list(cls.load_all(path))
        if len(found) != 1:
            raise BadInput(f"{path} holds {len(found)} records; `Record.load_all` reads them all")
        return found[0]

    @classmethod
    def load_all(cls, path: str | os.PathLike[str]) -> Iterator[Record]:
        """Every record of a file, each checked while it is read."""
        path = Path(path)
        text = read_text(path)
        for script in game_of(path, text).read_scripts(text):
            yield cls(script)

    @classmethod
    def parse(cls, text: str, game: Game | str | None = None) -> Record:
        """The one record of a text; its game, if none is named, by its Game tag."""
        check_text("a record", text)
        found = list((game_of("this text", text) if game is None else games.as_game(game)).read_scripts(text))
        if len(found) != 1:
            raise BadInput(f"the text holds {len(found)} records; `Record.parse` reads one")
        return cls(found[0])


def advance(state: State, step: Step) -> State:
    """The state after a written step."""
    if isinstance(step.move, Draw):
        return state.draw(step.move)
    assert step.seat is not None
    return state.apply(step.seat, step.move)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file to write to, which takes the place of an old one only when it is complete.

    Pipes and devices are written to as they are: nothing may take their place.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8") as file:
                yield file
            return
        target = path.resolve()  # through a link, which stays one
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            with beside.open("w", encoding="utf-8") as file:
                yield file
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as problem:  # the file that the caller named, not the one beside it
        raise OSError(problem.errno, problem.strerror, str(path)) from None


def read_text(path: Path) -> str:
    """A file's text; BadInput for one that is too large or not UTF-8."""
    size = path.stat().st_size
    if size <= MOST_BYTES:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # a device has no size, and may have no end
        size = len(data)
    if size > MOST_BYTES:
        raise BadInput(f"{path.name} is too large; a file of records has at most {MOST_BYTES} bytes")
    if b"\0" in data[:2] or data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise BadInput("this is not UTF-8 text, but perhaps UTF-16; save the file as UTF-8", line=1, column=1)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        column = problem.start - (data.rfind(b"\n", 0, problem.start) + 1) + 1
        bad = data[problem.start]
        raise BadInput(f"byte {bad:#04x} is not UTF-8 text; save the file as UTF-8", line=line, column=column) from None


def game_of(path: Path | str, text: str) -> Game:
    """The game whose records a file holds, by its suffix or by its Game tag."""
    path = Path(path)
    known = [games.game_class(name) for name in games.names()]
    for game in known:
        if path.suffix == game.record_suffix or f'[Game "{game.title}"]'.lower() in text[:4096].lower():
            return game.load()
    tags = ", ".join(f'[Game "{game.title}"]' for game in known)
    suffixes = ", ".join(game.record_suffix for game in known)
    raise BadInput(f"{path.name} names no game; records have a tag {tags}, or their files end in {suffixes}")
