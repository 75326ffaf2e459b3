"""Laws of records: what was written is read again, and what a seat did not see is not in its record."""

from __future__ import annotations

import itertools
from dataclasses import replace

from leyden.core.contract import BadInput, Game, Node, Script, Seat, State, Step
from leyden.core.streams import Streams
from leyden.table import Record
from leyden.testing.laws import Place, here, law, look
from leyden.testing.walks import alike, most_decisions, viewers, walk

TAGS = {"Note": "written by the conformance kit"}
ODD = (
    "",
    "  blanks around  ",
    "[x]; {y} (z) 'q' \\ % # * 1A",
    "\N{LATIN SMALL LETTER U WITH DIAERESIS}\N{CJK UNIFIED IDEOGRAPH-724C}\N{PLAYING CARD ACE OF SPADES}",
)
UNWRITABLE = (
    {"Note": 'a"b'},
    {"Note": "a\nb"},
    {"Note": "a\rb"},
    {"Note": "a\u2028b"},
    {"Note": "\ud800"},
    {"My Tag": "x"},
    {"": "x"},
    {'N"': "x"},
)
SEED = "5eed0fa11luck"  # in the tag of that name: whoever knows it knows every draw


@law
def records_round_trip(game: Game, *, games: int = 3, seed: int = 0) -> None:
    """A record, whole or broken off, alone or among others, is read as it was written, and replays.

    So are its tags, whatever stands in them; one that could not be read again is not written (`check_tag`).
    """
    texts: list[str] = []
    for number in range(seed, seed + games):
        nodes = list(walk(game, number))
        luck = Streams(number).stream("testing: broken off")
        decisions = [at for at, (state, _) in enumerate(nodes) if state.node is not Node.CHANCE]
        for at in sorted({decisions[-1], *(decisions[luck.below(len(decisions))] for _ in range(3))}):
            steps = tuple(step for _, step in nodes[:at] if step is not None)
            place = look(Place(here().law, game, number, at, nodes[at][0]))
            texts.append(_read_again(place, Script(game, TAGS, steps), nodes[at][0]))
        _odd_tags(place, Script(game, {}, steps))
    place = here()
    together = "\n\n".join(texts)
    if [game.write_script(script) for script in type(game).load().read_scripts(together)] != texts:
        raise place.broken("several records in one file are not read as they were written")


def _read_again(place: Place, script: Script, last: State) -> str:
    game = script.game
    text = game.write_script(script)
    found = list(type(game).load().read_scripts(text))
    if len(found) != 1:
        raise place.broken(f"the record of one game is read as {len(found)}:\n{text}")
    again = found[0]
    if again.game != game or again.steps != script.steps:
        at = next((n for n, (a, b) in enumerate(zip(again.steps, script.steps, strict=False)) if a != b), "the end")
        raise place.broken(f"the record is read as another game, of {again.game!r}, from step {at} on:\n{text}")
    if again.tags.get("Note") != TAGS["Note"]:
        raise place.broken(f"a tag of one's own is lost: {dict(again.tags)}")
    if game.write_script(again) != text:
        raise place.broken(f"the record is written differently once it has been read:\n{text}")
    if again.notes or Record(again).verify().final != last:
        raise place.broken(f"the record does not lead to the last state:\n{text}")
    for seat in viewers(game):
        hidden = game.write_script(script, seat)
        read = list(type(game).load().read_scripts(hidden))
        if len(read) != 1 or game.write_script(read[0]) != hidden:
            raise place.of(seat).broken(f"the record as the seat saw it is not read as it was written:\n{hidden}")
        if not read[0].notes and read[0].steps != script.steps:
            raise place.of(seat).broken(f"the record as the seat saw it is read as another game:\n{hidden}")
    return text


def _odd_tags(place: Place, script: Script) -> None:
    game = script.game
    for value in ODD:
        (again,) = type(game).load().read_scripts(game.write_script(replace(script, tags={"Note": value})))
        if again.tags.get("Note") != value or again.steps != script.steps:
            raise place.broken(f"the tag Note {value!a} comes back as {again.tags.get('Note')!a}")
    for tags in UNWRITABLE:
        for seat in ("all", *viewers(game)):
            try:
                text = game.write_script(replace(script, tags=tags), seat)
            except BadInput:
                continue
            raise place.broken(f"the tags {tags!a} cannot be read again, but are written for {seat}:\n{text!a}")


@law
def redaction_hides(game: Game, *, games: int = 2, seed: int = 0, tries: int = 4) -> None:
    """Two games in which a seat saw and heard the same give it the same record, and no record of a seat has the seed.

    Each game is played in two worlds from the start, as long as the seat cannot tell them apart.
    """
    for number, attempt in itertools.product(range(seed, seed + games), range(tries)):
        for seat in viewers(game):
            luck = Streams(number).stream(f"testing: two games {seat}", attempt)
            one: list[Step] = []
            other: list[Step] = []
            place = Place(here().law, game, None, 0, game.start(), seat)
            for pair, step, match in alike(game, seat, (game.start(), game.start()), luck, 10 * most_decisions(game)):
                one.append(step)
                other.append(match)
                place = look(place.at(pair[0]))
                if pair[0].node is not Node.CHANCE and luck.below(4) == 0:
                    _same_record(place, game, seat, one, other)


def _same_record(place: Place, game: Game, seat: Seat | None, one: list[Step], other: list[Step]) -> None:
    tags = {**TAGS, "Rng": f"splitmix64 {SEED}"}  # as a table writes it
    mine = game.write_script(Script(game, tags, tuple(one)), seat)
    theirs = game.write_script(Script(game, tags, tuple(other)), seat)
    if mine != theirs:
        raise place.broken(f"the seat saw the same, but has two records:\n{mine}\nand\n{theirs}")
    if SEED in mine:
        raise place.broken(f"the record of a seat tells the seed, and with it every draw:\n{mine}")
