"""PSN-1: what was played is written, redacted, read again, and refused wherever it is wrong."""

import itertools
import re

import pytest

import leyden
from leyden.core import rulebook
from leyden.core.contract import BadInput, Illegal, Node, Script, Seat, Step
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.layout import columns
from leyden.table.record import game_of
from leyden.testing import check, rubbish, walk
from leyden.testing.laws import Place

TAGS = '[Game "Power Switch"]\n[Format "PSN-1"]\n[Players "4"]\n[Result "*"]\n'
WINDOWS = {"switch_timing": "anytime", "shock_forced": "false", "first_dealer": "random", "max_rounds": 1}
ODD = [
    {"seats": 3, "max_rounds": 2},
    {"seats": 2, "number_die": "2,4,6", "switch_stuck": "end_turn", **WINDOWS},
    {
        "seats": 4,
        "end_rule": "rounds:1",
        "first_dealer": "seat:3",
        "received": "hold",
        "give_last": "sit_out",
        "pile_size": 9,
        "reveal_pile_end": "true",
        "hand_counts": "hidden",
        "switches_per_game": 2,
        "colour_die": "DL",
    },
    {"seats": 5, "max_rounds": 1, "give_last": "ends_round", "shock_in_hand": 50, "pile_size": 0},
]


def worked_round():
    """The round of 7.5 in a game that its tags describe."""
    text = rulebook.rules_text("powerswitch")
    text = text[text.index("round 1 deal 4\npile Y11") :]
    return TAGS + "dealer 1,2,3,4=>4\n" + text[: text.index("```")]


def parse(text):
    return leyden.Record.parse(text, "powerswitch")


def refused(text, rule, says):
    with pytest.raises(BadInput) as caught:
        parse(text)
    assert says in caught.value.text
    assert caught.value.rule == rule
    assert caught.value.line is not None
    return caught.value


def changed(text, old, new):
    assert text.count(old) == 1, old
    return text.replace(old, new)


def script_of(game, steps):
    return Script(game, {}, tuple(steps))


def steps_of(game, seed=0):
    return [step for _, step in walk(game, seed) if step is not None]


# ------------------------------------------------------------------ a whole game
@pytest.mark.rule("T-57", "P-5", "P-51", "P-53")
def test_the_worked_round_replays_to_the_layout_the_hands_and_the_scores():
    record = parse(worked_round())
    *_, before, after = record.states()
    s = before.record
    assert s.phase == r.OUT
    assert "/".join(map(str, columns(s))) == "1-3*1/1-3/1-4/1-5*3"
    assert str(before).split()[7].split("/")[0] == "-"  # seat 1 is out: it took seat 4's single B3 and played it
    assert [int(total) for total in str(after).split()[9].split(",")] == [0, 135, 105, 145]
    assert {"B1", "Y3"} < set(str(before).split()[7].split("/")[1].split(","))  # 50 each
    assert after.observation(None).dealer == 0
    assert record.outcome is None
    assert record.verify() is record


@pytest.mark.rule("T-57", "PC-1", "PC-13")
def test_the_worked_round_is_written_as_it_stands_in_the_rules():
    text = worked_round()
    written = str(parse(text))
    assert written.split() == [
        *["[Game", '"Power', 'Switch"]', "[Format", '"PSN-1"]', "[Rules", '"ps-1"]'],
        *text.split()[5:7],
        "[Options",
        '"default"]',
        *text.split()[7:],
    ]
    assert max(map(len, written.splitlines())) <= 110
    assert written.count("\n     ") == 1
    assert str(parse(written)) == written


@pytest.mark.rule("PC-1", "PC-2", "PC-8", "PC-9", "PC-10", "PC-11", "PC-12", "PC-13")
@pytest.mark.parametrize("options", ODD)
def test_the_laws_of_records_hold(options):
    game = leyden.load("powerswitch", **options)
    check(game, games=1, laws=["records_round_trip", "redaction_hides"])
    rubbish._records(Place("rubbish_is_refused"), game, 0, 30)


@pytest.mark.rule("PC-1", "PC-13")
@pytest.mark.parametrize("options", ODD[:3])
def test_a_game_may_stop_anywhere(options):
    game = leyden.load("powerswitch", **options)
    steps = steps_of(game, 1)
    for length in (*range(len(steps) - 1, -1, -5), *range(8)):
        script = script_of(game, steps[:length])
        text = game.write_script(script)
        (again,) = game.read_scripts(text)
        assert again.steps == script.steps
        assert game.write_script(again) == text


def moment(options, wanted):
    """A random game up to the first step of which something is so, and the steps behind it."""
    game = leyden.load("powerswitch", **options)
    games = (walk(game, seed) for seed in itertools.count())
    for nodes in games:
        steps = []
        for state, step in nodes:
            steps.append(step)
            if step is not None and wanted(state, step):
                return game, steps, state
    raise AssertionError("games do not end")


@pytest.mark.rule("PC-8", "PC-13")
def test_holds_are_written_only_where_nothing_follows():
    game, steps, _ = moment({"seats": 4, **WINDOWS}, lambda s, step: s.record.phase == r.WIN and step.move.id == r.PASS)
    text = game.write_script(script_of(game, steps))
    seat = steps[-1].seat + 1
    assert text.rstrip().endswith(f" {seat}:hold")
    assert "hold" not in game.write_script(script_of(game, steps[:-1]))
    whole = game.write_script(script_of(game, steps_of(game, 0)))
    assert "hold" not in whole


@pytest.mark.rule("PC-8")
def test_a_switch_out_of_turn_is_an_item_of_its_own():
    game, steps, _ = moment({"seats": 4, **WINDOWS}, lambda s, step: s.record.phase == r.WIN and step.move.id != r.PASS)
    text = game.write_script(script_of(game, steps))
    assert re.search(rf" {steps[-1].seat + 1}:x[1-4]\n$", text)
    (again,) = game.read_scripts(text)
    assert again.steps == tuple(steps)
    spectator = game.write_script(script_of(game, steps), None)
    assert re.search(rf" {steps[-1].seat + 1}:x[1-4]\n$", spectator)
    switcher = game.write_script(script_of(game, steps), steps[-1].seat)
    assert re.search(rf" {steps[-1].seat + 1}:x[1-4]\([^/]+/[^/]+\)\n$", switcher)


@pytest.mark.rule("PC-9", "PC-13")
def test_a_kept_shock_play_is_bare_unless_nothing_follows():
    game, steps, state = moment(
        {"seats": 3, **WINDOWS},
        lambda s, step: s.record.phase == r.RES and step.seat is not None and step.move.id == r.PASS,
    )
    seat = steps[-1].seat
    text = game.write_script(script_of(game, steps))
    assert text.rstrip().endswith("(*)+keep")
    assert game.write_script(script_of(game, steps), seat).rstrip().endswith("(*)+keep")
    assert game.write_script(script_of(game, steps), None).rstrip().endswith("(?)")  # a choice that nobody is told of
    state = state.apply(seat, steps[-1].move)
    following = state.acting[0]
    steps.append(type(steps[-1])(following, state.legal_actions(following)[-1]))
    text = game.write_script(script_of(game, steps))
    assert "keep" not in text
    (again,) = game.read_scripts(text)
    assert again.steps == tuple(steps)


# --------------------------------------------------------------- as a seat saw it
@pytest.mark.rule("PC-1", "PC-13", "PC-4")
def test_a_seat_s_record_has_what_the_seat_saw():
    record = parse(changed(worked_round(), '[Result "*"]', '[Result "*"]\n[Rng "splitmix64 5"]\n[Date "today"]'))
    mine = str(record.redact(0))
    assert '[View "1"]' in mine
    assert "splitmix64" not in mine
    assert '[Date "today"]' in mine
    assert "\npile ?x4\nhand 1 B1,B6,B10," in mine
    assert "\nhand 2 ?x12\nhand 3 ?x11\nhand 4 ?x11\n" in mine
    words = mine.split()
    assert {"1:o(Y11)", "2:o(Y2)+^Y2", "1:d(G11)", "3:d(?)", "1:a4(R7)", "3:a2(?)", "2:a1(B1)"} < set(words)
    assert "\nshown -/" in mine
    last = next(word for word in words if word.startswith("1:x4"))
    assert re.fullmatch(r"1:x4\(B3/[^/]+\)\+B3", last)
    hands = next(iter(re.findall(r"/(.+)\)", last)))
    assert f"/{hands}\n" in mine[mine.index("\nshown") :]
    assert last in str(record.redact(3))
    for seat in (1, 2, None):
        assert "1:x4+B3" in str(record.redact(seat))
    spectator = str(record.redact(None))
    assert "2:o(Y2)+^Y2" in spectator
    assert not re.search(r"[da][1-4]?\([^?]*\)(?!\+)", spectator)
    seen = record.redact(2)
    assert seen.notes == ("a record as seat 3 saw it: not checkable in full",)
    assert seen.steps == ()
    assert seen.tags["View"] == "3"
    assert record.redact(None).notes == ("a record as a spectator saw it: not checkable in full",)
    with pytest.raises(BadInput, match="not checkable in full"):
        seen.redact(0)
    assert str(seen.redact(2)) == str(seen)
    with pytest.raises(BadInput, match="cannot be replayed"):
        _ = seen.final


def swapped(game, steps, one, other):
    """The same steps where two cards have changed their names."""
    names = {one: other, other: one}
    for step in steps:
        move = step.move
        if step.seat is None and move.outcome in names:
            yield Step(None, type(move)(names[move.outcome]))
        elif step.seat is not None and move.id in names:
            yield Step(step.seat, game.actions.action(names[move.id]))
        else:
            yield step


def heard(game, steps):
    """Everything that each viewer was told."""
    events = [event for state in leyden.Record(script_of(game, steps)).states() for event in state.events]
    viewers = (*range(game.seats), None)
    return {seat: [(event.text, event.to_json()) for event in events if event.seen_by(seat)] for seat in viewers}


@pytest.mark.parametrize(("seats", "seed"), [(3, 2), (3, 4), (4, 2)])
def test_what_a_seat_could_not_tell_apart_it_reads_alike(seats, seed):
    """Farther into the game than the law comes: two cards that nobody played change places all along."""
    game = leyden.load("powerswitch", seats=seats, max_rounds=1)
    nodes = [(state, step) for state, step in walk(game, seed) if step is not None]
    nodes = nodes[: len(nodes) * 4 // 5]
    steps = [step for _, step in nodes]
    first = next(at for at, step in enumerate(steps) if step.seat is not None)
    played = {step.move.id for state, step in nodes if step.seat is not None and state.record.phase != r.GIVE}
    moved = {step.move.outcome if step.seat is None else step.move.id for step in steps[first:]} - played
    told = heard(game, steps)
    alike = dict.fromkeys(told, 0)
    for one, other in itertools.product(moved & {*range(48)}, {*range(48)} - played):
        twin = list(swapped(game, steps, one, other))
        try:
            same = [seat for seat, events in heard(game, twin).items() if events == told[seat]]
        except Illegal:
            continue
        for seat in same:
            alike[seat] += one != other
            assert game.write_script(script_of(game, twin), seat) == game.write_script(script_of(game, steps), seat)
    assert sum(alike.values()) > 20


@pytest.mark.parametrize("options", ODD)
def test_a_seat_s_record_names_the_cards_that_it_was_told_of(options):
    """Each card behind d, o and a, and each hand behind x, by what the events told."""
    game = leyden.load("powerswitch", **options)
    steps = steps_of(game, 2)
    for seat in (*range(game.seats), None):
        wanted: list[str] = []
        before = game.start().record
        for state in leyden.Record(script_of(game, steps)).states():
            for event in state.events:
                data = event.data
                if not event.seen_by(seat):
                    continue
                if event.kind in ("draw", "gift"):
                    wanted.append(data.get("card", "?"))
                elif event.kind in ("play", "shock") and wanted and before.phase == r.RES:
                    wanted[-1] = data["card"] if event.kind == "play" else "*"
                elif event.kind == "hands":
                    mine, yours = data["own"], data["other"]
                    wanted.append(f"{mine}/{yours}" if before.actor == seat else f"{yours}/{mine}")
            before = state.record
        text = game.write_script(script_of(game, steps), seat)
        assert re.findall(r"\(([^)]*)\)", text) == wanted


@pytest.mark.rule("PC-13")
def test_where_the_pile_is_shown_at_the_end_the_records_of_seats_show_it():
    game = leyden.load("powerswitch", **ODD[2])
    text = game.write_script(script_of(game, steps_of(game)), None)
    assert re.search(r"\nshown [^ ]+ pile \S+\nscore ", text)


@pytest.mark.parametrize(
    ("old", "new", "rule", "says"),
    [
        ('[View "1"]', '[View "5"]', "7.4", "View is a seat from 1 to 4"),
        ("pile ?x4", "pile ?4", "7.4", "cannot stand behind pile"),
        ("3:d(?)", "3:z(?)", "7.4", "'3:z(?)' cannot stand behind play"),
        ("dealer 1", "fish 1", "7.4", "before dealer and round"),
        ("shown -", "] -", "7.3", "out of place"),
        ('[Result "*"]', '[Result "win"]', "7.3", "Result is"),
    ],
)
def test_a_seat_s_record_with_wrong_words_is_refused(old, new, rule, says):
    refused(changed(str(parse(worked_round()).redact(0)), old, new), rule, says)


# ------------------------------------------------------------------- what is wrong
WRONG = [
    ("1,2,3,4=>4", "1,2,3,4=>3", "P-5", "seat 4 deals first, not seat 3"),
    ("1,2,3,4=>4", "1,2,3,13=>4", "PQ-1", "seat 4 cannot roll 13"),
    ("1,2,3,4=>4", "1,2,4,4=>4", "P-5", "do not settle"),
    ("1,2,3,4=>4", "1,2,3/4=>4", "PQ-3", "in their order"),
    ("1,2,3,4=>4", "1,2,4,4,3,4=>4", "PQ-3", "behind a /"),
    ("1,2,3,4=>4", "1,2,3,4,5=>4", "P-5", "nobody rolls for the deal any more"),
    ("1,2,3,4=>4", "1,2,3,4", "7.3", "=> and who deals"),
    ("1,2,3,4=>4", "1,2,x", "7.3", "'x' is not a number"),
    ("1,2,3,4=>4", "1,2", "P-56", "who deals"),
    ("dealer 1,2,3,4=>4", "", "P-56", "who deals"),
    ("round 1 deal 4", "round 2 deal 4", "P-56", "this is round 1"),
    ("round 1 deal 4", "round 1 deal 3", "P-6", "seat 4 deals this round, not seat 3"),
    ("round 1 deal 4", "round 1", "7.3", "deal and a seat"),
    ("Y11,Y2,G11,B7", "Y11,Y2,G11", "P-8", "leave B7,G11,Y2,Y11 for the pile"),
    ("Y11,Y2,G11,B7", "Y11,Y2,G11,B8", "P-8", "for the pile"),
    ("Y11,Y2,G11,B7", "Y2,Y11,G11,B7", "P-38", "Y11 was not drawn here: Y2 is next in the pile"),
    ("Y11,Y2,G11,B7", "Y11,Y2,G11,{B7}", "P-38", "by the line pile nobody draws it"),
    ("Y11,Y2,G11,B7", "Y11,Y2,G11,{B7", "7.3", "brace is not closed"),
    ("Y11,Y2,G11,B7", "Y11,Y2,G11,B13", "7.1", "'B13' is not a card"),
    ("Y11,Y2,G11,B7", "Y11,Y2,G11,B7\npile -", "7.3", "the pile is written twice"),
    ("pile Y11,Y2,G11,B7", "", "7.3", "the line pile is missing"),
    ("hand 1 B1,", "hand 1 ", "P-9", "hand 1 has 11 cards instead of 12"),
    ("hand 1 B1,", "hand 1 B1,Y11,", "P-9", "hand 1 has 13 cards instead of 12"),
    ("hand 1 B1,", "hand 1 B2,", "P-2", "B2 cannot be dealt: no such card is left"),
    ("hand 1 B1,", "hand 2 B1,", "7.3", "hand 2 is written twice"),
    ("hand 4 B3,", "hand 5 B3,", "7.3", "there is no seat 5"),
    ("hand 4 B3,B11,B12,G3,R1,R2,R3,R5,R7,*,*\n", "", "P-9", "hand 4 has 0 cards instead of 11"),
    ("dice 2Y", "dice 13Y", "PQ-1", "cannot show 13"),
    ("dice 2Y", "dice 2", "P-11", "the colour die is missing"),
    ("dice 2Y", "dice 2D", "P-13", "the colour that seat 4 chooses is missing"),
    ("dice 2Y", "dice 2D c3=Y", "P-14", "seat 4 chooses the colour, not seat 3"),
    ("dice 2Y", "dice 2L c4=Y", "P-14", "seat 1 chooses the colour, not seat 4"),
    ("dice 2Y", "dice 2Y c4=Y", "P-12", "nobody chooses"),
    ("dice 2Y", "", "P-11", "the line dice is missing"),
    ("dice 2Y", "dice 8R", "P-35", "it is seat 2's turn"),
    ("1:o(Y11)", "1:o(Y12)", "P-38", "Y11 is next"),
    ("1:o(Y11)", "1:o(Y11", "7.3", ") is missing"),
    ("1:o(Y11)", "1:o(?)", "7.1", "is not a card"),
    ("1:o(Y11)", "1:d(Y11)", "7.1", "here this is written o"),
    ("1:o(Y11)", "2:o(Y11)", "P-35", "it is seat 1's turn, not seat 2's"),
    ("1:o(Y11)", "9:o(Y11)", "P-35", "it is seat 1's turn, not seat 9's"),
    ("1:o(Y11)", "1:B1", "P-20", "B1:"),
    ("3:Y1", "3:^Y1", "7.1", "here this is written Y1"),
    ("3:Y1", "3:Y4", "P-25", "Y4:"),
    ("3:Y1", "3:Y1+Y4", "P-35", "seat 3's turn is over"),
    ("3:Y1", "3:fly", "7.1", "'fly' is not an action"),
    ("3:Y1", "3:*G2", "P-30", "cannot start"),
    ("3:Y1", "3:Y1 round 2 deal 1", "P-56", "the last one is not over"),
    ("1:a4(R7)", "1:a4(B1)", "P-41", "seat 4 gives B1: there is no Blue 1"),
    ("1:a4(R7)", "1:a3(R7)", "P-40", "the one to ask is seat 4"),
    ("1:a4(R7)", "1:a4", "P-41", "does not say which card seat 4 gives"),
    ("1:a4(R7)", "1:a4+R7", "P-41", "does not say which card seat 4 gives"),
    ("4:G3 1:x4+B3", "4:G3 1:x4+B3 2:B1", "P-51", "the round is over"),
    ("4:G3 1:x4+B3", "4:G3 1:x4", "P-51", "the round is not over"),
    ("4:G3 1:x4+B3", "4:G3 1:x1", "P-47", "x1:"),
    ("4:G3 1:x4+B3", "4:G3 1:x4+B3\nround 2 deal 1", "P-56", "the line score is missing"),
    ("4:G3 1:x4+B3", "4:G3 1:x4+B3\nshown -/-/-/-", "P-53", "seat 2 holds"),
    ("4:G3 1:x4+B3", "4:G3 1:x4+B3\nshown B1/-/-/-", "P-53", "seat 1 holds - in the end"),
    ("4:G3 1:x4+B3", "4:G3 1:x4+B3\nshown -", "7.3", "/ and hand 2 are missing"),
    ("4:G3 1:x4+B3", "4:G3\nshown -", "P-51", "the round is not over"),
    ("4:G3 1:x4+B3", "4:G3 1:x4+B3 dice 2Y", "7.3", "behind a round stands score"),
    ("score 0,135", "score 5,135", "P-53", "the score of this round is 0,135,105,145 = 0,135,105,145"),
    ("105,145 = 0", "105,145 0", "7.3", "= and the new totals are missing"),
    ('"*"', '"1"', "PC-1", "the record ends before the game is over"),
    ('"*"', '"x"', "7.3", "Result is the winning seats, or *"),
    ('"PSN-1"', '"VGR/1"', "7.3", "format 'VGR/1' is not known"),
    ('"Power Switch"', '"Voltage"', "7.3", "a record of 'Voltage'"),
    ('[Format "PSN-1"]', '[Rules "ps-9"][Format "PSN-1"]', "7.3", "rules 'ps-9' are not known"),
    ('[Format "PSN-1"]', "", "PC-1", "the tag Format is missing"),
    ('[Format "PSN-1"]', '[Format "PSN-1"] [Format "PSN-1"]', "7.3", "the tag Format is given twice"),
    ('[Format "PSN-1"]', '[Format "PSN-1"] [Seat5 "Eve"]', "PC-1", "there are 4 seats"),
    ('[Format "PSN-1"]', '[Format "PSN-1"] [Note "\x00"]', "PC-1", "the tag Note cannot be"),
    ('[Players "4"]', '[Players "7"]', "P-1", "from 2 to 6"),
    ('[Players "4"]', '[Players "3"]', "P-5", "nobody rolls for the deal any more"),
    ('[Players "4"]', '[Players "4"] [Options "target=0"]', "PC-1", "target=0"),
    ('[Players "4"]', '[Players "4"] [Options "seats=4"]', "PC-1", "tag Players"),
    ('[Players "4"]', '[Players "4"] [Options "default"] [Preset "family"]', "PC-1", "not the preset family"),
    ('[Players "4"]', '[Players "4"] [Options "target=5"] [Preset "ps-1"]', "PC-1", "not the preset ps-1"),
    ('[Players "4"]', '[Players "4"] [Preset "familly"]', "PC-1", "did you mean family"),
    ('[Players "4"]', '[Players "4"] [Options "shock_in_hand=oo"]', "PC-1", "shock_in_hand"),
]


@pytest.mark.rule("PC-1", "PC-2", "PC-13")
@pytest.mark.parametrize(("old", "new", "rule", "says"), WRONG)
def test_what_is_wrong_is_refused_with_its_place_and_its_rule(old, new, rule, says):
    refused(changed(worked_round(), old, new), rule, says)


def test_a_complaint_has_its_line_and_column():
    text = worked_round()
    problem = refused(changed(text, "3:Y1", "3:Y4"), "P-25", "Y4:")
    lines = text.splitlines()
    assert lines[problem.line - 1][problem.column - 3 :].startswith("3:Y1")
    problem = refused(changed(text, "score 0,135", "score 5,135"), "P-53", "")
    assert (lines[problem.line - 1], problem.column) == (lines[-1], 1)


@pytest.mark.rule("P-55")
def test_nothing_follows_when_the_game_is_over_and_the_winners_must_be_right():
    text = changed(worked_round(), '[Players "4"]', '[Players "4"] [Options "target=145"]')
    refused(text, "P-55", "Result is 1, not *")
    over = changed(text, '"*"', '" 1"')
    assert parse(over).outcome.winners == (Seat(0),)
    refused(over + "round 2 deal 1", "P-56", "the game is over")
    refused(over + "play 1:B1", "7.3", "the game is over")
    refused(changed(text, '"*"', '"1,2"'), "P-55", "Result is 1, not 1,2")


@pytest.mark.rule("P-39")
def test_a_playable_card_that_was_drawn_is_played_before_anybody_else_acts():
    game, steps, _ = moment(
        {"seats": 3, "max_rounds": 1}, lambda s, step: s.record.phase == r.RES and s.record.pending < r.SOURCE * 6 + 48
    )
    text = game.write_script(script_of(game, steps))
    left = (steps[-1].seat + 1) % 3 + 1
    refused(re.sub(r"\+\S+\n$", f" {left}:pass", text), "P-39", "must play")


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("PK\x03\x04\x00", "7.3", "a record begins with tags"),
        ("\x00\x01", "7.3", "a record begins with tags"),
        ("round 1 deal 4", "7.3", "a record begins with tags"),
        ('[Game "Power Switch"', "7.3", "a record begins with tags"),
        (TAGS + "]", "7.3", "']' is out of place here"),
        (TAGS + "dealer " + "9" * 5000, "7.3", "is not a number"),
        (TAGS + "dealer 1,2,3,4=>4 round 1 deal 4 hand 1 " + "B1," * 9000, "7.1", "is not a card"),
        ('[Game "Voltage"] [Format "VGR/1"]', "7.3", "a record of 'Voltage', not of Power Switch"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(text, rule, says):
    problem = refused(text, rule, says)
    assert len(problem.text) < 200
    with pytest.raises(BadInput, match="holds no record"):
        parse(" ; nothing but a comment\n")


# ------------------------------------------------------------------- what is forgiven
def test_case_spaces_order_and_comments_are_forgiven():
    text = worked_round()
    record = parse(text)
    for old, new in [
        ("hand 2 B2,B4", "HAND  2   b2 , B4"),
        ("dice 2Y", "Dice 2 y ; seat 4 rolls"),
        ("dealer 1,2,3,4=>4", "dealer 1, 2,\t3, 4 => 4"),
        ("2:o(Y2)+^Y2", "2: o( y2 ) + Y2"),
        ("4:*B1 1:a4(B11)", "4: *b1\r\n1:A(b11)"),
        ("score 0,135,105,145 =", "score 0 ,135,105,145\n="),
        ("1:x4+B3", "1:x4 1:B3"),
    ]:
        text = changed(text, old, new)
    assert parse(text) == record
    hands = re.findall(r"(?m)^hand .*\n", worked_round())
    text = worked_round()
    for line in hands:
        text = text.replace(line, "")
    pile = "pile Y11,Y2,G11,B7\n"
    text = changed(text, pile, "".join(reversed(hands)) + pile)
    assert parse(text) == record
    assert parse(changed(text, pile, "pile Y11,Y2,G11,B7,{}\n")) == record
    assert parse(changed(text, "1:d(G11)", "1:d")) == record  # the pile tells
    assert (
        parse(changed(text, '[Result "*"]', '[Result "*"] [Rules "PS-1"] [Options "DEFAULT"] [Preset "ps-1"]'))
        == record
    )
    shown = str(record.redact(None)).split("\nshown ")[1].split("\n")[0]
    for pile in ("", " pile -"):
        assert parse(changed(text, "\nscore", f"\nshown {shown}{pile}\nscore")) == record
    refused(changed(text, "\nscore", f"\nshown {shown} pile B1\nscore"), "P-53", "the pile holds - in the end")


@pytest.mark.rule("PC-1")
def test_the_cards_of_a_hand_may_stand_in_any_order():
    text = changed(worked_round(), "hand 3 B5,B8,B9", "hand 3 B9,B5,B8")
    record = parse(text)
    assert record.final.observation(None).totals == (0, 135, 105, 145)
    assert record != parse(worked_round())  # as they were dealt


@pytest.mark.rule("PC-1", "PC-2")
def test_options_and_presets_are_tags():
    game = leyden.load("powerswitch", seats=3, preset="family", first_dealer="seat:2")
    text = game.write_script(Script(game, {}, ()))
    assert '[Players "3"]' in text
    assert '[Options "first_dealer=seat:2; shock_in_hand=50; give_last=ends_round"]' in text
    assert "Preset" not in text
    assert text.endswith("dealer =>2\n")
    colons = changed(text, "first_dealer=seat:2; shock_in_hand=50", "First_Dealer:seat:2;; shock_in_hand : 50;")
    assert parse(colons).game == game
    refused(changed(text, "=>2", "=>3"), "P-5", "seat 2 deals first")
    refused(changed(text, "=>2", "4=>2"), "P-5", "nobody rolls")
    family = leyden.load("powerswitch", preset="family")
    text = family.write_script(Script(family, {"Preset": "quick", "View": "2", "Result": "1"}, ()))
    assert '[Options "shock_in_hand=50; give_last=ends_round"]\n[Preset "family"]\n[Result "*"]\n' in text
    assert "View" not in text
    assert "\ndealer" not in text
    assert parse(re.sub(r"\[Options.*\n", "", text)).game == family
    assert parse(text.replace('"family"', '" Family"')).game == family


@pytest.mark.rule("PC-2")
def test_a_dealer_by_lot_and_rolls_that_are_repeated():
    game = leyden.load("powerswitch", seats=3, first_dealer="random")
    head = game.write_script(Script(game, {}, ()))
    assert "\ndealer" not in head
    assert parse(f"{head}dealer =>2").final.observation(None).dealer == 1
    refused(f"{head}dealer =>4", "PC-2", "there is no seat 4")
    refused(f"{head}dealer =>0", "PC-2", "there is no seat 0")
    refused(f"{head}round 1 deal 1", "P-56", "who deals")
    refused(f"{head}dealer 3=>2", "P-5", "nobody rolls")
    refused(f"{head}dealer", "7.3", "=> and who deals first is missing before the end")
    rolls = leyden.load("powerswitch", seats=3)
    head = rolls.write_script(Script(rolls, {}, ()))
    for line in ("9", "9,12", "9,12,12", "9,12,12/7", "9,12,12/7,7/5", "9,12,12/7,4=>2"):  # T-2
        assert str(parse(f"{head}dealer {line}")).endswith(f"\ndealer {line}\n")


@pytest.mark.rule("P-14")
def test_a_chosen_colour_stands_behind_the_dice():
    text = str(parse(worked_round()))
    text = text[: text.index("dice")] + "dice 2d C4 = y\n"
    assert str(parse(text)).endswith("\ndice 2D c4=Y\n")
    assert str(parse(text.replace("C4 = y", ""))).endswith("\ndice 2D\n")
    assert str(parse(text.replace("2d C4 = y", "2"))).endswith("\ndice 2\n")


def test_people_s_own_tags_are_kept_and_players_have_their_seats():
    game = leyden.load("powerswitch", seats=2)
    tags = {"Rng": "x", "Place": "here", "2": "Ben", "1": "Ann", "Date": "2026"}
    text = game.write_script(Script(game, tags, ()))
    names = re.findall(r"\[(\w+) ", text)
    assert names == [
        "Game",
        "Format",
        "Rules",
        "Players",
        "Seat1",
        "Seat2",
        "Options",
        "Result",
        "Date",
        "Place",
        "Rng",
    ]
    assert '[Seat2 "Ben"]' in text
    record = parse(text)
    assert record.tags["Seat1"] == "Ann"
    assert dict(record.tags) == {**leyden.Record(Script(game, tags, ())).tags}
    assert game.write_script(Script(game, {"1": "x", "Seat1": "y"}, ())).count('"y"') == 1
    with pytest.raises(BadInput, match="there are 2 seats"):
        game.write_script(Script(game, {"Seat3": "Eve"}, ()))
    assert leyden.Record.parse(str(record.redact(0)), "powerswitch").tags["View"] == "1"


def test_a_file_holds_several_games_and_tells_which_game_it_is(tmp_path):
    one, other = parse(worked_round()), parse(TAGS.replace("4", "2"))
    path = tmp_path / "games.txt"
    one.save(path)
    other.save(path, append=True)
    one.redact(1).save(path, append=True)
    assert game_of(path, path.read_text()).name == "powerswitch"
    found = list(leyden.Record.load_all(path))
    assert found[:2] == [one, other]
    assert str(found[2]) == str(one.redact(1))
    assert [script.game.seats for script in one.game.read_scripts(TAGS + TAGS.replace("4", "2"))] == [4, 2]
    verdicts = list(one.game.verify_records(path.read_text().replace("score 0,135", "score 1,135", 1)))
    assert [verdict.problem is None for verdict in verdicts] == [False, True, True]


def test_a_whole_game_of_several_rounds_is_read_as_it_was_played():
    game = leyden.load("powerswitch", seats=2, max_rounds=2)
    nodes = list(walk(game, 5))
    assert nodes[-1][0].node is Node.TERMINAL
    steps = [step for _, step in nodes[:-1]]
    text = game.write_script(script_of(game, steps))
    record = parse(text)
    assert record.final == nodes[-1][0]
    assert text.count("\nround ") == text.count("\nscore ") == 2
    assert record.outcome.scores == tuple(map(int, text.rstrip().rpartition(" ")[2].split(",")))
