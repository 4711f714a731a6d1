"""A war as JSON: everything that an environment needs to go on exactly as before.

A state holds the mat, the dice, the rest of the tape and the ledger of rewards as named values, and the digest of the
charts. A state that does not fit is refused before anything changes.
"""

import functools
import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from stuka_env import __version__
from stuka_env.engine.arrays import MaskRow, StepReport
from stuka_env.engine.consistency import check_war
from stuka_env.engine.engine import Engine, Snapshot
from stuka_env.engine.faults import StateError
from stuka_env.engine.values import Codec, FileNames, ValuesError, bounds_of
from stuka_env.games.stuka.charts.bank import chart_bank
from stuka_env.games.stuka.rules import mat
from stuka_env.games.stuka.rules.table import Dice, Tape
from stuka_env.games.stuka.scenario.consistency import ConsistencyError
from stuka_env.quoting import quoted
from stuka_env.records import Record

__all__ = ["StateError", "capture", "resume", "with_checksum"]

STATE_FORMAT, OLDER_FORMATS = 4, (2, 3)
"""The format that is written, and older ones that are read: they have all rows of :data:`CUT` and another checksum."""
OLDER_NAMES = {"slips": "reports"}
"""Arrays that had another name in format 2."""
ARRAY_RECORDS: Mapping[str, type[Record]] = {
    "mats": mat.Mat,
    "dice": Dice,
    "tapes": Tape,
    "reports": StepReport,
    "masks": MaskRow,
}
"""The arrays of a state, as in :class:`stuka_env.engine.engine.Snapshot`."""
CUT = {"mats": "log", "tapes": "values"}
"""Long fields, by array: a state has their rows up to the last that is not zero."""
NAMED_BY_DIGEST = "charts"
"""The field of the report that a state does not have: its head has the digest of the charts."""
ARRAY_FILE_NAMES: Mapping[str, FileNames] = {
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


def capture(engine: Engine) -> dict[str, Any]:
    """Return the state of an engine of one war, as plain JSON values."""
    return {
        "format": STATE_FORMAT,
        "version": __version__,
        "scenario": engine.spec.codes(),
        "charts": engine.charts_sha256(),
        "arrays": {name: _encode(name, getattr(engine.wars, name)) for name in Snapshot._fields},
        "checksum": _checksum(engine.wars),
    }


def resume(engine: Engine, state: Any) -> None:
    """Put ``state`` on an engine of one war.

    Raises:
        StateError: the state is foreign or broken; the message says how, and nothing has changed.
    """
    _check_head(engine, state)
    row = _row_of_charts(engine, state)
    arrays = _arrays_of(state)
    older = state["format"] in OLDER_FORMATS
    snapshot = Snapshot(*[_decode(name, arrays[name], older) for name in Snapshot._fields])
    checksum = _older_checksum(state) if older else _checksum(snapshot)
    if state.get("checksum") != checksum:
        raise StateError("state: the checksum does not fit the contents; the state is damaged")
    snapshot.reports["charts"] = row
    try:
        check_war(engine, snapshot)
    except ConsistencyError as error:
        raise StateError(f"state: {error}") from None
    engine.restore(snapshot)
    engine.show_ended()
    engine.seeded = engine.foreign = True


def with_checksum(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return a state whose values have been changed, with a checksum that fits.

    Raises:
        StateError: a value is not of its kind, shape and range.
    """
    arrays = _arrays_of(state)
    snapshot = Snapshot(*[_decode(name, arrays[name], False) for name in Snapshot._fields])
    return dict(state) | {"checksum": _checksum(snapshot)}


def _checksum(arrays: Any) -> str:
    """Return the digest of the arrays of a state, which are attributes of ``arrays``."""
    digest = hashlib.sha256()
    for name in Snapshot._fields:
        array = getattr(arrays, name)
        digest.update(_codec(name, _filled(name, array)).digest(array))
    return digest.hexdigest()


def _older_checksum(state: Mapping[str, Any]) -> str:
    """Return the digest of the text of a state in an older format."""
    text = json.dumps([state["scenario"], dict(state["arrays"])], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _check_head(engine: Engine, state: Any) -> None:
    """Refuse a state of another format, other charts or another scenario."""
    if not isinstance(state, Mapping):
        raise StateError(f"state: got {type(state).__name__}, expected the mapping that get_state() returned")
    state_format = state.get("format")
    expected = {
        "format": state_format if type(state_format) is int and state_format in OLDER_FORMATS else STATE_FORMAT,
        "scenario": engine.spec.codes(),
    }
    for key, value in expected.items():
        if type(state.get(key)) is not type(value) or state[key] != value:
            raise StateError(f"state: {key} is {quoted(state.get(key))}, this environment needs {value!r}")


def _row_of_charts(engine: Engine, state: Mapping[str, Any]) -> int:
    """Return the row of the charts of a state; refuse a state of other charts."""
    sha256, spec = state.get("charts"), engine.spec
    row = chart_bank().number_of(sha256) if spec.random else 0 if sha256 == spec.charts.sha256 else None
    if row is None:
        needed = "the digest of a set of the bank" if spec.random else repr(spec.charts.sha256)
        raise StateError(f"state: charts is {quoted(sha256)}, this environment needs {needed}")
    return row


def _arrays_of(state: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the arrays of a state by their present names."""
    arrays = state.get("arrays")
    if isinstance(arrays, Mapping) and state["format"] in OLDER_FORMATS:
        arrays = {OLDER_NAMES.get(name, name): values for name, values in arrays.items()}
    if not isinstance(arrays, Mapping) or set(arrays) != set(ARRAY_RECORDS):
        raise StateError(f"state: arrays must be {', '.join(ARRAY_RECORDS)}")
    return arrays


# --- one array ---


def _length(name: str) -> int:
    """Return the rows of the long field of an array, 0 for an array without one."""
    return int(ARRAY_RECORDS[name].dtype[CUT[name]].shape[0]) if name in CUT else 0


@functools.lru_cache(maxsize=256)
def _codec(name: str, length: int) -> Codec:
    """Return the codec for an array whose long field has ``length`` rows in the state."""
    kind = ARRAY_RECORDS[name]
    dtype = _shortened(kind.dtype, CUT[name], length) if name in CUT else _without(kind.dtype, NAMED_BY_DIGEST)
    return Codec(dtype, ARRAY_FILE_NAMES.get(name, {}), bounds_of(kind.FIELDS))


def _shortened(dtype: np.dtype[Any], name: str, length: int) -> np.dtype[Any]:
    """Return the dtype with the first ``length`` rows of one field; all offsets stay the same."""
    fields = dict(dtype.fields or {})
    formats = {own: (part.base, (length,)) if own == name else part for own, (part, *_) in fields.items()}
    return np.dtype(
        {
            "names": list(fields),
            "formats": list(formats.values()),
            "offsets": [offset for _, offset, *_ in fields.values()],
            "itemsize": dtype.itemsize,
        }
    )


def _without(dtype: np.dtype[Any], name: str) -> np.dtype[Any]:
    """Return the dtype without one field; all offsets stay the same."""
    fields = {own: part for own, part in (dtype.fields or {}).items() if own != name}
    return np.dtype(
        {
            "names": list(fields),
            "formats": [part for part, *_ in fields.values()],
            "offsets": [offset for _, offset, *_ in fields.values()],
            "itemsize": dtype.itemsize,
        }
    )


def _filled(name: str, array: Any) -> int:
    """Return the rows of the long field of an array up to the last nonzero one, 0 for an array without one."""
    if name not in CUT:
        return 0
    rows = array[CUT[name]][0]
    return -(-len(rows.tobytes().rstrip(b"\0")) // int(rows.dtype.itemsize))


def _encode(name: str, array: Any) -> dict[str, Any]:
    return _codec(name, _filled(name, array)).values(array)


def _decode(name: str, values: Any, whole: bool) -> Any:
    length = _length(name) if whole or name not in CUT else _given_length(values, name)
    try:
        return _codec(name, length).record(values, name).view(ARRAY_RECORDS[name].dtype)
    except ValuesError as error:
        raise StateError(f"state: {error}") from None


def _given_length(values: Any, name: str) -> int:
    """Return the rows that a state has of the long field of an array; all rows if the values have another form."""
    field = values.get(CUT[name]) if isinstance(values, Mapping) else None
    if isinstance(field, Mapping):
        field = next(iter(field.values()), None)
    return min(len(field), _length(name)) if isinstance(field, list | tuple) else _length(name)
