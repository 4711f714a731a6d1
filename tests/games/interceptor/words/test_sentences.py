"""The journal in sentences: every kind and every chart reads well."""

import itertools
from typing import Any

import numpy as np
import pytest

from stuka_env.declared.codes import Code
from stuka_env.declared.sentences import worth_reading
from stuka_env.games.interceptor.codes import (
    DESTROYED,
    GROUP_DAMAGE,
    NO_SHOT,
    RANDOM_EVENT,
    Aim,
    Bomber,
    Chart,
    Decision,
    Enemy,
    Entry,
    Health,
    Meeting,
    Model,
    Modifier,
    Orientation,
    Person,
    Position,
    Range,
    Series,
    Shooter,
    Skill,
    System,
    TargetZone,
    Touchdown,
)
from stuka_env.games.interceptor.rules.table import JournalLine
from stuka_env.games.interceptor.words.journal import SENTENCES
from tests.support.each import each
from tests.support.interceptor.mats import CHARTS

JULY = 4


def entries(*given: dict[str, Any]) -> np.ndarray:
    """Return records with the given fields; the chart is -1 and the month July 1943 by default."""
    records = np.zeros(len(given), JournalLine.dtype)
    records["chart"], records["month"], records["line"] = -1, JULY, 3
    for record, fields in zip(records, given, strict=True):
        for name, value in fields.items():
            record[name] = value
    return records


def told(*given: dict[str, Any]) -> list[str]:
    return [entry.text for entry in SENTENCES.translate(entries(*given), CHARTS)]


def a_roll(chart: Chart, *dice: int, added: int = 0, result: int = 0, second: int = 0) -> dict[str, Any]:
    total = 10 * dice[0] + dice[1] if chart == Chart.B6 else sum(dice)
    numbers = {"total": total + added, "detail": result, "value": second}
    return {"kind": Entry.ROLL, "chart": chart, "dice": (*dice, 0)[:2], **numbers}


def check_sentence(text: str) -> None:
    """Check that a sentence is one line with a capital or a number, a full stop, and nothing unfilled."""
    assert text.endswith(".") and "\n" not in text and not text.endswith("..")
    assert text[0].isupper() or text[0].isdigit()
    assert not any(mark in text for mark in ("{", "}", "None", "Entry", "_", "  ", "np.", " ,"))


def numbers_of(kind: Entry) -> list[int]:
    """Return values of the first number of a kind of entry."""
    if kind in (Entry.JAMMED, Entry.AMMUNITION):
        return [0]
    if kind.declared.texts[1:]:
        return list(range(len(kind.declared.texts)))
    words = next(iter(kind.declared.numbers.values()), int)
    return sorted(map(int, words)) if isinstance(words, type) and issubclass(words, Code) else [1, 2]


def test_every_kind_is_one_sentence(subtests: pytest.Subtests) -> None:
    for kind in Entry:
        with subtests.test(kind.name):
            for detail, value in itertools.product(numbers_of(kind), (0, 1)):
                check_sentence(told({"kind": kind, "detail": detail, "value": value, "dice": (3, 2), "total": 5})[0])


def test_every_chart_is_one_sentence(subtests: pytest.Subtests) -> None:
    for chart in set(Chart) - {Chart.CARD}:
        with subtests.test(chart.name):
            for face, result in itertools.product(range(1, 7), (1, 2) if chart == Chart.START else (0, 1)):
                check_sentence(told(a_roll(chart, *(face for _ in chart.dice), result=result))[0])
            assert chart.printed and chart.title and chart.thrown(chart.dice)


def test_dice_and_charts_have_the_names_of_the_printed_game() -> None:
    thrown = {chart: chart.thrown(chart.dice) for chart in Chart}
    assert thrown[Chart.B7] == "2d6" and thrown[Chart.CRASH] == "1d10"
    assert thrown[Chart.B6] == "1d6+1d6" and thrown[Chart.B12] == "1d6 each"
    assert (Chart.B4_TANK.printed, Chart.A3_ESCORT.printed, Chart.SLIP.printed) == ("B4", "A3", "7.1.10")


@each("system", list(System))
def test_every_system_has_a_word(system: System) -> None:
    for kind in (Entry.DAMAGE, Entry.ENEMY_DAMAGE, Entry.BOMBER_DAMAGE):
        check_sentence(told({"kind": kind, "detail": system})[0])


def test_modifiers_are_named_in_the_roll_that_follows() -> None:
    about = {"kind": Entry.MODIFIER, "chart": Chart.B7}
    story = told(
        about | {"detail": Modifier.ENGINE, "value": 1},
        about | {"detail": Modifier.SKILL, "value": -1},
        a_roll(Chart.B7, 4, 5),
        {"kind": Entry.LANDED, "detail": Touchdown.SAFE},
        a_roll(Chart.B7, 6, 6, result=Touchdown.ROUGH),
    )
    assert story[0] == "Modifier for landing (B7): +1 engine."
    assert story[2] == "Landing (B7): 4 and 5 +1 engine -1 skill = 9, safe."
    assert story[4] == "Landing (B7): 6 and 6 = 12, a rough landing."


def test_a_total_that_its_parts_do_not_make_is_said() -> None:
    assert told(a_roll(Chart.B8, 4, 5, added=2, result=Health.KILLED)) == [
        "Parachute jump (B8): 4 and 5 = 9, read as 11, killed."
    ]


def test_dice_are_read_as_their_chart_reads_them() -> None:
    """Sums, tens and ones (3.6), and one die for each side (7.2.2.7)."""
    about = {"kind": Entry.MODIFIER, "chart": Chart.B12}
    story = told(
        a_roll(Chart.B6, 4, 5, result=System.STARBOARD_WING),
        a_roll(Chart.B3, 4, 5, result=System.TAIL),
        a_roll(Chart.CRASH, 9),
        a_roll(Chart.B12, 4, 5),
        about | {"detail": Modifier.SPEED, "value": 20},
        about | {"detail": Modifier.FATIGUE, "value": -1},
        about | {"detail": Modifier.ENEMY_SPEED, "value": 21},
        a_roll(Chart.B12, 4, 5),
    )
    assert story[0] == "Hit on a fighter (B6): 4 and 5 read as 45, starboard wing."
    assert story[1] == "Hit on the bomber (B3): 4 and 5 = 9, tail."
    assert story[2] == "The enemy's way home (7.4.3): 9, no crash."
    assert story[3] == "Initiative (B12): 4 for the pilot, 5 for the enemy."
    assert story[5] == "Modifier for initiative (B12): -1 fatigue."
    assert story[7] == (
        "Initiative (B12): 4 +20 speed -1 fatigue = 23 for the pilot, 5 +21 enemy speed = 26 for the enemy."
    )


def test_the_worked_example_reads_as_it_was_played() -> None:
    """The raid on Kassel (7.11)."""
    meeting = {"detail": Orientation.OUT_OF_THE_SUN, "value": Bomber.B_17F, "third": Enemy.P_47}
    shot = {"kind": Entry.SHOT, "third": 16, "fourth": Range.LONG, "fifth": Aim.AIRFRAME, "sixth": Bomber.B_17F}
    story = told(
        a_roll(Chart.A1, 2, 4, result=TargetZone.RUHR),
        a_roll(Chart.B9, 1, 3),
        {"kind": Entry.RAID, "detail": TargetZone.RUHR, "value": 0, "third": 6},
        {"kind": Entry.TAKE_OFF, "detail": 1},
        a_roll(Chart.B1, 5, 6, result=Meeting.RAID, second=Orientation.OUT_OF_THE_SUN),
        {"kind": Entry.MET, **meeting},
        a_roll(Chart.A3_YB40, 4, 6),
        {"kind": Entry.CARD, "detail": 29, "value": Shooter.PILOT},
        shot | {"detail": Shooter.PILOT, "value": 3},
        shot | {"detail": Shooter.BOMBER, "value": 0},
        {"kind": Entry.BOMBER_DESTROYED, "detail": Person.PILOT, "value": 0},
        a_roll(Chart.SLIP, 6),
        {"kind": Entry.POSITION, "detail": Position.DISADVANTAGED, "value": Enemy.P_47},
        shot | {"detail": Shooter.ENEMY, "value": GROUP_DAMAGE + 1, "fourth": -1, "sixth": Enemy.P_47},
        a_roll(Chart.B6, 2, 5, result=System.PORT_ENGINE),
        {"kind": Entry.DAMAGE, "detail": System.PORT_ENGINE},
        {"kind": Entry.SKILL_USED, "detail": Person.PILOT, "value": Skill.REFLEXES},
    )
    assert story == [
        "Raid (A1): 2 and 4 = 6, Kassel, zone Ruhr.",
        "Weather (B9): 1 and 3 = 4, good.",
        "The raid goes to Kassel, in zone Ruhr; the weather is good.",
        "The pilot takes off for box 1.",
        "Interception (B1): 5 and 6 = 11, the raid is intercepted, out of the sun.",
        "B-17Fs are intercepted, out of the sun, escorted by P-47s.",
        "Type of the bomber (A3): 4 and 6 = 10, no YB-40.",
        "Card 29 is flipped for the pilot.",
        "The pilot fires at the airframe of the B-17F at long range, firepower 16: 3 hits.",
        "The B-17F fires back at long range: no hit.",
        "The bomber is destroyed; it is credited to the pilot.",
        "Getting away (7.1.10): 6, the enemy fighters engage.",
        "Position against the P-47: disadvantaged.",
        "The P-47 fires, firepower 16: group damage and 1 hit.",
        "Hit on a fighter (B6): 2 and 5 read as 25, port engine.",
        "The interceptor is hit: port engine.",
        "The pilot uses Reflexes.",
    ]


def test_a_meeting_names_both_sides() -> None:
    story = told(
        a_roll(Chart.B1, 6, 6, result=RANDOM_EVENT, second=Orientation.NONE),
        {"kind": Entry.MET, "detail": Orientation.DISADVANTAGED, "third": Enemy.P_47},
        a_roll(Chart.B1, 6, 6, result=Meeting.SWEEP, second=Orientation.HEAD_ON),
        {"kind": Entry.MET, "detail": Orientation.HEAD_ON, "value": Bomber.B_24, "third": Enemy.NONE},
        {"kind": Entry.MET, "detail": Orientation.HEAD_ON, "value": Bomber.B_17F, "third": Enemy.SPITFIRE_IX},
    )
    assert story == [
        "Interception (B1): 6 and 6 = 12, a random event.",
        "A sweep of P-47s is met, disadvantaged.",
        "Interception (B1): 6 and 6 = 12, a fighter encounter, head on.",
        "B-24s are intercepted, head on, without escort.",
        "B-17Fs are intercepted, head on, escorted by Spitfire IXs.",
    ]


@each(
    "hits, words",
    [
        (0, "no hit"),
        (1, "1 hit"),
        (GROUP_DAMAGE, "group damage"),
        (GROUP_DAMAGE + 2, "group damage and 2 hits"),
        (DESTROYED, "destroyed"),
        (NO_SHOT, "no weapon fires"),
    ],
)
def test_a_shot_says_who_fires_at_what_and_its_hits(hits: int, words: str) -> None:
    at_fighter = {"kind": Entry.SHOT, "value": hits, "third": 12, "fourth": -1, "sixth": Enemy.P_38}
    assert told(at_fighter | {"detail": Shooter.WINGMAN}) == [f"The wingman fires at the P-38, firepower 12: {words}."]
    assert told(at_fighter | {"detail": Shooter.GUNNER, "third": 0}) == [f"The gunner fires at the P-38: {words}."]


def test_columns_of_r1_are_named_in_their_order() -> None:
    rolls = [a_roll(Chart.R1, 3, second=series) for series in Series]
    story = told(*rolls, {"kind": Entry.SITS_OUT, "detail": 1})
    assert [text.split(",")[1] for text in story[:4]] == [
        " Bf 109 (R1): 3.",
        " Fw 190 (R1): 3.",
        " Bf 110 (R1): 3.",
        " Me 410 (R1): 3.",
    ]
    assert story[4] == "1 sortie will be sat out."


def test_weapons_have_the_names_of_the_aircraft() -> None:
    jam = {"kind": Entry.JAMMED, "detail": 0, "value": Model.BF_109G_6}
    weapon = CHARTS.names.weapons[Model.BF_109G_6][0]
    story = told({"kind": Entry.AIRCRAFT, "detail": Model.BF_109G_6}, jam)
    assert story == ["The aircraft is a Bf109G-6.", f"A weapon jams until landing: {weapon}."]


def test_decisions_are_told_with_their_answer() -> None:
    assert told({"kind": Entry.CHOICE, "detail": Decision.ONWARD, "value": 33}) == ["Decision, onward: Fly home."]
    assert told({"kind": Entry.CHOICE, "detail": Decision.TRACK, "value": 44}) == ["Decision, track: NCO."]


def test_a_growing_journal_is_translated_like_a_whole_one() -> None:
    records = entries(
        a_roll(Chart.A1, 2, 4), a_roll(Chart.B1, 6, 6), {"kind": Entry.CARD, "detail": 5}, a_roll(Chart.B1, 6, 6)
    )
    translator = SENTENCES.translator(CHARTS)
    for record in records:
        translator.add(np.array([record], JournalLine.dtype))
        twin = translator.copy()
        translator.entries()
    assert translator.entries() == SENTENCES.translate(records, CHARTS) == twin.entries()
    assert translator.entries(2) == translator.entries()[-2:] and translator.entries(0) == []
    twin.add(records[:1])
    assert len(twin.entries()) == 5 and len(translator.entries()) == 4


def test_neighbours_that_say_the_same_are_left_out_of_short_displays() -> None:
    records = entries(
        {"kind": Entry.CHOICE, "detail": Decision.BURST, "value": 9},
        a_roll(Chart.B3, 3, 3),
        {"kind": Entry.BOMBER_DAMAGE, "detail": System.PORT_WING},
        a_roll(Chart.SLIP, 1),
        {"kind": Entry.SLIPPED, "detail": 1},
        {"kind": Entry.DAMAGE, "detail": System.TAIL},
    )
    read = worth_reading(SENTENCES.translate(records, CHARTS))
    assert [entry.kind for entry in read] == [Entry.BOMBER_DAMAGE, Entry.ROLL, Entry.DAMAGE]
