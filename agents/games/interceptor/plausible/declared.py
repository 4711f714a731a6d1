"""Plausible charts of the second game: the shares that stay near ours, and what ``by_the_book`` does under them."""

from functools import cache

from agents.evaluation.intervals import Measured, Measures
from agents.games.interceptor.bands import PLAUSIBLE_BANDS
from agents.games.interceptor.measures import error_name, measure
from agents.games.interceptor.plausible.ladders import LADDERS, OURS
from agents.games.interceptor.players import SECOND_GAME
from agents.plausible.bands import CheckFlight, ScriptBands
from agents.plausible.cells import MovableCell
from agents.plausible.sets import PlausibleCharts
from agents.plausible.shares import Share, total
from agents.registry import make_policy
from stuka_env.games.interceptor.charts import BOOK, TWO_DICE_SUMS, LoadedCharts, escorted_share
from stuka_env.games.interceptor.codes import DIE, Month

SCRIPT, CAREERS, CAREERS_SEED = "by_the_book", 300, 1
"""The script that flies careers under each set, their number and their seed."""
ESCORTED = 0.25
"""The most by which the share of escorted raids of a month may differ from ours."""
GROUP_WORTH = 4
"""Hits for which a package counts."""


def ways(cell: MovableCell) -> int:
    """Return in how many of 36 throws the dice read the row of a cell."""
    total = int(cell.address[-1])
    return 36 // DIE if cell.address[1] == "Apr 1943" else TWO_DICE_SUMS.count(total)


def zone(cell: MovableCell, word: object) -> tuple[tuple[str, str], float]:
    """Return month and target zone of a raid of A1, and its throws."""
    return (cell.address[1], str(word).rpartition("(")[2]), ways(cell)


def meeting(cell: MovableCell, word: object) -> tuple[tuple[str, str], float]:
    """Return period and kind of a result of B1, and its throws."""
    text = str(word)
    kind = "sweep" if text.startswith("Fighter") else text if text == "Raid not located" else "raid"
    return (cell.address[1], kind), ways(cell)


def struck(cell: MovableCell, word: object) -> tuple[tuple[str, object], float]:
    """Return point of aim and system of a row of B3, and its throws."""
    return (cell.address[1], word), ways(cell)


def fire_hits(cell: MovableCell, word: object) -> tuple[str, float]:
    """Return the column of a result of a card, and its hits; a bomber that is destroyed counts apart."""
    text, worth = str(word), {"DE": 0, "GP": GROUP_WORTH}
    return cell.address[-1], worth[text] if text in worth else int(text)


NEAR_SHARES = (
    Share("a1_raids", zone, 4),
    Share("b1_interception", meeting, 3),
    Share("b3_bomber_damage", struck, 3),
    Share("b6_fighter_damage", lambda cell, word: (word, 1), 2),
    Share("cards cards.*.fire", fire_hits, 9),
    Share("cards cards.*.fire", lambda cell, word: (("GP", cell.address[-1]), word == "GP"), 2),
    Share("cards cards.*.fire", lambda cell, word: (("DE", cell.address[-1]), word == "DE"), 1),
    Share("cards cards.*.defensive_fire", total(), 9),
    Share("cards cards.*.defence", lambda cell, word: (word, 1), 4),
)
"""Shares of 36 throws, of the 36 rows of B6, and of the 60 cards."""


@cache
def escorted_shares_of_ours() -> dict[Month, float]:
    """Return the share of escorted raids of each month under our charts."""
    return {month: escorted_share(OURS, month) for month in Month}


def meets_raids(charts: LoadedCharts) -> bool:
    """Whether every starting unit has a raid in range of its aircraft in every month."""
    record = charts.record
    for unit in record["units"][1:]:
        series = record["models"]["series"][unit["models"][unit["models"] >= 0]]
        boxes = record["track"][unit["zone"]]
        in_range = (boxes > 0) & (boxes <= record["series"]["boxes"][series].min())
        if not all(in_range[raids[raids > 0]].any() for raids in record["a1"][unit["first_month"] :]):
            return False
    return True


def implausible(charts: LoadedCharts) -> str | None:
    """Return the name of a figure decided by the charts alone that is out of bounds; None if all are plausible."""
    if not meets_raids(charts):
        return "raids in range"
    differences = (abs(escorted_share(charts, month) - share) for month, share in escorted_shares_of_ours().items())
    return "share of escorted raids" if max(differences) > ESCORTED else None


def figures_of(charts: LoadedCharts, careers: int) -> Measures:
    """Return the figures of careers of the script."""
    figures = measure(make_policy(SCRIPT, SECOND_GAME), careers, seed=CAREERS_SEED, charts=charts)
    return {name: Measured(figures[name], figures[error_name(name)]) for name in PLAUSIBLE_BANDS}


SCRIPT_BANDS = ScriptBands(script=SCRIPT, figures=figures_of, bands=PLAUSIBLE_BANDS, flights=(CheckFlight(CAREERS),))
"""The careers that are flown under each set."""


PLAUSIBLE = PlausibleCharts(
    book=BOOK,
    ladders=LADDERS,
    shares=NEAR_SHARES,
    rejection=implausible,
    script_rejection=SCRIPT_BANDS.rejection,
)
"""The plausible charts of the second game."""
