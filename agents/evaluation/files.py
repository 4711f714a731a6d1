"""What evaluate.py writes besides the report: every war as CSV, the figures as JSON."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from agents.evaluation.contestants import Contestant
from agents.evaluation.figures import Figures, Flights
from agents.evaluation.flying import Flown
from stuka_env.rules.mat import LOG_LENGTH

RESULT_COLUMNS = ("score", "level", "destroyed", "kia", "no_fly", "missions")
COLUMNS = (
    "policy", "member", "war", "seed", *RESULT_COLUMNS, "decisions", "finished", "kills", "mission_bonus",
    "operation_bonus", "campaign_bonus", "gambles", "gambles_lost",
)  # fmt: skip


def log_sums(flown: Flown) -> list[list[int]]:
    """Columns from kills to gambles_lost; bonuses in points as earned, not as they count in the war's score."""
    written = np.arange(LOG_LENGTH) < flown.results["missions"][:, None]
    gambles = flown.logs["gamble"] * written
    sums = [(flown.logs[name] * written).sum(axis=1, dtype=int) for name in ("kills", "bonus")]
    sums += [flown.tracks["operation_bonus"].sum(axis=1, dtype=int), flown.tracks["campaign_bonus"]]
    return [column.tolist() for column in (*sums, (gambles > 0).sum(axis=1), (gambles == 2).sum(axis=1))]


def war_rows(policy: str, member: str, flown: Flown) -> list[tuple[Any, ...]]:
    """One line a war."""
    columns = [flown.results[name].tolist() for name in RESULT_COLUMNS]
    others = (flown.decisions.tolist(), flown.finished.astype(int).tolist())
    lines = zip(flown.seeds.tolist(), *columns, *others, *log_sums(flown), strict=True)
    return [(policy, member, war, *line) for war, line in enumerate(lines)]


def csv_text(contestants: Sequence[Contestant], flights: Sequence[Flights]) -> str:
    """Every war of every policy; ``member`` names the training, and is empty for a policy that stands for itself."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for contestant, flown in zip(contestants, flights, strict=True):
        for policy, wars in zip(contestant.members, flown, strict=True):
            member = "" if policy.name == contestant.name else policy.name
            writer.writerows(war_rows(contestant.name, member, wars))
    return text.getvalue()


def plain(value: Any) -> Any:
    """Named tuples as mappings, all the way down."""
    if hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def results(settings: dict[str, Any], lines: Sequence[Figures]) -> dict[str, Any]:
    """What was flown, and the figures, as JSON has them."""
    return {**settings, "baseline": lines[0].policy, "policies": [plain(line) for line in lines]}


def json_text(contents: dict[str, Any]) -> str:
    """``results.json``."""
    return json.dumps(contents, indent=2, allow_nan=False) + "\n"
