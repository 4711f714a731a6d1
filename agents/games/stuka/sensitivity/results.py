"""The results file of the study, computed from its flights."""

import shlex
from typing import Any

from agents.games.stuka.evaluation.calibration import REGULAR_BARBAROSSA
from agents.games.stuka.sensitivity.chart_sets import group_steps
from agents.games.stuka.sensitivity.picture import draw_picture
from agents.games.stuka.sensitivity.records import (
    DRAWN,
    FLOWN,
    GROUPS,
    SETTINGS,
    StudyRecord,
    append_line,
    as_line,
    json_text,
    lines_path,
)
from agents.games.stuka.sensitivity.section import section
from agents.games.stuka.sensitivity.study import (
    FLOWN_SCRIPTS,
    OURS_AGAIN,
    Study,
    begin,
    complete_policies,
    missing_steps,
)
from agents.games.stuka.sensitivity.summary import (
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
RECORD_LISTS = ("policies", "pairs", "moved", GROUPS, DRAWN, FLOWN)
"""Keys of the file with a line for every entry."""


def all_groups(study: Study, record: StudyRecord) -> list[dict[str, Any]]:
    """Return the summaries of the groups' steps in their order; all steps that the study requests must be flown."""
    fresh = [group_line(record, step, OURS_AGAIN, FLOWN_SCRIPTS) for step in missing_steps(study, record)]
    lines = {line["arm"]: line for line in [*record.groups, *fresh]}
    return [lines[step.name] for step in group_steps() if step.name in lines]


def figures(study: Study, record: StudyRecord) -> dict[str, Any]:
    """Return the figures, by key of the results file."""
    policies, sets = complete_policies(study, record), study.sets
    scripts = ranking(record, FLOWN_SCRIPTS)
    return {
        SETTINGS: study.settings(),
        "draws": draw_line(record, sets),
        "policies": policy_lines(record, policies, sets),
        "pairs": pair_lines(record, policies, sets),
        "lead": lead_line(record, scripts[0], scripts[1:], sets),
        "moved": moved_lines(record, sets, REGULAR_BARBAROSSA),
        GROUPS: all_groups(study, record),
    }


def command_of(study: Study, results: dict[str, Any]) -> str:
    """Return the command that makes the results file."""
    others = [line["policy"] for line in results["policies"] if line["policy"] not in FLOWN_SCRIPTS]
    words = ["--policies", *others] if others else []
    flown = study._replace(group_wars=results[GROUPS][0]["wars"] if results[GROUPS] else 0)
    usual = Study(study.path)
    for option in ("sets", "wars", "group_wars", "seed"):
        if getattr(flown, option) != getattr(usual, option):
            words += [f"--{option.replace('_', '-')}", str(getattr(flown, option))]
    return f"{COMMAND} {shlex.join(words)}".strip()


def keep_unfinished(study: Study, record: StudyRecord) -> None:
    """Rewrite the file of lines with the flights of groups' steps that the results do not contain, or delete it."""
    path = lines_path(study.path)
    arms = {line["arm"] for line in record.groups} | set(study.set_arms())
    remaining = [flight for flight in record.flown.values() if flight.arm not in arms]
    path.unlink(missing_ok=True)
    if remaining and not study.group_wars:
        begin(study)
        for flight in remaining:
            append_line(path, FLOWN, as_line(flight))


def write_results(study: Study, record: StudyRecord) -> dict[str, Any]:
    """Write the results file and the picture, and return the contents of the file."""
    all_figures = figures(study, record)
    flown = [
        as_line(record.flown[arm, policy]) for arm in study.set_arms() for policy in complete_policies(study, record)
    ]
    head = {SETTINGS: all_figures.pop(SETTINGS), "section": {}}
    results = head | all_figures | {DRAWN: drawn_sets(record, study.sets), FLOWN: flown}
    results["section"] = section(results, command_of(study, results))
    write_whole(study.path, json_text(results, RECORD_LISTS))
    draw_picture(study.path.with_suffix(".svg"), results)
    record.groups = results[GROUPS]
    keep_unfinished(study, record)
    return results
