"""Tables of the numbers that stand in the rules' text: calendar, ladder, awards, Prestige, promotion, options."""

from stuka_env.games.interceptor.charts import cells
from stuka_env.games.interceptor.charts.axes import ChartTable, Places
from stuka_env.games.interceptor.charts.cells import Word, exactly, number, one_name
from stuka_env.games.interceptor.charts.tables import D6, DRM, FATIGUE, PERIOD, entry, table, value
from stuka_env.games.interceptor.codes import LEARNED, MONTHS, MOST_LINES, Award, Ladder, Skill

COUNT, FACE, LOST = number(0, 120), number(0, 6), number(0, 9)
SIX, TEN = exactly(6), exactly(10)
AWARD_NAMES = {
    "wound_badge": Award.WOUND_BADGE,
    "iron_cross_2": Award.IRON_CROSS_2,
    "iron_cross_1": Award.IRON_CROSS_1,
    "goblet": Award.GOBLET,
    "clasp": Award.CLASP,
    "german_cross": Award.GERMAN_CROSS,
    "knights_cross": Award.KNIGHTS_CROSS,
    "oak_leaves": Award.OAK_LEAVES,
    "swords": Award.SWORDS,
    "diamonds": Award.DIAMONDS,
    "ace": Award.ACE,
    "silver_clasp": Award.SILVER_CLASP,
}
NUMBERS: dict[str, tuple[str, Word, str]] = {
    "sorties.a_month": ("", number(1, MOST_LINES), "Sortie lines of a month"),
    "sorties.april_1943": ("", number(1, MOST_LINES), "Sortie lines of April 1943"),
    "sorties.career": ("", number(1, 92), "Sortie lines from March 1943 to February 1944"),
    "repair.next_sortie_up_to": ("repair_free", number(0, 30), "Most damaged systems that cost no sortie"),
    "repair.one_sortie_up_to": ("repair_sortie", number(0, 30), "Most damaged systems that do not write it off"),
    "slip.die": ("", SIX, "Sides of the die for getting away from escorts"),
    "slip.up_to": ("slip", FACE, "Highest die that gets away"),
    "disengage.advantaged_up_to": ("disengage", FACE, "Highest 1d6 with which the player disengages when advantaged"),
    "disengage.enemy_advantaged_up_to": ("enemy_disengage", FACE, "The same for the enemy"),
    "home_loss.die": ("", TEN, "Sides of the die for a crash on the way home"),
    "home_loss.base": ("crash_base", number(0, 10), "Chances in ten that a damaged enemy crashes"),
    "home_loss.each_engine_out": ("crash_engine_out", number(0, 10), "Further chances for each engine out"),
    "home_loss.each_system_one_short": (
        "crash_one_short",
        number(0, 10),
        "Further chances for each system one hit short of its threshold",
    ),
    "home_loss.seen_die": ("", SIX, "Sides of the die for a witness"),
    "home_loss.seen_up_to": ("crash_seen", FACE, "Highest die with which a crash is seen"),
    "tail.hits": ("tail_hits", LOST, "Hits that the one who tails adds to his fire"),
    "standard_maneuver.tight_turn": ("tight_turn", number(0, 4), "Positions that a tight turn gains"),
    "standard_maneuver.tight_turn_agile": ("tight_turn_agile", number(0, 4), "The same for an agile aircraft"),
    "standard_maneuver.barrel_roll": ("barrel_roll", LOST, "Hits that a barrel roll avoids"),
    "award.iron_cross_2_kills": ("iron_cross_2_kills", COUNT, "Kills of the Iron Cross 2nd class"),
    "award.iron_cross_1_points": ("iron_cross_1_points", COUNT, "Points of the Iron Cross 1st class"),
    "award.points_bomber": ("bomber_points", LOST, "Points of a bomber"),
    "award.points_fighter": ("fighter_points", LOST, "Points of a fighter"),
    "award.ace_kills": ("ace_kills", COUNT, "Kills of an Ace"),
    "award.goblet_kills": ("goblet_kills", COUNT, "Kills of the Honor Goblet"),
    "award.german_cross_kills": ("german_cross_kills", COUNT, "Kills of the German Cross"),
    "award.knights_cross_die": ("", SIX, "Sides of the die for the Knight's Cross and its follow-on awards"),
    "award.knights_cross_up_to": ("cross_up_to", FACE, "Highest modified die that earns one"),
    "award.clasp_flights": ("clasp_flights", COUNT, "Flights of the Flight Clasp"),
    "award.silver_clasp_flights": ("silver_clasp_flights", COUNT, "Flights of the Silver clasp"),
    "prestige_cost.same_series": ("cost_upgrade", LOST, "Prestige Points for another type of the series"),
    "prestige_cost.other_series": ("cost_switch", LOST, "Prestige Points for a type of another series"),
    "prestige_cost.unit": ("cost_move", LOST, "Prestige Points for another unit"),
    "prestige_cost.crewman_with_two_points": ("cost_veteran", LOST, "Prestige Points for a gunner with Experience"),
    "prestige_cost.aircraft_at_once": ("cost_spare", LOST, "Prestige Points for an aircraft in place of repairs"),
    "prestige_cost.old_gunner": ("cost_keep_gunner", LOST, "Prestige Points for the old gunner after a serious wound"),
    "replacement.veteran_points": ("veteran_points", number(0, 30), "Experience of the gunner that Prestige buys"),
    "replacement.feldwebel_points": ("crewman_points", number(0, 30), "Experience of replacements under a Feldwebel"),
    "sorties_lost.other_series": ("lost_switch", LOST, "Sorties that another series costs"),
    "sorties_lost.unit": ("lost_move", LOST, "Sorties that another unit costs"),
    "sorties_lost.light_wound": ("lost_light_wound", LOST, "Sorties that a light wound costs"),
    "sorties_lost.parachute": ("lost_parachute", LOST, "Sorties that a jump costs"),
    "sorties_lost.forced_landing": ("lost_forced_landing", LOST, "Sorties that a forced landing costs"),
    "sorties_lost.rough_landing": ("lost_rough_landing", LOST, "Sorties that a rough landing costs"),
    "sorties_lost.repair": ("lost_repair", LOST, "Sorties that repairs cost if they are not done by the next sortie"),
    "sorties_lost.award_travel": ("lost_award", LOST, "Sorties that the travel to Oakleaves, Swords, Diamonds costs"),
    "promotion.die": ("", SIX, "Sides of the die for a promotion"),
    "promotion.up_to": ("promotion_up_to", FACE, "Highest modified die that promotes"),
    "promotion.knights_cross": ("promotion_knights_cross", DRM, "Added with the Knight's Cross; minus helps"),
    "promotion.ten_kills": ("promotion_ten_kills", DRM, "Added for every ten kills of the period; minus helps"),
    "promotion.award": ("promotion_award", DRM, "Added for each award of the period that counts; minus helps"),
    "scrounging.die": ("", SIX, "Sides of the die of an Unteroffizier for repairs by the next sortie"),
    "scrounging.from": ("scrounge_from", number(1, 7), "Lowest die that repairs; 7 is never"),
    "fatigue.a_sortie": ("fatigue_flown", DRM, "Fatigue of a sortie flown"),
    "fatigue.a_rest": ("fatigue_rest", DRM, "Fatigue of a sortie not flown"),
    "fatigue.leave_sorties": ("leave_lines", number(1, MOST_LINES), "Sorties of the annual leave"),
}
"""Tables of one number."""


def tables() -> tuple[ChartTable, ...]:
    """Return the tables of the numbers of a career."""
    crosses = ("knights_cross_from", "oak_leaves_from", "swords_from", "diamonds")
    wounds = ("wound_badge_black", "wound_badge_silver", "wound_badge_gold")
    rungs = {level.name.lower(): int(level) for level in Ladder}
    by_fatigue = {
        "parachute": "fatigue_jump",
        "landing": "fatigue_landing",
        "initiative": "fatigue_initiative",
    }
    return (
        *(value(path, field, word, meaning) for path, (field, word, meaning) in NUMBERS.items()),
        *(
            value(f"ladder.{rung}", "ladder", COUNT, "Fewest bombers of the level", place)
            for rung, place in rungs.items()
        ),
        *(
            value(f"award.{key}", "cross_from", number(1, 300), "Kills from which the award can be earned", place)
            for place, key in enumerate(crosses)
        ),
        *(
            value(f"award.{key}", "wound_classes", number(1, 9), "Wounds of the class of the Wound Badge", place)
            for place, key in enumerate(wounds)
        ),
        *(
            value(
                f"award_prestige.{name}",
                "award_level",
                number(0, 3),
                "Prestige Points and Level of the award",
                int(award),
            )
            for name, award in AWARD_NAMES.items()
        ),
        table(
            "promotion.months",
            "",
            (Places(MONTHS, 0),),
            one_name(cells.MONTH_NAMES),
            "Months at whose end a promotion is tried",
        ),
        *(it for place, skill in enumerate(LEARNED) for it in _learned(place, skill)),
        *(
            table(f"fatigue.{key}", field, (FATIGUE,), DRM, f"Added by fatigue: {key}")
            for key, field in by_fatigue.items()
        ),
        table("quality", "quality", (PERIOD, D6), one_name(cells.QUALITY_NAMES), "Quality of an enemy pilot, by 1d6"),
        *(it for name, code in cells.QUALITY_NAMES.items() for it in _quality(name, code)),
    )


def _learned(place: int, skill: Skill) -> tuple[ChartTable, ...]:
    name = next(known for known, code in cells.SKILL_NAMES.items() if code == skill)
    columns: dict[str, tuple[Word, str]] = {
        "avoid": (cells.AVOID, "Hits that the learned maneuver avoids"),
        "improve": (number(0, 4), "Positions that the learned maneuver gains"),
        "ends": (cells.YES_NO, "Whether the encounter ends"),
    }
    return tuple(
        entry(("learned_maneuver", name, key), f"learned.{key}", word, meaning, place)
        for key, (word, meaning) in columns.items()
    )


def _quality(name: str, code: int) -> tuple[ChartTable, ...]:
    return (
        value(
            f"quality_effect.{name}.hits", "quality_hits", DRM, "Random hits added to the fire of such a pilot", code
        ),
        value(
            f"quality_effect.{name}.initiative",
            "quality_initiative",
            DRM,
            "Added to the initiative of such a pilot",
            code,
        ),
    )
