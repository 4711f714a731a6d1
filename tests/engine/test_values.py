"""Records as named values: independent of where fields lie, and refused in one line if they do not fit."""

from typing import Any

import numpy as np
import pytest

from stuka_env.engine.values import ValuesError, digest_of, fill, names_digest, values_of
from stuka_env.rules.mat import Mat

INNER = np.dtype([("level", "i1"), ("stress", "i1")])
HERE = np.dtype([("zone", "i1"), ("crew", INNER, (3,)), ("score", "i2"), ("pad", "i1")])
MOVED = np.dtype([("score", "i4"), ("crew", np.dtype([("stress", "i2"), ("level", "i1")]), (3,)), ("zone", "i8")])


def filled(dtype: np.dtype[Any]) -> Any:
    record = np.zeros(1, dtype)[0]
    record["zone"], record["score"] = 4, -7
    record["crew"]["level"], record["crew"]["stress"] = [1, 2, 3], [0, 5, 6]
    return record


def test_moving_a_field_costs_nothing() -> None:
    """Another order, other widths, no padding: the same values, the same digests, and one fills the other."""
    here, moved = filled(HERE), filled(MOVED)
    assert digest_of(here) == digest_of(moved) and names_digest(HERE) == names_digest(MOVED)
    assert values_of(here) == values_of(moved) == {
        "zone": 4, "score": -7, "crew": {"level": [1, 2, 3], "stress": [0, 5, 6]},
    }  # fmt: skip
    again = np.zeros(1, MOVED)[0]
    fill(again, values_of(here), "it")
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
    again = np.zeros(1, Mat.dtype)
    fill(again[0], values_of(mat[0]), "mat")
    assert digest_of(again[0]) == digest_of(mat[0])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (None, "it: got NoneType"),
        ({"zone": 1, "score": 2}, "it: the field 'crew.level' is missing"),
        ({"zone": 1, "score": 2, "crew": {}, "moon": 3}, "it: got a field 'moon'"),
        ({"zone": 128, "score": 2, "crew": {"level": [0] * 3, "stress": [0] * 3}}, "it.zone: got 128"),
        ({"zone": True, "score": 2, "crew": {"level": [0] * 3, "stress": [0] * 3}}, "it.zone: got True"),
        ({"zone": 1, "score": [2], "crew": {"level": [0] * 3, "stress": [0] * 3}}, "it.score: expected a number"),
        ({"zone": 1, "score": 2, "crew": {"level": [0] * 2, "stress": [0] * 3}}, "it.crew.level: expected numbers"),
        ({"zone": 1, "score": 2, "crew": {"level": [0, [1], 2], "stress": [0] * 3}}, "it.crew.level"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(values: Any, message: str) -> None:
    with pytest.raises(ValuesError, match=message) as caught:
        fill(np.zeros(1, HERE)[0], values, "it")
    assert "\n" not in str(caught.value)
