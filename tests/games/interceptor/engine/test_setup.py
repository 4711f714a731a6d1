"""Set-ups of the mat of the second game by hand."""

import itertools
from typing import Any

import pytest

from stuka_env.games.interceptor.codes import Act
from tests.support.contract import walk
from tests.support.each import each
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE, war_bytes
from tests.support.playing import make, make_vec

JULY = {
    "career": {"month": "1943-07", "line": 2, "unit": "I/JG 27", "bombers": 8, "destroyed": 8, "by_type": {"b_17f": 8}},
    "pilot": {"track": "officer", "skills": {"combat_maneuvers": 1, "reflexes": 1}, "awards": {"ace": 1}, "level": 5},
    "wingman": {"present": "here", "points": 1},
    "aircraft": {"model": "Bf109G-6/R4", "port_wing": 1, "guns": [{"ammunition": 3}]},
}


def test_a_career_in_july() -> None:
    env = make(CAREER, track="officer")
    env.reset(seed=1, options={"setup": JULY})
    career, pilot, aircraft = env.mat.career, env.mat.pilot, env.mat.aircraft
    assert (career.month, career.unit, career.zone, career.bombers) == (4, 18, 2, 8)
    assert (pilot.skills[9], pilot.skills[3], pilot.awards[10], pilot.level) == (1, 1, 1, 5)
    assert (aircraft.model, aircraft.port_wing, aircraft.guns[0].ammunition) == (9, 1, 3)
    row = env.charts.record["models"][9]
    assert aircraft.speed == row["speed"]
    assert aircraft.guns["ammunition"][1:].tolist() == row["weapons"]["ammunition"][1:].tolist()


def test_bombers_of_the_set_up_are_not_paid() -> None:
    env = make(CAREER, track="officer", start="1943-07")
    env.reset(seed=1, options={"setup": JULY})
    steps = list(itertools.takewhile(lambda step: not step[2], walk(env, 3000)))
    last = env.last_step
    assert last is not None and last[2]
    total = last[1] + sum(step[1] for step in steps)
    assert last[4]["result"]["bombers"] == 8 + round(total * 100)


@pytest.mark.parametrize(
    ("env_id", "arguments", "setup"),
    [
        (CAREER, {}, {"career": {"month": "1944-02", "line": 8}}),
        (CAREER, {"start": "1944-02"}, {"career": {"line": 8}, "cursor": {"phase": "start_unit"}}),
        (MONTH, {"month": "1943-05"}, {"career": {"line": 8}}),
    ],
)
def test_no_line_begins_after_the_last(env_id: str, arguments: dict[str, str], setup: dict[str, Any]) -> None:
    """It would be a line of a month that no chart has."""
    with pytest.raises(ValueError, match="setup: career.line: got 8, allowed is 0 to 7"):
        make(env_id, **arguments).reset(seed=1, options={"setup": setup})


def test_the_last_line_can_begin() -> None:
    env = make(CAREER, track="officer", start="1944-02")
    setup = {"career": {"line": 8, "unit": "II/JG 1"}, "aircraft": {"model": "Fw190A-4"}}
    env.reset(seed=1, options={"setup": setup})
    assert len(list(itertools.takewhile(lambda step: not step[2], walk(env, 3000)))) < 3000
    last = env.last_step
    assert last is not None and last[4]["result"]["month"] == "1944-02" and last[4]["result"]["line"] == 8


def test_a_career_that_is_over_at_reset_has_its_result() -> None:
    """The last raid lies out of range of the base, so no choice is left."""
    setup = {
        "career": {"month": "1944-02", "line": 7, "unit": "II/JG 1", "sit_out": 1},
        "aircraft": {"model": "Fw190A-4"},
    }
    env, wars = make(CAREER, track="officer"), make_vec(CAREER, 2, track="officer")
    info = env.reset(seed=1, options={"setup": setup})[1]
    assert (info["decision_name"], info["result"]["line"], info["result"]["alive"]) == ("OVER", 8, True)
    infos = wars.reset(seed=1, options={"setup": setup})[1]
    assert infos["_result"].all() and infos["result"]["line"].tolist() == [8, 8]
    assert env.reset(seed=1)[1]["result"] is None and not wars.reset(seed=1)[1]["_result"].any()


def test_a_fight_can_begin_at_once() -> None:
    """The second worked example (7.2.3): initiative dice 2 and 4 turn an advantage back to head on."""
    env = make(CAREER, track="officer")
    setup = {
        "cursor": {"decision": "dogfight"},
        "career": {"month": "1943-03", "unit": "II/JG 1"},
        "aircraft": {"model": "Fw190A-4"},
        "sortie": {"box": 1, "escort": "p_47", "sweep": 1},
        "fighter": {"present": 1, "type": "p_47", "position": "head_on", "rounds": 1, "speed": 21},
    }
    env.reset(seed=1, options={"setup": setup, "dice": {"CARD": [19, 23], "B12": [[2, 4]]}, "strict_dice": True})
    assert (env.decision, env.mat.career.lines_used, env.mat.sortie.airborne) == ("DOGFIGHT", 1, 1)
    env.step(Act.DEFEND)
    assert (env.decision, env.mat.fighter.position, env.mat.fighter.rounds) == ("DOGFIGHT", 0, 2)
    assert not env.mat.aircraft.airframe and env.set_state(env.get_state())


def test_every_war_of_a_vector_gets_the_set_up() -> None:
    env = make_vec(CAREER, 3, track="officer")
    env.reset(seed=1, options={"setup": JULY})
    assert env.engine.wars.mats["career"]["bombers"].tolist() == [8, 8, 8]


def test_the_next_episode_is_ordinary() -> None:
    env, plain = make(CAREER), make(CAREER)
    env.reset(seed=1, options={"setup": JULY})
    plain.reset(seed=1)
    env.reset()
    plain.reset()
    assert war_bytes(env) == war_bytes(plain)


@each(
    "setup, message",
    [
        ([], "setup: got [], allowed is a mapping with any of cursor, career, pilot"),
        ({"work": {}}, "setup: got 'work', allowed is only cursor, career"),
        ({"settings": {}}, "setup: got 'settings'"),
        ({"pilot": 3}, "setup: pilot: got 3"),
        ({"pilot": {"stress": 3}}, "setup: pilot: got 'stress', allowed is only track, rank"),
        (
            {"pilot": {"track": "general"}},
            "setup: pilot.track: got 'general', allowed is a whole number from 0 to 1, or",
        ),
        ({"pilot": {"health": "killed"}}, "setup: pilot.health: got 3, allowed is 0 to 2 before the end"),
        ({"pilot": {"level": 8}}, "setup: pilot.level: got 8, allowed is a whole number from 0 to 7"),
        ({"pilot": {"level": True}}, "setup: pilot.level: got True"),
        ({"pilot": {"skills": [1]}}, "setup: pilot.skills: got [1], allowed is a list of 17, or a mapping with any of"),
        ({"pilot": {"skills": {"poker": 1}}}, "setup: pilot.skills: got 'poker', allowed is only landing"),
        ({"pilot": {"skills": {"aim": 2}}}, "setup: pilot.skills.aim: got 2"),
        ({"aircraft": {"model": "Spitfire"}}, "setup: aircraft.model: got 'Spitfire'"),
        ({"aircraft": {"guns": [{}] * 7}}, "setup: aircraft.guns: got"),
        ({"aircraft": {"guns": [{"out": 3}]}}, "setup: aircraft.guns[0].out: got 3"),
        ({"career": {"month": "1943-07", "line": 3, "lines_used": 90}}, "setup: career.lines_used: got 90, allowed is"),
        ({"bomber": {"present": 1}}, "setup: bomber.type: got 0, allowed is 1 or more"),
    ],
)
def test_a_wrong_set_up_is_one_line_and_changes_nothing(setup: Any, message: str) -> None:
    env = make(CAREER)
    env.reset(seed=1)
    before = war_bytes(env)
    with pytest.raises(ValueError) as caught:
        env.reset(options={"setup": setup})
    assert message in str(caught.value) and "\n" not in str(caught.value) and war_bytes(env) == before


def test_a_sortie_takes_another_month() -> None:
    env = make(SORTIE, month="1943-03", track="officer")
    env.reset(seed=1, options={"setup": JULY})
    assert env.mat.career.month == 4
