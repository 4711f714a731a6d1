"""Champion: worths in place of limits.

It decides the first shot of a pass, each step closer, another pass and the next box by worths
(:mod:`agents.games.interceptor.scripts.worths`). ``python -m tools.tune_worths`` fitted their weights to paired futures
of its own careers under many chart sets. Its other beliefs:

- An NCO begins with more Experience, and gets his repairs done.
- The Fw 190 is the better fighter, whatever its guns: it takes more hits.
- The wingman attacks at once.
- It leaves every fight as soon as its position allows that.
- The raids pass the Ruhr, so it moves there at once.
"""

from agents.games.interceptor.scripts.style import CARDS_ONLY, NEVER, WINGMAN_AT_ONCE, order
from agents.games.interceptor.scripts.traits import Trait
from agents.games.interceptor.scripts.veteran import STYLE as VETERAN
from agents.games.interceptor.scripts.worths import WorthsByTrait, play_by_worths, worths_of
from agents.reasoned_script import Reasoned
from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Career, Month, Series, Skill
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask

STYLE = VETERAN._replace(
    track=int(Career.NCO),
    skills=order(
        Skill.COMBAT_MANEUVERS, Skill.PARACHUTE, Skill.REFLEXES, Skill.PRECISION, Skill.NAVIGATION,
        Skill.SITUATIONAL_AWARENESS, Skill.AIM, Skill.GUNNERY,
    ),
    zone_month=int(Month.MARCH_1943),
    series=int(Series.FW_190),
    switches=1,
    wingman=WINGMAN_AT_ONCE,
    evades=CARDS_ONLY,
    stays=NEVER,
)  # fmt: skip
WORTHS: WorthsByTrait = {
    Trait.ALWAYS: (1.0, 1.0, 1.0, 1.0, 1.0),
}
WORTHS_OF_CHAMPION = worths_of(WORTHS)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the champion's action, and the reason."""
    return play_by_worths(mat, charts, mask, STYLE, WORTHS_OF_CHAMPION)


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the champion's action."""
    return reasoned(mat, charts, mask, noise).action
