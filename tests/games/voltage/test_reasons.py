"""Every refusal: its rule, its sentence, and what would be legal instead."""

import pytest

from leyden.core.contract import Illegal, Node, Seat
from leyden.games.voltage import Voltage
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import PlayBypass

from .vectors import follow

A, B = Seat(0), Seat(1)
FORBIDDEN = {"special_without_target": "forbidden"}
SCORE_FIRST = {"special_as_fifth": "score_first"}
PRINTED = {"two_plays": "printed_colours"}

# options, position, action, rule, sentence
REFUSED = [
    ({}, "-|/-|/-|/+| 2:4 Ax G1 - =P2 - 30", "d", "V-51", "the game is over: B has won"),
    (
        {},
        "+|/-|/-|/+| 0:0 Am+ G1 - =P2 - 1",
        "d",
        "V-42",
        "a card is still on its way from the pile; nobody decides now",
    ),
    (
        {},
        "+|/-|/-|/+| 0:0 Afe O1*G2 - =P2 - 1",
        "G2a",
        "V-43",
        "a Transformer was drawn: first flip one of the four tokens",
    ),
    (
        {},
        "+|/-|/-|/+| 0:0 Afd O1*G2 - =P2 - 1",
        "d",
        "V-43",
        "a Transformer was drawn: first flip one of the four tokens",
    ),
    ({}, "+|/-|/-|/+| 0:0 Am O1 - =P2 - 1", "~O", "V-46", "a token is flipped only after drawing a Transformer"),
    (
        {"flip_timing": "end_of_draws"},
        "+|/-|/-|/+| 0:0 Ad1 O1O2*O3 - =P2 - 1",
        "~O",
        "VQ-26",
        "the flip comes when both cards are drawn",
    ),
    ({}, "+|/-|/-|/+| 0:0 Am O1 - 0 - 1", "d", "I-3", "there is no card left to draw in this study position"),
    (
        {},
        "+|/-|/-|/+| 0:0 Am O1O1O2O2O3O3 - =P2 - 1",
        "d",
        "V-17",
        "two draws would make 8 cards; with 6 in hand, play first",
    ),
    (
        {},
        "+|/-|/-|/+| 0:0 Ad O1O2O3 - =P2 - 1",
        "O1a",
        "V-14",
        "after a draw no card is played; the second step is another draw",
    ),
    (
        {"flip_timing": "end_of_draws"},
        "+|/-|/-|/+| 0:0 Ad1 O1O2*O3 - =P2 - 1",
        "O1a",
        "V-14",
        "after a draw no card is played; the second step is another draw",
    ),
    ({}, "+|/-|/-|/+| 0:0 Am O1 - =P2 - 1", "G2a", "V-13", "there is no Green 2 in your hand"),
    ({}, "+|/-|/-|/+| 0:0 Am O1 - =P2 - 1", "S*G=0", "V-13", "there is no Bypass (Transformer) in your hand"),
    (
        {},
        "+|/-|/-|/+| 0:0 Am O1F - =P2 - 1",
        "O1*a",
        "VQ-21",
        "your Orange 1 is plain, not a Transformer",
    ),
    (
        {},
        "+|/-|/-|/+| 0:0 Am O1*F - =P2 - 1",
        "O1a",
        "VQ-21",
        "your Orange 1 is a Transformer, which is written with a star",
    ),
    (
        {},
        "+1|/-|/-|/+| 0:0 ApO O2S - =P2 - 1",
        "O2b",
        "V-16",
        "the first play of this turn was on Orange; the second goes to another terminal",
    ),
    (
        {},
        "+1|/-|/-|/+| 0:0 ApO O2S - =P2 - 1",
        "SO=0",
        "V-16",
        "the first play of this turn was on Orange; the second goes to another terminal",
    ),
    (
        PRINTED,
        "+1|/-|/-|/+| 0:0 ApO O2S - =P2 - 1",
        "O2b",
        "V-16",
        "the first play of this turn was on Orange; the second goes to another terminal",
    ),
    (
        PRINTED,
        "+1|/-|/-|/+| 0:0 ApO O2S - =P2 - 1",
        "SO=1",
        "V-26",
        "there is no Orange 1 on B's side of Orange, which is empty",
    ),
    (
        PRINTED,
        "+|S/-|/-|/+| 0:0 Ap-O F - =P2 - 1",
        "FO=F",
        "V-29",
        "there is no Blown Fuse on B's side of Orange, which holds S",
    ),
    (
        FORBIDDEN,
        "+1|/-|/-|/+| 0:0 Am O1S - =P2 - 1",
        "SO=0",
        "VQ-14",
        "a Bypass may go only where it has a target, and Orange has none opposite",
    ),
    (
        FORBIDDEN | {"fuse_targets": "number_only"},
        "+1|S/-|/-|/+| 0:0 Am O1F - =P2 - 1",
        "FO=0",
        "VQ-14",
        "a Blown Fuse may go only where it has a target, and Orange has none opposite",
    ),
    (
        {"special_effect": "compulsory"},
        "+|1/-|/-|/+| 0:0 Am O1F - =P2 - 1",
        "FO=0",
        "VQ-15",
        "the effect of a Blown Fuse is compulsory here: choose a target on Orange",
    ),
    (
        {"fuse_targets": "number_only"},
        "+|1S/-|/-|/+| 0:0 Am O1F - =P2 - 1",
        "FO=S",
        "VQ-18",
        "a Blown Fuse can only take a number card, not a Bypass",
    ),
    (
        {"hand_backs": "private"},
        "+|1*/-|/-|/+| 0:0 Am O1F - =P2 - 1",
        "FO=1*",
        "VQ-32",
        "the backs on the table are hidden: name the target by its face alone",
    ),
    (
        {},
        "+|/-|1*3/-|/+| 0:0 Am O1S - =P2 - 1",
        "SG=1",
        "V-26",
        "there is no Green 1 on B's side of Green, which holds 1*3",
    ),
    (
        {},
        "+|/-|1S*/-|/+| 0:0 Am O1F - =P2 - 1",
        "FG=S",
        "V-29",
        "there is no Bypass on B's side of Green, which holds 1S*",
    ),
    (
        SCORE_FIRST,
        "+|/-|1122/-|/+| 0:0 Am O1F - =P2 - 1",
        "FG=1",
        "VQ-16",
        "Green holds four cards: the fifth scores the set first, without an effect",
    ),
]


@pytest.mark.rule(
    "V-13", "V-14", "V-16", "V-17", "V-28", "V-51", "VQ-13", "VQ-14", "VQ-15", "VQ-16", "VQ-18", "VQ-21", "VQ-32"
)
@pytest.mark.parametrize(("options", "position", "text", "rule", "sentence"), REFUSED)
def test_a_refusal_names_the_rule_and_says_it_in_words(options, position, text, rule, sentence):
    state = Voltage.load(**options).position(position)
    action = state.game.parse(text, state, strict=True)
    with pytest.raises(Illegal) as caught:
        state.apply(A, action)
    assert (caught.value.refusal.rule, caught.value.refusal.text) == (rule, sentence)
    assert caught.value.refusal.legal == tuple(map(str, state.legal_actions(A)))
    assert state.observation(A).refusal(action) == caught.value.refusal
    assert state == Voltage.load(**options).position(position)


@pytest.mark.rule("V-12")
def test_the_other_seat_is_told_whose_turn_it_is():
    state = Voltage.load().position("+|/-|/-|/+| 0:0 Am O1 G1 =P2 - 1")
    refusal = state.refusal(B, state.game.actions.action(r.DRAW))
    assert (refusal.rule, refusal.text, refusal.legal) == ("V-12", "it is A's turn", ())


@pytest.mark.rule("V-1")
def test_a_spectator_has_no_moves():
    view = Voltage.load().position("+|/-|/-|/+| 0:0 Am O1 G1 =P2 - 1").observation(None)
    refusal = view.refusal(view.game.actions.action(r.DRAW))
    assert (refusal.rule, refusal.text) == ("V-1", "a spectator has no moves")


@pytest.mark.rule("V-28")
def test_a_bypass_that_would_take_a_special_card_is_no_action_of_the_game():
    state = Voltage.load().position("+|1S/-|/-|/+| 0:0 Am O1S - =P2 - 1")
    with pytest.raises(ValueError, match="is not an action of Voltage"):
        state.refusal(A, PlayBypass(r.BYPASS, False, 0, (r.BYPASS, False), A))


def test_what_is_legal_has_no_refusal():
    state = Voltage.load().position("+|12S/-|/-1|/+| 0:0 Am O1S*F - =P2 - 1")
    for action in state.legal_actions(A):
        assert state.refusal(A, action) is None
        assert state.observation(A).refusal(action) is None


def test_every_action_is_either_legal_or_refused_with_a_rule_and_a_sentence():
    for text in ("Am O1O2*G1S", "ApG O1O2*S", "Ad O1O2*S", "Afe O1O2*GS", "Am O1O2*G1SS*F"):
        state = Voltage.load().position(f"+1|2S/-|/-|/+11|1 0:0 {text.replace('GS', 'G1S')} - =P2P3 - 1")
        legal = set(state.legal_actions(A))
        for number in range(len(state.game.actions)):
            action = state.game.actions.action(number, A)
            refusal = state.refusal(A, action)
            assert (refusal is None) == (action in legal)
            assert refusal is None or (refusal.rule and refusal.text[0].islower())


def test_nothing_is_legal_while_chance_decides():
    state = follow(Voltage.load().position("+|/-|/-|/+| 0:0 Am O1G1 - {P1P2*P3} - 1"), "")
    assert state.node is Node.CHANCE
    assert state.legal_actions(A) == ()
