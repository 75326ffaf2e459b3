"""The positions of docs/rules/powerswitch.md, section 8, read from it, and short ways to write and play others."""

import re
from pathlib import Path
from typing import NamedTuple

from leyden.core.contract import Node
from leyden.games.powerswitch import PowerSwitch
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.state import PowerSwitchState

RULES = Path(__file__).resolve().parents[3] / "docs" / "rules" / "powerswitch.md"
POSITION = re.compile(r"`((?:\S+ ){11}\S+)`")


class Fields(NamedTuple):
    """The twelve fields of a position (7.2)."""

    n: str
    dealer: str
    phase: str
    actor: str
    power: str
    layout: str
    pile: str
    hands: str
    switches: str
    totals: str
    round: str
    pending: str


def vector(number: int) -> str:
    """The bullet of a vector, as the rules file has it."""
    match = re.search(rf"^- \*\*T-{number}\*\* (.*)$", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert match, f"there is no T-{number}"
    return match[1]


def positions(number: int) -> list[str]:
    """The positions that a vector writes out."""
    return POSITION.findall(vector(number))


def given(number: int, at: int = 0, **options: object) -> PowerSwitchState:
    """The position that a vector begins with."""
    return position(positions(number)[at], **options)


def position(text: str, **options: object) -> PowerSwitchState:
    """A position under some options."""
    return PowerSwitch.load(**{"seats": text.split()[0], **options}).position(text)


def table(
    power: str,
    layout: str,
    *hands: str,
    actor: int = 1,
    phase: str = "turn",
    pile: str = "-",
    switches: str = "",
    totals: str = "",
    dealer: int = 1,
    round: int = 2,
    pending: str = "-",
    **options: object,
) -> PowerSwitchState:
    """`table("R8", "R:8-9 B:8", "B7,B9,R7", "Y1")`: seat 1 holds B7 B9 R7; columns not named are not started."""
    columns = dict(word.split(":") for word in layout.split())
    n = len(hands)
    text = (
        f"{n} {dealer} {phase} {actor or '-'} {power} {'/'.join(columns.get(c, '-') for c in 'BGRY')} {pile} "
        f"{'/'.join(hands)} {switches or '0' * n + '-'} {totals or ','.join('0' * n)} r{round} {pending}"
    )
    return position(text, **options)


def fields(state: PowerSwitchState) -> Fields:
    """A position, field by field."""
    return Fields(*str(state).split())


def hands(state: PowerSwitchState) -> list[str]:
    """The hands of a position."""
    return fields(state).hands.split("/")


def legal(state: PowerSwitchState) -> set[str]:
    """What the acting seat may do, as texts."""
    (seat,) = state.acting
    found = [str(action) for action in state.legal_actions(seat)]
    assert len(found) == len(set(found))
    return set(found)


def play(state: PowerSwitchState, line: str) -> PowerSwitchState:
    """Carry out some actions, `d(G8)` naming the card that is drawn; `>G8` lets chance decide so.

    Cards of a pile whose order is known come by themselves. A round is not scored.
    """
    for word in line.split():
        if word.startswith(">"):
            state = state.draw(state.game.parse_draw(word[1:], state))
            continue
        action, _, card = word.partition("(")
        state = state.apply(state.acting[0], state.game.parse(action, state))
        if state.record.phase in (r.DRAW_OPEN, r.DRAW_TURN):
            ((draw, _),) = [(d, p) for d, p in state.chance_outcomes() if card in ("", f"{d})")]
            state = state.draw(draw)
    return state


def scored(state: PowerSwitchState) -> PowerSwitchState:
    """The hands are counted."""
    assert fields(state).phase == "out"
    assert [str(draw) for draw, _ in state.chance_outcomes()] == ["score"]
    return play(state, ">score")


def points(state: PowerSwitchState) -> str:
    """What each seat scores in the round that is over."""
    before = map(int, fields(state).totals.split(","))
    after = map(int, fields(scored(state)).totals.split(","))
    return ",".join(str(b - a) for a, b in zip(before, after, strict=True))


def dealt(game: PowerSwitch) -> PowerSwitchState:
    """The first round of a game, dealt; chance always gives its first outcome."""
    state = game.start()
    while fields(state).phase in ("lot", "rolls", "deal"):
        if fields(state).phase == "rolls":
            state = play(state, ">12" if all(roll == "." for roll in fields(state).pending.split(",")) else ">1")
        else:
            state = state.draw(state.chance_outcomes()[0][0])
    return state


def whole_hand(state: PowerSwitchState, seat: int) -> list[str]:
    """The cards of a seat, 1 … n."""
    text = hands(state)[seat - 1]
    return [] if text == "-" else text.split(",")


def is_over(state: PowerSwitchState) -> bool:
    """Whether the game has ended."""
    return state.node is Node.TERMINAL
