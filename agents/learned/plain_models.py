"""Networks that Stable-Baselines3 and sb3-contrib built, from their files, without running anything that is in them.

The classes of a model are pickled in its zip. Nothing is unpickled: Stable-Baselines3 also writes readable words beside
each pickle, and the names and shapes of the weights tell the layers. So any network of dense layers on the flat
observation can be rebuilt, with an LSTM before them or not. Another network is refused.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from agents.learned.card import AgentError, CardNormalization, flat_lengths
from agents.learned.learned_policy import filled_network
from stuka_env.game import Game
from stuka_env.io.quoting import quoted
from stuka_env.io.reading import FileError
from stuka_env.networks.model_files import VARIABLES, ModelFile, read_model_file
from stuka_env.networks.policies import ScoringPolicy
from stuka_env.networks.saved_models import (
    FlatSpaces,
    check_policy_kwargs,
    check_shapes,
    default_spaces,
    own_class,
    spaces_named,
)


class ActorKind(NamedTuple):
    """The part of a family of networks that chooses the action."""

    masked: bool
    """Whether it is trained with masks of the legal actions."""
    activation: str
    """The default activation function."""
    stack: str
    """Prefix of the names of the hidden layers' weights."""
    last: str | None
    """Prefix of the last layer's weights; None if it belongs to the stack."""
    ignored: tuple[str, ...]
    """Prefixes of weights that do not choose actions."""
    has_probabilities: bool = True
    recurrent: bool = False


CRITIC = ("mlp_extractor.value_net.", "value_net.")
FAMILIES = {
    "sb3_contrib.common.maskable.policies": ActorKind(True, "Tanh", "mlp_extractor.policy_net.", "action_net.", CRITIC),
    "stable_baselines3.common.policies": ActorKind(False, "Tanh", "mlp_extractor.policy_net.", "action_net.", CRITIC),
    "sb3_contrib.common.recurrent.policies": ActorKind(
        False, "Tanh", "mlp_extractor.policy_net.", "action_net.", (*CRITIC, "lstm_critic.", "critic."), recurrent=True
    ),
    "agents.learned.masked_lstm": ActorKind(
        True, "Tanh", "mlp_extractor.policy_net.", "action_net.", (*CRITIC, "lstm_critic."), recurrent=True
    ),
    "stable_baselines3.dqn.policies": ActorKind(
        False, "ReLU", "q_net.q_net.", None, ("q_net_target.",), has_probabilities=False
    ),
}
"""Families of networks, by the modules of their policy classes."""
PLAIN_MODULE = "sb3_contrib.common.maskable.policies"
"""Module of the policy that files without pickles call ``MlpPolicy``."""
ACTIVATIONS = {
    activation.__name__: activation
    for activation in (nn.Tanh, nn.ReLU, nn.LeakyReLU, nn.ELU, nn.GELU, nn.SiLU, nn.Sigmoid, nn.Mish, nn.Identity)
}
"""Activation functions that need no arguments, by name."""
HARMLESS = frozenset(
    (
        *("net_arch", "activation_fn", "ortho_init", "optimizer_class", "optimizer_kwargs", "log_std_init"),
        *("lstm_hidden_size", "n_lstm_layers", "shared_lstm", "enable_critic_lstm", "share_features_extractor"),
        *("normalize_images", "use_sde", "full_std", "use_expln", "squash_output", ":type:", ":serialized:"),
    )
)
"""Arguments of policies that the weights tell, or that do not change the choice of an action."""
EXTRACTORS = ("FlattenExtractor", "CompactExtractor")
"""Features extractors whose result is the flat observation."""
LSTM = "lstm_actor."
LSTM_GATES = 4


class PlainNetwork(nn.Module):
    """The actor of a network of Stable-Baselines3, as :class:`agents.learned.learned_policy.LearnedPolicy` uses it.

    Args:
        layers: weights ``(out, in)`` and biases ``(out,)`` of the dense layers.
        activation: the activation function between them.
        lstm: the layers before them, or None.
        normalization: how the observations are changed first, or None.
    """

    reads_odds = False
    score_net = None

    def __init__(
        self,
        layers: list[tuple[Tensor, Tensor]],
        activation: str,
        *,
        lstm: nn.LSTM | None = None,
        normalization: CardNormalization | None = None,
    ) -> None:
        super().__init__()
        self.lstm = lstm
        self.inputs = lstm.input_size if lstm is not None else layers[0][0].shape[1]
        """Numbers that it reads of an observation."""
        parts: list[nn.Module] = []
        for weight, bias in layers:
            layer = nn.Linear(weight.shape[1], weight.shape[0])
            layer.load_state_dict({"weight": weight, "bias": bias})
            parts += [layer, ACTIVATIONS[activation]()]
        self.layers = nn.Sequential(*parts[:-1])
        self.normalization = normalization
        if normalization is not None:
            self.register_buffer("mean", torch.tensor(normalization.mean, dtype=torch.float64))
            deviation = np.sqrt(np.array(normalization.variance) + normalization.epsilon)
            self.register_buffer("deviation", torch.tensor(deviation, dtype=torch.float64))
        self.eval().requires_grad_(False)

    @property
    def device(self) -> torch.device:
        """The device that it computes on."""
        return next(self.parameters()).device

    def set_training_mode(self, mode: bool) -> None:
        """Set whether it is trained, as a policy of Stable-Baselines3 does."""
        self.train(mode)

    def prepared(self, observations: Tensor) -> Tensor:
        """Return what its first layer reads of flat observations, ``(N, inputs)``."""
        read = observations[:, : self.inputs]
        if self.normalization is None:
            return read
        scaled = (read.double() - self.get_buffer("mean")) / self.get_buffer("deviation")
        return scaled.clamp(-self.normalization.clip, self.normalization.clip).float()

    def all_log_probs(self, observations: Tensor) -> Tensor:
        """Return the logarithms of the probabilities of all actions, ``(N, ACTIONS)``, in a network without an LSTM."""
        log_probs: Tensor = self.layers(self.prepared(observations)).log_softmax(dim=1)
        return log_probs

    def log_probs_after(
        self, observations: Tensor, state: tuple[Tensor, Tensor]
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Return the same of a network with an LSTM in a state, and the next state: two ``(layers, N, width)``."""
        assert self.lstm is not None
        features, after = self.lstm(self.prepared(observations)[None], state)
        return self.layers(features[0]).log_softmax(dim=1), after


class PlainModel(NamedTuple):
    """A network from a file."""

    network: PlainNetwork | ScoringPolicy
    masked: bool
    has_probabilities: bool


def read_plain_model(path: Path, game: Game, normalization: CardNormalization | None) -> PlainModel:
    """Return the network in a file of Stable-Baselines3's models; nothing in the file is run.

    Args:
        path: the file, a zip of Stable-Baselines3 or one of ``save_model`` or ``train.py``.
        game: the game that it is to play.
        normalization: how the observations were changed in its training; None if they were not.

    Raises:
        AgentError: it is no such file, or its network is of another form or another game; the message is one line.
    """
    try:
        file = read_model_file(path, also=(VARIABLES,))
        data = file.data
        entry = data.get("observation_space")
        spaces = spaces_named(entry) if isinstance(entry, dict) and "sha256" in entry else default_spaces()
        own = own_class(data.get("policy_class"), spaces.networks)
        if own is not None and issubclass(own, ScoringPolicy):
            return PlainModel(own_network(own, data.get("policy_kwargs"), file, game, spaces), True, True)
        kind = actor_kind(data.get("policy_class"))
        network = plain_network(kind, data, file.weights, normalization)
        check_fits(network, data, game)
    except FileError as error:
        raise AgentError(f"agent {path}: {error}") from None
    return PlainModel(network, kind.masked, kind.has_probabilities)


# --- the policy class of a file ---


def own_network(
    policy: type[ScoringPolicy], kwargs: Any, file: ModelFile, game: Game, spaces: FlatSpaces
) -> ScoringPolicy:
    """Return a network of this package with the weights of its file.

    Raises:
        FileError: the weights do not fit, or the game is another.
    """
    if game.name != spaces.networks.game:
        raise FileError(f"its network reads another observation than that of {game.name}")
    if not isinstance(kwargs, dict):
        raise FileError(f"its policy_kwargs are {quoted(kwargs)}, allowed is a mapping")
    sizes = {name: value for name, value in kwargs.items() if name == "net_arch" or name not in HARMLESS}
    check_policy_kwargs(policy.__name__, sizes, spaces.networks)
    return filled_network(policy, sizes, file.weights, spaces)


def actor_kind(policy: Any) -> ActorKind:
    """Return the family of the network that a file names.

    Raises:
        FileError: it is no network of Stable-Baselines3 or sb3-contrib that can be rebuilt.
    """
    module = PLAIN_MODULE if policy == "MlpPolicy" else policy.get("__module__") if isinstance(policy, dict) else None
    if not isinstance(module, str) or module not in FAMILIES:
        raise FileError(
            f"has a policy of {quoted(module or policy)}, and no code of a file is run; fly it as module:Class, or use "
            "MlpPolicy of PPO, A2C, MaskablePPO, DQN or RecurrentPPO"
        )
    return FAMILIES[module]


def words_of(value: Any, name: str) -> str:
    """Return the readable name of a class among the arguments of a policy, '' if it has none."""
    entry = value.get(name) if isinstance(value, dict) else None
    named = re.fullmatch(r"<class '(?:[\w.]+\.)?(\w+)'>", entry) if isinstance(entry, str) else None
    return named[1] if named else ""


# --- the network ---


def plain_network(
    kind: ActorKind, data: Mapping[str, Any], weights: Mapping[str, Tensor], normalization: CardNormalization | None
) -> PlainNetwork:
    """Return the actor of a network.

    Raises:
        FileError: an argument of its policy or one of its weights belongs to another form of network.
    """
    kwargs = data.get("policy_kwargs") or {}
    if not isinstance(kwargs, dict):
        raise FileError(f"its policy_kwargs are {quoted(kwargs)}, allowed is a mapping")
    extractor = words_of(kwargs, "features_extractor_class")
    strange = [name for name in kwargs if name not in HARMLESS and name != "features_extractor_class"]
    if strange or ("features_extractor_class" in kwargs and extractor not in EXTRACTORS):
        raise FileError(f"its policy_kwargs have {quoted((strange or [extractor])[0])}, which cannot be rebuilt")
    activation = words_of(kwargs, "activation_fn") if "activation_fn" in kwargs else kind.activation
    if activation not in ACTIVATIONS:
        raise FileError(f"has the activation function {quoted(activation)}, allowed is {', '.join(ACTIVATIONS)}")
    names = {name for name in weights if not name.startswith(kind.ignored)}
    lstm = actor_lstm(weights, names) if kind.recurrent else None
    layers = dense_layers(weights, names, kind)
    if names:
        raise FileError(f"has weights {quoted(min(names))}, which no MlpPolicy has")
    widths = [layers[0][0].shape[1] if lstm is None else lstm.hidden_size, *(bias.shape[0] for _, bias in layers)]
    for before, (weight, bias) in zip(widths, layers, strict=False):
        if tuple(weight.shape) != (bias.shape[0], before):
            raise FileError(f"has layers of {quoted(tuple(weight.shape))} after {before} numbers")
    return PlainNetwork(layers, activation, lstm=lstm, normalization=normalization)


def dense_layers(weights: Mapping[str, Tensor], names: set[str], kind: ActorKind) -> list[tuple[Tensor, Tensor]]:
    """Return weights and biases of the dense layers in their order, and take their names out of ``names``.

    Raises:
        FileError: one of them is missing or has no shape of a layer.
    """
    places = sorted({int(found[1]) for name in names if (found := re.match(rf"{re.escape(kind.stack)}(\d+)\.", name))})
    prefixes = [f"{kind.stack}{place}." for place in places] + ([] if kind.last is None else [kind.last])
    layers = []
    for prefix in prefixes:
        pair = weights.get(f"{prefix}weight"), weights.get(f"{prefix}bias")
        if pair[0] is None or pair[1] is None or pair[0].dim() != 2 or pair[1].dim() != 1:
            raise FileError(f"lacks the weights {prefix}weight and {prefix}bias of a dense layer")
        layers.append((pair[0], pair[1]))
        names -= {f"{prefix}weight", f"{prefix}bias"}
    if not layers:
        raise FileError(f"lacks the weights {kind.stack}0.weight")
    return layers


def actor_lstm(weights: Mapping[str, Tensor], names: set[str]) -> nn.LSTM:
    """Return the LSTM of an actor, and take the names of its weights out of ``names``.

    Raises:
        FileError: its weights are not those of an LSTM.
    """
    own = {name.removeprefix(LSTM): weights[name] for name in names if name.startswith(LSTM)}
    first = own.get("weight_ih_l0")
    if first is None or first.dim() != 2 or first.shape[0] % LSTM_GATES:
        raise FileError(f"lacks the weights {LSTM}weight_ih_l0 of an LSTM")
    width, depth = first.shape[0] // LSTM_GATES, sum(name.startswith("weight_ih_l") for name in own)
    shapes: dict[str, tuple[int, ...]] = {}
    for layer in range(depth):
        shapes[f"weight_ih_l{layer}"] = (LSTM_GATES * width, width if layer else first.shape[1])
        shapes[f"weight_hh_l{layer}"] = (LSTM_GATES * width, width)
        shapes |= dict.fromkeys((f"bias_ih_l{layer}", f"bias_hh_l{layer}"), (LSTM_GATES * width,))
    check_shapes(shapes, own)  # before an LSTM of such sizes takes memory
    lstm = nn.LSTM(first.shape[1], width, num_layers=depth)
    lstm.load_state_dict(own)
    names -= {LSTM + name for name in own}
    return lstm


def check_fits(network: PlainNetwork, data: Mapping[str, Any], game: Game) -> None:
    """Refuse a network that reads other observations than the flat ones of a game, or knows other actions.

    Raises:
        FileError: the message says which numbers differ.
    """
    lengths = [length for length in flat_lengths(game) if length <= game.envs.layout(None).length]
    last: Any = network.layers[-1]
    if network.inputs not in lengths or last.out_features != game.envs.actions:
        raise FileError(
            f"its network reads {network.inputs} numbers and knows {last.out_features} actions; {game.name} has "
            f"{' or '.join(map(str, lengths))} numbers in a flat observation, and {game.envs.actions} actions"
        )
    if network.normalization is not None and len(network.normalization.mean) != network.inputs:
        raise FileError(f"its card has a normalization of {len(network.normalization.mean)} numbers")
    space = data.get("observation_space")
    seen = space.get(":type:") if isinstance(space, dict) else None
    is_compact = words_of(data.get("policy_kwargs"), "features_extractor_class") == "CompactExtractor"
    if isinstance(seen, str) and "Box" not in seen and not is_compact:
        raise FileError('reads named arrays; allowed is an agent of the flat observation, or of "compact" by a '
                        "CompactExtractor")  # fmt: skip
