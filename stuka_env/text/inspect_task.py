"""The games as tasks of Inspect, such as ``inspect eval stuka_env/mission``: an entry point names this module.

A sample is a war from the seeds that are reserved for evaluation. The solver asks the questions of its war one by one.
Another task has the exercises, one question each.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from stuka_env.game import DEFAULT_GAME, game_of, games
from stuka_env.io.arguments import argument_error, count, one_of
from stuka_env.io.extras import imports_of
from stuka_env.policy import NEUTRAL
from stuka_env.position.exercises import Exercise, exercise_env, load_exercises
from stuka_env.replay.file import LONGEST_POLICY_NAME, as_json, file_stem, from_json, load, save
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.compared_wars import WarComparison, frozen_seeds, rival_names, spec_of
from stuka_env.text.kept_war import new_record
from stuka_env.text.memory import NO_MEMORY, Memory
from stuka_env.text.model_exercises import game_of_exercise
from stuka_env.text.open_question import EXERCISES_VERSION, TEXT_VERSION, OpenQuestion, Usage, model_rules
from stuka_env.text.parts import WarsTask, text_parts
from stuka_env.text.reply import Completion, cut_finish, whole_text
from stuka_env.text.war_form import USUAL_FORM, WarForm
from stuka_env.text.wars import LockedWars, track_wars
from stuka_env.version import __version__

with imports_of("inspect"):
    from inspect_ai.model import (
        ChatMessage,
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        ContentReasoning,
        ModelOutput,
        ModelUsage,
        get_model,
    )
    from inspect_ai.solver import TaskState

USAGE = "usage"
"""Key in the store of a sample of the figures of its questions."""
MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
"""Kinds of messages by role."""


async def ask_until_answered(state: TaskState, question: OpenQuestion) -> None:
    """Ask the model until the question has been answered. The messages of the sample get all replies."""
    while not question.answered:
        state.messages.append(_message(question.messages[-1]))
        output = await get_model().generate([_message(message) for message in question.messages])
        state.output = output
        state.messages.append(ChatMessageAssistant(content="") if output.empty else output.message)
        question.reply(_completion(output))


def usage_counts(usage: Mapping[str, Any]) -> dict[str, float]:
    """Return the figures of questions that are scores: refused answers, and the number and share of forced ones."""
    share = usage["forced"] / max(1, usage["questions"])
    return {"refusals": usage["refusals"], "forced": usage["forced"], "forced_share": share}


def _message(message: Mapping[str, str]) -> ChatMessage:
    return MESSAGES[message["role"]](content=message["content"])


def _completion(output: ModelOutput) -> Completion:
    """Return a reply. Inspect counts tokens that are read from a cache, or written to one, apart from the others."""
    usage = output.usage or ModelUsage()
    cached = usage.input_tokens_cache_read or 0
    return Completion(
        whole_text(output.completion),
        cut_by="" if output.empty else cut_finish(output.stop_reason),
        prompt_tokens=usage.input_tokens + cached + (usage.input_tokens_cache_write or 0),
        reply_tokens=usage.output_tokens,
        cached_tokens=cached,
        reasoning="" if output.empty else _reasoning(output.message.content),
        milliseconds=round(1000 * (output.time or 0.0)),
    )


def _reasoning(content: Any) -> str:
    parts = content if isinstance(content, list) else []
    return "\n".join(part.reasoning for part in parts if isinstance(part, ContentReasoning))


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
    try:
        every = load_exercises(game)
        wanted = themes.split(",") if isinstance(themes, str) else themes
        chosen = (every.exercises if wanted is None else every.of_themes(wanted))[::step]
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from None
    return Task(
        dataset=[_exercise_sample(exercise) for exercise in chosen],
        solver=exercise_player(game),
        scorer=exercise_score(game),
        version=EXERCISES_VERSION,
        metadata={"stuka_env": __version__, "game": game, "charts_sha256": every.charts_sha256},
    )


def _exercise_sample(exercise: Exercise) -> Sample:
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
        usage, question = Usage(), game_of_exercise(record, exercise)
        state.messages = [ChatMessageSystem(content=rules)]
        try:
            await ask_until_answered(state, OpenQuestion(question, record, usage, rules))
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
"""Key in the store of a sample of the replay as JSON, or of the name of its file in sealed wars."""
SEALED_FOLDER = "stuka-wars"
"""Default folder of the replays of sealed wars."""
IDS = tuple(env for each in games() for env in each.ids)
"""Ids of the environments of all games."""

__all__ = ["WAR_TASKS", "exercises", "exercises_quick"]


def play_wars(
    env: str,
    wars: int | str,
    seed: int,
    policies: str | Sequence[str] | None,
    arguments: Mapping[str, Any],
    *,
    form: WarForm = USUAL_FORM,
    sealed: str | None = None,
    folder: str = SEALED_FOLDER,
) -> Task:
    """Return the task that plays wars by questions in words, and compares the scores with those of other policies.

    Args:
        env: id of the environment.
        wars: number of wars, or the name of a track; the first 20 of 60 are the same as 20.
        seed: seed of the evaluation, as of ``evaluate.py``.
        policies: names of the policies to compare with; None for those of the game that are installed.
        arguments: the game's own arguments of the environment, such as ``operation`` and ``charts``.
        form: the form in which they are played; that of a track has its decisions.
        sealed: file of the secret that the wars of a track follow from. The log has neither it nor their seeds.
        folder: folder of the replays of sealed wars, which have their seeds.

    Raises:
        UsageError: an argument is not allowed. The command prints it as one line.
    """
    try:
        game = game_of(one_of("env", env, IDS))
        assert game is not None
        if sealed is None and folder != SEALED_FOLDER:
            raise ValueError("folder: allowed is only with sealed=FILE")
        if sealed is not None and not isinstance(sealed, str):
            raise argument_error("sealed", sealed, "a file")
        played = _chosen_wars(env, wars, seed, arguments, form=form, sealed=sealed)
        rivals = list(rival_names(game.name, policies))
        compared = war_score(env, rivals, played.seed, played.arguments, form=played.form)
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from None
    about = {"track": wars} if isinstance(wars, str) else {}
    apart = {**about, "sealed": sealed, "folder": folder} if sealed else {}
    return Task(
        dataset=[_war_sample(env, number, None if sealed else one) for number, one in enumerate(played.seeds or (), 1)],
        solver=war_player(env, played.arguments, played.form, **apart),
        scorer=compared,
        version=TEXT_VERSION,
        metadata={
            "stuka_env": __version__,
            "env": env,
            "arguments": played.arguments,
            "policies": rivals,
            "form": played.form.described,
            **about,
            **({"wars": played.seal} if sealed else {}),
        },
    )


def _chosen_wars(
    env: str, wars: int | str, seed: int, arguments: Mapping[str, Any], *, form: WarForm, sealed: str | None
) -> LockedWars:
    """Return the wars of a track, or the first ones of a seed; the arguments are those of :func:`play_wars`."""
    if not isinstance(wars, str):
        if sealed is not None:
            raise ValueError("sealed: allowed is only with wars=TRACK")
        return LockedWars(env, arguments, frozen_seeds(seed, count("wars", wars)), form, seed)
    played = track_wars(wars, sealed)
    if env != played.env:
        raise argument_error("env", env, f"{played.env} with the track {wars}")
    for name in ("seed" if seed else "", *arguments):
        if name:
            raise ValueError(f"{name}: not allowed with the track {wars}, which determines the wars")
    return replace(played, form=replace(played.form, odds=form.odds, memory=form.memory))


def _war_sample(env: str, number: int, seed: int | None) -> Sample:
    """Return the sample of a war; the seed of a sealed one is None."""
    if seed is None:
        return Sample(f"{env}, war {number}", id=number)
    return Sample(f"{env}, seed {seed}", id=number, metadata={"seed": str(seed)})


def _registered(name: str, usual: WarsTask) -> Callable[..., Task]:
    """Register the task of a game with Inspect, and return it."""

    @task(name=name)
    def wars_of_game(
        env: str = usual.env,
        wars: int | str = usual.wars,
        seed: int = 0,
        policies: str | Sequence[str] | None = None,
        odds: bool = True,
        memory: str = NO_MEMORY,
        sealed: str | None = None,
        folder: str = SEALED_FOLDER,
        **arguments: Any,
    ) -> Task:
        """Play wars; the arguments are those of :func:`play_wars`, and ``odds`` and ``memory`` of its form."""
        try:
            form = WarForm(odds=odds, memory=memory)
        except ValueError as error:
            raise UsageError(str(error)) from None
        return play_wars(env, wars, seed, policies, arguments, form=form, sealed=sealed, folder=folder)

    return wars_of_game


WAR_TASKS = {name: _registered(name, usual) for game in games() for name, usual in text_parts(game.name).tasks.items()}
"""The tasks of the wars of all games, by their names, which are names of this module too."""
globals().update(WAR_TASKS)


@scorer(metrics={"*": [mean(), stderr(), ci()]})
def war_score(
    env: str, policies: Sequence[str], seed: int, arguments: Mapping[str, Any], *, form: WarForm = USUAL_FORM
) -> Scorer:
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
        form: the form of the wars, which the other policies play too.

    Raises:
        ValueError: a policy cannot be used.
    """
    game = game_of(env)
    assert game is not None
    comparison = WarComparison(game, spec_of(game, env, arguments), policies, seed, form=form)
    if not policies:
        LOGGER.warning("%s: no other policies are installed, the scores are compared with %s alone", env, NEUTRAL)
    if not comparison.is_adjusted:
        LOGGER.warning("%s: nothing installed computes luck-adjusted scores, the scores are plain", env)

    async def score(state: TaskState, target: Target) -> Score:
        contents = state.store.get(REPLAY)
        if contents is None:
            return Score.unscored(explanation="No war was played.")
        replay = load(contents) if isinstance(contents, str) else from_json(contents)
        usage = state.store.get(USAGE)
        scores = await to_thread.run_sync(comparison.scores, replay)
        return Score(value={**scores, **usage_counts(usage), "finished": int(replay.finished)})

    return score


@solver
def war_player(
    env: str,
    arguments: Mapping[str, Any],
    form: WarForm = USUAL_FORM,
    *,
    track: str = "",
    sealed: str = "",
    folder: str = "",
) -> Solver:
    """Return the solver that plays the war of a sample, and keeps its replay and its figures in the store.

    Without a memory every question is a conversation of its own. The messages of the sample have them all. Of a
    sealed war the store has the name of the replay's file only: a replay has the seed of its war.

    Args:
        env: id of the environment.
        arguments: the game's own arguments of the environment.
        form: the form in which it is played.
        track: name of the track whose wars are sealed.
        sealed: file of the secret that they follow from; empty for public wars.
        folder: folder of the replays of sealed wars, with a folder for each model.
    """
    game = game_of(env)
    assert game is not None
    rules, secret_wars = model_rules(game.name, form.memory), track_wars(track, sealed).seeds if sealed else None

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        player, number = str(state.model)[:LONGEST_POLICY_NAME], state.sample_id
        seed = int(secret_wars[int(number) - 1] if secret_wars else state.metadata["seed"])
        record = new_record(env, seed, arguments, player=player, form=form)
        war, usage, memory = form.game(record), Usage(), Memory(form.memory)
        state.messages = [ChatMessageSystem(content=rules)]
        try:
            while not war.over:
                await ask_until_answered(state, OpenQuestion(war, record, usage, rules, memory=memory))
        finally:  # also at a limit
            replay = record.replay()
            kept = as_json(replay) if not sealed else str(save(replay, _file_of(folder, player, number)))
            state.store.set(REPLAY, kept)
            state.store.set(USAGE, asdict(usage))
            record.close()
        return state

    return solve


def _file_of(folder: str, player: str, number: int | str) -> Path:
    """Return the file of the replay of a sealed war; the folder of the model is made."""
    path = Path(folder) / file_stem(player) / f"war-{number}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
