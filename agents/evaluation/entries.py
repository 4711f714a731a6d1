"""Entries of the leaderboard in any game: the scores of one policy on one track, and their file.

``evaluate.py --track`` writes the file as JSON. The file names the policy, the track, the charts and the rules. It has
the official score of every war, so that entries can be compared war by war. :func:`read_entry` refuses a file of any
other form; :mod:`agents.evaluation.entry_checks` compares its values with each other and with this package.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agents.evaluation.entry_fields import (
    DIGEST,
    LABEL,
    RELEASE_NUMBER,
    SOURCE_LINK,
    EntryError,
    Reader,
    RefusedValueError,
    as_it_is,
    day,
    digests,
    fields,
    finite,
    number,
    optional,
    text,
    whole,
    word,
)
from agents.evaluation.intervals import Interval
from agents.evaluation.model_figures import MODEL_KEY, ModelFigures, read_model_figures
from agents.evaluation.tables import as_mapping
from agents.evaluation.tracks import SEALED, EvaluationTrack, TrackScenario, all_tracks
from stuka_env.flights.episodes import MOST_TURNS
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import quoted
from stuka_env.io.reading import MIB, FileError, read_json

LARGEST_UNPACKED = 16 * MIB
"""Largest size of unpacked integers."""
BYTES_A_SCORE = 2
"""Bytes of an integer."""


def pack_integers(values: ArrayLike) -> str:
    """Return integers as text: 16 bits each, all low bytes before all high bytes, zlib, base64.

    Raises:
        ValueError: an integer does not fit into 16 bits.
    """
    wide = np.asarray(values, np.int64)
    narrow = wide.astype("<i2")
    if not np.array_equal(narrow, wide):
        raise ValueError(f"values: got {wide.min()} to {wide.max()}; expected integers of 16 bits")
    by_byte = narrow.view(np.uint8).reshape(-1, BYTES_A_SCORE).T.tobytes()
    return base64.b64encode(zlib.compress(by_byte, 9)).decode()


def unpack_integers(text: str) -> NDArray[np.int64]:
    """Return the integers that :func:`pack_integers` made a text of.

    Raises:
        ValueError: the text is not packed integers, or too large.
    """
    unpacker = zlib.decompressobj()
    try:
        by_byte = unpacker.decompress(base64.b64decode(text, validate=True), LARGEST_UNPACKED)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof or unpacker.unused_data or len(by_byte) % BYTES_A_SCORE:
        raise ValueError("the packed integers are cut off, too large or followed by other data")
    return np.frombuffer(by_byte, np.uint8).reshape(BYTES_A_SCORE, -1).T.copy().view("<i2").ravel().astype(np.int64)


ENTRY_FORMAT = 3
"""Version of the file."""
LARGEST_ENTRY = 4 * MIB
"""Limit of the bytes of an entry; the largest track needs a hundredth of it."""
LANGUAGE_KIND = "language model"
TRIVIAL_KIND = "trivial"
POLICY_KINDS = ("script", "learner", "other", LANGUAGE_KIND, TRIVIAL_KIND)
"""Kinds of policies: a compiled script, a trained policy, another one, such as a planner, a language model, or a player
that knows nothing of the game."""
PACKED = ("scores", "luck")
"""Fields with a number for each war, which are packed in the file."""
DECIMALS = 4
"""Decimal places of means and bounds in the file."""


SEALED_SEED = (SEALED + DIGEST[0], f"a seed, or {SEALED!r} and the SHA-256 of a secret")
"""Pattern of the seed of sealed wars, and what is allowed in words."""
LUCK_UNIT = 100
"""Units of luck in a point."""
SEAL_KEY = "seal"
"""Key that only the files of sealed entries have."""
SIGNATURE = (r"[0-9a-f]{128}", "a signature of 128 hexadecimal digits")
NO_SIGNATURE = "0" * 128
"""Value in the place of a signature that is yet to be made."""
LONGEST_FLIGHTS = 10**8
"""Largest number of seconds of a file, three years."""


class ScenarioScores(NamedTuple):
    """Scores of one scenario's wars."""

    score: Interval
    adjusted: Interval
    """The luck-adjusted score."""
    unfinished: int
    """Number of wars that did not end; each has the least score that a war can have."""
    decisions: int
    """Number of decisions in all wars."""
    seconds: float
    """Wall-clock seconds of the flights."""
    scores: list[int]
    """The official score of each war, in the order of the track's seeds."""
    luck: list[int]
    """The luck of each war in hundredths of a point."""

    @property
    def is_plain_sharper(self) -> bool:
        """Whether the plain score has the narrower interval.

        Adjusting adds noise to the scores of players that the value does not expect.
        """
        return self.score.high - self.score.low < self.adjusted.high - self.adjusted.low

    def adjusted_scores(self) -> NDArray[np.float64]:
        """Return the luck-adjusted score of each war, ``(N,)``."""
        return np.array(self.scores) - np.array(self.luck) / LUCK_UNIT


class Seal(NamedTuple):
    """Signature of a sealed entry by the owner of its secret (:mod:`agents.evaluation.signatures`)."""

    public_key: str
    policy_files: Mapping[str, str]
    """SHA-256 of the files that the policy was made of, by name."""
    signature: str
    """Signature of :func:`signed_text`."""


class LeaderboardEntry(NamedTuple):
    """Scores of one policy on one track."""

    track: str
    seed: int | str
    """Evaluation seed, or a text that names the secret that it was made of."""
    track_sha256: str
    version: str
    """Version of stuka_env."""
    charts_sha256: str
    rules_sha256: str
    luck_sha256: str | None
    """Digest of the value that defines luck; None in a game whose luck is not measured: it is 0 in every war."""
    policy: str
    """Name on the leaderboard."""
    made_of: str
    """Name of the policy, as :func:`stuka_env.policy.load_policy` takes it."""
    kind: str
    """One of :data:`POLICY_KINDS`."""
    decisions_seen: int | None
    """Number of decisions that a learner was trained on; None if unknown, and for other kinds."""
    author: str | None
    link: str | None
    date: str
    """Day of the flights, UTC."""
    scenarios: dict[str, ScenarioScores]
    language_model: ModelFigures | None = None
    """Figures of a language model; None for all other policies, whose files lack the key."""
    seal: Seal | None = None
    """Signature of an entry of sealed wars; None for public wars, whose files lack the key."""

    @property
    def flown(self) -> EvaluationTrack:
        """The track."""
        return all_tracks()[self.track]

    @property
    def headline(self) -> ScenarioScores:
        """The scores that rank the entry."""
        return self.scenarios[self.flown.headline.name]


def rounded(figures: Interval) -> Interval:
    """Round an interval to the decimal places of files."""
    return Interval(*(round(float(value), DECIMALS) for value in figures))


# --- the file ---


def entry_text(entry: LeaderboardEntry) -> str:
    """Return the text of an entry's file: a line for each key, and the scores in lines of their own."""
    lines = [f'"format": {ENTRY_FORMAT}']
    lines += [
        f"{json.dumps(name)}: {json.dumps(value)}" for name, value in entry._asdict().items() if name in HEAD_FIELDS
    ]
    scenarios = [scenario_text(scenario, entry.scenarios[scenario.name]) for scenario in entry.flown.scenarios]
    if entry.language_model is not None:
        lines.append(f'"{MODEL_KEY}": {json.dumps(entry.language_model._asdict())}')
    if entry.seal is not None:
        lines.append(f'"{SEAL_KEY}": {json.dumps(entry.seal._asdict())}')
    lines.append('"scenarios": {\n' + ",\n".join(scenarios) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def war_of(scenario: TrackScenario) -> dict[str, Any]:
    """Return the fixed values of a scenario in an entry's file."""
    return {"env": scenario.env, **scenario.arguments, "wars": scenario.wars}


def scenario_text(scenario: TrackScenario, flown: ScenarioScores) -> str:
    """Return the text of one scenario in an entry's file."""
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in war_of(scenario).items()]
    lines += [
        f"{json.dumps(name)}: {json.dumps(as_mapping(value))}"
        for name, value in flown._asdict().items()
        if name not in PACKED
    ]
    lines += [f"{json.dumps(name)}: {json.dumps(pack_integers(getattr(flown, name)))}" for name in PACKED]
    return f"{json.dumps(scenario.name)}: {{\n" + ",\n".join(lines) + "\n}"


def signed_text(entry: LeaderboardEntry) -> bytes:
    """Return what the owner of the secret signs: every value of an entry's file but the signature, in a fixed form."""
    values = json.loads(entry_text(entry))
    values[SEAL_KEY].pop("signature")
    for name, flown in entry.scenarios.items():
        values["scenarios"][name] |= {packed: getattr(flown, packed) for packed in PACKED}  # zlib may pack otherwise
    return json.dumps(values, sort_keys=True, separators=(",", ":")).encode()


def write_entry(entry: LeaderboardEntry, path: Path) -> Path:
    """Write the file of an entry; it is complete or absent."""
    return write_whole(path, entry_text(entry))


HEAD_FIELDS: dict[str, Reader] = {
    "track": lambda value: word(value, all_tracks()),
    "seed": lambda value: text(value, *SEALED_SEED) if isinstance(value, str) else whole(value),
    "track_sha256": lambda value: text(value, *DIGEST),
    "version": lambda value: text(value, *RELEASE_NUMBER),
    "charts_sha256": lambda value: text(value, *DIGEST),
    "rules_sha256": lambda value: text(value, *DIGEST),
    "luck_sha256": lambda value: optional(value, lambda given: text(given, *DIGEST)),
    "policy": lambda value: text(value, *LABEL),
    "made_of": lambda value: text(value, r".{1,500}", "a name of at most 500 letters"),
    "kind": lambda value: word(value, POLICY_KINDS),
    "decisions_seen": lambda value: optional(value, lambda given: whole(given, least=1)),
    "author": lambda value: optional(value, lambda given: text(given, *LABEL)),
    "link": lambda value: optional(value, lambda given: text(given, *SOURCE_LINK)),
    "date": day,
}
"""Readers of the file's keys, except format, scenarios, and those that not all files have."""
SEAL_FIELDS: dict[str, Reader] = {
    "public_key": lambda value: text(value, *DIGEST),
    "policy_files": lambda value: digests(value),
    "signature": lambda value: text(value, *SIGNATURE),
}
SCORE_FIELDS: dict[str, Reader] = dict.fromkeys(Interval._fields, number)
SIGNED_FIELDS: dict[str, Reader] = dict.fromkeys(Interval._fields, finite)


def read_scores(values: Any, scenario: TrackScenario, where: str) -> ScenarioScores:
    """Read one scenario of a file."""
    least, most = scenario.score_range()
    most_luck = (most - least) * LUCK_UNIT
    score_fields = SIGNED_FIELDS if least < 0 else SCORE_FIELDS
    readers: dict[str, Reader] = {name: partial(word, allowed=(fixed,)) for name, fixed in war_of(scenario).items()}
    readers |= {
        "score": lambda value: Interval(**fields(value, score_fields, f"{where}.score")),
        "adjusted": lambda value: Interval(**fields(value, SIGNED_FIELDS, f"{where}.adjusted")),
        "unfinished": lambda value: whole(value, scenario.wars),
        "decisions": lambda value: whole(value, scenario.wars * MOST_TURNS, scenario.wars),
        "seconds": lambda value: number(value, LONGEST_FLIGHTS),
        "scores": lambda value: [whole(score, most, least) for score in read_packed(value, scenario.wars)],
        "luck": lambda value: [whole(luck, most_luck, -most_luck) for luck in read_packed(value, scenario.wars)],
    }
    read = fields(values, readers, where)
    return ScenarioScores(**{name: read[name] for name in ScenarioScores._fields})


def read_packed(packed: Any, wars: int) -> list[int]:
    """Return the numbers of so many wars from their packed text.

    Raises:
        RefusedValueError: the text is not packed, or holds another number of them.
    """
    try:
        numbers: list[int] = unpack_integers(packed).tolist()
    except (TypeError, ValueError):
        raise RefusedValueError(f"got {quoted(packed)}, allowed are {wars} packed numbers") from None
    if len(numbers) != wars:
        raise RefusedValueError(f"got {len(numbers)} numbers, allowed are {wars}")
    return numbers


def read_entry(path: Path) -> LeaderboardEntry:
    """Read an entry from a file.

    Raises:
        EntryError: the file cannot be read, or does not have the form that :func:`entry_text` writes.
    """
    try:
        return entry_of(read_json(path, LARGEST_ENTRY))
    except (FileError, EntryError) as error:
        raise EntryError(f"{path}: {error}") from None


def entry_of(values: Any) -> LeaderboardEntry:
    """Read an entry from the contents of a file."""
    if isinstance(values, dict) and values.get("format") != ENTRY_FORMAT:
        raise EntryError(f"format: got {quoted(values.get('format'))}, allowed is {ENTRY_FORMAT}")
    is_model = isinstance(values, dict) and values.get("kind") == LANGUAGE_KIND
    is_sealed = isinstance(values, dict) and isinstance(values.get("seed"), str)
    further = [name for name, has_it in ((MODEL_KEY, is_model), (SEAL_KEY, is_sealed)) if has_it]
    head = fields(values, {"format": whole, **HEAD_FIELDS, **dict.fromkeys((*further, "scenarios"), as_it_is)})
    model = read_model_figures(head[MODEL_KEY]) if is_model else None
    seal = Seal(**fields(head[SEAL_KEY], SEAL_FIELDS, SEAL_KEY)) if is_sealed else None
    scenarios = all_tracks()[head["track"]].scenarios
    parts = fields(head["scenarios"], {each.name: as_it_is for each in scenarios}, "scenarios")
    flown = {each.name: read_scores(parts[each.name], each, f"scenarios.{each.name}") for each in scenarios}
    if head["kind"] != "learner" and head["decisions_seen"] is not None:
        raise EntryError(f"decisions_seen: got {head['decisions_seen']}, allowed is null: only a learner has seen any")
    return LeaderboardEntry(
        **{name: head[name] for name in HEAD_FIELDS}, scenarios=flown, language_model=model, seal=seal
    )
