"""What evaluate.py writes: every war as CSV, the figures as JSON."""

import csv
import io
import json
from typing import Any

from agents.evaluation.figures import Figures
from agents.evaluation.flying import Flown

COLUMNS = ("policy", "war", "seed", "score", "level", "destroyed", "kia", "no_fly", "missions", "decisions", "finished")
RESULT_COLUMNS = ("score", "level", "destroyed", "kia", "no_fly", "missions")


def war_rows(policy: str, flown: Flown) -> list[tuple[Any, ...]]:
    """One line a war."""
    columns = [flown.results[name].tolist() for name in RESULT_COLUMNS]
    others = (flown.decisions.tolist(), flown.finished.astype(int).tolist())
    lines = zip(flown.seeds.tolist(), *columns, *others, strict=True)
    return [(policy, war, *line) for war, line in enumerate(lines)]


def csv_text(flights: dict[str, Flown]) -> str:
    """Every war of every policy."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for policy, flown in flights.items():
        writer.writerows(war_rows(policy, flown))
    return text.getvalue()


def json_text(settings: dict[str, Any], lines: list[Figures]) -> str:
    """What was flown, and the figures."""
    policies = []
    for line in lines:
        entry = line._asdict()
        entry["score"] = line.score._asdict()
        entry["difference"] = None if line.difference is None else line.difference._asdict()
        policies.append(entry)
    return json.dumps({**settings, "baseline": lines[0].policy, "policies": policies}, indent=2) + "\n"
