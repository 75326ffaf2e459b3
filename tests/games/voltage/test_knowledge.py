"""What a seat knows, and the worlds it allows (section 4): views, K, bounds, pairs, and the dealing of worlds."""

import functools
import pickle
import random
from collections import Counter

import pytest

from leyden.core.contract import BadInput, Node, Seat
from leyden.core.streams import Streams
from leyden.games.voltage import Voltage
from leyden.games.voltage import rules as r
from leyden.games.voltage import worlds as w
from leyden.games.voltage.state import VoltageState
from leyden.games.voltage.view import VoltageView

from .test_invariants import ids, stress
from .test_state import OPTIONS, walk
from .vectors import cards_in, follow, golden_game

A, B = Seat(0), Seat(1)
RANDOM_BACKS = {"transformer_backs": "uniform_random"}


def position(text: str, **options: object) -> VoltageState:
    return Voltage.load(**options).position(text)


# ------------------------------------------------------------------------ views
def test_a_view_tells_all_that_lies_open():
    view = position("+1|2S/-|/-|/+| 1:2 ApO O1O1*G2S P1P2*P3F =O2*G1 B1F* 7").observation(B)
    assert (view.node, view.acting, view.active, view.turn, view.phase) == (Node.DECISION, (A,), A, 7, "pO")
    assert (view.scores, view.discard, view.pile_size, view.pile_lit, view.top_lit) == ((1, 2), "B1F*", 2, 1, True)
    assert (view.played_on, view.played_special, view.flips_due, view.outcome) == (0, False, 0, None)
    assert [terminal.cards for terminal in view.terminals] == [3, 0, 0, 0]
    assert [side.text for side in view.terminals[0].sides] == ["1", "2S"]
    assert [str(hand) for hand in view.hands] == ["????*", "P1P2*P3F"]
    assert [(hand.size, hand.lit) for hand in view.hands] == [(4, 1), (4, 1)]
    assert view.legal == ()


def test_a_view_as_data_is_what_the_seat_sees():
    data = position("+1|2S/-|/-|/+| 1:2 ApO O1G2S P1P2*P3F =O2*G1 B1F* 7").observation(B).to_json()
    assert data["seat"] == "B"
    assert data["position"] == "+1|2S/-|/-|/+| 1:2 ApO ??? P1P2*P3F 2* B1F* 7"
    assert data["hands"][0] == {"size": 3, "lit": 0, "cards": None, "known": ""}
    assert data["pile"] == {"size": 2, "lit": 1, "top_lit": True}
    assert (data["active"], data["phase"], data["acting"], data["outcome"]) == ("A", "pO", ["A"], None)


def test_a_view_of_a_finished_game_has_its_outcome():
    view = position(golden_game().end).observation(None)
    assert (view.node, view.acting, view.outcome.scores) == (Node.TERMINAL, (), (4, 1))
    assert view.to_json()["outcome"] == "A has won 4 sets [V-51]"
    assert (view.seat, view.played_on) == (None, None)


def test_a_view_of_a_chance_node_waits():
    view = Voltage.load().start().observation(A)
    assert (view.node, view.acting, view.top_lit) == (Node.CHANCE, (), None)
    assert view.position() == "+|/-|/-|/+| 0:0 ?deal - - 56^? - 1"


@pytest.mark.parametrize("options", OPTIONS)
def test_views_are_values(options):
    for at, state in enumerate(walk(options)):
        for seat in (A, B, None) if at % 5 == 0 else ():
            view, same = state.observation(seat), state.observation(seat)
            assert view == same
            assert hash(view) == hash(same)
            assert pickle.loads(pickle.dumps(view)) == view
            assert view != state
            assert view.to_json() == same.to_json()
            assert repr(view).startswith(f"<voltage view of {'a spectator' if seat is None else 'AB'[seat]}: ")
            assert view.legal == (state.legal_actions(seat) if seat is not None else ())
            assert (view.node, view.acting, view.outcome) == (state.node, state.acting, state.outcome)


def test_a_view_keeps_no_way_back_to_the_state():
    view = position("+|/-|/-|/+| 0:0 Am O1G2 P1P2 =O2G1 - 1").observation(A)
    assert not [value for value in vars(view).values() if isinstance(value, VoltageState)]
    sight = view.sight
    sight.hand[0] = 0
    assert str(view.hands[0]) == "O1G2"
    assert sight.hand[1] == 0


# --------------------------------------------------------- K, bounds and pairs
@pytest.mark.rule("VQ-37")
def test_a_spectator_knows_the_two_hands_together():
    state = follow(position("+1|/-2|/-|/+| 2:3 ApG O2B1S P1P2P3F =O3 B1B1B2 40"), "d")
    view = state.observation(None)
    assert view.known_of_both == "O2O3B1P1P2P3SF"
    assert view.position() == "+1|/-2|/-|/+| 2:3 Bm ???? ???? 3 - 41 kAB=O2O3B1P1P2P3SF"
    assert str(state).endswith("kA=O2O3B1S kB=P1P2P3F")
    after = follow(state, "P1a")
    assert after.observation(None).known_of_both == "O2O3B1P2P3SF"


@pytest.mark.rule("VC-14", "VQ-32")
def test_private_backs_leave_bounds_for_the_transformers_of_a_hand():
    state = position("+|/-|/-|/+| 0:0 Am O1O1*G1G2 P1P2 =O2*P3P3P3 - 1 tA=0-4 tB=0-2", hand_backs="private")
    state = follow(state, "d ~O")
    assert str(state).endswith("tA=1-5 tB=0-2")  # a drawn Transformer raises both
    assert state.observation(B).to_json()["bounds"] == [[1, 0], [5, 2]]
    state = follow(state, "d P1b d")
    assert str(state).endswith("tA=1-5 tB=0-1")  # a plain card changes nothing; a play caps by the hand
    assert str(follow(state, "O1a")).endswith("tA=0-5 tB=0-1")


@pytest.mark.rule("VC-14")
def test_private_backs_are_dealt_unseen():
    state = Voltage.load(hand_backs="private", first_player="A").start()
    stream = Streams(0).stream("deal")
    while state.node is Node.CHANCE:
        state = state.draw(state.sample(stream))
        assert state.record.phase != r.DEAL or state.observation(B).top_lit is None
    assert str(state).endswith("tA=0-4 tB=0-4")
    assert state.observation(B).hands[0].lit is None
    assert state.observation(B).pile_lit is None


@pytest.mark.rule("VC-14")
def test_with_private_backs_a_target_is_named_by_its_face_and_the_plain_copy_is_hit():
    state = position("+|11*/-|2*/-|/+| 0:0 Am SF - =P2 - 1", hand_backs="private")
    texts = [str(action) for action in state.legal_actions(A)]
    assert [text for text in texts if text[1:2] in ("O", "G")] == [
        "SO=0",
        "SO=1",
        "SG=0",
        "SG=2",
        "FO=0",
        "FO=1",
        "FG=0",
        "FG=2",
    ]
    assert str(follow(state, "SO=1")).startswith("+1|1*S/")
    assert str(follow(state, "SG=2")).startswith("+|11*/-2*|S/")


@pytest.mark.rule("VC-15", "VQ-2")
def test_random_backs_make_pairs_of_what_went_through_the_discard_pile():
    found = 0
    for seed in range(6):
        for state in walk({**RANDOM_BACKS, "target_sets": 7}, seed):
            if not state.record.paired[2]:
                continue
            found += 1
            for seat in (A, B, None):
                paired = Counter(cards_in(state.observation(seat).paired))
                hidden = Counter(cards_in(state.to_json()["pile"]))
                hidden += Counter(
                    c for p, hand in enumerate(state.to_json()["hands"]) if p != seat for c in cards_in(hand)
                )
                assert not paired - hidden
    assert found


@pytest.mark.rule("T-53", "VQ-37")
def test_a_play_uses_up_one_known_card_of_its_kind():
    state = position("+|/-|/-|/+| 0:0 Am O1O1O1* P1P2 {O2O2O2} - 9 kA=O1O1*")
    assert str(follow(state, "O1a")).endswith(" 9 kA=O1*")
    assert str(follow(state, "O1*a")).endswith(" 9 kA=O1")
    assert str(follow(state, "O1a d P1b d O1a")).endswith(" 11 kA=O1*")  # K never names more than is certain


@pytest.mark.rule("VC-15")
@pytest.mark.parametrize("backs", ["O1*", "O1*G1*"])  # one Transformer in the deck, or more
def test_random_backs_are_known_by_face_and_a_play_uses_up_one_of_its_face(backs):
    state = position(f"+|/-|/-|/+| 0:0 Am O1{backs} P1P2 {{O2O2}} - 9 kA=O1", **RANDOM_BACKS)
    assert str(follow(state, "O1*a")).endswith(" 9")
    assert str(follow(state, "O1a")).endswith(" 9")


def test_private_backs_are_known_by_face_and_a_play_uses_up_one_of_its_face():
    state = position("+|/-|/-|/+| 0:0 Am O1O1* P1P2 {O2O2} - 9 tA=1-1 tB=0-0 kA=O1", hand_backs="private")
    assert " kA=" not in str(follow(state, "O1*a"))


@pytest.mark.rule("VQ-37", "VC-13")
@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        ("Am O1G1 O1P1 {O2} - 9 kA=O1 kAB=-", "O1a", ""),
        ("Bm O1G1 O1P1 {O2} - 9 kB=O1 kAB=-", "O1a", ""),
        ("Am O1G1 O1P1 {O2} - 9 kAB=O1", "O1a", ""),
        ("Am O1G1 O1P1 {O2} - 9 kB=O1", "O1a", " kB=O1 kAB=-"),  # a spectator cannot tell the two apart
        ("Am O1G1 O1P1 {O2} - 9 kA=G1 kB=O1", "G1a", " kB=O1"),
    ],
)
def test_what_is_known_of_a_hand_is_used_up_for_each_viewer(before, line, after):
    assert str(follow(position(f"+|/-|/-|/+| 0:0 {before}"), line)).endswith(f" 9{after}")


@pytest.mark.rule("VC-15")
@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        ("Am O1*G1 O1P1 {O2} - 9 qB=O1*", "O1*a", ""),
        ("Bm O1G1 O1*P1 {O2} - 9 qA=O1*", "O1*a", ""),
        ("Am O1*G1 O1P1 {O2} - 9 qS=O1*", "O1*a", ""),
        ("Am O1O1* P1 {O2O1*}^ - 9 qA=O1* qB=O1*O1*", "O1*a", " qA=O1* qB=O1*"),  # A knows no more, for it was A's
        ("Am O1O1* P1 {O2O1*}^ - 9 qB=O1* qS=O1*", "O1a", " qB=O1* qS=O1*"),  # not of that kind
        ("Am O1O1* P1 {O2O1*}^ - 9 kA=O1 qB=O1* qS=O1*", "O1a", " qB=O1* qS=O1*"),
        ("Am O1O1* P1 {O1O1*}^ - 9 qB=O1 qS=O1", "O1*a", " qB=O1 qS=O1"),
    ],
)
def test_pairs_leave_the_memory_of_whoever_sees_one(before, line, after):
    assert str(follow(position(f"+|/-|/-|/+| 0:0 {before}", **RANDOM_BACKS), line)).endswith(f" 9{after}")


@pytest.mark.rule("VC-15")
def test_a_drawn_pair_leaves_the_memory_of_the_drawer_alone():
    state = position("+|/-|/-|/+| 0:0 Am P1 O1 {O1*O2}^* - 9 qA=O1*O2 qB=O1*O2 qS=O1*O2", **RANDOM_BACKS)
    state = follow(state, "d(O1*)")
    assert str(state).endswith(" 9 qA=O2 qB=O1*O2 qS=O1*O2")
    assert [state.observation(seat).paired for seat in (A, B, None)] == ["O2", "O1*O2", "O1*O2"]
    assert state.observation(B).position().endswith(" 9 qB=O1*O2")


@pytest.mark.rule("VC-15", "VQ-37")
def test_where_the_pile_runs_out_again_hands_are_known_by_face_alone():
    state = position("+|/-|/-|/+| 0:0 Bm G1 O1P1 {O1*}^* O2*G2 9 kB=O1 qA=O1*P1 qB=O1* qS=O1*P1", **RANDOM_BACKS)
    state = follow(state, "d")
    assert str(state).endswith(" Bfd G1 O1O1*P1 0 O2*G2 9 kA=G1 kB=O1O1P1")
    assert str(follow(state, "~O")).endswith(" kA=G1 kB=O1O1P1 qA=O2*G2 qB=O2*G2 qS=O2*G2")


@pytest.mark.rule("VC-15")
def test_one_random_transformer_is_enough_for_pairs():
    state = follow(position("+|/-|/-|/+| 0:0 Bm G1* O1 {P1} O2G2 9", **RANDOM_BACKS), "O1a d")
    assert str(state).endswith(" 10 kA=G1 kB=P1 qA=O2G2 qB=O2G2 qS=O2G2")


@pytest.mark.rule("VC-15")
def test_a_set_loses_that_very_card_or_else_one_like_it():
    assert r.less(0b0011, 0b0010, 0b0011) == 0b0001
    assert r.less(0b0101, 0b0010, 0b0110) == 0b0001
    assert r.less(0b1000, 0b0010, 0b0111) == 0b1000


@pytest.mark.rule("VC-14")
def test_cards_are_alike_by_face_and_back_or_by_face_alone_where_backs_are_hidden():
    cards = 0b0001, 0b1000, 0b0001 << 4, 0b1000 << 4  # O1, O1*, O2, O2*
    for options, like in (
        ({}, (0b0111, 0b1000, 0b0011 << 4, 0b1100 << 4)),
        ({"hand_backs": "private"}, (0b1111, 0b1111, 0b1111 << 4, 0b1111 << 4)),
    ):
        g, s = Voltage.load(**options).tables, r.State.new()
        r.start(g, s)
        assert tuple(r.alike(g, s, card) for card in cards) == like


@pytest.mark.rule("VC-14")
def test_a_play_lowers_the_least_number_of_transformers_by_one():
    state = position("+|/-|/-|/+| 0:0 Am O1O1*G1*G2* P1P2 {O2} - 9 tA=3-4 tB=0-0", hand_backs="private")
    assert str(follow(state, "O1a")).endswith(" tA=2-3 tB=0-0")


def test_public_backs_need_no_bounds():
    for state in walk({}, seed=3):
        assert (list(state.record.least), list(state.record.most)) == ([0, 0], [0, 0])


# ---------------------------------------------- random backs, once the pile ran out
@pytest.mark.rule("VC-15")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Bm O1P2* G1 {P2G2}^ - 9 kA=O1P2 qB=O1P2G2", "kA names O1, which is not there beside the cards of qB"),
        ("Bm G1 O1P2* {P2G2}^ - 9 kB=O1P2 qA=O1P2G2", "kB names O1, which is not there beside the cards of qA"),
        ("Bm G1 O1P2* {P2G2}^ - 9 kB=O1P2 qS=O1P2G2", "kAB names O1, which is not there beside the cards of qS"),
        ("Bm G1 O1P2* {P2G2}^ - 9 kB=O2", "kB names O2, which is not there "),
        ("Bm G1 O1P2* {P2G2}^ - 9 qA=G1", "qA names G1, which is not there "),  # that card A holds and sees
    ],
)
def test_what_is_known_by_face_is_none_of_the_pairs(text, why):
    with pytest.raises(BadInput, match=why):
        position(f"+|/-|/-|/+| 0:0 {text}", **RANDOM_BACKS)


@pytest.mark.rule("VC-15", "VQ-37", "T-52", "4.2")
@pytest.mark.parametrize("target", [4, 7])
def test_the_pile_that_was_shuffled_in_front_of_everyone_is_dealt_to_everyone(target):
    found = Counter()
    for seed in range(6):
        for number, state in enumerate(just_shuffled({**RANDOM_BACKS, "target_sets": target}, seed), 1):
            found[number] += 1
            true = state.to_json()
            for seat in (A, B, None):
                for luck in range(5):
                    world = state.game.determinize(state.observation(seat), luck).to_json()
                    assert world["pile"] == true["pile"]
                    faces = [[cards_in(hand.replace("*", "")) for hand in one["hands"]] for one in (world, true)]
                    assert sorted(faces[0][0] + faces[0][1]) == sorted(faces[1][0] + faces[1][1])
                    assert seat is None or faces[0] == faces[1]
    assert found[1]
    assert found[2] or target == 4


def just_shuffled(options, seed):
    """The states of a game in which everybody draws if he can, at the first decisions after its reshuffles."""
    game = Voltage.load(**options)
    g, s, moves = game.tables, r.State.new(), [0] * r.WORDS
    luck, stream, again = random.Random(seed), Streams(seed).stream("chance"), False
    r.start(g, s)
    while s.phase != r.OVER:
        while r.chances(g, s) != r.NOTHING:
            full = s.discard != 0
            r.chance(g, s, stream)
            again |= full and s.discard == 0
        if again:
            yield VoltageState(game, s.copy())
        full, again = s.discard != 0, False
        r.legal(g, s, s.player, moves)
        r.apply(g, s, s.player, stress(s, ids(moves), luck))
        again = full and s.discard == 0  # after the flip that the last card owed


@pytest.mark.rule("VC-15")
def test_a_world_dealt_to_one_can_be_looked_at_by_all():
    state = position("+|/-|/-|/+| 0:0 Am P1 O1*P2 {O1G2}^ - 9 kA=P1 qS=O1*G2", **RANDOM_BACKS)
    for seat in (A, B, None):
        for luck in range(10):
            world = state.game.determinize(state.observation(seat), luck)
            assert all(world.observation(other).pile_size == 2 for other in (A, B, None))
            assert world.game.position(str(world)) == world


@pytest.mark.rule("VQ-2", "VC-15")
def test_the_deck_of_a_study_position_tells_no_back():
    one, other = (
        position(f"+|/-|/-|/+| 0:0 Am O1 {hand} {{G1G2}}^ - 9", **RANDOM_BACKS).observation(A)
        for hand in ("O1*P2", "O1P2*")
    )
    assert one == other
    assert one.to_json() == other.to_json()


@pytest.mark.rule("VC-16")
def test_a_study_position_with_random_backs_is_the_same_game_all_along():
    state = position("+|/-|/-|/+| 0:0 Am - O1 {G1G2B1B2}~1^* - 9", **RANDOM_BACKS)
    for _ in range(8):
        assert state.game.from_json(state.to_json()) == state
        assert state.game.position(str(state)) == state
        if state.node is Node.CHANCE:
            state = state.draw(state.chance_outcomes()[0][0])
        else:
            state = state.apply(state.acting[0], state.legal_actions(state.acting[0])[0])


# ----------------------------------------------------------------------- worlds
@pytest.mark.parametrize("options", OPTIONS)
def test_a_world_looks_the_same_to_the_seat_it_is_dealt_for(options):
    stream = Streams(1).stream("worlds")
    for at, state in enumerate(walk(options, seed=1)):
        for seat in (A, B, None) if at % 6 == 0 else ():
            view = state.observation(seat)
            world = state.game.determinize(view, stream)
            assert world.observation(seat) == view
            assert world.game == state.game


@pytest.mark.parametrize("seat", [A, B, None])
def test_worlds_differ_in_what_the_seat_does_not_know(seat):
    state = position(golden_game().start)
    view = state.observation(seat)
    worlds = {str(state.game.determinize(view, seed)) for seed in range(10)}
    assert len(worlds) == 10


@pytest.mark.rule("VQ-28")
def test_worlds_follow_the_back_of_the_top_card():
    view = position("+|/-|/-|/+| 0:0 Am O1G2 P1P2* {O2G1*G3S*}^* - 1").observation(A)
    for seed in range(20):
        world = view.game.determinize(view, seed)
        assert world.observation(None).top_lit is True
        assert world.observation(B).hands[1].lit == 1


def test_hidden_hands_are_dealt_by_their_exact_law():
    # B holds one plain card and one Transformer: of the three plain ones and the two lit ones unseen, each alike.
    view = position("+|/-|/-|/+| 0:0 Am O1G2 P1P2* {O2G1*G3}^ - 1").observation(A)
    stream, found = Streams(2).stream("law"), Counter()
    for _ in range(1200):
        found[view.game.determinize(view, stream).to_json()["hands"][1]] += 1
    assert set(found) == {"O2G1*", "G1*G3", "G1*P1", "O2P2*", "G3P2*", "P1P2*"}
    assert all(abs(n - 200) < 4.5 * 13 for n in found.values())


@pytest.mark.rule("VC-14", "VQ-32")
@pytest.mark.parametrize("options", [{"hand_backs": "private"}, {"hand_backs": "private", **RANDOM_BACKS}])
def test_the_record_behind_a_view_tells_no_private_back(options):
    stream, several = Streams(5).stream("worlds"), 0
    for state in list(walk(options, seed=4))[::5]:
        for seat in (0, 1, w.SPECTATOR):
            sights, g = [], state.game.tables
            for s in (state.record, r.State.new(), r.State.new()):
                if sights:
                    assert w.determinize(g, sights[0], s, stream)
                sights.append(w.Sight.new())
                w.observe(g, s, seat, sights[-1])
            seen = [(*v.hand, *v.side[0], *v.side[1], v.discard, v.lit) for v in sights]
            assert seen[0] == seen[1] == seen[2]
            zones = seen[0][:-1]
            assert sum(map(int.bit_count, zones)) == functools.reduce(int.__or__, zones).bit_count()
            several += sum(map(int.bit_count, zones)) > 20
    assert several > 20


def test_worlds_are_dealt_from_views_of_this_game_only():
    with pytest.raises(TypeError, match="from its own views"):
        Voltage.load().determinize("view", 0)


def test_worlds_are_dealt_from_views_under_the_same_options():
    view = position("+|/-|/-|/+| 0:0 Am O1G1 P1P2 =O2P3 - 1", reshuffle="on_need").observation(A)
    with pytest.raises(BadInput, match="this view is of a game with other options: reshuffle=on_need"):
        Voltage.load().determinize(view, 0)


def test_a_view_that_no_table_has_is_refused(monkeypatch):
    game = Voltage.load(hand_backs="private")
    view = game.position("+|/-|/-|/+| 0:0 Am O1G1 P1P2 =O2P3 - 1").observation(A)
    sight = view.sight
    sight.least[1], sight.most[1] = 2, 2  # two Transformers in a hand, and none in the deck
    monkeypatch.setattr(w, "MOST_TRIES", 50)
    with pytest.raises(BadInput, match="no table looks like this view"):
        view.game.determinize(VoltageView(view.game, sight, view.legal_ids), 0)
