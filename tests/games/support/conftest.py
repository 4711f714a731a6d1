"""The tests of a game that is not registered yet: they run when their folder is named.

The game registers itself when it is imported, and the tests of all games would then meet it too.
"""

import importlib

import pytest

FOLDER = "games/support"


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave these tests out of a run that does not name them."""
    if not any(FOLDER in argument for argument in config.args):
        return True
    importlib.import_module("stuka_env.games.support")
    return None
