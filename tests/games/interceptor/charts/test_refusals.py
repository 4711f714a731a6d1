"""Chart files that must be refused: each with one line that names the file, the cell, what was expected and got."""

from pathlib import Path

from stuka_env.games.interceptor.charts import BOOK, load_charts
from tests.support.charts import edited, refusal
from tests.support.each import each

OURS = load_charts()


BROKEN = [
    # totals of dice
    ("b9_weather", '9 = "poor"\n', "", "weather.9: expected an entry for every total"),
    ("b9_weather", '9 = "poor"', '"8-9" = "poor"', "weather.8: expected each total once, got '8 again in 8-9'"),
    ("b9_weather", '12 = "bad"', '13 = "bad"', "weather: expected totals from 2 to 12, low to high, got '13'"),
    ("b9_weather", '12 = "bad"', 'twelve = "bad"', "weather: expected totals such as 4, 2-4, <=0, >=11 or 24+"),
    ("b9_weather", '9 = "poor"', '"11-9" = "poor"', "low to high, got '11-9'"),
    ("b9_weather", '"2-8" = "good"', '"<=2-8" = "good"', "weather: expected totals such as"),
    ("b6_fighter_damage", '26 = "Pilot"\n', "", "hit.26: expected an entry for every total"),
    ("b6_fighter_damage", '26 = "Pilot"', '27 = "Pilot"', "hit.26: expected an entry for every total"),
    ("b12_initiative", "5 = 1\n", "", "positions.5: expected an entry for every total"),
    ("b12_initiative", "0 = 0\n", "", "positions.0: expected an entry for every total"),
    ("b7_landing", '"2-11" = "safe"', '"3-11" = "safe"', "result.2: expected an entry for every total"),
    ("a1_raids", '6 = "Bremen (Bremen)"\n', "", "raids.Apr 1943.6: expected an entry for every total"),
    ("a1_raids", '6 = "Bremen (Bremen)"', '7 = "Bremen (Bremen)"', "raids.Apr 1943: expected totals from 1 to 6"),
    ("career", '"24+" = 2 }', '"24-30" = 2 }', "fatigue.parachute: expected totals from 0 to 24, low to high"),
    ("c2_serious_wounds", "11 = 12", "11 = -1", "missed.11: expected a whole number from 0 to 40, got -1"),
    # words
    ("a1_raids", '"Vegesack (Bremen)"', '"Vegesack"', "raids.Mar 1943.9: expected a city and its target zone"),
    ("a1_raids", '"Vegesack (Bremen)"', '"Vegesack (Hamburg)"', "raids.Mar 1943.9: "),
    ("a3_targets", '"1-6 B-17F"', '"1-5 B-17F"', "bomber.Jul 1943: expected one of B-17F, B-17G, B-24, or totals"),
    ("a3_targets", '"1-6 B-17F"', '"1-5 B-17F, 6 YB-40"', "bomber.Jul 1943: "),
    ("a3_targets", '"1-6 B-17F"', '"1-5 B-17F, 5-6 B-24"', "bomber.Jul 1943: "),
    ("a3_targets", '"May 1943" = 12', '"May 1943" = 1', "yb40.May 1943: expected a total from 2 to 12, or 0"),
    ("a3_targets", '"Mar 1943" = "1-6 Spitfire IX"', '"Mar 1943" = "none"', "sweep.Mar 1943: expected one of P-47"),
    ("b1_interception", '11 = "Out of the sun"', '11 = "From above"', "result.Mar 1943 - Jun 1943.11: expected 'Raid"),
    ("b1_interception", "(Head on)", "(Tailing)", "result.Mar 1943 - Jun 1943.4: "),
    ("b3_bomber_damage", '12 = "Radio"', '12 = "Oxygen"', "hit.Airframe.12: expected one of Port Wing, "),
    ("b3_bomber_damage", '"Engine 1", "Engine 2"]', '"Engine 1", "Propeller"]', "package.Port Wing.3: "),
    ("b6_fighter_damage", '26 = "Pilot"', '26 = "Bomb Bay"', "hit.26: expected one of Port Wing, "),
    ("b4_damage", '12 = "1d6 hits"', '12 = "2d6 hits"', "blast.12: expected 'no effect' or '1d6 hits'"),
    ("b4_damage", '"7-12" = "explosion"', '"7-12" = "fire"', "bomb_bay.7-12: expected 'no effect' or 'explosion'"),
    ("b4_damage", '"LW + SW" = "SW"', '"LW + SW" = "dead"', "wounds_add_up.LW + SW: expected one of LW, SW, KIA"),
    ("b5_skills", 'Aim = "pilot, wingman"', 'Aim = "pilot, pilot"', "who.Aim: expected names joined by commas"),
    ("c1_events", '"straggler"', '"sabotage"', "event.12: expected one of nothing, sweep, "),
    ("c3_extended_burst", '12 = "no shot"', '12 = "none"', "hits.12: expected hits from 0 to 9, DE or 'no shot'"),
    ("w1_wingman", '2 = "4 hits"', '2 = "10 hits"', "result.2: expected hits such as '1 hit'"),
    ("cards", '"3", "4"]', '"3", "10"]', "cards.1.fire.5: expected hits from 0 to 9, GP or DE, got '10'"),
    ("cards", 'defence = "jink"', 'defence = "loop"', "cards.1.defence: expected one of caught, jink, "),
    ("cards", '"attack 16"', '"attack 100"', "cards.1.wingman: expected one of nothing, cover, "),
    ("cards", "avoid = 99", "avoid = 98", "maneuvers.Chandelle.avoid: expected hits from 0 to 9, or 99 for all"),
    ("mats", 'from = "Mar 1943"', 'from = "Mar 1942"', "mats.Bf109G-1.from: expected one of Mar 1943, "),
    ("mats", 'series = "Bf109"', 'series = "Fw190"', "mats.Bf109G-1.series: expected one of Bf109"),
    ("units", '"Bf109G-4, Bf109G-6"', '"Bf109G-4, Bf109K-4"', "unit.10.4: expected 1 to 5 names joined by commas"),
    ("units", '"Jever", "Bremen"', '"Jever", "Berlin"', "unit.1.2: expected one of Dutch, Bremen, "),
    ("units", '"Jever"', '" "', "unit.1.1: expected a text, got ' '"),
    ("career", '"Jun 1943", "Oct 1943"', '"June", "Oct 1943"', "promotion.months.0: expected one of Mar 1943, "),
    # numbers
    ("b10_ranges", "wing = 4", "wing = 10", "bombers.B-17F.wing: expected a whole number from 1 to 9, got 10"),
    ("b10_ranges", "formation = true", "formation = 1", "bombers.B-17F.formation: expected true or false, got 1"),
    ("b10_ranges", "engines = 4", "engines = 2", "bombers.B-17F.engines: expected 4, because the rules fix it"),
    ("b10_ranges", "flak_die = 6", "flak_die = 10", "other.flak_die: expected 6, because the rules fix it, got 10"),
    ("mats", "speed = 21", "speed = 41", "mats.Bf109G-1.speed: expected a whole number from 1 to 40, got 41"),
    ("mats", "speed = 21", "speed = true", "mats.Bf109G-1.speed: expected a whole number from 1 to 40, got True"),
    ("mats", '["MG 151/20", 4, 6]', '["MG 151/20", 0, 6]', "mats.Bf109G-1.guns.0.1: expected a whole number from 1"),
    ("mats", '["MG 151/20", 4, 6]', '["MG 151/20", 4, 13]', "mats.Bf109G-1.guns.0.2: expected a whole number from 0"),
    ("mats", "French = { France = 1", "French = { France = 8", "track.French.France: expected a whole number from"),
    ("r1_replacements", '"Bf109G-1" = 0', '"Bf109G-1" = 8', "prestige.Bf109G-1: expected a whole number from 0 to 7"),
    ("b5_skills", "Aim = 6", "Aim = 0", "cost.Aim: expected a whole number from 1 to 30, got 0"),
    ("b5_skills", "sorties_a_point = 4", "sorties_a_point = 5", "earning.sorties_a_point: expected a whole number"),
    ("career", "a_month = 8", "a_month = 9", "sorties.a_month: expected a whole number from 1 to 8, got 9"),
    ("career", "up_to = 2", "up_to = 7", "slip.up_to: expected a whole number from 0 to 6, got 7"),
    # entries
    ("b10_ranges", "Long = -1\n", "", "fighter.Long: expected an entry, got 'nothing'"),
    ("b10_ranges", "Long = -1\n", "Long = -1\nFar = -2\n", "fighter: expected only Close, Medium, Long, got 'Far'"),
    ("b10_ranges", "[bombers.YB-40]", "[bombers.YB-41]", "bombers.YB-41: expected only B-17F, B-17G, B-24, YB-40"),
    ("b9_weather", "[weather]", "[wind]", "wind: expected only title, section, "),
    ("b9_weather", 'title = "B9 Weather"', "title = 9", "title: expected a text without control characters, got 9"),
    ("b9_weather", 'title = "B9 Weather"', 'title = "B9 \\u001b[2J"', "title: expected a text without control"),
    ("cards", "jam = false\n", "", "cards.1.jam: expected an entry, got 'nothing'"),
    ("cards", "[cards.60]", "[cards.61]", "cards.61: expected only 1, 2, "),
    ("mats", "speed = 21\n", "speed = 21\nlimited = true\n", "mats.Bf109G-1.limited: expected only series, from, "),
    ("mats", '"MG 151/20", 4, 6', '"MG 151/20", 4', "mats.Bf109G-1.guns.0: expected an array of 3 entries, got '2 ent"),
    ("units", "23 = [", "24 = [", "unit: expected only 1, 2, "),
    ("a1_raids", '["France", "Dutch", ', '["Dutch", "France", ', "zones.0: expected 'France' at this place, got"),
    ("a3_targets", '"Feb 1944"]', '"Mar 1944"]', "months.11: expected 'Feb 1944' at this place, got 'Mar 1944'"),
    ("a3_targets", 'Dutch = ["none", ', "Dutch = [", "escort.Dutch: expected an array of 12 entries, got '11 entries'"),
    # periods
    ("b1_interception", "Nov 1943 - Feb", "Dec 1943 - Feb", "result.Nov 1943: expected an entry for every month"),
    ("b1_interception", "Nov 1943 - Feb", "Oct 1943 - Feb", "result.Oct 1943 - Feb 1944: expected each month once"),
    ("b1_interception", "Nov 1943 - Feb", "Winter - Feb", "result: expected a month or a period such as"),
    ("b1_interception", "Nov 1943 - Feb 1944", "Feb 1944 - Nov 1943", "result: expected a month or a period such as"),
    # statements
    ("b4_damage", '"IFF" = "no effect"', 'IFF = "lost"', "effect.IFF: expected 'no effect', because the rules fix it"),
    ("b2_attack_results", 'GP = "none"', 'GP = "all"', "range.GP: expected 'none', because the rules fix it, got"),
    # provenance
    ("b9_weather", '"example: 7.11 L857', '"guessed: 7.11 L857', "provenance.weather.2-8: expected printed: SECTION"),
    ("b9_weather", '"weather.2-8" = ', '"winds.2-8" = ', "provenance: expected the address of a cell, got 'winds.2-8'"),
    ("b9_weather", 'default = "reconstructed"', "", "provenance: expected a table with at least a default"),
    ("units", '"printed: 4.1 L263-L316, 4.6.2 L379-L391"', '"printed"', "provenance.default: expected printed:"),
    # across cells
    ("b2_attack_results", "8, 12, 16", "8, 8, 16", "columns.2: expected more than 8, the number before it, got 8"),
    ("b2_attack_results", ", 20, 24]", ", 24]", "provenance: expected the address of a cell, got 'columns.5'"),
    ("cards", '"3", "3", "4"]', '"3", "4"]', "cards.1.fire: expected 6 entries, one for each of the columns"),
    ("b5_skills", 'Navigation = "pilot"', 'Navigation = "pilot, gunner"', "who.Navigation: expected only pilot,"),
    ("b5_skills", 'Maintenance" = "gunner"', 'Maintenance" = "pilot"', "who.Weapons Maintenance: expected only gunner"),
    ("mats", '["BK 5", 16, 4], ', '["BK 5", 30, 4], ' * 4, "mats.Me410A-1/U4.guns: expected a firepower of at most 99"),
    ("mats", "fp = 12", "fp = 13", "enemies.P-47.fp: expected 12, the sum of its weapons, got 13"),
    ("mats", "crew = 2", "crew = 1", "series.Bf110.crew: expected 2, because the series has rear guns, got 1"),
    ("units", '"Sep 1943"', '"May 1943"', "unit.9.3: expected Jun 1943 or later, when the Bf109G-5 exists, got"),
    ("units", '"II/JG 1"', '"I/JG 1"', "unit.2.0: expected a name that no other unit has, got 'I/JG 1'"),
    ("career", "april_1943 = 4", "april_1943 = 5", "sorties.a_month: expected at most 92 lines in all months, got 93"),
    ("career", "april_1943 = 4", "april_1943 = 3", "sorties.career: expected 91, the lines of all months, got 92"),
    ("career", "defeat = 0", "defeat = 1", "ladder.defeat: expected 0, got 1"),
    ("career", "marginal = 11", "marginal = 5", "ladder.marginal: expected more than 5, the number before it, got 5"),
    ("career", "swords_from = 60", "swords_from = 40", "award.swords_from: expected more than 40"),
    ("career", "wound_badge_gold = 5", "wound_badge_gold = 2", "award.wound_badge_gold: expected more than 3"),
    ("career", "silver_clasp_flights = 60", "silver_clasp_flights = 20", "award.silver_clasp_flights: expected"),
    ("career", "one_sortie_up_to = 5", "one_sortie_up_to = 3", "repair.one_sortie_up_to: expected more than 3"),
]  # fmt: skip


@each("name, old, new, says", BROKEN)
def test_a_broken_cell_is_refused_in_one_line(tmp_path: Path, name: str, old: str, new: str, says: str) -> None:
    edited(BOOK, tmp_path, (name, old, new))
    message = refusal(BOOK, tmp_path)
    assert says in message
    assert ".toml: " in message


def test_no_unit_in_march(tmp_path: Path) -> None:
    text = (BOOK.folder / "units.toml").read_text(encoding="utf-8").replace("Mar 1943", "Apr 1943")
    (tmp_path / "units.toml").write_text(text, encoding="utf-8")
    assert "unit: expected a unit of the rows 1 to 20 that is there in Mar 1943, got 'none'" in refusal(BOOK, tmp_path)


def test_too_long_a_stay_in_hospital(tmp_path: Path) -> None:
    edited(
        BOOK,
        tmp_path,
        ("c2_serious_wounds", "12 = 16", "12 = 40"),
        ("career", "[sorties_lost]\nother_series = 2", "[sorties_lost]\nother_series = 9"),
        ("career", "award_travel = 1", "award_travel = 9"),
    )
    assert "missed: expected at most 23 sorties, " in refusal(BOOK, tmp_path)


@each(
    "edits",
    [
        [("b2_attack_results", "8, 12, 16", "8, 9, 16")],
        [("career", "april_1943 = 4", "april_1943 = 3"), ("career", "career = 92", "career = 91")],
        [("career", "marginal = 11", "marginal = 6")],
        [("c2_serious_wounds", "12 = 16", "12 = 40")],
        [("mats", '["BK 5", 16, 4], ', '["BK 5", 30, 4], ["BK 5", 30, 4], ["BK 5", 29, 4], ')],
        [("mats", "rear = true", "rear = false"), ("mats", "crew = 2", "crew = 1")],
        [("units", '"Sep 1943"', '"Jun 1943"')],
        [("b12_initiative", "6 = 2", "6 = 2\n12 = 4"), ("b12_initiative", "6 = 2", '"6-11" = 2')],
    ],
)
def test_what_just_fits_together_is_not_refused(tmp_path: Path, edits: list[tuple[str, str, str]]) -> None:
    edited(BOOK, tmp_path, *edits)
    assert load_charts(tmp_path) != OURS
