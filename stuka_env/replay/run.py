"""Flights of a replay: its moments, and the verification of its digest."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from stuka_env.declared.codes import plural
from stuka_env.engine.engine import Engine, TapeError, View
from stuka_env.engine.memory import copied
from stuka_env.engine.slow_motion import Passage, SlowMotion
from stuka_env.envs.arguments import read_reset_options
from stuka_env.envs.infos import episode_result
from stuka_env.game import Game, game_named, game_of
from stuka_env.replay.file import ILLEGAL_ACTION, Replay, ReplayError, load
from stuka_env.replay.rolls import OtherRolls, RollResult
from stuka_env.version import __version__

Entry = TypeVar("Entry")
"""A policy's statement about a decision."""


class Ending(NamedTuple):
    """The end of a replay."""

    finished: bool
    score: int | None
    """The official score: points in the first game, bombers in the second. None for an unfinished war."""
    result: dict[str, Any] | None
    """The result, as in the info of the last step; None for an unfinished war."""
    lines: int
    """Number of lines on the log sheet that have ended."""
    mat_sha256: str


@dataclass(frozen=True)
class Moment:
    """A decision of a war, its end, or a passage between two decisions, such as the landings.

    Attributes:
        number: number of earlier decisions.
        mat: a copy of the mat, a record of the game's ``rules.mat.Mat``.
        journal: journal since the previous decision.
        lines: lines of the log sheet that have ended since then, as in the info of a step.
        line: index of the line of the log sheet that it belongs to.
        decision: a name of the game's ``codes.Decision``.
        legal: legal actions with their labels.
        action: the action; None at the end, and in a passage.
        probabilities: the policy's probabilities by action, or None.
        expected_score: the final score that the policy expected, or None.
        earned: part of the final score that has been earned so far.
        crews: names of people, which journal and labels use; None in a game without them.
        reason: the policy's reason in one line, or None.
        action_scores: the final score that the policy expected of each action it searched, or None. If its values
            have another meaning (``PolicyRecord.values_are``), only the differences between them count.
        action_errors: standard error of the difference between each action's score and that of the choice, or None.
        passages: the passages since the previous decision. Their entries are also in the journal of this moment.
        title: the title of a passage; "" for a decision and for the end.
    """

    number: int
    mat: Any
    journal: list[Any]
    lines: list[dict[str, Any]]
    line: int
    decision: str
    legal: list[tuple[int, str]]
    action: int | None
    probabilities: dict[int, float] | None = None
    expected_score: float | None = None
    earned: float = 0.0
    crews: Any = None
    reason: str | None = None
    action_scores: dict[int, float] | None = None
    action_errors: dict[int, float] | None = None
    passages: "tuple[Moment, ...]" = ()
    title: str = ""

    def scenes(self) -> "list[Moment]":
        """Return its passages, and the moment itself with the journal after them."""
        if not self.passages:
            return [self]
        told = sum(len(passage.journal) for passage in self.passages)
        return [*self.passages, replace(self, journal=self.journal[told:])]


def _at(entries: Sequence[Entry | None], number: int) -> Entry | None:
    """Return the policy's statement about a decision; None if there is none, and at the end."""
    return entries[number] if number < len(entries) else None


@dataclass(frozen=True)
class Flight:
    """A verified replay, flown once.

    Attributes:
        replay: the replay.
        ending: its end.
        spec: the war that was played, the game's ``scenario.plan.WarSpec``.
        moments: every decision, and the end.
        rolls: the results that rolls could have had, by the ``id`` of their entries; None unless they are wanted.
    """

    replay: Replay
    ending: Ending
    spec: Any
    moments: tuple[Moment, ...]
    rolls: Mapping[int, tuple[RollResult, ...]] | None = None

    @property
    def game(self) -> Game:
        """The record of its game."""
        return game_named(self.spec.game)

    @property
    def charts(self) -> Any:
        """The charts in force."""
        return self.spec.charts

    def scenes(self) -> Iterator[Moment]:
        """Yield every moment after its passages; no entry of the journal comes twice."""
        for moment in self.moments:
            yield from moment.scenes()

    def name_of_line(self, moment: Moment) -> str:
        """Return the name of the line of the log sheet that a moment belongs to: "15", "3 of Jul 1943"."""
        name_of = self.game.replays.name_of_line
        return str(moment.line + 1) if name_of is None else name_of(moment.mat)

    @property
    def first_number(self) -> int:
        """Number of the line with index 0: that of the log sheet, or 1 if a number has several lines."""
        begin = self.moments[0]
        name = self.name_of_line(begin)
        return int(name) - begin.line if name.isdecimal() else 1

    def place_of(self, number: int) -> tuple[str, int]:
        """Return the name of the line of a decision and its step in this line, as the watch page has them."""
        moment = self.moments[number]
        scenes = [scene for scene in self.scenes() if scene.line == moment.line]
        step = next(step for step, scene in enumerate(scenes, 1) if scene.number == number and not scene.title)
        return self.name_of_line(moment), step

    def address_of(self, number: int) -> str:
        """Return the address of a decision on its watch page: "#m=15&d=2"."""
        name, step = self.place_of(number)
        return f"#m={name.replace(' ', '-')}&d={step}"


def ending_of(engine: Engine) -> Ending:
    """Return the current end of the war of an engine of one war."""
    reports, game = engine.wars.reports, engine.game
    finished = bool(reports["terminated"][0])
    return Ending(
        finished,
        int(game.flights.scores(reports["result"][:1], engine.spec)[0]) if finished else None,
        dict(episode_result(game, reports["result"][0], engine.charts, engine.spec.scale)) if finished else None,
        len(game.engine.log_lines(engine.wars, 0)),
        game.mat_digest(engine),
    )


class ReplayRun:
    """A flight of a replay, action by action.

    Args:
        replay: the replay.
        charts: a folder of charts that replaces the replay's.
        journal: keep a journal.
        chances: keep the chance events; whoever reads them empties the store.
        rolls: work out the results that rolls could have had (:attr:`rolls`); it needs a journal.
    """

    def __init__(
        self,
        replay: Replay,
        charts: str | os.PathLike[str] | None = None,
        *,
        journal: bool = True,
        chances: bool = False,
        rolls: bool = False,
    ) -> None:
        game = game_of(replay.env)
        if game is None:
            raise ReplayError(f"a replay of {replay.env}, an environment of another package")
        self.replay = replay
        self.game = game
        arguments = dict(replay.arguments) if charts is None else {**replay.arguments, "charts": os.fspath(charts)}
        try:
            self._spec, _ = game.envs.read_arguments(game.ids.index(replay.env), **arguments)
        except ValueError as error:
            raise ReplayError(str(error)) from None
        self._check_origin()
        self.engine = Engine(1, self._spec, journal=journal, chances=chances, penalty=0.0)
        self._view = self.engine.new_view()
        self._action = np.zeros(1, np.int64)
        self._first_illegal = ""
        self._begin()
        self._translator = game.envs.sentences.translator(self.charts)
        self._slow_motion = SlowMotion(self.engine) if journal and game.replays.passage_of else None
        self._passages: list[Passage] = []
        self._other_rolls = OtherRolls(self.engine) if rolls else None
        self._results: list[tuple[RollResult, ...]] = []
        self.rolls: dict[int, tuple[RollResult, ...]] = {}
        """The results that the rolls of all moments so far could have had, by the ``id`` of their entries."""
        self._earned = 0.0
        names = game.replays.names
        self._names = None if names is None else names(replay.seed, replay.episode)

    def _check_origin(self) -> None:
        """Check that this version of the package can fly the replay."""
        if self.replay.charts_sha256 != self.charts.sha256:
            raise ReplayError(
                f"it was flown with other charts: SHA-256 {self.replay.charts_sha256[:12]}..., "
                f"these are {self.charts.sha256[:12]}..."
            )
        refusal = self.game.other_rules(self.replay.rules)
        if refusal:
            raise ReplayError(refusal)
        if self.replay.layout != self.game.names_digest():
            raise ReplayError(f"it is of version {self.replay.version}, whose mat is not that of {__version__}")

    def _begin(self) -> None:
        """Reset to the episode of the replay."""
        try:
            options = read_reset_options(self.replay.options, self._spec)
            self.engine.reset(self._view.buffers, [self.replay.seed])
            self.engine.wars.reports["episode"] = self.replay.episode - 1
            self.engine.drain_journal()
            self.engine.drop_chances()
            self.engine.reset(
                self._view.buffers,
                None,
                setup=options.setup,
                position=options.position,
                tape=options.tape,
                strict=options.strict,
            )
        except (ValueError, TapeError) as error:
            raise ReplayError(f"its first position cannot be laid out: {error}") from None

    @property
    def charts(self) -> Any:
        """The charts in force."""
        return self._spec.charts

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return bool(self.engine.wars.reports["over"][0])

    @property
    def mat(self) -> Any:
        """A copy of the mat as the player sees it."""
        return self.engine.seen(copied(self.engine.wars.mats))[0]

    @property
    def view(self) -> View:
        """The inputs of a policy, one row; they change with every step."""
        return self._view

    @property
    def _decision(self) -> str:
        return self.game.envs.decisions[int(self.engine.wars.reports["decision"][0])]

    def step(self, number: int) -> None:
        """Take the action with this number."""
        if self.over:
            raise ReplayError(f"the war is over after {number} actions, but there are {len(self.replay.actions)}")
        decision, action = self._decision, self.replay.actions[number]
        is_legal = 0 <= action < len(self.engine.masks[0]) and self.engine.masks[0][action]
        if self._slow_motion is not None:
            self._earned = self.game.replays.earned(self.engine)
            self._passages = self._slow_motion.passages(action) if is_legal else []
        before = self.engine.snapshot() if self._other_rolls is not None and is_legal else None
        try:
            self.take(action)
        except (ValueError, TapeError) as error:
            raise ReplayError(f"action {number + 1}: {error}") from None
        if self._other_rolls is not None and before is not None:
            self._results = self._other_rolls.of_step(before, action, self.engine.entries(), self.charts)
        if self.engine.wars.reports["illegal"][0] and not self._first_illegal:
            is_outside = action == ILLEGAL_ACTION
            name = "outside the action space" if is_outside else self.game.replays.action_name(action)
            self._first_illegal = f"; the first illegal action is number {number + 1}, {name}, when {decision} is asked"

    def take(self, action: int) -> None:
        """Take any action, such as another policy's.

        Raises:
            TapeError: the dice of a war with planned rolls do not fit it.
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
        if replay.finished and not self.over:
            count = len(replay.actions)
            raise ReplayError(f"the replay is cut off: after {count} actions the war is not over{self._first_illegal}")
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
        replay, mat, parts = self.replay, self.mat, self.game.replays
        at_end = number == len(replay.actions)
        record, earned = replay.policy_record, parts.earned(self.engine)
        chances, remaining = _at(record.probabilities, number), _at(record.values, number)
        worths, errors = _at(record.action_values, number), _at(record.action_errors, number)
        count = int(self.engine.wars.reports["lines_ended"][0])
        journal = self._new_entries()
        return Moment(
            number=number,
            mat=mat,
            journal=journal,
            lines=[self.game.envs.line_dict(line, self.charts) for line in self.engine.wars.ended["lines"][0, :count]],
            line=parts.line_of(mat),
            decision=self._decision,
            legal=[] if self.over else self._legal(mat),
            action=None if at_end else replay.actions[number],
            probabilities=None if chances is None else dict(chances),
            expected_score=None if remaining is None else earned + remaining,
            earned=earned,
            crews=self._names,
            reason=_at(record.reasons, number),
            action_scores=None if worths is None else {action: earned + worth for action, worth in worths.items()},
            action_errors=None if errors is None else dict(errors),
            passages=tuple(self._passage_moments(number, journal)),
        )

    def _passage_moments(self, number: int, journal: list[Any]) -> Iterator[Moment]:
        """Yield the passages since the previous decision, with their part of the journal."""
        told = 0
        for title, (mat, entries) in self._passages:
            yield Moment(
                number=number,
                mat=mat,
                journal=journal[told:entries],
                lines=[],
                line=self.game.replays.line_of(mat),
                decision=self.game.envs.decisions[int(mat["cursor"]["decision"])],
                legal=[],
                action=None,
                earned=self._earned,
                crews=self._names,
                title=title,
            )
            told = entries

    def _new_entries(self) -> list[Any]:
        """Return the journal since the previous decision, with the names of people."""
        records = self.engine.drain_journal()
        self._translator.add(records)
        entries = self._translator.entries(len(records))
        if self._names is not None:
            entries, self._names = self._names.tell(entries)
        if self._results:
            self.rolls |= {id(entry): own for entry, own in zip(entries, self._results, strict=True) if own}
            self._results = []
        return entries

    def _legal(self, mat: Any) -> list[tuple[int, str]]:
        """Return index and label of the legal actions, with the names of people."""
        envs = self.game.envs
        legal = np.flatnonzero(self._view.masks[0][: envs.actions]).tolist()
        labels = [(index, envs.label(index, mat, self.charts)) for index in legal]
        return labels if self._names is None else [(index, self._names.named(label)) for index, label in labels]


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
    *,
    rolls: bool = False,
) -> Flight:
    """Fly a replay once and collect its moments.

    Args:
        replay: the replay.
        charts: a folder of charts that replaces the replay's.
        on_decision: called before every action, with the flight and the number of earlier decisions.
        rolls: work out the results that rolls could have had, some milliseconds for each.

    Raises:
        ReplayError: the replay does not lead to its digest, or cannot be flown.
    """
    run, moments = ReplayRun(replay, charts, rolls=rolls), []
    for number in range(len(replay.actions)):
        moments.append(run.moment(number))
        if on_decision is not None:
            on_decision(run, number)
        run.step(number)
    moments.append(run.moment(len(replay.actions)))
    return Flight(replay, run.verified_ending(), run.engine.spec, tuple(moments), run.rolls if rolls else None)


def refly(replay: Replay, charts: str | os.PathLike[str] | None = None) -> Iterator[Moment]:
    """Return every decision of a verified replay, and its end: the moments of :func:`fly`."""
    return iter(fly(replay, charts).moments)


def summary(replay: Replay, ending: Ending) -> str:
    """Return a replay in one line; text of the file is quoted, so that no control character reaches the screen."""
    game = game_of(replay.env)
    assert game is not None
    words = [replay.env, *game.replays.title(replay.arguments), f"seed {replay.seed}"]
    words += [f"war {replay.episode + 1}"] if replay.episode else []
    words += [f"policy {json.dumps(replay.policy_record.name)}"] if replay.policy_record.name else []
    played = f"{plural(len(replay.actions), 'decision')}, {plural(ending.lines, game.replays.noun)}"
    if ending.result is None or ending.score is None:
        return f"{' '.join(words)}: {played}, not played to its end; verified"
    return f"{' '.join(words)}: {played}, {game.replays.ending(replay.env, ending.result, ending.score)}; verified"


def verified_summary(path: str, charts: str | None) -> str:
    """Verify the replay in a file and return it in one line.

    Args:
        path: the file.
        charts: a folder of charts that replaces the replay's.

    Raises:
        ReplayError: the file cannot be read, or does not lead to its digest.
    """
    replay = load(path)
    try:
        return summary(replay, verify(replay, charts))
    except ReplayError as error:
        raise ReplayError(f"{path!r}: {error}") from None
