"""The card of a saved agent: ``name.json`` beside its file, with all that is needed to identify and to load it.

The network is built from the card, or by :mod:`agents.learned.plain_models` if Stable-Baselines3 has built it. Only
values and weights are read from the file, so no foreign code is run.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from agents.config_parts import Network, Seed
from stuka_env.envs.agent_card import CARD_FORMAT, LARGEST_CARD, PLAIN_NETWORK, card_path, layout_digest
from stuka_env.game import Game, game_named, game_of
from stuka_env.io.arguments import one_of
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import older_format, printable
from stuka_env.io.reading import FileError, read_json
from stuka_env.registration import env_ids

DIGEST_PATTERN = r"^[0-9a-f]{64}$"
NETWORK_SIZES = {
    **dict.fromkeys(("structured", "layout"), ("card", "trunk")),
    "mlp": ("layers",),
    "lstm": ("units", "layers"),
}
"""Required fields of a network, by its kind."""
Word = Annotated[str, Field(pattern=r"^[ -~]{0,100}$")]
"""A word of printable ASCII characters."""
Count = Annotated[int, Field(ge=0, lt=1 << 53)]
Algorithm = Annotated[str, Field(pattern=r"^[A-Za-z0-9_]{1,60}$")]
"""The name of the class of an algorithm, such as MaskablePPO."""
Digest = Annotated[str, Field(pattern=DIGEST_PATTERN)]
LONGEST_FOLDER = 1000
"""Largest number of characters of the name of a folder."""
Argument = str | int | None
"""An argument of an environment; True and False are whole numbers too."""
Method = Literal["another agent", "imitation", "expert iteration", "PPO"]
"""A step in making an agent."""
DIGEST_BY_NAMES = "29973807c82ff50c81dbbe61336cb5a359d6380ac96b3ce7f5fbfdd94a79aed2"
"""Digest of the names and places of an observation, on cards that are older than the first release."""


class AgentError(ValueError):
    """A saved agent that cannot be used; the message is one line."""


class CardWars(BaseModel):
    """A kind of war on a card; its charts need not exist here."""

    model_config = ConfigDict(strict=True, extra="allow")

    id: str

    @model_validator(mode="after")
    def check(self) -> "CardWars":
        """Refuse unknown environments and arguments, and control characters in the name of a folder."""
        one_of("id", self.id, env_ids())
        given = {name: value for name, value in (self.__pydantic_extra__ or {}).items() if value is not None}
        charts = given.pop("charts", None)
        if charts is not None and not (isinstance(charts, str) and len(charts) <= LONGEST_FOLDER):
            raise ValueError(f"charts: allowed is a folder of at most {LONGEST_FOLDER} characters")
        if charts is not None and not charts.isprintable():
            raise ValueError("charts: allowed is a folder whose name has only printable characters")
        game = game_of(self.id)
        assert game is not None
        unknown = sorted(given.keys() - set(game.envs.argument_names))
        if unknown:
            raise ValueError(f"{unknown[0]}: unknown argument, allowed is {', '.join(game.envs.argument_names)}")
        # The names of some arguments are those of charts that need not exist here.
        if charts is None:
            game.envs.read_arguments(game.ids.index(self.id), **given)
        return self


class CardNormalization(BaseModel):
    """The statistics by which a ``VecNormalize`` changed the observations of a training."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    mean: list[Annotated[float, Field(allow_inf_nan=False)]]
    variance: list[Annotated[float, Field(ge=0, allow_inf_nan=False)]]
    epsilon: float = Field(gt=0, allow_inf_nan=False)
    clip: float = Field(gt=0, allow_inf_nan=False)

    @model_validator(mode="after")
    def check_lengths(self) -> "CardNormalization":
        """Refuse statistics of different lengths."""
        if len(self.mean) != len(self.variance):
            raise ValueError(f"has {len(self.mean)} means and {len(self.variance)} variances")
        return self


class CardScoreHead(BaseModel):
    """The score head on a card."""

    model_config = ConfigDict(strict=True, extra="forbid")

    wars: list[CardWars]
    missions: Count
    figures: dict[str, float]


class CardImitation(BaseModel):
    """Required fields of the imitation that a training began with."""

    model_config = ConfigDict(strict=True)

    teacher: str
    decisions: Count


class CardStart(BaseModel):
    """Checked fields of the steps before PPO."""

    model_config = ConfigDict(strict=True)

    imitation: CardImitation | None = None


class CardConfig(BaseModel):
    """Checked fields of the configuration of a training."""

    model_config = ConfigDict(strict=True)

    start: CardStart | None = None


def first_error(error: ValidationError) -> str:
    """Return the first error as one line."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    words = first["msg"].removeprefix("Value error, ")
    whole = first["type"] == "value_error"  # an error of several entries names them itself
    return printable(words if whole and not where else f"{where or 'file'}: {words}", 300)


def must_be(kind: Any, value: Any) -> None:
    """Check that a value is of a kind, without converting it.

    Raises:
        ValueError: It is not; the message is one line about the first error.
    """
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        raise ValueError(first_error(error)) from None


class AgentCard(BaseModel):
    """The card of a saved agent."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    format: int = CARD_FORMAT
    algorithm: Algorithm = "MaskablePPO"
    name: Word
    """Name of the training."""
    env: str | None
    """Id of the environment it was trained for; None if it is not known."""
    arguments: Mapping[str, Argument]
    """The environment's arguments."""
    charts_sha256: Digest | None
    """Digest of the charts, as in results; None without an environment."""
    charts_record_sha256: Digest | None
    """Digest of the same charts as a record (:func:`stuka_env.envs.agent_card.record_digest`), which is the form
    that a policy gets; None without an environment."""
    layout_sha256: Digest | None
    """Digest of the observation (:func:`stuka_env.envs.agent_card.layout_digest`); None without an environment."""
    actions: int
    """Number of actions in the catalogue."""
    network: dict[str, Any]
    """The configured network, from which it is built, or :data:`stuka_env.envs.agent_card.PLAIN_NETWORK`."""
    points: float = Field(gt=0, allow_inf_nan=False)
    """Points of the official score for a value of 1."""
    seed: Seed | None
    """The training seed; None if there was none."""
    steps: Count
    """Decisions that the algorithm was trained on; 0 for an agent that was made without PPO."""
    made_by: list[Method] | None = None
    """Steps that made the agent, in order; None on cards of earlier versions. :attr:`config` has the details."""
    versions: dict[str, Word]
    evaluation: dict[str, Any] | None = None
    """Figures of the evaluation on selection wars, which are never those of an evaluation."""
    normalization: CardNormalization | None = None
    """The change of the observations before the network reads them; None for none."""
    score_head: dict[str, Any] | None = None
    """The wars that the score head was fitted on, and the figures of the fit; None without a score head."""
    config: dict[str, Any]
    """The whole configuration of the training."""
    data: dict[str, Any] | None = None
    """Everything about the model that is no weight (:mod:`stuka_env.networks.model_files`); None for a zip, which has
    it itself."""

    @field_validator("network")
    @classmethod
    def check_network(cls, network: dict[str, Any]) -> dict[str, Any]:
        """Refuse an unknown network, or one without its sizes, whose defaults may change with the version."""
        if network == PLAIN_NETWORK:
            return network
        must_be(Network, network)
        missing = [name for name in NETWORK_SIZES[network["kind"]] if name not in network]
        if missing:
            raise ValueError(f"{missing[0]} is missing")
        return network

    @field_validator("score_head")
    @classmethod
    def check_score_head(cls, note: dict[str, Any] | None) -> dict[str, Any] | None:
        """Refuse a score head whose wars do not exist."""
        must_be(CardScoreHead | None, note)
        return note

    @field_validator("config")
    @classmethod
    def check_config(cls, config: dict[str, Any]) -> dict[str, Any]:
        """Refuse wrong values in the checked fields; the other fields may be those of another version."""
        must_be(CardConfig, config)
        return config

    @model_validator(mode="after")
    def check_wars(self) -> "AgentCard":
        """Refuse an environment that does not exist, and one without the digests that belong to it."""
        if self.env is None:
            return self
        one_of("env", self.env, env_ids())
        must_be(CardWars, {"id": self.env, **self.arguments})
        if None in (self.charts_sha256, self.charts_record_sha256, self.layout_sha256):
            raise ValueError("has an environment without the digests of its charts and its observation")
        return self

    @property
    def game(self) -> str | None:
        """Name of the game that the agent plays; None without an environment."""
        game = None if self.env is None else game_of(self.env)
        return None if game is None else game.name


def layout_digests(game: Game) -> list[str]:
    """Return the digests of all flat observations that a game has."""
    return [layout_digest(layout) for layout in game.envs.layouts.values()]


def flat_lengths(game: Game) -> list[int]:
    """Return the lengths of a game's flat observations: one, or one for each setting of its own."""
    return sorted(layout.length for layout in game.envs.layouts.values())


def write_card(card: AgentCard, agent: Path) -> Path:
    """Write the card beside its agent and return its path."""
    without = {name for name in ("normalization", "data") if getattr(card, name) is None}  # as on earlier cards
    return write_whole(card_path(agent), card.model_dump_json(indent=2, exclude=without) + "\n")


def read_card(agent: Path) -> AgentCard:
    """Return the card of a saved agent, checked against the observation and the actions of this package.

    Raises:
        AgentError: The card is missing, damaged, or of another layout.
    """
    path = card_path(agent)
    try:
        card = AgentCard.model_validate(read_json(path, LARGEST_CARD))
    except FileError as error:
        raise AgentError(f"agent {agent}: its card {path.name}: {error}") from None
    except ValidationError as error:
        raise AgentError(f"agent {agent}: its card {path.name} is broken ({first_error(error)})") from None
    if card.format != CARD_FORMAT:
        raise AgentError(f"agent {agent}: its card has format {card.format}, this package reads {CARD_FORMAT}")
    check_layout(agent, card)
    return card


def check_layout(agent: Path, card: AgentCard) -> None:
    """Refuse a card of another observation or other actions than those of its game; one without a game is not checked.

    Raises:
        AgentError: It has others.
    """
    if card.game is None:
        return
    game, version = game_named(card.game), card.versions.get("stuka_env", "unknown")
    if card.layout_sha256 == DIGEST_BY_NAMES:
        refusal = "its card has a digest of the names in the observation, allowed is one of the numbers"
        raise AgentError(older_format(f"agent {agent}: {refusal}"))
    if card.layout_sha256 not in layout_digests(game):
        raise AgentError(f"agent {agent}: it was made by stuka_env {version}, whose observation has another layout")
    if card.actions != game.envs.actions:
        raise AgentError(
            f"agent {agent}: it knows {card.actions} actions (stuka_env {version}), this package {game.envs.actions}"
        )
