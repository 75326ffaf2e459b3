"""Reading PSN-1 (sections 7.3 and 7.4 of the rules): the records of a file, their tags, and what a seat saw.

`replay.py` plays a whole game through. A record for one seat is read, and said to be not checkable in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from leyden.core.contract import BadInput, Script, check_tag
from leyden.core.options import BadOption, nearest, read_options
from leyden.games.powerswitch.options import PRESETS
from leyden.games.powerswitch.page import Page, Tag, pattern
from leyden.games.powerswitch.record import FORMAT, check_seat_tag, flags, preset_of
from leyden.games.powerswitch.replay import Replay

if TYPE_CHECKING:
    from leyden.games.powerswitch.game import PowerSwitch

REQUIRED = ("Game", "Format", "Players", "Result")  # PC-1

# A record as a seat saw it: the words that may stand behind each of its first words.
_C = r"(?:[BGRY](?:1[0-2]|[1-9])|\*)"
_LIST = rf"(?:-|{_C}(?:,{_C})*)"
_SEEN_MOVE = rf"(?:\^{_C}|\*?{_C}|(?:[do]|a[1-6])(?:\((?:{_C}|\?)\))?|x[1-6](?:\({_LIST}/{_LIST}\))?|pass|hold|keep)"
SEEN = {
    "dealer": pattern(r"(?:[0-9]{1,2}(?:[,/][0-9]{1,2})*)?(?:=>[1-6])?"),
    "round": pattern(r"[0-9]{1,6}"),
    "deal": pattern(r"[1-6]"),
    "pile": pattern(rf"\?x[0-9]{{1,2}}|{_LIST}"),
    "hand": pattern(rf"[1-6]|\?x[0-9]{{1,2}}|{_LIST}"),
    "dice": pattern(r"[0-9]{1,2}[BGRYDL]?|c[1-6]=[BGRY]"),
    "play": pattern(rf"[1-6]:{_SEEN_MOVE}(?:\+{_SEEN_MOVE})*"),
    "shown": pattern(rf"{_LIST}(?:/{_LIST})+"),
    "score": pattern(r"=|[0-9]{1,9}(?:,[0-9]{1,9})*"),
}
_WORD = pattern(r"[^\s\[\];]+")


def read(text: str) -> Iterator[Script]:
    """The records of a file as scripts, each checked."""
    page = Page(text)
    if not page.more:
        raise BadInput("the file holds no record", line=1)
    while page.more:
        begin = page.at
        tags = page.tags()
        game = _game(page, tags)
        if "View" in tags:
            yield _seen(page, game, tags, begin)
        else:
            yield Replay(page, game).script(tags)


# ------------------------------------------------------------------------ tags
def _game(page: Page, tags: dict[str, Tag]) -> PowerSwitch:
    """The game that the tags describe."""
    for name in REQUIRED:
        if name not in tags:
            page.fail(f"the tag {name} is missing", "PC-1", min(tag.at for tag in tags.values()))
        if name == "Game":
            _is(page, tags["Game"], "this is a record of {}, not of Power Switch", "Power Switch", "powerswitch")
    _is(page, tags["Format"], "the format {} is not known; known: PSN-1", FORMAT)
    if "Rules" in tags:
        _is(page, tags["Rules"], "the rules {} are not known; known: ps-1", "ps-1")
    game = _with_options(page, tags)
    for name, tag in tags.items():
        try:
            check_tag(name, tag.text)
            check_seat_tag(game, name)
        except BadInput as problem:
            page.fail(problem.text, problem.rule or "PC-1", tag.at)
    winners = tags["Result"].text
    if winners != "*" and not re.fullmatch(rf"\s*[1-{game.seats}]\s*(?:,\s*[1-{game.seats}]\s*)*", winners):
        says = f"Result is the winning seats, or * for a game that is not over, not {winners[:24]!r}"
        page.fail(says, "7.3", tags["Result"].at)
    return game


def _is(page: Page, tag: Tag, says: str, *known: str) -> None:
    if tag.text.strip().lower() not in map(str.lower, known):
        page.fail(says.format(repr(tag.text[:24])), "7.3", tag.at)


def _with_options(page: Page, tags: dict[str, Tag]) -> PowerSwitch:
    from leyden.games.powerswitch.game import PowerSwitch

    players = tags["Players"]
    if players.text.strip() not in ("2", "3", "4", "5", "6"):
        page.fail(f"Players is a number from 2 to 6, not {players.text[:24]!r}", "P-1", players.at)
    preset, given = tags.get("Preset"), tags.get("Options")
    named = preset.text.strip().lower() if preset else ""
    if preset and named not in PRESETS:
        page.fail(f"no preset is called {named[:24]}: {nearest(named, list(PRESETS))}", "PC-1", preset.at)
    try:
        options = _flags(given.text) if given else PRESETS.get(named, {})
        game = PowerSwitch.load(**options, seats=players.text.strip())
    except BadOption as problem:
        page.fail(str(problem), "PC-1", (given or players).at)
    if preset and named != (preset_of(game) or ("" if flags(game) else "ps-1")):
        page.fail(f"with these options the game is not the preset {named}", "PC-1", preset.at)
    return game


def _flags(text: str) -> dict[str, str]:
    """`flag=value; flag:value`: the first sign of a part decides, for values have colons as well."""
    if text.strip().lower() == "default":
        return {}
    parts = [part for part in text.split(";") if part.strip()]
    found = read_options(";".join(re.sub(r"^\s*(\w+)\s*[:=]", lambda m: f"{m[1].lower()}=", part) for part in parts))
    if "seats" in found:
        raise BadOption("how many play is said by the tag Players")
    return found


# ----------------------------------------------------------------- as a seat saw it
def _seen(page: Page, game: PowerSwitch, tags: dict[str, Tag], begin: int) -> Script:
    """A record as a seat saw it: its words are read, its hidden cards cannot be checked (7.4)."""
    view = tags["View"]
    if view.text not in (*game.seat_names, "spectator"):
        page.fail(f"View is a seat from 1 to {game.seats}, or spectator, not {view.text[:24]!r}", "7.4", view.at)
    section = ""
    while not page.tags_follow:
        match = page.take(_WORD)
        if match is None:
            page.fail(f"{page.word} is out of place here", "7.3")
        word = match[0]
        if word.lower() in SEEN:
            section = word.lower()
        elif not section or not SEEN[section].fullmatch(word):
            where = f"behind {section}" if section else "before dealer and round"
            page.fail(f"{word[:24]!r} cannot stand {where}", "7.4", match.start())
    who = "a spectator" if view.text == "spectator" else f"seat {view.text}"
    note = f"a record as {who} saw it: not checkable in full"
    found = {name: tag.text for name, tag in tags.items()}
    return Script(game, found, (), (note,), page.text[begin : page.at].rstrip() + "\n")
