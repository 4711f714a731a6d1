"""A war as JSON: everything that an environment needs to go on exactly as before.

A state holds the mat, the dice, the rest of the tape and the ledger of rewards as named values, and the digest of the
charts. In a game that hides something it holds the truth, and says so. A state that does not fit is refused before
anything changes.
"""

import functools
import hashlib
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from stuka_env.declared.values import Codec, ConsistencyError, ValuesError, bounds_of
from stuka_env.engine.consistency import check_war
from stuka_env.engine.engine import Engine, StateError
from stuka_env.game import FIRST_RULES, RULES_ENTRY, EngineParts, Game, numbered
from stuka_env.io.quoting import older_format, quoted
from stuka_env.version import __version__

__all__ = ["StateError", "capture", "resume", "with_checksum"]


TRUTH_ENTRY = "truth"
"""Entry of the states of games that hide something: the block of the mat with what the player cannot know."""
NEVER_KEPT = {"dice": ("rolls",)}
"""Fields that no state has, by array: they are 0 at a decision."""


def capture(engine: Engine, war: int = 0) -> dict[str, Any]:
    """Return the state of a war of an engine, as plain JSON values."""
    parts, snapshot = engine.game.engine, engine.snapshot_of(war)
    _forget_the_war_before(snapshot.reports)
    return {
        "format": parts.state.number,
        "version": __version__,
        **numbered(engine.game.rules),
        **_marked(parts),
        "scenario": engine.spec.codes(),
        "charts": engine.charts_sha256(war),
        "arrays": {name: _encode(parts, name, getattr(snapshot, name)) for name in parts.arrays.stored},
        "checksum": _checksum(parts, snapshot),
    }


def _marked(parts: EngineParts) -> dict[str, Any]:
    """Return the mark of a state that holds what the player cannot know; nothing in a game that hides nothing."""
    return {} if parts.hidden is None else {TRUTH_ENTRY: parts.hidden}


def resume(engine: Engine, state: Any, war: int = 0, *, goes_on: bool = False) -> None:
    """Put ``state`` on a war of an engine.

    Args:
        engine: the engine.
        state: the state.
        war: the war.
        goes_on: refuse the state of an ended war.

    Raises:
        StateError: the state is foreign or broken; the message says how, and nothing has changed.
    """
    _check_head(engine, state)
    row = _row_of_charts(engine, state)
    parts = engine.game.engine
    arrays = _arrays_of(parts, state)
    snapshot = parts.arrays.snapshot(*[_decode(parts, name, arrays[name]) for name in parts.arrays.stored])
    if state.get("checksum") != _checksum(parts, snapshot):
        raise StateError("state: the checksum does not fit the contents; the state is damaged")
    if engine.spec.random:
        snapshot.reports["charts"] = row
    try:
        check_war(engine, snapshot)
    except ConsistencyError as error:
        raise StateError(f"state: {error}") from None
    if goes_on and snapshot.reports["over"][0]:
        raise StateError("state: got one whose episode is over, allowed is one at an open decision")
    engine.put_war(war, snapshot)
    engine.show_ended(war)
    engine.seeded = engine.foreign = True


def _forget_the_war_before(reports: Any) -> None:
    """Clear what the report of a step says of a war that ended in it, if the next war has begun in the same step."""
    if not reports["over"][0]:
        for name in ("terminated", "truncated"):
            reports[name] = 0


def with_checksum(game: Game, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return a state of a game whose values have been changed, with a checksum that fits.

    Raises:
        StateError: a value is not of its kind, shape and range.
    """
    parts = game.engine
    arrays = _arrays_of(parts, state)
    snapshot = parts.arrays.snapshot(*[_decode(parts, name, arrays[name]) for name in parts.arrays.stored])
    return dict(state) | {"checksum": _checksum(parts, snapshot)}


def _checksum(parts: EngineParts, arrays: Any) -> str:
    digest = hashlib.sha256()
    for name in parts.arrays.stored:
        array = getattr(arrays, name)
        digest.update(_codec(parts, name, _filled(parts, name, array)).digest(array))
    return digest.hexdigest()


def _check_head(engine: Engine, state: Any) -> None:
    """Refuse a state of another format, other rules or another scenario."""
    if not isinstance(state, Mapping):
        raise StateError(f"state: got {type(state).__name__}, expected the mapping that get_state() returned")
    state = {RULES_ENTRY: FIRST_RULES, **state}
    expected = {
        "format": engine.game.engine.state.number,
        RULES_ENTRY: engine.game.rules,
        "scenario": engine.spec.codes(),
        **_marked(engine.game.engine),
    }
    for key, value in expected.items():
        given = state.get(key)
        if type(given) is not type(value) or given != value:
            refusal = f"state: {key} is {quoted(given)}, this environment needs {value!r}"
            is_older = key == "format" and type(given) is int and 0 < given < value
            raise StateError(older_format(refusal) if is_older else refusal)


def _row_of_charts(engine: Engine, state: Mapping[str, Any]) -> int:
    """Return the row of the charts of a state; refuse a state of other charts."""
    sha256, spec, bank = state.get("charts"), engine.spec, engine.game.engine.bank
    if bank is not None and spec.random:
        row = bank.source.sets().number_of(sha256)
    else:
        row = 0 if sha256 == spec.charts.sha256 else None
    if row is None:
        needed = "the digest of a set of the bank" if spec.random else repr(spec.charts.sha256)
        raise StateError(f"state: charts is {quoted(sha256)}, this environment needs {needed}")
    return row


def _arrays_of(parts: EngineParts, state: Mapping[str, Any]) -> Mapping[str, Any]:
    arrays = state.get("arrays")
    if not isinstance(arrays, Mapping) or set(arrays) != set(parts.arrays.stored):
        raise StateError(f"state: arrays must be {', '.join(parts.arrays.stored)}")
    return arrays


# --- one array ---


@functools.lru_cache(maxsize=256)
def _codec(parts: EngineParts, name: str, length: int) -> Codec:
    """Return the codec for an array whose long field has ``length`` rows in the state."""
    kind = parts.arrays.stored[name]
    form = parts.state
    if name in form.cut:
        dtype = _shortened(kind.dtype, form.cut[name], length)
    else:
        dtype = _without(kind.dtype, (*form.left_out.get(name, ()), *NEVER_KEPT.get(name, ())))
    return Codec(dtype, form.file_names.get(name, {}), bounds_of(kind.FIELDS))


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


def _without(dtype: np.dtype[Any], names: Collection[str]) -> np.dtype[Any]:
    """Return the dtype without some fields; all offsets stay the same."""
    fields = {own: part for own, part in (dtype.fields or {}).items() if own not in names}
    return np.dtype(
        {
            "names": list(fields),
            "formats": [part for part, *_ in fields.values()],
            "offsets": [offset for _, offset, *_ in fields.values()],
            "itemsize": dtype.itemsize,
        }
    )


def _filled(parts: EngineParts, name: str, array: Any) -> int:
    """Return the rows of the long field of an array up to the last nonzero one, 0 for an array without one."""
    if name not in parts.state.cut:
        return 0
    rows = array[parts.state.cut[name]][0]
    return -(-len(rows.tobytes().rstrip(b"\0")) // int(rows.dtype.itemsize))


def _encode(parts: EngineParts, name: str, array: Any) -> dict[str, Any]:
    return _codec(parts, name, _filled(parts, name, array)).values(array)


def _decode(parts: EngineParts, name: str, values: Any) -> Any:
    length = _given_length(parts, name, values) if name in parts.state.cut else 0
    try:
        return _codec(parts, name, length).record(values, name).view(parts.arrays.stored[name].dtype)
    except ValuesError as error:
        raise StateError(f"state: {error}") from None


def _given_length(parts: EngineParts, name: str, values: Any) -> int:
    """Return the rows that a state has of the long field of an array; all rows if the values have another form."""
    part = values.get(parts.state.cut[name]) if isinstance(values, Mapping) else None
    if isinstance(part, Mapping):
        part = next(iter(part.values()), None)
    most = int(parts.arrays.stored[name].dtype[parts.state.cut[name]].shape[0])
    return min(len(part), most) if isinstance(part, list | tuple) else most
