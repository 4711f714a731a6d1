"""A network with the structure of the mat: from the flat observation to logits and a value.

There is one encoder for every aircraft card, one for every pilot and one for every gunner. Each is shared over its
places, and its results are pooled. Heads that are shared over slots or persons score the actions that name one, so that
a lesson about one holds for all. :mod:`stuka_env.games.stuka.networks.policies` makes policies of it.

The weights in the file of a saved agent have the names of the attributes here: they may not change.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from stuka_env.games.stuka.codes import ACTIONS, SEATS, SLOTS, Act, Duty
from stuka_env.games.stuka.observation import LAYOUT, LENGTH
from stuka_env.games.stuka.odds.layout import odds_places
from stuka_env.networks.layers import ActionScorer, columns, dense, in_float32

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
NAMING_ACTIONS = [len(SLOT_ACTIONS) * SLOTS, len(PILOT_ACTIONS) * SEATS, len(GUNNER_ACTIONS) * SEATS]
"""Number of actions that name a slot, a pilot, a gunner."""
CARD_BLOCKS = ("aircraft", "seats", "pilots", "gunners")
"""Blocks of the observation that belong to single cards; the rest is the table."""
STATUS_CLASSES, DUTY_CLASSES, LOAD_CLASSES = 7, 8, 7
"""Codes of an aircraft's status, a person's duty and an aircraft's ordnance, 0 included."""
LEVEL_CLASSES, STRESS_CLASSES, MISSION_CLASSES = 6, 7, 4
"""Levels of a person and stress, 0 included; missions completed: 0, 1, 2, or the 3 that promotion asks for."""
DRMS = range(-6, 10)
"""Modifiers of an attack that have a code each."""
SMALL_NUMBERS = {
    "count_destroyed": 16,
    "count_kia": 16,
    "count_no_fly": 6,
    "count_war_destroyed": 32,
    "count_war_kia": 32,
    "count_war_no_fly": 12,
    "war_mission": 12,
    "mission_present": 11,
    "mission_target_size": 4,
    "mission_payload": 7,
}
"""Numbers that are read as codes from 0 on, because one more or less can decide, as a loss that costs a bonus."""
PERSON = 0.25
"""Count of one person in a roster, whose numbers are then about 1."""


class EncodedMat(NamedTuple):
    """The inputs of the heads; C numbers describe a card."""

    pooled: Tensor
    """``(N, P)``: the table, then the mean and the maximum of each kind of card. With ``Sizes.roster`` the subjects of
    the decision and the rosters follow."""
    aircraft: Tensor
    """``(N, SLOTS, C)``."""
    pilots: Tensor
    """``(N, SEATS, C)``."""
    gunners: Tensor
    """``(N, SEATS, C)``."""


class Sizes(NamedTuple):
    """Widths of the structured network."""

    card: int
    """Numbers that describe one aircraft, pilot or gunner."""
    trunk: int
    """Width of the two hidden layers of the policy, and of the two of the value."""
    roster: bool = False
    """Whether the network has the exact inputs that scales and pools blur. It then reads levels, stress, losses and
    modifiers as codes. It also reads the subject of the decision, and the numbers of people by level and stress."""
    odds: bool = False
    """Whether the network also reads the odds under the charts in force, behind the flat observation
    (:func:`stuka_env.games.stuka.odds.writing.with_odds`). It then knows other charts than ours."""


def flat_indices(*names: str) -> Tensor:
    """Return the flat indices of the named parts: ``(entities, numbers)``, or ``(numbers,)`` for single numbers."""
    return torch.from_numpy(np.concatenate([_rows(name) for name in names], axis=-1))


def _rows(name: str) -> np.ndarray[Any, Any]:
    """Return the indices of one part with its entities as rows; a part that belongs to no entity is one row."""
    indices = LAYOUT[name].indices
    if LAYOUT[name].block in CARD_BLOCKS:
        return indices.reshape(indices.shape[0], -1)
    return indices.reshape(-1)


def parts_of(*blocks: str) -> list[str]:
    """Return the names of the parts in the given blocks."""
    return [name for name, part in LAYOUT.items() if part.block in blocks]


class OneHots(nn.Module):
    """Parts of the observation that hold a code, as one-hots side by side: ``(N, 626)`` to ``(N, places, codes)``.

    Args:
        counts: by part, the number of codes from 0 on, or the codes themselves; any other number sets none.
    """

    sources: Tensor
    codes: Tensor
    tolerances: Tensor

    def __init__(self, **counts: int | range) -> None:
        super().__init__()
        ranges = {name: range(count) if isinstance(count, int) else count for name, count in counts.items()}
        sources = [LAYOUT[name].indices.reshape(-1, 1).repeat(len(codes), 1) for name, codes in ranges.items()]
        codes = [np.array(codes) * LAYOUT[name].scale for name, codes in ranges.items()]
        self.register_buffer("sources", torch.from_numpy(np.hstack(sources)), persistent=False)
        self.register_buffer("codes", torch.from_numpy(np.hstack(codes).astype(np.float32)), persistent=False)
        self.width = self.sources.shape[1]
        tolerances = [np.full(len(codes), LAYOUT[name].scale / 2, np.float32) for name, codes in ranges.items()]
        self.register_buffer("tolerances", torch.from_numpy(np.hstack(tolerances)), persistent=False)
        """Largest distance of a number from a code that it stands for."""

    def forward(self, observations: Tensor) -> Tensor:
        """Return 1 where the code is that of the column, else 0."""
        return ((columns(observations, self.sources) - self.codes).abs() < self.tolerances).float()


def levels_and_stress(role: str) -> dict[str, int | range]:
    """Return the codes of the people in a role."""
    return {f"{role}_level": LEVEL_CLASSES, f"{role}_stress": STRESS_CLASSES}


CREW_CODES: dict[str, int | range] = {
    **levels_and_stress("seats_pilot"),
    **levels_and_stress("seats_gunner"),
    "aircraft_drm": DRMS,
}
"""Codes on an aircraft card besides its own."""


class Cards(nn.Module):
    """The shared encoder of one kind of card: ``(N, places, numbers)`` to ``(N, places, width)``."""

    def __init__(self, numbers: int, places: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(numbers, width)
        self.place = nn.Parameter(torch.zeros(places, width))
        self.second = nn.Linear(width, width)

    def forward(self, cards: Tensor) -> Tensor:
        """Encode every card alike, but add a vector for its place on the mat."""
        return torch.relu(self.second(torch.relu(self.first(cards) + self.place)))


class Roster(nn.Module):
    """Counts of the pilots, or of the gunners: ``(N, 626)`` to ``(N, width)``.

    People in reach are counted by level and stress, those away or lost by level, everybody by level and missions
    completed.
    """

    sources: Tensor
    scales: Tensor
    counted: Tensor

    def __init__(self, role: str) -> None:
        super().__init__()
        parts = [LAYOUT[f"{role}_{name}"] for name in ("level", "stress", "missions", "duty", "timer")]
        sources = np.stack([part.indices.reshape(-1) for part in parts])
        scales = np.array([part.scale for part in parts], np.float32)
        self.register_buffer("sources", torch.from_numpy(sources), persistent=False)
        self.register_buffer("scales", torch.from_numpy(scales), persistent=False)
        # Each row is a level; the first, without a level, is not counted.
        self.bins = [LEVEL_CLASSES * STRESS_CLASSES, LEVEL_CLASSES, LEVEL_CLASSES * MISSION_CLASSES]
        bins = torch.split(torch.arange(sum(self.bins)), self.bins)
        counted = torch.cat([part.reshape(LEVEL_CLASSES, -1)[1:].flatten() for part in bins])
        self.register_buffer("counted", counted, persistent=False)
        self.width = len(counted)

    def forward(self, observations: Tensor) -> Tensor:
        """Count everybody who has a level."""
        codes = (columns(observations, self.sources) / self.scales[:, None]).round().long().clamp(min=0)
        level, stress, missions, duty, timer = codes.unbind(dim=1)
        level = level.clamp(max=LEVEL_CLASSES - 1)
        reach = (timer == 0) & (duty < Duty.KIA)
        by_level = self.bins[0]
        by_missions = by_level + self.bins[1]
        bins = (
            level * STRESS_CLASSES + stress.clamp(max=STRESS_CLASSES - 1),
            by_level + level,
            by_missions + level * MISSION_CLASSES + missions.clamp(max=MISSION_CLASSES - 1),
        )
        ones = (reach & (stress < STRESS_CLASSES), ~reach, torch.ones_like(reach))
        # len(observations) would fix how many an exported graph takes.
        counts = observations.new_zeros(observations.shape[0], sum(self.bins))
        counts.scatter_add_(1, torch.cat(bins, dim=1), PERSON * torch.cat(ones, dim=1).to(counts))
        return columns(counts, self.counted)


class MatEncoder(BaseFeaturesExtractor):
    """The flat observation as the table around the mission, and one vector for each aircraft, pilot and gunner.

    The result is an :class:`EncodedMat`, not a tensor. To join the cards into one row, and to split it again in the
    heads, would take a fifth of the time of an update. SB3 passes the result on unchanged.
    """

    table: Tensor
    aircraft: Tensor
    pilots: Tensor
    gunners: Tensor
    subject: Tensor

    def __init__(self, observation_space: Any, card: int, roster: bool = False, odds: bool = False) -> None:
        table = flat_indices(*[name for name, part in LAYOUT.items() if part.block not in CARD_BLOCKS])
        table = torch.cat((table, torch.from_numpy(odds_places("table")))) if odds else table
        rosters = [Roster(role) for role in ("pilots", "gunners")] if roster else []
        small_numbers = OneHots(**SMALL_NUMBERS) if roster else None
        counted = sum(each.width for each in rosters) + (small_numbers.width if small_numbers else 0)
        super().__init__(observation_space, len(table) + 3 * (3 if roster else 2) * card + counted)
        self.rosters = nn.ModuleList(rosters)
        self.small_numbers = small_numbers
        self.register_buffer("table", table, persistent=False)
        for block, names in {
            "aircraft": parts_of("aircraft", "seats"),
            "pilots": parts_of("pilots"),
            "gunners": parts_of("gunners"),
        }.items():
            indices = flat_indices(*names)
            indices = torch.cat((indices, torch.from_numpy(odds_places(block))), dim=1) if odds else indices
            self.register_buffer(block, indices, persistent=False)
        self.aircraft_codes = OneHots(
            aircraft_status=STATUS_CLASSES,
            aircraft_ordnance=LOAD_CLASSES,
            **(CREW_CODES if roster else {}),
        )
        self.pilot_codes, self.gunner_codes = (
            OneHots(**{f"{role}_duty": DUTY_CLASSES} | (levels_and_stress(role) if roster else {}))
            for role in ("pilots", "gunners")
        )
        self.register_buffer("subject", torch.from_numpy(LAYOUT["subject_one_hot"].indices), persistent=False)
        self.aircraft_cards = Cards(self.aircraft.shape[1] + self.aircraft_codes.width + 2, SLOTS, card)
        self.pilot_cards = Cards(self.pilots.shape[1] + self.pilot_codes.width + 1, SEATS, card)
        self.gunner_cards = Cards(self.gunners.shape[1] + self.gunner_codes.width + 1, SEATS, card)

    def encode_aircraft(self, seen: Tensor) -> Tensor:
        """Encode each aircraft card with its crew, its codes, and whether it leads or the decision is about it."""
        leader = (seen[:, LAYOUT["mission_leader"].indices.item(), None] * SLOTS).round()
        leads = (leader == torch.arange(1, SLOTS + 1, device=seen.device)).float()
        flags = torch.stack((leads, columns(seen, self.subject[:SLOTS])), dim=-1)
        return self.aircraft_cards(torch.cat((columns(seen, self.aircraft), self.aircraft_codes(seen), flags), dim=-1))

    def encode_pilots(self, seen: Tensor) -> Tensor:
        """Encode each pilot with his duty, and whether the decision is about him."""
        about = columns(seen, self.subject[:SEATS, None])
        return self.pilot_cards(torch.cat((columns(seen, self.pilots), self.pilot_codes(seen), about), dim=-1))

    def encode_gunners(self, seen: Tensor) -> Tensor:
        """Encode each gunner with his duty, and whether the decision is about him."""
        about = columns(seen, self.subject[SEATS:, None])
        return self.gunner_cards(torch.cat((columns(seen, self.gunners), self.gunner_codes(seen), about), dim=-1))

    def subjects(self, observations: Tensor, kinds: tuple[Tensor, Tensor, Tensor]) -> list[Tensor]:
        """Return the card of each kind that is the subject of the decision, ``(N, C)``, or 0."""
        about = columns(observations, self.subject)[..., None]
        flags = (about[:, :SLOTS], about[:, :SEATS], about[:, SEATS:])
        return [(flag * cards).sum(dim=1) for flag, cards in zip(flags, kinds, strict=True)]

    def forward(self, observations: Tensor) -> EncodedMat:
        """Encode ``(N, 626)``, or rows with the odds."""
        seen = observations
        kinds = (self.encode_aircraft(seen), self.encode_pilots(seen), self.encode_gunners(seen))
        pools = [pool for cards in kinds for pool in (cards.mean(dim=1), cards.max(dim=1).values)]
        if self.small_numbers is not None:
            pools += self.subjects(seen, kinds)
            pools += [roster(seen) for roster in self.rosters]
            pools.append(self.small_numbers(seen)[:, 0])
        return EncodedMat(torch.cat((columns(seen, self.table), *pools), dim=1), *kinds)


class ActionHead(nn.Module):
    """Logits of all actions from the encoded mat."""

    named: Tensor
    order: Tensor

    def __init__(self, pooled: int, sizes: Sizes) -> None:
        super().__init__()
        self.trunk = dense(pooled, sizes.trunk, 2)
        self.by_slot = ActionScorer(sizes.card, sizes.trunk, len(SLOT_ACTIONS))
        self.by_pilot = ActionScorer(sizes.card, sizes.trunk, len(PILOT_ACTIONS))
        self.by_gunner = ActionScorer(sizes.card, sizes.trunk, len(GUNNER_ACTIONS))
        named = [first + place for first in SLOT_ACTIONS for place in range(SLOTS)]
        named += [first + place for first in (*PILOT_ACTIONS, *GUNNER_ACTIONS) for place in range(SEATS)]
        others = [action for action in range(ACTIONS) if action not in named]
        self.others = nn.Linear(sizes.trunk, len(others))
        self.register_buffer("named", torch.tensor(named), persistent=False)
        self.register_buffer("order", torch.tensor(named + others).argsort(), persistent=False)

    def forward(self, encoded: EncodedMat, masks: Tensor | None = None) -> Tensor:
        """Return logits ``(N, ACTIONS)``; under masks (bool) those of the legal actions, where others may be 0.

        Most decisions name no pilot, no gunner or no aircraft, so masks save half of the work.
        """
        context = self.trunk(encoded.pooled)
        scorers = (self.by_slot, self.by_pilot, self.by_gunner)
        cards = (encoded.aircraft, encoded.pilots, encoded.gunners)
        if masks is None:
            logits = [scorer(each, context) for scorer, each in zip(scorers, cards, strict=True)]
        else:
            asked = torch.split(masks.index_select(1, self.named), NAMING_ACTIONS, dim=1)
            logits = [
                scorer.of_rows(each, context, rows.any(dim=1).nonzero()[:, 0])
                for scorer, each, rows in zip(scorers, cards, asked, strict=True)
            ]
        return torch.cat((*logits, in_float32(self.others, context)), dim=1).index_select(1, self.order)


assert len(np.unique(np.concatenate([part.indices.reshape(-1) for part in LAYOUT.values()]))) == LENGTH
