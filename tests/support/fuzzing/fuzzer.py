"""Playing under random chart folders: offering them to the loader, playing, and counting what was seen.

A folder that the loader refuses is offered again without the changes it refuses, so that the others are not lost with
them.
"""

import dataclasses
import faulthandler
import itertools
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import hypothesis
import numpy as np
from hypothesis import HealthCheck, Phase, given, settings

import stuka_env
from stuka_env.charts.words import ChartError
from stuka_env.envs.single import StukaEnv
from stuka_env.games.stuka import observation
from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from tests.support.fuzzing.folders import (
    BETWEEN,
    FOLDERS,
    HIGH,
    LOW,
    Change,
    Folder,
    by_file,
    sweep,
    write_folder,
)
from tests.support.fuzzing.play import POLICIES, FuzzArena, PlainArena
from tests.support.fuzzing.spelling import KEYS
from tests.support.wars import wars

HANGS = 300
"""Seconds under one chart folder after which the rules hang; the worker ends, and leaves the folder."""
ROUND = 100
"""Folders drawn from one hypothesis seed."""
STEPS = 20
"""Steps taken through the environment itself, a folder."""
BY_NAME = observation.space("mat")


class ViolationError(AssertionError):
    """An event that must not happen under charts that the loader accepts."""


@dataclasses.dataclass
class Seen:
    """Counts of one run."""

    decisions: int = 0
    wars: int = 0
    steps: int = 0
    offered: int = 0
    accepted: int = 0
    keys: Counter[str] = dataclasses.field(default_factory=Counter)
    """Changes that were accepted, by table and end ("low", "high", "between")."""
    decided: Counter[str] = dataclasses.field(default_factory=Counter)
    effects: Counter[str] = dataclasses.field(default_factory=Counter)
    entries: Counter[str] = dataclasses.field(default_factory=Counter)


def without_refused(changes: Sequence[Change], message: str) -> list[Change]:
    """The changes without those that a refusal blames: to the cell it names, else to its file, else half of them."""
    path, _, rest = message.partition(".toml: ")
    file, address = Path(path).name, rest.partition(": ")[0]
    blamed = [
        change
        for change in changes
        if change.key in KEYS
        and KEYS[change.key].file == file
        and (address + ".").startswith(".".join(KEYS[change.key].table.path) + ".")
    ]
    blamed = blamed or by_file(changes).get(file) or list(changes[::2])
    return [change for change in changes if change not in blamed]


def named(change: Change) -> str:
    """The table of a change and its end."""
    return f"{change.key}: {change.values if change.values in (LOW, HIGH) else BETWEEN}"


class Fuzz:
    """Folders, wars, and what was seen.

    Args:
        plain: play in plain Python (``NUMBA_DISABLE_JIT=1``), behind guards.
        each: decisions a folder.
        keep: where the charts in hand are written.
        progress: say on standard error how far it is.
    """

    def __init__(self, plain: bool, each: int, keep: Path, progress: bool = False) -> None:
        self.arena = PlainArena() if plain else FuzzArena()
        self.plain = plain
        self.each = each
        self.progress = progress
        self.seen = Seen()
        keep.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix="in-hand-", dir=keep))
        self.in_hand = Folder((), 0)
        self.started = self.shown = time.monotonic()

    def close(self) -> None:
        """Remove the chart folder in hand."""
        faulthandler.cancel_dump_traceback_later()
        shutil.rmtree(self.folder, ignore_errors=True)

    def warm_up(self) -> None:
        """Compile or load what play needs: that takes longer than a hang may.

        Ctrl-C ends the process here: raised inside LLVM's callbacks, KeyboardInterrupt would become other errors.
        """
        ours = signal.signal(signal.SIGINT, self.leave)
        self.arena.play(next(wars(0, POLICIES, journals=True)), load_charts())
        if not self.plain:
            gymnasium.make(next(iter(stuka_env.ENVIRONMENTS))).close()
        signal.signal(signal.SIGINT, ours)
        self.arena.forget()
        self.started = self.shown = time.monotonic()

    def leave(self, *_: object) -> None:
        """End the process at once."""
        self.close()
        os._exit(130)

    # --- one folder ---

    def load(self, changes: Sequence[Change]) -> tuple[list[Change], LoadedCharts]:
        """Offer a folder to the loader, then without what it refuses, until it accepts.

        Raises ViolationError if the loader raises anything but ChartError.
        """
        left = list(changes)
        while left:
            self.seen.offered += 1
            write_folder(self.folder, left)
            try:
                charts = load_charts(self.folder)
            except ChartError as error:
                left = without_refused(left, str(error))
            except Exception as error:
                raise ViolationError(f"the loader raised {type(error).__name__}: {error}") from error
            else:
                self.seen.accepted += 1
                return left, charts
        return [], load_charts()

    def judge(self, folder: Folder) -> None:
        """Play under the charts of a folder. Raises ViolationError."""
        faulthandler.dump_traceback_later(HANGS, exit=True)  # compiled code that never returns cannot be stopped else
        kept, charts = self.load(folder.changes)
        if not kept:
            return
        for change in kept:
            self.seen.keys[named(change)] += 1
        left = self.each
        for war in wars(folder.first, POLICIES, journals=True):
            trouble = self.arena.play(war, charts)
            self.count(int(self.arena.done[0]))
            if trouble:
                raise ViolationError(f"{trouble}\n  war {war.name()}")
            left -= max(10, int(self.arena.done[0]))  # charts under which nobody can fly have wars without decisions
            if left <= 0:
                break
        if not self.plain:
            self.walk(folder.first)

    def fewest(self, folder: Folder) -> Folder:
        """The folder without the changes that its violation does not need."""
        for change in folder.changes:
            fewer = Folder(tuple(other for other in folder.changes if other is not change), folder.first)
            try:
                self.judge(fewer)
            except ViolationError:
                folder = fewer
        return folder

    def count(self, decisions: int) -> None:
        """Count decisions, and show how far the run is."""
        self.seen.decisions += decisions
        self.seen.wars += 1
        now = time.monotonic()
        if self.progress and now - self.shown > 0.5:
            self.shown = now
            rate = self.seen.decisions / (now - self.started)
            print(
                f"\r{self.seen.decisions:,} decisions, {self.seen.accepted:,} folders, {rate:,.0f}/s ",
                end="",
                flush=True,
                file=sys.stderr,
            )

    # --- the environment's own face ---

    def walk(self, seed: int) -> None:
        """Some steps through an environment: spaces, states, labels, the journal in English. Raises ViolationError."""
        ids = stuka_env.ENVIRONMENTS
        kind = ("flat", "mat")[seed % 2]
        made: Any = gymnasium.make(
            ids[seed % len(ids)],
            charts=self.folder,
            journal=True,
            observation=kind,
            duration=("short", "regular")[seed // 2 % 2],
            disable_env_checker=True,
        )
        env: StukaEnv = made.unwrapped
        try:
            self.steps(env, seed)
        except ViolationError as error:
            raise ViolationError(
                f"{error}\n  environment {ids[seed % len(ids)]}, observation={kind!r}, seed={seed}"
            ) from None
        finally:
            env.close()

    def steps(self, env: StukaEnv, seed: int) -> None:
        """Random legal steps, each looked at. Raises ViolationError."""
        dice = np.random.default_rng(seed)
        seen, _ = env.reset(seed=seed)
        over = False
        for _ in range(STEPS):
            self.look(env, seen, dice.random() < 0.25)
            if over:
                env.journal  # noqa: B018 - every sentence of an episode can be told
                seen, _ = env.reset()
            mask = env.action_masks()
            seen, reward, over, cut, _ = env.step(int(dice.choice(np.flatnonzero(mask))))
            self.seen.steps += 1
            if cut or not np.isfinite(reward):
                raise ViolationError(f"a legal step was cut short, or its reward is no number: {reward}")
        env.journal  # noqa: B018

    def look(self, env: StukaEnv, seen: Any, closely: bool) -> None:
        """An observation in its space and a choice to make; closely: its names, the labels, a state as well.

        Raises ViolationError.
        """
        if not env.observation_space.contains(seen):
            raise ViolationError("the observation is not in its space")
        if not env.mat.track.over and env.action_masks().sum() < 2:
            raise ViolationError("fewer than two legal actions")
        if not closely:
            return
        if not BY_NAME.contains(observation.named(env._view.observations[0])):
            raise ViolationError("the observation by name is not in its space")
        env.legal_actions()
        before = env.engine.wars.mats.tobytes()
        env.set_state(json.loads(json.dumps(env.get_state())))
        if env.engine.wars.mats.tobytes() != before:
            raise ViolationError("a state does not come back as it was")

    # --- many folders ---

    def run(self, decisions: int, seed: int) -> None:
        """Fuzz until so many decisions were made: in compiled code every table first. Raises ViolationError."""
        if not self.plain:
            self.sweep(seed)
        number = seed
        while self.seen.decisions < decisions:
            self.round(number, max(1, min(ROUND, (decisions - self.seen.decisions) // self.each + 1)))
            number += 1

    def sweep(self, seed: int) -> None:
        """Change every table to its ends and between; what was refused for others again, one a file."""
        swept = list(sweep(seed))
        for folder in swept:
            self.in_hand = folder
            self.judge(folder)
        again = by_file(change for folder in swept for change in folder.changes if not self.seen.keys[named(change)])
        for together in itertools.zip_longest(*again.values()):
            self.in_hand = Folder(tuple(change for change in together if change), seed)
            self.judge(self.in_hand)

    def round(self, seed: int, folders: int) -> None:
        """Some random folders from one seed. Raises ViolationError."""

        @hypothesis.seed(seed)
        @settings(
            max_examples=folders,
            database=None,
            deadline=None,
            phases=(Phase.generate,),  # Fuzz.fewest takes the place of shrinking: it keeps the wars as they were
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        @given(FOLDERS)
        def try_folder(folder: Folder) -> None:
            self.in_hand = folder
            self.judge(folder)

        try_folder()
