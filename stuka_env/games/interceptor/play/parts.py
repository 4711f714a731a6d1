"""The second game as a record of what it provides to be played by hand."""

from stuka_env.engine.table import TAPE_LENGTH
from stuka_env.game import game_named
from stuka_env.games.interceptor.codes import Chart
from stuka_env.games.interceptor.play import (
    choices,
    help,
    lessons,
    results,
    rivals,
    tutorial,
    typed_rolls,
)
from stuka_env.games.interceptor.sheet import question_of
from stuka_env.play.parts import (
    LessonParts,
    PlayParts,
    ResultParts,
    TableParts,
    WordParts,
)

PLAY = PlayParts(
    game=game_named("interceptor"),
    title="INTERCEPTOR ACE",
    table=TableParts(
        charts=Chart,
        longest_turn=TAPE_LENGTH,
        need=typed_rolls.need_at,
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
        points=results.bombers_of,
        score=results.score_of,
        level=results.level_words,
        unit="bomber",
        so_far=results.bombers_so_far,
        compared=results.line_name,
        scored=results.line_result,
        line="sortie",
        rivals=rivals.RIVALS,
        nouns=("sortie", "month", "career"),
    ),
    lessons=LessonParts(
        environment=tutorial.SORTIE,
        arguments=tutorial.LESSON_SORTIE,
        seed=tutorial.LESSON_DICE,
        tape=tutorial.tape_of,
        lesson_at=lessons.lesson_at,
        otherwise=lessons.otherwise,
        results=tutorial.results_of,
        closing=tutorial.closing_words,
        whole="a whole career",
    ),
    has_contact=results.has_contact,
)
