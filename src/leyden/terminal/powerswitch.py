"""Power Switch at a terminal: its moves by colour, the game in a few lines, the result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from leyden.core.contract import Action, Event, Seat, View
from leyden.games.powerswitch.actions import PowerSwitchAction
from leyden.games.powerswitch.cards import CARD_BY_NAME, COLOUR_LETTERS, COLOUR_NAMES, NUMBERS, describe
from leyden.games.powerswitch.picture import table_text
from leyden.games.powerswitch.view import PowerSwitchView
from leyden.terminal.manners import Manners

BRIEF = """\
Goal      Lay your cards down before the others. What is left in a hand costs points, and the lowest total
          wins {end}.
Layout    Four colours from 1 to 12. Dice choose the Power Card, for example Red 8: who has it lays it. Red
          is then the Power Tower and grows by the next higher or lower card: Red 9 or Red 7.
Lines     The other colours start with their 8, and grow up and down in the same way, but a number may lie in a
          Line only if it lies in the Tower already.
Turn      If you can play a card you must, one card. If not, draw one from the pile; when the pile is empty, ask
          the player before you, who gives you any card of his choice. If it fits, play it at once.
Shock     A Shock Play (*) goes into any open place, but starts no Line. The real card of that place is dead: it
          can never be played, and costs {dead} points.
Switch    Before you play you may change hands with somebody, whole against whole: each has one Power Switch
          a game, and only one is made in a round.
Costs     1 to 6: 5 points each; 7 to 12: 10; a dead card {dead}; a Shock Play {shock}. A round ends when
          somebody lays the last card of a hand."""
# What somebody may ask for who means one of these paragraphs.
SUBJECTS = {
    "Goal": "goal win winning score scoring total totals target",
    "Layout": "layout table tower power dice die column columns number numbers",
    "Lines": "line lines colour colours color colors",
    "Turn": "turn turns play draw ask stuck pile generator give",
    "Shock": "shock shocks dead *",
    "Switch": "switch switches hands hand",
    "Costs": "cost costs points value values round",
}
WRITING = "R9 play Red 9; *R9 a Shock Play as Red 9; x3 switch hands with 3; d draw, a3 ask 3, gR9 give Red 9"


class PowerSwitchManners(Manners):
    """See `Manners`."""

    quiet = frozenset({"deal", "draws", "die", "hold", "must"})
    shown = frozenset({"hands"})
    loud = frozenset({"switch", "round_end", "score", "over"})
    short: Mapping[str, str] = {"S": "the Shock Plays in the deck", "T": "the colour of the Tower", "N": "its number"}

    def table(self, view: View) -> str:
        """The table as the viewer sees it."""
        assert isinstance(view, PowerSwitchView)
        screen = self.screen
        return table_text(view, width=screen.width, colour=screen.colour, ascii_only=screen.ascii_only, low=screen.low)

    def menu(self, view: View, room: int | None = None) -> str:
        """Cards by colour, Shock Plays by colour, switches, and what is left; with less room fewer words."""
        assert isinstance(view, PowerSwitchView)
        for words in (True, False):
            whole = self._rows(view, words=words)
            if room is None or whole.count("\n") < room:
                return whole
        return self.packed(f"[{n}] {action}" for n, action in enumerate(view.legal, 1))

    def _rows(self, view: PowerSwitchView, *, words: bool) -> str:
        rows = []
        for label, same in groupby(enumerate(view.legal, 1), key=lambda item: _label(view, item[1])):
            groups = groupby(same, key=lambda item: _column(item[1]))
            items = [[f"[{n}] {action}{_note(view, action) * words}" for n, action in moves] for _, moves in groups]
            rows.append(self.rows(label, items))
        return "\n".join(rows)

    def name(self, action: Action) -> str:
        """An action in words."""
        assert isinstance(action, PowerSwitchAction)
        text = str(action)
        match action.kind:
            case "card" | "give_shock":
                verb = {"^": "place the Power Card, ", "g": "give "}.get(text[0], "")
                return f"{verb}{describe(action.card)}"
            case "shock":
                slot = CARD_BY_NAME.get(text[1:])
                return "a Shock Play" if slot is None else f"a Shock Play as {describe(slot)}"
            case "switch":
                return f"switch hands with {text[1:]}"
            case "colour":
                return f"{COLOUR_NAMES[COLOUR_LETTERS[action.colour]]} is the Power Tower"
            case "draw":
                return "draw a card"
            case "ask":
                return f"ask {text[1:]} for a card"
        return {"hold": "do not switch", "keep": "keep the card"}.get(text, "pass")

    def only(self, view: View) -> str:
        """What is told of a step without a choice."""
        assert isinstance(view, PowerSwitchView)
        (action,) = view.legal
        assert isinstance(action, PowerSwitchAction)
        if view.phase == "open":
            why = "you have the Power Card" if action.kind == "card" else "you have not got the Power Card"
        elif view.phase == "res":
            why = "the new card can be played"
        elif view.phase == "give":
            why = "it is your last card"
        elif action.kind in ("card", "shock"):
            why = "nothing else can be played"
        else:
            why = "nothing can be played"
        return f"Made for you, as {why}:"

    def told(self, event: Event, seat: Seat) -> str:
        """An event as the person in that seat is told it."""
        return addressed(event.text, self.game.seat_names[seat])

    def writing(self, view: View) -> str:
        """How a move is written."""
        return WRITING

    def brief(self, view: View) -> str:
        """The game in a few lines."""
        return "\n".join(self.screen.wrap(e[10:], e[:10]) for e in self._paragraphs())

    def about(self, word: str, view: View) -> str:
        """The paragraph of those lines that a word asks for."""
        asked = {word, *word.split()}
        found = [e for e in self._paragraphs() if asked & set(SUBJECTS.get(e[:10].strip(), "").split())]
        return "\n".join(self.screen.wrap(e[10:], e[:10]) for e in found)

    def _paragraphs(self) -> list[str]:
        options = self.game.options
        rounds = options["end_rule"].removeprefix("rounds:")
        end = f"when somebody reaches {options['target']}" if rounds == "target" else f"after {rounds} rounds"
        lines = BRIEF.format(end=end, dead=options["dead_value"], shock=options["shock_in_hand"]).split("\n")
        entries: list[str] = []
        for line in lines:
            if line.startswith(" "):
                entries[-1] += " " + line.strip()
            else:
                entries.append(line)
        if str(options) != "default":
            entries.append(f"Options   {options}")
        return entries

    def result(self, view: View) -> str:
        """The totals and the length of the game."""
        assert isinstance(view, PowerSwitchView)
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.game.seat_names, view.totals, strict=True))
        return (
            f"Points: {totals}, in {'1 round' if view.round == 1 else f'{view.round} rounds'}; the lowest total wins."
        )

    def resigned(self, seat: Seat) -> dict[str, str]:
        """The record's tags when a seat gives a game of two up."""
        return {"Result": self.game.seat_names[1 - seat], "Termination": "resign"}


VERBS = {"is": "are", "has": "have", "does": "do", "switches": "switch"}


def addressed(text: str, name: str) -> str:
    """A sentence about seats as the one of that name is told it: "1 plays Red 9" is "You play Red 9" to 1."""

    def plural(verb: str) -> str:
        return VERBS.get(verb, verb.removesuffix("s"))

    text = re.sub(rf"\b(asks|with|to) {name}(?=[ .])", r"\1 you", text)
    if found := re.match(rf"{name} (now )?([a-z]+)\b", text):
        rest = re.sub(r"\band (draws|asks)", lambda m: f"and {plural(m[1])}", text[found.end() :])
        text = f"You {found[1] or ''}{plural(found[2])}{rest}"
    return text


def _label(view: PowerSwitchView, action: Action) -> str:
    assert isinstance(action, PowerSwitchAction)
    match action.kind:
        case "card" | "give_shock":
            return {"give": "Give", "open": "Place"}.get(view.phase, "Play")
        case "shock":
            return "Shock Play"
        case "switch":
            return "Switch"
        case "colour":
            return "Power Tower"
    return "Or" if len(view.legal) > 1 else "Stuck"


def _column(action: Action) -> int:
    """Moves of one colour stand together."""
    assert isinstance(action, PowerSwitchAction)
    match action.kind:
        case "card":
            return action.card // NUMBERS
        case "shock":
            return action.colour
    return -1


def _note(view: PowerSwitchView, action: Action) -> str:
    """What a move does that its text does not say."""
    assert isinstance(action, PowerSwitchAction)
    assert view.seat is not None
    own = view.hands[view.seat]
    match action.kind:
        case "shock":
            return " (you hold the real one)" if CARD_BY_NAME[str(action)[1:]] in own.cards else ""
        case "switch":
            size = view.hands[int(str(action)[1:]) - 1].size
            cards = "some cards" if size is None else "1 card" if size == 1 else f"{size} cards"
            return f" your {own.size} for {cards}"
        case "colour":
            letter = COLOUR_LETTERS[action.colour]
            held = sum(card // NUMBERS == action.colour for card in own.cards)
            return f" {COLOUR_NAMES[letter]}, you hold {held}"
        case "card" if view.phase == "give":
            return " dead" * (action.card in view.dead) + " fits" * (action.card in view.open_slots)
        case "draw":
            return " draw a card"
        case "pass":
            return ""
        case "ask":
            return f" ask {str(action)[1:]} for a card"
    return ""
