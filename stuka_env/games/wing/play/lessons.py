"""The tutorial: a mission of 1942 on planned dice, with an explanation and an advice for each decision."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from stuka_env.declared.sentences import declaration_of
from stuka_env.games.wing.codes import ACTS, Act, Chart, Cloud, Decision
from stuka_env.games.wing.text.series import best_seat
from stuka_env.play.parts import Lesson
from stuka_env.play.typed_rolls import Position as Seen

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
MOST_TOLD = 4
"""Sentences that the answer to a decision repeats."""


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


def lesson_at(seen: Seen) -> Lesson | None:
    """Return the lesson at the open decision; None where there is none."""
    mat = seen.mat[0]
    decision = Decision(int(mat["cursor"]["decision"]))
    if decision not in TEACHINGS:
        return None
    leads = decision == Decision.CREW and not mat["mission"]["place"]
    teaching = LEADS if leads else TEACHINGS[decision]
    legal = [action for action, is_legal in enumerate(seen.mask[0]) if is_legal]
    before = WELCOME + teaching.before if leads else teaching.before
    return Lesson(before, teaching.advise(mat, legal, seen.charts[0]), teaching.followed)


def otherwise(action: int) -> str:
    """Return the answer if the player decides otherwise than advised: the meaning of the action."""
    meaning = ACTS.verb_of(action).meaning
    return f"As you wish: {meaning}."


def results_of(journal: Sequence[Any]) -> list[str]:
    """Return the sentences of what a decision led to."""
    return [entry.text for entry in journal if declaration_of(entry).happens][:MOST_TOLD]
