"""The table in a terminal, in sentences and as SVG: what it shows, how wide it is, and what it never shows."""

import re
import xml.etree.ElementTree as ET

import pytest

import leyden
from leyden.core.contract import Node
from leyden.core.streams import Streams
from leyden.games.powerswitch.look import due_in_words, look, sentences
from leyden.games.powerswitch.picture import table_text
from leyden.games.powerswitch.svg import svg

NARROWEST, ESCAPE = 49, re.compile(r"\x1b\[[0-9;]*m")
EXAMPLE = "3 1 turn 2 R8 8/8/8-10*9/8 - G12,Y1/B3,R9,R11/B12 110- 10,20,30 r2 -"


def view(position, seat=0, **options):
    options = {"seats": position.split()[0], **options}
    return leyden.load("powerswitch", **options).position(position).observation(seat)


def text(position, seat=0, **how):
    options = how.pop("options", {})
    return table_text(view(position, seat, **options), **how)


def flat(line):
    return " ".join(line.split())


def walk(seats, seed=0, **options):
    """All states of a game of random players."""
    state, stream = leyden.load("powerswitch", seats=seats, **options).start(), Streams(seed).stream("walk")
    yield state
    while state.node is not Node.TERMINAL:
        if state.node is Node.CHANCE:
            state = state.draw(state.sample(stream))
        else:
            actions = state.legal_actions(state.acting[0])
            state = state.apply(state.acting[0], actions[stream.below(len(actions))])
        yield state


def viewers(state):
    return (state.observation(seat) for seat in (*range(state.game.seats), None))


# ------------------------------------------------------------------ terminal
def test_columns_stand_upright_beside_the_seats():
    lines = text(EXAMPLE, 1, width=80).split("\n")
    assert flat(lines[0]) == "POWER SWITCH round 2 · you are 2"
    assert lines[1] == "2 to play a card - your turn"
    assert lines[3].split()[:4] == ["Blue", "Green", "RED", "Yellow"]
    assert lines[4].split()[:4] == ["line", "line", "TOWER", "line"]
    assert lines[5].startswith("     ┌───────┬───────╥───────╥───────┐")
    rows = {int(line[1:4]): line[5:38] for line in lines[6:18]}
    assert rows[12] == "│   ·   │   ·   ║   ·   ║   ·   │"
    assert rows[11] == "│   ·   │   ·   ║ ◉11   ║   ·   │"
    assert rows[9] == "│ □ 9   │ □ 9   ║ * 9!  ║ □ 9   │"
    assert rows[8] == "│ ■ 8   │ ■ 8   ║ ■ 8   ║ ■ 8   │"
    assert rows[3] == "│ ○ 3   │   ·   ║   ·   ║   ·   │"
    assert lines[10].startswith("►  8 ")
    beside = "\n".join(line[41:] for line in lines[3:18])
    assert "► 2 (you) 3 cards, 20 points, switch" in beside
    assert "  3       1 card, 30 points" in beside
    assert "1       2 cards, 10 points, switch" in beside
    assert "Power Card: Red 8" in beside
    assert "Pile: empty" in beside
    assert "300 points end the game" in beside
    assert "Your hand  B3   R9 R11   (65 points, dead: R9)" in lines


def test_rows_lie_where_the_screen_is_low_or_narrow():
    lines = text(EXAMPLE, 1, width=80, low=True).split("\n")
    assert lines[0].startswith("2 to play a card - your turn")
    assert lines[0].endswith("  round 2")
    assert flat(lines[1]) == "1 2 3 4 5 6 7 ►8 9 10 11 12"
    assert flat(lines[4]) == "►Red TOWER · · · · · · □ ■ *! ■ ◉ ·"
    assert flat(lines[2]) == "Blue · · ○ · · · · ■ □ · · ·"
    assert "1: 2 cards, 10, switch, dealer   ► 2 (you): 3 cards, 20, switch   3: 1 card, 30" in lines
    assert len(lines) < 12
    narrow = text(EXAMPLE, 1, width=10).split("\n")
    assert max(map(len, narrow)) <= NARROWEST
    assert len(narrow) > len(lines)


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_line_fits(seats, low):
    for number, state in enumerate(walk(seats, max_rounds=2)):
        if number % 7 == 0 or state.node is Node.TERMINAL:
            for seen in viewers(state):
                for width in (49, 61, 77, 80, 120):
                    page = table_text(seen, width=width, low=low)
                    assert max(map(len, page.split("\n"))) <= width
                    assert page == page.rstrip()


def test_colour_and_plain_letters_change_no_word():
    for state in list(walk(3, max_rounds=1))[::5]:
        for seen in viewers(state):
            for low in (False, True):
                plain = table_text(seen, low=low)
                painted = table_text(seen, low=low, colour=True)
                assert ESCAPE.sub("", painted) == plain
                assert painted != plain
                old = table_text(seen, low=low, ascii_only=True)
                assert old.isascii()
                assert [len(line) for line in old.split("\n")] == [len(line) for line in plain.split("\n")]


def test_what_is_known_of_other_hands_stands_in_the_matrix():
    game = leyden.load("powerswitch", seats=3)
    state = game.position("3 1 turn 2 R8 8/8/8-10*9/8 R7 G12,Y1/B3,R9,R11/B12,* 111- 10,20,30 r2 -")
    state = state.apply(1, game.parse("x3", state))
    seen = state.observation(1)
    page = table_text(seen)
    assert "in 3" in page
    assert "known: B3 R9 R11" in page
    assert "in 3 seat 3 has it" in page
    assert "* in 3" in page  # the dead Red 9
    assert "Hands were switched" in page
    low = table_text(seen, low=True)
    assert "*3" in low
    assert "a number: that seat has it" in low
    assert "no more switch this round" in low
    assert "known: *" in table_text(state.observation(2), low=True)
    assert "known" not in table_text(state.observation(0))


def test_the_view_of_a_spectator_has_no_hand():
    assert "Your hand" not in text(EXAMPLE, None)
    assert "a spectator's view" in text(EXAMPLE, None)
    assert "your turn" not in text(EXAMPLE, None)


def test_options_are_told_where_they_show():
    assert "some cards, 10 points" in text(EXAMPLE, 1, options={"hand_counts": "hidden"})
    switches = text(EXAMPLE.replace("110-", "120-"), 0, width=120, options={"switches_per_game": 2})
    assert "2 switches" in switches
    assert "4 rounds" in text(EXAMPLE, 1, options={"end_rule": "rounds:4"})
    shown = [
        s
        for s in walk(2, max_rounds=1, reveal_pile_end=True, pile_size=3)
        if look(s.observation(0)).due[:9] == "The round"
    ]
    assert re.search(r"Pile: (empty|[123] cards?: [BGRY*])", table_text(shown[0].observation(0)))


def test_an_empty_hand_is_an_empty_hand():
    assert "Your hand  no cards   (0 points)" in text("3 1 turn 1 R8 8/8/8-10*9/8 - -/B3/B12 110- 10,20,30 r2 -")


def test_all_hands_are_shown_when_a_round_has_ended():
    page = text("3 1 out - R8 8/8/8-10*9/8 - G12,Y1/B3,R9/- 110- 10,20,30 r2 -", 2)
    assert "holds G12 Y1" in page
    assert "holds B3 R9" in page


def test_the_winner_is_marked():
    game = leyden.load("powerswitch", seats=2, target=1)
    *_, last = walk(2, target=1)
    assert game.seats == 2
    assert "WINS" in table_text(last.observation(None))
    assert "wins" in svg(last.observation(None))


# ------------------------------------------------------------------ sentences
@pytest.mark.parametrize(
    ("position", "seat", "due"),
    [
        (EXAMPLE, 0, "2 to play a card"),
        (
            "2 1 col 2 8? -/-/-/- B1,B2 G1/Y1 11- 0,0 r1 -",
            0,
            "2 chooses the colour of the Power Tower; its number is 8",
        ),
        ("2 1 open 2 R8 -/-/-/- B1 R8/G1 11- 0,0 r1 -", 0, None),
        ("2 1 open 1 R8 -/-/-/- B1 R8/G1 11- 0,0 r1 -", 0, "1 places the Power Card"),
        ("2 1 open 1 R8 -/-/-/- B1 R8/G1 11- 0,0 r1 -", 1, "1 places the Power Card, or draws for it"),
        ("2 1 open 2 R8 -/-/-/- B1,R8 B2/G1 11- 0,0 r1 -", 1, "2 draws for the Power Card"),
        ("2 1 open+ 2 R8 -/-/-/- B1,R8 B2/G1 11- 0,0 r1 -", 1, "2 is drawing a card"),
        ("2 1 give 2 R8 -/-/8/- - B2/G1,G2 11- 0,0 r1 a1", 1, "2 gives a card to 1, who is stuck"),
        ("2 1 res 2 R8 -/-/8/- B1 B2/G1,R9 11- 0,0 r1 >R9", 1, "2 drew Red 9, which can be played"),
        ("2 1 res 2 R8 -/-/8/- B1 B2/G1,R9 11- 0,0 r1 >R9", 0, "2 drew a card, which can be played"),
        ("2 1 res 2 R8 -/-/8/- - B2/G1,R9 11- 0,0 r1 >R9<1", 0, "2 was given Red 9, which can be played"),
        ("2 1 out - R8 -/-/8/- - B2/- 11- 0,0 r1 -", 0, "The round is over; the hands are counted"),
    ],
)
def test_what_is_due_in_words(position, seat, due):
    if due is None:
        with pytest.raises(ValueError, match="opens"):
            view(position, seat)
        return
    assert due_in_words(view(position, seat)) == due


def test_windows_and_chance_have_their_words():
    found = {due_in_words(s.observation(None)) for s in walk(3, switch_timing="anytime", max_rounds=1)}
    assert "Everybody rolls for the deal" in found
    assert "The cards are being dealt" in found
    assert "The dice are being rolled" in found
    assert any(re.fullmatch(r"\d may switch hands before it is \d's turn", each) for each in found)
    assert any("the lowest total" in each for each in found)
    start = leyden.load("powerswitch", first_dealer="random").start()
    assert due_in_words(start.observation(None)) == "To be settled: who deals first"


def test_sentences_tell_the_whole_table():
    told = sentences(look(view(EXAMPLE, 1)))
    assert "Power Switch, round 2, you are 2. 2 to play a card. It is your turn." in told
    assert "Red: 8 to 10, Shock Plays at 9; open: 7 and 11." in told
    assert "Seat 2 (you): 3 cards, 20 points, switch; known B3 R9 R11." in told.replace("holds", "known")
    assert "Seat 3: 1 card, 30 points, no switch." in told
    assert "Blue: nothing yet; open: 8." in sentences(look(view("2 1 turn 1 R8 -/-/8/- B1 B2/G1 11- 0,0 r1 -")))


# ------------------------------------------------------------------------ svg
@pytest.mark.parametrize("seats", [2, 5, 6])
def test_svg_is_well_formed_and_self_contained(seats):
    for state in list(walk(seats, seed=3, max_rounds=2))[::9]:
        for seen in viewers(state):
            picture = svg(seen)
            root = ET.fromstring(picture)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert not re.search(r"<script|href|url\(|\bid=|<style|<image", picture)
            assert len(picture) < 40_000


def test_svg_names_the_cards():
    picture = svg(view(EXAMPLE, 1))
    assert "<title>Shock Play as Red 9</title>" in picture
    assert "<title>Red 11, open, in your hand</title>" in picture
    assert "<title>Red 9, dead</title>" in picture
    assert "<title>Blue 9, open</title>" in picture
    assert svg(view(EXAMPLE, 1)) == view(EXAMPLE, 1)._repr_html_()
    assert str(view(EXAMPLE, 1)) == text(EXAMPLE, 1)


def test_svg_shows_shock_plays_in_hands_and_many_known_cards():
    game = leyden.load("powerswitch", seats=3)
    many = "B1,B2,B3,B4,B5,*"
    state = game.position(f"3 1 turn 2 R8 8/8/8-10*9/8 R7 G12,Y1/{many}/B12,R9,R11 111- 10,20,30 r2 -")
    assert "<title>Shock Play</title>" in svg(state.observation(1))
    state = state.apply(1, game.parse("x3", state))
    assert "…6 known" in svg(state.observation(1))
    assert "in 2" in svg(state.observation(2))  # the dead Red 9
