"""Chart files that must be refused: each with one line that names the file, the cell, what was expected and got."""

import re
from pathlib import Path

import pytest

from stuka_env.games.stuka.charts import BOOK, load_charts
from tests.support.charts import edited, refusal
from tests.support.each import each
from tests.support.game import Game

OURS = load_charts()


def changed(folder: Path, name: str, old: str, new: str) -> str:
    edited(BOOK, folder, (name, old, new))
    message = refusal(BOOK, folder)
    assert f"{name}.toml" in message
    return message


@each(
    "name, old, new, cell",
    [
        # faces
        ("a1_missions", '4 = "Rail"\n', "", "missions.Jun/Jul 1941.4"),
        ("a4_visibility", '"4-5" = "Medium"', '4 = "Medium"', "visibility.5"),
        ("a4_visibility", '"4-5" = "Medium"', '"3-5" = "Medium"', "visibility.3"),
        ("a4_visibility", '6 = "Low"', '"6-7" = "Low"', "visibility"),
        ("a4_visibility", '6 = "Low"', '"six" = "Low"', "visibility"),
        ("a4_visibility", '"4-5" = "Medium"', '"5-4" = "Medium"', "visibility"),
        ("a2_accuracy", '"<=0" = 100', '"<=0" = 100\n-1 = 100', "score.Large"),
        ("a2_accuracy", "3 = 70\n4 = 60", "4 = 60", "score.Large.3"),
        ("b2_escorts", "[1, 1, 1, 1, 1, 1]", "[1, 1, 1, 1, 1]", "removed.Jun/Jul 1941.Zone 3"),
        ("c2_stress", "Attack = [0, 0, 1, 1, 2, 2, 2]", "Attack = [0, 0, 1, 1, 2, 2]", "modifier.Attack"),
        ("c1_damage", "[damage]\n1 = [", "[damage]\n11 = [", "damage"),
        # words
        ("a1_missions", '4 = "Rail"', '4 = "Trains"', "missions.Jun/Jul 1941.4"),
        ("a1_missions", '"1-2" = "Battleship"', '"1-2" = "Armor"', "ship.1"),
        ("a1_missions", 'Rail = "Medium"', 'Rail = "Huge"', "size.Rail"),
        ("a2_accuracy", '">=9" = "Miss"', '">=9" = "Near miss"', "score.Small.9"),
        ("b1_interception", '"2 MiG-3"', '"2 MiG-29"', "fighters.Jun/Jul 1941.3"),
        ("b1_interception", '"2 MiG-3"', "2", "fighters.Jun/Jul 1941.3"),
        ("b2_escorts", "[1, 1, 1, 1, 1, 1]", '[1, 1, 1, 1, 1, "Some"]', "removed.Jun/Jul 1941.Zone 3.6"),
        ("b3_approach", '1 = "no attack"', '1 = "2 hits"', "attack.1"),
        ("c1_damage", '"damage, +2 CS"', '"damage, +9 CS"', "damage.3.3"),
        ("c1_damage", '"damage, +2 CS"', '"damage, damage"', "damage.3.3"),
        ("c1_damage", '"damage, +2 CS"', '"no effect, damage"', "damage.3.3"),
        ("c1_damage", '5 = ["no effect", "no effect"', '5 = ["no effect", "damage"', "damage.5"),
        ("c4_evasion", '"captured"', '"interned"', "evasion.7"),
        ("c6_crash", '"repair 5"', '"repair 9"', "wreck.9"),
        # numbers
        ("a2_accuracy", "= 90", "= 101", "score"),
        ("a4_visibility", "Low = 2", "Low = 2.5", "modifier.Low"),
        ("a4_visibility", "Low = 2", "Low = true", "modifier.Low"),
        ("a1_missions", "6 = 6", "6 = 7", "zone.6"),
        ("c8_aircraft_replacement", "6 = 7", "6 = 9", "missions.6"),
        ("operations", "Short = 6", "Short = 0", "missions.Jun/Jul 1941.Short"),
        ("operations", "Regular = 10", "Regular = 11", "missions.Jun/Jul 1941.Regular"),
        ("operations", "aircraft = 6", "aircraft = 11", "operations.Citadel.aircraft"),
        ("a5_victory", '"Victorious" = 65', '"Victorious" = 56', "levels.Victorious"),
        ("a5_victory", '"Defeat" = 0', '"Defeat" = 5', "levels.Defeat"),
        ("combat_rules", "Transport = false", "Transport = 0", "sinks.Transport"),
        # entries
        ("a4_visibility", "Low = 2", "Low = 2\nFog = 3", "modifier"),
        ("a4_visibility", "Low = 2\n", "", "modifier.Low"),
        ("a4_visibility", "[modifier]", "[modifiers]", "modifier"),
        ("a4_visibility", "section =", "chapter =", "chapter"),
        ("a4_visibility", 'title = "A4 Target Visibility"', "title = 4", "title"),
        ("a5_victory", "calm = { points = 2, stress = 4 }", "calm = { points = 2 }", "mission_bonus.calm.stress"),
        ("a5_victory", "stress = 4 }", "stress = 4, wounds = 1 }", "mission_bonus.calm.wounds"),
        ("operations", "aircraft = 6\n", "", "operations.Citadel.aircraft"),
        # the deck
        ("events", 'id = "anti_aircraft_asleep"', 'id = "anti_aircraft_alert"', "card.anti_aircraft_alert"),
        ("events", 'id = "anti_aircraft_asleep"', 'id = "Anti-Aircraft asleep!"', "card 24"),
        ("events", 'effect = "ambush"', 'effect = "surprise"', "card.ambush.effect"),
        ("events", 'effect = "escorts_late"', 'effect = "escorts_late"\namount = 1', "card.escorts_late.amount"),
        ("events", 'amount = "Low"', "amount = 3", "card.low_cloud.amount"),
        ("events", 'effect = "ambush"\namount = 1', 'effect = "ambush"', "card.ambush.amount"),
        ("events", 'effect = "ambush"\namount = 1', 'effect = "ambush"\namount = -1', "card.ambush.amount"),
        ("events", 'name = "Radio Silence"\n', "", "card 4.name"),
        # across cells
        ("operations", "segments = 2", "segments = 1", "operations"),
        ("operations", "Veteran = 10", "Veteran = 11", "force"),
        ("operations", "smallest_kette = 2", "smallest_kette = 4", "operations.Citadel.smallest_kette"),
        ("operations", "segments = 3", "segments = 6", "operations: expected a segment for Case Blue"),
        ("operations", "aircraft = 6", "aircraft = 1", "operations.Citadel.aircraft"),
        ("operations", "Veteran = 5", "Veteran = 0", "force.Citadel.Pilots"),
        ("operations", "Green = 0, Veteran = 5", "Green = 5, Veteran = 0", "force.Citadel.Pilots"),
        # what the mat holds
        ("operations", "smallest_staffel = 4", "smallest_staffel = 3", "formations.smallest_staffel"),
        ("operations", "smallest_staffel = 4", "smallest_staffel = 11", "formations.smallest_staffel"),
        ("operations", "largest_formation = 3", "largest_formation = 1", "operations.Citadel.largest_formation"),
        ("operations", "smallest_kette = 2", "smallest_kette = 1", "operations.Citadel.smallest_kette"),
        ("crew_quality", "missions = 3", "missions = 0", "promotion.missions"),
        ("a3_ordnance", "SC1000 = 2", "SC1000 = 3", "carriers.SC1000"),
        ("a3_ordnance", "SC1800 = 1", "SC1800 = 0", "carriers.SC1800"),
        ("a5_victory", "best = { points = 4", "best = { points = 11", "mission_bonus.best.points"),
        ("a5_victory", "best = { points = 7", "best = { points = 15", "operation_bonus.best.points"),
        ("a5_victory", "best = { points = 15", "best = { points = 29", "campaign_bonus.best.points"),
        ("combat_rules", "points = 10", "points = 16", "kill.points"),
        ("events", 'effect = "ambush"\namount = 1', 'effect = "ambush"\namount = 9', "card.ambush.amount"),
        ("events", "amount = -1", "amount = -5", "card.anti_aircraft_asleep.amount"),
        # provenance
        ("a4_visibility", 'default = "printed: 7.4"', 'default = "printed"', "provenance.default"),
        ("a4_visibility", 'default = "printed: 7.4"', 'default = "hearsay"', "provenance.default"),
        ("a4_visibility", "default =", "standard =", "provenance"),
        ("c6_crash", '"wreck.6"', '"wreck.60"', "provenance"),
    ],
)
def test_a_bad_cell_is_named(tmp_path: Path, name: str, old: str, new: str, cell: str) -> None:
    assert f": {cell}" in changed(tmp_path, name, old, new)


def test_23_cards(tmp_path: Path) -> None:
    text = Path(OURS.files["events"].path).read_text(encoding="utf-8")
    start = text.index('[[card]]\nid = "anti_aircraft_asleep"')
    (tmp_path / "events.toml").write_text(text[:start] + text[text.index("[provenance]") :], encoding="utf-8")
    assert "24 cards, got '23 cards'" in refusal(BOOK, tmp_path)


# --- what cells of several places or files add up to ---


AMBUSH_TWICE = ("events", 'effect = "escorts_early"', 'effect = "ambush"\namount = 4')
RETURNS = [("events", 'effect = "nothing"', 'effect = "return_to_base"')] * 8
RETURNS += [
    ("events", f'effect = "{effect}"', 'effect = "return_to_base"') for effect in ("escorts_early", "escorts_late")
]
RETURNS += [
    ("events", f'effect = "{effect}"\namount = {amount}', 'effect = "return_to_base"')
    for effect, amount in (
        ("stress_random_crew", 2), ("stress_random_crew", 1), ("stress_leader_crew", 1),
        ("relieve_named_person", 1), ("relieve_random_crew", 1),
    )
]  # fmt: skip
"""Sixteen of the cards, the one in the deck counted, send an aircraft home: eight are left."""


AMBUSH = 'effect = "ambush"\namount = '
ALERT = 'effect = "anti_aircraft"\namount = '
SC500, CLUSTER = '"SC500 + 4 SC50" = ', '"SC500 + 4 cluster" = '
JUNE, AUGUST = '"Jun/Jul 1941"', '"Aug/Sep 1941"'
LARGEST, STAFFEL = "largest_formation = ", "smallest_staffel = "
GUNS = '"Machine guns" = { Small = 4, Medium = 5, Large = '
GAMBLE = "[gamble]\nmodifier = "
ANTI_AIRCRAFT_CARD = ("events", 'effect = "nothing"', 'effect = "anti_aircraft"\namount = 2')
ANTI_AIRCRAFT_CARD_DOWN = ("events", 'effect = "nothing"', 'effect = "anti_aircraft"\namount = -1')
FIVE = "Pilots = { Green = 0, Veteran = 5, Ace = 0, Elite = 1, Hero = 0 }"
PILOTS = "Pilots = { Green = 0, Veteran = 0, Ace = 0, Elite = 0, Hero = "
GUNNERS_FIVE = "Gunners" + FIVE.removeprefix("Pilots")
ONE_GUNNER = "Gunners = { Green = 0, Veteran = 1, Ace = 0, Elite = 0, Hero = 0 }"
ALL_LEVELS_1 = "Attack = { Green = 1, Veteran = 1, Ace = 1, Elite = 1, Hero = 1 }"
B1 = Path(OURS.files["b1_interception"].path).read_text(encoding="utf-8")
NO_FIGHTERS = [("b1_interception", found, '"No Contact"') for found in re.findall(r'"\d [A-Z][\w-]+"', B1)]
MISFITS = [
    ([AMBUSH_TWICE, ("b1_interception", '"2 MiG-3"', '"5 MiG-3"')], "ambush cards of at most 4 in all"),
    ([("events", AMBUSH + "1", AMBUSH + "8")], "ambush cards of at most 7 in all"),
    ([("events", "amount = -1", "amount = 4"), ("events", ALERT + "1", ALERT + "2")], "add up to -4 to 4, got"),
    (RETURNS, "at least 10 cards besides return_to_base"),
    (
        [("a3_ordnance", SC500 + JUNE, SC500 + AUGUST), ("a3_ordnance", CLUSTER + JUNE, CLUSTER + AUGUST)],
        "available: expected an SC500 load in Jun/Jul 1941 or before, when Barbarossa begins",
    ),
    ([("a3_ordnance", '"Machine guns" = ' + JUNE, '"Machine guns" = ' + AUGUST)], "available.Machine guns"),
    ([("operations", 'model = "D"', 'model = "G"')], "available.37 mm cannon: expected Jun/Jul 1941 or before"),
    ([("operations", LARGEST + "10", LARGEST + "4"), ("operations", STAFFEL + "4", STAFFEL + "6")], "2, 3, or 6"),
    ([("a3_ordnance", "SC1800 = { Small = -4", "SC1800 = { Small = -9")], "-10 to 12 in all, got '-14 to"),
    ([("crew_quality", "Veteran = 11", "Veteran = 1")], "2 people who may fly together"),
    ([("operations", FIVE, f"{PILOTS}2 }}")], "force.Citadel.Pilots: expected 2 people who may fly together"),
    ([("operations", GUNNERS_FIVE, ONE_GUNNER)], "force.Citadel.Gunners: expected 2 to 11 people, got 1"),
    ([ANTI_AIRCRAFT_CARD, ("events", ALERT + "1", ALERT + "3")], "expected anti_aircraft cards that add up to -4 to 4"),
    (
        [("events", "amount = -1", "amount = -4"), ANTI_AIRCRAFT_CARD_DOWN],
        "expected anti_aircraft cards that add up to -4 to 4",
    ),
    (RETURNS[:-1], "at least 10 cards besides return_to_base, which a Kette leaves out, got 9"),
    ([("a3_ordnance", GUNS + "6", GUNS + "9")], "-10 to 12 in all, got '-9 to 13'"),
    ([("combat_rules", GAMBLE + "-2", GAMBLE + "-4")], "-10 to 12 in all, got '-11 to 10'"),
    ([("combat_rules", GAMBLE + "-2", GAMBLE + "3")], "-10 to 12 in all, got '-7 to 13'"),
    ([*NO_FIGHTERS, ("events", AMBUSH + "1", AMBUSH + "5"), AMBUSH_TWICE], "ambush cards of at most 8 in all"),
]
FITS = [
    [("a3_ordnance", SC500 + JUNE, SC500 + AUGUST)],
    [("a3_ordnance", CLUSTER + JUNE, CLUSTER + AUGUST)],
    [("operations", FIVE, "Pilots = { Green = 0, Veteran = 2, Ace = 0, Elite = 0, Hero = 0 }")],
    [("operations", FIVE, "Pilots = { Green = 1, Veteran = 0, Ace = 0, Elite = 0, Hero = 2 }")],
    [
        *[("operations", 'model = "D"', 'model = "G"')] * 2,
        ("a3_ordnance", '"37 mm cannon" = "Jul/Aug 1943"', '"37 mm cannon" = ' + JUNE),
        ("a3_ordnance", '"Machine guns" = ' + JUNE, '"Machine guns" = ' + AUGUST),
    ],
    [("events", AMBUSH + "1", AMBUSH + "7")],
    [*NO_FIGHTERS, ("events", AMBUSH + "1", AMBUSH + "4"), AMBUSH_TWICE],
    [ANTI_AIRCRAFT_CARD, ("events", ALERT + "1", ALERT + "2"), ("events", "amount = -1", "amount = -4")],
    RETURNS[:-2],
    [("a3_ordnance", GUNS + "6", GUNS + "8")],
    [("a3_ordnance", "SC1800 = { Small = -4", "SC1800 = { Small = -5")],
    [("combat_rules", GAMBLE + "-2", GAMBLE + "-3")],
    [("combat_rules", GAMBLE + "-2", GAMBLE + "2")],
    # every visibility or level has a modifier: none of them counts as 0
    [("a4_visibility", "Good = 0", "Good = 1"), ("a3_ordnance", "SC1800 = { Small = -4", "SC1800 = { Small = -6")],
    [
        ("crew_quality", "Attack = { Green = 0, Veteran = 0, Ace = -1, Elite = -2, Hero = -3 }", ALL_LEVELS_1),
        ("a3_ordnance", "SC1800 = { Small = -4", "SC1800 = { Small = -9"),
    ],
]  # fmt: skip


@each("edits, says", MISFITS)
def test_what_does_not_fit_together_is_refused(tmp_path: Path, edits: list[tuple[str, str, str]], says: str) -> None:
    edited(BOOK, tmp_path, *edits)
    assert says in refusal(BOOK, tmp_path)


@each("edits", FITS)
def test_what_just_fits_together_is_not(tmp_path: Path, edits: list[tuple[str, str, str]]) -> None:
    edited(BOOK, tmp_path, *edits)
    assert load_charts(tmp_path).sha256 != OURS.sha256


@pytest.mark.rule("SIZES")
@each("smallest", [4, 6, 10])
@each("largest", [2, 3, 10])
def test_every_allowed_size_of_a_formation_works(tmp_path: Path, smallest: int, largest: int) -> None:
    """Between a Kette and the smallest Staffel nothing flies; the Lucky Dog is one of the Kette (ruling SIZES)."""
    edited(
        BOOK,
        tmp_path,
        ("operations", "smallest_staffel = 4", f"smallest_staffel = {smallest}"),
        ("operations", "largest_formation = 10", f"largest_formation = {largest}"),
        ("operations", "smallest_kette = 3", "smallest_kette = 2"),
    )
    game = Game("Stuka/Operation-v0", {}, setup={"target": "rail", "zone": 1}, charts=str(tmp_path))
    sizes = game.arguments_of("FLY")
    assert sizes == [size for size in range(2, largest + 1) if size <= 3 or size >= smallest]
    for size in sizes:
        game = Game("Stuka/Operation-v0", {}, setup={"target": "rail", "zone": 1}, charts=str(tmp_path))
        game.brief(size)
        assert game.mat.mission.formation == (2 if size <= 3 else 1)
        assert (game.war.decision, game.mat.mission.zone) == ("EN_ROUTE", 1)


def test_a_wounded_pilots_lost_benefit_is_within_what_a_card_can_show(tmp_path: Path) -> None:
    """All levels -1: a wounded pilot strafes with 9 + 2 + 2 + 0 = 13, one more than an aircraft card holds."""
    levels = "Attack = { Green = 0, Veteran = 0, Ace = -1, Elite = -2, Hero = -3 }"
    edited(
        BOOK,
        tmp_path,
        ("crew_quality", levels, ALL_LEVELS_1.replace("1", "-1")),
        ("a3_ordnance", GUNS + "6", GUNS + "9"),
    )
    assert "-10 to 12 in all" in refusal(BOOK, tmp_path)


def test_no_target_has_no_modifier(tmp_path: Path) -> None:
    """Every load has -1 or less: the most is -1 + 4 + 9 + 0 = 12."""
    none = "{ Small = 0, Medium = 0, Large = 0, Ships = 0 }"
    edited(
        BOOK,
        tmp_path,
        *[("a3_ordnance", none, none.replace("0", "-1"))] * 2,
        ("a3_ordnance", "{ Small = 4, Medium = 5, Large = 6, Ships = 4 }", none.replace("0", "-1")),
        ("a4_visibility", "Low = 2", "Low = 4"),
        ("c2_stress", "Attack = [0, 0, 1, 1, 2, 2, 2]", "Attack = [0, 0, 1, 1, 2, 2, 9]"),
    )
    load_charts(tmp_path)
