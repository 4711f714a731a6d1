"""A war in a file of lines: a header with its environment, and a line for each answer, from which it is continued."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium

from stuka_env.envs.single import StukaEnv
from stuka_env.io.quoting import quoted
from stuka_env.replay.file import LONGEST_REASON
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.playing import TextGame
from stuka_env.text.war_form import USUAL_FORM, WarForm
from stuka_env.version import __version__

KEPT_WAR_FORMAT = "stuka-answers 1"
"""First entry of the header."""


class KeptAnswer(NamedTuple):
    """An accepted answer: its actions, and the reason that the replay has."""

    actions: tuple[int, ...]
    reason: str | None


class KeptWarError(ValueError):
    """A kept war cannot be continued; the message is one line."""


def new_record(
    env: str,
    seed: int,
    arguments: Mapping[str, Any],
    *,
    player: str,
    options: dict[str, Any] | None = None,
    form: WarForm = USUAL_FORM,
) -> RecordReplay:
    """Return the recording of a war at its beginning.

    Args:
        env: id of the environment.
        seed: seed of the war.
        arguments: arguments of the environment.
        player: name of the player.
        options: options of the reset.
        form: the form in which it is played.

    Raises:
        ValueError, TypeError: an argument is not allowed.
    """
    record = RecordReplay(form.limited(gymnasium.make(env, journal=True, **arguments)), policy=player)
    record.reset(seed=seed, options=options)
    return record


def header_of(record: RecordReplay, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the header of the file of a war: all that its beginning needs, and the digest of its charts.

    Args:
        record: its recording.
        arguments: arguments of the environment.
    """
    replay = record.replay()
    return {
        "format": KEPT_WAR_FORMAT,
        "version": __version__,
        "env": replay.env,
        "arguments": dict(arguments),
        "charts_sha256": replay.charts_sha256,
        "seed": replay.seed,
        "options": replay.options,
        "player": record.policy,
    }


def check_header(path: Path, kept: Any, expected: Mapping[str, Any]) -> None:
    """Refuse the header of another war.

    Args:
        path: the file.
        kept: the first line of the file.
        expected: the header of this war. Its version does not count.

    Raises:
        KeptWarError: an entry is missing or differs.
    """
    if not isinstance(kept, dict) or kept.get("format") != KEPT_WAR_FORMAT:
        raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: it is no file of a war")
    for name in expected.keys() - {"version"}:
        if name not in kept or kept[name] != expected[name]:
            raise KeptWarError(
                f"{os.fspath(path)!r} is another war: {name} is {quoted(kept.get(name))}, not {quoted(expected[name])}"
            )


def read_answer_line(path: Path, line: Any) -> KeptAnswer | None:
    """Return the answer in a line; None for a line without one, such as a refused reply.

    Raises:
        KeptWarError: the line has another form.
    """
    actions = line.get("actions") if isinstance(line, dict) else ()
    if actions is None:
        return None
    reason = line.get("reason") if isinstance(line, dict) else None
    is_list = isinstance(actions, list) and bool(actions) and all(type(action) is int for action in actions)
    if not is_list or not (reason is None or isinstance(reason, str) and len(reason) <= LONGEST_REASON):
        raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: got the line {quoted(line)}")
    return KeptAnswer(tuple(actions), reason)


def continued(
    path: Path,
    record: RecordReplay,
    answers: Sequence[KeptAnswer],
    begin: Callable[[RecordReplay], TextGame] = TextGame,
) -> TextGame:
    """Return a war after its kept answers. Its open question tells the events since the last one.

    Args:
        path: the file, for the message of an error.
        record: the recording of the war at its beginning.
        answers: the answers.
        begin: function that returns the war as questions.

    Raises:
        KeptWarError: an answer has an action that is not allowed there.
    """
    war = record.unwrapped
    assert isinstance(war, StukaEnv)
    game = begin(record)
    for answer in answers:
        _check_legal(path, war, answer)
        record.note(reason=answer.reason)
        game.take(_own_actions(record, answer))
    game.questions = len(answers)
    return game


def _check_legal(path: Path, war: StukaEnv, answer: KeptAnswer) -> None:
    """Refuse an answer with an action that the rules do not allow."""
    twin = war.clone("same")
    for action in answer.actions:
        mask = twin.action_masks()
        if not 0 <= action < len(mask) or not mask[action]:
            raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: the action {quoted(action)} is not allowed")
        twin.step(action)


def _own_actions(record: RecordReplay, answer: KeptAnswer) -> Iterator[int]:
    """Return the player's actions of an answer, each before it is taken. A script takes those between them."""
    first = len(record.actions)
    while len(record.actions) < first + len(answer.actions):
        yield answer.actions[len(record.actions) - first]
