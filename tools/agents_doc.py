"""Parts of the pages on agents: scores to cite, gains over other players, beliefs and parameters of the scripts."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from agents.evaluation.intervals import interval, span
from agents.evaluation.situations import load_situations
from agents.games.interceptor.scripts.champion import WORTHS
from agents.games.interceptor.scripts.worths import Choice
from agents.games.stuka.scripts.beliefs import BELIEFS
from agents.games.stuka.scripts.champion import CHANGES
from stuka_env.io.reading import MIB, read_json
from tools import DOCS, ROOT
from tools.cited_scores import (
    CITED_TABLES,
    ONE_KIND,
    WITHOUT_TEACHER,
    board_of,
    cited_entry,
    cited_part,
    entry_path,
    same_policies,
)
from tools.generated import pages_with
from tools.leaderboard_doc import difference
from tools.results_doc import RESULTS, figures_table

TRAITS_SHOWN = 8
"""Traits in the table of worths, those with the largest weights."""
GAIN_FORM = "+.2f"
GAINERS = ("champion", "distilled")
"""Policies with their gains over ``old_hand`` in the table."""
TRAINED_SEEDS = ("distilled", *(f"distilled-seed-{seed}{again}" for seed in (1, 2) for again in ("", "-again")))
"""Trainings of ``distilled`` that the table summarises."""
WARS_OF_GAINS = ("mission", "Barbarossa", "Case Blue", "Citadel", "campaign")
OUR_CHARTS, OTHER_SETS = "our charts", "other sets"
CAMPAIGNS = ("full", "late_entry", "short_1944", "short_1942", "single")
"""Campaigns of the third game in the table of its players; the last one is a single mission."""
CALIBRATED = ("best", "by_the_book", "cautious", "random", "all_wrong")
BELIEFS_OF_BEST = 2
"""Number of the paragraph of the docstring with a script's beliefs."""


class Rivals(NamedTuple):
    """The table of a game with the differences of other players to the best script, in the wars of the leaderboard."""

    best: str
    tracks: Mapping[str, str]
    """Words for the wars of each track; braces stand for the title of a scenario."""
    policies: Mapping[str, Mapping[str, str]]
    """Policy on each track, by the head of the column."""


_STUKA_TRACKS = {"mission": "missions", "operation": "{}", "campaign": "campaigns"}
_WING_TRACKS = {"wing-mission": "missions", "wing-campaign": "full campaigns"}
_SUPPORT_TRACKS = {"support-battle": "battles"}
RIVALS = {
    "stuka": Rivals(
        "champion",
        _STUKA_TRACKS,
        {
            **same_policies(_STUKA_TRACKS, "distilled"),
            "`distilled-*`": ONE_KIND,
            **same_policies(_STUKA_TRACKS, "old_hand"),
            "PPO without a teacher": WITHOUT_TEACHER,
        },
    ),
    "wing": Rivals(
        "best", _WING_TRACKS, same_policies(_WING_TRACKS, "wing-from-nothing by_the_book cautious first_option random")
    ),
    "support": Rivals("best", _SUPPORT_TRACKS, same_policies(_SUPPORT_TRACKS, "by_the_book first_option random")),
}


def table_part(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as a generated part of a page."""
    return "\n".join(["", *figures_table(head, rows)]).rstrip()


def to_best(game: str) -> str:
    """Return the table of a game's best script and the differences to it, adjusted for luck, in the same wars."""
    best, tracks, policies = RIVALS[game]
    rows = []
    for track, words in tracks.items():
        entry = cited_entry(track, best)
        for scenario in board_of(track).tracks[track].scenarios:
            rivals = (
                difference(cited_entry(track, names[track]), entry, scenario)
                if track in names and entry_path(track, names[track]).exists()
                else "-"
                for names in policies.values()
            )
            score = f"{entry.scenarios[scenario.name].adjusted.mean:.2f}"
            rows.append((words.format(scenario.title), f"{scenario.wars:,}", score, *rivals))
    head = ("wars", "number", f"`{best}`", *policies)
    return table_part(head, rows)


# --- the first game ---


def parameters() -> str:
    """Return the table of the parameters in which the champion differs from ``old_hand``, with their worths."""
    worth = read_json(RESULTS / "champion.json", MIB)["worth"]
    rows = [
        (
            f"`{name}`", f"{BELIEFS[name].value:g}", f"{change.value:g}", change.words,
            *(span(worth[name][wars], GAIN_FORM) if name in worth else "-" for wars in ("Barbarossa", "campaign")),
        )
        for name, change in CHANGES.items()
    ]  # fmt: skip
    head = ("parameter", "`old_hand`", "`champion`", "belief of `champion`", "in Barbarossa", "in campaigns")
    return table_part(head, rows)


class Gain(NamedTuple):
    """The gain of a policy over ``old_hand`` in one kind of war, adjusted for luck."""

    ours: Mapping[str, float]
    """Mean and bounds under our charts."""
    others: tuple[float, ...]
    """Means under the evaluation sets."""

    @classmethod
    def read(cls, label: str, wars: str) -> "Gain":
        """Return the gain of a policy, by the name of its file."""
        gains: Mapping[str, Any] = read_json(RESULTS / "gains" / f"{label}.json", MIB)["gains"]
        sets = [part for part in gains if part.startswith(f"{wars}, set ")]
        means = tuple(gains[part]["adjusted"]["mean"] for part in sets)
        return cls(gains[f"{wars}, {OUR_CHARTS}"]["adjusted"], means)

    def cells(self) -> tuple[str, str]:
        """Return the cells under our charts, and under the sets with the number of those with a gain."""
        above = sum(mean > 0 for mean in self.others)
        mean = span(interval(np.array(self.others))._asdict(), GAIN_FORM) if self.others else ""
        return span(self.ours, GAIN_FORM), f"{mean}, {above} of {len(self.others)}" if mean else "-"


def extremes(values: list[float]) -> str:
    """Return the cell with the least and the largest of some gains, or a dash without any."""
    return f"{min(values):{GAIN_FORM}} to {max(values):{GAIN_FORM}}" if values else "-"


def gains() -> str:
    """Return the table of gains over ``old_hand`` under our charts and under the evaluation sets."""
    rows = []
    for wars in WARS_OF_GAINS:
        trained = [Gain.read(label, wars) for label in TRAINED_SEEDS]
        rows.append((
            wars,
            *(cell for name in GAINERS for cell in Gain.read(name, wars).cells()),
            extremes([gain.ours["mean"] for gain in trained]),
            extremes([float(np.mean(gain.others)) for gain in trained if gain.others]),
        ))  # fmt: skip
    players = (*(f"`{name}`" for name in GAINERS), f"{len(TRAINED_SEEDS)} trainings")
    head = ("wars", *(f"{player}, {charts}" for player in players for charts in (OUR_CHARTS, OTHER_SETS)))
    return table_part(head, rows)


# --- the other games ---


def worths() -> str:
    """Return the table of the worths of the second game's champion: the traits with the largest weights."""
    head = ("for", *(choice.word for choice in Choice))
    largest = sorted(WORTHS, key=lambda trait: -max(map(abs, WORTHS[trait])))[:TRAITS_SHOWN]
    rows = [(trait.word, *(f"{weight:+.3f}" for weight in WORTHS[trait])) for trait in WORTHS if trait in largest]
    return table_part(head, rows)


def beliefs(game: str) -> str:
    """Return the beliefs of a game's best script, a list in its docstring."""
    words = inspect.getdoc(import_module(f"agents.games.{game}.scripts.best")) or ""
    return f"\n{words.split(chr(10) * 2)[BELIEFS_OF_BEST]}\n"


def points() -> str:
    """Return the table of the points of the third game's players, by campaign, with standard errors."""
    measured = read_json(RESULTS / "wing" / "calibration.json", MIB)["campaigns"]
    rows = [
        (f"`{player}`", *("{:.1f} ± {:.1f}".format(*measured[campaign][player]["points"]) for campaign in CAMPAIGNS))
        for player in CALIBRATED
    ]
    head = ("player", *(f"`{campaign}`" for campaign in CAMPAIGNS))
    return table_part(head, rows)


def situations(game: str) -> str:
    """Return the table of a game's situations: the optimum, the worth of each action, and what players lose."""
    played = read_json(RESULTS / game / "situations.json", MIB)["policies"]
    rows = []
    for place, one in enumerate(load_situations(game)):
        worths = sorted(one.worths.items(), key=lambda item: -item[1])
        losses = [f"{policy['situations'][place]['gap']:.2f}" for policy in played]
        rows.append(
            (one.name, f"{one.optimum:.2f}", ", ".join(f"`{act}` {worth:.2f}" for act, worth in worths), *losses)
        )
    return table_part(("situation", "optimum", "worth", *(f"`{policy['policy']}`" for policy in played)), rows)


PAGES = pages_with(
    {
        ROOT / "README.md": {f"{game}-scores": partial(cited_part, game) for game in CITED_TABLES},
        DOCS / "agents.md": {"scores": cited_part},
        DOCS / "stuka_agents.md": {
            "to-best": partial(to_best, "stuka"),
            "gains": gains,
            "parameters": parameters,
        },
        DOCS / "interceptor_agents.md": {"worths": worths},
        DOCS / "wing_agents.md": {
            "to-best": partial(to_best, "wing"),
            "points": points,
            "situations": partial(situations, "wing"),
            "beliefs": partial(beliefs, "wing"),
        },
        DOCS / "support_agents.md": {"to-best": partial(to_best, "support"), "beliefs": partial(beliefs, "support")},
    }
)
