"""The command: every sub-command does what its help says, and every mistake gets one clear line and its exit code."""

import io
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import leyden
from leyden import games
from leyden.cli import main
from leyden.core import rulebook
from leyden.core.rule import PURE

POSITION = "+|/-|/-|/+| 0:0 Am O1G2B1S P1P2P3F =O1*G1 - 1"


@pytest.fixture
def run(capsys):
    def command(*words):
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture
def typing(run, monkeypatch):
    """A command, and the lines that somebody types while it runs."""

    def command(lines, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return run(*words)

    return command


def complaint(result, code):
    """The one sentence on standard error that a refused command ends with."""
    got, out, err = result
    assert (got, out, err.count("\n")) == (code, "", 1)
    assert err.startswith("leyden: ")
    return err.removeprefix("leyden: ").rstrip("\n")


def test_legal_lists_texts_and_ids(run):
    code, out, _ = run("legal", "voltage", POSITION)
    assert code == 0
    assert out.splitlines()[0] == "A to decide, 11 legal:"
    assert out.splitlines()[1].split()[-1] == "d"
    found = json.loads(run("legal", "voltage", POSITION, "--json")[1])
    assert [entry["text"] for entry in found] == out.splitlines()[1].split()
    assert found[-1] == {"id": 192, "text": "d", "seat": "A", "type": "draw"}


def test_legal_reads_standard_input(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(POSITION + "\n"))
    assert run("legal", "voltage", "-")[0] == 0


def test_legal_says_when_nobody_decides(run):
    assert "game is over" in run("legal", "voltage", "+|/-|/-|/+| 4:2 Ax G1 P1P2 =O2G1*B3P1 P1P1P1P3P3 30")[1]
    assert "chance is due" in run("legal", "voltage", "+|/-|/-|/+| 0:0 Am+ O1G2B1S P1P2P3F =O1*G1 - 1")[1]
    assert "write ^ (plain) or ^*" in run("legal", "voltage", "+|/-|/-|/+| 0:0 Am O1 G1 {O1G1*} - 1")[1]
    assert "[I-3]" in complaint(run("legal", "voltage", "+|/-|/-|/+| 0:0 Am - - 0 - 1"), 1)
    assert "column 25: hidden cards" in complaint(run("legal", "voltage", "+|/-|/-|/+| 0:0 Bm O1G2 ????* 1 - 2"), 1)


def test_a_game_may_be_named_in_any_capitals(run):
    assert run("legal", "Voltage", POSITION) == run("legal", "voltage", POSITION)
    assert run("rules", "VOLTAGE", "V-1") == run("rules", "voltage", "V-1")


def test_verify_reads_standard_input(run, monkeypatch):
    text = run("selfplay", "voltage", "--games", "1")[1]
    for typed in (text, "\ufeff" + text, text.replace('"Voltage"', '"voltage"')):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert run("verify", "-") == (0, "-: 1 good, 0 bad\n", "")
    monkeypatch.setattr("sys.stdin", io.StringIO("1A d"))
    assert complaint(run("verify", "-"), 1) == "-: line 1: the tag Game is missing"
    monkeypatch.setattr("sys.stdin", None)
    assert "the text is to come from standard input, which is closed" in complaint(run("verify", "-"), 1)


def test_one_game_is_one_game(run, tmp_path):
    path = tmp_path / "one.vgr"
    assert run("selfplay", "voltage", "--games", "1", "--out", str(path))[1] == f"1 game of Voltage in {path}\n"


def test_apply_tells_the_events_and_the_position_reached(run):
    code, out, _ = run("apply", "voltage", POSITION, "G2a", "d", "~B")
    assert code == 0
    assert out.splitlines()[-1] == "+|/-2|/+|/+| 0:0 Bm O1O1*B1S P1P2P3F =G1 - 2"
    assert out.count("A draws Orange 1") == 1
    assert "A draws a Transformer" not in out
    found = json.loads(run("apply", "voltage", POSITION, "d", "--json")[1])
    assert found["position"].startswith("+|/-|/-|/+| 0:0 Afd")


def test_apply_takes_options(run):
    code, out, _ = run("apply", "voltage", POSITION, "d", "d", "--option", "flip_timing=end_of_draws")
    assert code == 0
    assert " Afe " in out.splitlines()[-1]


def test_self_play_writes_a_file_that_verifies(run, tmp_path):
    path = tmp_path / "games.vgr"
    code, out, _ = run("selfplay", "voltage", "--games", "5", "--seed", "1", "--out", str(path))
    assert (code, out) == (0, f"5 games of Voltage in {path}\n")
    assert len(list(leyden.Record.load_all(path))) == 5
    code, out, _ = run("verify", str(path))
    assert (code, out) == (0, f"{path}: 5 good, 0 bad\n")
    assert run("selfplay", "voltage", "--games", "5", "--seed", "1")[1] == path.read_text()
    text = path.read_text().replace('[Score "4:', '[Score "3:', 1)
    path.write_text(text)
    code, out, _ = run("verify", str(path))
    assert code == 1
    assert "[VC-5]" in out
    assert out.splitlines()[0].startswith(f"{path}: line ")
    found = json.loads(run("verify", "--json", str(path))[1])
    assert (found["good"], len(found["bad"])) == (4, 1)


def test_verify_counts_records_that_cannot_be_checked_as_good_and_says_so(run, tmp_path):
    record = leyden.play(leyden.load("voltage"), ["greedy", "random"], seed=1)
    path = record.redact(leyden.Seat(1)).save(tmp_path / "seen.vgr")
    code, out, _ = run("verify", str(path))
    assert code == 0
    assert "not checkable in full" in out


def test_rules_shows_text_functions_and_tests(run):
    code, out, _ = run("rules", "voltage", "V-30")
    assert code == 0
    assert out.splitlines()[0] == "V-30"
    assert "leyden.games.voltage.rules:play" in out
    assert "T-14" in out
    listing = run("rules", "voltage")[1].splitlines()
    assert len(listing) > 150
    assert max(map(len, listing)) <= 110


def test_an_option_is_shown_with_what_carries_out_and_proves_its_rulings(run):
    code, out, _ = run("rules", "voltage", "hand_backs")
    text, functions, tests = out.splitlines()[1:]
    assert code == 0
    assert text == "values: public, private; rulings: VQ-32; changes: observation"
    assert [functions, tests] == run("rules", "voltage", "VQ-32")[1].splitlines()[-2:]
    assert "leyden.games.voltage.worlds:observe" in functions
    assert "::test_" in tests


def test_an_option_without_a_ruling_of_its_own_claims_nothing(run):
    out = run("rules", "voltage", "edition")[1]
    assert out.splitlines()[-1] == "values: 2017, 2006; rulings: section 10; changes: names and pictures only"


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Leyden as a wheel leaves it: the rules beside the modules, and no tests anywhere."""
    caches = rulebook.find, rulebook.functions, rulebook.tests
    package = tmp_path / "leyden"
    shutil.copytree(rulebook.PACKAGE / "games" / "voltage", package / "games" / "voltage")
    (package / "_rules").mkdir()
    (package / "_rules" / "voltage.md").write_text(rulebook.rules_text("voltage"), encoding="utf-8")
    monkeypatch.setattr(rulebook, "PACKAGE", package)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.parametrize("number", ["V-30", "hand_backs", "edition"])
def test_an_installed_leyden_says_where_the_tests_are(run, installed, number):
    code, out, _ = run("rules", "voltage", number)
    assert code == 0
    assert out.splitlines()[-1] == f"tests: {rulebook.NO_TESTS}"
    assert ("functions: leyden.games.voltage" in out) == (number != "edition")


def test_warm_compiles_the_rules_or_says_that_they_run_plain(run):
    code, out, _ = run("warm")
    assert code == 0
    assert out.startswith("nothing to compile" if PURE else "voltage: compiled")


@pytest.mark.parametrize("command", ["warm", "bench"])
def test_what_is_warmed_and_measured_must_be_a_game(run, command):
    assert "did you mean voltage?" in complaint(run(command, "voltag"), 2)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["legal", "voltag", POSITION], 2, "did you mean voltage?"),
        (["legal", "voltage", POSITION, "--option", "reshufle=on_need"], 2, "did you mean reshuffle?"),
        (["legal", "voltage", POSITION, "--option", "reshuffle=never"], 2, "on_empty"),
        (["legal", "voltage", POSITION, "--option", "reshuffle"], 2, "name=value"),
        (["legal", "voltage", "nonsense"], 1, "eight fields"),
        (["apply", "voltage", POSITION, "~O"], 1, "[V-46]"),
        (["apply", "voltage", POSITION, "fly"], 1, "is not an action"),
        (["rules", "voltage", "V-99"], 2, "did you mean"),
        (["rules", "voltage", ""], 2, "`leyden rules voltage` lists them"),
        (["rules", "chess"], 2, "no game is called chess"),
        (["apply", "voltage", POSITION, "O1a", "O1b"], 1, "step 2, O1b: there is no Orange 1 in your hand [V-13]"),
        (["selfplay", "voltage", "--players", "random"], 2, "Voltage needs 2 players, not 1"),
        (["selfplay", "voltage", "--players", "random,random,random"], 2, "Voltage needs 2 players, not 3"),
        (["selfplay", "voltage", "--games", "1", "--out", "."], 1, ".: Is a directory"),
        (["selfplay", "voltage", "--games", "1", "--out", "no-such-place/x.vgr"], 1, "No such file or directory"),
        (["selfplay", "voltage", "--players", "gredy,random"], 2, "did you mean greedy?"),
        (["verify", "no-such-file.vgr"], 1, "No such file"),
    ],
)
def test_mistakes_get_one_line_and_an_exit_code(run, words, code, says):
    got, out, err = run(*words)
    assert got == code
    assert says in err
    assert err.startswith("leyden: ")
    assert err.count("\n") == 1
    assert out == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["vrify"], "did you mean verify?"),
        ([], "COMMAND"),
        (["selfplay", "voltage", "--games", "0"], "a number from 1"),
    ],
)
def test_a_misunderstood_command_shows_its_usage(run, capsys, words, says):
    with pytest.raises(SystemExit) as stopped:
        run(*words)
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("asked", ["v-30", " V-30 ", "V30", "v 30"])
def test_a_rule_is_found_however_its_number_is_typed(run, asked):
    assert run("rules", "voltage", asked) == run("rules", "voltage", "V-30")


def test_players_may_be_named_with_spaces_between(run):
    code, out, _ = run("selfplay", "voltage", "--games", "1", "--players", "random, greedy")
    assert (code, out.count('[B "greedy"]')) == (0, 1)


def test_one_file_that_cannot_be_read_does_not_hide_the_others(run, tmp_path):
    good, bad = tmp_path / "good.vgr", tmp_path / "bad.vgr"
    leyden.play(leyden.load("voltage"), ["random", "random"], seed=1).save(good)
    bad.write_bytes(b'[Game "Voltage"]\n\xff\xfe')
    (tmp_path / "words.txt").write_text("no record at all")
    files = [str(tmp_path / "nothing.vgr"), str(bad), str(tmp_path), str(tmp_path / "words.txt"), str(good)]
    code, out, err = run("verify", *files)
    assert (code, out) == (1, f"{good}: 1 good, 0 bad\n")
    assert err.splitlines() == [
        f"leyden: {files[0]}: No such file or directory",
        f"leyden: {bad}: line 2, column 1: byte 0xff is not UTF-8 text; save the file as UTF-8",
        f"leyden: {files[2]}: Is a directory",
        f'leyden: {files[3]}: words.txt names no game; records have a tag [Game "Voltage"], [Game "Power Switch"], or '
        "their files end in .vgr, .psn",
    ]
    code, out, _ = run("verify", "--json", str(bad), str(good))
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, [(each["good"], len(each["bad"])) for each in found]) == (1, [(0, 1), (1, 0)])


def test_an_endless_file_is_too_large(run, monkeypatch):
    monkeypatch.setattr("leyden.table.record.MOST_BYTES", 1000)
    code, _, err = run("verify", "/dev/zero")
    assert (code, "at most 1000" in err) == (1, True)


def test_a_closed_standard_input_is_named(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert run("legal", "voltage", "-") == (
        1,
        "",
        "leyden: the position is to come from standard input, which is closed\n",
    )


def test_standard_input_that_is_no_text_is_named(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"+|/\xff"), encoding="utf-8"))
    code, _, err = run("legal", "voltage", "-")
    assert (code, "not UTF-8 text" in err) == (1, True)


def test_a_file_of_games_is_there_when_it_is_complete(run, monkeypatch, tmp_path):
    path = tmp_path / "games.vgr"
    path.write_text("what was there before")
    real = leyden.players.selfplay.selfplay

    def stopped(*args, **kwargs):
        yield next(real(*args, **kwargs))
        raise KeyboardInterrupt

    monkeypatch.setattr("leyden.players.selfplay.selfplay", stopped)
    code, _, err = run("selfplay", "voltage", "--games", "5", "--out", str(path))
    assert (code, err) == (130, "leyden: stopped\n")
    assert path.read_text() == "what was there before"
    assert [each.name for each in tmp_path.iterdir()] == ["games.vgr"]


def piped(command):
    """What a shell command leaves: its exit code and standard error."""
    python = f"{shlex.quote(sys.executable)} -m leyden"
    done = subprocess.run(
        ["bash", "-c", command.format(python)], capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stderr


def test_a_reader_who_has_seen_enough_hears_nothing():
    assert piped("{} selfplay voltage --games 300 | head -1; exit ${{PIPESTATUS[0]}}") == (141, "")
    assert piped("{} rules voltage | true; exit ${{PIPESTATUS[0]}}")[1] == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a system without /dev/full")
def test_a_full_disk_is_named():
    assert piped("{} rules voltage > /dev/full") == (1, "leyden: standard output: No space left on device\n")
    assert piped("{} selfplay voltage --games 2 --out /dev/full") == (1, "leyden: /dev/full: No space left on device\n")


def test_playing_without_a_standard_input_ends_the_game():
    code, err = piped("{} play voltage --seed 3 <&-")
    assert (code, err) == (0, "")


def test_closed_outputs_are_no_crash():
    assert piped("{} rules voltage V-1 >&-")[0] == 0
    assert piped("{} rules voltage V-99 2>&-")[0] == 2
    assert piped("{} selfplay voltage --games 1 2>&-")[0] == 0


def shell(command):
    """What a shell command prints, with `leyden` for the command: its exit code, output and standard error."""
    python = f"{shlex.quote(sys.executable)} -m leyden"
    words = ["bash", "-c", command.replace("leyden", python)]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def test_letters_that_the_output_does_not_have_are_replaced():
    code, out, err = shell("PYTHONIOENCODING=ascii leyden rules voltage T-07")
    assert (code, err) == (0, "")
    assert out.startswith("T-07 ")
    assert "?" in out
    code, out, err = shell("PYTHONIOENCODING=ascii leyden rules voltage V–30")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert shell("PYTHONIOENCODING=ascii leyden play voltage --seed 1 </dev/null")[0] == 0


def test_a_record_is_utf_8_whatever_the_output_is():
    code, out, err = shell("PYTHONIOENCODING=ascii leyden selfplay voltage --games 1 --seed München")
    assert (code, err) == (0, "")
    assert '[Rng "splitmix64 München/0"]' in out


@pytest.mark.parametrize("seed", ['a"b', "a\nb", "\udcff"])
@pytest.mark.parametrize(
    "words", [["play", "voltage"], ["selfplay", "voltage", "--games", "1"], ["apply", "voltage", POSITION, "d"]]
)
def test_a_seed_that_no_record_can_hold_is_refused_before_anything_is_played(run, words, seed):
    complaint(run(*words, "--seed", seed), 1)


@pytest.mark.parametrize("seed", ['a"b', "a\nb", "\udcff"])
def test_a_seed_that_no_record_can_hold_leaves_the_files_alone(typing, run, tmp_path, seed):
    path = tmp_path / "p.vgr"
    typing(["1"], "play", "voltage", "--seed", "7", "--save", str(path))
    before = path.read_text()
    complaint(run("play", "voltage", "--resume", str(path), "--seed", seed), 1)
    complaint(run("selfplay", "voltage", "--games", "1", "--seed", seed, "--out", str(path)), 1)
    assert path.read_text() == before
    complaint(run("play", "voltage", "--seed", seed, "--save", str(tmp_path / "new.vgr")), 1)
    assert not (tmp_path / "new.vgr").exists()


# ---------------------------------------------------------------- leyden play
@pytest.fixture
def saved(typing, tmp_path):
    """A game of somebody at B against the random player, to three sets, that was left after a move."""
    path = str(tmp_path / "p.vgr")
    words = ["--seat", "B", "--against", "random", "--option", "target_sets=3", "--seed", "7"]
    assert typing(["1"], "play", "voltage", *words, "--save", path)[0] == 0
    return path


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seat", "A"], "--seat A: in {} A is played by random"),
        (["--against", "greedy"], "--against greedy: in {} A is played by random"),
        (["--against", "person"], "--against person: in {} A is played by random"),
        (["--option", "target_sets=4"], "--option target_sets=4: the game in {} has target_sets=3"),
        (["--option", "reshuffle=on_need"], "--option reshuffle=on_need: the game in {} has reshuffle=on_empty"),
        (["--seat", "C"], "there is no seat C in Voltage: known: A, B"),
        (["--against", "gredy"], "nobody is called gredy: did you mean greedy?"),
        (["--option", "target_sets=9"], "target_sets=9: a whole number from 1 to 7 [VQ-43]"),
    ],
)
def test_what_contradicts_a_resumed_record_is_refused(run, saved, words, says):
    before = Path(saved).read_text()
    assert complaint(run("play", "voltage", "--resume", saved, *words), 2) == says.format(saved)
    assert Path(saved).read_text() == before


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--seat", "b"],
        ["--against", "random"],
        ["--option", "target_sets=3"],
        ["--option", "reshuffle=on_empty"],
        ["--seat", "B", "--against", "random", "--option", "reshuffle=on_empty; target_sets=3"],
        ["--seed", "8"],
    ],
)
def test_what_agrees_with_a_resumed_record_may_be_said(typing, saved, words):
    code, out, err = typing([], "play", "voltage", "--resume", saved, *words)
    assert (code, err) == (0, "")
    assert "You are B; A is the computer (random)." in out


def test_a_resumed_game_goes_on_with_the_luck_of_a_new_seed(typing, saved, tmp_path):
    def played_on(name, *words):
        new = tmp_path / name
        typing(["1"] * 9, "play", "voltage", "--resume", saved, "--save", str(new), *words)
        return [str(step.move) for step in leyden.Record.load(new).steps]

    assert played_on("1") == played_on("2") == played_on("3", "--seed", "7")
    assert played_on("4", "--seed", "8") == played_on("5", "--seed", "8") != played_on("1")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--resume", "nofile"], 1, "the file nofile cannot be read: No such file or directory"),
        (["--seat", "C"], 2, "there is no seat C in Voltage: known: A, B"),
        (["--against", "gredy"], 2, "nobody is called gredy: did you mean greedy?"),
        (["--save", "no-such-place/x"], 1, "the game could not be saved to no-such-place/x: No such file or directory"),
    ],
)
def test_playing_ends_its_mistakes_like_every_command(run, words, code, says):
    assert complaint(run("play", "voltage", *words), code) == says


def test_one_game_of_a_file_of_many_cannot_be_meant(run, tmp_path):
    path = tmp_path / "games.vgr"
    run("selfplay", "voltage", "--games", "3", "--out", str(path))
    says = complaint(run("play", "voltage", "--resume", str(path)), 1)
    assert says == f"the file {path} holds 3 games, and one is needed: keep that one in a file of its own"


# ------------------------------------------------- a game that is new to the house
BIDDING = "1,2 3 1,2,3/1,2,3 -/- 0:0"


@pytest.fixture
def bidding(monkeypatch):
    """The toy game, registered as CONTRIBUTING.md says: by one line."""
    monkeypatch.setitem(games._REGISTERED, "bidding", ("tests.testing.toy", "Bidding"))
    games.game_class.cache_clear()
    yield "bidding"
    games.game_class.cache_clear()


def test_a_new_game_is_in_the_help(bidding, run, capsys):
    with pytest.raises(SystemExit):
        run("legal", "--help")
    assert "voltage or powerswitch or bidding" in capsys.readouterr().out


def test_a_new_game_is_played_saved_and_resumed(bidding, typing, tmp_path):
    path = str(tmp_path / "mine.bid")
    code, out, err = typing(["why 1", "hint", "?", "1"], "play", bidding, "--seed", "3", "--save", path)
    assert (code, err) == (0, "")
    assert "Bidding. You are A; B is the computer (random)." in out
    assert "Random would play" in out
    code, out, err = typing(["1", "1", "1"], "play", bidding, "--resume", path, "--seat", "A", "--against", "random")
    assert (code, err) == (0, "")
    assert "Scores: A " in out
    assert typing([], "verify", path)[:2] == (0, f"{path}: 1 good, 0 bad\n")
    assert "is finished" in complaint(typing([], "play", bidding, "--resume", path), 1)
    assert "of Bidding, not of Voltage" in complaint(typing([], "play", "voltage", "--resume", path), 2)


def test_two_people_seal_their_bids_in_a_new_game(bidding, typing):
    code, out, _ = typing(["", "3", "", "", "1", "", "", "1"], "play", bidding, "--against", "person", "--seed", "3")
    assert code == 0
    assert "A bids 3." in out
    assert "B bids 1." in out


def test_self_play_of_a_new_game_verifies(bidding, run, tmp_path):
    path = str(tmp_path / "games.bid")
    assert run("selfplay", bidding, "--games", "4", "--out", path)[:2] == (0, f"4 games of Bidding in {path}\n")
    assert run("verify", path)[:2] == (0, f"{path}: 4 good, 0 bad\n")
    assert run("selfplay", bidding, "--games", "4")[1] == Path(path).read_text()
    assert "Bidding needs 2 players, not 1" in complaint(run("selfplay", bidding, "--players", "random"), 2)


def test_the_legal_actions_of_seats_that_decide_at_once(bidding, run):
    code, out, _ = run("legal", bidding, BIDDING)
    assert (code, out) == (
        0,
        "A and B to decide at once, 6 legal:\nA: bid 1, bid 2, bid 3\nB: bid 1, bid 2, bid 3\n",
    )
    found = json.loads(run("legal", bidding, BIDDING, "--json")[1])
    assert [entry["seat"] for entry in found] == [*"AAABBB"]
    assert found[1] == {"id": 1, "text": "bid 2", "seat": "A", "bid": 2}
    assert run("legal", bidding, "1,2 3 1,2,3/1,2,3 2/- 0:0")[1] == "B to decide, 3 legal:\nbid 1, bid 2, bid 3\n"


@pytest.mark.parametrize("data", [2, "bid 2", ["bid", 2], None, {"id": 7}])
def test_an_action_may_be_any_json(bidding, run, monkeypatch, data):
    monkeypatch.setattr("tests.testing.toy.Bid.to_json", lambda self: data)
    assert run("legal", bidding, BIDDING)[0] == 0
    found = json.loads(run("legal", bidding, BIDDING, "--json")[1])
    assert found[1] == {"id": 1, "text": "bid 2", "seat": "A", "action": data}


def test_actions_of_seats_that_decide_at_once_name_their_seat(bidding, run):
    code, out, _ = run("apply", bidding, BIDDING, "A:bid 2", "b: bid 1")
    assert (code, out.splitlines()[:3]) == (0, ["A bids 2.", "B bids 1.", "A 2, B 1."])
    assert out.splitlines()[-1].endswith(" 1,3/2,3 -/- 3:0")
    assert run("apply", bidding, BIDDING, "A:2", "1")[1] == out  # then only B owes a bid
    says = complaint(run("apply", bidding, BIDDING, "bid 2"), 1)
    assert says == "step 1, bid 2: A and B decide at once; say for whom this is, for example A:bid 1"
    assert complaint(run("apply", bidding, BIDDING, "A:2", "A:1"), 1) == "step 2, A:1: the bid stands [B-3]"
    assert "step 1, C:2: A and B decide at once" in complaint(run("apply", bidding, BIDDING, "C:2", "A:1"), 1)
    assert "'C:2' is not a bid" in complaint(run("apply", bidding, BIDDING, "A:2", "C:2"), 1)


def test_a_seat_may_be_named_where_it_is_known(run):
    assert run("apply", "voltage", POSITION, "A:d") == run("apply", "voltage", POSITION, "d")
    assert "step 1, B:d: " in complaint(run("apply", "voltage", POSITION, "B:d"), 1)


def test_a_new_game_without_a_rules_file_says_so(bidding, run):
    assert "there is no rules file for bidding" in complaint(run("rules", bidding), 1)


@pytest.mark.parametrize("command", ["warm", "bench"])
def test_what_is_not_written_with_rules_cannot_be_compiled(bidding, run, command):
    says = complaint(run(command, bidding), 1)
    assert says == "Bidding is not written with @rule functions, so nothing of it can be compiled"


def test_an_interrupted_command_says_so(run, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("leyden.core.rulebook.find", stop)
    assert run("rules", "voltage") == (130, "", "leyden: stopped\n")
