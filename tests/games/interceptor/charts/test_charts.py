"""The charts: what the rulebook pins, where every cell comes from, and how a player's own files replace ours."""

import re
from pathlib import Path

import numpy as np
import pytest

from stuka_env.charts.words import ChartError
from stuka_env.games.interceptor import codes
from stuka_env.games.interceptor.charts import BOOK, LoadedCharts, load_charts
from stuka_env.games.interceptor.charts.shape import Charts
from tests.support.each import each

OURS = load_charts()
C = OURS.record
MARCH, APRIL, JUNE, JULY = codes.Month.MARCH_1943, codes.Month.APRIL_1943, codes.Month.JUNE_1943, codes.Month.JULY_1943


# Pinned facts


def test_a1_pinned() -> None:
    zone = codes.TargetZone
    assert (C["a1"][MARCH, 9], OURS.names.raids[MARCH][9]) == (zone.BREMEN, "Vegesack")
    assert (C["a1"][JULY, 6], OURS.names.raids[JULY][6]) == (zone.RUHR, "Kassel")
    cities = {
        city: C["a1"][month, total] for month, row in enumerate(OURS.names.raids) for total, city in enumerate(row)
    }
    assert all(cities[city] == zone.FRANCE for city in ("Brest", "Lorient", "Amiens Rail", "Le Mans"))
    assert cities["Leipzig"] == zone.BERLIN


def test_a1_april_is_rolled_with_one_die() -> None:
    assert [month for month in range(codes.MONTHS) if C["a1_dice"][month] == 1] == [APRIL]
    assert (C["a1"][APRIL, 1:7] > 0).all() and not C["a1"][APRIL, 7:].any()
    assert all((C["a1"][month, 2:] > 0).all() for month in range(codes.MONTHS) if month != APRIL)


def test_a3_pinned() -> None:
    assert (C["bomber"][JULY, 1:] == codes.Bomber.B_17F).all() and not C["bomber_rolls"][JULY]
    assert C["yb40"][JULY] == 12
    ruhr = codes.TargetZone.RUHR
    assert (C["escort"][ruhr, JULY, 1:] == codes.Enemy.P_47).all() and not C["escort_rolls"][ruhr, JULY]
    assert (C["escort"][1:, MARCH, 1:] == codes.Enemy.NONE).all()
    assert set(np.unique(C["sweep"][:, 1:])) == {codes.Enemy.P_47, codes.Enemy.SPITFIRE_IX}


@each("month", codes.Month)
def test_b1_pinned(month: codes.Month) -> None:
    assert (C["b1"][month, 11], C["b1_orientation"][month, 11]) == (
        codes.Meeting.RAID,
        codes.Orientation.OUT_OF_THE_SUN,
    )
    assert (C["b1"][month, 12], C["b1_orientation"][month, 12]) == (codes.Meeting.SWEEP, codes.Orientation.HEAD_ON)


def test_b2_and_the_known_cards() -> None:
    columns = list(C["columns"])
    assert columns == [6, 8, 12, 16, 20, 24]
    known = {4: (12, 5), 19: (12, 3), 29: (16, codes.DESTROYED), 38: (16, 5), 49: (12, 5), 59: (24, codes.DESTROYED)}
    for card, (firepower, result) in known.items():
        assert C["cards"]["fire"][card - 1, columns.index(firepower)] == result
        assert not C["cards"]["jam"][card - 1]
    chandelle, eight, helper = C["cards"][22], C["cards"][27], C["cards"][38]
    assert (chandelle["avoid"], chandelle["improve"], chandelle["ends"]) == (codes.ALL, 1, 0)
    assert (eight["avoid"], eight["improve"]) == (1, 2)
    assert (helper["help"], helper["help_firepower"]) == (codes.Help.ATTACK, 24)


def test_b3_gunner_of_the_airframe_package() -> None:
    assert list(C["package"][codes.Aim.AIRFRAME])[4:] == [codes.System.GUNNER, 0, 0, 0]
    assert not (C["b3"][:, 2:] == 0).any()


def test_landing_jump_and_weather() -> None:
    assert (C["b7"][10], C["b7"][16]) == (codes.Touchdown.SAFE, codes.Touchdown.KILLED)
    names = ("landing_engine", "landing_engine_out", "landing_wound", "landing_forced", "landing_skill")
    assert [C[name] for name in names] == [1, 1, 1, 1, -1]
    assert list(C["landing_weather"]) == [0, 1, 2]
    assert (C["jump_skill"], C["b8"][2], C["b8"][16]) == (-1, codes.Health.WELL, codes.Health.KILLED)
    assert C["b9"][4] == codes.Weather.GOOD


def test_mats_pinned() -> None:
    models, model = C["models"], codes.Model
    assert (models["speed"][model.FW_190A_4], models["speed"][model.BF_109G_6_R4]) == (19, 20)
    assert models["weapons"]["firepower"][model.BF_109G_6_R4].sum() == 16
    assert list(np.flatnonzero(models["single"])) == list(codes.SINGLES)
    assert list(models["single"][list(codes.SINGLES)]) == [1, 2, 3, 4]
    assert {int(models["level"][code]) for code in (model.FW_190A_4_R6, model.BF_109G_6_R4, model.BF_109G_6_R6)} == {3}
    assert np.bincount(models["series"]).tolist() == [11, 13, 4, 2]
    series = C["series"]
    assert list(series["agile"]) == [1, 0, 0, 0] and list(series["armour"]) == [0, 1, 0, 0]
    assert list(series["boost"]) == [1, 1, 0, 0] and list(series["rear"]) == [0, 0, 1, 1]
    assert (series["wing"][0] >= 3, series["airframe"][0] >= 3) == (True, True)
    p47 = C["enemies"][codes.Enemy.P_47]
    assert (p47["speed"], p47["firepower"].sum(), p47["armour"]) == (21, 12, 1)
    assert C["track"][codes.Zone.FRENCH, codes.TargetZone.RUHR] in (1, 2)


def test_weapons() -> None:
    guns = C["models"]["weapons"][codes.Model.FW_190A_4]
    assert OURS.names.weapons[codes.Model.FW_190A_4] == ("2 MG 151/20", "2 MG FF", "2 MG 17")
    assert list(guns["never_jams"][:3]) == [0, 1, 0]
    assert list(guns["ammunition"][:3]) == [6, 2, codes.UNLIMITED]
    assert not guns["firepower"][3:].any()
    assert OURS.names.enemy_weapons[codes.Enemy.P_47] == ("4 port .50", "4 starboard .50")


def test_twins_reach_every_target_from_every_base() -> None:
    boxes = C["series"]["boxes"]
    assert all(boxes[series] >= C["track"][:, 1:].max() for series in (codes.Series.BF_110, codes.Series.ME_410))


def test_units() -> None:
    units = C["units"]
    assert (units["first_month"][0], C["units_rolled"]) == (codes.NOBODY, 20)
    assert (OURS.names.units[5], OURS.names.bases[5], units["zone"][5]) == ("I/JG 2", "St. Brieuc", codes.Zone.FRENCH)
    assert list(units["models"][1]) == [
        codes.Model.BF_109G_1,
        codes.Model.BF_109G_1_R2,
        codes.Model.BF_109G_1_R6,
        -1,
        -1,
    ]
    assert len(set(OURS.names.bases[1:])) == 20


def test_totals_below_two_dice_repeat_the_lowest_cell() -> None:
    for name in ("tank", "b9", "c1", "c2", "c3", "w1", "rocket_hits", "b7", "b8"):
        assert C[name][0] == C[name][1] == C[name][2]
    assert (C["b1"][:, :2] == C["b1"][:, 2:3]).all() and (C["b3"][:, :2] == C["b3"][:, 2:3]).all()


# The deck as designed


def test_the_deck_is_as_designed() -> None:
    cards = C["cards"]
    assert (np.diff(cards["fire"].astype(int), axis=1) >= 0).all()
    assert np.bincount(cards["defensive_fire"]).tolist() == [30, 18, 9, 3]
    assert cards["jam"].sum() == 5
    assert np.bincount(cards["maneuver"]).tolist() == [6, 8, 8, 5, 10, 8, 4, 4, 2, 4, 1]
    assert np.bincount(cards["help"]).tolist() == [27, 22, 6, 3, 2]
    assert (cards["fire"] == codes.DESTROYED).sum(axis=0).tolist() == [0, 0, 2, 3, 4, 5]


# A player's own files


def overridden(folder: Path, name: str, old: str, new: str) -> LoadedCharts:
    text = (BOOK.folder / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    (folder / f"{name}.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_charts(folder)


CHANGES = {
    "a1_raids": ('9 = "Vegesack (Bremen)"', '9 = "Vegesack (Berlin)"', "a1"),
    "a3_targets": ('"Aug 1943" = "1-6 B-17F"', '"Aug 1943" = "1-5 B-17F, 6 B-24"', "bomber bomber_rolls"),
    "b1_interception": ('9 = "Advantaged"', '9 = "Head on"', "b1_orientation"),
    "b2_attack_results": ("[6, 8, 12,", "[6, 9, 12,", "columns"),
    "b3_bomber_damage": ('6 = "Gunner"', '6 = "Tail"', "b3"),
    "b4_damage": ('6 = "KIA"', '6 = "SW"', "wound"),
    "b5_skills": ("Aim = 6", "Aim = 5", "skill_cost"),
    "b6_fighter_damage": ('26 = "Pilot"', '26 = "Tail"', "b6"),
    "b7_landing": ("forced = 1", "forced = 2", "landing_forced"),
    "b8_parachute": ('8 = "LW"', '8 = "safe"', "b8"),
    "b9_weather": ('12 = "bad"', '12 = "poor"', "b9"),
    "b10_ranges": ("flak_from_box = 3", "flak_from_box = 4", "flak_from_box"),
    "b12_initiative": ("6 = 2", '"6+" = 3', "b12"),
    "c1_events": ('7 = "nothing"', '7 = "abort"', "c1"),
    "c2_serious_wounds": ("12 = 16", "12 = 17", "c2"),
    "c3_extended_burst": ('3 = "4"', "3 = 5", "c3"),
    "w1_wingman": ('2 = "4 hits"', '2 = "5 hits"', "w1"),
    "cards": ('defence = "jink"', 'defence = "cloud"', "cards"),
    "mats": ('["MG 151/20", 4, 6]', '["MG 151/20", 5, 7]', "models"),
    "r1_replacements": ('"Bf109G-1" = 0', '"Bf109G-1" = 1', "models"),
    "units": ('"Jever", "Bremen"', '"Jever", "Ruhr"', "units"),
    "career": ("up_to = 2", "up_to = 3", "slip"),
}


def test_every_file_has_a_change() -> None:
    assert CHANGES.keys() == BOOK.tables.keys()


@each("name", CHANGES)
def test_each_file_can_replace_ours(tmp_path: Path, name: str) -> None:
    old, new, fields = CHANGES[name]
    theirs = overridden(tmp_path, name, old, new)
    assert theirs.sha256 != OURS.sha256 and theirs != OURS
    assert theirs.folder == str(tmp_path)
    changed = [field for field in Charts.dtype.names or () if theirs.record[field].tobytes() != C[field].tobytes()]
    assert changed == fields.split()


def test_files_add_up(tmp_path: Path) -> None:
    one = overridden(tmp_path, "career", "up_to = 2", "up_to = 3")
    two = overridden(tmp_path, "b8_parachute", '8 = "LW"', '8 = "safe"')
    assert len({OURS.sha256, one.sha256, two.sha256}) == 3
    assert (two.record["slip"], two.record["b8"][8]) == (3, codes.Health.WELL)


@each(
    "name, old, new",
    [
        ("b9_weather", '"2-8" = "good"', '"<=6" = "good"\n7 = "good"\n8 = "good"'),
        ("b9_weather", '11 = "poor"\n12 = "bad"', '11 = "poor"\n">=12" = "bad"'),
        ("b7_landing", '14 = "crash"\n15 = "crash"\n"16" = "killed"', '"14-15" = "crash"\n"16+" = "killed"'),
        ("b12_initiative", "[positions]", "# mine\n\n[ positions ]"),
        ("cards", 'fire = ["1", "1", "2", "3", "3", "4"]', 'fire = [1, 1, 2, 3, "3", 4]'),
        ("a3_targets", '"Aug 1943" = "1-6 B-17F"', '"Aug 1943" = "B-17F"'),
        ("a3_targets", '"Mar 1943" = "1-5 B-17F, 6 B-24"', '"Mar 1943" = "1-2 B-17F, 3-5 B-17F, 6 B-24"'),
        ("mats", 'from = "Mar 1943"\n', 'from = "Mar 1943"\nrockets = false\n'),
        ("r1_replacements", 'default = "reconstructed"', 'default = "printed: 8.2"'),
        ("units", 'title = "Starting units and bases"', 'title = "Mine"'),
    ],
)
def test_the_digest_is_of_values_and_not_of_spelling(tmp_path: Path, name: str, old: str, new: str) -> None:
    assert overridden(tmp_path, name, old, new).sha256 == OURS.sha256


@each(
    "name, old, new",
    [
        ("a1_raids", "Vegesack", "Bremerhaven"),
        ("units", '"I/JG 1", "Jever"', '"I/JG 1", "Borkum"'),
        ("mats", "BK 3.7", "Flak 18"),
        ("cards", "jam = true", "jam = false"),
        ("career", "leave_sorties = 2", "leave_sorties = 3"),
    ],
)
def test_the_digest_sees_every_value_and_name(tmp_path: Path, name: str, old: str, new: str) -> None:
    assert overridden(tmp_path, name, old, new).sha256 != OURS.sha256


def test_periods_may_be_other_ones(tmp_path: Path) -> None:
    text = (BOOK.folder / "b1_interception.toml").read_text(encoding="utf-8")
    rows = text.partition('[result."Jul 1943 - Oct 1943"]')[2].partition("[result.")[0]
    head = text.partition("[result.")[0]
    whole = f'{head}[result."Mar 1943 - Feb 1944"]{rows}[provenance]\ndefault = "reconstructed"\n'
    (tmp_path / "b1_interception.toml").write_text(whole, encoding="utf-8")
    theirs = load_charts(tmp_path)
    assert (theirs.record["b1"] == C["b1"][JULY]).all()
    assert (theirs.record["b1_orientation"] == C["b1_orientation"][JULY]).all()


def test_a_deck_may_have_fewer_columns(tmp_path: Path) -> None:
    """Column 20 is ours: an owner has five columns on his cards, and surplus firepower reads the one below."""
    text = (BOOK.folder / "cards.toml").read_text(encoding="utf-8")
    fewer = re.sub(
        r'fire = \["(\w+)", "(\w+)", "(\w+)", "(\w+)", "\w+", "(\w+)"\]', r'fire = ["\1", "\2", "\3", "\4", "\5"]', text
    )
    fewer = fewer.replace('"cards.59.fire.5"', '"cards.59.fire.4"').replace('"cards.29.fire.5" = "derived"\n', "")
    (tmp_path / "cards.toml").write_text(fewer, encoding="utf-8")
    with pytest.raises(ChartError, match="cards.1.fire: expected 6 entries"):
        load_charts(tmp_path)
    columns = (BOOK.folder / "b2_attack_results.toml").read_text(encoding="utf-8").replace("16, 20, 24]", "16, 24]")
    columns = columns.replace('"columns.5"', '"columns.4"')
    (tmp_path / "b2_attack_results.toml").write_text(columns, encoding="utf-8")
    theirs = load_charts(tmp_path)
    assert list(theirs.record["columns"]) == [6, 8, 12, 16, 24, 127]
    assert (theirs.record["cards"]["fire"][:, 4] == C["cards"]["fire"][:, 5]).all()
    assert (theirs.record["cards"]["fire"][:, 5] == theirs.record["cards"]["fire"][:, 4]).all()


def test_contents_in_place_of_files() -> None:
    raw = {"title": "B9", "section": "7.5", "dice": "2d6", "about": "Weather.", "read_by": "landing"}
    contents = raw | {"weather": {"2-11": "good", "12": "bad"}, "provenance": {"default": "reconstructed"}}
    theirs = BOOK.with_contents({"b9_weather": contents}, "drawn")
    assert theirs.folder == "drawn"
    assert list(theirs.record["b9"][2:]) == [0] * 10 + [codes.Weather.BAD]
    with pytest.raises(ChartError, match=r"drawn/b9_weather.toml: weather.12: expected an entry for every total"):
        BOOK.with_contents({"b9_weather": contents | {"weather": {"2-11": "good"}}}, "drawn")


def test_charts_are_found_by_name_and_number() -> None:
    assert [BOOK.find(OURS, asked) for asked in ("B7", "b7_landing", "mats", "A1.toml")] == [
        *("b7_landing", "b7_landing"),
        *("mats", "a1_raids"),
    ]
    with pytest.raises(ChartError, match="chart: expected one of a1_raids, .*, got 'a2'"):
        BOOK.find(OURS, "a2")
