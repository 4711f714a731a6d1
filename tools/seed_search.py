"""Measure what an entry gains that was chosen with a look at the dice: ``python -m tools.seed_search``.

The seeds of a track are public. So anybody can fly a war many times and keep the best flight. The tool does that with
``random_flyer``, which knows nothing of the game, on the shortest track. It writes ``docs/results/seed_search.json``.
``tools/leaderboard_doc.py`` makes the table of it.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.evaluation.tracks import TRACKS
from agents.games.stuka.luck.recorder import fly_with_luck
from stuka_env.files import write_whole
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import load_policy
from tools import ROOT

SEARCH_FILE = ROOT / "docs" / "results" / "seed_search.json"
SEARCH_TRACK = "language-quick"
SEARCHER, COMPARED = "random_flyer", "champion"
FLIGHTS_OF_A_WAR = (1, 60, 1_000)
"""Numbers of flights of each war from which the best is kept."""


def flown_scores(policy: str, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the plain and the adjusted scores of a policy in the wars of the track, ``(N,)`` each.

    Args:
        policy: name of the policy.
        seed: seed of the policy's random numbers.
    """
    track = TRACKS[SEARCH_TRACK]
    seeds = evaluation_seeds(track.seed, track.headline.wars)
    flown = fly_with_luck(load_policy(policy), track.headline.spec(), seeds, seed=seed)
    return flown.scores, flown.scores - flown.luck


def search(flights: Sequence[int]) -> list[dict[str, float]]:
    """Return the means of the best flights of every war, a row for each number of flights.

    ``plain`` is the plain score of the best plain flights, and ``adjusted`` the adjusted score of the best adjusted
    flights.
    """
    tried = [flown_scores(SEARCHER, seed) for seed in range(max(flights))]
    plain, adjusted = (np.array(scores) for scores in zip(*tried, strict=True))
    return [
        {
            "flights": count,
            "plain": round(float(plain[:count].max(axis=0).mean()), 2),
            "adjusted": round(float(adjusted[:count].max(axis=0).mean()), 2),
        }
        for count in flights
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Measure and write the file. Return the exit status."""
    argparse.ArgumentParser(prog="python -m tools.seed_search", description="Write seed_search.json.").parse_args(words)
    rival: list[Any] = [round(float(scores.mean()), 2) for scores in flown_scores(COMPARED, 0)]
    contents = {"rival": dict(zip(("plain", "adjusted"), rival, strict=True)), "rows": search(FLIGHTS_OF_A_WAR)}
    write_whole(SEARCH_FILE, json.dumps(contents, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
