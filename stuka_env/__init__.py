"""Storm of Steel in Gymnasium: a Ju-87 Staffel on the Eastern Front, 1941 to 1943, as four environments.

Importing this registers them; nothing is compiled before the first one is made.
"""

from gymnasium.envs.registration import register

__version__ = "0.1.0"

ENVIRONMENTS = ("Stuka/Mission-v0", "Stuka/Segment-v0", "Stuka/Operation-v0", "Stuka/Campaign-v0")
"""The registered ids; the place in this tuple is the code of :class:`stuka_env.codes.Scale`."""


def _register() -> None:
    """Tell Gymnasium about the environments."""
    for scale, name in enumerate(ENVIRONMENTS):
        register(
            name,
            entry_point="stuka_env.envs.single:StukaEnv",
            vector_entry_point="stuka_env.envs.vector:StukaVectorEnv",
            kwargs={"scale": scale},
        )


_register()
