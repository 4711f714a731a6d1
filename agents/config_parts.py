"""Parts that configurations of trainings and of improvements share, and that cards of saved agents repeat."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from stuka_env import ENVIRONMENTS
from stuka_env.games.stuka.scenario.arguments import read_war_spec
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import POLICY_SEED_LIMIT

Seed = Annotated[int, Field(ge=0, lt=POLICY_SEED_LIMIT)]
Share = Annotated[float, Field(ge=0, le=1)]
Width = Annotated[int, Field(ge=1, le=4096)]


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
    """An environment and its arguments, as for ``gymnasium.make``."""

    id: str = "Stuka/Operation-v0"
    operation: str | None = None
    segment: str | None = None
    duration: str = "regular"
    charts: str | None = Field(default=None, description="a folder with chart files, or random: a set in each war")

    @model_validator(mode="after")
    def check(self) -> "Env":
        """Refuse arguments that the environment refuses."""
        if self.id not in ENVIRONMENTS:
            raise ValueError(f"id: got {self.id!r}, allowed is {' or '.join(ENVIRONMENTS)}")
        self.spec()
        return self

    @property
    def scale(self) -> int:
        """The code of the environment, a :class:`stuka_env.games.stuka.codes.Scale`."""
        return ENVIRONMENTS.index(self.id)

    @property
    def keywords(self) -> dict[str, str | None]:
        """The arguments by name; None for those that are not set."""
        return {"operation": self.operation, "segment": self.segment, "duration": self.duration, "charts": self.charts}

    @property
    def given(self) -> dict[str, Any]:
        """The arguments that are set, as ``gymnasium.make`` takes them."""
        return {name: value for name, value in self.keywords.items() if value is not None}

    def spec(self) -> WarSpec:
        """Return the war that is played, checked."""
        return read_war_spec(self.scale, **self.keywords)


class StructuredNetwork(ConfigPart):
    """Shared encoders over aircraft, pilots and gunners."""

    LATER_KEYS = ("odds",)
    kind: Literal["structured"] = "structured"
    card: Width = Field(default=32, description="numbers that stand for one aircraft, pilot or gunner")
    trunk: Width = Field(default=128, description="width of the layers behind the policy and behind the value")
    roster: bool = Field(
        default=False,
        description="whether small numbers are read as codes, and those layers read the card that a decision is about "
        "by itself and how many people there are of each level and stress",
    )
    odds: bool = Field(
        default=False,
        description="whether the odds under the charts in force are read, for wars under many charts; not with PPO",
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


Network = Annotated[StructuredNetwork | DenseNetwork, Field(discriminator="kind")]
