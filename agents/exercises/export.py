"""``stuka text --export``: questions with a teacher's choice, its reason, and the cost of every option, as JSON Lines.

A script flies wars, and some of its decisions are kept. Every option is flown on to the end of the war by the script,
with the dice of the script's own choice. A line has what a language model reads, the teacher's choice with its reason,
and the differences of all options to it. Preferences are pairs with the teacher's choice whose difference is clear.

The file grows line by line. The same command continues one that was interrupted. A card beside it describes the data.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from agents.evaluation.options import OTHER_OPTIONS, environment_of, read_spec, whole_number
from agents.exercises.collection import position_text, shares
from agents.exercises.kinds import DecisionSampler
from agents.exercises.making import Candidates, ExerciseMaking, making_of
from agents.exercises.rollouts import Differences, compare_choices, inputs_of
from agents.learner_parts import experts_of
from agents.progress import progress_bar
from agents.registry import make_policy, players_of
from agents.seeds import exercise_seeds
from stuka_env import __version__
from stuka_env.commands import add_arguments_of_games
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import DEFAULT_GAME, AnyWarSpec, game_named, games
from stuka_env.io.arguments import one_of
from stuka_env.io.files import output_path, write_whole
from stuka_env.io.reading import MIB, read_json
from stuka_env.policy import POLICY_SEED_LIMIT
from stuka_env.text import TextGame, rules_summary
from stuka_env.text.kept_lines import KeptLines
from stuka_env.text.open_question import TEXT_VERSION

CLEAR_ERRORS = 2.5
"""Standard errors by which the difference of a preference is not 0."""
EXPORT_BATCH = 20_000
"""Number of the batch whose seeds the wars have; other batches have smaller ones."""
TOGETHER = 25
"""Decisions that are flown and written together."""
CHOICES_A_LINE = 5
"""Decisions with a choice that a line of the log sheet has at least; so many wars are flown that there are enough."""
FEWEST_FLOWN = 20
DIGITS = 4
"""Decimal places of differences and errors."""
MOST_EXPORTED, MOST_FLOWN_ON = 1_000_000, 65_536
CARD_LIMIT = MIB


class Export(NamedTuple):
    """The decisions that are exported."""

    env: str
    spec: AnyWarSpec
    teacher: str
    """Name of the script that flies the wars, takes the choices and flies on."""
    decisions: int
    rollouts: int
    """Rollouts of each option."""
    seed: int
    odds: bool
    """Whether options have the odds of the charts."""

    @property
    def card(self) -> dict[str, Any]:
        """The card of the data, as JSON values."""
        game = game_named(self.spec.game)
        making = making_of(game.name)
        return {
            "made_by": f"stuka_env {__version__}",
            "env": self.env,
            "arguments": game.replays.arguments_of(self.spec),
            "charts_sha256": self.spec.charts.sha256,
            "teacher": self.teacher,
            "flown_on_by": self.teacher,
            "decisions": self.decisions,
            "rollouts": self.rollouts,
            "seed": self.seed,
            "odds": self.odds,
            "text_version": TEXT_VERSION,
            "unit": f"{making.unit} of the score of a line of the log sheet",
            "preferences": f"the teacher's choice and an option with a difference of {CLEAR_ERRORS:g} errors or more",
            "rules": rules_summary(game.name),
        }


# --- the decisions ---


def drawn_decisions(export: Export) -> Candidates:
    """Return decisions with a choice from wars that the teacher flies; the kinds have equal shares where they can."""
    making = making_of(export.spec.game)
    lines = game_named(making.game).flights.lines_of(export.spec)
    wars = max(FEWEST_FLOWN, -(-export.decisions // (CHOICES_A_LINE * lines)))
    sampler = DecisionSampler(export.decisions, export.seed)
    seeds = np.array(exercise_seeds(export.seed, EXPORT_BATCH, wars), np.uint64)
    fly_wars(make_policy(export.teacher, making.game), export.spec, seeds, seed=export.seed, witness=sampler)
    kinds = {str(code): with_choice(sampler.candidates(code)) for code in sorted(sampler.counts)}
    taken = shares({name: len(kind.wars) for name, kind in kinds.items()}, export.decisions)
    parts = [kind.some(np.arange(taken[name])) for name, kind in kinds.items()]
    order = np.random.default_rng(export.seed).permutation(sum(len(part.wars) for part in parts))
    return Candidates(*(np.concatenate(arrays)[order] for arrays in zip(*parts, strict=True)))


def with_choice(candidates: Candidates) -> Candidates:
    """Return the decisions with at least two legal actions."""
    return candidates.some(np.flatnonzero((candidates.masks != 0).sum(axis=1) > 1))


def flown_on(
    export: Export, making: ExerciseMaking, candidates: Candidates, first: int
) -> tuple[list[int], list[str], Differences]:
    """Return the teacher's choices for some decisions, its reasons, and the differences of all options to them."""
    rng, policy = np.random.default_rng([export.seed, first]), make_policy(export.teacher, making.game)
    own = np.zeros(len(candidates.wars), np.int64)
    inputs = inputs_of(candidates, export.spec, rng.integers(0, 1 << 62, len(own)))
    policy.act(inputs, own)
    explain = getattr(policy, "explain", None)
    reasons = None if explain is None else explain(inputs).reasons
    differences = compare_choices(
        making,
        candidates,
        export.spec,
        script=export.teacher,
        compared=own,
        rollouts=np.full(len(own), export.rollouts),
        noise=rng.integers(0, 1 << 62, len(own)),
    )
    return own.tolist(), list(reasons or [""] * len(own)), differences


# --- the lines ---


def lines_of(export: Export, candidates: Candidates, first: int) -> Iterator[dict[str, Any]]:
    """Yield the lines of some decisions, as JSON values."""
    making = making_of(export.spec.game)
    choices, reasons, differences = flown_on(export, making, candidates, first)
    for place, mat in enumerate(candidates.mats):
        position = position_text(export.spec, mat)
        game = asked(export, position)
        actions = [option.actions[0] for option in game.question.options]
        numbers = {action: number for number, action in enumerate(actions, 1)}
        mean, error = differences.mean[place], differences.error[place]
        chosen = numbers[choices[place]]
        yield {
            "position": position,
            "decision": game_named(making.game).envs.decisions[int(mat["cursor"]["decision"])],
            "question": game.observe(),
            "options": [
                {"label": option.words, "difference": rounded(mean[action]), "error": rounded(error[action])}
                for option, action in zip(game.question.options, actions, strict=True)
            ],
            "choice": chosen,
            "reason": reasons[place],
            "preferences": [
                [chosen, numbers[action]] if mean[action] < 0 else [numbers[action], chosen]
                for action in actions
                if mean[action] and abs(mean[action]) >= CLEAR_ERRORS * error[action]
            ],
        }  # fmt: skip


def rounded(number: np.floating[Any]) -> float:
    """Return a number as the file has it."""
    return round(float(number), DIGITS)


def asked(export: Export, position: str) -> TextGame:
    """Return the question of a position, whose options have an order that follows from the position."""
    env = gymnasium.make(export.env, journal=True)
    env.reset(seed=0, options={"position": position})
    return TextGame(env, merged=False, odds=export.odds, order=position)


# --- the file ---


def card_file(path: Path) -> Path:
    """Return the file of the card of an export."""
    return path.with_suffix(".card.json")


def check_card(path: Path, card: dict[str, Any]) -> None:
    """Write the card of a new file, or check that of one to continue.

    Raises:
        ValueError: the file is that of another export.
    """
    if not path.exists():
        write_whole(card_file(path), json.dumps(card, indent=1) + "\n")
        return
    own = read_json(card_file(path), CARD_LIMIT) if card_file(path).exists() else {}
    if own != card:
        other = ", ".join(key for key in card if own.get(key) != card[key])
        raise ValueError(f"export: got {str(path)!r}, which has other {other}, allowed is a new file")


def write_export(path: Path, export: Export) -> int:
    """Write or continue a file, and return the number of its lines."""
    check_card(path, export.card)
    candidates = drawn_decisions(export)
    total = len(candidates.wars)
    bar = progress_bar(total, "decisions", "decision")
    with KeptLines(path) as file:
        done = len(file.read())
        bar.update(done)
        for first in range(done // TOGETHER * TOGETHER, total, TOGETHER):  # the dice follow from the first one
            some = candidates.some(np.arange(first, min(first + TOGETHER, total)))
            for number, line in enumerate(lines_of(export, some, first), first):
                if number >= done:
                    file.append(line)
                    bar.update()
    bar.close()
    return total


# --- the command ---


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    words.add_argument("--export", required=True, metavar="FILE", help="the file of JSON Lines to write or to continue")
    words.add_argument(
        "--env", metavar="ID",
        help=f"{', '.join(env for game in games() for env in game.ids)} (default: {game_named(DEFAULT_GAME).usual})",
    )  # fmt: skip
    add_arguments_of_games(words, games(), OTHER_OPTIONS)
    words.add_argument("--charts", metavar="DIR", help="a folder of your own chart files")
    words.add_argument("--teacher", metavar="NAME", help="a script of the game (default: the best one)")
    words.add_argument("--decisions", default="2000", metavar="N", help="questions (default: %(default)s)")
    words.add_argument("--rollouts", default="48", metavar="N", help="rollouts of each option (default: %(default)s)")
    words.add_argument("--seed", default="0", metavar="S", help="seed of the wars and dice (default: %(default)s)")
    words.add_argument("--no-odds", action="store_true", help="leave the odds of the charts out of the options")


def best_script(game: str) -> str:
    """Return the name of the best script of a game: the one that flies the futures of expert iteration.

    Raises:
        ValueError: the game has no such script.
    """
    expert = experts_of(game)
    if expert is None:
        raise ValueError(f"env: the game {game} has no script that flies on from any decision")
    return str(expert.script)


def run(given: argparse.Namespace) -> int:
    """Write the file, print its name, and return the exit status."""
    env = environment_of(given)
    spec = read_spec(env, given)
    if spec.random is not None:
        raise ValueError(f"charts: got {given.charts!r}, allowed is a folder")
    export = Export(
        env=env,
        spec=spec,
        teacher=one_of("teacher", given.teacher or best_script(spec.game), players_of(spec.game).scripts),
        decisions=whole_number("decisions", given.decisions, 1, MOST_EXPORTED + 1),
        rollouts=whole_number("rollouts", given.rollouts, 2, MOST_FLOWN_ON + 1),
        seed=whole_number("seed", given.seed, 0, POLICY_SEED_LIMIT),
        odds=not given.no_odds,
    )
    path = output_path("export", given.export)
    lines = write_export(path, export)
    print(f"{lines:,} questions in {path}; what they are: {card_file(path)}")
    return 0
