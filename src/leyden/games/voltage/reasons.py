"""Why not? The rule and a sentence for every refused action.

Legality is decided by `rules.legal` alone; this module only explains, from the view, so that a refusal
can tell a seat nothing it did not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from leyden.core.contract import Node, Refusal
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import DrawCard, FlipToken, PlayNumber, PlaySpecial, VoltageAction
from leyden.games.voltage.cards import SPECIAL_NAMES, describe_face
from leyden.games.voltage.events import SEAT_NAMES, card_name, terminal_name

if TYPE_CHECKING:
    from leyden.games.voltage.view import VoltageView


def why_not(view: VoltageView, action: VoltageAction) -> Refusal:
    """The reason why the view's seat may not take this action."""
    rule, text = _reason(view, action)
    return Refusal(rule, text, tuple(str(a) for a in view.legal))


def _reason(view: VoltageView, action: VoltageAction) -> tuple[str, str]:
    return (
        _not_now(view)
        or (_flip_due(view, action) if view.phase in ("fd", "fe", "fe2") else None)
        or (_no_flip(view) if isinstance(action, FlipToken) else None)
        or (_no_draw(view) if isinstance(action, DrawCard) else None)
        or _no_play(view, action)
    )


def _not_now(view: VoltageView) -> tuple[str, str] | None:
    """Reasons that hold whatever the action is."""
    if view.node is Node.TERMINAL:
        assert view.outcome is not None
        return "V-51", f"the game is over: {SEAT_NAMES[view.outcome.winners[0]]} has won"
    if view.seat is None:
        return "V-1", "a spectator has no moves"
    if view.node is Node.CHANCE:
        return "V-42", "a card is still on its way from the pile; nobody decides now"
    if view.active != view.seat:
        return "V-12", f"it is {SEAT_NAMES[view.active]}'s turn"
    return None


def _flip_due(view: VoltageView, action: VoltageAction) -> tuple[str, str] | None:
    """A drawn Transformer comes first; a flip itself is always legal then."""
    return "V-43", "a Transformer was drawn: first flip one of the four tokens"


def _no_flip(view: VoltageView) -> tuple[str, str]:
    if view.flips_due:
        return "VQ-26", "the flip comes when both cards are drawn"
    return "V-46", "a token is flipped only after drawing a Transformer"


def _no_draw(view: VoltageView) -> tuple[str, str]:
    assert view.seat is not None
    if not view.pile_size and not view.discard:
        return "I-3", "there is no card left to draw in this study position"
    size = view.hands[view.seat].size
    return "V-17", f"two draws would make {size + 2} cards; with {size} in hand, play first"


def _no_play(view: VoltageView, action: VoltageAction) -> tuple[str, str]:
    assert isinstance(action, PlayNumber | PlaySpecial)
    assert view.seat is not None
    if view.phase in ("d", "d1"):
        return "V-14", "after a draw no card is played; the second step is another draw"
    kinds = view.hands[view.seat].kinds or ()
    kind = 2 * action.face + action.lit
    if kind not in kinds:
        if kind ^ 1 in kinds:
            back = "plain, not a Transformer" if action.lit else "a Transformer, which is written with a star"
            return "VQ-21", f"your {describe_face(action.face)} is {back}"
        return "V-13", f"there is no {card_name(action.face, action.lit)} in your hand"
    place = terminal_name(action.terminal)
    if view.played_on == action.terminal and not _may_stay(view, action):
        return "V-16", f"the first play of this turn was on {place}; the second goes to another terminal"
    assert isinstance(action, PlaySpecial)  # a number card in hand has no other obstacle
    return _no_special(view, action, place)


def _may_stay(view: VoltageView, action: PlayNumber | PlaySpecial) -> bool:
    """VQ-7, option printed_colours: only two number cards of one colour are barred."""
    printed = view.game.options["two_plays"] == "printed_colours"
    return printed and (view.played_special or isinstance(action, PlaySpecial))


def _no_special(view: VoltageView, action: PlaySpecial, place: str) -> tuple[str, str]:
    assert view.seat is not None
    options, terminal = view.game.options, view.terminals[action.terminal]
    opposite = terminal.sides[1 - view.seat]
    numbers_only = action.face == r.BYPASS or options["fuse_targets"] == "number_only"
    wanted = [f for f in opposite.faces if f < r.BYPASS] if numbers_only else list(opposite.faces)
    name = SPECIAL_NAMES[action.face]
    if action.target is None:
        if not wanted:
            return "VQ-14", f"a {name} may go only where it has a target, and {place} has none opposite"
        return "VQ-15", f"the effect of a {name} is compulsory here: choose a target on {place}"
    face, lit = action.target
    if numbers_only and face >= r.BYPASS:  # of a Fuse; no code lets a Bypass take a special card (V-28)
        return "VQ-18", f"a {name} can only take a number card, not a {describe_face(face)}"
    if view.game.tables.private and lit:
        return "VQ-32", "the backs on the table are hidden: name the target by its face alone"
    if (face, lit) not in zip(opposite.faces, opposite.lit, strict=True):
        here = f"{SEAT_NAMES[1 - view.seat]}'s side of {place}"
        holds = f"holds {opposite.text}" if opposite.text else "is empty"
        rule = "V-26" if action.face == r.BYPASS else "V-29"
        return rule, f"there is no {card_name(face, lit)} on {here}, which {holds}"
    return "VQ-16", f"{place} holds four cards: the fifth scores the set first, without an effect"
