"""How a game is shown and spoken of at a terminal. `Manners` does for every game; one with more to say has its own."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping

from leyden.core.contract import Action, Event, Game, Seat, View
from leyden.terminal.screen import Screen

WIDEST = 120  # columns of a list of moves
_TIE = "\N{NO-BREAK SPACE}"  # keeps an item on one line
_BY_GAME = {
    "voltage": ("leyden.terminal.voltage", "VoltageManners"),
    "powerswitch": ("leyden.terminal.powerswitch", "PowerSwitchManners"),
}


class Manners:
    """Everything shown here is made from views."""

    quiet: frozenset[str] = frozenset()  # kinds of events that another event tells better
    shown: frozenset[str] = frozenset()  # kinds of events that the table shows anyway
    loud: frozenset[str] = frozenset()  # kinds of events nobody should miss
    short: Mapping[str, str] = {}  # what the rules file abbreviates, in words

    def __init__(self, game: Game, screen: Screen) -> None:
        self.game, self.screen = game, screen

    def table(self, view: View) -> str:
        """The table as the viewer sees it."""
        return str(view)

    def menu(self, view: View, room: int | None = None) -> str:
        """The legal actions with their numbers, which are their places in `view.legal` from 1 on.

        Where that needs more lines than there is `room`, in as few as can be.
        """
        return self.rows("Moves", [[f"[{n}] {action}" for n, action in enumerate(view.legal, 1)]])

    def name(self, action: Action) -> str:
        """An action in words."""
        return str(action)

    def only(self, view: View) -> str:
        """What is told of a step without a choice."""
        return f"The only possible step, made for you: {self.name(view.legal[0])}."

    def told(self, event: Event, seat: Seat) -> str:
        """An event as the person in that seat is told it."""
        return event.text

    def writing(self, view: View) -> str:
        """How a move is written."""
        return f"as listed, for example {view.legal[-1]}"

    def brief(self, view: View) -> str:
        """The game in a few lines, for somebody who has never seen it."""
        return f"{self.game.title}: the rules are in docs/rules/{self.game.name}.md"

    def about(self, word: str, view: View) -> str:
        """What those lines say of a word; nothing if it is none of their subjects."""
        return ""

    def result(self, view: View) -> str:
        """What there is to say when a game has ended, or was given up."""
        if view.outcome is None:
            return ""
        scores = zip(self.game.seat_names, view.outcome.scores, strict=True)
        return f"Scores: {', '.join(f'{name} {score}' for name, score in scores)}."

    def resigned(self, seat: Seat) -> dict[str, str]:
        """The record's tags when a seat gives a game of two up."""
        return {"Result": "0-1" if seat == 0 else "1-0", "Termination": "resign"}

    def packed(self, items: Iterable[str]) -> str:
        """Items as many on a line as fit, and nothing else."""
        return self.screen.wrap("  ".join(item.replace(" ", _TIE) for item in items)).replace(_TIE, " ")

    def rows(self, label: str, groups: list[list[str]]) -> str:
        """A label, then groups of items, as many on a line as fit; a group is broken only if no line holds it."""
        width = min(self.screen.width, WIDEST)
        indent = max(len(label) + 2, 14)
        room = width - indent
        lines = [""]

        def add(part: str, gap: str) -> None:
            if not lines[-1]:
                lines[-1] = part
            elif len(lines[-1]) + len(gap) + len(part) <= room:
                lines[-1] += gap + part
            else:
                lines.append(part)

        for group in groups:
            whole = "  ".join(group)
            if len(whole) <= room:
                add(whole, "   ")
                continue
            if lines[-1]:
                lines.append("")
            for part in group:
                add(part, "  ")
        return "\n".join(f"{'' if n else label:<{indent}}{line}" for n, line in enumerate(lines))


def manners(game: Game, screen: Screen) -> Manners:
    """How this game is shown."""
    if game.name not in _BY_GAME:
        return Manners(game, screen)
    module, cls = _BY_GAME[game.name]
    found: Manners = getattr(importlib.import_module(module), cls)(game, screen)
    return found
