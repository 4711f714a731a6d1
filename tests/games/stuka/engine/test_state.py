"""Wars as JSON: what comes back, what is refused, and that nothing that is accepted can stop the process."""

import copy
import functools
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from stuka_env.engine.engine import StateError
from stuka_env.games.stuka.rules.mat import FILE_NAMES
from stuka_env.io.quoting import LAST_READER
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.playing import IDS, make, make_vec, mat_bytes
from tests.support.states import moments, with_checksum


@pytest.mark.parametrize("number", [2, 3])
def test_a_state_of_an_older_format_is_refused(number: int) -> None:
    env = make("Stuka/Mission-v0")
    env.reset(seed=1)
    said = f"state: format is {number}, this environment needs 4; the last commit that reads older formats is"
    with pytest.raises(StateError, match=f"^{said} {LAST_READER}$"):
        env.set_state(env.get_state() | {"format": number})


# --- relations between values ---


@functools.cache
def state_at(decision: str, zone: int = -1) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Return the first state of random play with this open decision, in this zone if one is named, and its scenario."""
    for seed in range(2000):
        for env in moments(seed):
            if env.decision == decision and zone in (-1, int(env.mat.mission.zone)):
                return IDS[env.engine.spec.scale], env.engine.spec.given(), env.get_state()
    raise AssertionError(f"no {decision} in 2,000 wars")


Change = tuple[str, Any]
"""A path of a number, "mats.mission.zone" or "mats.pilots.slot.3", and its new value."""


def changed_at(decision: str, *changes: Change) -> tuple[Any, dict[str, Any]]:
    """Return an environment, and the state of a decision with some values changed."""
    env_id, arguments, state = state_at(decision)
    state = copy.deepcopy(state)
    for path, value in changes:
        here: Any = state["arrays"]
        *blocks, last = (int(word) if word.isdigit() else word for word in path.split("."))
        for block in blocks:
            here = here[block]
        here[last] = [value] * len(here[last]) if isinstance(here[last], list) else value
    return make(env_id, **arguments), with_checksum(state)


FIRE = FILE_NAMES["mission.anti_aircraft_card"]


@each(
    "decision, changes, message",
    [
        # the five that stopped the process
        ("ATTACK", [("reports.missions_paid", -1_000_000)], "reports.missions_paid: got -1000000"),
        ("LEADER", [("mats.gunners.level", 0)], "mats.gunners.level: got 0"),
        ("LEADER", [("mats.mission.sent", 0)], "mats.mission.sent: got 0, allowed is 2 to"),
        ("LEADER", [("mats.gunners.duty", 0)], "mats.gunners.level: got"),
        ("LEADER", [("mats.gunners.duty", 3)], "mats.gunners.slot: got 0"),
        ("ATTACK", [("reports.decision", 99)], "reports.decision: got 99, expected a whole number from 0 to 17"),
        ("ATTACK", [("reports.due", float("nan"))], "reports.due: got nan, expected a finite number"),
        # scenario and tracks
        ("MUSTER", [("mats.mission.scale", 9)], "mats.mission.scale: got 9, expected a whole number from 0 to 3"),
        ("MUSTER", [("mats.mission.regular", 2)], "mats.mission.regular: got 2"),
        ("MUSTER", [("mats.mission.missions", 20)], "mats.mission.missions: got 20, allowed is"),
        ("MUSTER", [("mats.mission.number", 20)], "mats.mission.number: got 20, allowed is less than"),
        ("MUSTER", [("mats.mission.war_mission", 120)], "mats.mission.war_mission: got 120"),
        ("MUSTER", [("mats.track.logged", 60)], "mats.track.logged: got 60, allowed is"),
        ("MUSTER", [("mats.track.over", 1)], "mats.track.over: got 1, allowed is 0"),
        ("MUSTER", [("mats.track.segments_done", 6)], "mats.track.segments_done: got 6"),
        ("MUSTER", [("mats.track.operations_done", 3)], "mats.track.operations_done: got 3"),
        ("MUSTER", [("mats.track.result", 3)], "mats.track.result: got 3, allowed is 0"),
        ("MUSTER", [("mats.track.campaign_bonus", 3)], "mats.track.campaign_bonus: got 3, allowed is 0"),
        ("MUSTER", [("mats.track.segments.5", 9)], "mats.track.segments: got"),
        ("PROMOTE", [("mats.track.segment_sum", 999)], "mats.track.segment_sum: got 999"),
        ("PROMOTE", [("mats.log.segment.0", 5)], "mats.log.segment: got"),
        ("PROMOTE", [("mats.log.level.0", 7)], "mats.log.level: got"),
        ("PROMOTE", [("mats.count.war_no_fly", 120)], "mats.count.war_no_fly: got 120"),
        ("PROMOTE", [("mats.count.destroyed", 120)], "mats.count.destroyed: got 120, allowed is at most"),
        # the decision, its phase and subject
        ("MUSTER", [("mats.mission.decision", 0)], "mats.mission.decision: got 0, allowed is an open decision"),
        ("MUSTER", [("mats.mission.phase", 8)], "mats.mission.phase: got 8, allowed is 1"),
        ("MUSTER", [("mats.mission.subject", 3)], "mats.mission.subject: got 3, allowed is 0 to 0"),
        ("PILOT", [("mats.mission.subject", 22)], "mats.mission.subject: got 22, allowed is 1 to 10"),
        ("PILOT", [("mats.mission.cursor", 22)], "mats.mission.cursor: got 22"),
        ("ATTACK", [("mats.mission.cursor", 22)], "mats.mission.cursor: got 22"),
        ("PROMOTE", [("mats.mission.cursor", 0)], "mats.mission.cursor: got 0"),
        # the mission in hand
        ("MUSTER", [("mats.mission.target", 14)], "mats.mission.target: got 14, allowed is 1 to 13"),
        ("MUSTER", [("mats.mission.target_zone", 0)], "mats.mission.target_zone: got 0, allowed is 1 to 6"),
        ("MUSTER", [("mats.mission.zone", 3)], "mats.mission.zone: got 3, allowed is 0"),
        ("MUSTER", [("mats.mission.sent", 4)], "mats.mission.sent: got 4, allowed is 0"),
        ("LEADER", [("mats.mission.leader", 1)], "mats.mission.leader: got 1, allowed is 0"),
        ("LEADER", [("mats.mission.formation", 0)], "mats.mission.formation: got 0"),
        ("PROMOTE", [("mats.mission.drawn.3", 1)], r"mats.mission.drawn: got \[.*1.*\], allowed is 0"),
        ("EN_ROUTE", [("mats.mission.zone", 0)], "mats.mission.zone: got 0"),
        ("EN_ROUTE", [("mats.mission.moves", 12)], "mats.mission.moves: got 12"),
        ("EN_ROUTE", [("mats.mission.leg", 0)], "mats.mission.leg: got 0, allowed is 1 or 2"),
        ("EN_ROUTE", [("mats.mission.leader", 0)], "mats.mission.leader: got 0"),
        ("NEW_LEADER", [("mats.mission.leader", 1)], "mats.mission.leader: got 1, allowed is 0"),
        ("AIR_TO_AIR", [("mats.mission.fighters", 0)], "mats.mission.fighters: got 0, allowed is 1 or more"),
        ("AIR_TO_AIR", [("mats.mission.ambush", 8)], "mats.mission.ambush: got 8"),
        ("AIR_TO_AIR", [(f"mats.{FIRE}", 4)], f"mats.{FIRE}: got 4, allowed is"),
        ("EVENT", [("mats.mission.last_card", 0)], "mats.mission.last_card: got 0"),
        ("CARRIER", [("mats.mission.carriers", 0)], "mats.mission.carriers: got 0"),
        ("CARRIER", [("mats.mission.special", 5)], "mats.mission.special: got 5, allowed is 0, 3 or 4"),
        ("CARRIER", [("mats.aircraft.ordnance.0", 5)], "mats.aircraft.ordnance: got 5"),
        # aircraft and people
        ("MUSTER", [("mats.aircraft.timer.0", 3)], "mats.aircraft.timer: got 3"),
        ("MUSTER", [("mats.aircraft.status.0", 2)], "mats.aircraft.status: got 2, allowed is none of 2, 3, 4"),
        ("PILOT", [("mats.aircraft.status.0", 3)], "mats.aircraft.status: got 3, allowed is 2 in the first"),
        ("PILOT", [("mats.aircraft.pilot.0", 0)], "mats.pilots.slot: got 1, allowed is the aircraft that he sits in"),
        ("ATTACK", [("mats.mission.present", 1)], "mats.mission.present: got 1"),
        ("ATTACK", [("mats.aircraft.present", 0)], "mats.(aircraft|mission).(present|attacked): got"),
        ("MUSTER", [("mats.pilots.timer.5", 3)], "mats.pilots.timer: got 3"),
        ("MUSTER", [("mats.pilots.slot.0", 3)], "mats.pilots.slot: got 3"),
        ("ATTACK", [("mats.pilots.duty", 1)], "mats.pilots.(slot|timer): got"),
        # what lies beside the mat
        ("ATTACK", [("dice.key_low", -1)], "dice.key_low: got -1, expected a whole number from 0 to 4294967295"),
        ("ATTACK", [("dice.key_low", 7)], "reports.war_seed: got"),
        ("ATTACK", [("dice.mission", 9)], "dice.mission: got 9"),
        ("ATTACK", [("dice.fault", 1)], "dice.fault: got 1, allowed is 0"),
        ("ATTACK", [("dice.taped", 0), ("dice.strict", 1)], "dice.strict: got 1, allowed is 0 without a tape"),
        ("MUSTER", [("masks.legal.0", 0)], r"masks.legal\[0\]: got 0, allowed is 1"),
        ("MUSTER", [("reports.decision", 3)], "reports.decision: got 3, allowed is 1"),
        ("MUSTER", [("reports.pending", 1)], "reports.pending: got 1, allowed is 0"),
        ("MUSTER", [("reports.streak", 100)], "reports.truncated: got 0, allowed is 1"),
        ("MUSTER", [("reports.missions_ended", 60)], "reports.missions_ended: got 60"),
        ("MUSTER", [("reports.result.score", 9)], "reports.result.score: got 9, allowed is 0"),
        ("MUSTER", [("reports.operations_paid", 3)], "reports.operations_paid: got 3"),
        ("ATTACK", [("reports.due", 200.5)], "reports.due: got 200.5, allowed is"),
        ("ATTACK", [("reports.reward", 3.0)], "reports.reward: got 3.0, allowed is the sum of its parts"),
        ("ATTACK", [("reports.episode", -1)], "reports.episode: got -1"),
    ],
)
def test_values_that_contradict_each_other_are_refused(decision: str, changes: list[Change], message: str) -> None:
    env, state = changed_at(decision, *changes)
    env.reset(seed=5)
    before, mask = mat_bytes(env), env.action_masks()
    with pytest.raises(StateError, match=rf"^state: {message}") as caught:
        env.set_state(state)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300
    assert mat_bytes(env) == before and (env.action_masks() == mask).all()


TAPED = {"A1": [[2, 3, 4], [2, 3, 5]], "C1": [[10, 6]], "CUP": [1]}


@each(
    "changes, message",
    [
        ({"start": 1}, "tapes.start: got"),
        ({"next": 9}, "tapes.next: got"),
        ({"next": 2}, "tapes.next: got"),
        ({"values": 7}, "tapes.values: got"),
        ({"values": -1}, "tapes.values: got -1, expected a whole number from 0 to 24"),
    ],
)
def test_a_tape_that_the_rules_cannot_use_is_refused(changes: dict[str, int], message: str) -> None:
    env = make("Stuka/Segment-v0")
    env.reset(seed=1, options={"dice": TAPED})
    state = env.get_state()
    for name, value in changes.items():
        state["arrays"]["tapes"][name][0] = value
    with pytest.raises(StateError, match=f"^state: {message}"):
        env.set_state(with_checksum(state))


@pytest.mark.slow
def test_every_moment_of_play_is_accepted_and_comes_back() -> None:
    """Random play of all ids and operations, with setups and tapes: each state is the same after a journey as JSON."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        for number, env in enumerate(moments(seed)):
            if number % 7 and seen[env.decision] > 20:
                continue
            state = json.loads(json.dumps(env.get_state()))
            other = env.clone("same")
            _, info = other.set_state(state)
            assert other.get_state() == state and mat_bytes(other) == mat_bytes(env)
            assert (info["action_mask"] == env.action_masks()).all()
            seen[env.decision] += 1
    assert len(seen) == 17 and seen.total() > 1000, seen


def test_a_war_that_cannot_go_on_is_put_back() -> None:
    """Past all checks: nobody is left to sit in an aircraft that was sent."""
    env_id, arguments, state = state_at("LEADER")
    env = make(env_id, **arguments)
    env.set_state(state)
    mats = env.engine.wars.mats
    mats["gunners"]["duty"] = 0
    before, mask = mat_bytes(env), env.action_masks()
    for _ in range(2):
        with pytest.raises(StateError, match="state: play does not come to a decision from here") as caught:
            env.step(int(np.flatnonzero(mask)[0]))
        assert "\n" not in str(caught.value)
        assert mat_bytes(env) == before and (env.action_masks() == mask).all()
    env.set_state(state)
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_a_vector_whose_war_cannot_go_on_must_be_reset() -> None:
    for threads in (1, 2):
        env = make_vec("Stuka/Segment-v0", 3, num_threads=threads)
        _, infos = env.reset(seed=1)
        env.engine.wars.mats["gunners"]["duty"][1] = 0
        with pytest.raises(StateError, match="play does not come to a decision"):
            for _ in range(3):
                _, _, _, _, infos = env.step(
                    infos["action_mask"].shape[1] - 1 - infos["action_mask"][:, ::-1].argmax(axis=1)
                )
        with pytest.raises(ResetNeeded):
            env.step(np.zeros(3, np.int64))
        env.reset(seed=1)
        env.step(np.zeros(3, np.int64))


# --- changed at random ---


def fuzzed(tmp_path: Path, seed: int, seconds: int) -> dict[str, int]:
    """Return the result of a fuzzer of states, which runs in a process of its own."""
    case = tmp_path / "case.json"
    words = ["tools.fuzz", "states", "--seed", str(seed), "--seconds", str(seconds), "--case", str(case)]
    run = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, timeout=seconds + 300, check=False
    )
    tried = case.read_text() if case.exists() else "nothing"
    assert run.returncode == 0, f"{tried}\n{run.stderr[-3000:]}"
    counts: dict[str, int] = json.loads(run.stdout)
    return counts


@pytest.mark.slow
def test_no_changed_state_stops_the_process(tmp_path: Path) -> None:
    counts = fuzzed(tmp_path, 0, 15)
    assert counts["refused"] > 20 and counts["played"] > 20
    assert not any("does not come to a decision" in outcome for outcome in counts)
