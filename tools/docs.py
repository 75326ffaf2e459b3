"""Write the parts of the documentation that code knows best; `--check` only says whether they are up to date.

    python tools/docs.py [--check]

Between `<!-- made: NAME -->` or `<!-- made: NAME GAME -->` and `<!-- end -->` in README.md and docs/*.md stands what
`MADE[NAME]` returns.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from leyden import cli, games
from leyden.games.voltage import Voltage
from leyden.games.voltage.cards import KIND_NAMES

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- made: (\w+)(?: (\w+))? -->\n).*?(<!-- end -->)", re.S)


def options(game: str) -> str:
    """The options of a game."""
    lines = ["| option | values, default first | ruling | what it is |", "| --- | --- | --- | --- |"]
    for option in games.load(game).options.declared:
        values = ", ".join(f"`{value}`" for value in option.values) + (f", {option.free}" if option.free else "")
        lines.append(f"| `{option.name}` | {values} | {option.ruling} | {option.says} |")
    return "\n".join(lines)


def actions(game: str) -> str:
    """The blocks of the action space."""
    space = games.load(game).actions
    lines = [f"{len(space)} actions.", "", "| ids | kind | first | last |", "| --- | --- | --- | --- |"]
    for name, ids in space.blocks():
        first, last = space.action(ids[0]), space.action(ids[-1])
        span = f"{ids[0]}–{ids[-1]}" if len(ids) > 1 else ids[0]
        lines.append(f"| {span} | {name} | `{first}` | `{last}` |")
    return "\n".join(lines)


def deck() -> str:
    """The default deck by kind."""
    counts = Voltage.load().deck.counts
    cards = ", ".join(f"{n} {KIND_NAMES[kind]}" for kind, n in enumerate(counts) if n)
    return f"{sum(counts)} cards, {sum(counts[1::2])} of them Transformers (*): {cards}."


def deals() -> str:
    """What Power Switch is dealt, by the number of seats."""
    lines = ["| seats | Shock Plays | deck | pile | largest and smallest hand |", "| ---: | ---: | ---: | ---: | --- |"]
    for seats in range(2, 7):
        g = games.load("powerswitch", seats=seats).tables
        deck = g.deck.bit_count()
        dealt = deck - g.pile_size
        hands = f"{-(-dealt // seats)}, {dealt // seats}"
        lines.append(f"| {seats} | {deck - 48} | {deck} | {g.pile_size} | {hands} |")
    return "\n".join(lines)


def help_pages() -> str:
    """`leyden --help` and the help of each command."""
    os.environ["COLUMNS"] = "80"
    parser = cli.parser()
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    pages = [parser, *commands.choices.values()]
    return "\n\n".join(f"```text\n{page.format_help().rstrip()}\n```" for page in pages)


def speed() -> str:
    """The last measured figures."""
    text = (ROOT / "benchmarks" / "results.md").read_text(encoding="utf-8")
    return text.split("\n", 2)[2].strip()


def mutation() -> str:
    """The last mutation score."""
    found = json.loads((ROOT / "docs" / "mutation.json").read_text(encoding="utf-8"))
    lines = [
        f"{found['killed']} of {found['mutants']} mutants of the rules were caught ({found['score']:.1%}); "
        f"{len(found['survivors'])} survive, each with its reason:",
        "",
        "| where | change | why no test can see it |",
        "| --- | --- | --- |",
    ]
    lines += [f"| `{s['where']}` | `{s['change']}` | {s['reason']} |" for s in found["survivors"]]
    return "\n".join(lines)


MADE: dict[str, Callable[..., str]] = {
    "options": options,
    "actions": actions,
    "deck": deck,
    "deals": deals,
    "help": help_pages,
    "speed": speed,
    "mutation": mutation,
}


def pages() -> Iterator[Path]:
    yield ROOT / "README.md"
    yield from sorted((ROOT / "docs").glob("*.md"))


def made(text: str) -> str:
    """A page with every made part as it should be."""
    return BLOCK.sub(lambda match: f"{match[1]}{MADE[match[2]](*filter(None, [match[3]]))}\n{match[4]}", text)


def stale() -> list[Path]:
    """The pages that are not up to date."""
    return [page for page in pages() if made(page.read_text(encoding="utf-8")) != page.read_text(encoding="utf-8")]


def main() -> None:
    old = stale()
    if "--check" in sys.argv[1:]:
        sys.exit("\n".join(f"{page.name} is not up to date: run make docs" for page in old) or None)
    for page in old:
        page.write_text(made(page.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"wrote {page.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
