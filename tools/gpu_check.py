"""Check the games on a machine with a GPU, in parts that can be stopped, and print one table with the card's name.

::

    python -m tools.gpu_check                                          # all parts but billion, all games
    python -m tools.gpu_check compile --capability 90                  # on a machine without a GPU
    python -m tools.gpu_check equal speed --games stuka --wheels wheels

``compile`` makes the machine code, a process for each game. ``equal`` plays a million decisions of each id beside the
CPU and compares all bytes. ``speed`` measures decisions a second, and ``layout`` the two orders of the wars in memory.
``learn`` trains with PPO for 100 million decisions, and ``billion`` for ten times as many.

A part of a game ends after the minutes of ``--minutes``, and goes on when it is run again. Results are lines of
``results.jsonl`` in ``--output``; what has a result is not measured again. The exit status is 1 if arrays differ or a
part has failed.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

CHECK_PARTS = ("compile", "equal", "speed", "layout", "learn", "billion")
USUAL_PARTS = CHECK_PARTS[:-1]
"""The parts that are done if none is named."""
RESULT_LINES = "results.jsonl"
GRACE = 30
"""Seconds after which a part that does not stop is ended."""


def install(wheels: Path) -> None:
    """Install the wheels of a folder whose distributions are missing, without an index and without what they require.

    Raises:
        subprocess.CalledProcessError: pip has failed; it has printed why.
    """
    missing = [str(wheel) for wheel in sorted(wheels.glob("*.whl")) if not is_there(wheel.name.partition("-")[0])]
    if missing:
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", *missing], check=True)


def is_there(distribution: str) -> bool:
    """Whether a distribution is installed."""
    try:
        return bool(version(distribution))
    except PackageNotFoundError:
        return False


def checked_games() -> list[str]:
    """Return the games that are checked if none is named: those of the package."""
    from stuka_env.io.game_packages import PACKAGES

    return sorted(name for name, package in PACKAGES.items() if package.distribution == "stuka_env")


def command_of(part: str, game: str, options: argparse.Namespace) -> list[str]:
    """Return the command of the process that does a part of a game."""
    words = [sys.executable, "-m", "tools.gpu_parts", part, game, "--output", str(options.output)]
    words += ["--threads", *map(str, options.threads)]
    words += ["--ids", *options.ids] if options.ids else []
    words += ["--capability", options.capability] if options.capability else []
    return [*words, "--quick"] if options.quick else words


def wait_for(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for a process, interrupt it after so many seconds, and return whether it has succeeded."""
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return False


def do(part: str, options: argparse.Namespace) -> list[str]:
    """Do a part of every game, and return the games in which it has failed or has not ended."""
    commands = {game: command_of(part, game, options) for game in options.games}
    seconds = 60 * options.minutes
    if part == "compile":
        together = {game: subprocess.Popen(command) for game, command in commands.items()}
        return [game for game, process in together.items() if not wait_for(process, seconds)]
    return [game for game, command in commands.items() if not wait_for(subprocess.Popen(command), seconds)]


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the results so far. An incomplete last line is left out."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the table of results."""
    for card in dict.fromkeys(row["card"] for row in rows):
        yield f"\n{card}"
        for part in CHECK_PARTS:
            for row in rows:
                if (row["card"], row["part"]) == (card, part):
                    figures = ", ".join(f"{name} {shown(value)}" for name, value in row["figures"].items())
                    yield f"{part:8} {row['game']:12} {row['what']:44} {figures}"


def shown(value: Any) -> str:
    """Return a figure as text."""
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the parts, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.gpu_check",
        description=sys.modules[__name__].__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(CHECK_PARTS)}; without any, all but billion"
    )
    parser.add_argument("--games", nargs="+", help="names of games; all of the package")
    parser.add_argument("--ids", nargs="+", help="ids of the games, for the part equal; all of them")
    parser.add_argument("--output", type=Path, default=Path(os.environ.get("OUT", "gpu_check")), help="folder")
    parser.add_argument("--wheels", type=Path, help="folder with wheels of what is not installed")
    parser.add_argument("--minutes", type=float, default=8, help="longest time of a part of a game")
    parser.add_argument("--capability", help="compute capability to compile for, such as 90; that of this GPU")
    parser.add_argument("--threads", nargs="+", type=int, default=[64], help="threads of a block, to be measured")
    parser.add_argument("--quick", action="store_true", help="small numbers, as a rehearsal")
    options = parser.parse_args(arguments)
    unknown = set(options.parts) - set(CHECK_PARTS)
    if unknown:
        parser.error(f"PART: got {min(unknown)}, allowed is one of {', '.join(CHECK_PARTS)}")
    if options.wheels is not None:
        install(options.wheels)
    options.games = options.games or checked_games()
    options.output = options.output.resolve()
    options.output.mkdir(parents=True, exist_ok=True)
    unfinished = [f"{part} of {game}" for part in options.parts or USUAL_PARTS for game in do(part, options)]
    rows = read_rows(options.output / RESULT_LINES)
    print(*table(rows), sep="\n")
    if unfinished:
        print(f"\nnot finished: {', '.join(unfinished)}; the same command goes on")
    differing = any(row["figures"].get("differences") for row in rows)
    return int(bool(unfinished) or differing)


if __name__ == "__main__":
    sys.exit(main())
