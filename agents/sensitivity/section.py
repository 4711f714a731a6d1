"""The study in words and tables, for docs/results.md (tools/results_doc.py) and for the screen."""

from collections.abc import Sequence
from typing import Any

from agents.sensitivity.ladders import EASIER, HARDER
from agents.sensitivity.study import SCRIPTS
from agents.sensitivity.summary import CLEAR, Line, group_effects

SHOWN_GROUPS = 10
TITLE = "Whether the conclusions depend on our charts"


def gap(mean: float, error: float, form: str = "+.1f") -> str:
    """A figure with its standard error: ``+3.2 (0.2)``."""
    return f"{mean:{form}} ({error:.2f})"


def policy_rows(lines: Sequence[Line]) -> list[list[str]]:
    """Scores and places of every policy."""
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


def places(found: Sequence[int]) -> str:
    """The best and the worst place of a policy."""
    best, worst = found
    return str(best) if best == worst else f"{best} to {worst}"


def pair_rows(pairs: Sequence[Line]) -> list[list[str]]:
    """Every pair, the one ahead under our charts first."""
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
    """What the table of pairs says, and where our charts are no typical ones."""
    odd = [line for line in pairs if not line["lowest"] <= line["ours"] <= line["highest"]]
    named = ", ".join(f"`{line['ahead']}` before `{line['behind']}`" for line in odd)
    told = (
        f"How often each pair keeps its order in the {sets} sets, how often it is turned round by more than "
        f"{CLEAR} standard errors, and how far apart the two are, in points."
    )
    return f"{told} Under our charts the two are apart as under none of the sets: {named}." if odd else told


def moved_rows(lines: Sequence[Line]) -> list[list[str]]:
    """Cells by chart, and all of them."""
    keys = ("reconstructed", "read", "movable")
    total = {key: sum(line[key] for line in lines) for key in (*keys, "moved")}
    rows = [*lines, {"chart": "all", **total}]
    return [[line["chart"], *(str(line[key]) for key in keys), f"{line['moved']:.1f}"] for line in rows]


def group_rows(effects: Sequence[Line]) -> list[list[str]]:
    """The groups that matter most: cells, and for both ways the scripts' mean score and old_hand's lead."""
    return [[effect["group"], *step_cells(effect, EASIER), *step_cells(effect, HARDER)] for effect in effects]


def step_cells(effect: Line, direction: int) -> list[str]:
    """Three cells for one way; ``*`` marks a step that takes doctrine out of the band."""
    line = effect.get(str(direction))
    if line is None:
        return ["-", "-", "-"]
    mark = "*" if line["outside"] else ""
    change = f"{gap(line['mean'], line['mean_error'])}{mark}"
    return [str(line["moved"]), change, gap(line["lead"], line["lead_error"])]


def reversals(groups: Sequence[Line]) -> str:
    """Which groups' steps turn an order round, in words."""
    clear: dict[str, list[str]] = {}
    by_chance = 0
    for line in groups:
        for pair in line["reversed"]:
            if pair["clear"]:
                what = f"`{pair['behind']}` before `{pair['ahead']}` ({-pair['gap']:.1f})"
                clear.setdefault(line["arm"], []).append(what)
            else:
                by_chance += 1
    if not clear:
        told = "No group's step turns the order of two scripts round by more than chance."
    else:
        told = "Turned round by more than chance, with the points: " + "; ".join(
            f"{arm}: {', '.join(pairs)}" for arm, pairs in clear.items()
        )
        told += "."
    return f"{told} {by_chance} reversals are within {CLEAR} standard errors of 0." if by_chance else told


def rejections(draws: Line) -> str:
    """How many draws did not count, and why; those that doctrine flew are told apart, for they cost most."""
    by_doctrine = {why: count for why, count in draws["rejected"].items() if why.startswith("doctrine")}
    others = {why: count for why, count in draws["rejected"].items() if why not in by_doctrine}
    judged = draws["sets"] + sum(by_doctrine.values())
    return (
        f"{draws['draws']:,} draws gave the {draws['sets']} sets: {judged:,} were plausible as charts (not: "
        f"{counts(others)}), and of those doctrine's figures, which must stay in the band of the calibration, rejected "
        f"{sum(by_doctrine.values())} ({counts(by_doctrine)})"
    )


def counts(found: dict[str, int]) -> str:
    """What, and how often, in words."""
    return ", ".join(f"{what} {count}" for what, count in found.items()) or "none"


def lead_text(lead: Line) -> str:
    """How far the leader is ahead in all sets."""
    sets = sum(lead["followers"].values())
    followers = ", ".join(f"`{name}` in {count}" for name, count in lead["followers"].items())
    kept = "in every set" if lead["kept"] == sets else f"in {lead['kept']} of {sets} sets"
    return (
        f"`{lead['leader']}` leads the next script {kept}: by {lead['median']:.1f} points in the median, at least by "
        f"{gap(lead['smallest'], lead['smallest_error'])} ({lead['smallest_set']}, `{lead['smallest_follower']}`), at "
        f"most by {lead['largest']:.1f}; the next is {followers}."
    )


def learned_text(results: dict[str, Any]) -> str:
    """How the policies that are no scripts stand to the leader of the scripts: they cannot read the charts in force."""
    leader, told = results["lead"]["leader"], ""
    for pair in results["pairs"]:
        others = {pair["ahead"], pair["behind"]} - {leader, *SCRIPTS}
        if leader in (pair["ahead"], pair["behind"]) and others:
            (other,) = others
            sign = 1 if pair["ahead"] == other else -1
            ours, median = gap(sign * pair["ours"], pair["error"]), sign * pair["median"]
            told += (
                f" `{other}`, which has learned from our charts and is not told which are in force, is {ours} from "
                f"`{leader}` under ours and {median:+.1f} in the median of the sets."
            )
    return told


def set_text(results: dict[str, Any]) -> str:
    """What was flown under the sets, and what it comes to."""
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
    """What the groups' steps are."""
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
    """The table of the groups; none if no group has been flown."""
    if not results["groups"]:
        return []
    columns = ["group", "cells", "easier: score", "lead", "cells", "harder: score", "lead"]
    rows = group_rows(group_effects(results["groups"])[:SHOWN_GROUPS])
    return [{"text": group_text(results), "columns": columns, "rows": rows}]


def section(results: dict[str, Any], command: str) -> dict[str, Any]:
    """What docs/results.md shows."""
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
