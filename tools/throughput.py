"""Measure the decisions per second of a training: ours against stock MaskablePPO over DummyVecEnv(16).

Environment, network, epochs and threads are the same. The stock training runs twice, with SB3's own batch of 64 and
with ours. Then one pool of imitation is measured, the recipe that ships. Its teacher needs the files of
`agents.games.stuka.improvement`. In the end two of our trainings run at the same time. On a busy machine the decisions
per second of processor time mean more than those of the clock.
"""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import stuka_env  # noqa: F401  registers the environments
from agents.training.config import Config, Imitation, read_config
from agents.training.imitation import ImitationRun
from agents.training.learner import Learner
from agents.training.run_log import silent_logger
from stuka_env.networks.policies import policy_arguments, policy_class
from stuka_env.policy import UnknownPolicyError

TRAININGS = 2
"""Trainings that run at the same time, as with ``train.py --jobs`` on a small machine."""
ENVS, STEPS = 16, 256
"""Wars and decisions of each between two updates, in the stock training."""


class Speed(NamedTuple):
    """Speed of a training."""

    name: str
    decisions: int
    seconds: float
    """Seconds by the clock."""
    busy: float
    """Seconds of processor time, of all threads."""

    @property
    def rate(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds

    @property
    def busy_rate(self) -> float:
        """Decisions per second of processor time."""
        return self.decisions / self.busy


def repeat(update: Callable[[], Any], seconds: float) -> tuple[float, float]:
    """Repeat an update for about ``seconds``. Return the seconds by the clock and of processor time."""
    began, busy = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        update()
    return time.perf_counter() - began, time.process_time() - busy


def stock(config: Config, batch_size: int, seconds: float) -> Speed:
    """Return the speed of stock MaskablePPO over about ``seconds``, without its first update."""
    network = config.network.model_dump()
    envs = DummyVecEnv([lambda: gymnasium.make(config.env.id, **config.env.given)] * ENVS)
    model = MaskablePPO(
        policy_class(network), envs, n_steps=STEPS, batch_size=batch_size, n_epochs=config.ppo.epochs, seed=0,
        device=config.device, policy_kwargs=policy_arguments(network),
    )  # fmt: skip
    model.learn(ENVS * STEPS)
    before = model.num_timesteps
    spent = repeat(lambda: model.learn(ENVS * STEPS, reset_num_timesteps=False), seconds)
    envs.close()
    return Speed(f"MaskablePPO, DummyVecEnv({ENVS}), batches of {batch_size}", model.num_timesteps - before, *spent)


def ours(config: Config, seconds: float) -> tuple[Speed, Learner]:
    """Return the speed of our training over about ``seconds``, without its first update, and the learner."""
    learner = Learner(config, 0)
    learner.set_logger(silent_logger())
    learner.collect_rollouts(lambda env: None)
    learner.learn()
    clock, before = learner.clock, learner.steps
    for name in vars(clock):
        setattr(clock, name, 0.0)

    def update() -> None:
        learner.collect_rollouts(lambda env: None)
        learner.learn()

    spent = repeat(update, seconds)
    name = f"PPO by train.py, {config.num_envs} wars, batches of {config.ppo.batch_size}"
    return Speed(name, learner.steps - before, *spent), learner


def _our_rate(path: Path, changes: list[str], seconds: float) -> float:
    """Return the decisions per second of our training, in a process of its own."""
    config = read_config(path, changes)
    torch.set_num_threads(config.threads)
    return ours(config, seconds)[0].rate


def side_by_side(path: Path, changes: list[str], seconds: float) -> float:
    """Return the decisions per second of :data:`TRAININGS` trainings at the same time, added up."""
    with ProcessPoolExecutor(TRAININGS, get_context("spawn")) as pool:
        return sum(pool.map(partial(_our_rate, path, changes), [seconds] * TRAININGS))


def recipe(learner: Learner, plan: Imitation) -> Speed:
    """Return the speed of one pool of imitation, after another that does not count.

    Raises:
        UnknownPolicyError: the teacher is not installed.
    """
    run = ImitationRun(learner, plan)
    try:
        run.learn_a_pool(lambda: False)
        began, busy = time.perf_counter(), time.process_time()
        run.learn_a_pool(lambda: False)
        return Speed(f"imitation of {plan.teacher}", run.rows, time.perf_counter() - began, time.process_time() - busy)
    finally:
        run.close()


def compare(mine: Speed, speeds: list[Speed]) -> None:
    """Print how many times as fast as the others a training is."""
    for speed in speeds:
        by_clock, by_work = mine.rate / speed.rate, mine.busy_rate / speed.busy_rate
        print(f"{mine.name} against {speed.name}: {by_clock:.1f} times as fast, by processor time {by_work:.1f} times")


def main() -> None:
    """Measure the trainings and print their speeds."""
    words = argparse.ArgumentParser(description="Training throughput, ours against stock MaskablePPO.")
    words.add_argument("--config", default="configs/distilled_operation.yaml")
    words.add_argument("--seconds", type=float, default=20.0, help="seconds of each measurement (default: 20)")
    words.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE")
    options = words.parse_args()
    config = read_config(Path(options.config), options.set)
    torch.set_num_threads(config.threads)
    speeds = [stock(config, size, options.seconds) for size in (64, config.ppo.batch_size)]
    mine, learner = ours(config, options.seconds)
    spent = vars(learner.clock)
    shares = ", ".join(f"{name} {100 * part / mine.seconds:.1f} %" for name, part in spent.items() if part)
    every = [*speeds, mine]
    if config.start.imitation is not None:
        try:
            every.append(recipe(learner, config.start.imitation))
        except UnknownPolicyError as error:
            print(f"the imitation is not measured: {error}")
    for speed in every:
        print(
            f"{speed.name:<48} {speed.rate:>7,.0f} decisions/s, {speed.busy_rate:>7,.0f} per second of processor time"
        )
    for place in range(len(speeds), len(every)):
        compare(every[place], every[:place])
    print(f"shares of the time of train.py: {shares}")
    both = side_by_side(Path(options.config), options.set, options.seconds)
    print(f"{TRAININGS} trainings side by side: {both:,.0f} decisions/s, {both / mine.rate:.2f} times one")


if __name__ == "__main__":
    main()
