"""The mat as text: width, what is shown, a golden picture of a small position."""

from pathlib import Path

import gymnasium
import numpy as np
import pytest

import stuka_env  # noqa: F401
from stuka_env.codes import Decision, Duty, Leg, Payload, Quality, Size, Status, Target
from stuka_env.render import text
from stuka_env.rules.mat import mat_dtype

GOLDEN = Path(__file__).parent / "golden" / "render_kette.txt"


def small_mat():
    """A Kette in its target zone, aircraft 2 damaged and about to attack."""
    mat = np.zeros(1, mat_dtype)[0]
    for place in range(4):
        for roster in ("pilots", "gunners"):
            person = mat[roster][place]
            person["level"], person["duty"] = Quality.VETERAN, Duty.FLYING if place < 3 else Duty.READY
    mat["pilots"][1]["stress"] = 2
    mat["gunners"][1]["wounds"] = 1
    mat["gunners"][3]["duty"], mat["gunners"][3]["timer"] = Duty.HOSPITAL, 4
    for slot in range(3):
        card = mat["aircraft"][slot]
        card["status"], card["pilot"], card["gunner"] = Status.FLYING, slot + 1, slot + 1
        card["ordnance"] = Payload.SC500_CLUSTER
    mat["aircraft"][0]["attacked"], mat["aircraft"][0]["score"], mat["aircraft"][0]["drm"] = 1, 55, 1
    mat["aircraft"][1]["damage"][3] = 1
    mat["aircraft"][1]["range_loss"] = 2
    mat["aircraft"][2]["lucky"] = 1
    mat["aircraft"][3]["status"], mat["aircraft"][3]["timer"] = Status.REPAIR, 2
    mission = mat["mission"]
    for field, value in {
        "regular": 1,
        "missions": 10,
        "number": 2,
        "target": Target.BRIDGE,
        "target_size": Size.SMALL,
        "target_zone": 4,
        "zone": 4,
        "leg": Leg.OUT,
        "formation": 2,
        "sent": 3,
        "leader": 1,
        "payload": Payload.SC500_CLUSTER,
        "visibility": 2,
        "flak": 3,
        "sector": 4,
        "decision": Decision.ATTACK,
        "subject": 2,
    }.items():
        mission[field] = value
    mat["track"]["segment_sum"] = 98
    return mat


def test_golden():
    """Re-make the file by printing ``text.render`` of the small mat, after looking at what changed."""
    legal = [(99, "Drop the bombs"), (100, "Rudel Gamble")]
    assert text.render(small_mat(), (), legal) == GOLDEN.read_text(encoding="utf-8")


def test_long_labels_are_cut_to_the_width():
    picture = text.render(small_mat(), (), [(1, "x" * 300)])
    assert max(map(len, picture.splitlines())) == text.WIDTH


@pytest.mark.parametrize("name", ["Stuka/Mission-v0", "Stuka/Campaign-v0"])
def test_a_whole_war_stays_within_the_width(name):
    env = gymnasium.make(name, journal=True, disable_env_checker=True)
    _, info = env.reset(seed=3)
    dice = np.random.default_rng(3)
    over, steps = False, 0
    while not over and steps < 120:
        war = env.unwrapped
        picture = text.render(war.mat, war.journal[-20:], war.legal_actions())
        assert max(map(len, picture.splitlines())) <= text.WIDTH
        assert "None" not in picture and "np." not in picture
        _, _, over, _, info = env.step(int(dice.choice(np.flatnonzero(info["action_mask"]))))
        steps += 1
    assert steps > 1
