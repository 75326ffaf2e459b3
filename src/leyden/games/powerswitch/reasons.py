"""Why not? The rule and a sentence for every refused action.

Legality is decided by `rules.legal` alone; this module only explains, from the view, so that a refusal can tell a seat
nothing it did not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from leyden.core.contract import Node, Refusal
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.actions import PowerSwitchAction
from leyden.games.powerswitch.cards import COLOUR_LETTERS, COLOUR_NAMES, NUMBERS, SHOCK, SLOTS, describe

if TYPE_CHECKING:
    from leyden.games.powerswitch.view import PowerSwitchView


def why_not(view: PowerSwitchView, action: PowerSwitchAction) -> Refusal:
    """The reason why the view's seat may not take this action."""
    rule, text = _not_now(view) or _in_phase(view, action)
    return Refusal(rule, text, tuple(str(a) for a in view.legal))


def _not_now(view: PowerSwitchView) -> tuple[str, str] | None:
    """Reasons that hold whatever the action is."""
    names = view.game.seat_names
    if view.node is Node.TERMINAL:
        assert view.outcome is not None
        return "P-55", f"the game is over: {view.outcome.reason.split(' [')[0]}"
    if view.seat is None:
        return "P-1", "a spectator has no moves"
    if view.node is Node.CHANCE:
        return "P-10", "chance decides now: cards or dice are on their way"
    if view.actor != view.seat:
        assert view.actor is not None
        return "P-35", f"it is seat {names[view.actor]}'s decision"
    return None


def _in_phase(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    reasons = {"col": _col, "open": _open, "turn": _turn, "give": _give, "res": _res, "win": _win}
    return reasons[view.phase](view, action)


def _col(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    return "P-13", "first choose the colour of the Power Tower"


def _open(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    if view.legal_ids[0] < SLOTS:
        return "P-17", f"you hold the Power Card, {view.power_card}: it must be placed now"
    return "P-20", f"until the Power Card, {view.power_card}, lies on the table you can only draw"


def _give(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    asker = view.game.seat_names[view.pending]
    if action.kind not in ("card", "give_shock"):
        return "P-41", f"seat {asker} has asked you for a card: give one"
    if min(action.card, SHOCK) not in _own(view):
        return "P-41", f"there is no {describe(action.card)} in your hand to give"
    return "PQ-23", "only a card of the highest value may be given"


def _res(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    card = min(view.pending % r.SOURCE, SHOCK)
    if card == SHOCK and action.kind == "shock":
        return _slot(view, action)
    return "P-39", f"{describe(card)} can be played, so it must be played now"


def _win(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    if action.kind == "switch":
        return _switch(view, action)
    return "6.5", "here you may only switch hands, or hold"


def _turn(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    kind = action.kind
    if kind == "switch":
        return _switch(view, action)
    if kind == "colour":
        return "P-12", "the colour of the Power Tower is settled"
    if kind == "give_shock":
        return "P-41", "nobody has asked you for a card"
    if kind == "card":
        return _card(view, action.card)
    if kind == "shock":
        return ("P-30", "there is no Shock Play in your hand") if SHOCK not in _own(view) else _slot(view, action)
    return _stuck(view, kind)


def _stuck(view: PowerSwitchView, kind: str) -> tuple[str, str]:
    """Drawing, asking and passing: only for who is stuck, and only one of them."""
    playable = [str(a) for a in view.legal if a.id < r.SWITCH + 1]  # type: ignore[attr-defined]
    stuck = [number for number in view.legal_ids if r.DRAW <= number <= r.PASS]
    if not stuck:
        rule = "P-37" if kind in ("draw", "ask") else "P-36"
        return rule, f"you can play {' or '.join(playable[:3])}, so you must play"
    if stuck[0] == r.DRAW:
        return "PQ-27", "as long as there is a pile, who is stuck draws from it"
    if stuck[0] == r.ASK:
        assert view.asked is not None
        if kind == "draw":
            return "P-40", f"the pile is empty: ask seat {view.game.seat_names[view.asked]} for a card"
        return "P-40", f"you can ask seat {view.game.seat_names[view.asked]} for a card, so you must"
    if kind == "draw":
        return "P-43", "the pile is empty, and nobody can give you a card: pass"
    return "P-43", "nobody can give you a card: pass"


def _card(view: PowerSwitchView, card: int) -> tuple[str, str]:
    """Why a colour card cannot be played."""
    name, column = describe(card), view.columns[card // NUMBERS]
    number, colour = card % NUMBERS + 1, COLOUR_NAMES[COLOUR_LETTERS[card // NUMBERS]]
    if card not in _own(view):
        return "P-28", f"there is no {name} in your hand"
    if card in view.dead:
        return "P-33", f"{name} is dead: a Shock Play lies in its slot"
    if not column.high:
        return "P-24", f"{colour} must be started with {colour} {view.power}"
    beside = number in (column.low - 1, column.high + 1)
    if beside and view.tower is not None:
        return "P-26", f"{name} must wait until {number} lies in the Power Tower"
    return "P-25", f"{colour} reaches from {column.low} to {column.high}: only the next numbers fit"


def _slot(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    """Why a Shock Play cannot be put at an end of a column."""
    column, colour = view.columns[action.colour], COLOUR_NAMES[COLOUR_LETTERS[action.colour]]
    if not column.high:
        return "P-30", f"a Shock Play cannot start {colour}; only the real {colour} {view.power} can"
    return "P-30", f"there is no open slot {'below' if action.below else 'above'} {colour} {column}"


def _switch(view: PowerSwitchView, action: PowerSwitchAction) -> tuple[str, str]:
    assert view.seat is not None
    if action.places >= view.game.seats:
        return "P-47", f"there are {view.game.seats} seats; nobody sits {action.places} places to the left"
    if not view.switches[view.seat]:
        return "P-45", "you have no Power Switch card left"
    if view.switched:
        return "P-48", "somebody has made a Power Switch this round; the others are blocked"
    return "PQ-33", "an empty hand may not be switched"


def _own(view: PowerSwitchView) -> tuple[int, ...]:
    assert view.seat is not None
    return view.hands[view.seat].cards
