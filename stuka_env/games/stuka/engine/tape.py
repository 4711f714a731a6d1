"""The tapes of planned rolls of the first game (:mod:`stuka_env.declared.tape`)."""

from typing import Any

from stuka_env.declared.tape import TapeForm
from stuka_env.games.stuka.charts.lists import current_name
from stuka_env.games.stuka.codes import CARDS, Chart, to_number
from stuka_env.games.stuka.rules.table import Tape


def _card_number(card: Any, charts: Any) -> int | None:
    """Return the number of an event card, from 1, by its id."""
    own = current_name(card) if isinstance(card, str) else card
    return to_number(list(charts.names.card_ids).index(own)) if own in charts.names.card_ids else None


TAPE_FORM = TapeForm(
    record=Tape,
    charts=Chart,
    sides={chart: chart.dice for chart in Chart if chart.dice},
    cards=Chart.EVENT,
    most_card=CARDS,
    card_number=_card_number,
    card_words=lambda charts: f"allowed are {', '.join(charts.names.card_ids)}",
)
