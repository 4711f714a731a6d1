"""Agents with an LSTM: what they remember of each war."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.learned.learned_policy import LearnedPolicy, masked_softmax, one_thread, sample_actions
from stuka_env.policy import DeviceActor, DeviceInput, PolicyInput, PolicyOutput


class RecurrentPolicy(LearnedPolicy):
    """A policy that is a network with an LSTM. It remembers nothing of earlier wars.

    Its memory begins empty with the first decisions of other wars than before, and for a war that was over. Each
    :meth:`act` is one step of the LSTM, so it must be called once a turn. The arguments are those of
    :class:`LearnedPolicy`.
    """

    remembers = True

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._masks: Any = None
        self._state: tuple[Tensor, Tensor] = self._empty_state(0)
        self._was_going = np.zeros(0, np.bool_)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war that is not over, and remember what was seen.

        Raises:
            AgentError: The wars have other charts than the network was trained with.
        """
        self.check_charts(inputs)
        self._begin(inputs)
        log_probs, self._state = self._step(inputs)
        self._was_going = self.going(inputs)
        rows = np.flatnonzero(self._was_going)
        masks = self.masks_of(inputs)[rows]
        if self.sampled:
            actions[rows] = sample_actions(masked_softmax(log_probs[rows], masks != 0), inputs.noise[rows])
        else:
            actions[rows] = np.where(masks != 0, log_probs[rows], -np.inf).argmax(axis=1)

    def device_actor(self) -> DeviceActor:
        """Return a function that plays as :meth:`act` does, on the device of its inputs; its memory begins empty."""
        state: tuple[Tensor, Tensor] | None = None

        def act(inputs: DeviceInput) -> Tensor:
            nonlocal state
            self.move_to(inputs)
            before = self._empty_state(len(inputs.noise)) if state is None else state
            with torch.inference_mode():
                seen, (hidden, cell) = inputs.observations, before
                logits, state = self.network.log_probs_after(seen, (hidden.to(seen.device), cell.to(seen.device)))
            return self.chosen_there(logits, inputs.masks, inputs.noise)

        return act

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the probabilities of the actions; what the network remembers does not change.

        Raises:
            AgentError: The wars have other charts than the network was trained with.
        """
        self.check_charts(inputs)
        self._begin(inputs)
        log_probs, _ = self._step(inputs)
        probabilities = masked_softmax(log_probs, self.masks_of(inputs) != 0).astype(np.float32)
        unknown = np.full(probabilities.shape, np.nan, np.float32)
        return PolicyOutput(probabilities, unknown[:, 0], unknown)

    def _begin(self, inputs: PolicyInput) -> None:
        """Forget wars that are other ones now, and those that were over."""
        masks = inputs.masks
        if self._masks is None or len(masks) != len(self._masks) or not np.may_share_memory(masks, self._masks):
            self._state = self._empty_state(len(masks))
        else:
            begun = torch.as_tensor(np.flatnonzero(~self._was_going & self.going(inputs)))
            for part in self._state:
                part[:, begun] = 0.0
        self._masks = masks  # holding it keeps its memory from other wars
        self._was_going = np.ones(len(masks), np.bool_)

    def _empty_state(self, wars: int) -> tuple[Tensor, Tensor]:
        lstm = self.network.lstm
        shape = (lstm.num_layers, wars, lstm.hidden_size)
        return torch.zeros(shape), torch.zeros(shape)

    def _step(self, inputs: PolicyInput) -> tuple[NDArray[np.float32], tuple[Tensor, Tensor]]:
        """Return the logarithms of the probabilities, ``(N, ACTIONS)``, and the state after what is seen."""
        with torch.no_grad(), one_thread():
            device = self.network.device
            hidden, cell = (part.to(device) for part in self._state)
            seen = torch.as_tensor(inputs.observations, device=device)
            log_probs, after = self.network.log_probs_after(seen, (hidden, cell))
            return log_probs.cpu().numpy(), after
