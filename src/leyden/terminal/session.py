"""One game at a screen: who decides, what is shown, where it is kept.

What a person reads is made from that seat's view and from the events that seat was told (law 3).
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from leyden import players
from leyden.core.contract import Action, BadInput, Event, Seat, View
from leyden.core.streams import Streams
from leyden.table import Table
from leyden.terminal.commands import Commands, sentence
from leyden.terminal.manners import manners
from leyden.terminal.screen import Screen

Say = Callable[[str], object]
Ask = Callable[[str], str]

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Heard:
    """An event, the step it belongs to, and who decided that step."""

    step: int
    by: Seat
    event: Event


class Session:
    """A table, the people and computers at it, and the screen."""

    def __init__(self, table: Table, seated: Mapping[Seat, str], say: Say, ask: Ask, screen: Screen) -> None:
        self.table, self.game, self.screen = table, table.game, screen
        self.seated, self._say, self._ask = seated, say, ask
        self.manners = manners(self.game, screen)
        self.bots = {seat: players.make(name, self.game) for seat, name in seated.items() if name != PERSON}
        self.luck = {seat: Streams(table.seed).stream("player", seat) for seat in self.bots}
        self.people = [seat for seat in seated if seat not in self.bots]
        self.save_to: Path | None = None
        self.resigned: Seat | None = None
        self.at_screen: Seat | None = None
        self.heard: list[Heard] = []  # since the first decision
        self.told = dict.fromkeys(seated, len(table.steps))
        for seat, bot in self.bots.items():
            bot.begin(self.game, seat)
        if any(step.seat is not None for step in table.steps):
            self._recall()
            self._rehearse()
        self.commands = Commands(self)

    def _recall(self) -> None:
        """In a resumed game a person is told again what the others did last, and the own steps around that."""
        self.told |= dict.fromkeys(self.people, 0)
        states, by, last = list(self.table.record.states())[1:], None, dict[Seat, int]()
        for number, (state, step) in enumerate(zip(states, self.table.steps, strict=True)):
            if step.seat is not None:
                if by is not None and by != step.seat:
                    self.told[by] = last[by]
                by, last[step.seat] = step.seat, number
            if by is not None:
                self.heard += [Heard(number, by, event) for event in state.events]
        self.told |= {seat: last[seat] for seat in self.bots if seat in last}

    def _rehearse(self) -> None:
        """In a resumed game the computers decide again what they once decided: so their luck goes on from there."""
        news: dict[Seat, list[Event]] = {seat: [] for seat in self.bots}
        record = self.table.record
        for state, step in zip(record.states(), record.steps, strict=False):
            for seat, events in news.items():
                events += [event for event in state.events if event.seen_by(seat)]
            if step.seat is not None and step.seat in self.bots:
                self.bots[step.seat].saw(tuple(news[step.seat]))
                news[step.seat].clear()
                self.bots[step.seat].choose(state.observation(step.seat), self.luck[step.seat])

    # ---------------------------------------------------------------- talking
    def say(self, text: str) -> None:
        """Running text, on lines that fit."""
        self._say(self.screen.wrap(text))

    def show(self, text: str) -> None:
        """Text whose lines are made."""
        self._say(text)

    def name(self, seat: Seat) -> str:
        """A seat's name, with who plays it."""
        name = self.game.seat_names[seat]
        return name if seat in self.people else f"{name} (the computer)"

    def ask(self, prompt: str) -> str:
        """What somebody types after a prompt, on lines that fit; the window may have changed meanwhile."""
        answer = self._ask(self.screen.wrap(prompt) + " ")
        self.screen = self.manners.screen = self.screen.again()
        return answer

    def sure(self, question: str) -> bool:
        """A question, until it is answered yes or no."""
        while (answer := self.ask(f"{question} (yes or no)").strip().lower()) not in ("y", "yes", "n", "no"):
            self.say("Please answer yes or no.")
        return answer in ("y", "yes")

    # ---------------------------------------------------------------- playing
    @property
    def over(self) -> bool:
        """Whether there is nothing left to decide."""
        return self.table.over or self.resigned is not None

    def run(self) -> None:
        """Play until the end; EOFError, KeyboardInterrupt and Leave end it earlier."""
        self.say(self.welcome())
        while not self.over:
            seat = self.table.acting[0]
            if seat in self.bots:
                self._computer(seat)
            else:
                self._person(seat)
        self._end()

    def welcome(self) -> str:
        """One line to begin with."""
        names = self.game.seat_names
        if len(self.people) > 1:
            who = f"{self.game.owners(self.people)} share this screen."
        else:
            others: dict[str, list[Seat]] = {}
            for seat, bot in self.bots.items():
                others.setdefault(bot.name, []).append(seat)
            told = (
                f"{self.game.owners(seats)} {'is' if len(seats) == 1 else 'are'} the computer ({name})"
                for name, seats in others.items()
            )
            who = f"You are {names[self.people[0]]}; {', '.join(told)}."
        return f"{self.game.title}. {who} Type ? for help or rules."

    def push(self, action: Action, seat: Seat) -> None:
        """Carry a legal step out, and keep it."""
        step = len(self.table.steps)
        for event in self.table.push(action, seat):
            self.heard.append(Heard(step, seat, event))
        self.keep()

    def forget(self) -> None:
        """A step was taken back: what was heard of it never happened."""
        now = len(self.table.steps)
        self.heard = [heard for heard in self.heard if heard.step < now]
        self.told = {seat: min(told, now) for seat, told in self.told.items()}
        self.keep()

    def _computer(self, seat: Seat) -> None:
        bot = self.bots[seat]
        bot.saw(tuple(h.event for h in self.heard if h.step >= self.told[seat] and h.event.seen_by(seat)))
        self.told[seat] = len(self.table.steps)
        self.push(players.chosen(bot, self.table.view(seat), self.luck[seat]).action, seat)

    def _person(self, seat: Seat) -> None:
        """One step of a person: what happened, the table, the moves, and whatever is typed until something is done."""
        view = self.table.view(seat)
        if len(view.legal) == 1:  # for that nobody needs to be called to the screen
            self._only(view.legal[0], seat)
            return
        if len(self.people) > 1 and self.at_screen != seat:
            self._curtain(seat)
            self.at_screen = seat
        shown = self._scene(view, seat)
        if not self.screen.low:
            self.show("")
            shown += 1
        self.show(self.manners.menu(view, None if self.screen.paper else self.screen.height - shown - 1))
        prompt = f"{self.game.seat_names[seat]}, your move (? for help):"
        while not self.commands.obey(self.ask(prompt), view):
            pass

    def _only(self, action: Action, seat: Seat) -> None:
        """A step without a choice is taken by itself, and told with what comes of it."""
        told = Event("only", self.manners.only(self.table.view(seat)), audience=frozenset({seat}))
        self.heard.append(Heard(len(self.table.steps), seat, told))
        self.push(action, seat)

    def _scene(self, view: View, seat: Seat) -> int:
        """The table, and what the seat was told since it last looked; how many lines that are.

        On a low screen the news come first: where lines scroll away, the table stays.
        """
        parts = [self.manners.table(view), self._news(seat)]
        if self.screen.low:
            parts.reverse()
        self.show("")
        for part in filter(None, parts):
            self.show(part)
        return sum(part.count("\n") + 1 for part in parts if part)

    def _news(self, seat: Seat) -> str:
        """What the seat was told since it last looked, by who caused it; in few lines on a low screen, and of many."""
        hidden = self.manners.quiet | self.manners.shown
        news = [
            h for h in self.heard if h.step >= self.told[seat] and h.event.seen_by(seat) and h.event.kind not in hidden
        ]
        self.told[seat] = len(self.table.steps)
        lines: list[str] = []
        few = self.screen.low or self.game.seats > 2  # there is much news of many seats
        for by, caused in groupby(news, key=lambda heard: heard.by):
            if not self.screen.low:
                lines += [""] * (not lines)
            if not few:
                lines.append("You:" if by == seat else f"{self.name(by)}:")
            for loud, told in groupby(caused, key=lambda heard: heard.event.kind in self.manners.loud):
                texts = _together(self.manners.told(heard.event, seat) for heard in told)
                if loud:
                    lines += [self.screen.strong(self.screen.wrap(text, "* ")) for text in texts]
                else:
                    texts = [" ".join(texts)] if few else texts
                    lines += [self.screen.wrap(text, "  ") for text in texts]
        return "\n".join(lines)

    def _curtain(self, seat: Seat) -> None:
        """Between two people at one screen: nobody sees the other's hand."""
        name = self.game.seat_names[seat]
        if self.at_screen is not None:
            if news := self._news(self.at_screen):
                self.show(news)
            self.show("")
            self.ask(f"Your turn is over. Press Enter to clear the screen for {name}.")
            self.at_screen = None
            self.show(self.screen.cleared)
        self.ask(f"It is {name}'s turn. {name}, press Enter when only you can see the screen.")

    def _end(self) -> None:
        outcome = self.table.state.outcome
        for bot in self.bots.values():
            if outcome is not None:
                bot.end(outcome)
        view = self.table.spectator() if len(self.people) > 1 else self.table.view(self.people[0])
        self._scene(view, self.at_screen if self.at_screen is not None else self.people[0])
        self.show("")
        self.show(self.screen.strong(self.screen.wrap(f"{self._verdict()} {self.manners.result(view)}")))
        self.offer("Keep the record?")
        if self.save_to is not None:
            self.say(f"The record is in {self.save_to}.")
        else:
            self.say("The record was not kept.")

    def _verdict(self) -> str:
        if self.resigned is not None:
            winners = tuple(Seat(i) for i in range(self.game.seats) if i != self.resigned)
        else:
            assert self.table.state.outcome is not None
            winners = self.table.state.outcome.winners
        gave_up = "" if self.resigned is None else f"{self.name(self.resigned)} resigns. "
        if len(winners) > 1:
            return f"{gave_up}{self.game.owners(winners)} share the victory."
        if len(self.people) == 1:
            return f"{gave_up}You {'win' if self.people[0] in winners else 'lose'}."
        return f"{gave_up}{self.game.owners(winners)} wins."

    # ----------------------------------------------------------------- saving
    def keep_in(self, path: str | Path, *, known: str | Path | None = None) -> None:
        """Save to this file from now on; another file of that name is replaced only if the player agrees.

        BadInput if that is not to be; the game is then kept where it was.
        """
        path = Path(os.path.expanduser(path))
        mine = known is not None and path == Path(os.path.expanduser(known))
        if not mine and os.path.isfile(path) and not self.sure(f"The file {path} exists. Replace it?"):
            raise BadInput(f"{path} is left as it was")
        before, self.save_to = self.save_to, path
        try:
            self.save()
        except BadInput:
            self.save_to = before
            raise

    def keep(self) -> bool:
        """After every step: save, if there is a file for it. A problem is told, and the game goes on."""
        try:
            if self.save_to is not None:
                self.save()
        except BadInput as problem:
            self.say(f"{sentence(str(problem))}.")
            return False
        return True

    def save(self) -> None:
        """Write the record; BadInput if that cannot be."""
        assert self.save_to is not None
        try:
            self.table.record.save(self.save_to)
        except (OSError, ValueError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else problem
            raise BadInput(f"the game could not be saved to {self.save_to}: {why}") from None

    def offer(self, question: str) -> None:
        """A game that somebody has played in and no file keeps: ask for a file, until it is written or refused."""
        if not any(step.seat in self.people for step in self.table.steps):
            return
        try:
            while self.save_to is None:
                example = f"game{self.game.record_suffix}"
                file = self.ask(f"{question} A file name, for example {example}, or Enter for no:").strip()
                if not file:
                    break
                try:
                    self.keep_in(file)
                except BadInput as problem:
                    self.say(f"{sentence(str(problem))}.")
        except (EOFError, KeyboardInterrupt):  # that is a no, too
            self.show("")

    def leave(self, *, asked: bool) -> None:
        """The player goes before the end; `asked` is who has said already that the game need not be kept."""
        if not asked:
            self.offer("The game is not saved. Keep it?")
        if self.save_to is None:
            self.say("Good-bye. The game was not saved.")
        elif self.keep():
            self.say("Good-bye. The game is saved. This goes on with it:")
            self.show(f"  {called()} play {self.game.name} --resume {shlex.quote(str(self.save_to))}")


def _together(texts: Iterable[str]) -> list[str]:
    """Sentences, those that follow their own like told once."""
    counted = [(text, len(list(same))) for text, same in groupby(texts)]
    return [text if n == 1 else f"{text.removesuffix('.')} ({n} times)." for text, n in counted]


def called() -> str:
    """How this program was called, so that it can be called again: by its name, by its path, or by `python -m`."""
    program = sys.argv[0]
    if os.path.basename(program) == "__main__.py":
        return f"{_path(sys.executable)} -m leyden"
    if os.path.basename(program) != "leyden" or shutil.which("leyden") == os.path.abspath(program):
        return "leyden"
    return _path(program)


def _path(program: str) -> str:
    """A program's path as it can be typed here."""
    short = os.path.abspath(program).removeprefix(os.path.join(os.getcwd(), ""))
    return shlex.quote(short if os.sep in short else os.path.join(os.curdir, short))
