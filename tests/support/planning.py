"""Wars in the hands of the planner and of its script."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner.parts import SCRIPT
from agents.games.stuka.players import SCRIPTS
from agents.planner.planner import Budget, Planner
from agents.registry import make_policy
from stuka_env.compiling.philox import draw_noise
from stuka_env.engine.engine import Engine, View
from stuka_env.flights.episodes import policy_input
from stuka_env.game import DEFAULT_GAME
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Decision, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy, PolicyInput, import_object

CHARTS: Any = load_charts()
OPERATION = WarSpec(scale=Scale.OPERATION)
SEGMENT = WarSpec(scale=Scale.SEGMENT, segment=0)
MISSION = WarSpec(scale=Scale.MISSION, segment=0)
SCRIPTED = import_object(SCRIPTS[SCRIPT])


class Table:
    """Some wars, flown by the script until somebody else is asked."""

    def __init__(self, wars: int, scenario: WarSpec = OPERATION, turns: int = 0, first: int = 100) -> None:
        self.engine = Engine(wars, scenario)
        self.view: View = self.engine.new_view()
        self.engine.reset(self.view.buffers, list(range(first, first + wars)))
        self.sight = policy_input(self.engine, self.view)
        self.turn = 0
        self.script = make_policy(SCRIPT)
        for _ in range(turns):
            self.step(self.scripted())

    def scripted(self) -> NDArray[np.int64]:
        actions = np.zeros(self.engine.num_envs, np.int64)
        self.script.act(self.sight, actions)
        return actions

    def step(self, actions: NDArray[np.int64]) -> None:
        self.engine.step(actions, self.view.buffers)
        self.turn += 1
        seeds = self.engine.wars.reports["war_seed"].astype(np.uint64).view(np.int64)
        draw_noise(seeds, 0, self.turn, self.sight.noise)

    def change_the_real_dice(self) -> None:
        """Change dice, counts, tape flags, seeds and reports: all that no player sees."""
        reports, dice = self.engine.wars.reports, self.engine.wars.dice
        for name in ("key_low", "key_high", "mission", "counts", "taped"):
            dice[name] = dice[name] + 1
        for name in ("war_seed", "base_low", "episode", "streak"):
            reports[name] = reports[name] + 1
        reports["ledger"]["due"] += 1

    def contents(self) -> list[bytes]:
        """Return the wars and what a policy is given of them."""
        wars = self.engine.wars
        return [array.tobytes() for array in (wars.mats, wars.dice, wars.reports, self.sight.masks, self.sight.noise)]

    def until(self, decision: Decision) -> "Table":
        """Play war 0 to a decision of this kind."""
        while self.sight.mats["cursor"]["decision"][0] != decision:
            self.step(self.scripted())
        return self


def planner(budget: int = 24, threads: int = 2) -> Planner:
    return Planner("planner", DEFAULT_GAME, Budget(budget, 0), threads)


def chosen(policy: Policy, sight: PolicyInput) -> NDArray[np.int64]:
    actions = np.full(len(sight.mats), -1, np.int64)
    policy.act(sight, actions)
    return actions
