"""The configuration of a training: typed, checked, every key with its range. ``configs/`` has examples in YAML."""

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, SerializerFunctionWrapHandler, field_validator, model_serializer, model_validator

from agents.config_file import ConfigError, checked, override, read_file
from agents.config_parts import ConfigPart, Env, Network, Seed, Share, StructuredNetwork
from agents.evaluation.score_options import SCORE_MISSIONS
from stuka_env.codes import Decision, Scale
from stuka_env.policy import FORMER_NAMES
from stuka_env.scenario.missions import missions_of

Schedule = Literal["constant", "linear"]
"""A number that stays, or falls evenly to 0 at the end of the training."""


class Stage(ConfigPart):
    """A stage of the curriculum, before the training proper."""

    env: Env
    steps: int = Field(ge=0, description="decisions")


class Ppo(ConfigPart):
    """The algorithm's own numbers."""

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


class Imitation(ConfigPart):
    """Cloning a teacher before PPO begins: its actions, and the values of what it got."""

    teacher: str = Field(min_length=1, description="a policy of agents/registry.py")
    wars: list[Env] = Field(default=[], description="what it flies, all alike; the training's own if there are none")
    decisions: int = Field(default=500_000, ge=1_000)
    pool: int = Field(
        default=300_000, ge=1_000, le=5_000_000, description="decisions learned from together; 1.5 kB of memory each"
    )
    epochs: int = Field(default=3, ge=1, le=1000, description="passes over each pool")
    batch_size: int = Field(default=1024, ge=2)
    learning_rate: float = Field(default=1e-3, gt=0, le=1)
    value: float = Field(default=0.5, ge=0, le=100, description="weight of the value's error in the loss")
    weights: dict[str, Annotated[float, Field(gt=0)]] = Field(
        default={}, description="kinds of decision that count more or less than 1, such as PROMOTE"
    )
    shares: dict[str, Share] = Field(
        default={}, description="kinds of decision of which not all are learned from, such as MUSTER: 0.1"
    )

    @field_validator("weights", "shares")
    @classmethod
    def known(cls, numbers: dict[str, float]) -> dict[str, float]:
        """Names that stand for nothing are no kinds of decision."""
        for name in numbers:
            if name not in Decision.__members__:
                raise ValueError(f"got {name!r}, allowed is {' or '.join(Decision.__members__)}")
        return numbers


class ExpertIteration(ConfigPart):
    """Improving on what the agent does before PPO begins, by what paired clones say of its doubts."""

    wars: list[Env] = Field(default=[], description="what it flies, all alike; the training's own if there are none")
    pools: int = Field(default=10, ge=1, le=10_000)
    pool: int = Field(default=50_000, ge=10, le=5_000_000, description="decisions learned from together")
    rollouts: int = Field(default=64, ge=1, le=4096, description="clones of each action that it is in doubt about")
    epochs: int = Field(default=4, ge=1, le=1000, description="passes over each pool")
    batch_size: int = Field(default=1024, ge=2)
    learning_rate: float = Field(default=3e-4, gt=0, le=1)
    divergence: float = Field(
        default=0.001,
        ge=0,
        le=100,
        description="weight in the loss of its distance from what it was before a pool",
    )


class Start(ConfigPart):
    """What the training begins from, if not from nothing: one after the other."""

    agent: str | None = Field(default=None, description="a saved agent's zip; its network must be this configuration's")
    imitation: Imitation | None = None
    expert_iteration: ExpertIteration | None = None

    @model_serializer(mode="wrap")
    def written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without an expert iteration that is not there: what was written before there were any stays the same."""
        values: dict[str, Any] = write(self)
        return {name: value for name, value in values.items() if name != "expert_iteration" or value is not None}


class Evaluation(ConfigPart):
    """Evaluations on selection wars; the agent that does best in them is kept."""

    every: int = Field(default=1_000_000, ge=1, description="decisions between two evaluations")
    wars: int = Field(default=200, ge=2, le=100_000)
    seed: Seed = Field(default=0, description="which selection wars")
    sampled: bool = Field(default=False, description="draw actions instead of taking the likeliest")
    replays: int = Field(default=0, ge=0, le=100, description="replays to write at each evaluation")


class Config(ConfigPart):
    """All of a training."""

    name: str = Field(
        default="training", pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", description="also the run's folder"
    )
    env: Env = Env()
    steps: int = Field(
        default=10_000_000,
        ge=0,
        description="decisions in env, after the curriculum's; 0 for what it starts from alone",
    )
    curriculum: list[Stage] = []
    num_envs: int = Field(default=256, ge=1, le=65_536, description="wars side by side")
    threads: int = Field(
        default=1, ge=1, le=256, description="of the network and of the wars; the result may depend on it"
    )
    device: Literal["auto", "cpu", "cuda"] = "auto"
    precision: Literal["float32", "bfloat16", "auto"] = Field(
        default="float32",
        description="of the hidden layers while a structured network is trained; auto: bfloat16 where the device has "
        "instructions for it, so that the result depends on the machine",
    )
    network: Network = StructuredNetwork()
    ppo: Ppo = Ppo()
    reward_scale: float = Field(
        default=0.1, gt=0, description="what a mission worth 100 points pays, in any environment"
    )
    start: Start = Start()
    evaluation: Evaluation = Evaluation()
    score_missions: int = Field(
        default=SCORE_MISSIONS, ge=0, le=10_000_000,
        description="missions of each kind of war that the best agent flies to fit its score head; 0: it gets none",
    )  # fmt: skip
    checkpoint_every: int = Field(default=500_000, ge=1, description="decisions between two checkpoints")
    seeds: Annotated[list[Seed], Field(min_length=1)] = [0]

    @field_validator("seeds")
    @classmethod
    def each_once(cls, seeds: list[int]) -> list[int]:
        """A seed names a training, so that two cannot share it."""
        if len(set(seeds)) < len(seeds):
            raise ValueError("each seed once")
        return seeds

    @model_validator(mode="after")
    def check(self) -> "Config":
        """Parts that must fit each other."""
        gathered = self.num_envs * self.ppo.n_steps
        if self.ppo.batch_size > gathered:
            raise ValueError(
                f"ppo.batch_size: got {self.ppo.batch_size}, allowed is at most num_envs * n_steps = {gathered}"
            )
        if self.num_envs % self.ppo.tables:
            raise ValueError(f"num_envs: got {self.num_envs}, allowed are multiples of ppo.tables = {self.ppo.tables}")
        if self.precision != "float32" and self.network.kind != "structured":
            raise ValueError(f"precision: got {self.precision!r}, allowed is 'float32' for a network of kind mlp")
        for stage in self.curriculum:
            if stage.env.charts != self.env.charts:
                raise ValueError("curriculum: every stage must have the charts of env")
        if self.start.expert_iteration is not None:
            self.check_expert_iteration(self.start.expert_iteration)
        return self

    def check_expert_iteration(self, plan: ExpertIteration) -> None:
        """It needs somebody to improve on, and wars in which it is known what a mission leaves behind is worth."""
        if self.start.agent is None and self.start.imitation is None:
            raise ValueError(
                "start.expert_iteration: got neither start.agent nor start.imitation, one must come before"
            )
        for env in plan.wars or [self.stages[0].env]:
            if env.scale == Scale.SEGMENT or env.charts is not None:
                raise ValueError(
                    f"start.expert_iteration: got {env.id} with charts {env.charts}, allowed are missions, operations "
                    "and campaigns under the charts that ship"
                )

    @property
    def stages(self) -> list[Stage]:
        """The curriculum, then the training proper."""
        return [*self.curriculum, Stage(env=self.env, steps=self.steps)]

    @property
    def kinds(self) -> list[Env]:
        """The wars that the agent is meant for, each once: those of ``env``, then those of what it begins from."""
        begun = (self.start.imitation, self.start.expert_iteration)
        taught = [env for part in begun if part is not None for env in part.wars]
        kinds: dict[Any, Env] = {}
        for env in (self.env, *taught):
            kinds.setdefault(env.read().scenario, env)
        return list(kinds.values())

    @property
    def total_steps(self) -> int:
        """Decisions of all stages."""
        return sum(stage.steps for stage in self.stages)


# --- reading it ---


def make_config(values: dict[str, Any], where: str) -> Config:
    """The configuration of a training of plain values.

    Raises:
        ConfigError: a key is unknown, or a value not allowed.
    """
    return checked(Config, values, where)


def read_config(path: Path, words: list[str]) -> Config:
    """The configuration of a file, with ``key=value`` words written over it.

    Raises:
        ConfigError: one line says what is wrong.
    """
    present = FORMER_NAMES.get(path.stem.replace("_", "-"))
    if present is not None and not path.exists():
        raise ConfigError(f"config: got {path}; it is now called {path.with_stem(present.replace('-', '_'))}")
    return make_config(override(read_file(path), words), str(path))


# --- how rewards are scaled, so that a mission pays the same in every environment ---


class RewardScale(NamedTuple):
    """How rewards are scaled in one environment."""

    reward: float
    """What the environment's rewards are multiplied by."""
    points: float
    """Points of the official score that a scaled reward of 1 stands for."""


def scale_of(env: Env, reward_scale: float) -> RewardScale:
    """The scale under which a mission worth 100 points pays ``reward_scale``."""
    arguments = env.read()
    factor = reward_scale * missions_of(arguments.scenario, arguments.charts)
    return RewardScale(factor, 100.0 / factor)
