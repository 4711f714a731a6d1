"""Champion: worths in place of limits.

It decides the first shot of a pass, each step closer, another pass and the next box by worths
(:mod:`agents.games.interceptor.scripts.worths`). Their weights were fitted to paired futures of its own careers under
our charts (docs/interceptor_agents.md). Its other beliefs:

- An NCO begins with more Experience, and gets his repairs done.
- The Fw 190 is the better fighter, whatever its guns: it takes more hits.
- The wingman attacks at once.
- It leaves every fight as soon as its position allows that.
- The raids pass the Ruhr, so it moves there at once.
"""

from agents.games.interceptor.scripts.style import NEVER, WINGMAN_AT_ONCE, order
from agents.games.interceptor.scripts.traits import Trait
from agents.games.interceptor.scripts.veteran import STYLE as VETERAN
from agents.games.interceptor.scripts.worths import WeighingStyle, WorthsByTrait, play_by_worths, worths_of
from agents.reasoned_script import scripts_of, weigher_of
from stuka_env.games.interceptor.codes import Career, Month, Series, Skill

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
    stays=NEVER,
)  # fmt: skip
WORTHS: WorthsByTrait = {
    Trait.ALWAYS: (-0.003, 0.020, 0.383, 0.427, -0.245),
    Trait.DAMAGED: (0.095, 0.155, -0.192, -0.111, -0.072),
    Trait.ONE_DAMAGED: (-0.151, -0.122, 0.066, 0.059, -0.013),
    Trait.FEW_DAMAGED: (-0.290, -0.393, 0.323, 0.079, 0.025),
    Trait.MANY_DAMAGED: (-0.419, -0.639, 0.486, 0.178, 0.095),
    Trait.SHORT: (0.213, 0.541, -0.088, -0.252, 0.012),
    Trait.ENGINES: (-0.051, 0.148, -0.537, 0.051, -0.158),
    Trait.LEAKS: (0.032, -0.233, 0.000, 0.000, 0.000),
    Trait.ROUNDS: (-0.066, 0.039, 0.319, 0.261, 0.123),
    Trait.FIREPOWER: (0.038, 0.019, 0.257, 0.258, 0.064),
    Trait.MANEUVERS: (0.013, -0.144, 0.412, 0.354, -0.005),
    Trait.AIM: (0.226, 0.141, 0.330, 0.669, 0.109),
    Trait.REFLEXES: (-0.002, 0.046, -0.042, -0.041, 0.081),
    Trait.PARACHUTE: (-0.042, -0.074, 0.031, 0.007, 0.024),
    Trait.WOUNDED: (-0.207, -0.072, 0.004, 0.087, 0.119),
    Trait.WINGMAN: (0.011, -0.027, 0.011, -0.029, -0.011),
    Trait.LIFE: (0.002, -0.035, -0.620, -0.511, 0.005),
    Trait.LIFE_DAMAGED: (0.034, -0.060, 0.078, 0.083, 0.015),
    Trait.LIFE_SHORT: (-0.339, -1.789, -0.258, 0.119, -0.328),
    Trait.LIFE_MANEUVERS: (-0.010, 0.278, -0.343, -0.326, -0.035),
    Trait.LIFE_ESCORTED: (-0.306, -0.580, 0.738, 0.000, -0.154),
    Trait.LIFE_BOX: (-0.011, -0.070, 0.063, 0.234, 0.000),
    Trait.ESCORTED: (0.493, 0.581, -0.962, 0.000, -0.046),
    Trait.WEATHER: (-0.044, 0.020, -0.031, -0.031, -0.023),
    Trait.DISTANCE: (-0.105, -0.034, -0.370, -0.276, 0.389),
    Trait.BOMBS: (-0.138, -0.006, -0.221, -0.237, 0.000),
    Trait.PASSES: (0.140, -0.021, -0.191, -0.086, -0.082),
    Trait.BOX: (-0.052, -0.102, -0.343, -0.486, 0.000),
    Trait.BOX_MANEUVERS: (-0.017, 0.134, 0.009, 0.021, 0.000),
    Trait.BOX_DAMAGED: (0.017, 0.029, 0.023, 0.010, 0.000),
    Trait.BOX_SHORT: (-0.036, 0.541, 0.149, 0.119, 0.000),
    Trait.BOX_GUNNERS: (0.072, 0.032, 0.071, 0.088, 0.000),
    Trait.BOX_ESCORTED: (-0.138, -0.112, 0.191, 0.000, 0.000),
    Trait.WING_1: (0.160, 0.233, 0.182, 0.159, 0.000),
    Trait.WING_2: (-0.067, -0.035, 0.330, 0.207, 0.000),
    Trait.WING_3: (0.000, 0.097, 0.144, 0.004, 0.000),
    Trait.FRAME_1: (0.123, 0.090, 0.086, 0.035, 0.000),
    Trait.FRAME_2: (-0.095, -0.033, 0.184, 0.186, 0.000),
    Trait.FRAME_3: (0.000, 0.036, 0.172, 0.093, 0.000),
    Trait.REST_1: (0.094, 0.086, 0.111, 0.104, 0.000),
    Trait.POWER_1: (-0.038, 0.006, 0.010, 0.013, 0.000),
    Trait.POWER_2: (0.103, 0.008, -0.134, -0.016, 0.000),
    Trait.ENGINES_OUT: (-0.038, -0.026, 0.017, -0.004, 0.000),
    Trait.ENGINE_HITS: (-0.040, -0.047, -0.120, -0.111, 0.000),
    Trait.GUNNERS: (0.020, 0.022, 0.016, -0.003, 0.000),
    Trait.ANY_GUNNER: (0.141, 0.044, 0.130, 0.120, 0.000),
    Trait.TWO_GUNNERS: (0.003, -0.009, 0.101, 0.131, 0.000),
    Trait.PILOTS: (0.068, 0.052, 0.073, 0.053, 0.000),
    Trait.DEFENCE: (-0.876, 0.183, -0.458, -0.409, 0.000),
    Trait.FIRST: (0.000, 0.244, -0.013, 0.000, 0.000),
    Trait.SHOTS: (0.000, -0.071, -0.072, 0.013, 0.000),
}
"""The weights of the worths at close, medium and long range, of another pass, and of flying on."""
WORTHS_OF_CHAMPION = worths_of(WORTHS)

WEIGHING_STYLE = WeighingStyle(STYLE, WORTHS_OF_CHAMPION)

reasoned, choose = scripts_of(__name__, play_by_worths, WEIGHING_STYLE)
weigh = weigher_of(__name__, play_by_worths, WEIGHING_STYLE)
