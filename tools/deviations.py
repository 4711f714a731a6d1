"""What a learned agent does otherwise than a script, by kind of decision, and what that is worth.

``python -m tools.deviations`` flies each agent through frozen wars of the kind that it was trained for, then again and
again with the script deciding in one kind of decision: what is lost is what the agent's choices there are worth. It
writes ``deviations.json`` with a section for docs/results.md.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.evaluation.episodes import fly
from agents.evaluation.intervals import interval, span
from agents.learned.card import read_card
from agents.planner.rollout import PublicMats
from agents.planner.search import stand_in
from agents.registry import make_policy, trained_agents
from agents.seeds import evaluation_seeds
from agents.training.config import Env
from stuka_env.cli import INTERRUPTED, REFUSED
from stuka_env.codes import Act, Decision, Scale
from stuka_env.compilation import compiled
from stuka_env.files import write_whole
from stuka_env.policy import Policy, PolicyInput
from tools import ROOT

OUTPUT = ROOT / "docs" / "results" / "deviations.json"
SCRIPT = "old_hand"
SEED = 1
"""Which frozen wars; those of the comparisons have seed 0."""
WARS = {Scale.MISSION: 10_000, Scale.SEGMENT: 2_000, Scale.OPERATION: 2_000, Scale.CAMPAIGN: 500}
SELDOM = 0.0005
"""A kind of decision in which the agent differs more seldom is left out."""
MOSTLY = 2
"""So many of the ways in which it differs are named."""
COLUMNS = ("agent", "decision", "a mission", "otherwise", "mostly", "worth")
TEXT = (
    f"How the learned agents differ from {SCRIPT}, in wars of the kind that they were trained for: how many decisions "
    "of a kind a mission has, in how many of those the agent does otherwise (people who are the same to the rules are "
    f"one choice), how, and what is lost when {SCRIPT} decides there and the agent everywhere else: points of the "
    "episode's score, over the same frozen wars. In a war promotions matter most: beyond Ace the player may promote or "
    "not (ruling Q55), no more than two Elites and one Hero of each role fly, and so one too many stays at home."
)


@compiled
def same_choice(mats: PublicMats, masks: Annotated[NDArray[np.int8], 2], war: int, one: int, other: int) -> bool:
    """Whether two actions of a war come to the same."""
    return bool(stand_in(mats[war], masks[war], one, other) == one)


class Substituted:
    """An agent in whose place a script decides in one kind of decision; counts how they differ.

    Args:
        agent: who plays.
        script: who decides there.
        kind: in which; None for nowhere.
    """

    def __init__(self, agent: Policy, script: Policy, kind: Decision | None) -> None:
        self.name = agent.name
        self.agent = agent
        self.script = script
        self.kind = kind
        self.decisions: Counter[Decision] = Counter()
        self.otherwise: Counter[tuple[Decision, str, str]] = Counter()
        """By kind of decision, the script's verb and the agent's."""

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war that is not over into ``actions``."""
        self.agent.act(inputs, actions)
        scripted = actions.copy()
        self.script.act(inputs, scripted)
        decisions = np.where(inputs.mats["track"]["over"] == 0, inputs.mats["cursor"]["decision"], Decision.OVER)
        if self.kind is None:
            self._count(inputs, decisions, scripted, actions)
        else:
            actions[:] = np.where(decisions == self.kind, scripted, actions)

    def _count(
        self, inputs: PolicyInput, decisions: NDArray[Any], scripted: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> None:
        self.decisions.update(map(Decision, decisions[decisions != Decision.OVER].tolist()))
        for war in np.flatnonzero((scripted != actions) & (decisions != Decision.OVER)).tolist():
            one, other = int(scripted[war]), int(actions[war])
            if not same_choice(inputs.mats, inputs.masks, war, one, other):
                self.otherwise[Decision(int(decisions[war])), verb_of(one), verb_of(other)] += 1


def verb_of(action: int) -> str:
    """What an action does, without what it does it with."""
    return max(act for act in Act if act <= action).name


def in_words(script: str, agent: str, share: float) -> str:
    """One way to differ."""
    words = f"another {script}" if script == agent else f"{agent} for {script}"
    return f"{words} {share:.0%}"


def rows_of(name: str, wars: int | None, bar: Any) -> list[list[str]]:
    """The lines of one agent."""
    card = read_card(trained_agents()[name])
    arguments = Env(id=card.env, **card.arguments).read()  # type: ignore[arg-type]
    seeds = evaluation_seeds(SEED, wars or WARS[Scale(arguments.scenario.scale)])
    agent, script = make_policy(name), make_policy(SCRIPT)

    def flown(policy: Substituted) -> Any:
        done = fly(policy, arguments.scenario, arguments.charts, seeds, SEED)
        bar.update()
        return done.results

    own = Substituted(agent, script, None)
    results = flown(own)
    lines, missions = [], int(results["missions"].sum())
    for kind, count in sorted(own.decisions.items()):
        ways = Counter({key[1:]: times for key, times in own.otherwise.items() if key[0] == kind})
        if ways.total() < SELDOM * count:
            continue
        lost = results["score"] - flown(Substituted(agent, script, kind))["score"].astype(np.float64)
        mostly = "; ".join(in_words(*way, times / ways.total()) for way, times in ways.most_common(MOSTLY))
        worth = span(interval(lost)._asdict(), "+.2f")
        lines.append([name, kind.name, f"{count / missions:.2f}", f"{ways.total() / count:.1%}", mostly, worth])
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    words = argparse.ArgumentParser(prog="deviations.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--agents", nargs="+", metavar="NAME", help="agents that ship (default: all)")
    words.add_argument("--wars", type=int, metavar="N", help="wars of each flight (default: by what an episode is)")
    words.add_argument("--output", type=Path, default=OUTPUT, help="where the JSON goes")
    given = words.parse_args(arguments)
    names = given.agents or list(trained_agents())
    unknown = next((name for name in names if name not in trained_agents()), None)
    if unknown is not None:
        print(f"deviations.py: got {unknown!r}, allowed is {' or '.join(trained_agents())}", file=sys.stderr)
        return REFUSED
    try:
        with tqdm(desc="flights", unit="flight") as bar:
            rows = [row for name in names for row in rows_of(name, given.wars, bar)]
    except KeyboardInterrupt:
        print("deviations.py: interrupted, nothing is written", file=sys.stderr)
        return INTERRUPTED
    chosen = ["--agents", *given.agents] if given.agents else []
    chosen += ["--wars", str(given.wars)] if given.wars else []
    section = {
        "title": "What the learned agents do otherwise", "text": TEXT, "columns": list(COLUMNS), "rows": rows,
        "command": " ".join(["python -m tools.deviations", *chosen]),
    }  # fmt: skip
    write_whole(given.output, json.dumps({"format": 1, "section": section}, indent=1) + "\n")
    print(f"written: {given.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
