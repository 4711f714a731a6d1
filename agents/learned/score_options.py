"""What ``python -m agents.learned`` takes; reading this needs no extra."""

import argparse

from agents.registry import trained_agents
from stuka_env.policy import SUFFIX

WARS = 1_000
"""Wars that a calibration flies, if nobody says otherwise."""
SCORE_MISSIONS = 100_000
"""Missions of each kind of war that a score head is fitted on, if nobody says otherwise."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """What the command takes."""
    steps = words.add_subparsers(dest="step", metavar="STEP", required=True)
    fit = steps.add_parser("fit", help="fit the score head on the agent's own wars, and write it into its zip")
    calibration = steps.add_parser(
        "calibrate", help="expected less achieved score at the start of each mission, on wars kept for evaluation"
    )
    for step in (fit, calibration):
        step.add_argument("agent", metavar="AGENT", help=f"FILE{SUFFIX}, {' or '.join(trained_agents())}")
        step.add_argument(
            "--wars", nargs="+", default=[], metavar="ID[,KEY=VALUE]",
            help="what to fly, such as Stuka/Campaign-v0 Stuka/Operation-v0,operation=citadel (default: its card's)",
        )  # fmt: skip
    fit.add_argument(
        "--missions",
        default=str(SCORE_MISSIONS),
        metavar="N",
        help=f"to fly of each kind (default: {SCORE_MISSIONS:,})",
    )
    calibration.add_argument("--episodes", default=str(WARS), metavar="N", help=f"of each kind (default: {WARS:,})")
    calibration.add_argument("--seed", default="0", metavar="S", help="which wars of the evaluation (default: 0)")
    calibration.add_argument("--output", metavar="FILE", help="write the figures as JSON too")
