"""Models of MaskablePPO in files that run nothing when they are loaded.

Stable-Baselines3 pickles every attribute of a model that is no plain value, and unpickling runs code. The files here
are safetensors with a card, which names the class of the policy and the spaces: :func:`load_model` knows them. Earlier
versions wrote zips of Stable-Baselines3 without pickles. :func:`load_model` reads them too, as does
``MaskablePPO.load`` with :func:`custom_objects`.
"""

import math
import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.save_util import save_to_zip_file

from stuka_env.declared.layouts import Layout
from stuka_env.envs.agent_card import PLAIN_NETWORK, card_path, is_card, layout_digest, write_agent_card
from stuka_env.game import DEFAULT_GAME, game_names
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import older_format, printable, quoted
from stuka_env.io.reading import FileError
from stuka_env.networks.model_files import (
    DATA,
    OPTIMIZER,
    VARIABLES,
    ModelFile,
    ZippedModel,
    card_data,
    pickled_entries,
    read_model_file,
    tensor_contents,
)
from stuka_env.networks.parts import NetworkParts, Shapes, StructuredParts, all_layouts, networks_of
from stuka_env.networks.policies import LAYOUT_NETWORK, DensePolicy, LayoutPolicy, ScoringPolicy
from stuka_env.policy import SAFETENSORS

STRUCTURED, BY_LAYOUT, DENSE, MLP = "StructuredPolicy", "LayoutPolicy", "DensePolicy", "MlpPolicy"
"""Names of the policies in files: that of the game, those of this package, and that of sb3-contrib."""
OWN_MODULES = ("agents.learned.network", "stuka_env.networks.policies", "stuka_env.games.stuka.networks.policies")
"""Modules of the policies in files with pickled entries, and where they were before the first release."""
SCORE_WEIGHTS = "score_net."
"""Prefix of the names of the score head's weights."""
LARGEST_WIDTH = 4096
MOST_GATHERED = 1 << 20
"""Largest number of decisions between two updates, in all wars: loading a model allocates memory for them."""


class SavedModelError(ValueError):
    """A model that cannot be loaded or saved; the message gives the reason."""


class Setting(NamedTuple):
    """The values that a plain entry of ``data`` may have."""

    kind: type
    low: float = 0.0
    high: float = 0.0
    optional: bool = False

    def fits(self, value: object) -> bool:
        """Return whether a value is allowed."""
        if value is None or isinstance(value, bool):
            return self.optional if value is None else self.kind is bool
        number = isinstance(value, int | float) and (isinstance(value, int) or self.kind is float)
        return number and self.kind is not bool and self.low <= value <= self.high  # type: ignore[operator]


MANY = 2.0**53
"""The largest number of a setting that has no limit of its own."""
MODEL_SETTINGS = {
    "n_envs": Setting(int, 1, 65_536),
    "num_timesteps": Setting(int, 0, MANY),
    "_total_timesteps": Setting(int, 0, MANY),
    "seed": Setting(int, 0, MANY, optional=True),
    "n_steps": Setting(int, 1, MOST_GATHERED),
    "batch_size": Setting(int, 1, MANY),
    "n_epochs": Setting(int, 1, MANY),
    "gamma": Setting(float, 0, 1),
    "gae_lambda": Setting(float, 0, 1),
    "ent_coef": Setting(float, 0, MANY),
    "vf_coef": Setting(float, 0, MANY),
    "max_grad_norm": Setting(float, 0, MANY),
    "normalize_advantage": Setting(bool),
    "target_kl": Setting(float, 0, MANY, optional=True),
    "clip_range_vf": Setting(float, 0, MANY, optional=True),
    "use_sde": Setting(bool),
    "sde_sample_freq": Setting(int, -1, MANY),
    "verbose": Setting(int, 0, 2),
    "learning_rate": Setting(float, 0, MANY),
    "clip_range": Setting(float, 0, MANY),
}
"""Attributes of a model that are in its file as they are. The state of a training is not among them."""


# --- the data of a file ---


def policy_classes(networks: NetworkParts) -> dict[str, type[MaskableActorCriticPolicy]]:
    """Return the policies of a game that can be in a file, by their names there."""
    encoded = {name: parts.policy for name, parts in encoded_networks(networks).items()}
    return encoded | {DENSE: DensePolicy, MLP: MaskableActorCriticPolicy}


def encoded_networks(networks: NetworkParts) -> dict[str, StructuredParts]:
    """Return the networks of a game that encode the mat, by the names of their policies in files."""
    own = {} if networks.structured is None else {STRUCTURED: networks.structured}
    return own | {BY_LAYOUT: LAYOUT_NETWORK}


class FlatSpaces(NamedTuple):
    """A flat observation, and the game that has it."""

    networks: NetworkParts
    layout: Layout

    @property
    def entry(self) -> dict[str, str]:
        """The entry of a file that names the observation."""
        return {"observation": "flat", "sha256": layout_digest(self.layout)}

    def objects(self, policy: str) -> dict[str, Any]:
        """Return the entries of a model that a file only names: the class of the policy, and the spaces."""
        return {
            "policy_class": policy_classes(self.networks)[policy],
            "observation_space": self.layout.space("flat"),
            "action_space": gymnasium.spaces.Discrete(self.networks.actions),
        }


def default_spaces(game: str = DEFAULT_GAME) -> FlatSpaces:
    """Return the default flat observation of a game."""
    networks = networks_of(game)
    return FlatSpaces(networks, next(iter(networks.layouts.values())))


def custom_objects(
    policy: type[MaskableActorCriticPolicy] | str | os.PathLike[str] | None = None, game: str = DEFAULT_GAME
) -> dict[str, Any]:
    """Return the ``custom_objects`` with which ``MaskablePPO.load`` reads a zip that an earlier version wrote.

    ``MaskablePPO.load`` unpickles every other entry that a file may have: use it for files of your own alone.

    Args:
        policy: the file, or the policy that it names; None is the structured policy.
        game: the game that it plays, if ``policy`` is no file.

    Raises:
        SavedModelError: the file cannot be read, or is none of this package.
    """
    if policy is None:
        return default_spaces(game).objects(STRUCTURED)
    if isinstance(policy, type):
        return default_spaces(game).objects(MLP) | {"policy_class": policy}
    try:
        data = read_model_file(policy).data
        return check_data(data).objects(data["policy_class"])
    except FileError as error:
        raise SavedModelError(f"model {policy}: {error}") from None


def model_data(
    settings: dict[str, Any], policy: str, policy_kwargs: dict[str, Any], spaces: FlatSpaces
) -> dict[str, Any]:
    """Return the ``data`` of a file: plain values, checked as :func:`load_model` checks them.

    Args:
        settings: attributes of the model, those of :data:`MODEL_SETTINGS`.
        policy: a name of :func:`policy_classes`.
        policy_kwargs: arguments of the policy besides the spaces.
        spaces: the observation that the policy reads.

    Raises:
        FileError: a value cannot be in a file; the message says which.
    """
    data = {
        "policy_class": policy,
        "policy_kwargs": policy_kwargs,
        "observation_space": spaces.entry,
        "action_space": spaces.networks.actions,
        **settings,
    }
    check_data(data)
    return data


def check_data(data: dict[str, Any]) -> FlatSpaces:
    """Refuse ``data`` that no model of this package has, and return the observation that its policy reads.

    Raises:
        FileError: the message says what is wrong.
    """
    named = ("policy_class", "policy_kwargs", "observation_space", "action_space")
    for name in (*named, *MODEL_SETTINGS):
        if name not in data:
            raise FileError(f"its {DATA} lacks {name}")
    for name, value in data.items():
        if name in MODEL_SETTINGS:
            if not MODEL_SETTINGS[name].fits(value):
                raise FileError(f"its {name} is {quoted(value)}, allowed is {_allowed(MODEL_SETTINGS[name])}")
        elif name not in named:
            raise FileError(f"its {DATA} has {quoted(name)}, allowed are plain settings of MaskablePPO")
    if data["n_steps"] * data["n_envs"] > MOST_GATHERED:
        gathered = f"{data['n_steps']} decisions in {data['n_envs']} wars"
        raise FileError(f"gathers {gathered} for an update, allowed are {MOST_GATHERED:,} in all")
    if data["use_sde"]:
        raise FileError("its use_sde is True, allowed is False")
    spaces = spaces_named(data["observation_space"])
    actions, classes = spaces.networks.actions, policy_classes(spaces.networks)
    if data["action_space"] != actions:
        raise FileError(f"it knows {quoted(data['action_space'])} actions, this package {actions}")
    if not isinstance(data["policy_class"], str) or data["policy_class"] not in classes:
        raise FileError(f"has the policy {quoted(data['policy_class'])}, allowed is {' or '.join(classes)}")
    check_policy_kwargs(data["policy_class"], data["policy_kwargs"], spaces.networks)
    return spaces


def spaces_named(entry: object) -> FlatSpaces:
    """Return the flat observation that the ``data`` of a file names.

    Raises:
        FileError: no game has it.
    """
    for networks, layout in all_layouts():
        spaces = FlatSpaces(networks, layout)
        if entry == spaces.entry:
            return spaces
    raise FileError("it was made for another observation than this package's flat one")


def _allowed(setting: Setting) -> str:
    if setting.kind is bool:
        return "True or False"
    words = "a whole number" if setting.kind is int else "a number"
    return f"{words} from {setting.low:,g} to {setting.high:,g}{' or none' if setting.optional else ''}"


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_width(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_WIDTH


def _is_net_arch(value: object) -> bool:
    if not isinstance(value, dict) or value.keys() != {"pi", "vf"}:
        return False
    return all(isinstance(widths, list) and all(map(_is_width, widths)) for widths in value.values())


Checks = dict[str, Callable[[object], bool]]
"""Checks of values by name."""


def policy_checks(policy: str, networks: NetworkParts) -> tuple[Checks, Checks]:
    """Return the arguments that a policy of :func:`policy_classes` must have, and those that it may have."""
    own = encoded_networks(networks).get(policy)
    if own is not None:
        return dict.fromkeys(own.widths, _is_width), dict.fromkeys((*own.flags, "score_head"), _is_flag)
    flags = () if policy == MLP else ("score_head",) if networks.roster is None else ("roster", "score_head")
    return {"net_arch": _is_net_arch}, dict.fromkeys(flags, _is_flag)


def check_policy_kwargs(policy: str, kwargs: Any, networks: NetworkParts) -> None:
    """Refuse sizes of a network that a policy of :func:`policy_classes` cannot have.

    Raises:
        FileError: the message says which.
    """
    required, optional = policy_checks(policy, networks)
    allowed = required | optional
    if not isinstance(kwargs, dict):
        raise FileError(f"its policy_kwargs are {quoted(kwargs)}, allowed is a mapping")
    for name, value in kwargs.items():
        if name not in allowed:
            raise FileError(f"its policy_kwargs have {quoted(name)}, {policy} in a file has {', '.join(allowed)}")
        if not allowed[name](value):
            raise FileError(f"its policy_kwargs have {quoted(value)} as {name}")
    missing = [name for name in required if name not in kwargs]
    if missing:
        raise FileError(f"its policy_kwargs lack {missing[0]}")


# --- the weights ---


def has_score_head(weights: dict[str, torch.Tensor]) -> bool:
    """Return whether there are weights of a score head among those of an agent."""
    return any(name.startswith(SCORE_WEIGHTS) for name in weights)


def check_sizes(
    policy: type[MaskableActorCriticPolicy], kwargs: dict[str, Any], weights: dict[str, Any], spaces: FlatSpaces
) -> None:
    """Refuse sizes that the weights do not have, before a network of such sizes takes memory and time.

    Raises:
        FileError: the message says which weights have another shape.
    """
    shapes: Shapes = {}
    encoded, roster = encoded_networks(spaces.networks).values(), spaces.networks.roster
    own = next((parts for parts in encoded if parts.policy is policy), None)
    if own is not None:
        shapes = own.shapes(kwargs)
    else:
        for name, stack in (("policy_net", "pi"), ("value_net", "vf")):
            inputs = roster.length if roster is not None and kwargs.get("roster") else spaces.layout.length
            widths = [inputs, *kwargs["net_arch"][stack]]
            for layer, (before, after) in enumerate(zip(widths, widths[1:], strict=False)):
                shapes[f"mlp_extractor.{name}.{2 * layer}.weight"] = (after, before)
    check_shapes(shapes, {name: weights[name] for name in shapes if name in weights})


def check_shapes(shapes: Shapes, weights: dict[str, torch.Tensor]) -> None:
    """Refuse weights with other names or shapes.

    Raises:
        FileError: the message names the first one.
    """
    for name, shape in shapes.items():
        if name not in weights:
            raise FileError(f"lacks the weights {name}")
        if tuple(weights[name].shape) != shape:
            raise FileError(f"has weights {name} of shape {quoted(tuple(weights[name].shape))} in place of {shape}")
    for name in weights:
        if name not in shapes:
            raise FileError(f"has weights {quoted(name)}, which no such network has")


def put_weights(policy: torch.nn.Module, weights: dict[str, torch.Tensor]) -> None:
    """Give a policy its weights.

    Raises:
        FileError: they are of another network.
    """
    check_shapes({name: tuple(tensor.shape) for name, tensor in policy.state_dict().items()}, weights)
    policy.load_state_dict(weights)


def check_optimizer(store: Any) -> None:
    """Refuse a state of the optimiser that Adam does not have.

    Raises:
        FileError: it is no such state.
    """
    like = torch.optim.Adam([torch.zeros(1)], betas=(0.9, 0.999)).state_dict()["param_groups"][0]
    try:
        (group,) = store["param_groups"]
        whole = store.keys() == {"state", "param_groups"} and group.keys() == like.keys()
        whole = whole and group["params"] == list(range(len(group["params"])))
        whole = whole and all(_is_like(group[name], value) for name, value in like.items() if name != "params")
        for number, moments in store["state"].items():
            whole = whole and number in group["params"] and moments.keys() == {"step", "exp_avg", "exp_avg_sq"}
            whole = whole and all(isinstance(moment, torch.Tensor) for moment in moments.values())
    except (TypeError, ValueError, AttributeError, KeyError):
        whole = False
    if not whole:
        raise FileError(f"its {OPTIMIZER} is no state of Adam")


def _is_like(value: object, like: object) -> bool:
    """Return whether a setting of the optimiser is of its usual kind."""
    if isinstance(like, tuple):
        return isinstance(value, tuple) and len(value) == len(like) and all(map(_is_like, value, like))
    if isinstance(like, bool) or like is None:
        return value is None or isinstance(value, bool)
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


def check_moments(optimizer: torch.optim.Optimizer) -> None:
    """Refuse moments of another shape than the weights that they belong to.

    Raises:
        FileError: there are some.
    """
    for weights, moments in optimizer.state.items():
        for name, moment in moments.items():
            if moment.shape != (() if name == "step" else weights.shape) or not moment.isfinite().all():
                raise FileError(f"its {OPTIMIZER} is of another network")


# --- loading ---


def load_model(
    path: str | os.PathLike[str], env: Any = None, device: torch.device | str = "auto", trust_pickles: bool = False
) -> MaskablePPO:
    """Return the model in a file: it predicts, and with an environment it can go on training.

    Nothing in the file is run, and the size of the file bounds the memory.

    Args:
        path: a file of :func:`save_model` or of ``train.py``, or a zip of an earlier version or of ``MaskablePPO``.
        env: environment to train in, as for ``MaskablePPO``; None if it is only to predict.
        device: where it computes, as for ``MaskablePPO``.
        trust_pickles: load files with pickled entries too, as ``MaskablePPO.save`` writes them. Unpickling runs
            whatever code the author of the file has put there.

    Raises:
        SavedModelError: it cannot be loaded; the message gives the reason.
    """
    try:
        file = read_model_file(path, also=(VARIABLES,))
        own_class(file.data.get("policy_class"), default_spaces().networks)
        if isinstance(file, ZippedModel) and (pickled := pickled_entries(file.data)):
            if not trust_pickles:
                raise FileError(
                    f"has pickled entries ({printable(', '.join(pickled), 120)}), and loading those can run any code; "
                    "trust_pickles=True loads it all the same"
                )
            model = _load_pickled(file, env, device)
        else:
            model = _load_plain(file, env, device)
    except FileError as error:
        raise SavedModelError(f"model {path}: {error}") from None
    return model


def _load_plain(file: ModelFile, env: Any, device: torch.device | str) -> MaskablePPO:
    """Load a file without pickles: Stable-Baselines3 gets only values that were read and checked here."""
    if isinstance(file, ZippedModel) and VARIABLES in file.members:
        raise FileError(f"has {VARIABLES}, which no file of save_model has")
    data, weights, optimizer = file.data, file.weights, file.optimizer
    spaces = check_data(data)
    if data["policy_kwargs"].get("odds"):
        raise FileError("reads the odds under the charts in force, which no environment shows; load_policy flies it")
    if data["policy_kwargs"].get("advised"):
        raise FileError("reads the choice of a script, which no environment shows; load_policy flies it")
    objects = spaces.objects(data["policy_class"])
    check_sizes(objects["policy_class"], data["policy_kwargs"], weights, spaces)
    check_optimizer(optimizer)
    checked = BytesIO()
    save_to_zip_file(checked, data, {"policy": weights, "policy.optimizer": optimizer})
    checked.seek(0)
    try:
        model: MaskablePPO = MaskablePPO.load(checked, env=env, device=device, custom_objects=objects)
    except (RuntimeError, ValueError) as error:
        raise _cannot_be_loaded(error) from None
    check_moments(model.policy.optimizer)
    return model


def _load_pickled(file: ZippedModel, env: Any, device: torch.device | str) -> MaskablePPO:
    """Load a file with pickles: they are unpickled."""
    try:
        model: MaskablePPO = MaskablePPO.load(BytesIO(file.contents), env=env, device=device)
    except Exception as error:  # whatever the pickles do
        raise _cannot_be_loaded(error) from error
    return model


def own_class(policy: Any, networks: NetworkParts) -> type[MaskableActorCriticPolicy] | None:
    """Return the policy of a game that the entry ``policy_class`` of a file names; None if it names another policy.

    A pickled class is known by its module and by the names of its functions in the text that Stable-Baselines3 writes.

    Raises:
        FileError: the policy has moved since the file was written.
    """
    if isinstance(policy, str):
        return policy_classes(networks).get(policy)
    if not isinstance(policy, dict) or policy.get("__module__") not in OWN_MODULES:
        return None
    name, module = DENSE if f"function {DENSE}." in str(policy) else STRUCTURED, policy["__module__"]
    own = policy_classes(networks).get(name)
    if own is not None and own.__module__ != module:
        raise FileError(older_format(f"has the policy {module}.{name}, allowed is {own.__module__}.{name}"))
    return own


def _cannot_be_loaded(error: Exception) -> FileError:
    words = " ".join(str(error).split()) or type(error).__name__
    return FileError(f"cannot be loaded ({printable(words, 200)})")


# --- saving ---


def save_model(model: MaskablePPO, path: str | os.PathLike[str]) -> Path:
    """Write a model into a file that runs nothing when it is loaded, and its card; return the path of the file.

    The card, a JSON file beside it, has everything that is no weight. That is the policy, the settings and decisions of
    the training, and the environment with its charts.

    A schedule of a number is saved as the number that it begins with. ``model.save`` of Stable-Baselines3 writes
    pickles, which :func:`load_model` refuses.

    Args:
        model: on the flat observation, with a policy of :func:`policy_classes`.
        path: the file, written whole or not at all. ``mine.safetensors`` has the card ``mine.json``.

    Raises:
        SavedModelError: the model has something that cannot be in such a file; the message says what.
        OSError: the file cannot be written.
    """
    try:
        if Path(path).suffix != SAFETENSORS:
            raise FileError(f"the file has the suffix {quoted(Path(path).suffix)}, allowed is {SAFETENSORS}")
        if card_path(path).exists() and not is_card(card_path(path)):
            raise FileError(f"{card_path(path)} is no card of an agent and stays as it is")
        contents, data = model_contents(model, model_settings(model))
    except FileError as error:
        raise SavedModelError(f"model for {path}: {error}") from None
    write_agent_card(model, path, card_network(model.policy), data)
    return write_whole(path, contents)


def card_network(policy: MaskableActorCriticPolicy) -> dict[str, Any]:
    """Return the network of a policy as cards describe it; PLAIN_NETWORK for one that Stable-Baselines3 built."""
    sizes = policy_sizes(policy)
    sizes.pop("score_head", None)
    if "net_arch" not in sizes:
        return {"kind": "layout" if isinstance(policy, LayoutPolicy) else "structured", **sizes}
    layers = sizes.pop("net_arch")
    if not isinstance(policy, DensePolicy) or layers["pi"] != layers["vf"]:
        return dict(PLAIN_NETWORK)
    return {"kind": "mlp", "layers": layers["pi"], **sizes}


def model_settings(model: MaskablePPO) -> dict[str, Any]:
    """Return those of :data:`MODEL_SETTINGS` that a model has, cut to what may be in a file.

    Of a schedule the number that it begins with is returned.
    """
    settings = {name: getattr(model, name) for name in MODEL_SETTINGS}
    settings = {name: float(setting(1.0)) if callable(setting) else setting for name, setting in settings.items()}
    settings["n_steps"] = min(settings["n_steps"], max(1, MOST_GATHERED // settings["n_envs"]))
    settings["max_grad_norm"] = min(settings["max_grad_norm"], MANY)
    return settings


def model_contents(model: MaskablePPO, settings: dict[str, Any], moments: bool = True) -> tuple[bytes, dict[str, Any]]:
    """Return the file of a model, and the entry ``data`` of its card.

    Args:
        model: its policy and its spaces.
        settings: those of :data:`MODEL_SETTINGS`.
        moments: whether to keep the moments of the optimiser, two thirds of the file.

    Raises:
        FileError: the model has something that cannot be in such a file; the message says what.
    """
    policy = model.policy
    kinds = {kind: name for game in game_names() for name, kind in policy_classes(networks_of(game)).items()}
    if type(policy) not in kinds:
        raise FileError(
            f"has the policy {type(policy).__name__}, allowed is {STRUCTURED} or {BY_LAYOUT} or {DENSE} or {MLP}"
        )
    if type(policy.optimizer) is not torch.optim.Adam:
        raise FileError(f"has the optimiser {type(policy.optimizer).__name__}, allowed is Adam")
    data = model_data(settings, kinds[type(policy)], policy_sizes(policy), spaces_of(model))
    parameters: dict[str, Any] = model.get_parameters()
    optimizer = parameters["policy.optimizer"]
    return tensor_contents(parameters["policy"], optimizer if moments else None), card_data(data, optimizer)


def spaces_of(model: MaskablePPO) -> FlatSpaces:
    """Return the flat observation that a model reads.

    Raises:
        FileError: it reads another one.
    """
    for networks, layout in all_layouts():
        if model.observation_space == layout.space("flat"):
            return FlatSpaces(networks, layout)
    raise FileError("has another observation than the flat one")


def policy_sizes(policy: MaskableActorCriticPolicy) -> dict[str, Any]:
    """Return the arguments of a policy besides the spaces.

    Raises:
        FileError: it was made with something that cannot be in a file.
    """
    head = {"score_head": True} if isinstance(policy, ScoringPolicy) and policy.score_net is not None else {}
    sizes = getattr(policy, "sizes", None)  # of a policy that encodes the mat
    if sizes is not None:
        own: dict[str, Any] = sizes._asdict()
        return own | head
    usual = torch.nn.ReLU if isinstance(policy, DensePolicy) else torch.nn.Tanh
    if policy.activation_fn is not usual:
        raise FileError(f"has the activation function {policy.activation_fn.__name__}, allowed is {usual.__name__}")
    if isinstance(policy, DensePolicy) and policy.roster:
        head |= {"roster": True}
    layers = policy.net_arch if isinstance(policy.net_arch, dict) else {"pi": policy.net_arch, "vf": policy.net_arch}
    return {"net_arch": {stack: list(layers.get(stack, [])) for stack in ("pi", "vf")}} | head
