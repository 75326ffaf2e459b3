import dataclasses
import re
import xml.etree.ElementTree as ET

import pytest

from leyden.core.contract import Node
from leyden.core.streams import Streams
from leyden.games import load
from leyden.games.voltage import svg as drawing
from leyden.games.voltage.picture import NAMES, describe, look, svg, table_text

# The deal of the golden game in section 8 of the rules.
START = (
    "+|/-|/-|/+| 0:0 Am O1O3P1P3 B2*P3SF =B2*F*O3FB3*B3O3*B1P2*G2B1*SB1B3B2P1*G2*G1O2P3P1G2B2P2*G2*P1G3O1G3B3P3*O1*"
    "FO2*O2*S*O1G1P2G1G3O2SG1*B1O3G3*P2 - 1"
)
MIDDLE = "+123*|S/-1|22F*/-|/+12|33 2:1 ApO O2G2*B1SF* P1P2P3FG1*O3* =O2*G1*B3P1 O1O1*G3*SF 19 kA=O2 kB=P1G1*"
SVG = "{http://www.w3.org/2000/svg}"
CASES = [
    {},
    {"edition": "2006", "hand_backs": "private", "discard_view": "top_only"},
    {"transformer_backs": "uniform_random", "value_counts": "10-1-1", "flip_timing": "end_of_draws"},
    {"transformer_backs": "uniform_random", "hand_backs": "private", "reshuffle": "on_need", "target_sets": "7"},
]


def at(text, **options):
    return load("voltage", **options).position(text)


def walk(seed=0, **options):
    """Every state of a random game."""
    state = load("voltage", **options).start()
    chance, players = Streams(seed).stream("chance"), Streams(seed).stream("players")
    yield state
    while state.node is not Node.TERMINAL:
        if state.node is Node.CHANCE:
            state = state.draw(state.sample(chance))
        else:
            legal = state.legal_actions(state.acting[0])
            state = state.apply(state.acting[0], legal[players.below(len(legal))])
        yield state


def shown(state):
    return [state, *(state.observation(seat) for seat in (0, 1, None))]


def unfolded(one):
    """The text table with long lines put together again."""
    return re.sub(r"\n {11}", "   ", table_text(one))


def texts(picture):
    """All that can be read in an SVG, names of things included."""
    return [element.text or "" for element in ET.fromstring(picture).iter()]


# ---------------------------------------------------------------------- text
def test_the_first_turn_as_the_first_player_sees_it():
    assert table_text(at(START).observation(0)).splitlines() == [
        "VOLTAGE 2017                                               turn 1 · you are A",
        "A to play or draw - your turn",
        "",
        "  B        track ○○○○   ▯ ▯ ▯ ▮*   4 cards, 1 Transformer",
        "┌─ B's side ───────┬──────────────────┬──────────────────┬──────────────────┐",
        "│                  │                  │                  │                  │",
        "│ Σ 0              │ Σ 0              │ Σ 0              │ Σ 0              │",
        "├──────────────────┼──────────────────┼──────────────────┼──────────────────┤",
        "│   ┃    ● ORANGE  │        ▲ GREEN   │        ■ BLUE    │   ┃    ◆ PURPLE  │",
        "│ ━━╋━━  HIGH wins │ ━━━━━  LOW wins  │ ━━━━━  LOW wins  │ ━━╋━━  HIGH wins │",
        "│   ┃    □□□□□ 0/5 │        □□□□□ 0/5 │        □□□□□ 0/5 │   ┃    □□□□□ 0/5 │",
        "├──────────────────┼──────────────────┼──────────────────┼──────────────────┤",
        "│ Σ 0              │ Σ 0              │ Σ 0              │ Σ 0              │",
        "│                  │                  │                  │                  │",
        "└─ A's side ───────┴──────────────────┴──────────────────┴──────────────────┘",
        "► A (you)  track ○○○○   O1 O3 P1 P3",
        "",
        "Draw pile  48 cards, 17 Transformers; top ▮* Transformer, flips a token",
        "Discard    no cards",
        "Cards      S Bypass · F Blown Fuse · * Transformer: who draws it flips a token",
    ]


def test_sixty_columns_and_ascii():
    assert table_text(at(MIDDLE).observation(1), width=60, ascii_only=True).splitlines() == [
        "VOLTAGE 2017                          turn 19 - you are B",
        "A to play a second card (not on Orange) or draw",
        "",
        "> A        track oo..   [] [] [] []* []*",
        "           5 cards, 2 Transformers   known to B: O2",
        "+- A's side --+-------------+-------------+-------------+",
        "| 1 2 3*      | 1           |             | 1 2         |",
        "| = 6 ahead   | = 1 ahead   | = 0         | = 3         |",
        "+-------------+-------------+-------------+-------------+",
        "| |  o ORANGE |    ^ GREEN  |    # BLUE   | |  % PURPLE |",
        "|-+- HIGH wins|--- LOW wins |--- LOW wins |-+- HIGH wins|",
        "| |  ####. 4/5|    ####. 4/5|    ..... 0/5| |  ####. 4/5|",
        "+-------------+-------------+-------------+-------------+",
        "| = 0         | = 4         | = 0         | = 6 ahead   |",
        "| S           | 2 2 F*      |             | 3 3         |",
        "+- B's side --+-------------+-------------+-------------+",
        "  B (you)  track o...   O3* G1* P1 P2 P3 F",
        "           known to A: G1* P1",
        "",
        "Draw pile  4 cards, 2 Transformers; top []* Transformer,",
        "           flips a token",
        "Discard    5 cards: O1 O1* G3* S F",
        "Cards      S Bypass - F Blown Fuse - * Transformer: who",
        "           draws it flips a token",
    ]


def test_on_a_low_screen_the_table_takes_few_lines():
    lines = table_text(at(MIDDLE).observation(0), low=True).splitlines()
    assert lines == [
        "A to play a second card (not on Orange) or draw - your turn           turn 19",
        "  B        track ●○○○   ▯ ▯ ▯ ▯ ▮* ▮*   6 cards, 2 Transformers",
        "           known to A: G1* P1",
        "┌─ B's side ───────┬──────────────────┬──────────────────┬──────────────────┐",
        "│ S                │ 2 2 F*           │                  │ 3 3              │",
        "│ Σ 0              │ Σ 4              │ Σ 0              │ Σ 6 ahead        │",
        "├─[+] ● ORANGE ────┼─[-] ▲ GREEN ─────┼─[-] ■ BLUE ──────┼─[+] ◆ PURPLE ────┤",
        "│ HIGH wins ■■■■□  │ LOW wins ■■■■□   │ LOW wins □□□□□   │ HIGH wins ■■■■□  │",
        "│ Σ 6 ahead        │ Σ 1 ahead        │ Σ 0              │ Σ 3              │",
        "│ 1 2 3*           │ 1                │                  │ 1 2              │",
        "└─ A's side ───────┴──────────────────┴──────────────────┴──────────────────┘",
        "► A (you)  track ●●○○   O2 G2* B1 S F*   known to B: O2",
        "Draw pile  4 cards, 2 Transformers; top ▮* Transformer, flips a token",
        "Discard    5 cards: O1 O1* G3* S F",
    ]
    narrow = table_text(at(MIDDLE).observation(0), low=True, width=60).splitlines()
    assert "├[+] ● ORANGE ┼[-] ▲ GREEN ─┼[-] ■ BLUE ──┼[+] ◆ PURPLE ┤" in narrow
    assert narrow[0] == "A to play a second card (not on Orange) or draw - your turn"
    assert "Draw pile  4 cards, 2 Transformers; top ▮* Transformer" in narrow
    assert max(map(len, narrow)) <= 60
    assert table_text(at(MIDDLE), low=True, ascii_only=True).isascii()


def test_49_columns_are_enough():
    lines = table_text(at("+1*2*|3*F*/-|/-|/+| 0:0 Am O1 - =O2 - 1").observation(0), width=49).splitlines()
    assert lines[3:8] == [
        "│ 3* F*     │           │           │           │",
        "│ Σ 3 tie   │ Σ 0       │ Σ 0       │ Σ 0       │",
        "├[+] ORANGE ┼[-] GREEN ─┼[-] BLUE ──┼[+] PURPLE ┤",
        "│ HIGH ■■■■□│ LOW □□□□□ │ LOW □□□□□ │ HIGH □□□□□│",
        "│ Σ 3 tie   │ Σ 0       │ Σ 0       │ Σ 0       │",
    ]
    full = table_text(at("+1*2*3*F*|/-|/-|/+| 0:0 Am O1 - =O2 - 1").observation(0), width=20)
    assert "│1* 2* 3* F*│           │" in full
    assert max(map(len, full.splitlines())) == 49


@pytest.mark.parametrize("options", CASES)
def test_every_node_has_its_pictures(options):
    for number, state in enumerate(walk(3, **options)):
        if number % 11 and number > 12 and state.node is not Node.TERMINAL:
            continue
        for one in shown(state):
            for width in (20, 60, 71, 80, 100, 300):
                lines = table_text(one, width=width).splitlines()
                assert max(map(len, lines)) <= min(max(width, 49), 100)
                assert "\x1b" not in "".join(lines)
            plain = table_text(one)
            coloured = table_text(one, colour=True)
            assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
            assert coloured != plain
            assert table_text(one, ascii_only=True).isascii()
            assert describe(one).endswith(".")
            if number % 11 == 0 or state.node is Node.TERMINAL:
                assert ET.fromstring(svg(one)).tag == f"{SVG}svg"


@pytest.mark.parametrize("options", CASES)
def test_pictures_of_a_view_tell_no_world_from_another(options):
    for number, state in enumerate(walk(4, **options)):
        if number % 25:
            continue
        for seat in (0, 1, None):
            view = state.observation(seat)
            for other in (state.game.determinize(view, n).observation(seat) for n in range(2)):
                assert table_text(other) == table_text(view) == str(view)
                assert svg(other) == svg(view) == view._repr_html_()
                assert describe(other) == describe(view)


def test_hidden_faces_are_nowhere():
    # B alone has Purple cards; the Bypass and the Blown Fuse lie in the pile.
    view = at("+1|/-|/-|/+| 0:0 Am O1O2 P1P2*P3P3 {SF}^ - 1").observation(0)
    board = " ".join(table_text(view).splitlines()[:-1])
    assert not re.search(r"\bP[123]|\b[SF]\b", board)
    read = [text for text in texts(svg(view)) if text and "Purple shows" not in text]
    assert not [text for text in read if re.search(r"\bP[123]|Purple [123]", text)]
    assert "Purple 1" not in describe(view)
    assert "Purple 1" in describe(view.game.position("+1|/-|/-|/+| 0:0 Am O1O2 P1P2*P3P3 {SF}^ - 1"))


def test_each_seat_sits_below_and_a_spectator_by_a():
    for seat, order in ((0, "BA"), (1, "AB"), (None, "BA")):
        view = at(MIDDLE).observation(seat)
        lines = table_text(view).splitlines()
        assert [line[3] for line in lines if line.endswith(("┐", "┘"))] == list(order)
        assert [player.name for player in look(view).players] == list(order)
        you = [line for line in lines if "(you)" in line]
        assert bool(you) == (seat is not None)
        heights = {e.text: float(e.get("y")) for e in ET.fromstring(svg(view)).iter() if e.get("font-size") == "25"}
        assert sorted(heights, key=heights.get) == list(order)


def test_only_who_decides_is_told_so():
    turns = [
        ("your turn" in table_text(one), "your turn" in texts(svg(one)), "your turn" in describe(one))
        for one in shown(at(MIDDLE))
    ]
    assert turns == [(False,) * 3, (True,) * 3, (False,) * 3, (False,) * 3]


def test_the_hands_as_each_knows_them():
    state = at(MIDDLE)
    whole, a, b, nobody = (unfolded(one) for one in shown(state))
    assert "O2 G2* B1 S F*   known to B: O2" in whole
    assert "O3* G1* P1 P2 P3 F   known to A: G1* P1" in whole
    assert "O2 G2* B1 S F*" in a
    assert "▯ ▯ ▯ ▯ ▮* ▮*   6 cards, 2 Transformers   known to A: G1* P1" in a
    assert "▯ ▯ ▯ ▮* ▮*   5 cards, 2 Transformers   known to B: O2" in b
    assert "Known      to be in the two hands: O2 G1* P1" in nobody
    assert "Known to be in the two hands: O2 G1* P1." in describe(state.observation(None))
    assert "Known to be in the two hands: O2 G1* P1" in texts(svg(state.observation(None)))
    assert "known to A" not in nobody
    assert "B holds 6 hidden cards, 2 Transformers; known to A: G1* P1." in describe(state.observation(0))
    assert (
        "A (you) holds Orange 2, Green 2 (Transformer), Blue 1, Bypass, Blown Fuse (Transformer); known to B: O2."
        in (describe(state.observation(0)))
    )


def test_private_backs_are_not_shown():
    text = MIDDLE.replace("kB=P1G1*", "kB=P1G1") + " tA=2-2 tB=1-2"
    state = at(text, hand_backs="private")
    view = state.observation(0)
    table = unfolded(view)
    assert "? ? ? ? ? ?   6 cards, 1 to 2 Transformers   known to A: G1 P1" in table
    assert "5 cards, 2 Transformers" in table_text(state.observation(1))
    assert "│ 1 2 3 " in table
    assert "Draw pile  4 cards; top ▮* Transformer" in table
    assert "Discard    5 cards: O1 O1 G3 S F" in table
    assert "a hidden card" in texts(svg(view))
    assert "Orange 3 (Transformer)" not in texts(svg(view))
    assert "│ 1 2 3* " in table_text(state)
    assert "known to A: G1 P1" in table_text(state)


def test_random_backs_seen_from_both_sides():
    cards = "O1O2O3G1G2G3B1B2B3P1P2P3" * 3
    text = f"+|/-|/-|/+| 0:0 Am O1G2 B1* {{{cards}O1*}}^ - 40 qS=O1*"
    view = at(text, transformer_backs="uniform_random").observation(None)
    assert "Seen       from both sides before, hidden now: O1*" in table_text(view)
    assert "Seen from both sides before, hidden now: O1*." in describe(view)


def test_long_knowledge_is_cut_in_the_picture_and_whole_in_its_description():
    table = look(at(MIDDLE))
    notes = (("Seen", "from both sides: " + "O1* " * 40),)
    picture = drawing.draw(dataclasses.replace(table, notes=notes), "all of it")
    assert next(text for text in texts(picture) if text.startswith("Seen")).endswith("…")
    assert max(map(len, texts(picture))) < 120


@pytest.mark.parametrize(
    ("fields", "options", "due"),
    [
        ("?deal - - {O1O2*G1G2G3P1P2P3}^?", {}, "To be settled: who takes the first turn"),
        ("Bdeal - - {O1O2*G1G2G3P1P2P3}^", {}, "The cards are being dealt; B begins"),
        ("Am O1O2 - {O1O2*}^?", {}, "The next back of the pile comes to light"),
        ("Am+ O1O2 - {O1O2*}^", {}, "A is drawing a card"),
        ("Am O1O2 - {O1O2*}^", {}, "A to play or draw"),
        ("Am - B1 {O1O2*}^", {}, "A to draw"),
        ("Am O1O1O2O2O3O3 - {O2*}", {}, "A to play (6 cards: no room for two draws)"),
        ("Am O1O2 - 0", {}, "A to play"),
        ("BpG - O1 {O2*}", {}, "B to play a second card (not on Green) or draw"),
        ("BpG - O1 {O2*}", {"two_plays": "printed_colours"}, "B to play a second card (no Green number card) or draw"),
        ("Bp-G - O1 {O2*}", {"two_plays": "printed_colours"}, "B to play a second card or draw"),
        ("Bd - O1 {O2*}", {}, "B draws the second card"),
        ("Bd1 - O1 {O2*}", {"flip_timing": "end_of_draws"}, "B draws the second card, then flips a token"),
        ("Bfd - O1 {O2*}", {}, "B flips a token, then draws the second card"),
        ("Bfe - O1 {O2*}", {}, "B flips a token"),
        ("Bfe - O1 {O2*}", {"edition": "2006"}, "B flips a Terminal Token"),
        ("Bfe2 - O1 {O2*}", {"flip_timing": "end_of_draws"}, "B flips two tokens, one after the other"),
    ],
)
def test_what_is_due_in_words(fields, options, due):
    state = at(f"+|/-|/-|/+| 0:0 {fields} - 1", **options)
    for one in shown(state):
        assert look(one).due == due
        assert table_text(one).splitlines()[1].removesuffix(" - your turn") == due
        assert due in texts(svg(one))
        assert f". {due}." in describe(one)


def test_what_is_due_where_the_cards_have_run_out():
    state = at("+|/-|/-|/+| 0:0 Bd O1 - =O2 - 1")
    state = state.apply(1, state.legal_actions(1)[0])
    state = state.draw(state.chance_outcomes()[0][0])
    state = state.apply(0, state.legal_actions(0)[0])
    for one in shown(state):
        assert look(one).due == "A to do nothing: no cards are left"


def test_the_end():
    for score, best in (("4:1", "A wins 4:1"), ("2:4", "B wins 4:2")):
        state = at(f"+|/-|/-|/+| {score} Bx O1 - {{O2*}} - 30")
        for one in shown(state):
            table = table_text(one)
            assert best in table
            assert re.findall("([AB]).* ●●●●   WINS", table) == [best[0]]
            assert "►" not in table
            assert texts(svg(one)).count("wins") == 1


def test_who_is_ahead_depends_on_the_sign():
    state = at("+3|1/-3|1/-2|2/+S| 0:0 Am O1O1 - {O2*} - 9")
    green, orange, blue, purple = (
        [p.standing(0), p.standing(1)] for p in (look(state).places[i] for i in (1, 0, 2, 3))
    )
    assert (orange, green, blue, purple) == (["ahead", ""], ["", "ahead"], ["tie", "tie"], ["tie", "tie"])
    sentences = describe(state).splitlines()
    assert "Orange shows plus, the higher total wins; 2 of 5 cards. " in sentences[2]
    assert sentences[2].endswith("A is ahead.")
    assert sentences[3].endswith("B is ahead.")
    assert sentences[4].endswith("A tie: whoever plays the fifth card would lose it.")


def test_lamps_count_the_sets():
    state = at("+|/-|/-|/+| 1:0 Am O1O1 - {O2*} - 9", target_sets="2")
    assert "A        track ●○ " in table_text(state)
    assert "Sets: A 1, B 0; 2 sets (the end of the track) win." in describe(state)
    assert "1 set (the end of the track) wins" in describe(at("+|/-|/-|/+| 0:0 Am O1 - {O2*} - 9", target_sets="1"))
    assert {"track  1 of 2", "track  0 of 2"} <= set(texts(svg(state)))


def test_editions_differ_in_names_and_looks_only():
    new, old = (at(START, edition=edition).observation(0) for edition in ("2017", "2006"))
    assert "VOLTAGE 2006" in table_text(old)
    assert "flips a Terminal Token" in table_text(old)
    assert "sockets ○○○○" in table_text(old)
    assert "* Transformer: who draws it flips a Terminal Token" in unfolded(old).replace("   Terminal", " Terminal")
    assert "the light bulb" in describe(old)
    assert "Drawing it flips a Terminal Token." in describe(old)
    assert max(map(len, table_text(old).splitlines())) <= 80
    for name in ("token", "track", "goal"):
        assert getattr(NAMES["2006"], name) != getattr(NAMES["2017"], name)
    for view, skin, other in ((new, "2017", "2006"), (old, "2006", "2017")):
        assert drawing.SKINS[skin].ground in svg(view)
        assert drawing.SKINS[other].ground not in svg(view)


def test_the_piles():
    state = at(MIDDLE)
    assert "Next       O2* G1* B3 P1" in table_text(state)
    assert "Next cards of the pile: Orange 2 (Transformer), Green 1 (Transformer), Blue 3, Purple 1." in describe(state)
    assert "next O2* G1* B3 P1" in texts(svg(state))
    assert "next B2* F* O3 F B3* B3 O3* …" in texts(svg(at(START)))
    assert "Next" not in table_text(state.observation(0))
    assert "Discard    5 cards: O1 O1* G3* S F" in table_text(state.observation(0))
    assert "Discard pile: 5 cards: Orange 1, Orange 1 (Transformer)," in describe(state.observation(0))
    assert "Draw pile: 4 cards, 2 Transformers. The top card is a hidden Transformer. Drawing it flips a token." in (
        describe(state.observation(0))
    )
    empty = at("+|/-|/-|/+| 0:0 Am O1 - 0 - 9")
    assert "Draw pile  empty\n" in table_text(empty)
    assert "Draw pile: empty.\n" in describe(empty)
    assert "empty" in texts(svg(empty))
    one = at("+|/-|/-|/+| 0:0 Am O1 - {O2} - 9")
    assert "Draw pile  1 card, no Transformers; top ▯ plain" in table_text(one)
    assert "Draw pile  1 card, no Transformers; the top back is not seen yet" in (
        table_text(at("+|/-|/-|/+| 0:0 Am O1 - {O2}^? - 9"))
    )


def test_a_closed_discard_pile_tells_its_size_only():
    view = at(MIDDLE, discard_view="top_only").observation(0)
    assert "Discard    5 cards\n" in table_text(view)
    assert describe(view).splitlines()[-1] == "Discard pile: 5 cards."
    assert "contents not shown" in texts(svg(view))
    assert "Green 3 (Transformer)" not in texts(svg(view))


# ----------------------------------------------------------------------- svg
def test_the_picture_stands_alone_and_can_be_read_aloud():
    for edition in ("2017", "2006"):
        view = at(START, edition=edition).observation(0)
        root = ET.fromstring(svg(view))
        assert (root.get("width"), root.get("height"), root.get("role")) == ("900", "560", "img")
        assert (
            root.findtext(f"{SVG}title")
            == root.get("aria-label")
            == f"Voltage, {edition} edition, turn 1: A to play or draw"
        )
        assert root.findtext(f"{SVG}desc") == describe(view)
        assert not [e for e in root.iter() if e.tag.removeprefix(SVG) in ("script", "style", "image", "use")]
        assert not [e for e in root.iter() if {"id", "href"} & set(e.keys())]
        assert "url(" not in svg(view)


def test_the_picture_names_every_card():
    state = at(MIDDLE)
    names = texts(svg(state))
    assert {"Orange 3 (Transformer)", "Bypass", "Blown Fuse (Transformer)", "a hidden Transformer"} <= set(names)
    assert names.count("Purple 3") == 3
    assert {"Orange", "Green", "Blue", "Purple", "HIGH WINS", "LOW WINS", "4/5", "0/5"} <= set(names)
    assert names.count("a hidden plain card") == 0
    assert texts(svg(state.observation(0))).count("a hidden plain card") == 4


def test_what_is_written_is_escaped():
    table = dataclasses.replace(look(at(START)), due="<b>\"A\" & 'B'</b>")
    picture = drawing.draw(table, "</desc><script>")
    assert "<b>\"A\" & 'B'</b>" in texts(picture)
    assert "<script" not in picture
    assert ET.fromstring(picture).findtext(f"{SVG}desc") == "</desc><script>"


def test_a_low_table_explains_its_signs_until_something_is_discarded():
    for width, line in (
        (80, "Cards      S Bypass · F Blown Fuse · * Transformer: who draws it flips a token"),
        (60, "Cards      S Bypass · F Fuse · * flips a token"),
        (49, "Cards      S Bypass · F Fuse · * flips a token"),
    ):
        assert table_text(at(START).observation(0), low=True, width=width).splitlines()[-1] == line
        assert "Bypass" not in table_text(at(MIDDLE).observation(0), low=True, width=width)


def test_the_signs_of_the_picture_stand_apart():
    for edition in ("2017", "2006"):
        picture = svg(at(MIDDLE, edition=edition).observation(0))
        skin = drawing.SKINS[edition]
        assert {"Bypass", "Blown Fuse", "Transformer: who draws it flips a " + NAMES[edition].token} <= set(
            texts(picture)
        )
        root = ET.fromstring(picture)
        plates = [e for e in root.iter(f"{SVG}rect") if (e.get("width"), e.get("height")) == ("34", "10")]
        assert plates
        assert {e.get("stroke") for e in plates} == {skin.lit}
        rails = [e for e in root.iter(f"{SVG}path") if "l6 -14 l6 28" in e.get("d")]
        assert {e.get("d").count("M") for e in rails} == {3}  # between the terminals only
        assert "M6 285" not in picture


def test_many_copies_of_a_face_stay_in_their_column():
    state = at("+|/-|/-|/+| 0:0 Am G1 - {O2} O1O1O1O1O1O1O1O1 9")
    assert texts(svg(state)).count("Orange 1") == 8
