"""A game without rooms in the laboratory, for ``evaluate.py``: everything follows from the declarations of its result.

The figures are the means of the counts in the result of an episode. Their words are the meanings of its fields. A game
that declares its luck (:mod:`agents.luck.parts`) has luck-adjusted scores too.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from agents.evaluation.evaluated_game import (
    Contents,
    CsvRow,
    EpisodeWords,
    EvaluatedGame,
    Flights,
    RulesSample,
    ScoreWords,
)
from agents.evaluation.figures import Figures
from agents.evaluation.tables import aligned, short
from agents.luck.parts import luck_parts
from agents.luck.recorder import fly_with_luck, luck_digest
from stuka_env.declared.records import Field
from stuka_env.flights.episodes import Flown
from stuka_env.game import Game, game_named
from stuka_env.play.parts import play_parts
from stuka_env.policy import RANDOM

HAS_ENDED = "over"
"""The field of a result that is 1 in all that have ended."""
MEAN_DIGITS = 2
"""Decimal places of scores and means."""


class ResultFigures(NamedTuple):
    """One line of the table."""

    result: dict[str, float]
    """Means of what the result counts, by field."""


class PlainFigures:
    """Figures of a game by the fields of its result.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self.all_fields: tuple[Field, ...] = game.engine.arrays.kinds.result.FIELDS
        single = (one for one in self.all_fields if not one.shape)
        self.fields = tuple(one for one in single if one.name != HAS_ENDED)
        self.counted = tuple(one for one in self.fields if one.codes is None)  # a mean of codes says nothing

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the fields in the row of an episode."""
        return tuple(one.name for one in self.fields)

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of ``results.csv``."""
        return "seed", "score", *self.names, "decisions", "illegal", "finished"

    def of(self, flown: Flown, flights: Flights, baseline: Flights | None, spec: Any) -> Any:
        """Return the figures of one line."""
        return ResultFigures({one.name: float(flown.results[one.name].mean()) for one in self.counted})

    def rows(self, flown: Flown) -> Iterator[CsvRow]:
        """Yield the CSV row of each episode."""
        columns = (flown.seeds, flown.scores, *(flown.results[name] for name in self.names))
        steps = (flown.decisions, flown.illegal, flown.finished.astype(int))
        yield from zip(*(column.tolist() for column in (*columns, *steps)), strict=True)

    def tables(self, lines: Sequence[Figures], noun: str) -> list[list[str]]:
        """Return the table of the means, a row for each field."""
        head = (f"means for one {noun}", *(short(line.policy) for line in lines))
        means = (
            (one.meaning, *(f"{line.own.result[one.name]:.{MEAN_DIGITS}f}" for line in lines)) for one in self.counted
        )
        return [aligned([head, *means])]


def mean_of(field: str, line: Contents) -> float:
    """Return the mean of a field of the result, from a line of ``results.json``."""
    mean: float = line["result"][field]
    return mean


def plain_game(name: str) -> EvaluatedGame:
    """Return the parts of an evaluation that follow from the declarations of a game.

    Args:
        name: the game.
    """
    game, parts = game_named(name), play_parts(name)
    results, luck = parts.results, luck_parts(name)
    points = f"{parts.unit}s"
    figures = PlainFigures(game)
    measured: dict[str, Any] = {}
    if luck is not None:
        measured["fly"] = partial(fly_with_luck, luck)
        measured["luck_digest"] = partial(luck_digest, luck)
        measured["value_files"] = (luck.path,)
    return EvaluatedGame(
        name=name,
        episodes=tuple(EpisodeWords(noun, f"score of a {noun}", MEAN_DIGITS) for noun in results.nouns),
        words=ScoreWords("score", points, "a higher score"),
        arguments=lambda spec: {},
        levels=lambda flown, spec: {},
        figures=figures.of,
        csv_columns=figures.columns,
        csv_rows=figures.rows,
        columns=(),
        tables=figures.tables,
        costs=tuple((one.meaning, partial(mean_of, one.name)) for one in figures.counted),
        report_parts=lambda lines: {"title": parts.title},
        rules_sample=RulesSample(
            game.envs.read_arguments(game.ids.index(game.usual))[0],
            tuple(one.name for one in figures.all_fields if not one.shape),
            RANDOM,
        ),
        **measured,
    )
