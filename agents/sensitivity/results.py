"""The results file of the study, made of its flights."""

import shlex
from typing import Any

from agents.evaluation.calibration import REGULAR_BARBAROSSA
from agents.sensitivity.chart_sets import group_steps
from agents.sensitivity.picture import draw_picture
from agents.sensitivity.records import DRAWN, FLOWN, GROUPS, SETTINGS, Record, as_line, json_text, lines_path
from agents.sensitivity.section import section
from agents.sensitivity.study import OURS_AGAIN, SCRIPTS, Study, complete_policies, missing_steps
from agents.sensitivity.summary import (
    draw_line,
    drawn_sets,
    group_line,
    lead_line,
    moved_lines,
    pair_lines,
    policy_lines,
    ranking,
)
from stuka_env.files import write_whole

COMMAND = "python -m tools.chart_sensitivity"
LISTS = ("policies", "pairs", "moved", GROUPS, DRAWN, FLOWN)
"""Keys of the file with a line for every entry."""


def all_groups(record: Record) -> list[dict[str, Any]]:
    """What came of every group's step, in their order; all of them have been flown or are told already."""
    fresh = [group_line(record, step, OURS_AGAIN, SCRIPTS) for step in missing_steps(record)]
    told = {line["arm"]: line for line in [*record.groups, *fresh]}
    return [told[step.name] for step in group_steps()]


def figures(study: Study, record: Record) -> dict[str, Any]:
    """The figures, by key of the results file."""
    policies, sets = complete_policies(study, record), study.sets
    scripts = ranking(record, SCRIPTS)
    return {
        SETTINGS: study.settings(),
        "draws": draw_line(record, sets),
        "policies": policy_lines(record, policies, sets),
        "pairs": pair_lines(record, policies, sets),
        "lead": lead_line(record, scripts[0], scripts[1:], sets),
        "moved": moved_lines(record, sets, REGULAR_BARBAROSSA),
        GROUPS: all_groups(record),
    }


def command_of(study: Study, record: Record) -> str:
    """The command that makes the file anew."""
    words = [COMMAND]
    policies, usual = complete_policies(study, record), Study(study.path)
    if tuple(policies) != SCRIPTS:
        words += ["--policies", *policies]
    for option in ("sets", "wars", "group_wars", "seed"):
        if getattr(study, option) != getattr(usual, option):
            words += [f"--{option.replace('_', '-')}", str(getattr(study, option))]
    return f"{words[0]} {shlex.join(words[1:])}".strip()


def write_results(study: Study, record: Record) -> dict[str, Any]:
    """Write the results and the picture; the lines are not needed any more. What was written."""
    found = figures(study, record)
    flown = [
        as_line(record.flown[arm, policy]) for arm in study.set_arms() for policy in complete_policies(study, record)
    ]
    head = {SETTINGS: found.pop(SETTINGS), "section": {}}
    results = head | found | {DRAWN: drawn_sets(record, study.sets), FLOWN: flown}
    results["section"] = section(results, command_of(study, record))
    write_whole(study.path, json_text(results, LISTS))
    draw_picture(study.path.with_suffix(".svg"), results)
    lines_path(study.path).unlink(missing_ok=True)
    return results
