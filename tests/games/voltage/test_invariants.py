"""The invariants I-1 … I-8, asserted after every action of random games, with every option.

They are run on the rules' plain records. The stress policy (appendix B) draws whenever it may, or blows a
card with a Fuse, or plays where fewest cards lie: so the pile runs out and hands stay full.
"""

import functools
import random
from collections import Counter

import pytest

from leyden.core.rule import PURE
from leyden.core.streams import Streams
from leyden.games.voltage import Voltage
from leyden.games.voltage import rules as r

OPTIONS = [
    {},
    {"value_counts": "5-4-3"},
    {"transformer_backs": "uniform_random"},
    {"transformer_backs": "custom:" + ",".join(map(str, [3, 1] * 10 + [2, 2] * 4))},
    {"initial_polarity": "----"},
    {"first_player": "A"},
    {"first_player": "B"},
    {"first_player": "oldest"},
    {"edition": "2006"},
    {"two_plays": "printed_colours"},
    {"special_without_target": "forbidden"},
    {"special_effect": "compulsory"},
    {"special_as_fifth": "score_first"},
    {"fuse_targets": "number_only"},
    {"polarity_after_set": "resets"},
    {"flip_timing": "end_of_draws"},
    {"hand_backs": "private"},
    {"discard_view": "top_only"},
    {"reshuffle": "on_need"},
    *({"target_sets": n} for n in (1, 2, 3, 5, 6, 7)),
    {"hand_backs": "private", "transformer_backs": "uniform_random", "reshuffle": "on_need", "target_sets": 7},
    {"special_without_target": "forbidden", "special_as_fifth": "score_first", "two_plays": "printed_colours"},
    {"special_effect": "compulsory", "flip_timing": "end_of_draws", "reshuffle": "on_need", "target_sets": 7},
]
IDS = [" ".join(f"{k}={str(v)[:14]}" for k, v in options.items()) or "default" for options in OPTIONS]
GAMES = 12 if PURE else 25


def bits(cards: int) -> int:
    return cards.bit_count()


def ids(moves: list[int]) -> list[int]:
    return [48 * w + b for w, word in enumerate(moves) for b in range(48) if word >> b & 1]


def at_random(s, legal: list[int], luck: random.Random) -> int:
    return luck.choice(legal)


def stress(s, legal: list[int], luck: random.Random) -> int:
    """Draw, else a Fuse that removes a card, else where fewest cards lie."""
    if r.DRAW in legal or legal[0] > r.DRAW:
        return r.DRAW if r.DRAW in legal else luck.choice(legal)
    blowing = [a for a in legal if a >= r.PLAY_FUSE and (a - r.PLAY_FUSE) % r.FUSE_TARGETS]
    if blowing:
        return luck.choice(blowing)
    cards = {a: bits(s.side[0][terminal(a)] | s.side[1][terminal(a)]) for a in legal}
    return luck.choice([a for a in legal if cards[a] == min(cards.values())])


def terminal(action: int) -> int:
    if action < r.PLAY_BYPASS:
        return action // 12
    if action < r.PLAY_FUSE:
        return (action - r.PLAY_BYPASS) // r.BYPASS_TARGETS % 4
    return (action - r.PLAY_FUSE) // r.FUSE_TARGETS % 4


def check_cards(g, s) -> None:
    """I-1, I-2, I-3."""
    zones = [*s.hand, *s.side[0], *s.side[1], s.pile, s.discard]
    union = functools.reduce(int.__or__, zones)
    assert sum(map(bits, zones)) == 56 == bits(union)
    assert union == g.cards
    for t in range(4):
        here = s.side[0][t] | s.side[1][t]
        assert here & ~(g.colours[t] | g.specials) == 0
        assert bits(here) <= 4
    assert max(bits(hand) for hand in s.hand) <= 6
    assert bits(s.pile) + bits(s.discard) >= 28
    assert s.lit & ~g.cards == 0
    assert s.top != r.UNSEEN or s.pile == 0 or r.chances(g, s) != r.NOTHING or s.phase == r.OVER


class Game:
    """One game played through, its counts, and the checks on the way."""

    def __init__(self, options: dict[str, object], policy, seed: int) -> None:
        self.game = Voltage.load(**options)
        self.g, self.s = self.game.tables, r.State.new()
        self.counts = Counter(plays=0, draws=0, flips=0, reshuffles=0, decisions=0)
        self.smallest = 56  # discard pile when the pile ran out
        self.sets_then = 99
        r.start(self.g, self.s)
        luck, stream = random.Random(seed), Streams(seed).stream("chance")
        moves = [0] * r.WORDS
        while True:
            self.settle(stream)
            seat = r.acting(self.g, self.s)
            if seat < 0:
                break
            self.before_decision()
            r.legal(self.g, self.s, seat, moves)
            self.step(seat, ids(moves), policy, luck)
        self.at_the_end()

    def settle(self, stream) -> None:
        g, s = self.g, self.s
        while r.chances(g, s) != r.NOTHING:
            refilled, drawn_last = s.discard != 0, bits(s.pile) == 1 and s.drawing
            if drawn_last and s.top != r.UNSEEN:
                self.ran_out()
            r.chance(g, s, stream)
            self.counts["reshuffles"] += refilled and s.discard == 0
            if s.phase != r.DEAL:
                check_cards(g, s)

    def ran_out(self) -> None:
        """I-6: at least five sets have been scored every time the pile runs out."""
        self.smallest = min(self.smallest, bits(self.s.discard))
        self.sets_then = min(self.sets_then, sum(self.s.score))
        self.counts["runs"] += 1
        assert sum(self.s.score) >= 5 * self.counts["runs"]
        assert bits(self.s.discard) >= 28

    def before_decision(self) -> None:
        """I-4: with `on_empty` the pile has cards, unless its last card still owes a flip."""
        s = self.s
        assert s.pile != 0 or self.g.on_need or s.phase == r.FLIP
        if s.phase == r.MAIN:
            assert bits(s.hand[s.player]) in (0, 2, 4, 6)
            assert bits(s.hand[1 - s.player]) % 2 == 0

    def step(self, seat: int, legal: list[int], policy, luck) -> None:
        assert legal, "I-5"
        assert len(legal) <= 84
        action = policy(self.s, legal, luck)
        kind = "plays" if action < r.DRAW else "draws" if action == r.DRAW else "flips"
        refilled = self.s.discard != 0
        r.apply(self.g, self.s, seat, action)
        self.counts[kind] += 1
        self.counts["decisions"] += 1
        self.counts["reshuffles"] += refilled and self.s.discard == 0
        check_cards(self.g, self.s)

    def at_the_end(self) -> None:
        """I-6, I-7, I-8 for any number of sets that win."""
        s, won = self.s, self.g.target
        most_reshuffles = (2 * won - 2) // 5
        most_plays = 12 + 5 * (2 * won - 1) + 4 * (1 + most_reshuffles)
        assert self.counts["reshuffles"] <= most_reshuffles
        assert self.counts["plays"] <= most_plays
        assert s.turn <= self.counts["plays"] + 2
        assert self.counts["draws"] <= self.counts["plays"] + 4
        assert self.counts["decisions"] <= self.game.longest
        assert won <= sum(s.score) <= 2 * won - 1
        assert max(s.score) == won == s.score[r.winners(self.g, s) - 1]


@pytest.mark.rule("I-1", "I-2", "I-3", "I-4", "I-5", "I-6", "I-7", "I-8", "V-53", "VQ-38", "VQ-39")
@pytest.mark.parametrize("options", OPTIONS, ids=IDS)
@pytest.mark.parametrize("policy", [at_random, stress])
def test_the_invariants_hold_after_every_action(options, policy):
    for seed in range(GAMES):
        Game(options, policy, seed)


@pytest.mark.rule("I-6", "I-7")
def test_the_stress_policy_reaches_the_reshuffle_and_comes_near_the_bounds():
    games = [Game({}, stress, seed) for seed in range(6 * GAMES)]
    assert 0.2 < sum(game.counts["reshuffles"] for game in games) / len(games) < 0.7
    assert min(game.sets_then for game in games) >= 5
    assert max(game.counts["draws"] for game in games) >= 50
    assert max(game.counts["plays"] for game in games) <= 55
    assert max(game.s.turn for game in games) <= 57


@pytest.mark.rule("I-6", "VC-8")
def test_two_reshuffles_can_happen_when_six_or_seven_sets_win():
    assert any(Game({"target_sets": 7}, stress, seed).counts["reshuffles"] == 2 for seed in range(GAMES))
