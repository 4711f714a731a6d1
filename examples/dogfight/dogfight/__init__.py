"""A dogfight between fighter-bombers and dive bombers: the smallest game, which shows how to add one."""

from stuka_env.registration import register_game

register_game(__name__, __file__, ("Dogfight/Fight-v0",))
