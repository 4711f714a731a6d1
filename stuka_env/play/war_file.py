"""A war saved in a file, to be continued later: what was decided and, at the table, what was rolled for it."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from stuka_env.game import DEFAULT_GAME, FIRST_RULES, RULES_ENTRY, game_of, numbered
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import RefusalError, printable, quoted
from stuka_env.io.reading import FileError, read_json
from stuka_env.play.parts import PlayParts, parts_of_env, play_parts
from stuka_env.play.typed_rolls import CannotPlay, Rolled, Turn
from stuka_env.play.war import War
from stuka_env.replay import Flight, Replay, ReplayError, fly, load, take
from stuka_env.replay.file import (
    KEPT_WAR,
    LARGEST_REPLAY,
    LONGEST_POLICY_NAME,
    REPLAY_FORMAT,
    EntryCheck,
    PolicyRecord,
    entry_checks,
    whole,
)
from stuka_env.replay.run import ReplayRun, ending_of
from stuka_env.version import __version__

WAR_FORMAT = f"{KEPT_WAR} 2"
"""First entry of a saved war."""
LIKE_A_REPLAY = ("version", "env", "arguments", "charts_sha256", "layout", "seed", "mat_sha256")
"""Entries that a saved war has in common with a replay."""
PLAYER = "by hand"
"""Name of the policy in the replay of a war played by hand."""


class SaveError(RefusalError):
    """A saved war that cannot be used; the message gives the reason in one line."""


# --- writing ---


def _plain(turn: Turn | None) -> Any:
    """Return a turn as JSON: its action, then each roll as chart and faces."""
    return None if turn is None else [turn.action, *([chart.name, *faces] for chart, faces in turn.rolls)]


def checksum(contents: Mapping[str, Any]) -> str:
    """Return the SHA-256 of all entries but the checksum."""
    others = {key: value for key, value in contents.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(others, sort_keys=True).encode()).hexdigest()


def war_json(war: War, adviser: str = "") -> dict[str, Any]:
    """Return the contents of the file.

    Args:
        war: the war.
        adviser: name of the policy that advises; empty for none.
    """
    game = war.parts.game
    contents = {
        "format": WAR_FORMAT,
        "version": __version__,
        **numbered(game.rules),
        "env": war.env,
        "arguments": war.arguments,
        "charts_sha256": war.charts.sha256,
        "layout": game.names_digest(),
        "seed": war.seed,
        "table": war.table,
        "turns": [_plain(turn) for turn in war.turns],
        "pending": _plain(war.pending),
        "mat_sha256": game.mat_digest(war.engine),
        "over": war.over,
        **({} if war.start is None else {POSITION_KEY: war.start}),
        **({ADVISER_KEY: adviser} if adviser else {}),
    }
    return contents | {"checksum": checksum(contents)}


def save_war(war: War, path: str | os.PathLike[str], adviser: str = "") -> Path:
    """Write a war to a file; a failure leaves the old file untouched.

    Args:
        war: the war.
        path: the file.
        adviser: name of the policy that advises; empty for none.

    Raises:
        OSError: it cannot be written; what was there before still is.
    """
    return write_whole(path, json.dumps(war_json(war, adviser), separators=(",", ":")) + "\n")


# --- reading ---


def _is_roll(parts: PlayParts, value: Any) -> bool:
    charts = parts.charts.__members__
    if not isinstance(value, list) or not value or not isinstance(value[0], str) or value[0] not in charts:
        return False
    sides = parts.game.engine.tape.sides_of(charts[value[0]], len(value) - 1)
    fits = [whole(1, most + 1) for most in sides]
    return 0 < len(sides) == len(value) - 1 and all(fit(face) for fit, face in zip(fits, value[1:], strict=True))


def _is_turn(parts: PlayParts, value: Any) -> bool:
    is_action = whole(0, parts.game.envs.actions)
    return (
        isinstance(value, list)
        and 0 < len(value) <= parts.game.engine.tape.length
        and (value[0] is None or is_action(value[0]))
        and all(_is_roll(parts, roll) for roll in value[1:])
    )


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def own_checks(parts: PlayParts) -> Mapping[str, EntryCheck]:
    """Return the check of each entry for a game, as a function and in words."""
    of_replay = entry_checks(parts.game)
    return {key: of_replay[key] for key in LIKE_A_REPLAY} | {
        "table": (_is_flag, "true or false"),
        "over": (_is_flag, "true or false"),
        "turns": (
            lambda value: isinstance(value, list) and all(_is_turn(parts, turn) for turn in value),
            "a list of actions with their rolls",
        ),
        "pending": (lambda value: value is None or _is_turn(parts, value), "null or an action with its rolls"),
    }


WAR_KEYS = ("format", *LIKE_A_REPLAY, "table", "over", "turns", "pending", "checksum")
"""All entries of a saved war that begins as usual."""
POSITION_KEY = "position"
"""Further entry of a saved war that begins at a position: its text."""
ADVISER_KEY = "adviser"
"""Further entry of a saved war with an adviser: the name of the policy."""
FURTHER_KEYS = (RULES_ENTRY, POSITION_KEY, ADVISER_KEY)


def _turn(parts: PlayParts, value: list[Any]) -> Turn:
    charts = parts.charts.__members__
    return Turn(value[0], tuple(Rolled(charts[name], tuple(faces)) for name, *faces in value[1:]))


def _check(contents: Any) -> None:
    if isinstance(contents, dict) and contents.get("format") == REPLAY_FORMAT and "actions" in contents:
        takers = "watch, log, video and review take it"
        raise SaveError(f"no saved war but a replay: it cannot be gone on with; {takers}")
    if not isinstance(contents, dict) or contents.get("format") != WAR_FORMAT:
        raise SaveError("no saved war of this program's format")
    if contents.get("checksum") != checksum(contents):
        raise SaveError("the checksum does not fit the contents: it was changed or damaged")
    for key in WAR_KEYS:
        if key not in contents:
            raise SaveError(f"the saved war has no {key!r}")
    for key in contents:
        if key not in (*WAR_KEYS, *FURTHER_KEYS):
            raise SaveError(f"got an entry {quoted(key)}, allowed are {', '.join((*WAR_KEYS, *FURTHER_KEYS))}")
    game = game_of(contents["env"]) if isinstance(contents["env"], str) else None
    for key, (fits, allowed) in own_checks(play_parts(game.name if game else DEFAULT_GAME)).items():
        if not fits(contents[key]):
            raise SaveError(f"{key}: got {quoted(contents[key])}, allowed is {allowed}")
    adviser = contents.get(ADVISER_KEY, "")
    if not isinstance(adviser, str) or len(adviser) > LONGEST_POLICY_NAME:
        raise SaveError(f"{ADVISER_KEY}: got {quoted(adviser)}, allowed is the name of a policy")
    if not contents["turns"] and contents["pending"] is None:
        raise SaveError("turns: got none, allowed is a list that begins with the opening")


def read(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a saved war, and check its contents as far as possible without playing it.

    Raises:
        SaveError: it cannot be read, or is not a saved war.
    """
    try:
        contents = read_json(path, LARGEST_REPLAY)
    except FileError as error:
        raise SaveError(f"no saved war: {error}") from None
    _check(contents)
    return contents


def game_in(path: str | os.PathLike[str]) -> str:
    """Return the name of the game of a saved war.

    Raises:
        SaveError: it cannot be read, or is not a saved war; the message gives the reason in one line.
    """
    return game_and_adviser(path)[0]


def game_and_adviser(path: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the name of the game of a saved war, and the name of the policy that advises; '' for none.

    Raises:
        SaveError: it cannot be read, or is not a saved war; the message gives the reason in one line.
    """
    try:
        contents = read(path)
        return parts_of_env(contents["env"]).game.name, contents.get(ADVISER_KEY, "")
    except SaveError as error:
        raise SaveError(f"{os.fspath(path)!r}: {error}") from None


def load_war(path: str | os.PathLike[str], charts: str | None = None) -> War:
    """Load a war at the point where it was saved.

    Args:
        path: the file.
        charts: a folder of charts in place of the one it names.

    Raises:
        SaveError: it cannot be continued; the message gives the reason in one line.
    """
    try:
        return _resumed(read(path), charts)
    except SaveError as error:
        raise SaveError(f"{os.fspath(path)!r}: {error}") from None


def _resumed(contents: Mapping[str, Any], charts: str | None) -> War:
    arguments = dict(contents["arguments"]) | ({} if charts is None else {"charts": charts})
    parts = parts_of_env(contents["env"])
    game = parts.game
    refusal = game.other_rules(contents.get(RULES_ENTRY, FIRST_RULES))
    if refusal:
        raise SaveError(refusal)
    if contents["layout"] != game.names_digest():
        raise SaveError(f"it is of version {printable(contents['version'])}, whose mat is not that of {__version__}")
    try:
        start = contents.get(POSITION_KEY)
        war = War(contents["env"], arguments, contents["seed"], contents["table"], start=start)
    except ValueError as error:
        raise SaveError(str(error)) from None
    if war.charts.sha256 != contents["charts_sha256"]:
        raise SaveError(
            f"it was played with other charts: SHA-256 {contents['charts_sha256'][:12]}..., "
            f"these are {war.charts.sha256[:12]}..."
        )
    pending = contents["pending"]
    try:
        turns = [_turn(parts, turn) for turn in contents["turns"]]
        war.resume(turns, None if pending is None else _turn(parts, pending))
    except CannotPlay as error:
        raise SaveError(f"played again it does not go on: {error}") from None
    if game.mat_digest(war.engine) != contents["mat_sha256"]:
        version = printable(contents["version"])
        raise SaveError(f"played again it comes to another mat: the rules are not those of {version}")
    if war.over != contents["over"]:
        raise SaveError(f"over: got {contents['over']}, played again it is {war.over}")
    return war


def _worth_keeping(contents: Mapping[str, Any]) -> bool:
    turns = [turn for turn in (*contents["turns"], contents["pending"]) if turn is not None]
    return not contents["over"] and any(action is not None or rolls for action, *rolls in turns)


def may_replace(path: Path) -> None:
    """Refuse to overwrite a file that may still be needed.

    Raises:
        SaveError: it is one, or its folder is not there.
    """
    if not path.parent.is_dir():
        raise SaveError(f"{os.fspath(path)!r}: there is no such folder")
    if not path.exists():
        return
    try:
        contents = read(path)
    except SaveError as error:
        raise SaveError(f"{os.fspath(path)!r} is there, and not to be replaced: {error}") from None
    if _worth_keeping(contents):
        raise SaveError(f"{os.fspath(path)!r} holds a war that is not over: go on with --load, or --save another file")


# --- for watching ---


def replay_of(war: War, policy_record: PolicyRecord | None = None) -> Replay:
    """Return the war as a replay, up to now.

    Args:
        war: the war.
        policy_record: the statements of the policy that took the decisions; None for a player.

    Raises:
        ValueError: a long war at the table has more rolls than a replay can hold.
    """
    actions = [turn.action for turn in war.turns if turn.action is not None]
    options: dict[str, Any] = {} if war.start is None else {"position": war.start}
    if war.table:
        rolls = [roll for turn in war.turns for roll in turn.rolls]
        options |= {"dice": war.parts.planned(rolls, war.charts), "strict_dice": True}
    ending = ending_of(war.engine)
    record = policy_record or PolicyRecord(PLAYER)
    return take(war.engine, war.seed, actions, options=options or None, policy_record=record, ending=ending)


def is_kept_war(path: str | os.PathLike[str]) -> bool:
    """Whether a file says of itself that it is a saved war."""
    try:
        contents = read_json(path, LARGEST_REPLAY)
    except FileError:
        return False
    return isinstance(contents, dict) and str(contents.get("format", "")).startswith(KEPT_WAR)


def may_be_replay(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a replay or a saved war, or may have been one before it was damaged."""
    try:
        contents = read_json(path, LARGEST_REPLAY)
    except FileError:
        return True
    return isinstance(contents, dict) and {"format", "mat_sha256"} <= contents.keys()


def fly_file(
    path: str,
    charts: str | None = None,
    on_decision: Callable[[ReplayRun, int], None] | None = None,
    *,
    rolls: bool = False,
) -> Flight:
    """Fly the war in a file, a replay or a saved war.

    Args:
        path: the file.
        charts: a folder of charts in place of the one it names.
        on_decision: see :func:`stuka_env.replay.fly`.
        rolls: see there too.

    Raises:
        ValueError: it cannot be read, or does not end as it says; the message gives the reason in one line.
    """
    replay = replay_of(load_war(path, charts)) if is_kept_war(path) else load(path)
    try:
        return fly(replay, charts, on_decision, rolls=rolls)
    except ReplayError as error:
        raise ReplayError(f"{path!r}: {error}") from None
