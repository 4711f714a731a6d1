"""Study of the stall of PPO without a teacher in operations: ``python -m tools.stall train`` and ``measure FILE.zip``.

``train`` trains one seed of each variant for a million decisions, in ``runs/stall-*``. ``measure`` flies an agent with
one kind of decision exchanged, and without the Rudel Gamble in some missions.
"""

import argparse
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.config_file import config_text
from agents.training.config import read_config
from agents.training.jobs import train_all
from agents.training.run_folder import CONFIG, create_run
from stuka_env.codes import Act, Decision
from stuka_env.flights.frozen_wars import fly
from stuka_env.policy import Policy, PolicyInput, load_policy
from tools import ROOT
from tools.from_nothing import OPERATION_ARMS, SCENARIOS
from tools.study import study_status

COMMON = [*SCENARIOS["operation"], "steps=8_000_000", "evaluation.every=500_000", "seeds=[0]"]
WHOLE_RECIPE = next(iter(OPERATION_ARMS.values()))
VARIANTS: dict[str, list[str]] = {
    "roster and price": [*WHOLE_RECIPE, "ppo.entropy=0.01"],
    "higher entropy": [*WHOLE_RECIPE, "ppo.entropy=0.05"],
    "lower entropy": [*WHOLE_RECIPE, "ppo.entropy=0.002"],
    "lower rate": [*WHOLE_RECIPE, "ppo.learning_rate=4e-4"],
    "lower lambda": [*WHOLE_RECIPE, "ppo.entropy=0.01", "ppo.gae_lambda=0.8"],
    "duplicate tables": [*WHOLE_RECIPE, "ppo.entropy=0.002", "ppo.tables=8", "ppo.n_steps=64"],
    "price alone": [*WHOLE_RECIPE, "ppo.entropy=0.01", "network={kind: mlp, layers: [128, 128]}"],
    "roster alone": [*WHOLE_RECIPE, "ppo.entropy=0.05", "loss_price=0.0"],
    "roster and potential": [*WHOLE_RECIPE, "ppo.entropy=0.05", "loss_price=0.0", "loss_potential=true"],
    "more entropy alone": ["ppo.entropy=0.05", "ppo.gamma=0.9995"],
}
"""Options that override those of PPO without a teacher."""
EVALUATED = 1_015_808
"""Decisions before the evaluation that the table shows."""
KINDS: dict[str, tuple[Decision, ...]] = {
    "attack": (Decision.ATTACK,),
    "seats": (Decision.LEADER, Decision.PILOT, Decision.GUNNER),
    "bombs": (Decision.PAYLOAD, Decision.SPECIAL, Decision.CARRIER),
    "on the way": (Decision.EN_ROUTE, Decision.TURN_BACK, Decision.RELIEF, Decision.NEW_LEADER, Decision.EVENT),
    "duel": (Decision.AIR_TO_AIR,),
    "promotion": (Decision.PROMOTE,),
    "Lucky Dog": (Decision.LUCKY_DOG,),
    "muster": (Decision.MUSTER,),
}
CALM_MISSIONS = ((0, 1), (9, 10), (19, 20), (29, 30), (0, 10), (0, 20), (0, 30))
"""Missions, from the first to before the last, in which the gamble is forbidden."""
WARS = 1000


class Exchanged:
    """A policy with another one deciding in some kinds of decision, without the gamble in some missions."""

    name = "exchanged"

    def __init__(self, own: Policy, other: Policy, kinds: Collection[int], calm: tuple[int, int] = (0, 0)) -> None:
        self.own, self.other, self.kinds, self.calm = own, other, list(kinds), calm

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the actions."""
        masks, mission = inputs.masks.copy(), inputs.mats["war"]["mission_of_war"]
        masks[(mission >= self.calm[0]) & (mission < self.calm[1]), Act.GAMBLE.value] = 0
        self.own.act(inputs._replace(masks=masks), actions)
        others = actions.copy()
        self.other.act(inputs, others)
        rows = np.isin(inputs.mats["cursor"]["decision"], self.kinds)
        actions[rows] = others[rows]


def measure(agent: str) -> None:
    """Print what an agent's choices of each kind cost, and what it gains without the gamble in some missions."""
    own, script = load_policy(agent), load_policy("old_hand")

    def scores(kinds: Collection[int], calm: tuple[int, int] = (0, 0)) -> NDArray[np.float64]:
        return fly(Exchanged(own, script, kinds, calm), "Stuka/Operation-v0", WARS).scores

    def show(label: str, gains: NDArray[np.float64]) -> None:
        print(f"{label}: {gains.mean():+.2f} +- {gains.std(ddof=1) / len(gains) ** 0.5:.2f}", flush=True)

    alone, script_alone = scores([]), fly(script, "Stuka/Operation-v0", WARS).scores
    print(f"{agent}: {alone.mean():.2f}, old_hand: {script_alone.mean():.2f}")
    for label, kinds in KINDS.items():
        show(f"old_hand decides {label}", scores(kinds) - alone)
        rest = [kind for name, others in KINDS.items() if name != label for kind in others]
        show(f"the agent decides {label} alone", scores(rest) - script_alone)
    for calm in CALM_MISSIONS:
        show(f"no gamble in missions {calm[0]} to {calm[1] - 1}", scores([], calm) - alone)


def train(output: Path) -> None:
    """Train every variant."""
    for index, words in enumerate(VARIANTS.values()):
        config = read_config(ROOT / "configs" / "from_nothing.yaml", [*COMMON, *words, f"name=stall-{index}"])
        run = output / config.name
        if not (run / CONFIG).is_file():
            create_run(output, config.name, config_text(config))
        train_all(config, run, 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study. Return the exit status."""
    words = argparse.ArgumentParser(prog="stall.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("part", choices=("train", "measure"))
    words.add_argument("agents", nargs="*")
    options = words.parse_args(arguments)

    def work() -> None:
        if options.part == "train":
            train(ROOT / "runs")
        for agent in options.agents:
            measure(agent)

    return study_status("stall.py", work)


if __name__ == "__main__":
    sys.exit(main())
