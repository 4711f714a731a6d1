"""The third game as a record of what it provides to be played by hand."""

from stuka_env.engine.table import TAPE_LENGTH
from stuka_env.game import game_named
from stuka_env.games.wing.codes import Chart
from stuka_env.games.wing.play import choices, lessons, results
from stuka_env.games.wing.words.questions import question_of
from stuka_env.play.parts import LessonParts, PlayParts, ResultParts, TableParts, WordParts

ABOUT_GAME = """\
You lead a bomber squadron, mission after mission. Before each one you choose who flies where; in the air you choose \
the route, the use of escorts and of Lady Luck counters, and how high to bomb. Targets bring points, lost bombers \
cost points.

On the mat: the mission and its target, the formation by elements, escorts and enemy, and the squadron at home. \
Numbers of bombers and crews are their places in the squadron."""
ABOUT_DICE = """\
You roll your dice and draw your cards and counters. The program names the chart, adds the modifiers and keeps the \
records. Type the faces as they lie, such as 3 4. u takes back a roll with a typing error."""
ABOUT_PAGE = (
    "The map shows the route; the formation beside it is seen from above. The meaning of each word is shown when the "
    "pointer rests on it; all words are at the foot of the page."
)
PLAY = PlayParts(
    game=game_named("wing"),
    title="A WING AND A PRAYER",
    table=TableParts(charts=Chart, longest_turn=TAPE_LENGTH),
    words=WordParts(
        question=question_of,
        choices=choices.choices_of,
        gives_up=choices.gives_up,
        kinds=choices.kinds_of,
        about_game=ABOUT_GAME,
        about_dice=ABOUT_DICE,
        about_page=ABOUT_PAGE,
    ),
    results=ResultParts(
        points=lambda mat, charts: float(mat["track"]["points"]),
        score=results.score_of,
        level=results.level_words,
        unit="point",
        so_far=results.points_so_far,
        compared=results.mission_name,
        scored=results.mission_result,
        line="mission",
        rivals=("by_the_book", "best"),
        nouns=("mission", "campaign"),
    ),
    lessons=LessonParts(
        environment=lessons.MISSION,
        arguments=lessons.LESSON_MISSION,
        seed=lessons.LESSON_SEED,
        tape=lambda charts: lessons.TAPE,
        lesson_at=lessons.lesson_at,
        otherwise=lessons.otherwise,
        results=lessons.results_of,
        closing=lambda result: "you have flown a mission",
        whole="a whole campaign",
    ),
    has_contact=results.has_contact,
)
