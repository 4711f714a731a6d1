"""The observation: layout, bounds, names, its three kinds and its three settings of the discards."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stuka_env.declared.layouts import offset
from stuka_env.games.interceptor import observation
from stuka_env.games.interceptor.codes import CARDS, Decision, Orientation
from stuka_env.games.interceptor.engine import compact, observe
from stuka_env.games.interceptor.observation import DISCARDS, LENGTHS, Discards
from stuka_env.games.interceptor.rules.mat import BLOCKS, Mat
from tests.support.each import each
from tests.support.interceptor.mats import ROW, deck_of, fingerprints, random_mats
from tests.support.plain import plain_lines


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(DISCARDS))
def test_observations_are_in_their_spaces(seed: int, discards: Discards) -> None:
    mats = random_mats(seed)
    flat = observe(mats, ROW, discards)
    integers = compact(mats, ROW, discards)
    for place, row in enumerate(flat):
        assert observation.space("flat", discards).contains(row)
        assert observation.space("mat", discards).contains(observation.named(row))
        assert observation.space("compact", discards).contains({name: rows[place] for name, rows in integers.items()})


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(DISCARDS))
def test_the_compact_observation_gives_the_flat_one_bit_for_bit(seed: int, discards: Discards) -> None:
    mats = random_mats(seed)
    flat, integers = observe(mats, ROW, discards), compact(mats, ROW, discards)
    assert observation.from_compact(**integers).tobytes() == flat.tobytes()
    assert observation.from_compact(**{name: rows[3] for name, rows in integers.items()}).tobytes() == flat[3].tobytes()


@each("block", [block.name for block in BLOCKS])
def test_every_field_is_the_mat_over_its_range(block: str) -> None:
    mats = random_mats(2)
    batch = observation.named(observe(mats, ROW))
    for field in Mat.dtype[block].names or ():
        inner = [field] if Mat.dtype[block][field].base.names is None else Mat.dtype[block][field].base.names or ()
        for name in inner:
            values = mats[block][field] if name == field else mats[block][field][name]
            key = f"{block}_{name}" if name == field else f"{block}_{field}_{name}"
            part = observation.LAYOUT[key]
            raw = np.asarray(values, np.float32).reshape(len(mats), *part.shape) * np.float32(part.scale)
            np.testing.assert_allclose(batch[key], raw, rtol=1e-6)


def test_one_hots() -> None:
    mats = np.zeros(1, Mat.dtype)
    codes: dict[tuple[str, str], int] = {
        ("cursor", "decision"): 12, ("cursor", "person"): 2, ("career", "month"): 7, ("career", "zone"): 5,
        ("sortie", "target_zone"): 4, ("sortie", "orientation"): Orientation.OUT_OF_THE_SUN,
        ("sortie", "bomber_type"): 3, ("sortie", "escort"): 5,
    }  # fmt: skip
    for (block, field), value in codes.items():
        mats[block][field] = value
    row = observation.named(observe(mats, ROW)[0])
    for one in observation.ONE_HOTS:
        code = codes.get((one.block, one.field), 0)
        assert np.flatnonzero(row[f"{one.field}_one_hot"]).tolist() == [code - one.first], one


@pytest.mark.parametrize("discards", ("seen", "counted"))
def test_longer_observations_begin_with_the_shorter_ones(discards: Discards) -> None:
    mats = random_mats(3)
    shorter = observe(mats, ROW, "hidden")
    np.testing.assert_array_equal(observe(mats, ROW, discards)[:, : LENGTHS["hidden"]], shorter)


def test_hidden_discards_do_not_change_the_observation() -> None:
    """Only the number of cards left is seen of the deck."""
    mats = np.repeat(random_mats(4, 1), 2)
    deck_of(mats[0], 1, 2, 3)
    deck_of(mats[1], 58, 59, 60)
    hidden = observe(mats, ROW, "hidden")
    np.testing.assert_array_equal(hidden[0], hidden[1])
    codes = compact(mats, ROW, "hidden")["codes"]
    np.testing.assert_array_equal(codes[0], codes[1])
    seen = observe(mats, ROW, "seen")
    assert np.flatnonzero(seen[0] != seen[1]).tolist() == [
        LENGTHS["hidden"] + card - 1 for card in (1, 2, 3, 58, 59, 60)
    ]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_pending_work_does_not_change_the_observation(seed: int) -> None:
    mats = random_mats(seed, 2)
    mats["cursor"]["decision"][mats["cursor"]["decision"] == Decision.REDRAW] = Decision.DOGFIGHT
    before = observe(mats, ROW, "counted"), compact(mats, ROW, "counted")
    work = mats["work"].copy()
    octets = np.random.default_rng(seed).integers(0, 256, work.nbytes, np.uint8)
    mats["work"] = octets.view(work.dtype).reshape(work.shape)
    after = observe(mats, ROW, "counted"), compact(mats, ROW, "counted")
    assert mats["work"].tobytes() != work.tobytes()
    np.testing.assert_array_equal(before[0], after[0])
    for name, codes in before[1].items():
        np.testing.assert_array_equal(codes, after[1][name])


def test_no_part_shows_the_hidden_block() -> None:
    assert not any(part.block == "work" or name.startswith("work") for name, part in observation.ALL_PARTS.items())
    assert observation.MAT_BYTES == offset(Mat.dtype, "work")
    assert observation.CODES == observation.MAT_BYTES + observation.DERIVED


def test_wrong_arguments_are_refused() -> None:
    for call in (observation.length_of, observation.layout_of, lambda word: observation.space("compact", word)):
        asking: Any = call
        with pytest.raises(ValueError, match='"seen", "hidden" and "counted"'):
            asking("shown")
    with pytest.raises(ValueError, match="last axis"):
        observation.from_compact(np.zeros(CARDS, np.int8))


@pytest.mark.slow
def test_plain_python_and_compiled_code_agree() -> None:
    script = "from tests.support.interceptor.mats import fingerprints\nprint(*fingerprints(11, 30), sep='\\n')"
    assert plain_lines(script) == fingerprints(11, 30)
