"""Errors of the engine."""


class StateError(ValueError):
    """A state that cannot be used, or from which play cannot go on; the message gives the reason."""


class TapeError(RuntimeError):
    """A planned roll and the game do not fit; the environment is as it was before the call."""
