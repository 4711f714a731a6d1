"""Fighter combat, with its cards, its skills and its ways down."""

from agents.games.interceptor.scripts.condition import (
    counted_damage,
    deaths_of_a_jump,
    deaths_of_a_landing,
    in_column,
)
from agents.games.interceptor.scripts.reasons import Reason
from agents.games.interceptor.scripts.style import (
    ALWAYS_ROLLS,
    ALWAYS_TURNS,
    HEAD_ON_FIRES,
    TURNS_IF_AGILE,
    Style,
)
from agents.reasoned_script import Reasoned, Values, because, state_value
from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Act, Position
from stuka_env.games.interceptor.rules.aircraft import firepower, is_agile
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask

POOR_HITS = 1
"""Largest number of hits of a card that is redrawn."""


@compiled
def evade(mat: Mat, charts: Charts, style: Style) -> Reasoned:
    """Evade by a turn, a roll or a card."""
    turns = style.evades == ALWAYS_TURNS or (style.evades == TURNS_IF_AGILE and is_agile(mat, charts))
    if turns:
        return because(Act.TIGHT_TURN, Reason.TURNS, 0)
    if style.evades == ALWAYS_ROLLS:
        return because(Act.BARREL_ROLL, Reason.ROLLS, 0)
    return because(Act.DEFEND, Reason.CARD, 0)


@compiled
def dogfight(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Decide a round of fighter combat: leave or fire when advantaged, else evade."""
    count = counted_damage(mat, style)
    if mask[Act.JETTISON.value]:
        return because(Act.JETTISON, Reason.DROPS_ROCKETS, 0)
    if mask[Act.BAIL_OUT.value] and count >= style.jumps:
        return because(Act.BAIL_OUT, Reason.JUMPS, count)
    if mask[Act.DISENGAGE.value] and (count > style.stays or not mask[Act.FIRE.value]):
        return because(Act.DISENGAGE, Reason.LEAVES, count)
    ahead = mat.fighter.position > Position.HEAD_ON
    if mask[Act.FIRE.value] and (ahead or style.head_on == HEAD_ON_FIRES):
        return because(Act.FIRE, Reason.SHOOTS, firepower(mat, charts))
    return evade(mat, charts, style)


@compiled
def reflex(mat: Mat, style: Style) -> Reasoned:
    """Use Reflexes in a bad position."""
    position = int(mat.fighter.position)
    if position <= style.reflexes:
        return because(Act.YES, Reason.REFLEXES_HELP, position)
    return because(Act.NO, Reason.REFLEXES_KEPT, position)


@compiled
def is_poor(mat: Mat, charts: Charts) -> bool:
    """Whether the card that may be redrawn is poor: few hits as a shot, or nothing avoided or gained as a defence."""
    card = int(mat.deck.own)
    if mat.fighter.present and mat.deck.enemy:  # a defender sees the enemy's card first
        row = charts.cards[card - 1]
        return bool(row.avoid == 0 and row.improve == 0)
    return in_column(charts, card, firepower(mat, charts)) <= POOR_HITS


@compiled
def redraw(mat: Mat, charts: Charts) -> Reasoned:
    """Redraw a poor card."""
    if is_poor(mat, charts):
        return because(Act.YES, Reason.REDRAWS, 0)
    return because(Act.NO, Reason.KEEPS_CARD, 0)


@compiled
def next_fight(style: Style) -> Reasoned:
    """Engage another enemy, or end the encounter."""
    if style.more_fights:
        return because(Act.FIGHT, Reason.ANOTHER_FIGHT, 0)
    return because(Act.LET_GO, Reason.ENOUGH_FIGHTS, 0)


@compiled
def witness() -> Reasoned:
    """Use the eyewitness."""
    return because(Act.YES, Reason.USES_WITNESS, 0)


@compiled
def way_down(mat: Mat, charts: Charts, values: Values) -> Reasoned:
    """Jump or land without engine, whichever kills less often."""
    jump, landing = deaths_of_a_jump(mat, charts), deaths_of_a_landing(mat, charts)
    state_value(values, Act.BAIL_OUT.value, float(-jump))
    state_value(values, Act.DEADSTICK.value, float(-landing))
    if jump <= landing:
        return because(Act.BAIL_OUT, Reason.JUMP_IS_SAFER, jump)
    return because(Act.DEADSTICK, Reason.LANDING_IS_SAFER, landing)
