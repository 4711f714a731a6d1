"""The games as tasks of Inspect: wars of a scripted model, refused answers, limits, metrics, and what the log keeps."""

import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate as main
from agents.evaluation.entries import read_entry
from agents.evaluation.secret_wars import sealed
from agents.evaluation.tracks import EvaluationTrack
from agents.games.interceptor.evaluation.tracks import CAREER_SHORT
from agents.games.interceptor.evaluation.tracks import TRACKS as CAREER_TRACKS
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK, TRACKS
from stuka_env.game import game_of
from stuka_env.io.extras import is_installed
from stuka_env.policy import NEUTRAL, load_policy
from stuka_env.position.exercises import Exercise, exercise_env, games_with_exercises, load_exercises
from stuka_env.replay import Replay, load, save, verify
from stuka_env.replay.file import from_json
from stuka_env.text import Taken, TextGame, compared_wars
from stuka_env.text.compared_wars import frozen_seeds, played_by, spec_of
from stuka_env.text.memory import HOW_TO_NOTE
from stuka_env.text.open_question import EXERCISES_VERSION, HOW_TO_ANSWER, MOST_REFUSALS, TEXT_VERSION
from stuka_env.text.parts import text_parts
from stuka_env.text.war_form import USUAL_FORM
from tests.support.places import ROOT
from tests.support.read_exercises import question_of_exercise
from tests.support.slow import slow
from tests.support.text_players import answer_for, begun

pytestmark = [
    pytest.mark.skipif(not is_installed("inspect_ai"), reason="needs the extra inspect of stuka-env"),
    pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated"),  # Inspect's own
]

PAGE = ROOT / "docs" / "clients.md"
MISSION, SORTIE, CAREER = "Stuka/Mission-v0", "Interceptor/Sortie-v0", "Interceptor/Career-v0"
WARS = 3
SECRET = bytes.fromhex("c2904e7fd1158ab36e02f94d77a18c5be3306f21")
WAR_TASKS = ("mission", "sortie", "career", "formation", "campaign", "month", "wing_campaign")
QUICK_STEP = 5
Answers = Callable[[str], tuple[str, str]]
"""A function of a question that returns a reply, and the reason why it stops."""
COMMAND = """
import re, runpy, sys
from inspect_ai.model import ModelAPI, ModelOutput, ModelUsage, modelapi

class LastOption(ModelAPI):
    async def generate(self, input, tools, tool_choice, config):
        number = re.findall(r"^(\\d+)\\. ", input[-1].text, re.MULTILINE)[-1]
        output = ModelOutput.from_content("last/option", f"Answer: {number}")
        output.usage = ModelUsage(input_tokens=100, output_tokens=10, total_tokens=110)
        return output

@modelapi(name="last")
def last():
    return LastOption

sys.argv[0] = "inspect"
runpy.run_module("inspect_ai", run_name="__main__")
"""
"""The command ``inspect`` with a model that takes the last option."""


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Write the logs to a folder of the test, and nothing to the screen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_DISPLAY", "none")


def inspect_task() -> Any:
    """Import the module of the tasks, which needs the extra."""
    return importlib.import_module("stuka_env.text.inspect_task")


def evaluated(
    answers: Answers, task: str = "mission", limits: Any = None, task_system: str = HOW_TO_ANSWER, **arguments: Any
) -> Any:
    """Return the log of an evaluation, which plays one war after another."""
    import inspect_ai
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def output(messages: Any, *_: Any) -> ModelOutput:
        assert messages[0].role == "system" and messages[0].text.endswith(task_system)
        text, reason = answers(messages[-1].text)
        reply = ModelOutput.from_content("mockllm/model", text, stop_reason=reason)  # type: ignore[arg-type]
        reply.usage = ModelUsage(input_tokens=100, output_tokens=10, total_tokens=110)
        return reply

    model = get_model("mockllm/model", custom_outputs=output)
    usual = {"wars": WARS} if task in WAR_TASKS else {}
    made = getattr(inspect_task(), task)(**{**usual, **arguments})
    (log,) = inspect_ai.eval(made, model=model, max_samples=1, **(limits or {}))
    assert log.status == "success", log.error
    return log


def native_wars(env: str, name: str, wars: int = WARS, **arguments: Any) -> list[Replay]:
    """Return the frozen wars of a policy."""
    game = game_of(env)
    assert game is not None
    spec = spec_of(game, env, arguments)
    return [played_by(load_policy(name, game.name), spec, seed, 0) for seed in frozen_seeds(0, wars)]


def scripted(wars: Sequence[Replay]) -> Answers:
    """Return answers that repeat wars. Each question must be the one of these wars."""

    def turns() -> Iterator[tuple[str, str]]:
        for war in wars:
            game, remaining = USUAL_FORM.game(begun(war.env, war.seed, **war.arguments)), list(war.actions)
            while not game.over:
                answer = answer_for(game, remaining, in_words=game.questions % 2 == 0)
                yield game.observe(), answer
                taken = game.answer(answer)
                assert isinstance(taken, Taken)
                remaining = remaining[len(taken.actions) :]

    asked = turns()

    def reply(question: str) -> tuple[str, str]:
        expected, answer = next(asked)
        assert question == expected
        return f"I think.\nAnswer: {answer}", "stop"

    return reply


def first_option(question: str) -> tuple[str, str]:
    return "Answer: 1", "stop"


def values_of(log: Any) -> list[dict[str, Any]]:
    return [sample.scores["war_score"].value for sample in log.samples]


def metrics_of(log: Any, name: str) -> dict[str, float]:
    (score,) = [score for score in log.results.scores if score.name == name]
    return {key: metric.value for key, metric in score.metrics.items()}


def half(replays: Sequence[Replay]) -> NDArray[np.float64]:
    """Return half of each score, as if that were the luck-adjusted one."""
    return np.array([replay.score for replay in replays]) / 2


# --- wars ---


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "env", "name", "other"),
    [
        ("mission", MISSION, "old_hand", "random"),
        ("sortie", SORTIE, "veteran", "by_the_book"),
        ("career", CAREER, "champion", "random"),
    ],
)
def test_a_script_scores_what_it_scores_natively(task: str, env: str, name: str, other: str) -> None:
    native, others = native_wars(env, name), native_wars(env, other)
    log = evaluated(scripted(native), task, policies=f"{name},{other}")
    for value, war, second in zip(values_of(log), native, others, strict=True):
        assert war.score is not None and second.score is not None
        assert (value["score"], value[name], value[f"above_{name}"]) == (war.score, war.score, 0)
        assert (value[other], value[f"above_{other}"]) == (second.score, war.score - second.score)
        assert (value["refusals"], value["forced"], value["forced_share"], value["finished"]) == (0, 0, 0, 1)
    for sample, war in zip(log.samples, native, strict=True):
        kept = from_json(sample.store["replay"])
        assert (kept.actions, kept.seed, kept.policy_record.name) == (war.actions, war.seed, "mockllm/model")
        assert verify(kept).score == war.score
        usage, questions = sample.store["usage"], (len(sample.messages) - 1) // 2
        assert (usage["calls"], usage["prompt_tokens"], usage["reply_tokens"]) == (
            *(questions, 100 * questions),
            10 * questions,
        )
        assert [message.role for message in sample.messages] == ["system", *["user", "assistant"] * questions]


def test_the_wars_and_the_scores_are_those_of_an_evaluation() -> None:
    import stuka_env

    flown = stuka_env.fly("kette", "Stuka/Segment-v0", 2, seed=5, operation="citadel")
    log = evaluated(first_option, env="Stuka/Segment-v0", wars=2, seed=5, policies=["kette"], operation="citadel")
    assert [value["kette"] for value in values_of(log)] == flown.scores.tolist()
    assert [int(sample.metadata["seed"]) for sample in log.samples] == flown.seeds.tolist()


@pytest.mark.slow
def test_the_neutral_policy_is_beside_the_model_in_every_task() -> None:
    for task, env in (("mission", MISSION), ("sortie", SORTIE), ("career", CAREER)):
        native = native_wars(env, NEUTRAL)
        values = values_of(evaluated(scripted(native), task, policies=""))
        assert [value[NEUTRAL] for value in values] == [war.score for war in native]
        assert [value[f"above_{NEUTRAL}"] for value in values] == [0] * WARS


def test_a_model_keeps_notes(tmp_path: Path) -> None:
    asked: list[str] = []

    def answers(question: str) -> tuple[str, str]:
        asked.append(question)
        return f"<notes>question {len(asked)}</notes>\nAnswer: 1", "stop"

    log = evaluated(answers, wars=2, policies="", memory="notes", task_system=HOW_TO_NOTE)
    first, second = (sample.store["usage"]["questions"] for sample in log.samples)
    assert [question.partition("\n")[0].partition(": ")[2] for question in asked] == [
        *("none", *(f"question {number}" for number in range(1, first))),
        *("none", *(f"question {number}" for number in range(first + 1, first + second))),
    ]
    assert [sample.store["usage"]["notes"] for sample in log.samples] == [first, second]
    assert log.eval.metadata["form"] == {"memory": "notes"}


def test_illegal_and_cut_answers_are_refused_and_then_the_neutral_policy_answers() -> None:
    replies = iter([("Answer: ask the weather", "stop"), ("I think that the odds", "max_tokens")] * 2)
    seen: list[str] = []

    def answers(question: str) -> tuple[str, str]:
        seen.append(question)
        return next(replies, ("Answer: 1", "stop"))

    log = evaluated(answers, wars=1, policies="")
    (value,), (sample,) = values_of(log), log.samples
    usage = sample.store["usage"]
    assert (value["refusals"], value["forced"], usage["cut"]) == (MOST_REFUSALS, 1, 2)
    assert value["forced_share"] == 1 / usage["questions"]
    assert seen[1].startswith("Refused: The answer 'ask the weather'")
    assert seen[2].startswith("Refused: The reply was cut at its longest length ('max_tokens')")
    replay = from_json(sample.store["replay"])
    assert replay.policy_record.reasons[0] == f"forced: the answer of {NEUTRAL} after too many refused answers"


def test_with_the_option_cache_an_interrupted_run_repeats_no_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))
    asked: list[str] = []

    def answers(question: str) -> tuple[str, str]:
        asked.append(question)
        return first_option(question)

    evaluated(answers, wars=1, policies="", env="Stuka/Segment-v0", limits={"cache": True, "message_limit": 6})
    begun_with = len(asked)
    assert begun_with > 0
    evaluated(answers, wars=1, policies="", env="Stuka/Segment-v0", limits={"cache": True})
    assert len(asked) > begun_with and len(set(asked)) == len(asked)


@pytest.mark.parametrize(("limit", "most"), [("message_limit", 6), ("token_limit", 250)])
def test_a_limit_ends_a_war_with_score_0_and_its_replay_is_kept(limit: str, most: int) -> None:
    wars = native_wars(MISSION, "old_hand", 1)
    log = evaluated(scripted(wars), wars=1, policies="old_hand", limits={limit: most})
    (value,), (sample,) = values_of(log), log.samples
    assert sample.limit.type == limit.removesuffix("_limit")
    assert (value["score"], value["finished"], value["above_old_hand"]) == (0, 0, -(wars[0].score or 0))
    replay = from_json(sample.store["replay"])
    assert not verify(replay).finished
    assert replay.actions and replay.actions == wars[0].actions[: len(replay.actions)]


# --- scores ---


def test_the_metrics_are_means_standard_errors_and_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    from scipy import stats

    monkeypatch.setattr(compared_wars, "adjusted_scores_of", lambda game: half)
    own = native_wars(MISSION, "doctrine", 6)
    log = evaluated(scripted(own), wars=6, policies="kette")
    points = np.array([war.score for war in own], float)
    above = points - np.array([war.score for war in native_wars(MISSION, "kette", 6)], float)
    assert above.std() > 0
    for name, expected in {
        **{"score": points, "adjusted_score": points / 2, "kette": points - above, "above_kette": above},
        **{"adjusted_kette": (points - above) / 2, "adjusted_above_kette": above / 2},
        **{"refusals": 0 * points, "forced": 0 * points, "forced_share": 0 * points, "finished": 0 * points + 1},
    }.items():
        got, error = metrics_of(log, name), expected.std(ddof=1) / np.sqrt(len(own))
        margin = stats.t.ppf(0.975, len(own) - 1) * error
        wanted = [expected.mean(), error, expected.mean() - margin, expected.mean() + margin]
        assert [got[key] for key in ("mean", "stderr", "ci_lower", "ci_upper")] == pytest.approx(wanted), name
    assert {score.name for score in log.results.scores} == set(values_of(log)[0])


@pytest.mark.parametrize(
    ("task", "env", "name", "other"),
    [("mission", MISSION, "old_hand", "kette"), slow("sortie", SORTIE, "champion", "veteran")],
)
def test_luck_adjusted_scores_are_those_of_the_laboratory(task: str, env: str, name: str, other: str) -> None:
    own, others = native_wars(env, name), native_wars(env, other)
    values = values_of(evaluated(scripted(own), task, policies=f"{name},{other}"))
    game = game_of(env)
    assert game is not None
    adjusted_scores = compared_wars.adjusted_scores_of(game.name)
    assert adjusted_scores is not None
    adjusted, theirs = adjusted_scores(own).tolist(), adjusted_scores(others).tolist()
    assert [value["adjusted_score"] for value in values] == [value[f"adjusted_{name}"] for value in values] == adjusted
    assert adjusted != [war.score for war in own]
    assert [value[f"adjusted_{other}"] for value in values] == theirs
    above = [first - second for first, second in zip(adjusted, theirs, strict=True)]
    assert [value[f"adjusted_above_{other}"] for value in values] == above


def test_an_unfinished_war_has_the_adjusted_score_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compared_wars, "adjusted_scores_of", lambda game: half)
    log = evaluated(lambda question: ("Fly to the moon", "stop"), wars=1, policies="", limits={"message_limit": 4})
    value = {name: number for name, number in values_of(log)[0].items() if NEUTRAL not in name}
    assert value == {
        **dict.fromkeys(("score", "adjusted_score", "forced", "forced_share", "finished"), 0),
        "refusals": 1,
    }


def test_without_the_laboratory_the_scores_are_plain_and_a_warning_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(compared_wars, "entry_points", lambda group, name: ())
    monkeypatch.setattr(compared_wars, "installed_policies", lambda game: frozenset())
    inspect_task().mission()
    assert [message.partition(": ")[2] for message in caplog.messages] == [
        "no other policies are installed, the scores are compared with first_option alone",
        "nothing installed computes luck-adjusted scores, the scores are plain",
    ]
    counts = {"refusals", "forced", "forced_share", "finished"}
    neutral = {NEUTRAL, f"above_{NEUTRAL}"}
    assert values_of(evaluated(first_option, wars=1))[0].keys() == {"score", *counts, *neutral}


def test_the_rivals_of_each_game_are_policies_of_the_laboratory() -> None:
    mission, sortie, career, formation, *long_wars = (getattr(inspect_task(), name) for name in WAR_TASKS)
    assert mission().metadata["policies"] == ["old_hand", "kette", "random_flyer", "random"]
    of_careers = ["champion", "veteran", "by_the_book", "random_flyer", "random"]
    assert sortie().metadata["policies"] == career().metadata["policies"] == of_careers
    assert formation().metadata["policies"] == ["best", "by_the_book", "cautious", "random"]
    assert [len(task(policies=()).dataset) for task in long_wars] == [8, 20, 12]
    assert mission(odds=False, policies=()).metadata["form"] == {"odds": False}
    assert (len(mission().dataset), len(sortie(wars=2).dataset), len(career().dataset)) == (60, 2, 15)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"env": "Stuka/Mission"}, "env: got 'Stuka/Mission', allowed is"),
        ({"wars": 0}, "wars: got 0, allowed is a whole number, 1 or more"),
        ({"seed": -1}, "seed: got -1, allowed is a whole number from 0 to 4294967295"),
        ({"policies": "old_hnd"}, "policy 'old_hnd': unknown, did you mean 'old_hand'"),
        ({"policies": ["random", 3]}, "policies: got ['random', 3], allowed is names of policies"),
        ({"policies": 3}, "policies: got 3, allowed is names of policies"),
        ({"policies": {"random": 1}}, "policies: got {'random': 1}, allowed is names of policies"),
        ({"env": 3}, "env: got 3, allowed is"),
        ({"env": ["Stuka/Mission-v0"]}, "env: got ['Stuka/Mission-v0'], allowed is"),
        ({"wars": "9"}, "wars: got '9', allowed is a whole number, 1 or more"),
        (
            {"wars": "language", "env": "Stuka/Segment-v0"},
            f"env: got 'Stuka/Segment-v0', allowed is {MISSION} with the",
        ),
        ({"wars": "language", "seed": 5}, "seed: not allowed with the track language, which determines the wars"),
        ({"wars": "language", "operation": "citadel"}, "operation: not allowed with the track language"),
        ({"wars": "language", "sealed": "/nowhere"}, "sealed: /nowhere cannot be read"),
        ({"wars": "language", "sealed": 5}, "sealed: got 5, allowed is a file"),
        ({"sealed": "secret"}, "sealed: allowed is only with wars=TRACK"),
        ({"folder": "mine"}, "folder: allowed is only with sealed=FILE"),
        ({"memory": "much"}, "memory: got 'much', allowed is"),
        ({"seed": 1.5}, "seed: got 1.5, allowed is a whole number from 0 to 4294967295"),
        ({"operation": ["citadel"]}, "operation: got ['citadel'], allowed is"),
        ({"segment": 7}, "segment: got 7, allowed is"),
        ({"charts": 7}, "charts: got 7, allowed is"),
        ({"charts": "random"}, "charts: got 'random', allowed is charts that are the same in all wars"),
        ({"operations": "citadel"}, "operations: got an unknown argument"),
        ({"operation": "overlord"}, "operation: got 'overlord', allowed is"),
    ],
)
def test_a_wrong_argument_is_one_line(arguments: dict[str, Any], message: str) -> None:
    from click import UsageError

    with pytest.raises(UsageError) as error:
        inspect_task().mission(**arguments)
    assert error.value.message.startswith(message) and "\n" not in error.value.message


# --- tracks ---


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> EvaluationTrack:
    """A track with the first two wars of the track of missions."""
    track = LANGUAGE_TRACK._replace(name="few", scenarios=(LANGUAGE_TRACK.headline._replace(wars=2),))
    monkeypatch.setitem(TRACKS, track.name, track)
    return track


def test_a_track_names_its_wars(few: EvaluationTrack) -> None:
    log = evaluated(first_option, wars="few", policies="kette")
    assert [int(sample.metadata["seed"]) for sample in log.samples] == few.war_seeds(2).tolist()
    spec = few.headline.spec()
    native = [played_by(load_policy("kette", "stuka"), spec, seed, few.seed) for seed in few.war_seeds(2).tolist()]
    assert [value["kette"] for value in values_of(log)] == [war.score for war in native]
    assert log.eval.metadata["track"] == "few"


@pytest.mark.slow
def test_a_task_plays_the_affordable_form_of_a_track(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The model is asked the decisions of the form, and the other policies play it too."""
    short = CAREER_SHORT._replace(name="short", scenarios=(CAREER_SHORT.headline._replace(wars=2),))
    monkeypatch.setitem(CAREER_TRACKS, short.name, short)
    asked: list[str] = []

    def answers(question: str) -> tuple[str, str]:
        asked.append(question)
        return first_option(question)

    log = evaluated(answers, "career", wars="short", policies="by_the_book")
    assert 0 < len(asked) <= 2 * 14
    assert main(["--track", "short", "--policies", "by_the_book", "first_option", "--output", str(tmp_path)]) == 0
    for name in ("by_the_book", "first_option"):
        entry = read_entry(tmp_path / f"short-{name}.json")
        assert [value[name] for value in values_of(log)] == entry.headline.scores
    folder = tmp_path / "mine"
    folder.mkdir()
    for sample in log.samples:
        save(from_json(sample.store["replay"]), folder / f"{sample.id}.json")
    assert main(["--track", "short", "--policies", f"mine=replays:{folder}", "--output", str(tmp_path)]) == 0
    scores = read_entry(tmp_path / "short-mine.json").headline.scores
    assert scores == [value["score"] for value in values_of(log)]


def test_sealed_wars_leave_neither_their_seeds_nor_the_secret_in_the_log(few: EvaluationTrack, tmp_path: Path) -> None:
    """The replays are in a folder of the organiser, and lead to a signed entry."""
    secret = tmp_path / "secret"
    secret.write_bytes(SECRET)
    mine, asked = sealed(few, SECRET), list[str]()

    def answers(question: str) -> tuple[str, str]:
        asked.append(question)
        return first_option(question)

    log = evaluated(answers, wars="few", sealed=str(secret), policies="kette")
    text = log.model_dump_json() + "".join(asked)
    seeds = mine.war_seeds(2).tolist()
    assert not [word for word in (SECRET.hex(), str(mine.sealed_seed), *map(str, seeds)) if word in text]
    assert log.eval.metadata["wars"] == mine.seed_in_words and str(mine.seed_in_words) in text
    replays = [load(str(sample.store["replay"])) for sample in log.samples]
    assert [replay.seed for replay in replays] == seeds
    kette = [played_by(load_policy("kette", "stuka"), few.headline.spec(), seed, few.seed) for seed in seeds]
    assert [(value["score"], value["kette"]) for value in values_of(log)] == [
        (replay.score, war.score) for replay, war in zip(replays, kette, strict=True)
    ]
    folder = tmp_path / "stuka-wars" / "mockllm-model"
    words = ["--track", "few", "--sealed", str(secret), "--policies", f"me=replays:{folder}", "--output", str(tmp_path)]
    assert main(words) == 0
    (entry,) = tmp_path.glob("few-me-sealed-*.json")
    assert read_entry(entry).headline.scores == [replay.score for replay in replays]
    assert main(["--check", str(entry), "--sealed", str(secret), "--refly", "2"]) == 0


# --- exercises ---


def exercise_answers(number_of: Callable[[Exercise, TextGame], int], chosen: Sequence[Exercise]) -> Answers:
    """Return answers to exercises, one after another."""
    waiting = iter(chosen)

    def reply(question: str) -> tuple[str, str]:
        exercise = next(waiting)
        game = TextGame(exercise_env(exercise, journal=True), merged=False, order=exercise.number)
        assert question == game.observe()
        return f"**Final Answer**\n\n{number_of(exercise, game)}", "stop"

    return reply


def number_of_best(exercise: Exercise, game: TextGame) -> int:
    return 1 + [option.actions for option in game.question.options].index((exercise.best,))


def exercise_values(log: Any) -> list[dict[str, Any]]:
    return [sample.scores["exercise_score"].value for sample in log.samples]


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with_exercises())
def test_an_exercise_is_one_question_with_the_points_of_its_answer(game: str) -> None:
    theme = next(iter(load_exercises(game).themes))
    chosen = load_exercises(game).of_themes([theme])[::QUICK_STEP]
    asked: dict[str, Any] = {"game": game, "themes": theme}
    values = exercise_values(evaluated(exercise_answers(number_of_best, chosen), "exercises_quick", **asked))
    assert len(values) == len(chosen)
    assert {(value["best"], value["loss"], value["refusals"], value["forced"]) for value in values} == {(1, 0, 0, 0)}
    first = exercise_values(
        evaluated(exercise_answers(lambda *_: 1, chosen), "exercises_quick", game=game, themes=[theme])
    )
    assert [value["loss"] for value in first] == [
        each.loss(question_of_exercise(each).options[0].actions[0]) for each in chosen
    ]
    neutral = [text_parts(game).neutral([choice.action for choice in each.choices]) for each in chosen]
    assert [value[f"{NEUTRAL}_best"] for value in values] == [
        int(action == each.best) for action, each in zip(neutral, chosen, strict=True)
    ]


def test_an_exercise_without_an_answer_loses_as_much_as_the_worst_choice() -> None:
    exercise = load_exercises("stuka").exercises[0]
    log = evaluated(lambda question: ("No", "stop"), "exercises", limits={"limit": 1, "message_limit": 4})
    (value,) = exercise_values(log)
    worst = max(-choice.difference for choice in exercise.choices)
    assert (value["best"], value["loss"], value["forced"]) == (0, worst, 0)


def test_the_tasks_have_the_version_of_the_texts_and_the_exercises_of_the_game() -> None:
    module = inspect_task()
    tasks = [module.mission(wars=1), module.sortie(wars=1), module.exercises(), module.exercises_quick()]
    assert [task.version for task in tasks] == [TEXT_VERSION] * 2 + [EXERCISES_VERSION] * 2
    assert [len(task.dataset) for task in tasks] == [1, 1, 500, 100]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"game": "dogfight"}, "game: got 'dogfight', allowed is"), ({"themes": "duel"}, "theme: got 'duel'")],
)
def test_a_wrong_argument_of_exercises_is_one_line(arguments: dict[str, Any], message: str) -> None:
    from click import UsageError

    with pytest.raises(UsageError) as error:
        inspect_task().exercises(**arguments)
    assert error.value.message.startswith(message) and "\n" not in error.value.message


# --- the command ---


def inspect_command(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", COMMAND, "eval", "stuka_env/mission", "--model", "last/option", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
def test_the_command_finds_the_task_and_the_page_writes_its_replays(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    done = inspect_command("--limit", "2", "-T", "policies=old_hand,random", "--display", "plain", "--log-dir", "logs")
    assert done.returncode == 0, done.stderr
    assert "mission (2 samples): last/option" in done.stdout
    (file,) = (tmp_path / "logs").iterdir()
    log = read_eval_log(str(file))
    assert (log.eval.task, log.status) == ("stuka_env/mission", "success") and log.results is not None
    assert log.results.headline is not None and log.results.headline.score == "score"
    block = re.search(r"<!-- inspect:begin -->\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    exec(compile(block[1], "block", "exec"), {})
    for number in (1, 2):
        command = [sys.executable, "-m", "stuka_env", "replay", f"war-{number}.json"]
        shown = subprocess.run(command, capture_output=True, text=True)
        assert shown.returncode == 0 and 'policy "last/option"' in shown.stdout, shown.stderr


@pytest.mark.slow
def test_the_command_prints_a_wrong_argument_in_one_line() -> None:
    done = inspect_command("-T", "wars=none")
    assert done.returncode == 2
    allowed = "a whole number, 1 or more, or a track: language, "
    assert done.stderr.splitlines()[-1].startswith(f"Error: wars: got 'none', allowed is {allowed}")
