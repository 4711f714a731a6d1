"""The calibration of the third game: figures of its scripts in campaigns, and the tables of docs/wing_calibration.md.

``python -m tools.campaign_calibration`` flies the campaigns and writes the figures. Tests hold them.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.evaluation.intervals import Measured
from agents.games.wing.measures import campaign_figures, fly_campaigns, phase_figures
from agents.games.wing.players import SCRIPTS, make_player
from stuka_env.games.wing.codes import Campaign, Victory
from stuka_env.io.files import write_whole
from stuka_env.policy import RANDOM
from tools import DOCS
from tools.generated import LEFT, RIGHT, pages_with, paragraph, table

CALIBRATED = (RANDOM, *reversed(SCRIPTS))
"""The players of the calibration."""
CALIBRATION = DOCS / "results" / "wing" / "calibration.json"
FIGURE_DIGITS = 4
COMPARISON = DOCS / "results" / "wing" / "reference.json"
"""Figures of the reference beside ours."""
CAMPAIGN_COLUMNS = ("points", "lost %", "targets %", "interceptions", "asked", "ended early %")
PHASE_COLUMNS = (
    "lost %", "home alone %", "deep lost %", "interceptions", "sent", "lost", "targets %", "damaged %", "short",
    "points a mission",
)  # fmt: skip
REFERENCE_COLUMNS = ("points", "lost", "targets", "interceptions")

# --- the figures ---


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


# --- the tables ---


def _figures() -> Any:
    return json.loads(CALIBRATION.read_text(encoding="utf-8"))


def _cells(figures: Mapping[str, Sequence[float]], columns: Sequence[str]) -> tuple[str, ...]:
    """Return figures with their standard errors; a figure that there is not has a dash."""
    cells = []
    for name in columns:
        value, error = figures.get(name, (None, 0.0))
        digits = 0 if name == "asked" else 1 if name.endswith("%") or name == "points" else 2
        cells.append("-" if value is None else f"{value:.{digits}f} ± {error:.{digits}f}")
    return tuple(cells)


def campaigns() -> str:
    """Return the table of the campaigns."""
    figures = _figures()
    rows = [
        (f"`{campaign}`", f"`{name}`", *_cells(players[name], CAMPAIGN_COLUMNS))
        for campaign, players in figures["campaigns"].items()
        for name in CALIBRATED
    ]
    about = f"{figures['count']:,} campaigns each, evaluation seed 0. Errors are standard errors over campaigns."
    sides = (LEFT, LEFT, *[RIGHT] * len(CAMPAIGN_COLUMNS))
    return "\n".join(["", *table(("campaign", "player", *CAMPAIGN_COLUMNS), rows, sides), *paragraph(about)])


def levels() -> str:
    """Return the table of the levels of victory."""
    words = [level.word for level in Victory]
    rows = [
        (f"`{campaign}`", f"`{name}`", *(f"{players[name][f'{word} %'][0]:.0f}" for word in words))
        for campaign, players in _figures()["campaigns"].items()
        if f"{words[0]} %" in players[CALIBRATED[0]]
        for name in CALIBRATED
    ]
    return "\n".join(["", *table(("campaign", "player", *words), rows, (LEFT, LEFT, *[RIGHT] * len(words)))])


def phases() -> str:
    """Return the table of the phases of the full campaign."""
    rows = [
        (f"`{name}`", phase, *_cells(figures, PHASE_COLUMNS))
        for name in CALIBRATED
        for phase, figures in _figures()["phases"][name].items()
    ]
    return "\n".join(
        ["", *table(("player", "boxes", *PHASE_COLUMNS), rows, (LEFT, LEFT, *[RIGHT] * len(PHASE_COLUMNS)))]
    )


def reference() -> str:
    """Return the table of the comparison with the reference."""
    contents = json.loads(COMPARISON.read_text(encoding="utf-8"))
    rows, scores = [], []
    for campaign, players in contents["campaigns"].items():
        for name, figures in players.items():
            cells = []
            for figure in REFERENCE_COLUMNS:
                ours, other, score = figures[figure]
                scores.append(score)
                cells.append(f"{ours:.2f}, {other:.2f} ({score:+.1f})")
            rows.append((f"`{campaign}`", f"`{name}`", *cells))
    square, most = sum(score**2 for score in scores) / len(scores), max(map(abs, scores))
    about = (
        f"Flown on {contents['date']} with our rules of commit {contents['commit']}, {contents['count']:,} campaigns a "
        f"cell. The largest difference has {most:.1f} standard errors. The mean of their squares is {square:.2f}."
    )
    return "\n".join(["", *table(("campaign", "player", *REFERENCE_COLUMNS), rows), *paragraph(about)])


PAGES = pages_with(
    {
        DOCS / "wing_calibration.md": {
            "campaigns": campaigns,
            "levels": levels,
            "phases": phases,
            "reference": reference,
        }
    }
)


# --- the command ---


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
