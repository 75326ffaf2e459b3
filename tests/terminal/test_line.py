"""The line client, driven by scripts: what it understands, what it says, and what it never says."""

import itertools
import re
import shutil
import subprocess
import sys

import pytest

from leyden.core.contract import BadInput, Seat
from leyden.core.options import BadOption
from leyden.games import load
from leyden.table import Record, Table
from leyden.terminal.line import play
from leyden.terminal.manners import manners
from leyden.terminal.screen import Screen
from leyden.terminal.session import PERSON, Session, called
from tests.testing.toy import Bidding

VOLTAGE = load("voltage")
A, B = Seat(0), Seat(1)
MOVE = "your move"


class Player:
    """Answers from a script; then by `always`, or with the end of the input."""

    def __init__(self, *answers, always=None):
        self.answers, self.always = list(answers), always
        self.parts = []

    def say(self, text):
        self.parts.append(text)

    def ask(self, prompt):
        self.parts.append(prompt)
        if self.answers:
            answer = self.answers.pop(0)
        elif self.always is not None:
            answer = self.always(self)
        else:
            raise EOFError
        if not isinstance(answer, str):
            raise answer
        return answer

    @property
    def text(self):
        return "\n".join(self.parts)

    @property
    def flat(self):
        """The text with its line ends gone: sentences are looked for, not their wrapping."""
        return " ".join(self.text.split())


def middle(player):
    """The middle one of the moves listed last: a player whose moves depend on the position alone."""
    if MOVE not in player.parts[-1]:
        return ""
    menu = next(part for part in reversed(player.parts) if "[1] " in part)
    return str((max(map(int, re.findall(r"\[(\d+)\] ", menu))) + 1) // 2)


def first(player):
    return "1"


def curious(*commands):
    """A player who types all the commands before every move."""
    typed = itertools.cycle([*commands, None])

    def answer(player):
        return (next(typed) if MOVE in player.parts[-1] else None) or middle(player)

    return answer


def at_table(*answers, game=VOLTAGE, always=None, **how):
    player = Player(*answers, always=always)
    how = {"seed": 7, "width": 80, **how}
    code = play(game, say=player.say, ask=player.ask, **how)
    return code, player


def session(table, seated, *answers, always=None):
    player = Player(*answers, always=always)
    return Session(table, seated, player.say, player.ask, Screen()), player


# ----------------------------------------------------------------- whole games
@pytest.mark.parametrize(("seat", "against"), [("A", "random"), ("B", "random"), ("A", "greedy"), ("B", "greedy")])
def test_a_whole_game_by_numbers(seat, against, tmp_path):
    file = tmp_path / "game.vgr"
    code, player = at_table(always=first, seat=seat, against=against, save=file)
    record = Record.load(file)
    assert code == 0
    assert record.outcome is not None
    won = "AB"[record.outcome.winners[0]] == seat
    a, b = record.outcome.scores
    last = max(int(turn) for turn in re.findall(r"\b(\d+)[AB]\b", str(record).split("]")[-1]))
    assert f"You {'win' if won else 'lose'}. Sets won: A {a}, B {b}, in {last} turns." in player.flat
    assert f"The record is in {file}." in player.flat
    assert record.tags[seat] == "person"
    assert record.tags["BA"["AB".index(seat)]] == against
    record.verify()


def test_every_line_fits_and_the_first_one_says_who_is_who():
    _, player = at_table(always=middle, against="random")
    lines = player.text.split("\n")
    assert lines[0] == "Voltage. You are A; B is the computer (random). Type ? for help or rules."
    assert max(map(len, lines)) <= 80


def test_a_narrow_screen_is_served_from_49_columns():
    for against in ("random", PERSON):
        _, player = at_table("", "?", "rules", "hint", "? VQ-35", always=middle, width=20, against=against)
        assert max(map(len, player.text.split("\n"))) == 49


@pytest.mark.parametrize("option", [{"hand_backs": "private"}, {"flip_timing": "end_of_draws"}, {"target_sets": 1}])
def test_other_options(option):
    code, player = at_table("rules", always=middle, game=load("voltage", **option), against="random")
    assert code == 0
    ((name, value),) = option.items()
    assert f"Options {name}={value}" in player.flat
    assert "Sets won" in player.text


def test_the_same_seed_gives_the_same_game():
    assert at_table(always=middle, seed=3)[1].parts == at_table(always=middle, seed=3)[1].parts
    assert at_table(always=middle, seed=3)[1].parts != at_table(always=middle, seed=4)[1].parts


# ---------------------------------------------------------------------- moves
@pytest.mark.parametrize("text", ["O3b", "o3b", "O3 b", " orange 3 on B ", "O3=opp", "2", "[2]", "#2", "2."])
def test_a_move_may_be_written_in_many_ways(text):
    _, player = at_table(text)
    assert "You put Orange 3 on B's side." in player.text


def test_what_the_computer_did_is_told_with_its_name():
    _, player = at_table("O3b", "d")
    assert "B (the computer):\n  B puts" in player.text


def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing():
    _, player = at_table("O3b", "why P3a", "record", "O3a", "record")
    records = [part for part in player.parts if part.startswith("[Game")]
    assert "O3a is not possible: there is no Orange 3 in your hand." in player.flat
    assert "Type ? V-13 to read that rule." in player.flat
    assert "P3a is possible" in player.flat
    assert records[0] == records[1]


@pytest.mark.rule("V-16")
def test_why_names_the_rule():
    table = Table(VOLTAGE, 7, state=VOLTAGE.position("+1|/-|/-|/+| 0:0 ApO O1O2S P1P2P3F =O2G1*B3P1 - 3"))
    talk, player = session(table, {A: PERSON, B: "random"}, "why O2b", "why", "why nonsense", "why 99")
    with pytest.raises(EOFError):
        talk.run()
    assert "the first play of this turn was on Orange; the second goes to another terminal" in player.flat
    assert "Type ? V-16 to read that rule." in player.text
    assert "Type why and a move, for example: why " in player.text
    assert "There is no move 99" in player.text
    assert "'nonsense' is not an action" in player.flat


def test_a_forced_step_is_made_and_told():
    _, player = at_table("d")
    assert "The only possible step, made for you: draw a card (who draws first must draw twice)." in player.flat
    assert len([part for part in player.parts if MOVE in part]) == 2
    empty = VOLTAGE.position("+|/-|/-|/+| 0:0 Am - P1P2P3F =O2G1B3P1 - 3")
    talk, player = session(Table(VOLTAGE, 7, state=empty), {A: PERSON, B: "random"})
    with pytest.raises(EOFError):
        talk.run()
    assert "draw a card (there is nothing you can play)." in player.flat


def test_the_moves_of_the_fullest_position_fit_and_keep_their_numbers():
    text = "+11*23|/-11*23|/-11*23|/+11*23| 0:0 Bm - O1G1SS*FF* =O2G1*B3P1 - 2"
    view = VOLTAGE.position(text).observation(B)
    for width, room in itertools.product((60, 80, 200), (None, 0)):
        menu = manners(VOLTAGE, Screen(width=width)).menu(view, room)
        listed = re.findall(r"\[(\d+)\] (\S+)", menu)
        assert listed == [(str(n), str(action)) for n, action in enumerate(view.legal, 1)]
        assert len(listed) == 84
        assert max(map(len, menu.split("\n"))) <= min(width, 120)


# -------------------------------------------------------------------- commands
def test_help_rules_and_the_text_of_a_rule():
    _, player = at_table("?", "help", "rules", "? V-16", "?v-37", "? V-999", "? fuse_targets", "help VQ-7")
    assert player.text.count("You can type:") == 2
    assert "Win 4 sets" in player.text
    assert "V-16 The two plays of PP must be on two different terminals" in player.flat
    assert "V-37 On equal totals" in player.flat
    assert "There is no rule V-999. Did you mean" in player.flat
    assert "values: any_card, number_only" in player.flat
    assert "**" not in player.text


@pytest.mark.parametrize("asked", ["? v16", "? V-16", "?v 16", "help V-16"])
def test_a_rule_is_found_however_its_number_is_typed(asked):
    _, player = at_table(asked)
    assert "V-16    The two plays of PP" in player.text


def test_a_word_of_the_game_is_answered_with_its_paragraph_and_its_rules():
    for word, paragraph in [
        ("bypass", "Bypass (S) counts 0"),
        ("Blown Fuse", "Fuse (F) counts 0"),
        ("transformer", "* A Transformer, known by its back."),
        ("tokens", "* A Transformer, known by its back."),
        ("numbers", "Numbers A number card goes on the terminal of its colour"),
        ("turn", "Turn Two steps, plays before draws: play a card, then draw one;"),
        ("goal", "Goal Win 4 sets."),
    ]:
        _, player = at_table(f"? {word}")
        assert paragraph in player.flat
        assert "There is no" not in player.flat
    _, player = at_table("? bypass")
    assert "Rules that speak of it: V-2, V-23, V-24, V-26, V-27, V-28." in player.flat
    assert "VQ-" not in player.flat


def test_a_command_is_explained():
    _, player = at_table("? hint", "? rules", "help why", "? help", "? q", "? table")
    assert "hint: what the computer would play for you, and why" in player.flat
    assert "rules: the game in a few lines" in player.flat
    assert "why MOVE: why that move is not possible" in player.flat
    assert "why: why" not in player.flat
    assert "?: what you can type" in player.flat
    assert "quit: leave the game" in player.flat
    assert "Table In the middle of a terminal" in player.flat


def test_another_word_finds_the_texts_of_rules_and_only_then_rulings():
    _, player = at_table("? limit")
    assert "V-25 (derived) No limit per side" in player.flat
    assert "VQ-" not in player.flat
    _, player = at_table("? shuffled")
    assert all(f"{number} " in player.flat for number in ("V-7", "V-50"))
    assert "More that speak of" not in player.flat
    _, player = at_table("? opponent")
    assert "V-12" not in player.flat
    assert "More that speak of opponent: V-" in player.flat
    _, player = at_table("? parity")
    assert "VQ-11 Hand parity and limit" in player.flat
    _, player = at_table("? V", "? elephants", "? of")
    assert "The rules V-1 to V-53 are shown one at a time, for example: ? V-1" in player.flat
    assert "There is no rule elephants." in player.flat
    assert "There is no rule of." in player.flat


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("? d", "d: draw a card."),
        ("? 1", "O3a: Orange 3 on your side."),
        ("? o3B", "O3b: Orange 3 on the other side."),
        ("? ~O", "~O: flip Orange. ~O is not possible: a token is flipped only after drawing a Transformer."),
        ("? SB=0", "SB=0: Bypass on Blue."),
        ("? 6.1", "6.1"),
    ],
)
def test_a_move_is_told_in_words(asked, answer):
    _, player = at_table(asked)
    assert answer in player.flat
    assert "There is no rule" not in player.flat


def test_the_moves_are_shown_by_either_name():
    _, player = at_table("legal")
    assert player.text.count("[9] d") == 2


def test_a_rule_is_shown_as_players_need_it():
    _, player = at_table("? V-16", "? V-13", "? V-2")
    assert "whatever the cards. See VQ-7, VQ-8. (PP: two plays)" in player.flat
    assert "HOW TO PLAY" not in player.flat
    assert "PD play one card, then draw one; PP play two cards; DD draw two cards. A, your move" in player.flat
    assert "4 Blown Fuse. Split: VQ-1." in player.flat


def test_without_the_rules_file_help_says_where_it_is(monkeypatch):
    def missing(name):
        raise LookupError(name)

    monkeypatch.setattr("leyden.core.rulebook.find", missing)
    _, player = at_table("? V-16", "?", "O1a")
    assert "The rules are in docs/rules/voltage.md." in player.text
    assert "The rule is V-13." in player.text


def test_hint_names_a_legal_move_with_its_reason_and_leaves_the_luck_alone():
    _, player = at_table("hint", "hint", always=middle)
    hints = re.findall(r"Greedy would play (\d+): (\S+), [^(]+\(([^)]+)\)", player.flat)
    assert len(hints) == 2
    assert hints[0] == hints[1]
    quiet = at_table(always=middle)[1]
    assert quiet.parts[-1] == player.parts[-1]
    assert quiet.parts[-2] == player.parts[-2]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("hnit", "Did you mean the command hint?"),
        ("xyzzy", "'xyzzy' is not an action"),
        ("xyzzy", "? lists the commands"),
        ("0", "There is no move 0; the moves are numbered 1 to 9."),
        ("10", "There is no move 10"),
        ("hint me", "'hint me' is not an action"),
        ("x" * 100_000, "is too long for an action"),
        ("\0 \x1b[2J", "is not an action"),
        ("", "Good-bye"),
    ],
)
def test_what_it_does_not_understand(text, answer):
    code, player = at_table(text)
    assert code == 0
    assert answer in player.flat
    assert "\x1b" not in player.text


def test_table_moves_log_and_record_show_again():
    _, player = at_table("table", "moves", "log", "record")
    assert player.text.count("A to play or draw - your turn") == 2
    assert player.text.count("[9] d") == 2
    assert "You are dealt Orange 3." in player.text
    assert '[View "A"]' in player.text
    assert "Deck" not in player.text
    assert "Rng" not in player.text


def test_the_hint_gives_a_reason_in_words_of_the_table():
    table = Table(VOLTAGE, 7, state=VOLTAGE.position("-112|3/-|/-|/+| 0:0 Am O3G2B1S P1P2P3F =O2G1*B3P1 - 9"))
    talk, player = session(table, {A: PERSON, B: "random"}, "hint")
    with pytest.raises(EOFError):
        talk.run()
    assert "(looking one move ahead: wins the set on Orange: 4 against 6, and low wins)." in player.flat


# ------------------------------------------------------------------------ undo
def test_a_first_play_can_be_taken_back_also_in_the_file(tmp_path):
    file = tmp_path / "game.vgr"
    code, player = at_table("undo", "O3b", "undo", "record", save=file)
    assert code == 0
    assert "There is nothing to take back." in player.text
    assert "Taken back: O3b." in player.text
    assert player.text.count("You put Orange 3 on B's side.") == 1
    assert not [step for step in Record.load(file).steps if step.seat is not None]


def test_what_was_revealed_or_answered_stays():
    _, player = at_table("O3b", "d", "undo")
    assert "B (the computer) has played since; nothing can be taken back any more." in player.flat
    flipping = VOLTAGE.position("+|/-|/-|/+| 0:0 Am O1O2P1S P1P2P3F =O2*G1*B3P1 - 3")
    talk, player = session(Table(VOLTAGE, 7, state=flipping), {A: PERSON, B: "random"}, "d", "undo", "~O", "undo")
    with pytest.raises(EOFError):
        talk.run()
    assert player.flat.count("what was revealed cannot be taken back") == 2


def test_taking_back_does_not_disturb_the_luck(tmp_path):
    one, two = tmp_path / "one.vgr", tmp_path / "two.vgr"
    at_table("O3b", always=middle, save=one)
    at_table("G1a", "undo", "O3b", always=middle, save=two)
    assert one.read_text() == two.read_text()


# ------------------------------------------------------------ saving, resuming
@pytest.mark.parametrize("against", ["random", "greedy"])
@pytest.mark.parametrize("moves", [0, 1, 2, 5, 8, 11])
def test_a_resumed_game_is_the_game_played_on(against, moves, tmp_path):
    whole, parts = tmp_path / "whole.vgr", tmp_path / "parts.vgr"
    at_table(always=middle, against=against, save=whole)
    left = iter(range(moves))
    at_table(always=lambda p: middle(p) if next(left, None) is not None else EOFError(), against=against, save=parts)
    assert Record.load(parts).outcome is None
    code, player = at_table(always=middle, resume=parts, seed=None)
    assert code == 0
    assert f"You are A; B is the computer ({against})" in player.text
    assert parts.read_text() == whole.read_text()


def test_a_resumed_game_tells_again_what_happened_last(tmp_path):
    file = tmp_path / "game.vgr"
    at_table("O3a", "d", "G1a", save=file)
    _, player = at_table(resume=file)
    told = player.text[player.text.index("You:") :]
    assert told.index("You draw") < told.index("B (the computer):") < told.index("You put Green 1 on your side.")
    assert "You put Orange 3" not in told
    at_table("", "O3a", "d", "", "", "", against=PERSON, save=tmp_path / "two.vgr")
    _, player = at_table("", resume=tmp_path / "two.vgr")
    assert "A:\n  A puts Orange 3 on A's side.\n  A draws a" in player.text


def test_resuming_into_another_file_leaves_the_first(tmp_path):
    old, new = tmp_path / "old.vgr", tmp_path / "new.vgr"
    at_table("1", save=old)
    before = old.read_text()
    at_table(always=middle, resume=old, save=new)
    assert old.read_text() == before
    assert Record.load(new).outcome is not None


def test_what_cannot_be_resumed_is_refused(tmp_path):
    finished, seen, given_up, broken, bots = (tmp_path / f"{name}.vgr" for name in "fsgbc")
    at_table(always=middle, save=finished)
    seen.write_text(str(Record.load(finished).redact(A)))
    at_table("resign", "yes", save=given_up)
    broken.write_text(finished.read_text().replace("1A ", "1A O9z "))
    at_table("1", save=bots)
    bots.write_text(bots.read_text().replace("person", "random"))
    for file, reason in [
        (finished, "is finished: "),
        (seen, "a record as A saw it"),
        (given_up, "was given up (0-1)"),
        (broken, "line 13, column 4"),
        (bots, "the computer plays for everybody"),
        (tmp_path / "none.vgr", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
    ]:
        before = file.read_bytes() if file.is_file() else None
        with pytest.raises(BadInput, match=re.escape(reason)):
            at_table("1", resume=file)
        assert before is None or file.read_bytes() == before


def test_what_is_said_of_a_resumed_game_must_be_so(tmp_path):
    file = tmp_path / "game.vgr"
    at_table("1", game=load("voltage", target_sets=3, first_player="A"), against="random", save=file)
    before = file.read_text()
    resumed = load("voltage", target_sets=3, first_player="A")
    for how, says in [
        ({"seat": "B"}, "--seat B: in .* B is played by random"),
        ({"against": PERSON}, "--against person: in .* B is played by random"),
        ({"game": load("voltage", target_sets=2)}, "--option target_sets=2: .* has target_sets=3"),
        ({"game": resumed, "options": ["reshuffle"], "seat": "B"}, "--seat B"),
        ({"options": ["target_sets"]}, "--option target_sets=4: .* has target_sets=3"),
        ({"first": "B"}, "first B: in .* it is settled who begins"),
    ]:
        with pytest.raises(BadOption, match=says):
            at_table(resume=file, **how)
        assert file.read_text() == before
    for how in ({}, {"game": resumed}, {"game": resumed, "options": ["target_sets"], "first": "a", "seat": "a"}):
        assert at_table(resume=file, **how)[0] == 0


def test_two_people_resume_from_either_seat(tmp_path):
    file = tmp_path / "two.vgr"
    at_table("", "O3a", against=PERSON, save=file)
    for how in ({"seat": "A"}, {"seat": "B"}, {"against": PERSON}, {"seat": "B", "against": PERSON}):
        assert "A and B share this screen." in at_table("", resume=file, **how)[1].text
    with pytest.raises(BadOption, match=r"--against greedy: in .* B is played by a person"):
        at_table("", resume=file, against="greedy")


def test_where_a_record_does_not_say_who_plays_it_may_be_said(tmp_path):
    file = tmp_path / "game.vgr"
    at_table("1", save=file)
    file.write_text(re.sub(r'\[[AB] ".*"\]\n', "", file.read_text()))
    _, player = at_table("quit", resume=file, seat="B", against="random")
    assert "You are B; A is the computer (random)." in player.text
    assert "You are B; A is the computer (random)." in at_table(resume=file)[1].text  # now it says so
    with pytest.raises(BadOption, match="--seat A: "):
        at_table(resume=file, seat="A")
    file.write_text(file.read_text().replace('[B "person"]\n', ""))
    assert "You are B; A is the computer (random)." in at_table(resume=file)[1].text


def test_saving_during_the_game(tmp_path):
    file = tmp_path / "mine.vgr"
    code, player = at_table("save", "1", f"save {file}", "d", "save")
    assert code == 0
    assert "Type save and the name of a file" in player.text
    assert f"--resume {file}" in player.flat.replace(" /", "/").replace("--resume/", "--resume /")
    assert [str(step.move) for step in Record.load(file).steps if step.seat is not None][:2] == ["O3a", "d"]


def test_another_file_is_not_overwritten_unasked(tmp_path):
    file = tmp_path / "precious.vgr"
    file.write_text("precious")
    with pytest.raises(BadInput, match=r"precious\.vgr is left as it was"):
        at_table("no", save=file)
    assert "precious.vgr is left as it was." in at_table(f"save {file}", "no")[1].flat
    assert file.read_text() == "precious"
    at_table("yes", save=file)
    Record.load(file)


@pytest.mark.parametrize("name", ["missing/x.vgr", ".", "x" * 400, "a\0b"])
def test_a_file_that_cannot_be_written(name, tmp_path):
    with pytest.raises(BadInput, match="the game could not be saved to"):
        at_table("yes", save=f"{tmp_path}/{name}")
    code, player = at_table(f"save {tmp_path}/{name}", "yes", "1")
    assert code == 0
    assert "The game could not be saved to" in player.flat
    assert "Good-bye. The game was not saved." in player.flat


def test_a_home_that_nobody_has_is_a_name_like_any_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, player = at_table("save ~nobody-of-that-name/x")
    assert code == 0
    assert "could not be saved to ~nobody-of-that-name/x: No such file" in player.flat


def test_a_disk_that_fills_during_the_game_is_told_and_the_game_goes_on(tmp_path):
    folder = tmp_path / "there"
    folder.mkdir()

    def gone(player):
        shutil.rmtree(folder)
        return "1"

    script = iter([gone])
    code, player = at_table(always=lambda p: next(script, lambda p: EOFError())(p), save=folder / "x.vgr")
    assert code == 0
    assert player.flat.count("The game could not be saved to") == 2  # after the move, and when leaving
    assert "Good-bye" not in player.text


# --------------------------------------------------------------------- leaving
def test_resigning_is_asked_once_and_stands_in_the_record(tmp_path):
    for seat, result in (("A", "0-1"), ("B", "1-0")):
        file = tmp_path / f"{seat}.vgr"
        code, player = at_table("resign", "no", "resign", "yes", seat=seat, save=file)
        record = Record.load(file)
        assert code == 0
        assert "You play on." in player.text
        assert f"{seat} resigns. You lose." in player.flat
        assert (record.tags["Result"], record.tags["Termination"]) == (result, "resign")
        record.verify()


def test_the_end_of_the_input_and_ctrl_c_save(tmp_path):
    file = tmp_path / "game.vgr"
    for end, code in ((EOFError(), 0), (KeyboardInterrupt(), 130)):
        assert at_table("1", end, save=file)[0] == code
        assert len(Record.load(file).steps) == 19
        file.unlink()
        assert at_table(end)[0] == code


@pytest.mark.parametrize(("end", "code"), [(EOFError(), 0), (KeyboardInterrupt(), 130)])
def test_a_game_that_no_file_keeps_is_offered_one(end, code, tmp_path):
    file, taken = tmp_path / "game.vgr", tmp_path / "taken.vgr"
    taken.write_text("precious")
    left, player = at_table("O3a", end, f"{taken}", "no", f"{tmp_path}/none/x", f" {file} ")
    assert left == code
    assert "The game is not saved. Keep it? A file name, for example game.vgr, or Enter for no:" in player.flat
    assert "taken.vgr is left as it was." in player.flat
    assert "The game could not be saved" in player.flat
    assert "Good-bye. The game is saved." in player.flat
    assert [str(step.move) for step in Record.load(file).steps if step.seat is not None] == ["O3a"]
    for no in ("", end):
        left, player = at_table("O3a", end, no, "never asked")
        assert (left, player.answers) == (code, ["never asked"])
        assert player.parts[-1] == "Good-bye. The game was not saved."
    assert "Keep it?" not in at_table(end)[1].text  # nothing was played
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.vgr", "taken.vgr"]


def test_a_finished_game_is_offered_a_file(tmp_path):
    file = tmp_path / "game.vgr"
    _, player = at_table("O3a", "resign", "yes", str(file))
    assert "Keep the record? A file name" in player.flat
    assert f"The record is in {file}." in player.flat
    assert Record.load(file).tags["Termination"] == "resign"
    for no in ("", EOFError(), KeyboardInterrupt()):
        code, player = at_table("O3a", "resign", "yes", no, "never asked")
        assert (code, player.answers) == (0, ["never asked"])
        assert player.parts[-1] == "The record was not kept."


def test_yes_or_no_is_asked_until_it_is_answered():
    _, player = at_table("resign", "maybe", "", " Y ")
    assert player.text.count("Give the game up? (yes or no)") == 3
    assert player.text.count("Please answer yes or no.") == 2
    assert "A resigns. You lose." in player.flat


@pytest.mark.parametrize(
    ("program", "where", "command"),
    [
        ("/house/.venv/bin/leyden", "/bin/other", ".venv/bin/leyden"),
        ("/house/.venv/bin/leyden", "/house/.venv/bin/leyden", "leyden"),
        ("/house/leyden", None, "./leyden"),
        ("/a b/leyden", None, "'/a b/leyden'"),
        ("/x/leyden/__main__.py", None, ".venv/bin/python -m leyden"),
        ("/usr/bin/ipython", None, "leyden"),
    ],
)
def test_the_farewell_names_a_command_that_works(program, where, command, monkeypatch):
    monkeypatch.setattr(sys, "argv", [program])
    monkeypatch.setattr(sys, "executable", "/house/.venv/bin/python")
    monkeypatch.setattr("os.getcwd", lambda: "/house")
    monkeypatch.setattr("shutil.which", lambda name: where)
    assert called() == command


def test_the_command_of_the_farewell_stands_on_one_line(tmp_path):
    file = tmp_path / "a long name of a file that needs quotes.vgr"
    _, player = at_table("quit", save=file)
    assert player.parts[-1].endswith(f" play voltage --resume '{file}'")


def test_quit_without_a_file_asks():
    code, player = at_table("quit", "no", "quit", "yes", "never asked")
    assert code == 0
    assert player.answers == ["never asked"]
    assert player.parts[-1] == "Good-bye. The game was not saved."


def test_quit_with_a_file_says_how_to_come_back(tmp_path):
    code, player = at_table("quit", save=tmp_path / "x.vgr")
    assert code == 0
    assert "leyden play voltage --resume" in player.flat


@pytest.mark.parametrize(
    ("how", "answer"),
    [
        ({"seat": "C"}, "there is no seat C in Voltage"),
        ({"against": "gredy"}, "did you mean greedy?"),
        ({"first": "A", "game": load("voltage", first_player="B")}, "it is settled who begins"),
        ({"first": "C"}, "there is no seat C in Voltage"),
    ],
)
def test_bad_arguments(how, answer):
    with pytest.raises(BadOption, match=answer):
        at_table(**how)


# ------------------------------------------------------------------ who begins
@pytest.mark.rule("V-11")
@pytest.mark.rule("VQ-5")
def test_the_host_says_who_is_oldest(tmp_path):
    game = load("voltage", first_player="oldest")
    for answer in "AB":
        file = tmp_path / f"{answer}.vgr"
        _, player = at_table("me", answer.lower(), game=game, save=file)
        assert "Who is that: A (you) or B (the computer)?" in player.text
        assert "Please answer A or B." in player.text
        assert Record.load(file).tags["First"] == answer
    assert at_table(EOFError(), game=game)[0] == 0
    assert "Who is that" not in at_table(game=game, first="B")[1].text
    assert "A (a person) or B (a person)" in at_table(game=game, against=PERSON)[1].text


def test_first_may_be_said_where_chance_would_decide():
    for seat in "AB":
        told = "You take" if seat == "A" else "B takes"
        assert f"{told} the first turn." in at_table("log", first=seat.lower())[1].text
    settled = load("voltage", first_player="B")
    assert "B takes" not in at_table(first="B", game=settled)[1].text


# --------------------------------------------------------------------- secrets
@pytest.mark.parametrize("options", [{}, {"hand_backs": "private"}, {"transformer_backs": "uniform_random"}])
def test_two_worlds_with_one_view_read_alike(options):
    game = load("voltage", **options)
    asked = ["table", "moves", "hint", "why O3b", "why SG=0", "why d", "why ~O", "99", "?", "log", "record", "undo"]
    table, compared = Table(game, 5), 0
    while not table.over:
        seat = table.acting[0]
        view = table.view(seat)
        if len(view.legal) > 1 and len(table.steps) % 5 == 0:
            said = []
            for state in (table.state, game.determinize(view, 1), game.determinize(view, 2)):
                seated = {seat: PERSON, Seat(1 - seat): "greedy"}
                talk, player = session(Table(game, 5, state=state), seated, *asked)
                with pytest.raises(EOFError):
                    talk.run()
                said.append(player.parts)
            assert said[0] == said[1] == said[2]
            compared += 1
        table.push(view.legal[len(table.steps) % len(view.legal)])
    assert compared > 5


@pytest.mark.parametrize("options", [{}, {"hand_backs": "private"}])
def test_no_hidden_card_is_ever_told(options):
    game = load("voltage", **options)
    table = Table(game, 9)
    talk, player = session(table, {A: PERSON, B: "greedy"}, always=curious("log", "record", "hint", "table"))
    talk.run()
    said = {line.strip(" *") for line in player.text.split("\n")}
    hidden = secrets_of(table, A)
    assert len(hidden) > 10
    assert not said & hidden


def secrets_of(table, seat):
    """Sentences that somebody else alone was told."""
    events = [event for state in table.record.states() for event in state.events]
    return {e.text for e in events if not e.seen_by(seat)} - {e.text for e in events if e.seen_by(seat)}


# -------------------------------------------------------------------- hot seat
def test_a_curtain_falls_between_two_people():
    table = Table(VOLTAGE, 9)
    talk, player = session(table, {A: PERSON, B: PERSON}, always=curious("log", "record", "table", "hint"))
    talk.run()
    acts = player.text.split(Screen().cleared)
    assert len(acts) > 20
    assert "wins. Sets won" in acts[-1]
    assert "A and B share this screen." in acts[0]
    owners = []
    for act in acts:
        owner = re.search(r"([AB]), press Enter when only you can see the screen", act)[1]
        other = "BA"["AB".index(owner)]
        said = {line.strip(" *") for line in act.split("\n")}
        assert (f"{owner} (you)" in act) == (MOVE in act)  # who cannot but draw twice sees no table
        assert f"{other} (you)" not in act
        assert f'[View "{other}"]' not in act
        assert not said & secrets_of(table, Seat("AB".index(owner)))
        owners.append(owner)
    assert all(one != two for one, two in itertools.pairwise(owners))


def test_in_the_hot_seat_nobody_takes_back_the_others_step():
    code, player = at_table("", "O3a", "P3a", "", "", "undo", "resign", "yes", against=PERSON)
    assert code == 0
    assert "Your turn is over. Press Enter to clear the screen for B." in player.text
    assert "A has played since" in player.flat
    assert "B resigns. A wins." in player.flat
    final = player.text.rpartition("VOLTAGE 2017")[2]
    assert "(you)" not in final


def test_a_hot_seat_game_is_resumed_with_both_people(tmp_path):
    file = tmp_path / "two.vgr"
    at_table("", "O3a", against=PERSON, save=file)
    _, player = at_table("", resume=file)
    assert "A and B share this screen." in player.text


# ----------------------------------------------------- a game without manners of its own
def test_equal_seats_share_the_victory():
    def lowest(player):
        return "1" if MOVE in player.parts[-1] else ""

    code, player = at_table(always=lowest, game=Bidding.load(), against=PERSON)
    assert code == 0
    assert "A and B share the victory. Scores: A 0, B 0." in player.flat


def test_the_strongest_computer_player_is_the_opponent_and_gives_the_hints():
    _, player = at_table("hint", "why 1", "why", game=Bidding.load())
    assert "Bidding. You are A; B is the computer (random)." in player.text
    assert "Random would play " in player.text
    assert "bid 1 is possible: bid 1." in player.text
    assert "for example: why bid 3" in player.text
    assert "B is the computer (greedy)" in at_table()[1].text


# ------------------------------------------------------------------ the screen
@pytest.fixture
def sized(monkeypatch):
    """A terminal of so many columns and lines."""

    def terminal(columns, lines):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("LINES", str(lines))
        monkeypatch.setenv("COLUMNS", str(columns))

    return terminal


@pytest.mark.parametrize(("lines", "low"), [(24, True), (50, False)])
def test_a_low_screen_shows_the_news_the_board_and_the_moves_together(lines, low, sized):
    sized(80, lines)
    _, player = at_table("1", "1", colour=False)
    shown = player.text.split("\n")
    bottom = max(n for n, line in enumerate(shown) if MOVE in line)
    top = max(n for n, line in enumerate(shown[:bottom]) if line.startswith("  B        track"))
    told = max(n for n, line in enumerate(shown[:bottom]) if "B puts" in line)
    assert (bottom - top < 24) == low
    assert ("VOLTAGE 2017" in player.text) == (not low)
    assert ("B (the computer):" in player.text) == (not low)
    assert (bottom - 24 < told < top) == low


def turns(player, lines):
    """What stands on a screen of so many lines whenever a move is asked for."""
    for n, part in enumerate(player.parts):
        if MOVE in part:
            yield "\n".join(player.parts[: n + 1]).split("\n")[-lines:]


def test_on_60_columns_and_20_lines_table_moves_and_prompt_stand_together(sized):
    sized(60, 20)
    tables = moves = 0
    for seed in range(1, 4):
        _, player = at_table(always=middle, seed=seed, colour=False, width=None)
        assert max(map(len, player.text.split("\n"))) <= 60
        for screen in turns(player, 20):
            shown = "\n".join(screen)
            tables += "─ B's side ─" in shown
            moves += 1
            assert "[1] " in shown
    assert moves > 40
    assert tables / moves > 0.95


@pytest.mark.parametrize("option", [{}, {"flip_timing": "end_of_draws"}])
def test_with_little_room_the_legend_goes_first_and_then_the_order(option):
    game = load("voltage", **option)
    view = game.position("+1|1SF/-|/-|/+| 0:0 Am O1S P1P2 =O2G1*B3P1 - 3").observation(A)
    shown = manners(game, Screen(width=60))
    whole = shown.menu(view)
    lines = whole.split("\n")
    assert shown.menu(view, len(lines)) == whole
    assert lines[-1] == "(a: your side, b: B's side. S, F go on B's side.)"
    assert "Orange [3] SO=0 takes nothing\n              [4] SO=1 takes the 1\n" in whole
    brief = shown.menu(view, len(lines) - 1)
    assert "(a: your side, b: B's side. S, F go on B's side; after =\n their target, or 0.)" in brief
    assert "Orange [3] SO=0  [4] SO=1   Green" in brief
    room = brief.count("\n")
    assert shown.menu(view, room).split("\n") == brief.split("\n")[:-2]
    packed = shown.menu(view, 2)
    assert len(packed.split("\n")) < room - 1
    assert packed.startswith("[1] O1a  [2] O1b  [3] ")
    assert packed.endswith("] d a card, then a second one")
    assert max(map(len, packed.split("\n"))) <= 60


def test_on_the_first_turns_a_low_screen_explains_its_signs(sized):
    sized(80, 24)
    screen = next(turns(at_table("1", colour=False)[1], 24))
    assert "Cards      S Bypass · F Blown Fuse · * Transformer: who draws it flips a token" in "\n".join(screen)
    sized(60, 20)
    for seed in range(20):
        _, player = at_table(always=lambda p: EOFError(), seed=seed, colour=False, width=None)
        screen = "\n".join(next(turns(player, 20)))
        assert "Cards      S Bypass · F Fuse · * flips a token\n" in screen
        assert "\n(a: your side, b: B's side." in screen
        assert "track" in screen


def test_a_window_is_measured_whenever_something_is_drawn(sized, monkeypatch):
    sized(120, 40)

    def smaller(player):
        monkeypatch.setenv("LINES", "20")
        monkeypatch.setenv("COLUMNS", "60")
        return "O3a"

    script = iter([smaller])
    _, player = at_table(always=lambda p: next(script, lambda p: EOFError())(p), colour=False, width=None)
    at = next(n for n, part in enumerate(player.parts) if MOVE in part)
    wide, narrow = player.parts[:at], player.parts[at + 1 :]
    assert max(map(len, "\n".join(wide).split("\n"))) > 90
    assert max(map(len, "\n".join(narrow).split("\n"))) <= 60
    assert "VOLTAGE 2017" not in "\n".join(narrow)


def test_on_a_low_screen_what_you_did_and_what_the_others_did_are_told_apart(sized):
    sized(80, 24)
    _, player = at_table("O3b", "d", colour=False)
    assert re.search(r"^  You draw [^.]+\.\n  B puts", player.text, re.M)


def test_a_wide_screen_is_used_for_the_moves():
    view = VOLTAGE.position("+1|1SF*/-|/-|/+| 0:0 Am O1S*F* P1P2 =O2G1*B3P1 - 3").observation(A)
    menu = manners(VOLTAGE, Screen(width=120)).menu(view)
    assert 100 < max(map(len, menu.split("\n"))) <= 120
    assert "SO=0" not in menu
    assert "S*O=1 takes the 1" in menu
    for effect in ("F*O=0 removes nothing", "F*O=1 removes the 1", "F*O=S removes the Bypass"):
        assert effect in menu
    assert "F*O=F* removes the Blown Fuse*" in menu


def test_what_happens_twice_in_a_row_is_told_once():
    deal = VOLTAGE.position("+|/-|/-|/+| 0:0 Am O1O2P1G3 P1P2P3F =O2G1B3P1 - 3")
    talk, player = session(Table(VOLTAGE, 7, state=deal), {A: PERSON, B: PERSON}, "", "d", "", "")
    with pytest.raises(EOFError):
        talk.run()
    assert "  A draws a plain card (2 times)." in player.text


def test_colours_are_shown_on_request_only(monkeypatch):
    assert "\x1b[" in at_table("hint", colour=True)[1].text
    assert "\x1b[" not in at_table("hint", colour=False)[1].text
    assert "\x1b[" not in at_table("hint")[1].text
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Screen.here().colour
    assert "\x1b[2J" in Screen.here().cleared
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Screen.here().colour
    assert "\x1b[2J" in Screen.here().cleared
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in Screen.here().cleared


def test_a_screen_without_our_letters_gets_others(monkeypatch):
    class Old:
        encoding = "ascii"

        def isatty(self):
            return False

    monkeypatch.setattr(sys, "stdout", Old())
    _, player = at_table("?", "rules", "? VQ-2", "hint", "log")
    assert player.text.isascii()


def test_playing_needs_nothing_heavy():
    program = (
        "import sys; from leyden.games import load; from leyden.terminal.line import play\n"
        "play(load('voltage'), seed=1, ask=lambda prompt: (_ for _ in ()).throw(EOFError), say=lambda text: None)\n"
        "print(*sorted({'llvmlite', 'numba', 'numpy', 'rich'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
