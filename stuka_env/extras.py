"""Libraries that pictures and films need, loaded when they are asked for: extra ``render``."""

import importlib
import os
from typing import Any

from gymnasium.error import DependencyNotInstalled


def load_extra(name: str, purpose: str) -> Any:
    """Import a library of the extra ``render``.

    Raises:
        DependencyNotInstalled: it is not installed; one line says what to install.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return importlib.import_module(name)
    except ImportError:
        library = name.partition(".")[0]
        raise DependencyNotInstalled(
            f"{purpose}: {library} is not installed, pip install 'stuka-env[render]' brings it"
        ) from None
