"""The replay file: its contents, writing and reading, and refusal of other files.

A file of every game has the same entries. It names its game by the id of the environment.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stuka_env.game import FIRST_RULES, RULES_ENTRY, EnvParts, Game, game_of, games, numbered
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import RefusalError, quoted
from stuka_env.io.reading import MIB, FileError, read_json
from stuka_env.version import __version__

REPLAY_FORMAT = 2
"""Version of the replay file."""
KEPT_WAR = "stuka_env play"
"""Beginning of the format of a war that play saves."""
SEED_BITS = 64
"""Bits of a seed of a reset."""
LARGEST_REPLAY = 16 * MIB
"""Limit of the bytes of a replay or a saved war; the longest campaign needs a hundredth of it."""
LONGEST_POLICY_NAME = 200
"""Limit of the characters in a policy's name and in its limits."""
LONGEST_REASON = 400
"""Limit of the characters of a policy's reason."""
ILLEGAL_ACTION = -1
"""The number of an action outside the action space."""
NO_REASON = -1
"""The number of a missing reason."""
POINTS_BY_ACTION = ("action_values", "action_errors")
RECORD_NOTES = ("limits", "values_are")
"""The fields that have points for each action."""
REPLAY_ENTRIES = (
    *("version", "env", "arguments", "charts_sha256", "layout", "seed", "episode", "options", "actions"),
    *("finished", "score", "mat_sha256", "policy"),
)
"""Entries of a replay file, beside the format and the checksum."""
REVEALED_ENTRY = "revealed"
"""Entry of a replay whose player saw what is hidden."""
EntryCheck = tuple[Callable[[Any], bool], str]
"""A check of an entry of a file: a function, and the allowed values in words."""


class ReplayError(RefusalError):
    """A replay cannot be used; the message is one line."""


@dataclass(frozen=True)
class PolicyRecord:
    """A policy's statements about its decisions. Each field that is a tuple is empty or has an entry a decision.

    Attributes:
        name: name of the policy; may be empty.
        probabilities: probability of each action that the policy considered, or None.
        values: expected remaining points of the official score, or None.
        reasons: reason for the choice in one line, or None.
        action_values: expected remaining points after each action that the policy searched, or None.
        action_errors: standard error of the difference between each action's value and that of the choice, if known.
        limits: reason why the statements may be wrong in this war, such as training in other wars; may be empty.
        values_are: meaning of the action values, if they are not expected remaining points; may be empty.
    """

    name: str = ""
    probabilities: tuple[Mapping[int, float] | None, ...] = ()
    values: tuple[float | None, ...] = ()
    reasons: tuple[str | None, ...] = ()
    action_values: tuple[Mapping[int, float] | None, ...] = ()
    action_errors: tuple[Mapping[int, float] | None, ...] = ()
    limits: str = ""
    values_are: str = ""


@dataclass(frozen=True)
class Replay:
    """One war, or the beginning of one.

    Attributes:
        env: id of the environment.
        arguments: its arguments that determine its wars; those that have the default may be missing.
        charts_sha256: digest of the charts.
        seed: the seed given to reset.
        episode: number of episodes after that seed.
        options: the options of the reset, or None.
        actions: the actions in order; -1 for an action outside the action space.
        finished: whether the war ended; a truncated war did not.
        score: the official score; None if the war is not finished.
        mat_sha256: digest of the mat's named values after the last action.
        policy_record: the policy's statements about its decisions.
        version: version of the package that wrote the replay.
        layout: digest of the names of the mat's fields.
        rules: number of the game's rules.
        revealed: whether the player saw what is hidden; such a war enters no comparison.
    """

    env: str
    arguments: Mapping[str, Any]
    charts_sha256: str
    seed: int
    episode: int
    options: Mapping[str, Any] | None
    actions: tuple[int, ...]
    finished: bool
    score: int | None
    mat_sha256: str
    policy_record: PolicyRecord = field(default_factory=PolicyRecord)
    version: str = __version__
    layout: str = ""
    rules: int = FIRST_RULES
    revealed: bool = False


# --- writing ---


def plain(value: Any) -> Any:
    """Options of a reset as plain JSON values: tuples and arrays as lists, NumPy's numbers as numbers."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _policy_record_json(policy_record: PolicyRecord) -> dict[str, Any]:
    chances = [
        None if chance is None else [[index, round(share, 4)] for index, share in sorted(chance.items())]
        for chance in policy_record.probabilities
    ]
    written: dict[str, Any] = {
        "name": policy_record.name,
        "probabilities": chances,
        "values": list(policy_record.values),
    }
    # What a policy did not give is left out: the file is as it was before there was any such thing.
    if policy_record.reasons:
        written["reasons"] = _reasons_json(policy_record.reasons)
    for name in POINTS_BY_ACTION:
        if entries := getattr(policy_record, name):
            written[name] = [
                None if points is None else [[index, round(number, 3)] for index, number in sorted(points.items())]
                for points in entries
            ]
    for name in RECORD_NOTES:
        if note := getattr(policy_record, name):
            written[name] = note[:LONGEST_POLICY_NAME]
    return written


def _reasons_json(reasons: Sequence[str | None]) -> dict[str, Any]:
    """Return each reason once, and the number of each decision's reason; -1 for none."""
    kept = [None if reason is None else reason[:LONGEST_REASON] for reason in reasons]
    lines = list(dict.fromkeys(reason for reason in kept if reason is not None))
    numbers = {line: number for number, line in enumerate(lines)}
    return {"lines": lines, "decisions": [NO_REASON if reason is None else numbers[reason] for reason in kept]}


def _checksum(contents: Mapping[str, Any]) -> str:
    kept = {key: value for key, value in contents.items() if key != "checksum"}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def as_json(replay: Replay) -> dict[str, Any]:
    """Return the contents of a replay file."""
    contents = {
        "format": REPLAY_FORMAT,
        "version": replay.version,
        **numbered(replay.rules),
        **({REVEALED_ENTRY: True} if replay.revealed else {}),
        "env": replay.env,
        "arguments": dict(replay.arguments),
        "charts_sha256": replay.charts_sha256,
        "layout": replay.layout,
        "seed": replay.seed,
        "episode": replay.episode,
        "options": plain(replay.options),
        "actions": list(replay.actions),
        "finished": replay.finished,
        "score": replay.score,
        "mat_sha256": replay.mat_sha256,
        "policy": _policy_record_json(replay.policy_record),
    }
    return contents | {"checksum": _checksum(contents)}


def file_stem(name: str) -> str:
    """Return a policy's name as the beginning of a file name."""
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)[:60] or "replay"


def save(replay: Replay, path: str | os.PathLike[str]) -> Path:
    """Write a replay; the file is complete or absent.

    Raises:
        OSError: the file cannot be written.
    """
    return write_whole(path, json.dumps(as_json(replay), separators=(",", ":"), allow_nan=False) + "\n")


# --- reading ---


def load(path: str | os.PathLike[str]) -> Replay:
    """Read a replay of any game. :func:`stuka_env.replay.verify` checks whether it leads to its digest.

    Raises:
        ReplayError: the file cannot be read, or is no complete replay of this format.
    """
    try:
        return from_json(read_json(path, LARGEST_REPLAY))
    except (FileError, ReplayError) as error:
        raise ReplayError(f"{os.fspath(path)!r}: {error}") from None


def whole(least: int, limit: int) -> Callable[[Any], bool]:
    """Return a check for a whole number from ``least`` to below ``limit``."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value < limit


def _digest(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_POLICY_NAME


def _version(value: Any) -> bool:
    return _word(value) and value.isprintable()


def _share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _error(value: Any) -> bool:
    return _number(value) and value >= 0


def _by_action(actions: int, fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return a check for null or a list of pairs: one of so many actions, and a value."""
    is_action = whole(0, actions)

    def pair_fits(pair: Any) -> bool:
        return isinstance(pair, list) and len(pair) == 2 and is_action(pair[0]) and fits(pair[1])

    return lambda value: value is None or (isinstance(value, list) and all(map(pair_fits, value)))


def _reasons(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"lines", "decisions"}
        and isinstance(value["lines"], list)
        and all(isinstance(line, str) and len(line) <= LONGEST_REASON for line in value["lines"])
        and isinstance(value["decisions"], list)
        and all(map(whole(NO_REASON, len(value["lines"])), value["decisions"]))
    )


def _policy(actions: int) -> Callable[[Any], bool]:
    """Return a check for the statements of a policy in a game with so many actions."""
    shares, numbers, errors = (_by_action(actions, fits) for fits in (_share, _number, _error))
    return lambda value: (
        isinstance(value, dict)
        and set(value) - {"reasons", *RECORD_NOTES, *POINTS_BY_ACTION} == {"name", "probabilities", "values"}
        and _reasons(value.get("reasons", {"lines": [], "decisions": []}))
        and all(isinstance(value.get(name, []), list) for name in POINTS_BY_ACTION)
        and all(map(numbers, value.get("action_values", [])))
        and all(map(errors, value.get("action_errors", [])))
        and _word(value["name"])
        and all(_word(value.get(name, "")) for name in RECORD_NOTES)
        and isinstance(value["probabilities"], list)
        and all(map(shares, value["probabilities"]))
        and isinstance(value["values"], list)
        and all(item is None or _number(item) for item in value["values"])
    )


def _arguments(parts: EnvParts) -> EntryCheck:
    words = (*(each.name for each in parts.arguments if each.metavar is not None), "charts")
    truths = tuple(each.name for each in parts.arguments if each.metavar is None)
    kinds = dict.fromkeys(words, str) | dict.fromkeys(truths, bool)

    def fits(value: Any) -> bool:
        return isinstance(value, dict) and all(type(value[key]) is kinds.get(key) for key in value)

    flags = f", and of {', '.join(truths)} to true or false" if truths else ""
    return fits, f"a mapping with any of {', '.join(words)} to words{flags}"


def entry_checks(game: Game) -> Mapping[str, EntryCheck]:
    """Return the checks of the entries of a game's replay file."""
    return {
        "version": (_version, "a version, without control characters"),
        RULES_ENTRY: (whole(FIRST_RULES, 1 << 31), "a whole number, 1 or more"),
        REVEALED_ENTRY: (lambda value: isinstance(value, bool), "true or false"),
        "env": (lambda value: value in game.ids, f"one of {', '.join(game.ids)}"),
        "arguments": _arguments(game.envs),
        "charts_sha256": (_digest, "a SHA-256 digest"),
        "layout": (_digest, "a SHA-256 digest"),
        "seed": (whole(0, 1 << SEED_BITS), f"a whole number below 2**{SEED_BITS}"),
        "episode": (whole(0, 1 << 62), "a whole number, 0 or more"),
        "options": (lambda value: value is None or isinstance(value, dict), "null or a mapping"),
        "actions": (
            lambda value: isinstance(value, list) and all(map(whole(ILLEGAL_ACTION, game.envs.actions), value)),
            f"a list of actions from {ILLEGAL_ACTION} to {game.envs.actions - 1}",
        ),
        "finished": (lambda value: isinstance(value, bool), "true or false"),
        "score": (lambda value: value is None or whole(-(1 << 31), 1 << 31)(value), "null or a whole number"),
        "mat_sha256": (_digest, "a SHA-256 digest"),
        "policy": (
            _policy(game.envs.actions),
            "a name with lists of probabilities and values, with or without reasons, action_values, action_errors, "
            "limits, values_are",
        ),
    }


def check_comparable(replay: Replay) -> None:
    """Check that a war can be compared with others.

    Raises:
        ReplayError: its player saw what is hidden.
    """
    if replay.revealed:
        raise ReplayError("its player saw what is hidden (reveal=True), so the war enters no comparison")


def other_file(contents: Mapping[str, Any]) -> str | None:
    """Return a description of another kind of file, with advice; None if the file may be a replay."""
    if str(contents["format"]).startswith(KEPT_WAR):
        return "no replay but a war kept by play: watch, log, video and review take it, play --load goes on with it"
    if "policies" in contents:
        return "no replay but the results of an evaluation: evaluate.py --save-replays N writes replays as well"
    return None


def from_json(contents: Any) -> Replay:
    """Return the replay in the contents of a file, of any game.

    Raises:
        ReplayError: the contents are no complete replay of this format.
    """
    if not isinstance(contents, dict) or "format" not in contents:
        raise ReplayError("no replay: it has no format version")
    if (other := other_file(contents)) is not None:
        raise ReplayError(other)
    if contents["format"] != REPLAY_FORMAT and not isinstance(contents.get("actions"), list):
        raise ReplayError("no replay: it has no actions")
    if contents["format"] != REPLAY_FORMAT or isinstance(contents["format"], bool):
        raise ReplayError(f"format version {quoted(contents['format'])}, this program reads {REPLAY_FORMAT}")
    for key in (*REPLAY_ENTRIES, "checksum"):
        if key not in contents:
            raise ReplayError(f"the replay has no {key!r}")
    if contents["checksum"] != _checksum(contents):
        raise ReplayError("the checksum does not fit the contents: the replay was changed or damaged")
    contents = {RULES_ENTRY: FIRST_RULES, REVEALED_ENTRY: False, **contents}
    game = game_of(contents["env"])
    if game is None:
        ids = [env for each in games() for env in each.ids]
        raise ReplayError(f"env: allowed is one of {', '.join(ids)}")
    for key, (fits, allowed) in entry_checks(game).items():
        if not fits(contents[key]):
            raise ReplayError(f"{key}: allowed is {allowed}")
    plain_entries = {*REPLAY_ENTRIES, RULES_ENTRY, REVEALED_ENTRY} - {"actions", "policy"}
    replay = Replay(
        **{key: contents[key] for key in plain_entries},
        actions=tuple(contents["actions"]),
        policy_record=_read_policy_record(contents["policy"]),
    )
    _check_lengths(replay)
    return replay


def _read_policy_record(policy: Mapping[str, Any]) -> PolicyRecord:
    chances, worths, errors = (
        tuple(None if pairs is None else {at: float(number) for at, number in pairs} for pairs in policy.get(name, []))
        for name in ("probabilities", *POINTS_BY_ACTION)
    )
    values = [None if value is None else float(value) for value in policy["values"]]
    said = policy.get("reasons", {"lines": [], "decisions": []})
    reasons = [None if number == NO_REASON else said["lines"][number] for number in said["decisions"]]
    notes = {name: policy.get(name, "") for name in RECORD_NOTES}
    return PolicyRecord(policy["name"], chances, tuple(values), tuple(reasons), worths, errors, **notes)


def _check_lengths(replay: Replay) -> None:
    for name, entries in (
        ("probabilities", replay.policy_record.probabilities),
        ("values", replay.policy_record.values),
        ("reasons", replay.policy_record.reasons),
        ("action_values", replay.policy_record.action_values),
        ("action_errors", replay.policy_record.action_errors),
    ):
        if len(entries) not in (0, len(replay.actions)):
            raise ReplayError(f"{name}: {len(entries)} entries for {len(replay.actions)} actions")
    if replay.finished != (replay.score is not None):
        raise ReplayError("score: a finished war has one, another has none")
