"""Fit of the luck of a game: ``python -m tools.luck_fit --game NAME`` flies training wars and fits the game's values.

The room ``luck.training`` of a game has the players of its training wars, and the fit. Nothing of an evaluation is
read, and the file is written before wars are evaluated.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from agents.game_rooms import has_room, laboratory_of
from agents.value_file import save_value
from stuka_env.game import game_names
from stuka_env.io.command_line import status_of
from stuka_env.io.files import output_path

TRAINING_ROOM = "luck.training"


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit the luck of a game and write the file. Return the exit status."""
    games = [name for name in game_names() if has_room(name, TRAINING_ROOM)]
    words = argparse.ArgumentParser(prog="luck_fit.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--game", choices=games, required=True, help="the game")
    words.add_argument("--share", type=float, default=1.0, help="share of the wars, for a quick trial (default: 1)")
    words.add_argument("--output", type=Path, help="where the values go (default: the package)")
    options = words.parse_args(arguments)

    def work() -> int:
        training = laboratory_of(options.game, TRAINING_ROOM)
        output = output_path("--output", options.output or training.FITTED_FILE)
        torch.set_num_threads(1)
        print(f"written: {save_value(training.fit(options.share), output)}")
        return 0

    return status_of("luck_fit.py", work)


if __name__ == "__main__":
    sys.exit(main())
