"""The game of these tests, which registers itself when it is imported."""

import stuka_env.games.support  # noqa: F401
