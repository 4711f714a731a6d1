"""Plausible charts of the third game: the rungs of its cells, the shares that stay near ours, and what is flown.

The names, coordinates and links of boxes are facts, as are the years and targets of cards. They never move.
"""

from collections.abc import Hashable

from agents.evaluation.intervals import Measures
from agents.games.wing.measures import campaign_figures, fly_campaigns
from agents.games.wing.players import THIRD_GAME
from agents.plausible.bands import Band, Bands, CheckFlight, ScriptBands
from agents.plausible.ladders import EASIER, HARDER, Ladder, Words, ladders, near, same
from agents.plausible.sets import PlausibleCharts
from agents.plausible.shares import Share, total
from agents.registry import make_policy
from stuka_env.charts.axes import Cell
from stuka_env.games.wing.charts import BOOK, LoadedCharts
from stuka_env.games.wing.codes import Campaign, Escort

SCRIPT, SEED = "by_the_book", 1
"""The script that flies campaigns under each set, and their seed."""
ESCORTS = [escort.word for escort in Escort]
GOOD_COUNTERS = ("change of course", "little friends", "steady hands", "clear view", "silent guns")
BAD_COUNTERS = ("engine trouble", "near miss", "lost way", "escort recalled", "nothing")
"""A bad counter goes for a good one, so that their number stays the same."""
WAR_LADDER = ("more escorts", "fewer aces", "nothing", "more flak", "luftwaffe surge")
FIRST_MEETING = 2
"""Boxes from the base from which escorts can be met."""
GETS_HARDER, GETS_EASIER = ((0, HARDER),), ((0, EASIER),)
OURS = BOOK.ours.record


def for_player(cell: Cell) -> Words:
    """Return the rungs of the number of a counter or the rating of a fighter: more is easier if it helps the player."""
    return near(EASIER if cell.path[1] in (*ESCORTS, *GOOD_COUNTERS) else HARDER)(cell)


def pair(cell: Cell) -> Hashable:
    """Return the name of the two counters of which one goes for the other."""
    own = GOOD_COUNTERS if cell.path[1] in GOOD_COUNTERS else BAD_COUNTERS
    return "counters", own.index(cell.path[1])


LADDERS = (
    *ladders(near(HARDER), "aftermath: recovery.ready_at_least", "bombing: low.flak"),
    *ladders(near(HARDER), "aftermath: experience.*", order=((-1, HARDER),)),
    *ladders(near(HARDER), "dropout: company.escorts", "flak: attack.run_attack_at_most", "flak: attack.loose"),
    *ladders(near(HARDER), "ratings: ace.*", "ratings: burden.*"),
    *ladders(
        near(HARDER), "dropout: home_at_least", "flak: year", "flak: level", "victory: levels.*", order=GETS_HARDER
    ),
    *ladders(near(HARDER, least=1), "aftermath: war_effect.interceptors", "aftermath: war_effect.flak"),
    *ladders(near(HARDER, most=-1), "aftermath: war_effect.aces"),
    *ladders(near(HARDER, least=2), "missions: card.*.hits"),
    *ladders(near(HARDER, by=5), "victory: automatic.*"),
    *ladders(near(HARDER), "escorts: ace.at_least", order=GETS_EASIER),
    *ladders(near(EASIER), "campaigns: limit.*", "escorts: ace.die.*"),
    *ladders(near(EASIER), "ratings: bomber.*.air_combat", "ratings: crew.*.*", order=((-2, EASIER),)),
    *ladders(near(EASIER), "campaigns: track.war_progress", order=GETS_HARDER),
    *ladders(near(EASIER, least=1), "aftermath: war_effect.escorts", "bombing: low.bonus", "dropout: company.bonus"),
    *ladders(near(EASIER, least=1), "map: slack", "missions: card.*.value"),
    *ladders(near(EASIER, least=2), "luck: hand"),
    *ladders(near(EASIER, most=0), "bombing: run.damaged_bomber", "bombing: run.loose"),
    *ladders(same(*WAR_LADDER), "aftermath: war_progress", order=GETS_EASIER),
    *ladders(same("hit", "hit and check", "pilot lost"), "dropout: crew", order=GETS_HARDER),
    *ladders(same(6, 9, 12), "missions: card.*.bombers"),
    *ladders(same(8, 6, 4, 2, 0), "missions: card.*.escorts"),
    Ladder("bombing", ("cloud",), near(EASIER), GETS_HARDER, lambda cell: cell.labels != ("clear",)),
    Ladder("campaigns", ("squadron", "*", "*"), near(EASIER), holds=lambda cell: cell.text != "0"),
    Ladder("escorts", ("range", "*"), near(EASIER), GETS_EASIER, lambda cell: cell.text != "0"),
    Ladder("luck", ("counter", "*", "number"), for_player, tie=pair),
    Ladder("map", ("box", "*", "flak"), near(HARDER, least=1), holds=lambda cell: cell.text != "0"),
    Ladder(
        "map",
        ("box", "*", "rendezvous"),
        same(True, False),
        holds=lambda cell: int(OURS["boxes"]["from_base"][int(cell.path[1])]) >= FIRST_MEETING,
    ),
    Ladder(
        "ratings", ("bomber", "*", "load"), near(EASIER), holds=lambda cell: cell.text != "0", tie=lambda cell: "load"
    ),
    *ladders(for_player, "ratings: fighter.*.performance", "ratings: fighter.*.air_combat"),
    Ladder("ratings", ("fighter", "*", "attack"), for_player, holds=lambda cell: cell.path[1] not in ESCORTS),
)
"""All ladders; a cell is on one at most."""
NEAR_SHARES = (
    Share("map box.*.flak", lambda cell, word: (word, 1), 4),
    Share("map box.*.rendezvous", lambda cell, word: (None, bool(word)), 2),
    *(
        Share(f"missions card.*.{name}", total(lambda cell: int(OURS["cards"]["year"][int(cell.address[1])])), width)
        for name, width in {"bombers": 9, "escorts": 8, "hits": 5, "value": 5}.items()
    ),
    Share("campaigns squadron", total(lambda cell: (cell.address[1], "model" in cell.address[2])), 1),
    Share("ratings fighter", total(lambda cell: (cell.address[2], cell.address[1] in ESCORTS)), 1),
    Share("ratings bomber.*.air", total(lambda cell: cell.address[1][:4]), 1),
    Share("ratings crew", total(lambda cell: cell.address[2]), 1),
    *(Share(group, total(), 1) for group in ("ratings ace", "ratings burden", "flak", "dropout home", "bombing cloud")),
)
"""Sums of numbers that stay near ours: of the map, of the cards of a year, of a rating, of a row."""


def figures_of(charts: LoadedCharts, campaigns: int) -> Measures:
    """Return the figures of full campaigns of the script under charts."""
    flown = fly_campaigns(make_policy(SCRIPT, THIRD_GAME), Campaign.FULL, campaigns, SEED, charts)
    return campaign_figures(flown, Campaign.FULL)


BANDS: Bands = {
    "points": Band(-5, 27),
    "lost %": Band(4, 7.8),
    "targets %": Band(30, 55),
    "interceptions": Band(0.7, 1.1),
    "sent": Band(7.5, 9.2),
}
"""Bands of the script. One pip of the interceptors' attack moves its points as far (docs/wing_calibration.md)."""
SCRIPT_BANDS = ScriptBands(
    script=SCRIPT, figures=figures_of, bands=BANDS, flights=(CheckFlight(20, slack=2), CheckFlight(80))
)
"""The campaigns that are flown under each set."""
PLAUSIBLE: PlausibleCharts = PlausibleCharts(
    book=BOOK,
    ladders=LADDERS,
    shares=NEAR_SHARES,
    script_rejection=SCRIPT_BANDS.rejection,
    views=(lambda address: address in PLAUSIBLE.cells.movable,),
)
"""The plausible charts of the third game."""
