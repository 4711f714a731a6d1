"""The card of a saved agent: ``name.json`` beside ``name.zip``, with all that is needed to identify and to load it.

The network is built from the card. Only the weights are read from the zip, so no foreign code is run.
"""

import hashlib
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from agents.config_parts import Network, Seed
from stuka_env import ENVIRONMENTS
from stuka_env.arguments import one_of
from stuka_env.files import write_whole
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, SEGMENT_NAMES
from stuka_env.games.stuka.networks.saved_models import observation_digest
from stuka_env.games.stuka.scenario.arguments import DURATION_CODES, OPERATION_CODES
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.quoting import printable
from stuka_env.reading import MIB, FileError, read_json

CARD_FORMAT = 1
"""Version of the card; it grows with changes that make older cards unusable."""
DIGEST_PATTERN = r"^[0-9a-f]{64}$"
LARGEST_CARD = MIB
"""Maximum number of bytes of a card."""
NETWORK_SIZES = {"structured": ("card", "trunk"), "mlp": ("layers",)}
"""Required fields of a network, by its kind."""
Word = Annotated[str, Field(pattern=r"^[ -~]{0,100}$")]
"""A word of printable ASCII characters."""
Count = Annotated[int, Field(ge=0, lt=1 << 53)]
Method = Literal["another agent", "imitation", "expert iteration", "PPO"]
"""A step in making an agent."""
_BY_NAMES = "29973807c82ff50c81dbbe61336cb5a359d6380ac96b3ce7f5fbfdd94a79aed2"
_BY_NUMBERS = "554547d723e7722a0c526ab26af3b707eaa181204ac00939d0aa4c7a4e46cc7a"
RENEWED_DIGESTS = {_BY_NAMES: _BY_NUMBERS}
"""Present digests of observations by the former ones, which were over names and places of the parts.
``tools/renew_cards.py`` writes the present digests into cards."""


class AgentError(ValueError):
    """A saved agent that cannot be used; the message is one line."""


class CardWars(BaseModel):
    """A kind of war on a card; its charts need not exist here."""

    model_config = ConfigDict(strict=True, extra="forbid")

    id: str
    operation: str | None = None
    segment: str | None = None
    duration: str | None = None
    charts: str | None = Field(default=None, max_length=1000)

    @field_validator("id", "operation", "segment", "duration")
    @classmethod
    def known(cls, word: str | None, field: ValidationInfo) -> str | None:
        """Refuse unknown words."""
        words = {"id": ENVIRONMENTS, "operation": OPERATION_CODES, "segment": SEGMENT_NAMES, "duration": DURATION_CODES}
        name = str(field.field_name)
        return word if word is None else one_of(name, word, words[name])

    @field_validator("charts")
    @classmethod
    def can_be_shown(cls, folder: str | None) -> str | None:
        """Refuse control characters."""
        if folder is not None and not folder.isprintable():
            raise ValueError("allowed is a folder whose name has only printable characters")
        return folder


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
    return printable(f"{where or 'file'}: {first['msg'].removeprefix('Value error, ')}", 300)


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
    algorithm: Literal["MaskablePPO"] = "MaskablePPO"
    name: Word
    """Name of the training."""
    env: str
    """Id of the environment it was trained for."""
    arguments: dict[str, str | None]
    """The environment's arguments: operation, segment, duration, charts."""
    charts_sha256: str = Field(pattern=DIGEST_PATTERN)
    """Digest of the charts, as in results."""
    charts_record_sha256: str = Field(pattern=DIGEST_PATTERN)
    """Digest of the same charts as a record (:func:`record_digest`), which is the form that a policy gets."""
    layout_sha256: str = Field(pattern=DIGEST_PATTERN)
    """Digest of the observation, see :func:`observation_digest`."""
    actions: int
    """Number of actions in the catalogue."""
    network: dict[str, Any]
    """Arguments from which :mod:`stuka_env.games.stuka.networks.policies` builds the network."""
    points: float = Field(gt=0, allow_inf_nan=False)
    """Points of the official score for a value of 1."""
    seed: Seed
    """The training seed."""
    steps: Count
    """Decisions that PPO was trained on; 0 for an agent that was made without PPO."""
    made_by: list[Method] | None = None
    """Steps that made the agent, in order; None on cards of earlier versions. :attr:`config` has the details."""
    versions: dict[str, Word]
    evaluation: dict[str, Any] | None = None
    """Figures of the evaluation on selection wars, which are never those of an evaluation."""
    score_head: dict[str, Any] | None = None
    """The wars that the score head was fitted on, and the figures of the fit; None without a score head."""
    config: dict[str, Any]
    """The whole configuration of the training."""

    @field_validator("network")
    @classmethod
    def check_network(cls, network: dict[str, Any]) -> dict[str, Any]:
        """Refuse an unknown network, or one without its sizes, whose defaults may change with the version."""
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
        """Refuse an environment that does not exist."""
        must_be(CardWars, {"id": self.env, **self.arguments})
        return self


def current_digest(card: AgentCard) -> str:
    """Return the digest of the card's observation in its present form."""
    return RENEWED_DIGESTS.get(card.layout_sha256, card.layout_sha256)


def record_digest(record: Any) -> str:
    """Return a digest of charts, given as a record of ``Charts.dtype`` or as an array of one.

    Fields are read one by one, because copies of a record need not copy the padding between them.
    """
    digest = hashlib.sha256()
    for name in (field.name for field in Charts.FIELDS):
        digest.update(np.ascontiguousarray(record[name]).tobytes())
    return digest.hexdigest()


def policy_charts_digest(spec: WarSpec) -> str:
    """Return the digest of the charts that a policy meets in such wars: of their record, or of the draw."""
    return record_digest(spec.charts.record) if spec.random is None else spec.charts_digest()


def card_path(agent: Path) -> Path:
    """Return the path of the card of ``agent``, which is the path of its zip."""
    return agent.with_suffix(".json")


def write_card(card: AgentCard, agent: Path) -> Path:
    """Write the card beside its agent and return its path."""
    return write_whole(card_path(agent), card.model_dump_json(indent=2) + "\n")


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
    version = card.versions.get("stuka_env", "unknown")
    if current_digest(card) != observation_digest():
        raise AgentError(f"agent {agent}: it was made by stuka_env {version}, whose observation has another layout")
    if card.actions != ACTIONS:
        raise AgentError(
            f"agent {agent}: it knows {card.actions} actions (stuka_env {version}), this package {ACTIONS}"
        )
    return card
