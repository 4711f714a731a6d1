"""Lady Luck counters against flak, interceptors and losses; that of the bombing run is part of the target."""

from agents.games.wing.scripts.route import count_damaged
from agents.games.wing.scripts.style import ALWAYS, NEVER, WEIGHS, Reason, Style
from agents.reasoned_script import Reasoned, because, because_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import Act, Departure
from stuka_env.games.wing.rules.campaign import missions_left
from stuka_env.games.wing.rules.formation import seat_of
from stuka_env.games.wing.rules.hand import has_room
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask

THREAT = 5.0
"""Threat of interceptors that is worth a counter; less of it with a full hand, and in the last mission."""
SPARED = 1.5
"""Part of it that each of these cases takes off."""
GREAT = 2.0
"""Threat above the limit from which change of course is played rather than little friends."""
SAVED = 0.9
"""Worth of a bomber that is saved."""


@compiled
def flak(style: Style) -> Reasoned:
    """Choose whether to play silent guns."""
    if style.silences == ALWAYS:
        return because(Act.PLAY, Reason.PLAYS, 0)
    return because(Act.KEEP, Reason.KEEPS, 0)


@compiled
def threat_of_interceptors(mat: Mat, charts: Charts) -> float:
    """Return the threat of the interceptors: number, aces and attack, less escorts, more if the formation is weak."""
    enemy = mat.enemy
    threat = int(enemy.number) + int(enemy.aces) + int(charts.enemies[enemy.model].attack) - 0.7 * mat.escorts.ready
    return threat + 2 * mat.mission.loose + count_damaged(mat)


@compiled
def intercepted(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Choose a counter against interceptors."""
    can_turn, is_alone = mask[Act.CHANGE_COURSE.value] == 1, mat.escorts.ready == 0
    can_call = mask[Act.LITTLE_FRIENDS.value] == 1
    if style.evades == ALWAYS and (can_turn or is_alone):
        return because(Act.CHANGE_COURSE if can_turn else Act.LITTLE_FRIENDS, Reason.PLAYS, 0)
    if style.evades != WEIGHS:
        return because(Act.CONTINUE, Reason.KEEPS, 0)
    threat, limit = threat_of_interceptors(mat, charts), THREAT
    limit -= SPARED * (not has_room(mat, charts)) + SPARED * (missions_left(mat) == 0)
    action = int(Act.CONTINUE.value)
    if threat >= limit:
        calls = can_call and (not can_turn or (is_alone and threat < limit + GREAT))
        action = int(Act.LITTLE_FRIENDS.value) if calls else int(Act.CHANGE_COURSE.value)
    return because_of(action, Reason.THREAT, threat, limit)


@compiled
def save(mat: Mat, charts: Charts, style: Style) -> Reasoned:
    """Choose whether to play steady hands: for good crews, new models, near the base, and against destruction."""
    if style.saves == ALWAYS:
        return because(Act.PLAY, Reason.PLAYS, 0)
    if style.saves == NEVER:
        return because(Act.KEEP, Reason.KEEPS, 0)
    seat = mat.seats[seat_of(mat, int(mat.cursor.subject))]
    worth = 1.0 + mat.crews[seat.crew].level + 0.5 * mat.bombers[seat.bomber].model
    worth -= 0.6 * (mat.cursor.departure == Departure.DROPS_OUT) + 0.15 * charts.boxes[mat.mission.box].from_base
    plays = worth >= SAVED or not has_room(mat, charts)
    return because_of(Act.PLAY if plays else Act.KEEP, Reason.WORTH_OF_BOMBER, worth, SAVED)
