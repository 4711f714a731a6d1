"""The war of a made game: its specification, the arguments that choose it, set-ups by hand, checks and positions.

The plan is a record of codes. Each of its fields is an argument of the environment: a word for a code, and words with
spaces between them for several codes.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from stuka_env.building.table import MADE_ROLLS, RollList
from stuka_env.charts.loader import LoadedCharts
from stuka_env.declared.arguments import WarArgument, read_codes, values_given
from stuka_env.declared.records import Field, Record, rows
from stuka_env.declared.values import need
from stuka_env.engine.binding import MOST_DICE
from stuka_env.io.arguments import argument_error
from stuka_env.io.quoting import printable
from stuka_env.position.blocks import MatValues


@dataclass(frozen=True)
class MadeSpec:
    """The war that is played, in codes."""

    game: str
    charts: LoadedCharts[None]
    """The list of the rolls, which is the same in all wars."""
    kind: type[Record]
    """The record of the plan."""
    values: tuple[int, ...]
    """Its numbers."""
    scale: ClassVar[int] = 0
    random: ClassVar[None] = None

    def codes(self) -> dict[str, int]:
        """Return the plain codes."""
        return dict(zip(code_names(self.kind), self.values, strict=True))

    def plan(self) -> Any:
        """Return the codes as an array of one record."""
        plan = rows(1, self.kind)
        plan.view(np.int8)[:] = self.values
        return plan

    def charts_digest(self) -> str:
        """Return the digest of the rolls."""
        return self.charts.sha256


def code_names(kind: type[Record]) -> Iterator[str]:
    """Yield a name for each number of a plan: "own_0" for the first of the field ``own``."""
    for field in kind.FIELDS:
        assert field.dtype == np.int8, f"{kind.__name__}.{field.name}: a plan has numbers of one byte"
        yield from _names_in(field)


def _names_in(field: Field) -> Iterator[str]:
    yield from (f"{field.name}_{place}" for place in range(field.shape[0])) if field.shape else (field.name,)


def plan_codes(kind: type[Record], plan: Any) -> dict[str, int]:
    """Return the plain codes of a plan."""
    return dict(zip(code_names(kind), np.array([plan]).view(np.int8).tolist(), strict=True))


def roll_list(charts: Any) -> LoadedCharts[None]:
    """Return the rolls of a game in the place of charts."""
    rolls = np.zeros(1, RollList.dtype)
    assert len(charts) <= MADE_ROLLS, f"got {len(charts)} rolls, allowed are {MADE_ROLLS}"
    for chart in charts:
        rolls["sides"][0, chart, : len(chart.dice)] = chart.dice
        assert len(chart.dice) <= MOST_DICE, f"{chart.name}: got {len(chart.dice)} dice, allowed are {MOST_DICE}"
    rolls.flags.writeable = False
    return LoadedCharts(rolls[0], hashlib.sha256(rolls.tobytes()).hexdigest(), None, None, {})


# --- arguments ---


def _argument(field: Field, usual: str, fewest: Mapping[str, int]) -> WarArgument:
    """Return the argument of a field of a plan: short words for one of several codes, names for a single code."""
    assert field.codes is not None, f"{field.name}: the field of a plan holds codes"
    words = field.codes.by_short() if field.shape else field.codes.numbers()
    named = ", ".join(word for word, code in words.items() if code or not field.shape)
    return WarArgument(
        field.name, f"{field.words}: {named} (default: {usual})", field.name.upper(), words=words, usual=usual,
        codes=tuple(_names_in(field)), fewest=fewest.get(field.name, 1),
    )  # fmt: skip


class PlanArguments:
    """The arguments of the environment of a game without chart files: the fields of its plan.

    Args:
        game: the name of the game.
        charts: its rolls.
        kind: the record of its plan.
        defaults: the default of each argument.
        fewest: the fewest words of arguments with several codes, where it is not 1.
    """

    def __init__(
        self,
        game: str,
        charts: LoadedCharts[None],
        kind: type[Record],
        defaults: Mapping[str, str],
        fewest: Mapping[str, int],
    ) -> None:
        self.game, self.charts, self.kind = game, charts, kind
        names = [field.name for field in kind.FIELDS]
        if set(defaults) != set(names):
            raise argument_error("arguments", list(defaults), f"a default of each field of Plan: {', '.join(names)}")
        self.arguments = tuple(_argument(field, defaults[field.name], fewest) for field in kind.FIELDS)

    def read(self, scale: int, *, charts: Any = None, **given: Any) -> MadeSpec:
        """Check the arguments of an environment.

        Raises:
            ValueError: one is not allowed; the message names it, its value and the allowed values.
        """
        self.charts_at(charts)
        return self.spec_of(read_codes(self.arguments, scale, given, self.charts), self.charts)

    def given_by(self, spec: MadeSpec) -> dict[str, Any]:
        """Return the arguments of the environment in which wars of a specification are played."""
        return values_given(self.arguments, spec.scale, spec.codes(), self.charts)

    def charts_at(self, place: Any) -> LoadedCharts[None]:
        """Return the rolls; the game has no other charts.

        Raises:
            ValueError: others are wanted.
        """
        if isinstance(place, str | os.PathLike):
            raise ValueError(f"charts: {printable(os.fspath(place))}: the game {self.game} has no chart files")
        if place is not None:
            raise argument_error("charts", place, "None: this game has no chart files")
        return self.charts

    def spec_of(self, codes: Mapping[str, int], charts: Any) -> MadeSpec:
        """Return the specification of a war with these codes."""
        return MadeSpec(self.game, charts, self.kind, tuple(codes.values()))


# --- checks ---


class MatChecks:
    """The checks of mats of a made game.

    Args:
        mat: the record of the mat.
        plan: its block with the plan.
        standing: its block with the score so far.
        over: the decision of a war that is over.
        check: the game's own check of a mat.
    """

    def __init__(
        self, mat: type[Record], plan: str, standing: str, over: int, check: Callable[[MatValues], None] | None
    ) -> None:
        self._mat, self._plan, self._standing, self._over, self._check = mat, plan, standing, over, check

    def check_laid_out(self, spec: MadeSpec, charts: Any, snapshot: Any) -> None:
        """Check the mat of a war that has been laid out by hand and not yet played.

        Raises:
            ConsistencyError: the message names the first value that does not fit.
        """
        war = MatValues(spec, charts, snapshot)
        plan = np.array([snapshot.mats[self._plan][0]])
        need(plan.tobytes() == spec.plan().tobytes(), f"mats.{self._plan}", plan.tolist(), "that of the environment")
        if self._check is not None:
            self._check(war)

    def check_mat(self, spec: MadeSpec, charts: Any, snapshot: Any) -> None:
        """Check the mat of a war at a decision, or of one that is over.

        Raises:
            ConsistencyError: the message names the first value that does not fit.
        """
        self.check_laid_out(spec, charts, snapshot)
        war = MatValues(spec, charts, snapshot)
        over, decision = int(war[self._standing]["over"]), war.decision
        is_fit = (decision == self._over) == bool(over) and (decision > 0 or bool(over))
        war.need("cursor.decision", is_fit, "an open decision")


def ledger_check(kind: type[Record]) -> Callable[[Any, Any, Mapping[str, Any], Mapping[str, Any]], None]:
    """Return the check that the payments of a snapshot are those of the rules: all counts of a ledger."""
    names = [one.name for one in kind.FIELDS if one.name not in ("reward", "parts")]

    def check_ledger(spec: Any, snapshot: Any, ledger: Mapping[str, Any], again: Mapping[str, Any]) -> None:
        for name in names:
            need(ledger[name] == again[name], f"reports.{name}", ledger[name], again[name])

    return check_ledger
