"""The card that is written beside a saved agent: what it was trained for, and how long.

``agents/learned/card.py`` reads it. Safetensors hold weights alone, so their card also describes the model (``data``).
A zip needs no card: it describes its own network.
"""

import hashlib
import json
import os
import platform
import warnings
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from stuka_env.declared.layouts import Layout
from stuka_env.game import DEFAULT_GAME, Game, game_named, game_of
from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, FileError, read_json
from stuka_env.version import __version__

CARD_FORMAT = 1
"""Version of the card; it grows with changes that make older cards unusable."""
LARGEST_CARD = MIB
"""Maximum number of bytes of a card."""
PLAIN_NETWORK: Mapping[str, Any] = {"kind": "plain"}
"""A network on a card that its own file describes."""
RECORDED_LIBRARIES = ("torch", "stable-baselines3", "sb3-contrib", "numpy", "gymnasium")
"""Libraries whose versions are on a card."""


def card_path(agent: str | os.PathLike[str]) -> Path:
    """Return the path of the card of ``agent``, which is the path of its file."""
    return Path(agent).with_suffix(".json")


def layout_digest(layout: Layout) -> str:
    """Return a digest of the flat observation as networks read it: scale and bounds of every number, in order.

    The names of its parts are not in it: a network reads numbers, and a part may be renamed.
    """
    digest = hashlib.sha256()
    for vector in (layout.scale, layout.low, layout.high):
        digest.update(vector.astype("<f4").tobytes())
    return digest.hexdigest()


def record_digest(record: Any, game: str = DEFAULT_GAME) -> str:
    """Return a digest of a game's charts, given as a record of ``Charts.dtype`` or as an array of one.

    Fields are read one by one, because copies of a record need not copy the padding between them.
    """
    digest = hashlib.sha256()
    for name in (field.name for field in game_named(game).engine.arrays.kinds.charts.FIELDS):
        digest.update(np.ascontiguousarray(record[name]).tobytes())
    return digest.hexdigest()


def policy_charts_digest(spec: Any) -> str:
    """Return the digest of the charts that a policy meets in such wars: of their record, or of the draw."""
    digest: str = record_digest(spec.charts.record, spec.game) if spec.random is None else spec.charts_digest()
    return digest


def library_versions() -> dict[str, str]:
    """Return the versions of the package and of the libraries that an agent is made with."""
    versions = {"stuka_env": __version__, "python": platform.python_version()}
    for library in RECORDED_LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            continue
    return versions


def write_agent_card(
    model: Any,
    agent: str | os.PathLike[str],
    network: Mapping[str, Any] = PLAIN_NETWORK,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write the card of a model of Stable-Baselines3 beside its file.

    A model without an environment of this package gets a card without one; it has the decisions all the same. Another
    file in the place of the card is not overwritten; a warning names it.

    Args:
        model: the model, of any algorithm.
        agent: the path of its file.
        network: the network as ``agents/config_parts.py`` describes it.
        data: everything about the model that is no weight; None if its file has it.

    Raises:
        OSError: the card cannot be written.
    """
    path = card_path(agent)
    if path.exists() and not is_card(path):
        warnings.warn(f"{path} is no card of an agent and stays as it is; {agent} has no card", stacklevel=2)
        return
    card = {
        "format": CARD_FORMAT,
        "algorithm": type(model).__name__,
        "name": "".join(letter if " " <= letter <= "~" else "_" for letter in Path(agent).stem)[:100],
        **_wars_of(model),
        "actions": int(model.action_space.n),
        "network": dict(network),
        "points": 100.0,
        "seed": model.seed,
        "steps": int(model.num_timesteps),
        "versions": library_versions(),
        "normalization": _normalization_of(model),
        "config": {},
    } | ({} if data is None else {"data": dict(data)})
    write_whole(path, json.dumps(card, indent=2) + "\n")


def is_card(path: Path) -> bool:
    """Whether a file is the card of an agent."""
    try:
        contents = read_json(path, LARGEST_CARD)
    except FileError:
        return False
    return isinstance(contents, dict) and {"format", "charts_sha256", "network", "steps"} <= contents.keys()


def spec_of(envs: Any) -> Any:
    """Return Gymnasium's ``EnvSpec`` of environments of Stable-Baselines3; None if they have none."""
    try:
        return None if envs is None else envs.get_attr("spec")[0]
    except AttributeError:
        return None


def _wars_of(model: Any) -> dict[str, Any]:
    """Return the entries of a card about the wars of a model's environment."""
    spec = spec_of(model.get_env())
    game = None if spec is None else game_of(spec.id)
    if spec is None or game is None:
        unknown = ("env", "charts_sha256", "charts_record_sha256", "layout_sha256")
        return dict.fromkeys(unknown) | {"arguments": {}}
    given = {name: value for name, value in spec.kwargs.items() if name in game.envs.argument_names}
    war, details = game.envs.read_arguments(game.ids.index(spec.id), **given)
    return {
        "env": spec.id,
        "arguments": _card_arguments(given),
        "charts_sha256": war.charts_digest(),
        "charts_record_sha256": policy_charts_digest(war),
        "layout_sha256": game_layout_digest(game, details),
    }


def _card_arguments(given: Mapping[str, Any]) -> dict[str, str | int | None]:
    """Return the arguments of an environment that a card has: plain values, without the seed of drawn charts."""
    plain = {name: os.fspath(value) if isinstance(value, os.PathLike) else value for name, value in given.items()}
    return {
        name: value for name, value in plain.items() if isinstance(value, str | int | None) and name != "charts_seed"
    }


def game_layout_digest(game: Game, details: str | None = None) -> str:
    """Return the digest of the flat observation of a game, with the game's own setting of it."""
    return layout_digest(game.envs.layout(details))


def _normalization_of(model: Any) -> dict[str, Any] | None:
    """Return the statistics by which a ``VecNormalize`` changes the observations of a model; None if it does not."""
    envs = model.get_vec_normalize_env()
    if envs is None or not envs.norm_obs or isinstance(envs.obs_rms, dict):
        return None
    return {
        "mean": envs.obs_rms.mean.tolist(),
        "variance": envs.obs_rms.var.tolist(),
        "epsilon": float(envs.epsilon),
        "clip": float(envs.clip_obs),
    }
