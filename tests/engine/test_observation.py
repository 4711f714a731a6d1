"""The observation: layout, bounds, names, and that nothing hidden gets in."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stuka_env.declared.layouts import offset
from stuka_env.declared.records import rows_as
from stuka_env.games.stuka import observation
from stuka_env.games.stuka.charts.shape import MOST_STRESS, MOST_WOUNDS
from stuka_env.games.stuka.codes import SEATS, Quality
from stuka_env.games.stuka.engine import WRITER, MatBytes, MatWords, observe
from stuka_env.games.stuka.rules.mat import BLOCKS, Mat
from tests.support.each import each


def random_mats(seed: int, count: int = 4) -> np.ndarray:
    """Mats whose observed fields are anywhere in their published ranges."""
    dice = np.random.default_rng(seed)
    mats = np.zeros(count, Mat.dtype)
    flat = np.zeros((count, observation.LENGTH))
    octets, words = rows_as(mats, MatBytes), rows_as(mats, MatWords)
    for part in observation.LAYOUT.values():
        largest = round(1 / part.scale)
        low = -largest if part.low < 0 else 0
        flat[:, part.indices] = dice.integers(low, largest + 1, (count, *part.shape))
    octets["octets"][:, : observation.BYTES] = flat[:, : observation.BYTES]
    first = offset(Mat.dtype, "track") // 2
    words["words"][:, first : first + observation.WORDS] = flat[:, observation.BYTES :][:, : observation.WORDS]
    return mats


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_observations_are_in_their_spaces(seed: int) -> None:
    flat = observe(random_mats(seed))
    for row in flat:
        assert observation.space("flat").contains(row)
        assert observation.space("mat").contains(observation.named(row))


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_values_off_their_range_are_clipped_into_the_space(seed: int) -> None:
    mats = np.zeros(2, Mat.dtype)
    octets = rows_as(mats, MatBytes)
    octets["octets"][...] = np.random.default_rng(seed).integers(-128, 128, (2, Mat.dtype.itemsize))
    for block, field, length, *_ in observation.ONE_HOTS:
        mats[block][field] = np.clip(mats[block][field], 0, length - (field != "subject"))
    mats["aircraft"]["pilot"] = mats["aircraft"]["gunner"] = 0
    for row in observe(mats):
        assert observation.space("flat").contains(row)


@each("block", [block.name for block in BLOCKS[:-1]])
def test_every_byte_field_is_the_mat_over_its_range(block: str) -> None:
    mats = random_mats(2)
    batch = observation.named(observe(mats))
    for field in Mat.dtype[block].base.names or ():
        part = observation.LAYOUT[f"{block}_{field}"]
        raw = np.asarray(mats[block][field], np.float32).reshape(len(mats), *part.shape) * np.float32(part.scale)
        np.testing.assert_allclose(batch[f"{block}_{field}"], raw, rtol=1e-6)


def test_scores_are_percent() -> None:
    mats = np.zeros(1, Mat.dtype)
    mats["track"]["segments"][0, 2] = 55
    mats["track"]["result"] = 115
    row = observation.named(observe(mats)[0])
    assert row["track_segments"].tolist() == pytest.approx([0, 0, 0.55, 0, 0, 0])
    assert row["track_result"] == 1


def test_one_hots() -> None:
    mats = np.zeros(1, Mat.dtype)
    for (block, field, *_), value in zip(observation.ONE_HOTS, (12, 9, 3, 5), strict=True):
        mats[block][field] = value
    row = observation.named(observe(mats)[0])
    hot = {name: np.flatnonzero(row[f"{name}_one_hot"]).tolist() for _, name, *_ in observation.ONE_HOTS}
    assert hot == {"decision": [12], "target": [9], "segment": [3], "subject": [4]}
    mats["cursor"]["subject"] = 0
    assert not observation.named(observe(mats)[0])["subject_one_hot"].any()


def test_crews_are_seen_from_their_slots() -> None:
    mats = np.zeros(1, Mat.dtype)
    mats["aircraft"]["pilot"][0, 3] = 7
    mats["aircraft"]["gunner"][0, 8] = 11
    mats["pilots"][0, 6]["level"], mats["pilots"][0, 6]["stress"] = 4, 3
    mats["gunners"][0, 10]["wounds"] = 1
    row = observation.named(observe(mats)[0])
    assert row["seats_pilot_level"][3] == pytest.approx(0.8)
    assert row["seats_pilot_stress"][3] == pytest.approx(0.5)
    assert row["seats_gunner_wounds"][8] == pytest.approx(0.5)
    seats = [array for name, array in row.items() if name.startswith("seats_")]
    assert sum(np.count_nonzero(array) for array in seats) == 3


def test_log_sheet_does_not_move_the_observation() -> None:
    mats = random_mats(3)
    before = observe(mats)
    mats["log"]["score"] = 77
    np.testing.assert_array_equal(before, observe(mats))


def test_other_dice_leave_the_observation_as_it_is() -> None:
    """Only the sibling record differs: same mat, another war seed."""
    import gymnasium

    import stuka_env  # noqa: F401

    env = gymnasium.make("Stuka/Mission-v0", disable_env_checker=True)
    seen, _ = env.reset(seed=5)
    war: Any = env.unwrapped
    twin = war.clone(dice=123456789)
    assert twin.engine.wars.dice[0].tobytes() != war.engine.wars.dice[0].tobytes()
    np.testing.assert_array_equal(seen, observe(np.array([twin.mat], Mat.dtype))[0])
    np.testing.assert_array_equal(seen, observe(np.array([war.mat], Mat.dtype))[0])


def test_the_compact_observation_gives_the_flat_one_bit_for_bit() -> None:
    """Mats of all kinds are tried, with values out of range, one row or many."""
    mats = random_mats(5, 64)
    octets, words = rows_as(mats, MatBytes), rows_as(mats, MatWords)
    octets["octets"][32:, : observation.BYTES] = np.random.default_rng(7).integers(-128, 128, (32, observation.BYTES))
    first = offset(Mat.dtype, "track") // 2
    words["words"][48:, first : first + observation.WORDS] = np.random.default_rng(8).integers(
        -9, 999, observation.WORDS
    )
    for block, field, length, *_ in observation.ONE_HOTS:
        mats[block][field] = np.clip(mats[block][field], 0, length - (field != "subject"))
    for role in ("pilot", "gunner"):
        mats["aircraft"][role] = np.clip(mats["aircraft"][role], 0, SEATS)
    for roster in ("pilots", "gunners"):
        for field, most in (("level", Quality.HERO), ("stress", MOST_STRESS), ("wounds", MOST_WOUNDS)):
            mats[roster][field] = np.clip(mats[roster][field], 0, most)
    compact = WRITER.compact_of(mats)
    for row in range(len(mats)):
        assert observation.space("compact").contains({"codes": compact["codes"][row], "tracks": compact["tracks"][row]})
    flat = observe(mats)
    assert observation.from_compact(compact["codes"], compact["tracks"]).tobytes() == flat.tobytes()
    assert observation.from_compact(compact["codes"][3], compact["tracks"][3]).tobytes() == flat[3].tobytes()
