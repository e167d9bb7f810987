"""Our random play next to OpenSpiel's hearts in C++, measured in turns. README.md says what is counted."""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from openabyss.arena.bench.speed import composition, machine, random_run
from openabyss.arena.series.series import Series

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parent / "build" / "openspiel"
PACKAGE = "open_spiel>=1.6,<3"
OURS = Series(("random",) * 4)
GAMES = 6_000

Figures = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    with worker(python_with_openspiel()) as ask:
        figures = measured(arguments.rounds, ask)
    found = summary(figures)
    print(json.dumps(found) if arguments.json else in_words(found))


def python_with_openspiel() -> Path:
    """The interpreter of an environment of its own, which is made if it is missing."""
    python = ENVIRONMENT / "bin" / "python"
    if not (ENVIRONMENT / "ready").exists():
        print(f"Preparing {ENVIRONMENT}: this downloads OpenSpiel the first time.", file=sys.stderr)
        uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
        if uv:
            subprocess.run(
                [uv, "venv", "--quiet", "--clear", "--python", sys.executable, ENVIRONMENT], check=True
            )
            subprocess.run([uv, "pip", "install", "--quiet", "--python", python, PACKAGE], check=True)
        else:
            subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], check=True)
        (ENVIRONMENT / "ready").touch()
    return python


class Worker:
    """OpenSpiel in another process, which measures when it is asked."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._ask, self._answers = process.stdin, process.stdout

    def __call__(self, what: str) -> float:
        """Moves in a second."""
        self._ask.write(what + "\n")
        self._ask.flush()
        answer = json.loads(self._answers.readline())
        return float(answer["moves"] / answer["seconds"])


@contextmanager
def worker(python: Path) -> Iterator[Worker]:
    command = [python, HERE / "openspiel_worker.py"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Worker(process)
        assert process.stdin is not None
        process.stdin.close()


def measured(rounds: int, ask: Worker) -> Figures:
    """Answers in a second by round, ours and OpenSpiel's in turns; the first round only warms up."""
    figures: Figures = {"decisions": [], "with_draws": [], "rollouts": [], "games": []}
    draws = composition(OURS, GAMES)["draws_per_game"]
    for number in range(rounds + 1):
        run = random_run(OURS, GAMES, number)
        row = {
            "decisions": run.decisions / run.seconds,
            "with_draws": (run.decisions + draws * run.games) / run.seconds,
            "rollouts": ask("rollouts"),
            "games": ask("games"),
        }
        for name, value in row.items():
            if number > 0:
                figures[name].append(value)
    return figures


def summary(figures: Figures) -> dict[str, object]:
    """Medians, spreads and the ratios of the medians."""
    middle = {name: round(median(values)) for name, values in figures.items()}
    return {
        "rounds": len(figures["decisions"]),
        "moves_per_s": middle,
        "spread": {name: [round(min(values)), round(max(values))] for name, values in figures.items()},
        "ratio_to_rollouts": round(middle["with_draws"] / middle["rollouts"], 3),
        "ratio_to_rollouts_without_draws": round(middle["decisions"] / middle["rollouts"], 3),
        "ratio_to_games": round(middle["with_draws"] / middle["games"], 3),
        "machine": machine(),
    }


def in_words(found: dict[str, object]) -> str:
    names = {
        "decisions": "OpenAbyss, 4 players: decisions/s",
        "with_draws": "OpenAbyss, 4 players: decisions and draws/s",
        "rollouts": "OpenSpiel hearts in C++, rollouts: moves/s",
        "games": "OpenSpiel hearts in C++, whole games: moves and draws/s",
    }
    middle, spread = found["moves_per_s"], found["spread"]
    assert isinstance(middle, dict)
    assert isinstance(spread, dict)
    lines = [
        f"{text:<58}{middle[name]:>12,}  ({spread[name][0]:,} to {spread[name][1]:,})"
        for name, text in names.items()
    ]
    ratios = (
        f"Ours to theirs: {found['ratio_to_rollouts']} (rollouts), {found['ratio_to_games']} (whole games), "
        f"{found['ratio_to_rollouts_without_draws']} (rollouts, our draws not counted)"
    )
    return "\n".join([*lines, ratios])


if __name__ == "__main__":
    main()
