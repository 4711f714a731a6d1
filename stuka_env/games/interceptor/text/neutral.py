"""The neutral policy of the second game: the first option that is no refusal."""

from collections.abc import Sequence

from stuka_env.games.interceptor.codes import Act
from stuka_env.text.parts import first_option

REFUSING_ACTS = frozenset(
    {
        Act.STAY, Act.LEAVE, Act.SLIP, Act.LET_GO, Act.BREAK_OFF, Act.DISENGAGE, Act.BAIL_OUT, Act.HOME, Act.NO,
        Act.DONE, Act.KEEP_GUNNER,
    }
)  # fmt: skip
"""Actions that decline something, or end it."""


def neutral_action(legal: Sequence[int]) -> int:
    """Return the action of the neutral policy among legal actions, in order."""
    return first_option(legal, (), REFUSING_ACTS)
