"""The command: every sub-command does what its help says, and every mistake gets one clear line and its exit code."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import leyden
from leyden.cli import main

POSITION = "+|/-|/-|/+| 0:0 Am O1G2B1S P1P2P3F =O1*G1 - 1"


@pytest.fixture
def run(capsys):
    def command(*words):
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_legal_lists_texts_and_ids(run):
    code, out, _ = run("legal", "voltage", POSITION)
    assert code == 0
    assert out.splitlines()[0] == "A to decide, 11 legal:"
    assert out.splitlines()[1].split()[-1] == "d"
    found = json.loads(run("legal", "voltage", POSITION, "--json")[1])
    assert [entry["text"] for entry in found] == out.splitlines()[1].split()
    assert found[-1] == {"id": 192, "text": "d", "seat": "A", "type": "draw"}


def test_legal_reads_standard_input(run, monkeypatch):
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO(POSITION + "\n"))
    assert run("legal", "voltage", "-")[0] == 0


def test_legal_says_when_nobody_decides(run):
    assert "game is over" in run("legal", "voltage", "+|/-|/-|/+| 4:2 Ax G1 P1P2 =O2G1*B3P1 P1P1P1P3P3 30")[1]
    assert "chance is due" in run("legal", "voltage", "+|/-|/-|/+| 0:0 Am+ O1G2B1S P1P2P3F =O1*G1 - 1")[1]


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


def test_warm_and_bench(run):
    code, out, _ = run("warm")
    assert code == 0
    assert "compile" in out


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
        f"leyden: {files[3]}: words.txt names no game; record files end in .vgr",
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
    import io

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


def test_an_interrupted_command_says_so(run, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("leyden.core.rulebook.find", stop)
    assert run("rules", "voltage") == (130, "", "leyden: stopped\n")
