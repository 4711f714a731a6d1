"""Networks that read the flat observation and answer with logits and a value.

``structured`` sees the mat as a player does: one encoder for every aircraft card, one for every pilot, one for every
gunner, shared over their places and pooled; actions that name a slot or a person are scored by a head that is shared
over the slots or persons too, so that what is learned about one holds for all. ``mlp`` is the plain alternative: two
stacks of dense layers on the 626 floats. Both are policies of sb3-contrib's MaskablePPO.

Every saved agent's zip names this module and :class:`StructuredPolicy`, and its weights have the names of the
attributes here: neither may change.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from stuka_env.codes import ACTIONS, SEATS, SLOTS, Act
from stuka_env.observation import LAYOUT, LENGTH

SLOT_ACTIONS = (
    Act.CARRY,
    Act.SEND_HOME,
    Act.RELIEVE,
    Act.DUEL,
    Act.NEW_LEADER,
    Act.CHEER_PILOT,
    Act.CHEER_GUNNER,
)
"""Kinds of action that name a slot."""
PILOT_ACTIONS = (Act.LEADER, Act.PILOT)
"""Kinds of action that name a pilot."""
GUNNER_ACTIONS = (Act.GUNNER,)
"""Kinds of action that name a gunner."""
NETWORKS = ("structured", "mlp")
CARD_BLOCKS = ("aircraft", "seats", "pilots", "gunners")
"""Blocks of the observation that belong to single cards; the rest is the table."""
STATUSES, DUTIES, LOADS = 7, 8, 7
"""Codes of an aircraft's status, a person's duty and an aircraft's ordnance, 0 included."""


class Sizes(NamedTuple):
    """Widths of the structured network."""

    card: int
    """Numbers that stand for one aircraft, pilot or gunner."""
    trunk: int
    """Width of the two layers behind the policy, and of the two behind the value."""


def flat_indices(*names: str) -> Tensor:
    """Flat indices of the named parts, an entity a row: ``(entities, numbers)``, or ``(numbers,)`` for single ones."""
    return torch.from_numpy(np.concatenate([_rows(name) for name in names], axis=-1))


def _rows(name: str) -> np.ndarray[Any, Any]:
    """Indices of one part with its entities as rows; a part that belongs to no entity is one row of numbers."""
    indices = LAYOUT[name].indices
    if LAYOUT[name].block in CARD_BLOCKS:
        return indices.reshape(indices.shape[0], -1)
    return indices.reshape(-1)


def parts_of(*blocks: str) -> list[str]:
    """The layout's parts in the named blocks."""
    return [name for name, part in LAYOUT.items() if part.block in blocks]


def codes(observations: Tensor, name: str, count: int) -> Tensor:
    """A part that holds a code, as one-hots: ``(N, entities, count)``."""
    numbers = observations[:, torch.from_numpy(LAYOUT[name].indices).to(observations.device)]
    every = torch.arange(count, device=observations.device)
    return ((numbers / LAYOUT[name].scale).round()[..., None] == every).float()


def dense(inputs: int, width: int, layers: int) -> nn.Sequential:
    """``layers`` dense layers with ReLU."""
    stack: list[nn.Module] = []
    for _ in range(layers):
        stack += [nn.Linear(inputs, width), nn.ReLU()]
        inputs = width
    return nn.Sequential(*stack)


class Cards(nn.Module):
    """The shared encoder of one kind of card: ``(N, places, numbers)`` to ``(N, places, width)``."""

    def __init__(self, numbers: int, places: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(numbers, width)
        self.place = nn.Parameter(torch.zeros(places, width))
        self.second = nn.Linear(width, width)

    def forward(self, cards: Tensor) -> Tensor:
        """Encode every card alike, but for what its place on the mat adds."""
        return torch.relu(self.second(torch.relu(self.first(cards) + self.place)))


class MatEncoder(BaseFeaturesExtractor):
    """The flat observation as the table around the mission, and one vector for each aircraft, pilot and gunner.

    The result is one row a war: the table, the pooled cards (mean and maximum of each kind), then every card.
    """

    table: Tensor
    aircraft: Tensor
    pilots: Tensor
    gunners: Tensor
    subject: Tensor

    def __init__(self, observation_space: Any, card: int) -> None:
        table = flat_indices(*[name for name, part in LAYOUT.items() if part.block not in CARD_BLOCKS])
        super().__init__(observation_space, len(table) + (2 * 3 + SLOTS + 2 * SEATS) * card)
        self.pooled = len(table) + 2 * 3 * card
        """Width of the part that is not single cards; it comes first."""
        self.register_buffer("table", table, persistent=False)
        for block, names in {
            "aircraft": parts_of("aircraft", "seats"),
            "pilots": parts_of("pilots"),
            "gunners": parts_of("gunners"),
        }.items():
            self.register_buffer(block, flat_indices(*names), persistent=False)
        subject = LAYOUT["subject_one_hot"].indices
        self.register_buffer("subject", torch.from_numpy(subject), persistent=False)
        self.aircraft_cards = Cards(self.aircraft.shape[1] + STATUSES + LOADS + 2, SLOTS, card)
        self.pilot_cards = Cards(self.pilots.shape[1] + DUTIES + 1, SEATS, card)
        self.gunner_cards = Cards(self.gunners.shape[1] + DUTIES + 1, SEATS, card)

    def encode_aircraft(self, seen: Tensor) -> Tensor:
        """Each aircraft card with its crew, its codes, whether it leads and whether the decision is about it."""
        leader = (seen[:, LAYOUT["mission_leader"].indices.item(), None] * SLOTS).round()
        leads = (leader == torch.arange(1, SLOTS + 1, device=seen.device)).float()
        about = seen[:, self.subject[:SLOTS]]
        status, load = codes(seen, "aircraft_status", STATUSES), codes(seen, "aircraft_ordnance", LOADS)
        flags = torch.stack((leads, about), dim=-1)
        return self.aircraft_cards(torch.cat((seen[:, self.aircraft], status, load, flags), dim=-1))

    def encode_people(self, seen: Tensor, role: str, cards: Cards, about: Tensor) -> Tensor:
        """Each pilot or gunner with his duty and whether the decision is about him."""
        columns_of = {"pilots": self.pilots, "gunners": self.gunners}
        people = (seen[:, columns_of[role]], codes(seen, f"{role}_duty", DUTIES), seen[:, about, None])
        return cards(torch.cat(people, dim=-1))

    def forward(self, observations: Tensor) -> Tensor:
        """``(N, 626)`` to ``(N, features_dim)``."""
        kinds = (
            self.encode_aircraft(observations),
            self.encode_people(observations, "pilots", self.pilot_cards, self.subject[:SEATS]),
            self.encode_people(observations, "gunners", self.gunner_cards, self.subject[SEATS:]),
        )
        pools = [pool for cards in kinds for pool in (cards.mean(1), cards.amax(1))]
        return torch.cat((observations[:, self.table], *pools, *(cards.flatten(1) for cards in kinds)), dim=1)


class ActionScorer(nn.Module):
    """Logits of the actions that name a card: the same judgement of every card, in the light of the whole."""

    def __init__(self, card: int, trunk: int, kinds: int) -> None:
        super().__init__()
        self.card = nn.Linear(card, trunk // 2)
        self.light = nn.Linear(trunk, trunk // 2)
        self.logits = nn.Linear(trunk // 2, kinds)

    def forward(self, cards: Tensor, context: Tensor) -> Tensor:
        """``(N, places, card)`` and ``(N, trunk)`` to ``(N, kinds * places)``, a kind of action after the other."""
        judged = torch.relu(self.card(cards) + self.light(context)[:, None])
        return self.logits(judged).transpose(1, 2).flatten(1)


class ActionHead(nn.Module):
    """Logits of all actions from the encoded mat."""

    order: Tensor

    def __init__(self, pooled: int, sizes: Sizes) -> None:
        super().__init__()
        self.pooled, self.width = pooled, sizes.card
        self.trunk = dense(pooled, sizes.trunk, 2)
        self.by_slot = ActionScorer(sizes.card, sizes.trunk, len(SLOT_ACTIONS))
        self.by_pilot = ActionScorer(sizes.card, sizes.trunk, len(PILOT_ACTIONS))
        self.by_gunner = ActionScorer(sizes.card, sizes.trunk, len(GUNNER_ACTIONS))
        named = [first + place for first in SLOT_ACTIONS for place in range(SLOTS)]
        named += [first + place for first in (*PILOT_ACTIONS, *GUNNER_ACTIONS) for place in range(SEATS)]
        others = [action for action in range(ACTIONS) if action not in named]
        self.others = nn.Linear(sizes.trunk, len(others))
        self.register_buffer("order", torch.tensor(named + others).argsort(), persistent=False)

    def forward(self, encoded: Tensor) -> Tensor:
        """``(N, features)`` to ``(N, ACTIONS)``."""
        context = self.trunk(encoded[:, : self.pooled])
        cards = encoded[:, self.pooled :].reshape(len(encoded), -1, self.width)
        logits = (
            self.by_slot(cards[:, :SLOTS], context),
            self.by_pilot(cards[:, SLOTS : SLOTS + SEATS], context),
            self.by_gunner(cards[:, SLOTS + SEATS :], context),
            self.others(context),
        )
        return torch.cat(logits, dim=1)[:, self.order]


class ValueHead(nn.Module):
    """What the war is still worth, from the encoded mat."""

    def __init__(self, pooled: int, sizes: Sizes) -> None:
        super().__init__()
        self.pooled = pooled
        self.trunk = dense(pooled, sizes.trunk, 2)
        self.value = nn.Linear(sizes.trunk, 1)

    def forward(self, encoded: Tensor) -> Tensor:
        """``(N, features)`` to ``(N, 1)``."""
        return self.value(self.trunk(encoded[:, : self.pooled]))


class StructuredPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with the mat's structure in it."""

    def __init__(self, *arguments: Any, card: int, trunk: int, **keywords: Any) -> None:
        self.sizes = Sizes(card, trunk)
        keywords |= {
            "net_arch": [],
            "features_extractor_class": MatEncoder,
            "features_extractor_kwargs": {"card": card},
        }
        super().__init__(*arguments, **keywords)

    def _build(self, lr_schedule: Any) -> None:
        """The heads instead of SB3's single layers; small last weights, so that play begins nearly even."""
        super()._build(lr_schedule)
        assert isinstance(self.features_extractor, MatEncoder)
        pooled = self.features_extractor.pooled
        self.action_net = ActionHead(pooled, self.sizes)
        self.value_net = ValueHead(pooled, self.sizes)  # type: ignore[assignment]
        for head, last in ((self.action_net, 0.01), (self.value_net, 1.0)):
            for name, layer in head.named_modules():
                if isinstance(layer, nn.Linear):
                    ends = name.rpartition(".")[2] in ("logits", "others", "value")
                    self.init_weights(layer, gain=last if ends else 2**0.5)
        keywords = {"lr": lr_schedule(1)} | self.optimizer_kwargs
        self.optimizer = self.optimizer_class(self.parameters(), **keywords)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        """What makes this policy again."""
        keep = super()._get_constructor_parameters() | self.sizes._asdict()
        for fixed in ("net_arch", "features_extractor_class", "features_extractor_kwargs"):
            del keep[fixed]
        return keep


def policy_class(network: dict[str, Any]) -> type[MaskableActorCriticPolicy]:
    """The policy class of a configured network: ``{"kind": "structured" | "mlp", ...}``."""
    return StructuredPolicy if network["kind"] == "structured" else MaskableActorCriticPolicy


def policy_arguments(network: dict[str, Any]) -> dict[str, Any]:
    """What that class wants besides the spaces.

    ``structured`` has ``card`` and ``trunk`` (widths), ``mlp`` has ``layers`` (a list of widths).
    """
    if network["kind"] == "structured":
        return {"card": network["card"], "trunk": network["trunk"]}
    layers = list(network["layers"])
    return {"net_arch": {"pi": layers, "vf": layers}, "activation_fn": nn.ReLU}


assert len(np.unique(np.concatenate([part.indices.reshape(-1) for part in LAYOUT.values()]))) == LENGTH
