"""Policies that are trained networks: many wars in one forward pass."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents.learned.card import AgentCard, AgentError
from agents.learner_parts import are_over, learner_parts, score_parts
from stuka_env.envs.agent_card import PLAIN_NETWORK, record_digest
from stuka_env.game import DEFAULT_GAME, AnyWarSpec, game_named
from stuka_env.io.reading import FileError
from stuka_env.networks.model_files import read_model_file
from stuka_env.networks.parts import networks_of
from stuka_env.networks.policies import ScoringPolicy, policy_arguments, policy_class
from stuka_env.networks.saved_models import (
    MLP,
    FlatSpaces,
    check_sizes,
    has_score_head,
    put_weights,
)
from stuka_env.policy import (
    DeviceActor,
    DeviceInput,
    Policy,
    PolicyInput,
    PolicyOutput,
    ScriptedPolicy,
    UnknownPolicyError,
    load_policy,
)

MOST_CANDIDATES = 8
"""Largest number of candidates, the agent's own choice included."""
LEAST_CHANCE = 1e-5
"""Probability that an action must have to be a candidate. It is small because an agent that was taught by imitation is
seldom in doubt, even where it is wrong."""


def propose(chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the most probable actions in order, ``(N, 2 * MOST_CANDIDATES)``; -1 for those that are too improbable.

    They are twice as many as the candidates, because some may come to the same.
    """
    proposed = np.argsort(-chances, axis=1, kind="stable")[:, : 2 * MOST_CANDIDATES]
    seldom = np.take_along_axis(chances, proposed, axis=1) < LEAST_CHANCE
    seldom[:, 0] = False
    return np.where(seldom, -1, proposed)


MOST_ROWS = 1024
"""Maximum number of rows of a forward pass: the outputs of a layer for more rows do not fit the processor's caches."""
UNIT = 2.0**-52
"""Step of a random number of 52 bits; the largest number stays below 1, also after rounding."""


class LearnedPolicy:
    """A policy that is a network.

    Args:
        name: Name of the policy.
        network: A policy for sb3-contrib's MaskablePPO, on any device, or a network of
            :mod:`agents.learned.plain_models`.
        sampled: Draw actions with the network's probabilities, by the noise of the input, instead of taking the most
            probable one.
        charts: Digest (:func:`stuka_env.envs.agent_card.record_digest`) of the charts that it was trained with, or
        None if
            it may fly under any.
        wars: Kinds of the wars that it was trained for, as the game's codes; None if not known.
        masked: Whether its probabilities are restricted to the legal actions. An agent that was trained without masks
            may choose an illegal one.
        game: Name of the game that it plays.
        adviser: The policy whose choice an advised network reads; None for any other network.
    """

    def __init__(
        self,
        name: str,
        network: Any,
        *,
        sampled: bool = False,
        charts: str | None = None,
        wars: Collection[tuple[int, ...]] | None = None,
        masked: bool = True,
        game: str = DEFAULT_GAME,
        adviser: Policy | None = None,
    ) -> None:
        self.name = name
        self.network = network
        self.sampled = sampled
        self._charts = charts
        self._wars = None if wars is None else frozenset(wars)
        self._masked = masked
        self.game = game
        self._adviser = adviser

    def allow_any_charts(self) -> None:
        """Accept charts that it was not trained with from now on."""
        self._charts = None

    def limits(self, spec: AnyWarSpec) -> str:
        """Return a warning for such wars; empty if the policy was trained for wars of their kind."""
        parts = learner_parts(self.game)
        if self._wars is None:
            return ""
        if parts.limits is not None:
            return parts.limits(self._wars, spec)
        return "" if parts.war_codes(spec) in self._wars else "not trained for such wars"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war that is not over into ``actions``, a legal one if the agent knows masks.

        Raises:
            AgentError: The wars have other charts than the network was trained with.
        """
        self.check_charts(inputs)
        rows = np.flatnonzero(self.going(inputs))
        if not len(rows):
            return
        seen, masks = self.seen(inputs, rows), self.masks_of(inputs)[rows]
        if self.sampled:
            actions[rows] = sample_actions(self.chances(seen, masks), inputs.noise[rows])
        else:
            actions[rows] = self.likeliest(seen, masks)

    def device_actor(self) -> DeviceActor:
        """Return a function that plays as :meth:`act` does, on the device of its inputs.

        Raises:
            AgentError: The network reads the odds or the choice of a script, which only the CPU computes.
        """
        if self.network.reads_odds or self._adviser is not None:
            read = "the odds" if self.network.reads_odds else "the choice of a script"
            raise AgentError(f"agent {self.name}: it reads {read}, so it flies on the CPU only")
        self._prepare_network()

        def act(inputs: DeviceInput) -> torch.Tensor:
            self.move_to(inputs)
            actions = torch.zeros_like(inputs.noise)
            rows = inputs.going.nonzero().squeeze(1)
            logits = self._logits_there(self.readable(inputs.observations[rows]))
            actions[rows] = self.chosen_there(logits, inputs.masks[rows], inputs.noise[rows])
            return actions

        return act

    def move_to(self, inputs: DeviceInput) -> None:
        """Move the network to the device of the inputs."""
        device = inputs.observations.device
        if self.network.device.type != device.type:
            self.network.to(device)

    def chosen_there(self, logits: torch.Tensor, masks: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        """Return the actions of an agent with these logits, on their device."""
        legal = logits.masked_fill(masks == 0, -torch.inf) if self._masked else logits
        return sample_there(legal, noise) if self.sampled else legal.argmax(dim=1)

    def going(self, inputs: PolicyInput) -> NDArray[np.bool_]:
        """Return which wars are not over, ``(N,)``."""
        return ~are_over(inputs.snapshot, self.game)

    def masks_of(self, inputs: PolicyInput) -> NDArray[np.int8]:
        """Return the actions that the agent chooses from, ``(N, ACTIONS)``: all of them if it knows no masks."""
        return inputs.masks if self._masked else np.ones_like(inputs.masks)

    def seen(self, inputs: PolicyInput, which: NDArray[np.int64] | None = None) -> NDArray[np.float32]:
        """Return what the network reads of some wars: the flat observation, and behind it the odds or the advice.

        ``which`` holds the indices of the wars, ``(M,)``; None for all.

        Raises:
            AgentError: The network reads more than the observation has.
        """
        observations = inputs.observations if which is None else inputs.observations[which]
        if self._adviser is not None:
            return with_advice(self.readable(observations), self._adviser, inputs, which)
        if not self.network.reads_odds:
            return self.readable(observations)
        odds = learner_parts(self.game).odds
        assert odds is not None
        return odds[1](observations, inputs.mats, inputs.charts, which)

    def readable(self, observations: Any) -> Any:
        """Return the first numbers of observations, as many as the network reads: a game may have longer ones.

        Raises:
            AgentError: The network reads more.
        """
        space = getattr(self.network, "observation_space", None)  # a network of another package reads what it needs
        if space is None or observations.shape[1] == space.shape[0]:
            return observations
        if observations.shape[1] < space.shape[0]:
            raise AgentError(
                f"agent {self.name}: it reads more than these wars show: it had other discards in training"
            )
        return observations[:, : space.shape[0]]

    def likeliest(self, seen: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return the most probable legal action of each row, ``(N,)``; every row must have a legal one."""
        return np.where(masks != 0, self._logits(self._tensor(seen)), -np.inf).argmax(axis=1)

    def chances(self, seen: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float64]:
        """Return the probabilities of the actions, ``(N, ACTIONS)``; every row must have a legal one."""
        return masked_softmax(self._logits(self._tensor(seen)), masks != 0)

    def remaining_score(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the points that the score head expects from the rest of each war, ``(N,)``."""
        with torch.inference_mode(), one_thread():
            remaining: NDArray[np.float32] = self.network.predict_remaining_score(self._tensor(seen)).cpu().numpy()
            return remaining

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the probabilities of the actions and the points that the score head expects, NaN without a score head.

        Raises:
            AgentError: The wars have other charts than the network was trained with.
        """
        self.check_charts(inputs)
        seen = self.seen(inputs)
        probabilities = self.chances(seen, self.masks_of(inputs)).astype(np.float32)
        unknown = np.full(probabilities.shape, np.nan, np.float32)
        has_score_head = self.network.score_net is not None
        values = self.remaining_score(seen) if has_score_head else unknown[:, 0]
        return PolicyOutput(probabilities, values, unknown)

    def expected_score(self, inputs: PolicyInput) -> NDArray[np.float64]:
        """Return the expected final score of each war in points, ``(N,)``; the final score of a war that is over.

        It is the score so far and the points that the score head expects. It holds if the most probable actions are
        taken, in wars of the kinds that the head was fitted on (``score_head`` on the card).

        Raises:
            AgentError: The network has no score head, or the wars have other charts than it was trained with.
        """
        self.require_score_head()
        self.check_charts(inputs)
        remaining = self.remaining_score(self.seen(inputs))
        return score_parts(self.game).earned(inputs) + np.where(self.going(inputs), remaining, 0.0)

    def require_score_head(self) -> None:
        """Check that the network has a score head.

        Raises:
            AgentError: It has none.
        """
        if self.network.score_net is None:
            raise AgentError(
                f"agent {self.name}: it has no score head, python -m agents.learned fit FILE.safetensors adds one"
            )

    def score_inputs(self, inputs: PolicyInput) -> NDArray[np.float32]:
        """Return the inputs of the score head for each war, ``(N, I)``.

        Raises:
            AgentError: The network has no score head.
        """
        self.require_score_head()
        with torch.inference_mode(), one_thread():
            numbers: NDArray[np.float32] = self.network.score_inputs(self._tensor(self.seen(inputs))).cpu().numpy()
            return numbers

    def _tensor(self, seen: NDArray[np.float32]) -> torch.Tensor:
        """Return what the network reads on its device."""
        self._prepare_network()
        return torch.as_tensor(seen, device=self.network.device)

    def _prepare_network(self) -> None:
        if self.network.training:
            self.network.set_training_mode(False)

    def _logits(self, seen: torch.Tensor) -> NDArray[np.float32]:
        with one_thread():
            logits: NDArray[np.float32] = self._logits_there(seen).cpu().numpy()
            return logits

    def _logits_there(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the logits on the device of ``seen``, ``(N, ACTIONS)``.

        On a CPU the parts are equally long: with few rows the last bits may differ.
        """
        parts = seen.tensor_split(max(1, -(-len(seen) // MOST_ROWS))) if seen.device.type == "cpu" else (seen,)
        with torch.inference_mode():
            return torch.cat([self.network.all_log_probs(part) for part in parts])

    def check_charts(self, inputs: PolicyInput) -> None:
        """Check that the charts are those that the network was trained with.

        Raises:
            AgentError: The wars have other charts.
        """
        if self._charts is not None and record_digest(inputs.charts, self.game) != self._charts:
            raise AgentError(f"agent {self.name}: it was trained with other charts than those in force")


@contextmanager
def one_thread() -> Iterator[None]:
    """Limit PyTorch to one thread, inside ``with``: a small network gains little by more, and loses on busy cores."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def masked_softmax(logits: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the softmax over the legal actions, ``(N, ACTIONS)``; exactly 0 for the others."""
    legal = np.where(masks, logits.astype(np.float64), -np.inf)
    weights = np.exp(legal - legal.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def sample_actions(probabilities: NDArray[np.float64], noise: NDArray[np.int64]) -> NDArray[np.int64]:
    """Draw an action for each row by its own random number, independently of the other rows."""
    steps = probabilities.cumsum(axis=1)
    place = (noise >> 10) * UNIT * steps[:, -1]
    return (steps <= place[:, None]).sum(axis=1)


def sample_there(legal: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
    """Draw actions as :func:`sample_actions` does, on the device of the logits, which are -inf for illegal actions."""
    steps = legal.double().softmax(dim=1).cumsum(dim=1)
    place = (noise >> 10).double() * UNIT * steps[:, -1]
    return (steps <= place[:, None]).sum(dim=1)


class NoOptimizer:
    """In place of the optimiser of a network that only acts: the first one of PyTorch takes seconds to import."""

    def __init__(self, parameters: Iterator[torch.nn.Parameter], **options: float) -> None:
        pass


def filled_network(
    kind: type[ScoringPolicy], arguments: dict[str, Any], weights: dict[str, torch.Tensor], spaces: FlatSpaces
) -> ScoringPolicy:
    """Return a network with these weights; it has no optimiser.

    Args:
        kind: Its class.
        arguments: Arguments of the class besides the spaces.
        weights: The weights by name.
        spaces: The observation that it reads.

    Raises:
        FileError: The weights are those of another network.
    """
    arguments = arguments | ({"score_head": True} if has_score_head(weights) else {})
    check_sizes(kind, arguments, weights, spaces)
    arguments |= {"optimizer_class": NoOptimizer, "ortho_init": False}
    objects = spaces.objects(MLP)
    network = kind(objects["observation_space"], objects["action_space"], lambda _: 0.0, **arguments)
    put_weights(network, weights)
    return network


def with_advice(
    observations: NDArray[np.float32], adviser: Policy, inputs: PolicyInput, which: NDArray[np.int64] | None = None
) -> NDArray[np.float32]:
    """Return what an advised network reads of some wars: flat observations, and 1 for the choice among the actions.

    Args:
        observations: those of the wars, ``(M, L)``.
        adviser: the policy that chooses.
        inputs: the decisions of all wars.
        which: indices of the wars, ``(M,)``; None for all.
    """
    choices = np.zeros(len(inputs.masks), np.int64)
    adviser.act(inputs, choices)
    chosen = choices if which is None else choices[which]
    return np.hstack([observations, np.eye(inputs.masks.shape[1], dtype=np.float32)[chosen]])


def adviser_of(network: dict[str, Any], game: str) -> ScriptedPolicy | None:
    """Return the script whose choice a configured network reads; None if it reads none.

    Raises:
        AgentError: The game has no such script.
    """
    name = network.get("script")
    if name is None:
        return None
    try:
        script = load_policy(name, game)
    except UnknownPolicyError as error:
        raise AgentError(f"network.script: {error}") from None
    if not isinstance(script, ScriptedPolicy):
        raise AgentError(f"network.script: got {name!r}, allowed is a script of the game {game}")
    return script


def read_weights(path: Path) -> dict[str, torch.Tensor]:
    """Return the weights in an agent's file; no code in the file is run.

    Raises:
        AgentError: The file is missing or damaged.
    """
    try:
        return read_model_file(path).weights
    except FileError as error:
        raise AgentError(f"agent {path}: {error}") from None


def spaces_of(card: AgentCard) -> FlatSpaces:
    """Return the observation that an agent was trained with."""
    game = game_named(DEFAULT_GAME if card.game is None else card.game)
    given = card.arguments.get(game.envs.setting or "")
    return FlatSpaces(networks_of(game.name), game.envs.layout(None if given is None else str(given)))


def load_network(path: Path, card: AgentCard) -> ScoringPolicy:
    """Return the trained network in the file ``path``, built from its card.

    Raises:
        AgentError: The weights do not fit the card, or the file is damaged; the message is one line.
    """
    if card.network == PLAIN_NETWORK:
        raise AgentError(f"agent {path}: Stable-Baselines3 built its network; allowed is one of this package")
    weights = read_weights(path)
    try:
        game = DEFAULT_GAME if card.game is None else card.game
        return filled_network(
            policy_class(card.network, game), policy_arguments(card.network), weights, spaces_of(card)
        )
    except FileError as error:
        raise AgentError(f"agent {path}: its weights do not fit the network on its card: it {error}") from None
