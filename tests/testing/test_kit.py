"""The conformance kit on every game of the house and on a stranger's game, and the kit itself put to the test."""

import inspect
import re
from collections import Counter
from pathlib import Path

import pytest

from leyden import games
from leyden import testing as kit
from leyden.core.contract import BadInput, Node, Script, Seat
from leyden.testing import LAWS, Broken, check, statistics, walk
from leyden.testing.walks import alike, told
from tests.testing import powerswitch_worlds, toy, voltage_worlds
from tests.testing.mutants import MUTANTS
from tests.testing.toy import Bidding

MARGIN = 1e-4  # with the seeds used here, chance alone must look no odder than that
MORE_VOLTAGE = (
    {"hand_backs": "private"},
    {"transformer_backs": "uniform_random"},
    {"hand_backs": "private", "transformer_backs": "uniform_random"},
    {
        "reshuffle": "on_need",
        "flip_timing": "end_of_draws",
        "two_plays": "printed_colours",
        "special_without_target": "forbidden",
        "special_effect": "compulsory",
    },
    {
        "special_as_fifth": "score_first",
        "fuse_targets": "number_only",
        "polarity_after_set": "resets",
        "target_sets": "7",
        "value_counts": "5-4-3",
        "first_player": "B",
    },
)
MORE_POWER_SWITCH = (  # short ones: whole games have thousands of steps
    {"seats": 2, "max_rounds": 1, "first_dealer": "seat:2"},
    {"seats": 3, "max_rounds": 1, "shock_forced": "false", "shock_count": "3", "received": "hold", "pile_size": "12"},
    {"seats": 6, "max_rounds": 1, "switch_timing": "anytime", "give_last": "sit_out", "first_dealer": "random"},
    {"seats": 5, "end_rule": "rounds:2", "pile_size": "30", "switch_stuck": "end_turn", "switches_per_game": "3"},
    {"seats": 4, "target": "5", "give_last": "ends_round", "hand_counts": "hidden", "reveal_pile_end": "true"},
    {
        "seats": 4,
        "target": "5",
        "give_last": "exempt",
        "give_rule": "worst",
        "switch_empty": "forbid",
        "colour_die": "DL",
    },
)
ONE_GAME = ("powerswitch",)  # hundreds of decisions each
GAMES = {
    **{name: games.load(name) for name in games.names()},
    **{
        f"powerswitch {number}": games.load("powerswitch", **options)
        for number, options in enumerate(MORE_POWER_SWITCH, 1)
    },
    **{f"voltage {number}": games.load("voltage", **options) for number, options in enumerate(MORE_VOLTAGE, 1)},
    "bidding": Bidding.load(),
    "bidding with five cards": Bidding.load(cards="5"),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("law", LAWS)
def test_every_game_keeps_every_law(law, name):
    size = {"alarm": MARGIN} if "alarm" in inspect.signature(LAWS[law]).parameters else {}
    if law == "determinize_follows_the_law":
        size |= {"games": 80} if name.startswith("powerswitch") else {}
    elif " " in name or name in ONE_GAME:
        size["games"] = 1  # a variant: its own rules are in every game
    LAWS[law](GAMES[name], **size)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_kit_catches(mutant, monkeypatch):
    game = mutant.plant(monkeypatch)
    with pytest.raises(Broken, match=re.escape(mutant.says)) as broken:
        LAWS[mutant.law](game, **mutant.more(game))
    assert broken.value.law == mutant.law


def test_every_law_catches_a_mutant():
    assert {mutant.law for mutant in MUTANTS} == set(LAWS)


# ---------------------------------------------------- worlds, counted one by one
def position(text, **options):
    return games.load("voltage", **options).position(text)


PRIVATE, RANDOM = {"hand_backs": "private"}, {"transformer_backs": "uniform_random"}
STUDIES = {
    "backs are public": lambda: position("+1|/-|2*/-|/+| 1:0 Am O1O2* O1O3 {O1O2O2*G2*}^ S 5"),
    "something is known of both hands": lambda: position(
        "+1|/-|2*/-|/+| 1:0 Bm O1O2* O1O3 {O1O2O2*G2*}^* S 5 kA=O2* kB=O1"
    ),
    "the top back is not seen": lambda: position("+1|/-|2*/-|/+| 1:0 Am O1O1O2* O1O3 {O1O2O2*}^? S 5 kA=O1O2*"),
    "the pile is empty": lambda: position("+1|/-|2*/-|/+| 1:0 Am O1O1 O2*O1*O3 0 S 5"),
    "backs are private": lambda: position(
        "+1|/-|1*/-|/+| 0:0 Am O1O2* O1*O3 {O1O2*G2G2*}^ - 5 tA=0-2 tB=0-1", **PRIVATE
    ),
    "a face is known": lambda: position(
        "+1|/-|/-|/+| 0:0 Am O1O2* O1*O2 {O1O2*G2G2*}^* G2 5 tA=1-2 tB=1-2 kB=O1", **PRIVATE
    ),
    "backs are private, the top back is not seen": lambda: position(
        "+1|/-|/-|/+| 0:0 Am O1O2* O1*O2 {O1O2G2*}^? G2 5 tA=1-2 tB=1-2", **PRIVATE
    ),
    "backs are random": lambda: position("+1|/-|/-|/+| 0:0 Am O1* O2G2* {O1G2O2}~1^ - 5", **RANDOM),
    "random backs went round": lambda: position(
        "+1|/-|/-|/+| 0:0 Am O1 O1*O2 {O1*G2}^* G1 5 qA=O1* qB=O1* qS=O1*", **RANDOM
    ),
    "random backs went round, some known": lambda: position(
        "+1|/-|/-|/+| 0:0 Am O1 O1*O2 {O1*G2}^ G1 5 qA=O1*O2 qB=O1* qS=O2 kB=O1*", **RANDOM
    ),
    "the pile is just what was shuffled": lambda: position(
        "+|/-|/-|/+| 0:0 Bm O1P2* G1 {O1*P2G2}^ - 9 kA=O1P2 kB=G1 qA=O1*P2G2 qB=O1*P2G2 qS=O1*P2G2", **RANDOM
    ),
    "pairs were drawn beside known faces": lambda: position(
        "+|/-1*|/-|/+| 0:0 Am O1O1*G2 O1G1* {O1*P2}^* - 9 kA=O1G2 kB=O1 qA=O1*G1* qB=O1*O1* qS=O1*G1*", **RANDOM
    ),
    "known faces are among more of them": lambda: position(
        "+|/-|/-|/+| 0:0 Bm O1O1O1* G1 {O1*G1}^? - 9 kA=O1O1 qA=G1 qB=O1 qS=O1", **RANDOM
    ),
    "random backs are private": lambda: position(
        "+1|/-|/-|/+| 0:0 Am O1* O2G2* {O1G2O2}~2^* - 5 tA=0-1 tB=1-2", **PRIVATE, **RANDOM
    ),
    "private random backs went round": lambda: position(
        "+1|/-|/-|/+| 0:0 Am O1 O1*O2 {O1*G2}^* - 5 tA=0-1 tB=0-1 kB=O1", **PRIVATE, **RANDOM
    ),
}
FOLLOWS = LAWS["determinize_follows_the_law"]


def counted(state, **more):
    given = {"games": 0, "worlds": voltage_worlds.worlds, "key": voltage_worlds.key, "alarm": MARGIN, "samples": 1000}
    FOLLOWS(state.game, states=[state], **{**given, **more})


@pytest.mark.parametrize("study", STUDIES)
def test_dealt_worlds_are_as_likely_as_all_assignments_of_cards(study):
    counted(STUDIES[study]())


@pytest.mark.parametrize("study", STUDIES)
def test_worlds_alike_to_a_seat_are_one_view_to_it_when_they_are_read(study):
    state = STUDIES[study]()
    game = type(state.game)(state.game.options)  # which has no part in the view but its rules
    for seat in (*map(Seat, range(2)), None):
        view = state.observation(seat)
        for luck in range(10):
            again = game.position(str(state.game.determinize(view, luck))).observation(seat)
            assert again == view
            assert again.to_json() == view.to_json()


# Faults that the kit found once.
def test_private_random_backs_in_the_pile():
    counted(position("+1|/-|/-|/+| 0:0 Am O1* O2G2* {O1G2O2}~1^ - 5 tA=0-1 tB=1-2", **PRIVATE, **RANDOM))


def test_no_hand_is_known_while_backs_are_not_assigned():
    with pytest.raises(BadInput, match="VQ-37"):
        position("+1|/-|/-|/+| 0:0 Am O1* O2G2* {O1G2O2}~1^ - 5 kB=O2", **RANDOM)


def test_a_study_position_with_random_backs_comes_back_from_json():
    state = position("+1|/-|/-|/+| 0:0 Am O1* O2G2* {O1G2O2}~1^ - 5", **RANDOM)
    assert state.game.from_json(state.to_json()) == state


def test_what_spectators_do_not_know_comes_back_from_the_position_text():
    state = position("+1|/-|/-|/+| 0:0 Am O1O2 O2G2 {O1G2}^ - 5 kB=O2 kAB=-")
    assert state.game.position(str(state)) == state


@pytest.mark.rule("VC-9")
def test_a_record_broken_off_after_the_deal_leaves_the_next_one_alone():
    game = games.load("voltage")
    nodes = list(walk(game, 1))
    dealt = next(at for at, (state, _) in enumerate(nodes) if state.node is Node.DECISION)
    texts = [game.write_script(Script(game, {}, tuple(step for _, step in nodes[:at]))) for at in (dealt, dealt + 1)]
    assert len(list(game.read_scripts("\n".join(texts)))) == 2


def test_the_enumeration_counts_cards():
    state = STUDIES["backs are public"]()
    ways = {voltage_worlds.key(world)[0]: n for world, n in voltage_worlds.worlds(state.observation(Seat(0)))}
    # A does not see O1 O1 O2 O3, O2* G2*: B holds two of the plain ones, one of the other two is on top.
    least = min(ways.values())
    wanted = {"['O1O2*', 'O1O1']": 1, "['O1O2*', 'O1O2']": 2, "['O1O2*', 'O1O3']": 2, "['O1O2*', 'O2O3']": 1}
    assert {hands: n / least for hands, n in ways.items()} == wanted


def test_counting_kinds_instead_of_cards_is_caught(monkeypatch):
    from leyden.games.voltage import worlds

    old = worlds.deal_hidden

    def deal_hidden(g, v, s, luck):
        while True:  # hands of two equal cards twice as often
            old(g, v, s, luck)
            cards = [card for card in range(62) if s.hand[1] >> card & 1]
            if len({g.face[card] for card in cards}) == 1 or luck.below(2):
                return

    monkeypatch.setattr(worlds, "deal_hidden", deal_hidden)
    with pytest.raises(Broken, match="do not follow the law"):
        counted(STUDIES["backs are public"]())


def test_a_world_that_cannot_be_is_caught(monkeypatch):
    from leyden.games.voltage import worlds

    monkeypatch.setattr(worlds, "by_face", lambda g, rest, known, luck: 0)
    with pytest.raises(Broken, match="none of the"):
        counted(STUDIES["a face is known"]())


# ------------------------------------------------ worlds of late rounds of Power Switch
FEW = 9  # cards left, so that all worlds can be counted


def late(seats, seed, **options):
    """The last decisions of a round; there, things have been drawn, given and switched."""
    game = games.load("powerswitch", seats=seats, max_rounds=1, first_dealer="seat:1", **options)
    states = [state for state, _ in walk(game, seed) if state.node is Node.DECISION and state.record.laid]
    return [state for state in states if sum(map(powerswitch_worlds.size, [state.observation(None)])) <= FEW]


@pytest.mark.rule("I-1", "I-2", "I-4", "I-5", "I-6", "I-7", "I-8")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "options",
    [{}, {"pile_size": "20"}, {"shock_count": "3", "shock_forced": "false"}, {"switch_stuck": "end_turn"}],
    ids=str,
)
@pytest.mark.parametrize("seats", range(2, 7))
def test_worlds_of_a_late_round_are_as_likely_as_all_ways_to_place_the_cards(seats, options, seed):
    states = late(seats, seed, **options)
    kept = [state for state in states if state.record.phase == 11][:2] + states[:: max(1, len(states) // 4)][:4]
    for state in kept:
        for viewer in kit.viewers(state.game):
            view = state.observation(viewer)
            law = Counter()
            for world, ways in powerswitch_worlds.worlds(view):
                law[world] += ways
            key = powerswitch_worlds.key_for(view)
            assert key(state) in law
            luck = kit.walks.Streams(seed).stream(f"late {viewer}")
            samples = 300 if len(law) > 1 else 2
            found = Counter(key(state.game.determinize(view, luck)) for _ in range(samples))
            assert set(found) <= set(law)
            assert statistics.follows(found, law) > MARGIN / 10


def test_sealed_bids_are_dealt_by_their_law():
    FOLLOWS(Bidding.load(), worlds=toy.worlds, states=toy.half_bid(Bidding.load()), alarm=MARGIN)


def test_states_without_an_enumeration_are_not_passed_over():
    with pytest.raises(Broken, match="no enumeration"):
        FOLLOWS(Bidding.load(), states=toy.half_bid(Bidding.load()))


# ------------------------------------------------------------- the kit itself
def test_a_walk_is_the_same_every_time_and_ends():
    game = games.load("voltage")
    one, other = list(walk(game, 5)), list(walk(game, 5))
    assert one == other
    assert one[0][0] == game.start()
    assert one[-1][0].node is Node.TERMINAL
    assert one[-1][1] is None
    assert one != list(walk(game, 6))


def test_a_breach_says_where_to_find_it(monkeypatch):
    mutant = next(mutant for mutant in MUTANTS if mutant.name == "position_without_polarity")
    with pytest.raises(Broken) as broken:
        LAWS[mutant.law](mutant.plant(monkeypatch), seed=3)
    place = broken.value.place
    found = [state for state, _ in walk(place.game, place.seed)][place.node]
    assert found == place.state
    for part in ("[states_round_trip]", f"position  {place.state}", f"walk(game, 3), node {place.node}"):
        assert part in str(broken.value)


def test_a_breach_names_the_seat():
    assert "seat      a spectator" in str(kit.Place("x", seat=None).broken("y"))
    assert "seat      1" in str(kit.Place("x").of(Seat(1)).broken("y"))
    assert str(kit.Place("x").broken("y")) == "[x] y"


def test_an_error_inside_a_game_breaks_the_law_with_its_place(monkeypatch):
    monkeypatch.setattr(toy.BidState, "sample", lambda state, stream: 1 // 0)
    with pytest.raises(Broken, match="ZeroDivisionError") as broken:
        LAWS["games_end"](Bidding.load())
    assert broken.value.law == "games_end"


def test_a_position_that_cannot_be_printed_is_told_of(monkeypatch):
    monkeypatch.setattr(toy.BidState, "__str__", lambda state: 1 // 0)
    with pytest.raises(Broken, match="position  that cannot be printed"):
        LAWS["states_round_trip"](Bidding.load())


def test_check_runs_all_laws_or_some(monkeypatch):
    ran = Counter()
    for name in LAWS:
        monkeypatch.setitem(
            LAWS, name, lambda game, name=name, **given: ran.update({(name, *sorted(given.items())): 1})
        )
    check(Bidding.load(), games=2, seed=7)
    check(Bidding.load(), laws=["games_end"])
    assert ran == {**{(name, ("games", 2), ("seed", 7)): 1 for name in LAWS}, ("games_end", ("seed", 0)): 1}


def test_check_passes_a_good_game_and_fails_a_bad_one(monkeypatch):
    check(Bidding.load(), games=3, seed=1)
    next(mutant for mutant in MUTANTS if mutant.name == "bids_lie_open").plant(monkeypatch)
    with pytest.raises(Broken):
        check(Bidding.load(), games=3, seed=1)


def test_every_law_says_in_its_first_sentence_what_it_is():
    for name, function in LAWS.items():
        assert re.match(r"[A-Z][^\n]+\.$", inspect.getdoc(function).split("\n\n")[0].split("\n")[0]), name


def test_the_laws_that_the_contract_names_are_there():
    from leyden.core import contract

    named = set(re.findall(r"\b[a-z]+(?:_[a-z]+){2,}\b", inspect.getsource(contract)))
    assert len(named & set(LAWS)) >= 14
    assert not {name for name in named if name.startswith(("legal_", "actions_", "states_", "determinize_"))} - {
        *LAWS,
        *dir(contract.State),
    }


def test_the_kit_knows_no_game():
    for path in Path(kit.__file__).parent.glob("*.py"):
        assert not [name for name in games.names() if name in path.read_text().lower()], path.name


def test_the_rules_text_decides_which_rules_there_are():
    book = "## 7. Notation\n### 7.1 Cards\n- **V-16** Text\n**VQ-7 What?** (a)"
    found = [
        rule for rule in ("7", "7.1", "V-16", "VQ-7", "V-1", "VQ-70", "7.2", "", "1") if kit.moves.cites(book, rule)
    ]
    assert found == ["7", "7.1", "V-16", "VQ-7"]


def test_worlds_alike_to_a_seat_stay_so_and_differ_otherwise():
    game = games.load("voltage")
    luck = kit.walks.Streams(1).stream("test")
    different = 0
    for (one, other), _, _ in alike(game, Seat(0), (game.start(), game.start()), luck, 40):
        assert one.observation(Seat(0)) == other.observation(Seat(0))
        assert told(one, Seat(0)) == told(other, Seat(0))
        different += one != other
    assert different


@pytest.mark.parametrize(
    ("x", "degrees", "p"),
    [(3.841458820694124, 1, 0.05), (18.307038053275146, 10, 0.05), (0.5, 5, 0.9921), (100.0, 4, 1.0e-20), (0, 3, 1)],
)
def test_the_tail_of_chi_square(x, degrees, p):
    assert statistics.tail(x, degrees) == pytest.approx(p, rel=0.06)


def test_counts_follow_their_law_or_not():
    law = {"a": 1.0, "b": 2.0, "c": 1.0}
    assert statistics.follows({"a": 250, "b": 500, "c": 250}, law) == pytest.approx(1)
    assert statistics.follows({"a": 330, "b": 420, "c": 250}, law) < 1e-6
    assert statistics.follows({"d": 1}, law) == 0
    assert statistics.follows({"a": 3}, {"a": 1.0}) == 1
    assert statistics.same_law({"a": 50, "b": 50}, {"a": 50, "b": 50}) == pytest.approx(1)
    assert statistics.same_law({"a": 90, "b": 10}, {"a": 10, "b": 90}) < 1e-6
    assert statistics.same_law({"a": 1}, {"b": 1}) == 1  # too few to say anything
