"""Mats for tests of the observation and the words: random ones within the published ranges, and small ones."""

import hashlib
from typing import Any

import numpy as np

from stuka_env.declared.records import Field
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import CARDS
from stuka_env.games.interceptor.engine import compact, observe
from stuka_env.games.interceptor.observation import DISCARDS
from stuka_env.games.interceptor.rules.mat import BLOCKS, Mat

CHARTS = load_charts()
ROW: Any = CHARTS.record


def _fill(target: Any, fields: tuple[Field, ...], dice: np.random.Generator) -> None:
    for field in fields:
        if field.fields:
            _fill(target[field.name], field.fields, dice)
        else:
            target[field.name][...] = dice.integers(field.low, field.high + 1, target[field.name].shape)


def random_mats(seed: int, count: int = 4) -> np.ndarray:
    """Return mats whose public fields are anywhere in their published ranges."""
    dice = np.random.default_rng(seed)
    mats = np.zeros(count, Mat.dtype)
    for block in BLOCKS:
        _fill(mats[block.name], block.kind.FIELDS, dice)
    return mats


def whole_aircraft(model: int) -> Any:
    """Return an empty mat with a whole aircraft of this type and all its ammunition."""
    mat: Any = np.zeros(1, Mat.dtype)[0]
    mat["aircraft"]["model"], mat["aircraft"]["speed"] = model, ROW["models"][model]["speed"]
    mat["aircraft"]["guns"]["ammunition"] = ROW["models"][model]["weapons"]["ammunition"]
    return mat


def deck_of(mat: Any, *left: int) -> None:
    """Leave these cards, by number, in the deck."""
    mat["deck"]["drawn"] = 1
    for number in left:
        assert 0 < number <= CARDS
        mat["deck"]["drawn"][number - 1] = 0


def fingerprints(seed: int, count: int) -> list[str]:
    """Return a fingerprint of the observations of each random mat, with every setting of the discards."""
    prints = []
    for mat in random_mats(seed, count):
        everything = hashlib.sha256()
        for discards in DISCARDS:
            row = np.array([mat], Mat.dtype)
            everything.update(observe(row, ROW, discards).tobytes())
            for array in compact(row, ROW, discards).values():
                everything.update(array.tobytes())
        prints.append(everything.hexdigest()[:16])
    return prints
