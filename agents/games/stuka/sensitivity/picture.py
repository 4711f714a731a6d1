"""The picture of the study: scores over the sets, the leader's lead, and the groups with the largest effects."""

from pathlib import Path
from typing import Any

import numpy as np

from agents.games.stuka.sensitivity.section import SHOWN_GROUPS
from agents.games.stuka.sensitivity.summary import group_effects
from stuka_env.files import replacement

OUR_COLOUR, EASY, HARD = "#1f4e79", "#5b9f5b", "#b5543c"


def draw_picture(path: Path, results: dict[str, Any]) -> None:
    """Write the picture as SVG; the same results give the same file."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    effects = group_effects(results["groups"])[:SHOWN_GROUPS]
    widths = (1.0, 1.0, 1.3) if effects else (1.0, 1.0)
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "sensitivity", "font.size": 8}):
        figure, panels = plt.subplots(
            1, len(widths), figsize=(4 * sum(widths), 3.6), layout="constrained", width_ratios=widths
        )
        draw_scores(panels[0], results["policies"])
        draw_leads(panels[1], results["policies"])
        if effects:
            draw_groups(panels[2], effects)
        sets, wars = results["draws"]["sets"], results["settings"]["wars"]
        figure.suptitle(f"{sets} random chart sets, {wars} Regular Barbarossas a policy and set", fontsize=10)
        with replacement(path) as part:
            figure.savefig(part, format="svg", metadata={"Date": None})
        plt.close(figure)


def strip(axes: Any, rows: list[tuple[str, list[float], float]]) -> None:
    """Draw a row of dots for each name, one dot for each set, and a line for our charts."""
    for row, (_, values, ours) in enumerate(rows):
        spread = 0.28 * np.sin(np.arange(len(values)) * 2.4)
        axes.scatter(values, row + spread, s=9, alpha=0.55, color=OUR_COLOUR, linewidths=0, label="a chart set")
        axes.plot([ours, ours], [row - 0.4, row + 0.4], color=HARD, linewidth=1.8, label="our charts")
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.invert_yaxis()
    axes.set_xlabel("points")
    axes.grid(axis="x", alpha=0.3)
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[:2], labels[:2], fontsize=7, loc="best")


def draw_scores(axes: Any, policies: list[dict[str, Any]]) -> None:
    """Draw the mean operation score of each policy under each set."""
    strip(axes, [(line["policy"], line["scores"], line["ours"]) for line in policies])
    axes.set_title("operation score", fontsize=9)


def draw_leads(axes: Any, policies: list[dict[str, Any]]) -> None:
    """Draw the distance of each policy to the one that leads under our charts."""
    first, *others = policies
    rows = [
        (
            line["policy"],
            (np.array(first["scores"]) - np.array(line["scores"])).tolist(),
            first["ours"] - line["ours"],
        )
        for line in others
    ]
    strip(axes, rows)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_title(f"lead of {first['policy']}, same set and wars", fontsize=9)


def draw_groups(axes: Any, effects: list[dict[str, Any]]) -> None:
    """Draw the change of the scripts' mean score when a group moves, with 1.96 standard errors."""
    for way, colour, label, offset in (("-1", EASY, "a step easier", -0.18), ("1", HARD, "a step harder", 0.18)):
        bars = [(row, effect[way]) for row, effect in enumerate(effects) if way in effect]
        axes.barh(
            [row + offset for row, _ in bars],
            [line["mean"] for _, line in bars],
            height=0.34,
            color=colour,
            xerr=[1.96 * line["mean_error"] for _, line in bars],
            error_kw={"elinewidth": 0.8},
            label=label,
        )
    axes.set_yticks(range(len(effects)), [effect["group"] for effect in effects])
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("points")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(fontsize=7)
    axes.set_title("change of the scripts' mean score, one group alone", fontsize=9)
