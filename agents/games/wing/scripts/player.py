"""The player behind all scripts: the function of each decision, of the mat and a style."""

from agents.games.wing.scripts import counters, crews, escorts, route, target
from agents.reasoned_script import player_of
from stuka_env.games.wing.codes import Decision

play = player_of(
    __name__,
    {
        Decision.CREW: crews.crew,
        Decision.BOMBER: crews.bomber,
        Decision.MOVE: route.move,
        Decision.RENDEZVOUS: escorts.rendezvous,
        Decision.JOIN: escorts.join,
        Decision.PRESS: escorts.press,
        Decision.COVER: escorts.cover,
        Decision.STRAGGLER: escorts.straggler,
        Decision.FLAK: counters.flak,
        Decision.INTERCEPTED: counters.intercepted,
        Decision.SAVE: counters.save,
        Decision.ALTITUDE: target.altitude,
        Decision.RUN: target.run,
        Decision.ACE: escorts.ace,
    },
)
