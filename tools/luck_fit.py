"""The command that fits a network of luck: its options, the seeds of its training wars, and its file."""

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from agents.luck.examples import Examples
from agents.luck.fitting import fit_network
from agents.luck.network import NETWORK_WEIGHTS, inputs_of
from agents.luck.parts import LuckParts
from agents.seeds import LUCK_WARS, base_seed
from agents.value_file import save_value
from stuka_env.command_line import status_of
from stuka_env.files import output_path
from stuka_env.game import game_named


def luck_seeds(seed: int, stage: int, player: int, wars: int) -> NDArray[np.uint64]:
    """Return the base seeds of a player's training wars, ``(wars,)``."""
    numbers = range(player * wars, (player + 1) * wars)
    return np.array([base_seed(LUCK_WARS, seed, stage, number) for number in numbers], np.uint64)


def fit_command(
    name: str,
    summary: str,
    parts: LuckParts,
    fly_players: Callable[[float, int], Examples],
    *,
    factor: float = 1.0,
) -> int:
    """Fit the network of a game and write its file. Return the exit status.

    Args:
        name: name of the command.
        summary: its first line of help.
        parts: the parts of luck that know the game.
        fly_players: flies a share of the players with a seed, and returns the examples.
        factor: factor of the fitted predictions.
    """
    words = argparse.ArgumentParser(prog=name, description=summary)
    words.add_argument("--share", type=float, default=1.0, help="share of the players, for a quick trial (default: 1)")
    words.add_argument("--seed", type=int, default=0, help="seed of players and wars (default: 0)")
    words.add_argument("--output", type=Path, default=parts.path, help="where the network goes")
    options = words.parse_args()

    def work() -> int:
        output = output_path("--output", options.output)
        torch.set_num_threads(1)
        examples = fly_players(options.share, options.seed)
        print(f"{len(examples.earned):,} examples", flush=True)
        inputs = inputs_of(game_named(parts.game).envs.layout(parts.details))
        weights = fit_network(inputs, examples).weights()
        for last in NETWORK_WEIGHTS[-2:]:
            weights[last] = (weights[last] * np.float32(factor)).astype(np.float32)
        print(f"written: {save_value(weights, output)}")
        return 0

    return status_of(name, work)
