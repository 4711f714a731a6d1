"""Invariants at every decision of every war: random wars are checked while they are played.

``make audit`` plays a million decisions, ``python -m tools.audit --decisions 10000000`` ten million.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stuka_env.games.stuka.charts.shape import BEST_CAMPAIGN
from stuka_env.games.stuka.codes import Decision, Duty, Leg, Operation, Quality, Role, Scale, Status, Target
from stuka_env.games.stuka.rules.mat import LogLine
from tests.support import auditing, invariants
from tests.support.auditing import NOW, Auditor, audit, judge
from tests.support.commands import run_tool
from tests.support.each import each
from tests.support.log_sheet import log_error, log_lines, mean, mission_error, recompute
from tests.support.playing import IDS, choose, make
from tests.support.position import Position
from tests.support.violations import Violation, check_decision, check_ranges
from tests.support.wars import HALF_AND_HALF, WarKind, read_war
from tools import audit as tool


@pytest.fixture(scope="module")
def auditor() -> Auditor:
    return Auditor()


# --- wars played at random ---


@pytest.mark.rule("R032", "R034", "R065", "R149", "R151", "R152", "R180", "R284", "R348", "R355")
def test_nothing_impossible_in_fifty_thousand_decisions() -> None:
    done = audit(50_000)
    assert not done.error, f"war {done.war}: {done.error}"
    assert done.decisions >= 50_000


@pytest.mark.slow
def test_nothing_impossible_in_a_million_decisions() -> None:
    done = audit(1_000_000, first=1_000_000)
    assert not done.error, f"war {done.war}: {done.error}"
    assert done.decisions >= 1_000_000


@settings(max_examples=200, deadline=None)
@given(
    st.builds(
        WarKind,
        scale=st.sampled_from([int(scale) for scale in Scale]),
        operation=st.sampled_from([int(operation) for operation in Operation]),
        regular=st.integers(0, 1),
        policy=st.integers(0, 2),
        mixed=st.integers(0, 1),
        journal=st.just(0),
        seed=st.integers(0, 2**64 - 1),
    ).map(lambda war: war._replace(operation=0) if war.scale == Scale.CAMPAIGN else war)
)
def test_nothing_impossible_whatever_the_seed(auditor: Auditor, war: WarKind) -> None:
    assert judge(war, auditor.play(war)) == ""


@each("env_id", IDS)
def test_observations_stay_in_their_space_and_the_return_is_the_official_score(env_id: str) -> None:
    """Through the public environment; the official score is worked out again from the log sheet."""
    env = make(env_id, duration="short")
    rng = np.random.default_rng(4)
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            assert env.observation_space.contains(seen)
            seen, reward, over, _, info = env.step(int(choose(info["action_mask"], rng)))
            total += reward
        assert env.observation_space.contains(seen)
        mat = env.mat
        result = recompute(int(mat.war.scale), int(mat.war.operation), 0, log_lines(env.mat))
        assert info["result"]["score"] == result
        assert total * 100 == pytest.approx(result, abs=1e-9)


# --- the checks notice what they should ---


def before_the_first_mission() -> tuple[Auditor, Any]:
    """An operation laid out, nothing played."""
    auditor = Auditor()
    auditor.play(WarKind(Scale.OPERATION, Operation.BARBAROSSA, 1, HALF_AND_HALF, 0, 0, 3), most=0)
    return auditor, auditor.arena.mats[NOW]


def found(auditor: Auditor) -> Violation:
    """Return the result of the checks of the present mat against the previous one."""
    arena = auditor.arena
    now, before = arena.mats
    return Violation(
        check_ranges(arena.octets[NOW], arena.words[NOW], arena.limits)
        or check_decision(now, auditor.table, arena.mask)
        or invariants.check_force(now, before, auditor.table)
        or invariants.check_mission(now, before, auditor.table)
    )


def set_person(mat: Any, **fields: int) -> None:
    for name, value in fields.items():
        mat.pilots[4][name] = value


BROKEN: dict[Violation, Callable[[Any], None]] = {
    Violation.A_FIELD_IS_OUT_OF_ITS_RANGE: lambda mat: set_person(mat, stress=7),
    Violation.A_TRACK_IS_OUT_OF_ITS_RANGE: lambda mat: mat.track.__setitem__("result", BEST_CAMPAIGN + 1),
    Violation.NO_DECISION_IS_OPEN: lambda mat: mat.cursor.__setitem__("decision", Decision.NONE),
    Violation.A_PERSON_APPEARED_OR_VANISHED: lambda mat: set_person(mat, duty=Duty.NOBODY, level=0),
    Violation.A_TIMER_DOES_NOT_FIT_WHERE_THE_PERSON_IS: lambda mat: set_person(mat, timer=1),
    Violation.A_TIMER_OF_A_PERSON_MOVED_WRONGLY: lambda mat: set_person(mat, duty=Duty.HOSPITAL, timer=3),
    Violation.SOMEBODY_ON_THE_GROUND_HAS_A_WOUND_OR_A_SLOT: lambda mat: set_person(mat, wounds=1),
    Violation.A_PERSON_FLIES_WITHOUT_A_SEAT: lambda mat: set_person(mat, duty=Duty.FLYING, slot=2),
    Violation.SOMEBODY_LOST_A_LEVEL_OR_ROSE_TWO: lambda mat: set_person(mat, level=Quality.ELITE),
    Violation.AN_AIRCRAFT_APPEARED_OR_VANISHED: lambda mat: mat.aircraft[3].__setitem__("status", Status.NONE),
    Violation.A_TIMER_DOES_NOT_FIT_WHERE_THE_AIRCRAFT_IS: lambda mat: mat.aircraft[3].__setitem__("timer", 2),
    Violation.THE_CUP_GAVE_A_NUMBER_TWICE_OR_ONE_NOT_SENT: lambda mat: mat.mission.targets.__setitem__(0, 1),
    Violation.THE_WRONG_NUMBER_OF_CARDS_WAS_DRAWN: lambda mat: mat.mission.drawn.__setitem__(5, 1),
    Violation.THE_FORMATION_IS_NOT_ALLOWED: lambda mat: mat.mission.__setitem__("formation", 1),
    Violation.THE_FORMATION_IS_IN_THE_WRONG_PLACE: lambda mat: mat.mission.__setitem__("zone", 1),
    Violation.THE_LOG_SHEET_DOES_NOT_FIT_THE_MISSION: lambda mat: mat.war.__setitem__("mission_of_war", 1),
}


@each("violation", BROKEN)
def test_a_broken_mat_is_noticed_on_the_ground(violation: Violation) -> None:
    auditor, mat = before_the_first_mission()
    assert mat.cursor.decision == Decision.MUSTER
    assert found(auditor) == Violation.NONE
    BROKEN[violation](mat)
    assert found(auditor) == violation


def test_a_mask_without_a_choice_is_noticed() -> None:
    auditor, _ = before_the_first_mission()
    auditor.arena.mask[np.flatnonzero(auditor.arena.mask)[1:]] = 0
    assert found(auditor) == Violation.THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS


def test_a_fault_of_the_dice_is_noticed() -> None:
    auditor, _ = before_the_first_mission()
    auditor.arena.dice["fault"] = 2
    assert found(auditor) == Violation.THE_DICE_ARE_AT_FAULT


def test_timers_may_only_move_when_a_mission_ends() -> None:
    auditor, mat = before_the_first_mission()
    for number in range(2):
        card = auditor.arena.mats[number].aircraft[2]
        card.status, card.timer = Status.REPAIR, 5
    auditor.arena.mats[1].cursor.decision = Decision.LEADER
    assert found(auditor) == Violation.NONE
    mat.aircraft[2].timer = 4
    assert found(auditor) == Violation.A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY
    mat.track.logged = mat.war.mission_of_war = 1
    assert found(auditor) == Violation.NONE
    mat.aircraft[2].timer = 6
    assert found(auditor) == Violation.A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY


def in_flight() -> Position:
    """A Staffel of five in zone 2 on its way out, one card drawn in each zone."""
    game = Position().in_flight(aircraft=5, zone=2)
    game.mat.mission.drawn[:2] = 1
    game.mat.cursor.decision = Decision.EN_ROUTE
    return game


def fault_in_flight(game: Position) -> Violation:
    before = in_flight().mat
    return Violation(
        invariants.check_people(game.mat, before)
        or invariants.check_aircraft(game.mat, game.table)
        or invariants.check_mission(game.mat, before, game.table)
    )


def test_a_formation_in_order_passes() -> None:
    assert fault_in_flight(in_flight()) == Violation.NONE


def kill(game: Position, slot: int, role: Role) -> None:
    game.person(slot, role).duty = Duty.KIA


def attacked(game: Position, score: int) -> None:
    card = game.mat.aircraft[1]
    card.present = card.attacked = game.mat.mission.present = 1
    card.score = score


FAULTY = [
    (lambda game: kill(game, 1, Role.PILOT), Violation.AN_AIRCRAFT_FLIES_WITHOUT_A_LIVING_PILOT),
    (lambda game: kill(game, 1, Role.GUNNER), Violation.NONE),
    (lambda game: set_person(game.mat, wounds=2), Violation.WOUNDED_TWICE_AND_ALIVE),
    (lambda game: set_person(game.mat, slot=1), Violation.A_PERSON_FLIES_WITHOUT_A_SEAT),
    (lambda game: game.mat.mission.__setitem__("leader", 7), Violation.THE_FLIGHT_LEADER_DOES_NOT_FLY),
    (lambda game: game.mat.mission.__setitem__("moves", 3), Violation.THE_WRONG_NUMBER_OF_CARDS_WAS_DRAWN),
    (lambda game: game.mat.mission.drawn.__setitem__(1, 0), Violation.A_CARD_WENT_BACK_OR_WAS_OUT_OF_THE_DECK),
    (lambda game: game.mat.mission.drawn.__setitem__(9, 1), Violation.THE_WRONG_NUMBER_OF_CARDS_WAS_DRAWN),
    (lambda game: game.mat.mission.targets.__setitem__(0, 6), Violation.THE_CUP_GAVE_A_NUMBER_TWICE_OR_ONE_NOT_SENT),
    (
        lambda game: game.mat.mission.targets.__setitem__(slice(0, 2), 3),
        Violation.THE_CUP_GAVE_A_NUMBER_TWICE_OR_ONE_NOT_SENT,
    ),
    (lambda game: game.mat.aircraft[2].__setitem__("range_loss", 10), Violation.AN_AIRCRAFT_FLIES_BEYOND_ITS_RANGE),
    (lambda game: game.mat.aircraft[2].__setitem__("range_loss", 9), Violation.NONE),
    (lambda game: attacked(game, 95), Violation.AN_ATTACK_SCORE_IS_NOT_ON_A2),
    (lambda game: attacked(game, 90), Violation.NONE),
    (lambda game: game.mat.aircraft[1].__setitem__("score", 50), Violation.AN_ATTACK_SCORE_IS_NOT_ON_A2),
    (lambda game: game.mat.mission.__setitem__("sent", 4), Violation.THE_FORMATION_IS_NOT_ALLOWED),
    (lambda game: game.mat.mission.__setitem__("formation", 2), Violation.THE_FORMATION_IS_NOT_ALLOWED),
]


@each("spoil, violation", FAULTY)
def test_a_broken_formation_is_noticed_in_flight(spoil: Any, violation: Violation) -> None:
    game = in_flight()
    spoil(game)
    assert fault_in_flight(game) == violation


def test_a_formation_in_the_wrong_place_is_noticed() -> None:
    """Homeward from zone 4, two moves are not enough to be in zone 2."""
    game = in_flight()
    assert invariants.check_flight(game.mat, game.table) == Violation.NONE
    game.mat.mission.leg = Leg.HOME
    assert invariants.check_flight(game.mat, game.table) == Violation.THE_FORMATION_IS_IN_THE_WRONG_PLACE


@pytest.mark.parametrize("level, count, noticed", [(Quality.ELITE, 2, 0), (Quality.ELITE, 3, 1), (Quality.HERO, 2, 1)])
def test_too_many_elite_or_hero_are_noticed(level: Quality, count: int, noticed: int) -> None:
    game = Position().in_flight(aircraft=5, zone=0, leg=Leg.GROUND)
    for slot in range(count):
        game.level(slot, gunner=level)
    assert invariants.check_limits(game.mat) == noticed * Violation.TOO_MANY_ELITE_OR_HERO_FLY


def test_what_is_used_up_may_not_come_back() -> None:
    before = in_flight()
    before.mat.mission.relief_used = 1
    now = in_flight()
    assert invariants.check_once(now.mat, before.mat) == Violation.SOMETHING_USED_ONCE_CAME_BACK
    before = in_flight()
    before.mat.aircraft[4].status = Status.HOME
    assert invariants.check_once(now.mat, before.mat) == Violation.SOMETHING_USED_ONCE_CAME_BACK
    assert invariants.check_once(now.mat, in_flight().mat) == Violation.NONE


# --- the log sheet ---


def line(scores: list[int], **fields: Any) -> dict[str, Any]:
    """A line of the log sheet of a mission without losses, with the best bonus."""
    empty: dict[str, Any] = {field.name: 0 for field in LogLine.FIELDS} | {"carriers": [0, 0]}
    base = mean(scores, len(scores)) if scores else 0
    return {**empty, "scores": scores, "present": len(scores), "bonus": 6, "score": base + 6, **fields}


@pytest.mark.rule("R319", "R320", "R321", "Q63")
@each(
    "entry, right",
    [
        (line([100, 40, 55, 20, 15, 90], score=53, bonus=0, lost=1), True),
        (line([100, 40, 55, 20, 15, 90], score=54, bonus=0, lost=1), False),
        (line([100, 40, 55, 20, 15, 90], score=59), True),
        (line([100, 40, 55, 20, 15, 90], score=57, bonus=4), True),
        (line([50, 50], score=53, bonus=3), False),
        (line([50, 50], score=53, bonus=3, wia=2), True),
        (line([50, 51], score=57), True),
        (line([50, 50], score=66, kills=1), True),
        (line([], aborted=1, score=0, bonus=0), True),
        (line([], aborted=1, score=6), False),
        (line([], aborted=1, score=10, bonus=0, kills=1), False),
        (line([], score=20, bonus=0, kills=2), True),
        (line([], score=20, bonus=0, kills=1), False),
        (line([50, 50], score=56, gamble=1, gambler=2), True),
        (line([50, 50], score=56, gamble=1), False),
        (line([50, 50], score=56, special=3, carriers=[2, 0]), True),
        (line([50, 50], score=56, special=3), False),
        (line([50, 50], present=1), False),
        (line([100, 0], sunk=1, score=106), False),
    ],
)
def test_a_wrong_mission_score_is_noticed(entry: dict[str, Any], right: bool) -> None:
    assert (mission_error(entry, Target.AIRFIELD) == "") == right


@pytest.mark.rule("R339", "R340", "R342", "Q67")
def test_a_wrong_ship_is_noticed() -> None:
    sunk = line([100, 0], sunk=1, score=106)
    assert mission_error(sunk, Target.CRUISER) == ""
    assert mission_error(sunk, Target.TRANSPORT) != ""
    assert mission_error(line([100, 0]), Target.CRUISER) != ""
    assert mission_error(line([85, 0]), Target.CRUISER) == ""


def test_a_wrong_result_is_noticed(auditor: Auditor) -> None:
    war = WarKind(Scale.CAMPAIGN, Operation.BARBAROSSA, 0, HALF_AND_HALF, 0, 0, 12)
    mat = auditor.play(war).mat
    assert log_error(war, mat) == ""
    mat.track.result += 1
    assert "by the log sheet" in log_error(war, mat)
    mat.track.result -= 1
    mat.count.war_kia += 1
    assert "not those counted" in log_error(war, mat)
    mat.count.war_kia -= 1
    mat.log[3].wia = 21
    assert "log sheet: wia" in log_error(war, mat)


@pytest.mark.rule("R333", "Q64", "Q65")
def test_the_campaign_from_its_log_sheet() -> None:
    """36 missions of 60, 50 and 40 by operation; 70, 60 and 50 with the bonuses; their mean, and 15 + 8."""
    lines = [
        {"segment": segment, "score": score, "lost": 0, "kia": 0, "no_fly": 0}
        for segment, score in enumerate((60, 60, 60, 50, 50, 40))
        for _ in range(6)
    ]
    assert recompute(Scale.CAMPAIGN, 0, 0, lines) == 60 + 15 + 8
    assert recompute(Scale.OPERATION, 1, 0, lines) == 50 + 7 + 3
    assert recompute(Scale.SEGMENT, 0, 0, lines[:6]) == 60


# --- the command ---


@pytest.mark.slow
def test_the_command_runs_by_itself() -> None:
    """With the compiled code that these tests use."""
    run = run_tool("audit", "--decisions", "2000", timeout=300)
    assert run.returncode == 0, run.stderr
    assert "no violation" in run.stdout


def test_the_command_says_how_it_went(capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--decisions", "100"]) == 0
    assert "no violation" in capsys.readouterr().out


def test_a_violation_is_told_and_can_be_repeated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditing, "judge", lambda war, played: "a card too many" if war.seed == 5 else "")
    assert tool.main(["--decisions", "10000"]) == 1
    told = capsys.readouterr().err
    assert "a card too many" in told
    assert "war 6" in told
    name = told.split()[-1]
    assert read_war(name).seed == 5
    assert tool.main(["--war", name]) == 1


def test_the_audit_can_be_stopped(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(auditing, "judge", stop)
    assert tool.main(["--decisions", "10000"]) == 130
    assert "stopped" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "1,2", "a,b,c,d,e,f,g"])
def test_a_war_without_a_name_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool.main(["--war", name])
    assert "seven numbers" in capsys.readouterr().err
