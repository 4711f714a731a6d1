"""Random careers: every field within its bounds, a choice at every decision, an end; compiled as in plain Python."""

import hashlib
import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest

from stuka_env.games.interceptor.charts.loader import load_charts
from stuka_env.games.interceptor.codes import ACTIONS, Decision, Fault, Over, Phase, Scale
from stuka_env.games.interceptor.rules.decisions import apply_action
from stuka_env.games.interceptor.rules.ledger import (
    Ledger,
    Result,
    clear_payment,
    is_withheld,
    mark_paid,
    pay,
    write_result,
)
from stuka_env.games.interceptor.rules.mat import Log, LogLine, Mat
from stuka_env.games.interceptor.rules.sequence import advance, begin
from stuka_env.games.interceptor.rules.table import Dice, Journal, Table, Tape
from stuka_env.records import Field, rows
from tests.support.interceptor.bounds import out_of_bounds
from tests.support.places import ROOT

CAREERS = 9
COMPARED = 3
OPTIONS = {"fatigue": 1, "enemy_quality": 1, "advanced_maneuvers": 1}


def bounds_of(fields: tuple[Field, ...]) -> list[tuple[int, int]]:
    """Return the bounds of every byte of a record of ``int8`` fields."""
    bounds: list[tuple[int, int]] = []
    for field in fields:
        own = bounds_of(field.fields) if field.fields else [(field.low, field.high)]
        bounds += own * int(np.prod(field.shape, dtype=np.int64))
    return bounds


LOW, HIGH = np.array(bounds_of(Mat.FIELDS), np.int8).T
assert len(LOW) == Mat.dtype.itemsize, "the mat has no padding"


class Career:
    """An episode that is played at random."""

    def __init__(self, seed: int, scale: int, **settings: int) -> None:
        self.mat: Any = rows(1, Mat)[0]
        self.mat.settings.scale, self.mat.settings.track = scale, -1
        self.mat.settings.month = 0 if scale == Scale.CAREER else -1
        for name, value in settings.items():
            setattr(self.mat.settings, name, value)
        charts: Any = load_charts().row.copy()
        self.log: Any = rows(1, Log)[0]
        self.table = Table(rows(1, Dice)[0], rows(1, Tape)[0], charts, rows(1, Journal)[0], self.log)
        self.table.dice.key_low, self.table.journal.capacity = seed, 1
        self.ledger: Any = rows(1, Ledger)[0]
        self.mask = np.zeros(ACTIONS, np.int8)
        self.rng = np.random.default_rng(seed)
        self.rewards, self.steps = 0.0, 0
        begin(self.mat, self.table)
        mark_paid(self.mat, self.table, self.ledger)
        self.go()

    def go(self) -> None:
        self.table.journal.cursor = 0
        advance(self.mat, self.table, self.mask)
        assert self.table.dice.fault == Fault.NONE
        clear_payment(self.ledger)
        pay(self.mat, self.table, self.ledger)
        self.rewards += self.ledger.reward

    @property
    def is_over(self) -> bool:
        return bool(self.mat.cursor.phase == Phase.OVER)

    def step(self) -> None:
        apply_action(self.mat, self.table, int(self.rng.choice(np.flatnonzero(self.mask))))
        self.go()
        self.steps += 1

    def check(self) -> None:
        numbers = np.frombuffer(self.mat.tobytes(), np.int8)
        if (numbers < LOW).any() or (numbers > HIGH).any():
            assert out_of_bounds(Mat.FIELDS, self.mat) == []
        if not self.is_over:
            assert self.mask.sum() > 1 and self.mat.cursor.decision != Decision.OVER
            out = int(self.mat.deck.drawn.sum())
            assert out <= 60
        mat = self.mat
        assert mat.career.bombers == mat.career.destroyed + mat.career.crashed == mat.career.by_type.sum()
        assert not (mat.bomber.present and mat.fighter.present)

    def check_result(self) -> None:
        result: Any = rows(1, Result)[0]
        write_result(self.mat, self.table, result)
        assert out_of_bounds(Result.FIELDS, result) == []
        lines = self.table.log.lines
        for line in lines:
            assert out_of_bounds(LogLine.FIELDS, line) == []
        assert self.mat.career.over != Over.RUNNING
        flown = [line for line in lines if line.status == 1]
        assert len(flown) == result.flown and sum(int(line.bombers) for line in flown) == result.bombers
        due = 0 if is_withheld(self.mat) else result.bombers
        if not self.mat.settings.level_reward:
            assert self.rewards == pytest.approx(0.01 * due)
        else:
            assert self.rewards == pytest.approx(0.25 * result.level)


@pytest.mark.parametrize("scale", list(Scale))
@pytest.mark.parametrize("settings", [{}, OPTIONS, {"level_reward": 1}])
def test_random_play_keeps_every_field_within_its_bounds(scale: Scale, settings: dict[str, int]) -> None:
    if settings.get("level_reward") and scale == Scale.SORTIE:
        settings = {}
    for seed in range(CAREERS if scale != Scale.CAREER else CAREERS // 3):
        career = Career(seed, scale, **settings)
        while not career.is_over:
            career.check()
            career.step()
        career.check()
        career.check_result()


def fingerprints() -> list[str]:
    """Return a digest of the states of a few careers, and of their journals."""
    digests = []
    for seed in range(COMPARED):
        career, digest = Career(seed, Scale.CAREER, **OPTIONS), hashlib.sha256()
        while not career.is_over:
            digest.update(career.mat.tobytes() + career.mask.tobytes())
            digest.update(career.table.journal.entries[: career.table.journal.cursor].tobytes())
            career.step()
        digest.update(career.mat.tobytes() + career.log.tobytes() + career.ledger.tobytes())
        digests.append(digest.hexdigest())
    return digests


def test_compiled_rules_play_as_plain_python_does() -> None:
    code = "from tests.games.interceptor.rules.test_invariants import fingerprints\nprint(*fingerprints(), sep='\\n')"
    other = os.environ | {"NUMBA_DISABLE_JIT": "0" if numba.config.DISABLE_JIT else "1"}
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=other, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == fingerprints()


def test_a_seed_plays_the_same_twice() -> None:
    first, second = Career(5, Scale.MONTH), Career(5, Scale.MONTH)
    while not first.is_over:
        assert first.mat.tobytes() == second.mat.tobytes() and first.mask.tobytes() == second.mask.tobytes()
        first.step()
        second.step()
