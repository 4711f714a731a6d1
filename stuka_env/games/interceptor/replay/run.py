"""Flights of a replay: its moments, and the verification of its digest."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from stuka_env import __version__
from stuka_env.engine.engine import Engine, View
from stuka_env.engine.faults import TapeError
from stuka_env.engine.memory import copied
from stuka_env.engine.values import digest_of, names_digest
from stuka_env.envs.arguments import read_reset_options
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import Act, Decision, Over, Scale
from stuka_env.games.interceptor.rules.mat import Log, Mat
from stuka_env.games.interceptor.scenario.arguments import read_war_spec
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.games.interceptor.words.labels import label
from stuka_env.games.interceptor.words.outcome import result_dict, sortie_dict
from stuka_env.games.interceptor.words.translation import Translator
from stuka_env.games.interceptor.words.wording import plural
from stuka_env.replay.file import ILLEGAL_ACTION, Replay, ReplayError

Entry = TypeVar("Entry")
"""A policy's statement about a decision."""


class Ending(NamedTuple):
    """The end of a replay."""

    finished: bool
    score: int | None
    """The score in bombers; in a single sortie 0 if the pilot is dead. None for an unfinished episode."""
    result: dict[str, Any] | None
    """The result, as in the info of the last step; None for an unfinished episode."""
    sorties: int
    """Number of lines on the log sheet."""
    mat_sha256: str


@dataclass(frozen=True)
class Moment:
    """A decision of an episode, or its end.

    Attributes:
        number: number of earlier decisions.
        mat: a copy of the mat, a record of :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`.
        journal: journal since the previous decision.
        sorties: sortie lines that were settled since then, as in the info of a step.
        decision: a name of :class:`stuka_env.games.interceptor.codes.Decision`.
        legal: legal actions with their labels.
        action: the action; None at the end.
        probabilities: the policy's probabilities by action, or None.
        expected_score: the final score that the policy expected, in bombers, or None.
        earned: bombers of the final score that have been earned so far.
        reason: the policy's reason in one line, or None.
        action_scores: the final score that the policy expected of each action it searched, or None.
        action_errors: standard error of the difference between each action's score and that of the choice, or None.
    """

    number: int
    mat: Any
    journal: list[JournalEntry]
    sorties: list[dict[str, Any]]
    decision: str
    legal: list[tuple[int, str]]
    action: int | None
    probabilities: dict[int, float] | None = None
    expected_score: float | None = None
    earned: int = 0
    reason: str | None = None
    action_scores: dict[int, float] | None = None
    action_errors: dict[int, float] | None = None


def _at(entries: Sequence[Entry | None], number: int) -> Entry | None:
    """Return the policy's statement about a decision; None if there is none, and at the end."""
    return entries[number] if number < len(entries) else None


@dataclass(frozen=True)
class Flight:
    """A verified replay, flown once.

    Attributes:
        replay: the replay.
        ending: its end.
        spec: the kind of episode.
        moments: every decision, and the end.
    """

    replay: Replay
    ending: Ending
    spec: WarSpec
    moments: tuple[Moment, ...]

    @property
    def charts(self) -> LoadedCharts:
        """The charts in force."""
        return self.spec.charts


def _together(*digests: str) -> str:
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def mat_names_digest() -> str:
    """Return a digest of the names of the fields of mat and log sheet; mats with other names cannot be compared."""
    return _together(names_digest(Mat.dtype), names_digest(Log.dtype))


def mat_digest(engine: Engine) -> str:
    """Return the digest of the named values of mat and log sheet of an engine of one war."""
    return _together(digest_of(engine.wars.mats[0]), digest_of(engine.wars.logs[0]))


def bombers_earned(mat: Any) -> int:
    """Return the bombers of the score so far; a single sortie has none before its pilot is back (5.2.1)."""
    is_withheld = mat["settings"]["scale"] == Scale.SORTIE and mat["career"]["over"] != Over.SORTIE_DONE
    return 0 if is_withheld else int(mat["career"]["bombers"])


def ending_of(engine: Engine) -> Ending:
    """Return the current end of the episode of an engine of one war."""
    reports = engine.wars.reports
    finished = bool(reports["terminated"][0])
    return Ending(
        finished,
        bombers_earned(engine.wars.mats[0]) if finished else None,
        result_dict(reports["result"][0], engine.spec.charts) if finished else None,
        int(reports["line_index"][0]),
        mat_digest(engine),
    )


class ReplayRun:
    """A flight of a replay, action by action.

    Args:
        replay: the replay.
        charts: a folder of charts that replaces the replay's.
        journal: keep a journal.
    """

    def __init__(self, replay: Replay, charts: str | os.PathLike[str] | None = None, *, journal: bool = True) -> None:
        if replay.env not in INTERCEPTOR_ENVIRONMENTS:
            raise ReplayError(f"a replay of another game, {replay.env}: stuka_env.replay flies it")
        self.replay = replay
        arguments = dict(replay.arguments) if charts is None else {**replay.arguments, "charts": os.fspath(charts)}
        try:
            self._spec = read_war_spec(INTERCEPTOR_ENVIRONMENTS.index(replay.env), **arguments)
        except ValueError as error:
            raise ReplayError(str(error)) from None
        self._check_origin()
        self.engine = Engine(1, self._spec, journal=journal, penalty=0.0)
        self._view = self.engine.new_view()
        self._action = np.zeros(1, np.int64)
        self._first_illegal = ""
        self._begin()
        self._translator = Translator(self.charts, self.mat)

    def _check_origin(self) -> None:
        """Check that this version of the package can fly the replay."""
        if self.replay.charts_sha256 != self.charts.sha256:
            raise ReplayError(
                f"it was flown with other charts: SHA-256 {self.replay.charts_sha256[:12]}..., "
                f"these are {self.charts.sha256[:12]}..."
            )
        if self.replay.layout != mat_names_digest():
            raise ReplayError(f"it is of version {self.replay.version}, whose mat is not that of {__version__}")

    def _begin(self) -> None:
        """Reset to the episode of the replay."""
        try:
            options = read_reset_options(self.replay.options, self._spec)
            self.engine.reset(self._view.buffers, [self.replay.seed])
            self.engine.wars.reports["episode"] = self.replay.episode - 1
            self.engine.drain_journal()
            self.engine.reset(self._view.buffers, None, setup=options.setup, tape=options.tape, strict=options.strict)
        except (ValueError, TapeError) as error:
            raise ReplayError(f"its first position cannot be laid out: {error}") from None

    @property
    def charts(self) -> LoadedCharts:
        """The charts in force."""
        return self._spec.charts

    @property
    def is_over(self) -> bool:
        """Whether the episode has ended."""
        return bool(self.engine.wars.reports["over"][0])

    @property
    def mat(self) -> Any:
        """A copy of the mat."""
        return copied(self.engine.wars.mats)[0]

    @property
    def view(self) -> View:
        """The inputs of a policy, one row; they change with every step."""
        return self._view

    @property
    def _decision(self) -> str:
        return Decision(int(self.engine.wars.mats["cursor"]["decision"][0])).name

    def step(self, number: int) -> None:
        """Take the action with this number."""
        if self.is_over:
            raise ReplayError(f"the episode is over after {number} actions, but there are {len(self.replay.actions)}")
        decision, action = self._decision, self.replay.actions[number]
        try:
            self.take(action)
        except (ValueError, TapeError) as error:
            raise ReplayError(f"action {number + 1}: {error}") from None
        if self.engine.wars.reports["illegal"][0] and not self._first_illegal:
            name = "outside the action space" if action == ILLEGAL_ACTION else tuple(Act)[action].name
            self._first_illegal = f"; the first illegal action is number {number + 1}, {name}, when {decision} is asked"

    def take(self, action: int) -> None:
        """Take any action, such as another policy's.

        Raises:
            TapeError: the dice of an episode with planned rolls do not fit it.
            StateError: play does not come to a decision.
        """
        self._action[0] = action
        self.engine.step(self._action, self._view.buffers)

    def verified_ending(self) -> Ending:
        """Return the end of the flight after the last action.

        Raises:
            ReplayError: it is not that of the replay.
        """
        replay, ending = self.replay, ending_of(self.engine)
        if replay.finished and not self.is_over:
            count = len(replay.actions)
            raise ReplayError(
                f"the replay is cut off: after {count} actions the episode is not over{self._first_illegal}"
            )
        if (ending.finished, ending.mat_sha256) != (replay.finished, replay.mat_sha256):
            raise ReplayError(
                "flown again it ends in another mat: it was tampered with, or the rules of its version "
                f"{replay.version} are not those of {__version__}{self._first_illegal}"
            )
        if ending.score != replay.score:
            raise ReplayError(f"it claims a score of {replay.score}, flown again it is {ending.score}")
        return ending

    def moment(self, number: int) -> Moment:
        """Return the moment before the action with this number."""
        replay, report = self.replay, self.engine.wars.reports[0]
        mat, entries = self.mat, self.engine.drain_journal()
        self._translator.add(entries)
        record, earned = replay.policy_record, bombers_earned(mat)
        chances, remaining = _at(record.probabilities, number), _at(record.values, number)
        worths, errors = _at(record.action_values, number), _at(record.action_errors, number)
        return Moment(
            number=number,
            mat=mat,
            journal=self._translator.entries(len(entries)),
            sorties=[
                sortie_dict(line, self.charts)
                for line in self.engine.wars.ended["lines"][0, : int(report["lines_ended"])]
            ],
            decision=self._decision,
            legal=[] if self.is_over else self._legal(mat),
            action=None if number == len(replay.actions) else replay.actions[number],
            probabilities=None if chances is None else dict(chances),
            expected_score=None if remaining is None else earned + remaining,
            earned=earned,
            reason=_at(record.reasons, number),
            action_scores=None if worths is None else {action: earned + worth for action, worth in worths.items()},
            action_errors=None if errors is None else dict(errors),
        )

    def _legal(self, mat: Any) -> list[tuple[int, str]]:
        return [(index, label(index, mat, self.charts)) for index in np.flatnonzero(self._view.masks[0]).tolist()]


def verify(replay: Replay, charts: str | os.PathLike[str] | None = None) -> Ending:
    """Fly a replay without its moments, and check that it leads to its digest.

    Args:
        replay: the replay.
        charts: a folder of charts that replaces the replay's.

    Raises:
        ReplayError: it does not, or cannot be flown.
    """
    run = ReplayRun(replay, charts, journal=False)
    for number in range(len(replay.actions)):
        run.step(number)
    return run.verified_ending()


def fly(replay: Replay, charts: str | os.PathLike[str] | None = None) -> Flight:
    """Fly a replay once and collect its moments.

    Args:
        replay: the replay.
        charts: a folder of charts that replaces the replay's.

    Raises:
        ReplayError: the replay does not lead to its digest, or cannot be flown.
    """
    run, moments = ReplayRun(replay, charts), []
    for number in range(len(replay.actions)):
        moments.append(run.moment(number))
        run.step(number)
    moments.append(run.moment(len(replay.actions)))
    return Flight(replay, run.verified_ending(), run.engine.spec, tuple(moments))


def refly(replay: Replay, charts: str | os.PathLike[str] | None = None) -> Iterator[Moment]:
    """Return every decision of a verified replay, and its end: the moments of :func:`fly`."""
    return iter(fly(replay, charts).moments)


def summary(replay: Replay, ending: Ending) -> str:
    """Return a replay in one line; text of the file is quoted, so that no control character reaches the screen."""
    words = [replay.env, *(str(replay.arguments[key]) for key in ("start", "month") if key in replay.arguments)]
    words += [f"seed {replay.seed}"] + ([f"episode {replay.episode}"] if replay.episode else [])
    words += [f"policy {json.dumps(replay.policy_record.name)}"] if replay.policy_record.name else []
    played = f"{plural(len(replay.actions), 'decision')}, {plural(ending.sorties, 'sortie line')}"
    if ending.result is None:
        return f"{' '.join(words)}: {played}, not played to its end; verified"
    result = ending.result
    fate = "survived" if result["alive"] else f"killed: {result['cause'].replace('_', ' ')}"
    return f"{' '.join(words)}: {played}, score {ending.score} ({result['level'].replace('_', ' ')}), {fate}; verified"
