"""Fly the scripts of A Wing and a Prayer through campaigns, and write the figures that tests hold.

``python -m agents.games.wing.calibrate --campaigns 2000``
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from agents.evaluation.intervals import Measured
from agents.games.wing.measures import campaign_figures, fly_campaigns, phase_figures
from agents.games.wing.players import SCRIPTS, THIRD_GAME
from agents.registry import make_policy
from stuka_env.games.wing.codes import Campaign
from stuka_env.io.files import write_whole
from stuka_env.policy import RANDOM

CALIBRATED = (RANDOM, *reversed(SCRIPTS))
"""The players of the calibration."""
FIGURE_DIGITS = 4


def rounded(figures: Mapping[str, Measured]) -> dict[str, list[float]]:
    """Return figures with their standard errors as the file has them."""
    return {name: [round(number, FIGURE_DIGITS) for number in measured] for name, measured in figures.items()}


def calibrate(count: int) -> dict[str, object]:
    """Fly all players through so many campaigns of each kind, and return the contents of the file."""
    flights = {
        campaign: {name: fly_campaigns(make_policy(name, THIRD_GAME), campaign, count) for name in CALIBRATED}
        for campaign in Campaign
    }
    return {
        "count": count,
        "campaigns": {
            campaign.name.lower(): {name: rounded(campaign_figures(flown, campaign)) for name, flown in players.items()}
            for campaign, players in flights.items()
        },
        "phases": {
            name: {phase: rounded(figures) for phase, figures in phase_figures(flown).items()}
            for name, flown in flights[Campaign.FULL].items()
        },
    }


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description="Figures of the scripts of A Wing and a Prayer.")
    parser.add_argument("--campaigns", type=int, default=2000, help="campaigns of each script and kind (default: 2000)")
    parser.add_argument(
        "--output", type=Path, required=True, help="the file, such as docs/results/wing/calibration.json"
    )
    options = parser.parse_args(words)
    write_whole(options.output, json.dumps(calibrate(options.campaigns), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
