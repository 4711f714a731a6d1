"""Random play under any charts, with a look at the mat after each decision; compiled, or as plain Python.

The rules are those of the environments. What is checked holds under every set of charts, unlike what
:mod:`tools.audit` checks under ours: ranges, a choice to make, and no index out of bounds (:mod:`tools.fuzzing.guard`).
"""

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from stuka_env.charts import LoadedCharts
from stuka_env.codes import ACTIONS, Act, Decision, Duty, Effect, Entry, Fault, Operation, Quality, Scale
from stuka_env.compilation import kernel
from stuka_env.observation import HIGH as SEEN_HIGH
from stuka_env.observation import LENGTH, offset
from stuka_env.observation import LOW as SEEN_LOW
from stuka_env.observe import SCALES, scales_dtype, views, write_observation
from stuka_env.rules.dice import face, philox
from stuka_env.rules.dice_records import JOURNAL_LENGTH, dice_dtype, journal_dtype
from stuka_env.rules.kernel import TABLE_TYPE, Mask, Table
from stuka_env.rules.mat import LOG_FIELDS, Field, Mat, mat_dtype
from stuka_env.rules.orders import apply_action
from stuka_env.rules.sequence import advance, begin_war
from stuka_env.state import BLOCKS
from stuka_env.tape import make_tape
from tools.fuzzing.guard import GuardedArray, guarded

ANY, FLYER = 0, 1
"""Policies: any legal action, or one that flies: no No-Fly, no abort, nobody sent home while there is another."""
WORD = 0xFFFFFFFF
SIGHTS = 50
"""In plain Python the observation of every so many decisions is made."""
LONGEST = 20_000
"""Decisions after which a war should have ended long ago; a Regular campaign takes some 3,000."""
PLAYED, RANGE, MASK, UNDECIDED, DICE, SEEN, ENDLESS = range(7)
TROUBLE = {
    MASK: "fewer than two legal actions, or a mask of other numbers than 0 and 1",
    UNDECIDED: "no decision is open, or the war is over and is not",
    DICE: "the dice or the journal are at fault",
    SEEN: "the observation leaves its space",
    ENDLESS: f"the war goes on after {LONGEST:,} decisions",
}
FIELDS: dict[str, tuple[Field, ...]] = {**BLOCKS, "log": LOG_FIELDS}
"""The fields of the mat, block by block, with the log sheet."""


# --- the published ranges, laid out as the mat is ---


class Limits(NamedTuple):
    """Smallest and largest value of every 8-bit and every 16-bit number of the mat, and where those stand."""

    bytes_low: NDArray[np.int8]
    bytes_high: NDArray[np.int8]
    words_at: NDArray[np.int64]
    words_low: NDArray[np.int16]
    words_high: NDArray[np.int16]
    seen_low: NDArray[np.float32]
    seen_high: NDArray[np.float32]


def places(block: str, field: Field) -> NDArray[np.int64]:
    """Byte offsets of all numbers of a field in the mat."""
    part = mat_dtype[block]
    start = offset(mat_dtype, block) + offset(part.base, field.name)
    size = np.dtype(field.format).itemsize
    records = np.arange(int(np.prod(part.shape, dtype=int))) * part.base.itemsize
    return start + np.add.outer(records, size * np.arange(int(np.prod(field.shape, dtype=int)))).ravel()


def limits() -> Limits:
    """The ranges of :mod:`stuka_env.rules.mat`; bytes that no field of 8 bits fills may hold anything."""
    low, high = np.full(mat_dtype.itemsize, -128, np.int8), np.full(mat_dtype.itemsize, 127, np.int8)
    words: list[tuple[int, int, int]] = []
    for block, fields in FIELDS.items():
        for field in fields:
            at = places(block, field)
            if field.format == "i1":
                low[at], high[at] = field.low, field.high
            else:
                words += [(int(place) // 2, field.low, field.high) for place in at]
    at, words_low, words_high = (np.array(column) for column in zip(*words, strict=True))
    return Limits(
        low, high, at.astype(np.int64), words_low.astype(np.int16), words_high.astype(np.int16), SEEN_LOW, SEEN_HIGH
    )


def outside(mat: Any) -> str:
    """The first field of a mat that is out of its range, with its value; nothing if there is none."""
    for block, fields in FIELDS.items():
        for field in fields:
            values = np.asarray(mat[block][field.name])
            wrong = values[(values < field.low) | (values > field.high)]
            if wrong.size:
                return f"{block}.{field.name} is {int(wrong.flat[0])}, its range {field.low} to {field.high}"
    return ""


# --- what has occurred ---


class Tally(NamedTuple):
    """How often each code occurred."""

    decisions: NDArray[np.int64]
    """By :class:`stuka_env.codes.Decision`: what the player was asked."""
    effects: NDArray[np.int64]
    """By :class:`stuka_env.codes.Effect`: cards drawn, in wars with a journal."""
    entries: NDArray[np.int64]
    """By :class:`stuka_env.codes.Entry`: kinds of journal entries, in wars with a journal."""


def new_tally() -> Tally:
    """Nothing has occurred."""
    return Tally(*[np.zeros(len(codes), np.int64) for codes in (Decision, Effect, Entry)])


# --- playing ---

_INT, _BYTES, _WORDS = types.int64, types.Array(types.int8, 1, "C"), types.Array(types.int16, 1, "C")
_COUNTS, _FLOATS = types.Array(types.int64, 1, "C"), types.Array(types.float32, 1, "C")
_BOUNDS = types.Array(types.float32, 1, "C", readonly=True)
_MAT = numba.from_dtype(mat_dtype)
_LIMITS = types.BaseTuple.from_types((_BYTES, _BYTES, _COUNTS, _WORDS, _WORDS, _BOUNDS, _BOUNDS), Limits)
_TALLY = types.BaseTuple.from_types((_COUNTS, _COUNTS, _COUNTS), Tally)


@kernel(types.boolean(_INT))
def timid(action: int) -> bool:
    """Whether an action keeps aircraft from the target: No-Fly, abort, sending one home."""
    return action == Act.NO_FLY or Act.ABORT <= action < Act.RELIEVE


@kernel(_INT(_BYTES, _INT, _INT, _INT, _INT))
def choose(mask: NDArray[np.int8], policy: int, number: int, low: int, high: int) -> int:
    """A legal action at random; a flyer takes a timid one only where there is no other."""
    bold = 0
    legal = 0
    for action in range(ACTIONS):
        if mask[action]:
            legal += 1
            bold += not timid(action)
    flies = policy == FLYER and bold > 0
    wanted = face(philox(number, policy, 0, 0, low, high)[0], bold if flies else legal)
    for action in range(ACTIONS):
        if mask[action] and not (flies and timid(action)):
            wanted -= 1
            if wanted == 0:
                return action
    return -1


@kernel(_INT(_BYTES, _WORDS, _LIMITS))
def check_ranges(octets: NDArray[np.int8], words: NDArray[np.int16], limits: Limits) -> int:
    """Every number of the mat within its published range."""
    wrong = 0
    for index in range(len(limits.bytes_low)):
        wrong += (octets[index] < limits.bytes_low[index]) | (octets[index] > limits.bytes_high[index])
    for index in range(len(limits.words_at)):
        word = words[limits.words_at[index]]
        wrong += (word < limits.words_low[index]) | (word > limits.words_high[index])
    return RANGE if wrong else PLAYED


@kernel(_INT(_MAT, TABLE_TYPE, _BYTES))
def check_decision(mat: Mat, table: Table, mask: NDArray[np.int8]) -> int:
    """A decision with a choice is open, or the war is over; nothing is wrong with the dice."""
    if table.dice.fault != Fault.NONE:
        return DICE
    if mat.mission.decision == Decision.NONE or (mat.mission.decision == Decision.OVER) != (mat.track.over == 1):
        return UNDECIDED
    legal = 0
    for action in range(ACTIONS):
        if mask[action] < 0 or mask[action] > 1:
            return MASK
        legal += int(mask[action])  # an int8 in plain Python
    if legal < 2 or (mat.track.over == 1 and legal != ACTIONS):
        return MASK
    return PLAYED


@kernel(_INT(_FLOATS, _LIMITS))
def check_seen(seen: NDArray[np.float32], limits: Limits) -> int:
    """The observation within its space."""
    inside = 0
    for index in range(len(seen)):
        inside += (seen[index] >= limits.seen_low[index]) & (seen[index] <= limits.seen_high[index])
    return PLAYED if inside == len(seen) else SEEN


@kernel(types.void(_MAT, TABLE_TYPE, _TALLY))
def count(mat: Mat, table: Table, tally: Tally) -> None:
    """Count the decision and what the journal holds, and empty the journal."""
    tally.decisions[mat.mission.decision] += 1
    journal = table.journal
    for index in range(journal.cursor):
        entry = journal.entries[index]
        tally.entries[entry.kind] += 1
        if entry.kind == Entry.CARD:
            tally.effects[table.charts.event[entry.result]] += 1
    journal.cursor = 0


_ARENA = (
    *(
        types.Array(_MAT, 1, "C"),
        _BYTES,
        _WORDS,
        TABLE_TYPE,
        _BYTES,
        types.Array(numba.from_dtype(scales_dtype), 1, "C"),
    ),
    *(_FLOATS, _LIMITS, _TALLY, _COUNTS),
)


@kernel(_INT(*_ARENA, _INT, _INT, _INT))
def play_compiled(
    mats: NDArray[Any],
    octets: NDArray[np.int8],
    words: NDArray[np.int16],
    table: Table,
    mask: Mask,
    scales: NDArray[Any],
    seen: NDArray[np.float32],
    limits: Limits,
    tally: Tally,
    done: NDArray[np.int64],
    policy: int,
    low: int,
    high: int,
) -> int:
    """Play the war of ``mats[0]`` to its end; the first trouble. ``done`` is decisions so far, and the last action."""
    mat = mats[0]
    while True:
        advance(mat, table, mask)
        found = check_ranges(octets, words, limits)
        if found == PLAYED:
            found = check_decision(mat, table, mask)
        if found == PLAYED:
            write_observation(mat, octets, words, scales[0], seen)
            found = check_seen(seen, limits)
        if found != PLAYED:
            return found
        count(mat, table, tally)
        if mat.track.over == 1:
            return PLAYED
        if done[0] == LONGEST:
            return ENDLESS
        done[0] += 1
        action = choose(mask, policy, done[0], low, high)
        done[1] = action
        apply_action(mat, table, action)


class War(NamedTuple):
    """What a war is; its name repeats it."""

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


class Arena:
    """The arrays of one war, used again and again."""

    def __init__(self) -> None:
        self.mats = np.zeros(1, mat_dtype)
        self.octets, self.words = (rows[0] for rows in views(self.mats))
        self.dice = np.zeros(1, dice_dtype)
        self.journal = np.zeros(1, journal_dtype)
        self.mask: Any = np.zeros(ACTIONS, np.int8)
        self.seen = np.zeros(LENGTH, np.float32)
        self.limits = limits()
        self.tally = new_tally()
        self.done = np.zeros(2, np.int64)

    @property
    def mat(self) -> Any:
        """The mat of the war last played."""
        return self.mats[0]

    def forget(self) -> None:
        """Begin to count anew."""
        self.tally = new_tally()

    def lay_out(self, war: War, charts: LoadedCharts) -> Table:
        """Lay out a war; what lies on its table."""
        self.octets[:] = 0
        self.dice[0] = np.zeros(1, dice_dtype)[0]
        self.dice["key_low"], self.dice["key_high"] = war.seed & WORD, war.seed >> 32
        self.journal["capacity"], self.journal["cursor"] = war.journal * JOURNAL_LENGTH, 0
        self.mask[:] = 0
        self.done[:] = 0
        tape = make_tape({}, charts.card_ids)
        return Table(self.dice[0], tape[0], charts.record, self.journal[0])  # type: ignore[arg-type]

    def play(self, war: War, charts: LoadedCharts) -> str:
        """Play a war; what is wrong with it, or nothing. ``done[0]`` says how many decisions there were."""
        table = self.lay_out(war, charts)
        try:
            begin_war(self.mat, table, war.scale, war.operation, -1, war.regular)
            if war.mixed:
                mix(self.mat, war.seed)
            found = play_compiled(
                *(self.mats, self.octets, self.words, table, self.mask, SCALES, self.seen, self.limits, self.tally),
                *(self.done, war.policy, war.seed & WORD, 1),
            )
        except IndexError as error:
            return self.told(f"IndexError: {error}")
        return self.told(outside(self.mat) if found == RANGE else TROUBLE[found]) if found else ""

    def told(self, trouble: str) -> str:
        """A trouble, with where it was found."""
        decision = int(self.mat["mission"]["decision"])
        name = Decision(decision).name if decision in list(Decision) else str(decision)
        return f"{trouble} (after {self.done[0]} decisions, the last action {self.done[1]}; asked: {name})"


class PlainArena(Arena):
    """The same in plain Python, behind guards; for a process that runs under ``NUMBA_DISABLE_JIT=1``."""

    def play(self, war: War, charts: LoadedCharts) -> str:
        """Play a war; what is wrong with it, or nothing."""
        table = self.lay_out(war, charts)
        table = Table(*[guarded(part) for part in table])
        mask: Any = GuardedArray(self.mask)
        mat = guarded(self.mat)
        try:
            begin_war(mat, table, war.scale, war.operation, -1, war.regular)
            if war.mixed:
                mix(self.mat, war.seed)
            found = self.play_on(war, mat, table, mask)
        except (ArithmeticError, IndexError, ValueError, Warning) as error:
            frame = traceback_end(error)
            return self.told(f"{type(error).__name__}: {error} in {frame}")
        return self.told(found) if found else ""

    def play_on(self, war: War, mat: Any, table: Any, mask: Any) -> str:
        """Play the war to its end; the first trouble."""
        while True:
            advance(mat, table, mask)
            trouble = self.look(mat, table)
            if trouble:
                return trouble
            count(mat, table, self.tally)
            if mat.track.over == 1:
                return ""
            if self.done[0] == LONGEST:
                return TROUBLE[ENDLESS]
            self.done[0] += 1
            self.done[1] = choose(mask, war.policy, int(self.done[0]), war.seed & WORD, 1)
            apply_action(mat, table, int(self.done[1]))

    def look(self, mat: Any, table: Any) -> str:
        """What the compiled checks look at, the loops left to NumPy; now and then the observation, which takes long."""
        limits, words = self.limits, self.words[self.limits.words_at]
        wrong = ((self.octets < limits.bytes_low) | (self.octets > limits.bytes_high)).any()
        if wrong or ((words < limits.words_low) | (words > limits.words_high)).any():
            return outside(self.mat)
        trouble = check_decision(mat, table, self.mask)
        if trouble or self.done[0] % SIGHTS:
            return TROUBLE.get(trouble, "")
        write_observation(mat, self.octets, self.words, SCALES[0], self.seen)
        return TROUBLE.get(check_seen(self.seen, self.limits), "")


def traceback_end(error: BaseException) -> str:
    """The rule in which an exception was raised."""
    trace, where = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if "stuka_env" in code.co_filename:
            where = f"{code.co_name}, line {trace.tb_lineno} of {code.co_filename.rpartition('stuka_env/')[2]}"
        trace = trace.tb_next
    return where


def mix(mat: Any, seed: int) -> None:
    """Give everybody a level and stress at random, as a setup may."""
    dice = np.random.default_rng(seed)
    for roster in (mat["pilots"], mat["gunners"]):
        ready = roster["duty"] == Duty.READY
        roster["level"][ready] = dice.integers(Quality.GREEN, Quality.HERO + 1, int(ready.sum()))
        roster["stress"][ready] = dice.integers(0, 6, int(ready.sum())) * dice.integers(0, 2, int(ready.sum()))


def kinds() -> list[tuple[int, ...]]:
    """Every scale, operation, length and policy, with people as the charts have them and mixed."""
    return [
        (int(scale), int(operation), regular, policy, mixed)
        for regular, scale, operation, mixed, policy in itertools.product(
            (1, 0), Scale, Operation, (0, 1), (FLYER, ANY)
        )
        if scale != Scale.CAMPAIGN or operation == Operation.BARBAROSSA
    ]


def wars(first: int) -> Iterator[War]:
    """Wars without end, each with a seed of its own; half of them fly, and every other pair keeps a journal."""
    every = kinds()
    for seed in itertools.count(first):
        scale, operation, regular, policy, mixed = every[seed * 7 % len(every)]
        yield War(scale, operation, regular, policy, mixed, seed // 2 % 2, seed)
