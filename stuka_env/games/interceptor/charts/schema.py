"""The tables of each chart file and the fields of the record that they fill: the shape of the charts, no numbers.

Fields that combine several cells are filled by :mod:`stuka_env.games.interceptor.charts.filling`.
"""

from stuka_env.games.interceptor.charts import aircraft, career, cells
from stuka_env.games.interceptor.charts.axes import ChartTable, Names, Places
from stuka_env.games.interceptor.charts.cells import number, one_name, shares
from stuka_env.games.interceptor.charts.shape import (
    COLUMNS,
    MOST_AMMUNITION,
    MOST_BOX,
    MOST_SPEED,
    MOST_THRESHOLD,
    PACKAGE,
)
from stuka_env.games.interceptor.charts.tables import (
    AIM,
    B7_DICE,
    B8_DICE,
    D6,
    DIFFERENCE,
    DRM,
    MONTH,
    PERIOD,
    RANGE,
    SKILL,
    TARGET_ZONE,
    TENS_AND_ONES,
    TWO_DICE,
    W1_DICE,
    entry,
    labels,
    table,
    value,
)
from stuka_env.games.interceptor.codes import MONTHS, Health, Month, Weather

ONE_DIE_MONTHS = (Month.APRIL_1943,)
"""Months whose raids are rolled with one die (6.1)."""
ENGINES_OF_BOMBERS = 4
EFFECTS = (
    *(
        "Wing",
        "Airframe",
        "Controls",
        "Tail",
        "Engine, in line",
        "Engine, radial of a fighter",
        "One of two engines out",
    ),
    *("All engines out", "Fuel Tank leak", "Fuel Tank fire", "Fuel Tank explosion", "Oxygen", "Radio", "Boost"),
    *("Weapon", "Rear Guns", "Rockets", "IFF", "Landing Gear", "Gunner on a bomber", "Pilot and copilot both out"),
    "Second hit on a system already out",
)
"""Statements of B4."""


def statements(path: str, keys: tuple[str, ...], meaning: str) -> ChartTable:
    """Return a table of texts for people."""
    return table(path, "", (Names({key: place for place, key in enumerate(keys)}),), cells.STATEMENT, meaning)


def raids() -> tuple[ChartTable, ...]:
    """Return the tables of A1, a column for each month."""
    columns = tuple(
        entry(
            ("raids", name), "a1", cells.RAID, "Target of the raid and, in brackets, its target zone, by the dice", code
        )
        for name, code in cells.MONTH_NAMES.items()
    )
    dice = [D6 if table.prefix[0] in ONE_DIE_MONTHS else TWO_DICE for table in columns]
    return (
        table("zones", "", (labels(tuple(cells.TARGET_ZONE_NAMES)),), cells.TEXT, "Target zones"),
        *(
            ChartTable(it.path, it.fields, (axis,), it.word, it.meaning, it.prefix)
            for it, axis in zip(columns, dice, strict=True)
        ),
    )


def bombers() -> tuple[ChartTable, ...]:
    """Return the tables of the types of bombers in B10."""
    threshold, lost = number(1, MOST_THRESHOLD), "Hits that destroy the bomber by its"
    columns = {
        "wing": (threshold, f"{lost} wing, port or starboard"),
        "airframe": (threshold, f"{lost} airframe"),
        "tail": (threshold, f"{lost} tail"),
        "controls": (threshold, f"{lost} controls"),
        "engines": (cells.exactly(ENGINES_OF_BOMBERS), "Engines"),
        "formation": (cells.YES_NO, "Whether the rule for B-17s in formation holds for this type"),
        "defence": (DRM, "Added to every defensive fire of this type"),
        "bombs": (cells.YES_NO, "Whether it carries bombs"),
    }
    return tuple(
        value(f"bombers.{name}.{key}", f"bombers.{key}", word, meaning, code)
        for name, code in cells.BOMBER_NAMES.items()
        for key, (word, meaning) in columns.items()
    )


def damage() -> tuple[ChartTable, ...]:
    """Return the tables of B4."""
    wound, add = one_name(cells.WOUND_NAMES), "Wound that an old and a new wound make together"
    light, serious = int(Health.LIGHT_WOUND), int(Health.SERIOUS_WOUND)
    return (
        table("fuel_tank", "tank", (TWO_DICE,), one_name(cells.TANK_NAMES), "What a hit on a fuel tank does, by 2d6"),
        table("bomb_bay", "bomb_bay", (TWO_DICE,), cells.BAY, "Whether bombs aboard explode after a hit, by 2d6"),
        table("blast", "blast", (TWO_DICE,), cells.BLAST, "Hits on an interceptor close to exploding bombs, by 2d6"),
        table("wound", "wound", (D6,), wound, "Severity of a wound, by 1d6"),
        value("wounds_add_up.LW + LW", "wound_sum", wound, add, light, light),
        value("wounds_add_up.LW + SW", "wound_sum", wound, add, light, serious),
        value("wounds_add_up.SW + SW", "wound_sum", wound, add, serious, serious),
        table("crew", "bomber_crew", (D6,), one_name(cells.SEAT_NAMES), "Who is hit in the crew of a bomber, by 1d6"),
        value("engine.damaged", "engine_loss", number(0, MOST_SPEED), "Speed that a damaged engine costs"),
        value("engine.out_after", "engine_hits", number(1, 2), "Hits that put an engine out"),
        table(
            "engine.armoured",
            "armoured_loss",
            (Places(3, 3),),
            number(0, MOST_SPEED),
            "Speed that hits on an engine cost once its armour is gone: none, one, two",
        ),
        value(
            "engine.armoured_out_after",
            "armoured_hits",
            number(1, 3),
            "Hits that put an engine out once its armour is gone",
        ),
        value(
            "engine.one_of_two_out", "engine_out_loss", number(0, MOST_SPEED), "Speed that one of two engines out costs"
        ),
        statements("effect", EFFECTS, "Effect of a damaged system; the rules fix it"),
    )


def skills() -> tuple[ChartTable, ...]:
    """Return the tables of B5."""
    points = number(0, 30)
    earning = {
        "sorties_a_point": ("sorties_a_point", number(1, 4), "Sorties flown that give a point of Experience"),
        "sorties_a_point_with_leadership": (
            "sorties_a_point_led",
            number(1, 4),
            "The same for wingman and gunner, if the pilot has Leadership",
        ),
        "officer_starts_with": ("officer_points", points, "Points of an officer at the start"),
        "nco_starts_with": ("nco_points", points, "Points of an NCO at the start"),
        "wingman_starts_with": ("wingman_points", points, "Points of a new wingman"),
        "gunner_starts_with": ("gunner_points", points, "Points of a new gunner"),
    }
    effect = {
        "acm_hits": ("maneuvers_hits", "Random hits that A.C.M. takes off"),
        "sixth_sense_hits": ("sixth_sense_hits", "Random hits that Sixth Sense makes of DE"),
        "gunnery_hits": ("gunnery_hits", "Random hits that Gunnery adds"),
        "aim_hits": ("aim_hits", "Hits that Aim adds"),
    }
    return (
        table("cost", "skill_cost", (SKILL,), number(1, 30), "Points of Experience that the skill costs"),
        table("who", "skill_who", (SKILL,), cells.PEOPLE, "Who may learn the skill"),
        *(value(f"earning.{key}", field, word, meaning) for key, (field, word, meaning) in earning.items()),
        *(value(f"effect.{key}", field, number(0, 9), meaning) for key, (field, meaning) in effect.items()),
    )


RECORD_FILES: dict[str, tuple[ChartTable, ...]] = {
    "a1_raids": raids(),
    "a3_targets": (
        table(
            "months", "", (labels(tuple(cells.MONTH_NAMES)),), cells.TEXT, "Months, in the order of the arrays below"
        ),
        table("bomber", "bomber bomber_rolls", (MONTH,), shares(cells.RAIDER_NAMES), "Type of the bombers, by 1d6"),
        table("yb40", "yb40", (MONTH,), cells.YB40, "2d6 total that makes a B-17 a YB-40; 0 is no roll"),
        table(
            "escort",
            "",
            (TARGET_ZONE, Places(MONTHS, MONTHS, tuple(cells.MONTH_NAMES))),
            shares(cells.ESCORT_NAMES),
            "Escort of a raid on the target zone, by 1d6, an entry for each month",
        ),
        table("sweep", "sweep sweep_rolls", (MONTH,), shares(cells.FIGHTER_NAMES), "Fighters of a sweep, by 1d6"),
    ),
    "b1_interception": (
        table(
            "result", "b1 b1_orientation", (PERIOD, TWO_DICE), cells.MEETING, "What is met in a box, by 2d6 and period"
        ),
    ),
    "b2_attack_results": (
        table("columns", "columns", (Places(COLUMNS, 1),), number(1, 99), "Lowest firepower of each column of a card"),
        statements("meaning", ("number", "GP", "DE"), "Meaning of a result on a card; the rules fix it"),
        statements("range", ("number", "GP", "DE"), "What range does to a result; the rules fix it"),
    ),
    "b3_bomber_damage": (
        table("hit", "b3", (AIM, TWO_DICE), one_name(cells.BOMBER_SYSTEMS), "System that a random hit strikes, by 2d6"),
        table(
            "package", "package", (AIM, Places(PACKAGE, 1)), one_name(cells.BOMBER_SYSTEMS), "Hits of a GP, in order"
        ),
    ),
    "b4_damage": damage(),
    "b5_skills": skills(),
    "b6_fighter_damage": (
        table(
            "hit",
            "b6",
            (TENS_AND_ONES,),
            one_name(cells.FIGHTER_SYSTEMS),
            "System that a hit strikes, by tens and ones",
        ),
    ),
    "b7_landing": (
        table("result", "b7", (B7_DICE,), one_name(cells.LANDING_NAMES), "Landing by the modified total"),
        value("modifier.engine_damaged", "landing_engine", DRM, "Added for each damaged engine that still runs"),
        value("modifier.engine_out", "landing_engine_out", DRM, "Added for each engine that is out"),
        value("modifier.controls_damaged", "landing_controls", DRM, "Added for damaged controls"),
        value("modifier.landing_gear", "landing_gear", DRM, "Added for damaged landing gear"),
        value("modifier.pilot_serious_wound", "landing_wound", DRM, "Added for a serious wound of the pilot"),
        value("modifier.forced", "landing_forced", DRM, "Added for a forced landing"),
        value("modifier.skill_landing", "landing_skill", DRM, "Added for the skill Landing; minus helps"),
        value("modifier.poor_weather", "landing_weather", DRM, "Added in poor weather", int(Weather.POOR)),
        value("modifier.bad_weather", "landing_weather", DRM, "Added in bad weather", int(Weather.BAD)),
        statements("effect", ("rough", "crash", "killed", "forced"), "Effect of a landing; the rules fix it"),
    ),
    "b8_parachute": (
        table(
            "result", "b8", (B8_DICE,), one_name(cells.JUMP_NAMES), "What becomes of the jumper, by the modified total"
        ),
        value("modifier.skill_parachute", "jump_skill", DRM, "Added for the skill Parachute; minus helps"),
        value("modifier.serious_wound", "jump_wound", DRM, "Added for a serious wound of the jumper"),
        statements("effect", ("safe",), "Effect of a jump; the rules fix it"),
    ),
    "b9_weather": (
        table("weather", "b9", (TWO_DICE,), one_name(cells.WEATHER_NAMES), "Weather at the landing field, by 2d6"),
    ),
    "b10_ranges": (
        table(
            "fighter", "range_fire", (RANGE,), DRM, "Random hits added to the interceptor's fire at a bomber, by range"
        ),
        table(
            "bomber",
            "range_answer",
            (Names({"out of formation": 0, "in formation": 1}), RANGE),
            DRM,
            "Random hits added to the bomber's defensive fire, by range",
        ),
        value("other.bf109_long", "bf_109_long", DRM, "Added to defensive fire at long range against a Bf 109"),
        value("other.gunner_hit", "gunner_hit", DRM, "Added to defensive fire for each gunner hit"),
        value("other.extended_burst", "burst_answer", DRM, "Added to defensive fire in a round with an extended burst"),
        value("other.flak_die", "", cells.exactly(6), "Sides of the die for flak hits"),
        value("other.flak_minus", "flak_minus", number(0, 6), "Number taken off the die for flak hits"),
        value("other.flak_from_box", "flak_from_box", number(1, MOST_BOX), "First box in which bombers have flak hits"),
        value("other.bombs_until_box", "bombs_until_box", number(0, MOST_BOX), "Last box in which bombers carry bombs"),
        *bombers(),
    ),
    "b12_initiative": (
        table(
            "positions", "b12", (DIFFERENCE,), number(0, 4), "Positions that the higher total gains, by the difference"
        ),
        value("modifier.agile", "initiative_agile", DRM, "Added for an agile aircraft"),
        value("modifier.boost", "initiative_boost", DRM, "Added for an MW boost"),
        value("modifier.ace", "initiative_ace", DRM, "Added for a pilot who is an Ace"),
        value("modifier.ace_wingman", "initiative_ace_wingman", DRM, "Added for a wingman who is an Ace"),
        value("modifier.skill_sa", "initiative_awareness", DRM, "Added for S.A. of the pilot"),
        value("modifier.skill_sa_gunner", "initiative_awareness_gunner", DRM, "Added for S.A. of the gunner"),
        value("modifier.skill_acm", "initiative_maneuvers", DRM, "Added for A.C.M."),
    ),
    "c1_events": (table("event", "c1", (TWO_DICE,), one_name(cells.EVENT_NAMES), "Random event, by 2d6"),),
    "c2_serious_wounds": (
        table("missed", "c2", (TWO_DICE,), number(0, 40), "Sorties that a serious wound costs, by 2d6"),
    ),
    "c3_extended_burst": (
        table("hits", "c3", (TWO_DICE,), cells.BURST, "Random hits added to the aimed area, by 2d6"),
        table("jam", "c3_jam", (TWO_DICE,), one_name(cells.JAM_NAMES), "Forward weapons that jam, by 2d6"),
        value(
            "cost.ammo", "burst_ammunition", number(1, MOST_AMMUNITION), "Points of ammunition that each weapon spends"
        ),
    ),
    "w1_wingman": (
        table(
            "result", "w1 w1_fate", (W1_DICE,), cells.WINGMAN, "The wingman's attack on a bomber, by the modified total"
        ),
        value("modifier.skill_gunnery", "w1_gunnery", DRM, "Added for the wingman's Gunnery; minus helps"),
        value("modifier.skill_aim", "w1_aim", DRM, "Added for the wingman's Aim; minus helps"),
    ),
    "cards": aircraft.cards(),
    "mats": aircraft.mats(),
    "r1_replacements": aircraft.replacements(),
    "units": aircraft.units(),
    "career": career.tables(),
}
"""Tables of every chart file by its name without ``.toml``."""
