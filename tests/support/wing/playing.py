"""Random campaigns of the third game, and checks of the ranges of numbers."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from stuka_env.declared.arrays import StepSettings
from stuka_env.declared.records import Field, Record, rows
from stuka_env.engine import kernels
from stuka_env.game import game_named
from stuka_env.games.wing.rules.sequence import apply_action
from stuka_env.games.wing.scenario.plan import WarSpec
from tests.support.wing.game import Campaign

ENGINE = game_named("wing").engine
KERNELS, WAR_ARRAYS = ENGINE.kernels, ENGINE.arrays


def random_campaign(seed: int, *, journal: bool = False, **plan: int) -> Iterator[Campaign]:
    """Yield a campaign at each of its decisions, played at random, and then its end."""
    game, rng = Campaign(seed=seed, journal=journal, **plan).go(), np.random.default_rng(seed)
    while not game.mat.track.over:
        yield game
        legal = np.flatnonzero(game.mask)
        assert len(legal) > 1
        apply_action(game.mat, game.table, int(rng.choice(legal)))
        game.go()
    yield game


def out_of_range(kind: type[Record], record: Any) -> list[str]:
    """Return the numbers of a record that are out of their ranges."""
    return list(_out_of_range(kind.FIELDS, record, ""))


def _out_of_range(fields: tuple[Field, ...], record: Any, path: str) -> Iterator[str]:
    for field in fields:
        value = record[field.name]
        if field.fields:
            yield from _out_of_range(field.fields, value, f"{path}{field.name}.")
        elif np.any(np.asarray(value) < field.low) or np.any(np.asarray(value) > field.high):
            yield f"{path}{field.name}: {value}, allowed are {field.low} to {field.high}"


class Wars:
    """N wars that the kernels play, without an environment."""

    def __init__(self, count: int, spec: WarSpec) -> None:
        settings, writer = rows(1, StepSettings), WAR_ARRAYS.kinds.writer
        settings[0] = (0.01, kernels.DISABLED)
        store = WAR_ARRAYS.snapshot(*(rows(count, kind) for kind in WAR_ARRAYS.stored.values()))
        self.wars: Any = WAR_ARRAYS.new_wars(store, spec, settings, journal=False, chances=False, details=None)
        shown = (writer.flat, writer.compact, WAR_ARRAYS.mask, WAR_ARRAYS.report)
        sizes = (count, 0, count, count)
        self.buffers: Any = WAR_ARRAYS.outputs(*(rows(size, kind) for size, kind in zip(sizes, shown, strict=True)))
        self.finals: Any = WAR_ARRAYS.finals(rows(1, WAR_ARRAYS.final), rows(1, WAR_ARRAYS.ended))
        KERNELS.begin_slice(self.wars, np.ones(count, np.int8), 0, count)
        self.step(np.zeros(0, np.int64))

    def step(self, actions: Any) -> None:
        """Step every war."""
        *_, faults = KERNELS.step_slice(self.wars, actions, self.buffers, self.finals, 0, len(self.wars.mats))
        assert faults == 0

    @property
    def reports(self) -> Any:
        """The reports of the last step."""
        return self.buffers.reports
