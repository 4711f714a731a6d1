"""An entry of the leaderboard: one policy's scores on one track, the file that holds them, and its check.

The file is JSON, written by ``evaluate.py --track``: who flew, what, under which charts and rules, and for each
scenario the official score of every war, so that entries can be compared war by war. :func:`read_entry` reads nothing
that is not as written; :func:`check_entry` holds it to the track, the charts and the rules of this package, and the
means and intervals to the scores.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from agents.evaluation.entry_fields import (
    DIGEST,
    LABEL,
    LINK,
    EntryError,
    Reader,
    RefusedValueError,
    as_it_is,
    day,
    fields,
    number,
    optional,
    text,
    whole,
    word,
)
from agents.evaluation.intervals import Interval, interval
from agents.evaluation.outputs import as_mapping
from agents.evaluation.rules_digest import rules_digest
from agents.evaluation.tracks import DURATION, TRACKS, Track, TrackScenario
from stuka_env.charts import load_charts
from stuka_env.files import write_whole
from stuka_env.quoting import quoted
from stuka_env.reading import MIB, FileError, read_json

FORMAT = 1
"""Version of the file."""
LARGEST_FILE = 4 * MIB
"""Bytes of an entry; those of the widest track have a hundredth."""
KINDS = ("script", "learner", "other")
"""What a policy is: compiled rules of thumb, something that learned, or neither, such as a planner."""
CLASSES = ("script", "learner within budget", "open")
"""What an entry is listed as; open is everything else."""
PLACES = 4
"""Decimals of means and bounds in the file."""
SCORES_IN_A_LINE = 50


class ScenarioScores(NamedTuple):
    """What came of one scenario's wars."""

    score: Interval
    unfinished: int
    """Wars that were not played to their end; they score 0."""
    decisions: int
    """Decisions taken in all of them."""
    seconds: float
    """What flying them took, wall clock."""
    scores: list[int]
    """The official score of each war, in the order of the track's seeds."""


class Entry(NamedTuple):
    """One policy on one track."""

    track: str
    seed: int
    track_sha256: str
    version: str
    """Of stuka_env."""
    charts_sha256: str
    rules_sha256: str
    policy: str
    """What the leaderboard calls it."""
    made_of: str
    """What :func:`agents.registry.make_policy` makes it of."""
    kind: str
    decisions_seen: int | None
    """Decisions of the environment that a learner saw before it flew; None for others, and where nobody knows."""
    author: str | None
    link: str | None
    date: str
    """When it was flown, UTC."""
    scenarios: dict[str, ScenarioScores]

    @property
    def flown(self) -> Track:
        """The track."""
        return TRACKS[self.track]

    @property
    def headline(self) -> ScenarioScores:
        """The scores that rank it."""
        return self.scenarios[self.flown.headline.name]


def class_of(entry: Entry) -> str:
    """What an entry is listed as, one of :data:`CLASSES`."""
    if entry.kind == "script":
        return CLASSES[0]
    seen = entry.decisions_seen
    return CLASSES[1] if entry.kind == "learner" and seen is not None and seen <= entry.flown.budget else CLASSES[2]


def rounded(figures: Interval) -> Interval:
    """As files have it."""
    return Interval(*(round(float(value), PLACES) for value in figures))


# --- the file ---


def entry_text(entry: Entry) -> str:
    """The file: a line for every key, the scores in lines of their own."""
    lines = [f'"format": {FORMAT}']
    lines += [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in entry._asdict().items() if name in HEAD]
    scenarios = [scenario_text(scenario, entry.scenarios[scenario.name]) for scenario in entry.flown.scenarios]
    lines.append('"scenarios": {\n' + ",\n".join(scenarios) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def scenario_text(scenario: TrackScenario, flown: ScenarioScores) -> str:
    """One scenario's part of the file."""
    what = {"env": scenario.env, "operation": scenario.operation, "duration": DURATION, "wars": scenario.wars}
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in what.items()]
    lines += [
        f"{json.dumps(name)}: {json.dumps(as_mapping(value))}"
        for name, value in flown._asdict().items()
        if name != "scores"
    ]
    rows = [flown.scores[first : first + SCORES_IN_A_LINE] for first in range(0, len(flown.scores), SCORES_IN_A_LINE)]
    lines.append('"scores": [\n' + ",\n".join(",".join(map(str, row)) for row in rows) + "\n]")
    return f"{json.dumps(scenario.name)}: {{\n" + ",\n".join(lines) + "\n}"


def write_entry(entry: Entry, path: Path) -> Path:
    """Write the file, whole or not at all."""
    return write_whole(path, entry_text(entry))


HEAD: dict[str, Reader] = {
    "track": lambda value: word(value, TRACKS),
    "seed": whole,
    "track_sha256": lambda value: text(value, *DIGEST),
    "version": lambda value: text(value, *LABEL),
    "charts_sha256": lambda value: text(value, *DIGEST),
    "rules_sha256": lambda value: text(value, *DIGEST),
    "policy": lambda value: text(value, *LABEL),
    "made_of": lambda value: text(value, r".{1,500}", "a name of at most 500 letters"),
    "kind": lambda value: word(value, KINDS),
    "decisions_seen": lambda value: optional(value, whole),
    "author": lambda value: optional(value, lambda given: text(given, *LABEL)),
    "link": lambda value: optional(value, lambda given: text(given, *LINK)),
    "date": day,
}
"""The file's keys but for format and scenarios, and what reads each."""
SCORE: dict[str, Reader] = {"mean": number, "low": number, "high": number}


def read_scores(found: Any, scenario: TrackScenario, where: str) -> ScenarioScores:
    """One scenario's part of a file."""
    fixed = {"env": scenario.env, "operation": scenario.operation, "duration": DURATION, "wars": scenario.wars}
    readers: dict[str, Reader] = {name: partial(word, allowed=(wanted,)) for name, wanted in fixed.items()}
    readers |= {
        "score": lambda value: Interval(**fields(value, SCORE, f"{where}.score")),
        "unfinished": lambda value: whole(value, scenario.wars),
        "decisions": whole,
        "seconds": number,
        "scores": lambda value: read_list(value, scenario.wars),
    }
    read = fields(found, readers, where)
    return ScenarioScores(**{name: read[name] for name in ScenarioScores._fields})


def read_list(found: Any, wars: int) -> list[int]:
    """The scores of so many wars."""
    if not isinstance(found, list) or len(found) != wars:
        got = f"{len(found)} scores" if isinstance(found, list) else quoted(found)
        raise RefusedValueError(f"got {got}, allowed are {wars} whole numbers")
    return [whole(score) for score in found]


def read_entry(path: Path) -> Entry:
    """The entry in a file.

    Raises:
        EntryError: it cannot be read, or is not as :func:`entry_text` writes it; one line says what is wrong.
    """
    try:
        return entry_of(read_json(path, LARGEST_FILE))
    except (FileError, EntryError) as error:
        raise EntryError(f"{path}: {error}") from None


def entry_of(found: Any) -> Entry:
    """The entry in a file's contents."""
    if isinstance(found, dict) and found.get("format") != FORMAT:
        raise EntryError(f"format: got {quoted(found.get('format'))}, allowed is {FORMAT}")
    head = fields(found, {"format": whole, **HEAD, "scenarios": as_it_is})
    scenarios = TRACKS[head["track"]].scenarios
    parts = fields(head["scenarios"], {each.name: as_it_is for each in scenarios}, "scenarios")
    flown = {each.name: read_scores(parts[each.name], each, f"scenarios.{each.name}") for each in scenarios}
    if head["kind"] != "learner" and head["decisions_seen"] is not None:
        raise EntryError(f"decisions_seen: got {head['decisions_seen']}, allowed is null: only a learner has seen any")
    return Entry(**{name: head[name] for name in HEAD}, scenarios=flown)


# --- its check ---


def check_entry(entry: Entry) -> None:
    """Hold an entry to this package, and its figures to its scores.

    Raises:
        EntryError: another track, other charts or other rules, or figures that do not follow; one line says which.
    """
    track = entry.flown
    ours = {
        "seed": track.seed,
        "track_sha256": track.digest(),
        "charts_sha256": load_charts().sha256,
        "rules_sha256": rules_digest(),
    }
    for name, wanted in ours.items():
        if getattr(entry, name) != wanted:
            raise EntryError(f"{name}: got {getattr(entry, name)!r}, this package has {wanted!r}: fly the track anew")
    for name, flown in entry.scenarios.items():
        check_figures(flown, f"scenarios.{name}.score")


def check_figures(flown: ScenarioScores, where: str) -> None:
    """Hold a mean and its interval to the scores.

    The mean must be exact. The bounds may be off by a tenth of the interval: bootstraps of other NumPys draw otherwise.
    """
    wanted = rounded(interval(np.array(flown.scores, np.float64)))
    slack = Interval(0.0, *[(wanted.high - wanted.low) / 10] * 2)
    for name in Interval._fields:
        got, right = getattr(flown.score, name), getattr(wanted, name)
        if abs(got - right) > getattr(slack, name) + 10**-PLACES:
            raise EntryError(f"{where}.{name}: got {got}, the scores come to {right}")
