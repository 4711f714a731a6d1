"""Dense layers that know people by their qualities: counts of the roster as inputs, and one judgement for all seats.

In the flat observation a person is a place of the roster, and a loss is a small part of a large number. Dense layers
learn both slowly. :class:`CountedMat` adds exact codes of small numbers and counts of people. :class:`SeatingHead`
scores everybody who may take a seat with the same weights. So two people who are the same to the rules are chosen
equally often, and a lesson about one holds for all.

The weights in the file of a saved agent have the names of the attributes here: they may not change.
"""

from typing import Any

import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from torch import Tensor, nn

from stuka_env.games.stuka.codes import ACTIONS, SEATING, SEATS, Act
from stuka_env.games.stuka.networks.structured import (
    LEVEL_CLASSES,
    SMALL_NUMBERS,
    STRESS_CLASSES,
    OneHots,
    Roster,
    flat_indices,
    parts_of,
)
from stuka_env.games.stuka.observation import LAYOUT, LENGTH
from stuka_env.networks.layers import columns

CREW_BLOCKS = ("pilots", "gunners")
"""Blocks of the observation that describe people."""
JUDGEMENT = 32
"""Width of the hidden layer of the judgement of a seat."""
COUNTED_LENGTH = LENGTH + sum(Roster(role).width for role in CREW_BLOCKS) + OneHots(**SMALL_NUMBERS).width
"""Inputs of the dense layers behind :class:`CountedMat`."""


class CountedMat(BaseFeaturesExtractor):
    """The flat observation, with small numbers as codes and with counts of the people."""

    def __init__(self, observation_space: Any) -> None:
        super().__init__(observation_space, COUNTED_LENGTH)
        self.rosters = nn.ModuleList(Roster(role) for role in CREW_BLOCKS)
        self.small_numbers = OneHots(**SMALL_NUMBERS)

    def forward(self, observations: Tensor) -> Tensor:
        """Extend ``(N, 626)``."""
        counts = [roster(observations) for roster in self.rosters]
        return torch.cat((observations, *counts, self.small_numbers(observations)[:, 0]), dim=1)


class SeatedLayers(MlpExtractor):
    """Dense layers whose result for the policy also carries the flat observation, which the seats are judged by."""

    def __init__(self, inputs: int, layers: dict[str, list[int]], activation: type[nn.Module], device: Any) -> None:
        super().__init__(inputs, layers, activation, device)
        self.width = self.latent_dim_pi
        self.latent_dim_pi += LENGTH

    def forward_actor(self, features: Tensor) -> Tensor:
        """Return the last layer of the policy and the observation side by side."""
        return torch.cat((self.policy_net(features), features[:, :LENGTH]), dim=1)


class SeatScorer(nn.Module):
    """Logits of the actions that seat a person of one role, by his qualities and the whole mat."""

    people: Tensor

    def __init__(self, role: str, inputs: int, kinds: int) -> None:
        super().__init__()
        self.register_buffer("people", flat_indices(*parts_of(role)), persistent=False)
        self.level = OneHots(**{f"{role}_level": LEVEL_CLASSES})
        self.stress = OneHots(**{f"{role}_stress": STRESS_CLASSES})
        self.person = nn.Linear(self.people.shape[1] + LEVEL_CLASSES + STRESS_CLASSES, JUDGEMENT)
        self.context = nn.Linear(inputs, JUDGEMENT)
        self.logits = nn.Linear(JUDGEMENT, kinds)

    def forward(self, observations: Tensor, context: Tensor) -> Tensor:
        """Score everybody of the role: ``(N, kinds * SEATS)``."""
        cards = torch.cat(
            (columns(observations, self.people), self.level(observations), self.stress(observations)), dim=-1
        )
        judged = torch.relu(self.person(cards) + self.context(context)[:, None])
        return self.logits(judged).transpose(1, 2).flatten(1)


class SeatingHead(nn.Module):
    """Logits of all actions from :class:`SeatedLayers`: the seats by one judgement for everybody, the rest directly."""

    asks: Tensor
    seats: Tensor

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.inputs = inputs
        self.others = nn.Linear(inputs, ACTIONS)
        self.pilots, self.gunners = SeatScorer("pilots", inputs, 2), SeatScorer("gunners", inputs, 1)
        firsts = (Act.LEADER, Act.PILOT, Act.GUNNER)
        seats = torch.cat([torch.arange(first, first + SEATS) for first in firsts])
        self.register_buffer("seats", seats, persistent=False)
        asks = torch.from_numpy(LAYOUT["decision_one_hot"].indices[[int(decision) for decision in SEATING]])
        self.register_buffer("asks", asks, persistent=False)

    def forward(self, latent: Tensor) -> Tensor:
        """Return logits ``(N, ACTIONS)``; people are judged only where a seat is to be filled."""
        context, observations = torch.split(latent, [self.inputs, LENGTH], dim=1)
        logits = self.others(context)
        rows = observations.index_select(1, self.asks).any(dim=1).nonzero()[:, 0]
        seen, known = observations.index_select(0, rows), context.index_select(0, rows)
        judged = torch.cat((self.pilots(seen, known), self.gunners(seen, known)), dim=1)
        seated = logits.index_select(0, rows).index_copy(1, self.seats, judged)
        return logits.index_copy(0, rows, seated)
