"""VGR beyond the golden game: odd records, hidden ones, and the quick way for very many."""

import re

import pytest

import leyden
from leyden.core.contract import Script
from leyden.games.voltage import quick
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import VoltageDraw
from leyden.games.voltage.notation import read_position
from leyden.games.voltage.record import tell
from leyden.players.selfplay import selfplay
from tests.table.test_record import golden_text, long_game

RANDOM_BACKS = {"transformer_backs": "uniform_random"}


@pytest.fixture(scope="module")
def long_record():
    return long_game()


def refused(text, rule, says=""):
    with pytest.raises(leyden.BadInput) as caught:
        leyden.Record.parse(text, "voltage")
    assert says in caught.value.text
    assert caught.value.rule == rule
    assert caught.value.line is not None


def with_words(record):
    """A record without Deck: both deals, and every drawn card at its action."""
    tale = tell(record.script)
    draws = iter(move.drew for move in tale.moves if move.drew is not None)
    text = str(record.redact(leyden.Seat(0))).replace('[View "A"]\n', "")
    text = re.sub(r"d\([^)]*\)", lambda _: f"d({next(draws)})", text)
    for name, kinds in zip(("DealA", "DealB"), tale.deals, strict=True):
        cards = "".join(str(VoltageDraw(r.FACE_DRAWN + (kind >> 1), bool(kind & 1))) for kind in kinds)
        text = re.sub(rf'\[{name} "[^"]*"\]', f'[{name} "{cards}"]', text)
    return text


@pytest.mark.rule("VC-4", "VC-8")
def test_a_long_game_can_be_told_by_its_words_alone(long_record):
    again = leyden.Record.parse(with_words(long_record), "voltage")
    assert again.outcome == long_record.outcome


@pytest.mark.rule("VC-4")
def test_words_that_cannot_be_are_refused():
    text = with_words(leyden.Record.parse(golden_text(), "voltage"))
    refused(text.replace('[DealA "O1P3O3P1"]', '[DealA "O1P3O3"]'), "V-8", "3 cards instead of 4")
    refused(text.replace("d(B2*)", "d(X9)", 1), "7.1", "not a card")
    refused(text.replace("d(B2*)", "d(.)", 1), "7.1", "not a card")
    plain = re.sub(r"d\([^)]*\)", "d(P1)", text.replace("3A d(B2*) ~P d(F*) ~G", "3A d() d()"))
    refused(plain, "V-42", "no such card")
    refused(re.sub(r"d\(B2\*\)", "d", text, count=1), "VC-4", "does not say")


@pytest.mark.rule("VC-4")
def test_a_record_for_nobody_and_one_with_wrong_words_are_refused():
    seen = str(leyden.Record.parse(golden_text(), "voltage").redact(None))
    refused(seen.replace('"spectator"', '"C"'), "VC-4", "View is")
    refused(seen.replace("d(*)", "dd", 1), "7.1", "not an action")
    refused(seen.replace("3A d(*)", "3A d(O2)", 1).replace("3A", "XX"), "7.1")


def test_cards_that_were_not_drawn_stand_in_braces():
    text = golden_text()
    deck = re.search(r'\[Deck "([^"]*)"', text)[1]
    cards = re.findall(r"(?:[OGBP][123]|[SF])\*?", deck)

    def cut(n, top):
        rest = "".join(sorted(cards[n:]))
        return text.replace(deck, "".join(cards[:n]) + "{" + rest + "}" + top)

    drawn = len(tell(leyden.Record.parse(text, "voltage").script).piles[0])
    assert leyden.Record.parse(cut(drawn, "^*"), "voltage").outcome.scores == (4, 1)
    refused(cut(30, "^"), "VC-4", "does not say")
    refused(cut(30, ""), "VC-4", "does not say which card was drawn")
    refused(cut(6, ""), "VC-4", "does not say which cards were dealt")
    open_top = leyden.Record.parse(cut(drawn, ""), "voltage")  # every draw is fixed, the last top back is not
    assert open_top.outcome.scores == (4, 1)
    assert open_top.verify() is open_top
    assert str(open_top).count("}^") == 1
    refused(cut(drawn + 5, ""), "VC-5", "more cards")
    short = cut(8, "^*")
    short = short[: short.index("1A")].replace('[Termination "normal"]', "").replace('"4:1"', '"0:0"')
    assert leyden.Record.parse(short.replace('"1-0"', '"*"'), "voltage").outcome is None
    refused(short.replace('"1-0"', '"*"') + "1A d", "VC-4", "does not say")


def place_of(text):
    """The rest of the line from the place where a record is refused."""
    with pytest.raises(leyden.BadInput) as caught:
        leyden.Record.parse(text, "voltage")
    return text.splitlines()[caught.value.line - 1][caught.value.column - 1 :]


def test_a_wrong_card_is_pointed_at_in_its_tag_or_note(long_record):
    text = golden_text()
    assert place_of(text.replace("O3FB3*B3", "O3FX9*B3", 1)).startswith("X9*B3")
    assert place_of(text.replace('[Deck "', '[Deck "  ?')).startswith("?O1P3")
    assert place_of(text.replace('[First "A"]', '[First "A"] [DealB "B2*P9SF"]')).startswith("P9SF")
    assert place_of(re.sub(r'\[Reshuffle "....', '[Reshuffle "O1Z3', str(long_record))).startswith("Z3")
    assert place_of(re.sub(r"\{(.*)\}", lambda m: "{O1Z3" + m[1] + "}", str(long_record), count=1)).startswith("Z3")
    assert place_of(with_words(leyden.Record.parse(text, "voltage")).replace("d(B2*)", "d(X9)", 1)).startswith("X9)")
    assert place_of(text.replace("3A d ~P", "3A d(O1) ~P")).startswith("(O1)")


# -------------------------------------------------------------- how it is spelled
@pytest.mark.rule("VC-18")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1A P3a O1a", "1A p3A o1a"),
        ("4B d d", "4B D Draw"),
        ("2B SP=3 FO=0", "2B SP3 fo0"),
        ("2B SP=3", "2b SP=3"),
        ("2B SP=3", "2B. SP=3"),
        ("2B SP=3", "2 B SP=3"),
        ("2B SP=3", "2.\tb: SP=3"),
        ("3A d ~P", "3A d(b2*) \N{TILDE OPERATOR}p"),
        ("7A F*P=0", "7A F\N{ASTERISK OPERATOR}P=0"),
        ("{P-1:3A}", "{P\N{MINUS SIGN}1:3A}"),
        ("{P-1:3A}", "{p-1:3a}"),
        ('[Deck "O1P3P3F', '[Deck " O1 P3  p3 f'),
        ('[Game "Voltage"]', '[Game "voltage"]'),
        ('"VGR/1"', '"vgr/1 "'),
        ('[First "A"]', '[First "a"] [Edition " 2017"]'),
        ('"default"', '"Default"'),
        ('"1-0"', '"1\N{EN DASH}0"'),
        ('"4:1"', '"4 : 1"'),
        ('"normal"', '"Normal"'),
    ],
)
def test_a_record_may_be_spelled_in_several_ways(old, new):
    text = golden_text()
    assert old in text
    record = leyden.Record.parse(text.replace(old, new, 1), "voltage")
    assert str(record) == str(leyden.Record.parse(text, "voltage"))


@pytest.mark.rule("VC-18")
def test_what_a_seat_saw_may_be_spelled_in_several_ways():
    seen = str(leyden.Record.parse(golden_text(), "voltage").redact(None))
    for old, new in (('"spectator"', '"Spectator "'), ("1A P3a", "1 a p3A"), ("3A d(*)", "3A D(*)")):
        again = leyden.Record.parse(seen.replace(old, new, 1), "voltage")
        assert again.tags["View"] == "spectator"
        assert again.redact(None).notes == again.notes


@pytest.mark.rule("VC-5")
def test_what_two_tags_say_alike_is_no_contradiction():
    text = golden_text()
    same = '[First "A"] [DealA "P3O1P1O3"] [DealB "B2*P3SF"] [Edition "2006"]'
    record = leyden.Record.parse(text.replace('[First "A"]', same), "voltage")
    assert record.game.options["edition"] == "2006"
    assert "[Deal" not in str(record)
    both = text.replace('"default"', '"edition=2006"').replace('[First "A"]', same)
    assert leyden.Record.parse(both, "voltage") == record


@pytest.mark.rule("VC-5")
@pytest.mark.parametrize("letter", ["\x01", "\x85", "\t", "\u2028"])
def test_a_name_that_cannot_be_written_has_one_verdict_with_its_place(letter):
    (text,) = selfplay(leyden.load("voltage"), ["random", "random"], games=1, seed=3)
    text = text.replace('[A "random"]', f'[A "ran{letter}dom"]')
    refused(text, "7.3", "the tag A cannot be")
    (verdict,) = leyden.load("voltage").verify_records(text)
    assert (verdict.problem.line, verdict.problem.column) == (3, 1)


@pytest.mark.rule("VC-4")
def test_a_game_broken_off_need_not_say_what_lies_on_top():
    table = leyden.Table(leyden.load("voltage", first_player="A"), seed=7)
    table.push("d")
    text = re.sub(r"\}\^\*?", "}", str(table.record))
    record = leyden.Record.parse(text, "voltage")
    assert record.steps == table.steps[:-1]
    assert str(record) == text


@pytest.mark.rule("VQ-35", "V-50")
def test_a_record_may_end_with_an_empty_pile():
    record = long_game(lambda table: table.view(0).pile_size == 0, reshuffle="on_need")
    assert "{" not in str(record).split("[Deck", 1)[1].split("]", 1)[0]
    assert leyden.Record.parse(str(record), "voltage").verify() == record


@pytest.mark.rule("VC-10")
@pytest.mark.parametrize("seat", ["all", 0, None])
def test_a_game_that_stops_between_a_draw_and_its_card_is_not_written(seat):
    table = leyden.Table(leyden.load("voltage"), seed=1)
    table.push("d")
    steps = tuple(table.steps)
    last = max(at for at, step in enumerate(steps) if step.seat is not None)
    for end, written in ((last, True), (last + 1, False), (last + 2, True)):
        script = Script(table.game, {}, steps[:end])
        if written:
            assert table.game.write_script(script, seat)
        else:
            with pytest.raises(leyden.BadInput, match=r"stops between a d and its card.* \[VC-10\]"):
                table.game.write_script(script, seat)


@pytest.mark.rule("VQ-35", "VQ-36", "VC-8")
@pytest.mark.parametrize(("reshuffle", "action"), [("on_need", "d"), ("on_empty", "d"), ("on_empty", "~[OGBP]")])
def test_the_pile_is_refilled_by_a_draw_or_by_the_flip_behind_it(reshuffle, action):
    noted = re.compile(rf" {action}\{{r\}}")
    record = long_game(lambda table: table.over and noted.search(str(table.record)), reshuffle=reshuffle)
    assert leyden.Record.parse(str(record), "voltage").verify() == record
    refused(re.sub(r"\[Reshuffle [^]]*\]\n", "", str(record)), "VC-8", "Reshuffle is missing")


@pytest.mark.rule("VC-15")
def test_random_backs_leave_the_rest_unassigned():
    (text,) = selfplay(leyden.load("voltage", **RANDOM_BACKS), ["random", "random"], games=1, seed=3)
    assert re.search(r"\}~\d+\^", text)
    assert leyden.Record.parse(text, "voltage").verify()
    wrong = re.sub(r"\}~(\d+)", lambda match: "}~" + str(int(match[1]) + 1), text)
    refused(wrong, "V-3", "Transformers instead of 18")


def test_a_game_that_has_not_begun_is_written_without_its_first_player():
    text = str(leyden.Record(Script(leyden.load("voltage"), {}, ())))
    assert "[First" not in text
    refused(text, "7.3", "First")


@pytest.mark.rule("VQ-37")
def test_no_hand_is_known_while_the_first_pile_of_random_backs_lasts():
    with pytest.raises(leyden.BadInput, match="VQ-37"):
        read_position(leyden.load("voltage", **RANDOM_BACKS), "+|/-|/-|/+| 0:0 Am O1 O2 {O1}~1^ - 5 kB=O2")


# --------------------------------------------------------------- the quick way
def brief_of(record):
    """A record as the quick way writes it."""
    tale = tell(record.script)
    draws = [step.move.outcome for step in record.steps if step.seat is None]
    actions = [record.game.actions.id(step.move) for step in record.steps if step.seat is not None]
    return quick.brief(record.game, {"A": "Ann", "B": "Ben"}, draws, actions, tale.s)


def test_the_quick_way_writes_what_the_careful_one_reads(long_record):
    for record in (leyden.Record.parse(golden_text(), "voltage"), long_record):
        text = brief_of(record)
        assert quick.looks_right(text)
        assert leyden.Record.parse(text, "voltage").steps == record.steps
    assert "[Reshuffle" in brief_of(long_record)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[A "Ann"]', '[A "Ann"]\n[A "Ann"]'),
        ('[First "A"]\n', ""),
        ('"default"', '"fuses=many"'),
        ('"default"', '"target_sets=7"'),
        ("1A P3a O1a", "1A P3a O9a"),
        ("1A P3a O1a", "1A P3a P1a"),
        ('[Deck "', '[Deck "}{'),
        ('[Score "4:1"]', '[Score "4:2"]'),
        ("34B B3b", ""),
    ],
)
def test_the_quick_way_does_not_judge_what_looks_wrong(old, new):
    text = brief_of(leyden.Record.parse(golden_text(), "voltage"))
    assert old in text
    assert not quick.looks_right(text.replace(old, new))
