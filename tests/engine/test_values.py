"""Records as named values: independent of where fields lie, and refused in one line if they do not fit."""

from typing import Any

import numpy as np
import pytest

from stuka_env.declared.values import Codec, ValuesError, bounds_of, digest_of, names_digest
from stuka_env.games.stuka.charts.shape import BEST_CAMPAIGN
from stuka_env.games.stuka.engine import StepReport
from stuka_env.games.stuka.rules.mat import Mat
from tests.support.each import each

INNER = np.dtype([("level", "i1"), ("stress", "i1")])
HERE = np.dtype([("zone", "i1"), ("crew", INNER, (3,)), ("score", "i2"), ("pad", "i1")])
MOVED = np.dtype([("score", "i4"), ("crew", np.dtype([("stress", "i2"), ("level", "i1")]), (3,)), ("zone", "i8")])


def whole(**changes: Any) -> dict[str, Any]:
    """Values for :data:`HERE`, some of them changed."""
    return {"zone": 1, "score": 2, "crew": {"level": [0] * 3, "stress": [0] * 3}} | changes


def filled(dtype: np.dtype[Any]) -> Any:
    record = np.zeros(1, dtype)[0]
    record["zone"], record["score"] = 4, -7
    record["crew"]["level"], record["crew"]["stress"] = [1, 2, 3], [0, 5, 6]
    return record


def test_moving_a_field_costs_nothing() -> None:
    """Another order, other widths, no padding: the same values, the same digests, and one fills the other."""
    here, moved = filled(HERE), filled(MOVED)
    assert digest_of(here) == digest_of(moved) and names_digest(HERE) == names_digest(MOVED)
    assert Codec(HERE).values(here) == Codec(MOVED).values(moved) == {
        "zone": 4, "score": -7, "crew": {"level": [1, 2, 3], "stress": [0, 5, 6]},
    }  # fmt: skip
    again = Codec(MOVED).record(Codec(HERE).values(here), "it")[0]
    assert digest_of(again) == digest_of(here)


@pytest.mark.parametrize("field", ["zone", "score"])
def test_every_value_counts(field: str) -> None:
    changed = filled(HERE)
    changed[field] += 1
    assert digest_of(changed) != digest_of(filled(HERE))
    crew = filled(HERE)
    crew["crew"]["stress"][1] = 4
    assert digest_of(crew) != digest_of(filled(HERE))


def test_a_new_field_changes_what_is_compared() -> None:
    assert names_digest(np.dtype([("zone", "i1")])) != names_digest(np.dtype([("zone", "i1"), ("leg", "i1")]))
    assert names_digest(np.dtype([("zone", "i1")])) != names_digest(np.dtype([("zone", "i1", (2,))]))


def test_a_mat_comes_back() -> None:
    mat = np.zeros(1, Mat.dtype)
    numbers = np.random.default_rng(0).integers(0, 100, mat.nbytes, dtype=np.int8)
    mat.view(np.int8)[:] = numbers
    codec = Codec(Mat.dtype)
    again = codec.record(codec.values(mat[0]), "mat")
    assert digest_of(again[0]) == digest_of(mat[0])


def test_every_kind_of_number_comes_back_exactly() -> None:
    kinds = ("i1", "u1", "i2", "i4", "i8", "u8", "f4", "f8")
    dtype = np.dtype([(f"of_{kind}", kind, (2, 1, 2)) for kind in kinds])
    record = np.zeros(1, dtype)
    for kind in kinds:
        limits: Any = np.finfo(kind) if kind[0] == "f" else np.iinfo(kind)
        record[f"of_{kind}"][0].flat[:] = [limits.min, limits.max, 0, 1]
    values = Codec(dtype).values(record[0])
    assert values["of_i1"] == [[[-128, 127]], [[0, 1]]]
    assert values["of_u8"] == [[[0, 2**64 - 1]], [[0, 1]]]
    assert Codec(dtype).record(values, "it").tobytes() == record.tobytes()


def test_bounds_are_those_of_the_declarations() -> None:
    bounds = bounds_of(StepReport.FIELDS)
    assert bounds["streak"] == (0, 100) and bounds["ledger.missions"] == (0, 60)
    assert bounds["ledger.due"] == (0, BEST_CAMPAIGN)


@each(
    "values, message",
    [
        (None, "it: got NoneType"),
        ({"zone": 1, "score": 2}, "it: the field 'crew.level' is missing"),
        ({"zone": 1, "score": 2, "crew": {"level": [0] * 3}}, "it: the field 'crew.stress' is missing"),
        ({"zone": 1, "score": 2, "crew": {}, "moon": 3}, "it: got a field 'moon'"),
        (
            {"zone": 1, "score": 2, "crew": {"level": [0] * 3, "stress": [0] * 3, "age": 3}},
            "it: got a field 'crew.age'",
        ),
        ({"zone": 1, "score": 2, "crew": 3}, "it.crew: got int, expected the values of level, stress"),
        (whole(zone=128), "it.zone: got 128, expected a whole number from -128 to 127"),
        (whole(zone=10**400), "it.zone: got 1000.*, expected a whole number from -128 to 127"),
        (whole(zone=10**5000), "it.zone: got <whole number of .* bits>"),
        (whole(zone=7), "it.zone: got 7, expected a whole number from 0 to 6"),
        (whole(zone=True), "it.zone: got True"),
        (whole(zone=1.0), "it.zone: got 1.0"),
        (whole(zone="1"), "it.zone: got '1'"),
        (whole(zone=None), "it.zone: got None"),
        (whole(zone={"x": 1}), "it.zone: got {'x': 1}"),
        (whole(score=[2]), r"it.score: got \[2\]"),
        (whole(crew={"level": [0] * 2, "stress": [0] * 3}), r"it.crew.level: expected numbers of shape \(3,\)"),
        (whole(crew={"level": [0, [1], 2], "stress": [0] * 3}), r"it.crew.level: got \[1\]"),
        (whole(crew={"level": [0, False, 2], "stress": [0] * 3}), "it.crew.level: got False"),
        (whole(crew={"level": "012", "stress": [0] * 3}), "it.crew.level: expected numbers"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(values: Any, message: str) -> None:
    bounds = {} if "127" in message else {"zone": (0, 6)}
    with pytest.raises(ValuesError, match=message) as caught:
        Codec(HERE, bounds=bounds).record(values, "it")
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


@each("number", [float("nan"), float("inf"), -1.0, 10.5, 10**400, True, "1", None])
def test_a_float_must_be_finite_and_in_its_range(number: Any) -> None:
    dtype = np.dtype([("due", "f8"), ("seed", "u8")])
    codec = Codec(dtype, bounds={"due": (0, 10)})
    assert codec.record({"due": 3, "seed": 5}, "it")["due"][0] == 3.0
    with pytest.raises(ValuesError, match="it.due: got .*, expected a finite number from 0 to 10"):
        codec.record({"due": number, "seed": 5}, "it")


@pytest.mark.parametrize("number", [-1, 2**64, 1.5])
def test_the_largest_whole_numbers_are_checked_too(number: Any) -> None:
    with pytest.raises(ValuesError, match="it.seed: got "):
        Codec(np.dtype([("seed", "u8")])).record({"seed": number}, "it")
