"""RecurrentPPO with masks: the learner of networks that remember what they have seen of a war."""

from typing import Any

import torch
from sb3_contrib import RecurrentPPO
from sb3_contrib.common.recurrent.type_aliases import RNNStates
from torch import Tensor

from agents.config_parts import Env, LstmNetwork
from agents.learned.masked_lstm import MaskedLstmPolicy
from agents.training.config import Config
from agents.training.learner import Learner, ppo_arguments
from stuka_env.envs.sb3 import StukaVecEnv


class RecurrentLearner(Learner):
    """The training of one seed of a network with an LSTM.

    Attributes:
        memory: States of the LSTMs before the next decisions. A war that begins makes its own empty.
    """

    memory: RNNStates

    def new_env(self, env: Env) -> StukaVecEnv:
        """Return wars whose observations carry the mask."""
        threads = self.config.threads
        return StukaVecEnv(
            env.id, self.config.num_envs, num_threads=threads, copy=False, mask_in_observation=True, **env.given
        )

    def new_model(self) -> Any:
        """Return RecurrentPPO as configured."""
        network = self.config.network
        assert isinstance(network, LstmNetwork)
        layers = list(network.layers)
        model: Any = RecurrentPPO(
            MaskedLstmPolicy,
            self.env,
            policy_kwargs={"lstm_hidden_size": network.units, "net_arch": {"pi": layers, "vf": layers}},
            **ppo_arguments(self),
        )
        self.memory = model._last_lstm_states
        return model

    def choose(self, masks: Any) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions, values and log-probabilities, and remember what is seen."""
        self._memory_before = self.memory
        policy: Any = self.model.policy
        actions, values, log_probs, self.memory = policy(self._seen(), self.memory, self._new_wars())
        return actions, values, log_probs

    def keep(self, *decision: Any, masks: Any) -> None:
        """Add a decision of every war to the buffer, with the states before it."""
        buffer: Any = self.model.rollout_buffer
        buffer.add(*decision, lstm_states=self._memory_before)

    def last_values(self) -> Tensor:
        """Return the values of the present observations."""
        policy: Any = self.model.policy
        values: Tensor = policy.predict_values(self._seen(), self.memory.vf, self._new_wars())
        return values

    def extra_state(self) -> dict[str, Any]:
        """Return the states of the LSTMs."""
        return {"memory": [part.clone() for state in self.memory for part in state]}

    def set_extra_state(self, store: dict[str, Any]) -> None:
        """Restore the states of the LSTMs."""
        parts = [part.to(self.model.device) for part in store["memory"]]
        self.memory = RNNStates((parts[0], parts[1]), (parts[2], parts[3]))

    def _seen(self) -> dict[str, Tensor]:
        return {name: torch.as_tensor(array, device=self.model.device) for name, array in self.observations.items()}

    def _new_wars(self) -> Tensor:
        return torch.as_tensor(self.starts, dtype=torch.float32, device=self.model.device)


def new_learner(config: Config, seed: int) -> Learner:
    """Return the learner of a configured network."""
    return (RecurrentLearner if config.network.kind == "lstm" else Learner)(config, seed)
