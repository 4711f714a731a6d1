"""Interceptor Ace in Gymnasium: the career of a day fighter pilot over Germany, March 1943 to February 1944."""

from stuka_env.registration import register_game

INTERCEPTOR_ENVIRONMENTS = ("Interceptor/Sortie-v0", "Interceptor/Month-v0", "Interceptor/Career-v0")
"""The ids of the second game; the place is the code of :class:`stuka_env.games.interceptor.codes.Scale`."""

register_game(__name__, __file__, INTERCEPTOR_ENVIRONMENTS)
