"""Fit of the network of luck of a game: ``python -m tools.luck_fit --game NAME`` flies training wars and fits it.

Nothing of an evaluation is read, and the file is written before wars are evaluated.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

from agents.luck.fitting import fit_network
from agents.luck.network import NETWORK_WEIGHTS, inputs_of
from agents.value_file import save_value
from stuka_env.game import game_named
from stuka_env.io.command_line import status_of
from stuka_env.io.files import output_path
from tools.luck_studies import STUDIES


def main() -> int:
    """Fit the network of a game and write its file. Return the exit status."""
    words = argparse.ArgumentParser(prog="luck_fit.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--game", choices=list(STUDIES), required=True, help="the game")
    words.add_argument("--share", type=float, default=1.0, help="share of the players, for a quick trial (default: 1)")
    words.add_argument("--seed", type=int, default=0, help="seed of players and wars (default: 0)")
    words.add_argument("--output", type=Path, help="where the network goes (default: the package)")
    options = words.parse_args()

    def work() -> int:
        study = STUDIES[options.game]
        parts = study.luck
        output = output_path("--output", options.output or parts.path)
        torch.set_num_threads(1)
        examples = study.fly_players(options.share, options.seed)
        print(f"{len(examples.earned):,} examples", flush=True)
        inputs = inputs_of(game_named(parts.game).envs.layout(parts.details))
        weights = fit_network(inputs, examples).weights()
        for last in NETWORK_WEIGHTS[-2:]:
            weights[last] = (weights[last] * np.float32(study.factor)).astype(np.float32)
        print(f"written: {save_value(weights, output)}")
        return 0

    return status_of("luck_fit.py", work)


if __name__ == "__main__":
    sys.exit(main())
