"""A record replays without luck, is redacted per seat, verified to the last word, and read from any file."""

import os
import re

import numpy as np
import pytest

import leyden
from leyden.core import rulebook
from leyden.core.contract import Seat
from leyden.table.record import game_of, read_text


def golden_text():
    """The golden game of the rules file."""
    text = rulebook.rules_text("voltage")
    return text[text.rindex('[Game "Voltage"] [Format') : text.index("start  +")]


@pytest.fixture
def golden():
    return leyden.Record.parse(golden_text(), "voltage")


@pytest.fixture
def played():
    return leyden.play(leyden.load("voltage"), ["random", "random"], seed=4)


def test_the_golden_game_replays_and_verifies(golden):
    assert golden.verify() is golden
    assert golden.outcome.winners == (Seat(0),)
    assert golden.tags["A"] == "Ann"
    assert len(list(golden.states())) == len(golden.steps) + 1
    assert golden.final.outcome.scores == (4, 1)


def test_writing_and_reading_is_a_fixed_point(golden, played):
    for record in (golden, played):
        again = leyden.Record.parse(str(record), "voltage")
        assert again == record
        assert hash(again) == hash(record)
        assert str(again) == str(record)


def test_files_hold_one_record_or_many(golden, played, tmp_path):
    path = golden.save(tmp_path / "games.vgr")
    assert leyden.Record.load(path) == golden
    played.save(path, append=True)
    assert list(leyden.Record.load_all(path)) == [golden, played]
    with pytest.raises(leyden.BadInput, match="holds 2 records"):
        leyden.Record.load(path)
    played.save(path)
    assert leyden.Record.load(path) == played
    assert [p.name for p in tmp_path.iterdir()] == ["games.vgr"]
    assert leyden.Record.load(played.save(tmp_path / "new.vgr", append=True)) == played


def test_a_record_goes_through_links_and_devices_but_never_takes_their_place(golden, tmp_path):
    (tmp_path / "real.vgr").write_text("old")
    link = tmp_path / "link.vgr"
    link.symlink_to("real.vgr")
    golden.save(link)
    assert link.is_symlink()
    assert (tmp_path / "real.vgr").read_text() == str(golden)
    pipe = tmp_path / "pipe.vgr"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    golden.save(pipe)
    assert os.read(reader, 1 << 16).decode() == str(golden)
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize("place", ["", ".", "folder"])
def test_a_folder_is_no_place_for_a_record(golden, place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError, match="Is a directory"):
        golden.save(place)
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


@pytest.mark.rule("VC-4")
@pytest.mark.parametrize("seat", [Seat(0), Seat(1), None])
def test_a_redacted_record_says_that_it_cannot_be_checked(golden, seat):
    seen = golden.redact(seat)
    assert "not checkable in full" in seen.notes[0]
    assert seen.verify() is seen
    assert seen.steps == ()
    assert "Deck" not in seen.tags
    assert "Rng" not in seen.tags
    assert str(leyden.Record.parse(str(seen), "voltage")) == str(seen)
    with pytest.raises(leyden.BadInput, match="cannot be replayed"):
        list(seen.states())


@pytest.mark.rule("VC-4")
def test_a_record_for_one_seat_is_not_redacted_for_another(golden):
    seen = golden.redact(Seat(0))
    assert str(seen.redact(Seat(0))) == str(seen)
    for other in (Seat(1), None):
        with pytest.raises(leyden.BadInput, match="as A saw it"):
            seen.redact(other)


@pytest.mark.parametrize("seat", [2, -1, "A"])
def test_a_record_is_redacted_for_a_seat_of_the_game(golden, seat):
    with pytest.raises(ValueError, match=r"Voltage has seats 0 \(A\) and 1 \(B\), not"):
        golden.redact(seat)


def test_a_text_of_several_records_is_not_one(golden):
    with pytest.raises(leyden.BadInput, match="holds 2 records"):
        leyden.Record.parse(f"{golden}\n{golden}", "voltage")


@pytest.mark.rule("VC-4")
def test_a_redacted_record_tells_own_draws_and_hides_the_others(golden):
    seen = str(golden.redact(Seat(0)))
    assert "3A d(B2*) ~P d(F*) ~G" in seen
    assert "4B d(.) d(.)" in seen
    assert "6B d(*) ~O d(.)" in seen
    assert '[DealA "O1P3O3P1"]' in seen
    assert '[DealB "????*"]' in seen
    assert "d(" not in re.sub(r"d\([.*]\)", "", str(golden.redact(None)))


@pytest.mark.rule("VQ-32")
def test_private_backs_are_not_in_the_other_seats_record():
    record = leyden.play(leyden.load("voltage", hand_backs="private"), ["random", "random"], seed=1)
    seen = str(record.redact(Seat(0)))
    assert '[DealB "????"]' in seen
    moves = seen[seen.index("\n1") :]
    mine = re.findall(r"\d+A ([^0-9]\S*(?: [^0-9\s]\S*)*)", moves)
    yours = re.findall(r"\d+B ([^0-9]\S*(?: [^0-9\s]\S*)*)", moves)
    assert any("*" in turn.replace("(*)", "") for turn in mine)
    assert not any("*" in turn.replace("(*)", "") for turn in yours)


@pytest.mark.rule("VC-4")
def test_a_record_with_both_deals_and_every_draw_can_be_checked(golden):
    text = str(golden.redact(Seat(0))).replace('[View "A"]\n', "")
    faces = [str(step.move) for step in golden.steps if step.seat is None and str(step.move)[0] not in "^f"]
    deal, draws = faces[:8], iter(faces[8:])
    full = re.sub(r"d\([^)]*\)", lambda _: f"d({next(draws)})", text)
    full = re.sub(r'\[DealB "[^"]*"\]', f'[DealB "{"".join(deal[1::2])}"]', full)
    full = re.sub(r'\[DealA "[^"]*"\]', f'[DealA "{"".join(deal[0::2])}"]', full)
    record = leyden.Record.parse(full, "voltage")
    assert record.outcome.scores == (4, 1)
    wrong = full.replace("d(F*)", "d(F)")
    with pytest.raises(leyden.BadInput, match="V-4"):
        leyden.Record.parse(wrong, "voltage")


WRONG = [
    ("no move where one is illegal", "1A P3a O1a", "1A P3a P1a", "V-16"),
    ("a flip is missing", "3A d ~P d ~G", "3A d ~P d", "V-43"),
    ("a flip after a plain card", "4B d d", "4B d ~O d", "V-46"),
    ("a turn with one play", "2B SP=3 FO=0", "2B SP=3", "V-20"),
    ("a third step", "5A O3a P1b", "5A O3a P1b d", "V-13"),
    ("a play after a draw", "15A d d", "15A d B3a", "V-14"),
    ("an unknown card", "2B SP=3", "2B XP=3", "7.1"),
    ("a wrong turn number", "6B d", "7B d", "V-12"),
    ("a wrong seat", "6B d", "6A d", "V-12"),
    ("a wrong result", '[Result "1-0"]', '[Result "0-1"]', "VC-5"),
    ("a wrong score", '[Score "4:1"]', '[Score "4:2"]', "VC-5"),
    ("a wrong termination", '[Termination "normal"]', '[Termination "time"]', "VC-10"),
    ("an unknown termination", '[Termination "normal"]', '[Termination "boredom"]', "VC-10"),
    ("an unknown result", '[Result "1-0"]', '[Result "2-0"]', "7.3"),
    ("a wrong note", "{O+7:0A}", "{O+7:1A}", "VC-5"),
    ("a note where nothing happened", "1A P3a", "1A P3a{P+3:0A}", "VC-5"),
    ("a needless reshuffle", '[Result "1-0"]', '[Reshuffle "O1"] [Result "1-0"]', "VC-5"),
    ("a missing tag", '[First "A"]', "", "7.3"),
    ("another game", '[Game "Voltage"]', '[Game "Chess"]', "7.3"),
    ("another format", '"VGR/1"', '"VGR/2"', "7.3"),
    ("a tag twice", '[First "A"]', '[First "A"] [First "A"]', "7.3"),
    ("nobody begins", '[First "A"]', '[First "C"]', "V-11"),
    ("first against options", '"default"', '"first_player=B"', "VC-12"),
    ("an unknown option", '"default"', '"fuses=many"', "3.8"),
    ("a bad option text", '"default"', '"fuses"', "3.8"),
    ("an unknown edition", '[A "Ann"]', '[A "Ann"] [Edition "1999"]', "3.8"),
    ("a deck of 55 cards", '[Deck "O1P3', '[Deck "P3', "V-2"),
    ("a deck with a card too many of a kind", '[Deck "O1P3', '[Deck "O2P3', "V-2"),
    ("a deck that is no cards", '[Deck "O1P3', '[Deck "O1!!', "7.1"),
    ("a deck with odd braces", '[Deck "O1P3', '[Deck "{O1{P3', "7.3"),
    ("no deck", "[Deck ", "[Decks ", "7.3"),
    ("a view of nobody", '[First "A"]', '[First "A"] [View "C"]', "VC-4"),
    ("a view of everything", '[First "A"]', '[First "A"] [View "A"]', "VC-4"),
    ("a hand that the deck does not deal", '[First "A"]', '[First "A"] [DealA "O1P3O3P2"]', "VC-5"),
    ("a hand of five", '[First "A"]', '[First "A"] [DealB "O1P3O3P2P2"]', "V-8"),
    ("two editions", '"default"', '"edition=2006"] [Edition "2017"', "3.8"),
    ("a name that cannot be written", '[A "Ann"]', '[A "An\x01n"]', "7.3"),
    ("moves after the end", "34B B3b{B+5:5A}", "34B B3b{B+5:5A} d", "V-51"),
    ("a turn after the end", "34B B3b{B+5:5A}", "34B B3b{B+5:5A} 35A d", "V-51"),
    ("the end is missing", "34B B3b{B+5:5A}", "", "VC-10"),
    ("a move before any turn", "1A P3a", "P3a", "7.3"),
    ("a number without a seat", "6B d", "6 d", "7.1"),
    ("a turn of five thousand digits", "6B d", f"{'6' * 5000}B d", "7.1"),
    ("digits of another script", "6B d", "\N{ARABIC-INDIC DIGIT SIX}B d", "7.1"),
    ("a deck with a very long number", '[Deck "', f'[Deck "{{O1}}~{"1" * 5000}', "7.3"),
    ("a wrong drawn card", "3A d ~P", "3A d(O1) ~P", "VC-5"),
]


@pytest.mark.rule("VC-5", "VC-10", "VC-12")
@pytest.mark.parametrize(("old", "new", "rule"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_every_way_a_record_can_be_wrong_is_named_with_its_place(old, new, rule):
    text = golden_text()
    assert old in text
    changed = text.replace(old, new, 1)
    with pytest.raises(leyden.BadInput) as caught:
        leyden.Record.parse(changed, "voltage")
    problem = caught.value
    assert problem.rule == rule
    assert problem.line is not None
    line = changed.splitlines()[problem.line - 1]
    assert problem.column is not None
    assert problem.column <= len(line) + 1


def test_the_place_of_a_complaint_is_the_word(golden):
    text = golden_text().replace("5A O3a P1b", "5A O3a O3a")
    with pytest.raises(leyden.BadInput) as caught:
        leyden.Record.parse(text, "voltage")
    line, column = caught.value.line, caught.value.column
    assert text.splitlines()[line - 1][column - 1 :].startswith("O3a  6B")


@pytest.mark.rule("VC-9")
def test_comments_and_spaces_do_not_matter():
    text = golden_text().replace("1A P3a", "; a comment [with tags] 99B\n1A    P3a ; another\n").replace("d d", "d\n d")
    assert leyden.Record.parse(text, "voltage") == leyden.Record.parse(golden_text(), "voltage")


@pytest.mark.rule("VC-10")
@pytest.mark.parametrize("end", ["resign", "time", "abandoned"])
def test_an_unfinished_game_says_how_it_ended(end):
    text = golden_text()
    text = text[: text.index("10B d")] + "10B d"
    text = text.replace('"normal"', f'"{end}"').replace('"4:1"', '"0:0"').replace('"1-0"', '"0-1"')
    record = leyden.Record.parse(text, "voltage")
    assert record.tags["Result"] == "0-1"
    assert record.outcome is None
    assert str(leyden.Record.parse(str(record), "voltage")) == str(record)


@pytest.mark.rule("VC-10")
def test_nobody_resigns_without_losing():
    text = golden_text()
    text = text[: text.index("10B d")].replace('"normal"', '"resign"').replace('"4:1"', '"0:0"').replace('"1-0"', '"*"')
    with pytest.raises(leyden.BadInput, match="who resigns loses") as caught:
        leyden.Record.parse(text, "voltage")
    assert text[text.index("[Term") :].startswith(text.splitlines()[caught.value.line - 1][caught.value.column - 1 :])


def test_a_finished_game_needs_no_termination(golden):
    text = golden_text().replace('[Termination "normal"]', "")
    assert leyden.Record.parse(text, "voltage") == golden


def test_an_unfinished_game_without_termination_has_no_result():
    text = golden_text()
    text = text[: text.index("10B d")].replace('[Termination "normal"]', "").replace('"4:1"', '"0:0"')
    with pytest.raises(leyden.BadInput, match="finished game"):
        leyden.Record.parse(text, "voltage")
    assert leyden.Record.parse(text.replace('"1-0"', '"*"'), "voltage").outcome is None


@pytest.mark.rule("VC-8", "V-50")
def test_a_reshuffle_is_written_and_must_hold_the_discard_pile():
    record = long_game()
    text = str(record)
    assert "[Reshuffle " in text
    assert "{r}" in text
    assert leyden.Record.parse(text, "voltage") == record
    moved = re.sub(r'\[Reshuffle "(\w\w)', lambda m: f'[Reshuffle "{"O1" if m[1] != "O1" else "O2"}', text)
    with pytest.raises(leyden.BadInput, match=r"V-50|V-42"):
        leyden.Record.parse(moved, "voltage")
    missing = re.sub(r"\[Reshuffle .*\]\n", "", text)
    with pytest.raises(leyden.BadInput, match="VC-8"):
        leyden.Record.parse(missing, "voltage")


def long_game(until=lambda table: table.over and "Reshuffle" in str(table.record), **options):
    """A game whose pile runs out: both draw whenever they may, and put off every fifth card."""
    game = leyden.load("voltage", first_player="A", **options)
    for seed in range(200):
        table = leyden.Table(game, seed=seed)
        while not table.over:
            legal = list(table.legal())
            fuses = [a for a in legal if str(a)[0] == "F" and not str(a).endswith("=0")]
            draws = [a for a in legal if str(a) == "d"]
            table.push((draws or fuses or sorted(legal, key=lambda a: crowd(table, a)))[0])
            if until(table):
                return table.record
    raise AssertionError("no game came so far")


def crowd(table, action):
    return table.view().terminals[action.terminal].cards if hasattr(action, "terminal") else 0


def test_a_huge_record_is_refused_early():
    text = golden_text().replace("1A P3a", "1A " + "d " * 5000)
    with pytest.raises(leyden.BadInput, match="no game is that long"):
        leyden.Record.parse(text, "voltage")


def test_files_that_are_no_records(tmp_path):
    path = tmp_path / "game.vgr"
    path.write_bytes(golden_text().encode().replace(b"Ann", b"\n\xff\xfe"))
    with pytest.raises(leyden.BadInput, match="not UTF-8") as caught:
        leyden.Record.load(path)
    assert (caught.value.line, caught.value.column) == (2, 1)
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        path.write_bytes(golden_text().encode(encoding))
        with pytest.raises(leyden.BadInput, match="not UTF-8 text, but perhaps UTF-16"):
            leyden.Record.load(path)
    path.write_bytes(bytes(100))
    with pytest.raises(leyden.BadInput, match="not UTF-8 text"):
        leyden.Record.load(path)
    path.write_text(golden_text()[:120])
    with pytest.raises(leyden.BadInput, match="neither a tag"):
        leyden.Record.load(path)
    path.write_text("")
    with pytest.raises(leyden.BadInput, match="no record"):
        leyden.Record.load(path)
    other = tmp_path / "game.txt"
    other.write_text("hello")
    with pytest.raises(leyden.BadInput, match="names no game"):
        leyden.Record.load(other)
    other.write_text(golden_text())
    assert leyden.Record.load(other).tags["B"] == "Ben"
    other.write_text(golden_text().replace("Voltage", "voltage"))
    assert leyden.Record.load(other).tags["Game"] == "Voltage"
    assert game_of(path, "").name == "voltage"


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("leyden.table.record.MOST_BYTES", 10)
    path = tmp_path / "game.vgr"
    path.write_text(golden_text())
    with pytest.raises(leyden.BadInput, match="at most 10"):
        read_text(path)


def test_a_record_whose_text_is_another_game_is_caught(golden, played):
    from leyden.core.contract import Script
    from leyden.table import Record

    class Liar(Record):
        def __str__(self):
            return str(golden)

    with pytest.raises(leyden.BadInput, match="another game"):
        Liar(Script(played.game, played.tags, played.steps)).verify()


def test_a_record_says_what_it_is(golden):
    assert repr(golden) == "<record of Voltage: 79 actions, 1-0>"


def test_records_differ_in_tags_and_in_what_was_seen(golden, played):
    ann, bob = (leyden.Table("voltage", seed=1, tags={"A": name}).record for name in ("Ann", "Bob"))
    assert ann != bob
    assert ann == leyden.Table("voltage", seed=1, tags={"A": "Ann"}).record
    other = leyden.play("voltage", ["random", "random"], seed=5)
    assert other.redact(0) != played.redact(0)
    assert played.redact(0) == leyden.Record.parse(str(played.redact(0)))
    assert len({played.redact(0), other.redact(0), played.redact(1), played.redact(0)}) == 3
    assert golden != str(golden)


def test_a_record_as_a_seat_saw_it_says_so(golden):
    seen = golden.redact(0)
    assert repr(seen) == "<record of Voltage: a record as A saw it, not checkable in full, 1-0>"
    says = "`tags` tell the result of this record, not `outcome`: it is a record as A saw it, not checkable in full"
    with pytest.raises(leyden.BadInput, match=re.escape(says)):
        _ = seen.outcome
    with pytest.raises(leyden.BadInput, match="this record is not for others to see: it is a record as A saw it, not"):
        seen.redact(1)


def test_a_record_is_redacted_for_a_seat_of_any_whole_number(golden):
    assert golden.redact(np.int64(1)) == golden.redact(1)


def test_a_text_tells_its_game(golden):
    assert leyden.Record.parse(str(golden)) == golden
    assert leyden.Record.parse(str(golden), golden.game) == golden
    with pytest.raises(leyden.BadInput, match=r'this text names no game; records have a tag \[Game "Voltage"\]'):
        leyden.Record.parse("1A d")
    with pytest.raises(TypeError, match="a record is read from a text, not from None"):
        leyden.Record.parse(None)


def test_a_record_is_not_made_from_a_text(golden):
    with pytest.raises(TypeError, match=r"read by Record.load\(path\) or Record.parse\(text\), not made from"):
        leyden.Record(str(golden))
