"""The arguments of ``evaluate.py``, read and checked before anything is flown."""

import argparse
import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from agents.evaluation.cluster import ALLOWED, HERE, check_address
from agents.evaluation.contestants import Contestant, make_contestants
from agents.policy import SEED_LIMIT
from agents.registry import FIRST_FOUR, known_names
from stuka_env import ENVIRONMENTS
from stuka_env.arguments import DURATIONS, OPERATIONS, Arguments, one_of, read_arguments, refuse
from stuka_env.codes import SEGMENT_NAMES, Scale

EPISODES = 200
FEWEST = 2
"""An interval needs at least two wars."""


class Options(NamedTuple):
    """What to evaluate."""

    contestants: list[Contestant]
    """Who is compared; the first is the baseline."""
    env: str
    arguments: Arguments
    operation: str
    """By name; ``all`` for a campaign."""
    duration: str
    segment: str | None
    episodes: int
    seed: int
    output: Path
    threads: int
    replays: int
    """Wars of each policy to write replays of."""
    resume: bool
    """Keep the wars that have been flown, and take those that were kept."""
    ray: str | None
    """Address of the Ray that flies the wars; None to fly them in this process."""
    command: str
    """The command line that asks for all this."""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    words = argparse.ArgumentParser(
        prog="evaluate.py", description="Fly policies through the same wars and compare their scores."
    )
    words.add_argument(
        "--policies", nargs="*", default=list(FIRST_FOUR), metavar="NAME",
        help=f"{known_names()}; several trainings as one: NAME=FILE,FILE or 'NAME=runs/x/seed*/agent.zip'; learned "
        f"ones draw their actions with @sampled; the first is the baseline (default: {' '.join(FIRST_FOUR)})",
    )  # fmt: skip
    words.add_argument("--env", default=ENVIRONMENTS[Scale.OPERATION], metavar="ID", help=", ".join(ENVIRONMENTS))
    words.add_argument("--operation", metavar="NAME", help=f"{', '.join(OPERATIONS)} (default: barbarossa)")
    words.add_argument("--duration", default="regular", metavar="NAME", help=", ".join(DURATIONS))
    words.add_argument("--segment", metavar="MONTH", help=f"{', '.join(SEGMENT_NAMES)}, for a Mission or a Segment")
    words.add_argument("--episodes", default=str(EPISODES), metavar="N", help=f"wars a policy (default: {EPISODES})")
    words.add_argument("--seed", default="0", metavar="S", help="which wars; the policies' own chance too (default: 0)")
    words.add_argument("--charts", metavar="DIR", help="a folder of your own chart files")
    words.add_argument("--output", default="results", metavar="DIR", help="where report.html and the results go")
    words.add_argument(
        "--save-replays",
        default="0",
        metavar="N",
        help="write the first N wars of each policy to DIR/replays, to watch",
    )
    words.add_argument(
        "--resume", action="store_true", help="keep the wars flown in DIR/flights; the same command goes on from there"
    )
    words.add_argument("--ray", nargs="?", const=HERE, metavar="ADDRESS", help=f"fly on a Ray cluster: {ALLOWED}")
    return words


def whole_number(name: str, text: str, least: int, limit: int) -> int:
    """``text`` as a number from ``least`` to below ``limit``."""
    number = int(text) if text.isdecimal() and text.isascii() else -1
    if not least <= number < limit:
        raise refuse(name, text, f"a whole number from {least} to {limit - 1}")
    return number


def writable_folder(text: str) -> Path:
    """The folder for the results, made if need be."""
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise refuse("output", text, f"a folder that can be written ({error.strerror})") from None


def read_options(words: list[str] | None) -> Options:
    """Read and check the command line; the output folder comes last, so that a refusal leaves nothing behind.

    Raises:
        ValueError: one line names what is wrong.
    """
    words = sys.argv[1:] if words is None else words
    given = parser().parse_args(words)
    env = one_of("env", given.env, ENVIRONMENTS)
    scale = ENVIRONMENTS.index(env)
    arguments = read_arguments(scale, given.operation, given.segment, given.duration, "flat", given.charts, 0.0)
    episodes = whole_number("episodes", given.episodes, FEWEST, 1_000_001)
    seed = whole_number("seed", given.seed, 0, SEED_LIMIT)
    replays = whole_number("save-replays", given.save_replays, 0, episodes + 1)
    address = None if given.ray is None else check_address(given.ray)
    contestants = make_contestants(given.policies)
    names = {code: name for name, code in OPERATIONS.items()}
    return Options(
        contestants=contestants,
        env=env,
        arguments=arguments,
        operation="all" if scale == Scale.CAMPAIGN else names[arguments.scenario.operation],
        duration=given.duration,
        segment=given.segment,
        episodes=episodes,
        seed=seed,
        output=writable_folder(given.output),
        threads=os.cpu_count() or 1,
        replays=replays,
        resume=given.resume,
        ray=address,
        command=shlex.join(["python", "evaluate.py", *words]),
    )
