"""The journal in sentences: every kind and every chart reads well."""

from typing import Any

import numpy as np
import pytest

from stuka_env.declared.sentences import worth_reading
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Chart, Effect, Entry, Leg, Modifier, System
from stuka_env.games.stuka.rules.table import JournalLine
from stuka_env.games.stuka.words.journal import SENTENCES
from tests.support.each import each

UNROLLED = (Chart.CUP, Chart.SEGMENT)
"""Drawn, not rolled; and a roll that happens before the first mission, without an entry."""


def entries(*given: dict[str, Any]) -> np.ndarray:
    """Records with the given fields; chart and system are -1 by default."""
    records = np.zeros(len(given), JournalLine.dtype)
    records["chart"] = records["system"] = -1
    for record, fields in zip(records, given, strict=True):
        for name, value in fields.items():
            record[name] = value
    return records


def told(*given: dict[str, Any]) -> list[str]:
    return [entry.text for entry in SENTENCES.translate(entries(*given), load_charts())]


def check_sentence(text: str) -> None:
    """One line, a capital, a full stop, nothing unfilled."""
    assert text.endswith(".") and "\n" not in text
    assert text[0].isupper() or text[0].isdigit()
    assert not any(mark in text for mark in ("{", "}", "None", "Entry", "Chart", "_", "  ", "np."))


def test_every_kind_is_one_sentence(subtests: pytest.Subtests) -> None:
    fields = {"aircraft": 3, "person": 1, "total": 1, "dice": (3, 2, 1), "detail": 1, "system": 1}
    for kind in Entry:
        result = Effect.AMBUSH if kind == Entry.CARD_WORKS else 1
        with subtests.test(kind.name):
            check_sentence(told({**fields, "kind": kind, "result": result})[0])


@each("chart", [chart for chart in Chart if chart not in UNROLLED])
def test_every_chart_is_one_sentence(chart: Chart) -> None:
    dice = {Chart.A1: (3, 2, 1), Chart.B3: (3, 2, 0), Chart.C1: (3, 2, 0)}.get(chart, (3, 0, 0))
    for result in (0, 1):
        fields: dict[str, Any] = {
            "kind": Entry.ROLL,
            "chart": chart,
            "aircraft": 3,
            "person": 3,
            "dice": dice,
            "total": 3,
        }
        check_sentence(told(fields | {"result": result})[0])


@pytest.mark.parametrize("effect", [Effect.AMBUSH, Effect.ESCORTS_EARLY, Effect.ESCORTS_LATE])
def test_a_card_that_counts_later_says_so(effect: Effect) -> None:
    check_sentence(told({"kind": Entry.CARD_WORKS, "detail": 2, "result": effect})[0])


def test_dice_and_charts_have_the_names_of_the_printed_game() -> None:
    assert (Chart.C7.printed, Chart.C9_WIA.printed, Chart.SHIP.printed) == ("C7", "C9", "A1, Maritime")
    assert (Chart.C7.thrown((6,)), Chart.A2.thrown((10,))) == ("one D6", "one D10")


def test_modifiers_are_named_in_the_roll() -> None:
    about: dict[str, Any] = {"chart": Chart.A2, "aircraft": 3, "person": 3}
    story = told(
        about | {"kind": Entry.MODIFIER, "drm": -1, "result": Modifier.CREW},
        about | {"kind": Entry.MODIFIER, "drm": 2, "result": Modifier.VISIBILITY},
        about | {"kind": Entry.ROLL, "dice": (4, 0, 0), "drm": 1, "total": 5, "result": 50},
        about | {"kind": Entry.ROLL, "dice": (4, 0, 0), "drm": 0, "total": 4, "result": 60},
    )
    assert story[2] == "Attack of aircraft 3, pilot 3 (A2): 4 -1 experience +2 visibility = 5, 50 points."
    assert story[3] == "Attack of aircraft 3, pilot 3 (A2): 4, 60 points."


def test_a_total_off_the_chart_says_how_it_is_read() -> None:
    fields: dict[str, Any] = {
        "kind": Entry.ROLL,
        "chart": Chart.C1,
        "aircraft": 1,
        "dice": (5, 1, 0),
        "drm": -3,
        "total": 1,
    }
    about = {"kind": Entry.MODIFIER, "chart": Chart.C1, "drm": -3, "result": Modifier.REAR_GUNNER}
    text = told(about, fields | {"result": System.GENERAL})[-1]
    assert "1 -3 rear gunner = -2, read as 1" in text


def test_people_and_aircraft_count_from_one() -> None:
    entry = SENTENCES.translate(
        entries({"kind": Entry.KIA, "aircraft": 1, "person": 14, "zone": 3, "leg": Leg.HOME}), load_charts()
    )[0]
    assert (entry.aircraft, entry.person, entry.zone, entry.leg) == (1, 14, 3, Leg.HOME)
    assert entry.text == "Gunner 3 (aircraft 1) is killed."


def test_a_number_that_is_no_person_is_a_detail() -> None:
    entry = SENTENCES.translate(entries({"kind": Entry.MISSION, "detail": 4, "result": 1}), load_charts())[0]
    assert (entry.person, entry.detail) == (0, 4)
    assert entry.text == "The mission: Large Airfield in zone 4."


def test_echoes_are_left_out_only_after_their_roll() -> None:
    rolled: dict[str, Any] = {"kind": Entry.ROLL, "chart": Chart.A4, "dice": (4, 0, 0), "total": 4, "result": 1}
    seen = {"kind": Entry.VISIBILITY, "result": 1}
    both = worth_reading(SENTENCES.translate(entries(rolled, seen), load_charts()))
    assert [entry.kind for entry in both] == [Entry.ROLL]
    alone = worth_reading(SENTENCES.translate(entries(seen), load_charts()))
    assert [entry.kind for entry in alone] == [Entry.VISIBILITY]
