"""The neutral policy of the first game: three aircraft, and the first option that is no refusal."""

from collections.abc import Sequence

from stuka_env.games.stuka.codes import SLOTS, Act
from stuka_env.text.parts import first_option

THREE_AIRCRAFT = Act.FLY + 1
"""The action that sends three aircraft; the first one sends two."""
REFUSING_ACTS = frozenset(
    {
        Act.NO_FLY, Act.NO_SPECIAL, Act.NO_MORE_CARRIERS, Act.NO_LUCKY_DOG, Act.ABORT, Act.KEEP_RELIEF, Act.TURN_BACK,
        Act.NO_DUEL, Act.HOLD, Act.NO_PROMOTION, *range(Act.SEND_HOME, Act.SEND_HOME + SLOTS),
    }
)  # fmt: skip
"""Actions that decline something, or send somebody home."""


def neutral_action(legal: Sequence[int]) -> int:
    """Return the action of the neutral policy among legal actions, in order."""
    return first_option(legal, (THREE_AIRCRAFT,), REFUSING_ACTS)
