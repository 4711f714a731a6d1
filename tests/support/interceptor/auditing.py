"""Random episodes of the second game, checked at every decision: which there are, who plays them, the arrays.

Play and checks are compiled. Plain Python adds the log sheet up again at the end of every episode.
"""

import itertools
import os
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from stuka_env.declared.records import Rows, rows
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import ACTIONS, MONTHS, NOBODY, Act, Line, Over, Scale
from stuka_env.games.interceptor.engine import (
    ObservationRow,
    Scales,
    Views,
    advance,
    apply_action,
    new_scales,
    view_of,
    views_of,
    write_observation,
)
from stuka_env.games.interceptor.observation import DISCARDS
from stuka_env.games.interceptor.rules import start
from stuka_env.games.interceptor.rules.ledger import (
    A_BOMBER,
    A_LEVEL,
    Ledger,
    Result,
    open_ledger,
    pay,
    write_result,
)
from stuka_env.games.interceptor.rules.mat import Log, LogLine, Mat, Plan
from stuka_env.games.interceptor.rules.table import Dice, Journal, JournalLine, Mask, Table, Tape
from tests.support.interceptor.invariants import (
    Bounds,
    Violation,
    bounds,
    check_decision,
    check_mat,
    check_ranges,
    check_seen,
)
from tests.support.mirror import Packer, mirror
from tests.support.payments import payment_functions
from tests.support.places import ROOT

clear_payment, _ = payment_functions("interceptor")

ANY, FLYER, HALF_AND_HALF = range(3)
"""Players: any legal action; one that flies and attacks wherever he can; one that does so seven times in eight."""
NOW, BEFORE, SPARE = range(3)
"""Places of the mat as it is, as it was at the previous decision, and of a copy that is written."""
NO_END = 1 << 40
BATCH = 512
"""Episodes that are played in one call."""
LONGEST = 4096
"""Most decisions of an episode."""
MOST_ENTRIES = 1 << 17
"""Most entries of an episode's journal."""
EXACT = 1e-9
WORD = 0xFFFFFFFF
TIMID = np.zeros(ACTIONS, np.int8)
"""Actions that avoid play: staying, going home, letting go, breaking off, jumping."""
TIMID[[Act.STAY, Act.LEAVE, Act.LET_GO, Act.BREAK_OFF, Act.BAIL_OUT, Act.HOME, Act.SLIP, Act.DISENGAGE]] = 1
NO_OPTIONS, ALL_OPTIONS, LEVEL_REWARD = range(3)
"""Settings: as they are by default; with the optional rules; with the reward of the level."""
EVERY = tuple(itertools.product(Scale, (NO_OPTIONS, ALL_OPTIONS, LEVEL_REWARD), (ANY, FLYER, HALF_AND_HALF)))
"""Kinds of episode, settings and players."""


class Episode(NamedTuple):
    """An episode that is played at random; its name repeats it."""

    scale: int
    settings: int
    player: int
    month: int
    track: int
    discards: int
    seed: int

    def name(self) -> str:
        """Return the episode as the argument of ``--war``."""
        return ",".join(str(number) for number in self)


def read_episode(text: str) -> Episode:
    """Return an episode from its name.

    Raises:
        ValueError: the text is not such a name.
    """
    try:
        return Episode(*[int(number) for number in text.split(",")])
    except (TypeError, ValueError):
        raise ValueError(f"{text!r}: seven numbers with commas, as a violation prints them") from None


def episodes(first: int) -> Iterator[Episode]:
    """Yield episodes without end, each with a seed of its own, from ``first`` on."""
    for seed in itertools.count(first):
        scale, settings, player = EVERY[seed * 7 % len(EVERY)]
        settings = NO_OPTIONS if scale == Scale.SORTIE and settings == LEVEL_REWARD else settings
        drawn = NOBODY if scale != Scale.CAREER else 0
        month = seed // len(EVERY) % MONTHS if seed % 2 else drawn
        yield Episode(int(scale), settings, player, month, seed // 3 % 3 - 1, seed // 5 % len(DISCARDS), seed)


class Kept(NamedTuple):
    """The states of an episode at its decisions, with a row for each."""

    mats: Rows[Mat]
    masks: Annotated[NDArray[np.int8], 2]
    rewards: NDArray[np.float64]
    entries: Rows[JournalLine]
    """Entries of the journal, all decisions one after another."""


class Arena(NamedTuple):
    """The arrays on which one episode after another is played."""

    views: Views
    bounds: Bounds
    scales: Rows[Scales]
    seen: Rows[ObservationRow]
    masks: Annotated[NDArray[np.int8], 2]
    ledgers: Rows[Ledger]
    tapes: Rows[Tape]
    charts: Rows[Charts]
    journals: Rows[Journal]
    kept: Kept
    """Without rows if nothing is kept."""


class Batch(NamedTuple):
    """Episodes and what came of them, with a row for each."""

    plans: Rows[Plan]
    players: Annotated[NDArray[np.int64], 2]
    """Kind of the player, setting of the discards, key of its dice."""
    dice: Rows[Dice]
    logs: Rows[Log]
    results: Rows[Result]
    outcomes: Annotated[NDArray[np.int64], 2]
    """Decisions, violation, entries of the journal that were kept."""
    rewards: NDArray[np.float64]


@compiled
def choose(mask: Mask, kind: int, number: int, key: int) -> int:
    """Return a random legal action; a flyer takes a timid one only where there is no other."""
    words = philox(number, kind, 0, 0, key, 1)
    legal, bold = 0, 0
    for action in range(ACTIONS):
        legal += int(mask[action])
        bold += int(mask[action]) * int(1 - TIMID[action])
    flies = bold > 0 and (kind == FLYER or (kind == HALF_AND_HALF and words[1] % 8 != 0))
    wanted = face(words[0], bold if flies else legal)
    for action in range(ACTIONS):
        if mask[action] and not (flies and TIMID[action]):
            wanted -= 1
            if wanted == 0:
                return action
    return -1


@compiled
def check(arena: Arena, table: Table, discards: int) -> int:
    """Check the mat as it is against the mat at the previous decision, and what is seen of it."""
    views = arena.views
    mats = views.mats
    violation = check_ranges(view_of(views, NOW, 0).octets, arena.bounds)
    if not violation:
        violation = check_decision(mats[NOW], table, arena.masks[NOW], arena.masks[BEFORE])
    if not violation:
        mats[SPARE] = mats[NOW]
        violation = check_mat(mats[NOW], mats[BEFORE], mats[SPARE], table)
    if not violation:
        write_observation(view_of(views, NOW, 0), table, arena.scales[discards], arena.seen[discards])
        violation = check_seen(arena.seen[discards], arena.bounds)
    return violation


@compiled
def lay_out(arena: Arena, batch: Batch, place: int) -> None:
    """Lay out the episode at a place of a batch."""
    octets = view_of(arena.views, NOW, 0).octets.octets
    for index in range(len(octets)):
        octets[index] = 0
    mat = arena.views.mats[NOW]
    mat.settings = batch.plans[place]
    table = Table(batch.dice[place], arena.tapes[0], arena.charts[0], arena.journals[0], batch.logs[place])
    start.lay_out(mat, table)
    open_ledger(mat, table, arena.ledgers[0])


@compiled
def keep(arena: Arena, place: int, entries: int) -> int:
    """Keep the state of a decision, and the journal after ``entries`` entries; return the number of entries."""
    kept, journal = arena.kept, arena.journals[0]
    kept.mats[place] = arena.views.mats[NOW]
    kept.rewards[place] = arena.ledgers[0].reward
    for action in range(ACTIONS):
        kept.masks[place, action] = arena.masks[NOW, action]
    count = min(int(journal.cursor), len(kept.entries) - entries)
    for index in range(count):
        kept.entries[entries + index] = journal.entries[index]
    journal.cursor = 0
    return entries + count


@compiled
def play_and_check(arena: Arena, batch: Batch, place: int, most: int) -> None:
    """Play the episode at a place of a batch to its end, its first violation, or ``most`` decisions."""
    keeps = len(arena.kept.mats) > 0
    arena.journals[0].capacity = int(keeps)
    arena.journals[0].cursor = 0
    lay_out(arena, batch, place)
    mats, ledger = arena.views.mats, arena.ledgers[0]
    mat = mats[NOW]
    table = Table(batch.dice[place], arena.tapes[0], arena.charts[0], arena.journals[0], batch.logs[place])
    kind, discards, key = batch.players[place, 0], batch.players[place, 1], batch.players[place, 2]
    decisions, violation, entries = 0, 0, 0
    mats[BEFORE] = mats[NOW]
    while True:
        advance(mat, table, arena.masks[NOW])
        clear_payment(ledger)
        pay(mat, table, ledger)
        batch.rewards[place] += ledger.reward
        if keeps:
            entries = keep(arena, decisions, entries)
        violation = check(arena, table, discards)
        if violation or mat.career.over or decisions == most:
            break
        mats[BEFORE] = mats[NOW]
        decisions += 1
        apply_action(mat, table, choose(arena.masks[NOW], kind, decisions, key))
    write_result(mat, table, batch.results[place])
    batch.outcomes[place, 0] = decisions
    batch.outcomes[place, 1] = violation
    batch.outcomes[place, 2] = entries


@compiled
def play_all(arena: Arena, batch: Batch, most: int) -> None:
    """Play all episodes of a batch, each at most so many decisions far."""
    for place in range(len(batch.plans)):
        play_and_check(arena, batch, place, most)


def new_kept(states: int, entries: int) -> Kept:
    """Return room for so many states and entries of a journal."""
    return Kept(rows(states, Mat), np.zeros((states, ACTIONS), np.int8), np.zeros(states), rows(entries, JournalLine))


def new_batch(chosen: Sequence[Episode]) -> Batch:
    """Return the arrays of some episodes, nothing played."""
    count = len(chosen)
    columns = dict(zip(Episode._fields, np.array(chosen, np.int64).T, strict=True))
    batch = Batch(
        rows(count, Plan),
        np.stack([columns["player"], columns["discards"], columns["seed"] & WORD], axis=1),
        rows(count, Dice),
        rows(count, Log),
        rows(count, Result),
        np.zeros((count, 3), np.int64),
        np.zeros(count),
    )
    for name in ("scale", "month", "track"):
        batch.plans[name] = columns[name]
    for name in ("fatigue", "enemy_quality", "advanced_maneuvers"):
        batch.plans[name] = columns["settings"] == ALL_OPTIONS
    batch.plans["level_reward"] = columns["settings"] == LEVEL_REWARD
    batch.dice["key_low"], batch.dice["key_high"] = columns["seed"] & WORD, columns["seed"] >> 32
    return batch


class Auditor:
    """Plays episodes under our charts, each decision checked.

    Args:
        kept: room for the states of one episode; None keeps none.
    """

    def __init__(self, kept: Kept | None = None) -> None:
        charts, scales = rows(1, Charts), rows(len(DISCARDS), Scales)
        charts[0] = load_charts().record
        for place, discards in enumerate(DISCARDS):
            scales[place] = new_scales(discards)[0]
        seen, masks = rows(len(DISCARDS), ObservationRow), np.zeros((2, ACTIONS), np.int8)
        beside = rows(1, Ledger), rows(1, Tape), charts, rows(1, Journal)
        room = new_kept(0, 0) if kept is None else kept
        self.arena = Arena(views_of(rows(3, Mat)), bounds(), scales, seen, masks, *beside, room)
        self.batch: Batch

    def play(self, chosen: Sequence[Episode], most: int = NO_END) -> Batch:
        """Play episodes from their beginning, ``most`` decisions far."""
        self.batch = batch = new_batch(chosen)
        play_all(self.arena, batch, most)
        return batch

    def table(self, place: int = 0) -> Table:
        """Return the table of an episode of the last batch."""
        arena, batch = self.arena, self.batch
        parts: Any = (batch.dice[place], arena.tapes[0], arena.charts[0], arena.journals[0], batch.logs[place])
        return Table(*parts)


def first_error(batch: Batch) -> tuple[int, str]:
    """Return the place of the first faulty episode of a batch with its fault; -1 if all is well."""
    faults: list[tuple[int, str]] = []
    for place in np.flatnonzero(batch.outcomes[:, 1])[:1].tolist():
        faults.append((place, Violation(int(batch.outcomes[place, 1])).in_words()))
    for fault, wrong in sheet_errors(batch):
        faults += [(place, fault) for place in np.flatnonzero(wrong)[:1].tolist()]
    return min(faults, key=lambda fault: fault[0], default=(-1, ""))


def sheet_errors(batch: Batch) -> Iterator[tuple[str, Any]]:
    """Yield the faults that the log sheets and results of a batch can have, and which episodes have them."""
    lines, results = np.asarray(batch.logs["lines"]), np.asarray(batch.results)
    used = np.arange(lines.shape[1]) < results["lines"][:, None]
    for field in LogLine.FIELDS:
        wrong = (lines[field.name] < field.low) | (lines[field.name] > field.high) | (~used & (lines[field.name] != 0))
        yield f"log sheet: {field.name} is out of its range, or filled in a line that is not used", wrong.any(axis=1)
    yield "log sheet: a line that is used is empty", (used & (lines["status"] == 0)).any(axis=1)
    flown = lines["status"] == Line.FLOWN
    yield "flown: not as on the log sheet", flown.sum(axis=1) != results["flown"]
    for name in ("bombers", "fighters"):
        yield f"{name}: not as on the log sheet", (lines[name] * flown).sum(axis=1) != results[name]
    yield "awards: not as on the log sheet", np.bitwise_or.reduce(lines["awards"], axis=1) != results["awards"]
    dead = (batch.plans["scale"] == Scale.SORTIE) & (results["over"] != Over.SORTIE_DONE)
    due = np.where(batch.plans["level_reward"], A_LEVEL * results["level"], A_BOMBER * results["bombers"] * ~dead)
    yield "the rewards do not add up to the result", abs(batch.rewards - due) > EXACT


class Audited(NamedTuple):
    """Result of an audit: number of decisions and episodes, and the first error with its episode."""

    decisions: int
    wars: int
    error: str = ""
    war: Episode | None = None


def audit_one(episode: Episode) -> Audited:
    """Play one episode."""
    batch = Auditor().play([episode])
    place, error = first_error(batch)
    return Audited(int(batch.outcomes[0, 0]), 1, error, episode if place == 0 else None)


def audit(decisions: int, first: int = 0, progress: Callable[[int, int], None] | None = None) -> Audited:
    """Play at least so many decisions, episodes by seeds from ``first``; ``progress`` gets decisions and episodes."""
    auditor, source = Auditor(), episodes(first)
    done = number = 0
    while done < decisions:
        chosen = list(itertools.islice(source, BATCH))
        batch = auditor.play(chosen)
        place, error = first_error(batch)
        if error:
            return Audited(done + int(batch.outcomes[: place + 1, 0].sum()), number + place + 1, error, chosen[place])
        done, number = done + int(batch.outcomes[:, 0].sum()), number + len(chosen)
        if progress:
            progress(done, number)
    return Audited(done, number)


# --- compiled rules against plain Python ---


class Sum(NamedTuple):
    """An episode that was played: its decisions, and a checksum of every state and journal on the way."""

    decisions: int
    checksum: int


class CompiledWalker:
    """Plays episodes with the compiled rules."""

    def __init__(self) -> None:
        self.auditor = Auditor(new_kept(LONGEST, MOST_ENTRIES))

    def walk(self, episode: Episode) -> Sum:
        """Play an episode to its end."""
        batch, kept = self.auditor.play([episode], LONGEST - 1), self.auditor.arena.kept
        decisions, violation, entries = batch.outcomes[0].tolist()
        assert not violation and batch.results["over"][0], episode
        states, checksum = decisions + 1, 0
        parts = kept.mats[:states], kept.masks[:states], kept.rewards[:states], kept.entries[:entries]
        for array in (*parts, batch.logs, batch.dice, batch.results):
            checksum = zlib.crc32(array.tobytes(), checksum)
        return Sum(decisions, checksum)


class PlainWalker:
    """Plays episodes with the rules in plain Python, on mirrors of the records."""

    def __init__(self) -> None:
        self.beside = mirror(Tape), mirror(Charts, load_charts().record), mirror(Journal)
        self.mat, self.log, self.dice, self.result = (Packer(kind) for kind in (Mat, Log, Dice, Result))
        self.entry = Packer(JournalLine)

    def walk(self, episode: Episode) -> Sum:
        """Play an episode to its end."""
        batch = new_batch([episode])
        mat, ledger, result, log = mirror(Mat), mirror(Ledger), mirror(Result), mirror(Log)
        dice = mirror(Dice, batch.dice[0])
        table, journal = Table(dice, *self.beside, log), self.beside[2]
        journal.cursor = 0
        journal.capacity = 1
        mat.settings = batch.plans[0]
        start.lay_out(mat, table)
        open_ledger(mat, table, ledger)
        mats, masks, entries, rewards = bytearray(), bytearray(), bytearray(), []
        mask: Any = [0] * ACTIONS
        while True:
            advance(mat, table, mask)
            clear_payment(ledger)
            pay(mat, table, ledger)
            mats += self.mat(mat)
            masks += bytes(mask)
            entries += b"".join(self.entry(entry) for entry in journal.entries[: journal.cursor])
            journal.cursor = 0
            rewards.append(float(ledger.reward))
            if mat.career.over:
                break
            apply_action(mat, table, choose(mask, episode.player, len(rewards), episode.seed & WORD))
        write_result(mat, table, result)
        checksum = 0
        end = self.log(log), self.dice(dice), self.result(result)
        for octets in (mats, masks, np.array(rewards).tobytes(), entries, *end):
            checksum = zlib.crc32(octets, checksum)
        return Sum(len(rewards) - 1, checksum)


def walks(decisions: int, first: int = 0) -> Iterator[tuple[Episode, Sum]]:
    """Yield episodes by seeds from ``first`` with their sums, until they have so many decisions."""
    walker: CompiledWalker | PlainWalker = PlainWalker() if numba.config.DISABLE_JIT else CompiledWalker()
    done = 0
    for episode in episodes(first):
        if done >= decisions:
            return
        walked = walker.walk(episode)
        done += walked.decisions
        yield episode, walked


def print_walks(decisions: int, first: int) -> None:
    """Print a line for each episode of :func:`walks`: the other process reads them."""
    for _, walked in walks(decisions, first):
        print(*walked, flush=True)


def compare_with_plain(decisions: int, first: int = 0, progress: Callable[[int, int], None] | None = None) -> Audited:
    """Play at least so many decisions compiled and in a process of plain Python, and compare every state on the way."""
    words = [
        sys.executable,
        "-W",
        "error",
        "-c",
        f"from {__name__} import print_walks; print_walks({decisions}, {first})",
    ]
    plain = subprocess.Popen(
        words, cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, stdout=subprocess.PIPE, text=True
    )
    done = number = 0
    with plain:
        assert plain.stdout is not None
        for number, (episode, walked) in enumerate(walks(decisions, first), 1):
            line = plain.stdout.readline()
            done += walked.decisions
            if line.split() != [str(value) for value in walked]:
                plain.kill()
                return Audited(done, number, f"plain Python: {line.strip() or 'no answer'}, compiled {walked}", episode)
            if progress:
                progress(done, number)
    return Audited(done, number)
