"""Voltage at a terminal: its moves by kind and terminal, the game in a few lines, the result."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from leyden.core.contract import Action, Event, Seat, View
from leyden.games.voltage.actions import DrawCard, FlipToken, PlayNumber, PlaySpecial
from leyden.games.voltage.cards import SPECIAL_NAMES, worth
from leyden.games.voltage.events import SEAT_NAMES, addressed, card_name, terminal_name
from leyden.games.voltage.picture import table_text
from leyden.games.voltage.rules import BYPASS
from leyden.games.voltage.view import VoltageView
from leyden.terminal.manners import Manners

BRIEF = """\
Goal      Win {sets}. Cards lie on four terminals, each with your side and {other}'s. The fifth card
          on a terminal, both sides together, ends that set: on + the higher total wins it, on - the lower.
          Equal totals: whoever played the fifth card loses the set. Then the terminal is empty again.
Turn      Two steps, plays before draws: play a card, then draw one; or play two cards on two
          terminals; or draw two. You never hold more than six cards.
Numbers   A number card goes on the terminal of its colour, on either side: also on {other}'s, to spoil it.
Bypass    (S) counts 0 and goes on {other}'s side of any terminal. It may take a number card from there
          over to your side.
Fuse      (F) counts 0 and goes on {other}'s side of any terminal. It may remove a card there.
*         A Transformer, known by its back. Who draws one flips a token: + becomes -, - becomes +.
Table     In the middle of a terminal: its token, + or -, who wins there, and how full it is, as 2/5.
          Beside it each side's cards with their total. Of hidden cards you see the backs."""
# What somebody may ask for who means one of these paragraphs.
SUBJECTS = {
    "Goal": "goal win winning set sets score scoring tie",
    "Turn": "turn turns step steps play draw hand",
    "Numbers": "number numbers card cards colour colours color colors",
    "Bypass": "bypass swap s",
    "Fuse": "fuse blown f",
    "*": "* transformer transformers token tokens flip flips back backs",
    "Table": "table terminal terminals side sides",
}
FIRST_TURNS = 2  # of each seat one: then the signs are new
WRITING = (
    "O3{own} Orange 3 on your side; P1{their} Purple 1 on {other}'s; SG=2 Bypass on Green, taking the 2; "
    "FB=0 Blown Fuse on Blue, removing nothing; d draw; ~G flip Green"
)


class VoltageManners(Manners):
    """See `Manners`."""

    quiet = frozenset({"draws", "top"})
    shown = frozenset({"deal"})
    loud = frozenset({"set", "over"})
    short: Mapping[str, str] = {"PP": "two plays", "PD": "a play, then a draw", "DD": "two draws"}

    def table(self, view: View) -> str:
        """The table as the viewer sees it."""
        assert isinstance(view, VoltageView)
        screen = self.screen
        return table_text(view, width=screen.width, colour=screen.colour, ascii_only=screen.ascii_only, low=screen.low)

    def menu(self, view: View, room: int | None = None) -> str:
        """Number cards, special cards, draw, flips, each by terminal; with less room fewer words, then the moves alone.

        While the signs are new, how to read them goes last.
        """
        assert isinstance(view, VoltageView)
        packed = self.packed(_item(view, n, action) for n, action in enumerate(view.legal, 1))
        wordy, brief = self._rows(view, words=True), self._rows(view, words=False)
        choices = [f"{wordy}{self._legend(view, words=True)}", f"{brief}{self._legend(view)}"]
        if view.turn <= FIRST_TURNS:
            choices += [f"{packed}{self._legend(view)}", f"{packed}{self._legend(view, words=True)}"]
        for whole in (*choices, brief):
            if room is None or whole.count("\n") < room:
                return whole
        return packed

    def _rows(self, view: VoltageView, *, words: bool) -> str:
        """The moves by card and terminal, with what special cards do in words or not."""
        rows = []
        for label, same in groupby(enumerate(view.legal, 1), key=lambda item: _label(item[1])):
            groups = []
            for place, moves in groupby(same, key=lambda item: _place(item[1])):
                items = [_item(view, n, action, words=words) for n, action in moves]
                groups.append([f"{place} {items[0]}" if place else items[0], *items[1:]])
            rows.append(self.rows(label, groups))
        return "\n".join(rows)

    def _legend(self, view: VoltageView, *, words: bool = False) -> str:
        """How to read the moves that are there, on lines of its own."""
        assert view.seat is not None
        own, their, other = SEAT_NAMES[view.seat].lower(), SEAT_NAMES[1 - view.seat].lower(), SEAT_NAMES[1 - view.seat]
        parts = []
        if any(isinstance(a, PlayNumber) for a in view.legal):
            parts.append(f"{own}: your side, {their}: {other}'s side.")
        if any(isinstance(a, PlaySpecial) for a in view.legal):
            parts.append(f"S, F go on {other}'s side" + ("." if words else "; after = their target, or 0."))
        return "\n" + self.screen.wrap(f"({' '.join(parts)})", "", " ") if parts else ""

    def name(self, action: Action) -> str:
        """An action in words."""
        match action:
            case PlayNumber():
                return f"{card_name(action.face, action.lit)} on {'your' if action.own else 'the other'} side"
            case PlaySpecial():
                text = f"{card_name(action.face, action.lit)} on {terminal_name(action.terminal)}"
                if action.target is None:
                    return text
                verb = "taking over" if action.face == BYPASS else "removing"
                return f"{text}, {verb} {card_name(*action.target)}"
            case FlipToken():
                return f"flip {terminal_name(action.terminal)}"
        return "draw a card"

    def only(self, view: View) -> str:
        """What is told of a step without a choice."""
        assert isinstance(view, VoltageView)
        why = "who draws first must draw twice" if view.phase.startswith("d") else "there is nothing you can play"
        return f"{super().only(view).removesuffix('.')} ({why})."

    def told(self, event: Event, seat: Seat) -> str:
        """An event as the person in that seat is told it."""
        return addressed(event, seat)

    def writing(self, view: View) -> str:
        """How a move is written."""
        seat = view.seat or 0
        own, other = SEAT_NAMES[seat], SEAT_NAMES[1 - seat]
        return WRITING.format(own=own.lower(), their=other.lower(), other=other)

    def brief(self, view: View) -> str:
        """The game in a few lines."""
        return "\n".join(self.screen.wrap(e[10:], e[:10]) for e in self._paragraphs(view))

    def about(self, word: str, view: View) -> str:
        """The paragraph of those lines that a word asks for."""
        asked = {word, *word.split()}
        found = [e for e in self._paragraphs(view) if asked & set(SUBJECTS.get(e[:10].strip(), "").split())]
        return "\n".join(self.screen.wrap(e[10:], e[:10]) for e in found)

    def _paragraphs(self, view: View) -> list[str]:
        assert isinstance(view, VoltageView)
        target = int(self.game.options["target_sets"])
        seat = view.seat or 0
        lines = BRIEF.format(
            sets="one set" if target == 1 else f"{target} sets",
            other=SEAT_NAMES[1 - seat],
        )
        entries: list[str] = []
        for line in lines.split("\n"):
            if line.startswith(" "):
                entries[-1] += " " + line.strip()
            else:
                entries.append(line)
        if str(self.game.options) != "default":
            entries.append(f"Options   {self.game.options}")
        return entries

    def result(self, view: View) -> str:
        """Sets won and the length of the game."""
        assert isinstance(view, VoltageView)
        a, b = view.scores
        turns = "1 turn" if view.turn == 1 else f"{view.turn} turns"
        return f"Sets won: A {a}, B {b}, in {turns}."


def _label(action: Action) -> str:
    match action:
        case PlayNumber():
            return "Number card"
        case PlaySpecial():
            return SPECIAL_NAMES[action.face] + "*" * action.lit
        case FlipToken():
            return "Flip"
    return "Draw"


def _place(action: Action) -> str:
    return terminal_name(action.terminal) if isinstance(action, PlayNumber | PlaySpecial) else ""


def _item(view: VoltageView, number: int, action: Action, *, words: bool = False) -> str:
    """A move with its number."""
    return f"[{number}] {action}{_effect(action) if words else ''}{_note(view, action)}"


def _effect(action: Action) -> str:
    """What a special card does where it goes."""
    if not isinstance(action, PlaySpecial):
        return ""
    verb = "takes" if action.face == BYPASS else "removes"
    if action.target is None:
        return f" {verb} nothing"
    face, lit = action.target
    return f" {verb} the {worth(face) or SPECIAL_NAMES[face]}{'*' * lit}"


def _note(view: VoltageView, action: Action) -> str:
    """What a move without a card's name on it does."""
    if isinstance(action, FlipToken):
        return f" {terminal_name(action.terminal)} to {'-' if view.terminals[action.terminal].plus else '+'}"
    if isinstance(action, DrawCard):
        return " a card, then a second one" if view.phase == "m" else " a card"
    return ""
