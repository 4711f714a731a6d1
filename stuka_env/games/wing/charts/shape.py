"""The charts as the rules read them: one fixed record, each field with the table of a chart file that fills it.

A table of one die is indexed by the face, one of two dice by the total, one of the track by its box. Unused places
are 0.
"""

from stuka_env.charts.axes import Names, Places, by_word, die, labels, numbered
from stuka_env.charts.fields import cells, chart_record, rows_of, table
from stuka_env.charts.words import FREE_TEXT, STATEMENT, YES_NO, CellValues, Word, exactly, number, one_of
from stuka_env.declared.records import Numbers, Record, Rows, int8
from stuka_env.games.wing.codes import (
    BOXES,
    CARDS,
    COUNTERS,
    ELEMENTS,
    FIRST_YEAR,
    HAND,
    MOST_ESCORTS,
    MOST_INTERCEPTORS,
    SEATS,
    SLOTS,
    TRACK,
    Campaign,
    Cloud,
    Counter,
    CrewDamage,
    Element,
    Enemy,
    Escort,
    Event,
    Level,
    Model,
    Place,
    Replacement,
    Victory,
    War,
    Year,
)


def _year(raw: object) -> CellValues | None:
    known = isinstance(raw, int) and not isinstance(raw, bool) and FIRST_YEAR <= raw < FIRST_YEAR + len(Year)
    return (int(str(raw)) - FIRST_YEAR,) if known else None


def _year_bit(raw: object) -> CellValues | None:
    year = _year(raw)
    return None if year is None else (1 << int(str(year[0])),)


def _degrees(raw: object) -> CellValues | None:
    return () if isinstance(raw, int | float) and not isinstance(raw, bool) and abs(raw) <= 180 else None


YEARS_EXPECTED = f"a year from {FIRST_YEAR} to {FIRST_YEAR + len(Year) - 1}"
YEAR_SAMPLES = range(FIRST_YEAR, FIRST_YEAR + len(Year))
YEAR_NUMBER = Word(YEARS_EXPECTED, _year, YEAR_SAMPLES)
YEAR_BIT = Word(YEARS_EXPECTED, _year_bit, YEAR_SAMPLES)
DEGREES = Word("degrees from -180 to 180", _degrees, (-180, 180), (), is_name=True)


MOST_NEXT = 8
"""Most neighbours of a box."""
MOST_RANGE = 12
"""Most mission turns that escorts can stay."""
MOST_HITS = 24
"""Most hits that a target needs."""
MOST_VALUE = 9
WAVES = 2
"""Most waves of a round of attacks: eight interceptors, four on an element (9.2.4)."""
NO_WAY = 127
"""Distance of a box that cannot be reached."""
MOST_SLACK = 4
MOST_TURNS = 24
"""Most moves of a leg."""
LOWEST_END, HIGHEST_END = -60, 100
"""Bounds of the campaign points that end a campaign at once: the mat has a byte for points."""

# Axes
CAMPAIGN = Names(Campaign.numbers("SINGLE"))
VICTORY = Names(Victory.numbers("DEFEAT"))
YEAR, LEVEL, MODEL, CLOUD = by_word(Year), Names(Level.numbers()), by_word(Model), by_word(Cloud)
ESCORT, ENEMY, COUNTER = by_word(Escort), by_word(Enemy), by_word(Counter)
COLUMN = Names({"0-1": 0, "2-3": 1, "4-6": 2, "7+": 3})
"""Columns of 6.1: boxes from the base."""
CARD, BOX, ELEMENT_COUNT, SITE = numbered(1, CARDS), numbered(0, BOXES - 1), numbered(1, ELEMENTS), numbered(1, 3)
FIRST_BOX = Names({f"first_box_{year.word}": int(year) for year in Year})
RISES = Names(Level.numbers("VETERAN"))
DAMAGE = Names({"light": 1, "heavy": 2, "destroyed": 3})
D6, TWO_DICE, TRACK_BOX = die(6), die(12, 2), die(TRACK)
INTERCEPTORS, TOOK_OFF, DISTANCE = die(MOST_INTERCEPTORS), die(SEATS), die(7, 0, 0, BOXES - 1)

# Vocabularies
FACE, TOTAL, DRM = number(1, 6), number(2, 12), number(-9, 9)
TRACK_NUMBER, A_BOX, LEAST = number(1, TRACK), number(0, BOXES - 1), number(-9, 20)
LOSS, LEVEL_POINTS = number(-4, 0), number(LOWEST_END, HIGHEST_END)
SQUADRON_COUNT = number(0, SLOTS)


@chart_record
class CampaignRow(Record):
    """A campaign (3.1.2)."""

    missions: int = cells("campaigns: campaign.*.missions", TRACK_NUMBER, "Missions of the campaign")
    start: int = cells("campaigns: campaign.*.start_box", TRACK_NUMBER, "First box of the track")
    deck: Numbers = cells(  # a bit for each year; 0 where there is none
        "campaigns: campaign.*.deck", YEAR_BIT, "Years whose cards are in the deck", Places(len(Year), 1)
    )
    levels: Numbers = cells("victory: levels.*", LEVEL_POINTS, "Lowest campaign points of each level", VICTORY)


@chart_record
class SquadronRow(Record):
    """The squadron at the start of a campaign that begins in a year."""

    old_model: int = cells("campaigns: squadron.*.old_model", SQUADRON_COUNT, "Bombers of the old model")
    new_model: int = cells("campaigns: squadron.*.new_model", SQUADRON_COUNT, "Bombers of the new model")
    crews: Numbers = cells("campaigns: squadron.*.*", SQUADRON_COUNT, "Crews of the level", LEVEL)


@chart_record
class FighterRow(Record):
    """A type of fighter, or what an ace adds."""

    performance: int = cells("ratings: fighter.*.performance", DRM, "Performance: the higher one fires first")
    air_combat: int = cells("ratings: fighter.*.air_combat", DRM, "Added to fire at fighters")
    attack: int = cells("ratings: fighter.*.attack", DRM, "Added to fire at bombers")


@chart_record
class BomberRow(Record):
    """A model of bomber."""

    air_combat: int = cells("ratings: bomber.*.air_combat", DRM, "Added to defensive fire")
    load: int = cells("ratings: bomber.*.load", number(0, 3), "Hits more on a natural 6 of the bombing run")


@chart_record
class CrewRow(Record):
    """A level of crews."""

    performance: int = cells("ratings: crew.*.performance", DRM, "Performance")
    air_combat: int = cells("ratings: crew.*.air_combat", DRM, "Added to defensive fire")
    bombing: int = cells("ratings: crew.*.bombing", DRM, "Added to the bombs of the bombers for which it aims")


@chart_record
class BoxRow(Record):
    """A box of the map."""

    links: Numbers = cells("map: box.*.next", A_BOX, "Neighbours", Places(MOST_NEXT, 1))
    link_count: int = int8()
    flak: int = cells("map: box.*.flak", number(0, 3), "Level of the flak site; 0 none")
    rendezvous: int = cells("map: box.*.rendezvous", YES_NO, "Whether escorts can be met")
    from_base: int = cells("map: box.*.from_base", A_BOX, "Boxes from the base, by the shortest way")
    column: int = int8()  # of 6.1
    distance: Numbers = int8(shape=(BOXES,))  # the shortest way to each box, never through the base


@chart_record
class CardRow(Record):
    """A mission card."""

    year: int = cells("missions: card.*.year", YEAR_NUMBER, "Year of its deck")
    box: int = cells("missions: card.*.box", number(1, BOXES - 1), "Box of the target")
    bombers: int = cells("missions: card.*.bombers", number(1, SEATS), "Bombers required")
    escorts: int = cells("missions: card.*.escorts", number(0, MOST_ESCORTS), "Escorts at the start")
    hits: int = cells("missions: card.*.hits", number(1, MOST_HITS), "Hits that destroy the target")
    value: int = cells("missions: card.*.value", number(0, MOST_VALUE), "Victory points")


@chart_record
class Charts(Record):
    """All charts, as the rules read them. Fields without a table combine several cells."""

    # Campaigns, track, squadron
    campaigns: Rows[CampaignRow] = rows_of(CampaignRow, CAMPAIGN)
    first_box: Numbers = cells("campaigns: track.*", TRACK_NUMBER, "First box of the year", FIRST_BOX)
    remove_1942: int = cells("campaigns: track.remove_1942_at", TRACK_NUMBER, "Box before which the 1942 cards leave")
    war_boxes: Numbers = cells(
        "campaigns: track.war_progress", TRACK_NUMBER, "Boxes with the War Progress icon", Places(TRACK, 0)
    )
    squadrons: Rows[SquadronRow] = rows_of(SquadronRow, YEAR)
    most_bombers: int = cells("campaigns: limit.bombers", number(1, SLOTS), "Most bombers of the squadron")
    most_crews: int = cells("campaigns: limit.crews", number(1, SLOTS), "Most crews of the squadron")
    # Mission cards and map
    cards: Rows[CardRow] = rows_of(CardRow, CARD)  # row 0 is empty
    boxes: Rows[BoxRow] = rows_of(BoxRow, BOX)
    sites: Numbers = int8(shape=(BOXES,))  # flak of all boxes, side by side as observations show it
    meetings: Numbers = int8(shape=(BOXES,))  # rendezvous of all boxes
    slack: int = cells("map: slack", number(0, MOST_SLACK), "Turns that a leg may take beyond the shortest way")
    # Events
    column_from: Numbers = cells("events: column_from", A_BOX, "First box of the column", COLUMN)
    occurs: Numbers = cells("events: occurs", TOTAL, "Highest total that brings an event", COLUMN)
    event: Numbers = cells("events: event", one_of(Event), "Event by 2d6", COLUMN, TWO_DICE)
    trouble: int = cells("events: systems_trouble.damaged_at_most", FACE, "Highest die that damages")
    weather: int = cells("events: weather.changes_at_most", FACE, "Highest die that changes the cloud")
    new_cloud: Numbers = cells("events: new_cloud", one_of(Cloud), "New cloud by 1d6", D6)
    cloud: Numbers = cells("events: cloud", one_of(Cloud), "Cloud over the target by 2d6", TWO_DICE)
    tight: int = cells("events: formation.tight_at_least", LEAST, "Lowest total of a tight formation")
    # Escorts
    most_escorts: int = cells("escorts: most", number(1, MOST_ESCORTS), "Most escorts")
    available: Numbers = cells(
        "escorts: available.*", TRACK_NUMBER, "First and last box of the track", ESCORT, Places(2, 2, ("first", "last"))
    )
    escort_type: Numbers = cells("escorts: type", one_of(Escort), "Type by box of the track and 1d6", TRACK_BOX, D6)
    escort_number: Numbers = cells("escorts: number", number(0, MOST_ESCORTS), "Escorts at a rendezvous by 1d6", D6)
    stays: Numbers = cells(
        "escorts: range.*", number(0, MOST_RANGE), "Mission turns that the type can stay", ESCORT, TRACK_BOX
    )
    must: Numbers = cells(
        "escorts: must",
        number(0, MOST_ESCORTS),
        "Escorts that must fight, by 1d6 and number of escorts",
        D6,
        Places(MOST_ESCORTS, MOST_ESCORTS, tuple(map(str, range(1, MOST_ESCORTS + 1)))),
    )
    ace_at_least: Numbers = cells("escorts: ace.at_least", LEAST, "Lowest 1d6 of an ace among escorts, by year", YEAR)
    ace_die: Numbers = cells("escorts: ace.die.*", DRM, "Added to this die", ESCORT)
    most_covers: int = cells(
        "escorts: cover.per_element", number(0, MOST_ESCORTS), "Most covers of an element and wave"
    )
    # Ratings
    escorts: Rows[FighterRow] = rows_of(FighterRow, ESCORT)
    enemies: Rows[FighterRow] = rows_of(FighterRow, ENEMY)
    ace_performance: int = cells("ratings: ace.performance", DRM, "Added to the performance of an ace")
    ace_air_combat: int = cells("ratings: ace.air_combat", DRM, "Added to his fire at fighters")
    ace_attack: int = cells("ratings: ace.attack", DRM, "Added to his fire at bombers")
    bombers: Rows[BomberRow] = rows_of(BomberRow, MODEL)
    crews: Rows[CrewRow] = rows_of(CrewRow, LEVEL)
    tired: int = cells("ratings: burden.tired", number(0, 3), "Taken off the ratings of a tired crew")
    hit: int = cells("ratings: burden.hit", number(0, 3), "Taken off the ratings of a crew that is hit")
    enemy_type: Numbers = cells("ratings: type", one_of(Enemy), "Interceptors by year and 1d6", YEAR, D6)
    loose_bonus: int = cells("ratings: number.loose_bonus", number(0, 6), "Interceptors more at a loose formation")
    most_enemies: int = cells("ratings: number.most", number(1, MOST_INTERCEPTORS), "Most interceptors")
    aces: Numbers = cells("ratings: aces", number(0, 3), "Aces by number of interceptors and 1d6", INTERCEPTORS, D6)
    # Combat
    fighter_damaged: int = cells("combat: fighter.damaged", LEAST, "Lowest total that damages a fighter")
    fighter_destroyed: int = cells("combat: fighter.destroyed", LEAST, "Lowest total that destroys a fighter")
    attack_lowest: Numbers = cells("combat: bomber.*", LEAST, "Lowest total of damage by fighters", DAMAGE)
    flak_lowest: Numbers = cells("combat: flak.*", LEAST, "Lowest total of damage by flak", DAMAGE)
    light_damages: int = cells("combat: light.undamaged_becomes_damaged", FACE, "Lowest die that damages")
    light_drops: int = cells("combat: light.damaged_drops_out", FACE, "Lowest die with which a damaged one drops out")
    heavy_drops: int = cells("combat: heavy.undamaged_drops_out", FACE, "Lowest die with which it drops out")
    crew_damage_at_most: int = cells("combat: heavy.crew_damage_at_most", FACE, "Highest die of crew damage")
    wingman_bonus: int = cells("combat: fighter_fires.wingman", DRM, "Added with a wingman")
    tail_attacked: int = cells("combat: fighter_fires.tail_element", DRM, "Added to an attack on the Tail element")
    lead_attacked: int = cells("combat: fighter_fires.lead_element", DRM, "Added to an attack on the Lead element")
    cover: int = cells("combat: fighter_fires.cover", DRM, "Added to a covered attack")
    neighbour: int = cells("combat: bomber_fires.free_neighbour", DRM, "Added for each free neighbour")
    tail_fires: int = cells("combat: bomber_fires.tail_element", DRM, "Added in the Tail element")
    lead_fires: int = cells("combat: bomber_fires.lead_element", DRM, "Added in the Lead element")
    several: int = cells("combat: bomber_fires.several_attackers", DRM, "Added under several attackers")
    loose_fires: int = cells("combat: bomber_fires.loose", DRM, "Added in a loose formation")
    element: Numbers = cells(
        "combat: element.*", one_of(Element), "Element by number of elements and 1d6", ELEMENT_COUNT, D6
    )
    place: Numbers = cells("combat: place", one_of(Place), "Place by 1d6", D6)
    loose_if: Numbers = cells(
        "combat: loose_if_missing",
        number(1, SEATS),
        "Missing bombers that make it loose, by those that took off",
        TOOK_OFF,
    )
    second_check: int = cells("combat: check.second_roll_at_most", FACE, "Highest die with a second check")
    keeps_up: int = cells("combat: check.stays_at_least", LEAST, "Lowest total that stays")
    wave_size: int = cells(
        "combat: waves.per_element", number(1, MOST_INTERCEPTORS), "Interceptors on an element in a wave"
    )
    # Flak
    site_attack: int = cells("flak: attack.site_attack_at_most", TOTAL, "Highest 2d6 of an attack by a site")
    run_attack: int = cells("flak: attack.run_attack_at_most", TOTAL, "Highest 2d6 of an attack during the bombing run")
    flak_loose: int = cells("flak: attack.loose", DRM, "Added at a loose formation")
    flak_year: Numbers = cells("flak: year", DRM, "Added by year", YEAR)
    flak_level: Numbers = cells("flak: level", DRM, "Added by level of the site", SITE)
    # Bombing run, drop-out, landing
    bombs_hit: int = cells("bombing: run.hit_at_least", LEAST, "Lowest total that hits")
    bombs_damaged: int = cells("bombing: run.damaged_bomber", DRM, "Added for a damaged bomber")
    bombs_loose: int = cells("bombing: run.loose", DRM, "Added in a loose formation")
    low_bonus: int = cells("bombing: low.bonus", DRM, "Added to the bombs of a low run")
    low_flak: int = cells("bombing: low.flak", DRM, "Added to the flak of a low run")
    bombs_cloud: Numbers = cells("bombing: cloud", DRM, "Added by cloud", CLOUD)
    home_at_least: Numbers = cells("dropout: home_at_least", LEAST, "Lowest total that comes home alone", DISTANCE)
    company: int = cells("dropout: company.escorts", number(1, MOST_ESCORTS), "Escorts that go with a bomber")
    company_bonus: int = cells("dropout: company.bonus", DRM, "Added with company")
    crew_damage: Numbers = cells("dropout: crew", one_of(CrewDamage), "Crew damage by 1d6", D6)
    landing_good: int = cells("landing: roll.good_at_least", FACE, "Lowest die of a good landing")
    landing_hard: int = cells("landing: roll.hard", FACE, "Lowest die of a hard landing; a lower one is a crash")
    landing_destroyed: int = cells("landing: roll.damaged_destroyed_at_least", FACE, "Lowest second die that destroys")
    landing_points: int = cells("landing: points.destroyed", LOSS, "Points of a bomber destroyed at the landing")
    # Points
    points_short: int = cells("victory: points.bomber_short", LOSS, "Points of a bomber short")
    points_lost: int = cells("victory: points.bomber_lost", LOSS, "Points of a bomber lost")
    victory_at: int = cells("victory: automatic.victory", LEVEL_POINTS, "Campaign points of an automatic victory")
    defeat_at: int = cells("victory: automatic.defeat", LEVEL_POINTS, "Campaign points of an automatic defeat")
    # Aftermath
    repair: int = cells("aftermath: repair.ready_at_least", FACE, "Lowest die of a repair")
    replacement: Numbers = cells("aftermath: replacement", one_of(Replacement), "New bomber by year and 1d6", YEAR, D6)
    experience: Numbers = cells("aftermath: experience.*", TOTAL, "Lowest 2d6 with which the level rises", RISES)
    recovery: int = cells("aftermath: recovery.ready_at_least", FACE, "Lowest die of a recovery")
    tired_after: int = cells(
        "aftermath: fatigue.tired_after", number(1, 3), "Missions in a row after which a crew is tired"
    )
    war: Numbers = cells("aftermath: war_progress", one_of(War), "War progress by 2d6", TWO_DICE)
    surge_interceptors: int = cells("aftermath: war_effect.interceptors", DRM, "Interceptors more with a surge")
    war_flak: int = cells("aftermath: war_effect.flak", DRM, "Added to flak with more flak")
    war_aces: int = cells("aftermath: war_effect.aces", DRM, "Added to the number of aces with fewer aces")
    war_escorts: int = cells("aftermath: war_effect.escorts", number(0, MOST_ESCORTS), "Escorts more with more escorts")
    # Lady Luck
    hand: int = cells("luck: hand", number(0, HAND), "Most counters kept")
    cup: Numbers = cells("luck: counter.*.number", number(0, COUNTERS), "Counters in the cup", COUNTER)


OTHER_TABLES = (
    table("campaigns: track.boxes", exactly(TRACK), "Boxes of the track"),
    table("events: columns", FREE_TEXT, "Columns: boxes from the base", labels(COLUMN.index)),
    table("flak: attack.bombers_per_element", exactly(1), "Bombers attacked in each element"),
    table("map: box.*.name", FREE_TEXT, "Name", BOX),
    table("map: box.*.at", DEGREES, "Latitude and longitude", BOX, Places(2, 2, ("latitude", "longitude"))),
    table("missions: card.*.target", FREE_TEXT, "Target", CARD),
    table("luck: counter.*.effect", STATEMENT, "Effect; the rules fix it", COUNTER),
    table("aftermath: models.B-17", FREE_TEXT, "Old and new model", labels({"B-17F": 0, "B-17G": 1})),
    table("aftermath: models.B-24", FREE_TEXT, "Old and new model", labels({"B-24G": 0, "B-24H": 1})),
)
"""Tables that fill no field."""
