"""Arguments of ``python -m agents.learned``; importing this module needs no extra."""

import argparse

from agents.registry import trained_agents
from stuka_env.game import DEFAULT_GAME, game_named
from stuka_env.policy import SAVED_AGENT

WARS = 1_000
"""Default number of wars of a calibration."""
SCORE_MISSIONS = 100_000
"""Default number of missions of each kind of war that a score head is fitted on."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of both steps of the command to its parser."""
    steps = words.add_subparsers(dest="step", metavar="STEP", required=True)
    fit = steps.add_parser("fit", help="fit the score head on the agent's own wars, and write it into its file")
    calibration = steps.add_parser(
        "calibrate", help="expected less achieved score at the start of each mission, on wars kept for evaluation"
    )
    for step in (fit, calibration):
        names = ", ".join(trained_agents())
        step.add_argument("agent", metavar="AGENT", help=f"{SAVED_AGENT}, or of {DEFAULT_GAME} {names}")
        step.add_argument(
            "--wars",
            nargs="+",
            default=[],
            metavar="ID[,KEY=VALUE]",
            help=f"kinds of war to fly, such as {game_named(DEFAULT_GAME).usual},charts=FOLDER (default: those on the "
            "agent's card)",
        )
    fit.add_argument(
        "--missions",
        default=str(SCORE_MISSIONS),
        metavar="N",
        help=f"missions of each kind of war (default: {SCORE_MISSIONS:,})",
    )
    calibration.add_argument(
        "--episodes", default=str(WARS), metavar="N", help=f"wars of each kind (default: {WARS:,})"
    )
    calibration.add_argument("--seed", default="0", metavar="S", help="evaluation seed of the wars (default: 0)")
    calibration.add_argument("--output", metavar="FILE", help="also write the figures to this file as JSON")
