"""Damage, wounds, stress and bailing out (7.10, 7.11, 8.9; charts C1 to C4)."""

import itertools
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.charts import BOOK, LoadedCharts, load_charts
from stuka_env.games.stuka.codes import (
    Chart,
    Decision,
    Duty,
    Entry,
    Leg,
    Payload,
    Phase,
    Quality,
    Role,
    Status,
    System,
)
from stuka_env.games.stuka.rules.attack import drop, hold_fire, strafe
from stuka_env.games.stuka.rules.briefing import available_crew, may_sit
from stuka_env.games.stuka.rules.crew import benefit, evade, immune, jump
from stuka_env.games.stuka.rules.damage import (
    abandon,
    destroy_with_crew,
    hit,
    mark_damage,
    relieve_crew,
    relieve_person,
    stress_crew,
    stress_person,
)
from stuka_env.games.stuka.rules.landing import landing_modifiers
from stuka_env.games.stuka.rules.sequence import next_step
from tests.support.each import each
from tests.support.position import Position

LEVELS = (Quality.GREEN, Quality.VETERAN, Quality.ACE, Quality.ELITE, Quality.HERO)
LANDING = dict(zip(LEVELS, (0, -1, -1, -2, -3), strict=True))
BAIL_OUT: dict[int, dict[Quality, int]] = {
    Role.PILOT: LANDING,
    Role.GUNNER: dict(zip(LEVELS, (0, -1, -1, -2, -2), strict=True)),
}
EVASION = dict(zip(LEVELS, (1, -1, -2, -3, -4), strict=True))
NERVES = (0, 0, 1, 1, 2, 2, 2)
"""C2 by stress (the amendment: six counts +2)."""
OUT_AND_AWAY: dict[str, Any] = {"C3": [1, 1], "C4": [1, 1]}
"""Pilot and gunner bail out and evade unhurt (Veterans)."""
GUNNERS = 11
"""First person who is a gunner."""
CRITICAL = (System.ENGINE, System.FUEL, System.PORT_WING, System.STARBOARD_WING, System.TAIL)
NAMES = {"Engine": System.ENGINE, "Fuel": System.FUEL, "Port Wing": System.PORT_WING}
NAMES |= {"Starboard Wing": System.STARBOARD_WING, "General": System.GENERAL, "Bombs": System.BOMBS}
NAMES |= {"Landing Gear": System.LANDING_GEAR, "Tail": System.TAIL, "Crew": System.CREW}
C1 = """title = "C1"
section = "7.10"
dice = "1D10 and 1D6"
about = "for tests"
read_by = "tests"

[system]
1 = "Engine"
2 = "Fuel"
3 = "Port Wing"
4 = "Starboard Wing"
5 = "General"
6 = "Bombs"
7 = "Landing Gear"
8 = "General"
9 = "Tail"
10 = "Crew"

[damage]
1 = ["no effect", "+1 CS", "damage", "damage, range -1", "damage, +2 CS, range -3", "destroyed"]
2 = ["no effect", "range -2", "damage", "damage, range -2", "explosion", "destroyed"]
3 = ["no effect", "+1 CS", "damage", "damage, +1 CS", "damage, +6 CS", "destroyed"]
4 = ["no effect", "+1 CS", "damage", "damage, +2 CS", "damage, +3 CS", "destroyed"]
5 = ["no effect", "+1 CS", "+2 CS", "+3 CS", "+5 CS", "+6 CS"]
6 = ["no effect", "+1 CS", "damage", "damage, +1 CS", "explosion", "damage, explosion"]
7 = ["no effect", "+1 CS", "damage", "damage, +1 CS", "damage, +2 CS", "damage, +2 CS"]
8 = ["no effect", "+1 CS", "+2 CS", "+3 CS", "+5 CS", "+6 CS"]
9 = ["no effect", "+1 CS", "damage", "damage, +1 CS", "damage, +2 CS", "damage, +2 CS"]
10 = ["no effect", "+1 CS", "gunner wounded, +1 CS", "pilot wounded, +1 CS", "gunner KIA, +2 CS", "pilot KIA"]

[provenance]
default = "reconstructed"
"""
"""A C1 of our own, so that these tests say what the rules do, whatever the chart file in force says."""
ENGINE, FUEL, PORT, STARBOARD, GENERAL, BOMBS, GEAR, GENERAL_TOO, TAIL, CREW = range(1, 11)
ROW = {System.ENGINE: ENGINE, System.FUEL: FUEL, System.PORT_WING: PORT, System.STARBOARD_WING: STARBOARD}
ROW |= {System.TAIL: TAIL, System.BOMBS: BOMBS, System.LANDING_GEAR: GEAR}
MARK, GUNNER_WOUNDED, PILOT_WOUNDED, GUNNER_KILLED, PILOT_KILLED = 3, 3, 4, 5, 6


@pytest.fixture(scope="module")
def charts(tmp_path_factory: pytest.TempPathFactory) -> LoadedCharts:
    folder: Path = tmp_path_factory.mktemp("c1")
    (folder / "c1_damage.toml").write_text(C1, encoding="utf-8")
    return load_charts(folder)


def formation(charts: LoadedCharts | None = None, aircraft: int = 5, **place: Any) -> Position:
    return Position(charts=charts).in_flight(aircraft=aircraft, **{"zone": 2, "target_zone": 3, **place})


def strike(game: Position, slot: int, where: int, severity: int, drm: int = 0, **dice: Any) -> None:
    """One hit on an aircraft with these dice."""
    with game.dice(C1=[[where, severity]], **dice):
        hit(game.mat, game.table, slot, drm)


def give_stress(game: Position, slot: int, pilot: int, gunner: int) -> None:
    game.person(slot, Role.PILOT).stress = pilot
    game.person(slot, Role.GUNNER).stress = gunner


def duties(game: Position, slot: int) -> tuple[int, int]:
    return int(game.person(slot, Role.PILOT).duty), int(game.person(slot, Role.GUNNER).duty)


def marks(game: Position, slot: int) -> list[int]:
    return [int(system) for system in np.flatnonzero(game.mat.aircraft[slot].damage)]


def flies(game: Position, slot: int) -> bool:
    return bool(game.mat.aircraft[slot].status == Status.FLYING)


def the_roll(game: Position, chart: Chart, which: int = -1) -> tuple[int, int]:
    """Modifier and total of a roll."""
    entry = [e for e in game.said(Entry.ROLL) if e["chart"] == chart][which]
    return int(entry["drm"]), int(entry["total"])


# --- C1, cell by cell, as the file in force has it ---

with (BOOK.folder / "c1_damage.toml").open("rb") as _file:
    _C1 = tomllib.load(_file)
PRINTED = [
    (where, severity, _C1["damage"][str(where)][severity - 1]) for where in range(1, 11) for severity in range(1, 7)
]


@pytest.mark.rule(
    "R049", "R050", "R168", "R169", "R227", "R257", "R258", "R259", "R260", "R264", "R265", "R266", "R267", "R268"
)
@pytest.mark.rule("R270", "R273", "R281", "Q12", "Q19", "Q41", "Q42")
@each("where, severity, cell", PRINTED)
def test_every_cell_of_c1(where: int, severity: int, cell: str) -> None:
    words = cell.split(", ")
    system = NAMES[_C1["system"][str(where)]]
    stress = sum(int(word[1]) for word in words if word.endswith(" CS"))
    loss = sum(int(word[-1]) for word in words if word.startswith("range"))
    dice: dict[str, Any] = {}
    if "destroyed" in words:
        dice = OUT_AND_AWAY
    elif "pilot KIA" in words:
        dice = {"C3": [1], "C4": [1]}
    game = formation(zone=1)
    strike(game, 1, where, severity, **dice)
    card = game.mat.aircraft[1]
    if "explosion" in words:
        assert (card.status, duties(game, 1)) == (Status.LOST, (Duty.KIA, Duty.KIA))
    elif "destroyed" in words:
        assert (card.status, duties(game, 1)) == (Status.LOST, (Duty.BACK, Duty.BACK))
    elif "pilot KIA" in words:
        assert (card.status, duties(game, 1)) == (Status.LOST, (Duty.KIA, Duty.BACK))
        assert game.stress(1) == (0, 1)
    else:
        assert card.status == Status.FLYING
        assert marks(game, 1) == ([int(system)] if "damage" in words else [])
        assert card.range_loss == loss
        killed = "gunner KIA" in words
        assert game.stress(1) == (stress, 0 if killed else stress)
        assert duties(game, 1) == (Duty.FLYING, Duty.KIA if killed else Duty.FLYING)
        assert game.person(1, Role.PILOT).wounds == ("pilot wounded" in words)
        assert game.person(1, Role.GUNNER).wounds == ("gunner wounded" in words)
    untouched = [slot for slot in range(5) if slot != 1]
    assert all(flies(game, slot) and not marks(game, slot) and game.stress(slot) == (0, 0) for slot in untouched)


@pytest.mark.rule("R265", "Q41")
@each("system", NAMES)
def test_a_6_destroys_engine_and_wings_sets_fuel_on_fire_and_nothing_else(system: str) -> None:
    rows = [int(where) for where, name in _C1["system"].items() if name == system]
    assert rows
    for where in rows:
        words = _C1["damage"][str(where)][5].split(", ")
        assert ("destroyed" in words) == (system in ("Engine", "Port Wing", "Starboard Wing"))
        assert ("explosion" in words) == (system in ("Fuel", "Bombs"))


@pytest.mark.rule("R050", "R267", "R262")
def test_general_damage_is_never_marked() -> None:
    for where, name in _C1["system"].items():
        for cell in _C1["damage"][where]:
            if name in ("General", "Crew"):
                assert "damage" not in cell.split(", ")
            if name == "General":
                assert re.fullmatch(r"no effect|\+\d CS", cell)


@pytest.mark.rule("R163", "R265", "R167", "Q43")
@each("die, drm, column", [(1, -5, 1), (5, -2, 3), (6, 1, 6), (5, 1, 6), (2, -1, 1)])
def test_the_severity_is_clamped_to_1_and_6(die: int, drm: int, column: int, charts: LoadedCharts) -> None:
    game = formation(charts)
    dice = OUT_AND_AWAY if column == 6 else {}
    strike(game, 1, STARBOARD, die, drm, **dice)
    assert the_roll(game, Chart.C1) == (drm, column)
    assert game.mat.aircraft[1].status == (Status.LOST if column == 6 else Status.FLYING)


@pytest.mark.rule("Q99")
@pytest.mark.parametrize("status", [Status.LOST, Status.HOME])
def test_a_hit_on_an_aircraft_already_gone_lapses(status: Status, charts: LoadedCharts) -> None:
    game = formation(charts)
    game.mat.aircraft[1].status = status
    with game.dice():
        hit(game.mat, game.table, 1, 0)


# --- the second hit on a system ---


@pytest.mark.rule("R051", "R262", "R053", "R263", "R264", "Q12")
@each("system", CRITICAL)
def test_a_second_hit_on_a_damaged_system_destroys_the_aircraft(system: System, charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, ROW[system], MARK)
    assert marks(game, 1) == [int(system)] and flies(game, 1)
    strike(game, 1, ROW[system], MARK, C3=[1, 6], C4=[1])
    assert not flies(game, 1)
    assert duties(game, 1) == (Duty.BACK, Duty.KIA)


@pytest.mark.rule("R051", "R168", "S03")
@each("system", CRITICAL)
def test_a_second_hit_without_damage_does_not(system: System, charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, ROW[system], MARK)
    strike(game, 1, ROW[system], 1)
    assert flies(game, 1) and marks(game, 1) == [int(system)]


@pytest.mark.rule("R051")
def test_hits_on_different_systems_do_not_destroy(charts: LoadedCharts) -> None:
    game = formation(charts)
    for system in ROW.values():
        strike(game, 1, system, MARK)
    assert flies(game, 1) and marks(game, 1) == list(range(7))


@pytest.mark.rule("R052", "R262", "Q03", "Q13")
@pytest.mark.parametrize(("where", "severity", "stress"), [(BOMBS, 4, 1), (GEAR, 5, 2)])
def test_bombs_and_gear_take_one_marker_and_the_stress_again(
    where: int, severity: int, stress: int, charts: LoadedCharts
) -> None:
    game = formation(charts)
    strike(game, 1, where, severity)
    before = marks(game, 1)
    strike(game, 1, where, severity)
    assert flies(game, 1) and marks(game, 1) == before and len(before) == 1
    assert game.stress(1) == (2 * stress, 2 * stress)


@pytest.mark.rule("R052", "R267")
def test_general_damage_repeats_as_stress(charts: LoadedCharts) -> None:
    game = formation(charts)
    for times in (1, 2, 3):
        strike(game, 1, GENERAL, 2)
        assert flies(game, 1) and marks(game, 1) == [] and game.stress(1) == (times, times)


@pytest.mark.rule("R050", "R052")
def test_only_seven_systems_have_a_marker() -> None:
    game = formation()
    for system in (System.GENERAL, System.CREW):
        for _ in range(3):
            assert not mark_damage(game.mat, game.table, 1, system)
    assert marks(game, 1) == []


# --- explosions and detonations ---


@pytest.mark.rule("R261", "R259", "Q12")
@pytest.mark.parametrize(("where", "severity"), [(FUEL, 5), (BOMBS, 5), (BOMBS, 6)])
def test_nobody_gets_out_of_an_explosion(where: int, severity: int, charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, where, severity)
    assert not flies(game, 1) and duties(game, 1) == (Duty.KIA, Duty.KIA)


@pytest.mark.rule("R259", "Q03")
def test_bombs_damaged_before_may_still_detonate(charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, BOMBS, MARK)
    strike(game, 1, BOMBS, 5)
    assert duties(game, 1) == (Duty.KIA, Duty.KIA)


@pytest.mark.rule("Q78")
@pytest.mark.parametrize("severity", [5, 6])
def test_after_the_drop_bombs_are_marked_but_do_not_detonate(severity: int, charts: LoadedCharts) -> None:
    game = formation(charts)
    with game.dice(A2=[5]):
        drop(game.mat, game.table, 1)
    strike(game, 1, BOMBS, severity)
    assert flies(game, 1) and marks(game, 1) == [System.BOMBS]
    strike(game, 1, BOMBS, severity)
    assert flies(game, 1)


@pytest.mark.rule("Q78", "Q49", "R259")
@pytest.mark.parametrize("strafed", [True, False])
def test_jammed_bombs_brought_along_still_detonate(strafed: bool, charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, BOMBS, MARK)
    with game.dice(**({"A2": [5]} if strafed else {})):
        if strafed:
            strafe(game.mat, game.table, 1)
        else:
            hold_fire(game.mat, game.table, 1)
    assert game.mat.aircraft[1].ordnance == Payload.SC500_SC50
    strike(game, 1, BOMBS, 5)
    assert duties(game, 1) == (Duty.KIA, Duty.KIA)


@pytest.mark.rule("Q78", "R261")
def test_fuel_explodes_after_the_drop_as_before(charts: LoadedCharts) -> None:
    game = formation(charts)
    with game.dice(A2=[5]):
        drop(game.mat, game.table, 1)
    strike(game, 1, FUEL, 5)
    assert duties(game, 1) == (Duty.KIA, Duty.KIA)


@pytest.mark.rule("R032", "R033", "R034", "R189", "R372")
def test_a_lost_aircraft_keeps_its_slot_empty_and_its_score(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.mat.aircraft[1].score = 55
    destroy_with_crew(game.mat, game.table, 1)
    assert [int(card.status) for card in game.mat.aircraft[:5]] == [2, Status.LOST, 2, 2, 2]
    assert (game.mat.aircraft[1].pilot, game.mat.aircraft[1].score) == (2, 55)
    assert game.person(2, Role.PILOT).slot == 3


# --- range ---


@pytest.mark.rule("R260", "R268", "Q14")
def test_range_losses_are_marked_and_add_up(charts: LoadedCharts) -> None:
    game = formation(charts, zone=1)
    strike(game, 1, ENGINE, 4)
    assert (game.mat.aircraft[1].range_loss, marks(game, 1)) == (1, [System.ENGINE])
    strike(game, 1, FUEL, 4)
    assert game.mat.aircraft[1].range_loss == 3
    strike(game, 1, FUEL, 2)
    assert game.mat.aircraft[1].range_loss == 5


@pytest.mark.rule("D19", "R268")
def test_a_hit_that_costs_too_much_range_asks_for_turning_back(charts: LoadedCharts) -> None:
    game = formation(charts, zone=2, target_zone=6)
    strike(game, 1, ENGINE, 4)
    game.mat.cursor.phase = Phase.ZONE_DONE
    with game.dice():
        game.advance()
    assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.TURN_BACK, 2)


# --- wounds and deaths ---


@pytest.mark.rule("R270", "R272")
def test_a_first_wound_is_marked(charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, CREW, PILOT_WOUNDED)
    strike(game, 1, CREW, GUNNER_WOUNDED)
    assert (game.person(1, Role.PILOT).wounds, game.person(1, Role.GUNNER).wounds) == (1, 1)
    assert duties(game, 1) == (Duty.FLYING, Duty.FLYING) and game.stress(1) == (2, 2)


@pytest.mark.rule("R272", "R262", "R273", "R274", "R274a", "Q39", "R263")
def test_a_second_wound_kills_the_pilot_and_the_aircraft_is_lost(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.person(1, Role.PILOT).wounds = 1
    strike(game, 1, CREW, PILOT_WOUNDED, C3=[4], C4=[1])
    assert not flies(game, 1) and duties(game, 1) == (Duty.KIA, Duty.BACK)
    assert game.stress(1) == (0, 2), "one of the cell, one of the pilot's death"


@pytest.mark.rule("R272", "R262", "Q39", "R263")
def test_a_second_wound_kills_the_gunner_and_the_aircraft_flies_on(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.person(1, Role.GUNNER).wounds = 1
    strike(game, 1, CREW, GUNNER_WOUNDED)
    assert flies(game, 1) and duties(game, 1) == (Duty.FLYING, Duty.KIA)
    assert game.stress(1) == (1, 0)


@pytest.mark.rule("R266", "R273", "R274", "Q19")
def test_pilot_killed_the_gunner_takes_a_stress_and_bails_out_at_once(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.level(1, gunner=Quality.GREEN)
    strike(game, 1, CREW, PILOT_KILLED, C3=[3], C4=[4])
    gunner = game.person(1, Role.GUNNER)
    assert the_roll(game, Chart.C3) == (1, 4) and the_roll(game, Chart.C4) == (1, 5)
    assert (gunner.duty, gunner.wounds, gunner.stress) == (Duty.BACK, 1, 4)
    assert game.mat.aircraft[1].status == Status.LOST


@pytest.mark.rule("Q19", "R274", "R278")
@each("carried", range(6))
def test_the_pilots_death_counts_once_against_the_gunners_roll(carried: int, charts: LoadedCharts) -> None:
    game = formation(charts)
    game.level(1, gunner=Quality.GREEN)
    give_stress(game, 1, carried, carried)
    strike(game, 1, CREW, PILOT_KILLED, C3=[6])
    assert the_roll(game, Chart.C3)[0] == NERVES[carried] + 1
    assert game.stress(1)[1] == carried + 1


@pytest.mark.rule("R274a", "R087")
def test_pilot_killed_and_no_gunner_aboard_the_aircraft_is_lost(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.mat.aircraft[1].gunner = 0
    game.mat.gunners[1].duty = Duty.READY
    strike(game, 1, CREW, PILOT_KILLED)
    assert not flies(game, 1) and game.mat.gunners[1].duty == Duty.READY


@pytest.mark.rule("R274a", "Q40")
def test_pilot_killed_after_his_gunner(charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, CREW, GUNNER_KILLED)
    assert flies(game, 1) and duties(game, 1) == (Duty.FLYING, Duty.KIA)
    strike(game, 1, CREW, PILOT_KILLED)
    assert not flies(game, 1) and duties(game, 1) == (Duty.KIA, Duty.KIA)


@pytest.mark.rule("Q40")
@each("severity", [GUNNER_WOUNDED, GUNNER_KILLED])
@each("left_behind", [True, False])
def test_an_empty_seat_takes_no_harm(severity: int, left_behind: bool, charts: LoadedCharts) -> None:
    game = formation(charts)
    gunner = game.mat.gunners[1]
    if left_behind:
        game.mat.aircraft[1].gunner = 0
        gunner.duty = Duty.READY
    else:
        gunner.duty = Duty.KIA
    duty = int(gunner.duty)
    strike(game, 1, CREW, severity)
    assert flies(game, 1) and (gunner.duty, gunner.wounds, gunner.stress) == (duty, 0, 0)


@pytest.mark.rule("Q40")
@pytest.mark.parametrize("severity", [GUNNER_WOUNDED, GUNNER_KILLED])
def test_a_cell_for_an_empty_seat_does_nothing_at_all(severity: int, charts: LoadedCharts) -> None:
    """Not even the stress that it prints, for the one who is there."""
    game = formation(charts)
    game.person(1, Role.GUNNER).duty = Duty.KIA
    strike(game, 1, CREW, severity)
    assert (game.stress(1), flies(game, 1)) == ((0, 0), True)
    assert game.said(Entry.STRESS) == []


@pytest.mark.rule("Q40", "S08")
@each(
    "cell, pilot, gunner, stress",
    [
        ("pilot wounded, gunner wounded, +1 CS", True, False, (1, 0)),
        ("pilot wounded, gunner wounded, +1 CS", True, True, (1, 1)),
        ("damage, gunner wounded, +1 CS", True, False, (1, 0)),
        ("range -1, gunner KIA, +2 CS", True, False, (2, 0)),
    ],
)
def test_a_cell_that_names_more_than_the_empty_seat_counts(
    cell: str, pilot: bool, gunner: bool, stress: tuple[int, int], tmp_path: Path
) -> None:
    game = formation(with_cell(tmp_path, 9, cell))
    game.person(1, Role.GUNNER).duty = Duty.FLYING if gunner else Duty.KIA
    strike(game, 1, TAIL, 2)
    assert game.stress(1) == stress
    assert game.person(1, Role.GUNNER).wounds == ("gunner wounded" in cell and gunner)
    assert marks(game, 1) == ([System.TAIL] if "damage" in cell else [])
    assert game.mat.aircraft[1].range_loss == ("range" in cell)


@pytest.mark.rule("Q40", "S08")
def test_an_aircraft_is_destroyed_whoever_else_the_cell_names(tmp_path: Path) -> None:
    game = formation(with_cell(tmp_path, 9, "gunner KIA, destroyed"))
    game.person(1, Role.GUNNER).duty = Duty.KIA
    strike(game, 1, TAIL, 2, C3=[1], C4=[1])
    assert not flies(game, 1) and duties(game, 1) == (Duty.BACK, Duty.KIA)


@pytest.mark.rule("Q40", "S08", "Q78")
def test_bombs_that_cannot_detonate_are_marked_whoever_else_the_cell_names(tmp_path: Path) -> None:
    game = formation(with_cell(tmp_path, 6, "gunner wounded, +1 CS, explosion"))
    game.mat.aircraft[1].ordnance = Payload.NONE
    game.person(1, Role.GUNNER).duty = Duty.KIA
    strike(game, 1, BOMBS, 2)
    assert flies(game, 1) and (marks(game, 1), game.stress(1)) == ([System.BOMBS], (1, 0))


@pytest.mark.rule("Q40")
@pytest.mark.parametrize("harm", ["gunner KIA", "gunner wounded"])
def test_harm_in_an_empty_seat_falls_on_nobody_else(harm: str, tmp_path: Path) -> None:
    game = formation(with_cell(tmp_path, 9, f"damage, {harm}"), aircraft=10)
    game.mat.aircraft[1].gunner = 0
    game.mat.gunners[1].duty = Duty.READY
    strike(game, 1, TAIL, 2)
    people = [*game.mat.pilots, *game.mat.gunners]
    assert [int(who.wounds) for who in people] == [0] * 22
    assert all(who.duty in (Duty.FLYING, Duty.READY) for who in people)


# --- the order of a hit (7.10) ---


def with_cell(folder: Path, row: int, cell: str) -> LoadedCharts:
    """The charts of these tests with one more cell: the D6's 2 of a row."""
    lines = C1.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith(f'{row} = ["'))
    cells = tomllib.loads(lines[place])[str(row)]
    lines[place] = f"{row} = {[*cells[:1], cell, *cells[2:]]}".replace("'", '"')
    (folder / "c1_damage.toml").write_text("\n".join(lines), encoding="utf-8")
    return load_charts(folder)


def kinds_of(game: Position) -> list[Entry]:
    return [Entry(int(entry["kind"])) for entry in game.journal]


@pytest.mark.rule("HIT")
def test_marker_range_pilots_harm_gunners_harm_stress(tmp_path: Path) -> None:
    """The order of a cell, by what the journal tells and of whom."""
    game = formation(with_cell(tmp_path, 9, "+1 CS, gunner wounded, pilot wounded, range -1, damage"))
    strike(game, 1, TAIL, 2)
    told = [(Entry(int(e["kind"])), int(e["person"])) for e in game.journal if e["kind"] != Entry.ROLL]
    assert told == [
        (Entry.DAMAGE, 0), (Entry.RANGE, 0), (Entry.WOUND, 2), (Entry.WOUND, 2 + GUNNERS),
        (Entry.STRESS, 2), (Entry.STRESS, 2 + GUNNERS),
    ]  # fmt: skip


@pytest.mark.rule("HIT", "R272")
def test_a_cell_that_kills_and_wounds_the_same_person_kills(tmp_path: Path) -> None:
    game = formation(with_cell(tmp_path, 9, "gunner wounded, gunner KIA"))
    strike(game, 1, TAIL, 2)
    assert (duties(game, 1), game.person(1, Role.GUNNER).wounds) == ((Duty.FLYING, Duty.KIA), 0)


@pytest.mark.rule("HIT", "R051")
def test_a_cell_with_marker_and_destroyed_destroys(tmp_path: Path) -> None:
    game = formation(with_cell(tmp_path, 9, "damage, destroyed"))
    strike(game, 1, TAIL, 2, **OUT_AND_AWAY)
    assert game.mat.aircraft[1].status == Status.LOST


@pytest.mark.rule("HIT")
def test_destroyed_comes_before_a_gunners_six_stress(charts: LoadedCharts) -> None:
    """He does not go alone: the aircraft is lost once, and the pilot jumps first."""
    game = formation(charts)
    strike(game, 1, ENGINE, MARK)
    give_stress(game, 1, 0, 4)
    strike(game, 1, ENGINE, 5, C3=[1, 6], C4=[1])
    assert game.mat.aircraft[1].status == Status.LOST and duties(game, 1) == (Duty.BACK, Duty.KIA)
    assert len(game.said(Entry.LOST)) == 1


@pytest.mark.rule("HIT", "Q19")
def test_with_its_pilot_dead_the_aircraft_is_lost_before_the_gunner_jumps(charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, CREW, PILOT_KILLED, C3=[1], C4=[1])
    told = [kind for kind in kinds_of(game) if kind in (Entry.KIA, Entry.LOST, Entry.STRESS, Entry.PARACHUTE)]
    assert told == [Entry.KIA, Entry.LOST, Entry.STRESS, Entry.PARACHUTE]


@pytest.mark.rule("R163", "R261", "HIT")
@each("die, drm, killed", [(6, -1, True), (4, 1, True), (5, 1, False), (5, -1, False)])
def test_the_modified_die_says_whether_it_explodes(die: int, drm: int, killed: bool, charts: LoadedCharts) -> None:
    """Fuel explodes in column 5 only."""
    game = formation(charts)
    strike(game, 1, FUEL, die, drm, **(OUT_AND_AWAY if die + drm == 6 else {}))
    assert (duties(game, 1) == (Duty.KIA, Duty.KIA)) == killed


@pytest.mark.rule("D17", "R270")
@pytest.mark.parametrize("role", Role)
def test_a_wound_alone_is_news(role: Role, tmp_path: Path) -> None:
    game = formation(with_cell(tmp_path, 9, f"{role.name.lower()} wounded"))
    game.mat.mission.news = 0
    strike(game, 1, TAIL, 2)
    assert (game.person(1, role).wounds, game.mat.mission.news, game.stress(1)) == (1, 1, (0, 0))


@pytest.mark.rule("HIT", "S03")
def test_a_second_hit_gives_its_stress_and_range_before_the_crew_jumps(charts: LoadedCharts) -> None:
    """C3 counts the stress of the cell that destroys."""
    game = formation(charts)
    strike(game, 1, ENGINE, MARK)
    give_stress(game, 1, 0, 0)
    strike(game, 1, ENGINE, 5, C3=[1, 1], C4=[1, 1])
    assert game.mat.aircraft[1].status == Status.LOST and game.mat.aircraft[1].range_loss == 3
    assert the_roll(game, Chart.C3, 0)[0] == the_roll(game, Chart.C3, 1)[0] == NERVES[2] + BAIL_OUT[0][Quality.VETERAN]
    told = [kind for kind in kinds_of(game) if kind in (Entry.RANGE, Entry.STRESS, Entry.LOST, Entry.PARACHUTE)]
    assert told == [Entry.RANGE, Entry.STRESS, Entry.STRESS, Entry.LOST, Entry.PARACHUTE, Entry.PARACHUTE]


@pytest.mark.rule("HIT")
def test_destroyed_and_six_stress_nobody_rolls_c3_twice(charts: LoadedCharts) -> None:
    game = formation(charts)
    strike(game, 1, PORT, MARK)
    strike(game, 1, PORT, 5, C3=[1, 1], C4=[1, 1])
    assert game.mat.aircraft[1].status == Status.LOST and len(game.said(Entry.LOST)) == 1
    assert len([e for e in game.said(Entry.ROLL) if e["chart"] == Chart.C3]) == 2


@pytest.mark.rule("HIT")
def test_destroyed_comes_before_the_pilots_death(tmp_path: Path) -> None:
    """The gunner jumps from a destroyed aircraft: no marker and no modifier for the dead pilot."""
    game = formation(with_cell(tmp_path, 9, "pilot KIA, +2 CS, destroyed"))
    strike(game, 1, TAIL, 2, C3=[1], C4=[1])
    assert duties(game, 1) == (Duty.KIA, Duty.BACK)
    assert the_roll(game, Chart.C3)[0] == NERVES[2] + BAIL_OUT[1][Quality.VETERAN]
    assert game.stress(1) == (0, 2)


@pytest.mark.rule("HIT", "Q19")
def test_the_pilots_death_comes_before_six_stress(tmp_path: Path) -> None:
    """The cell's stress is the gunner's, and counts on his one roll; the marker of the death does not."""
    game = formation(with_cell(tmp_path, 9, "pilot KIA, +2 CS"))
    give_stress(game, 1, 0, 4)
    strike(game, 1, TAIL, 2, C3=[1], C4=[1])
    assert duties(game, 1) == (Duty.KIA, Duty.BACK) and game.mat.aircraft[1].status == Status.LOST
    assert the_roll(game, Chart.C3)[0] == NERVES[6] + BAIL_OUT[1][Quality.VETERAN] + 1
    assert len([e for e in game.said(Entry.ROLL) if e["chart"] == Chart.C3]) == 1


@pytest.mark.rule("HIT", "R272")
def test_a_second_wound_is_a_death_of_the_cell_and_its_stress_goes_to_the_living(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.person(1, Role.PILOT).wounds = 1
    give_stress(game, 1, 0, 1)
    strike(game, 1, CREW, PILOT_WOUNDED, C3=[1], C4=[1])
    assert the_roll(game, Chart.C3)[0] == NERVES[2] + BAIL_OUT[1][Quality.VETERAN] + 1
    assert game.stress(1) == (0, 3)


@pytest.mark.rule("HIT")
def test_nothing_else_of_an_explosions_cell_matters(tmp_path: Path) -> None:
    game = formation(with_cell(tmp_path, 9, "damage, +2 CS, range -1, explosion"))
    strike(game, 1, TAIL, 2)
    assert duties(game, 1) == (Duty.KIA, Duty.KIA)
    assert (marks(game, 1), game.mat.aircraft[1].range_loss, game.stress(1)) == ([], 0, (0, 0))


@pytest.mark.rule("FUEL", "R265", "R261")
def test_in_our_charts_a_6_on_fuel_explodes_and_a_second_hit_does_not() -> None:
    game = formation()
    strike(game, 1, FUEL, 6)
    assert duties(game, 1) == (Duty.KIA, Duty.KIA)
    game = formation()
    strike(game, 1, FUEL, MARK)
    strike(game, 1, FUEL, MARK, C3=[1, 1], C4=[1, 1])
    assert duties(game, 1) == (Duty.BACK, Duty.BACK) and game.mat.aircraft[1].status == Status.LOST


# --- what a level is worth, and a wound takes away ---


@pytest.mark.rule("R271", "R275", "Q34", "Q35")
@each("level", LEVELS)
@each("drm", range(-4, 4))
def test_a_wound_takes_benefits_from_a_hero_half_rounded_up(drm: int, level: Quality) -> None:
    game = formation()
    game.level(1, pilot=level)
    assert benefit(game.mat, 1, drm) == drm
    game.person(1, Role.PILOT).wounds = 1
    half = {-4: -2, -3: -2, -2: -1, -1: -1}
    expected = drm if drm >= 0 else (half[drm] if level == Quality.HERO else 0)
    assert benefit(game.mat, 1, drm) == expected


def worth(drm: int, level: Quality, wounded: bool) -> int:
    """A level's modifier on a person in that state."""
    if not wounded or drm >= 0:
        return drm
    return -((1 - drm) // 2) if level == Quality.HERO else 0


@pytest.mark.rule("R345b", "R346b", "R350b", "R351b", "R357b", "R358b", "R367a", "R368b", "R368d", "R278", "Q45", "Q47")
@pytest.mark.rule("R271", "R275", "Q34", "Q35", "R282", "R054")
@each("wounded", [False, True])
@each("role", Role)
@each("level", LEVELS)
def test_c3_by_level_role_stress_and_die(level: Quality, role: Role, wounded: bool) -> None:
    for stress, die in itertools.product(range(7), range(1, 7)):
        game = formation()
        game.level(1, **{"pilot" if role == Role.PILOT else "gunner": level})
        game.person(1, role).wounds = int(wounded)
        drm = worth(BAIL_OUT[role][level], level, wounded) + NERVES[stress]
        out = die + drm <= 4
        with game.dice(C3=[die], **({"C4": [10]} if out else {})):
            jump(game.mat, game.table, 1, 1 + GUNNERS * role, stress, 0)
        assert the_roll(game, Chart.C3)[0] == drm
        assert (len(game.said(Entry.PARACHUTE)) == 1) == out
        assert out or game.person(1, role).duty == Duty.KIA


@pytest.mark.rule("R004", "R054", "R347", "R354", "R360", "R367b", "R368e", "Q20", "Q44", "Q35", "Q34", "Q46")
@each("wounded", [False, True])
@each("role", Role)
@each("level", LEVELS)
def test_c4_by_level_and_die(level: Quality, role: Role, wounded: bool) -> None:
    for die in range(1, 11):
        game = formation()
        game.level(1, pilot=level, gunner=level)
        who = game.person(1, role)
        who.wounds = int(wounded)
        who.stress = 2
        total = die + worth(EVASION[level], level, wounded)
        with game.dice(C4=[die]):
            evade(game.mat, game.table, 1, 1 + GUNNERS * role)
        if total <= 2:
            expected = (Duty.BACK, int(wounded), 2)
        elif total <= 6 and wounded:
            expected = (Duty.KIA, 2, 2)
        elif total <= 6:
            expected = (Duty.BACK, 1, 2 if level == Quality.HERO else 5)
        elif total <= 9:
            expected = (Duty.POW, int(wounded), 2)
        else:
            expected = (Duty.KIA, int(wounded), 2)
        assert (int(who.duty), int(who.wounds), int(who.stress)) == expected, (die, total)


@pytest.mark.rule("Q20")
def test_stress_from_c4_stops_at_six() -> None:
    game = formation()
    give_stress(game, 1, 5, 5)
    with game.dice(C4=[5]):
        evade(game.mat, game.table, 1, 1)
    assert game.person(1, Role.PILOT).stress == 6


@pytest.mark.rule("Q44", "R054")
@each("zone", range(1, 7))
@each("leg", [Leg.OUT, Leg.HOME])
def test_every_zone_is_enemy_territory(zone: int, leg: Leg) -> None:
    game = formation(zone=zone, leg=leg, target_zone=6)
    with game.dice(C3=[1, 1], C4=[9, 9]):
        abandon(game.mat, game.table, 1)
    assert duties(game, 1) == (Duty.POW, Duty.POW)


@pytest.mark.rule("R283", "Q47", "Q12")
def test_pilot_then_gunner_each_by_his_own_level(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.level(1, pilot=Quality.HERO, gunner=Quality.GREEN)
    strike(game, 1, ENGINE, 6, C3=[6, 5], C4=[6])
    assert duties(game, 1) == (Duty.BACK, Duty.KIA)
    assert [the_roll(game, Chart.C3, which) for which in (0, 1)] == [(-3, 3), (0, 5)]


@pytest.mark.rule("Q45", "R283")
def test_failure_on_c3_is_death_for_each_alone() -> None:
    game = formation()
    with game.dice(C3=[6, 1], C4=[1]):
        abandon(game.mat, game.table, 1)
    assert duties(game, 1) == (Duty.KIA, Duty.BACK)


# --- stress (7.11) ---


@pytest.mark.rule("R279", "R281", "R280")
def test_stress_falls_on_both_members_alike_whatever_they_carried(charts: LoadedCharts) -> None:
    game = formation(charts)
    give_stress(game, 1, 3, 0)
    strike(game, 1, GENERAL, 3)
    assert game.stress(1) == (5, 2)


@pytest.mark.rule("R282", "R283", "Q11")
def test_a_pilot_at_six_bails_out_with_his_gunner(charts: LoadedCharts) -> None:
    game = formation(charts)
    give_stress(game, 1, 4, 0)
    strike(game, 1, GENERAL, 3, C3=[2, 2], C4=[1, 1])
    assert not flies(game, 1) and duties(game, 1) == (Duty.BACK, Duty.BACK)
    assert game.stress(1) == (6, 2)
    assert [the_roll(game, Chart.C3, which)[0] for which in (0, 1)] == [2 - 1, 1 - 1]


@pytest.mark.rule("R282", "Q11")
def test_a_gunner_alone_at_six_goes_alone(charts: LoadedCharts) -> None:
    game = formation(charts)
    give_stress(game, 1, 0, 4)
    strike(game, 1, GENERAL, 3, C3=[6])
    assert flies(game, 1) and duties(game, 1) == (Duty.FLYING, Duty.KIA)
    assert game.stress(1) == (2, 6)
    strike(game, 1, GENERAL, 2)
    assert game.stress(1) == (3, 6)


@pytest.mark.rule("R282", "Q11")
def test_stress_stops_at_six(charts: LoadedCharts) -> None:
    game = formation(charts)
    give_stress(game, 1, 5, 5)
    strike(game, 1, GENERAL, 5, C3=[6, 6])
    assert game.stress(1) == (6, 6)


@pytest.mark.rule("R282", "Q11")
@each("before", range(7))
def test_five_is_not_six(before: int) -> None:
    game = formation()
    give_stress(game, 1, before, 0)
    with game.dice(**({"C3": [6, 6]} if before >= 5 else {})):
        stress_crew(game.mat, game.table, 1, 1)
    assert flies(game, 1) == (before < 5)


@pytest.mark.rule("Q104")
def test_six_carried_over_is_tested_when_stress_is_added_in_flight() -> None:
    game = formation(zone=1)
    give_stress(game, 1, 6, 0)
    game.mat.cursor.phase = Phase.MOVE
    game.mat.mission.zone = 0
    next_step(game.mat, game.table)
    assert flies(game, 1)
    with game.dice(C3=[6, 6]):
        stress_crew(game.mat, game.table, 1, 1)
    assert not flies(game, 1)


@pytest.mark.rule("R284", "R285")
def test_there_is_no_negative_stress() -> None:
    game = formation()
    give_stress(game, 1, 0, 1)
    relieve_crew(game.mat, game.table, 1)
    relieve_crew(game.mat, game.table, 1)
    relieve_person(game.mat, game.table, 1, 1)
    assert game.stress(1) == (0, 0)


# --- calm ---


@pytest.mark.rule("R291", "R359")
def test_a_hero_crew_ignores_all_stress(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.level(1, pilot=Quality.HERO, gunner=Quality.HERO)
    for _ in range(3):
        strike(game, 1, GENERAL, 6)
    assert game.stress(1) == (0, 0) and flies(game, 1)


@pytest.mark.rule("R290", "R352", "Q36")
@pytest.mark.parametrize("severity", [2, 5])
def test_an_elite_crew_ignores_its_first_result_of_any_size_each_mission(severity: int, charts: LoadedCharts) -> None:
    game = formation(charts)
    game.level(1, pilot=Quality.ELITE, gunner=Quality.ELITE)
    strike(game, 1, GENERAL, severity)
    assert game.stress(1) == (0, 0)
    strike(game, 1, GENERAL, 2)
    assert game.stress(1) == (1, 1)


@pytest.mark.rule("R290", "R352", "Q36", "Q37")
def test_each_elite_has_his_own_first_result(charts: LoadedCharts) -> None:
    game = formation(charts)
    game.level(1, pilot=Quality.ELITE, gunner=Quality.ELITE)
    game.person(1, Role.PILOT).calm_used = 1
    strike(game, 1, GENERAL, 2)
    assert game.stress(1) == (1, 0)
    strike(game, 1, GENERAL, 2)
    assert game.stress(1) == (2, 1)


SAFE = (Quality.ELITE, Quality.HERO)


@pytest.mark.rule("R290", "R291", "R292", "R352", "R359", "Q36", "Q37")
@each("gunner", LEVELS)
@each("pilot", LEVELS)
def test_calm_of_mixed_crews(pilot: Quality, gunner: Quality) -> None:
    game = formation()
    game.level(1, pilot=pilot, gunner=gunner)
    with game.dice():
        stress_crew(game.mat, game.table, 1, 2)
    calm = (pilot in SAFE, pilot in SAFE and gunner in SAFE)
    assert game.stress(1) == tuple(0 if safe else 2 for safe in calm)
    with game.dice():
        stress_crew(game.mat, game.table, 1, 1)
    again = (pilot == Quality.HERO, pilot in SAFE and gunner == Quality.HERO)
    expected = tuple((0 if safe else 2) + (0 if hero else 1) for safe, hero in zip(calm, again, strict=True))
    assert game.stress(1) == expected


@pytest.mark.rule("Q34", "Q35", "R291")
@pytest.mark.parametrize(("level", "calm"), [(Quality.ELITE, False), (Quality.HERO, True), (Quality.ACE, False)])
def test_a_wound_ends_an_elites_calm_not_a_heros(level: Quality, calm: bool) -> None:
    game = formation()
    game.level(1, pilot=level)
    game.person(1, Role.PILOT).wounds = 1
    assert bool(immune(game.mat, 1, 1)) == calm
    with game.dice():
        stress_person(game.mat, game.table, 1, 1, 2)
    assert game.person(1, Role.PILOT).stress == (0 if calm else 2)


@pytest.mark.rule("Q11", "R292", "Q37")
def test_a_gunner_beside_a_hero_breaks_alone() -> None:
    game = formation()
    game.level(1, pilot=Quality.HERO, gunner=Quality.GREEN)
    give_stress(game, 1, 0, 4)
    with game.dice(C3=[2], C4=[10]):
        stress_crew(game.mat, game.table, 1, 2)
    assert flies(game, 1) and duties(game, 1) == (Duty.FLYING, Duty.KIA)


# --- landing modifiers of the levels (8.9) ---


@pytest.mark.rule("R345c", "R350c", "R357c", "R367a", "R368b", "R278", "R289", "Q34", "Q35", "C5")
@each("wounded", [False, True])
@each("level", LEVELS)
def test_landing_modifiers_by_level_stress_and_gear(level: Quality, wounded: bool) -> None:
    for stress, gear in itertools.product(range(7), (0, 1)):
        game = formation()
        game.level(1, pilot=level, gunner=Quality.HERO)
        game.person(1, Role.PILOT).wounds = int(wounded)
        give_stress(game, 1, stress, 6 - stress)
        game.mat.aircraft[1].damage[System.LANDING_GEAR] = gear
        game.mat.aircraft[1].damage[System.TAIL] = 1
        expected = worth(LANDING[level], level, wounded) + NERVES[stress] + gear
        assert sum(landing_modifiers(game.mat, game.table, 1, 1)) == expected


# --- rest and limits (7.11, 8.9) ---


@pytest.mark.rule("R276", "R286", "R288", "R285", "Q38")
def test_who_stayed_in_the_holding_area_loses_one_stress_who_flew_none() -> None:
    game = formation(aircraft=4, zone=0, leg=Leg.HOME)
    game.mat.pilots["stress"] = [3] * 8 + [0, 2, 1]
    game.mat.gunners["stress"] = [2] * 11
    game.mat.cursor.phase = Phase.LANDING
    with game.dice(C5=[1] * 4):
        while game.mat.track.logged == 0 or game.mat.cursor.phase == Phase.END_OF_MISSION:
            next_step(game.mat, game.table)
    assert list(game.mat.pilots["stress"]) == [3] * 4 + [2] * 4 + [0, 1, 0]
    assert list(game.mat.gunners["stress"]) == [2] * 4 + [1] * 7


@pytest.mark.rule("R348", "R349", "R355", "R356")
@each("level, limit", [(Quality.ELITE, 2), (Quality.HERO, 1), (Quality.ACE, 11)])
@each("role", Role)
def test_two_elite_and_one_hero_of_a_role_fly_the_others_wait(role: Role, level: Quality, limit: int) -> None:
    game = Position()
    people = game.mat.pilots if role == Role.PILOT else game.mat.gunners
    people["level"][:] = level
    assert available_crew(game.mat, game.table, role) == limit
    for flying in range(11):
        assert bool(may_sit(game.mat, game.table, role, 10)) == (flying < limit)
        people[flying].duty = Duty.FLYING
