"""Luck with a name: the numbers are fixed for ever, fair, and the same compiled and not."""

import random
from collections import Counter

import numpy as np
import pytest

from leyden.core import cards, luck
from leyden.core.engine import as_words, numbers
from leyden.core.rule import compiled, kernel
from leyden.core.streams import Stream, Streams, as_stream


@kernel
def draw_many(stream, bounds, found):
    """One number below each bound."""
    for i in range(len(bounds)):
        found[i] = luck_below(stream, bounds[i])


luck_below = luck.random_below

# The numbers below 100, 1000 and 2^31 that begin some streams: what any version of leyden must draw.
GOLDEN = {
    (0, "deal", 0): [21, 184, 645993921, 81, 698, 1089323342],
    (0, "deal", 1): [51, 671, 2016845644, 19, 623, 253549320],
    (7, "deal", 0): [19, 975, 1753304535, 92, 332, 2069818392],
    ("seven", "bot A", 3): [87, 816, 264568981, 22, 775, 1293397844],
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_named_stream_gives_these_numbers_for_ever(name):
    stream = Streams(name[0]).stream(*name[1:])
    assert [stream.below(n) for n in (100, 1000, 1 << 31) * 2] == GOLDEN[name]


def test_splitmix64_gives_its_published_numbers():
    stream = Stream([1234567])
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [luck._next64(stream) for _ in published] == published


@pytest.mark.parametrize("bounds", [[52] * 500, list(range(1, 500)), [1, 2, 3, (1 << 31) + 1] * 100, [3 << 30] * 400])
def test_plain_and_compiled_streams_give_equal_numbers(bounds):
    stream = Streams(3).stream("both")
    compiled_found = numbers(len(bounds))
    compiled(__name__).draw_many(as_words(stream), numbers(bounds), compiled_found)
    found = [stream.below(n) for n in bounds]
    assert [int(n) for n in compiled_found] == found
    assert all(0 <= number < bound for number, bound in zip(found, bounds, strict=True))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 56, 84])
def test_every_number_is_as_likely_as_another(n):
    stream, games = Streams(5).stream("uniform", n), 600 * n
    found = Counter(stream.below(n) for _ in range(games))
    chi_square = sum((found[i] - 600) ** 2 / 600 for i in range(n))
    assert chi_square < (n - 1) + 4.5 * (2 * (n - 1)) ** 0.5 + 1e-9


def test_large_ranges_are_fair_too():
    # Without rejection the lower third of 3 * 2^30 numbers would come twice as often.
    stream = Streams(6).stream("large")
    thirds = Counter(stream.below(3 << 30) >> 30 for _ in range(9000))
    assert all(abs(thirds[i] - 3000) < 4.5 * 45 for i in range(3))


def test_a_shuffle_gives_every_order():
    stream = Streams(8).stream("shuffle")
    orders = Counter()
    for _ in range(6000):
        items = [1, 2, 3]
        stream.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(abs(n - 1000) < 4.5 * 30 for n in orders.values())


def test_a_shuffle_swaps_from_the_last_item_down():
    stream, same = Streams(9).stream("order"), Streams(9).stream("order")
    items, expected = list("ABCDE"), list("ABCDE")
    stream.shuffle(items)
    for i in (4, 3, 2, 1):
        j = same.below(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert items == expected


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_can_be_drawn_below_nought(n):
    with pytest.raises(ValueError, match=f"below a positive number, not {n}"):
        Stream([1]).below(n)


def test_streams_of_other_names_are_others():
    names = [("0", "a", 0), ("1", "a", 0), ("0", "b", 0), ("0", "a", 1)]
    assert len({tuple(Streams(seed).stream(purpose, index)) for seed, purpose, index in names}) == 4


def test_a_stream_comes_from_a_stream_a_seed_or_a_generator_of_python():
    stream = Stream([5])
    assert as_stream(stream) is stream
    assert as_stream(5) == as_stream(5) == Streams(5).stream("caller")
    assert as_stream(random.Random(5)) == [random.Random(5).getrandbits(64)]


# ---------------------------------------------------------------- sets of cards
FEW = [0, 1, 0b1011, 1 << 61, (1 << 62) - 1, 0b1010101 << 40]


@kernel
def about(sets, found):
    """Count, lowest card, and every single card of the sets."""
    n = 0
    for i in range(len(sets)):
        found[n] = how_many(sets[i])
        found[n + 1] = lowest(sets[i])
        n += 2
        for at in range(how_many(sets[i])):
            found[n] = number_of(nth(sets[i], at))
            n += 1
    return n


how_many, lowest, number_of, nth = cards.count, cards.first_card, cards.index_of, cards.nth_card


def test_sets_of_cards_are_the_same_plain_and_compiled():
    found, expected = numbers(300), []
    n = compiled(__name__).about(numbers(FEW), found)
    for word in FEW:
        members = [at for at in range(62) if word >> at & 1]
        expected += [len(members), word & -word, *members]
    assert [int(number) for number in found[:n]] == expected


@pytest.mark.parametrize("word", FEW)
def test_random_cards_are_that_many_cards_of_the_set(word):
    stream = Streams(2).stream("cards")
    for n in range(word.bit_count() + 1):
        chosen = cards.random_cards(stream, word, n)
        assert chosen & ~word == 0
        assert chosen.bit_count() == n
    assert cards.first_cards(word, 2) == sum(sorted(1 << at for at in range(62) if word >> at & 1)[:2])


def test_every_choice_of_cards_is_as_likely_as_another():
    stream = Streams(4).stream("choices")
    found = Counter(cards.random_cards(stream, 0b10111, 2) for _ in range(6000))
    assert len(found) == 6
    assert all(abs(n - 1000) < 4.5 * 30 for n in found.values())
    assert {cards.random_card(stream, 0b10100) for _ in range(50)} == {0b100, 0b10000}


def test_luck_is_a_stream_a_seed_or_a_generator():
    with pytest.raises(TypeError, match=r"a generator of random or numpy, not 'seed'"):
        as_stream("seed")


def test_a_seed_may_be_any_whole_number_and_a_generator_one_of_numpy():
    assert as_stream(np.int64(5)) == as_stream(Streams(5)) == as_stream(5)
    assert as_stream(np.random.default_rng(1)) == as_stream(np.random.default_rng(1))
    assert as_stream(np.random.default_rng(1)) != as_stream(np.random.default_rng(2))
    assert as_stream(np.random.RandomState(1)) == as_stream(np.random.RandomState(1))
    generator = np.random.default_rng(1)
    assert as_stream(generator) != as_stream(generator)


@pytest.mark.parametrize("rng", [1.0, None, b"seed", np.float64(1)])
def test_what_is_no_luck_is_refused(rng):
    with pytest.raises(TypeError, match="luck is a stream, a whole number as a seed, or a generator"):
        as_stream(rng)
