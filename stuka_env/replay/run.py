"""Flights of a replay: its moments, and the verification of its digest."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from stuka_env import ENVIRONMENTS, __version__
from stuka_env.engine.engine import Engine, View
from stuka_env.engine.faults import TapeError
from stuka_env.engine.memory import copied
from stuka_env.engine.values import digest_of, names_digest
from stuka_env.envs.arguments import read_reset_options
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import ACTIONS, Decision
from stuka_env.games.stuka.rules.mat import FILE_NAMES, Mat
from stuka_env.games.stuka.scenario.arguments import read_war_spec
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.labels import label
from stuka_env.games.stuka.words.outcome import mission_dict, result_dict
from stuka_env.games.stuka.words.translation import translate
from stuka_env.games.stuka.words.wording import plural
from stuka_env.replay.file import Replay, ReplayError

Entry = TypeVar("Entry")
"""A policy's statement about a decision."""


class Ending(NamedTuple):
    """The end of a replay."""

    finished: bool
    score: int | None
    """The official score; None for an unfinished war."""
    result: dict[str, Any] | None
    """The result, as in the info of the last step; None for an unfinished war."""
    missions: int
    """Number of missions on the log sheet."""
    mat_sha256: str


@dataclass(frozen=True)
class Moment:
    """A decision of a war, or its end.

    Attributes:
        number: number of earlier decisions.
        mat: a copy of the mat, a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`.
        journal: journal since the previous decision.
        missions: missions that have ended since then, as in the info of a step.
        decision: a name of :class:`stuka_env.games.stuka.codes.Decision`.
        legal: legal actions with their labels.
        action: the action; None at the end.
        probabilities: the policy's probabilities by action, or None.
        expected_score: the final score that the policy expected, in points, or None.
        earned: points of the final score that have been earned so far.
        crews: names of pilots and gunners, which journal and labels use.
        reason: the policy's reason in one line, or None.
        action_scores: the final score that the policy expected of each action it searched, or None.
        action_errors: standard error of the difference between each action's score and that of the choice, or None.
    """

    number: int
    mat: Any
    journal: list[JournalEntry]
    missions: list[dict[str, Any]]
    decision: str
    legal: list[tuple[int, str]]
    action: int | None
    probabilities: dict[int, float] | None = None
    expected_score: float | None = None
    earned: float = 0.0
    crews: CrewNames = CrewNames(0)
    reason: str | None = None
    action_scores: dict[int, float] | None = None
    action_errors: dict[int, float] | None = None

    @property
    def mission(self) -> int:
        """Index of its mission in the war; promotions and the end belong to the mission that is over."""
        ended = self.mat["track"]["over"] or self.decision == Decision.PROMOTE.name
        return int(self.mat["war"]["mission_of_war"]) - bool(ended)


def _at(entries: Sequence[Entry | None], number: int) -> Entry | None:
    """Return the policy's statement about a decision; None if there is none, and at the end."""
    return entries[number] if number < len(entries) else None


@dataclass(frozen=True)
class Flight:
    """A verified replay, flown once.

    Attributes:
        replay: the replay.
        ending: its end.
        spec: the war that was played.
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


def mat_names_digest() -> str:
    """Return a digest of the names of the mat's fields; mats with other names cannot be compared."""
    return names_digest(Mat.dtype, FILE_NAMES)


def mat_digest(engine: Engine) -> str:
    """Return the digest of the named values of the mat of an engine of one war."""
    return digest_of(engine.wars.mats[0], FILE_NAMES)


def ending_of(engine: Engine) -> Ending:
    """Return the current end of the war of an engine of one war."""
    reports = engine.wars.reports
    finished = bool(reports["terminated"][0])
    result = result_dict(reports["result"][0], engine.charts) if finished else None
    return Ending(
        finished,
        result["score"] if result else None,
        result,
        int(engine.wars.mats["track"]["logged"][0]),
        mat_digest(engine),
    )


class ReplayRun:
    """A flight of a replay, action by action.

    Args:
        replay: the replay.
        charts: a folder of charts that replaces the replay's.
        journal: keep a journal.
        chances: keep the chance events; whoever reads them empties the store.
    """

    def __init__(
        self,
        replay: Replay,
        charts: str | os.PathLike[str] | None = None,
        *,
        journal: bool = True,
        chances: bool = False,
    ) -> None:
        if replay.env not in ENVIRONMENTS:
            raise ReplayError(
                f"a replay of another game, {replay.env}: nothing shows it yet; stuka replay verifies it, and "
                "stuka_env.games.interceptor.replay flies it"
            )
        self.replay = replay
        arguments = dict(replay.arguments) if charts is None else {**replay.arguments, "charts": os.fspath(charts)}
        try:
            self._spec = read_war_spec(ENVIRONMENTS.index(replay.env), **arguments)
        except ValueError as error:
            raise ReplayError(str(error)) from None
        self._check_origin()
        self.engine = Engine(1, self._spec, journal=journal, chances=chances, penalty=0.0)
        self._view = self.engine.new_view()
        self._action = np.zeros(1, np.int64)
        self._told: Any = None  # the mat up to which the journal has been told
        self._crews = CrewNames(replay.seed, replay.episode)
        self._begin()

    def _check_origin(self) -> None:
        """Check that this version of the package can fly the replay."""
        if self.replay.charts_sha256 != self.charts.sha256:
            raise ReplayError(
                f"it was flown with other charts: SHA-256 {self.replay.charts_sha256[:12]}..., "
                f"these are {self.charts.sha256[:12]}..."
            )
        if self.replay.layout not in ("", mat_names_digest()):
            raise ReplayError(f"it is of version {self.replay.version}, whose mat is not that of {__version__}")

    def _begin(self) -> None:
        """Reset to the episode of the replay."""
        try:
            options = read_reset_options(self.replay.options, self._spec)
            self.engine.reset(self._view.buffers, [self.replay.seed])
            self.engine.wars.reports["episode"] = self.replay.episode - 1
            self.engine.drain_journal()
            self.engine.wars.journals["chances"]["count"] = 0
            self.engine.reset(self._view.buffers, None, setup=options.setup, tape=options.tape, strict=options.strict)
            self._told = self.mat
        except (ValueError, TapeError) as error:
            raise ReplayError(f"its first position cannot be laid out: {error}") from None

    @property
    def charts(self) -> LoadedCharts:
        """The charts in force."""
        return self._spec.charts

    @property
    def over(self) -> bool:
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

    def step(self, number: int) -> None:
        """Take the action with this number."""
        if self.over:
            raise ReplayError(f"the war is over after {number} actions, but there are {len(self.replay.actions)}")
        try:
            self.take(self.replay.actions[number])
        except TapeError as error:
            raise ReplayError(f"action {number + 1}: {error}") from None

    def take(self, action: int) -> None:
        """Take any action, such as another policy's.

        Raises:
            TapeError: the dice of a war with typed rolls do not fit it.
        """
        self._action[0] = action
        self.engine.step(self._action, self._view.buffers)

    def verified_ending(self) -> Ending:
        """Return the end of the flight after the last action.

        Raises:
            ReplayError: it is not that of the replay.
        """
        replay, ending = self.replay, ending_of(self.engine)
        if replay.finished and not self.over:
            raise ReplayError(f"the replay is cut off: after {len(replay.actions)} actions the war is not over")
        if (ending.finished, ending.mat_sha256) != (replay.finished, replay.mat_sha256):
            raise ReplayError(
                "flown again it ends in another mat: it was tampered with, or the rules of its version "
                f"{replay.version} are not those of {__version__}"
            )
        if ending.score != replay.score:
            raise ReplayError(f"it claims a score of {replay.score}, flown again it is {ending.score}")
        return ending

    def moment(self, number: int) -> Moment:
        """Return the moment before the action with this number."""
        replay, report = self.replay, self.engine.wars.reports[0]
        mat = self.mat
        at_end = number == len(replay.actions)
        record, earned = replay.policy_record, float(report["ledger"]["due"])
        chances = _at(record.probabilities, number)
        remaining = _at(record.values, number)
        worths, errors = _at(record.action_values, number), _at(record.action_errors, number)
        lines = self.engine.wars.ended["lines"][0, : int(report["lines_ended"])]
        entries = translate(self.engine.drain_journal(), self.charts, self._told)
        journal, self._crews = self._crews.tell(entries)
        self._told = mat
        return Moment(
            number=number,
            mat=mat,
            journal=journal,
            missions=[mission_dict(line, self.charts) for line in lines],
            decision=Decision(int(mat["cursor"]["decision"])).name,
            legal=[] if self.over else self._legal(mat),
            action=None if at_end else replay.actions[number],
            probabilities=None if chances is None else dict(chances),
            expected_score=None if remaining is None else earned + remaining,
            earned=earned,
            crews=self._crews,
            reason=_at(record.reasons, number),
            action_scores=None if worths is None else {action: earned + worth for action, worth in worths.items()},
            action_errors=None if errors is None else dict(errors),
        )

    def _legal(self, mat: Any) -> list[tuple[int, str]]:
        legal = np.flatnonzero(self._view.masks[0][:ACTIONS]).tolist()
        return [(index, self._crews.named(label(index, mat, self.charts.record))) for index in legal]


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


def fly(
    replay: Replay,
    charts: str | os.PathLike[str] | None = None,
    on_decision: Callable[[ReplayRun, int], None] | None = None,
) -> Flight:
    """Fly a replay once and collect its moments.

    Args:
        replay: the replay.
        charts: a folder of charts that replaces the replay's.
        on_decision: called before every action, with the flight and the number of earlier decisions.

    Raises:
        ReplayError: the replay does not lead to its digest, or cannot be flown.
    """
    run, moments = ReplayRun(replay, charts), []
    for number in range(len(replay.actions)):
        moments.append(run.moment(number))
        if on_decision is not None:
            on_decision(run, number)
        run.step(number)
    moments.append(run.moment(len(replay.actions)))
    return Flight(replay, run.verified_ending(), run.engine.spec, tuple(moments))


def refly(replay: Replay, charts: str | os.PathLike[str] | None = None) -> Iterator[Moment]:
    """Return every decision of a verified replay, and its end: the moments of :func:`fly`."""
    return iter(fly(replay, charts).moments)


def summary(replay: Replay, ending: Ending) -> str:
    """Return a replay in one line; text of the file is quoted, so that no control character reaches the screen."""
    words = [replay.env, *(replay.arguments.get(key, "") for key in ("operation", "segment", "duration"))]
    words += [f"seed {replay.seed}"] + ([f"episode {replay.episode}"] if replay.episode else [])
    words += [f"policy {json.dumps(replay.policy_record.name)}"] if replay.policy_record.name else []
    played = f"{plural(len(replay.actions), 'decision')}, {plural(ending.missions, 'mission')}"
    if ending.result is None:
        return f"{' '.join(filter(None, words))}: {played}, not played to its end; verified"
    result = ending.result
    losses = f"{result['destroyed']} aircraft lost, {result['kia']} killed"
    return f"{' '.join(filter(None, words))}: {played}, score {result['score']} ({result['level']}), {losses}; verified"
