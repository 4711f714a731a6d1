"""Replays of wars that have been flown, and a wrapper that writes one of every war."""

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import ArrayLike

from stuka_env.engine.engine import Engine
from stuka_env.envs.arguments import STATE_OPTION
from stuka_env.envs.single import StukaEnv
from stuka_env.io.arguments import argument_error
from stuka_env.replay.file import (
    ILLEGAL_ACTION,
    LONGEST_POLICY_NAME,
    LONGEST_REASON,
    PolicyRecord,
    Replay,
    ReplayError,
    file_stem,
    plain,
    save,
)
from stuka_env.replay.run import Ending, ReplayRun, ending_of


def take(
    engine: Engine,
    seed: int,
    actions: Sequence[int],
    *,
    episode: int = 0,
    options: Mapping[str, Any] | None = None,
    policy_record: PolicyRecord | None = None,
    ending: Ending | None = None,
    revealed: bool = False,
) -> Replay:
    """Return the replay of a war of an engine.

    Args:
        engine: any engine whose wars are of this kind.
        seed: the seed given to reset.
        actions: the actions of the war.
        episode: number of episodes after that seed.
        options: the options of the reset.
        policy_record: the policy's statements.
        ending: the end of the war; None to fly the war again.
        revealed: whether the player saw what is hidden.

    Raises:
        ReplayError: the actions do not fit such a war.
    """
    draft = Replay(
        env=engine.game.ids[engine.spec.scale],
        arguments=engine.game.replays.arguments_of(engine.war_spec()),
        charts_sha256=engine.charts.sha256,
        seed=int(seed),
        episode=int(episode),
        options=plain(options),
        actions=tuple(int(action) for action in actions),
        finished=False,
        score=None,
        mat_sha256="",
        policy_record=policy_record or PolicyRecord(),
        layout=engine.game.names_digest(),
        rules=engine.game.rules,
        revealed=revealed,
    )
    if ending is None:
        run = ReplayRun(draft, journal=False)
        for number in range(len(draft.actions)):
            run.step(number)
        ending = ending_of(run.engine)
    return replace(draft, finished=ending.finished, score=ending.score, mat_sha256=ending.mat_sha256)


SMALLEST_PROBABILITY = 5e-4
"""The smallest probability that is written."""


class RecordReplay(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """A wrapper that records the actions in a single environment.

    Every war that ends is written to the folder as ``NAME-0001.json``, with the next free number. The method
    :meth:`replay` returns the current record at any time. A war that goes on from a state has no replay.

    Args:
        env: a single environment of this package, of any game, wrapped or not.
        folder: folder of the replays, made if it does not exist; None writes no file.
        policy: name of the policy; also the NAME of the files.
        unfinished: whether to write wars that are left before their end.

    Raises:
        ValueError: the environment is not one of this package, or the folder cannot be made.
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        folder: str | os.PathLike[str] | None = None,
        policy: str = "",
        unfinished: bool = False,
    ) -> None:
        RecordConstructorArgs.__init__(
            self, folder=None if folder is None else os.fspath(folder), policy=policy, unfinished=unfinished
        )
        gymnasium.Wrapper.__init__(self, env)
        if not isinstance(env.unwrapped, StukaEnv):
            raise argument_error("env", env, "a single environment of stuka_env")
        if not isinstance(policy, str) or len(policy) > LONGEST_POLICY_NAME:
            raise argument_error("policy", policy, f"a name of at most {LONGEST_POLICY_NAME} characters")
        self._war = env.unwrapped
        self.folder = None if folder is None else _made(Path(folder))
        self.policy = policy
        self.unfinished = unfinished
        self.written: list[Path] = []
        self._recording = self._is_resumed = False
        self._forget(None)

    def _forget(self, options: Mapping[str, Any] | None) -> None:
        self._options = plain(options)
        self._actions: list[int] = []
        self._chances: list[Mapping[int, float] | None] = []
        self._values: list[float | None] = []
        self._reasons: list[str | None] = []
        self._noted: tuple[Mapping[int, float] | None, float | None, str | None] = (None, None, None)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode, and leave the current one."""
        self._leave()
        result = super().reset(seed=seed, options=options)
        self._is_resumed = options is not None and options.get(STATE_OPTION) is not None
        self._forget(None if self._is_resumed else options)
        report = self._war.engine.wars.reports[0]
        self._seed = int(report["base_low"]) | int(report["base_high"]) << 32
        self._episode = int(report["episode"])
        self._recording = True
        if self._war.answers is not None:
            self._record(self._war.answers.taken)
        return result

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions of this episode; -1 for one outside the action space."""
        return tuple(self._actions)

    @property
    def reasons(self) -> tuple[str | None, ...]:
        """The reason of each of these actions, or None."""
        return tuple(self._reasons)

    def note(
        self, probabilities: ArrayLike | None = None, value: float | None = None, reason: str | None = None
    ) -> None:
        """Record the policy's statements about the open decision, which are written with the next step.

        Args:
            probabilities: one for each action of the action space.
            value: expected remaining points of the official score.
            reason: reason for the choice, in one line.

        Raises:
            ValueError: a statement has another form.
        """
        chances = None
        if probabilities is not None:
            shares = np.asarray(probabilities, float)
            actions = self._war.game.envs.actions
            if shares.shape != (actions,) or not ((shares >= 0) & (shares <= 1 + 1e-6)).all():
                raise argument_error("probabilities", probabilities, f"{actions} numbers from 0 to 1")
            likely = np.flatnonzero(shares > SMALLEST_PROBABILITY).tolist()
            chances = {index: round(min(1.0, float(shares[index])), 4) for index in likely}
        if value is not None and not np.isfinite(value):
            raise argument_error("value", value, "a finite number")
        if reason is not None and (not isinstance(reason, str) or len(reason) > LONGEST_REASON):
            raise argument_error("reason", reason, f"a text of at most {LONGEST_REASON} characters")
        self._noted = (chances, None if value is None else round(float(value), 6), reason)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Take an action and record it."""
        result = super().step(action)
        index = int(action)
        own = index if 0 <= index < self._war.game.envs.actions else ILLEGAL_ACTION
        self._record([own] if self._war.answers is None else self._war.answers.taken)
        if result[2] or result[3]:
            self._write()
        return result

    def _record(self, actions: Iterable[int]) -> None:
        """Record the agent's action with its statements, and the answers that follow, which have none."""
        for action in actions:
            self._actions.append(action)
            self._chances.append(self._noted[0])
            self._values.append(self._noted[1])
            self._reasons.append(self._noted[2])
            self._noted = (None, None, None)
        self._noted = (None, None, None)

    def close(self) -> None:
        """Leave the episode and close the environment."""
        self._leave()
        super().close()

    def replay(self) -> Replay:
        """Return the record of this episode as a replay.

        Raises:
            ReplayError: no war was played, or its state or dice were changed from outside.
        """
        if not self._recording:
            raise ReplayError("there is no episode yet, call reset() first")
        if self._is_resumed:
            raise ReplayError("it goes on from a state, and a replay begins with the war")
        policy_record = PolicyRecord(
            self.policy,
            tuple(self._chances) if any(chance is not None for chance in self._chances) else (),
            tuple(self._values) if any(value is not None for value in self._values) else (),
            tuple(self._reasons) if any(reason is not None for reason in self._reasons) else (),
        )
        engine = self._war.engine
        taken = take(
            engine,
            self._seed,
            self._actions,
            episode=self._episode,
            options=self._options,
            policy_record=policy_record,
            revealed=self._war.reveals,
        )
        if taken.mat_sha256 != engine.game.mat_digest(engine):
            raise ReplayError("flown again it ends in another mat: the state or the dice were changed from outside")
        return taken

    def _leave(self) -> None:
        """End the record of an episode that is not played on."""
        over = bool(self._war.engine.wars.reports["over"][0])
        if self._recording and self.unfinished and self._actions and not over:
            self._write()
        self._recording = False

    def _write(self) -> None:
        """Write the record of this episode, or a warning if it cannot be flown again."""
        if self.folder is None:
            return
        try:
            self.written.append(save(self.replay(), _free(self.folder, self.policy)))
        except ReplayError as error:
            warnings.warn(f"no replay written: {error}", RuntimeWarning, stacklevel=3)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise argument_error("folder", os.fspath(folder), f"a folder that can be made ({error.strerror})") from None
    return folder


def _free(folder: Path, name: str) -> Path:
    number = 1
    while (path := folder / f"{file_stem(name)}-{number:04}.json").exists():
        number += 1
    return path
