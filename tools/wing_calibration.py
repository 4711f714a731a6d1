"""Fly the scripts of the third game through its campaigns, and write their figures: the calibration.

Tests hold the figures, and ``python -m tools.docs`` makes the tables of ``docs/wing_calibration.md`` of them.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from agents.evaluation.measured import Measured
from agents.games.wing.measures import campaign_figures, fly_campaigns, phase_figures
from agents.games.wing.players import SCRIPTS, make_player
from stuka_env.files import write_whole
from stuka_env.games.wing.codes import Campaign
from stuka_env.policy import RANDOM
from tools import ROOT

CALIBRATED = (RANDOM, *reversed(SCRIPTS))
"""The players of the calibration."""
CALIBRATION = ROOT / "docs" / "results" / "wing" / "calibration.json"
FIGURE_DIGITS = 4


def rounded(figures: Mapping[str, Measured]) -> dict[str, list[float]]:
    """Return figures with their standard errors as the file has them."""
    return {name: [round(number, FIGURE_DIGITS) for number in measured] for name, measured in figures.items()}


def calibrate(count: int) -> dict[str, object]:
    """Fly all players through so many campaigns of each kind, and return the contents of the file."""
    flights = {
        campaign: {name: fly_campaigns(make_player(name), campaign, count) for name in CALIBRATED}
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
    parser = argparse.ArgumentParser(description="Figures of the scripts of the third game.")
    parser.add_argument("--campaigns", type=int, default=2000, help="campaigns of each script and kind (default: 2000)")
    parser.add_argument("--output", type=Path, default=CALIBRATION, help="the file (default: in docs/)")
    options = parser.parse_args(words)
    write_whole(options.output, json.dumps(calibrate(options.campaigns), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
