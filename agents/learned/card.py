"""The card of a saved agent: ``name.json`` beside ``name.zip``, everything needed to know what it is and to play it.

The network is built from the card and only its weights are read from the zip, so that no foreign code is run.
"""

import hashlib
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stuka_env import observation
from stuka_env.charts.shape import Charts
from stuka_env.codes import ACTIONS
from stuka_env.files import write_whole

FORMAT = 1
"""Version of the card; raised when a change makes older cards useless."""
DIGEST = r"^[0-9a-f]{64}$"
_BY_NAMES = "29973807c82ff50c81dbbe61336cb5a359d6380ac96b3ce7f5fbfdd94a79aed2"
_BY_NUMBERS = "554547d723e7722a0c526ab26af3b707eaa181204ac00939d0aa4c7a4e46cc7a"
RENEWED_DIGESTS = {_BY_NAMES: _BY_NUMBERS}
"""Digests of observations as cards used to have them, over names and places of the parts, by what they are now.
``tools/renew_cards.py`` writes the cards anew."""


class AgentError(ValueError):
    """A saved agent that cannot be used; one line says why."""


class AgentCard(BaseModel):
    """What a saved agent is."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    format: int = FORMAT
    algorithm: Literal["MaskablePPO"] = "MaskablePPO"
    name: str
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
    points: float = Field(gt=0)
    """Points of the official score that a value of 1 stands for."""
    seed: int
    """The training seed."""
    steps: int
    """Decisions it was trained on."""
    versions: dict[str, str]
    evaluation: dict[str, Any] | None = None
    """What it scored on selection wars; never the final examination."""
    score_head: dict[str, Any] | None = None
    """The wars that its score head was fitted on, and what that came to; None if it has none."""
    config: dict[str, Any]
    """The whole configuration it was trained with."""


def observation_digest() -> str:
    """A digest of what a network needs of the observation: scale and bounds of every number, in their order.

    Not the names of its parts: a network reads numbers, and a part may be called otherwise one day.
    """
    digest = hashlib.sha256()
    for vector in (observation.SCALE, observation.LOW, observation.HIGH):
        digest.update(vector.astype("<f4").tobytes())
    return digest.hexdigest()


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
        card = AgentCard.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise AgentError(f"agent {agent}: its card {path.name} cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise AgentError(f"agent {agent}: its card {path.name} is no text") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise AgentError(f"agent {agent}: its card {path.name} is broken ({where or 'file'}: {first['msg']})") from None
    if card.format != FORMAT:
        raise AgentError(f"agent {agent}: its card has format {card.format}, this package reads {FORMAT}")
    made = card.versions.get("stuka_env", "unknown")
    if current_digest(card) != observation_digest():
        raise AgentError(f"agent {agent}: it was made by stuka_env {made}, whose observation has another layout")
    if card.actions != ACTIONS:
        raise AgentError(f"agent {agent}: it knows {card.actions} actions (stuka_env {made}), this package {ACTIONS}")
    return card
