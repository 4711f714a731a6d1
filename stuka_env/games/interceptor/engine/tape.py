"""The tapes of planned rolls of the second game (:mod:`stuka_env.declared.tape`)."""

from typing import Any

from stuka_env.declared.tape import TapeForm, is_face
from stuka_env.games.interceptor.codes import CARDS, WEAPONS, Chart
from stuka_env.games.interceptor.rules.table import SHUFFLE, Tape

SHUFFLE_WORD = "shuffle"
"""Word in a plan of cards: the discards are shuffled before the next card."""


def _card_number(card: Any, charts: Any) -> int | None:
    """Return a planned card as a number of the tape."""
    if isinstance(card, str) and card == SHUFFLE_WORD:
        return SHUFFLE
    return int(card) if is_face(card, CARDS) else None


TAPE_FORM = TapeForm(
    record=Tape,
    charts=Chart,
    # the month is drawn before the tape is on the table; a random weapon has a side for each possible one (IQ207)
    sides={chart: tuple(sides or WEAPONS for sides in chart.dice) for chart in Chart if chart != Chart.MONTH},
    one_die=(Chart.A1,),  # rolled with one die in some months (6.1.1)
    cards=Chart.CARD,
    most_card=SHUFFLE,
    card_number=_card_number,
    card_words=lambda charts: f'allowed is 1 to {CARDS} or "{SHUFFLE_WORD}"',
)
