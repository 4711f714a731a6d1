"""A Wing and a Prayer in Gymnasium: a bomber squadron of the 8th Air Force over up to 25 missions, 1942 to 1944."""

from stuka_env.registration import register_game

WING_ENVIRONMENTS = ("Wing/Mission-v0", "Wing/Campaign-v0")
"""The ids of the third game; the place is the code of :class:`stuka_env.games.wing.codes.Scale`."""

register_game(__name__, __file__, WING_ENVIRONMENTS)
