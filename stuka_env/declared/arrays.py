"""The arrays of N wars of any game, made from the records of a game: one row for each war.

A game declares its records once, as a :class:`WarKinds`. :func:`make_arrays` makes the rest of them: the report of a
step, the mask, the ends of wars, and the named tuples of arrays that the kernels take.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.codes import Code
from stuka_env.declared.records import (
    ROWS,
    Record,
    Rows,
    float64,
    int8,
    int16,
    int32,
    int64,
    make_record,
    make_tuple,
    nested,
    record,
    rows,
    uint64,
)

ILLEGAL_LIMIT = 100
"""Number of illegal actions in a row that truncates an episode."""
SEED_WORD = (1 << 32) - 1
"""Largest half of a seed."""
LAST_EPISODE = 1 << 62


@record
class StepSettings(Record):
    """The settings that apply to every step of an engine."""

    penalty: float = float64("reward that an illegal action costs")
    autoreset: int = int64(meaning="NEXT_STEP, SAME_STEP or DISABLED of stuka_env.engine.kernels")


@record
class ChartsDraw(Record):
    """The draw of the charts of each war: one of ``sets`` rows of charts, from ``first`` on."""

    seed_low: int = int64(meaning="the charts' seed, low 32 bits")
    seed_high: int = int64(meaning="its high 32 bits")
    first: int = int64(meaning="row of the first set")
    sets: int = int64(meaning="number of sets; 1: the charts are not drawn")


@dataclass(frozen=True, kw_only=True, eq=False)
class WarKinds:
    """The records and named tuples of a game that the arrays of its wars are made from."""

    writer: Any
    """The writing of observations (:class:`stuka_env.compiling.observation_writing.Writer`), which knows the mat.
    ``cursor.decision`` of the mat is the open decision."""
    dice: type[Record]
    tape: type[Record]
    charts: type[Record]
    journal: type[Record]
    ledger: type[Record]
    """Payments: the reward of the last step and its ``parts``, then what has been paid."""
    result: type[Record]
    """The end of an episode."""
    line: type[Record]
    """A line of the log sheet."""
    most_lines: int
    decisions: type[Code]
    actions: int
    plan: type[Record]
    """The war that is played, in codes."""
    also_stored: Mapping[str, type[Record]] = field(default_factory=dict)
    """Arrays beside the mats that a step changes, by name."""
    bank: Callable[[], NDArray[Any]] | None = None
    """Return the sets of charts that wars can draw, a row each; None in a game whose wars all have the same charts."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Arrays:
    """The records and named tuples that follow from those of a game (:mod:`stuka_env.engine.game_parts`)."""

    kinds: WarKinds
    report: type[Record]
    common: type[Record]
    ended: type[Record]
    mask: type[Record]
    final: type[Record]
    stored: Mapping[str, type[Record]]
    """The arrays that one step can change, by their names in ``wars``."""
    wars: Any
    war_row: Any
    snapshot: Any
    outputs: Any
    finals: Any

    @property
    def shown(self) -> tuple[type[Record], ...]:
        """The records of the player's view, in the order of ``outputs``."""
        return self.kinds.writer.flat, self.kinds.writer.compact, self.mask, self.report

    def empty_snapshot(self) -> Any:
        """Return a snapshot of one war with all arrays zero."""
        return self.snapshot(*[rows(1, kind) for kind in self.stored.values()])

    def chart_rows(self, spec: Any) -> NDArray[Any]:
        """Return the charts that wars of a specification can have, one row for each set."""
        if spec.random and self.kinds.bank is not None:
            return self.kinds.bank()
        return np.array([spec.charts.record], self.kinds.charts.dtype)

    def new_wars(
        self,
        store: Any,
        spec: Any,
        settings: Rows[StepSettings],
        *,
        journal: bool,
        chances: bool,
        details: str | None,
    ) -> Any:
        """Return the arrays of N wars around those of ``store``.

        Args:
            store: the arrays that a step can change.
            spec: the war that is played.
            settings: the settings of the engine.
            journal: whether there is a journal.
            chances: whether chance events are kept.
            details: the game's own setting of the observation.

        Raises:
            ValueError: chance events are wanted of a game that keeps none.
        """
        kinds, num_envs = self.kinds, len(store.mats)
        journals = rows(num_envs if chances else 1, kinds.journal)
        journals["capacity"] = journal
        if "chances" in (kinds.journal.dtype.names or ()):
            journals["chances"]["capacity"] = chances
        elif chances:
            raise ValueError("chances: got True, allowed is False: this game keeps no chance events")
        common = rows(1, self.common)
        parts = {"plan": spec.plan(), "settings": settings, "scales": kinds.writer.new_scales(details)}
        if kinds.bank is not None:
            parts["draw"] = spec.charts_draw()
        for name, part in parts.items():
            common[name] = part
        return self.wars(
            **store._asdict(),
            **kinds.writer.new_scratch(num_envs),
            charts=self.chart_rows(spec),
            journals=journals,
            ended=rows(num_envs, self.ended),
            common=common,
        )


def make_arrays(kinds: WarKinds, module: str) -> Arrays:
    """Return the records and named tuples that follow from those of a game.

    Args:
        kinds: the records of the game.
        module: the module that gets the named tuples, for pickling: the module of steps of the game.
    """
    report, mask = _report_of(kinds), make_record("MaskRow", legal=int8(0, 1, shape=(kinds.actions,)))
    draw = {} if kinds.bank is None else {"draw": nested(ChartsDraw)}
    writer = kinds.writer
    mat, settings, scales = writer.seen.mat, nested(StepSettings), nested(writer.scales)
    common = make_record("Common", plan=nested(kinds.plan), **draw, settings=settings, scales=scales)
    ended = make_record("EndedLines", lines=nested(kinds.line, (kinds.most_lines,)))
    final = make_record(
        "FinalRow",
        observation=nested(writer.flat), compact=nested(writer.compact), mask=nested(mask), report=nested(report),
    )  # fmt: skip
    stored = {"mats": mat, **kinds.also_stored, "dice": kinds.dice, "tapes": kinds.tape}
    stored |= {"reports": report, "masks": mask}
    beside = {"charts": kinds.charts, "journals": kinds.journal, "ended": ended, "common": common}
    shown = {"observations": writer.flat, "compacts": writer.compact, "masks": mask, "reports": report}
    row = {"mat": mat, "seen": writer.view, "table": writer.table, "mask": mask, "report": report, "ended": ended}
    return Arrays(
        kinds=kinds,
        report=report,
        common=common,
        ended=ended,
        mask=mask,
        final=final,
        stored=stored,
        wars=_arrays("Wars", module, {**stored, **writer.seen.scratch, **beside}),
        war_row=make_tuple("WarRow", module, row),
        snapshot=_arrays("Snapshot", module, stored),
        outputs=_arrays("OutputBuffers", module, shown),
        finals=_arrays("FinalBuffers", module, {"wars": final, "ended": ended}),
    )


def _report_of(kinds: WarKinds) -> type[Record]:
    """Return the record of the report of a step, which also has the values that the next report needs."""
    most = kinds.most_lines
    fields = {
        "ledger": nested(kinds.ledger),
        "war_seed": uint64(),
        "base_low": int64(0, SEED_WORD, "the seed given to reset(), low 32 bits"),
        "base_high": int64(0, SEED_WORD, "its high 32 bits"),
        "episode": int64(0, LAST_EPISODE, "episodes since that seed"),
        "streak": int32(0, ILLEGAL_LIMIT, "illegal actions in a row"),
        "line_index": int32(0, most, "line of the log sheet, from 0"),
        "lines_ended": int32(0, most, "lines of the log sheet that ended in this step"),
        "result": nested(kinds.result),
        "decision": int8(0, max(kinds.decisions), "codes.Decision"),
        "terminated": int8(0, 1),
        "truncated": int8(0, 1),
        "illegal": int8(0, 1),
        "over": int8(0, 1, "the episode has ended and the next has not begun"),
        "pending": int8(0, 1, "the mat is laid out, nothing has been played"),
    }
    if kinds.bank is not None:
        fields["charts"] = int16(0, meaning="row of the charts in force")
    return make_record("StepReport", **fields)


def _arrays(name: str, module: str, kinds: Mapping[str, type[Record]]) -> Any:
    """Return a named tuple of arrays of records."""
    return make_tuple(name, module, {own: ROWS[kind] for own, kind in kinds.items()})
