"""Tables on the screen and the file of the figures, for the evaluations of every game."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from agents.evaluation.evaluated_game import (
    EvaluatedGame,
    EvaluationOptions,
    Flights,
    PolicyGroup,
    ScoreWords,
)
from agents.evaluation.figures import FEWEST_FOR_PRECISION, AdjustedFigures, Figures
from agents.evaluation.intervals import CONFIDENCE, Interval, SingleWar
from stuka_env.io.quoting import printable
from stuka_env.policy import NEUTRAL
from stuka_env.text.open_question import MOST_FORCED

WIDEST_NAME = 40
LUCK_DECIMALS = 3
"""Decimal places of the luck of a war in ``results.csv``."""
KEPT_FOLDERS = 2
"""Folders of a long path that are shown: the run and its seed."""
INTERVALS = f"bootstrap over the wars, {CONFIDENCE:.0%}; Student's t for differences of single policies"
NO_INTERVALS = "none: one war cannot be generalised to other wars"


def as_mapping(value: Any) -> Any:
    """Convert named tuples to mappings, at every depth."""
    if hasattr(value, "_asdict"):
        return {name: as_mapping(item) for name, item in value._asdict().items()}
    if isinstance(value, Mapping):
        return {name: as_mapping(item) for name, item in value.items()}
    return [as_mapping(item) for item in value] if isinstance(value, list | tuple) else value


def csv_text(game: EvaluatedGame, groups: Sequence[PolicyGroup], flights: Sequence[Flights]) -> str:
    """Return every war of every policy as CSV; ``member`` names the training, and is empty for a single policy."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("policy", "member", "war", *game.csv, *["luck"] * game.has_luck))
    for group, flown in zip(groups, flights, strict=True):
        for policy, wars in zip(group.members, flown, strict=True):
            member = "" if policy.name == group.name else policy.name
            columns = [column(wars) for column in game.csv.values()]
            columns += [np.round(wars.luck, LUCK_DECIMALS).tolist()] * game.has_luck
            rows = enumerate(zip(*columns, strict=True))
            writer.writerows((group.name, member, war, *row) for war, row in rows)
    return text.getvalue()


def results(settings: dict[str, Any], lines: Sequence[Figures]) -> dict[str, Any]:
    """Return the settings and the figures, as mappings for JSON."""
    single = lines[0].score.low is None
    return {
        **settings,
        "intervals": NO_INTERVALS if single else INTERVALS,
        "baseline": lines[0].policy,
        "policies": [line_mapping(line) for line in lines],
    }


def line_mapping(line: Figures) -> dict[str, Any]:
    """Return the figures of a line as a mapping; those of the game stand beside the others."""
    figures: dict[str, Any] = as_mapping(line)
    luck, own = figures.pop("luck"), figures.pop("own")
    return {**figures, **(luck or {}), **own}


def with_kept_wars(contents: dict[str, Any], wars: Sequence[Any], desk: Sequence[str]) -> dict[str, Any]:
    """Return the results with the saved wars and the pages of their desk added."""
    return contents | {"kept_wars": [as_mapping(war) for war in wars], "desk": list(desk)}


def json_text(contents: dict[str, Any]) -> str:
    """Return the text of ``results.json``."""
    return json.dumps(contents, indent=2, allow_nan=False) + "\n"


def numbered(count: int, noun: str) -> str:
    """Format a number of things: ``1 war``, ``2,000 wars``."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def short(name: str) -> str:
    """Shorten a name to the width of its column: a path to its last folders, then a name to its beginning and end."""
    name = printable(name)
    folders = name.split("/")
    if len(name) > WIDEST_NAME and len(folders) > KEPT_FOLDERS + 1:
        name = "/".join(("...", *folders[-KEPT_FOLDERS - 1 :]))
    if len(name) <= WIDEST_NAME:
        return name
    letters = WIDEST_NAME - 3
    return f"{name[: letters // 3]}...{name[-(letters - letters // 3) :]}"


def bounds(interval: Interval | SingleWar, sign: str, digits: int = 1) -> tuple[str, str]:
    """Format a mean and its interval as two cells; the second is "none" if there is no interval."""
    form = f"{sign}.{digits}f"
    ends = "none" if interval.low is None else f"[{interval.low:{form}}, {interval.high:{form}}]"
    return f"{interval.mean:{form}}", ends


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Align rows of cells in columns: the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) if column == 0 else cell.rjust(width) for column, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]


def shares(counts: Mapping[str, int], wars: int) -> dict[str, str]:
    """Return the shares of wars in percent, from their counts."""
    return {name: f"{count / wars:.0%}" for name, count in counts.items()}


# --- the tables on the screen, 120 columns at most ---

HEAD_MEANS = """\
Means for one {noun}. better: probability of {better} than {baseline} in the same {noun}, a draw as half;
{own}unfinished: {noun}s that did not end; dec/s: decisions a second."""
ENOUGH_WARS = 100
"""Number of wars below which the tables state the standard deviation of one war."""
FEW_MEANS = "{wars} a policy are few: one {noun} of {policy} has a standard deviation of {deviation}."
SINGLE = "One {noun} for each policy: there are no intervals, and the result cannot be generalised to other {noun}s."


def policy_table(
    head: str, lines: Sequence[Figures], cells: Callable[[Figures], Mapping[str, str]], missing: str = "-"
) -> list[str]:
    """Return a table with a row for each policy. The columns are sorted if the lines have different ones."""
    tables = [cells(line) for line in lines]
    heads = list(tables[0]) if len({tuple(table) for table in tables}) == 1 else sorted(set().union(*tables))
    rows = [
        (short(line.policy), *(table.get(name, missing) for name in heads))
        for line, table in zip(lines, tables, strict=True)
    ]
    return aligned([(head, *heads), *rows]) if heads else []


def line_cells(line: Figures, options: EvaluationOptions) -> tuple[str, ...]:
    """Return the cells of one policy's line."""
    digits = options.words.digits
    difference = difference_cells(line.difference, digits)
    better = "" if line.better is None else f"{line.better.mean:.2f}"
    own = (column.cell(line.own) for column in options.game.columns)
    unfinished = f"{line.unfinished} ILLEGAL" if line.unfinished and line.illegal else str(line.unfinished)
    unfinished += " FORCED" if forced_in_a_row(line, options) >= MOST_FORCED else ""
    speed = f"{line.decisions_per_second:,.0f}"
    return (short(line.policy), *bounds(line.score, "", digits), *difference, better, *own, unfinished, speed)


def difference_cells(difference: Interval | SingleWar | None, digits: int = 1) -> tuple[str, str]:
    """Return the cells of a difference to the baseline."""
    return ("baseline", "") if difference is None else bounds(difference, "+", digits)


def score_lines(lines: Sequence[Figures], options: EvaluationOptions) -> list[str]:
    """Return the table of the scores."""
    own, score = (column.head for column in options.game.columns), options.game.words.head
    head = ("policy", score, "95 % interval", "difference", "95 % interval", "better", *own, "unfinished", "dec/s")
    return aligned([head, *(line_cells(line, options) for line in lines)])


def few_lines(first: Figures, options: EvaluationOptions) -> list[str]:
    """Return a warning that the wars are few, from the line of the baseline; empty for many."""
    wars = first.wars // len(first.members)
    if wars == 1:
        return [SINGLE.format(noun=options.noun)]
    words = few_words(wars, options.noun, short(first.policy), deviation_words(first.deviation, options.game.words))
    return [words] if words else []


def few_words(wars: int, noun: str, policy: str, deviation: str) -> str:
    """Return a warning that the wars are few, with the standard deviation of the policy in words; "" for many."""
    if wars >= ENOUGH_WARS:
        return ""
    return FEW_MEANS.format(wars=numbered(wars, noun), noun=noun, policy=policy, deviation=deviation)


def deviation_words(deviation: float, words: ScoreWords) -> str:
    """Return a standard deviation of scores in words."""
    return f"{deviation:.0f} {words.points}"


def tables_text(options: EvaluationOptions, lines: Sequence[Figures]) -> str:
    """Return all tables for the screen."""
    game, noun = options.game, options.noun
    own = "; ".join(f"{column.head}: {column.meaning}" for column in game.columns) + ";\n" * bool(game.columns)
    parts = [
        score_lines(lines, options),
        HEAD_MEANS.format(noun=noun, better=game.words.better, baseline=short(lines[0].policy), own=own).splitlines(),
        few_lines(lines[0], options),
        illegal_lines(lines, noun),
        forced_lines(lines, options),
        training_lines(lines),
        adjusted_lines(lines, options),
        *game.tables(lines, noun),
        policy_table(f"{noun}s ending in", lines, lambda line: shares(line.levels, line.wars)),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


ADJUSTED_HEAD = ("luck-adjusted", "score", "95 % interval", "difference", "95 % interval", "worth")
ADJUSTED_MEANS = """\
Less the {points} that dice and cards brought, so the luck of the {noun}s is taken out; the expected score is the same.
worth: {noun}s that plain scores need for what one adjusted {noun} tells; "-" below {fewest} {noun}s."""


def adjusted_cells(policy: str, luck: AdjustedFigures, digits: int) -> tuple[str, ...]:
    """Return the cells of one policy's luck-adjusted line."""
    worth = "-" if luck.precision is None else f"{luck.precision:.1f}"
    difference = difference_cells(luck.adjusted_difference, digits)
    return (short(policy), *bounds(luck.adjusted, "", digits), *difference, worth)


def adjusted_lines(lines: Sequence[Figures], options: EvaluationOptions) -> list[str]:
    """Return the table of the luck-adjusted scores, with its words; empty if luck is not measured."""
    digits = max(words.digits for words in options.game.episodes)
    rows = [adjusted_cells(line.policy, line.luck, digits) for line in lines if line.luck is not None]
    means = ADJUSTED_MEANS.format(noun=options.noun, points=options.game.words.points, fewest=FEWEST_FOR_PRECISION)
    return [*aligned([ADJUSTED_HEAD, *rows]), *means.splitlines()] if rows else []


def training_lines(lines: Sequence[Figures]) -> list[str]:
    """Return a line with the spread for each algorithm that was trained several times."""
    return [
        f"{short(line.policy)}: {len(line.members)} trainings, mean scores from "
        f"{min(member.score for member in line.members):.1f} to {max(member.score for member in line.members):.1f}, "
        f"standard deviation {line.spread:.2f}"
        for line in lines
        if line.spread is not None
    ]


def illegal_words(name: str, *, illegal: int, decisions: int, unfinished: int, wars: int, noun: str) -> str:
    """Return the warning about a policy that answers with illegal actions; empty if it does not."""
    if not illegal:
        return ""
    share = "nothing but" if illegal == decisions else f"{illegal / decisions:.1%}"
    cut = f", {unfinished} of {wars} {noun}s cut off" if unfinished else ""
    return f"{short(name)} answers with {share} illegal actions{cut}; inputs.masks has 1 for what is legal"


def illegal_lines(lines: Sequence[Figures], noun: str) -> list[str]:
    """Return a warning for each policy that answers with illegal actions."""
    warnings = [
        illegal_words(
            line.policy,
            illegal=line.illegal,
            decisions=line.decisions,
            unfinished=line.unfinished,
            wars=line.wars,
            noun=noun,
        )
        for line in lines
    ]
    return list(filter(None, warnings))


def forced_in_a_row(line: Figures, options: EvaluationOptions) -> int:
    """Return the largest number of questions in a row that were answered for a language model; 0 for other policies."""
    members = (policy for group in options.groups if group.name == line.policy for policy in group.members)
    return max((getattr(policy, "most_forced_in_a_row", 0) for policy in members), default=0)


def forced_lines(lines: Sequence[Figures], options: EvaluationOptions) -> list[str]:
    """Return a warning for each language model whose score is not its own."""
    forced = {line.policy: forced_in_a_row(line, options) for line in lines}
    return [
        f"{short(name)}: {NEUTRAL} has answered {number} questions in a row, so its score is not that of the model"
        for name, number in forced.items()
        if number >= MOST_FORCED
    ]
