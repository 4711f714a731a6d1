"""Breakdowns of a score, for the evaluations of every game: its parts, and rows by the codes of a field.

A game declares the names of fields. Their words and codes are those of its records.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import Contents
from agents.evaluation.plots import stacked
from stuka_env.declared.records import Field
from stuka_env.flights.episodes import Flown
from stuka_env.game import Game


class BreakdownRow(NamedTuple):
    """One line of a breakdown, as means for one war."""

    name: str
    often: float | None
    """Number of missions, attacks or ships; None for rows without a number."""
    points: float
    """Points of the war's official score."""
    each: float | None
    """Mean score of one of them, before bonuses; None for rows without a score."""


def breakdown_rows(
    names: Sequence[str],
    *,
    keys: NDArray[np.int64],
    scores: NDArray[np.float64],
    points: NDArray[np.float64],
    wars: int,
) -> list[BreakdownRow]:
    """Return a row for each key that occurs: its number, its points and its mean score."""
    counts = np.bincount(keys, minlength=len(names))
    totals = np.bincount(keys, points, len(names)) / wars
    means = np.bincount(keys, scores, len(names)) / np.maximum(counts, 1)
    columns = (names, (counts / wars).tolist(), totals.tolist(), means.tolist())
    return [row for row in (BreakdownRow(*cells) for cells in zip(*columns, strict=True)) if row.often]


class DeclaredBreakdowns:
    """Breakdowns by fields that a game names.

    Args:
        game: the game.
        parts: fields whose values add up to the score. They are those of the lines of the log sheet if there is a
            number of lines, and otherwise those of the part of the mat with the score.
        by: fields of the line or of the result, whose codes are the names of rows.
        lines: field of the result with the number of lines of the log sheet; None in a game whose lines do not count.
    """

    def __init__(self, game: Game, parts: Sequence[str], by: Sequence[str], lines: str | None) -> None:
        kinds, standing = game.engine.arrays.kinds, game.flights.standing
        of_line = {one.name: one for one in kinds.line.FIELDS if lines is not None}
        of_result = {one.name: one for one in kinds.result.FIELDS}
        of_parts = of_line or {one.name: one for one in standing.FIELDS}
        self.parts: tuple[Field, ...] = tuple(of_parts[name] for name in parts)
        self.by: dict[str, Field] = {name: of_line.get(name) or of_result[name] for name in by}
        self._lines, self._of_line = lines, frozenset(of_line)

    def points_of(self, flown: Flown) -> NDArray[np.float64]:
        """Return the points by part: of each line, ``(N, L, P)``, or of each war, ``(N, P)``."""
        records = flown.tracks if self._lines is None else flown.logs
        points = np.stack([records[one.name].astype(np.float64) for one in self.parts], axis=-1)
        return points if self._lines is None else np.where(self._written(flown)[..., None], points, 0.0)

    def _written(self, flown: Flown) -> NDArray[np.bool_]:
        return np.arange(flown.logs.shape[1]) < flown.results[self._lines][:, None]

    def part_means(self, flown: Flown) -> dict[str, float]:
        """Return the points of one war by the words of each part."""
        points = self.points_of(flown)
        means = points.reshape(len(points), -1, len(self.parts)).sum(axis=1).mean(axis=0).tolist()
        return dict(zip((one.words for one in self.parts), means, strict=True))

    def rows(self, name: str, flown: Flown) -> list[BreakdownRow]:
        """Return the rows of a breakdown. Unfinished wars are not part of it."""
        if name in self._of_line:
            rows = self._written(flown)
            keys, points = flown.logs[name][rows], self.points_of(flown).sum(axis=-1)[rows]
        else:
            keys, points = flown.results[name][flown.finished], flown.scores[flown.finished]
        keys, wars = keys.astype(np.int64), len(flown.seeds)
        return breakdown_rows(self.words(name), keys=keys, scores=points, points=points, wars=wars)

    def words(self, name: str) -> list[str]:
        """Return the names of all rows of a breakdown."""
        codes = self.by[name].codes
        assert codes is not None, f"{name}: only codes have words"
        return codes.words()

    def what(self, name: str) -> str | None:
        """Return the things that a breakdown counts, as a plural; None for the wars."""
        return self._lines if name in self._of_line else None


# --- in reports ---


def part_table(
    lines: Sequence[Contents], parts_of: Callable[[Contents], Mapping[str, float]], names: Sequence[str]
) -> dict[str, Any]:
    """Return the parts of scores for a report: their names, a row for each, and bars unless a part takes points.

    Args:
        lines: the lines of ``results.json``.
        parts_of: returns the points of a line by part.
        names: names of the parts that the bars have.
    """
    tables = [parts_of(line) for line in lines]
    longest = max(sum(table[name] for name in names) for table in tables)
    has_bars = all(table[name] >= 0 for table in tables for name in names)
    return {
        "names": list(names),
        "rows": [{"name": name, "cells": [table[name] for table in tables]} for name in tables[0]],
        "bars": [stacked({name: table[name] for name in names}, longest) for table in tables] if has_bars else [],
    }
