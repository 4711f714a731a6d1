"""The arithmetic of labels is that of the rules."""

import numpy as np

from stuka_env.games.interceptor import observation
from stuka_env.games.interceptor.engine import observe
from stuka_env.games.interceptor.observation import ALL_PARTS
from stuka_env.games.interceptor.words import odds
from tests.support.interceptor.mats import ROW, random_mats

MATS = 40


def sound_mats(seed: int) -> np.ndarray:
    """Return random mats whose aircraft have no ammunition without a weapon, and no second engine if they have one."""
    mats = random_mats(seed, MATS)
    for mat in mats:
        model = ROW["models"][mat["aircraft"]["model"]]
        mat["aircraft"]["guns"]["ammunition"][model["weapons"]["firepower"] == 0] = 0
        if ROW["series"][model["series"]]["engines"] == 1:
            mat["aircraft"]["engines"][1] = 0
        mat["pilot"]["health"] = min(int(mat["pilot"]["health"]), 2)
        mat["sortie"]["airborne"] = mat["fighter"]["present"] = 1
    return mats


def test_labels_add_up_as_the_observation_does() -> None:
    mats = sound_mats(31)
    flat = observation.named(observe(mats, ROW))

    def shown(name: str) -> list[int]:
        values = flat[f"derived_{name}"][:, 0] / np.float32(ALL_PARTS[f"derived_{name}"].scale)
        return np.round(values).astype(int).tolist()

    assert [odds.firing_firepower(mat, ROW) for mat in mats] == shown("firepower")
    assert [odds.column_of(ROW, odds.firing_firepower(mat, ROW)) for mat in mats] == shown("column")
    assert [odds.is_agile(mat, ROW) for mat in mats] == shown("agile")
    assert [odds.enemy_firepower(mat, ROW) for mat in mats] == shown("enemy_firepower")
    assert [odds.jump_modifier(mat, ROW) for mat in mats] == shown("jump")
    assert [odds.landing_modifier(mat, ROW, False) for mat in mats] == shown("landing")


def test_throws_of_two_dice_are_thirty_six() -> None:
    assert len(list(odds.sums())) == odds.PAIRS == 36
    for mat in random_mats(32, 10):
        landings = [odds.landing_throws(mat, ROW, False, result) for result in range(4)]
        jumps = [odds.jump_throws(mat, ROW, health) for health in range(4)]
        assert sum(landings) == sum(jumps) == odds.PAIRS
        hits, harm = odds.wingman_throws(mat, ROW)
        assert 0 < hits < odds.PAIRS and 0 <= harm <= odds.PAIRS - hits
