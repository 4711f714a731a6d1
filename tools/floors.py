"""Print the oldest libraries that pyproject.toml allows, or fly with them: ``python -m tools.floors``.

``make floors`` installs the oldest libraries into an environment of its own and flies there (``--fly oldest``).
``make newest`` does the same with the newest ones (``--fly newest``). Printing needs Python alone.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import version

from tools import ROOT

REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)\s*>=\s*(?P<floor>[\d.]+)")
FLOWN_IDS = ("Stuka/Segment-v0", "Interceptor/Month-v0")
"""One episode of each game."""
WARS, STEPS = 3, 50


def floors() -> dict[str, str]:
    """Return the dependencies with the oldest version of each."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        dependencies = tomllib.load(file)["project"]["dependencies"]
    matches = map(REQUIREMENT.match, dependencies)
    return {match["name"]: match["floor"] for match in matches if match is not None}


def full(floor: str) -> str:
    """Return a version as pip names it: 1.1 is 1.1.0."""
    return ".".join([*floor.split("."), "0", "0"][:3])


def fly() -> str:
    """Run Gymnasium's check of every id of both games, then an episode of each game. Return a summary.

    Raises:
        AssertionError: the check fails.
    """
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    from stuka_env import ENVIRONMENTS
    from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS

    for name in (*ENVIRONMENTS, *INTERCEPTOR_ENVIRONMENTS):
        check_env(gymnasium.make(name).unwrapped)
    return "; ".join(map(fly_episode, FLOWN_IDS))


def fly_episode(name: str) -> str:
    """Fly one episode and some steps of many with random legal actions. Return a summary."""
    import gymnasium
    import numpy as np

    rng = np.random.default_rng(0)
    env = gymnasium.make(name)
    _, info = env.reset(seed=1)
    over, decisions = False, 0
    while not over:
        *_, over, _, info = env.step(int((rng.random(info["action_mask"].shape) * info["action_mask"]).argmax()))
        decisions += 1
    wars = gymnasium.make_vec(name, WARS, vectorization_mode="vector_entry_point")
    _, infos = wars.reset(seed=1)
    for _ in range(STEPS):
        *_, infos = wars.step((rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(axis=1))
    return f"{name}: {decisions} decisions, {info['result']['level']}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the versions, or fly. Return the exit status."""
    parser = argparse.ArgumentParser(description="The oldest libraries that pyproject.toml allows.")
    parser.add_argument(
        "--fly", choices=("oldest", "newest"), help="fly with the installed libraries; oldest: refuse newer ones"
    )
    libraries = parser.parse_args(arguments).fly
    pins = {name: full(floor) for name, floor in floors().items()}
    if libraries is None:
        print(" ".join(f"{name}=={floor}" for name, floor in pins.items()))
        return 0
    installed = {name: version(name) for name in pins}
    if libraries == "oldest" and installed != pins:
        print(f"floors: got {installed}, allowed is {pins}", file=sys.stderr)
        return 1
    words = ", ".join(f"{name} {floor}" for name, floor in installed.items())
    print(f"Python {sys.version.split()[0]}, {words}: {fly()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
