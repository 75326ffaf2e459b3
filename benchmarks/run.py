"""Measure Leyden beside the plain C yardstick, in one run, and write results.json and results.md here.

    python benchmarks/run.py

Ratios are taken inside each round and the median of the rounds is given: the machine is never twice the
same, its ratios nearly are.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import leyden
from leyden.core.streams import Streams

HERE = Path(__file__).resolve().parent
# Without this switch, which some machines set, Python keeps what it compiles, as it does for people.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ROUNDS = 5
GAMES = 100_000
WANTED = {  # measure -> (what the figure should be, whether less is better)
    "playout_over_c": (0.55, False),
    "powerswitch_playout_over_c": (10 / 45, False),
    "powerswitch_copy_ns": (60, True),
    "powerswitch_state_bytes": (512, True),
    "powerswitch_determinize_ns": (5_000, True),
    "powerswitch_compile_all_s": (15, True),
    "powerswitch_load_all_s": (0.5, True),
    "copy_ns": (30, True),
    "state_bytes": (256, True),
    "step_ids_ns": (2_000, True),
    "step_values_ns": (30_000, True),
    "step_values_checked_ns": (100_000, True),
    "threads_2_over_1": (1.9, False),
    "import_ms": (100, True),
    "help_ms": (250, True),
    "first_table_ms": (1_000, True),
    "compile_all_s": (15, True),
    "load_all_s": (0.5, True),
}


def yardstick() -> Path:
    """Build the C twin for this machine."""
    made = Path(tempfile.mkdtemp()) / "voltage"
    source = HERE / "yardstick" / "voltage.c"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", made, source, "-lm"], check=True)
    return made


def c_decisions_per_s(twin: Path) -> float:
    out = subprocess.run([twin, "playout", str(GAMES)], check=True, capture_output=True, text=True).stdout
    return float(json.loads(out)["decisions_per_s"])


def our_decisions_per_s(engine: leyden.Engine) -> float:
    best, games = 0.0, GAMES if engine.game.name == "voltage" else GAMES // 5  # five times as long
    for i in range(5):
        begun = time.thread_time()
        decisions, _ = engine.playouts(games, Streams(i).stream("bench"))
        best = max(best, decisions / (time.thread_time() - begun))
    return best


def playouts() -> dict[str, float]:
    """Uniformly random games, one thread: the C twin of Voltage and ours in turns. Power Switch with six seats."""
    twin = yardstick()
    engines = {
        "": leyden.Engine(leyden.load("voltage")),
        "powerswitch_": leyden.Engine(leyden.load("powerswitch", seats=6)),
    }
    for engine in engines.values():
        engine.playouts(10)
    figures = {"c_twin_decisions_per_s": 0.0}
    rounds = [(c_decisions_per_s(twin), *map(our_decisions_per_s, engines.values())) for _ in range(ROUNDS)]
    figures["c_twin_decisions_per_s"] = statistics.median(row[0] for row in rounds)
    for i, prefix in enumerate(engines, 1):
        figures[f"{prefix}playout_decisions_per_s"] = statistics.median(row[i] for row in rounds)
        figures[f"{prefix}playout_over_c"] = statistics.median(row[i] / row[0] for row in rounds)
    return figures


def bench(game: str, *options: str, **environment: str) -> dict[str, float]:
    """`leyden bench --json` in a process of its own."""
    done = run("bench", game, *options, "--json", **environment)
    figures = {figure["measure"]: figure["value"] for figure in json.loads(done.stdout)}
    figures.pop("playout_decisions_per_s")  # measured beside the twin
    return figures


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "leyden", *arguments],
        check=True,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**ENVIRONMENT, **environment},
    )


def best_ms(*command: str, times: int = 5) -> float:
    """Wall time of a whole command, at best."""
    best = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL, env=ENVIRONMENT)
        best = min(best, time.perf_counter() - begun)
    return 1000 * best


def starts() -> dict[str, float]:
    """How long people wait: imports, help, the first table, the first compilation and later loads."""
    bare = best_ms(sys.executable, "-c", "pass")
    figures = {}
    for prefix, game in (("", "voltage"), ("powerswitch_", "powerswitch")):
        with tempfile.TemporaryDirectory() as empty:
            seconds = []
            for _ in range(4):
                begun = time.perf_counter()
                run("warm", game, LEYDEN_CACHE_DIR=empty)
                seconds.append(time.perf_counter() - begun)
        figures |= {f"{prefix}compile_all_s": seconds[0], f"{prefix}load_all_s": min(seconds[1:])}
    return {
        "import_ms": best_ms(sys.executable, "-c", "import leyden") - bare,
        "help_ms": best_ms(sys.executable, "-m", "leyden", "--help"),
        "first_table_ms": best_ms(sys.executable, "-m", "leyden", "play", "voltage", "--seed", "1"),
        **figures,
    }


def table(figures: dict[str, float]) -> str:
    """The figures as Markdown."""
    lines = ["| measure | value | wanted | |", "| --- | ---: | ---: | --- |"]
    for name, value in figures.items():
        wanted, less = WANTED.get(name, (None, False))
        shown = f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
        wanted = round(wanted, 2) if wanted else None
        if wanted is None:
            lines.append(f"| `{name}` | {shown} | | |")
        else:
            holds = value <= wanted if less else value >= wanted
            lines.append(
                f"| `{name}` | {shown} | {'≤' if less else '≥'} {wanted:,} | {'holds' if holds else 'MISSED'} |"
            )
    return "\n".join(lines)


def main() -> None:
    if shutil.which("gcc") is None:
        sys.exit("the yardstick needs gcc")
    figures = playouts()
    figures |= bench("voltage")
    figures["step_values_checked_ns"] = bench("voltage", LEYDEN_PURE="1")["step_values_ns"]
    figures |= {f"powerswitch_{name}": value for name, value in bench("powerswitch", "--option", "seats=6").items()}
    figures |= starts()
    where = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    (HERE / "results.json").write_text(json.dumps({"where": where, "figures": figures}, indent=1) + "\n")
    text = table(figures)
    about = f"CPython {where['python']}, {where['machine']}, {where['cores']} cores; `make bench` writes this file."
    (HERE / "results.md").write_text(f"# Speed, measured in one run\n\n{about}\n\n{text}\n")
    print(text)


if __name__ == "__main__":
    main()
