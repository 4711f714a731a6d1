"""Wars played at random to look for faults: which there are, who flies them, the arrays they are played on."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from stuka_env.declared.records import rows_as
from stuka_env.declared.tape import make_tape
from stuka_env.engine.table import JOURNAL_LENGTH
from stuka_env.game import game_named
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import ACTIONS, Act, Duty, Operation, Quality, Scale
from stuka_env.games.stuka.engine import MatBytes, MatWords
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.sequence import lay_out
from stuka_env.games.stuka.rules.table import Dice, Journal, Mask, Table
from tests.support.violations import limits

TAPE_FORM = game_named("stuka").engine.tape

ANY, FLYER, HALF_AND_HALF = range(3)
"""Policies: any legal action, which mostly stays at home or aborts; one that flies: no No-Fly, no abort, nobody sent
home while there is another; and one that flies but now and then does anything."""
WORD = 0xFFFFFFFF


@compiled
def timid(action: int) -> bool:
    """Whether an action keeps aircraft from the target: No-Fly, abort, sending one home."""
    return action == Act.NO_FLY or Act.ABORT <= action < Act.RELIEVE


@compiled
def choose(mask: Mask, policy: int, number: int, low: int, high: int) -> int:
    """A legal action at random; a flyer takes a timid one only where there is no other."""
    words = philox(number, policy, 0, 0, low, high)
    bold = 0
    legal = 0
    for action in range(ACTIONS):
        if mask[action]:
            legal += 1
            bold += not timid(action)
    anything = policy == ANY or (policy == HALF_AND_HALF and words[1] % 8 == 0)
    flies = bold > 0 and not anything
    wanted = face(words[0], bold if flies else legal)
    for action in range(ACTIONS):
        if mask[action] and not (flies and timid(action)):
            wanted -= 1
            if wanted == 0:
                return action
    return -1


class WarKind(NamedTuple):
    """Kind of a war; its name repeats it."""

    scale: int
    operation: int
    regular: int
    policy: int
    mixed: int
    journal: int
    seed: int

    def name(self) -> str:
        """The war as the argument of ``--war``."""
        return ",".join(str(number) for number in self)


class Player(NamedTuple):
    """A policy with the key of its dice."""

    policy: int
    low: int
    high: int


def player_of(war: WarKind) -> Player:
    """The player of a war, whose dice come from the seed of the war."""
    return Player(war.policy, war.seed & WORD, 1)


def read_war(text: str) -> WarKind:
    """A war from its name. Raises ValueError."""
    try:
        return WarKind(*[int(number) for number in text.split(",")])
    except (TypeError, ValueError):
        raise ValueError(f"{text!r}: seven numbers with commas, as a violation prints them") from None


class Arena:
    """The arrays of one war, used again and again.

    Args:
        mats: how many mats it has; the war is played on the first.
    """

    def __init__(self, mats: int = 1) -> None:
        self.mats: Any = np.zeros(mats, Mat.dtype)
        self.octets, self.words = rows_as(self.mats, MatBytes), rows_as(self.mats, MatWords)
        self.dice = np.zeros(1, Dice.dtype)
        self.journal = np.zeros(1, Journal.dtype)
        self.mask: Any = np.zeros(ACTIONS, np.int8)
        self.limits = limits()

    @property
    def mat(self) -> Any:
        """The mat of the war last played."""
        return self.mats[0]

    def lay_out(self, war: WarKind, charts: LoadedCharts) -> Table:
        """Clear everything for a war; what lies on its table."""
        self.mats[...] = np.zeros(1, Mat.dtype)
        self.mask[:] = 0
        self.dice[0] = np.zeros(1, Dice.dtype)[0]
        self.dice["key_low"], self.dice["key_high"] = war.seed & WORD, war.seed >> 32
        self.journal["capacity"], self.journal["cursor"] = war.journal * JOURNAL_LENGTH, 0
        record: Any = charts.record
        return Table(self.dice[0], make_tape(TAPE_FORM, {}, charts)[0], record, self.journal[0])


def begin(war: WarKind, mat: Any, table: Table, people: Any = None) -> None:
    """Begin a war; ``people`` is the mat again where ``mat`` is behind guards."""
    lay_out(mat, table, war.scale, war.operation, -1, war.regular)
    if war.mixed:
        mix(mat if people is None else people, war.seed)


def mix(mat: Any, seed: int) -> None:
    """Give everybody a level and stress at random, as a setup may."""
    dice = np.random.default_rng(seed)
    for roster in (mat["pilots"], mat["gunners"]):
        ready = roster["duty"] == Duty.READY
        roster["level"][ready] = dice.integers(Quality.GREEN, Quality.HERO + 1, int(ready.sum()))
        roster["stress"][ready] = dice.integers(0, 6, int(ready.sum())) * dice.integers(0, 2, int(ready.sum()))


def kinds(policies: Sequence[int]) -> list[tuple[int, ...]]:
    """Every scale, operation, length and policy, with people as the charts have them and mixed."""
    return [
        (int(scale), int(operation), regular, policy, mixed)
        for regular, scale, operation, mixed, policy in itertools.product((1, 0), Scale, Operation, (0, 1), policies)
        if scale != Scale.CAMPAIGN or operation == Operation.BARBAROSSA
    ]


def wars(first: int, policies: Sequence[int], journals: bool) -> Iterator[WarKind]:
    """Wars without end, each with a seed of its own; with ``journals`` every other pair keeps one."""
    every = kinds(policies)
    for seed in itertools.count(first):
        scale, operation, regular, policy, mixed = every[seed * 7 % len(every)]
        yield WarKind(scale, operation, regular, policy, mixed, journals * (seed // 2 % 2), seed)
