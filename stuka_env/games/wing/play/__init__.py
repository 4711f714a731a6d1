"""The third game as a record of what it provides to be played by hand."""

from collections.abc import Mapping
from typing import Any

from stuka_env.declared.codes import plural, sentence
from stuka_env.game import game_named
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import KEPT, Act, Chart, Counter, Entry, Scale, Victory
from stuka_env.games.wing.play import lessons
from stuka_env.games.wing.play.seating import CREW_SEATING
from stuka_env.games.wing.words.journal import card_words, target_words
from stuka_env.play.parts import Choice, PlayParts, ResultParts, WordParts
from stuka_env.play.typed_rolls import Need
from stuka_env.play.war import War


def drawn(war: War, need: Need) -> list[Choice]:
    """Return the cards or counters of the draw; none while dice are asked for."""
    if need.chart == Chart.COUNTER:
        return counters(war.charts)
    return [Choice(number, card, card_words(card, war.charts), "") for number, card in enumerate(need.choices, 1)]


def counters(charts: LoadedCharts) -> list[Choice]:
    """Return the counters of the cup; all of one kind are one choice, whose answer is the first of them."""
    record: Any = charts.record
    found, first = list[Choice](), 1
    for counter, count in zip(Counter, record["cup"].tolist(), strict=True):
        if count:
            kept = ", kept" if counter < KEPT else ""
            words = f"{sentence(counter.word)[:-1]} ({plural(count, 'counter')}{kept})"
            found.append(Choice(len(found) + 1, first, words, counter.meaning))
        first += count
    return found


def level_words(war: War) -> str:
    """Return the level of victory and the bombers lost; a single mission has no level."""
    result = war.result or {}
    lost = f"{plural(result['lost'], 'bomber')} lost"
    return lost if war.scale == Scale.MISSION else f"{Victory[result['level'].upper()].word}, {lost}"


def points_so_far(war: War) -> str:
    """Return the campaign points so far; '' in a mission, whose points are known at its end."""
    return "" if war.scale == Scale.MISSION else f"{plural(int(war.points), 'point')} so far"


def mission_name(mission: Mapping[str, Any], number: int) -> str:
    """Return a mission by its box of the track and its target."""
    return f"{mission['turn']}, {mission['target']}"


def mission_result(mission: Mapping[str, Any]) -> str:
    """Return the result of a mission: points, target and bombers lost."""
    return f"{plural(mission['points'], 'point')}: {target_words(mission)}, {mission['lost']} lost"


def has_contact(war: War) -> bool:
    """Return whether interceptors or flak met the formation."""
    return any(entry.kind in (Entry.INTERCEPTORS, Entry.FLAK) for entry in war.journal)


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
    words=WordParts(
        drawn=drawn,
        gives_up=frozenset({Act.KEEP, Act.CONTINUE, Act.DONE, Act.HOLD_ACE}),
        about_game=ABOUT_GAME,
        about_dice=ABOUT_DICE,
        about_page=ABOUT_PAGE,
    ),
    results=ResultParts(
        points=lambda mat, charts: float(mat["track"]["points"]),
        level=level_words,
        so_far=points_so_far,
        compared=mission_name,
        scored=mission_result,
        rivals=("by_the_book", "best"),
        nouns=("mission", "campaign"),
    ),
    facts=lessons,
    seating=CREW_SEATING,
    has_contact=has_contact,
)
