"""The configuration of a training: typed, checked, every key with its range. ``configs/`` has examples in YAML."""

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, field_validator, model_validator

from agents.config_file import checked, override, read_file
from agents.config_parts import ConfigPart, Env, Network, Seed, Share, StructuredNetwork
from agents.learned.score_options import SCORE_MISSIONS
from agents.learner_parts import experts_of
from stuka_env.game import Game
from stuka_env.networks.parts import networks_of

Schedule = Literal["constant", "linear"]
"""The course of a number: constant, or falling linearly to 0 at the end of the training."""


class Stage(ConfigPart):
    """A stage of the curriculum, before the main stage."""

    env: Env
    steps: int = Field(ge=0, description="decisions")


class Ppo(ConfigPart):
    """Settings of PPO."""

    n_steps: int = Field(default=128, ge=2, description="decisions of each war between two updates")
    batch_size: int = Field(default=4096, ge=2, description="decisions in a minibatch")
    epochs: int = Field(default=4, ge=1, le=100, description="passes over the decisions of an update")
    gamma: Share = Field(default=0.999, description="discount for one decision")
    gae_lambda: Share = 0.95
    learning_rate: float = Field(default=3e-4, gt=0, le=1)
    learning_rate_schedule: Schedule = "linear"
    clip: float = Field(default=0.2, gt=0, le=1)
    entropy: float = Field(default=0.01, ge=0, le=10, description="weight of the entropy in the loss")
    entropy_schedule: Schedule = "linear"
    value: float = Field(default=0.5, ge=0, le=100, description="weight of the value's error in the loss")
    max_grad_norm: float = Field(default=0.5, gt=0)
    tables: int = Field(
        default=1, ge=1, le=64, description="wars that play the same deal, see agents/training/peer_baseline.py"
    )
    target_kl: float | None = Field(
        default=None, gt=0, description="an update stops early when the policy has moved so far"
    )


class TaughtWars(Env):
    """Wars of an imitation, which may have a teacher of their own."""

    LATER_KEYS = ("teacher",)
    teacher: str | None = Field(default=None, min_length=1, description="name of a policy, in place of the imitation's")


def taught(env: Env) -> TaughtWars:
    """Return wars without a teacher of their own."""
    return TaughtWars(id=env.id, **env.given)


class Imitation(ConfigPart):
    """Imitation of a teacher before PPO begins: its actions, and the values of its returns."""

    teacher: str = Field(min_length=1, description="name of a policy")
    wars: list[TaughtWars] = Field(
        default=[], description="wars to fly, equally often; by default those of the training"
    )
    decisions: int = Field(default=500_000, ge=1_000)
    pool: int = Field(
        default=300_000, ge=1_000, le=5_000_000, description="decisions learned from together; 1.5 kB of memory each"
    )
    epochs: int = Field(default=3, ge=1, le=1000, description="passes over each pool")
    batch_size: int = Field(default=1024, ge=2)
    learning_rate: float = Field(default=1e-3, gt=0, le=1)
    value: float = Field(default=0.5, ge=0, le=100, description="weight of the value's error in the loss")
    weights: dict[str, Annotated[float, Field(gt=0)]] = Field(
        default={}, description="weights other than 1 by kind of decision, such as PROMOTE: 6.0"
    )
    shares: dict[str, Share] = Field(
        default={}, description="shares of the decisions to learn from, by kind, such as MUSTER: 0.1"
    )

    @property
    def by_decision(self) -> dict[str, dict[str, float]]:
        """The numbers by kind of decision, by their keys."""
        return {"weights": self.weights, "shares": self.shares}


class ExpertIteration(ConfigPart):
    """Expert iteration before PPO begins: paired clones measure the alternatives in the agent's uncertain decisions."""

    wars: list[Env] = Field(default=[], description="wars to fly, equally often; by default those of the training")
    pools: int = Field(default=10, ge=1, le=10_000)
    pool: int = Field(default=50_000, ge=10, le=5_000_000, description="decisions learned from together")
    rollouts: int = Field(default=64, ge=1, le=4096, description="clones of each probable action")
    epochs: int = Field(default=4, ge=1, le=1000, description="passes over each pool")
    batch_size: int = Field(default=1024, ge=2)
    learning_rate: float = Field(default=3e-4, gt=0, le=1)
    divergence: float = Field(
        default=0.001,
        ge=0,
        le=100,
        description="weight in the loss of the divergence from the agent before the pool",
    )


class Start(ConfigPart):
    """The steps before PPO, in this order."""

    LATER_KEYS = ("expert_iteration",)
    agent: str | None = Field(default=None, description="file of a saved agent with this configuration's network")
    imitation: Imitation | None = None
    expert_iteration: ExpertIteration | None = None


class Evaluation(ConfigPart):
    """Evaluations on selection wars, which choose the best agent."""

    every: int = Field(default=1_000_000, ge=1, description="decisions between two evaluations")
    wars: int = Field(default=200, ge=2, le=100_000)
    seed: Seed = Field(default=0, description="seed of the selection wars")
    sampled: bool = Field(default=False, description="draw actions instead of taking the most probable one")
    replays: int = Field(default=0, ge=0, le=100, description="replays to write at each evaluation")


class Config(ConfigPart):
    """The configuration of a training."""

    LATER_KEYS = ("loss_price",)
    name: str = Field(
        default="training",
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$",
        description="also the name of the run's folder",
    )
    env: Env = Env()
    steps: int = Field(
        default=10_000_000,
        ge=0,
        description="decisions in env, after those of the curriculum; 0 for an agent without PPO",
    )
    curriculum: list[Stage] = []
    num_envs: int = Field(default=256, ge=1, le=65_536, description="wars side by side")
    threads: int = Field(
        default=1, ge=1, le=256, description="threads of the network and of the wars; the result may depend on it"
    )
    device: Literal["auto", "cpu", "cuda"] = Field(
        default="auto",
        description="of the network; cuda: the wars are on the GPU too, see docs/gpu.md; auto: a GPU for the network, "
        "if PyTorch finds one, and the wars on the CPU",
    )
    precision: Literal["float32", "bfloat16", "auto"] = Field(
        default="float32",
        description="of the hidden layers while a network of kind structured or layout is trained; auto: bfloat16 if "
        "the device has instructions for it, so that the result depends on the machine",
    )
    network: Network = StructuredNetwork()
    ppo: Ppo = Ppo()
    reward_scale: float = Field(
        default=0.1,
        gt=0,
        description="reward for a mission with a score of 100, or a sortie with four bombers, in any environment",
    )
    loss_price: float = Field(
        default=0.0,
        ge=0,
        le=100,
        description="points of the score that the training takes for each aircraft and each person lost, falling "
        "linearly to 0 at its end",
    )
    start: Start = Start()
    evaluation: Evaluation = Evaluation()
    score_missions: int = Field(
        default=SCORE_MISSIONS, ge=0, le=10_000_000,
        description="missions of each kind of war that the best agent flies to fit its score head; 0: no score head",
    )  # fmt: skip
    checkpoint_every: int = Field(default=500_000, ge=1, description="decisions between two checkpoints")
    seeds: Annotated[list[Seed], Field(min_length=1)] = [0]

    @field_validator("seeds")
    @classmethod
    def each_once(cls, seeds: list[int]) -> list[int]:
        """Refuse repeated seeds, because the seed names the folder of its training."""
        if len(set(seeds)) < len(seeds):
            raise ValueError("each seed once")
        return seeds

    @model_validator(mode="after")
    def check(self) -> "Config":
        """Refuse parts that do not fit each other."""
        gathered = self.num_envs * self.ppo.n_steps
        if self.ppo.batch_size > gathered:
            raise ValueError(
                f"ppo.batch_size: got {self.ppo.batch_size}, allowed is at most num_envs * n_steps = {gathered}"
            )
        if self.num_envs % self.ppo.tables:
            raise ValueError(f"num_envs: got {self.num_envs}, allowed are multiples of ppo.tables = {self.ppo.tables}")
        self.check_game()
        if self.precision != "float32" and self.network.kind not in ("structured", "layout"):
            raise ValueError(
                f"precision: got {self.precision!r}, allowed is 'float32' for a network of kind {self.network.kind}"
            )
        if self.network.kind == "structured" and self.network.odds and self.total_steps:
            raise ValueError(f"network.odds: got true, allowed is false with {self.total_steps:,} decisions of PPO")
        if self.script is not None:
            device = self.device if self.on_gpu else "auto"
            self.require(
                f"network.script={self.script}", ("ppo.tables", self.ppo.tables, 1), ("device", device, "auto")
            )
        for stage in self.curriculum:
            if stage.env.given.get("charts") != self.env.given.get("charts"):
                raise ValueError("curriculum: every stage must have the charts of env")
        if self.start.expert_iteration is not None:
            self.check_expert_iteration(self.start.expert_iteration)
        if self.on_gpu:
            self.require("device=cuda", ("ppo.tables", self.ppo.tables, 1), ("loss_price", self.loss_price, 0))
        start: tuple[str, Any, Any] = ("start", self.start.model_dump(exclude_none=True), {})
        if not self.env.has_usual_details:
            self.require(
                f"env.discards={self.env.details}",
                start,
                ("score_missions", self.score_missions, 0),
                ("evaluation.replays", self.evaluation.replays, 0),
            )
        if self.network.kind == "lstm":
            self.require(
                "network.kind=lstm",
                ("device", self.device if self.on_gpu else "auto", "auto"),
                ("ppo.tables", self.ppo.tables, 1),
                ("score_missions", self.score_missions, 0),
                start,
            )
        return self

    @staticmethod
    def require(condition: str, *values: tuple[str, Any, Any]) -> None:
        """Refuse values, given with their keys and the only values that are allowed under a condition."""
        for key, given, allowed in values:
            if given != allowed:
                raise ValueError(f"{key}: got {given!r}, allowed is {allowed!r} with {condition}")

    def check_game(self) -> None:
        """Refuse parts that the game of the environment does not have."""
        game, learners = self.game, self.env.learners
        for env in (*(stage.env for stage in self.curriculum), *self.kinds):
            if env.game is not game:
                raise ValueError(f"env: got {self.env.id} and {env.id}, allowed are environments of one game")
        networks = networks_of(game.name)
        if self.network.kind == "structured" and networks.structured is None:
            raise ValueError(f"network.kind: got 'structured', allowed are layout, mlp and lstm in {self.env.id}")
        if self.network.roster and networks.roster is None:
            raise ValueError(f"network.roster: got true, allowed is false in {self.env.id}")
        if self.loss_price and learners.losses is None:
            raise ValueError(f"loss_price: got {self.loss_price:g}, allowed is 0 in {self.env.id}")
        if self.ppo.tables > 1 and learners.progress is None:
            raise ValueError(f"ppo.tables: got {self.ppo.tables}, allowed is 1 in {self.env.id}")
        decisions = game.envs.decisions
        for key, names in {} if self.start.imitation is None else self.start.imitation.by_decision.items():
            for name in names:
                if name not in decisions:
                    raise ValueError(f"start.imitation.{key}: got {name!r}, allowed is {' or '.join(decisions)}")

    def check_expert_iteration(self, plan: ExpertIteration) -> None:
        """Refuse an expert iteration without an agent to improve, or in wars that the game cannot measure."""
        if self.start.agent is None and self.start.imitation is None and self.script is None:
            raise ValueError(
                "start.expert_iteration: got neither start.agent nor start.imitation, one must come before"
            )
        if self.env.learners.experts is None:
            raise ValueError(f"start.expert_iteration: allowed is none in {self.env.id}")
        for env in plan.wars or [self.stages[0].env]:
            refusal = experts_of(env.game.name).refusal(env.spec())
            if refusal:
                raise ValueError(f"start.expert_iteration: got {env.id} in wars, {refusal}")

    @property
    def game(self) -> Game:
        """The game that is learned."""
        return self.env.game

    @property
    def script(self) -> str | None:
        """Name of the script whose choice the network reads; None if it reads none."""
        return self.network.script if self.network.kind == "layout" else None

    @property
    def on_gpu(self) -> bool:
        """Whether the wars are on a GPU, together with the network."""
        return self.device == "cuda"

    @property
    def stages(self) -> list[Stage]:
        """The stages of the curriculum and the main stage."""
        return [*self.curriculum, Stage(env=self.env, steps=self.steps)]

    @property
    def kinds(self) -> list[Env]:
        """The kinds of war that the agent is meant for, each once: ``env`` and those of the steps before PPO."""
        steps = (self.start.imitation, self.start.expert_iteration)
        others = [env for step in steps if step is not None for env in step.wars]
        kinds: dict[Any, Env] = {}
        for env in (self.env, *others):
            kinds.setdefault(env.spec(), Env(id=env.id, **env.given))
        return list(kinds.values())

    @property
    def total_steps(self) -> int:
        """Number of decisions of all stages."""
        return sum(stage.steps for stage in self.stages)


# --- reading a configuration ---


def make_config(values: dict[str, Any], where: str) -> Config:
    """Return plain values as the configuration of a training.

    Raises:
        ConfigError: A key is unknown or a value is not allowed; the message is one line.
    """
    return checked(Config, values, where)


def read_config(path: Path, words: list[str]) -> Config:
    """Return the configuration in a file, with ``key=value`` words written over it.

    Raises:
        ConfigError: The file or a word cannot be used; the message is one line.
    """
    return make_config(override(read_file(path), words), f"{path}{' with --set' * bool(words)}")


# --- the scale of rewards, under which a mission pays the same in every environment ---


class RewardScale(NamedTuple):
    """The scale of rewards in one environment."""

    reward: float
    """Factor of the environment's rewards."""
    points: float
    """Points of the official score that a scaled reward of 1 stands for."""


def scale_of(env: Env, reward_scale: float) -> RewardScale:
    """Return the scale under which a very good line of the log sheet pays ``reward_scale``."""
    factor = reward_scale * env.learners.reward_factor(env.spec())
    return RewardScale(factor, 100.0 / factor)
