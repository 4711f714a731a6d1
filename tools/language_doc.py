"""The generated parts of docs/language_models.md: stand-ins on the track, and the coverage of its intervals.

The figures come from ``docs/results/language.json`` and ``docs/results/language/``, which
``python -m tools.language_track`` writes.
"""

import json
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from agents.evaluation.entries import LeaderboardEntry, check_entry, read_entry
from agents.evaluation.intervals import span
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK, QUICK_WARS
from tools import DOCS
from tools.few_wars import few_wars_interval
from tools.generated import LEFT, RIGHT, page_with, paragraph, table
from tools.language_track import STAND_IN_ENTRIES, TRACK_RESULTS
from tools.leaderboard_doc import ENTRIES

LANGUAGE_PAGE = DOCS / "language_models.md"
RIVAL = "kette"
"""Script that the stand-ins are compared with."""
WARS = LANGUAGE_TRACK.headline.wars


def checked(path: Path) -> LeaderboardEntry:
    """Return an entry that is in order.

    Raises:
        EntryError: it is not.
    """
    entry = read_entry(path)
    check_entry(entry)
    return entry


def stand_ins() -> list[LeaderboardEntry]:
    """Return the entries of the stand-ins, the best first."""
    entries = [checked(path) for path in sorted(STAND_IN_ENTRIES.glob("*.json"))]
    return sorted(entries, key=lambda entry: -entry.headline.adjusted.mean)


def stand_in_row(entry: LeaderboardEntry, figures: Mapping[str, Any], rival: LeaderboardEntry) -> list[str]:
    """Return the row of a stand-in."""
    adjusted = entry.headline.adjusted_scores()
    difference = few_wars_interval(adjusted - rival.headline.adjusted_scores())
    alike = "-" if figures["share"] else f"{figures['wars_that_end_alike']} of {WARS}"
    return [
        f"`{entry.policy}`",
        f"{entry.headline.score.mean:.2f}",
        f"{adjusted.mean():.2f}",
        span(difference._asdict(), "+.2f"),
        alike,
        f"{figures['questions'] / WARS:.1f}",
        f"{figures['characters'] / WARS:,.0f}",
    ]


def stand_ins_text(results: Mapping[str, Any]) -> str:
    """Return the table of the stand-ins."""
    rival = checked(ENTRIES / f"{LANGUAGE_TRACK.name}-{RIVAL}.json")
    figures = {each["policy"]: each for each in results["stand_ins"]}
    head = (
        "stand-in",
        "score",
        "adjusted",
        f"difference to `{RIVAL}`",
        "ends as natively",
        "calls in a mission",
        "characters read in a mission",
    )
    rows = [stand_in_row(entry, figures[entry.policy], rival) for entry in stand_ins()]
    return "\n".join(table(head, rows, [LEFT, *[RIGHT] * (len(head) - 1)])).rstrip()


def set_cells(sets: Mapping[str, Mapping[str, float]]) -> Iterable[str]:
    """Return the half-width and the coverage for each number of missions."""
    for size in (WARS, QUICK_WARS):
        figures = sets[str(size)]
        yield f"\N{PLUS-MINUS SIGN}{figures['half_width']:.2f}"
        yield f"{figures['coverage']:.1%}".replace("%", " %")


def coverage_text(results: Mapping[str, Any]) -> str:
    """Return the table of spread and coverage."""
    head = ["policies", "difference", "deviation, plain", "adjusted"]
    head += [f"{size} missions{words}" for size in (WARS, QUICK_WARS) for words in ("", ", coverage")]
    rows = [
        [
            f"`{each['policy']}` - `{each['baseline']}`",
            f"{each['difference']:+.2f}",
            f"{each['plain_deviation']:.1f}",
            f"{each['deviation']:.1f}",
            *set_cells(each["sets"]),
        ]
        for each in results["pairs"]
    ]
    flown = max(each["missions"] for each in results["pairs"])
    fewest = min(each["missions"] for each in results["pairs"])
    words = (
        f"Measured in {flown:,} other missions (evaluation seed {results['seed']}; {fewest:,} for the stand-in that "
        f"plays by questions). Deviations are those of differences in the same mission. The last columns are means of "
        f"{results['resamples']:,} sets of missions that were drawn from these. The coverage is the share of intervals "
        "that have the difference over all these missions inside."
    )
    return "\n".join([*table(head, rows, [LEFT, *[RIGHT] * (len(head) - 1)]), *paragraph(words)]).rstrip()


def page() -> str:
    """Return the page with new generated parts."""
    results = json.loads(TRACK_RESULTS.read_text(encoding="utf-8"))
    parts = {"stand-ins": partial(stand_ins_text, results), "coverage": partial(coverage_text, results)}
    return page_with(LANGUAGE_PAGE, parts)


PAGES = {LANGUAGE_PAGE: page}
