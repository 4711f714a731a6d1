"""MaskablePPO on the native vector environment: a loop that gathers decisions and learns from them.

The algorithm and its loss are those of sb3-contrib. Only the gathering is different: masks are passed on without a
copy, no Python code loops over the wars, and the time is measured by task. With ``device: cuda`` wars, decisions and
network are on the GPU, and arrays are tensors there. Wars are never truncated: only illegal
actions in a row would do that, and a learner that obeys the mask takes none.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.logger import Logger

from agents.config_parts import Env
from agents.learned.learned_policy import adviser_of, with_advice
from agents.learner_parts import learner_parts
from agents.seeds import check_training_seeds, training_seeds
from agents.training.config import Config, RewardScale, Schedule, scale_of
from agents.training.device_rollouts import DeviceRolloutBuffer
from agents.training.peer_baseline import draw_tables, duplicate_tables, subtract_peer_baseline
from agents.training.update_stats import lost_in_step
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.envs.vector import Observations
from stuka_env.flights.episodes import public_records
from stuka_env.game import Game
from stuka_env.networks.policies import EncodedPolicy, policy_arguments, policy_class
from stuka_env.policy import PolicyInput, ScriptedPolicy, load_policy


@dataclass
class Clock:
    """Seconds spent so far, by task."""

    start: float = 0.0
    """Imitation and expert iteration, before PPO begins."""
    env: float = 0.0
    policy: float = 0.0
    learning: float = 0.0
    evaluation: float = 0.0


class RolloutBuffer(MaskableRolloutBuffer):
    """The decisions between two updates: sb3-contrib's buffer, with masks as bytes and without copies of batches."""

    def reset(self) -> None:
        """Empty the buffer."""
        super().reset()
        self.action_masks = np.zeros((self.buffer_size, self.n_envs, self.mask_dims), np.int8)

    def to_torch(self, array: np.ndarray[Any, Any], copy: bool = True) -> torch.Tensor:
        """Return the array as a tensor on the buffer's device; a batch is a copy already, so it is not copied again."""
        return torch.as_tensor(array, device=self.device)


def make_env(env: Env, num_envs: int, threads: int, on_gpu: bool = False) -> StukaVecEnv:
    """Return the wars to learn from, on the CPU or on a GPU."""
    if not on_gpu:
        return StukaVecEnv(env.id, num_envs, num_threads=threads, copy=False, **env.given)
    from stuka_env.gpu.sb3 import DeviceVecEnv

    return DeviceVecEnv(env.id, num_envs, num_threads=threads, **env.given)


def torch_device(config: Config) -> str:
    """Return the device of the network: that of the wars, if they are on a GPU."""
    if not config.on_gpu:
        return config.device
    from stuka_env.gpu.tensors import TORCH_DEVICE

    return TORCH_DEVICE


def scheduled(start: float, schedule: Schedule, left: float) -> float:
    """Return the value of a scheduled number while the share ``left`` of the training remains."""
    return start if schedule == "constant" else start * left


def ppo_arguments(learner: "Learner") -> dict[str, Any]:
    """Return the arguments of PPO as configured; the learning rate is that of the learner's schedule."""
    config, ppo = learner.config, learner.config.ppo
    return {
        "learning_rate": lambda _: learner.learning_rate,
        "n_steps": ppo.n_steps,
        "batch_size": ppo.batch_size,
        "n_epochs": ppo.epochs,
        "gamma": ppo.gamma,
        "gae_lambda": ppo.gae_lambda,
        "clip_range": ppo.clip,
        "ent_coef": ppo.entropy,
        "vf_coef": ppo.value,
        "max_grad_norm": ppo.max_grad_norm,
        "target_kl": ppo.target_kl,
        "seed": learner.seed,
        "device": torch_device(config),
    }


def computes_in_bfloat16(config: Config, device: torch.device) -> bool:
    """Whether the hidden layers compute in bfloat16; with ``auto``, whether the device has instructions for it."""
    if config.precision != "auto":
        return config.precision == "bfloat16"
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    capabilities = torch.cpu.get_capabilities()
    return device.type == "cpu" and bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))


class Learner:
    """One training of one seed: a model, the wars of the current stage, and the progress.

    Args:
        config: The configuration.
        seed: The training seed.

    Attributes:
        model: The model of sb3-contrib.
        env: The wars of the current stage.
        stage: Index of the current stage in ``config.stages``.
        steps: Decisions gathered so far, in all stages.
        left: Share of the training that remained when the last update began, from 1 to 0.
        clock: Seconds spent so far.
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
        self.adviser = adviser_of(config.network.model_dump(), config.game.name)
        self.env = self.new_env(config.stages[0].env)
        self.model = self.new_model()
        if isinstance(self.model.policy, EncodedPolicy):
            self.model.policy.half_precision = computes_in_bfloat16(config, self.model.device)
        self.begin_stage(0)

    @property
    def game(self) -> Game:
        """The game that is learned."""
        return self.config.game

    def new_env(self, env: Env) -> StukaVecEnv:
        """Return the wars of a stage."""
        return make_env(env, self.config.num_envs, self.config.threads, self.config.on_gpu)

    def new_model(self) -> MaskablePPO:
        """Return MaskablePPO as configured."""
        network = self.config.network.model_dump()
        model = MaskablePPO(
            policy_class(network, self.game.name),
            self.env,
            rollout_buffer_class=DeviceRolloutBuffer if self.config.on_gpu else RolloutBuffer,
            policy_kwargs=policy_arguments(network),
            **ppo_arguments(self),
        )
        if self.adviser is not None:
            model.rollout_buffer.obs_shape = (model.rollout_buffer.obs_shape[0] + self.game.envs.actions,)
        return model

    # --- progress ---

    @property
    def learning_rate(self) -> float:
        """The learning rate that the schedule gives now."""
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
        """The reward scale in the environment that the training is for."""
        return scale_of(self.config.env, self.config.reward_scale)

    def set_logger(self, logger: Logger) -> None:
        """Send the figures of MaskablePPO to ``logger``."""
        self.model.set_logger(logger)

    # --- stages ---

    def open_stage(self, stage: int) -> None:
        """Make the wars of a stage without beginning them."""
        self.stage = stage
        self.env.close()
        env = self.config.stages[stage].env
        self.env = self.new_env(env)
        self.scale = scale_of(env, self.config.reward_scale)

    def begin_stage(self, stage: int) -> None:
        """Begin the wars of a stage."""
        self.open_stage(stage)
        seeds = training_seeds(self.seed, stage, self.config.num_envs)
        check_training_seeds(seeds)
        self.env.seed(seeds)
        self.env.reset()
        rng = np.random.default_rng([self.seed, stage])
        self.observations: Any = self.with_advice(spread_wars(self.env, self.config.ppo.tables, rng))
        self.starts: Any = self.with_wars(np.ones(self.config.num_envs, np.bool_))

    def with_wars(self, array: NDArray[Any]) -> Any:
        """Return an array as it is if the wars are on the CPU, and a tensor on their device otherwise."""
        return torch.as_tensor(array, device=self.model.device) if self.config.on_gpu else array

    def with_advice(self, observations: Any) -> Any:
        """Return the present observations, with the script's choice behind them if the network reads it."""
        if self.adviser is None:
            return observations
        engine, noise = self.env.vector.engine, np.zeros(self.config.num_envs, np.int64)
        inputs = PolicyInput(observations, engine.masks, *public_records(engine), noise)
        return with_advice(observations, self.adviser, inputs)

    # --- gathering and learning ---

    def collect_rollouts(self, on_step: Callable[[StukaVecEnv], None]) -> None:
        """Play ``n_steps`` decisions in every war; ``on_step`` is called with the environment after each."""
        if self.stage_due != self.stage:
            self.begin_stage(self.stage_due)
        if self.config.ppo.tables > 1:
            self._duplicate_tables()
        self.left = max(0.0, 1.0 - self.steps / max(1, self.config.total_steps))
        buffer, policy = self.model.rollout_buffer, self.model.policy
        price = scheduled(self.config.loss_price, "linear", self.left) / self.scale.points
        policy.set_training_mode(False)
        buffer.reset()
        for _ in range(self.config.ppo.n_steps):
            began = time.perf_counter()
            masks = self.env.masks
            with torch.no_grad():
                actions, values, log_probs = self.choose(masks)
            chosen: Any = actions if self.config.on_gpu else actions.cpu().numpy()
            decided = time.perf_counter()
            seen_next, rewards, dones, _ = self.env.step(chosen)
            done = time.perf_counter()
            on_step(self.env)
            earned = rewards * self.scale.reward
            if price:
                earned -= price * lost_in_step(self.env)
            self.keep(self.observations, chosen, earned, self.starts, values, log_probs, masks=masks)
            self.observations, self.starts = self.with_advice(seen_next), dones
            self.clock.env += done - decided
            self.clock.policy += time.perf_counter() - done + decided - began
        self._compute_advantages()
        self.steps += self.config.ppo.n_steps * self.config.num_envs
        self.model.num_timesteps = self.steps

    def choose(self, masks: Any) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return actions, values and log-probabilities for the present observations."""
        seen = torch.as_tensor(self.observations, device=self.model.device)
        actions, values, log_probs = self.model.policy(seen, action_masks=masks)
        return actions, values, log_probs

    def keep(self, *decision: Any, masks: Any) -> None:
        """Add a decision of every war to the buffer, with the arguments of sb3-contrib's buffer."""
        self.model.rollout_buffer.add(*decision, action_masks=masks)

    def last_values(self) -> torch.Tensor:
        """Return the values of the present observations."""
        return self.model.policy.predict_values(torch.as_tensor(self.observations, device=self.model.device))

    def extra_state(self) -> dict[str, Any]:
        """Return what a checkpoint keeps besides wars, network and optimiser: nothing."""
        return {}

    def set_extra_state(self, store: dict[str, Any]) -> None:
        """Restore what :meth:`extra_state` returned."""

    def _duplicate_tables(self) -> None:
        """Give all wars of a group the state of one of them, drawn by the seed and the number of decisions so far."""
        rng = np.random.default_rng([self.seed, self.steps])
        sources = draw_tables(self.config.num_envs, self.config.ppo.tables, rng)
        self.observations = self.env.restore(duplicate_tables(self.env.snapshot(), sources))
        self.starts = self.starts[sources]

    def _compute_advantages(self) -> None:
        began = time.perf_counter()
        with torch.no_grad():
            values = self.last_values()
        buffer, tables = self.model.rollout_buffer, self.config.ppo.tables
        buffer.compute_returns_and_advantage(values, self.starts)
        if tables > 1:
            assert isinstance(buffer.observations, np.ndarray)
            progress = learner_parts(self.game.name).progress
            assert progress is not None
            reached = progress(buffer.observations, buffer.episode_starts)
            buffer.advantages = subtract_peer_baseline(buffer.advantages, reached, tables)
        self.clock.policy += time.perf_counter() - began

    def learn(self) -> None:
        """Make one update from the decisions in the buffer."""
        began = time.perf_counter()
        self.model.ent_coef = scheduled(self.config.ppo.entropy, self.config.ppo.entropy_schedule, self.left)
        self.model.train()
        self.clock.learning += time.perf_counter() - began

    def close(self) -> None:
        """Stop the threads of the environment."""
        self.env.close()


# --- spreading the wars over their length before a training begins ---


def spread_wars(env: StukaVecEnv, tables: int, rng: np.random.Generator) -> Observations:
    """Spread the wars over the calendar and return the observations.

    Wars that begin together stay in the same month for a long time. Each update would then see one part of the calendar
    and forget the others. So the wars begin one after another while a script of the game plays.

    Args:
        env: The wars, just reset. They are spread on the CPU.
        tables: Number of neighbouring wars that begin together, because they will be given the same state anyway.
        rng: Generator of the turns in which wars begin, and of the script's noise.
    """
    vector, engine, wars = env.vector, env.vector.engine, env.num_envs
    parts = learner_parts(engine.game.name)
    script = None if parts.spreading_script is None else load_policy(parts.spreading_script, engine.game.name)
    span = parts.line_decisions * engine.game.flights.lines_of(engine.spec)
    begin = np.repeat(rng.integers(0, span, wars // tables), tables)
    actions, choose_all = np.zeros(wars, np.int64), engine.game.engine.kernels.choose_all
    for turn in range(span):
        if isinstance(script, ScriptedPolicy):
            noise = rng.integers(0, 1 << 62, wars)
            choose_all(script.choose, *public_records(engine), engine.masks, noise, actions)
        else:
            actions[:] = (rng.random(engine.masks.shape) * engine.masks).argmax(axis=1)
        vector.step(actions)
        if (begin == turn).any():
            vector.reset(options={"reset_mask": begin == turn})
    return env.restore(engine.snapshot())
