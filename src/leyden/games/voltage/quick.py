"""Records of very many games: written straight from codes, and checked by writing them again.

Only games without notes and with at most one reshuffle go this way; the careful writer and reader
(`record.py`, `reader.py`) take the others, and everything that looks wrong.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from leyden.core.contract import BadInput, Seat
from leyden.core.options import BadOption, read_options
from leyden.games.voltage import rules as r
from leyden.games.voltage.cards import DECK_SIZE, KIND_BY_NAME
from leyden.games.voltage.notation import CARD
from leyden.games.voltage.reader import PILE
from leyden.games.voltage.record import compose, rest_text, result_tags, wrap
from leyden.games.voltage.zones import kind_text

if TYPE_CHECKING:
    from leyden.core.engine import Engine
    from leyden.games.voltage.game import Voltage


def brief(game: Voltage, tags: dict[str, str], draws: Sequence[int], actions: Sequence[int], s: Any) -> str:
    """The VGR of a game given as codes and its last record, without notes: for millions of games."""
    at, first = 0, draws[0] if game.tables.first == r.EITHER else game.tables.first
    drawn: list[int] = []
    lit = 0
    for code in draws:
        if code >= r.FACE_DRAWN:
            drawn.append(2 * (code - r.FACE_DRAWN) + lit)
        else:
            lit = int(code == r.LIT_BACK)
    texts = _texts(game)
    turns, number, n = [], 0, len(actions)
    while at < n:
        seat = (first + number) & 1
        number += 1
        words = [f"{number}{'AB'[seat]}"]
        text, steps = texts[seat], 0
        while at < n and (steps < 2 or actions[at] >= r.FLIP_TOKEN):
            steps += actions[at] < r.FLIP_TOKEN
            words.append(text[actions[at]])
            at += 1
        turns.append(" ".join(words))
    # At most one reshuffle with up to five sets to win (I-6); more are written the slow way.
    piles = [drawn[:DECK_SIZE], drawn[DECK_SIZE:]] if len(drawn) >= DECK_SIZE and s.pile else [drawn]
    rest = rest_text(game.tables, s)
    tags |= {"Game": "Voltage", "Format": "VGR/1", "Options": str(game.options), "First": "AB"[first]}
    tags |= {"Edition": game.options["edition"], **result_tags(s, tags)}
    tags["Deck"] = kind_text(piles[0]) + (rest if len(piles) == 1 else "")
    reshuffles = [kind_text(pile) for pile in piles[1:]]
    if reshuffles:
        reshuffles[-1] += rest
    return compose(tags, wrap(turns), reshuffles)


@functools.cache
def _texts(game: Voltage) -> tuple[tuple[str, ...], ...]:
    return tuple(game.texts_by_id(Seat(p)) for p in range(r.SEATS))


def needs_slow_way(game: Voltage) -> bool:
    """Whether a game may see two reshuffles, which `brief` does not tell apart (I-6)."""
    return bool((2 * game.tables.target - 2) // 5 > 1)


_TAG_LINE = re.compile(r'\[(\w+) "([^"\n]*)"\]\n')


def looks_right(chunk: str) -> bool:
    """Whether a record without notes is, word by word, the one that its game would write.

    The game is played through by the compiled rules. False decides nothing: the careful reader will.
    """
    tags, reshuffles, at = {}, [], 0
    while match := _TAG_LINE.match(chunk, at):
        if match[1] == "Reshuffle":
            reshuffles.append(match[2])
        elif match[1] in tags:
            return False
        tags[match[1]] = match[2]
        at = match.end()
    tags.pop("Reshuffle", None)
    engine = _engine(tags.get("Options", "?"), tags.get("Edition", "2017"))
    words = chunk[at:].split()
    if engine is None or tags.get("First") not in ("A", "B") or "Deck" not in tags:
        return False
    game: Voltage = engine.game  # type: ignore[assignment]  # `_engine` made it of this game
    actions = _codes(game, words)
    draws = _draws(game, tags["First"], [tags["Deck"], *reshuffles])
    if actions is None or draws is None:
        return False
    drawn, decided, s = engine.replay(draws, actions)
    if (drawn, decided) != (len(draws), len(actions)) or s.phase != r.OVER:
        return False
    try:
        return brief(game, tags, draws, actions, s).split() == chunk.split()
    except BadInput:  # a tag that cannot be written: the careful reader says where
        return False


@functools.lru_cache(maxsize=8)
def _engine(options: str, edition: str) -> Engine | None:
    """The engine of a game written in tags; None for those that only the careful reader takes."""
    from leyden.core.engine import Engine
    from leyden.games.voltage.game import Voltage

    try:
        game = Voltage.load(**{"edition": edition, **read_options(options)})
    except BadOption:
        return None
    return None if needs_slow_way(game) or str(game.options) != options else Engine(game)


def _draws(game: Voltage, first: str, piles: list[str]) -> list[int] | None:
    """What chance did, as codes: who begins, then back and face of each card in order."""
    draws = [r.FIRST_A + "AB".index(first)] if game.tables.first == r.EITHER else []
    top: str | None = None
    for pile in piles:
        match = PILE.fullmatch(pile)
        if match is None:
            return None
        for name in CARD.findall(match["order"]):
            kind = KIND_BY_NAME[name]
            draws += [r.LIT_BACK if kind & 1 else r.PLAIN_BACK, r.FACE_DRAWN + (kind >> 1)]
        top = match["top"]
    return draws if top is None else [*draws, r.LIT_BACK if top else r.PLAIN_BACK]


def _codes(game: Voltage, words: list[str]) -> list[int] | None:
    """The words as codes, if all are plain actions and turn numbers."""
    codes, both = [], (game.action_texts(Seat(0)), game.action_texts(Seat(1)))
    texts = both[0]
    for word in words:
        code = texts.get(word)
        if code is not None:
            codes.append(code)
        elif word[-1] in "AB" and word[:-1].isdecimal():
            texts = both[word[-1] == "B"]
        else:
            return None
    return codes
