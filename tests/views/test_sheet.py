"""Sheets of mats: plain records, the same for the same mat, which JSON can hold."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from stuka_env.declared import sheet as parts
from stuka_env.declared.codes import Tone
from stuka_env.declared.plain_values import Values
from stuka_env.declared.sheet import Sheet, Space, Value, as_json
from stuka_env.games.stuka.sheet import sheet
from tests.support.playing import make, walk

WIDTH, HEIGHT = 1280, 800


@pytest.fixture(scope="module")
def sheets() -> list[Sheet]:
    env = make("Stuka/Operation-v0", journal=True)
    env.reset(seed=3)
    return [sheet(env.mat, env.engine.charts, None, env.journal[-20:]) for _ in walk(env, 150)]


def records(value: Any) -> Iterator[Any]:
    """Yield all records of a sheet."""
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            yield value
        for one in value:
            yield from records(one)


def from_json(value: Any) -> Any:
    """Return the records of JSON values."""
    if isinstance(value, list):
        return tuple(map(from_json, value))
    if not isinstance(value, dict):
        return value
    kind = {name.lower(): one for name, one in vars(parts).items()}[value["kind"]]
    fields = {name: from_json(one) for name, one in value.items() if name != "kind"}
    kinds = {"tone": Tone, "stand": parts.Stand}
    return kind(**{name: kinds[name](one) if name in kinds else one for name, one in fields.items()})


def test_a_sheet_goes_through_json(sheets: list[Sheet]) -> None:
    for one in sheets[::10]:
        assert from_json(json.loads(json.dumps(as_json(one)))) == one


def test_default_values_are_left_out() -> None:
    assert as_json(Value("load", "SC1000")) == {"kind": "value", "name": "load", "words": "SC1000"}
    assert as_json(Space("1", tone=Tone.BAD)) == {"kind": "space", "name": "1", "tone": "bad"}


def test_numbers_are_those_of_python(sheets: list[Sheet]) -> None:
    for one in sheets:
        for record in records(one):
            assert not any(isinstance(value, np.generic) for value in record), record


def test_panels_have_names_and_places_of_their_own(sheets: list[Sheet]) -> None:
    panels = sheets[0].panels
    assert len({panel.name for panel in panels}) == len(panels)
    areas = [panel.area for panel in panels if panel.area]
    for one, other in itertools.combinations(areas, 2):
        apart = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        assert apart or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]
    assert all(x >= 0 and y >= 0 and x + w <= WIDTH and y + h <= HEIGHT for x, y, w, h in areas)


def test_panels_stay_where_they_are(sheets: list[Sheet]) -> None:
    shapes = {tuple((panel.name, panel.area) for panel in one.panels) for one in sheets}
    assert len(shapes) == 1


def test_values_are_those_of_the_mat() -> None:
    env = make("Stuka/Operation-v0")
    env.reset(seed=3)
    list(walk(env, 60))
    mat, values = env.mat, Values(env.mat)
    assert vars(values.mission).keys() == set(mat["mission"].dtype.names)
    for name, value in vars(values.mission).items():
        assert np.array_equal(mat["mission"][name], value)
    for row, card in zip(mat["aircraft"], values.aircraft, strict=True):
        assert all(np.array_equal(row[name], value) for name, value in vars(card).items())
    assert values.track.segments == mat["track"]["segments"].tolist()
    with pytest.raises(AttributeError):
        _ = values._missing
