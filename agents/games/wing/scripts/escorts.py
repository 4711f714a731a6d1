"""Escorts: a rendezvous, the fight, cover, and company for a bomber that goes home."""

from agents.chances import chance_at_least
from agents.games.wing.scripts.style import ALWAYS, EVERYBODY, HALF, NEVER, NO_ONE, WEIGHS, Reason, Style
from agents.reasoned_script import Reasoned, Values, because, because_of, state_value
from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import MOST_INTERCEPTORS, Act, Element
from stuka_env.games.wing.rules.dropout import home_needed
from stuka_env.games.wing.rules.formation import defence_of, ratings_of, seat_of
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.rendezvous import escort_turns
from stuka_env.games.wing.rules.table import Mask

MOST_GUARDED = 6
"""Most turns that count when escorts are compared."""
PAIR = 2
"""Escorts that can engage an interceptor: one and his wingman."""
NO_THREAT = -99.0
"""Less than the threat of any attack."""
COVERED_LEAST = -1.0
"""Threat of an attack above which it is covered."""


@compiled
def guard_of(charts: Charts, kind: int, number: int, ace: int, turns: int) -> float:
    """Return the guard of escorts: number times turns, times their strength. An ace counts as one more."""
    return float((number + ace) * min(MOST_GUARDED, turns) * (1 + int(charts.escorts[kind].air_combat)))


@compiled
def rendezvous(mat: Mat, charts: Charts, style: Style, values: Values) -> Reasoned:
    """Choose between the new escorts and the old ones."""
    if style.takes == ALWAYS:
        return because(Act.TAKE, Reason.TAKES, 0)
    if style.takes == NEVER:
        return because(Act.LEAVE, Reason.SENDS_AWAY, 0)
    escorts = mat.escorts
    turns = int(charts.stays[escorts.offered_type][mat.track.box])
    new = guard_of(charts, int(escorts.offered_type), int(escorts.offered), int(escorts.offered_ace), turns)
    old = guard_of(charts, int(escorts.type), int(escorts.ready), int(escorts.ace), escort_turns(mat, charts))
    state_value(values, Act.TAKE.value, new)
    state_value(values, Act.LEAVE.value, old)
    return because_of(Act.TAKE if new > old else Act.LEAVE, Reason.GUARD, new, old)


@compiled
def fight(first: int, most: int, who: int, needed: int, interceptors: int) -> Reasoned:
    """Choose how many escorts fight of those who may: an action from ``first`` on."""
    if who == NO_ONE:
        return because(first, Reason.NOBODY_FIGHTS, 0)
    if who == HALF:
        return because(first + most // 2, Reason.HALF_FIGHTS, 0)
    if who == EVERYBODY:
        return because(first + most, Reason.ALL_FIGHT, 0)
    return because(first + min(most, max(0, needed)), Reason.PAIRS_FIGHT, interceptors)


@compiled
def join(mat: Mat, style: Style) -> Reasoned:
    """Choose how many escorts join the fight."""
    forced, enemies = int(mat.enemy.must_fight), int(mat.enemy.number)
    return fight(Act.JOIN, int(mat.escorts.ready) - forced, style.joins, PAIR * enemies - forced, enemies)


@compiled
def ace(style: Style) -> Reasoned:
    """Choose whether the escort ace is one of those who fight."""
    if style.sends_ace == ALWAYS:
        return because(Act.SEND_ACE, Reason.SENDS_ACE, 0)
    return because(Act.HOLD_ACE, Reason.HOLDS_ACE, 0)


@compiled
def press(mat: Mat, style: Style) -> Reasoned:
    """Choose how many free escorts go on."""
    left = int(mat.enemy.left)
    return fight(Act.PRESS, int(mat.enemy.free), style.presses, PAIR * left, left)


@compiled
def threat_of(mat: Mat, charts: Charts, attack: int) -> float:
    """Return the threat of an attack: aces, damaged bombers, good crews, elements, and their defence."""
    row = mat.attacks[attack]
    seat = mat.seats[row.seat]
    defence = defence_of(mat, charts, int(row.seat))
    threat = row.ace + 1.2 * seat.damaged + 0.4 * mat.crews[seat.crew].level - 0.2 * defence
    return threat + 0.3 * (int(seat.element == Element.TAIL) - int(seat.element == Element.LEAD))


@compiled
def cover(mat: Mat, charts: Charts, mask: Mask, style: Style, values: Values) -> Reasoned:
    """Choose the attack that an escort covers. Covers can be saved only for a further wave."""
    can_save = mask[Act.DONE.value] == 1
    chosen, worst = int(Act.DONE.value), COVERED_LEAST if can_save else NO_THREAT
    if can_save and style.covers == WEIGHS:
        state_value(values, chosen, worst)
    for attack in range(0 if style.covers == NEVER and can_save else MOST_INTERCEPTORS):
        if mask[Act.COVER + attack]:
            threat = threat_of(mat, charts, attack)
            if style.covers != WEIGHS:
                return because(Act.COVER + attack, Reason.FIRST_ATTACK, 0)
            state_value(values, Act.COVER + attack, threat)
            if threat > worst:
                chosen, worst = Act.COVER + attack, threat
    return because(chosen, Reason.NO_COVER if chosen == Act.DONE else Reason.WORST_ATTACK, worst)


@compiled
def turns_home(mat: Mat, charts: Charts) -> int:
    """Return the turns of the mission that are left by the shortest way, over the goal of the leg."""
    goal = charts.boxes[mat.mission.goal]
    return int(goal.distance[mat.mission.box]) + int(goal.from_base)


@compiled
def straggler(mat: Mat, charts: Charts, style: Style, values: Values) -> Reasoned:
    """Choose whether escorts go home with a bomber: its gain against the expected loss of the formation."""
    if style.company == ALWAYS:
        return because(Act.SEND, Reason.COMPANY, 0)
    if style.company == NEVER:
        return because(Act.ALONE, Reason.NO_COMPANY, 0)
    seat, escorts = seat_of(mat, int(mat.cursor.subject)), mat.escorts
    needed = home_needed(mat, charts)
    needed -= ratings_of(mat, charts, seat).performance
    saved = chance_at_least(needed - int(charts.company_bonus)) - chance_at_least(needed)
    gain = saved * (2.6 + 0.7 * mat.crews[mat.seats[seat].crew].level)
    loss = 0.168 * min(turns_home(mat, charts), escort_turns(mat, charts)) * min(1.0, charts.company / escorts.ready)
    state_value(values, Act.SEND.value, gain)
    state_value(values, Act.ALONE.value, loss)
    return because_of(Act.SEND if gain > loss else Act.ALONE, Reason.WORTH_OF_COMPANY, gain, loss)
