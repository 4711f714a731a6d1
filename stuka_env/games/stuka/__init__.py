"""Storm of Steel in Gymnasium: a Ju-87 Staffel on the Eastern Front, 1941 to 1943."""

from stuka_env.registration import register_game

STUKA_ENVIRONMENTS = ("Stuka/Mission-v0", "Stuka/Segment-v0", "Stuka/Operation-v0", "Stuka/Campaign-v0")
"""The ids of the first game; the place is the code of :class:`stuka_env.games.stuka.codes.Scale`."""

register_game(__name__, __file__, STUKA_ENVIRONMENTS)
