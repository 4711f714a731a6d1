"""Errors of the engine, and faults: the reasons why the compiled rules could not go on."""

from stuka_env.declared.codes import Code
from stuka_env.io.quoting import RefusalError

TAPE_ARGUMENTS = ("dice:", "strict_dice:")
"""Beginnings of the messages about planned rolls."""


class StateError(RefusalError):
    """A state that cannot be used, or from which play cannot go on; the message gives the reason."""


class TapeError(RuntimeError):
    """A planned roll and the game do not fit; the environment is as it was before the call."""


def fault_error(fault: Code, chart: str) -> TapeError | StateError:
    """Return the error of a fault, whose word is the message, and of the chart that it is about."""
    message = fault.word.format(chart=chart)
    return TapeError(message) if message.startswith(TAPE_ARGUMENTS) else StateError(message)
