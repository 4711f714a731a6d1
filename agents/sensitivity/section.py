"""The study in words and tables, for docs/results.md and for the terminal."""

from collections.abc import Sequence
from typing import Any

from agents.sensitivity.ladders import EASIER, HARDER
from agents.sensitivity.study import SCRIPTS
from agents.sensitivity.summary import CLEAR, Line, group_effects

SHOWN_GROUPS = 10
TITLE = "Whether the conclusions depend on our charts"


def gap(mean: float, error: float, form: str = "+.1f") -> str:
    """Return a figure with its standard error: ``+3.2 (0.2)``."""
    return f"{mean:{form}} ({error:.2f})"


def policy_rows(lines: Sequence[Line]) -> list[list[str]]:
    """Return the table rows with scores and places of every policy."""
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
    """Return the best and the worst place of a policy in words."""
    best, worst = best_and_worst
    return str(best) if best == worst else f"{best} to {worst}"


def pair_rows(pairs: Sequence[Line]) -> list[list[str]]:
    """Return the table rows of every pair, the policy ahead under our charts first."""
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
    """Return the text above the table of pairs; it names pairs for which our charts are outside all sets."""
    odd = [line for line in pairs if not line["lowest"] <= line["ours"] <= line["highest"]]
    named = ", ".join(f"`{line['ahead']}` before `{line['behind']}`" for line in odd)
    text = (
        f"How often each pair keeps its order in the {sets} sets, how often it is turned round by more than "
        f"{CLEAR} standard errors, and how far apart the two are, in points."
    )
    return f"{text} Under our charts the two are apart as under none of the sets: {named}." if odd else text


def moved_rows(lines: Sequence[Line]) -> list[list[str]]:
    """Return the table rows with numbers of cells by chart, and their sum."""
    keys = ("reconstructed", "read", "movable")
    total = {key: sum(line[key] for line in lines) for key in (*keys, "moved")}
    rows = [*lines, {"chart": "all", **total}]
    return [[line["chart"], *(str(line[key]) for key in keys), f"{line['moved']:.1f}"] for line in rows]


def group_rows(effects: Sequence[Line]) -> list[list[str]]:
    """Return a table row for each group: cells, change of the scripts' mean score and lead, in both directions."""
    return [[effect["group"], *step_cells(effect, EASIER), *step_cells(effect, HARDER)] for effect in effects]


def step_cells(effect: Line, direction: int) -> list[str]:
    """Return three table cells for one direction; ``*`` marks a step that takes doctrine out of the band."""
    line = effect.get(str(direction))
    if line is None:
        return ["-", "-", "-"]
    mark = "*" if line["outside"] else ""
    change = f"{gap(line['mean'], line['mean_error'])}{mark}"
    return [str(line["moved"]), change, gap(line["lead"], line["lead_error"])]


def reversals(groups: Sequence[Line]) -> str:
    """Return the reversals of two scripts' order by groups' steps, in words."""
    clear: dict[str, list[str]] = {}
    by_chance = 0
    for line in groups:
        for pair in line["reversed"]:
            if pair["clear"]:
                words = f"`{pair['behind']}` before `{pair['ahead']}` ({-pair['gap']:.1f})"
                clear.setdefault(line["arm"], []).append(words)
            else:
                by_chance += 1
    if not clear:
        text = "No group's step turns the order of two scripts round by more than chance."
    else:
        text = "Turned round by more than chance, with the points: " + "; ".join(
            f"{arm}: {', '.join(pairs)}" for arm, pairs in clear.items()
        )
        text += "."
    return f"{text} {by_chance} reversals are within {CLEAR} standard errors of 0." if by_chance else text


def rejections(draws: Line) -> str:
    """Return the numbers of rejected draws with reasons, in words; rejections by doctrine's figures come last."""
    by_doctrine = {reason: count for reason, count in draws["rejected"].items() if reason.startswith("doctrine")}
    others = {reason: count for reason, count in draws["rejected"].items() if reason not in by_doctrine}
    judged = draws["sets"] + sum(by_doctrine.values())
    return (
        f"{draws['draws']:,} draws gave the {draws['sets']} sets: {judged:,} were plausible as charts (not: "
        f"{counts(others)}), and of those doctrine's figures, which must stay in the band of the calibration, rejected "
        f"{sum(by_doctrine.values())} ({counts(by_doctrine)})"
    )


def counts(count_by_name: dict[str, int]) -> str:
    """Return names with their counts in words."""
    return ", ".join(f"{name} {count}" for name, count in count_by_name.items()) or "none"


def lead_text(lead: Line) -> str:
    """Return the leader's lead over all sets in words."""
    sets = sum(lead["followers"].values())
    followers = ", ".join(f"`{name}` in {count}" for name, count in lead["followers"].items())
    where = "in every set" if lead["kept"] == sets else f"in {lead['kept']} of {sets} sets"
    return (
        f"`{lead['leader']}` leads the next script {where}: by {lead['median']:.1f} points in the median, at least by "
        f"{gap(lead['smallest'], lead['smallest_error'])} ({lead['smallest_set']}, `{lead['smallest_follower']}`), at "
        f"most by {lead['largest']:.1f}; the next is {followers}."
    )


def learned_text(results: dict[str, Any]) -> str:
    """Return the distances of learned policies, which cannot read the charts in force, to the leading script."""
    leader, text = results["lead"]["leader"], ""
    for pair in results["pairs"]:
        others = {pair["ahead"], pair["behind"]} - {leader, *SCRIPTS}
        if leader in (pair["ahead"], pair["behind"]) and others:
            (other,) = others
            sign = 1 if pair["ahead"] == other else -1
            ours, median = gap(sign * pair["ours"], pair["error"]), sign * pair["median"]
            text += (
                f" `{other}`, which has learned from our charts and is not told which are in force, is {ours} from "
                f"`{leader}` under ours and {median:+.1f} in the median of the sets."
            )
    return text


def set_text(results: dict[str, Any]) -> str:
    """Return the text about the sets, their flights and the results."""
    draws, settings = results["draws"], results["settings"]
    share, read = draws["share"], draws["share_in_force"]
    return (
        f"Most cells of our charts are reconstructions, so the order of the policies might be our invention. "
        f"{draws['sets']} sets of charts were drawn at random; pinned cells stay, the dice are the same, cells that "
        "rise or fall along a chart still do, and each cell is at most one step of its chart from ours; columns lean "
        "to the easier or the harder side, so that what moves does not cancel out. Of the reconstructed cells "
        f"{share[0]:.0%} to {share[2]:.0%} moved (mean {share[1]:.0%}), of those that a Barbarossa reads {read[0]:.0%} "
        f"to {read[2]:.0%} (mean {read[1]:.0%}). {rejections(draws)}. Every policy, none of them "
        f"trained or tuned anew, flies the same {settings['wars']} Regular Barbarossas under each set; scripts that "
        "work out odds read the charts in force. "
        f"{lead_text(results['lead'])}{learned_text(results)} In brackets standard errors; scores under a set have "
        f"one of about {max(line['error'] for line in results['policies']):.1f}."
    )


def group_text(results: dict[str, Any]) -> str:
    """Return the text about the groups' steps."""
    lines = results["groups"]
    lead = min(lines, key=lambda line: line["lead"])
    outside = sum(bool(line["outside"]) for line in lines)
    return (
        "Each column that a Barbarossa reads moved alone, all its reconstructed cells by one step, to the easier and "
        f"to the harder side for the player: {len(lines)} steps of {len({line['group'] for line in lines})} groups, "
        f"{lines[0]['wars']:,} wars a script each, the same as under our charts. These {SHOWN_GROUPS} "
        "groups move the scripts' mean score most; the lead is that of the script that leads under our charts over "
        f"the next one. It is smallest under {lead['arm']}: {gap(lead['lead'], lead['lead_error'])}. {outside} steps, "
        f"marked * if shown, take doctrine out of the band. {reversals(lines)}"
    )


def group_tables(results: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a list with the table of the groups; empty if no group has been flown."""
    if not results["groups"]:
        return []
    columns = ["group", "cells", "easier: score", "lead", "cells", "harder: score", "lead"]
    rows = group_rows(group_effects(results["groups"])[:SHOWN_GROUPS])
    return [{"text": group_text(results), "columns": columns, "rows": rows}]


def section(results: dict[str, Any], command: str) -> dict[str, Any]:
    """Return the section of docs/results.md about the study."""
    sets = results["draws"]["sets"]
    return {
        "title": TITLE,
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
                "text": "How many cells moved in a set, on average, by chart. Names that change nothing in play "
                "(ships, fighters, levels of victory) and No-Fly and Maritime rows stay:",
                "columns": ["chart", "reconstructed", "read in a Barbarossa", "may move", "moved"],
                "rows": moved_rows(results["moved"]),
            },
            *group_tables(results),
        ],
        "command": command,
    }
