"""A war as JSON: everything an environment needs to go on exactly as it would have.

A state holds the mat, the dice, what is left of the tape and the bookkeeping of rewards as named values, with the
digest of the charts they belong to. Whatever does not fit is refused before anything changes.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from stuka_env import __version__
from stuka_env.engine.arrays import MaskRow, StepReport
from stuka_env.engine.engine import Engine, Snapshot
from stuka_env.engine.values import FileNames, ValuesError, fill, values_of
from stuka_env.rules import mat
from stuka_env.rules.table import TAPE_LENGTH, Dice, Tape

FORMAT, OLDER_FORMAT = 3, 2
"""The format that is written; the one before is read too."""
OLDER_NAMES = {"slips": "reports"}
"""Arrays that were called otherwise in the format before."""
DTYPES: Mapping[str, np.dtype[Any]] = {
    "mats": mat.Mat.dtype,
    "dice": Dice.dtype,
    "tapes": Tape.dtype,
    "reports": StepReport.dtype,
    "masks": MaskRow.dtype,
}
"""The arrays of a state, as in :class:`stuka_env.engine.engine.Snapshot`."""
FILE_NAMES: Mapping[str, FileNames] = {
    "mats": mat.FILE_NAMES,
    "reports": {
        "ledger.reward": "reward",
        "ledger.parts": "parts",
        "ledger.due": "due",
        "ledger.missions": "missions_paid",
        "ledger.operations": "operations_paid",
    },
}
"""Fields that have moved since states were first written, by array."""


class StateError(ValueError):
    """A state that cannot be used; nothing has changed."""


def capture(engine: Engine) -> dict[str, Any]:
    """The state of an engine of one war, of plain JSON values."""
    arrays = {name: values_of(getattr(engine.wars, name)[0], FILE_NAMES.get(name, {})) for name in Snapshot._fields}
    head = {
        "format": FORMAT,
        "version": __version__,
        "scenario": asdict(engine.scenario),
        "charts": engine.charts.sha256,
    }
    return head | {"arrays": arrays, "checksum": _checksum(head["scenario"], arrays)}


def resume(engine: Engine, state: Any) -> None:
    """Put ``state`` on an engine of one war.

    Raises:
        StateError: the state is foreign or broken; one line says how, and nothing has changed.
    """
    _check_head(engine, state)
    arrays = _arrays_of(state)
    snapshot = Snapshot(*[_decode(name, arrays[name]) for name in Snapshot._fields])
    if state.get("checksum") != _checksum(state["scenario"], state["arrays"]):
        raise StateError("state: the checksum does not fit the contents; the state is damaged")
    _check_ranges(snapshot)
    engine.restore(snapshot)
    engine.seeded = True


def _checksum(scenario: Any, arrays: Mapping[str, Any]) -> str:
    text = json.dumps([scenario, dict(arrays)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _check_head(engine: Engine, state: Any) -> None:
    """Whether the state is one of ours, for this environment."""
    if not isinstance(state, Mapping):
        raise StateError(f"state: got {type(state).__name__}, expected the mapping that get_state() returned")
    expected = {
        "format": OLDER_FORMAT if state.get("format") == OLDER_FORMAT else FORMAT,
        "charts": engine.charts.sha256,
        "scenario": asdict(engine.scenario),
    }
    for key, value in expected.items():
        if state.get(key) != value:
            raise StateError(f"state: {key} is {state.get(key)!r}, this environment needs {value!r}")


def _arrays_of(state: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arrays of a state by the names that they have now."""
    arrays = state.get("arrays")
    if isinstance(arrays, Mapping) and state["format"] == OLDER_FORMAT:
        arrays = {OLDER_NAMES.get(name, name): values for name, values in arrays.items()}
    if not isinstance(arrays, Mapping) or set(arrays) != set(DTYPES):
        raise StateError(f"state: arrays must be {', '.join(DTYPES)}")
    return arrays


def _decode(name: str, values: Any) -> Any:
    """One array of a state, of one war."""
    array = np.zeros(1, DTYPES[name])
    try:
        fill(array[0], values, name, FILE_NAMES.get(name, {}))
    except ValuesError as error:
        raise StateError(f"state: {error}") from None
    return array


def _outside(record: Any) -> Iterator[str]:
    """Fields of a mat with values outside their published range: the rules index their charts with them."""
    for block in mat.BLOCKS:
        for field in block.kind.FIELDS:
            values = record[block.name][field.name]
            if (values < field.low).any() or (values > field.high).any():
                yield f"{block.name}.{field.name}"


def _check_ranges(snapshot: Snapshot) -> None:
    """Refuse numbers that no game can have."""
    wrong = next(_outside(snapshot.mats[0]), None)
    if wrong is not None:
        raise StateError(f"state: {wrong} of the mat is outside its range")
    if snapshot.mats["track"]["logged"][0] > mat.LOG_LENGTH:
        raise StateError(f"state: more than {mat.LOG_LENGTH} missions on the log sheet")
    tape = snapshot.tapes[0]
    if not (0 <= tape["start"]).all() or not (tape["start"] <= tape["next"]).all():
        raise StateError("state: the tape is broken")
    if not (tape["next"] <= tape["stop"]).all() or not (tape["stop"] <= TAPE_LENGTH).all():
        raise StateError("state: the tape is broken")
    if not np.isin(snapshot.masks["legal"], (0, 1)).all():
        raise StateError("state: the mask has values other than 0 and 1")
