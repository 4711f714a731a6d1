"""The second game as a record of what it provides to be played by hand."""

from typing import Any

from numpy.typing import NDArray

from stuka_env.game import game_named
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import CARDS, Chart
from stuka_env.games.interceptor.play import (
    choices,
    help,
    lessons,
    pages,
    results,
    rivals,
    tutorial,
    typed_rolls,
    view,
)
from stuka_env.games.interceptor.rules.table import TAPE_LENGTH
from stuka_env.games.interceptor.sheet import question_of
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.games.interceptor.words.glossary import GLOSSARY, forms_of
from stuka_env.games.interceptor.words.translation import Translator, worth_reading
from stuka_env.play.parts import (
    LessonParts,
    Nameless,
    PlayParts,
    ResultParts,
    ScreenParts,
    TableParts,
    WordParts,
)


def _translate(entries: NDArray[Any], charts: LoadedCharts, mat: Any) -> list[JournalEntry]:
    """Return a journal in words that begins at a mat."""
    translator = Translator(charts, mat)
    translator.add(entries)
    return translator.entries()


PLAY = PlayParts(
    game=game_named("interceptor"),
    title="INTERCEPTOR ACE",
    table=TableParts(
        charts=Chart,
        draws={Chart.CARD: CARDS},
        longest_turn=TAPE_LENGTH,
        chance=typed_rolls.CHANCE,
        sides=typed_rolls.sides_of,
        next_need=typed_rolls.next_need,
        plan=typed_rolls.planned_rolls,
    ),
    words=WordParts(
        names=lambda seed: Nameless(),
        translate=_translate,
        worth_reading=worth_reading,
        question=question_of,
        choices=choices.choices_of,
        gives_up=choices.gives_up,
        question_help=help.question_help,
        kinds=choices.kinds_of,
        glossary=GLOSSARY,
        forms_of=forms_of,
        terms=help.terms_on_screen,
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
        debriefs=results.debriefs_since,
        last_debrief=results.last_debrief,
        compared=results.line_name,
        scored=results.line_result,
        line="sortie",
        rivals=rivals.RIVALS,
        nouns=("sortie", "month", "career"),
    ),
    screens=ScreenParts(
        record_title="Log sheet",
        record_meaning="the log sheet of your sorties",
        record=pages.record_view,
        log=pages.log_sheet_view,
    ),
    browser=view.BROWSER,
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
