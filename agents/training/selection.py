"""How good the agent is so far: greedy flights of selection wars, by which the best one of a training is kept."""

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.flying import fly
from agents.evaluation.intervals import interval
from agents.learned.policy import LearnedPolicy
from agents.training.config import Config
from agents.training.learner import Learner
from agents.training.seeds import selection_seeds


class Verdict(NamedTuple):
    """What an evaluation on selection wars says; means are for one war."""

    steps: int
    score: float
    low: float
    """Lower end of the 95 % bootstrap interval of the score."""
    high: float
    destroyed: float
    killed: float
    no_fly: float
    wars: int
    seed: int
    """Which selection wars."""
    sampled: bool


def policy_of(learner: Learner, name: str) -> LearnedPolicy:
    """The learner as it plays now."""
    return LearnedPolicy(name, learner.model.policy, learner.final_scale.points, learner.config.evaluation.sampled)


def seeds_of(config: Config) -> NDArray[np.uint64]:
    """Base seeds of the selection wars."""
    return selection_seeds(config.evaluation.seed, config.evaluation.wars)


def examine(learner: Learner) -> Verdict:
    """Fly the learner through the selection wars of the environment that the training is for."""
    began = time.perf_counter()
    config = learner.config
    arguments = config.env.read()
    policy = policy_of(learner, config.name)
    flown = fly(policy, arguments.scenario, arguments.charts, seeds_of(config), num_threads=config.threads)
    results, asked = flown.results, config.evaluation
    score = interval(results["score"].astype(np.float64))
    learner.clock.evaluation += time.perf_counter() - began
    return Verdict(
        steps=learner.steps,
        score=score.mean,
        low=score.low,
        high=score.high,
        destroyed=float(results["destroyed"].mean()),
        killed=float(results["kia"].mean()),
        no_fly=float(results["no_fly"].mean()),
        wars=asked.wars,
        seed=asked.seed,
        sampled=asked.sampled,
    )
