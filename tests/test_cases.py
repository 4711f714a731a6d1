"""The runner of cases: a case that is wrong fails, and says why."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import Play, cases_of, played_as

BOMBS: dict[str, Any] = {
    "env": "Wing/Campaign-v0",
    "rules": "W111",
    "setup": "cursor.decision altitude, mission.card 9, box 17, seats.crew 0 2 8, bomber 0..2",
    "dice": "FLAK 4+4, BOMBS 3 4 2",
    "play": ["Bomb high"],
}


def played(**changes: Any) -> Play:
    play = Play(BOMBS | changes)
    play.run()
    return play


def test_a_case_counts_what_it_checks() -> None:
    assert played(mat="mission.hits 2, target damaged, seats.gone no*3", decision="MOVE").checked == 6


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mat": "mission.hits 1"}, r"mission.hits: got \[2\], expected is \[1\]"),
        ({"mat": "seats.damaged 0 1"}, r"seats.damaged: got \[0, 0\], expected is \[0, 1\]"),
        ({"decision": "ALTITUDE"}, "decision: got MOVE"),
        ({"legal": ["Bomb low"]}, "legal: got "),
        ({"journal": ["The formation bombs high.", "The formation bombs low."]}, "expected is The formation bombs low"),
        ({"journal": ["The target is damaged with 2 hits.", "The formation bombs high."]}, "journal: got "),
        ({"play": ["Bomb aside"]}, "Bomb aside: ALTITUDE allows"),
        ({"play": [{"mat": "enemy.flak_level 3"}, "Bomb high"]}, "enemy.flak_level: got"),
        ({"dice": "FLAK 4+4, BOMBS 3 4 2, EVENT 1+1"}, "EVENT"),
        ({"rewards": "target 0.01"}, "rewards.target: got 0.0"),
    ],
)
def test_a_case_that_is_wrong_fails(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        played(**changes)


def test_a_refusal_has_the_message() -> None:
    played(dice="FLAK 4+4, BOMBS 3 4", refused="BOMBS is rolled")
    with pytest.raises(AssertionError, match="refused: got strict_dice"):
        played(dice="FLAK 4+4, BOMBS 3 4", refused="FLAK is rolled")
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        played(refused="BOMBS is rolled")


def test_variants_go_on_from_their_case_and_their_beginning(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = """
env = "Wing/Campaign-v0"
from = "six"
begin.six = { setup = "mission.card 9", dice = "FLAK 4+4" }
begin.loose = { from = "six", setup = "mission.loose 1" }
["A case"]
rules = "W111 X86"
each = [{ dice = "BOMBS 1" }, { name = "other", from = "loose" }]
"""
    file.write_text(text, encoding="utf-8")
    first, other = cases_of(file)
    assert (first.title, first.variant, other.variant, first.rules) == ("A case", "1", "other", ["W111", "X86"])
    assert first.content["dice"] == "FLAK 4+4, BOMBS 1" and "dice" in other.content
    assert other.content["setup"] == "mission.card 9, mission.loose 1"
    file.write_text(text.replace("rules", "rule"), encoding="utf-8")
    with pytest.raises(ValueError, match="A case: got rule; allowed are"):
        list(cases_of(file))


def test_a_cell_is_played_below_it_at_it_and_above_under_two_charts() -> None:
    case = {
        "env": "Wing/Campaign-v0",
        "cell": "combat: flak.light",
        "range": [3, 6],
        "dice": "FLAK_HIT {n}",
        "below": "seats.damaged 0",
        "reached": {"dice": "DAMAGE {8-n}", "mat": "seats.damaged 1"},
    }
    moved = {"combat": {"flak": {"light": 4}}}
    assert [(one["dice"], one["mat"], one.get("charts")) for one in played_as(case)] == [
        ("FLAK_HIT 3, DAMAGE 5", "seats.damaged 1", None),
        ("FLAK_HIT 4, DAMAGE 4", "seats.damaged 1", None),
        ("FLAK_HIT 3", "seats.damaged 0", moved),
        ("FLAK_HIT 4, DAMAGE 4", "seats.damaged 1", moved),
        ("FLAK_HIT 5, DAMAGE 3", "seats.damaged 1", moved),
    ]
    upper = {"env": case["env"], "cell": case["cell"], "move": -1, "setup": "{n+1}", "up_to": "low", "above": "high"}
    assert [(one["setup"], one["mat"]) for one in played_as(upper)] == [
        ("3", "low"), ("4", "low"), ("2", "low"), ("3", "low"), ("4", "high"),
    ]  # fmt: skip


def test_the_cells_of_a_table_are_played_with_their_places() -> None:
    case = {"env": "Wing/Campaign-v0", "cells": "aftermath: replacement.1942", "dice": "REPLACEMENT {key}"}
    assert [one["dice"][-1] for one in played_as(case)] == list("13456")
    values = {"none": "old", "old model": {"mat": "{value}"}, "new model": "new"}
    own: dict[str, Any] = {**case, "values": values, "keys": {"1-3": False, "4-5": "first", "6": {"decision": "MOVE"}}}
    assert [(one.get("setup"), one["mat"], one.get("decision")) for one in played_as(own)] == [
        ("first", "old model", None), ("first", "old model", None), (None, "new", "MOVE"),
    ]  # fmt: skip
    with pytest.raises(KeyError, match="new model"):
        list(played_as(own | {"values": {"none": "old", "old model": "old"}}))


@pytest.mark.parametrize("sides", [("below", "reached"), ("reached", "below")])
def test_a_generated_case_on_the_wrong_side_of_its_cell_fails(sides: tuple[str, str]) -> None:
    wrong = sides[0] == "reached"
    none, hit = sides
    case = BOMBS | {"cell": "bombing: run.hit_at_least", "range": [3, 6], "dice": "FLAK 4+4, BOMBS {n-1} 1 1"}
    case |= {none: "mission.hits 0", hit: "mission.hits 1"}
    failed = 0
    for one in played_as(case):
        try:
            Play(one).run()
        except AssertionError:
            failed += 1
    assert failed == (6 if wrong else 0)
