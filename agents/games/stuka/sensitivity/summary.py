"""The statistics of the study: scores over the chart sets, the order of policies, and the effect of each group."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.sensitivity.chart_cells import chart_cells, count_by_chart, in_force
from agents.games.stuka.sensitivity.chart_sets import GroupStep, set_name
from agents.games.stuka.sensitivity.records import OURS, StudyRecord
from stuka_env.games.stuka.scenario.plan import WarSpec

CLEAR_ERRORS = 1.96
"""Standard errors from which a difference counts as clear."""
Line = dict[str, Any]


def standard_error(values: NDArray[np.float64]) -> float:
    """Return the standard error of the mean of ``values``."""
    return float(values.std(ddof=1)) / len(values) ** 0.5


def ranking(record: StudyRecord, policies: Sequence[str], arm: str = OURS) -> list[str]:
    """Return the policies by mean score under one set of charts, the best first."""
    return sorted(policies, key=lambda policy: -float(record.scores(arm, policy).mean()))


def set_scores(record: StudyRecord, policy: str, sets: int) -> NDArray[np.float64]:
    """Return the mean score of a policy under each random set, ``(sets,)``."""
    return np.array([record.scores(set_name(number), policy).mean() for number in range(1, sets + 1)])


def policy_lines(record: StudyRecord, policies: Sequence[str], sets: int) -> list[Line]:
    """Return a line for each policy, the best under our charts first: its scores and its range of places."""
    places = [ranking(record, policies, set_name(number)) for number in range(1, sets + 1)]
    lines = []
    for policy in ranking(record, policies):
        ours, own = record.scores(OURS, policy).astype(np.float64), set_scores(record, policy, sets)
        own_places = [place.index(policy) + 1 for place in places]
        lines.append(
            {
                "policy": policy,
                "ours": float(ours.mean()),
                "error": standard_error(ours),
                "mean": float(own.mean()),
                "deviation": float(own.std(ddof=1)) if sets > 1 else 0.0,
                "lowest": float(own.min()),
                "highest": float(own.max()),
                "place": [min(own_places), max(own_places)],
                "scores": [round(score, 3) for score in own.tolist()],
            }
        )
    return lines


def pair_lines(record: StudyRecord, policies: Sequence[str], sets: int) -> list[Line]:
    """Return a line for each pair, the policy ahead under our charts first: its lead there and in the sets."""
    lines, order = [], ranking(record, policies)
    for place, ahead in enumerate(order):
        for behind in order[place + 1 :]:
            gaps = [
                (record.scores(arm, ahead) - record.scores(arm, behind)).astype(np.float64)
                for arm in (OURS, *(set_name(number) for number in range(1, sets + 1)))
            ]
            means = np.array([gap.mean() for gap in gaps])
            errors = np.array([standard_error(gap) for gap in gaps])
            lines.append(
                {
                    "ahead": ahead,
                    "behind": behind,
                    "ours": float(means[0]),
                    "error": float(errors[0]),
                    "kept": int((means[1:] > 0).sum()),
                    "clearly_reversed": int((means[1:] < -CLEAR_ERRORS * errors[1:]).sum()),
                    "lowest": float(means[1:].min()),
                    "median": float(np.median(means[1:])),
                    "highest": float(means[1:].max()),
                    "largest_error": float(errors[1:].max()),
                }
            )
    return lines


def lead_line(record: StudyRecord, leader: str, others: Sequence[str], sets: int) -> Line:
    """Return the leads of ``leader`` over the best of ``others`` in the sets, with the error of the smallest lead."""
    leads = []
    for number in range(1, sets + 1):
        arm = set_name(number)
        follower = ranking(record, others, arm)[0]
        gap = (record.scores(arm, leader) - record.scores(arm, follower)).astype(np.float64)
        leads.append((float(gap.mean()), standard_error(gap), follower, arm))
    smallest = min(leads)
    return {
        "leader": leader,
        "kept": sum(lead > 0 for lead, *_ in leads),
        "smallest": smallest[0],
        "smallest_error": smallest[1],
        "smallest_follower": smallest[2],
        "smallest_set": smallest[3],
        "median": float(np.median([lead for lead, *_ in leads])),
        "largest": max(leads)[0],
        "followers": dict(Counter(follower for _, _, follower, _ in leads).most_common()),
    }


def moved_lines(record: StudyRecord, sets: int, spec: WarSpec) -> list[Line]:
    """Return a line for each chart: its numbers of reconstructed, read, movable and (per set) moved cells."""
    cells = chart_cells()
    movable = count_by_chart([(cell.chart, cell.address) for cell in cells.cells if cell.low < cell.high])
    read = count_by_chart([where for where in cells.reconstructed if in_force(where[1], spec)])
    moved = sum((Counter(drawn["moved"]) for drawn in drawn_sets(record, sets)), Counter[str]())
    return [
        {"chart": chart, "reconstructed": count, "read": read[chart], "movable": movable[chart],
         "moved": moved[chart] / sets}
        for chart, count in count_by_chart(cells.reconstructed).items()
    ]  # fmt: skip


def drawn_sets(record: StudyRecord, sets: int) -> list[Line]:
    """Return the lines of the random sets, in their order."""
    return [record.drawn[set_name(number)] for number in range(1, sets + 1)]


def draw_line(record: StudyRecord, sets: int) -> Line:
    """Return the numbers of draws and rejections, and the least, mean and largest shares of moved cells."""
    drawn = drawn_sets(record, sets)
    rejected = sum((Counter(each["rejected"]) for each in drawn), Counter[str]())
    shares = {
        key: [min(values), sum(values) / sets, max(values)]
        for key in ("share", "share_in_force")
        for values in [[each[key] for each in drawn]]
    }
    return {"sets": sets, "draws": sets + rejected.total(), "rejected": dict(rejected.most_common()), **shares}


def group_line(record: StudyRecord, step: GroupStep, ours: str, scripts: Sequence[str]) -> Line:
    """Return the effects of one group's step on every script's score and on their order, over the same wars.

    Args:
        record: the record with the flights of the step's arm and of our charts.
        step: the group and its direction.
        ours: the arm of our charts with as many wars.
        scripts: the scripts that flew both arms.
    """
    changes = {
        script: (record.scores(step.name, script) - record.scores(ours, script)).astype(np.float64)
        for script in scripts
    }
    order = ranking(record, scripts, ours)
    leader, follower = order[0], ranking(record, order[1:], step.name)[0]
    lead = (record.scores(step.name, leader) - record.scores(step.name, follower)).astype(np.float64)
    return {
        "arm": step.name,
        "group": step.group,
        "direction": step.direction,
        "moved": step.moved,
        "wars": len(lead),
        "change": {script: float(change.mean()) for script, change in changes.items()},
        "error": {script: standard_error(change) for script, change in changes.items()},
        "mean": float(np.mean([change.mean() for change in changes.values()])),
        "mean_error": standard_error(np.mean(list(changes.values()), axis=0)),
        "lead": float(lead.mean()),
        "lead_error": standard_error(lead),
        "follower": follower,
        "reversed": reversed_pairs(record, step.name, order),
        "outside": record.flown[step.name, "doctrine"].outside if "doctrine" in scripts else [],
    }


def reversed_pairs(record: StudyRecord, arm: str, order: Sequence[str]) -> list[Line]:
    """Return the pairs whose order is reversed under other charts; ``clear`` marks a significant reversal."""
    reversals = []
    for place, ahead in enumerate(order):
        for behind in order[place + 1 :]:
            gap = (record.scores(arm, ahead) - record.scores(arm, behind)).astype(np.float64)
            if gap.mean() < 0:
                clear = bool(gap.mean() < -CLEAR_ERRORS * standard_error(gap))
                reversals.append({"ahead": ahead, "behind": behind, "gap": float(gap.mean()), "clear": clear})
    return reversals


def group_effects(groups: Sequence[Line]) -> list[Line]:
    """Return the groups by the larger of their two changes of the scripts' mean score, the largest first."""
    names = dict.fromkeys(line["group"] for line in groups)
    both = [
        {"group": name, **{str(line["direction"]): line for line in groups if line["group"] == name}} for name in names
    ]
    return sorted(both, key=lambda effect: -max(abs(effect[way]["mean"]) for way in ("-1", "1") if way in effect))
