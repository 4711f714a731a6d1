"""The first game as a record of what it provides to be played by hand."""

from stuka_env.engine.table import TAPE_LENGTH
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import Chart, Scale
from stuka_env.games.stuka.play import (
    choices,
    help,
    lessons,
    results,
    rivals,
    seating,
    tutorial,
    typed_rolls,
)
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.sheet import question_of
from stuka_env.play.parts import LessonParts, PlayParts, ResultParts, TableParts, WordParts

PLAY = PlayParts(
    game=game_named("stuka"),
    title="STUKA",
    table=TableParts(
        charts=Chart,
        longest_turn=TAPE_LENGTH,
        plan=typed_rolls.planned,
    ),
    words=WordParts(
        question=question_of,
        choices=choices.choices_of,
        gives_up=choices.gives_up,
        kinds=choices.kinds_of,
        about_game=help.ABOUT_GAME,
        about_dice=help.ABOUT_DICE,
        about_page=help.ABOUT_PAGE,
    ),
    results=ResultParts(
        points=score_due,
        score=results.score_of,
        level=results.level_of,
        unit="point",
        so_far=results.points_so_far,
        compared=rivals.target_words,
        scored=rivals.mission_words,
        line="mission",
        rivals=(rivals.TRAINED_AGENT, rivals.RIVAL_SCRIPT),
        nouns=("war",) * len(Scale),
    ),
    lessons=LessonParts(
        environment=tutorial.ENVIRONMENT,
        arguments=tutorial.LESSON_WAR,
        seed=tutorial.LESSON_SEED,
        tape=tutorial.tape_of,
        lesson_at=lessons.lesson_at,
        otherwise=lessons.otherwise,
        results=tutorial.results_of,
        closing=tutorial.closing_words,
        whole="a whole operation",
    ),
    seating=seating.CREW_SEATING,
)
