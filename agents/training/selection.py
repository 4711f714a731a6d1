"""The choice of the best agent of a training by its scores on selection wars, and writing it with its card."""

import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import interval
from agents.learned.card import AgentCard, Method
from agents.learned.learned_policy import LearnedPolicy
from agents.learned.masked_lstm import MaskedLstmPolicy
from agents.learned.recurrent_policy import RecurrentPolicy
from agents.learned.saving import save_agent, save_lstm_agent
from agents.seeds import selection_seeds
from agents.training.config import Config
from agents.training.learner import Learner
from stuka_env.envs.agent_card import game_layout_digest, library_versions, policy_charts_digest
from stuka_env.flights.episodes import fly_wars


class SelectionResult(NamedTuple):
    """Result of an evaluation on selection wars; means are for one war."""

    steps: int
    score: float
    low: float
    """Lower end of the 95 % bootstrap interval of the score."""
    high: float
    figures: dict[str, float]
    """The game's figures by name."""
    wars: int
    seed: int
    """Seed of the selection wars."""
    sampled: bool

    @property
    def values(self) -> dict[str, Any]:
        """All values by name, as files have them: the figures of the game among the others."""
        own = self._asdict()
        return {name: own[name] for name in HEAD_VALUES} | self.figures | {name: own[name] for name in TAIL_VALUES}


HEAD_VALUES, TAIL_VALUES = ("steps", "score", "low", "high"), ("wars", "seed", "sampled")


def selection_of(values: dict[str, Any]) -> SelectionResult:
    """Return the result whose values a file has."""
    own = {name: values[name] for name in (*HEAD_VALUES, *TAIL_VALUES)}
    return SelectionResult(figures={name: value for name, value in values.items() if name not in own}, **own)


def policy_of(learner: Learner, name: str) -> LearnedPolicy:
    """Return the learner's current network as a policy."""
    network: Any = learner.model.policy
    kind = RecurrentPolicy if isinstance(network, MaskedLstmPolicy) else LearnedPolicy
    sampled, game = learner.config.evaluation.sampled, learner.game.name
    return kind(name, network, sampled=sampled, game=game, adviser=learner.adviser)


def seeds_of(config: Config) -> NDArray[np.uint64]:
    """Return the base seeds of the selection wars."""
    return selection_seeds(config.evaluation.seed, config.evaluation.wars)


def evaluate_on_selection(learner: Learner) -> SelectionResult:
    """Fly the selection wars of the environment that the training is for, and return the figures."""
    began = time.perf_counter()
    config = learner.config
    policy = policy_of(learner, config.name)
    env = config.env
    flown = fly_wars(policy, env.spec(), seeds_of(config), num_threads=config.threads, details=env.details)
    results, evaluation = flown.results, config.evaluation
    score = interval(flown.scores)
    learner.clock.evaluation += time.perf_counter() - began
    return SelectionResult(
        steps=learner.steps,
        score=score.mean,
        low=score.low,
        high=score.high,
        figures={name: float(results[one.field].mean()) for name, one in config.env.learners.selection.items()},
        wars=evaluation.wars,
        seed=evaluation.seed,
        sampled=evaluation.sampled,
    )


# --- the saved agent ---


def methods_of(config: Config) -> list[Method]:
    """Return how an agent with this configuration is made, in order."""
    start = config.start
    uses: dict[Method, bool] = {
        "another agent": start.agent is not None,
        "imitation": start.imitation is not None,
        "expert iteration": start.expert_iteration is not None,
        "PPO": config.total_steps > 0,
    }
    return [method for method, is_used in uses.items() if is_used]


def card_of(learner: Learner, selection: SelectionResult | None) -> AgentCard:
    """Return the card of the learner's current network."""
    config = learner.config
    spec = config.env.spec()
    return AgentCard(
        algorithm=type(learner.model).__name__,
        name=config.name,
        env=config.env.id,
        arguments=config.env.keywords,
        charts_sha256=spec.charts_digest(),
        charts_record_sha256=policy_charts_digest(spec),
        layout_sha256=game_layout_digest(config.game),
        actions=config.game.envs.actions,
        network=config.network.model_dump(),
        points=learner.final_scale.points,
        seed=learner.seed,
        steps=learner.steps,
        made_by=methods_of(config),
        versions=library_versions(),
        evaluation=None if selection is None else selection.values,
        config=config.model_dump(mode="json"),
    )


def export(learner: Learner, selection: SelectionResult | None, path: Path) -> Path:
    """Write the learner's current network as an agent that ``evaluate.py --policies FILE.safetensors`` flies.

    Raises:
        OSError: The folder cannot be written.
    """
    ppo = learner.config.ppo
    card = card_of(learner, selection)
    network: Any = learner.model.policy
    if isinstance(network, MaskedLstmPolicy):
        return save_lstm_agent(network, card, path)
    return save_agent(learner.model, card, path, learning_rate=ppo.learning_rate, clip_range=ppo.clip)
