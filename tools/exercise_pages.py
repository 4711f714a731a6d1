"""The exercises of a game as a page that needs no Python: sixty positions with all answers and their explanations.

``make site`` puts a page of each game into the site. The script of a page asks, explains, and keeps the answers in the
browser.
"""

from collections import Counter
from pathlib import Path
from typing import Any

from stuka_env.game import game_named
from stuka_env.play.advice import Answer, PolicyAdviser, make_adviser
from stuka_env.play.choices import choices, heading, question_meaning
from stuka_env.play.exercises.explanation import explain
from stuka_env.play.sharing import kind_name
from stuka_env.play.war import war_at
from stuka_env.play.war_reader import so_far
from stuka_env.policy import installed_policies
from stuka_env.position.exercises import Exercise, ExerciseSet, load_exercises
from stuka_env.watch.data import constants, sections_json
from stuka_env.watch.pack import SheetPacker, Texts, packed
from stuka_env.watch.page import assemble, embedded, enclosed, policy, sheet_scripts, source, style, worded

EXERCISES_ON_A_PAGE = 60


def chosen_exercises(exercises: ExerciseSet, most: int = EXERCISES_ON_A_PAGE) -> list[Exercise]:
    """Return exercises whose themes alternate and have equal shares, as far as they have enough exercises.

    Those of a theme are spread evenly over its exercises.
    """
    own = {theme: exercises.of_themes([theme]) for theme in exercises.themes}
    turns = [(turn, theme) for turn in range(most) for theme in own if turn < len(own[theme])][:most]
    shares = Counter(theme for _, theme in turns)
    return [own[theme][turn * len(own[theme]) // shares[theme]] for turn, theme in turns]


class ExerciseWriter:
    """A writer of the exercises of a page; equal texts and equal parts of mats are written once."""

    def __init__(self, exercises: ExerciseSet) -> None:
        self.exercises = exercises
        self.texts, self.sheets = Texts(), SheetPacker()
        self._adviser: PolicyAdviser | None = None
        if exercises.policy in installed_policies(exercises.game):
            self._adviser = make_adviser(exercises.policy, exercises.game)

    def written(self, exercise: Exercise) -> dict[str, Any]:
        """Return an exercise: mat, question, options, and for each answer its cost and the words that follow it."""
        war = war_at(exercise.position, exercise.number)
        advice = Answer(0, self._adviser.consider(war.position()), "") if self._adviser else None
        number, answers = self.texts.number, {}
        for choice in exercise.choices:
            words = explain(exercise, war, choice.action, exercises=self.exercises, advice=advice)
            answers[choice.action] = [
                exercise.loss(choice.action),
                words.verdict,
                sections_json(words.sections, self.texts),
            ]
        return {
            "number": exercise.number,
            "theme": exercise.theme,
            "war": number(kind_name(war)),
            "heading": number(heading(war)),
            "help": number(question_meaning(war)),
            "sheet": self.sheets.changes(None, so_far(war).sheet(war.newest_entries)),
            "options": [[one.number, one.answer, number(one.label), number(one.meaning)] for one in choices(war)],
            "answers": answers,
        }


def own_source(end: str) -> str:
    """Return a file of the page, by the end of its name."""
    return Path(__file__).with_name(f"exercise_page.{end}").read_text(encoding="utf-8")


def exercise_page(game: str) -> str:
    """Return the page of the exercises of a game.

    Raises:
        ValueError: the game has none.
    """
    exercises = load_exercises(game)
    writer = ExerciseWriter(exercises)
    written = [writer.written(exercise) for exercise in chosen_exercises(exercises)]
    shown = {theme: title for theme, title in exercises.themes.items() if any(one["theme"] == theme for one in written)}
    data = constants(game, game_named(game).envs.read_arguments(0)[0])
    head = {
        "themes": shown,
        "unit": exercises.unit,
        "digits": exercises.digits,
        "digest": exercises.positions_sha256,
        "all": len(exercises.exercises),
    }
    code = enclosed([*sheet_scripts(), source("glossary.js"), source("unpack.js"), own_source("js")])
    look = style() + own_source("css")
    return assemble(
        worded(own_source("html"), data["nouns"]),
        policy=policy(code, look),
        style=look,
        data=embedded(data | {"set": head}),
        exercises=packed({"exercises": written, "texts": writer.texts.all(), "sheets": writer.sheets.constants()}),
        script=code,
    )
