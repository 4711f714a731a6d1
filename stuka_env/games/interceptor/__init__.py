"""Interceptor Ace in Gymnasium: the career of a day fighter pilot over Germany, March 1943 to February 1944."""

from gymnasium.envs.registration import register

INTERCEPTOR_ENVIRONMENTS = ("Interceptor/Sortie-v0", "Interceptor/Month-v0", "Interceptor/Career-v0")
"""The ids of the second game; the place is the code of :class:`stuka_env.games.interceptor.codes.Scale`."""


def register_environments() -> None:
    """Register the environments of the second game with Gymnasium."""
    for scale, name in enumerate(INTERCEPTOR_ENVIRONMENTS):
        register(
            name,
            entry_point="stuka_env.envs.single:StukaEnv",
            vector_entry_point="stuka_env.envs.vector:StukaVectorEnv",
            kwargs={"game": "interceptor", "scale": scale},
        )
