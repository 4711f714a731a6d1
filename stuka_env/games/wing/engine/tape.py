"""The tapes of planned rolls of the third game (:mod:`stuka_env.declared.tape`)."""

from typing import Any

from stuka_env.declared.tape import TapeForm, is_face
from stuka_env.games.wing.codes import CARDS, Chart
from stuka_env.games.wing.rules.table import Tape


def _card_number(card: Any, charts: Any) -> int | None:
    """Return a planned card as a number of the tape."""
    return int(card) if is_face(card, CARDS) else None


TAPE_FORM = TapeForm(
    record=Tape,
    charts=Chart,
    sides={chart: chart.dice for chart in Chart if chart != Chart.TRACK},  # drawn before the tape is on the table
    cards=Chart.CARD,
    most_card=CARDS,
    card_number=_card_number,
    card_words=lambda charts: f"allowed is 1 to {CARDS}",
)
"""The form of the tapes of planned rolls."""
