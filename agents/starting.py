"""How a command starts: it loads what it needs only then, says which extra is missing, and stops at Ctrl-C."""

import sys
from collections.abc import Callable
from importlib import import_module

MISSING, INTERRUPTED = 2, 130
"""Exit status without a library, and after Ctrl-C."""


def start(command: str, module: str, extra: str, libraries: tuple[str, ...]) -> int:
    """Load ``module``, which may compile the rules first, and run its ``main``; the exit status.

    Args:
        command: what the command is called, in messages.
        module: where its ``main`` is.
        extra: the extra of the package that brings what it needs.
        libraries: the libraries of that extra; if another one is missing, that is a fault of ours.
    """
    try:
        main: Callable[[], int] = import_module(module).main
        return main()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in libraries:
            raise
        print(f"{command}: needs {error.name}: pip install -e '.[{extra}]'", file=sys.stderr)
        return MISSING
    except KeyboardInterrupt:
        print(f"{command}: stopped", file=sys.stderr)
        return INTERRUPTED
