"""An urn: a small game with a deck. The player draws cards, which are not put back, or stops."""

from stuka_env.registration import register_game

register_game(__name__, __file__, ("Urn/Urn-v0",))
