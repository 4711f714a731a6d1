"""The exercises as tasks of Inspect: ``inspect eval stuka_env/exercises``. A sample is an exercise, one question."""

from collections.abc import Sequence
from dataclasses import asdict

from stuka_env.game import DEFAULT_GAME
from stuka_env.io.extras import imports_of
from stuka_env.policy import NEUTRAL
from stuka_env.position.exercises import Exercise, exercise_env, load_exercises
from stuka_env.replay.file import LONGEST_POLICY_NAME
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.inspect_questions import USAGE, ask_until_answered, usage_counts
from stuka_env.text.open_question import TEXT_VERSION, OpenQuestion, Usage, model_rules
from stuka_env.text.parts import text_parts
from stuka_env.text.playing import TextGame
from stuka_env.version import __version__

with imports_of("inspect"):
    from click import UsageError
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem
    from inspect_ai.scorer import Score, Scorer, Target, ci, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver

QUICK_STEP = 5
"""The quick task has every fifth exercise."""
ACTION = "action"
"""Key in the store of a sample of the action that was taken."""


@task
def exercises(game: str = DEFAULT_GAME, themes: str | Sequence[str] | None = None) -> Task:
    """Answer all exercises of a game.

    Args:
        game: name of the game.
        themes: keys of the themes, or a text with commas between them; None for all.

    Raises:
        UsageError: an argument is not allowed. The command prints it as one line.
    """
    return _exercise_task(game, themes, 1)


@task
def exercises_quick(game: str = DEFAULT_GAME, themes: str | Sequence[str] | None = None) -> Task:
    """Answer every fifth exercise of a game; the arguments are those of :func:`exercises`."""
    return _exercise_task(game, themes, QUICK_STEP)


def _exercise_task(game: str, themes: str | Sequence[str] | None, step: int) -> Task:
    """Return the task of some exercises."""
    try:
        every = load_exercises(game)
        wanted = themes.split(",") if isinstance(themes, str) else themes
        chosen = (every.exercises if wanted is None else every.of_themes(wanted))[::step]
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from None
    return Task(
        dataset=[_sample(exercise) for exercise in chosen],
        solver=exercise_player(game),
        scorer=exercise_score(game),
        version=TEXT_VERSION,
        metadata={"stuka_env": __version__, "game": game, "charts_sha256": every.charts_sha256},
    )


def _sample(exercise: Exercise) -> Sample:
    about = {"theme": exercise.theme, "decision": exercise.decision}
    return Sample(f"exercise {exercise.number}", id=exercise.number, metadata=about)


@solver
def exercise_player(game: str) -> Solver:
    """Return the solver that asks the question of an exercise.

    Args:
        game: name of the game.
    """
    rules, by_number = model_rules(game), _by_number(game)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        exercise = by_number[int(state.sample_id)]
        record = RecordReplay(exercise_env(exercise, journal=True), policy=str(state.model)[:LONGEST_POLICY_NAME])
        record.reset(seed=exercise.number, options={"position": exercise.position})
        usage = Usage()
        state.messages = [ChatMessageSystem(content=rules)]
        try:
            await ask_until_answered(state, OpenQuestion(TextGame(record, merged=False), record, usage, rules))
        finally:  # also at a limit
            actions = record.replay().actions
            state.store.set(ACTION, actions[0] if actions else None)
            state.store.set(USAGE, asdict(usage))
            record.close()
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr(), ci()]})
def exercise_score(game: str) -> Scorer:
    """Return the scorer of an exercise, whose value has a number for each name.

    ``best`` is 1 for the best answer, and ``loss`` is the number of points that the answer loses in the mean. The same
    names behind ``first_option_`` are those of the neutral policy. An exercise without an answer loses as much as the
    worst choice. ``refusals``, ``forced`` and ``forced_share`` are those of :func:`war_score
    <stuka_env.text.inspect_task.war_score>`.

    Args:
        game: name of the game.
    """
    by_number, neutral = _by_number(game), text_parts(game).neutral

    async def score(state: TaskState, target: Target) -> Score:
        exercise = by_number[int(state.sample_id)]
        action, usage = state.store.get(ACTION), state.store.get(USAGE) or asdict(Usage())
        value = {**_scores_of(exercise, action), **usage_counts(usage)}
        others = _scores_of(exercise, neutral([choice.action for choice in exercise.choices]))
        return Score(value=value | {f"{NEUTRAL}_{name}": points for name, points in others.items()})

    return score


def _scores_of(exercise: Exercise, action: int | None) -> dict[str, float]:
    """Return the scores of an answer; None is no answer."""
    worst = max(-choice.difference for choice in exercise.choices)
    return {"best": int(action == exercise.best), "loss": worst if action is None else exercise.loss(action)}


def _by_number(game: str) -> dict[int, Exercise]:
    return {exercise.number: exercise for exercise in load_exercises(game).exercises}
