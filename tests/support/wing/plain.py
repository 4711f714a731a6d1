"""Random campaigns of the third game, compiled and in plain Python: a checksum of every state and journal on the way.

A process without JIT plays the rules in plain Python on mirrors of the records (:mod:`tests.support.mirror`).
"""

import itertools
import os
import random
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numba
import numpy as np

from stuka_env.declared.records import Record, rows
from stuka_env.games.wing.charts import load_charts
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import ACTIONS, CAMPAIGNS, TRACK, Campaign, Fault, Scale, Squadron
from stuka_env.games.wing.rules.campaign import lay_out
from stuka_env.games.wing.rules.ledger import Ledger, open_ledger, pay, write_result
from stuka_env.games.wing.rules.mat import Log, Mat, Result
from stuka_env.games.wing.rules.sequence import advance, apply_action
from stuka_env.games.wing.rules.table import Dice, Journal, JournalLine, Table, Tape
from tests.support.mirror import Packer, mirror
from tests.support.payments import payment_functions
from tests.support.places import ROOT

clear_payment, _ = payment_functions("wing")

ON_TABLE = (Dice, Tape, Charts, Journal, Log)
JOURNAL = 8192


class Walk(NamedTuple):
    """A campaign that was played: its decisions, and a checksum of all that happened."""

    decisions: int
    checksum: int


class Difference(NamedTuple):
    """The decisions that were compared, and the first seed that differs, or None."""

    decisions: int
    seed: int | None


class Walker:
    """Plays random campaigns with the rules of this process.

    Args:
        is_plain: whether the rules are plain Python, which play on mirrors.
    """

    def __init__(self, is_plain: bool) -> None:
        self.is_plain = is_plain
        self.table = Table(*map(self._new, ON_TABLE))
        charts: Any = load_charts().record
        self.table = self.table._replace(charts=mirror(Charts, charts) if is_plain else charts)
        kinds = (Mat, Ledger, Log, JournalLine, Result)
        self.octets: dict[type[Record], Callable[[Any], bytes]] = {
            kind: Packer(kind) if is_plain else lambda record: record.tobytes() for kind in kinds
        }

    def _new(self, kind: type[Record]) -> Any:
        return mirror(kind) if self.is_plain else rows(1, kind)[0]

    def walk(self, seed: int) -> Walk:
        """Play the campaign or the mission of a seed to its end."""
        rng, table = random.Random(seed), self.table._replace(dice=self._new(Dice), log=self._new(Log))
        mat, ledger, result = self._new(Mat), self._new(Ledger), self._new(Result)
        plan, journal, mask = mat.plan, table.journal, self._mask()
        plan.scale = Scale(rng.random() < 0.8)
        plan.campaign = rng.randrange(CAMPAIGNS) if plan.scale else Campaign.SINGLE
        plan.start = 0 if plan.scale else rng.randint(1, TRACK)
        plan.squadron, plan.landing, plan.fatigue = rng.randrange(len(Squadron)), rng.randrange(2), rng.randrange(2)
        table.dice.key_low, journal.capacity, journal.cursor = seed, JOURNAL, 0
        lay_out(mat, table)
        open_ledger(mat, table, ledger)
        checksum, decisions = 0, 0
        while True:
            advance(mat, table, mask)
            clear_payment(ledger)
            pay(mat, table, ledger)
            assert table.dice.fault == Fault.NONE
            entries = [self.octets[JournalLine](entry) for entry in journal.entries[: journal.cursor]]
            journal.cursor = 0
            for octets in (self.octets[Mat](mat), bytes(mask), self.octets[Ledger](ledger), *entries):
                checksum = zlib.crc32(octets, checksum)
            if mat.track.over:
                break
            apply_action(mat, table, rng.choice([action for action in range(ACTIONS) if mask[action]]))
            decisions += 1
        write_result(mat, table, result)
        checksum = zlib.crc32(self.octets[Result](result), zlib.crc32(self.octets[Log](table.log), checksum))
        return Walk(decisions, checksum)

    def _mask(self) -> Any:
        return [0] * ACTIONS if self.is_plain else np.zeros(ACTIONS, np.int8)


def walks(first: int) -> Iterator[Walk]:
    """Yield the campaigns of seeds from ``first`` on."""
    return map(Walker(bool(numba.config.DISABLE_JIT)).walk, itertools.count(first))


def print_walks(first: int) -> None:
    """Print a line for each campaign of :func:`walks`, for the other process."""
    for walk in walks(first):
        print(*walk, flush=True)


def compare_with_plain(decisions: int, first: int = 0) -> Difference:
    """Play at least so many decisions compiled and in a process of plain Python, and compare every state on the way."""
    words = [sys.executable, "-W", "error", "-c", f"from {__name__} import print_walks; print_walks({first})"]
    done = 0
    with subprocess.Popen(
        words, cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, stdout=subprocess.PIPE, text=True
    ) as plain:
        assert plain.stdout
        for seed, own, line in zip(itertools.count(first), walks(first), plain.stdout, strict=False):
            if own != Walk(*map(int, line.split())):
                plain.kill()
                return Difference(done, seed)
            done += own.decisions
            if done >= decisions:
                plain.kill()
                return Difference(done, None)
    raise AssertionError("the process of plain Python has ended")
