"""What a player may type instead of a move, and what is answered."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
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
MOST_SHOWN, MOST_FOUND = 3, 12  # rules that are shown, and listed, for a word
_SOURCE = re.compile(r" *\[([^\[\]]*;[^\[\]]*)\]")  # behind a rule: where it is printed, and its rulings
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
                self._explain(what, view)
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

    def _explain(self, what: str, view: View) -> None:
        """A rule by its number; or of a word: the command, the paragraph of the brief, the rules that speak of it."""
        rules = rules_of(self.game.name)
        if rules and (rule := rules.get(rulebook.spelled(self.game.name, what))):
            self._rule(rule)
            return
        word = ALIASES.get(what.lower(), what.lower())
        meaning, about = COMMANDS.get(word, ""), self.manners.about(word, view)
        if word == "?":
            meaning = "what you can type; behind it a rule's number, a command, or a word of the game"
        if meaning:
            self.say(meaning if meaning.startswith(f"{word} ") else f"{word}: {meaning}")
        if about:
            self.show(about)
            if spoken := speaking_of(word, rules)[0]:
                self.say(f"Rules that speak of it: {_listed(spoken)}.")
        elif not meaning:
            self._search(what, rules)

    def _rule(self, rule: rulebook.Rule) -> None:
        """The text of a numbered rule, as players need it."""
        text = f"{rule.title}\n{rule.text}" if rule.title else rule.text
        defined = {word for word in self.manners.short if f"**{word}**" in text}
        for mark in ("**", "`"):
            text = text.replace(mark, "")
        rulings = rulebook.ids_in(" ".join(_SOURCE.findall(text)))
        text = _SOURCE.sub("", text)
        text += f" See {', '.join(rulings)}." * bool(rulings)
        self.show(self.session.screen.wrap(text, f"{rule.id:<6}  "))
        words = [w for w in self.manners.short if w not in defined and re.search(rf"\b{w}\b", text)]
        if words:
            meanings = "; ".join(f"{word}: {self.manners.short[word]}" for word in words)
            self.show(self.session.screen.wrap(f"({meanings})", " " * 8))

    def _search(self, what: str, rules: Mapping[str, rulebook.Rule]) -> None:
        """Neither a rule's number nor a known subject: perhaps mistyped, or a word that rules speak of."""
        shown = what[:20]
        series = [number for number in rules if number.partition("-")[0] == what.upper() != number]
        near = difflib.get_close_matches(what.upper(), rules, n=3, cutoff=0.5)
        if not rules:
            self.say(f"The rules are in docs/rules/{self.game.name}.md.")
        elif series:
            self.say(f"The rules {series[0]} to {series[-1]} are shown one at a time, for example: ? {series[0]}")
        elif spoken := next(filter(None, speaking_of(what, rules)), ()):
            for rule in spoken[:MOST_SHOWN]:
                self._rule(rule)
            if rest := spoken[MOST_SHOWN:]:
                self.say(f"More that speak of {shown}: {_listed(rest)}.")
        elif near:
            self.say(f"There is no rule {shown}. Did you mean {' or '.join(near)}?")
        else:
            self.say(f"There is no rule {shown}.")

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
        choice = players.chosen(bot, view, Streams(self.table.seed).stream("hint", len(self.table.steps)))
        number = view.legal.index(choice.action) + 1
        move = f"{choice.action}, {self.manners.name(choice.action)}"
        self.say(f"{bot.name.capitalize()} would play {number}: {move}{f' ({choice.why})' * bool(choice.why)}.")

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
        assert view.seat is not None
        for event in self.table.events(view.seat):
            if event.kind not in self.manners.quiet:
                self.show(self.session.screen.wrap(self.manners.told(event, view.seat), "  "))

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


def _listed(rules: Sequence[rulebook.Rule]) -> str:
    return ", ".join(rule.id for rule in rules[:MOST_FOUND]) + ", …" * (len(rules) > MOST_FOUND)


def speaking_of(
    word: str, rules: Mapping[str, rulebook.Rule]
) -> tuple[Sequence[rulebook.Rule], Sequence[rulebook.Rule]]:
    """The rules in which a word stands, and the rulings and other numbered texts."""
    if len(word) < 3:  # it is in all of them
        return (), ()
    stem = word.lower().removesuffix("s")
    found = [
        rule
        for rule in rules.values()
        if "-" in rule.id and re.search(rf"\b{re.escape(stem)}", _SOURCE.sub("", f"{rule.title} {rule.text}").lower())
    ]
    series = next((number.partition("-")[0] for number in rules if "-" in number), "")  # the rules come first
    first = [rule for rule in found if rule.id.partition("-")[0] == series]
    return first, [rule for rule in found if rule not in first]


def rules_of(game_name: str) -> Mapping[str, rulebook.Rule]:
    """The numbered rules of a game; none where the rules file is missing."""
    try:
        return rulebook.find(game_name)
    except LookupError:
        return {}
