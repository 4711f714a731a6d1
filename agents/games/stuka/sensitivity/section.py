"""Section of docs/results.md (tools/results_doc.py) on the study. The terminal shows it too."""

from collections.abc import Sequence
from typing import Any

from agents.games.stuka.sensitivity.ladders import EASIER, HARDER
from agents.games.stuka.sensitivity.study import FLOWN_SCRIPTS
from agents.games.stuka.sensitivity.summary import CLEAR_ERRORS, Line, group_effects

SHOWN_GROUPS = 10
SECTION_TITLE = "Whether the conclusions depend on our charts"


def gap(mean: float, error: float, form: str = "+.1f") -> str:
    """Return a figure with its standard error, such as ``+3.2 (0.20)``."""
    return f"{mean:{form}} ({error:.2f})"


def policy_rows(lines: Sequence[Line]) -> list[list[str]]:
    """Return a row with scores and places for every policy."""
    return [
        [
            f"`{line['policy']}`",
            gap(line["ours"], line["error"], ".1f"),
            f"{line['mean']:.1f}",
            f"{line['deviation']:.1f}",
            f"{line['lowest']:.1f} to {line['highest']:.1f}",
            places(line["place"]),
        ]
        for line in lines
    ]


def places(best_and_worst: Sequence[int]) -> str:
    """Return the best and the worst place of a policy as text."""
    best, worst = best_and_worst
    return str(best) if best == worst else f"{best} to {worst}"


def pair_rows(pairs: Sequence[Line]) -> list[list[str]]:
    """Return a row for every pair. The policy that leads under our charts comes first."""
    return [
        [
            f"`{line['ahead']}` before `{line['behind']}`",
            gap(line["ours"], line["error"]),
            str(line["kept"]),
            str(line["clearly_reversed"]),
            f"{line['median']:+.1f}",
            f"{line['lowest']:+.1f} to {line['highest']:+.1f}",
        ]
        for line in pairs
    ]


def pair_text(pairs: Sequence[Line], sets: int) -> str:
    """Return an explanation of the table of pairs, with the pairs for which our charts are not typical."""
    odd = [line for line in pairs if not line["lowest"] <= line["ours"] <= line["highest"]]
    names = ", ".join(f"`{line['ahead']}` before `{line['behind']}`" for line in odd)
    text = (
        f"The table shows how often each pair keeps its order in the {sets} sets, and how often it is reversed by more "
        f"than {CLEAR_ERRORS} standard errors. The other columns are the difference of the two in points."
    )
    return (
        f"{text} For these pairs the difference under our charts is outside the range of the sets: {names}."
        if odd
        else text
    )


def moved_rows(lines: Sequence[Line]) -> list[list[str]]:
    """Return a row with the numbers of cells for every chart, and one for all charts."""
    keys = ("reconstructed", "read", "movable")
    total = {key: sum(line[key] for line in lines) for key in (*keys, "moved")}
    rows = [*lines, {"chart": "all", **total}]
    return [[line["chart"], *(str(line[key]) for key in keys), f"{line['moved']:.1f}"] for line in rows]


def group_rows(effects: Sequence[Line]) -> list[list[str]]:
    """Return a row for every group: cells, mean score of the scripts and lead of old_hand for both directions."""
    return [[effect["group"], *step_cells(effect, EASIER), *step_cells(effect, HARDER)] for effect in effects]


def step_cells(effect: Line, direction: int) -> list[str]:
    """Return three cells for one direction. ``*`` marks a step that takes doctrine out of the band."""
    line = effect.get(str(direction))
    if line is None:
        return ["-", "-", "-"]
    mark = "*" if line["outside"] else ""
    change = f"{gap(line['mean'], line['mean_error'])}{mark}"
    return [str(line["moved"]), change, gap(line["lead"], line["lead_error"])]


def reversals(groups: Sequence[Line]) -> str:
    """Return a text on the steps that reverse the order of two scripts."""
    clear: dict[str, list[str]] = {}
    by_chance = 0
    for line in groups:
        for pair in line["reversed"]:
            if pair["clear"]:
                reversal = f"`{pair['behind']}` before `{pair['ahead']}` ({-pair['gap']:.1f})"
                clear.setdefault(line["arm"], []).append(reversal)
            else:
                by_chance += 1
    if not clear:
        text = "No group's step reverses the order of two scripts by more than chance."
    else:
        text = "These steps reverse the order of two scripts by more than chance, with the points: " + "; ".join(
            f"{arm}: {', '.join(pairs)}" for arm, pairs in clear.items()
        )
        text += "."
    return f"{text} {by_chance} reversals are within {CLEAR_ERRORS} standard errors of 0." if by_chance else text


def rejections(draws: Line) -> str:
    """Return a text on the number of draws and the reasons for rejections. Those that doctrine flew come last."""
    by_doctrine = {reason: count for reason, count in draws["rejected"].items() if reason.startswith("doctrine")}
    others = {reason: count for reason, count in draws["rejected"].items() if reason not in by_doctrine}
    plausible = draws["sets"] + sum(by_doctrine.values())
    return (
        f"{draws['draws']:,} draws gave the {draws['sets']} sets. {plausible:,} draws were plausible as charts, and "
        f"the others were not ({counts(others)}). In {sum(by_doctrine.values()):,} plausible draws doctrine's figures "
        f"left the band of the calibration ({counts(by_doctrine)})."
    )


def counts(numbers: dict[str, int]) -> str:
    """Return names with their numbers as text."""
    return ", ".join(f"{name} {number}" for name, number in numbers.items()) or "none"


def lead_text(lead: Line) -> str:
    """Return a text on the lead of the leading script in all sets."""
    sets = sum(lead["followers"].values())
    followers = ", ".join(f"`{name}` in {count}" for name, count in lead["followers"].items())
    where = "in every set" if lead["kept"] == sets else f"in {lead['kept']} of {sets} sets"
    return (
        f"`{lead['leader']}` leads the scripts {where}. Its lead over the next one is {lead['median']:.1f} points in "
        f"the median, at least {gap(lead['smallest'], lead['smallest_error'])} ({lead['smallest_set']}, "
        f"`{lead['smallest_follower']}`) and at most {lead['largest']:.1f}. The next script is {followers}."
    )


def learned_text(results: dict[str, Any]) -> str:
    """Return a text that compares the learned policies, which do not know the charts, with the leading script."""
    leader, text = results["lead"]["leader"], ""
    for pair in results["pairs"]:
        others = {pair["ahead"], pair["behind"]} - {leader, *FLOWN_SCRIPTS}
        if leader in (pair["ahead"], pair["behind"]) and others:
            (other,) = others
            sign = 1 if pair["ahead"] == other else -1
            ours, median = gap(sign * pair["ours"], pair["error"]), sign * pair["median"]
            text += (
                f" `{other}` has learned from our charts and does not know which are in force. Its difference to "
                f"`{leader}` is {ours} under ours and {median:+.1f} in the median of the sets."
            )
    return text


def set_text(results: dict[str, Any]) -> str:
    """Return the paragraphs on the random sets: the result, the draws and the flights."""
    draws, settings = results["draws"], results["settings"]
    share, read = draws["share"], draws["share_in_force"]
    error = max(line["error"] for line in results["policies"])
    return "\n\n".join(
        (
            f"{lead_text(results['lead'])}{learned_text(results)}",
            "Most cells of our charts are reconstructions, so the order of the policies might be our invention. This "
            f"study draws {draws['sets']} sets of charts at random. Pinned cells stay, and the dice are the same. "
            "Cells that rise or fall along a chart still do. Each cell is at most one step of its chart from ours. "
            "Columns lean to the easier or the harder side, so that the changes do not cancel out. Of the "
            f"reconstructed cells {share[0]:.0%} to {share[2]:.0%} moved (mean {share[1]:.0%}). Of those that a "
            f"Barbarossa reads {read[0]:.0%} to {read[2]:.0%} moved (mean {read[1]:.0%}).",
            rejections(draws),
            f"All policies fly the same {settings['wars']} Regular Barbarossas under each set. None of them was "
            "trained or tuned again. Scripts that compute odds read the charts in force. Brackets hold standard "
            f"errors. A score under a set has one of about {error:.1f}.",
        )
    )


def group_text(results: dict[str, Any]) -> str:
    """Return a text on the steps of the groups and their results."""
    lines = results["groups"]
    lead = min(lines, key=lambda line: line["lead"])
    outside, groups = sum(bool(line["outside"]) for line in lines), len({line["group"] for line in lines})
    return (
        "Then each column that a Barbarossa reads moved alone. All its reconstructed cells moved by one step, to the "
        f"easier and to the harder side for the player: {len(lines)} steps of {groups} groups. Each script flew "
        f"{lines[0]['wars']:,} wars of each, the same as under our charts. The table shows the {SHOWN_GROUPS} groups "
        "that move the scripts' mean score most. The lead is that of the leading script under our charts over the "
        f"next one. It is smallest under {lead['arm']}: {gap(lead['lead'], lead['lead_error'])}. {outside} steps, "
        f"marked * if shown, take doctrine out of the band. {reversals(lines)}"
    )


def group_tables(results: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the table of the groups, or nothing if no group has been flown."""
    if not results["groups"]:
        return []
    columns = ["group", "cells", "easier: score", "lead", "cells", "harder: score", "lead"]
    rows = group_rows(group_effects(results["groups"])[:SHOWN_GROUPS])
    return [{"text": group_text(results), "columns": columns, "rows": rows}]


def section(results: dict[str, Any], command: str) -> dict[str, Any]:
    """Return the section of docs/results.md."""
    sets = results["draws"]["sets"]
    return {
        "title": SECTION_TITLE,
        "text": set_text(results),
        "columns": ["policy", "our charts", "mean over the sets", "standard deviation", "lowest and highest", "place"],
        "rows": policy_rows(results["policies"]),
        "figure": "sensitivity.svg",
        "more": [
            {
                "text": pair_text(results["pairs"], sets),
                "columns": ["pair", "our charts", "kept", "clearly reversed", "median", "lowest and highest"],
                "rows": pair_rows(results["pairs"]),
            },
            {
                "text": "This table shows the mean number of cells that moved in a set, by chart. Names without an "
                "effect on play (ships, fighters, levels of victory) and No-Fly and Maritime rows stay.",
                "columns": ["chart", "reconstructed", "read in a Barbarossa", "may move", "moved"],
                "rows": moved_rows(results["moved"]),
            },
            *group_tables(results),
        ],
        "command": command,
    }
