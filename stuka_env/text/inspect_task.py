"""The games as tasks of Inspect, such as ``inspect eval stuka_env/mission``: an entry point names this module.

A sample is a war from the seeds that are reserved for evaluation. The solver asks the questions of its war one by one.
Exercises are in :mod:`stuka_env.text.inspect_exercises`.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import gymnasium

from stuka_env.game import game_of, games
from stuka_env.io.arguments import count, one_of
from stuka_env.io.extras import imports_of
from stuka_env.policy import NEUTRAL
from stuka_env.replay.file import LONGEST_POLICY_NAME, as_json, from_json
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.compared_wars import WarComparison, frozen_seeds, rival_names, spec_of
from stuka_env.text.inspect_exercises import exercises, exercises_quick
from stuka_env.text.inspect_questions import USAGE, ask_until_answered, usage_counts
from stuka_env.text.open_question import TEXT_VERSION, OpenQuestion, Usage, model_rules
from stuka_env.text.parts import WarsTask, text_parts
from stuka_env.text.playing import TextGame
from stuka_env.version import __version__

with imports_of("inspect"):
    from anyio import to_thread
    from click import UsageError
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem
    from inspect_ai.scorer import Score, Scorer, Target, ci, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver

LOGGER = logging.getLogger(__name__)
REPLAY = "replay"
"""Key in the store of a sample of the replay as JSON."""
IDS = tuple(env for each in games() for env in each.ids)
"""Ids of the environments of all games."""

__all__ = ["WAR_TASKS", "exercises", "exercises_quick"]


def play_wars(
    env: str, wars: int, seed: int, policies: str | Sequence[str] | None, arguments: Mapping[str, Any]
) -> Task:
    """Return the task that plays wars by questions in words, and compares the scores with those of other policies.

    Args:
        env: id of the environment.
        wars: number of wars; the first 20 of 60 are the same as 20.
        seed: seed of the evaluation, as of ``evaluate.py``.
        policies: names of the policies to compare with; None for those of the game that are installed.
        arguments: the game's own arguments of the environment, such as ``operation`` and ``charts``.

    Raises:
        UsageError: an argument is not allowed. The command prints it as one line.
    """
    try:
        game = game_of(one_of("env", env, IDS))
        assert game is not None
        spec_of(game, env, arguments)
        rivals = list(rival_names(game.name, policies))
        seeds = frozen_seeds(seed, count("wars", wars))
        compared = war_score(env, rivals, seed, arguments)
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from None
    return Task(
        dataset=[_sample(env, war_seed, number) for number, war_seed in enumerate(seeds, 1)],
        solver=war_player(env, arguments),
        scorer=compared,
        version=TEXT_VERSION,
        metadata={"stuka_env": __version__, "env": env, "arguments": arguments, "policies": rivals},
    )


def _registered(name: str, usual: WarsTask) -> Callable[..., Task]:
    """Register the task of a game with Inspect, and return it."""

    @task(name=name)
    def wars_of_game(
        env: str = usual.env,
        wars: int = usual.wars,
        seed: int = 0,
        policies: str | Sequence[str] | None = None,
        **arguments: Any,
    ) -> Task:
        """Play wars; the arguments are those of :func:`play_wars`."""
        return play_wars(env, wars, seed, policies, arguments)

    return wars_of_game


WAR_TASKS = {name: _registered(name, usual) for game in games() for name, usual in text_parts(game.name).tasks.items()}
"""The tasks of the wars of all games, by their names, which are names of this module too."""
globals().update(WAR_TASKS)


def _sample(env: str, seed: int, number: int) -> Sample:
    """Return a war as a sample. Its seed is a text, because the viewer reads numbers as floats."""
    return Sample(f"{env}, seed {seed}", id=number, metadata={"seed": str(seed)})


@scorer(metrics={"*": [mean(), stderr(), ci()]})
def war_score(env: str, policies: Sequence[str], seed: int, arguments: Mapping[str, Any]) -> Scorer:
    """Return the scorer of a war, whose value has a number for each name.

    ``score`` is the official score, ``NAME`` that of another policy in the same war, ``above_NAME`` the difference.
    ``first_option``, the neutral policy, is always among them. ``adjusted_`` before these names stands for the
    luck-adjusted score, if an installed distribution computes it. ``refusals`` counts refused answers, ``forced`` the
    questions that the neutral policy has answered after too many of them, and ``forced_share`` is their share.
    ``finished`` is 1 for a war that was played to its end. Any other war has the score 0.

    Args:
        env: id of the environment.
        policies: names of the other policies.
        seed: seed of their random numbers.
        arguments: the game's own arguments of the environment.

    Raises:
        ValueError: a policy cannot be used.
    """
    game = game_of(env)
    assert game is not None
    comparison = WarComparison(game, spec_of(game, env, arguments), policies, seed)
    if not policies:
        LOGGER.warning("%s: no other policies are installed, the scores are compared with %s alone", env, NEUTRAL)
    if not comparison.is_adjusted:
        LOGGER.warning("%s: nothing installed computes luck-adjusted scores, the scores are plain", env)

    async def score(state: TaskState, target: Target) -> Score:
        contents = state.store.get(REPLAY)
        if contents is None:
            return Score.unscored(explanation="No war was played.")
        replay, usage = from_json(contents), state.store.get(USAGE)
        scores = await to_thread.run_sync(comparison.scores, replay)
        return Score(value={**scores, **usage_counts(usage), "finished": int(replay.finished)})

    return score


@solver
def war_player(env: str, arguments: Mapping[str, Any]) -> Solver:
    """Return the solver that plays the war of a sample, and keeps its replay and its figures in the store.

    Every question is a conversation of its own. The messages of the sample have them all, one after another.

    Args:
        env: id of the environment.
        arguments: the game's own arguments of the environment.
    """
    game = game_of(env)
    assert game is not None
    rules = model_rules(game.name)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        record = RecordReplay(
            gymnasium.make(env, journal=True, **arguments), policy=str(state.model)[:LONGEST_POLICY_NAME]
        )
        record.reset(seed=int(state.metadata["seed"]))
        war, usage = TextGame(record), Usage()
        state.messages = [ChatMessageSystem(content=rules)]
        try:
            while not war.over:
                await ask_until_answered(state, OpenQuestion(war, record, usage, rules))
        finally:  # also at a limit
            state.store.set(REPLAY, as_json(record.replay()))
            state.store.set(USAGE, asdict(usage))
            record.close()
        return state

    return solve
