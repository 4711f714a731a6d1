"""Parts that configurations of trainings and of improvements share, and that cards of saved agents repeat."""

import difflib
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from agents.learner_parts import LearnerParts, learner_parts
from stuka_env.game import DEFAULT_GAME, Game, game_named, game_of
from stuka_env.policy import POLICY_SEED_LIMIT
from stuka_env.registration import env_ids

Seed = Annotated[int, Field(ge=0, lt=POLICY_SEED_LIMIT)]
Share = Annotated[float, Field(ge=0, le=1)]
Width = Annotated[int, Field(ge=1, le=4096)]
TrunkWidth = Annotated[int, Field(ge=2, le=4096)]
"""Width of layers of which half as many numbers score the actions."""


DEFAULT_ENV = game_named(DEFAULT_GAME).usual
"""The environment of a configuration that names none."""


class ConfigPart(BaseModel):
    """A part of a configuration; unknown keys and values of a wrong type are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, validate_default=True)
    LATER_KEYS: ClassVar[tuple[str, ...]] = ()
    """Keys that came later. They are written only if they differ from their defaults: older configurations keep their
    digest, on which checkpoints depend."""

    @model_serializer(mode="wrap")
    def written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Omit later keys that have their defaults."""
        values: dict[str, Any] = write(self)
        fields = type(self).model_fields
        return {
            name: value
            for name, value in values.items()
            if name not in self.LATER_KEYS or value != fields[name].default
        }


class Env(ConfigPart):
    """An environment of any game and its arguments, as for ``gymnasium.make``."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, validate_default=True)
    id: str = DEFAULT_ENV

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)

    @model_validator(mode="before")
    @classmethod
    def with_defaults(cls, values: Any) -> Any:
        """Add the arguments that the game always has in a configuration."""
        env = values.get("id", DEFAULT_ENV) if isinstance(values, dict) else None
        game = game_of(env) if isinstance(env, str) else None
        return values if game is None else {**learner_parts(game.name).arguments, **values}

    @model_validator(mode="after")
    def check(self) -> "Env":
        """Refuse arguments that the environment refuses."""
        if self.id not in env_ids():
            raise ValueError(f"id: got {self.id!r}, allowed is {' or '.join(env_ids())}")
        for name in self.given:
            if name not in self.argument_names:
                meant = difflib.get_close_matches(name, self.argument_names, 1)
                hint = f"did you mean {meant[0]}? " if meant else ""
                raise ValueError(f"{name}: unknown key; {hint}allowed is {', '.join(('id', *self.argument_names))}")
        self.spec()
        return self

    @model_serializer(mode="wrap")
    def written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write the environment, all its arguments and then the other keys; later keys only if they are not default."""
        values: dict[str, Any] = write(self)
        own = {name: value for name, value in values.items() if name in type(self).model_fields and name != "id"}
        kept = {name: value for name, value in own.items() if value != type(self).model_fields[name].default}
        return {"id": self.id, **self.keywords, **kept}

    @property
    def game(self) -> Game:
        """The game of the environment."""
        game = game_of(self.id)
        assert game is not None
        return game

    @property
    def learners(self) -> LearnerParts:
        """The game's parts for learners."""
        return learner_parts(self.game.name)

    @property
    def argument_names(self) -> tuple[str, ...]:
        """Names of the arguments that the environment has here."""
        return tuple(name for name in self.game.envs.argument_names if name != "charts_seed")

    @property
    def scale(self) -> int:
        """The length of an episode: the place of the id among those of the game."""
        return self.game.ids.index(self.id)

    @property
    def keywords(self) -> dict[str, Any]:
        """The arguments by name; None for those that are not set."""
        return dict(self.__pydantic_extra__ or {})

    @property
    def given(self) -> dict[str, Any]:
        """The arguments that are set, as ``gymnasium.make`` takes them."""
        return {name: value for name, value in self.keywords.items() if value is not None}

    def spec(self) -> Any:
        """Return the war that is played, a :class:`stuka_env.game.AnyWarSpec`, checked."""
        spec, _ = self.game.envs.read_arguments(self.scale, **self.given)
        return spec

    @property
    def details(self) -> str | None:
        """The setting of the observation that the game has of its own, such as that of the discards."""
        _, details = self.game.envs.read_arguments(self.scale, **self.given)
        return details

    @property
    def has_usual_details(self) -> bool:
        """Whether the observation is the game's default one, which flights of policies have."""
        layout = self.game.envs.layout
        return layout(self.details) is layout(None)


class StructuredNetwork(ConfigPart):
    """A network with the structure of the mat: shared encoders over cards, such as aircraft; not every game has one."""

    LATER_KEYS = ("odds",)
    kind: Literal["structured"] = "structured"
    card: Width = Field(default=32, description="numbers that stand for one card")
    trunk: TrunkWidth = Field(default=128, description="width of the layers behind the policy and behind the value")
    roster: bool = Field(
        default=False,
        description="whether small numbers are read as codes, and those layers read the card that a decision is about "
        "by itself and how many people there are of each level and stress",
    )
    odds: bool = Field(
        default=False,
        description="whether the odds under the charts in force are read, for wars under many charts; not with PPO",
    )


class LayoutNetwork(ConfigPart):
    """A network that follows the declared layout of any game: shared encoders over rows, which attend to each other."""

    LATER_KEYS = ("script",)
    roster: ClassVar[bool] = False
    kind: Literal["layout"]
    card: Width = Field(default=32, description="numbers that stand for one row, such as a crew or a counter")
    trunk: TrunkWidth = Field(default=128, description="width of the layers behind the policy and behind the value")
    script: str | None = Field(
        default=None,
        min_length=1,
        description="name of a script whose choice is read, and with which an agent begins",
    )


class DenseNetwork(ConfigPart):
    """Dense layers on the flat observation."""

    LATER_KEYS = ("roster",)
    kind: Literal["mlp"]
    layers: list[Width] = Field(default=[256, 256], description="widths, for the policy and for the value")
    roster: bool = Field(
        default=False,
        description="whether the layers also read the small numbers and the people as counts, and one judgement for "
        "everybody fills the seats",
    )


class LstmNetwork(ConfigPart):
    """An LSTM before dense layers, which remembers what it has seen of a war; RecurrentPPO trains it."""

    roster: ClassVar[bool] = False
    kind: Literal["lstm"]
    units: Width = Field(default=128, description="width of the LSTM, one for the policy and one for the value")
    layers: list[Width] = Field(default=[64], description="widths of the layers behind each LSTM")


Network = Annotated[StructuredNetwork | LayoutNetwork | DenseNetwork | LstmNetwork, Field(discriminator="kind")]
