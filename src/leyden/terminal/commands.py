"""What a player may type instead of a move, and what is answered."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from leyden import players
from leyden.core import rulebook
from leyden.core.contract import Action, BadInput, Refusal, View
from leyden.core.streams import Streams
from leyden.table import NoUndo

if TYPE_CHECKING:
    from leyden.terminal.session import Session

COMMANDS = {
    "rules": "the game in a few lines",
    "moves": "your moves again",
    "table": "the table again",
    "hint": "what the computer would play for you, and why",
    "why": "why MOVE: why that move is not possible",
    "undo": "take your last step back, while nothing new was revealed",
    "log": "all that has happened, as you saw it",
    "record": "the game so far in notation, as you saw it",
    "save": "save FILE: keep the game, now and after every move",
    "resign": "give the game up",
    "quit": "leave the game",
}
MOST_FOUND = 12  # rules that are listed for a word
TAKING = ("why", "save")  # commands with something behind them
ALIASES = {"q": "quit", "exit": "quit", "help": "?", "legal": "moves"}


class Leave(Exception):
    """The player goes."""


class Commands:
    """Reads what a person types on that person's move, and does it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.say, self.show = session.say, session.show
        self.table, self.game, self.manners = session.table, session.game, session.manners

    def obey(self, line: str, view: View) -> bool:
        """Do what was typed; whether the position is another one now."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        word, rest = ALIASES.get(word.lower(), word.lower()), rest.strip()
        if word.startswith("?"):
            self._help(f"{word[1:]} {rest}".strip(), view)
        elif word in COMMANDS and (not rest or word in TAKING):
            return bool(getattr(self, f"_{word}")(view, rest))
        elif text:
            return self._move(text, view)
        return False

    def _action(self, text: str, view: View) -> Action | None:
        """The action that a number or a notation means; None if that was answered with a sentence."""
        if match := re.fullmatch(r"[\[#]?(\d{1,9})[\].]?", text):
            number = int(match[1])
            if 1 <= number <= len(view.legal):
                return view.legal[number - 1]
            self.say(f"There is no move {number}; the moves are numbered 1 to {len(view.legal)}.")
            return None
        try:
            return self.game.parse(text, view)
        except BadInput as problem:
            near = difflib.get_close_matches(text.split()[0].lower(), COMMANDS, n=1, cutoff=0.7)
            hint = f"Did you mean the command {near[0]}?" if near else "? lists the commands, moves your moves."
            self.say(f"{sentence(problem.text)}. {hint}")
            return None

    def _move(self, text: str, view: View) -> bool:
        action = self._action(text, view)
        if action is None:
            return False
        assert view.seat is not None
        refusal = view.refusal(action)
        if refusal is None:
            self.session.push(action, view.seat)
        else:
            self._refuse(action, refusal)
        return refusal is None

    def _refuse(self, action: Action, refusal: Refusal) -> None:
        known = refusal.rule in rules_of(self.game.name)
        self.say(f"{action} is not possible: {refusal.text}.")
        self.say(f"Type ? {refusal.rule} to read that rule." if known else f"The rule is {refusal.rule}.")

    def _help(self, what: str, view: View) -> None:
        if what:
            if not self._told_as_move(what, view):
                self._rule(what)
            return
        self.show("")
        self.say("You can type:")
        number = next((each for each in rules_of(self.game.name) if "-" in each), "")
        asked = {f"? {number}": "a rule by its number"} if number else {}
        moves = {"a number": "the move with that number", "a move": self.manners.writing(view)}
        for name, meaning in {**moves, **COMMANDS, **asked}.items():
            self.show(self.session.screen.wrap(meaning, f"  {name:<10}"))

    def _told_as_move(self, what: str, view: View) -> bool:
        """Say what a move is, if that is what was asked for: the number of one, or its notation."""
        if what.isalpha() and len(what) > 2:  # a word, which rules may speak of
            return False
        rules = rules_of(self.game.name)
        if what.isdecimal() and 1 <= int(what[:9]) <= len(view.legal):
            action = view.legal[int(what) - 1]
        elif rules and rulebook.spelled(self.game.name, what) in rules:
            return False
        else:
            try:
                action = self.game.parse(what, view)
            except BadInput:
                return False
        self.say(f"{action}: {self.manners.name(action)}.")
        refusal = view.refusal(action)
        if refusal is not None:
            self._refuse(action, refusal)
        return True

    def _rule(self, what: str) -> None:
        """The text of a numbered rule."""
        rules = rules_of(self.game.name)
        if not rules:
            self.say(f"The rules are in docs/rules/{self.game.name}.md.")
            return
        rule = rules.get(rulebook.spelled(self.game.name, what))
        if rule is None:
            self._no_rule(what, rules)
            return
        text = f"{rule.title}\n{rule.text}" if rule.title else rule.text
        for mark in ("**", "`"):
            text = text.replace(mark, "")
        self.show(self.session.screen.wrap(text, f"{rule.id:<6}  "))

    def _no_rule(self, what: str, rules: Mapping[str, rulebook.Rule]) -> None:
        """Not a number: perhaps a mistyped one, or a word that rules speak of."""
        near = difflib.get_close_matches(what.upper(), rules, n=3, cutoff=0.5)
        spoken = [
            each.id for each in rules.values() if "-" in each.id and what.lower() in f"{each.title} {each.text}".lower()
        ]
        if near:
            hint = f"There is no rule {what[:20]}. Did you mean {' or '.join(near)}?"
        elif spoken and len(what) > 2:  # a shorter word is in all of them
            shown = ", ".join(spoken[:MOST_FOUND]) + (", …" if len(spoken) > MOST_FOUND else "")
            hint = f"No rule has that number; these speak of {what[:20]}: {shown}"
        else:
            hint = f"There is no rule {what[:20]}."
        self.say(hint)

    # --------------------------------------------------------------- commands
    def _rules(self, view: View, rest: str) -> None:
        self.show("")
        self.show(self.manners.brief(view))

    def _moves(self, view: View, rest: str) -> None:
        self.show(self.manners.menu(view))

    def _table(self, view: View, rest: str) -> None:
        self.show(self.manners.table(view))

    def _hint(self, view: View, rest: str) -> None:
        bot = players.make(players.names(self.game.name)[-1], self.game)
        choice = bot.choose(view, Streams(self.table.seed).stream("hint", len(self.table.steps)))
        number = view.legal.index(choice.action) + 1
        why = f" ({choice.why})" if choice.why else ""
        self.say(
            f"{bot.name.capitalize()} would play {number}: {choice.action}, {self.manners.name(choice.action)}{why}."
        )

    def _why(self, view: View, rest: str) -> None:
        if not rest:
            self.say(f"Type why and a move, for example: why {view.legal[-1]}")
            return
        action = self._action(rest, view)
        if action is None:
            return
        refusal = view.refusal(action)
        if refusal is None:
            self.say(f"{action} is possible: {self.manners.name(action)}.")
        else:
            self._refuse(action, refusal)

    def _undo(self, view: View, rest: str) -> bool:
        last = next((step for step in reversed(self.table.steps) if step.seat is not None), None)
        if last is not None and last.seat is not None and last.seat != view.seat:
            self.say(f"{self.session.name(last.seat)} has played since; nothing can be taken back any more.")
            return False
        try:
            step = self.table.pop()
        except NoUndo as problem:
            self.say(f"{sentence(str(problem))}.")
            return False
        self.session.forget()
        self.say(f"Taken back: {step.move}.")
        return True

    def _log(self, view: View, rest: str) -> None:
        for event in self.table.events(view.seat):
            if event.kind not in self.manners.quiet:
                self.show(self.session.screen.wrap(event.text, "  "))

    def _record(self, view: View, rest: str) -> None:
        try:
            self.show(str(self.table.record.redact(view.seat)).rstrip())
        except BadInput as problem:
            self.say(f"{sentence(str(problem))}.")

    def _save(self, view: View, rest: str) -> None:
        session = self.session
        file = rest or session.save_to
        if file is None:
            self.say(f"Type save and the name of a file, for example: save mine{self.game.record_suffix}")
            return
        try:
            session.keep_in(file, known=session.save_to)
        except BadInput as problem:
            self.say(f"{sentence(str(problem))}.")
        else:
            self.say(f"The game is in {session.save_to}, and will be kept there after every move.")

    def _resign(self, view: View, rest: str) -> bool:
        assert view.seat is not None
        if self.game.seats != 2:
            self.say("Only a game of two can be given up.")
            return False
        if not self.session.sure("Give the game up?"):
            self.say("You play on.")
            return False
        self.session.resigned = view.seat
        self.table.tags.update(self.manners.resigned(view.seat))
        self.session.keep()
        return True

    def _quit(self, view: View, rest: str) -> bool:
        if self.session.save_to is None and not self.session.sure("The game is not saved; save FILE does it. Leave?"):
            return False
        raise Leave


def sentence(text: str) -> str:
    """A complaint with a capital letter."""
    return text[:1].upper() + text[1:]


def rules_of(game_name: str) -> Mapping[str, rulebook.Rule]:
    """The numbered rules of a game; none where the rules file is missing."""
    try:
        return rulebook.find(game_name)
    except LookupError:
        return {}
