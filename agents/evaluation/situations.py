"""``evaluate.py --situations``: policies play situations whose optimum is known exactly.

A situation is a position late in a war, with the expected score of the best play from there to the end. The end is that
of the war, or an earlier one that the situation names. Every policy plays it many times, with other dice. Its mean
score beside the optimum shows how much it loses, and where. The situations of a game are in ``situations.toml`` of its
laboratory. :mod:`agents.solver` computes the optimum of a situation.
"""

import argparse
import functools
import operator
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluate import RESULTS_FILE
from agents.evaluation.intervals import CONFIDENCE, Interval, SingleWar, estimate
from agents.evaluation.options import (
    COMMON_DEFAULTS,
    OF_A_COMPARISON,
    single_policies,
    whole_number,
    with_defaults,
    writable_folder,
)
from agents.evaluation.tables import aligned, as_mapping, bounds, json_text, numbered, short
from agents.evaluation.track_options import refuse_given
from stuka_env import __version__
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_batch, new_flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_of
from stuka_env.io.arguments import argument_error
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import printable
from stuka_env.io.reading import read_toml
from stuka_env.policy import POLICY_SEED_LIMIT, Policy, checked_game
from stuka_env.position.text import laid_out, read_position

SITUATIONS_FORMAT = 1
"""Version of ``results.json`` of situations."""
LABORATORIES = Path(__file__).resolve().parent.parent / "games"
SITUATIONS_FILE = "situations.toml"
LARGEST_FILE = 1 << 20
"""Limit of the bytes of a file of situations."""
MOST_TIMES = 1_000_000
"""Largest number of times that a situation is played."""


class Situation(NamedTuple):
    """A position with a known optimum.

    Attributes:
        name: its name.
        text: a description.
        position: the position as text.
        optimum: the expected score of the best play.
        until: fields of the mat with their values at the end, if it ends before the war. It ends at a decision.
        points: the field of the mat that is the score at that end.
        worths: the expected score of each action, by its name, if the best play follows; of some situations.
    """

    name: str
    text: str
    position: str
    optimum: float
    until: Mapping[str, int] = {}
    points: str = ""
    worths: Mapping[str, float] = {}

    def is_end(self, mats: Any) -> NDArray[np.bool_]:
        """Return whether mats are at the end, ``(N,)``."""
        ends: NDArray[np.bool_] = np.logical_and.reduce([field(mats, name) == at for name, at in self.until.items()])
        return ends

    def points_of(self, mats: Any) -> NDArray[np.float64]:
        """Return the score of mats at the end, ``(N,)``."""
        return field(mats, self.points).astype(np.float64)

    @property
    def end(self) -> dict[str, Any]:
        """The arguments of :func:`agents.solver.solve` for its end."""
        return {"until": self.is_end, "points": self.points_of} if self.until else {}


def field(mats: Any, path: str) -> NDArray[Any]:
    """Return a field of mats by its path, such as ``mission.points``."""
    return functools.reduce(operator.getitem, path.split("."), mats)


class SituationScore(NamedTuple):
    """A policy in a situation.

    Attributes:
        situation: name of the situation.
        optimum: the expected score of the best play.
        score: the mean score of the policy.
        gap: the points that the policy loses in the mean.
    """

    situation: str
    optimum: float
    score: Interval | SingleWar
    gap: float


def games_with_situations() -> list[str]:
    """Return the names of the games that have situations."""
    return sorted(file.parent.name for file in LABORATORIES.glob(f"*/{SITUATIONS_FILE}"))


def load_situations(game: str) -> list[Situation]:
    """Return the situations of a game.

    Raises:
        ValueError: the game has none.
    """
    path = LABORATORIES / game / SITUATIONS_FILE
    if not path.is_file():
        known = ", ".join(games_with_situations())
        raise argument_error("situations", game, f"a game with situations: {known}")
    return [Situation(**entry) for entry in read_toml(path, LARGEST_FILE)["situation"]]


def engine_at(situation: Situation, seeds: NDArray[np.uint64]) -> Engine:
    """Return an engine of wars that have the arguments of a situation, one for each seed, before their reset."""
    position = read_position(situation.position)
    game = game_of(position.env)
    assert game is not None, "a position is read only if its game is there"
    arguments = {name: word for name, word in position.arguments.items() if name != "charts"}
    spec, details = game.envs.read_arguments(game.ids.index(position.env), **arguments)
    return Engine(len(seeds), spec, details=details)


def play(situation: Situation, policy: Policy, times: int, seed: int) -> NDArray[np.float64]:
    """Let a policy play a situation, each time with the dice of another seed; return the scores, ``(times,)``.

    Raises:
        FlightError: the policy refuses or fails.
        UnknownPolicyError: the policy belongs to another game.
    """
    seeds = evaluation_seeds(seed, times)
    engine = engine_at(situation, seeds)
    checked_game(policy, engine.spec.game)
    flown = new_flown(seeds, engine.game)
    position, scores = laid_out(situation.position, engine.spec), np.full(times, np.nan)

    def note_end(actions: NDArray[np.int64] | None) -> None:
        if situation.until:
            ended = np.isnan(scores) & situation.is_end(engine.wars.mats)
            scores[ended] = situation.points_of(engine.wars.mats)[ended]

    fly_batch(policy, engine, flown, seed=seed, progress=lambda ended: None, after_step=note_end, position=position)
    return np.where(np.isnan(scores), flown.scores, scores)


def scores_of(policy: Policy, situations: Sequence[Situation], times: int, seed: int) -> Iterator[SituationScore]:
    """Yield the scores of a policy in all situations."""
    for situation in situations:
        score = estimate(play(situation, policy, times, seed))
        yield SituationScore(situation.name, situation.optimum, score, situation.optimum - score.mean)


def situation_table(scores: dict[str, list[SituationScore]]) -> str:
    """Return the table for the screen: the optimum of each situation, and what each policy loses."""
    names = list(scores)
    rows: list[tuple[str, ...]] = [("", "optimum", *[text for name in names for text in (short(name), "95 %", "gap")])]
    for place, first in enumerate(scores[names[0]]):
        cells = [(*bounds(scores[name][place].score, "", 2), f"{scores[name][place].gap:.2f}") for name in names]
        rows.append((first.situation, f"{first.optimum:.2f}", *[cell for group in cells for cell in group]))
    return "\n".join(aligned(rows))


def run(given: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Args:
        given: the parsed arguments.

    Raises:
        ValueError: an argument cannot be used; the message is one line.
    """
    refuse_given(given, OF_A_COMPARISON, "not allowed with --situations")
    given = with_defaults(given, COMMON_DEFAULTS)
    times = whole_number("episodes", given.episodes, 1, MOST_TIMES + 1)
    seed = whole_number("seed", given.seed, 0, POLICY_SEED_LIMIT)
    situations, policies = load_situations(given.situations), single_policies(given, given.situations, "--situations")
    output = writable_folder(given.output)
    print(f"{numbered(len(situations), 'situation')} of {given.situations}, each {times} times", flush=True)
    scores: dict[str, list[SituationScore]] = {}
    for name, policy in policies.items():
        scores[name] = list(scores_of(policy, situations, times, seed))
        if not sys.stderr.isatty():
            print(f"{printable(name)}: played", file=sys.stderr, flush=True)
    contents: dict[str, Any] = {
        "format": SITUATIONS_FORMAT,
        "version": __version__,
        "command": given.command_line,
        "game": given.situations,
        "times": times,
        "seed": seed,
        "intervals": f"bootstrap over the plays, {CONFIDENCE:.0%}",
        "policies": [
            {"policy": name, "situations": [as_mapping(score) for score in own]} for name, own in scores.items()
        ],
    }
    figures = write_whole(output / RESULTS_FILE, json_text(contents))
    print(f"{situation_table(scores)}\n\nwritten: {printable(figures)}", flush=True)
    return 0
