"""The card of a saved agent: ``name.json`` beside ``name.zip``, everything needed to know what it is and to play it.

The network is built from the card and only its weights are read from the zip, so that no foreign code is run.
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
from stuka_env.charts.shape import Charts
from stuka_env.codes import ACTIONS, SEGMENT_NAMES
from stuka_env.envs.arguments import DURATIONS, OPERATIONS, one_of
from stuka_env.files import write_whole
from stuka_env.networks.saved_models import observation_digest
from stuka_env.quoting import printable
from stuka_env.reading import MIB, FileError, read_json

FORMAT = 1
"""Version of the card; raised when a change makes older cards useless."""
DIGEST = r"^[0-9a-f]{64}$"
MOST_BYTES = MIB
"""Of a card."""
SIZES = {"structured": ("card", "trunk"), "mlp": ("layers",)}
"""What a card must say of a network, by its kind."""
Word = Annotated[str, Field(pattern=r"^[ -~]{0,100}$")]
"""A word that can be shown."""
Count = Annotated[int, Field(ge=0, lt=1 << 53)]
Method = Literal["another agent", "imitation", "expert iteration", "PPO"]
"""A way of making an agent, or of going on with one."""
_BY_NAMES = "29973807c82ff50c81dbbe61336cb5a359d6380ac96b3ce7f5fbfdd94a79aed2"
_BY_NUMBERS = "554547d723e7722a0c526ab26af3b707eaa181204ac00939d0aa4c7a4e46cc7a"
RENEWED_DIGESTS = {_BY_NAMES: _BY_NUMBERS}
"""Digests of observations as cards used to have them, over names and places of the parts, by what they are now.
``tools/renew_cards.py`` writes the cards anew."""


class AgentError(ValueError):
    """A saved agent that cannot be used; one line says why."""


class CardWars(BaseModel):
    """A kind of war on a card; whether its charts are here is not asked."""

    model_config = ConfigDict(strict=True, extra="forbid")

    id: str
    operation: str | None = None
    segment: str | None = None
    duration: str | None = None
    charts: str | None = Field(default=None, max_length=1000)

    @field_validator("id", "operation", "segment", "duration")
    @classmethod
    def known(cls, word: str | None, field: ValidationInfo) -> str | None:
        """Refuse words that stand for nothing."""
        words = {"id": ENVIRONMENTS, "operation": OPERATIONS, "segment": SEGMENT_NAMES, "duration": DURATIONS}
        name = str(field.field_name)
        return word if word is None else one_of(name, word, words[name])

    @field_validator("charts")
    @classmethod
    def can_be_shown(cls, folder: str | None) -> str | None:
        """Refuse what would move a cursor or begin a line."""
        if folder is not None and not folder.isprintable():
            raise ValueError("allowed is a folder of letters that can be printed")
        return folder


class CardScoreHead(BaseModel):
    """What a card says of the score head."""

    model_config = ConfigDict(strict=True, extra="forbid")

    wars: list[CardWars]
    missions: Count
    figures: dict[str, float]


class CardImitation(BaseModel):
    """What a card must say of the imitation that a training began with."""

    model_config = ConfigDict(strict=True)

    teacher: str
    decisions: Count


class CardStart(BaseModel):
    """What a card must say of what a training began with."""

    model_config = ConfigDict(strict=True)

    imitation: CardImitation | None = None


class CardConfig(BaseModel):
    """What a card must say of its training's configuration."""

    model_config = ConfigDict(strict=True)

    start: CardStart | None = None


def first_error(error: ValidationError) -> str:
    """Return what is wrong first, on one line."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return printable(f"{where or 'file'}: {first['msg'].removeprefix('Value error, ')}", 300)


def must_be(kind: Any, value: Any) -> None:
    """Refuse a value that is not of a kind, and leave it as it is.

    Raises:
        ValueError: one line says what is wrong first.
    """
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        raise ValueError(first_error(error)) from None


class AgentCard(BaseModel):
    """What a saved agent is."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    format: int = FORMAT
    algorithm: Literal["MaskablePPO"] = "MaskablePPO"
    name: Word
    """What the training was called."""
    env: str
    """Id of the environment it was trained for."""
    arguments: dict[str, str | None]
    """The environment's arguments: operation, segment, duration, charts."""
    charts_sha256: str = Field(pattern=DIGEST)
    """Digest of the charts as written beside results."""
    charts_record_sha256: str = Field(pattern=DIGEST)
    """Digest of the same charts as the rules see them, which is what a policy meets when it plays."""
    layout_sha256: str = Field(pattern=DIGEST)
    """Digest of the observation, see :func:`observation_digest`."""
    actions: int
    """Actions in the catalogue."""
    network: dict[str, Any]
    """What :mod:`stuka_env.networks.policies` builds the network from."""
    points: float = Field(gt=0, allow_inf_nan=False)
    """Points of the official score that a value of 1 stands for."""
    seed: Seed
    """The training seed."""
    steps: Count
    """Decisions that PPO was trained on; 0 for an agent that was made without PPO."""
    made_by: list[Method] | None = None
    """How the agent was made, in order; None on cards of earlier versions. :attr:`config` has the details."""
    versions: dict[str, Word]
    evaluation: dict[str, Any] | None = None
    """What it scored on selection wars; never the final examination."""
    score_head: dict[str, Any] | None = None
    """The wars that its score head was fitted on, and what that came to; None if it has none."""
    config: dict[str, Any]
    """The whole configuration it was trained with."""

    @field_validator("network")
    @classmethod
    def check_network(cls, network: dict[str, Any]) -> dict[str, Any]:
        """Refuse what is no network of a configuration, or leaves its sizes to the version of this package."""
        must_be(Network, network)
        missing = [name for name in SIZES[network["kind"]] if name not in network]
        if missing:
            raise ValueError(f"{missing[0]} is missing")
        return network

    @field_validator("score_head")
    @classmethod
    def check_score_head(cls, note: dict[str, Any] | None) -> dict[str, Any] | None:
        """Refuse wars that there are not."""
        must_be(CardScoreHead | None, note)
        return note

    @field_validator("config")
    @classmethod
    def check_config(cls, config: dict[str, Any]) -> dict[str, Any]:
        """Refuse what cannot be read of a configuration; other parts may be those of another version."""
        must_be(CardConfig, config)
        return config

    @model_validator(mode="after")
    def check_wars(self) -> "AgentCard":
        """Refuse an environment that there is not."""
        must_be(CardWars, {"id": self.env, **self.arguments})
        return self


def current_digest(card: AgentCard) -> str:
    """The digest on a card as this package writes it, whatever wrote it."""
    return RENEWED_DIGESTS.get(card.layout_sha256, card.layout_sha256)


def record_digest(record: Any) -> str:
    """A digest of charts as the rules see them: a record of Charts.dtype, or an array of one.

    Field by field: copies of a record need not copy what lies between the fields.
    """
    digest = hashlib.sha256()
    for name in (field.name for field in Charts.FIELDS):
        digest.update(np.ascontiguousarray(record[name]).tobytes())
    return digest.hexdigest()


def card_path(agent: Path) -> Path:
    """Where the card of ``agent`` (the zip) lies."""
    return agent.with_suffix(".json")


def write_card(card: AgentCard, agent: Path) -> Path:
    """Write the card beside its agent."""
    return write_whole(card_path(agent), card.model_dump_json(indent=2) + "\n")


def read_card(agent: Path) -> AgentCard:
    """The card of a saved agent, checked against this package's observation and actions.

    Raises:
        AgentError: it is missing, broken, or of another layout.
    """
    path = card_path(agent)
    try:
        card = AgentCard.model_validate(read_json(path, MOST_BYTES))
    except FileError as error:
        raise AgentError(f"agent {agent}: its card {path.name}: {error}") from None
    except ValidationError as error:
        raise AgentError(f"agent {agent}: its card {path.name} is broken ({first_error(error)})") from None
    if card.format != FORMAT:
        raise AgentError(f"agent {agent}: its card has format {card.format}, this package reads {FORMAT}")
    made = card.versions.get("stuka_env", "unknown")
    if current_digest(card) != observation_digest():
        raise AgentError(f"agent {agent}: it was made by stuka_env {made}, whose observation has another layout")
    if card.actions != ACTIONS:
        raise AgentError(f"agent {agent}: it knows {card.actions} actions (stuka_env {made}), this package {ACTIONS}")
    return card
