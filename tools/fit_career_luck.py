"""Fit of the network of luck in careers: ``python -m tools.fit_career_luck`` flies training wars and fits it to them.

Players of many styles around ``veteran`` and the other scripts fly careers, months and sorties. The first round takes
the bombers that came until the end of each war. The next rounds use the network's own prediction some sortie lines
ahead, which has less noise. Nothing of an evaluation is read, and the file is written before wars are evaluated.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.games.interceptor.luck.examples import (
    CHANCE,
    FLYER,
    STYLED,
    Examples,
    StyledPlayer,
    first_of,
    fly_examples,
    new_examples,
)
from agents.games.interceptor.luck.network import (
    FIRST,
    HOT_CODES,
    HOT_LEAST,
    HOT_LENGTHS,
    INPUTS,
    LUCK_NETWORK,
    NETWORK_CODES,
    SECOND,
    new_network,
    no_weights,
)
from agents.games.interceptor.luck.terms import new_luck_workspace
from agents.games.interceptor.scripts import by_the_book, careful, rash, veteran
from agents.games.interceptor.scripts.style import Style, order
from agents.luck.value_file import save_value
from agents.seeds import LUCK_WARS, base_seed
from stuka_env.command_line import status_of
from stuka_env.engine.engine import seed_words
from stuka_env.files import output_path
from stuka_env.games.interceptor.codes import MONTHS, NOBODY, Career, Month, Scale, Skill
from stuka_env.games.interceptor.rules.mat import Settings
from stuka_env.games.interceptor.scenario.plan import DRAWN, WarSpec
from stuka_env.records import Rows, rows

# --- the players ---

SECOND_GAME = 1_000
"""First stage of the seeds of this fit; those of the first game have lower ones."""
WARS_OF_A_PLAYER = 20
"""Wars that each player flies."""
PLAYERS_BY_SCALE = {Scale.CAREER: 3_500, Scale.MONTH: 1_750, Scale.SORTIE: 1_750}
"""Players of each kind of war."""
EXAMPLE_SHARES = {Scale.CAREER: 15, Scale.MONTH: 50, Scale.SORTIE: 50}
"""Decisions in a hundred that become examples."""
BASES = (veteran.STYLE, by_the_book.STYLE, careful.STYLE, rash.STYLE)
"""Styles that are varied."""
BASE_SHARES = (0.7, 0.16, 0.07, 0.07)
"""Shares of their players."""
AS_IT_IS, MOST_CHANGES = 0.3, 4
"""Share of the players with the style of a script, and the largest number of settings in which others differ."""
KINDS = (STYLED, FLYER, CHANCE)
KIND_SHARES = (0.92, 0.05, 0.03)
NCO_SHARE, SLIP_SHARE, SLIPS = 0.35, 0.3, (1, 2, 10)
"""Shares of NCOs and of players who leave some decisions to chance; how many of a hundred these are."""
OPTION_SHARE, LATE_SHARE = 0.1, 0.12
"""Shares of wars with optional rules, and of careers that begin later than in March 1943."""
LIMITS = (-1, 0, 1, 2, 3, 4, 99)
"""Limits of damaged systems."""
SETTINGS: dict[str, tuple[int, ...]] = {
    "zone": tuple(range(-1, 7)),
    "zone_month": tuple(range(MONTHS - 1)),
    **dict.fromkeys(("upgrades", "switches", "fast", "fights", "slips_head_on", "more_fights", "head_on"), (0, 1)),
    "most_escorts": (2, 3, 4, 5, 6),
    "collects": (0, 2, 4, 8),
    **dict.fromkeys(("medium", "close_box", "close_escorted", "close", "novice_medium", "novice_close"), LIMITS),
    **dict.fromkeys(("finish", "again", "on", "stays"), LIMITS),
    "burst": (0, 1, 2, 3),
    "wingman": (0, 1, 2),
    "evades": (0, 1, 2, 3),
    "reflexes": (-2, -1, 0, 1),
    "jumps": (3, 4, 5, 99),
    "last_month": (Month.JANUARY_1944, Month.FEBRUARY_1944, MONTHS),
}
"""Settings of a style that are varied, with their values; the order of skills is one more."""
TAUGHT = tuple(skill for skill in Skill if skill <= Skill.AIM)
"""Skills without the advanced maneuvers."""


def varied(style: Style, rng: np.random.Generator) -> Style:
    """Return a style that differs in one setting."""
    place = int(rng.integers(len(SETTINGS) + len(SETTINGS) // 4))
    if place < len(SETTINGS):
        name = list(SETTINGS)[place]
        setting: dict[str, Any] = {name: int(rng.choice(SETTINGS[name]))}
        return style._replace(**setting)
    skills = list(style.skills)
    skills.insert(int(rng.integers(len(skills) - 1)), int(rng.choice(TAUGHT)))
    return style._replace(skills=order(*map(Skill, skills[:-1])))


def draw_player(rng: np.random.Generator) -> StyledPlayer:
    """Draw a player."""
    style = BASES[rng.choice(len(BASES), p=BASE_SHARES)]
    if rng.random() >= AS_IT_IS:
        for _ in range(rng.integers(1, MOST_CHANGES + 1)):
            style = varied(style, rng)
    slips = int(rng.choice(SLIPS)) if rng.random() < SLIP_SHARE else 0
    track = Career.NCO if rng.random() < NCO_SHARE else Career.OFFICER
    return StyledPlayer(style, int(rng.choice(KINDS, p=KIND_SHARES)), int(track), slips)


def draw_plan(scale: Scale, rng: np.random.Generator) -> Rows[Settings]:
    """Draw the war that a player flies, ``(1,)``."""
    late = int(rng.integers(MONTHS)) if rng.random() < LATE_SHARE else 0
    plan = rows(1, Settings)
    plan["scale"], plan["month"], plan["track"] = scale, late if scale == Scale.CAREER else DRAWN, NOBODY
    if rng.random() < OPTION_SHARE:
        for option in ("fatigue", "enemy_quality", "advanced_maneuvers"):
            plan[option] = rng.integers(2)
    return plan


# --- the examples ---

ROOM, SPARE_ROOM = 8_000_000, 1 << 16
"""Examples of all players, at most, and room that a trial with few players needs more."""


def fly_players(share: float, seed: int, examples: Examples) -> int:
    """Let players fly training wars, and return the number of examples; ``share`` is that of the players."""
    rng, space = np.random.default_rng(seed), new_luck_workspace(new_network(no_weights()))
    charts: Any = np.array([WarSpec(scale=Scale.CAREER).charts.record])
    place = 0
    for scale, players in PLAYERS_BY_SCALE.items():
        for player in range(round(players * share)):
            wars = range(player * WARS_OF_A_PLAYER, (player + 1) * WARS_OF_A_PLAYER)
            keys = np.array([seed_words(base_seed(LUCK_WARS, seed, SECOND_GAME + scale, war)) for war in wars])
            drawn = draw_player(rng)
            place = fly_examples(
                space, charts, draw_plan(scale, rng), drawn, keys, EXAMPLE_SHARES[scale], examples, place
            )
    return place


def make_examples(share: float, seed: int) -> Examples:
    """Return the examples of the players of a seed."""
    examples = new_examples(round(ROOM * share) + SPARE_ROOM)
    count = fly_players(share, seed, examples)
    return first_of(examples, count)


def targets_of(examples: Examples, lines: int, predicted: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the bombers that came after each example, float32 ``(M,)``.

    Args:
        examples: the examples.
        lines: sortie lines after which the prediction stands for the rest; TO_THE_END for none.
        predicted: predictions of the examples, ``(M,)``, of which those that open a line are used.
    """
    end = examples.final.astype(np.float32) - examples.earned
    ahead = examples.following if lines else np.full(len(end), -1)
    for _ in range(lines - 1):
        ahead = np.where(ahead >= 0, examples.following[ahead], -1)
    later = examples.earned[ahead] - examples.earned + predicted[ahead]
    return np.where(ahead >= 0, later, end).astype(np.float32)


# --- the fit ---


class Round(NamedTuple):
    """A round of the fit."""

    lines: int
    """Sortie lines after which the prediction stands for the rest; TO_THE_END in the first round."""
    epochs: int
    rate: float
    """Largest learning rate."""


TO_THE_END = 0
LUCK_ROUNDS = (Round(TO_THE_END, 1, 3e-3), Round(8, 1, 2e-3), Round(2, 1, 2e-3), Round(1, 2, 2e-3))
BATCH, PREDICTED = 4_096, 1 << 14
"""Examples of a step, and of a batch of predictions."""
ONE_IN, FEWEST = 50, 0.1
"""One example in ONE_IN gives the scale of the integers; FEWEST is the smallest standard deviation."""
BOMBERS_SCALE, BOMBERS_MIDDLE = 4.0, 6.0
"""Scale and middle of the bombers to come."""


class TrainedNetwork(nn.Module):
    """The network of :mod:`agents.games.interceptor.luck.network` with scaled inputs and outputs."""

    def __init__(self, codes: NDArray[np.int8]) -> None:
        super().__init__()
        some = codes[::ONE_IN].astype(np.float32)
        self.mean = torch.from_numpy(some.mean(axis=0))
        self.factor = torch.from_numpy(1 / np.maximum(some.std(axis=0), np.float32(FEWEST)))
        self.layers = [nn.Linear(INPUTS, FIRST), nn.Linear(FIRST, SECOND), nn.Linear(SECOND, 1)]
        for name, layer in zip(("first", "second", "last"), self.layers, strict=True):
            self.add_module(name, layer)

    def inputs(self, codes: torch.Tensor) -> torch.Tensor:
        """Return the scaled integers and the one-hots, ``(N, INPUTS)``."""
        parts = [(codes.float() - self.mean) * self.factor]
        for place, least, length in zip(HOT_CODES.tolist(), HOT_LEAST.tolist(), HOT_LENGTHS.tolist(), strict=True):
            choices = (codes[:, place].long() - least).clamp(0, length - 1)
            parts.append(nn.functional.one_hot(choices, length).float())
        return torch.cat(parts, 1)

    def forward(self, codes: torch.Tensor) -> torch.Tensor:
        """Return the bombers to come, ``(N,)``, for integers ``(N, NETWORK_CODES)``."""
        first, second, last = self.layers
        value: torch.Tensor = last(torch.relu(second(torch.relu(first(self.inputs(codes))))))
        return value[:, 0] * BOMBERS_SCALE + BOMBERS_MIDDLE

    def predict(self, codes: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return the bombers to come, ``(M,)``."""
        with torch.no_grad():
            parts = [self(torch.from_numpy(codes[row : row + PREDICTED])) for row in range(0, len(codes), PREDICTED)]
        return torch.cat(parts).numpy()

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights for integers as they are and for bombers, by the names of the file."""
        (first, first_bias), (second, second_bias), (last, last_bias) = (
            (layer.weight.detach().double().T, layer.bias.detach().double()) for layer in self.layers
        )
        first[:NETWORK_CODES] *= self.factor.double()[:, None]
        first_bias -= self.mean.double() @ first[:NETWORK_CODES]
        arrays = {
            "first": first, "first_bias": first_bias, "second": second, "second_bias": second_bias,
            "last": last[:, 0] * BOMBERS_SCALE, "last_bias": last_bias * BOMBERS_SCALE + BOMBERS_MIDDLE,
        }  # fmt: skip
        return {name: np.ascontiguousarray(array.numpy(), np.float32) for name, array in arrays.items()}


def fit(network: TrainedNetwork, codes: NDArray[np.int8], targets: NDArray[np.float32], plan: Round) -> None:
    """Fit the network to targets in one round."""
    optimizer = torch.optim.Adam(network.parameters(), lr=plan.rate)
    batches = max(1, len(codes) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, plan.rate, total_steps=plan.epochs * batches)
    rng = np.random.default_rng(plan.lines)
    for _ in range(plan.epochs):
        for rows_of_batch in np.array_split(rng.permutation(len(codes)), batches):
            places = np.sort(rows_of_batch)
            errors = network(torch.from_numpy(codes[places])) - torch.from_numpy(targets[places])
            optimizer.zero_grad()
            errors.square().mean().backward()
            optimizer.step()
            schedule.step()


def fit_network(examples: Examples) -> TrainedNetwork:
    """Fit a network to examples in all rounds."""
    torch.manual_seed(0)
    network = TrainedNetwork(examples.codes)
    opening = np.flatnonzero(examples.opens_line)
    for plan in LUCK_ROUNDS:
        start, predicted = time.monotonic(), np.zeros(len(examples.earned), np.float32)
        if plan.lines:
            predicted[opening] = network.predict(examples.codes[opening])
        targets = targets_of(examples, plan.lines, predicted)
        fit(network, examples.codes, targets, plan)
        left = float(np.square(network.predict(examples.codes[::ONE_IN]) - targets[::ONE_IN]).mean())
        words = f"{plan.lines} lines ahead" if plan.lines else "to the end"
        print(f"{words}: mean square {left:.3f} of {targets.var():.3f}, {time.monotonic() - start:.0f} s", flush=True)
    return network


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit the network. Return the exit status."""
    words = argparse.ArgumentParser(prog="fit_career_luck.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--share", type=float, default=1.0, help="share of the players, for a quick trial (default: 1)")
    words.add_argument("--seed", type=int, default=0, help="seed of players and wars (default: 0)")
    words.add_argument("--output", type=Path, default=LUCK_NETWORK, help="where the network goes")
    options = words.parse_args(arguments)

    def work() -> int:
        output = output_path("--output", options.output)
        torch.set_num_threads(1)
        examples = make_examples(options.share, options.seed)
        print(f"{len(examples.earned):,} examples", flush=True)
        print(f"written: {save_value(fit_network(examples).weights(), output)}")
        return 0

    return status_of("fit_career_luck.py", work)


if __name__ == "__main__":
    sys.exit(main())
