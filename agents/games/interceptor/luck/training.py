"""The fit of the network of luck: players of many styles around ``veteran`` fly careers, months and sorties."""

from dataclasses import replace
from typing import Any

import numpy as np

from agents.games.interceptor.luck.parts import LUCK
from agents.games.interceptor.scripts import by_the_book, careful, random_flyer, rash, veteran
from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.style import Style, order
from agents.luck.examples import MixedPlayer, examples_of, join_examples, luck_seeds
from agents.luck.fitting import Weights, network_weights
from agents.reasoned_script import StyledPolicy
from stuka_env.games.interceptor.codes import MONTHS, Career, Month, Scale, Skill
from stuka_env.games.interceptor.scenario.plan import DRAWN, WarSpec
from stuka_env.policy import Policy, ScriptedPolicy

FIRST_STAGE = 1_000
"""First stage of the seeds of this fit; those of the first game have lower ones."""
WARS_OF_A_PLAYER = 20
"""Wars that each player flies."""
PLAYERS_BY_SCALE = {Scale.CAREER: 3_500, Scale.MONTH: 1_750, Scale.SORTIE: 1_750}
"""Players of each kind of war."""
EXAMPLE_SHARES = {Scale.CAREER: 15, Scale.MONTH: 50, Scale.SORTIE: 50}
"""Decisions in a hundred that become examples."""
BASES = (veteran.STYLE, by_the_book.STYLE, careful.STYLE, rash.STYLE)
"""Styles that are varied."""
BASE_SHARES = (0.7, 0.16, 0.07, 0.07)
"""Shares of their players."""
AS_IT_IS, MOST_CHANGES = 0.3, 4
"""Share of the players with the style of a script, and the largest number of settings in which others differ."""
KIND_SHARES = (0.92, 0.05, 0.03)
"""Shares of players with a style, of those who always fly and leave the rest to chance, and who leave all to chance."""
NCO_SHARE, SLIP_SHARE, SLIPS = 0.35, 0.3, (1, 2, 10)
"""Shares of NCOs and of players who leave some decisions to chance; how many of a hundred these are."""
OPTION_SHARE, LATE_SHARE = 0.1, 0.12
"""Shares of wars with optional rules, and of careers that begin later than in March 1943."""
LIMITS = (-1, 0, 1, 2, 3, 4, 99)
"""Limits of damaged systems."""
SETTINGS: dict[str, tuple[int, ...]] = {
    "zone": tuple(range(-1, 7)),
    "zone_month": tuple(range(MONTHS - 1)),
    **dict.fromkeys(("upgrades", "switches", "fast", "fights", "slips_head_on", "more_fights", "head_on"), (0, 1)),
    "most_escorts": (2, 3, 4, 5, 6),
    "collects": (0, 2, 4, 8),
    **dict.fromkeys(("medium", "close_box", "close_escorted", "close", "novice_medium", "novice_close"), LIMITS),
    **dict.fromkeys(("finish", "again", "on", "stays"), LIMITS),
    "burst": (0, 1, 2, 3),
    "wingman": (0, 1, 2),
    "evades": (0, 1, 2, 3),
    "reflexes": (-2, -1, 0, 1),
    "jumps": (3, 4, 5, 99),
    "last_month": (Month.JANUARY_1944, Month.FEBRUARY_1944, MONTHS),
}
"""Settings of a style that are varied, with their values; the order of skills is one more."""
TAUGHT = tuple(skill for skill in Skill if skill <= Skill.AIM)
"""Skills without the advanced maneuvers."""


def varied(style: Style, rng: np.random.Generator) -> Style:
    """Return a style that differs in one setting."""
    place = int(rng.integers(len(SETTINGS) + len(SETTINGS) // 4))
    if place < len(SETTINGS):
        name = list(SETTINGS)[place]
        setting: dict[str, Any] = {name: int(rng.choice(SETTINGS[name]))}
        return style._replace(**setting)
    skills = list(style.skills)
    skills.insert(int(rng.integers(len(skills) - 1)), int(rng.choice(TAUGHT)))
    return style._replace(skills=order(*map(Skill, skills[:-1])))


def draw_player(rng: np.random.Generator) -> Policy:
    """Draw a player."""
    style = BASES[rng.choice(len(BASES), p=BASE_SHARES)]
    if rng.random() >= AS_IT_IS:
        for _ in range(rng.integers(1, MOST_CHANGES + 1)):
            style = varied(style, rng)
    slips = int(rng.choice(SLIPS)) if rng.random() < SLIP_SHARE else 0
    track = Career.NCO if rng.random() < NCO_SHARE else Career.OFFICER
    flyer = ScriptedPolicy("random_flyer", random_flyer.choose)
    kinds = (
        StyledPolicy("styled", play, style._replace(track=int(track))),
        flyer,
        ScriptedPolicy("random", random_flyer.choose_any),
    )
    return MixedPlayer(kinds[rng.choice(len(kinds), p=KIND_SHARES)], flyer, np.zeros(0, np.int64), slips)


def draw_war(scale: Scale, rng: np.random.Generator) -> WarSpec:
    """Draw the war that a player flies."""
    late = int(rng.integers(MONTHS)) if rng.random() < LATE_SHARE else 0
    spec = WarSpec(scale=scale, month=late if scale == Scale.CAREER else DRAWN)
    if rng.random() >= OPTION_SHARE:
        return spec
    options: dict[str, Any] = {
        option: bool(rng.integers(2)) for option in ("fatigue", "enemy_quality", "advanced_maneuvers")
    }
    return replace(spec, **options)


FITTED_FILE = LUCK.path
"""The network that ships."""


def fit(share: float) -> Weights:
    """Let a share of the players fly training wars, and return the weights that are fitted to them."""
    rng, parts = np.random.default_rng(0), []
    for scale, players in PLAYERS_BY_SCALE.items():
        for player in range(round(players * share)):
            seeds = luck_seeds(FIRST_STAGE + scale, player, WARS_OF_A_PLAYER)
            drawn, spec = draw_player(rng), draw_war(scale, rng)
            parts.append(examples_of(LUCK, drawn, spec, seeds, EXAMPLE_SHARES[scale], player))
    return network_weights(LUCK, join_examples(parts))
