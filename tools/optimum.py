"""Measure policies against the best possible play, exactly: ``python -m tools.optimum [--policies ...]``.

Each situation of :mod:`agents.games.stuka.optimum.situations` is enumerated and solved. Every policy's expected score
is computed on the same tree, without sampling. As a check, the best play and the policies then fly with real dice.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.evaluation.tables import aligned
from agents.games.stuka.optimum.optimal_policy import OptimalPolicy, fly_situation
from agents.games.stuka.optimum.situations import SITUATIONS, Situation
from agents.games.stuka.optimum.solving import PolicyEvaluation, Solution, solve
from agents.registry import known_names
from stuka_env import __version__
from stuka_env.arguments import one_of
from stuka_env.command_line import INTERRUPTED, REFUSED
from stuka_env.files import output_path, write_whole
from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.policy import Policy, load_policy
from tools import ROOT

OUTPUT = ROOT / "docs" / "results" / "optimum.json"
POLICIES = (
    "distilled", "distilled-mission", "old_hand", "kette", "cautious", "doctrine", "bold", "gambler",
    "lone_wolf", "random_flyer",
)  # fmt: skip
OPTIMUM_FORMAT = 1
SHOWN_SITUATIONS = 5
"""Mistakes of each policy in the results file, the costliest first."""
DEFAULT_MISSIONS = 20_000


def mean_with_interval(scores: NDArray[np.int64]) -> dict[str, Any]:
    """Return the mean of some scores with its 95 % interval."""
    half = 1.96 * float(scores.std(ddof=1)) / len(scores) ** 0.5
    mean = float(scores.mean())
    return {"missions": len(scores), "mean": mean, "low": mean - half, "high": mean + half}


def check(solution: Solution, policy: Policy, charts: LoadedCharts, missions: int) -> dict[str, Any] | None:
    """Fly a policy with real dice. Return its mean score with interval, or None for fewer than two missions."""
    return mean_with_interval(fly_situation(solution.situation, policy, charts, missions)) if missions > 1 else None


def policy_entry(name: str, solution: Solution, verdict: PolicyEvaluation) -> dict[str, Any]:
    """Return the entry of a policy in the results file."""
    return {
        "policy": name,
        "value": verdict.value,
        "distance": solution.value - verdict.value,
        "by_chance": verdict.by_chance,
        "mistakes": [mistake._asdict() for mistake in verdict.mistakes[:SHOWN_SITUATIONS]],
    }


def solve_situation(
    situation: Situation, policies: list[Policy], charts: LoadedCharts, missions: int
) -> dict[str, Any]:
    """Solve a situation. Return its entry in the results file."""
    with tqdm(desc=situation.name, unit=" positions", unit_scale=True, leave=False) as bar:
        solution = solve(situation, policies, charts, bar.update)
    lines = [policy_entry(policy.name, solution, solution.policies[policy.name]) for policy in policies]
    for line, policy in zip(lines, policies, strict=True):
        line["flown"] = check(solution, policy, charts, missions)
    return {
        "situation": situation.name,
        "text": situation.text,
        "segment": situation.segment,
        "reachable": situation.reachable,
        "optimum": solution.value,
        "positions": solution.positions,
        "steps": solution.steps,
        "seconds": round(solution.seconds, 1),
        "flown": check(solution, OptimalPolicy(solution), charts, missions),
        "policies": lines,
    }


def interval(figures: dict[str, Any] | None) -> str:
    """Return a cell with a mean and its interval."""
    return f"{figures['mean']:.2f} [{figures['low']:.2f}, {figures['high']:.2f}]" if figures else "-"


def rows(result: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of one situation: the best play, then the policies."""
    yield result["situation"], "best play", f"{result['optimum']:.3f}", "", interval(result["flown"]), ""
    for line in result["policies"]:
        worst = line["mistakes"][0] if line["mistakes"] else None
        why = f"{worst['decision']}: {worst['done']}, not {worst['better']} ({worst['cost']:.2f})" if worst else ""
        about = "~" if line["by_chance"] else ""
        yield "", line["policy"], f"{about}{line['value']:.3f}", f"{line['distance']:.3f}", interval(line["flown"]), why


def shortfalls(results: list[dict[str, Any]]) -> Iterator[tuple[str, float, float]]:
    """Yield for each policy the mean share of the best play that it loses, in percent, and its largest loss in points.

    Only situations that a Mission can reach count, all of them equally.
    """
    reached = [result for result in results if result["reachable"]]
    for place, line in enumerate(reached[0]["policies"] if reached else []):
        distances = [max(0.0, result["policies"][place]["distance"]) for result in reached]
        shares = [100 * distance / result["optimum"] for distance, result in zip(distances, reached, strict=True)]
        yield line["policy"], sum(shares) / len(shares), max(distances)


def shortfall_table(results: list[dict[str, Any]]) -> str:
    """Return the figures of :func:`shortfalls` as a table for the terminal."""
    lines = [(name, f"{share:.2f} %", f"{worst:.2f}") for name, share, worst in shortfalls(results)]
    head = ("reachable situations", "below the best play, mean", "worst, points")
    return "\n".join(aligned([head, *lines])) if lines else ""


def table(results: list[dict[str, Any]]) -> str:
    """Return the table of all situations for the terminal."""
    head = ("situation", "policy", "exact", "distance", "flown, 95 % interval", "costliest mistake")
    return "\n".join(aligned([head, *[row for result in results for row in rows(result)]]))


def section(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the section of docs/results.md (tools/results_doc.py), with each policy's distance to the best play."""
    names = [line["policy"] for line in results[0]["policies"]]
    situations = "\n".join(f"- *{marked(result)}*: {result['text']}." for result in results)
    return {
        "title": "The exact optimum",
        "text": "In these situations every roll can be followed to its end through the real rules. The table shows "
        "the worth of the best play in points of the mission's score, and each policy's distance to it. Nothing is "
        "sampled. Only a policy that plays at random, marked ~, is averaged over some of its choices. The situations "
        f"marked + are laid out by hand and cannot occur in a Mission. The others can.\n\n{situations}",
        "columns": ["situation", "best play", *[f"`{name}`" for name in names]],
        "rows": [
            [marked(result), f"{result['optimum']:.2f}", *[below(line) for line in result["policies"]]]
            for result in results
        ],
        "more": [
            {
                "text": "Distance to the best play in the situations that can occur in a Mission: the mean share of "
                "its points, and the largest loss in points.",
                "columns": ["policy", "on average", "at worst"],
                "rows": [[f"`{name}`", f"{share:.2f} %", f"{worst:.2f}"] for name, share, worst in shortfalls(results)],
            }
        ],
        "command": "python -m tools.optimum",
    }


def marked(result: dict[str, Any]) -> str:
    """Return a situation's name, marked if it cannot occur in a Mission."""
    name: str = result["situation"]
    return name if result["reachable"] else f"{name} +"


def below(line: dict[str, Any]) -> str:
    """Return a cell with a policy's distance to the best play."""
    return f"{'~' if line['by_chance'] else ''}{max(0.0, line['distance']):.2f}"


def read(words: list[str] | None) -> argparse.Namespace:
    """Return the options of the command line.

    Raises:
        ValueError: an option is wrong.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.optimum", description=__doc__.splitlines()[0])
    parser.add_argument("--policies", nargs="*", default=list(POLICIES), metavar="NAME", help=known_names())
    parser.add_argument("--situations", nargs="*", default=list(SITUATIONS), metavar="NAME", help=", ".join(SITUATIONS))
    parser.add_argument(
        "--missions", type=int, default=DEFAULT_MISSIONS, metavar="N", help="flown as a check; 0 for none"
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE",
        help=f"where the JSON goes (default: {OUTPUT.relative_to(ROOT)} if nothing is left out, else nowhere)",
    )  # fmt: skip
    options = parser.parse_args(words)
    whole = (list(POLICIES), list(SITUATIONS), DEFAULT_MISSIONS)
    if options.output is None and (options.policies, options.situations, options.missions) == whole:
        options.output = OUTPUT
    options.policies = [load_policy(name) for name in options.policies]
    options.situations = [SITUATIONS[one_of("situations", name, SITUATIONS)] for name in options.situations]
    if options.output is not None:
        output_path("--output", options.output)
    return options


def main(words: list[str] | None = None) -> int:
    """Solve the situations, print the tables and write the file. Return the exit status."""
    try:
        options = read(words)
        charts = load_charts()
        results = [
            solve_situation(situation, options.policies, charts, options.missions) for situation in options.situations
        ]
    except ValueError as error:
        print(f"optimum: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print("optimum: stopped; nothing written", file=sys.stderr)
        return INTERRUPTED
    print("\n\n".join(filter(None, (table(results), shortfall_table(results)))))
    if options.output is None:
        return 0
    head = {"format": OPTIMUM_FORMAT, "version": __version__, "charts_sha256": charts.sha256}
    write_whole(
        options.output, json.dumps(head | {"section": section(results), "situations": results}, indent=1) + "\n"
    )
    print(f"\nwritten: {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
