"""The player behind all scripts except the random ones: the function of each decision, of the mat and a style."""

from agents.games.interceptor.scripts import attacks, fights, ground
from agents.reasoned_script import player_of
from stuka_env.games.interceptor.codes import Decision

play = player_of(
    __name__,
    {
        Decision.TRACK: ground.track,
        Decision.AIRCRAFT: ground.aircraft,
        Decision.SERIES: ground.series,
        Decision.ZONE: ground.zone,
        Decision.SKILL: ground.skill,
        Decision.GUNNER: ground.gunner,
        Decision.DEBRIEF: ground.debrief,
        Decision.SCRAMBLE: attacks.scramble,
        Decision.ENGAGE: attacks.engage,
        Decision.BURST: attacks.burst,
        Decision.PASS: attacks.another_pass,
        Decision.ESCORT: attacks.meet_fighters,
        Decision.ONWARD: attacks.onward,
        Decision.DOGFIGHT: fights.dogfight,
        Decision.REFLEX: fights.reflex,
        Decision.NEXT: fights.next_fight,
        Decision.REDRAW: fights.redraw,
        Decision.WITNESS: fights.witness,
        Decision.FORCED: fights.way_down,
    },
)
