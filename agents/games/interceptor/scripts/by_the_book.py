"""By the book: the conduct of the rulebook's examples and notes.

Its beliefs about the game:

- Bombers are what counts, so they come first, and out of the sun above all (7.11).
- The airframe is the place to aim at while the bombs are aboard; after that the wing that is hit already.
- A box of B-17s is feared. Close range there, or with escorts about, is for an undamaged aircraft. Elsewhere fewer
  than three damaged systems will do.
- An extended burst belongs to medium range, and to a pass that goes no closer.
- Another pass takes an aircraft with fewer than two damaged systems. Three mean the way home.
- Escorts and sweeps do not count: it gets away from them if it can, and defends itself by a card or a turn if not.
- The wingman guards its back, and attacks only bombers without escorts.
- Air combat maneuvers are learned first, then Reflexes, Parachute, Gunnery and Aim.
- The heaviest guns are the best aircraft, and Prestige buys them.
"""

from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.style import (
    ALWAYS,
    BURST_LAST,
    HEAD_ON_EVADES,
    TURNS_IF_AGILE,
    WINGMAN_UNESCORTED,
    Style,
    order,
)
from agents.reasoned_script import scripts_of, weigher_of
from stuka_env.games.interceptor.codes import MONTHS, Career, Skill

STYLE = Style(
    track=int(Career.OFFICER),
    skills=order(Skill.COMBAT_MANEUVERS, Skill.REFLEXES, Skill.PARACHUTE, Skill.GUNNERY, Skill.AIM),
    zone=-1,
    zone_month=0,
    upgrades=1,
    switches=0,
    series=-1,
    fast=0,
    most_escorts=6,
    collects=0,
    fights=0,
    slips_head_on=0,
    medium=ALWAYS,
    close_box=0,
    close_escorted=0,
    close=2,
    novice_medium=ALWAYS,
    novice_close=ALWAYS,
    finish=-1,
    burst=BURST_LAST,
    again=1,
    on=2,
    wingman=WINGMAN_UNESCORTED,
    head_on=HEAD_ON_EVADES,
    evades=TURNS_IF_AGILE,
    stays=2,
    more_fights=0,
    reflexes=0,
    jumps=ALWAYS,
    last_month=MONTHS,
)

reasoned, choose = scripts_of(__name__, play, STYLE)
weigh = weigher_of(__name__, play, STYLE)
