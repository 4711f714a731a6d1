"""The third game as a record of what it provides to be played by hand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from stuka_env.declared.codes import plural, sentence
from stuka_env.game import game_named
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import ACTS, KEPT, Act, Chart, Cloud, Counter, Decision, Entry, Scale, Victory
from stuka_env.games.wing.text import best_seat
from stuka_env.games.wing.words.journal import target_words
from stuka_env.games.wing.words.labels import question_of
from stuka_env.play.lessons import results_of
from stuka_env.play.parts import Choice, Lesson, LessonParts, PlayParts, ResultParts, WordParts, at_decision
from stuka_env.play.typed_rolls import Need
from stuka_env.play.typed_rolls import Position as Seen
from stuka_env.play.war import War

MISSION, LESSON_MISSION = "Wing/Mission-v0", {"turn": "1"}
LESSON_SEED = 1942
"""Seed of the rolls where the tape ends."""
TAPE: Mapping[Chart, Sequence[tuple[int, ...]]] = {
    Chart.CARD: ((3,),),  # Amiens-Longueau yards: three boxes away, six bombers
    Chart.CLOUD: ((2, 3),),
    Chart.ESCORT_TYPE: ((1,),),
    Chart.RENDEZVOUS: ((1,),),
    Chart.FLAK: ((5, 4), (4, 3), (5, 5), (3, 4), (6, 3), (4, 4)),
    Chart.EVENT: ((3, 4), (1, 2), (4, 3), (5, 2), (4, 4), (3, 3)),  # one event, in the second box
    Chart.EVENT_KIND: ((5, 5),),  # enemy fighters
    Chart.TYPE: ((2,),),
    Chart.NUMBER: ((4,),),
    Chart.ACES: ((1,),),
    Chart.FORCED: ((3,),),
    Chart.ESCORT_FIRE: ((5, 4), (2, 3), (4, 4)),
    Chart.INTERCEPTOR_FIRE: ((1, 2), (2, 3), (1, 3)),
    Chart.BOMBS: ((5,), (2,), (4,), (6,), (3,), (4,)),
}
"""The planned rolls. With the advice the formation is attacked once and destroys its target."""


class Teaching(NamedTuple):
    """The words of the tutorial at a decision, the answer if its advice is taken, and the advice."""

    before: str
    followed: str
    advise: Callable[[Any, list[int], Any], int]
    """Return the action that is advised: of the mat, the legal actions and the charts."""


def _take(*acts: Act) -> Callable[[Any, list[int], Any], int]:
    """Return the advice to take the first of some actions that is legal."""

    def advise(mat: Any, legal: list[int], charts: Any) -> int:
        return next((int(act) for act in acts if act in legal), legal[0])

    return advise


def _last(mat: Any, legal: list[int], charts: Any) -> int:
    """Advise the largest number."""
    return legal[-1]


def _seat(mat: Any, legal: list[int], charts: Any) -> int:
    """Advise the best crew, or the newest bomber."""
    seat = best_seat(mat, legal)
    return legal[0] if seat is None else seat


def _nearest(mat: Any, legal: list[int], charts: Any) -> int:
    """Advise the box that is nearest to the goal, and of equal ones that with the least flak."""
    distance = charts["boxes"][int(mat["mission"]["goal"])]["distance"]

    def badness(action: int) -> tuple[int, int]:
        box = ACTS.actions[action].argument
        return int(distance[box]), int(charts["boxes"][box]["flak"])

    return min(legal, key=badness)


def _match(mat: Any, legal: list[int], charts: Any) -> int:
    """Advise as many escorts as there are interceptors."""
    missing = max(0, int(mat["enemy"]["left"]) - int(mat["enemy"]["must_fight"]))
    return legal[min(missing, len(legal) - 1)]


def _altitude(mat: Any, legal: list[int], charts: Any) -> int:
    """Advise a low run only under heavy cloud."""
    return int(Act.LOW if mat["mission"]["cloud"] == Cloud.HEAVY else Act.HIGH)


WELCOME = (
    "You lead a squadron of B-17s in 1942: a mission to the yards of Amiens, which four hits destroy. You choose who "
    "flies, the way, what the escorts do, and how high to bomb. A target brings points, a lost bomber costs two. "
)
LEADS = Teaching(
    "You fill the formation place by place. The first place is that of the lead crew, which aims for all bombers: put "
    "the best crew there. If it is lost, the next bomber of the formation leads.",
    "The best crew leads.",
    _seat,
)
TEACHINGS: Mapping[Decision, Teaching] = {
    Decision.CREW: Teaching(
        "A place beside the leader. A better crew shoots better and keeps up when it is damaged; in a campaign crews "
        "must also rest. Today take the best that is left.",
        "Seated.",
        _seat,
    ),
    Decision.BOMBER: Teaching("The newer model defends itself better. Take it.", "A good aircraft.", _seat),
    Decision.MOVE: Teaching(
        "Where to? Each box is a turn: flak may fire, and something may happen. The brackets have the way that is "
        "left, and the flak. Take the shortest way, round the heaviest flak.",
        "On course.",
        _nearest,
    ),
    Decision.RENDEZVOUS: Teaching(
        "Friendly fighters are here. New ones replace yours, and their fuel lasts longer. Take them.",
        "Welcome.",
        _take(Act.TAKE),
    ),
    Decision.FLAK: Teaching("Flak is about to fire. Silent guns stops it. Play it.", "Not a shot.", _take(Act.PLAY)),
    Decision.INTERCEPTED: Teaching(
        "Interceptors. A counter helps now: change of course avoids them, little friends brings escorts. Play it.",
        "Well timed.",
        _take(Act.CHANGE_COURSE, Act.LITTLE_FRIENDS),
    ),
    Decision.JOIN: Teaching(
        "Interceptors! A die has said how many escorts must fight; you may add more. Whom they drive off does not "
        "attack you. Those who stay can cover a bomber. Match the enemy's number.",
        "They turn into the enemy.",
        _match,
    ),
    Decision.PRESS: Teaching(
        "The first round is over. Escorts without an opponent may go on or come back. All of them go on.",
        "Once more.",
        _last,
    ),
    Decision.COVER: Teaching(
        "These attacks come. An escort beside a bomber makes one attack worse. Cover the first one.",
        "He stays between them.",
        lambda mat, legal, charts: legal[0],
    ),
    Decision.SAVE: Teaching(
        "A bomber is about to be lost. Steady hands keeps it in formation, damaged. Play it.",
        "It holds.",
        _take(Act.PLAY),
    ),
    Decision.STRAGGLER: Teaching(
        "A bomber drops out and must fly home alone. Three escorts with it make that more likely; then they are gone. "
        "Send them.",
        "They go home together.",
        _take(Act.SEND),
    ),
    Decision.ALTITUDE: Teaching(
        "The target! Each bomber hits with 4 or more on a die, with the rating of the lead crew. A low run adds one, "
        "but then flak fires for certain, and harder. Bomb high, or low under heavy cloud.",
        "Bombs away.",
        _altitude,
    ),
    Decision.ACE: Teaching(
        "An ace is among your escorts, and not all of them fight. He meets the enemy's ace first. Send him.",
        "The ace leads them.",
        _take(Act.SEND_ACE),
    ),
    Decision.RUN: Teaching("Clear view makes every die of the run better. Play it.", "A clear view.", _take(Act.PLAY)),
}
"""The lesson at each decision."""


def lesson_of(seen: Seen) -> Lesson:
    """Return the lesson at the open decision."""
    mat = seen.mat[0]
    decision = Decision(int(mat["cursor"]["decision"]))
    leads = decision == Decision.CREW and not mat["mission"]["place"]
    teaching = LEADS if leads else TEACHINGS[decision]
    legal = [action for action, is_legal in enumerate(seen.mask[0]) if is_legal]
    before = WELCOME + teaching.before if leads else teaching.before
    return Lesson(before, teaching.advise(mat, legal, seen.charts[0]), teaching.followed)


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


def card_words(card: int, charts: LoadedCharts) -> str:
    """Return a mission card: "Card 7: Courtrai airfield (6 bombers, 6 escorts, 4 hits for 2 points)"."""
    record: Any = charts.record
    row = record["cards"][card]
    sizes = (plural(int(row["bombers"]), "bomber"), plural(int(row["escorts"]), "escort"))
    worth = f"{plural(int(row['hits']), 'hit')} for {plural(int(row['value']), 'point')}"
    return f"Card {card}: {charts.names.targets[card]} ({', '.join((*sizes, worth))})"


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
        question=question_of,
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
    lessons=LessonParts(
        environment=MISSION,
        arguments=LESSON_MISSION,
        seed=LESSON_SEED,
        tape=lambda charts: TAPE,
        lesson_at=at_decision(dict.fromkeys(TEACHINGS, lesson_of)),
        otherwise=lambda verb: f"As you wish: {verb.meaning}.",
        results=results_of,
        closing=lambda result: "you have flown a mission",
        whole="a whole campaign",
    ),
    has_contact=has_contact,
)
