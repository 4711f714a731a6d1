"""A game for ``evaluate.py`` in the plain form: everything follows from the declarations of its records.

The figures are the means of the counts in the result of an episode, the points by part, and breakdowns by codes. Their
words are the meanings of the fields. A game that declares its luck (:mod:`agents.luck.parts`) has luck-adjusted scores
too. The room of a game in the laboratory replaces what it says itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from agents.evaluation.breakdowns import DeclaredBreakdowns, part_table
from agents.evaluation.evaluated_game import (
    Contents,
    EpisodeWords,
    EvaluatedGame,
    LineWars,
    RulesSample,
    ScoreWords,
)
from agents.evaluation.figures import Figures
from agents.evaluation.plots import crosstab
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
Column = Callable[[Flown], Iterable[Any]]


def column_of(name: str) -> Column:
    """Return the column of a number of each war, such as ``decisions``."""
    return lambda flown: getattr(flown, name).tolist()


def column_of_result(name: str) -> Column:
    """Return the column of a field of the result."""
    return lambda flown: flown.results[name].tolist()


def finished_column(flown: Flown) -> Iterable[int]:
    """Return the column that is 1 for each finished war."""
    numbers: list[int] = flown.finished.astype(int).tolist()
    return numbers


def mean_of_result(name: str) -> Callable[[LineWars], float]:
    """Return the figure of a field of the result, its mean over all wars of a line."""
    return lambda wars: float(wars.flown.results[name].mean())


class PlainFigures:
    """Figures of a game by the fields of its records.

    Args:
        game: the game.
        breakdowns: the breakdowns of its score.
    """

    def __init__(self, game: Game, breakdowns: DeclaredBreakdowns) -> None:
        self.all_fields: tuple[Field, ...] = game.engine.arrays.kinds.result.FIELDS
        single = (one for one in self.all_fields if not one.shape)
        self.fields = tuple(one for one in single if one.name != HAS_ENDED)
        self.counted = tuple(one for one in self.fields if one.codes is None)  # a mean of codes says nothing
        self._breakdowns = breakdowns

    @property
    def csv(self) -> Mapping[str, Column]:
        """Columns of ``results.csv``."""
        numbers = {name: column_of(name) for name in ("decisions", "illegal")}
        results = {one.name: column_of_result(one.name) for one in self.fields}
        first = {"seed": column_of("seeds"), "score": column_of("scores")}
        return {**first, **results, **numbers, "finished": finished_column}

    @property
    def figures(self) -> Mapping[str, Callable[[LineWars], Any]]:
        """The figures of one line."""
        figures: dict[str, Callable[[LineWars], Any]] = {"result": self._means}
        figures |= {"parts": lambda wars: self._breakdowns.part_means(wars.flown)} if self._breakdowns.parts else {}
        return figures | ({"breakdown": self._rows} if self._breakdowns.by else {})

    def _means(self, wars: LineWars) -> dict[str, float]:
        return {one.name: mean_of_result(one.name)(wars) for one in self.counted}

    def _rows(self, wars: LineWars) -> dict[str, Any]:
        return {name: self._breakdowns.rows(name, wars.flown) for name in self._breakdowns.by}

    def tables(self, lines: Sequence[Figures], noun: str) -> list[list[str]]:
        """Return the tables of the means, of the parts of the score and of each breakdown, a row for each field."""
        means = [(one.meaning, [line.own["result"][one.name] for line in lines]) for one in self.counted]
        parts = [(one.words, [line.own["parts"][one.words] for line in lines]) for one in self._breakdowns.parts]
        tables = [(f"means for one {noun}", means), (f"parts of the score of one {noun}", parts)]
        for name, field in self._breakdowns.by.items():
            often = [{row.name: row.often for row in line.own["breakdown"][name]} for line in lines]
            names = [word for word in self._breakdowns.words(name) if any(word in counts for counts in often)]
            head = f"{self._breakdowns.what(name) or f'{noun}s'} by {field.words}"
            tables.append((head, [(word, [counts.get(word, 0.0) for counts in often]) for word in names]))
        return [self._table(head, rows, lines) for head, rows in tables if rows]

    @staticmethod
    def _table(head: str, rows: Sequence[tuple[str, list[float]]], lines: Sequence[Figures]) -> list[str]:
        cells = [(word, *(f"{value:.{MEAN_DIGITS}f}" for value in values)) for word, values in rows]
        return aligned([(head, *(short(line.policy) for line in lines)), *cells])

    def report_parts(self, title: str, lines: Sequence[Contents]) -> dict[str, Any]:
        """Return the values of the template of the plain report."""
        parts = list(lines[0].get("parts", ()))
        return {
            "title": title,
            "parts": part_table(lines, lambda line: line["parts"], parts) if parts else None,
            "breakdowns": list(self._tables_of_report(lines)),
        }

    def _tables_of_report(self, lines: Sequence[Contents]) -> Iterator[dict[str, Any]]:
        """Yield the tables of the breakdowns that the results have."""
        for name, field in self._breakdowns.by.items():
            if all(name in line.get("breakdown", ()) for line in lines):
                rows = crosstab(lines, lambda line, name=name: line["breakdown"][name])  # type: ignore[misc]
                yield {"title": f"By {field.words}", "what": self._breakdowns.what(name), "rows": rows}


def mean_of(field: str, line: Contents) -> float:
    """Return the mean of a field of the result, from a line of ``results.json``."""
    mean: float = line["result"][field]
    return mean


def plain_game(
    name: str, *, parts: Sequence[str] = (), by: Sequence[str] = (), lines: str | None = None
) -> EvaluatedGame:
    """Return the parts of an evaluation that follow from the declarations of a game.

    Args:
        name: the game.
        parts: fields whose values add up to the score.
        by: fields with codes, by which wars or lines of the log sheet are counted.
        lines: field of the result with the number of lines of the log sheet, if ``parts`` are fields of these.
    """
    game, room = game_named(name), play_parts(name)
    results, luck = room.results, luck_parts(name)
    figures = PlainFigures(game, DeclaredBreakdowns(game, parts, by, lines))
    measured: dict[str, Any] = {}
    if luck is not None:
        measured["fly"] = partial(fly_with_luck, luck)
        measured["luck_digest"] = partial(luck_digest, luck)
        measured["value_files"] = (luck.path,)
    return EvaluatedGame(
        name=name,
        episodes=tuple(EpisodeWords(noun, f"score of a {noun}", MEAN_DIGITS) for noun in results.nouns),
        words=ScoreWords("score", f"{room.unit}s", "a higher score"),
        arguments=lambda spec: {},
        levels=lambda flown, spec: {},
        figures=figures.figures,
        csv=figures.csv,
        columns=(),
        tables=figures.tables,
        costs=tuple((one.meaning, partial(mean_of, one.name)) for one in figures.counted),
        report_parts=partial(figures.report_parts, room.title),
        rules_sample=RulesSample(
            game.envs.read_arguments(game.ids.index(game.usual))[0],
            tuple(one.name for one in figures.all_fields if not one.shape),
            RANDOM,
        ),
        **measured,
    )
