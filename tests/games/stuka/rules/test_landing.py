"""Landing (5.1.4, 8.1): C5 with its modifiers, forced landings on C6, the crew of a wreck on C7, stragglers."""

import pytest

from stuka_env.games.stuka.codes import (
    SYSTEMS,
    Chart,
    Duty,
    Entry,
    Leg,
    Modifier,
    Phase,
    Quality,
    Role,
    Status,
    System,
    to_index,
)
from stuka_env.games.stuka.rules.flight import leave
from stuka_env.games.stuka.rules.landing import land, landing_modifiers
from stuka_env.games.stuka.rules.maintenance import place_casualties, place_formation
from stuka_env.games.stuka.rules.scoring import count_losses
from stuka_env.games.stuka.rules.sequence import land_next
from tests.support.each import each
from tests.support.position import Position

SLOT = 1
LEVELS = [(Quality.GREEN, 0), (Quality.VETERAN, -1), (Quality.ACE, -1), (Quality.ELITE, -2), (Quality.HERO, -3)]
STRESS = [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)]


def home(pilot: Quality = Quality.GREEN, **crew: int) -> Position:
    """Five aircraft over the airfield; what the pilot of aircraft 2 is, and his stress and wounds."""
    game = Position().in_flight(aircraft=5, zone=0, leg=Leg.HOME)
    game.level(SLOT, pilot=pilot)
    for name, value in crew.items():
        game.person(SLOT, Role.PILOT)[name] = value
    return game


def drm_of(game: Position) -> int:
    return int(sum(landing_modifiers(game.mat, game.table, SLOT, SLOT)))


def forced(game: Position, die: int) -> bool:
    """Whether this C5 roll is a forced landing; strict: a safe landing rolls nothing more."""
    try:
        with game.dice(C5=[die]):
            land(game.mat, game.table, SLOT)
    except AssertionError as error:
        assert "C6 is rolled" in str(error)
        return True
    return False


# --- C5 and its modifiers ---


@pytest.mark.rule("R184", "R301", "R345c", "R350c", "R357c", "R367a", "R368b")
@each("level, drm", LEVELS)
def test_the_pilots_level_modifies_the_landing(level: Quality, drm: int) -> None:
    """Eight or less is safe, nine or more a forced landing."""
    assert drm_of(home(level)) == drm
    for die in range(1, 11):
        assert forced(home(level), die) == (die + drm >= 9), die


@pytest.mark.rule("R278", "R289")
@each("stress, drm", STRESS)
def test_the_pilots_stress_modifies_the_landing(stress: int, drm: int) -> None:
    assert drm_of(home(stress=stress)) == drm
    for die in (6, 7, 8, 9):
        assert forced(home(stress=stress), die) == (die + drm >= 9)


@pytest.mark.rule("R289")
def test_the_gunner_has_no_part_in_the_landing() -> None:
    game = home()
    gunner = game.person(SLOT, Role.GUNNER)
    gunner.stress, gunner.level, gunner.wounds = 5, Quality.HERO, 1
    assert drm_of(game) == 0


@pytest.mark.rule("R301", "Q13")
def test_damaged_landing_gear_adds_one() -> None:
    """The amendment on C5: nothing else on the aircraft counts."""
    game = home()
    game.mat.aircraft[SLOT].damage[System.LANDING_GEAR] = 1
    assert drm_of(game) == 1
    assert not forced(game, 7)
    game = home()
    game.mat.aircraft[SLOT].damage[System.LANDING_GEAR] = 1
    assert forced(game, 8)


@each("system", [system for system in System if system < SYSTEMS and system != System.LANDING_GEAR])
def test_other_damage_does_not_make_landing_harder(system: System) -> None:
    game = home()
    game.mat.aircraft[SLOT].damage[system] = 1
    game.mat.aircraft[SLOT].range_loss = 3
    assert drm_of(game) == 0


@pytest.mark.rule("R271", "R275", "Q34", "Q35")
@each(
    "level, drm", [(Quality.GREEN, 0), (Quality.VETERAN, 0), (Quality.ACE, 0), (Quality.ELITE, 0), (Quality.HERO, -2)]
)
def test_a_wounded_pilot_lands_without_his_experience(level: Quality, drm: int) -> None:
    """A Hero keeps half of it, rounded up; stress and landing gear count as ever."""
    game = home(level, wounds=1, stress=3)
    game.mat.aircraft[SLOT].damage[System.LANDING_GEAR] = 1
    assert drm_of(game) == drm + 1 + 1


@pytest.mark.rule("Q43")
def test_totals_beyond_the_chart_count_as_its_ends() -> None:
    worst = home(stress=6)
    worst.mat.aircraft[SLOT].damage[System.LANDING_GEAR] = 1
    with worst.dice(C5=[10], C6=[3]):
        land(worst.mat, worst.table, SLOT)
    assert worst.said(Entry.CRASHED, SLOT)
    best = home(Quality.HERO)
    with best.dice(C5=[1]):
        land(best.mat, best.table, SLOT)
    assert best.said(Entry.LANDED, SLOT)


@pytest.mark.rule("R301")
def test_the_journal_names_every_modifier() -> None:
    game = home(Quality.ACE, stress=4)
    game.mat.aircraft[SLOT].damage[System.LANDING_GEAR] = 1
    with game.dice(C5=[6]):
        land(game.mat, game.table, SLOT)
    told = {int(entry["result"]): int(entry["drm"]) for entry in game.said(Entry.MODIFIER, SLOT)}
    assert told == {Modifier.CREW: -1, Modifier.STRESS: 2, Modifier.LANDING_GEAR: 1}
    (roll,) = game.said(Entry.ROLL, SLOT)
    assert (roll["chart"], roll["dice"][0], roll["drm"], roll["total"]) == (Chart.C5, 6, 2, 8)


@pytest.mark.rule("R301")
def test_after_a_safe_landing_everybody_is_back() -> None:
    game = home(stress=2)
    with game.dice(C5=[7]):
        land(game.mat, game.table, SLOT)
    assert game.mat.aircraft[SLOT].status == Status.HOME
    assert game.mat.aircraft[SLOT].crash_repair == 0
    assert [game.person(SLOT, role).duty for role in Role] == [Duty.BACK, Duty.BACK]
    assert game.stress(SLOT) == (2, 0)


# --- forced landings: C6 and C7 ---


@pytest.mark.rule("R302", "Q61")
@each("die, missions", list(enumerate((1, 1, 2, 2, 3, 3, 3, 4, 5), 1)))
def test_a_forced_landing_damages_the_aircraft_and_spares_the_crew(die: int, missions: int) -> None:
    game = home()
    with game.dice(C5=[9], C6=[die]):
        land(game.mat, game.table, SLOT)
    card = game.mat.aircraft[SLOT]
    assert (card.status, card.crash_repair, card.damage.tolist()) == (Status.HOME, missions, [0] * SYSTEMS)
    assert [(game.person(SLOT, role).duty, game.person(SLOT, role).wounds) for role in Role] == [(Duty.BACK, 0)] * 2
    place_formation(game.mat, game.table)
    assert (card.status, card.timer) == (Status.REPAIR, missions)


@pytest.mark.rule("Q61")
def test_a_forced_landing_adds_to_the_damage_the_aircraft_had() -> None:
    """Tail 2 and engine 3 by C10, 3 by C6: eight missions."""
    game = home()
    card = game.mat.aircraft[SLOT]
    card.damage[System.TAIL] = card.damage[System.ENGINE] = 1
    with game.dice(C5=[9], C6=[6]):
        land(game.mat, game.table, SLOT)
    place_formation(game.mat, game.table)
    assert card.timer == 8


def wreck(pilot: int, gunner: int, wounded: Role | None = None) -> Position:
    """A forced landing that destroys aircraft 2, with these C7 rolls."""
    game = home()
    if wounded is not None:
        game.person(SLOT, wounded).wounds = 1
    with game.dice(C5=[10], C6=[10], C7=[pilot, gunner]):
        land(game.mat, game.table, SLOT)
    return game


@pytest.mark.rule("R303", "Q95")
@each("role", list(Role))
@each(
    "die, duty, wounds", [(1, Duty.BACK, 0), (3, Duty.BACK, 0), (4, Duty.BACK, 1), (5, Duty.BACK, 1), (6, Duty.KIA, 0)]
)
def test_each_person_of_a_wreck_survives_or_not(role: Role, die: int, duty: Duty, wounds: int) -> None:
    game = wreck(*((die, 1) if role == Role.PILOT else (1, die)))
    who, other = game.person(SLOT, role), game.person(SLOT, Role(1 - role))
    assert (who.duty, who.wounds) == (duty, wounds)
    assert (other.duty, other.wounds) == (Duty.BACK, 0)
    assert game.mat.aircraft[SLOT].status == Status.LOST


@pytest.mark.rule("R303", "R272")
def test_a_second_wound_in_the_wreck_kills() -> None:
    game = wreck(4, 4, wounded=Role.GUNNER)
    pilot, gunner = game.person(SLOT, Role.PILOT), game.person(SLOT, Role.GUNNER)
    assert (pilot.duty, pilot.wounds) == (Duty.BACK, 1)
    assert (gunner.duty, gunner.wounds) == (Duty.KIA, 2)


@pytest.mark.rule("R303", "Q44", "Q80", "Q61")
def test_a_wreck_counts_as_destroyed_and_nobody_bails_out() -> None:
    """On the own airfield: no C3, no C4. The aircraft is replaced after C8, not repaired."""
    game = wreck(6, 5)
    game.mat.aircraft[SLOT].damage[System.TAIL] = 1
    count_losses(game.mat)
    assert (game.mat.count.destroyed, game.mat.count.kia) == (1, 1)
    with game.dice(C9_KIA=[7], C9_WIA=[2], C8=[3]):
        place_casualties(game.mat, game.table)
        place_formation(game.mat, game.table)
    assert (game.mat.aircraft[SLOT].status, game.mat.aircraft[SLOT].timer) == (Status.REPLACEMENT, 4)
    assert (game.mat.pilots[SLOT].duty, game.mat.pilots[SLOT].timer) == (Duty.REPLACEMENT, 7)
    assert (game.mat.gunners[SLOT].duty, game.mat.gunners[SLOT].timer) == (Duty.HOSPITAL, 2)


@pytest.mark.rule("R303", "R087", "Q95")
@pytest.mark.parametrize("absence", ["SC1800", "killed"])
def test_an_empty_seat_rolls_nothing(absence: str) -> None:
    game = home()
    if absence == "SC1800":
        game.mat.aircraft[SLOT].gunner = 0
    else:
        game.person(SLOT, Role.GUNNER).duty = Duty.KIA
    with game.dice(C5=[10], C6=[10], C7=[2]):
        land(game.mat, game.table, SLOT)
    assert game.person(SLOT, Role.PILOT).duty == Duty.BACK
    if absence == "killed":
        assert game.person(SLOT, Role.GUNNER).duty == Duty.KIA


# --- who lands when ---


@pytest.mark.rule("R300", "R184", "Q31")
def test_the_landings_go_by_slots_whoever_leads() -> None:
    """Slot 2 is empty, the leader is now in slot 4."""
    game = home()
    game.mat.aircraft[1].status = Status.LOST
    game.mat.mission.leader = 4
    with game.dice(C5=[1, 10, 3, 4], C6=[6]):
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            land_next(game.mat, game.table)
    rolls = [(int(e["chart"]), to_index(int(e["aircraft"])), int(e["dice"][0])) for e in game.said(Entry.ROLL)]
    assert rolls == [(Chart.C5, 0, 1), (Chart.C5, 2, 10), (Chart.C6, 2, 6), (Chart.C5, 3, 3), (Chart.C5, 4, 4)]
    assert game.mat.cursor.phase == Phase.END_OF_MISSION
    assert [int(card.status) for card in game.mat.aircraft[:5]] == [
        Status.HOME, Status.LOST, Status.HOME, Status.HOME, Status.HOME,
    ]  # fmt: skip


@pytest.mark.rule("R304", "R212", "R213", "R214", "Q76", "R299")
@pytest.mark.parametrize("leg, zone", [(Leg.OUT, 2), (Leg.HOME, 3)])
def test_a_straggler_lands_at_once(leg: Leg, zone: int) -> None:
    """From wherever he leaves: no card, no fighters, a roll on C5. The others fly on."""
    game = Position().in_flight(aircraft=5, zone=zone, leg=leg)
    with game.dice(C5=[4]):
        leave(game.mat, game.table, 2)
    assert game.mat.aircraft[2].status == Status.HOME
    assert game.mat.mission.zone == zone
    assert [int(card.status) for card in game.mat.aircraft[:5]].count(Status.FLYING) == 4


@pytest.mark.rule("R304", "Q76", "Q86")
def test_a_straggler_who_had_attacked_keeps_his_score() -> None:
    game = Position().in_flight(aircraft=5, zone=3, leg=Leg.HOME)
    card = game.mat.aircraft[2]
    card.present = card.attacked = 1
    card.score = 70
    with game.dice(C5=[10], C6=[10], C7=[1, 1]):
        leave(game.mat, game.table, 2)
    assert (card.status, card.present, card.score) == (Status.LOST, 1, 70)


@pytest.mark.rule("R299", "R181", "R182", "R183")
def test_nobody_lands_before_the_airfield() -> None:
    """Two zones home: a card and a test for fighters in each, then the landings."""
    game = Position().in_flight(aircraft=4, zone=3, target_zone=3)
    game.mat.mission.leg, game.mat.cursor.phase = Leg.HOME, Phase.MOVE
    with game.dice(
        EVENT=["waypoint_reached", "spots_in_the_distance"],
        B1=[1, 1],
        B2=[1, 1],
        C5=[1, 2, 3, 4],
        A1=[[3, 4, 3]],
    ):
        game.advance()
    told = [(int(e["chart"]), int(e["zone"])) for e in game.said(Entry.ROLL)]
    assert told[:10] == [
        (Chart.EVENT, 2), (Chart.B1, 2), (Chart.B2, 2), (Chart.EVENT, 1), (Chart.B1, 1), (Chart.B2, 1),
        (Chart.C5, 0), (Chart.C5, 0), (Chart.C5, 0), (Chart.C5, 0),
    ]  # fmt: skip
