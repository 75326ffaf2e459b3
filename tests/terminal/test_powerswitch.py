"""Power Switch at a terminal: whole games for 2 to 6 seats, the menu, the words, and what others see."""

import re

import pytest

from leyden.core.contract import Event
from leyden.games import load
from leyden.table import NoUndo, Table
from leyden.terminal.manners import manners
from leyden.terminal.powerswitch import SUBJECTS, addressed
from leyden.terminal.screen import Screen
from leyden.terminal.session import PERSON
from tests.terminal.test_line import MOVE, at_table, curious, middle

EXAMPLE = "3 1 turn 2 R8 8/8/8-10*9/8 - G12,Y1/B3,R9,R11/B12 110- 10,20,30 r2 -"


def first(player):
    return "1" if MOVE in player.parts[-1] else ""


def game(seats=3, **options):
    return load("powerswitch", seats=seats, **options)


def seen(position, seat=0, **options):
    state = game(position.split()[0], **options).position(position)
    return manners(state.game, Screen()), state.observation(seat)


def words(position, seat=0, **options):
    spoken, view = seen(position, seat, **options)
    return [spoken.name(action) for action in view.legal]


# ----------------------------------------------------------------- whole games
@pytest.mark.parametrize("against", ["random", "greedy"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_whole_game_by_numbers(seats, against):
    code, player = at_table(always=first, game=game(seats, max_rounds=2), against=against, seat=str(seats))
    assert code == 0
    others = "1 is" if seats == 2 else f"{' and '.join(map(str, range(1, seats)))} are"
    assert f"You are {seats}; {others} the computer ({against})." in player.flat
    assert "in 2 rounds; the lowest total wins." in player.flat
    assert re.search(r"You (win|lose)\.|share the victory", player.flat)
    assert max(len(line) for line in player.text.split("\n")) <= 80


def test_several_persons_share_a_screen_behind_the_curtain():
    code, player = at_table(always=middle, game=game(3, max_rounds=1), against=PERSON)
    assert code == 0
    assert "1 and 2 and 3 share this screen." in player.flat
    assert "It is 2's turn. 2, press Enter when only you can see the screen." in player.flat
    hands = [part for part in player.parts if "Your hand" in part]
    turns = [part for part in player.parts if "press Enter when only you" in part]
    assert len(hands) > len(turns) > 10  # nobody is called for a step without a choice


def test_a_low_and_narrow_screen_holds_a_turn_of_six(monkeypatch):
    for width, height, most in ((80, 24, 20), (49, 30, 25)):
        screen = Screen(width=width, height=height, paper=False)
        monkeypatch.setattr(Screen, "here", classmethod(lambda cls, screen=screen, **how: screen))
        monkeypatch.setattr(Screen, "again", lambda self: self)
        _, player = at_table(always=middle, game=game(6, max_rounds=1), against="greedy")
        menus = [n for n, part in enumerate(player.parts) if "[1] " in part]
        lines = [sum(part.count("\n") + 1 for part in player.parts[n - 1 : n + 1]) for n in menus]
        assert max(lines) < most  # the news scroll away first
        assert max(len(line) for part in player.parts for line in part.split("\n")) <= width


def test_every_command_answers():
    _, player = at_table(
        always=curious("?", "rules", "moves", "table", "hint", "log", "why", "why Y12", "? shock", "? P-36", "resign"),
        game=game(3, max_rounds=1),
        against="random",
    )
    assert "Power Switch" in player.text
    assert "Greedy would play" in player.flat
    assert "Only a game of two can be given up." in player.flat
    assert "The real card of that place is dead" in player.flat
    assert "R9 play Red 9" in player.flat


def test_who_has_looked_into_a_hand_cannot_take_the_switch_back():
    table = Table(game(3), seed=1, state=game(3).position(EXAMPLE))
    table.push("x1")
    with pytest.raises(NoUndo, match="cannot be taken back"):
        table.pop()
    assert str(table.pop(analysis=True).move) == "x1"


def test_a_game_of_two_can_be_given_up():
    two, three = (manners(game(n), Screen()) for n in (2, 3))
    assert two.resigned(0) == {"Result": "2", "Termination": "resign"}
    assert two.resigned(1) == {"Result": "1", "Termination": "resign"}
    assert three.quiet >= {"deal"}
    code, player = at_table("resign", "yes", "", game=game(2), against="random")
    assert code == 0
    assert "1 resigns." in player.flat


# ------------------------------------------------------------------------ menu
def test_moves_stand_by_colour_and_kind():
    spoken, view = seen("3 1 turn 2 R8 8/8/7-10*9/8 - G12,Y1/B9,G9,R6,R11,*/B12 110- 10,20,30 r2 -", 1)
    menu = spoken.menu(view)
    assert re.sub(r" +", " ", menu).split("\n")[0] == "Play [1] B9 [2] G9 [3] R6 [4] R11"
    assert "Shock Play" in menu
    assert "*R11 (you hold the real one)" in menu
    assert "x3 your 5 for 1 card" in menu
    assert "x1 your 5 for 2 cards" in menu
    small = spoken.menu(view, 3)
    assert small.startswith("[1] B9  [2] G9")
    assert spoken.menu(view, 40) == menu


@pytest.mark.parametrize(
    ("position", "seat", "shown"),
    [
        ("3 1 give 1 R8 -/-/8-9*9/- - B1,R9,R10/B3/B12 110- 0,0,0 r1 a2", 0, "Give [1] gB1 [2] gR9 dead [3] gR10 fits"),
        ("2 1 col 2 8? -/-/-/- B1,B2 G1/Y1,Y2 11- 0,0 r1 -", 1, "Power Tower [1] c2=B Blue, you hold 0"),
        ("2 1 turn 2 R8 -/-/8/- B1 G1/Y1 11- 0,0 r1 -", 1, "Or [2] d draw a card"),
        ("2 1 turn 2 R8 -/-/8/- - G1/Y1 11- 0,0 r1 -", 1, "Or [2] a1 ask 1 for a card"),
        ("2 1 turn 2 R8 -/-/8/- - -/Y1 11- 0,0 r1 -", 1, "Or [2] pass"),
        ("2 1 turn 2 R8 -/-/8/- - G1/Y1 11u 0,0 r1 -", 1, "Stuck [1] a1 ask 1 for a card"),
        ("2 1 open 1 R8 -/-/-/- B1 R8/G1 11- 0,0 r1 -", 0, "Place [1] ^R8"),
    ],
)
def test_what_the_menu_says(position, seat, shown):
    spoken, view = seen(position, seat)
    assert shown in " ".join(spoken.menu(view).split())


def test_hidden_sizes_stay_hidden():
    spoken, view = seen(EXAMPLE, 1, hand_counts="hidden")
    assert "x3 your 3 for some cards" in spoken.menu(view)


# ----------------------------------------------------------------------- words
def test_actions_in_words():
    assert words("3 1 turn 2 R8 8/8/7-10*9/8 - G12,Y1/R6,*/B12 110- 10,20,30 r2 -", 1)[:2] == [
        "Red 6",
        "a Shock Play as Blue 9",
    ]
    assert words(EXAMPLE, 1)[-1] == "switch hands with 1"
    assert words("3 1 give 1 R8 -/-/8-9*9/- - R9,*/B3/B12 110- 0,0,0 r1 a2") == ["give Red 9", "give Shock Play"]
    assert words("2 1 open 1 R8 -/-/-/- B1 R8/G1 11- 0,0 r1 -") == ["place the Power Card, Red 8"]
    assert words("2 1 col 2 8? -/-/-/- B1,B2 G1/Y1,Y2 11- 0,0 r1 -", 1)[0] == "Blue is the Power Tower"
    assert words("2 1 turn 2 R8 -/-/8/- B1 G1/Y1 00- 0,0 r1 -", 1) == ["draw a card"]
    assert words("2 1 turn 2 R8 -/-/8/- - G1/Y1 00- 0,0 r1 -", 1) == ["ask 1 for a card"]
    assert words("2 1 turn 2 R8 -/-/8/- - -/Y1 00- 0,0 r1 -", 1) == ["pass"]
    free = {"shock_forced": "false"}
    assert words("2 1 res 2 R8 -/-/8/- B1 B2/G1,* 11- 0,0 r1 >*", 1, **free)[-1] == "keep the card"
    spoken, _ = seen(EXAMPLE)
    bare = spoken.game.actions
    assert spoken.name(bare.action(49)) == "a Shock Play"


def test_windows_in_words():
    position = "3 1 win 3 R8 8/8/8-10*9/8 - G12,Y1/B3,R9,R11/B12 111- 10,20,30 r2 w2"
    assert words(position, 2, switch_timing="anytime")[-1] == "do not switch"


@pytest.mark.parametrize(
    ("position", "seat", "why"),
    [
        ("2 1 open 1 R8 -/-/-/- B1 R8/G1 11- 0,0 r1 -", 0, "you have the Power Card"),
        ("2 1 open 2 R8 -/-/-/- B1,R8 B2/G1 11- 0,0 r1 -", 1, "you have not got the Power Card"),
        ("2 1 res 2 R8 -/-/8/- B1 B2/G1,R9 11- 0,0 r1 >R9", 1, "the new card can be played"),
        ("2 1 give 2 R8 -/-/8/- - B2/G1 11- 0,0 r1 a1", 1, "it is your last card"),
        ("2 1 turn 2 R8 -/-/8/- B1 B2/G1,R9 00- 0,0 r1 -", 1, "nothing else can be played"),
        ("2 1 turn 2 R8 -/-/8/- B1 B2/G1 00- 0,0 r1 -", 1, "nothing can be played"),
    ],
)
def test_a_step_without_a_choice_says_why(position, seat, why):
    spoken, view = seen(position, seat)
    assert spoken.only(view) == f"Made for you, as {why}:"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2 plays Red 9.", "You play Red 9."),
        ("2 is stuck and asks 1 for a card.", "You are stuck and ask 1 for a card."),
        ("2 has not got the Power Card and draws.", "You have not got the Power Card and draw."),
        ("2 does not switch.", "You do not switch."),
        ("2 switches hands with 3.", "You switch hands with 3."),
        ("2 now holds R9; 3 holds B1.", "You now hold R9; 3 holds B1."),
        ("3 switches hands with 2.", "3 switches hands with you."),
        ("1 gives Red 9 to 2.", "1 gives Red 9 to you."),
        ("3 is stuck and asks 2 for a card.", "3 is stuck and asks you for a card."),
        ("2 rolls 2 for the deal.", "You roll 2 for the deal."),
        ("Round 2: 1 +2 = 2, 2 +5 = 5.", "Round 2: 1 +2 = 2, 2 +5 = 5."),
    ],
)
def test_events_are_told_to_who_is_meant(text, told):
    assert addressed(text, "2") == told
    assert manners(game(3), Screen()).told(Event("play", text), 1) == told


# ----------------------------------------------------------------------- brief
def test_the_brief_is_brief_and_follows_the_options():
    spoken = manners(game(4, target=150, dead_value=30), Screen())
    brief = spoken.brief(game(4).start().observation(None))
    assert brief.count("\n") < 24
    assert "reaches 150" in " ".join(brief.split())
    assert "a dead card 30" in brief
    assert "target=150" in brief
    assert "Options" not in manners(game(4), Screen()).brief(game(4).start().observation(None))
    rounds = manners(game(4, end_rule="rounds:3"), Screen()).brief(game(4).start().observation(None))
    assert "after 3 rounds" in " ".join(rounds.split())


@pytest.mark.parametrize("word", ["tower", "lines", "stuck", "shock", "hands", "points", "win"])
def test_a_word_asks_for_its_paragraph(word):
    spoken = manners(game(), Screen())
    (name,) = [name for name, subjects in SUBJECTS.items() if word in subjects.split()]
    assert spoken.about(word, game().start().observation(None)).startswith(name)


def test_the_result_tells_all_totals():
    spoken, view = seen("2 1 over - R8 -/-/8/- - B2/- 11- 305,120 r1 -")
    assert spoken.result(view) == "Points: 1 305, 2 120, in 1 round; the lowest total wins."
