"""Write docs/results/expectations.json and .svg: what the agents that ship expect, against what they get.

Run ``python -m tools.expectations`` after :data:`COMMANDS`, whose files it reads; ``make results`` runs all of them.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.evaluation.intervals import span
from stuka_env.files import write_whole
from stuka_env.journal.wording import OPERATION_WORDS
from tools import ROOT

FOLDER = ROOT / "docs" / "results"
CALIBRATIONS = FOLDER / "calibration"
COMMANDS = (
    "python -m agents.learned calibrate ppo-mission --episodes 5000",
    "python -m agents.learned calibrate ppo-operation --episodes 1000",
    "python -m agents.learned calibrate ppo-campaign --wars Stuka/Campaign-v0 --episodes 1000",
)
"""Each writes, by ``--output``, a file of its agent into :data:`CALIBRATIONS`."""
NAME = "expectations.json"
TITLE = "What agents expect"
TEXT = (
    "At the first decision of every mission an agent says what final score it expects; here that is held against the "
    "score it got, over wars of the evaluation, none of which it was fitted on. The differences are expected less "
    "achieved: at the first mission, over all missions, and at the mission where the mean is farthest off."
)
COLUMNS = (
    "agent", "wars of", "wars", "expected at the start", "achieved", "difference at the start", "over all missions",
    "farthest off, at mission",
)  # fmt: skip
Missions = list[dict[str, Any]]


def kind_of(wars: str) -> str:
    """Wars in words, from their ID,KEY=VALUE,..."""
    env, *given = wars.split(",")
    operation = next((each.partition("=")[2] for each in given if each.startswith("operation=")), None)
    scale = env.removeprefix("Stuka/").removesuffix("-v0")
    known = [name for name in OPERATION_WORDS if name.lower().replace(" ", "_") == operation]
    if not known:
        return scale
    return known[0] if scale == "Operation" else f"{scale}, {known[0]}"


class Calibration(NamedTuple):
    """What was found for one agent in one kind of war."""

    agent: str
    kind: str
    wars: int
    missions: Missions


def read(folder: Path) -> list[Calibration]:
    """Every calibration."""
    order = [command.split()[4] for command in COMMANDS]
    found = [json.loads((folder / f"{agent}.json").read_text(encoding="utf-8")) for agent in order]
    return [
        Calibration(one["agent"], kind_of(wars), one["episodes"], missions)
        for one in found
        for wars, missions in one["wars"].items()
    ]


def average(missions: Missions) -> float:
    """Expected less achieved over all missions."""
    return sum(each["error"]["mean"] * each["wars"] for each in missions) / sum(each["wars"] for each in missions)


def row(found: Calibration) -> list[str]:
    """A line of the table."""
    missions = found.missions
    first, worst = missions[0], max(missions, key=lambda each: abs(each["error"]["mean"]))
    return [
        f"`{found.agent}`", found.kind, f"{found.wars:,}", f"{first['expected']:.1f}", f"{first['achieved']:.1f}",
        span(first["error"], "+.2f"), f"{average(missions):+.2f}",
        f"{worst['mission']}: {span(worst['error'], '+.2f')}",
    ]  # fmt: skip


def draw(path: Path, found: Sequence[Calibration]) -> None:
    """Expected less achieved by mission, with its interval; wars of one mission have no curve."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    curves = [each for each in found if len(each.missions) > 1]
    with plt.rc_context({"svg.hashsalt": "expectations", "font.size": 9}):
        figure, panels = plt.subplots(
            1, len(curves), figsize=(2.6 * len(curves), 2.8), layout="constrained", sharey=True
        )
        for axes, (agent, kind, _, missions) in zip(panels, curves, strict=True):
            places = [each["mission"] for each in missions]
            axes.axhline(0, color="black", linewidth=0.8)
            axes.fill_between(
                places, [each["error"]["low"] for each in missions], [each["error"]["high"] for each in missions],
                color="#1f4e79", alpha=0.2, linewidth=0,
            )  # fmt: skip
            axes.plot(places, [each["error"]["mean"] for each in missions], color="#1f4e79")
            axes.set_title(f"{agent}, {kind}", fontsize=9)
            axes.set_xlabel("mission")
            axes.grid(axis="y", alpha=0.3)
        panels[0].set_ylabel("expected less achieved, points")
        figure.savefig(path, format="svg", metadata={"Date": None})
        plt.close(figure)


def main() -> None:
    """Read, write, draw."""
    found = read(CALIBRATIONS)
    commands = "`, `".join((*COMMANDS, "python -m tools.expectations"))
    section = {
        "title": TITLE, "text": TEXT, "columns": list(COLUMNS), "rows": [row(each) for each in found],
        "figure": Path(NAME).with_suffix(".svg").name, "command": commands,
    }  # fmt: skip
    write_whole(FOLDER / NAME, json.dumps({"format": 1, "section": section}, indent=1) + "\n")
    draw((FOLDER / NAME).with_suffix(".svg"), found)
    print(f"written: {(FOLDER / NAME).relative_to(ROOT)} and its picture")


if __name__ == "__main__":
    main()
