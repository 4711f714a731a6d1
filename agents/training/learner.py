"""MaskablePPO on the native vector environment: gathering decisions and learning from them, in a loop of our own.

The algorithm and its loss are sb3-contrib's. Ours is the gathering: masks are handed on, not copied, no
step loops over the wars, and the time is kept apart. Wars are never cut off: only illegal actions in a row
would do that, and a learner that obeys the mask takes none.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from agents.config_parts import Env
from agents.registry import SCRIPTS
from agents.seeds import check_training_seeds, training_seeds
from agents.training.config import Config, RewardScale, Schedule, scale_of
from agents.training.peer_baseline import draw_tables, duplicate_tables, subtract_peer_baseline
from agents.training.rollout_buffer import RolloutBuffer
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.envs.vector import Observations
from stuka_env.flights.episodes import public_records
from stuka_env.networks.policies import StructuredPolicy, policy_arguments, policy_class
from stuka_env.policy import choose_all, import_object
from stuka_env.scenario.missions import missions_of


@dataclass
class Clock:
    """Seconds spent so far, by what they were spent on."""

    start: float = 0.0
    """Imitation and expert iteration, before PPO begins."""
    env: float = 0.0
    policy: float = 0.0
    learning: float = 0.0
    evaluation: float = 0.0


def make_env(env: Env, num_envs: int, threads: int) -> StukaVecEnv:
    """The wars to learn from."""
    return StukaVecEnv(env.id, num_envs, num_threads=threads, copy=False, **env.given)


def scheduled(start: float, schedule: Schedule, left: float) -> float:
    """The value of a scheduled number when the share ``left`` of the training lies ahead."""
    return start if schedule == "constant" else start * left


def make_model(config: Config, env: StukaVecEnv, seed: int, rate: Callable[[float], float]) -> MaskablePPO:
    """MaskablePPO as configured; ``rate`` is its learning rate as a function of what is left."""
    ppo, network = config.ppo, config.network.model_dump()
    return MaskablePPO(
        policy_class(network),
        env,
        learning_rate=rate,
        n_steps=ppo.n_steps,
        batch_size=ppo.batch_size,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        max_grad_norm=ppo.max_grad_norm,
        target_kl=ppo.target_kl,
        rollout_buffer_class=RolloutBuffer,
        policy_kwargs=policy_arguments(network),
        seed=seed,
        device=config.device,
    )


def computes_in_bfloat16(config: Config, device: torch.device) -> bool:
    """Whether the hidden layers do; where the configuration leaves it open, the device is asked."""
    if config.precision != "auto":
        return config.precision == "bfloat16"
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    has = torch.cpu.get_capabilities()
    return device.type == "cpu" and bool(has.get("avx512_bf16") or has.get("amx_bf16"))


class Learner:
    """One training of one seed: a model, the wars of the current stage, and where it stands.

    Args:
        config: what to do.
        seed: the training seed.

    Attributes:
        model: sb3-contrib's.
        env: the wars of the current stage.
        stage: its place in ``config.stages``.
        steps: decisions gathered so far, in all stages.
        left: the share of the training that lay ahead when the last update began, 1 to 0.
        clock: what took how long.
    """

    def __init__(self, config: Config, seed: int) -> None:
        # Checking that every distribution adds up takes a tenth of the time.
        torch.distributions.Distribution.set_default_validate_args(False)
        torch.set_num_threads(config.threads)
        self.config = config
        self.seed = seed
        self.steps = 0
        self.left = 1.0
        self.clock = Clock()
        self.env = make_env(config.stages[0].env, config.num_envs, config.threads)
        self.model = make_model(config, self.env, seed, lambda _: self.learning_rate)
        if isinstance(self.model.policy, StructuredPolicy):
            self.model.policy.half_precision = computes_in_bfloat16(config, self.model.device)
        self.begin_stage(0)

    # --- where it stands ---

    @property
    def learning_rate(self) -> float:
        """As scheduled."""
        return scheduled(self.config.ppo.learning_rate, self.config.ppo.learning_rate_schedule, self.left)

    @property
    def stage_due(self) -> int:
        """The stage that the next decisions belong to."""
        ends = np.cumsum([stage.steps for stage in self.config.stages])
        return min(int(np.searchsorted(ends, self.steps, side="right")), len(ends) - 1)

    @property
    def finished(self) -> bool:
        """Whether all decisions have been taken."""
        return self.steps >= self.config.total_steps

    @property
    def final_scale(self) -> RewardScale:
        """The scale in the environment that the training is for."""
        return scale_of(self.config.env, self.config.reward_scale)

    def set_logger(self, logger: Logger) -> None:
        """Where MaskablePPO's own figures go."""
        self.model.set_logger(logger)

    # --- stages ---

    def open_stage(self, stage: int) -> None:
        """The wars of a stage, not yet begun."""
        self.stage = stage
        self.env.close()
        env = self.config.stages[stage].env
        self.env = make_env(env, self.config.num_envs, self.config.threads)
        self.scale = scale_of(env, self.config.reward_scale)

    def begin_stage(self, stage: int) -> None:
        """Begin the wars of a stage."""
        self.open_stage(stage)
        seeds = training_seeds(self.seed, stage, self.config.num_envs)
        check_training_seeds(seeds)
        self.env.seed(seeds)
        self.env.reset()
        rng = np.random.default_rng([self.seed, stage])
        self.observations: NDArray[np.float32] = np.asarray(spread_wars(self.env, self.config.ppo.tables, rng))
        self.starts = np.ones(self.config.num_envs, np.bool_)

    # --- gathering and learning ---

    def collect_rollouts(self, watch: Callable[[StukaVecEnv], None]) -> None:
        """Play ``n_steps`` decisions in every war; ``watch`` is called with the environment after each."""
        if self.stage_due != self.stage:
            self.begin_stage(self.stage_due)
        if self.config.ppo.tables > 1:
            self._duplicate_tables()
        self.left = max(0.0, 1.0 - self.steps / max(1, self.config.total_steps))
        buffer, policy = self.model.rollout_buffer, self.model.policy
        policy.set_training_mode(False)
        buffer.reset()
        for _ in range(self.config.ppo.n_steps):
            began = time.perf_counter()
            masks = self.env.masks
            with torch.no_grad():
                seen = torch.as_tensor(self.observations, device=self.model.device)
                actions, values, log_probs = policy(seen, action_masks=masks)
            chosen = actions.cpu().numpy()
            decided = time.perf_counter()
            seen_next, rewards, dones, _ = self.env.step(chosen)
            done = time.perf_counter()
            watch(self.env)
            buffer.add(
                self.observations,
                chosen,
                rewards * self.scale.reward,
                self.starts,
                values,
                log_probs,
                action_masks=masks,
            )
            self.observations, self.starts = np.asarray(seen_next), dones
            self.clock.env += done - decided
            self.clock.policy += time.perf_counter() - done + decided - began
        self._compute_advantages()
        self.steps += self.config.ppo.n_steps * self.config.num_envs
        self.model.num_timesteps = self.steps

    def _duplicate_tables(self) -> None:
        """Put the wars of each group together; who is drawn depends on the seed and on the decisions so far alone."""
        rng = np.random.default_rng([self.seed, self.steps])
        kept = draw_tables(self.config.num_envs, self.config.ppo.tables, rng)
        self.observations = np.asarray(self.env.restore(duplicate_tables(self.env.snapshot(), kept)))
        self.starts = self.starts[kept]

    def _compute_advantages(self) -> None:
        """Advantages, from the values of where the wars stand now."""
        began = time.perf_counter()
        with torch.no_grad():
            values = self.model.policy.predict_values(torch.as_tensor(self.observations, device=self.model.device))
        buffer, tables = self.model.rollout_buffer, self.config.ppo.tables
        buffer.compute_returns_and_advantage(values, self.starts)
        if tables > 1:
            assert isinstance(buffer.observations, np.ndarray)
            buffer.advantages = subtract_peer_baseline(
                buffer.advantages, buffer.observations, buffer.episode_starts, tables
            )
        self.clock.policy += time.perf_counter() - began

    def learn(self) -> None:
        """One update from what was gathered."""
        began = time.perf_counter()
        self.model.ent_coef = scheduled(self.config.ppo.entropy, self.config.ppo.entropy_schedule, self.left)
        self.model.train()
        self.clock.learning += time.perf_counter() - began

    def close(self) -> None:
        """Stop the threads."""
        self.env.close()


# --- spreading the wars over their length before a training begins ---

MISSION_DECISIONS = 50
"""Decisions in a mission, about."""
SPREADING_SCRIPT = "random_flyer"
"""Who plays meanwhile: somebody who sees much of the game."""


def spread_wars(env: StukaVecEnv, tables: int, rng: np.random.Generator) -> Observations:
    """Play on from a reset until the wars, but not the tables of a group, have come different ways; what is seen then.

    Wars that begin together are in the same month together for a long time: every update would see one part of the
    calendar, and forget the others. So the wars are begun one after another while a script plays.

    Args:
        env: has just been reset.
        tables: wars side by side that stay together, which saves them from being thrown away.
        rng: draws how far each goes, and the script's chance.
    """
    vector, choose = env.vector, import_object(SCRIPTS[SPREADING_SCRIPT])
    wars, engine = env.num_envs, env.vector.engine
    span = MISSION_DECISIONS * missions_of(engine.scenario, engine.charts)
    begin = np.repeat(rng.integers(0, span, wars // tables), tables)
    mats, charts = public_records(engine)
    actions = np.zeros(wars, np.int64)
    for turn in range(span):
        noise = rng.integers(0, 1 << 62, wars)
        choose_all(choose, mats, charts, engine.masks, noise, actions)
        vector.step(actions)
        if (begin == turn).any():
            vector.reset(options={"reset_mask": begin == turn})
    return env.restore(env.snapshot())
