"""Rolls of a replay, die by die, with the results that other numbers would have had. The rules are asked for these."""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from stuka_env.declared.journal import ROLL
from stuka_env.declared.reasons import share_words
from stuka_env.declared.sentences import Modifiers, SentenceContext
from stuka_env.declared.tape import make_tape
from stuka_env.engine.engine import Engine, Snapshot
from stuka_env.engine.kernels import NOTHING
from stuka_env.engine.memory import copied

MOST_THROWS = 100
"""Throws of a roll that are tried; a roll with more is not."""
LISTED_RESULTS = 12
"""Results of a roll that are listed."""
OWN_MARK = "\u2714 "
"""Mark of the result of the roll."""


class RollResult(NamedTuple):
    """A result of a roll, with its dice as they are read.

    Attributes:
        totals: the totals that lead to it, ascending.
        chance: its chance.
        words: the result in words; "" for the total itself.
        is_own: whether the roll had it.
    """

    totals: tuple[int, ...]
    chance: float
    words: str
    is_own: bool


class OtherRolls:
    """Play of the rolls of a step with other numbers, beside an engine of one war, which itself does not change.

    It plays the mat as the player sees it, so that the results tell nothing that is hidden.

    Args:
        engine: the engine, with a journal.
    """

    def __init__(self, engine: Engine) -> None:
        self._beside, self._take = engine.copy(), engine.game.engine.kernels.step_once
        self._form, self._sentences = engine.game.engine.tape, engine.game.envs.sentences

    def of_step(self, before: Snapshot, action: int, records: Any, charts: Any) -> list[tuple[RollResult, ...]]:
        """Return the results of every entry of a step; none for what is no roll, and for dice that were planned.

        Args:
            before: the war before the action.
            action: the action, a legal one.
            records: the entries of the journal since then.
            charts: the charts in force.
        """
        entries, context = list(self._sentences.without_text(records)), SentenceContext(charts, ())
        found, thrown = list[tuple[RollResult, ...]](), defaultdict[Any, list[Sequence[int]]](list)
        for place, entry in enumerate(entries):
            results: tuple[RollResult, ...] = ()
            if entry.kind == ROLL and entry.chart is not None:
                if self._can_plan(before, entry):
                    results = self._results(before, action, place, (entry, thrown[entry.chart]), context)
                thrown[entry.chart].append(entry.dice)
            context = context._replace(modifiers=self._sentences.modifiers_after(entry, context.modifiers))
            found.append(results)
        return found

    def _can_plan(self, before: Snapshot, entry: Any) -> bool:
        """Whether the dice of a roll are those that are declared, and can show other numbers."""
        sides = entry.chart.dice[: len(entry.dice)]
        is_die = (
            not entry.chart.declared.is_drawn and entry.chart in self._form.sides and entry.chart != self._form.cards
        )
        return is_die and 1 < np.prod(sides) <= MOST_THROWS and not before.dice["taped"][0]

    def _results(
        self, before: Snapshot, action: int, place: int, roll: tuple[Any, list[Sequence[int]]], context: SentenceContext
    ) -> tuple[RollResult, ...]:
        """Return the results of a roll at a place of the journal, in the order of their totals.

        There are none if the place has another entry after other numbers, as where dice are thrown without an entry, or
        after the same ones, as where something is hidden.
        """
        own, earlier = roll
        throws = list(itertools.product(*(range(1, side + 1) for side in own.chart.dice[: len(own.dice)])))
        tape = make_tape(self._form, {own.chart.name: [*earlier, own.dice]}, context.charts)
        planned, stop = tape["values"][0], int(tape["stop"][0, own.chart])
        seen, dice = self._beside.seen(copied(before.mats)), before.dice.copy()
        dice["taped"] = 1
        records = []
        for faces in throws:
            planned[stop - len(faces) : stop] = faces
            self._beside.restore(before._replace(mats=seen, dice=dice, tapes=tape))
            records.append(self._entry_at(place, action))
        shares, words_of = defaultdict[tuple[int, str], float](float), self._sentences.result_words
        for faces, entry in zip(throws, self._sentences.without_text(np.array(records)), strict=True):
            if entry.chart != own.chart or entry.dice != faces or (faces == own.dice and entry != own):
                return ()
            shares[entry.total, words_of(entry, context)] += 1 / len(throws)
        return tuple(_in_rows(shares, (own.total, words_of(own, context))))

    def _entry_at(self, place: int, action: int) -> Any:
        """Return the record at a place of the journal after play from an action, empty if there is none."""
        wars = self._beside.wars
        journal = wars.journals[0]
        while journal["cursor"] <= place and self._take(wars, action):
            action = NOTHING
        return journal["entries"][place].copy() if journal["cursor"] > place else np.zeros_like(journal["entries"][0])


def _in_rows(shares: dict[tuple[int, str], float], own: tuple[int, str]) -> Iterator[RollResult]:
    """Yield the results, each once; a total without words is one of its own."""
    totals = defaultdict[Any, list[tuple[int, str]]](list)
    for total, words in sorted(shares):
        totals[words or total].append((total, words))
    for same in totals.values():
        chance = sum(shares[one] for one in same)
        yield RollResult(tuple(total for total, _ in same), chance, same[0][1], own in same)


# --- in words ---


def roll_lines(entry: Any, modifiers: Modifiers, results: Sequence[RollResult]) -> list[str]:
    """Return a roll in lines: die by die, each modifier with its cause, the total, and the results with their chances.

    Of more results than a reader takes in, and of results without words, there is only that of the roll. A draw has no
    lines.
    """
    if entry.chart.declared.is_drawn:
        return []
    sides = entry.chart.dice[: len(entry.dice)]
    dice = [f"{f'd{side}' if side else 'die'}: {face}" for side, face in zip(sides, entry.dice, strict=True)]
    lines = [", ".join(dice), *(f"{value:+d} {source.word}" for source, value in modifiers)]
    if len(dice) > 1 or modifiers:
        lines.append(f"read as {entry.total}")
    is_list = len(results) <= LISTED_RESULTS and any(one.words for one in results)
    return lines + [_result_line(one) for one in results if is_list or one.is_own]


def _result_line(result: RollResult) -> str:
    """Return a result in a line: "2 to 4 or 7, 17 %: a forced landing"; that of the roll has a mark."""
    totals = [f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in _runs(result.totals)]
    words = f": {result.words}" if result.words else ""
    return f"{OWN_MARK if result.is_own else ''}{' or '.join(totals)}, {share_words(result.chance)}{words}"


def _runs(totals: Sequence[int]) -> list[list[int]]:
    """Return ascending numbers as lists of those that follow each other."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return runs
