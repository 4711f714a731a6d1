"""What a learned agent does otherwise than a script, by kind of decision, and what that is worth.

``python -m tools.deviations`` flies each agent through frozen wars of every kind that it was trained for, then again
and again with the script deciding in one kind of decision: what is lost is what the agent's choices there are worth. It
writes ``deviations.json`` with a section for docs/results.md after each kind of war. Ctrl-C stops it, the same command
goes on. An hour and a half of one core.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.evaluation.intervals import interval, span
from agents.learned.card import read_card
from agents.learned.score_command import words_of
from agents.planner.rollout import PublicMats
from agents.planner.search import stand_in
from agents.registry import make_policy, trained_agents
from agents.training.config import Env
from stuka_env.cli import REFUSED
from stuka_env.codes import Act, Decision, Scale
from stuka_env.compilation import compiled
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import Policy, PolicyInput
from tools import ROOT
from tools.expectations import kind_of
from tools.study import Part, Rows, make_table, study_status

OUTPUT = ROOT / "docs" / "results" / "deviations.json"
SCRIPT = "old_hand"
SEED = 1
"""Which frozen wars; those of the comparisons have seed 0."""
WARS = {Scale.MISSION: 10_000, Scale.SEGMENT: 2_000, Scale.OPERATION: 2_000, Scale.CAMPAIGN: 500}
SELDOM = 0.0005
"""A kind of decision in which the agent differs more seldom is left out."""
MOSTLY = 2
"""So many of the ways in which it differs are named."""
COLUMNS = ("agent", "wars", "decision", "a mission", "otherwise", "mostly", "worth")
TEXT = (
    f"How the learned agents differ from {SCRIPT}, in wars of the kind that they were trained for: how many decisions "
    "of a kind a mission has, in how many of those the agent does otherwise (people who are the same to the rules are "
    f"one choice), how, and what is lost when {SCRIPT} decides there and the agent everywhere else: points of the "
    "episode's score, over the same frozen wars. In a campaign promotions matter most: beyond Ace the player may "
    "promote or not (ruling Q55), no more than two Elites and one Hero of each role fly, and so one too many stays at "
    "home."
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


def wars_of(name: str) -> list[Env]:
    """What an agent was trained for, and what its score head was fitted on."""
    card = read_card(trained_agents()[name])
    told = [{"id": card.env, **card.arguments}, *((card.score_head or {}).get("wars", []))]
    wars = [Env(**war) for war in told]
    return [war for number, war in enumerate(wars) if war not in wars[:number]]


def rows_of(name: str, war: Env, seeds: NDArray[np.uint64], bar: Any) -> Rows:
    """The lines of one agent in one kind of war."""
    arguments, agent, script = war.read(), make_policy(name), make_policy(SCRIPT)

    def flown(policy: Substituted) -> Any:
        done = fly_wars(policy, arguments.scenario, arguments.charts, seeds, SEED)
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
        worth, often = span(interval(lost)._asdict(), "+.2f"), f"{ways.total() / count:.1%}"
        lines.append([name, kind_of(words_of(war)), kind.name, f"{count / missions:.2f}", often, mostly, worth])
    return lines


def script_score(war: Env, seeds: NDArray[np.uint64]) -> float:
    """What the script scores in the wars: rules, charts and script in one figure."""
    arguments = war.read()
    return float(
        fly_wars(make_policy(SCRIPT), arguments.scenario, arguments.charts, seeds, SEED).results["score"].mean()
    )


def part_of(name: str, war: Env, wars: int | None, asked: bool, bar: Any) -> Part:
    """One agent in one kind of war."""
    arguments = war.read()
    seeds = evaluation_seeds(SEED, wars or WARS[Scale(arguments.scenario.scale)])
    weights = sha256(trained_agents()[name].read_bytes()).hexdigest()
    made_from = [weights, war.model_dump(mode="json"), arguments.charts.sha256, SEED, len(seeds)]
    make = (lambda: rows_of(name, war, seeds, bar)) if asked else None
    return Part(f"{name}, {words_of(war)}", [*made_from, script_score(war, seeds)], make)


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
    chosen = ["--wars", str(given.wars)] if given.wars else []

    def section(rows: Rows) -> dict[str, Any]:
        return {
            "title": "What the learned agents do otherwise", "text": TEXT, "columns": list(COLUMNS), "rows": rows,
            "command": " ".join(["python -m tools.deviations", *chosen]),
        }  # fmt: skip

    def fly_all() -> None:
        with tqdm(desc="flights", unit="flight", disable=None) as bar:
            agents = [(name, war) for name in trained_agents() for war in wars_of(name)]
            parts = [part_of(name, war, given.wars, name in names, bar) for name, war in agents]
            make_table(given.output, parts, section)
        print(f"written: {given.output}")

    return study_status("deviations.py", fly_all)


if __name__ == "__main__":
    sys.exit(main())
