"""Fly the planner with one budget after another and draw its score against the budget.

Run ``python -m tools.planner_curve``. Regular Barbarossa, the first wars of the frozen evaluation, the same for every
budget; budget 0 is the planner's script by itself. Writes ``planner.json``, with the score of every war, and
``planner.svg``; ``planner.part.json`` while it flies. What the files hold already is not flown again: an interrupted
run goes on where it was, and more wars or budgets are added. After a change to the planner or its script, delete them
first.

``--agent NAME`` does the same for the planner with a learned agent in place of the script; its files are
``agent_planner.json`` and so on.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.evaluation.calibration import REGULAR_BARBAROSSA
from agents.evaluation.intervals import interval, span
from agents.evaluation.studies import ArmFigures, Settings, read_study, study_settings, write_study
from agents.planner.planner import SCRIPT
from agents.registry import SCRIPTS, make_policy
from stuka_env.charts import load_charts
from stuka_env.cli import INTERRUPTED, REFUSED
from stuka_env.flights.episodes import fly_wars, warm_up
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import Policy
from tools import ROOT

FORMAT = 1
FOLDER = ROOT / "docs" / "results"
BUDGETS = (0, 32, 128, 512, 2048)
"""Rollouts a decision."""
WARS = 256
PART = 16
"""Wars flown between two writings of the file."""
NAME, AGENT_NAME = "planner.json", "agent_planner.json"
SEED = 0
FIGURES = ("score", "destroyed", "kia", "no_fly")
"""What is kept of every war."""


def settings(base: str) -> Settings:
    """What figures must have in common to be put into one file; ``base`` is who flies the clones."""
    return study_settings(FORMAT, script=base, seed=SEED)


def part_of(path: Path) -> Path:
    """The file that stands for ``path`` while wars are flown."""
    return path.with_suffix(".part.json")


def read_flown(path: Path, base: str) -> dict[str, ArmFigures]:
    """The wars that the files hold, by budget; none if they were flown under other settings."""
    for kept in (part_of(path), path):
        try:
            flown = read_study(kept, settings(base))
        except ValueError as error:
            print(f"{error}: not used", file=sys.stderr)
            continue
        if flown:
            return flown
    return {}


def player(budget: int, base: str) -> Policy:
    """The planner with a budget and who flies its clones; that one alone without a budget."""
    if not budget:
        return make_policy(base)
    return make_policy(f"planner@{budget}" if base == SCRIPT else f"planner@{budget}:{base}")


def fly_part(policy: Policy, wars: ArmFigures, part: NDArray[np.uint64]) -> None:
    """Fly some wars and add their figures."""
    flown = fly_wars(policy, REGULAR_BARBAROSSA, load_charts(), part, SEED)
    assert flown.finished.all()
    for figure in FIGURES:
        wars.setdefault(figure, []).extend(flown.results[figure].tolist())


def scores_of(wars: ArmFigures) -> NDArray[np.float64]:
    """The scores of some wars."""
    return np.array(wars["score"], np.float64)


def summary(flown: dict[str, ArmFigures]) -> list[dict[str, Any]]:
    """One line a budget: the score and the difference to the script over the same wars, with intervals."""
    lines = []
    for budget, wars in flown.items():
        scores = scores_of(wars)
        gain = scores - scores_of(flown["0"])[: len(scores)]
        line: dict[str, Any] = {"rollouts": int(budget), "wars": len(scores), "score": interval(scores)._asdict()}
        line["difference"] = interval(gain)._asdict()
        lines.append(line | {figure: float(np.mean(wars[figure])) for figure in FIGURES[1:]})
    return lines


def against_scripts(flown: dict[str, ArmFigures]) -> dict[str, Any]:
    """The largest budget's score less every script's over the same wars."""
    best = scores_of(flown[max(flown, key=int)])
    seeds = evaluation_seeds(SEED, len(best))
    others = {}
    for name in SCRIPTS:
        theirs = fly_wars(make_policy(name), REGULAR_BARBAROSSA, load_charts(), seeds, SEED).results["score"]
        others[name] = {"score": float(theirs.mean()), "difference": interval(best - theirs)._asdict()}
    return others


def section(lines: list[dict[str, Any]], against: dict[str, Any], base: str) -> dict[str, Any]:
    """What docs/results.md shows of it (tools/results_doc.py)."""
    budgets = [line["rollouts"] for line in lines]
    best = budgets[-1]
    others = ", ".join(f"`{name}` {span(other['difference'], '+.1f')}" for name, other in against.items())
    text = (
        f"The planner flies clones of the mat, with dice of their own, before every decision; `{base}` flies the "
        f"clones, and is what 0 rollouts come to. {lines[0]['wars']} wars of Regular Barbarossa, the same for every "
        f"budget{fewest(lines)}. With {best} rollouts a decision it differs from the scripts, over the same wars, by: "
        f"{others}."
    )
    return {
        "title": "The planner" if base == SCRIPT else "The planner with an agent",
        "text": text,
        "columns": ["rollouts a decision", "score", f"difference to `{base}`", "lost", "killed"],
        "rows": [
            [
                str(line["rollouts"]),
                span(line["score"], ".1f"),
                span(line["difference"], "+.2f"),
                f"{line['destroyed']:.1f}",
                f"{line['kia']:.1f}",
            ]
            for line in lines
        ],
        "figure": Path(NAME if base == SCRIPT else AGENT_NAME).with_suffix(".svg").name,
        "command": "python -m tools.planner_curve"
        + ("" if base == SCRIPT else f" --agent {base}")
        + ("" if tuple(budgets) == BUDGETS else f" --budgets {' '.join(map(str, budgets))}")
        + ("" if lines[0]["wars"] == WARS else f" --wars {lines[0]['wars']}"),
    }


def fewest(lines: list[dict[str, Any]]) -> str:
    """How many wars the budgets have that were flown in fewer, in words."""
    short = [line for line in lines if line["wars"] < lines[0]["wars"]]
    return "".join(f" (the first {line['wars']} with {line['rollouts']})" for line in short)


def fly_all(path: Path, base: str, budgets: list[int], wars: int) -> dict[str, ArmFigures]:
    """Fly what is missing, with a progress bar that counts rollouts; write after every part."""
    flown = read_flown(path, base)
    seeds = evaluation_seeds(SEED, wars)
    missing = {budget: wars - len(flown.get(str(budget), {"score": []})["score"]) for budget in budgets}
    with tqdm(total=sum((budget + 1) * max(0, left) for budget, left in missing.items()), smoothing=0) as bar:
        for budget in budgets:
            policy = player(budget, base)
            if missing[budget] > 0:
                warm_up(policy, REGULAR_BARBAROSSA, load_charts())
            own = flown.setdefault(str(budget), {figure: [] for figure in FIGURES})
            while len(own["score"]) < wars:
                first = len(own["score"])
                bar.set_description(f"budget {budget}, war {first}")
                fly_part(policy, own, seeds[first : first + PART])
                write_study(part_of(path), flown, settings(base))
                bar.update((budget + 1) * (len(own["score"]) - first))
    return flown


def draw(path: Path, lines: list[dict[str, Any]], base: str) -> None:
    """The curve: mean score and its interval, and the difference to who flies the clones over the same wars."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    names = [str(line["rollouts"]) if line["rollouts"] else f"0\n({base})" for line in lines]
    with plt.rc_context({"svg.hashsalt": "planner", "font.size": 9}):
        figure, panels = plt.subplots(1, 2, figsize=(8.5, 3.4), layout="constrained")
        for axes, key, title in zip(
            panels, ("score", "difference"), ("operation score", f"difference to {base}, same wars"), strict=True
        ):
            means = np.array([line[key]["mean"] for line in lines])
            ends = np.array([[line[key]["low"], line[key]["high"]] for line in lines]).T
            axes.errorbar(range(len(lines)), means, np.abs(ends - means), fmt="o-", capsize=4, color="#1f4e79")
            axes.set_xticks(range(len(lines)), names)
            axes.set_xlabel("rollouts a decision")
            axes.set_title(title, fontsize=10)
            axes.grid(axis="y", alpha=0.3)
        panels[1].axhline(0, color="black", linewidth=0.8)
        figure.suptitle(f"Planner, Regular Barbarossa, {lines[0]['wars']} wars, 95 % intervals", fontsize=10)
        figure.savefig(path, format="svg", metadata={"Date": None})
        plt.close(figure)


def report(lines: list[dict[str, Any]]) -> None:
    """Print the curve."""
    print("rollouts    score  95 % interval    difference  95 % interval    lost   KIA")
    for line in lines:
        score, gain = line["score"], line["difference"]
        print(
            f"{line['rollouts']:8}  {score['mean']:7.2f}  [{score['low']:.2f}, {score['high']:.2f}]"
            f"  {gain['mean']:+10.2f}  [{gain['low']:+.2f}, {gain['high']:+.2f}]"
            f"  {line['destroyed']:6.1f}  {line['kia']:4.1f}"
        )


def main(words: Sequence[str] | None = None) -> int:
    """Fly, write, draw; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--budgets", type=int, nargs="+", default=list(BUDGETS), help="rollouts a decision; 0 always")
    parser.add_argument("--wars", type=int, default=WARS, help=f"wars a budget (default: {WARS})")
    parser.add_argument("--agent", help="a learned agent that proposes and flies the clones (default: none)")
    parser.add_argument("--output", type=Path, default=FOLDER, help="where the JSON and the picture go")
    given = parser.parse_args(words)
    base = given.agent or SCRIPT
    path = given.output / (NAME if base == SCRIPT else AGENT_NAME)
    try:
        given.output.mkdir(parents=True, exist_ok=True)
        flown = fly_all(path, base, sorted({0, *given.budgets}), given.wars)
    except KeyboardInterrupt:
        print(f"planner_curve: stopped; run it again to go on from {part_of(path)}", file=sys.stderr)
        return INTERRUPTED
    except (OSError, ValueError) as error:
        print(f"planner_curve: {error}", file=sys.stderr)
        return REFUSED
    flown = dict(sorted(flown.items(), key=lambda each: int(each[0])))
    lines = summary(flown)
    against = against_scripts(flown)
    write_study(path, flown, settings(base), section=section(lines, against, base), budgets=lines, against=against)
    draw(path.with_suffix(".svg"), lines, base)
    part_of(path).unlink(missing_ok=True)
    report(lines)
    print(f"written: {os.path.relpath(path)}, {os.path.relpath(path.with_suffix('.svg'))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
