"""Reading and writing positions and actions: what is written, what is understood, and where it goes wrong."""

import pickle

import pytest

from leyden.core.contract import BadInput, Node, Seat
from leyden.games.voltage import Voltage
from leyden.games.voltage.notation import OWN_TERMINAL

from .vectors import follow, golden_game

A, B = Seat(0), Seat(1)
GOLDEN = golden_game()
BOARD = "+|/-|/-|/+|"
PRIVATE, RANDOM = {"hand_backs": "private"}, {"transformer_backs": "uniform_random"}


def complaint(text: str, **options: object) -> BadInput:
    with pytest.raises(BadInput) as caught:
        Voltage.load(**options).position(text)
    return caught.value


# --------------------------------------------------- what cannot be read, and where
@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("", 1, "a position has eight fields (board scores state handA handB pile discard turn), this one has 0"),
        (f"{BOARD} 0:0 Am - - 0 -", 27, "a position has eight fields"),
        ("+|/-|/-| 0:0 Am - - 0 - 1", 1, "the board has 3 terminals instead of 4 (O/G/B/P)"),
        ("+|/*|/-|/+| 0:0 Am - - 0 - 1", 4, "terminal G starts with its sign, + or -, not '*'"),
        ("+|//-|/+| 0:0 Am - - 0 - 1", 4, "terminal G starts with its sign, + or -, not ''"),
        ("+|/-|1|/-|/+| 0:0 Am - - 0 - 1", 4, "terminal G is written as sign, A's cards, |, B's cards"),
        ("+|/-1/-|/+| 0:0 Am - - 0 - 1", 4, "terminal G is written as sign, A's cards, |, B's cards"),
        ("+|/-1|4/-|/+| 0:0 Am - - 0 - 1", 7, "'4' is not a card; cards are 1, 2, 3, S, F, with * for a Transformer"),
        ("+|/-O1|/-|/+| 0:0 Am - - 0 - 1", 5, "'O1' is not a card; cards are 1, 2, 3, S, F"),
        ("+|/-|/-111|11/+| 0:0 Am - - 0 - 1", 7, "terminal B holds 5 cards; a set of five is scored at once"),
        (f"{BOARD} 0-0 Am - - 0 - 1", 13, "the scores are written A:B, for example 2:1, not '0-0'"),
        (f"{BOARD} 0:0 Cm - - 0 - 1", 17, "'Cm' is not an active seat with a phase, for example Am, BpO, Afd"),
        (f"{BOARD} 0:0 A - - 0 - 1", 17, "'A' is not an active seat with a phase"),
        (f"{BOARD} 0:0 ApX - - 0 - 1", 17, "'ApX' is not an active seat with a phase"),
        (f"{BOARD} 0:0 Am O1X - 0 - 1", 22, "'X' is not a card; cards are O1 … P3, S, F, with * for a Transformer"),
        (f"{BOARD} 0:0 Am - O4 0 - 1", 22, "'O4' is not a card"),
        (f"{BOARD} 0:0 Am ?? - 0 - 1", 20, "hidden cards make a player's view, not a position; write every card"),
        (f"{BOARD} 0:0 Am O1O1*B1S ????* 47* - 1", 29, "hidden cards make a player's view, not a position; write"),
        (f"{BOARD} 0:0 Am O1?* - 47* - 1", 22, "hidden cards make a player's view, not a position; write"),
        (f"{BOARD} 0:0 Am - - 48 - 1", 24, "a number of cards makes a player's view, not a position; the pile is"),
        (f"{BOARD} 0:0 Am - - O1 - 1", 24, "the pile is written =cards (top first), {cards} (order unknown) or 0"),
        (f"{BOARD} 0:0 Am - - ^ - 1", 24, "the pile is written =cards (top first), {cards} (order unknown) or 0"),
        (f"{BOARD} 0:0 Am - - =O1X - 1", 27, "'X' is not a card"),
        (f"{BOARD} 0:0 Am - - {{O1X}} - 1", 27, "'X' is not a card"),
        (f"{BOARD} 0:0 Am - - =G1{{O1X}} - 1", 30, "'X' is not a card"),
        (f"{BOARD} 0:0 Am - - 0 O1O 1", 28, "'O' is not a card"),
        (f"{BOARD} 0:0 Am - - 0 - 0", 28, "the turn is a number from 1 to 32000, not '0'"),
        (f"{BOARD} 0:0 Am - - 0 - x", 28, "the turn is a number from 1 to 32000, not 'x'"),
        (f"{BOARD} 0:0 Am O1 - 0 - 1 kA=O1 kA=O1", 37, "kA is written twice"),
        (f"{BOARD} 0:0 Am O1 - 0 - 1 tA=0-1 tA=0-1", 38, "tA is written twice"),
        (f"{BOARD} 0:0 Am O1 - 0 - 1 kA=O1X", 36, "'X' is not a card"),
        (f"{BOARD} 0:0 Am O1 - 0 - 1 kC=O1", 31, "'kC=O1' is none of kA=cards"),
        (f"{BOARD} 0:0 Am O1 - 0 - 1 kA=", 31, "'kA=' is none of kA=cards"),
        (f"{BOARD} 0:0 Am O1 - 0 - 1 tA=0-7", 31, "'tA=0-7' is none of kA=cards"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_column(text, column, sentence):
    wrong = complaint(text)
    assert wrong.text.startswith(sentence)
    assert wrong.column == column


# -------------------------------------------------------- what no table can show
EACH = "four each are dealt in turn, from the first player on"
DEALING = "while cards are dealt nothing has been played: no cards lie elsewhere, it is turn 1, 0:0"
ENDED = f"{BOARD} {{}} Ax - - 0 O1 30"


@pytest.mark.parametrize(
    ("options", "text", "rule", "sentence"),
    [
        ({}, f"{BOARD} 0:0 Am O1O1O1O1O2O2O2 - 0 - 1", "V-17", "A holds 7 cards; a hand never exceeds six"),
        ({}, f"{BOARD} 0:0 Am - O1O1O1O1O2O2O2 0 - 1", "V-17", "B holds 7 cards; a hand never exceeds six"),
        ({}, f"{BOARD} 0:0 Am+ O1O1O1O1O2 - {{G1}} - 1", "V-17", "A holds 5 cards; in phase m+ at most 4"),
        ({}, f"{BOARD} 0:0 BpO - O1O1O1O1O2O2 0 - 1", "V-17", "B holds 6 cards; in phase pO at most 5"),
        ({}, f"{BOARD} 0:0 Ad O1O1O1O1O2O2 - 0 - 1", "V-17", "A holds 6 cards; in phase d at most 5"),
        ({}, f"{BOARD} 0:0 Afd O1O1O1O1O2O2* - 0 - 1", "V-17", "A holds 6 cards; in phase fd at most 5"),
        ({}, f"{BOARD} 0:0 Am+ O1 - 0 O1 1", "V-42", "no card can be on its way from an empty pile"),
        *(
            (
                {},
                f"{BOARD} 0:0 {seat}deal {a} {b} {{G1G1G1G2G2G2*G3G3}} - 1",
                "VQ-46",
                f"A holds {n} cards and B {m}; {EACH}",
            )
            for seat, a, n, b, m in [
                ("A", "-", 0, "O1", 1),
                ("B", "O1", 1, "-", 0),
                ("A", "O1O1", 2, "-", 0),
                ("A", "O1O1O2O2", 4, "O3O3G1G1", 4),
                ("?", "O1", 1, "-", 0),
            ]
        ),
        ({}, f"{BOARD} 0:0 Adeal O1 - {{O2O2O3O3G1G1G1}} B1 1", "V-8", DEALING),
        ({}, f"{BOARD} 0:1 Adeal O1 - {{O2O2O3O3G1G1G1}} - 1", "V-8", DEALING),
        ({}, f"{BOARD} 0:0 Adeal O1 - {{O2O2O3O3G1G1G1}} - 2", "V-8", DEALING),
        ({}, f"{BOARD} 0:0 Adeal O1 - {{O2O2O3O3G1G1}} - 1", "V-8", "7 cards are too few to deal four to each player"),
        ({}, ENDED.format("3:2"), "V-51", "the game is over when one player has 4 sets, not at 3:2"),
        ({}, ENDED.format("4:4"), "V-51", "the game is over when one player has 4 sets, not at 4:4"),
        ({}, ENDED.format("5:0"), "V-51", "the game is over when one player has 4 sets, not at 5:0"),
        ({}, f"{BOARD} 4:0 Am - - 0 O1 30", "V-51", "with 4 sets the game is over (phase x)"),
        ({"target_sets": 1}, f"{BOARD} 1:0 Am - - 0 O1 30", "V-51", "with 1 set the game is over (phase x)"),
        ({}, f"{BOARD} 0:0 Ap-O O1 - 0 - 1", "VQ-7", "phase p-O exists only with two_plays=printed_colours"),
        ({}, f"{BOARD} 0:0 Ad1 O1 - 0 - 1", "VQ-26", "phase d1 exists only with flip_timing=end_of_draws"),
        ({}, f"{BOARD} 0:0 Afe2 O1 - 0 - 1", "VQ-26", "phase fe2 exists only with flip_timing=end_of_draws"),
        (
            {"flip_timing": "end_of_draws"},
            f"{BOARD} 0:0 Afd O1 - 0 - 1",
            "VQ-26",
            "phase fd does not exist with flip_timing=end_of_draws",
        ),
        ({}, f"{BOARD} 0:0 Afe+ O1 - 0 - 1", "V-42", "no card is on its way in phase fe"),
        ({}, f"{BOARD} 0:0 Adeal+ O1 - 0 - 1", "V-42", "no card is on its way in phase deal"),
        (
            {},
            f"{BOARD} 0:0 Am O1 - {{O1}}~1 - 1",
            "VQ-2",
            "unassigned backs (~) exist only with transformer_backs=uniform_random",
        ),
        ({}, f"{BOARD} 0:0 ?m O1 - 0 - 1", "V-11", "it is settled who begins before cards are dealt"),
        ({}, f"{BOARD} 0:0 Am O1 - =O1^* - 1", "VC-6", "the sign behind ^ contradicts the top card of the pile"),
        ({}, f"{BOARD} 0:0 Am O1 - =O1*^ - 1", "VC-6", "the sign behind ^ contradicts the top card of the pile"),
        ({}, f"{BOARD} 0:0 Am O1 - {{O1}}^* - 1", "VC-6", "no card of the pile has the back written behind ^"),
        ({}, f"{BOARD} 0:0 Am O1 - 0 - 1 kA=O2", "VQ-37", "kA names O2, which is not there"),
        ({}, f"{BOARD} 0:0 Am O1 - 0 - 1 kAB=O2", "VQ-37", "kAB names O2, which is not there"),
        (RANDOM, f"{BOARD} 0:0 Am O1 - 0 - 1 qA=G1", "VC-15", "qA names G1, which is not there"),
        (
            {},
            f"{BOARD} 0:0 Am O1 O2 0 - 1 qA=O2",
            "VC-15",
            "qA, qB and qS exist only with transformer_backs=uniform_random and public backs",
        ),
        ({}, f"{BOARD} 0:0 Am O1 - 0 - 1 tA=6-0", "VC-14", "tA and tB exist only with hand_backs=private"),
        (PRIVATE, f"{BOARD} 0:0 Am O1 - 0 - 1 tA=1-0", "VQ-32", "tA does not allow the Transformers of that hand"),
        (PRIVATE, f"{BOARD} 0:0 Am O1 - 0 - 1 tA=1-1", "VQ-32", "tA does not allow the Transformers of that hand"),
        (PRIVATE, f"{BOARD} 0:0 Am - O1* 0 - 1 tB=0-0", "VQ-32", "tB does not allow the Transformers of that hand"),
    ],
)
def test_what_no_table_can_show_is_refused_with_its_rule(options, text, rule, sentence):
    wrong = complaint(text, **options)
    assert (wrong.rule, wrong.text) == (rule, sentence)


# ------------------------------------------------------------- full positions
@pytest.mark.rule("I-1", "V-2", "V-3", "V-16", "V-18", "V-43", "VC-1")
@pytest.mark.parametrize(
    ("old", "new", "rule", "sentence"),
    [
        ("=B2*", "=B2*O1", "I-1", "57 cards in a game of 56"),
        ("=B2*F*", "=B2F*", "V-2", "3 of B2 instead of 2"),
        ("=B2*F*", "=B2*F", "V-2", "4 of F instead of 3"),
        (" O1O3P1P3 B2*P3SF =B2*", " O1O3P1P3B2* B2*P3SF =", "V-18", "A holds 5 cards; in phase m"),
        (" O1O3P1P3 B2*P3SF =B2*", " O1O3P1P3 B2*B2*P3SF =", "V-18", "B holds 5 cards; in phase m"),
        (" Am ", " Ad ", "V-18", "A holds 4 cards; in phase d"),
        (" Am ", " ApO ", "V-18", "A holds 4 cards; in phase pO"),
        (" Am ", " Afd ", "V-18", "A holds 4 cards; in phase fd"),
        (" Am ", " Afe ", "V-43", "phase fe, but no Transformer was drawn: A holds too few of them"),
        (" Am O1O3P1P3 B2*P3SF =B2*", " Afd O1O3P1P3S B2*P3B2*F =", "V-43", "phase fd, but no Transformer was drawn"),
        (
            " Am O1O3P1P3 B2*P3SF =B2*",
            " ApO O1O3P1P3B2* B2*P3SF =",
            "V-16",
            "phase pO, but nothing was played on O: it",
        ),
    ],
)
def test_a_full_position_must_be_the_deck_with_hands_of_the_right_parity(old, new, rule, sentence):
    assert old in GOLDEN.start
    wrong = complaint(GOLDEN.start.replace(old, new))
    assert wrong.rule == rule
    assert wrong.text.startswith(sentence)


@pytest.mark.rule("V-16", "V-43", "VC-1")
def test_a_full_position_may_show_a_drawn_transformer_or_a_cleared_terminal():
    for phase, score in (("fd", "0:0"), ("pO", "1:0")):
        text = GOLDEN.start.replace(" 0:0 Am O1O3P1P3 B2*P3SF =B2*", f" {score} A{phase} O1O3B2*P1P3 B2*P3SF =")
        assert str(Voltage.load().position(text)) == text
    two = GOLDEN.start.replace(" Am O1O3P1P3 B2*P3SF =B2*F*", " Afe2 O1O3B2*P1P3F* B2*P3SF =")
    late = Voltage.load(flip_timing="end_of_draws")
    assert str(late.position(two)) == two
    one = two.replace("P3F* B2*P3SF =", "P3S B2*P3FF* =")
    assert complaint(one, flip_timing="end_of_draws").rule == "V-43"


@pytest.mark.rule("VQ-2")
def test_a_full_position_has_no_unassigned_backs_unless_backs_are_random():
    assert complaint(GOLDEN.start.replace(" - 1", "~1 - 1")).rule == "VQ-2"


@pytest.mark.rule("V-18")
def test_a_finished_game_may_leave_an_odd_hand():
    state = Voltage.load().position(GOLDEN.end)
    assert [hand.size % 2 for hand in state.observation(None).hands] == [0, 1]
    assert str(state) == GOLDEN.end


@pytest.mark.rule("V-2", "V-3", "VC-12")
@pytest.mark.parametrize(
    ("backs", "rule", "sentence"),
    [("~17", "V-3", "17 Transformers instead of 18"), ("~18", None, None), ("", "V-3", "0 Transformers instead of 18")],
)
def test_random_backs_must_be_18(backs, rule, sentence):
    cards = "".join(f"{c}{v}" * 4 for c in "OGBP" for v in "123") + "SSSSFFFF"
    text = f"{BOARD} 0:0 ?deal - - {{{cards}}}{backs}^? - 1"
    if rule is None:
        assert Voltage.load(**RANDOM).position(text) == Voltage.load(**RANDOM).start()
        assert str(Voltage.load(**RANDOM).start()) == text
    else:
        assert (complaint(text, **RANDOM).rule, complaint(text, **RANDOM).text) == (rule, sentence)
    wrong = complaint(text.replace("~17", "~18").replace("}^?", "}~18^?").replace("O1O1O1O1", "O1O1O1O2"), **RANDOM)
    assert (wrong.rule, wrong.text) == ("V-2", "3 of O1 instead of 4")


# ------------------------------------------------------------------ round trips
@pytest.mark.rule("VC-13", "VC-7", "VC-6", "VC-16")
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, GOLDEN.start),
        ({}, GOLDEN.end),
        ({}, f"{BOARD} 0:0 Bdeal O1 B1 {{O2O2G1*G2G3P1}}^? - 1"),
        ({}, f"{BOARD} 0:0 ?deal - - {{O2O2G1*G2G3P1P2P3}}^? - 1"),
        ({}, f"{BOARD} 0:0 Am+ O1G1 - {{O2G1*}}^* - 1"),
        ({}, f"{BOARD} 0:0 ApB+ O1 - {{O2G1*}}^? - 2"),
        ({}, f"{BOARD} 0:0 Ad+ O1 - =O2{{G1G1*}} - 2"),
        ({}, f"{BOARD} 0:0 Am O1 - =O2G1^? - 2"),
        ({}, f"{BOARD} 0:0 Afe O1* - =O2G1 - 2"),
        ({}, f"{BOARD} 3:2 Bm O1G1 S*F {{O2}} - 9 kA=O1G1 kB=S*F"),
        ({}, f"{BOARD} 3:2 Bm O1G1 S*F {{O2}} - 9 kA=O1 kAB=O1S*"),
        ({}, f"{BOARD} 4:2 Ax O1 - 0 - 9"),
        ({"two_plays": "printed_colours"}, f"{BOARD} 0:0 Ap-P O1 - =O2 - 2"),
        ({"flip_timing": "end_of_draws"}, f"{BOARD} 0:0 Ad1 O1* - =O2 - 2"),
        ({"flip_timing": "end_of_draws"}, f"{BOARD} 0:0 Afe2 O1*G1* - =O2 - 2"),
        (PRIVATE, f"{BOARD} 0:0 Am O1*G1 - =O2 - 2 tA=1-2 tB=0-0"),
        (PRIVATE, f"{BOARD} 3:2 Am O1*G1 S =O2 - 2 kA=O1G1 kB=S tA=1-2 tB=0-1"),
        (RANDOM, f"{BOARD} 0:0 Am O1*G1 - {{O2O3}}~1^ - 2"),
    ],
)
def test_a_position_is_written_as_it_was_read(options, text):
    assert str(Voltage.load(**options).position(text)) == text


@pytest.mark.rule("VC-13", "VC-15", "VC-16")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{BOARD} 0:0 Am O1*G1 - {{O2O3}}~1^* - 2", "d"),
        (f"{BOARD} 3:2 Ad O1*G1 P1 {{O3}}~1^* G2S 2", "d(O3*)"),
    ],
)
def test_a_study_position_with_random_backs_is_written_as_it_is_read(text, line):
    state = follow(Voltage.load(**RANDOM).position(text), line)
    assert state.game.position(str(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        f"  {BOARD}   0:0 Am O1G1   - =O2 -  1 ",
        f"{BOARD} 0:0 Am G1O1 - =O2 - 1",
        "+/-/-/+ 0:0 Am O1G1 - =O2 - 1",
        f"{BOARD} 0:0 Am O1G1 - =O2^ - 1",
        f"{BOARD} 0:0 Am O1G1 - =O2{{}} - 1",
    ],
)
def test_spaces_and_the_order_of_cards_do_not_matter(text):
    assert str(Voltage.load().position(text)) == f"{BOARD} 0:0 Am O1G1 - =O2 - 1"


MINUS, EN, STAR, WIDE_BAR = "\N{MINUS SIGN}", "\N{EN DASH}", "\N{ASTERISK OPERATOR}", "\N{FULLWIDTH VERTICAL LINE}"


@pytest.mark.rule("VC-18")
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (f"{BOARD} 0:0 am o1g1 s* =o2 f* 1", f"{BOARD} 0:0 Am O1G1 S* =O2 F* 1"),
        (f"{BOARD} 0:0 bPo o1g1 s =o2 f 2", f"{BOARD} 0:0 BpO O1G1 S =O2 F 2"),
        (f"{BOARD} 0:0 AFE+ o1* - =o2 - 2".replace("+ o1", " o1"), f"{BOARD} 0:0 Afe O1* - =O2 - 2"),
        (f"+|/{MINUS}|/{EN}|/+| 0:0 Am O1{STAR} {EN} =O2 {MINUS} 1", f"{BOARD} 0:0 Am O1* - =O2 - 1"),
        (f"+{WIDE_BAR}/-|/-|/+| 0:0 Am O1 - {{O1o2*}}^{STAR} - 1", f"{BOARD} 0:0 Am O1 - {{O1O2*}}^* - 1"),
        ("-O1O1*|O3s/-1|g2/-|/+p3| 0:0 Am O1 - =O2 - 1", "-11*|3S/-1|2/-|/+3| 0:0 Am O1 - =O2 - 1"),
        (f"{BOARD} 0:0 Am O1 - =O2 - 1 ; the start; so to say", f"{BOARD} 0:0 Am O1 - =O2 - 1"),
        (f"\t{BOARD} 3:2\u00a0Bm O1  - =O2 - 1 KA=o1;", f"{BOARD} 3:2 Bm O1 - =O2 - 1 kA=O1"),
    ],
)
def test_a_position_may_be_spelled_in_several_ways(text, canonical):
    assert str(Voltage.load().position(text)) == canonical


def test_look_alikes_keep_their_columns():
    wrong = complaint(f"+|/{MINUS}1|4/-|/+| 0:0 Am - - 0 - 1")
    assert wrong.column == 7
    assert complaint("+|/-|/-\N{LATIN SMALL LIGATURE FI}|/+| 0:0 Am - - 0 - 1").column == 8


# -------------------------------------------------------------- nothing to do
@pytest.mark.rule("I-3", "I-5", "V-53", "VC-16")
@pytest.mark.parametrize("fields", ["Am - - 0", "Ad O1 - 0", "BpO - O1O2 0"])
def test_a_position_without_a_legal_action_is_refused(fields):
    wrong = complaint(f"{BOARD} 0:0 {fields} - 3")
    seat = fields[0]
    assert wrong.rule == "I-3"
    assert wrong.text == f"{seat} has no legal action: nothing in hand can be played, and both piles are empty"


@pytest.mark.rule("VC-16")
def test_what_runs_out_of_cards_while_it_is_played_stays_as_it_is():
    state = follow(Voltage.load().position(f"{BOARD} 0:0 Bd O1 - =O2 - 2"), "d O1a")
    assert state.acting == (A,)
    assert state.legal_actions(A) == ()
    assert state.refusal(A, state.game.parse("d", state)).rule == "I-3"
    assert pickle.loads(pickle.dumps(state)) == state
    for read in (lambda: state.game.position(str(state)), lambda: state.game.from_json(state.to_json())):
        with pytest.raises(BadInput, match="A has no legal action"):
            read()


# ------------------------------------------------------------- what chance owes
@pytest.mark.rule("VC-6", "VC-13")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("?deal - - {O1O1G1G1G2P1P1P1}^?", "it is not settled who begins; Adeal or Bdeal says it"),
        ("Am O1 - {O1O1*}", "not known; write ^ (plain) or ^* (a Transformer) behind the pile"),
        ("Am O1 - {O1}^?", "not known; write ^ (plain) or ^* (a Transformer) behind the pile"),
        ("Am O1 - =O1^?", "leave out the ^? behind the pile"),
        ("Am+ O1 - =O1", "a card is on its way to A; draw it, or leave out the + behind the phase"),
    ],
)
def test_what_chance_owes_is_said_with_how_to_write_it(text, says):
    state = Voltage.load().position(f"{BOARD} 0:0 {text} - 1")
    assert state.node is Node.CHANCE
    assert says in state.game.chance_due(state)


# ---------------------------------------------------------------------- actions
ACTING = f"{BOARD} 0:0 {{}}m O1O3*SF*G2 O1O3*SF*G2 =O2 - 1"


@pytest.mark.rule("VQ-42", "VC-18")
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("O3b", "O3b"),
        (" o3B ", "O3b"),
        ("orange 3 on B", "O3b"),
        ("Orange 3* own", "O3*a"),
        ("O3 opp", "O3b"),
        ("O3=theirs", "O3b"),
        ("O3 mine", "O3a"),
        ("g2 on A's side", "G2a"),
        ("SP=3", "SP=3"),
        ("s purple 3", "SP=3"),
        ("SP=none", "SP=0"),
        ("SP=-", "SP=0"),
        ("bypass purple P3*", "SP=3*"),
        ("swap on G nothing", "SG=0"),
        ("F*B=S*", "F*B=S*"),
        ("fuse* blue s", "F*B=S"),
        ("blown fuse G:2", "FG=2"),
        ("d", "d"),
        ("DRAW", "d"),
        ("draw a card", "d"),
        ("~G", "~G"),
        ("flip green", "~G"),
        ("flip p", "~P"),
        ("\N{TILDE OPERATOR}B", "~B"),
        ("\N{SMALL TILDE}B", "~B"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER O}\N{FULLWIDTH DIGIT THREE}\N{FULLWIDTH ASTERISK}b", "O3*b"),
        ("F\N{ASTERISK OPERATOR}B=S", "F*B=S"),
        ("SP=\N{EN DASH}", "SP=0"),
        ("d(O2*)", "d"),
        ("O3b{O-4:6A}", "O3b"),
        ("d(O2){r}", "d"),
    ],
)
def test_people_may_write_an_action_in_several_ways(text, canonical):
    state = Voltage.load().position(ACTING.format("A"))
    assert str(state.game.parse(text, state)) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"), [("O3 own", "O3b"), ("O3 opp", "O3a"), ("O3a", "O3a"), ("O3=own", "O3b")]
)
def test_own_and_opponents_side_depend_on_who_speaks(text, canonical):
    state = Voltage.load().position(ACTING.format("B"))
    assert str(state.game.parse(text, state)) == canonical


@pytest.mark.parametrize(
    "text", ["", "x", "O3c", "SX=1", "FO=4", "~X", "dd", "O3 on C", "~Grapefruit", "flip gromit", "~"]
)
def test_what_is_no_action_is_refused_with_examples(text):
    state = Voltage.load().position(ACTING.format("A"))
    with pytest.raises(BadInput, match="is not an action; write O3b") as caught:
        state.game.parse(text, state)
    assert caught.value.rule == "7.1"


@pytest.mark.rule("V-2", "V-12", "V-21", "V-22", "V-23", "V-26", "V-28")
@pytest.mark.parametrize(
    ("text", "rule", "hint"),
    [
        ("SO=S", "V-28", "a Bypass can only take a number card, never a special one"),
        ("S*P=F*", "V-28", "a Bypass can only take a number card, never a special one"),
        ("O3 on blue", "V-21", OWN_TERMINAL),
        ("Orange 3 Blue", "V-21", OWN_TERMINAL),
        ("O3 green B", "V-21", OWN_TERMINAL),
        ("O3G", "V-21", OWN_TERMINAL),
        ("O3 on P", "V-21", OWN_TERMINAL),
        ("SPa=3", "V-23", "a special card always goes on the opponent's side, which is not written"),
        ("F*O b", "V-23", "a special card always goes on the opponent's side, which is not written"),
        ("X1a", "V-2", "there is no such card; the cards are O1 to P3, S (Bypass) and F (Blown Fuse)"),
        ("SP=O3", "V-26", "a special card only reaches cards of its own terminal"),
        ("O3", "V-22", "say on whose side the card goes, for example O3a or O3b"),
        ("SO", "VQ-15", "say what it hits: SO=0 for nothing, or the card there, for example SO=3"),
        ("f*g", "VQ-15", "say what it hits: f*g=0 for nothing, or the card there, for example f*g=3"),
        ("S", "V-23", "say on which terminal, and what it hits, for example SP=3 or SP=0"),
        ("F*", "V-23", "say on which terminal, and what it hits, for example F*P=3 or F*P=0"),
        ("O4a", "V-2", "the cards of a colour show 1, 2 or 3"),
        ("pass", "V-12", "nobody can pass: a turn is two plays, a play and a draw, or two draws"),
    ],
)
def test_a_near_miss_is_refused_with_the_rule_behind_it(text, rule, hint):
    state = Voltage.load().position(ACTING.format("A"))
    for strict in (False, True):
        with pytest.raises(BadInput) as caught:
            state.game.parse(text, state, strict=strict)
        assert (caught.value.rule, caught.value.text) == (rule, f"{text!r} is not an action: {hint}")


@pytest.mark.parametrize("text", ["o3b", "p3A", "O3 b", "draw", "orange 3 on B", "SP=none", "flip green"])
def test_a_strict_reader_takes_the_canonical_text_only(text):
    state = Voltage.load().position(ACTING.format("A"))
    with pytest.raises(BadInput) as caught:
        state.game.parse(text, state, strict=True)
    assert "there is no such card" not in caught.value.text
    assert state.game.parse(text, state)


def test_a_text_is_read_for_the_seat_of_a_view():
    state = Voltage.load().position(ACTING.format("A"))
    assert str(state.game.parse("O3 own", state.observation(B))) == "O3b"
    assert str(state.game.parse("O3 own", state.observation(None))) == "O3a"
    over = Voltage.load().position(f"{BOARD} 4:2 Bx O1 - 0 - 9")
    assert str(over.game.parse("O3 own", over)) == "O3b"


@pytest.mark.parametrize("text", ["O1" + " " * 100_000 + "x", "d" + "{}" * 100_000, "o" * 100_000, "\n" * 100_000])
def test_an_action_of_any_length_is_answered_at_once(text):
    state = Voltage.load().position(ACTING.format("A"))
    for strict in (False, True):
        with pytest.raises(BadInput, match=r"is not an action|is too long for an action"):
            state.game.parse(text, state, strict=strict)


@pytest.mark.rule("V-12")
def test_turns_may_have_any_number_that_can_be_written_down():
    state = Voltage.load().position(f"{BOARD} 0:0 Am O1O2G1G2 - =O2 - 9999")
    after = state.apply(0, state.game.parse("O1a", state))
    after = after.apply(0, state.game.parse("G1a", after))
    assert str(after).endswith(" 10000")
    assert state.game.position(str(after)) == after
