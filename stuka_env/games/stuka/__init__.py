"""Storm of Steel in Gymnasium: a Ju-87 Staffel on the Eastern Front, 1941 to 1943."""

from gymnasium.envs.registration import register

STUKA_ENVIRONMENTS = ("Stuka/Mission-v0", "Stuka/Segment-v0", "Stuka/Operation-v0", "Stuka/Campaign-v0")
"""The ids of the first game; the place is the code of :class:`stuka_env.games.stuka.codes.Scale`."""


def register_environments() -> None:
    """Register the environments of the first game with Gymnasium."""
    for scale, name in enumerate(STUKA_ENVIRONMENTS):
        register(
            name,
            entry_point="stuka_env.envs.single:StukaEnv",
            vector_entry_point="stuka_env.envs.vector:StukaVectorEnv",
            kwargs={"game": "stuka", "scale": scale},
        )
