"""The career of one fighter pilot in the second game, in the sentences of its journal.

With ``journal=True`` every roll and every change of state is an entry with a sentence, which names the chart, the
modifiers and the result. ``worth_reading`` leaves out entries that repeat a neighbour. The pilot follows an order of
preference: he attacks the airframe of bombers, and goes home as soon as this is legal.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import stuka_env  # noqa: F401  registers the ids
from stuka_env.declared.sentences import worth_reading
from stuka_env.games.interceptor.codes import Act
from stuka_env.games.interceptor.words.debrief import by_line, month_name

PREFERENCES = (Act.FLY, Act.BOMBERS, Act.AIM_AIRFRAME, Act.HOME, Act.SLIP, Act.DISENGAGE, Act.FIRE, Act.DEFEND)
"""Actions in the order in which the pilot looks for a legal one."""


def choose(mask: NDArray[np.int8]) -> int:
    """Return the first preference that is legal, or else the first legal action."""
    return next((int(act) for act in PREFERENCES if mask[act]), int(mask.argmax()))


def fly(seed: int, num_sorties: int) -> dict[str, Any]:
    """Fly a career, print the journal of its first ``num_sorties`` flown sorties, and return its result."""
    env: Any = gym.make("Interceptor/Career-v0", journal=True).unwrapped
    _, info = env.reset(seed=seed)
    sorties: list[dict[str, Any]] = []
    while info["result"] is None:
        *_, info = env.step(choose(info["action_mask"]))
        sorties += [sortie for sortie in info["sorties"] if sortie["status"] == "flown"]
    story = {(month_name(entries[0].month), entries[0].line): entries for entries in by_line(env.journal)}
    for sortie in sorties[:num_sorties]:
        month, line = sortie["month"], sortie["line"]
        print(f"\n{month}, line {line}: {sortie['aircraft']} against {sortie['raid']}")
        print("\n".join(f"  {entry.text}" for entry in worth_reading(story[month, line])))
    return dict(info["result"])


def main(arguments: Sequence[str] | None = None) -> None:
    """Fly a career and print its end."""
    parser = argparse.ArgumentParser(description="The career of a fighter pilot, in the sentences of its journal.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--sorties", type=int, default=2, help="number of sorties whose journal is printed (default: 2)"
    )
    options = parser.parse_args(arguments)
    result = fly(options.seed, options.sorties)
    end = "he lives" if result["alive"] else f"killed ({result['cause']})"
    print(f"\n{result['month']}: {result['bombers']} bombers in {result['flown']} sorties, {result['level']}, {end}")


if __name__ == "__main__":
    main()
