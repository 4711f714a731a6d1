"""Playing with a trained network: many wars in one forward pass."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray

from agents.learned.card import AgentCard, AgentError, read_card, record_digest
from agents.learned.earned_score import earned_scores
from stuka_env import ENVIRONMENTS, observation
from stuka_env.codes import ACTIONS, Operation, Scale
from stuka_env.networks.policies import ScoringPolicy, policy_arguments, policy_class
from stuka_env.networks.saved_models import check_sizes, has_score_head, put_weights, read_model_file
from stuka_env.policy import PolicyInput, PolicyOutput
from stuka_env.reading import FileError

OPTIONS = ("sampled",)
"""What may stand after ``@``: without it the likeliest action is taken."""
OPERATION_NUMBERS = {operation.name.lower(): int(operation) for operation in Operation}
MOST_ROWS = 1024
"""Rows of a forward pass: what a layer makes of more leaves the processor's caches, and takes half as long again."""
UNIT = 2.0**-52
"""One step of a random number of 52 bits: the largest is below 1, after rounding too."""


class LearnedPolicy:
    """A policy that is a network.

    Args:
        name: what it is called.
        network: a policy for sb3-contrib's MaskablePPO, on any device.
        sampled: draw actions as likely as the network says, by the noise of the input, instead of the likeliest.
        charts: digest (:func:`agents.learned.card.record_digest`) of the charts it was trained with; None for any.
        wars: scale and operation of the wars it was trained for, a campaign's operation being -1; None if not known.
    """

    def __init__(
        self,
        name: str,
        network: ScoringPolicy,
        sampled: bool = False,
        charts: str | None = None,
        wars: Collection[tuple[int, int]] | None = None,
    ) -> None:
        self.name = name
        self.network = network
        self.sampled = sampled
        self._charts = charts
        self._wars = wars

    def allow_any_charts(self) -> None:
        """Accept charts that it was not trained with from now on."""
        self._charts = None

    def limits(self, scale: int, operation: int) -> str:
        """Why it may be wrong in wars of this scale and operation, in words; empty if it was trained for them."""
        any_operation = -1 if scale == Scale.CAMPAIGN else operation
        known = self._wars is None or (scale, any_operation) in self._wars
        return "" if known else "not trained for such wars"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write a legal action for every war that is not over into ``actions``.

        Raises:
            AgentError: the wars have other charts than the network was trained with.
        """
        self.check_charts(inputs)
        rows = np.flatnonzero(inputs.mats["track"]["over"] == 0)
        if not len(rows):
            return
        seen, masks = inputs.observations[rows], inputs.masks[rows]
        if self.sampled:
            actions[rows] = sample_actions(self.chances(seen, masks), inputs.noise[rows])
        else:
            actions[rows] = self.likeliest(seen, masks)

    def likeliest(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The likeliest legal action of each row, ``(N,)``; every row has a legal one."""
        return np.where(masks != 0, self._logits(self._tensor(observations)), -np.inf).argmax(axis=1)

    def chances(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float64]:
        """How likely each action is, ``(N, ACTIONS)``; every row has a legal one."""
        return masked_softmax(self._logits(self._tensor(observations)), masks != 0)

    def remaining_score(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """Points of the official score that each war will still bring, ``(N,)``; it has a score head."""
        with torch.inference_mode(), one_thread():
            remaining: NDArray[np.float32] = (
                self.network.predict_remaining_score(self._tensor(observations)).cpu().numpy()
            )
            return remaining

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """How likely each action is, and the points that its score head still expects; NaN if it has none.

        Raises:
            AgentError: the wars have other charts than the network was trained with.
        """
        self.check_charts(inputs)
        seen = self._tensor(inputs.observations)
        probabilities = masked_softmax(self._logits(seen), inputs.masks != 0).astype(np.float32)
        unknown = np.full(probabilities.shape, np.nan, np.float32)
        known = self.network.score_net is not None
        return PolicyOutput(
            probabilities, self.remaining_score(inputs.observations) if known else unknown[:, 0], unknown
        )

    def expected_score(self, inputs: PolicyInput) -> NDArray[np.float64]:
        """The final score that it expects of each war, in points, ``(N,)``; of a war that is over, the score it had.

        What has been earned, and what the score head says will come. It holds for wars as the head was fitted on, see
        ``score_head`` of its card, if the likeliest actions are taken.

        Raises:
            AgentError: it has no score head, or the wars have other charts than the network was trained with.
        """
        self.require_score_head()
        self.check_charts(inputs)
        remaining = self.remaining_score(inputs.observations)
        return earned_scores(inputs) + np.where(inputs.mats["track"]["over"] == 0, remaining, 0.0)

    def require_score_head(self) -> None:
        """Refuse to go on without a score head.

        Raises:
            AgentError: it has none.
        """
        if self.network.score_net is None:
            raise AgentError(f"agent {self.name}: it has no score head, python -m agents.learned fit FILE.zip adds one")

    def score_inputs(self, inputs: PolicyInput) -> NDArray[np.float32]:
        """What its score head reads of each war, ``(N, I)``.

        Raises:
            AgentError: it has no score head.
        """
        self.require_score_head()
        with torch.inference_mode(), one_thread():
            read: NDArray[np.float32] = self.network.score_inputs(self._tensor(inputs.observations)).cpu().numpy()
            return read

    def _tensor(self, observations: NDArray[np.float32]) -> torch.Tensor:
        """Flat observations, where the network is."""
        self.network.set_training_mode(False)
        return torch.as_tensor(observations, device=self.network.device)

    def _logits(self, seen: torch.Tensor) -> NDArray[np.float32]:
        """``(N, ACTIONS)``; of parts of one size, for of a few rows alone the last bits may differ."""
        parts = seen.tensor_split(max(1, -(-len(seen) // MOST_ROWS)))
        with torch.inference_mode(), one_thread():
            log_probs = torch.cat([self.network.all_log_probs(part) for part in parts])
            logits: NDArray[np.float32] = log_probs.cpu().numpy()
            return logits

    def check_charts(self, inputs: PolicyInput) -> None:
        """Refuse charts it was not trained with.

        Raises:
            AgentError: the wars have others.
        """
        if self._charts is not None and record_digest(inputs.charts) != self._charts:
            raise AgentError(f"agent {self.name}: it was trained with other charts than those in force")


@contextmanager
def one_thread() -> Iterator[None]:
    """Let the network use one thread: so small a one gains little by more, and loses much where cores are busy."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def masked_softmax(logits: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Softmax over the legal actions, ``(N, ACTIONS)``; exactly 0 for the others."""
    legal = np.where(masks, logits.astype(np.float64), -np.inf)
    weights = np.exp(legal - legal.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def sample_actions(probabilities: NDArray[np.float64], noise: NDArray[np.int64]) -> NDArray[np.int64]:
    """An action for each row by its own random number, whatever the other rows are."""
    steps = probabilities.cumsum(axis=1)
    place = (noise >> 10) * UNIT * steps[:, -1]
    return (steps <= place[:, None]).sum(axis=1)


def empty_network(network: dict[str, Any], score_head: bool = False) -> ScoringPolicy:
    """The network a card or configuration describes, untrained."""
    kind = policy_class(network)
    arguments = policy_arguments(network, score_head)
    return kind(observation.space("flat"), gymnasium.spaces.Discrete(ACTIONS), lambda _: 0.0, **arguments)


def read_weights(path: Path) -> dict[str, torch.Tensor]:
    """The weights in an agent's zip; nothing else in there is looked at, and nothing is run.

    Raises:
        AgentError: there is no such file, or it is broken.
    """
    try:
        return read_model_file(path).weights
    except FileError as error:
        raise AgentError(f"agent {path}: {error}") from None


def load_network(path: Path, card: AgentCard) -> ScoringPolicy:
    """The trained network of ``path``, built as its card says.

    Raises:
        AgentError: one line says what does not fit.
    """
    weights = read_weights(path)
    kind, arguments = policy_class(card.network), policy_arguments(card.network, has_score_head(weights))
    try:
        check_sizes(kind, arguments, weights)
        network = empty_network(card.network, has_score_head(weights))
        put_weights(network, weights)
    except FileError as error:
        raise AgentError(f"agent {path}: its weights do not fit the network on its card: it {error}") from None
    return network


def load_agent(name: str, path: Path, option: str | None) -> LearnedPolicy:
    """The saved agent ``path`` as a policy.

    Args:
        name: what it is to be called.
        path: its zip; its card lies beside it.
        option: ``sampled``, or None to take the likeliest action.

    Raises:
        AgentError: one line says what is wrong.
    """
    if option is not None and option not in OPTIONS:
        raise AgentError(f"policy {name!r}: got the option {option!r}, allowed is {' or '.join(OPTIONS)}")
    if not path.is_file():
        raise AgentError(f"agent {path}: there is no such file")
    card = read_card(path)
    network = load_network(path, card)
    return LearnedPolicy(name, network, option == "sampled", card.charts_record_sha256, trained_wars(card))


def trained_wars(card: AgentCard) -> set[tuple[int, int]]:
    """Scale and operation of the wars that an agent was trained for, and of those its score head was fitted on."""
    wars = [{"id": card.env, **card.arguments}, *((card.score_head or {}).get("wars", []))]
    return {
        (ENVIRONMENTS.index(war["id"]), OPERATION_NUMBERS[war["operation"]] if war.get("operation") else -1)
        for war in wars
    }
