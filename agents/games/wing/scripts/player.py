"""The player behind all scripts: one function of the mat and a style."""

from agents.games.wing.scripts.counters import flak, intercepted, save
from agents.games.wing.scripts.crews import bomber, crew
from agents.games.wing.scripts.escorts import cover, join, press, rendezvous, straggler
from agents.games.wing.scripts.route import move
from agents.games.wing.scripts.style import Style
from agents.games.wing.scripts.target import altitude, run
from agents.reasoned_script import Reasoned
from stuka_env.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import Decision
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask


@compiled
def play_escorts(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Take a decision about the escorts."""
    decision = mat.cursor.decision
    if decision == Decision.RENDEZVOUS:
        return rendezvous(mat, charts, style)
    if decision == Decision.JOIN:
        return join(mat, style)
    if decision == Decision.PRESS:
        return press(mat, style)
    if decision == Decision.COVER:
        return cover(mat, charts, mask, style)
    return straggler(mat, charts, style)


@compiled
def play_counters(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Take a decision about a counter, or about the bombing run."""
    decision = mat.cursor.decision
    if decision == Decision.FLAK:
        return flak(style)
    if decision == Decision.INTERCEPTED:
        return intercepted(mat, charts, mask, style)
    if decision == Decision.SAVE:
        return save(mat, charts, style)
    if decision == Decision.ALTITUDE:
        return altitude(mat, charts, style)
    return run(mat, charts, style)


@compiled
def play(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Return the action of a player with this style, and the reason."""
    decision = mat.cursor.decision
    if decision == Decision.CREW:
        return crew(mat, charts, mask, style)
    if decision == Decision.BOMBER:
        return bomber(mat, charts, mask, style)
    if decision == Decision.MOVE:
        return move(mat, charts, mask, style.way)
    is_fight = decision == Decision.JOIN or decision == Decision.PRESS or decision == Decision.COVER
    if is_fight or decision == Decision.RENDEZVOUS or decision == Decision.STRAGGLER:
        return play_escorts(mat, charts, mask, style)
    return play_counters(mat, charts, mask, style)
