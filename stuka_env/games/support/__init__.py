"""Air Support in Gymnasium: aircraft over a ground battle of twelve turns, with counters that lie face down."""

from stuka_env.registration import register_game

SUPPORT_ENVIRONMENTS = ("Support/Dogfight-v0", "Support/Battle-v0")
"""The ids of the fourth game; the place is the code of :class:`stuka_env.games.support.codes.Scale`."""

register_game(__name__, __file__, SUPPORT_ENVIRONMENTS)
