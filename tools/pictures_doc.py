"""Draw the pictures of docs/findings from the results: ``python -m tools.pictures_doc``.

Each picture shows a table of its page. The data are those of the page: files in ``docs/results/``, or the tables of a
page that is written by hand. ``--check`` exits with 1 if a picture was drawn from other data or by another version of
the drawing code. Both are part of the digest in the picture, so that it does not depend on the version of Matplotlib.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from stuka_env.files import write_whole
from tools import ROOT, plots
from tools.plots import ChartPanel, ChartRow, StackedBars
from tools.results_doc import FINDING_PAGES, RESULTS, operation_name, read

INTERVAL = re.compile(r"([+-]?[\d,.]+) \[([+-]?[\d.]+), ([+-]?[\d.]+)\]")
DIFFERENCE_AXIS = "points"


class ResultPicture(NamedTuple):
    """Data of one picture, and the function that draws it."""

    data: Any
    draw: Callable[[str], str]
    """Takes the identifier and returns the SVG."""


# --- tables ---


def page_tables(page: str) -> list[list[list[str]]]:
    """Return the tables of a Markdown page as lists of cells, each with its head and without the line below it."""
    blocks = re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE)
    tables = [[[cell.strip().replace("`", "") for cell in line.split("|")[1:-1]] for line in block.splitlines()]
              for block in blocks]  # fmt: skip
    return [[table[0], *table[2:]] for table in tables]


def finding_tables(name: str) -> list[list[list[str]]]:
    """Return the tables of a page of docs/findings that is written by hand."""
    return page_tables((FINDING_PAGES / f"{name}.md").read_text(encoding="utf-8"))


def row_of(label: str, cell: str) -> ChartRow | None:
    """Return the row of a cell such as "+0.3 [+0.2, +0.4]", or None if the cell has no interval."""
    match = INTERVAL.search(cell)
    return None if match is None else ChartRow(label, *(float(number.replace(",", "")) for number in match.groups()))


def interval_rows(table: Sequence[Sequence[str]], column: str) -> list[ChartRow]:
    """Return the intervals in a column of a table. The first column has the labels."""
    place = table[0].index(column)
    return [row for cells in table[1:] if (row := row_of(cells[0].strip("`"), cells[place])) is not None]


# --- pictures ---


def panels(*shown: ChartPanel) -> ResultPicture:
    """Return a picture of panels below each other."""
    return ResultPicture(shown, partial(plots.panels_svg, shown))


def scores_picture(place: str, title: str) -> ResultPicture:
    """Return the mean scores of a comparison, the best first."""
    lines = sorted(read(RESULTS / place)["policies"], key=lambda line: -line["score"]["mean"])
    rows = [ChartRow(line["policy"], *(line["score"][name] for name in ("mean", "low", "high"))) for line in lines]
    return panels(ChartPanel(title, "mean score, with 95 % intervals", rows))


def points_picture() -> ResultPicture:
    """Return the points of every policy in operations, by part."""
    lines = read(RESULTS / "results.json")["policies"]
    names = [name for name in lines[0]["breakdown"]["parts"] if name != "rounding"]
    parts = {name: [line["breakdown"]["parts"][name] for line in lines] for name in names}
    shown = {name: points for name, points in parts.items() if any(points)}
    stack = StackedBars("points a war", [line["policy"] for line in lines], shown)
    return ResultPicture(stack, partial(plots.stack_svg, stack))


def trainings_picture() -> ResultPicture:
    """Return the difference of every trained agent to ``old_hand``."""
    rows = []
    for agent in read(RESULTS / "training.json")["agents"]:
        results = read(RESULTS / agent["results"])
        line = next(line for line in results["policies"] if line["policy"] == agent["name"])
        wars = "campaigns" if results["operation"] == "all" else operation_name(results)
        rows.append(ChartRow(f"{agent['name']}, {wars}", *(line["difference"][end] for end in ("mean", "low", "high"))))
    return panels(ChartPanel("Points above old_hand in the same wars", DIFFERENCE_AXIS, rows, zero=0))


def decisions_picture() -> ResultPicture:
    """Return the kinds of decision whose worth differs from 0, a panel for each agent."""
    page = (FINDING_PAGES / "decisions.md").read_text(encoding="utf-8")
    agents = re.findall(r"^## (distilled-\w+)$", page, re.MULTILINE)
    return panels(*(
        ChartPanel(f"{agent}: clear differences", "points lost if old_hand decides", clear_rows(table), zero=0)
        for agent, table in zip(agents, page_tables(page), strict=True)
    ))  # fmt: skip


def clear_rows(table: Sequence[Sequence[str]]) -> list[ChartRow]:
    """Return the rows of a table of decisions whose interval does not contain 0."""
    rows = [row_of(f"{cells[0]}, {cells[1]}", cells[-1]) for cells in table[1:]]
    return [row for row in rows if row and row.low is not None and row.high is not None and row.low * row.high > 0]


def expectations_picture() -> ResultPicture:
    """Return the expected less the achieved score at the start of a war."""
    table = finding_tables("expectations")[0]
    place = table[0].index("difference at the start")
    rows = [row_of(f"{cells[0]}, {cells[1]}", cells[place]) for cells in table[1:]]
    title = "Expected less achieved score, at the start"
    return panels(ChartPanel(title, DIFFERENCE_AXIS, [row for row in rows if row], zero=0))


def luck_picture() -> ResultPicture:
    """Return the number of clones that show the gain of a choice, by kind of decision."""
    table = finding_tables("luck")[0]
    rows = [ChartRow(cells[0], float(cells[-1].replace(",", ""))) for cells in table[1:]]
    title = "Paired clones until the gain of a choice shows"
    return panels(ChartPanel(title, "clones, logarithmic", sorted(rows, key=lambda row: row.value), is_log=True))


def planner_picture() -> ResultPicture:
    """Return the planner's gain over its base policy, by budget."""
    tables = zip(("old_hand", "distilled-operation"), finding_tables("planner"), strict=False)
    return panels(*(
        ChartPanel(f"With {base}: points above it", "points, by rollouts a decision",
              interval_rows(table, f"difference to {base}"), zero=0)
        for base, table in tables
    ))  # fmt: skip


def ppo_picture() -> ResultPicture:
    """Return the change by PPO after imitation, for each variant."""
    rows = interval_rows(finding_tables("ppo_after_imitation")[0], "greedy, to the clone")
    return panels(ChartPanel("Points above the network that only imitates", DIFFERENCE_AXIS, rows, zero=0))


def stall_picture() -> ResultPicture:
    """Return what the choices of each kind cost, a panel for each agent."""
    table = finding_tables("stall")[0]
    return panels(*(
        ChartPanel(f"PPO, {name}", "points lost", interval_rows(table, name), zero=0) for name in table[0][1:]
    ))  # fmt: skip


PICTURES: dict[str, Callable[[], ResultPicture]] = {
    "operations": partial(scores_picture, "results.json", "Barbarossa"),
    "campaigns": partial(scores_picture, "campaign/results.json", "Campaign"),
    "points": points_picture,
    "trained_agents": trainings_picture,
    "decisions": decisions_picture,
    "expectations": expectations_picture,
    "luck": luck_picture,
    "planner": planner_picture,
    "ppo_after_imitation": ppo_picture,
    "stall": stall_picture,
}
"""Pictures by the name of their page."""


# --- files ---


def identifier_of(picture: ResultPicture) -> str:
    """Return the digest of a picture's data and of the drawing code."""
    code = (ROOT / "tools" / "plots.py").read_bytes()
    return f"sha256:{hashlib.sha256(code + json.dumps(picture.data).encode()).hexdigest()}"


def stale_pictures(folder: Path) -> Iterator[tuple[Path, ResultPicture]]:
    """Yield path and data of each picture that is missing or was drawn from something else."""
    for name, make in PICTURES.items():
        path, picture = folder / f"{name}.svg", make()
        if not path.exists() or identifier_of(picture) not in path.read_text(encoding="utf-8"):
            yield path, picture


def main(words: Sequence[str] | None = None) -> int:
    """Draw the stale pictures, or name them with ``--check``. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures_doc", description="Draw docs/findings/*.svg.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a picture is stale")
    is_check, status = parser.parse_args(words).check, 0
    for path, picture in stale_pictures(FINDING_PAGES):
        if is_check:
            print(f"{path.name} is stale, run python -m tools.pictures_doc", file=sys.stderr)
            status = 1
        else:
            write_whole(path, picture.draw(identifier_of(picture)))
    return status


if __name__ == "__main__":
    sys.exit(main())
